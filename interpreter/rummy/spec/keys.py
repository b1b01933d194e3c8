"""All keys of a spec file in one table: what each holds, and what it means.

The structural reader, the JSON Schema and the reference page are made from
this table, so they cannot disagree. It knows nothing of YAML nodes and nothing
of how the values are used.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy.frozen import dataclass

FORMAT = 1
"""The version of the spec format that this package reads."""

NAME = r"[a-z][a-z0-9_]*"
"""What a name looks like (regular expression, unanchored)."""


@dataclass(frozen=True, slots=True)
class Expect:
    """What may stand at a place of the file."""


@dataclass(frozen=True, slots=True)
class Version(Expect):
    """The version of the spec format."""


@dataclass(frozen=True, slots=True)
class Text(Expect):
    """Text. ``loose``: numbers and truth values may stand there as they are."""

    what: str = "text"
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Whole(Expect):
    """A whole number, written out."""

    low: int = 0
    high: int = 10**9


@dataclass(frozen=True, slots=True)
class Truth(Expect):
    """``true`` or ``false``."""


@dataclass(frozen=True, slots=True)
class Word(Expect):
    """One of a few words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Span(Expect):
    """A number or a range of numbers: ``4`` or ``2..5``."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Words(Expect):
    """Words with spaces between (or a list of words)."""

    what: str


@dataclass(frozen=True, slots=True)
class Expression(Expect):
    """An expression: its type and the scope that says which names it may use.

    ``instead``: words that may stand there in place of an expression.
    """

    type: str
    scope: str
    instead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Size(Expect):
    """``n``, ``n..m`` or ``n..``, where n and m are numbers or static expressions."""


@dataclass(frozen=True, slots=True)
class ZoneText(Expect):
    """A zone, or ``zone of player``."""


@dataclass(frozen=True, slots=True)
class ListOf(Expect):
    """A list of such things; a single one may stand without the list."""

    item: Expect
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Named(Expect):
    """A mapping from names to such things.

    names: "name" (a-z, digits, _), "kind" (a name; a kind of meld or ``any``),
    "text" (anything), "ranks", "letter", "definition" (``name`` or ``name(parameter, ...)``), "seat" (a number).
    ``most``: no game needs more, and a hostile file must not cost hours.
    """

    entry: Expect
    names: str = "name"
    what: str = "name"
    least: int = 0
    most: int = 100


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a record.

    ``only_with``: the verbs beside which alone it has a meaning;
    ``needed_with``: the verbs that cannot do without it; ``not_with``: a key
    beside which it has none.
    """

    name: str
    expect: Expect
    about: str
    required: bool = False
    default: str = ""
    example: str = ""
    only_with: tuple[str, ...] = ()
    needed_with: tuple[str, ...] = ()
    not_with: str = ""


@dataclass(frozen=True, slots=True)
class Record(Expect):
    """A mapping with known keys.

    ``verbs``: of these keys exactly one must stand there (at most one if
    ``verb_optional``). ``others``: what any other name holds, if allowed.
    """

    name: str
    about: str
    keys: tuple[Key, ...]
    verbs: tuple[str, ...] = ()
    others: Expect | None = None

    def key(self, name: str) -> Key | None:
        """The key of this name."""
        return next((k for k in self.keys if k.name == name), None)


@dataclass(frozen=True, slots=True)
class Shapes(Expect):
    """Either a plain value or a mapping, each with a meaning of its own."""

    scalar: Expect
    mapping: Expect


@dataclass(frozen=True, slots=True)
class Use(Expect):
    """A record by name, for records that contain each other."""

    record: str


_WHEN = Key(
    "when",
    Expression("truth", "turn"),
    "Only if this holds.",
    default="always",
    example="count(hand) > 0",
)
_ABOUT = Key("about", Text(), "One sentence for the people at the table.", example="Draw a card.")
_MOVE_VERBS = ("move", "lay", "lay_off", "swap", "open", "rebuild", "say")

_FILTER = Expression("truth", "card")
_COUNT = Expression("number", "turn", instead=("all",))
_COUNTS = Expression("number, or numbers to choose from", "turn", instead=("all",))
_AT = Key(
    "at",
    Word(("top", "bottom", "random")),
    "Where in a pile: where the cards are taken if they come from a pile, else where they go.",
    default="top",
    only_with=("move",),
    example="bottom",
)


