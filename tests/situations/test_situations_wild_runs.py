"""Situations in which programs went wrong elsewhere: wild cards in runs, on the table and in hand.

Played with the twos of Bing Rummy, which may also be themselves below a three.
"""

from __future__ import annotations

import pytest
from rummy.errors import ActionError
from rummy.play.actions import action_text, parse_action
from rummy.play.engine import Engine
from rummy.play.situation import Situation, parse_meld, set_up
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.load import load

BING = Engine(bind(load("bing"), 3, {"new_melds": True}))


def table(hand: str, *melds: str, pile: str = "8C", opened: bool = True) -> State:
    """Seat 1 of three is to act; seat 2 holds a king."""
    deck = BING.deck
    situation = Situation(step="act")
    situation.zones = {
        ("hand", 0): deck.parse_many(hand),
        ("hand", 1): deck.parse_many("KD"),
        ("pile", None): deck.parse_many(pile),
    }
    situation.values["opened", 0] = int(opened)
    situation.melds = [parse_meld(BING, text) for text in melds]
    return set_up(BING, situation)


def legal(state: State) -> list[str]:
    """The legal actions as texts."""
    return [action_text(BING, state, action) for action in state.legal or ()]


def do(state: State, text: str) -> None:
    """One action."""
    BING.apply(state, parse_action(BING, state, text))


def shown(state: State, meld: int) -> str:
    """A meld on the table, in order."""
    return BING.deck.texts(state.table[meld].display)


@pytest.mark.parametrize(
    ("cards", "places"),
    [
        ("QS KS 2H", {"2H(JS) QS KS", "QS KS 2H(AS)"}),
        ("KS AS 2H", {"2H(QS) KS AS"}),  # nothing follows the ace
        ("KS 2H 3S", set()),  # no corner
        ("2H 3S 4S", {"3S 4S 2H(5S)"}),  # nothing but its own two stands below the three
        ("2S 3S 4S", {"2S 3S 4S", "3S 4S 2S(5S)"}),
    ],
)
def test_b07_a_wild_card_stands_only_where_the_line_has_a_place(
    cards: str, places: set[str]
) -> None:
    state = table(cards + " 9C 10H")
    found = {t.removeprefix("meld run ") for t in legal(state) if t.startswith("meld run")}
    assert found == places
    if len(places) > 1 and not cards.startswith("2S"):
        with pytest.raises(ActionError, match="several ways"):
            parse_action(BING, state, "meld run " + cards)


def test_b09_a_run_with_a_wild_card_inside_is_found_though_no_part_of_it_is_a_meld() -> None:
    state = table("5S 6S 2H 8S 9S")
    assert "meld run 5S 6S 2H(7S) 8S 9S" in legal(state)
    do(state, "meld run 5S 6S 2H 8S 9S")
    assert state.over  # nothing is left over
    without = table("5S 6S 8S 9S KH")
    assert not [t for t in legal(without) if t.startswith("meld")]


def test_b10_a_wild_card_is_added_at_the_end_that_is_named() -> None:
    state = table("2C 4H KS", "run 6H 7H 8H by 2")
    assert {t for t in legal(state) if "2C" in t} == {"add 2C(5H) to m1", "add 2C(9H) to m1"}
    do(state, "add 2C(5H) to m1")
    assert "add 4H to m1" in legal(state)
    do(state, "add 4H to m1")
    assert shown(state, 0) == "4H 2C(5H) 6H 7H 8H"
    state = table("2C 4H KS", "run 6H 7H 8H by 2")
    do(state, "add 2C(9H) to m1")
    assert state.me == 1  # 4H fits nowhere now, and so the turn is over


def test_b10_the_natural_two_is_meant_where_no_place_is_named() -> None:
    state = table("2S KS 9C", "run 3S 4S 5S by 2")
    do(state, "add 2S to m1")
    assert shown(state, 0) == "2S 3S 4S 5S"


def test_b13_cards_go_on_at_the_low_end_one_after_another_down_to_the_two() -> None:
    state = table("4S 3S 2S 9C", "run 5S 6S 7S by 2")
    with pytest.raises(ActionError):
        parse_action(BING, state, "add 3S to m1")
    for card in ("4S", "3S", "2S"):
        do(state, f"add {card} to m1")
    assert shown(state, 0) == "2S 3S 4S 5S 6S 7S"


