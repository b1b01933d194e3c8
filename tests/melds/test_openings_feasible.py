"""Can a hand be opened, and with which meld first: against trying everything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meld_helpers import K, bag, deck, plans
from opening_brute import GAMES, Game, fits
from rummy.melds import Openings, remaining

NEEDS = (
    ((-1, 3),),
    ((-1, 3), (-1, 3)),
    ((-1, 3), (-1, 3), (-1, 3)),
    ((0, 3), (1, 3)),
    ((0, 3), (0, 4)),
    ((0, 4), (0, 4)),
    ((1, 3), (1, 3)),
    ((0, 4), (1, 3)),
    ((-1, 3), (0, 4)),
    ((-1, 4), (0, 3)),
    ((1, 3), (1, 4)),
    ((0, 2), (0, 2), (0, 2)),
    ((0, 2), (1, 3)),
    ((0, 9),),
)


@st.composite
def hands(draw: st.DrawFn, plain: int = 8, wild: int = 3) -> tuple[Game, tuple[int, ...]]:
    """A game and a hand of some natural and some wild cards."""
    game = draw(st.sampled_from(GAMES))
    naturals = draw(
        st.lists(st.sampled_from([f for f in game.plain_faces for _ in range(2)]), max_size=plain)
    )
    wilds = draw(st.lists(st.sampled_from(game.wild_faces), max_size=wild))
    hand = [
        f for f in sorted(set(naturals)) for _ in range(min(naturals.count(f), game.deck.copies[f]))
    ]
    hand += [f for f in sorted(set(wilds)) for _ in range(min(wilds.count(f), game.deck.copies[f]))]
    return game, tuple(sorted(hand))


@settings(max_examples=160, derandomize=True, deadline=None)
@given(hands(), st.sampled_from(NEEDS))
def test_a_hand_can_open_just_when_some_choice_of_melds_fills_the_needs(
    chosen: tuple[Game, tuple[int, ...]], needs: tuple[tuple[int, int], ...]
) -> None:
    game, hand = chosen
    openings = Openings(game.plans)
    expected = bool(game.openings(hand, needs))
    assert openings.feasible(game.deck.bag(hand), needs) == expected


@settings(max_examples=150, derandomize=True, deadline=None)
@given(hands(7, 2), st.sampled_from(NEEDS))
def test_a_meld_may_be_laid_first_just_when_some_opening_has_it(
    chosen: tuple[Game, tuple[int, ...]], needs: tuple[tuple[int, int], ...]
) -> None:
    game, hand = chosen
    found = Openings(game.plans).first_melds(game.deck.bag(hand), needs)
    expected = sorted({meld for some in game.openings(hand, needs) for meld in some})
    assert [(s.kind, s.codes) for s, _ in found] == expected
    for shape, still in found:
        assert any(
            still == needs[:i] + needs[i + 1 :]
            and needs[i][0] in (-1, shape.kind)
            and needs[i][1] <= shape.size
            for i in range(len(needs))
        )


@settings(max_examples=25, derandomize=True, deadline=None)
@given(hands(5, 3), st.sampled_from(NEEDS))
def test_wild_cards_that_other_melds_need_are_not_spent_on_the_first(
    chosen: tuple[Game, tuple[int, ...]], needs: tuple[tuple[int, int], ...]
) -> None:
    game, hand = chosen
    spare = [f for f in game.wild_faces for _ in range(game.deck.copies[f])]
    wild = [f for f in hand if f in game.wild_faces]
    for face in wild:
        spare.remove(face)
    hand = tuple(sorted((*hand, *spare[: 3 - len(wild)])))
    found = Openings(game.plans).first_melds(game.deck.bag(hand), needs)
    expected = sorted({meld for some in game.openings(hand, needs) for meld in some})
    assert [(s.kind, s.codes) for s, _ in found] == expected


@settings(max_examples=100, derandomize=True, deadline=None)
@given(hands(7, 2), st.sampled_from(NEEDS), st.integers(0, 2))
def test_with_a_condition_over_the_opening_only_melds_that_can_meet_it_are_offered(
    chosen: tuple[Game, tuple[int, ...]], needs: tuple[tuple[int, int], ...], which: int
) -> None:
    game, hand = chosen
    ranks = game.deck.rank_of

    def pleases(codes: list[tuple[int, ...]]) -> bool:
        if which == 0:  # no two melds begin with the same rank
            firsts = [ranks[c[0]] for c in codes]
            return len(set(firsts)) == len(firsts)
        return sum(map(len, codes)) % 2 == which - 1

    found = Openings(game.plans).first_melds(
        game.deck.bag(hand), needs, accept=lambda laid: pleases([s.codes for s in laid])
    )
    expected = sorted(
        {
            meld
            for some in game.openings(hand, needs)
            if pleases([codes for _, codes in some])
            for meld in some
        }
    )
    assert [(s.kind, s.codes) for s, _ in found] == expected


@settings(max_examples=100, derandomize=True, deadline=None)
@given(hands(8, 2), st.sampled_from(NEEDS), st.randoms(use_true_random=False))
def test_laying_the_melds_offered_one_by_one_always_ends_in_an_opening(
    chosen: tuple[Game, tuple[int, ...]], needs: tuple[tuple[int, int], ...], rng: object
) -> None:
    game, hand = chosen
    openings = Openings(game.plans)
    held, still, laid = game.deck.bag(hand), needs, []
    if not openings.feasible(held, needs):
        return
    while still:
        offered = openings.first_melds(held, still)
        shape, still = rng.choice(offered)  # type: ignore[attr-defined]
        laid.append(shape)
        faces = list(game.deck.bag_faces(held))
        for face in game.deck.bag_faces(shape.bag):
            faces.remove(face)
        held = game.deck.bag(faces)
        left = remaining(needs, laid)
        assert left is not None
        assert len(left) == len(still)
    assert fits(needs, tuple((s.kind, s.codes) for s in laid))


def test_larger_melds_fill_larger_needs() -> None:
    p = plans(
        deck(packs=2),
        {"run": K("same(suit) and sequence(rank)", 3, 13), "set": K("same(rank)", 3, 8)},
    )

    def meld(kind: int, text: str) -> object:
        return p.shape(kind, p.deck.parse_many(text))

    three, four = meld(0, "3S 4S 5S"), meld(0, "6H 7H 8H 9H")
    group = meld(1, "KS KH KD")
    needs = ((0, 3), (0, 4), (1, 3))
    assert remaining(needs, [four]) == ((0, 3), (1, 3))
    assert remaining(needs, [three]) == ((0, 4), (1, 3))
    assert remaining(needs, [three, four]) == ((1, 3),)
    assert remaining(needs, [three, three]) is None
    assert remaining(needs, [group, group]) is None
    # the own kind before any kind
    assert remaining(((-1, 3), (1, 3)), [group]) == ((-1, 3),)
    assert remaining(((-1, 3), (1, 3)), [group, three]) == ()
    # a larger need of any kind is filled where only that lets all melds fill one
    assert remaining(((-1, 4), (0, 3)), [four, three]) == ()
    # further melds lie there only once nothing is open
    assert remaining(needs, [three, three], more=True) is None
    assert remaining(needs, [three, four, group, three], more=True) == ()
    assert remaining(needs, [three, four, group, three]) is None


@pytest.mark.parametrize("size", [40, 60])
def test_large_hands_are_asked_without_listing_their_melds(size: int) -> None:
    ranks = "3 4 5 6 7 8 9 10 J Q K A"
    p = plans(
        deck(packs=2, lines={"run": f"2 {ranks}"}, wild={"two": ("2", ranks, True)}),
        {
            "sequence": K("same(suit) and sequence(rank) and any(natural and rank != 2)", 3, 13),
            "group": K("same(rank) and any(natural and rank != 2)", 3, 104),
        },
    )
    pack = list(p.deck.all_cards())[::-1][:size]
    assert Openings(p).feasible(p.deck.bag(pack), ((-1, 3),) * 3)
    assert not p._hands


def test_the_exits_before_any_search() -> None:
    ranks = "3 4 5 6 7 8 9 10 J Q K A"
    p = plans(
        deck(packs=2, lines={"run": f"2 {ranks}"}, wild={"two": ("2", ranks, True)}),
        {
            "sequence": K("same(suit) and sequence(rank) and any(natural and rank != 2)", 3, 13),
            "group": K("same(rank) and any(natural and rank != 2)", 3, 104),
        },
    )
    openings = Openings(p)
    three = ((-1, 3),) * 3
    # any natural card is a meld with two twos
    assert openings.feasible(bag(p, "2S 2S 2H 2H 2D 2D 3S 9H KD"), three)
    assert not openings.feasible(bag(p, "2S 2S 2H 2H 2D 2D 2C 9H KD"), three)
    assert not openings.feasible(bag(p, "2S 2S 2H 2H 2D 2D 9H KD"), three)
    assert openings.feasible(0, ())
