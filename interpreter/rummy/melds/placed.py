"""From numbers to cards: what was found by counting, laid and added card by card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.cards import bag_subtract
from rummy.melds.needs import Witness
from rummy.melds.sorts import SURE, Sort, Take

if TYPE_CHECKING:
    from rummy.melds.options import Lying
    from rummy.melds.shapes import Book, Growth, Shape

Done = tuple[int, Sort, Take, int]
"""A meld laid (-1) or added to (its number), its cards, wild cards needed."""
Cards = list[tuple[int, int]]
"""Codes and places."""


def placed(
    book: Book,
    wild_mask: int,
    bag: int,
    done: Sequence[Done],
    table: Sequence[tuple[int, Lying]],
    spare: int,
) -> Witness | None:
    """The play itself; None if some card cannot be placed as it was counted.

    ``table``: the melds that can be added to, with their numbers; ``spare``: wild
    cards that go where there is room.
    """
    deck = book.deck
    natural = bag & ~wild_mask
    wild = list(deck.bag_faces(bag ^ natural))
    melds: list[Shape] = []
    added: list[tuple[int, Growth]] = []
    before = dict(table)
    for number, sort, take, needed in done:
        more = min(spare, take[4] - needed)
        spare -= more
        natural = bag_subtract(natural, take[0], deck.faces, deck.full)
        if number >= 0:
            if not _add(added, number, before.pop(number), take, needed + more, wild):
                return None
            continue
        cards = _fill(sort, take, needed + more, wild, None, 0)
        made = (
            None
            if cards is None
            else book.shape(sort.kind, tuple(sorted([code for code, _ in cards])))
        )
        if made is None:
            return None
        melds.append(made)
    for number, lying in before.items():
        more = min(spare, lying.room)
        spare -= more
        if more:
            group, low = lying.sort.group, lying.low
            place = deck.rank_of[lying.shape.codes[0]] if group else low
            high = place if group else low + lying.shape.size - 1
            if not _add(added, number, lying, (0, place, high, 0, more), more, wild):
                return None
    rest = deck.bag((*deck.bag_faces(natural), *wild))
    return Witness(tuple(melds), tuple(added), rest)


def _add(
    added: list[tuple[int, Growth]],
    number: int,
    lying: Lying,
    take: Take,
    wilds: int,
    wild: list[int],
) -> bool:
    """Add cards to a meld one after another, outwards from where it lies."""
    cards = _fill(lying.sort, take, wilds, wild, lying.shape, lying.low)
    if cards is None:
        return False
    now = lying.shape
    for code, _ in cards:
        growth = next((g for g in now.growth if g.code == code), None)
        if growth is None:
            return False
        added.append((number, growth))
        now = growth.shape
    return True


def _fill(
    sort: Sort, take: Take, wilds: int, wild: list[int], shape: Shape | None, start: int
) -> Cards | None:
    """Codes and places of the cards that come to a meld, those inside first.

    The wild cards are taken from ``wild``. None: one of them cannot stand there.
    """
    deck = sort.deck
    cards, low, high, _, _ = take
    codes: Cards = []
    if sort.group:
        codes += [(face, 0) for face in deck.bag_faces(cards)]
        for _ in range(wilds):
            code = sort.code_at.get((wild.pop(), low, -1))
            if code is None:
                return None
            codes.append((code, 0))
        return codes
    face = deck.bag_faces(cards)[0] if shape is None else -1
    suit = deck.suit_of[face] if shape is None else deck.suit_of[shape.codes[0]]
    lane = sort.lanes[suit]
    needed = high - low + 1 - cards.bit_count() - (0 if shape is None else shape.size)
    for _ in range(wilds - needed):
        if high + 1 < len(lane.standing) and lane.standing[high + 1] >= SURE:
            high += 1
        elif low:
            low -= 1
        else:
            return None
    if shape is None:
        order = list(range(low, high + 1))
    else:
        end = start + shape.size
        order = [*range(end, high + 1), *range(start - 1, low - 1, -1)]
    for place in order:
        card = lane.cards[place]
        if card and cards & card:
            codes.append((card.bit_length() - 1, place))
            continue
        code = sort.code_at.get((wild.pop(), sort.line[place], suit))
        if code is None:
            return None
        codes.append((code, place))
    return codes
