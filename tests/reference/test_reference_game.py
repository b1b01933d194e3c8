"""The naive engine through turns, rounds and matches of small games."""

from __future__ import annotations

import random

import pytest
from reference_helpers import begin, faces, iceberg, play, small, stock, texts, zone
from rummy.chance import shuffle, stream
from rummy.reference import game

DRAW_AND_DISCARD = """
draw: {auto: {move: stock, to: hand}}
play: {repeat: {meld: {lay: all}, add: {lay_off: true}}}
discard: {when: count(hand) > 0, move: hand, to: pile}
"""
OUT = "out: {when: count(hand) == 0, do: {end: round}}"


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    state = begin(small(DRAW_AND_DISCARD), "AS 3S 2S 4S 6H")
    # seat 2 is left of the dealer: first, third card; then its own draw
    assert zone(state, "hand", 1) == "AS 2S 6H"
    assert zone(state, "hand", 0) == "3S 4S"
    assert game.mover(state) == 1


def test_a_counter_clockwise_game_deals_and_turns_the_other_way() -> None:
    rules = small(DRAW_AND_DISCARD, order="counter_clockwise", players=3)
    state = begin(rules, "AS 3S 5S 2S 4S 6S 6H")
    assert zone(state, "hand", 2) == "AS 2S"
    assert zone(state, "hand", 1) == "3S 4S 6H"  # the starter is left of the dealer
    assert game.mover(state) == 1
    assert game.mover(play(state, "discard 6H")) == 0


def test_legal_actions_stand_in_the_order_of_their_numbers() -> None:
    state = begin(small(DRAW_AND_DISCARD), "3S 2S 3H 2H 4S 5S")
    # seat 2 holds 3S 3H and drew 4S
    assert texts(state) == ["meld pair 3S 3H", "done"]
    # no meld in hand and nothing on the table: the step ends by itself
    state = play(state, "done")
    assert texts(state) == ["discard 3S", "discard 4S", "discard 3H"]
    state = play(state, "discard 4S")
    assert zone(state, "pile") == "4S"
    assert game.mover(state) == 0


def test_points_go_to_the_player_who_lays_and_the_meld_stays_its_owners() -> None:
    rules = small(DRAW_AND_DISCARD, setup="deal: {auto: {deal: 3}}")
    state = begin(rules, "2S 6S 3S 6H 4S 5S AH AS")
    state = play(state, "meld run 2S 3S 4S")
    assert state.earned == (0, 30)
    state = play(state, "discard AH")
    assert texts(state) == ["meld pair 6S 6H", "add AS to m1", "add 5S to m1", "done"]
    state = play(state, "add 5S to m1", "add 6S to m1")
    assert state.earned == (4 + 5, 30)
    assert state.melds == ((1, faces(rules, "2S 3S 4S 5S 6S"), 1),)


def test_a_card_that_makes_several_kinds_names_the_kind() -> None:
    rules = small(
        DRAW_AND_DISCARD,
        setup="deal: {auto: {deal: 3}}",
        melds="low: {size: 3, valid: same(suit) and sequence(rank), grows_into: [four, long]}\n"
        "four: {size: 4, valid: same(suit) and sequence(rank)}\n"
        "long: {size: 4.., valid: same(suit) and sequence(rank)}\n",
    )
    state = play(begin(rules, "2S 6S 3S 6H 4S 5S AH"), "meld low 2S 3S 4S", "discard AH")
    assert texts(state)[:2] == ["add 5S to m1 as four", "add 5S to m1 as long"]


# --- no dead ends ------------------------------------------------------------


def test_a_meld_that_would_leave_no_card_to_throw_is_not_offered() -> None:
    steps = """
    draw: {auto: {move: stock, to: hand}}
    play: {repeat: {meld: {lay: all}}}
    discard: {when: count(hand) > 0, move: hand, cards: rank != A, to: pile}
    """
    # 2S 2H AS: after the pair only the ace is left, which may not be thrown
    state = begin(small(steps), "2S 3S 2H 4S AS")
    assert texts(state) == ["discard 2S", "discard 2H"]
    # with 5S in place of the ace the pair can be laid
    assert texts(begin(small(steps), "2S 3S 2H 4S 5S")) == ["meld pair 2S 2H", "done"]


