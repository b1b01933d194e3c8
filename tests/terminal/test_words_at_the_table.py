"""The commands of a player: hand, table, why, hint, sort, score, log, rules, help."""

from __future__ import annotations

import pytest
from rummy.play.state import Action
from rummy.play.view import View
from rummy.terminal.session import COMMANDS
from table_helpers import SMALL, Room, changed, hands, match_of, shown_after

CARDS = f"{hands('7H 8H 9H 2S 2D 2C KC', '3C 4C 6C 8C 10C QC AD')} 10H KD"


def said(*lines: str, **options: str) -> Room:
    """A person on seat 1 of the small game types some lines."""
    room = Room(match_of(cards=CARDS, **options), (0,), lines)
    room.play()
    return room


def test_the_table_is_shown_at_the_start_of_a_turn_and_then_only_the_hand() -> None:
    room = said("draw", "7h 8h 9h")
    text = room.out.getvalue()
    assert text.count("Stock: 37 cards. Pile: 10H.") == 1
    assert "Your hand (7):  2S 7H 8H 9H 2D 2C KC" in text
    assert "Your hand (8):  2S 7H 8H 9H 2D KD 2C KC" in shown_after(room, "draw")
    assert "Your hand (5):  2S 2D KD 2C KC" in shown_after(room, "7h 8h 9h")
    assert "m1 run 7H 8H 9H (you)" not in text  # it was told when it was laid
    assert "m1 run 7H 8H 9H (you)" in shown_after(said("draw", "7h 8h 9h", "table"), "table")


def test_the_hand_is_sorted_as_one_likes() -> None:
    room = said("sort rank", "hand", "sort s", "sort", "sort by colour")
    ranks = "Your hand (7):  2S 2D 2C 7H 8H 9H KC\n"
    assert shown_after(room, "sort rank") == shown_after(room, "hand") == ranks
    assert shown_after(room, "sort s") == "Your hand (7):  2S 7H 8H 9H 2D 2C KC\n"
    refused = "That cannot be: say `sort rank` or `sort suit`.\n"
    assert shown_after(room, "sort") == shown_after(room, "sort by colour") == refused


def test_why_names_the_clause_its_values_and_its_place() -> None:
    room = said("draw", "why 7h 8h kc", "why meld set 2s 2d kd", "why 7h 8h 9h", "why")
    lines = SMALL.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.lstrip().startswith("set: {size"))
    told = shown_after(room, "why meld set 2s 2d kd")
    assert "same(rank)" in told
    assert f"in the file: melds.set.valid (three_and_out.yaml:{number})" in told
    assert "melds.run.valid" in shown_after(room, "why 7h 8h kc")
    assert shown_after(room, "why 7h 8h 9h") == "That is allowed now.\n"
    assert "say what you would do" in shown_after(room, "why")


def test_cards_that_are_no_meld_are_judged_whenever_one_asks() -> None:
    room = said("why 7h 8h kc", "why 7h 8h 9h", "why nonsense", "why 1")
    told = shown_after(room, "why 7h 8h kc")
    assert told.index("No set: ") < told.index("No run: ")
    assert "They are a run, but no meld can be laid now." in shown_after(room, "why 7h 8h 9h")
    assert "'nonsense' is no move here" in shown_after(room, "why nonsense")
    assert "what has a number is allowed" in shown_after(room, "why 1")


def last(view: View, number: int) -> Action:
    """An adviser who wants the last meld or card of the list, and is done only at last."""
    return max(view.legal, key=lambda action: (len(action), action))


def test_a_hint_comes_in_three_steps_and_begins_anew_after_an_action() -> None:
    lines = ["take", "hint", "hint", "hint", "hint", "7h 8h 9h 10h", "hint"]
    room = Room(match_of(cards=CARDS), (0,), lines, adviser=last)
    room.play()
    parts = room.out.getvalue().split("> hint\n")[1:]
    # the longest meld is the run of hearts; tens count 10, others what is printed
    assert [part.split("\n")[0] for part in parts] == [
        "Hint: think of 'meld'. (`hint` again for more)",
        "Hint: look at 7H 8H 9H 10H. (`hint` again for more)",
        f"Hint: meld run 7H 8H 9H 10H: cards worth {7 + 8 + 9 + 10} points leave your hand.",
        f"Hint: meld run 7H 8H 9H 10H: cards worth {7 + 8 + 9 + 10} points leave your hand.",
        "Hint: think of 'meld'. (`hint` again for more)",
    ]


