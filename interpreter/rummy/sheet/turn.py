"""Setup and turn step by step: who chooses what, and under which conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rummy.lang.trees import MELD_SLOT
from rummy.sheet import marks
from rummy.sheet.document import Item
from rummy.sheet.effects import Effects
from rummy.sheet.names import (
    SPOKEN_TO,
    NoWords,
    a_kind,
    agree,
    condition,
    listed,
    spaced,
    statement,
)
from rummy.spec.model import (
    Duty,
    Expr,
    Lay,
    LayOff,
    Move,
    MoveCards,
    Open,
    Rebuild,
    Say,
    Step,
    Swap,
    ZoneRef,
)


class Turns(Effects):
    """Tells steps, moves and effects; leaves out what cannot happen."""

    # --- steps --------------------------------------------------------------------

    def steps(self, steps: Iterable[Step]) -> tuple[Item, ...]:
        """Steps in their order."""
        found = [self.step(step) for step in steps if not self.settled.never(step.when)]
        return tuple(item for item in found if item is not None)

    def step(self, step: Step) -> Item | None:
        """A step; None if nothing of it can happen."""
        head = marks.strong(marks.capital(marks.clean(spaced(step.name))))
        about = marks.sentence(marks.clean(step.about)) if step.about else ""
        when = self.when(step.when)
        if not step.moves:
            effects = self.effects(step.auto)
            if not effects and not about:
                return None
            below: tuple[Item, ...] = ()
            if len(effects) > 2:
                below = tuple(Item(marks.sentence(text)) for text in effects)
                text = f"{marks.capital(when)}:" if when else "This happens by itself:"
            else:
                text = ". ".join(
                    marks.capital(text) if n else text for n, text in enumerate(effects)
                )
                text = marks.sentence(f"{when}: {text}" if when else text)
            return Item(" ".join(filter(None, (f"{head}.", about, text))), below)
        with self.actor(step):
            return self.chosen(step, head, about, when)

    @contextmanager
    def actor(self, step: Step) -> Iterator[None]:
        """While `me` is the player who chooses in this step."""
        before = self.words.me
        if step.ask is not None:
            self.words.me = "the player asked"
        elif step.by is not None:
            self.words.me = "the player who chooses"
        try:
            yield
        finally:
            self.words.me = before

    def chosen(self, step: Step, head: str, about: str, when: str) -> Item | None:
        """A step in which somebody chooses among moves."""
        moves = [move for move in step.moves if not self.settled.never(move.when)]
        if not moves:
            return None
        below = [self.move(move) for move in moves]
        duties = [self.duty(duty) for duty in step.must if not self.settled.always(duty.holds)]
        below += [
            Item(f"{marks.strong('Duty')} at the end of this step: {text}") for text in duties
        ]
        who = self.chooser(step)
        alone = len(moves) == 1 and not step.repeat and not step.optional
        if alone and not who and spaced(moves[0].name) == spaced(step.name):
            only = below[0]
            text = f"{marks.capital(when)}: {self.told(moves[0])}" if when else self.told(moves[0])
            line = " ".join(filter(None, (f"{head}.", about, marks.sentence(text))))
            return Item(line, (*only.below, *below[1:]))
        how = self.how(step, alone)
        lead = (
            f"{marks.capital(when)}: {who or 'the player'} {how}"
            if when
            else f"{who or 'the player'} {how}"
        )
        return Item(
            " ".join(filter(None, (f"{head}.", about, marks.capital(lead) + ":"))), tuple(below)
        )

    def chooser(self, step: Step) -> str:
        """Who chooses, if that is not the player in turn."""
        before, self.words.me = self.words.me, SPOKEN_TO
        try:
            if step.ask is not None:
                group = self.words.group(step.ask)
                return f"{group} are asked one after another, from the one after the player in turn; who is asked"
            if step.by is not None:
                return self.words.who(step.by)
            return ""
        finally:
            self.words.me = before

    def how(self, step: Step, alone: bool) -> str:
        """How many of the moves are made."""
        if not step.repeat:
            if alone:
                return "does this"
            one = "may do this" if len(step.moves) == 1 else "may choose one of these, or none"
            return one if step.optional else "chooses one of these"
        least = self.settled.known(step.at_least) if step.at_least is not None else 0
        limits = []
        if (
            step.at_least is not None
            and step.at_most is not None
            and step.at_least.tree == step.at_most.tree
        ):
            return f"does this exactly {self.times(step.at_least)}"
        if step.at_least is not None and least != 0:
            limits.append(f"at least {self.times(step.at_least)}")
        if step.at_most is not None:
            limits.append(f"at most {self.times(step.at_most)}")
        often = (
            f"does these {' and '.join(limits)}" if limits else "may do these as often as wanted"
        )
        return f"{often}, in any order"

    def times(self, expr: Expr) -> str:
        """``twice``, ``3 times``."""
        known = self.settled.known(expr)
        if known is not None:
            return {1: "once", 2: "twice"}.get(known, f"{known} times")
        return f"so many times: {self.words.amount(expr)}"

    def duty(self, duty: Duty) -> str:
        """What must hold, in the author's sentence if there is one."""
        said = marks.clean(duty.about)
        holds = statement(self.words.clause_of(duty.holds))
        return f"{said.rstrip('.')} ({holds})" if said else holds

    # --- moves --------------------------------------------------------------------

    def move(self, move: Move) -> Item:
        """A move with its condition, its consequences and the steps that follow."""
        head = marks.strong(marks.clean(spaced(move.name)))
        when = self.when(move.when)
        text = f"{head}{f' ({when})' if when else ''}: {self.told(move)}"
        return Item(marks.sentence(text), self.steps(move.then))

    def told(self, move: Move) -> str:
        """What is done in a move, and what follows at once."""
        about = marks.clean(move.about).rstrip(".")
        parts = [self.verb(move)]
        if about:
            parts.append(about)
        if move.whom is not None:
            parts.append(
                f"the player names one of {self.words.group(move.whom).replace('all ', 'the ', 1)}"
            )
        parts += self.effects(move.do)
        if move.closes:
            parts.append("nobody else is asked")
        return ". ".join(
            marks.capital(part) if number else part for number, part in enumerate(parts) if part
        )

    def verb(self, move: Move) -> str:
        """The move itself."""
        match move.verb:
            case MoveCards() as verb:
                return self.carried(verb)
            case Lay(kinds=kinds, where=where, source=source):
                return self.lay(kinds, where, source)
            case LayOff(onto=onto, source=source):
                origin = "of the hand" if source is None else self.top_of(source)
                first = f"a card {origin}" if source is None else origin
                return f"add {first} to {self.some_meld(onto)}"
            case Swap(onto=onto, stays=stays, cards=cards):
                wild = (
                    "a wild card"
                    if cards is None or self.settled.always(cards)
                    else f"a wild card {self.which(cards, False)}"
                )
                end = "goes to an end of the same meld" if stays else "comes into the hand"
                return (
                    f"exchange {wild} in {self.some_meld(onto)} for the card of the hand that it "
                    f"stands for; the wild card {end}"
                )
            case Open(opening=name):
                return f"lay the melds of {marks.term(spaced(name))}, one after another (see Melds)"
            case Rebuild() as verb:
                return self.rebuild(verb)
            case Say():
                name = marks.clean(spaced(move.name))
                return f"say “{name}”" if move.do or move.then else "do nothing"

    def lay(self, kinds: tuple[str, ...], where: Expr | None, source: ZoneRef | None) -> str:
        """A new meld."""
        all_kinds = {kind.name for kind in self.settled.rules.kinds}
        titles = [self.words.kind(k.index) for k in self.settled.rules.kinds if k.name in kinds]
        what = (
            "a new meld"
            if set(kinds) == all_kinds
            else listed([a_kind(title) for title in titles], "or")
        )
        what = (
            what.replace("a ", "a new ", 1) if what.startswith("a ") and len(titles) == 1 else what
        )
        text = f"lay {what} from the hand"
        if source is not None:
            text += f" together with {self.top_of(source)}"
        if where is not None and not self.settled.always(where):
            text += f". The new meld must be such that {statement(self.words.clause_of(where))}"
        return text

    def some_meld(self, onto: Expr, many: bool = False) -> str:
        """A meld on the table for which something holds, or all such melds."""
        if self.settled.always(onto):
            return "any melds on the table" if many else "any meld on the table"
        tree = self.settled.tree(onto)
        first = "melds on the table" if many else "a meld on the table"
        try:
            yes, _ = self.words.predicate(tree, MELD_SLOT)
            return f"{first} that {agree(yes, many)}"
        except NoWords:
            return f"{first} such that {self.words.condition(onto)}"

    def rebuild(self, verb: Rebuild) -> str:
        """Melds taken up and laid anew."""
        hand = "at least one card of the hand"
        if verb.extra is not None:
            hand = f"{self.top_of(verb.extra)} and perhaps cards of the hand"
        if self.settled.never(verb.melds):
            text = f"lay new melds of {hand.replace('at least one card', 'cards')}"
        else:
            which = self.some_meld(verb.melds, many=True)
            text = f"take up {which} and lay all their cards anew together with {hand}"
        text += "; in the end each of these cards must lie in a meld"
        if verb.least is not None and self.settled.known(verb.least) != 0:
            text += f". The melds must gain at least {self.words.amount(verb.least)} points"
        return text

    # --- cards that move -------------------------------------------------------------

    def carried(self, verb: MoveCards) -> str:
        """Cards that a player moves."""
        target = self.place(verb.target)
        onto = "on" if self.is_pile(verb.target) else "with"
        if self.is_pile(verb.source):
            text = f"take {self.from_pile(verb)}"
            text += (
                " into the hand" if self.own_hand(verb.target) else f" and put it {onto} {target}"
            )
        elif self.own_hand(verb.source):
            text = f"put {self.loose(verb)} of the hand {onto} {target}"
        elif self.own_hand(verb.target):
            text = f"take {self.loose(verb)} of {self.place(verb.source)} into the hand"
        else:
            text = f"move {self.loose(verb)} from {self.place(verb.source)} {onto} {target}"
        if verb.at != "top" and not self.is_pile(verb.source) and self.is_pile(verb.target):
            text += {"bottom": ", below all others", "random": ", at a place left to chance"}[
                verb.at
            ]
        if verb.cards is not None and not self.settled.always(verb.cards):
            rule = condition(self.words.clause_of(verb.cards))
            text += f", only {rule}" if rule.startswith("if") else f", {rule}"
        return text
