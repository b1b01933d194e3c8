"""Entries as people write them: cards, sums, numbers, yes and no, names, melds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.errors import CardError, RummyError
from rummy.pad.needs import CARDS, COUNT, EACH
from rummy.pad.standins import one_by_one, some, worth
from rummy.play.reasons import why_no_meld
from rummy.spec.settings import NO, YES
from rummy.spelling import did_you_mean

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds import Shape
    from rummy.play.engine import Engine

NOTHING = ("none", "nothing", "-", "0", "no cards")
NOBODY = ("nobody", "none", "no one", "-")
MOST_DIGITS = 9

_SUM = re.compile(r"[+-]?\s*\d+(\s*[+-]\s*-?\d+)*")
_TERM = re.compile(r"([+-]?)\s*(-?\d+)")


class EntryError(RummyError):
    """An entry cannot be taken; the reason is one sentence."""


@dataclass(frozen=True, slots=True)
class Held:
    """What lies in a zone. ``known``: these very cards; else some that count alike."""

    faces: tuple[int, ...]
    known: bool


def terms(text: str) -> list[int] | None:
    """The numbers of a sum: ``12 + 11 - 7``; None if the text is none."""
    if _SUM.fullmatch(text.strip()) is None:
        return None
    found = []
    for sign, digits in _TERM.findall(text):
        if len(digits) > MOST_DIGITS:
            raise EntryError(f"{digits} is too large a number")
        found.append(-int(digits) if sign == "-" else int(digits))
    return found


def read_number(text: str, low: int | None = 0) -> int:
    """A number or a sum of numbers, not below ``low``; ``none`` is 0."""
    found = [0] if text.strip().lower() in NOTHING else terms(text)
    if found is None:
        raise EntryError(f"{text!r} is no number; write one, or a sum such as 10+20")
    total = sum(found)
    if low is not None and total < low:
        raise EntryError(f"{total} is less than {low}, which cannot be")
    return total


def read_flag(text: str) -> int:
    """Yes or no."""
    word = text.strip().lower()
    if word in (*YES, "y", "1"):
        return 1
    if word in (*NO, "n", "0"):
        return 0
    raise EntryError(f"{text!r} is neither yes nor no")


def read_name(text: str, names: Sequence[str], among: Sequence[int]) -> int:
    """A player by name, its beginning or the number of the seat."""
    word = text.strip().casefold()
    if word.isascii() and word.isdigit():
        seat = int(word[:MOST_DIGITS]) - 1
        if seat in among:
            return seat
    exact = [seat for seat in among if names[seat].casefold() == word]
    found = exact or [seat for seat in among if word and names[seat].casefold().startswith(word)]
    if len(found) == 1:
        return found[0]
    known = [names[seat] for seat in among]
    if found:
        fitting = " or ".join(names[seat] for seat in found)
        raise EntryError(f"{text.strip()!r} may be {fitting}; write more of the name")
    out = next((n for n in names if n.casefold() == word), None)
    if out is not None:
        raise EntryError(f"{out} is not in this round")
    near = did_you_mean(text.strip(), known) or f"there are {', '.join(known)}"
    raise EntryError(f"{text.strip()!r} is no player here; {near}")


def read_names(text: str, names: Sequence[str], among: Sequence[int]) -> tuple[int, ...]:
    """Some players with commas, spaces or ``and`` between, or nobody."""
    if text.strip().lower() in NOBODY:
        return ()
    found: list[int] = []
    whole = next((s for s in among if names[s].casefold() == text.strip().casefold()), None)
    if whole is not None:
        return (whole,)
    words = [w for w in re.split(r"\s*,\s*|\s+and\s+", text.strip()) if w]
    for word in words:
        seat = read_name(word, names, among)
        if seat not in found:
            found.append(seat)
    if not found:
        raise EntryError("write a name, or `nobody`")
    return tuple(found)


# --- cards ----------------------------------------------------------------------


def read_cards(deck: Deck, text: str, possible: Sequence[int]) -> tuple[int, ...]:
    """Cards as they lie in a zone; no more of one than the pack has."""
    if text.strip().lower() in NOTHING:
        return ()
    try:
        faces = deck.parse_many(text)
    except CardError as error:
        raise EntryError(str(error)) from None
    for face in faces:
        if face >= deck.faces:
            raise EntryError(f"{deck.text(face)}: only a card in a meld stands for another")
        if face not in possible:
            raise EntryError(f"{deck.text(face)} never comes to lie there")
        if faces.count(face) > deck.copies[face]:
            raise EntryError(too_many(deck, face))
    if not faces:
        raise EntryError("write cards, or `none`")
    return faces


def too_many(deck: Deck, face: int) -> str:
    """That a card is there more often than the pack has it."""
    copies = deck.copies[face]
    times = "once" if copies == 1 else "twice" if copies == 2 else f"{copies} times"
    return f"the pack has {deck.text(face)} only {times}"


def read_held(deck: Deck, text: str, form: str, faces: frozenset[int] | None) -> Held:
    """What lies in a zone, entered in one of the forms of ``rummy.pad.needs``."""
    possible = tuple(
        f for f in range(deck.faces) if deck.copies[f] and (faces is None or f in faces)
    )
    numbers = terms(text)
    if numbers is None or (form == CARDS and numbers == [0]):
        return Held(read_cards(deck, text, possible), True)
    total = sum(numbers)
    if form == CARDS:
        raise EntryError("a number will not do here, the cards themselves are looked at")
    if form == COUNT:
        if total < 0:
            raise EntryError(f"there cannot be {total} cards")
        held = some(deck, possible, total)
        if held is None:
            there = sum(deck.copies[face] for face in possible)
            raise EntryError(f"there are only {there} such cards in the pack")
        return Held(held, False)
    values = sorted({deck.points_of[face] for face in possible})
    lowest = sum(min(0, deck.points_of[f]) * deck.copies[f] for f in possible)
    if total < lowest:
        raise EntryError(f"{total} is less than {lowest}, which cards cannot be worth")
    if form == EACH and numbers == [0] and 0 not in values:
        return Held((), True)
    if form == EACH:
        each, missing = one_by_one(deck, possible, numbers)
        if each is None:
            raise EntryError(
                f"no further card is worth {missing}; write the points of one card after another, "
                "such as 10+10+5, or the cards"
            )
        return Held(each, False)
    together = worth(deck, possible, total)
    if together is None:
        known = ", ".join(map(str, values))
        raise EntryError(f"no cards of this pack are worth {total}; single cards count {known}")
    return Held(together, False)


# --- melds on the table -----------------------------------------------------------


def read_melds(
    engine: Engine, text: str, names: Sequence[str], among: Sequence[int], owners: bool
) -> list[tuple[Shape, int]]:
    """Melds with ``;`` or new lines between: ``KIND CARDS``, with ``by NAME`` where it matters."""
    if text.strip().lower() in NOTHING:
        return []
    found = [
        _meld(engine, part.strip(), names, among, owners)
        for part in re.split(r"[;\n]", text)
        if part.strip()
    ]
    if not found:
        raise EntryError("write melds with ; between, or `none`")
    return found


def _meld(
    engine: Engine, text: str, names: Sequence[str], among: Sequence[int], owners: bool
) -> tuple[Shape, int]:
    owner = among[0]
    words, by, name = text.partition(" by ")
    if by:
        owner = read_name(name, names, among)
    elif owners:
        raise EntryError(f"{text!r}: say whose meld it is, `{text} by NAME`")
    kinds = {kind.name: kind.index for kind in engine.rules.kinds}
    titles = {kind.title.lower(): kind.index for kind in engine.rules.kinds}
    first, _, rest = words.strip().partition(" ")
    wanted = kinds.get(first.lower(), titles.get(first.lower()))
    cards = words if wanted is None else rest
    deck = engine.deck
    try:
        codes = deck.parse_many(cards)
    except CardError as error:
        near = did_you_mean(first, kinds) if first.isalpha() and len(first) > 2 else ""
        raise EntryError(f"{error}; {near}" if near else str(error)) from None
    for code in codes:
        face = deck.face_of[code]
        if sum(1 for c in codes if deck.face_of[c] == face) > deck.copies[face]:
            raise EntryError(too_many(deck, face))
    asked = range(len(engine.rules.kinds)) if wanted is None else (wanted,)
    shapes: list[Shape] = []
    for kind in asked:
        exact = engine.plans.shape(kind, codes) if codes else None
        shapes += [exact] if exact is not None else engine.plans.readings(kind, codes)
    if len(shapes) == 1:
        return shapes[0], owner
    if shapes:
        ways = [
            f"{engine.rules.kinds[shape.kind].name} {deck.texts(shape.display)}"
            for shape in shapes[:3]
        ]
        more = " ..." if len(shapes) > len(ways) else ""
        raise EntryError(f"{text!r} can be read in several ways: {'; or '.join(ways)}{more}")
    if wanted is not None:
        reason = why_no_meld(engine, wanted, codes)
        told = f": {reason.text}" if reason else ""
        raise EntryError(f"{cards.strip()} is no {engine.rules.kinds[wanted].title}{told}")
    raise EntryError(f"{cards.strip()} is no meld")
