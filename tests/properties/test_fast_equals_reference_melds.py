"""The plans of the fast engine find the melds and growths that trying all ways finds."""

from __future__ import annotations

from dealt_hands import Dealt, dealt
from hypothesis import given
from hypothesis import strategies as st
from profiles import cases
from rummy.melds import Shape
from rummy.reference import melds as naive


@cases(100)
@given(dealt(6))
def test_both_find_the_same_melds_with_the_same_points(some: Dealt) -> None:
    shapes = some.plans.melds(some.bag())
    assert [(s.kind, s.codes) for s in shapes] == sorted(naive.all_melds(some.rules, some.hand))
    for shape in shapes:
        assert shape.lay == naive.lay_points(some.rules, shape.kind, shape.codes)
        assert shape.display == naive.in_order(some.rules, shape.kind, shape.codes)
        assert some.plans.shape(shape.kind, reversed(shape.codes)) is shape


def growths(some: Dealt, shape: Shape) -> list[tuple[int, int, tuple[int, ...], int]]:
    """How a meld grows, as the naive engine says."""
    found = naive.growths(some.rules, shape.kind, shape.codes)
    return sorted(
        (kind, code, codes, naive.add_points(some.rules, kind, codes, code))
        for kind, code, codes in found
    )


@cases(80)
@given(dealt(6), st.data())
def test_both_grow_a_meld_alike_card_by_card(some: Dealt, data: st.DataObject) -> None:
    melds = some.plans.melds(some.bag())
    while melds:
        shape = data.draw(st.sampled_from(melds))
        found = [(g.shape.kind, g.code, g.shape.codes, g.points) for g in shape.growth]
        assert found == growths(some, shape)
        for growth in shape.growth:
            assert growth.face == some.rules.deck.face_of[growth.code]
            assert shape.grow_mask >> growth.face & 1
        melds = [growth.shape for growth in shape.growth]
        if shape.size >= 6:
            break
