"""Types: what fits where, what words mean, and what is said where nothing fits."""

from __future__ import annotations

import itertools

import pytest
from language_helpers import ACES, findings, marked, only, scope, tree
from rummy.catalogue.expressions import ENTRIES
from rummy.diagnostics import Entry
from rummy.lang.builtins import FUNCTIONS, ITEM_FUNCTIONS, RESERVED
from rummy.lang.scope import Scope
from rummy.lang.trees import (
    CARD_SLOT,
    MELD_SLOT,
    NOWHERE,
    Arith,
    Call,
    Compare,
    Const,
    Each,
    Field,
    Filter,
    In,
    Local,
    Name,
    Node,
    Not,
    Range,
    Sequence,
    SetOf,
    walk,
)
from rummy.lang.types import (
    CARD,
    CARDS,
    COLOUR,
    FACES,
    KIND,
    MELD,
    MELDS,
    NUMBER,
    NUMBERS,
    PLACED,
    PLACED_CARDS,
    PLAY,
    PLAYER,
    PLAYERS,
    RANK,
    RANKS,
    SUIT,
    SUITS,
    TRUTH,
    Type,
)

AT = NOWHERE
ME = Name(PLAYER, AT, "me")


def added_scope() -> Scope:
    """A scope in which values of all types can be named: a turn judging one meld."""
    turn = scope("turn")
    meld = scope("table_meld")
    return Scope("everything", turn.names, turn.vocabulary, meld=meld.meld, card=True)


# One expression of each type; `card` is held, `meld` lies on the table.
SAMPLE: dict[Type, str] = {
    NUMBER: "3 + 4",
    TRUTH: "3 > 4",
    RANK: "card.rank",
    SUIT: "card.suit",
    COLOUR: "card.colour",
    CARD: "card",
    PLAYER: "dealer",
    KIND: "meld.kind",
    MELD: "meld",
    PLAY: "most_points(hand)",
    ACES: "aces",
    CARDS: "hand",
    PLACED_CARDS: "meld.cards",
    PLAYERS: "everyone",
    MELDS: "melds",
    NUMBERS: "1..players",
    RANKS: "{card.rank, 5}",
    SUITS: "{card.suit}",
    FACES: "{7H, card}",
}

# By hand from the description of the functions: what each argument may be.
TAKES: dict[str, tuple[tuple[Type, ...], ...]] = {
    "points": ((CARDS, PLACED_CARDS),),
    "doubled": ((NUMBER,), (NUMBER,)),
    "abs": ((NUMBER,),),
    "seat": ((NUMBER,),),
    "fits": ((CARD,),),
    "most_points": ((CARDS,),),
    "least_cost": ((CARDS,), (NUMBER,)),
    "deadwood": ((CARDS,),),
    "touching": ((MELDS,),),
}
OPTIONAL = (("deadwood", ["hand", "3"]),)  # a second argument, but 3 is no opening
GIVES = {
    **dict.fromkeys(("points", "doubled", "abs", "deadwood"), NUMBER),
    **dict.fromkeys(("most_points", "least_cost"), PLAY),
    "seat": PLAYER,
    **dict.fromkeys(("fits", "touching"), TRUTH),
}
BODIES: dict[str, tuple[Type, ...]] = {
    **dict.fromkeys(("all", "any", "count"), (TRUTH,)),
    **dict.fromkeys(("sum", "product", "min", "max"), (NUMBER,)),
    **dict.fromkeys(
        ("same", "distinct", "variety"),
        (NUMBER, TRUTH, RANK, SUIT, COLOUR, CARD, PLAYER, KIND, ACES),
    ),
}
RESULTS = {
    **dict.fromkeys(("all", "any", "same", "distinct", "sequence"), TRUTH),
    **dict.fromkeys(("count", "sum", "product", "min", "max", "variety"), NUMBER),
}


def is_fine(text: str, wanted: Type) -> bool:
    return findings(text, added_scope(), wanted) == []


@pytest.mark.parametrize("type_", SAMPLE, ids=str)
def test_the_samples_have_the_type_that_they_stand_for(type_: Type) -> None:
    assert tree(SAMPLE[type_], added_scope(), type_).type == type_