def _move_keys() -> tuple[Key, ...]:
    """The keys that say what a player's move does, alike in moves and steps."""
    return (
        Key(
            "move",
            ZoneText(),
            "The player moves cards from this zone: the top cards of a pile, named cards of a loose zone.",
            example="hand",
        ),
        Key(
            "to",
            ZoneText(),
            "Where the moved cards go.",
            only_with=("move",),
            needed_with=("move",),
            example="pile",
        ),
        Key(
            "count",
            _COUNTS,
            "How many cards move; `all` takes every card that passes. Of several numbers the player "
            "chooses one.",
            default="1",
            only_with=("move",),
            example="1..count(pile)",
        ),
        Key(
            "cards",
            _FILTER,
            "Which cards may move; of a swap, which wild cards may be swapped.",
            default="any card",
            only_with=("move", "swap"),
            example="rank != A",
        ),
        _AT,
        Key(
            "lay",
            ListOf(Text("kind of meld")),
            "The player lays a new meld: `all` kinds, a kind, or a list of kinds.",
            example="all",
        ),
        Key(
            "where",
            Expression("truth", "new_meld"),
            "A further condition on the meld to be laid.",
            only_with=("lay",),
            example="size >= 4",
        ),
        Key(
            "with",
            ZoneText(),
            "A pile: its top card is one of the cards of the meld, or joins first where melds are "
            "laid anew; the others come from the hand.",
            only_with=("lay", "rebuild"),
            example="pile",
        ),
        Key(
            "lay_off",
            Expression("truth", "table_meld"),
            "The player adds a card to a meld on the table for which this holds; `true` is any meld.",
            example="owner == me",
        ),
        Key(
            "from",
            ZoneText(),
            "Where the added card comes from; of a pile its top card.",
            default="hand",
            only_with=("lay_off",),
            example="pile",
        ),
        Key(
            "swap",
            Expression("truth", "table_meld"),
            "The player puts a natural card of the hand in the place of a wild card in a meld on "
            "the table for which this holds.",
            example="down",
        ),
        Key(
            "wild_goes",
            Word(("hand", "end")),
            "Where the wild card goes: into the hand, or on the same meld again (to an end of its "
            "run).",
            default="hand",
            only_with=("swap",),
            example="end",
        ),
        Key(
            "open",
            Text("opening"),
            "The player lays the melds that this opening needs, one after another.",
            example="contract",
        ),
        Key(
            "rebuild",
            Expression("truth", "table_meld"),
            "The player takes up the melds on the table for which this holds, lets cards of the "
            "hand join one by one, and lays all of them in melds anew.",
            example="owner == me",
        ),
        Key(
            "least",
            Expression("number", "turn"),
            "So many points more than those taken up must the melds have, a wild card those of "
            "the card that it stands for.",
            default="any",
            only_with=("rebuild",),
            example="30",
        ),
        Key("say", Truth(), "The player says something; no card moves.", example="true"),
        Key(
            "whom",
            Expression("players", "turn"),
            "The player names one of these players, who is `whom` from then on.",
            only_with=("move", "say"),
            example="others",
        ),
        Key(
            "do",
            ListOf(Use("effect")),
            "What happens right after the move.",
            only_with=_MOVE_VERBS,
            example="{end: round}",
        ),
        Key(
            "then",
            Named(Use("step"), what="step"),
            "Steps that follow the move.",
            only_with=_MOVE_VERBS,
            example="{discard: {move: hand, to: pile}}",
        ),
    )


DUTY = Record(
    "duty",
    "What must hold at the end of a step or turn; only moves that allow it are offered.",
    (
        Key(
            "holds",
            Expression("truth", "turn"),
            "What must hold.",
            required=True,
            example="not opened or count(hand) <= 5",
        ),
        _ABOUT,
    ),
)

_DUTIES = Named(Shapes(Expression("truth", "turn"), DUTY), what="duty")

