"""Melds that may be laid where more is looked at than their cards: each is judged rightly."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest
from rummy.cards import bag_add
from rummy.play.choices import of_move
from rummy.play.engine import Engine
from rummy.play.stages import LAY, CompiledMove
from rummy.play.state import Action, State
from rummy.play.wheres import on_the_table, parts_of_meld
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text
from rummy.spec.model import Lay

GAME = """\
rummy: 1
title: Where
about: Melds may be laid where a condition holds.
players: 2
deck: {ranks: 2 3 4 5 6 7 8, packs: 2, jokers: 2, wilds: {joker: {cards: joker}}}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: all}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3.., valid: same(rank)}
variables: {melded: {of: player, start: 0}}
setup: {deal: {auto: {deal: 9}}}
turn:
  steps:
    draw: {choose: {draw: {move: stock, to: hand}}}
    lay:
      repeat:
        meld: {lay: set, where: "WHERE", do: {set: {melded: melded + 1}}}
    throw: {when: count(hand) > 0, choose: {throw: {move: hand, to: pile, cards: true}}}
events: {end: {when: count(stock) == 0 or count(hand) == 0, do: {end: round}}}
score: {round: count(hand)}
match: {over: rounds_played >= 3, best: lowest}
"""
WHERES = (
    "not any(m.rank in ranks for m in melds)",
    "melded < 2 and size == 3",
    "melded == 0 or all(natural)",
    "size > count(melds) or any(c.rank in ranks for c in last(pile))",
    "points(hand) - points(cards) >= melded and count(wild) <= melded",
    "any(all(c.rank == d.rank for d in cards) for c in pile)",
)


def plainly(engine: Engine, state: State, move: CompiledMove) -> list[Action]:
    """The actions of a move, each meld asked by itself."""
    me = state.me
    bag, top = cast(int, state.z[engine.program.hand_base + me]), -1
    if move.source is not None:
        pile = cast("list[int]", state.z[move.source.slot(state, me)])
        if not pile:
            return []
        top = pile[-1]
        bag = bag_add(bag, top, engine.width)
    return [
        (move.number, shape.kind, *shape.codes)
        for shape in engine.plans.melds(bag)
        if shape.kind in move.kinds and (top < 0 or shape.bag >> top & 1)
        if move.where is None or move.where(state, me, shape.codes)
    ]


def compared(engine: Engine, seeds: range, most: int) -> int:
    """Play by chance and compare at every decision; how many melds there were."""
    moves = [m for m in engine.program.moves if m.kind == LAY and (m.where_looks or m.source)]
    found = 0
    for seed in seeds:
        chance, state = Random(seed), engine.start(seed)
        for _ in range(most):
            if state.over:
                break
            for move in moves:
                if state.mover == state.me:
                    listed: list[Action] = []
                    of_move(engine, state, move, state.me, listed)
                    assert listed == plainly(engine, state, move)
                    found += len(listed)
            engine.apply(state, chance.choice(state.legal))
    return found


@pytest.mark.parametrize("where", WHERES)
def test_a_condition_judges_each_meld_rightly(where: str) -> None:
    engine = Engine(bind(load_text(GAME.replace("WHERE", where), "small.yaml"), 2))
    assert compared(engine, range(4), 60) > 0


@pytest.mark.parametrize("name", ["canasta", "two_hand_canasta"])
def test_melds_of_canasta_are_judged_rightly(name: str) -> None:
    spec = load(name)
    assert compared(Engine(bind(spec, spec.players[0])), range(2), 150) > 100


def test_what_a_condition_needs_to_know_of_a_meld() -> None:
    where = "melded < 2 and size == 3 and not any(m.rank in ranks for m in melds)"
    rules = bind(load_text(GAME.replace("WHERE", where), "small.yaml"), 2)
    engine = Engine(rules)
    (move,) = [m for m in engine.program.moves if m.kind == LAY]
    verb = move.move.verb
    assert isinstance(verb, Lay) and verb.where is not None
    tree = rules.fold(verb.where.tree)
    assert len(on_the_table(tree)) == 1
    assert len(parts_of_meld(tree)) == len(move.where_parts) == 2
    state = engine.start(1)
    # three sevens, cards 5, 12 and 19 of the suits of seven ranks each
    seen = [part(state, 0, (5, 12, 19)) for part in move.where_parts]
    assert seen == [True, {5}]
