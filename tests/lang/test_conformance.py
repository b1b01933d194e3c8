"""The cases of ``tests/conformance``: checker, plain walk and generated source.

A file holds sections, one for each operator, function, word or other feature.
A section gives defaults (``scope``, ``type``, ``with``) for its ``cases``. A
case has ``expr`` and either ``value`` or ``error`` and ``column``. ``with`` binds
names: cards as text, players as seats from 1, words as text; what each player
has as a list in the order of seats. Functions that look at the table are tables
of their answers by argument: ``deadwood: {7H 8H: 15}``; ``touching`` lists the pairs that touch, by the numbers of
the melds. Piles are written from bottom to top.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from language_helpers import mapper, scope
from rummy.cards import FRENCH_RANKS, FRENCH_SUITS, NOTHING, Deck, Line, WildClass
from rummy.lang.builtins import (
    CARD_WORDS,
    FUNCTIONS,
    ITEM_FUNCTIONS,
    MELD_SETS,
    MELD_WORDS,
    PLAY_WORDS,
)
from rummy.lang.check import check
from rummy.lang.evaluate import Laid, evaluate
from rummy.lang.generate import Module
from rummy.lang.scope import NameInfo, Scope
from rummy.lang.trees import CARD_SLOT, MELD_SLOT, Node
from rummy.lang.types import (
    CARD,
    CARDS,
    COLOUR,
    KIND,
    MELD,
    MELDS,
    NUMBER,
    PLACED,
    PLACED_CARDS,
    PLAY,
    PLAYER,
    RANK,
    SUIT,
    TRUTH,
    Type,
)

FOLDER = Path(__file__).parent.parent / "conformance"
LEAST = 6
OPERATORS = (
    *("+", "-", "*", "//", "%", "negative", "==", "!=", "<", "<=", ">", ">=", "in", "not in"),
    *("and", "or", "not", "if", "of", "where", "..", "{}", "for"),
)
MELD_FIELDS = tuple(f"meld.{word}" for word in MELD_WORDS)
PLAY_FIELDS = tuple(f"play.{word}" for word in PLAY_WORDS)
FEATURES = (
    *(*OPERATORS, *FUNCTIONS, *ITEM_FUNCTIONS, *CARD_WORDS, *MELD_SETS, *MELD_FIELDS, *PLAY_FIELDS),
    *("wild_face", "laid_by", "size", "cards", "card", "laid", "in_turn", "last_points"),
)

POINTS = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
EVERY = tuple(range(52))
DECK = Deck(
    FRENCH_RANKS,
    FRENCH_SUITS,
    (2,) * 52 + (4,),
    {
        "run": Line("run", tuple(range(1, 13))),  # 2 to K
        "both": Line("both", (*range(13), 0)),  # A to K and A again
        "circle": Line("circle", tuple(range(13)), around=True),
    },
    (
        WildClass("jokers", (52,), {52: EVERY}, False),
        WildClass("twos", (1, 14, 27, 40), dict.fromkeys((1, 14, 27, 40), EVERY), True),
    ),
    POINTS * 4 + (50,),
)
NAMES = {
    name: {word: i for i, word in enumerate(words)}
    for name, words in {
        "rank": FRENCH_RANKS,
        "suit": [s.name for s in FRENCH_SUITS],
        "colour": ("black", "red"),
        "kind of meld": ("pair", "set", "run"),
    }.items()
}


@dataclass(frozen=True)
class Case:
    """One case, with the defaults of its section filled in."""

    section: str
    expr: str
    scope: str
    type: str
    bound: Mapping[str, Any]
    answer: Mapping[str, Any]


def read_cases() -> Iterator[Case]:
    """All cases of all files."""
    for path in sorted(FOLDER.glob("*.yaml")):
        for section, content in yaml.safe_load(path.read_text("utf-8")).items():
            default = {key: value for key, value in content.items() if key != "cases"}
            for given in content["cases"]:
                case = default | given
                bound = default.get("with", {}) | given.get("with", {})
                yield Case(
                    section, case["expr"], case.get("scope", "turn"), case["type"], bound, case
                )


CASES = tuple(read_cases())


def conformance_scope(kind: str) -> Scope:
    """The scope of a case: that of the other tests, with more rank lines."""
    known = scope(kind)
    words = replace(known.vocabulary, lines=tuple(DECK.lines))
    return replace(known, vocabulary=words)


def type_of(text: str) -> Type:
    """The type that a case names; a word option by the name of the option."""
    known = (TRUTH, NUMBER, RANK, SUIT, COLOUR, CARD, PLAYER, KIND, CARDS, PLACED_CARDS, MELDS)
    named = {str(kind): kind for kind in known}
    infos = scope("turn").names
    return named[text] if text in named else infos[text].type


def common(values: list[int]) -> int:
    """The value that all of them are, or ``NOTHING``."""
    return values[0] if len(set(values)) == 1 else NOTHING


def value_of(kind: Type, given: Any, number: int = 0) -> Any:
    """A value as the plain walk has it, from how a case writes it."""
    if kind == MELDS:
        return tuple(value_of(MELD, one, number) for number, one in enumerate(given, 1))
    if kind == MELD:
        codes = DECK.parse_many(given.get("cards", ""))
        laid = zip(codes, given.get("laid_by", [given.get("owner", 1)] * len(codes)), strict=True)
        return SimpleNamespace(
            kind=NAMES["kind of meld"][given.get("kind", "pair")],
            owner=given.get("owner", 1) - 1,
            number=number,
            rank=common([DECK.rank_of[code] for code in codes]),
            suit=common([DECK.suit_of[code] for code in codes]),
            cards=tuple(Laid.of(code, by - 1) for code, by in sorted(laid)),
            size=len(codes),
        )
    if kind in (CARDS, PLACED_CARDS):
        return tuple(sorted(DECK.parse_many(str(given))))
    if kind in (CARD, PLACED):
        return DECK.parse(str(given))
    if kind == PLAYER:
        return given - 1
    if kind.item is not None:
        return tuple(value_of(kind.item, one) for one in given)
    if kind.words:
        return kind.words.index(given)
    if str(kind) in NAMES:
        return NAMES[str(kind)][str(given)]
    return given


class Situation:
    """The bindings of a case: an ``Env``, and ``Bindings`` with the parameter ``w``."""

    deck = DECK

    def __init__(self, bound: Mapping[str, Any], within: Scope) -> None:
        self.values: dict[str, Any] = {}
        self.answers: dict[str, dict[tuple[Any, ...], Any]] = {}
        self.local: dict[int, Any] = {}
        self.touching: list[frozenset[int]] = []
        """Pairs of melds by their numbers on the table, from 1."""
        self.shapes: dict[str, str] = {}
        for name, given in bound.items():
            if name == "touching":
                self.touching = [frozenset(pair) for pair in given]
            elif name == "card":
                self.local[CARD_SLOT] = DECK.parse(str(given))
            elif name == "meld":
                self.local[MELD_SLOT] = value_of(MELD, given)
            elif name in FUNCTIONS:
                self.answers[name] = self._answers(given)
            else:
                self._bind(name, given, within.names)
        for seats, step in (("left", 1), ("right", -1)):
            self.values.setdefault(seats, [(seat + step) % 3 for seat in range(3)])
        self.order = sorted(self.values)

    def _bind(self, name: str, given: Any, names: Mapping[str, NameInfo]) -> None:
        inner = {"cards": NameInfo(PLACED_CARDS), "wild_face": NameInfo(CARD)}
        info = inner.get(name) or names[name]
        if info.per_player:
            self.values[name] = [value_of(info.type, one) for one in given]
        else:
            self.values[name] = value_of(info.type, given)
        if name == "cards":
            self.values["size"] = len(self.values[name])
        self.shapes[name] = {CARDS: "bag", PLACED_CARDS: "codes", MELDS: "melds"}.get(
            info.type
        ) or ("seats" if info.type.item else "value")
        if info.pile or name == "taken":  # its order counts: the last card is the top
            self.values[name] = tuple(DECK.parse_many(str(given)))
            self.shapes[name] = "codes"

    def _answers(self, given: Mapping[str, Any]) -> dict[tuple[Any, ...], Any]:
        found: dict[tuple[Any, ...], Any] = {}
        for text, answer in given.items():
            cards, _, number = str(text).partition(",")
            key = (tuple(sorted(DECK.parse_many(cards))), *([int(number)] if number else []))
            found[key] = SimpleNamespace(**answer) if isinstance(answer, dict) else answer
        return found

    # the plain walk

    def name(self, name: str, of: int | None) -> Any:
        value = self.values[name]
        return value if of is None else value[of]

    def call(self, function: str, arguments: tuple[Any, ...]) -> Any:
        if function == "seat":
            return arguments[0] - 1
        if function in ("top", "last"):
            return arguments[0][-1:]
        if function == "first":
            return arguments[0][:1]
        if function == "touching":
            return any(pair <= {meld.number for meld in arguments[0]} for pair in self.touching)
        first = arguments[0] if isinstance(arguments[0], tuple) else (arguments[0],)
        return self.answers[function][(first, *arguments[1:])]

    def field(self, of: Type, value: Any, field: str) -> Any:
        assert of in (MELD, PLAY) or field == "wild_face"
        return self.values[field] if field == "wild_face" else getattr(value, field)


class Sources:
    """``Bindings`` over a situation that is the parameter ``w`` of the function."""

    fitting = ""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation

    def name(self, name: str, of: str | None) -> tuple[str, str]:
        index = self.situation.order.index(name)
        whole = f"w.listed[{index}]" if of is None else f"w.listed[{index}][{of}]"
        return whole, self.situation.shapes.get(name, "value")

    def call(self, function: str, arguments: list[tuple[str, str]]) -> tuple[str, str]:
        if function in ("top", "first", "last"):
            assert arguments[0][1] == "codes"
            part = "[:1]" if function == "first" else "[-1:]"
            return f"{arguments[0][0]}{part}", "codes"
        if function == "touching":
            assert arguments[0][1] == "melds"
            return f"w.touching({arguments[0][0]})", "value"
        sources = [
            f"FACES({s})" if shape == "bag" else f"tuple({s})" if shape == "codes" else s
            for s, shape in arguments
        ]
        known = {"seat": "w.seat", "fits": "w.fits", "deadwood": "w.deadwood"}
        known |= {"most_points": "w.most_points", "least_cost": "w.least_cost"}
        return f"{known[function]}({', '.join(sources)})", "value"

    def field(self, of: Type, source: str, field: str) -> tuple[str, str]:
        if field == "wild_face":
            return self.name(field, None)
        if field in ("cards", "laid cards"):
            return f"{source}.cards", "codes"
        return f"{source}.{field}", "value"

    def world(self) -> Any:
        """What the function is called with."""
        there = self.situation
        listed = []
        for name in there.order:
            value = there.values[name]
            if there.shapes.get(name) == "bag":
                per_player = isinstance(value, list)
                value = [DECK.bag(v) for v in value] if per_player else DECK.bag(value)
            listed.append(value)
        calls = {
            name: lambda *a, name=name: there.call(name, a)
            for name in ("seat", "fits", "deadwood", "most_points", "least_cost", "touching")
        }
        return SimpleNamespace(listed=listed, local=there.local, **calls)


def by_source(node: Node, situation: Situation) -> Any:
    """The value by way of generated source, collections as sorted tuples."""
    module, sources = Module(DECK), Sources(situation)
    local = {slot: f"w.local[{slot}]" for slot in situation.local}
    module.function("it", "w", node, sources, local)
    value = module.compile({"tuple": tuple})["it"](sources.world())
    return DECK.bag_faces(value) if module.shapes["it"] == "bag" else value


def names_of(cases: tuple[Case, ...]) -> list[str]:
    return [f"{case.section}: {case.expr}" for case in cases]


@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_case(case: Case) -> None:
    within, wanted = conformance_scope(case.scope), type_of(case.type)
    node, found = check(case.expr, mapper("x"), within, wanted)
    if "error" in case.answer:
        places = [(finding.code, finding.span.column) for finding in found]
        assert places == [(case.answer["error"], case.answer["column"])]
        return
    assert node is not None, [finding.short() for finding in found]
    assert node.type == wanted
    situation = Situation(case.bound, within)
    expected = value_of(wanted, case.answer["value"])
    walked = evaluate(node, situation, situation.local)
    generated = by_source(node, situation)
    if wanted.item is None:
        assert (walked, generated) == (expected, expected)
        assert type(walked) is type(expected)
    else:
        assert (tuple(sorted(walked)), tuple(sorted(generated))) == (expected, expected)


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_has_enough_cases(feature: str) -> None:
    cases = [case for case in CASES if case.section == feature]
    assert len(cases) >= LEAST
    assert any("error" in case.answer for case in cases) or feature in ("{}", "size")


def test_every_section_is_about_a_feature() -> None:
    assert {case.section for case in CASES} <= {*FEATURES, "literals", "definitions", "limits"}