EFFECT = Record(
    "effect",
    "Something that happens by itself.",
    (
        Key("move", ZoneText(), "Cards go from this zone.", example="stock"),
        Key(
            "to",
            ZoneText(),
            "Where the cards go; for `deal` the zone of each player (hand).",
            only_with=("move", "deal"),
            needed_with=("move",),
            example="hand",
        ),
        Key(
            "count",
            _COUNT,
            "How many cards move; `all` takes every card that passes.",
            default="1",
            only_with=("move",),
            example="all",
        ),
        Key(
            "cards",
            _FILTER,
            "Which cards move.",
            default="any card",
            only_with=("move",),
            example="rank == A",
        ),
        _AT,
        Key(
            "deal",
            Expression("number", "turn"),
            "So many cards are dealt to each player, one at a time, from the dealer's left; worked "
            "out for each of them (`me`).",
            example="7",
        ),
        Key(
            "from",
            ZoneText(),
            "The pile that is dealt from.",
            default="stock",
            only_with=("deal",),
            example="stock",
        ),
        Key(
            "set",
            Named(Expression("variable", "turn"), what="variable", least=1),
            "Variables take new values.",
            example="{opened: true}",
        ),
        Key(
            "of",
            Expression("player", "turn"),
            "Whose variables are set, or who earns.",
            default="me",
            only_with=("set", "earn"),
            example="left",
        ),
        Key(
            "earn",
            Expression("number", "turn"),
            "So many points are earned at once; below 0 they are lost.",
            example="-5",
        ),
        Key("end", Word(("turn", "round", "match")), "What ends now.", example="round"),
        Key("shuffle", ZoneText(), "The pile that is shuffled.", example="stock"),
        Key("turn_over", ZoneText(), "The pile that is turned over.", example="pile"),
        Key(
            "onto",
            ZoneText(),
            "The pile that the turned cards go onto.",
            only_with=("turn_over",),
            needed_with=("turn_over",),
            example="stock",
        ),
        Key(
            "keep",
            Expression("number", "turn"),
            "How many top cards of the turned pile stay where they are.",
            default="0",
            only_with=("turn_over",),
            example="1",
        ),
        Key(
            "each",
            Expression("players", "turn"),
            "It happens for each of these players, one after another in turn order from seat 1; "
            "each is `me` then.",
            default="once, for the player who acts",
            only_with=("move", "set", "earn"),
            example="everyone",
        ),
        _WHEN,
    ),
    verbs=("move", "deal", "set", "earn", "end", "shuffle", "turn_over"),
)

MOVE = Record(
    "move",
    "Something that a player may choose to do.",
    (
        *_move_keys(),
        Key(
            "closes",
            Truth(),
            "In a step with `ask`: nobody is asked after this move.",
            default="false",
            example="true",
        ),
        _WHEN,
        _ABOUT,
    ),
    verbs=_MOVE_VERBS,
)

STEP = Record(
    "step",
    "A part of the deal or of a turn: automatic, one choice, or choices again and again.",
    (
        Key(
            "auto",
            ListOf(Use("effect")),
            "What happens by itself.",
            example="{move: stock, to: hand}",
        ),
        Key(
            "choose",
            Named(Use("move"), what="move", least=1),
            "The player takes exactly one of these moves.",
            example="{draw: {move: stock, to: hand}, take: {move: pile, to: hand}}",
        ),
        Key(
            "repeat",
            Named(Use("move"), what="move", least=1),
            "The player takes any number of these moves, until `done`.",
            example="{meld: {lay: all}}",
        ),
        *_move_keys(),
        Key(
            "optional",
            Truth(),
            "With no move possible the step is passed over.",
            default="false",
            only_with=("choose", *_MOVE_VERBS),
            example="true",
        ),
        Key(
            "at_least",
            Expression("number", "turn"),
            "How many moves must be made before `done`.",
            default="0",
            only_with=("repeat",),
            example="1",
        ),
        Key(
            "at_most",
            Expression("number", "turn"),
            "How many moves may be made.",
            default="any number",
            only_with=("repeat",),
            example="3",
        ),
        Key(
            "by",
            Expression("player", "turn"),
            "The player who chooses.",
            default="me",
            example="left of dealer",
        ),
        Key(
            "ask",
            Expression("players", "turn"),
            "Each of these players chooses, one after another, from the one after the player in "
            "turn; in the moves `me` is the player asked.",
            only_with=("choose",),
            not_with="by",
            example="others",
        ),
        Key(
            "must",
            _DUTIES,
            "What must hold at the end of the step.",
            example="{used: count(taken) == 0}",
        ),
        _WHEN,
        _ABOUT,
    ),
    verbs=("auto", "choose", "repeat", *_MOVE_VERBS),
)

