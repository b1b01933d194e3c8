"""Decks, hands and placed cards."""

from __future__ import annotations

from hypothesis import strategies as st
from rummy.cards import FRENCH_RANKS, FRENCH_SUITS, Deck, Line, Suit, WildClass

SUITS = (*FRENCH_SUITS, Suit("X", "stars", "blue", "★"))


@st.composite
def decks(draw: st.DrawFn, most_ranks: int = 13) -> Deck:
    """A deck of 1 to 3 packs, perhaps with jokers and with wild twos.

    Lines: ``run`` in order, ``both`` with the first rank at both ends,
    ``circle`` all the way round.
    """
    count = draw(st.integers(3, most_ranks))
    ranks = FRENCH_RANKS[:count]
    suits = SUITS[: draw(st.integers(2, 5))]
    plain = count * len(suits)
    packs = draw(st.integers(1, 3))
    jokers = draw(st.integers(0, 3))
    order = tuple(range(count))
    every = tuple(range(plain))
    wilds = []
    if jokers:
        wilds.append(WildClass("jokers", (plain,), {plain: every}, False))
    if draw(st.booleans()):
        twos = tuple(face for face in every if face % count == 1)
        wilds.append(WildClass("twos", twos, dict.fromkeys(twos, every), True))
    points = st.integers(-20, 50)
    return Deck(
        ranks,
        suits,
        (packs,) * plain + (jokers,),
        {
            "run": Line("run", order),
            "both": Line("both", (*order, 0)),
            "circle": Line("circle", order, around=True),
        },
        tuple(wilds),
        tuple(draw(st.lists(points, min_size=plain + 1, max_size=plain + 1))),
    )


@st.composite
def faces(draw: st.DrawFn, deck: Deck, most: int = 12) -> list[int]:
    """Some cards of a deck, as faces; never more than there are."""
    pool = list(deck.all_cards())
    return [
        pool[i] for i in draw(st.lists(st.integers(0, len(pool) - 1), unique=True, max_size=most))
    ]


@st.composite
def hands(draw: st.DrawFn, deck: Deck, most: int = 12) -> int:
    """A bag with some cards of a deck."""
    return deck.bag(draw(faces(deck, most)))


@st.composite
def placed(draw: st.DrawFn, deck: Deck, most: int = 8) -> tuple[int, ...]:
    """Cards as they may lie in a meld: wild ones stand for something."""
    codes = []
    for face in draw(faces(deck, most)):
        if not deck.held_wild[face] or (face != deck.joker and draw(st.booleans())):
            codes.append(face)
            continue
        stands = deck.faces + len(deck.ranks) + len(deck.suits) + 1
        stand = draw(st.integers(0, stands - 1).filter(lambda s: s != deck.joker))
        codes.append(face if stand == face else deck.wild_code(face, stand))
    return tuple(sorted(codes))
