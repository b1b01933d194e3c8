"""The words that mean a move: its own name, and what card players say for what it does.

A file calls its moves as it likes. Whatever they are called, "draw" is
understood as the move that takes a card from a face-down pile, "discard" as the
one that puts a card of the hand away. The own names of the moves that the step
allows come first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rummy.play.stages import (
    ALL,
    CARDS,
    LAY,
    LAY_OFF,
    OPEN,
    OPENING,
    REBUILD,
    SAY,
    SWAP,
    TOP,
    CompiledMove,
)
from rummy.spec.model import MoveCards

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.state import State

MOST_WORDS = 4
"""A move's name has at most so many words when it is typed with spaces."""

DRAW = ("draw", "stock", "deck", "pick", "get")
TAKE = ("take", "pick up", "pickup", "pick", "pile", "upcard", "get")
LAY_WORDS = ("lay", "meld", "lay down", "put down", "play", "down")
ADD_WORDS = ("add", "lay off", "layoff", "off", "put", "attach", "extend", "lay on")
SWAP_WORDS = ("swap", "exchange", "replace", "trade")
OPEN_WORDS = ("open", "come down", "go down", "come out", "lay", "meld", "down")
REBUILD_WORDS = ("rebuild", "rearrange", *LAY_WORDS, *ADD_WORDS)
AWAY = ("discard", "throw", "throw away", "drop", "put away")
GIVE = ("pass", "give", "hand over")
SHOW = ("show", "put", "turn up")
NO = ("no", "no thanks", "pass", "decline", "skip")
ENOUGH = ("done", "end", "stop", "finish", "ready", "enough", "nothing", "next", "pass", "no")


def common_words(engine: Engine, state: State, move: CompiledMove) -> tuple[str, ...]:
    """What card players call a move like this, by what it does."""
    kind = move.kind
    if kind == LAY:
        return LAY_WORDS
    if kind == LAY_OFF:
        return ADD_WORDS
    if kind == SWAP:
        return SWAP_WORDS
    if kind == REBUILD:
        return REBUILD_WORDS
    if kind == OPEN:
        return OPEN_WORDS
    if kind == SAY:
        return NO if move.trivial else DRAW if _draws_later(engine, move) else ()
    assert move.source is not None and move.target is not None
    seen_by = move.source.seen_by
    if move.target.name == "hand" and kind in (TOP, ALL, CARDS):
        return DRAW if seen_by == "nobody" and move.source.pile else TAKE
    if move.source.name != "hand":
        return ()
    owner = move.target.owner(state, state.mover)
    return AWAY if owner < 0 else SHOW if owner == state.mover else GIVE


def _draws_later(engine: Engine, move: CompiledMove) -> bool:
    """Whether a word is followed by a card from a face-down pile."""
    hidden = {zone.name for zone in engine.rules.spec.zones if zone.seen_by == "nobody"}
    effects = [effect for step in move.move.then for effect in step.auto] + list(move.move.do)
    return any(
        isinstance(effect, MoveCards)
        and effect.source.zone in hidden
        and effect.target.zone == "hand"
        for effect in effects
    )


class Vocabulary:
    """What can be said in a step: words to numbers of moves."""

    def __init__(self, engine: Engine, state: State) -> None:
        stage = engine.program.nodes[state.pc]
        done = engine.program.done[0]
        self.own: dict[str, set[int]] = {}
        self.common: dict[str, set[int]] = {}
        for move in stage.moves:
            self._add(self.own, [move.move.name], move.number)
            self._add(self.common, common_words(engine, state, move), move.number)
            if stage.kind == OPENING:
                self._add(self.common, LAY_WORDS, move.number)
        self._add(self.own, ["done"], done)
        self._add(self.common, ENOUGH, done)

    @staticmethod
    def _add(table: dict[str, set[int]], names: Iterable[str], number: int) -> None:
        for name in names:
            table.setdefault(name.replace("_", " "), set()).add(number)

    def find(self, words: list[str]) -> tuple[set[int], int]:
        """The moves that the first words name, and how many words that are."""
        for table in (self.own, self.common):
            for count in range(min(MOST_WORDS, len(words)), 0, -1):
                phrase = " ".join(words[:count]).lower().replace("_", " ")
                if phrase in table:
                    return table[phrase], count
        return set(), 0

    def begun(self, start: str, legal: set[int]) -> dict[str, set[int]]:
        """The words that begin so, and name a move that is legal now (else any move)."""
        for table in (self.own, self.common):
            hits = {word: moves for word, moves in table.items() if word.startswith(start.lower())}
            possible = {word: moves & legal for word, moves in hits.items() if moves & legal}
            if possible or hits:
                return possible or hits
        return {}
