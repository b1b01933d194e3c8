"""How a hand divides into melds, and what further play earns, by trying all ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rummy.reference.melds import (
    Meld,
    add_points,
    all_melds,
    growths,
    lay_points,
    printed,
)

if TYPE_CHECKING:
    from rummy.spec.bind import Rules

Faces = tuple[int, ...]
Demand = tuple[int, int, int]
"""Wanted: a kind (or ``ANY``), the least size, how many."""
ANY = -1
"""A meld of whatever kind."""


class Play(NamedTuple):
    """Further play: points earned, how many cards are used and how many left."""

    points: int
    used: int
    left: int


class Arrangement(NamedTuple):
    """Disjoint melds, the cards outside them and the points of those."""

    melds: tuple[Meld, ...]
    rest: Faces
    points: int


def without(faces: Iterable[int], taken: Iterable[int]) -> Faces:
    """The faces less some of them, which must all be there."""
    rest = sorted(faces)
    for face in taken:
        rest.remove(face)
    return tuple(rest)


def meld_sets(
    rules: Rules, faces: Iterable[int], most: int | None = None
) -> Iterator[tuple[tuple[Meld, ...], Faces]]:
    """Every set of (at ``most`` so many) disjoint melds of a hand, with the cards left over."""
    held = tuple(sorted(faces))
    melds = sorted(all_melds(rules, held))

    def further(first: int, rest: Faces, laid: int) -> Iterator[tuple[tuple[Meld, ...], Faces]]:
        yield (), rest
        if laid == most:
            return
        for index in range(first, len(melds)):
            used = printed(rules, melds[index][1])
            if all(rest.count(face) >= used.count(face) for face in used):
                # the same meld may come twice where there are twins
                for more, left in further(index, without(rest, used), laid + 1):
                    yield (melds[index], *more), left

    return further(0, held, 0)


def arrange(
    rules: Rules,
    faces: Iterable[int],
    demands: Sequence[Demand] = (),
    free_kinds: Iterable[int] = (),
    must_use: Iterable[int] = (),
    bound: int | None = None,
    points: Sequence[int] | None = None,
) -> Arrangement | None:
    """Disjoint melds that fill all demands, any others being of the free kinds.

    All cards of ``must_use`` lie in melds, and what is left has at most
    ``bound`` points. The answer is the one with the least points left; None
    where there is none at all.
    """
    free, musts = set(free_kinds), tuple(must_use)
    worth = rules.deck.points_of if points is None else points
    held = tuple(sorted(faces))
    best: Arrangement | None = None
    for melds, rest in meld_sets(rules, held):
        used = without(held, rest)
        left = sum(worth[face] for face in rest)
        if best is not None and left >= best.points:
            continue
        if all(used.count(face) >= musts.count(face) for face in musts) and fills(
            melds, demands, free
        ):
            best = Arrangement(melds, rest, left)
    if best is None or (bound is not None and best.points > bound):
        return None
    return best


def fills(melds: tuple[Meld, ...], demands: Sequence[Demand], free: set[int]) -> bool:
    """Whether some of the melds fill the demands and the others are free."""
    wanted = [(kind, least) for kind, least, count in demands for _ in range(count)]
    if not wanted:
        return all(kind in free for kind, _ in melds)
    kind, least = wanted[0]
    others = [(k, size, 1) for k, size in wanted[1:]]
    return any(
        kind in (meld[0], ANY)
        and len(meld[1]) >= least
        and fills((*melds[:place], *melds[place + 1 :]), others, free)
        for place, meld in enumerate(melds)
    )


def deadwood(rules: Rules, faces: Iterable[int], needs: Sequence[tuple[int, int]] = ()) -> int:
    """The least points of cards that are in no meld, where melds fill all needs.

    A need is a kind (or ``ANY``) and a least size. Where they cannot be filled all
    cards count.
    """
    held = tuple(faces)
    demands = [(kind, least, 1) for kind, least in needs]
    found = arrange(rules, held, demands, range(len(rules.kinds)))
    if found is None:
        return sum(rules.deck.points_of[face] for face in held)
    return found.points


def fits(rules: Rules, face: int, table: Iterable[Meld]) -> bool:
    """Whether a card can be added to a meld on the table."""
    return any(
        rules.deck.face_of[code] == face
        for kind, codes in table
        for _, code, _ in growths(rules, kind, codes)
    )


def further_plays(
    rules: Rules, hand: Iterable[int], table: Iterable[Meld]
) -> tuple[frozenset[Play], frozenset[Play]]:
    """What any order of laying and adding can come to, of all kinds, on all melds.

    The first set has every way to play, wherever it stops; the second only
    those after which nothing more is possible.
    """
    memo: dict[tuple[Faces, tuple[Meld, ...]], tuple[frozenset[Play], frozenset[Play]]] = {}

    def ways(held: Faces, melds: tuple[Meld, ...]) -> tuple[frozenset[Play], frozenset[Play]]:
        known = memo.get((held, melds))
        if known is not None:
            return known
        steps: list[tuple[int, Faces, tuple[Meld, ...]]] = []
        for kind, codes in all_melds(rules, held):
            rest = without(held, printed(rules, codes))
            earned = lay_points(rules, kind, codes)
            steps.append((earned, rest, tuple(sorted((*melds, (kind, codes))))))
        for place, (old, old_codes) in enumerate(melds):
            others = (*melds[:place], *melds[place + 1 :])
            for kind, code, codes in growths(rules, old, old_codes):
                face = rules.deck.face_of[code]
                if face in held:
                    earned = add_points(rules, kind, codes, code)
                    grown = tuple(sorted((*others, (kind, codes))))
                    steps.append((earned, without(held, (face,)), grown))
        here = Play(0, 0, len(held))
        everywhere, ends = {here}, set() if steps else {here}
        for earned, rest, after in steps:
            used = len(held) - len(rest)
            for target, plays in zip((everywhere, ends), ways(rest, after), strict=True):
                target |= {Play(p.points + earned, p.used + used, p.left) for p in plays}
        memo[held, melds] = result = frozenset(everywhere), frozenset(ends)
        return result

    return ways(tuple(sorted(hand)), tuple(sorted(table)))


def most_points(rules: Rules, hand: Iterable[int], table: Iterable[Meld]) -> Play:
    """The further play that earns most; of equals the one that uses most cards."""
    plays, _ = further_plays(rules, hand, table)
    return max(plays, key=lambda play: (play.points, play.used))


def least_cost(rules: Rules, hand: Iterable[int], table: Iterable[Meld], cost: int) -> Play:
    """The play to the end with the least points plus ``cost`` a card left.

    Of equals the one that uses most cards.
    """
    _, ends = further_plays(rules, hand, table)
    return min(ends, key=lambda play: (play.points + cost * play.left, play.left))
