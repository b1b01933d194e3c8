"""From round to round: the first dealer, deals, turns, the count, who leaves, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rummy.cards import NOTHING
from rummy.chance import shuffle, stream
from rummy.lang.trees import CARD_SLOT
from rummy.reference.effects import put, run
from rummy.reference.state import TABLE, State, ask, next_seat, still_in, stored, true
from rummy.spec.model import Expr
from rummy.spec.wilds import changing

if TYPE_CHECKING:
    from rummy.spec.bind import Rules
    from rummy.spec.wilds import Masks

Worth = tuple[bool, int]
"""What a card drawn for the deal is worth; more is better."""


def seated(rules: Rules, seed: int, first_dealer: int | None) -> State:
    """A match before its first round, once it is known who deals."""
    zeros, seats = (0,) * rules.seats, tuple(range(rules.seats))
    s = State(rules, seed, 0, earned=zeros, turns=zeros, total=zeros, counted=zeros)
    s.everyone = s.order = seats
    for zone in rules.spec.zones:
        for seat in owners(s, zone.of):
            s.zones[zone.name, seat] = ()
    for per in ("match", "round", "turn"):
        _reset(s, per)
    s.dealer = _first_dealer(s) if first_dealer is None else first_dealer
    return s


def _first_dealer(s: State) -> int:
    match = s.rules.spec.match
    if not match.draw:
        if match.first_dealer is None:
            return int(stream(s.seed, "dealer").random() * s.rules.players)
        return int(ask(s, 0, match.first_dealer))
    cards = _drawn(s)
    if match.seats:
        return _draw_for_seats(s, cards)
    players = s.everyone
    while len(players) > 1:
        worth = {seat: next(cards) for seat in players}
        players = tuple(seat for seat in players if worth[seat] == max(worth.values()))
    return players[0]


def _draw_for_seats(s: State, cards: Iterator[Worth]) -> int:
    """All draw until no two cards are equal; who has the best deals, the others follow."""
    worth = {seat: next(cards) for seat in s.everyone}
    while True:
        drawn = list(worth.values())
        equal = [seat for seat in s.everyone if drawn.count(worth[seat]) > 1]
        if not equal:
            break
        for seat in equal:
            worth[seat] = next(cards)
    s.order = tuple(sorted(s.everyone, key=lambda seat: worth[seat], reverse=True))
    return s.order[0]


def _drawn(s: State) -> Iterator[Worth]:
    """What the cards drawn for the deal are worth, one after another."""
    match, deck = s.rules.spec.match, s.rules.deck
    places = {rank: place for place, rank in enumerate(deck.lines[match.line].ranks)}
    packs = 0
    while True:
        pack = list(deck.all_cards())
        shuffle(pack, stream(s.seed, f"seats:{packs}"))
        packs += 1
        while pack:
            place = places.get(deck.rank_of[pack.pop()], NOTHING)
            # a card that is not on the line is worse than any that is
            yield place != NOTHING, place if match.draw == "highest" else -place


def owners(s: State, of: str) -> tuple[int, ...]:
    """The seats under which something of the table, a player or a side is kept."""
    if of == "table":
        return (TABLE,)
    return s.everyone if of == "player" else tuple(range(s.rules.sides))


def _reset(s: State, per: str) -> None:
    for variable in s.rules.spec.variables:
        if variable.per == per:
            for seat in owners(s, variable.of):
                me = s.turn if seat == TABLE else seat
                s.variables[variable.name, seat] = stored(int(ask(s, me, variable.start)))


def begin_round(s: State, deal: Sequence[int] | None = None) -> None:
    """The next round starts; ``deal`` is its stock in place of a shuffle."""
    s.round += 1
    s.shuffles = 0
    s.turn = s.whom = s.dealer
    s.earned = s.turns = (0,) * s.rules.seats
    s.melds, s.taken, s.ended, s.void = (), (), "", False
    s.credits, s.onto = (), -1
    _reset(s, "round")
    _reset(s, "turn")
    pack = list(s.rules.deck.all_cards() if deal is None else deal)
    if deal is None:
        shuffle(pack, stream(s.seed, f"deal:{s.round}"))
    s.zones = dict.fromkeys(s.zones, ())
    s.zones["stock", TABLE] = tuple(pack)
    _settle_wilds(s)
    s.starter = still_in(s, ask(s, s.dealer, s.rules.spec.order.starter))
    s.setup = True
    s.frames = ((0, 0, 0, False),)
    events(s, "round_start")


def begin_turn(s: State, player: int) -> None:
    """A player's turn starts; with the first of a round it is settled what is wild."""
    if s.setup:
        _settle_wilds(s)
    s.turn = s.whom = player
    s.setup, s.ended, s.void = False, "", False
    s.taken = ()
    _reset(s, "turn")
    s.frames = ((1, 0, 0, False),)
    events(s, "turn_start")


