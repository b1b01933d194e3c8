"""What a player could still have played with the cards left, where the count asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rummy.lang.generate import Module
from rummy.lang.trees import Call, Each, Filter, If, Node, children
from rummy.pad.blank import Missing

if TYPE_CHECKING:
    from rummy.melds import FurtherPlay, Shape
    from rummy.play.engine import Engine
    from rummy.play.state import State

_ASKING = ("most_points", "least_cost")


class FurtherPlays:
    """The further plays that the count of a spec looks at, for any player at its end."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        score = engine.rules.spec.score
        trees = [score.round.tree, *(line.points.tree for line in score.lines)]
        calls = [call for tree in trees for call in _calls(engine.rules.fold(tree))]
        self._calls = list(dict.fromkeys(calls))
        module = Module(engine.deck)
        slots = engine.program.slots
        for number, call in enumerate(self._calls):
            for part, argument in enumerate(call.arguments):
                module.function(f"{number} {part}", "s, me", argument, slots, {})
        self._functions = module.compile(engine.program.helpers()) if self._calls else {}
        self._shapes = module.shapes

    def of(self, state: State, seat: int) -> list[str]:
        """Each play that counts for a seat, in words; nothing where no card can be played."""
        said = []
        for number, call in enumerate(self._calls):
            try:
                play = self._play(number, call, state, seat)
            except Missing:
                continue  # the count went another way and did not look at it
            if play.line:
                said.append(self._words(play, state.table))
        return list(dict.fromkeys(said))

    def _play(self, number: int, call: Call, state: State, seat: int) -> FurtherPlay:
        values = [
            self._functions[f"{number} {part}"](state, seat) for part in range(len(call.arguments))
        ]
        if self._shapes[f"{number} 0"] == "codes":
            values[0] = self.engine.deck.bag(values[0])
        ask = getattr(self.engine.plans, call.name)
        play: FurtherPlay = ask(values[0], state.table, *values[1:])
        return play

    def _words(self, play: FurtherPlay, table: list[Shape]) -> str:
        deck, kinds = self.engine.deck, self.engine.rules.kinds
        melds = list(table)
        parts = []
        for step in play.line:
            if len(step) == 2:
                shape = step[1]
                melds.append(shape)
                parts.append(
                    f"{kinds[shape.kind].title} {deck.texts(shape.display)} for {shape.lay}"
                )
                continue
            _, onto, growth = step
            before = melds[onto]
            melds[onto] = growth.shape
            parts.append(
                f"{deck.text(growth.code)} to {kinds[before.kind].title} "
                f"{deck.texts(before.display)} for {growth.points}"
            )
        return ", ".join(parts)


def _calls(tree: Node) -> Iterator[Call]:
    """Further plays that every count looks at: none inside an item function or a branch."""
    if isinstance(tree, Call) and tree.name in _ASKING:
        yield tree
        return
    if isinstance(tree, Each | Filter):
        return
    if isinstance(tree, If):
        yield from _calls(tree.condition)
        return
    for child in children(tree):
        yield from _calls(child)
