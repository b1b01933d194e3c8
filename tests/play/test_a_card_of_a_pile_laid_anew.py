"""The plain answers to whether a card of a pile can be laid anew are those of the search."""

from __future__ import annotations

from pathlib import Path

import pytest
from rummy.chance import pick, stream
from rummy.play.anew import Lying
from rummy.play.engine import Engine
from rummy.spec.bind import bind
from rummy.spec.load import find, load_text

TEXT = Path(find("conquian")).read_text(encoding="utf-8").split("\nexamples:")[0]
JOKERS = "deck:\n  jokers: 2\n  wilds: {joker: {cards: joker}}\n"
OTHERS = {
    "as it is": {},
    "two packs": {"deck:\n": "deck:\n  packs: 2\n"},
    "wild cards": {"deck:\n": JOKERS},
    "wild cards that make room": {
        "deck:\n": JOKERS,
        "run: {size: 3..8,": "run: {shifts: true, size: 3..8,",
    },
    "kinds that grow into others": {
        "set: {size: 3..4,": "set: {size: 3, grows_into: [set, four],",
        "  run: {": "  four: {size: 4, valid: same(rank)}\n  run: {",
    },
    "some kinds never grow": {"run: {size: 3..8,": "run: {closed: true, size: 3..8,"},
    "new melds must have more cards": {
        "rebuild: owner == me\n": "rebuild: owner == me\n          least: 2\n"
    },
}


@pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS)
def test_they_are_those_of_the_search(
    changes: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = TEXT
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    engine = Engine(bind(load_text(text, "small.yaml"), 2, {}))
    plain = Lying._with_extra
    said: list[bool | None] = []

    def compared(lying: Lying, extra: int) -> bool | None:
        answer = plain(lying, extra)
        faces, complete = lying.joining()
        said.append(answer)
        assert answer in (None, bool(faces) or complete)
        return answer

    def alike(lying: Lying) -> tuple[list[int], bool] | None:
        found = out_of_hand(lying)
        faces, complete = lying.engine.plans.anew.joining(
            lying.pool, lying.joined, lying.hand, lying.melds, lying.least
        )
        assert found in (None, (faces, complete and bool(lying.more)))
        joined.append(found)
        return found

    out_of_hand, joined = Lying._out_of_hand, list[object]()
    monkeypatch.setattr(Lying, "_with_extra", compared)
    monkeypatch.setattr(Lying, "_out_of_hand", alike)
    for seed in range(8):
        state, chance = engine.start(seed), stream(seed, "bot:1")
        state.single = True
        while not state.over:
            legal = state.legal or []
            engine.apply(state, legal[pick(len(legal), chance)])
    assert said.count(False) > 20
    assert said.count(True) > 5 or said.count(None) > 5
    plainly = "packs" not in text and "least: 2" not in text and "jokers: 2" not in text
    assert not plainly or len(joined) - joined.count(None) > 20
