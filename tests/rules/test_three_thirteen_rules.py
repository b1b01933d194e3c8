"""Three Thirteen, statement by statement (docs/games/three_thirteen.md)."""

from __future__ import annotations

import pytest
from rummy.cards import Deck
from rummy.chance import pick, stream
from split_table import Options, Table, engine, match

NAME = "three_thirteen"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def table(players: int = 2, options: Options | None = None, **given: object) -> Table:
    return Table(NAME, players, options, **given)  # type: ignore[arg-type]


def text_of(deck: Deck, faces: tuple[int, ...]) -> str:
    return deck.texts(faces)


# --- table and cards -----------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 9))
def test_tt_01_to_03_packs_by_players(players: int) -> None:
    """TT-01, TT-02, TT-03: one pack for two, two for three or four, one more for each two."""
    packs = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4}[players]
    made = engine(NAME, players)
    assert made.deck.size == 52 * packs and made.deck.copies[-1] == 0
    # in the last round 13 cards each and the one turned up leave at least a card each
    assert 52 * packs - 13 * players - 1 >= players


def test_tt_04_the_ace_is_low_only() -> None:
    assert table().is_meld("run", "AS 2S 4S 5S 6S 3S")
    assert not table().is_meld("run", "QS KS AS")


def test_tt_10_and_60_eleven_rounds_and_the_lowest_total_wins() -> None:
    """TT-10, TT-60."""
    for seed in (3, 4):
        game = match(NAME, 3, {"turns_per_round": 3}, seed)
        while not game.over:
            game.apply(game.legal()[0])
        assert len(game.rounds) == 11
        least = min(game.totals)
        assert game.winners == tuple(s for s, t in enumerate(game.totals) if t == least)
        assert game.totals == tuple(
            sum(result.points[seat] for result in game.rounds) for seat in range(3)
        )


def test_tt_11_12_and_13_cards_wild_rank_and_dealer_of_each_round() -> None:
    """TT-11, TT-12, TT-13."""
    game = match(NAME, 4, {"turns_per_round": 1}, 7)
    dealers = []
    for number in range(1, 12):
        assert game.state.round == number
        dealers.append(game.state.dealer)
        engine_ = game.engine.of(game.state)
        wild = [f for f in range(52) if engine_.deck.held_wild[f]]
        assert {RANKS[engine_.deck.rank_of[f]] for f in wild} == {RANKS[number + 1]}
        assert len(wild) == 4
        view = game.view(-1)
        assert [view.zone("hand", seat).count for seat in range(4)] == [number + 2] * 4
        assert view.zone("pile").count == 1
        assert view.zone("stock").count == 104 - 4 * (number + 2) - 1
        while not game.over and game.state.round == number:
            game.apply(game.legal()[0])
    assert game.over
    assert dealers == [(dealers[0] + n) % 4 for n in range(11)]
    assert {match(NAME, 4, seed=seed).state.dealer for seed in range(30)} == {0, 1, 2, 3}


def test_tt_14_a_turn_is_a_card_from_stock_or_pile_and_a_discard() -> None:
    game = match(NAME, 3, dealer=2, stock="2S 7H 4S 9H 3H QD JD 5D 6C 9C 8C")
    assert game.seat == 2  # to the left of seat 2
    assert game.legal_texts() == ["draw", "take"]
    game.apply("take")
    assert "discard 9C" in game.legal_texts()  # the card that was taken, too
    game.apply("discard 9C")
    assert game.seat == 0
    game.apply("draw")
    assert game.engine.deck.parse("8C") in game.view(0).hand


def test_tt_15_a_used_up_stock_is_made_of_the_pile_but_for_its_top_card() -> None:
    everything = " ".join(f"{r}{s}" for s in "SHDC" for r in RANKS if r + s not in ("KC", "QC"))
    cards = everything.split()
    given = {"hand": {1: " ".join(cards[:3]), 2: " ".join(cards[3:6])}}
    pile = " ".join(["KC", "QC", *cards[6:]])
    fresh = table(**given, zones={"pile": pile}, step="stock_used_up")  # type: ignore[arg-type]
    assert (fresh.count("stock"), fresh.count("pile")) == (45, 1)
    assert fresh.view(1).zone("pile").cards == (fresh.engine.deck.parse("KC"),)
    limited = table(
        options={"recycles": 0},
        **given,  # type: ignore[arg-type]
        zones={"pile": pile},
        step="stock_used_up",
    )
    assert limited.over and limited.ended_by == "stock_used_up"


