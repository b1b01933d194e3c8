"""Cards, melds and players of an expression in words, as what they are called.

Where there are no good words ``NoWords`` is raised, and the expression is shown as
it is written: a sheet may be dry but never wrong.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rummy.lang.fold import constant
from rummy.lang.trees import (
    CARD_SLOT,
    MELD_SLOT,
    Call,
    Compare,
    Const,
    Field,
    Filter,
    If,
    Local,
    Name,
    Node,
    Not,
    SetOf,
)
from rummy.lang.types import (
    CARD,
    MELD,
    PLACED,
    PLAYER,
    TRUTH,
    Type,
)
from rummy.sheet.names import Clause, Names, NoWords, agree, an, listed

NOUNS = {CARD: "card", PLACED: "card", PLAYER: "player", MELD: "meld"}


class Things(Names, ABC):
    """Words for everything that is not a condition."""

    @abstractmethod
    def clause(self, node: Node) -> Clause:
        """A condition as a clause."""

    @abstractmethod
    def predicate(self, node: Node, slot: int) -> tuple[str, str]:
        """A condition on an item as what it is or does, and the contrary."""

    @contextmanager
    def item(self, slot: int, phrase: str) -> Iterator[None]:
        """While the item of this slot is called so."""
        if phrase in self.items.values() or slot in self.items:
            raise NoWords  # two things of one name would be confused
        self.items[slot] = phrase
        try:
            yield
        finally:
            del self.items[slot]

    # --- players ----------------------------------------------------------------

    def player(self, node: Node) -> str:
        """A player: ``the player``, ``the dealer``, ``the player's left neighbour``."""
        match node:
            case Name(name=name, of=of):
                if name in ("left", "right"):
                    owner = self.me if of is None else self.player(of)
                    return f"the {name} neighbour of {owner}"
                known = {
                    "me": self.me,
                    "in_turn": "the player in turn",
                    "dealer": "the dealer",
                    "starter": "the player who begins",
                    "whom": "the player named",
                }.get(name)
                if known is None:
                    raise NoWords
                return known
            case Local():
                return self.local(node)
            case Const():
                return f"seat {int(node.value) + 1}"
            case Call(name="seat", arguments=(number,)):
                known_seat = constant(number)
                if known_seat is None:
                    raise NoWords
                return f"the player in seat {known_seat}"
            case Field(field="owner", of=of):
                return f"the owner of {self.meld(of)}"
            case Field(field="laid_by", of=of):
                return f"the player who laid {self.one_card(of)}"
            case If():
                return self.choice(node, self.player)
        raise NoWords

    def players(self, node: Node) -> str:
        """Several players."""
        match node:
            case Name(name="everyone"):
                return "all players"
            case Name(name="others"):
                return "all other players"
            case Name(name="us", of=of) if of is not None:
                return f"the players of {self.side(of)}"
            case Name(name="partners", of=of) if of is not None:
                return f"the partners of {self.player(of)}"
            case Name(name="opponents", of=of) if of is not None:
                return f"the opponents of {self.player(of)}"
            case Filter(slot=slot, collection=collection, condition=condition):
                return self.filtered(slot, self.players(collection), "player", condition)
            case SetOf(items=items):
                return listed([self.player(item) for item in items])
        raise NoWords

    def side(self, of: Node) -> str:
        """The side of a player."""
        return self.whose("side", self.player(of))

    def each_player(self, node: Node) -> str:
        """A word for every one of some players: ``each other player``."""
        match node:
            case Name(name="everyone"):
                return "each player"
            case Name(name="others"):
                return "each other player"
            case Name(name="us", of=of) if of is not None:
                return f"each player of {self.side(of)}"
            case Name(name="partners"):
                return "each partner"
            case Name(name="opponents"):
                return "each opponent"
            case Filter(slot=slot, collection=collection, condition=condition):
                which = self.relative(condition, slot, "player", many=False)
                return f"{self.each_player(collection)} {which}"
        raise NoWords

    def local(self, node: Local) -> str:
        """What an item is called here."""
        if node.slot in self.items:
            return self.items[node.slot]
        if node.slot == CARD_SLOT:
            return "the card"
        if node.slot == MELD_SLOT:
            return "the meld"
        raise NoWords

    # --- cards and melds ----------------------------------------------------------

    def one_card(self, node: Node) -> str:
        """A card."""
        match node:
            case Local():
                return self.local(node)
            case Const():
                face = int(node.value)
                many = face >= self.deck.joker or self.deck.copies[face] > 1
                card = self.card([face])
                return an(card) if many else f"the {card}"
            case Field(field="face", of=of):
                return self.one_card(of)
            case Field(field="wild_face"):
                return "the wild card"
        raise NoWords

    def meld(self, node: Node) -> str:
        """A meld."""
        match node:
            case Local():
                return self.local(node)
            case Name(name="onto"):
                return "the meld that the card was added to"
        raise NoWords

    def collection(self, node: Node) -> str:
        """Several cards, melds or players, with `the`."""
        item = node.type.item
        if item == PLAYER:
            return self.players(node)
        if item == MELD:
            return self.melds(node)
        if item in (CARD, PLACED):
            return self.cards(node)
        raise NoWords

    def melds(self, node: Node) -> str:
        """Several melds."""
        match node:
            case Name(name="melds"):
                return "the melds on the table"
            case Name(name="laid"):
                return "the melds of the opening"
            case Filter(slot=slot, collection=collection, condition=condition):
                return self.filtered(slot, self.melds(collection), "meld", condition)
        raise NoWords

    def cards(self, node: Node) -> str:
        """Several cards."""
        match node:
            case Name(name="cards"):
                return "the cards of the meld"
            case Name(name="taken"):
                return "the cards taken in this turn"
            case Name(name=name, of=of):
                return self.cards_in(name, None if of is None else self.player(of))
            case Filter(slot=slot, collection=collection, condition=condition):
                return self.filtered(slot, self.cards(collection), "card", condition)
            case Call(name="top" | "last", arguments=(Name(name=name, of=of),)) if name != "taken":
                return f"the top card of {self.zone(name, None if of is None else self.player(of))}"
            case Call(name="first", arguments=(Name(name=name, of=of),)) if name != "taken":
                where = self.zone(name, None if of is None else self.player(of))
                return f"the lowest card of {where}"
            case Call(name="first", arguments=(Name(name="taken"),)):
                return "the card taken first in this turn"
            case Call(name="last", arguments=(Name(name="taken"),)):
                return "the card taken last in this turn"
            case Field(field="cards", of=of):
                return f"the cards of {self.meld(of)}"
        raise NoWords

    def filtered(self, slot: int, base: str, noun: str, condition: Node) -> str:
        """``the cards in the hand that are wild``."""
        if (
            isinstance(condition, Compare)
            and condition.op == "!="
            and isinstance(condition.left, Local)
        ):
            other = (
                self.player(condition.right) if noun == "player" else self.one_card(condition.right)
            )
            return f"{base} other than {other}"
        return f"{base} {self.relative(condition, slot, noun)}"

    def relative(self, condition: Node, slot: int, noun: str, many: bool = True) -> str:
        """What is said of several items: ``that are wild``, ``for whom ... holds``."""
        try:
            yes, _ = self.about_item(condition, slot, noun)
            return f"that {agree(yes, many)}"
        except NoWords:
            pass
        who = "whom" if noun == "player" else "which"
        fact = condition.item if isinstance(condition, Not) else condition
        if isinstance(fact, Name) and fact.of is not None and is_item(fact.of, slot):
            told = self.clause(replace(fact, of=Name(PLAYER, fact.place, "me")))
            said = told.yes if fact is condition else told.no
            if said.endswith((" holds", " does not hold")):
                return f"for {who} {said}"
        with self.item(slot, f"that {noun}"):
            return f"for {who} it holds that {self.clause(condition).yes}"

    def about_item(self, condition: Node, slot: int, noun: str) -> tuple[str, str]:
        """What is said of items behind `that`; raises ``NoWords`` if only a clause would do."""
        hidden = f"\0{slot}"  # a predicate does not name what it speaks of
        with self.item(slot, hidden):
            said = self.predicate(condition, slot)
        if hidden in "".join(said):
            raise NoWords
        return said

    def choice(self, node: If, say: object) -> str:
        """``10 if there are 2 players; 7 if ...; otherwise 6``."""
        told: list[str] = []
        rest: Node = node
        while isinstance(rest, If):
            told.append(f"{say(rest.yes)} if {self.clause(rest.condition).yes}")  # type: ignore[operator]
            rest = rest.no
        return f"{'; '.join(told)}; otherwise {say(rest)}"  # type: ignore[operator]


def is_item(node: Node, slot: int) -> bool:
    return isinstance(node, Local) and node.slot == slot


def one_of(item: Type | None) -> str:
    """What one item of a collection is called."""
    noun = NOUNS.get(item or TRUTH)
    if noun is None:
        raise NoWords
    return noun
