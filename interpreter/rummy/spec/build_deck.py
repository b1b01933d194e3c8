"""Options and the deck of a spec: what is known before anything is dealt."""

from __future__ import annotations

import re

from rummy.cards import FRENCH_RANKS, FRENCH_SUITS, JOKER, MAX_FACES
from rummy.diagnostics import Label
from rummy.lang.builtins import BASE
from rummy.lang.scope import DefinitionSource, Vocabulary
from rummy.lang.trees import Call, Field, Name, walk
from rummy.lang.types import NUMBER, TRUTH, word_type
from rummy.spec.context import Context, leaves, place_of
from rummy.spec.keys import NAME
from rummy.spec.model import (
    DeckSpec,
    Expr,
    LineSpec,
    Option,
    PointsEntry,
    Suit,
    WildSpec,
)
from rummy.spec.scopes import deck_scopes
from rummy.spec.slips import respelled
from rummy.spec.structure import Leaf, Table
from rummy.spelling import did_you_mean

AROUND = "around"
_NO_CHOICE = ("true", "false", "null")
"""Words that YAML takes for something else."""
_RANK = re.compile(r"[A-Za-z0-9]+")


def build_options(context: Context, table: Table) -> tuple[Option, ...]:
    """The options; one with findings gets a harmless form, so that its name is known."""
    options = []
    for name, raw in table.entries.items():
        if isinstance(raw, Table):
            option = _option(context, name, raw, table)
            context.options[name] = option
            options.append(option)
    return tuple(options)


def _option(context: Context, name: str, table: Table, parent: Table) -> Option:
    place = place_of(parent.place(name))
    about, rule = table.text("about"), table.text("rule")
    if "choices" in table.keys:
        before = len(context.found)
        words = _choices(context, table)
        if len(context.found) > before:
            context.faulty.add(name)
        kind = word_type(name, words)
        default = _default_word(context, name, table, words)
        return Option(name, "word", kind, default, words, about=about, rule=rule, place=place)
    if "range" in table.keys:
        return _number_option(context, name, table, parent)
    flag = table.leaf("flag")
    if flag is not None and not flag.value:
        context.report(
            "O203", "`flag` is always `true`: it says that this is a yes or no", flag.span
        )
    words = ("false", "true")
    default = _default_word(context, name, table, words)
    return Option(name, "flag", TRUTH, default, words, about=about, rule=rule, place=place)


def _choices(context: Context, table: Table) -> tuple[str, ...]:
    found: dict[str, Leaf] = {}
    listed = leaves(table.entries.get("choices"))
    for leaf in listed:
        if not re.fullmatch(NAME, leaf.text) or leaf.text in (*_NO_CHOICE, BASE):
            hint = (
                "numbers go under `range`"
                if leaf.text.isdigit()
                else "for a yes or no write `flag: true`"
                if leaf.text in _NO_CHOICE
                else "overlays have this word for the expression of their base"
                if leaf.text == BASE
                else "a choice has small letters, digits and _, and begins with a letter"
            )
            context.report("O204", f"`{leaf.text}` is no word to choose", leaf.span, hint)
        elif leaf.text in found:
            context.report(
                "O204",
                f"`{leaf.text}` stands twice among the choices",
                leaf.span,
                labels=(Label(found[leaf.text].span, "here first"),),
            )
        else:
            found[leaf.text] = leaf
    if len(listed) == 1:
        context.report(
            "O204", "one word is no choice", listed[0].span, "give at least two, or no option"
        )
    return tuple(found)


def _default_word(context: Context, name: str, table: Table, words: tuple[str, ...]) -> int:
    leaf = table.leaf("default")
    if leaf is None or name in context.faulty:
        return 0
    if leaf.text in words:
        return words.index(leaf.text)
    hint = did_you_mean(leaf.text, words) or f"one of {', '.join(words)}"
    message = f"the default `{leaf.text}` is none of the choices"
    fixes = respelled(leaf.span, leaf.text, words)
    context.report("O201", message, leaf.span, hint, fixes=fixes)
    return 0


