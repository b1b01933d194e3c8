"""The pad counts as the engine does, from no more than the facts that it asks.

Bots play; of the state in which each round really ends exactly those facts are
taken that the pad asks for. Twenty rounds a game in the everyday part, two
hundred in the slow one.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from pathlib import Path

import pytest
from pad_helpers import Value, play
from pad_specs import SCORE, small
from rummy.play.engine import Engine
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text
from strategies.specs import spec_of

ROOT = Path(__file__).resolve().parents[2]
Options = dict[str, Value]

GAMES: dict[str, tuple[tuple[int, ...], list[Options]]] = {
    "iceberg": (
        (2, 3, 4, 5),
        [
            {},
            {"aces": "by_choice", "ace_scoring": "cats"},
            {"ace_scoring": "flat", "leftovers": "best_play_plus_ten"},
            {"ace_factor": "doubling", "factor_on": "melds", "target": 150},
            {"ace_scoring": "doubling", "leftover_choice": "least_cost", "max_hands": 2},
            {"last_ace": "end_of_turn", "passed_to": "right", "starter_seat": "dealer_right"},
        ],
    ),
    "international": (
        (3, 4, 5, 7),
        [
            {},
            {"ties": "last_hand", "new_melds": True, "turns_per_hand": 6},
            {"fitting_discards": "callable", "ninth_hand": "no_discard"},
            {"last_turns": "rest_of_round", "recycles": 0, "buys_per_hand": 1},
        ],
    ),
    "bing": (
        (2, 3, 4, 8),
        [
            {},
            {"new_melds": True, "wild_limit": "fewer_than_naturals"},
            {"natural_two": False, "same_card": "copy", "turns_per_hand": 20},
            {"packs_at_eight": "short_hands", "recycles": 0},
        ],
    ),
    "three_thirteen": (
        (2, 3, 6),
        [{}, {"jokers": 3, "wild_points": "nothing"}, {"courts": "eleven_to_thirteen"}],
    ),
    "indian": (
        (2, 3, 6),
        [
            {"game": "deals", "number_of_deals": 4},
            {"game": "pool_101"},
            {"game": "pool_201", "wrong_declaration": "cap", "drops": False},
        ],
    ),
    str(ROOT / "examples" / "three_and_out.yaml"): ((2, 3, 4), [{}, {"target": 30}]),
}
ASKED = {
    "iceberg": {"went out", "hand", "shown", "earned", "melds"},
    "international": {"went out", "hand"},
    "bing": {"went out", "hand"},
    "three_thirteen": {"went out", "hand"},
    "indian": {"went out", "hand", "turned_up", "folded", "declared"},
    "three_and_out": {"went out", "hand"},
}
"""What each game's count reads and a pad cannot know, by its `score` in the file."""


def rounds(game: str, wanted: int, seed: int) -> Counter[str]:
    """Play and tell so many rounds, with all numbers of players, options and bots in turn."""
    players, mixes = GAMES[game]
    spec = load(game)
    engines: dict[tuple[int, int], Engine] = {}
    asked: Counter[str] = Counter()
    played = 0
    choices = zip(
        cycle(players),
        cycle(range(len(mixes))),
        cycle(("greedy", "random", "greedy")),
        strict=False,
    )
    for number, (count, mix, bots) in enumerate(choices):
        if played >= wanted:
            break
        # lists of equal length would always meet in the same way
        mix = (mix + number // len(players)) % len(mixes)
        engine = engines.get((count, mix)) or Engine(bind(spec, count, mixes[mix]))
        engines[count, mix] = engine
        most = min(9, wanted - played)
        made, told = play(spec, count, mixes[mix], seed + number, bots, most, engine)
        played += made
        asked += told
    assert played == wanted
    return asked


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_twenty_rounds_of_each_game_count_as_the_engine_counts_them(game: str) -> None:
    asked = rounds(game, 20, 1)
    assert set(asked) <= ASKED[Path(game).stem]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_two_hundred_rounds_of_each_game_count_as_the_engine_counts_them(game: str) -> None:
    asked = rounds(game, 200, 1000)
    assert set(asked) == ASKED[Path(game).stem]


EARNING = (("set: {size: 3..4,", "set: {size: 3..4, lay: 10 * size, add: 5,"),)
COUNTS = [
    SCORE,
    "points(hand) + 3 * count(hand)",
    "count(hand where rank == A) * 5 + (0 if count(hand) == 0 else 1)",
    "deadwood(hand)",
    "turns - 1",
    "sum(m.size for m in melds where m.owner == me) + earned",
    "earned - most_points(hand).points",
    "least_cost(hand, 3).left + (5 if dealer == me else 0)",
    "points(hand) + (7 if count(hand) == 0 else 0)",
    "count(stock) + points(top(pile)) - max(count(hand of p) for p in others)",
]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("deck", ["points: {A: 1, 2..10: pips, J Q K: 10}", "points: {K: 10}"])
def test_counts_of_every_kind_are_those_of_the_engine(count: str, deck: str) -> None:
    spec = small(count, deck=deck, changes=EARNING)
    for players, bots in ((2, "greedy"), (3, "random")):
        made, _ = play(spec, players, {"target": 1000}, players, bots, 3)
        assert made == 3


def random_variants(numbers: range) -> int:
    """Tell rounds of random variants to the pad; how many there were."""
    total = 0
    for number in numbers:
        spec = load_text(spec_of(number), "small.yaml")
        total += play(spec, spec.players[number % 2], {}, number, "random", 3)[0]
    return total


def test_random_variants_count_at_the_pad_as_in_the_engine() -> None:
    assert random_variants(range(20)) > 20


@pytest.mark.slow
def test_many_random_variants_count_at_the_pad_as_in_the_engine() -> None:
    assert random_variants(range(20, 200)) > 180
