"""The shape of a spec file: nodes are held against the table of keys.

What comes out is a tree of ``Leaf``, ``Table`` and ``Items`` in which every key
is known and every value has the right shape. What does not fit becomes a
finding and is left out, so that the rest of the file is still looked at. This
room knows the table of keys, but not what any key is good for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rummy.diagnostics import Diagnostic, Fix, Label
from rummy.diagnostics import Span as Place
from rummy.spec import keys, words
from rummy.spec.slips import respelled
from rummy.spec.yaml import Mapping, Node, Scalar, Sequence
from rummy.spelling import did_you_mean, nearest


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value: its text, the number that it means (if any), its node."""

    text: str
    node: Scalar
    value: int = 0

    @property
    def span(self) -> Place:
        """Where it stands."""
        return self.node.span


@dataclass(slots=True, eq=False)
class Table:
    """A mapping: what was read under each key, and the keys themselves.

    ``faulty``: something in it had to be left out; ``lost``: even a name, so
    that it is not known what stood there. Findings that only follow from such
    a gap are not reported.
    """

    span: Place
    entries: dict[str, Raw]
    keys: dict[str, Scalar]
    faulty: bool = False
    lost: bool = False

    def leaf(self, key: str) -> Leaf | None:
        """The single value under a key."""
        value = self.entries.get(key)
        return value if isinstance(value, Leaf) else None

    def text(self, key: str, default: str = "") -> str:
        """The text under a key."""
        leaf = self.leaf(key)
        return default if leaf is None else leaf.text

    def truth(self, key: str, default: bool = False) -> bool:
        """The truth value under a key."""
        leaf = self.leaf(key)
        return default if leaf is None else bool(leaf.value)

    def table(self, key: str) -> Table:
        """The mapping under a key; an empty one where there is none."""
        value = self.entries.get(key)
        return value if isinstance(value, Table) else Table(self.span, {}, {})

    def items(self, key: str) -> tuple[Raw, ...]:
        """The list under a key; empty where there is none."""
        value = self.entries.get(key)
        return value.items if isinstance(value, Items) else ()

    def place(self, key: str) -> Place:
        """Where a key stands; where there is none, the mapping."""
        node = self.keys.get(key)
        return self.span if node is None else node.span


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    span: Place
    items: tuple[Raw, ...]


Raw = Leaf | Table | Items

MOST_FINDINGS = 100
"""With so many findings no further unknown keys are told of: the file is another one."""

_NAMES = {
    "name": (keys.NAME, "a name has small letters, digits and _, and begins with a letter"),
    "kind": (keys.NAME, "name a kind of meld, or `any`"),
    "letter": (r"[A-Z]", "a suit is named by one capital letter"),
    "seat": (r"[1-9][0-9]?", "a seat is a number from 1"),
    "definition": (
        rf"{keys.NAME}(\s*\(\s*{keys.NAME}(\s*,\s*{keys.NAME})*\s*\))?",
        "a definition is `name` or `name(parameter, ...)`",
    ),
    "ranks": (r"\S.*", "name the ranks"),
    "text": (r"\S.*", "give it a name"),
}