@pytest.mark.parametrize(("opened", "allowed"), [(True, True), (False, False)])
def test_b20_cards_are_laid_off_only_after_the_opening(opened: bool, allowed: bool) -> None:
    state = table("7D KS 9C", "run 4D 5D 6D by 2", opened=opened)
    assert ("add 7D to m1" in legal(state)) == allowed


def test_b20_in_the_turn_of_the_opening_a_card_is_laid_off_and_the_player_goes_out() -> None:
    state = table("10D 10C 10H 3S 4S 5S JH QH KH 7D", "run 4D 5D 6D by 2", opened=False)
    with pytest.raises(ActionError):
        parse_action(BING, state, "add 7D to m1")
    for text in ("open", "open group 10D 10C 10H", "open run 3S 4S 5S", "open run JH QH KH"):
        do(state, text)
    assert legal(state) == ["add 7D to m1", "done"]
    do(state, "add 7D to m1")
    assert state.over and state.history[-1].ended_by == "out"


def test_b32_a_card_from_the_stock_may_go_again_one_from_the_pile_not() -> None:
    """c) with two packs the twin is barred too, as this game says; the same every time."""
    state = table("QH 5D", pile="9C 3H", opened=False)
    deck = BING.deck
    state.z[BING.program.slots.zone["stock"]].append(deck.parse("KS"))  # type: ignore[union-attr]
    do(state, "draw")
    assert "discard KS" in legal(state)
    do(state, "discard KS")
    assert state.me == 1
    state = table("QH 5D", pile="QH 3H", opened=False)
    do(state, "take")
    for _ in range(3):
        assert legal(state) == ["throw 5D"]
        with pytest.raises(ActionError):
            parse_action(BING, state, "throw QH")


@pytest.mark.parametrize(
    ("melds", "strict", "loose"),
    [
        ("6D 7D 8D 9D 10D JD", False, True),  # one run is not two melds unless it is cut
        ("6D 7D 8D 6S 7S 8S", True, True),
    ],
)
def test_b27_touching_runs_are_one_or_two_as_the_option_says(
    melds: str, strict: bool, loose: bool
) -> None:
    hand = melds + " 4H 4C 4S"
    for value, expected in (("forbidden", strict), ("allowed", loose)):
        made = Engine(bind(load("bing"), 3, {"alike_melds": value}))
        situation = Situation(step="act")
        situation.zones = {
            ("hand", 0): made.deck.parse_many(hand),
            ("hand", 1): made.deck.parse_many("KD"),
            ("pile", None): made.deck.parse_many("8C"),
        }
        state = set_up(made, situation)
        texts = [action_text(made, state, action) for action in state.legal or ()]
        assert ("open" in texts) == expected


def test_b39_and_b40_the_pile_is_turned_over_unshuffled_when_a_turn_finds_no_stock() -> None:
    """The last stock card is drawn: nothing moves until the next turn begins."""
    deck = BING.deck
    left = list(deck.all_cards())
    named = {"stock": "9C", "pile": "KD QD JD", "hand": "3S 4S"}
    for text in named.values():
        for face in deck.parse_many(text):
            left.remove(face)
    situation = Situation(step="stock_used_up")
    situation.zones = {
        ("stock", None): deck.parse_many(named["stock"]),
        ("pile", None): deck.parse_many(named["pile"]),
        ("hand", 0): deck.parse_many(named["hand"]),
        ("hand", 1): tuple(left),
    }
    state = set_up(BING, situation)
    slots = BING.program.slots.zone
    do(state, "draw")
    assert state.z[slots["stock"]] == []
    assert deck.texts(state.z[slots["pile"]]) == "JD QD KD"  # type: ignore[arg-type]
    do(state, "discard 4S")
    assert state.me == 1
    assert deck.texts(state.z[slots["stock"]]) == "KD QD JD"  # type: ignore[arg-type]
    assert deck.texts(state.z[slots["pile"]]) == "4S"  # type: ignore[arg-type]
    assert "draw" in legal(state)
