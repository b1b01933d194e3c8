"""Whole variants as YAML text, small, odd and valid by construction.

A deck has at most 24 faces and a hand stays small, so that the naive engine can
play what comes out. What legality depends on is never read from hidden cards,
and nothing in a turn can go on for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

import yaml
from hypothesis import strategies as st

T = TypeVar("T")

RANKS = ("A", "2", "3", "4", "5", "6")
SUITS = {
    "S": {"name": "spades", "colour": "black"},
    "H": {"name": "hearts", "colour": "red"},
    "D": {"name": "diamonds", "colour": "red"},
    "C": {"name": "clubs", "colour": "black"},
}
ZONES: dict[str, dict[str, Any]] = {
    "stock": {"of": "table", "pile": True, "seen_by": "nobody"},
    "pile": {"of": "table", "pile": True, "seen_by": "top"},
    "hand": {"of": "player", "seen_by": "owner"},
}
KINDS = ("alpha", "beta", "gamma")

ANCHORS = (
    "same(rank)",
    "same(rank)",
    "same(suit) and sequence(rank)",
    "same(suit) and sequence(rank)",
    "same(colour) and sequence(rank)",
    "sequence(rank)",
    "same(suit) and sequence(rank, other)",
    "same(suit) and ranks == {A, 3, 4}",
    "same(colour) and ranks == {A, 2, 4}",
    "same(suit)",
    "same(rank) or (same(suit) and sequence(rank))",
    "points(cards) >= 6",
)
IDENTITIES = (
    "distinct(suit)",
    "variety(suit) >= 2",
    "distinct(rank)",
    "not same(suit)",
    "all(rank != A)",
    "count(rank == A) <= 1",
    "(distinct(suit) if size <= 3 else variety(suit) >= 2)",
    "(same(colour) if any(rank == 3) else true)",
)
WILD_RULES = (
    "count(natural) >= 2",
    "count(wild) <= 1",
    "count(wild) < count(natural)",
    "any(natural)",
    "not all(wild)",
)
SIZES = ("2", "2..3", "3", "2..3", "2..4", "2..4", "3..4", "3..5", "3..", "2..players + 1")
LAYS = (
    "10",
    "10 * size",
    "sum(10 * n for n in 2..size)",
    "points(cards)",
    "size * size",
    "-3",
    "7 if any(wild) else 12",
)
ADDS = ("10 * size", "10", "size % 3", "points(cards)", "9 if card.rank == A else 2", "-2")
FILTERS = (
    "rank != A",
    "natural",
    "suit != S",
    "points <= 3",
    "rank == A or rank == 2",
    "card not in taken",
    "not fits(card)",
)
ENDINGS = ("turn", "round", "match")


class Maker:
    """Draws the parts of a variant; what is declared so far decides what comes next."""

    def __init__(self, pick: Callable[[int], int]) -> None:
        self.pick = pick
        """Chooses a number below the one given."""
        self.wild = False
        self.special = False
        self.zones: dict[str, dict[str, Any]] = {}
        self.variables: dict[str, dict[str, Any]] = {}
        self.kinds: dict[str, dict[str, Any]] = {}
        self.players = (2, 2)

    def one(self, values: Sequence[T]) -> T:
        """One of these; the first is the simplest."""
        return values[self.pick(len(values))]

    def chance(self, most: int = 1) -> bool:
        """True once in ``most`` + 1 times."""
        return self.pick(most + 1) == most

    # --- cards and melds -----------------------------------------------------

    def deck(self) -> dict[str, Any]:
        suits = self.one(("SH", "SHD", "SHDC"))
        ranks = RANKS[: 4 + self.pick(min(6, 23 // len(suits)) - 3)]
        run = " ".join(ranks)
        gap = " ".join((*ranks[:2], *ranks[3:]))
        lines = (run, f"{run} A", f"{run} around", gap, " ".join((*ranks[1:], "A")))
        deck: dict[str, Any] = {
            "packs": self.one((1, 2)),
            "ranks": run,
            "suits": {letter: SUITS[letter] for letter in suits},
            "lines": {"run": self.one(lines), "other": self.one(lines[::-1])},
            "points": {"A": self.one(("1", "6", "-2")), f"2..{ranks[-1]}": "pips"},
        }
        kind = self.one(("none", "joker", "two", "plain", "both"))
        if kind in ("joker", "plain", "both"):
            deck["jokers"] = self.one((1, 2))
            deck["points"]["joker"] = self.one(("5", "0"))
        wilds = {}
        if kind in ("joker", "both"):
            wilds["joker"] = {"cards": "joker"}
        if kind in ("two", "both"):
            deck["packs"] = 1
            stands = self.one(("rank != 2", "rank in {A, 3}", "suit == wild_face.suit"))
            wilds["two"] = {"cards": "rank == 2", "stands_for": stands}
            if self.chance():
                wilds["two"]["natural"] = True
        if self.chance(4):
            deck["extra"] = {"skip": self.one(("2", "players"))}
            deck["points"]["skip"] = self.one(("4", "-1"))
            self.special = True
            if self.chance(2):  # a special card may be wild, too
                wilds["skip"] = {"cards": "card == SKIP"}
        if wilds:
            self.wild = True
            deck["wilds"] = wilds
        if self.chance(5):
            deck["without"] = "rank == 3 and suit == H"
        return deck

    def melds(self) -> dict[str, Any]:
        names = KINDS[: 1 + self.pick(3)]
        for name in names:
            clauses = [self.one(ANCHORS)]
            if self.chance():
                clauses.append(self.one(IDENTITIES))
            if self.wild and self.chance():
                clauses.append(self.one(WILD_RULES))
            if len(clauses) > 1:
                clauses = [f"({c})" if " or " in c else c for c in clauses]
            kind: dict[str, Any] = {"size": self.one(SIZES), "valid": " and ".join(clauses)}
            if "ranks ==" in clauses[0]:
                kind["size"] = self.one(("3", "3..4"))
            elif clauses[0] in ("same(suit)", "points(cards) >= 6"):
                kind["size"] = self.one(("3", "2..3"))
            if self.chance(2) is False:
                kind["lay"] = self.one(LAYS)
                kind["add"] = self.one(ADDS)
            if self.chance(4):
                kind["closed"] = True
            elif self.chance(2):
                kind["grows_into"] = self.one((names[-1], list(names)))
            self.kinds[name] = kind
        if len(names) > 1 and self.chance(2):
            # as a pair becomes a set: the same of another size
            first, second = self.kinds[names[0]], self.kinds[names[1]]
            first.update(size="2", closed=False, grows_into=names[1])
            second.update(size="3..4", valid=first["valid"])
        return self.kinds

    # --- effects and moves -----------------------------------------------------

    def everyones(self) -> list[str]:
        """Zones of the table and of players to which cards may go."""
        found = [name for name in self.zones if name not in ("stock", "hand")]
        return [
            f"{name} of {self.one(('me', 'left', 'right'))}"
            if self.zones[name].get("of") == "player"
            else name
            for name in found
        ]

    def setting(self) -> dict[str, Any] | None:
        """An effect that sets a variable."""
        if not self.variables:
            return None
        name = self.one(list(self.variables))
        variable = self.variables[name]
        truth = variable["start"] in ("true", "false")
        value = (
            self.one(("true", "false", f"not {name}"))
            if truth
            else self.one((f"{name} + 1", "count(hand)", "7", f"2 * {name}"))
        )
        effect: dict[str, Any] = {"set": {name: value}}
        if variable["of"] == "player" and self.chance(2):
            effect["of"] = self.one(("left", "dealer"))
        return effect

    def effects(self, ending: bool = True) -> list[dict[str, Any]]:
        """One or two effects that may stand anywhere."""
        found = []
        setting = self.setting()
        if setting is not None:
            if self.chance(3):
                setting["each"] = self.one(("everyone", "others"))
            found.append(setting)
        if self.chance(4):
            earning: dict[str, Any] = {"earn": self.one((-5, "count(hand)", "2 * turns"))}
            earning |= self.one(({}, {"of": "left"}, {"each": "others"}))
            found.append(earning)
        if self.chance(2):
            found.append({"move": "stock", "to": self.one(("pile", "hand of left"))})
        if ending and self.chance(3):
            found.append({"end": self.one(ENDINGS), "when": self.condition()})
        if not found:
            found.append({"move": "stock", "to": "pile"})
        return found

    def condition(self) -> str:
        """A truth that everybody can know."""
        options = [
            "count(hand) <= 2",
            "count(melds) >= 2",
            "count(stock) < 4",
            "earned >= 20",
            "turns == 0",
            "count(hand of left) > count(hand)",
            "any(owner == me for melds)",
            "me == dealer",
            "players == 2",
        ]
        for name, variable in self.variables.items():
            options.append(name if variable["start"] in ("true", "false") else f"{name} < 3")
        return self.one(options)

    def move_from_hand(self, targets: Sequence[str]) -> dict[str, Any]:
        """A card is given or thrown away."""
        move: dict[str, Any] = {"move": "hand", "to": self.one(targets)}
        if self.chance(3):
            move["cards"] = self.one(FILTERS)
        if self.chance(5):
            move["count"] = self.one((2, "all", "1 + count(hand) % 2"))
        return move

    def lay(self) -> dict[str, Any]:
        move: dict[str, Any] = {"lay": self.one(("all", next(iter(self.kinds))))}
        if self.chance(4):
            move["where"] = self.one(("size >= 3", "not any(rank == A)", "points(cards) >= 5"))
        if self.chance(3):
            setting = self.setting()
            if setting is not None:
                move["do"] = setting
        return move

    def lay_off(self) -> dict[str, Any]:
        return {
            "lay_off": self.one(
                ("true", "owner == me", "size <= 3", f"kind == {next(iter(self.kinds))}")
            )
        }

    def swap(self) -> dict[str, Any]:
        """A natural card takes the place of a wild one."""
        move: dict[str, Any] = {"swap": self.one(("true", "owner == me", "size <= 3"))}
        if self.chance(1):
            move["wild_goes"] = "end"
        if self.chance(3):
            move["cards"] = self.one(("joker", "rank == 2 or card == JOK", "points > 0"))
        if self.chance(3):
            setting = self.setting()
            if setting is not None:
                move["do"] = setting
        return move

    def naming(self, targets: Sequence[str]) -> dict[str, Any]:
        """A move that names a player, to whom something happens."""
        move = self.one(
            (
                {"move": "hand", "to": "hand of whom"},
                {"move": "hand", "to": "pile", "do": {"earn": -3, "of": "whom"}},
                {"move": "stock", "to": "hand of whom"},
                {"say": True, "do": {"move": "stock", "to": "hand of whom"}},
            )
        )
        move = dict(move)
        move["whom"] = self.one(
            ("others", "everyone", "(p in everyone where count(hand of p) > 1)")
        )
        if move.get("move") == "hand":
            if self.special and self.chance(2) is False:
                move["cards"] = "card == SKIP"
            elif self.chance(3):
                move["cards"] = self.one(("rank == A", "card not in hand of me or whom == left"))
        return move

    def common(self, step: dict[str, Any]) -> dict[str, Any]:
        """What any step may have."""
        if self.chance(5):
            step["when"] = self.condition()
        return step

    # --- the steps of a turn -----------------------------------------------------

    def draw_step(self) -> dict[str, Any]:
        way = self.one(("auto", "choose", "many", "waiting"))
        if way == "auto" or (way == "waiting" and "waiting" not in self.zones):
            return {"auto": {"move": "stock", "to": "hand", "count": self.one((1, 2))}}
        if way == "waiting":
            return {"auto": {"move": "waiting", "to": "hand", "count": "all"}}
        take: dict[str, Any] = {"move": "pile", "to": "hand"}
        if way == "many":
            take["count"] = self.one(("all", "min(2, count(pile))"))
        took = [n for n, v in self.variables.items() if v["start"] == "false"]
        if took:
            take["do"] = {"set": {took[0]: "true"}}
        if self.chance(3):
            take["when"] = self.one(("turns > 0", "count(hand) <= 3", "turns < 2"))
        step: dict[str, Any] = {
            "choose": {"draw": {"move": "stock", "to": "hand"}, "take": take},
        }
        if self.chance(2):
            step["optional"] = True
        return step

    def play_step(self, targets: Sequence[str]) -> dict[str, Any]:
        moves: dict[str, Any] = {"meld": self.lay()}
        step: dict[str, Any]
        if not self.chance(3):
            moves["add"] = self.lay_off()
        if self.wild and self.chance():
            moves["swap"] = self.swap()
        if self.chance(3):
            moves["shed"] = {"move": "hand", "to": self.one(targets), "cards": self.one(FILTERS)}
        if self.chance(4):
            moves["meld"]["then"] = {"after": self.then_step(targets)}
        if self.chance(2):
            step = {"choose": moves}
            if self.chance(4):
                moves["name"] = self.naming(targets)
            if not self.chance(3):
                step["optional"] = True
        else:
            step = {"repeat": moves}
            if self.chance(4):
                moves["speak"] = {"say": True, "do": self.effects()}
                step["at_most"] = self.one((2, 3))
            elif self.chance(3):
                step["at_most"] = self.one((2, 1, "1 + count(melds)"))
            if self.chance(4):
                step["at_least"] = self.one((1, 2, "1 if turns == 0 else 0"))
        if self.chance(5):
            step["must"] = {"step_duty": self.one(("count(hand) >= 1", "points(hand) <= 12"))}
        return self.common(step)

    def then_step(self, targets: Sequence[str]) -> dict[str, Any]:
        way = self.one(("auto", "move", "say"))
        if way == "auto":
            return {"auto": {"move": "stock", "to": "hand"}}
        if way == "say":
            return {"say": True, "do": self.effects()}
        step = {"move": "hand", "to": self.one(targets), "when": "count(hand) > 0"}
        if self.chance():
            step["optional"] = True
        return step

    def other_step(self, targets: Sequence[str]) -> dict[str, Any]:
        way = self.one(("knock", "effects", "row"))
        if way == "knock":
            knock: dict[str, Any] = {"say": True, "do": {"end": self.one(ENDINGS)}}
            knock["when"] = self.one(
                ("turns > 0", "points(hand) <= 8", "deadwood(hand) <= 4", "earned > 0")
            )
            return {"choose": {"knock": knock, "wait": {"say": True}}}
        if way == "row" and "row" in self.zones:
            return {"optional": True, "choose": {"pick": {"move": "row", "to": "hand"}}}
        return {"when": self.condition(), "auto": self.effects()}

    def last_step(self, targets: Sequence[str]) -> dict[str, Any]:
        step = self.move_from_hand(targets)
        if self.chance(5):
            step = self.naming(targets)
        if not self.chance(4):
            step["when"] = "count(hand) > 0"
        if self.chance(4):
            step["optional"] = True
        return step

    def turn(self) -> dict[str, Any]:
        targets = self.everyones()
        steps: dict[str, Any] = {}
        if self.chance(2):
            steps["refill"] = {
                "when": "count(stock) == 0",
                "auto": [
                    {"turn_over": "pile", "onto": "stock", "keep": 1},
                    {"shuffle": "stock"},
                ],
            }
        steps["draw_step"] = self.draw_step()
        if self.chance(3):
            steps["extra"] = self.other_step(targets)
        steps["play"] = self.play_step(targets)
        if self.chance(3):
            steps["late"] = self.other_step(targets)
        if not self.chance(4):
            steps["throw"] = self.last_step(targets)
        turn: dict[str, Any] = {"steps": steps}
        if self.chance(2):
            turn["must"] = {"duty": self.duty()}
        elif self.chance(3):
            # a choice of another player: the last thing, so that no duty hangs on it
            steps["other"] = {
                "by": self.one(("left", "right", "dealer")),
                "choose": {
                    "give": {"move": "hand", "to": self.one(("pile", *targets))},
                    "keep": {"say": True},
                },
                "optional": True,
            }
        return turn

    def duty(self) -> str:
        options = [
            "points(hand) <= 10",
            "count(hand) >= 1",
            "count(taken) <= 1 or any(owner == me for melds)",
            "all(c not in hand for c in taken) or count(taken) == 0",
            "count(hand where rank == A) <= 1",
        ]
        if len(self.kinds) == 1:  # the naive engine tries all sets of melds
            options.append("deadwood(hand) <= 9")
        for name, variable in self.variables.items():
            if variable["start"] == "false":
                options.append(f"not {name} or not any(c in taken for c in hand)")
                options.append(f"not {name} or points(hand) <= 8")
        return self.one(options)

    # --- around the turn -----------------------------------------------------

    def setup(self, dealt: int) -> dict[str, Any]:
        steps: dict[str, Any] = {"deal": {"auto": {"deal": dealt}}}
        if not self.chance(3):
            steps["turn_up"] = {"auto": {"move": "stock", "to": "pile"}}
        if self.chance(3):
            steps["burn"] = {"auto": {"move": "stock", "to": "pile", "count": "count(stock) - 4"}}
        if "row" in self.zones:
            steps["lay_out"] = {"auto": {"move": "stock", "to": "row", "count": 2}}
        if self.chance(5):
            steps["give"] = {"by": "left of dealer", "move": "hand", "to": "pile"}
        return steps

    def events(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if not self.chance(4):
            found["out"] = {"when": "count(hand) == 0", "do": {"end": "round"}}
        if self.chance():
            found["stock_out"] = {
                "at": "turn_end",
                "when": "count(stock) == 0",
                "do": {"end": self.one(("round", "match"))},
            }
        if self.chance(3):
            late = self.setting() or {"end": "match"}
            if "set" in late and self.chance(2):
                late["each"] = "everyone"
            found["later"] = {"at": "counted", "when": self.condition(), "do": late}
        if self.chance(3):
            found["some"] = {
                "at": self.one(("action", "turn_start", "turn_end", "round_start")),
                "when": self.condition(),
                "do": self.effects(),
            }
        return found

    def declare(self) -> None:
        self.zones = dict(ZONES)
        more = {
            "shown": {"of": "player", "seen_by": "all"},
            "waiting": {"of": "player", "seen_by": "nobody"},
            "row": {"of": "table", "seen_by": "all"},
            "heap": {"of": "player", "pile": True, "seen_by": self.one(("all", "nobody"))},
        }
        for name, zone in more.items():
            if self.chance(2):
                self.zones[name] = zone
        for name, start in (("flag", "false"), ("tally", "0"), ("mark", "3")):
            if self.chance():
                self.variables[name] = {
                    "of": self.one(("table", "player")),
                    "per": self.one(("turn", "round", "match")),
                    "start": start,
                }

    def spec(self) -> dict[str, Any]:
        self.players = self.one(((2, 2), (2, 3), (3, 4)))
        low, high = self.players
        deck = self.deck()
        self.declare()
        cards = len(deck["ranks"].split()) * len(deck["suits"]) * deck["packs"]
        dealt = min(2 + self.pick(3), (cards - 4) // high)
        scores = (
            "earned - points(hand)",
            "earned",
            "points(hand)",
            "earned - most_points(hand).points",
            "least_cost(hand, 5).points - deadwood(hand)",
            "sum(points(hand of p) for p in others) if count(hand) == 0 else 0",
        )
        overs = ("false", "rounds_played >= 2", "any(total of p >= 15 for p in everyone)", "true")
        firsts = ({"seat": 1}, {"draw": "highest"}, {"draw": "lowest", "line": "other"})
        found: dict[str, Any] = {
            "rummy": 1,
            "title": "Small",
            "about": "A small game.",
            "players": f"{low}..{high}",
            "deck": deck,
            "zones": self.zones,
            "melds": self.melds(),
        }
        if self.variables:
            found["variables"] = self.variables
        found["setup"] = self.setup(dealt)
        found["order"] = {
            "starter": self.one(("left of dealer", "dealer", "seat(round)")),
            "turns": self.one(("clockwise", "counter_clockwise")),
        }
        if self.chance(4):
            found["order"]["next"] = self.one(
                ("me", "left of left", "left if turns < 2 else right")
            )
        found["turn"] = self.turn()
        events = self.events()
        if events:
            found["events"] = events
        found["score"] = {"round": self.one(scores)}
        found["match"] = {
            "first_dealer": self.one((*firsts, {"random": True})),
            "next_dealer": self.one(("left of dealer", "dealer", "right of starter")),
            "over": self.one(overs),
            "best": self.one(("highest", "lowest")),
            "ties": self.one(("shared", "another_round", "another_round if round < 2 else shared")),
        }
        if self.chance(4):
            found["match"]["final"] = self.one(("10 * rounds_played", "7 if total > 0 else -7"))
        found["limits"] = {"rounds": self.one((1, 2, 3)), "turns": self.one((3, 4, 6))}
        return found


def text_of(spec: dict[str, Any]) -> str:
    """A variant as YAML."""
    text: str = yaml.safe_dump(spec, sort_keys=False, allow_unicode=True, width=1000)
    return text


def spec_of(number: int) -> str:
    """The text of a small variant: each number has one of its own."""
    return text_of(Maker(Random(number).randrange).spec())


@st.composite
def makers(draw: st.DrawFn, shrinks: bool) -> Maker:
    """Where the parts of a variant are drawn from.

    One number decides all, which gives far more different variants than single
    draws do; only single draws, however, lead to a small failing example.
    """
    if shrinks:
        return Maker(lambda below: draw(st.integers(0, below - 1)))
    return Maker(Random(draw(st.integers(0, 2**60))).randrange)


def specs(shrinks: bool = False) -> st.SearchStrategy[str]:
    """The text of a small variant; pass ``shrinks`` while looking for a bug's reason."""
    return makers(shrinks).map(lambda maker: text_of(maker.spec()))


def meld_specs(shrinks: bool = False) -> st.SearchStrategy[str]:
    """The text of a small variant with odd cards and melds and the plainest turn."""
    return makers(shrinks).map(_melds_only)


def _melds_only(maker: Maker) -> str:
    return text_of(
        {
            "rummy": 1,
            "title": "Small",
            "about": "A small game.",
            "players": "2..3",
            "deck": maker.deck(),
            "zones": dict(ZONES),
            "melds": maker.melds(),
            "setup": {"deal": {"auto": {"deal": 1}}},
            "turn": {"steps": {"play": {"repeat": {"meld": {"lay": "all"}}}}},
            "score": {"round": "earned"},
            "match": {"over": "true"},
        }
    )
