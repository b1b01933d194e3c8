"""Why an action or a meld is refused: the clause, what its parts are worth, where it stands.

Tables are set up in the words of situations; what the parts are worth is worked
out by hand from the rules.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from rummy.play.engine import Engine
from rummy.play.match import Match
from rummy.play.reasons import Reason, why, why_no_meld, why_not
from rummy.play.situation import set_up, situation_of
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.load import find, load, load_text
from rummy.spec.model import Spec
from rummy.spec.situations import read_situation

SMALL = """\
rummy: 1
title: Small
players: 2..4
options:
  strict: {flag: true, default: true, about: Whether big cards stay.}
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  pile: {of: table, pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
variables:
  gone: {of: table, per: turn, start: 0, about: Cards thrown in this turn.}
melds:
  pair: {size: 2, valid: same(rank), grows_into: set}
  set: {size: 3..4, valid: same(rank)}
setup:
  deal: {auto: {deal: 5}}
turn:
  steps:
    look:
      choose:
        peek: {when: any(rank == A for hand of left), say: true}
        greet: {when: points(hand of left) > 100, say: true}
        go: {say: true}
    lay:
      repeat:
        meld: {lay: [pair], where: all(rank != K)}
        add: {lay_off: owner == me}
    throw:
      repeat:
        drop:
          move: hand
          to: pile
          cards: rank != A or not strict
          do: {set: {gone: gone + 1}}
      at_least: 2
      must:
        even: gone % 2 == 0
    swap: {choose: {give: {move: hand, to: pile, count: 2}, keep: {say: true}}}
score: {round: points(hand)}
match: {over: round == 3}
deck: {points: {A: 15, 2..10: pips, J Q K: 10}}
"""


@cache
def spec_of(game: str) -> Spec:
    """A shipped game, or the small one with what the shipped ones do not have."""
    return load_text(SMALL, "small.yaml") if game == "small" else load(game)


@cache
def engine_of(spec: Spec, players: int, options: tuple[tuple[str, str], ...]) -> Engine:
    """The engine of a table, made once."""
    return Engine(bind(spec, players, dict(options)))


def table(game: str, text: str) -> tuple[Engine, State]:
    """The table of a situation, at its first decision after what is played first."""
    spec = spec_of(game)
    asked, found = read_situation(text, "situation.yaml", spec)
    assert asked is not None, found
    example = asked.example
    engine = engine_of(spec, example.players or spec.players[0], example.options)
    state = set_up(engine, situation_of(engine, example.given, example.round))
    for action, _ in example.play:
        legal = {Match.text(_Match(engine, state), a): a for a in state.legal or ()}
        engine.apply(state, legal[action])
    return engine, state


class _Match(Match):
    """A match that stands where a state stands, to write its actions."""

    def __init__(self, engine: Engine, state: State) -> None:
        self.engine, self.state = engine, state


def refusal(game: str, situation: str, action: str) -> Reason:
    """Why an action is refused; it must be."""
    engine, state = table(game, situation)
    before = state.key()
    reason = why_not(engine, state, action)
    assert reason is not None
    assert state.key() == before, "asking changes nothing"
    return reason


def no_meld(game: str, kind: str, cards: str, players: int = 3, **options: str) -> Reason:
    """Why cards are no meld of a kind; they must not be."""
    spec = spec_of(game)
    engine = engine_of(spec, players, tuple(sorted(options.items())))
    index = next(k.index for k in engine.rules.kinds if k.name == kind)
    codes = engine.deck.parse_many(cards)
    assert not engine.plans.readings(index, codes)
    reason = why_no_meld(engine, index, codes)
    assert reason is not None
    return reason


def line_of(game: str, text: str) -> str:
    """Where a piece of a shipped file stands: ``bing.yaml:205``."""
    path = find(game)
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    (number,) = (n for n, line in enumerate(lines, 1) if text in line)
    return f"{path.name}:{number}"


# --- duties of a turn -------------------------------------------------------------------


BOUND = """
players: 2
given:
  step: act
  hand: {1: 6C 8D, 2: KD}
  opened: {1: true}
  total: {1: 60}
  stock: KS
  pile: QH
play: draw
"""


def test_a_limit_tells_the_points_and_the_total_that_would_be_left() -> None:
    """6 and a king are 16, and 60 before: one too many."""
    reason = refusal("bing", BOUND, "discard 8D")
    values = dict(reason.values)
    assert values["points(hand)"] == "16"
    assert values["total"] == "60"
    assert values["points(hand) + total"] == "76"
    assert "76 (16 + 60), the limit is 75" in reason.text
    assert reason.clause == "not opened or points(hand) + total <= 75"
    assert reason.key == "turn.must.under_limit"
    assert reason.place == line_of("bing", "holds: not opened")


def test_what_keeps_the_limit_is_not_refused() -> None:
    engine, state = table("bing", BOUND)
    assert why_not(engine, state, "discard KS") is None


@pytest.mark.parametrize(
    ("total", "legal"), [(32, True), (33, False)], ids=["43 and 32", "43 and 33"]
)
def test_an_opening_tells_the_least_that_any_way_to_open_leaves(total: int, legal: bool) -> None:
    """The jack and queen with the two, the nines and the run leave 7 7 6 8 and an ace: 43."""
    situation = f"""
    players: 2
    given:
      step: act
      hand: {{1: 3S 4S 5S 9H 9H 9D JC QC 2H 7D 7S 6C 8H AD, 2: KD}}
      total: {{1: {total}}}
      pile: 3H
    """
    engine, state = table("bing", situation)
    reason = why_not(engine, state, "open")
    assert (reason is None) == legal
    if reason is not None:
        assert dict(reason.values)["points(hand)"] == "43"
        assert dict(reason.values)["points(hand) + total"] == "76"
        assert reason.key == "turn.must.under_limit"


def test_an_opening_that_must_empty_the_hand_tells_how_many_cards_stay() -> None:
    """Three runs of four and one card more, which fits nowhere."""
    situation = """
    players: 3
    round: 9
    given:
      step: lay
      hand: {1: 3S 4S 5S 6S 8H 9H 10H JH 4C 5C 6C 7C KD, 2: KH}
    """
    reason = refusal("international", situation, "open")
    assert reason.key == "turn.must.contract_nine_empties_the_hand"
    assert dict(reason.values)["count(hand)"] == "1"
    assert "count(hand) is 1, it must be 0" in reason.text


def test_taking_a_card_tells_that_no_card_could_be_thrown_then() -> None:
    situation = """
    players: 2
    given: {step: act, hand: {1: 7S, 2: KD}, opened: {1: true}, pile: 7S 3H}
    """
    reason = refusal("bing", situation, "take")
    assert "throw is not possible: 7S was taken in this turn" in reason.text
    assert reason.key == "turn.act.take.throw.cards"
    assert ("card", "7S") in reason.values


def test_a_duty_of_a_step_is_told_with_its_value() -> None:
    """Three are thrown, and only an even number may be."""
    situation = """
    given: {step: throw, hand: {1: 2C 3C 4C 5C 6C 7C, 2: KD}}
    play: [drop 2C, drop 3C, drop 4C]
    """
    reason = refusal("small", situation, "done")
    assert reason.key == "turn.throw.must.even"
    assert dict(reason.values)["gone % 2"] == "1"


def test_a_duty_is_told_in_the_words_of_the_file_where_it_has_some() -> None:
    """The 7H would be taken for nothing, and that the file puts into words."""
    situation = """
    given: {step: draw, hand: {1: 7S 8C 2D, 2: 3H}, pile: 7H}
    """
    reason = refusal("loba", situation, "take")
    assert reason.key == "turn.play.must.used"
    assert reason.text.endswith("(the discard taken must be laid or added in this turn)")


def test_what_cannot_be_ended_is_told_with_the_step_that_wants_a_choice() -> None:
    situation = """
    given: {step: draw, hand: {1: 7S 8C 2D, 2: 3H}, pile: 7H}
    """
    reason = refusal("loba", situation, "done")
    assert "a choice has to be made in draw" in reason.text


def test_too_few_actions_in_a_step_are_counted() -> None:
    situation = """
    given: {step: throw, hand: {1: 2C 3C 4C 5C 6C, 2: KD}}
    play: drop 2C
    """
    reason = refusal("small", situation, "done")
    assert reason.key == "turn.throw.at_least"
    assert reason.clause == "2"
    assert dict(reason.values) == {"made": "1", "at_least": "2"}


# --- openings ---------------------------------------------------------------------------


def test_an_opening_tells_what_the_hand_has_and_what_it_lacks() -> None:
    situation = """
    players: 2
    given: {step: act, hand: {1: 3S 4S 5S 9H 9H 9D AD, 2: KD}, pile: 3H}
    """
    reason = refusal("bing", situation, "open")
    assert (
        reason.text
        == "the hand has 2 melds of 3 or more, but lacks a meld of 3 or more beside them"
    )
    assert reason.clause == "{any: [3, 3, 3]}"
    assert reason.key == "openings.first_melds.needs"
    assert reason.place == line_of("bing", "needs: {any: [3, 3, 3]}")


def test_the_contract_is_that_of_the_round() -> None:
    """The fifth asks for a run of four and two sets; the second set has only two kings."""
    situation = """
    players: 3
    round: 5
    given: {step: lay, hand: {1: 4S 5S 6S 7S 9H 9D 9C KC KD 2H, 2: KH}, melds: [run 3D 4D 5D by 2], down: {2: true}}
    """
    engine, state = table("international", situation)
    reason = why_not(engine, state, "open")
    assert reason is not None
    assert "has a set of 3 or more and a run of 4 or more" in reason.text
    assert "lacks a set of 3 or more" in reason.text
    assert reason.clause == "{run: [4], set: [3, 3]}"
    assert reason.key == "openings.contract.needs[4]"
    assert ("round", "5") in reason.values
    assert reason.place == line_of("international", "- {run: [4], set: [3, 3]}")


def test_melds_that_may_not_lie_together_are_told() -> None:
    """3 to 6 and 7 to 10 of spades make one row."""
    situation = """
    players: 3
    round: 1
    options: {touching_runs: forbidden}
    given: {step: lay, hand: {1: 3S 4S 5S 6S 7S 8S 9S 10S KD, 2: KH}}
    """
    reason = refusal("international", situation, "open")
    assert "two of the melds touch" in reason.text
    assert reason.key == "openings.contract.where"
    assert "not touching(laid)" in reason.clause
    assert "run 3S 4S 5S 6S" in dict(reason.values)["laid"]


def test_a_meld_that_fills_no_need_is_told_what_is_still_needed() -> None:
    situation = """
    players: 3
    round: 1
    given: {step: lay, hand: {1: 3S 4S 5S 6S 8H 9H 10H JH KD KC KS, 2: KH}}
    play: open
    """
    reason = refusal("international", situation, "open set KD KC KS")
    assert "is not among what is still needed, 2 runs of 4 or more" in reason.text
    assert reason.key == "openings.contract.needs[0]"


def test_a_meld_after_which_the_rest_does_not_suffice_is_told_so() -> None:
    """A row of eight is two runs of four, but not if one of them takes five."""
    situation = """
    players: 3
    round: 1
    given: {step: lay, hand: {1: 3S 4S 5S 6S 7S 8S 9S 10S KD, 2: KH}}
    play: open
    """
    reason = refusal("international", situation, "open run 3S 4S 5S 6S 7S")
    assert "lacks a run of 4 or more" in reason.text or "none of what is needed" in reason.text


# --- guards, cards, piles, other steps --------------------------------------------------


def test_a_guard_tells_its_flag_and_what_the_flag_says() -> None:
    situation = """
    players: 3
    given:
      step: act
      hand: {1: 8H 9H KD, 2: KD}
      opened: {2: true}
      melds: run 5H 6H 7H by 2
      pile: 4D
    """
    reason = refusal("bing", situation, "add 8H to m1")
    assert reason.clause == "opened"
    assert reason.values == (("opened", "false"),)
    assert reason.key == "turn.act.add.when"
    assert "the player has laid the first melds of this hand" in reason.text


def test_a_guard_tells_both_sides_of_a_comparison() -> None:
    """Who may buy once has bought once."""
    situation = """
    players: 3
    options: {buys_per_hand: 1}
    given:
      step: draw
      hand: {1: 2C, 2: KH 3D, 3: 4D 5D}
      stock: 9C 8C 7C
      pile: QS
      bought: {2: 1}
    play: draw
    """
    engine, state = table("international", situation)
    assert state.mover == 2, "seat 2 has nothing to decide, seat 3 has"
    state = state.copy()
    state.mover = 1
    reason = why_not(engine, state, "buy")
    assert reason is not None
    assert reason.clause == "bought < buys_per_hand"
    assert reason.values == (("bought", "1"), ("buys_per_hand", "1"))


def test_a_card_that_does_not_pass_is_told_with_the_card() -> None:
    situation = "given: {step: pass, hand: {1: KC AD, 2: 2S}}"
    reason = refusal("iceberg", situation, "pass AD")
    assert reason.text == "the rank of AD is A"
    assert reason.clause == "rank != A or aces == by_choice"
    assert dict(reason.values) == {"card": "AD", "rank": "A", "aces": "forced"}
    assert reason.key == "turn.pass.cards"
    assert reason.place == line_of("iceberg", "cards: rank != A or aces == by_choice")


def test_a_card_that_fits_on_the_table_is_told_so() -> None:
    situation = """
    players: 3
    given:
      step: discard
      hand: {1: 10C JC, 2: KH}
      melds: run 6C 7C 8C 9C by 2
      down: {2: true}
    """
    reason = refusal("international", situation, "discard 10C")
    assert reason.text.startswith("10C fits on the table")
    assert reason.key == "turn.discard.cards"
    assert ("fits(card)", "true") in reason.values


def test_an_empty_pile_is_named() -> None:
    situation = "given: {step: swap, hand: {1: 2C, 2: KD}}"
    reason = refusal("small", situation, "give 2C 3C")
    assert reason.text == "you do not hold 3C"


def test_a_move_of_another_step_tells_when_its_step_comes() -> None:
    situation = "given: {step: play, hand: {1: KC 9D 9H, 2: 2S}}"
    assert "pass comes later" in refusal("iceberg", situation, "pass KC").text


def test_a_step_that_would_be_passed_over_tells_why() -> None:
    reason = refusal("bing", BOUND, "add 6C")
    assert "more would be passed over" in reason.text
    assert reason.clause == "melding"
    assert reason.key == "turn.more.when"


def test_a_step_that_the_options_leave_out_tells_the_option() -> None:
    situation = "given: {step: play, hand: {1: KC 9D 9H, 2: 2S}}"
    reason = refusal("iceberg", situation, "show KC")
    assert "the option aces is forced" in reason.text
    assert reason.key == "turn.choose_aces.when"


def test_a_move_of_a_step_that_ended_by_itself_is_refused_for_its_own_reason() -> None:
    """Nothing could be laid, so the discard came at once: the contract is what is missing."""
    situation = """
    players: 3
    round: 1
    given: {step: lay, hand: {1: 2C 3D KS, 2: KH}}
    """
    engine, state = table("international", situation)
    assert engine.program.nodes[state.pc].name == "discard"
    reason = why_not(engine, state, "open")
    assert reason is not None
    assert reason.key == "openings.contract.needs[0]"


# --- melds ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "cards", "text", "clause"),
    [
        ("pair", "9H 8D", "not all of one rank: 9 (9H), 8 (8D)", "same(rank)"),
        ("pair", "8H 8H", "the same suit more than once: hearts (8H 8H)", "distinct(suit)"),
        ("pair", "AH AD", "rank != A does not hold for AH AD", "all(rank != A)"),
        ("run", "4S 5S 7S", "6 is missing between 5 and 7", "sequence(rank)"),
        ("run", "4S 7S 9S", "5 and 6 are missing between 4 and 7", "sequence(rank)"),
        ("run", "3S 4S 10S", "5 to 9 are missing between 4 and 10", "sequence(rank)"),
        ("run", "4S 4S 5S", "two cards for one place: 4S 4S", "sequence(rank)"),
        ("run", "QS KS AS", "AS has no place on the line 2 3 4", "sequence(rank)"),
        ("run", "4S 5S 6H", "not all of one suit: spades (4S 5S), hearts (6H)", "same(suit)"),
        (
            "odds_in_one_suit",
            "3S 5S 7S 9S JS QS",
            "K is missing, Q does not belong",
            "ranks == {3, 5, 7, 9, J, K}",
        ),
        ("odds_in_one_colour", "3S 5S 7S 9S JS KS", "all are of one suit", "not same(suit)"),
    ],
)
def test_cards_that_are_no_meld_tell_the_clause_that_fails(
    kind: str, cards: str, text: str, clause: str
) -> None:
    reason = no_meld("iceberg", kind, cards, players=4)
    assert text in reason.text
    assert reason.clause == clause
    assert reason.key == f"melds.{kind}.valid"
    assert reason.values


def test_a_clause_with_two_cases_is_told_by_the_case_that_counts() -> None:
    """Of five cards of a rank all four suits must be there; three are."""
    reason = no_meld("iceberg", "set", "8S 8S 8H 8H 8D", players=4)
    assert reason.text == "variety(suit) is 3, it must be 4"
    values = dict(reason.values)
    assert (values["size"], values["variety(suit)"]) == ("5", "3")


def test_too_many_or_too_few_cards_are_told_with_the_size() -> None:
    reason = no_meld("iceberg", "set", "8S 8H")
    assert reason.text == "2 cards, it needs 3 to 8"
    assert (reason.key, reason.values) == ("melds.set.size", (("size", "2"),))
    assert no_meld("bing", "group", "9H 9D").text == "2 cards, it needs 3 or more"
    assert no_meld("small", "pair", "8S 8H 8D").text == "3 cards, it needs 2"


def test_wild_cards_stand_where_they_come_nearest() -> None:
    reason = no_meld("bing", "run", "5D 2C 8D")
    assert "7 is missing between 6 and 8" in reason.text or "6 is missing" in reason.text
    assert dict(reason.values)["cards"] in ("5D 8D 2C(6D)", "5D 8D 2C(7D)")


def test_cards_in_their_own_place_that_fail_already_are_told_without_the_wild_ones() -> None:
    assert no_meld("bing", "group", "9H 8D 2C").text == "not all of one rank: 9 (9H), 8 (8D)"


def test_a_wild_card_in_a_place_that_it_may_not_have_is_told() -> None:
    reason = no_meld("bing", "run", "2H(2S) 3S 4S")
    assert reason.text == "2H may not stand for 2S"
    assert reason.clause == "rank != 2"
    assert reason.key == "deck.wilds.two.stands_for"
    assert no_meld("bing", "run", "7D(8D) 9D 10D").text.startswith("7D is no wild card")
    assert "half a place" in no_meld("bing", "run", "2C(6) 7D 8D").text


def test_the_number_of_wild_cards_is_told_beside_that_of_the_others() -> None:
    reason = no_meld("bing", "run", "5D 2C 2H", wild_limit="fewer_than_naturals")
    values = dict(reason.values)
    assert (values["count(wild)"], values["count(natural)"]) == ("2", "1")
    assert reason.clause == "wild_limit == none or count(wild) < count(natural)"


def test_cards_that_are_a_meld_have_no_reason() -> None:
    engine = engine_of(spec_of("bing"), 3, ())
    for kind, cards in ((0, "2C 7D 8D"), (0, "2C(6D) 7D 8D"), (1, "9H 2S 2C"), (1, "9H 9D 2C(9S)")):
        assert why_no_meld(engine, kind, engine.deck.parse_many(cards)) is None


def test_several_kinds_are_refused_each_for_its_reason() -> None:
    reason = refusal("iceberg", "given: {step: play, hand: {1: 8H 9H KC, 2: 2S}}", "meld 8H 9H KC")
    assert "no set: not all of one rank" in reason.text
    assert "no run: not all of one suit" in reason.text


# --- melds at the table -----------------------------------------------------------------


def test_a_special_meld_that_never_grows_says_so() -> None:
    situation = """
    players: 4
    given:
      step: play
      melds: evens_in_one_suit 2H 4H 6H 8H 10H QH by 2
      hand: {1: 2H KC KD, 2: 5C}
    """
    reason = refusal("iceberg", situation, "add 2H to m1")
    assert reason.text == "m1 (evens in one suit) never grows"
    assert (reason.clause, reason.key) == ("closed: true", "melds.evens_in_one_suit.closed")


def test_a_card_that_does_not_fit_tells_what_the_meld_would_be() -> None:
    """The second eight of hearts waits for clubs."""
    situation = """
    players: 4
    given: {step: play, melds: set 8S 8H 8D by 2, hand: {1: 8H KC KD, 2: 5C}}
    """
    reason = refusal("iceberg", situation, "add 8H to m1")
    assert reason.text.startswith("with 8H m1 is no set: the same suit more than once: hearts")
    assert dict(reason.values)["size"] == "4"
    assert reason.key == "melds.set.valid"


LAYING = """
given:
  step: lay
  melds: [pair 8S 8H by 2, pair 9S 9H by 1]
  hand: {1: 8D 9D KC KD 3C 3D 3H, 2: 5C}
"""


def test_a_kind_that_may_not_be_laid_is_told_with_those_that_may() -> None:
    reason = refusal("small", LAYING, "meld set 3C 3D 3H")
    assert reason.text == "no set may be laid here, only pair"
    assert (reason.clause, reason.key) == ("lay: [pair]", "turn.lay.meld.lay")


def test_a_condition_on_new_melds_is_told() -> None:
    reason = refusal("small", LAYING, "meld pair KC KD")
    assert reason.clause == "all(rank != K)"
    assert reason.key == "turn.lay.meld.where"
    assert "KD" in reason.text and "KC" in reason.text


def test_a_meld_of_somebody_else_is_told_with_its_owner() -> None:
    reason = refusal("small", LAYING, "add 8D to m1")
    assert reason.clause == "owner == me"
    assert reason.key == "turn.lay.add.lay_off"
    assert ("owner", "seat 2") in reason.values
    engine, state = table("small", LAYING)
    assert why_not(engine, state, "add 9D to m2") is None


# --- what cannot be read, and what is secret --------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no action was given"),
        ("mled 8S 8H", "did you mean meld"),
        ("meld 8S 8X", "'8X' is no card here"),
        ("meld", "no cards were named"),
        ("add 8D to m9", "there is no meld m9; on the table: m1 to m2"),
        ("add 8D 9D", "add one card at a time"),
        ("meld piar 8S 8H", "did you mean pair?"),
        ("done now", "takes nothing after it"),
        ("meld 4C 4D", "you do not hold 4D"),
    ],
)
def test_what_cannot_be_read_has_a_reason_without_a_clause(text: str, told: str) -> None:
    reason = refusal("small", LAYING.replace("3H,", "3H 4C,"), text)
    assert told in reason.text
    assert (reason.clause, reason.key, reason.place) == ("", "", "")


def test_no_reason_shows_a_card_that_its_player_does_not_see() -> None:
    """A guard that looks at a neighbour's hand is told, but not what it saw there."""
    situation = "given: {step: look, hand: {1: 2C 3C, 2: KD 7S}}"
    for word in ("peek", "greet"):
        reason = refusal("small", situation, word)
        told = f"{reason.text} {reason.values}"
        assert "KD" not in told and "7S" not in told and "17" not in told
    assert refusal("small", situation, "greet").values == ()


def test_a_match_is_asked_by_what_would_be_typed() -> None:
    match = Match("iceberg", players=2, seed=3)
    legal = match.legal_texts()
    assert why(match, legal[0]) is None
    reason = why(match, "pass 2Z")
    assert reason is not None and reason.text


def test_when_the_match_is_over_nothing_is_possible() -> None:
    match = Match("iceberg", players=2, seed=3, options={"max_hands": 1})
    while not match.over:
        match.apply(match.legal()[-1])
    assert why(match, "done") == Reason("the match is over")


# --- all examples -----------------------------------------------------------------------


@pytest.mark.parametrize("game", ["iceberg", "international", "bing"])
def test_every_refusal_in_the_examples_has_a_reason_with_its_line(game: str) -> None:
    """What is told as the clause stands in the line that is named, or begins there."""
    spec = spec_of(game)
    lines = find(game).read_text(encoding="utf-8").splitlines()
    seen = 0
    for example in spec.examples:
        engine = engine_of(spec, example.players or spec.players[0], example.options)
        reasons = []
        for name, cards, _ in example.refuses:
            kind = next(k.index for k in engine.rules.kinds if k.name == name)
            reasons.append(why_no_meld(engine, kind, engine.deck.parse_many(cards)))
        if example.illegal:
            state = set_up(engine, situation_of(engine, example.given, example.round))
            for text, _ in example.play:
                words = {_Match(engine, state).text(a): a for a in state.legal or ()}
                engine.apply(
                    state, words.get(text.partition(": ")[2] or text, (state.legal or [])[0])
                )
            if not state.over:
                reasons += [why_not(engine, state, text) for text, _ in example.illegal]
        for reason in reasons:
            if reason is None:
                continue  # an action by another word was played first
            assert reason.text and "\n" not in reason.text
            if not reason.place or reason.clause == "closed: true":
                continue  # the place is then that of the kind
            seen += 1
            file, number = reason.place.split(":")
            assert file == f"{game}.yaml"
            first = reason.clause.split(" ")[0].lstrip("(").rstrip(":")
            assert first in lines[int(number) - 1], (reason, lines[int(number) - 1])
    assert seen > 10