def test_the_tables_of_this_test_name_every_function() -> None:
    assert set(TAKES) | {"top", "first", "last"} == set(FUNCTIONS)
    assert set(BODIES) | {"sequence"} == set(ITEM_FUNCTIONS)


@pytest.mark.parametrize("function", TAKES)
def test_a_function_takes_its_types_in_each_place_and_no_others(function: str) -> None:
    right = [SAMPLE[types[0]] for types in TAKES[function]]
    for place, type_ in itertools.product(range(len(right)), SAMPLE):
        arguments = list(right)
        arguments[place] = SAMPLE[type_]
        text = f"{function}({', '.join(arguments)})"
        assert is_fine(text, GIVES[function]) == (type_ in TAKES[function][place]), text


@pytest.mark.parametrize("function", TAKES)
def test_a_function_takes_as_many_arguments_as_its_description_says(function: str) -> None:
    right = [SAMPLE[types[0]] for types in TAKES[function]]
    for arguments in ([], right[:-1], [*right, "3"]):
        if len(arguments) != len(right) and (function, arguments) not in OPTIONAL:
            found = only(f"{function}({', '.join(arguments)})", added_scope(), GIVES[function])
            assert found.code == "T305"


def test_only_a_pile_has_a_top_card() -> None:
    assert is_fine("top(stock)", CARDS)
    for type_, sample in SAMPLE.items():
        wrong = findings(f"count(top({sample}))", added_scope(), NUMBER)
        assert {found.code for found in wrong} == {"T302"}, type_
    found = only("count(top(hand))", "turn", NUMBER)
    assert found.message == "`hand` is no pile, so it has no top card"
    assert found.hint == "the piles here are stock"
    assert marked("count(top(hand))", found) == "hand"
    assert only("count(top(stock where rank == A))", "turn", NUMBER).code == "T302"
    assert findings("count(own(3))", scope("turn", own__n="top(stock)"), NUMBER) == []


@pytest.mark.parametrize("function", BODIES)
def test_an_item_function_judges_by_its_types_and_no_others(function: str) -> None:
    for type_, sample in SAMPLE.items():
        text = f"{function}({sample} for x in others)"
        assert is_fine(text, RESULTS[function]) == (type_ in BODIES[function]), text


@pytest.mark.parametrize("type_", SAMPLE, ids=str)
def test_an_item_function_goes_over_collections_and_nothing_else(type_: Type) -> None:
    assert is_fine(f"all(true for x in {SAMPLE[type_]})", TRUTH) == (type_.item is not None)
    assert is_fine(f"count({SAMPLE[type_]})", NUMBER) == (type_.item is not None)


SINGLE = (NUMBER, TRUTH, RANK, SUIT, COLOUR, CARD, PLAYER, KIND, ACES)
EQUAL = (*SINGLE, NUMBERS, RANKS, SUITS, FACES, PLAYERS)
ORDERED = (NUMBER, RANK)


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">="])
def test_comparisons_take_two_of_one_type_that_has_them(op: str) -> None:
    allowed = EQUAL if op in ("==", "!=") else ORDERED
    for left, right in itertools.product(SAMPLE, SAMPLE):
        text = f"({SAMPLE[left]}) {op} ({SAMPLE[right]})"
        assert is_fine(text, TRUTH) == (left == right and left in allowed), text


def test_membership_wants_an_item_of_the_collection() -> None:
    for item, many in itertools.product(SAMPLE, SAMPLE):
        text = f"{SAMPLE[item]} in ({SAMPLE[many]})"
        assert is_fine(text, TRUTH) == (many.item == item), text


@pytest.mark.parametrize("op", ["+", "-", "*", "//", "%"])
def test_sums_are_of_numbers(op: str) -> None:
    for left, right in itertools.product(SAMPLE, SAMPLE):
        text = f"({SAMPLE[left]}) {op} ({SAMPLE[right]})"
        assert is_fine(text, NUMBER) == (left == right == NUMBER), text


@pytest.mark.parametrize(
    "text", ["{} and true", "true or {}", "not ({})", "1 > 2 if {} else 2 > 3"]
)
def test_only_a_truth_value_counts_as_one(text: str) -> None:
    for type_, sample in SAMPLE.items():
        assert is_fine(text.format(f"({sample})"), TRUTH) == (type_ == TRUTH), sample


