"""Whole games of International Rummy: nothing is lost, everything offered can be played.

Two games a number of players and a bot in the ordinary suite. Fifty with

    RUMMY_GAMES=50 python -m pytest tests/rules/test_international_games.py
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from international_table import SPEC, Value, engine
from rummy.bots import BOTS
from rummy.chance import pick, stream
from rummy.play.engine import Engine
from rummy.play.match import Match

GAMES = int(os.environ.get("RUMMY_GAMES", "2"))
ENDS = {"out", "last_turns_over", "limit of turns", "stock_used_up"}
MIXES: list[dict[str, Value]] = [
    {},
    {"fitting_discards": "callable", "ninth_hand": "no_discard", "ties": "last_hand"},
    {"new_melds": True, "discard_taken": False, "buys_per_hand": 2},
    {"last_turns": "rest_of_round", "joker_discard": "free", "same_rank_sets": "forbidden"},
    {"fitting_discards": "callable", "discard_taken": False, "joker_discard": "free"},
]


def all_cards(made: Engine, match: Match) -> Counter[int]:
    """Every card of every zone and meld."""
    found: Counter[int] = Counter()
    for zone in match.state.z:
        found.update(made.deck.bag_faces(zone) if isinstance(zone, int) else zone)
    for shape in match.state.table:
        found.update(made.deck.face_of[code] for code in shape.codes)
    return found


def holds(made: Engine, match: Match) -> None:
    """What is true at every decision, whatever the options."""
    state, view = match.state, match.view(-1)
    slots = made.program.slots
    down = state.v[slots.variable["down"] : slots.variable["down"] + match.players]
    hands = [view.zone("hand", seat).count for seat in range(match.players)]
    for seat in range(match.players):
        if seat != state.me and not down[seat]:
            # no melds without the contract, and no card leaves the hand but for one drawn
            assert seat not in state.owners
            assert hands[seat] >= 11
    for shape in state.table:
        naturals = [
            code for code in shape.codes if not made.deck.held_wild[made.deck.face_of[code]]
        ]
        assert naturals and len(shape.codes) >= 3


def play(seed: int, players: int, bot: str, **limits: Value) -> Counter[str]:
    """One match; how its hands ended."""
    options = {**MIXES[(seed + players) % len(MIXES)], **limits}
    made = engine(players, options)
    match = Match(SPEC, seed=seed, engine=made)
    pack = Counter(made.deck.all_cards())
    bots = [BOTS[bot](made, stream(seed, f"bot:{seat + 1}")) for seat in range(players)]
    chance = stream(seed, "bot:99")
    while not match.over:
        legal = match.legal()
        assert legal, "somebody has to decide, and nothing is legal"
        assert legal == sorted(set(legal))
        if pick(10, chance) == 0:
            holds(made, match)
            assert all_cards(made, match) == pack
            for action in legal[:10]:
                trial = match.copy()
                trial.apply(action)
                assert match.parse(match.text(action)) == action
        match.apply(bots[match.seat].choose(match.view()))
    assert len(match.rounds) == 9
    totals = [sum(points) for points in zip(*(r.points for r in match.rounds), strict=True)]
    assert tuple(totals) == match.totals
    assert all(totals[seat] == min(totals) for seat in match.winners)
    for result in match.rounds:
        assert min(result.points) >= 0
        if result.ended_by in ("out", "last_turns_over"):
            assert min(result.points) == 0
    return Counter(result.ended_by for result in match.rounds)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_random_games_keep_every_card_and_come_to_an_end(players: int) -> None:
    """INT-60 to INT-65: each hand ends in one of the ways that the rules know."""
    endings: Counter[str] = Counter()
    for seed in range(GAMES):
        endings += play(seed, players, "random", turns_per_hand=10, recycles=1)
    assert sum(endings.values()) == 9 * GAMES
    assert set(endings) <= ENDS


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_greedy_games_end_with_somebody_out(players: int) -> None:
    """INT-60, INT-66: they get rid of their cards, and hand nine never ends with a discard."""
    endings: Counter[str] = Counter()
    for seed in range(GAMES // 2 or 1):
        endings += play(seed, players, "greedy", turns_per_hand=25, recycles=1)
    assert set(endings) <= ENDS
    assert endings["out"] + endings["last_turns_over"] > 0


def test_int_62_and_64_a_stock_that_is_used_up_ends_a_hand() -> None:
    """Nobody lays anything: the stock of three players is renewed once, then the hand ends."""
    made = engine(3, {"recycles": 1})
    match = Match(SPEC, seed=5, engine=made)
    while not match.rounds:
        match.apply(match.legal()[-1])
    assert match.rounds[0].ended_by == "stock_used_up"
    # 74 cards of the stock, then the 74 that lie beneath the upcard, then a turn that finds none
    assert match.rounds[0].turns == 74 + 74 + 1
