"""The static checker: from the text of an expression to its typed tree.

Every piece gets one type; nothing is converted silently and nothing but a
truth value counts as one. A faulty piece becomes ``POISON``, so that one fault
is one finding.
"""

from __future__ import annotations

from dataclasses import replace

from rummy.diagnostics import Diagnostic, Fix, Span, has_errors, sort
from rummy.lang import calls, operators, resolve
from rummy.lang.context import DEFINED, NUMERAL, Argument, Context, Stop, scope_items
from rummy.lang.hints import a, mismatch
from rummy.lang.limits import (
    MAX_DEFINITIONS,
    MAX_DEPTH,
    MAX_LOOPS,
    MAX_NODES,
)
from rummy.lang.raw import (
    Raw,
    RawAnd,
    RawArith,
    RawCall,
    RawChoice,
    RawCompare,
    RawField,
    RawIn,
    RawName,
    RawNegative,
    RawNot,
    RawNumber,
    RawOf,
    RawOr,
    RawRange,
    RawSet,
    RawTruth,
    RawWhere,
    parts,
)
from rummy.lang.reading import as_diagnostic, check_definition, read
from rummy.lang.scope import DefinitionSource, Mapper, Scope
from rummy.lang.settle import settle
from rummy.lang.trees import (
    Const,
    Negative,
    Node,
    Not,
    Place,
)
from rummy.lang.types import (
    NUMBER,
    POISON,
    TRUTH,
    Type,
)

__all__ = ["Checker", "check", "check_definition"]


def check(
    text: str, place: Mapper, scope: Scope, expected: Type
) -> tuple[Node | None, list[Diagnostic]]:
    """The typed tree of an expression and what was found; no tree if it is wrong.

    ``place`` maps offsets in ``text`` to the file. Never raises for any text.
    """
    checker = Checker(scope)
    context = Context(text, place, items=scope_items(scope))
    raw, slip = read(text)
    if raw is None:
        assert slip is not None
        checker.findings.append(as_diagnostic(slip, place))
        return None, checker.findings
    try:
        node = checker.need(context, raw, expected)
        if not has_errors(checker.findings):
            node = settle(node, scope, checker.findings)
    except Stop:
        return None, sort(checker.findings)
    findings = sort(checker.findings)
    return (None if has_errors(findings) else node), findings


