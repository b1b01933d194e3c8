"""Gin hand by hand beside OpenSpiel's gin_rummy: same deals, same choices, same payoffs.

Needs the extra ``peers``. 300 hands in the whole suite; more with

    RUMMY_GAMES=10000 python -m pytest tests/peers

At every decision the mover and the legal actions are compared, at the end the
payoffs. What is written differently, and why nothing is lost by it:

- OpenSpiel asks for `Knock` and then for the card thrown; here that is one action.
- Where nothing is left but to pass, OpenSpiel asks for the pass; here the step ends
  by itself, so the pass is made for it.
- OpenSpiel names an added card only. A card that fits a set and a run goes to the
  run here: a set of four takes no more, and OpenSpiel lets the run grow on from it.
- OpenSpiel (2.0) lets a run grow by two cards at each end at most, since it looks no
  further than the neighbours of the neighbours of the run as laid. By the rules there
  is no such limit; what it leaves out is left out of the comparison.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rummy.play.engine import Engine
from rummy.play.state import Action, State
from rummy.spec.bind import bind
from rummy.spec.load import load

pyspiel = pytest.importorskip("pyspiel", reason="the extra `peers` is not installed")

HANDS = int(os.environ.get("RUMMY_GAMES", "300"))
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
TAKE, DRAW, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
Key = tuple[int, ...]
"""What is done, as OpenSpiel's actions: one of them, or `Knock` and the card thrown."""


class Table:
    """One table for both: how faces and actions of one are written by the other."""

    def __init__(self, oklahoma: bool) -> None:
        spec = load(Path(__file__).parents[2] / "examples" / "openspiel_gin.yaml")
        self.engine = Engine(bind(spec, 2, {"oklahoma": oklahoma}))
        self.peer = pyspiel.load_game("gin_rummy", {"oklahoma": oklahoma})
        deck = self.engine.deck
        self.number = {
            face: "SCDH".index(deck.text(face)[-1]) * 13 + RANKS.index(deck.text(face)[:-1])
            for face in set(deck.all_cards())
        }
        self.face = {number: face for face, number in self.number.items()}
        blank = self.peer.new_initial_state()
        self.melds = {
            self._cards(blank.action_to_string(0, action)): action
            for action in range(MELDS, MELDS + 185)
        }
        slots = self.engine.program.slots
        self.hand, self.pile = slots.zone["hand"], slots.zone["pile"]
        self.last_call = slots.variable["last_call"]

    @staticmethod
    def _cards(text: str) -> frozenset[int]:
        named = re.findall(r"([A2-9TJQK])([scdh])", text.partition("Action: ")[2])
        return frozenset(
            "scdh".index(suit) * 13 + RANKS.index("10" if rank == "T" else rank)
            for rank, suit in named
        )

    def move(self, action: Action) -> str:
        """The name of the move of an action of ours."""
        program = self.engine.program
        return "done" if action == program.done else program.moves[action[0]].move.name

    def key(self, state: State, action: Action) -> Key:
        """An action of ours as OpenSpiel has it."""
        name = self.move(action)
        if name in ("done", "decline", "let_it_lie"):
            return (PASS,)
        if name in ("take", "draw", "take_to_knock"):
            return ({"take": TAKE, "draw": DRAW, "take_to_knock": KNOCK}[name],)
        if name == "meld":
            return (self.melds[frozenset(self.number[code] for code in action[2:])],)
        if name == "add":
            return (self.number[action[3]],)
        card = self.number[action[1]]
        knocked_already = state.v[self.last_call]
        return (KNOCK, card) if name == "knock" and not knocked_already else (card,)

    def dealt(self, state: State) -> Any:
        """OpenSpiel's state after the same deal."""
        theirs = self.peer.new_initial_state()
        for seat in (0, 1):
            for face in self.engine.deck.bag_faces(state.z[self.hand + seat]):
                theirs.apply_action(self.number[face])
        theirs.apply_action(self.number[state.z[self.pile][-1]])
        return theirs


