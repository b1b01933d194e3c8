"""From the condition of a kind of meld to a plan that finds its melds.

The condition is law: every candidate is judged by it. A plan only says where
candidates can be, so that few are looked at. For each size the condition is
simplified and split into alternatives; in each alternative an *anchor* is
looked for among the conditions joined by ``and``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import comb
from typing import TYPE_CHECKING

from rummy.lang.fold import constant, fold
from rummy.lang.trees import (
    And,
    Call,
    Compare,
    Const,
    Each,
    Field,
    Filter,
    If,
    Local,
    Name,
    Node,
    Not,
    Or,
    Sequence,
    SetOf,
    walk,
)
from rummy.lang.types import TRUTH

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.spec.bind import BoundKind

GROUP, RUN, LIST, BAG, SEARCH = "group", "run", "list", "bag", "search"

MOST_ALTERNATIVES = 32
"""A condition with more alternatives is not split up."""
SEARCH_BUDGET = 20_000
"""Most subsets that a kind without anchor may make us look at ..."""
SEARCH_HAND = 16
"""... in a hand of this many cards."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One way to be a meld of a kind: an anchor, for some sizes.

    ``over``: suit, colour or nothing, what all cards share. ``ranks``: of a
    fixed list (or the only ranks that a search needs to look at). ``cuts``:
    conditions that, once false, stay false when cards are added.
    ``residue``: what else is asked, judged on each candidate.
    """

    anchor: str
    sizes: tuple[int, ...]
    over: str = ""
    line: str = ""
    ranks: tuple[int, ...] = ()
    cuts: tuple[Node, ...] = ()
    residue: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """How the melds of one kind are found."""

    kind: BoundKind
    branches: tuple[Branch, ...]

    def explain(self) -> str:
        """The plan in words."""
        lines = [f"{self.kind.title}: {_sizes(range(self.kind.least, self.kind.most + 1))} cards"]
        for branch in self.branches:
            lines.append(f"  {_sizes(branch.sizes)} cards: {_anchor(branch)}")
            lines += [f"    stops early where not: {_text(cut)}" for cut in branch.cuts]
            lines += [f"    each candidate is judged by: {_text(rest)}" for rest in branch.residue]
        if not self.branches:
            lines.append("  no cards make such a meld")
        return "\n".join(lines)


def make_plan(kind: BoundKind, deck: Deck) -> Plan:
    """Work out the plan of a kind on a deck."""
    found: dict[Branch, list[tuple[int, set[Node], set[Node]]]] = {}
    for size in range(max(1, kind.least), min(kind.most, deck.size) + 1):
        for alternative in alternatives(fold(kind.valid, {"size": size})):
            parts = _conjuncts(alternative)
            branch, anchors = _find_anchor(parts, size)
            if branch is None or _too_long(branch, size, deck):
                continue
            cuts = {p for p in parts if p not in anchors and is_hereditary(p)}
            residue = set(parts) - anchors - cuts
            found.setdefault(branch, []).append((size, cuts, residue))
    branches = []
    for branch, entries in found.items():
        sizes = tuple(sorted({size for size, _, _ in entries}))
        cuts = set.intersection(*(c for _, c, _ in entries))
        rest = set.union(*(c | r for _, c, r in entries)) - cuts
        branches.append(replace(branch, sizes=sizes, cuts=_ordered(cuts), residue=_ordered(rest)))
    return Plan(kind, tuple(branches))


def search_cost(plan: Plan, cards: int = SEARCH_HAND) -> int:
    """How many subsets of a hand the kinds without anchor may look at."""
    sizes = [b.sizes[-1] for b in plan.branches if b.anchor == SEARCH]
    return sum(comb(cards, n) for n in range(1, max(sizes, default=0) + 1))


# --- reading the condition ------------------------------------------------


def alternatives(node: Node) -> list[Node]:
    """The alternatives of which one must hold; the whole if there are too many."""
    some = list(islice(_split(node), MOST_ALTERNATIVES + 1))
    return some if len(some) <= MOST_ALTERNATIVES else [node]


def _split(node: Node) -> Iterator[Node]:
    value = constant(node)
    if value is not None:
        if value:
            yield node
    elif isinstance(node, Or):
        for item in node.items:
            yield from _split(item)
    elif isinstance(node, If):
        no = Not(TRUTH, node.place, node.condition)
        for pair in ((node.condition, node.yes), (no, node.no)):
            yield from _split(fold(And(TRUTH, node.place, pair), {}))
    elif isinstance(node, And):
        # an `if` is always split, an `or` where nothing else says where to look
        lost = not any(_is_same(n, "rank") or isinstance(n, Sequence) for n in node.items)
        for i, item in enumerate(node.items):
            if isinstance(item, If) or (lost and isinstance(item, Or)):
                before, after = node.items[:i], node.items[i + 1 :]
                for choice in _split(item):
                    parts = (*before, choice, *after)
                    yield from _split(fold(And(TRUTH, node.place, parts), {}))
                return
        yield node
    else:
        yield node


def _conjuncts(node: Node) -> list[Node]:
    if isinstance(node, And):
        return [part for item in node.items for part in _conjuncts(item)]
    return [] if constant(node) else [node]


def _find_anchor(parts: list[Node], size: int) -> tuple[Branch | None, set[Node]]:
    """The best anchor, and the conditions that it makes sure of.

    No branch at all when the conditions cannot hold at this size.
    """
    over, over_part = "", None
    for what in ("suit", "colour"):
        over_part = next((p for p in parts if _is_same(p, what)), None)
        if over_part is not None:
            over = what
            break
    sure = {p for p in parts if p is over_part}
    group = next((p for p in parts if _is_same(p, "rank")), None)
    if group is not None:
        return Branch(GROUP, ()), {group}
    run = next((p for p in parts if isinstance(p, Sequence) and is_subject(p.collection)), None)
    if run is not None:
        assert isinstance(run, Sequence)
        return Branch(RUN, (), over=over, line=run.line), {run, *sure}
    for part in parts:
        ranks = _fixed_ranks(part)
        if ranks is None:
            continue
        if len(ranks) > size:
            return None, set()
        if len(ranks) == size:
            return Branch(LIST, (), over=over, ranks=ranks), {part, *sure}
        return Branch(BAG if over else SEARCH, (), over=over, ranks=ranks), sure
    return Branch(BAG if over else SEARCH, (), over=over), sure


def _too_long(branch: Branch, size: int, deck: Deck) -> bool:
    return branch.anchor == RUN and size > len(deck.lines[branch.line].ranks)


def is_subject(node: Node) -> bool:
    """Whether the node is the meld's cards themselves."""
    return isinstance(node, Name) and node.name == "cards"


