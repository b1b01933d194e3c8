"""What holds for every variant, checked on random games: for tests of one's own variants.

``check_variant`` plays games of a spec and raises ``AssertionError`` where one
of these promises is broken:

- G1 no card is lost, doubled or changed;
- G2 every legal action can be carried out, every other is refused with a
  reason, and a refused one changes nothing;
- G3 whoever is to decide has a legal action;
- G4 a match stays within its limits and every turn ends;
- G5 the same seed gives the same match, also in another process;
- G6 what a seat is shown does not depend on cards that it cannot see;
- G7 a log, even one cut off in its last line, leads back to the same state;
- G8 the order in which cards are named does not matter.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NoReturn

from rummy.cards import Deck, bag_add, bag_remove
from rummy.chance import pick, stream
from rummy.errors import ActionError, CardError, RummyError
from rummy.play.engine import Engine
from rummy.play.log import read_log
from rummy.play.match import Match
from rummy.play.records import Record
from rummy.play.state import Action, State
from rummy.play.view import make_view
from rummy.spec.bind import bind, option_text
from rummy.spec.load import load
from rummy.spec.model import Spec

MOST_ACTIONS = 1500
"""A match that goes on so long within its limits is left there."""
MOST_IN_TURN = 1000
"""A turn with more actions than this has no end."""
SELDOM = 30
"""At one decision of so many everything is checked."""
TRIED = 4
"""So many of the legal actions are tried at such a decision."""
ZONES_OF_ALL = ("all", "top")

Options = Mapping[str, str | int | bool]


def check_variant(
    spec: Spec | str | os.PathLike[str],
    games: int = 20,
    seed: int = 1,
    options: Options | None = None,
) -> None:
    """Play ``games`` random matches for each number of players and check G1 to G8.

    ``options``: values by name; without them every match draws its own. The
    error names the promise, players, options, seed and the actions made.
    """
    loaded = spec if isinstance(spec, Spec) else load(spec)
    low, high = loaded.players
    for players in range(low, high + 1):
        for number in range(games):
            own = seed + number
            chosen = random_options(loaded, own, players) if options is None else dict(options)
            Game(loaded, players, chosen, own).play()
        _check_processes(loaded, players, seed, min(games, 2), options)


def random_options(spec: Spec, seed: int, players: int) -> dict[str, str | int | bool]:
    """Options for a match: about half of them not at their default."""
    chance = stream(seed, f"options:{players}")
    chosen: dict[str, str | int | bool] = {}
    for option in spec.options:
        if pick(2, chance):
            if option.words:
                value = pick(len(option.words), chance)
            else:
                values = [option.low, min(option.low + 10, option.high), option.high]
                value = values[pick(len(values), chance)]
            chosen[option.name] = option_text(option, value)
    return chosen


@dataclass
class Game:
    """A random match under watch."""

    spec: Spec
    players: int
    options: Options
    seed: int
    engine: Engine = field(init=False)
    match: Match = field(init=False)
    chance: Random = field(init=False)
    in_hand: int = field(init=False)
    """How many are in the hand that is played."""
    strangers: list[Action] = field(default_factory=list)
    """Actions that were legal somewhere; elsewhere they must be refused."""

    def __post_init__(self) -> None:
        self.engine = Engine(bind(self.spec, self.players, self.options))
        self.match = self.start()
        self.in_hand = self.players
        self.chance = stream(self.seed, "testing")

    def start(self) -> Match:
        """The match from its start."""
        return Match(self.spec, seed=self.seed, record=True, engine=self.engine)

    def fail(self, promise: str, what: str) -> NoReturn:
        """Say what is broken, and how to come there again."""
        made = "\n".join(f"  {seat + 1}: {text}" for seat, text in self.match.actions)
        raise AssertionError(
            f"{promise}: {what}\n{self.spec.title}, {self.players} players, "
            f"options {dict(self.options)}, seed {self.seed}, actions:\n{made or '  none'}"
        )

    # --- a whole match -------------------------------------------------------

    def play(self) -> None:
        """Play to the end and check all the way."""
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "match.jsonl"
            self.match.log_to(log)
            try:
                self._play_on(log)
            finally:
                self.match.close_log()
            self.check_logs(log, Path(folder) / "save.jsonl")

    def _play_on(self, log: Path) -> None:
        match, turn, here = self.match, (0, 0), 0
        for number in range(MOST_ACTIONS):
            self.always()
            if match.over:
                break
            state = match.state
            here = here + 1 if turn == (state.round, state.turn_number) else 0
            turn = (state.round, state.turn_number)
            if here > MOST_IN_TURN:
                self.fail("G4", f"this turn has no end after {here} actions")
            if number < 3 or pick(SELDOM, self.chance) == 0:
                self.look()
            if number == 4:
                self.check_torn(log)
            legal = match.legal()
            self.strangers = [*self.strangers[-20:], legal[-1]]
            match.apply(legal[pick(len(legal), self.chance)])

    def always(self) -> None:
        """What is looked at after every action."""
        match, state = self.match, self.match.state
        if not state.over:
            self.in_hand = len(state.everyone)
        self.check_cards(state)
        if match.over:
            if not match.winners:
                self.fail("G4", "the match is over and nobody has won")
            return
        if not match.legal():
            self.fail("G3", f"seat {match.seat + 1} has nothing that is legal")
        rules = match.rules
        turns = sum(state.turns[seat] for seat in state.everyone)
        if state.round > rules.rounds or turns > rules.turns * len(state.everyone):
            self.fail("G4", f"round {state.round}, turns {state.turns}: beyond the limits")

    def look(self) -> None:
        """Everything that is looked at now and then."""
        legal = self.match.legal()
        self.check_legal(legal)
        self.check_refused(legal)
        for seat in range(self.players):
            self.check_hidden(seat)

    # --- G1 to G3 ------------------------------------------------------------

    def check_cards(self, state: State) -> None:
        """G1: the cards of the pack, each as often as it is there.

        When players have left, it is the pack of those still in; after the last
        hand it is the pack of those who were in it.
        """
        players = self.in_hand if state.over else len(state.everyone)
        deck = self.match.engine.at(players, state.wild).deck
        found = [0] * deck.faces
        for zone in state.z:
            for face in deck.bag_faces(zone) if isinstance(zone, int) else zone:
                found[face] += 1
        for shape in state.table:
            for code in shape.codes:
                found[deck.face_of[code]] += 1
        wrong = [face for face, count in enumerate(found) if count != deck.copies[face]]
        if wrong:
            self.fail("G1", f"not as many as in the pack: {deck.texts(wrong)}")

    def check_legal(self, legal: list[Action]) -> None:
        """G2 for what is legal, and G8: text and action mean each other."""
        match = self.match
        if legal != sorted(set(legal)):
            self.fail("G2", "the legal actions are not in order, each once")
        before = match.state.key()
        texts = match.legal_texts()
        if len(set(texts)) < len(texts):
            self.fail("G2", f"two legal actions have the same text: {texts}")
        for place in self._some(len(legal)):
            action, text = legal[place], texts[place]
            after = match.copy()
            after.apply(action)
            self.check_cards(after.state)
            for written in (text, *self._otherwise(text)):
                again = match.copy()
                try:
                    again.apply(written)
                except ActionError as error:
                    self.fail("G8" if written != text else "G2", f"legal, yet refused: {error}")
                if again.state.key() != after.state.key():
                    self.fail("G8", f"{written!r} does not do what {text!r} does")
        if match.state.key() != before:
            self.fail("G2", "an action on a copy has changed the match")

    def _some(self, count: int) -> list[int]:
        """The first, the last and some others of so many."""
        places = {0, count - 1} | {pick(count, self.chance) for _ in range(TRIED)}
        return sorted(places)

    def _otherwise(self, text: str) -> Iterator[str]:
        """The text with its cards in another order and case."""
        deck = self.match.engine.deck
        words = text.split()
        # `as` in `add 7H to m1 as set` is no ace of spades
        cards = [i for i, w in enumerate(words) if w == w.upper() and _is_card(deck, w)]
        if len(cards) > 1:
            turned = list(words)
            for i, j in zip(cards, reversed(cards), strict=True):
                turned[i] = words[j]
            yield " ".join(turned).lower()
            melds = [word for word in words if re.fullmatch(r"m\d+", word)]
            yield ", ".join([*words[: cards[0]], *sorted(words[i] for i in cards), *melds])

    def check_refused(self, legal: list[Action]) -> None:
        """G2 for everything else."""
        match, known = self.match, set(legal)
        before = (match.state.key(), len(match.records or ()), len(match.actions), match.legal())
        deck = match.engine.deck
        wrong: list[Action | str] = [
            "",
            "nonsense",
            "done 7",
            "meld",
            "add to m99",
            "\0",
            "m1 " * 99,
        ]
        for action in (*legal[:3], *legal[-3:], *self.strangers):
            wrong += [action, action[:-1], (*action, 0), (*action[:-1], action[-1] + 1)]
            wrong.append((action[0] + 1, *action[1:]))
        for text in match.legal_texts()[-4:]:
            words = text.split()
            wrong += [f"{text} {words[-1]}", " ".join(words[:-1]), f"{words[0]} {deck.text(0)}"]
        for attempt in wrong:
            if isinstance(attempt, str):
                try:
                    if match.parse(attempt) in known:
                        continue
                except ActionError as error:
                    if not error.reason:
                        self.fail("G2", f"{attempt!r} is refused without a reason")
            elif attempt in known:
                continue
            try:
                match.apply(attempt)
            except ActionError:
                pass
            else:
                self.fail("G2", f"{attempt!r} was carried out and is not legal")
            after = (match.state.key(), len(match.records or ()), len(match.actions), match.legal())
            if after != before:
                self.fail("G2", f"the refused {attempt!r} has changed the match")

    # --- G6 ------------------------------------------------------------------

    def hidden_places(self, seat: int) -> list[tuple[int, int, int]]:
        """Cards that a seat cannot see: slot, place in it, face."""
        slots, deck = self.match.engine.program.slots, self.match.engine.deck
        found = []
        for slot, zone in enumerate(self.match.state.z):
            seen_by = slots.seen_by[slot]
            if seen_by == "all" or (seen_by == "owner" and slots.zone_names[slot][1] == seat):
                continue
            faces = list(deck.bag_faces(zone)) if isinstance(zone, int) else list(zone)
            covered = faces[:-1] if seen_by == "top" else faces
            found += [(slot, place, face) for place, face in enumerate(covered)]
        return found

    def swapped(self, seat: int) -> Match | None:
        """The match with two cards swapped that the seat cannot see."""
        places = self.hidden_places(seat)
        if not places:
            return None
        first, second = (places[pick(len(places), self.chance)] for _ in range(2))
        if first[2] == second[2]:
            return None
        other = self.match.copy()
        for (slot, place, face), new in ((first, second[2]), (second, first[2])):
            zone = other.state.z[slot]
            if isinstance(zone, list):
                zone[place] = new
            else:
                width = other.engine.width
                other.state.z[slot] = bag_add(bag_remove(zone, face, width), new, width)
        return other

    def check_hidden(self, seat: int) -> None:
        """G6: nothing that a seat gets depends on cards that it cannot see."""
        match = self.match
        engine = match.engine
        other = self.swapped(seat)
        if other is None:
            return
        if seat == match.seat:
            self._ask_again(engine, other.state)
            same = match.copy()
            self._ask_again(engine, same.state)
            if same.legal() != match.legal():
                self.fail("G6", "asked again, other actions are legal")
        else:
            other.state.legal = match.state.legal
        if make_view(engine, match.state, seat) != make_view(engine, other.state, seat):
            self.fail("G6", f"what seat {seat + 1} is shown depends on cards it cannot see")
        if seat == match.seat and other.legal_texts() != match.legal_texts():
            self.fail("G6", f"actions of seat {seat + 1} are named by cards it cannot see")
        action = match.legal()[pick(len(match.legal()), self.chance)]
        if action in self._legal_of(other):
            self.check_records(seat, action, other)

    def _legal_of(self, match: Match) -> list[Action]:
        """The legal actions, worked out anew."""
        trial = match.copy()
        self._ask_again(trial.engine, trial.state)
        return trial.legal()

    @staticmethod
    def _ask_again(engine: Engine, state: State) -> None:
        state.legal = None
        engine.advance(state)

    def check_records(self, seat: int, action: Action, other: Match) -> None:
        """G6: no record shows a seat a card that it may not see."""
        here = self.match.copy()
        told = []
        for match in (here, other):
            known = len(match.records or ())
            match.engine.apply(match.state, action)
            told.append([r.for_seat(seat) for r in (match.records or [])[known:]])
        for left, right in zip(*told, strict=False):
            if left == right:
                continue
            if left.what in ("move", "deal") and left.what == right.what:
                for record in (left, right):
                    shown = any(card >= 0 for card in record.cards)
                    if shown and not self._may_see(seat, record):
                        self.fail("G6", f"seat {seat + 1} is told {record}")
            return  # from here on the two matches may differ in what all can see

    def _may_see(self, seat: int, record: Record) -> bool:
        zones = {zone.name: zone.seen_by for zone in self.spec.zones}
        return (
            zones[record.source] in ZONES_OF_ALL
            or zones[record.target] in ZONES_OF_ALL
            or (zones[record.target] == "owner" and record.target_seat == seat)
            or (zones[record.source] == "owner" and record.seat == seat)
        )

    # --- G7 ------------------------------------------------------------------

    def check_logs(self, log: Path, save: Path) -> None:
        """G7: the log and a save lead to the state in which the match is."""
        self.match.save(save)
        for path in (log, save):
            self._resumes(path, self.match)

    def _resumes(self, path: Path, expected: Match) -> None:
        try:
            found = Match.resume(path, self.spec)
        except RummyError as error:
            self.fail("G7", str(error))
        if found.state.key() != expected.state.key() or found.actions != expected.actions:
            self.fail("G7", f"{path.name} leads to another state")

    def check_torn(self, log: Path) -> None:
        """G7: a log cut off anywhere in its last line still leads back."""
        whole = log.read_bytes()
        start = whole.rstrip(b"\n").rfind(b"\n") + 1
        torn = log.with_name("torn.jsonl")
        actions = tuple(self.match.actions)
        for cut in range(start, len(whole)):
            torn.write_bytes(whole[:cut])
            expected = actions if cut == len(whole) - 1 else actions[:-1]
            if read_log(torn).actions != expected:
                self.fail("G7", f"cut off after {cut} bytes the log has other actions")
        torn.write_bytes(whole[: (start + len(whole)) // 2])
        self._resumes(torn, self.again(actions[:-1]))

    def again(self, actions: Sequence[tuple[int, str]]) -> Match:
        """A match of its own with these actions."""
        match = self.start()
        for seat, text in actions:
            if match.seat != seat:
                self.fail("G5", f"the same actions lead to seat {match.seat + 1}, not {seat + 1}")
            match.apply(text)
        return match


def _is_card(deck: Deck, word: str) -> bool:
    try:
        deck.parse(word)
    except CardError:
        return False
    return True


# --- G5 ----------------------------------------------------------------------


def fingerprint(spec: Spec, players: int, seed: int, games: int, options: Options | None) -> str:
    """A digest of everything that happens in some random matches."""
    digest = hashlib.sha256()
    for number in range(games):
        own = seed + number
        chosen = random_options(spec, own, players) if options is None else options
        match = Match(spec, players, chosen, own, record=True)
        chance = stream(own, "testing")
        for _ in range(MOST_ACTIONS):
            if match.over:
                break
            legal = match.legal_texts()
            digest.update("\n".join(legal).encode())
            match.apply(legal[pick(len(legal), chance)])
        digest.update(repr((match.state.key(), match.records)).encode())
    return digest.hexdigest()


def _check_processes(
    spec: Spec, players: int, seed: int, games: int, options: Options | None
) -> None:
    """G5: the same in this process and in two others that hash differently."""
    here = fingerprint(spec, players, seed, games, options)
    given = pickle.dumps((spec, players, seed, games, options))
    for number in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "rummy.testing"],
            input=given,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": number},
            check=False,
        )
        if done.returncode or done.stdout.decode().strip() != here:
            raise AssertionError(
                f"G5: {spec.title}, {players} players, options {options}, seed {seed}: "
                "another process plays another match\n" + done.stderr.decode()
            )


if __name__ == "__main__":
    print(fingerprint(*pickle.loads(sys.stdin.buffer.read())))