TAKE = """
draw: {choose: {stock: {move: stock, to: hand}, take: {move: pile, to: hand, do: {set: {took: true}}}}}
play: {repeat: {meld: {lay: all}}}
discard: {when: count(hand) > 0, move: hand, cards: not took or card not in taken, to: pile}
"""
TOOK = 'took: {of: table, per: turn, start: "false"}'
TAKEN_IS_USED = "used: not took or all(c not in hand for c in taken)"
UPCARD = "deal: {auto: [{deal: 3}, {move: stock, to: pile}]}"


def test_the_upcard_may_be_taken_only_if_it_can_be_used_at_once() -> None:
    rules = small(TAKE, setup=UPCARD, variables=TOOK, must=TAKEN_IS_USED)
    # seat 2 has 2S 3S 6H; the upcard is 4S: a run, and then 6H is thrown
    state = begin(rules, "2S AS 3S AH 6H 2H 4S 5S")
    assert texts(state) == ["stock", "take"]
    state = play(state, "take")
    # throwing the four, or ending without the run, would leave the duty open
    assert texts(state) == ["meld run 2S 3S 4S"]
    assert texts(play(state, "meld run 2S 3S 4S")) == ["discard 6H"]
    # the upcard 5H fits nothing
    assert texts(begin(rules, "2S AS 3S AH 6H 2H 5H 5S")) == ["stock"]


def test_a_duty_may_be_kept_by_throwing_the_card_back_where_that_is_allowed() -> None:
    free = TAKE.replace("cards: not took or card not in taken, ", "")
    rules = small(free, setup=UPCARD, variables=TOOK, must=TAKEN_IS_USED)
    state = begin(rules, "2S AS 3S AH 6H 2H 5H 5S")
    assert texts(state) == ["stock", "take"]
    assert texts(play(state, "take")) == ["discard 5H"]


@pytest.mark.parametrize(
    ("most", "offered"),
    [(7, ["draw", "wait"]), (6, ["wait"]), (2, ["wait"])],
)
def test_a_hidden_card_is_drawn_only_if_any_face_would_do(most: int, offered: list[str]) -> None:
    # the hand is AS (1 point), the top of the stock AH: 2 points after the draw. But it
    # might be a six: 7 points. What the card really is must not be seen.
    steps = "draw: {choose: {draw: {move: stock, to: hand}, wait: {say: true}}}"
    rules = small(steps, setup="deal: {auto: {deal: 1}}", must=f"low: points(hand) <= {most}")
    assert texts(begin(rules, "AS 2S AH")) == offered


def test_cards_that_the_player_sees_are_no_longer_feared() -> None:
    # both sixes are in sight (one in hand, one as upcard): the worst card is a five
    steps = "draw: {choose: {draw: {move: stock, to: hand}, wait: {say: true}}}"
    rules = small(
        steps,
        setup="deal: {auto: [{deal: 1}, {move: stock, to: pile}]}",
        must="low: points(hand) <= 11",
    )
    assert texts(begin(rules, "6S AS 6H 2S")) == ["draw", "wait"]
    assert texts(begin(rules, "6S 6H AS 2S")) == ["wait"]  # the other six is hidden


def test_duties_that_cannot_be_kept_bind_no_longer() -> None:
    steps = """
    play: {repeat: {meld: {lay: all}}}
    discard: {when: count(hand) > 0, move: hand, to: pile}
    """
    rules = small(steps, setup="deal: {auto: {deal: 2}}", must="low: points(hand) <= 1")
    # 5S 6S: whatever is thrown, more than one point is left
    assert texts(begin(rules, "5S 2S 6S 3S")) == ["discard 5S", "discard 6S"]
    # AS 6S: one way keeps the duty, so only that one is offered
    assert texts(begin(rules, "AS 2S 6S 3S")) == ["discard 6S"]


def test_a_duty_of_a_step_holds_at_its_end() -> None:
    steps = """
    play: {repeat: {meld: {lay: all}}, must: {down: "count(hand) <= 2"}}
    discard: {when: count(hand) > 0, move: hand, to: pile}
    """
    rules = small(steps, setup="deal: {auto: {deal: 4}}")
    # the pair must be laid (done is not offered); after it, two cards are left
    state = begin(rules, "2S AS 2H AH 4S 3S 6S 5S")
    assert texts(state) == ["meld pair 2S 2H"]
    assert texts(play(state, "meld pair 2S 2H")) == ["discard 4S", "discard 6S"]


