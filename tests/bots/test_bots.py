"""What bots choose at tables set up by hand, and that they see no more than their seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

import pytest
from rummy.bots import BOTS
from rummy.chance import stream
from rummy.play.actions import action_text
from rummy.play.engine import Engine
from rummy.play.situation import Situation, parse_meld, set_up
from rummy.play.state import State
from rummy.play.view import make_view
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text

DRAWING = """\
rummy: 1
title: Stock or Pile
version: "1.0"
players: 2
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  pile: {of: table, pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3..4, valid: same(rank) and distinct(suit), lay: 10}
setup:
  deal: {auto: {deal: 5}}
  turn_up: {auto: {move: stock, to: pile}}
order: {starter: left of dealer, turns: clockwise}
turn:
  steps:
    draw:
      choose:
        draw: {move: stock, to: hand}
        take: {move: pile, to: hand}
    play: {repeat: {meld: {lay: all}}}
    throw: {when: count(hand) > 0, move: hand, to: pile}
events:
  out: {when: count(hand) == 0 or count(stock) == 0, do: {end: round}}
score: {round: earned}
match: {first_dealer: {seat: 1}, over: round == 3, best: highest, ties: shared}
"""
HAND = "hand"


@cache
def engine(name: str) -> Engine:
    """Iceberg, or the small game of this file, for two."""
    spec = load(name) if name == "iceberg" else load_text(DRAWING, "drawing.yaml")
    return Engine(bind(spec, 2, {}))


def table(
    name: str, step: str, zones: Mapping[tuple[str, int | None], str], *melds: str
) -> tuple[Engine, State]:
    """A table at which seat 1 (0 in Python) is to play."""
    game = engine(name)
    situation = Situation(step=step)
    for zone, cards in zones.items():
        situation.zones[zone] = game.deck.parse_many(cards)
    situation.melds = [parse_meld(game, text) for text in melds]
    return game, set_up(game, situation)


def chosen(bot: str, game: Engine, state: State, seed: int = 1) -> str:
    """What a bot chooses, as text."""
    action = BOTS[bot](game, stream(seed, "bot")).choose(make_view(game, state, state.mover))
    return action_text(game, state, action)


def test_at_random_every_legal_action_is_equally_likely() -> None:
    game, state = table("iceberg", "pass", {(HAND, 0): "5H 9C KD", (HAND, 1): "2S"})
    bot = BOTS["random"](game, stream(3, "bot"))
    view = make_view(game, state, 0)
    assert len(view.legal) == 3
    found = Counter(bot.choose(view) for _ in range(900))
    # a third of 900 is 300; six times its spread of 14 leaves room for nothing but a fault
    assert set(found) == set(view.legal)
    assert all(300 - 85 < times < 300 + 85 for times in found.values())


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("hand", "melds", "first"),
    [
        # the run is worth 30; with the pair of fives for 10 it could not be laid
        ("5H 5D 6H 7H 9C KC", (), "meld run 5H 6H 7H"),
        # three eights 30; any pair of them 10
        ("8C 8H 8D KC 2S", (), "meld set 8H 8D 8C"),
        # a fourth card of a run is worth 40
        ("10H KC 2S", ("run 7H 8H 9H by 2",), "add 10H to m1"),
        # 4D may begin with the pair for 10; on the run of diamonds it is worth 40
        ("4D 4S KC", ("run 5D 6D 7D by 1",), "add 4D to m1"),
    ],
)
def test_greedy_begins_with_the_play_of_most_points(
    hand: str, melds: tuple[str, ...], first: str, seed: int
) -> None:
    game, state = table("iceberg", "play", {(HAND, 0): hand, (HAND, 1): "2C"}, *melds)
    assert chosen("greedy", game, state, seed) == first


@pytest.mark.parametrize("seed", range(5))
def test_greedy_passes_the_card_that_goes_with_no_other(seed: int) -> None:
    # 8H and 9H wait for one card of a run; KC stands alone
    game, state = table("iceberg", "pass", {(HAND, 0): "8H 9H KC", (HAND, 1): "2S 4D"})
    assert chosen("greedy", game, state, seed) == "pass KC"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("pile", "choice"),
    [
        ("7H", "take"),  # the third seven
        ("QH 7H", "draw"),  # only the queen on top could be taken
    ],
)
def test_greedy_takes_a_visible_card_when_it_completes_a_meld(
    pile: str, choice: str, seed: int
) -> None:
    zones = {("pile", None): pile, (HAND, 0): "7D 7C 2C KC 9S", (HAND, 1): "3D 4H"}
    game, state = table("drawing", "draw", zones)
    assert chosen("greedy", game, state, seed) == choice


@pytest.mark.parametrize("name", sorted(BOTS))
def test_what_a_seat_cannot_see_does_not_change_the_choice(name: str) -> None:
    choices = set()
    for hidden in ("2S 4D 6C", "8C 10H QD", "7H 10H 9D"):
        game, state = table("iceberg", "pass", {(HAND, 0): "8H 9H KC", (HAND, 1): hidden})
        choices.add(chosen(name, game, state, 5))
    assert len(choices) == 1


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_stream_leads_to_the_same_choice(name: str) -> None:
    zones = {(HAND, 0): "5H 9C KD", (HAND, 1): "2S"}
    found = {chosen(name, *table("iceberg", "pass", zones), 9) for _ in range(2)}
    assert len(found) == 1
