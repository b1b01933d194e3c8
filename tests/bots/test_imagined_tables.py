"""Imagined tables: they agree with the view, hold all cards, and are dealt fairly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from rummy.chance import pick, stream
from rummy.errors import UsageError
from rummy.play.engine import Engine
from rummy.play.imagine import Imagination, imagine
from rummy.play.state import State
from rummy.play.view import BYSTANDER, make_view
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text

GAMES = (("iceberg", 2), ("iceberg", 4), ("international", 3), ("bing", 2), ("bing", 3))

TINY = """\
rummy: 1
title: Four Cards
version: "1.0"
players: 2
deck:
  ranks: A K
  suits: {S: {name: spades, colour: black}, H: {name: hearts, colour: red}}
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  hand: {of: player, seen_by: owner}
melds:
  pair: {size: 2, valid: same(rank), lay: 10}
setup: {deal: {auto: {deal: 1}}}
order: {starter: left of dealer, turns: clockwise}
turn:
  steps:
    draw: {choose: {draw: {move: stock, to: hand}, wait: {say: true}}}
events:
  out: {at: turn_end, when: count(stock) == 0, do: {end: round}}
score: {round: earned}
match: {first_dealer: {seat: 1}, over: round == 1, best: highest, ties: shared}
limits: {turns: 9}
"""


@cache
def engine(name: str, players: int) -> Engine:
    """A shipped game, or the one with four cards, for so many."""
    spec = load_text(TINY, "tiny.yaml") if name == "tiny" else load(name)
    return Engine(bind(spec, players, {}))


def along(name: str, players: int, seed: int, most: int) -> Iterator[tuple[Engine, State]]:
    """The states of a random match, one after another."""
    table = engine(name, players)
    chance = stream(seed, "along")
    state = table.start(seed)
    for _ in range(most):
        if state.over:
            return
        yield table.of(state), state
        assert state.legal is not None
        table.apply(state, state.legal[pick(len(state.legal), chance)])


def cards_of(table: Engine, state: State) -> Counter[int]:
    """All cards that lie anywhere."""
    found: Counter[int] = Counter()
    for zone in state.z:
        found.update(table.deck.bag_faces(zone) if isinstance(zone, int) else zone)
    for shape in state.table:
        found.update(table.deck.face_of[code] for code in shape.codes)
    return found


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_an_imagined_table_looks_just_like_the_real_one(name: str, players: int) -> None:
    chance = stream(1, "imagined")
    for table, state in along(name, players, 5, 350):
        for seat in (*state.everyone, BYSTANDER):
            view = make_view(table, state, seat)
            assert make_view(table, imagine(table, view, chance), seat) == view


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_an_imagined_table_holds_every_card_of_the_pack_as_often_as_it_is_there(
    name: str, players: int
) -> None:
    chance = stream(2, "imagined")
    for table, state in along(name, players, 6, 300):
        pack = Counter(table.deck.all_cards())
        imagined = imagine(table, make_view(table, state, state.mover), chance)
        assert cards_of(table, imagined) == pack


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_the_rules_allow_at_an_imagined_table_is_what_the_view_offers(
    name: str, players: int
) -> None:
    chance = stream(3, "imagined")
    for table, state in along(name, players, 7, 250):
        imagined = imagine(table, make_view(table, state, state.mover), chance)
        imagined.legal = None
        table.advance(imagined)
        assert (imagined.pc, imagined.mover) == (state.pc, state.mover)
        assert imagined.legal == state.legal


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_hidden_cards_of_the_match_do_not_come_into_it(name: str, players: int) -> None:
    for number, (table, state) in enumerate(along(name, players, 8, 300)):
        if number % 10:
            continue
        view = make_view(table, state, state.mover)
        other = imagine(table, view, stream(number, "swap"))  # alike to the eye, other cards
        assert other.key() != state.key()
        again = make_view(table, other, state.mover)
        one = imagine(table, view, stream(9, "same"))
        two = imagine(table, again, stream(9, "same"))
        assert one.key() == two.key()


def test_every_way_to_deal_the_hidden_cards_is_equally_likely() -> None:
    # four cards, one in the own hand: the other three lie in the other hand and the
    # stock of two in 3 * 2 * 1 = 6 ways, each a sixth of 3000 = 500 times; the spread
    # is sqrt(3000 * 1/6 * 5/6) = 20.4, and six times that leaves room for a fault only
    table = engine("tiny", 2)
    state = table.start(1)
    view = make_view(table, state, state.mover)
    imagination, chance = Imagination(table, view), stream(4, "deal")
    found: Counter[tuple[object, ...]] = Counter()
    for _ in range(3000):
        dealt = imagination.state(chance)
        zones = tuple(z if isinstance(z, int) else tuple(z) for z in dealt.z)
        found[zones] += 1
    assert len(found) == 6
    assert all(500 - 123 < times < 500 + 123 for times in found.values())


def test_a_card_known_to_be_in_a_hand_is_always_there() -> None:
    table = engine("tiny", 2)
    state = table.start(1)
    me, other = state.mover, 1 - state.mover
    view = make_view(table, state, me)
    (mine,) = view.hand
    for face in set(table.deck.all_cards()) - {mine}:
        known = {("hand", other): (face,)}
        for seed in range(5):
            dealt = imagine(table, view, stream(seed, "known"), known)
            assert dealt.z[table.program.hand_base + other] == 1 << face
            assert make_view(table, dealt, me) == view


@pytest.mark.parametrize(
    "known",
    [
        {("hand", 0): (0, 1)},  # only one card is hidden there
        {("hand", 1): (0, 1)},
        {("stock", -1): (0, 0)},  # the pack has it once
    ],
)
def test_cards_that_cannot_lie_there_are_refused(
    known: dict[tuple[str, int], tuple[int, ...]],
) -> None:
    table = engine("tiny", 2)
    view = make_view(table, table.start(1), BYSTANDER)
    with pytest.raises(UsageError):
        imagine(table, view, stream(1, "known"), known)


def test_a_match_that_is_over_leaves_nothing_to_imagine() -> None:
    table = engine("tiny", 2)
    state = table.start(1)
    while not state.over:
        assert state.legal is not None
        table.apply(state, state.legal[0])
    with pytest.raises(UsageError):
        imagine(table, make_view(table, state, 0), stream(1, "over"))
