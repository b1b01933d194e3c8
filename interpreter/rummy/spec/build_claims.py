"""Claims of examples that are more than cards or actions: reasons, hands, scores."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rummy.lang.trees import Place, walk
from rummy.spec.context import Context, leaves, place_of
from rummy.spec.model import Spec
from rummy.spec.structure import Items, Leaf, Raw, Table
from rummy.spelling import did_you_mean

Reasons = list[tuple[Place, str, Place]]


def refused(
    context: Context, raw: Raw | None, check: Callable[[Leaf], None], reasons: Reasons
) -> Iterator[tuple[str, Place]]:
    """What is to be refused, each alone or with its reason; ``check`` looks at each alone.

    Reasons go to ``reasons``, each under the place of what it is about.
    """
    for item in raw.items if isinstance(raw, Items) else ():
        if isinstance(item, Leaf):
            check(item)
            yield item.text, place_of(item.span, item.text)
        elif isinstance(item, Table):
            for text, because in item.entries.items():
                key = Leaf(text, item.keys[text])
                check(key)
                place = place_of(key.span, text)
                if isinstance(because, Leaf):
                    said = place_of(because.span, because.text)
                    reasons.append((place, because.text, said))
                yield text, place


class Reasoning:
    """Knows by what a reason of a spec can be named."""

    def __init__(self, context: Context, spec: Spec) -> None:
        self.context = context
        self.words = {"size", "closed", "grows_into", "when", "cards", "where", "whom", "must"}
        self.words |= {duty.name for duty in spec.must}
        self.clauses: dict[str, str] = {}
        for key, expr in context.expressions:
            if key.startswith("examples."):
                continue
            self.words.update(key.split("."))
            for node in walk(expr.tree):
                if node.place.text:
                    self.clauses.setdefault(_plain(node.place.text), node.place.text)

    def check(self, reasons: Reasons, spans: dict[Place, Leaf]) -> None:
        """A reason that nothing in the file can give is found."""
        for _, text, place in reasons:
            known = all(word in self.words for word in text.strip().split("."))
            if known or _plain(text) in self.clauses:
                continue
            known_by = [*sorted(self.words), *self.clauses]
            hint = did_you_mean(text, known_by) or (
                "name the end of the key that refuses (`size`, `must.used`), or its clause as it "
                "stands in the file"
            )
            span = spans[place].span
            self.context.report("S111", f"nothing refuses by `{text}`", span, hint)


def reason_leaves(raw: Raw | None) -> dict[Place, Leaf]:
    """The reasons that stand in a list, by their places."""
    found: dict[Place, Leaf] = {}
    for item in raw.items if isinstance(raw, Items) else ():
        if isinstance(item, Table):
            for because in item.entries.values():
                if isinstance(because, Leaf):
                    found[place_of(because.span, because.text)] = because
    return found


def hands(
    context: Context,
    table: Table,
    cards: Callable[[Leaf, int, int | None], None],
    opening: Sequence[str],
) -> Iterator[tuple[str, str, Place]]:
    """What is claimed of hands: their cards, the claim, its place.

    ``cards`` looks at the cards in a piece of text, ``opening`` are the moves that open.
    """
    for text, raw in table.entries.items():
        cards(Leaf(text, table.keys[text]), 0, None)
        for leaf in leaves(raw):
            if _statement(context, leaf, cards, opening):
                yield text, leaf.text, place_of(leaf.span, leaf.text)


def _statement(
    context: Context,
    leaf: Leaf,
    cards: Callable[[Leaf, int, int | None], None],
    opening: Sequence[str],
) -> bool:
    """Whether a claim about a hand can be read; what is wrong is found."""
    match = re.fullmatch(r"\s*(\w+)\s*(.*?)\s*", leaf.text)
    word, rest = (match[1], match[2]) if match else ("", "")
    begin = match.start(2) if match else 0
    if word == "counts" and re.fullmatch(r"-?[0-9]{1,9}", rest):
        return True
    if word == "leaves" and rest:
        if not re.fullmatch(r"nothing|[0-9]{1,9}", rest):
            cards(leaf, begin, None)
        return True
    if word == "opens" and (said := re.fullmatch(r"(?:not\b\s*)?(\w*)", rest)):
        if said[1] not in ("", *opening) or not opening:
            span = leaf.node.offsets.place(begin + said.start(1), begin + said.end(1))
            context.unknown("move that opens", said[1], span if said[1] else leaf.span, opening)
        return True
    if word == "melds" and rest:
        for part in re.finditer(r"[^/]+", leaf.text[begin:]):
            named = re.match(r"\s*(\S+)\s+(?=\S)", part[0])
            start = begin + part.start()
            if named is None:
                break
            if named[1] not in context.kind_names:
                place = leaf.node.offsets.place
                span = place(start + named.start(1), start + named.end(1))
                context.unknown("kind of meld", named[1], span, context.kind_names)
            cards(leaf, start + named.end(), start + len(part[0]))
        else:
            return True
    message = f"`{leaf.text}` says nothing that can be so of a hand"
    hint = "write `melds set 7H 7D 7C / run 4S 5S 6S`, `leaves KC`, `leaves 10`, `counts 25`, "
    context.report("X708", message, leaf.span, f"{hint}`opens` or `opens not`")
    return False


def _plain(text: str) -> str:
    return " ".join(text.split())
