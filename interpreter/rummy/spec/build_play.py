"""Steps, moves, effects, duties and events of a spec."""

from __future__ import annotations

from rummy.diagnostics import Span
from rummy.lang.trees import Call, Name, Node, children
from rummy.lang.types import CARDS, NUMBER, NUMBERS, PLAYER, PLAYERS, TRUTH
from rummy.spec.context import Context, place_of
from rummy.spec.model import (
    Deal,
    Duty,
    Earn,
    Effect,
    End,
    Event,
    Expr,
    ForEach,
    Lay,
    LayOff,
    Move,
    MoveCards,
    Open,
    Plain,
    Rebuild,
    Say,
    SetVariable,
    Shuffle,
    Step,
    Swap,
    TurnOver,
    Verb,
    ZoneRef,
    plain,
)
from rummy.spec.structure import Items, Leaf, Table

COUNTS = (NUMBER, NUMBERS)
"""What may say how many cards a player moves: a number, or the numbers to choose from."""
_VERBS = ("move", "lay", "lay_off", "swap", "open", "rebuild", "say")


def build_steps(context: Context, table: Table, path: str) -> tuple[Step, ...]:
    """Steps in file order; one without a body (a finding before) is left out."""
    found = []
    for name, raw in table.entries.items():
        if isinstance(raw, Table):
            found.append(_step(context, name, raw, table, f"{path}.{name}"))
    return tuple(found)


def _step(context: Context, name: str, table: Table, parent: Table, path: str) -> Step:
    place = place_of(parent.place(name))
    repeat = "repeat" in table.keys
    auto = build_effects(context, table, "auto", path)
    moves: tuple[Move, ...] = ()
    if repeat or "choose" in table.keys:
        key = "repeat" if repeat else "choose"
        inner = table.table(key)
        moves = tuple(
            _move(context, move, raw, inner, f"{path}.{key}.{move}", True, "ask" in table.keys)
            for move, raw in inner.entries.items()
            if isinstance(raw, Table)
        )
    elif any(verb in table.keys for verb in _VERBS):
        moves = (_move(context, name, table, parent, path, False),)
    return Step(
        name,
        context.maybe(table, "when", "turn", TRUTH, path),
        auto,
        moves,
        repeat,
        table.truth("optional"),
        context.maybe(table, "at_least", "turn", NUMBER, path),
        context.maybe(table, "at_most", "turn", NUMBER, path),
        context.maybe(table, "by", "turn", PLAYER, path),
        build_duties(context, table, path),
        table.text("about"),
        place,
        context.maybe(table, "ask", "turn", PLAYERS, path),
    )


def build_duties(context: Context, table: Table, path: str) -> tuple[Duty, ...]:
    """The duties under ``must``."""
    found = []
    for name, raw in table.table("must").entries.items():
        inner = f"{path}.must.{name}"
        if isinstance(raw, Leaf):
            found.append(Duty(name, context.leaf(raw, "turn", TRUTH, inner)))
        elif isinstance(raw, Table):
            holds = context.expr(raw, "holds", "turn", TRUTH, inner)
            found.append(Duty(name, holds, raw.text("about")))
    return tuple(found)


# --- moves --------------------------------------------------------------------


def _move(
    context: Context,
    name: str,
    table: Table,
    parent: Table,
    path: str,
    guarded: bool,
    asked: bool = False,
) -> Move:
    if name == "done":
        context.report(
            "S109",
            "`done` ends the choices of a step and cannot be the name of a move",
            parent.place(name),
        )
    if "closes" in table.keys and not asked:
        context.report(
            "S106",
            "`closes` has no meaning in a step without `ask`",
            table.place("closes"),
            "it ends the asking of several players",
        )
    when = context.maybe(table, "when", "turn", TRUTH, path) if guarded else None
    whom = context.maybe(table, "whom", "turn", PLAYERS, path)
    for open_to_all in (when, whom):
        if asked and open_to_all is not None:
            _no_secrets(context, open_to_all.tree)
    return Move(
        name,
        _verb(context, table, path),
        when,
        build_effects(
            context, table, "do", path, "added_to" if "lay_off" in table.keys else "turn"
        ),
        build_steps(context, table.table("then"), f"{path}.then"),
        table.text("about") if guarded else "",
        place_of(parent.place(name)),
        asked and table.truth("closes"),
        whom,
    )


