"""How a line may go on: words and cards of legal actions, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rummy.play.stages import LAY_OFF, SWAP, TOP
from rummy.terminal.offers import engine_now

if TYPE_CHECKING:
    from rummy.play.match import Match
    from rummy.play.state import Action


class Line(NamedTuple):
    """A legal action as words: its move, perhaps its kind, its cards, what follows them."""

    move: str
    kind: str
    cards: tuple[str, ...]
    after: tuple[str, ...]


def completions(match: Match, text: str, others: Iterable[str] = ()) -> list[str]:
    """The words that the last word of a line can become, each with what is legal behind it.

    ``text`` is the line up to the cursor; after a space a new word begins.
    ``others`` are further words that may stand first. Cards are written in
    capitals, whatever was typed.
    """
    words = text.split()
    last = "" if not words or text[-1].isspace() else words.pop()
    found: dict[str, None] = {}
    for action in match.legal():
        for word in _next(_line(match, action), words):
            found[word] = None
    if not words:
        for word in others:
            found[word] = None
    return [word for word in found if word.lower().startswith(last.lower())]


def _line(match: Match, action: Action) -> Line:
    """A legal action taken apart as it is written."""
    engine = engine_now(match)
    move, *words = match.text(action).split()
    if len(action) == 1:
        return Line(move, "", (), ())
    kind = engine.program.moves[action[0]].kind
    if kind in (LAY_OFF, SWAP):
        return Line(move, "", (words[0],), tuple(words[1:]))
    if kind == TOP:  # how many cards of a pile
        return Line(move, "", (), tuple(words))
    if "to" in words:  # a player is named
        at = words.index("to")
        return Line(move, "", tuple(words[:at]), tuple(words[at:]))
    kinds = {kind.name for kind in engine.rules.kinds}
    if words[0] in kinds and len(action) > 2:
        return Line(move, words[0], tuple(words[1:]), ())
    return Line(move, "", tuple(words), ())


def _next(line: Line, words: Sequence[str]) -> list[str]:
    """The words of an action that can follow those that stand there already."""
    rest = [word.lower() for word in words]
    if not rest:
        return [line.move, *line.cards]
    if rest[0] == line.move:
        rest.pop(0)
    elif not line.cards:
        return []
    named = bool(line.kind and rest and rest[0] == line.kind)
    if named:
        rest.pop(0)
    left = Counter(card.lower() for card in line.cards)
    while rest and left[rest[0]] > 0:
        left[rest.pop(0)] -= 1
    still = [card for card in line.cards if left[card.lower()] > 0]
    if still:
        if rest:
            return []
        fresh = len(still) == len(line.cards)
        return [*([line.kind] if line.kind and fresh and not named else []), *still]
    if rest and list(line.after[: len(rest)]) != rest:
        return []
    return list(line.after[len(rest) : len(rest) + 1])
