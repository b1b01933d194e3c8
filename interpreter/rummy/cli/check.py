"""``rummy check``: questions of people who play with real cards."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import load_source, options_of, read_source, show_findings, with_overlays
from rummy.errors import UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.asking import Answer, Asker
    from rummy.play.engine import Engine
    from rummy.play.situation import Situation
    from rummy.spec.model import Spec
    from rummy.spec.situations import Asked
    from rummy.terminal.writer import Screen


@click.command("check")
@click.argument("file", metavar="SPEC")
@click.argument("words", nargs=-1, metavar="QUESTION...")
@click.option(
    "--situation", metavar="FILE", help="The table, and perhaps questions, from a YAML file."
)
@click.option("--on", multiple=True, metavar="MELD", help="A meld on the table: 'run 7H 8H 9H'.")
@click.option("--round", "number", type=click.IntRange(1, 10**6), metavar="N", help="The round.")
@click.option("--total", type=int, metavar="POINTS", help="The player's total before this round.")
@click.option("--players", type=int, metavar="N", help="For so many players.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="With this option of the game."
)
@with_overlays
@click.option("--json", "as_json", is_flag=True, help="The answers as JSON.")
@click.pass_obj
def command(
    screen: Screen,
    file: str,
    words: tuple[str, ...],
    situation: str | None,
    on: tuple[str, ...],
    number: int | None,
    total: int | None,
    players: int | None,
    settings: tuple[str, ...],
    overlays: tuple[str, ...],
    as_json: bool,
) -> int:
    """Ask about real cards: is this a meld, what is it worth, what does a hand hold?

    \b
    Questions:
      meld [KIND] CARDS      are these cards a meld, and what is it worth
      add CARDS to MELDS     may these cards be laid off there
      opening [CARDS]        does this hand have the first melds needed
      hand [CARDS]           best partition, richest play, what it counts
      may ACTION             is this action legal (with --situation)

    Without CARDS the hand of the player in turn is meant. Exit code 0 if every
    answer is yes, 1 if one is no.

    \b
    Examples:
      rummy check iceberg meld 7H 8H 9H
      rummy check iceberg add 10H to run 7H 8H 9H
      rummy check international opening 7H 8H ... --round 3
      rummy check bing --situation table.yaml
    """
    spec = load_source(file, overlays)
    asked = None
    if situation is not None:
        asked, code = _read(screen, spec, situation)
        if asked is None:
            return code
    questions = [" ".join(words)] if words else []
    if asked is not None and not questions:
        questions = [text for text, _ in asked.questions]
    if not questions:
        from rummy.asking import QUESTIONS

        raise UsageError(f"nothing is asked; questions: {'; '.join(QUESTIONS.values())}")
    asker, engine = _asker(spec, asked, players, settings, on, number, total)
    answers = [asker.ask(text) for text in questions]
    if as_json:
        told = [_facts(answer) for answer in answers]
        screen.out.raw(json.dumps({"version": 1, "answers": told}, ensure_ascii=False) + "\n")
    else:
        from rummy.terminal.answers import show_answer

        for place, answer in enumerate(answers):
            if place:
                screen.out.line()
            show_answer(answer, engine.deck, screen.out, len(answers) > 1)
    return int(any(answer.yes is False for answer in answers))


def _read(screen: Screen, spec: Spec, file: str) -> tuple[Asked | None, int]:
    """The situation of a file; findings are shown."""
    from rummy.spec.situations import read_situation

    if file != "-" and not os.path.exists(file):
        raise UsageError(f"there is no file {file!r} with a situation")
    source = read_source(file)
    asked, found = read_situation(source.data, source.name, spec)
    if found:
        if asked is None:
            screen.err.say(Piece("rummy: ", "bad"), f"{source.name} cannot be used", hang="  ")
        show_findings(found, screen.err, [source])
    return asked, 2


def _asker(
    spec: Spec,
    asked: Asked | None,
    players: int | None,
    settings: tuple[str, ...],
    on: tuple[str, ...],
    number: int | None,
    total: int | None,
) -> tuple[Asker, Engine]:
    """The table that is asked about; what the command line says comes before the file."""
    from rummy.asking import Asker
    from rummy.asking.reading import Reading
    from rummy.play.engine import Engine
    from rummy.play.situation import Situation, situation_of
    from rummy.spec.bind import bind

    example = None if asked is None else asked.example
    options: dict[str, str] = {} if example is None else dict(example.options)
    options |= options_of(settings)
    seats = (example.players if example is not None else None) or spec.players[0]
    if players is not None:
        seats = players
    engine = Engine(bind(spec, seats, options))
    situation = Situation()
    if example is not None:
        situation = situation_of(engine, example.given, example.round)
    reading = Reading(engine)
    melds = list(situation.melds)
    for text in on:
        found = reading.melds(text.split())
        if not found:
            raise UsageError("--on needs a meld: --on 'run 7H 8H 9H'")
        melds += [(shape.kind, shape.codes, owner) for shape, owner in found]
    values = dict(situation.values)
    if total is not None:
        values["total", situation.turn] = total
    changed: Situation = replace(
        situation, melds=melds, values=values, round=number or situation.round
    )
    described = example is not None
    play = () if example is None else tuple(text for text, _ in example.play)
    return Asker(engine, changed, play, described, described or number is not None), engine


def _facts(answer: Answer) -> dict[str, object]:
    from rummy.asking import reason_facts

    return {
        "question": answer.question,
        "yes": answer.yes,
        "answer": answer.title,
        **answer.facts,
        "reasons": [{"about": about, **reason_facts(r)} for about, r in answer.reasons],
    }
