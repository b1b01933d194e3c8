"""Indian Rummy, statement by statement (docs/games/indian.md)."""

from __future__ import annotations

import pytest
from rummy.chance import pick, stream
from split_table import Options, Table, engine, match

NAME = "indian"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RIGHT = "4S 5S 6S 7H 8H JOK 2D 2C 2H 5C 5D 5H QH"
"""Queens being wild: 4 5 6 is pure, 7 8 with the joker a run, twos, fives; the queen joins the run."""
BAD = "KS KD KC JS JH JC AS AH AD 9S 9H 9C 8D"
"""No run at all: 9 x 10 + 3 x 9 + 8 = 125 points."""


def table(
    players: int = 2, options: Options | None = None, *, turned: str = "QS", **given: object
) -> Table:
    zones = {"turned_up": turned, **given.pop("zones", {})}  # type: ignore[dict-item]
    return Table(NAME, players, options, zones=zones, **given)  # type: ignore[arg-type]


# --- table and cards -------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 9))
def test_ind_01_packs_and_jokers_by_players(players: int) -> None:
    packs = 1 if players == 2 else 2 if players <= 6 else 3
    deck = engine(NAME, players).deck
    assert deck.size == 53 * packs and deck.copies[deck.joker] == packs
    if players == 2:
        assert engine(NAME, 2, {"packs_for_two": "two"}).deck.size == 106
    else:  # a table keeps its packs when players leave
        fewer = engine(NAME, players).at(2, engine(NAME, players).wild)
        assert fewer.deck.size == 53 * packs


def test_ind_02_and_20_the_ace_is_at_either_end_of_a_run() -> None:
    """IND-02, IND-20."""
    here = table()
    for cards in ("AH 2H 3H", "QD KD AD", "10C JC QC KC AC", "4S 5S 6S"):
        assert here.is_meld("run", cards) and here.is_meld("pure", cards)
    for cards in ("KD AD 2D", "4S 5S", "4S 5S 7S", "4S 5S 6H", "4S 4S 5S"):
        assert not here.is_meld("run", cards) and not here.is_meld("pure", cards)


def test_ind_03_and_04_deal_and_turns() -> None:
    """IND-03, IND-04, IND-10: the lowest card deals, then to the left; 13 cards each."""
    game = match(NAME, 4, {"game": "deals", "number_of_deals": 3, "turns_per_hand": 1}, 6)
    drawn = [r for r in game.records or () if r.what == "first_dealer"][:4]
    deck = game.engine.deck
    order = [*RANKS[1:], RANKS[0]]
    height = [order.index(deck.ranks[deck.rank_of[r.cards[0]]]) for r in drawn]
    assert height.count(min(height)) == 1 and game.state.dealer == height.index(min(height))
    first = game.state.dealer
    view = game.view(-1)
    assert [view.zone("hand", seat).count for seat in range(4)] == [13] * 4
    assert (view.zone("turned_up").count, view.zone("pile").count) == (1, 1)
    assert view.zone("stock").count == 106 - 52 - 2
    for _ in range(4):  # one turn each, then the limit ends the hand
        assert game.seat == (first + 1 + _) % 4
        game.apply("draw")
        game.apply(game.legal()[0])
    assert game.state.round == 2 and game.state.dealer == (first + 1) % 4


@pytest.mark.parametrize(
    ("turned", "wild"),
    [("7C", "7S 7H 7D 7C JOK"), ("AD", "AS AH AD AC JOK"), ("JOK", "AS AH AD AC JOK")],
)
def test_ind_11_to_13_the_card_turned_up_says_what_is_wild(turned: str, wild: str) -> None:
    """IND-11, IND-12 (a joker), IND-13."""
    assert table(3, turned=turned).wild == wild


def test_ind_10_and_11_each_hand_has_its_own_wild_rank() -> None:
    """IND-10, IND-11: in a match the card lies open before the first turn."""
    game = match(NAME, 3, {"game": "deals", "number_of_deals": 6, "turns_per_hand": 1}, 8)
    seen = set()
    while not game.over:
        (turned,) = game.view(-1).zone("turned_up").cards or ()
        deck = game.engine.of(game.state).deck
        wild = {deck.ranks[deck.rank_of[f]] for f in range(52) if deck.held_wild[f]}
        rank = "A" if turned == deck.joker else deck.ranks[deck.rank_of[turned]]
        assert wild == {rank} and deck.held_wild[deck.joker]
        seen.add(rank)
        game.apply(game.legal()[0])
    assert len(seen) > 2


def test_ind_16_a_used_up_stock_is_made_of_the_pile() -> None:
    cards = [f"{r}{s}" for s in "SHDC" for r in RANKS]
    cards.remove("QS")
    given = {"hand": {1: " ".join(cards[:13]), 2: " ".join(cards[13:26])}, "step": "stock_used_up"}
    pile = " ".join([*cards[26:], "JOK"])
    fresh = table(zones={"pile": pile}, **given)
    assert (fresh.count("stock"), fresh.count("pile")) == (25, 1)
    last = table(options={"recycles": 0}, zones={"pile": pile}, **given)
    assert last.over and last.ended_by == "stock_used_up"