class Reader:
    """Reads nodes by the table of keys and gathers findings."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.gaps = 0
        """How many things had to be left out so far."""

    def report(
        self,
        code: str,
        message: str,
        span: Place,
        hint: str = "",
        labels: tuple[Label, ...] = (),
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        """Note a finding."""
        self.found.append(Diagnostic(code, message, span, hint, labels, fixes))

    def read(
        self, node: Node, expect: keys.Expect, path: str, at: Place | None = None
    ) -> Raw | None:
        """What stands in a node where something is expected; None if it does not fit.

        ``path``: the keys that lead here; ``at``: where the last of them stands.
        """
        expect = keys.resolve(expect)
        match expect:
            case keys.Shapes():
                inner = expect.mapping if isinstance(node, Mapping) else expect.scalar
                return self.read(node, inner, path, at)
            case keys.Record():
                return self._record(node, expect, path, at)
            case keys.Named():
                return self._named(node, expect, path)
            case keys.ListOf():
                return self._list(node, expect, path)
            case keys.Words():
                return self._words(node, expect, path)
            case _:
                return self._leaf(node, expect, path)

    # --- mappings ----------------------------------------------------------

    def _mapping(self, node: Node, what: str, path: str) -> Mapping | None:
        if isinstance(node, Mapping):
            return node
        if isinstance(node, Scalar) and not node.value:
            self.report("S105", f"nothing stands under `{_last(path)}`", node.span, what)
        else:
            self.report(
                "S104", f"`{_last(path)}` must be a mapping (`key: value` lines)", node.span, what
            )
        return None

    def _record(self, node: Node, record: keys.Record, path: str, at: Place | None) -> Table | None:
        what = f"its keys: {', '.join(k.name for k in record.keys)}"
        mapping = self._mapping(node, what, path)
        if mapping is None:
            return None
        present = {key.value for key, _ in mapping.entries}
        table = Table(mapping.span, {}, {})
        gaps = self.gaps
        cut: Scalar | None = None
        for key_node, value in mapping.entries:
            key = record.key(key_node.value)
            if key is None and self._at_a_comma(table, key_node, value, cut):
                continue
            cut = value if isinstance(value, Scalar) else None
            if key is None:
                if record.others is not None:
                    name = self._name(key_node, "name")
                    if name and name not in table.keys:
                        self._keep(table, name, key_node, value, record.others, path)
                    continue
                key = self.unknown_key(key_node, record, present, path)
                table.lost = table.lost or key is None
                if key is None or key.name in table.keys:
                    continue
            self._keep(table, key.name, key_node, value, key.expect, path)
        self._verbs(table, record, path, at or _head(mapping))
        for key in record.keys:
            if key.required and key.name not in table.keys:
                self.report(
                    "S102",
                    f"{_named(path, record)} needs the key `{key.name}`",
                    at or _head(mapping),
                    f"{key.about} For example `{key.name}: {key.example}`",
                )
                self.gaps += 1
        table.faulty = self.gaps > gaps
        return table

    def _keep(
        self,
        table: Table,
        name: str,
        key_node: Scalar,
        value: Node,
        expect: keys.Expect,
        path: str,
    ) -> None:
        table.keys[name] = key_node
        raw = self.read(value, expect, f"{path}.{name}" if path else name, key_node.span)
        if raw is not None:
            table.entries[name] = raw
        else:
            self.gaps += 1

    def unknown_key(
        self, node: Scalar, record: keys.Record, present: set[str], path: str
    ) -> keys.Key | None:
        """Report an unknown key; give back the key that was meant, if that is clear."""
        if len(self.found) >= MOST_FINDINGS:
            self.gaps += 1
            return None
        message = f"unknown key `{node.value}` in {_named(path, record)}"
        names = [k.name for k in record.keys]
        free = [n for n in names if n not in present]
        elsewhere = list(keys.parents(node.value))
        near = [] if elsewhere else nearest(node.value, free)
        if near:
            fixes = respelled(node.span, node.value, free)
            self.report("S101", message, node.span, did_you_mean(node.value, free), fixes=fixes)
            return record.key(near[0])
        if elsewhere:
            where = f"under {' or '.join(f'`{_where(p)}`' for p in elsewhere[:3])}"
            hint = did_you_mean(node.value, free)
            if hint:
                hint += f" `{node.value}` itself belongs {where}"
            else:
                hint = f"it belongs {where}; look at the indentation"
        else:
            there = nearest(node.value, names)
            hint = f"`{there[0]}` is there already; " if there else ""
            hint += f"its keys: {', '.join(names)}"
        self.report("S101", message, node.span, hint)
        self.gaps += 1
        return None

    def _at_a_comma(self, table: Table, key: Scalar, value: Node, cut: Scalar | None) -> bool:
        """Whether a comma inside an expression without quotes ended the value before it."""
        if cut is None or not cut.plain or not isinstance(value, Scalar) or not value.missing:
            return False
        if cut.value.count("(") <= cut.value.count(")"):
            return False
        name = list(table.keys)[-1] if table.keys else ""
        if name not in table.entries:  # the second comma of the same value
            return True
        del table.entries[name]
        self.gaps += 1
        self.report(
            "Y017",
            f"a comma ends the value of `{name}` here, inside its brackets",
            cut.span.to(key.span),
            "between braces an expression that holds a comma needs quotes",
        )
        return True

    def _verbs(self, table: Table, record: keys.Record, path: str, at: Place) -> None:
        """Exactly one of the verbs, and beside it only what goes with it."""
        if not record.verbs:
            return
        verbs = [name for name in table.keys if name in record.verbs]
        listed = ", ".join(f"`{verb}`" for verb in record.verbs)
        if not verbs and table.lost:
            self.gaps += 1
            return  # a key that is not known was meant to be it
        if not verbs:
            self.report(
                "S103",
                f"{_named(path, record)} has none of the keys of which it needs one",
                at,
                f"exactly one of {listed}",
            )
            self.gaps += 1
            return
        for extra in verbs[1:]:
            self.report(
                "S103",
                f"`{extra}` cannot stand beside `{verbs[0]}`",
                table.keys[extra].span,
                f"exactly one of {listed}",
                (Label(table.keys[verbs[0]].span, "the first of them"),),
            )
        for key in record.keys:
            if key.only_with and key.name in table.keys and not set(key.only_with) & set(verbs):
                self.report(
                    "S106",
                    f"`{key.name}` has no meaning beside `{verbs[0]}`",
                    table.keys[key.name].span,
                    f"it goes with {' or '.join(f'`{verb}`' for verb in key.only_with)}",
                )
            if key.not_with in table.keys and key.name in table.keys:
                self.report(
                    "S106",
                    f"`{key.name}` has no meaning beside `{key.not_with}`",
                    table.keys[key.name].span,
                    "one of them says who chooses",
                    (Label(table.keys[key.not_with].span, "the other one"),),
                )
            if verbs[0] in key.needed_with and key.name not in table.keys:
                self.report(
                    "S102",
                    f"`{verbs[0]}` needs the key `{key.name}` beside it",
                    table.keys[verbs[0]].span,
                    f"{key.about} For example `{key.name}: {key.example}`",
                )

    def _named(self, node: Node, named: keys.Named, path: str) -> Table | None:
        mapping = self._mapping(node, f"each line is a {named.what} and what it is", path)
        if mapping is None:
            return None
        table = Table(mapping.span, {}, {})
        gaps = self.gaps
        if len(mapping.entries) < named.least:
            self.report("S105", f"nothing stands under `{_last(path)}`", mapping.span)
        if len(mapping.entries) > named.most:
            self.report(
                "L923",
                f"{len(mapping.entries)} entries under `{_last(path)}` are too many",
                mapping.entries[named.most][0].span,
                f"at most {named.most} may stand there",
            )
            return None
        entry = keys.resolve(named.entry)
        for key_node, value in mapping.entries:
            if isinstance(entry, keys.Record) and not isinstance(value, Mapping):
                key = entry.key(key_node.value)
                if key is not None:
                    self.report(
                        "S101",
                        f"`{key.name}` stands where the name of a {named.what} is expected",
                        key_node.span,
                        f"it belongs under the name of a {named.what}; look at the indentation",
                    )
                    self.gaps += 1
                    table.lost = True
                    continue
            name = self._name(key_node, named.names)
            if name and name not in table.keys:
                self._keep(table, name, key_node, value, named.entry, path)
            else:
                self.gaps += 1
                table.lost = True
        table.faulty = self.gaps > gaps
        return table

    def _name(self, node: Scalar, names: str) -> str:
        """The name in a key; after a finding the name that was meant, or nothing."""
        pattern, hint = _NAMES[names]
        if re.fullmatch(pattern, node.value):
            return node.value
        better = ""
        fixes: tuple[Fix, ...] = ()
        if names == "name":
            better = re.sub(r"[^a-z0-9_]+", "_", node.value.lower()).strip("_")
            better = better if re.fullmatch(keys.NAME, better) else ""
        if better:
            hint += f"; `{better}`?"
            fixes = (Fix(node.span, better, safe=False),)
        self.report("S107", f"`{node.value}` is no name here", node.span, hint, fixes=fixes)
        return better

    # --- lists and single values --------------------------------------------

    def _list(self, node: Node, expect: keys.ListOf, path: str) -> Items | None:
        if isinstance(node, Sequence):
            nodes = node.items
        elif expect.alone:
            nodes = (node,)
        else:
            self.report("S104", f"`{_last(path)}` must be a list", node.span)
            return None
        items = []
        for number, item in enumerate(nodes):
            inner = f"{path}[{number}]" if len(nodes) > 1 else path
            raw = self.read(item, expect.item, inner)
            if raw is not None:
                items.append(raw)
            else:
                self.gaps += 1
        return Items(node.span, tuple(items))

    def _words(self, node: Node, expect: keys.Words, path: str) -> Items | None:
        """Words of a text, or of a list, each with its place."""
        found, findings = words.read_names(node, f"a list of {expect.what}s")
        self.found.extend(findings)
        if found is None:
            return None
        parts = node.items if isinstance(node, Sequence) else (node,) * len(found)
        return Items(
            node.span,
            tuple(
                Leaf(word.text, replace(part, value=word.text, span=word.span))
                for word, part in zip(found, parts, strict=True)
                if isinstance(part, Scalar)
            ),
        )

    def _leaf(self, node: Node, expect: keys.Expect, path: str) -> Leaf | None:
        """A single value, read as what is expected."""
        text: str | None
        value = 0
        match expect:
            case keys.Whole():
                number, findings = words.read_int(node, expect.low, expect.high)
                text, value = None if number is None else str(number), number or 0
            case keys.Truth():
                truth, findings = words.read_truth(node)
                text, value = None if truth is None else str(truth).lower(), int(truth or False)
            case keys.Word():
                text, findings = words.read_word(node, expect.words, f"a word for `{_last(path)}`")
            case keys.Span():
                span, findings = words.read_range(node, expect.low, expect.high)
                text = None if span is None else f"{span[0]}..{span[1]}"
            case keys.Text(what, loose) if not loose:
                text, findings = words.read_text(node, _a(what))
            case keys.Text(what):
                single, findings = words.read_single(node, _a(what))
                text = None if single is None else single.value
            case _:
                single, findings = words.read_expression(node)
                text = None if single is None else single.value
        self.found.extend(findings)
        if text is None or not isinstance(node, Scalar):
            return None
        return Leaf(text, node, value)


def _a(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def _last(path: str) -> str:
    """The last key of a path, as people see it."""
    return path.rpartition(".")[2] or "the file"


def _named(path: str, record: keys.Record) -> str:
    """A record as messages call it: by its path, or what it is."""
    return f"`{path}`" if path else "the file"


def _where(record: str) -> str:
    named = {"spec": "the left edge", "kind": "melds", "place": "a new entry of an overlay"}
    return named.get(record, record)


def _head(mapping: Mapping) -> Place:
    """Where a finding about what a mapping lacks is shown: its first key."""
    return mapping.entries[0][0].span if mapping.entries else mapping.span
