"""Pools and runs: order, errors, stops, lost workers, and the same result for any number."""

from __future__ import annotations

import json
import os
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from rummy.sim.export import Files
from rummy.sim.pool import Processes, Run, Serial, WorkersLost, cores, make_pool
from rummy.sim.run import Deals, Games
from rummy.sim.summary import Setting, setting_json
from rummy.sim.tally import Tally
from sim_helpers import game, small_table


def square(n: int) -> int:
    return n * n


def die(n: int) -> int:
    if n == 3:
        time.sleep(0.3)  # so that the first results are there
        os._exit(9)
    return n


def pieces(count: int) -> list[tuple[object, ...]]:
    return [(n,) for n in range(count)]


def test_results_come_in_the_order_of_the_work_whoever_is_first() -> None:
    def slow_at_first(n: int) -> int:
        time.sleep(0.02 if n % 3 == 0 else 0)
        return n

    with ThreadPoolExecutor(4) as cluster:  # anything with submit is a pool
        assert list(Run(cluster, slow_at_first, pieces(20), 6)) == list(range(20))


def test_no_more_is_given_away_than_asked_for() -> None:
    given: list[int] = []

    class Counting(Serial):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            given.append(args[0])
            return super().submit(fn, *args, **kwargs)

    results = iter(Run(Counting(), square, pieces(10), 3))
    assert next(results) == 0
    assert given == [0, 1, 2]


def test_what_a_piece_raises_is_raised_here() -> None:
    def fail(n: int) -> int:
        raise LookupError(f"piece {n}")

    with pytest.raises(LookupError, match="piece 0"):
        list(Run(Serial(), fail, pieces(3), 1))


def test_a_stop_keeps_what_is_finished() -> None:
    done: list[int] = []
    run = Run(Serial(), square, pieces(10), 4, lambda: len(done) >= 2)
    for result in run:
        done.append(result)
    assert done == [0, 1]
    assert run.left() == [4, 9, 16]  # given away before the stop, and done
    assert run.left() == []


def test_a_lost_worker_keeps_what_is_finished() -> None:
    class Losing(Serial):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            if args[0] == 2:
                future: Future[Any] = Future()
                future.set_exception(BrokenProcessPool("gone"))
                return future
            return super().submit(fn, *args, **kwargs)

    run = Run(Losing(), square, pieces(5), 4)
    found = []
    with pytest.raises(WorkersLost, match="has ended by itself"):
        for result in run:
            found.append(result)
    assert found == [0, 1]
    assert run.left() == [9, 16]


def test_games_finished_before_a_worker_was_lost_are_told() -> None:
    class Losing(Serial):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            if args[3] >= 3:
                raise BrokenProcessPool("gone")
            return super().submit(fn, *args, **kwargs)

    games = Games([small_table()], 10, 1)
    found = [each.index for _, each in games.play(Losing(), 1)]
    assert found == [0, 1, 2]
    assert "has ended by itself" in games.lost


def test_one_worker_is_this_process() -> None:
    assert isinstance(make_pool(1), Serial)
    assert cores() >= 1
    seen = Serial().submit(threading.get_ident).result()
    assert seen == threading.get_ident()


def test_deals_wait_for_all_their_rotations() -> None:
    deals = Deals(2)
    first = [game(0, [[1, 2]], rotation=r) for r in range(2)]
    second = [game(1, [[1, 2]], rotation=r) for r in range(2)]
    assert deals.add(0, first[1]) is None
    assert deals.add(1, second[0]) is None
    assert deals.add(0, second[0]) is None
    assert deals.add(0, first[0]) == first


def test_pieces_cover_every_game_once() -> None:
    for workers in (1, 2, 5):
        games = Games(
            [small_table("greedy", "random"), small_table("random", "greedy")], 7, 1, True
        )
        seen = [
            (number, n)
            for number, _, _, first, end, _ in games.pieces(workers)
            for n in range(int(str(first)), int(str(end)))
        ]
        assert seen == [(t, n) for t in range(2) for n in range(14)]


def outcome(folder: Path, workers: int) -> tuple[bytes, bytes, str]:
    """The files and the summary of a small simulation."""
    table = small_table("greedy", "random", rounds=2)
    games = Games([table], 11, 5, True)
    book = table.book()
    tally = Tally(2, games.rotations, len(book.rules))
    setting = Setting({}, {}, (), tally, book, table.bots)
    deals = Deals(games.rotations)
    names = str(folder / f"{workers}.csv"), str(folder / f"{workers}.jsonl")
    pool = make_pool(workers)
    with Files(*names, 2, []) as files:
        for number, each in games.play(pool, workers):
            files.add(each, {}, book)
            deal = deals.add(number, each)
            if deal is not None:
                tally.add(deal)
    pool.close()
    assert not games.lost
    texts = [Path(name).read_bytes() for name in names]
    return texts[0], texts[1], json.dumps(setting_json(setting))


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_bytes(tmp_path: Path) -> None:
    one = outcome(tmp_path, 1)
    assert outcome(tmp_path, 2) == one
    assert outcome(tmp_path, 3) == one
    assert one[0].count(b"\n") == 23


@pytest.mark.slow
def test_a_process_that_is_killed_is_noticed() -> None:
    pool = Processes(1)
    run = Run(pool, die, pieces(6), 6)
    found = []
    with pytest.raises(WorkersLost):
        for result in run:
            found.append(result)
    pool.close(at_once=True)
    assert found == [0, 1, 2]


@pytest.mark.slow
def test_a_pool_can_be_left_in_the_middle_of_its_work() -> None:
    pool = Processes(2)
    start = time.monotonic()
    waiting = [pool.submit(time.sleep, 60) for _ in range(3)]
    pool.close(at_once=True)
    assert time.monotonic() - start < 30
    assert all(future.done() for future in waiting)
