"""Melds among some cards of the pack, found by the solver: what examples are taken from."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import islice

from rummy.errors import RummyError
from rummy.lang.cost import cost
from rummy.melds import Plans, Shape
from rummy.melds.enumerate import Cell
from rummy.melds.plan import LIST, RUN
from rummy.sheet.words import Words
from rummy.spec.bind import Rules
from rummy.spec.wilds import possible

MOST_WILDS_TRIED = 60
"""In so many rounds it is looked which cards are wild."""
MOST_STEPS = 2_000_000
"""So many steps the rules of melds may take while examples are looked for."""
SOME_CELLS = 4
"""In so many parts of the pack examples of a kind are looked for."""
SAMPLE_WALKED, SAMPLE_SUBSETS = 14, 8
"""So many cards of a part of the pack are looked at: where rank lines are walked along, and
where all sets of cards are tried."""


class Samples:
    """Some melds of each kind, looked for in bounded time."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.settled = words.settled
        self.rules = _richest(words)

    @cached_property
    def plans(self) -> Plans | None:
        """The solver; None where there is nothing to solve."""
        try:
            return Plans(self.rules) if self.rules.kinds else None
        except RummyError:
            return None

    @cached_property
    def shapes(self) -> dict[int, list[Shape]]:
        """Melds of each kind among some cards of the pack."""
        found: dict[int, list[Shape]] = {kind.index: [] for kind in self.rules.kinds}
        if self.plans is None:
            return found
        cells = self.some_cells(self.plans.cells)
        for cell in cells:
            bag = self.sample(cell, MOST_STEPS // max(1, len(cells)))
            for shape in cell.fill(bag) if bag else ():
                found[shape.kind].append(shape)
        return found

    def some_cells(self, cells: Iterable[Cell]) -> list[Cell]:
        """A few parts of the pack for each kind: some suits, some ranks."""
        cells = list(cells)
        chosen: dict[int, Cell] = {}
        for kind in self.rules.kinds:
            own = [
                n
                for n, cell in enumerate(cells)
                if any(job.kind == kind.index for job in cell.jobs)
            ]
            step = max(1, len(own) // SOME_CELLS)
            for number in own[::step][: SOME_CELLS + 1]:
                chosen[number] = cells[number]
        return [chosen[number] for number in sorted(chosen)]

    def sample(self, cell: Cell, steps: int) -> int:
        """Some cards of a part of the pack, so few that no hostile rule takes long."""
        deck = self.rules.deck
        each = max(self.steps[job.kind] for job in cell.jobs)
        most = max(0, (steps // each).bit_length() - 1)
        walked = all(job.branch.anchor in (RUN, LIST) for job in cell.jobs)
        cards = SAMPLE_WALKED if walked and most >= SAMPLE_SUBSETS else min(most, SAMPLE_SUBSETS)
        natural: list[int] = []
        wild: list[int] = []
        for layer in range(deck.layers):
            for face in deck.bag_faces(cell.mask >> layer * deck.faces & deck.full):
                if deck.copies[face] > layer:
                    (wild if deck.held_wild[face] else natural).append(face)
        jokers = min(2, len(wild), cards // 3)
        return deck.bag([*natural[: cards - jokers], *wild[:jokers]])

    @cached_property
    def steps(self) -> dict[int, int]:
        """How many steps it may take at most to judge one meld of each kind."""
        rules, deck = self.rules, self.rules.deck
        sizes = {
            "cards": deck.size,
            "players": rules.players,
            "melds": deck.size // 2,
            "ranks": len(deck.ranks),
        }
        found = {}
        for kind in rules.kinds:
            known = {**sizes, "placed": SAMPLE_WALKED, "size": SAMPLE_WALKED}
            trees = [tree for tree in (kind.valid, kind.lay, kind.add) if tree is not None]
            found[kind.index] = 1 + sum(cost(tree, known)[1] for tree in trees)
        return found


def _richest(words: Words) -> Rules:
    """The rules with the largest pack that some wild card is in: for examples of every kind."""
    known = list(words.settled.all_rules.values())
    best = max(known, key=lambda rules: rules.deck.size)
    return _with_some_wilds(best)


def _with_some_wilds(rules: Rules) -> Rules:
    """Where wild cards change from round to round, the rules of a round that has some."""
    if not rules.wild or all(one.faces for one in rules.deck.wilds):
        return rules
    best, most = rules.wild, -1
    some = possible(rules.spec, rules.deck, rules.constants, rules.rounds)
    for wild in islice(some, MOST_WILDS_TRIED):
        many = sum(bool(mask) for mask in wild)
        if many > most:
            best, most = wild, many
        if most == len(wild):
            break
    return rules.at(rules.players, best)
