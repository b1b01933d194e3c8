"""Melds laid anew: which cards of a hand can join those taken up, and how all of them lie.

Which cards can join is found by a *sweep*. All melds that the pack can make, each
as its cards in the order of places (rank, then suit), are merged into one
automaton. The sweep goes through the places once and keeps, for all ways to use
the cards so far, the melds under way; what a meld was begun with does not
matter to it, only how it can go on. How the cards lie in the end is found by a
search that takes apart as few of the melds taken up as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rummy.cards import bag_subtract, bag_union
from rummy.lang.evaluate import card_field
from rummy.lang.types import PLACED
from rummy.melds.plan import GROUP, RUN

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.plans import Plans
    from rummy.melds.shapes import Shape

MOST_WILD_CARDS = 4
"""With more wild cards in the pack its melds are not listed beforehand."""
MOST_CARDS = 120
"""Nor where kinds of meld have so many cards to choose from."""
MOST_POSITIONS = 3_000
"""So many positions are looked at for the arrangement that changes least."""
MOST_WAYS = 64
"""For so many tables with hands all the ways are remembered."""
FEW_CARDS = 16
"""With no more cards than this, on the table and in hand, all ways are followed ..."""
MOST_OF_FEW = 5_000
"""... up to so many from a place on,"""
MOST_STATES = 60
"""and with more cards so many."""
MOST_TABLES = 2_000
"""For so many sets of cards it is remembered which melds they can come to."""
NEVER = 1_000
BIG = 1 << 30
NEVER_SO_FEW = -1 << 60
ROOT = 0

Open = tuple[int, ...]
"""The melds under way, as nodes of the automaton, sorted."""
Wilds = tuple[int, ...]
"""How many of each wild face are left."""
Course = tuple[int, tuple[tuple[int, int], ...]]
"""A meld under way: its node, and its cards as places with faces."""
Place = tuple[Wilds, Open]
Edge = tuple[int, Wilds, Open, int]
"""Natural cards used at a place, what is left, the melds under way, the points."""


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


class Ways:
    """All ways to put some cards into melds, as steps from place to place."""

    def __init__(self, graph: Graph, start: Wilds, rows: list[dict[Place, list[Edge]]]) -> None:
        self.graph, self.start, self.rows = graph, start, rows

    def joining(self, must: Sequence[int], more: bool, need: int | None) -> set[int] | None:
        """The faces that can be used beyond ``must``; None: even that cannot be done.

        Without ``more`` nothing else may be used. With ``need`` the melds together must
        have so many points.
        """
        graph = self.graph
        if not self.rows:
            return None
        wild = tuple([must[face] for face in graph.wild])
        layers: list[dict[Place, int]] = [{(self.start, ()): 0}]
        for at, face in enumerate(graph.natural):
            least = must[face] if face >= 0 else 0
            most = BIG if more else least
            row = self.rows[at]
            following: dict[Place, int] = {}
            for state, worth in layers[-1].items():
                for used, rest, going, points in row.get(state, ()):
                    if least <= used <= most:
                        key = (rest, going)
                        if worth + points > following.get(key, NEVER_SO_FEW):
                            following[key] = worth + points
            if not following:
                return None
            layers.append(following)
        after: dict[Place, int] = {}
        found: set[int] = set()
        for state, worth in layers[-1].items():
            used_up = [s - rest for s, rest in zip(self.start, state[0], strict=True)]
            if any(u < m or (u > m and not more) for u, m in zip(used_up, wild, strict=True)):
                continue
            if need is not None and worth < need:
                continue
            after[state] = 0
            found.update(f for f, u, m in zip(graph.wild, used_up, wild, strict=True) if u > m)
        if not after or not more:
            return found if after else None
        for at in range(graph.steps - 1, -1, -1):
            face = graph.natural[at]
            least = must[face] if face >= 0 else 0
            row = self.rows[at]
            before: dict[Place, int] = {}
            for state, worth in layers[at].items():
                best = NEVER_SO_FEW
                for used, rest, going, points in row.get(state, ()):
                    if used < least:
                        continue
                    beyond = after.get((rest, going))
                    if beyond is None:
                        continue
                    if need is not None and worth + points + beyond < need:
                        continue
                    best = max(best, points + beyond)
                    if used > least:
                        found.add(face)
                if best > NEVER_SO_FEW:
                    before[state] = best
            after = before
        return found

    def one(self, must: Sequence[int], need: int | None) -> list[Course]:
        """One way to put just these cards into melds, which must be there."""
        graph = self.graph
        wild = tuple([must[face] for face in graph.wild])
        after: dict[Place, int] = {
            (tuple([s - m for s, m in zip(self.start, wild, strict=True)]), ()): 0
        }
        beyond = [after]
        for at in range(graph.steps - 1, -1, -1):
            face = graph.natural[at]
            used_here = must[face] if face >= 0 else 0
            before: dict[Place, int] = {}
            for state, edges in self.rows[at].items():
                for used, rest, going, points in edges:
                    if used == used_here and (rest, going) in after:
                        worth = points + after[rest, going]
                        before[state] = max(before.get(state, worth), worth)
            after = before
            beyond.append(after)
        beyond.reverse()
        here: Place = (self.start, ())
        melds: list[Course] = []
        done: list[Course] = []
        for at in range(graph.steps):
            face = graph.natural[at]
            used_here = must[face] if face >= 0 else 0
            best = beyond[at][here]
            _, rest, going, _ = min(
                edge
                for edge in self.rows[at][here]
                if edge[0] == used_here
                and (edge[1], edge[2]) in beyond[at + 1]
                and edge[3] + beyond[at + 1][edge[1], edge[2]] == best
            )
            labels = [(at, face)] * used_here
            for n, wild_face in enumerate(graph.wild):
                labels += [(at, wild_face)] * (here[0][n] - rest[n])
            for way in graph.dealt_out(melds, sorted(labels)):
                still = [meld for meld in way if graph.last[meld[0]] > at]
                over = [meld for meld in way if graph.last[meld[0]] <= at]
                if tuple(sorted(node for node, _ in still)) == going and all(
                    graph.ends[node] for node, _ in over
                ):
                    melds = still
                    done += over
                    break
            here = (rest, going)
        return done


class Anew:
    """Answers about melds that are taken up and laid anew with cards of a hand."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.deck = plans.deck
        deck = self.deck
        self._wild = deck.mask(lambda face: bool(deck.held_wild[face]))
        self._graph: Graph | None = None
        self._with: dict[int, list[Shape]] = {}
        self._without: dict[int, list[Shape]] = {}
        self._ways: dict[tuple[int, int], Ways] = {}
        self._points: dict[Shape, int] = {}
        wilds = sum(count for face, count in enumerate(deck.copies) if deck.held_wild[face])
        plain = all(
            branch.anchor == GROUP or (branch.anchor == RUN and branch.over == "suit")
            for plan in plans.plans
            for branch in plan.branches
        )
        if plain and wilds <= MOST_WILD_CARDS and deck.size <= MOST_CARDS:
            whole = deck.bag(deck.all_cards())
            shapes = plans.melds(whole)
            self._graph = Graph(deck, shapes)
            self._with, self._without = self._by_face(shapes)

    def _by_face(
        self, shapes: Iterable[Shape]
    ) -> tuple[dict[int, list[Shape]], dict[int, list[Shape]]]:
        """The melds that use each face: all of them, and those without a wild card."""
        found: dict[int, list[Shape]] = {}
        natural: dict[int, list[Shape]] = {}
        for shape in shapes:
            for face in set(self.deck.bag_faces(shape.bag)):
                found.setdefault(face, []).append(shape)
                if not shape.bag & self._wild:
                    natural.setdefault(face, []).append(shape)
        return found, natural

    def points(self, shape: Shape) -> int:
        """The points of a meld's cards, of a wild one those of the card stood for."""
        known = self._points.get(shape)
        if known is None:
            known = self._points[shape] = sum(
                int(card_field(self.deck, PLACED, code, "points")) for code in shape.codes
            )
        return known

    def joining(
        self, pool: int, joined: int, hand: int, melds: Sequence[Shape], least: int | None
    ) -> tuple[list[int], bool]:
        """The faces of ``hand`` that can join next, and whether all lie in melds as they are.

        ``pool`` are the cards of the melds taken up, which are ``melds``, and what
        must join with them; ``joined`` what else has joined. A face can join if,
        perhaps with further cards of the hand, all of them can lie in melds.
        These must have ``least`` points more than the melds taken up.
        """
        deck = self.deck
        need = None if least is None else least + sum(map(self.points, melds))
        free = bag_union(hand, joined, deck.faces, deck.full)
        ways = self._ways.get((pool, free))
        if ways is None:
            graph = self._graph
            if graph is None:
                both = bag_union(pool, free, deck.faces, deck.full)
                graph = Graph(deck, self.plans.melds(both))
            ways = graph.ways(
                self._counts(pool), self._counts(free), lambda: self._plainly(melds, free)
            )
            if len(self._ways) >= MOST_WAYS:
                self._ways.clear()
            self._ways[pool, free] = ways
        must = self._counts(bag_union(pool, joined, deck.faces, deck.full))
        found = ways.joining(must, True, need)
        if found is None:
            return [], False
        return sorted(found), ways.joining(must, False, need) is not None

    def _plainly(self, melds: Sequence[Shape], hand: int) -> Iterator[Sequence[Shape]]:
        """The table as it lies, with a card of the hand added, with a meld of the hand."""
        yield melds
        for place, shape in enumerate(melds):
            if shape.grow_mask & hand:
                for growth in shape.growth:
                    if hand >> growth.face & 1:
                        yield [*melds[:place], growth.shape, *melds[place + 1 :]]
        for shape in self.plans.melds(hand):
            yield [*melds, shape]

    def _counts(self, bag: int) -> list[int]:
        deck = self.deck
        counts = [0] * deck.faces
        for face in deck.bag_faces(bag):
            counts[face] += 1
        return counts

    # --- how they lie ------------------------------------------------------------

    def arrangement(
        self, melds: Sequence[Shape], more: int, least: int | None
    ) -> tuple[tuple[int, ...], tuple[Shape, ...]]:
        """Which of the melds taken up are changed, and the new melds in place of them.

        ``more`` are the cards that joined. Fewest melds are changed, of equal
        ways the one whose changed melds come first, then the one with fewest
        new melds, then the one whose new melds come first in the order of
        actions. The cards must be known to lie in melds.
        """
        search = _Repair(self, melds, least)
        for most in range(len(melds) + 1):
            found = search.run(more, most)
            if search.left < 0:
                break
            if found:
                return min(found, key=lambda way: (way[0], len(way[1]), _orders(way[1])))
        return self._any(melds, more, least)

    def _any(
        self, melds: Sequence[Shape], more: int, least: int | None
    ) -> tuple[tuple[int, ...], tuple[Shape, ...]]:
        """The way that the sweep comes upon first."""
        deck = self.deck
        pool = more
        for shape in melds:
            pool = bag_union(pool, shape.bag, deck.faces, deck.full)
        need = None if least is None else least + sum(map(self.points, melds))
        ways, graph = self._lately(pool)
        new = [graph.made[row] for _, row in ways.one(self._counts(pool), need)]
        changed = []
        for place in reversed(range(len(melds))):
            if melds[place] in new:
                new.remove(melds[place])
            else:
                changed.append(place)
        return tuple(sorted(changed)), tuple(sorted(new, key=lambda shape: shape.order))

    def _lately(self, pool: int) -> tuple[Ways, Graph]:
        """The ways asked about last that hold such a pool."""
        deck = self.deck
        for (known, free), ways in reversed(self._ways.items()):
            both = bag_union(known, free, deck.faces, deck.full)
            held = not known & ~pool and not pool & ~both
            if held and ways.joining(self._counts(pool), False, None) is not None:
                return ways, ways.graph
        graph = self._graph or Graph(deck, self.plans.melds(pool))
        return graph.ways(self._counts(pool), [0] * deck.faces), graph

    def candidates(self, pool: int) -> dict[int, list[Shape]]:
        """The melds that cards of a pool could make, by the faces that they use."""
        if self._graph is None:
            return self._by_face(self.plans.melds(pool))[0]
        return self._with if pool & self._wild else self._without


