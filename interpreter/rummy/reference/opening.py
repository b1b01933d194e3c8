"""Openings: which melds may be laid, by trying all sets of disjoint melds."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.reference.arrange import fills, meld_sets
from rummy.reference.effects import lay
from rummy.reference.melds import Meld, all_melds
from rummy.reference.state import BACK, Faces, State, book, needed, true
from rummy.spec.model import Open, Opening


def begin(s: State, me: int, number: int) -> None:
    """The player begins to lay the melds of an opening: the move of this number."""
    s.opening = number
    s.laid_from = len(s.melds)
    s.needs = needed(s, me, opening_of(s))


def opening_of(s: State) -> Opening:
    """The opening whose melds are being laid."""
    assert s.opening is not None
    verb = book(s.rules).moves[s.opening].verb
    assert isinstance(verb, Open)
    return next(opening for opening in s.rules.spec.openings if opening.name == verb.opening)


def possible(s: State, me: int, number: int) -> bool:
    """Whether a hand can fill the opening of a move."""
    trial = s.copy()
    begin(trial, me, number)
    return any(True for _ in _completions(trial, me))


def complete(s: State) -> bool:
    """Whether all that the opening needs lies on the table."""
    return len(_laid(s)) >= len(s.needs)


def next_melds(s: State, me: int) -> set[Meld]:
    """The melds that may be laid next."""
    if not complete(s):
        return {meld for melds in _completions(s, me) for meld in melds}
    if not opening_of(s).more:
        return set()
    return {meld for meld in all_melds(s.rules, _hand(s, me)) if _passes(s, me, (meld,))}


def _completions(s: State, me: int) -> Iterator[tuple[Meld, ...]]:
    """Every set of melds from the hand that makes the opening complete and passes."""
    missing = len(s.needs) - len(_laid(s))
    wanted = [(kind, least, 1) for kind, least in s.needs]
    for melds, _ in meld_sets(s.rules, _hand(s, me), missing):
        together = (*_laid(s), *melds)
        if len(melds) == missing and fills(together, wanted, set()) and _passes(s, me, melds):
            yield melds


def _passes(s: State, me: int, melds: tuple[Meld, ...]) -> bool:
    """Whether the opening is as it must be once these melds are laid, too."""
    trial = s.copy()
    for kind, codes in melds:
        lay(trial, me, kind, codes)
    return true(trial, me, opening_of(s).where)


def _laid(s: State) -> tuple[Meld, ...]:
    return tuple((kind, codes) for kind, codes, _ in s.melds[s.laid_from :])


def _hand(s: State, me: int) -> Faces:
    return tuple(face for face in s.zones["hand", me] if face != BACK)
