"""How often rules are used: a game of three turns counted by hand, and the list of rules."""

from __future__ import annotations

import pytest
from rummy.chance import pick, stream
from rummy.play.engine import Engine
from rummy.play.match import Deal, Match
from rummy.sim.fired import ADDED, DUTY, Rulebook, Watch
from rummy.sim.games import Table, play
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text
from sim_helpers import SMALL_FILE, small


def _do(watch: Watch, match: Match, text: str) -> None:
    assert match.records is not None
    watch.happened(match.records)
    match.records.clear()
    watch.choice(match, match.parse(text))
    match.engine.apply(match.state, match.parse(text))


def used(watch: Watch) -> dict[str, int]:
    """Rules by their key, those that were used."""
    return {r.key: n for r, n in zip(watch.book.rules, watch.counts, strict=True) if n}


def test_every_rule_that_was_used_is_counted_and_no_other() -> None:
    engine = Engine(bind(small(), 2, {}))
    watch = Watch(engine)
    watch.start()
    # Seat 2 deals, so seat 1 gets the first, third, ... card; then the card turned up (10H)
    # and the stock: seat 1 draws 7C, seat 2 KD, seat 1 9C.
    hands = (
        "7S KS 7H KH 7D QD 4C 2H 5C 3D 6C 9S 8C JD"  # 7S 7H 7D 4C 5C 6C 8C, KS KH QD 2H 3D 9S JD
    )
    deal = Deal(engine.deck.parse_many(f"{hands} 10H 7C KD 9C"), dealer=1)
    match = Match(small(), seed=1, deal=deal, record=True, engine=engine)
    match.state.single = True
    turn_1 = ["draw", "meld set 7S 7H 7D", "add 7C", "done", "discard 8C"]
    turn_2 = ["draw", "meld set KS KH KD", "discard QD"]
    turn_3 = ["draw", "meld run 4C 5C 6C", "discard 9C"]
    for text in (*turn_1, *turn_2, *turn_3):
        _do(watch, match, text)
    assert match.over and match.rounds[0].turns == 3
    assert match.records is not None
    watch.happened(match.records)
    assert used(watch) == {
        "setup.deal": 1,
        "setup.turn_up": 1,
        "melds.set": 2,
        "melds.run": 1,
        "melds.set.add": 1,
        "turn.draw.draw": 3,
        "turn.play.meld": 3,
        "turn.play.add": 1,
        "turn.discard": 3,
        "events.out": 1,
        "score.round": 2,
    }
    never = {r.key for r, n in zip(watch.book.rules, watch.counts, strict=True) if not n}
    assert never == {"melds.run.add", "turn.draw.take", "events.no_stock"}


def test_each_rule_has_the_line_where_its_key_stands() -> None:
    lines = SMALL_FILE.read_text(encoding="utf-8").splitlines()
    for rule in Rulebook(bind(small(), 2, {})).rules:
        key = rule.key.removesuffix(".add") if rule.what == ADDED else rule.key
        name = key.rpartition(".")[2]
        assert f"{name}:" in lines[rule.line - 1], rule


def test_rules_come_in_the_order_of_the_file() -> None:
    for name in ("iceberg", "international", "bing"):
        spec = load(name)
        lines = [rule.line for rule in Rulebook(bind(spec, spec.players[0], {})).rules]
        assert lines == sorted(lines)


def test_a_rule_knows_the_options_that_have_a_say_in_it() -> None:
    spec = load("iceberg")
    rules = {r.key: r for r in Rulebook(bind(spec, 2, {})).rules}
    assert rules["turn.show_aces"].options == ("aces",)
    assert rules["turn.choose_aces.show"].options == ("aces",)
    assert rules["turn.pass"].options == ("aces", "passed_to")
    assert rules["melds.pair"].options == ()
    # with the multiplier the value of a flat ace plays no part
    assert "ace_value" not in rules["score.round"].options
    flat = {r.key: r for r in Rulebook(bind(spec, 2, {"ace_scoring": "flat"})).rules}
    assert "ace_value" in flat["score.round"].options
    assert "ace_factor" not in flat["score.round"].options


def test_how_often_an_option_was_asked_is_the_sum_of_its_rules() -> None:
    spec = load("iceberg")
    book = Rulebook(bind(spec, 2, {}))
    counts = {"turn.show_aces": 5, "turn.choose_aces.show": 2, "turn.pass": 10}
    told = book.by_option([counts.get(rule.key, 0) for rule in book.rules])
    assert told["aces"][0] == 17 and told["passed_to"][0] == 10
    assert told["target"] == (0, ["match.over"])


DUTIFUL = """\
rummy: 1
title: Two Down
players: 2
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  pile: {of: table, pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
setup:
  deal: {auto: {deal: 4}}
turn:
  steps:
    throw:
      repeat:
        throw: {move: hand, to: pile}
  must:
    two_down: {holds: "turns > 0 or count(hand) <= 2", about: Two cards go in the first turn.}
events:
  out: {at: turn_end, when: turns > 0, do: {end: round}}
score:
  round: count(hand)
match:
  over: round == 1
"""


def test_a_duty_counts_once_for_each_turn_in_which_it_is_still_open() -> None:
    spec = load_text(DUTIFUL, "two_down.yaml")
    engine = Engine(bind(spec, 2, {}))
    watch = Watch(engine)
    watch.start()
    match = Match(spec, seed=1, record=True, engine=engine)
    # in each first turn it is open at the first two choices, and holds at the third
    for _ in range(2):
        seat = match.seat
        while match.seat == seat and match.state.turn_number < 3:
            text = next((t for t in match.legal_texts() if t == "done"), match.legal_texts()[0])
            _do(watch, match, text)
    assert watch.counts[[r.what for r in watch.book.rules].index(DUTY)] == 2


@pytest.mark.parametrize("name", ["iceberg", "international", "bing"])
def test_counting_changes_nothing_of_the_game(name: str) -> None:
    spec = load(name)
    bots = ["random"] * spec.players[0]
    for index in range(2):
        played = play(Table.of(spec, bots, rounds=2), 4, index)
        match = Match(spec, players=len(bots), seed=played.seed)
        chance = [stream(played.seed, f"bot:{seat + 1}") for seat in range(len(bots))]
        decisions = 0
        while not match.over and len(match.rounds) < 2:
            view = match.view()
            match.apply(view.legal[pick(len(view.legal), chance[view.mover])])
            decisions += 1
        assert decisions == played.decisions
        assert [r.points for r in match.rounds[:2]] == [r.points for r in played.rounds]
        assert [r.turns for r in match.rounds[:2]] == [r.turns for r in played.rounds]
