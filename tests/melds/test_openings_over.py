"""Proofs that too much stays in hand never contradict the search among real melds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opening_brute import GAMES, Game, shapes_of
from rummy.cards import bag_subtract
from rummy.melds import Openings
from rummy.melds.counted import Counted

NEEDS = (
    ((-1, 3),),
    ((-1, 3), (-1, 3)),
    ((0, 3), (1, 3)),
    ((0, 3),),
    (),
)


@st.composite
def situations(draw: st.DrawFn) -> tuple[Game, list[int], list[object]]:
    """A game, up to ten cards in hand with some wild ones, and up to two melds on the table."""
    game = draw(st.sampled_from(GAMES))
    pack = draw(st.permutations(sorted(game.deck.all_cards())))
    melds = []
    for _ in range(draw(st.integers(0, 2))):
        found = game.melds(tuple(sorted(pack[:8])))
        if found:
            meld = found[draw(st.integers(0, len(found) - 1))]
            for code in meld[1]:
                pack.remove(game.deck.face_of[code])
            melds += shapes_of(game, (meld,))
    hand = [f for f in pack if f in game.plain_faces][: draw(st.integers(3, 8))]
    hand += [f for f in pack if f in game.wild_faces][: draw(st.integers(0, 2))]
    return game, hand, melds


def test_what_is_proved_to_be_over_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {True: 0, False: 0}
    real = Counted.can

    @settings(max_examples=250, derandomize=True, deadline=None)
    @given(situations(), st.sampled_from(NEEDS), st.booleans(), st.integers(0, 60), st.booleans())
    def ask(
        chosen: tuple[Game, list[int], list[object]],
        needs: tuple[tuple[int, int], ...],
        more: bool,
        bound: int,
        lay_off: bool,
    ) -> None:
        game, hand, melds = chosen
        openings = Openings(game.plans)
        table = melds if lay_off else []
        points = game.deck.points_of
        bag = game.deck.bag(hand)
        with monkeypatch.context() as patch:
            patch.setattr(Counted, "can", real)
            if openings.within(needs, more, points, table if lay_off else None, bag) is None:
                return
            over = openings.over(needs, more, points)
        assert over is not None
        wild = game.plans.reach.wild
        natural = bag & ~wild
        spread = [over.lying(table[:1]), over.lying(table[1:])]
        proved = over.proved(natural, (bag ^ natural).bit_count(), spread, bound)
        seen[proved] += 1
        if not proved:
            return
        # among real melds, without counting
        found = openings.witness(
            bag, needs, table=table, most_left=bound, more=more, lay_off=lay_off
        )
        assert found is None
        assert openings.exact

    monkeypatch.setattr(Counted, "can", lambda *_: False)
    ask()
    assert min(seen.values()) > 40


def test_a_proof_counts_what_wild_cards_may_bring_with_them() -> None:
    game = GAMES[0]  # twos are wild, a meld has a natural card
    openings = Openings(game.plans)
    deck = game.deck
    points = deck.points_of
    suit = deck.suits[0].letter
    ranks = [r for r in deck.ranks if r != "2"]
    low, high = ranks[0], ranks[2]
    hand = deck.bag(deck.parse_many(f"{low}{suit} {high}{suit}"))
    stay = sum(points[f] for f in deck.bag_faces(hand))
    over = openings.over((), True, points)
    assert over is not None
    assert over.proved(hand, 0, (), stay - 1)  # with no wild card both stay
    assert not over.proved(hand, 0, (), stay)
    assert not over.proved(hand, 1, (), 0)  # one two between them, and both are gone
    other = bag_subtract(hand, deck.bag(deck.parse_many(f"{high}{suit}")), deck.faces, deck.full)
    far = deck.parse_many(f"{ranks[-1]}{deck.suits[1].letter}")
    both = other | deck.bag(far)
    least = min(points[f] for f in deck.bag_faces(both))
    assert over.proved(both, 1, (), least - 1)  # it helps one of two cards far apart
    assert not over.proved(both, 1, (), least)


def test_a_proof_counts_what_goes_to_melds_on_the_table() -> None:
    game = GAMES[0]
    openings = Openings(game.plans)
    deck = game.deck
    suit = deck.suits[0].letter
    ranks = [r for r in deck.ranks if r != "2"]
    run = game.plans.shape(0, deck.parse_many(" ".join(f"{r}{suit}" for r in ranks[:3])))
    assert run is not None
    over = openings.over((), True, deck.points_of)
    assert over is not None
    table = (over.lying([run]),)
    beside = deck.bag(deck.parse_many(f"{ranks[3]}{suit}"))
    further = deck.bag(deck.parse_many(f"{ranks[4]}{suit}"))
    assert over.proved(beside, 0, (), 0)
    assert not over.proved(beside, 0, table, 0)
    assert over.proved(further, 0, table, 0)
    assert not over.proved(further, 1, table, 0)
    assert not over.proved(further | beside, 0, table, 0)
    # cards below and above the run, with one wild card each
    two_below = game.plans.shape(0, deck.parse_many(" ".join(f"{r}{suit}" for r in ranks[1:4])))
    assert two_below is not None
    ends = deck.bag(deck.parse_many(f"{ranks[0]}{suit} {ranks[4]}{suit}"))
    assert not over.proved(ends, 0, (over.lying([two_below]),), 0)
