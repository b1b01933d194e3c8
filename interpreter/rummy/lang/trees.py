"""Typed expression trees: what checker, evaluator and generator share.

All names are resolved and all types known. A node is frozen and hashable; its
place in the file does not take part in equality. Values are ints and bools
only: a rank, suit, colour, word or kind is its number, a player a seat number
from 0, a card a face or a code (see ``rummy.cards``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields

from rummy.frozen import dataclass
from rummy.lang.types import TRUTH, Type


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece of expression stands in a file; ends are exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str = ""
    """The piece itself, as written."""


NOWHERE = Place("", 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Node:
    """Any piece of a typed expression."""

    type: Type
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Const(Node):
    """A value known now: ``10``, ``true``, a rank, a word, a kind, a card."""

    value: int


@dataclass(frozen=True, slots=True)
class SetOf(Node):
    """``{3, 5, J}``: a set (order and repetition do not matter)."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """``low..high``: numbers (or ranks, in their order), both ends included."""

    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A value of the game: an option, a zone, a variable, ``total``, ...

    ``of`` is the player whose it is (always filled in for what players have).
    In melds the subject's cards are ``Name('cards')`` and ``Name('size')``.
    """

    name: str
    of: Node | None = None


@dataclass(frozen=True, slots=True)
class Local(Node):
    """The item of an enclosing ``Each`` or ``Filter`` (by its slot), or ``card``.

    Slots count from 0 in each expression, each binder has its own. The names
    that a scope itself binds have negative slots: the card being judged
    (``CARD_SLOT``), the meld being judged (``MELD_SLOT``).
    """

    slot: int
    name: str


CARD_SLOT = -1
MELD_SLOT = -2


@dataclass(frozen=True, slots=True)
class Field(Node):
    """A property of a card, meld or play: ``card.rank``, ``best.points``.

    Of cards: rank suit colour face points pips wild natural joker, and
    wild_face in ``stands_for``. Of melds: kind owner rank suit size cards. Of plays:
    points used left.
    """

    of: Node
    field: str


@dataclass(frozen=True, slots=True)
class Each(Node):
    """An item function: ``op`` of ``body`` over the items of ``collection``.

    op: all any count sum min max product (body per item); same distinct
    variety (values of body: all equal, none twice, how many different); set
    (the set of the values).
    """

    op: str
    slot: int
    collection: Node
    body: Node


@dataclass(frozen=True, slots=True)
class Filter(Node):
    """``collection where condition``."""

    slot: int
    collection: Node
    condition: Node


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """The cards stand one after another on a rank line, each place once."""

    collection: Node
    line: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function: points count doubled abs fits most_points least_cost ...

    ``count`` here is the size of a collection.
    """

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Arith(Node):
    """``+ - * // %`` of two numbers (``//`` rounds down; by zero gives 0)."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """``-x``."""

    item: Node


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """``== != < <= > >=``. ``==`` also compares sets, as sets."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class In(Node):
    """``item in collection``."""

    item: Node
    collection: Node


@dataclass(frozen=True, slots=True)
class Not(Node):
    """``not x``."""

    item: Node


@dataclass(frozen=True, slots=True)
class And(Node):
    """``a and b and ...``: left to right, stops at the first false."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """``a or b or ...``: left to right, stops at the first true."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """``yes if condition else no``: only the part that is wanted is looked at."""

    condition: Node
    yes: Node
    no: Node


def truth(value: bool, place: Place = NOWHERE) -> Const:
    """The constant ``true`` or ``false``."""
    return Const(TRUTH, place, value)


_PARTS: dict[type[Node], tuple[str, ...]] = {}


def parts(node: Node) -> tuple[str, ...]:
    """The names of the fields of a node that hold other nodes, in the order of the text."""
    known = _PARTS.get(type(node))
    if known is None:
        known = tuple(item.name for item in fields(node) if "Node" in str(item.type))
        _PARTS[type(node)] = known
    return known


def children(node: Node) -> list[Node]:
    """The nodes directly below, in the order of the text."""
    found: list[Node] = []
    known = _PARTS.get(type(node))
    for name in parts(node) if known is None else known:
        value = getattr(node, name)
        if isinstance(value, tuple):
            found += value
        elif value is not None:
            found.append(value)
    return found


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, from the outside in."""
    todo = [node]
    while todo:
        part = todo.pop()
        yield part
        todo += reversed(children(part))
