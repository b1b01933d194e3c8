"""Bing Rummy: every option changes something that can be seen, and plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bing_table import SPEC, Table, Value, all_cards, engine
from rummy.chance import pick, stream
from rummy.play.match import Match
from rummy.spec.bind import option_text

NINES = "9H 9H 9D"


def packs_at_eight(value: Value) -> object:
    """BING-01: cards in the pack and in each hand of eight."""
    match = Match(SPEC, seed=3, engine=engine(8, {"packs_at_eight": value}))
    match.apply("put_back")
    return match.engine.deck.size, match.view(-1).zone("hand", 0).count


def packs_at_seven(value: Value) -> object:
    """BING-07: the stock of seven players."""
    match = Match(SPEC, seed=3, engine=engine(7, {"packs_at_seven": value}))
    match.apply("put_back")
    return match.view(-1).zone("stock").count


def natural_two(value: Value) -> object:
    """BING-03: where 2S fits on a sequence from the three on."""
    table = Table(
        2,
        {"natural_two": value},
        hand={1: "2S 9C", 2: "KD"},
        opened=[1],
        melds=["run 3S 4S 5S by 2"],
        pile="8H",
    )
    return [text for text in table.legal if text.startswith("add")]


def same_card(value: Value) -> object:
    """BING-11 and BING-94: whether the twin of one's last card may be taken."""
    options = {"same_card": value}
    return Table(2, options, hand={1: "7S", 2: "KD"}, opened=[1], pile="7S").allows("take")


def wild_limit(value: Value) -> object:
    """BING-22: a group of one nine and two twos among three melds."""
    hand = "3S 4S 5S JC QC KC 9H 2H 2D 8D"
    table = Table(2, {"wild_limit": value}, hand={1: hand, 2: "KD"}, pile="4H")
    return table.allows("open")


def new_melds(value: Value) -> object:
    """BING-32: a group in the hand of a player who has opened."""
    table = Table(2, {"new_melds": value}, hand={1: NINES + " AD", 2: "KD"}, opened=[1], pile="4H")
    return table.allows("meld group " + NINES)


def alike_melds(value: Value) -> object:
    """BING-34: two groups of nines and a sequence."""
    hand = f"{NINES} 9S 9S 9C 3S 4S 5S AD"
    return Table(2, {"alike_melds": value}, hand={1: hand, 2: "KD"}, pile="4H").allows("open")


def recycles(value: Value) -> object:
    """BING-52: whether the hand is over with no stock, after so many times."""
    return tuple(
        Table(
            2,
            {"recycles": value},
            hand={1: "3S", 2: "3D"},
            pile="KD QD",
            rest_with=2,
            recycled=n,
            step="stock_used_up",
        ).over
        for n in (0, 1, 2)
    )


def turns_per_hand(value: Value) -> object:
    """BING-54: turns of the first hand of two who draw and throw a card of their hand."""
    match = Match(SPEC, seed=5, engine=engine(2, {"turns_per_hand": value}))
    match.apply("put_back")
    while not match.rounds:
        match.apply("draw")
        match.apply(match.legal()[0])
    return match.rounds[0].turns


SEEN: dict[str, tuple[Callable[[Value], object], dict[Value, object]]] = {
    "packs_at_eight": (packs_at_eight, {"three_packs": (156, 14), "short_hands": (104, 12)}),
    "packs_at_seven": (packs_at_seven, {"two_packs": 5, "three_packs": 57}),
    "natural_two": (
        natural_two,
        {True: ["add 2S to m1", "add 2S(6S) to m1"], False: ["add 2S(6S) to m1"]},
    ),
    "same_card": (same_card, {"face": False, "copy": True}),
    "wild_limit": (wild_limit, {"none": True, "fewer_than_naturals": False}),
    "new_melds": (new_melds, {False: False, True: True}),
    "alike_melds": (alike_melds, {"allowed": True, "forbidden": False}),
    "recycles": (
        recycles,
        {
            "unlimited": (False, False, False),
            0: (True, True, True),
            1: (False, True, True),
            2: (False, False, True),
        },
    ),
    "turns_per_hand": (turns_per_hand, {60: 120, 1: 2, 25: 50}),
}
OPTIONS = {option.name: option for option in SPEC.options}


def test_every_option_is_tried_with_all_its_choices_and_names_its_statement() -> None:
    assert list(SEEN) == list(OPTIONS)
    for name, (_, values) in SEEN.items():
        option = OPTIONS[name]
        if option.kind == "word":
            assert list(values) == list(option.words)
        assert option.rule.startswith("BING-")


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, values) in SEEN.items() for value in values]
)
def test_each_value_of_an_option_does_what_its_statement_says(name: str, value: Value) -> None:
    """BING-01, 03, 07, 11, 22, 32, 34, 52 and 54."""
    look, values = SEEN[name]
    assert look(value) == values[value]


@pytest.mark.parametrize("name", list(SEEN))
def test_the_first_value_is_the_default_and_any_other_changes_something(name: str) -> None:
    option, values = OPTIONS[name], list(SEEN[name][1].items())
    told = option_text(option, option.default)
    default = {"true": True, "false": False, "yes": True, "no": False}.get(told, told)
    assert str(values[0][0]) == str(default)
    assert all(found != values[0][1] for _, found in values[1:])


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, (_, values) in SEEN.items() for value in list(values)[1:]],
)
def test_a_match_with_each_value_plays_to_its_end(name: str, value: Value) -> None:
    """At random, short hands of turns so that somebody always leaves."""
    options: dict[str, Value] = {"turns_per_hand": 12, name: value}
    players = {"packs_at_eight": 8, "packs_at_seven": 7}.get(name, 3)
    made = engine(players, options)
    match = Match(SPEC, seed=4, engine=made)
    chance = stream(4, "bot:1")
    while not match.over:
        cards = sum(all_cards(match.state, made).values())
        assert cards == made.of(match.state).deck.size
        legal = match.legal()
        match.apply(legal[pick(len(legal), chance)])
    assert 1 <= len(match.rounds) < 40
    assert match.winners
