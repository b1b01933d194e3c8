"""One game: its seed, that it is the same as a match, where it stops, who leads."""

from __future__ import annotations

import pickle

import pytest
from rummy.bots import BOTS
from rummy.chance import stream
from rummy.errors import UsageError
from rummy.play.match import Match
from rummy.sim.games import SEEDS, Table, play, play_batch, seed_of
from rummy.spec.load import load
from sim_helpers import game, small, small_table


def test_the_seed_of_a_game_follows_from_master_seed_and_number_alone() -> None:
    seeds = [seed_of(7, i) for i in range(200)]
    assert seeds == [seed_of(7, i) for i in range(200)]
    assert len(set(seeds)) == 200 and all(0 <= seed < SEEDS for seed in seeds)
    assert seeds[5] == int(stream(7, "game:5").random() * SEEDS)
    assert seed_of(8, 5) != seeds[5]


def test_a_game_is_the_match_of_its_seed() -> None:
    played = play(small_table("greedy", "random", rounds=None), 3, 4)
    match = Match(small(), players=2, seed=played.seed)
    bots = [
        BOTS[name](match.engine, stream(played.seed, f"bot:{seat}"))
        for seat, name in enumerate(("greedy", "random"), 1)
    ]
    decisions = 0
    while not match.over:
        match.apply(bots[match.seat].choose(match.view()))
        decisions += 1
    assert played.over and played.winners == match.winners
    assert played.totals == match.totals and played.decisions == decisions
    assert [(r.points, r.ended_by, r.turns, r.dealer) for r in played.rounds] == [
        (r.points, r.ended_by, r.turns, r.dealer) for r in match.rounds
    ]


def test_a_game_that_is_stopped_has_the_first_rounds_of_the_whole_one() -> None:
    whole = play(small_table(rounds=None), 1, 0)
    assert len(whole.rounds) > 2
    two = play(small_table(rounds=2), 1, 0)
    assert two.rounds == whole.rounds[:2]
    assert not two.over and two.winners == two.rounds[-1].leaders


def test_a_stop_after_the_last_round_leaves_the_end_as_it_is() -> None:
    whole = play(small_table(rounds=None), 1, 0)
    same = play(small_table(rounds=len(whole.rounds)), 1, 0)
    assert same == whole and same.over
    assert play(small_table(rounds=len(whole.rounds) + 5), 1, 0) == whole


def test_nothing_of_the_round_after_the_last_is_counted() -> None:
    table = small_table(rounds=1)
    played = play(table, 2, 0)
    used = dict(zip((rule.key for rule in table.book().rules), played.fired, strict=True))
    assert used["setup.deal"] == 1 and used["setup.turn_up"] == 1
    assert used["score.round"] == 2


def test_bots_move_on_one_seat_and_keep_the_deal() -> None:
    table = small_table("greedy", "random", "random", rounds=1)
    assert table.rotations() == (
        ("greedy", "random", "random"),
        ("random", "greedy", "random"),
        ("random", "random", "greedy"),
    )
    games = [play(table, 5, 1, rotation) for rotation in range(3)]
    assert len({each.seed for each in games}) == 1
    assert len({each.rounds[0].dealer for each in games}) == 1
    assert [each.bots.index("greedy") for each in games] == [0, 1, 2]


def test_equal_bots_have_no_second_way_to_sit() -> None:
    assert small_table("random", "random").rotations() == (("random", "random"),)
    four = Table.of(small(), ["greedy", "random"] * 2)
    assert len(four.rotations()) == 2


def test_a_table_and_a_game_travel_to_another_process() -> None:
    table = small_table()
    assert pickle.loads(pickle.dumps(table)) == table
    played = play(pickle.loads(pickle.dumps(table)), 9, 3)
    assert pickle.loads(pickle.dumps(played)) == played == play(table, 9, 3)


def test_a_batch_counts_over_all_rotations() -> None:
    table = small_table("greedy", "random")
    number, games = play_batch(4, table, 11, 3, 6, 2)
    assert number == 4
    assert [(each.index, each.rotation) for each in games] == [(1, 1), (2, 0), (2, 1)]


def test_a_lead_changes_when_another_leads_alone() -> None:
    # totals: 5-0 | 5-5 (shared) | 5-9 | 20-9: seat 1, nobody, seat 2, seat 1
    played = game(0, [[5, 0], [0, 5], [0, 4], [15, 0]])
    assert played.lead_changes == 2 and played.ties == 1
    assert game(0, [[5, 0], [0, 5], [1, 0]]).lead_changes == 0


def test_where_players_can_leave_the_leaders_are_of_those_still_in() -> None:
    table = Table.of(load("bing"), ["greedy", "random", "random"])
    games = (play(table, 1, n) for n in range(20))
    played = next(each for each in games if len(each.rounds) > 1)
    assert played.over
    best = min(played.totals[seat] for seat in played.rounds[-1].leaders)
    assert all(played.totals[seat] == best for seat in played.rounds[-1].leaders)
    assert set(played.winners) <= set(played.rounds[-1].leaders)


def test_an_unknown_bot_or_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no bot 'gready'"):
        Table.of(small(), ["gready", "random"])
    with pytest.raises(UsageError, match="for 2 to 4 players, not 5"):
        Table.of(small(), ["random"] * 5)


def test_a_fault_in_a_bot_names_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __init__(self, engine: object, chance: object) -> None:
            pass

        def choose(self, view: object) -> tuple[int, ...]:
            return (99,)

    monkeypatch.setitem(BOTS, "broken", Broken)
    with pytest.raises(RuntimeError, match=r"game 3 \(seed \d+, seats broken,random\): ValueError"):
        play(small_table("broken", "random"), 1, 2)