OPTION = Record(
    "option",
    "A point of the rules that the players may settle among themselves.",
    (
        Key("choices", Words("word"), "The words to choose from.", example="[forced, by_choice]"),
        Key(
            "range",
            Span(-(10**9), 10**9),
            "The numbers to choose from.",
            example="100..1000000",
        ),
        Key("flag", Truth(), "It is a yes or no.", example="true"),
        Key(
            "names",
            Named(Whole(-(10**9), 10**9), what="word"),
            "Words for some of the numbers.",
            only_with=("range",),
            example="{none: 0}",
        ),
        Key(
            "default",
            Text("value", loose=True),
            "What holds if nobody says anything.",
            required=True,
            example="forced",
        ),
        Key("rule", Text("id"), "The rule or ruling that it comes from.", example="ICE-22"),
        _ABOUT,
    ),
    verbs=("choices", "range", "flag"),
)

SUIT = Record(
    "suit",
    "A suit, by its letter.",
    (
        Key("name", Text("name"), "Its name.", required=True, example="spades"),
        Key("colour", Text("name"), "Its colour.", required=True, example="black"),
        Key("sign", Text("sign"), "Its sign.", default="its letter", example="♠"),
    ),
)

WILD = Record(
    "wild",
    "A class of cards that may stand for others.",
    (
        Key(
            "cards",
            Expression("truth", "wild"),
            "Which cards belong to it; may hang on the round and on cards that lie open.",
            required=True,
            example="rank == 2",
        ),
        Key(
            "stands_for",
            Expression("truth", "stands_for"),
            "Which cards it may stand for; `wild_face` is the card itself.",
            default="any card",
            example="rank != 2",
        ),
        Key(
            "natural",
            Expression("truth", "static"),
            "It may also stand as itself.",
            default="false",
            example="true",
        ),
    ),
)

DECK = Record(
    "deck",
    "The cards of the game.",
    (
        Key(
            "packs",
            Expression("number", "start"),
            "How many packs are shuffled together.",
            default="1",
            example="1 if players <= 3 else 2",
        ),
        Key(
            "jokers",
            Expression("number", "static"),
            "How many jokers there are, in all packs together.",
            default="0",
            example="2 * packs",
        ),
        Key(
            "extra",
            Named(Expression("number", "static"), what="special card", most=16),
            "Special cards, of no suit and rank, by name: how many there are of each, in all packs "
            "together. The card is written in capitals.",
            example="{skip: 4}",
        ),
        Key(
            "ranks",
            Words("rank"),
            "The ranks, in the order in which cards are sorted.",
            default="A 2 3 4 5 6 7 8 9 10 J Q K",
            example="2 3 4 5 6 7 8 9 10 J Q K A",
        ),
        Key(
            "suits",
            Named(SUIT, names="letter", what="letter", least=1),
            "The suits by their letters.",
            default="spades, hearts, diamonds, clubs",
            example='{S: {name: spades, colour: black, sign: "♠"}}',
        ),
        Key(
            "lines",
            Named(Words("rank"), what="line"),
            "Rank lines, low to high, for sequences; `around` as last word closes a circle.",
            default="run: the ranks in order",
            example="{run: A 2 3 4 5 6 7 8 9 10 J Q K A}",
        ),
        Key(
            "wilds",
            Named(WILD, what="class of wild cards", most=8),
            "Cards that may stand for others.",
            example="{joker: {cards: joker}}",
        ),
        Key(
            "points",
            Named(Expression("number", "deck_card"), names="ranks", what="ranks"),
            "Points of a card in a hand, by ranks; `joker` is the joker, a special card has its name.",
            default="0",
            example="{A: 15, 2..10: pips, J Q K: 10, joker: 50}",
        ),
        Key(
            "without",
            Expression("truth", "deck_card"),
            "Cards that are taken out of each pack.",
            example="rank in {8, 9, 10}",
        ),
    ),
)

