"""The best further play: the sweeps of the fast engine against all orders of play."""

from __future__ import annotations

from dealt_hands import Dealt, dealt, tables
from hypothesis import given
from hypothesis import strategies as st
from profiles import cases
from rummy.reference import arrange as naive


@cases(80)
@given(dealt(5), st.data())
def test_both_find_the_play_that_earns_most(some: Dealt, data: st.DataObject) -> None:
    table = data.draw(tables(some, 2))
    melds = [(shape.kind, shape.codes) for shape in table]
    found = some.plans.most_points(some.bag(), table)
    expected = naive.most_points(some.rules, some.hand, melds)
    assert (found.points, found.used, found.left) == expected


@cases(80)
@given(dealt(5), st.data(), st.integers(-3, 12))
def test_both_find_the_cheapest_play_to_the_end(
    some: Dealt, data: st.DataObject, cost: int
) -> None:
    table = data.draw(tables(some, 2))
    melds = [(shape.kind, shape.codes) for shape in table]
    found = some.plans.least_cost(some.bag(), table, cost)
    expected = naive.least_cost(some.rules, some.hand, melds, cost)
    assert (found.points, found.used, found.left) == expected


@cases(40)
@given(dealt(6), st.data())
def test_both_say_which_cards_fit(some: Dealt, data: st.DataObject) -> None:
    table = data.draw(tables(some, 2))
    melds = [(shape.kind, shape.codes) for shape in table]
    for face in range(some.rules.deck.faces):
        assert some.plans.fits(face, table) == naive.fits(some.rules, face, melds)
