"""Functions generated for a variant play it as the engine does stage by stage.

Both must come to the same states and the same legal actions, after looks ahead too.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from rummy.play.engine import Engine
from rummy.play.state import State
from rummy.play.walker import MOST_STAGES, Walker
from rummy.spec.bind import bind
from rummy.spec.files import shipped
from rummy.spec.load import load, load_text
from rummy.spec.model import Spec
from strategies.changing import changing_spec_of
from strategies.deep import deep_spec_of
from strategies.melding import melding_spec_of
from strategies.rebuilding import rebuilding_spec
from strategies.sides import sided_spec_of
from strategies.specs import spec_of

RANDOM = (spec_of, changing_spec_of, deep_spec_of, melding_spec_of, sided_spec_of, rebuilding_spec)
NAMES = [path.stem for path in shipped()]


class NoFunctions:
    """In place of generated functions: none."""

    def __init__(self, engine: Engine) -> None:
        self.moves: list[dict[int, object]] = [{} for _ in engine.program.nodes]

    def go_on(self, state: State) -> bool:
        """Not from here."""
        return False


class Stepwise(Engine):
    """An engine that goes from stage to stage, also where it looks ahead."""

    walker = looker = property(NoFunctions)  # type: ignore[assignment]


def play_twice(spec: Spec, players: int, seed: int, most: int, single: bool) -> int:
    """Play by generated functions and stage by stage; how many actions were made."""
    rules = bind(spec, players)
    engine, stepwise = Engine(rules), Stepwise(rules)
    fast, slow = engine.start(seed), stepwise.start(seed)
    slow.single = fast.single = single
    chance = Random(seed)
    for made in range(most):
        assert slow.key() == fast.key(), (seed, made)
        assert slow.legal == fast.legal, (seed, made)
        if slow.over:
            return made
        action = chance.choice(engine.legal(fast))
        stepwise.apply(slow, action)
        engine.apply(fast, action)
    return most


@pytest.mark.parametrize("make", RANDOM)
def test_random_variants_are_played_alike_by_generated_functions(
    make: Callable[[int], str],
) -> None:
    made = 0
    for number in range(12):
        spec = load_text(make(number), "small.yaml")
        made += play_twice(spec, spec.players[number % 2], number, 40, False)
    assert made > 100


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_is_played_alike_by_generated_functions(name: str) -> None:
    spec = load(name)
    assert play_twice(spec, spec.players[0], 1, 100, False) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_rounds_at_full_tables_are_played_alike_by_generated_functions(name: str) -> None:
    spec = load(name)
    assert sum(play_twice(spec, spec.players[1], seed, 500, True) for seed in range(2, 6)) > 10


def test_a_turn_of_too_many_stages_is_left_to_the_engine() -> None:
    half = range(MOST_STAGES // 2)
    first = "\n".join(f"    s{k}: {{auto: {{set: {{n: n + 1}}}}}}" for k in half)
    then = ", ".join(f"t{k}: {{auto: {{set: {{n: n + 1}}}}}}" for k in half)
    text = TINY.replace("    draw:", first + "\n    draw:")
    text = text.replace("to: hand}", f"to: hand, then: {{{then}}}}}")
    long, short = load_text(text, "long.yaml"), load_text(TINY, "short.yaml")
    assert play_twice(long, 2, 1, 60, False) == 60
    assert not any(Walker(Engine(bind(long, 2))).moves)
    assert any(Walker(Engine(bind(short, 2))).moves)


TINY = """
rummy: 1
title: Tiny
version: "1.0"
about: Draw one, throw one.
players: 2
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  pile: {of: table, pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3..4, valid: same(rank)}
variables:
  n: {of: table, per: match, start: 0}
setup:
  deal: {auto: {deal: 5}}
turn:
  steps:
    draw: {choose: {draw: {move: stock, to: hand}}}
    throw: {choose: {throw: {move: hand, to: pile, cards: true}}}
events:
  end: {at: turn_end, when: count(stock) == 0, do: {end: round}}
score: {round: points(hand)}
match: {over: rounds_played == 3, best: lowest}
limits: {turns: 100}
"""
