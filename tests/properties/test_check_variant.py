"""The checks for everybody's variants: Iceberg keeps them, and broken games do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from profiles import rounds
from rummy.errors import InvalidAction
from rummy.play import view
from rummy.play.engine import Engine
from rummy.play.log import LogWriter
from rummy.play.match import Match
from rummy.play.state import Action, State
from rummy.spec.load import load_text
from rummy.testing import check_variant

SMALL = """
rummy: 1
title: Small
about: Draw, lay, throw.
players: 2
deck: {ranks: A 2 3 4 5 6}
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  pile: {of: table, pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3.., valid: same(rank) and distinct(suit), lay: 10 * size, add: 10}
  run: {size: 3.., valid: same(suit) and sequence(rank), lay: 10 * size, add: 10}
setup: {deal: {auto: {deal: 5}}}
turn:
  steps:
    draw: {auto: {move: stock, to: hand}}
    play: {repeat: {meld: {lay: all}, add: {lay_off: true}}}
    throw: {move: hand, to: pile, when: count(hand) > 0}
events:
  out: {when: count(hand) == 0, do: {end: round}}
  stock_out: {at: turn_end, when: count(stock) == 0, do: {end: round}}
score: {round: earned}
match: {over: rounds_played >= 3, ties: shared}
limits: {rounds: 3, turns: 30}
"""


def check(games: int = 3) -> None:
    check_variant(load_text(SMALL, "small.yaml"), games=games)


def test_iceberg_keeps_all_promises_at_every_number_of_players() -> None:
    check_variant("iceberg", games=rounds(1))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["international", "bing"])
def test_games_with_openings_and_offers_keep_all_promises(name: str) -> None:
    check_variant(name, games=rounds(1))


def test_a_small_game_keeps_them() -> None:
    check()


LEAVING = SMALL
for old, new in (
    ("players: 2\n", "players: 2..3\n"),
    ("deck: {ranks: A 2 3 4 5 6}", "deck: {ranks: A 2 3 4 5 6, packs: 2 if players == 3 else 1}"),
    ("score: {round: earned}", "score: {round: 0 if me == dealer else 5}"),
    (
        "match: {over: rounds_played >= 3, ",
        "match: {out: total >= 10, over: count(everyone) < 2, best: lowest, ",
    ),
):
    assert old in LEAVING
    LEAVING = LEAVING.replace(old, new)


def test_when_players_leave_the_pack_is_the_one_of_those_who_are_left() -> None:
    """Three have two packs, and two have one."""
    made = load_text(LEAVING, "leaving.yaml")
    check_variant(made, games=3)
    match = Match(made, players=3, seed=1)
    left = set()
    while not match.over:
        left.add(len(match.state.everyone))
        match.apply(match.legal()[-1])
    assert left == {2, 3}


Apply = Callable[[Engine, State, Action], None]


def broken(monkeypatch: pytest.MonkeyPatch, then: Callable[[Engine, State], None]) -> None:
    """An engine in which something more happens after an action."""
    apply: Apply = Engine.apply

    def wrong(engine: Engine, state: State, action: Action) -> None:
        apply(engine, state, action)
        if not state.looking and not state.over:
            then(engine, state)

    monkeypatch.setattr(Engine, "apply", wrong)


def test_a_lost_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(engine: Engine, state: State) -> None:
        stock = state.z[engine.program.stock_slot]
        assert isinstance(stock, list)
        del stock[:1]

    broken(monkeypatch, lose)
    with pytest.raises(AssertionError, match=r"(?s)G1: .*2 players.*seed 1, actions:\n"):
        check()


def test_no_legal_action_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(engine: Engine, state: State) -> None:
        state.legal = []

    broken(monkeypatch, nothing)
    with pytest.raises(AssertionError, match="G3"):
        check()


def test_a_turn_without_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "apply", lambda engine, state, action: None)
    monkeypatch.setattr("rummy.testing.MOST_IN_TURN", 50)
    with pytest.raises(AssertionError, match="G4"):
        check()


def test_a_refusal_that_changes_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    apply = Match.apply

    def wrong(match: Match, action: Action | str) -> None:
        legal = match.legal()
        if not isinstance(action, str) and action not in legal:
            match.state.earned[0] += 1
        apply(match, action)

    monkeypatch.setattr(Match, "apply", wrong)
    with pytest.raises(AssertionError, match="G2"):
        check()


def test_a_match_that_depends_on_the_process_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(engine: Engine, state: State) -> None:
        state.total[0] = 7  # the other processes do not know of this

    broken(monkeypatch, other)
    with pytest.raises(AssertionError, match="G5"):
        check()


def test_a_view_that_shows_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeping(engine: Engine, state: State, seat: int) -> tuple[object, ...]:
        stock = state.z[engine.program.stock_slot]
        assert isinstance(stock, list)
        return view.make_view(engine, state, seat), stock[0]

    monkeypatch.setattr("rummy.testing.make_view", peeping)
    with pytest.raises(AssertionError, match="G6"):
        check()


def test_a_record_that_tells_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummy.play.effects.both_seers", lambda first, second: None)
    with pytest.raises(AssertionError, match=r"G6: seat . is told"):
        check(10)


def test_a_log_that_leads_elsewhere_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    action = LogWriter.action

    def forgetful(log: LogWriter, number: int, seat: int, text: str) -> None:
        action(log, number, seat, "done" if number == 3 else text)

    monkeypatch.setattr(LogWriter, "action", forgetful)
    with pytest.raises(AssertionError, match="G7"):
        check()


def test_names_of_cards_that_only_fit_in_one_order_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parse = Match.parse

    def strict(match: Match, text: str) -> Action:
        found = parse(match, text)
        if match.text(found).lower() != text.lower():
            raise InvalidAction(text, "name the cards in order")
        return found

    monkeypatch.setattr(Match, "parse", strict)
    with pytest.raises(AssertionError, match="G8"):
        check(10)