def test_both_ways_of_a_conditional_have_one_type() -> None:
    for one, other in itertools.product(SAMPLE, SAMPLE):
        text = f"({SAMPLE[one]}) if 1 > 2 else ({SAMPLE[other]})"
        assert is_fine(text, one) == (one == other), text


# --- trees, by hand ------------------------------------------------------------


def placed(slot: int, field: str, type_: Type) -> Node:
    return Field(type_, AT, Local(PLACED, AT, slot, ""), field)


CARDS_OF_MELD = Name(PLACED_CARDS, AT, "cards")


@pytest.mark.parametrize(
    ("text", "where", "wanted", "expected"),
    [
        ("10", "static", NUMBER, Const(NUMBER, AT, 10)),
        ("size", "meld", NUMBER, Name(NUMBER, AT, "size")),
        ("total", "turn", NUMBER, Name(NUMBER, AT, "total", ME)),
        (
            "hand of left of dealer",
            "round",
            CARDS,
            Name(CARDS, AT, "hand", Name(PLAYER, AT, "left", Name(PLAYER, AT, "dealer"))),
        ),
        ("count(hand)", "turn", NUMBER, Call(NUMBER, AT, "count", (Name(CARDS, AT, "hand", ME),))),
        (
            "rank == A",
            "card",
            TRUTH,
            Compare(
                TRUTH,
                AT,
                "==",
                Field(RANK, AT, Local(CARD, AT, CARD_SLOT, "card"), "rank"),
                Const(RANK, AT, 0),
            ),
        ),
        (
            "all(rank != 10)",
            "meld",
            TRUTH,
            Each(
                TRUTH,
                AT,
                "all",
                0,
                CARDS_OF_MELD,
                Compare(TRUTH, AT, "!=", placed(0, "rank", RANK), Const(RANK, AT, 9)),
            ),
        ),
        (
            "ranks == {3, J}",
            "meld",
            TRUTH,
            Compare(
                TRUTH,
                AT,
                "==",
                Each(RANKS, AT, "set", 0, CARDS_OF_MELD, placed(0, "rank", RANK)),
                SetOf(RANKS, AT, (Const(RANK, AT, 2), Const(RANK, AT, 10))),
            ),
        ),
        ("sequence(rank, draw)", "meld", TRUTH, Sequence(TRUTH, AT, CARDS_OF_MELD, "draw")),
        (
            "sum(10 * n for n in 3..size)",
            "meld",
            NUMBER,
            Each(
                NUMBER,
                AT,
                "sum",
                0,
                Range(NUMBERS, AT, Const(NUMBER, AT, 3), Name(NUMBER, AT, "size")),
                Arith(NUMBER, AT, "*", Const(NUMBER, AT, 10), Local(NUMBER, AT, 0, "n")),
            ),
        ),
        (
            "count(hand where wild)",
            "turn",
            NUMBER,
            Call(
                NUMBER,
                AT,
                "count",
                (
                    Filter(
                        CARDS,
                        AT,
                        0,
                        Name(CARDS, AT, "hand", ME),
                        Field(TRUTH, AT, Local(CARD, AT, 0, ""), "wild"),
                    ),
                ),
            ),
        ),
        (
            "owner not in others",
            "table_meld",
            TRUTH,
            Not(
                TRUTH,
                AT,
                In(
                    TRUTH,
                    AT,
                    Field(PLAYER, AT, Local(MELD, AT, MELD_SLOT, "meld"), "owner"),
                    Name(PLAYERS, AT, "others"),
                ),
            ),
        ),
        (
            "card.suit == hearts",
            "added",
            TRUTH,
            Compare(
                TRUTH,
                AT,
                "==",
                Field(SUIT, AT, Local(PLACED, AT, CARD_SLOT, "card"), "suit"),
                Const(SUIT, AT, 1),
            ),
        ),
        (
            "face != wild_face",
            "stands_for",
            TRUTH,
            Compare(
                TRUTH,
                AT,
                "!=",
                Field(CARD, AT, Local(CARD, AT, CARD_SLOT, "card"), "face"),
                Field(CARD, AT, Local(CARD, AT, CARD_SLOT, "card"), "wild_face"),
            ),
        ),
        (
            "max(0, earned)",
            "turn",
            NUMBER,
            Call(NUMBER, AT, "max", (Const(NUMBER, AT, 0), Name(NUMBER, AT, "earned", ME))),
        ),
        ("by_choice", "static", ACES, Const(ACES, AT, 1)),
        ("seat(2)", "round", PLAYER, Call(PLAYER, AT, "seat", (Const(NUMBER, AT, 2),))),
    ],
)
def test_the_tree_is_as_described(text: str, where: str, wanted: Type, expected: Node) -> None:
    assert tree(text, where, wanted) == expected


