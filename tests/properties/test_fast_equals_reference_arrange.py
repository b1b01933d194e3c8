"""How a hand divides into melds: the search of the fast engine against trying all ways."""

from __future__ import annotations

from collections import Counter

from dealt_hands import Dealt, dealt
from hypothesis import event, given
from hypothesis import strategies as st
from profiles import cases
from rummy.reference import arrange as naive
from rummy.reference.melds import is_meld, printed


@cases(100)
@given(dealt(6), st.data())
def test_both_arrange_a_hand_equally_well(some: Dealt, data: st.DataObject) -> None:
    rules, plans = some.rules, some.plans
    kinds = range(len(rules.kinds))
    demand = st.tuples(st.sampled_from(kinds), st.integers(1, 4), st.integers(1, 2))
    demands = tuple(data.draw(st.lists(demand, max_size=2)))
    free = tuple(sorted(data.draw(st.sets(st.sampled_from(kinds)))))
    must = data.draw(st.lists(st.sampled_from(some.hand), max_size=1)) if some.hand else []
    bound = data.draw(st.none() | st.integers(-2, 25))
    worth = data.draw(st.none() | st.lists(st.integers(0, 9), min_size=24, max_size=24))
    if worth is not None:
        worth = (worth * 2)[: rules.deck.faces]

    best = naive.arrange(rules, some.hand, demands, free, must, bound, worth)
    found = plans.arrange(some.bag(), demands, free, rules.deck.bag(must), bound, worth)

    event(f"feasible: {best is not None}, demands: {len(demands)}")
    assert (found is None) == (best is None)
    if found is None or best is None:
        return
    if bound is None:
        assert found.points == best.points
    else:
        assert best.points <= found.points <= bound
    # the witness is what it says
    values = rules.deck.points_of if worth is None else worth
    used = Counter(face for shape in found.melds for face in printed(rules, shape.codes))
    left = Counter(some.hand)
    left.subtract(used)
    assert min(left.values(), default=0) >= 0
    assert all(is_meld(rules, shape.kind, shape.codes) for shape in found.melds)
    assert not Counter(must) - used
    assert sum(values[face] * count for face, count in left.items()) == found.points
    melds = tuple((shape.kind, shape.codes) for shape in found.melds)
    assert naive.fills(melds, demands, set(free))


@cases(60)
@given(dealt(6))
def test_both_count_the_same_deadwood(some: Dealt) -> None:
    assert some.plans.deadwood(some.bag()) == naive.deadwood(some.rules, some.hand)
