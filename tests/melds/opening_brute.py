"""Openings by trying everything: small rules written as plain Python, no plans.

A meld is a kind and its placed cards. Whether it is one is asked of a function
written here; hands are sorted tuples of faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations, product

from meld_helpers import K, deck, plans
from rummy.cards import Deck
from rummy.melds import Plans

Hand = tuple[int, ...]
Meld = tuple[int, tuple[int, ...]]
"""A kind and codes, ascending."""
Valid = Callable[[Deck, tuple[int, ...]], bool]


@dataclass(frozen=True, eq=False)
class Game:
    """Kinds of meld twice: as expressions, and as functions."""

    name: str
    deck: Deck
    kinds: dict[str, K]
    valid: tuple[Valid, ...]
    open_suit: tuple[bool, ...]
    """For each kind whether the suit of a wild card in it stays open."""

    @cached_property
    def plans(self) -> Plans:
        return plans(self.deck, self.kinds)

    @cached_property
    def wild_faces(self) -> list[int]:
        return sorted(f for c in self.deck.wilds for f in c.faces if self.deck.copies[f])

    @cached_property
    def plain_faces(self) -> list[int]:
        wild = self.wild_faces
        return [f for f in range(self.deck.faces) if self.deck.copies[f] and f not in wild]

    def codes(self, kind: int, face: int) -> list[int]:
        """All places that a card may take in a kind."""
        found = [face]
        for cls in self.deck.wilds:
            if face in cls.faces:
                found = [face] if cls.natural else []
                for stand in cls.targets[face]:
                    if stand == face:
                        continue
                    rank = self.deck.rank_of[stand]
                    if not self.open_suit[kind]:
                        found.append(self.deck.wild_code(face, stand))
                    elif not (cls.natural and rank == self.deck.rank_of[face]):
                        found.append(self.deck.wild_rank_code(face, rank))
        return sorted(set(found))

    def is_meld(self, kind: int, codes: tuple[int, ...]) -> bool:
        """Whether placed cards are a meld, by the function alone."""
        return len(codes) >= self.kinds[list(self.kinds)[kind]].least and self.valid[kind](
            self.deck, codes
        )

    @lru_cache(maxsize=64)  # noqa: B019 - the games live as long as the tests
    def melds(self, hand: Hand) -> list[Meld]:
        """Every placed meld in a hand."""
        found: set[Meld] = set()
        wild = [f for f in hand if f in self.wild_faces]
        plain = [f for f in hand if f not in wild]
        naturals = {c for n in range(len(plain) + 1) for c in combinations(plain, n)}
        wilds = {c for n in range(len(wild) + 1) for c in combinations(wild, n)}
        rank, suit = self.deck.rank_of, self.deck.suit_of
        for cards in naturals:
            # every kind in these tests is of one rank or of one suit
            if len({rank[f] for f in cards}) > 1 and len({suit[f] for f in cards}) > 1:
                continue
            for more in wilds:
                if len(cards) + len(more) < 2:
                    continue
                for kind in range(len(self.valid)):
                    for places in product(*(self.codes(kind, f) for f in more)):
                        codes = tuple(sorted((*cards, *places)))
                        if self.is_meld(kind, codes):
                            found.add((kind, codes))
        return sorted(found)

    def openings(
        self, hand: Hand, needs: tuple[tuple[int, int], ...], more: bool = False
    ) -> dict[tuple[Meld, ...], Hand]:
        """Every opening (its melds sorted) and the cards left after it."""
        melds = self.melds(hand)
        bags = [Counter(self.deck.face_of[c] for c in codes) for _, codes in melds]
        found: dict[tuple[Meld, ...], Hand] = {}

        def add(start: int, chosen: tuple[Meld, ...], rest: Counter[int]) -> None:
            if len(chosen) >= len(needs) and fits(needs, chosen):
                found[chosen] = tuple(sorted(rest.elements()))
            if len(chosen) == len(needs) and not more:
                return
            for i in range(start, len(melds)):
                if bags[i] <= rest:
                    add(i, (*chosen, melds[i]), rest - bags[i])

        add(0, (), Counter(hand))
        return found

    def ends(self, rest: Hand, melds: tuple[Meld, ...]) -> set[Hand]:
        """All hands that can be left after adding single cards to the melds."""
        seen: set[tuple[Hand, tuple[Meld, ...]]] = set()
        waiting = [(rest, tuple(sorted(melds)))]
        while waiting:
            state = waiting.pop()
            if state in seen:
                continue
            seen.add(state)
            hand, shapes = state
            for face in set(hand):
                less = list(hand)
                less.remove(face)
                for place, shape in enumerate(shapes):
                    for grown in self.grown(shape, face):
                        others = (*shapes[:place], grown, *shapes[place + 1 :])
                        waiting.append((tuple(less), tuple(sorted(others))))
        return {hand for hand, _ in seen}

    @lru_cache(maxsize=5_000)  # noqa: B019 - the games live as long as the tests
    def grown(self, shape: Meld, face: int) -> list[Meld]:
        """What a meld becomes when a card is added."""
        names = list(self.kinds)
        kind = self.kinds[names[shape[0]]]
        found = []
        for name in (names[shape[0]],) if kind.grows is None else kind.grows:
            target = names.index(name)
            for code in self.codes(target, face):
                codes = tuple(sorted((*shape[1], code)))
                if len(codes) <= self.kinds[name].most and self.is_meld(target, codes):
                    found.append((target, codes))
        return found


def fits(needs: tuple[tuple[int, int], ...], melds: tuple[Meld, ...]) -> bool:
    """Whether the needs can be given a meld each."""
    return any(
        all(
            wanted in (-1, kind) and len(codes) >= least
            for (wanted, least), (kind, codes) in zip(needs, some, strict=True)
        )
        for some in permutations(melds, len(needs))
    )


# --- kinds as functions -------------------------------------------------------


def natural(d: Deck, code: int) -> bool:
    """Whether a placed card stands for itself."""
    return not d.stands_wild[code]


def same_rank(d: Deck, codes: tuple[int, ...]) -> bool:
    """Cards of one rank."""
    return len({d.rank_of[c] for c in codes}) == 1


def in_line(d: Deck, codes: tuple[int, ...]) -> bool:
    """Cards of one suit that fill a stretch of the line."""
    if len({d.suit_of[c] for c in codes}) != 1:
        return False
    ranks = sorted(d.rank_of[c] for c in codes)
    line = d.lines["run"].ranks
    return any(sorted(line[i : i + len(ranks)]) == ranks for i in range(len(line) - len(ranks) + 1))


def plain(d: Deck, codes: tuple[int, ...]) -> bool:
    """At least one natural card above the two."""
    return any(natural(d, c) and d.ranks[d.rank_of[c]] != "2" for c in codes)


def some_natural(d: Deck, codes: tuple[int, ...]) -> bool:
    """At least one card that stands for itself."""
    return any(natural(d, c) for c in codes)


def mostly_natural(d: Deck, codes: tuple[int, ...]) -> bool:
    """More natural than wild cards."""
    return 2 * sum(natural(d, c) for c in codes) > len(codes)


def both(*conditions: Valid) -> Valid:
    """All of these conditions."""
    return lambda d, codes: all(one(d, codes) for one in conditions)


TWOS = ("2", "3 4 5 6 7", True)


def _twos(natural_two: bool = True) -> Deck:
    """Two packs of 2 to 7 in two suits, wild twos."""
    return deck(
        packs=2,
        ranks="2 3 4 5 6 7",
        suits="SH",
        wild={"two": ("2", "3 4 5 6 7", natural_two)},
        points={"2": 2, "3": 3, "4": 4, "5": 5, "6": 10, "7": 15},
    )


def _jokers(joker_points: int = 20) -> Deck:
    """Two packs of A to 6 in two suits, jokers, aces at either end."""
    return deck(
        packs=2,
        jokers=4,
        ranks="A 2 3 4 5 6",
        suits="SH",
        lines={"run": "A 2 3 4 5 6 A"},
        wild={"joker": ("JOK", "*", False)},
        points={"A": 15, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6},
        joker_points=joker_points,
    )


BING = Game(
    "wild twos that may be natural",
    _twos(),
    {
        "sequence": K("same(suit) and sequence(rank) and any(natural and rank != 2)", 3, 13),
        "group": K("same(rank) and any(natural and rank != 2)", 3, 104),
    },
    (both(in_line, plain), both(same_rank, plain)),
    (False, True),
)
TWOS_COUNT = Game(
    "natural twos count as the natural card",
    _twos(),
    {
        "sequence": K("same(suit) and sequence(rank) and any(natural)", 3, 13),
        "group": K("same(rank) and any(natural)", 3, 104),
    },
    (both(in_line, some_natural), both(same_rank, some_natural)),
    (False, True),
)
FEWER = Game(
    "fewer wild cards than natural ones",
    _twos(),
    {
        "sequence": K("same(suit) and sequence(rank) and count(wild) < count(natural)", 3, 13),
        "group": K(
            "same(rank) and all(rank != 2) and count(wild) < count(natural)",
            3,
            104,
        ),
    },
    (
        both(in_line, mostly_natural),
        both(same_rank, mostly_natural, lambda d, c: d.ranks[d.rank_of[c[0]]] != "2"),
    ),
    (False, True),
)
INTERNATIONAL = Game(
    "jokers and aces at either end",
    _jokers(),
    {
        "run": K("same(suit) and sequence(rank) and any(natural)", 3, 6),
        "set": K("same(rank) and any(natural)", 3, 104),
    },
    (
        both(in_line, some_natural, lambda d, c: len(c) <= 6),
        both(same_rank, some_natural),
    ),
    (False, True),
)
PAIRS = Game(
    "pairs that grow into sets of any suits, closed runs",
    deck(
        packs=2,
        jokers=4,
        ranks="A 2 3 4 5 6",
        suits="SH",
        wild={"joker": ("JOK", "3 4", False)},
        points={"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6},
        joker_points=9,
    ),
    {
        "pair": K("same(rank) and any(natural)", 2, 2, grows=("set",)),
        "set": K("same(rank) and count(natural) >= 2", 3, 8),
        "run": K("same(suit) and sequence(rank) and count(wild) <= 1", 3, 6, closed=True, grows=()),
    },
    (
        both(same_rank, some_natural, lambda d, c: len(c) == 2),
        both(same_rank, lambda d, c: sum(natural(d, x) for x in c) >= 2),
        both(in_line, lambda d, c: sum(not natural(d, x) for x in c) <= 1),
    ),
    (True, True, False),
)
GAMES = (BING, TWOS_COUNT, FEWER, INTERNATIONAL, PAIRS)


def shapes_of(game: Game, melds: tuple[Meld, ...]) -> Iterator[object]:
    """The melds as shapes."""
    for kind, codes in melds:
        shape = game.plans.shape(kind, codes)
        assert shape is not None, (game.name, game.deck.texts(codes))
        yield shape
