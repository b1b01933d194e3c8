"""Options, terms, who sees what, rulings and sources."""

from __future__ import annotations

from rummy.lang.trees import MELD_SLOT, Local, walk
from rummy.lang.types import PLAY, TRUTH
from rummy.sheet import marks
from rummy.sheet.document import Block, Bullets, Item, Paragraph, Section, Table
from rummy.sheet.names import SPOKEN_TO, listed, spaced
from rummy.sheet.words import Words
from rummy.spec.model import Option, Zone
from rummy.spec.settings import option_text


def options(words: Words) -> Section | None:
    """What players may settle among themselves, and what holds on this sheet."""
    spec, settled = words.spec, words.settled
    if not spec.options:
        return None
    rows = []
    for option in spec.options:
        value = settled.options[option.name]
        here, usual = _value(option, value), _value(option, option.default)
        shown = marks.strong(here) if value != option.default else here
        about = marks.sentence(marks.clean(option.about))
        if option.rule:
            about = f"{about} ({marks.clean(option.rule)})".strip()
        rows.append((marks.code(option.name), about, _may(option), usual, shown))
    changed = any(settled.options[o.name] != o.default for o in spec.options)
    head: tuple[str, ...] = ("Option", "What it settles", "May be", "Usually", "On this sheet")
    if not changed:
        rows = [row[:4] for row in rows]  # type: ignore[misc]
        head = head[:4]
    return Section("Options", (Table("Points to agree on before play", head, tuple(rows)),))


def _value(option: Option, value: int) -> str:
    if option.kind == "flag":
        return "yes" if value else "no"
    return marks.clean(spaced(option_text(option, value)))


def _may(option: Option) -> str:
    if option.kind == "number":
        values = [f"{option.low:,} to {option.high:,}", *(name for name, _ in option.names)]
    elif option.kind == "flag":
        values = ["yes", "no"]
    else:
        values = [*option.words]
    return marks.clean(
        listed([spaced(value) if option.kind == "word" else value for value in values], "or")
    )


def places(words: Words) -> Table:
    """The places for cards, and who sees what lies there."""
    rows = []
    for zone in words.spec.zones:
        noun, _ = words.zone_noun(zone.name)
        about = marks.sentence(marks.clean(zone.about)) if zone.about else _usual(words, zone)
        if about.lower() in (f"the {noun}.", f"a {noun}."):
            about = _usual(words, zone)
        whose = {
            "table": "one on the table",
            "player": "one for each player",
            "side": "one for each side",
        }[zone.of]
        order = "a pile" if zone.pile else "loose cards"
        rows.append((marks.capital(noun), f"{whose}, {order}", _seen(zone), about))
    return Table(
        "Places for cards, and who sees them",
        ("Place", "What it is", "Seen by", "What for"),
        tuple(rows),
    )


def _seen(zone: Zone) -> str:
    return {
        "all": "everybody",
        "owner": "its player alone",
        "nobody": "nobody",
        "top": "everybody, but the top card only",
    }[zone.seen_by]


def _usual(words: Words, zone: Zone) -> str:
    if zone.name == "hand":
        return "The cards that a player holds."
    if zone.name == "stock":
        return "All cards lie here, shuffled, before the deal."
    if words.thrown and zone.name in words.thrown:
        return "Cards that players throw lie here."
    return ""


def terms(words: Words) -> Section | None:
    """Variables and definitions that the sheet speaks of, in words."""
    items: list[Item] = []
    done: set[str] = set()
    while len(done) < len(words.used):  # explaining one may bring up others
        for name in list(words.used):
            if name not in done:
                done.add(name)
                item = _term(words, name)
                if item is not None:
                    items.append(item)
    if not items:
        return None
    ordered = sorted(items, key=lambda item: marks.bare(item.text).lower())
    lead = "What is noted in the game is kept in mind until the time that is named here."
    noted = any(name in words.variables for name in done)
    blocks: tuple[Block, ...] = (Bullets(tuple(ordered)),)
    return Section("Terms", (Paragraph(lead), *blocks) if noted else blocks)


def _term(words: Words, name: str) -> Item | None:
    head = marks.strong(spaced(name))
    if name in words.settled.definitions:
        one, tree = words.settled.definitions[name]
        if one.parameters:
            head += f" of a {'meld' if any(isinstance(p, Local) and p.slot == MELD_SLOT for p in walk(tree)) else 'card'}"
        before, words.me = words.me, SPOKEN_TO
        try:
            if tree.type == PLAY:
                return Item(marks.sentence(f"{head} is {words.further_play(tree)}"))
            if tree.type == TRUTH:
                return Item(marks.sentence(f"{head} holds if {words.condition(tree)}"))
            return Item(marks.sentence(f"{head} is {words.amount(tree)}"))
        finally:
            words.me = before
    variable = words.variables.get(name)
    if variable is None:
        return None
    about = marks.clean(variable.about).rstrip(".")
    whose = {"table": "", "player": " of each player", "side": " of each side"}[variable.of]
    when = {"turn": "each turn", "round": "each round", "match": "the match"}[variable.per]
    known = words.settled.known(variable.start)
    if variable.type == TRUTH:
        so = (
            "so if " + words.condition(variable.start)
            if known is None
            else "so"
            if known
            else "not so"
        )
        start = f"{so} at the start of {when}"
    else:
        start = f"{words.amount(variable.start)} at the start of {when}"
    told = marks.capital(f"{head}{whose}")
    return Item(f"{told}: {about} ({start})." if about else f"{told}: {start}.")


def rulings(words: Words) -> Section | None:
    """How doubtful points are read."""
    if not words.spec.rulings:
        return None
    items = tuple(
        Item(f"{marks.strong(marks.clean(one.name))}: {marks.clean(one.text)}")
        for one in words.spec.rulings
    )
    return Section("Rulings", (Bullets(items),))


def sources(words: Words) -> Section | None:
    """Where the rules come from."""
    if not words.spec.sources:
        return None
    items = tuple(
        Item(f"{marks.capital(marks.clean(spaced(one.name)))}: {marks.clean(one.text)}")
        for one in words.spec.sources
    )
    return Section("Sources", (Bullets(items),))


__all__ = ["options", "places", "rulings", "sources", "terms"]
