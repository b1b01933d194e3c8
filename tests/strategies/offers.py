"""Small variants with openings, offers to other players, and players who leave.

What ``specs`` leaves out: first melds that an opening asks for, steps that ask
several players in turn, cards laid off from a pile, places in a pile, seats drawn
for, players who are out, and tie breaks. The decks are so small, and the openings
so easy, that random play comes to all of it.

Left out: duties in a turn in which another player may open. What the player in
turn may count on then hangs on melds from a hand that is face down.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

from strategies.specs import SUITS, ZONES, text_of

T = TypeVar("T")
Part = dict[str, Any]

OPENED: Part = {"set": {"opened": "true"}}
BOUGHT: Part = {"set": {"bought": "bought + 1"}}
FROM_STOCK: Part = {"move": "stock", "to": "hand"}
FROM_PILE: Part = {"move": "pile", "to": "hand"}
WAIT: Part = {"say": True}

VARIABLES: Part = {
    "opened": {"of": "player", "per": "round", "start": "false"},
    "bought": {"of": "player", "per": "round", "start": "0"},
    "refused": {"of": "table", "per": "turn", "start": "false"},
}
PAIR: Part = {"size": 2, "valid": "same(rank) and distinct(suit)", "lay": 10}
ALIKE: Part = {"size": "2..", "valid": "same(rank)", "lay": 10, "add": 3}
RUN: Part = {"valid": "same(suit) and sequence(rank)", "lay": "10 * size", "add": "size"}

DEALT = (
    "3",
    "4",
    "3 if me == dealer else 4",
    "5 - seats + players",
    "4 if turns == 0 and me == left of dealer else 3",
)
WHICH = ("round", "1 + count(melds)", "2 if count(hand) > 5 else 1")
WHERE = (
    "not touching(laid)",
    "all(rank != 2 for laid)",
    "any(suit == H for laid)",
    "count(laid) <= 2",
    "sum(size for laid) <= 5",
)
ASKED = (
    "others",
    "everyone",
    "others if bought < 2 else everyone",
    "{left}",
    "{dealer, right}",
)
DUTIES = (
    "points(hand) <= 8",
    "opened or points(hand) <= 12",
    "not opened or points(hand) <= 3",
    "not opened or points(hand) <= 6",
    "count(hand) <= 6",
)
OUT = (
    "total >= 12",
    "last_points >= 9",
    "total > 10 and count(everyone) > 2",
    "me == right of dealer and round == 1",
)
OVER = ("any(total of p >= 30 for p in everyone)", "count(everyone) == 2")
TIE_BREAKS = ("last_points", "0 - last_points", "count(hand)", "points(hand)")
SCORES = ("points(hand)", "earned - points(hand)", "earned + (4 if me == dealer else 0)")
FIRST: tuple[Part, ...] = (
    {"seat": 1},
    {"draw": "highest", "line": "run", "seats": True},
    {"draw": "lowest", "line": "run", "seats": True},
    {"random": True},
)


class Offer(NamedTuple):
    """A small variant and how many play it."""

    text: str
    players: int


class Maker:
    """Draws the parts of a variant."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)
        self.strangers_open = False
        """Whether a player who is not in turn may open."""

    def one(self, values: Sequence[T]) -> T:
        """One of these."""
        return self.random.choice(values)

    def often(self, part: float) -> bool:
        """True in such a part of all cases."""
        return self.random.random() < part

    # --- melds and the opening ---------------------------------------------------

    def melds(self) -> Part:
        if self.often(0.35):
            return {"pair": PAIR, "run": {"size": "3..", **RUN}}
        return {"pair": ALIKE, "run": {"size": "2..4", **RUN}}

    def opening(self, melds: Part) -> Part:
        run = int(melds["run"]["size"][0])
        needs: Any = self.one(
            (
                {"pair": 2},
                {"run": run},
                {"pair": [2, 2]},
                {"any": [2, 2]},
                {"pair": 2, "run": run},
                {"any": [2, 3, 2]},
                {"run": [run, run]},
                [{"pair": 2}, {"run": run}],
            )
        )
        opening: Part = {"needs": needs}
        if isinstance(needs, list):
            opening["which"] = self.one(WHICH)
        if self.often(0.4):
            opening["more"] = True
        if self.often(0.45):
            opening["where"] = self.one(WHERE)
        return opening

    # --- the steps of a turn -----------------------------------------------------

    def draw(self) -> Part:
        way = self.one(("stock", "choice", "below", "anywhere", "ends"))
        if way == "choice":
            refuse = {**FROM_STOCK, "do": {"set": {"refused": "true"}}}
            return {"choose": {"stock": refuse, "take": FROM_PILE}, "optional": True}
        if way == "ends":
            low, under = {**FROM_STOCK, "at": "bottom"}, {**FROM_PILE, "at": "bottom"}
            return {"choose": {"low": low, "under": under}, "optional": True}
        places: dict[str, Part] = {
            "stock": {},
            "below": {"at": "bottom"},
            "anywhere": {"at": "random", "count": 2},
        }
        return {"auto": {**FROM_STOCK, **places[way]}}

    def offer(self) -> Part:
        """A step that asks several players."""
        step: Part = {"ask": self.one(ASKED)}
        when = self.one(("", "turns > 0", "refused"))
        if when:
            step["when"] = when
        closes = {"closes": True} if self.often(0.5) else {}
        name = self.one(("buy", "down", "stop", "give", "add"))
        move: Part
        if name == "buy":
            move = {"when": "not opened", **FROM_PILE, "do": [FROM_STOCK, BOUGHT]}
        elif name == "down":
            self.strangers_open = True
            move = {"when": "not opened", "open": "contract", "do": OPENED}
        elif name == "stop":
            end = {"end": self.one(("turn", "round", "match")), "when": "bought > 3"}
            move = {"say": True, "do": [BOUGHT, end]}
        elif name == "give":
            back = {"by": self.one(("me", "left")), "move": "hand", "to": "pile"}
            if self.often(0.5):
                back["at"] = "bottom"
            move = {"move": "stock", "to": "hand of in_turn", "then": {"back": back}}
            move["when"] = "count(hand of in_turn) < 6"
        else:
            move = {"lay_off": "true", "from": "pile", "do": BOUGHT}
        step["choose"] = {name: {**move, **closes}, "decline": WAIT}
        return step

    def play(self) -> Part:
        opens: Part = {"when": "not opened", "open": "contract", "do": OPENED}
        if self.often(0.3):
            return {"choose": {"open": opens, "wait": WAIT}}
        moves: Part = {"open": opens}
        if self.often(0.5):
            moves["meld"] = {"when": "opened", "lay": "all"}
        add = self.one(
            (
                {},
                {"when": "opened", "lay_off": "true"},
                {"lay_off": "owner == me", "from": "pile"},
                {"lay_off": "true", "from": "pile"},
            )
        )
        if add:
            moves["add"] = add
        step: Part = {"repeat": moves}
        if self.often(0.2):
            step[self.one(("at_most", "at_least"))] = self.one((1, 2))
        return step

    def discard(self) -> Part:
        ways: tuple[Part, ...] = (
            {"to": "pile"},
            {"to": "pile"},
            {"to": "pile", "at": "bottom"},
            {"to": "stock", "at": "random"},
            {"to": "pile", "cards": "rank != A"},
        )
        return {"when": "count(hand) > 0", "move": "hand", **self.one(ways)}

    def turn(self) -> Part:
        steps = {"draw": self.draw()}
        if self.often(0.75):
            steps["buying"] = self.offer()
        steps["lay"] = self.play()
        steps["discard"] = self.discard()
        turn: Part = {"steps": steps}
        if self.often(0.7) and not self.strangers_open:
            turn["must"] = {"duty": self.one(DUTIES)}
        return turn

    # --- the whole ---------------------------------------------------------------

    def match(self) -> Part:
        match: Part = {
            "first_dealer": self.one(FIRST),
            "next_dealer": self.one(("left of dealer", "right of dealer")),
            "over": self.one(("false", "false", *OVER)),
            "best": self.one(("highest", "lowest")),
            "ties": self.one(("shared", "another_round")),
        }
        if self.often(0.6):
            match["out"] = self.one(OUT)
        if self.often(0.5):
            match["tie_break"] = self.one(TIE_BREAKS)
        return match

    def spec(self) -> Part:
        melds = self.melds()
        found: Part = {
            "rummy": 1,
            "title": "Small offers",
            "about": "A small game with openings and offers.",
            "players": "2..4",
            "deck": {
                "packs": self.one(("1", "2", "2 if players > 2 else 1")),
                "ranks": self.one(("A 2 3 4 5 6", "A 2 3 4 5 6 7 8")),
                "suits": {letter: SUITS[letter] for letter in "SH"},
                "points": {"A": 1, "2..6": "pips"},
            },
            "zones": ZONES,
            "melds": melds,
            "openings": {"contract": self.opening(melds)},
            "variables": VARIABLES,
            "setup": {
                "deal": {"auto": [{"deal": self.one(DEALT)}, {"move": "stock", "to": "pile"}]}
            },
            "order": {
                "starter": "left of dealer",
                "turns": self.one(("clockwise", "counter_clockwise")),
            },
            "turn": self.turn(),
        }
        if self.often(0.7):
            found["events"] = {"out": {"when": "count(hand) == 0", "do": {"end": "round"}}}
        found["score"] = {"round": self.one(SCORES)}
        found["match"] = self.match()
        found["limits"] = {"rounds": self.one((1, 3, 5)), "turns": self.one((2, 3))}
        return found


def offer_of(number: int) -> Offer:
    """A small variant and its number of players: each number has its own."""
    maker = Maker(number)
    players = maker.one((2, 3, 3, 4))
    spec = json.loads(json.dumps(maker.spec()))  # parts used twice would become anchors
    return Offer(text_of(spec), players)
