"""Answers to people with real cards, and reasons, as lines of a screen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rummy.errors import CardError
from rummy.terminal.tables import card
from rummy.terminal.writer import Part, Piece, Writer

if TYPE_CHECKING:
    from rummy.asking import Answer
    from rummy.cards import Deck
    from rummy.play.reasons import Reason

STEP = "  "


def show_answer(answer: Answer, deck: Deck, out: Writer, asked: bool = False) -> None:
    """An answer; with ``asked`` the question stands before it."""
    verdict = {True: Piece("yes: ", "good"), False: Piece("no: ", "bad"), None: Piece("")}
    if asked:
        out.say(Piece(answer.question, "head"))
    indent = STEP if asked else ""
    out.say(
        verdict[answer.yes], *with_cards(answer.title, deck, out), indent=indent, hang=indent + STEP
    )
    for line in answer.lines:
        text = line.lstrip()
        own = indent + STEP + line[: len(line) - len(text)]
        out.say(*with_cards(text, deck, out), indent=own, hang=own + STEP)
    for about, reason in answer.reasons:
        show_reason(reason, deck, out, about, indent + STEP)


def show_reason(reason: Reason, deck: Deck, out: Writer, about: str = "", indent: str = "") -> None:
    """Why not: in words, then the clause with where it stands, then what its parts are worth."""
    head = with_cards(f"{about}: " if about else "", deck, out)
    out.say(*head, *with_cards(reason.text, deck, out), indent=indent, hang=indent + STEP)
    inner = indent + STEP
    where = ", ".join(filter(None, (reason.key, reason.place)))
    if reason.clause:
        out.say(
            f"rule: {reason.clause}", Piece(f" [{where}]", "faint"), indent=inner, hang=inner + STEP
        )
    elif where:
        out.say(Piece(f"[{where}]", "faint"), indent=inner, hang=inner + STEP)
    for part, value in reason.values:
        out.say(
            f"{part}: ", *with_cards(value, deck, out), indent=inner + STEP, hang=inner + STEP * 2
        )


def with_cards(text: str, deck: Deck, out: Writer) -> list[Part]:
    """A text in which cards are shown as the writer can show them."""
    parts: list[Part] = []
    for word in re.split(r"(\s+|[;,:]|\((?=\S+[A-Z])|(?<=\S)\)(?=\W|$))", text):
        parts.append(_card(word, deck, out) if word else "")
    return [part for part in parts if part]


def _card(word: str, deck: Deck, out: Writer) -> Part:
    try:
        code = deck.parse(word)
    except CardError:
        return word
    # only as the program itself writes cards: `as` is a word, `AS` the ace of spades
    return card(deck, code, out) if deck.text(code) == word else word
