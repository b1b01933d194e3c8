"""Situations in which programs went wrong elsewhere: ends, dealers, stocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from rummy.chance import pick, stream
from rummy.errors import ActionError
from rummy.play.actions import action_text, parse_action
from rummy.play.engine import Engine
from rummy.play.match import Match
from rummy.play.situation import Situation, set_up
from rummy.play.state import State
from situation_specs import small

DRAW_AUTO = (
    "      optional: true\n      choose:\n        stock: {move: stock, to: hand}\n"
    "        take: {move: pile, to: hand}\n",
    "      auto: {move: stock, to: hand}\n",
)
NO_RECYCLE = (
    "    recycle:\n      when: count(stock) == 0\n      auto:\n"
    "        - {turn_over: pile, onto: stock, keep: 1}\n        - {shuffle: stock}\n",
    "",
)


def decided(totals: Sequence[int], *changes: tuple[str, str], played: int = 6) -> object:
    """Who has won with these totals; None: another round."""
    engine = small(len(totals), *changes)
    state = engine.blank(0)
    state.round = state.played = played
    state.total = list(totals)
    return engine.outcome(state)


# --- B-25: the highest total wins, not the first over the line


@pytest.mark.parametrize(
    ("totals", "winner"),
    [((505, 540, 120), 1), ((540, 505, 120), 0), ((120, 505, 540), 2), ((505, 120, 540), 2)],
)
def test_b25_the_highest_of_those_over_the_target_wins(
    totals: tuple[int, ...], winner: int
) -> None:
    assert decided(totals) == (winner,)


# --- B-26: a tie at the target


def test_b26_a_tie_plays_on_and_a_third_player_may_win() -> None:
    assert decided((510, 510, 300)) is None
    assert decided((530, 525, 560), played=7) == (2,)


def test_b26_or_the_tied_players_share() -> None:
    assert decided((510, 510, 300), ("ties: another_round", "ties: shared")) == (0, 1)


def test_b26_all_three_are_dealt_the_next_hand() -> None:
    """Seat 2 goes out with a set (10 - 0), the others count cards left."""
    engine = small(3)
    match = Match(engine.rules.spec, seed=1, engine=engine)
    deck = engine.deck
    starter = match.seat
    match.state.z[engine.program.hand_base + starter] = deck.bag(deck.parse_many("7S 7H 7D 2C"))
    others = [seat for seat in range(3) if seat != starter]
    match.state.total = [0, 0, 0]
    match.state.total[starter] = 500
    match.state.total[others[0]] = 515
    match.apply("take")
    held = match.view(starter).hand
    match.state.z[engine.program.hand_base + starter] = deck.bag(
        [face for face in held if deck.text(face) in ("7S", "7H", "7D")]
    )
    match.apply("meld set 7S 7H 7D")
    # 500 + 10 = 510, 515 - 5 = 510, 0 - 5
    assert sorted(match.totals) == [-5, 510, 510]
    assert not match.over and match.winners == ()
    assert [match.view(seat).zone("hand", seat).count for seat in range(3)] == [5, 5, 5]


# --- B-30: dealer and starter move on


def test_b30_the_deal_and_the_start_move_one_seat_each_hand() -> None:
    engine = small(4, ("limits: {rounds: 8, turns: 16}", "limits: {rounds: 5, turns: 1}"))
    match = Match(engine.rules.spec, seed=8, engine=engine)
    dealers, starters = [], []
    while not match.over:
        if match.view(-1).round > len(dealers):
            dealers.append(match.view(-1).dealer)
            starters.append(match.seat)
        match.apply(match.legal()[-1])
    assert dealers == [0, 1, 2, 3, 0]
    assert starters == [1, 2, 3, 0, 1]


def test_b30_a_void_hand_is_dealt_again_by_the_same_dealer_where_the_spec_says_so() -> None:
    """Nobody out within two turns: void. Hand 1 is won, hands 2 and 3 are void."""
    engine = small(
        2,
        ("score:\n", "variables:\n  won: {of: table, per: round, start: false}\n\nscore:\n"),
        ("do: {end: round}}", "do: [{set: {won: true}}, {end: round}]}"),
        ("next_dealer: left of dealer", "next_dealer: left of dealer if won else dealer"),
        ("limits: {rounds: 8, turns: 16}", "limits: {rounds: 4, turns: 2}"),
    )
    match = Match(engine.rules.spec, seed=8, engine=engine)
    deck = engine.deck
    seat = match.seat
    match.apply("stock")
    held = match.view(seat).hand[:1]
    match.state.z[engine.program.hand_base + seat] = deck.bag(held)
    match.apply("throw " + deck.text(held[0]))
    while not match.over:
        match.apply(match.legal()[-1])
    assert next(result.ended_by for result in match.rounds) == "out"
    assert [result.dealer for result in match.rounds] == [0, 1, 1, 1]


# --- B-31: a draw changes two zones


def counts(state: State) -> list[int]:
    """How many cards lie in each zone."""
    return [z.bit_count() if isinstance(z, int) else len(z) for z in state.z]


def everything(engine: Engine, state: State) -> Counter[int]:
    """All cards of all zones and melds."""
    deck = engine.deck
    found: Counter[int] = Counter()
    for zone in state.z:
        found.update(deck.bag_faces(zone) if isinstance(zone, int) else zone)
    for shape in state.table:
        found.update(deck.face_of[code] for code in shape.codes)
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_b31_a_draw_takes_one_card_from_one_place_to_ones_own_hand(players: int) -> None:
    engine = small(players)
    pack = Counter(engine.deck.all_cards())
    match = Match(engine.rules.spec, seed=players, engine=engine)
    chance = stream(9, "bot:1")
    draws = 0
    slots = engine.program.slots
    while not match.over and draws < 500:
        state = match.state
        before = counts(state)
        seat = match.seat
        action = match.legal()[pick(len(match.legal()), chance)]
        text = match.text(action)
        draw = text in ("stock", "take")
        last_of_turn = text.startswith("throw")
        match.apply(action)
        assert everything(engine, match.state) == pack
        if draw:
            draws += 1
            changed = {
                slots.zone_names[i]: after - b
                for i, (b, after) in enumerate(zip(before, counts(match.state), strict=True))
                if after != b
            }
            pile = ("stock" if text == "stock" else "pile", -1)
            assert changed == {pile: -1, ("hand", seat): 1}
        elif last_of_turn and match.rounds == () and before[slots.zone["hand"] + seat] > 1:
            after = counts(match.state)
            assert after[slots.zone["hand"] + seat] == before[slots.zone["hand"] + seat] - 1
    assert draws > 100


# --- B-39 and B-40: an empty stock, and when the pile is turned over


def table(
    engine: Engine, stock: str, pile: str, step: str, hand: str = "KC 4H 9D", turn: int = 0
) -> State:
    """Two players; every card not named lies in the other's hand."""
    deck = engine.deck
    named = {"stock": stock, "pile": pile}
    left = list(deck.copies)
    for face in deck.parse_many(" ".join((stock, pile, hand))):
        left[face] -= 1
    rest = tuple(face for face, n in enumerate(left) for _ in range(n))
    zones: dict[tuple[str, int | None], tuple[int, ...]] = {
        (name, None): deck.parse_many(text) for name, text in named.items()
    }
    zones["hand", turn] = deck.parse_many(hand)
    zones["hand", 1 - turn] = rest
    return set_up(engine, Situation(zones=zones, turn=turn, step=step))