def _number_option(context: Context, name: str, table: Table, parent: Table) -> Option:
    span = table.leaf("range")
    low, high = (0, 0) if span is None else bounds(span.text)
    names: dict[str, int] = {}
    for word, raw in table.table("names").entries.items():
        if isinstance(raw, Leaf):
            names[word] = raw.value
            if span is not None and not low <= raw.value <= high:
                context.report("O202", f"`{word}` is {raw.value}, outside {low}..{high}", raw.span)
    default = low
    leaf = table.leaf("default")
    if leaf is not None and span is not None:
        if leaf.text in names:
            default = names[leaf.text]
        elif re.fullmatch(r"-?[0-9]{1,10}", leaf.text) and low <= int(leaf.text) <= high:
            default = int(leaf.text)
        else:
            known = f"a number in {low}..{high}"
            hint = f"{known} or {', '.join(names)}" if names else known
            context.report(
                "O201", f"the default `{leaf.text}` is outside the range", leaf.span, hint
            )
    return Option(
        name,
        "number",
        NUMBER,
        default,
        low=low,
        high=high,
        names=tuple(names.items()),
        about=table.text("about"),
        rule=table.text("rule"),
        place=place_of(parent.place(name)),
    )


def bounds(text: str) -> tuple[int, int]:
    """The numbers of ``4`` or ``2..5`` that passed the reader."""
    low, _, high = text.replace(" ", "").partition("..")
    return int(low), int(high or low)


# --- the deck ---------------------------------------------------------------


def vocabulary_of(
    context: Context,
    deck: Table,
    kinds: tuple[str, ...],
    definitions: dict[str, DefinitionSource],
    most_players: int,
) -> tuple[Vocabulary, tuple[str, ...], tuple[Suit, ...], tuple[LineSpec, ...]]:
    """The words of the deck: ranks, suits, colours and rank lines."""
    ranks = _ranks(context, deck)
    suits = _suits(context, deck)
    lines = _lines(context, deck, ranks)
    extras = tuple(name.upper() for name in _extra_names(context, deck, ranks, suits))
    if len(ranks) * len(suits) + 1 + len(extras) > MAX_FACES:
        context.report(
            "L921",
            f"{len(ranks)} ranks in {len(suits)} suits are too many",
            deck.place("ranks"),
            f"at most {MAX_FACES} different cards, joker and special cards included",
        )
    vocabulary = Vocabulary(
        ranks,
        tuple((suit.letter, suit.name) for suit in suits),
        tuple(dict.fromkeys(suit.colour for suit in suits)),
        kinds,
        tuple(line.name for line in lines),
        definitions,
        most_players=most_players,
        extras=extras,
        openings=context.opening_names,
    )
    return vocabulary, ranks, suits, lines


def _ranks(context: Context, deck: Table) -> tuple[str, ...]:
    found: dict[str, Leaf] = {}
    for leaf in leaves(deck.entries.get("ranks")):
        if not _RANK.fullmatch(leaf.text) or leaf.text.upper() == JOKER:
            context.report(
                "S113", f"`{leaf.text}` is no rank", leaf.span, "a rank has letters and digits"
            )
        elif leaf.text.upper() in found:
            first = found[leaf.text.upper()]
            context.report(
                "S113",
                f"the rank `{leaf.text}` stands twice",
                leaf.span,
                "a line of `lines` may name a rank at either end",
                (Label(first.span, "here first"),),
            )
        else:
            found[leaf.text.upper()] = leaf
    return tuple(leaf.text for leaf in found.values()) or FRENCH_RANKS


