"""From a spec and its options to the document of a rule sheet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from rummy.sheet import cards, ending, marks, notes, scoring
from rummy.sheet.counts import by_players
from rummy.sheet.document import Block, Bullets, Document, Item, Paragraph, Section
from rummy.sheet.melds import Melds
from rummy.sheet.names import statement
from rummy.sheet.settled import Settled
from rummy.sheet.turn import Turns
from rummy.sheet.walks import steps_below
from rummy.sheet.words import Words
from rummy.spec.model import Spec


def make(
    spec: Spec, options: Mapping[str, str | int | bool] = {}, players: int | None = None
) -> Document:
    """The rule sheet of a spec with these options, for one number of players or for all.

    Raises ``UsageError`` for options or players that the spec does not allow, and
    ``SpecError`` if it then makes an impossible pack.
    """
    settled = Settled(spec, options, players)
    words = Words(settled)
    melds = Melds(words)
    turns = Turns(words)
    sections: list[Section | None] = [
        _aim(words),
        cards.section(words),
        _setup(words, turns),
        _turn(words, turns),
        melds.section(),
        ending.events(words, turns),
        scoring.section(words, melds),
        ending.section(words),
        notes.options(words),
        notes.rulings(words),
        notes.sources(words),
    ]
    told = notes.terms(words)
    found = [section for section in sections[:8] if section is not None]
    if told is not None:
        found.append(told)
    found += [section for section in sections[8:] if section is not None]
    return Document(
        marks.clean(spec.title) or "A game",
        subtitle(words),
        tuple(found),
        tuple(words.faces.items()),
        _footer(words),
    )


def subtitle(words: Words) -> str:
    """How many play, and the options that are not as usual."""
    settled = words.settled
    low, high = settled.players[0], settled.players[-1]
    if (
        len(settled.players) > 1
        or settled.spec.players[0] != low
        or settled.spec.players == (low, high)
    ):
        high = max(high, settled.spec.players[1]) if len(settled.players) > 1 else high
    text = f"{low} players" if low == high else f"{low} to {high} players"
    text = "1 player" if text == "1 players" else text
    changed = [
        f"{option.name} = {settled.option(option.name)}"
        for option in settled.spec.options
        if settled.options[option.name] != option.default
    ]
    return f"Rule sheet for {text}" + (f", with {', '.join(changed)}" if changed else "")


def _aim(words: Words) -> Section:
    spec = words.spec
    blocks: list[Block] = []
    if spec.about:
        blocks.append(Paragraph(marks.sentence(marks.clean(spec.about))))
    best = "highest" if spec.match.highest else "lowest"
    blocks.append(Paragraph(f"The {best} total of points wins the match."))
    sides = by_players(words.settled, lambda rules: rules.sides if rules.sides < rules.seats else 0)
    for who, count in sides:
        if count:
            head = f"With {who} players" if len(sides) > 1 else "The players"
            blocks.append(
                Paragraph(
                    f"{head} {'they ' if len(sides) > 1 else ''}form {count} sides and sit alternately; partners play, score and win together."
                )
            )
    return Section("Aim", tuple(blocks))


def _setup(words: Words, turns: Turns) -> Section:
    spec = words.spec
    blocks: list[Block] = [notes.places(words)]
    items = [
        Item("All cards are shuffled and lie face down as the stock."),
        *turns.steps(spec.setup),
    ]
    start = words.who(spec.order.starter)
    way = "clockwise, to the left" if spec.order.clockwise else "counter-clockwise, to the right"
    items.append(Item(marks.sentence(f"{marks.strong('First turn')}: {start}; turns go {way}")))
    if spec.order.next is not None:
        items.append(
            Item(marks.sentence(f"{marks.strong('Next turn')}: {words.who(spec.order.next)}"))
        )
    blocks.append(Bullets(tuple(items), numbered=True))
    return Section("Deal and setup", tuple(blocks))


def _turn(words: Words, turns: Turns) -> Section:
    spec = words.spec
    items = turns.steps(spec.turn)
    blocks: list[Block] = [
        Paragraph("A player in turn goes through these steps:"),
        Bullets(items, numbered=True),
    ]
    duties = [duty for duty in spec.must if not words.settled.always(duty.holds)]
    for duty in duties:
        blocks.append(
            Paragraph(
                f"{marks.strong('Duty')}: at the end of the turn it must hold that {statement(words.clause_of(duty.holds))}."
                + (f" {marks.sentence(marks.clean(duty.about))}" if duty.about else "")
            )
        )
    has_duty = bool(duties) or any(step.must for step in steps_below(spec.turn))
    if has_duty:
        blocks.append(
            Paragraph("A player may only do what leaves a way to keep every duty by the end.")
        )
    return Section("A turn", tuple(blocks))


def _footer(words: Words) -> str:
    spec = words.spec
    files = " + ".join(PurePath(name).name for name in (spec.files or (spec.file,)))
    version = f", version {marks.clean(spec.version)}" if spec.version else ""
    return f"Made by rummy from {marks.clean(files)}{version}, digest {spec.digest[:12]}."


__all__ = ["make"]
