"""Why a condition does not hold: the clause that fails, and what its parts are worth.

``Explainer`` walks the typed tree of a condition as written, beside the plain
walk of ``rummy.lang.evaluate``, and says in words what it finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.lang.evaluate import evaluate
from rummy.lang.fold import constant
from rummy.lang.trees import (
    And,
    Arith,
    Call,
    Compare,
    Const,
    Each,
    Field,
    Filter,
    If,
    In,
    Local,
    Name,
    Negative,
    Node,
    Not,
    Or,
    Range,
    Sequence,
    SetOf,
    children,
    walk,
)
from rummy.lang.types import CARD, CARDS, NUMBER, PLACED
from rummy.play.sequences import in_line, why_no_sequence
from rummy.play.words import Words, listed, place_text, plain

if TYPE_CHECKING:
    from rummy.lang.evaluate import Env, Value
    from rummy.spec.model import Expr

MOST_VALUES = 12
"""No more parts of a clause are told."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused.

    ``text`` says it in a card player's words, in one sentence without a full
    stop. ``clause`` is the clause of the file that refuses, as it stands there
    ("" where none does), ``values`` are parts of it as written with their
    values as a player writes them. ``key`` says where it stands in the file
    (``melds.run.valid``, ``turn.must.under_limit``), ``place`` is its file and
    line (``iceberg.yaml:93``); both "" where nothing in the file refuses.
    """

    text: str
    clause: str = ""
    values: tuple[tuple[str, str], ...] = ()
    key: str = ""
    place: str = ""


class Explainer:
    """Says what conditions are worth, and why, where the names have the values of ``env``."""

    def __init__(self, words: Words, env: Env, local: Mapping[int, Value] = {}) -> None:
        self.words = words
        self.env = env
        self.local = dict(local)
        self.seen_by = {zone.name: zone.seen_by for zone in words.rules.spec.zones}

    def value(self, node: Node) -> Value:
        """What a piece of an expression is worth."""
        return evaluate(node, self.env, self.local)

    def secret(self, node: Node) -> bool:
        """Whether a piece looks at cards that the player does not see."""
        if isinstance(node, Call) and node.name in ("count", "top"):
            first = node.arguments[0]
            if isinstance(first, Name):
                # how many cards lie somewhere is never a secret
                return node.name == "top" and self._hidden(first, ("all", "top"))
        if isinstance(node, Name) and node.type == CARDS:
            return self._hidden(node, ("all",))
        return any(self.secret(part) for part in children(node))

    def _hidden(self, node: Name, open_to: tuple[str, ...]) -> bool:
        seen_by = self.seen_by.get(node.name)
        if seen_by is None or seen_by in open_to:
            return False
        own = isinstance(node.of, Name) and node.of.name == "me"
        return seen_by != "owner" or not own

    def failure(self, expr: Expr, key: str) -> Reason | None:
        """Why the expression under a key does not hold: its first clause that fails."""
        clause = next((c for c in clauses(expr.tree) if not self.value(c)), None)
        return None if clause is None else self.of_clause(expr, clause, key)

    def of_clause(self, expr: Expr, clause: Node, key: str) -> Reason:
        """Why this clause of an expression does not hold."""
        place, written = clause.place, self.words.written(clause)
        lines = range(expr.place.line, expr.place.end_line + 1)
        if place.file != expr.place.file or place.line not in lines:
            # the name of a definition stands for it all: the place is where it is used
            place, written = expr.place, plain(expr.text)
        text = self.because(clause, False)
        return Reason(text, written, self.values(clause), key, place_text(place))

    # --- values ------------------------------------------------------------------

    def values(self, tree: Node) -> tuple[tuple[str, str], ...]:
        """The parts of a clause with what they are worth, from the outside in, each once."""
        found: dict[str, str] = {}
        for node in self._parts(tree):
            text = self.words.written(node)
            if text not in found and len(found) < MOST_VALUES:
                found[text] = self.term(node)
        return tuple(found.items())

    def _parts(self, node: Node) -> Iterator[Node]:
        """The parts that a player can look up: numbers, cards, flags; nothing inside items."""
        if self.secret(node) and not isinstance(node, And | Or | Not | Compare | Arith):
            return
        match node:
            case Const() | SetOf() | Range():
                return
            case Compare():
                for side in (node.left, node.right):
                    yield from self._parts(side)
                return
            case Arith() | Negative():
                if not self.secret(node):
                    yield node
            case Name():
                if node.name != "me":
                    yield node
                return
            case Local():
                if node.type in (CARD, PLACED):
                    yield node
                return
            case Call() | Field() | Sequence() | Filter():
                yield node
            case Each():
                yield node
                return
        if isinstance(node, Filter | Sequence) or any(
            isinstance(p, Filter) for p in children(node)
        ):
            return
        for part in children(node):
            yield from self._parts(part)

    def term(self, node: Node) -> str:
        """What a piece is worth, as a player writes it; of items the values compared."""
        if isinstance(node, Each) and node.op in ("same", "distinct"):
            kind = node.body.type
            shown = [self.words.value(kind, self._of_item(node, i)) for i in self._items(node)]
            return self.words.cut(" ".join(shown))
        if isinstance(node, Sequence):
            deck = self.words.deck
            shown = [
                deck.ranks[r] if r >= 0 else "none"
                for r in in_line(deck, self.value(node.collection), node.line)
            ]
            return " ".join(shown)
        if isinstance(node, Name) and node.name in self.words.options:
            return self.words.option(node.name)
        return self.words.value(node.type, self.value(node))

    # --- reasons -----------------------------------------------------------------

    def because(self, node: Node, got: bool) -> str:
        """Why a condition is true or false, in words."""
        if self.secret(node) and not isinstance(node, And | Or | Not | If):
            return f"{self.words.written(node)} is {'true' if got else 'false'}"
        match node:
            case Not():
                return self.because(node.item, not got)
            case And():
                parts = [item for item in node.items if bool(self.value(item)) == got]
                if got:
                    return self._all(parts, True)
                return self.because(next((p for p in parts if not self.fixed(p)), parts[0]), False)
            case Or():
                parts = [item for item in node.items if bool(self.value(item)) == got]
                return self.because(parts[0], True) if got else self._all(parts, got)
            case If():
                chosen = node.yes if self.value(node.condition) else node.no
                return self.because(chosen, got)
            case Compare():
                return self._compare(node, got)
            case In():
                return self._in(node, got)
            case Each():
                return self._each(node, got)
            case Sequence():
                return self._sequence(node, got)
            case Call() if node.name in ("fits", "touching"):
                return self._melds(node, got)
            case Field():
                return self._field(node, got)
            case Name() if node.name in self.words.options:
                return f"the option {node.name} is {self.term(node)}"
            case Name():
                about = self.words.abouts.get(node.name, "").strip().rstrip(".")
                told = f" ({about[:1].lower()}{about[1:]})" if about else ""
                return f"{self.words.written(node)}{told} is {'true' if got else 'false'}"
            case _:
                return f"{self.words.written(node)} is {'true' if got else 'false'}"

    def _all(self, parts: list[Node], got: bool) -> str:
        """Several reasons; what only the options say is left out where others are left."""
        told = [part for part in parts if not self.fixed(part)] or parts
        # beside a number that is out of bounds the flags that make it count say little
        told = [part for part in told if _is_number(part)] or told
        return ", and ".join(dict.fromkeys(self.because(part, got) for part in told))

    def fixed(self, node: Node) -> bool:
        """Whether options and the number of players alone decide a condition."""
        return constant(self.words.rules.fold(node)) is not None

    def _said(self, node: Node) -> str:
        """A number with how it comes about: ``points(hand) + total is 83 (51 + 32)``."""
        if (
            isinstance(node, Field)
            and node.of.type in (CARD, PLACED)
            and isinstance(node.of, Local)
        ):
            said = f"the {node.field} of {self.term(node.of)} is {self.term(node)}"
        else:
            said = f"{self.words.written(node)} is {self.term(node)}"
        if isinstance(node, Arith):
            said += f" ({self._worked(node)})"
        return said

    def _worked(self, node: Node, inner: bool = False) -> str:
        if isinstance(node, Arith):
            binds = node.op not in ("+", "-")
            left = self._worked(node.left, binds and _is_sum(node.left))
            worked = f"{left} {node.op} {self._worked(node.right, isinstance(node.right, Arith))}"
            return f"({worked})" if inner else worked
        value = self.term(node)
        return f"({value})" if value.startswith("-") else value

    def _compare(self, node: Compare, got: bool) -> str:
        left, right, op = node.left, node.right, node.op
        if isinstance(left, Const) and not isinstance(right, Const):
            turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
            left, right, op = right, left, turned.get(op, op)
        said = self._said(left)
        if isinstance(left, Name) and left.name in self.words.options:
            return f"the option {said}"
        if node.left.type.item is not None and isinstance(right, SetOf):
            return self._sets(left, right, got)
        other = self.term(right)
        if not isinstance(right, Const):
            other = f"{self.words.written(right)}, {other}"
        if got:
            return said if isinstance(right, Const) else f"{said}, {self._said(right)}"
        wanted = {
            "==": f"it must be {other}",
            "!=": f"it must not be {other}",
            "<=": f"the limit is {other}",
            "<": f"it must be less than {other}",
            ">=": f"at least {other} is needed",
            ">": f"it must be more than {other}",
        }[op]
        if op == "!=" and isinstance(right, Const):
            return said
        return f"{said}, {wanted}"

    def _sets(self, left: Node, right: Node, got: bool) -> str:
        has, wanted = frozenset(self.value(left)), frozenset(self.value(right))
        item = left.type.item
        assert item is not None
        missing = [self.words.value(item, v) for v in sorted(wanted - has)]
        beside = [self.words.value(item, v) for v in sorted(has - wanted)]
        if got or not (missing or beside):
            return f"{self.words.written(left)} are {self.term(left)}"
        told = []
        if missing:
            told.append(f"{listed(missing)} {_is(missing)} missing")
        if beside:
            told.append(f"{listed(beside)} {'does' if len(beside) == 1 else 'do'} not belong")
        return ", ".join(told)

    def _in(self, node: In, got: bool) -> str:
        item = self.term(node.item)
        if isinstance(node.collection, Name) and node.collection.name == "taken":
            return f"{item} was {'' if got else 'not '}taken in this turn"
        said = (
            item
            if isinstance(node.item, Local | Const)
            else f"{self.words.written(node.item)}, {item},"
        )
        where = self.words.written(node.collection)
        return f"{said} is {'' if got else 'not '}in {where}"

    def _melds(self, node: Call, got: bool) -> str:
        if node.name == "touching":
            return "two of the melds touch" if got else "no two of the melds touch"
        card = self.term(node.arguments[0])
        return f"{card} fits on the table" if got else f"{card} fits no meld on the table"

    def _field(self, node: Field, got: bool) -> str:
        item = self.term(node.of)
        told = {"natural": "in its own place", "wild": "a wild card", "joker": "a joker"}
        return f"{item} is {'' if got else 'not '}{told.get(node.field, node.field)}"

    # --- items -------------------------------------------------------------------

    def _items(self, node: Each) -> list[Value]:
        items = self.value(node.collection)
        return sorted(items) if isinstance(items, frozenset) else list(items)

    def _of_item(self, node: Each, item: Value) -> Value:
        return evaluate(node.body, self.env, {**self.local, node.slot: item})

    def _named(self, node: Each, items: list[Value]) -> str:
        kind = node.collection.type.item
        assert kind is not None
        return self.words.cut(" ".join(self.words.value(kind, item) for item in items))

    def _each(self, node: Each, got: bool) -> str:
        """Why an item function is true or false: which items make it so."""
        items = self._items(node)
        body = self.words.written(node.body)
        if node.op in ("all", "any"):
            holding = [item for item in items if self._of_item(node, item)]
            if node.op == "all" and not got:
                holding = [item for item in items if item not in holding]
                if any(isinstance(part, Call | In) for part in walk(node.body)):
                    local = {**self.local, node.slot: holding[0]}
                    return Explainer(self.words, self.env, local).because(node.body, False)
                return f"{self._holds(node.body, False)} {self._named(node, holding)}"
            some = holding if node.op == "any" and got else items
            if not some:
                return f"there is none for which {body} could hold"
            if node.op == "any" and not got:
                return f"{self._holds(node.body, True)} none of {self._named(node, some)}"
            return f"{self._holds(node.body, True)} {self._named(node, some)}"
        groups: dict[Value, list[Value]] = {}
        for item in items:
            groups.setdefault(self._of_item(node, item), []).append(item)
        word = node.body.field if isinstance(node.body, Field) else body

        def told(value: Value) -> str:
            return f"{self.words.value(node.body.type, value)} ({self._named(node, groups[value])})"

        if node.op == "same":
            if got:
                return f"all are of one {word}"
            return f"not all of one {word}: {', '.join(told(value) for value in groups)}"
        if node.op == "distinct":
            twice = [value for value, some in groups.items() if len(some) > 1]
            if got:
                return f"no {word} comes twice"
            return f"the same {word} more than once: {', '.join(told(value) for value in twice)}"
        return f"{self.words.written(node)} is {self.term(node)}"

    def _holds(self, body: Node, got: bool) -> str:
        return f"{self.words.written(body)} {'holds' if got else 'does not hold'} for"

    def _sequence(self, node: Sequence, got: bool) -> str:
        if got:
            return "the ranks follow one another"
        return why_no_sequence(self.words.deck, self.value(node.collection), node.line)


def clauses(tree: Node) -> tuple[Node, ...]:
    """The parts of a condition that are all needed, also those inside each other."""
    if isinstance(tree, And):
        return tuple(part for item in tree.items for part in clauses(item))
    return (tree,)


def _is_number(node: Node) -> bool:
    return isinstance(node, Compare) and node.left.type == NUMBER


def _is_sum(node: Node) -> bool:
    return isinstance(node, Arith) and node.op in ("+", "-")


def _is(items: list[str]) -> str:
    return "is" if len(items) == 1 else "are"
