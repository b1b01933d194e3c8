"""Codes as people name them: in full, by their beginning, by their words."""

from __future__ import annotations

from collections.abc import Iterable

from rummy.diagnostics import CATALOGUE, Diagnostic
from rummy.errors import UsageError
from rummy.frozen import dataclass
from rummy.spelling import did_you_mean


def code_of(word: str) -> str | None:
    """The code of ``M403`` or of its words, in small letters or large ones."""
    if word.upper() in CATALOGUE:
        return word.upper()
    return next((e.code for e in CATALOGUE.values() if e.slug == word.lower()), None)


def nearest_code(word: str) -> str:
    """Which code may have been meant, as a hint."""
    names = [*CATALOGUE, *(entry.slug for entry in CATALOGUE.values())]
    return did_you_mean(word, names) or "see them all: rummy explain"


def codes_of(option: str, given: Iterable[str]) -> frozenset[str]:
    """The codes that an option names: ``M403``, all that begin with ``M4``, or words.

    ``UsageError`` for what is neither, with the nearest that there is.
    """
    found: set[str] = set()
    for text in given:
        for word in text.split(","):
            name = word.strip()
            code = code_of(name)
            begun = {code for code in CATALOGUE if name and code.startswith(name.upper())}
            if code is None and not begun:
                raise UsageError(
                    f"{option} {text}: there is no code {name!r}; {nearest_code(name)}"
                )
            found |= begun if code is None else {code}
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which findings are wanted. What makes a file unplayable is always told."""

    select: frozenset[str]
    """Only these; empty: all."""
    ignore: frozenset[str]

    @classmethod
    def of(cls, select: Iterable[str], ignore: Iterable[str]) -> Choice:
        """The choice of ``--select`` and ``--ignore``; ``UsageError`` for unknown codes."""
        return cls(codes_of("--select", select), codes_of("--ignore", ignore))

    def wants(self, code: str) -> bool:
        """Whether the code is among those that are wanted."""
        return code not in self.ignore and (not self.select or code in self.select)

    def keeps(self, item: Diagnostic) -> bool:
        """Whether a finding is told: an error in any case, the others if wanted."""
        return item.level_of() == "error" or self.wants(item.code)

    def kept(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings that are told."""
        return [item for item in found if self.keeps(item)]
