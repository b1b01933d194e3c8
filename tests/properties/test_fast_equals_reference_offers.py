"""Openings, offers to others and players who leave are played alike by both engines.

The variants are numbered; each is played by choices of its own number.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from both_engines import TooMuch, bounded_look, compare
from profiles import rounds
from rummy.play.engine import Engine
from rummy.play.stages import OPENING
from rummy.play.state import Action, State
from rummy.reference import game
from rummy.spec.bind import Rules, bind
from rummy.spec.load import load, load_text
from rummy.spec.model import LayOff, MoveCards
from rummy.testing import Game
from strategies.offers import offer_of

BLOCK = 16
BLOCKS = 10
MOST_ACTIONS = 60
MOST_CARDS = 8
"""The naive engine is not asked about larger hands."""
GLADLY = ("open", "down", "add")
"""What random play would come to too seldom."""


def rules_of(number: int) -> Rules:
    """The rules of a numbered variant."""
    offer = offer_of(number)
    return bind(load_text(offer.text, f"offer_{number}.yaml"), offer.players)


def reached(engine: Engine, s: State, action: Action) -> list[str]:
    """What this test is about and this action comes to."""
    if action == engine.program.done:
        return []
    found = []
    move = engine.program.moves[action[0]]
    if len(s.everyone) < engine.rules.seats:
        found.append("a player has left")
    if s.mover != s.me:
        found.append("another player chooses")
        if move.move.closes:
            found.append("an asked player closes")
    if isinstance(move.move.verb, LayOff) and move.move.verb.source is not None:
        found.append("a card laid off from a pile")
    if isinstance(move.move.verb, MoveCards) and move.at != "top":
        found.append(f"a card at {move.at}")
    if engine.program.nodes[s.pc].kind == OPENING:
        (opening,) = engine.rules.spec.openings
        (own,) = engine.program.nodes[s.pc].moves
        assert own.opening is not None
        if not own.opening.open_needs(s, s.mover):
            found.append("a further meld of an opening")
        if opening.where is not None:
            found.append("an opening with where")
        if opening.which is not None:
            found.append("an opening with which")
        if s.mover != s.me:
            found.append("another player opens")
    return found


@cache
def played(number: int) -> Counter[str]:
    """Play a variant in both engines, side by side; what was reached."""
    rules, chance = rules_of(number), Random(number)
    engine = Engine(rules)
    seen: Counter[str] = Counter()
    made: list[str] = []
    with bounded_look() as anew:
        try:
            naive, fast = game.start(rules, number), engine.start(number)
            while len(made) < MOST_ACTIONS:
                texts = compare(engine, naive, fast, made)
                hands = [c for (name, _), c in naive.zones.items() if name == "hand"]
                if naive.over or any(len(cards) > MOST_CARDS for cards in hands):
                    break
                places = [n for n, text in enumerate(texts) if text.startswith(GLADLY)]
                if not places or chance.random() < 0.3:
                    places = list(range(len(texts)))
                place = chance.choice(places)
                action = naive.legal[place]
                seen.update(reached(engine, fast, action))
                anew()
                naive = game.apply(naive, action)
                engine.apply(fast, action)
                made.append(texts[place])
            seen["matches to the end"] += naive.over
        except TooMuch:
            pass
    seen["actions"] += len(made)
    return seen


@pytest.mark.parametrize("block", range(rounds(BLOCKS)))
def test_variants_with_offers_are_played_alike(block: int) -> None:
    for number in range(BLOCK * block, BLOCK * (block + 1)):
        played(number)


def test_the_variants_come_to_all_that_they_are_made_for() -> None:
    seen: Counter[str] = Counter()
    for number in range(BLOCK * BLOCKS):
        seen.update(played(number))
    for what in (
        "a further meld of an opening",
        "an opening with where",
        "an opening with which",
        "another player opens",
        "another player chooses",
        "an asked player closes",
        "a player has left",
        "a card laid off from a pile",
        "a card at bottom",
        "a card at random",
        "matches to the end",
    ):
        assert seen[what] >= 10, (what, seen)


# --- G6: hidden cards show nowhere -------------------------------------------------


def watch(match: Game, chance: Random, most: int) -> int:
    """Play on; swap hidden cards wherever a player is asked. How often one was."""
    asked = 0
    for _ in range(most):
        if match.match.over:
            break
        state = match.match.state
        if state.mover != state.me:
            asked += 1
            for _ in range(3):
                match.check_hidden(state.mover)
        match.check_hidden(chance.choice(state.everyone))
        legal, texts = match.match.legal(), match.match.legal_texts()
        places = [n for n, text in enumerate(texts) if text.startswith(GLADLY)]
        match.match.apply(legal[chance.choice(places or range(len(legal)))])
    return asked


def test_who_is_asked_learns_nothing_of_hidden_cards() -> None:
    asked = 0
    for number in range(rounds(50)):
        offer = offer_of(number)
        spec = load_text(offer.text, f"offer_{number}.yaml")
        asked += watch(Game(spec, offer.players, {}, number), Random(number), 30)
    assert asked > 50


@pytest.mark.parametrize("fitting", ["refused", "callable"])
def test_who_may_buy_in_international_learns_nothing_of_hidden_cards(fitting: str) -> None:
    spec, asked = load("international"), 0
    for seed in range(rounds(4)):
        match = Game(spec, 3, {"fitting_discards": fitting}, seed)
        asked += watch(match, Random(seed), 25)
    assert asked > 10