def test_a_hint_says_what_is_earned_at_once() -> None:
    """A set of three earns 30 points, a pair only 10."""
    room = Room(match_of("iceberg", seed=9), (0,), ["hint"] * 3, "random", adviser=last)
    text = room.play()
    hint = text[text.rindex("Hint: ") :].split("\n")[0]
    assert hint == "Hint: meld set 5S 5H 5D: it earns 30 points at once."


def test_a_hint_to_throw_a_card_says_what_goes_with_it() -> None:
    """Nothing is near the king of clubs, and he counts 10; three twos stay together."""

    def throws(text: str) -> str:
        def adviser(view: View, number: int) -> Action:
            return room.match.parse(text)

        lines = ["draw", "done", "hint", "hint", "hint"]
        room = Room(match_of(cards=CARDS), (0,), lines, adviser=adviser)
        return room.play().split("Hint: ")[-1].split("\n> ")[0].replace("\n  ", " ")

    # the king of diamonds was drawn: so the king of clubs has one of his rank
    assert throws("discard KC").startswith("discard KC: your hand seems to need it least")
    assert throws("discard 9H").startswith("discard 9H: no other card of your hand has its rank")
    assert throws("discard KC").endswith("and it counts 10 points if it stays.")


def test_a_hint_comes_from_a_bot_that_is_given_a_view_only() -> None:
    seen: list[View] = []

    def adviser(view: View, number: int) -> Action:
        seen.append(view)
        return view.legal[0]

    room = Room(match_of(cards=CARDS), (0,), ["hint"], adviser=adviser)
    room.play()
    assert seen == [room.match.view(0)]
    assert seen[0].zone("hand", 1).cards is None


def test_scores_are_shown_round_by_round() -> None:
    """Seat 1 goes out: seat 2 holds 3 4 6 8, two tens' worth and an ace, 42 points."""
    room = said("score", "take", "7h 8h 9h 10h", "2s 2d 2c", "discard kc", "score")
    text = room.out.getvalue()
    assert "No round has been counted yet." in text
    points = 3 + 4 + 6 + 8 + 10 + 10 + 1
    after = text[text.rindex("> score") :]
    assert f"  1       {points}       0" in after
    assert f"  total   {points}       0" in after
    assert "The highest total wins." in after


def test_the_log_tells_this_round_only() -> None:
    room = said("take", "7h 8h 9h 10h", "2s 2d 2c", "discard kc", "log")
    text = room.out.getvalue()
    log = text[text.rindex("> log") :]
    assert "Round 2: " in log and "Round 1" not in log


def test_the_rules_are_told_with_the_options_in_force() -> None:
    told = shown_after(said("rules", target="250"), "rules")
    assert told.startswith("Three and Out\nMelds of three or more; who is out of cards scores")
    assert "set: 3 to 4 cards, cards with same(rank) and distinct(suit)" in told
    assert "target=250*: The total that ends the match." in told
    # the spec gives the ace 1, the tens what is printed, court cards 10
    assert "Points of cards in hand: A: 1; 2 3 4 5 6 7 8 9 10: the number printed; J Q K: 10" in (
        " ".join(told.split())
    )
    assert "three_and_out.yaml" in told


def test_a_kind_of_meld_is_told_in_the_words_of_the_file() -> None:
    spec = changed(
        "valid: same(rank) and distinct(suit)}",
        "valid: same(rank) and distinct(suit), about: Cards of one rank.}",
    )
    room = Room(match_of(spec), (0,), ["rules"])
    assert "set: 3 to 4 cards, Cards of one rank" in room.play()


def test_first_melds_that_are_needed_are_told() -> None:
    room = Room(match_of("international", 3, seed=41), (0,), ["rules"], "random")
    text = room.play()
    # the contract of the first hand: two runs of four
    assert text.count("you need 2 runs of 4 or more cards.") == 2


