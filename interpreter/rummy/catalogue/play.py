"""Codes about play: the deal, the turn, the end of rounds and matches."""

from __future__ import annotations

from rummy.diagnostics import Entry

DEAL: tuple[Entry, ...] = (
    Entry(
        "P501",
        "too-few-cards",
        "error",
        "The pack has too few cards for the deal",
        "For every number of players and every option the pack must have the cards that the setup "
        "deals and turns up.",
        "setup:\n  deal: {auto: {deal: 14}}",
        "setup:\n  deal: {auto: {deal: 10}}",
    ),
    Entry(
        "P502",
        "nothing-to-draw",
        "warning",
        "Nothing is left to draw after the deal",
        "The first player would draw from an empty stock.",
        "setup:\n  turn_up: {auto: {move: stock, to: pile, count: all}}",
        "setup:\n  turn_up: {auto: {move: stock, to: pile, count: 1}}",
    ),
)

REACH: tuple[Entry, ...] = (
    Entry(
        "P503",
        "step-never-reached",
        "warning",
        "A step that no game comes to",
        "Its `when` is false for every number of players and every choice of options, however "
        "the cards lie.",
        "turn:\n  steps:\n    extra: {when: players > 4, auto: {move: stock, to: hand}}",
        "turn:\n  steps:\n    extra: {when: players > 3, auto: {move: stock, to: hand}}",
    ),
    Entry(
        "P504",
        "move-never-offered",
        "warning",
        "A move that nobody can ever make",
        "Its `when` is false for every number of players and every choice of options, or the step "
        "allows no move at all.",
        "turn: {steps: {draw: {choose: {take: {when: players > 4}}}}}",
        "turn: {steps: {draw: {choose: {take: {when: players > 3}}}}}",
    ),
    Entry(
        "P505",
        "never-happens",
        "warning",
        "An event, effect or opening that never happens",
        "Its condition is false for every number of players and every choice of options, however "
        "the cards lie.",
        "events:\n  early: {when: round == 0, do: {end: round}}",
        "events:\n  early: {when: round == 1 and turns == 5, do: {end: round}}",
    ),
    Entry(
        "P506",
        "empty-turn",
        "warning",
        "Nothing can happen in a turn",
        "The turn has no step that is ever reached and moves a card or changes anything.",
        "turn:\n"
        "  steps:\n"
        "    draw: {when: players > 4}\n"
        "    play: {when: players > 4}\n"
        "    discard: {when: players > 4}",
        "turn:\n"
        "  steps:\n"
        "    draw: {when: true}\n"
        "    play: {when: players > 3}\n"
        "    discard: {when: players > 3}",
    ),
)

ENDINGS: tuple[Entry, ...] = (
    Entry(
        "P507",
        "round-without-end",
        "note",
        "Only the limit of turns ends a round",
        "No step and no event ends the round, so that it goes on until everybody has had 1,000 "
        "turns. If that is meant, say how many under `limits`.",
        "events: {}",
        "events: {out: {when: count(hand) == 0, do: {end: round}}}",
    ),
    Entry(
        "P508",
        "match-without-end",
        "note",
        "Only the limit of rounds ends the match",
        "The condition under `over` never holds, so that the match ends after 10,000 rounds. If "
        "there is a fixed number of rounds, say it under `limits` or in `over`.",
        "match: {over: false}",
        "match: {over: round == 10}",
    ),
    Entry(
        "P509",
        "stock-runs-out",
        "note",
        "Nothing is said about an empty stock",
        "Cards are drawn from the stock, but no rule ends the round or makes a new stock when it "
        "is empty. A draw that is not possible ends the turn.",
        "events: {no_stock: {when: count(hand) == 8}}",
        "events: {no_stock: {when: count(stock) == 0}}",
    ),
)

