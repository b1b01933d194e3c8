"""What bots choose at tables set up by hand, and that they see no more than their seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

import pytest
from rummy.bots import BOTS, bot_named, bots_named
from rummy.chance import stream
from rummy.errors import UsageError
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
NAMES = ["greedy", "random", "search:12"]


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
    action = (
        bot_named(bot).make(game, stream(seed, "bot")).choose(make_view(game, state, state.mover))
    )
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


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_see_does_not_change_the_choice(name: str) -> None:
    choices = set()
    for hidden in ("2S 4D 6C", "8C 10H QD", "7H 10H 9D"):
        game, state = table("iceberg", "pass", {(HAND, 0): "8H 9H KC", (HAND, 1): hidden})
        choices.add(chosen(name, game, state, 5))
    assert len(choices) == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_same_stream_leads_to_the_same_choice(name: str) -> None:
    zones = {(HAND, 0): "5H 9C KD", (HAND, 1): "2S"}
    found = {chosen(name, *table("iceberg", "pass", zones), 9) for _ in range(2)}
    assert len(found) == 1


# --- by name ------------------------------------------------------------------


def test_one_name_alone_plays_all_seats() -> None:
    assert [bot.name for bot in bots_named("Greedy", 3)] == ["greedy"] * 3
    assert [bot.name for bot in bots_named(" greedy , search:40")] == ["greedy", "search:40"]


@pytest.mark.parametrize(
    ("text", "players", "part"),
    [
        ("clever", None, "there is no bot 'clever'"),
        ("gredy", None, "greedy"),  # meant for it
        ("greedy,random", 3, "2 bots are named for 3 players"),
        ("greedy:4", None, "only search"),
        ("search:", None, "search:500"),
        ("search:0", None, "search:500"),
        ("search:2m", None, "search:2s"),
        ("search:-3", None, "search:2s"),
        ("search:99999999999", None, "search:500"),
        ("", None, "there is no bot"),
    ],
)
def test_a_name_that_is_no_bot_is_refused_with_the_reason(
    text: str, players: int | None, part: str
) -> None:
    with pytest.raises(UsageError, match=part):
        bots_named(text, players)


def test_every_bot_has_a_name() -> None:
    assert sorted(BOTS) == sorted(name.partition(":")[0] for name in NAMES)


# --- greedy in contract games ---------------------------------------------------


@cache
def contract_table(name: str, players: int) -> Engine:
    """A shipped game in which the first melds must fill an opening."""
    return Engine(bind(load(name), players, {}))


def at(
    name: str, players: int, step: str, zones: Mapping[tuple[str, int | None], str], round: int = 1
) -> tuple[Engine, State]:
    """A table of such a game at which seat 1 is to play."""
    game = contract_table(name, players)
    situation = Situation(step=step, round=round)
    for zone, cards in zones.items():
        situation.zones[zone] = game.deck.parse_many(cards)
    return game, set_up(game, situation)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("round", "thrown"),
    [
        # two runs of four are needed: three kings are of no use, the run cards are
        (1, {"KS", "KH", "KD"}),
        # two sets of four are needed: the cards of the runs are of no use
        (2, {"3C", "4C", "5C", "7D", "8D", "9D"}),
    ],
)
def test_greedy_keeps_what_the_contract_of_the_round_needs(
    round: int, thrown: set[str], seed: int
) -> None:
    hand = "KS KH KD 3C 4C 5C 7D 8D 9D"
    zones = {(HAND, 0): hand, (HAND, 1): "2S 2H", (HAND, 2): "2D 2C"}
    game, state = at("international", 3, "discard", zones, round)
    assert chosen("greedy", game, state, seed).removeprefix("discard ") in thrown


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("pile", "choice"),
    [
        ("6C", "take"),  # the fourth card of one of the two runs
        ("QH", "draw"),  # goes with nothing
        ("KC", "draw"),  # a fourth king fills no need of two runs
    ],
)
def test_greedy_takes_what_brings_the_contract_nearer(pile: str, choice: str, seed: int) -> None:
    zones = {
        ("pile", None): pile,
        (HAND, 0): "KS KH KD 3C 4C 5C 7D 8D 9D",
        (HAND, 1): "2S 2H",
        (HAND, 2): "2D 2C",
    }
    game, state = at("international", 3, "draw", zones)
    assert chosen("greedy", game, state, seed) == choice


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("other", "first"),
    [
        # whoever adds a third nine earns 20, the pair brings 10, and nobody is near the end
        ("2C 3C 5C 6D 8D", "done"),
        # with one card the other may be out in the next turn
        ("2C", "meld pair 9H 9D"),
    ],
)
def test_greedy_keeps_a_pair_while_the_end_is_far(other: str, first: str, seed: int) -> None:
    game, state = table("iceberg", "play", {(HAND, 0): "9H 9D KC 4S 6H", (HAND, 1): other})
    assert chosen("greedy", game, state, seed) == first
