"""`why` explains with what the player may know: hidden cards change nothing in it."""

from __future__ import annotations

import random

import pytest
from rummy.cards import bag_add, bag_remove
from rummy.play.match import Match
from rummy.terminal.journal import Journal
from rummy.terminal.whynot import why_not
from table_helpers import SMALL, match_of


def mixed(match: Match) -> Match:
    """The same table for the seat to decide, its hidden cards exchanged among themselves."""
    other = match.copy()
    state, engine = other.state, other.engine
    stock = state.z[engine.program.stock_slot]
    assert isinstance(stock, list)
    stock.reverse()
    for seat in state.everyone:
        slot = engine.program.hand_base + seat
        bag = state.z[slot]
        assert isinstance(bag, int)
        faces = engine.deck.bag_faces(bag)
        if seat == state.mover or not faces or not stock:
            continue
        bag = bag_add(bag_remove(bag, faces[0], engine.width), stock[0], engine.width)
        stock[0], state.z[slot] = faces[0], bag
    assert other.view() == match.view()
    return other


def texts(match: Match, chance: random.Random) -> list[str]:
    """Things that a player may ask about, most of them refused."""
    deck = match.engine.deck
    names = [move.move.name for move in match.engine.program.moves]
    faces = [deck.text(face) for face in set(deck.all_cards())]
    hand = [deck.text(face) for face in match.view().hand]
    some = [chance.choice(names), "done", "draw", "take"]
    for _ in range(4):
        cards = " ".join(chance.sample(hand, min(len(hand), chance.randint(1, 4))))
        some += [f"{chance.choice(names)} {cards}", cards, f"{cards} m{chance.randint(1, 4)}"]
    return [*some, f"discard {chance.choice(faces)}", f"add {chance.choice(hand or faces)} m1"]


@pytest.mark.parametrize("name", ["iceberg", "international", "bing", str(SMALL)])
def test_hidden_cards_change_no_reason(name: str) -> None:
    chance = random.Random(4)
    asked = refused = 0
    for seed in (1, 2):
        match = match_of(name, 3, seed=seed)
        for _ in range(40):
            if match.over:
                break
            other = mixed(match)
            seat = match.seat
            for text in texts(match, chance):
                said = why_not(Journal(match, [seat]), text)
                assert said == why_not(Journal(other, [seat]), text), text
                asked += 1
                refused += bool(said)
            match.apply(chance.choice(match.legal()))
    assert refused > asked // 3
