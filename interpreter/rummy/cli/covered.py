"""What ``rummy test --coverage`` tells: how much of a spec its examples touch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.play.coverage import Clause, Watch
    from rummy.spec.model import Spec
    from rummy.terminal.writer import Writer

_PARTS = {
    "kind": "kinds of meld, accepted and refused",
    "clause": "conditions, true and false",
    "number": "points worked out",
    "move": "moves made",
    "option": "values of options",
}


class Covered:
    """How much of a spec its examples touch; of an overlay, how much of what it says."""

    def __init__(self, spec: Spec, watch: Watch) -> None:
        own = spec.files[-1] if len(spec.files) > 1 else None
        self.clauses = [c for c in watch.clauses if own is None or c.place.file == own]
        self.name = Path(own or spec.file).name
        self.wanted = sum(len(clause.wanted) for clause in self.clauses)
        self.seen = self.wanted - sum(len(clause.missing) for clause in self.clauses)

    @property
    def percent(self) -> int:
        """How many of a hundred; 100 only if nothing is missing."""
        return 100 * self.seen // self.wanted if self.wanted else 100

    def show(self, out: Writer) -> None:
        """The summary, and below it what no example touches."""
        if not self.wanted:
            out.say(f"Coverage of {self.name}: it says nothing that examples could touch")
            return
        told = f"Coverage of {self.name}: {self.percent}%"
        out.say(Piece(told, "head"), f" ({self.seen} of {self.wanted})")
        for what, title in _PARTS.items():
            some = [clause for clause in self.clauses if clause.what == what]
            wanted = sum(len(clause.wanted) for clause in some)
            if wanted:
                seen = wanted - sum(len(clause.missing) for clause in some)
                out.say(title, indent=f"{seen:>6} of {wanted:>3} ")
        missing = [clause for clause in self.clauses if clause.missing]
        if not missing:
            return
        out.say("Touched by no example:")
        for clause in sorted(missing, key=lambda c: (c.place.file, c.place.line, c.place.column)):
            place = f"{Path(clause.place.file).name}:{clause.place.line}: "
            out.say(Piece(place, "faint"), untouched(clause), indent="  ", hang="    ")

    def as_json(self, file: str) -> dict[str, object]:
        """The same for programs."""
        return {
            "file": file,
            "touched": self.seen,
            "outcomes": self.wanted,
            "percent": self.percent,
            "clauses": [
                {
                    "what": clause.what,
                    "key": clause.key,
                    "text": clause.text,
                    "file": clause.place.file,
                    "line": clause.place.line,
                    "column": clause.place.column,
                    "seen": clause.seen,
                    "missing": list(clause.missing),
                }
                for clause in self.clauses
            ],
        }


def untouched(clause: Clause) -> str:
    """What is missing of a clause, in words."""
    missing = " and never ".join(clause.missing)
    match clause.what:
        case "kind":
            return f"no example has cards {' or '.join(clause.missing)} as {clause.text}"
        case "move":
            return f"the move {clause.text} is never made"
        case "number":
            return f"{clause.text} is never worked out [{clause.key}]"
        case "option":
            if clause.missing == ("another",):
                return f"the option {clause.text} never has another value than its default"
            return f"the option {clause.text} is never {missing}"
        case _:
            if not clause.seen:
                return f"{clause.text} is never asked [{clause.key}]"
            return f"{clause.text} is never {missing} [{clause.key}]"
