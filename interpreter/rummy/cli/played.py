"""The games of ``rummy lint --play``, with a bar on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

import click

from rummy.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from rummy.diagnostics import Diagnostic
    from rummy.spec.model import Spec
    from rummy.terminal.writer import Writer

MOST_GAMES = 100_000


class Games:
    """How many games bots play by each file, and from which seed."""

    def __init__(self, err: Writer, count: int, seed: int) -> None:
        self.err = err
        self.count = count
        self.seed = seed

    @classmethod
    def of(cls, err: Writer, count: int | None, seed: int) -> Games | None:
        """The games of ``--play`` and ``--seed``, if any are wanted; ``UsageError`` if too many."""
        if count is None:
            return None
        from rummy.play.match import MAX_SEED

        if not 1 <= count <= MOST_GAMES:
            raise UsageError(f"--play {count}: say a number from 1 to {MOST_GAMES:,}")
        if not 0 <= seed <= MAX_SEED:
            raise UsageError(f"--seed {seed}: say a number from 0 to {MAX_SEED:,}")
        return cls(err, count, seed)

    def of_spec(self, spec: Spec) -> list[Diagnostic]:
        """What never happened in games by these rules; how many there were is said."""
        from rummy.sim.unused import unused

        with self._bar() as step:
            seen = unused(spec, self.count, self.seed, lambda: step(1))
        games = f"{seen.games:,} game{'' if seen.games == 1 else 's'}"
        left = seen.not_played
        rest = f"; {left} value{'' if left == 1 else 's'} of options had none" if left else ""
        self.err.say(f"{spec.file}: {games} played, seed {self.seed}{rest}")
        return seen.found

    @contextmanager
    def _bar(self) -> Iterator[Callable[[int], None]]:
        if not self.err.terminal or self.err.stream is None:
            yield lambda steps: None
            return
        stream = cast("TextIO", self.err.stream)
        with click.progressbar(length=self.count, label="playing", file=stream, width=30) as bar:
            yield bar.update
