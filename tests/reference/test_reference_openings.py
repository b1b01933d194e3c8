"""The naive engine lays openings: contracts, further melds, conditions over all of them."""

from __future__ import annotations

import pytest
from reference_helpers import begin, play, small, texts, zone
from rummy.reference import game
from rummy.reference.state import State
from rummy.spec.bind import Rules

LAY = """
draw: {auto: {move: stock, to: hand}}
lay: {repeat: {open: {when: not opened, open: contract, do: {set: {opened: "true"}}}}}
discard: {when: count(hand) > 0, move: hand, to: pile}
"""
OPENED = 'opened: {of: player, per: round, start: "false"}'
EIGHT = "A 2 3 4 5 6 7 8"


def contract(opening: str, held: int, *, must: str = "", events: str = "", more: str = "") -> Rules:
    """Seat 2 holds so many cards (the first ones) after its draw, seat 1 holds one."""
    return small(
        LAY,
        ranks=EIGHT,
        setup=f"deal: {{auto: {{deal: {held - 1} if me == left of dealer else 1}}}}",
        variables=f"{OPENED}\n{more}",
        openings=f"contract: {{{opening}}}",
        must=must,
        events=events,
    )


def hand(rules: Rules, cards: str, other: str = "8H") -> State:
    """Seat 2 to move with these cards; the last one is its draw."""
    *first, last = cards.split()
    return begin(rules, " ".join([*first, other, last]))


def opened(rules: Rules, cards: str, *melds: str) -> list[str]:
    """What may be laid after ``open`` and these melds, without the word ``open``."""
    state = play(hand(rules, cards), "open", *(f"open {meld}" for meld in melds))
    return [text.removeprefix("open ") for text in texts(state)]


def test_an_opening_is_laid_meld_by_meld_and_then_its_effects_come() -> None:
    rules = contract("needs: {pair: [2, 2]}", 5)
    state = hand(rules, "2S 2H 3S 3H 5S")
    assert texts(state) == ["open", "done"]
    state = play(state, "open")
    assert game.mover(state) == 1
    assert texts(state) == ["open pair 2S 2H", "open pair 3S 3H"]
    # the move has number 0; a meld has its kind and codes behind it
    assert [len(action) for action in game.legal(state)] == [4, 4]
    state = play(state, "open pair 3S 3H")
    assert (state.earned, state.variables["opened", 1]) == ((0, 10), 0)
    assert texts(state) == ["open pair 2S 2H"]
    state = play(state, "open pair 2S 2H")
    assert (state.earned, state.variables["opened", 1]) == ((0, 20), 1)
    assert [owner for _, _, owner in state.melds] == [1, 1]
    # nothing more can be opened, so the step is over
    assert texts(state) == ["discard 5S"]


def test_an_opening_that_the_hand_cannot_fill_is_not_offered() -> None:
    state = hand(contract("needs: {pair: [2, 2]}", 5), "2S 2H 3S 4H 5S")
    assert texts(state)[0] == "discard 2S"


def test_only_melds_that_leave_the_rest_are_offered() -> None:
    rules = contract("needs: {pair: 2, run: 3}", 6)
    # with 5S in the pair no run is left, and the run of four leaves no pair
    assert opened(rules, "3S 3H 4S 5S 5H 6S") == ["pair 3S 3H", "run 4S 5S 6S"]
    assert opened(rules, "3S 3H 4S 5S 5H 6S", "run 4S 5S 6S") == ["pair 3S 3H"]


def test_a_meld_may_be_larger_than_the_need() -> None:
    rules = contract("needs: {run: 3}", 5)
    assert opened(rules, "3S 4S 5S 6S AH") == ["run 3S 4S 5S", "run 3S 4S 5S 6S", "run 4S 5S 6S"]
    rules = contract("needs: {run: 4}", 5)
    assert opened(rules, "3S 4S 5S 6S AH") == ["run 3S 4S 5S 6S"]


@pytest.mark.parametrize(
    ("which", "needed"), [("round", 1), ("2", 2), ("7", 2), ("0", 1), ("round - 5", 1)]
)
def test_which_entry_is_needed_is_worked_out(which: str, needed: int) -> None:
    rules = contract(f"needs: [{{pair: [2, 2]}}, {{run: 3}}], which: {which}", 6)
    melds = opened(rules, "2S 2H 3S 3H 4S 6H")
    assert melds == (["pair 2S 2H", "pair 3S 3H"] if needed == 1 else ["run 2S 3S 4S"])