def constants(text: str, where: str, wanted: Type = TRUTH) -> list[tuple[str, int]]:
    return [(c.type.name, c.value) for c in walk(tree(text, where, wanted)) if isinstance(c, Const)]


@pytest.mark.parametrize(
    ("text", "where", "expected"),
    [
        ("rank == A and A == rank", "card", [("rank", 0), ("rank", 0)]),
        ("7 == rank", "card", [("rank", 6)]),
        ("rank in 2..10", "card", [("rank", 1), ("rank", 9)]),
        ("rank in {8, J}", "card", [("rank", 7), ("rank", 10)]),
        (
            "rank >= (J if size > 3 else 5)",
            "table_meld_card",
            [("number", 3), ("rank", 10), ("rank", 4)],
        ),
        ("pips == 7", "card", [("number", 7)]),
        ("suit == H or suit == hearts", "card", [("suit", 1), ("suit", 1)]),
        ("colour == red", "card", [("colour", 1)]),
        # face = suit * 13 + rank: hearts are suit 1, spades 0; the joker comes after 52
        ("face == 7H", "card", [("card", 19)]),
        ("face in {QS, JOK}", "card", [("card", 11), ("card", 52)]),
        ("10H in hand", "turn", [("card", 22)]),
        ("kind == run", "table_meld", [("kind of meld", 2)]),
        ("kind in {pair, set}", "table_meld", [("kind of meld", 0), ("kind of meld", 1)]),
        ("forced == aces", "static", [("value of aces", 0)]),
        ("aces in {forced, by_choice}", "static", [("value of aces", 0), ("value of aces", 1)]),
        ("passed_to == left", "turn", [("value of passed_to", 0)]),
        ("left == passed_to", "turn", [("value of passed_to", 0)]),
        ("max_hands == none", "static", [("number", 0)]),
        ("none != max_hands", "static", [("number", 0)]),
        ("{J, 10} == ranks", "meld", [("rank", 10), ("rank", 9)]),
    ],
)
def test_words_mean_what_the_other_side_asks_for(
    text: str, where: str, expected: list[tuple[str, int]]
) -> None:
    if where == "table_meld_card":
        found = [
            (c.type.name, c.value) for c in walk(tree(text, added_scope())) if isinstance(c, Const)
        ]
    else:
        found = constants(text, where)
    assert found == expected


def test_item_words_of_a_meld_and_of_its_cards_stand_side_by_side() -> None:
    node = tree("owner == me and any(rank == A for cards)", "table_meld")
    fields = [(f.field, f.of) for f in walk(node) if isinstance(f, Field)]
    assert fields == [
        ("owner", Local(MELD, AT, MELD_SLOT, "meld")),
        ("cards", Local(MELD, AT, MELD_SLOT, "meld")),
        ("rank", Local(PLACED, AT, 0, "")),
    ]


def test_each_item_function_has_a_slot_of_its_own() -> None:
    text = "any(any(rank == A for m.cards) and any(c.rank == 5 for c in hand) for m in melds)"
    node = tree(text, "turn")
    assert [e.slot for e in walk(node) if isinstance(e, Each)] == [0, 1, 2]


def test_where_behind_for_can_use_the_name_of_the_item() -> None:
    text = "count(opened of p for p in everyone where total of p > 100)"
    assert tree(text, "turn", NUMBER).type == NUMBER