def _extra_names(
    context: Context, deck: Table, ranks: tuple[str, ...], suits: tuple[Suit, ...]
) -> list[str]:
    """The special cards; one whose name is that of another card is reported."""
    table = deck.table("extra")
    cards = {(rank + suit.letter).upper() for rank in ranks for suit in suits}
    found = []
    for name, raw in table.entries.items():
        if name.upper() in (JOKER, "JOKER") or name.upper() in cards:
            context.report(
                "S113",
                f"there is another card `{name.upper()}`",
                table.place(name),
                "a special card needs a name of its own",
            )
        elif isinstance(raw, Leaf):
            found.append(name)
    return found


def _suits(context: Context, deck: Table) -> tuple[Suit, ...]:
    table = deck.table("suits")
    found = []
    for letter, raw in table.entries.items():
        if isinstance(raw, Table):
            found.append(
                Suit(
                    letter,
                    raw.text("name", letter),
                    raw.text("colour", letter),
                    raw.text("sign", letter),
                )
            )
    names = [suit.name for suit in found]
    for suit in found:
        if names.count(suit.name) > 1:
            context.report("S113", f"two suits are called `{suit.name}`", table.place(suit.letter))
            break
    return tuple(found) or tuple(Suit(s.letter, s.name, s.colour, s.sign) for s in FRENCH_SUITS)


def _lines(context: Context, deck: Table, ranks: tuple[str, ...]) -> tuple[LineSpec, ...]:
    lines = []
    table = deck.table("lines")
    for name, raw in table.entries.items():
        words = list(leaves(raw))
        around = bool(words) and words[-1].text == AROUND
        if around:
            words.pop()
        numbers = _rank_numbers(context, words, ranks)
        lines.append(LineSpec(name, tuple(numbers), around, place_of(raw.span)))
    if "run" not in table.entries:
        lines.insert(0, LineSpec("run", tuple(range(len(ranks))), False))
    return tuple(lines)


def _rank_numbers(context: Context, words: list[Leaf], ranks: tuple[str, ...]) -> list[int]:
    numbers = []
    for leaf in words:
        if leaf.text in ranks:
            numbers.append(ranks.index(leaf.text))
        else:
            context.unknown("rank", leaf.text, leaf.span, ranks)
    return numbers


def build_deck(
    context: Context,
    deck: Table,
    players: tuple[int, int],
    vocabulary: Vocabulary,
    ranks: tuple[str, ...],
    suits: tuple[Suit, ...],
    lines: tuple[LineSpec, ...],
) -> DeckSpec:
    """The deck with its expressions checked; sets the scopes that they need."""
    options, zones = tuple(context.options.values()), tuple(context.zones.values())
    context.scopes.update(deck_scopes(vocabulary, players, options, zones, context.faulty))
    packs = context.expr(deck, "packs", "start", NUMBER, "deck", "1")
    jokers = context.expr(deck, "jokers", "static", NUMBER, "deck", "0")
    wilds = _wilds(context, deck)
    names = tuple(extra.lower() for extra in vocabulary.extras)
    table = deck.table("extra")
    extras = tuple(
        (name, context.expr(table, name, "static", NUMBER, "deck.extra", "0")) for name in names
    )
    points = _points(context, deck, ranks, names)
    without = context.maybe(deck, "without", "deck_card", TRUTH, "deck")
    if without is not None:
        _not_circular(context, deck.leaf("without"), without, ("points", "wild", "natural"))
    place = place_of(deck.span)
    return DeckSpec(ranks, suits, packs, jokers, lines, wilds, points, without, place, extras)


def _wilds(context: Context, deck: Table) -> tuple[WildSpec, ...]:
    found = []
    for name, raw in deck.table("wilds").entries.items():
        if not isinstance(raw, Table):
            continue
        path = f"deck.wilds.{name}"
        cards = context.expr(raw, "cards", "wild", TRUTH, path)
        _only_tops(context, raw.leaf("cards"), cards)
        stands_for = context.maybe(raw, "stands_for", "stands_for", TRUTH, path)
        natural = context.maybe(raw, "natural", "static", TRUTH, path)
        _not_circular(context, raw.leaf("cards"), cards, ("points", "wild", "natural"))
        if stands_for is not None:
            leaf = raw.leaf("stands_for")
            _not_circular(context, leaf, stands_for, ("points", "wild", "natural"))
        place = place_of(deck.table("wilds").place(name))
        found.append(WildSpec(name, cards, stands_for, natural, place))
    return tuple(found)


