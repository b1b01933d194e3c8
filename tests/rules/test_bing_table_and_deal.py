"""Bing Rummy: players, packs, the draw for seats, the lifted card and the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from bing_table import SPEC, Options, Table, all_cards, engine
from rummy.errors import UsageError
from rummy.play.match import Match
from rummy.spec.bind import bind

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
HEIGHT = {rank: n for n, rank in enumerate(RANKS)}


def stock_of(match: Match) -> list[int]:
    """The cards of the stock, the top one first, whoever may see them."""
    held = match.state.z[match.engine.program.slots.zone["stock"]]
    assert isinstance(held, list)
    return held[::-1]


def lifted_by(match: Match) -> int:
    """The face of the lifted card; its holder is to choose."""
    (face,) = match.view(match.seat).zone("lifted", match.seat).cards or ()
    return face


def deals_with_a_two(players: int, options: Options | None = None) -> Iterator[Match]:
    """Matches in which the cutter has found a two and is asked."""
    for seed in range(400):
        match = Match(SPEC, seed=seed, engine=engine(players, options))
        if match.legal_texts() == ["keep", "put_back"]:
            yield match


def dealt_out(
    pack: list[int], order: tuple[int, ...], passed_over: int = -1, each: int = 14
) -> dict[int, list[int]]:
    """Cards one at a time, from the dealer's left; one player not in the first round."""
    hands: dict[int, list[int]] = {seat: [] for seat in order}
    cards = iter(pack)
    for n in range(each):
        for seat in order:
            if n or seat != passed_over:
                hands[seat].append(next(cards))
    return hands


def from_the_left(match: Match) -> tuple[int, ...]:
    """The seats in the order of the deal."""
    order = match.state.order
    at = order.index(match.state.dealer)
    return (*order[at + 1 :], *order[: at + 1])


@pytest.mark.parametrize("players", [1, 9])
def test_bing_01_one_or_nine_cannot_play(players: int) -> None:
    with pytest.raises(UsageError):
        bind(SPEC, players)


@pytest.mark.parametrize(
    ("players", "options", "packs"),
    [
        *((n, {}, 2) for n in range(2, 8)),
        (8, {}, 3),
        (8, {"packs_at_eight": "short_hands"}, 2),
        (7, {"packs_at_seven": "three_packs"}, 3),
        (7, {"packs_at_eight": "short_hands"}, 2),
        (6, {"packs_at_seven": "three_packs"}, 2),
    ],
)
def test_bing_01_and_07_two_packs_and_three_for_eight(
    players: int, options: Options, packs: int
) -> None:
    deck = engine(players, options).deck
    cards = sorted(deck.text(face) for face in deck.all_cards())
    assert cards == sorted([r + s for r in RANKS for s in "SHDC"] * packs)


def test_bing_03_all_twos_and_nothing_else_are_wild() -> None:
    deck = engine().deck
    wild = {deck.text(face) for face in range(deck.faces) if deck.held_wild[face]}
    assert wild == {"2S", "2H", "2D", "2C"}


@pytest.mark.parametrize("players", [2, 5, 8])
def test_bing_04_and_08_seats_go_by_the_cards_drawn_and_only_equal_ones_draw_again(
    players: int,
) -> None:
    """BING-08 done once more from the cards drawn: two lowest, ace highest, old cards aside."""
    again = twos = 0
    for seed in range(40):
        match = Match(SPEC, seed=seed, engine=engine(players), record=True)
        assert match.records is not None
        drawn = iter(
            [
                (r.seat, match.engine.deck.text(r.cards[0]))
                for r in match.records[:200]
                if r.name == "draw"
            ]
        )
        held = dict(islice(drawn, players))
        assert list(held) == list(range(players))
        while True:
            heights = {seat: HEIGHT[card[:-1]] for seat, card in held.items()}
            equal = [s for s, h in heights.items() if list(heights.values()).count(h) > 1]
            if not equal:
                break
            again += 1
            for seat in equal:
                who, card = next(drawn)
                assert who == seat
                held[seat] = card
        assert next(drawn, None) is None  # nobody drew without need
        twos += 0 in heights.values()
        order = sorted(held, key=lambda seat: -heights[seat])
        assert match.state.dealer == order[0]
        assert match.state.order == tuple(order)
        assert match.state.starter == order[1]
        assert match.state.left[order[0]] == order[1]
        assert match.state.right[order[0]] == order[-1] == match.seat  # who cuts
    assert again and (twos or players == 2)


