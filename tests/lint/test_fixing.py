"""Fixes are edits of the text: what was meant comes back, and nothing else changes."""

from __future__ import annotations

import re

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from lint_helpers import GAME
from rummy.diagnostics import Diagnostic, Fix, Span
from rummy.lint.fixing import applied, fixed
from rummy.lint.judge import judge
from rummy.spec.files import File
from rummy.spec.keys import RECORDS
from rummy.spelling import surely

NAME = "game.yaml"
VARIED = """# a comment at the top
rummy: 1
title: 'Varied'   # in quotes
players: 2..4
deck: {points: {A: 1, 2..10: pips, J Q K: 10}}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: "top"}
  hand: {of: player, seen_by: owner}
melds:
  set:
    size: 3..4
    valid: |
      same(rank)
      and distinct(suit)
    lay: 10
  run: {size: 3..13, valid: 'same(suit) and sequence(rank)', lay: 10}
setup:
  deal: {auto: {deal: 7}}
  turn_up: {auto: {move: stock, to: pile}}
turn:
  steps:
    draw:
      choose:
        draw: {move: stock, to: hand}
        take: {move: pile, to: hand}
    play:
      repeat:
        meld: {lay: all}
        add: {lay_off: true}
    discard: {when: count(hand) > 0, move: hand, to: pile}
events:
  out: {when: count(hand) == 0, do: {end: round}}
  no_stock: {at: turn_end, when: count(stock) == 0, do: {end: round}}
score: {round: earned - points(hand)}
match: {ties: shared, over: "any(total of p >= 100 for p in everyone)"}
examples:
  melds:
    accepts: {set: 7H 7S 7D, run: 3H 4H 5H}
    refuses: {set: 7H 7S 8D, run: 3H 4H 5S}
"""

KEYS = [
    match
    for match in re.finditer(r"\b[a-z_]{4,}(?=:)", VARIED)
    if match[0] in {key.name for record in RECORDS.values() for key in record.keys}
]
"""Words of the language in it that are keys."""

SLIPS = [
    ("players: 2..4", "player: 2..4"),
    ("players: 2..4", "players: 2-4"),
    ("players: 2..4", "players: 2 to 4"),
    ("players: 2..4", "playres: 2..4"),
    ("pile: true, seen_by: nobody", "pile: yes, seen_by: nobody"),
    ("seen_by: nobody", "seen_by: nobdy"),
    ('seen_by: "top"', 'seen_by: "Top"'),
    ("seen_by: owner", "seenby: owner"),
    ("size: 3..4", "sise: 3..4"),
    ("distinct(suit)", "distnct(suit)"),
    ("and distinct", "&& distinct"),
    ("sequence(rank)", "seqence(rank)"),
    ("move: stock, to: pile", "move: stok, to: pile"),
    ("repeat:", "repaet:"),
    ("pile: true, seen_by: n", "pile: True, seen_by: n"),
    ("count(hand) > 0", "coutn(hand) > 0"),
    ("count(stock) == 0", "count(stock) = 0"),
    ('"any(total of p >= 100 for p in everyone)"', "any(total of p => 100 for p in everyone)"),
    ("rummy: 1", "rummy: 1.0"),
]
"""What stands in the file, and how somebody writes it; fixing gives back the first."""


def mended(text: str) -> tuple[str, list[Diagnostic]]:
    done = fixed(File(NAME, text.encode()), lambda file: judge(file).found)
    return done.data.decode(), done.left


def with_slip(text: str, slip: tuple[str, str]) -> str:
    assert slip[0] in text
    return text.replace(slip[0], slip[1], 1)


def test_the_game_of_these_tests_is_sound() -> None:
    assert mended(VARIED) == (VARIED, [])


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip[1])
def test_a_slip_is_mended_and_not_a_character_more(slip: tuple[str, str]) -> None:
    text, left = mended(with_slip(VARIED, slip))
    # a needless pair of quotes or brackets in the original is not written anew
    assert (
        text == VARIED
        or text.replace("any(total", '"any(total').replace("one)}", 'one)"}') == VARIED
    )
    assert left == []


