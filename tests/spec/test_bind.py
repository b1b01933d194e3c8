"""Players and options filled in: the pack, wild cards, points, sizes, bad arguments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rummy.errors import SpecError, UsageError
from rummy.lang.fold import constant
from rummy.spec.bind import Rules, bind, option_text
from rummy.spec.load import examine, load_text
from rummy.spec.model import Deal, Spec

SMALL = Path(__file__).with_name("small_rummy.yaml").read_text(encoding="utf-8")


def small() -> Spec:
    return load_text(SMALL, "small.yaml")


def text_with_deck(deck: str) -> str:
    """A spec with this deck and one kind of meld, whatever the ranks are."""
    text = re.sub(r"^deck:\n.*?(?=^zones:)", f"deck: {{{deck}}}\n\n", SMALL, flags=re.S | re.M)
    text = re.sub(r"^examples:\n.*?(?=^sources:)", "", text, flags=re.S | re.M)
    assert text.count("deck:") == 1
    return text


def with_deck(deck: str, players: int = 2) -> Rules:
    return bind(load_text(text_with_deck(deck), "small.yaml"), players)


@pytest.mark.parametrize(("players", "packs", "cards"), [(2, 1, 54), (3, 1, 54), (4, 2, 108)])
def test_the_pack_follows_the_number_of_players(players: int, packs: int, cards: int) -> None:
    rules = bind(small(), players)
    assert rules.deck.size == cards
    assert rules.deck.copies == (packs,) * 52 + (2 * packs,)
    assert rules.constants["packs"] == packs
    assert rules.constants["players"] == rules.players == players
    assert [(kind.least, kind.most) for kind in rules.kinds] == [(3, 4), (3, cards)]


def test_points_of_held_cards_follow_the_options() -> None:
    low, high = bind(small(), 2), bind(small(), 2, {"aces_high": "yes"})
    for rules, ace in ((low, 1), (high, 15)):
        deck = rules.deck
        worth = {deck.text(face): deck.points_of[face] for face in range(deck.faces)}
        assert [worth[card] for card in ("AS", "2H", "10D", "JC", "KS", "JOK")] == [
            *(ace, 2, 10, 10, 10, 20)
        ]


def test_a_joker_may_stand_for_every_card_but_a_joker() -> None:
    (joker,) = bind(small(), 2).deck.wilds
    assert joker.faces == (52,)
    assert joker.targets == {52: tuple(range(52))}
    assert not joker.natural


def test_wild_twos_stand_for_what_the_spec_says_and_never_for_themselves() -> None:
    deck = with_deck("wilds: {two: {cards: rank == 2, natural: true}}").deck
    (two,) = deck.wilds
    own = deck.parse("2H")
    assert {deck.text(face) for face in two.faces} == {"2S", "2H", "2D", "2C"}
    assert set(two.targets[own]) == set(range(52)) - {own}
    assert two.natural


def test_a_wild_card_may_be_bound_to_its_own_suit() -> None:
    deck = with_deck(
        "wilds: {two: {cards: rank == 2, stands_for: suit == wild_face.suit and rank != 2}}"
    ).deck
    (two,) = deck.wilds
    stands = {deck.text(face) for face in two.targets[deck.parse("2D")]}
    assert stands == {
        rank + "D" for rank in ["A", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    }


def test_cards_taken_out_are_not_in_the_pack_and_not_stood_for() -> None:
    deck = with_deck(
        "without: 'rank in {8, 9, 10}', jokers: 1, wilds: {joker: {cards: joker}}"
    ).deck
    assert deck.size == 52 - 12 + 1
    assert deck.copies[deck.face(7, 0)] == 0
    assert len(deck.wilds[0].targets[deck.joker]) == 40


def test_a_rank_line_may_name_a_rank_twice_or_close_a_circle() -> None:
    deck = with_deck("lines: {run: A 2 3 4 5 6 7 8 9 10 J Q K A, corner: A 2 3 K around}").deck
    assert deck.lines["run"].ranks == (*range(13), 0)
    assert not deck.lines["run"].around
    assert (deck.lines["corner"].ranks, deck.lines["corner"].around) == ((0, 1, 2, 12), True)


def test_a_deck_may_have_other_suits_and_ranks() -> None:
    deck = with_deck(
        "ranks: 1 2 3, suits: {R: {name: roses, colour: red}, L: {name: leaves, colour: green}}"
    ).deck
    assert [deck.text(face) for face in range(deck.joker)] == ["1R", "2R", "3R", "1L", "2L", "3L"]
    assert deck.colours == ("red", "green")
    assert deck.lines["run"].ranks == (0, 1, 2)


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ("packs: players - 2", "no cards at all"),
        ("packs: players - 3", "-1"),
        ("packs: players * 20", "2080 cards"),
        ("jokers: 3000", "3052 cards"),
    ],
)
def test_an_impossible_pack_is_refused_where_it_is_written(deck: str, words: str) -> None:
    spec, found = examine(text_with_deck(deck), "small.yaml")
    assert found == []
    assert spec is not None
    with pytest.raises(SpecError) as caught:
        bind(spec, 2)
    (finding,) = caught.value.diagnostics
    assert finding.code == "L922"
    assert words in finding.message
    assert (
        finding.span.line
        == text_with_deck(deck)[: text_with_deck(deck).index("deck:")].count("\n") + 1
    )


def test_too_many_different_cards_are_refused() -> None:
    ranks = " ".join(map(str, range(1, 31)))
    spec, found = examine(text_with_deck(f"ranks: {ranks}"), "small.yaml")
    assert [item.code for item in found] == ["L921"]
    assert spec is None


# --- arguments ------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(UsageError, match="Small Rummy is for 2 to 4 players"):
        bind(small(), players)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("target", "500", 500),
        ("target", 50, 50),
        ("max_rounds", "none", 0),
        ("max_rounds", "None", 0),
        ("max_rounds", 7, 7),
        ("aces_high", "yes", 1),
        ("aces_high", True, 1),
        ("aces_high", "false", 0),
        ("start_with", "ten", 1),
        ("start_with", "SEVEN", 0),
    ],
)
def test_options_are_read_from_words_and_numbers(
    name: str, given: str | int | bool, value: int
) -> None:
    assert bind(small(), 2, {name: given}).options[name] == value


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("target", "501", "50..500"),
        ("target", "many", "50..500"),
        ("target", "1e2", "50..500"),
        ("target", "９９", "50..500"),
        ("target", "9" * 5000, "50..500"),
        ("max_rounds", "nune", "did you mean `none`"),
        ("aces_high", "perhaps", "yes or no"),
        ("start_with", "tne", "did you mean `ten`"),
        ("start_with", "", "seven or ten"),
        ("targt", "100", "did you mean `target`"),
        ("colour", "red", "its options: target"),
    ],
)
def test_a_bad_option_is_refused_with_what_is_possible(name: str, given: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        bind(small(), 2, {name: given})
    assert words in str(caught.value)


def test_an_option_at_its_default_changes_nothing() -> None:
    spec = small()
    usual = bind(spec, 3)
    written = {option.name: option_text(option, option.default) for option in spec.options}
    assert written == {
        "target": "100",
        "aces_high": "false",
        "start_with": "seven",
        "max_rounds": "none",
    }
    rules = bind(spec, 3, written)
    assert rules.constants == usual.constants
    assert rules.deck.points_of == usual.deck.points_of


@pytest.mark.parametrize(("word", "cards"), [("seven", 7), ("ten", 10)])
def test_what_depends_on_options_alone_is_a_number_afterwards(word: str, cards: int) -> None:
    rules = bind(small(), 2, {"start_with": word})
    (deal,) = rules.spec.setup[0].auto
    assert isinstance(deal, Deal)
    assert constant(rules.fold(deal.count.tree)) == cards
    assert rules.fold(deal.count.tree) is rules.fold(deal.count.tree)
    assert (rules.rounds, rules.turns) == (200, 100)
