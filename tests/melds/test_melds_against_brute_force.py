"""Melds, growth, arrangements and further play against trying everything.

The brute force here is written apart from the product: conditions are Python
functions over (rank, suit, wild, printed face), melds are subsets of the hand
with every assignment of wild cards, plays are all orders.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st
from meld_helpers import K, deck, plans
from rummy.cards import Deck
from rummy.lang.reads import clauses, open_halves
from rummy.melds import Plans, Shape
from rummy.melds.further import Search


@dataclass(frozen=True)
class Placed:
    rank: int
    suit: int
    wild: bool
    face: int
    points: int


@dataclass(frozen=True)
class Part:
    """A condition: as text, as a function, and what it reads of a place."""

    text: str
    holds: Callable[[Deck, list[Placed]], bool]
    reads: str = ""


def colour(suit: int) -> int:
    """Of S H D C: black 0, red 1, red 1, black 0; -1 for none."""
    return -1 if suit < 0 else (0, 1, 1, 0)[suit]


def in_line(d: Deck, cards: list[Placed], line: str = "run") -> bool:
    """Whether the ranks are those of a stretch of the line, each place once."""
    places = list(d.lines[line].ranks)
    n = len(cards)
    if n > len(places):
        return False
    starts = range(len(places)) if d.lines[line].around else range(len(places) - n + 1)
    ranks = Counter(c.rank for c in cards)
    return any(Counter(places[(s + i) % len(places)] for i in range(n)) == ranks for s in starts)


def one(values: list[int]) -> bool:
    return len(set(values)) <= 1


def no_twice(values: list[int]) -> bool:
    return len(set(values)) == len(values)


# ranks of the small deck: A 2 3 4 5 = 0..4
PARTS = [
    Part("same(rank)", lambda d, c: one([x.rank for x in c]), "r"),
    Part("same(suit)", lambda d, c: one([x.suit for x in c]), "s"),
    Part("same(colour)", lambda d, c: one([colour(x.suit) for x in c]), "s"),
    Part("sequence(rank)", in_line, "r"),
    Part("distinct(suit)", lambda d, c: no_twice([x.suit for x in c]), "s"),
    Part("distinct(rank)", lambda d, c: no_twice([x.rank for x in c]), "r"),
    Part("any(natural)", lambda d, c: any(not x.wild for x in c)),
    Part("count(wild) <= 1", lambda d, c: sum(x.wild for x in c) <= 1),
    Part(
        "count(natural) >= count(wild)",
        lambda d, c: sum(not x.wild for x in c) >= sum(x.wild for x in c),
    ),
    Part("all(rank != A)", lambda d, c: all(x.rank != 0 for x in c), "r"),
    Part("variety(suit) == 2", lambda d, c: len({x.suit for x in c}) == 2, "s"),
    Part("ranks == {2, 3, 4}", lambda d, c: {x.rank for x in c} == {1, 2, 3}, "r"),
    Part(
        "(distinct(suit) if size <= 3 else variety(suit) >= 2)",
        lambda d, c: (
            no_twice([x.suit for x in c]) if len(c) <= 3 else len({x.suit for x in c}) >= 2
        ),
        "s",
    ),
    Part(
        "(same(rank) or same(suit))",
        lambda d, c: one([x.rank for x in c]) or one([x.suit for x in c]),
        "rs",
    ),
    Part("not same(suit)", lambda d, c: not one([x.suit for x in c]), "s"),
    Part("points(cards) >= 6", lambda d, c: sum(x.points for x in c) >= 6, "rs"),
    Part("count(rank == A) <= 1", lambda d, c: sum(x.rank == 0 for x in c) <= 1, "r"),
    Part(
        "(same(rank) if any(wild) else sequence(rank))",
        lambda d, c: one([x.rank for x in c]) if any(x.wild for x in c) else in_line(d, c),
        "r",
    ),
]

LINES = ("A 2 3 4 5", "2 3 4 5 A", "A 2 3 4 5 A", "A 2 3 4 5 around", "2 3 4")
WILDS: list[dict[str, tuple[str, str, bool]]] = [
    {},
    {"joker": ("JOK", "*", False)},
    {"two": ("2", "A 3 4 5", True)},
    {"two": ("2", "*", False)},
    {"joker": ("JOK", "*", False), "two": ("2", "A 3 4 5", True)},
    {"all": ("JOK 2", "A 2 3 4 5", True)},
]


Kinds = list[tuple[tuple[Part, ...], int, int, tuple[int, ...]]]
"""Conditions, least and most cards, the kinds that it grows into."""
World = tuple[Deck, Kinds]


def random_world(seed: int) -> World:
    """A small deck and one or two kinds as lists of conditions with sizes."""
    rng = random.Random(seed)
    d = deck(
        packs=rng.randint(1, 2),
        jokers=rng.randint(0, 2),
        ranks="A 2 3 4 5",
        suits=rng.choice(["SH", "SHD"]),
        lines={"run": rng.choice(LINES)},
        wild=rng.choice(WILDS),
        points={"A": 1, "2": 2, "3": 3, "4": 4, "5": 5},
        joker_points=9,
    )
    kinds: Kinds = []
    count = rng.randint(1, 2)
    for i in range(count):
        parts = tuple(rng.sample(PARTS, rng.randint(1, 3)))
        least = rng.randint(2, 3)
        into = rng.choice([(0,), (0, 1), (1,)]) if count == 2 and i == 0 else (i,)
        kinds.append((parts, least, least + rng.randint(0, 2), into))
    return d, kinds


WORLDS = [random_world(seed) for seed in range(70)]


@cache
def plans_of(number: int, lay: str) -> Plans:
    d, kinds = WORLDS[number]
    return plans(
        d,
        {
            f"k{i}": K(
                " and ".join(p.text for p in parts),
                least,
                most,
                lay,
                "3 - size % 2",
                tuple(f"k{k}" for k in into),
            )
            for i, (parts, least, most, into) in enumerate(kinds)
        },
    )


def draw_world(data: st.DataObject, lay: str = "size") -> tuple[Plans, Deck, Kinds]:
    number = data.draw(st.integers(0, len(WORLDS) - 1))
    return plans_of(number, lay), *WORLDS[number]


def hand_of(d: Deck, data: st.DataObject, most: int = 6) -> list[int]:
    pack = list(d.all_cards())
    places = data.draw(
        st.lists(st.integers(0, len(pack) - 1), max_size=min(most, len(pack)), unique=True)
    )
    return sorted(pack[i] for i in places)


def ways(d: Deck, face: int, halves: str) -> Iterator[tuple[int, Placed]]:
    """Every place of a card: (code, placed card), the code open where nothing reads."""
    classes = [c for c in d.wilds if face in c.faces]
    may_be_natural = not classes or any(c.natural for c in classes)
    if may_be_natural:
        yield face, Placed(d.rank_of[face], d.suit_of[face], False, face, d.points_of[face])
    for target in {t for c in classes for t in c.targets[face]} - {face}:
        rank, suit = d.rank_of[target], d.suit_of[target]
        own = ("r" not in halves or rank == d.rank_of[face]) and (
            "s" not in halves or suit == d.suit_of[face]
        )
        if may_be_natural and own:
            continue
        if halves == "rs":
            code = d.wild_code(face, target)
        elif halves == "r":
            code = d.wild_rank_code(face, rank)
        elif halves == "s":
            code = d.wild_suit_code(face, suit)
        else:
            code = d.wild_open_code(face)
        yield code, Placed(rank, suit, True, face, d.points_of[target])


def halves_of(kinds: Kinds, kind: int) -> str:
    """What is read of a wild card's place, by the kind or what it grows into."""
    read = {half for k in {kind, *kinds[kind][3]} for part in kinds[k][0] for half in part.reads}
    return "".join(half for half in "rs" if half in read)


