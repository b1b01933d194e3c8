"""The quickened parser reads what PyYAML's own parser in Python reads, and where."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from rummy.spec.files import shipped
from rummy.spec.slips import BadEscape, Directive
from rummy.spec.yaml import TextParser

TEXTS = [path.read_text(encoding="utf-8") for path in shipped()]
SIGNS = st.text("ab1 \n:#-?[]{},'\"|>!&*%@~<=.0", max_size=4)


def told(events: Any) -> list[object]:
    """Kinds, values and places of events; at the end the error, if there is one."""
    found: list[object] = []
    try:
        for each in events:
            start, end = each.start_mark, each.end_mark
            found.append(
                (
                    type(each).__name__,
                    getattr(each, "value", None),
                    getattr(each, "style", None),
                    (start.index, start.line, start.column, end.index, end.line, end.column),
                )
            )
    except (Directive, BadEscape):
        found.append("refused before")
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        found.append((error.problem, error.context, mark and (mark.index, mark.line, mark.column)))
    return found


def by_pyyaml(text: str) -> list[object]:
    return told(yaml.parse(text, Loader=yaml.SafeLoader))


@pytest.mark.parametrize("text", TEXTS, ids=[path.stem for path in shipped()])
def test_shipped_files_give_the_same_events(text: str) -> None:
    assert told(TextParser(text).events()) == by_pyyaml(text)


@given(st.data())
def test_pieces_of_files_with_slips_give_the_same_events_or_the_same_error(data: Any) -> None:
    whole = data.draw(st.sampled_from(TEXTS))
    start = data.draw(st.integers(0, len(whole) - 1))
    text = whole[start : start + data.draw(st.integers(1, 400))]
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(SIGNS) + text[at + data.draw(st.integers(0, 2)) :]
    ours = told(TextParser(text).events())
    if "refused before" not in ours:
        assert ours == by_pyyaml(text)
