"""Typed readers: what a key expects of its value, word, number, truth or text.

Other programs that read YAML see numbers, dates, truth values and nothing in
plain words (``010`` is eight, ``1:30`` ninety, ``no`` false). Here every value
is text, each reader says what it wants, and where the two views would differ
the author is told, with the spelling that all programs read alike.

A reader hands back the value, or None, and what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from rummy.diagnostics import Diagnostic, Fix, Label, Span, visible
from rummy.frozen import dataclass
from rummy.spec.slips import in_quotes, respelled
from rummy.spec.yaml import Node, Scalar, Sequence
from rummy.spelling import nearest, one_of

MOST_DIGITS = 9
EXPRESSION = "an expression"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a list of words, and where it stands."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Reading:
    """What other readers make of a plain value. ``number``: the integer meant, if any."""

    kind: str
    says: str
    number: int | None = None


def _base(digits: int) -> Callable[[str], int | None]:
    def number(text: str) -> int | None:
        plain = text.replace("_", "").lower().replace("0x", "").replace("0b", "").replace("0o", "")
        return int(plain, digits) if len(plain) <= 30 else None

    return number


def _decimal(text: str) -> int | None:
    """The integer that a text with point or exponent stands for."""
    match = re.fullmatch(r"([-+]?)(\d{1,9})(?:\.(\d{0,9}))?(?:[eE]\+?(\d))?", text.replace("_", ""))
    if match is None:
        return None
    sign, whole, part, power = match.groups()
    digits = (part or "").rstrip("0")
    places = int(power or 0)
    if len(digits) > places:
        return None
    value = int(whole + digits + "0" * (places - len(digits)))
    return -value if sign == "-" else value


def _nothing(text: str) -> int | None:
    return None


TABLE: tuple[tuple[str, re.Pattern[str], str, Callable[[str], int | None]], ...] = (
    ("nothing", re.compile(r"~|null|Null|NULL|"), "nothing", _nothing),
    ("true", re.compile(r"true|True|TRUE|yes|Yes|YES|on|On|ON"), "true", _nothing),
    ("false", re.compile(r"false|False|FALSE|no|No|NO|off|Off|OFF"), "false", _nothing),
    ("integer", re.compile(r"[-+]?(0|[1-9][0-9]*)"), "a number", _base(10)),
    ("zeros", re.compile(r"[-+]?0[0-9_]+"), "a number to base 8", _base(10)),
    ("octal", re.compile(r"[-+]?0o[0-7_]+"), "a number to base 8", _base(8)),
    ("hex", re.compile(r"[-+]?0x[0-9a-fA-F_]+"), "a number to base 16", _base(16)),
    ("binary", re.compile(r"[-+]?0b[01_]+"), "a number to base 2", _base(2)),
    ("underlines", re.compile(r"[-+]?[1-9][0-9_]*_[0-9_]*"), "a number", _base(10)),
    ("sixty", re.compile(r"[-+]?[0-9][0-9_]*(:[0-9]+)+(\.[0-9_]*)?"), "minutes", _nothing),
    ("float", re.compile(r"[-+]?[0-9][0-9_]*\.[0-9_]*"), "a number with a point", _decimal),
    ("float", re.compile(r"[-+]?\.[0-9][0-9_]*"), "a number with a point", _nothing),
    ("exponent", re.compile(r"[-+]?[0-9.][0-9_.]*[eE][-+]?[0-9]+"), "an exponent", _decimal),
    ("float", re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"), "no finite number", _nothing),
    ("date", re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \t].*)?"), "a date", _nothing),
    ("value", re.compile(r"="), "a default value", _nothing),
)


def other_reading(node: Scalar) -> Reading | None:
    """What other programs read instead of the text, if the value is plain."""
    if not node.plain or len(node.value) > 64:
        return None
    for kind, pattern, says, number in TABLE:
        if pattern.fullmatch(node.value):
            return Reading(kind, says, number(node.value))
    return None


def is_missing(node: Node) -> bool:
    """No value, or one of the words for nothing."""
    if not isinstance(node, Scalar):
        return False
    found = other_reading(node)
    return found is not None and found.kind == "nothing"


def read_single(node: Node, what: str) -> tuple[Scalar | None, list[Diagnostic]]:
    """A value that is neither missing nor a list or mapping."""
    if not isinstance(node, Scalar):
        kind = "list" if isinstance(node, Sequence) else "mapping"
        message = f"{what} is expected here, not a {kind}"
        hint = ""
        fixes: tuple[Fix, ...] = ()
        if what == EXPRESSION and node.written:
            quoted = in_quotes(node.written)
            hint = f"if this is one, put it in quotes: {visible(quoted)}"
            fixes = (Fix(node.span, quoted),)
        elif what == EXPRESSION:
            hint = "an expression that holds `: ` needs quotes"
        return None, [Diagnostic("Y035", message, node.span, hint, (), fixes)]
    if is_missing(node):
        written = f", `{node.value}` is nothing" if node.value else ""
        message = f"{what} is missing here{written}"
        hint = "leave the key out if it is not wanted"
        if node.value:
            hint = f'{hint}; write "{node.value}" if the text is meant'
        return None, [Diagnostic("Y034", message, node.span, hint)]
    return node, []


def read_expression(node: Node) -> tuple[Scalar | None, list[Diagnostic]]:
    """A value that holds an expression; what it says is judged by the language."""
    return read_single(node, EXPRESSION)


def cut_short(node: Scalar, findings: list[Diagnostic]) -> list[Diagnostic]:
    """The findings about an expression, told that a comment may have cut it short."""
    if not node.cut:
        return findings
    place = node.offsets.after()
    note = "from ` #` on the line is a comment: put the whole value in quotes if it is not"
    label = Label(place, "YAML reads no further than this")
    return [
        replace(
            item,
            hint=f"{item.hint}; {note}" if item.hint else note,
            labels=(*item.labels, label),
        )
        for item in findings
    ]


def read_int(
    node: Node, low: int | None = None, high: int | None = None, what: str = "a whole number"
) -> tuple[int | None, list[Diagnostic]]:
    """A whole number within bounds."""
    single, findings = read_single(node, what)
    if single is None:
        return None, findings
    text = single.value
    if not single.plain:
        bare = text.strip()
        fixes = (Fix(single.span, bare),) if _is_number(bare) else ()
        hint = f"write {bare} without quotes" if fixes else ""
        message = f"{what} is expected here, not a text"
        return None, [Diagnostic("Y030", message, single.span, hint, (), fixes)]
    if _is_number(text):
        return _within(int(text), single.span, low, high, what)
    return None, [_no_number(single, what)]


def _is_number(text: str) -> bool:
    return re.fullmatch(r"0|-?[1-9][0-9]{0,8}", text) is not None


def _within(
    value: int, span: Span, low: int | None, high: int | None, what: str
) -> tuple[int | None, list[Diagnostic]]:
    if low is not None and value < low:
        message = f"{value} is too small for {what}; the least is {low}"
    elif high is not None and value > high:
        message = f"{value} is too large for {what}; the most is {high}"
    else:
        return value, []
    return None, [Diagnostic("Y036", message, span)]


def _no_number(node: Scalar, what: str) -> Diagnostic:
    found = other_reading(node)
    text = visible(node.value)
    message = f"`{text}` is not {what}"
    hint = "write digits only"
    if found is None or found.kind in ("true", "false", "date", "value"):
        return Diagnostic("Y030", message, node.span, hint if found is None else "")
    if found.kind == "sixty":
        hint = (
            f"YAML may read {text} in base 60: write one number, such as the seconds, or quote it"
        )
    elif found.kind == "integer" and (found.number is None or not _is_number(str(found.number))):
        return Diagnostic("Y036", f"{text} has more than {MOST_DIGITS} digits", node.span)
    elif found.number is not None and _is_number(str(found.number)):
        hint = f"YAML may read {text} as {found.says}: write {found.number}"
        fixes = (Fix(node.span, str(found.number)),)
        return Diagnostic("Y030", message, node.span, hint, (), fixes)
    return Diagnostic("Y030", message, node.span, hint)


TRUTHS = {
    **dict.fromkeys(("true", "yes", "on", "y", "1"), True),
    **dict.fromkeys(("false", "no", "off", "n", "0"), False),
}


def read_truth(node: Node) -> tuple[bool | None, list[Diagnostic]]:
    """``true`` or ``false``, nothing else."""
    single, findings = read_single(node, "`true` or `false`")
    if single is None:
        return None, findings
    if single.plain and single.value in ("true", "false"):
        return single.value == "true", []
    meant = TRUTHS.get(single.value.strip().lower())
    message = f"`{visible(single.value)}` is neither `true` nor `false`"
    if meant is None:
        return None, [Diagnostic("Y031", message, single.span)]
    right = "true" if meant else "false"
    fixes = (Fix(single.span, right),)
    return None, [Diagnostic("Y031", message, single.span, f"write {right}", (), fixes)]


def read_word(
    node: Node, choices: Iterable[str], what: str = "a word"
) -> tuple[str | None, list[Diagnostic]]:
    """One of some words. ``10`` and ``"10"`` are the same word."""
    words = list(choices)
    single, findings = read_single(node, what)
    if single is None and isinstance(node, Scalar) and node.value in words:
        single = node
    if single is None:
        return None, findings
    text = single.value
    if text in words:
        return text, _word_in_quotes(single)
    found = other_reading(single)
    if found is not None and found.number is not None and str(found.number) in words:
        right = str(found.number)
        message = f"`{visible(text)}` as written is no word known here"
        hint = f"YAML may read it as {found.says}: write {right}"
        fixes = (Fix(single.span, right),)
        return None, [Diagnostic("Y032", message, single.span, hint, (), fixes)]
    return None, [unknown_word(text, single.span, words, what)]


def _word_in_quotes(node: Scalar) -> list[Diagnostic]:
    """A word that other programs would take for something else should have quotes."""
    found = other_reading(node)
    if found is None or found.kind == "integer" or node.value in ("true", "false"):
        return []
    message = f"`{node.value}` without quotes is {found.says} to other programs"
    quoted = f'"{node.value}"'
    fixes = (Fix(node.span, quoted),)
    return [Diagnostic("Y039", message, node.span, f"write {quoted}", (), fixes)]


def unknown_word(text: str, span: Span, words: Iterable[str], what: str = "a word") -> Diagnostic:
    """The finding for a word that is none of those possible here."""
    known = list(words)
    near = nearest(text, known)
    message = f"`{visible(text)}` is not {what} that is known here"
    if near:
        hint = f"did you mean {one_of(near)}?"
    else:
        hint = f"write {one_of(known)}" if len(known) <= 8 else ""
    return Diagnostic("Y032", message, span, hint, (), respelled(span, text, known))


def read_text(node: Node, what: str = "a text") -> tuple[str | None, list[Diagnostic]]:
    """A text that all programs read as text."""
    single, findings = read_single(node, what)
    if single is None:
        return None, findings
    found = other_reading(single)
    if found is not None:
        quoted = f'"{single.value}"'
        message = f"`{single.value}` without quotes is {found.says} to other programs"
        fixes = (Fix(single.span, quoted),)
        hint = f"{what} is expected here: write {quoted}"
        return single.value, [Diagnostic("Y033", message, single.span, hint, (), fixes)]
    if not single.value.strip():
        return None, [Diagnostic("Y034", f"{what} is missing: this one is empty", single.span)]
    return single.value, []


RANGE = re.compile(r"(-?[0-9]{1,9})[ ]*(\.\.|-|–|—|\.\.\.|…|:|to|,)[ ]*(-?[0-9]{1,9})")


def read_range(
    node: Node, low: int | None = None, high: int | None = None, what: str = "a range"
) -> tuple[tuple[int, int] | None, list[Diagnostic]]:
    """A range ``2..5`` of whole numbers, or one number for both ends."""
    single, findings = read_single(node, what)
    if single is None:
        return None, findings
    text = single.value.strip()
    if _is_number(text):
        value, findings = _within(int(text), single.span, low, high, what)
        return (None if value is None else (value, value)), findings
    match = RANGE.fullmatch(text)
    if match is None:
        message = f"`{visible(text)}` is not {what}"
        return None, [Diagnostic("Y037", message, single.span, "write 2..5, or one number")]
    first, sign, last = match.groups()
    if sign != ".." or not (_is_number(first) and _is_number(last)):
        right = f"{int(first)}..{int(last)}"
        message = f"`{visible(text)}` is not how {what} is written"
        sure = sign != "," and int(first) <= int(last)  # `2, 5` may be a list of two
        fixes = (Fix(single.span, right, safe=sure),)
        return None, [Diagnostic("Y037", message, single.span, f"write {right}", (), fixes)]
    least, most = int(first), int(last)
    if least > most:
        message = f"{least} is larger than {most}: nothing lies between them"
        hint = f"write {most}..{least}"
        return None, [Diagnostic("Y037", message, single.span, hint)]
    for number in (least, most):
        value, findings = _within(number, single.span, low, high, what)
        if value is None:
            return None, findings
    return (least, most), []


def read_names(
    node: Node, what: str = "a list of words"
) -> tuple[tuple[Word, ...] | None, list[Diagnostic]]:
    """Words with spaces between them, or in a list."""
    if isinstance(node, Sequence):
        words: list[Word] = []
        findings: list[Diagnostic] = []
        for item in node.items:
            single, wrong = read_single(item, "a word")
            findings += wrong
            if single is not None:
                findings += _name_in_quotes(single)
                words.append(Word(single.value, single.span))
        return (None if len(words) < len(node.items) else tuple(words)), findings
    if not isinstance(node, Scalar):
        message = f"{what} is expected here, not a mapping"
        hint = "put spaces between the words, or write [A, B, C]"
        return None, [Diagnostic("Y038", message, node.span, hint)]
    single, findings = read_single(node, what)
    if single is None:
        return None, findings
    words = [
        Word(match.group(), single.offsets.place(match.start(), match.end()))
        for match in re.finditer(r"\S+", single.value)
    ]
    if not words:
        return None, [Diagnostic("Y034", f"{what} is missing: this one is empty", single.span)]
    commas = [word for word in words if "," in word.text and len(words) > 1]
    if commas:
        message = "words of a list are set apart by spaces, not by commas"
        right = " ".join(re.findall(r"[^\s,]+", single.value))
        fixes = (Fix(single.span, right if single.plain else in_quotes(right)),)
        hint = f"write {visible(right)}"
        return None, [Diagnostic("Y038", message, commas[0].span, hint, (), fixes)]
    return tuple(words), _name_in_quotes(single)


def _name_in_quotes(node: Scalar) -> list[Diagnostic]:
    """Leading zeros are an error in a list of words, the rest of the table a warning."""
    found = other_reading(node)
    if found is None or found.kind != "zeros" or found.number is None:
        return _word_in_quotes(node)
    message = f"`{node.value}` as written is {found.says} to other programs"
    fixes = (Fix(node.span, str(found.number)),)
    return [Diagnostic("Y032", message, node.span, f"write {found.number}", (), fixes)]
