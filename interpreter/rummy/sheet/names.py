"""What the things of a spec are called in a sentence: ranks, suits, zones, variables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rummy.frozen import dataclass
from rummy.lang.trees import Name, Node
from rummy.sheet import marks
from rummy.sheet.document import Face
from rummy.sheet.settled import Settled
from rummy.sheet.walks import thrown_on
from rummy.spec.model import Variable, Zone

SPOKEN_TO = "the player"
"""What a rule calls the player in turn, or the one who is counted."""

COURTS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
SMALL_NUMBERS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)

_SHORT = re.compile(r"(?:The|A|An) ((?:[A-Za-z-]+ ){0,2}[A-Za-z-]+)\.?")


class NoWords(Exception):
    """There are no good words for a piece of an expression; it is shown as it is written."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition as a clause that can follow `if`, and its contrary.

    ``kind``: "atom", "and", "or", "choice", "row" (a clause that goes on); ``parts``: the
    clauses that are joined.
    ``denies``: it can only be said by denying its contrary.
    """

    yes: str
    no: str
    kind: str = "atom"
    parts: tuple[Clause, ...] = ()
    denies: bool = False
    denied: bool = False
    """The contrary ``denies``."""

    @property
    def contrary(self) -> Clause:
        """The clause that holds where this one does not."""
        kind = {"and": "or", "or": "and"}.get(self.kind, self.kind)
        parts = tuple(part.contrary for part in self.parts)
        return Clause(self.no, self.yes, kind, parts, self.denied, self.denies)


def spaced(name: str) -> str:
    """A name of the spec as words: ``going out``."""
    return name.replace("_", " ").strip()


def agree(text: str, many: bool) -> str:
    """The words of ``[one/many]`` that go with one thing or with several."""
    return re.sub(r"\[([^\]/]*)/([^\]/]*)\]", lambda m: m[2] if many else m[1], text)


def rank_word(rank: str, many: bool = False) -> str:
    """A rank as people say it: ``ace``, ``kings``, ``7``, ``10s``."""
    word = COURTS.get(rank, rank)
    return f"{word}s" if many else word


def _follows(low: str, high: str) -> bool:
    """Whether nobody would expect a rank between these two neighbours."""
    if low.isdigit() and high.isdigit():
        return int(high) == int(low) + 1
    if low.isdigit() or high.isdigit():
        return (low, high) in (("10", "J"), ("A", "2")) or not {low, high} & COURTS.keys()
    return True


def an(word: str) -> str:
    """The word with its article: ``an ace``, ``an 8``, ``a 7``."""
    first = marks.bare(word)
    vowel = first[:1].lower() in "aeiou" or re.match(r"(8|11\b|18\b)", first) is not None
    return f"{'an' if vowel else 'a'} {word}"


def a_kind(title: str) -> str:
    """A kind of meld with its article, if it takes one: ``a run``, ``black threes``."""
    words = title.split()
    many = (
        any(word.endswith("s") and not word.endswith("ss") for word in (words[0], words[-1]))
        if words
        else False
    )
    return title if many else an(title)


def listed(items: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def number_word(count: int, noun: str, nouns: str = "") -> str:
    """``1 card``, ``3 cards``."""
    return f"{count} {noun if count == 1 else nouns or noun + 's'}"


def plural(word: str) -> str:
    """``runs``; a title of several words takes the ending at its end if it can."""
    if word.endswith("s"):
        return word
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return f"{word[:-1]}ies"
    return f"{word}s" if " in " not in word else word


def about_clause(about: str) -> str | None:
    """An `about` of one sentence as a clause: ``the contract lies on the table``."""
    text = marks.clean(about).rstrip(".")
    # joined to others by `and` or a comma, such a sentence could be taken for two
    if not text or re.search(r"[.;:,]| and ", text):
        return None
    words = text.split()
    if (
        len(words) < 3
        or len(text) > 90
        or words[0] not in ("The", "This", "A", "An", "Nobody", "Cards", "Nothing")
    ):
        return None
    return text[0].lower() + text[1:]


def condition(clause: Clause) -> str:
    """A clause behind `if` or `unless`: what can only be denied comes last."""
    if _backward(clause):
        return f"unless {clause.no}"
    parts = clause.parts if clause.kind == "and" else (clause,)
    no = [part for part in parts if _backward(part)]
    yes = [part for part in parts if not _backward(part)]
    if not no:
        return f"if {clause.yes}"
    unless = [
        f"({part.no})" if part.contrary.kind == "and" and len(no) > 1 else part.no for part in no
    ]
    told = f"unless {listed(unless, 'or')}"
    if not yes:
        return told
    inner = [part.yes if part.kind == "atom" else f"({part.yes})" for part in yes]
    return f"if {listed(inner)}, {told}"


def statement(clause: Clause) -> str:
    """A clause as something that must hold: ``if A, then B`` for ``not A or B``."""
    if clause.kind == "or":
        denied = [part for part in clause.parts if part.denies]
        said = [part for part in clause.parts if not part.denies]
        if denied and said:
            when = listed([part.no for part in denied])
            then = listed(
                [part.yes if part.kind == "atom" else f"({part.yes})" for part in said], "or"
            )
            return f"if {when}, then {then}"
        if denied and not any(part.denied for part in clause.parts):
            return f"it must not be so that {clause.no}"
    return clause.yes


def _backward(part: Clause) -> bool:
    """Whether a part is easier said by its contrary, behind `unless`."""
    if part.kind != "or":
        return part.denies
    return any(one.denies for one in part.parts) and not any(one.denied for one in part.parts)


class Names:
    """Names for what a spec has; remembers which terms and cards were spoken of."""

    def __init__(self, settled: Settled) -> None:
        self.settled = settled
        self.spec = settled.spec
        self.deck = settled.rules.deck
        self.zones: dict[str, Zone] = {zone.name: zone for zone in self.spec.zones}
        self.variables: dict[str, Variable] = {v.name: v for v in self.spec.variables}
        self.me = SPOKEN_TO
        self.items: dict[int, str] = {}
        """What the items of the functions around a piece are called, by slot."""
        self.used: dict[str, None] = {}
        """Variables and definitions that were spoken of, in that order."""
        self.faces: dict[str, Face] = {}

    # --- cards ----------------------------------------------------------------

    def card(self, codes: Sequence[int]) -> str:
        """Cards as a mark, remembered with how they are shown and spoken."""
        texts = []
        for code in codes:
            letters = self.deck.text(code)
            texts.append(letters)
            self.faces.setdefault(letters, self._face(code))
        return marks.cards(" ".join(texts))

    def _face(self, code: int) -> Face:
        deck = self.deck
        face = deck.face_of[code]
        own = self._place(deck.rank_of[face], deck.suit_of[face], deck.text(face))
        if code < deck.faces:
            return own
        rank, suit = deck.rank_of[code], deck.suit_of[code]
        stands = self._place(rank, suit, "any card")
        return Face(
            f"{own.shown}({stands.shown if rank >= 0 or suit >= 0 else '*'})",
            deck.text(code),
            f"{own.spoken} as {stands.spoken}",
            own.colour,
        )

    def _place(self, rank: int, suit: int, printed: str) -> Face:
        deck = self.deck
        words = []
        shown = ""
        colour = ""
        if rank >= 0:
            words.append(rank_word(deck.ranks[rank]))
            shown += deck.ranks[rank]
        if suit >= 0:
            words.append(deck.suits[suit].name)
            shown += deck.suits[suit].sign
            colour = deck.suits[suit].colour
        if not words:
            special = "joker" if printed == "JOK" else printed.lower().replace("_", " ")
            return Face("JOK" if printed == "JOK" else printed, printed, special, "")
        # where a suit is called like its colour, a card is `red 7`, not `7 of red`
        if rank >= 0 and suit >= 0 and deck.suits[suit].name == colour:
            spoken = f"{words[1]} {words[0]}"
        else:
            spoken = " of ".join(words)
        return Face(shown, printed, marks.clean(spoken), colour)

    def rank(self, number: int, many: bool = False) -> str:
        """A rank as people say it."""
        return marks.clean(rank_word(self.deck.ranks[number], many))

    def ranks(self, numbers: Sequence[int]) -> str:
        """Ranks in their order, neighbours drawn together: ``A, 3-7 and K``."""
        rows: list[list[int]] = []
        for number in sorted(set(numbers)):
            before = self.deck.ranks[number - 1] if number else ""
            if rows and rows[-1][-1] == number - 1 and _follows(before, self.deck.ranks[number]):
                rows[-1].append(number)
            else:
                rows.append([number])
        told: list[str] = []
        for row in rows:
            names = [self.deck.ranks[n] for n in row]
            told += [f"{names[0]}–{names[-1]}"] if len(row) > 2 else names
        return marks.clean(listed(told))

    # --- places for cards -------------------------------------------------------

    def zone_noun(self, name: str) -> tuple[str, bool]:
        """What a zone is called, and whether that is a thing (a `hand`) or a word for its cards."""
        zone = self.zones.get(name)
        if zone is None:
            raise NoWords
        match = _SHORT.fullmatch(marks.clean(zone.about)) if zone.about else None
        if match is not None:
            return match[1], True
        if name in ("hand", "stock", "pile", "discard", "discards"):
            return (
                "discard pile" if name == "pile" and self._thrown_on(name) else spaced(name)
            ), True
        return marks.term(spaced(name)), False

    def _thrown_on(self, name: str) -> bool:
        return self.zones[name].pile and name in self.thrown

    @property
    def thrown(self) -> set[str]:
        """The piles on which players put cards of their hand in a turn."""
        return thrown_on(self.spec)

    def zone(self, name: str, owner: str | None) -> str:
        """A zone as a place: ``the stock``, ``the player's hand``."""
        noun, thing = self.zone_noun(name)
        if owner is None:
            return f"the {noun}" if thing else f"the {noun} cards"
        return self.whose(noun if thing else _cards_of(noun), owner)

    def cards_in(self, name: str, owner: str | None) -> str:
        """The cards of a zone: ``the cards in the player's hand``."""
        noun, thing = self.zone_noun(name)
        if thing and not noun.endswith("s"):
            return f"the cards in {self.zone(name, owner)}"
        return self.zone(name, owner)

    def whose(self, noun: str, owner: str) -> str:
        """``the player's hand``, ``the hand of the left neighbour``."""
        if len(owner.split()) <= 2 and not owner.endswith("s"):
            return f"{owner}'s {noun}"
        return f"the {noun} of {owner}"

    # --- terms ------------------------------------------------------------------

    def term(self, name: str) -> str:
        """A variable or definition as a word that the sheet explains."""
        self.used.setdefault(name, None)
        return marks.term(spaced(name))

    def is_me(self, node: Node | None) -> bool:
        """Whether a player is the one whom the rule speaks to."""
        return isinstance(node, Name) and node.name == "me"

    def kind(self, index: int, many: bool = False) -> str:
        """A kind of meld by its title."""
        title = marks.clean(self.settled.rules.kinds[index].title)
        return plural(title) if many else title


def _cards_of(noun: str) -> str:
    return noun if marks.bare(noun).endswith("s") else f"{noun} cards"
