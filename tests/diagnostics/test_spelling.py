"""Which known words an unknown one is taken for."""

from __future__ import annotations

import pytest
from rummy.spelling import did_you_mean, distance, nearest


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("vald", ["valid", "lay", "add"], ["valid"]),
        ("VALID", ["valid"], ["valid"]),
        ("layoff", ["lay", "lay_off"], ["lay_off"]),
        ("lay-off", ["lay_off"], ["lay_off"]),
        ("onwer", ["owner"], ["owner"]),
        ("x", ["y"], []),
        ("ab", ["ac"], []),  # one of two letters is half the length
        ("abc", ["abd"], ["abd"]),
        ("abcd", ["abxy"], []),
        ("", ["a"], []),
        ("size", ["seize", "sizes", "side", "sized"], ["seize", "sizes", "side"]),
        ("melds", ["meld_xy", "meld"], ["meld", "meld_xy"]),
    ],
)
def test_the_nearest_words_come_best_first(
    word: str, known: list[str], expected: list[str]
) -> None:
    assert nearest(word, known) == expected


def test_distances_by_hand() -> None:
    assert distance("owner", "onwer") == 1  # two neighbours swapped
    assert distance("kitten", "sitting") == 3
    assert distance("", "abc") == 3
    assert distance("same", "same") == 0


def test_a_hint_names_the_words() -> None:
    assert (
        did_you_mean("ranc", ["rank", "ranks", "ran"]) == "did you mean `rank`, `ran` or `ranks`?"
    )
    assert did_you_mean("rnk", ["rank"]) == "did you mean `rank`?"
    assert did_you_mean("zzz", ["rank"]) == ""


def test_a_huge_word_does_not_take_long() -> None:
    assert nearest("a" * 100_000, ["a" * 64, "b"] * 1000) == ["a" * 64]
