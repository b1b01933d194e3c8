"""International Rummy made small is played alike by both engines, with any of its options.

One pack of few ranks, five cards and contracts of one or two melds: contracts are
laid often, and the naive engine can still try everything.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from both_engines import compare
from hypothesis import given
from hypothesis import strategies as st
from profiles import cases
from rummy.chance import pick, stream
from rummy.play.engine import Engine
from rummy.reference import game
from rummy.spec.bind import bind
from rummy.spec.load import find, load_text
from rummy.spec.model import Spec

TEXT = Path(find("international")).read_text(encoding="utf-8")
CONTRACTS = TEXT[
    TEXT.index("      - {run: [4, 4]}\n") : TEXT.index("    where: >-\n      (touching")
]


def small(contract: str, last: bool) -> Spec:
    """The file with a few numbers smaller. ``last``: the first hand is like the ninth."""
    text = TEXT[: TEXT.index("\nexamples:")]
    for old, new in (
        ("packs: 2 if players <= 4 else 3\n", "packs: 1\n"),
        (
            "  lines:\n    run: A 2 3 4 5 6 7 8 9 10 J Q K A\n",
            "  ranks: A 2 3 4 5 6 7\n  lines:\n    run: A 2 3 4 5 6 7 A\n",
        ),
        ("draw: 2 3 4 5 6 7 8 9 10 J Q K A\n", "draw: 2 3 4 5 6 7 A\n"),
        ("{A: 15, 2..10: pips, J Q K: 10, joker: 50}", "{A: 15, 2..7: pips, joker: 50}"),
        ("size: 3..13", "size: 3..7"),
        (CONTRACTS, f"      - {contract}\n" * 2),
        ("{deal: 11}", "{deal: 5}"),
        ("    default: 100\n", "    default: 8\n"),
        ("    default: 3\n", "    default: 1\n"),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    if last:
        text = text.replace("round == 9", "round == 1").replace("round != 9", "round != 1")
    return load_text(text, "small_international.yaml")


SPECS = [
    small("{run: 3}", False),
    small("{set: [3, 3]}", False),
    small("{run: 3, set: 3}", False),
    small("{run: [3, 3]}", True),
]
MOST_HELD = 7
SEEN: Counter[str] = Counter()


def play(
    spec: Spec, players: int, chosen: dict[str, str | int | bool], seed: int, actions: int
) -> None:
    """A match in both engines; melds are preferred so that there are some."""
    rules = bind(spec, players, chosen)
    engine = Engine(rules)
    naive, fast = game.start(rules, seed), engine.start(seed)
    chance = stream(seed, "bot:1")
    made: list[str] = []
    for _ in range(actions):
        if naive.over or fast.history:
            break
        if any(len(c) > MOST_HELD for (name, _), c in naive.zones.items() if name == "hand"):
            break  # somebody has bought a lot, and the naive engine would try too long
        texts = compare(engine, naive, fast, made)
        melds = [n for n, text in enumerate(texts) if text.split()[0] in ("open", "meld", "add")]
        place = pick(len(texts), chance)
        if melds and pick(3, chance):
            place = melds[pick(len(melds), chance)]
        SEEN[texts[place].split()[0]] += 1
        action = naive.legal[place]
        naive = game.apply(naive, action)
        engine.apply(fast, action)
        made.append(texts[place])
    SEEN["rounds"] += bool(fast.history)


@pytest.mark.slow
@cases(12)
@given(
    st.sampled_from(SPECS),
    st.integers(3, 4),
    st.fixed_dictionaries(
        {},
        optional={
            "new_melds": st.just(True),
            "touching_runs": st.just("forbidden"),
            "same_rank_sets": st.just("forbidden"),
            "ninth_hand": st.just("no_discard"),
            "discard_taken": st.just(False),
            "buys_per_hand": st.integers(0, 2),
            "fitting_discards": st.just("callable"),
            "joker_discard": st.just("free"),
            "recycles": st.integers(0, 2),
            "turns_per_hand": st.integers(2, 8),
            "last_turns": st.just("rest_of_round"),
        },
    ),
    st.integers(0, 10_000),
)
def test_small_international_is_the_same_in_both_engines(
    spec: Spec, players: int, chosen: dict[str, str | int | bool], seed: int
) -> None:
    play(spec, players, chosen, seed, 25)


def test_some_small_hands_with_contracts_and_purchases_are_played_alike() -> None:
    """The first contracts, and a hand nine in which nobody may keep a card."""
    for seed in (5, 6):
        play(SPECS[0], 3, {"fitting_discards": "callable", "discard_taken": False}, seed, 14)
    play(SPECS[3], 3, {}, 5, 10)
    assert all(SEEN[what] for what in ("open", "buy", "take", "draw", "discard"))
