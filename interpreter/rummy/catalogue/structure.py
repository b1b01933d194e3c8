"""Codes about the shape of a spec: its keys, names and references."""

from __future__ import annotations

from rummy.diagnostics import Entry

KEYS: tuple[Entry, ...] = (
    Entry(
        "S101",
        "unknown-key",
        "error",
        "A key that means nothing here",
        "Every key is known or refused: a misspelt one would otherwise be passed over in silence "
        "and its default used. Mostly it is a slip of the pen, or the line is indented too far or "
        "not far enough.",
        "pair: {size: 2, vald: same(rank)}",
        "pair: {size: 2, valid: same(rank)}",
    ),
    Entry(
        "S102",
        "missing-key",
        "error",
        "A key is missing",
        "Some keys have no default, because no game can do without them or because a guess would "
        "be a guess about the rules.",
        "pair: {size: 2}",
        "pair: {size: 2, valid: same(rank)}",
    ),
    Entry(
        "S103",
        "exactly-one",
        "error",
        "Exactly one of several keys must stand here",
        "A step, a move, an effect, an option and the first dealer are told apart by one key that "
        "says what they do. Several things one after another are several steps or effects.",
        "draw: {auto: {move: stock, to: hand}, lay: all}",
        "draw: {auto: {move: stock, to: hand}}\nmeld: {lay: all}",
    ),
    Entry(
        "S104",
        "wrong-shape",
        "error",
        "A mapping or a list is expected",
        "Under this key stand lines of the form `key: value`, not a single value or a list.",
        "deck: 52",
        "deck: {packs: 1}",
    ),
    Entry(
        "S105",
        "nothing-here",
        "error",
        "Nothing stands under a key",
        "Leave the key out if it is not wanted.",
        "melds:\nscore: {round: earned}",
        "score: {round: earned}",
    ),
    Entry(
        "S106",
        "key-out-of-place",
        "error",
        "A key that goes with another one",
        "Some keys say more about one other key only: `to` about `move`, `where` about `lay`, "
        "`closes` about a step with `ask`.",
        "meld: {lay: all, to: pile}",
        "meld: {lay: all}",
    ),
)

NAMES: tuple[Entry, ...] = (
    Entry(
        "S107",
        "bad-name",
        "error",
        "This is no name",
        "Names have small letters, digits and _, and begin with a letter, so that they can stand "
        "in expressions. A name for people goes under `name`.",
        "melds: {Long Run: {size: 5.., valid: same(suit)}}",
        "melds: {long_run: {name: Long Run, size: 5.., valid: same(suit)}}",
    ),
    Entry(
        "S108",
        "name-twice",
        "error",
        "One name for two things",
        "Options, zones, melds, variables and definitions can all stand in expressions, so no two "
        "of them may share a name.",
        "zones: {shown: {of: player, seen_by: all}}\nvariables: {shown: {start: 0}}",
        "zones: {shown: {of: player, seen_by: all}}\nvariables: {times_shown: {start: 0}}",
    ),
    Entry(
        "S109",
        "reserved-name",
        "error",
        "A word of the language as a name",
        "Words such as `rank`, `left`, `total` or `done` have a meaning of their own.",
        "variables: {total: {start: 0}}",
        "variables: {my_total: {start: 0}}",
    ),
    Entry(
        "S110",
        "zone-missing",
        "error",
        "Every game has a stock and hands",
        "The cards start in the pile `stock`, and each player holds cards in `hand`.",
        "zones: {hand: {of: player, seen_by: owner}}",
        "zones:\n  stock: {pile: true, seen_by: nobody}\n  hand: {of: player, seen_by: owner}",
    ),
    Entry(
        "S111",
        "unknown-reference",
        "error",
        "Something is named that does not exist",
        "Only what the file declares exists: zones, melds, variables, options, steps, rank lines.",
        "pass: {move: hand, to: pille}",
        "pass: {move: hand, to: pile}",
    ),
    Entry(
        "S112",
        "bad-zone",
        "error",
        "This does not say which zone is meant",
        "A zone is named alone (`hand` is then that of the player in turn), or with the player "
        "whose it is: `hand of left`.",
        "pass: {move: hand, to: left hand}",
        "pass: {move: hand, to: hand of left}",
    ),
)

