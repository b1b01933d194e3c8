"""A game without a finding, and ways to lay pieces over it."""

from __future__ import annotations

from typing import Any

import yaml
from rummy.diagnostics import Diagnostic
from rummy.lint import lint
from rummy.spec.load import examine

GAME = """
rummy: 1
title: Base
players: 2..4
deck: {points: {A: 1, 2..10: pips, J Q K: 10}}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3..4, valid: same(rank) and distinct(suit), lay: 10}
  run: {size: 3..13, valid: same(suit) and sequence(rank), lay: 10}
setup:
  deal: {auto: {deal: 7}}
  turn_up: {auto: {move: stock, to: pile}}
turn:
  steps:
    draw:
      choose:
        draw: {move: stock, to: hand}
        take: {move: pile, to: hand}
    play:
      repeat:
        meld: {lay: all}
        add: {lay_off: true}
    discard: {when: count(hand) > 0, move: hand, to: pile}
events:
  out: {when: count(hand) == 0, do: {end: round}}
  no_stock: {at: turn_end, when: count(stock) == 0, do: {end: round}}
score: {round: earned - points(hand)}
match: {over: "any(total of p >= 100 for p in everyone)", ties: another_round}
examples:
  sets:
    accepts: {set: [7H 7S 7D, 7H 7S 7D 7C]}
    refuses: {set: [7H 7S, 7H 7S 8D]}
  runs:
    accepts: {run: [3H 4H 5H]}
    refuses: {run: [3H 4H, 3H 4H 5S]}
"""


def merged(base: Any, change: Any) -> Any:
    """A mapping with another one laid over it, level by level; an empty one clears it."""
    if not isinstance(base, dict) or not isinstance(change, dict) or not change:
        return change
    both = dict(base)
    for key, value in change.items():
        both[key] = merged(base.get(key), value)
    return both


def with_piece(piece: str) -> str:
    """The game with a piece of YAML laid over it."""
    return yaml.safe_dump(merged(yaml.safe_load(GAME), yaml.safe_load(piece)), sort_keys=False)


def findings(text: str, examples: bool = False) -> list[Diagnostic]:
    """What lint finds in a text that can be read.

    That a kind of meld is shown by no example is left out, unless ``examples`` are asked
    for: the pieces that tests lay over the game have none.
    """
    spec, found = examine(text, "game.yaml")
    assert spec is not None, [item.short() for item in found]
    assert not found, [item.short() for item in found]
    return [item for item in lint(spec) if examples or item.code != "X707"]


def shown(found: list[Diagnostic], text: str) -> list[tuple[str, str]]:
    """Codes, and what stands in the file at their places."""
    lines = text.splitlines()
    result = []
    for item in found:
        span = item.span
        end = span.end_column - 1 if span.end_line == span.line else None
        result.append((item.code, lines[span.line - 1][span.column - 1 : end]))
    return result
