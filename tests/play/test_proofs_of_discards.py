"""A discard that is sure spares the look ahead, and never says yes where the look says no."""

from __future__ import annotations

import pytest
from rummy.chance import pick, stream
from rummy.play.engine import Engine
from rummy.play.match import Match
from rummy.play.proofs import Proofs
from rummy.spec.bind import bind
from rummy.spec.load import load_text

GAME = """\
rummy: 1
title: Nothing That Fits
about: What fits on the table is kept, and so is the card just taken.
players: 2

deck:
  ranks: 2 3 4 5 6 7
  jokers: 2
  wilds:
    joker: {cards: joker}

zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}

melds:
  set: {size: 3.., valid: same(rank) and any(natural)}
  run: {size: 3.., valid: same(suit) and sequence(rank) and any(natural)}

variables:
  down: {of: player, start: false}
  took: {per: turn, start: false}

define:
  matches(c): MATCHES
  just_taken(c): took and c in taken

setup:
  deal: {auto: {deal: 5}}
  turn_up: {auto: {move: stock, to: pile}}

turn:
  steps:
    draw:
      choose:
        take: {move: pile, to: hand, do: {set: {took: true}}}
        draw: {move: stock, to: hand}
    lay:
      repeat:
        meld: {lay: all, do: {set: {down: true}}}
        add: {when: down, lay_off: true}
    discard:
      when: count(hand) > 0
      move: hand
      to: pile
      cards: CARDS

events:
  out: {when: count(hand) == 0, do: {end: round}}
  no_stock: {at: turn_end, when: count(stock) == 0, do: {end: round}}

score: {round: count(hand)}

match: {first_dealer: {seat: 1}, over: rounds_played >= 1, best: lowest}
"""
ALL_MATCH = "not down and all(matches(h) or just_taken(h) for h in hand)"
RULES = {
    "as the game has it": f"not just_taken(card) and (not matches(card) or ({ALL_MATCH}))",
    "anybody may get rid of what matches": (
        "not just_taken(card) and (not matches(card) or all(matches(h) for h in hand))"
    ),
    "any card but the one taken": "not just_taken(card)",
    "any of two that match": "not just_taken(card) and (not matches(card) or down)",
    "two cards at least, or out": "(count(hand) > 1 or down) and not just_taken(card)",
    "the last card only if it fits": "count(hand) >= 2 or matches(card)",
    "nothing but what matches": "not just_taken(card) and matches(card)",
    "nothing but twos": "not just_taken(card) and (rank == 2 or not down)",
}
MATCHES = {"all": "fits(c)", "no joker": "fits(c) and not c.joker"}


def engine(matches: str, cards: str) -> Engine:
    """The game with these two pieces."""
    text = GAME.replace("MATCHES", matches).replace("CARDS", f'"{cards}"')
    return Engine(bind(load_text(text, "small.yaml"), 2, {}))


@pytest.mark.parametrize("matches", MATCHES.values(), ids=MATCHES)
@pytest.mark.parametrize("cards", RULES.values(), ids=RULES)
def test_the_same_is_legal_with_and_without_the_proofs(
    matches: str, cards: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every game is played twice; the second time each turn is searched to its end."""

    def play(seed: int) -> list[list[str]]:
        match = Match(made.rules.spec, seed=seed, engine=made)
        chance = stream(seed, "bot:1")
        seen = []
        while not match.over:
            seen.append(match.legal_texts())
            match.apply(match.legal()[pick(len(match.legal()), chance)])
        return seen

    made = engine(matches, cards)
    sure = [play(seed) for seed in range(3)]
    monkeypatch.setattr(Proofs, "surely", lambda *_: False)
    assert [play(seed) for seed in range(3)] == sure


@pytest.mark.parametrize("matches", MATCHES.values(), ids=MATCHES)
def test_a_draw_from_the_stock_is_sure_while_no_card_was_taken(matches: str) -> None:
    """For players who are down, too: they may lay off until a card fits nowhere."""
    made = engine(matches, RULES["as the game has it"])
    match = Match(made.rules.spec, seed=2, engine=made)
    stage = made.program.nodes[match.state.pc]
    draw = match.parse("draw")
    down = made.program.slots.variable["down"]
    for flag in (0, 1):
        match.state.v[down + match.seat] = flag
        assert made.program.proofs.surely(match.state, stage, draw)
    assert not made.program.proofs.surely(match.state, stage, match.parse("take"))


def test_where_no_card_may_be_left_the_draw_is_not_sure() -> None:
    made = engine(MATCHES["all"], RULES["nothing but what matches"])
    match = Match(made.rules.spec, seed=2, engine=made)
    stage = made.program.nodes[match.state.pc]
    assert not made.program.proofs.surely(match.state, stage, match.parse("draw"))