ZONE = Record(
    "zone",
    "A place for cards.",
    (
        Key(
            "of",
            Word(("table", "player", "side")),
            "Whether there is one of it, or one for each player or each side.",
            default="table",
            example="player",
        ),
        Key(
            "pile",
            Truth(),
            "The cards lie one on another: only the top is within reach.",
            default="false",
            example="true",
        ),
        Key(
            "seen_by",
            Word(("all", "owner", "nobody", "top")),
            "Who sees the cards; `top`: everybody sees the top card only.",
            required=True,
            example="owner",
        ),
        _ABOUT,
    ),
)

KIND = Record(
    "kind",
    "A kind of meld.",
    (
        Key("name", Text("name"), "Its name for people.", default="the key", example="set"),
        Key("size", Size(), "How many cards it has.", required=True, example="3..8"),
        Key(
            "valid",
            Expression("truth", "meld"),
            "What cards of that number must fulfil.",
            required=True,
            example="same(rank) and distinct(suit)",
        ),
        Key(
            "lay",
            Expression("number", "meld"),
            "Points at once for laying it.",
            default="0",
            example="10 * size",
        ),
        Key(
            "add",
            Expression("number", "added"),
            "Points at once for adding one card; the meld is seen with the card added.",
            default="0",
            example="10 * size",
        ),
        Key(
            "grows_into",
            ListOf(Text("kind of meld")),
            "The kinds that it is or becomes when a card is added.",
            default="its own kind",
            example="set",
        ),
        Key("closed", Truth(), "It is never added to.", default="false", example="true"),
        Key(
            "shifts",
            Truth(),
            "When a card is added, a wild card in the meld may take another place.",
            default="false",
            example="true",
        ),
        _ABOUT,
    ),
)

OPENING = Record(
    "opening",
    "What the first melds of a player must be, laid together in one turn.",
    (
        Key(
            "needs",
            ListOf(
                Named(
                    ListOf(Expression("number", "static")),
                    names="kind",
                    what="kind of meld",
                    least=1,
                )
            ),
            "The melds needed: for each kind the least size of each meld; `any` is any kind.",
            required=True,
            example="[{run: [4, 4]}, {run: 4, set: [3, 3]}]",
        ),
        Key(
            "which",
            Expression("number", "turn"),
            "Which entry of the list is needed, from 1; beyond its end the last one.",
            example="round",
        ),
        Key(
            "more",
            Truth(),
            "Further melds may be laid in the opening, until `done`.",
            default="false",
            example="true",
        ),
        Key(
            "where",
            Expression("truth", "opening"),
            "A further condition on all melds of the opening together (`laid`).",
            example="not touching(laid)",
        ),
        _ABOUT,
    ),
)

VARIABLE = Record(
    "variable",
    "A counter or a flag.",
    (
        Key(
            "of",
            Word(("table", "player", "side")),
            "Whether there is one of it, or one for each player or each side.",
            default="table",
            example="player",
        ),
        Key(
            "per",
            Word(("turn", "round", "match")),
            "When it goes back to its start.",
            default="round",
            example="round",
        ),
        Key(
            "start",
            Expression("number or truth", "static"),
            "Its value at the start; this also says whether it is a number or a truth value.",
            required=True,
            example="false",
        ),
        _ABOUT,
    ),
)

ORDER = Record(
    "order",
    "Who starts and which way the turns go.",
    (
        Key(
            "starter",
            Expression("player", "round"),
            "Who has the first turn of a round.",
            default="left of dealer",
            example="left of dealer",
        ),
        Key(
            "turns",
            Word(("clockwise", "counter_clockwise")),
            "Which way the turns go.",
            default="clockwise",
            example="clockwise",
        ),
        Key(
            "next",
            Expression("player", "turn"),
            "Who has the turn after that of the player in turn (`me`).",
            default="the neighbour that way",
            example="me if turns == 1 and me == starter else left",
        ),
    ),
)

TURN = Record(
    "turn",
    "What a player does in a turn.",
    (
        Key(
            "steps",
            Named(Use("step"), what="step", least=1),
            "The steps of a turn, in order.",
            required=True,
            example="{draw: {auto: {move: stock, to: hand}}}",
        ),
        Key(
            "must",
            _DUTIES,
            "What must hold at the end of the turn.",
            example="{small: count(hand) <= 5}",
        ),
    ),
)

