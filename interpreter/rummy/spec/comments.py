"""The comments of a file, and which lines each of them speaks of.

Comments are what YAML passes over. So the scanner of YAML finds them: a ``#``
inside quotes or inside a text of several lines is none.
"""

from __future__ import annotations

from yaml.error import Mark, MarkedYAMLError
from yaml.tokens import ScalarToken

from rummy.diagnostics import Span
from rummy.frozen import dataclass
from rummy.spec.offsets import Source
from rummy.spec.yaml import MOST_DEPTH, TextParser


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its ``#``, where it stands, and the lines that it speaks of.

    Behind something it speaks of its own line, alone on a line of the one below;
    a value that goes on over several lines belongs to both ends of it, since there
    is no room for comments inside.
    """

    text: str
    span: Span
    lines: tuple[int, ...]


def comments(text: str, file: str) -> list[Comment]:
    """All comments of a text whose lines end in LF, as far as it is YAML."""
    source = Source(file, text)
    listener = _Listener(text)
    listener.listen()
    found = [source.span(start, end) for start, end in listener.comments]
    alone = {span.line for span in found if not source.line(span.line)[: span.column - 1].strip()}
    return [
        Comment(
            source.line(span.line)[span.column - 1 :],
            span,
            _lines(span.line, alone, source, listener.long),
        )
        for span in found
    ]


def _lines(
    line: int, alone: set[int], source: Source, long: list[tuple[int, int]]
) -> tuple[int, ...]:
    if line not in alone:
        near = [(first, last) for first, last in long if line in (first, last)]
    else:
        while line in alone:
            line += 1
        if not source.line(line).strip():
            return ()
        near = [(first, last) for first, last in long if line == first]
    return tuple(sorted({line}.union(*(range(first, last + 1) for first, last in near))))


class _Listener(TextParser):
    """Scans a text and notes its comments, and the values of more than one line."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.comments: list[tuple[int, int]] = []
        self.long: list[tuple[int, int]] = []

    def listen(self) -> None:
        """Scan to the end, to a slip, or to where no spec is nested any more."""
        try:
            while self.check_token() and max(self.flow_level, len(self.indents)) <= MOST_DEPTH:
                token = self.get_token()  # type: ignore[no-untyped-call]
                if isinstance(token, ScalarToken):
                    self._value(token.start_mark, token.end_mark)
        except (MarkedYAMLError, ValueError, OverflowError):
            return  # what is wrong there is told by the reader

    def _value(self, start: Mark, end: Mark) -> None:
        written = self.buffer[start.index : end.index].rstrip()
        last = start.line + written.count("\n")
        if last > start.line:
            self.long.append((start.line + 1, last + 1))

    def scan_to_next_token(self) -> None:
        """Pass over spaces, comments and ends of lines."""
        text, at = self.buffer, self.pointer
        while True:
            while text[at] == " ":
                at += 1
            at = self._comment(at)
            if text[at] != "\n":
                break
            at += 1
            if not self.flow_level:
                self.allow_simple_key = True
        self.forward(at - self.pointer)

    def scan_block_scalar_ignored_line(self, start_mark: Mark) -> None:
        """The rest of the line on which ``|`` or ``>`` stands."""
        at = self.pointer
        while self.buffer[at] == " ":
            at += 1
        self._comment(at)
        super().scan_block_scalar_ignored_line(start_mark)

    def _comment(self, at: int) -> int:
        """Note the comment that begins here, if one does; where it ends."""
        if self.buffer[at] != "#":
            return at
        end = self.buffer.find("\n", at)
        end = len(self.buffer) - 1 if end < 0 else end
        self.comments.append((at, end))
        return end