def test_bing_04_the_deal_goes_on_clockwise_among_these_seats() -> None:
    """One turn a hand: nobody opens; all add, so this stops when somebody leaves."""
    match = Match(SPEC, players=3, seed=2, options={"turns_per_hand": 1})
    match.state.total = [-1000, -1000, -1000]
    while len(match.rounds) < 5:
        match.apply(match.legal()[0])
    order = match.state.order
    first = order.index(match.rounds[0].dealer)
    assert [r.dealer for r in match.rounds] == [order[(first + n) % 3] for n in range(5)]


def test_bing_05_and_09_the_cutter_sees_one_card_and_may_keep_a_two_only() -> None:
    kinds = Counter()
    for seed in range(40):
        match = Match(SPEC, seed=seed, engine=engine(4))
        assert match.seat == match.state.right[match.state.dealer]
        two = match.engine.deck.text(lifted_by(match)).startswith("2")
        assert match.legal_texts() == (["keep", "put_back"] if two else ["put_back"])
        kinds[two] += 1
    assert kinds[True] and kinds[False]


def test_bing_09_nobody_else_sees_the_card_and_nobody_its_place() -> None:
    match = Match(SPEC, seed=3, engine=engine(4), record=True)
    cutter, face = match.seat, lifted_by(match)
    for seat in (-1, 0, 1, 2, 3):
        view = match.view(seat)
        assert view.zone("lifted", cutter).cards == ((face,) if seat == cutter else None)
        assert view.zone("stock").cards is None
    match.apply("put_back")
    assert match.records is not None
    moves = [r for r in match.records if "lifted" in (r.source, r.target)]
    assert [(r.source, r.target) for r in moves] == [("stock", "lifted"), ("lifted", "stock")]
    for record in moves:
        assert record.numbers == ()  # no place is told
        for seat in (-1, 0, 1, 2, 3):
            assert record.for_seat(seat).cards == ((face,) if seat == cutter else (-1,))


def test_bing_05_put_back_the_pack_is_as_it_was_but_for_one_card_and_is_dealt() -> None:
    """BING-06 too: 14 each one at a time from the dealer's left, then the upcard."""
    places = set()
    for seed in range(12):
        match = Match(SPEC, seed=seed, engine=engine(3))
        face, pack, order = lifted_by(match), stock_of(match), from_the_left(match)
        match.apply("put_back")
        found = []
        for place in range(len(pack) + 1):
            whole = [*pack[:place], face, *pack[place:]]
            hands = dealt_out(whole, order)
            if (
                all(sorted(hands[s]) == sorted(match.view(s).hand) for s in order)
                and match.view(-1).zone("pile").cards == (whole[42],)
                and stock_of(match) == whole[43:]
            ):
                found.append(place)
        assert found
        places.add(found[0])
        assert match.seat == order[0]
    assert len(places) > 6  # not always the same place


def test_bing_09_the_card_is_lifted_from_any_place_anew_in_every_hand() -> None:
    """The shuffled pack is known from its stream; the lifted card was not always on top."""
    from rummy.chance import shuffle, stream

    places = set()
    for seed in range(12):
        match = Match(SPEC, seed=seed, engine=engine(2))
        pack = list(match.engine.deck.all_cards())
        shuffle(pack, stream(seed, "deal:1"))
        rest = stock_of(match)
        place = next(
            n for n in range(104) if [*rest[:n], lifted_by(match), *rest[n:]] == pack[::-1]
        )
        places.add(place)
    assert len(places) > 8 and max(places) - min(places) > 40
    match = Match(SPEC, players=2, seed=1, options={"turns_per_hand": 1})
    match.state.total = [-1000, -1000]
    asked = 0
    while len(match.rounds) < 3:
        asked += "put_back" in match.legal_texts()
        match.apply(match.legal()[-1] if "put_back" in match.legal_texts() else "draw")
        while match.legal_texts()[0].startswith("discard"):
            match.apply(match.legal()[0])
    assert asked == 3


