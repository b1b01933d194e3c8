"""What several rules need to know of a spec, worked out when first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import comb

from rummy.errors import SpecError
from rummy.lang.trees import Node
from rummy.lint.settings import Settings, reads
from rummy.lint.walks import expressions, live_moves
from rummy.melds.enumerate import Cell
from rummy.melds.growth import melds_of_sample
from rummy.melds.plans import Plans
from rummy.melds.shapes import Shape
from rummy.spec.bind import Rules, bind
from rummy.spec.model import Expr, LayOff, Spec
from rummy.spec.settings import option_text
from rummy.spec.wilds import possible

MOST_SUBSETS = 20_000
"""A part of the pack is gone through whole if it has no more subsets to look at."""
MOST_TABLES = 24
"""So many settings are tried before something is said of all of them."""

Table = tuple[int, tuple[tuple[str, int], ...]]
"""How many play, and the options that are not as they are at first."""


def _table(players: int, options: dict[str, int] | None) -> Table:
    return players, tuple(sorted((options or {}).items()))


class Facts:
    """A spec and what follows from it."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.settings = Settings(spec)
        self._rules: dict[Table, Rules | None] = {}
        self._plans: dict[Table, Plans | None] = {}

    @cached_property
    def expressions(self) -> list[tuple[str, Expr]]:
        """Every expression of the rules, by its key path."""
        return list(expressions(self.spec))

    @cached_property
    def names(self) -> set[str]:
        """All names of the game that the rules read."""
        return reads(expr.tree for _, expr in self.expressions)

    @cached_property
    def adds(self) -> bool:
        """Whether cards are ever added to melds on the table."""
        return any(isinstance(move.verb, LayOff) for _, move in live_moves(self.settings))

    def rules(self, players: int, options: dict[str, int] | None = None) -> Rules | None:
        """The rules of a match; None where these options make no pack."""
        table = _table(players, options)
        if table not in self._rules:
            named = {option.name: option for option in self.spec.options}
            given = {name: option_text(named[name], value) for name, value in table[1]}
            try:
                self._rules[table] = _with_some_wilds(bind(self.spec, players, given))
            except SpecError:
                self._rules[table] = None
        return self._rules[table]

    def plans(self, players: int, options: dict[str, int] | None = None) -> Plans | None:
        """How melds are found; None where there is no pack or no kind of meld."""
        table = _table(players, options)
        if table not in self._plans:
            rules = self.rules(players, options) if self.spec.kinds else None
            self._plans[table] = None if rules is None else Plans(rules)
        return self._plans[table]

    @cached_property
    def tables(self) -> list[Plans]:
        """For the fewest and for the most players, with the options as they are at first."""
        found = [self.plans(players) for players in dict.fromkeys(self.spec.players)]
        return [plans for plans in found if plans is not None]

    def all_rules(self, trees: Iterable[Node]) -> list[tuple[int, dict[str, int]]]:
        """Players and options for everything that the cards and these trees hang on.

        Nothing if there are too many of them to try.
        """
        paths = ("deck.packs", "deck.jokers", "deck.extra", "deck.wilds.", "deck.without")
        wanted = [*trees, *(expr.tree for path, expr in self.expressions if path.startswith(paths))]
        names = {option.name for option in self.spec.options}
        found: list[tuple[int, dict[str, int]]] = []
        for setting in self.settings.of(wanted):
            if not names & reads(wanted) <= setting.keys():
                return []
            players = setting.get("players", setting.get("seats", self.spec.players[0]))
            choice = {name: value for name, value in setting.items() if name in names}
            if players >= self.spec.players[0] and (players, choice) not in found:
                found.append((players, choice))
        return found if len(found) <= MOST_TABLES else []


def _with_some_wilds(rules: Rules) -> Rules:
    """Where wild cards change from round to round, the rules of a round that has some of all."""
    if not rules.wild or all(cls.faces for cls in rules.deck.wilds):
        return rules
    pack = sum(1 << face for face, copies in enumerate(rules.deck.copies) if copies)
    best, most = rules.wild, -1
    for wild in possible(rules.spec, rules.deck, rules.constants, rules.rounds):
        some = sum(bool(mask & pack) for mask in wild)
        if some > most:
            best, most = wild, some
        if most == len(wild):
            break
    return rules.at(rules.players, best)


def shapes_of(plans: Plans, kind: int) -> list[Shape]:
    """Melds of a kind among some cards of the pack."""
    found: list[Shape] = []
    for cell in plans.cells:
        if any(job.kind == kind for job in cell.jobs):
            melds = melds_of_sample(plans.deck, cell)
            found += [shape for shape in melds if shape.kind == kind]
    return found


def exists(plans: Plans, kind: int) -> bool | None:
    """Whether any cards of the pack make a meld of a kind; None if nobody can say."""
    if plans.hopeless(kind):
        return False
    if shapes_of(plans, kind):
        return True
    cells = [cell for cell in plans.cells if any(job.kind == kind for job in cell.jobs)]
    if not all(_small(plans, cell, kind) for cell in cells):
        return None
    held = plans.deck.bag([f for f in range(plans.deck.faces) for _ in range(plans.deck.copies[f])])
    return any(shape.kind == kind for cell in cells for shape in cell.look(held & cell.mask))


def _small(plans: Plans, cell: Cell, kind: int) -> bool:
    """Whether all cards of a part of the pack can be gone through."""
    codes = max(
        sum(len(codes) * plans.deck.copies[face] for face, codes in job.by_face.items())
        for job in cell.jobs
    )
    most = max(job.most for job in cell.jobs if job.kind == kind)
    return sum(comb(codes, size) for size in range(1, most + 1)) <= MOST_SUBSETS