def test_what_is_needed_does_not_change_while_it_is_laid() -> None:
    rules = contract("needs: [{pair: [2, 2]}, {run: 3}], which: 1 + count(melds)", 7)
    assert opened(rules, "2S 2H 4S 4H 5S 6S 7S", "pair 2S 2H") == ["pair 4S 4H"]


def test_any_kind_may_fill_a_need_of_any() -> None:
    rules = contract("needs: {any: [2, 3]}", 6)
    # one of the two has three cards: the run that leaves 2S for the pair
    assert opened(rules, "2S 2H 3S 4S 5S 7H") == ["pair 2S 2H", "run 3S 4S 5S"]


def test_which_need_a_meld_fills_is_not_settled_when_it_is_laid() -> None:
    rules = contract("needs: {any: [3, 5]}", 9)
    cards = "2S 3S 4S 5S 6S 2H 3H 4H 8S"
    # five spades for `any`, so that the hearts may be the run
    melds = ["run 2S 3S 4S 5S 6S", "run 2H 3H 4H"]
    assert opened(rules, cards) == melds
    for first, second in (melds, melds[::-1]):
        assert opened(rules, cards, first) == [second]


# --- further melds -----------------------------------------------------------


def test_with_more_further_melds_follow_until_done() -> None:
    rules = contract("needs: {pair: 2}, more: true", 6)
    cards = "2S 2H 3S 4S 5S 8S"
    # the pair alone is needed; then the run may follow, or not
    assert opened(rules, cards) == ["pair 2S 2H"]
    assert opened(rules, cards, "pair 2S 2H") == ["run 3S 4S 5S", "done"]
    state = play(hand(rules, cards), "open", "open pair 2S 2H", "done")
    assert (state.variables["opened", 1], len(texts(state))) == (1, 4)
    # after the run nothing is left to lay, so nobody has to say done
    state = play(hand(rules, cards), "open", "open pair 2S 2H", "open run 3S 4S 5S")
    assert (state.variables["opened", 1], texts(state)) == (1, ["discard 8S"])
    assert state.earned == (0, 40)


def test_events_wait_for_the_end_of_an_opening() -> None:
    rules = contract(
        "needs: {pair: [2, 2]}",
        5,
        more="ticks: {of: table, per: round, start: 0}",
        events='tick: {when: "true", do: {set: {ticks: ticks + 1}}}',
    )
    state = hand(rules, "2S 2H 3S 3H 5S")
    seen = [state.variables["ticks", -1]]
    for action in ("open", "open pair 2S 2H", "open pair 3S 3H"):
        state = play(state, action)
        seen.append(state.variables["ticks", -1])
    # one after the draw, one after the whole opening
    assert seen == [1, 1, 1, 2]


# --- conditions over all melds -------------------------------------------------


def test_runs_that_touch_may_be_forbidden() -> None:
    apart = contract("needs: {run: [3, 3]}, where: not touching(laid)", 7)
    assert texts(hand(apart, "2S 3S 4S 5S 6S 7S AH"))[0] == "discard 2S"
    # with a card between them they do not touch
    assert opened(apart, "AS 2S 3S 5S 6S 7S AH") == ["run AS 2S 3S", "run 5S 6S 7S"]
    # nor do runs of two suits
    assert opened(apart, "2S 3S 4S 5H 6H 7H AH") == ["run 2S 3S 4S", "run 5H 6H 7H"]
    # without the condition they may be laid
    free = contract("needs: {run: [3, 3]}", 7)
    assert opened(free, "2S 3S 4S 5S 6S 7S AH") == ["run 2S 3S 4S", "run 5S 6S 7S"]


def test_the_condition_decides_what_may_follow_the_first_meld() -> None:
    rules = contract("needs: {run: [3, 3]}, where: not touching(laid)", 9)
    cards = "2S 3S 4S 5S 6S 7S 5H 6H 7H"
    # beside the hearts any run of spades will do: 4 of three cards, 3, 2 and 1 larger ones
    assert len(opened(rules, cards)) == 10 + 1
    assert opened(rules, cards, "run 2S 3S 4S") == ["run 5H 6H 7H"]


