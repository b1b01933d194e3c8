"""``rummy test``: the examples of spec files, carried out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import load_source, show_findings
from rummy.errors import RummyError, SpecError, UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.play.examples import ExampleResult
    from rummy.terminal.writer import Screen


@click.command("test")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-k", "wanted", metavar="WORD", help="Only examples whose name or rule has the word.")
@click.option("-v", "--verbose", is_flag=True, help="Name every example, also those that hold.")
@click.option("--json", "as_json", is_flag=True, help="The results as JSON.")
@click.pass_obj
def command(
    screen: Screen, files: tuple[str, ...], wanted: str | None, verbose: bool, as_json: bool
) -> int:
    """Carry out the examples that stand in spec files.

    Exit code 1 if an example does not hold or a file cannot be played, 2 if a
    file cannot be read or no example has the word of -k.

    \b
    Examples:
      rummy test my-game.yaml
      rummy test iceberg -v
      rummy test iceberg -k ICE-91
    """
    run = Run(screen, wanted, verbose, as_json)
    for file in dict.fromkeys(files):
        run.file(file)
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
        self.passed = self.failed = self.claims = self.unusable = 0
        self.code = 0

    def file(self, file: str) -> None:
        """The examples of one file."""
        from rummy.play.examples import run_examples

        try:
            spec = load_source(file)
            if self.wanted is not None:
                kept = [
                    example
                    for example in spec.examples
                    if any(self.wanted in t.casefold() for t in (example.name, *example.rule))
                ]
                spec = replace(spec, examples=tuple(kept))
            results = run_examples(spec)
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
            self.out.raw(json.dumps({"version": 1, "results": self.told, **counts}) + "\n")
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
