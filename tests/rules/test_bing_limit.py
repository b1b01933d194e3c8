"""Bing Rummy: who has opened may not keep more than 75 points, total included."""

from __future__ import annotations

import pytest
from bing_table import Table, all_cards, engine
from rummy.chance import pick, stream

RUN = "run 3S 4S 5S by 2"
WORTH = {"A": 15, "K": 10, "Q": 10, "J": 10, **{str(n): n for n in range(2, 11)}}


def worth(cards: list[str]) -> int:
    """Points of cards in hand, by BING-60."""
    return sum(WORTH[card[:-1]] for card in cards)


@pytest.mark.parametrize("rank", list(WORTH))
def test_bing_42_the_points_in_hand_are_those_of_the_count(rank: str) -> None:
    """With 75 less its points before, the card drawn may stay alone; with one more it may not."""
    if rank == "2":  # 70 + 3 + 2 = 75 without a three, 76 without the two
        table = Table(
            2, hand={1: "2C 3C", 2: "KD"}, opened=[1], total={1: 70}, stock="3D", pile="4H"
        )
        table.do("draw")
        assert set(table.legal) == {"discard 3C", "discard 3D"}
        return
    for over in (0, 1):
        table = Table(
            2,
            hand={1: "2C", 2: "KC"},
            opened=[1],
            total={1: 75 - WORTH[rank] + over},
            stock=f"{rank}D",
            pile="4H",
        )
        table.do("draw")
        assert table.allows("discard 2C") == (over == 0)


def test_bing_40_a_draw_must_be_followed_by_a_discard_within_the_limit() -> None:
    table = Table(
        3, hand={1: "3H 8D JC", 2: "KD"}, opened=[1], total={1: 50}, stock="6S", pile="4D"
    )
    table.do("draw")
    # 21 in hand; with 6S 27: 3H gone 74, 6S gone 71, 8D gone 69, JC gone 67
    assert len(table.legal) == 4
    table = Table(
        3, hand={1: "3H 8D JC", 2: "KD"}, opened=[1], total={1: 50}, stock="9S", pile="4D"
    )
    table.do("draw")
    # 30 with 9S: 3H gone 77, not allowed; 8D gone 72, 9S 71, JC 70
    assert set(table.legal) == {"discard 8D", "discard 9S", "discard JC"}


@pytest.mark.parametrize("seed", range(4))
def test_bing_40_the_drawn_card_may_always_go_and_a_draw_is_always_open(seed: int) -> None:
    chance = stream(seed, "bot:1")
    pack = [r + s for r in WORTH for s in "SHDC"] * 2
    for _ in range(12):
        cards = [pack[pick(len(pack), chance)] for _ in range(1 + pick(5, chance))]
        drawn = pack[pick(len(pack), chance)]
        top = pack[pick(len(pack), chance)]
        if any([*cards, drawn, top, "KD"].count(c) > 2 for c in [*cards, drawn, top, "KD"]):
            continue
        total = 75 - worth(cards) - pick(6, chance)
        if total < 0:
            continue
        table = Table(
            3,
            hand={1: " ".join(cards), 2: "KD"},
            opened=[1],
            total={1: total},
            stock=drawn,
            pile=top,
        )
        assert "draw" in table.legal
        others = [c for c in cards if c != top]
        best = max((WORTH[c[:-1]] for c in others), default=-1)
        may_take = bool(others) and total + worth(cards) + WORTH[top[:-1]] - best <= 75
        assert table.allows("take") == may_take, (cards, top, total)
        if may_take:
            copy = Table(
                3, hand={1: " ".join(cards), 2: "KD"}, opened=[1], total={1: total}, pile=top
            ).do("take")
            within = {
                f"throw {c}" for c in others if total + worth([*cards, top]) - WORTH[c[:-1]] <= 75
            }
            assert set(copy.legal) == within
        table.do("draw")
        within = {
            f"discard {c}"
            for c in [*cards, drawn]
            if total + worth([*cards, drawn]) - WORTH[c[:-1]] <= 75
        }
        assert set(table.legal) == within
        assert f"discard {drawn}" in within


