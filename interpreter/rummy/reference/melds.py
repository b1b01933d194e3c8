"""Melds by trying everything: every set of cards, every place of every wild card.

Nothing is clever here, so that nothing can be wrong: whatever the rules allow
is found by asking the rules about each possibility.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from rummy.cards import NOTHING
from rummy.lang.evaluate import MeldEnv, evaluate, in_sequence
from rummy.lang.reads import clauses, open_halves
from rummy.lang.trees import Sequence, walk

if TYPE_CHECKING:
    from rummy.spec.bind import Rules

Codes = tuple[int, ...]
Meld = tuple[int, Codes]
"""A meld without its owner: kind and codes, ascending."""


def is_meld(rules: Rules, kind: int, codes: Iterable[int]) -> bool:
    """Whether these placed cards are a meld of this kind."""
    return _is_meld(rules, kind, tuple(sorted(codes)))


def placed_melds(rules: Rules, kind: int, faces: Iterable[int]) -> frozenset[Meld]:
    """Every meld of a kind that can be laid from these faces, in every placing."""
    return _placed_melds(rules, kind, tuple(sorted(faces)))


def all_melds(rules: Rules, faces: Iterable[int]) -> frozenset[Meld]:
    """Every meld of every kind that can be laid from these faces."""
    held = tuple(sorted(faces))
    found = (placed_melds(rules, kind.index, held) for kind in rules.kinds)
    return frozenset().union(*found)


def growths(rules: Rules, kind: int, codes: Codes) -> frozenset[tuple[int, int, Codes]]:
    """Every way to add one card: the kind afterwards, the card's code, all codes."""
    found = set()
    if rules.kinds[kind].shifts:
        return _shifted(rules, kind, codes)
    if not rules.kinds[kind].closed:
        for new_kind in rules.kinds[kind].grows_into:
            for face in range(rules.deck.faces):
                if not rules.deck.copies[face]:
                    continue
                for code in places(rules, new_kind, face):
                    grown = tuple(sorted((*codes, code)))
                    if is_meld(rules, new_kind, grown):
                        found.add((new_kind, code, grown))
    return frozenset(found)


def swaps(rules: Rules, kind: int, codes: Codes) -> frozenset[tuple[int, int, Codes]]:
    """Every natural card that may take the place of a wild one: its face, whose place, all codes."""
    deck, found = rules.deck, set()
    for code in codes:
        if not deck.stands_wild[code]:
            continue
        rest = list(codes)
        rest.remove(code)
        for face in range(deck.faces):
            here = (deck.rank_of[face], deck.suit_of[face])
            place = (deck.rank_of[code], deck.suit_of[code])
            agree = all(there in (NOTHING, own) for own, there in zip(here, place, strict=True))
            if (
                deck.copies[face]
                and agree
                and face != deck.joker
                and face in places(rules, kind, face)
            ):
                made = tuple(sorted((*rest, face)))
                if is_meld(rules, kind, made):
                    found.add((face, code, made))
    return frozenset(found)


@cache
def _shifted(rules: Rules, kind: int, codes: Codes) -> frozenset[tuple[int, int, Codes]]:
    """The same where one wild card of the meld may take another place.

    Of all ways to add a card of a face the best counts: the fewest cards that stand
    for others, then none moved, then the lowest codes.
    """
    deck = rules.deck
    best: dict[tuple[int, int], tuple[int, bool, Codes, int]] = {}
    if rules.kinds[kind].closed:
        return frozenset()
    for new_kind in rules.kinds[kind].grows_into:
        stays = [(False, codes)]
        for at, wild in enumerate(codes):
            face = deck.face_of[wild]
            if any(face in cls.faces for cls in deck.wilds):
                rest = (*codes[:at], *codes[at + 1 :])
                stays += [(True, (*rest, place)) for place in places(rules, new_kind, face)]
        for face in range(deck.faces):
            for code in places(rules, new_kind, face) if deck.copies[face] else ():
                for moved, others in stays:
                    grown = tuple(sorted((*others, code)))
                    if is_meld(rules, new_kind, grown):
                        way = (sum(bool(deck.stands_wild[c]) for c in grown), moved, grown, code)
                        known = best.get((new_kind, face))
                        if known is None or way < known:
                            best[new_kind, face] = way
    return frozenset((kind, code, grown) for (kind, _), (_, _, grown, code) in best.items())


def lay_points(rules: Rules, kind: int, codes: Codes) -> int:
    """What laying this meld earns."""
    tree = rules.kinds[kind].lay
    return 0 if tree is None else int(evaluate(tree, _env(rules, codes)))