@settings(derandomize=True, max_examples=10, deadline=None)
@given(st.sets(st.sampled_from(SLIPS), min_size=2, max_size=6), st.booleans(), st.booleans())
def test_many_slips_at_once_mended_twice_are_mended_once(
    slips: set[tuple[str, str]], mark: bool, carriage: bool
) -> None:
    text = VARIED
    for slip in sorted(slips):
        if slip[0] in text:
            text = with_slip(text, slip)
    text = ("\ufeff" if mark else "") + (text.replace("\n", "\r\n") if carriage else text)
    once, left = mended(text)
    assert mended(once) == (once, left)
    assert not [item for item in left if any(fix.safe for fix in item.fixes)]
    # ends of lines, the mark at the start and all comments stay
    assert once.startswith("\ufeff") is mark
    assert once.count("\r\n") == (once.count("\n") if carriage else 0)
    assert re.findall("#.*", once) == re.findall("#.*", text)


@settings(derandomize=True, max_examples=10, deadline=None, phases=[Phase.generate])
@given(st.sampled_from(KEYS), st.data())
def test_a_key_with_a_wrong_letter_is_mended_to_itself_or_left(
    key: re.Match[str], data: st.DataObject
) -> None:
    at = data.draw(st.integers(key.start(), key.end() - 1))
    slipped = VARIED[:at] + data.draw(st.sampled_from("aeiklmnorstz_")) + VARIED[at + 1 :]
    once, left = mended(slipped)
    assert mended(once) == (once, left)
    assert once == VARIED or left


# --- what is not mended -------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("same(rank)", "same(rnak)"),  # there is `ranks` too
        ("players: 2..4", "players: 2, 4"),  # two numbers, or a range?
        ("valid: 'same(suit) and sequence(rank)'", "valid: *wild"),
        ("count(hand) > 0", "count(hand)) > 0"),
        ("discard: {when", "dicard_all: {wehn_it"),
        ("move: hand, to: pile", "move: hole, to: pile"),
    ],
)
def test_what_may_mean_several_things_is_left(old: str, new: str) -> None:
    text = with_slip(VARIED, (old, new))
    done, left = mended(text)
    assert done == text and left


def test_fixes_of_codes_that_are_not_wanted_are_not_made() -> None:
    text = with_slip(with_slip(VARIED, SLIPS[0]), SLIPS[4])
    file = File(NAME, text.encode())
    done = fixed(file, lambda one: judge(one).found, lambda code: code != "S101")
    assert done.data.decode() == with_slip(VARIED, SLIPS[0]) and done.edits == 1


def test_what_is_silenced_is_not_mended() -> None:
    text = (
        GAME + 'options:\n  more: {choices: [yes, no], default: "no"}  # rummy: allow Y039 ours\n'
    )
    again, _ = mended(text)
    assert "[yes, no]" in again


def test_a_fix_that_makes_the_file_unreadable_is_taken_back() -> None:
    bad = Fix(Span(NAME, 2, 8, 2, 9), "[")
    good = Fix(Span(NAME, 3, 8, 3, 12), "Best")

    def look(file: File) -> list[Diagnostic]:
        found = judge(file).found
        if b"Best" not in bytes(file.text):  # type: ignore[arg-type]
            found.append(Diagnostic("Y033", "m", good.span, fixes=(good,)))
        return [*found, Diagnostic("Y033", "m", bad.span, fixes=(bad,))]

    done = fixed(File(NAME, GAME.encode()), look)
    assert done.data.decode() == GAME.replace("Base", "Best") and done.edits == 1


def test_a_fix_over_lines_and_one_at_the_end_are_made_where_they_stand() -> None:
    text = "\ufeffa: 1\r\nb: é2\r\nc"
    fixes = [Fix(Span("f", 1, 4, 2, 4), "X"), Fix(Span("f", 3, 2, 3, 2), ": 3")]
    assert applied(text, fixes) == "\ufeffa: X" + "é2\r\nc: 3"


# --- when a word is sure ------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("player", ["players", "packs"], "players"),
        ("Seen-By", ["seen_by", "seen"], "seen_by"),
        ("set1", ["set", "run"], None),  # a digit is no slip
        ("set1", ["set2"], None),
        ("rnk", ["rank", "ranks"], None),  # both are near
        ("hole", ["hand", "pile"], None),
        ("ab", ["ac"], None),  # too short
        ("distnict", ["distinct"], "distinct"),
        ("seqeunec", ["sequence"], "sequence"),  # eight letters, two slips
        ("seqeun", ["sequen", "x"], "sequen"),
        ("x", [], None),
    ],
)
def test_a_word_is_sure_only_where_no_other_can_be_meant(
    word: str, known: list[str], meant: str | None
) -> None:
    assert surely(word, known) == meant