def test_ind_17_a_hand_has_a_hundred_turns_each() -> None:
    assert engine(NAME).rules.turns == 100
    assert engine(NAME, 2, {"turns_per_hand": 7}).rules.turns == 7


# --- melds ------------------------------------------------------------------------------


def test_ind_21_22_and_25_93_pure_runs_and_others() -> None:
    """IND-21, IND-22, IND-25, IND-93."""
    here = table(turned="5D")
    for cards in ("4S 5S 6S", "5H 6H 7H"):  # the fives as themselves
        assert here.is_meld("pure", cards)
    for cards in ("4S 5H 6S", "4S JOK 6S", "5H(4S) 5S 6S"):
        assert not here.is_meld("pure", cards)
    for cards in ("4S 5H 6S", "4S JOK 5H 7S", "JOK 5H 5S", "4S 5S 6S"):
        assert here.is_meld("run", cards)
    assert not here.is_meld("run", "4S JOK 8S")


def test_ind_23_sets_have_different_suits_and_four_cards_at_most() -> None:
    here = table(3)
    for cards in ("9S 9H 9D", "9S 9H 9D 9C", "9S 9H JOK", "9S QH QD", "9S 9H 9C JOK"):
        assert here.is_meld("set", cards)
    for cards in ("9S 9H", "9S 9S 9H", "9S 9H 8D", "9S 9H 9D 9C JOK"):
        assert not here.is_meld("set", cards)


def test_ind_24_and_26_options_for_melds() -> None:
    """IND-24, IND-26."""
    one = table(options={"wild_limit": 1})
    assert one.is_meld("run", "4S JOK 6S") and not one.is_meld("run", "4S JOK QH 7S")
    assert one.is_meld("set", "9S 9H QD") and not one.is_meld("set", "9S QH QD")
    hand = {1: "4S 5S 6S 9H 10H JOK KD"}
    assert table(hand=hand).counts(1) == 10
    assert table(options={"long_life": True}, hand=hand).counts(1) == 4 + 5 + 6 + 9 + 10 + 10
    assert table(options={"long_life": True}, hand={1: "4S 5S 6S 7S 9H 10H JOK KD"}).counts(1) == 10


# --- a turn -------------------------------------------------------------------------------


def test_ind_30_and_31_draw_and_discard_with_hidden_hands() -> None:
    """IND-30, IND-31."""
    here = table(hand={1: "KS 2D", 2: "9H 3C"}, zones={"pile": "4C", "stock": "6C"}, step="draw")
    here.do("1: take", "1: discard 2D")
    assert here.legal == ["draw", "take", "drop"]
    assert here.view(1).zone("hand", 1).cards is None
    assert not [m for m in here.engine.program.moves if m.kinds or m.opening is not None]


def test_ind_32_a_wild_card_on_the_pile_is_for_the_first_player_only() -> None:
    given = {"hand": {1: "KS KD", 2: "3S 5S"}, "step": "draw", "dealer": 3}
    for pile in ("QH", "JOK"):
        assert table(3, zones={"pile": pile}, turn=1, **given).allows("take")
        assert not table(3, zones={"pile": pile}, turn=2, **given).allows("take")
        free = {"jokers_from_pile": "free"}
        assert table(3, free, zones={"pile": pile}, turn=2, **given).allows("take")
    assert table(3, zones={"pile": "9H"}, turn=2, **given).allows("take")


def test_ind_33_and_34_declaring() -> None:
    """IND-33, IND-34, IND-50: the fourteenth card is thrown, then the hand may be shown."""
    here = table(3, hand={1: BAD, 2: f"{RIGHT} 10S", 3: "KS 2D"}, turn=2, step="discard")
    here.do("2: discard 10S")
    assert here.legal == ["declare", "play_on"]
    here.do("2: declare")
    assert here.over and here.points == (80, 0, 12)
    again = table(hand={1: BAD, 2: f"{RIGHT} 10S"}, turn=2, step="discard")
    again.do("2: discard 10S", "2: play_on")
    assert again.seat == 1 and not again.over
    short = table(hand={1: BAD, 2: f"{RIGHT} 10S"}, turn=2, step="discard")
    short.do("2: discard 4S")  # no pure run any more
    assert short.seat == 1


def test_ind_36_a_wrong_declaration_is_refused_or_costs_the_cap() -> None:
    hands = {1: "KS KD KC 4H", 2: "3S 5S 6S", 3: "9S 8S 2S"}
    refused = table(3, hand=hands, step="discard").do("1: discard 4H")
    assert refused.seat == 2
    here = table(3, {"wrong_declaration": "cap"}, hand=hands, step="discard")
    here.do("1: discard 4H", "1: declare")
    assert here.seat == 2 and not here.over and here.counts(1) == 80
    here.do("2: draw")
    here.do(here.legal[0])
    if here.legal == ["declare", "play_on"]:
        here.do("play_on")
    assert here.seat == 3  # the others play on
    two = table(2, {"wrong_declaration": "cap", "cap": 60}, hand={1: hands[1], 2: hands[2]}, step="discard")  # fmt: skip
    two.do("1: discard 4H", "1: declare")
    assert two.over and two.points == (60, 0)