def test_bing_41_every_action_that_is_offered_can_be_played_to_a_lawful_end() -> None:
    """Random play of hands with high totals: who has opened is never above 75 after a turn."""
    turns = 0
    for seed in range(5):
        made = engine(3, {"new_melds": bool(seed % 2)})
        chance = stream(seed, "bot:1")
        table = Table(
            3,
            {"new_melds": bool(seed % 2)},
            hand={
                1: "3S 4S 5S 9H 9H 9D JC QC 2H 7D 7S 6C",
                2: "3H 4H 5H 10S 10D 10C 6S 7S 8S KD",
                3: "KC AD 2C 8D 8C",
            },
            opened=[3],
            total={1: 55, 2: 70, 3: 20},
            melds=["run 4D 5D 6D by 3"],
            pile="KH",
        )
        pack = all_cards(table.state, made)
        for _ in range(80):
            if table.over:
                break
            legal = table.legal
            assert legal
            seat, turn = table.seat, table.state.turn_number
            # melds first, so that players do open
            table.do(next((t for t in legal if t == "open"), legal[pick(len(legal), chance)]))
            assert all_cards(table.state, made) == pack
            if table.over or table.state.turn_number != turn:
                turns += 1
                opened = dict(table.view(0).variables)["opened"][seat - 1]
                left = worth(table.cards("hand", seat)) + table.state.total[seat - 1]
                assert table.over or not opened or left <= 75
    assert turns > 40


@pytest.mark.parametrize(("total", "may_stop"), [(56, True), (57, True), (66, True)])
def test_bing_43_a_melding_turn_after_the_opening_always_keeps_the_limit(
    total: int, may_stop: bool
) -> None:
    """9C alone is left at most: 66 + 9 = 75, which is allowed."""
    table = Table(
        2, hand={1: "6S 9C", 2: "KD"}, opened=[1], total={1: total}, melds=[RUN], pile="3H"
    )
    assert table.allows("add 6S to m1") == may_stop
    table.do("add 6S to m1")
    assert table.seat == 2


@pytest.mark.parametrize(("total", "drop"), [(57, False), (61, False)])
def test_bing_43_whoever_has_opened_stays_in_the_game(total: int, drop: bool) -> None:
    """Seat 2 has opened and 14 in hand; the one with 71 or 75 stays when seat 1 goes out."""
    table = Table(
        3,
        hand={1: "6S", 2: "6C 8D", 3: "KD"},
        opened=[1, 2],
        total={2: total},
        melds=[RUN],
        pile="3H",
        goes_on=True,
    )
    table.do("add 6S to m1")
    assert table.state.total[1] == total + 14
    assert (1 not in table.state.everyone) == drop


@pytest.mark.parametrize(("total", "opens"), [(40, True), (45, True), (46, False)])
def test_bing_40_and_43_exactly_75_after_the_opening_is_allowed(total: int, opens: bool) -> None:
    """AD and AH are left: 30."""
    table = Table(
        2,
        hand={1: "3S 4S 5S 9H 9H 9D KC KD KS AD AH", 2: "KD"},
        total={1: total},
        pile="4H",
    )
    assert table.allows("open") == opens


def test_bing_44_who_has_not_opened_may_keep_and_take_anything() -> None:
    table = Table(2, hand={1: "AS AH AD AC KS", 2: "KD"}, total={1: 75}, pile="KH", stock="QD")
    table.do("take")
    assert set(table.legal) == {f"throw {c}" for c in ("AS", "AH", "AD", "AC", "KS")}
    other = Table(2, hand={1: "AS AH AD AC 3S", 2: "KD"}, total={1: 75}, pile="KH", stock="QD")
    other.do("draw", "discard 3S")
    assert other.seat == 2


def test_bing_44_that_another_player_has_opened_does_not_bind_anybody_else() -> None:
    table = Table(
        2, hand={1: "AS AH 3S", 2: "KD"}, opened=[2], total={1: 75}, pile="KH", stock="QD"
    )
    table.do("draw", "discard 3S")
    assert table.seat == 2


def test_bing_15_and_40_what_the_limit_forbids_is_refused_for_that_reason() -> None:
    """The queen lies there and the three melds are in hand: neither is what is missing."""
    taking = Table(2, hand={1: "6C 8D", 2: "KD"}, total={1: 60}, opened=[1], pile="QH")
    assert "no lawful way to finish the turn" in taking.refuses("take")
    held = "3S 4S 5S 9H 9H 9D JC QC 2H 7D 7S 6C 8H AD"
    opening = Table(2, hand={1: held, 2: "KD"}, total={1: 33}, pile="3H")
    assert "no lawful way to finish the turn" in opening.refuses("open")
    lacking = Table(2, hand={1: "3S 4S 5S 9H 9H 9D AD", 2: "KD"}, pile="3H")
    assert "but lacks a meld of 3 or more" in lacking.refuses("open")
