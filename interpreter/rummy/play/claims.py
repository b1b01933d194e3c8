"""What examples claim of hands, of reasons and of whole matches, and what is so instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rummy.lang.evaluate import MeldEnv, evaluate
from rummy.play import rounds
from rummy.play.explain import clauses
from rummy.play.nomeld import no_meld, split
from rummy.play.reasons import Reason, why_not
from rummy.play.stages import OPEN, OPENING
from rummy.play.state import RoundResult
from rummy.play.words import plain

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.stages import CompiledMove
    from rummy.play.state import State

_JOINTS = re.compile(r"\s+(?:and|or)\s+")

# --- reasons ------------------------------------------------------------------------


def is_because(reason: Reason, named: str, others: Iterable[str] = ()) -> bool:
    """Whether a reason is the one that was named.

    It may be named by the end of its key (``valid``, ``must.used``, ``size``) or by
    the clause as it stands in the file, or a part of it. ``others``: further clauses
    that fail.
    """
    parts = named.strip().split(".")
    if parts == reason.key.split(".")[-len(parts) :]:
        return True
    failed = (reason.clause, *others)
    pieces = (piece for clause in failed for piece in (clause, *_JOINTS.split(clause)))
    return plain(named) in {plain(piece) for piece in pieces if piece}


def failing(engine: Engine, kind: int, codes: Sequence[int]) -> list[str]:
    """The clauses of a kind that cards with fixed places do not fulfil, as written."""
    _, loose = split(engine, codes)
    if loose:
        return []  # where a wild card lies decides which of them fail
    said = engine.rules.spec.kinds[kind]
    env = MeldEnv(engine.deck, codes, names=engine.rules.constants)
    return [part.place.text for part in clauses(said.valid.tree) if not evaluate(part, env)]


def why_not_open(engine: Engine, state: State, move: CompiledMove) -> Reason | None:
    """Why the player cannot begin an opening in its step; None: the player can."""
    nodes = engine.program.nodes
    there = next(
        n for n, stage in enumerate(nodes) if stage.kind != OPENING and move in stage.moves
    )
    trial = state.copy()
    trial.pc, trial.mover = there, trial.me
    engine.advance(trial)
    if trial.pc == there and (move.number,) in (trial.legal or ()):
        return None
    # a step in which nothing is possible is over at once, so the reason is sought in it
    trial = state.copy()
    trial.pc, trial.mover, trial.legal = there, trial.me, []
    return why_not(engine, trial, move.move.name)


# --- hands --------------------------------------------------------------------------


class Hand:
    """A hand of which something is claimed; ``state`` is the table on which it is held."""

    def __init__(self, engine: Engine, state: State, cards: str) -> None:
        """Raises ``CardError`` for a card that the pack does not have."""
        self.engine, self.state = engine, state
        self.deck = engine.deck
        self.bag = self.deck.bag(self.deck.parse_many(cards))
        self.counts = any(self.deck.points_of)
        worth = self.deck.points_of if self.counts else (1,) * self.deck.faces
        kinds = tuple(range(len(engine.rules.kinds)))
        best = engine.plans.arrange(self.bag, free_kinds=kinds, points=worth)
        assert best is not None, "leaving every card is always possible"
        self.best = best
        self._worth, self._kinds = worth, kinds

    def claim(self, text: str) -> str:
        """What is so instead of what is claimed; empty if it is so."""
        word, _, rest = text.strip().partition(" ")
        if word == "counts":
            points = self.deck.bag_points(self.bag)
            return "" if int(rest) == points else f"the hand counts {points}"
        if word == "leaves":
            return self._leaves(rest.strip())
        if word == "melds":
            return self._melds(rest)
        words = rest.split()
        wanted = words[:1] != ["not"]
        return self._opens(" ".join(words if wanted else words[1:]), wanted)

    def _value(self, bag: int) -> int:
        return sum(self._worth[face] for face in self.deck.bag_faces(bag))

    def _told(self) -> str:
        """The best partition in words."""
        kinds, deck = self.engine.rules.kinds, self.deck
        melds = " / ".join(f"{kinds[s.kind].name} {deck.texts(s.display)}" for s in self.best.melds)
        left = deck.bag_text(self.best.left) or "nothing"
        counted = f" ({deck.bag_points(self.best.left)})" if self.counts and self.best.left else ""
        return f"best is {melds or 'no meld'}, which leaves {left}{counted}"

    def _leaves(self, text: str) -> str:
        least = self._value(self.best.left)
        if text == "nothing":
            return "" if not self.best.left else self._told()
        if re.fullmatch(r"[0-9]+", text):
            return "" if int(text) == least else self._told()
        left = self.deck.bag(self.deck.parse_many(text))
        if not self._within(left):
            return f"not all of {text} are in the hand"
        rest = self._without(left)
        whole = self.engine.plans.arrange(rest, free_kinds=self._kinds, points=self._worth)
        if whole is None or whole.left or self._value(left) != least:
            return self._told()
        return ""

    def _melds(self, text: str) -> str:
        """Whether these melds are a partition that leaves least."""
        names = {kind.name: kind.index for kind in self.engine.rules.kinds}
        used: list[int] = []
        for part in text.split("/"):
            name, _, cards = part.strip().partition(" ")
            codes = self.deck.parse_many(cards)
            if not self.engine.plans.readings(names[name], codes):
                reason = no_meld(self.engine, names[name], *split(self.engine, codes))
                return f"{part.strip()} is none" + (f": {reason.text}" if reason else "")
            used += [self.deck.face_of[code] for code in codes]
        laid = self.deck.bag(used)
        if not self._within(laid):
            return "not all of these cards are in the hand"
        return (
            "" if self._value(self._without(laid)) == self._value(self.best.left) else self._told()
        )

    def _within(self, bag: int) -> bool:
        held = list(self.deck.bag_faces(self.bag))
        for face in self.deck.bag_faces(bag):
            if face not in held:
                return False
            held.remove(face)
        return True

    def _without(self, bag: int) -> int:
        held = list(self.deck.bag_faces(self.bag))
        for face in self.deck.bag_faces(bag):
            held.remove(face)
        return self.deck.bag(held)

    def _opens(self, name: str, wanted: bool) -> str:
        """Whether the hand can open (by a move, or by any) on this table."""
        moves = [
            move
            for move in self.engine.program.moves
            if move.kind == OPEN and name in ("", move.move.name)
        ]
        state = self.state.copy()
        state.z[self.engine.program.hand_base + state.me] = self.bag
        reasons = [why_not_open(self.engine, state, move) for move in moves]
        if (None in reasons) == wanted:
            return ""
        if not wanted:
            return "the hand can open"
        told = next((reason.text for reason in reasons if reason is not None), "no move opens")
        return f"the hand cannot open: {told}"


# --- matches ------------------------------------------------------------------------


def play_scores(
    engine: Engine, scores: Sequence[Sequence[tuple[int, int]]]
) -> tuple[tuple[int, ...] | None, int, State]:
    """The winners after rounds that gave these points; None: the match goes on.

    Also how many of the rounds were counted before it was over, and the state after.
    """
    state = engine.blank(0)
    for number, row in enumerate(scores, 1):
        now = engine.of(state)
        points = [0] * len(state.total)
        for seat, worth in row:
            points[seat] = worth
        state.round = state.played = number
        for seat in state.everyone:
            state.total[seat] += points[seat]
        result = RoundResult(number, state.dealer, tuple(points), tuple(state.total), "", 0)
        state.history = (*state.history, result)
        state.me = state.dealer
        now.fire(state, now.program.events["counted"])
        winners = now.outcome(state)
        if winners is not None:
            return winners, number, state
        now = engine.of(state)
        dealer = now.program.next_dealer(state, state.dealer)
        state.dealer = rounds.still_in(now, state, dealer)
    return None, len(scores), state
