"""International Rummy: every option changes something that can be seen, and plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from international_table import SPEC, TABLE, TWO_RUNS, Table, Value, engine
from rummy.play.match import Match
from rummy.spec.bind import option_text
from rummy.spec.model import Option
from test_international_contracts import EIGHT_SPADES, with_cards
from test_international_end import goes_out, last_hand, play_on, winners

HANDS = {1: "2C 9S", 2: "3C 10S", 3: "5D JS"}
NINE = "3S 4S 5S 6S 9H 10H JH QH AD 2D 3D 4D 5D KC"


def ties(value: Value) -> object:
    """INT-02: seats 1 and 2 are equal; the ninth hand was not equal to them."""
    return winners(last_hand(1, lambda _: (90, 90, 200), {"ties": value}))


def new_melds(value: Value) -> object:
    """INT-13."""
    options = {"new_melds": value}
    table = with_cards("KS KH KD 2H", options=options, melds=TWO_RUNS, down=[1])
    return table.allows("meld set KS KH KD")


def touching_runs(value: Value) -> object:
    """INT-14."""
    return "open" in with_cards(EIGHT_SPADES, options={"touching_runs": value}).legal


def same_rank_sets(value: Value) -> object:
    """INT-16."""
    cards = "7S 7S 7H 7H 7D 7D 7C 7C 2H"
    return "open" in with_cards(cards, 2, {"same_rank_sets": value}).legal


def ninth_hand(value: Value) -> object:
    """INT-17: a king would be left."""
    return "open" in with_cards(NINE, 9, {"ninth_hand": value}).legal


def discard_taken(value: Value) -> object:
    """INT-35."""
    table = Table(3, {"discard_taken": value}, hand=HANDS, pile="QH", stock="5S 6H").do("take")
    return "QH" in table.may_throw


def buys_per_hand(value: Value) -> object:
    """INT-43: whether a player who has bought once is asked."""
    bought = {("bought", 2): 1}
    options = {"buys_per_hand": value}
    table = Table(3, options, hand=HANDS, pile="QH", stock="5S 6H", values=bought)
    return table.do("draw").seat


def fitting_discards(value: Value) -> object:
    """INT-51."""
    options = {"fitting_discards": value}
    hand = {1: "10C KH", 2: "2H", 3: "3H"}
    return Table(3, options, step="discard", hand=hand, melds=TABLE, down=[2]).may_throw


def joker_discard(value: Value) -> object:
    """INT-53."""
    options = {"joker_discard": value}
    hand = {1: "JOK KH", 2: "2H", 3: "3H"}
    return Table(3, options, step="discard", hand=hand, melds=TABLE, down=[2]).may_throw


def recycles(value: Value) -> object:
    """INT-64: the stock has been renewed three times, or twice."""
    return tuple(
        Table(
            3,
            {"recycles": value},
            hand=HANDS,
            pile="QH 3D 4S",
            stock_is_all=True,
            values={("recycled", 0): had},
        ).over
        for had in (2, 3)
    )


def turns_per_hand(value: Value) -> object:
    """INT-64: how many turns are played when nobody melds, up to two each."""
    table = Table(3, {"turns_per_hand": value}, hand=HANDS, stock="4S 6D 6H 7H 8C 9D 10C JD")
    turns = 0
    while not table.over and turns < 7:
        turns += table.allows("draw")
        table.do(table.legal[-1])
    return turns


def last_turns(value: Value) -> object:
    """INT-65: seat 2 goes out; seat 1 began the hand, so that seat 3 has had one turn less."""
    return play_on(goes_out(2, 3, {"last_turns": value}, {1: 4, 2: 3, 3: 3}))


SEEN: dict[str, tuple[Callable[[Value], object], dict[Value, object]]] = {
    "ties": (ties, {"shared": [1, 2], "last_hand": [2]}),
    "new_melds": (new_melds, {"false": False, "true": True}),
    "touching_runs": (touching_runs, {"allowed": True, "forbidden": False}),
    "same_rank_sets": (same_rank_sets, {"allowed": True, "forbidden": False}),
    "ninth_hand": (ninth_hand, {"must_go_out": False, "no_discard": True}),
    "discard_taken": (discard_taken, {"true": True, "false": False}),
    "buys_per_hand": (buys_per_hand, {"unlimited": 2, 0: 1, 1: 3}),
    "fitting_discards": (fitting_discards, {"refused": {"KH"}, "callable": {"KH", "10C"}}),
    "joker_discard": (joker_discard, {"fits": {"KH"}, "free": {"KH", "JOK"}}),
    "recycles": (recycles, {3: (False, True), 0: (True, True), 4: (False, False)}),
    "turns_per_hand": (turns_per_hand, {100: 7, 1: 3, 2: 6}),
    "last_turns": (last_turns, {"all_others": [3, 1], "rest_of_round": [3]}),
}
OPTIONS = {option.name: option for option in SPEC.options}
FLAGS: dict[Value, bool] = {"true": True, "false": False}


def given(name: str, value: Value) -> Value:
    """The value as an option takes it."""
    return FLAGS[value] if OPTIONS[name].kind == "flag" else value


def test_every_option_is_tried_with_all_its_choices() -> None:
    assert list(SEEN) == list(OPTIONS)
    for name, (_, values) in SEEN.items():
        option = OPTIONS[name]
        assert option.rule
        if option.kind == "word":
            assert list(values) == list(option.words)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, values) in SEEN.items() for value in values]
)
def test_each_value_of_an_option_does_what_its_statement_says(name: str, value: Value) -> None:
    """INT-02, 13, 14, 16, 17, 35, 43, 51, 53, 64 and 65."""
    look, values = SEEN[name]
    assert look(given(name, value)) == values[value]


@pytest.mark.parametrize("name", list(SEEN))
def test_any_other_value_than_the_default_changes_something(name: str) -> None:
    """The first value of the table is the default."""
    values = list(SEEN[name][1].items())
    default = values[0]
    assert option_text(OPTIONS[name], OPTIONS[name].default) == str(default[0])
    assert all(found != default[1] for _, found in values[1:])


def other_values(option: Option) -> list[Value]:
    """Every value tried but the default."""
    return list(SEEN[option.name][1])[1:]


@pytest.mark.parametrize(
    ("name", "value"),
    [(option.name, value) for option in SPEC.options for value in other_values(option)],
)
def test_a_match_with_each_value_plays_to_its_end(name: str, value: Value) -> None:
    options: dict[str, Value] = {"turns_per_hand": 8, "recycles": 1, name: given(name, value)}
    match = Match(SPEC, seed=4, engine=engine(3, options))
    actions = 0
    while not match.over:
        legal = match.legal()
        match.apply(legal[actions % len(legal)])
        actions += 1
    assert len(match.rounds) == 9
