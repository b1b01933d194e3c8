"""Questions in words: ``add 10H to run 7H 8H 9H`` as cards and melds of a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.errors import CardError, UsageError
from rummy.play.nomeld import placed
from rummy.play.situation import parse_meld
from rummy.spelling import did_you_mean

if TYPE_CHECKING:
    from rummy.melds import Shape
    from rummy.play.engine import Engine

QUESTIONS: dict[str, str] = {
    "meld": "meld [KIND] CARDS",
    "add": "add CARDS to MELDS",
    "opening": "opening [CARDS]",
    "hand": "hand [CARDS]",
    "may": "may ACTION",
}
"""The words that questions begin with, and what follows them."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as understood.

    ``codes``: the cards that are asked about. ``kind``: the kind of meld that
    is named (None: any). ``onto``: melds that are named, with owners from 0;
    ``numbers``: melds of the table that are named (``m1`` is 0).
    """

    text: str
    what: str
    codes: tuple[int, ...] = ()
    kind: int | None = None
    onto: tuple[tuple[Shape, int], ...] = ()
    numbers: tuple[int, ...] = ()
    action: str = ""


class Reading:
    """Reads questions with the cards and kinds of one game."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.deck = engine.deck
        kinds = engine.rules.kinds
        self.kinds = {kind.name: kind.index for kind in kinds}
        self.kinds |= {kind.title.lower().replace(" ", "_"): kind.index for kind in kinds}

    def question(self, text: str) -> Question:
        """A question in words; ``UsageError`` with the remedy if it is none."""
        words = _words(text)
        first = words[0].lower() if words else ""
        if first not in QUESTIONS:
            near = did_you_mean(first, QUESTIONS)
            if not near and words and self._is_card(words[0]):
                near = f"did you mean `meld {' '.join(words)}`?"
            known = f"ask {', '.join(QUESTIONS)}"
            said = f"{words[0]!r} is no question" if words else "nothing is asked"
            raise UsageError(f"{said}; {near or known}")
        rest = words[1:]
        if first == "may":
            action = text.strip()[len(first) :].strip()
            if not action:
                raise UsageError("`may` needs an action: may discard 7H")
            return Question(text, first, action=action)
        if first == "add":
            return self._add(text, rest)
        kind = None
        if first == "meld" and rest and rest[0].lower() in self.kinds:
            kind, rest = self.kinds[rest[0].lower()], rest[1:]
        if first == "meld" and not rest:
            raise UsageError("no cards were named: write `meld` and the cards, meld 7H 8H 9H")
        return Question(text, first, self.cards(rest), kind)

    def _add(self, text: str, words: list[str]) -> Question:
        lowered = [word.lower() for word in words]
        at = next((i for i, word in enumerate(lowered) if word in ("to", "on", "onto")), len(words))
        cards, melds = self.cards(words[:at]), words[at + 1 :]
        if not cards:
            raise UsageError("no card was named: add 10H to run 7H 8H 9H")
        if at < len(words) and not melds:
            raise UsageError(f"name a meld behind `{words[at]}`: add 10H to run 7H 8H 9H")
        numbers = []
        for word in melds:
            found = re.fullmatch(r"m([1-9]\d{0,3})", word.lower())
            if found is not None:
                numbers.append(int(found[1]) - 1)
        rest = [word for word in melds if not re.fullmatch(r"m[1-9]\d{0,3}", word.lower())]
        return Question(text, "add", cards, None, self.melds(rest), tuple(numbers))

    def _is_card(self, word: str) -> bool:
        try:
            self.deck.parse(word)
        except CardError:
            return False
        return True

    def cards(self, words: Sequence[str]) -> tuple[int, ...]:
        """Cards in words, in the order written."""
        codes = []
        for word in words:
            try:
                codes.append(self.deck.parse(word))
            except CardError as error:
                near = did_you_mean(word, self.kinds) if word.isalpha() else ""
                raise UsageError(f"{word!r} is no card here: {near or error.hint}") from None
        return tuple(codes)

    def melds(self, words: Sequence[str]) -> tuple[tuple[Shape, int], ...]:
        """Melds in words: each begins with its kind, or is one row of cards.

        A meld whose owner is not named (``by 1``) is that of seat 2.
        """
        rows: list[list[str]] = []
        for word in words:
            if word.lower() in self.kinds or not rows:
                rows.append([])
            rows[-1].append(word)
        return tuple(self._meld(row) for row in rows)

    def _meld(self, row: list[str]) -> tuple[Shape, int]:
        engine = self.engine
        owner = "2"
        if len(row) > 2 and row[-2].lower() == "by":
            owner, row = row[-1], row[:-2]
        first = row[0].lower()
        if first in self.kinds:
            self.cards(row[1:])
            name = engine.rules.kinds[self.kinds[first]].name
            kind, codes, seat = parse_meld(engine, f"{name} {' '.join(row[1:])} by {owner}")
            shape = engine.plans.shape(kind, codes)
            assert shape is not None
            return shape, seat
        cards = self.cards(row)
        found = [
            shape
            for kind in range(len(engine.rules.kinds))
            for shape in engine.plans.readings(kind, [placed(engine, kind, c) for c in cards])
        ]
        if len(found) != 1:
            what = "is no meld" if not found else "can be read in several ways"
            raise UsageError(f"{' '.join(row)!r} {what}; name its kind: {', '.join(self.kinds)}")
        return found[0], int(owner) - 1 if owner.isdigit() else 1

    def in_pack(self, codes: Sequence[int]) -> None:
        """Whether the pack has all these cards; ``UsageError`` if not."""
        for face, count in sorted(Counter(self.deck.face_of[code] for code in codes).items()):
            has = self.deck.copies[face]
            if count > has:
                times = "once" if has == 1 else f"{has} times"
                raise UsageError(
                    f"{self.deck.text(face)} is named {count} times, the pack for "
                    f"{self.engine.players} players has it {times}"
                )


def _words(text: str) -> list[str]:
    """Words with spaces, commas or semicolons between."""
    return [word for word in re.split(r"[\s,;]+", text.strip()) if word]
