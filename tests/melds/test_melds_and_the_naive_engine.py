"""Planned melds against the naive ones, on a shipped variant and whole packs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from rummy.melds import Plans, Shape
from rummy.reference import arrange as naive_play
from rummy.reference import melds as naive
from rummy.spec.bind import Rules, bind
from rummy.spec.load import load


@cache
def rules(players: int) -> Rules:
    return bind(load("iceberg"), players)


@cache
def planned(players: int) -> Plans:
    return Plans(rules(players))


def close_cards(data: st.DataObject, r: Rules, count: int) -> list[int]:
    """Cards that lie near each other, so that melds are common."""
    low = data.draw(st.integers(0, len(r.deck.ranks) - 5))
    near = [f for f in r.deck.all_cards() if low <= r.deck.rank_of[f] < low + 5]
    places = st.lists(st.integers(0, len(near) - 1), max_size=count, unique=True)
    return sorted(near[i] for i in data.draw(places))


def tables(data: st.DataObject, p: Plans, r: Rules) -> list[Shape]:
    found: list[Shape] = []
    for _ in range(data.draw(st.integers(0, 2))):
        melds = p.melds(r.deck.bag(close_cards(data, r, 8)))
        if melds:
            found.append(data.draw(st.sampled_from(melds)))
    return found


def plain(shapes: Sequence[Shape]) -> list[naive.Meld]:
    return [(s.kind, s.codes) for s in shapes]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data(), st.sampled_from([2, 4]))
def test_hands_hold_the_same_melds_with_the_same_points(data: st.DataObject, n: int) -> None:
    r, p = rules(n), planned(n)
    hand = close_cards(data, r, 7)
    found = p.melds(r.deck.bag(hand))
    assert plain(found) == sorted(naive.all_melds(r, hand))
    assert [s.lay for s in found] == [naive.lay_points(r, s.kind, s.codes) for s in found]
    assert p.deadwood(r.deck.bag(hand)) == naive_play.deadwood(r, hand)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.data(), st.sampled_from([2, 4]))
def test_melds_grow_alike_and_earn_alike(data: st.DataObject, n: int) -> None:
    r, p = rules(n), planned(n)
    for shape in tables(data, p, r):
        grown = {(g.shape.kind, g.code, g.shape.codes): g.points for g in shape.growth}
        assert set(grown) == naive.growths(r, shape.kind, shape.codes)
        for (kind, code, codes), points in grown.items():
            assert points == naive.add_points(r, kind, codes, code)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.data(), st.sampled_from([2, 4]))
def test_further_play_is_worth_the_same(data: st.DataObject, n: int) -> None:
    r, p = rules(n), planned(n)
    table = tables(data, p, r)
    hand = close_cards(data, r, 6)
    best = p.most_points(r.deck.bag(hand), table)
    assert best[:3] == naive_play.most_points(r, hand, plain(table))
    cheap = p.least_cost(r.deck.bag(hand), table, 10)
    assert cheap[:3] == naive_play.least_cost(r, hand, plain(table), 10)
