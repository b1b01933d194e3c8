"""Wild cards that are swapped, moves that name a player, cards of no suit and rank."""

from __future__ import annotations

import pytest
from rummy.errors import AmbiguousAction, IllegalAction, InvalidAction
from rummy.play.match import Match
from rummy.play.situation import Situation, set_up
from rummy.spec.load import load_text

TEXT = """
rummy: 1
title: Small
about: A small game.
players: 2..4
deck:
  packs: 2
  jokers: 4
  extra: {skip: 3, star: players}
  lines: {run: A 2 3 4 5 6 7 8 9 10 J Q K A}
  wilds: {joker: {cards: joker or card == STAR}}
  points: {2..10: pips, J Q K: 10, joker: 20, skip star: 15}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3..4, valid: same(rank) and distinct(suit) and any(natural)}
  group: {size: 3.., valid: same(rank) and any(natural)}
  run: {size: 3.., valid: same(suit) and sequence(rank) and any(natural)}
variables:
  skipped: {of: player, per: round, start: 0}
  swapped: {of: table, per: turn, start: 0}
setup:
  deal: {auto: {deal: 7}}
turn:
  steps:
    play:
      repeat:
        add: {lay_off: true}
        meld: {lay: all}
        swap: {swap: kind != run, do: {set: {swapped: count(taken)}}}
        shift: {swap: kind == run, wild_goes: end}
    throw:
      choose:
        discard: {move: hand, to: pile, cards: card != SKIP}
        skip:
          move: hand
          to: pile
          cards: card == SKIP
          whom: (p in others where skipped of p == 0)
          do: {set: {skipped: skipped + 1}, of: whom}
        give: {move: hand, to: hand of whom, cards: face == 2S, whom: others}
        point: {say: true, whom: everyone, do: {earn: 5, of: whom}}
score: {round: earned - points(hand)}
match: {over: true}
"""


def table(
    hand: str, melds: list[tuple[str, str]] | None = None, others: str = "KC", **values: int
) -> Match:
    """A situation of three players; seat 1 is to play."""
    spec = load_text(TEXT, "small.yaml")
    match = Match(spec, players=3)
    deck, rules = match.engine.deck, match.rules
    kinds = {kind.name: kind.index for kind in rules.kinds}
    situation = Situation()
    situation.zones["hand", 0] = deck.parse_many(hand)
    situation.zones["hand", 1] = deck.parse_many(others)
    situation.zones["hand", 2] = deck.parse_many(others)
    for kind, cards in melds or []:
        situation.melds.append((kinds[kind], deck.parse_many(cards), 1))
    for name, seat in values.items():
        situation.values[name, seat] = 1
    match.state = set_up(match.engine, situation)
    return match


def table_of(match: Match) -> list[str]:
    """The melds on the table, as they are written."""
    return [match.engine.deck.texts(shape.display) for shape in match.state.table]


def hand_of(match: Match, seat: int) -> str:
    """A hand, in the order of faces."""
    zone = match.state.z[match.engine.program.hand_base + seat]
    assert isinstance(zone, int)
    return match.engine.deck.bag_text(zone)


# --- swaps ----------------------------------------------------------------------


def test_the_missing_card_of_a_set_takes_the_place_of_its_joker() -> None:
    match = table("7D 9C", [("set", "7S 7H JOK(7D)")])
    match.apply("swap 7D for JOK(7D) in m1")
    assert table_of(match) == ["7S 7H 7D"]
    assert hand_of(match, 0) == "9C JOK"
    assert match.state.v[match.engine.program.slots.variable["swapped"]] == 1


def test_a_card_whose_suit_is_there_does_not_replace_the_joker_of_a_set() -> None:
    match = table("7S 9C", [("set", "7S 7H JOK(7D)")])
    with pytest.raises(IllegalAction, match="no wild card in m1 stands for 7S"):
        match.apply("swap 7S for JOK in m1")


def test_any_card_of_the_rank_replaces_a_joker_whose_suit_is_open() -> None:
    match = table("7S 9C", [("group", "7S 7H JOK(7)")])
    match.apply("swap 7S in m1")
    assert table_of(match) == ["7S 7S 7H"]
    assert hand_of(match, 0) == "9C JOK"


def test_a_swap_earns_nothing_and_the_meld_stays_its_owners() -> None:
    match = table("7S 9C", [("group", "7S 7H JOK(7)")])
    match.apply("swap 7S in m1")
    assert match.state.earned == [0, 0, 0]
    assert match.state.owners == [1]


