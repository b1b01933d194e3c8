"""Conditions and their values as players write them: ``points(hand)`` is ``83``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import TYPE_CHECKING

from rummy.lang.scope import Vocabulary
from rummy.lang.show import show, value_text
from rummy.lang.trees import Each, Filter, Local, Node, Place, walk
from rummy.lang.types import CARD, KIND, MELD, NUMBER, PLACED, PLAY, PLAYER, TRUTH, Type
from rummy.spec.settings import option_text

if TYPE_CHECKING:
    from rummy.lang.evaluate import Value
    from rummy.melds.needs import Needs
    from rummy.spec.bind import Rules
    from rummy.spec.model import Option

MOST_LETTERS = 72
"""A value that is longer is not shown whole."""


def vocabulary(rules: Rules) -> Vocabulary:
    """The words of a spec, for writing its expressions."""
    deck = rules.deck
    return Vocabulary(
        ranks=deck.ranks,
        suits=tuple((suit.letter, suit.name) for suit in deck.suits),
        colours=deck.colours,
        kinds=tuple(kind.name for kind in rules.kinds),
        lines=tuple(deck.lines),
        extras=deck.extras,
    )


def plain(text: str) -> str:
    """A piece of an expression on one line, without parentheses around it all."""
    text = " ".join(text.split())
    while text.startswith("(") and text.endswith(")") and _one_pair(text):
        text = text[1:-1].strip()
    return text


def _one_pair(text: str) -> bool:
    """Whether the first parenthesis is closed by the last one."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return at == len(text) - 1
    return False


def place_text(place: Place) -> str:
    """Where something stands: the name of the file and the line."""
    return f"{PurePath(place.file).name}:{place.line}" if place.line else ""


def listed(items: Iterable[str], last: str = "and") -> str:
    """``a, b and c``."""
    some = list(items)
    if len(some) < 2:
        return "".join(some)
    return f"{', '.join(some[:-1])} {last} {some[-1]}"


class Words:
    """Writes expressions of a spec and what they are worth."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.deck = rules.deck
        self.vocabulary = vocabulary(rules)
        self.options: dict[str, Option] = {option.name: option for option in rules.spec.options}
        self.abouts = {variable.name: variable.about for variable in rules.spec.variables}

    def written(self, node: Node) -> str:
        """A piece of an expression as it stands in the file.

        Where it comes from a definition that was given a card or meld, it is
        written with that in place of the parameter.
        """
        text = plain(node.place.text)
        bound = {part.slot for part in walk(node) if isinstance(part, Each | Filter)}
        for part in walk(node):
            if isinstance(part, Local) and part.slot not in bound:
                filled = plain(part.place.text)
                if not re.search(rf"\b{re.escape(filled)}\b", text):
                    return plain(show(node, self.vocabulary))
        return text or plain(show(node, self.vocabulary))

    def option(self, name: str) -> str:
        """The value that an option has here."""
        return option_text(self.options[name], self.rules.options[name])

    def value(self, kind: Type, value: Value) -> str:
        """A value of an expression: ``83``, ``spades``, ``7S 8S``, ``seat 2``, ``m1``."""
        if kind.item is not None:
            some = sorted(value) if isinstance(value, frozenset) else list(value)
            if kind.item == PLACED or kind.item == CARD:
                return self.cut(self.deck.texts(some) or "no card")
            return self.cut(" ".join(self.value(kind.item, item) for item in some) or "none")
        if kind == NUMBER:
            return str(value)
        if kind == TRUTH:
            return "true" if value else "false"
        if kind == PLAYER:
            return f"seat {value + 1}"
        if kind == MELD:
            return f"m{value + 1}"
        if kind in (CARD, PLACED):
            return self.deck.text(value)
        if kind == PLAY:
            return f"{value[0]} points, {value[1]} cards used, {value[2]} left"
        if kind == KIND:
            return self.rules.kinds[value].name
        return "none" if value < 0 else value_text(kind, value, self.vocabulary)

    @staticmethod
    def cut(text: str) -> str:
        """A text of bounded length."""
        return (
            text
            if len(text) <= MOST_LETTERS
            else text[: MOST_LETTERS - 4].rsplit(" ", 1)[0] + " ..."
        )

    def needs(self, needs: Needs) -> str:
        """The melds that an opening needs, in words: ``2 runs of 4 or more and a set``."""
        told = []
        for kind, least in dict.fromkeys(needs):
            times = needs.count((kind, least))
            title = "meld" if kind < 0 else self.rules.kinds[kind].title
            most = self.deck.size if kind < 0 else self.rules.kinds[kind].most
            many = article(title) if times == 1 else f"{times} {plural(title)}"
            told.append(f"{many} of {least}" + (" or more" if least < most else ""))
        return listed(told)


def article(word: str) -> str:
    """``a run``, ``an odd run``."""
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


def plural(word: str) -> str:
    """``runs``, ``odds in one suit``: only a single word takes the ending."""
    return word if " " in word or word.endswith("s") else f"{word}s"
