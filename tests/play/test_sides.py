"""Partnerships: who belongs together, what is counted, and what partners see."""

from __future__ import annotations

import pytest
from rummy.errors import SpecError
from rummy.lint import lint
from rummy.play.examples import run_examples
from rummy.play.match import Match
from rummy.spec.bind import bind
from rummy.spec.load import examine, load_text

PAIRS = """
rummy: 1
title: Pairs
players: 2..4
sides: 2 if players == 4 else players
deck: {points: {A: 1, 2..10: pips, J Q K: 10}}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
  foot: {of: side, seen_by: nobody}
  board: {of: side, seen_by: all}
melds:
  set: {size: 3.., valid: same(rank)}
variables:
  opened: {of: side, start: false}
setup:
  deal: {auto: {deal: 5}}
  feet: {auto: {each: everyone, move: stock, to: foot, when: count(foot) == 0}}
turn:
  steps:
    draw: {auto: {move: stock, to: hand}}
    play:
      repeat:
        meld: {lay: all, do: {set: {opened: true}}}
        add: {lay_off: owner in us, when: opened}
        show: {move: hand, to: board, when: opened and count(board) == 0}
    discard: {when: count(hand) > 0, move: hand, to: pile}
events:
  out: {when: count(hand) == 0 or turns > 3, do: {end: round}}
score:
  round: sum(10 for m in melds where m.owner in us) - sum(points(hand of p) for p in us)
match:
  over: any(total of p < -30 for p in everyone)
examples:
  a partner adds to the meld of the side, an opponent does not:
    players: 4
    given:
      turn: 3
      step: play
      hand: {1: KH, 2: 8C 4C, 3: 9C KC, 4: 2S}
      melds: [set 9H 9D 9S by 1]
      opened: {3: true}
      board: {2: AS}
    play: [add 9C to m1]
    legal: show KC
    check:
      - opened of seat(1) and not opened of seat(2)
      - count(board of seat(4)) == 1
      - count(us of seat(1)) == 2 and count(partners of seat(1)) == 1
      - all(p in {seat(2), seat(4)} for p in opponents of seat(3))
  three players are a side each:
    players: 3
    given: {turn: 1, step: play, hand: {1: KH, 2: 9C, 3: 8C}, melds: [set 9H 9D 9S by 2]}
    check: count(us of seat(1)) == 1 and count(partners of seat(2)) == 0
"""


def test_the_examples_hold() -> None:
    spec = load_text(PAIRS, "pairs.yaml")
    assert [result.problems for result in run_examples(spec)] == [(), ()]


def test_partners_have_one_total_and_win_together() -> None:
    spec = load_text(PAIRS, "pairs.yaml")
    for seed in range(10):
        match = Match(spec, 4, seed=seed)
        while not match.over:
            match.apply(match.legal()[seed % len(match.legal())])
        assert match.totals[0] == match.totals[2] and match.totals[1] == match.totals[3]
        assert match.winners in ((0, 2), (1, 3))


def test_a_partner_sees_no_card_of_the_hand() -> None:
    match = Match(load_text(PAIRS, "pairs.yaml"), 4, seed=1)
    view = match.view(0)
    assert view.zone("hand", 0).cards is not None
    assert view.zone("hand", 2).cards is None and view.zone("hand", 2).count == 5
    assert view.zone("foot", 0).cards is None and view.zone("foot", 0).count == 1
    assert [zone.seat for zone in view.zones if zone.name == "foot"] == [0, 1]


def test_nobody_can_see_a_zone_of_a_side_as_its_owner() -> None:
    wrong = PAIRS.replace("foot: {of: side, seen_by: nobody}", "foot: {of: side, seen_by: owner}")
    spec, found = examine(wrong, "pairs.yaml")
    assert spec is None
    assert [finding.code for finding in found] == ["S118"]


def test_players_who_cannot_be_parted_into_sides_are_refused() -> None:
    spec = load_text(PAIRS.replace("2 if players == 4 else players", "2"), "pairs.yaml")
    assert bind(spec, 4).sides == 2
    with pytest.raises(SpecError) as caught:
        bind(spec, 3)
    assert [finding.code for finding in caught.value.diagnostics] == ["L925"]
    assert "L925" in [finding.code for finding in lint(spec)]


def test_a_draw_cannot_seat_partners() -> None:
    wrong = PAIRS.replace("match:\n", "match:\n  first_dealer: {draw: highest, seats: true}\n")
    _, found = examine(wrong, "pairs.yaml")
    assert [finding.code for finding in found] == ["L925"]
