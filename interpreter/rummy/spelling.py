"""Which known words an unknown one may have been meant for."""

from __future__ import annotations

from collections.abc import Iterable

MOST = 3


def nearest(word: str, candidates: Iterable[str]) -> list[str]:
    """The candidates that look most like the word, best first, at most three.

    Case, ``_`` and ``-`` do not count. A candidate must differ in fewer letters
    than half its own or the word's length, whichever is longer.
    """
    plain = _plain(word)
    found: list[tuple[int, int, str]] = []
    for number, candidate in enumerate(dict.fromkeys(candidates)):
        other = _plain(candidate)
        longer = max(len(plain), len(other))
        if 2 * abs(len(plain) - len(other)) >= longer > 0:
            continue
        steps = distance(plain, other)
        if 2 * steps < longer or plain == other:
            found.append((steps, number, candidate))
    return [candidate for _, _, candidate in sorted(found)[:MOST]]


def surely(word: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that the word can only have been meant for, if there is one.

    It differs in case, ``_`` and ``-`` alone, or in one letter (two from eight letters
    on), never in a digit, and every other candidate is at least two letters further off.
    """
    plain = _plain(word)
    steps = sorted((distance(plain, _plain(other)), other) for other in dict.fromkeys(candidates))
    if not steps:
        return None
    (least, found), *others = steps
    most = 0 if len(plain) < 3 else 1 if len(plain) < 8 else 2
    alone = not others or others[0][0] >= least + (1 if least == 0 else 2)
    return found if least <= most and alone and _digits(plain) == _digits(found) else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """``did you mean `rank` or `ranks`?``, or nothing."""
    near = nearest(word, candidates)
    return f"did you mean {one_of(near)}?" if near else ""


def one_of(words: Iterable[str]) -> str:
    """```a`, `b` or `c```: the words as alternatives."""
    quoted = [f"`{word}`" for word in words]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def distance(one: str, other: str) -> int:
    """How many letters must be put in, left out, changed or swapped with the next."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        oldest, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            same = letter == wanted
            steps = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (not same))
            swapped = i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted
            row.append(min(steps, oldest[j - 2] + 1) if swapped else steps)
    return row[-1]


def _digits(word: str) -> str:
    return "".join(filter(str.isdigit, word[:64]))


def _plain(word: str) -> str:
    return word[:64].casefold().replace("_", "").replace("-", "")
