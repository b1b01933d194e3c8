"""Every finding stands at its exact place and speaks of what is wrong there."""

from __future__ import annotations

import pytest
from lint_helpers import findings, shown, with_piece

PLACES = [
    # the piece, the code, what stands at the place, a part of the message
    ("melds: {set: {valid: same(rank) and points(cards) > 900}}", "M402",
     "same(rank) and points(cards) > 900", "`set`"),
    ("melds: {set: {size: 2..4, valid: same(rank) and size != 3}}", "M403",
     "same(rank) and size != 3", "4 cards"),
    ("deck: {wilds: {two: {cards: rank == 2, stands_for: suit == S and suit == H}}}", "M405",
     "suit == S and suit == H", "no card"),
    ("deck: {wilds: {two: {cards: rank == 2 and rank == 3}}}", "M405",
     "rank == 2 and rank == 3", "belongs"),
    ("deck: {wilds: {late: {cards: rank == 2 and round == 0}}}", "M405",
     "rank == 2 and round == 0", "belongs"),
    ("deck: {wilds: {late: {cards: rank == K and round == 20, stands_for: rank == K and suit != suit}}}",
     "M405", "rank == K and suit != suit", "no card"),
    ("deck: {lines: {run: A 2 3 4 4 5 6}}", "M406", "A 2 3 4 4 5 6", "4 stands next to itself"),
    ("players: 2..6\nsetup: {deal: {auto: {deal: 9}}}", "P501", "9",
     "with 6 players the deal needs 9 cards for each of 6 players: 54, but only 52"),
    ("players: 4\nsetup: {deal: {auto: {deal: 13}}}", "P501", "stock",
     "needs a card, but only 0 of 52 are left"),
    ("players: 4\nsetup: {deal: {auto: {deal: '14 if me == starter else 13'}}}", "P501",
     "14 if me == starter else 13", "53"),
    ("options: {many: {flag: true, default: false}}\n"
     "setup: {deal: {auto: {deal: 20 if many else 7}}}", "P501", "20 if many else 7",
     "with 3 players and `many: true`"),
    ("options: {dealt: {range: 1..40, default: 7}}\nsetup: {deal: {auto: {deal: dealt}}}", "P501",
     "dealt", "with 2 players and `dealt: 40`"),
    ("deck: {packs: players - 2}", "L922", "players - 2", "with 2 players the pack has no cards"),
    ("turn: {steps: {play: {when: count(hand) < 0}}}", "P503", "count(hand) < 0", "`play`"),
    ("limits: {rounds: 9}\nturn: {steps: {play: {repeat: {add: {when: round > 9}}}}}", "P504",
     "round > 9", "`add`"),
    ("turn: {steps: {play: {at_most: players - 4}}}", "P504", "players - 4", "`play`"),
    ("turn: {steps: {play: {repeat: {add: {do: {end: turn, when: turns < 0}}}}}}", "P505",
     "turns < 0", "the move `add`"),
    ("match: {over: count(everyone) < 0}", "P508", "count(everyone) < 0", "for ever"),
    ("events: {seen: {when: points(hand of left) == 0, do: {end: round}}}", "P511", "hand of left",
     "the event `seen`"),
    ("turn: {steps: {draw: {choose: {draw: {when: 'any(rank == A for stock)'}}}}}", "P511", "stock",
     "the move `draw`"),
    ("turn: {steps: {draw: {choose: {draw: {cards: rank == A}}}}}", "P511", "rank == A",
     "cards of `stock`"),
    ("turn: {steps: {draw: {choose: {rob: {move: hand of left, to: hand}}}}}", "P511",
     "hand of left", "`rob` picks"),
    ("turn: {steps: {play: {when: points(pile) > 3}}}", "P511", "pile", "the step `play`"),
    ("turn: {steps: {give: {by: left, choose: {give: {move: hand, to: pile, cards: "
     "card not in taken}}}}}", "P511", "taken", "the move `give`"),
    ("melds: {run: {lay: '5 if size == 3 else 9 if size == 4 else 1 if size == 3 else 0'}}",
     "P514", "size == 3", "never holds"),
    ("define: {many: 5 if players > 4 else 7}\nsetup: {deal: {auto: {deal: many}}}", "P514",
     "players > 4", "`players > 4` never holds"),
    ("variables: {down: {of: player, start: false}}\nlimits: {rounds: 2}\n"
     "openings: {first: {which: round, needs: [{run: 3}, {run: 4}, {set: 3}]}}\n"
     "turn: {steps: {play: {repeat: {open: {when: not down, open: first, "
     "do: {set: {down: true}}}}}}}", "P505", "3", "entry 3 of the opening `first`"),
    ("turn: {steps: {calling: {ask: others, choose: {call: {lay: run}, no: {say: true}}}}}",
     "S121", "call", "who can `call`"),
    ("turn: {steps: {calling: {ask: others, choose: {give: {move: hand, to: pile, "
     "cards: rank == A}}}}}", "S121", "rank == A", "who can `give`"),
    ("score: {lines: {x: count(hand)}}\ndefine: {twice(n): 2 * n}", "S122", "twice(n)", "`twice`"),
    ("zones: {aside: {seen_by: all}}\nscore: {round: earned - points(hand) - count(aside)}",
     "S123", "aside", "always empty"),
    ("options: {most: {range: 1..90, default: 5}}", "O205", "most", "`most`"),
    ("options: {most: {flag: true, default: false}}\nsetup: {deal: {auto: {deal: 7 if most else 7}}}",
     "O206", "most", "changes nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("piece", "code", "place", "words"), PLACES, ids=lambda value: value[:40])
def test_a_finding_stands_where_the_slip_is(piece: str, code: str, place: str, words: str) -> None:
    text = with_piece(piece)
    found = findings(text)
    assert (code, place) in [(c, p.strip("'\"")) for c, p in shown(found, text)]
    assert any(words in item.message for item in found if item.code == code)


def test_an_opening_asks_for_no_meld_larger_than_its_kind() -> None:
    piece = (
        "variables: {{down: {{of: player, start: false}}}}\n"
        "openings: {{first: {{needs: {{{needs}}}}}}}\n"
        "turn: {{steps: {{play: {{repeat: {{open: {{when: not down, open: first, "
        "do: {{set: {{down: true}}}}}}}}}}}}}}"
    )
    text = with_piece(piece.format(needs="set: [3, 5]"))
    assert shown(findings(text), text) == [("P505", "5")]
    assert findings(with_piece(piece.format(needs="set: [3, 4]"))) == []
    assert findings(with_piece(piece.format(needs="any: 8"))) == []


FINE = [
    # pieces that look like slips and are none
    ("players: 2..5\nsetup: {deal: {auto: {deal: '11 if me == starter else 10'}}}", "P501"),
    ("players: 2..5\nsetup: {deal: {auto: {deal: 13 - players}}}", "P501"),
    ("options: {decks: {range: 1..30, default: 1}}\ndeck: {packs: 'sum(1 for n in 1..decks)'}",
     "L922"),
    ("players: 2..8\ndeck: {packs: 1 if players < 6 else 2}", "P501"),
    ("players: 2..8\nsetup: {deal: {auto: {deal: 'min(7, count(stock) // players)'}}}", "P501"),
    ("turn: {steps: {play: {when: players == 2}}}", "P503"),
    ("turn: {steps: {play: {when: round <= 1}}}", "P503"),
    ("match: {out: total > 100}\nplayers: 4\nturn: {steps: {play: {when: players == 3}}}", "P503"),
    ("events: {full: {when: count(hand of left) > 9, do: {end: turn}}}", "P511"),
    ("events: {up: {at: turn_end, when: points(hand of left) == 0, do: {end: round}}}", "P511"),
    ("turn: {steps: {draw: {choose: {take: {when: 'any(rank == A for top(pile))'}}}}}", "P511"),
    ("turn: {must: {small: me != dealer or (me == dealer and points(hand of dealer) < 90)}}",
     "P511"),
    ("turn: {must: {small: points(hand) <= 99}}", "P511"),
    ("turn: {steps: {give: {by: left, choose: {give: {move: hand, to: pile}}}}}", "P510"),
    ("deck: {lines: {run: 2 3 4 5 6 7 8 9 10 J Q K A around}}", "M406"),
    ("define: {a: 2, b: a + 1}\nscore: {round: earned - b * points(hand)}", "S122"),
    ("options: {many: {choices: [few, some], default: few}}\n"
     "setup: {deal: {auto: {deal: 7 if many == few else 8}}}", "O206"),
    ("options: {most: {range: 0..1000, default: 100}}\n"
     "events: {much: {when: earned > most, do: {end: round}}}", "O206"),
    ("turn: {steps: {calling: {ask: others, choose: {call: {lay: run}, "
     "no: {say: true, do: {end: turn}}}}}}", "S121"),
    ("turn: {steps: {calling: {ask: others, choose: {buy: {move: pile, to: hand}}}}}", "S121"),
    ("define: {much(n): 0 if n == 0 else 10 * n}\n"
     "score: {round: earned - much(0) - much(count(hand)) - points(hand)}", "P514"),
    ("define: {much(n): 0 if n > players else 10 * n}\n"
     "score: {round: earned - much(9) - much(count(hand)) - points(hand)}", "P514"),
    ("score: {round: earned - deadwood(hand)}\nturn: {steps: {play: {repeat: {meld: {lay: run}}}}}",
     "S127"),
]  # fmt: skip


@pytest.mark.parametrize(("piece", "code"), FINE, ids=lambda value: value[:40])
def test_what_only_looks_like_a_slip_is_not_told(piece: str, code: str) -> None:
    assert code not in [item.code for item in findings(with_piece(piece))]


def test_what_lies_below_a_step_that_is_never_reached_is_not_told_again() -> None:
    piece = (
        "turn: {steps: {play: {when: players > 4, repeat: {add: {when: players > 5, "
        "then: {more: {when: players > 6, say: true}}}}}}}"
    )
    assert [item.code for item in findings(with_piece(piece))] == ["P503"]


def test_an_opening_is_held_against_the_deal_and_the_draw() -> None:
    opening = (
        "variables: {{opened: {{of: player, start: false}}}}\n"
        "openings: {{first: {{which: round, needs: [{{run: 3}}, {{run: [4, 4], set: 3}}]}}}}\n"
        "turn: {{steps: {{play: {{repeat: {{open: {{when: not opened, open: first, "
        "do: {{set: {{opened: true}}}}}}}}}}{more}}}}}\n"
        "setup: {{deal: {{auto: {{deal: {dealt}}}}}}}"
    )
    # 11 cards are needed; ten dealt and one drawn are enough, nine are not
    assert findings(with_piece(opening.format(dealt=10, more=""))) == []
    text = with_piece(opening.format(dealt=9, more=""))
    (found,) = findings(text)
    assert found.code == "P513"
    assert "more than 10 cards" in found.message and "needs 11 here" in found.message
    # whoever may keep the card drawn has more cards in time
    keeps = ", discard: {optional: true}"
    assert findings(with_piece(opening.format(dealt=9, more=keeps))) == []


def test_a_duty_hangs_on_others_only_where_they_change_what_it_looks_at() -> None:
    piece = (
        "turn: {{must: {{small: {duty}}}, steps: {{buying: {{ask: others, choose: "
        "{{buy: {{move: pile, to: hand, closes: true}}}}}}}}}}"
    )
    own = with_piece(piece.format(duty="count(hand) <= 30"))
    assert "P510" not in [item.code for item in findings(own)]
    pile = with_piece(piece.format(duty="count(pile) >= 1"))
    found = [item for item in findings(pile) if item.code == "P510"]
    assert len(found) == 1 and "`pile`" in found[0].message and found[0].labels
