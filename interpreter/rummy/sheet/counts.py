"""Numbers that hang on how many play: worked out for each number of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rummy.lang.evaluate import CardEnv, evaluate
from rummy.lang.trees import Name, walk
from rummy.sheet.names import listed
from rummy.sheet.settled import Settled
from rummy.spec.bind import Rules
from rummy.spec.model import Expr

KNOWN = frozenset(("players", "seats", "packs"))
"""Names beside options that are known once it is known how many play."""


def by_players(
    settled: Settled, value: Callable[[Rules], int | str]
) -> list[tuple[str, int | str]]:
    """Numbers of players drawn together as far as the value is the same: ``("2–3", 1)``."""
    rows: list[tuple[list[int], int | str]] = []
    for players, rules in settled.all_rules.items():
        found = value(rules)
        if rows and rows[-1][1] == found and rows[-1][0][-1] == players - 1:
            rows[-1][0].append(players)
        else:
            rows.append(([players], found))
    return [(span(players), found) for players, found in rows]


def span(numbers: Sequence[int]) -> str:
    """``2–4``, ``5``."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def fixed(settled: Settled, expr: Expr) -> bool:
    """Whether an expression reads nothing but options and how many play."""
    names = {part.name for part in walk(settled.whole(expr)) if isinstance(part, Name)}
    return names <= KNOWN


def value_of(rules: Rules, expr: Expr) -> int:
    """The value of such an expression under these rules."""
    found: int = evaluate(expr.tree, CardEnv(rules.deck, names=rules.constants))
    return found


def told(rows: Sequence[tuple[str, int | str]], one: str, many: str) -> str:
    """``1 pack with 2–3 players, 2 packs with 4–5``."""
    parts = [
        f"{value:,} {one if value == 1 else many}" if isinstance(value, int) else f"{value} {many}"
        for _, value in rows
    ]
    if len(rows) == 1:
        return parts[0]
    players = [f"{part} for {who} players" for part, (who, _) in zip(parts, rows, strict=True)]
    return listed(players)
