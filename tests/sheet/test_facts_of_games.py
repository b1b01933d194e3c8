"""What rule sheets say is what the rules of the games say.

The numbers are worked out from the statements of the rules (ICE-31 and the like, see
docs/games), not from what the sheets print.
"""

from __future__ import annotations

import pytest
from reading import rows, section, sheet, words


def test_points_of_icebergs_melds_grow_by_ten_times_their_size() -> None:
    # ICE-31, ICE-32: the third card of a pair 20; a set or run of three 30; each further
    # card ten times the size; a long meld at once earns what its cards earn one by one
    whole = {2: 10, 3: 30}
    for size in range(4, 13):
        whole[size] = whole[size - 1] + 10 * size
    assert whole[12] == 750
    table = rows(section(sheet("iceberg"), "Scoring"), "Points earned at once")
    known = {row[0]: row[1:] for row in table}
    assert known["Pair"] == ("10", "–")
    assert known["Set of 3"] == ("30", "20")
    for size in range(4, 9):
        assert known[f"Set of {size}"] == (str(whole[size]), str(10 * size))
    assert known["Run of 3"] == ("30", "–")
    for size in range(4, 13):
        assert known[f"Run of {size}"] == (str(whole[size]), str(10 * size))
    # ICE-33, ICE-16
    assert known["Odds in one suit"] == known["Evens in one suit"] == ("700", "–")
    assert known["Odds in one colour"] == ("300", "–")
    assert known["Evens in one colour"] == ("200", "–")
    assert len(known) == 1 + 6 + 10 + 4


def test_icebergs_packs_and_deal() -> None:
    document = sheet("iceberg")
    cards = words(section(document, "Cards"))
    assert "2–3 players: 1 pack, 52 cards in all" in cards  # ICE-02
    assert "4–5 players: 2 packs, 104 cards in all" in cards
    assert "joker" not in cards
    assert "2 3 4 5 6 7 8 9 10 J Q K" in cards and "K A" not in cards  # ICE-03
    assert "dealt 7 cards" in words(section(document, "Deal and setup"))  # ICE-06
    assert "at least 5000" in words(section(document, "The match"))  # ICE-70


def test_icebergs_leftovers_cost_ten_each_and_aces_multiply() -> None:
    document = sheet("iceberg")
    scoring = words(section(document, "Scoring"))
    assert "1 + the number of the player's shown cards" in scoring  # ICE-60
    terms = words(section(document, "Terms"))
    assert "10 × the number of cards that further leaves" in terms  # ICE-51
    assert "10 × the number of cards in the player's hand that are aces" in terms  # ICE-52


def test_internationals_contracts_are_those_of_the_nine_hands() -> None:
    # INT-10
    wanted = {
        "1": "2 runs of 4 or more cards",
        "2": "2 sets of 4 or more cards",
        "3": "3 runs of 3 or more cards",
        "4": "3 sets of 3 or more cards",
        "5": "a run of 4 or more cards and 2 sets of 3 or more cards",
        "6": "2 runs of 4 or more cards and a set of 3 or more cards",
        "7": "2 runs of 3 or more cards and a set of 4 or more cards",
        "8": "2 sets of 4 or more cards and a run of 3 or more cards",
        "9": "3 runs of 4 or more cards",
    }
    contract = section(sheet("international"), "Opening: contract")
    assert dict(rows(contract, "Melds by the number of the round")) == wanted


def test_internationals_cards_and_count() -> None:
    document = sheet("international")
    cards = section(document, "Cards")
    told = words(cards)
    assert "3–4 players: 2 packs and 4 jokers, 108 cards in all" in told  # INT-01
    assert "5–7 players: 3 packs and 6 jokers, 162 cards in all" in told
    assert "A 2 3 4 5 6 7 8 9 10 J Q K A" in told and "either end" in told  # INT-21
    assert rows(cards, "Points of the cards") == [  # INT-70
        ("ace", "15"),
        ("2–10", "number printed on it"),
        ("J–K", "10"),
        ("joker", "50"),
    ]
    assert "dealt 11 cards" in words(section(document, "Deal and setup"))  # INT-03
    match = words(section(document, "The match"))
    assert "lowest total" in match and "at least 9 rounds have been played" in match  # INT-02
    assert "share the win" in match


def test_bings_cards_count_and_limit() -> None:
    document = sheet("bing")
    cards = section(document, "Cards")
    told = words(cards)
    assert "2–7 players: 2 packs, 104 cards in all" in told  # BING-01
    assert "8 players: 3 packs, 156 cards in all" in told
    assert "all 2s" in told and "may stand for any card of the ranks 3–A" in told  # BING-03
    assert rows(cards, "Points of the cards") == [  # BING-60
        ("2–10", "number printed on it"),
        ("J–K", "10"),
        ("ace", "15"),
    ]
    turn = words(section(document, "A turn"))
    assert "the points in the player's hand + the player's total are at most 75" in turn  # BING-40
    opening = words(section(document, "Opening: first melds"))
    assert "3 melds of 3 or more cards" in opening  # BING-30
    match = words(section(document, "The match"))
    assert "total is at least 76" in match  # BING-61


def test_gins_numbers() -> None:
    document = sheet("gin")
    assert "dealt 10 cards" in words(section(document, "Deal and setup"))
    assert rows(section(document, "Cards"), "Points of the cards") == [
        ("ace", "1"),
        ("2–10", "number printed on it"),
        ("J–K", "10"),
    ]
    # GIN-20 knocking with ten or fewer, GIN-31 and 32 bonuses of 25, GIN-40 to 100
    turn = words(section(document, "A turn"))
    assert "leave outside melds are at most 10" in turn
    terms = words(section(document, "Terms"))
    assert "lead" not in terms or "25" in terms
    assert "+ 25" in terms
    assert "at least 100" in words(section(document, "The match"))
    assert "25 × won" in words(section(document, "The match"))


@pytest.mark.parametrize(
    ("name", "kind", "good", "bad"),
    [
        ("iceberg", "Run", 3, True),
        ("international", "Set", 3, True),
        ("bing", "Group", 3, True),
        ("gin", "Run", 3, True),
    ],
)
def test_kinds_have_accepted_examples_and_a_refused_one(
    name: str, kind: str, good: int, bad: bool
) -> None:
    told = words(section(sheet(name), kind))
    (examples,) = [line for line in told.splitlines() if line.startswith("Examples: ")]
    first = examples.removeprefix("Examples: ").split("; ")[0].split()
    assert len(first) == good
    assert any(line.startswith("Not a") for line in told.splitlines()) is bad


def test_a_wild_card_is_shown_in_anothers_place() -> None:
    assert "JOK(" in words(section(sheet("international"), "Run"))
    assert "2S(" in words(section(sheet("bing"), "Group"))
