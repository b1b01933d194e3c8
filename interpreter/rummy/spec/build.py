"""From the read tables of a file to the model of a spec.

Everything that concerns several keys at once is judged here: names that stand
for two things, references to what does not exist, sizes and zones that
contradict themselves. All findings of a file come out of one run.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

from rummy.cards import MAX_CARDS
from rummy.diagnostics import Diagnostic, Label
from rummy.diagnostics import Span as FileSpan
from rummy.lang.builtins import RESERVED as LANGUAGE_WORDS
from rummy.lang.check import check
from rummy.lang.evaluate import CardEnv, evaluate
from rummy.lang.reading import check_definition
from rummy.lang.scope import DefinitionSource
from rummy.lang.trees import Call, Node
from rummy.lang.types import NUMBER, PLAYER, POISON, TRUTH, Type
from rummy.spec import keys
from rummy.spec.build_deck import bounds, build_deck, build_options, vocabulary_of
from rummy.spec.build_examples import build_examples
from rummy.spec.build_openings import build_openings
from rummy.spec.build_play import build_duties, build_events, build_steps
from rummy.spec.context import Context, filler, place_of
from rummy.spec.model import (
    DeckSpec,
    Definition,
    Expr,
    Kind,
    Lay,
    LayOff,
    Limits,
    Match,
    Open,
    Order,
    Rebuild,
    Score,
    ScoreLine,
    Spec,
    Swap,
    Text,
    Variable,
    Zone,
)
from rummy.spec.scopes import RESERVED, TIES, play_scopes, static_names
from rummy.spec.structure import Leaf, Table
from rummy.spec.wilds import read_zones

_SECTIONS = (
    ("options", "an option"),
    ("zones", "a zone"),
    ("melds", "a kind of meld"),
    ("variables", "a variable"),
    ("define", "a definition"),
)
_EITHER = "zone or variable"


def build(top: Table, file: str, digest: str) -> tuple[Spec, list[Diagnostic]]:
    """The spec of a file whose shape was read, and all findings about it.

    With an error among the findings the spec holds fillers and must not be
    played.
    """
    context = Context()
    _gaps(context, top)
    _names(context, top)
    span = top.leaf("players")
    players = (2, 2) if span is None else bounds(span.text)
    options = build_options(context, top.table("options"))
    definitions, sources = _definitions(context, top.table("define"))
    context.kind_names = tuple(top.table("melds").keys)
    context.opening_names = tuple(top.table("openings").keys)
    deck_table = top.table("deck")
    vocabulary, ranks, suits, lines = vocabulary_of(
        context, deck_table, context.kind_names, sources, players[1]
    )
    zones = _zones(context, top)
    deck = build_deck(context, deck_table, players, vocabulary, ranks, suits, lines)
    vocabulary = replace(
        vocabulary,
        most_cards=_most_cards(deck, players, context),
        least_in_meld=_in_melds(top.table("melds"))[0],
        most_in_meld=_in_melds(top.table("melds"))[1],
    )
    variables = _variables(context, top.table("variables"))
    static = static_names(players, options, True, context.faulty)
    sides = context.maybe(top, "sides", "start", NUMBER, "")
    context.scopes.update(play_scopes(vocabulary, static, zones, variables, context.faulty))
    kinds = _kinds(context, top.table("melds"))
    openings = build_openings(context, top.table("openings"))
    turn = top.table("turn")
    spec = Spec(
        file,
        digest,
        keys.FORMAT,
        top.text("title"),
        top.text("version"),
        top.text("about"),
        players,
        options,
        deck,
        zones,
        kinds,
        variables,
        definitions,
        build_steps(context, top.table("setup"), "setup"),
        _order(context, top.table("order")),
        build_steps(context, turn.table("steps"), "turn.steps"),
        build_duties(context, turn, "turn"),
        build_events(context, top.table("events")),
        _score(context, top.table("score")),
        _match(
            context,
            top.table("match"),
            lines=tuple(line.name for line in lines),
            sides=sides is not None,
        ),
        _limits(context, top.table("limits")),
        (),
        _texts(top.table("sources")),
        _texts(top.table("rulings")),
        openings,
    )
    _wild_too_late(context, spec)
    _two_ways_to_shift(context, spec)
    spec = replace(spec, sides=sides)
    spec = replace(spec, examples=build_examples(context, top.table("examples"), spec))
    turn_place = place_of(top.place("turn"))
    spec = replace(spec, expressions=tuple(context.expressions), turn_place=turn_place)
    return spec, context.found


def _gaps(context: Context, top: Table) -> None:
    """Note what had to be left out, so that nothing is found only because of it."""
    for section, what in _SECTIONS:
        table = top.entries.get(section)
        if isinstance(table, Table):
            context.faulty |= set(table.keys) - set(table.entries)
            context.faulty |= {
                name for name, raw in table.entries.items() if isinstance(raw, Table) and raw.faulty
            }
        missing = section in top.keys or section == "zones" or top.lost
        if table.lost if isinstance(table, Table) else missing:
            context.gaps |= {what.partition(" ")[2], _EITHER}
    openings = top.entries.get("openings")
    missing = "openings" in top.keys or top.lost
    if openings.lost if isinstance(openings, Table) else missing:
        context.gaps.add("opening")
    turn = top.entries.get("turn")
    if not isinstance(turn, Table) or turn.faulty or top.table("setup").faulty:
        context.gaps |= {"step", "move"}


# --- names ----------------------------------------------------------------------


def _names(context: Context, top: Table) -> None:
    """Names are unique over all sections, and none is a word of the language."""
    seen: dict[str, tuple[str, FileSpan]] = {}
    for section, what in _SECTIONS:
        table = top.table(section)
        for key, node in table.keys.items():
            name = re.split(r"[\s(]", key, maxsplit=1)[0]
            if name in LANGUAGE_WORDS or name in RESERVED:
                context.report(
                    "S109",
                    f"`{name}` is a word of the language and cannot be the name of {what}",
                    node.span,
                    "take another name",
                )
            elif name in seen:
                other, first = seen[name]
                context.report(
                    "S108",
                    f"`{name}` is {other} already",
                    node.span,
                    "options, zones, melds, variables and definitions share their names",
                    (Label(first, "here first"),),
                )
            else:
                seen[name] = (what, node.span)


def _definitions(
    context: Context, table: Table
) -> tuple[tuple[Definition, ...], dict[str, DefinitionSource]]:
    found = []
    sources = {}
    for key, raw in table.entries.items():
        if not isinstance(raw, Leaf):
            continue
        name, _, rest = key.partition("(")
        name = name.strip()
        parameters = tuple(p.strip() for p in rest.rstrip(") ").split(",") if p.strip())
        place = place_of(table.place(key), key)
        _parameters(context, table, key, parameters)
        found.append(Definition(name, parameters, raw.text, place))
        sources[name] = DefinitionSource(name, parameters, raw.text, raw.node.offsets.place)
        context.found.extend(check_definition(sources[name]))
    return tuple(found), sources


def _parameters(context: Context, table: Table, key: str, parameters: tuple[str, ...]) -> None:
    """The parameters of a definition are names of their own, each once."""
    for parameter in parameters:
        if parameter in LANGUAGE_WORDS or parameter in RESERVED:
            message = f"`{parameter}` is a word of the language and cannot be a parameter"
            context.report("S109", message, table.place(key), "take another name")
    if len(set(parameters)) < len(parameters):
        context.report("S108", "two parameters have the same name", table.place(key))


USUAL_CARDS = 108
"""Taken where the pack itself has findings."""


def _most_cards(deck: DeckSpec, players: tuple[int, int], context: Context) -> int:
    """Cards in the largest pack, as far as defaults and single options tell."""
    usual = {option.name: option.default for option in context.options.values()}
    settings = [usual]
    for option in context.options.values():
        values = (option.low, option.high) if option.kind == "number" else range(len(option.words))
        settings += [{**usual, option.name: value} for value in values]
    most = 0
    for seats, setting in product(range(players[0], players[1] + 1), settings):
        for count in range(min(2, seats), seats + 1):
            names = {**setting, "players": count, "seats": seats}
            packs = worth(deck.packs.tree, names)
            jokers = worth(deck.jokers.tree, {**names, "packs": packs})
            more = sum(worth(n.tree, {**names, "packs": packs}) for _, n in deck.extras)
            most = max(most, packs * len(deck.ranks) * len(deck.suits) + jokers + more)
    return min(most, MAX_CARDS) if most > 0 else USUAL_CARDS


def _in_melds(table: Table) -> tuple[int, int]:
    """Cards of the smallest and of the largest meld; 0 where that is no plain number."""
    leasts, mosts = [], []
    for raw in table.entries.values():
        leaf = raw.leaf("size") if isinstance(raw, Table) else None
        text = "" if leaf is None else leaf.text
        dots = outer_dots(text)
        both = (text, text) if dots is None else (text[:dots], text[dots + 2 :])
        least, most = (int(t[:9]) if t.strip().isdecimal() else 0 for t in both)
        leasts.append(least)
        mosts.append(most)
    return min(leasts, default=0), 0 if 0 in mosts else max(mosts, default=0)


class _NoDeck(CardEnv):
    """Constants only: no expression of a start scope looks at a card."""

    def __init__(self, names: dict[str, int]) -> None:
        self.names = dict(names)


def worth(tree: Node, names: dict[str, int]) -> int:
    """The value of a number of the static scope."""
    value: int = evaluate(tree, _NoDeck(names))
    return value


# --- zones, melds, variables ------------------------------------------------------


def _zones(context: Context, top: Table) -> tuple[Zone, ...]:
    table = top.table("zones")
    for name, raw in table.entries.items():
        if not isinstance(raw, Table):
            continue
        zone = Zone(
            name,
            raw.text("of", "table"),
            raw.truth("pile"),
            raw.text("seen_by", "all"),
            raw.text("about"),
            place_of(table.place(name)),
        )
        context.zones[name] = zone
        if raw.faulty:
            continue
        if zone.seen_by == "top" and not zone.pile:
            context.report(
                "S118",
                f"`{name}` is no pile, so it has no top card to be seen",
                raw.entries["seen_by"].span,
                "add `pile: true`",
            )
        if zone.seen_by == "owner" and zone.of == "side":
            context.report(
                "S118",
                f"`{name}` belongs to a side, so no player alone is its owner",
                raw.entries["seen_by"].span,
                "let `all`, `nobody` or `top` see it: what is hidden is hidden from partners, too",
            )
        if zone.seen_by == "owner" and zone.of == "table":
            context.report(
                "S118",
                f"`{name}` belongs to the table, so it has no owner to see it",
                raw.entries["seen_by"].span,
                "add `of: player`, or let `all`, `nobody` or `top` see it",
            )
    if "zones" in top.entries:
        _needed_zone(context, top, "stock", "table", True)
        _needed_zone(context, top, "hand", "player", False)
    return tuple(context.zones.values())


def _needed_zone(context: Context, top: Table, name: str, of: str, pile: bool) -> None:
    zone = context.zones.get(name)
    table = top.table("zones")
    wanted = f"`{name}: {{of: {of}{', pile: true' if pile else ''}, ...}}`"
    if zone is None:
        if name not in table.keys and not table.lost:
            context.report(
                "S110",
                f"there is no zone `{name}`",
                top.place("zones"),
                f"every game has one: {wanted}",
            )
        place = place_of(table.span)
        context.zones[name] = Zone(name, of, pile, "nobody", "", place)
    elif name not in context.faulty and (zone.of, zone.pile) != (of, pile):
        context.report(
            "S118",
            f"`{name}` must be {'a pile of the table' if pile else 'of each player, and no pile'}",
            table.place(name),
            f"write {wanted}",
        )


def _two_ways_to_shift(context: Context, spec: Spec) -> None:
    """A wild card moves when a card is added, or to an end when it is replaced; never both."""
    kinds = [kind for kind in spec.kinds if kind.shifts]
    waiting = [*spec.setup, *spec.turn]
    while waiting and kinds:
        for move in waiting.pop().moves:
            waiting += move.then
            if isinstance(move.verb, Swap) and move.verb.stays:
                place = move.place
                context.report(
                    "S117",
                    f"wild cards of `{kinds[0].name}` shift by themselves",
                    FileSpan(
                        place.file, place.line, place.column, place.end_line, place.end_column
                    ),
                    "leave out `wild_goes: end`, or `shifts` of the meld",
                )


def _wild_too_late(context: Context, spec: Spec) -> None:
    """No meld is laid in the setup while it may still turn up what is wild."""
    late = [wild for wild in spec.deck.wilds if read_zones(spec, wild)]
    if not late:
        return
    waiting = list(spec.setup)
    while waiting:
        step = waiting.pop(0)
        for move in step.moves:
            waiting += move.then
            if isinstance(move.verb, Lay | LayOff | Swap | Open | Rebuild):
                place = move.place
                span = FileSpan(
                    place.file, place.line, place.column, place.end_line, place.end_column
                )
                context.report(
                    "S114",
                    f"a meld is laid in the setup, but which cards are wild (`{late[0].name}`) is "
                    "settled when the setup is over",
                    span,
                    "let melds be laid in the turn",
                )


def _kinds(context: Context, table: Table) -> tuple[Kind, ...]:
    found = []
    for name, raw in table.entries.items():
        if not isinstance(raw, Table):
            continue
        path = f"melds.{name}"
        least, most = _size(context, raw, path)
        grows = context.kinds_of(raw.items("grows_into"), whole=False)
        kind = Kind(
            name,
            raw.text("name", name.replace("_", " ")),
            least,
            most,
            context.expr(raw, "valid", "meld", TRUTH, path),
            context.maybe(raw, "lay", "meld", NUMBER, path),
            context.maybe(raw, "add", "added", NUMBER, path),
            grows or (name,),
            raw.truth("closed"),
            raw.truth("shifts"),
            raw.text("about"),
            place_of(table.place(name)),
        )
        found.append(kind)
        context.kinds[name] = kind
    return tuple(found)


def _size(context: Context, table: Table, path: str) -> tuple[Expr, Expr | None]:
    """``n``, ``n..m`` or ``n..``: the dots outside all brackets part it."""
    leaf = table.leaf("size")
    if leaf is None:
        place = place_of(table.place("size"))
        empty = Expr("", place, filler(NUMBER, place))
        return empty, empty
    text = leaf.text
    dots = outer_dots(text)
    if dots is None:
        only = context.leaf(leaf, "static", NUMBER, f"{path}.size")
        return only, only
    least = _side(context, leaf, 0, dots, f"{path}.size")
    if not text[dots + 2 :].strip():
        return least, None
    return least, _side(context, leaf, dots + 2, len(text), f"{path}.size.most")


def _side(context: Context, leaf: Leaf, begin: int, end: int, path: str) -> Expr:
    offsets = leaf.node.offsets

    def placer(start: int, stop: int) -> FileSpan:
        return offsets.place(begin + start, begin + stop)

    text = leaf.text[begin:end]
    return context.checked(text, placer, "static", NUMBER, path, leaf.span)


def outer_dots(text: str) -> int | None:
    """Where ``..`` stands outside all brackets."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "({") - (letter in ")}")
        if depth == 0 and text.startswith("..", place):
            return place
    return None


