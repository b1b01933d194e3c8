"""One overlay laid upon a document, by the table of keys.

Mappings are merged by name, everything else gives way to what the overlay says.
Every node keeps the place where it was written. What the overlay changes comes
out as a list, so that two overlays can be held against each other.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from rummy.diagnostics import Diagnostic, Fix, Label, Span, visible
from rummy.spec import keys
from rummy.spec.base_word import filled, is_base
from rummy.spec.changes import EXAMPLES, Change, Where, dotted, plain_name, same
from rummy.spec.layers import Layer
from rummy.spec.slips import respelled
from rummy.spec.structure import MOST_FINDINGS, Reader
from rummy.spec.yaml import Mapping, Node, Scalar
from rummy.spelling import did_you_mean, nearest, surely

_PLACE = ("before", "after")


@dataclass(slots=True)
class _Entries:
    """The entries of a mapping while it is changed."""

    pairs: list[tuple[Scalar, Node]]

    def at(self, name: str, named: keys.Named | None) -> int | None:
        """Where an entry of this name stands."""
        wanted = plain_name(name, named)
        for number, (key, _) in enumerate(self.pairs):
            if plain_name(key.value, named) == wanted:
                return number
        return None


class Merger:
    """Lays one overlay upon a document.

    ``agreed``: places that another overlay has changed in the same way already.
    """

    def __init__(self, layer: Layer, agreed: Collection[Where] = ()) -> None:
        self.layer = layer
        self.agreed = agreed
        self.found: list[Diagnostic] = []
        self.changes: list[Change] = []
        self.removed: set[Where] = set()

    def merge(self, document: Mapping) -> Mapping:
        """The document with the overlay upon it."""
        entries = tuple(e for e in document.entries if e[0].value != EXAMPLES)
        base = Mapping(entries, document.span)
        for item in self.layer.removed:
            base = self._remove(base, item.text, item.node)
        return self._record(base, self.layer.node, keys.TOP, ())

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str = "",
        labels: tuple[Label, ...] = (),
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        """Note a finding."""
        self.found.append(Diagnostic(code, message, span, hint, labels, fixes))

    def _hinted(self, first: int, hint: str) -> None:
        """Say what helps against the findings from a number on."""
        self.found[first:] = [replace(item, hint=hint) for item in self.found[first:]]

    # --- taking away ---------------------------------------------------------

    def _remove(self, base: Mapping, text: str, node: Scalar) -> Mapping:
        expect: keys.Expect = keys.TOP
        where: Where = ()
        here: Node = base
        rest = text.strip()
        inside: list[tuple[Mapping, int]] = []
        key: keys.Key | None = None
        within: keys.Expect = keys.TOP
        while rest:
            names = [k.value for k, _ in here.entries] if isinstance(here, Mapping) else []
            named = expect if isinstance(expect, keys.Named) else None
            found = [
                (len(said), number)
                for number, name in enumerate(names)
                for said in {name, plain_name(name, named)}
                if rest == said or rest.startswith(f"{said}.")
            ]
            if not found or not isinstance(here, Mapping):
                self._nothing_there(node, where, rest, names)
                return base
            length, number = max(found)
            inside.append((here, number))
            within = expect
            key = expect.key(names[number]) if isinstance(expect, keys.Record) else None
            where = (*where, plain_name(names[number], named))
            here = here.entries[number][1]
            expect = _below(within, key)
            rest = rest[length + 1 :]
        if not inside:
            return base
        if self._is_needed(within, key, where):
            message = f"`{dotted(where)}` cannot be taken away: no game can do without it"
            self.report("V809", message, node.span, "change it instead of removing it")
            return base
        self.changes.append(Change(where, None, node.span))
        self.removed.add(where)
        mapping, number = inside.pop()
        made = Mapping(mapping.entries[:number] + mapping.entries[number + 1 :], mapping.span)
        for mapping, number in reversed(inside):
            entries = list(mapping.entries)
            entries[number] = (entries[number][0], made)
            made = Mapping(tuple(entries), mapping.span)
        return made

    def _is_needed(self, within: keys.Expect, key: keys.Key | None, where: Where) -> bool:
        """Whether a key has no default, and the overlay does not say it anew."""
        if not isinstance(within, keys.Record) or key is None:
            return False
        over: Node | None = self.layer.node
        for name in where[:-1]:
            over = over.get(name) if isinstance(over, Mapping) else None
        said = {name.value for name, _ in over.entries} if isinstance(over, Mapping) else set()
        if key.name in within.verbs:
            return not said & set(within.verbs)
        return key.required and key.name not in said

    def _nothing_there(self, node: Scalar, where: Where, rest: str, names: list[str]) -> None:
        if any(where[: len(gone)] == gone or (*where, rest) == gone for gone in self.removed):
            message = f"`{visible(node.value)}` is taken away already"
            self.report("V808", message, node.span, "once is enough")
            return
        if len(self.found) >= MOST_FINDINGS:
            return
        first = rest.split(".")[0]
        place = f"under `{dotted(where)}`" if where else "in the base"
        message = f"there is nothing to take away: no `{visible(first)}` {place}"
        hint = did_you_mean(first, names)
        if not hint:
            hint = f"there are {', '.join(names[:12])}" if names else "say anew what stands there"
        if rest == EXAMPLES or where[:1] == (EXAMPLES,):
            hint = "the examples of a base are never taken over"
        near = nearest(first, names)
        fixes: tuple[Fix, ...] = ()
        if len(near) == 1 and node.plain:
            fixed = dotted((*where, near[0], *rest.split(".")[1:]))
            fixes = (Fix(node.span, fixed, surely(first, names) is not None, word=True),)
        self.report("V808", message, node.span, hint, fixes=fixes)

    # --- merging -------------------------------------------------------------

    def _value(
        self,
        base: Node | None,
        over: Node,
        expect: keys.Expect,
        where: Where,
        key: Scalar,
        about: keys.Key | None,
    ) -> Node:
        """What stands at a place: the base, changed by what the overlay says there."""
        expect = keys.resolve(expect)
        match expect:
            case keys.Shapes(_, keys.Record() as record) if base is not None:
                main = next(k.name for k in record.keys if k.required)
                if isinstance(base, Scalar) and isinstance(over, Scalar):
                    inner = record.key(main)
                    return self._set(base, over, expect.scalar, where, key, inner)
                return self._value(_whole(base, main), _whole(over, main), record, where, key, None)
            case keys.Record() if isinstance(over, Mapping) and isinstance(base, Mapping):
                if not self._other_verb(base, over, expect):
                    return self._record(base, over, expect, where)
            case keys.Record() if isinstance(over, Mapping) and base is None:
                if not expect.verbs and not any(k.required for k in expect.keys):
                    return self._record(Mapping((), over.span), over, expect, where)
            case keys.Named() if isinstance(over, Mapping) and not isinstance(base, Scalar):
                under = base if isinstance(base, Mapping) else Mapping((), over.span)
                return self._named(under, over, expect, where)
            case keys.ListOf(item) if isinstance(keys.resolve(item), keys.Record):
                if isinstance(base, Mapping) and isinstance(over, Mapping):
                    return self._value(base, over, item, where, key, about)
        return self._set(base, over, expect, where, key, about)

    def _set(
        self,
        base: Node | None,
        over: Node,
        expect: keys.Expect,
        where: Where,
        key: Scalar,
        about: keys.Key | None,
    ) -> Node:
        """What the overlay says takes the place of what the base says."""
        before = len(self.found)
        made = filled(base, over, expect, about, self.report)
        if where in self.removed:
            self._hinted(before, f"`remove` takes `{dotted(where)}` away: leave that out")
        if base is not None and (same(base, made) or is_base(over, expect)):
            message = f"`{dotted(where)}` says what the base says already"
            label = Label(_own(base), "it stands here")
            self.report("V812", message, over.span, "take it out", (label,))
            return base
        if where in self.agreed and base is not None:
            return base
        self.changes.append(Change(where, over, key.span.to(over.span)))
        return made

    def _other_verb(self, base: Mapping, over: Mapping, record: keys.Record) -> bool:
        """Whether the overlay makes something else of an entry."""
        before = {key.value for key, _ in base.entries}
        verbs = [key.value for key, _ in over.entries if key.value in record.verbs]
        return any(verb not in before for verb in verbs)

    def _record(self, base: Mapping, over: Mapping, record: keys.Record, where: Where) -> Mapping:
        entries = list(base.entries)
        for name, value in over.entries:
            key = record.key(name.value)
            at = next((n for n, (k, _) in enumerate(entries) if k.value == name.value), None)
            old = None if at is None else entries[at][1]
            place = (*where, name.value)
            if key is None:
                self._unknown(name, over, record, where)
                continue
            if place == (EXAMPLES,):
                made = value
            elif name.value == "rummy" and old is not None and not where:
                continue  # the version of the format is no rule
            else:
                made = self._value(old, value, key.expect, place, name, key)
            if at is None:
                entries.append((name, made))
            elif made is not old:
                merged = isinstance(old, Mapping) and isinstance(made, Mapping)
                entries[at] = (entries[at][0] if merged else name, made)
        return Mapping(tuple(entries), base.span)

    def _unknown(self, name: Scalar, over: Mapping, record: keys.Record, where: Where) -> None:
        """A key that means nothing: nearest are those that the overlay itself does not have."""
        if len(self.found) >= MOST_FINDINGS:
            return
        reader = Reader()
        reader.unknown_key(name, record, {key.value for key, _ in over.entries}, dotted(where))
        self.found += reader.found

    # --- named entries -------------------------------------------------------

    def _named(self, base: Mapping, over: Mapping, named: keys.Named, where: Where) -> Mapping:
        entries = _Entries(list(base.entries))
        behind: dict[str, str] = {}
        if len(over.entries) > named.most:
            # Far too many: they are counted with those of the base, and refused, unmerged.
            self.changes.append(Change(where, over, over.span))
            return Mapping((*base.entries, *over.entries), base.span)
        for name, value in over.entries:
            at = entries.at(name.value, named)
            place = (*where, plain_name(name.value, named))
            rest, spots = _without_place(value, named)
            if at is not None:
                for spot, _ in spots:
                    message = (
                        f"`{visible(name.value)}` stands in the base already and keeps its place"
                    )
                    hint = f"to move it, name it under `remove` too, or leave `{spot.value}` out"
                    self.report("V811", message, spot.span, hint)
                self._entry(entries, at, name, rest, named, place)
            elif self._is_whole(name, rest, named, entries):
                self._new(entries, name, rest, spots, named, place, behind)
        return Mapping(tuple(entries.pairs), base.span)

    def _entry(
        self,
        entries: _Entries,
        at: int,
        name: Scalar,
        value: Node,
        named: keys.Named,
        where: Where,
    ) -> None:
        """An entry that the base has is changed."""
        key, old = entries.pairs[at]
        if named.names == "definition" and _spaceless(key.value) != _spaceless(name.value):
            before = len(self.found)
            made = self._set(None, value, named.entry, where, name, None)
            self._hinted(before, f"in the base its parameters are others: `{key.value}`")
        else:
            made = self._value(old, value, named.entry, where, name, None)
        if made is not old:
            kept = isinstance(old, Mapping) and isinstance(made, Mapping)
            entries.pairs[at] = (key if kept else name, made)

    def _new(
        self,
        entries: _Entries,
        name: Scalar,
        value: Node,
        spots: list[tuple[Scalar, Node]],
        named: keys.Named,
        where: Where,
        behind: dict[str, str],
    ) -> None:
        """An entry that the base does not have is put in its place."""
        if where in self.agreed:
            return
        at = len(entries.pairs)
        beside: Where = ()
        for number, (spot, target) in enumerate(spots):
            if number:
                message = f"`{spot.value}` cannot stand beside `{spots[0][0].value}`"
                self.report("V811", message, spot.span, "one place is enough")
                continue
            text = target.value if isinstance(target, Scalar) else ""
            found = entries.at(text, named)
            if found is None:
                names = [key.value for key, _ in entries.pairs]
                message = f"there is no {named.what} `{visible(text)}` to stand {spot.value}"
                hint = did_you_mean(text, names) or f"there are {', '.join(names)}"
                fixes = respelled(target.span, text, names)
                self.report("V811", message, target.span, hint, fixes=fixes)
                continue
            beside = (*where[:-1], plain_name(text, named))
            at = found
            if spot.value == "after":
                # several that come after one entry keep the order of their file
                last = entries.at(behind.get(text, text), named)
                at = (found if last is None else last) + 1
                behind[text] = name.value
        before = len(self.found)
        made = filled(None, value, named.entry, None, self.report)
        if len(self.found) > before:
            meant = did_you_mean(name.value, [key.value for key, _ in entries.pairs])
            if meant:
                self._hinted(before, meant)
        entries.pairs.insert(at, (name, made))
        self.changes.append(Change(where, value, name.span.to(value.span), beside))

    def _is_whole(self, name: Scalar, value: Node, named: keys.Named, entries: _Entries) -> bool:
        """Whether a new entry has all that it needs; else a name of the base was meant."""
        entry = keys.resolve(named.entry)
        if not isinstance(entry, keys.Record) or not isinstance(value, Mapping):
            return True
        present = {key.value for key, _ in value.entries}
        lacks = [k.name for k in entry.keys if k.required and k.name not in present]
        if entry.verbs and not present & set(entry.verbs):
            lacks = [*lacks, f"one of {', '.join(entry.verbs)}"]
        if not lacks:
            return True
        names = [key.value for key, _ in entries.pairs]
        message = f"the base has no {named.what} `{visible(name.value)}` that could be changed"
        hint = did_you_mean(name.value, names)
        hint = f"{hint} a" if hint else f"there are {', '.join(names[:12])}; a" if names else "a"
        hint += f" new {named.what} needs {' and '.join(f'`{k}`' if ' ' not in k else k for k in lacks)}"
        fixes = respelled(name.span, name.value, names)
        self.report("V807", message, name.span, hint, fixes=fixes)
        return False


def _below(expect: keys.Expect, key: keys.Key | None) -> keys.Expect:
    """What is expected one key further in."""
    expect = keys.resolve(expect)
    if isinstance(expect, keys.Named):
        inner = expect.entry
    elif key is not None:
        inner = key.expect
    else:
        inner = keys.Text()
    inner = keys.resolve(inner)
    if isinstance(inner, keys.Shapes):
        return keys.resolve(inner.mapping)
    if isinstance(inner, keys.ListOf) and isinstance(keys.resolve(inner.item), keys.Record):
        return keys.resolve(inner.item)
    return inner


def _whole(node: Node, main: str) -> Node:
    """A plain value as the mapping that it stands for: a condition alone is a duty that holds."""
    if not isinstance(node, Scalar):
        return node
    key = Scalar(main, "plain", node.span, node.offsets)
    return Mapping(((key, node),), node.span)


def _without_place(value: Node, named: keys.Named) -> tuple[Node, list[tuple[Scalar, Node]]]:
    """An entry without the keys that say where it is put, and those."""
    entry = keys.resolve(named.entry)
    entry = keys.resolve(entry.mapping) if isinstance(entry, keys.Shapes) else entry
    if not isinstance(value, Mapping) or not isinstance(entry, keys.Record):
        return value, []
    spots = [pair for pair in value.entries if pair[0].value in _PLACE]
    if not spots:
        return value, []
    rest = tuple(pair for pair in value.entries if pair[0].value not in _PLACE)
    return Mapping(rest, value.span), spots


def _own(node: Node) -> Span:
    return node.offsets.origins()[0] if isinstance(node, Scalar) else node.span


def _spaceless(text: str) -> str:
    return re.sub(r"\s+", "", text)
