"""Wild cards that change from round to round: by its number, or by a card turned up."""

from __future__ import annotations

import io

from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.match import Deal, Match
from rummy.play.situation import Situation, engine_of, parse_meld, set_up
from rummy.spec.bind import bind
from rummy.spec.load import load_text
from rummy.terminal.narration import Teller
from rummy.terminal.writer import Writer
from rummy.testing import check_variant

SPEC = """\
rummy: 1
title: Changing
players: 2..3
deck:
  points: {A: 0 if wild else 1, 2..10: 0 if wild else pips, J Q K: 0 if wild else 10}
  wilds:
    of_round: {cards: pips == round + 1, natural: true}
    turned: {cards: any(c.rank == rank for c in shown), stands_for: rank != K}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  shown: {pile: true, seen_by: all}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3..4, valid: same(rank) and any(natural)}
  run: {size: 3..13, valid: same(suit) and sequence(rank)}
setup:
  deal: {auto: {deal: 4}}
  turn_up: {auto: [{move: stock, to: shown}, {move: stock, to: pile}]}
turn:
  steps:
    draw: {auto: {move: stock, to: hand}}
    play: {repeat: {meld: {lay: all}, add: {lay_off: true}}}
    discard: {when: count(hand) > 0, move: hand, to: pile}
events:
  out: {when: count(hand) == 0, do: {end: round}}
  short: {at: turn_end, when: turns == 0 and count(stock) < 36, do: {end: round}}
score: {round: points(hand)}
match: {first_dealer: {seat: 1}, over: round == 3, best: lowest}
examples:
  twos are wild in round 1, threes no longer or not yet:
    accepts: {set: [7H 7C 2C], run: [5S 6S 2C]}
    refuses: {set: [7H 7C 3C]}
  threes are wild in round 2:
    round: 2
    accepts: {set: [7H 7C 3C]}
    refuses: {set: [7H 7C 2C]}
  a nine turned up makes nines wild, but for kings and in their own place they do not stand:
    given: {shown: 9H}
    accepts: {set: [7H 7C 9C, 7H 2C 9C]}
    refuses: {set: [KH KC 9C, 9S 9C 9D], run: [8S 9S 10S]}
  a wild card counts nothing, and only while it is wild:
    round: 2
    given: {shown: 9H, hand: {1: 2S 3S 9S KS}}
    check: points(hand of seat(1)) == 12
  a meld is laid with the wild card of the round:
    round: 4
    given: {hand: {1: 7H 7C 5C 5D}, melds: run 8H 9H 5S(10H) by 2, turn: 1, step: play}
    play: [meld set 7H 7C 5C, add 5D(JH) to m1]
    check: [count(hand of seat(1)) == 0]
"""


def table(players: int = 2) -> Engine:
    return Engine(bind(load_text(SPEC, "changing.yaml"), players))


def wild(engine: Engine) -> str:
    """The cards that are wild, each face once."""
    deck = engine.deck
    return deck.texts(face for face in range(deck.faces) if deck.held_wild[face])


def test_the_examples_of_the_small_game_hold() -> None:
    results = run_examples(load_text(SPEC, "changing.yaml"))
    assert [problem.text for result in results for problem in result.problems] == []
    assert sum(result.claims for result in results) == 14


def test_before_a_match_the_wild_cards_are_those_of_round_one_with_nothing_turned_up() -> None:
    assert wild(table()) == "2S 2H 2D 2C"


def test_what_is_wild_is_settled_when_the_setup_is_over() -> None:
    engine = table()
    deck = engine.deck
    # seat 2 gets the first card; the ninth is turned up: nines are wild besides twos
    deal = Deal(deck.parse_many("AS AH AD AC 3S 3H 3D 3C 9H KD"), dealer=0)
    match = Match(engine.rules.spec, seed=1, engine=engine, deal=deal, record=True)
    assert wild(engine.of(match.state)) == "2S 9S 2H 9H 2D 9D 2C 9C"
    told = [record for record in match.records or () if record.what == "wild"]
    assert [(r.name, deck.texts(r.cards)) for r in told] == [
        ("of_round", "2S 2H 2D 2C"),
        ("turned", "9S 9H 9D 9C"),
    ]


def test_each_round_has_its_own_wild_cards_and_points() -> None:
    match = Match(load_text(SPEC, "changing.yaml"), players=2, seed=5)
    seen: dict[int, set[str]] = {}
    while not match.over:
        engine = match.engine.of(match.state)
        (turned,) = match.view(-1).zone("shown").cards or ()
        ranks = {str(match.state.round + 1), engine.deck.ranks[engine.deck.rank_of[turned]]}
        assert {text[:-1] for text in wild(engine).split()} == ranks
        assert match.view().wild == match.state.wild == engine.wild
        for face in range(engine.deck.faces - 1):
            assert (engine.deck.points_of[face] == 0) == bool(engine.deck.held_wild[face])
        seen.setdefault(match.state.round, set()).update(ranks)
        match.apply(match.legal()[-1])
    assert sorted(seen) == [1, 2, 3]
    assert {round_ for round_, ranks in seen.items() if str(round_ + 1) in ranks} == {1, 2, 3}


def test_an_engine_is_made_once_for_the_same_wild_cards() -> None:
    engine = table()
    first = Match(engine.rules.spec, seed=3, engine=engine)
    while not first.over:
        first.apply(first.legal()[0])
    known = dict(engine.family)
    again = Match(engine.rules.spec, seed=3, engine=engine)
    while not again.over:
        again.apply(again.legal()[0])
    assert engine.family == known and len(known) >= 4
    for other in known.values():
        assert other.family is engine.family and other.of(again.state) is engine.of(again.state)


def test_what_does_not_hang_on_the_wild_cards_is_shared() -> None:
    engine = table()
    other = engine.of(Match(engine.rules.spec, seed=3, engine=engine).state)
    assert other is not engine and wild(other) != wild(engine)
    assert other.deck.rank_of is engine.deck.rank_of
    assert other.plans.plans is engine.plans.plans
    assert other.plans.book.judge is engine.plans.book.judge


def test_a_situation_has_the_wild_cards_of_its_round_and_table() -> None:
    engine = table()
    deck = engine.deck
    situation = Situation(round=3, zones={("shown", None): deck.parse_many("JD")})
    now = engine_of(engine, situation)
    assert wild(now) == "4S JS 4H JH 4D JD 4C JC"
    situation.melds.append(parse_meld(now, "run 5C 6C JS(7C) by 1"))
    state = set_up(engine, situation)
    assert now is engine.of(state) and state.table[0].codes[-1] == deck.parse("JS(7C)")


def test_the_teller_says_which_cards_are_wild() -> None:
    match = Match(load_text(SPEC, "changing.yaml"), players=2, seed=5, record=True)
    while not match.over:
        match.apply(match.legal()[0])
    out = io.StringIO()
    teller = Teller(match.engine, Writer(out, {}), ["Ann", "Ben"])
    teller.tell(match.records or ())
    lines = [line.strip() for line in out.getvalue().splitlines() if "Wild" in line]
    assert lines[0::2] == [
        "Wild (of round): 2S 2H 2D 2C",
        "Wild (of round): 3S 3H 3D 3C",
        "Wild (of round): 4S 4H 4D 4C",
    ]
    assert all(line.startswith("Wild (turned): ") for line in lines[1::2])


def test_all_promises_hold_where_wild_cards_change() -> None:
    check_variant(load_text(SPEC, "changing.yaml"), games=1)
