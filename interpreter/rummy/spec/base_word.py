"""The word ``base`` in an overlay: the expression that the base has at the same place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from rummy.diagnostics import Diagnostic, Label, Span
from rummy.lang.builtins import BASE
from rummy.spec import keys
from rummy.spec.offsets import Joined
from rummy.spec.yaml import Mapping, Node, Scalar, Sequence

Report = Callable[[str, str, Span, str], None]
"""Notes a finding: its code, what is wrong, where, and what would help."""

_BASE_WORD = re.compile(rf"(?<![\w.]){BASE}(?!\w)")


def filled(
    base: Node | None,
    over: Node,
    expect: keys.Expect,
    about: keys.Key | None,
    report: Report,
) -> Node:
    """What an overlay says with the base's expression for each word ``base``.

    ``base`` is what the base says there, ``about`` the key that both stand under.
    """
    expect = keys.resolve(expect)
    if isinstance(over, Scalar):
        return _expression(base, over, expect, about, report)
    if isinstance(expect, keys.ListOf):
        expect = keys.resolve(expect.item)
    if isinstance(over, Sequence):
        items = tuple(filled(None, item, expect, None, report) for item in over.items)
        changed = any(new is not old for new, old in zip(items, over.items, strict=True))
        return Sequence(items, over.span) if changed else over
    if isinstance(expect, keys.Shapes):
        expect = keys.resolve(expect.mapping)
    pairs = []
    for name, value in over.entries:
        key = expect.key(name.value) if isinstance(expect, keys.Record) else None
        inner = expect.entry if isinstance(expect, keys.Named) else keys.Text()
        old = base.get(name.value) if isinstance(base, Mapping) else None
        pairs.append((name, filled(old, value, key.expect if key else inner, key, report)))
    changed = any(new is not old for (_, new), (_, old) in zip(pairs, over.entries, strict=True))
    return Mapping(tuple(pairs), over.span) if changed else over


def _expression(
    base: Node | None,
    over: Scalar,
    expect: keys.Expect,
    about: keys.Key | None,
    report: Report,
) -> Scalar:
    while isinstance(expect, keys.ListOf | keys.Shapes):
        inner = expect.item if isinstance(expect, keys.ListOf) else expect.scalar
        expect = keys.resolve(inner)
    words = tuple(match.span() for match in _BASE_WORD.finditer(over.value))
    if not words or not isinstance(expect, keys.Expression | keys.Size | keys.ZoneText):
        return over
    hint = "write out what is meant"
    if not isinstance(expect, keys.Expression):
        why = "only a whole expression can be taken from the base"
    elif base is None:
        why = "the base says nothing here"
        if about is not None and about.default:
            hint = f"what holds there is: {about.default}"
    elif not isinstance(base, Scalar):
        why = "the base has no single expression here"
    elif base.value.strip() in expect.instead:
        why = f"the base says `{base.value.strip()}`, which is no {expect.type}"
    else:
        text = base.value.strip()
        lead = len(base.value) - len(base.value.lstrip())
        value = _BASE_WORD.sub(lambda _: f"({text})", over.value)
        joined = Joined(over.offsets, base.offsets, words, len(text), lead)
        return Scalar(value, over.style, over.span, joined, over.cut)
    report("V810", f"`{BASE}` stands for nothing: {why}", over.offsets.place(*words[0]), hint)
    return over


def taken_over(node: Scalar, findings: list[Diagnostic]) -> list[Diagnostic]:
    """Findings in an expression, told of those in the base's text where that is used."""
    offsets = node.offsets
    if not isinstance(offsets, Joined):
        return findings
    label = Label(offsets.own.place(*offsets.words[0]), f"`{BASE}` stands for it here")
    own = offsets.own.place(0, 0).file
    return [
        item if item.span.file == own else replace(item, labels=(*item.labels, label))
        for item in findings
    ]


def is_base(over: Node, expect: keys.Expect) -> bool:
    """Whether the overlay says nothing but ``base``."""
    return (
        isinstance(over, Scalar)
        and isinstance(expect, keys.Expression)
        and over.value.strip() in (BASE, f"({BASE})")
    )
