"""A small game, overlays on it in a folder, and what is found in them."""

from __future__ import annotations

from pathlib import Path

from rummy.diagnostics import Diagnostic
from rummy.spec.files import File
from rummy.spec.load import examine_file, load
from rummy.spec.model import Spec

GAME = """\
rummy: 1
title: Game
players: 2..4
options:
  target: {range: 10..1000, default: 100, about: The total that ends it.}
  quick: {flag: true, default: false}
deck: {points: {A: 1, 2..10: pips, J Q K: 10}}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3..4, valid: same(rank) and distinct(suit), lay: 10}
  run: {size: 3..13, valid: same(suit) and sequence(rank), lay: 10}
define:
  many: 5 if quick else 7
  worth(n): 2 * n
setup:
  deal: {auto: {deal: many}}
  turn_up: {auto: {move: stock, to: pile}}
turn:
  steps:
    draw:
      choose:
        draw: {move: stock, to: hand}
        take: {move: pile, to: hand}
    play:
      repeat:
        meld: {lay: all}
        add: {lay_off: true}
    discard: {when: count(hand) > 0 or quick, move: hand, to: pile}
  must:
    small: count(hand) <= 50
events:
  out: {when: count(hand) == 0, do: {end: round}}
  no_stock: {at: turn_end, when: count(stock) == 0, do: {end: round}}
score:
  round: earned - worth(points(hand))
  lines:
    left: points(hand)
match: {over: any(total of p >= target for p in everyone), ties: shared}
examples:
  three sevens are a set:
    accepts: {set: [7H 7D 7C]}
"""


def put(folder: Path, **texts: str) -> Path:
    """Write the game and further files into a folder."""
    for name, text in {"game": GAME, **texts}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def changed(folder: Path, overlay: str) -> Spec:
    """The game with what an overlay changes (it begins behind `extends: game`)."""
    return load(put(folder, over="extends: game\n" + overlay) / "over.yaml")


def found(folder: Path, overlay: str, *more: str) -> list[Diagnostic]:
    """What is found in an overlay, with further ones upon it."""
    texts = {f"more{number}": text for number, text in enumerate(more)}
    put(folder, over=overlay, **texts)
    files = [File("over.yaml", overlay, folder / "over.yaml")]
    files += [File(f"{n}.yaml", text, folder / f"{n}.yaml") for n, text in texts.items()]
    return examine_file(files[0], files[1:])[1]


def marked(item: Diagnostic, text: str) -> str:
    """What stands at the place of a finding in the text of its file."""
    span = item.span
    line = text.splitlines()[span.line - 1]
    return line[span.column - 1 : span.end_column - 1 if span.end_line == span.line else None]


def texts_of(spec: Spec) -> dict[str, str]:
    """The expressions of a spec by their paths, spaces evened out."""
    return {path: " ".join(expr.text.split()) for path, expr in spec.expressions}


def place_of(spec: Spec, path: str) -> tuple[str, int]:
    """File and line of an expression."""
    place = next(expr.place for key, expr in spec.expressions if key == path)
    return Path(place.file).name, place.line
