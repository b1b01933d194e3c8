"""Hands of random variants, small enough for the naive engine."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st
from rummy.melds import Plans, Shape
from rummy.reference import melds as naive
from rummy.spec.bind import Rules, bind
from rummy.spec.load import load_text
from strategies.specs import meld_specs

MOST_WILD = 2


@dataclass(frozen=True)
class Dealt:
    """The rules of a variant, its plans, and the faces in a hand."""

    rules: Rules
    plans: Plans
    hand: tuple[int, ...]

    def bag(self) -> int:
        """The hand as the fast engine holds it."""
        return self.rules.deck.bag(self.hand)


@st.composite
def faces_of(draw: st.DrawFn, rules: Rules, most: int) -> tuple[int, ...]:
    """Some cards of the pack, at most two wild ones among them."""
    pack = list(rules.deck.all_cards())
    places = st.lists(st.integers(0, len(pack) - 1), unique=True, max_size=min(most, len(pack)))
    wild = rules.deck.held_wild
    faces = [pack[place] for place in draw(places)]
    naturals = [face for face in faces if not wild[face]]
    return tuple(sorted(naturals + [face for face in faces if wild[face]][:MOST_WILD]))


@st.composite
def dealt(draw: st.DrawFn, most: int = 7) -> Dealt:
    """A hand by the rules of a small variant."""
    spec = load_text(draw(meld_specs()), "small.yaml")
    rules = bind(spec, draw(st.sampled_from(spec.players)))
    return Dealt(rules, Plans(rules), draw(faces_of(rules, most)))


@st.composite
def tables(draw: st.DrawFn, given: Dealt, most: int) -> list[Shape]:
    """Melds on the table, made of cards that are not in the hand."""
    rest = list(given.rules.deck.all_cards())
    for face in given.hand:
        rest.remove(face)
    found: list[Shape] = []
    for _ in range(draw(st.integers(0, most))):
        places = draw(st.sets(st.integers(0, max(0, len(rest) - 1)), max_size=6))
        melds = given.plans.melds(given.rules.deck.bag([rest[p] for p in places if p < len(rest)]))
        if melds:
            found.append(draw(st.sampled_from(melds)))
            for face in naive.printed(given.rules, found[-1].codes):
                rest.remove(face)
    return found