def brute_melds(d: Deck, kinds: Kinds, kind: int, hand: list[int]) -> set[tuple[int, ...]]:
    parts, least, most, _ = kinds[kind]
    halves = halves_of(kinds, kind)
    found = set()
    for size in range(least, min(most, len(hand)) + 1):
        for chosen in set(combinations(hand, size)):
            for placing in product(*(list(ways(d, f, halves)) for f in chosen)):
                cards = [p for _, p in placing]
                if all(part.holds(d, cards) for part in parts):
                    found.add(tuple(sorted(c for c, _ in placing)))
    return found


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.data())
def test_all_melds_are_found_and_no_others(data: st.DataObject) -> None:
    p, d, kinds = draw_world(data)
    hand = hand_of(d, data)
    expected = sorted(
        (i, *codes) for i in range(len(kinds)) for codes in brute_melds(d, kinds, i, hand)
    )
    found = p.melds(d.bag(hand))
    assert [s.order for s in found] == expected
    assert [s.order for s in p.melds(d.bag(hand))] == expected  # remembered


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_a_meld_grows_by_every_card_that_fits_and_no_other(data: st.DataObject) -> None:
    p, d, kinds = draw_world(data)
    melds = p.melds(d.bag(hand_of(d, data, 5)))
    if not melds:
        return
    shape = data.draw(st.sampled_from(melds))
    laid = [place_of(d, code) for code in shape.codes]
    expected = set()
    for target in kinds[shape.kind][3]:
        parts, least, most, _ = kinds[target]
        if least <= shape.size + 1 <= most:
            for face in range(d.faces):
                if d.copies[face]:
                    for code, placed in ways(d, face, halves_of(kinds, target)):
                        if all(part.holds(d, [*laid, placed]) for part in parts):
                            expected.add((target, code))
    assert [(g.shape.kind, g.code) for g in shape.growth] == sorted(expected)
    faces = {d.face_of[code] for _, code in expected}
    assert all(p.fits(face, [shape]) for face in faces)
    assert shape.grow_mask & d.full == sum(1 << f for f in faces)
    assert all(g.shape is p.shape(g.shape.kind, g.shape.codes) for g in shape.growth)


