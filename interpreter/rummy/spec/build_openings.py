"""Openings of a spec: the melds that a player needs to come down."""

from __future__ import annotations

from rummy.lang.types import NUMBER, TRUTH
from rummy.spec.context import Context, leaves, place_of
from rummy.spec.model import Need, Opening
from rummy.spec.structure import Raw, Table

ANY = "any"
"""In an opening: any kind of meld."""
MOST_MELDS = 16
"""Melds of one opening; each takes cards that the others then lack."""


def build_openings(context: Context, table: Table) -> tuple[Opening, ...]:
    """The openings in file order."""
    found = []
    for name, raw in table.entries.items():
        if isinstance(raw, Table):
            found.append(_opening(context, name, raw, table))
    return tuple(found)


def _opening(context: Context, name: str, table: Table, parent: Table) -> Opening:
    path = f"openings.{name}"
    items = table.items("needs")
    many = len(items) > 1
    needs = tuple(
        _needs(context, table, item, f"{path}.needs[{number}]" if many else f"{path}.needs")
        for number, item in enumerate(items)
    )
    if "needs" in table.entries and not items and not table.faulty:
        context.report("S105", "nothing stands under `needs`", table.place("needs"))
    which = context.maybe(table, "which", "turn", NUMBER, path)
    if len(items) == 1 and "which" in table.keys and not table.faulty:
        context.report(
            "S119",
            "`which` picks an entry of a list, but `needs` has only one",
            table.place("which"),
            "make `needs` a list, or leave `which` out",
        )
    if many and "which" not in table.keys and not table.faulty:
        context.report(
            "S119",
            f"nothing says which of the {len(items)} entries of `needs` counts",
            table.place("needs"),
            "add `which`, for example `which: round`; melds needed together stand in one entry",
        )
    return Opening(
        name,
        needs,
        which,
        table.truth("more"),
        context.maybe(table, "where", "opening", TRUTH, path),
        table.text("about"),
        place_of(parent.place(name)),
    )


def _needs(context: Context, parent: Table, raw: Raw, path: str) -> tuple[Need, ...]:
    """The melds of one entry, in file order."""
    if not isinstance(raw, Table):
        return ()
    found = []
    if ANY in raw.entries and len(raw.entries) > 1 and not parent.faulty:
        context.report(
            "S106",
            "`any` beside named kinds leaves open which meld fills which need",
            raw.place(ANY),
            "name every kind, or ask only for melds of `any` kind",
        )
    for kind, sizes in raw.entries.items():
        if kind != ANY and kind not in context.kind_names:
            names = (*context.kind_names, ANY)
            context.unknown("kind of meld", kind, raw.place(kind), names)
        least = leaves(sizes)
        if not least and not parent.faulty:
            context.report("S105", f"no meld is needed of `{kind}`", raw.place(kind))
        for leaf in least[:MOST_MELDS]:
            expr = context.leaf(leaf, "static", NUMBER, f"{path}.{kind}")
            found.append(Need("" if kind == ANY else kind, expr))
        if len(least) > MOST_MELDS or len(found) > MOST_MELDS:
            context.report(
                "L923",
                f"more than {MOST_MELDS} melds in one opening are too many",
                raw.place(kind),
                "no hand could hold them",
            )
            break
    return tuple(found)
