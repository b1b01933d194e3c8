"""Cards divided into melds place by place, of whatever kinds the melds are.

All melds that there can be, each as its cards in the order of places (rank, then
suit), are merged into one automaton. A sweep goes through the places once and
keeps, for the ways to use the cards so far, the melds under way; what a meld was
begun with does not matter to it, only how it can go on. Where there are many ways,
not all are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rummy.lang.evaluate import card_field
from rummy.lang.types import PLACED
from rummy.melds.placeways import NEVER_SO_FEW, Course, Edge, Open, Place, Ways, Wilds

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.shapes import Shape

FEW_CARDS = 16
"""With no more cards than this, on the table and in hand, all ways are followed ..."""
MOST_OF_FEW = 5_000
"""... up to so many from a place on,"""
MOST_STATES = 60
"""and with more cards so many."""
MOST_TABLES = 2_000
"""For so many sets of cards it is remembered which melds they can come to."""
NEVER = 1_000
ROOT = 0


class Graph:
    """All melds among some cards as one automaton over the places of cards."""

    def __init__(self, deck: Deck, shapes: Iterable[Shape]) -> None:
        self.deck = deck
        self.wild = tuple(f for f in range(deck.faces) if deck.copies[f] and deck.held_wild[f])
        number = {face: n for n, face in enumerate(self.wild)}
        many = len(deck.ranks) + len(deck.suits)

        def place(code: int) -> tuple[int, int]:
            rank, suit = deck.rank_of[code], deck.suit_of[code]
            return (rank if rank >= 0 else many, suit if suit >= 0 else many)

        self._place = place
        self._known_courses: dict[Shape, list[tuple[int, int, int]] | None] = {}

        shapes = list(shapes)
        places = sorted({place(code) for shape in shapes for code in shape.codes})
        step = {where: n for n, where in enumerate(places)}
        self._step = step
        self.made = {
            tuple(sorted((step[place(c)], deck.face_of[c]) for c in shape.codes)): shape
            for shape in reversed(shapes)
        }
        """The meld of each course of places and faces (of several kinds the first)."""
        self.steps = len(places)
        self.natural = [-1] * self.steps
        """The natural card of each place, -1 where there is none."""
        self.points: dict[tuple[int, int], int] = {}
        trie: list[dict[tuple[int, int], int]] = [{}]
        ends = {0: False}
        for shape in shapes:
            at = 0
            row = sorted((step[place(code)], deck.face_of[code], code) for code in shape.codes)
            for where, face, code in row:
                if face not in number:
                    self.natural[where] = face
                self.points[where, face] = int(card_field(deck, PLACED, code, "points"))
                following = trie[at].get((where, face))
                if following is None:
                    following = trie[at][where, face] = len(trie)
                    trie.append({})
                    ends[following] = False
                at = following
            ends[at] = True
        self._merge(trie, ends)
        self.known: list[dict[tuple[int, int, Wilds, Open], list[Edge]]] = [
            {} for _ in range(self.steps)
        ]
        self._wild_at: list[tuple[tuple[int, int], ...]] = [() for _ in range(self.steps)]
        for where, face in self.points:
            if face in number:
                self._wild_at[where] += ((face, number[face]),)
        self._wild_at = [tuple(sorted(row)) for row in self._wild_at]

    def _merge(self, trie: list[dict[tuple[int, int], int]], ends: dict[int, bool]) -> None:
        """Nodes from which melds go on alike become one; a node's children come after it."""
        register: dict[object, int] = {}
        same = [0] * len(trie)
        nodes: list[tuple[bool, dict[tuple[int, int], int]]] = [(False, {})]
        for node in range(len(trie) - 1, 0, -1):
            on = {label: same[child] for label, child in trie[node].items()}
            key = (ends[node], tuple(sorted(on.items())))
            if key not in register:
                register[key] = len(nodes)
                nodes.append((ends[node], on))
            same[node] = register[key]
        nodes[ROOT] = (False, {label: same[child] for label, child in trie[0].items()})
        self.ends = [end for end, _ in nodes]
        self.on = [on for _, on in nodes]
        number = set(self.wild)
        self._rows = [
            (end, [(face in number, face, child) for (_, face), child in on.items()])
            for end, on in nodes
        ]
        self._short: dict[int, list[int]] = {}
        self.goes_on = [sum(1 << where for where in {where for where, _ in on}) for on in self.on]
        """For each node the places at which a meld under way can go on, one bit each."""
        self.last = [max((where for where, _ in on), default=-1) for on in self.on]

    def short(self, there: int) -> list[int]:
        """For each node how many wild cards a meld under way needs at least.

        ``there``: the natural faces that are there at all, one bit each.
        """
        known = self._short.get(there)
        if known is None:
            if len(self._short) >= MOST_TABLES:
                self._short.clear()
            known = [0] * len(self._rows)
            for node in range(1, len(known)):  # those that follow a node have smaller numbers
                end, row = self._rows[node]
                if not end:
                    best = NEVER
                    for wild, face, child in row:
                        if wild:
                            best = min(best, known[child] + 1)
                        elif there >> face & 1:
                            best = min(best, known[child])
                    known[node] = best
            self._short[there] = known
        return known

    def edges(self, at: int, must: int, may: int, left: Wilds, melds: Open) -> list[Edge]:
        """What can happen at a place: ``must`` to ``may`` natural cards are used there.

        ``melds``: those under way that can go on there; what comes of the others
        does not hang on them.
        """
        key = (must, may, left, melds)
        known = self.known[at].get(key)
        if known is None:
            known = self.known[at][key] = self._edges(at, must, may, left, melds)
        return known

    def _edges(self, at: int, must: int, may: int, left: Wilds, melds: Open) -> list[Edge]:
        faces: list[tuple[int, int, int, int]] = [
            (face, n, 0, left[n]) for face, n in self._wild_at[at]
        ]
        if self.natural[at] >= 0:
            faces.append((self.natural[at], -1, must, may))
        now: dict[tuple[int, Wilds, Open], int] = {(0, left, melds): 0}
        for face, n, least, most in sorted(faces):
            points = self.points[at, face]
            reached: dict[tuple[int, Wilds, Open], int] = {}
            for used in range(most + 1):
                if used:
                    now = self._one_more(now, (at, face), n, points)
                    if not now:
                        break
                if used >= least:
                    for state, worth in now.items():
                        if worth > reached.get(state, NEVER_SO_FEW):
                            reached[state] = worth
            now = reached
        ends, last = self.ends, self.last
        found: dict[tuple[int, Wilds, Open], int] = {}
        for (used, rest, open_), worth in now.items():
            going = tuple([node for node in open_ if last[node] > at])
            if len(going) < len(open_) and not all(
                ends[node] for node in open_ if last[node] <= at
            ):
                continue
            if worth > found.get((used, rest, going), NEVER_SO_FEW):
                found[used, rest, going] = worth
        return [(*state, worth) for state, worth in found.items()]

    def _one_more(
        self,
        now: dict[tuple[int, Wilds, Open], int],
        label: tuple[int, int],
        n: int,
        points: int,
    ) -> dict[tuple[int, Wilds, Open], int]:
        """One more card of a face at a place: it begins a meld or goes to one under way."""
        found: dict[tuple[int, Wilds, Open], int] = {}
        on = self.on
        begun = on[ROOT].get(label)
        for (used, left, melds), worth in now.items():
            if n < 0:
                used += 1
            else:
                left = (*left[:n], left[n] - 1, *left[n + 1 :])
            worth += points
            if begun is not None:
                key = (used, left, tuple(sorted((*melds, begun))))
                if worth > found.get(key, NEVER_SO_FEW):
                    found[key] = worth
            for place, node in enumerate(melds):
                if place and melds[place - 1] == node:
                    continue
                following = on[node].get(label)
                if following is not None:
                    key = (
                        used,
                        left,
                        tuple(sorted((*melds[:place], following, *melds[place + 1 :]))),
                    )
                    if worth > found.get(key, NEVER_SO_FEW):
                        found[key] = worth
        return found

    def ways(
        self,
        pool: Sequence[int],
        hand: Sequence[int],
        tables: Callable[[], Iterable[Sequence[Shape]]] = tuple,
    ) -> Ways:
        """The ways to put the whole pool, and whatever cards of the hand, into melds.

        ``pool`` and ``hand`` say how often each face is there. All ways are
        kept but where there are too many; of those that ``tables`` names (as
        the melds that lie there then) none is ever lost.
        """
        start: Wilds = tuple([pool[face] + hand[face] for face in self.wild])
        placed = {*self.natural, *self.wild}
        if any(count and face not in placed for face, count in enumerate(pool)):
            return Ways(self, start, [])
        there = sum(1 << f for f, (p, h) in enumerate(zip(pool, hand, strict=True)) if p or h)
        short = self.short(there)
        goes_on, known = self.goes_on, self.known
        few = sum(pool) + sum(hand) <= FEW_CARDS
        most_states = MOST_OF_FEW if few else MOST_STATES
        layer: set[Place] = {(start, ())}
        courses: list[set[Place]] | None = None
        rows: list[dict[Place, list[Edge]]] = []
        for at, face in enumerate(self.natural):
            least = pool[face] if face >= 0 else 0
            most = least + hand[face] if face >= 0 else 0
            bit = 1 << at
            following: set[Place] = set()
            hopeless: set[Place] = set()
            row: dict[Place, list[Edge]] = {}
            here = known[at]
            for state in layer:
                left, melds = state
                local = tuple([node for node in melds if goes_on[node] & bit])
                edges = here.get((least, most, left, local))
                if edges is None:
                    edges = self.edges(at, least, most, left, local)
                if not edges:
                    continue
                others = [node for node in melds if not goes_on[node] & bit]
                found: list[Edge] = []
                for edge in edges:
                    used, rest, going, points = edge
                    if others:
                        going = tuple(sorted((*others, *going)))
                        edge = (used, rest, going, points)
                    key = (rest, going)
                    if key not in following:
                        if key in hopeless:
                            continue
                        if going and sum([short[node] for node in going]) > sum(rest):
                            hopeless.add(key)
                            continue
                        following.add(key)
                    found.append(edge)
                if found:
                    row[state] = found
            if len(following) > most_states:
                if courses is None:
                    courses = self._courses(start, tables())
                best = sorted(
                    following,
                    key=lambda state: (sum([short[node] for node in state[1]]), state[1], state[0]),
                )
                following = {*best[:most_states], *(following & courses[at])}
                row = {
                    state: [edge for edge in edges if (edge[1], edge[2]) in following]
                    for state, edges in row.items()
                }
            rows.append(row)
            layer = following
        ends = {state for state in layer if not state[1]}
        for at in range(self.steps - 1, -1, -1):  # only what leads to an end is kept
            rows[at] = {
                state: kept_edges
                for state, edges in rows[at].items()
                if (kept_edges := [edge for edge in edges if (edge[1], edge[2]) in ends])
            }
            ends = set(rows[at])
        return Ways(self, start, rows if ends else [])

    def _courses(self, start: Wilds, tables: Iterable[Sequence[Shape]]) -> list[set[Place]]:
        """For each place where the sweep stands there, if it comes to each of these tables."""
        found: list[set[Place]] = [set() for _ in range(self.steps)]
        for table in tables:
            rows = [course for shape in table if (course := self._course(shape)) is not None]
            if len(rows) < len(table):
                continue
            for at in range(self.steps):
                nodes = []
                left = list(start)
                for row in rows:
                    node = ROOT
                    for where, wild, after in row:
                        if where > at:
                            break
                        node = after
                        if wild >= 0:
                            left[wild] -= 1
                    if node != ROOT and self.last[node] > at:
                        nodes.append(node)
                found[at].add((tuple(left), tuple(sorted(nodes))))
        return found

    def _course(self, shape: Shape) -> list[tuple[int, int, int]] | None:
        """The cards of a meld in the order of places: place, wild card or -1, node after it.

        None for a meld that no hand could lay so: one that has grown from another
        kind, whose wild cards say more of their places.
        """
        if shape not in self._known_courses:
            course: list[tuple[int, int, int]] | None = []
            node: int | None = ROOT
            labels = sorted((self._step[self._place(c)], self.deck.face_of[c]) for c in shape.codes)
            for label in labels:
                node = None if node is None else self.on[node].get(label)
                if node is None or course is None:
                    course = None
                    break
                wild = self.wild.index(label[1]) if label[1] in self.wild else -1
                course.append((label[0], wild, node))
            self._known_courses[shape] = course
        return self._known_courses[shape]

    def dealt_out(
        self, melds: list[Course], labels: Sequence[tuple[int, int]]
    ) -> Iterator[list[Course]]:
        """The ways to give cards of one place to melds under way or to new ones."""
        if not labels:
            yield melds
            return
        label, rest = labels[0], labels[1:]
        for number, (node, row) in enumerate(melds):
            following = self.on[node].get(label)
            if following is not None:
                longer = [*melds[:number], (following, (*row, label)), *melds[number + 1 :]]
                yield from self.dealt_out(longer, rest)
        begun = self.on[ROOT].get(label)
        if begun is not None:
            yield from self.dealt_out([*melds, (begun, (label,))], rest)