def _orders(shapes: Iterable[Shape]) -> list[tuple[int, ...]]:
    return sorted(shape.order for shape in shapes)


Way = tuple[tuple[int, ...], tuple["Shape", ...]]


class _Repair:
    """A search for the ways in which so many of the melds taken up change."""

    def __init__(self, anew: Anew, melds: Sequence[Shape], least: int | None) -> None:
        self.anew, self.melds, self.least = anew, melds, least
        self.most = 0
        self.left = MOST_POSITIONS
        self.width, self.full = anew.deck.faces, anew.deck.full
        self.found: list[Way] = []
        self.seen: set[object] = set()
        self.using: dict[int, list[Shape]] = {}

    def run(self, more: int, most: int) -> list[Way]:
        """The ways in which at most so many change, as far as there is time to look."""
        self.most = most
        self.found = []
        self.seen = set()
        if not self.using:
            pool = more
            for shape in self.melds:
                pool = bag_union(pool, shape.bag, self.width, self.full)
            self.using = self.anew.candidates(pool)
        self._cover(more, (), list(range(len(self.melds))), ())
        return self.found

    def _cover(
        self, loose: int, broken: tuple[int, ...], whole: list[int], made: tuple[Shape, ...]
    ) -> None:
        """Go on with the lowest loose card."""
        self.left -= 1
        if self.left < 0:
            return
        if not loose:
            self._note(broken, made)
            return
        key = (loose, broken, tuple(_orders(made)))
        if key in self.seen:
            return
        self.seen.add(key)
        first = loose & self.full
        face = (first & -first).bit_length() - 1
        there = loose
        if len(broken) < self.most:
            for index in whole:
                there = bag_union(there, self.melds[index].bag, self.width, self.full)
        for shape in self.using.get(face, ()):
            if not shape.bag & ~there:
                self._make(shape, loose, broken, whole, made)

    def _make(
        self,
        shape: Shape,
        loose: int,
        broken: tuple[int, ...],
        whole: list[int],
        made: tuple[Shape, ...],
    ) -> None:
        """Make a meld, of loose cards and of cards of melds that are taken apart for it."""
        lacking = shape.bag & ~loose
        if not lacking:
            rest = bag_subtract(loose, shape.bag, self.width, self.full)
            self._cover(rest, broken, whole, (*made, shape))
            return
        self.left -= 1
        if self.left < 0 or len(broken) >= self.most:
            return
        while not lacking & self.full:
            lacking >>= self.width
        bit = lacking & -lacking & self.full
        for index in whole:
            meld = self.melds[index]
            if meld.bag & bit:
                more = bag_union(loose, meld.bag, self.width, self.full)
                others = [i for i in whole if i != index]
                self._make(shape, more, tuple(sorted((*broken, index))), others, made)

    def _note(self, broken: tuple[int, ...], made: tuple[Shape, ...]) -> None:
        points = self.anew.points
        if self.least is not None:
            gained = sum(map(points, made)) - sum(points(self.melds[i]) for i in broken)
            if gained < self.least:
                return
        self.found.append((broken, tuple(sorted(made, key=lambda shape: shape.order))))