def test_an_item_of_where_can_have_a_name() -> None:
    assert tree("count(p in everyone where total of p > 100)", "round", NUMBER).type == NUMBER
    text = "count(c in hand where any(rank == c.rank for shown))"
    inner = next(e for e in walk(tree(text, "turn", NUMBER)) if isinstance(e, Each))
    assert isinstance(inner.body, Compare)
    assert inner.body.right == Field(RANK, AT, Local(CARD, AT, 0, "c"), "rank")
    assert only("count(hand in shown where wild)", "turn", NUMBER).code == "T317"


def test_a_conditional_of_placed_cards_has_points() -> None:
    assert tree("points(cards if size > 3 else cards)", "meld", NUMBER).type == NUMBER


# --- findings --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "where", "wanted", "code", "piece", "hint"),
    [
        ("hand", "turn", TRUTH, "T304", "hand", "count(hand) > 0"),
        ("not hand", "turn", TRUTH, "T304", "hand", "count(hand) > 0"),
        ("earned", "turn", TRUTH, "T304", "earned", "earned > 0"),
        ("aces", "static", TRUTH, "T304", "aces", "aces == ..."),
        ("hand > 3", "turn", TRUTH, "T311", "hand > 3", "count(hand)"),
        ("hand > shown", "turn", TRUTH, "T311", ">", "count(hand)"),
        ("hand == shown", "turn", TRUTH, "T311", "==", "property"),
        ("hand", "turn", NUMBER, "T302", "hand", "count(hand)"),
        ("most_points(hand)", "turn", NUMBER, "T302", "most_points(hand)", ".points"),
        ("2", "round", PLAYER, "T302", "2", "seat(2)"),
        ("hnad", "turn", CARDS, "T301", "hnad", "`hand`"),
        ("Hand", "turn", CARDS, "T301", "Hand", "`hand`"),
        ("taken", "round", CARDS, "T301", "taken", "known only in the steps of a turn"),
        ("rank == A", "turn", TRUTH, "T301", "rank", "known only of a card"),
        ("__class__", "turn", NUMBER, "T301", "__class__", ""),
        ("open(3)", "turn", NUMBER, "T306", "open", ""),
        ("total.__class__", "turn", NUMBER, "T307", "__class__", ""),
        ("summ(points for hand)", "turn", NUMBER, "T306", "summ", "`sum`"),
        ("len(hand)", "turn", NUMBER, "T306", "len", "count(x)"),
        ("all(rank != Z)", "meld", TRUTH, "T303", "Z", "A 2 3 4 5"),
        ("all(rank != a)", "meld", TRUTH, "T303", "a", "`A`"),
        ("rank == 14", "card", TRUTH, "T303", "14", ""),
        ("suit == heart", "card", TRUTH, "T303", "heart", "`hearts`"),
        ("aces == force", "static", TRUTH, "T303", "force", "`forced`"),
        ("kind == runs", "table_meld", TRUTH, "T303", "runs", "`run`"),
        ("sequence(rank, drew)", "meld", TRUTH, "T303", "drew", "`draw`"),
        ("A == K", "turn", TRUTH, "T309", "A", "rank == A"),
        ("rank != A", "meld", TRUTH, "T308", "rank != A", "all(rank != A)"),
        ("rank in {A, 2}", "meld", TRUTH, "T308", "rank in {A, 2}", "all(rank in {A, 2})"),
        ("A != rank", "meld", TRUTH, "T308", "A != rank", "all(A != rank)"),
        ("wild", "meld", TRUTH, "T308", "wild", "count(wild)"),
        ("rank != A", "added", TRUTH, "T308", "rank != A", "card.rank"),
        ("points > 3", "meld", TRUTH, "T308", "points > 3", "any(points > 3)"),
        ("dealer.total > 3", "turn", TRUTH, "T307", "total", "total of dealer"),
        ("taken.rank == A", "turn", TRUTH, "T307", "rank", "for taken"),
        ("hand.size > 3", "turn", TRUTH, "T307", "size", "count(hand)"),
        ("meld.ownr == me", "table_meld", TRUTH, "T307", "ownr", "`owner`"),
        ("size of meld > 3", "table_meld", TRUTH, "T312", "size", "meld.size"),
        ("total > 3", "round", TRUTH, "T312", "total", "total of dealer"),
        ("target of me > 3", "turn", TRUTH, "T312", "target", "just `target`"),
        ("points of me > 3", "turn", TRUTH, "T312", "points", "points(hand of me)"),
        ("total of 2 > 3", "turn", TRUTH, "T302", "2", "seat(2)"),
        ("totl of me > 3", "turn", TRUTH, "T301", "totl", "`total`"),
        ("count > 3", "turn", TRUTH, "T305", "count", "parentheses"),
        ("points(7H)", "turn", NUMBER, "T302", "7H", ""),
        ("points(card)", "card", NUMBER, "T302", "card", "card.points"),
        ("sum(hand)", "turn", NUMBER, "T305", "sum(hand)", "sum(points for hand)"),
        ("all()", "meld", TRUTH, "T305", "all()", "all(rank != A)"),
        ("sum(total for everyone)", "turn", NUMBER, "T305", "everyone", "for x in everyone"),
        ("sum(size for size in 3..5)", "meld", NUMBER, "T317", "size", ""),
        ("sum(1 for count in 3..5)", "turn", NUMBER, "T317", "count", ""),
        ("sequence(suit)", "meld", TRUTH, "T302", "suit", "sequence(rank)"),
        ("same(cards)", "meld", TRUTH, "T302", "cards", ""),
        ("size in 5..3", "meld", TRUTH, "T316", "5..3", "3..5"),
        ("size in 3", "meld", TRUTH, "T302", "3", "3..5"),
        ("fits(7H)", "static", TRUTH, "T301", "fits", "melds on the table"),
        ("points(hand for hand)", "turn", NUMBER, "T305", "points(hand for hand)", "`for`"),
        ("3 if opened else A", "turn", NUMBER, "T302", "A", ""),
        ("rank + 1 > 3", "card", TRUTH, "T302", "rank", "pips"),
        ("(everyone where opened)", "turn", PLAYERS, "T302", "everyone", "name the item"),
        ("{hand} == 3", "turn", TRUTH, "T302", "hand", "count(hand)"),
        ("{3, hand} == {3}", "turn", TRUTH, "T302", "hand", "count(hand)"),
    ],
)
def test_a_fault_is_one_finding_in_its_place_with_a_hint(
    text: str, where: str, wanted: Type, code: str, piece: str, hint: str
) -> None:
    found = only(text, where, wanted)
    assert found.code == code, found.short()
    assert marked(text, found) == piece
    assert hint in f"{found.message} | {found.hint}", found


