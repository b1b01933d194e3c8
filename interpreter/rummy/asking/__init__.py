"""Questions of people with real cards, and answers to them: ``Asker``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.asking.hands import hand, may
from rummy.asking.melds import add, meld
from rummy.asking.openings import opening
from rummy.asking.reading import QUESTIONS, Reading
from rummy.asking.table import Answer, Table, reason_facts
from rummy.play.situation import engine_of

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.situation import Situation

__all__ = ["QUESTIONS", "Answer", "Asker", "reason_facts"]

ANSWERS = {"meld": meld, "add": add, "opening": opening, "hand": hand, "may": may}


class Asker:
    """Answers questions at one table.

    ``play``: actions that are carried out first. ``described``: whether the
    situation is that of a real table, so that a turn can be asked about.
    ``round_said``: whether the number of the round was said.
    """

    def __init__(
        self,
        engine: Engine,
        situation: Situation,
        play: Sequence[str] = (),
        described: bool = False,
        round_said: bool = False,
    ) -> None:
        engine = engine_of(engine, situation)
        self.table = Table(engine, situation, tuple(play), described, round_said)
        self.reading = Reading(engine)

    def ask(self, text: str) -> Answer:
        """The answer to a question in words, such as ``meld 7H 8H 9H``.

        Raises ``UsageError`` if it cannot be understood, names cards that the
        pack does not have, or the table is not possible.
        """
        question = self.reading.question(text)
        onto = [code for shape, _ in question.onto for code in shape.codes]
        self.reading.in_pack([*question.codes, *onto])
        return ANSWERS[question.what](self.table, question)
