"""All melds of an ordinary part of a hand: of one rank, or neighbours of one suit.

Where each card has but one place in a meld, the melds of a rank are all choices of
its cards, and runs are read off the places of a line: a window of places, its own
cards, wild cards where one is missing and perhaps in place of others. What is not
ordinary (two cards for one place, a run so long that it has an ace at either end) is
left to the search place by place.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from operator import getitem
from typing import TYPE_CHECKING

from rummy.melds.plan import LIST, RUN

if TYPE_CHECKING:
    from rummy.melds.enumerate import Job
    from rummy.melds.shapes import Shape

FEW_CARDS = 7
"""Of so many cards all choices are judged, even if a condition could cut some off."""

Codes = tuple[int, ...]


class Choices:
    """All choices of cards for melds that have no order, each card with one code."""

    def __init__(self, job: Job) -> None:
        self._book, self._kind = job.book, job.kind
        self._known = job.book.known(job.kind)
        self._sizes = job.branch.sizes
        self._most_cards = FEW_CARDS if job.cut else job.book.deck.size
        self._mask = job.mask
        deck = job.book.deck
        self._code_at = {
            1 << face + deck.faces * layer: pairs[0][0]
            for face, pairs in job.by_face.items()
            for layer in range(deck.layers)
        }

    @staticmethod
    def can(job: Job) -> bool:
        """Whether it can be done so for a job."""
        return not job.places and all(len(pairs) == 1 for pairs in job.by_face.values())

    def find(self, part: int, found: list[Shape], alike: bool, most_wild: int) -> bool:
        """Add all melds of the cards of a part; false: nothing was done."""
        rest = part & self._mask
        number = rest.bit_count()
        if number > self._most_cards:
            return False
        code_at, codes = self._code_at, []
        while rest:
            low = rest & -rest
            codes.append(code_at[low])
            rest ^= low
        codes.sort()
        known, twins = self._known, len(set(codes)) < number
        for size in self._sizes:
            if size > number:
                break
            some: Iterable[Codes] = combinations(codes, size)
            for chosen in dict.fromkeys(some) if twins else some:
                try:
                    shape = known[chosen]
                except KeyError:
                    shape = self._book.shape(self._kind, chosen)
                if shape is not None:
                    found.append(shape)
        return True


class Windows:
    """All runs of one suit, read off the places of a line."""

    def __init__(self, job: Job) -> None:
        self._book, self._kind = job.book, job.kind
        self._known = job.book.known(job.kind)
        self._mask, self._wild_mask = job.mask, job.wild_mask
        self._sizes = job.sizes
        self._least, self._most = job.least, job.most
        self._starts = (1 << job.starts) - 1
        self._far = _far(job)
        deck = job.book.deck
        width = len(job.places)
        places_of: dict[int, list[int]] = {}
        for place, rank in enumerate(job.places):
            places_of.setdefault(rank, []).append(place)
        self._blank = [-1] * width
        natural = [face for face in job.by_face if face not in job.wild_faces]
        self._base = min(natural, default=0)
        self._natural = sum(1 << face - self._base for face in natural)
        self._places_at: dict[int, list[int]] = {}
        """The places of a natural card, by its face from the first one on."""
        self._own: dict[int, int] = {}
        """The place of a wild card as itself, by its face."""
        self._stand: dict[int, list[int]] = {}
        """For each wild face its code in each place, or -1."""
        for face, pairs in job.by_face.items():
            if face not in job.wild_faces:
                self._places_at[face - self._base] = places_of[pairs[0][1]]
                continue
            self._stand[face] = [-1] * width
            for code, rank in pairs:
                if code == face:
                    (self._own[face],) = places_of[rank]
                else:
                    for place in places_of[rank]:
                        self._stand[face][place] = code
        self._wild_at = {
            1 << face + deck.faces * layer: face
            for face in job.wild_faces
            for layer in range(deck.layers)
        }
        # of wild cards that can do the same only one order is looked at, if asked so
        groups = {tuple(group) for group in job.alike.values()}
        self._all_alike = len(groups) <= 1

    @staticmethod
    def can(job: Job) -> bool:
        """Whether it can be done so for a job: one card for each place of a run."""
        branch, faces = job.branch, job.book.deck.faces
        if branch.anchor not in (RUN, LIST) or _far(job) <= job.least:
            return False
        natural = [
            (face, code, rank)
            for face, pairs in job.by_face.items()
            for code, rank in pairs
            if code < faces
        ]
        wild = [
            (face, rank)
            for face, pairs in job.by_face.items()
            for code, rank in pairs
            if code >= faces
        ]
        twice = {rank for rank in job.places if job.places.count(rank) > 1}
        return (
            not any(face in job.wild_faces and rank in twice for face, _, rank in natural)
            and len({rank for _, _, rank in natural}) == len(natural)
            and len({face for face, _, _ in natural}) == len(natural)
            and all(face == code for face, code, _ in natural)
            and len(set(wild)) == len(wild)
        )

    def find(self, part: int, found: list[Shape], alike: bool, most_wild: int) -> bool:
        """Add all melds of the cards of a part; false: nothing was done.

        ``alike`` and ``most_wild`` as for ``Job.find``.
        """
        if (part & self._mask).bit_count() >= self._far:
            return False
        held, places = self._blank.copy(), 0
        wild: list[int] = []
        rest = part & self._wild_mask
        while rest:
            low = rest & -rest
            wild.append(self._wild_at[low])
            rest ^= low
        # natural cards of one suit are few bits side by side
        base, places_at = self._base, self._places_at
        near = part >> base & self._natural
        while near:
            low = near & -near
            near ^= low
            number = low.bit_length() - 1
            for place in places_at[number]:
                held[place] = base + number
                places |= 1 << place
        if not wild:
            self._read(held, places, 0, wild, -1, found)
            return True
        if len(wild) == 1:
            own = wild if wild[0] in self._own else ()
        else:
            own = [face for face in dict.fromkeys(wild) if face in self._own]
            if len(own) > 1 or (alike and not self._all_alike):
                return False
            wild.sort()
        self._read(held, places, min(len(wild), most_wild), wild, -1, found, alike)
        for face in own:
            place = self._own[face]
            held[place] = face
            others = wild.copy()
            others.remove(face)
            spare = min(len(others), most_wild)
            self._read(held, places | 1 << place, spare, others, place, found, alike)
        return True

    def _read(
        self,
        held: list[int],
        places: int,
        spare: int,
        wild: list[int],
        fixed: int,
        found: list[Shape],
        alike: bool = False,
    ) -> None:
        """The runs of the cards at their places with at most so many wild ones.

        ``fixed``: the place of a card that must be in the run as it is, or -1.
        """
        least, most, sizes, width = self._least, self._most, self._sizes, len(held)
        if spare == 1 and least == 3:
            one, two = places >> 1, places >> 2
            starts = (places & one | (places | one) & two) & self._starts
        else:
            starts = _enough(places, least, spare) & self._starts
        if fixed >= 0:
            starts &= (2 << fixed) - 1
        if not starts:
            return
        if spare:
            alone = [self._stand[face] for face in (wild if len(wild) == 1 else set(wild))]
        ways = _Ways(wild, self._stand, alike)
        tried: list[Codes] = []
        while starts:
            low = starts & -starts
            starts ^= low
            start = low.bit_length() - 1
            enough = start + least - 1
            stop = start + most if start + most < width else width
            short = 0
            for place in range(start, stop):
                if held[place] < 0:
                    if short == spare:
                        break
                    short += 1
                    missing = place
                if place < enough or place + 1 - start not in sizes or place < fixed:
                    continue
                if spare > 1:
                    window = range(start, place + 1)
                    tried += _several(held, window, spare, fixed, ways)
                    if short > 1:
                        continue
                if short:
                    cards = held[start:missing] + held[missing + 1 : place + 1]
                    cards.sort()
                    tried += [(*cards, s[missing]) for s in alone if s[missing] >= 0]
                    continue
                cards = held[start : place + 1]
                cards.sort()
                tried.append(tuple(cards))
                if spare:
                    for gone in range(start, place + 1):
                        if gone != fixed:
                            rest = cards.copy()
                            rest.remove(held[gone])
                            tried += [(*rest, s[gone]) for s in alone if s[gone] >= 0]
        known = self._known
        for codes in tried:
            try:
                shape = known[codes]
            except KeyError:
                shape = self._book.shape(self._kind, codes)
            if shape is not None:
                found.append(shape)


def _far(job: Job) -> int:
    """The least size at which a run might need one card twice, or be found in two windows.

    So it is on a circle, and where an ace stands at either end.
    """
    for size in sorted(job.sizes):
        starts = range(min(job.starts, len(job.places) - size + 1))
        found = [tuple(sorted(job.places[at : at + size])) for at in starts]
        if len(set(found)) < len(found) or any(len(set(ranks)) < size for ranks in found):
            return size
    return job.book.deck.size + 1


class _Ways:
    """The choices of some wild cards, in all orders or (``alike``) in one, made when asked for."""

    def __init__(self, wild: list[int], stand: dict[int, list[int]], alike: bool) -> None:
        self._wild, self._stand, self._alike = wild, stand, alike
        self._faces: list[list[Codes]] = [[()]]
        self._made: list[list[tuple[list[int], ...]]] = [[()]]

    def of(self, number: int) -> list[tuple[list[int], ...]]:
        """Those of so many cards, each card by its codes in all places."""
        wild, alike = self._wild, self._alike
        while len(self._made) <= number:
            longer = [
                (*way, face)
                for way in self._faces[-1]
                for face in dict.fromkeys(wild)
                if way.count(face) < wild.count(face) and not (alike and way and way[-1] > face)
            ]
            self._faces.append(longer)
            self._made.append([tuple([self._stand[face] for face in way]) for way in longer])
        return self._made[number]


def _several(held: list[int], window: range, spare: int, fixed: int, ways: _Ways) -> list[Codes]:
    """The cards of a window with two or more wild ones, some in place of others."""
    found: list[Codes] = []
    missing = [p for p in window if held[p] < 0]
    can_go = [p for p in window if held[p] >= 0 and p != fixed]
    for number in range(max(2, len(missing)), min(spare, len(missing) + len(can_go)) + 1):
        some = ways.of(number)
        for gone in combinations(can_go, number - len(missing)):
            filled = sorted((*missing, *gone)) if gone else missing
            left = [held[p] for p in can_go if p not in gone]
            if fixed >= 0:
                left.append(held[fixed])
            left.sort()
            if number == 2:
                p, q = filled
                found += [
                    (*left, x, y) if x < y else (*left, y, x)
                    for one, other in some
                    if (x := one[p]) >= 0 and (y := other[q]) >= 0
                ]
                continue
            for way in some:
                codes = sorted(map(getitem, way, filled))
                if codes[0] >= 0:
                    found.append((*left, *codes))
    return found


def _enough(places: int, width: int, spare: int) -> int:
    """The places from which on so many in a row are held but for ``spare`` at most."""
    if spare >= width:
        return -1
    if not spare:
        found = places
        for step in range(1, width):
            found &= places >> step
        return found
    levels = [-1] * (spare + 1)  # with none missing so far, with one at most, ...
    for step in range(width):
        here = places >> step
        for level in range(spare, 0, -1):
            levels[level] = levels[level] & here | levels[level - 1]
        levels[0] &= here
    return levels[spare]


def ordinary(job: Job) -> Choices | Windows | None:
    """The quick way to find the melds of a job, if there is one."""
    if Choices.can(job):
        return Choices(job)
    return Windows(job) if Windows.can(job) else None
