"""The usual slips of the pen, each with the words that help.

``before`` looks at the bare text, ``after`` at the place where the grammar gave
up. Both speak to people who do not know the grammar: no names of its parts.
"""

from __future__ import annotations

import re
import unicodedata

from rummy.frozen import dataclass
from rummy.lang.limits import MAX_DIGITS, MAX_LENGTH, MAX_NESTING, MAX_TOKENS
from rummy.lang.parser import Unexpected
from rummy.lang.scope import KEYWORDS


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong at which offsets, what helps, and perhaps the right text."""

    code: str
    message: str
    start: int
    end: int
    hint: str = ""
    fix: str | None = None
    label: tuple[int, int, str] | None = None
    """A second place: offsets and what is to be seen there."""


_SIGNS: dict[str, tuple[str, str]] = {
    "=": ("==", "`=` does not compare"),
    "===": ("==", "there is no `===`"),
    "=>": (">=", "there is no `=>`"),
    "=<": ("<=", "there is no `=<`"),
    "<>": ("!=", "there is no `<>`"),
    "&&": ("and", "there is no `&&`"),
    "&": ("and", "there is no `&`"),
    "||": ("or", "there is no `||`"),
    "|": ("or", "there is no `|`"),
    "!": ("not", "there is no `!`"),
    "/": ("//", "`/` does not divide"),
    "...": ("..", "a range has two dots"),
    "≥": (">=", "`≥` is no sign here"),
    "≤": ("<=", "`≤` is no sign here"),
    "≠": ("!=", "`≠` is no sign here"),
    "×": ("*", "`×` is no sign here"),
    "·": ("*", "`·` is no sign here"),
    "÷": ("//", "`÷` is no sign here"),
    "−": ("-", "this minus is a typographic one"),
    "–": ("-", "this is a dash, not a minus"),
    "—": ("-", "this is a dash, not a minus"),
    "…": ("..", "a range has two dots"),
}
_SUITS = {
    "♠": ("S", "spades"),
    "♤": ("S", "spades"),
    "♥": ("H", "hearts"),
    "♡": ("H", "hearts"),
    "♦": ("D", "diamonds"),
    "♢": ("D", "diamonds"),
    "♣": ("C", "clubs"),
    "♧": ("C", "clubs"),
}
_QUOTES = "\"'`“”„‟‘’‚‛«»‹›"
_CLOSING = {"“": "”‟“", "„": "“”", "«": "»", "‘": "’‛", "‚": "‘’", "‹": "›", "”": "”", "’": "’"}

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<float>[0-9]+\.(?:[0-9]+)(?![A-Za-z_0-9]|\.\.))
      | (?P<digit>[0-9]+(?:[A-Za-z_][A-Za-z0-9_]*)?)
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<sign>===|\.\.\.|==|!=|<=|>=|=>|=<|<>|&&|\|\||//|\*\*|\.\.|:=|[-+*/%<>=!&|.,(){}])
    """,
    re.VERBOSE,
)
_KNOWN_SIGNS = frozenset(
    ["==", "!=", "<=", ">=", "//", "..", "-", "+", "*", "%", "<", ">", ".", ",", "(", ")", "{", "}"]
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, number or sign of an expression with its offsets."""

    kind: str
    text: str
    start: int
    end: int


def pieces(text: str) -> list[Piece]:
    """The words, numbers and signs of a text that passed ``before``."""
    found = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "space":
            found.append(Piece(match.lastgroup or "", match[0], match.start(), match.end()))
    return found


def before(text: str) -> Slip | None:
    """The first slip that the bare text shows, or None."""
    if len(text) > MAX_LENGTH:
        message = f"the expression has {len(text):,} characters, {MAX_LENGTH:,} are allowed"
        return Slip("L951", message, MAX_LENGTH, len(text), "put parts of it into `define`")
    if not text.strip():
        return Slip("T320", "an expression is missing here", 0, len(text))
    found: list[Piece] = []
    at, last = 0, ""
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            return _foreign(text, at)
        kind, word = match.lastgroup or "", match[0]
        end = match.end()
        if kind == "float":
            return Slip(
                "T325",
                f"`{word}` is no whole number",
                at,
                end,
                "there are whole numbers only; multiply first, then divide with `//`",
            )
        if word == "%" and found and found[-1].kind == "digit" and _percent(text, end):
            return Slip(
                "T325",
                f"`{found[-1].text}%` is no number",
                found[-1].start,
                end,
                "`%` is the remainder of a division; ten per cent of n is `n // 10`",
            )
        if kind == "sign" and word not in _KNOWN_SIGNS:
            return _sign(text, at, word)
        if kind == "digit" and word.isdigit() and len(word) > MAX_DIGITS:
            message = f"the number has {len(word)} digits, {MAX_DIGITS} are allowed"
            return Slip("L954", message, at, end)
        if kind != "space":
            if word == "*" and last == "*" and found[-1].end == at:
                return _power(at - 1, end)
            found.append(Piece(kind, word, at, end))
            last = word
            if len(found) > MAX_TOKENS:
                message = f"the expression has more than {MAX_TOKENS} words, numbers and signs"
                return Slip("L952", message, at, len(text), "put parts of it into `define`")
        at = end
    return _brackets(text, found)


def _percent(text: str, at: int) -> bool:
    """Whether nothing stands behind a `%` that it could be the remainder of."""
    rest = text[at:].lstrip()
    return (
        not rest
        or rest[0] in "),*+/<>=!"
        or re.match(r"(of|if|else|and|or|for)\b", rest) is not None
    )


def _power(start: int, end: int) -> Slip:
    return Slip(
        "T321",
        "there are no powers",
        start,
        end,
        "write `x * x`, or `doubled(x, n)` for x doubled n times",
    )


def _sign(text: str, at: int, word: str) -> Slip:
    if word == "**":
        return _power(at, at + 2)
    if word == ":=":
        return Slip("T321", "`:=` is no sign here", at, at + 2, "to compare, write `==`", "==")
    right, message = _SIGNS[word]
    end = at + len(word)
    fix = right
    if right.isalpha():  # keep words apart
        after = text[end : end + 1]
        ahead = text[at - 1 : at] if at else ""
        fix = (" " if ahead and not ahead.isspace() and ahead != "(" else "") + right
        fix += "" if not after or after.isspace() else " "
    return Slip("T321", message, at, end, f"write `{right}`", fix)


def _foreign(text: str, at: int) -> Slip:
    sign = text[at]
    if sign in _QUOTES:
        return _quoted(text, at)
    if sign in _SUITS:
        letter, name = _SUITS[sign]
        rank = re.search(r"(?<![A-Za-z0-9_])(10|[0-9]|[AJQKT])$", text[:at])
        if rank is not None:
            card = rank[1] + letter
            return Slip(
                "T324", f"`{sign}` is no letter", rank.start(), at + 1, f"write `{card}`", card
            )
        return Slip("T324", f"`{sign}` is no letter", at, at + 1, f"write `{name}`", name)
    if sign in _SIGNS:
        return _sign(text, at, sign)
    if sign in "[]":
        right = "{" if sign == "[" else "}"
        hint = "a set is written `{3, 5, J}`; for a part of a collection use `where`"
        return Slip("T324", f"`{sign}` is no sign here", at, at + 1, hint, right)
    if sign == "?":
        return Slip("T330", "there is no `?`", at, at + 1, "write `a if condition else b`")
    if sign == "^":
        return _power(at, at + 1)
    if sign in ";:":
        return Slip("T324", f"`{sign}` is no sign here", at, at + 1, "one key holds one expression")
    if sign.isalpha():
        end = at + 1
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        begin = at
        while begin and (text[begin - 1].isalnum() or text[begin - 1] == "_"):
            begin -= 1
        name = unicodedata.name(sign, "a foreign letter").lower()
        return Slip(
            "T324",
            f"`{text[begin:end]}` holds a letter outside a-z: {name}",
            begin,
            end,
            "names are written with a-z, 0-9 and _",
        )
    if sign.isspace():
        return Slip("T324", "this is no ordinary space", at, at + 1, "write a plain space", " ")
    shown = sign if sign.isprintable() else f"U+{ord(sign):04X}"
    return Slip("T324", f"`{shown}` is no sign here", at, at + 1)


def _quoted(text: str, at: int) -> Slip:
    mark = text[at]
    closing = _CLOSING.get(mark, mark)
    end = next((i for i in range(at + 1, len(text)) if text[i] in closing), -1)
    if end < 0:
        return Slip(
            "T326",
            f"the text that begins with {mark} never ends",
            at,
            len(text),
            "there are no texts in expressions; write words without quotes",
        )
    word = text[at + 1 : end].strip()
    fix = word if re.fullmatch(r"[A-Za-z0-9_]+", word) else None
    hint = f"write `{word}` without quotes" if fix else "write words without quotes"
    return Slip("T326", "there are no texts in expressions", at, end + 1, hint, fix)


def _brackets(text: str, found: list[Piece]) -> Slip | None:
    pairs = {"(": ")", "{": "}"}
    open_: list[Piece] = []
    for piece in found:
        if piece.text in pairs:
            open_.append(piece)
            if len(open_) > MAX_NESTING:
                return too_deep(piece.start, piece.end)
        elif piece.text in (")", "}"):
            if not open_:
                message = f"this `{piece.text}` closes nothing"
                return Slip("T322", message, piece.start, piece.end, "take it away", "")
            opened = open_.pop()
            wanted = pairs[opened.text]
            if wanted != piece.text:
                return Slip(
                    "T322",
                    f"`{wanted}` is missing before this `{piece.text}`",
                    piece.start,
                    piece.end,
                    label=(opened.start, opened.end, "opened here"),
                )
    if open_:
        opened, end = open_[-1], len(text.rstrip())
        wanted = pairs[opened.text]
        return Slip(
            "T322",
            f"`{wanted}` is missing",
            end,
            end,
            f"close the `{opened.text}` with `{wanted}`",
            label=(opened.start, opened.end, "opened here"),
        )
    return None


def too_deep(start: int, end: int) -> Slip:
    """The finding that an expression is nested too deeply."""
    message = f"the expression is more than {MAX_NESTING} levels deep"
    return Slip("L953", message, start, end, "put parts of it into `define`")


# --- where the grammar gave up -------------------------------------------


def after(text: str, error: Unexpected, functions: frozenset[str]) -> Slip:
    """What to say where the grammar gave up; ``functions``: names of functions."""
    found = pieces(text)
    index = next((i for i, p in enumerate(found) if p.start >= error.start), len(found))
    here = found[index] if index < len(found) else None
    back = found[index - 1] if index else None
    slip = _special(found, index, here, back, error, functions)
    if slip is not None:
        return slip
    wanted = _list(error.wanted)
    if here is None:
        return Slip("T320", f"the expression ends too early: {wanted} is missing", *_at(error))
    if error.wanted == ("the end",):
        return Slip("T320", f"`{here.text}` cannot stand here", *_at(error))
    return Slip("T320", f"`{here.text}` cannot stand here: {wanted} was expected", *_at(error))


def _special(
    found: list[Piece],
    index: int,
    here: Piece | None,
    back: Piece | None,
    error: Unexpected,
    functions: frozenset[str],
) -> Slip | None:
    if here is None:
        if "else" in error.kinds and "value" not in error.kinds:
            return Slip("T330", "`else` is missing", *_at(error), "write `a if condition else b`")
        return None
    if back is not None and back.text == "," and here.text in (")", "}"):
        return Slip("T323", "there is a comma too many", back.start, back.end, "take it away", "")
    if here.text == "," and back is not None and back.text in ("(", "{", ","):
        return Slip("T323", "there is a comma too many", here.start, here.end, "take it away", "")
    if here.text in ("==", "!=", "<", "<=", ">", ">=", "in") and _in_comparison(error):
        return Slip(
            "T327",
            "comparisons cannot be chained",
            here.start,
            here.end,
            "write `a < b and b < c`, or `b in a..c`",
        )
    if here.text == "then":
        return Slip("T330", "there is no `then`", *_at(error), "write `a if condition else b`")
    if here.text == "if" and "value" in error.kinds:
        return Slip(
            "T330",
            "a condition stands behind what it decides",
            *_at(error),
            "write `a if condition else b`",
        )
    if here.text == "is":
        negated = index + 1 < len(found) and found[index + 1].text == "not"
        end = found[index + 1].end if negated else here.end
        sign = "!=" if negated else "=="
        return Slip("T321", "there is no `is`", here.start, end, f"write `{sign}`", sign)
    if here.text == "(" and index >= 2 and found[index - 2].text == ".":
        name = found[index - 1].text
        return Slip(
            "T328",
            "nothing can be called behind a dot",
            found[index - 2].start,
            here.end,
            f"write the function first: `{name}(x)`",
        )
    if here.text == "where" and "value" not in error.kinds:
        return Slip(
            "T320",
            "`where` stands only in parentheses",
            *_at(error),
            "write `count(hand where ...)` or `(hand where ...)`",
        )
    if here.text == "+" and "value" in error.kinds:
        return Slip("T320", "a number has no `+` before it", *_at(error), "take it away", "")
    low = here.text.lower()
    if here.kind == "name" and low in KEYWORDS and here.text != low:
        return Slip("T320", f"`{here.text}` cannot stand here", *_at(error), f"write `{low}`", low)
    if here.text in KEYWORDS and "value" in error.kinds:
        return Slip(
            "T320",
            f"`{here.text}` is a word of the language, {_list(error.wanted)} was expected",
            *_at(error),
        )
    return _two_values(found, index, here, back, functions)


def _two_values(
    found: list[Piece], index: int, here: Piece, back: Piece | None, functions: frozenset[str]
) -> Slip | None:
    """Two values side by side: ``10 H``, ``all same suit``, ``{A K}``."""
    values = ("name", "digit")
    if back is None or here.kind not in values or back.kind not in values:
        return None
    if back.text in KEYWORDS or here.text in KEYWORDS:
        return None
    if re.fullmatch(r"10|[2-9AJQKT]", back.text) and re.fullmatch(r"[SHDC]", here.text):
        card = back.text + here.text
        return Slip(
            "T329",
            "a card is written without a space",
            back.start,
            here.end,
            f"write `{card}`",
            card,
        )
    if back.text in functions:
        return Slip(
            "T320",
            f"`{here.text}` cannot stand here: `(` was expected",
            here.start,
            here.end,
            f"write `{back.text}({here.text})`",
        )
    depth = 0
    for piece in reversed(found[:index]):
        depth += (piece.text in (")", "}")) - (piece.text in ("(", "{"))
        if depth < 0:
            if piece.text == "{":
                return Slip(
                    "T320",
                    f"`{here.text}` cannot stand here: `,` or `}}` was expected",
                    here.start,
                    here.end,
                    "write commas between the words of a set",
                )
            break
    return Slip(
        "T320",
        f"`{here.text}` cannot stand here: an operator is missing before it",
        here.start,
        here.end,
        "such as `and`, `or`, `==`, `+`",
    )


def _in_comparison(error: Unexpected) -> bool:
    """Whether a comparison was just read, so that only ``and`` or ``or`` may follow."""
    return "compare" not in error.kinds and "logic" in error.kinds and "value" not in error.kinds


def _at(error: Unexpected) -> tuple[int, int]:
    return error.start, error.end


def _list(words: tuple[str, ...]) -> str:
    if len(words) < 2:
        return "".join(words) or "something else"
    return ", ".join(words[:-1]) + " or " + words[-1]
