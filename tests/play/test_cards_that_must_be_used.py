"""What is said of a card that must be used is what a search of the whole turn finds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from rummy.chance import pick, stream
from rummy.play.choices import candidates
from rummy.play.engine import Engine
from rummy.play.lookahead import Look
from rummy.play.using import Uses
from rummy.spec.bind import bind
from rummy.spec.load import find, load, load_text

GAME = """\
rummy: 1
title: Use It
about: What is taken from the pile must be laid or added in the same turn.
players: 2

deck:
  ranks: 2 3 4 5 6 7
  packs: 2
  jokers: 2
  lines: {run: 2 3 4 5 6 7}
  wilds:
    joker: {cards: joker}

zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: SEEN}
  hand: {of: player, seen_by: owner}

melds:
  short: {size: 3, valid: same(suit) and sequence(rank), grows_into: [short, long]}
  long: {size: 4.., valid: same(suit) and sequence(rank) and any(natural)}
  set: {size: 3.., valid: same(rank) and count(wild) <= 1}

variables:
  down: {of: player, start: false}
  took: {per: turn, start: false}
  held: {per: turn, start: 9}

setup:
  deal: {auto: {deal: 6}}
  turn_up: {auto: {move: stock, to: pile}}

turn:
  steps:
    draw:
      choose:
        take:
          move: pile
          to: hand
          COUNT
          do: DO
        draw: {move: stock, to: hand}
    lay:
      repeat:
        meld: {MELD, do: {set: {down: true}}}
        add: {ADD}
      must: {used: "DUTY"}
    discard:
      when: count(hand) > 0
      move: hand
      to: pile
      cards: CARDS

events:
  out: {when: count(hand) == 0, do: {end: round}}
  no_stock: {at: turn_end, when: count(stock) == 0, do: {end: round}}

score: {round: count(hand)}

