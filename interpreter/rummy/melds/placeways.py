"""The ways to put some cards into melds, as a sweep over the places of cards found them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.melds.byplaces import Graph

BIG = 1 << 30
NEVER_SO_FEW = -1 << 60

Open = tuple[int, ...]
"""The melds under way, as nodes of the automaton, sorted."""
Wilds = tuple[int, ...]
"""How many of each wild face are left."""
Course = tuple[int, tuple[tuple[int, int], ...]]
"""A meld under way: its node, and its cards as places with faces."""
Place = tuple[Wilds, Open]
Edge = tuple[int, Wilds, Open, int]
"""Natural cards used at a place, what is left, the melds under way, the points."""


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
