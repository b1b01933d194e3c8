"""``rummy test``: the examples of spec files, carried out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import read_sources, show_findings, with_overlays
from rummy.errors import RummyError, SpecError, UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.play.coverage import Watch
    from rummy.play.examples import ExampleResult
    from rummy.spec.files import File
    from rummy.spec.model import Spec
    from rummy.terminal.writer import Screen

MOST_NAMES = 10
"""Examples of a base that are named without being asked for more."""


@click.command("test")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-k", "wanted", metavar="WORD", help="Only examples whose name or rule has the word.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Name every example, and why what is to be illegal is."
)
@click.option("-x", "first", is_flag=True, help="Stop at the first example that does not hold.")
@click.option("--coverage", is_flag=True, help="Tell which clauses of the file no example touches.")
@with_overlays
@click.option("--json", "as_json", is_flag=True, help="The results as JSON.")
@click.pass_obj
def command(
    screen: Screen,
    files: tuple[str, ...],
    wanted: str | None,
    verbose: bool,
    first: bool,
    coverage: bool,
    overlays: tuple[str, ...],
    as_json: bool,
) -> int:
    """Carry out the examples that stand in spec files.

    Of an overlay its own examples count. Which examples of its base come out
    differently is told too.

    Exit code 1 if an example does not hold or a file cannot be played, 2 if a
    file cannot be read or no example has the word of -k.

    \b
    Examples:
      rummy test my-game.yaml
      rummy test iceberg -v
      rummy test iceberg -k ICE-91
      rummy test house-rule.yaml
      rummy test my-game.yaml --coverage
    """
    run = Run(screen, wanted, verbose, as_json)
    run.first, run.coverage = first, coverage
    for file in dict.fromkeys(files):
        run.file(file, overlays)
        if first and run.failed:
            break
    run.end(len(files))
    return run.code


class Run:
    """One run of the examples of some files."""

    def __init__(self, screen: Screen, wanted: str | None, verbose: bool, as_json: bool) -> None:
        self.out, self.err = screen.out, screen.err
        self.word = wanted
        self.wanted = None if wanted is None else wanted.casefold()
        self.verbose = verbose
        self.as_json = as_json
        self.told: list[dict[str, object]] = []
        self.changed: list[dict[str, object]] = []
        self.covered: list[dict[str, object]] = []
        self.first = self.coverage = False
        self.passed = self.failed = self.claims = self.unusable = 0
        self.code = 0

    def file(self, file: str, overlays: tuple[str, ...] = ()) -> None:
        """The examples of one file, with the overlays upon it."""
        from rummy.play.coverage import Watch
        from rummy.play.examples import run_examples
        from rummy.spec.load import load_file

        try:
            source, *over = (one.file for one in read_sources(file, overlays))
            spec = load_file(source, over)
            if self.wanted is not None:
                kept = [
                    example
                    for example in spec.examples
                    if any(self.wanted in t.casefold() for t in (example.name, *example.rule))
                ]
                spec = replace(spec, examples=tuple(kept))
            watch = Watch(spec) if self.coverage else None
            results = run_examples(spec, self.verbose, watch, self.first)
        except SpecError as error:
            self._unusable(file, f"{error.name} cannot be played")
            show_findings(error.diagnostics, self.err)
            return
        except RummyError as error:
            self._unusable(file, str(error))
            self.code = 2 if isinstance(error, UsageError) else self.code
            return
        if not self.as_json:
            self.out.say(Piece(file, "head"), f": {_many(len(results), 'example')}")
        for result in results:
            self._result(file, result)
        if len(spec.files) > 1 and self.wanted is None and not (self.first and self.failed):
            self._bases(file, source, over)
        if watch is not None:
            self._coverage(file, spec, watch)

    def _coverage(self, file: str, spec: Spec, watch: Watch) -> None:
        """How much of the file its examples touch."""
        from rummy.cli.covered import Covered

        covered = Covered(spec, watch)
        if self.as_json:
            self.covered.append(covered.as_json(file))
        else:
            covered.show(self.out)

    def _bases(self, file: str, source: File, overlays: list[File]) -> None:
        """Which examples of the files below come out differently."""
        from rummy.play.examples import run_examples
        from rummy.spec.inherited import inherited

        for below in inherited(source, overlays):
            failed = [result.example.name for result in run_examples(below.spec) if not result.ok]
            names = [*failed, *below.lost]
            count = len(below.spec.examples) + len(below.lost)
            if self.as_json:
                changed = {"file": file, "base": below.file, "examples": count, "names": names}
                self.changed.append(changed)
                continue
            base = Path(below.file).name
            if not names:
                self.out.say(f"{_many(count, 'example')} of {base}: all as before", indent="  ")
                continue
            come = "comes" if len(names) == 1 else "come"
            told = f"{len(names)} of {_many(count, 'example')} of {base} {come} out differently:"
            self.out.say(Piece(told, "faint"), indent="  ", hang="    ")
            shown = names if self.verbose or len(names) <= MOST_NAMES else names[: MOST_NAMES - 1]
            for name in shown:
                gone = " (it speaks of what is not there)" if name in below.lost else ""
                self.out.say(Piece(f"{name}{gone}", "faint"), indent="    ", hang="      ")
            if len(shown) < len(names):
                self.out.say(f"and {len(names) - len(shown)} more (-v)", indent="    ")

    def _unusable(self, file: str, message: str) -> None:
        self.unusable += 1
        self.code = max(self.code, 1)
        self.told.append({"file": file, "error": message})
        self.err.say(Piece("rummy: ", "bad"), message, hang="  ")

    def _unusable_word(self) -> None:
        """Nothing was tried: a slip of the pen must not look like success."""
        self.code = 2
        message = f"no example has {self.word!r} in its name or among its rules"
        self.err.say(Piece("rummy: ", "bad"), message, hang="  ")

    def _result(self, file: str, result: ExampleResult) -> None:
        example = result.example
        self.claims += result.claims
        self.passed += result.ok
        self.failed += not result.ok
        if not result.ok:
            self.code = max(self.code, 1)
        if self.as_json:
            self.told.append(
                {
                    "file": file,
                    "name": example.name,
                    "rule": list(example.rule),
                    "ok": result.ok,
                    "claims": result.claims,
                    "problems": [
                        {"line": p.place.line, "column": p.place.column, "message": p.text}
                        for p in result.problems
                    ],
                }
            )
            return
        rules = f" [{', '.join(example.rule)}]" if example.rule else ""
        if result.ok:
            if self.verbose:
                name = Piece("ok", "good"), f" {example.name}", Piece(rules, "faint")
                self.out.say(*name, indent="  ", hang=" " * 5)
                for text, reason in result.refused:
                    self.out.say(
                        Piece(f"not {text}: {reason}", "faint"), indent=" " * 5, hang=" " * 7
                    )
            return
        self.out.say(Piece("FAIL", "bad"), f" {example.name}", rules, indent="  ", hang=" " * 7)
        for problem in result.problems:
            place = problem.place
            self.out.say(
                Piece(f"{place.file}:{place.line}:{place.column}: ", "faint"),
                problem.text,
                indent=" " * 7,
                hang=" " * 9,
            )

    def end(self, files: int) -> None:
        """The last line, or all of the JSON."""
        if self.wanted is not None and not self.code and self.passed + self.failed == 0:
            self._unusable_word()
        counts = {"passed": self.passed, "failed": self.failed, "claims": self.claims}
        if self.as_json:
            told = {"version": 1, "results": self.told, "changed": self.changed, **counts}
            if self.coverage:
                told["coverage"] = self.covered
            self.out.raw(json.dumps(told) + "\n")
            return
        if self.passed + self.failed == 0:
            if not self.unusable and self.wanted is None:
                self.out.say("no example was carried out")
            return
        parts = [f"{self.passed} passed"]
        if self.failed:
            parts.append(f"{self.failed} failed")
        if self.unusable:
            parts.append(f"{_many(self.unusable, 'file')} could not be tried")
        self.out.say(
            Piece(", ".join(parts), "bad" if self.failed or self.unusable else "good"),
            f" ({_many(self.claims, 'claim')}" + (f" in {files} files)" if files > 1 else ")"),
        )


def _many(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")
