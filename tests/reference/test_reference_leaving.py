"""Players draw for seats, leave the match, and break ties in the naive engine."""

from __future__ import annotations

import pytest
from reference_helpers import begin, play, small, texts
from rummy.chance import shuffle, stream
from rummy.reference import game
from rummy.reference.state import State, ask, neighbour
from rummy.spec.bind import Rules

SAY = "say: {say: true}"


def table(score: str, out: str, *, more: str = "", **given: object) -> Rules:
    """Everybody says something once a round, and the round is counted."""
    return small(
        SAY,
        setup="deal: {auto: {deal: 1}}",
        turns=1,
        score=score,
        match=f"out: {out}\n{more}",
        **given,  # type: ignore[arg-type]
    )


def rounds(state: State, count: int) -> State:
    """The state so many rounds later, or at the end."""
    last = state.round + count
    while not state.over and state.round < last:
        state = play(state, texts(state)[0])
    return state


SECOND_LEAVES = "5 if me == seat(2) else (2 if me == seat(3) else 1)"


def test_who_is_out_is_passed_over_from_then_on() -> None:
    rules = table(SECOND_LEAVES, "total >= 5", players=4, rounds=20, best="lowest")
    state = rounds(begin(rules, ""), 1)
    assert state.total == (1, 5, 2, 1)
    assert state.everyone == (0, 2, 3)
    # seat 1 dealt; its left neighbour is now seat 3, and left of that is seat 4
    assert (state.dealer, state.starter, game.mover(state)) == (2, 3, 3)
    movers = []
    for _ in range(3):
        movers.append(game.mover(state))
        state = play(state, texts(state)[0])
    assert movers == [3, 0, 2]
    # seat 2 was dealt no card and counted no more
    assert (state.round, state.total, state.counted) == (3, (2, 5, 4, 2), (1, 0, 2, 1))
    assert state.zones["hand", 1] == ()
    # from the empty seat, too, the neighbours are those still in
    assert (neighbour(state, 1, 1), neighbour(state, 1, -1)) == (2, 0)
    assert (neighbour(state, 0, 1), neighbour(state, 0, -1)) == (2, 3)


def test_the_packs_are_those_for_the_players_left() -> None:
    rules = table(
        SECOND_LEAVES,
        "total >= 5",
        players=4,
        rounds=20,
        packs="2 if players > 3 else 1",
        best="lowest",
    )
    state = begin(rules, "")
    assert (len(state.zones["stock", -1]), rules.deck.size) == (24 - 4, 24)
    state = rounds(state, 1)
    # one pack of twelve cards for the three still in, one card each
    assert len(state.zones["stock", -1]) == 12 - 3
    cards = [face for zone in state.zones.values() for face in zone]
    assert sorted(cards) == sorted(state.rules.deck.all_cards())
    assert (state.rules.players, state.rules.seats) == (3, 4)


def test_seats_and_players_are_two_numbers() -> None:
    rules = small(
        SAY,
        setup="deal: {auto: {deal: 1 + seats - players}}",
        turns=1,
        score=SECOND_LEAVES,
        match="out: total >= 5",
        players=4,
        rounds=20,
        best="lowest",
    )
    state = begin(rules, "")
    assert [len(state.zones["hand", p]) for p in range(4)] == [1, 1, 1, 1]
    state = rounds(state, 1)
    assert [len(state.zones["hand", p]) for p in range(4)] == [2, 0, 2, 2]


def test_a_player_who_left_deals_no_more() -> None:
    rules = table(
        SECOND_LEAVES, "total >= 5", players=4, rounds=20, best="lowest", dealer="seat(2)"
    )
    # seat 2 is named but has left: the next still in, seat 3, deals
    assert rounds(begin(rules, ""), 1).dealer == 2


def test_a_match_goes_on_to_the_last_player() -> None:
    # round 1: seat 2 leaves; round 3: seat 3 has 6; round 5: seat 4 has 5, seat 1 only 4
    score = (
        "5 if me == seat(2) else (2 if me == seat(3) else (1 if me == seat(4) or round > 1 else 0))"
    )
    rules = table(score, "total >= 5", players=4, rounds=20, best="lowest")
    state = begin(rules, "")
    still_in = []
    while not state.over:
        still_in.append(state.everyone)
        state = rounds(state, 1)
    assert still_in == [(0, 1, 2, 3), (0, 2, 3), (0, 2, 3), (0, 3), (0, 3)]
    assert (state.played, state.total, state.winners) == (5, (4, 5, 6, 5), (0,))


def test_where_all_would_leave_the_best_of_them_wins() -> None:
    # after round 3 seats 1 and 4 are left; in round 5 both come to 5
    rules = table(SECOND_LEAVES, "total >= 5", players=4, rounds=20, best="lowest")
    state = rounds(begin(rules, ""), 20)
    assert (state.played, state.total, state.winners) == (5, (5, 5, 6, 5), (0, 3))
    # a better total of somebody who had left before does not count
    early = "1 if me == seat(2) else 5 + total // 5 * 2"
    rules = table(early, "total == 1 or total > 5", players=3, rounds=20, best="lowest")
    state = rounds(begin(rules, ""), 20)
    assert (state.total, state.winners) == ((12, 1, 12), (0, 2))


