"""What the turn of a spec is compiled to: stages, moves, duties, events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rummy.play.effects import CardTest, EffectFunction, Number, ZoneAt
from rummy.play.state import State
from rummy.spec.model import Duty, Effect, Move

if TYPE_CHECKING:
    from rummy.lang.trees import Node
    from rummy.play.card_masks import CardMask
    from rummy.play.opening import CompiledOpening

Truth = Callable[[State, int], bool]
MeldTest = Callable[[State, int, int], bool]
Seats = Callable[[State, int], Iterable[int]]

AUTO, CHOICE, REPEAT, ENTER, DUTY, TURN_END, SETUP_END, ASK, OPENING, REBUILDING = range(10)
"""Kinds of stages."""

SAY, TOP, ALL, CARDS, LAY, LAY_OFF, OPEN, SWAP, REBUILD = range(9)
"""Kinds of moves: a word, the top of a pile, all that pass, named cards, ..."""


@dataclass(slots=True)
class CompiledMove:
    """A move with its functions. ``number`` is its place in action tuples."""

    number: int
    move: Move
    kind: int
    when: Truth | None
    effects: tuple[EffectFunction, ...]
    target_node: int = -1
    whom: Seats | None = None
    """Of these players one is named, the first number of the action after the move's."""
    trivial: bool = False
    """Saying this changes nothing: who can only say this need not be asked."""
    ends_round: bool = False
    """A word after which the round is over, whatever else."""
    # cards
    source: ZoneAt | None = None
    target: ZoneAt | None = None
    count: Number | None = None
    everything: bool = False
    numbers: Seats | None = None
    """The numbers of cards to choose from, where the player says how many."""
    at: str = "top"
    test: CardTest | None = None
    mask: int | None = None
    pass_mask: CardMask | None = None
    """Which cards may pass, as a mask; its ``exact`` says whether they surely do."""
    may_pass: Callable[[State, int], int] | None = None
    """Faces that may pass ``test``; all others surely do not."""
    clauses: tuple[tuple[str, CardTest], ...] = ()
    """The parts of the condition on cards that are all needed, as written."""
    # melds
    kinds: tuple[int, ...] = ()
    where: Callable[[State, int, tuple[int, ...]], bool] | None = None
    where_looks: bool = False
    """Whether that condition looks at more than the cards of the meld."""
    where_first: Truth | None = None
    """What that condition needs for every meld, whatever its cards are."""
    where_parts: tuple[Callable[[State, int, tuple[int, ...]], object], ...] = ()
    """All that it looks at in a meld: where these are the same, so is the answer."""
    onto: MeldTest | None = None
    opening: CompiledOpening | None = None
    least: Number | None = None
    stays: bool = False
    """A wild card that is swapped stays in its meld."""
    memo: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)
    parted: dict[tuple[int, int], list[tuple[tuple[int, ...], tuple[object, ...]]]] = field(
        default_factory=dict
    )
    """For cards and the one among them from a pile: the melds with their ``where_parts``."""

    def named(self, action: Sequence[int]) -> tuple[int, ...]:
        """What an action of this move says after the player whom it names."""
        return tuple(action[1 if self.whom is None else 2 :])


@dataclass(slots=True)
class CompiledDuty:
    """A duty with its function."""

    duty: Duty
    holds: Truth


@dataclass(slots=True)
class Stage:
    """A place in the turn. ``next`` follows; ``skip`` when ``when`` is false."""

    kind: int
    name: str
    next: int
    skip: int = -1
    when: Truth | None = None
    guard: Node | None = None
    """The condition of ``when``, as far as it is open; None: always."""
    effects: tuple[EffectFunction, ...] = ()
    does: tuple[Effect, ...] = ()
    """The effects as the spec has them."""
    moves: tuple[CompiledMove, ...] = ()
    optional: bool = False
    counter: int = -1
    at_least: Number | None = None
    wanted: Node | None = None
    """What ``at_least`` is, as far as it is open."""
    at_most: Number | None = None
    by: Number | None = None
    ask: Seats | None = None
    duties: tuple[CompiledDuty, ...] = ()
    setup: bool = False
    enclosing: tuple[CompiledDuty, ...] = ()


@dataclass(slots=True)
class CompiledEvent:
    """An event with its functions."""

    name: str
    when: Truth
    effects: tuple[EffectFunction, ...]
    does: tuple[Effect, ...]
    """The effects as the spec has them."""
