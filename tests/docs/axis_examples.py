"""Ways to say what no shipped file says, by axis: each is an overlay that can be played.

They stand behind the last chapter of ``docs/spec-language.md``; ``test_axes.py`` checks them.
Their base is ``examples/three_and_out.yaml`` or a shipped variant.
"""

from __future__ import annotations

EXAMPLES: dict[str, str] = {
    "wild.limit": """
extends: burraco
title: No two wild cards side by side
define:
  between(w, v): count(c in cards where c.rank in w.rank..v.rank)
melds:
  run:
    valid: >-
      same(suit) and sequence(rank) and not any(
      any(v.wild and between(w, v) == 2 for v in cards) for w in cards where w.wild)
examples:
  two wild cards with a card between them:
    accepts: {run: [JOK(7H) 8H JOK(9H) 10H]}
    refuses: {run: [7H JOK(8H) JOK(9H) 10H, JOK(7H) JOK(8H) 9H 10H]}
""",
    "score.stakes": """
extends: three_and_out
title: A pot into which everybody pays
remove: deck
variables:
  pot: {of: table, per: match, start: 0}
events:
  ante:
    at: round_start
    when: true
    do:
      - {earn: -1, each: everyone}
      - {set: {pot: pot + players}}
  out:
    do:
      - {earn: pot}
      - {set: {pot: 0}}
      - {end: round}
score:
  round: earned
""",
    "open.draw_lock": """
extends: three_and_out
title: The discards are for those who have opened
turn:
  steps:
    draw:
      choose:
        take: {when: any(m.owner == me for m in melds)}
examples:
  only who has a meld may take a discard:
    players: 2
    given: {hand: {1: 7S KH, 2: 9S}, pile: 2D, step: draw}
    legal: draw
    illegal: take
""",
    "turn.ccw": """
extends: three_and_out
title: The other way round
order: {starter: right of dealer, turns: counter_clockwise}
match: {next_dealer: right of dealer}
""",
    "meld.no_sets": """
extends: three_and_out
title: Runs only
remove: melds.set
examples:
  a run:
    accepts: {run: [5S 6S 7S]}
    refuses: {run: [7S 7H 7D]}
""",
    "wild.all_wild": """
extends: burraco
title: Three to seven wild cards are a meld of 500
melds:
  wild_set: {name: wild cards, size: 3..7, valid: same(rank) and all(wild)}
define:
  bonus(m): 500 if m.kind == wild_set else base
examples:
  three wild cards of one rank, and none that is not wild:
    accepts: {wild_set: [JOK(7) JOK(7) 2S(7)]}
    refuses: {wild_set: [JOK(7) JOK(7) 7S, JOK(7) JOK(7) 2S(8)]}
""",
    "deck.extra_first": """
extends: three_and_out
title: The first player has a card more and throws before drawing
setup:
  deal: {auto: {deal: 8 if me == starter else 7}}
turn:
  steps:
    draw: {when: turns > 0 or me != starter}
examples:
  the first player throws first:
    players: 2
    given: {hand: {1: 7S KH}, turn: 1, dealer: 2}
    legal: [discard KH]
    illegal: [draw]
""",
    "score.negative_bonus": """
extends: bing
title: Exactly 75 is nothing
score:
  round: points(hand) if total + points(hand) != 75 else -total
examples:
  exactly 75:
    given: {step: more, melding: true, opened: {1: true}, total: {2: 60}, hand: {1: 10H, 2: 5H JC},
        melds: [run 7H 8H 9H by 1]}
    play: [add 10H to m1]
    check: [counted of seat(2) == -60]
""",
    "open.routes": """
extends: shanghai
title: The contract, or one long run and a card from the stock
openings:
  long_run: {needs: {run: 8}}
turn:
  steps:
    lay:
      repeat:
        open_long:
          when: not down
          open: long_run
          do:
            - {set: {down: true, laid_now: true}}
            - {move: stock, to: hand}
""",
    "draw.exchange": """
extends: three_and_out
title: Three cards to the left before the first turn
zones:
  passed: {of: player, seen_by: nobody}
setup:
  exchange:
    ask: everyone
    choose:
      pass: {move: hand, to: passed of left, count: 3}
  pick_up: {auto: {move: passed, to: hand, count: all, each: everyone}}
""",
    "disc.rank_ban": """
extends: three_and_out
title: No ace is thrown in the first three turns
turn:
  steps:
    discard: {cards: rank != A or turns >= 3 or all(rank == A for hand)}
examples:
  an ace stays in hand at first:
    given: {hand: {1: AS 7H}, step: discard}
    legal: [discard 7H]
    illegal: [discard AS]
""",
    "score.during_pay": """
extends: three_and_out
title: A run is paid for at once
turn:
  steps:
    play:
      repeat:
        pay_run:
          lay: run
          do:
            - {earn: 2 * count(others)}
            - {earn: -2, each: others}
        meld: {lay: set}
score:
  round: earned + base
""",
    "draw.discard_first": """
extends: three_and_out
title: Throw a card, then draw
turn:
  steps:
    throw: {before: draw, move: hand, to: thrown}
    put_on_pile: {auto: {move: thrown, to: pile, count: all}}
zones:
  thrown: {seen_by: all}
remove: turn.steps.discard
examples:
  the card thrown lies on the pile only after the draw:
    given: {hand: {1: 5S 7H}, pile: 9D, step: throw}
    play: [throw 5S]
    legal: [draw, take]
""",
    "disc.multi": """
extends: three_and_out
title: One or two cards are thrown
turn:
  steps:
    discard: {count: 1..2}
examples:
  two cards at once, but not three:
    given: {hand: {1: 5S 7H 9D JC}, step: discard}
    legal: [discard 5S, discard 5S JC]
    illegal: [discard 5S 7H 9D]
""",
    "fin.challenge": """
extends: three_and_out
title: Who calls may be fought
variables:
  called: {of: player, start: false}
  fights: {of: player, start: false}
define:
  low: min(points(hand of p) for p in everyone where called of p or fights of p)
turn:
  steps:
    call:
      before: draw
      choose:
        call:
          say: true
          do: {set: {called: true}}
          then:
            answer:
              ask: others
              choose:
                fight: {say: true, do: {set: {fights: true}}}
                fold: {say: true}
            settle: {auto: {end: round}}
        play_on: {say: true}
score:
  round: >-
    base if not any(called of p for p in everyone)
    else 10 if (called or fights) and points(hand) == low else -5
examples:
  who calls with the lower count beats who fights:
    players: 2
    given: {hand: {1: AS 2S, 2: KH}, step: call}
    play: [call, "2: fight"]
    check: [counted of seat(1) == 10, counted of seat(2) == -5]
""",
    "disc.none": """
extends: three_and_out
title: Nobody throws a card
remove: turn.steps.discard
""",
    "meld.merge": """
extends: burraco
title: Melds of one's side laid together
turn:
  steps:
    play:
      repeat:
        join: {rebuild: owner in us}
examples:
  the seven of spades joins two runs:
    players: 2
    given: {hand: {1: 7S KH KD, 2: 9S}, melds: [run 4S 5S 6S by 1, run 8S 9S 10S by 1], step: play}
    play: [join, join 7S, done run 4S 5S 6S 7S 8S 9S 10S]
    check: [count(melds) == 1, any(m.size == 7 for m in melds)]
""",
    "table.steal": """
extends: three_and_out
title: Who has a card for it takes over the melds of others
turn:
  steps:
    play:
      repeat:
        take_over: {rebuild: owner != me}
examples:
  the set is laid anew by who brings the fourth seven:
    players: 2
    given: {hand: {1: 7C KH, 2: 9S}, melds: [set 7H 7D 7S by 2], step: play}
    play: [take_over, take_over 7C, done]
    check: [all(m.owner == seat(1) for m in melds), count(melds) == 1]
""",
    "wild.turned": """
extends: indian
title: Wild are the cards of the same suit next above the card turned up
deck:
  wilds:
    turned:
      cards: >-
        any(c.suit == suit and (count(c.rank..rank) == 2 or c.rank == K and rank == A)
        for c in turned_up)
examples:
  the six of hearts is wild after the five:
    given: {turned_up: 5H}
    accepts: {set: [7S 7D 6H(7C)], run: [2S 3S 6H(4S)]}
    refuses: {set: [7S 7D 5H(7C), 7S 7D 6S(7C), 7S 7D 7H(7C)]}
  the ace of hearts is wild after the king:
    given: {turned_up: KH}
    accepts: {set: [7S 7D AH(7C)]}
    refuses: {set: [7S 7D KH(7C), 7S 7D QH(7C), 7S 7D AS(7C)]}
""",
}
