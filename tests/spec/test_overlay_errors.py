"""What can be wrong with an overlay: each finding with its code, place and help."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from overlay_helpers import GAME, found, marked, put
from rummy.catalogue.overlays import ENTRIES
from rummy.diagnostics import Diagnostic
from rummy.spec.files import File
from rummy.spec.layers import MOST_CHAIN, MOST_FILES
from rummy.spec.load import examine, examine_file


def only(folder: Path, overlay: str) -> Diagnostic:
    """The one finding of an overlay."""
    (item,) = found(folder, overlay)
    return item


CASES = {
    # what is wrong: overlay, code, what is marked, what the hint says
    "a misspelt base": ("extends: gmae\n", "V801", "gmae", "did you mean `game`?"),
    "no base at all": ("extends: whist\n", "V801", "whist", "iceberg"),
    "a path": ("extends: sub/game\n", "V802", "sub/game", "same folder"),
    "a path upwards": ("extends: ../game.yaml\n", "V802", "../game.yaml", "same folder"),
    "the folder above": ("extends: ..\n", "V802", "..", "same folder"),
    "a path from the root": ("extends: /etc/passwd\n", "V802", "/etc/passwd", "same folder"),
    "a path of Windows": ("extends: 'C:\\game'\n", "V802", "'C:\\game'", "same folder"),
    "a home": ("extends: ~game\n", "V802", "~game", "same folder"),
    "a shipped one by its path": ("extends: variants/bing.yaml\n", "V802", "variants/bing.yaml",
                                  "write `extends: bing`"),
    "an address": ("extends: https://example.org/a.yaml\n", "V802", "https://example.org/a.yaml",
                   "beside this one"),
    "itself": ("extends: over\n", "V803", "over", "whole game"),
    "a misspelt entry": ("extends: game\nmelds: {rnu: {lay: 5}}\n", "V807", "rnu",
                         "did you mean `run`?"),
    "a misspelt step": ("extends: game\nturn: {steps: {darw: {when: quick}}}\n", "V807", "darw",
                        "did you mean `draw`?"),
    "a misspelt move": ("extends: game\nturn: {steps: {draw: {choose: {tkae: {when: quick}}}}}\n",
                        "V807", "tkae", "did you mean `take`?"),
    "a misspelt option": ("extends: game\noptions: {targt: {default: 50}}\n", "V807", "targt",
                          "did you mean `target`?"),
    "a misspelt section": ("extends: game\nmatc: {best: lowest}\n", "S101", "matc",
                           "did you mean `match`?"),
    "a misspelt key": ("extends: game\nmelds: {run: {vald: same(suit)}}\n", "S101", "vald",
                       "did you mean `valid`?"),
    "nothing to remove": ("extends: game\nremove: melds.rum\n", "V808", "melds.rum",
                          "did you mean `run`?"),
    "nothing to remove so deep": ("extends: game\nremove: [turn.steps.draw.choose.drop]\n", "V808",
                                  "turn.steps.draw.choose.drop", "draw"),
    "a default to remove": ("extends: game\nremove: melds.run.add\n", "V808", "melds.run.add",
                            "lay"),
    "examples to remove": ("extends: game\nremove: examples\n", "V808", "examples",
                           "never taken over"),
    "a part of a list to remove": ("extends: game\nremove: players.low\n", "V808", "players.low",
                                   "anew"),
    "a key that is needed": ("extends: game\nremove: match.over\n", "V809", "match.over",
                             "change it"),
    "a verb": ("extends: game\nremove: turn.steps.draw.choose\n", "V809",
               "turn.steps.draw.choose", "change it"),
    "no base in a new entry": ("extends: game\ndefine: {manny: base}\n", "V810", "base",
                               "did you mean `many`?"),
    "no base for a default": ("extends: game\nmelds: {run: {add: base + 1}}\n", "V810", "base",
                              "what holds there is: 0"),
    "no base in a size": ("extends: game\nmelds: {run: {size: base..5}}\n", "V810", "base",
                          "write out"),
    "no base in a zone": ("extends: game\nturn: {steps: {discard: {to: base}}}\n", "V810", "base",
                          "write out"),
    "no base in a list": ("extends: game\nsetup: {turn_up: {auto: [{move: stock, to: hand, "
                          "count: base}]}}\n", "V810", "base", "1"),
    "other parameters": ('extends: game\ndefine: {"worth(m)": base}\n', "V810", "base",
                         "`worth(n)`"),
    "no entry to stand after": ("extends: game\nmelds: {pair: {after: rum, size: 2, valid: "
                                "same(rank)}}\n", "V811", "rum", "did you mean `run`?"),
    "two places": ("extends: game\nmelds: {pair: {after: run, before: set, size: 2, valid: "
                   "same(rank)}}\n", "V811", "before", "one place"),
    "a place for an old entry": ("extends: game\nmelds: {run: {before: set, lay: 5}}\n", "V811",
                                 "before", "`remove`"),
    "the same": ("extends: game\nmatch: {best: lowest, ties: shared}\n", "V812", "shared",
                 "take it out"),
    "only base": ("extends: game\nmatch: {best: lowest, over: base}\n", "V812", "base",
                  "take it out"),
    "the same with other spaces": ("extends: game\nmatch: {best: lowest}\n"
                                   "define: {many: 5  if quick else 7}\n", "V812",
                                   "5  if quick else 7", "take it out"),
    "no change": ("extends: game\n", "V813", "game", "what is different"),
    "only words": ("extends: game\ntitle: Ours\nabout: The same.\n", "V813", "game",
                   "what is different"),
    "another format": ("extends: game\nrummy: 2\n", "S120", "2", "newer"),
    "a list of bases": ("extends: [game]\n", "Y035", "[game]", ""),
    "nothing to extend": ("extends:\n", "Y034", "", "leave the key out"),
    "a mapping to remove": ("extends: game\nremove: {melds: run}\n", "Y035", "{melds: run}", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_slip_is_found_at_its_place_with_what_helps(case: str, tmp_path: Path) -> None:
    overlay, code, place, hint = CASES[case]
    item = only(tmp_path, overlay)
    assert (item.code, marked(item, overlay)) == (code, place), item.short()
    assert item.span.file == "over.yaml"
    assert hint in item.hint


@pytest.mark.parametrize("case", CASES)
def test_a_fix_mends_a_slip(case: str, tmp_path: Path) -> None:
    overlay, code, _, _ = CASES[case]
    item = only(tmp_path, overlay)
    for fix in item.fixes:
        lines = overlay.splitlines(keepends=True)
        line = lines[fix.span.line - 1]
        lines[fix.span.line - 1] = (
            line[: fix.span.column - 1] + fix.text + line[fix.span.end_column - 1 :]
        )
        assert code not in {item.code for item in found(tmp_path, "".join(lines))}


def test_remove_without_a_base_has_no_meaning() -> None:
    spec, items = examine(GAME + "remove: melds.run\n", "game.yaml")
    assert spec is None
    assert [item.code for item in items] == ["S106"]


def test_before_and_after_mean_nothing_in_a_whole_game() -> None:
    text = GAME.replace("  run: {size", "  run: {after: set, size")
    spec, items = examine(text, "game.yaml")
    assert spec is None
    assert [item.code for item in items] == ["S101"]
    assert "overlay" in items[0].hint


def test_base_means_nothing_in_a_whole_game() -> None:
    text = GAME.replace("count(hand) > 0 or quick", "base or quick")
    spec, items = examine(text, "game.yaml")
    assert spec is None
    assert [item.code for item in items] == ["T301"]
    assert "overlay" in items[0].hint


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [("  many:", "  base:", "S109"), ("worth(n): 2 * n", "worth(base): 2 * base", "S109")],
)
def test_nothing_may_be_called_base(old: str, new: str, code: str) -> None:
    items = examine(GAME.replace(old, new).replace("deal: many", "deal: 7"), "game.yaml")[1]
    assert code in {item.code for item in items}


def test_no_choice_may_be_called_base() -> None:
    text = GAME.replace(
        "{flag: true, default: false}", "{choices: [base, all_of_it], default: base}"
    )
    assert "O204" in {item.code for item in examine(text, "game.yaml")[1]}


# --- files that cannot be read -------------------------------------------------------


def test_what_is_wrong_in_the_base_is_told_there_and_here(tmp_path: Path) -> None:
    put(tmp_path, bad="rummy: 1\ntitle: [\n")
    items = found(tmp_path, "extends: bad\n")
    files = {Path(item.span.file).name for item in items}
    assert files == {"bad.yaml", "over.yaml"}
    assert [item.code for item in items if item.span.file == "over.yaml"] == ["V804"]


def test_two_files_that_change_each_other_are_a_circle(tmp_path: Path) -> None:
    put(tmp_path, one="extends: over\n")
    (item,) = found(tmp_path, "extends: one\n")
    assert item.code == "V803"
    assert "over.yaml -> one.yaml -> over.yaml" in item.message
    assert Path(item.span.file).name == "one.yaml"


def chain(folder: Path, files: int) -> list[Diagnostic]:
    """The findings of a chain of so many files."""
    put(folder)
    below = "game"
    for number in range(files - 1):
        text = f"extends: {below}\noptions: {{target: {{default: {200 + number}}}}}\n"
        below = f"link{number}"
        (folder / f"{below}.yaml").write_text(text)
    path = folder / f"{below}.yaml"
    return examine_file(File(path.name, path.read_bytes(), path))[1]


def test_a_chain_has_an_end(tmp_path: Path) -> None:
    assert chain(tmp_path, MOST_CHAIN) == []
    (item,) = chain(tmp_path, MOST_CHAIN + 1)
    assert item.code == "L931"


def test_a_game_is_made_of_so_many_files_only(tmp_path: Path) -> None:
    put(tmp_path)
    game = File("game.yaml", GAME, tmp_path / "game.yaml")
    text = "extends: game\ndefine: {{x{0}: 1}}\nscore: {{lines: {{x{0}: x{0}}}}}\n"
    many = [File(f"o{n}.yaml", text.format(n), tmp_path / f"o{n}.yaml") for n in range(MOST_FILES)]
    spec, items = examine_file(game, many[:7])
    assert spec is not None and items == []
    spec, items = examine_file(game, many)
    assert spec is None and [item.code for item in items] == ["L931"]


def test_a_base_that_is_too_large_is_refused(tmp_path: Path) -> None:
    put(tmp_path, large=GAME + "#" * 300_000)
    assert [item.code for item in found(tmp_path, "extends: large\n")] == ["L901"]


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    put(outside)
    try:
        os.symlink(outside / "game.yaml", inside / "link.yaml")
    except OSError:
        pytest.skip("no links here")
    put(inside, own=GAME)
    os.symlink("own.yaml", inside / "near.yaml")
    assert only(inside, "extends: link\n").code == "V802"
    assert [item.code for item in found(inside, "extends: near\nmatch: {best: lowest}\n")] == []


def test_a_folder_or_another_kind_of_file_is_no_base(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    assert only(tmp_path, "extends: folder\n").code == "V801"
    assert only(tmp_path, f"extends: {'long' * 100}\n").code == "V801"


def test_a_text_that_lies_nowhere_finds_shipped_variants_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(put(tmp_path))
    (item,) = examine("extends: game\n", "over.yaml")[1]
    assert item.code == "V801" and "beside" not in item.message


# --- the catalogue --------------------------------------------------------------------

FROM_SAMPLES = {"V801", "V802", "V805", "V808", "V809", "V811", "V812", "V813"}


@pytest.mark.parametrize(
    "entry", [e for e in ENTRIES if e.code in FROM_SAMPLES], ids=lambda e: e.code
)
def test_the_wrong_sample_gives_its_code_and_the_right_one_does_not(
    entry: object, tmp_path: Path
) -> None:
    assert hasattr(entry, "wrong") and hasattr(entry, "right") and hasattr(entry, "code")
    for text, wanted in ((entry.wrong, True), (entry.right, False)):
        whole = text if text.startswith("extends") else f"extends: iceberg\n{text}\n"
        own = File("over.yaml", whole, tmp_path / "over.yaml")
        if entry.code == "V805":
            items = examine_file(File("game.yaml", ICEBERG.read_bytes(), ICEBERG), [own])[1]
        else:
            items = examine_file(own)[1]
        assert (entry.code in {item.code for item in items}) is wanted


ICEBERG = Path(__file__).resolve().parents[2] / "variants" / "iceberg.yaml"