def _variables(context: Context, table: Table) -> tuple[Variable, ...]:
    found = []
    for name, raw in table.entries.items():
        if not isinstance(raw, Table):
            continue
        variable = Variable(
            name,
            raw.text("of", "table"),
            raw.text("per", "round"),
            *_start(context, raw, f"variables.{name}"),
            raw.text("about"),
            place_of(table.place(name)),
        )
        found.append(variable)
        context.variables[name] = variable
    return tuple(found)


def _start(context: Context, table: Table, path: str) -> tuple[Type, Expr]:
    """The type of a variable, taken from its start: a truth value or a number.

    A faulty start gives a type that fits everywhere, so that uses of the
    variable are not found as well.
    """
    leaf = table.leaf("start")
    if leaf is None:
        return POISON, context.expr(table, "start", "static", NUMBER, path)
    for kind in (TRUTH, NUMBER):
        tree, _ = check(leaf.text, leaf.node.offsets.place, context.scopes["static"], kind)
        if tree is not None:
            return kind, context.leaf(leaf, "static", kind, f"{path}.start")
    return POISON, context.leaf(leaf, "static", NUMBER, path)


# --- order, score, match, limits ----------------------------------------------------


def _order(context: Context, table: Table) -> Order:
    starter = context.expr(table, "starter", "round", PLAYER, "order", "left of dealer")
    clockwise = table.text("turns", "clockwise") == "clockwise"
    return Order(starter, clockwise, context.maybe(table, "next", "turn", PLAYER, "order"))


