"""Every numbered statement of a game is tested, and stands where its page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from pages import ROOT

VARIANTS = ROOT / "variants"
GAMES = sorted((ROOT / "docs" / "games").glob("*.md"))
STATEMENT = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* (.*?)(?=^- \*\*|^\S|\Z)", re.MULTILINE | re.DOTALL)


def statements(page: Path) -> dict[str, str]:
    """The statements of a game's page by their ids."""
    return dict(STATEMENT.findall(page.read_text(encoding="utf-8")))


def named_by_tests() -> set[str]:
    """All ids in the tests, written ``ICE-22`` or ``ice_22``."""
    found: set[str] = set()
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if path.parent == Path(__file__).parent:
            continue
        text = path.read_text(encoding="utf-8").upper()
        found |= {f"{a}-{n}" for a, n in re.findall(r"([A-Z]+)[-_](\d+)(?!\d)", text)}
    return found


def named_by_examples(page: Path) -> set[str]:
    """The ids that examples in the variant itself prove."""
    path = VARIANTS / f"{page.stem}.yaml"
    examples = yaml.safe_load(path.read_text(encoding="utf-8")).get("examples", {})
    found: set[str] = set()
    for example in examples.values():
        rules = example.get("rule", [])
        found |= {rules} if isinstance(rules, str) else set(rules)
    return found


@pytest.mark.parametrize("page", GAMES, ids=lambda page: page.stem)
def test_every_statement_is_named_by_a_test_or_an_example(page: Path) -> None:
    missing = sorted(set(statements(page)) - named_by_tests() - named_by_examples(page))
    assert not missing, f"nothing proves {', '.join(missing)}"


@pytest.mark.parametrize("page", GAMES, ids=lambda page: page.stem)
def test_every_key_that_a_statement_names_stands_in_the_variant(page: Path) -> None:
    variant = yaml.safe_load((VARIANTS / f"{page.stem}.yaml").read_text(encoding="utf-8"))
    lost = []
    for number, text in statements(page).items():
        where = text.partition("*in:*")[2]
        assert where, f"{number} does not say where it stands"
        for key in re.findall(r"`([a-z_.()0-9]+)`", re.sub(r"\([^`)]*`.*?\)", "", where)):
            found = variant
            for part in key.split("."):
                found = found.get(part) if isinstance(found, dict) else None
            if found is None:
                lost.append(f"{number}: {key}")
    assert not lost


@pytest.mark.parametrize("page", GAMES, ids=lambda page: page.stem)
def test_options_and_examples_name_statements_that_exist(page: Path) -> None:
    known = set(statements(page))
    variant = yaml.safe_load((VARIANTS / f"{page.stem}.yaml").read_text(encoding="utf-8"))
    named = {option["rule"] for option in variant.get("options", {}).values() if "rule" in option}
    for example in variant.get("examples", {}).values():
        rules = example.get("rule", [])
        named |= {rules} if isinstance(rules, str) else set(rules)
    named |= set(variant.get("rulings", {}))
    assert named
    assert named <= known


def test_every_variant_that_is_no_overlay_has_a_page_of_statements() -> None:
    files = {path.stem: path.read_text(encoding="utf-8") for path in VARIANTS.glob("*.yaml")}
    whole = {stem for stem, text in files.items() if "extends" not in yaml.safe_load(text)}
    assert whole == {page.stem for page in GAMES}
