"""YAML with places: a file becomes nodes that know where they stand.

Only what a spec needs is read: mappings, lists and single values. Values stay
text; what kind of word or number one should be is judged by the readers of
``rummy.spec.words``. Aliases, tags, merge keys and all else that would make a
file mean something unseen are refused where they stand. The limits are counted
while the parser's events arrive, so that no file can make the reader slow or
deep. Only PyYAML's parser in Python is used: it behaves alike everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import cast

from yaml.error import Mark, MarkedYAMLError
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from rummy.diagnostics import Diagnostic, Fix, Label, Span, sort, start_of, visible
from rummy.frozen import dataclass
from rummy.spec import slips
from rummy.spec.decode import decode
from rummy.spec.offsets import Places, Source, SourceMap

MOST_DEPTH = 32
MOST_NODES = 20_000
MOST_SCALAR = 8 * 1024
MOST_FINDINGS = 20
MOST_REPAIRS = 20
REPAIR_WORK = 128 * 1024
"""Characters that may be read again to find further slips behind the first."""

ALIAS_HINT = "write shared pieces under `define`; an expression needs quotes here"
STYLES = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value or a key, as text."""

    value: str
    style: str
    span: Span
    offsets: Places = field(compare=False, repr=False)
    cut: bool = False
    """A comment follows on the same line: perhaps `` #`` was meant as text."""

    @property
    def plain(self) -> bool:
        """Written without quotes."""
        return self.style == "plain"

    @property
    def missing(self) -> bool:
        """Nothing is written at all: ``title:``."""
        return self.style == "plain" and not self.value


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with values, in file order."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span
    written: str = field(default="", compare=False, repr=False)
    """The text itself if it stands in braces on one line."""

    def get(self, key: str) -> Node | None:
        """The value of a key."""
        return next((value for name, value in self.entries if name.value == key), None)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    span: Span
    written: str = field(default="", compare=False, repr=False)
    """The text itself if it stands in brackets on one line."""


Node = Scalar | Mapping | Sequence


def read(text: bytes | str, file: str) -> tuple[Node | None, list[Diagnostic]]:
    """The top mapping of a file and what is wrong with its YAML.

    The node is there only if the file could be read as a whole; a repeated key
    is then left out where it stands for the second time.
    """
    clean, findings = decode(text, file)
    if clean is None:
        return None, findings
    node, findings = _read_text(clean, file)
    return node, sort(findings)


