"""The naive engine puts a choice to several players, one after another."""

from __future__ import annotations

import pytest
from reference_helpers import begin, play, small, texts, zone
from rummy.reference import game

BUYING = """
offer:
  ask: others
  choose:
    buy:
      when: not bought
      move: pile
      to: hand
      do: [{move: stock, to: hand}, {set: {bought: "true"}}]
      closes: true
    decline: {say: true}
discard: {when: count(hand) > 0, move: hand, to: pile}
"""
BOUGHT = 'bought: {of: player, per: round, start: "false"}'
UPCARD = "deal: {auto: [{deal: 1}, {move: stock, to: pile}]}"
ALL_SPEAK = """
speak:
  ask: everyone
  choose:
    yes: {say: true, do: {set: {tally: tally + count(hand of in_turn)}}}
    no: {say: true}
"""
TALLY = "tally: {of: player, per: round, start: 0}"


def test_players_are_asked_in_turn_order_and_a_purchase_ends_the_asking() -> None:
    rules = small(BUYING, setup=UPCARD, variables=BOUGHT, players=4)
    # seats 2, 3, 4, 1 hold 2S 3S 4S 5S, the upcard is 6S, the stock begins with AH
    state = begin(rules, "2S 3S 4S 5S 6S AH")
    assert (game.mover(state), texts(state)) == (2, ["buy", "decline"])
    state = play(state, "decline")
    assert game.mover(state) == 3
    state = play(state, "buy")
    # seat 4 has the upcard and the card after it; seat 1 is asked no more
    assert zone(state, "hand", 3) == "4S 6S AH"
    assert state.variables["bought", 3] == 1
    assert (game.mover(state), texts(state)) == (1, ["discard 2S"])
    assert state.taken == ()
    # in the turn of seat 3, seat 4 could only decline: seats 1 and 2 are asked
    state = play(state, "discard 2S")
    assert game.mover(state) == 0
    state = play(state, "decline")
    assert game.mover(state) == 1
    assert game.mover(play(state, "decline")) == 2


def test_nobody_is_asked_where_nobody_could_do_anything() -> None:
    # no card lies on the pile: all could only decline
    rules = small(BUYING, setup="deal: {auto: {deal: 1}}", variables=BOUGHT, players=3)
    state = begin(rules, "2S 3S 4S")
    assert (game.mover(state), texts(state)) == (1, ["discard 2S"])


@pytest.mark.parametrize(
    ("order", "asked"), [("clockwise", [2, 3, 0, 1]), ("counter_clockwise", [0, 3, 2, 1])]
)
def test_the_player_in_turn_comes_last_if_asked_too(order: str, asked: list[int]) -> None:
    rules = small(
        ALL_SPEAK, setup="deal: {auto: {deal: 2}}", variables=TALLY, order=order, players=4
    )
    state = begin(rules, "AS 2S 3S 4S 5S 6S AH 2H")
    for seat in asked:
        assert game.mover(state) == seat
        state = play(state, "yes")
        # the variable is that of the player asked, the hand that of the player in turn
        assert state.variables["tally", seat] == 2
    # then in the next turn, in which again the one after comes first
    assert game.mover(state) == 3
    assert state.turn == (2 if order == "clockwise" else 0)


def test_who_is_asked_is_worked_out_before_each_question() -> None:
    steps = ALL_SPEAK.replace("ask: everyone", "ask: others if tally of left > 0 else everyone")
    rules = small(steps, variables=TALLY, players=3)
    state = begin(rules, "AS 2S 3S 4S 5S 6S")
    asked = [game.mover(play(state, "no", "no")), game.mover(play(state, "yes", "no"))]
    # seat 2 is in turn: after a yes of seat 3, its left neighbour, it is not asked itself,
    # and the next question is that of the turn of seat 3, to seat 1
    assert asked == [1, 0]


def test_steps_after_a_move_come_before_the_next_question_and_belong_to_the_turn() -> None:
    steps = """
    offer:
      ask: others
      choose:
        give: {move: hand, to: pile, then: {back: {move: hand, to: hand of left}}}
        keep: {say: true}
    """
    rules = small(steps, setup="deal: {auto: {deal: 2}}", players=3)
    # seat 2 holds AS 4S, seat 3 holds 2S 5S, seat 1 holds 3S 6S
    state = begin(rules, "AS 2S 3S 4S 5S 6S")
    assert (game.mover(state), texts(state)) == (2, ["give 2S", "give 5S", "keep"])
    state = play(state, "give 2S")
    assert (game.mover(state), texts(state)) == (1, ["back AS", "back 4S"])
    state = play(state, "back AS")
    assert zone(state, "hand", 2) == "AS 5S"
    assert (game.mover(state), texts(state)) == (0, ["give 3S", "give 6S", "keep"])


def test_steps_after_a_closing_move_come_and_no_further_question() -> None:
    steps = """
    offer:
      ask: others
      choose:
        give: {move: hand, to: pile, closes: true, then: {back: {move: hand, to: hand of left}}}
        keep: {say: true}
    say: {say: true}
    """
    rules = small(steps, setup="deal: {auto: {deal: 2}}", players=3)
    state = play(begin(rules, "AS 2S 3S 4S 5S 6S"), "give 2S")
    assert (game.mover(state), texts(state)) == (1, ["back AS", "back 4S"])
    state = play(state, "back AS")
    assert (game.mover(state), texts(state)) == (1, ["say"])


