"""The count of a round: what is earned at once, the lines of the count, the total."""

from __future__ import annotations

from rummy.lang.trees import Arith, If, Name, Node, walk
from rummy.lang.types import NUMBER
from rummy.sheet import marks
from rummy.sheet.document import Block, Bullets, Item, Paragraph, Section
from rummy.sheet.melds import Melds
from rummy.sheet.names import SPOKEN_TO, NoWords, spaced
from rummy.sheet.words import Words


def section(words: Words, melds: Melds) -> Section:
    """How a round is counted."""
    settled = words.settled
    spec = settled.spec
    blocks: list[Block] = []
    tree = settled.tree(spec.score.round)
    before, words.me = words.me, SPOKEN_TO
    try:
        who = (
            "each side"
            if settled.spec.sides is not None and settled.rules.sides < settled.rules.seats
            else "each player"
        )
        known = settled.known(spec.score.round)
        if known is not None:
            blocks.append(Paragraph(f"After a round {who} gets {known} points."))
        else:
            lead = f"When a round is over, this is worked out for {who} and added to the total"
            blocks += _count(words, tree, lead)
        lines = [
            _line(words, line.name, line.about, settled.known(line.points), line.points.tree)
            for line in spec.score.lines
        ]
        told = tuple(item for item in lines if item is not None)
        if told and len(told) > 1:
            blocks.append(Paragraph("The count is shown in these lines:"))
            blocks.append(Bullets(told))
    finally:
        words.me = before
    earns = any(
        isinstance(p, Name) and p.name == "earned" for p in walk(settled.whole(spec.score.round))
    )
    if earns:
        blocks += melds.points()
    return Section("Scoring", tuple(blocks))


def _count(words: Words, tree: Node, lead: str) -> list[Block]:
    """The number that a total grows by; choices one by one."""
    if isinstance(tree, If):
        items: list[Item] = []
        rest: Node = tree
        while isinstance(rest, If):
            items.append(
                Item(
                    marks.sentence(
                        f"If {words.condition(rest.condition)}: {_amount(words, rest.yes)}"
                    )
                )
            )
            rest = rest.no
        items.append(Item(marks.sentence(f"Otherwise: {_amount(words, rest)}")))
        return [Paragraph(f"{lead}:"), Bullets(tuple(items))]
    if isinstance(tree, Arith) and tree.op in ("+", "-"):
        terms = _terms(tree)
        try:
            items = [Item(f"{sign} {marks.capital(words.number(part))}") for sign, part in terms]
            return [Paragraph(f"{lead}, all of it together:"), Bullets(tuple(items))]
        except NoWords:
            pass
    return [Paragraph(f"{lead}: {_amount(words, tree)}.")]


def _terms(tree: Node, sign: str = "+") -> list[tuple[str, Node]]:
    if isinstance(tree, Arith) and tree.op in ("+", "-") and tree.type == NUMBER:
        other = {"+": "–", "–": "+"}[sign] if tree.op == "-" else sign
        return [*_terms(tree.left, sign), *_terms(tree.right, other)]
    return [(sign, tree)]


def _amount(words: Words, node: Node) -> str:
    text = words.amount(node)
    return f"{text} points" if text.lstrip("–").isdigit() else text


def _line(words: Words, name: str, about: str, known: int | None, tree: Node) -> Item | None:
    """A line of the count; none if it is always nothing."""
    if known == 0:
        return None
    said = marks.clean(about).rstrip(".")
    text = words.amount(tree)
    head = marks.strong(marks.capital(marks.clean(spaced(name))))
    return Item(marks.sentence(f"{head}: {said}: {text}" if said else f"{head}: {text}"))
