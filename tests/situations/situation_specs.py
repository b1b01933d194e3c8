"""Small games for the situations: drawing from a stock or a pile, throwing one card."""

from __future__ import annotations

from rummy.play.engine import Engine
from rummy.spec.bind import bind
from rummy.spec.load import load_text
from rummy.spec.model import Spec

DRAW_AND_THROW = """\
rummy: 1
title: Draw and Throw
version: "1.0"
about: Draw from the stock or the pile, lay sets and runs, throw one card.
players: 2..4

options:
  target: {range: 10..1000, default: 500, about: The total that ends the match.}
  least_run: {range: 3..4, default: 3, about: Cards of the shortest run.}

zones:
  stock: {of: table, pile: true, seen_by: nobody}
  pile: {of: table, pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}

melds:
  set: {size: 3..4, valid: same(rank) and distinct(suit), lay: 10}
  run: {size: least_run.., valid: same(suit) and sequence(rank), lay: 10}

setup:
  deal: {auto: {deal: 5}}
  turn_up: {auto: {move: stock, to: pile}}

order:
  starter: left of dealer
  turns: clockwise

turn:
  steps:
    recycle:
      when: count(stock) == 0
      auto:
        - {turn_over: pile, onto: stock, keep: 1}
        - {shuffle: stock}
    draw:
      optional: true
      choose:
        stock: {move: stock, to: hand}
        take: {move: pile, to: hand}
    play:
      repeat:
        meld: {lay: all}
    throw:
      when: count(hand) > 0
      move: hand
      to: pile

events:
  out: {when: count(hand) == 0, do: {end: round}}

score:
  round: earned - count(hand)

match:
  first_dealer: {seat: 1}
  next_dealer: left of dealer
  over: any(total of p >= target for p in everyone)
  best: highest
  ties: another_round

limits: {rounds: 8, turns: 16}
"""


def edited(*changes: tuple[str, str], text: str = DRAW_AND_THROW) -> str:
    """The text with pieces written otherwise; each must stand there once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def spec(*changes: tuple[str, str]) -> Spec:
    """The small game, perhaps with changes."""
    return load_text(edited(*changes), "small.yaml")


def small(players: int = 2, *changes: tuple[str, str], **options: str | int | bool) -> Engine:
    """An engine of the small game."""
    return Engine(bind(spec(*changes), players, options))
