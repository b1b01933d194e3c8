"""The best split of a hand with many wild cards, by counting them.

Where wild cards can all do the same, it does not matter which of them lies in a meld:
a meld is some natural cards and a number of wild ones. Only kinds that ask
of a card no more than its place can be counted so; the melds of other kinds (a run
without wild cards) are looked for as they are. The dearest wild cards are
used first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from rummy.cards import bag_remove, bag_subtract
from rummy.lang.reads import clauses, open_halves
from rummy.lang.trees import Call, Field, Local, Node, walk
from rummy.lang.types import PLACED, PLACED_CARDS
from rummy.melds.needs import ANY, Needs, without
from rummy.melds.pieces import choices_of
from rummy.melds.plan import GROUP, RUN
from rummy.melds.shapes import windows

if TYPE_CHECKING:
    from rummy.melds.enumerate import Finder
    from rummy.melds.shapes import Book

Part = tuple[int, int, int]
"""Natural cards of a meld, how many wild cards are with them, its size."""
Option = tuple[int, int, int, int, int]
"""Natural cards, wild cards by their faces, further wild cards, kind, size."""

OF_PLACES = ("rank", "suit", "colour", "pips")
MOST_PARTS = 20_000
"""So many parts of hands are remembered."""
NEVER = 1 << 60


def reads_places(tree: Node) -> bool:
    """Whether a condition asks nothing of a card but what its place says."""
    seen = set()
    for node in walk(tree):
        if isinstance(node, Field) and node.of.type == PLACED:
            if node.field not in OF_PLACES or not isinstance(node.of, Local):
                return False
            seen.add(id(node.of))
        elif (isinstance(node, Local) and node.type == PLACED and id(node) not in seen) or (
            isinstance(node, Call)
            and node.name != "count"
            and any(argument.type == PLACED_CARDS for argument in node.arguments)
        ):
            return False
    return True


class ByCounting:
    """Answers for one deck and its kinds; ``can`` says whether it is for them."""

    def __init__(self, book: Book) -> None:
        self.book = book
        deck = self.deck = book.deck
        self.width, self.full = deck.faces, deck.full
        faces = [f for f in range(deck.faces) if deck.copies[f] and deck.held_wild[f]]
        self.wild = deck.spread(sum(1 << f for f in faces))
        self.points = deck.points_of
        self.order = sorted(range(deck.faces), key=lambda f: (-self.points[f], f))
        self.may_stop = min(self.points) >= 0
        self.counted = tuple(k for k in range(len(book.kinds)) if self._countable(k, faces))
        self.others = frozenset(range(len(book.kinds))) - set(self.counted)
        self.can = bool(faces and self.counted)
        self.code_at: dict[tuple[int, int, int], int] = {}
        """For a kind, a rank and a suit the code of some wild card in that place."""
        for kind in self.counted:
            for code in book.placings[kind][faces[0]]:
                self.code_at[kind, deck.rank_of[code], deck.suit_of[code]] = code
        self._parts: dict[tuple[int, int, int], list[Part]] = {}

    def _countable(self, kind: int, wild: list[int]) -> bool:
        """Whether all wild cards can do the same in melds of a kind."""
        plan, deck = self.book.plans[kind], self.deck
        if not plan.branches or not reads_places(plan.kind.valid):
            return False
        for branch in plan.branches:
            if branch.anchor != GROUP and (branch.anchor, branch.over) != (RUN, "suit"):
                return False
        # a half that no clause reads says nothing, so it makes no difference either
        rank_open, suit_open = open_halves(clauses(self.book.kinds, kind))
        places = {
            frozenset(
                (rank_open or deck.rank_of[c], suit_open or deck.suit_of[c])
                for c in self.book.placings[kind][face]
            )
            for face in wild
        }
        return len(places) == 1

    # --- parts of melds ---------------------------------------------------------

    def parts(self, natural: int, wilds: int) -> Iterator[tuple[int, Part]]:
        """All melds of counted kinds, by their natural cards and their number of wild ones."""
        deck = self.deck
        for kind in self.counted:
            found: dict[Part, None] = {}
            for branch in self.book.plans[kind].branches:
                if branch.anchor == GROUP:
                    for rank in range(len(deck.ranks)):
                        some = natural & self._rank(rank)
                        found |= dict.fromkeys(self._known(kind, rank, some, wilds))
                else:
                    for suit in range(len(deck.suits)):
                        some = natural & self._suit(suit)
                        found |= dict.fromkeys(self._known(kind, ~suit, some, wilds))
            yield from ((kind, part) for part in found)

    def _rank(self, rank: int) -> int:
        deck = self.deck
        faces = (deck.face(rank, suit) for suit in range(len(deck.suits)))
        return deck.spread(sum(1 << f for f in faces))

    def _suit(self, suit: int) -> int:
        deck = self.deck
        faces = (deck.face(rank, suit) for rank in range(len(deck.ranks)))
        return deck.spread(sum(1 << f for f in faces))

    def _known(self, kind: int, where: int, cards: int, wilds: int) -> list[Part]:
        """The parts of one rank (``where``) or suit (``~where``), remembered."""
        key = (kind * 256 + where + 128, cards, wilds)
        known = self._parts.get(key)
        if known is None:
            if len(self._parts) >= MOST_PARTS:
                self._parts.clear()
            made = self._group(kind, where, cards, wilds) if where >= 0 else None
            known = self._parts[key] = (
                self._run(kind, ~where, cards, wilds) if made is None else made
            )
        return known

    def _group(self, kind: int, rank: int, cards: int, wilds: int) -> list[Part]:
        """Some cards of a rank with wild ones in whatever suits make it a meld."""
        deck, found = self.deck, []
        bound = self.book.kinds[kind]
        places = [c for (k, r, _), c in self.code_at.items() if (k, r) == (kind, rank)]
        for number in range(cards.bit_count() + 1):
            for part in choices_of(cards, number, self.width) if number else (0,):
                codes = deck.bag_faces(part)
                least = max(0, bound.least - number)
                for wild in range(least, min(wilds, bound.most - number) + 1):
                    if number + wild and any(
                        self.book.shape(kind, tuple(sorted((*codes, *standing))))
                        for standing in combinations_with_replacement(places, wild)
                    ):
                        found.append((part, wild, number + wild))
        return found

    def _run(self, kind: int, suit: int, cards: int, wilds: int) -> list[Part]:
        """Some cards of a suit with wild ones in the places between and beside them."""
        deck, found = self.deck, dict[Part, None]()
        for branch in self.book.plans[kind].branches:
            if branch.anchor != RUN:
                continue
            for size in branch.sizes:
                if size > cards.bit_count() + wilds:
                    break
                for window in windows(deck.lines[branch.line], size):
                    for part, codes in self._fill(kind, suit, window, cards, wilds):
                        if self.book.shape(kind, tuple(sorted(codes))):
                            found[part, size - part.bit_count(), size] = None
        return list(found)

    def _fill(
        self, kind: int, suit: int, window: tuple[int, ...], cards: int, wilds: int
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The ways to fill the places of a window, each by its own card or a wild one."""
        deck = self.deck

        def fill(place: int, rest: int, spare: int) -> Iterator[tuple[int, ...]]:
            if place == len(window):
                yield ()
                return
            rank = window[place]
            face = deck.face(rank, suit)
            if rest >> face & 1:
                for more in fill(place + 1, bag_remove(rest, face, self.width), spare):
                    yield (face, *more)
            code = self.code_at.get((kind, rank, suit), self.code_at.get((kind, rank, -1)))
            if spare and code is not None:
                for more in fill(place + 1, rest, spare - 1):
                    yield (code, *more)

        for codes in fill(0, cards, wilds):
            yield deck.bag([c for c in codes if c < self.width and cards >> c & 1]), codes

    # --- the search -----------------------------------------------------------------

    def left(self, bag: int, needs: Needs, finder: Finder) -> int | None:
        """The cards left by a best split in which all needs are filled; None: there is none.

        ``finder`` finds the melds of the kinds that are not counted.
        """
        wild = bag & self.wild
        natural = bag ^ wild
        options: list[Option] = [
            (part, 0, number, kind, size)
            for kind, (part, number, size) in self.parts(natural, wild.bit_count())
        ]
        if self.others:
            for shape in finder.find(bag, few=True):
                if shape.kind in self.others:
                    own = shape.bag & self.wild
                    options.append((shape.bag ^ own, own, 0, shape.kind, shape.size))
        split = _Split(self, options)
        needs = tuple(sorted(needs))
        if split.least(natural, wild, 0, needs) >= NEVER:
            return None
        return self.deck.bag(split.left(natural, wild, needs))


