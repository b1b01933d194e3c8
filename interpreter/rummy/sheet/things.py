"""Numbers, cards and players of an expression in words, as what they are called.

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
    Arith,
    Call,
    Compare,
    Const,
    Each,
    Field,
    Filter,
    If,
    Local,
    Name,
    Negative,
    Node,
    Not,
    Range,
    SetOf,
    walk,
)
from rummy.lang.types import (
    CARD,
    COLOUR,
    KIND,
    MELD,
    NUMBER,
    PLACED,
    PLAY,
    PLAYER,
    RANK,
    SUIT,
    TRUTH,
    Type,
)
from rummy.sheet import marks
from rummy.sheet.names import SPOKEN_TO, Clause, Names, NoWords, agree, an, listed, spaced
from rummy.sheet.settled import DEFINED

MINUS = "–"
TIMES = "×"
_NOUNS = {CARD: "card", PLACED: "card", PLAYER: "player", MELD: "meld"}
_SIGNS = {"+": "+", "-": MINUS, "*": TIMES}
_TIGHT = {"+": 1, "-": 1, "*": 2, "//": 2, "%": 2}
_NUMBERS = {
    "round": "the number of the round",
    "rounds_played": "the number of rounds played",
    "players": "the number of players",
    "seats": "the number of players who began",
    "packs": "the number of packs",
}
_OWN_NUMBERS = {
    "total": "total",
    "earned": "points earned in this round",
    "last_points": "points of the last round",
    "turns": "finished turns in this round",
    "counted": "points of the last round",
}


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
        if isinstance(fact, Name) and fact.of is not None and _is(fact.of, slot):
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

    # --- numbers -------------------------------------------------------------------

    def number(self, node: Node, tight: int = 0) -> str:
        """A number; in brackets if it binds more loosely than ``tight``."""
        match node:
            case Const():
                return str(int(node.value)) if node.value >= 0 else f"{MINUS}{-int(node.value)}"
            case Name():
                return self.named_number(node)
            case Local() if node.type == NUMBER and node.slot in self.items:
                return self.items[node.slot]
            case Arith():
                return self.arith(node, tight)
            case Negative(item=item):
                return f"{MINUS}{self.number(item, 3)}"
            case If():
                text = self.choice(node, self.number)
                return f"({text})" if tight else text
            case Call() | Each():
                text = self.call(node) if isinstance(node, Call) else self.each_number(node)
                row = text.startswith(("the sum", "the least", "the greatest")) or " holds" in text
                return f"({text})" if tight and row else text
            case Field():
                return self.field_number(node)
        raise NoWords

    def choice(self, node: If, say: object) -> str:
        """``10 if there are 2 players; 7 if ...; otherwise 6``."""
        told: list[str] = []
        rest: Node = node
        while isinstance(rest, If):
            told.append(f"{say(rest.yes)} if {self.clause(rest.condition).yes}")  # type: ignore[operator]
            rest = rest.no
        return f"{'; '.join(told)}; otherwise {say(rest)}"  # type: ignore[operator]

    def named_number(self, node: Name) -> str:
        """A value of the game by its name."""
        name, of = node.name, node.of
        if name.startswith(DEFINED):
            return self.owned_term(name.removeprefix(DEFINED), of)
        if name == "size":
            return "the number of its cards"
        if name in _NUMBERS:
            return _NUMBERS[name]
        if name in _OWN_NUMBERS and of is not None:
            return self.whose(_OWN_NUMBERS[name], self.player(of))
        if name in self.variables:
            of_player = self.variables[name].of != "table"
            return self.owned_term(name, of if of_player else None)
        raise NoWords

    def owned_term(self, name: str, of: Node | None) -> str:
        """A term, and whose it is if that is not the player spoken to."""
        word = self.term(name)
        if of is None or (self.is_me(of) and self.me == SPOKEN_TO):
            return word
        return f"{word} of {self.thing(of)}"

    def thing(self, node: Node) -> str:
        """A player, card or meld."""
        if node.type == PLAYER:
            return self.player(node)
        return self.meld(node) if node.type == MELD else self.one_card(node)

    def arith(self, node: Arith, tight: int) -> str:
        """A sum, difference, product or quotient."""
        level = _TIGHT[node.op]
        if node.op == "//":
            text = f"{self.number(node.left, 2)} ÷ {self.number(node.right, 3)}, rounded down"
            return f"({text})" if tight else text
        if node.op == "%":
            left, right = self.number(node.left, 2), self.number(node.right, 3)
            text = f"the remainder of {left} ÷ {right}"
            return f"({text})" if tight else text
        left = self.number(node.left, level)
        right = self.number(node.right, level + (node.op != "+" or 0))
        text = f"{left} {_SIGNS[node.op]} {right}"
        return f"({text})" if tight > level else text

    def call(self, node: Call) -> str:
        """A function that gives a number."""
        match node:
            case Call(name="points", arguments=(cards,)):
                return self.points(cards)
            case Call(name="count", arguments=(items,)):
                return f"the number of {_bare(self.collection(items))}"
            case Call(name="doubled", arguments=(number, times)):
                many = constant(times)
                how = f"{self.number(times, 3)} times" if many != 1 else "once"
                return f"{self.number(number, 3)} doubled {how}"
            case Call(name="abs", arguments=(number,)):
                return f"{self.number(number, 3)} without its sign"
            case Call(name="min", arguments=arguments):
                return f"the least of {listed([self.number(a, 1) for a in arguments])}"
            case Call(name="max", arguments=arguments):
                return f"the greatest of {listed([self.number(a, 1) for a in arguments])}"
            case Call(name="deadwood", arguments=(cards, *more)):
                text = f"the least points that {self.cards(cards)} leave outside melds"
                if more and isinstance(more[0], Const):
                    words = more[0].type.words
                    name = words[int(more[0].value)] if words else ""
                    text += f" (the melds of {marks.term(spaced(name))} must be among them, else all cards count)"
                return text
        raise NoWords

    def points(self, cards: Node) -> str:
        """The points of cards: ``the points in the player's hand``."""
        match cards:
            case Name(name=name, of=of) if name in self.zones:
                noun, thing = self.zone_noun(name)
                owner = None if of is None else self.player(of)
                if thing and not noun.endswith("s"):
                    return f"the points in {self.zone(name, owner)}"
        return f"the points of {self.cards(cards)}"

    def each_number(self, node: Each) -> str:
        """A sum, the least, the greatest, or for how many items something holds."""
        noun = _NOUNS.get(node.collection.type.item or TRUTH, "")
        if node.op == "count":
            which = self.relative(node.body, node.slot, noun or "item")
            return f"the number of {_bare(self.collection(node.collection))} {which}"
        if node.op == "variety":
            return f"the number of different {self.of_all(node)}"
        if node.op in ("sum", "min", "max"):
            word = {"sum": "the sum of", "min": "the least of", "max": "the greatest of"}[node.op]
            text = self.over(node)
            if (
                node.op == "sum"
                and text.startswith("the points of ")
                and " for each of " not in text
            ):
                return text
            return f"{word} {text}"
        raise NoWords

    def over(self, node: Each) -> str:
        """A number for each item: ``the points in the hand of each other player``."""
        collection = node.collection
        if isinstance(collection, Range):
            low, high = self.number(collection.low), self.number(collection.high)
            with self.item(node.slot, marks.code("n")):
                body = self.number(node.body, 1)
            return f"{body} for {marks.code('n')} from {low} to {high}"
        item = collection.type.item
        inner = any(
            isinstance(part, Each | Filter) and part.collection.type.item == item
            for part in walk(node.body)
        )
        if item == PLAYER and _times(node.body, node.slot) == 1 and not inner:
            try:
                with self.item(node.slot, self.each_player(collection)):
                    return self.number(node.body, 2)
            except NoWords:  # a filter, or another such sum inside it
                pass
        noun = _NOUNS.get(item or TRUTH)
        if noun is None:
            raise NoWords
        if item in (CARD, PLACED) and isinstance(node.body, Field) and node.body.field == "points":
            own = isinstance(node.body.of, Field) and node.body.of.field == "face"
            if own or _is(node.body.of, node.slot):
                as_what = "by its own value" if own else "as the card that it stands for"
                more = f" (a wild card {as_what})" if item == PLACED else ""
                return f"the points of {self.cards(collection)}{more}"
        where = self.collection(collection)
        with self.item(node.slot, f"that {noun}"):
            body = self.number(node.body, 2)
        each = (
            where.removeprefix("all ").removesuffix("s")
            if where.startswith("all ")
            else f"of {where}"
        )
        return f"{body}, one for each {each}"

    def of_all(self, node: Each) -> str:
        """What items are compared by: ``ranks``, ``suits``."""
        body = node.body
        if isinstance(body, Field) and isinstance(body.of, Local) and body.of.slot == node.slot:
            return (
                {"rank": "ranks", "suit": "suits", "colour": "colours", "face": "cards"}[body.field]
                if (body.field in ("rank", "suit", "colour", "face"))
                else self._no()
            )
        raise NoWords

    def _no(self) -> str:
        raise NoWords

    def field_number(self, node: Field) -> str:
        """A number that a card, meld or further play has."""
        of = node.of
        if of.type == PLAY:
            return self.play_number(node)
        if node.field == "size":
            return f"the number of cards in {self.meld(of)}"
        if node.field == "points":
            return f"the points of {self.one_card(of)}"
        if node.field == "pips":
            return f"the number printed on {self.one_card(of)}"
        raise NoWords

    def play_number(self, node: Field) -> str:
        """What comes of the further play of some cards."""
        play = node.of
        if isinstance(play, Name) and play.name.startswith(DEFINED):
            word = self.owned_term(play.name.removeprefix(DEFINED), play.of)
            return {
                "points": f"the points of {word}",
                "used": f"the number of cards that {word} uses",
                "left": f"the number of cards that {word} leaves",
            }[node.field]
        if isinstance(play, If):
            return self.choice(
                If(
                    NUMBER,
                    node.place,
                    play.condition,
                    self._of_play(node, play.yes),
                    self._of_play(node, play.no),
                ),
                self.number,
            )
        how = self.play(play)
        return {
            "points": f"the points of {how}",
            "used": f"the number of cards used by {how}",
            "left": f"the number of cards left by {how}",
        }[node.field]

    def play(self, play: Node) -> str:
        """The further play of some cards that counts."""
        if isinstance(play, If):
            return self.choice(play, self.play)
        if not isinstance(play, Call):
            raise NoWords
        cards = self.cards(play.arguments[0])
        if play.name == "most_points":
            return (
                f"the richest further play of {cards} (new melds and cards added, without drawing)"
            )
        if play.name == "least_cost":
            each = self.number(play.arguments[1])
            return (
                f"the further play of {cards} (new melds and cards added until nothing more goes, "
                f"without drawing) in which its points and {each} for each card left are least"
            )
        raise NoWords

    def _of_play(self, node: Field, play: Node) -> Node:
        return Field(node.type, node.place, play, node.field)

    # --- values --------------------------------------------------------------------

    def value(self, node: Node) -> str:
        """A rank, suit, colour, kind or word that something is compared with."""
        kind: Type = node.type
        if isinstance(node, Const):
            number = int(node.value)
            if kind == RANK:
                return an(self.rank(number))
            if kind == SUIT:
                return marks.clean(self.deck.suits[number].name)
            if kind == COLOUR:
                return marks.clean(self.deck.colours[number])
            if kind == KIND:
                return an(self.kind(number))
            if kind.words:
                return marks.clean(spaced(kind.words[number]))
        raise NoWords


def _bare(text: str) -> str:
    """The phrase without `the` in front, for behind `the number of`."""
    text = text.removeprefix("all ")
    return (
        text.removeprefix("the ")
        if text.startswith(("the cards", "the melds", "the players"))
        else text
    )


def _times(node: Node, slot: int) -> int:
    return sum(1 for part in walk(node) if isinstance(part, Local) and part.slot == slot)


def _is(node: Node, slot: int) -> bool:
    return isinstance(node, Local) and node.slot == slot


def one_of(item: Type | None) -> str:
    """What one item of a collection is called."""
    noun = _NOUNS.get(item or TRUTH)
    if noun is None:
        raise NoWords
    return noun
