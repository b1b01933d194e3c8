"""Opening and getting rid of cards in the same turn: against trying everything."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from meld_helpers import K, bag, deck, plans
from opening_brute import GAMES, Game, Hand, Meld, fits, shapes_of
from rummy.melds import Openings, Shape, Witness

NEEDS = (
    (),
    ((-1, 3),),
    ((-1, 3), (-1, 3)),
    ((0, 3), (1, 3)),
    ((0, 3), (0, 4)),
    ((0, 2), (1, 3)),
    ((0, 3),),
    ((1, 3),),
)


@st.composite
def situations(
    draw: st.DrawFn, plain: int, wild: int, table: int
) -> tuple[Game, Hand, tuple[Meld, ...]]:
    """A game, melds, and a hand of other cards, of which many go well together."""
    game = draw(st.sampled_from(GAMES))
    rng = draw(st.randoms(use_true_random=False))
    pack = list(game.deck.all_cards())
    rng.shuffle(pack)
    melds: list[Meld] = []
    for _ in range(draw(st.integers(0, table))):
        found = game.melds(tuple(sorted(pack[:8])))
        if found:
            meld = rng.choice(found)
            melds.append(meld)
            for code in meld[1]:
                pack.remove(game.deck.face_of[code])
            rng.shuffle(pack)
    good = draw(st.integers(0, 2))  # groups of cards that make a meld
    hand: list[int] = []
    for _ in range(good):
        found = [
            m
            for m in game.melds(tuple(sorted(pack[:9])))
            if sum(m_face in game.wild_faces for m_face in map(game.deck.face_of.__getitem__, m[1]))
            <= wild
        ]
        if found:
            for code in rng.choice(found)[1]:
                hand.append(game.deck.face_of[code])
                pack.remove(hand[-1])
            rng.shuffle(pack)
    fitting = [f for f in pack for m in melds if game.grown(m, f)]
    for _ in range(draw(st.integers(0, 2))):
        if fitting:
            face = rng.choice(fitting)
            if face in pack:
                hand.append(face)
                pack.remove(face)
    hand += pack[: draw(st.integers(0, 3))]
    wilds = [f for f in hand if f in game.wild_faces][:wild]
    plains = [f for f in hand if f not in game.wild_faces][:plain]
    return game, tuple(sorted((*plains, *wilds))), tuple(melds)


def check(
    game: Game,
    hand: Hand,
    needs: tuple[tuple[int, int], ...],
    on_table: tuple[Meld, ...],
    witness: Witness,
    lay_off: bool,
    more: bool,
) -> Hand:
    """The cards left after the play, once it is seen to be lawful."""
    left = Counter(hand)
    melds = tuple((s.kind, s.codes) for s in witness.melds)
    for kind, codes in melds:
        assert game.is_meld(kind, codes)
        used = Counter(game.deck.face_of[c] for c in codes)
        assert used <= left
        left -= used
    assert fits(needs, melds)
    assert more or len(melds) == len(needs)
    shapes = [*on_table, *melds]
    assert lay_off or not witness.added
    for number, growth in witness.added:
        assert left[growth.face] > 0
        left -= Counter([growth.face])
        grown = (growth.shape.kind, growth.shape.codes)
        assert grown in game.grown(shapes[number], growth.face)
        shapes[number] = grown
    rest = tuple(sorted(left.elements()))
    assert game.deck.bag(rest) == witness.left
    return rest


def compare(
    game: Game,
    hand: Hand,
    needs: tuple[tuple[int, int], ...],
    table: tuple[Meld, ...],
    laid: tuple[Meld, ...],
    most_left: int | None,
    most_cards: int | None,
    lay_off: bool,
    more: bool,
    odd: bool = False,
    points: tuple[int, ...] | None = None,
) -> None:
    """The answer against all openings and all additions."""

    def accept(shapes: tuple[Shape, ...]) -> bool:
        return sum(s.size for s in shapes) % 2 == 1

    worth = game.deck.points_of if points is None else points

    def within(rest: Hand) -> bool:
        return (most_left is None or sum(worth[f] for f in rest) <= most_left) and (
            most_cards is None or len(rest) <= most_cards
        )

    openings = Openings(game.plans)
    found = openings.witness(
        game.deck.bag(hand),
        needs,
        table=list(shapes_of(game, table)),  # type: ignore[arg-type]
        laid=tuple(shapes_of(game, laid)),  # type: ignore[arg-type]
        most_left=most_left,
        most_cards=most_cards,
        points=points,
        accept=accept if odd else None,
        more=more,
        lay_off=lay_off,
    )
    assert openings.exact
    if found is not None:
        assert within(check(game, hand, needs, (*table, *laid), found, lay_off, more))
        assert not odd or accept((*shapes_of(game, laid), *found.melds))  # type: ignore[arg-type]
        return
    for melds, rest in game.openings(hand, needs, more).items():
        if odd and sum(len(codes) for _, codes in (*laid, *melds)) % 2 == 0:
            continue
        ends = game.ends(rest, (*table, *laid, *melds)) if lay_off else {rest}
        assert not any(map(within, ends)), (game.name, melds)


BOUNDS = st.one_of(st.none(), st.integers(0, 25))
CARDS = st.one_of(st.none(), st.integers(0, 4))


@settings(max_examples=130, derandomize=True, deadline=None)
@given(situations(8, 3, 0), st.sampled_from(NEEDS), BOUNDS, CARDS, st.booleans(), st.booleans())
def test_melds_alone_leave_little_just_when_some_opening_does(
    where: tuple[Game, Hand, tuple[Meld, ...]],
    needs: tuple[tuple[int, int], ...],
    most_left: int | None,
    most_cards: int | None,
    more: bool,
    odd: bool,
) -> None:
    game, hand, _ = where
    more = more and len(hand) < 9
    compare(game, hand, needs, (), (), most_left, most_cards, False, more, odd)


@settings(max_examples=130, derandomize=True, deadline=None)
@given(
    situations(6, 2, 2),
    st.sampled_from(NEEDS),
    st.integers(0, 15),
    CARDS,
    st.booleans(),
    st.booleans(),
    st.integers(0, 2),
)
def test_with_cards_laid_off_little_is_left_just_when_some_play_leaves_it(
    where: tuple[Game, Hand, tuple[Meld, ...]],
    needs: tuple[tuple[int, int], ...],
    most_left: int,
    most_cards: int | None,
    more: bool,
    odd: bool,
    own: int,
) -> None:
    game, hand, melds = where
    laid, table = melds[:own], melds[own:]
    compare(game, hand, needs, table, laid, most_left, most_cards, True, more, odd)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(situations(6, 2, 1), st.sampled_from(NEEDS), st.integers(-3, 10), st.randoms())
def test_cards_may_be_worth_other_points_even_less_than_nothing(
    where: tuple[Game, Hand, tuple[Meld, ...]],
    needs: tuple[tuple[int, int], ...],
    most_left: int,
    rng: object,
) -> None:
    game, hand, table = where
    points = tuple(
        rng.randint(-3, 6)  # type: ignore[attr-defined]
        for _ in range(game.deck.faces)
    )
    compare(game, hand, needs, table, (), most_left, None, True, False, False, points)


def test_a_chain_of_cards_goes_on_a_run_at_both_ends() -> None:
    p = plans(deck(points={"8": 8, "7": 7, "3": 3, "K": 10}), {"run": K(RUN, 3, 13)})
    table = [shape(p, 0, "4S 5S 6S")]
    openings = Openings(p)
    found = openings.witness(bag(p, "8S 7S 3S KD"), (), table=table, most_left=10, lay_off=True)
    assert found is not None
    assert [p.deck.text(g.code) for _, g in found.added] == ["7S", "8S", "3S"]
    assert p.deck.bag_text(found.left) == "KD"
    # without the seven the eight stays
    assert openings.witness(bag(p, "8S 3S KD"), (), table=table, most_left=17, lay_off=True) is None
    assert openings.witness(bag(p, "8S 7S 3S KD"), (), table=table, most_left=10) is None


def test_cards_are_added_to_a_meld_laid_now() -> None:
    p = plans(
        deck(points={"9": 9}),
        {"pair": K("same(rank)", 2, 2, grows=("set",)), "set": K("same(rank)", 3, 4)},
    )
    found = Openings(p).witness(
        bag(p, "9S 9H 9D"), ((0, 2),), most_left=0, most_cards=0, lay_off=True
    )
    assert found is not None
    assert [s.size for s in found.melds] == [2]
    assert [(number, g.shape.size) for number, g in found.added] == [(0, 3)]
    assert Openings(p).witness(bag(p, "9S 9H 9D"), ((0, 2),), most_cards=0) is None


def test_a_wild_card_laid_off_is_no_longer_paid_for() -> None:
    p = plans(
        deck(jokers=1, wild={"joker": ("JOK", "*", False)}, joker_points=50),
        {"run": K(RUN, 3, 13), "set": K("same(rank) and any(natural)", 3, 104)},
    )
    full = shape(p, 0, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS")
    openings = Openings(p)
    assert openings.witness(bag(p, "JOK"), (), table=[full], most_left=49, lay_off=True) is None
    found = openings.witness(
        bag(p, "JOK"), (), table=[full, shape(p, 1, "5D 5H 5C")], most_left=0, lay_off=True
    )
    assert found is not None
    assert [number for number, _ in found.added] == [1]


RUN = "same(suit) and sequence(rank)"


def shape(p: object, kind: int, text: str) -> Shape:
    """A meld on the table."""
    found = p.shape(kind, p.deck.parse_many(text))  # type: ignore[attr-defined]
    assert found is not None
    return found  # type: ignore[no-any-return]
