"""Words for findings about types and names: what was expected, what would help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rummy.lang.builtins import BASE, CARD_WORDS, MELD_WORDS, PLAY_WORDS
from rummy.lang.scope import Scope, Vocabulary
from rummy.lang.types import (
    CARD,
    COLOUR,
    KIND,
    MELD,
    NUMBER,
    PLACED,
    PLAY,
    PLAYER,
    RANK,
    SUIT,
    TRUTH,
    Type,
)
from rummy.spelling import nearest, one_of, surely


def a(type_: Type) -> str:
    """The type with its article: ``a number``, ``cards``."""
    return str(type_) if type_.item is not None else f"a {type_}"


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """``did you mean `rank`?``, or nothing if nothing is near."""
    near = nearest(word, candidates)
    return f"did you mean {one_of(near)}?" if near else ""


def meant_for(word: str, candidates: Iterable[str]) -> tuple[str | None, bool]:
    """The word that was meant, as far as that can be told, and whether it is sure."""
    known = list(candidates)
    sure = surely(word, known)
    near = [sure] if sure is not None else nearest(word, known)
    return (near[0] if len(near) == 1 else None), sure is not None


def mismatch(text: str, found: Type, wanted: Type) -> str:
    """What may help where ``text`` has the type ``found`` and not ``wanted``."""
    many = found.item is not None
    if wanted == TRUTH:
        if many:
            return f"write `count({text}) > 0` to ask whether there are any"
        if found == NUMBER:
            return f"write `{text} > 0` or `{text} != 0`"
        if found in (RANK, SUIT, COLOUR, KIND, CARD, PLAYER) or found.words:
            return f"compare it: `{text} == ...`"
    if wanted == NUMBER:
        if many:
            return f"write `count({text})` for how many there are"
        if found == PLAY:
            return f"write `{text}.points`, `{text}.used` or `{text}.left`"
        if found in (CARD, PLACED):
            return f"write `{text}.points`"
        if found == TRUTH:
            return f"write `1 if {text} else 0`"
        if found == RANK:
            return "`pips` is the number on a card, `points` what it counts"
        if found == PLAYER:
            return f"what a player has is written `total of {text}`"
    if wanted == PLAYER and found == NUMBER:
        return f"write `seat({text})` for the player in that seat"
    if wanted == RANK and found in (CARD, PLACED):
        return f"write `{text}.rank`"
    if wanted == SUIT and found in (CARD, PLACED):
        return f"write `{text}.suit`"
    if wanted == CARD and found == PLACED:
        return f"write `{text}.face` for the printed card"
    return ""


def field_help(text: str, found: Type, field: str) -> str:
    """What may help where ``.field`` stands behind something that has none."""
    if found == PLAYER:
        return f"what a player has is written `{field} of {text}`"
    if found.item in (CARD, PLACED):
        if field in ("size", "count", "length"):
            return f"write `count({text})`"
        if field in CARD_WORDS:
            return f"say of which cards: `all({field} == ... for {text})`"
    if found.item == MELD and field in MELD_WORDS:
        return f"say of which melds: `any({field} == ... for {text})`"
    if found.item is not None and field in ("size", "count", "length"):
        return f"write `count({text})`"
    return "a dot stands behind a card, a meld or a further play"


def words_of(type_: Type, vocabulary: Vocabulary) -> Mapping[str, int]:
    """The words that stand for values of a type, with their numbers."""
    if type_ == RANK:
        return {word: i for i, word in enumerate(vocabulary.ranks)}
    if type_ == SUIT:
        letters = {letter: i for i, (letter, _) in enumerate(vocabulary.suits)}
        return letters | {name: i for i, (_, name) in enumerate(vocabulary.suits)}
    if type_ == COLOUR:
        return {word: i for i, word in enumerate(vocabulary.colours)}
    if type_ == KIND:
        return {word: i for i, word in enumerate(vocabulary.kinds)}
    if type_ == CARD:
        ranks = vocabulary.ranks
        faces = {
            rank + letter: s * len(ranks) + r
            for s, (letter, _) in enumerate(vocabulary.suits)
            for r, rank in enumerate(ranks)
        }
        special = ("JOK", *vocabulary.extras)
        return faces | {word: len(faces) + n for n, word in enumerate(special)}
    return {word: i for i, word in enumerate(type_.words)}


def word_types(text: str, scope: Scope) -> list[Type]:
    """The types of which ``text`` is a word: a rank, a suit, a choice ..."""
    types = [RANK, SUIT, COLOUR, KIND, CARD]
    types += list(dict.fromkeys(i.type for i in scope.names.values() if i.type.words))
    return [t for t in types if text in words_of(t, scope.vocabulary)]


def where_known(text: str, scope: Scope) -> str:
    """A note on a name that exists, but not where it was used."""
    if text in scope.elsewhere:
        return f"`{text}` is known only {scope.elsewhere[text]}"
    if text in CARD_WORDS and text not in PLAY_WORDS:
        return f"`{text}` is known only of a card, as in `count(hand where {_example(text)})`"
    if text in CARD_WORDS:
        return f"`{text}` alone is known only of a card; of cards together write `{text}(hand)`"
    if text in MELD_WORDS or text == "meld":
        return f"`{text}` is known only of a meld"
    if text == BASE:
        return f"`{BASE}` has a meaning only in an overlay, a file with `extends`"
    if text == "card":
        return "`card` is known only where one card is judged"
    if text == "me":
        return "`me` is known only where a player is in turn or counted"
    return ""


def _example(word: str) -> str:
    type_ = CARD_WORDS[word].type
    return word if type_ == TRUTH else f"{word} == ..."
