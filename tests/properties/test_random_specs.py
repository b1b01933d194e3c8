"""The random variants are valid, and odd enough: what they come to is counted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from profiles import cases
from rummy.play.match import Match
from rummy.spec.load import examine, load_text
from rummy.spec.model import Lay, LayOff, MoveCards, Swap
from strategies.specs import meld_specs, spec_of, specs


@cases(60)
@given(specs() | meld_specs())
def test_every_random_variant_is_found_valid(text: str) -> None:
    spec, findings = examine(text, "small.yaml")
    assert spec is not None
    assert [f.short() for f in findings if f.level_of() == "error"] == []
    assert len(spec.deck.ranks) * len(spec.deck.suits) < 24
    assert len(spec.deck.extras) < 2


def watch(match: Match, choices: list[int]) -> Counter[str]:
    """Play and note what happened."""
    seen: Counter[str] = Counter()
    deck, program = match.engine.deck, match.engine.program
    stock = program.stock_slot
    for choice in choices:
        if match.over:
            break
        state, stage = match.state, program.nodes[match.state.pc]
        legal = match.legal()
        action = legal[choice % len(legal)]
        seen["nothing can keep the duties"] += state.void
        seen["another player chooses"] += match.seat != state.me
        seen["the stock is empty"] += not state.z[stock]
        seen["one card in hand"] += match.view().zone("hand", match.seat).count == 1
        seen["two of the same card in hand"] += len(set(match.view().hand)) < len(match.view().hand)
        if action != program.done:
            move = program.moves[action[0]].move
            verb = move.verb
            seen["a step after a move"] += bool(move.then)
            seen["a player is named"] += move.whom is not None
            if isinstance(verb, Swap):
                seen["a wild card stays" if verb.stays else "a wild card comes into the hand"] += 1
            seen["several cards at once"] += isinstance(verb, MoveCards) and len(action) > 2
            seen["a card from a pile"] += isinstance(verb, MoveCards) and len(action) == 1
            if isinstance(verb, Lay):
                ranks = [deck.rank_of[code] for code in program.plans.shape(*_meld(action)).display]
                wild = [code >= deck.faces for code in action[2:]]
                seen["a meld"] += 1
                seen["a wild card in a meld"] += any(wild)
                seen["a meld of wild cards alone"] += all(wild)
                seen["an open half"] += any(deck.suit_of[c] < 0 for c in action[2:])
                seen["twins in a meld"] += len(set(action[2:])) < len(action[2:])
                seen["a run over the end of the line"] += (
                    len(set(ranks)) > 2 and ranks != sorted(ranks) and ranks != sorted(ranks)[::-1]
                )
            if isinstance(verb, LayOff):
                old = state.table[action[1]]
                seen["a card added"] += 1
                seen["a meld becomes another kind"] += old.kind != action[2]
                seen["a card added to another's meld"] += state.owners[action[1]] != match.seat
        seen["a duty of a step"] += bool(stage.enclosing)
        match.apply(action)
    seen["the match is over"] += match.over
    seen["several rounds"] += len(match.rounds) > 1
    seen["several winners"] += len(match.winners) > 1
    for result in match.rounds:
        steps = ("extra", "play", "after", "late")
        seen["ended by a step" if result.ended_by in steps else f"ended by {result.ended_by}"] += 1
    for record in match.records or ():
        seen[f"record {record.what}"] += 1
    return seen


def _meld(action: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return action[1], action[2:]


WANTED = (
    "nothing can keep the duties",
    "another player chooses",
    "the stock is empty",
    "one card in hand",
    "two of the same card in hand",
    "a step after a move",
    "several cards at once",
    "a card from a pile",
    "a meld",
    "a wild card in a meld",
    "a meld of wild cards alone",
    "an open half",
    "twins in a meld",
    "a run over the end of the line",
    "a card added",
    "a meld becomes another kind",
    "a card added to another's meld",
    "a player is named",
    "a wild card stays",
    "a wild card comes into the hand",
    "a duty of a step",
    "the match is over",
    "several rounds",
    "several winners",
    "ended by out",
    "ended by stock_out",
    "ended by limit of turns",
    "ended by some",
    "ended by a step",
    "record say",
    "record done",
    "record event",
    "record shuffle",
    "record turn_over",
)


@pytest.mark.slow
def test_random_variants_come_to_everything_that_is_of_interest() -> None:
    seen: Counter[str] = Counter()
    for number in range(200):
        spec = load_text(spec_of(number), "small.yaml")
        match = Match(spec, spec.players[number % 2], seed=number, record=True)
        chance = Random(number)
        seen.update(watch(match, [chance.randrange(999) for _ in range(80)]))
    assert [what for what in WANTED if not seen[what]] == []
