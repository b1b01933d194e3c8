"""Generated source holds nothing of the author, reaches nothing, and always compiles."""

from __future__ import annotations

import ast
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from language_helpers import scope, tree
from rummy.cards import FRENCH_RANKS, FRENCH_SUITS, Deck, Line
from rummy.lang.evaluate import MOST, MeldEnv, evaluate
from rummy.lang.generate import Module
from rummy.lang.limits import MAX_HEIGHT
from rummy.lang.trees import (
    NOWHERE,
    And,
    Arith,
    Call,
    Compare,
    Const,
    Each,
    Field,
    If,
    Local,
    Name,
    Negative,
    Node,
    Not,
    Or,
    Place,
    Range,
    Sequence,
)
from rummy.lang.types import (
    CARDS,
    NUMBER,
    NUMBERS,
    PLACED,
    PLACED_CARDS,
    PLAYER,
    RANK,
    TRUTH,
    Type,
)
from strategies import TYPES, Grower

LINES = {name: Line(name, tuple(range(13)), name == "circle") for name in ("run", "both", "circle")}
DECK = Deck(FRENCH_RANKS, FRENCH_SUITS, (1,) * 53, LINES, points_of=(5,) * 53)


class Flat:
    """Bindings with a list ``w`` for everything; without any attribute."""

    fitting = ""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def name(self, name: str, of: str | None) -> tuple[str, str]:
        self.asked.append(name)
        shape = {"hand": "bag", "cards": "codes", "pile": "codes", "everyone": "seats"}.get(name)
        return "w[0]" if of is None else f"w[1][{of}]", shape or "value"

    def call(self, function: str, arguments: list[tuple[str, str]]) -> tuple[str, str]:
        return f"w[2]({', '.join(source for source, _ in arguments)})", "value"

    def field(self, of: Type, source: str, field: str) -> tuple[str, str]:
        return f"w[3]({source})", "codes" if field == "cards" else "value"


def generate(*nodes: Node, bindings: Any = None) -> Module:
    module = Module(DECK)
    for number, node in enumerate(nodes):
        module.function(f"f{number}", "w", node, bindings or Flat(), {})
    return module


def value(node: Node, *given: Any) -> Any:
    return generate(node).compile({})["f0"](given)


# --- what may stand in it -----------------------------------------------------

ALLOWED = (
    *(ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Expr),
    *(
        ast.Name,
        ast.Load,
        ast.Store,
        ast.Constant,
        ast.Subscript,
        ast.Call,
        ast.keyword,
        ast.Starred,
    ),
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.IfExp),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.RShift),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In),
    *(ast.Set, ast.List, ast.Tuple, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.comprehension),
    ast.Attribute,
)


def test_generated_source_is_made_of_a_few_harmless_things() -> None:
    chance = Random(7)
    grower = Grower(chance, DECK)
    module = generate(*(grower.grow(chance.choice(TYPES), 6) for _ in range(400)))
    for node in ast.walk(ast.parse(module.source())):
        assert isinstance(node, ALLOWED), ast.dump(node)
        if isinstance(node, ast.Attribute):
            assert node.attr == "bit_count"
        if isinstance(node, ast.Name):
            assert not node.id.startswith("_")
        if isinstance(node, ast.Constant):
            assert type(node.value) in (int, bool)


def test_each_function_says_where_its_expression_stands() -> None:
    node = Not(TRUTH, Place("x.yaml", 12, 5, 12, 9, "not true"), Const(TRUTH, NOWHERE, True))
    assert "# 12:5\ndef f0(w):\n" in generate(node).source()


def test_generated_functions_have_no_builtins() -> None:
    functions = generate(Const(NUMBER, NOWHERE, 1)).compile({})
    assert functions["f0"].__globals__["__builtins__"] == {}


def test_source_that_asks_for_a_builtin_finds_none() -> None:
    class Evil(Flat):
        def name(self, name: str, of: str | None) -> tuple[str, str]:
            return "open", "value"

    function = generate(Name(NUMBER, NOWHERE, "x"), bindings=Evil()).compile({})["f0"]
    with pytest.raises(NameError):
        function(())


