"""A spec with players and options filled in: ``Rules``, what a match is played by.

Here the deck is made: packs, jokers, wild cards and their targets, points. What
does not depend on the course of the game is a number from here on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NoReturn

from rummy.cards import MAX_CARDS, Deck, Line, Suit, WildClass
from rummy.diagnostics import Diagnostic
from rummy.diagnostics import Span as FileSpan
from rummy.errors import SpecError, UsageError
from rummy.lang.evaluate import CardEnv, evaluate
from rummy.lang.fold import constant, fold
from rummy.lang.trees import Node, Place
from rummy.spec.model import DeckSpec, Spec
from rummy.spec.settings import option_text, option_value
from rummy.spec.wilds import Masks, before_the_first, changing, masks
from rummy.spelling import did_you_mean

__all__ = ["BoundKind", "Rules", "bind", "option_text", "option_value", "plain_deck"]


@dataclass(frozen=True, eq=False)
class BoundKind:
    """A kind of meld with its sizes as numbers and constants filled in."""

    index: int
    name: str
    title: str
    least: int
    most: int
    valid: Node
    lay: Node | None
    add: Node | None
    grows_into: tuple[int, ...]
    closed: bool
    shifts: bool


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of one match: a spec, how many play, and the options they chose.

    ``constants``: options, ``players`` and ``packs`` by name.
    """

    spec: Spec
    players: int
    """How many play: those still in the match."""
    options: dict[str, int]
    constants: dict[str, int]
    deck: Deck
    kinds: tuple[BoundKind, ...]
    rounds: int = 10_000
    """The match ends after so many rounds."""
    turns: int = 1_000
    """A round ends when everyone has had so many turns."""
    seats: int = 0
    """How many began the match; 0 stands for ``players``."""
    sides: int = 0
    """How many sides play against each other; 0 stands for each player alone."""
    wild: Masks = ()
    """Where wild cards change from round to round: the faces of each class now."""
    _folded: dict[int, tuple[Node, Node]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if not self.seats:
            object.__setattr__(self, "seats", self.players)
        if not self.sides:
            object.__setattr__(self, "sides", self.seats)

    def at(self, players: int, wild: Masks) -> Rules:
        """The rules at the same table when so many are still in and these cards are wild."""
        if players != self.players:
            return _bind(self.spec, players, self.options, self.seats, wild)
        return _with_wilds(self, wild)

    def fold(self, tree: Node) -> Node:
        """The tree with the constants of this match filled in."""
        known = self._folded.get(id(tree))
        if known is None:
            known = (tree, fold(tree, self.constants))
            self._folded[id(tree)] = known
        return known[1]


# --- options ------------------------------------------------------------------


def _options(spec: Spec, given: Mapping[str, str | int | bool]) -> dict[str, int]:
    known = {option.name: option for option in spec.options}
    for name in given:
        if name not in known:
            near = did_you_mean(name, known)
            listed = f"its options: {', '.join(known)}" if known else "it has no options"
            raise UsageError(f"{spec.title} has no option {name}; {near or listed}")
    values = {}
    for name, option in known.items():
        if name not in given:
            values[name] = option.default
            continue
        value, reason = option_value(option, given[name])
        if value is None:
            raise UsageError(reason)
        values[name] = value
    return values


# --- binding ------------------------------------------------------------------


def bind(spec: Spec, players: int, options: Mapping[str, str | int | bool] = {}) -> Rules:
    """The rules for so many players with these options.

    Raises ``UsageError`` for a number of players or an option that the spec
    does not allow, ``SpecError`` if the spec then makes an impossible pack.
    """
    low, high = spec.players
    if not low <= players <= high:
        how_many = str(low) if low == high else f"{low} to {high}"
        raise UsageError(f"{spec.title} is for {how_many} players, not {players}")
    return _bind(spec, players, _options(spec, options), players)


def _bind(
    spec: Spec, players: int, values: dict[str, int], seats: int, wild: Masks | None = None
) -> Rules:
    constants = {**values, "players": players, "seats": seats}
    deck_spec = spec.deck
    packs = _number(spec, deck_spec.packs.tree, constants)
    constants["packs"] = packs
    jokers = _number(spec, deck_spec.jokers.tree, constants)
    if wild is None:
        first = before_the_first(spec)
        plain = plain_deck(deck_spec)
        wild = masks(spec, plain, constants, first) if changing(spec) else ()
    deck = _deck(spec, packs, jokers, constants, wild)
    return Rules(
        spec,
        players,
        values,
        constants,
        deck,
        _kinds(spec, deck, constants),
        max(1, _number(spec, spec.limits.rounds.tree, constants)),
        max(1, _number(spec, spec.limits.turns.tree, constants)),
        seats,
        _sides(spec, seats, constants),
        wild,
    )


def _sides(spec: Spec, seats: int, constants: Mapping[str, int]) -> int:
    """How many sides there are, by how many began the match."""
    if spec.sides is None:
        return seats
    sides = _number(spec, spec.sides.tree, {**constants, "players": seats})
    if sides < 1 or seats % sides:
        reason = f"{seats} players do not make {sides} sides of equal size"
        refuse(spec, reason, spec.sides.place, "each side has as many players", "L925")
    return sides


def _with_wilds(rules: Rules, wild: Masks) -> Rules:
    """The same rules with other wild cards: only what hangs on them is made anew."""
    spec, old = rules.spec, rules.deck
    wilds = _wilds(spec, old, wild, rules.constants)
    bare = old.with_wilds(wilds, old.points_of)
    points = _points(spec.deck, bare, rules.constants)
    deck = bare if points == old.points_of else old.with_wilds(wilds, points)
    return replace(rules, deck=deck, wild=wild)


def _number(spec: Spec, tree: Node, constants: Mapping[str, int]) -> int:
    known = constant(fold(tree, constants))
    if known is not None:
        return known
    value: int = evaluate(tree, _plain_deck_env(spec, constants))
    return value


def _plain_deck_env(spec: Spec, constants: Mapping[str, int]) -> CardEnv:
    """For numbers that look at no card."""
    return CardEnv(plain_deck(spec.deck), names=constants)


def plain_deck(deck: DeckSpec, copies: tuple[int, ...] = ()) -> Deck:
    """The faces of a deck, each once, before wild cards and points are known."""
    faces = len(deck.ranks) * len(deck.suits) + 1 + len(deck.extras)
    suits = tuple(Suit(s.letter, s.name, s.colour, s.sign) for s in deck.suits)
    lines = {line.name: Line(line.name, line.ranks, line.around) for line in deck.lines}
    return Deck(deck.ranks, suits, copies or (1,) * faces, lines, extras=deck.extra_texts)


def refuse(spec: Spec, message: str, place: Place, hint: str = "", code: str = "L922") -> NoReturn:
    """Refuse to play a spec, or to play it with these players and options (``SpecError``)."""
    span = FileSpan(place.file, place.line, place.column, place.end_line, place.end_column)
    raise SpecError(spec.file, [Diagnostic(code, message, span, hint)])


def _deck(spec: Spec, packs: int, jokers: int, constants: Mapping[str, int], wild: Masks) -> Deck:
    """The pack of this match, with all its tables."""
    deck = spec.deck
    plain = plain_deck(deck)
    if packs < 0 or jokers < 0:
        which = deck.packs if packs < 0 else deck.jokers
        refuse(spec, f"the pack has {min(packs, jokers)} of something", which.place)

    def holds(tree: Node, face: int) -> bool:
        return bool(evaluate(tree, CardEnv(plain, face, names=constants)))

    without = None if deck.without is None else deck.without.tree
    copies = [
        packs if without is None or not holds(without, face) else 0 for face in range(plain.joker)
    ]
    copies.append(jokers)
    for _, many in deck.extras:
        copies.append(_number(spec, many.tree, constants))
        if copies[-1] < 0:
            refuse(spec, f"the pack has {copies[-1]} of something", many.place)
    size = sum(copies)
    if size > MAX_CARDS:
        refuse(spec, f"the pack has {size} cards", deck.packs.place, f"at most {MAX_CARDS}")
    if size == 0:
        refuse(spec, "the pack has no cards at all", deck.packs.place)
    pack = plain_deck(deck, tuple(copies))
    wilds = _wilds(spec, pack, wild, constants)
    bare = pack.with_wilds(wilds, pack.points_of)
    return pack.with_wilds(wilds, _points(deck, bare, constants))


def _wilds(
    spec: Spec, deck: Deck, wild: Masks, constants: Mapping[str, int]
) -> tuple[WildClass, ...]:
    """All classes of wild cards; ``wild``: their faces, where they change."""
    known = wild or masks(spec, deck, constants, {})
    return tuple(_wild(spec, deck, number, mask, constants) for number, mask in enumerate(known))


def _wild(
    spec: Spec, deck: Deck, number: int, mask: int, constants: Mapping[str, int]
) -> WildClass:
    """A class of wild cards: its faces and what each may stand for.

    A wild card stands for cards that the pack has, and never for its own face:
    in that place it is itself (if the class says ``natural``).
    """
    wild = spec.deck.wilds[number]
    copies = deck.copies
    faces = tuple(face for face in range(deck.faces) if copies[face] and mask >> face & 1)

    def targets(face: int) -> tuple[int, ...]:
        found = []
        for stood_for in range(deck.joker):
            if not copies[stood_for] or stood_for == face:
                continue
            env = CardEnv(deck, stood_for, face, constants)
            if wild.stands_for is None or evaluate(wild.stands_for.tree, env):
                found.append(stood_for)
        return tuple(found)

    natural = wild.natural is not None and bool(
        evaluate(wild.natural.tree, CardEnv(deck, names=constants))
    )
    return WildClass(wild.name, faces, {face: targets(face) for face in faces}, natural)


def _points(deck: DeckSpec, bare: Deck, constants: Mapping[str, int]) -> tuple[int, ...]:
    """Points of each face in a hand; 0 for what the file does not name."""
    points = [0] * bare.faces
    for entry in deck.points:
        for face in range(bare.faces):
            if bare.special(face):
                named = face - bare.joker - 1 in entry.extras
            elif face == bare.joker:
                named = entry.joker
            else:
                named = bare.rank_of[face] in entry.ranks
            if named:
                points[face] = evaluate(entry.points.tree, CardEnv(bare, face, names=constants))
    return tuple(points)


def _kinds(spec: Spec, deck: Deck, constants: Mapping[str, int]) -> tuple[BoundKind, ...]:
    numbers = {kind.name: number for number, kind in enumerate(spec.kinds)}
    folded: Callable[[Node], Node] = lambda tree: fold(tree, constants)  # noqa: E731
    found = []
    for number, kind in enumerate(spec.kinds):
        most = deck.size if kind.most is None else _number(spec, kind.most.tree, constants)
        found.append(
            BoundKind(
                number,
                kind.name,
                kind.title,
                max(1, _number(spec, kind.least.tree, constants)),
                min(most, deck.size),
                folded(kind.valid.tree),
                None if kind.lay is None else folded(kind.lay.tree),
                None if kind.add is None else folded(kind.add.tree),
                tuple(numbers[name] for name in kind.grows_into),
                kind.closed,
                kind.shifts,
            )
        )
    return tuple(found)
