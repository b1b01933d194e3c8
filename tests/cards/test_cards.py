"""Cards: how they are read and written, and hands against plain counting."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rummy.cards import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    JOKER,
    NOTHING,
    Deck,
    Line,
    Suit,
    bag_add,
    bag_counts,
    bag_remove,
    bag_subtract,
    bag_union,
)
from rummy.errors import CardError


def french(packs: int = 1, jokers: int = 0) -> Deck:
    return Deck(
        ranks=FRENCH_RANKS,
        suits=FRENCH_SUITS,
        copies=(packs,) * 52 + (jokers,),
        lines={"run": Line("run", tuple(range(13)))},
    )


def piquet() -> Deck:
    """A 32-card pack: no 2 to 6."""
    copies = tuple(0 if rank in "23456" else 1 for _ in FRENCH_SUITS for rank in FRENCH_RANKS)
    return Deck(FRENCH_RANKS, FRENCH_SUITS, (*copies, 0), {})


def tiles() -> Deck:
    """Two sets of tiles 1 to 13 in four colours, and two jokers."""
    suits = (
        Suit("B", "blue", "blue", "●"),
        Suit("R", "red", "red", "▲"),
        Suit("Y", "yellow", "yellow", "■"),
        Suit("K", "black", "black", "◆"),
    )
    return Deck(tuple(str(n) for n in range(1, 14)), suits, (2,) * 52 + (2,), {})


def five_suits() -> Deck:
    suits = (*FRENCH_SUITS, Suit("X", "stars", "blue", "★"))
    return Deck(FRENCH_RANKS[2:], suits, (1,) * 55 + (3,), {})


DECKS = {
    "one pack": french(),
    "two packs": french(2),
    "three packs with jokers": french(3, 6),
    "32 cards": piquet(),
    "tiles": tiles(),
    "five suits": five_suits(),
}
each_deck = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS.keys())


def places(deck: Deck, wild: int) -> list[int]:
    """All codes of a wild card that stands for something."""
    return (
        [deck.wild_code(wild, stand) for stand in range(deck.faces - 1) if stand != wild]
        + [deck.wild_rank_code(wild, rank) for rank in range(len(deck.ranks))]
        + [deck.wild_suit_code(wild, suit) for suit in range(len(deck.suits))]
        + [deck.wild_open_code(wild)]
    )


# --- text -------------------------------------------------------------------


@each_deck
def test_every_card_of_a_deck_reads_back_as_written(deck: Deck) -> None:
    for face in set(deck.all_cards()):
        assert deck.parse(deck.text(face)) == face
        assert deck.parse(deck.text(face).lower()) == face
        assert deck.parse(f"  {deck.text(face)} ") == face


@each_deck
def test_every_card_reads_with_its_suit_sign(deck: Deck) -> None:
    for face in set(deck.all_cards()) - {deck.joker}:
        suit = deck.suits[deck.suit_of[face]]
        assert deck.parse(deck.ranks[deck.rank_of[face]] + suit.sign) == face


@each_deck
def test_texts_of_different_cards_differ(deck: Deck) -> None:
    texts = [deck.text(code) for face in {0, deck.joker} for code in [face, *places(deck, face)]]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("deck", [french(1, 2), tiles(), five_suits()], ids=str)
def test_every_place_of_a_joker_reads_back_as_written(deck: Deck) -> None:
    for code in places(deck, deck.joker):
        assert deck.parse(deck.text(code)) == code
        assert deck.parse(deck.text(code).lower()) == code


@each_deck
def test_every_place_of_a_wild_card_reads_back_as_written(deck: Deck) -> None:
    wild = next(face for face in deck.all_cards() if face != deck.joker)
    for code in places(deck, wild):
        assert deck.parse(deck.text(code)) == code


def test_cards_are_written_rank_first() -> None:
    deck = french(1, 1)
    assert deck.text(0) == "AS"
    assert deck.text(13 + 9) == "10H"
    assert deck.text(51) == "KC"
    assert deck.text(52) == JOKER
    # a joker for the seven of hearts: suit 1, rank 6
    assert deck.text(deck.wild_code(52, 13 + 6)) == "JOK(7H)"
    assert deck.text(deck.wild_rank_code(52, 6)) == "JOK(7)"
    assert deck.text(deck.wild_suit_code(52, 1)) == "JOK(H)"
    assert deck.text(deck.wild_open_code(52)) == "JOK(*)"


@pytest.mark.parametrize("text", ["10H", "10h", "TH", "th", "Th", "10♥", "T♥", " 10H\t"])
def test_the_ten_of_hearts_is_one_card_however_written(text: str) -> None:
    deck = french()
    assert deck.parse(text) == 13 + 9
    assert deck.text(deck.parse(text)) == "10H"


@pytest.mark.parametrize("text", ["JOK(TH)", "jok(10h)", "JOK(10♥)", "Jok(t♥)"])
def test_a_joker_for_the_ten_is_one_card_however_written(text: str) -> None:
    deck = french(1, 1)
    assert deck.text(deck.parse(text)) == "JOK(10H)"


@pytest.mark.parametrize("text", ["JOK(T)", "jok(t)", "JOK(10)"])
def test_a_joker_for_any_ten_is_one_card_however_written(text: str) -> None:
    assert french(1, 1).text(french(1, 1).parse(text)) == "JOK(10)"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "1H",
            "11S",
            "0D",
            "HH",
            "10",
            "H",
            "",
            "7",
            "7HH",
            "77H",
            "10HX",
            "1OH",
            "7H8H",
            "J",
            "JOK",
        ),
        *(
            "hearts",
            "tricks",
            "discards",
            "spades",
            "10H)",
            "(10H)",
            "10H()",
            "10H(",
            "7 H",
            "7H(",
            "TT",
        ),
        *("7H(9Z)", "7H(11)", "7H(JOK)", "7H(7H(7H))", "７H", "7Н", "T", "1T", "10T", "TEN", "0"),
    ],
)
def test_what_is_no_card_is_refused_by_its_name(text: str) -> None:
    with pytest.raises(CardError) as caught:
        french().parse(text)
    assert caught.value.text == text
    assert repr(text) in str(caught.value)
    assert caught.value.hint


def test_cards_written_without_a_space_are_refused_with_the_spaced_text() -> None:
    with pytest.raises(CardError) as caught:
        french().parse("9H10HJH")
    assert caught.value.hint == "write spaces between cards: 9H 10H JH"


def test_cards_of_another_alphabet_without_a_space_get_the_same_hint() -> None:
    with pytest.raises(CardError) as caught:
        tiles().parse("9B13R")
    assert caught.value.hint == "write spaces between cards: 9B 13R"


def test_a_card_that_was_taken_out_of_the_pack_is_refused() -> None:
    with pytest.raises(CardError):
        piquet().parse("2S")
    assert piquet().parse("7S") == 6


def test_a_joker_is_refused_where_the_pack_has_none() -> None:
    with pytest.raises(CardError):
        french(2).parse("JOK")
    assert french(2, 1).parse("jok") == 52


def test_a_card_in_its_own_place_is_natural() -> None:
    deck = french()
    assert deck.parse("2C(2C)") == deck.parse("2C")
    assert deck.parse("2C(6D)") == deck.wild_code(deck.parse("2C"), deck.parse("6D"))


def test_several_cards_keep_their_order_with_spaces_or_commas() -> None:
    deck = french()
    assert deck.texts(deck.parse_many("9H, 10h  jh,AS")) == "9H 10H JH AS"
    assert deck.parse_many("  ") == ()


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.text(max_size=8))
def test_any_text_is_a_card_or_a_card_error(text: str) -> None:
    deck = french(1, 1)
    try:
        code = deck.parse(text)
    except CardError:
        return
    assert deck.parse(deck.text(code)) == code


# --- tables -----------------------------------------------------------------


def test_a_placed_joker_has_rank_suit_and_colour_of_its_place() -> None:
    deck = french(1, 1)
    code = deck.parse("JOK(7H)")
    assert (deck.rank_of[code], deck.suit_of[code], deck.colours[deck.colour_of[code]]) == (
        6,
        1,
        "red",
    )
    assert deck.face_of[code] == deck.joker
    assert deck.stands_wild[code] == 1


def test_open_halves_of_a_place_are_nothing() -> None:
    deck = french(1, 1)
    table = {text: deck.parse(text) for text in ("JOK", "JOK(7)", "JOK(H)", "JOK(*)")}
    halves = {t: (deck.rank_of[c], deck.suit_of[c], deck.colour_of[c]) for t, c in table.items()}
    assert halves == {
        "JOK": (NOTHING, NOTHING, NOTHING),
        "JOK(7)": (6, NOTHING, NOTHING),
        "JOK(H)": (NOTHING, 1, 1),
        "JOK(*)": (NOTHING, NOTHING, NOTHING),
    }


@each_deck
def test_a_card_and_its_places_know_the_printed_face(deck: Deck) -> None:
    for face in (0, deck.joker):
        assert {deck.face_of[code] for code in places(deck, face)} == {face}
        assert deck.stand_of(face) == NOTHING
    assert len(deck.rank_of) == deck.code_count == len(deck.face_of) == len(deck.stands_wild)


def test_a_pack_has_as_many_cards_as_its_copies_say() -> None:
    assert [DECKS[name].size for name in DECKS] == [52, 104, 162, 32, 106, 58]
    assert all(len(list(deck.all_cards())) == deck.size for deck in DECKS.values())


# --- bags -------------------------------------------------------------------


@st.composite
def bags(draw: st.DrawFn) -> tuple[Deck, list[int], list[int]]:
    """A deck of 1 to 3 packs, cards of it, and some of those cards."""
    deck = french(draw(st.integers(1, 3)), draw(st.integers(0, 4)))
    pool = list(deck.all_cards())
    held = draw(st.lists(st.sampled_from(range(len(pool))), unique=True, max_size=30))
    # a second helping from few faces, so that twins are common
    few = [i for i, face in enumerate(pool) if face % 13 < 2 and i not in held]
    held += draw(st.lists(st.sampled_from(few), unique=True, max_size=8)) if few else []
    part = draw(st.lists(st.sampled_from(held), unique=True)) if held else []
    return deck, [pool[i] for i in held], [pool[i] for i in part]


properties = settings(max_examples=200, derandomize=True, deadline=None)


@properties
@given(bags())
def test_a_bag_holds_exactly_its_cards(case: tuple[Deck, list[int], list[int]]) -> None:
    deck, held, _ = case
    bag = deck.bag(held)
    assert deck.bag_faces(bag) == tuple(sorted(held))
    assert bag.bit_count() == len(held)
    assert bag & deck.full == sum(1 << face for face in set(held))
    assert deck.bag(reversed(held)) == bag
    assert deck.parse_many(deck.bag_text(bag)) == tuple(sorted(held))


@properties
@given(bags())
def test_adding_and_removing_one_card_is_counting(case: tuple[Deck, list[int], list[int]]) -> None:
    deck, held, part = case
    bag, counts = deck.bag(held), Counter(held)
    for face in part:
        bag = bag_remove(bag, face, deck.faces)
        counts[face] -= 1
        assert Counter(deck.bag_faces(bag)) == +counts
    for face in part:
        bag = bag_add(bag, face, deck.faces)
    assert bag == deck.bag(held)


@properties
@given(bags())
def test_subtracting_and_uniting_bags_is_counting(case: tuple[Deck, list[int], list[int]]) -> None:
    deck, held, part = case
    whole, some = deck.bag(held), deck.bag(part)
    rest = bag_subtract(whole, some, deck.faces, deck.full)
    assert Counter(deck.bag_faces(rest)) == Counter(held) - Counter(part)
    assert rest == deck.bag((Counter(held) - Counter(part)).elements())
    assert bag_union(rest, some, deck.faces, deck.full) == whole
    assert bag_union(some, rest, deck.faces, deck.full) == whole


@properties
@given(bags(), st.data())
def test_inclusion_of_bags_is_inclusion_of_bits(
    case: tuple[Deck, list[int], list[int]], data: st.DataObject
) -> None:
    deck, held, _ = case
    other = data.draw(st.lists(st.sampled_from(sorted(set(deck.all_cards()))), max_size=4))
    fits = not Counter(other) - Counter(held)
    copies_allow = all(other.count(f) <= deck.copies[f] for f in other)
    if copies_allow:
        assert (deck.bag(other) & ~deck.bag(held) == 0) == fits


@properties
@given(bags())
def test_a_mask_keeps_every_copy_of_its_faces(case: tuple[Deck, list[int], list[int]]) -> None:
    deck, held, _ = case
    kept = deck.bag(held) & deck.mask(lambda face: face % 2 == 0)
    assert deck.bag_faces(kept) == tuple(sorted(f for f in held if f % 2 == 0))


def test_twins_are_counted_one_by_one() -> None:
    deck = french(3)
    three = deck.bag(deck.parse_many("7H 7H 7H 8S"))
    one = deck.bag(deck.parse_many("7H"))
    assert three.bit_count() == 4
    assert deck.bag_text(bag_subtract(three, one, deck.faces, deck.full)) == "8S 7H 7H"
    assert bag_counts(deck.bag_faces(three)) == {7: 1, 13 + 6: 3}


def test_points_of_a_bag_are_those_of_its_cards() -> None:
    points = (*((15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10) * 4), 50)
    deck = Deck(FRENCH_RANKS, FRENCH_SUITS, (2,) * 53, {}, points_of=points)
    # 15 + 15 + 7 + 10 + 50
    assert deck.bag_points(deck.bag(deck.parse_many("AS AS 7H KC JOK"))) == 97