def test_tt_16_a_round_has_a_hundred_turns_each() -> None:
    assert engine(NAME).rules.turns == 100
    stock = "2S 7H 9H 4S JD QD 9C 8C AS 5D"
    game = match(NAME, 2, {"turns_per_round": 2}, stock=stock, dealer=1)
    for _ in range(8):
        game.apply(game.legal()[0])
    assert game.state.round == 2 and game.rounds[0].ended_by == "limit of turns"


# --- melds ---------------------------------------------------------------------------


def test_tt_20_to_22_sets_and_runs_of_natural_cards() -> None:
    """TT-20, TT-21, TT-22."""
    here = table(4)
    for cards in ("9H 9D 9C", "9H 9H 9D", "9S 9H 9D 9C 9C 9H"):
        assert here.is_meld("set", cards)
    for cards in ("9H 9D", "9H 9D 8C"):
        assert not here.is_meld("set", cards)
    for cards in ("8H 9H 10H", "AC 2C 4C 5C 3C", "10D JD QD KD"):
        assert here.is_meld("run", cards)
    for cards in ("8H 9H", "8H 9H 10D", "8H 9H JH", "8H 8H 9H 10H"):
        assert not here.is_meld("run", cards)


def test_tt_23_91_and_24_wild_cards_stand_for_any_card_or_themselves() -> None:
    """TT-23, TT-24, TT-91: threes are wild in round 1."""
    here = table()
    assert here.wild == "3S 3H 3D 3C"
    for kind, cards in (("set", "7H 3S 3C"), ("run", "5S 3H 7S"), ("run", "2C 3C 4C")):
        assert here.is_meld(kind, cards)
    assert here.is_meld("set", "3S 3H 3D") and here.is_meld("run", "3S 3H 3D")
    strict = table(options={"all_wild": False})
    assert strict.is_meld("set", "3S 3H 3D")  # as threes they are in their own places
    assert here.is_meld("set", "3S(9) 3H(9) 3D(9)")
    assert not strict.is_meld("set", "3S(9) 3H(9) 3D(9)")
    assert not strict.is_meld("run", "3S(7H) 3H(8H) 3D(9H)")


def test_tt_25_a_limit_of_wild_cards_does_not_count_those_in_their_own_places() -> None:
    here = table(options={"wild_limit": 1})
    assert here.is_meld("run", "2C 3C 4C 3H") and here.is_meld("set", "7H 7D 3C")
    assert not here.is_meld("run", "7C 3S 3H 10C") and not here.is_meld("set", "7H 3D 3C")


def test_tt_26_nothing_is_laid() -> None:
    moves = engine(NAME).program.moves
    assert not [move for move in moves if move.kinds or move.opening is not None]


# --- jokers --------------------------------------------------------------------------


def test_tt_31_and_32_jokers_as_a_house_rule() -> None:
    """TT-31, TT-32."""
    assert table().wild == "3S 3H 3D 3C"
    here = table(options={"jokers": 3}, hand={1: "JOK 9S KD"})
    assert here.wild == "3S 3H 3D 3C JOK" and here.engine.deck.copies[-1] == 3
    assert here.is_meld("run", "7S JOK 9S") and here.is_meld("set", "JOK JOK 3S")
    assert here.counts(1) == 15 + 9 + 10
    cheap = table(options={"jokers": 3, "joker_points": 0}, hand={1: "JOK 9S KD"})
    assert cheap.counts(1) == 9 + 10


# --- going out -----------------------------------------------------------------------


