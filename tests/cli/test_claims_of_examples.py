"""What examples can claim of reasons, hands and matches, and how a failure is told."""

from __future__ import annotations

import pytest
from rummy.diagnostics import Diagnostic
from rummy.play.examples import run_examples
from rummy.spec.load import examine

GAME = """\
rummy: 1
title: Small
players: 2..3
deck: {points: {A: 1, 2..10: pips, J Q K: 10}}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
variables:
  down: {of: player, start: false}
melds:
  set: {size: 3..4, valid: same(rank) and distinct(suit)}
  run: {size: 3..13, valid: same(suit) and sequence(rank)}
openings:
  contract: {needs: {set: 3, run: 3}}
turn:
  steps:
    draw: {move: stock, to: hand}
    play:
      repeat:
        open: {when: not down, open: contract, do: {set: {down: true}}}
        meld: {when: down, lay: all}
    discard: {when: count(hand) > 0, move: hand, to: pile, cards: rank != A or count(hand) == 1}
  must:
    small: count(hand) <= 7
events:
  out: {when: count(hand) == 0, do: {end: round}}
  dry: {at: turn_end, when: count(stock) == 0, do: {end: round}}
score: {round: sum(points(hand of p) for p in others) if count(hand) == 0 else 0}
match: {over: any(total of p >= 100 for p in everyone), out: total < -50, best: highest}
examples:
"""


def told(example: str) -> list[str]:
    """What is wrong with an example: `line: text` of each problem."""
    body = "".join(f"    {line}\n" for line in example.strip().splitlines())
    spec, found = examine(f"{GAME}  the example:\n{body}", "small.yaml")
    assert spec is not None, [item.short() for item in found]
    (result,) = run_examples(spec)
    return [problem.text for problem in result.problems]


def found_in(example: str) -> list[Diagnostic]:
    """What the reader finds in an example."""
    body = "".join(f"    {line}\n" for line in example.strip().splitlines())
    return examine(f"{GAME}  the example:\n{body}", "small.yaml")[1]


def column_text(finding: Diagnostic, example: str) -> str:
    """The text that a finding points at."""
    lines = [f"    {line}" for line in example.strip().splitlines()]
    line = lines[finding.span.line - GAME.count("\n") - 2]
    return line[finding.span.column - 1 : finding.span.end_column - 1]


# --- reasons ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("7H 7D 7H", "distinct(suit)"),
        ("7H 7D 8C", "same(rank)"),
        ("7H 7D", "size"),
        ("7H 7D 8C", "set.valid"),
        ("7H 8H 9C", "distinct(suit)"),  # both clauses fail
    ],
)
def test_cards_are_refused_for_the_reason_that_is_named(cards: str, reason: str) -> None:
    assert told(f"refuses: {{set: {{{cards}: {reason}}}}}") == []


def test_another_reason_than_the_named_one_is_a_failure_that_says_which() -> None:
    (text,) = told("refuses: {set: [{7H 7D 7H: same(rank)}, 2H 3H 4H]}")
    assert text.startswith("7H 7D 7H is refused, but not because of same(rank): the same suit")
    assert "[melds.set.valid, small.yaml:12]" in text


@pytest.mark.parametrize("reason", ["discard.cards", "cards", "rank != A"])
def test_an_action_is_refused_for_the_reason_that_is_named(reason: str) -> None:
    given = "given: {hand: {1: AS KC 4D}, step: discard}"
    assert told(f"{given}\nillegal: {{discard AS: {reason}}}") == []


def test_an_action_that_the_player_could_not_do_anyway_does_not_prove_the_rule() -> None:
    given = "given: {hand: {1: AS KC 4D}, step: discard}"
    (text,) = told(f"{given}\nillegal: [discard AS, {{discard AH: rank != A}}]")
    assert text.startswith("discard AH is refused, but not because of rank != A: ")


def test_a_reason_that_nothing_can_give_is_found_with_the_nearest() -> None:
    example = "refuses: {set: {7H 7D 8C: smae(rank)}}"
    (finding,) = found_in(example)
    assert finding.code == "S111" and "did you mean `same(rank)`" in finding.hint
    assert column_text(finding, example) == "smae(rank)"


def test_cards_before_a_reason_are_looked_at_like_others() -> None:
    example = "refuses: {set: {7H 7D 8X: same(rank)}}"
    (finding,) = found_in(example)
    assert finding.code == "X702" and column_text(finding, example) == "8X"


