"""That nothing is left of a hand is said just where the least deadwood is 0."""

from __future__ import annotations

from random import Random

import pytest
from rummy.cards import bag_subtract
from rummy.melds import Plans
from rummy.melds.needs import Needs
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text
from rummy.spec.wilds import Masks

LIVES: Needs = ((0, 3), (1, 3))
GAMES = [
    ("three_thirteen", 3, {}, ()),
    ("gin", 2, {}, ()),
    ("loba", 3, {"jokers_in_ladder": 2}, ()),
    ("rum500", 3, {"jokers": "two"}, ()),
    ("bing", 3, {}, ()),
    ("burraco", 4, {}, ()),
    ("tonk", 2, {}, ()),
    ("indian", 2, {}, LIVES),
    ("indian", 3, {}, ((1, 3),)),
    ("indian", 3, {"wild_limit": 1}, ()),
]


def plans_of(name: str, players: int, options: dict[str, object]) -> list[Plans]:
    """All about the melds of a game, where wild cards change with two ranks of them."""
    rules = bind(load(name), players, options)
    wilds: list[Masks] = [rules.wild]
    if name == "indian":
        deck = rules.deck
        wilds = [
            tuple(
                deck.mask(lambda f: f == deck.joker)
                if number == 0
                else deck.mask(lambda f, rank=rank: deck.rank_of[f] == rank)
                for number in range(2)
            )
            for rank in (0, 7)
        ]
    return [Plans(rules.at(players, wild)) for wild in wilds]


def hands(plans: Plans, chance: Random, count: int) -> list[int]:
    """Hands of up to ten cards; in every other one most cards lie in melds."""
    deck = plans.deck
    pack = list(deck.all_cards())
    found = []
    for number in range(count):
        bag = deck.bag(chance.sample(pack, chance.randint(1, 10)))
        if number % 2:
            rest = deck.bag(chance.sample(pack, min(len(pack), 24)))
            bag = 0
            for _ in range(3):
                melds = plans.few_wild(rest, 1)
                if not melds:
                    break
                shape = chance.choice(melds)
                rest = bag_subtract(rest, shape.bag, deck.faces, deck.full)
                bag = deck.bag([*deck.bag_faces(bag), *deck.bag_faces(shape.bag)])
            if number % 4 == 1 and rest:
                bag = deck.bag([*deck.bag_faces(bag), chance.choice(deck.bag_faces(rest))])
        if bag:
            found.append(bag)
    return found


@pytest.mark.parametrize(("name", "players", "options", "needs"), GAMES)
def test_nothing_is_left_just_where_no_points_are(
    name: str, players: int, options: dict[str, object], needs: Needs
) -> None:
    said = []
    for plans in plans_of(name, players, options):
        for bag in hands(plans, Random(3), 40):
            demands = tuple((*need, 1) for need in needs)
            found = plans.arrange(bag, demands, tuple(range(len(plans.kinds))))
            left = plans.deck.bag_points(bag) if found is None else found.points
            assert plans.deadwood(bag, needs) == left
            assert plans.nothing_left(bag, needs) == (left == 0)
            said.append(left == 0)
    assert any(said)
    assert not all(said)


CHEAP = """\
rummy: 1
title: Cheap Cards
about: Some cards count nothing, and melds go round the corner or over suits.
players: 2
deck:
  ranks: A 2 3 4 5 6 7 8
  packs: 2
  jokers: 2
  lines: {run: A 2 3 4 5 6 7 8 LINE}
  points: {A 2 3: 0, 4..8: 5, joker: 20}
  wilds: {joker: {cards: joker}}
zones:
  stock: {pile: true, seen_by: nobody}
  hand: {of: player, seen_by: owner}
melds:
  run: {size: LEAST.., valid: RUN}
  set: {size: 3.., valid: same(rank)}
setup: {deal: {auto: {deal: 6}}}
turn: {steps: {draw: {choose: {draw: {move: stock, to: hand}}}}}
events: {out: {when: "deadwood(hand) == 0", do: {end: round}}}
score: {round: deadwood(hand)}
match: {first_dealer: {seat: 1}, over: rounds_played >= 1, best: lowest}
limits: {turns: 5}
"""


@pytest.mark.parametrize("line", ["", "A", "around"])
@pytest.mark.parametrize("least", ["2", "3", "4"])
@pytest.mark.parametrize(
    "run", ["same(suit) and sequence(rank)", "same(colour) and sequence(rank)", "sequence(rank)"]
)
def test_so_it_is_where_cards_count_nothing_and_runs_are_of_many_kinds(
    line: str, least: str, run: str
) -> None:
    text = CHEAP.replace("LINE", line).replace("LEAST", least).replace("RUN", run)
    plans = Plans(bind(load_text(text, "cheap.yaml"), 2, {}))
    chance, pack = Random(11), list(plans.deck.all_cards())
    for _ in range(25):
        bag = plans.deck.bag(chance.sample(pack, chance.randint(3, 6)))
        found = plans.arrange(bag, (), (0, 1))
        assert found is not None
        assert plans.nothing_left(bag) == (found.points == 0)
