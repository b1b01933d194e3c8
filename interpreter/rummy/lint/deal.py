"""Whether the pack is large enough for the deal, for all players and options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rummy.cards import MAX_CARDS
from rummy.diagnostics import Diagnostic
from rummy.lang.evaluate import CardEnv, evaluate
from rummy.lang.fold import fold
from rummy.lang.trees import Node, Place
from rummy.lint.facts import Facts
from rummy.lint.report import finding, listed
from rummy.lint.settings import MOST_SETTINGS, Setting, reads
from rummy.lint.setup_run import STOCK, Run, Wanting
from rummy.lint.walks import live_steps, tree_of, zones_of
from rummy.spec.bind import plain_deck
from rummy.spec.model import Deal, MoveCards
from rummy.spec.settings import option_text


class Deals:
    """The setup for every setting that it hangs on."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._faces: dict[Node, int] = {}
        self._plain = plain_deck(facts.spec.deck)

    @cached_property
    def settings(self) -> list[Setting]:
        """The settings that the pack and the setup read, players always among them."""
        trees = [
            expr.tree
            for path, expr in self.facts.expressions
            if path.startswith(
                ("setup.", "deck.packs", "deck.jokers", "deck.extra", "deck.without")
            )
        ]
        settings = self.facts.settings
        found: list[Setting] = []
        for setting in settings.of(trees):
            if "players" in setting:
                found.append(setting)
            else:
                found += [
                    {**setting, "seats": seats, "players": players}
                    for seats, players in settings.players()
                    if setting.get("seats", seats) == seats
                ]
        names = reads(trees)
        for option in self.facts.spec.options:
            # of a range with too many numbers the ends are tried: what goes wrong there is wrong
            if option.name in names and option.name not in found[0]:
                values = sorted({option.low, option.default, option.high})
                if option.kind == "number" and len(found) * len(values) <= MOST_SETTINGS:
                    found = [{**one, option.name: value} for one in found for value in values]
        return found

    def size(self, setting: Setting) -> tuple[int, int, int]:
        """Packs, jokers and cards in all."""
        deck = self.facts.spec.deck
        known = dict(setting)
        packs = self.value(deck.packs.tree, known)
        known["packs"] = packs
        jokers = self.value(deck.jokers.tree, known)
        extras = sum(self.value(many.tree, known) for _, many in deck.extras)
        faces = len(deck.ranks) * len(deck.suits)
        without = tree_of(deck.without)
        if without is not None:
            usual = {option.name: option.default for option in self.facts.spec.options}
            known = {**usual, **known}
            tree = fold(without, known)
            if tree not in self._faces:
                kept = [
                    not evaluate(tree, CardEnv(self._plain, face, names=known))
                    for face in range(self._plain.joker)
                ]
                self._faces[tree] = sum(kept)
            faces = self._faces[tree]
        return packs, jokers, packs * faces + jokers + extras

    def value(self, tree: Node, known: Setting) -> int:
        """A number that no card is asked for; options left open are at their default."""
        usual = {option.name: option.default for option in self.facts.spec.options}
        env = CardEnv(self._plain, names={**usual, **known})
        value: int = evaluate(fold(tree, known), env)
        return value

    def run(self, setting: Setting) -> Run | None:
        """The setup with one setting; None where there is no such pack."""
        packs, jokers, cards = self.size(setting)
        if min(packs, jokers) < 0 or not 0 < cards <= MAX_CARDS:
            return None
        zones = {zone.name: (0, 0) for zone in self.facts.spec.zones}
        zones[STOCK] = (cards, cards)
        known = {**setting, "packs": packs}
        run = Run(self.facts.settings, known, setting["players"], zones)
        run.steps(self.facts.spec.setup)
        return run


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A setup that needs more cards than there are, or leaves nothing to draw."""
    deals = Deals(facts)
    told: set[Place] = set()
    empty = draws_from_stock(facts)
    for setting in deals.settings:
        cards = deals.size(setting)[2]
        run = deals.run(setting)
        if run is None:
            place = facts.spec.deck.packs.place
            if place not in told:
                told.add(place)
                message = f"{who(facts, setting)} the pack has {cards if cards > 0 else 'no'} cards"
                yield finding("L922", message, place, f"from 1 to {MAX_CARDS} cards are possible")
            continue
        for wanting in run.wanting[:1]:  # what comes after it only follows from it
            if wanting.place not in told:
                told.add(wanting.place)
                yield _too_many(facts, setting, wanting, cards)
        if empty and not run.wanting and run.zones[STOCK][1] == 0 and not run.open:
            empty = False
            message = f"{who(facts, setting)} nothing is left in the stock to draw"
            place = facts.spec.setup[-1].place
            hint = f"the pack has {cards} cards"
            yield finding("P502", message, place, hint)


def draws_from_stock(facts: Facts) -> bool:
    """Whether a turn takes cards from the stock."""
    for at in live_steps(facts.settings):
        if at.setup:
            continue
        verbs = [m.verb for m in at.step.moves if isinstance(m.verb, MoveCards)]
        effects = [*at.step.auto, *(e for m in at.step.moves for e in m.do)]
        if any(verb.source.zone == STOCK for verb in verbs) or any(
            STOCK in zones_of(e)[0] for e in effects if isinstance(e, MoveCards | Deal)
        ):
            return True
    return False


def _too_many(facts: Facts, setting: Setting, wanting: Wanting, cards: int) -> Diagnostic:
    begin = who(facts, setting)
    if wanting.each:
        need = f"{wanting.each} cards for each of {setting['players']} players: {wanting.needed}"
    else:
        need = "a card" if wanting.needed == 1 else f"{wanting.needed} cards"
    there = (
        f"{wanting.there} of {cards} are left" if wanting.there != cards else f"{cards} are there"
    )
    message = f"{begin} the deal needs {need}, but only {there}"
    hint = "deal fewer cards, take more packs, or let fewer play"
    return finding("P501", message, wanting.place, hint)


def who(facts: Facts, setting: Setting) -> str:
    """The players and options that a finding speaks of, at the beginning of a sentence."""
    options = [
        f"`{option.name}: {option_text(option, setting[option.name])}`"
        for option in facts.spec.options
        if option.name in setting and setting[option.name] != option.default
    ]
    players = f"with {setting['players']} player{'s' if setting['players'] != 1 else ''}"
    return f"{players}{' and ' if options else ''}{listed(options)}"
