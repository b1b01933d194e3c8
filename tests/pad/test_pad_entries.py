"""Entries that cannot be are refused with the reason, and change nothing."""

from __future__ import annotations

import pytest
from pad_specs import small
from rummy.errors import UsageError
from rummy.pad.blank import Fact
from rummy.pad.entries import EntryError
from rummy.pad.pad import Pad
from rummy.spec.load import load

OUT = Fact("went out")


def hand(seat: int) -> Fact:
    """The cards left of a seat."""
    return Fact("hand", seat)


def bing() -> Pad:
    """Ann, Bob and Cid; Ann went out."""
    pad = Pad(load("bing"), ["Ann", "Bob", "Cid"])
    pad.enter(0, OUT, "ann")
    return pad


def iceberg() -> Pad:
    """Ann and Bob, one pack; Ann went out."""
    pad = Pad(load("iceberg"), ["Ann", "Bob"])
    pad.enter(0, OUT, "Ann")
    return pad


def refused(pad: Pad, fact: Fact, text: str) -> str:
    """The reason why an entry is refused; the pad stays as it was."""
    before = [list(entries) for entries in pad.rounds]
    with pytest.raises(EntryError) as error:
        pad.enter(0, fact, text)
    assert pad.rounds == before
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("12+11+7", 30),
        ("12 + 11 + 7", 30),
        ("30", 30),
        ("30+10-10", 30),
        ("KC 10H jd", 30),
        ("KC, 10♥, JD", 30),
        ("th 10H", 20),
    ],
)
def test_a_sum_a_number_or_cards_count_alike(text: str, points: int) -> None:
    pad = bing()
    pad.enter(0, hand(1), text)
    pad.enter(0, hand(2), "2")
    assert pad.standing().counted[0].points == (0, points, 2)


def test_an_unknown_card() -> None:
    assert "'1H' is no card here" in refused(bing(), hand(1), "KC 1H")
    assert "write spaces between cards: KC 10H" in refused(bing(), hand(1), "KC10H")


def test_a_joker_where_there_is_none() -> None:
    assert "'JOK' is no card here" in refused(bing(), hand(1), "JOK")


def test_a_wild_card_in_a_hand_stands_for_nothing() -> None:
    assert "only a card in a meld stands for another" in refused(bing(), hand(1), "2C(7D)")


def test_more_cards_than_the_pack_has_in_one_hand() -> None:
    assert refused(bing(), hand(1), "KC KC KC") == "the pack has KC only twice"
    assert refused(iceberg(), hand(1), "KC KC") == "the pack has KC only once"


def test_more_cards_than_the_pack_has_in_two_hands() -> None:
    pad = bing()
    pad.enter(0, hand(1), "KC KC")
    assert refused(pad, hand(2), "KC") == "the pack has KC only twice, and Bob has it"


def test_a_card_in_a_hand_and_in_a_meld() -> None:
    pad = iceberg()
    for name, seat, text in (("earned", 0, "0"), ("shown", 0, "0"), ("earned", 1, "0")):
        pad.enter(0, Fact(name, seat), text)
    pad.enter(0, hand(1), "9H")
    pad.enter(0, Fact("shown", 1), "0")
    reason = refused(pad, Fact("melds"), "pair 9H 9D")
    assert reason == "the pack has 9H only once, and Bob has it"


def test_a_negative_sum() -> None:
    assert "-5 is less than 0" in refused(bing(), hand(1), "-5")
    assert "-3 is less than 0" in refused(bing(), hand(1), "4-7")
    assert "-10 is less than 0" in refused(iceberg(), Fact("earned", 0), "20-30")


def test_a_sum_that_no_cards_have() -> None:
    # the least card is a two, so 1 cannot be left
    assert "no cards of this pack are worth 1" in refused(bing(), hand(1), "1")
    # two packs: 8 x (2 + ... + 9) + 8 x 10 + 24 x 10 + 8 x 15 = 352 + 80 + 240 + 120 = 792
    assert "no cards of this pack are worth 793" in refused(bing(), hand(1), "793")


def test_more_points_than_the_pack_has_in_two_hands() -> None:
    pad = bing()
    pad.enter(0, hand(1), "400")
    assert "793 points together, but the pack has only 792" in refused(pad, hand(2), "393")


def test_two_who_went_out() -> None:
    reason = refused(bing(), OUT, "Bob and Cid")
    assert "only one goes out" in reason


def test_nobody_else_can_have_no_cards() -> None:
    reason = "Ann went out, so Bob has at least one card left"
    assert refused(bing(), hand(1), "none") == reason
    assert refused(bing(), hand(1), "0") == reason


def test_an_unknown_player() -> None:
    assert "did you mean `Cid`" in refused(bing(), OUT, "Cit")
    assert "there are Ann, Bob, Cid" in refused(bing(), OUT, "Zoe")


def test_names_may_be_shortened_while_they_are_clear() -> None:
    pad = Pad(load("bing"), ["Ann", "Anton", "Bob"])
    assert "may be Ann or Anton" in refused(pad, OUT, "an")
    pad.enter(0, OUT, "ant")
    assert pad.out_in(0) == (1,)
    pad.enter(0, OUT, "ann")
    assert pad.out_in(0) == (0,)
    pad.enter(0, OUT, "3")
    assert pad.out_in(0) == (2,)