def _no_secrets(context: Context, node: Node) -> None:
    """Whether somebody is asked is seen by all: no guard may tell what only some know.

    How many cards lie somewhere is never a secret.
    """
    seen: tuple[str, ...] = ("all",)
    if isinstance(node, Call) and isinstance(node.arguments[0], Name):
        if node.name == "count":
            return
        if node.name == "top":
            seen, node = ("all", "top"), node.arguments[0]
    if isinstance(node, Name) and node.type == CARDS:
        zone = context.sound_zone(node.name)
        if node.name == "taken" or (zone is not None and zone.seen_by not in seen):
            at = node.place
            context.report(
                "S121",
                f"not everybody sees the cards of `{node.name}`, but all see who is asked",
                Span(at.file, at.line, at.column, at.end_line, at.end_column),
                "ask the player in any case, or look only at what everybody knows",
            )
    for child in children(node):
        _no_secrets(context, child)


def _verb(context: Context, table: Table, path: str) -> Verb:
    if "move" in table.keys:
        return _move_cards(context, table, path, None, chosen=True)
    if "lay" in table.keys:
        kinds = context.kinds_of(table.items("lay"), whole=True)
        where = context.maybe(table, "where", "new_meld", TRUTH, path)
        source = _zone(context, table, "with", path) if "with" in table.keys else None
        if source is not None:
            _top_seen(context, table, source)
        return Lay(kinds, where, source)
    if "lay_off" in table.keys:
        onto = context.expr(table, "lay_off", "table_meld", TRUTH, path)
        return LayOff(onto, _zone(context, table, "from", path) if "from" in table.keys else None)
    if "swap" in table.keys:
        onto = context.expr(table, "swap", "table_meld", TRUTH, path)
        cards = context.maybe(table, "cards", "card", TRUTH, path)
        return Swap(onto, table.text("wild_goes", "hand") == "end", cards)
    if "open" in table.keys:
        leaf = table.leaf("open")
        if leaf is not None and leaf.text not in context.opening_names:
            context.unknown("opening", leaf.text, leaf.span, context.opening_names)
        return Open(table.text("open"))
    if "rebuild" in table.keys:
        return _rebuild(context, table, path)
    say = table.leaf("say")
    if say is not None and not say.value:
        context.report("S115", "`say` is always `true`", say.span)
    return Say()


def _top_seen(context: Context, table: Table, source: ZoneRef) -> None:
    """The card that comes from a pile must be one that everybody sees."""
    _must_be_pile(context, table, "with", source)
    zone = context.sound_zone(source.zone)
    if zone is not None and zone.pile and zone.seen_by not in ("all", "top"):
        context.report(
            "S117",
            f"nobody sees the top card of `{zone.name}`, so no meld can be made with it",
            table.entries["with"].span,
            "such a pile is `seen_by: top` or `seen_by: all`",
        )


def _rebuild(context: Context, table: Table, path: str) -> Rebuild:
    melds = context.expr(table, "rebuild", "table_meld", TRUTH, path)
    extra = _zone(context, table, "with", path) if "with" in table.keys else None
    if extra is not None:
        _top_seen(context, table, extra)
    return Rebuild(melds, extra, context.maybe(table, "least", "turn", NUMBER, path))


def _nowhere(table: Table, key: str) -> ZoneRef:
    """Stands for a zone that was found faulty before."""
    return ZoneRef("", None, place_of(table.place(key)))


def _zone(context: Context, table: Table, key: str, path: str, scope: str = "turn") -> ZoneRef:
    found = context.zone(table.leaf(key), f"{path}.{key}", scope)
    return _nowhere(table, key) if found is None else found