EVENT = Record(
    "event",
    "Something that happens as soon as a condition holds.",
    (
        Key(
            "at",
            Word(("action", "turn_start", "turn_end", "round_start", "counted")),
            "When the condition is looked at; `action`: after each action and each automatic "
            "step; `counted`: when a round has been counted and the totals have grown.",
            default="action",
            example="turn_end",
        ),
        Key(
            "when",
            Expression("truth", "turn"),
            "The condition.",
            required=True,
            example="count(hand) == 0",
        ),
        Key(
            "do",
            ListOf(Use("effect")),
            "What happens.",
            required=True,
            example="{end: round}",
        ),
        _ABOUT,
    ),
)

SCORE_LINE = Record(
    "score_line",
    "A part of the count, shown to explain it.",
    (
        Key(
            "points",
            Expression("number", "score"),
            "The points of this part.",
            required=True,
            example="points(hand)",
        ),
        _ABOUT,
    ),
)

SCORE = Record(
    "score",
    "How a round is counted.",
    (
        Key(
            "round",
            Expression("number", "score"),
            "What a player's total grows by after a round; `me` is the player counted.",
            required=True,
            example="earned - points(hand)",
        ),
        Key(
            "lines",
            Named(Shapes(Expression("number", "score"), SCORE_LINE), what="line of the count"),
            "Parts of the count, shown to explain it; they do not change it.",
            example="{left: -points(hand)}",
        ),
    ),
)

FIRST_DEALER = Record(
    "first_dealer",
    "Who deals first.",
    (
        Key(
            "draw",
            Word(("highest", "lowest")),
            "Everyone draws a card; the highest or lowest deals.",
            example="highest",
        ),
        Key(
            "line",
            Text("line"),
            "The rank line that the drawn cards are compared on.",
            default="run",
            only_with=("draw",),
            example="run",
        ),
        Key(
            "seats",
            Truth(),
            "The draw also seats the players: clockwise from the dealer in the order of their "
            "cards.",
            default="false",
            only_with=("draw",),
            example="true",
        ),
        Key("seat", Expression("number", "static"), "This seat deals first.", example="1"),
        Key("random", Truth(), "Any player, by chance.", example="true"),
    ),
    verbs=("draw", "seat", "random"),
)

MATCH = Record(
    "match",
    "From round to round, and the end.",
    (
        Key(
            "first_dealer",
            FIRST_DEALER,
            "Who deals the first round.",
            default="{random: true}",
            example="{draw: highest}",
        ),
        Key(
            "next_dealer",
            Expression("player", "round"),
            "Who deals the next round.",
            default="left of dealer",
            example="left of dealer",
        ),
        Key(
            "out",
            Expression("truth", "score"),
            "After a counted round: does this player (`me`) leave the match?",
            default="nobody leaves",
            example="total >= 100",
        ),
        Key(
            "over",
            Expression("truth", "match"),
            "After a counted round: is the match over?",
            required=True,
            example="any(total of p >= 500 for p in everyone)",
        ),
        Key(
            "best",
            Word(("highest", "lowest")),
            "Which total wins.",
            default="highest",
            example="lowest",
        ),
        Key(
            "tie_break",
            Expression("number", "score"),
            "Of several players with the best total the one with the best number here (highest "
            "or lowest, as in `best`) wins.",
            example="last_points",
        ),
        Key(
            "final",
            Expression("number", "score"),
            "What a player's total grows by once the match is over (`me` is that player), before "
            "the winner is found.",
            example="100 if total >= 100 else 0",
        ),
        Key(
            "ties",
            Expression("tie rule", "match"),
            "With several best totals: `another_round`, or `shared`.",
            default="another_round",
            example="shared",
        ),
    ),
)

LIMITS = Record(
    "limits",
    "Bounds that make every match end.",
    (
        Key(
            "rounds",
            Expression("number", "static"),
            "The match ends after so many rounds; a tie is then shared.",
            default="10000",
            example="100",
        ),
        Key(
            "turns",
            Expression("number", "static"),
            "A round ends when every player has had so many turns.",
            default="1000",
            example="200",
        ),
    ),
)

_PER_SEAT = Named(Whole(-(10**9), 10**9), names="seat", what="seat")

