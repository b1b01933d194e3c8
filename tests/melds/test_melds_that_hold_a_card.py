"""The melds of one card are those of the hand in which it lies; what a table may take."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from rummy.melds import Plans
from rummy.spec.bind import bind
from rummy.spec.load import find, load

EXAMPLES = Path(find("loba")).parent.parent / "examples"
TABLES = [
    ("loba", 3, {}),
    ("rum500", 5, {"jokers": "two"}),
    ("bing", 4, {}),
    ("canasta", 4, {}),
    ("burraco", 4, {}),
    ("iceberg", 4, {}),
    ("ten_phases", 4, {}),
    ("../house-rules/basic-round-the-corner", 3, {}),
]


def plans_of(name: str, players: int, options: dict[str, object]) -> Plans:
    """All about the melds of a game."""
    if name.startswith(".."):
        return Plans(bind(load(str(EXAMPLES / f"{name[3:]}.yaml")), players, options))
    return Plans(bind(load(name), players, options))


def hands(plans: Plans, chance: Random, count: int) -> list[int]:
    """Hands of several sizes, half of them out of few ranks so that melds are common."""
    deck = plans.deck
    pack = list(deck.all_cards())
    found = []
    for number in range(count):
        ranks = set(chance.sample(range(len(deck.ranks)), min(4, len(deck.ranks))))
        few = [f for f in pack if deck.rank_of[f] in ranks or deck.held_wild[f]]
        cards = pack if number % 2 else few
        found.append(deck.bag(chance.sample(cards, min(len(cards), chance.randint(1, 10)))))
    return found


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_they_are_the_melds_of_the_hand_with_that_card(
    name: str, players: int, options: dict[str, object]
) -> None:
    plans = plans_of(name, players, options)
    for bag in hands(plans, Random(5), 60):
        melds = set(plans.melds(bag))
        for face in set(plans.deck.bag_faces(bag)):
            assert set(plans.holding.melds(face, bag)) == {
                shape for shape in melds if shape.bag >> face & 1
            }


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_a_table_may_take_just_the_cards_that_might_be_added(
    name: str, players: int, options: dict[str, object]
) -> None:
    """The same question card by card; there is never a no to a card that fits at once."""
    plans = plans_of(name, players, options)
    chance = Random(7)
    some = hands(plans, chance, 60)
    laid = [shape for bag in some for shape in plans.melds(bag)]
    for bag in some:
        table = chance.sample(laid, min(len(laid), 5))
        onto, might = plans.reach.onto(table), plans.reach.cards(bag, table)
        for face in plans.deck.bag_faces(bag):
            assert onto.may_take(face, bag) == bool(might >> face & 1)
            assert onto.may_take(face, bag) or not plans.fits(face, table)
