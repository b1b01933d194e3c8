"""Situations in which programs went wrong elsewhere: secrets, bad input, chance."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import subprocess
import sys

import pytest
from rummy.bots import BOTS
from rummy.cards import NOTHING
from rummy.chance import pick, shuffle, stream
from rummy.errors import ActionError
from rummy.play.actions import parse_action
from rummy.play.engine import Engine
from rummy.play.match import Match
from rummy.play.situation import Situation, set_up
from rummy.play.state import State
from rummy.play.view import make_view
from rummy.spec.bind import bind
from rummy.spec.load import load
from situation_specs import small

ICEBERG = Engine(bind(load("iceberg"), 3, {"max_hands": 3, "aces": "by_choice"}))
SMALL = small(3)
ENGINES = pytest.mark.parametrize("engine", [ICEBERG, SMALL], ids=["iceberg", "small"])


def random_match(engine: Engine, seed: int, actions: int) -> Match:
    """A match after some random actions, with its records."""
    match = Match(engine.rules.spec, seed=seed, engine=engine, record=True)
    chance = stream(seed, "bot:9")
    for _ in range(actions):
        if not match.over:
            match.apply(match.legal()[pick(len(match.legal()), chance)])
    return match


# --- B-33: a bad action is one line, and nothing has changed


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("meld 9C 10C JC", "JC"),
        ("meld run 9C 10C JC", "JC"),
        ("meld 9C 10C", "2 cards"),
        ("meld", "no cards"),
        ("meld 9C 10C ZZ", "ZZ"),
        ("meld 9C 9C 10C", "9C"),
        ("melt 9C", "melt"),
        ("", "no action"),
        ("   ", "no action"),
        ("done done", "done"),
        ("\x00", ""),
        ("meld run", "no cards"),
        ("throw KC", "throw"),
    ],
)
def test_b33_a_bad_action_is_refused_in_one_line_and_changes_nothing(text: str, names: str) -> None:
    engine = small()
    deck = engine.deck
    zones = {
        ("hand", 0): deck.parse_many("9C 10C 4H 4S 4D KC"),
        ("hand", 1): deck.parse_many("2H"),
    }
    state = set_up(engine, Situation(zones=dict(zones), step="play"))
    before, legal = state.key(), list(state.legal or ())
    with pytest.raises(ActionError) as refused:
        parse_action(engine, state, text)
    assert "\n" not in str(refused.value).strip()
    assert names in str(refused.value)
    assert state.key() == before and state.legal == legal


def test_b33_a_refused_action_leaves_a_match_going() -> None:
    match = random_match(ICEBERG, 5, 3)
    legal = match.legal_texts()
    with pytest.raises(ActionError):
        match.apply("meld 9C")
    assert match.legal_texts() == legal
    match.apply(legal[0])


# --- B-35: what one is given follows from what one may know


def hide(engine: Engine, state: State, seat: int, seed: int) -> State:
    """The same table with the cards that the seat cannot see exchanged at random."""
    slots, deck = engine.program.slots, engine.deck
    other = state.copy()
    other.seed = seed
    hidden: list[int] = []
    places = []
    for slot, zone in enumerate(state.z):
        seen_by, owner = slots.seen_by[slot], slots.zone_names[slot][1]
        if seen_by == "all" or (seen_by == "owner" and owner == seat):
            continue
        cards = list(deck.bag_faces(zone) if isinstance(zone, int) else zone)
        top = cards[-1:] if seen_by == "top" else []
        unseen = cards[:-1] if seen_by == "top" else cards
        hidden += unseen
        places.append((slot, len(unseen), top))
    shuffle(hidden, stream(seed, "hidden"))
    for slot, count, top in places:
        cards, hidden = hidden[:count] + top, hidden[count:]
        other.z[slot] = deck.bag(cards) if isinstance(state.z[slot], int) else cards
    if seat != state.me:
        other.taken = []
    return other


@ENGINES
def test_b35_a_view_does_not_depend_on_anything_that_its_seat_cannot_see(engine: Engine) -> None:
    for seed in range(12):
        match = random_match(engine, seed, 5 + 3 * seed)
        if match.over:
            continue
        for seat in (-1, 0, 1, 2):
            if seat == match.seat:
                continue
            seen = make_view(engine, match.state, seat)
            for n in range(3):
                assert make_view(engine, hide(engine, match.state, seat, n), seat) == seen


@ENGINES
def test_b35_a_view_has_no_seed_no_hidden_cards_and_no_actions_of_others(engine: Engine) -> None:
    for seed in range(8):
        match = random_match(engine, 1_234_567 + seed, 20)
        if match.over:
            continue
        for seat in (-1, 0, 1, 2):
            view = match.view(seat)
            written = json.loads(json.dumps(dataclasses.asdict(view)))
            assert "123456" not in json.dumps(written)
            for zone in written["zones"]:
                if zone["name"] in ("stock", "waiting") or (
                    zone["name"] == "hand" and zone["seat"] != seat
                ):
                    assert zone["cards"] is None
            if seat != match.seat:
                assert written["legal"] == [] and written["taken"] == []


@ENGINES
def test_b35_records_show_a_card_only_to_those_who_saw_it(engine: Engine) -> None:
    """Draws from the stock, dealt hands and passed cards; a taken top card is public."""
    hidden = shown = 0
    for seed in range(6):
        match = random_match(engine, seed, 60)
        assert match.records is not None
        for record in match.records:
            if record.what not in ("move", "deal"):
                continue
            public = record.source in ("pile", "shown") or record.target in ("pile", "shown")
            owner = record.target_seat if record.target == "hand" else record.seat
            for seat in (-1, 0, 1, 2):
                cards = record.for_seat(seat).cards
                if public or seat == owner:
                    shown += 1
                    assert cards == record.cards
                else:
                    hidden += 1
                    assert set(cards) <= {NOTHING}
                    assert len(cards) == len(record.cards)
    assert hidden > 100 and shown > 100


# --- B-37: one's own chance, nobody else's


def deals(match: Match) -> list[tuple[object, ...]]:
    """All zones at the first decision of each round, the first legal action made each time."""
    found: list[tuple[object, ...]] = []
    while not match.over:
        if match.state.round > len(found):
            found.append(tuple(str(zone) for zone in match.state.z))
        match.apply(match.legal()[0])
    return found


def test_b37_the_callers_random_numbers_and_the_match_do_not_touch_each_other() -> None:
    alone = deals(Match(ICEBERG.rules.spec, seed=5, engine=ICEBERG))
    random.seed(1)
    expected = [random.random() for _ in range(30)]
    random.seed(1)
    match = Match(ICEBERG.rules.spec, seed=5, engine=ICEBERG)
    got = [random.random() for _ in range(10)]
    found: list[tuple[object, ...]] = []
    while not match.over:
        if match.state.round > len(found):
            found.append(tuple(str(zone) for zone in match.state.z))
        match.apply(match.legal()[0])
        if len(got) < 30:
            got.append(random.random())
    assert found == alone
    assert got == expected[: len(got)]


def test_b37_two_matches_in_turn_are_as_each_alone() -> None:
    alone = {seed: deals(Match(SMALL.rules.spec, seed=seed, engine=SMALL)) for seed in (5, 6)}
    both = {seed: Match(SMALL.rules.spec, seed=seed, engine=SMALL) for seed in (5, 6)}
    found: dict[int, list[tuple[object, ...]]] = {5: [], 6: []}
    while not all(match.over for match in both.values()):
        for seed, match in both.items():
            if match.over:
                continue
            if match.state.round > len(found[seed]):
                found[seed].append(tuple(str(zone) for zone in match.state.z))
            match.apply(match.legal()[0])
    assert found == alone
    assert alone[5] != alone[6]


def test_b37_what_bots_draw_does_not_change_the_deals() -> None:
    """The stock of every hand is the same whoever plays; only the first draw differs not."""
    plain = deals(Match(ICEBERG.rules.spec, seed=7, engine=ICEBERG))
    match = Match(ICEBERG.rules.spec, seed=7, engine=ICEBERG)
    bots = [BOTS["random"](ICEBERG, stream(7, f"bot:{seat + 1}")) for seat in range(3)]
    found: list[tuple[object, ...]] = []
    while not match.over:
        if match.state.round > len(found):
            found.append(tuple(str(zone) for zone in match.state.z))
        match.apply(bots[match.seat].choose(match.view()))
    assert found == plain and len(found) == 3


# --- B-38: the same in every process

SCRIPT = """
from rummy.bots import BOTS
from rummy.chance import stream
from rummy.play.match import Match
from rummy.spec.load import examine, find
text = find("iceberg").read_text(encoding="utf-8")
spec, _ = examine(text, "iceberg.yaml")
for name in ("random", "greedy"):
    match = Match(spec, players=4, seed=7, options={"max_hands": 2})
    bots = [BOTS[name](match.engine, stream(7, f"bot:{s + 1}")) for s in range(4)]
    while not match.over:
        print(match.seat, match.legal_texts())
        match.apply(bots[match.seat].choose(match.view()))
    print(match.totals, match.winners, match.rounds)
plans = match.engine.plans
bag = match.engine.deck.bag(match.engine.deck.parse_many("6C 7C 8C 8D 8H 9D 9H 9C 5C 5D"))
print([[getattr(x, "codes", str(x)) for x in s] for s in plans.most_points(bag, []).line])
slipped = text.replace("size:", "sise:").replace("same(suit)", "same(siut)").replace("hand", "hnad")
for finding in examine(slipped, "slipped.yaml")[1]:
    print(finding.short(), finding.hint)
"""


def test_b38_the_hash_seed_changes_nothing() -> None:
    outputs = set()
    for hash_seed in ("0", "1", None):
        env = {k: v for k, v in os.environ.items() if k != "PYTHONHASHSEED"}
        if hash_seed is not None:
            env["PYTHONHASHSEED"] = hash_seed
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=True
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    text = outputs.pop()
    assert "meld" in text and "slipped.yaml:" in text
