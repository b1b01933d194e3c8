"""What is said of one card, meld or player: ``is wild``, ``belongs to the player``.

A predicate is a pair, what is said and its contrary. ``[is/are]`` are the words for one
thing and for several.
"""

from __future__ import annotations

from abc import ABC

from rummy.lang.fold import constant
from rummy.lang.trees import (
    And,
    Call,
    Compare,
    Const,
    Each,
    Field,
    In,
    Local,
    Name,
    Node,
    Not,
    Or,
    Range,
    SetOf,
    walk,
)
from rummy.lang.types import CARD, COLOUR, KIND, NUMBER, PLACED, PLAYER, RANK, SUIT
from rummy.sheet import marks
from rummy.sheet.names import NoWords, an, listed
from rummy.sheet.numbers import Numbers

Said = tuple[str, str]

_CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


class Predicates(Numbers, ABC):
    """Words for conditions on one thing."""

    def predicate(self, node: Node, slot: int) -> Said:
        """What is said of the item of a slot, and the contrary; raises ``NoWords``."""
        match node:
            case Not(item=item):
                yes, no = self.predicate(item, slot)
                return no, yes
            case And(items=items) | Or(items=items):
                said = [self.predicate(item, slot) for item in items]
                if any(isinstance(item, And | Or) for item in items):
                    raise NoWords
                word, other = ("and", "or") if isinstance(node, And) else ("or", "and")
                return listed([s[0] for s in said], word), listed([s[1] for s in said], other)
            case Field(of=Local(slot=of)) if of == slot:
                return self.own_field(node)
            case Compare():
                return self.compared(node, slot)
            case In(item=Local(slot=of), collection=collection) if of == slot:
                return self.among(node, collection)
            case In(item=Field(of=Local(slot=of)) as item, collection=collection) if of == slot:
                return self.field_within(item, collection)
            case Call(name="fits", arguments=(Local(slot=of),)) if of == slot:
                return "[fits/fit] on a meld on the table", "[fits/fit] on no meld on the table"
        raise NoWords

    def own_field(self, node: Field) -> Said:
        """A truth value that the item has."""
        placed = node.of.type == PLACED
        wild = ("[stands/stand] for another card", "[is/are] in [its/their] own place")
        if not placed:
            wild = ("[is/are] wild", "[is/are] not wild")
        if node.field == "wild":
            return wild
        if node.field == "natural":
            return wild[1], wild[0]
        if node.field == "joker":
            return "[is a joker/are jokers]", "[is no joker/are no jokers]"
        raise NoWords

    def among(self, node: In, collection: Node) -> Said:
        """The item is one of several things."""
        if node.item.type == PLAYER:
            some = self.players(collection)
        elif node.item.type in (CARD, PLACED):
            if isinstance(collection, SetOf):
                told = self.set_of(collection)
                return f"[is/are] {told}", f"[is/are] not {told}"
            some = self.cards(collection)
            if isinstance(collection, Call) and collection.name in ("top", "first", "last"):
                return f"[is/are] the same as {some}", f"[is/are] not the same as {some}"
        else:
            raise NoWords
        return f"[is/are] among {some}", f"[is/are] not among {some}"

    def compared(self, node: Compare, slot: int) -> Said:
        """The item, or something that it has, is compared."""
        left, op, right = node.left, node.op, node.right
        if not _has(left, slot) and _has(right, slot):
            left, right = right, left
            op = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
        if _has(right, slot):
            raise NoWords
        if isinstance(left, Local) and left.slot == slot and op in ("==", "!="):
            other = self.player(right) if left.type == PLAYER else self.one_card(right)
            said = (f"[is/are] {other}", f"[is/are] not {other}")
            return said if op == "==" else (said[1], said[0])
        if not (isinstance(left, Field) and isinstance(left.of, Local) and left.of.slot == slot):
            raise NoWords
        if left.type == NUMBER:
            return self.compared_number(left, op, right)
        if op not in ("==", "!="):
            raise NoWords
        said = self.equal_field(left, right)
        return said if op == "==" else (said[1], said[0])

    def compared_number(self, left: Field, op: str, right: Node) -> Said:
        """``has at least 7 cards``, ``counts 5 points``."""
        limit = self.number(right, 1)
        verb, noun = {
            "size": ("[has/have]", "cards"),
            "points": ("[counts/count]", "points"),
        }.get(left.field, ("", ""))
        if left.field == "pips":
            told = "the number {} printed on [it/them]"
            return (
                f"[has/have] {told.format(self._amount(op, limit, loose=True))}",
                f"[has/have] {told.format(self._amount(_CONTRARY[op], limit, loose=True))}",
            )
        if not verb:
            raise NoWords
        if constant(right) == 1:
            noun = noun[:-1]
        yes, no = self._amount(op, limit), self._amount(_CONTRARY[op], limit)
        return f"{verb} {yes} {noun}", f"{verb} {no} {noun}"

    def _amount(self, op: str, limit: str, loose: bool = False) -> str:
        return {
            "==": limit if loose else f"exactly {limit}",
            "!=": f"other than {limit}" if loose else f"not {limit}",
            "<": f"less than {limit}" if loose else f"fewer than {limit}",
            "<=": f"at most {limit}",
            ">": f"more than {limit}",
            ">=": f"at least {limit}",
        }[op]

    def equal_field(self, left: Field, right: Node) -> Said:
        """Something that the item has is this."""
        kind = left.type
        if left.field in ("owner", "laid_by"):
            who = self.player(right)
            if left.field == "laid_by":
                return f"[was/were] laid by {who}", f"[was/were] not laid by {who}"
            return f"[belongs/belong] to {who}", f"[does/do] not belong to {who}"
        if isinstance(right, Const):
            number = int(right.value)
            if kind == RANK:
                one, many = an(self.rank(number)), self.rank(number, many=True)
                return f"[is {one}/are {many}]", f"[is not {one}/are not {many}]"
            if kind == KIND:
                one, many = an(self.kind(number)), self.kind(number, many=True)
                return f"[is {one}/are {many}]", f"[is not {one}/are not {many}]"
            if kind == SUIT:
                suit = marks.clean(self.deck.suits[number].name)
                return f"[is/are] of the suit {suit}", f"[is/are] not of the suit {suit}"
            if kind == COLOUR:
                colour = marks.clean(self.deck.colours[number])
                return f"[is/are] {colour}", f"[is/are] not {colour}"
            if kind in (CARD, PLACED):
                card = self.one_card(right)
                return f"[is/are] {card}", f"[is/are] not {card}"
            raise NoWords
        if isinstance(right, Field) and right.field == left.field:
            word = {"rank": "rank", "suit": "suit", "colour": "colour"}.get(left.field)
            if left.field == "face":
                card = self.one_card(right.of)
                return f"[looks/look] like {card}", f"[does/do] not look like {card}"
            if word is not None:
                of = (
                    self.meld(right.of)
                    if right.of.type not in (CARD, PLACED)
                    else self.one_card(right.of)
                )
                return f"[has/have] the {word} of {of}", f"[has/have] not the {word} of {of}"
        raise NoWords

    def field_within(self, item: Field, collection: Node) -> Said:
        """Something that the item has is one of several."""
        if item.field == "owner":
            if (
                isinstance(collection, Name)
                and collection.name == "us"
                and collection.of is not None
            ):
                side = self.side(collection.of)
                return f"[belongs/belong] to {side}", f"[does/do] not belong to {side}"
            some = self.players(collection)
            return f"[belongs/belong] to one of {some}", f"[belongs/belong] to none of {some}"
        if (
            isinstance(collection, Each)
            and collection.op == "set"
            and collection.type.item == item.type
        ):
            word = {RANK: "rank", SUIT: "suit", COLOUR: "colour"}.get(item.type)
            if word is None or not (
                isinstance(collection.collection, Name) and collection.collection.name == "cards"
            ):
                raise NoWords
            return f"[has/have] a {word} of the new meld", f"[has/have] no {word} of the new meld"
        if item.type in (RANK, SUIT, COLOUR, KIND, CARD):
            told = self.set_of(collection)
            word = {RANK: "rank", SUIT: "suit", COLOUR: "colour", KIND: "kind", CARD: "face"}[
                item.type
            ]
            if (isinstance(collection, SetOf) and len(collection.items) == 1) or word == "face":
                return f"[has/have] the {word} {told}", f"[has/have] not the {word} {told}"
            return f"[has/have] one of the {word}s {told}", f"[has/have] none of the {word}s {told}"
        raise NoWords

    def set_of(self, node: Node) -> str:
        """Ranks, suits or other values one by one."""
        item = node.type.item
        if isinstance(node, Range):
            low, high = constant(node.low), constant(node.high)
            if low is None or high is None or item != RANK:
                raise NoWords
            return self.ranks(range(low, high + 1)) if low <= high else "of an empty list"
        if not isinstance(node, SetOf):
            raise NoWords
        values = [constant(one) for one in node.items]
        known = [value for value in values if value is not None]
        if len(known) < len(values) or not known:
            raise NoWords
        if item == RANK:
            return self.ranks(known)
        if item == SUIT:
            return listed([marks.clean(self.deck.suits[n].name) for n in known])
        if item == COLOUR:
            return listed([marks.clean(self.deck.colours[n]) for n in known])
        if item == KIND:
            return listed([self.kind(n) for n in known])
        if item == CARD:
            return listed([self.card([n]) for n in known], "or")
        raise NoWords


def _has(node: Node, slot: int) -> bool:
    return any(isinstance(part, Local) and part.slot == slot for part in walk(node))
