"""Wild cards that change from round to round: which cards are wild now.

A class of wild cards may look at the number of the round and at cards that lie
open on the table (a turned-up card). What matters of it for everything else is
the set of its faces, here a mask with one bit a face.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rummy.cards import Deck
from rummy.lang.evaluate import CardEnv, Value, evaluate
from rummy.lang.trees import Name, walk

if TYPE_CHECKING:
    from rummy.spec.model import Spec, WildSpec, Zone

Masks = tuple[int, ...]
"""For each class of wild cards of a spec the faces that belong to it; nothing
at all for a spec whose wild cards never change."""

OF_ROUND = ("round", "rounds_played")
"""Numbers that the cards of a class may hang on."""


def public(zone: Zone) -> bool:
    """Whether a zone lies on the table and everybody sees a card in it."""
    return zone.of == "table" and zone.seen_by in ("all", "top")


def read_zones(spec: Spec, wild: WildSpec) -> tuple[str, ...]:
    """The zones whose cards decide which cards belong to a class."""
    names = {node.name for node in walk(wild.cards.tree) if isinstance(node, Name)}
    return tuple(zone.name for zone in spec.zones if zone.name in names)


def changes(spec: Spec, wild: WildSpec) -> bool:
    """Whether the cards of a class are not the same in all rounds."""
    names = {node.name for node in walk(wild.cards.tree) if isinstance(node, Name)}
    return bool(names & {*OF_ROUND, *(zone.name for zone in spec.zones)})


def changing(spec: Spec) -> bool:
    """Whether any wild cards of a spec change from round to round."""
    return any(changes(spec, wild) for wild in spec.deck.wilds)


class TableEnv(CardEnv):
    """An ``Env`` for the cards of a class: one card, the round, open zones."""

    def call(self, function: str, arguments: tuple[Value, ...]) -> Value:
        """Which card lies where is all that can be asked of a zone."""
        if function == "first":
            return arguments[0][:1]
        if function in ("top", "last"):
            return arguments[0][-1:]
        return super().call(function, arguments)


def before_the_first(spec: Spec) -> dict[str, Value]:
    """What a class finds before anything is turned up in round 1."""
    empty: dict[str, Value] = {zone.name: () for zone in spec.zones if public(zone)}
    return empty | {"round": 1, "rounds_played": 0}


MOST_TRIED = 30
"""So many rounds are looked at for what may be wild in them."""


def possible(spec: Spec, deck: Deck, constants: Mapping[str, int], rounds: int) -> Iterator[Masks]:
    """What may be wild: in the first rounds, and with any one card lying open."""
    open_cards: list[tuple[int, ...]] = [()]
    if any(read_zones(spec, wild) for wild in spec.deck.wilds):
        open_cards += [(face,) for face in range(deck.faces) if deck.copies[face]]
    names = {
        node.name
        for wild in spec.deck.wilds
        for node in walk(wild.cards.tree)
        if isinstance(node, Name)
    }
    last = min(rounds, MOST_TRIED) if names & set(OF_ROUND) else 1
    tried = set()
    for cards in reversed(open_cards):
        for number in range(1, last + 1):
            table = before_the_first(spec) | {"round": number, "rounds_played": number - 1}
            table |= {zone.name: cards for zone in spec.zones if public(zone)}
            found = masks(spec, deck, constants, table)
            if found not in tried:
                tried.add(found)
                yield found


def masks(
    spec: Spec, deck: Deck, constants: Mapping[str, int], table: Mapping[str, Value]
) -> Masks:
    """The faces of each class by the plain walk, with the round and zones of ``table``."""
    names: dict[str, Value] = {**constants, **table}
    return tuple(
        sum(
            1 << face
            for face in range(deck.faces)
            if evaluate(wild.cards.tree, TableEnv(deck, face, names=names))
        )
        for wild in spec.deck.wilds
    )
