"""Why no lawful end of the turn could follow an action: the duty, the step, the card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from rummy.lang.trees import CARD_SLOT
from rummy.play.explain import Explainer, Reason
from rummy.play.finishing import Finish, best_finish
from rummy.play.keys import Keys
from rummy.play.needed import Needed
from rummy.play.sight import TableEnv
from rummy.play.stages import ALL, CARDS, DUTY, OPENING, REPEAT, TOP
from rummy.play.words import Words, listed, place_text, plain

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.stages import CompiledMove, Stage
    from rummy.play.state import Action, State
    from rummy.spec.model import Duty, Expr, MoveCards

NO_WAY = "this would leave no lawful way to finish the turn"


def _told(duty: Duty) -> str:
    """What the file says of a duty, without a full stop; "" where it says nothing."""
    return duty.about.strip().rstrip(".")


def no_card(
    explainer: Explainer, cards: Expr | None, key: str, faces: Iterable[int]
) -> Reason | None:
    """The clause on cards that one of these does not pass; None: all pass."""
    if cards is None:
        return None
    for face in faces:
        about = Explainer(explainer.words, explainer.env, {CARD_SLOT: face})
        found = about.failure(cards, key)
        if found is not None:
            values = (("card", explainer.words.deck.text(face)), *found.values)
            return Reason(found.text, found.clause, tuple(dict.fromkeys(values)), key, found.place)
    return None


class NoWay:
    """What is wrong with all ways to finish the turn after an action."""

    def __init__(self, engine: Engine, state: State, words: Words, keys: Keys) -> None:
        self.engine = engine
        self.state = state
        self.words = words
        self.keys = keys
        self.must = engine.rules.spec.must

    def reason(self, action: Action) -> Reason:
        """The refusal, with the values that a duty has at the end of the best way."""
        finish = best_finish(self.engine, self.state, action)
        found = None if finish is None or finish.far == 0 else self._stuck(finish)
        if finish is None or found is None:
            told = "; ".join(_told(duty) for duty in self.must if duty.about)
            keys = ", ".join(self.keys.duty(duty) for duty in self.must)
            return Reason(f"{NO_WAY} ({told})" if told else NO_WAY, key=keys)
        how = "at best" if finish.choices else "then"
        if finish.faces:
            how = f"if {listed(map(self.words.deck.text, finish.faces))} turns up, {how}"
        text = f"{NO_WAY}: {how} {found.text}"
        return Reason(text, found.clause, found.values, found.key, found.place)

    def _stuck(self, finish: Finish) -> Reason | None:
        if finish.stuck < 0:
            return self._duties(finish.state, self.must)
        stage = self.engine.program.nodes[finish.stuck]
        if stage.kind == DUTY:
            return self._duties(finish.state, [made.duty for made in stage.duties])
        return self._unmade(finish.state, stage)

    def _explainer(self, state: State) -> Explainer:
        return Explainer(self.words, TableEnv(self.engine, state, state.me))

    def _duties(self, state: State, duties: Sequence[Duty]) -> Reason | None:
        """The first duty that is not kept then."""
        explainer = self._explainer(state)
        for duty in duties:
            found = explainer.failure(duty.holds, self.keys.duty(duty))
            if found is not None:
                about = _told(duty)
                about = f" ({about[:1].lower()}{about[1:]})" if about else ""
                text = f"{found.text}{about}"
                return Reason(text, found.clause, found.values, found.key, found.place)
        return None

    def _unmade(self, state: State, stage: Stage) -> Reason:
        """Why nothing can be chosen in a step that must be made."""
        if stage.kind == OPENING:
            found = Needed(self.engine, state, stage.moves[0], self.words).not_open()
            if found is not None:
                return found
        if stage.kind == REPEAT:
            at = self.keys.step_of(stage)
            least = None if at is None else at.step.at_least
            if at is not None and least is not None:
                return Reason(
                    f"too little can be done in {at.step.name}",
                    plain(least.text),
                    self._explainer(state).values(least.tree),
                    f"{at.key}.at_least",
                    place_text(least.place),
                )
        explainer = self._explainer(state)
        for move in stage.moves:
            key = self.keys.move(move.move)
            reason = None
            if move.move.when is not None:
                reason = explainer.failure(move.move.when, f"{key}.when")
            if reason is None and move.kind in (CARDS, ALL, TOP):
                reason = self._no_cards(explainer, state, move, key)
            if reason is not None:
                text = f"{move.move.name} is not possible: {reason.text}"
                return Reason(text, reason.clause, reason.values, reason.key, reason.place)
        return Reason(f"nothing is possible in {stage.name}", key=self._key(stage))

    def _key(self, stage: Stage) -> str:
        at = self.keys.step_of(stage)
        return "" if at is None else at.key

    def _no_cards(
        self, explainer: Explainer, state: State, move: CompiledMove, key: str
    ) -> Reason | None:
        assert move.source is not None
        zone = state.z[move.source.slot(state, state.me)]
        if not zone:
            place = place_text(move.move.place)
            return Reason(f"there is no card in {move.source.name}", key=key, place=place)
        if not isinstance(zone, int):
            return None
        cards = cast("MoveCards", move.move.verb).cards
        faces = self.engine.deck.bag_faces(zone)
        return no_card(explainer, cards, f"{key}.cards", faces)
