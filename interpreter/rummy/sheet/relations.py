"""Comparisons in words: ``the stock is empty``, ``at least 2 cards are wild``, ``it is round 9``."""

from __future__ import annotations

from abc import ABC

from rummy.lang.fold import constant
from rummy.lang.trees import (
    Call,
    Compare,
    Const,
    Each,
    Field,
    Filter,
    If,
    In,
    Local,
    Name,
    Node,
    Range,
    SetOf,
    walk,
)
from rummy.lang.types import (
    CARD,
    MELD,
    NUMBER,
    PLACED,
    PLAYER,
    TRUTH,
)
from rummy.sheet.names import Clause, NoWords, agree, listed
from rummy.sheet.predicates import Predicates

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


class Relations(Predicates, ABC):
    """Words for comparisons and for being one of several."""

    def compare(self, node: Compare) -> Clause:
        """A comparison."""
        left, op, right = node.left, node.op, node.right
        if left.type == NUMBER:
            if isinstance(left, Const) and not isinstance(right, Const):
                left, op, right = right, _TURNED[op], left
            return Clause(self.relation(left, op, right), self.relation(left, _CONTRARY[op], right))
        if op not in ("==", "!="):
            raise NoWords
        found = self.equal(left, right)
        return found if op == "==" else found.contrary

    def relation(self, left: Node, op: str, right: Node) -> str:
        """``the stock is empty``, ``at least 2 cards are wild``, ``it is round 9``."""
        limit = constant(right)
        if limit is not None:
            special = self.small_relation(left, op, limit)
            if special:
                return special
        told = self.side_of(left)
        many = told.startswith(("the points", "the least points")) or told.endswith("in this round")
        return f"{told} {'are' if many else 'is'} {_than(op, self.side_of(right))}"

    def side_of(self, node: Node) -> str:
        """A side of a comparison."""
        text = self.number(node)
        return f"({text})" if isinstance(node, If) else text

    def small_relation(self, left: Node, op: str, limit: int) -> str:
        """The usual words for a count, the round or the players; nothing if there are none."""
        amount = _amount(op, limit)
        match left:
            case Name(name="round"):
                return _round(op, limit)
            case Name(name="rounds_played"):
                return (
                    f"{amount} round{'s' if limit != 1 else ''} {'has' if limit == 1 else 'have'} been played"
                    if amount
                    else ""
                )
            case Name(name="players"):
                verb = "is" if limit == 1 else "are"
                return f"there {verb} {amount} player{'s' if limit != 1 else ''}" if amount else ""
            case Name(name="size"):
                return f"it has {amount} card{'s' if limit != 1 else ''}" if amount else ""
            case Call(name="count", arguments=(Name(name=name, of=of),)) if name in self.zones:
                place = self.zone(name, None if of is None else self.player(of))
                noun, thing = self.zone_noun(name)
                many = not thing or noun.endswith("s")
                verb = "are" if many else "is"
                if many and (op, limit) in (("==", 0), ("<=", 0), ("<", 1)):
                    return (
                        f"there are {'no' if of is None else 'none of'} {_without_the(place, of)}"
                    )
                if many and (op, limit) in ((">", 0), (">=", 1), ("!=", 0)):
                    return f"there are {'' if of is None else 'some of '}{_without_the(place, of)}"
                if (op, limit) in (("==", 0), ("<=", 0), ("<", 1)):
                    return f"{place} {verb} empty"
                if (op, limit) in ((">", 0), (">=", 1), ("!=", 0)):
                    return f"{place} {verb} not empty"
                if not amount:
                    return ""
                if many:
                    return f"there are {amount} of {place}"
                return f"{place} has {amount} card{'s' if limit != 1 else ''}"
            case Call(name="count", arguments=(Filter() as some,)):
                return self.counted(some.collection, some.slot, some.condition, op, limit)
            case Call(
                name="count",
                arguments=(
                    Name(name="melds" | "partners" | "everyone" | "others" | "taken") as what,
                ),
            ):
                if not amount:
                    return ""
                few = {
                    "melds": ("meld lies", "melds lie"),
                    "partners": ("partner is", "partners are"),
                    "everyone": ("player is", "players are"),
                    "others": ("other player is", "other players are"),
                    "taken": ("card was", "cards were"),
                }[what.name]
                end = {"melds": " on the table", "taken": " taken in this turn"}.get(
                    what.name, " in the game"
                )
                if op in (">", ">=") and limit + (op == ">") == 1:
                    return (
                        f"there is at least 1 {few[0].split()[0]}{end}"
                        if what.name != "taken"
                        else f"a card was{end}"
                    )
                return f"{amount} {few[limit != 1]}{end}"
            case Each(op="count"):
                return self.counted(left.collection, left.slot, left.body, op, limit)
            case Each(op="variety"):
                return f"there are {amount} different {self.of_all(left)}" if amount else ""
        return ""

    def counted(self, collection: Node, slot: int, condition: Node, op: str, limit: int) -> str:
        """``at least 2 of the cards in the hand are wild``."""
        noun = {CARD: "card", PLACED: "card", PLAYER: "player", MELD: "meld"}.get(
            collection.type.item or TRUTH
        )
        amount = _amount(op, limit)
        if noun is None or not amount:
            return ""
        if isinstance(collection, Name) and collection.name == "cards":
            few = f"{amount} card{'s' if limit != 1 else ''}"
        else:
            some = self.collection(collection)
            few = f"{amount} of {some}"
            if noun == "player" and some.startswith("all "):
                some = some.removeprefix("all ")
                few = f"{amount} {some.removesuffix('s') if limit == 1 else some}"
        if (op, limit) in (("==", 0), ("<=", 0), ("<", 1)):
            few = f"none of {self.collection(collection)}"
        try:
            yes, _ = self.about_item(condition, slot, noun)
        except NoWords:
            with self.item(slot, f"that {noun}"):
                return f"for {few} it holds that {self.clause(condition).yes}"
        return f"{few} {agree(yes, many=limit != 1 and amount != '1')}"

    def equal(self, left: Node, right: Node) -> Clause:
        """Two things are the same."""
        if left.type.item is not None:
            return self.same_set(left, right)
        if isinstance(left, Const) and not isinstance(right, Const):
            left, right = right, left
        if left.type == PLAYER:
            a, b = self.player(left), self.player(right)
            return Clause(f"{a} is {b}", f"{a} is not {b}")
        if isinstance(left, Field) and left.of.type in (CARD, PLACED, MELD):
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Field) and isinstance(one.of, Local):
                    yes, no = self.equal_field(one, other)
                    name = self.local(one.of)
                    return Clause(f"{name} {agree(yes, False)}", f"{name} {agree(no, False)}")
        if left.type == CARD and isinstance(left, Local):
            a, b = self.local(left), self.one_card(right)
            return Clause(f"{a} is {b}", f"{a} is not {b}")
        if left.type == TRUTH:
            a_, b_ = self.clause(left), self.clause(right)
            return Clause(
                f"either {a_.yes} and {b_.yes}, or {a_.no} and {b_.no}",
                f"either {a_.yes} and {b_.no}, or {a_.no} and {b_.yes}",
                "choice",
            )
        raise NoWords

    def same_set(self, left: Node, right: Node) -> Clause:
        """The ranks of a meld are exactly these."""
        if isinstance(left, Each) and left.op == "set" and isinstance(right, SetOf | Range):
            what = self.of_all(left)
            told = self.set_of(right)
            return Clause(f"its {what} are exactly {told}", f"its {what} are not exactly {told}")
        raise NoWords

    def within(self, node: In) -> Clause:
        """Something is one of several."""
        item, collection = node.item, node.collection
        if item.type == NUMBER and isinstance(collection, Range):
            low, high = constant(collection.low), constant(collection.high)
            if (
                low is not None
                and high is not None
                and isinstance(item, Name)
                and item.name == "round"
            ):
                return Clause(
                    f"it is one of the rounds {low} to {high}",
                    f"it is none of the rounds {low} to {high}",
                )
            told = f"{self.number(collection.low)} to {self.number(collection.high)}"
            what = self.number(item)
            return Clause(f"{what} is in {told}", f"{what} is not in {told}")
        if item.type == NUMBER and isinstance(collection, SetOf):
            told = listed(sorted({self.number(one) for one in collection.items}), "or")
            what = self.number(item)
            return Clause(f"{what} is {told}", f"{what} is not {told}")
        subject = next((p for p in walk(item) if isinstance(p, Local)), None)
        if subject is not None:
            yes, no = self.predicate(node, subject.slot)
            name = self.local(subject)
            return Clause(f"{name} {agree(yes, False)}", f"{name} {agree(no, False)}")
        if item.type == PLAYER:
            one, some = self.player(item), self.players(collection)
            return Clause(f"{one} is among {some}", f"{one} is not among {some}")
        raise NoWords


def _without_the(place: str, of: Node | None) -> str:
    return place.removeprefix("the ") if of is None else place


def _amount(op: str, limit: int) -> str:
    """``at least 2``; nothing where it takes other words."""
    if limit < 0:
        return ""
    match op:
        case "==":
            return f"exactly {limit}" if limit else "no"
        case "!=":
            return ""
        case ">":
            return f"more than {limit}"
        case ">=":
            return f"at least {limit}"
        case "<":
            return f"fewer than {limit}"
        case "<=":
            return f"at most {limit}"
    return ""


def _than(op: str, limit: str) -> str:
    return {
        "==": limit,
        "!=": f"not {limit}",
        ">": f"more than {limit}",
        ">=": f"at least {limit}",
        "<": f"less than {limit}",
        "<=": f"at most {limit}",
    }[op]


def _round(op: str, limit: int) -> str:
    """``it is round 9 or later``."""
    return {
        "==": f"it is round {limit}",
        "!=": f"it is not round {limit}",
        ">": f"it is round {limit + 1} or later",
        ">=": f"it is round {limit} or later",
        "<": f"it is round {limit - 1} or earlier",
        "<=": f"it is round {limit} or earlier",
    }[op]
