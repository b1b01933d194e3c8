"""The kinds of meld: what they are, what they earn, examples found by the solver, openings."""

from __future__ import annotations

from functools import cached_property

from rummy.lang.evaluate import CardEnv, evaluate
from rummy.lang.fold import constant
from rummy.lang.trees import CARD_SLOT, Compare, Local, Name, Sequence, walk
from rummy.melds import Shape
from rummy.sheet import marks
from rummy.sheet.counts import by_players, span
from rummy.sheet.document import Block, Bullets, Item, Paragraph, Section, Table
from rummy.sheet.names import (
    SPOKEN_TO,
    Clause,
    a_kind,
    listed,
    number_word,
    plural,
    spaced,
    statement,
)
from rummy.sheet.samples import Samples
from rummy.sheet.walks import moves
from rummy.spec.bind import BoundKind, Rules
from rummy.spec.model import Expr, Lay, LayOff, Need, Open, Opening

MOST_SIZES = 20
"""A table of points has no more rows."""
MOST_NEEDS = 30
"""Of an opening no more entries are told."""


class Melds(Samples):
    """The melds of a game, with the solver at hand."""

    # --- the section ---------------------------------------------------------------

    def section(self) -> Section | None:
        """All kinds of meld; None if there are none."""
        if not self.rules.kinds:
            return None
        below = [self.kind(kind) for kind in self.rules.kinds]
        below += [section for one in self.settled.spec.openings if (section := self.opening(one))]
        return Section("Melds", (), tuple(below))

    def kind(self, kind: BoundKind) -> Section:
        """One kind of meld."""
        spec_kind = self.settled.spec.kinds[kind.index]
        items = [Item(f"{marks.strong('Cards')}: {self.sizes(kind)}")]
        before, self.words.me = self.words.me, SPOKEN_TO
        try:
            rules = self.clauses(kind)
        finally:
            self.words.me = before
        if rules:
            items.append(
                Item(f"{marks.strong('Rule')}: {rules[0]}")
                if len(rules) == 1
                else Item(
                    f"{marks.strong('Rules')}:", tuple(Item(marks.sentence(rule)) for rule in rules)
                )
            )
        if self.adds:
            items.append(Item(f"{marks.strong('Growing')}: {self.growth(kind)}"))
        items += self.examples(kind)
        blocks: list[Block] = []
        if spec_kind.about:
            blocks.append(Paragraph(marks.sentence(marks.clean(spec_kind.about))))
        blocks.append(Bullets(tuple(items)))
        return Section(marks.capital(marks.clean(kind.title)), tuple(blocks))

    def sizes(self, kind: BoundKind) -> str:
        """How many cards such a meld has, for all numbers of players."""
        rows = by_players(self.settled, lambda rules: _size(rules.kinds[kind.index], rules))
        if len(rows) == 1:
            return str(rows[0][1])
        return listed([f"{value} for {who} players" for who, value in rows])

    def clauses(self, kind: BoundKind) -> list[str]:
        """What must hold of the cards, one sentence each."""
        tree = self.settled.whole(self.settled.spec.kinds[kind.index].valid)
        clause = self.words.clause_of(tree)
        parts: tuple[Clause, ...] = clause.parts if clause.kind == "and" else (clause,)
        return [_rule(part) for part in parts if part.yes != "it is always so"]

    @cached_property
    def adds(self) -> bool:
        """Whether cards are ever added to melds on the table."""
        for move in moves(self.settled.spec.turn):
            if isinstance(move.verb, LayOff) and not self.settled.never(move.when):
                return True
        return False

    def growth(self, kind: BoundKind) -> str:
        """What may become of the meld."""
        if kind.closed or not kind.grows_into:
            return "no card is ever added to it"
        others = [a_kind(self.words.kind(k)) for k in kind.grows_into if k != kind.index]
        own = kind.index in kind.grows_into
        if not others:
            return "single cards may be added as long as it stays such a meld"
        if own:
            return f"single cards may be added as long as it stays such a meld or becomes {listed(others, 'or')}"
        return f"it grows into {listed(others, 'or')} by a single card"

    # --- examples --------------------------------------------------------------------

    def examples(self, kind: BoundKind) -> list[Item]:
        """Melds that the solver has found, and cards that are none."""
        shapes = self.shapes.get(kind.index, [])
        items = []
        good = self.accepted(kind, shapes)
        if good:
            told = [self.words.card(self.shown(shape)) for shape in good]
            items.append(Item(f"{marks.strong('Examples')}: {'; '.join(told)}"))
        elif self.plans is not None and self.plans.hopeless(kind.index):
            items.append(Item("No cards of this pack make such a meld."))
        bad = self.refused(kind, good)
        if bad is not None:
            items.append(
                Item(
                    f"{marks.strong(f'Not {a_kind(marks.clean(kind.title))}')}: {self.words.card(bad)}"
                )
            )
        return items

    def accepted(self, kind: BoundKind, shapes: list[Shape]) -> list[Shape]:
        """A small one, a larger one, and one with a wild card in another's place."""
        deck = self.rules.deck
        natural = [s for s in shapes if not any(deck.stands_wild[c] for c in s.codes)]
        wild = [s for s in shapes if any(deck.stands_wild[c] for c in s.codes)]
        found: list[Shape] = []
        if natural:
            small = min(s.size for s in natural)
            few = [s for s in natural if s.size == small]
            found.append(few[len(few) // 3])
            larger = [s for s in natural if small < s.size <= small + 2 and s not in found]
            if larger:
                found.append(max(larger[: len(larger)], key=lambda s: (s.size, -larger.index(s))))
        if wild:
            least = min(s.size for s in wild)
            few = [
                s
                for s in wild
                if s.size == least and sum(deck.stands_wild[c] for c in s.codes) == 1
            ]
            few = few or [s for s in wild if s.size == least]
            found.append(few[len(few) // 2])
        return found

    def shown(self, shape: Shape) -> tuple[int, ...]:
        """The cards of a meld in the order in which people lay them out."""
        deck, codes = self.rules.deck, tuple(shape.display)
        ranks = [deck.rank_of[code] for code in codes]
        walked = any(
            isinstance(part, Sequence) for part in walk(self.rules.kinds[shape.kind].valid)
        )
        if walked or len(set(ranks)) < len(ranks):
            return codes
        return tuple(sorted(codes, key=lambda code: deck.rank_of[code]))

    def refused(self, kind: BoundKind, good: list[Shape]) -> tuple[int, ...] | None:
        """Cards that look like such a meld and are none: one card of a good one exchanged."""
        if self.plans is None or not good:
            return None
        deck = self.rules.deck
        shape = good[0]
        codes = list(self.shown(shape))
        there = [
            face for face in range(deck.joker) if deck.copies[face] and not deck.held_wild[face]
        ]
        last = codes[-1]
        rank, suit = deck.rank_of[last], deck.suit_of[last]
        near = sorted(
            (face for face in there if face not in codes),
            key=lambda f: (
                deck.rank_of[f] != rank,
                deck.suit_of[f] != suit,
                abs(deck.rank_of[f] - rank),
            ),
        )
        for face in near[:40]:
            tried = (*codes[:-1], face)
            if not self.plans.readings(kind.index, tried):
                return tried
        return None

    # --- points ------------------------------------------------------------------------

    def points(self) -> list[Block]:
        """What melds and added cards earn at once, by their number of cards."""
        blocks: list[Block] = []
        rows: list[tuple[str, str, str]] = []
        said: list[Item] = []
        for kind in self.rules.kinds:
            title = marks.capital(marks.clean(kind.title))
            spec = self.settled.spec.kinds[kind.index]
            lay = self.by_size(kind, spec.lay)
            add = self.by_size(kind, spec.add)
            for text, expr, known in (("laid", spec.lay, lay), ("a card added", spec.add, add)):
                if expr is not None and known is None:
                    said.append(Item(f"{title}, {text}: {self.words.amount(expr)}"))
            if lay is None and add is None:
                continue
            rows += self.size_rows(kind, title, lay or {}, add or {})
        if rows and any(
            row[1] not in ("", "0", "–") or row[2] not in ("", "0", "–") for row in rows
        ):
            blocks.append(
                Table(
                    "Points earned at once",
                    ("Meld", "Laid whole", "For the card that makes it so large"),
                    tuple(rows),
                    (1, 2),
                )
            )
        if said:
            blocks.append(Bullets(tuple(said)))
        return blocks

    def by_size(self, kind: BoundKind, expr: Expr | None) -> dict[int, int] | None:
        """The points for each size; None where they hang on more, also on how many play."""
        if expr is None:
            return {}
        tree = self.settled.whole(expr)
        names = {part.name for part in walk(tree) if isinstance(part, Name)}
        cards = any(isinstance(part, Local) and part.slot == CARD_SLOT for part in walk(tree))
        if names - {"size"} or cards:
            return None
        found = {}
        for size in range(kind.least, min(kind.most, kind.least + MOST_SIZES - 1) + 1):
            env = CardEnv(self.rules.deck, names={"size": size})
            found[size] = int(evaluate(tree, env))
        return found

    def size_rows(
        self, kind: BoundKind, title: str, lay: dict[int, int], add: dict[int, int]
    ) -> list[tuple[str, str, str]]:
        """A row for each size, sizes that earn the same drawn together."""
        rows: list[tuple[list[int], str, str]] = []
        laid = kind.index in self.laid
        feeders = {
            other.index
            for other in self.rules.kinds
            if kind.index in other.grows_into and not other.closed
        }
        for size in sorted({*lay, *add}):
            can_add = self.adds and bool(feeders) and (size > kind.least or feeders - {kind.index})
            one = str(lay.get(size, 0)) if laid else "–"
            other = str(add.get(size, 0)) if can_add else "–"
            if rows and rows[-1][1:] == (one, other):
                rows[-1][0].append(size)
            else:
                rows.append(([size], one, other))
        if len(rows) == 1 and kind.least == kind.most:
            return [(title, rows[0][1], rows[0][2])]
        more = kind.most > kind.least + MOST_SIZES - 1
        told = []
        for number, (sizes, one, other) in enumerate(rows):
            which = f"{span(sizes)}{' or more' if more and number == len(rows) - 1 else ''}"
            told.append((f"{title} of {which}", one, other))
        return told

    @cached_property
    def laid(self) -> set[int]:
        """The kinds that some move lays as new melds."""
        index = {kind.name: kind.index for kind in self.rules.kinds}
        found: set[int] = set()
        for move in moves((*self.settled.spec.setup, *self.settled.spec.turn)):
            if self.settled.never(move.when):
                continue
            if isinstance(move.verb, Lay):
                found |= {index[name] for name in move.verb.kinds}
            elif isinstance(move.verb, Open):
                opening = next(o for o in self.settled.spec.openings if o.name == move.verb.opening)
                needed = {need.kind for entry in opening.needs for need in entry}
                if opening.more or "" in needed:
                    found |= set(index.values())
                found |= {index[name] for name in needed if name}
        return found

    # --- openings -------------------------------------------------------------------------

    def opening(self, opening: Opening) -> Section | None:
        """The melds that must come first."""
        opened = any(
            isinstance(move.verb, Open)
            and move.verb.opening == opening.name
            and not self.settled.never(move.when)
            for move in moves((*self.settled.spec.setup, *self.settled.spec.turn))
        )
        word = "Opening" if opened else "Melds asked for"
        title = f"{word}: {marks.clean(spaced(opening.name))}"
        blocks: list[Block] = []
        if opening.about:
            blocks.append(Paragraph(marks.sentence(marks.clean(opening.about))))
        needs = [self.needed(entry) for entry in opening.needs]
        if opening.which is None or len(needs) == 1:
            text = f"{'It takes' if opened else 'They are'}: {needs[0]}"
            blocks.append(Paragraph(marks.sentence(text)))
        else:
            which = self.words.amount(opening.which)
            rows = [(str(number), need) for number, need in enumerate(needs[:MOST_NEEDS], 1)]
            if len(needs) <= MOST_NEEDS:
                rows[-1] = (f"{rows[-1][0]}{self.and_later(opening, len(needs))}", rows[-1][1])
            blocks.append(
                Table(
                    f"Melds by {which}",
                    (marks.capital(marks.bare(which).removeprefix("the ")), "Melds"),
                    tuple(rows),
                )
            )
        items = []
        if opened:
            items.append(
                Item(
                    "All of them are laid in one turn, one after another; a meld may have more cards than is asked for."
                )
            )
        if opening.more:
            items.append(Item("Further melds of any kind may follow in the same turn."))
        if opening.where is not None and not self.settled.always(opening.where):
            items.append(
                Item(
                    marks.sentence(
                        f"It must hold that {statement(self.words.clause_of(opening.where))}"
                    )
                )
            )
        if items:
            blocks.append(Bullets(tuple(items)))
        return Section(title, tuple(blocks))

    def and_later(self, opening: Opening, last: int) -> str:
        """Beyond the list its last entry counts, if the game can come so far."""
        tree = self.settled.whole(opening.which) if opening.which is not None else None
        if isinstance(tree, Name) and tree.name == "round" and self.rules.rounds <= last:
            return ""
        over = self.settled.whole(self.settled.spec.match.over)
        if (
            isinstance(tree, Name)
            and tree.name == "round"
            and isinstance(over, Compare)
            and isinstance(over.left, Name)
            and over.left.name in ("round", "rounds_played")
            and over.op in ("==", ">=")
            and (constant(over.right) or last + 1) <= last
        ):
            return ""
        return " and beyond"

    def needed(self, entry: tuple[Need, ...]) -> str:
        """``2 runs of 4 or more and a set of 3 or more``."""
        counted: dict[tuple[str, int], int] = {}
        for need in entry:
            least = self.settled.known(need.least)
            key = (need.kind, least if least is not None else -1)
            counted[key] = counted.get(key, 0) + 1
        told = []
        by_name = {kind.name: kind for kind in self.rules.kinds}
        for (kind, least), many in counted.items():
            title = marks.clean(by_name[kind].title) if kind else "meld"
            most = by_name[kind].most if kind else self.rules.deck.size
            what = a_kind(title) if many == 1 else f"{many} {plural(title)}"
            size = f" of {least}{' or more' if least < most else ''} cards" if least >= 0 else ""
            told.append(what + size)
        return listed(told) or "nothing"


def _size(kind: BoundKind, rules: Rules) -> str:
    if kind.least == kind.most:
        return number_word(kind.least, "card")
    if kind.most >= rules.deck.size:
        return f"{kind.least} or more"
    if kind.most < kind.least:
        return "none: no size is possible"
    return f"{kind.least} to {kind.most}"


def _rule(part: Clause) -> str:
    """A clause of a meld's condition as a sentence; a choice by size is told as one."""
    if part.kind == "choice" and len(part.parts) == 3:
        when, yes, no = part.parts
        return f"if {when.yes}: {yes.yes}; if {when.no}: {no.yes}"
    return part.yes