ALTERNATIVES: tuple[Entry, ...] = (
    Entry(
        "P514",
        "alternative-never-taken",
        "warning",
        "An alternative that is never taken",
        "The condition of `... if ... else ...` comes to the same for every number of players, "
        "every choice of options and every size that a meld can have, or it was asked before.",
        "melds: {run: {lay: 5 if size == 2 else 10}}",
        "melds: {run: {lay: 5 if size == 3 else 10}}",
    ),
)

OTHERS: tuple[Entry, ...] = (
    Entry(
        "P510",
        "duty-hangs-on-others",
        "warning",
        "What others choose decides whether a duty can be kept",
        "A player keeps duties by looking ahead, and cannot see what another player will choose "
        "before the end of the turn. Moves are refused as soon as some answer could spoil it.",
        "variables: {called: {start: false}}\n"
        "turn:\n"
        "  must: {silence: not called}\n"
        "  steps:\n"
        "    calling:\n"
        "      ask: others\n"
        "      choose:\n"
        "        call: {say: true, do: {set: {called: true}}}\n"
        "        let_it_be: {say: true}",
        "variables: {called: {start: false}}\n"
        "events: {caught: {when: called, do: {end: round}}}\n"
        "turn:\n"
        "  steps:\n"
        "    calling:\n"
        "      ask: others\n"
        "      choose:\n"
        "        call: {say: true, do: {set: {called: true}}}\n"
        "        let_it_be: {say: true}",
    ),
    Entry(
        "P511",
        "unseen-cards",
        "error",
        "A rule of play looks at cards that the player cannot see",
        "What a player may do would give away cards of others, or of the stock. Conditions of "
        "steps, moves, duties and events after an action may look only at what the player sees; "
        "how many cards lie somewhere is known to all. In the count everything may be read.",
        "turn: {must: {fair: points(hand of left) <= 50}}",
        "turn: {must: {fair: count(hand of left) <= 50}}",
    ),
    Entry(
        "P512",
        "questions-too-deep",
        "error",
        "A question inside a question inside a question",
        "While somebody is asked, the answer may lead to one more question to others, but to no "
        "third: nobody at the table could follow.",
        "turn:\n"
        "  steps:\n"
        "    first:\n"
        "      ask: others\n"
        "      choose:\n"
        "        one:\n"
        "          move: pile\n"
        "          to: hand\n"
        "          then:\n"
        "            second:\n"
        "              ask: others\n"
        "              choose:\n"
        "                two:\n"
        "                  move: pile\n"
        "                  to: hand\n"
        "                  then:\n"
        "                    third:\n"
        "                      ask: others\n"
        "                      choose: {three: {move: pile, to: hand}}",
        "turn:\n"
        "  steps:\n"
        "    first:\n"
        "      ask: others\n"
        "      choose:\n"
        "        one:\n"
        "          move: pile\n"
        "          to: hand\n"
        "          then:\n"
        "            second:\n"
        "              ask: others\n"
        "              choose: {two: {move: pile, to: hand}}",
    ),
    Entry(
        "P520",
        "nobody-named",
        "warning",
        "Something happens to the player named, but no move names one",
        "`whom` is the player whom a move with the key `whom` has named. Where none does, it is "
        "always the player in turn.",
        "turn:\n  steps:\n    play:\n      repeat:\n        give: {move: hand, to: hand of whom}",
        "turn:\n"
        "  steps:\n"
        "    play:\n"
        "      repeat:\n"
        "        give: {move: hand, to: hand of whom, whom: others}",
    ),
    Entry(
        "P521",
        "named-for-nothing",
        "note",
        "A move names a player for nothing",
        "A player is named so that something happens to that player: cards go there, a variable "
        "of the player is set. Nothing looks at `whom`.",
        "turn: {steps: {play: {repeat: {throw: {move: hand, to: pile, whom: others}}}}}",
        "turn: {steps: {play: {repeat: {throw: {move: hand, to: pile}}}}}",
    ),
    Entry(
        "P513",
        "opening-too-large",
        "error",
        "No hand can hold the melds of an opening",
        "The opening needs more cards than are dealt and drawn, and a hand does not grow over the "
        "turns.",
        "variables: {opened: {of: player, start: false}}\n"
        "openings: {contract: {needs: {run: [4, 5]}}}\n"
        "turn:\n"
        "  steps:\n"
        "    play:\n"
        "      repeat:\n"
        "        open: {when: not opened, open: contract, do: {set: {opened: true}}}",
        "variables: {opened: {of: player, start: false}}\n"
        "openings: {contract: {needs: {run: [4, 4]}}}\n"
        "turn:\n"
        "  steps:\n"
        "    play:\n"
        "      repeat:\n"
        "        open: {when: not opened, open: contract, do: {set: {opened: true}}}",
    ),
)

