"""What is played with: packs, jokers, special cards, ranks, wild cards, points of cards."""

from __future__ import annotations

from rummy.lang.trees import Name, Sequence, walk
from rummy.sheet import marks
from rummy.sheet.counts import by_players, span, told
from rummy.sheet.document import Block, Bullets, Item, Paragraph, Section, Table
from rummy.sheet.names import listed, number_word, spaced
from rummy.sheet.words import Words
from rummy.spec.bind import Rules
from rummy.spec.model import LineSpec, WildSpec
from rummy.spec.wilds import changing

MOST_ROWS = 60
"""A table of points has no more rows; what has more points than that is told by rank."""


def section(words: Words) -> Section:
    """The cards of the game."""
    settled, deck = words.settled, words.deck
    spec = settled.spec
    items = _packs(words)
    items += [item for number in range(len(deck.extras)) if (item := _special(words, number))]
    for line in _lines_used(words):
        items.append(Item(_line(words, line)))
    wilds = [_wild(words, number, wild) for number, wild in enumerate(spec.deck.wilds)]
    items += [wild for wild in wilds if wild is not None]
    blocks: list[Block] = [Bullets(tuple(items))]
    if any(wild is not None for wild in wilds):
        blocks.append(
            Paragraph(
                f"Cards are written with rank and suit, {words.card([_some_face(words)])}; a wild card in a "
                "meld is written with the card that it stands for in brackets, and counts as that card "
                "in the rules of melds."
            )
        )
    blocks += points(words)
    return Section("Cards", tuple(blocks))


def _special(words: Words, number: int) -> Item | None:
    """A special card and how many there are of it; None if there are none."""
    face = words.deck.joker + 1 + number
    rows = by_players(words.settled, lambda rules: rules.deck.copies[face])
    if not any(value for _, value in rows):
        return None
    many = told(rows, "card", "cards")
    head = marks.strong("Special cards")
    return Item(f"{head}: {words.card([face])}, {many} in all, of no suit and no rank")


def _some_face(words: Words) -> int:
    return next((face for face, many in enumerate(words.deck.copies) if many), 0)


def _packs(words: Words) -> list[Item]:
    """The pack, and how many of it there are."""
    settled, deck = words.settled, words.deck
    gone = [face for face in range(deck.joker) if not deck.copies[face]]
    each = deck.joker - len(gone)
    suits = listed([_suit(words, number) for number in range(len(deck.suits))])
    text = f"{marks.strong('Pack')}: {each} cards, ranks {words.ranks(range(len(deck.ranks)))} in the suits {suits}"
    if gone and len(gone) <= 16:
        text += f", without {words.card(gone)}"
    elif gone:
        text += "; some of these are left out"
    items = [Item(text)]
    rows = by_players(settled, lambda rules: _row(rules))
    if len(rows) == 1:
        packs, jokers, size = _numbers(settled.rules)
        items.append(Item(f"{marks.strong('Number')}: {_told(packs, jokers, size)}"))
    else:
        below = tuple(Item(f"{who} players: {told}") for who, told in rows)
        items.append(Item(f"{marks.strong('Number')}:", below))
    return items


def _numbers(rules: Rules) -> tuple[int, int, int]:
    deck = rules.deck
    return max(deck.copies[: deck.joker] or (0,)), deck.copies[deck.joker], deck.size


def _row(rules: Rules) -> str:
    return _told(*_numbers(rules))


def _told(packs: int, jokers: int, size: int) -> str:
    text = number_word(packs, "pack")
    if jokers:
        text += f" and {number_word(jokers, 'joker')}"
    return f"{text}, {number_word(size, 'card')} in all"


def _suit(words: Words, number: int) -> str:
    suit = words.deck.suits[number]
    name, sign = marks.clean(suit.name), marks.clean(suit.sign)
    return f"{name} ({sign})" if sign != name else name


def _lines_used(words: Words) -> list[LineSpec]:
    """The rank lines on which some kind of meld makes sequences."""
    read = {
        part.line
        for kind in words.settled.rules.kinds
        for part in walk(kind.valid)
        if isinstance(part, Sequence)
    }
    return [line for line in words.spec.deck.lines if line.name in read]


