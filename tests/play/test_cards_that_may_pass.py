"""A condition on deadwood is asked of few cards only, and the others would all have failed."""

from __future__ import annotations

from random import Random

import pytest
from rummy.play.choices import candidates
from rummy.play.engine import Engine
from rummy.play.situation import Situation, set_up
from rummy.spec.bind import bind
from rummy.spec.load import load

TABLES = {limit: Engine(bind(load("gin"), 2, {"knock_limit": limit})) for limit in (0, 4, 10)}


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("limit", TABLES)
def test_just_the_cards_that_leave_few_enough_points_may_be_thrown(seed: int, limit: int) -> None:
    """Half of the hands are nearly full of melds, so that both answers come up."""
    engine, chance = TABLES[limit], Random(seed)
    deck = engine.deck
    pack = sorted(set(deck.all_cards()))
    hand = chance.sample(pack, 11)
    if seed % 2:
        melds = deck.parse_many("2S 3S 4S 7H 7D 7C 9H 10H JH")
        hand = [*melds, *chance.sample([face for face in pack if face not in melds], 2)]
    state = set_up(engine, Situation(zones={("hand", 0): tuple(hand)}, step="discard"), False)
    stage = engine.program.nodes[state.pc]
    knock = next(move for move in stage.moves if move.move.name == "knock")
    assert knock.may_pass is not None
    offered = {a[1] for a in candidates(engine, state, stage) if a[0] == knock.number}
    bag = deck.bag(hand)
    assert offered == {f for f in hand if engine.plans.deadwood(bag & ~(1 << f)) <= limit}