CARDS: tuple[Entry, ...] = (
    Entry(
        "S113",
        "bad-deck",
        "error",
        "Ranks, suits or points that contradict themselves",
        "Each rank, each suit and the points of each rank stand once.",
        "deck: {points: {2..10: pips, 10: 10}}",
        "deck: {points: {2..9: pips, 10: 10}}",
    ),
    Entry(
        "S114",
        "not-known-yet",
        "error",
        "Something of a card that is worked out later",
        "First it is settled which cards there are, then which of them are wild, then what they "
        "count. None of these can look at one that comes later. Where a card that lies open decides "
        "which cards are wild, this is settled when the setup is over; until then nobody can lay "
        "a meld.",
        "wilds: {cheap: {cards: points == 2}}",
        "wilds: {cheap: {cards: rank == 2}}",
    ),
)

PLAY: tuple[Entry, ...] = (
    Entry(
        "S115",
        "always-true",
        "error",
        "This key has no other value than true",
        "Leave the key out, or write `true`.",
        "knock: {say: false}",
        "knock: {say: true}",
    ),
    Entry(
        "S116",
        "effect-would-choose",
        "error",
        "What happens by itself cannot choose a card",
        "The cards of a hand have no order, so taking some of them would be a choice, and choices "
        "are moves of a player. `count: all` takes every card that passes.",
        "aces: {auto: {move: hand, to: shown, cards: rank == A}}",
        "aces: {auto: {move: hand, to: shown, cards: rank == A, count: all}}",
    ),
    Entry(
        "S117",
        "wrong-kind-of-zone",
        "error",
        "A zone or player that does not fit here",
        "Only a pile has a top and a bottom and can be dealt from, shuffled or turned over, only "
        "players can be dealt to, and only variables of players belong to one.",
        "mix: {auto: {shuffle: hand}}",
        "mix: {auto: {shuffle: stock}}",
    ),
    Entry(
        "S118",
        "zone-contradiction",
        "error",
        "A zone that contradicts itself",
        "Only a pile has a top card, only a zone of players has an owner; the stock is a pile of "
        "the table, the hand is of each player and no pile.",
        "pile: {of: table, seen_by: top}",
        "pile: {of: table, pile: true, seen_by: top}",
    ),
    Entry(
        "S119",
        "opening-entry",
        "error",
        "It is not clear which entry of an opening counts",
        "Each entry under `needs` lists the melds that are needed together. With several entries "
        "`which` says the number of the one that counts; with a single one there is nothing to "
        "pick.",
        "contract: {needs: [{run: 4}, {set: 4}]}",
        "contract: {needs: [{run: 4}, {set: 4}], which: round}",
    ),
    Entry(
        "S121",
        "secret-in-a-question",
        "warning",
        "Whether somebody is asked gives away cards",
        "In a step with `ask` a player is asked only if there is something to choose. All at the "
        "table see who is asked, so the guards of these moves should read only what everybody "
        "knows: how many cards somebody holds, but not which.",
        "buy: {when: any(rank == A for hand), move: pile, to: hand}",
        "buy: {when: count(hand) < 14, move: pile, to: hand}",
    ),
)

VERSION: tuple[Entry, ...] = (
    Entry(
        "S120",
        "format-version",
        "error",
        "The file is in another format",
        "`rummy: 1` says which version of the spec format the file is written in. A newer format "
        "needs a newer rummy. The version is a whole number without quotes or points.",
        "rummy: 1.10",
        "rummy: 1",
    ),
)

