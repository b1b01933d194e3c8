"""What a spec file says, as frozen records: the model all rooms work on.

Made by the reader from a file that passed its checks. Every expression is
typed. ``Rules`` (see ``rummy.spec.bind``) is a spec with players and options
filled in.
"""

from __future__ import annotations

from dataclasses import field

from rummy.frozen import dataclass
from rummy.lang.trees import NOWHERE, Node, Place
from rummy.lang.types import Type


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression of the file: as written, where, and its typed tree."""

    text: str
    place: Place = field(compare=False, repr=False)
    tree: Node


@dataclass(frozen=True, slots=True)
class Option:
    """A parameter of the spec that players may set.

    A word option has ``words`` and its value is the number of the word; a
    flag has the words ``false``/``true`` as 0/1; a number option has ``low``
    and ``high``, and ``names`` for values with a name (``none: 0``).
    """

    name: str
    kind: str  # "word", "flag", "number"
    type: Type
    default: int
    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    names: tuple[tuple[str, int], ...] = ()
    about: str = ""
    rule: str = ""
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit of the deck."""

    letter: str
    name: str
    colour: str
    sign: str


@dataclass(frozen=True, slots=True)
class LineSpec:
    """A rank line: rank numbers from low to high; ``around`` closes a circle."""

    name: str
    ranks: tuple[int, ...]
    around: bool
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class WildSpec:
    """A class of wild cards."""

    name: str
    cards: Expr  # truth, card scope (held card is Local(CARD_SLOT))
    stands_for: Expr | None  # truth, card scope; the card stood for; field wild_face
    natural: Expr | None  # truth, static scope; default false
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PointsEntry:
    """Points in a hand of some ranks (``joker`` = the joker, ``extras`` = special cards)."""

    ranks: tuple[int, ...]
    joker: bool
    points: Expr  # number, card scope
    extras: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckSpec:
    """The pack, before players and options are known."""

    ranks: tuple[str, ...]
    suits: tuple[Suit, ...]
    packs: Expr  # number, static scope
    jokers: Expr  # number, static scope
    lines: tuple[LineSpec, ...]
    wilds: tuple[WildSpec, ...]
    points: tuple[PointsEntry, ...]
    without: Expr | None  # truth, card scope
    place: Place = field(default=NOWHERE, compare=False, repr=False)
    extras: tuple[tuple[str, Expr], ...] = ()
    """Special cards: the name in the file and how many there are (number, static scope)."""

    @property
    def extra_texts(self) -> tuple[str, ...]:
        """What is printed on the special cards: ``SKIP`` for ``skip``."""
        return tuple(name.upper() for name, _ in self.extras)


@dataclass(frozen=True, slots=True)
class Zone:
    """A named pile or place for cards.

    of: "table", "player" or "side". pile: ordered, last card on top. seen_by: "all",
    "owner", "nobody", "top" (everybody sees the top card only).
    """

    name: str
    of: str
    pile: bool
    seen_by: str
    about: str = ""
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of meld. Sizes are number expressions, ``most`` None = no bound."""

    name: str
    title: str
    least: Expr
    most: Expr | None
    valid: Expr  # truth, meld scope
    lay: Expr | None  # number, meld scope
    add: Expr | None  # number, meld scope of the meld after the addition; `card`
    grows_into: tuple[str, ...]
    closed: bool
    shifts: bool
    about: str = ""
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A counter or flag. of: "table"/"player"/"side"; per: "turn"/"round"/"match"."""

    name: str
    of: str
    per: str
    type: Type
    start: Expr
    about: str = ""
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Definition:
    """A named piece of expression. Uses of it are inlined in typed trees."""

    name: str
    parameters: tuple[str, ...]
    text: str
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A zone of somebody: ``waiting of left``. ``of`` None: of the table."""

    zone: str
    of: Node | None
    place: Place = field(compare=False, repr=False)


# --- effects: what happens by itself ------------------------------------


@dataclass(frozen=True, slots=True)
class MoveCards:
    """Cards go from a zone to a zone.

    count None = all that pass; numbers: the player chooses one of them. ``cards``: truth, card scope, may be None.
    From a pile: its top cards (``cards`` then judges each until one fails).
    """

    source: ZoneRef
    target: ZoneRef
    count: Expr | None
    cards: Expr | None
    when: Expr | None = None
    at: str = "top"
    """Where in a pile, "top", "bottom" or "random": of the source if that is
    a pile, else of the target."""

    @property
    def how_many(self) -> bool:
        """Whether the player says how many: ``count`` gives the numbers to choose from."""
        return self.count is not None and self.count.tree.type.item is not None


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards are dealt one at a time, from the dealer's left in turn order.

    ``count`` is worked out for each receiver (``me``); who gets fewer is
    passed over in the first rounds of the deal.
    """

    count: Expr
    source: ZoneRef
    zone: str  # a player zone
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class SetVariable:
    """Variables take new values, all worked out before any is set."""

    of: Node | None  # player for player variables
    values: tuple[tuple[str, Expr], ...]
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class Earn:
    """A player earns points at once (or loses them, below 0)."""

    amount: Expr
    of: Node
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The turn, the round or the match ends now."""

    what: str  # "turn", "round", "match"
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The cards of a pile are shuffled."""

    zone: ZoneRef
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class TurnOver:
    """A pile is turned over onto another: its top card ends lowest of them.

    ``keep`` cards stay on top of the source.
    """

    source: ZoneRef
    target: ZoneRef
    keep: Expr | None
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class ForEach:
    """An effect that happens for each of some players, who is then ``me``."""

    players: Expr
    effect: Plain
    when: None = None  # the effect's own condition is asked for each player


