"""Typed expressions as Python functions: fast, and equal to the plain walk.

A ``Module`` collects the functions that a game needs for one deck, writes them
as Python source and compiles it. Source that it writes holds no text of the
author of a spec, only numbers, its own names and what the ``Bindings`` of the
caller write; it runs without builtins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from functools import lru_cache
from types import CodeType
from typing import Any

from rummy.cards import Deck
from rummy.lang.bindings import Bindings
from rummy.lang.helpers import (
    CARD_TABLES,
    PLACED_TABLES,
    Memo,
    field_bounds,
    line_weights,
    namespace,
)
from rummy.lang.pieces import Piece
from rummy.lang.source import Writer
from rummy.lang.trees import Field, Local, Node
from rummy.lang.types import CARD, PLACED, Type

__all__ = ["Bindings", "Module"]

_OWN = re.compile(r"[vf][0-9]+|[A-Z][A-Z_0-9]*(_at)?")
_CARD = "v0"


class _NoBindings:
    """For expressions that depend on one card alone: there is nothing to ask."""

    fitting = ""

    def name(self, name: str, of: str | None) -> tuple[str, str]:
        raise ValueError(f"{name} is not on a card")

    def call(self, function: str, arguments: list[tuple[str, str]]) -> tuple[str, str]:
        raise ValueError(f"{function} is not on a card")

    def field(self, of: Type, source: str, field: str) -> tuple[str, str]:
        raise ValueError(f"{field} is not on a card")


class Module:
    """Generated functions for one deck."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.shapes: dict[str, str] = {}
        """The shape of what each function gives back (see ``Bindings``)."""
        self.sources: dict[str, str] = {}
        """The source of what each function gives back, over its parameters."""
        self._functions: dict[str, str] = {}
        self._texts: list[str] = []
        self._constants: dict[object, str] = {}
        self._tables: dict[tuple[Node, int, Type], tuple[str, int, int]] = {}
        self._table_functions: dict[str, str] = {}
        self._masks: dict[tuple[str, bool], str] = {}
        self._lines: dict[str, int] = {}

    def function(
        self, name: str, parameters: str, node: Node, bindings: Bindings, local: dict[int, str]
    ) -> None:
        """Add a function that works out ``node``.

        ``parameters`` are Python names with commas between, for the sources of
        the bindings; ``local`` gives source for slots such as ``CARD_SLOT``.
        ``name`` is only the key under which ``compile`` gives the function.
        """
        if name in self._functions:
            raise ValueError(f"there is a function {name} already")
        given = [p.strip() for p in parameters.split(",") if p.strip()]
        for parameter in given:
            if not parameter.isidentifier() or _OWN.fullmatch(parameter):
                raise ValueError(f"{parameter!r} cannot be a parameter")
        pieces = {slot: Piece(source) for slot, source in local.items()}
        made = Writer(self, bindings, given, pieces).piece(node)
        self.shapes[name] = made.shape
        self.sources[name] = made.source
        self._functions[name] = self.part(given, made.source, node)

    def source(self) -> str:
        """The Python source of all functions, with what its names stand for."""
        notes = [f"# {name} = {_shown(value)}" for value, name in self._constants.items()]
        notes += [f"# {t}: {f} of each card" for t, f in self._table_functions.items()]
        notes += [
            f"# {mask}: the faces for which {table} is {wanted}"
            for (table, wanted), mask in self._masks.items()
        ]
        return "\n".join(notes) + "\n\n" + "\n\n".join(self._texts) + "\n"

    def for_deck(self, deck: Deck) -> Module | None:
        """The same functions for the same pack with other wild cards.

        None if what the source knows of the points of cards does not hold there.
        """
        if field_bounds(deck, "points") != field_bounds(self.deck, "points"):
            return None
        made = copy(self)
        made.deck = deck
        return made

    def compile(self, extra: Mapping[str, object]) -> dict[str, Callable[..., Any]]:
        """The functions by name. ``extra``: objects that sources of bindings use."""
        return self.functions(self.link(extra))

    def functions(self, names: Mapping[str, object]) -> dict[str, Callable[..., Any]]:
        """The functions by name, from the names that ``link`` gives."""
        return {name: _callable(names[own]) for name, own in self._functions.items()}

    def link(self, extra: Mapping[str, object]) -> dict[str, object]:
        """All that generated source may use, the functions of this module among it.

        ``extra``: objects that sources of bindings use.
        """
        names = namespace(self.deck)
        for name in extra:
            if name in names or _OWN.fullmatch(name) or name.startswith("__"):
                raise ValueError(f"{name!r} cannot be given to generated source")
        names |= extra
        names |= {name: value for value, name in self._constants.items()}
        for line, number in self._lines.items():
            weights, sums = line_weights(self.deck, self.deck.lines[line])
            names |= {f"L{number}": weights, f"W{number}": sums}
            names[f"L{number}_at"] = weights.__getitem__
        names["__builtins__"] = {}
        exec(compiled(self.source()), names)
        for table, function in self._table_functions.items():
            memo = Memo(_callable(names[function]))
            names |= {table: memo, f"{table}_at": memo.__getitem__}
        for (table, wanted), mask in self._masks.items():
            names[mask] = self._mask(names[table], wanted)
        return names

    # --- for the writer ----------------------------------------------------

    def constant(self, value: object) -> str:
        """The name of a constant."""
        return self._constants.setdefault(value, f"K{len(self._constants)}")

    def table(self, body: Node, slot: int, item: Type) -> tuple[str, int, int]:
        """The table of a body over cards, its least and greatest value."""
        key = (body, slot, item)
        known = self._tables.get(key)
        if known is None:
            known = self._tables[key] = self._table(body, slot, item)
        return known

    def _table(self, body: Node, slot: int, item: Type) -> tuple[str, int, int]:
        made = Writer(self, _NoBindings(), [_CARD], {slot: Piece(_CARD)})
        made.made = 1
        piece = made.piece(body)
        if isinstance(body, Field) and isinstance(body.of, Local) and body.of.slot == slot:
            tables = {CARD: CARD_TABLES, PLACED: PLACED_TABLES}[item]
            return tables[body.field], piece.low, piece.high
        name = f"T{len(self._table_functions)}"
        self._table_functions[name] = self.part([_CARD], piece.source, body)
        return name, piece.low, piece.high

    def mask(self, body: Node, slot: int, wanted: bool) -> str:
        """The mask of the faces for which a truth over held cards is ``wanted``."""
        table, _, _ = self.table(body, slot, CARD)
        return self._masks.setdefault((table, wanted), f"M{len(self._masks)}")

    def _mask(self, table: Any, wanted: bool) -> int:
        return self.deck.mask(lambda face: bool(table[face]) == wanted)

    def line(self, line: str) -> tuple[str, str]:
        """The weights of a rank line, and the sums of its sequences."""
        number = self._lines.setdefault(line, len(self._lines))
        return f"L{number}", f"W{number}"

    def part(self, parameters: list[str], source: str, node: Node) -> str:
        """A function that holds an expression or a part of one."""
        name = f"f{len(self._texts)}"
        place = node.place
        self._texts.append(
            f"# {int(place.line)}:{int(place.column)}\n"
            f"def {name}({', '.join(parameters)}):\n    return {source}"
        )
        return name


@lru_cache(maxsize=64)
def compiled(source: str) -> CodeType:
    """The source as Python runs it: rules that differ in tables alone share it."""
    return compile(source, "<generated by rummy>", "exec")


def _shown(value: object) -> str:
    return str(sorted(value)) if isinstance(value, frozenset) else str(value)


def _callable(thing: object) -> Callable[..., Any]:
    assert callable(thing)
    return thing
