"""What happens by itself, in words: cards that go, points earned, what is noted."""

from __future__ import annotations

from collections.abc import Iterable

from rummy.lang.fold import constant
from rummy.lang.trees import CARD_SLOT, Arith, Name, Negative, Node, Range
from rummy.sheet import marks
from rummy.sheet.counts import by_players, fixed, told, value_of
from rummy.sheet.names import (
    SPOKEN_TO,
    NoWords,
    agree,
    condition,
    number_word,
)
from rummy.sheet.words import Words
from rummy.spec.model import (
    Deal,
    Earn,
    Effect,
    End,
    Expr,
    ForEach,
    MoveCards,
    SetVariable,
    Shuffle,
    TurnOver,
    ZoneRef,
)

ENDS = {
    "turn": "the turn ends",
    "round": "the round ends and is counted",
    "match": "the round is counted and the match ends",
}


class Effects:
    """Tells effects and where cards go; leaves out what cannot happen."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.settled = words.settled

    def when(self, when: Expr | None) -> str:
        """``if the stock is empty``, ``unless the contract lies on the table``; nothing if always."""
        if when is None or self.settled.always(when):
            return ""
        return condition(self.words.clause_of(when))

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
