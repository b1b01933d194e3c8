"""Which cards join large tables: the sweeps over the ranks against all divisions."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from rummy.melds import Plans
from rummy.melds.anycard import rearranging
from rummy.melds.dividing import Dividing
from rummy.melds.shapes import Shape
from rummy.spec.bind import bind
from rummy.spec.load import load

GAME = """
rummy: 1
title: Tiles
about: A game to try.
players: 2
deck:
  packs: 2
  jokers: 2
  ranks: A 2 3 4 5 6 7
  wilds: {{joker: {{cards: joker}}}}
  points: {{A: 1, 2..7: pips, joker: 30}}
zones:
  stock: {{pile: true, seen_by: nobody}}
  hand: {{of: player, seen_by: owner}}
melds:
  set: {{size: {size}, valid: same(rank){set}}}
  run: {{size: 3..{longest}, valid: same(suit) and sequence(rank){run}}}
turn: {{steps: {{play: {{rebuild: 'true', optional: true}}}}}}
score: {{round: count(hand)}}
match: {{over: 'true'}}
"""
KINDS = {
    "tiles": {"size": "3..4", "set": " and distinct(suit)", "longest": 7, "run": ""},
    "short runs": {"size": "3..4", "set": " and distinct(suit)", "longest": 4, "run": ""},
    "one wild card": {
        "size": "3..4",
        "set": " and distinct(suit) and count(wild) <= 1",
        "longest": 7,
        "run": " and count(wild) <= 1",
    },
    "sets of twins": {"size": "3..5", "set": "", "longest": 5, "run": ""},
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Plans]:
    folder = tmp_path_factory.mktemp("tiles")
    found = {}
    for number, (name, words) in enumerate(KINDS.items()):
        file = folder / f"tiles{number}.yaml"
        file.write_text(GAME.format(**words), encoding="utf-8")
        found[name] = Plans(bind(load(file), 2, {}))
    return found


class _Divisions:
    """Whether cards can be divided into melds, by trying each meld with the lowest card."""

    def __init__(self, plans: Plans, shapes: list[Shape]) -> None:
        deck = plans.deck
        self.using: dict[int, set[tuple[tuple[int, int], ...]]] = {}
        for shape in shapes:
            used = tuple(sorted(Counter(deck.bag_faces(shape.bag)).items()))
            self.using.setdefault(used[0][0], set()).add(used)
        self.lie = cache(self._lie)

    def _lie(self, counts: tuple[int, ...]) -> bool:
        lowest = next((face for face, count in enumerate(counts) if count), None)
        if lowest is None:
            return True
        for used in self.using.get(lowest, ()):
            if all(counts[face] >= count for face, count in used):
                rest = list(counts)
                for face, count in used:
                    rest[face] -= count
                if self.lie(tuple(rest)):
                    return True
        return False

    def joining(self, must: list[int], may: list[int]) -> int | None:
        """As the sweeps answer it."""
        found, possible = 0, False
        held = [face for face, count in enumerate(may) for _ in range(count)]
        for some in range(1 << len(held)):
            counts = list(must)
            for place, face in enumerate(held):
                counts[face] += some >> place & 1
            if self.lie(tuple(counts)):
                possible = True
                for place, face in enumerate(held):
                    found |= (some >> place & 1) << face
        return found if possible else None


def _table(plans: Plans, shapes: list[Shape], chance: Random) -> tuple[list[int], list[int]]:
    """A table of several melds, and some cards of those left."""
    deck = plans.deck
    left = Counter(deck.all_cards())
    must, may = [0] * deck.faces, [0] * deck.faces
    natural = [shape for shape in shapes if deck.joker not in deck.bag_faces(shape.bag)]
    wild = [shape for shape in shapes if deck.joker in deck.bag_faces(shape.bag)]
    for _ in range(chance.randrange(1, 6)):
        shape = chance.choice(natural if chance.randrange(3) else wild)
        used = Counter(deck.bag_faces(shape.bag))
        if all(left[face] >= count for face, count in used.items()):
            left -= used
            for face, count in used.items():
                must[face] += count
    rest = sorted(left.elements())
    chance.shuffle(rest)
    for face in rest[: chance.randrange(1, 5)]:
        may[face] += 1
    return must, may


def _compare(plans: Plans, name: str, seeds: range) -> None:
    deck = plans.deck
    shapes = plans.melds(deck.bag(deck.all_cards()))
    divisions, dividing = _Divisions(plans, shapes), Dividing(deck, shapes)
    quick = rearranging(deck, shapes)
    assert (quick is None) == (name == "one wild card" or name == "sets of twins")
    spared = joined = refused = 0
    for seed in seeds:
        must, may = _table(plans, shapes, Random(seed))
        expected = divisions.joining(must, may)
        assert dividing.joining(must, may, None) == expected
        if quick is not None and quick.spare(must, may):
            spared += 1
            assert quick.joining(must, may) == expected
        assert expected is not None
        joined += expected.bit_count()
        refused += sum(count > 0 for count in may) - expected.bit_count()
    assert joined > len(seeds) // 2
    assert refused > len(seeds) // 3
    assert quick is None or spared > len(seeds) // 3


@pytest.mark.parametrize("name", KINDS)
def test_cards_that_join_large_tables_are_those_of_all_divisions(
    games: dict[str, Plans], name: str
) -> None:
    _compare(games[name], name, range(25))


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_cards_that_join_many_large_tables_are_those_of_all_divisions(
    games: dict[str, Plans], name: str
) -> None:
    _compare(games[name], name, range(25, 250))


def test_wild_cards_left_over_find_no_room_where_all_melds_are_full(
    games: dict[str, Plans],
) -> None:
    """Four sevens are a full set: a wild card that must lie somewhere cannot join them."""
    plans = games["tiles"]
    deck = plans.deck
    quick = rearranging(deck, plans.melds(deck.bag(deck.all_cards())))
    assert quick is not None
    must = [0] * deck.faces
    for face in deck.parse_many("7S 7H 7D 7C"):
        must[face] += 1
    must[deck.joker] = 1
    assert not quick.spare(must, [0] * deck.faces)
    for face in deck.parse_many("3S 4S 5S"):
        must[face] += 1
    assert quick.spare(must, [0] * deck.faces)