def add_points(rules: Rules, kind: int, codes: Codes, code: int) -> int:
    """What adding ``code`` earned, the meld being now of this kind and these codes."""
    tree = rules.kinds[kind].add
    return 0 if tree is None else int(evaluate(tree, _env(rules, codes, code)))


def printed(rules: Rules, codes: Iterable[int]) -> tuple[int, ...]:
    """The faces of placed cards, ascending."""
    return tuple(sorted(rules.deck.face_of[code] for code in codes))


def common(values: Iterable[int]) -> int:
    """The rank or suit that all cards of a meld have; ``NOTHING`` if they differ."""
    different = set(values)
    return different.pop() if len(different) == 1 else NOTHING


def touching(rules: Rules, melds: Iterable[Meld]) -> bool:
    """Whether two of these melds are runs of one suit that together are one run."""
    return any(_touch(rules, one, other) for one, other in combinations(melds, 2))


def _touch(rules: Rules, one: Meld, other: Meld) -> bool:
    deck, both = rules.deck, (*one[1], *other[1])
    lines = _lines(rules, one[0]) & _lines(rules, other[0])
    return common(deck.suit_of[code] for code in both) != NOTHING and any(
        all(
            in_sequence([deck.rank_of[code] for code in codes], deck.lines[line])
            for codes in (one[1], other[1], both)
        )
        for line in lines
    )


def _lines(rules: Rules, kind: int) -> set[str]:
    """The rank lines that the rule of a kind names."""
    return {tree.line for tree in walk(rules.kinds[kind].valid) if isinstance(tree, Sequence)}


def in_order(rules: Rules, kind: int, codes: Codes) -> Codes:
    """The codes as people lay them: a run from low to high, others ascending."""
    rank_of = rules.deck.rank_of
    for tree in walk(rules.kinds[kind].valid):
        if isinstance(tree, Sequence):
            line = rules.deck.lines[tree.line]
            places = line.ranks * (2 if line.around else 1)
            for start in range(len(places) - len(codes) + 1):
                ranks = places[start : start + len(codes)]
                if sorted(ranks) == sorted(rank_of[code] for code in codes):
                    rest = list(codes)
                    return tuple(rest.pop(_first(rest, rank, rules)) for rank in ranks)
    return codes


def _first(codes: list[int], rank: int, rules: Rules) -> int:
    return next(at for at, code in enumerate(codes) if rules.deck.rank_of[code] == rank)


@cache
def places(rules: Rules, kind: int, face: int) -> Codes:
    """Every code that a card may have in a meld of this kind.

    A wild card stands for any target of its class. In a place that says of it
    nothing but what is printed on it, it is natural, where its class allows
    that at all. A half that no clause can read stays open.
    """
    deck = rules.deck
    classes = [cls for cls in deck.wilds if face in cls.faces]
    # a special card has no suit and rank to be itself with
    natural = not deck.special(face) and (not classes or any(cls.natural for cls in classes))
    codes = {face} if natural else set()
    rank_open, suit_open = open_halves(clauses(rules.kinds, kind))
    for cls in classes:
        for target in set(cls.targets[face]) - {face}:
            own_rank = rank_open or deck.rank_of[target] == deck.rank_of[face]
            own_suit = suit_open or deck.suit_of[target] == deck.suit_of[face]
            if natural and own_rank and own_suit:
                continue
            if rank_open and suit_open:
                codes.add(deck.wild_open_code(face))
            elif suit_open:
                codes.add(deck.wild_rank_code(face, deck.rank_of[target]))
            elif rank_open:
                codes.add(deck.wild_suit_code(face, deck.suit_of[target]))
            else:
                codes.add(deck.wild_code(face, target))
    return tuple(sorted(codes))


def _env(rules: Rules, codes: Codes, card: int | None = None) -> MeldEnv:
    return MeldEnv(rules.deck, codes, card, rules.constants)


@lru_cache(maxsize=1_000_000)
def _is_meld(rules: Rules, kind: int, codes: Codes) -> bool:
    bound = rules.kinds[kind]
    if not bound.least <= len(codes) <= bound.most:
        return False
    return bool(evaluate(bound.valid, _env(rules, codes)))


@lru_cache(maxsize=100_000)
def _placed_melds(rules: Rules, kind: int, faces: Codes) -> frozenset[Meld]:
    bound = rules.kinds[kind]
    found = set()
    for size in range(bound.least, min(bound.most, len(faces)) + 1):
        for chosen in set(combinations(faces, size)):
            for placing in product(*(places(rules, kind, face) for face in chosen)):
                codes = tuple(sorted(placing))
                if is_meld(rules, kind, codes):
                    found.add((kind, codes))
    return frozenset(found)
