"""Who does the work: this process, several processes, or whatever has a ``submit``.

``Pool`` is the shape of ``concurrent.futures.Executor``: ``submit(function,
*arguments)`` gives a ``Future``. The functions and values sent through it are
plain and picklable, need no state of this process, and give the same result
wherever they run. So anything that hands out such futures can take the place of
the two pools here: ``dask.distributed.Client.get_executor()``,
``mpi4py.futures.MPIPoolExecutor``, a queue of one's own.

``Run`` hands work to a pool, a few pieces ahead, and gives the results back in
the order of the work whatever order they come in.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from types import FrameType, TracebackType
from typing import Generic, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

LOOK = 0.2
"""Seconds after which a waiting run looks whether it is to stop."""


class Pool(Protocol):
    """Something that carries out functions, perhaps elsewhere."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have ``fn(*args)`` carried out; the future has its result or its exception."""
        ...


class WorkersLost(Exception):
    """A worker process has ended by itself, so that the pool cannot go on."""


class Serial:
    """Everything in this process, at once."""

    workers = 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Carry it out now."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

    def close(self, at_once: bool = False) -> None:
        """Nothing is left to do."""


class Processes:
    """Several processes of this machine, each started anew (as on every system).

    A program of one's own that uses it must stand under ``if __name__ ==
    "__main__":``, since each worker reads it again.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._before = set(multiprocessing.active_children())
        self._pool = ProcessPoolExecutor(
            workers, multiprocessing.get_context("spawn"), initializer=_begin_worker
        )

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have it carried out by one of the processes."""
        return self._pool.submit(fn, *args, **kwargs)

    def close(self, at_once: bool = False) -> None:
        """End the processes; ``at_once``: without waiting for what they are doing."""
        if at_once:
            for process in set(multiprocessing.active_children()) - self._before:
                process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _begin_worker() -> None:
    """Ctrl-C reaches every process of a terminal; only the first one acts on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make_pool(workers: int) -> Serial | Processes:
    """A pool of so many workers; one worker is this process itself."""
    return Serial() if workers == 1 else Processes(workers)


class Stop:
    """Within it the first Ctrl-C asks to stop, the second one stops."""

    def __init__(self, tell: Callable[[], None] | None = None) -> None:
        self.asked = False
        self._tell = tell
        self._old: object = None

    def __enter__(self) -> Stop:
        if threading.current_thread() is threading.main_thread():
            self._old = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._old is not None:
            signal.signal(signal.SIGINT, self._old)  # type: ignore[arg-type]

    def _heard(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        if self._tell is not None:
            self._tell()


class Run(Generic[T]):
    """Pieces of work done by a pool, their results in the order of the pieces.

    ``ahead``: how many pieces are given to the pool before their results are
    taken. ``stop``: asked between results; when it is true the run ends.
    After the end ``left`` has what was finished, but stood behind a piece that
    was not.
    """

    def __init__(
        self,
        pool: Pool,
        function: Callable[..., T],
        pieces: Iterable[tuple[object, ...]],
        ahead: int,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.pool = pool
        self.function = function
        self.pieces = iter(pieces)
        self.ahead = ahead
        self.stop = stop
        self._waiting: deque[Future[T]] = deque()

    def __iter__(self) -> Iterator[T]:
        """The results; raises ``WorkersLost`` and what a piece has raised."""
        waiting = self._waiting
        more = True
        while True:
            while more and len(waiting) < self.ahead and not self.stop():
                piece = next(self.pieces, None)
                if piece is None:
                    more = False
                else:
                    waiting.append(self._submit(piece))
            if not waiting or self.stop():
                return
            done, _ = wait([waiting[0]], LOOK, FIRST_COMPLETED)
            if done:
                try:
                    result = waiting[0].result()
                except BrokenExecutor as error:
                    raise WorkersLost(_LOST) from error
                waiting.popleft()
                yield result

    def _submit(self, piece: tuple[object, ...]) -> Future[T]:
        try:
            return self.pool.submit(self.function, *piece)
        except BrokenExecutor as error:
            raise WorkersLost(_LOST) from error

    def left(self) -> list[T]:
        """What was finished but not handed out, in order."""
        found = [
            future.result()
            for future in self._waiting
            if future.done() and not future.cancelled() and future.exception() is None
        ]
        self._waiting.clear()
        return found


_LOST = "a worker process has ended by itself (killed, or out of memory)"

__all__ = [
    "Pool",
    "Processes",
    "Run",
    "Serial",
    "Stop",
    "WorkersLost",
    "cores",
    "make_pool",
]
