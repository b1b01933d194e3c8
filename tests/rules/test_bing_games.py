"""Whole games of Bing Rummy: nothing is lost, everything offered can be played, all end lawfully.

A few games a number of players in the ordinary suite. More with

    RUMMY_GAMES=50 python -m pytest tests/rules/test_bing_games.py
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from bing_table import SPEC, Value, all_cards, engine
from rummy.bots import BOTS
from rummy.chance import pick, stream
from rummy.play.match import Match

GAMES = int(os.environ.get("RUMMY_GAMES", "2"))
MIXES: list[dict[str, Value]] = [
    {},
    {"new_melds": True, "wild_limit": "fewer_than_naturals"},
    {"alike_melds": "forbidden", "recycles": 1},
    {"natural_two": False, "same_card": "copy", "turns_per_hand": 20},
    {"packs_at_eight": "short_hands", "packs_at_seven": "three_packs", "recycles": 0},
]
WORTH = {"A": 15, "K": 10, "Q": 10, "J": 10, **{str(n): n for n in range(2, 11)}}


class Watch:
    """A match in progress, and what must be true of it after every action."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.packs: dict[int, Counter[int]] = {}
        self.turn = self.rounds = 0
        self.endings: Counter[str] = Counter()

    def before(self) -> None:
        """All cards are there, and somebody has something to do."""
        match = self.match
        players = len(match.state.everyone)
        deck = match.engine.at(players, match.state.wild).deck
        pack = self.packs.setdefault(players, Counter(deck.all_cards()))
        assert all_cards(match.state, match.engine) == pack
        legal = match.legal()
        assert legal and legal == sorted(set(legal)) == list(match.view().legal)
        assert match.seat in match.state.everyone
        assert match.view(-1).zone("pile").count or match.view(-1).step in ("cut", "throw")

    def apply(self, action: tuple[int, ...]) -> None:
        """One action; a turn that it ends keeps the limit (BING-40), a count is right (BING-60)."""
        match = self.match
        seat, turn, rounds = match.seat, match.state.turn_number, len(match.rounds)
        old = match.totals
        cutting = match.view(-1).step == "cut"
        match.apply(action)
        if len(match.rounds) > rounds:
            result = match.rounds[-1]
            self.endings[result.ended_by] += 1
            assert result.totals == tuple(a + b for a, b in zip(old, result.points, strict=True))
            assert all(p >= 0 for p in result.points)
            if result.ended_by == "out":
                assert result.points[seat] == 0  # BING-65
        elif match.state.turn_number != turn and not cutting:
            opened = dict(match.view(-1).variables)["opened"][seat]
            deck = match.engine.deck
            slot = match.engine.program.slots.zone["hand"] + seat
            held = match.state.z[slot]
            assert isinstance(held, int)
            points = sum(WORTH[deck.text(face)[:-1]] for face in deck.bag_faces(held))
            assert not opened or points + match.totals[seat] <= 75

    def ended(self) -> None:
        """BING-61 and BING-62: who is left has 75 or less, or all left together."""
        match = self.match
        last = match.rounds[-1]
        if all(match.totals[w] <= 75 for w in match.winners):
            assert len(match.winners) == 1
            assert [t <= 75 for t in match.totals].count(True) == 1
        else:
            before = [t - p for t, p in zip(last.totals, last.points, strict=True)]
            still = [s for s in range(len(before)) if before[s] <= 75]
            least = min(match.totals[s] for s in still)
            assert match.winners == tuple(s for s in still if match.totals[s] == least)
            assert last.ended_by != "out"


def play(players: int, seed: int, bots: str) -> Counter[str]:
    """One match; how its hands ended."""
    made = engine(players, MIXES[seed % len(MIXES)])
    watch = Watch(Match(SPEC, seed=seed, engine=made))
    match = watch.match
    chance = stream(seed, "bot:9")
    minds = [BOTS[bots](made, stream(seed, f"bot:{n + 1}")) for n in range(players)]
    while not match.over:
        watch.before()
        legal = match.legal()
        if pick(40, chance) == 0:
            for action in legal[:: 1 + len(legal) // 8]:
                trial = match.copy()
                assert trial.parse(trial.text(action)) == action
                trial.apply(action)
        watch.apply(minds[match.seat].choose(match.view()))
    watch.ended()
    return watch.endings


@pytest.mark.parametrize("players", range(2, 9))
def test_random_games_keep_every_card_and_end_lawfully(players: int) -> None:
    """BING-07, 13, 15, 40, 41, 60 to 65."""
    endings: Counter[str] = Counter()
    for seed in range(GAMES):
        endings += play(players, players + 7 * seed, "random")
    assert endings


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 9))
def test_games_of_greedy_players_keep_every_card_and_end_lawfully(players: int) -> None:
    """As above; they open and lay off more often."""
    assert play(players, 11 + 5 * players, "greedy")["out"]


def test_the_same_seed_is_the_same_game() -> None:
    first, second = (Match(SPEC, seed=9, engine=engine(3)) for _ in range(2))
    for _ in range(60):
        first.apply(first.legal()[-1])
        second.apply(second.legal()[-1])
    assert first.state.key() == second.state.key()
    assert first.actions == second.actions
