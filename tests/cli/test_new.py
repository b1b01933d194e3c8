"""`rummy new`: what it writes is sound, and nothing of anybody is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_helpers import ROOT, give
from rummy.lint import lint
from rummy.play.examples import run_examples
from rummy.spec.combine import combine
from rummy.spec.files import open_file
from rummy.spec.load import examine_file

VARIANTS = sorted(path.stem for path in (ROOT / "variants").glob("*.yaml"))
SOME = ("iceberg", "international")
"""One whose match ends at a total, one that ends after its rounds."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sound(name: str) -> None:
    """The file is clean, holds examples that hold, and changes its base."""
    file = open_file(name)
    spec, found = examine_file(file)
    assert spec is not None and found == [] and lint(spec) == []
    results = run_examples(spec)
    assert results and all(result.ok and result.claims for result in results)


def proves(name: str) -> None:
    """The example does not hold in the base: it speaks of what was changed."""
    text = Path(name).read_text(encoding="utf-8")
    without = re.sub(r"^(options|deck|melds):\n(  .*\n)+", "", text, flags=re.MULTILINE)
    assert without != text
    Path("without.yaml").write_text(without, encoding="utf-8")
    spec, _ = examine_file(open_file("without.yaml"))
    assert spec is not None and not all(result.ok for result in run_examples(spec))


@pytest.mark.parametrize("base", SOME)
def test_a_house_rule_is_sound_and_its_example_proves_it(
    base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(capsys, "new", "house", "--from", base).code == 0
    sound("house.yaml")
    proves("house.yaml")


@pytest.mark.slow
@pytest.mark.parametrize("base", VARIANTS)
def test_upon_every_shipped_variant_a_house_rule_is_sound_and_is_played(
    base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(capsys, "new", "house", "--from", base).code == 0
    sound("house.yaml")
    proves("house.yaml")
    done = give(capsys, "run", "house.yaml", "--seed", "1", "--rounds", "1", "--seats", "random")
    assert done.code == 0, done.err
    assert max(map(len, Path("house.yaml").read_text(encoding="utf-8").splitlines())) <= 100


def test_a_comment_of_the_house_rule_becomes_a_line_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    give(capsys, "new", "house", "--from", "gin")
    text = Path("house.yaml").read_text(encoding="utf-8")
    commented = re.findall(r"^  # (\w+): \{default: \w+\}", text, re.MULTILINE)
    assert len(commented) == 12  # all options but the one that is changed
    changed = re.sub(r"^  # (\w+: \{default)", r"  \1", text, flags=re.MULTILINE)
    Path("house.yaml").write_text(changed, encoding="utf-8")
    spec, found = examine_file(open_file("house.yaml"))
    assert spec is not None and found == []
    base, _ = examine_file(open_file("gin"))
    assert base is not None
    before = {option.name: option.default for option in base.options}
    assert all(option.default != before[option.name] for option in spec.options)


def test_a_whole_game_is_sound_and_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "new", "my-game")
    assert done.code == 0 and "rummy lint my-game.yaml" in done.out
    sound("my-game.yaml")
    assert give(capsys, "lint", "--strict", "my-game.yaml").code == 0
    run = give(capsys, "run", "my-game.yaml", "--seed", "1", "--rounds", "2")
    assert run.code == 0 and run.out.startswith("My Game")


def test_a_house_rule_upon_a_file_of_ones_own_lies_beside_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give(capsys, "new", "my-game")
    assert give(capsys, "new", "shorter", "--from", "my-game.yaml").code == 0
    sound("shorter.yaml")
    assert combine(open_file("shorter.yaml")).layers[0].name.endswith("my-game.yaml")
    (folder / "away").mkdir()
    done = give(capsys, "new", "away/shorter", "--from", "my-game.yaml")
    assert done.code == 2 and "lies in the folder of its base" in done.err
    assert not list((folder / "away").iterdir())


def test_a_file_that_is_there_is_kept_unless_force_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("mine.yaml").write_text("mine\n", encoding="utf-8")
    for words in (["mine"], ["mine.yaml"], ["mine", "--from", "gin"]):
        done = give(capsys, "new", *words)
        assert done.code == 2 and "is there already" in done.err
    assert Path("mine.yaml").read_text(encoding="utf-8") == "mine\n"
    assert give(capsys, "new", "mine", "--force").code == 0
    sound("mine.yaml")


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/", "what?", "-x", "a\nb", "con", "aux.yaml", "x" * 61, "no/such/x"]
)
def test_what_is_no_name_of_a_file_is_refused(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = give(capsys, "new", "--", name)
    assert done.code == 2 and done.err.startswith("rummy: ") and "Traceback" not in done.err
    assert not list(folder.iterdir())


@pytest.mark.parametrize("name", ["true", "1", "null", "our 'best' game".replace("'", "_"), "ü"])
def test_a_name_that_means_something_in_yaml_is_a_title_like_others(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(capsys, "new", name).code == 0
    sound(f"{name}.yaml")


def test_the_name_of_a_shipped_variant_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "new", "Basic-Rummy", "--from", "gin")
    assert done.code == 2 and "shipped variant" in done.err


def test_of_an_unknown_base_the_nearest_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "new", "house", "--from", "icebreg")
    assert done.code == 2 and "did you mean `iceberg`?" in done.err
    assert not Path("house.yaml").exists()


def test_a_base_with_errors_is_refused_with_its_findings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("broken.yaml").write_text("rummy: 1\ntitle: Broken\n", encoding="utf-8")
    done = give(capsys, "new", "house", "--from", "broken.yaml")
    assert done.code == 1 and "broken.yaml:" in done.err and not Path("house.yaml").exists()
