"""The ordinary player where melds are not laid: what is kept, taken, thrown and said."""

from __future__ import annotations

import pytest
from rummy.bots import BOTS
from rummy.bots.splits import only_splits
from rummy.chance import stream
from rummy.play.actions import action_text
from rummy.play.engine import Engine
from rummy.play.situation import Situation, set_up
from rummy.play.view import make_view
from rummy.spec.bind import bind
from rummy.spec.load import load

ELEVEN, LIVES = "three_thirteen", "indian"


def choice(
    game: str,
    hand: str,
    step: str,
    round: int = 1,
    turned: str = "",
    pile: str = "",
    players: int = 3,
) -> str:
    """What a greedy player does with a hand."""
    engine = Engine(bind(load(game), players))
    deck = engine.deck
    situation = Situation(round=round, step=step)
    situation.zones["hand", 0] = deck.parse_many(hand)
    situation.zones["pile", None] = deck.parse_many(pile)
    if turned:
        situation.zones["turned_up", None] = deck.parse_many(turned)
    state = set_up(engine, situation)
    bot = BOTS["greedy"](engine, stream(1, "bot:1"))
    now = engine.of(state)
    return action_text(now, state, bot.choose(make_view(now, state, 0)))


def test_only_games_without_laying_are_played_so() -> None:
    laid = {name: only_splits(Engine(bind(load(name), 3))) for name in (ELEVEN, LIVES, "bing")}
    assert laid == {ELEVEN: True, LIVES: True, "bing": False}


def test_a_card_outside_the_melds_is_thrown() -> None:
    # nines and the run are complete; the wild four stays, too
    assert choice(ELEVEN, "9S 9H 9D 5C 6C 7C KD 4H", "discard", 2) == "discard KD"


def test_a_card_is_taken_that_completes_a_meld_or_is_wild() -> None:
    for pile, wanted in (("9D", "take"), ("4C", "take"), ("KD", "draw")):
        assert (choice(ELEVEN, "9S 9H 2C 7D", "draw", 2, pile=pile) == "take") == (wanted == "take")


def test_who_has_nothing_left_goes_out_or_declares() -> None:
    engine = Engine(bind(load(ELEVEN), 2))
    state = set_up(
        engine,
        Situation(
            zones={("hand", 0): engine.deck.parse_many("9S 9H 9D KC")}, step="discard", round=2
        ),
    )
    bot = BOTS["greedy"](engine, stream(1, "bot:1"))
    said = []
    for _ in range(2):
        now = engine.of(state)
        action = bot.choose(make_view(now, state, state.mover))
        said.append(action_text(now, state, action))
        now.apply(state, action)
    assert said == ["discard KC", "out"]


def test_nobody_drops_who_may_still_get_something() -> None:
    hand = "4S 5S 6S 9H 10H JOK 2D 2C KS KD 8C 3D 7C"
    assert choice(LIVES, hand, "draw", turned="QS", pile="AC") == "draw"


@pytest.mark.parametrize("game", [ELEVEN, LIVES])
def test_greedy_beats_random_players(game: str) -> None:
    engine = Engine(bind(load(game), 3, {} if game == ELEVEN else {"game": "pool_101"}))
    won = 0
    for seed in range(3):
        names = ["random"] * 3
        names[seed] = "greedy"
        bots = [BOTS[name](engine, stream(seed, f"bot:{n}")) for n, name in enumerate(names)]
        state = engine.start(seed)
        while not state.over:
            view = make_view(engine.of(state), state, state.mover)
            engine.apply(state, bots[state.mover].choose(view))
        won += state.winners == (seed,)
    assert won == 3
