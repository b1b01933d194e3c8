"""Places in piles, unequal deals and cards added from a pile in the naive engine."""

from __future__ import annotations

import pytest
from reference_helpers import begin, play, small, texts, zone
from rummy.chance import stream
from rummy.reference import game


def test_a_card_may_come_from_the_bottom_of_a_pile() -> None:
    steps = "draw: {choose: {low: {move: stock, at: bottom, to: hand, count: 2}}}"
    rules = small(steps, setup="deal: {auto: {deal: 5}}")
    # AH and 5H are left, AH on top: the lower one comes first, but both come
    state = begin(rules, "AS 2S 3S 4S 5S 6S 2H 3H 4H 6H AH")
    assert (zone(state, "stock"), texts(state)) == ("5H AH", ["low"])
    one = small(steps.replace(", count: 2", ""), setup="deal: {auto: {deal: 5}}")
    state = play(begin(one, "AS 2S 3S 4S 5S 6S 2H 3H 4H 6H AH"), "low")
    assert zone(state, "stock") == "AH"
    assert zone(state, "hand", 1) == "AS 3S 5S 2H 4H 5H"
    # the next player finds one card, which is not two
    state = begin(rules, "AS 2S 3S 4S 5S 6S 2H 3H 4H 6H AH")
    assert play(state, "low").over


def test_a_card_may_go_under_a_pile() -> None:
    steps = "bury: {move: hand, to: pile, at: bottom}"
    rules = small(steps, setup="deal: {auto: [{deal: 1}, {move: stock, to: pile}]}")
    state = play(begin(rules, "AS 2S 3S"), "bury AS", "bury 2S")
    assert zone(state, "pile") == "2S AS 3S"


@pytest.mark.parametrize("seed", range(6))
def test_a_card_may_go_to_a_place_left_to_chance(seed: int) -> None:
    rules = small("lose: {move: hand, to: stock, at: random}", setup="deal: {auto: {deal: 2}}")
    state = game.start(rules, seed, first_dealer=0)
    stock = list(state.zones["stock", -1])
    for number in range(2):
        card = state.zones["hand", state.actor][0]
        state = game.apply(state, (0, card))
        place = int(stream(seed, f"shuffle:1:{number}").random() * (len(stock) + 1))
        stock.insert(place, card)
        assert state.zones["stock", -1] == tuple(stock)


@pytest.mark.parametrize("seed", range(6))
def test_cards_may_come_from_places_left_to_chance(seed: int) -> None:
    steps = "draw: {auto: {move: stock, at: random, to: hand, count: 2}}\nsay: {say: true}"
    rules = small(steps, setup="deal: {auto: {deal: 1}}")
    state = game.start(rules, seed, first_dealer=0)
    # seat 2 has its card, and the two that were drawn from a stock of ten
    stock = list(state.zones["stock", -1])
    assert len(stock) == 8
    whole = game.start(small("say: {say: true}", setup="deal: {auto: {deal: 1}}"), seed, None, 0)
    rest = list(whole.zones["stock", -1])
    drawn = [
        rest.pop(int(stream(seed, f"shuffle:1:{number}").random() * len(rest)))
        for number in range(2)
    ]
    assert (stock, state.taken) == (rest, tuple(drawn))


# --- unequal deals ---------------------------------------------------------------


def test_who_gets_fewer_cards_is_passed_over_at_first() -> None:
    rules = small(
        "say: {say: true}",
        setup="deal: {auto: {deal: 3 if me == dealer else (1 if me == left of dealer else 2)}}",
        players=3,
    )
    # seat 1 deals and gets three, seat 2 one, seat 3 two: 1; 3 1; 2 3 1
    state = begin(rules, "AS 2S 3S 4S 5S 6S")
    hands = [zone(state, "hand", seat) for seat in range(3)]
    assert hands == ["AS 3S 6S", "4S", "2S 5S"]


def test_nobody_is_dealt_less_than_nothing_and_cards_may_run_out() -> None:
    rules = small(
        "say: {say: true}",
        setup="deal: {auto: {deal: 11 if me == dealer else 2}}",
        players=3,
    )
    # eleven rounds, the first nine for the dealer alone: in the tenth the last three of
    # twelve cards go to seat 2, seat 3 and the dealer
    state = begin(rules, "")
    assert [len(state.zones["hand", seat]) for seat in range(3)] == [10, 1, 1]
    rules = small("say: {say: true}", setup="deal: {auto: {deal: 1 if me == dealer else -3}}")
    state = begin(rules, "AS")
    assert (zone(state, "hand", 0), zone(state, "hand", 1)) == ("AS", "")


# --- cards added from a pile, the top of a pile -----------------------------------


FROM_PILE = """
play: {repeat: {meld: {lay: all}}}
add: {optional: true, choose: {add: {lay_off: true, from: pile}}}
discard: {when: count(hand) > 0, move: hand, to: pile}
"""


def test_the_top_card_of_a_pile_may_be_added_to_a_meld() -> None:
    rules = small(FROM_PILE, setup="deal: {auto: {deal: 4 if me == left of dealer else 2}}")
    # seat 2: 2S 3S 4S 5S; seat 1: AS 6H
    state = begin(rules, "2S 3S 4S AS 5S 6H")
    # nothing is on the pile: the step is passed over
    state = play(state, "meld run 2S 3S 4S", "discard 5S")
    assert (game.mover(state), texts(state)) == (0, ["add 5S to m1"])
    # its own ace would fit, but it does not lie on the pile
    state = play(state, "add 5S to m1")
    assert (zone(state, "pile"), zone(state, "hand", 0)) == ("", "AS 6H")
    # the four cards of the meld now count for the player who added
    assert state.earned == (4, 30)
    assert state.melds[0][1:] == (rules.deck.parse_many("2S 3S 4S 5S"), 1)
    assert texts(state) == ["discard AS", "discard 6H"]


def test_only_the_top_card_may_be_added() -> None:
    rules = small(
        FROM_PILE,
        setup="deal: {auto: [{deal: 4 if me == left of dealer else 2}, "
        "{move: stock, to: pile, count: 2}]}",
    )
    # 5S lies under 6H, which does not fit
    state = play(begin(rules, "2S 3S 4S AH 2H 6S 5S 6H"), "meld run 2S 3S 4S")
    assert texts(state)[0].startswith("discard")
    # with 5S on top it is added, and then nothing of the pile fits any more
    state = play(begin(rules, "2S 3S 4S AH 2H 6S 6H 5S"), "meld run 2S 3S 4S")
    assert texts(state) == ["add 5S to m1"]
    assert zone(play(state, "add 5S to m1"), "pile") == "6H"


def test_the_top_of_a_pile_is_the_card_that_lies_there_last() -> None:
    steps = """
    take:
      choose:
        ace: {when: any(rank == A for top(pile)), move: pile, to: hand}
        wait: {say: true}
    """
    rules = small(steps, setup="deal: {auto: [{deal: 1}, {move: stock, to: pile, count: 2}]}")
    assert texts(begin(rules, "2S 3S 6H AS")) == ["ace", "wait"]
    assert texts(begin(rules, "2S 3S AS 6H")) == ["wait"]
    # of no card nothing holds
    none = small(steps, setup="deal: {auto: {deal: 1}}")
    assert texts(begin(none, "2S 3S")) == ["wait"]