FLOW: tuple[Entry, ...] = (
    Entry(
        "P522",
        "duty-nobody-keeps",
        "warning",
        "A duty that nobody can keep",
        "A duty under `must` says what is true when the step or the turn ends. This one is false "
        "then, whatever is played: it binds nobody, for where a duty cannot be kept every move is "
        "allowed.",
        "turn: {must: {few: count(hand) < 0}}",
        "turn: {must: {few: count(hand) < 9}}",
    ),
    Entry(
        "P523",
        "duty-forbids-nothing",
        "warning",
        "A duty that always holds",
        "Whatever is played, this is true at the end of the turn, so that nothing is forbidden.",
        "turn: {must: {few: count(hand) >= 0}}",
        "turn: {must: {few: count(hand) < 9}}",
    ),
    Entry(
        "P524",
        "no-hand-so",
        "warning",
        "A condition that no hand can meet",
        "How many cards a hand can hold follows from the deal and the draws, and what they count "
        "at most from `deck.points`. This asks for more, or for less, than there can be.",
        "turn:\n  steps:\n    play:\n      repeat: {meld: {when: points(hand) > 900}}",
        "turn:\n  steps:\n    play:\n      repeat: {meld: {when: points(hand) > 9}}",
    ),
    Entry(
        "P525",
        "no-card-passes",
        "warning",
        "A filter that no card passes",
        "`cards` is asked of one card at a time, and one card has one rank and one suit.",
        "turn: {steps: {discard: {cards: rank == A and rank == K}}}",
        "turn: {steps: {discard: {cards: rank == A or rank == K}}}",
    ),
    Entry(
        "P526",
        "every-card-passes",
        "warning",
        "A filter that every card passes",
        "`cards` is asked of one card at a time. This is true of every card of the pack.",
        "turn: {steps: {discard: {cards: rank != A or rank != K}}}",
        "turn: {steps: {discard: {cards: rank != A and rank != K}}}",
    ),
    Entry(
        "P527",
        "turn-without-end",
        "warning",
        "A turn that can go on for ever",
        "In a step with `repeat` the player moves until `done`. A move that changes nothing, or "
        "that another one takes back, can be made without end.",
        "turn: {steps: {play: {repeat: {pass: {say: true}}}}}",
        "turn: {steps: {play: {repeat: {pass: {say: true}}, at_most: 3}}}",
    ),
    Entry(
        "P528",
        "meld-demanded",
        "warning",
        "A step that demands a meld which a hand may not have",
        "Where a choice must be made and nothing can be chosen, the turn ends, and what comes "
        "after it is left out. A meld is mostly something that a player may lay.",
        "turn:\n  steps:\n    meld: {lay: all}\n    throw: {move: hand, to: pile}",
        "turn:\n  steps:\n    meld: {lay: all, optional: true}\n    throw: {move: hand, to: pile}",
    ),
    Entry(
        "P529",
        "tie-not-stated",
        "note",
        "Nothing is said about a tie",
        "When the match is over and several players have the best total, they play another round, "
        "unless `ties: shared` makes all of them winners. The tie rule is better said than guessed.",
        "match:\n  over: round == 10",
        "match:\n  over: round == 10\n  ties: shared",
    ),
)

ENTRIES: tuple[Entry, ...] = DEAL + REACH + ALTERNATIVES + ENDINGS + OTHERS + FLOW
