"""What an opening needs and a hand lacks, in words."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, cast

from rummy.cards import bag_subtract
from rummy.melds.needs import fillings
from rummy.play.effects import clamp
from rummy.play.explain import Explainer, Reason
from rummy.play.sight import TableEnv
from rummy.play.words import Words, article, place_text, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.melds import Shape
    from rummy.melds.needs import Needs
    from rummy.play.engine import Engine
    from rummy.play.stages import CompiledMove
    from rummy.play.state import State
    from rummy.spec.model import Opening


class Needed:
    """The needs of an opening move for the player who decides."""

    def __init__(self, engine: Engine, state: State, move: CompiledMove, words: Words) -> None:
        assert move.opening is not None
        self.engine, self.state, self.words = engine, state, words
        self.opening = move.opening
        self.me = state.mover
        self.spec: Opening = next(
            o for o in engine.rules.spec.openings if o.name == move.opening.name
        )
        self.begun = state.laid_from >= 0
        self.entry = state.entry if self.begun else self.opening.entry(state, self.me)
        self.bag = cast(int, state.z[self.opening.hand_base + self.me])
        self.needs = self.opening.open_needs(state, self.me)
        self.laid = self.opening.laid(state)

    def of_needs(self, text: str) -> Reason:
        """A reason that lies in the needs of this opening."""
        spec = self.spec
        entry = spec.needs[self.entry]
        kinds: dict[str, list[str]] = {}
        for need in entry:
            kinds.setdefault(need.kind or "any", []).append(plain(need.least.text))
        clause = ", ".join(f"{kind}: [{', '.join(sizes)}]" for kind, sizes in kinds.items())
        values: tuple[tuple[str, str], ...] = ()
        if spec.which is not None:
            values = self._explainer(self.state).values(spec.which.tree)
        number = f"[{self.entry}]" if len(spec.needs) > 1 else ""
        key = f"openings.{spec.name}.needs{number}"
        place = entry[0].least.place if entry else spec.place
        return Reason(text, f"{{{clause}}}", values, key, place_text(place))

    def lacking(self, bag: int, needs: Needs) -> tuple[Needs, Needs]:
        """The most of the needs that the cards fill, and those that are left."""
        for count in range(len(needs), -1, -1):
            found = [
                chosen
                for chosen in combinations(needs, count)
                if self.opening.solver.feasible(bag, chosen)
            ]
            if found:
                have = max(found, key=lambda some: (sum(least for _, least in some), some))
                left = list(needs)
                for need in have:
                    left.remove(need)
                return have, tuple(left)
        return (), needs

    def lack_text(self, whose: str, bag: int, needs: Needs) -> str:
        """What the cards lack, in words."""
        have, lack = self.lacking(bag, needs)
        words = self.words
        if not have:
            return f"{whose} has none of what is needed, {words.needs(needs)}"
        beside = ""
        if self.opening.solver.feasible(bag, lack):
            beside = " beside it" if len(have) == 1 else " beside them"
        return f"{whose} has {words.needs(have)}, but lacks {words.needs(lack)}{beside}"

    def not_open(self) -> Reason | None:
        """Why the hand does not fill what is needed; None: it does."""
        if not self.opening.solver.feasible(self.bag, self.needs):
            return self.of_needs(self.lack_text("the hand", self.bag, self.needs))
        return self._where(self.bag, self.needs, self.laid)

    def no_meld(self, shape: Shape) -> Reason | None:
        """Why a sound meld cannot be laid next; None: what is needed allows it."""
        words = self.words
        title = article(self.engine.rules.kinds[shape.kind].title)
        ways = fillings(self.needs, shape.kind, shape.size) if self.needs else [()]
        if not ways:
            return self.of_needs(
                f"{title} of {shape.size} is not among what is still needed, "
                f"{words.needs(self.needs)}"
            )
        rest = bag_subtract(self.bag, shape.bag, self.engine.width, self.engine.full)
        able = [still for still in ways if self.opening.solver.feasible(rest, still)]
        if not able:
            return self.of_needs(self.lack_text("what then is left", rest, ways[0]))
        return self._where(rest, able[0], (*self.laid, shape))

    def _where(self, bag: int, needs: Needs, laid: tuple[Shape, ...]) -> Reason | None:
        """Why melds that fill the needs are refused together."""
        accept, where = self.opening.accept(self.state, self.me), self.spec.where
        if accept is None or where is None:
            return None
        solver, more = self.opening.solver, self.opening.more
        if solver.witness(bag, needs, accept=accept, laid=laid, more=more) is not None:
            return None
        found = solver.witness(bag, needs, laid=laid, more=more)
        if found is None:
            return None
        melds = (*laid, *found.melds)
        explainer = self._explainer(self._as_laid(melds))
        reason = explainer.failure(where, f"openings.{self.spec.name}.where")
        if reason is None:
            return None
        told = "; ".join(
            f"{self.engine.rules.kinds[s.kind].name} {self.engine.deck.texts(s.display)}"
            for s in melds
        )
        text = f"the melds needed are there, but {reason.text}"
        values = (("laid", told), *(pair for pair in reason.values if pair[0] != "laid"))
        return Reason(text, reason.clause, values, reason.key, reason.place)

    def _as_laid(self, melds: Sequence[Shape]) -> State:
        """How things would lie with these melds of the opening on the table."""
        trial = self.state.copy()
        before = trial.laid_from if self.begun else len(trial.table)
        trial.table = [*trial.table[:before], *melds]
        trial.owners = [*trial.owners[:before], *([self.me] * len(melds))]
        mine = [(self.me,) * shape.size for shape in melds]
        trial.credits = [*trial.credits[:before], *mine]
        trial.laid_from = before
        slot = self.opening.hand_base + self.me
        for shape in melds[len(self.laid) :]:
            hand = cast(int, trial.z[slot])
            trial.z[slot] = bag_subtract(hand, shape.bag, self.engine.width, self.engine.full)
            trial.earned[self.me] = clamp(trial.earned[self.me] + shape.lay)
        return trial

    def _explainer(self, state: State) -> Explainer:
        return Explainer(self.words, TableEnv(self.engine, state, self.me))
