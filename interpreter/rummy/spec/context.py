"""What all parts of the builder share: findings, scopes and checked expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rummy.diagnostics import Diagnostic, Fix, Label
from rummy.diagnostics import Span as FileSpan
from rummy.lang.check import check
from rummy.lang.scope import Scope
from rummy.lang.trees import Const, Name, Node, Place, walk
from rummy.lang.types import PLAYER, Type
from rummy.spec.base_word import taken_over
from rummy.spec.keys import NAME
from rummy.spec.model import Expr, Kind, Option, Variable, Zone, ZoneRef
from rummy.spec.slips import respelled
from rummy.spec.structure import Items, Leaf, Raw, Table
from rummy.spec.words import cut_short
from rummy.spelling import did_you_mean, nearest

Placer = Callable[[int, int], FileSpan]


def place_of(span: FileSpan, text: str = "") -> Place:
    """A place of the file, as typed trees keep it."""
    return Place(span.file, span.line, span.column, span.end_line, span.end_column, text)


def filler(kind: Type, place: Place) -> Node:
    """Stands in a spec that has findings and will not be played."""
    return Const(kind, place, 0)


MOST_WORK = 20_000
"""Parts of all expressions of a file together, definitions filled in: what an
honest spec needs twenty times over, and what is checked in some seconds."""
WORK_OF_A_FAULTY_ONE = 100
WORK_OF_ONE_TOO_LARGE = 2_000
TOO_LARGE = {"L957", "L960", "L961"}
"""Codes of expressions that grew large, with all definitions, before they were refused."""
UNKNOWN_NAME = "T301"


class Context:
    """Gathers findings and checks expressions while a spec is built."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.scopes: dict[str, Scope] = {}
        self.expressions: list[tuple[str, Expr]] = []
        self.options: dict[str, Option] = {}
        self.zones: dict[str, Zone] = {}
        self.variables: dict[str, Variable] = {}
        self.kinds: dict[str, Kind] = {}
        self.kind_names: tuple[str, ...] = ()
        self.opening_names: tuple[str, ...] = ()
        self.work = 0
        self.faulty: set[str] = set()
        """Names of things of which something had to be left out."""
        self.gaps: set[str] = set()
        """Kinds of things of which not all names are known."""

    def report(
        self,
        code: str,
        message: str,
        span: FileSpan,
        hint: str = "",
        labels: tuple[Label, ...] = (),
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        """Note a finding."""
        self.found.append(Diagnostic(code, message, span, hint, labels, fixes))

    def unknown(self, what: str, word: str, span: FileSpan, known: Iterable[str]) -> None:
        """Note that something is named which does not exist."""
        if what in self.gaps or word in self.faulty:
            return
        names = list(known)
        near = nearest(word, names)
        hint = did_you_mean(word, names)
        if not near:
            hint = f"known: {', '.join(names)}" if names else "none is declared"
        fixes = respelled(span, word, names)
        self.report("S111", f"there is no {what} `{word}`", span, hint, fixes=fixes)

    # --- expressions ---------------------------------------------------------

    def checked(
        self, text: str, place: Placer, scope: str, kind: Type, path: str, whole: FileSpan
    ) -> Expr:
        """An expression of the file with its typed tree; a filler if it has findings."""
        where = place_of(whole, text)
        if self.work > MOST_WORK:
            return Expr(text, where, filler(kind, where))
        tree, found = check(text, place, self.scopes[scope], kind)
        self.found.extend(item for item in found if not self.gaps or item.code != UNKNOWN_NAME)
        self.work += _work_of_a_faulty_one(found) if tree is None else sum(1 for _ in walk(tree))
        if self.work > MOST_WORK:
            self.report("L924", "all expressions up to here are too large together", whole)
        expr = Expr(text, where, filler(kind, where) if tree is None else tree)
        if path and tree is not None:
            self.expressions.append((path, expr))
        return expr

    def leaf(self, leaf: Leaf, scope: str, kind: Type, path: str) -> Expr:
        """The expression that stands in a single value."""
        before = len(self.found)
        expr = self.checked(leaf.text, leaf.node.offsets.place, scope, kind, path, leaf.span)
        self.found[before:] = taken_over(leaf.node, cut_short(leaf.node, self.found[before:]))
        return expr

    def fitting(self, leaf: Leaf, scope: str, kinds: tuple[Type, ...]) -> Type:
        """The one of these types that an expression can have; the first if it has none."""
        for kind in kinds:
            tree, _ = check(leaf.text, leaf.node.offsets.place, self.scopes[scope], kind)
            if tree is not None:
                return kind
        return kinds[0]

    def default(self, text: str, span: FileSpan, scope: str, kind: Type) -> Expr:
        """An expression that holds because the file says nothing else."""
        return self.checked(text, lambda _start, _end: span, scope, kind, "", span)

    def maybe(self, table: Table, key: str, scope: str, kind: Type, path: str) -> Expr | None:
        """The expression under a key, if there is one."""
        leaf = table.leaf(key)
        return None if leaf is None else self.leaf(leaf, scope, kind, _join(path, key))

    def expr(
        self, table: Table, key: str, scope: str, kind: Type, path: str, default: str = ""
    ) -> Expr:
        """The expression under a key; without the key its default.

        A required key has no default: that it is missing was found before, and
        a filler takes its place.
        """
        found = self.maybe(table, key, scope, kind, path)
        if found is not None:
            return found
        if not default or key in table.keys:
            place = place_of(table.place(key))
            return Expr("", place, filler(kind, place))
        return self.default(default, table.span, scope, kind)

    # --- references ----------------------------------------------------------

    def sound_zone(self, name: str) -> Zone | None:
        """The zone of a name, if it exists and nothing of it had to be left out."""
        return None if name in self.faulty else self.zones.get(name)

    def zone(self, leaf: Leaf | None, path: str, scope: str = "turn") -> ZoneRef | None:
        """``zone`` or ``zone of player``; None after a finding."""
        if leaf is None:
            return None
        match = re.fullmatch(rf"\s*({NAME})(\s+of\s+(?P<who>.+))?\s*", leaf.text, re.DOTALL)
        offsets = leaf.node.offsets
        if match is None:
            words = re.split(r"\s", leaf.text.strip())
            if words[0] and re.fullmatch(r"[A-Za-z_]\w*", words[0]) and words[0] not in self.zones:
                self.unknown("zone", words[0], offsets.place(0, len(words[0])), self.zones)
            else:
                self.report(
                    "S112",
                    f"`{leaf.text}` is no zone",
                    leaf.span,
                    "write the name of a zone, or `zone of player`",
                )
            return None
        name, place = match[1], place_of(leaf.span, leaf.text)
        zone = self.zones.get(name)
        if zone is None:
            self.unknown("zone", name, offsets.place(match.start(1), match.end(1)), self.zones)
            return None
        who = match["who"]
        if who is None:
            of = Name(PLAYER, place, "me") if zone.of != "table" else None
            return ZoneRef(name, of, place)
        begin = match.start("who")
        if zone.of == "table" and name in self.faulty:
            return ZoneRef(name, None, place)
        if zone.of == "table":
            self.report(
                "S112",
                f"`{name}` is a zone of the table, nobody's own",
                offsets.place(match.end(1), len(leaf.text)),
                f"write `{name}`",
            )
            return None

        def placer(start: int, end: int) -> FileSpan:
            return offsets.place(begin + start, begin + end)

        expr = self.checked(who, placer, scope, PLAYER, path, placer(0, len(who)))
        return ZoneRef(name, expr.tree, place)

    def kinds_of(self, items: Iterable[Raw], whole: bool) -> tuple[str, ...]:
        """The kinds of meld that are named; ``all`` names all of them if ``whole``."""
        leaves = [item for item in items if isinstance(item, Leaf)]
        if whole and len(leaves) == 1 and leaves[0].text == "all":
            return self.kind_names
        found = []
        for leaf in leaves:
            if leaf.text not in self.kind_names:
                words = (*self.kind_names, "all") if whole else self.kind_names
                self.unknown("kind of meld", leaf.text, leaf.span, words)
            elif leaf.text not in found:
                found.append(leaf.text)
        return tuple(found)


def leaves(raw: Raw | None) -> tuple[Leaf, ...]:
    """The single values of a list."""
    if isinstance(raw, Items):
        return tuple(item for item in raw.items if isinstance(item, Leaf))
    return ()


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _work_of_a_faulty_one(found: Iterable[Diagnostic]) -> int:
    """How much checking an expression took that has findings."""
    large = any(item.code in TOO_LARGE for item in found)
    return WORK_OF_ONE_TOO_LARGE if large else WORK_OF_A_FAULTY_ONE
