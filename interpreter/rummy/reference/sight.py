"""What a player sees, and cards that a look-ahead knows only from the back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rummy.chance import stream
from rummy.reference.melds import printed
from rummy.reference.state import BACK, Faces, Key, State, seen, zone_of


class Unseen(Exception):
    """A look-ahead comes to what it cannot know: a card's face, a place left to chance."""

    def __init__(self, possible: Faces) -> None:
        self.possible = possible
        super().__init__(possible)


def as_seen(s: State) -> State:
    """The state as the player to move sees it: other cards show their backs."""
    view = s.copy()
    view.viewer = s.actor
    for key, cards in s.zones.items():
        shown = seen(s.rules, key, len(cards), s.actor)
        view.zones[key] = tuple(f if at in shown else BACK for at, f in enumerate(cards))
    return view


def uncover(s: State) -> None:
    """In a look-ahead: backs that lie where the viewer sees cards are turned up."""
    if s.viewer is None:
        return
    for key in s.zones:
        for at in seen(s.rules, key, len(s.zones[key]), s.viewer):
            if s.zones[key][at] == BACK:
                s.zones[key] = _replaced(s.zones[key], at, turn_up(s))
        if not zone_of(s.rules, key[0]).pile:
            s.zones[key] = tuple(sorted(s.zones[key]))


def sees(s: State, key: Key) -> bool:
    """In a look-ahead: whether the viewer sees a card that is put there."""
    return s.viewer is not None and bool(seen(s.rules, key, 1, s.viewer))


def _replaced(cards: Faces, at: int, face: int) -> Faces:
    return (*cards[:at], face, *cards[at + 1 :])


def random_place(s: State, outcomes: Sequence[object]) -> int:
    """A place left to chance; ``outcomes`` tells what comes of each place.

    In a look-ahead it is supposed, or asked for: one place for each outcome.
    """
    if s.viewer is None:
        source = stream(s.seed, f"shuffle:{s.round}:{s.shuffles}")
        s.shuffles += 1
        return int(source.random() * len(outcomes))
    if not s.supposed:
        raise Unseen(tuple({outcome: place for place, outcome in enumerate(outcomes)}.values()))
    place, s.supposed = s.supposed[0], s.supposed[1:]
    return place


def turn_up(s: State, passes: Callable[[int], bool] = lambda face: True) -> int:
    """The face of an unknown card, one that passes: supposed, or asked for."""
    if s.supposed:
        face, s.supposed = s.supposed[0], s.supposed[1:]
        return face
    assert s.viewer is not None
    left = list(s.rules.deck.copies)
    for key, cards in s.zones.items():
        for at in seen(s.rules, key, len(cards), s.viewer):
            if cards[at] != BACK:
                left[cards[at]] -= 1
    for _, codes, _ in s.melds:
        for face in printed(s.rules, codes):
            left[face] -= 1
    for face in s.carried:
        left[face] -= 1
    raise Unseen(tuple(face for face, copies in enumerate(left) if copies > 0 and passes(face)))
