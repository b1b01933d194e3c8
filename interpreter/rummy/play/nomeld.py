"""Why cards are no meld of a kind: size, a place that a wild card may not have, a clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING

from rummy.lang.evaluate import MeldEnv
from rummy.lang.trees import Node
from rummy.lang.trees import Sequence as InSequence
from rummy.play.explain import Explainer, Reason, clauses
from rummy.play.sequences import missing
from rummy.play.words import Words, article, listed, place_text, plain

if TYPE_CHECKING:
    from rummy.melds.shapes import Book, Shape
    from rummy.play.engine import Engine
    from rummy.spec.model import Kind

MOST_PLACINGS = 4_000
"""So many places of wild cards are looked at to find those that come nearest."""

Codes = tuple[int, ...]


def no_meld(
    engine: Engine, kind: int, fixed: Sequence[int], loose: Sequence[int] = ()
) -> Reason | None:
    """Why these cards are no meld of a kind; None: they are one.

    ``fixed`` cards stand where their codes say; ``loose`` ones are wild cards
    that may stand anywhere.
    """
    asked = _Asked(engine, kind)
    fixed = [placed(engine, kind, code) for code in fixed]
    return asked.size(len(fixed) + len(loose)) or asked.places(fixed) or asked.valid(fixed, loose)


def no_growth(
    engine: Engine, shape: Shape, code: int, name: str, kind: int | None = None
) -> Reason | None:
    """Why a card cannot be added to a meld; None: it can.

    ``name`` is what the meld is called; ``kind`` is what it is to become (None:
    any). The wild cards of the meld stay where they are.
    """
    own, kinds = engine.rules.kinds[shape.kind], engine.rules.kinds
    said = engine.rules.spec.kinds[shape.kind]
    key, place = f"melds.{own.name}", place_text(said.place)
    if own.closed:
        clause = f"{key}.closed"
        return Reason(f"{name} ({own.title}) never grows", "closed: true", (), clause, place)
    into = [k for k in own.grows_into if kind is None or k == kind]
    if not into:
        assert kind is not None
        grows = listed((kinds[k].title for k in own.grows_into), "or")
        clause = f"grows_into: [{', '.join(kinds[k].name for k in own.grows_into)}]"
        text = f"{article(own.title)} becomes {grows}, no {kinds[kind].title}"
        return Reason(text, clause, (), f"{key}.grows_into", place)
    fixed, loose = split(engine, [code])
    found: Reason | None = None
    for target in into:
        reason = no_meld(engine, target, [*shape.codes, *fixed], loose)
        if reason is None:
            return None
        if found is None:
            text = (
                f"with {engine.deck.text(code)} {name} is no {kinds[target].title}: {reason.text}"
            )
            found = Reason(text, reason.clause, reason.values, reason.key, reason.place)
    return found


def sizes(engine: Engine, kind: int) -> str:
    """How many cards a kind has, in words: ``3 to 8``, ``3 or more``, ``6``."""
    rule = engine.rules.kinds[kind]
    if rule.least == rule.most:
        return str(rule.least)
    if rule.most < engine.deck.size:
        return f"{rule.least} to {rule.most}"
    return f"{rule.least} or more"


def split(engine: Engine, codes: Sequence[int]) -> tuple[list[int], list[int]]:
    """Cards as typed: those whose place is known, and wild cards without one."""
    deck = engine.deck
    loose = [c for c in codes if c < deck.faces and deck.held_wild[c]]
    return [c for c in codes if c >= deck.faces or not deck.held_wild[c]], loose


def placed(engine: Engine, kind: int, code: int) -> int:
    """A wild card with its place as the kind has it.

    Where no rule of the kind asks for the suit (or rank) of a place, the place
    is only the other half: ``JOK(7S)`` is ``JOK(7)`` in a meld of equal ranks.
    """
    deck, allowed = engine.deck, engine.plans.book.allowed[kind]
    stand = deck.stand_of(code)
    face = deck.face_of[code]
    if code in allowed or not 0 <= stand < deck.faces or not deck.held_wild[face]:
        return code
    if not any(stand in wild.targets.get(face, ()) for wild in deck.wilds):
        return code
    halves = (
        deck.wild_rank_code(face, deck.rank_of[stand]),
        deck.wild_suit_code(face, deck.suit_of[stand]),
        deck.wild_open_code(face),
    )
    return next((half for half in halves if half in allowed), code)


class _Asked:
    """A kind of meld that cards are tried as."""

    def __init__(self, engine: Engine, kind: int) -> None:
        self.engine = engine
        self.deck = engine.deck
        self.number = kind
        self.bound = engine.rules.kinds[kind]
        self.kind: Kind = engine.rules.spec.kinds[kind]
        self.book: Book = engine.plans.book
        self.words = Words(engine.rules)

    def size(self, count: int) -> Reason | None:
        """Whether so many cards are too few or too many."""
        if self.bound.least <= count <= self.bound.most:
            return None
        few = count < self.bound.least
        expr = self.kind.least if few or self.kind.most is None else self.kind.most
        cards = f"{count} card" + ("" if count == 1 else "s")
        return Reason(
            f"{cards}, it needs {sizes(self.engine, self.number)}",
            f"size: {sizes(self.engine, self.number)}",
            (("size", str(count)),),
            f"melds.{self.kind.name}.size",
            place_text(expr.place),
        )

    def places(self, fixed: Sequence[int]) -> Reason | None:
        """Whether a card stands where it may not."""
        deck = self.deck
        for code in fixed:
            if code in self.book.allowed[self.number]:
                continue
            face, stand = deck.face_of[code], deck.stand_of(code)
            wild = next((w for w in deck.wilds if face in w.faces), None)
            if wild is None and deck.special(face) and code == face:
                return Reason(f"{deck.text(face)} has no suit and rank and lies in no meld")
            if wild is None:
                return Reason(f"{deck.text(face)} is no wild card, it stands for nothing else")
            said = next(w for w in self.engine.rules.spec.deck.wilds if w.name == wild.name)
            key = f"deck.wilds.{wild.name}"
            if stand < 0:
                natural = said.natural
                clause = "" if natural is None else plain(natural.text)
                place = said.place if natural is None else natural.place
                return Reason(
                    f"{deck.text(face)} may not stand as itself",
                    clause,
                    (),
                    f"{key}.natural",
                    place_text(place),
                )
            if stand >= deck.faces:
                full = next(
                    (c for c in self.book.placings[self.number][face] if c >= deck.faces), face
                )
                return Reason(
                    f"{deck.text(code)} is only half a place in {article(self.bound.title)}, "
                    f"say it in full like {deck.text(full)}"
                )
            may = said.stands_for
            return Reason(
                f"{deck.text(face)} may not stand for {deck.text(code).partition('(')[2][:-1]}",
                "" if may is None else plain(may.text),
                (),
                f"{key}.stands_for",
                place_text(said.place if may is None else may.place),
            )
        return None

    def valid(self, fixed: Sequence[int], loose: Sequence[int]) -> Reason | None:
        """The clause that fails, with the wild cards where they come nearest."""
        parts = clauses(self.kind.valid.tree)
        truth = self.book.judge.truth
        tests = [truth(self.engine.rules.fold(part)) for part in parts]
        best: tuple[tuple[int, int], Codes] | None = None
        for codes in self._placings(fixed, loose):
            held = [test(codes) for test in tests]
            if all(held):
                return None
            first = held.index(False)
            score = (first, -self._far(parts[first], codes))
            if best is None or score > best[0]:
                best = (score, codes)
        if best is None:
            return Reason("its wild cards have no place there", key=f"melds.{self.kind.name}.valid")
        (first, _), codes = best
        some = tuple(sorted(fixed))
        if some and not isinstance(parts[first], InSequence) and not tests[first](some):
            codes, loose = some, ()  # these cards fail already, wherever the others stand
        tried = list(codes)
        for code in fixed:
            tried.remove(code)
        return self._reason(parts[first], codes, [c for c in tried if c >= self.deck.faces])

    def _far(self, clause: Node, codes: Codes) -> int:
        return missing(self.deck, codes, clause.line) if isinstance(clause, InSequence) else 0

    def _placings(self, fixed: Sequence[int], loose: Sequence[int]) -> Iterator[Codes]:
        """The cards with each wild card in each place that the kind has for it."""
        table = self.book.placings[self.number]
        rows = [table[face] for face in sorted(loose)]
        seen: set[Codes] = set()
        for places in islice(product(*rows), MOST_PLACINGS):
            codes = tuple(sorted((*fixed, *places)))
            if codes not in seen:
                seen.add(codes)
                yield codes

    def _reason(self, clause: Node, codes: Codes, tried: Sequence[int]) -> Reason:
        deck = self.deck
        env = MeldEnv(deck, codes, names=self.engine.rules.constants)
        found = Explainer(self.words, env).of_clause(
            self.kind.valid, clause, f"melds.{self.kind.name}.valid"
        )
        values = found.values
        if any(deck.stands_wild[code] for code in codes):
            values = (("cards", deck.texts(codes)), *values)
        text = f"even with {deck.texts(tried)}: {found.text}" if tried else found.text
        return Reason(text, found.clause, values, found.key, found.place)