def _move_cards(
    context: Context,
    table: Table,
    path: str,
    when: Expr | None,
    scope: str = "turn",
    chosen: bool = False,
) -> MoveCards:
    """``chosen``: a player moves them, and may be the one to say how many."""
    source = _zone(context, table, "move", path, scope)
    target = _zone(context, table, "to", path, scope)
    leaf = table.leaf("count")
    if leaf is not None and leaf.text == "all":
        count = None
    else:
        kind = NUMBER if leaf is None or not chosen else context.fitting(leaf, scope, COUNTS)
        count = context.expr(table, "count", scope, kind, path, "1")
    cards = context.maybe(table, "cards", "card", TRUTH, path)
    _place_in_pile(context, table, source, target)
    return MoveCards(source, target, count, cards, when, table.text("at", "top"))


def _place_in_pile(context: Context, table: Table, source: ZoneRef, target: ZoneRef) -> None:
    """``at`` needs a pile; away from the top of one no condition looks at the cards."""
    if "at" not in table.entries:
        return
    zones = [context.sound_zone(ref.zone) for ref in (source, target)]
    if None not in zones and not any(zone.pile for zone in zones if zone is not None):
        context.report(
            "S117",
            f"neither `{source.zone}` nor `{target.zone}` is a pile, so there is no place in it",
            table.place("at"),
            "leave `at` out, or declare the zone with `pile: true`",
        )
    piles = [zone for zone in zones if zone is not None and zone.pile]
    if table.text("at") == "random" and piles and piles[0].seen_by != "nobody":
        context.report(
            "S117",
            f"players see cards of `{piles[0].name}`, so no place in it can be left to chance",
            table.place("at"),
            "chance picks a place only in a pile that is `seen_by: nobody`",
        )
    taken = zones[0] is not None and zones[0].pile
    if taken and table.text("at") != "top" and "cards" in table.keys:
        context.report(
            "S106",
            f"`cards` has no meaning beside `at: {table.text('at')}`",
            table.place("cards"),
            "only the top cards of a pile are looked at",
        )


# --- effects ------------------------------------------------------------------


def build_effects(
    context: Context, table: Table, key: str, path: str, scope: str = "turn"
) -> tuple[Effect, ...]:
    """The effects under a key, in order."""
    raw = table.entries.get(key)
    items = raw.items if isinstance(raw, Items) else ()
    many = len(items) > 1
    found: list[Effect] = []
    for number, item in enumerate(items):
        if isinstance(item, Table):
            inner = f"{path}.{key}[{number}]" if many else f"{path}.{key}"
            effect = _effect(context, item, inner, scope)
            if effect is not None:
                found.append(effect)
    return tuple(found)


def _effect(context: Context, table: Table, path: str, scope: str) -> Effect | None:
    effect = _plain_effect(context, table, path, scope)
    players = context.maybe(table, "each", scope, PLAYERS, path)
    return effect if effect is None or players is None else ForEach(players, effect)


def _plain_effect(context: Context, table: Table, path: str, scope: str) -> Plain | None:
    when = context.maybe(table, "when", scope, TRUTH, path)
    if "move" in table.keys:
        cards = _move_cards(context, table, path, when, scope)
        _no_choice(context, table, cards)
        return cards
    if "deal" in table.keys:
        return _deal(context, table, path, when, scope)
    if "set" in table.keys:
        return _set(context, table, path, when, scope)
    if "earn" in table.keys:
        amount = context.expr(table, "earn", scope, NUMBER, path)
        of = context.maybe(table, "of", scope, PLAYER, path)
        me = Name(PLAYER, place_of(table.span), "me")
        return Earn(amount, me if of is None else of.tree, when)
    if "end" in table.keys:
        return End(table.text("end"), when)
    if "shuffle" in table.keys:
        zone = _zone(context, table, "shuffle", path, scope)
        _must_be_pile(context, table, "shuffle", zone)
        return Shuffle(zone, when)
    if "turn_over" in table.keys:
        source = _zone(context, table, "turn_over", path, scope)
        target = _zone(context, table, "onto", path, scope)
        _must_be_pile(context, table, "turn_over", source)
        _must_be_pile(context, table, "onto", target)
        keep = context.maybe(table, "keep", scope, NUMBER, path)
        return TurnOver(source, target, keep, when)
    return None


