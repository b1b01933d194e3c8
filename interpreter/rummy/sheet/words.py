"""Conditions of an expression in words, as clauses that can follow `if`.

Each condition gives its contrary too, so that `not` never has to be put in front of
a whole sentence. What has no good words is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

from rummy.lang.fold import constant
from rummy.lang.show import show
from rummy.lang.trees import (
    And,
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
    Not,
    Or,
    Range,
    Sequence,
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
from rummy.sheet import marks
from rummy.sheet.names import SPOKEN_TO, Clause, NoWords, about_clause, agree, listed
from rummy.sheet.predicates import Predicates
from rummy.sheet.settled import DEFINED
from rummy.sheet.things import one_of
from rummy.spec.model import Expr

MOST_PARTS = 80
"""Of an expression with more pieces words would be no help."""
MOST_LETTERS = 900
"""What is longer than this in words is shown as it is written."""
MOST_CODE = 400
"""So much of an expression is shown as it is written."""

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


class Words(Predicates):
    """All that a spec says, in words."""

    # --- from outside: these never raise ---------------------------------------------

    def condition(self, expr: Expr | Node) -> str:
        """A condition as a clause behind `if`."""
        return self.clause_of(expr).yes

    def clause_of(self, expr: Expr | Node) -> Clause:
        """A condition as a clause with its contrary; in the language where there are no words."""
        tree = self.settled.tree(expr)
        try:
            if _large(tree):
                raise NoWords
            found = self.clause(tree)
            if max(len(found.yes), len(found.no)) <= MOST_LETTERS:
                return found
        except NoWords:
            pass
        text = self.written(tree)
        return Clause(f"{text} is true", f"{text} is not true", denied=True)

    def amount(self, expr: Expr | Node) -> str:
        """A number in words."""
        return self._said(expr, self.number)

    def who(self, expr: Expr | Node) -> str:
        """A player in words."""
        return self._said(expr, self.player)

    def group(self, expr: Expr | Node) -> str:
        """Several players in words."""
        return self._said(expr, self.players)

    def further_play(self, expr: Expr | Node) -> str:
        """A further play in words."""
        return self._said(expr, self.play)

    def every(self, expr: Expr | Node) -> str:
        """Each of several players in words."""
        tree = self.settled.tree(expr)
        try:
            return self.each_player(tree)
        except NoWords:
            return f"each of {self.group(expr)}"

    def written(self, tree: Node) -> str:
        """An expression as it is written, with the options filled in."""
        text = show(_uses(tree), self.settled.vocabulary)
        for part in walk(tree):
            if isinstance(part, Name) and part.name.startswith(DEFINED):
                self.used.setdefault(part.name.removeprefix(DEFINED), None)
            elif isinstance(part, Name) and part.name in self.variables:
                self.used.setdefault(part.name, None)
        if len(text) > MOST_CODE:
            text = f"{text[:MOST_CODE].rsplit(' ', 1)[0]} ..."
        return marks.code(text)

    def _said(self, expr: Expr | Node, say: Callable[[Node], str]) -> str:
        tree = self.settled.tree(expr)
        try:
            if not _large(tree):
                text = say(tree)
                if len(text) <= MOST_LETTERS:
                    return text
        except NoWords:
            pass
        return self.written(tree)

    # --- conditions --------------------------------------------------------------------

    def clause(self, node: Node) -> Clause:
        """A condition as a clause; raises ``NoWords``."""
        match node:
            case Const():
                yes, no = "it is always so", "it is never so"
                return Clause(yes, no) if node.value else Clause(no, yes)
            case Not(item=item):
                return self.clause(item).contrary
            case And(items=items):
                return _joined("and", [self.clause(item) for item in items])
            case Or(items=items):
                return _joined("or", [self.clause(item) for item in items])
            case If(condition=condition, yes=yes, no=no):
                when, then, other = self.clause(condition), self.clause(yes), self.clause(no)
                return Clause(
                    f"{then.yes} (if {when.yes}) or {other.yes} (if {when.no})",
                    f"{then.no} (if {when.yes}) or {other.no} (if {when.no})",
                    "choice",
                    (when, then, other),
                )
            case Name():
                return self.fact(node)
            case Compare():
                return self.compare(node)
            case In():
                return self.within(node)
            case Each():
                return self.over_items(node)
            case Sequence():
                return self.sequence(node)
            case Call(name="fits", arguments=(card,)):
                one = self.one_card(card)
                return Clause(
                    f"{one} fits on a meld on the table", f"{one} fits on no meld on the table"
                )
            case Call(name="touching", arguments=(melds,)):
                some = self.melds(melds)
                return Clause(
                    f"two of {some} are runs that together form one unbroken run",
                    f"no two of {some} are runs that together form one unbroken run",
                )
            case Field(of=of) if of.type in (CARD, PLACED, MELD):
                return self.of_one(node)
        raise NoWords

    def of_one(self, node: Node) -> Clause:
        """What is said of one card or meld that a word stands for."""
        subject = next((p for p in walk(node) if isinstance(p, Local)), None)
        if subject is None:
            raise NoWords
        yes, no = self.predicate(node, subject.slot)
        name = self.local(subject)
        return Clause(f"{name} {agree(yes, False)}", f"{name} {agree(no, False)}")

    def fact(self, node: Name) -> Clause:
        """A flag or a definition that holds or not."""
        name, of = node.name, node.of
        if name == "round_over":
            return Clause("the round is over", "the round is not over")
        if name.startswith(DEFINED):
            return self.owned_fact(name.removeprefix(DEFINED), of)
        variable = self.variables.get(name)
        if variable is None:
            raise NoWords
        owner = None if variable.of == "table" or of is None else of
        said = about_clause(variable.about)
        mine = owner is None or (self.is_me(owner) and self.me == SPOKEN_TO)
        if said is not None and not mine:  # of somebody else it is said by name, if it can be
            speaks = said.startswith("the player ") and owner is not None
            said = f"{self.player(owner)} {said[11:]}" if owner is not None and speaks else None
        if said is None:
            return self.owned_fact(name, owner)
        self.used.setdefault(name, None)
        # the contrary is said by the term: `it is not so that A and B` could be taken wrongly
        return Clause(said, self.owned_fact(name, owner).no, denied=True)

    def owned_fact(self, name: str, of: Node | None) -> Clause:
        """A term that holds or not, and for whom if not for the player spoken to."""
        word = self.term(name)
        mine = of is None or (self.is_me(of) and self.me == SPOKEN_TO)
        whose = "" if of is None or mine else f" for {self.thing(of)}"
        return Clause(f"{word} holds{whose}", f"{word} does not hold{whose}", denied=True)

    # --- comparisons ---------------------------------------------------------------------

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

    # --- items ------------------------------------------------------------------------------

    def over_items(self, node: Each) -> Clause:
        """What is said of all, any or no two of several items."""
        of_meld = isinstance(node.collection, Name) and node.collection.name == "cards"
        if node.op in ("same", "distinct"):
            what = {"ranks": "rank", "suits": "suit", "colours": "colour", "cards": "face"}[
                self.of_all(node)
            ]
            whole = "" if of_meld else f" of {self.collection(node.collection)}"
            if node.op == "same":
                return Clause(
                    f"all cards{whole} are of one {what}"
                    if of_meld
                    else f"all{whole} are of one {what}",
                    f"the cards{whole} are of more than one {what}"
                    if of_meld
                    else f"{whole.strip().removeprefix('of ')} are of more than one {what}",
                )
            two = "no two cards" if of_meld else f"no two{whole}"
            some = "two cards" if of_meld else f"two{whole}"
            return Clause(f"{two} are of the same {what}", f"{some} are of the same {what}")
        if node.op not in ("all", "any"):
            raise NoWords
        noun = one_of(node.collection.type.item)
        every = node.op == "all"
        try:
            yes, no = self.about_item(node.body, node.slot, noun)
        except NoWords:
            return (
                self.of_players(node, every)
                if noun == "player"
                else self.whereof(node, noun, every)
            )
        single = isinstance(node.collection, Call) and node.collection.name in (
            "top",
            "first",
            "last",
        )
        if single:
            name = self.cards(node.collection)
            told, untold = agree(yes, False), agree(no, False)
            if every:
                return Clause(f"{name} (if there is one) {told}", f"{name} {untold}")
            return Clause(f"{name} {told}", f"{name} (if there is one) {untold}")
        if of_meld:
            one, none, all_ = "at least one card", "no card", "every card"
        else:
            some = self.collection(node.collection)
            one, none, all_ = f"at least one of {some}", f"none of {some}", f"each of {some}"
        if every:
            if _negative(node.body):
                return Clause(f"{none} {agree(no, False)}", f"{one} {agree(no, False)}")
            return Clause(f"{all_} {agree(yes, False)}", f"{one} {agree(no, False)}")
        return Clause(f"{one} {agree(yes, False)}", f"{none} {agree(yes, False)}")

    def of_players(self, node: Each, every: bool) -> Clause:
        """What is said of some or all players, who have no plain predicate."""
        body = node.body
        uses = sum(1 for p in walk(body) if isinstance(p, Local) and p.slot == node.slot)
        atom = not any(isinstance(p, And | Or | Not | If | Each) for p in walk(body))
        words = {
            "everyone": ("some player", "each player"),
            "others": ("some other player", "each other player"),
            "opponents": ("some opponent", "each opponent"),
            "partners": ("some partner", "each partner"),
        }
        name = node.collection.name if isinstance(node.collection, Name) else ""
        if uses == 1 and atom and name in words:
            some, each = words[name]
            if isinstance(body, Name):
                return self.fact_of_players(node, body, some, each, every)
            with self.item(node.slot, each if every else some):
                yes = self.clause(body).yes
            with self.item(node.slot, some if every else each):
                no = self.clause(body).no
            return Clause(yes, no)
        return self.whereof(node, "player", every)

    def fact_of_players(self, node: Each, body: Name, some: str, each: str, every: bool) -> Clause:
        """A fact that holds for some, for no, for each or not for each player."""
        no = some.replace("some", "no", 1)
        yes_word, no_word = (each, f"not every{each[4:]}") if every else (some, no)
        with self.item(node.slot, yes_word):
            yes = self.fact(body).yes
        with self.item(node.slot, no_word):
            return Clause(yes, self.fact(body).yes)

    def whereof(self, node: Each, noun: str, every: bool) -> Clause:
        """``for at least one of the cards in the hand it is so that ...``."""
        some = self.collection(node.collection)
        if isinstance(node.collection, Call) and node.collection.name in ("top", "first", "last"):
            with self.item(node.slot, some):
                body = self.clause(node.body)
            none = f"there is no {some.removeprefix('the ')}"
            yes, no = _inner(body, body.yes, ""), _inner(body.contrary, body.no, "")
            if every:
                return Clause(f"{none} or {yes}", no, "or" if body.kind == "atom" else "choice")
            return Clause(yes, f"{none} or {no}", "atom")
        with self.item(node.slot, f"that {noun}"):
            body = self.clause(node.body)
        if body.kind == "choice":
            raise NoWords
        one, all_ = f"for at least one of {some}, ", f"for each of {some}, "
        if noun == "player" and some.startswith("all "):
            some = some.removeprefix("all ").removesuffix("s")
            one, all_ = f"for at least one {some}, ", f"for each {some}, "
        kind = "atom" if body.kind == "atom" else "row"
        if every:
            return Clause(all_ + body.yes, one + body.no, kind)
        return Clause(one + body.yes, all_ + body.no, kind)

    def sequence(self, node: Sequence) -> Clause:
        """Ranks one after another on a rank line."""
        if not (isinstance(node.collection, Name) and node.collection.name == "cards"):
            raise NoWords
        line = self.deck.lines.get(node.line)
        if line is None:
            raise NoWords
        ranks = [self.deck.ranks[n] for n in line.ranks]
        told = marks.clean(" ".join(ranks)) + (" and round again" if line.around else "")
        return Clause(
            f"the ranks follow one another ({told})",
            f"the ranks do not follow one another ({told})",
        )


def _uses(node: Node) -> Node:
    """The tree with names of definitions as they are written: ``worth``, ``bonus(m)``."""
    if isinstance(node, Name) and node.name.startswith(DEFINED):
        name = node.name.removeprefix(DEFINED)
        if node.of is not None and node.of.type != PLAYER:
            return Call(node.type, node.place, name, (node.of,))
        return Name(node.type, node.place, name, node.of)
    changes: dict[str, object] = {}
    for item in fields(node):
        value = getattr(node, item.name)
        if isinstance(value, Node):
            changes[item.name] = _uses(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            changes[item.name] = tuple(_uses(part) for part in value)
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]


def _joined(kind: str, parts: list[Clause]) -> Clause:
    """Clauses joined by `and` or `or`, so that nobody can take one for the other."""
    parts = [one for part in parts for one in (part.parts if part.kind == kind else (part,))]
    yes = _row([_inner(part, part.yes, kind) for part in parts], kind)
    other = "or" if kind == "and" else "and"
    no = _row([_inner(part.contrary, part.no, other) for part in parts], other)
    return Clause(yes, no, kind, tuple(parts))


def _row(parts: list[str], word: str) -> str:
    if len(parts) == 2:
        return f"{parts[0]} {word} {parts[1]}"
    return ", ".join(parts[:-1]) + f" {word} {parts[-1]}"


def _inner(part: Clause, text: str, around: str) -> str:
    """A clause within others: in brackets where it is joined otherwise."""
    return text if part.kind in ("atom", around) else f"({text})"


def _negative(node: Node) -> bool:
    """Whether a condition is said by what is not."""
    return isinstance(node, Not) or (isinstance(node, Compare) and node.op == "!=")


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


def _large(tree: Node) -> bool:
    return any(number >= MOST_PARTS for number, _ in enumerate(walk(tree)))