def test_hints_name_only_what_fits_there() -> None:
    # `hearts` is near, but a number is wanted; `earned` is a number
    found = only("earnd + 3", "turn", NUMBER)
    assert found.hint == "did you mean `earned`?"
    assert found.fixes[0].text == "earned"
    assert only("shwn", "turn", CARDS).hint == "did you mean `shown`?"
    assert only("shwn", "turn", NUMBER).hint == ""


def test_faults_that_have_nothing_to_do_with_each_other_are_all_found() -> None:
    text = "hnad == 3 and count(hand) > A or shown or size in 3 and doubled(1) == 2"
    pieces = [marked(text, f) for f in findings(text, "turn")]
    assert pieces == ["hnad", "A", "shown", "size", "doubled(1)"]


def test_nothing_follows_from_a_fault() -> None:
    text = "sum(hnad + 3 for x in everyone) * 2 - abs(doubled(hnad, 3)) > max(1, 2)"
    assert [marked(text, f) for f in findings(text, "turn")] == ["hnad", "hnad"]


# --- definitions -------------------------------------------------------------------


def test_a_definition_stands_for_its_text() -> None:
    within = scope("turn", own="count(shown)", bonus__n="10 * n * n")
    assert tree("own + bonus(own)", within, NUMBER) == tree(
        "count(shown) + 10 * count(shown) * count(shown)", "turn", NUMBER
    )


def test_an_argument_is_one_piece() -> None:
    within = scope("turn", double__n="n * 2")
    assert tree("double(1 + 2)", within, NUMBER) == tree("(1 + 2) * 2", "turn", NUMBER)


