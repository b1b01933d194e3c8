"""The static checker: from the text of an expression to its typed tree.

Every piece gets one type; nothing is converted silently and nothing but a
truth value counts as one. A faulty piece becomes ``POISON``, so that one fault
is one finding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rummy.diagnostics import Diagnostic, Fix, Label, Span, has_errors, sort
from rummy.lang import calls, resolve
from rummy.lang.builtins import (
    CARD_WORDS,
    FIELDS,
    FUNCTIONS,
    ITEM_FUNCTIONS,
    MELD_WORDS,
    STANDS_FOR_WORDS,
    ItemWord,
)
from rummy.lang.hints import a, did_you_mean, field_help, mismatch
from rummy.lang.limits import (
    MAX_DEFINITIONS,
    MAX_DEPTH,
    MAX_LOOPS,
    MAX_NESTING,
    MAX_NODES,
    MAX_SET,
)
from rummy.lang.parser import Unexpected, parse
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
    depth,
    parts,
)
from rummy.lang.scope import DefinitionSource, Mapper, Scope
from rummy.lang.settle import settle
from rummy.lang.slips import Slip, after, before, too_deep
from rummy.lang.trees import (
    CARD_SLOT,
    MELD_SLOT,
    And,
    Arith,
    Compare,
    Const,
    Field,
    Filter,
    If,
    In,
    Local,
    Negative,
    Node,
    Not,
    Or,
    Place,
    Range,
    SetOf,
)
from rummy.lang.types import (
    CARD,
    COLOUR,
    KIND,
    MELD,
    NUMBER,
    NUMBERS,
    PLACED,
    PLAYER,
    POISON,
    RANK,
    SETS,
    SUIT,
    TRUTH,
    Type,
)

FUNCTION_NAMES = frozenset((*FUNCTIONS, *ITEM_FUNCTIONS))
COMPARABLE = (NUMBER, TRUTH, RANK, SUIT, COLOUR, CARD, PLAYER, KIND)
"""Single values that ``==`` compares, besides option words."""
ORDERED = (NUMBER, RANK)
"""Types that ``<`` compares; ranks in the order of the deck."""

WORD, NUMERAL, DEFINED, CHOSEN = 3, 2, 1, -1
"""How much a piece needs others to say what type is meant (0: not at all)."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item that is being judged, and the item words that it brings."""

    node: Node
    words: Mapping[str, ItemWord]


@dataclass(frozen=True, slots=True)
class Argument:
    """What a parameter of a definition stands for, read where it was written."""

    raw: Raw
    context: Context


@dataclass(frozen=True, slots=True)
class Context:
    """Where a piece stands: its text, and the names that only count there."""

    text: str
    place: Mapper
    items: tuple[Item, ...] = ()
    """Innermost first."""
    locals: Mapping[str, Local] = field(default_factory=dict)
    parameters: Mapping[str, Argument] = field(default_factory=dict)
    me: Node | None = None
    loops: int = 0
    using: tuple[str, ...] = ()
    """Definitions that are being filled in, outermost first."""
    around: Raw | None = None
    """The comparison that the piece is a side of."""


class Stop(Exception):
    """The expression is so large that going on makes no sense."""


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


def check_definition(source: DefinitionSource) -> list[Diagnostic]:
    """Findings in the text of a definition alone, used or not: only its grammar."""
    raw, slip = read(source.text)
    return [] if raw is not None or slip is None else [as_diagnostic(slip, source.place)]


def read(text: str) -> tuple[Raw | None, Slip | None]:
    """The raw tree of a text, or the slip that prevents it."""
    slip = before(text)
    if slip is not None:
        return None, slip
    try:
        raw = parse(text)
    except Unexpected as error:
        return None, after(text, error, FUNCTION_NAMES)
    if depth(raw) > MAX_NESTING:
        return None, too_deep(raw.start, raw.end)
    return raw, None


def as_diagnostic(slip: Slip, place: Mapper) -> Diagnostic:
    """A slip of the pen as a finding in the file."""
    span = place(slip.start, slip.end)
    labels: tuple[Label, ...] = ()
    if slip.label is not None:
        start, end, words = slip.label
        labels = (Label(place(start, end), words),)
    fixes = () if slip.fix is None else (Fix(span, slip.fix),)
    return Diagnostic(slip.code, slip.message, span, slip.hint, labels, fixes)


def scope_items(scope: Scope) -> tuple[Item, ...]:
    """The item words that a scope itself brings."""
    items: list[Item] = []
    if scope.stands_for:
        items.append(Item(Local(CARD, _nowhere(), CARD_SLOT, "card"), STANDS_FOR_WORDS))
    elif scope.card and not scope.subject:
        items.append(Item(Local(CARD, _nowhere(), CARD_SLOT, "card"), CARD_WORDS))
    if scope.meld:
        items.append(Item(Local(MELD, _nowhere(), MELD_SLOT, "meld"), MELD_WORDS))
    return tuple(items)


