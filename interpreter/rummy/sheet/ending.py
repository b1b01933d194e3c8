"""What ends a turn, a round and the match; who deals, who wins, what a tie is."""

from __future__ import annotations

from rummy.lang.fold import constant
from rummy.lang.trees import Compare, Name
from rummy.sheet import marks
from rummy.sheet.counts import by_players, told
from rummy.sheet.document import Block, Bullets, Item, Section
from rummy.sheet.names import Clause, condition, spaced
from rummy.sheet.turn import Turns
from rummy.sheet.words import Words
from rummy.spec.model import Event

MOMENTS = {
    "action": "at any moment",
    "turn_start": "at the start of a turn",
    "turn_end": "at the end of a turn",
    "round_start": "at the start of a round",
    "counted": "when a round has been counted",
}


def events(words: Words, turns: Turns) -> Section | None:
    """What happens by itself as soon as something holds, and the limit of turns."""
    items = [
        item for event in words.spec.events if (item := _event(words, turns, event)) is not None
    ]
    items.append(
        Item(
            marks.sentence(
                f"{marks.strong('Limit')}: when everyone has had {_limit(words)} in a round, it ends and is counted as it stands"
            )
        )
    )
    return Section("What ends a round, and what else happens by itself", (Bullets(tuple(items)),))


def _limit(words: Words) -> str:
    return told(by_players(words.settled, lambda rules: rules.turns), "turn", "turns")


def _event(words: Words, turns: Turns, event: Event) -> Item | None:
    if words.settled.never(event.when):
        return None
    before = words.me
    if event.at == "counted":  # nobody is in turn any more
        words.me = "the dealer"
    try:
        return _told(words, turns, event)
    finally:
        words.me = before


def _told(words: Words, turns: Turns, event: Event) -> Item | None:
    effects = turns.effects(event.do)
    if not effects and not event.about:
        return None
    head = marks.strong(marks.capital(marks.clean(spaced(event.name))))
    about = marks.sentence(marks.clean(event.about)) if event.about else ""
    moment = MOMENTS[event.at]
    when = "" if words.settled.always(event.when) else condition(words.clause_of(event.when))
    lead = (
        moment
        if not when
        else (
            f"as soon as {when.removeprefix('if ')}"
            if event.at == "action" and when.startswith("if ")
            else f"{moment}, {when}"
        )
    )
    text = f"{marks.capital(lead)}: {'; '.join(effects)}"
    return Item(" ".join(filter(None, (f"{head}.", about, marks.sentence(text)))))


def section(words: Words) -> Section:
    """From round to round, and the end of the match."""
    settled, match = words.settled, words.spec.match
    items: list[Item] = [Item(_first_dealer(words))]
    items.append(
        Item(marks.sentence(f"{marks.strong('Next dealer')}: {words.who(match.next_dealer)}"))
    )
    if match.out is not None and not settled.never(match.out):
        items.append(
            Item(
                marks.sentence(
                    f"{marks.strong('Leaving')}: after each count a player is out of the match if {words.condition(match.out)}"
                )
            )
        )
    items.append(Item(_over(words)))
    if match.final is not None and settled.known(match.final) != 0:
        items.append(
            Item(
                marks.sentence(
                    f"{marks.strong('At the end')}: added to the total of each player still in: {words.amount(match.final)}"
                )
            )
        )
    best = "highest" if match.highest else "lowest"
    items.append(
        Item(
            marks.sentence(
                f"{marks.strong('Winner')}: the {best} total of those still in wins; when too few are left to play, the best of those left"
            )
        )
    )
    items.append(Item(_ties(words)))
    blocks: list[Block] = [Bullets(tuple(items))]
    return Section("The match", tuple(blocks))


def _first_dealer(words: Words) -> str:
    match = words.spec.match
    head = marks.strong("First dealer")
    if match.first_dealer is not None:
        return marks.sentence(f"{head}: {words.who(match.first_dealer)}")
    if not match.draw:
        return f"{head}: left to chance."
    text = f"{head}: everyone draws a card, the {match.draw} deals; players with equal cards draw again"
    line = next((one for one in words.spec.deck.lines if one.name == match.line), None)
    if line is not None:
        order = marks.clean(" ".join(words.deck.ranks[rank] for rank in line.ranks))
        text += f" (low to high {order})"
    if match.seats:
        text += "; the players also sit in the order of their cards"
    return marks.sentence(text)


def _over(words: Words) -> str:
    """When the match ends."""
    settled, match = words.settled, words.spec.match
    head = marks.strong("End")
    limit = settled.rules.rounds
    rounds = told(by_players(settled, lambda rules: rules.rounds), "round", "rounds")
    at_most = f" It ends after {rounds} at the latest."
    known = settled.known(match.over)
    if known:
        return f"{head}: each round is a match of its own."
    if known == 0:
        return f"{head}: when too few players are left to go on.{at_most}"
    clause: Clause = words.clause_of(match.over)
    if limit == _rounds_of(words):
        at_most = ""
    return marks.sentence(f"{head}: after a count the match is over {condition(clause)}") + at_most


def _rounds_of(words: Words) -> int:
    """The number of rounds if the end hangs on nothing else."""
    tree = words.settled.whole(words.spec.match.over)
    if (
        isinstance(tree, Compare)
        and isinstance(tree.left, Name)
        and tree.left.name in ("round", "rounds_played")
    ):
        return constant(tree.right) or -1
    return -1


def _ties(words: Words) -> str:
    settled, match = words.settled, words.spec.match
    head = marks.strong("Ties")
    parts = []
    if match.tie_break is not None and constant(settled.whole(match.tie_break)) is None:
        best = "highest" if match.highest else "lowest"
        parts.append(
            f"of equal best totals the one wins with the {best} of this: {words.amount(match.tie_break)}"
        )
    known = settled.known(match.ties)
    then = "if that is equal too, " if parts else "players with the best total "
    if known is None:
        tree = settled.tree(match.ties)
        shared = words.written(tree)
        parts.append(f"{then}{'' if parts else 'go by this: '}{shared}")
    elif known == 0:
        parts.append(
            "if that is equal too, another round is played"
            if parts
            else "if several share the best total, another round is played"
        )
    else:
        parts.append(
            "if that is equal too, they share the win"
            if parts
            else "players who share the best total share the win"
        )
    return marks.sentence(f"{head}: {'; '.join(parts)}")


__all__ = ["events", "section"]
