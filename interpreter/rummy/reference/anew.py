"""Melds taken up and laid anew, by trying every way to divide the cards into melds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from rummy.lang.evaluate import card_field
from rummy.lang.trees import MELD_SLOT
from rummy.lang.types import PLACED
from rummy.reference.arrange import without
from rummy.reference.melds import Meld, all_melds, printed
from rummy.reference.state import BACK, Faces, State, ask, book, true, zone_key
from rummy.spec.model import Rebuild

if TYPE_CHECKING:
    from rummy.spec.bind import Rules

Way = tuple[tuple[int, ...], tuple[Meld, ...]]
"""Which melds on the table change, and the new ones in place of them."""


def covers(rules: Rules, faces: Faces, more: Faces = ()) -> Iterator[tuple[Meld, ...]]:
    """Every way to divide these cards into melds, none left over.

    ``more`` are cards beside them of which other ways may be asked for: the melds
    of all are looked for once.
    """
    melds: dict[int, list[tuple[Meld, Faces]]] = {}
    for meld in sorted(all_melds(rules, tuple(sorted((*faces, *more))))):
        used = printed(rules, meld[1])
        melds.setdefault(used[0], []).append((meld, used))

    def divided(rest: Faces) -> Iterator[tuple[Meld, ...]]:
        if not rest:
            yield ()
            return
        for meld, used in melds.get(rest[0], ()):
            if all(rest.count(face) >= used.count(face) for face in used):
                for others in divided(without(rest, used)):
                    yield (meld, *others)

    return divided(faces)


def points(rules: Rules, meld: Meld) -> int:
    """The points of a meld's cards, of a wild one those of the card stood for."""
    return sum(int(card_field(rules.deck, PLACED, code, "points")) for code in meld[1])


def _verb(s: State, number: int) -> Rebuild:
    verb = book(s.rules).moves[number].verb
    assert isinstance(verb, Rebuild)
    return verb


def _extra(s: State, me: int, verb: Rebuild) -> Faces | None:
    """The card that joins first, if the move has one; None: it is not there to be had."""
    if verb.extra is None:
        return ()
    top = s.zones[zone_key(s, me, verb.extra)][-1:]
    return None if not top or top[0] == BACK else top


def _ways(s: State, me: int, number: int, joined: Faces) -> Iterator[Way]:
    """Every way in which all lies if just these cards of the hand join."""
    verb, rules = _verb(s, number), s.rules
    extra = _extra(s, me, verb)
    if extra is None or not (extra or joined):
        return
    places = [n for n in range(len(s.melds)) if true(s, me, verb.melds, {MELD_SLOT: n})]
    cards = [face for n in places for face in printed(rules, s.melds[n][1])]
    hand = without((f for f in s.zones["hand", me] if f != BACK), joined)
    for cover in covers(rules, tuple(sorted((*cards, *extra, *joined))), hand):
        new = list(cover)
        changed = []
        for place in reversed(places):  # of equal melds the later ones stay
            meld = s.melds[place][:2]
            if meld in new:
                new.remove(meld)
            else:
                changed.append(place)
        if verb.least is not None:
            gained = sum(points(rules, meld) for meld in new)
            gained -= sum(points(rules, s.melds[place][:2]) for place in changed)
            if gained < ask(s, me, verb.least):
                continue
        yield tuple(sorted(changed)), tuple(sorted(new))


def complete(s: State, me: int, number: int) -> bool:
    """Whether all the cards can lie in melds as they are."""
    return any(True for _ in _ways(s, me, number, s.joined))


def joining(s: State, me: int, number: int) -> set[int]:
    """The cards of the hand that may join next."""
    hand = tuple(face for face in s.zones["hand", me] if face != BACK)
    rest = without(hand, s.joined)
    found: set[int] = set()
    for size in range(1, len(rest) + 1):
        for more in set(combinations(rest, size)):
            if not set(more) <= found:
                joined = tuple(sorted((*s.joined, *more)))
                if any(True for _ in _ways(s, me, number, joined)):
                    found |= set(more)
    return found


def possible(s: State, me: int, number: int) -> bool:
    """Whether the move can be begun: it can come to a lawful end."""
    trial = s.copy()
    trial.joined = ()
    return complete(trial, me, number) or bool(joining(trial, me, number))


def lay_anew(s: State, me: int, number: int) -> None:
    """All lies in melds again, in the way that changes least."""
    verb = _verb(s, number)
    changed, new = min(
        _ways(s, me, number, s.joined), key=lambda way: (len(way[0]), way[0], len(way[1]), way[1])
    )
    lying = list(zip(s.melds, s.credits, strict=True))
    made = [((*meld, me), (me,) * len(meld[1])) for meld in new]
    for place, one in zip(changed, made, strict=False):
        lying[place] = one
    lying += made[len(changed) :]
    for place in reversed(changed[len(made) :]):
        del lying[place]
    s.melds = tuple(meld for meld, _ in lying)
    s.credits = tuple(by for _, by in lying)
    s.zones["hand", me] = without(s.zones["hand", me], s.joined)
    if verb.extra is not None:
        key = zone_key(s, me, verb.extra)
        s.zones[key] = s.zones[key][:-1]
    s.joined = ()


__all__ = ["complete", "covers", "joining", "lay_anew", "points", "possible"]
