"""Bing Rummy made small is played alike by both engines, with any of its options.

One pack of few ranks, seven cards and an opening of two melds: hands open
often, and the naive engine can still try everything.
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

TEXT = Path(find("bing")).read_text(encoding="utf-8")


def small() -> str:
    """The file with a few numbers smaller."""
    text = TEXT[: TEXT.index("\nexamples:")]
    for old, new in (
        ("packs_at_seven == three_packs) else 2\n", "packs_at_seven == three_packs) else 1\n"),
        ("  ranks: 2 3 4 5 6 7 8 9 10 J Q K A\n", "  ranks: 2 3 4 5 6 A\n"),
        ("{2..10: pips, J Q K: 10, A: 15}", "{2..6: pips, A: 15}"),
        ("size: 3..13", "size: 3..6"),
        ("{any: [3, 3, 3]}", "{any: [3, 3]}"),
        ("else 14\n", "else 7\n"),
        ("<= 75\n", "<= 30\n"),
        ("total >= 76", "total >= 31"),
        ("default: 60\n", "default: 8\n"),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


SPEC = load_text(small(), "small_bing.yaml")
MOST_TWOS = 2
SEEN: Counter[str] = Counter()


def play(players: int, chosen: dict[str, str | int | bool], seed: int, actions: int) -> None:
    """A match in both engines; melds are preferred so that there are some."""
    rules = bind(SPEC, players, chosen)
    engine = Engine(rules)
    naive, fast = game.start(rules, seed), engine.start(seed)
    chance = stream(seed, "bot:1")
    made: list[str] = []
    for _ in range(actions):
        if naive.over or len(fast.everyone) < players:
            break
        held = [cards for (name, _), cards in naive.zones.items() if name == "hand"]
        if any(sum(rules.deck.held_wild[f] for f in cards) > MOST_TWOS for cards in held):
            break  # the naive engine would try too long
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
        SEEN["rounds"] += len(fast.history) > 0


@pytest.mark.slow
@cases(20)
@given(
    st.integers(2, 3),
    st.fixed_dictionaries(
        {},
        optional={
            "natural_two": st.booleans(),
            "same_card": st.sampled_from(["face", "copy"]),
            "wild_limit": st.sampled_from(["none", "fewer_than_naturals"]),
            "new_melds": st.booleans(),
            "alike_melds": st.sampled_from(["allowed", "forbidden"]),
            "recycles": st.integers(0, 2),
            "turns_per_hand": st.integers(2, 8),
        },
    ),
    st.integers(0, 2**32),
)
def test_small_bing_is_played_alike_with_any_options(
    players: int, chosen: dict[str, str | int | bool], seed: int
) -> None:
    play(players, chosen, seed, 30)


def test_some_games_with_openings_and_cards_laid_off_are_played_alike() -> None:
    for seed in (2, 3, 4):
        play(2, {}, seed, 20)
    play(2, {"new_melds": True, "alike_melds": "forbidden"}, 4, 20)
    assert all(SEEN[what] for what in ("open", "add", "take", "draw", "rounds"))
