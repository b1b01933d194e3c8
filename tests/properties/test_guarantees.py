"""What holds at every moment of every match, of Iceberg and of any small variant.

``Game`` of ``rummy.testing`` does the looking; here the moments are chosen by
Hypothesis, which also finds the shortest match that breaks a promise.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from profiles import PROFILE, cases
from rummy import testing
from rummy.chance import shuffle, stream
from rummy.play.engine import Engine
from rummy.play.log import read_log
from rummy.play.match import Deal, Match
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text
from rummy.testing import Game
from strategies.specs import specs

ICEBERG = load("iceberg")
PLAYERS = range(ICEBERG.players[0], ICEBERG.players[1] + 1)
SEEDS = st.integers(0, 2**40)


class Promises(RuleBasedStateMachine):
    """A match in which anything may be tried at any time."""

    game: Game

    @invariant()
    def cards_stay_and_somebody_can_act(self) -> None:
        self.game.always()  # G1, G3, G4

    @precondition(lambda self: not self.game.match.over)
    @rule(choice=st.integers(0, 1000))
    def act(self, choice: int) -> None:
        legal = self.game.match.legal()
        self.game.strangers = [*self.game.strangers[-9:], legal[0]]
        self.game.match.apply(legal[choice % len(legal)])

    @precondition(lambda self: not self.game.match.over)
    @rule(choice=st.integers(0, 1000))
    def finish_the_turn(self, choice: int) -> None:
        match = self.game.match
        turn = match.state.turn_number
        while not match.over and match.state.turn_number == turn:
            legal = match.legal()
            match.apply(legal[choice % len(legal)])

    @precondition(lambda self: not self.game.match.over)
    @rule()
    def what_is_legal_can_be_done(self) -> None:
        self.game.check_legal(self.game.match.legal())  # G2, G8

    @precondition(lambda self: not self.game.match.over)
    @rule()
    def what_is_not_is_refused(self) -> None:
        self.game.check_refused(self.game.match.legal())  # G2

    @precondition(lambda self: not self.game.match.over)
    @rule(words=st.lists(st.sampled_from(["meld", "add", "m1", "7H", "JOK", "to", "2S"])))
    def any_words_are_read_or_refused(self, words: list[str]) -> None:
        before = self.game.match.state.key()
        copy = self.game.match.copy()
        try:
            copy.apply(" ".join(words))
        except testing.ActionError as error:
            assert error.reason
            assert copy.state.key() == before
        assert self.game.match.state.key() == before

    @precondition(lambda self: not self.game.match.over)
    @rule(seat=st.integers(0, 4))
    def hidden_cards_show_nowhere(self, seat: int) -> None:
        self.game.check_hidden(seat % self.game.players)  # G6

    @rule()
    def the_same_actions_lead_to_the_same_state(self) -> None:
        again = self.game.again(self.game.match.actions)  # G5, G7
        assert again.state.key() == self.game.match.state.key()
        assert again.records == self.game.match.records


class OfAnyVariant(Promises):
    """A match of a random small variant."""

    @initialize(text=specs(), many=st.booleans(), seed=SEEDS)
    def begin(self, text: str, many: bool, seed: int) -> None:
        spec = load_text(text, "small.yaml")
        self.game = Game(spec, spec.players[many], {}, seed)


class OfIceberg(Promises):
    """A match of Iceberg with random options."""

    @initialize(players=st.sampled_from(PLAYERS), seed=SEEDS)
    def begin(self, players: int, seed: int) -> None:
        options = testing.random_options(ICEBERG, seed, players)
        self.game = Game(ICEBERG, players, options, seed)


TestAnyVariant = OfAnyVariant.TestCase
TestIceberg = OfIceberg.TestCase
TestAnyVariant.settings = settings(cases(40), stateful_step_count=25)
TestIceberg.settings = settings(cases(20), stateful_step_count=25)


@cases(40)
@given(specs(), SEEDS)
def test_a_random_match_of_any_variant_keeps_all_promises_to_its_end(text: str, seed: int) -> None:
    spec = load_text(text, "small.yaml")
    game = Game(spec, spec.players[seed % 2], {}, seed)
    game.play()
    assert game.match.over  # the limits of small variants are small


# --- G5: the seed alone decides ---------------------------------------------------

SCRIPT = """
import pickle, sys
from rummy.spec.load import load_text
from rummy.testing import fingerprint
for text in pickle.load(sys.stdin.buffer):
    spec = load_text(text, "small.yaml")
    print(fingerprint(spec, spec.players[1], 5, 1, None))
