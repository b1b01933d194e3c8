"""Examples of a spec: read with places, checked as far as the file alone can tell.

What an example claims is tried out by ``rummy test``; here seats, cards, names
and values must make sense.
"""

from __future__ import annotations

import re

from rummy.cards import MAX_FACES
from rummy.diagnostics import Span as FileSpan
from rummy.errors import CardError
from rummy.lang.trees import Place
from rummy.lang.types import NUMBER, POISON, TRUTH
from rummy.spec.bind import plain_deck
from rummy.spec.build_claims import Reasoning, Reasons, hands, reason_leaves, refused
from rummy.spec.context import Context, leaves, place_of
from rummy.spec.model import Example, Given, Open, Spec, Step, Variable
from rummy.spec.settings import option_value
from rummy.spec.structure import Leaf, Raw, Table

_VALUES = ("earned", "total")
_FIXED = ("melds", "turn", "dealer", "step", *_VALUES)


def build_examples(context: Context, table: Table, spec: Spec) -> tuple[Example, ...]:
    """The examples in file order."""
    reader = Examples(context, spec)
    return tuple(
        reader.example(name, raw, table)
        for name, raw in table.entries.items()
        if isinstance(raw, Table)
    )


class Examples:
    """Reads examples, and situations that are written like them."""

    def __init__(self, context: Context, spec: Spec) -> None:
        self.context = context
        self.spec = spec
        faces = len(spec.deck.ranks) * len(spec.deck.suits) + 1 + len(spec.deck.extras)
        self.deck = plain_deck(spec.deck) if faces <= MAX_FACES else None
        self.most = spec.players[0]
        steps = (*spec.setup, *spec.turn)
        self.opening = tuple(dict.fromkeys(_move_names(steps, Open)))
        self.moves = (*dict.fromkeys(_move_names(steps)), "done")

    def example(self, name: str, table: Table, parent: Table) -> Example:
        """One example."""
        path = f"examples.{name}"
        given = table.entries.get("given")
        players = self._players(table)
        self.most = players or self.spec.players[0]
        wins = table.entries.get("wins")
        outcomes = (
            *("accepts", "refuses", "hands", "play", "legal", "illegal", "check", "totals"),
            "scores",
        )
        if not any(key in table.keys for key in outcomes):
            self.context.report(
                "X706",
                "the example claims nothing",
                parent.place(name),
                "give it `accepts`, `refuses`, `hands`, `play`, `legal`, `illegal`, `check`, "
                "`totals` or `scores`",
            )
        if "totals" in table.keys and "scores" in table.keys:
            hint = "`scores` tells the points of each round, `totals` what they come to"
            message = "`scores` has no meaning beside `totals`"
            self.context.report("X708", message, table.place("scores"), hint)
        number = table.leaf("round")
        reasons: Reasons = []
        made = Example(
            name,
            tuple(leaf.text for leaf in leaves(table.entries.get("rule"))),
            table.text("about"),
            players,
            self._options(table),
            1 if number is None else number.value,
            self._given(given) if isinstance(given, Table) else None,
            self._melds(table, "accepts"),
            self._refused(table, reasons),
            self._actions(table, "play"),
            self._actions(table, "legal"),
            tuple(refused(self.context, table.entries.get("illegal"), self._action, reasons)),
            tuple(
                self.context.leaf(leaf, "check", TRUTH, f"{path}.check")
                for leaf in leaves(table.entries.get("check"))
            ),
            tuple((seat, leaf.value) for seat, leaf in self._by_seat(table.entries.get("totals"))),
            None if wins is None else self._wins(wins),
            place_of(parent.place(name)),
            tuple(reasons),
            tuple(hands(self.context, table.table("hands"), self._cards, self.opening)),
            self._scores(table),
        )
        if reasons:
            spans = reason_leaves(table.entries.get("illegal"))
            for raw in table.table("refuses").entries.values():
                spans |= reason_leaves(raw)
            Reasoning(self.context, self.spec).check(reasons, spans)
        return made

    def _scores(self, table: Table) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The points of each round, by seat from 0."""
        rows = [row for row in table.items("scores") if isinstance(row, Table)]
        return tuple(tuple((seat, leaf.value) for seat, leaf in self._by_seat(row)) for row in rows)

    def situation(self, table: Table, place: Place) -> Example:
        """What an example starts from, without a claim: players, options, cards, actions."""
        given, number = table.entries.get("given"), table.leaf("round")
        players = self._players(table)
        self.most = players or self.most
        return Example(
            "situation",
            (),
            table.text("about"),
            players,
            self._options(table),
            1 if number is None else number.value,
            self._given(given) if isinstance(given, Table) else None,
            (),
            (),
            self._actions(table, "play"),
            (),
            (),
            (),
            (),
            None,
            place,
        )

    def _players(self, table: Table) -> int | None:
        leaf = table.leaf("players")
        if leaf is None:
            return None
        low, high = self.spec.players
        if not low <= leaf.value <= high:
            self.context.report(
                "X703", f"{leaf.value} cannot play this game", leaf.span, f"{low} to {high} can"
            )
            return None
        return leaf.value

    def _options(self, table: Table) -> tuple[tuple[str, str], ...]:
        found = []
        inner = table.table("options")
        for name, raw in inner.entries.items():
            option = self.context.options.get(name)
            if option is None:
                known = self.context.options
                self.context.unknown("option", name, inner.place(name), known)
            elif isinstance(raw, Leaf):
                value, reason = option_value(option, raw.text)
                if value is None and name not in self.context.faulty:
                    self.context.report("X704", reason, raw.span)
                found.append((name, raw.text))
        return tuple(found)

    def _cards(self, leaf: Leaf, begin: int = 0, end: int | None = None) -> None:
        """Every word must be a card of the deck, as held or as placed."""
        if self.deck is None:
            return
        for match in re.compile(r"[^\s,]+").finditer(leaf.text, begin, end or len(leaf.text)):
            try:
                self.deck.parse(match.group())
            except CardError as error:
                span = leaf.node.offsets.place(match.start(), match.end())
                self.context.report("X702", f"`{match.group()}` is no card here", span, error.hint)

    def _melds(self, table: Table, key: str) -> tuple[tuple[str, str, Place], ...]:
        found = []
        inner = table.table(key)
        for kind, raw in inner.entries.items():
            if kind not in self.context.kind_names:
                names = self.context.kind_names
                self.context.unknown("kind of meld", kind, inner.place(kind), names)
            for leaf in leaves(raw):
                self._cards(leaf)
                found.append((kind, leaf.text, place_of(leaf.span, leaf.text)))
        return tuple(found)

    def _refused(self, table: Table, reasons: Reasons) -> tuple[tuple[str, str, Place], ...]:
        """Cards that are no meld of a kind."""
        found: list[tuple[str, str, Place]] = []
        inner = table.table("refuses")
        for kind, raw in inner.entries.items():
            if kind not in self.context.kind_names:
                names = self.context.kind_names
                self.context.unknown("kind of meld", kind, inner.place(kind), names)
            cards = refused(self.context, raw, self._cards, reasons)
            found += [(kind, text, place) for text, place in cards]
        return tuple(found)

    def _seat(self, text: str, span: FileSpan) -> int:
        seat = int(text)
        if not 1 <= seat <= self.most:
            self.context.report(
                "X703",
                f"there is no seat {seat}",
                span,
                f"seats are 1 to {self.most}; with more players say `players:`",
            )
        return seat - 1

    def _by_seat(self, raw: Raw | None) -> list[tuple[int, Leaf]]:
        if not isinstance(raw, Table):
            return []
        return [
            (self._seat(key, raw.place(key)), leaf)
            for key, leaf in raw.entries.items()
            if isinstance(leaf, Leaf)
        ]

    def _wins(self, raw: Raw) -> tuple[int, ...]:
        return tuple(self._seat(leaf.text, leaf.span) for leaf in leaves(raw))

    # --- the situation ----------------------------------------------------------

    def _given(self, table: Table) -> Given:
        zones: list[tuple[str, int | None, str, Place]] = []
        values: list[tuple[str, int | None, str, Place]] = []
        for name in _VALUES:
            for seat, leaf in self._by_seat(table.entries.get(name)):
                values.append((name, seat, leaf.text, place_of(leaf.span, leaf.text)))
        for name, raw in table.entries.items():
            if name in _FIXED:
                continue
            zone = self.context.zones.get(name)
            variable = self.context.variables.get(name)
            if zone is None and variable is None:
                known = (*self.context.zones, *self.context.variables, *_FIXED)
                self.context.unknown("zone or variable", name, table.place(name), known)
                continue
            owner = zone.of if zone is not None else variable.of  # type: ignore[union-attr]
            for where, leaf in self._shared(name, owner, raw, table.place(name)):
                entry = (name, where, leaf.text, place_of(leaf.span, leaf.text))
                if zone is not None:
                    self._cards(leaf)
                    zones.append(entry)
                elif variable is not None:
                    self._value(variable, leaf)
                    values.append(entry)
        turn, dealer = table.leaf("turn"), table.leaf("dealer")
        return Given(
            tuple(zones),
            tuple(self._table_melds(table)),
            tuple(values),
            None if turn is None else self._seat(turn.text, turn.span),
            None if dealer is None else self._seat(dealer.text, dealer.span),
            self._step(table),
        )

    def _shared(
        self, name: str, owner: str, raw: Raw, span: FileSpan
    ) -> list[tuple[int | None, Leaf]]:
        """What stands under a zone or variable: by seat if it is of players."""
        if owner != "table" and isinstance(raw, Table):
            return [(seat, leaf) for seat, leaf in self._by_seat(raw)]
        if owner == "table" and isinstance(raw, Leaf):
            return [(None, raw)]
        if name in self.context.faulty:
            return []
        wanted = f"one for each {owner}" if owner != "table" else "one for the table"
        hint = f"write `{name}: {{1: ...}}`" if owner != "table" else f"write `{name}: ...`"
        self.context.report("X703", f"there is {wanted} of `{name}`", span, hint)
        return []

    def _value(self, variable: Variable, leaf: Leaf) -> None:
        """A number or a truth value, as the variable has it."""
        number = variable.type == NUMBER
        pattern = r"-?[0-9]{1,9}" if number else "true|false"
        if variable.type != POISON and not re.fullmatch(pattern, leaf.text):
            wanted = "a whole number" if number else "`true` or `false`"
            message = f"`{leaf.text}` is no value of `{variable.name}`"
            self.context.report("X704", message, leaf.span, f"write {wanted}")

    def _actions(self, table: Table, key: str) -> tuple[tuple[str, Place], ...]:
        """Actions, perhaps with a seat before them: ``2: pass KC``.

        The move must exist: a misspelt one under ``illegal`` would be refused
        for the wrong reason.
        """
        found = []
        for leaf in leaves(table.entries.get(key)):
            self._action(leaf)
            found.append((leaf.text, place_of(leaf.span, leaf.text)))
        return tuple(found)

    def _action(self, leaf: Leaf) -> None:
        match = re.match(r"\s*(?:(\d{1,9})\s*:)?\s*([^\s,]*)", leaf.text)
        if match is None:
            return
        place = leaf.node.offsets.place
        if match[1] is not None:
            self._seat(match[1], place(match.start(1), match.end(1)))
        if match[2].lower() not in self.moves:
            span = place(match.start(2), match.end(2))
            self.context.unknown("move", match[2], span, self.moves)

    def _table_melds(self, table: Table) -> list[tuple[str, Place]]:
        """Melds on the table: ``pair 9H 9D by 1``."""
        found = []
        for leaf in leaves(table.entries.get("melds")):
            match = re.fullmatch(r"\s*(\S+)\s+(.+?)\s+by\s+(\d{1,9})\s*", leaf.text)
            place = leaf.node.offsets.place
            if match is None:
                self.context.report(
                    "X705",
                    f"`{leaf.text}` is no meld on the table",
                    leaf.span,
                    "write kind, cards and owner: `pair 9H 9D by 1`",
                )
                continue
            if match[1] not in self.context.kind_names:
                span = place(match.start(1), match.end(1))
                self.context.unknown("kind of meld", match[1], span, self.context.kind_names)
            self._cards(leaf, match.start(2), match.end(2))
            self._seat(match[3], place(match.start(3), match.end(3)))
            found.append((leaf.text, place_of(leaf.span, leaf.text)))
        return found

    def _step(self, table: Table) -> str:
        leaf = table.leaf("step")
        if leaf is None:
            return ""
        names = list(_step_names(self.spec.turn))
        if leaf.text not in names:
            self.context.unknown("step", leaf.text, leaf.span, names)
        return leaf.text


def _move_names(steps: tuple[Step, ...], verb: type = object) -> list[str]:
    """The names of all moves, or of those that do something of one sort."""
    found = []
    for step in steps:
        for move in step.moves:
            found += [move.name] if isinstance(move.verb, verb) else []
            found += _move_names(move.then, verb)
    return found


def _step_names(steps: tuple[Step, ...]) -> list[str]:
    found = []
    for step in steps:
        found.append(step.name)
        for move in step.moves:
            found += _step_names(move.then)
    return found
