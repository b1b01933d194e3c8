"""The next melds of an opening, judged together, are those that the solver allows one by one."""

from __future__ import annotations

import pytest
from rummy.chance import pick, stream
from rummy.melds.needs import fillings
from rummy.play import openlook
from rummy.play.engine import Engine
from rummy.play.state import Action
from rummy.spec.bind import bind
from rummy.spec.load import load


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (3, 11), (4, 5)])
def test_shared_answers_are_those_of_the_exact_search(
    players: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, one = openlook._Stage.actions, openlook._Stage._can_end
    seen = {True: 0, False: 0}

    def compared(stage: openlook._Stage, left, needs, laid) -> bool:  # type: ignore[no-untyped-def]
        answer = one(stage, left, needs, laid)
        assert answer == stage._search(left, needs, laid)
        return answer

    def together(stage: openlook._Stage) -> list[Action]:
        found = shared(stage)
        solver = stage.opening.solver
        for shape in solver.plans.melds(stage.bag):
            rests = fillings(stage.needs, shape.kind, shape.size) if stage.needs else [()]
            faces = list(engine.deck.bag_faces(stage.bag))
            for face in engine.deck.bag_faces(shape.bag):
                faces.remove(face)
            left = engine.deck.bag(faces)
            answer = any(stage._search(left, rest, (*stage.laid, shape)) for rest in rests)
            assert answer == ((stage.move.number, *shape.order) in found)
            seen[answer] += 1
        return found

    monkeypatch.setattr(openlook._Stage, "_can_end", compared)
    monkeypatch.setattr(openlook._Stage, "actions", together)
    engine = Engine(bind(load("bing"), players))
    chance = stream(seed, "test")
    state = engine.start(seed)
    while not state.over:
        legal = engine.legal(state)
        engine.apply(state, legal[pick(len(legal), chance)])
    assert min(seen.values()) > 20
