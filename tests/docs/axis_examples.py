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
""",
    "wild.all_wild": """
extends: burraco
title: Three to seven wild cards are a meld of 500
melds:
  wild_set: {name: wild cards, size: 3..7, valid: same(rank) and all(wild)}
define:
  bonus(m): 500 if m.kind == wild_set else base
""",
    "deck.extra_first": """
extends: three_and_out
title: The first player has a card more and throws before drawing
setup:
  deal: {auto: {deal: 8 if me == starter else 7}}
turn:
  steps:
    draw: {when: turns > 0 or me != starter}
""",
    "score.negative_bonus": """
extends: bing
title: Exactly 75 is nothing
score:
  round: points(hand) if total + points(hand) != 75 else -total
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
""",
    "disc.multi": """
extends: three_and_out
title: One or two cards are thrown
turn:
  steps:
    discard: {count: 1..2}
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
""",
    "table.steal": """
extends: three_and_out
title: Who has a card for it takes over the melds of others
turn:
  steps:
    play:
      repeat:
        take_over: {rebuild: owner != me}
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
""",
}
