"""Forty slips of people who write rules: each is one finding, of all stages, at its place.

A case is a piece of the sound game and what somebody wrote instead; ``«`` and ``»``
were put by hand around what the finding must point at.
"""

from __future__ import annotations

import pytest
from lint_helpers import GAME
from rummy.lint.judge import judge
from rummy.spec.files import File

SET = "valid: same(rank) and distinct(suit)"
RUN = "{size: 3..13, valid: same(suit) and sequence(rank), lay: 10}"

SLIPS: dict[str, tuple[str, str, str]] = {
    # name: (written right, written wrong, code)
    # --- YAML
    "an unquoted colon": ("title: Base", "title: «Base: a game»", "Y017"),
    "a tab for an indentation": ("  deal: {auto", "«\t»deal: {auto", "Y015"),
    "indented too far": ("    discard: {when", "     «discard:» {when", "Y016"),
    "indented too little": ("    play:\n", "   «play»:\n", "Y016"),
    "a brace not closed": (RUN, "«{»" + RUN[1:-1], "Y016"),
    "yes for true": ("stock: {pile: true", "stock: {pile: «yes»", "Y031"),
    "True in capitals": ("stock: {pile: true", "stock: {pile: «True»", "Y031"),
    "a key twice": ("players: 2..4", "players: 2..4\n«players»: 2..3", "Y013"),
    "a range with a dash": ("players: 2..4", "players: «2-4»", "Y037"),
    "a number in words": ("players: 2..4", "players: «two»", "Y037"),
    "no space behind a colon": ("title: Base", "«title:Base»", "Y016"),
    "an anchor": ("title: Base", "title: «&name» Base", "Y010"),
    # --- keys and words
    "a misspelt key": (SET, "«vaild»: same(rank) and distinct(suit)", "S101"),
    "a misspelt section": ("melds:\n", "«meld»:\n", "S101"),
    "a key in capitals": ("score: {round", "score: {«Round»", "S101"),
    "a verb that there is not": ("draw: {move: stock", "draw: {«take»: stock", "S101"),
    "a missing key": ("seen_by: top}", "seen_by: top}\n  «aside»: {pile: true}", "S102"),
    "a misspelt word": ("seen_by: top", "seen_by: «topp»", "Y032"),
    "a misspelt zone": ("take: {move: pile", "take: {move: «piel»", "S111"),
    "a misspelt kind": ("meld: {lay: all}", "meld: {lay: «rnu»}", "S111"),
    "a name with a capital": ("  run: {size", "  «Run»: {size", "S107"),
    "points for a rank that there is not": ("J Q K: 10", "J Q K «C»: 10", "S111"),
    "two things at once": ("meld: {lay: all}", "meld: {lay: all, «move»: hand}", "S103"),
    # --- expressions
    "one equals sign": ("when: count(stock) == 0", "when: count(stock) «=» 0", "T321"),
    "two ampersands": (SET, "valid: same(rank) «&&» distinct(suit)", "T321"),
    "the sign turned round": ("count(hand) > 0", "count(hand) «=>» 1", "T321"),
    "a misspelt rank": (SET, "valid: same(rank) and all(rank != «Ace»)", "T303"),
    "a rank of another pack": (SET, "valid: same(rank) and all(rank != «1»)", "T303"),
    "a bare rank in a meld": (SET, "valid: same(rank) and «rank» != A", "T308"),
    "a card for a rank": (SET, "valid: same(rank) and all(rank != «10H»)", "T303"),
    "numbers joined by and": ("earned - points(hand)", "«earned» and points(hand)", "T304"),
    "a number for a condition": ("count(hand) > 0", "«count(hand)»", "T304"),
    "cards for a number": ("count(hand) > 0", "«hand» > 0", "T311"),
    "no else": ("auto: {deal: 7}", "auto: {deal: 7 if players == 2«»}", "T330"),
    "if and then": ("auto: {deal: 7}", "auto: {deal: «if» players == 2 then 10 else 7}", "T330"),
    "a bracket not closed": ("when: count(hand) > 0", "when: count(hand > 0«»", "T322"),
    "a chain of comparisons": ("count(hand) > 0", "0 < count(hand) «<» 9", "T327"),
    "half a card": ("earned - points(hand)", "earned * «0.5»", "T325"),
    "a percentage": ("earned - points(hand)", "earned * «10%»", "T325"),
    "a word in quotes": (SET, "valid: same(rank) and all(rank != «'A'»)", "T326"),
    "a sign of a suit": (SET, "valid: same(rank) and all(suit != «♠»)", "T324"),
    "a method": ("count(hand) > 0", "hand«.count»() > 0", "T328"),
    "a misspelt function": (SET, "valid: «smae»(rank)", "T306"),
    "a comma without quotes": ("count(hand) > 0", "«count(hand, 3) > 0»", "Y017"),
    "somebody's, not said whose": ("any(total of p >= 100", "any(«total» >= 100", "T312"),
    # --- quantities and cards
    "too many players": ("players: 2..4", "players: «2..40»", "Y036"),
    "more cards than there are": ("{deal: 7}", "{deal: «20»}", "P501"),
    "a range that ends before it begins": ("size: 3..4", "size: «5»..4", "M402"),
    "a meld that is no card": ("[7H 7S 7D,", "[7H 7S «7X»,", "X702"),
    # --- flow
    "a condition that never holds": ("count(hand) == 0", "«count(hand) < 0»", "P505"),
    "a filter for two ranks at once": (
        "discard: {",
        "discard: {cards: «rank == A and rank == K», ",
        "P525",
    ),
    "a duty the wrong way round": (
        "turn:\n",
        "turn:\n  must: {few: «count(hand) < 0»}\n",
        "P522",
    ),
    "a rank without points": ("A: 1, 2..10: pips, J Q K: 10", "A: «1», 2..10: pips, J Q: 10", "C605"),
}  # fmt: skip


def slipped(right: str, wrong: str) -> tuple[str, tuple[int, int]]:
    """The game with a slip, and line and column of the mark."""
    assert right in GAME, right
    text = GAME.replace(right, wrong, 1)
    before = text[: text.index("«")]
    place = before.count("\n") + 1, len(before) - before.rfind("\n")
    return text.replace("«", "").replace("»", ""), place


def test_there_are_forty_and_more() -> None:
    assert len(SLIPS) >= 40
    assert judge(File("game.yaml", GAME.encode())).found == []


@pytest.mark.parametrize("name", SLIPS)
def test_a_typical_slip_is_one_finding_at_its_line_and_column(name: str) -> None:
    right, wrong, code = SLIPS[name]
    text, place = slipped(right, wrong)
    found = judge(File("game.yaml", text.encode())).found
    assert [(f.code, f.span.line, f.span.column) for f in found] == [(code, *place)], [
        f.short() for f in found
    ]