def _is_word(node: Node, slot: int, word: str) -> bool:
    return (
        isinstance(node, Field)
        and node.field == word
        and isinstance(node.of, Local)
        and node.of.slot == slot
    )


def _is_same(node: Node, word: str) -> bool:
    return (
        isinstance(node, Each)
        and node.op == "same"
        and is_subject(node.collection)
        and _is_word(node.body, node.slot, word)
    )


def _fixed_ranks(node: Node) -> tuple[int, ...] | None:
    if not (isinstance(node, Compare) and node.op == "=="):
        return None
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if (
            isinstance(one, Each)
            and one.op == "set"
            and is_subject(one.collection)
            and _is_word(one.body, one.slot, "rank")
            and isinstance(other, SetOf)
        ):
            values = {constant(item) for item in other.items}
            if None not in values:
                return tuple(sorted(v for v in values if v is not None))
    return None


def is_hereditary(node: Node) -> bool:
    """Whether a false condition stays false however many cards are added."""
    if isinstance(node, Const):
        return True
    if isinstance(node, And | Or):
        return all(map(is_hereditary, node.items))
    if isinstance(node, Each):
        return node.op in ("all", "same", "distinct") and _own(node)
    if isinstance(node, Not):
        return isinstance(node.item, Each) and node.item.op == "any" and _own(node.item)
    if isinstance(node, Compare):
        low_left = node.op in ("<", "<=")
        low_right = node.op in (">", ">=")
        return (low_left and _grows(node.left) and constant(node.right) is not None) or (
            low_right and _grows(node.right) and constant(node.left) is not None
        )
    return False


def is_per_card(node: Node) -> bool:
    """Whether a hereditary condition is one on each card by itself."""
    if isinstance(node, And):
        return all(map(is_per_card, node.items))
    if isinstance(node, Not):
        return True  # none of the cards is ...
    return isinstance(node, Each) and node.op == "all"


def _grows(node: Node) -> bool:
    """Whether a number can only get larger when cards are added."""
    if isinstance(node, Each):
        return node.op in ("count", "variety") and _own(node)
    return (
        isinstance(node, Call)
        and node.name == "count"
        and len(node.arguments) == 1
        and _plain_cards(node.arguments[0])
    )


def _plain_cards(node: Node) -> bool:
    if isinstance(node, Filter):
        return _plain_cards(node.collection) and not _reads_cards(node.condition)
    return is_subject(node)


def _own(node: Each) -> bool:
    """Whether the body looks at one card only, not at all cards or their number."""
    return _plain_cards(node.collection) and not _reads_cards(node.body)


def _reads_cards(node: Node) -> bool:
    return any(isinstance(n, Name) for n in walk(node))


def gap_free(sizes: Iterable[int]) -> bool:
    """Whether sizes follow one another without a hole."""
    known = sorted(sizes)
    return not known or known[-1] - known[0] + 1 == len(known)


# --- words ----------------------------------------------------------------


def _text(node: Node) -> str:
    return node.place.text or f"the condition at {node.place.line}:{node.place.column}"


def _ordered(nodes: set[Node]) -> tuple[Node, ...]:
    return tuple(sorted(nodes, key=lambda n: (n.place.line, n.place.column, repr(n))))


def _sizes(sizes: Iterable[int]) -> str:
    known = sorted(sizes)
    if not known:
        return "no"
    if len(known) == 1:
        return str(known[0])
    if gap_free(known):
        return f"{known[0]} to {known[-1]}"
    return ", ".join(map(str, known))


def _anchor(branch: Branch) -> str:
    where = f" of one {branch.over}" if branch.over else ""
    if branch.anchor == GROUP:
        return "cards of one rank, looked for rank by rank"
    if branch.anchor == RUN:
        return f"neighbours on the line {branch.line}{where}, looked for window by window"
    if branch.anchor == LIST:
        return f"a fixed list of {len(branch.ranks)} ranks{where}"
    if branch.anchor == BAG:
        return f"any cards{where}, subset by subset"
    return "any cards, subset by subset"
