"""Conditions of an expression in words, as clauses that can follow `if`.

Each condition gives its contrary too, so that `not` never has to be put in front of
a whole sentence. What has no good words is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

from rummy.lang.show import show
from rummy.lang.trees import (
    And,
    Call,
    Compare,
    Const,
    Each,
    Field,
    If,
    In,
    Local,
    Name,
    Node,
    Not,
    Or,
    Sequence,
    walk,
)
from rummy.lang.types import (
    CARD,
    MELD,
    PLACED,
    PLAYER,
)
from rummy.sheet import marks
from rummy.sheet.names import SPOKEN_TO, Clause, NoWords, about_clause, agree
from rummy.sheet.relations import Relations
from rummy.sheet.settled import DEFINED
from rummy.sheet.things import one_of
from rummy.spec.model import Expr

MOST_PARTS = 80
"""Of an expression with more pieces words would be no help."""
MOST_LETTERS = 900
"""What is longer than this in words is shown as it is written."""
MOST_CODE = 400
"""So much of an expression is shown as it is written."""


class Words(Relations):
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


def _large(tree: Node) -> bool:
    return any(number >= MOST_PARTS for number, _ in enumerate(walk(tree)))