def _read_text(text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
    """Read; where quotes are missing, put them in and look for what else is wrong."""
    source = Source(file, text)
    slipped: list[Diagnostic] = []
    work = 0
    while True:
        composer = _Composer(source)
        try:
            composer.run()
        except MarkedYAMLError as error:
            finding, repaired = slips.explain(error, source)
            if finding.span.line in {item.span.line for item in slipped}:
                return None, slipped + composer.findings  # quotes did not mend it after all
            slipped.append(finding)
            work += error.problem_mark.index if error.problem_mark else len(text)
            if repaired and len(slipped) < MOST_REPAIRS and work <= REPAIR_WORK:
                source = Source(file, repaired)
                continue
        except _Stopped:
            pass  # the composer has noted why
        findings = slipped + composer.findings
        whole = not slipped and composer.readable
        return (composer.root if whole else None), findings


class _Stopped(Exception):
    """A limit is reached, or there is too much wrong to go on."""


class TextParser(Reader, Scanner, Parser):
    """PyYAML's reader, scanner and parser, without what makes Python objects."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        self.settled = -1
        """The token, by its number, that is known to need no look further."""

    # The text has LF only, ends in NUL and is all there, so that moving on in it is
    # simple; PyYAML's own way, character by character, takes twice the time.

    def peek(self, index: int = 0) -> str:
        """The character that is so many places ahead."""
        character: str = self.buffer[self.pointer + index]
        return character

    def prefix(self, length: int = 1) -> str:
        """The next characters."""
        piece: str = self.buffer[self.pointer : self.pointer + length]
        return piece

    def forward(self, length: int = 1) -> None:
        """Pass over the next characters."""
        passed = self.buffer[self.pointer : self.pointer + length]
        self.pointer += length
        self.index += length
        if "\n" in passed:
            self.line += passed.count("\n")
            self.column = length - passed.rfind("\n") - 1
        else:
            self.column += length

    def need_more_tokens(self) -> bool:
        """Whether to read on before the next token is certain; asked anew for each token only.

        PyYAML asks five times or more for each, and nothing changes until it is taken.
        """
        if self.settled == self.tokens_taken:
            return False
        more: bool | None = Scanner.need_more_tokens(self)
        if not more:
            self.settled = self.tokens_taken
        return bool(more)

    def fetch_directive(self) -> None:
        """A line that begins with %; refused before it changes anything."""
        raise slips.Directive(problem_mark=self.get_mark())

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: Mark) -> list[str]:
        """Words in quotes; an escape beyond Unicode is an error with a place."""
        try:
            words: list[str] = Scanner.scan_flow_scalar_non_spaces(self, double, start_mark)
        except (ValueError, OverflowError) as error:  # PyYAML hands \UFFFFFFFF to chr()
            raise slips.BadEscape(problem_mark=self.get_mark()) from error
        return words

    def events(self) -> Iterator[Event]:
        """All events of the text, in order."""
        while self.check_event():
            event: Event = self.get_event()  # type: ignore[no-untyped-call]
            yield event


class _Open:
    """A mapping or list that is being read."""

    def __init__(self, event: CollectionStartEvent, span: Span) -> None:
        self.mapping = isinstance(event, MappingStartEvent)
        self.flow = bool(event.flow_style)
        self.start = _marks(event)[0].index
        self.span = span
        self.key: Scalar | None = None
        self.entries: list[tuple[Scalar, Node]] = []
        self.items: list[Node] = []
        self.known: dict[str, Scalar] = {}
        self.last: Node | None = None


class _Composer:
    """Nodes out of events, without recursion, with limits."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.findings: list[Diagnostic] = []
        self.readable = True
        self.root: Node | None = None
        self.stack: list[_Open] = []
        self.nodes = 0

    def run(self) -> None:
        """Read all of the text; the first node of it is ``root``."""
        documents = 0
        for event in TextParser(self.source.text).events():
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    hint = "keep each spec in a file of its own"
                    self.refuse("Y007", "a second document begins here", self.mark(event), hint)
                    raise _Stopped
            elif isinstance(event, AliasEvent):
                self.count(event)
                self.alias(event)
            elif isinstance(event, ScalarEvent):
                self.count(event)
                self.scalar(event)
            elif isinstance(event, CollectionStartEvent):
                self.count(event)
                self.open(event)
            elif isinstance(event, CollectionEndEvent):
                self.close(event)
        self.finish()

    def finish(self) -> None:
        """Look at the file as a whole."""
        root = self.root
        top = start_of(self.source.file)
        if not self.readable:
            return
        if root is None or (isinstance(root, Scalar) and root.missing):
            hint = "a spec begins with `rummy: 1`"
            self.refuse("Y005", "the file is empty", top, hint)
        elif not isinstance(root, Mapping):
            what = "a list" if isinstance(root, Sequence) else "a single text"
            message = f"a spec is a mapping of keys to values, this is {what}"
            self.refuse("Y006", message, root.span, "a spec begins with `rummy: 1`")

    # --- findings ---------------------------------------------------------

    def refuse(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str = "",
        fixes: tuple[Fix, ...] = (),
        labels: tuple[Label, ...] = (),
    ) -> None:
        """Note what makes the file unreadable."""
        self.readable = False
        self.note(Diagnostic(code, message, span, hint, labels, fixes))

    def note(self, finding: Diagnostic) -> None:
        """Note a finding; there is no use in hundreds of them."""
        self.findings.append(finding)
        if len(self.findings) >= MOST_FINDINGS:
            self.readable = False
            raise _Stopped

    def mark(self, event: Event) -> Span:
        """The place of an event."""
        return self.between(*_marks(event))

    def between(self, start: Mark, end: Mark) -> Span:
        """The place from mark to mark."""
        file = self.source.file
        return Span(file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def count(self, event: Event) -> None:
        """A node more; refuse what no game needs."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            message = f"more than {MOST_NODES:,} keys, values and lists in one file"
            self.refuse("L903", message, self.mark(event))
            raise _Stopped

    # --- nodes ------------------------------------------------------------

    def alias(self, event: AliasEvent) -> None:
        span = self.mark(event)
        written = f"*{event.anchor}"
        message = f"`{written}` is a YAML alias, and aliases are not used"
        self.refuse("Y010", message, span, *self.quoting(event, written, ALIAS_HINT))
        self.add(self.stand_in(event))

    def properties(self, event: ScalarEvent | CollectionStartEvent) -> None:
        """Refuse an anchor or tag before a node."""
        if event.anchor is None and event.tag is None:
            return
        start = _marks(event)[0].index
        written = self.source.text[start : start + 80].split(None, 1)[0]
        span = self.source.span(start, start + len(written))
        if written.startswith("&"):
            message = f"`{written}` is a YAML anchor, and anchors are not used"
            self.refuse("Y010", message, span, *self.quoting(event, written, ALIAS_HINT))
        else:
            message = f"`{written}` is a YAML tag, and tags are not used"
            self.refuse("Y011", message, span, *self.quoting(event, written, slips.TAG_HINT))

    def quoting(self, event: Event, written: str, hint: str) -> tuple[str, tuple[Fix, ...]]:
        """Hint and fix where an expression begins with * & or !."""
        value = isinstance(event, ScalarEvent | AliasEvent) and self.expects_value()
        whole = slips.value_on_line(self.source, _marks(event)[0].line + 1)
        if not value or whole is None or written.startswith("!!"):
            return hint, ()
        quoted = slips.quoted(self.source, whole)
        # what begins with ! is an expression; of a YAML alias only the author knows more
        fix = replace(quoted.fix, safe=written.startswith("!"))
        return f"{hint}{quoted.shown}", (fix,)

    def expects_value(self) -> bool:
        """The next node is a value in a block, so that its line can be quoted as a whole."""
        if not self.stack or any(level.flow for level in self.stack):
            return False
        return not self.stack[-1].mapping or self.stack[-1].key is not None

    def stand_in(self, event: Event) -> Scalar:
        """An empty value in the place of a node that is refused."""
        mark = _marks(event)[0]
        offsets = SourceMap(self.source, mark.index, mark.index, "plain", "")
        return Scalar("", "plain", self.between(mark, mark), offsets)

    def scalar(self, event: ScalarEvent) -> None:
        self.properties(event)
        value: str = event.value
        style = STYLES.get(event.style or "", "plain")
        start, end = (mark.index for mark in _marks(event))
        text = self.source.text
        if event.anchor is not None or event.tag is not None:
            self.add(self.stand_in(event))
            return
        if style in ("literal", "folded"):
            span = self.source.span(start, start + len(text[start:end].rstrip()))
        else:
            span = self.mark(event)
        if len(value) > MOST_SCALAR:
            message = f"a text of {len(value):,} characters; at most {MOST_SCALAR:,} are read"
            self.refuse("L904", message, span)
            raise _Stopped
        cut = style == "plain" and bool(value) and _comment_follows(text, end)
        offsets = SourceMap(self.source, start, end, style, value)
        if style == "double" and (bad := slips.hidden_character(value)) is not None:
            message = f"the escape for {visible(value[bad])} is not allowed in a text"
            self.refuse("Y018", message, offsets.place(bad, bad + 1))
        self.add(Scalar(value, style, span, offsets, cut))

    def open(self, event: CollectionStartEvent) -> None:
        self.properties(event)
        span = self.mark(event)
        if len(self.stack) >= MOST_DEPTH:
            message = f"nested too deeply: more than {MOST_DEPTH} lists and mappings"
            self.refuse("L902", message, span, "is there a bracket too many?")
            raise _Stopped
        level = self.stack[-1] if self.stack else None
        if level is not None and level.mapping and level.key is None:
            what = "mapping" if isinstance(event, MappingStartEvent) else "list"
            hint = "a value that begins with a bracket needs quotes"
            self.refuse("Y014", f"a {what} cannot be a key", span, hint)
        self.stack.append(_Open(event, span))

    def close(self, event: CollectionEndEvent) -> None:
        done = self.stack.pop()
        written = ""
        if done.flow:
            span = done.span.to(self.mark(event))
            if span.line == span.end_line:
                written = self.source.text[done.start : _marks(event)[1].index]
        else:
            # The parser notes the end of a block where the next thing begins.
            span = done.span.to(done.last.span) if done.last else done.span
        node: Node
        if done.mapping:
            node = Mapping(tuple(done.entries), span, written)
        else:
            node = Sequence(tuple(done.items), span, written)
        self.add(node)

    def add(self, node: Node) -> None:
        """Put a node where it belongs."""
        if not self.stack:
            if self.root is None:
                self.root = node
            return
        level = self.stack[-1]
        level.last = node
        if not level.mapping:
            level.items.append(node)
        elif level.key is None:
            level.key = self.key(node, level)
        else:
            key, level.key = level.key, None
            first = level.known.get(key.value)
            if first is not None and not key.missing:
                self.duplicate(key, first)
            else:
                level.known[key.value] = key
                level.entries.append((key, node))

    def key(self, node: Node, level: _Open) -> Scalar:
        """A key, checked; a stand-in for a list or mapping that is refused already."""
        if not isinstance(node, Scalar):
            start = level.start
            return Scalar("", "plain", node.span, SourceMap(self.source, start, start, "plain", ""))
        if node.missing and self.readable:
            self.refuse("Y014", "a key is missing here", node.span, "write a word before the colon")
        elif node.value == "<<" and node.plain:
            hint = "write the entries out, or share pieces under `define`"
            self.refuse("Y012", "`<<` would merge mappings, which is not done", node.span, hint)
        return node

    def duplicate(self, key: Scalar, first: Scalar) -> None:
        message = f"the key `{visible(key.value)}` stands here a second time"
        label = Label(first.span, "the first time")
        hint = f"take one of the two away; the first is in line {first.span.line}"
        self.note(Diagnostic("Y013", message, key.span, hint, (label,)))


def _marks(event: Event) -> tuple[Mark, Mark]:
    """Beginning and end of an event; this parser always notes them."""
    return cast(Mark, event.start_mark), cast(Mark, event.end_mark)


def _comment_follows(text: str, end: int) -> bool:
    """Whether a comment stands behind a plain value, on its line."""
    after = end
    while after < len(text) and text[after] in " \t":
        after += 1
    return after > end and text[after : after + 1] == "#"