def _line(words: Words, line: LineSpec) -> str:
    ranks = " ".join(words.deck.ranks[n] for n in line.ranks)
    text = f"{marks.strong('Order of ranks in sequences')}: {marks.clean(ranks)}"
    if line.around:
        text += ", and round again from the last to the first"
    for rank in dict.fromkeys(line.ranks):
        if line.ranks.count(rank) > 1:
            text += f"; the {words.rank(rank)} at either end, but not round the corner"
    return text


def _wild(words: Words, number: int, wild: WildSpec) -> Item | None:
    """A class of wild cards: which, when, and what they may stand for."""
    settled = words.settled
    if settled.never(wild.cards):
        return None
    rules = settled.rules
    title = marks.strong(f"Wild cards ({marks.clean(spaced(wild.name))})")
    tree = settled.whole(wild.cards)
    moving = changing(settled.spec) and any(
        isinstance(part, Name) and part.name not in settled.names for part in walk(tree)
    )
    if moving:
        which = f"each card for which this holds: {words.condition(wild.cards)}; this is looked at anew in each round"
        faces: tuple[int, ...] = ()
    else:
        faces = next(
            (
                other.deck.wilds[number].faces
                for other in settled.all_rules.values()
                if other.deck.wilds[number].faces
            ),
            (),
        )
        if not faces:
            return None
        which = _faces(words, faces)
    text = f"{title}: {which}"
    if faces:
        targets = set(rules.deck.wilds[number].targets.get(faces[0], ()))
        text += f"; {_targets(words, faces, targets)}"
    else:
        text += (
            "; may stand for any other card"
            if wild.stands_for is None
            else f"; may stand for a card for which this holds: {words.condition(wild.stands_for)}"
        )
    natural = rules.deck.wilds[number].natural
    if natural:
        text += ", or lie as itself"
    return Item(text)


def _faces(words: Words, faces: tuple[int, ...]) -> str:
    """Cards by what they have in common: ``all 2s``, ``jokers``."""
    deck = words.deck
    if faces == (deck.joker,):
        return "the jokers"
    special = [f for f in faces if deck.special(f)]
    if len(special) == len(faces):
        return listed([words.card([f]) for f in faces])
    by_rank: dict[int, list[int]] = {}
    for face in faces:
        by_rank.setdefault(deck.rank_of[face], []).append(face)
    there = [f for f in range(deck.joker) if deck.copies[f]]
    told_ranks = []
    for rank, some in by_rank.items():
        whole = rank >= 0 and len(some) == sum(1 for f in there if deck.rank_of[f] == rank)
        told_ranks.append(f"all {words.rank(rank, many=True)}" if whole else words.card(some))
    return listed(told_ranks)


def _targets(words: Words, faces: tuple[int, ...], targets: set[int]) -> str:
    """What a wild card may stand for."""
    deck = words.deck
    others = {f for f in range(deck.joker) if deck.copies[f]} - set(faces[:1])
    if targets == others:
        return "may stand for any other card"
    ranks = sorted({deck.rank_of[f] for f in targets})
    whole = {f for f in range(deck.joker) if deck.copies[f] and deck.rank_of[f] in ranks} - set(
        faces[:1]
    )
    if targets == whole and targets:
        return f"may stand for any card of the ranks {words.ranks(ranks)}"
    if not targets:
        return "may stand for no card"
    if len(targets) <= 13:
        return f"may stand for {listed([words.card([f]) for f in sorted(targets)], 'or')}"
    return "may stand for some cards only, as the file says"


# --- points of cards ---------------------------------------------------------------------


def points(words: Words) -> list[Table]:
    """What each card counts, worked out for every card; no table if no card counts anything.

    Where a card counts otherwise while it is wild, a column says so; where it hangs on
    how many play, each has a table of its own.
    """
    groups: list[list[Rules]] = []
    for rules in words.settled.all_rules.values():
        if groups and _worths(groups[-1][0]) == _worths(rules):
            groups[-1].append(rules)
        else:
            groups.append([rules])
    found = []
    for group in groups:
        who = f" with {span([rules.players for rules in group])} players" if groups[1:] else ""
        table = _table(words, group, f"Points of the cards{who}")
        if table is not None:
            found.append(table)
    return found


