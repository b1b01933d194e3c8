"""Cards: ranks, suits, faces, packs, hands and piles, and how they are written.

A *face* is what is printed on a card, a small number. A *code* is a card in a
place: a natural card has its face as code; a wild card on the table has a code
that also says what it stands for. A *bag* is a multiset of faces (a hand) in
one int, a *pile* is a list of faces whose last one lies on top.

This room knows nothing of specs, turns or players.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, fields

from rummy.errors import CardError
from rummy.frozen import dataclass

JOKER = "JOK"
NOTHING = -1
"""What a table says where a card has no rank, suit or colour."""

MAX_FACES = 120
MAX_CARDS = 2_000
CHUNK = 13
CHUNK_MASK = (1 << CHUNK) - 1
"""Bags are read in parts of so many bits; what each part stands for is remembered."""
MOST_BAGS = 20_000
"""So many whole bags are remembered as faces."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: its letter in card texts, its name, its colour and its sign."""

    letter: str
    name: str
    colour: str
    sign: str


FRENCH_SUITS = (
    Suit("S", "spades", "black", "♠"),
    Suit("H", "hearts", "red", "♥"),
    Suit("D", "diamonds", "red", "♦"),
    Suit("C", "clubs", "black", "♣"),
)
FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True, slots=True)
class Line:
    """An order of ranks for runs: rank numbers low to high, perhaps a circle.

    A rank may stand at several places (an ace at either end).
    """

    name: str
    ranks: tuple[int, ...]
    around: bool = False


