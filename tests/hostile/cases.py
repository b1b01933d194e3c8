"""What people or machines could give to rummy in order to hang, fill or confuse it.

Small files lie in ``files/``; what is large, strange or no file at all is made here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

FILES = Path(__file__).resolve().parent / "files"
MIB = 1024 * 1024

Content = str | bytes | Callable[[Path], object]
"""What a file holds, or how it is made."""


class Case(NamedTuple):
    """A command with its files, and how it is to end."""

    words: str
    code: int
    says: str
    files: Mapping[str, Content] = MappingProxyType({})
    typed: bytes = b""
    more: tuple[str, ...] = ()
    """Words that are too long to be written out."""


LINT: dict[str, str] = {
    "alias_bomb": "Y010",
    "circle_a": "V803",
    "deal_a_hundred_thousand": "P501",
    "definitions_in_a_circle": "T313",
    "directive": "Y008",
    "doubling_definitions": "L960",
    "escape_beyond_unicode": "Y018",
    "every_meld": "M401",
    "example_of_all_cards": "V813",
    "example_that_counts_on": "X704",
    "extends_a_device": "V802",
    "extends_a_path": "V802",
    "extends_an_address": "V802",
    "extends_itself": "V803",
    "great_power": "T321",
    "great_product": "L958",
    "jokers_a_million": "L922",
    "jokers_below_zero": "L922",
    "many_doubling_definitions": "L960",
    "melds_by_their_points": "M401",
    "melds_by_their_sum": "M401",
    "merge_keys": "Y012",
    "nested_quantifiers": "L959",
    "not_utf8": "Y001",
    "nul": "Y003",
    "option_without_end": "Y037",
    "packs_999": "L922",
    "packs_a_billion": "L954",
    "packs_by_product": "L958",
    "players_a_billion": "Y037",
    "python_in_an_expression": "T320",
    "range_without_end": "L958",
    "special_cards_without_end": "L922",
    "surrogate": "Y001",
    "tag_that_makes_objects": "Y011",
    "turns_the_line_around": "S101",
    "two_byte_order_marks": "Y003",
    "two_documents": "Y007",
    "utf16": "Y001",
}
"""The small files, and a code that lint shows for each."""

PLAYED = ("every_meld", "melds_by_their_points", "melds_by_their_sum", "packs_999")
"""Those that other commands must refuse too, as lint does."""


def overlay(body: str, base: str = "basic_rummy") -> str:
    """An overlay with this body."""
    return f"extends: {base}\ntitle: Hostile\nversion: '1'\nabout: x\n{body}"


def many(key: str, line: str, number: int) -> str:
    """An overlay with so many entries under a key; ``#`` is the number of each."""
    rows = "".join(f"  {line.replace('#', str(n))}\n" for n in range(number))
    return overlay(f"{key}:\n{rows}")


def sparse(path: Path) -> None:
    """A file of 100 MB of which nothing is on the disk: NUL characters."""
    with path.open("wb") as file:
        file.truncate(100 * MIB)