@pytest.mark.parametrize(("players", "stock"), [(5, 33), (2, 75)])
def test_bing_05_09_and_97_who_keeps_a_two_is_passed_over_in_the_first_round(
    players: int, stock: int
) -> None:
    for match in islice(deals_with_a_two(players), 3):
        cutter, face, pack, order = (
            match.seat,
            lifted_by(match),
            stock_of(match),
            from_the_left(match),
        )
        match.apply("keep")
        hands = dealt_out(pack, order, passed_over=cutter)
        assert [len(hands[s]) for s in order] == [13 if s == cutter else 14 for s in order]
        hands[cutter].append(face)
        for seat in order:
            assert sorted(match.view(seat).hand) == sorted(hands[seat])
            # that a two was kept is seen by all: nothing went back
            assert match.view(seat).zone("lifted", cutter).count == 0
        assert match.view(-1).zone("stock").count == stock
        assert match.seat == order[0]


def test_bing_09_that_a_two_was_kept_is_public_and_which_is_not() -> None:
    match = Match(SPEC, seed=next(deals_with_a_two(4)).seed, engine=engine(4), record=True)
    cutter = match.seat
    match.apply("keep")
    assert match.records is not None
    (kept,) = [r.for_seat(-1) for r in match.records if r.name == "keep"]
    assert (kept.seat, kept.source, kept.target, kept.cards) == (cutter, "lifted", "hand", (-1,))


@pytest.mark.parametrize("keep", ["keep", "put_back"])
def test_bing_05_all_have_fourteen_cards_whatever_the_cutter_does(keep: str) -> None:
    match = next(deals_with_a_two(4))
    match.apply(keep)
    assert [match.view(-1).zone("hand", seat).count for seat in range(4)] == [14] * 4


def test_bing_05_with_short_hands_all_have_twelve() -> None:
    match = next(deals_with_a_two(8, {"packs_at_eight": "short_hands"}))
    match.apply("keep")
    assert [match.view(-1).zone("hand", seat).count for seat in range(8)] == [12] * 8
    assert match.view(-1).zone("stock").count == 7


@pytest.mark.parametrize(
    ("players", "options", "stock"),
    [
        (2, {}, 75),
        (3, {}, 61),
        (4, {}, 47),
        (5, {}, 33),
        (6, {}, 19),
        (7, {}, 5),
        (7, {"packs_at_seven": "three_packs"}, 57),
        (8, {}, 43),
        (8, {"packs_at_eight": "short_hands"}, 7),
    ],
)
def test_bing_07_what_is_left_for_the_stock(players: int, options: Options, stock: int) -> None:
    match = Match(SPEC, seed=3, engine=engine(players, options))
    match.apply("put_back")
    assert match.view(-1).zone("stock").count == stock
    each = 12 if options.get("packs_at_eight") == "short_hands" else 14
    assert [match.view(-1).zone("hand", s).count for s in range(players)] == [each] * players
    assert match.view(-1).zone("pile").count == 1


def test_bing_07_drawing_and_discarding_keep_stock_and_pile_together() -> None:
    """Seven players: 6 cards in all, so the pile is turned over again and again."""
    match = Match(SPEC, seed=4, engine=engine(7))
    match.apply("put_back")
    pack = Counter(match.engine.deck.all_cards())
    for n in range(60):
        match.apply("take" if n % 3 == 1 and "take" in match.legal_texts() else "draw")
        match.apply(match.legal()[n % len(match.legal())])
        view = match.view(-1)
        assert view.zone("stock").count + view.zone("pile").count == 6
        assert all_cards(match.state, match.engine) == pack
    assert dict(match.view(-1).variables)["recycled"][0] > 3


def test_bing_06_turns_go_clockwise_from_the_dealers_left() -> None:
    match = Match(SPEC, seed=6, engine=engine(5))
    match.apply("put_back")
    order = from_the_left(match)
    seats = []
    for _ in range(7):
        seats.append(match.seat)
        match.apply("draw")
        match.apply(match.legal()[0])
    assert seats == [*order, *order[:2]]


def test_bing_06_the_upcard_is_seen_by_all_and_the_stock_by_nobody() -> None:
    table = Table(3, hand={1: "3S"}, pile="KD 9H", stock="5C")
    for seat in (0, 1, 2, 3):
        view = table.view(seat)
        assert view.zone("stock").cards is None
        assert [table.engine.deck.text(f) for f in view.zone("pile").cards or ()] == ["KD"]