def test_a_number_where_cards_are_looked_at() -> None:
    assert "the cards themselves are looked at" in refused(iceberg(), hand(1), "12+11")


def test_more_aces_than_there_are() -> None:
    pad = iceberg()
    assert "only 4 such cards" in refused(pad, Fact("shown", 0), "5")
    pad.enter(0, Fact("shown", 0), "3")
    reason = refused(pad, Fact("shown", 1), "2")
    assert reason == "that makes 5 cards together, but there are only 4"


def test_no_points_at_once_may_be_written_as_none() -> None:
    pad = iceberg()
    pad.enter(0, Fact("earned", 0), "none")
    assert "'much' is no number" in refused(pad, Fact("earned", 0), "much")


def test_a_card_where_it_never_lies() -> None:
    assert refused(iceberg(), Fact("shown", 0), "KC") == "KC never comes to lie there"


def test_the_points_of_each_card() -> None:
    pad = Pad(small("points(hand) + 100 * count(hand)"), ["Ann", "Bob"])
    pad.enter(0, OUT, "Ann")
    assert "no further card is worth 27" in refused(pad, hand(1), "27")
    # there are 4 aces, worth 1 each
    assert "no further card is worth 1" in refused(pad, hand(1), "1+1+1+1+1")
    pad.enter(0, hand(1), "10+10+7")
    assert pad.standing().counted[0].points == (0, 27 + 300)


def test_neither_yes_nor_no() -> None:
    spec = small(
        "points(hand) * (1 if down else 2)",
        changes=(
            ("melds:\n", "variables:\n  down: {of: player, per: round, start: false}\nmelds:\n"),
            ("meld: {lay: all}", "meld: {lay: all, do: {set: {down: true}}}"),
        ),
    )
    pad = Pad(spec, ["Ann", "Bob"])
    pad.enter(0, OUT, "Ann")
    assert "neither yes nor no" in refused(pad, Fact("down", 1), "perhaps")
    pad.enter(0, Fact("down", 1), "Y")


def test_where_cards_can_be_worth_less_than_nothing_a_sum_may_be_negative() -> None:
    spec = small("points(hand)", deck="points: {A: -5, 2..10: pips, J Q K: 10}")
    pad = Pad(spec, ["Ann", "Bob"])
    pad.enter(0, OUT, "Ann")
    # four aces are the least there can be
    assert "-21 is less than -20" in refused(pad, hand(1), "-21")
    # an ace and a five come to nothing, and are cards all the same
    for text, points in (("-5+-5+3", -7), ("0", 0), ("AS 5H", 0)):
        pad.enter(0, hand(1), text)
        assert pad.standing().counted[0].points == (0, points)


# --- melds -----------------------------------------------------------------------------


def melds(pad: Pad, text: str) -> list[str]:
    """The melds that a text is read as."""
    table = pad.table(pad.start())
    table.melds = None
    pad.enter(0, Fact("melds"), text)
    for entry in pad.rounds[0]:
        table.enter(entry)
    assert table.melds is not None
    kinds, deck = pad.engine.rules.kinds, pad.engine.deck
    return [f"{kinds[shape.kind].name} {deck.texts(shape.display)}" for shape, _ in table.melds]


def test_the_kind_of_a_meld_is_found_where_cards_make_only_one() -> None:
    read = melds(iceberg(), "9h 9d; 6S 4S 5S ; set 8S 8H 8D")
    assert read == ["pair 9H 9D", "run 4S 5S 6S", "set 8S 8H 8D"]


def test_cards_that_are_no_meld() -> None:
    assert refused(iceberg(), Fact("melds"), "9H 8D").startswith("9H 8D is no meld")
    reason = refused(iceberg(), Fact("melds"), "run 4S 5S 7S")
    assert reason.startswith("4S 5S 7S is no run: ")


def test_a_misspelt_kind_of_meld() -> None:
    assert "did you mean `pair`" in refused(iceberg(), Fact("melds"), "pari 9H 9D")


def test_a_wild_card_with_several_places_is_asked_back() -> None:
    spec = small(
        "sum(10 for m in melds where m.owner == me)",
        deck="jokers: 2\n  wilds: {joker: {cards: joker}}",
    )
    pad = Pad(spec, ["Ann", "Bob"])
    reason = refused(pad, Fact("melds"), "run 4S 5S JOK by Ann")
    assert "run JOK(3S) 4S 5S" in reason and "run 4S 5S JOK(6S)" in reason
    pad.enter(0, Fact("melds"), "run 4S 5S JOK(6S) by Ann")
    assert pad.standing().counted[0].points == (10, 0)


def test_a_meld_whose_owner_counts_needs_a_name() -> None:
    pad = Pad(small("sum(10 for m in melds where m.owner == me)"), ["Ann", "Bob"])
    assert "say whose meld it is" in refused(pad, Fact("melds"), "9H 9D 9C")


# --- names -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["Ann", "ann"], "two players are called ann"),
        (["Ann", "Help"], "means something else"),
        (["Ann", "2"], "means something else"),
        (["Ann", ""], "is no name"),
        (["Ann", "x" * 21], "is no name"),
        (["Ann"], "is for 2 to 8 players"),
    ],
)
def test_names_that_cannot_be(names: list[str], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        Pad(load("bing"), names)