def _score(context: Context, table: Table) -> Score:
    lines = []
    for name, raw in table.table("lines").entries.items():
        path = f"score.lines.{name}"
        if isinstance(raw, Leaf):
            lines.append(ScoreLine(name, context.leaf(raw, "score", NUMBER, path)))
        elif isinstance(raw, Table):
            points = context.expr(raw, "points", "score", NUMBER, path)
            lines.append(ScoreLine(name, points, raw.text("about")))
    return Score(context.expr(table, "round", "score", NUMBER, "score"), tuple(lines))


def _match(context: Context, table: Table, lines: tuple[str, ...], sides: bool) -> Match:
    first = table.table("first_dealer")
    line = first.text("line", "run")
    leaf = first.leaf("line")
    if leaf is not None and line not in lines:
        context.unknown("rank line", line, leaf.span, lines)
    chance = first.leaf("random")
    if chance is not None and not chance.value:
        context.report("S115", "`random` is always `true`", chance.span)
    if sides and first.truth("seats"):
        context.report(
            "L925",
            "with `sides` the players sit as they are, so no draw can seat them",
            first.place("seats"),
            "leave `seats` out: partners sit so that the sides take turns",
        )
    dealer = None
    seat = context.maybe(first, "seat", "static", NUMBER, "match.first_dealer")
    if seat is not None:
        dealer = Expr(seat.text, seat.place, Call(PLAYER, seat.place, "seat", (seat.tree,)))
    return Match(
        first.text("draw"),
        line,
        dealer,
        context.expr(table, "next_dealer", "round", PLAYER, "match", "left of dealer"),
        context.expr(table, "over", "match", TRUTH, "match"),
        table.text("best", "highest") == "highest",
        context.expr(table, "ties", "match", TIES, "match", "another_round"),
        context.maybe(table, "out", "score", TRUTH, "match"),
        first.truth("seats"),
        context.maybe(table, "tie_break", "score", NUMBER, "match"),
        context.maybe(table, "final", "score", NUMBER, "match"),
    )


def _limits(context: Context, table: Table) -> Limits:
    rounds = context.expr(table, "rounds", "static", NUMBER, "limits", "10000")
    return Limits(rounds, context.expr(table, "turns", "static", NUMBER, "limits", "1000"))


def _texts(table: Table) -> tuple[Text, ...]:
    return tuple(
        Text(name, raw.text) for name, raw in table.entries.items() if isinstance(raw, Leaf)
    )
