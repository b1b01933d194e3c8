"""What the cards left by a meld can fill: for many melds at once as for each by itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opening_brute import GAMES, Game
from rummy.melds import Openings, quick
from rummy.melds.needs import fillings

NEEDS = (
    ((-1, 3), (-1, 3)),
    ((-1, 3), (-1, 3), (-1, 3)),
    ((0, 3), (1, 3)),
    ((0, 3), (0, 4), (1, 3)),
    ((-1, 3), (1, 4)),
    ((1, 3), (1, 3), (1, 3)),
)


@st.composite
def hands(draw: st.DrawFn) -> tuple[Game, list[int]]:
    """A game and up to ten cards of it, of which many may be wild."""
    game = draw(st.sampled_from(GAMES))
    cards = draw(st.permutations(sorted(game.deck.all_cards())))
    some = [face for face in cards if face in game.plain_faces][: draw(st.integers(3, 9))]
    wild = [face for face in cards if face in game.wild_faces][: draw(st.integers(0, 3))]
    return game, some + wild


@pytest.mark.parametrize("most", [quick.MOST_FILLINGS, 3])
def test_all_melds_leave_what_each_leaves_by_itself(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "MOST_FILLINGS", most)
    seen = {True: 0, False: 0}

    @settings(max_examples=120, derandomize=True, deadline=None)
    @given(hands(), st.sampled_from(NEEDS))
    def ask(chosen: tuple[Game, list[int]], needs: tuple[tuple[int, int], ...]) -> None:
        game, hand = chosen
        openings = Openings(game.plans)
        bag = game.deck.bag(hand)
        others = openings.others(bag)
        for shape in game.plans.melds(bag):
            rests = others.needs_after(needs, shape)
            assert rests == fillings(needs, shape.kind, shape.size)
            left = list(hand)
            for face in game.deck.bag_faces(shape.bag):
                left.remove(face)
            for rest in rests:
                # laid out meld by meld, without any counting of wild cards
                answer = openings._pack(game.deck.bag(left), rest)
                assert others.left_by(shape.bag, rest) == answer
                seen[answer] += 1

    ask()
    assert min(seen.values()) > 100