def test_tt_40_and_41_whoever_has_all_cards_in_melds_may_go_out() -> None:
    """TT-40, TT-41."""
    here = table(hand={1: "9S 9H 9D KC", 2: "5S 6H QD"}, step="discard")
    here.do("1: discard KC")
    assert here.legal == ["out", "play_on"]
    here.do("play_on")
    assert here.seat == 2
    not_yet = table(hand={1: "9S 9H 8D KC", 2: "5S 6H QD"}, step="discard")
    not_yet.do("1: discard KC")
    assert not_yet.seat == 2 and not_yet.legal == ["draw", "take"]


def test_tt_41_by_option_a_player_goes_out_at_once() -> None:
    here = table(
        options={"going_out": "at_once"}, hand={1: "9S 9H 9D KC", 2: "5S 6H QD"}, step="discard"
    )
    here.do("1: discard KC", "2: draw")
    here.do(here.legal[0])
    assert here.over and here.points[0] == 0


def test_tt_42_each_other_player_has_one_more_turn() -> None:
    here = table(
        4, turn=2, dealer=1, step="discard",
        hand={1: "5S 6H QD", 2: "9S 9H 9D KC", 3: "5D 8H QS", 4: "2D 8C JS"},
        zones={"stock": "AS AH AD"},
    )  # fmt: skip
    here.do("2: discard KC", "2: out")
    for seat, card in ((3, "AS"), (4, "AH"), (1, "AD")):
        assert not here.over
        here.do(f"{seat}: draw", f"{seat}: discard {card}")
    assert here.over and here.ended_by == "all_others_had_a_turn"
    assert here.points == (5 + 6 + 10, 0, 5 + 8 + 10, 2 + 8 + 10)


def test_tt_43_whoever_is_through_in_the_last_turn_counts_nothing_and_gives_no_other() -> None:
    here = table(
        3, step="discard",
        hand={1: "9S 9H 9D KC", 2: "5S 6S QD", 3: "4D 8C JS"},
        zones={"stock": "7S AH"},
    )  # fmt: skip
    here.do("1: discard KC", "1: out", "2: draw", "2: discard QD")
    assert here.seat == 3  # nobody is asked again
    here.do("3: draw", "3: discard JS")
    assert here.over and here.points == (0, 0, 4 + 8 + 1)


# --- the count -----------------------------------------------------------------------


def test_tt_50_92_and_93_the_best_split_counts() -> None:
    """TT-50, TT-92 (sixes wild) and TT-93 (sevens wild)."""
    assert table(round=4, hand={1: "8H 9H 10H 10D 10C KS"}).counts(1) == 27
    assert table(3, round=5, hand={1: "7S 7H 7D 7C KH QD 9C"}).counts(1) == 9


def test_tt_51_points_of_cards() -> None:
    deck = engine(NAME).deck
    wanted = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert [deck.points_of[face] for face in range(13)] == wanted
    dear = engine(NAME, 2, {"courts": "eleven_to_thirteen"}).deck
    assert [dear.points_of[face] for face in range(13)] == [*range(1, 14)]


def test_tt_52_a_wild_card_left_counts_what_is_printed_or_nothing() -> None:
    hand = {1: "9S KH 4D"}
    assert table(round=7, hand=hand).counts(1) == 9 + 10 + 4
    free = {"wild_points": "nothing"}
    assert table(options=free, round=7, hand=hand).counts(1) == 10 + 4
    assert table(options=free, round=6, hand=hand).counts(1) == 9 + 10 + 4


def test_tt_60_equal_totals_win_together() -> None:
    made = engine(NAME, 3)
    state = made.blank(0)
    state.round = state.played = 11
    state.total = [40, 31, 31]
    assert made.outcome(state) == (1, 2)


@pytest.mark.parametrize("players", [2, 5, 8])
def test_random_games_count_no_round_above_all_points_of_the_hands(players: int) -> None:
    """TT-26, TT-50: whoever ends a round counts nothing, and nobody more than the cards held."""
    options: Options = {"turns_per_round": 4, "jokers": players % 3}
    game, chance = match(NAME, players, options, players), stream(players, "bot:1")
    while not game.over:
        legal = game.legal()
        before = len(game.rounds)
        game.apply(legal[pick(len(legal), chance)])
        if len(game.rounds) > before:
            result = game.rounds[-1]
            most = 15 * (result.round + 2)
            assert all(0 <= points <= most for points in result.points)