@pytest.mark.parametrize("name", ["all", "RANK", "K0", "v0", "f3", "__builtins__", "M1", "T0_at"])
def test_objects_of_the_caller_cannot_replace_names_of_the_generator(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be given"):
        generate(Const(NUMBER, NOWHERE, 1)).compile({name: None})


@pytest.mark.parametrize("parameters", ["v0", "a, f1", "RANK", "a b", "*a", "a=1", "K0"])
def test_parameters_cannot_replace_names_of_the_generator(parameters: str) -> None:
    with pytest.raises(ValueError, match="cannot be a parameter"):
        Module(DECK).function("x", parameters, Const(NUMBER, NOWHERE, 1), Flat(), {})


ESCAPES = (
    *("__import__('os')", "().__class__", "{0.__class__}", "%s", "\\", "'", '"', "'''", '"""'),
    *(
        "\n    import os\n",
        "\r",
        "\x00",
        "#",
        "x\nimport os",
        "\u202e",
        "\u2028",
        "ｅｖａｌ",
        "аll",
    ),
    *("lambda: 0", "f'{open}'", ");open('x'", "\t", "\N{GREEK QUESTION MARK}", "e\u0301", "$(ls)"),
)


@pytest.mark.parametrize("text", ESCAPES, ids=ascii)
def test_texts_of_the_author_never_reach_the_source(text: str) -> None:
    """In every place of a tree and of a deck where a text of a spec can stand."""

    def made(text: str) -> str:
        at = Place(text, 3, 4, 3, 9, text)
        word = Type(text, None, (text,))
        suits = tuple(replace(suit, name=text, colour=suit.colour + text) for suit in FRENCH_SUITS)
        lines = {text: Line(text, tuple(range(13)))}
        deck = Deck(FRENCH_RANKS, suits, (1,) * 53, lines)
        cards = Name(PLACED_CARDS, at, text)
        item = Local(PLACED, at, 0, text)
        rank = Compare(TRUTH, at, "==", Field(RANK, at, item, "rank"), Const(RANK, at, 3))
        node = And(
            TRUTH,
            at,
            (
                Compare(TRUTH, at, "==", Name(word, at, text), Const(word, at, 0)),
                Sequence(TRUTH, at, cards, text),
                Each(TRUTH, at, "all", 0, cards, rank),
                Call(TRUTH, at, text, (Const(NUMBER, at, 123456),)),
                Name(TRUTH, at, text, Const(PLAYER, at, 1)),
            ),
        )
        module = Module(deck)
        module.function(text, "w", node, Flat(), {})
        assert set(module.compile({})) == {text}
        return module.source()

    assert made(text) == made("harmless")


# --- always compiles ------------------------------------------------------------


def below_limit(limit: int, action: Callable[[], Any]) -> Any:
    """The result of an action in a thread with this recursion limit."""
    result: list[Any] = []
    before = sys.getrecursionlimit()

    def run() -> None:
        sys.setrecursionlimit(limit)
        try:
            result.append(action())
        except BaseException as error:
            result.append(error)
        finally:
            sys.setrecursionlimit(before)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return result[0]


def one() -> Node:
    return Const(NUMBER, NOWHERE, 1)


def yes() -> Node:
    return Name(TRUTH, NOWHERE, "new_melds")


def pile(step: Callable[[Node], Node], first: Node, levels: int = MAX_HEIGHT) -> Node:
    """A tree as high as is allowed: ``step`` puts one level on top."""
    node = first
    for _ in range(levels - 2):
        node = step(node)
    return node


def loops(count: int) -> Node:
    """More loops in one another than the language allows."""
    node = one()
    for slot in range(count):
        numbers = Range(NUMBERS, NOWHERE, one(), Const(NUMBER, NOWHERE, 1))
        node = Each(NUMBER, NOWHERE, "max", slot, numbers, node)
    return node


HIGHEST: dict[str, Callable[[], Node]] = {
    "not": lambda: pile(lambda n: Not(TRUTH, NOWHERE, n), yes()),
    "minus": lambda: pile(lambda n: Negative(NUMBER, NOWHERE, n), one()),
    "sum to the left": lambda: pile(lambda n: Arith(NUMBER, NOWHERE, "+", n, one()), one()),
    "sum to the right": lambda: pile(lambda n: Arith(NUMBER, NOWHERE, "+", one(), n), one()),
    "product": lambda: pile(
        lambda n: Arith(NUMBER, NOWHERE, "*", n, Name(NUMBER, NOWHERE, "target")), one()
    ),
    "and": lambda: pile(lambda n: And(TRUTH, NOWHERE, (yes(), n)), yes()),
    "or": lambda: pile(lambda n: Or(TRUTH, NOWHERE, (n, yes())), yes()),
    "if": lambda: pile(lambda n: If(NUMBER, NOWHERE, yes(), one(), n), one()),
    "condition": lambda: pile(lambda n: If(TRUTH, NOWHERE, n, yes(), yes()), yes()),
    "compare": lambda: pile(lambda n: Compare(TRUTH, NOWHERE, "==", n, yes()), yes()),
    "of": lambda: pile(lambda n: Name(PLAYER, NOWHERE, "left", n), Const(PLAYER, NOWHERE, 0)),
    "abs": lambda: pile(lambda n: Call(NUMBER, NOWHERE, "abs", (n,)), one()),
    "min": lambda: pile(lambda n: Call(NUMBER, NOWHERE, "min", (n, one())), one()),
    "call": lambda: pile(lambda n: Call(NUMBER, NOWHERE, "deadwood", (n,)), one()),
    "loops": lambda: loops(15),
}


@pytest.mark.parametrize("limit", [1000, 500])
@pytest.mark.parametrize("shape", HIGHEST)
def test_the_highest_tree_of_each_shape_compiles(shape: str, limit: int) -> None:
    node = HIGHEST[shape]()
    compiled = below_limit(limit, lambda: generate(node).compile({}))
    assert callable(compiled["f0"]), compiled


TEXTS = {
    "a sum of 200": ("meld", NUMBER, " + ".join(["size"] * 200)),
    "a choice of 31": ("meld", NUMBER, "1 if size == 1 else " * 30 + "2"),
    "100 conditions": ("meld", TRUTH, " and ".join(["size > 1"] * 100)),
    "32 brackets": ("meld", NUMBER, "(" * 31 + "size" + ")" * 31),
    "32 minus": ("meld", NUMBER, "-" * 31 + "size"),
    "a set of 64": ("meld", TRUTH, f"size in {{{', '.join(map(str, range(64)))}}}"),
    "three loops": (
        "meld",
        NUMBER,
        "sum(sum(sum(a * b * c for a in 1..3) for b in 1..3) for c in 1..3)",
    ),
}
VALUES = {  # of a meld of two cards
    "a sum of 200": 400,
    "a choice of 31": 2,
    "100 conditions": True,
    "32 brackets": 2,
    "32 minus": -2,
    "a set of 64": True,
    "three loops": 216,
}


@pytest.mark.parametrize("limit", [1000, 500])
@pytest.mark.parametrize("name", TEXTS)
def test_the_largest_texts_compile_and_are_right(name: str, limit: int) -> None:
    where, wanted, text = TEXTS[name]
    node = tree(text, where, wanted)

    class Size(Flat):
        def name(self, name: str, of: str | None) -> tuple[str, str]:
            return "w", "value"

    compiled = below_limit(limit, lambda: generate(node, bindings=Size()).compile({})["f0"](2))
    assert compiled == VALUES[name]
    walked = below_limit(limit, lambda: evaluate(node, MeldEnv(DECK, (0, 1))))
    assert walked == VALUES[name]


def test_sixteen_definitions_in_one_another_compile() -> None:
    texts = {f"d{n}": f"1 + (d{n + 1} if size > {n} else 0)" for n in range(15)}
    within = scope("meld", **texts, d15="size")
    node = tree("d0", within, NUMBER)

    class Size(Flat):
        def name(self, name: str, of: str | None) -> tuple[str, str]:
            return "w", "value"

    function = generate(node, bindings=Size()).compile({})["f0"]
    assert function(3) == 4  # d0 to d2 go on, d3 does not
    assert function(20) == 35  # fifteen times 1, and the size


# --- numbers at the edge ----------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "left", "right", "result"),
    [
        ("*", 10**9, 10**9, MOST),
        ("*", -(10**9), 10**9, -MOST),
        ("+", 10**9, 10**9, 2 * 10**9),
        ("-", -(10**9), 10**9, -2 * 10**9),
        ("//", -7, 2, -4),
        ("//", 7, 0, 0),
        ("%", -7, 2, 1),
        ("%", 7, 0, 0),
    ],
)
def test_arithmetic_of_names_is_cut_and_total(op: str, left: int, right: int, result: int) -> None:
    names = Name(NUMBER, NOWHERE, "a"), Name(NUMBER, NOWHERE, "b")

    class Two(Flat):
        def name(self, name: str, of: str | None) -> tuple[str, str]:
            return ("w[0]" if name == "a" else "w[1]"), "value"

    function = generate(Arith(NUMBER, NOWHERE, op, *names), bindings=Two()).compile({})["f0"]
    assert function((left, right)) == result
    env = MeldEnv(DECK, (), names={"a": left, "b": right})
    assert evaluate(Arith(NUMBER, NOWHERE, op, *names), env) == result


