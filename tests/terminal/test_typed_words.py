"""What people type at the table: cards alone, common words, beginnings, doubts."""

from __future__ import annotations

import pytest
from rummy.errors import ActionError, AmbiguousAction
from rummy.play.match import Match
from rummy.terminal.journal import Journal
from rummy.terminal.session import COMMANDS
from rummy.terminal.typed import read
from table_helpers import SMALL, changed, hands, match_of

BING = "bing"
INTERNATIONAL = "international"
MINE = "7H 8H 9H 2S 2D 2C KC"
THEIRS = "3C 4C 6C 8C 10C QC AD"


def at_draw(upcard: str = "10H", first: str = "KD") -> Match:
    """Seat 1 is to draw in the small game: three of hearts, three twos and a king in hand."""
    # the dealer is seat 2, so seat 1 is dealt first; then the upcard, then the stock
    return match_of(cards=f"{hands(MINE, THEIRS)} {upcard} {first}", dealer=1)


def meant(match: Match, text: str) -> list[tuple[str, ...]]:
    """The ways in which a text can be meant, as actions in the engine's words."""
    told = []
    for way in read(Journal(match, [match.seat]), text, COMMANDS):
        again, row = match.copy(), []
        for action in way:
            row.append(again.text(action))
            again.apply(action)
        told.append(tuple(row))
    return told


def after(match: Match, *texts: str) -> Match:
    """The match after some actions."""
    for text in texts:
        match.apply(text)
    return match


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw", "draw"),
        ("stock", "draw"),
        ("dr", "draw"),
        ("DRAW", "draw"),
        ("take", "take"),
        ("pick up", "take"),
        ("take 10h", "take"),
        ("tak", "take"),
    ],
)
def test_drawing_and_taking_have_many_words(text: str, action: str) -> None:
    assert meant(at_draw(), text) == [(action,)]


@pytest.mark.parametrize(
    "text",
    [
        "meld run 7H 8H 9H",
        "7h 8h 9h",
        "9h,8h, 7h",
        "lay 7h 8h 9h",
        "lay down 8H 9H 7H",
        "put down 7♥ 8♥ 9♥",
        "run 7h 8h 9h",
        "m run 7h 8h 9h",
        "me 7h 8h 9h",
        "play the cards 7h 8h and 9h",
    ],
)
def test_a_meld_is_laid_by_its_cards(text: str) -> None:
    assert meant(after(at_draw(), "draw"), text) == [("meld run 7H 8H 9H",)]


@pytest.mark.parametrize(
    "text", ["add 10H to m1", "10h", "10h m1", "m1 10h", "lay off 10h", "a 10h m1", "put th on m1"]
)
def test_a_card_goes_to_the_only_move_that_takes_one(text: str) -> None:
    match = after(at_draw(), "take", "meld run 7H 8H 9H")
    assert meant(match, text) == [("add 10H to m1",)]


@pytest.mark.parametrize(
    "text", ["discard KC", "kc", "throw kc", "throw away the kc", "drop KC", "dis kc"]
)
def test_a_card_is_thrown_by_any_of_its_words(text: str) -> None:
    match = after(at_draw(), "draw", "done")
    assert meant(match, text) == [("discard KC",)]


def test_enough_of_melding_and_a_discard_may_be_one_line() -> None:
    match = after(at_draw(), "draw")
    assert meant(match, "discard kc") == [("done", "discard KC")]
    assert meant(match, "throw kc") == [("done", "discard KC")]


def test_a_card_without_a_verb_is_never_thrown_away_before_the_melding_is_over() -> None:
    match = after(at_draw(), "draw")
    with pytest.raises(ActionError):
        meant(match, "kc")


@pytest.mark.parametrize("text", ["done", "enough", "no", "pass", "end", "do", "finish"])
def test_there_are_many_words_for_enough(text: str) -> None:
    assert meant(after(at_draw(), "draw"), text) == [("done",)]


def test_a_beginning_of_several_words_is_asked_back() -> None:
    with pytest.raises(AmbiguousAction, match="beginning of several words") as refused:
        meant(after(at_draw(), "draw"), "a")  # add, attach, all
    assert "`all`" in refused.value.hint


def test_a_command_is_no_rival_where_cards_follow() -> None:
    match = at_draw()
    with pytest.raises(AmbiguousAction):
        meant(match, "ta")  # take, table
    assert meant(match, "ta 10h") == [("take",)]


def test_a_card_that_fits_two_melds_is_asked_back() -> None:
    """The eight of hearts makes a fourth eight, and goes on with the run of hearts."""
    deal = hands("5H 6H 7H 8S 8D 8C 8H", THEIRS.replace("8C", "AS"))
    match = after(match_of(cards=f"{deal} KS KD"), "draw", "meld run 5H 6H 7H", "meld set 8S 8D 8C")
    assert meant(match, "8h") == [("add 8H to m1",), ("add 8H to m2",)]
    assert meant(match, "8h m2") == [("add 8H to m2",)]