GIVEN = Record(
    "given",
    "The situation that an example starts from: zones, melds and values.",
    (
        Key(
            "melds",
            ListOf(Text("meld")),
            "The melds on the table, in order.",
            example="[pair 9H 9D by 1]",
        ),
        Key("turn", Whole(1, 16), "The seat that is to act.", example="1"),
        Key("dealer", Whole(1, 16), "The seat of the dealer.", example="2"),
        Key("step", Text("step"), "The step that is under way.", example="play"),
        Key("earned", _PER_SEAT, "Points earned so far in the round, by seat.", example="{1: 10}"),
        Key("total", _PER_SEAT, "Totals before the round, by seat.", example="{1: 480}"),
    ),
    others=Shapes(
        Text("cards or value", loose=True),
        Named(Text("cards or value", loose=True), names="seat", what="seat"),
    ),
)

_CARDS_BY_KIND = Named(ListOf(Text("cards")), what="kind of meld", least=1)
_REFUSED = Named(
    ListOf(Shapes(Text("cards"), Named(Text("reason"), names="text", what="cards", least=1))),
    what="kind of meld",
    least=1,
)

EXAMPLE = Record(
    "example",
    "A situation with its right outcome; `rummy test` runs it.",
    (
        Key("rule", ListOf(Text("id")), "The rules that it shows.", example="ICE-91"),
        _ABOUT,
        Key("players", Whole(1, 16), "How many players there are.", example="2"),
        Key(
            "options",
            Named(Text("value", loose=True), what="option"),
            "Options that are not at their default.",
            example="{aces: by_choice}",
        ),
        Key("round", Whole(1, 10**6), "The number of the round.", default="1", example="3"),
        Key("given", GIVEN, "The situation.", example="{hand: {1: 8H 8C}}"),
        Key(
            "accepts",
            _CARDS_BY_KIND,
            "Cards that are a meld of the kind.",
            example="{pair: [8H 8C]}",
        ),
        Key(
            "refuses",
            _REFUSED,
            "Cards that are no meld of the kind, perhaps with the reason.",
            example="{pair: [8H 8H, {8H 9H: same(rank)}]}",
        ),
        Key(
            "hands",
            Named(ListOf(Text("what is so")), names="text", what="hand", least=1),
            "What is so of a hand: its best melds, what they leave, what it counts, whether it "
            "opens.",
            example="{7H 7D 7C KS: [melds set 7H 7D 7C, leaves KS, counts 31]}",
        ),
        Key(
            "play",
            ListOf(Text("action")),
            "Actions, each by the player then to act.",
            example="[meld pair 8H 8C, pass KC]",
        ),
        Key(
            "legal",
            ListOf(Text("action")),
            "Actions that are legal afterwards.",
            example="[pass KC]",
        ),
        Key(
            "illegal",
            ListOf(
                Shapes(Text("action"), Named(Text("reason"), names="text", what="action", least=1))
            ),
            "Actions that are not legal afterwards, perhaps with the reason.",
            example="[pass AS, {take: must.used}]",
        ),
        Key(
            "check",
            ListOf(Expression("truth", "check")),
            "What holds afterwards.",
            example="[earned of seat(1) == 10]",
        ),
        Key("totals", _PER_SEAT, "Totals after a counted round, by seat.", example="{1: 5000}"),
        Key(
            "scores",
            ListOf(_PER_SEAT),
            "A match by its scores: the points of each round, by seat.",
            example="[{1: 60, 2: 10}, {1: 45}]",
        ),
        Key(
            "wins",
            ListOf(Whole(1, 16)),
            "The seats that win with these totals or scores; an empty list: the match goes on.",
            example="[1]",
        ),
    ),
)

