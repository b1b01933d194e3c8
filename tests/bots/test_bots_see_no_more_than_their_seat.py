"""No bot sees more than its view: other hidden cards, the same seed, the same choice."""

from __future__ import annotations

from functools import cache

import pytest
from rummy.bots import BOTS, bot_named
from rummy.chance import pick, shuffle, stream
from rummy.play.engine import Engine
from rummy.play.state import State
from rummy.play.view import make_view
from rummy.spec.bind import bind
from rummy.spec.load import load

GAMES = (("iceberg", 2), ("international", 3), ("bing", 2))
NAMES = {**{name: name for name in BOTS}, "search": "search:8"}


@cache
def engine(name: str, players: int) -> Engine:
    """A shipped game for so many."""
    return Engine(bind(load(name), players, {}))


def with_other_hidden_cards(table: Engine, state: State, seat: int, seed: int) -> State:
    """The state with all cards that a seat cannot see dealt anew among their places.

    It does what ``imagine`` does from a view, but to the state itself and by itself,
    so that one checks the other.
    """
    slots, deck = table.program.slots, table.deck
    other = state.copy()
    cards: list[int] = []
    places: list[tuple[int, int]] = []
    for slot, zone in enumerate(state.z):
        seen_by, (_, owner) = slots.seen_by[slot], slots.zone_names[slot]
        if seen_by == "all" or (seen_by == "owner" and owner == seat):
            continue
        faces = list(deck.bag_faces(zone)) if isinstance(zone, int) else list(zone)
        covered = faces[:-1] if seen_by == "top" else faces
        cards += covered
        places.append((slot, len(covered)))
    shuffle(cards, stream(seed, "swap"))
    for slot, count in places:
        dealt = [cards.pop() for _ in range(count)]
        zone = other.z[slot]
        other.z[slot] = deck.bag(dealt) if isinstance(zone, int) else dealt + zone[count:]
    other.seed = state.seed + 1  # what chance brings is hidden too
    return other


@pytest.mark.parametrize(("game", "players"), GAMES)
@pytest.mark.parametrize("bot", sorted(NAMES))
def test_other_hidden_cards_lead_to_the_same_choice(bot: str, game: str, players: int) -> None:
    table = engine(game, players)
    make = bot_named(NAMES[bot]).make
    chance = stream(11, "match")
    state = table.start(11)
    changed = 0
    for number in range(240):
        if state.over:
            break
        now = table.of(state)
        assert state.legal is not None
        if len(state.legal) > 1 and number % (24 if bot == "search" else 4) == 0:
            other = with_other_hidden_cards(now, state, state.mover, number)
            changed += other.z != state.z
            choices = [
                make(table, stream(number, "bot")).choose(make_view(now, s, s.mover))
                for s in (state, other)
            ]
            assert choices[0] == choices[1]
            assert choices[0] in state.legal
        table.apply(state, state.legal[pick(len(state.legal), chance)])
    assert changed > 3