def test_with_more_the_needs_alone_must_pass_and_each_further_meld_with_them() -> None:
    rules = contract("needs: {run: 3}, more: true, where: not touching(laid)", 7)
    cards = "2S 3S 4S 5S 6S 7S AH"
    state = play(hand(rules, cards), "open", "open run 2S 3S 4S")
    # 5S 6S 7S would touch, so the opening is over
    assert state.variables["opened", 1] == 1
    # every single run passes, but two melds are never there to pass: nothing is offered
    two = contract("needs: {run: 3}, more: true, where: count(laid) == 2", 7)
    assert texts(hand(two, cards))[0] == "discard 2S"


def test_a_condition_may_look_at_the_ranks_and_suits_of_melds() -> None:
    ranks = contract("needs: {pair: [2, 2]}, where: all(rank != 2 for laid)", 7)
    assert opened(ranks, "2S 2H 3S 3H 4S 4H 6S") == ["pair 3S 3H", "pair 4S 4H"]
    suits = contract("needs: {any: [2, 2]}, where: any(suit == H for laid)", 8)
    # the run of hearts has a suit, a pair has none; the pair of threes would break the run
    assert opened(suits, "2S 2H 3H 4H 6S 6H 5S 8S") == ["pair 6S 6H", "run 2H 3H 4H"]


def test_a_condition_sees_the_hand_without_the_melds() -> None:
    rules = contract("needs: {run: 3}, where: count(hand) <= 1", 5)
    assert opened(rules, "2S 3S 4S 5S 6S") == [
        "run 2S 3S 4S 5S",
        "run 2S 3S 4S 5S 6S",
        "run 3S 4S 5S 6S",
    ]


# --- looking ahead, and openings of others --------------------------------------


@pytest.mark.parametrize(
    ("limit", "melds"),
    [(4, ["pair 2S 2H", "pair 3S 3H"]), (3, ["pair 3S 3H"])],
)
def test_an_opening_must_leave_a_turn_that_can_be_finished(limit: int, melds: list[str]) -> None:
    rules = contract("needs: {pair: 2}", 5, must=f"low: not opened or points(hand) <= {limit}")
    # 3S 3H AS less a three: 4 points; 2S 2H AS less a two: 3 points
    assert opened(rules, "2S 2H 3S 3H AS") == melds
    none = contract("needs: {pair: 2}", 5, must="low: not opened or points(hand) <= 2")
    assert texts(hand(none, "2S 2H 3S 3H AS"))[0] == "discard AS"


def test_a_player_who_is_asked_may_open() -> None:
    steps = """
    offer: {ask: others, choose: {down: {open: contract, do: {set: {opened: "true"}}}, no: {say: true}}}
    discard: {move: hand, to: pile}
    """
    rules = small(steps, players=3, variables=OPENED, openings="contract: {needs: {pair: 2}}")
    # seat 2: 2S 3S, seat 3: 4S 4H, seat 1: 5S 6S: only seat 3 can open, so only it is asked
    state = begin(rules, "2S 4S 5S 3S 4H 6S")
    assert (game.mover(state), texts(state)) == (2, ["down", "no"])
    state = play(state, "down")
    assert (game.mover(state), texts(state)) == (2, ["down pair 4S 4H"])
    state = play(state, "down pair 4S 4H")
    assert (state.earned, state.variables["opened", 2]) == ((0, 0, 10), 1)
    assert (game.mover(state), texts(state)) == (1, ["discard 2S", "discard 3S"])
    assert zone(state, "hand", 2) == ""


def test_an_opening_counts_as_one_move_of_a_step() -> None:
    steps = """
    lay: {repeat: {open: {open: contract}, meld: {lay: all}}, at_most: 2}
    discard: {when: count(hand) > 0, move: hand, to: pile}
    """
    rules = small(
        steps,
        ranks=EIGHT,
        setup="deal: {auto: {deal: 7 if me == left of dealer else 1}}",
        openings="contract: {needs: {pair: [2, 2]}}",
    )
    state = begin(rules, "2S 2H 3S 3H 4S 4H 6S 8S")
    state = play(state, "open", "open pair 2S 2H", "open pair 3S 3H")
    assert texts(state) == ["meld pair 4S 4H", "done"]
    assert texts(play(state, "meld pair 4S 4H")) == ["discard 6S"]
