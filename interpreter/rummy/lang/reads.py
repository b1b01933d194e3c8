"""What the clauses of a meld can tell apart, and the places a card may take.

A wild card that may fill several places gives one action for each. Where no
clause reads the suit of a placed card, four such actions would be equal in
all that follows, so the suit stays open: ``JOK(7)``. The same goes for ranks.
Both engines ask here, so that they mean the same by an open half.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rummy.lang.trees import Call, Each, Field, Filter, Local, Name, Node, Sequence, children
from rummy.lang.types import PLACED, PLACED_CARDS

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.spec.bind import BoundKind

_RANK, _SUIT = "rank", "suit"
_BOTH = (_RANK, _SUIT)
_READS: dict[str, tuple[str, ...]] = {
    "rank": (_RANK,),
    "pips": (_RANK,),
    "suit": (_SUIT,),
    "colour": (_SUIT,),
    "face": _BOTH,
    "points": _BOTH,
    "wild": (),
    "natural": (),
    "joker": (),
}


def open_halves(trees: Iterable[Node]) -> tuple[bool, bool]:
    """Whether the rank and the suit of a wild card may stay open: (rank, suit).

    ``trees`` are all clauses that judge melds of a kind and of the kinds it
    grows into. A half is closed as soon as one of them can read it.
    """
    read: set[str] = set()
    for tree in trees:
        read.update(_halves(tree, None))
    return _RANK not in read, _SUIT not in read


def _halves(node: Node, parent: Node | None) -> Iterator[str]:
    if isinstance(node, Field) and node.of.type == PLACED:
        yield from _READS.get(node.field, _BOTH)
    elif isinstance(node, Sequence):
        yield _RANK
    elif isinstance(node, Local) and node.type == PLACED:
        if not isinstance(parent, Field):
            yield from _BOTH  # the card as a whole is compared or passed on
    elif isinstance(node, Name) and node.type == PLACED_CARDS:
        counted = isinstance(parent, Call) and parent.name == "count"
        if not counted and not isinstance(parent, Each | Filter | Sequence):
            yield from _BOTH
    elif (
        isinstance(node, Call)
        and node.name != "count"
        and any(a.type == PLACED_CARDS for a in node.arguments)
    ):
        yield from _BOTH
    for child in children(node):
        yield from _halves(child, node)


def clauses(kinds: tuple[BoundKind, ...], kind: int) -> list[Node]:
    """Validity, lay and add of a kind and of all kinds it can grow into."""
    found: list[Node] = []
    for index in reachable(kinds, kind):
        one = kinds[index]
        found += [tree for tree in (one.valid, one.lay, one.add) if tree is not None]
    return found


def reachable(kinds: tuple[BoundKind, ...], kind: int) -> tuple[int, ...]:
    """The kind and all kinds that it can become by growing, ascending."""
    seen = {kind}
    waiting = [kind]
    while waiting:
        one = kinds[waiting.pop()]
        for index in () if one.closed else one.grows_into:
            if index not in seen:
                seen.add(index)
                waiting.append(index)
    return tuple(sorted(seen))


def placings(deck: Deck, rank_open: bool, suit_open: bool) -> tuple[tuple[int, ...], ...]:
    """For each face the codes that such a card may have in a meld, ascending.

    A card that is not wild has one, its own. A wild card stands for any face
    of its class's targets but its own: at its own place it is natural, and
    that only if the class says so. With a half open the code says only the
    other half; a place that agrees with the card itself is then its own.
    """
    table: list[tuple[int, ...]] = []
    for face in range(deck.faces):
        classes = [c for c in deck.wilds if face in c.faces]
        if not classes:
            # a special card that stands for nothing lies in no meld
            table.append(() if deck.special(face) else (face,))
            continue
        natural = any(c.natural for c in classes) and not deck.special(face)
        codes = {face} if natural else set()
        for target in {t for c in classes for t in c.targets[face]} - {face}:
            rank, suit = deck.rank_of[target], deck.suit_of[target]
            own_rank = natural and rank == deck.rank_of[face]
            own_suit = natural and suit == deck.suit_of[face]
            if rank_open and suit_open:
                if not natural:
                    codes.add(deck.wild_open_code(face))
            elif suit_open:
                if not own_rank:
                    codes.add(deck.wild_rank_code(face, rank))
            elif rank_open:
                if not own_suit:
                    codes.add(deck.wild_suit_code(face, suit))
            else:
                codes.add(deck.wild_code(face, target))
        table.append(tuple(sorted(codes)))
    return tuple(table)
