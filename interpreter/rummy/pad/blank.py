"""Blanks: facts of a round that nobody has entered yet.

A blank stands in a state where a zone, number or meld is not known. Whoever
looks at it raises ``Missing`` with the fact that is wanted. So the compiled
count itself says what it needs, in this round and of this player, and nothing
else is ever asked.
"""

from __future__ import annotations

from typing import Any, NamedTuple

TABLE = -1
"""The seat of a fact that belongs to nobody."""


class Fact(NamedTuple):
    """What may be asked of a round: a zone, a variable, ``earned``, ``melds`` ...

    ``seat`` counts from 0; ``TABLE`` for facts of the table.
    """

    name: str
    seat: int = TABLE


class Missing(Exception):
    """A count has looked at a fact that nobody has entered."""

    def __init__(self, fact: Fact) -> None:
        self.fact = fact
        super().__init__(f"{fact.name} of seat {fact.seat + 1} is missing")


class Blank:
    """A value that is not known: looking at it in any way raises ``Missing``."""

    __slots__ = ("fact",)

    def __init__(self, fact: Fact) -> None:
        self.fact = fact

    def _look(self, *_: object) -> Any:
        raise Missing(self.fact)

    __bool__ = __int__ = __index__ = __hash__ = __len__ = __iter__ = _look
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _look
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _look
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __neg__ = __abs__ = _look
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _look
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = _look
    __getitem__ = __contains__ = _look

    def bit_count(self) -> Any:
        """How many cards a zone holds."""
        return self._look()


class SomeCards(Blank):
    """Cards that are not known, but there is at least one."""

    __slots__ = ()

    def bit_count(self) -> Any:
        """A number of which only this much is known: it is no less than 1."""
        return _AtLeastOne(self.fact)


class _AtLeastOne(Blank):
    """A number of cards that is not known, but not 0: some comparisons need no more."""

    __slots__ = ()
    __hash__ = Blank._look

    def __bool__(self, *_: object) -> Any:
        return True

    def _told(self, given: tuple[object, ...], numbers: tuple[int, ...], answer: bool) -> Any:
        """The answer, if it is the same whatever the number is; else it must be looked at."""
        return answer if given[0] in numbers else self._look()

    def __eq__(self, *given: object) -> Any:
        return self._told(given, (0,), False)

    def __ne__(self, *given: object) -> Any:
        return self._told(given, (0,), True)

    def __gt__(self, *given: object) -> Any:
        return self._told(given, (0,), True)

    def __ge__(self, *given: object) -> Any:
        return self._told(given, (0, 1), True)

    def __lt__(self, *given: object) -> Any:
        return self._told(given, (0, 1), False)

    def __le__(self, *given: object) -> Any:
        return self._told(given, (0,), False)