def test_a_definition_of_a_player_speaks_of_that_player() -> None:
    within = scope("round", rich="total > 100 and count(hand) > 0")
    assert tree("any(rich of p for p in everyone)", within) == tree(
        "any(total of p > 100 and count(hand of p) > 0 for p in everyone)", "round"
    )


def test_words_pass_through_definitions_and_parameters() -> None:
    within = scope("card", is_a__r="rank == r", low="2")
    assert tree("is_a(J) or rank == low", within) == tree("rank == J or rank == 2", "card")


def test_an_item_word_in_a_definition_is_that_of_the_place_of_use() -> None:
    within = scope("meld", court="rank in {J, Q, K}")
    assert tree("all(court)", within) == tree("all(rank in {J, Q, K})", "meld")


def test_an_argument_keeps_the_names_of_the_place_where_it_was_written() -> None:
    within = scope("turn", above__n="count(total of p > n for p in others)")
    # the p of the definition is not the p of the caller
    node = tree("any(above(total of p) == 0 for p in everyone)", within)
    inner = [e for e in walk(node) if isinstance(e, Each)][1]
    assert isinstance(inner.body, Compare)
    assert inner.body.left == Name(NUMBER, AT, "total", Local(PLAYER, AT, 1, "p"))
    assert inner.body.right == Name(NUMBER, AT, "total", Local(PLAYER, AT, 0, "p"))


def test_a_definition_does_not_see_the_names_of_its_caller() -> None:
    within = scope("turn", sneaky="n + 1")
    found = only("sum(sneaky for n in 1..3)", within, NUMBER)
    assert (found.code, found.span.file) == ("T301", "define.sneaky")


def test_a_fault_in_a_definition_is_found_at_the_definition_and_once() -> None:
    within = scope("turn", broken="count(hnad)")
    found = only("broken + broken * broken", within, NUMBER)
    assert (found.span.file, found.span.column, found.span.end_column) == ("define.broken", 7, 11)


def test_a_piece_of_a_definition_keeps_its_own_place() -> None:
    within = scope("turn", own="count(shown)")
    node = tree("own", within, NUMBER)
    assert (node.place.file, node.place.column, node.place.text) == (
        "define.own",
        1,
        "count(shown)",
    )


def test_a_definition_that_uses_itself_is_refused() -> None:
    within = scope("turn", a="b + 1", b="c * 2", c="a - 1")
    found = only("a", within, NUMBER)
    assert (found.code, found.span.file) == ("T313", "define.c")
    assert "a -> b -> c -> a" in found.message


@pytest.mark.parametrize(
    ("text", "hint"), [("bonus", "bonus(n)"), ("bonus()", "bonus(n)"), ("bonus(1, 2)", "bonus(n)")]
)
def test_a_definition_wants_its_arguments(text: str, hint: str) -> None:
    found = only(text, scope("turn", bonus__n="10 * n"), NUMBER)
    assert found.code == "T305"
    assert hint in found.hint


def test_a_slip_in_a_definition_is_found_there() -> None:
    found = only("bad > 1", scope("turn", bad="3 =< 4"), TRUTH)
    assert (found.code, found.span.file, found.span.column) == ("T321", "define.bad", 3)


def test_an_unused_argument_is_still_checked() -> None:
    found = only("foremost(1, hnad)", scope("turn", foremost__a_b="a"), NUMBER)
    assert found.code == "T301"


def test_reserved_words_cover_all_that_an_expression_reads_by_itself() -> None:
    assert {"where", "all", "points", "rank", "owner", "ranks", "card", "wild_face"} <= RESERVED


SAMPLES = [e for e in ENTRIES if e.code.startswith("T") and e.code != "T313"]


@pytest.mark.parametrize("entry", SAMPLES, ids=lambda entry: entry.slug)
def test_the_wrong_sample_of_a_code_gives_it_and_the_right_one_is_fine(entry: Entry) -> None:
    def codes(text: str) -> set[tuple[str, ...]]:
        places = itertools.product(("meld", "turn", "round", "card"), (TRUTH, NUMBER))
        return {tuple(f.code for f in findings(text, where, wanted)) for where, wanted in places}

    assert (entry.code,) in codes(entry.wrong)
    assert () in codes(entry.right)
