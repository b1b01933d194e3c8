"""Asking for lines: with editing and completion at a terminal, plainly elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import IO, TYPE_CHECKING

from rummy.terminal.writer import Writer

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

Complete = Callable[[str], list[str]]
MOST_BYTES = 4096
"""No more of a line is read; the rest of it is another line."""


class Plain:
    """Reads lines from a stream; what a pipe gives is shown as if it were typed."""

    def __init__(self, stream: IO[str] | None, out: Writer) -> None:
        self.stream = stream
        self.out = out
        self.echo = stream is None or not stream.isatty()

    def __call__(self, prompt: str, complete: Complete) -> str | None:
        """A line without its end; None where the input has ended."""
        self.out.raw(prompt)
        self.out.flush()
        text = self._read()
        if text is None:
            self.out.line()
            return None
        text = text.strip("\r\n")
        if self.echo:
            self.out.line(text)
        return text

    def _read(self) -> str | None:
        if self.stream is None:
            return None
        source = getattr(self.stream, "buffer", None)
        if source is None:
            return self.stream.readline(MOST_BYTES) or None
        raw: bytes = source.readline(MOST_BYTES)
        return raw.decode("utf-8", "replace") if raw else None


def words_completer(complete: Complete) -> Completer:
    """A completer of the terminal's line editor for what a line may become."""
    from prompt_toolkit.completion import Completer, Completion

    class Words(Completer):
        def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
            line = document.text_before_cursor
            last = "" if not line or line[-1].isspace() else line.split()[-1]
            for word in complete(line):
                yield Completion(word, start_position=-len(last))

    return Words()


def at_terminal() -> Callable[[str, Complete], str | None]:
    """Asks with the line editor of prompt_toolkit; Tab completes."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.output import create_output
    from prompt_toolkit.output.vt100 import Vt100_Output
    from prompt_toolkit.shortcuts import CompleteStyle

    output = create_output()
    if isinstance(output, Vt100_Output):
        output.enable_cpr = False  # ask the terminal nothing: some do not answer
    # the readline way: what is possible is written below, nothing is drawn over
    session: PromptSession[str] = PromptSession(
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,
        reserve_space_for_menu=0,
        output=output,
    )

    def ask(prompt: str, complete: Complete) -> str | None:
        try:
            return session.prompt(prompt, completer=words_completer(complete))
        except EOFError:
            return None

    return ask


def asker(out: Writer) -> Callable[[str, Complete], str | None]:
    """How to ask here: the line editor only where both ends are a capable terminal."""
    stdin = sys.stdin
    if out.terminal and out.capable and stdin is not None and stdin.isatty():
        return at_terminal()
    return Plain(stdin, out)
