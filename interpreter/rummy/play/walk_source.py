"""Source of generated functions over a state: lines, things by name, expressions.

What is written here holds no text of the author of a spec: only our own names,
numbers, and the sources that ``rummy.lang.generate`` made of expressions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from rummy.lang.generate import compiled

if TYPE_CHECKING:
    from rummy.play.program import Program

MOST_INLINE = 240
"""Longer sources stay functions of their own."""

_NAMES = re.compile(r"(?<![.\w])(me|c|m)\b")
_STATE = re.compile(r"(?<![.\w])s\.([zv])\[")
_SURELY_SEATS = re.compile(r"\(*(me|who|s\.me|s\.(left|right)\[\(*(me|who|s\.me)\)*\])\)*")


class Pen:
    """Writes functions, each named once, and compiles them together."""

    def __init__(self, program: Program) -> None:
        self.program = program
        compiler = program.compiler
        self._sources = program.module.sources
        self._name_of: dict[object, str] = {f: name for name, f in compiler.functions.items()}
        self._own: dict[object, str] = {
            function: name
            for name, function in program.names.items()
            if re.fullmatch(r"f[0-9]+", name)
        }
        self._things: dict[str, object] = {}
        self._known: dict[int, str] = {}
        self._rows: list[str] = []
        self._texts: list[str] = []
        self._depth = 1

    # --- lines -------------------------------------------------------------

    def put(self, line: str) -> None:
        """One more line."""
        self._rows.append("    " * self._depth + line)

    @contextmanager
    def under(self, head: str) -> Iterator[None]:
        """Lines under ``if ...`` and the like; an empty head: at the same depth."""
        if not head:
            yield
            return
        self.put(head + ":")
        self._depth += 1
        before = len(self._rows)
        yield
        if len(self._rows) == before:
            self.put("pass")
        self._depth -= 1

    def function(self, name: str, parameters: str) -> None:
        """The lines so far are the body of this function."""
        body = "\n".join(self._rows) or "    pass"
        body = _STATE.sub(r"\1[", body)
        aliases = [f"    {part} = s.{part}\n" for part in "zv" if re.search(rf"\b{part}\[", body)]
        self._texts.append(f"def {name}({parameters}):\n{''.join(aliases)}{body}\n")
        self._rows = []
        self._depth = 1

    def compile(self) -> dict[str, Callable[..., Any]]:
        """All functions by name."""
        names = {**self.program.names, **self._things, "enumerate": enumerate}
        exec(compiled("\n".join(self._texts)), names)
        return cast("dict[str, Callable[..., Any]]", names)

    def source(self) -> str:
        """The source of all functions."""
        return "\n".join(self._texts)

    # --- things and expressions --------------------------------------------

    def given(self, name: str, value: object) -> None:
        """Generated source knows an object under this name."""
        self._things[name] = value

    def thing(self, value: object) -> str:
        """The name under which generated source knows an object."""
        name = self._known.get(id(value))
        if name is None:
            name = self._known[id(value)] = f"x{len(self._things)}"
            self._things[name] = value
        return name

    def expression(
        self, function: Callable[..., Any], who: str, card: str = "", meld: str = ""
    ) -> str:
        """Source of what a function over state, seat (and card or meld) gives back."""
        name = self._name_of.get(function)
        arguments = ", ".join(part for part in ("s", who, card or meld) if part)
        if name is None:
            return f"{self.thing(function)}({arguments})"
        source = self._sources[name]
        if len(source) > MOST_INLINE or " for " in source or "lambda" in source:
            return f"{self._own[function]}({arguments})"
        words = {"me": who, "c": card, "m": meld}
        return _NAMES.sub(lambda found: words[found[1]] or found[1], source)

    def number(self, function: Callable[..., Any], who: str) -> int | str:
        """The same; a number where that is known."""
        source = self.expression(function, who).strip("()")
        if re.fullmatch(r"-?[0-9]+", source):
            return int(source)
        if source in ("True", "False"):
            return int(source == "True")
        return self.expression(function, who)


def surely_a_seat(source: str) -> bool:
    """Whether source of a player surely gives a seat at the table."""
    return bool(_SURELY_SEATS.fullmatch(source))
