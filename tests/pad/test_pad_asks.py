"""What the pad asks: no more than the count reads, in the plainest form, of whom it matters."""

from __future__ import annotations

from pad_specs import SCORE, small
from rummy.pad.blank import Fact
from rummy.pad.needs import CARDS, COUNT, EACH, POINTS, needs_of
from rummy.pad.pad import Pad
from rummy.spec.bind import bind
from rummy.spec.load import load
from rummy.spec.model import Spec


def asked(pad: Pad, answers: dict[str, str]) -> list[tuple[str, str]]:
    """The facts of the first round that are asked: (name, player), in order."""
    found = []
    while not pad.standing().counted:
        question = pad.standing().question
        assert question is not None and not question.reason
        fact = question.fact
        who = pad.names[fact.seat] if fact.seat >= 0 else ""
        found.append((fact.name, who))
        pad.enter(0, fact, answers.get(f"{fact.name} {who}".strip(), answers.get(fact.name, "")))
    return found


def form(spec: Spec, zone: str = "hand") -> str:
    """The form in which a zone is entered."""
    return needs_of(bind(spec, 2)).zones[zone]


# --- who is asked what ---------------------------------------------------------------


def test_who_went_out_is_asked_for_no_cards() -> None:
    pad = Pad(load("bing"), ["Ann", "Bob", "Cid"])
    answers = {"went out": "Bob", "hand": "10"}
    assert asked(pad, answers) == [("went out", ""), ("hand", "Ann"), ("hand", "Cid")]
    assert pad.standing().counted[0].points == (10, 0, 10)


def test_only_the_winner_counts_so_only_the_others_are_asked() -> None:
    pad = Pad(small(SCORE), ["Ann", "Bob", "Cid"])
    answers = {"went out": "Cid", "hand Ann": "12", "hand Bob": "KC 2D"}
    assert asked(pad, answers) == [("went out", ""), ("hand", "Ann"), ("hand", "Bob")]
    assert pad.standing().counted[0].points == (0, 0, 24)


def test_if_nobody_went_out_and_only_that_counts_nothing_else_is_asked() -> None:
    pad = Pad(small(SCORE), ["Ann", "Bob"])
    assert asked(pad, {"went out": "nobody"}) == [("went out", "")]
    assert pad.standing().counted[0].points == (0, 0)


def test_a_count_that_reads_no_cards_asks_nobody_who_went_out() -> None:
    spec = small("earned", changes=(("set: {size: 3..4,", "set: {size: 3..4, lay: 10,"),))
    pad = Pad(spec, ["Ann", "Bob"])
    assert asked(pad, {"earned": "10"}) == [("earned", "Ann"), ("earned", "Bob")]


def test_points_at_once_that_no_meld_earns_are_not_asked() -> None:
    pad = Pad(small("earned - points(hand)"), ["Ann", "Bob"])
    assert asked(pad, {"went out": "Ann", "hand": "7"}) == [("went out", ""), ("hand", "Bob")]
    assert pad.standing().counted[0].points == (0, -7)


def test_the_melds_are_asked_once_and_after_what_belongs_to_players() -> None:
    pad = Pad(load("iceberg"), ["Ann", "Bob"])
    answers = {
        "went out": "Ann",
        "earned Ann": "100",
        "earned Bob": "30",
        "shown": "0",
        "hand": "4S",
        "melds": "run 5S 6S 7S",
    }
    assert asked(pad, answers) == [
        ("went out", ""),
        ("earned", "Ann"),
        ("shown", "Ann"),
        ("earned", "Bob"),
        ("hand", "Bob"),
        ("shown", "Bob"),
        ("melds", ""),
    ]
    # a fourth card in a run would have earned 10 * 4 (ICE-50)
    assert pad.standing().counted[0].points == (100, 30 - 40)


def test_with_another_scoring_of_aces_the_count_asks_for_the_same_cards_only() -> None:
    pad = Pad(load("iceberg"), ["Ann", "Bob"], {"ace_scoring": "flat", "aces": "by_choice"})
    names = {"went out": "Ann", "earned": "0", "shown": "1", "hand": "AS", "melds": "none"}
    asked(pad, names)
    # an ace shown is worth 30; one kept costs what it would have brought
    assert pad.standing().counted[0].points == (30, 30 - 30)


def test_a_flag_of_each_player_is_asked_only_where_it_is_looked_at() -> None:
    spec = small(
        "points(hand) * (1 if down else 2) if points(hand) > 0 else 0",
        changes=(
            ("melds:\n", "variables:\n  down: {of: player, per: round, start: false}\nmelds:\n"),
            ("meld: {lay: all}", "meld: {lay: all, do: {set: {down: true}}}"),
        ),
    )
    pad = Pad(spec, ["Ann", "Bob"])
    answers = {"went out": "Ann", "hand": "9", "down": "no"}
    assert asked(pad, answers) == [("went out", ""), ("hand", "Bob"), ("down", "Bob")]
    assert pad.standing().counted[0].points == (0, 18)


def test_a_variable_that_nothing_changes_is_known() -> None:
    spec = small(
        "points(hand) * stake",
        changes=(("melds:\n", "variables:\n  stake: {of: table, per: match, start: 3}\nmelds:\n"),),
    )
    pad = Pad(spec, ["Ann", "Bob"])
    assert asked(pad, {"went out": "Ann", "hand": "9"}) == [("went out", ""), ("hand", "Bob")]
    assert pad.standing().counted[0].points == (0, 27)


