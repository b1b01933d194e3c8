"""How a turn is told in which others act, something comes of itself, or nothing is done."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

from rummy import load
from rummy.play.engine import Engine
from rummy.play.records import Record
from rummy.spec.bind import bind
from rummy.terminal.narration import Teller
from rummy.terminal.writer import Writer

ENGINE = Engine(bind(load("international"), 3))
NAMES = ("Ann", "Ben", "Cem")


def card(text: str) -> tuple[int, ...]:
    """The code of one card."""
    return tuple(ENGINE.deck.parse_many(text))


def told(*records: Record, turn: int = 1, seat: int = 0) -> str:
    """The line of one turn."""
    return lines((Record("turn", seat, numbers=(turn,)), *records))


def lines(records: Sequence[Record]) -> str:
    """What is told of these records."""
    stream = io.StringIO()
    teller = Teller(ENGINE, Writer(stream), NAMES)
    teller.tell(records)
    teller.finish()
    # lines are folded at 80 cells at most where the test runs
    return re.sub(r"\n  +", " ", stream.getvalue())


def say(seat: int, name: str) -> Record:
    """Somebody says something."""
    return Record("say", seat, name)


def to_hand(seat: int, text: str, source: str, name: str = "") -> Record:
    """A card comes to the hand of a player who did that."""
    return Record(
        "move", seat, name, cards=card(text), source=source, target="hand", target_seat=seat
    )


def from_hand(seat: int, text: str, name: str) -> Record:
    """A card goes from a hand to the pile."""
    return Record("move", seat, name, cards=card(text), source="hand", target="pile")


RENEWED = (
    Record("turn_over", -1, source="pile", target="stock", numbers=(9,)),
    Record("shuffle", -1, target="stock"),
)


def test_who_says_that_he_draws_and_does_so_draws_once() -> None:
    line = told(say(0, "draw"), to_hand(0, "6S", "stock"))
    assert line == "1.  Ann draws 6S.\n"


def test_who_has_to_wait_for_the_others_wants_to_draw_before_he_draws() -> None:
    line = told(
        say(0, "draw"),
        say(1, "decline"),
        to_hand(2, "QH", "pile", "buy"),
        to_hand(2, "9D", "stock"),
        to_hand(0, "6S", "stock"),
    )
    assert line == (
        "1.  Ann wants to draw, Ben declines, Cem buys QH (pile), draws 9D and Ann draws 6S.\n"
    )


def test_what_comes_of_itself_at_the_start_of_a_turn_is_not_done_by_the_player() -> None:
    begun = "7.  Ann: the pile is turned over (9 cards to the stock), the stock is shuffled"
    taken = told(*RENEWED, to_hand(0, "6S", "pile", "take"), turn=7)
    assert taken == f"{begun} and Ann takes 6S (pile).\n"
    assert told(*RENEWED, say(0, "draw"), to_hand(0, "6S", "stock"), turn=7) == (
        f"{begun} and Ann draws 6S.\n"
    )


def test_a_turn_of_three_digits_keeps_its_space() -> None:
    assert told(to_hand(1, "6S", "stock"), turn=100, seat=1) == "100. Ben draws 6S.\n"


def test_a_card_put_to_another_player_lies_there_and_was_not_handed_over() -> None:
    lifted = Record("move", -1, cards=card("6S"), source="stock", target="called", target_seat=2)
    assert told(lifted) == "1.  Ann: 6S goes from the stock to Cem (called).\n"


def test_a_card_that_another_player_calls_comes_back_to_whom_it_belonged() -> None:
    called = Record("move", 1, cards=card("7C"), source="pile", target="called", target_seat=0)
    back = Record("move", 0, cards=card("7C"), source="called", target="hand", target_seat=0)
    line = told(
        from_hand(0, "7C", "discard"),
        say(1, "call"),
        called,
        from_hand(0, "KS", "discard_another"),
        back,
    )
    assert line == (
        "1.  Ann discards 7C, Ben calls, 7C goes from the pile to Ann (called), Ann "
        "discards another: KS and takes 7C (called).\n"
    )


def test_what_is_put_back_follows_the_verb_as_in_speech() -> None:
    back = Record("move", 0, "put_back", card("6H"), source="called", target="stock")
    assert told(back) == "1.  Ann puts back 6H.\n"


def test_a_card_from_the_hidden_stock_to_the_open_pile_is_turned_up() -> None:
    upcard = Record("move", -1, cards=card("6S"), source="stock", target="pile")
    both = Record("move", -1, cards=card("6S") + card("7S"), source="stock", target="pile")
    assert told(upcard) == "1.  Ann: 6S is turned up (pile).\n"
    assert told(both) == "1.  Ann: 6S 7S are turned up (pile).\n"


def test_a_card_laid_off_from_elsewhere_than_the_hand_says_from_where() -> None:
    kinds = [kind.name for kind in ENGINE.rules.kinds]
    run = kinds.index("run")
    laid = Record("lay", 0, "meld", sum(map(card, ("4C", "5C", "6C")), ()), meld=0, kind=run)
    added = Record("add", 1, "call_onto", card("7C"), source="pile", meld=0, kind=run)
    own = Record("add", 1, "add", card("8C"), source="hand", meld=0, kind=run)
    assert told(laid, added, own) == (
        "1.  Ann lays run 4C 5C 6C (m1), Ben adds 7C (pile) to m1 (run of 4) and adds 8C "
        "to m1 (run of 5).\n"
    )


def test_equal_cards_drawn_for_the_deal_are_drawn_again() -> None:
    def drawn(*given: tuple[int, str]) -> str:
        draws = [Record("first_dealer", seat, "draw", card(text)) for seat, text in given]
        return lines([*draws, Record("round", 2, numbers=(1, 0))]).splitlines()[0]

    assert drawn((0, "KS"), (1, "9D"), (2, "3C")) == (
        "Cards drawn for the deal: Ann KS, Ben 9D and Cem 3C."
    )
    assert drawn((0, "KS"), (1, "KH"), (2, "3C"), (0, "5H"), (1, "6H")) == (
        "Cards drawn for the deal: Ann KS, Ben KH and Cem 3C; again for equal cards: Ann "
        "5H and Ben 6H."
    )


def test_a_round_that_ends_before_the_player_in_turn_does_anything_tells_no_turn() -> None:
    text = lines(
        (
            Record("round", 0, numbers=(1, 1)),
            Record("turn", 0, numbers=(100,)),
            Record("count", -1, "stock_used_up", numbers=(1, 2, 3, 1, 2, 3)),
        )
    )
    assert "Round 1 ends in turn 100 (stock used up)." in text
    assert "nothing" not in text
