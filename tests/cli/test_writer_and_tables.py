"""Folding, columns and cards, counted in the cells of a terminal."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
import rummy
from hypothesis import given, settings
from hypothesis import strategies as st
from rummy.cards import FRENCH_RANKS, FRENCH_SUITS, Deck, Line
from rummy.render import width
from rummy.terminal.count import Count
from rummy.terminal.narration import third_person
from rummy.terminal.tables import card, columns, hand
from rummy.terminal.writer import FINER, JOINED, STYLES, Piece, Writer, fold

DECK = Deck(FRENCH_RANKS, FRENCH_SUITS, (2,) * 53, {"run": Line("run", tuple(range(13)))})


class Stream(io.StringIO):
    """A text stream with an encoding that may be no terminal."""

    def __init__(self, encoding: str, terminal: bool) -> None:
        super().__init__()
        self._encoding, self._terminal = encoding, terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


def writer(columns: int = 80, encoding: str = "utf-8", terminal: bool = False) -> Writer:
    made = Writer(Stream(encoding, terminal), {"TERM": "xterm"})
    made.width = columns
    return made


def written(made: Writer) -> str:
    assert isinstance(made.stream, Stream)
    return made.stream.getvalue()


@settings(derandomize=True, max_examples=200, deadline=None)
@given(
    st.lists(st.text(alphabet="ab7H日♥é-", min_size=1, max_size=50), max_size=20),
    st.integers(40, 80),
    st.integers(0, 6),
)
def test_folded_lines_fit_and_lose_no_letter(words: list[str], room: int, indent: int) -> None:
    lines = list(fold([" ".join(words)], room, indent, indent))
    texts = ["".join(piece.text for piece in line) for line in lines]
    assert all(width(text) + indent <= room for text in texts)
    assert "".join(texts).replace(" ", "") == "".join(words)
    # no line could have taken the next line's first word
    for one, other in pairwise(texts):
        assert (
            width(one) + 1 + width(other.split(" ")[0]) + indent > room
            or len(max(words, key=width)) > room - indent - 1
        )


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(), st.sampled_from(["ascii", "latin-1", "cp1252", "utf-8", "cp437", "koi8-r"]))
def test_no_text_can_make_writing_fail(text: str, encoding: str) -> None:
    made = writer(encoding=encoding)
    made.say(text)
    made.line(Piece(text, "bad"))
    made.raw(text)
    written(made).encode(encoding)
    assert "\x1b" not in written(made).replace(text, "") or "\x1b" in text


def test_a_long_word_is_cut_at_the_edge() -> None:
    made = writer(40)
    made.say("x" * 100, indent="  ")
    assert [len(line) for line in written(made).splitlines()] == [40, 40, 26]


def test_a_seat_is_never_parted_from_its_number() -> None:
    seats = [f"seat{JOINED}{n}" for n in range(1, 40)]
    made = writer()
    made.say(", ".join(seats))
    lines = written(made).splitlines()
    assert len(lines) > 3 and JOINED not in "".join(lines)
    assert all(line.rstrip(",")[-1].isdigit() and line.startswith("seat ") for line in lines)


def test_hands_of_many_cards_stand_in_columns() -> None:
    made = writer(40)
    codes = [DECK.parse(f"{rank}{suit}") for rank in ("10", "9") for suit in "SHDC"] * 3
    hand(made, DECK, "seat 1", codes, "  ", 6)
    lines = written(made).splitlines()
    assert len(lines) > 1
    assert all(len(line) <= 40 for line in lines)
    starts = {
        index
        for line in lines
        for index in range(10, len(line))
        if line[index - 1] == " " and line[index] != " "
    }
    # three cells for each card and one between: 10, 14, 18, ...
    assert starts <= set(range(10, 40, 4))


def test_signs_only_where_they_can_be_shown() -> None:
    heart = DECK.parse("10H")
    assert card(DECK, heart, writer()).text == "10H"
    assert card(DECK, heart, writer(terminal=True)) == Piece("10♥", "suit 2")
    assert card(DECK, heart, writer(terminal=True, encoding="ascii")).text == "10H"
    seven = DECK.wild_code(DECK.joker, DECK.parse("7H"))
    assert card(DECK, seven, writer(terminal=True)).text == "JOK(7♥)"
    assert card(DECK, -1, writer()).text == "??"


def test_a_wild_card_has_the_sign_of_its_suit_and_that_of_its_place() -> None:
    deck = rummy.Engine(rummy.bind(rummy.load("bing"), 2)).deck
    jack = deck.wild_code(deck.parse("2S"), deck.parse("JH"))
    assert card(deck, jack, writer(terminal=True)) == Piece("2♠(J♥)", "suit 2")
    assert card(deck, jack, writer()).text == "2S(JH)"


def test_each_of_four_suits_has_a_style_of_its_own_in_few_and_in_many_colours() -> None:
    names = [f"suit {n}" for n in range(1, 5)]
    few = [str(STYLES[name]) for name in names]
    many = [str(FINER.get(name, STYLES[name])) for name in names]
    assert len(set(few)) == len(set(many)) == 4


def test_columns_line_up_by_cells_not_by_letters() -> None:
    lines = columns([["a", "1"], ["日本", "-20"]], [True, False])
    assert lines == ["a       1", "日本  -20"]
    assert {width(line) for line in lines} == {9}


@pytest.mark.parametrize(("room", "form"), [(80, "across"), (48, "down"), (40, "sentences")])
def test_the_count_takes_the_widest_form_that_fits(room: int, form: str) -> None:
    made = writer(room)
    seats = 5 if form == "sentences" else 3
    count = Count(made, [f"seat {n + 1}" for n in range(seats)])
    for seat in range(seats):
        for name in ("melds", "cards left", "factor", "bonus"):
            count.line(seat, name, 1000 * (seat + 1))
    count.write([100] * seats, [20000] * seats)
    lines = written(made).splitlines()
    assert all(len(line) <= room for line in lines)
    if form == "across":
        assert lines[0].split() == ["melds", "cards", "left", "factor", "bonus", "round", "total"]
    elif form == "down":
        assert lines[0].split() == ["seat", "1", "seat", "2", "seat", "3"]
    else:
        assert lines[0].startswith("  seat 1: melds 1000, cards left 1000")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("pass", "passes"),
        ("discard", "discards"),
        ("show", "shows"),
        ("carry", "carries"),
        ("play_out", "plays out"),
        ("go", "goes"),
        ("draw", "draws"),
    ],
)
def test_moves_are_told_in_the_third_person(name: str, told: str) -> None:
    assert third_person(name) == told