LIMITS: tuple[Entry, ...] = (
    Entry(
        "L923",
        "too-many-under-a-key",
        "error",
        "More entries than any game needs",
        "A section may have 100 named entries, 8 classes of wild cards, and 1000 examples, sources "
        "or rulings.",
        "melds: with 101 kinds of meld",
        "melds: with the kinds that the game has",
    ),
    Entry(
        "L924",
        "too-much-to-check",
        "error",
        "All expressions together are too large",
        "Definitions are filled in wherever they are used. All expressions of a file together may "
        "then have 20,000 parts; what comes after is not looked at.",
        "a hundred definitions that each use the one before many times",
        "definitions that say a thing once",
    ),
    Entry(
        "L921",
        "too-many-faces",
        "error",
        "Too many different cards",
        "A deck may have 120 different cards, the joker among them.",
        "deck: {ranks: 1 2 3 ... 40}",
        "deck: {ranks: 1 2 3 4 5 6 7 8 9 10 11 12 13}",
    ),
    Entry(
        "L922",
        "impossible-pack",
        "error",
        "A pack with no cards, or with too many",
        "With these players and options the pack has no cards, fewer than none, or more than 2000.",
        "deck: {packs: players - 2}",
        "deck: {packs: 1 if players <= 3 else 2}",
    ),
    Entry(
        "L925",
        "uneven-sides",
        "error",
        "Players who cannot be parted into sides",
        "Each side has as many players as any other, and the first player of each side sits "
        "before the second of any.",
        "players: 2..4\nsides: 2",
        "players: 2..4\nsides: 2 if players == 4 else players",
    ),
)

UNUSED: tuple[Entry, ...] = (
    Entry(
        "S122",
        "unused-definition",
        "warning",
        "Nothing uses a definition",
        "No expression that is used has its name.",
        "define: {many: count(hand) > 12}",
        "define: {many: count(hand) > 12}\nevents: {full: {when: many, do: {end: turn}}}",
    ),
    Entry(
        "S123",
        "unused-zone",
        "warning",
        "A zone that is not used, or always empty",
        "Cards come to a zone by moves, effects and deals. No card ever comes to this one.",
        "zones: {aside: {seen_by: all}}",
        "zones: {aside: {seen_by: all}}\nsetup: {put: {auto: {move: stock, to: aside}}}",
    ),
    Entry(
        "S124",
        "unused-variable",
        "warning",
        "Nothing looks at a variable",
        "A variable that is only set changes nothing in the game.",
        "variables: {ticks: {start: 0}}\n"
        "events: {tick: {at: turn_end, when: true, do: {set: {ticks: ticks + 1}}}}",
        "variables: {ticks: {start: 0}}\n"
        "events:\n"
        "  tick: {at: turn_end, when: true, do: {set: {ticks: ticks + 1}}}\n"
        "  enough: {at: turn_end, when: ticks == 40, do: {end: round}}",
    ),
    Entry(
        "S125",
        "variable-never-set",
        "note",
        "A variable always keeps its start",
        "Variables change by effects `set` alone, and none sets this one.",
        "variables: {ticks: {start: 0}}\n"
        "events: {enough: {at: turn_end, when: ticks == 40, do: {end: round}}}",
        "variables: {ticks: {start: 0}}\n"
        "events:\n"
        "  tick: {at: turn_end, when: true, do: {set: {ticks: ticks + 1}}}\n"
        "  enough: {at: turn_end, when: ticks == 40, do: {end: round}}",
    ),
    Entry(
        "S126",
        "unused-line",
        "warning",
        "Nothing looks at a rank line",
        "A rank line is used by `sequence`, or by the draw for the first deal.",
        "deck: {lines: {draw: 2 3 4 5 6 7 8 9 10 J Q K A}}",
        "deck: {lines: {draw: 2 3 4 5 6 7 8 9 10 J Q K A}}\n"
        "match: {first_dealer: {draw: highest, line: draw}}",
    ),
    Entry(
        "S127",
        "never-laid",
        "warning",
        "A kind of meld or an opening that no move lays",
        "Melds come to the table by moves with `lay` or `open`, and by growing. No move names this "
        "one.",
        "turn: {steps: {play: {repeat: {meld: {lay: run}}}}}",
        "turn: {steps: {play: {repeat: {meld: {lay: [run, set]}}}}}",
    ),
)

ENTRIES: tuple[Entry, ...] = KEYS + NAMES + CARDS + PLAY + VERSION + LIMITS + UNUSED
