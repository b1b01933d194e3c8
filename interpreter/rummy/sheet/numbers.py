"""Numbers of an expression in words: sums, counts, points, and what hangs on a condition."""

from __future__ import annotations

from abc import ABC

from rummy.lang.fold import constant
from rummy.lang.trees import (
    Arith,
    Call,
    Const,
    Each,
    Field,
    Filter,
    If,
    Local,
    Name,
    Negative,
    Node,
    Range,
    walk,
)
from rummy.lang.types import (
    CARD,
    MELD,
    NUMBER,
    PLACED,
    PLAY,
    PLAYER,
    TRUTH,
)
from rummy.sheet import marks
from rummy.sheet.names import SPOKEN_TO, NoWords, listed, spaced
from rummy.sheet.settled import DEFINED
from rummy.sheet.things import NOUNS, Things, is_item

MINUS = "–"
TIMES = "×"
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


class Numbers(Things, ABC):
    """Words for numbers."""

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
                return f"the number of {without_the(self.collection(items))}"
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
        noun = NOUNS.get(node.collection.type.item or TRUTH, "")
        if node.op == "count":
            which = self.relative(node.body, node.slot, noun or "item")
            return f"the number of {without_the(self.collection(node.collection))} {which}"
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
        noun = NOUNS.get(item or TRUTH)
        if noun is None:
            raise NoWords
        if item in (CARD, PLACED) and isinstance(node.body, Field) and node.body.field == "points":
            own = isinstance(node.body.of, Field) and node.body.of.field == "face"
            if own or is_item(node.body.of, node.slot):
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
            known = {"rank": "ranks", "suit": "suits", "colour": "colours", "face": "cards"}
            if body.field in known:
                return known[body.field]
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


def without_the(text: str) -> str:
    """The phrase without `the` in front, for behind `the number of`."""
    text = text.removeprefix("all ")
    return (
        text.removeprefix("the ")
        if text.startswith(("the cards", "the melds", "the players"))
        else text
    )


def _times(node: Node, slot: int) -> int:
    return sum(1 for part in walk(node) if isinstance(part, Local) and part.slot == slot)