def _no_choice(context: Context, table: Table, cards: MoveCards) -> None:
    """An effect never chooses: from a loose zone it takes every card that passes."""
    zone = context.sound_zone(cards.source.zone)
    if zone is None or zone.pile or cards.count is None:
        return
    context.report(
        "S116",
        f"which card of `{zone.name}` moves would be a choice",
        table.place("count" if "count" in table.keys else "move"),
        "write `count: all`, or make it a move of the player",
    )


def _must_be_pile(context: Context, table: Table, key: str, ref: ZoneRef) -> None:
    zone = context.sound_zone(ref.zone)
    if zone is not None and not zone.pile:
        context.report(
            "S117",
            f"`{zone.name}` is no pile",
            table.place(key) if table.leaf(key) is None else table.entries[key].span,
            "its cards have no order; declare it with `pile: true`",
        )


def _deal(context: Context, table: Table, path: str, when: Expr | None, scope: str) -> Deal:
    count = context.expr(table, "deal", scope, NUMBER, path)
    if "from" in table.keys:
        source = _zone(context, table, "from", path, scope)
        _must_be_pile(context, table, "from", source)
    else:
        source = ZoneRef("stock", None, place_of(table.span))
    name = "hand"
    leaf = table.leaf("to")
    if leaf is not None:
        name = leaf.text
        zone = context.zones.get(name)
        if zone is None:
            context.unknown("zone", name, leaf.span, context.zones)
        elif zone.of != "player" and name not in context.faulty:
            context.report(
                "S117",
                f"`{name}` belongs to no single player, so no player can be dealt to it",
                leaf.span,
                "to put cards on the table use `move`",
            )
    return Deal(count, source, name, when)


def _set(context: Context, table: Table, path: str, when: Expr | None, scope: str) -> SetVariable:
    values = []
    of_player = False
    inner = table.table("set")
    for name, raw in inner.entries.items():
        variable = context.variables.get(name)
        if variable is None:
            context.unknown("variable", name, inner.place(name), context.variables)
        elif isinstance(raw, Leaf):
            of_player = of_player or variable.of != "table"
            expr = context.leaf(raw, scope, variable.type, f"{path}.set.{name}")
            values.append((name, expr))
    of = context.maybe(table, "of", scope, PLAYER, path)
    if of is not None and not of_player and values:
        context.report(
            "S117",
            "`of` names a player, but only variables of the table are set",
            table.place("of"),
        )
    if of is not None:
        return SetVariable(of.tree, tuple(values), when)
    me = Name(PLAYER, place_of(table.span), "me") if of_player else None
    return SetVariable(me, tuple(values), when)


# --- events -------------------------------------------------------------------


def build_events(context: Context, table: Table) -> tuple[Event, ...]:
    """The events in file order."""
    found = []
    for name, raw in table.entries.items():
        if isinstance(raw, Table):
            path = f"events.{name}"
            event = Event(
                name,
                raw.text("at", "action"),
                context.expr(raw, "when", "turn", TRUTH, path),
                build_effects(context, raw, "do", path),
                raw.text("about"),
                place_of(table.place(name)),
            )
            found.append(event)
            _nothing_late(context, event, table.place(name))
    return tuple(found)


def _nothing_late(context: Context, event: Event, span: Span) -> None:
    """After the count no card moves and nothing is earned or ended but the match."""
    if event.at != "counted":
        return
    for effect in map(plain, event.do):
        if isinstance(effect, SetVariable) or (isinstance(effect, End) and effect.what == "match"):
            continue
        context.report(
            "S117",
            f"`{event.name}` comes after the count, when the round is over",
            span,
            "there an event can only `set` variables or end the match",
        )
        return
