"""Bing Rummy: the count, who is out of the game, who deals then, and who wins."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from bing_table import SPEC, Options, Table, engine
from rummy.play.match import Match

RUN = "run 3S 4S 5S by 1"


def gone_out(
    left: Mapping[int, str],
    total: Mapping[int, int] | None = None,
    dealer: int = 1,
    seat: int = 1,
    players: int | None = None,
) -> Table:
    """One seat has just laid off its last card; the others hold these cards."""
    count = players or max(left)
    rest = {p: left.get(p, "") for p in range(1, count + 1) if p != seat}
    table = Table(
        count,
        turn=seat,
        dealer=dealer,
        hand={seat: "6S", **rest},
        opened=[seat],
        melds=[RUN],
        total=total,
        pile="3H",
        goes_on=True,
    )
    return table.do("add 6S to m1")


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("2H", 2),
        ("3H", 3),
        ("4H", 4),
        ("5H", 5),
        ("6H", 6),
        ("7H", 7),
        ("8H", 8),
        ("9H", 9),
        ("10H", 10),
        ("JH", 10),
        ("QH", 10),
        ("KH", 10),
        ("AH", 15),
        ("9H 9D 9C", 27),  # a meld in hand counts like any cards
        ("2H 2D 2C 2S", 8),
        ("2H 10D JS AC 3D", 40),
    ],
)
def test_bing_60_and_95_what_cards_left_count(cards: str, points: int) -> None:
    """BING-95: the last of them, 2 + 10 + 10 + 15 + 3."""
    assert gone_out({2: cards}).points == (0, points)


@pytest.mark.parametrize(("before", "stays"), [(35, True), (36, False)])
def test_bing_61_and_95_with_75_a_player_stays_with_76_not(before: int, stays: bool) -> None:
    table = gone_out({2: "2H 10D JS AC 3D", 3: "4H"}, {2: before})
    assert table.state.total == [0, before + 40, 4]
    assert (1 in table.state.everyone) == stays
    assert not table.over


def test_bing_62_the_last_one_left_wins_whoever_has_how_many() -> None:
    """Seat 3 has gone out with 70 before; seats 1 and 2 leave with 85 and 80."""
    table = gone_out({1: "AH", 2: "KH"}, {1: 70, 2: 70, 3: 75}, seat=3, players=3)
    assert table.state.total == [85, 80, 75]
    assert table.over and table.winners == (3,)


def test_bing_62_with_two_left_the_game_goes_on() -> None:
    table = gone_out({2: "AH", 3: "KH"}, {1: 75, 2: 70, 3: 65})
    assert table.state.everyone == (0, 2)
    assert not table.over and table.winners == ()


def all_leave(totals: tuple[int, int, int]) -> Match:
    """The hand ends by the limit of turns: all count 14 cards and leave."""
    match = Match(SPEC, seed=2, engine=engine(3, {"turns_per_hand": 1}))
    match.apply("put_back")
    deck = match.engine.deck
    slots = match.engine.program.slots
    for seat in range(3):  # everybody holds 15, and draws and throws what is drawn
        match.state.z[slots.zone["hand"] + seat] = deck.bag(deck.parse_many("AH"))
    match.state.total = list(totals)
    while not match.rounds:
        match.apply("draw")
        (drawn,) = match.view(match.seat).taken
        match.apply(f"discard {deck.text(drawn)}")
    return match


@pytest.mark.parametrize(
    ("totals", "winners"),
    [((65, 61, 75), (1,)), ((61, 70, 61), (0, 2)), ((75, 75, 75), (0, 1, 2)), ((61, 60, 70), (1,))],
)
def test_bing_62_if_all_leave_in_one_hand_the_lowest_total_wins(
    totals: tuple[int, int, int], winners: tuple[int, ...]
) -> None:
    """15 more for each; with 60 before one stays at 75 and wins anyway."""
    match = all_leave(totals)
    assert match.totals == tuple(t + 15 for t in totals)
    assert match.over and match.winners == winners


def test_bing_62_a_player_who_left_earlier_does_not_win_with_a_lower_total() -> None:
    """Seat 2 left with 80 before; seats 1 and 3 leave now with 90 and 85."""
    match = all_leave((0, 65, 60))
    assert match.state.everyone == (0, 2) and not match.over
    match.state.total = [75, 80, 70]
    match.apply("put_back")
    deck, slots = match.engine.deck, match.engine.program.slots
    for seat in (0, 2):
        match.state.z[slots.zone["hand"] + seat] = deck.bag(deck.parse_many("AH"))
    while not match.over:
        match.apply("draw")
        (drawn,) = match.view(match.seat).taken
        match.apply(f"discard {deck.text(drawn)}")
    assert match.totals == (90, 80, 85)
    assert match.winners == (2,)


@pytest.mark.parametrize(
    ("players", "leave", "options", "packs", "each", "stock"),
    [
        (8, 1, {}, 2, 14, 5),
        (8, 1, {"packs_at_seven": "three_packs"}, 3, 14, 57),
        (8, 1, {"packs_at_eight": "short_hands"}, 2, 14, 5),
        (8, 2, {}, 2, 14, 19),
        (7, 1, {"packs_at_seven": "three_packs"}, 2, 14, 19),
        (4, 2, {}, 2, 14, 75),
    ],
)
def test_bing_63_packs_and_deal_are_those_of_the_players_left(
    players: int, leave: int, options: Options, packs: int, each: int, stock: int
) -> None:
    others = {p: f"{p}H" for p in range(2, players + 1)}
    table = Table(
        players,
        options,
        dealer=players,
        hand={1: "6S", **others},
        opened=[1],
        melds=[RUN],
        total=dict.fromkeys(range(2, 2 + leave), 75),
        pile="3D",
        goes_on=True,
    )
    table.do("add 6S to m1")
    assert len(table.state.everyone) == players - leave
    table.do("put_back")
    hands = [table.count("hand", seat + 1) for seat in range(players)]
    assert [hands[s] for s in table.state.everyone] == [each] * (players - leave)
    assert sum(hands) == each * (players - leave)  # nothing for those who are out
    assert table.count("stock") == stock
    assert sum(hands) + stock + 1 == 52 * packs


def test_bing_97_and_64_the_dealer_leaves() -> None:
    """A B C D: C deals and leaves. D deals next, B cuts, A begins."""
    table = gone_out({2: "4H", 3: "AH KH", 4: "5H"}, {3: 60}, dealer=3)
    assert table.state.everyone == (0, 1, 3)
    assert table.state.dealer + 1 == 4
    assert table.seat == 2 and "put_back" in table.legal  # who cuts
    table.do("put_back")
    assert table.seat == 1
    assert [table.count("hand", seat) for seat in (1, 2, 3, 4)] == [14, 14, 0, 14]


@pytest.mark.parametrize(
    ("dealer", "leaving", "deals", "cuts", "begins"),
    [
        (1, (), 2, 1, 3),
        (1, (2,), 3, 1, 4),  # who would deal leaves
        (1, (3,), 2, 1, 4),  # who would begin leaves
        (2, (2,), 3, 1, 4),  # the dealer leaves
        (4, (2,), 1, 4, 3),
        (1, (2, 3), 4, 1, 1),  # two are left: the cutter begins
        (3, (3, 4), 1, 2, 2),
        (2, (4,), 3, 2, 1),
    ],
)
def test_bing_64_seats_of_players_who_are_out_are_passed_over(
    dealer: int, leaving: tuple[int, ...], deals: int, cuts: int, begins: int
) -> None:
    table = gone_out({2: "4H", 3: "5H", 4: "7H"}, dict.fromkeys(leaving, 75), dealer=dealer)
    assert table.state.dealer + 1 == deals
    assert table.seat == cuts
    table.do("put_back")
    assert table.seat == begins
    seen = []
    for _ in range(2 * len(table.state.everyone)):
        seen.append(table.seat)
        table.do("draw")
        table.do(table.legal[0])
    assert not set(seen) & set(leaving)
    assert len(set(seen)) == 4 - len(leaving)


def test_bing_64_who_left_hands_ago_is_passed_over_too() -> None:
    """Three hands of one turn each: seat 2 leaves in the first; the deal goes 3, 4, 1."""
    match = Match(SPEC, seed=2, engine=engine(4, {"turns_per_hand": 1}))
    order = match.state.order
    match.state.total = [-1000] * 4
    match.state.total[order[1]] = 75
    while len(match.rounds) < 5:
        match.apply(match.legal()[-1] if "put_back" in match.legal_texts() else match.legal()[0])
    assert [r.dealer for r in match.rounds] == [order[0], order[2], order[3], order[0], order[2]]
    assert all(r.points[order[1]] == 0 for r in match.rounds[1:])
    assert match.rounds[0].points[order[1]] > 0


def test_bing_65_whoever_goes_out_adds_nothing() -> None:
    table = gone_out({2: "4H", 3: "5H"}, {1: 75})
    assert table.points == (0, 4, 5)
    assert 0 in table.state.everyone
