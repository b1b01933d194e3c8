"""A table for tests: a match with people, bots and a list of lines that they type."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rummy.cli.play import chooser
from rummy.play.engine import Engine
from rummy.play.match import Deal, Match
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text
from rummy.spec.model import Spec
from rummy.terminal.journal import Journal
from rummy.terminal.saves import Save
from rummy.terminal.session import Choose, Session, Stopped
from rummy.terminal.writer import Writer

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "examples" / "three_and_out.yaml"
"""A small game whose rules everybody can follow: draw or take, meld, add, discard."""

Answer = Callable[[str], str | None]


def match_of(
    spec: str | Path | Spec = SMALL,
    players: int = 2,
    seed: int = 1,
    cards: str = "",
    dealer: int = 1,
    **options: str,
) -> Match:
    """A match with everything recorded; ``cards`` lie on top of the stock, ``dealer`` from 0."""
    loaded = spec if isinstance(spec, Spec) else load(spec)
    engine = Engine(bind(loaded, players, options))
    deal = Deal(engine.deck.parse_many(cards), dealer) if cards else None
    return Match(loaded, seed=seed, deal=deal, record=True, engine=engine)


def hands(*rows: str) -> str:
    """Cards of a deal: the hands, dealt one card at a time from the first row on."""
    dealt = [row.split() for row in rows]
    return " ".join(card for turn in zip(*dealt, strict=True) for card in turn)


def changed(old: str, new: str) -> Spec:
    """The small game with one thing changed."""
    text = SMALL.read_text(encoding="utf-8")
    assert old in text
    return load_text(text.replace(old, new), "changed.yaml")


class Room:
    """A session whose people type what is given; everything that is shown is kept."""

    def __init__(
        self,
        match: Match,
        humans: Sequence[int] = (0,),
        answer: Answer | Iterable[str] = (),
        bot: str = "greedy",
        save: Path | None = None,
        width: int = 80,
        adviser: Choose | None = None,
    ) -> None:
        self.out = io.StringIO()
        self.humans = humans
        self.journal = Journal(match, humans)
        lines = None if callable(answer) else iter(answer)
        self.answer: Answer = answer if callable(answer) else lambda prompt: next(lines, None)  # type: ignore[arg-type]
        self.asked: list[tuple[str, int]] = []
        """Each prompt, with how much had been shown when it was put."""
        path = save or Path(tempfile.mkdtemp()) / "match.save"
        names = ["human" if seat in humans else bot for seat in range(match.players)]
        bots = {
            seat: chooser(match.engine, name, match.seed, f"bot:{seat + 1}")
            for seat, name in enumerate(names)
            if name != "human"
        }
        if adviser is None:
            adviser = chooser(match.engine, "greedy", match.seed, "hint")
        self.save = Save.begin(path, match, names, {})
        writer = Writer(self.out, {})
        writer.width = width
        self.session = Session(self.journal, self.save, writer, self._ask, bots, adviser)

    def _ask(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        self.asked.append((prompt, len(self.out.getvalue())))
        self.complete = complete
        said = self.answer(prompt)
        self.out.write(f"{prompt}{said}\n")
        return said

    def play(self) -> str:
        """Play until the lines are used up or the match is over; what was shown."""
        with contextlib.suppress(Stopped):
            self.session.run()
        return self.out.getvalue()

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.journal.match


def shown_after(room: Room, line: str) -> str:
    """What was shown between a typed line and the next prompt."""
    text = room.out.getvalue()
    start = text.index(f"> {line}\n") + len(f"> {line}\n")
    end = text.find("\n> ", start)
    return text[start:] if end < 0 else text[start : end + 1]
