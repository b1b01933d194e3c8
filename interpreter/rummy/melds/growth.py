"""Can larger melds be reached one card at a time? Looked at on a sample of cards.

Cards are added to melds one by one, each time to a valid meld. Where a kind
has sizes that no such chain reaches, cards that only fit together can never
be added, and the author of the rules should know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rummy.melds.enumerate import Cell

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.shapes import Book, Shape

SAMPLE_CARDS = 13
"""So many natural cards of a part of the pack are looked at ..."""
SAMPLE_WILDS = 2
"""... with so many wild ones."""


def gaps(book: Book, cells: Sequence[Cell], kind: int) -> list[int]:
    """The sizes of a kind that no meld reaches by growing one card at a time.

    The least size is never a gap: such melds are laid whole. A kind that
    never grows has none.
    """
    kinds = book.kinds
    if kinds[kind].closed:
        return []
    feeders = {k for k, other in enumerate(kinds) if kind in other.grows_into and not other.closed}
    shapes: set[Shape] = set()
    for cell in cells:
        if any(job.kind in feeders | {kind} for job in cell.jobs):
            shapes.update(melds_of_sample(book.deck, cell))
    own = [s for s in shapes if s.kind == kind]
    if not own:
        return []
    sizes = {s.size for s in own}
    known: dict[Shape, bool] = {}

    def reached(shape: Shape) -> bool:
        """Whether a meld is laid whole or grows out of one that is reached."""
        if shape not in known:
            laid = shape.kind != kind or shape.size == min(sizes)
            known[shape] = laid or any(
                less in shapes and reached(less)
                for feeder in feeders
                for codes in _less(shape)
                if (less := book.shape(feeder, codes)) is not None
            )
        return known[shape]

    # from the largest down: on its way to the ground one chain passes every size
    found: set[int] = set()
    for shape in sorted(own, key=lambda shape: -shape.size):
        if shape.size not in found and reached(shape):
            found |= {s.size for s, yes in known.items() if yes and s.kind == kind}
    return sorted(sizes - found)


def _less(shape: Shape) -> Iterable[tuple[int, ...]]:
    """The codes without one of them, for each of them."""
    return (shape.codes[:i] + shape.codes[i + 1 :] for i in range(shape.size))


def melds_of_sample(deck: Deck, cell: Cell) -> list[Shape]:
    """The melds that some cards of a part make; looked for once."""
    part = sample(deck, cell.mask)
    known = cell.memo.get(part)
    return cell.fill(part) if known is None else known


def sample(deck: Deck, mask: int) -> int:
    """Some cards of a part: natural ones of all faces first, then twins; a few wild ones."""
    natural: list[int] = []
    wild: list[int] = []
    for layer in range(deck.layers):
        for face in deck.bag_faces(mask >> layer * deck.faces & deck.full):
            if deck.copies[face] > layer:
                (wild if deck.held_wild[face] else natural).append(face)
    return deck.bag([*natural[:SAMPLE_CARDS], *wild[:SAMPLE_WILDS]])