def test_why_a_meld_cannot_be_the_first_one_names_what_is_needed() -> None:
    """Two runs of four are needed. Without the joker only one of the two can be laid."""
    lines = ["draw", "why open run 4h 5h 6h", "why 4h 5h 6h joker", "why 3h 4h 5h 6h"]
    room = Room(match_of("international", 3, seed=41), (0,), [*lines, "why 4h 5h 6h 7c"], "random")
    room.play()
    told = shown_after(room, "why open run 4h 5h 6h")
    assert "openings.contract.needs" in told and "[4, 4]" in told
    assert "openings.contract.needs" in shown_after(room, "why 4h 5h 6h joker")
    assert shown_after(room, "why 3h 4h 5h 6h") == "That is allowed now.\n"
    assert "melds.run.valid" in shown_after(room, "why 4h 5h 6h 7c")
    assert room.match.view().step == "lay"  # asking has begun nothing


def test_help_names_every_command() -> None:
    told = shown_after(said("help"), "help")
    assert all(f"\n  {name} " in told for name in COMMANDS)
    assert shown_after(said("?"), "?") == told


@pytest.mark.parametrize("line", ["hel", "help", "/help", "HELP", "/?"])
def test_commands_are_understood_like_actions(line: str) -> None:
    assert "Words may be cut short" in shown_after(said(line), line)


def test_a_move_with_the_name_of_a_command_is_the_move() -> None:
    spec = changed("meld: {lay: all}", "hand: {lay: all}")
    room = Room(match_of(spec, cards=CARDS), (0,), ["draw", "hand 7h 8h 9h", "/hand"])
    room.play()
    assert "You lay run 7H 8H 9H (m1)." in shown_after(room, "hand 7h 8h 9h")
    assert shown_after(room, "/hand") == "Your hand (5):  2S 2D KD 2C KC\n"


def test_a_command_that_does_not_exist_is_said() -> None:
    assert "there is no command '/hnd'; did you mean `hand`?" in shown_after(said("/hnd"), "/hnd")


def test_numbers_stand_for_what_was_listed() -> None:
    room = said("1", "99", "all")
    assert "You draw KD." in shown_after(room, "1")
    assert "the numbers go from 1 to " in shown_after(room, "99")


def test_a_long_list_is_grouped_and_has_numbers_when_one_asks() -> None:
    cards = hands("7H 8H 9H 2S 2D 2C KC 4D 5D JS", "3C 4C 6C 8C 10C QC AD 3S 4S QS")
    spec = changed("deal: 7", "deal: 10")
    lines = ["draw", "done", "3", "all", "3"]
    room = Room(match_of(spec, cards=f"{cards} 10H KD"), (0,), lines)
    text = room.play()
    assert "discard, one of: 2S JS 7H 8H 9H" in text or "discard, one of:" in text
    assert "(`all` lists all 11 with numbers)" in text
    assert "nothing is numbered now" in text
    assert room.match.actions[2][1].startswith("discard ")


def test_an_empty_line_lists_again_what_may_be_done() -> None:
    room = said("")
    assert room.out.getvalue().count("1  draw (stock)") == 2


def test_several_ways_are_numbered_and_a_number_chooses() -> None:
    deal = hands("5H 6H 7H 8S 8D 8C 8H", "3C 4C 6C AS 10C QC AD")
    match = match_of(cards=f"{deal} KS KD")
    room = Room(match, (0,), ["draw", "5h 6h 7h", "8s 8d 8c", "8h", "2"])
    room.play()
    asked = shown_after(room, "8h")
    assert "  1  add 8H to m1\n  2  add 8H to m2\n" in asked
    assert room.match.actions[3] == (0, "add 8H to m2")


def test_another_word_may_follow_a_question() -> None:
    deal = hands("5H 6H 7H 8S 8D 8C 8H", "3C 4C 6C AS 10C QC AD")
    match = match_of(cards=f"{deal} KS KD")
    room = Room(match, (0,), ["draw", "5h 6h 7h", "8s 8d 8c", "8h", "8h m1"])
    room.play()
    assert room.match.actions[3] == (0, "add 8H to m1")


def test_a_refusal_is_short_and_names_the_rule() -> None:
    room = said("draw", "7h 8h kc", "fly", "done 7h")
    assert "(`why` before it tells more" in shown_after(room, "7h 8h kc")
    assert "'fly' is no move here" in shown_after(room, "fly")
    assert len(room.match.actions) == 1
