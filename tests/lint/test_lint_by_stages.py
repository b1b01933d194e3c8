"""A fault hides only what hangs on it: all sound parts of a file are judged in one run."""

from __future__ import annotations

import pytest
import yaml
from lint_helpers import GAME, merged
from rummy.lint.judge import judge
from rummy.spec.files import File


def told(*pieces: str) -> list[tuple[str, int]]:
    """Codes and lines of what is found in the game with pieces laid over it."""
    game = yaml.safe_load(GAME)
    for piece in pieces:
        game = merged(game, yaml.safe_load(piece))
    text = yaml.safe_dump(game, sort_keys=False)
    return [(item.code, item.span.line) for item in judge(File("game.yaml", text.encode())).found]


BROKEN_MELD = "melds: {set: {valid: same(rnak)}}"
BROKEN_SCORE = "score: {round: earned - pionts(hand)}"
BROKEN_STEP = "turn: {steps: {draw: {choose: {draw: {when: count(hnad) > 0}}}}}"
BROKEN_EVENT = "events: {out: {when: count(hnad) == 0}}"
TOO_MANY = "setup: {deal: {auto: {deal: 14}}}"
NO_DUTY = "turn: {must: {few: count(hand) < 0}}"


def codes(*pieces: str) -> list[str]:
    return sorted(code for code, _ in told(*pieces))


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (BROKEN_MELD, "T303"),
        (BROKEN_SCORE, "T306"),
        (BROKEN_STEP, "T301"),
        (BROKEN_EVENT, "T301"),
    ],
)
def test_a_fault_alone_is_told_alone(broken: str, code: str) -> None:
    found = codes(broken)
    assert len(found) == 1 and found[0][0] == "T", found


@pytest.mark.parametrize("broken", [BROKEN_MELD, BROKEN_SCORE, BROKEN_STEP, BROKEN_EVENT])
def test_a_deal_that_does_not_fit_is_told_beside_a_fault_elsewhere(broken: str) -> None:
    found = codes(broken, TOO_MANY)
    assert len(found) == 2 and "P501" in found


def test_a_broken_meld_hides_neither_the_other_meld_nor_the_turn() -> None:
    other = "melds: {run: {valid: same(suit) and same(rank) and distinct(suit)}}"
    endless = "turn: {steps: {play: {repeat: {pass: {say: true}}}}}"
    assert codes(BROKEN_MELD, other, endless)[:2] == ["M402", "P527"]


def test_a_broken_count_hides_no_broken_meld() -> None:
    assert len(codes(BROKEN_MELD, BROKEN_SCORE, BROKEN_EVENT, BROKEN_STEP)) == 4


def test_what_a_fault_could_have_caused_is_not_told() -> None:
    # the variable is read by the broken count only, the option by the broken step only
    piece = (
        "variables: {seen: {start: 0}}\noptions: {few: {range: 1..3, default: 1}}\n"
        "events: {see: {at: turn_end, when: true, do: {set: {seen: seen + 1}}}}\n"
    )
    assert codes(piece) == ["O205", "S124"]
    assert codes(piece, "score: {round: earned - pionts(hand) + seen * few}") == ["T306"]


def test_the_bounds_of_hands_are_trusted_only_where_deal_and_turn_are_sound() -> None:
    assert codes(NO_DUTY) == ["P522"]
    assert codes(NO_DUTY, BROKEN_SCORE) == ["P522", "T306"]
    assert codes(NO_DUTY, BROKEN_STEP) == ["T301"]


TWELVE = """rummy: 1
title: Twelve Faults
players: 2..4
options:
  target: {range: 50..500, default: 20}
deck: {points: {A: 1, 2..10: pips, J Q K: 10}}
zones:
  stock: {pile: true, seen_by: nobdy}
  pile: {pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3..4, vald: same(rank) and distinct(suit), lay: 10}
  run: {size: 3..13, valid: same(suit) and sequence(rnak), lay: 10}
setup:
  deal: {auto: {deal: 7}}
  turn_up: {auto: {move: stock, to: pil}}
turn:
  steps:
    draw:
      choose:
        draw: {move: stock, to: hand}
        take: {move: pile, to: hand, when: hand}
    play:
      repeet:
        meld: {lay: all}
        add: {lay_off: size => 3}
    discard: {when: count(hand > 0, move: hand, to: pile}
events:
  out: {when: count(hand) = 0, do: {end: round}}
score: {round: earned - total_points(hand)}
match: {over: "any(total of p >= target for p in everyone)", ties: share}
"""
FAULTS = [
    # line, column, code; the places were counted by hand
    (5, 37, "O201"),
    (8, 32, "Y032"),
    (12, 21, "S101"),
    (13, 53, "T301"),
    (16, 37, "S111"),
    (22, 44, "T304"),
    (24, 7, "S101"),
    (26, 29, "T321"),
    (27, 35, "T322"),
    (29, 27, "T321"),
    (30, 25, "T306"),
    (31, 68, "T303"),
]


def test_twelve_independent_faults_are_twelve_findings_at_their_places() -> None:
    found = judge(File("twelve.yaml", TWELVE.encode())).found
    assert [(f.span.line, f.span.column, f.code) for f in found] == FAULTS