def test_a_joker_with_two_places_is_asked_back() -> None:
    """A joker goes below or above a run; with its place it is clear."""
    spec = changed("deck:\n", "deck:\n  jokers: 2\n  wilds: {joker: {cards: joker}}\n")
    deal = hands("5H 6H 7H JOK KS 2D 2C", THEIRS)
    match = after(match_of(spec, cards=f"{deal} KC KD"), "draw", "meld run 5H 6H 7H")
    both = [("add JOK(4H) to m1",), ("add JOK(8H) to m1",)]
    assert meant(match, "joker m1") == meant(match, "jok") == both
    for text in ("jok(8h) m1", "JOK(8H)", "joker (8h)", "add joker as 8h", "jok=8h to m1"):
        assert meant(match, text) == [("add JOK(8H) to m1",)], text


def test_a_wild_card_in_a_new_meld_is_asked_back_too() -> None:
    """7 8 and a joker: the joker is the 6 or the 9; kings are too far."""
    spec = changed("deck:\n", "deck:\n  jokers: 2\n  wilds: {joker: {cards: joker}}\n")
    deal = hands("7H 8H JOK KS 2D 2C 4C", THEIRS.replace("4C", "AS"))
    match = after(match_of(spec, cards=f"{deal} KC KD"), "draw")
    ways = {row for (row,) in meant(match, "7h 8h jok")}
    assert ways == {"meld run JOK(6H) 7H 8H", "meld run 7H 8H JOK(9H)"}


def test_the_first_melds_are_opened_with_their_cards() -> None:
    """In the first round two runs of four are needed: naming one of them opens."""
    cards = hands(
        "5S 6S 7S 8S 5D 6D 7D 8D KC 2C 3H",
        "AC 3C 4C 6C 7C 9C 9H JH QS AD 2D",
        "2H 4H 6H 8H 10H QH AS 3S 9S JS KD",
    )
    match = match_of(INTERNATIONAL, 3, cards=f"{cards} 4S 10C", dealer=2)
    after(match, "leave_it")
    after(match, "draw")
    while match.seat != 0:
        match.apply("decline")
    if match.view().step != "lay":
        pytest.fail(f"not laying, but {match.view().step}")
    assert meant(match, "5s 6s 7s 8s") == [("open", "open run 5S 6S 7S 8S")]
    assert meant(match, "open 5s 6s 7s 8s") == [("open", "open run 5S 6S 7S 8S")]
    after(match, "open")
    assert meant(match, "5d 6d 7d 8d") == [("open run 5D 6D 7D 8D",)]
    assert meant(match, "lay run 5d 6d 7d 8d") == [("open run 5D 6D 7D 8D",)]


def test_who_is_asked_may_just_say_no() -> None:
    cards = hands(
        "5S 6S 7S 8S 5D 6D 7D 8D KC 2C 3H",
        "AC 3C 4C 6C 7C 9C 9H JH QS AD 2D",
        "2H 4H 6H 8H 10H QH AS 3S 9S JS KD",
    )
    match = after(match_of(INTERNATIONAL, 3, cards=f"{cards} 4S 10C", dealer=2), "leave_it")
    assert meant(match, "draw") == [("draw",)]
    after(match, "draw")
    assert match.view().step == "buying"
    for text in ("no", "pass", "decline", "dec"):
        assert meant(match, text) == [("decline",)]
    assert meant(match, "take")[0] == meant(match, "buy")[0] == ("buy",)


def test_the_words_of_the_file_come_before_common_ones() -> None:
    """Where the file calls a move that draws from the stock `take`, `take` draws."""
    spec = changed(
        "draw: {move: stock, to: hand}\n        take: {move: pile, to: hand}",
        "take: {move: stock, to: hand}\n        pile: {move: pile, to: hand}",
    )
    match = match_of(spec)
    assert meant(match, "take") == [("take",)]
    assert meant(match, "draw") == [("take",)]
    assert meant(match, "pile") == meant(match, "pick up") == [("pile",)]


def test_a_card_handed_to_a_neighbour_is_given() -> None:
    match = match_of("iceberg", seed=9)
    after(match, "done")
    card = match.legal_texts()[0].split()[1]
    assert meant(match, f"give {card}") == meant(match, f"pass {card}") == [(f"pass {card}",)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("meld 7h 8h kc", "run"),
        ("7h 8h 9d", "do not hold 9D"),
        ("7h 8h 9x", "'9x' is no card"),
        ("fly", "'fly' is no move here"),
        ("add 2h m7", "no meld m7"),
        ("please draw", "'please' is no move here"),
        ("7h m1", "no meld m1"),
        ("discard 9d", "do not hold 9D"),  # of the step after the melding, which is meant
        ("discard 9x", "'9x' is no card"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(text: str, reason: str) -> None:
    match = after(at_draw(), "draw")
    with pytest.raises(ActionError) as refused:
        meant(match, text)
    assert reason in str(refused.value)


@pytest.mark.parametrize("name", ["iceberg", "international", "bing", str(SMALL)])
def test_every_legal_action_is_understood_as_it_is_written_and_in_small_letters(name: str) -> None:
    match = match_of(name, 3, seed=5)
    for number in range(120):
        if match.over:
            break
        for action in match.legal()[:12]:
            text = match.text(action)
            for said in (text, text.lower(), text.replace("_", " ")):
                assert (text,) in meant(match, said)
        match.apply(match.legal()[number * 7 % len(match.legal())])


def test_reading_changes_nothing() -> None:
    match = after(at_draw(), "draw")
    before = match.state.key()
    for text in ("discard kc", "7h 8h 9h", "nonsense", "kc", "done", "a"):
        try:
            meant(match, text)
        except ActionError:
            continue
    assert match.state.key() == before