class _Split:
    """One hand, split by its dearest natural card."""

    def __init__(self, room: ByCounting, options: list[Option]) -> None:
        self.room = room
        self.width, self.full, self.points = room.width, room.full, room.points
        self.memo: dict[tuple[int, int, int, Needs], int] = {}
        self.by_face: dict[int, list[Option]] = {}
        self.all_wild: list[Option] = []
        # many natural cards first: they are the dear ones, and wild cards stay for others
        for option in sorted(dict.fromkeys(options), key=lambda o: (-o[0].bit_count(), o[2])):
            part = option[0] & self.full
            if not part:
                self.all_wild.append(option)
            while part:
                low = part & -part
                self.by_face.setdefault(low.bit_length() - 1, []).append(option)
                part ^= low

    def least(self, natural: int, wild: int, used: int, needs: Needs) -> int:
        """The least points left of these cards, ``used`` of the wild ones being used."""
        if sum(least for _, least in needs) > natural.bit_count() + wild.bit_count() - used:
            return NEVER
        key = (natural, wild, used, needs)
        known = self.memo.get(key)
        if known is None:
            known = self.memo[key] = self._work_out(natural, wild, used, needs)
        return known

    def _work_out(self, natural: int, wild: int, used: int, needs: Needs) -> int:
        stop = self.room.may_stop
        best = NEVER
        if not natural and not needs:
            best = self._worth(self._wild_left(wild, used))
        for face, after in self._choices(natural, wild, used, needs):
            if stop and best <= 0:
                break
            rest = self.least(*after)
            if rest < NEVER:
                best = min(best, rest + (self.points[face] if face >= 0 else 0))
        return best

    def _choices(
        self, natural: int, wild: int, used: int, needs: Needs
    ) -> Iterator[tuple[int, tuple[int, int, int, Needs]]]:
        """What can be done with the dearest natural card: the face left (-1: none), and then."""
        face = next((f for f in self.room.order if natural >> f & 1), -1)
        options = self.by_face.get(face, []) if natural else self.all_wild
        spare = wild.bit_count() - used
        for part, own, number, kind, size in options:
            if part & natural != part or own & wild != own or own.bit_count() + number > spare:
                continue
            rest = bag_subtract(natural, part, self.width, self.full) if part else natural
            wild_rest = bag_subtract(wild, own, self.width, self.full) if own else wild
            for after in _ways(needs, kind, size):
                yield -1, (rest, wild_rest, used + number, after)
        if natural:
            yield face, (bag_remove(natural, face, self.width), wild, used, needs)

    def left(self, natural: int, wild: int, needs: Needs) -> list[int]:
        """The faces left by a best split."""
        found: list[int] = []
        here = (natural, wild, 0, needs)
        while True:
            least = self.least(*here)
            over = self._wild_left(here[1], here[2])
            if not here[0] and not here[3] and self._worth(over) == least:
                return found + over
            for face, after in self._choices(*here):
                if self.least(*after) + (self.points[face] if face >= 0 else 0) == least:
                    here = after
                    if face >= 0:
                        found.append(face)
                    break

    def _wild_left(self, wild: int, used: int) -> list[int]:
        """The wild cards that are left, the cheapest of them."""
        faces = sorted(self.room.deck.bag_faces(wild), key=lambda f: self.points[f])
        return faces[: len(faces) - used]

    def _worth(self, faces: list[int]) -> int:
        return sum(self.points[face] for face in faces)


def _ways(needs: Needs, kind: int, size: int) -> Iterator[Needs]:
    """What may still be needed after a meld: it fills a need, or none."""
    yield needs
    for place, (wanted, least) in enumerate(needs):
        if (
            wanted in (ANY, kind)
            and size >= least
            and (not place or needs[place - 1] != needs[place])
        ):
            yield without(needs, place)