def zone(engine: Engine, state: State, name: str) -> list[str]:
    """The cards of a pile, the top one first."""
    held = state.z[engine.program.slots.zone[name]]
    assert isinstance(held, list)
    return [engine.deck.text(face) for face in reversed(held)]


def texts(engine: Engine, state: State) -> list[str]:
    """The legal actions as texts."""
    return [action_text(engine, state, action) for action in state.legal or ()]


def test_b39_the_pile_is_turned_over_and_keeps_its_top_card() -> None:
    engine = small()
    state = table(engine, "", "9H 4C 2D", "recycle")
    assert sorted(zone(engine, state, "stock")) == ["2D", "4C"]
    assert zone(engine, state, "pile") == ["9H"]
    assert texts(engine, state) == ["stock", "take"]
    engine.apply(state, parse_action(engine, state, "stock"))
    assert len(zone(engine, state, "stock")) == 1


def test_b39_with_one_card_in_the_pile_there_is_nothing_to_turn_over() -> None:
    """Only the top of the pile is offered; and with no pile at all the draw is passed over."""
    engine = small()
    state = table(engine, "", "9H", "recycle")
    assert zone(engine, state, "stock") == []
    assert texts(engine, state) == ["take"]
    none = table(engine, "", "", "recycle")
    assert none.legal and texts(engine, none)[-1].startswith("throw")


def test_b39_without_recycling_only_the_pile_is_offered() -> None:
    engine = small(2, NO_RECYCLE)
    state = table(engine, "", "9H 4C 2D", "draw")
    assert texts(engine, state) == ["take"]
    with pytest.raises(ActionError, match="no card in stock"):
        parse_action(engine, state, "stock")


def test_b39_an_automatic_draw_from_an_empty_stock_does_nothing() -> None:
    engine = small(2, NO_RECYCLE, DRAW_AUTO)
    state = table(engine, "", "9H", "draw")
    assert zone(engine, state, "stock") == []
    assert state.legal


def test_b39_no_running_hand_is_ever_without_an_action() -> None:
    """Without recycling, for many random hands; the limit of turns ends them."""
    engine = small(3, NO_RECYCLE, ("rounds: 8", "rounds: 3"))
    for seed in range(4):
        match = Match(engine.rules.spec, seed=seed, engine=engine)
        chance = stream(seed, "bot:1")
        while not match.over:
            assert match.legal()
            match.apply(match.legal()[pick(len(match.legal()), chance)])


def test_b40_nothing_is_turned_over_before_a_card_is_needed() -> None:
    engine = small()
    state = table(engine, "3S", "9H 4C 2D", "draw", hand="KC 4H 9D 5C")
    engine.apply(state, parse_action(engine, state, "stock"))
    assert zone(engine, state, "stock") == []
    assert zone(engine, state, "pile") == ["9H", "4C", "2D"]
    before = everything(engine, state)
    engine.apply(state, parse_action(engine, state, "throw 5C"))
    # the next player's turn has begun: all but 5C are the stock now
    assert state.mover == 1
    assert zone(engine, state, "pile") == ["5C"]
    assert sorted(zone(engine, state, "stock")) == ["2D", "4C", "9H"]
    assert everything(engine, state) == before == Counter(engine.deck.all_cards())


def test_b40_the_new_order_follows_from_the_seed_not_from_the_old_order() -> None:
    engine = small()
    one = table(engine, "", "9H 4C 2D 6S 8D JC", "recycle")
    other = table(engine, "", "9H JC 8D 2D 6S 4C", "recycle")
    assert zone(engine, one, "stock") == zone(engine, other, "stock")