# --- dropping -------------------------------------------------------------------------------


def test_ind_40_to_43_dropping() -> None:
    """IND-40, IND-41, IND-42, IND-43."""
    hands = {1: "KS KD", 2: "3S 5S", 3: "8S 9H"}
    here = table(3, hand=hands, step="draw").do("1: drop")
    assert here.counts(1) == 20
    here.do("2: draw", "2: discard 3S", "3: draw", "3: discard 8S")
    assert here.seat == 2  # seat 1 is passed over
    here.do("2: drop")
    assert here.over and here.ended_by == "only_one_left"
    assert here.points == (20, 40, 0)
    assert not table(3, {"drops": False}, hand=hands, step="draw").allows("drop")
    dear = table(3, {"first_drop": 25, "middle_drop": 50}, hand=hands, step="draw")
    assert dear.do("1: drop").counts(1) == 25
    assert not table(3, {"first_drop": 0}, hand=hands, step="draw").allows("drop")


# --- the count --------------------------------------------------------------------------------


def test_ind_50_to_52_91_and_92_with_both_lives_and_without() -> None:
    """IND-50, IND-51, IND-52, IND-91, IND-92."""
    assert table(hand={1: "4S 5S 6S 9H 10H JOK 2D 2C 2H KS KD 8C 3D"}).counts(1) == 31
    assert table(hand={1: "4S JOK 6S 9H 10H QH 2D 2C 2H KS KD 8C 3D"}).counts(1) == 66
    # a run of six is both lives; the sets are good then
    assert table(hand={1: "4S 5S 6S 7S 8S 9S 2D 2C 2H KS KD KC 3D"}).counts(1) == 3


def test_ind_53_no_hand_counts_more_than_the_cap() -> None:
    assert table(hand={1: BAD}).counts(1) == 80
    assert table(options={"cap": 200}, hand={1: BAD}).counts(1) == 125


def test_ind_54_points_of_cards() -> None:
    here = table()
    deck = here.now.deck
    for text, points in (("AS", 10), ("KD", 10), ("JC", 10), ("10H", 10), ("2C", 2), ("9S", 9)):
        assert deck.points_of[deck.parse(text)] == points
    for text in ("QS", "QH", "QD", "QC", "JOK"):
        assert deck.points_of[deck.parse(text)] == 0
    ace = table(turned="JOK").now.deck
    assert ace.points_of[ace.parse("AS")] == 0 and ace.points_of[ace.parse("QS")] == 10


# --- games of several hands ----------------------------------------------------------------------


def outcome(
    players: int,
    options: Options,
    totals: list[int],
    rounds: int = 1,
    last: list[int] | None = None,
) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    """Who has won after a counted round, and who is still in."""
    made = engine(NAME, players, options)
    state = made.blank(0)
    state.round = state.played = rounds
    state.total = list(totals)
    return made.outcome(state), state.everyone


def test_ind_60_points_are_one_hand() -> None:
    assert outcome(3, {}, [80, 0, 20])[0] == (1,)
    # equal points, but seat 2 has declared
    even = "8S 9S 10S JS 3D 4D 5D 9C 9H 9D 6C 7C 8C"
    hands = {1: even, 2: f"{RIGHT} 10S", 3: "KS"}
    here = table(3, hand=hands, turn=2, step="discard", goes_on=True)
    assert here.counts(1) == 0
    here.do("2: discard 10S", "2: declare")
    assert here.state.over and here.state.winners == (1,)
    assert tuple(here.state.total) == (0, 0, 10)


def test_ind_61_deals_are_a_fixed_number_of_hands() -> None:
    deals: Options = {"game": "deals"}
    assert outcome(2, deals, [80, 0])[0] is None
    assert outcome(2, deals, [80, 72], 2)[0] == (1,)
    assert outcome(2, {**deals, "number_of_deals": 4}, [80, 72], 2)[0] is None


def test_ind_62_pools_go_on_until_one_is_left() -> None:
    pool: Options = {"game": "pool_101"}
    assert outcome(3, pool, [101, 100, 180]) == ((1,), (1,))
    assert outcome(3, pool, [101, 100, 3]) == (None, (1, 2))
    assert outcome(3, {"game": "pool_201"}, [101, 200, 201]) == (None, (0, 1))
    assert outcome(2, pool, [101, 140])[0] == (0,)  # nobody is left: the lowest of them


def test_ind_62_and_63_who_has_left_a_pool_does_not_come_back() -> None:
    """IND-62, IND-63: at random, to the end."""
    options: Options = {"game": "pool_101", "turns_per_hand": 6}
    game, chance = match(NAME, 4, options, 12), stream(12, "bot:1")
    inside = set(range(4))
    while not game.over:
        legal = game.legal()
        game.apply(legal[pick(len(legal), chance)])
        now = set(game.state.everyone)
        assert now <= inside
        inside = now
        if not game.over:
            assert all((game.totals[seat] < 101) == (seat in now) for seat in range(4))
    assert len(game.winners) == 1 and len(game.rounds) > 2