"""


def some_specs(count: int) -> list[str]:
    """The same random variants at each run."""
    found: list[str] = []

    @settings(cases(count), derandomize=True, max_examples=count, database=None)
    @given(specs())
    def collect(text: str) -> None:
        found.append(text)

    collect()
    return found


def test_processes_that_hash_otherwise_play_the_same_matches() -> None:
    texts = some_specs(15)
    here = []
    for text in texts:
        spec = load_text(text, "small.yaml")
        here.append(testing.fingerprint(spec, spec.players[1], 5, 1, None))
    for number in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            input=pickle.dumps(texts),
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": number},
            check=True,
        )
        assert done.stdout.decode().split() == here


# --- G7: logs ------------------------------------------------------------------------


@cases(15)
@given(specs(), SEEDS, st.integers(1, 12))
def test_a_log_torn_at_any_byte_of_its_last_line_still_leads_back(
    tmp_path_factory: pytest.TempPathFactory, text: str, seed: int, actions: int
) -> None:
    spec = load_text(text, "small.yaml")
    match = Match(spec, spec.players[0], seed=seed)
    folder: Path = tmp_path_factory.mktemp("log")
    match.log_to(folder / "whole")
    keys = [match.state.key()]
    while len(match.actions) < actions and not match.over:
        match.apply(match.legal()[-1])
        keys.append(match.state.key())
    match.close_log()
    whole = (folder / "whole").read_bytes()
    assert read_log(folder / "whole").totals == (match.totals if match.over else None)
    assert whole.count(b"\n") == len(keys) + match.over
    assume(match.actions)
    start = whole[:-1].rfind(b"\n") + 1
    for cut in range(start, len(whole)):
        (folder / "torn").write_bytes(whole[:cut])
        log = read_log(folder / "torn")
        lines = len(keys) - 2 + (cut == len(whole) - 1) + match.over
        assert log.actions == tuple(match.actions)[: min(lines, len(match.actions))]
        assert log.torn == (start < cut < len(whole) - 1)
    (folder / "torn").write_bytes(whole[: start + 7])
    found = Match.resume(folder / "torn", spec)
    assert found.state.key() == keys[len(found.actions)]


# --- G8: the order of cards does not matter -------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_the_order_in_which_a_hand_was_dealt_does_not_matter(players: int) -> None:
    engine = Engine(bind(ICEBERG, players))
    for seed in range(20 if PROFILE == "long" else 4):
        pack = list(engine.deck.all_cards())
        shuffle(pack, stream(seed, "a pack"))
        order = Random(seed)
        mixed = list(pack)
        for player in range(players):
            own = list(range(player, 7 * players, players))
            for place, other in zip(own, order.sample(own, len(own)), strict=True):
                mixed[place] = pack[other]
        assert mixed != pack
        left, right = (
            Match(ICEBERG, seed=seed, deal=Deal(tuple(p), 0), engine=engine) for p in (pack, mixed)
        )
        for step in range(30):
            assert left.state.key() == right.state.key()
            assert left.legal_texts() == right.legal_texts()
            for match in (left, right):
                match.apply(match.legal()[step * seed % len(match.legal())])


@pytest.mark.parametrize("players", PLAYERS)
def test_melds_of_different_cards_may_be_laid_in_any_order(players: int) -> None:
    engine, found = Engine(bind(ICEBERG, players)), 0
    for seed in range(30):
        match = Match(ICEBERG, seed=seed, engine=engine)
        lays = [a for a in match.legal() if len(a) > 3]
        for first, second in combinations(lays, 2):
            ways = []
            for actions in ((first, second), (second, first)):
                copy = match.copy()
                copy.apply(actions[0])
                if actions[1] not in copy.legal():
                    break
                copy.apply(actions[1])
                state = copy.state
                table = sorted((s.kind, s.codes) for s in state.table)
                ways.append((table, state.z, state.earned, state.me))
            assert len(ways) != 1
            if len(ways) == 2 and ways[0][3] == match.state.me:
                assert ways[0] == ways[1]
                found += 1
    assert found > 5