def _nowhere() -> Place:
    return Place("", 0, 0, 0, 0)


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
    ) -> Node:
        """Report a finding at a piece; the piece is poison from here on."""
        return self.fault_at(context, raw.start, raw.end, code, message, hint, fix)

    def fault_at(
        self,
        context: Context,
        start: int,
        end: int,
        code: str,
        message: str,
        hint: str = "",
        fix: str | None = None,
    ) -> Node:
        """Report a finding at two offsets."""
        span = context.place(start, end)
        fixes = () if fix is None else (Fix(span, fix, safe=False),)
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
                return self.number(context, raw, expected)
            case RawName():
                return resolve.name(self, context, raw, expected)
            case RawTruth():
                return Const(TRUTH, self.at(context, raw), raw.value)
            case RawSet():
                return self.set_of(context, raw, expected)
            case RawRange():
                return self.range(context, raw, expected)
            case RawChoice():
                return self.choice(context, raw, expected)
            case RawAnd() | RawOr():
                return self.logic(context, raw)
            case RawNot():
                item = self.need(replace(context, around=None), raw.item, TRUTH)
                return Not(TRUTH, self.at(context, raw), item)
            case RawCompare():
                return self.compare(context, raw)
            case RawIn():
                return self.within(context, raw)
            case RawArith():
                return self.arith(context, raw)
            case RawNegative():
                item = self.need(context, raw.item, NUMBER)
                return self.poisoned(context, raw, NUMBER, item) or Negative(
                    NUMBER, self.at(context, raw), item
                )
            case RawOf():
                return resolve.of(self, context, raw, expected)
            case RawField():
                return self.field(context, raw)
            case RawWhere():
                return self.where(context, raw)
            case RawCall():
                return calls.call(self, context, raw, expected)
            case _:
                raise TypeError(f"no raw expression: {raw!r}")

    def poisoned(self, context: Context, raw: Raw, type_: Type, *nodes: Node) -> Node | None:
        """Poison if a part is poison, so that no finding follows from it."""
        if any(node.type == POISON for node in nodes):
            return Const(POISON, self.at(context, raw), 0)
        return None

    def number(self, context: Context, raw: RawNumber, expected: Type | None) -> Node:
        """A numeral: a rank where a rank is expected, else a number."""
        place = self.at(context, raw)
        if expected == RANK:
            ranks = self.scope.vocabulary.ranks
            if raw.text in ranks:
                return Const(RANK, place, ranks.index(raw.text))
            hint = did_you_mean(raw.text, ranks) or f"the ranks are {' '.join(ranks)}"
            return self.fault(context, raw, "T303", f"there is no rank `{raw.text}`", hint)
        return Const(NUMBER, place, int(raw.text))

    def set_of(self, context: Context, raw: RawSet, expected: Type | None) -> Node:
        """``{a, b}``: all items of one type."""
        if len(raw.items) > MAX_SET:
            message = f"the set has {len(raw.items)} items, {MAX_SET} are allowed"
            return self.fault(context, raw, "L955", message)
        inner = replace(context, around=None)
        item = expected.item if expected is not None else None
        nodes: dict[int, Node] = {}
        if item is None:
            first = min(range(len(raw.items)), key=lambda i: self.openness(context, raw.items[i]))
            nodes[first] = self.node(inner, raw.items[first], None)
            item = nodes[first].type
            if item == POISON:
                return nodes[first]
            if item not in SETS and not item.words:
                words = self.words(context, raw.items[first])
                hint = mismatch(words, item, NUMBER)
                return self.fault(
                    context, raw.items[first], "T302", f"a set cannot hold {a(item)}", hint
                )
        for i, part in enumerate(raw.items):
            if i not in nodes:
                nodes[i] = self.need(inner, part, item)
        items = tuple(nodes[i] for i in range(len(raw.items)))
        whole = SETS.get(item) or Type(f"{item}s", item)
        return self.poisoned(context, raw, whole, *items) or SetOf(
            whole, self.at(context, raw), items
        )

    def range(self, context: Context, raw: RawRange, expected: Type | None) -> Node:
        """``low..high`` of numbers or ranks."""
        item = expected.item if expected is not None else None
        low, high = self.pair(context, raw.low, raw.high, item)
        poison = self.poisoned(context, raw, NUMBERS, low, high)
        if poison is not None:
            return poison
        if low.type not in ORDERED:
            message = f"a range goes from number to number or rank to rank, this is {a(low.type)}"
            return self.fault(context, raw.low, "T302", message)
        if high.type != low.type:
            hint = mismatch(self.words(context, raw.high), high.type, low.type)
            message = f"this is {a(high.type)}, not {a(low.type)}"
            return self.fault(context, raw.high, "T302", message, hint)
        if isinstance(low, Const) and isinstance(high, Const) and low.value > high.value:
            hint = f"write `{self.words(context, raw.high)}..{self.words(context, raw.low)}`"
            return self.fault(
                context, raw, "T316", "the range is empty: it ends below its start", hint
            )
        return Range(SETS[low.type], self.at(context, raw), low, high)

    def choice(self, context: Context, raw: RawChoice, expected: Type | None) -> Node:
        """``yes if condition else no``: both ways lead to the same type."""
        condition = self.need(replace(context, around=None), raw.condition, TRUTH)
        if expected is not None:
            yes = self.need(context, raw.yes, expected)
            no = self.need(context, raw.no, expected)
        elif self.openness(context, raw.yes) <= self.openness(context, raw.no):
            yes = self.node(context, raw.yes, None)
            no = self.need(context, raw.no, yes.type)
        else:
            no = self.node(context, raw.no, None)
            yes = self.need(context, raw.yes, no.type)
        return self.poisoned(context, raw, yes.type, condition, yes, no) or If(
            yes.type, self.at(context, raw), condition, yes, no
        )

    def logic(self, context: Context, raw: RawAnd | RawOr) -> Node:
        """``and`` and ``or`` of truth values."""
        inner = replace(context, around=None)
        items = tuple(self.need(inner, item, TRUTH) for item in raw.items)
        place = self.at(context, raw)
        poison = self.poisoned(context, raw, TRUTH, *items)
        if poison is not None:
            return poison
        return And(TRUTH, place, items) if isinstance(raw, RawAnd) else Or(TRUTH, place, items)

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
            case RawSet():
                return min(self.openness(context, item) for item in raw.items)
            case RawRange():
                return min(self.openness(context, raw.low), self.openness(context, raw.high))
            case RawChoice():
                return min(self.openness(context, raw.yes), self.openness(context, raw.no))
            case _:
                return 0

    def pair(
        self, context: Context, left: Raw, right: Raw, expected: Type | None = None
    ) -> tuple[Node, Node]:
        """Two sides; the one that stands alone says what the other may mean."""
        if expected is not None:
            return self.node(context, left, expected), self.node(context, right, expected)
        if self.openness(context, left) <= self.openness(context, right):
            first = self.node(context, left, None)
            return first, self.node(context, right, first.type)
        second = self.node(context, right, None)
        return self.node(context, left, second.type), second

    def compare(self, context: Context, raw: RawCompare) -> Node:
        """``== != < <= > >=`` of two values of one type."""
        named = resolve.named_number(self, context, raw)
        if named is not None:
            left, right = named
        else:
            left, right = self.pair(replace(context, around=raw), raw.left, raw.right)
        poison = self.poisoned(context, raw, TRUTH, left, right)
        if poison is not None:
            return poison
        one, other = left.type, right.type
        sets = one.item is not None and other.item is not None and one.item == other.item
        if one != other and not sets:
            hint = mismatch(self.words(context, raw.left), one, other) or mismatch(
                self.words(context, raw.right), other, one
            )
            message = f"{a(one)} cannot be compared with {a(other)}"
            return self.fault(context, raw, "T311", message, hint)
        if not self.can_compare(one, raw.op) or (sets and not self.can_compare(other, raw.op)):
            if raw.op in ("==", "!="):
                hint = "compare a property of it, such as its rank or size"
            elif one.item is not None:
                hint = f"write `count({self.words(context, raw.left)})` for how many there are"
            else:
                hint = "only numbers and ranks have an order"
            message = f"`{raw.op}` does not compare {_plural(one)}"
            return self.fault_at(context, raw.op_start, raw.op_end, "T311", message, hint)
        return Compare(TRUTH, self.at(context, raw), raw.op, left, right)

    def can_compare(self, type_: Type, op: str) -> bool:
        """Whether values of a type compare by ``op``."""
        if op not in ("==", "!="):
            return type_ in ORDERED
        if type_.item is not None:  # sets compare as sets; cards in hands do not
            return type_ in SETS.values() or bool(type_.item.words)
        return type_ in COMPARABLE or bool(type_.words)

    def within(self, context: Context, raw: RawIn) -> Node:
        """``item in collection``."""
        inner = replace(context, around=raw)
        if self.openness(context, raw.item) <= self.openness(context, raw.collection):
            item = self.node(inner, raw.item, None)
            wanted = SETS.get(item.type, Type(f"{item.type}s", item.type))
            if item.type == POISON:
                return item
            collection = self.node(inner, raw.collection, wanted)
        else:
            collection = self.node(inner, raw.collection, None)
            item = self.node(inner, raw.item, collection.type.item)
        poison = self.poisoned(context, raw, TRUTH, item, collection)
        if poison is not None:
            return poison
        if collection.type.item is None:
            return self.no_collection(context, raw.collection, collection)
        if collection.type.item != item.type:
            message = f"{a(item.type)} cannot be among {collection.type}"
            hint = mismatch(self.words(context, raw.item), item.type, collection.type.item)
            return self.fault(context, raw, "T311", message, hint)
        node: Node = In(TRUTH, self.at(context, raw), item, collection)
        return Not(TRUTH, node.place, node) if raw.negated else node

    def no_collection(self, context: Context, raw: Raw, node: Node) -> Node:
        """Report that a collection was wanted."""
        hint = "a set is written `{3, 5, J}`, a range `3..5`"
        fix = None
        if isinstance(raw, RawArith) and raw.op == "-":
            fix = f"{self.words(context, raw.left)}..{self.words(context, raw.right)}"
            hint = f"a range is written `{fix}`"
        elif node.type == MELD:
            hint = f"write `{self.words(context, raw)}.cards` for its cards"
        elif node.type == PLAYER:
            hint = f"what a player has is written `hand of {self.words(context, raw)}`"
        message = f"this is {a(node.type)}, not a collection"
        return self.fault(context, raw, "T302", message, hint, fix)

    def arith(self, context: Context, raw: RawArith) -> Node:
        """A row of ``a + b - c``, from its left end."""
        row: list[RawArith] = []
        left: Raw = raw
        while isinstance(left, RawArith):
            row.append(left)
            left = left.left
        node = self.need(context, left, NUMBER)
        for link in reversed(row):
            self.made += 1
            right = self.need(context, link.right, NUMBER)
            node = self.poisoned(context, link, NUMBER, node, right) or Arith(
                NUMBER, self.at(context, link), link.op, node, right
            )
        return node

    def field(self, context: Context, raw: RawField) -> Node:
        """``card.rank``."""
        of = self.node(replace(context, around=None), raw.of, None)
        if of.type == POISON:
            return of
        words = FIELDS.get(of.type)
        text = self.words(context, raw.of)
        start, end = raw.field_start, raw.end
        if raw.end > raw.field_start + len(raw.field):  # parentheses around it
            end = raw.field_start + len(raw.field)
        if words is None:
            message = f"`{text}` is {a(of.type)} and has no `{raw.field}`"
            hint = field_help(text, of.type, raw.field)
            return self.fault_at(context, start, end, "T307", message, hint)
        if raw.field not in words:
            message = f"{a(of.type)} has no `{raw.field}`"
            hint = did_you_mean(raw.field, words) or "it has " + ", ".join(words)
            return self.fault_at(context, start, end, "T307", message, hint)
        return Field(words[raw.field].type, self.at(context, raw), of, raw.field)

    def where(self, context: Context, raw: RawWhere, name: str = "") -> Node:
        """``collection where condition``, ``n in collection where condition``.

        ``name``: what ``for n in collection where condition`` calls the item.
        """
        within = raw.collection
        if isinstance(within, RawIn) and isinstance(within.item, RawName):
            if not calls.free_name(self, context, within.item.text, within.item.start):
                return Const(POISON, self.at(context, raw), 0)
            name, within = within.item.text, within.collection
        collection = self.collection(context, within)
        if collection.type == POISON or collection.type.item is None:
            return collection
        inner = self.inside_loop(context, raw)
        slot = self.new_slot()
        item = Local(collection.type.item, collection.place, slot, name)
        words = FIELDS.get(collection.type.item, {})
        if name:
            inner = replace(inner, locals={**context.locals, name: item})
        if words:
            inner = replace(inner, items=(Item(item, words), *context.items))
        elif not name:
            message = f"`where` goes over cards or melds, this is {collection.type}"
            hint = f"name the item: `x in {self.words(context, within)} where ...`"
            return self.fault(context, within, "T302", message, hint)
        condition = self.need(inner, raw.condition, TRUTH)
        return self.poisoned(context, raw, collection.type, condition) or Filter(
            collection.type, self.at(context, raw), slot, collection, condition
        )

    def collection(self, context: Context, raw: Raw) -> Node:
        """A piece that must be a collection."""
        node = self.node(replace(context, around=None), raw, None)
        if node.type == POISON or node.type.item is not None:
            return node
        return self.no_collection(context, raw, node)

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


def _plural(type_: Type) -> str:
    if type_.item is not None:
        return str(type_)
    if type_ == PLACED:
        return "placed cards"
    if type_ == KIND:
        return "kinds of meld"
    return f"values of {type_.name.removeprefix('value of ')}" if type_.words else f"{type_}s"