# --- hands --------------------------------------------------------------------------

HAND = "7H 7D 7C 4S 5S 6S 7S KC"
"""Either three sevens and a run of four, or four sevens and a run of three: KC is left."""


@pytest.mark.parametrize(
    "claim",
    [
        "melds set 7H 7D 7C / run 4S 5S 6S 7S",
        "melds set 7H 7D 7C 7S / run 4S 5S 6S",
        "leaves KC",
        "leaves 10",
        "counts 53",  # 4 sevens, 15, and the king
        "opens",
    ],
)
def test_what_is_so_of_a_hand_holds(claim: str) -> None:
    assert told(f"hands: {{{HAND}: {claim}}}") == []


@pytest.mark.parametrize(
    ("claim", "instead"),
    [
        ("melds set 7H 7D 7C", "best is "),
        ("melds run 4S 5S 7S", "run 4S 5S 7S is none: 6 is missing"),
        ("melds set 2H 2D 2C", "not all of these cards are in the hand"),
        ("leaves nothing", "which leaves KC (10)"),
        ("leaves 9", "which leaves KC (10)"),
        ("leaves 4S", "which leaves KC (10)"),
        ("leaves 4H", "not all of 4H are in the hand"),
        ("counts 54", "the hand counts 53"),
        ("opens not", "the hand can open"),
    ],
)
def test_what_is_not_so_of_a_hand_is_told_with_what_is(claim: str, instead: str) -> None:
    (text,) = told(f"hands: {{{HAND}: {claim}}}")
    assert text.startswith(f"{HAND}: {claim} is not so; ") and instead in text


def test_whether_a_hand_opens_hangs_on_the_situation() -> None:
    assert told("given: {down: {1: true}}\nhands: {7H 7D 7C 4S 5S 6S: opens not}") == []
    (text,) = told("hands: {7H 7D 7C 4S 5S 6H: opens}")
    assert "the hand cannot open: " in text and "lacks a run" in text


@pytest.mark.parametrize(
    ("claim", "code", "at"),
    [
        ("is good", "X708", "is good"),
        ("leaves", "X708", "leaves"),
        ("counts many", "X708", "counts many"),
        ("melds set", "X708", "melds set"),
        ("melds sett 7H 7D 7C", "S111", "sett"),
        ("melds set 7H 7D 7X", "X702", "7X"),
        ("leaves 7X", "X702", "7X"),
        ("opens not opne", "S111", "opne"),
    ],
)
def test_slips_in_what_is_said_of_a_hand_are_found_at_their_places(
    claim: str, code: str, at: str
) -> None:
    example = f"hands: {{7H 7D 7C: {claim}}}"
    (finding,) = found_in(example)
    assert (finding.code, column_text(finding, example)) == (code, at)


# --- matches ------------------------------------------------------------------------


def test_a_match_is_told_by_the_points_of_its_rounds() -> None:
    assert told("scores: [{1: 60, 2: 10}, {1: 45, 2: 20}]\nwins: 1") == []
    assert told("scores: [{1: 60, 2: 10}, {1: 30, 2: 20}]\nwins: []") == []


def test_a_match_that_ends_otherwise_is_told_with_its_totals() -> None:
    (text,) = told("scores: [{1: 60, 2: 10}, {1: 45, 2: 20}]\nwins: 2")
    assert text == "seat 2 to win, but it is seat 1 (totals 105, 30)"
    (text,) = told("scores: [{1: 160, 2: 10}, {1: 45}]\nwins: 1")
    assert text == "the match is over after round 1 already (160, 10): seat 1 wins"


def test_who_is_out_after_a_round_wins_no_more() -> None:
    scores = "players: 3\nscores: [{1: -60, 2: 10, 3: 20}, {2: 50, 3: 40}, {2: 45, 3: 5}]"
    assert told(f"{scores}\nwins: 2") == []


def test_scores_and_totals_are_not_told_together() -> None:
    (finding,) = found_in("scores: [{1: 60}]\ntotals: {1: 60}\nwins: []")
    assert finding.code == "X708"


# --- checks -------------------------------------------------------------------------


def test_a_check_that_does_not_hold_is_told_with_what_is_so() -> None:
    (text,) = told("given: {hand: {1: KC 4D}}\ncheck: points(hand of seat(1)) == 15")
    assert text == (
        "points(hand of seat(1)) == 15 does not hold: points(hand of seat(1)) is 14, it must be 15"
    )