def _worths(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of each card, usually and in a round in which it is wild."""
    if not rules.wild:
        return rules.deck.points_of, rules.deck.points_of
    every = (1 << rules.deck.joker) - 1
    tried = rules.at(rules.players, (every,) * len(rules.wild))
    return rules.deck.points_of, tried.deck.points_of


def _table(words: Words, group: list[Rules], caption: str) -> Table | None:
    deck = words.deck
    usual, wild = _worths(group[0])
    there = [face for face in range(deck.faces) if any(r.deck.copies[face] for r in group)]
    if not any(usual[face] or wild[face] for face in there):
        return None
    rows = _rows(words, [face for face in there if face < deck.joker], usual, wild)
    rows += [
        ("joker" if face == deck.joker else words.card([face]), usual[face], wild[face])
        for face in there
        if face >= deck.joker
    ]
    shown = [(name, _worth(one), _worth(other)) for name, one, other in rows[:MOST_ROWS]]
    if any(usual[face] != wild[face] for face in there):
        return Table(caption, ("Card", "Points each", "While it is wild"), tuple(shown), (1, 2))
    return Table(caption, ("Card", "Points each"), tuple(row[:2] for row in shown), (1,))


def _worth(points: int) -> str:
    return "number printed on it" if points == PIPS else str(points)


def _rows(
    words: Words, faces: list[int], usual: tuple[int, ...], wild: tuple[int, ...]
) -> list[tuple[str, int, int]]:
    """Ranks that count the same drawn together; a rank whose suits differ card by card."""
    deck = words.deck
    by_rank: dict[int, dict[tuple[int, int], list[int]]] = {}
    for face in faces:
        worth = (usual[face], wild[face])
        by_rank.setdefault(deck.rank_of[face], {}).setdefault(worth, []).append(face)
    groups: list[tuple[list[int], tuple[int, int]]] = []
    for rank in sorted(by_rank):
        if len(by_rank[rank]) > 1:
            continue
        ((one, other),) = by_rank[rank]
        pips = deck.pips_of[rank]
        printed = (PIPS if one == pips > 0 else one, PIPS if other == pips > 0 else other)
        if groups and groups[-1][1] == printed and groups[-1][0][-1] == rank - 1:
            groups[-1][0].append(rank)
        else:
            groups.append(([rank], printed))
    rows = []
    for ranks, (one, other) in _unprinted(words, groups):
        name = words.ranks(ranks) if len(ranks) > 1 else words.rank(ranks[0])
        rows.append((name, one, other))
    for rank in sorted(by_rank):
        if len(by_rank[rank]) > 1:
            rows += [(words.card(some), *worth) for worth, some in sorted(by_rank[rank].items())]
    return rows


PIPS = -(10**13)
"""Stands for the number that is printed on a card."""


def _unprinted(
    words: Words, groups: list[tuple[list[int], tuple[int, int]]]
) -> list[tuple[list[int], tuple[int, int]]]:
    """A rank alone that counts what is printed on it has its number, or joins its neighbours."""
    pips = words.deck.pips_of
    found: list[tuple[list[int], tuple[int, int]]] = []
    for ranks, (one, other) in groups:
        if len(ranks) == 1:
            number = pips[ranks[0]]
            one, other = (number if one == PIPS else one), (number if other == PIPS else other)
        if found and found[-1][1] == (one, other) and found[-1][0][-1] == ranks[0] - 1:
            found[-1][0].extend(ranks)
        else:
            found.append((list(ranks), (one, other)))
    return found


def summary(words: Words) -> str:
    """The pack in a few words, for a table of facts."""
    settled = words.settled
    rows = by_players(settled, lambda rules: max(rules.deck.copies[: rules.deck.joker] or (0,)))
    jokers = by_players(settled, lambda rules: rules.deck.copies[rules.deck.joker])
    text = told(rows, "pack", "packs")
    if any(value for _, value in jokers):
        text += f"; {told(jokers, 'joker', 'jokers')}"
    return text