def legal_of(theirs: Any, whole: bool) -> set[Key]:
    """OpenSpiel's legal actions; a knock together with the card thrown."""
    found: set[Key] = set()
    for action in theirs.legal_actions():
        if action == KNOCK and whole:
            after = theirs.clone()
            after.apply_action(KNOCK)
            found |= {(KNOCK, card) for card in after.legal_actions()}
        else:
            found.add((action,))
    return found


def choice(table: Table, state: State, keys: list[Key], chance: Random) -> Key:
    """Mostly a sensible choice, so that knocks come about; sometimes any."""
    knocks = [key for key in keys if key[0] == KNOCK]
    if knocks and chance.random() < 0.5:
        return chance.choice(knocks)
    cards = [key for key in keys if len(key) == 1 and key[0] < TAKE]
    if len(cards) > 9 and chance.random() < 0.8:
        bag = state.z[table.hand + state.mover]
        assert isinstance(bag, int)
        deadwood = table.engine.plans.deadwood
        return min(cards, key=lambda key: (deadwood(bag & ~(1 << table.face[key[0]])), key))
    return chance.choice(keys)


def play(table: Table, seed: int) -> bool:
    """One hand in both; true if somebody knocked."""
    engine, chance = table.engine, Random(seed)
    state = engine.start(seed, first_dealer=1)
    state.single = True
    theirs = table.dealt(state)
    laid: dict[int, list[int]] = {}
    while not state.over:
        for place, shape in enumerate(state.table):
            laid.setdefault(place, sorted(engine.deck.rank_of[code] for code in shape.codes))
        ours: dict[Key, list[Action]] = defaultdict(list)
        for action in state.legal or ():
            if not _beyond(table, action, laid):
                ours[table.key(state, action)].append(action)
        melds_now = engine.program.nodes[state.pc].name == "answer_with_melds"
        while theirs.legal_actions() == [PASS] and (
            (PASS,) not in ours
            or theirs.current_player() != state.mover
            or (melds_now and not theirs.finished_layoffs())
        ):
            theirs.apply_action(PASS)
        assert theirs.current_player() == state.mover, f"seed {seed}\n{theirs}"
        on_the_table = any(table.move(actions[0]) == "take_to_knock" for actions in ours.values())
        assert legal_of(theirs, not on_the_table) == set(ours), f"seed {seed}\n{theirs}"
        key = choice(table, state, sorted(ours), chance)
        action = max(ours[key], key=lambda one: _is_run(table, one))
        mover, before = state.mover, state.z[table.hand + state.mover]
        engine.apply(state, action)
        for part in key:
            theirs.apply_action(part)
        if theirs.is_chance_node():
            drawn = state.z[table.hand + mover] & ~before
            theirs.apply_action(table.number[drawn.bit_length() - 1])
    while not theirs.is_terminal():
        assert theirs.legal_actions() == [PASS], f"seed {seed}\n{theirs}"
        theirs.apply_action(PASS)
    points = state.history[-1].points
    assert [points[0] - points[1], points[1] - points[0]] == theirs.returns(), f"seed {seed}"
    return any(theirs.knocked())


def _beyond(table: Table, action: Action, laid: dict[int, list[int]]) -> bool:
    """Whether a card is added more than two ranks beyond the run as it was laid."""
    if not _is_run(table, action):
        return False
    ranks, rank = laid[action[1]], table.engine.deck.rank_of[action[3]]
    return not ranks[0] - 2 <= rank <= ranks[-1] + 2


def _is_run(table: Table, action: Action) -> bool:
    return table.move(action) == "add" and table.engine.rules.kinds[action[2]].name == "run"


@pytest.mark.parametrize("oklahoma", [False, True], ids=["knock ten", "oklahoma"])
def test_both_offer_the_same_and_pay_the_same(oklahoma: bool) -> None:
    table = Table(oklahoma)
    knocked = [play(table, seed) for seed in range(HANDS // 2)]
    # both ways to end must have been seen, or the comparison says little
    assert any(knocked) and not all(knocked)
