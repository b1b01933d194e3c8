"""Slips that people make in spec files: each yields one finding, at its place.

A case is a piece of the small spec and what somebody wrote instead; ``«`` and
``»`` mark what the finding must point at.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from rummy.catalogue import examples, options, structure
from rummy.diagnostics import Span
from rummy.spec.load import examine

SMALL = Path(__file__).with_name("small_rummy.yaml").read_text(encoding="utf-8")
WIDE = Path(__file__).with_name("wide_rummy.yaml").read_text(encoding="utf-8")

SLIPS: dict[str, tuple[str, str, str, str]] = {
    # name: (written right, written wrong, code, a piece of message or hint)
    # --- keys
    "a misspelt key": ("valid: same(rank)", "«vald»: same(rank)", "S101", "did you mean `valid`"),
    "a key in capitals": ("starter: left", "«Starter»: left", "S101", "did you mean `starter`"),
    "a misspelt section": ("melds:\n", "«meld»:\n", "S101", "did you mean `melds`"),
    "letters swapped": ("size: 3..4", "«szie»: 3..4", "S101", "did you mean `size`"),
    "a key of another level": ("  best: highest", "  «seen_by»: top", "S101", "under `zone`"),
    "a key one level too high": ("zones:\n", "«auto»: {end: round}\nzones:\n", "S101", "`step`"),
    "a key beside the names": (
        "melds:\n",
        "melds:\n  «size»: 3\n",
        "S101",
        "under the name of a kind of meld",
    ),
    "an odd key": ("about: Two kinds", "«colour_scheme»: Two kinds", "S101", "its keys"),
    "a key twice meant": (
        "turns: clockwise",
        "turns: clockwise\n  «turn_s»: clockwise",
        "S101",
        "there already",
    ),
    "no validity": (", valid: same(rank) and distinct(suit)", "", "S102", "`valid`"),
    "no title": ("title: Small Rummy\n", "", "S102", "`title`"),
    "no score": ("  round: -points(hand)\n", "", "S102", "`round`"),
    "nobody told what a zone shows": (
        "stock: {of: table, pile: true, seen_by: nobody}",
        "«stock»: {of: table, pile: true}",
        "S102",
        "`seen_by`",
    ),
    "a move to nowhere": ("take: {move: pile, to: hand}", "take: {«move»: pile}", "S102", "`to`"),
    # --- one of several
    "two verbs": (
        "add: {lay_off: opened}",
        "add: {lay_off: opened, «say»: true}",
        "S103",
        "beside `lay_off`",
    ),
    "no verb": ("add: {lay_off: opened}", "«add»: {about: Add.}", "S103", "exactly one of"),
    "a misspelt verb": ("{lay_off: opened}", "{«layoff»: opened}", "S101", "did you mean `lay_off`"),
    "a key of another verb": (
        "add: {lay_off: opened}",
        "add: {lay_off: opened, «to»: pile}",
        "S106",
        "goes with `move`",
    ),
    "a bound on a single choice": (
        "    draw:\n",
        "    draw:\n      «at_least»: 1\n",
        "S106",
        "goes with `repeat`",
    ),
    # --- shapes
    "a mapping flattened": (
        "order:\n  starter: left of dealer\n  turns: clockwise",
        "order: «left of dealer»",
        "S104",
        "mapping",
    ),
    "nothing under a key": ("order:\n  starter: left of dealer\n  turns: clockwise", "order:«»", "S105", "nothing stands"),
    "an expression with braces": (
        "  round: -points(hand)",
        "  round: «{points(hand)}»",
        "Y035",
        "quotes",
    ),
    # --- values
    "a truth value in words": ("hand: {of: player,", "hand: {pile: «no», of: player,", "Y031", "false"),
    "an unknown word": ("seen_by: owner", "seen_by: «onwer»", "Y032", "did you mean `owner`"),
    "a version as a number": ('version: "1.0"', "version: «1.10»", "Y033", '"1.10"'),
    "a range with a dash": ("players: 2..4", "players: «2-4»", "Y037", "2..4"),
    "too many players": ("players: 2..4", "players: «2..40»", "Y036", "16"),
    # --- names
    "a name with a space": ("  run: {size: 3..,", "  «Run»: {size: 3..,", "S107", "`run`?"),
    "a reserved name": (
        "passes: {of: table, per: round, start: 0}",
        "passes: {start: 0}\n  «total»: {start: 0}",
        "S109",
        "word of the language",
    ),
    "one name for two things": (
        "  passes: {of: table, per: round, start: 0}",
        "  passes: {of: table, per: round, start: 0}\n  «pile»: {start: 0}",
        "S108",
        "a zone already",
    ),
    "a move called done": ("add: {lay_off", "«done»: {lay_off", "S109", "`done`"),
    # --- references
    "no hand": (
        "zones:\n  stock: {of: table, pile: true, seen_by: nobody}",
        "«zones»:",
        "S110",
        "`stock`",
    ),
    "a misspelt zone": ("{shuffle: stock}", "{shuffle: «stok»}", "S111", "did you mean `stock`"),
    "a zone of nobody": ("{turn_over: pile,", "{turn_over: pile« of left»,", "S112", "the table"),
    "no zone at all": ("onto: stock", "onto: «\"2 + 2\"»", "S112", "name of a zone"),
    "an unknown kind": ("lay: all", "lay: [set, «rnu»]", "S111", "did you mean `run`"),
    "an unknown variable": ("{opened: true}", "{«opend»: true}", "S111", "did you mean `opened`"),
    "an unknown rank": ("9 10 J Q K A", "9 10 «B» Q K A", "S111", "no rank `B`"),
    "an unknown line": ("{random: true}", "{draw: highest, line: «rnu»}", "S111", "`run`"),
    "an unknown step": ("step: play", "step: «paly»", "S111", "did you mean `play`"),
    # --- the deck
    "points twice": ("J Q K: 10, joker", "J Q K: 10, «10 J»: 5, joker", "S113", "twice"),
    "points backwards": ("2..10: pips", "«10..2»: pips", "S113", "backwards"),
    "wild by a covered card": (
        "{cards: joker}",
        "{cards: «any(c.rank == rank for c in pile)»}",
        "T301",
        "top(pile)",
    ),
    "wild by a hand": (
        "{cards: joker}",
        "{cards: any(c.rank == rank for c in «hand»)}",
        "T301",
        "`hand` is known only",
    ),
    "wild by points": ("{cards: joker}", "{cards: «points == 20»}", "S114", "`points`"),
    # --- play
    "say no": ("add: {lay_off: opened}", "add: {say: «false»}", "S115", "always"),
    "an effect that chooses": (
        "turn_up: {auto: {move: stock, to: pile}}",
        "turn_up: {auto: {«move»: hand, to: pile}}",
        "S116",
        "count: all",
    ),
    "a hand shuffled": ("{shuffle: stock}", "{shuffle: «hand»}", "S117", "no pile"),
    "dealt to the table": ("{deal: dealt}", "{deal: dealt, to: «pile»}", "S117", "move"),
    "the top of no pile": (
        "pile: {of: table, pile: true, seen_by: top}",
        "pile: {of: table, pile: true, seen_by: all}\n  heap: {seen_by: «top»}",
        "S118",
        "no top card",
    ),
    "a stock without order": (
        "stock: {of: table, pile: true,",
        "«stock»: {of: player, pile: true,",
        "S118",
        "pile of the table",
    ),
    # --- options
    "a default outside": ("default: 100,", "default: «10»,", "O201", "50..500"),
    "a default that is no choice": ("default: seven,", "default: «sevn»,", "O201", "`seven`"),
    "a named number outside": ("range: 0..100, names: {none: 0}", "range: 1..100, names: {none: «0»}", "O202", "outside"),
    "a flag that is false": ("flag: true", "flag: «false»", "O203", "always"),
    "a single choice": ("choices: [seven, ten]", "choices: [«seven»]", "O204", "no choice"),
    "a choice twice": ("[seven, ten]", "[seven, ten, «ten»]", "O204", "twice"),
    "a number to choose": ("[seven, ten]", "[seven, ten, «12»]", "O204", "range"),
    # --- expressions
    "an unknown name": ("-points(hand)\n  lines", "-points(«hnad»)\n  lines", "T301", "`hand`"),
    "a faulty unused definition": ("twice(n): 2 * n", "twice(n): 2 * «*» n", "T320", "*"),
    "a faulty start": ("start: false", "start: «fals»", "T301", "`fals`"),
    "no start": ("  passes: {of: table, per: round, start: 0}", "  «passes»: {of: table, per: round}", "S102", "`start`"),
    "a name of a later moment": ("valid: same(rank)", "valid: «earned» > 2", "T301", "during a round"),
    # --- examples
    "a card that is none": ("refuses: {set: [7H 7H 7D]", "refuses: {set: [7H 7H «7X»]", "X702", "suit"),
    "a seat that is none": ("opened: {2: true}", "opened: {«3»: true}", "X703", "1 to 2"),
    "too few to play": ("    players: 2\n", "    players: «1»\n", "X703", "2 to 4"),
    "an option's value that is none": ("{target: 50,", "{target: «5»,", "X704", "50..500"),
    "an example without a claim": (
        "  a set:\n",
        "  «an idle one»:\n    about: Nothing.\n  a set:\n",
        "X706",
        "claims nothing",
    ),
    "a claim about a hand that says nothing": (
        "  a set:\n",
        "  a hand:\n    hands: {7H 7D 7C KC: «is good»}\n  a set:\n",
        "X708",
        "leaves KC",
    ),
    "a move that is none": ("legal: [discard KC]", "legal: [«discrad» KC]", "S111", "did you mean `discard`"),
    "a meld without an owner": ("[run 3H 4H 5H by 2]", "[«run 3H 4H 5H»]", "X705", "by 1"),
    "a meld of no card": ("[run 3H 4H 5H by 2]", "[run 3H «4X» 5H by 2]", "X702", "suit"),
    "a meld of nobody": ("[run 3H 4H 5H by 2]", "[run 3H 4H 5H by «3»]", "X703", "1 to 2"),
    "a value of no kind": ("passes: 1", "passes: «twice»", "X704", "whole number"),
    # --- definitions and comments
    "a parameter with a taken name": ("twice(n)", "«twice(size)»", "S109", "parameter"),
    "a parameter twice": ("twice(n)", "«twice(n, n)»", "S108", "same name"),
    "a condition cut by a comment": ("when: count(stock) == 0", "when: «count(stock)» # == 0", "T304", "is a comment"),
    "an expression cut by a comment": ("  starter: left of dealer", "  starter: left of«» #dealer", "T320", "is a comment"),
    # --- the format
    "a newer format": ("rummy: 1\n", "rummy: «2»\n", "S120", "needs a newer version"),
    "an older format": ("rummy: 1\n", "rummy: «0»\n", "S120", "the first is 1"),
    "a format with a point": ("rummy: 1\n", "rummy: «1.10»\n", "S120", "write `rummy: 1`"),
}  # fmt: skip


WIDE_SLIPS: dict[str, tuple[str, str, str, str]] = {
    # --- openings
    "an unknown opening": ("open: contract,", "open: «contrct»,", "S111", "did you mean `contract`"),
    "a need of an unknown kind": ("- {set: [4, 4]}", "- {«sett»: [4, 4]}", "S111", "did you mean `set`"),
    "a need of any, misspelt": ("{any: [3, 3]}", "{«ny»: [3, 3]}", "S111", "`any`"),
    "an entry picked from one": ("{any: [3, 3]}", "{any: [3, 3]}\n    «which»: round", "S119", "only one"),
    "any beside a kind": ("{any: [3, 3]}", "{«any»: [3, 3], run: 3}", "S106", "name every kind"),
    "nothing to pick an entry": ("    which: round\n", "", "S119", "`which: round`"),
    "no needs": ("    needs: {any: [3, 3]}\n", "", "S102", "`needs`"),
    "an empty list of needs": ("needs: {any: [3, 3]}", "«needs»: []", "S105", "nothing stands"),
    "an empty entry": ("- {set: [4, 4]}", "- «{}»", "S105", "nothing stands"),
    "no size": ("{any: [3, 3]}", "{«any»: []}", "S105", "no meld is needed"),
    "too many melds": ("{any: [3, 3]}", "{«any»: [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]}", "L923", "16"),
    "a size by the round": ("{any: [3, 3]}", "{any: [3, «round»]}", "T301", "during a round"),
    "a size that is a truth": ("{any: [3, 3]}", "{any: «true»}", "T302", "truth value"),
    "a need without a size": ("needs: {any: [3, 3]}", "needs: «any»", "S104", "mapping"),
    "a kind of meld that cannot be": ("- {set: [4, 4]}", "- {«Set 4»: [4, 4]}", "S107", "`any`"),
    "needs for a condition": ("where: >-", "«wehre»: >-", "S101", "did you mean `where`"),
    "melds laid elsewhere": ("lay_off: suit == hearts or", "lay_off: count(«laid») > 1 or", "T301", "under `where` of an opening"),
    "cards touching": ("not touching(laid)", "not touching(«stock»)", "T302", "takes melds"),
    "a size of melds together": ("all(size >= 3 for laid)", "laid.«size» >= 3", "T307", "of which melds"),
    # --- asking
    "asking one player": ("ask: others", "ask: «left»", "T302", "players"),
    "asking and saying who": ("ask: others", "«ask»: others\n      by: left", "S106", "beside `by`"),
    "asking again and again": (
        "ask: others\n      choose:",
        "«ask»: others\n      repeat:",
        "S106",
        "goes with `choose`",
    ),
    "closing what is not asked": (
        "take: {move: pile, to: hand}",
        "take: {move: pile, to: hand, «closes»: true}",
        "S106",
        "without `ask`",
    ),
    "asked about a hand": ("not opened and me", "any(rank == A for «hand») and me", "S121", "all see who is asked"),
    "asked about a hidden pile": ("not opened and me", "any(joker for top(«stock»)) and me", "S121", "all see"),
    "asked about cards below the top": ("not opened and me", "any(rank == A for «pile») and me", "S121", "all see"),
    "closing a step": ("    discard:\n", "    discard:\n      «closes»: true\n", "S101", "belongs under `move`"),
    "the player in turn in the count": ("round: points(hand)", "round: points(hand of «in_turn»)", "T301", "in the score"),
    # --- places in piles
    "a place in no pile": ("auto: {move: stock, to: pile, at: bottom}", "auto: {move: hand, to: shown, count: all, «at»: bottom}", "S117", "neither"),
    "an unknown place": ("at: bottom", "at: «botom»", "Y032", "did you mean `bottom`"),
    "a place for a deal": ("{deal: 13 if", "{«at»: bottom, deal: 13 if", "S106", "goes with `move`"),
    "cards looked at from below": (
        "{move: stock, to: pile, at: bottom}",
        "{move: stock, to: pile, at: bottom, «cards»: rank == A}",
        "S106",
        "only the top cards",
    ),
    "the top of a hand": ("in top(pile)", "in top(«hand»)", "T302", "the piles here are stock, pile"),
    "adding from nowhere": ("from: pile", "from: «pil»", "S111", "did you mean `pile`"),
    "laying from elsewhere": ("open: plain,", "open: plain, «from»: pile,", "S106", "goes with `lay_off`"),
    # --- the match
    "leaving by the round": ("out: total > 100", "out: «total»", "T304", "total > 0"),
    "seats without a draw": ("{draw: highest, seats: true}", "{random: true, «seats»: true}", "S106", "goes with `draw`"),
    "a tie broken by a truth": ("tie_break: last_points", "tie_break: «last_points > 3»", "T302", "1 if"),
    "the last points of nobody": ("any(last_points of p > 200", "any(«last_points» > 200", "T312", "of dealer"),
    "a name of the match": ("  opened: {of: player", "  «seats»: {start: 0}\n  opened: {of: player", "S109", "word of the language"),
    "the round over in play": ("when: opened, lay_off: true", "when: «round_over», lay_off: true", "T301", "in the checks of examples"),
}  # fmt: skip


def with_slip(text: str, right: str, wrong: str) -> tuple[str, Span]:
    """A spec with a slip in it, and where the marked piece stands."""
    assert text.count(right) >= 1, right
    text = text.replace(right, wrong, 1)
    before, rest = text.split("«")
    inside, after = rest.split("»")

    def position(piece: str) -> tuple[int, int]:
        return piece.count("\n") + 1, len(piece) - piece.rfind("\n")

    place = Span("small.yaml", *position(before), *position(before + inside))
    return before + inside + after, place


def marked(wrong: str) -> bool:
    return "«" in wrong


@pytest.mark.parametrize("text", [SMALL, WIDE], ids=["small", "wide"])
def test_the_spec_without_slips_has_no_findings(text: str) -> None:
    spec, found = examine(text, "small.yaml")
    assert found == []
    assert spec is not None


@pytest.mark.parametrize("name", [*SLIPS, *WIDE_SLIPS])
def test_a_slip_is_one_finding_at_its_place(name: str) -> None:
    whole, (right, wrong, code, words) = (
        (SMALL, SLIPS[name]) if name in SLIPS else (WIDE, WIDE_SLIPS[name])
    )
    if marked(wrong):
        text, place = with_slip(whole, right, wrong)
    else:
        assert right in whole
        text, place = whole.replace(right, wrong, 1), None
    spec, found = examine(text, "small.yaml")
    assert [item.short() + " | " + item.hint for item in found if item.code != code] == []
    assert len(found) == 1, [item.short() for item in found]
    assert words in f"{found[0].message} {found[0].hint}"
    if place is not None:
        assert place == found[0].span
    assert (spec is None) == (found[0].level_of() == "error")


def test_who_is_asked_may_hang_on_what_everybody_knows() -> None:
    known = "any(rank == 2 for top(pile)) and count(hand) < 14 and count(stock) > 0"
    text = WIDE.replace("not opened and me != in_turn", f"{known} and not any(joker for shown)")
    assert text != WIDE
    assert examine(text, "wide.yaml")[1] == []


def test_no_meld_is_laid_before_it_is_known_what_is_wild() -> None:
    turned = SMALL.replace("{cards: joker}", "{cards: any(c.rank == rank for c in top(pile))}")
    assert examine(turned, "small.yaml")[1] == []
    text, place = with_slip(
        turned,
        "  turn_up: {auto: {move: stock, to: pile}}\n",
        "  turn_up: {auto: {move: stock, to: pile}}\n  «show»: {optional: true, lay: all}\n",
    )
    spec, (found,) = examine(text, "small.yaml")
    assert spec is None and (found.code, found.span) == ("S114", place)


def test_every_code_of_the_reader_is_among_the_slips() -> None:
    entries = (*structure.ENTRIES, *options.ENTRIES, *examples.ENTRIES)
    tried = {code for _, _, code, _ in (*SLIPS.values(), *WIDE_SLIPS.values())}
    limits = {"L921", "L922", "L923", "L924", "L925"}  # tried in test_bind and test_load
    of_lint = {"S": "S122", "O": "O205"}  # from these on lint tells them, tried in tests/lint
    codes = {e.code for e in entries if e.code < of_lint.get(e.code[0], "Z")} - {"X707"}
    assert codes - limits == {c for c in tried if c[0] in "SOX"}
