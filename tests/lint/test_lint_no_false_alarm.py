"""What is right is not accused: shipped variants, pages, random variants."""

from __future__ import annotations

import time
from itertools import product
from pathlib import Path
from random import Random

import pytest
import yaml
from lint_helpers import GAME, findings, merged
from rummy.lint import RULES, lint
from rummy.lint.facts import Facts
from rummy.play.match import Match
from rummy.reference.melds import placed_melds
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text, shipped
from strategies.specs import spec_of

ROOT = Path(__file__).resolve().parents[2]
FILES = [*shipped(), *sorted((ROOT / "examples").glob("*.yaml"))]
PAGE = (ROOT / "docs" / "spec-language.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_found_in_what_is_shipped(path: Path) -> None:
    assert [finding.short() for finding in lint(load(path))] == []


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_a_variant_is_looked_through_quickly(path: Path) -> None:
    spec = load(path)
    start = time.process_time()
    lint(spec)
    assert time.process_time() - start < 1.5


def test_the_pieces_on_the_language_page_have_no_error() -> None:
    game = yaml.safe_load((ROOT / "variants" / "iceberg.yaml").read_text(encoding="utf-8"))
    game["variables"] = {"opened": {"of": "player", "start": False}}
    del game["examples"]
    pieces = [block.split("```")[0] for block in PAGE.split("```yaml\n")[1:]]
    assert len(pieces) > 5
    for piece in pieces:
        if "rummy: 1" in piece:
            continue  # the whole game, which is among the files above
        if "extends:" in piece:
            continue  # an overlay, tested with its base
        text = yaml.safe_dump(merged(game, yaml.safe_load(piece)), sort_keys=False)
        found = lint(load_text(text, "piece.yaml"))
        assert [item.short() for item in found if item.level_of() == "error"] == [], piece


@pytest.mark.parametrize(
    "cards",
    [
        "pips == round + 2",
        "rank == K and round == 20",
        "any(c.rank == rank for c in top(pile))",
        "any(c.rank == rank for c in top(pile)) and round == 3",
    ],
)
def test_wild_cards_that_there_are_in_some_round_only_are_not_accused(cards: str) -> None:
    piece = {"deck": {"wilds": {"late": {"cards": cards, "natural": True}}}}
    wild = {"melds": {"mixed": {"size": 3, "valid": "same(rank) and any(wild)", "lay": 10}}}
    game = merged(merged(yaml.safe_load(GAME), piece), wild)
    assert findings(yaml.safe_dump(game, sort_keys=False)) == []


def test_some_random_variants_have_no_error_and_what_is_said_of_them_is_true() -> None:
    assert said_of_random_variants(12)


@pytest.mark.slow
def test_random_variants_have_no_error_and_what_is_said_of_them_is_true() -> None:
    said = said_of_random_variants(60)
    assert said["M402"] > 5 and said["S127"] > 5 and said["P505"] > 0


def said_of_random_variants(count: int) -> dict[str, int]:
    """How often each code is found; what is said is compared with what is played."""
    said: dict[str, int] = {}
    for number in range(count):
        spec = load_text(spec_of(number), "small.yaml")
        chance = Random(number)
        match = Match(spec, spec.players[number % 2], seed=number, record=True)
        for _ in range(25):
            if match.over:
                break
            match.apply(chance.choice(match.legal()))
        laid = {spec.kinds[shape.kind].name for shape in match.state.table}
        happened = {record.name for record in match.records or () if record.what == "event"}
        for item in lint(spec):
            said[item.code] = said.get(item.code, 0) + 1
            assert item.level_of() != "error", item.short()
            word = [*item.message.split("`"), ""][1]
            if item.code in ("M402", "S127"):
                assert word not in laid
            if item.code == "P505" and item.message.startswith("the event"):
                assert word not in happened
            if item.code == "M402" and number % 4 == 0:
                kind = next(n for n, kind in enumerate(spec.kinds) if kind.name == word)
                for players, _ in product(spec.players, range(3)):
                    rules = bind(spec, players)
                    deck = rules.deck
                    pack = [f for f in range(deck.faces) for _ in range(deck.copies[f])]
                    hand = chance.sample(pack, min(6, len(pack)))
                    assert not placed_melds(rules, kind, hand)
    return said


def test_every_rule_looks_at_a_spec_without_changing_it() -> None:
    spec = load(FILES[0])
    facts = Facts(spec)
    first = [[item.short() for item in rule(facts)] for rule in RULES]
    assert [[item.short() for item in rule(facts)] for rule in RULES] == first


NEVER = ("P522", "P523", "P524", "P525", "P527", "P528", "P529", "M411", "C605", "C606")
"""Random variants have points for all cards, moves that use cards up, and no duties like these."""


def test_thirty_random_variants_are_not_accused_of_what_they_do_not_do() -> None:
    grown = 0
    for number in range(30):
        text = spec_of(number)
        melds = yaml.safe_load(text)["melds"]
        for item in lint(load_text(text, "small.yaml")):
            assert item.code not in NEVER, item.short()
            if item.code == "M413":
                # one more card than the sizes of the first kind is no size of the second
                first, second = item.message.split("`")[1::2]
                more = {size + 1 for size in _sizes(melds[first]["size"])}
                assert melds[first].get("closed") or not more & _sizes(melds[second]["size"])
                grown += 1
    assert grown > 2


def _sizes(text: str) -> set[int]:
    """The sizes that a kind may have, with as many players as there can be."""
    low, dots, high = str(text).partition("..")
    if not dots:
        return {int(low)}
    most = {"": 40, "players + 1": 5}.get(high.strip()) or int(high)
    return set(range(int(low), most + 1))