def place_of(d: Deck, code: int) -> Placed:
    stand = d.stand_of(code)
    worth = stand if 0 <= stand < d.faces else d.face_of[code]
    return Placed(
        d.rank_of[code],
        d.suit_of[code],
        code >= d.faces,
        d.face_of[code],
        d.points_of[worth],
    )


# --- arrangements ---------------------------------------------------------


def divisions(
    melds: list[Shape], hand: Counter[int], d: Deck, start: int = 0
) -> Iterator[list[Shape]]:
    """Every set of disjoint melds."""
    yield []
    for i in range(start, len(melds)):
        used = Counter(d.face_of[c] for c in melds[i].codes)
        if all(hand[f] >= n for f, n in used.items()):
            rest = hand.copy()
            rest.subtract(used)
            for more in divisions(melds, rest, d, i):
                yield [melds[i], *more]


def fills(chosen: list[Shape], demands: tuple[tuple[int, int, int], ...], free: set[int]) -> bool:
    wanted = [(kind, least) for kind, least, count in demands for _ in range(count)]

    def match(todo: list[tuple[int, int]], rest: list[Shape]) -> bool:
        if not todo:
            return all(s.kind in free for s in rest)
        kind, least = todo[0]
        return any(
            s.kind == kind and s.size >= least and match(todo[1:], rest[:i] + rest[i + 1 :])
            for i, s in enumerate(rest)
        )

    return match(wanted, chosen)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.data())
def test_arrangements_are_the_best_of_all(data: st.DataObject) -> None:
    p, d, kinds = draw_world(data)
    hand = hand_of(d, data, 7)
    if len(p.melds(d.bag(hand))) > 30:
        hand = hand[:4]  # trying everything takes too long with many wild cards
    n = len(kinds)
    demands = tuple(
        data.draw(
            st.lists(
                st.tuples(st.integers(0, n - 1), st.integers(2, 4), st.integers(1, 2)), max_size=2
            )
        )
    )
    free = data.draw(st.sets(st.integers(0, n - 1)))
    must = data.draw(st.lists(st.sampled_from(hand), max_size=1)) if hand else []
    best = None
    count = Counter(hand)
    for chosen in divisions(p.melds(d.bag(hand)), count, d):
        used = Counter(d.face_of[c] for s in chosen for c in s.codes)
        if all(used[f] for f in must) and fills(chosen, demands, free):
            left = sum(d.points_of[f] for f in (count - used).elements())
            best = left if best is None else min(best, left)
    bag = d.bag(hand)
    answer = p.arrange(bag, demands, tuple(free), d.bag(must))
    assert (None if answer is None else answer.points) == best
    for bound in range(0, 12, 3):
        within = p.arrange(bag, demands, tuple(free), d.bag(must), bound)
        assert (within is not None) == (best is not None and best <= bound)
        for found in (answer, within):
            if found is not None:
                used = Counter(d.face_of[c] for s in found.melds for c in s.codes)
                assert used <= count and all(used[f] for f in must)
                assert fills(list(found.melds), demands, free)
                assert found.left == d.bag((count - used).elements())
                assert found.points == d.bag_points(found.left)
        if within is not None:
            assert within.points <= bound


# --- further play -----------------------------------------------------------


def all_plays(p: Plans, hand: tuple[int, ...], table: tuple[Shape, ...]) -> tuple[set, set]:
    """(points, used) of all orders: wherever they stop, and at a standstill."""

    @cache
    def go(cards: tuple[int, ...], on: tuple[Shape, ...]) -> tuple[frozenset, frozenset]:
        steps = []
        for shape in p.melds(p.deck.bag(cards)):
            rest = list(cards)
            for code in shape.codes:
                rest.remove(p.deck.face_of[code])
            steps.append((shape.lay, shape.size, tuple(rest), (*on, shape)))
        for i, shape in enumerate(on):
            for growth in shape.growth:
                if growth.face in cards:
                    rest = list(cards)
                    rest.remove(growth.face)
                    after = (*on[:i], growth.shape, *on[i + 1 :])
                    steps.append((growth.points, 1, tuple(rest), after))
        anywhere = {(0, 0)}
        ends = set() if steps else {(0, 0)}
        for points, used, rest, after in steps:
            for mine, theirs in zip((anywhere, ends), go(rest, after), strict=True):
                mine |= {(points + a, used + b) for a, b in theirs}
        return frozenset(anywhere), frozenset(ends)

    return go(hand, table)  # type: ignore[return-value]