def end_turn(s: State) -> None:
    """The turn is over; the next begins, or the round is over, too."""
    events(s, "turn_end")
    s.turns = put(s.turns, s.turn, s.turns[s.turn] + 1)
    limit = sum(s.turns[seat] for seat in s.everyone) >= s.rules.turns * len(s.everyone)
    if limit or s.ended in ("round", "match"):
        end_round(s)
    else:
        following = s.rules.spec.order.next
        named = next_seat(s, s.turn) if following is None else ask(s, s.turn, following)
        begin_turn(s, still_in(s, named))


def end_round(s: State) -> None:
    """The round is counted; then the match is over, or the next round starts."""
    spec = s.rules.spec
    points = {seat: stored(worth) for seat, worth in for_sides(s, spec.score.round).items()}
    s.counted = tuple(points.get(seat, 0) for seat in range(s.rules.seats))
    s.total = tuple(stored(a + b) for a, b in zip(s.total, s.counted, strict=True))
    s.played += 1
    ended, s.ended = s.ended, ""
    if any(event.at == "counted" for event in s.rules.spec.events):
        s.turn = s.dealer  # nobody is in turn any more
    events(s, "counted")
    s.ended = s.ended or ended
    too_few = _leave(s)
    last = too_few or s.ended == "match" or s.played >= s.rules.rounds
    if last or ask(s, s.dealer, spec.match.over):
        before = s.total
        s.total = _with_final(s)
        winners = _winners(s)
        if one_side(s, winners) or last or ask(s, s.dealer, spec.match.ties) == 1:
            s.over, s.winners, s.legal = True, winners, ()
            return
        s.total = before
    s.dealer = still_in(s, ask(s, s.dealer, spec.match.next_dealer))
    begin_round(s)


def for_sides(s: State, what: Expr) -> dict[int, int]:
    """What is worked out once for each side, for its first player, by seat."""
    sides = s.rules.sides
    first = {seat: min(p for p in s.everyone if p % sides == seat % sides) for seat in s.everyone}
    return {seat: int(ask(s, first[seat], what)) for seat in s.everyone}


def one_side(s: State, seats: Sequence[int]) -> bool:
    """Whether all these seats are of one side."""
    return len({seat % s.rules.sides for seat in seats}) == 1


def _with_final(s: State) -> tuple[int, ...]:
    """The totals with what the end of the match adds to them."""
    final = s.rules.spec.match.final
    if final is None:
        return s.total
    added = for_sides(s, final)
    return tuple(stored(total + added.get(seat, 0)) for seat, total in enumerate(s.total))


def _leave(s: State) -> bool:
    """Players leave who are out; True if too few are left to play on."""
    out, before = s.rules.spec.match.out, s.everyone
    leaving = {} if out is None else for_sides(s, out)
    left = tuple(seat for seat in before if not leaving.get(seat))
    if left == before:
        return False
    s.everyone = left or before  # where all leave, the best of them wins
    if one_side(s, left) or len(left) < max(2, s.rules.spec.players[0]):
        return True
    s.rules = _at(s.rules, len(left), s.rules.wild)
    return False


def _settle_wilds(s: State) -> None:
    """Where wild cards change from round to round, the rules are those for the wild cards now."""
    spec, faces = s.rules.spec, range(s.rules.deck.faces)
    if changing(spec):
        wild = tuple(
            sum(1 << face for face in faces if true(s, s.dealer, cls.cards, {CARD_SLOT: face}))
            for cls in spec.deck.wilds
        )
        s.rules = _at(s.rules, len(s.everyone), wild)


@cache
def _at(rules: Rules, players: int, wild: Masks) -> Rules:
    return rules.at(players, wild)


def _winners(s: State) -> tuple[int, ...]:
    match = s.rules.spec.match
    best = max if match.highest else min
    top = best(s.total[seat] for seat in s.everyone)
    winners = tuple(seat for seat in s.everyone if s.total[seat] == top)
    if not one_side(s, winners) and match.tie_break is not None:
        worth = for_sides(s, match.tie_break)
        most = best(worth[seat] for seat in winners)
        winners = tuple(seat for seat in winners if worth[seat] == most)
    return winners


def events(s: State, moment: str) -> None:
    """Look at the events of a moment in file order, as long as the round goes on."""
    if moment == "action" and s.setup:
        return
    for event in s.rules.spec.events:
        if event.at == moment and s.ended not in ("round", "match") and true(s, s.turn, event.when):
            run(s, s.turn, event.do)
