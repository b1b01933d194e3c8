"""Options, players and overlays change a sheet; what cannot happen is left out."""

from __future__ import annotations

import pytest
from reading import flat, rows, section, sheet, spec, words
from rummy.errors import UsageError
from rummy.sheet import make
from rummy.spec.files import File
from rummy.spec.load import load_text


def test_a_target_that_is_set_is_told() -> None:
    assert "at least 5000" in words(section(sheet("iceberg"), "The match"))
    told = words(section(sheet("iceberg", target="800"), "The match"))
    assert "at least 800" in told and "5000" not in told


def test_with_another_count_of_aces_the_factor_is_gone() -> None:
    multiplier, cats = sheet("iceberg"), sheet("iceberg", ace_scoring="cats")
    assert "×" in words(section(multiplier, "Scoring"))
    told = words(section(cats, "Scoring"))
    # ICE-63: ten times their number for each of the aces, so ten times their square
    assert "10 × the number of the player's shown cards × the number of the player's" in told
    assert "(1 + the number" not in told


def test_a_step_that_an_option_switches_off_is_left_out() -> None:
    forced, chosen = sheet("iceberg"), sheet("iceberg", aces="by_choice")
    assert "Show aces" in flat(forced) and "Choose aces" not in flat(forced)
    assert "Choose aces" in flat(chosen) and "Show aces" not in flat(chosen)


def test_a_move_that_an_option_switches_off_is_left_out() -> None:
    assert "Big gin" not in words(section(sheet("gin"), "A turn"))
    assert "Big gin" in words(section(sheet("gin", big_gin="yes"), "A turn"))


def test_an_event_that_an_option_switches_off_is_left_out() -> None:
    title = "What ends a round, and what else happens by itself"
    assert "Dead hand" in words(section(sheet("gin"), title))
    assert "Dead hand" not in words(section(sheet("gin", last_cards="last_knock"), title))


def test_a_rule_of_melds_that_an_option_switches_on_is_told() -> None:
    assert "touch" not in words(section(sheet("international"), "Opening: contract"))
    told = words(section(sheet("international", touching_runs="forbidden"), "Opening: contract"))
    assert "unbroken run" in told


def test_for_one_number_of_players_nothing_is_told_of_others() -> None:
    told = words(section(sheet("basic_rummy", players=5), "Deal and setup"))
    # BAS: ten cards for two, seven for three or four, six for more
    assert "dealt 6 cards, one at a time" in told
    told = words(section(sheet("basic_rummy"), "Deal and setup"))
    assert "10 cards for 2 players, 7 cards for 3–4 players and 6 cards for 5–6 players" in told


def test_options_that_differ_stand_in_the_title_and_the_table() -> None:
    document = sheet("bing", natural_two="no")
    assert "natural_two = false" in document.subtitle
    table = rows(section(document, "Options"), "Points to agree on before play")
    (row,) = [row for row in table if row[0] == "natural_two"]
    assert row[3:] == ("yes", "no")
    assert all(
        len(row) == 4
        for row in rows(section(sheet("bing"), "Options"), "Points to agree on before play")
    )


def test_wild_cards_that_count_otherwise_have_a_column_of_their_own() -> None:
    table = rows(section(sheet("indian"), "Cards"), "Points of the cards")
    assert ("ace", "10", "0") in table and ("2–10", "number printed on it", "0") in table
    plain = rows(section(sheet("three_thirteen"), "Cards"), "Points of the cards")
    assert all(len(row) == 2 for row in plain)
    other = rows(
        section(sheet("three_thirteen", wild_points="nothing"), "Cards"), "Points of the cards"
    )
    assert all(row[2] == "0" for row in other if row[0] != "joker")


BY_PLAYERS = """
extends: gin
title: Gin for more
players: 2..4
deck:
  jokers: 0 if players == 2 else 2
  points: {A: 1 if players == 2 else 15, joker: 20}
melds:
  set: {lay: 10 * players}
  run: {lay: 5 * size}
score: {round: earned}
limits: {turns: 50 * players}
"""


def test_numbers_that_hang_on_how_many_play_are_told_for_each() -> None:
    document = make(load_text(BY_PLAYERS, "more.yaml"))
    cards = section(document, "Cards")
    assert ("ace", "1") in rows(cards, "Points of the cards with 2 players")
    more = rows(cards, "Points of the cards with 3–4 players")
    assert ("ace", "15") in more and ("joker", "20") in more
    scoring = section(document, "Scoring")
    assert "Set, laid: 10 × the number of players" in words(scoring)
    table = rows(scoring, "Points earned at once")
    assert ("Run of 3", "15", "–") in table and not any("Set" in row[0] for row in table)
    told = words(section(document, "What ends a round, and what else happens by itself"))
    assert "100 turns for 2 players, 150 turns for 3 players and 200 turns for 4 players" in told
    told = words(section(make(load_text(BY_PLAYERS, "more.yaml"), {}, 3), "Scoring"))
    assert "Set of 3 | 30 | –" in told and "Set of 4 | 30 | 0" in told


OVERLAY = """
extends: gin
title: Gin to fifty
options: {target: {default: 50}}
melds: {run: {size: 4..}}
setup: {deal: {auto: {deal: 9}}}
"""


def test_an_overlay_changes_the_sheet() -> None:
    document = make(load_text(OVERLAY, "fifty.yaml"))
    assert document.title == "Gin to fifty"
    assert "at least 50." in words(section(document, "The match"))
    assert "Cards: 4 or more" in words(section(document, "Run"))
    assert "dealt 9 cards" in words(section(document, "Deal and setup"))
    assert "gin.yaml + fifty.yaml" in document.footer


def test_an_overlay_laid_upon_it_does_so_too() -> None:
    house = File("house.yaml", "extends: gin\ntitle: House\nscore: {round: 'hand_won * 3'}\n")
    from rummy.spec.load import load_file

    told = words(
        section(make(load_file(File("base.yaml", "extends: gin\ntitle: B\n"), [house])), "Scoring")
    )
    assert "hand won × 3" in told


def test_wrong_options_and_players_are_refused() -> None:
    with pytest.raises(UsageError, match="no option"):
        make(spec("gin"), {"targett": "5"})
    with pytest.raises(UsageError, match="for 2 players"):
        make(spec("gin"), {}, 3)