def check_play(p: Plans, hand: list[int], table: list[Shape]) -> None:
    anywhere, ends = all_plays(p, tuple(hand), tuple(table))
    bag = p.deck.bag(hand)
    best = p.most_points(bag, table)
    assert best.exact
    assert (best.points, best.used) == max(anywhere)
    follow(p, hand, table, best)
    for cost in (0, 2, 10):
        cheap = p.least_cost(bag, table, cost)
        assert cheap.exact
        expected = min(ends, key=lambda e: (e[0] + cost * (len(hand) - e[1]), -e[1]))
        assert (cheap.points, cheap.used) == expected
        follow(p, hand, table, cheap)


def follow(p: Plans, hand: list[int], table: list[Shape], play: object) -> None:
    """Each step of the answer can be made, and earns what the answer says."""
    rest, now, points = list(hand), list(table), 0
    for step in play.line:  # type: ignore[attr-defined]
        if step[0] == "lay":
            assert step[1] in p.melds(p.deck.bag(rest))
            points += step[1].lay
            now.append(step[1])
            for code in step[1].codes:
                rest.remove(p.deck.face_of[code])
        else:
            assert step[2] in now[step[1]].growth
            points += step[2].points
            now[step[1]] = step[2].shape
            rest.remove(step[2].face)
    assert (points, len(hand) - len(rest)) == (play.points, play.used)  # type: ignore[attr-defined]
    assert len(rest) == play.left  # type: ignore[attr-defined]


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.data())
def test_further_play_under_odd_rules_is_the_best_of_all_orders(data: st.DataObject) -> None:
    p, d, _ = draw_world(data, "size + sum(1 for n in 2..size)")
    melds = p.melds(d.bag(hand_of(d, data, 5)))
    table = data.draw(st.lists(st.sampled_from(melds), max_size=1)) if melds else []
    hand = hand_of(d, data, 4)
    check_play(p, hand if len(p.melds(d.bag(hand))) <= 30 else hand[:3], table)


SMALL = deck(packs=2, ranks="A 2 3 4 5 6", suits="SHD", lines={"run": "2 3 4 5 6"})
SWEPT = plans(
    SMALL,
    {
        "pair": K("same(rank) and distinct(suit) and all(rank != A)", 2, 2, "4", grows=("set",)),
        "set": K(
            "same(rank) and all(rank != A) and (distinct(suit) if size <= 3 else variety(suit) == 3)",
            3,
            6,
            "4 + sum(n for n in 3..size)",
            "size",
        ),
        "run": K("same(suit) and sequence(rank)", 3, 5, "sum(2 * n for n in 3..size)", "2 * size"),
        "list": K("ranks == {2, 4, 6} and not same(suit)", 3, 3, "9", closed=True),
        "evens": K("ranks == {2, 4, 6} and same(suit)", 3, 3, "20", closed=True),
    },
)


def test_a_search_that_runs_out_of_steps_says_so_and_can_still_be_played() -> None:
    hand = list(SMALL.bag_faces(SMALL.bag(SMALL.parse_many("2S 3S 4S 5S 4H 4D 5H 5D"))))
    search = Search(SMALL, SWEPT.melds, None)
    search.budget = 30
    play = search.run(SMALL.bag(hand), [])
    assert not play.exact
    follow(SWEPT, hand, [], play)
    assert Search(SMALL, SWEPT.melds, None).run(SMALL.bag(hand), []).exact


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.data())
def test_further_play_where_sizes_count_is_the_best_of_all_orders(data: st.DataObject) -> None:
    assert SWEPT.slow_play == ""
    pack = list(SMALL.all_cards())
    order = data.draw(st.permutations(range(len(pack))))
    cards = [pack[i] for i in order]
    on_table, hand = cards[:9], sorted(cards[9 : 9 + data.draw(st.integers(0, 6))])
    table: list[Shape] = []
    rest = SMALL.bag(on_table)
    for _ in range(3):
        melds = SWEPT.melds(rest)
        if melds:
            shape = data.draw(st.sampled_from(melds))
            table.append(shape)
            faces = list(SMALL.bag_faces(rest))
            for face in SMALL.bag_faces(shape.bag):
                faces.remove(face)
            rest = SMALL.bag(faces)
    check_play(SWEPT, hand, table)


def test_a_half_is_open_where_no_condition_reads_it() -> None:
    for number, (_, kinds) in enumerate(WORLDS):
        p = plans_of(number, "size")
        for i in range(len(kinds)):
            halves = halves_of(kinds, i)
            assert open_halves(clauses(p.kinds, i)) == ("r" not in halves, "s" not in halves)