def _only_tops(context: Context, leaf: Leaf | None, cards: Expr) -> None:
    """Of a pile of which all see the top card, nothing but that decides what is wild."""
    tops = {
        id(node.arguments[0])
        for node in walk(cards.tree)
        if isinstance(node, Call) and node.name == "top"
    }
    for node in walk(cards.tree):
        zone = context.zones.get(node.name) if isinstance(node, Name) else None
        if zone is not None and zone.seen_by == "top" and id(node) not in tops and leaf:
            context.report(
                "T301",
                f"`{zone.name}` is not known here, only its top card: all must know what is wild",
                leaf.span,
                f"write `top({zone.name})`, or let `all` see the pile",
            )
            return


def _points(
    context: Context, deck: Table, ranks: tuple[str, ...], extras: tuple[str, ...]
) -> tuple[PointsEntry, ...]:
    table = deck.table("points")
    found = []
    seen: dict[int, Leaf] = {}
    for key, raw in table.entries.items():
        if not isinstance(raw, Leaf):
            continue
        named = _points_key(context, table, key, (*ranks, "joker", *extras))
        first = len(ranks)
        twice = [number for number in named if number in seen]
        if twice:
            words = (*ranks, "joker", *extras)
            names = ", ".join(words[number] for number in twice)
            context.report(
                "S113",
                f"`{names}` has points twice",
                table.place(key),
                labels=(Label(seen[twice[0]].span, "here first"),),
            )
        seen |= {number: raw for number in named if number not in seen}
        expr = context.leaf(raw, "deck_card", NUMBER, f"deck.points.{key}")
        _not_circular(context, raw, expr, ("points",))
        found.append(
            PointsEntry(
                tuple(number for number in named if number < first),
                first in named,
                expr,
                tuple(number - first - 1 for number in named if number > first),
            )
        )
    return tuple(found)


def _points_key(
    context: Context, table: Table, key: str, words: tuple[str, ...]
) -> tuple[int, ...]:
    """The places of ``A``, ``2..10``, ``J Q K`` or ``joker`` among all that has points.

    Ranks come first among these words, then the joker, then special cards.
    """
    ranks = words[: words.index("joker")]
    numbers: list[int] = []
    node = table.keys[key]
    for match in re.finditer(r"[^\s,]+", key):
        word = match.group()
        span = node.offsets.place(match.start(), match.end())
        if word in words[len(ranks) :]:
            numbers.append(words.index(word))
            continue
        low, dots, high = word.partition("..")
        ends = [low, high] if dots else [low]
        bad = next((end for end in ends if end not in ranks), None)
        if bad is not None:
            context.unknown("rank", bad, span, words)
            continue
        first, last = ranks.index(ends[0]), ranks.index(ends[-1])
        if last < first:
            context.report(
                "S113", f"`{word}` runs backwards", span, f"the ranks are {' '.join(ranks)}"
            )
            continue
        numbers.extend(range(first, last + 1))
    return tuple(numbers)


def _not_circular(context: Context, leaf: Leaf | None, expr: Expr, fields: tuple[str, ...]) -> None:
    """The pack is made before anybody knows its wild cards or points."""
    for node in walk(expr.tree):
        if isinstance(node, Field) and node.field in fields and leaf is not None:
            context.report(
                "S114",
                f"`{node.field}` is not known yet where this is worked out",
                leaf.span,
                "it is worked out for each card once: cards, then wild cards, then points",
            )
            return