def test_the_last_player_in_wins_though_others_had_more() -> None:
    rules = table("1 if me == seat(1) else 5", "total >= 5", players=3, rounds=20)
    state = rounds(begin(rules, ""), 1)
    assert (state.over, state.total, state.winners) == (True, (1, 5, 5), (0,))


def test_all_are_asked_whether_they_are_out_before_anybody_leaves() -> None:
    # while all three are asked, three are in
    rules = table("1", "me != seat(1) and count(everyone) == 3", players=3, rounds=20)
    state = rounds(begin(rules, ""), 1)
    assert (state.over, state.winners) == (True, (0,))


def test_the_end_is_asked_of_those_left() -> None:
    rules = table(SECOND_LEAVES, "total >= 5", players=4, rounds=20, over="players == 3")
    state = rounds(begin(rules, ""), 1)
    # seat 3 has most of those still in
    assert (state.over, state.winners) == (True, (2,))


def test_what_somebody_who_left_had_stays() -> None:
    rules = small(
        "say: {say: true, do: {set: {said: said + 1}}}",
        setup="deal: {auto: {deal: 1}}",
        turns=1,
        score=SECOND_LEAVES,
        match="out: total >= 5",
        players=4,
        rounds=20,
        best="lowest",
        variables="said: {of: player, per: round, start: 0}",
    )
    state = rounds(begin(rules, ""), 1)
    assert [state.variables["said", p] for p in range(4)] == [0, 1, 0, 0]


# --- ties -----------------------------------------------------------------------


@pytest.mark.parametrize(("best", "winner"), [("highest", 0), ("lowest", 1)])
def test_a_tie_is_broken_by_a_number_in_the_same_direction(best: str, winner: int) -> None:
    # after two rounds both have three points; seat 1 got two of them last, seat 2 one
    rules = small(
        SAY,
        setup="deal: {auto: {deal: 1}}",
        turns=1,
        rounds=2,
        score="round if me == seat(1) else 3 - round",
        best=best,
        match="tie_break: last_points",
    )
    state = rounds(begin(rules, ""), 2)
    assert (state.total, state.winners) == ((3, 3), (winner,))


def test_ties_decide_what_the_tie_break_leaves_open() -> None:
    rules = small(
        SAY,
        setup="deal: {auto: {deal: 1}}",
        turns=1,
        rounds=9,
        players=3,
        over="true",
        ties="shared if round == 2 else another_round",
        score="1",
        match="tie_break: 0 if me == seat(2) else 1",
    )
    state = rounds(begin(rules, ""), 1)
    assert not state.over
    assert rounds(state, 1).winners == (0, 2)


def test_last_points_are_those_of_the_round_before() -> None:
    rules = small(
        SAY, setup="deal: {auto: {deal: 1}}", turns=1, rounds=3, score="2 * last_points + 1"
    )
    state = rounds(begin(rules, ""), 9)
    # 1, then 2 * 1 + 1, then 2 * 3 + 1
    assert (state.counted, state.total) == ((7, 7), (11, 11))


# --- seats ----------------------------------------------------------------------


def drawn_seats(rules: Rules, seed: int, players: int) -> tuple[tuple[int, ...], int]:
    """Who sits after whom, and how many cards were drawn."""
    pack = sorted(rules.deck.all_cards())
    shuffle(pack, stream(seed, "seats:0"))
    cards = len(pack)
    rank = [pack.pop() % 6 for _ in range(players)]
    while len(set(rank)) < players:
        again = [p for p in range(players) if rank.count(rank[p]) > 1]
        for p in again:
            rank[p] = pack.pop() % 6
    return tuple(sorted(range(players), key=lambda p: -rank[p])), cards - len(pack)


def test_players_sit_in_the_order_of_the_cards_they_draw() -> None:
    rules = small(SAY, first="{draw: highest, line: run, seats: true}", players=3)
    redrawn = 0
    for seed in range(12):
        order, cards = drawn_seats(rules, seed, 3)
        redrawn += cards > 3
        state = game.start(rules, seed)
        assert (state.order, state.dealer, state.starter) == (order, order[0], order[1])
        movers = []
        for _ in range(4):
            movers.append(game.mover(state))
            state = play(state, texts(state)[0])
        assert movers == [order[1], order[2], order[0], order[1]]
    assert 0 < redrawn < 12


def test_the_lowest_card_may_deal_and_turns_may_go_the_other_way() -> None:
    rules = small(
        SAY,
        first="{draw: lowest, line: run, seats: true}",
        players=3,
        order="counter_clockwise",
    )
    for seed in range(6):
        order, _ = drawn_seats(rules, seed, 3)
        state = game.start(rules, seed)
        low = order[::-1]
        assert (state.order, state.dealer, state.starter) == (low, low[0], low[1])
        assert game.mover(play(state, texts(state)[0])) == low[0]


def test_the_names_of_seats_and_of_the_player_in_turn() -> None:
    rules = small(
        "say: {say: true}", score="turns of right + 10 * seats", turns=2, players=3, rounds=1
    )
    state = begin(rules, "")
    assert ask(state, 0, rules.spec.score.round) == 30
    state = play(state, texts(state)[0])  # seat 2, which is right of seat 3
    assert [ask(state, seat, rules.spec.score.round) for seat in range(3)] == [30, 30, 31]