match: {first_dealer: {seat: 1}, over: rounds_played >= 1, best: lowest}
"""
PLAIN = {
    "SEEN": "all",
    "COUNT": "count: 1..min(3, count(pile))",
    "DO": "{set: {took: true, held: NUMBER - 1}}",
    "NUMBER": "count(c in hand where c in WHICH(taken))",
    "WHICH": "last",
    "MELD": "lay: all",
    "ADD": "lay_off: true",
    "DUTY": "not took or count(c in hand where c in last(taken)) <= held",
    "CARDS": "true",
}
SMALLER = "not took or count(c in hand where c in last(taken)) < held"
TOP = {"SEEN": "top", "COUNT": ""}
FIRST = {"WHICH": "first", "DUTY": "count(c in hand where c in first(taken)) <= held"}
ANY = {"DUTY": "not (took and any(c in hand for c in taken))"}
GAMES = {
    "the deepest of any number": {},
    "the top card of any number": FIRST,
    "all that were taken": ANY,
    "the top card": TOP | FIRST,
    "all copies of the top card": TOP | ANY,
    "players who are down add cards": {"ADD": "when: down, lay_off: true"},
    "only to melds of their own": {"ADD": "when: down, lay_off: owner == me"},
    "only sets are laid": {"MELD": "lay: set", "ADD": "lay_off: kind != set"},
    "short melds are only added to": {"MELD": "lay: all, where: size > 3"},
    "not by who has three cards": {"ADD": "when: count(hand) > 3, lay_off: true"},
    "or the player is down": {"DUTY": "not took or down or not any(c in hand for c in taken)"},
    "fewer than before": {"DO": "{set: {took: true, held: NUMBER}}", "DUTY": SMALLER},
    "as many as before": {"DO": "{set: {took: true, held: NUMBER}}"},
    "only by who holds many": {
        "DO": "[{set: {took: true}}, {set: {held: NUMBER - 1}, when: count(hand) > 5}]"
    },
    "unless it is set otherwise": {
        "DO": "[{set: {took: true, held: NUMBER - 1}}, {set: {took: count(hand) > 6}}]"
    },
    "nor may it be thrown": {"CARDS": "card not in taken", **FIRST},
    "no joker is thrown": {"CARDS": "not joker", **TOP, **ANY},
}
NEVER_NO = [GAMES["or the player is down"], GAMES["as many as before"]]
"""Where no look at the cards can say no: another thing may be enough, or nothing is asked."""
SHIPPED = [
    ("loba", 2, {}),
    ("rum500", 3, {}),
    ("rum500", 2, {"jokers": "two", "run_length": 4}),
    ("rum500", 2, {"top_card": "free", "final_discard": False}),
    ("tonk", 2, {"take_to_spread": True}),
    ("house-rules/basic-use-what-is-taken", 2, {}),
]


def made(changes: dict[str, str]) -> Engine:
    """The small game with other pieces."""
    text = GAME
    for word, piece in (PLAIN | changes).items():
        text = text.replace(word, piece)
    return Engine(bind(load_text(text, "small.yaml"), 2, {}))


def shipped(name: str, players: int, options: dict[str, object]) -> Engine:
    """A game of this house, or an overlay of it."""
    if "/" in name:
        root = Path(find("loba")).parent.parent
        spec = load(str(root / "examples" / f"{name}.yaml"))
    else:
        spec = load(name)
    return Engine(bind(spec, players, options))


def answers(engine: Engine, seeds: range, most: int, patch: pytest.MonkeyPatch) -> Counter[object]:
    """Plays random games; each answer must be that of the search, of which it is no part."""
    program, asked = engine.program, Counter[object]()
    answer, uses = Uses.answer, program.uses
    patch.setattr(Uses, "answer", lambda *_: None)
    patch.setattr(Uses, "at_step", lambda *_: None)
    for seed in seeds:
        state, chance = engine.start(seed), stream(seed, "bot:1")
        state.single = True
        for _ in range(most):
            if state.over:
                break
            stage = program.nodes[state.pc]
            if state.mover == state.me and not state.void:
                tried = candidates(engine, state, stage)
                if program.done in (state.legal or ()):
                    tried.append(program.done)
                look, before = Look(engine, state.me), state.key()
                for action in tried:
                    said = answer(uses, state, action, look)
                    assert state.key() == before
                    asked[said] += 1
                    if said is not None:
                        found = Look(engine, state.me).after(state, action)
                        assert said == found, (seed, action, said)
            legal = state.legal or []
            engine.apply(state, legal[pick(len(legal), chance)])
    return asked


@pytest.mark.parametrize("changes", GAMES.values(), ids=GAMES)
def test_each_answer_is_that_of_the_whole_search(
    changes: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answers(made(changes), range(4), 60, monkeypatch)
    assert asked[True] > 5
    assert asked[False] > 5 or changes in NEVER_NO


@pytest.mark.slow
@pytest.mark.parametrize("changes", GAMES.values(), ids=GAMES)
def test_so_it_is_in_many_games(changes: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers(made(changes), range(10, 40), 200, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), SHIPPED)
def test_so_it_is_in_the_games_that_ask_for_it(
    name: str, players: int, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answers(shipped(name, players, options), range(12), 200, monkeypatch)
    assert asked[True] > 0
    assert asked[False] > 5


@pytest.mark.parametrize(("name", "players", "options"), SHIPPED)
def test_the_same_is_legal_with_and_without_the_answers(
    name: str, players: int, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every game is played twice; the second time each turn is searched to its end."""
    engine = shipped(name, players, options)

    def play(seed: int) -> list[list[tuple[int, ...]]]:
        state, chance, seen = engine.start(seed), stream(seed, "bot:1"), []
        for _ in range(90):
            if state.over:
                break
            seen.append(list(engine.of(state).legal(state)))
            engine.apply(state, seen[-1][pick(len(seen[-1]), chance)])
        return seen

    quick = [play(seed) for seed in range(2)]
    monkeypatch.setattr(Uses, "answer", lambda *_: None)
    monkeypatch.setattr(Uses, "at_step", lambda *_: None)
    assert [play(seed) for seed in range(2)] == quick


@pytest.mark.parametrize("name", ["canasta", "two_hand_canasta"])
def test_points_that_the_first_melds_must_bring_are_found_as_by_the_whole_search(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = load(name)
    engine = Engine(bind(spec, spec.players[0]))
    asked = answers(engine, range(20), 120, monkeypatch)
    assert asked[True] > 100  # what cannot be kept is left to the search