def test_turns_are_asked_where_they_count() -> None:
    pad = Pad(small("turns"), ["Ann", "Bob"])
    assert asked(pad, {"turns Ann": "4", "turns Bob": "3"}) == [("turns", "Ann"), ("turns", "Bob")]


def test_what_only_the_end_of_the_match_reads_is_asked_too() -> None:
    pad = Pad(small(over="count(stock) == 0"), ["Ann", "Bob"])
    answers = {"went out": "Ann", "hand": "9", "stock": "0"}
    assert asked(pad, answers) == [("went out", ""), ("hand", "Bob"), ("stock", "")]
    assert pad.standing().over


def test_a_rule_that_ends_the_match_is_asked_about() -> None:
    spec = small(changes=(("do: {end: round}}\n  no_stock", "do: {end: match}}\n  no_stock"),))
    pad = Pad(spec, ["Ann", "Bob"])
    answers = {"went out": "Ann", "hand": "9", "match ended": "yes"}
    assert asked(pad, answers)[-1] == ("match ended", "")
    assert pad.standing().over and pad.standing().winners == (1,)


def test_whose_meld_it_is_is_asked_where_it_counts() -> None:
    spec = small("sum(10 for m in melds where m.owner == me)")
    assert needs_of(bind(spec, 2)).owners
    pad = Pad(spec, ["Ann", "Bob"])
    asked(pad, {"melds": "9H 9D 9C by Bob; 4S 5S 6S by Bob; KS KH KD by Ann"})
    assert pad.standing().counted[0].points == (10, 20)


# --- in which form ------------------------------------------------------------------------


def test_points_alone_may_be_a_sum() -> None:
    assert form(load("bing")) == POINTS
    assert needs_of(bind(load("international"), 3)).zones == {"hand": POINTS}


def test_cards_that_are_looked_at_must_be_cards() -> None:
    assert form(small("count(hand where rank == A)")) == CARDS
    assert form(small("deadwood(hand)")) == CARDS
    assert needs_of(bind(load("iceberg"), 2)).zones == {"hand": CARDS, "shown": COUNT}


def test_a_number_of_cards_is_a_number() -> None:
    assert form(small("count(hand)")) == COUNT


def test_points_and_number_need_the_points_of_each_card() -> None:
    assert form(small("points(hand) + count(hand)")) == EACH


def test_where_cards_are_worth_nothing_a_sum_does_not_tell_whether_there_are_any() -> None:
    score = "points(hand) + (0 if count(hand) == 0 else 5)"
    assert form(small(score)) == POINTS
    assert form(small(score, deck="points: {2..10: pips, J Q K: 10}")) == EACH


def test_only_aces_come_to_lie_face_up() -> None:
    rules = bind(load("iceberg"), 4)
    faces = needs_of(rules).faces["shown"]
    assert faces is not None
    assert {rules.deck.text(face) for face in faces} == {"AS", "AH", "AD", "AC"}
    assert needs_of(rules).faces["hand"] is None


# --- who can be out -------------------------------------------------------------------------


def test_where_the_round_ends_at_once_only_one_can_be_out() -> None:
    assert needs_of(bind(load("bing"), 2)).one_out
    assert needs_of(bind(load("iceberg"), 2)).one_out


def test_where_others_have_last_turns_several_can_be_out() -> None:
    spec = load("international")
    assert not needs_of(bind(spec, 3)).one_out
    pad = Pad(spec, ["Ann", "Bob", "Cid"])
    pad.enter(0, Fact("went out"), "Ann, Cid")
    pad.enter(0, Fact("hand", 1), "50+15")
    assert pad.standing().counted[0].points == (0, 65, 0)


def test_where_several_can_be_out_no_cards_may_also_be_entered_as_none() -> None:
    pad = Pad(load("international"), ["Ann", "Bob", "Cid"])
    pad.enter(0, Fact("went out"), "Ann")
    pad.enter(0, Fact("hand", 1), "none")
    pad.enter(0, Fact("hand", 2), "0")
    assert pad.standing().counted[0].points == (0, 0, 0)


# --- what follows from the count ------------------------------------------------------


def test_what_an_event_sets_after_the_count_is_not_asked() -> None:
    """The box of a hand won is known once the hand is counted."""
    spec = small(
        "points(hand) + bonus",
        changes=(
            (
                "setup:",
                "variables:\n  bonus: {of: player, per: match, start: 0}\nsetup:",
            ),
            (
                "events:",
                "events:\n  again: {at: counted, when: any(last_points of p > 5 for p in everyone),"
                " do: {set: {bonus: bonus + 1}, each: everyone, when: last_points > 5}}",
            ),
        ),
    )
    pad = Pad(spec, ["Ann", "Bob"])
    for number, points in enumerate((7, 7 + 1, 7 + 2)):
        for fact, answer in ((Fact("went out"), "Ann"), (Fact("hand", 1), "7")):
            pad.enter(number, fact, answer)
        counted = pad.standing().counted
        assert len(counted) == number + 1
        assert counted[number].points == (0, points)