Plain = MoveCards | Deal | SetVariable | Earn | End | Shuffle | TurnOver
Effect = Plain | ForEach


def plain(effect: Effect) -> Plain:
    """The effect itself, for whomever it happens."""
    return effect.effect if isinstance(effect, ForEach) else effect


# --- moves: what a player chooses ---------------------------------------


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a new meld of one of these kinds.

    ``source``: a pile whose top card is one of the meld's cards; the others come
    from the hand.
    """

    kinds: tuple[str, ...]
    where: Expr | None  # truth, turn scope with the cards of the meld
    source: ZoneRef | None = None


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add a card to a meld on the table for which ``onto`` holds.

    The card comes from ``source`` (of a pile its top card), by default from
    the hand of the player who moves.
    """

    onto: Expr  # truth, turn scope with the meld as Local(MELD_SLOT)
    source: ZoneRef | None = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Put a natural card of the hand in the place of a wild card of a meld on the table.

    ``onto`` says of which melds. The wild card comes into the hand or, if it
    ``stays``, is laid off on the same meld again.
    """

    onto: Expr  # truth, turn scope with the meld as Local(MELD_SLOT)
    stays: bool = False
    cards: Expr | None = None  # truth, card scope, of the printed wild card


@dataclass(frozen=True, slots=True)
class Open:
    """Lay the melds that an opening needs, one after another."""

    opening: str


@dataclass(frozen=True, slots=True)
class Rebuild:
    """Take up the melds for which ``melds`` holds and lay them anew with cards of the hand.

    ``extra``: a pile whose top card joins first; ``least``: so many points more
    than those taken up the melds must have.
    """

    melds: Expr  # truth, turn scope with the meld as Local(MELD_SLOT)
    extra: ZoneRef | None = None
    least: Expr | None = None  # number, turn scope


@dataclass(frozen=True, slots=True)
class Say:
    """Say something; no card moves."""


Verb = MoveCards | Lay | LayOff | Swap | Open | Rebuild | Say


@dataclass(frozen=True, slots=True)
class Move:
    """Something that a player may choose to do, with a guard and consequences.

    ``verb`` MoveCards: from a pile the top card(s), nothing to choose; from a
    loose zone the player names ``count`` cards (None: all that pass).
    """

    name: str
    verb: Verb
    when: Expr | None
    do: tuple[Effect, ...]
    then: tuple[Step, ...]
    about: str = ""
    place: Place = field(default=NOWHERE, compare=False, repr=False)
    closes: bool = False
    """In a step that asks several players: nobody is asked after this."""
    whom: Expr | None = None
    """Players (turn scope) of whom the player who moves names one."""


@dataclass(frozen=True, slots=True)
class Duty:
    """What must hold at the end of a step or turn; kept by looking ahead."""

    name: str
    holds: Expr  # truth, turn scope
    about: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A part of setup or turn. Exactly one of ``auto`` and ``moves`` is filled.

    repeat False: exactly one move is chosen (or none if ``optional``).
    repeat True: moves are chosen until ``done``; ``at_least``/``at_most`` count
    them. ``by``: the player who chooses (None: the player in turn). ``ask``:
    players who choose one after another, in turn order from the one after the
    player in turn.
    """

    name: str
    when: Expr | None
    auto: tuple[Effect, ...]
    moves: tuple[Move, ...]
    repeat: bool
    optional: bool
    at_least: Expr | None
    at_most: Expr | None
    by: Expr | None
    must: tuple[Duty, ...]
    about: str = ""
    place: Place = field(default=NOWHERE, compare=False, repr=False)
    ask: Expr | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """One meld that an opening needs: its kind ("" = any) and least size."""

    kind: str
    least: Expr  # number, static scope