def test_an_optional_step_is_passed_over_where_its_moves_would_break_a_duty() -> None:
    steps = """
    extra: {optional: true, choose: {give: {move: hand, cards: rank == A, to: pile}}}
    """
    rules = small(
        steps,
        must="keep: count(hand) == 2",
        events="stop: {at: turn_end, when: turns == 3, do: {end: round}}",
    )
    state = begin(rules, "AS 2S 3S 4S")
    # giving the ace would leave one card, so nobody is ever asked and the round runs out
    assert state.over
    assert texts(begin(small(steps), "AS 2S 3S 4S")) == ["give AS"]


# --- steps -------------------------------------------------------------------


def test_a_repeat_counts_its_moves() -> None:
    steps = """
    play:
      repeat: {throw: {move: hand, to: pile}}
      at_least: 1
      at_most: 2
    """
    state = begin(small(steps, setup="deal: {auto: {deal: 3}}"), "AS 2S 3S 4S 5S 6S")
    assert "done" not in texts(state)
    state = play(state, "throw AS")
    assert texts(state) == ["throw 3S", "throw 5S", "done"]
    # the second is the last: the next player is asked, no done in between
    assert game.mover(play(state, "throw 3S")) == 0
    assert game.mover(play(state, "done")) == 0


def test_several_cards_are_named_together_twins_once() -> None:
    steps = "swap: {move: hand, count: 2, to: pile}"
    state = begin(small(steps, setup="deal: {auto: {deal: 3}}"), "AS 2S 3S 4S 5S 6S")
    assert texts(state) == ["swap AS 3S", "swap AS 5S", "swap 3S 5S"]
    assert zone(play(state, "swap AS 5S"), "pile") == "AS 5S"


def test_a_move_from_a_pile_needs_all_its_cards() -> None:
    steps = "take: {choose: {two: {move: pile, count: 2, to: hand}, wait: {say: true}}}"
    one = small(steps, setup="deal: {auto: [{deal: 1}, {move: stock, to: pile}]}")
    assert texts(begin(one, "AS 2S 3S")) == ["wait"]
    two = small(steps, setup="deal: {auto: [{deal: 1}, {move: stock, to: pile, count: 2}]}")
    state = begin(two, "AS 2S 3S 4S")
    assert texts(state) == ["two", "wait"]
    assert zone(play(state, "two"), "hand", 1) == "AS 3S 4S"


def test_a_whole_pile_is_taken_with_count_all() -> None:
    steps = "take: {choose: {whole: {move: pile, count: all, to: hand}, wait: {say: true}}}"
    rules = small(steps, setup="deal: {auto: [{deal: 1}, {move: stock, to: pile, count: 3}]}")
    state = begin(rules, "AS 2S 3S 4S 5S")
    state = play(state, "whole")
    assert zone(state, "hand", 1) == "AS 3S 4S 5S"
    assert zone(state, "pile") == ""


def test_steps_after_a_move_belong_to_it() -> None:
    steps = """
    draw:
      choose:
        exchange:
          move: pile
          to: hand
          then: {back: {move: hand, to: pile}}
        wait: {say: true}
    discard: {move: hand, to: pile}
    """
    rules = small(steps, setup="deal: {auto: [{deal: 1}, {move: stock, to: pile}]}")
    state = begin(rules, "AS 2S 3S")
    state = play(state, "exchange")
    assert texts(state) == ["back AS", "back 3S"]
    state = play(state, "back AS")
    assert texts(state) == ["discard 3S"]
    assert texts(play(begin(rules, "AS 2S 3S"), "wait")) == ["discard AS"]


def test_another_player_may_be_asked_in_a_turn() -> None:
    steps = """
    offer: {by: left, choose: {buy: {move: stock, to: hand, do: {set: {bought: bought + 1}}}, decline: {say: true}}}
    discard: {move: hand, to: pile}
    """
    rules = small(steps, variables="bought: {of: player, per: round, start: 0}")
    state = begin(rules, "AS 2S 3S 4S 5S")
    assert game.mover(state) == 0  # seat 2 is in turn, seat 1 sits at its left
    state = play(state, "buy")
    assert zone(state, "hand", 0) == "2S 4S 5S"
    assert (state.variables["bought", 0], state.variables["bought", 1]) == (1, 0)
    assert state.taken == ()  # only what the player in turn takes is `taken`
    assert game.mover(state) == 1


