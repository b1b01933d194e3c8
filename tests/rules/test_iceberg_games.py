"""Whole games of Iceberg Rummy at random: nothing is lost, everything offered can be played.

Twenty games a number of players in the ordinary suite. A thousand with

    RUMMY_GAMES=1000 python -m pytest tests/rules/test_iceberg_games.py
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from iceberg_table import SPEC, Value, engine
from rummy.chance import pick, stream
from rummy.play.match import Match

GAMES = int(os.environ.get("RUMMY_GAMES", "20"))
MIXES: list[dict[str, Value]] = [
    {},
    {"aces": "by_choice", "ace_scoring": "doubling"},
    {"passed_to": "right", "last_ace": "end_of_turn", "leftovers": "best_play_plus_ten"},
    {"starter_seat": "dealer_right", "leftover_choice": "least_cost", "factor_on": "melds"},
    {"ace_scoring": "cats", "aces": "by_choice", "last_ace": "end_of_turn"},
    {"ace_factor": "doubling"},
    {"ace_scoring": "flat", "ace_value": 45},
]


def all_cards(match: Match) -> Counter[int]:
    """Every card of every zone and meld."""
    deck = match.engine.deck
    found: Counter[int] = Counter()
    for zone in match.state.z:
        found.update(deck.bag_faces(zone) if isinstance(zone, int) else zone)
    for shape in match.state.table:
        found.update(deck.face_of[code] for code in shape.codes)
    return found


def play(seed: int, players: int) -> str:
    """One match of one to three hands; how its last hand ended."""
    options = {**MIXES[seed % len(MIXES)], "max_hands": 1 + seed % 3}
    made = engine(players, options)
    match = Match(SPEC, seed=seed, engine=made)
    pack = Counter(made.deck.all_cards())
    chance = stream(seed, "bot:1")
    while not match.over:
        assert all_cards(match) == pack
        legal = match.legal()
        assert legal, "somebody has to decide, and nothing is legal"
        assert legal == sorted(set(legal))
        assert legal == list(match.view().legal)
        if pick(20, chance) == 0:
            for action in legal:
                trial = match.copy()
                trial.apply(action)
                assert all_cards(trial) == pack
                assert match.parse(match.text(action)) == action
        match.apply(legal[pick(len(legal), chance)])
    assert len(match.rounds) == options["max_hands"] or max(match.totals) >= 5000
    totals = [sum(points) for points in zip(*(r.points for r in match.rounds), strict=True)]
    assert tuple(totals) == match.totals
    best = max(totals)
    assert match.winners == tuple(p for p in range(players) if totals[p] == best)
    if options.get("aces") != "by_choice":  # ICE-42
        assert all(r.ended_by in ("out", "last_ace", "last_ace_later") for r in match.rounds)
    return match.rounds[-1].ended_by


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_keep_every_card_and_come_to_an_end(players: int) -> None:
    """ICE-42: with aces forced no hand ends because the stock is used up."""
    endings = Counter(play(seed, players) for seed in range(GAMES))
    assert sum(endings.values()) == GAMES
