"""Whatever legal is typed, in whatever way, the match goes on to its end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rummy.play.match import Match
from rummy.render import width
from rummy.terminal.session import COMMANDS
from table_helpers import SMALL, Room, match_of

MOST_LINES = 3000


class Typist:
    """Types legal actions in many ways, and commands and nonsense in between."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.room: Room | None = None
        self.lines = 0

    def __call__(self, prompt: str) -> str | None:
        assert self.room is not None
        self.lines += 1
        if self.lines > MOST_LINES:
            return None
        if "Enter" in prompt:
            return ""
        return self._line(self.room.match)

    def _line(self, match: Match) -> str:
        pick = self.chance.choice
        text = pick(match.legal_texts())
        how = self.chance.random()
        if how < 0.05:
            return pick([name for name in COMMANDS if name != "quit"])
        if how < 0.1:
            return pick(["", "7", "999", "why kc", "meld", "jok", "add 7h m1", "sort rank", "?"])
        if how < 0.2:
            return "why " + text
        if how < 0.35 and len(text.split()) > 1:
            return text.split(" ", 1)[1]
        if how < 0.5:
            return self._by_tab()
        return text if how < 0.75 else text.lower()

    def _by_tab(self) -> str:
        """A line of words that Tab offers."""
        assert self.room is not None
        line = ""
        for _ in range(20):
            words = [word for word in self.room.complete(line) if word != "quit"]
            if not words or (line and self.chance.random() < 0.2):
                break
            line += self.chance.choice(words) + " "
        return line


def play(match: Match, humans: tuple[int, ...], seed: int) -> Room:
    typist = Typist(seed)
    room = typist.room = Room(match, humans, typist)
    room.play()
    return room


@pytest.mark.parametrize(
    ("name", "players", "humans", "options"),
    [
        (SMALL, 2, (0,), {}),
        (SMALL, 3, (0, 1, 2), {"target": "10"}),
        ("iceberg", 2, (1,), {"target": "300"}),
        ("iceberg", 4, (0, 2), {"target": "200", "aces": "by_choice"}),
        pytest.param("bing", 3, (0, 1), {}, marks=pytest.mark.slow),
        pytest.param("international", 3, (2,), {}, marks=pytest.mark.slow),
        pytest.param(
            "international",
            3,
            (0, 1, 2),
            {"fitting_discards": "callable", "turns_per_hand": "8"},
            marks=pytest.mark.slow,
        ),
    ],
    ids=str,
)
def test_random_legal_words_always_play_to_the_end(
    name: str | Path, players: int, humans: tuple[int, ...], options: dict[str, str]
) -> None:
    match = match_of(name, players, seed=3, **options)
    room = play(match, humans, 3)
    assert room.match.over
    text = room.out.getvalue()
    assert " wins after " in text or " win together after " in text or "You win after" in text
    assert longest(room) <= 80


def longest(room: Room) -> int:
    """The length of the longest line that was shown; what is typed may be longer."""
    shown = [line for line in room.out.getvalue().splitlines() if "> " not in line]
    return max(map(width, shown))


@pytest.mark.parametrize("name", ["iceberg", "bing", str(SMALL)])
def test_lines_fit_a_narrow_terminal_too(name: str) -> None:
    typist = Typist(2)
    typist.lines = MOST_LINES - 120
    room = typist.room = Room(match_of(name, 3, seed=2), (0, 1), typist, width=40)
    room.play()
    assert longest(room) <= 40


def test_the_save_of_a_match_that_is_over_gives_the_same_match() -> None:
    room = play(match_of("iceberg", 2, seed=6, target="150"), (0,), 6)
    again = Match.resume(room.save.path, room.match.spec)
    assert again.over
    assert again.state.key() == room.match.state.key()