@dataclass(frozen=True, slots=True)
class WildClass:
    """Cards that may stand for others.

    ``faces`` are the printed faces that belong to the class; ``targets[face]``
    are the faces that such a card may stand for as a wild card; ``natural``
    says whether the card may also stand as itself.
    """

    name: str
    faces: tuple[int, ...]
    targets: dict[int, tuple[int, ...]]
    natural: bool


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """All cards of a game: which faces there are, how many of each, and tables.

    Tables with one entry for each *code* (see ``code_count``): ``rank_of``,
    ``suit_of``, ``colour_of`` (as placed, ``NOTHING`` where open or for a
    joker that stands for nothing), ``face_of`` (as printed), ``stands_wild``
    (1 for a wild card in another's place). Tables with one entry a face:
    ``held_wild`` (1 if the face belongs to a wild class), ``points_of``
    (points of the card in a hand), ``copies`` (how many are in the pack).
    """

    ranks: tuple[str, ...]
    suits: tuple[Suit, ...]
    copies: tuple[int, ...]
    lines: dict[str, Line]
    wilds: tuple[WildClass, ...] = ()
    points_of: tuple[int, ...] = ()
    extras: tuple[str, ...] = ()
    """Special cards, of no suit and rank, by what is printed on them: ``SKIP``."""
    colours: tuple[str, ...] = field(init=False)
    faces: int = field(init=False)
    full: int = field(init=False)
    layers: int = field(init=False)
    joker: int = field(init=False)
    code_count: int = field(init=False)
    rank_of: tuple[int, ...] = field(init=False)
    suit_of: tuple[int, ...] = field(init=False)
    colour_of: tuple[int, ...] = field(init=False)
    face_of: tuple[int, ...] = field(init=False)
    stands_wild: tuple[int, ...] = field(init=False)
    held_wild: tuple[int, ...] = field(init=False)
    pips_of: tuple[int, ...] = field(init=False)
    _by_text: dict[str, int] = field(init=False)
    _bag_memo: dict[int, tuple[int, ...]] = field(init=False)
    _faces_of: tuple[_FacesOf, ...] = field(init=False)

    def __repr__(self) -> str:
        return f"Deck({sum(self.copies)} cards, {self.faces} faces)"

    def __post_init__(self) -> None:
        put = object.__setattr__
        n_ranks, n_suits = len(self.ranks), len(self.suits)
        plain = n_ranks * n_suits
        put(self, "joker", plain)
        faces = plain + 1 + len(self.extras)
        put(self, "faces", faces)
        if len(self.copies) != faces:
            raise ValueError("copies must have one entry a face")
        put(self, "full", (1 << faces) - 1)
        put(self, "layers", max(1, max(self.copies)))
        colours: list[str] = []
        for suit in self.suits:
            if suit.colour not in colours:
                colours.append(suit.colour)
        put(self, "colours", tuple(colours))
        suit_colour = [colours.index(s.colour) for s in self.suits]
        none = [NOTHING] * (faces - plain)
        rank = [f % n_ranks for f in range(plain)] + none
        suit_ = [f // n_ranks for f in range(plain)] + none
        # what a wild card may stand for: a face, a rank, a suit, anything
        stand_rank = [*rank, *range(n_ranks), *([NOTHING] * (n_suits + 1))]
        stand_suit = [*suit_, *([NOTHING] * n_ranks), *range(n_suits), NOTHING]
        stands = len(stand_rank)
        put(self, "code_count", faces * (1 + stands))
        ranks = list(rank)
        suits = list(suit_)
        for s in range(stands):
            ranks += [stand_rank[s]] * faces
            suits += [stand_suit[s]] * faces
        put(self, "rank_of", tuple(ranks))
        put(self, "suit_of", tuple(suits))
        put(self, "colour_of", tuple(suit_colour[s] if s >= 0 else NOTHING for s in suits))
        put(self, "face_of", tuple(range(faces)) * (1 + stands))
        put(self, "stands_wild", (0,) * faces + (1,) * (faces * stands))
        held = {f for cls in self.wilds for f in cls.faces}
        put(self, "held_wild", tuple(int(f in held) for f in range(faces)))
        if not self.points_of:
            put(self, "points_of", (0,) * faces)
        pips = [int(r) if r.isdigit() else 0 for r in self.ranks]
        put(self, "pips_of", (*(pips * n_suits), *(0 for _ in none)))
        texts = {}
        for f in range(plain):
            rank_text, letter = self.ranks[rank[f]], self.suits[suit_[f]].letter
            texts[(rank_text + letter).upper()] = f
        texts[JOKER] = plain
        texts |= {extra: plain + 1 + n for n, extra in enumerate(self.extras)}
        put(self, "_by_text", texts)
        put(self, "_bag_memo", {})
        put(self, "_faces_of", tuple(_FacesOf(n) for n in range(0, self.faces, CHUNK)))

    def with_wilds(self, wilds: tuple[WildClass, ...], points_of: tuple[int, ...]) -> Deck:
        """The same pack with other wild cards and points; all else is shared."""
        made: Deck = object.__new__(Deck)
        for each in fields(self):
            object.__setattr__(made, each.name, getattr(self, each.name))
        held = {face for cls in wilds for face in cls.faces}
        put = object.__setattr__
        put(made, "wilds", wilds)
        put(made, "points_of", points_of)
        put(made, "held_wild", tuple(int(face in held) for face in range(self.faces)))
        return made

    # --- codes -----------------------------------------------------------

    def special(self, face: int) -> bool:
        """Whether a card is special: of no suit and rank, and no joker."""
        return face > self.joker

    @property
    def size(self) -> int:
        """Number of cards in the whole pack."""
        return sum(self.copies)

    def wild_code(self, face: int, stand: int) -> int:
        """The code of the wild card ``face`` that stands for face ``stand``."""
        return face + self.faces * (1 + stand)

    def wild_rank_code(self, face: int, rank: int) -> int:
        """The code of a wild card with a rank and an open suit: ``JOK(7)``."""
        return face + self.faces * (1 + self.faces + rank)

    def wild_suit_code(self, face: int, suit: int) -> int:
        """The code of a wild card with a suit and an open rank."""
        return face + self.faces * (1 + self.faces + len(self.ranks) + suit)

    def wild_open_code(self, face: int) -> int:
        """The code of a wild card that stands for anything at all."""
        return face + self.faces * (1 + self.faces + len(self.ranks) + len(self.suits))

    def stand_of(self, code: int) -> int:
        """The stand number of a wild code (see module), ``NOTHING`` if natural."""
        return code // self.faces - 1

    def face(self, rank: int, suit: int) -> int:
        """The face with this rank number and suit number."""
        return suit * len(self.ranks) + rank

    # --- text ------------------------------------------------------------

    def text(self, code: int) -> str:
        """A card as it is written: ``7H``, ``JOK``, ``2C(6D)``, ``JOK(7)``."""
        face = self.face_of[code]
        if face >= self.joker:
            printed = (JOKER, *self.extras)[face - self.joker]
        else:
            printed = self.ranks[self.rank_of[face]] + self.suits[self.suit_of[face]].letter
        if code < self.faces:
            return printed
        rank, suit = self.rank_of[code], self.suit_of[code]
        place = (self.ranks[rank] if rank >= 0 else "") + (
            self.suits[suit].letter if suit >= 0 else ""
        )
        return f"{printed}({place or '*'})"

    def texts(self, codes: Iterable[int]) -> str:
        """Several cards, written with a space between."""
        return " ".join(map(self.text, codes))

    def parse(self, text: str) -> int:
        """Read one card, natural or placed: ``7h``, ``TH``, ``10♥``, ``JOK(7S)``.

        Raises ``CardError`` with the text when it is no card of this deck.
        """
        match = _CARD.fullmatch(text.strip())
        if match is None:
            raise CardError(text, self._near(text))
        face = self._face(match["card"])
        if face is None or not self.copies[face]:
            raise CardError(text, self._near(match["card"]))
        place = match["place"]
        if place is None:
            return face
        if place == "*":
            return self.wild_open_code(face)
        stand = self._face(place)
        if stand is not None and stand < self.joker:
            return face if stand == face else self.wild_code(face, stand)
        upper = place.upper().replace("T", "10") if place.upper() == "T" else place.upper()
        for r, rank_text in enumerate(self.ranks):
            if rank_text.upper() == upper:
                return self.wild_rank_code(face, r)
        for s, suit in enumerate(self.suits):
            if upper in (suit.letter.upper(), suit.sign):
                return self.wild_suit_code(face, s)
        raise CardError(text, f"{place!r} is no place in this deck")

    def parse_many(self, text: str) -> tuple[int, ...]:
        """Read cards with spaces or commas between them, in the order written."""
        return tuple(self.parse(word) for word in re.split(r"[\s,]+", text.strip()) if word)

    def _face(self, text: str) -> int | None:
        upper = text.upper()
        for suit in self.suits:
            upper = upper.replace(suit.sign, suit.letter.upper())
        found = self._by_text.get(upper)
        if found is None and upper.startswith("T"):
            found = self._by_text.get("10" + upper[1:])
        return found

    def _near(self, text: str) -> str:
        upper = text.strip().upper()
        parts = self._run_together(upper)
        if len(parts) > 1:
            return "write spaces between cards: " + " ".join(parts)
        ranks = " ".join(self.ranks)
        suits = " ".join(s.letter for s in self.suits)
        return f"a card is a rank ({ranks}) and a suit ({suits})"

    def _run_together(self, text: str) -> list[str]:
        """The cards of a text without spaces, if it is nothing but cards."""
        words = sorted(self._by_text, key=len, reverse=True)
        if self._face("T" + self.suits[0].letter) is not None:
            words += ["T" + suit.letter.upper() for suit in self.suits]
        one = "|".join(map(re.escape, words))
        parts: list[str] = re.findall(one, text)
        return parts if "".join(parts) == text else []

    # --- bags ------------------------------------------------------------

    def bag(self, faces: Iterable[int]) -> int:
        """The bag that holds these faces."""
        bag = 0
        for face in faces:
            bag = bag_add(bag, face, self.faces)
        return bag

    def bag_faces(self, bag: int) -> tuple[int, ...]:
        """The faces in a bag, in the order of face numbers, twins side by side."""
        known = self._bag_memo.get(bag)
        if known is not None:
            return known
        width, full = self.faces, self.full
        result: tuple[int, ...] = ()
        layer, rest = bag & full, bag >> width
        for faces in self._faces_of:
            result += faces[layer & CHUNK_MASK]
            layer >>= CHUNK
        if rest:  # twins
            result = tuple(sorted(result + self.bag_faces(rest)))
        if len(self._bag_memo) > MOST_BAGS:
            self._bag_memo.clear()
        self._bag_memo[bag] = result
        return result

    def bag_text(self, bag: int) -> str:
        """The cards of a bag, written in the order of face numbers."""
        return self.texts(self.bag_faces(bag))

    def bag_points(self, bag: int) -> int:
        """The points of the cards of a bag, as cards held in a hand."""
        points = self.points_of
        return sum(points[f] for f in self.bag_faces(bag))

    def mask(self, accept: Callable[[int], bool]) -> int:
        """All layers of the faces for which ``accept`` says yes.

        ``bag & deck.mask(...)`` keeps those cards of the bag.
        """
        one = sum(1 << f for f in range(self.faces) if accept(f))
        return self.spread(one)

    def spread(self, faces: int) -> int:
        """A mask of faces, repeated on every layer of a bag."""
        return sum(faces << (self.faces * n) for n in range(self.layers))

    def all_cards(self) -> Iterator[int]:
        """Every card of the pack as a face, in the order of face numbers."""
        for face, n in enumerate(self.copies):
            for _ in range(n):
                yield face


class _FacesOf(dict[int, tuple[int, ...]]):
    """The faces that some neighbouring bits of a bag stand for, from a first one on."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first

    def __missing__(self, bits: int) -> tuple[int, ...]:
        first = self.first
        found = tuple([first + n for n in range(bits.bit_length()) if bits >> n & 1])
        self[bits] = found
        return found


_CARD = re.compile(r"(?P<card>[^()\s]+)(?:\((?P<place>[^()\s]+)\))?")


def bag_add(bag: int, face: int, width: int) -> int:
    """The bag with one more card of ``face``; ``width`` is ``deck.faces``."""
    bit = 1 << face
    while bag & bit:
        bit <<= width
    return bag | bit


def bag_remove(bag: int, face: int, width: int) -> int:
    """The bag with one card of ``face`` less. The card must be there."""
    bit = 1 << face
    above = bit << width
    while bag & above:
        bit = above
        above <<= width
    return bag ^ bit


def bag_subtract(bag: int, part: int, width: int, full: int) -> int:
    """The bag without the cards of ``part``, which must all be in it."""
    while part:
        rest, depth = part & full, 0
        while rest:
            further = (bag >> (depth + width)) & rest  # faces held once more
            bag ^= (rest ^ further) << depth
            rest = further
            depth += width
        part >>= width
    return bag


def bag_union(bag: int, part: int, width: int, full: int) -> int:
    """The bag with all cards of ``part`` added (counts add up)."""
    while part:
        carry = part & full
        shift = 0
        while carry:
            layer = (bag >> shift) & full
            bag |= carry << shift
            carry &= layer
            shift += width
        part >>= width
    return bag


def bag_counts(faces: Sequence[int]) -> dict[int, int]:
    """How often each face occurs, in the order of face numbers."""
    counts: dict[int, int] = {}
    for f in sorted(faces):
        counts[f] = counts.get(f, 0) + 1
    return counts
