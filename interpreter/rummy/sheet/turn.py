"""Setup and turn step by step: who does what, under which conditions, with what effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rummy.lang.fold import constant
from rummy.lang.trees import CARD_SLOT, MELD_SLOT, Arith, Name, Negative, Node, Range
from rummy.sheet import marks
from rummy.sheet.counts import by_players, fixed, told, value_of
from rummy.sheet.document import Item
from rummy.sheet.names import (
    SPOKEN_TO,
    NoWords,
    a_kind,
    agree,
    condition,
    listed,
    number_word,
    spaced,
    statement,
)
from rummy.sheet.words import Words
from rummy.spec.model import (
    Deal,
    Duty,
    Earn,
    Effect,
    End,
    Expr,
    ForEach,
    Lay,
    LayOff,
    Move,
    MoveCards,
    Open,
    Rebuild,
    Say,
    SetVariable,
    Shuffle,
    Step,
    Swap,
    TurnOver,
    ZoneRef,
)

ENDS = {
    "turn": "the turn ends",
    "round": "the round ends and is counted",
    "match": "the round is counted and the match ends",
}


class Turns:
    """Tells steps, moves and effects; leaves out what cannot happen."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.settled = words.settled

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

    def when(self, when: Expr | None) -> str:
        """``if the stock is empty``, ``unless the contract lies on the table``; nothing if always."""
        if when is None or self.settled.always(when):
            return ""
        return condition(self.words.clause_of(when))

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
        return Item(marks.sentence(text), self.after(move))

    def after(self, move: Move) -> tuple[Item, ...]:
        """The steps that follow a move."""
        return self.steps(move.then)

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
        words = self.words
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
                return (
                    f"say “{marks.clean(spaced(move.name))}”"
                    if move.do or move.then
                    else "do nothing"
                )
        del words
        return ""

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

    def card_rule(self, cards: Expr) -> str:
        """What must hold of a card that moves; nothing if any may."""
        return "" if self.settled.always(cards) else self.words.condition(cards)

    def from_pile(self, verb: MoveCards) -> str:
        """``the top card of the stock``."""
        where = self.place(verb.source)
        place = {"top": "top", "bottom": "lowest", "random": ""}[verb.at]
        if verb.count is None:
            return f"all cards of {where}"
        if verb.how_many:
            return f"as many cards from the top of {where} as wanted ({self.numbers(verb.count)})"
        count = self.settled.known(verb.count)
        if count == 1:
            return (
                f"the {place} card of {where}"
                if place
                else f"a card from a place in {where} left to chance"
            )
        if count is not None:
            return (
                f"the {place} {count} cards of {where}"
                if place
                else f"{count} cards from places in {where} left to chance"
            )
        return f"cards from the top of {where} (so many: {self.words.amount(verb.count)})"

    def loose(self, verb: MoveCards) -> str:
        """``a card``, ``all cards``."""
        if verb.count is None:
            return "all" if marks.bare(self.place(verb.source)).endswith("cards") else "all cards"
        if verb.how_many:
            return f"as many cards as wanted ({self.numbers(verb.count)})"
        count = self.settled.known(verb.count)
        if count is not None:
            return "a card" if count == 1 else number_word(count, "card")
        return f"so many cards ({self.words.amount(verb.count)})"

    def numbers(self, count: Expr) -> str:
        """The numbers to choose from."""
        tree = self.settled.tree(count)
        if isinstance(tree, Range):
            try:
                return f"{self.words.number(tree.low)} to {self.words.number(tree.high)}"
            except NoWords:
                pass
        return self.words.written(tree)

    def place(self, ref: ZoneRef) -> str:
        """A zone with its owner."""
        return self.words.zone(ref.zone, None if ref.of is None else self.owner(ref.of))

    def owner(self, of: Node) -> str:
        tree = self.settled.tree(of)
        try:
            return self.words.player(tree)
        except NoWords:
            return f"the player {self.words.written(tree)}"

    def top_of(self, ref: ZoneRef) -> str:
        """The top card of a pile."""
        return (
            f"the top card of {self.place(ref)}"
            if self.is_pile(ref)
            else f"a card of {self.place(ref)}"
        )

    def is_pile(self, ref: ZoneRef) -> bool:
        return self.words.zones[ref.zone].pile

    def own_hand(self, ref: ZoneRef) -> bool:
        return ref.zone == "hand" and self.words.is_me(ref.of)

    # --- effects ------------------------------------------------------------------------

    def effects(self, effects: Iterable[Effect]) -> list[str]:
        """What happens by itself, as clauses."""
        found: list[str] = []
        for effect in effects:
            plain = effect.effect if isinstance(effect, ForEach) else effect
            text = "" if self.settled.never(plain.when) else self.effect(effect)
            if text:
                found.append(text)
        return _repeated(found)

    def effect(self, effect: Effect) -> str:
        """One effect with its condition."""
        if isinstance(effect, ForEach):
            before, self.words.me = self.words.me, "that player"
            try:
                inner = self.effect(effect.effect)
            finally:
                self.words.me = before
            return f"for {self.words.every(effect.players)}: {inner}" if inner else ""
        text = self.happens(effect)
        when = self.when(effect.when)
        return f"{when}, {text}" if when and text else text

    def happens(self, effect: Effect) -> str:
        """What an effect does."""
        match effect:
            case MoveCards() as moved:
                return self.moved(moved)
            case Deal() as deal:
                return self.dealt(deal)
            case SetVariable() as setting:
                return self.noted(setting)
            case Earn(amount=amount, of=of):
                return self.earned(amount, of)
            case End(what=what):
                return ENDS[what]
            case Shuffle(zone=zone):
                return f"{self.place(zone)} is shuffled"
            case TurnOver(source=source, target=target, keep=keep):
                kept = self.settled.known(keep) if keep is not None else 0
                stay = {0: "", 1: ", but for its top card,"}.get(kept if kept is not None else -1)
                if stay is None:
                    number = self.words.amount(keep) if keep is not None else ""
                    stay = f", but for so many top cards ({number}),"
                return f"{self.place(source)}{stay} is turned over onto {self.place(target)}"
        return ""

    def moved(self, moved: MoveCards) -> str:
        """Cards that go by themselves."""
        many = self.settled.known(moved.count) if moved.count is not None else None
        if self.is_pile(moved.source):
            what = self.from_pile(moved)
        elif moved.cards is not None and not self.settled.always(moved.cards):
            number = (
                "all cards"
                if moved.count is None
                else (
                    "a card" if many == 1 else f"so many cards ({self.words.amount(moved.count)})"
                )
            )
            what = f"{number} of {self.place(moved.source)} {self.which(moved.cards, many != 1)}"
        else:
            what = f"{self.loose(moved)} of {self.place(moved.source)}"
        go = "goes" if many == 1 else "go"
        return f"{what} {go} to {self.place(moved.target)}"

    def which(self, cards: Expr, many: bool) -> str:
        """Which cards go: ``that are aces``."""
        try:
            yes, _ = self.words.predicate(self.settled.tree(cards), CARD_SLOT)
            return f"that {agree(yes, many)}"
        except NoWords:
            return f"for which this holds: {self.card_rule(cards)};"

    def dealt(self, deal: Deal) -> str:
        """Cards that are dealt."""
        settled = self.settled
        zone = "" if deal.zone == "hand" else f" to {self.words.zone(deal.zone, 'each player')}"
        where = "" if deal.source.zone == "stock" else f" from {self.place(deal.source)}"
        if fixed(settled, deal.count):
            rows = by_players(settled, lambda rules: value_of(rules, deal.count))
            number = f"{told(rows, 'card', 'cards')}"
            return (
                f"each player is dealt {number}{where}{zone}, one at a time, from the dealer's left"
            )
        before, self.words.me = self.words.me, "that player"
        try:
            amount = self.words.amount(deal.count)
        finally:
            self.words.me = before
        return f"each player is dealt so many cards{where}{zone}, one at a time, from the dealer's left: {amount}"

    def noted(self, setting: SetVariable) -> str:
        """Variables that take new values: what everybody keeps in mind."""
        found = []
        for name, expr in setting.values:
            variable = self.words.variables.get(name)
            if variable is None:
                continue
            known = self.settled.known(expr)
            term = self.words.term(name)
            of = None if setting.of is None else self.settled.tree(setting.of)
            if variable.of != "table" and of is not None and not self.words.is_me(of):
                term += f" for {self.owner(of)}"
            elif variable.of != "table" and self.words.me != SPOKEN_TO:
                term += f" for {self.words.me}"
            if variable.type.name == "truth value":
                if known is None:
                    found.append(f"{term} {condition(self.words.clause_of(expr))}, else not")
                else:
                    found.append(term if known else f"no longer {term}")
            else:
                found.append(self.counted(name, term, expr))
        between = "; " if any(" if " in text or " unless " in text for text in found) else ", "
        return f"noted: {between.join(found)}" if found else ""

    def counted(self, name: str, term: str, expr: Expr) -> str:
        """A counter that takes a new value: by how much it grows, if that can be said."""
        tree = self.settled.tree(expr)
        if isinstance(tree, Arith) and tree.op in ("+", "-"):
            for old, by in ((tree.left, tree.right), (tree.right, tree.left))[
                : 1 + (tree.op == "+")
            ]:
                own = isinstance(old, Name) and (old.of is None or self.words.is_me(old.of))
                if own and isinstance(old, Name) and old.name == name:
                    grows = "grows" if tree.op == "+" else "falls"
                    return f"{term} {grows} by {self.words.amount(by)}"
        return f"{term} becomes {self.words.amount(expr)}"

    def earned(self, amount: Expr, of: Node) -> str:
        """Points at once."""
        who = self.owner(of)
        known = self.settled.known(amount)
        if known is not None:
            if known == 0:
                return ""
            verb = "earns" if known > 0 else "loses"
            return f"{who} {verb} {number_word(abs(known), 'point')}"
        tree = self.settled.tree(amount)
        if isinstance(tree, Negative):
            return f"{who} loses so many points: {self.words.amount(tree.item)}"
        if isinstance(tree, Arith) and tree.op == "*" and constant(tree.left) == -1:
            return f"{who} loses so many points: {self.words.amount(tree.right)}"
        return f"{who} earns so many points: {self.words.amount(tree)}"


def _repeated(texts: list[str]) -> list[str]:
    """What happens several times over is told once, and how often."""
    many = len(texts)
    for size in range(1, many // 2 + 1):
        if many % size == 0 and texts == texts[:size] * (many // size):
            times = {2: "twice"}.get(many // size, f"{many // size} times")
            what = "this" if size == 1 else "all this"
            return [*texts[:size], f"{what} is done {times} in all"]
    return texts


__all__ = ["Turns"]