TOP = Record(
    "spec",
    "One variant of rummy.",
    (
        Key("rummy", Version(), "The version of the spec format.", required=True, example="1"),
        Key(
            "extends",
            Text("file"),
            "The game that this file changes: a file beside it or a shipped variant. The file "
            "is an overlay then and says only what is different.",
            example="small_rummy",
        ),
        Key(
            "remove",
            ListOf(Text("key")),
            "What the overlay takes away from its base, by the keys that lead there.",
            only_with=("extends",),
            example="[melds.pair, turn.steps.pass]",
        ),
        Key("title", Text("name"), "The name of the game.", required=True, example="Small Rummy"),
        Key("version", Text("version"), "The version of this file, as text.", example='"1.0"'),
        Key("about", Text(), "One or two sentences about the game.", example="A small game."),
        Key(
            "players",
            Span(1, 16),
            "How many can play.",
            required=True,
            example="2..5",
        ),
        Key(
            "sides",
            Expression("number", "start"),
            "How many sides play against each other: seats 1, 3, ... and 2, 4, ... with two.",
            default="each player alone",
            example="2 if players == 4 else players",
        ),
        Key(
            "options",
            Named(OPTION, what="option"),
            "Points that the players may settle among themselves.",
            example="{target: {range: 100..1000, default: 500}}",
        ),
        Key("deck", DECK, "The cards.", default="one pack of 52 cards", example="{packs: 2}"),
        Key(
            "zones",
            Named(ZONE, what="zone"),
            "The places for cards; `stock` and `hand` must be among them.",
            required=True,
            example="{stock: {pile: true, seen_by: nobody}}",
        ),
        Key(
            "melds",
            Named(KIND, what="kind of meld"),
            "The kinds of meld.",
            example="{pair: {size: 2, valid: same(rank)}}",
        ),
        Key(
            "openings",
            Named(OPENING, what="opening"),
            "What the first melds of a player must be.",
            example="{contract: {needs: {any: [3, 3]}}}",
        ),
        Key(
            "variables",
            Named(VARIABLE, what="variable"),
            "Counters and flags.",
            example="{opened: {of: player, start: false}}",
        ),
        Key(
            "define",
            Named(Expression("any", "caller"), names="definition", what="definition"),
            "Named pieces of expression.",
            example="{mine: count(shown)}",
        ),
        Key(
            "setup",
            Named(Use("step"), what="step"),
            "What happens before the first turn; all cards lie shuffled in the stock.",
            example="{deal: {auto: {deal: 7}}}",
        ),
        Key(
            "order",
            ORDER,
            "Who starts and which way the turns go.",
            example="{starter: left of dealer}",
        ),
        Key("turn", TURN, "What a player does in a turn.", required=True, example="{steps: {}}"),
        Key(
            "events",
            Named(EVENT, what="event"),
            "What happens as soon as a condition holds.",
            example="{out: {when: count(hand) == 0, do: {end: round}}}",
        ),
        Key("score", SCORE, "How a round is counted.", required=True, example="{round: earned}"),
        Key(
            "match",
            MATCH,
            "From round to round, and the end.",
            required=True,
            example="{over: round == 3}",
        ),
        Key("limits", LIMITS, "Bounds that make every match end.", example="{rounds: 100}"),
        Key(
            "examples",
            Named(EXAMPLE, names="text", what="example", most=1000),
            "Situations with their right outcome.",
            example="{a pair: {accepts: {pair: [8H 8C]}}}",
        ),
        Key(
            "sources",
            Named(Text(), names="text", what="source", most=1000),
            "Where the rules come from.",
            example='{pagat: "https://www.pagat.com/rummy/"}',
        ),
        Key(
            "rulings",
            Named(Text(), names="text", what="ruling", most=1000),
            "How doubtful points are read.",
            example="{R-1: A pair never becomes a run.}",
        ),
    ),
)

PLACE = Record(
    "place",
    "Where a new entry of an overlay is put; without it comes last.",
    (
        Key(
            "before",
            Text("name"),
            "The new entry stands before this one.",
            example="discard",
        ),
        Key(
            "after",
            Text("name"),
            "The new entry stands after this one.",
            example="draw",
            not_with="before",
        ),
    ),
)

RECORDS: dict[str, Record] = {
    r.name: r
    for r in (
        TOP,
        OPTION,
        DECK,
        SUIT,
        WILD,
        ZONE,
        KIND,
        OPENING,
        VARIABLE,
        ORDER,
        TURN,
        STEP,
        MOVE,
        EFFECT,
        DUTY,
        EVENT,
        SCORE,
        SCORE_LINE,
        MATCH,
        FIRST_DEALER,
        LIMITS,
        EXAMPLE,
        GIVEN,
        PLACE,
    )
}
"""All records by name, in the order of the file."""


def resolve(expect: Expect) -> Expect:
    """What is expected, with a reference to a record followed."""
    return RECORDS[expect.record] if isinstance(expect, Use) else expect


def parents(name: str) -> Iterator[str]:
    """The records that have a key of this name, by their names."""
    for record in RECORDS.values():
        if record.key(name) is not None:
            yield record.name