class Checker:
    """One expression being checked: its findings, slots and size so far."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.findings: list[Diagnostic] = []
        self.slots = 0
        self.made = 0
        self.looked = 0
        self.level = 0
        self.known: dict[str, Raw | None] = {}

    # --- small helpers ----------------------------------------------------

    def place(self, context: Context, start: int, end: int) -> Place:
        """The place of a piece in its file."""
        span = context.place(start, end)
        return Place(
            span.file,
            span.line,
            span.column,
            span.end_line,
            span.end_column,
            context.text[start:end],
        )

    def at(self, context: Context, raw: Raw) -> Place:
        """The place of a raw piece."""
        return self.place(context, raw.start, raw.end)

    def words(self, context: Context, raw: Raw) -> str:
        """A raw piece as written, on one line."""
        return " ".join(context.text[raw.start : raw.end].split())

    def span(self, context: Context, raw: Raw) -> Span:
        """The span of a raw piece, for a finding."""
        return context.place(raw.start, raw.end)

    def fault(
        self,
        context: Context,
        raw: Raw,
        code: str,
        message: str,
        hint: str = "",
        fix: str | None = None,
        sure: bool = False,
    ) -> Node:
        """Report a finding at a piece; the piece is poison from here on.

        ``sure``: nothing else than the fix can have been meant.
        """
        return self.fault_at(context, raw.start, raw.end, code, message, hint, fix, sure)

    def fault_at(
        self,
        context: Context,
        start: int,
        end: int,
        code: str,
        message: str,
        hint: str = "",
        fix: str | None = None,
        sure: bool = False,
    ) -> Node:
        """Report a finding at two offsets."""
        span = context.place(start, end)
        fixes = () if fix is None else (Fix(span, fix, safe=sure),)
        found = Diagnostic(code, message, span, hint, (), fixes)
        if found not in self.findings:
            self.findings.append(found)
        return Const(POISON, self.place(context, start, end), 0)

    def new_slot(self) -> int:
        """A slot for the item of one more item function."""
        self.slots += 1
        return self.slots - 1

    def inside_loop(self, context: Context, raw: Raw) -> Context:
        """The context one item function deeper."""
        if context.loops >= MAX_LOOPS:
            self.fault(
                context,
                raw,
                "L956",
                f"item functions lie more than {MAX_LOOPS} deep in one another",
            )
            raise Stop
        return replace(context, loops=context.loops + 1, around=None)

    # --- the walk ---------------------------------------------------------

    def need(self, context: Context, raw: Raw, wanted: Type) -> Node:
        """The typed piece, which must have the type ``wanted``."""
        node = self.node(context, raw, wanted)
        if node.type in (wanted, POISON) or wanted == POISON:
            return node
        hint = mismatch(self.words(context, raw), node.type, wanted)
        code = "T304" if wanted == TRUTH else "T302"
        return self.fault(context, raw, code, f"this is {a(node.type)}, not {a(wanted)}", hint)

    def node(self, context: Context, raw: Raw, expected: Type | None) -> Node:
        """The typed piece; ``expected`` says what words and numerals may mean."""
        self.made += 1
        if self.made > MAX_NODES:
            self.too_many(context, raw)
        self.deeper(context, raw)
        try:
            return self.piece(context, raw, expected)
        finally:
            self.level -= 1

    def too_many(self, context: Context, raw: Raw) -> None:
        """Give up: the expression is too large with its definitions."""
        message = f"with all definitions filled in the expression has more than {MAX_NODES:,} parts"
        self.fault(context, raw, "L960", message)
        raise Stop

    def deeper(self, context: Context, raw: Raw) -> None:
        """One level down; gives up below the deepest that is allowed."""
        if self.level >= MAX_DEPTH:
            message = f"with all definitions filled in the expression is more than {MAX_DEPTH} levels deep"
            self.fault(context, raw, "L961", message)
            raise Stop
        self.level += 1

    def piece(self, context: Context, raw: Raw, expected: Type | None) -> Node:
        """The typed piece by its form."""
        match raw:
            case RawNumber():
                return operators.numeral(self, context, raw, expected)
            case RawName():
                return resolve.name(self, context, raw, expected)
            case RawTruth():
                return Const(TRUTH, self.at(context, raw), raw.value)
            case RawSet():
                return operators.set_of(self, context, raw, expected)
            case RawRange():
                return operators.range_of(self, context, raw, expected)
            case RawChoice():
                return operators.choice(self, context, raw, expected)
            case RawAnd() | RawOr():
                return operators.logic(self, context, raw)
            case RawNot():
                item = self.need(replace(context, around=None), raw.item, TRUTH)
                return Not(TRUTH, self.at(context, raw), item)
            case RawCompare():
                return operators.compare(self, context, raw)
            case RawIn():
                return operators.within(self, context, raw)
            case RawArith():
                return operators.arith(self, context, raw)
            case RawNegative():
                item = self.need(context, raw.item, NUMBER)
                return self.poisoned(context, raw, NUMBER, item) or Negative(
                    NUMBER, self.at(context, raw), item
                )
            case RawOf():
                return resolve.of(self, context, raw, expected)
            case RawField():
                return operators.field_of(self, context, raw)
            case RawWhere():
                return operators.filtered(self, context, raw)
            case RawCall():
                return calls.call(self, context, raw, expected)
            case _:
                raise TypeError(f"no raw expression: {raw!r}")

    def poisoned(self, context: Context, raw: Raw, type_: Type, *nodes: Node) -> Node | None:
        """Poison if a part is poison, so that no finding follows from it."""
        if any(node.type == POISON for node in nodes):
            return Const(POISON, self.at(context, raw), 0)
        return None

    def openness(self, context: Context, raw: Raw) -> int:
        """How much the piece needs others to say what type is meant."""
        self.looked += 1
        if self.looked > 10 * MAX_NODES:  # definitions that double each other
            self.too_many(context, raw)
        match raw:
            case RawNumber():
                return NUMERAL
            case RawName():
                self.deeper(context, raw)
                found = resolve.openness(self, context, raw)
                self.level -= 1
                return found
            case RawSet() if operators.ranks_only(self, context, raw):
                return DEFINED
            case RawSet():
                return min(self.openness(context, item) for item in raw.items)
            case RawRange():
                return min(self.openness(context, raw.low), self.openness(context, raw.high))
            case RawChoice():
                return min(self.openness(context, raw.yes), self.openness(context, raw.no))
            case _:
                return 0

    # --- definitions ------------------------------------------------------

    def inline(
        self,
        context: Context,
        raw: Raw,
        source: DefinitionSource,
        arguments: tuple[Raw, ...],
        expected: Type | None,
        me: Node | None,
    ) -> Node:
        """A definition in the place where its name stands."""
        if source.name in context.using:
            chain = " -> ".join((*context.using[context.using.index(source.name) :], source.name))
            return self.fault(context, raw, "T313", f"the definition uses itself: {chain}")
        if len(context.using) >= MAX_DEFINITIONS:
            message = f"definitions lie more than {MAX_DEFINITIONS} deep in one another"
            return self.fault(context, raw, "L957", message)
        body = self.body(source)
        if body is None:
            return Const(POISON, self.at(context, raw), 0)
        inner = self.definition_context(context, source, arguments, me)
        node = self.node(inner, body, expected)
        used = {part.text for part in _names(body)}
        for parameter, argument in zip(source.parameters, arguments, strict=True):
            if parameter not in used and not resolve.is_word(self, context, argument):
                self.node(context, argument, None)
        return node

    def definition_context(
        self,
        context: Context,
        source: DefinitionSource,
        arguments: tuple[Raw, ...],
        me: Node | None,
    ) -> Context:
        """The context inside a definition: its own text, the same items."""
        pairs = zip(source.parameters, arguments, strict=True)
        return Context(
            source.text,
            source.place,
            items=context.items,
            parameters={p: Argument(raw, context) for p, raw in pairs},
            me=me,
            loops=context.loops,
            using=(*context.using, source.name),
        )

    def body(self, source: DefinitionSource) -> Raw | None:
        """The raw tree of a definition; its slips are reported once."""
        if source.name not in self.known:
            raw, slip = read(source.text)
            if slip is not None:
                self.findings.append(as_diagnostic(slip, source.place))
            self.known[source.name] = raw
        return self.known[source.name]


def _names(raw: Raw) -> list[RawName]:
    found, todo = [], [raw]
    while todo:
        piece = todo.pop()
        if isinstance(piece, RawName):
            found.append(piece)
        todo.extend(parts(piece))
    return found
