"""Sizes that no growing meld reaches: found by chains, compared with whole layers."""

from __future__ import annotations

import pytest
from meld_helpers import K, deck, plans
from rummy.melds.growth import melds_of_sample
from rummy.melds.plans import Plans
from rummy.spec.bind import bind
from rummy.spec.files import shipped
from rummy.spec.load import load


def by_layers(p: Plans, kind: int) -> list[int]:
    """All melds of each size from the least up: which of them grow from one below."""
    kinds = p.kinds
    if kinds[kind].closed:
        return []
    feeders = [k for k, o in enumerate(kinds) if kind in o.grows_into and not o.closed]
    shapes = {
        shape
        for cell in p.cells
        if any(job.kind in {*feeders, kind} for job in cell.jobs)
        for shape in melds_of_sample(p.deck, cell)
    }
    sizes = sorted({shape.size for shape in shapes if shape.kind == kind})
    reached = {s for s in shapes if s.kind != kind or s.size == sizes[0]}
    for size in sizes[1:]:
        for shape in [s for s in shapes if s.kind == kind and s.size == size]:
            for n in range(size):
                less = shape.codes[:n] + shape.codes[n + 1 :]
                if any(p.book.shape(f, less) in reached for f in feeders):
                    reached.add(shape)
    return [size for size in sizes if not any(s.kind == kind and s.size == size for s in reached)]


@pytest.mark.slow
@pytest.mark.parametrize("name", [path.stem for path in shipped()])
def test_kinds_of_shipped_games_have_the_gaps_that_whole_layers_show(name: str) -> None:
    spec = load(name)
    p = Plans(bind(spec, spec.players[0]))
    for kind in range(len(p.kinds)):
        assert p.gaps(kind) == by_layers(p, kind)


def test_sizes_behind_a_step_that_is_too_long_are_gaps() -> None:
    p = plans(deck(packs=2), {"pairs": K("same(rank) and size % 2 == 0", 2, 8)})
    assert p.gaps(0) == by_layers(p, 0) == [4, 6, 8]


def test_runs_and_groups_with_wild_cards_grow_without_gaps() -> None:
    p = plans(
        deck(packs=2, lines={"run": "2 3 4 5 6 7"}, wild={"two": ("2", "3 4 5 6 7", True)}),
        {
            "run": K("same(suit) and sequence(rank) and any(natural)", 3, 6),
            "group": K("same(rank)", 3, 5),
        },
    )
    for kind in range(2):
        assert p.gaps(kind) == by_layers(p, kind) == []