def test_a_choice_that_nobody_can_make_ends_the_turn() -> None:
    steps = """
    throw: {move: hand, cards: rank == A, to: pile}
    again: {move: hand, to: pile}
    """
    state = begin(small(steps), "2S AS 3S 4S")
    # seat 2 has no ace: its turn ends there, and seat 1 has the next
    assert game.mover(state) == 0
    assert texts(state) == ["throw AS"]


def test_a_turn_that_could_not_be_finished_does_not_spoil_the_next() -> None:
    steps = """
    throw: {move: hand, cards: rank == A, to: pile}
    keep: {repeat: {more: {move: hand, to: pile}}}
    """
    rules = small(steps, must="one: count(hand) == 1", setup="deal: {auto: {deal: 3}}")
    # seat 2 cannot throw an ace, its turn is over; seat 1 must throw one card more
    state = begin(rules, "2S AS 3S 4S 5S 6S")
    assert (game.mover(state), texts(state)) == (0, ["throw AS"])
    state = play(state, "throw AS")
    assert texts(state) == ["more 4S", "more 6S"]


# --- events and ends ---------------------------------------------------------


def test_a_player_who_throws_the_last_card_is_out_though_the_turn_ends_too() -> None:
    steps = "discard: {move: hand, to: pile, do: {end: turn}}"
    rules = small(steps, setup="deal: {auto: {deal: 1}}", events=OUT, score="count(hand)")
    state = play(begin(rules, "AS 2S"), "discard AS")
    assert state.over
    assert state.total == (1, 0)


def test_no_step_follows_once_the_round_has_ended() -> None:
    rules = small(DRAW_AND_DISCARD, setup="deal: {auto: {deal: 1}}", events=OUT)
    state = begin(rules, "2S 3S 2H")
    state = play(state, "meld pair 2S 2H")
    assert state.over
    assert state.winners == (1,)
    assert state.turns == (0, 0)  # a round ended in the turn: it was not finished


def test_events_of_a_moment_run_in_file_order() -> None:
    events = """
    first: {when: mark == 0, do: {set: {mark: 1}}}
    second: {when: mark == 1, do: {set: {mark: mark + 10}}}
    """
    steps = "say: {say: true}"
    rules = small(steps, variables="mark: {of: table, per: round, start: 0}", events=events)
    state = begin(rules, "AS 2S 3S 4S")
    assert state.variables["mark", -1] == 0  # not during setup
    assert play(state, texts(state)[0]).variables["mark", -1] == 11


def test_the_round_ends_when_everyone_has_had_all_turns() -> None:
    rules = small("say: {say: true}", turns=2, score="turns")
    state = begin(rules, "AS 2S 3S 4S")
    said = texts(state)[0]
    for _ in range(3):
        state = play(state, said)
        assert not state.over
    state = play(state, said)
    assert state.over
    assert state.total == (2, 2)
    assert state.winners == (0, 1)


def test_another_round_follows_a_tie_until_the_limit() -> None:
    rules = small(
        "say: {say: true}", turns=1, rounds=3, over="true", ties="another_round", score="1"
    )
    state = begin(rules, "AS 2S 3S 4S")
    said = texts(state)[0]
    state = play(state, said, said)
    assert (state.round, state.dealer, state.total) == (2, 1, (1, 1))
    assert game.mover(state) == 0  # now seat 1 is left of the dealer
    state = play(state, said, said, said, said)
    assert state.over
    assert state.winners == (0, 1)


def test_numbers_are_cut_to_what_the_game_stores() -> None:
    rules = small("say: {say: true}", turns=1, rounds=2, score="1000000 * 1000 + 5")
    state = begin(rules, "AS 2S 3S 4S")
    said = texts(state)[0]
    state = play(state, said, said)
    assert state.counted == (10**9, 10**9)
    assert play(state, said, said).total == (10**9, 10**9)