def test_a_sum_of_cut_products_is_cut_again() -> None:
    target = Name(NUMBER, NOWHERE, "target")
    square = Arith(NUMBER, NOWHERE, "*", target, target)
    total = Arith(NUMBER, NOWHERE, "+", square, square)
    assert value(total, 10**9) == MOST
    assert value(Negative(NUMBER, NOWHERE, total), 10**9) == -MOST


def test_a_loop_over_a_huge_range_ends() -> None:
    huge = Range(NUMBERS, NOWHERE, one(), Name(NUMBER, NOWHERE, "target"))
    counted = Call(NUMBER, NOWHERE, "count", (huge,))
    assert value(counted, 10**9) == 10_000
    assert evaluate(counted, MeldEnv(DECK, (), names={"target": 10**9})) == 10_000


def test_twins_do_not_matter_where_hands_compare_as_sets() -> None:
    deck = Deck(FRENCH_RANKS, FRENCH_SUITS, (2,) * 53, {})
    mine, other = (Name(CARDS, NOWHERE, "hand", Const(PLAYER, NOWHERE, p)) for p in (0, 1))
    module = Module(deck)
    module.function("f", "w", Compare(TRUTH, NOWHERE, "==", mine, other), Flat(), {})
    equal = module.compile({})["f"]
    one_seven, two_sevens, eight = (deck.bag(deck.parse_many(t)) for t in ("7H", "7H 7H", "8H"))
    assert equal((None, (one_seven, two_sevens)))
    assert not equal((None, (one_seven, eight)))
