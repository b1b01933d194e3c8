"""Openings that need more cards than a hand can ever hold."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.fold import fold
from rummy.lang.trees import Call, Compare, Const, Name, Node
from rummy.lint.deal import Deals, who
from rummy.lint.facts import Facts
from rummy.lint.report import finding
from rummy.lint.settings import Setting
from rummy.lint.setup_run import HAND
from rummy.lint.walks import ME, effects, steps, tree_of, zones_of
from rummy.spec.model import (
    Deal,
    Effect,
    Expr,
    ForEach,
    Move,
    MoveCards,
    Need,
    Step,
    ZoneRef,
)

NO_BOUND = 10**6
"""Stands for a hand that can grow without end."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Each entry of each opening against the largest hand of any player."""
    if not facts.spec.openings:
        return
    growth = Growth(facts)
    runs = [
        (setting, run) for setting in growth.deals.settings if (run := growth.deals.run(setting))
    ]
    if not runs:
        return
    hands = [(s, min(growth.cards(s), run.zones[HAND][1] + growth.gain(s))) for s, run in runs]
    for opening in facts.spec.openings:
        for entry in opening.needs:
            for setting, most in hands:
                needed = _needed(facts, entry, setting)
                if needed > most:
                    message = (
                        f"{who(facts, setting)} no hand ever has more than {most} cards, but the "
                        f"opening `{opening.name}` needs {needed} here"
                    )
                    hint = "deal or draw more cards, or ask for fewer or smaller melds"
                    yield finding("P513", message, entry[0].least.place, hint)
                    break


def _needed(facts: Facts, entry: tuple[Need, ...], setting: Setting) -> int:
    """The fewest cards that fill an entry."""
    settings = facts.settings
    least = {k.name: settings.number(fold(k.least.tree, setting))[0] for k in facts.spec.kinds}
    total = 0
    for need in entry:
        own = least[need.kind] if need.kind else min(least.values(), default=1)
        total += max(1, own, settings.number(fold(need.least.tree, setting))[0])
    return total


class Growth:
    """By how much a hand can grow in a turn, and over the turns."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.deals = Deals(facts)
        self.others = _others_give(facts)
        self.setting: Setting = {}

    def cards(self, setting: Setting) -> int:
        """The cards of the pack."""
        return self.deals.size(setting)[2]

    def gain(self, setting: Setting) -> int:
        """The most cards that a player can have more than at the deal."""
        self.setting = setting
        peak, over = self.row(self.facts.spec.turn)
        return NO_BOUND if self.others or over > 0 else peak

    def row(self, steps: tuple[Step, ...]) -> tuple[int, int]:
        """Steps in a row: the most in between, and the most at their end."""
        peak = now = 0
        for step in steps:
            high, end = self.step(step)
            peak = max(peak, now + high)
            now = min(NO_BOUND, now + end)
        return min(NO_BOUND, peak), now

    def step(self, step: Step) -> tuple[int, int]:
        """One step; if it may be passed over the hand may also stay as it is."""
        settings = self.facts.settings
        holds = True if step.when is None else settings.truth(step.when.tree, self.setting)
        if holds is False:
            return 0, 0
        if step.moves:
            found = [self.move(move) for move in step.moves if self.possible(move)]
            if not found:
                return 0, 0
            peak, end = max(p for p, _ in found), max(e for _, e in found)
            if step.repeat:
                grows = NO_BOUND if end > 0 else 0
                return max(peak, grows), grows
        else:
            end = self.effects(step.auto)
            peak = max(0, end)
        sure = holds is True or _while_cards(tree_of(step.when))
        return peak, end if sure and not step.optional else max(0, end)

    def possible(self, move: Move) -> bool:
        """Whether a move can be offered with this setting."""
        when = move.when
        return when is None or self.facts.settings.truth(when.tree, self.setting) is not False

    def move(self, move: Move) -> tuple[int, int]:
        """A move with what follows it."""
        verb = move.verb
        first = self.carried(verb, True) if isinstance(verb, MoveCards) else 0
        first += self.effects(move.do)
        peak, end = self.row(move.then)
        return max(0, first, first + peak), first + end

    def effects(self, listed: tuple[Effect, ...]) -> int:
        """What effects bring, those that take cards away counted only if they are sure to."""
        return min(NO_BOUND, sum(self.effect(effect) for effect in listed))

    def effect(self, effect: Effect) -> int:
        """The most that an effect adds to the hand."""
        match effect:
            case ForEach(effect=MoveCards() as moved):
                return self.carried(moved, False)
            case MoveCards():
                return self.carried(effect, effect.when is None)
            case Deal():
                return self.most(effect.count) if effect.zone == HAND else 0
        return 0

    def carried(self, verb: MoveCards, sure: bool) -> int:
        """What a move of cards adds to the hand, or takes from it."""
        if _own_hand(verb.target):
            return 0 if _own_hand(verb.source) else self.most(verb.count)
        if _own_hand(verb.source) and sure and verb.count is not None:
            return -self.facts.settings.number(fold(verb.count.tree, self.setting))[0]
        return 0

    def most(self, count: Expr | None) -> int:
        """The most that a number of cards can be; all cards of a zone have no bound."""
        if count is None:
            return NO_BOUND
        return min(NO_BOUND, self.facts.settings.number(fold(count.tree, self.setting))[1])


def _own_hand(ref: ZoneRef) -> bool:
    return ref.zone == HAND and isinstance(ref.of, Name) and ref.of.name == "me"


def _while_cards(when: Node | None) -> bool:
    """`count(hand) > 0`: passed over only by a hand that is empty."""
    return (
        isinstance(when, Compare)
        and when.op in (">", "!=")
        and isinstance(when.left, Call)
        and when.left.name == "count"
        and isinstance(when.left.arguments[0], Name)
        and when.left.arguments[0].name == HAND
        and isinstance(when.right, Const)
        and when.right.value == 0
    )


def _others_give(facts: Facts) -> bool:
    """Whether a hand can also grow by what others do, or by events."""
    done: list[Effect] = [effect for event in facts.spec.events for effect in event.do]
    for at in steps(facts.spec):
        for move in at.step.moves:
            verb = move.verb
            if at.actor == ME or at.setup:
                given = isinstance(verb, MoveCards) and _others_hand(verb.target)
            else:
                given = isinstance(verb, MoveCards) and verb.target.zone == HAND
                done += move.do
            if given:
                return True
        if not at.setup:
            every = [*at.step.auto, *(effect for move in at.step.moves for effect in move.do)]
            done += [effect for effect in every if isinstance(effect, Deal)]
    if any(isinstance(e, MoveCards) and _others_hand(e.target) for e, _ in effects(facts.spec)):
        return True
    return any(HAND in zones_of(effect)[1] for effect in done)


def _others_hand(ref: ZoneRef) -> bool:
    return ref.zone == HAND and not _own_hand(ref)