def test_an_iceberg_round_ends_with_the_last_ace() -> None:
    rules = iceberg(2)
    # seat 2 gets AS AH AD and draws AC: all aces are up before anything is chosen
    cards = "AS 2S AH 3S AD 4S 5H 6S 7H 8S 9H 10S JH QS AC"
    state = game.start(rules, 0, deal=stock(rules, cards), first_dealer=0)
    assert (state.round, state.played) == (2, 1)
    # seat 2 holds 5H 7H 9H JH: minus 40, times five; seat 1 holds 2S 3S 4S 6S 8S 10S QS:
    # all evens would have earned 700, the three costs 10
    assert state.total == (-710, -200)


# --- chance ------------------------------------------------------------------


def test_each_round_is_shuffled_by_a_stream_of_its_own() -> None:
    rules = small("say: {say: true}", turns=1, rounds=2, setup="deal: {auto: {deal: 0}}")
    state = game.start(rules, 77)
    for number in (1, 2):
        pack = sorted(rules.deck.all_cards())
        source = random.Random(stream_number(f"rummy/1:77:deal:{number}"))
        for i in range(len(pack) - 1, 0, -1):
            j = int(source.random() * (i + 1))
            pack[i], pack[j] = pack[j], pack[i]
        assert state.zones["stock", -1] == tuple(pack)
        said = texts(state)[0]
        state = play(state, said, said)


def stream_number(text: str) -> int:
    """The number of a stream, worked out as the page on chance says."""
    import hashlib

    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")


@pytest.mark.parametrize("seed", range(12))
def test_the_best_card_deals_first_and_equals_draw_again(seed: int) -> None:
    rules = small("say: {say: true}", first="{draw: highest, line: run}", players=4)
    pack = sorted(rules.deck.all_cards())
    shuffle(pack, stream(seed, "seats:0"))
    players = [0, 1, 2, 3]
    while len(players) > 1:
        drawn = [pack.pop() % 6 for _ in players]  # six ranks: the face's rank number
        players = [p for p, rank in zip(players, drawn, strict=True) if rank == max(drawn)]
    assert game.start(rules, seed).dealer == players[0]


def test_a_pile_that_is_turned_over_keeps_its_order_and_a_shuffle_does_not() -> None:
    renew = "renew: {when: count(stock) == 0, auto: [{turn_over: pile, onto: stock, keep: 1}]}"
    steps = "throw: {move: hand, to: pile}\n"
    setup = "deal: {auto: [{deal: 1}, {move: stock, to: pile, count: all}]}"
    turned = small(renew + "\n" + steps, setup=setup)
    state = begin(turned, "AS 2S 3S 4S 5S 6S")
    # the lowest card of the pile was 3S (first to go there): it is the new top
    assert zone(state, "stock").split()[-1] == "3S"
    assert zone(state, "pile") == turned.deck.texts(stock(turned, "AS 2S 3S 4S 5S 6S")[:1])
    both = (
        "renew: {when: count(stock) == 0, auto: [{turn_over: pile, onto: stock}, {shuffle: stock}]}"
    )
    shuffled = small(both + "\n" + steps, setup=setup)
    state = begin(shuffled, "AS 2S 3S 4S 5S 6S")
    cards = sorted(set(shuffled.deck.all_cards()) - set(faces(shuffled, "AS 2S")))
    shuffle(cards, stream(0, "shuffle:1:0"))
    assert state.zones["stock", -1] == tuple(cards)


# --- by value ----------------------------------------------------------------


def test_an_action_leaves_the_state_before_it_as_it_was() -> None:
    state = begin(small(DRAW_AND_DISCARD), "3S 2S 3H 2H 4S 5S")
    before = state.copy()
    for action in game.legal(state):
        game.apply(state, action)
        assert state == before


def test_an_action_that_is_not_legal_is_refused() -> None:
    state = begin(small(DRAW_AND_DISCARD), "3S 2S 3H 2H 4S 5S")
    with pytest.raises(ValueError, match="not legal"):
        game.apply(state, (99,))


def test_a_run_is_written_from_low_to_high_with_its_joker_in_place() -> None:
    rules = small(
        DRAW_AND_DISCARD,
        ranks="A 2 3 4 5 6",
        deck="jokers: 1\nlines: {run: A 2 3 4 5 6 A}\n"
        'wilds: {joker: {cards: joker, stands_for: "true"}}\n',
        melds="run: {size: 3, valid: same(suit) and sequence(rank)}\n",
    )
    state = begin(rules, "AS 2S 6S 3H JOK")
    assert texts(state) == ["meld run JOK(5S) 6S AS", "done"]
