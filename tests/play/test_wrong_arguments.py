"""Wrong arguments of the Python API get a message of ours."""

from __future__ import annotations

from typing import Any

import pytest
import rummy
from rummy.errors import UsageError
from rummy.play.match import Match


@pytest.mark.parametrize("seed", ["a", 1.5, True, -1])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(UsageError, match="seed"):
        Match("iceberg", seed=seed)


@pytest.mark.parametrize("name", [None, 7, ["iceberg"]])
def test_a_variant_is_a_path_or_a_name(name: Any) -> None:
    with pytest.raises(UsageError, match="path or a name"):
        rummy.load(name)


@pytest.mark.parametrize("seat", [-2, 2, 7])
def test_a_view_is_of_a_seat_at_the_table(seat: int) -> None:
    match = Match("iceberg", players=2, seed=1)
    with pytest.raises(UsageError, match="no seat"):
        match.view(seat)


def test_done_is_refused_with_what_is_wanted_instead() -> None:
    match = Match("iceberg", players=2, seed=1)
    while "done" in match.legal_texts():
        match.apply("done")
    # the step of the pass asks for a card, there is nothing to end
    with pytest.raises(rummy.IllegalAction, match="a choice has to be made"):
        match.apply("done")