def test_the_joker_of_a_run_goes_to_either_end() -> None:
    match = table("6H 9C", [("run", "5H JOK(6H) 7H")])
    shifts = [text for text in match.legal_texts() if text.startswith("shift")]
    assert shifts == [
        "shift 6H for JOK(6H) in m1 as JOK(4H)",
        "shift 6H for JOK(6H) in m1 as JOK(8H)",
    ]
    match.apply(shifts[1])
    assert table_of(match) == ["5H 6H 7H JOK(8H)"]
    assert hand_of(match, 0) == "9C"


def test_a_joker_of_a_run_that_has_no_end_to_go_to_stays() -> None:
    whole = "AH 2H 3H 4H 5H JOK(6H) 7H 8H 9H 10H JH QH KH AH"
    match = table("6H 9C", [("run", whole)])
    with pytest.raises(IllegalAction, match="no other place"):
        match.apply("shift 6H")


def test_a_swap_in_several_ways_is_asked_back() -> None:
    match = table("6H 9C", [("run", "5H JOK(6H) 7H")])
    with pytest.raises(AmbiguousAction, match="several ways"):
        match.parse("shift 6H")


def test_cards_of_a_swap_may_be_typed_in_any_order_and_case() -> None:
    match = table("AH 9C", [("run", "JOK(AH) 2H 3H")])
    action = match.parse("shift AH for JOK(AH) in m1 as JOK(4H)")
    for text in ("shift ah jok(ah) jok(4h) m1", "shift jok(4h) for ah, jok(ah)", "shift AH"):
        assert match.parse(text) == action


def test_a_card_that_is_not_held_is_not_swapped() -> None:
    match = table("9C", [("run", "5H JOK(6H) 7H")])
    with pytest.raises(IllegalAction, match="do not hold 6H"):
        match.apply("shift 6H")


def test_a_condition_on_melds_says_why_nothing_may_be_swapped() -> None:
    match = table("6H 9C", [("run", "5H JOK(6H) 7H")])
    with pytest.raises(IllegalAction, match="no card of m1 may be swapped"):
        match.apply("swap 6H")


# --- players who are named ---------------------------------------------------------


def test_what_happens_to_the_player_named_happens_to_that_player() -> None:
    match = table("SKIP 9C")
    match.apply("skip SKIP to 3")
    slot = match.engine.program.slots.variable["skipped"]
    assert match.state.v[slot : slot + 3] == [0, 0, 1]


def test_only_players_who_may_be_named_are_offered() -> None:
    match = table("SKIP 9C", skipped=2)
    assert [text for text in match.legal_texts() if text.startswith("skip")] == ["skip SKIP to 2"]
    with pytest.raises(IllegalAction, match="seat 3 cannot be named, only 2"):
        match.apply("skip SKIP to 3")
    assert match.text(match.parse("skip SKIP")) == "skip SKIP to 2"


def test_a_player_must_be_named_where_several_can() -> None:
    match = table("SKIP 9C")
    with pytest.raises(InvalidAction, match="say whom"):
        match.apply("skip SKIP")


def test_cards_are_given_to_the_player_named() -> None:
    match = table("2S 9C")
    match.apply("give 2S to seat 2")
    assert hand_of(match, 1) == "2S KC"


def test_a_word_may_name_a_player_too() -> None:
    match = table("9C")
    assert [t for t in match.legal_texts() if t.startswith("point")] == [
        "point to 1",
        "point to 2",
        "point to 3",
    ]
    match.apply("point to 2")
    assert match.state.earned == [0, 5, 0]


# --- special cards --------------------------------------------------------------------


def test_special_cards_are_in_the_pack_with_their_points() -> None:
    match = table("SKIP STAR 9C")
    deck = match.engine.deck
    skip, star = deck.parse("skip"), deck.parse("STAR")
    assert (deck.copies[skip], deck.copies[star]) == (3, 3)
    assert (deck.points_of[skip], deck.points_of[star]) == (15, 15)
    assert deck.size == 2 * 52 + 4 + 3 + 3
    assert deck.bag_text(deck.bag([star, skip, 0])) == "AS SKIP STAR"


def test_a_special_card_lies_in_no_meld_but_as_a_wild_card() -> None:
    match = table("SKIP SKIP SKIP STAR 9C 9D 2H")
    melds = [text for text in match.legal_texts() if text.startswith("meld")]
    assert "meld group 9D 9C STAR(9)" in melds
    assert not any("SKIP" in text for text in melds)


def test_a_refusal_says_that_a_special_card_lies_in_no_meld() -> None:
    match = table("SKIP 9D 9H 2H 3H")
    with pytest.raises(IllegalAction, match="SKIP has no suit and rank and lies in no meld"):
        match.apply("meld group 9D 9H SKIP")