@dataclass(frozen=True, slots=True)
class Opening:
    """What the first melds of a player must be, laid together in one turn.

    ``which`` (number, turn scope, from 1) picks one of ``needs``; beyond the
    list its last entry counts. ``more``: further melds may follow. ``where``
    (truth, turn scope with ``laid``) judges the melds of the opening together.
    """

    name: str
    needs: tuple[tuple[Need, ...], ...]
    which: Expr | None
    more: bool
    where: Expr | None
    about: str = ""
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Event:
    """When ``when`` is true at a moment, ``do`` happens.

    at: "action" (after each action and each automatic step), "turn_start",
    "turn_end", "round_start", "counted" (after the count of a round).
    """

    name: str
    at: str
    when: Expr  # truth, turn scope
    do: tuple[Effect, ...]
    about: str = ""
    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Order:
    """Who starts a round (player, round scope) and which way turns go."""

    starter: Expr
    clockwise: bool
    next: Expr | None = None  # player, turn scope: who has the next turn (the neighbour)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A named line of the count of a round."""

    name: str
    points: Expr
    about: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """What a player's total grows by after a round; ``me`` = that player."""

    round: Expr
    lines: tuple[ScoreLine, ...] = ()
    """Parts of the count, shown to explain it; they do not change it."""


@dataclass(frozen=True, slots=True)
class Match:
    """From round to round, and the end.

    draw: "highest"/"lowest" card on ``line`` deals first; or "" and then
    ``first_dealer`` (player, static scope: ``seat(1)``).
    """

    draw: str
    line: str
    first_dealer: Expr | None
    next_dealer: Expr  # player, round scope
    over: Expr  # truth, match scope
    highest: bool
    ties: Expr  # word: 0 another_round, 1 shared
    out: Expr | None = None  # truth, score scope: the player leaves the match
    seats: bool = False
    """The draw for the deal also seats the players, in the order of their cards."""
    tie_break: Expr | None = None  # number, score scope; the best of it wins a tie
    final: Expr | None = None  # number, score scope; added to the totals once the match is over


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that make every match end."""

    rounds: Expr
    turns: Expr


@dataclass(frozen=True, slots=True)
class Example:
    """A situation with its right outcome; fields as written in the file."""

    name: str
    rule: tuple[str, ...]
    about: str
    players: int | None
    options: tuple[tuple[str, str], ...]
    round: int
    given: Given | None
    accepts: tuple[tuple[str, str, Place], ...]  # kind, cards
    refuses: tuple[tuple[str, str, Place], ...]
    play: tuple[tuple[str, Place], ...]
    legal: tuple[tuple[str, Place], ...]
    illegal: tuple[tuple[str, Place], ...]
    check: tuple[Expr, ...]  # truth, score scope without me
    totals: tuple[tuple[int, int], ...]  # seat from 0, total before
    wins: tuple[int, ...] | None  # seats from 0; () = nobody yet
    place: Place = field(default=NOWHERE, compare=False, repr=False)
    reasons: tuple[tuple[Place, str, Place], ...] = ()
    """Why something is to be refused: the place of what is, the reason, its place."""
    hands: tuple[tuple[str, str, Place], ...] = ()  # cards, what is claimed of them
    scores: tuple[tuple[tuple[int, int], ...], ...] = ()
    """Points of each round in turn: seat from 0, points."""


@dataclass(frozen=True, slots=True)
class Given:
    """The situation that an example starts from (seats from 0)."""

    zones: tuple[tuple[str, int | None, str, Place], ...]  # zone, seat, cards
    melds: tuple[tuple[str, Place], ...]  # "pair 9H 9D by 1"
    values: tuple[tuple[str, int | None, str, Place], ...]  # variable/earned/total
    turn: int | None
    dealer: int | None
    step: str


@dataclass(frozen=True, slots=True)
class Text:
    """A named text: a source or a ruling."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Spec:
    """One variant, checked: all that its file says."""

    file: str
    digest: str  # SHA-256 of the file's text (of all files), hexadecimal
    format: int
    title: str
    version: str
    about: str
    players: tuple[int, int]
    options: tuple[Option, ...]
    deck: DeckSpec
    zones: tuple[Zone, ...]
    kinds: tuple[Kind, ...]
    variables: tuple[Variable, ...]
    definitions: tuple[Definition, ...]
    setup: tuple[Step, ...]
    order: Order
    turn: tuple[Step, ...]
    must: tuple[Duty, ...]
    events: tuple[Event, ...]
    score: Score
    match: Match
    limits: Limits
    examples: tuple[Example, ...]
    sources: tuple[Text, ...]
    rulings: tuple[Text, ...]
    openings: tuple[Opening, ...] = ()
    expressions: tuple[tuple[str, Expr], ...] = ()
    """Every expression by its key path (``melds.pair.valid``), for ``show``."""
    turn_place: Place = field(default=NOWHERE, compare=False, repr=False)
    """Where the turn begins in the file."""
    files: tuple[str, ...] = ()
    """All files that it is made of: the base first, then what changes it."""
    sides: Expr | None = None  # number, start scope; None: each player alone
    overlays: tuple[str, ...] = ()
    """Those of them that were laid upon ``file`` when it was loaded."""