def test_a_word_that_closes_is_something_to_say() -> None:
    steps = """
    offer: {ask: others, choose: {stop: {say: true, closes: true}, go: {say: true}}}
    throw: {move: hand, to: pile}
    """
    state = begin(small(steps, players=3), "AS 2S 3S 4S 5S 6S")
    assert (game.mover(state), texts(state)) == (2, ["stop", "go"])
    assert game.mover(play(state, "go")) == 0
    assert game.mover(play(state, "stop")) == 1


def test_a_round_that_ends_ends_the_asking() -> None:
    steps = "offer: {ask: others, choose: {stop: {say: true, do: {end: round}}, go: {say: true}}}"
    state = play(begin(small(steps, players=3), "AS 2S 3S 4S 5S 6S"), "stop")
    assert state.over


def test_what_others_may_answer_is_feared_but_does_not_bind_them() -> None:
    gift = (
        "gift: {ask: others, choose: {give: {move: stock, to: hand of in_turn}, none: {say: true}}}"
    )
    first = "first: {choose: {keep: {say: true}, throw: {move: hand, to: pile}}}\n"
    one, most = "deal: {auto: {deal: 1}}", "most: count(hand) <= 1"
    # a card may still be given to seat 2, so it must throw its own
    assert texts(begin(small(first + gift, setup=one, must=most), "AS 2S 3S")) == ["throw AS"]
    # seat 1 may give the card that seat 2 cannot get rid of
    state = begin(small(gift, setup=one, must=most), "AS 2S 3S")
    assert (game.mover(state), texts(state)) == (0, ["give", "none"])
    assert zone(play(state, "give"), "hand", 1) == "AS 3S"


INTERNATIONAL = """
draw:
  choose:
    stock: {move: stock, to: hand, do: {set: {refused: "true"}}}
    take: {move: pile, to: hand}
buying:
  when: refused and not opened
  ask: others
  choose:
    buy:
      when: not opened
      move: pile
      to: hand
      do: [{move: stock, to: hand}]
      closes: true
    decline: {say: true}
lay: {repeat: {open: {when: not opened, open: contract, do: {set: {opened: "true"}}}}}
discard: {when: count(hand) > 0, move: hand, to: pile}
"""


def test_the_upcard_that_the_player_in_turn_refuses_may_be_bought() -> None:
    rules = small(
        INTERNATIONAL,
        setup="deal: {auto: [{deal: 2}, {move: stock, to: pile}]}",
        variables=(
            'opened: {of: player, per: round, start: "false"}\n'
            'refused: {of: table, per: turn, start: "false"}'
        ),
        openings="contract: {needs: {pair: 2}}",
        players=3,
    )
    # seat 2: 2S 4S, seat 3: 3S 5S, seat 1: AS 6S; upcard 3H; stock: 2H, 4H, 5H
    cards = "2S 3S AS 4S 5S 6S 3H 2H 4H 5H"
    state = begin(rules, cards)
    # who takes the upcard leaves nothing to buy
    assert texts(play(state, "take")) == ["discard 2S", "discard 4S", "discard 3H"]
    state = play(state, "stock")
    assert (game.mover(state), texts(state)) == (2, ["buy", "decline"])
    state = play(state, "buy")
    assert zone(state, "hand", 2) == "3S 5S 3H 4H"
    # seat 2 drew 2H and may open with the pair; seat 1 was not asked
    assert (game.mover(state), texts(state)) == (1, ["open", "done"])
    state = play(state, "open", "open pair 2S 2H", "discard 4S")
    # seat 3 draws 5H; seat 1 is asked, seat 2 (which has opened) is not
    state = play(state, "stock")
    assert game.mover(state) == 0
    assert (game.mover(play(state, "decline")), zone(state, "hand", 2)) == (2, "3S 5S 3H 4H 5H")


def test_a_player_who_is_not_in_turn_is_not_bound_by_its_duties() -> None:
    steps = (
        "gift: {by: left, choose: {give: {move: stock, to: hand of in_turn}, none: {say: true}}}"
    )
    rules = small(steps, setup="deal: {auto: {deal: 1}}", must="most: count(hand) <= 1")
    state = begin(rules, "AS 2S 3S")
    # seat 2 is in turn and could not get rid of the card
    assert (game.mover(state), texts(state)) == (0, ["give", "none"])


def test_of_cards_that_others_hold_face_down_those_are_feared_that_they_may_choose() -> None:
    steps = """
    first: {choose: {keep: {say: true}, throw: {move: hand, to: pile}}}
    gift: {by: left, move: hand, cards: FILTER, to: hand of in_turn}
    """
    one, low = "deal: {auto: {deal: 1}}", "low: points(hand) <= 6"
    # seat 2 holds 2S; seat 1 must give its card if that passes: an ace or a four would do,
    # a five would make seven points
    few = small(steps.replace("FILTER", "rank <= 4"), setup=one, must=low)
    assert texts(begin(few, "2S 3S")) == ["keep", "throw 2S"]
    many = small(steps.replace("FILTER", "rank <= 5"), setup=one, must=low)
    assert texts(begin(many, "2S 3S")) == ["throw 2S"]
