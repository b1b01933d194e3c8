"""Questions and answers, at a terminal or through pipes."""

from __future__ import annotations

import contextlib
import sys
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.terminal.writer import Writer

MOST_LINE = 10_000


class Talk:
    """Asks line by line. Through a pipe each answer is shown after its question."""

    def __init__(self, out: Writer, answers: IO[str] | None = None) -> None:
        self.out = out
        self.answers = sys.stdin if answers is None else answers
        self.live = self.answers is not None and self.answers.isatty() and out.terminal
        if self.live:
            with contextlib.suppress(ImportError):  # arrow keys, where the system has them
                import readline  # noqa: F401

    def ask(self, question: str) -> str:
        """The answer to a question; ``EOFError`` when there is nobody to answer any more."""
        shown = self.out.painted([question])
        self.out.flush()
        if self.live:
            try:
                return input(shown).strip()
            except UnicodeDecodeError:
                return "?"
        line = self._line()
        self.out.line(question, line.strip())
        return line.strip()

    def _line(self) -> str:
        if self.answers is None:
            raise EOFError
        raw = getattr(self.answers, "buffer", None)
        line = (
            self.answers.readline(MOST_LINE)
            if raw is None
            else raw.readline(MOST_LINE).decode("utf-8", "replace")
        )
        if not line:
            raise EOFError
        return str(line).removeprefix("\ufeff")
