"""Codes about melds and the cards that they are made of."""

from __future__ import annotations

from rummy.diagnostics import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "M401",
        "too-long-to-look-for",
        "error",
        "Melds of this kind take too long to look for",
        "Melds are looked for by what all their cards share: a rank, a suit, a sequence, a list "
        "of ranks. Without any of these every choice of cards must be tried, and that is possible "
        "for small melds only.",
        "melds:\n  heap: {size: 3..12, valid: points(cards) >= 25, lay: 5, closed: true}",
        "melds:\n  heap: {size: 3, valid: points(cards) >= 25, lay: 5, closed: true}",
    ),
    Entry(
        "M402",
        "impossible-meld",
        "warning",
        "No cards make such a meld",
        "With the cards of this pack the condition and the size never hold together, for any "
        "number of players.",
        "melds:\n  set: {size: 5..6, valid: same(rank) and distinct(suit)}",
        "melds:\n  set: {size: 3..4, valid: same(rank) and distinct(suit)}",
    ),
    Entry(
        "M403",
        "cannot-grow-so-far",
        "warning",
        "Larger melds of a kind cannot be reached card by card",
        "Cards are added to a meld one at a time, and it must be a meld after each. If no meld of "
        "five cards is valid, one of four can never become one of six.",
        "melds:\n  run: {valid: same(suit) and sequence(rank) and size != 5}",
        "melds:\n  run: {valid: same(suit) and sequence(rank)}",
    ),
    Entry(
        "M404",
        "earns-nothing",
        "note",
        "A kind of meld earns nothing where others do",
        "Points for laying (`lay`) and for adding a card (`add`) are 0 unless a kind says what "
        "they are. Write 0 if that is what the rules say.",
        "melds:\n  pair: {size: 2, valid: same(rank) and distinct(suit), closed: true}",
        "melds:\n  pair: {size: 2, valid: same(rank) and distinct(suit), closed: true, lay: 5}",
    ),
    Entry(
        "M405",
        "wild-for-nothing",
        "warning",
        "A wild card that does not exist or stands for nothing",
        "A class of wild cards needs cards in the pack that belong to it, and other cards of the "
        "pack that they may stand for.",
        "deck:\n  wilds: {joker: {cards: joker}}",
        "deck:\n  jokers: 2\n  wilds: {joker: {cards: joker}}",
    ),
    Entry(
        "M406",
        "line-meets-itself",
        "warning",
        "A rank stands next to itself on a rank line",
        "Then two cards of this rank are a sequence. Mostly a line was closed with `around` that "
        "names the ace at both ends: an ace at either end, or a circle, but not both.",
        "deck:\n  lines: {run: A 2 3 4 5 6 7 8 9 10 J Q K A around}",
        "deck:\n  lines: {run: A 2 3 4 5 6 7 8 9 10 J Q K A}",
    ),
    Entry(
        "M407",
        "two-names-for-a-meld",
        "note",
        "The same cards are two kinds of meld with different points",
        "The player says which kind is meant and would always name the one that earns more. If "
        "one kind is a special case, the condition of the other should leave it out.",
        "melds:\n"
        "  run: {closed: true}\n"
        "  court: {size: 3, valid: 'same(suit) and ranks == {J, Q, K}', lay: 50, closed: true}",
        "melds:\n"
        "  run:\n"
        "    valid: 'same(suit) and sequence(rank) and not (ranks == {J, Q, K})'\n"
        "    closed: true\n"
        "  court: {size: 3, valid: 'same(suit) and ranks == {J, Q, K}', lay: 50, closed: true}",
    ),
    Entry(
        "M410",
        "nothing-to-swap",
        "warning",
        "A swap of wild cards in a pack without any",
        "A move with `swap` puts a natural card in the place of a wild card of a meld. No card of "
        "this pack is wild.",
        "turn: {steps: {play: {repeat: {swap: {swap: true}}}}}",
        "deck: {jokers: 2, wilds: {joker: {cards: joker}}}\n"
        "turn: {steps: {play: {repeat: {swap: {swap: true}}}}}",
    ),
    Entry(
        "M411",
        "any-cards-at-all",
        "warning",
        "Any cards make this meld",
        "A condition that every choice of cards meets asks for nothing. Mostly `or` was written "
        "for `and`, or the condition is not finished yet.",
        "melds:\n  mixed: {size: 3, valid: not same(rank) or not same(suit), lay: 10}",
        "melds:\n  mixed: {size: 3, valid: distinct(rank) and distinct(suit), lay: 10}",
    ),
    Entry(
        "M412",
        "same-meld-twice",
        "warning",
        "Two kinds of meld are the same cards",
        "Each kind should be told from the others by its cards, its points or what it grows into. "
        "Where all are the same a player can only choose a name.",
        "melds:\n  triplet: {size: 3..4, valid: same(rank) and distinct(suit), lay: 10}",
        "melds:\n  triplet: {size: 3, valid: same(rank) and same(suit), lay: 10}\ndeck: {packs: 3}",
    ),
    Entry(
        "M413",
        "never-grows-so",
        "warning",
        "A meld can never grow into the kind that it names",
        "A meld becomes another kind when one card is added and it then has a size of that kind. "
        "A closed meld takes no card at all.",
        "melds:\n"
        "  pair: {size: 2, valid: same(rank) and distinct(suit), grows_into: run, lay: 5}\n"
        "  run: {size: 4.., valid: same(suit) and sequence(rank)}",
        "melds:\n  pair: {size: 2, valid: same(rank) and distinct(suit), grows_into: set, lay: 5}",
    ),
)