def bulky(path: Path) -> None:
    """A sound game with 100 MB of comments."""
    with path.open("wb") as file:
        file.write(overlay("").encode())
        for _ in range(100):
            file.write(b"# x\n" * (MIB // 4))


def lone(path: Path) -> None:
    """A pipe into which nobody writes."""
    os.mkfifo(path)


def link(target: str) -> Callable[[Path], object]:
    """A link to a place."""
    return lambda path: path.symlink_to(target)


DEEP = "\n".join(" " * n + "a:" for n in range(700))
GROWN = {
    "huge sparse file": Case("lint f.yaml", 1, "L901", {"f.yaml": sparse}),
    "huge file of comments": Case("lint f.yaml", 1, "L901", {"f.yaml": bulky}),
    "huge file, played": Case("run f.yaml", 1, "L901", {"f.yaml": bulky}),
    "huge file, tested": Case("test f.yaml", 1, "L901", {"f.yaml": bulky}),
    "huge file, shown": Case("show f.yaml", 1, "L901", {"f.yaml": bulky}),
    "huge file, scored": Case("score f.yaml", 1, "L901", {"f.yaml": bulky}),
    "20,000 brackets": Case("lint f.yaml", 1, "L902", {"f.yaml": "x: " + "[" * 20_000}),
    "20,000 braces": Case("lint f.yaml", 1, "Y014", {"f.yaml": "{" * 20_000}),
    "20,000 dashes": Case("lint f.yaml", 1, "L902", {"f.yaml": "- " * 20_000}),
    "deep blocks": Case("lint f.yaml", 1, "L902", {"f.yaml": DEEP}),
    "long expression": Case(
        "lint f.yaml", 1, "L904", {"f.yaml": overlay(f"define: {{x: '{'1 + ' * 25_000}1'}}\n")}
    ),
    "10,000 kinds": Case(
        "lint f.yaml",
        1,
        "L901",
        {"f.yaml": many("melds", "k#: {size: 3, valid: same(rank)}", 10_000)},
    ),
    "3,000 kinds": Case(
        "lint f.yaml",
        1,
        "L923",
        {"f.yaml": many("melds", "k#: {size: 3, valid: same(rank)}", 3_000)},
    ),
    "10,000 options": Case(
        "lint f.yaml", 1, "L901", {"f.yaml": many("options", "o#: {flag: true, about: x}", 10_000)}
    ),
    "10,000 examples": Case(
        "test f.yaml",
        1,
        "L901",
        {"f.yaml": many("examples", "e#: {accepts: {set: 7H 7S 7D}}", 10_000)},
    ),
    "3,000 zones": Case(
        "lint f.yaml",
        1,
        "L923",
        {"f.yaml": many("zones", "z#: {of: player, seen_by: nobody}", 3_000)},
    ),
    "6,000 definitions": Case("lint f.yaml", 1, "L923", {"f.yaml": many("define", "d#: 1", 6_000)}),
    "9,000 unknown keys": Case(
        "lint f.yaml", 1, "S101", {"f.yaml": many("deck", "packz#: 1", 9_000)}
    ),
    "8,000 removals": Case(
        "lint f.yaml",
        1,
        "V808",
        {"f.yaml": overlay(f"remove: [{', '.join(['options.melds_a_turz'] * 8_000)}]\n")},
    ),
    "10,000 proofs": Case(
        "test f.yaml",
        0,
        "10000 claims",
        {
            "f.yaml": overlay(
                f"examples: {{e: {{accepts: {{set: [{', '.join(['7H 7S 7D'] * 10_000)}]}}}}}}\n"
            )
        },
    ),
    "20 bases": Case(
        "lint o0.yaml", 1, "L931", {f"o{n}.yaml": overlay("", f"o{n + 1}") for n in range(20)}
    ),
    "17 overlays": Case(
        "lint gin " + " ".join(f"--with o{n}.yaml" for n in range(17)),
        1,
        "L931",
        {
            f"o{n}.yaml": overlay(
                f"about: {n}\n".replace("about", "sources: {a")[:-1] + "}\n", "gin"
            )
            for n in range(17)
        },
    ),
}
STRANGE = {
    "device": Case("lint /dev/zero", 1, "L901"),
    "chance": Case("lint /dev/urandom", 1, "L901"),
    "folder": Case("lint .", 2, "it is a folder"),
    "lone pipe": Case("lint f", 1, "Y005", {"f": lone}),
    "lone pipe as overlay": Case("lint gin --with f", 1, "Y005", {"f": lone}),
    "lone pipe as base": Case(
        "lint f.yaml", 1, "V801", {"f.yaml": overlay("", "b"), "b.yaml": lone}
    ),
    "folder as base": Case(
        "lint f.yaml", 1, "V801", {"f.yaml": overlay("", "b"), "b.yaml": Path.mkdir}
    ),
    "link out of the folder": Case(
        "lint f.yaml", 1, "V802", {"f.yaml": overlay("", "b"), "b.yaml": link("/etc/passwd")}
    ),
    "link to a device": Case(
        "lint f.yaml", 1, "V801", {"f.yaml": overlay("", "b"), "b.yaml": link("/dev/zero")}
    ),
    "link to itself": Case("lint f.yaml", 2, "no file", {"f.yaml": link("f.yaml")}),
    "device as log": Case("replay /dev/zero", 1, "larger than"),
    "lone pipe as log": Case("replay f", 1, "no log", {"f": lone}),
    "device as save": Case("play gin --save /dev/zero", 2, "name a file"),
    "lone pipe as save": Case("play gin --save f", 2, "name a file", {"f": lone}),
    "lone pipe as pad": Case("score gin --save f", 2, "name a file", {"f": lone}),
    "device as rounds": Case("score gin --facts /dev/zero", 2, "larger than"),
    "lone pipe as deal": Case("run gin --deal f", 2, "no JSON", {"f": lone}),
    "lone pipe as table": Case("check gin --situation f", 2, "", {"f": lone}),
}

HEAD: dict[str, object] = {
    "rummy_log": 1,
    "spec": "gin.yaml",
    "title": "Gin Rummy",
    "version": "1.0",
    "digest": "0",
    "players": 2,
    "options": {},
    "seed": 1,
}


def log(**changes: object) -> str:
    """A log with a changed first line, and one action."""
    return json.dumps(HEAD | changes) + '\n{"n": 1, "seat": 1, "do": "draw"}\n'


def lined(*lines: str) -> str:
    """A log with these lines after the first."""
    return "\n".join([json.dumps(HEAD), *lines]) + "\n"


LOGS = {
    "another digest": Case("replay f", 1, "its text differs", {"f": log()}),
    "a spec elsewhere": Case("replay f", 2, "neither beside", {"f": log(spec="../../etc/passwd")}),
    "a spec of 5,000 letters": Case("replay f", 2, "neither beside", {"f": log(spec="a" * 5_000)}),
    "a spec with NUL": Case("replay f", 2, "neither beside", {"f": log(spec="a\0b")}),
    "options as a list": Case("replay f", 1, "no mapping", {"f": log(options=[1])}),
    "files as numbers": Case("replay f", 1, "no list of names", {"f": log(files=[1])}),
    "overlays that are devices": Case(
        "replay f", 2, "neither", {"f": log(**{"with": ["/dev/zero"]})}
    ),
    "log of 100 MB": Case("replay f", 1, "larger than", {"f": sparse}),
    "log of 15 million lines": Case("replay f", 1, "lines", {"f": lined("\n" * 15 * MIB)}),
    "log of 100,000 brackets": Case("replay f", 1, "line 2", {"f": lined("[" * 99_000)}),
    "log with a number of 5,000 digits": Case(
        "replay f", 1, "line 2", {"f": lined('{"n": ' + "9" * 5_000 + ', "seat": 1, "do": "draw"}')}
    ),
    "log with a seat without end": Case(
        "replay f", 1, "line 2", {"f": lined('{"n": 1, "seat": Infinity, "do": "draw"}')}
    ),
    "log with bytes": Case("replay f", 1, "not UTF-8", {"f": b"\xff\xfe\0\n"}),
    "empty log": Case("replay f", 1, "no complete first line", {"f": ""}),
    "save with strange seats": Case(
        "play gin --resume --save f", 1, "seats", {"f": log(seats=[1, {}])}
    ),
    "save that is a pad": Case(
        "play gin --resume --save f", 2, "no saved match", {"f": '{"rummy_score": 1}\n'}
    ),
    "pad of brackets": Case(
        "score gin --save f", 1, "damaged", {"f": '{"rummy_score": ' + "[" * 99_000}
    ),
    "pad of a great number": Case(
        "score gin --save f", 1, "damaged", {"f": '{"rummy_score": ' + "9" * 99_000 + "}"}
    ),
    "pad of nothing": Case("score gin --save f", 1, "damaged", {"f": '{"rummy_score": 1}'}),
}
TYPED = {
    "a line of 500,000 letters": b"draw " * 100_000 + b"\n",
    "NUL and bytes": b"\0\n\xff\xfe\n\xed\xa0\x80\n",
    "a number of 200,000 digits": b"9" * 200_000 + b"\n",
    "50,000 cards": b"meld " + b"7H " * 50_000 + b"\n",
    "30,000 questions in one": b"why " * 30_000 + b"\n",
    "signs for terminals": b"\x1b[2J" * 1_000 + b"\n",
    "numbers of all sorts": b"0x10\n1e999\n-1\nadd 7H to m99999999999999999999\n",
    "3,000 steps back": b"undo\n" * 3_000,
}
SETTINGS = {
    f"option {text[:16]!a}": Case("run basic_rummy --rounds 1 --set", 2, says, more=(text,))
    for text, says in {
        "=": "name=value",
        "a=": "name=value",
        "target=" + "9" * 50_000: "1..10000",
        "target=1e9": "1..10000",
        "target=-1": "1..10000",
        "target=1\0": "1..10000",
        "target=\ud800": "1..10000",
        "a" * 50_000 + "=1": "no option",
        "target=１００": "1..10000",
    }.items()
}
SETTINGS |= {
    "settings without end": Case(
        "simulate basic_rummy --set",
        2,
        "at most 100",
        more=("target=" + ",".join(map(str, range(1, 3_000))),),
    ),
    "games without end": Case("simulate gin --games 999999999999999999", 2, "10,000,000"),
    "players without end": Case("simulate gin --players 999999999999999999999", 2, "players"),
    "workers without end": Case("simulate gin --workers 999999999", 2, "256"),
    "a card 5,000 times": Case("check gin hand " + "7H " * 5_000, 2, "5000 times"),
    "an overlay that is not there": Case("lint gin --with", 2, "no file", more=("nothing\0",)),
}
DEALS = {
    f"deal {text[:14]!a}": Case("run gin --deal f", 2, "deal", {"f": text})
    for text in (
        "{",
        "[" * 50_000,
        '{"dealer": 1e999}',
        '{"dealer": ' + "9" * 9_000 + "}",
        '{"cards": "\\ud800"}',
        '{"cards": "' + "9H " * 90_000 + '"}',
        b"\xff",
    )
}
CASES: dict[str, Case] = {**GROWN, **STRANGE, **LOGS, **SETTINGS, **DEALS}
CASES |= {
    f"played: {name}": Case("play gin --seed 1 --new --save s", 0, "Gin Rummy", typed=typed)
    for name, typed in TYPED.items()
}
CASES |= {
    f"entered: {name}": Case(
        "score canasta --names a,b,c,d --dealer a --save s", 0, "Canasta", typed=typed
    )
    for name, typed in TYPED.items()
}
CASES |= {
    f"lint: {name}": Case(f"lint {name}.yaml", 0 if code == "V813" else 1, code)
    for name, code in LINT.items()
}
CASES |= {
    f"{words.split()[0]}: {name}": Case(words.replace("FILE", f"{name}.yaml"), 1, LINT[name])
    for name in PLAYED
    for words in (
        "run FILE",
        "test FILE",
        "play FILE --save s",
        "score FILE --names a,b --dealer a --save s",
        "simulate FILE --games 1 --workers 1",
        "check FILE meld set 7H 7S 7D",
    )
}
