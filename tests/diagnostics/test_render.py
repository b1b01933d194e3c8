"""How findings look: full, short, JSON, GitHub; and that no spec repaints a terminal."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rummy.diagnostics import Diagnostic, Fix, Label, Span, sort, start_of, visible
from rummy.render import FORMATS, MOST_SHOWN, WIDTH, render, width
from rummy.spec.load import examine
from rummy.spec.yaml import read


def span(line: int, column: int, end_line: int, end_column: int, file: str = "f") -> Span:
    return Span(file, line, column, end_line, end_column)


def one(text: str, place: Span, message: str = "wrong", ascii: bool = False, **more: object) -> str:
    finding = Diagnostic("Y016", message, place, **more)  # type: ignore[arg-type]
    return render([finding], {place.file: text}, "full", False, ascii)


def test_a_finding_shows_its_line_with_a_caret_and_its_hint() -> None:
    text = "a: 1\n  b: wrong one\n"
    assert one(text, span(2, 6, 2, 11), hint="try again") == (
        "error Y016 yaml-syntax: wrong\n"
        " --> f:2:6\n"
        "2 |   b: wrong one\n"
        "  |      ^^^^^\n"
        "  = hint: try again\n"
        "\n"
        "1 error\n"
    )


def test_an_empty_place_has_one_caret_also_at_the_end_of_the_file() -> None:
    assert "1 | ab\n  |   ^\n" in one("ab", span(1, 3, 1, 3))
    assert "1 |\n  | ^\n" in one("", start_of("f"))


def test_columns_are_those_of_the_terminal() -> None:
    # Two CJK signs take four columns, an emoji two, a letter with an accent put over it one.
    assert "1 | 名前 x\n  |      ^\n" in one("名前 x", span(1, 4, 1, 5))
    assert "1 | 😀x\n  |   ^\n" in one("😀x", span(1, 2, 1, 3))
    assert "1 | e\u0301x\n  |  ^\n" in one("e\u0301x", span(1, 3, 1, 4))
    assert "1 | 名前\n  |   ^^\n" in one("名前", span(1, 2, 1, 3))


def test_a_line_ends_before_its_carriage_return() -> None:
    assert "1 | ab\n  | ^^\n" in one("ab\r\nc\r\n", span(1, 1, 1, 3))


def test_a_long_message_and_hint_are_folded_under_themselves() -> None:
    said = one("ab", span(1, 1, 1, 3), message="word " * 30, hint="help " * 30)
    rows = said.splitlines()
    assert all(len(row) <= 80 for row in rows)
    assert rows[0].startswith("error Y016 yaml-syntax: word") and rows[1].startswith("  word")
    assert said.count("word") == said.count("help") == 30
    assert "\n    help" in said


def test_tabs_are_expanded() -> None:
    assert "1 | a   b\n  |     ^\n" in one("a\tb", span(1, 3, 1, 4))


def test_control_and_direction_characters_are_written_out() -> None:
    out = one("a\x1b[2J\u202eb", span(1, 7, 1, 8), message="no \x07 bell")
    assert "1 | a<U+001B>[2J<U+202E>b\n  |                     ^\n" in out
    assert "no <U+0007> bell" in out


def test_without_unicode_everything_else_is_written_out() -> None:
    out = one("♠ x", span(1, 3, 1, 4), message="é", ascii=True)
    assert out.isascii()
    assert "1 | <U+2660> x\n  |          ^\n" in out


def test_a_long_line_is_cut_around_the_caret() -> None:
    text = "a" * 2500 + "XYZ" + "b" * 2497
    rows = one(text, span(1, 2501, 1, 2504)).split("\n")
    assert rows[2][4] == rows[2][-1] == "…"
    assert len(rows[2]) == 4 + WIDTH + 2
    assert rows[2][rows[3].index("^") : rows[3].index("^") + 3] == "XYZ"
    assert rows[3].count("^") == 3
    ascii_rows = one(text, span(1, 2501, 1, 2504), ascii=True).split("\n")
    assert ascii_rows[2].startswith("1 | ...") and ascii_rows[2].endswith("...")
    assert ascii_rows[2][ascii_rows[3].index("^")] == "X"


def test_a_long_place_ends_where_the_line_is_cut() -> None:
    rows = one("x" * 5000, span(1, 1, 1, 5001)).split("\n")
    assert rows[3] == "  | " + "^" * WIDTH


def test_a_place_over_lines_is_drawn_at_its_first_and_last_line() -> None:
    text = "x: [a,\n  b,\n  c]\ny: 1\n"
    assert "1 | x: [a,\n  |    ^^^\n  ...\n3 |   c]\n  |   ^^\n" in one(text, span(1, 4, 3, 5))


def test_labels_are_drawn_in_the_order_of_the_file() -> None:
    text = "a: 1\nb: 2\na: 3\n"
    labels = (Label(span(1, 1, 1, 2), "the first time"),)
    out = one(text, span(3, 1, 3, 2), labels=labels)
    assert out.index("1 | a: 1\n  | - the first time\n") < out.index("3 | a: 3\n  | ^\n")


def test_a_label_in_another_file_names_it() -> None:
    finding = Diagnostic("Y016", "m", span(1, 1, 1, 2), "", (Label(span(1, 1, 1, 2, "g"), "here"),))
    out = render([finding], {"f": "a", "g": "b"})
    assert " --> g:1:1\n1 | b\n  | - here\n" in out


def test_a_file_that_cannot_be_shown_still_has_its_finding() -> None:
    finding = Diagnostic("Y003", "this is no text file", start_of("none.yaml"))
    out = render([finding], {})
    assert out == ("error Y003 not-text: this is no text file\n --> none.yaml:1:1\n\n1 error\n")


def test_at_most_twenty_findings_of_a_file_are_shown_then_a_count() -> None:
    text = "a\n" * 30
    findings = [Diagnostic("Y016", "m", span(n, 1, n, 2)) for n in range(1, 26)]
    findings.append(Diagnostic("Y039", "w", span(1, 1, 1, 2, "g")))
    out = render(findings, {"f": text, "g": "a"})
    assert out.count(" --> f:") == MOST_SHOWN == 20
    assert "... and more in f: 5 errors\n" in out
    assert out.endswith("\n25 errors, 1 warning\n")


def test_colours_only_if_asked() -> None:
    finding = Diagnostic("Y016", "m", span(1, 1, 1, 2))
    assert "\x1b" not in render([finding], {"f": "a"})
    assert "\x1b[1;31m" in render([finding], {"f": "a"}, color=True)


def test_findings_are_sorted_and_shown_once() -> None:
    a, b, c = (Diagnostic("Y016", "m", span(n, 1, n, 2)) for n in (1, 2, 10))
    assert sort([c, b, a, b]) == [a, b, c]


def test_short_is_one_line_each() -> None:
    findings = [Diagnostic("Y016", "two\nlines", span(3, 4, 3, 5))]
    assert render(findings, {}, "short") == "f:3:4: error Y016 yaml-syntax: two<U+000A>lines\n"
    assert findings[0].short() + "\n" == render(findings, {}, "short")


def test_json_says_everything_and_its_version() -> None:
    finding = Diagnostic(
        "Y013",
        "twice é",
        span(2, 1, 2, 4),
        "one",
        (Label(span(1, 1, 1, 4), "first"),),
        (Fix(span(2, 1, 2, 4), "x"),),
    )
    out = render([finding], {}, "json")
    assert out.isascii()
    place = {"file": "f", "line": 2, "column": 1, "end_line": 2, "end_column": 4}
    assert json.loads(out) == {
        "version": 1,
        "findings": [
            {
                "code": "Y013",
                "slug": "duplicate-key",
                "level": "error",
                "message": "twice é",
                "hint": "one",
                **place,
                "labels": [{**place, "line": 1, "end_line": 1, "text": "first"}],
                "fixes": [{**place, "text": "x", "safe": True}],
            }
        ],
    }
    assert json.loads(render([], {}, "json")) == {"version": 1, "findings": []}


PLACE = {
    "file": {"type": "string"},
    **{
        key: {"type": "integer", "minimum": 1}
        for key in ("line", "column", "end_line", "end_column")
    },
}


def record(**more: object) -> dict[str, object]:
    """The schema of an object that has these keys and no others."""
    keys = {**PLACE, **more}
    return {
        "type": "object",
        "properties": keys,
        "required": list(keys),
        "additionalProperties": False,
    }


JSON_SCHEMA = {
    "type": "object",
    "required": ["version", "findings"],
    "additionalProperties": False,
    "properties": {
        "version": {"const": 1},
        "findings": {
            "type": "array",
            "items": record(
                code={"pattern": "^[A-Z][0-9]{3}$"},
                slug={"pattern": "^[a-z0-9-]+$"},
                level={"enum": ["error", "warning", "note"]},
                message={"type": "string", "minLength": 1},
                hint={"type": "string"},
                labels={"type": "array", "items": record(text={"type": "string"})},
                fixes={
                    "type": "array",
                    "items": record(text={"type": "string"}, safe={"type": "boolean"}),
                },
            ),
        },
    },
}
"""What programs may count on as long as the version stays 1."""


def test_the_json_of_any_finding_is_of_one_shape() -> None:
    text = "rummy: 1\nrummy: 2\nplayer: 2-4\nmelds: {x: {valid: same(rnak)}}\n"
    found = [*read("a: &b c\n", "a.yaml")[1], *examine(text, "b.yaml")[1]]
    assert len(found) > 4 and any(item.labels for item in found)
    assert any(item.fixes for item in found)
    jsonschema.validate(json.loads(render(found, {}, "json")), JSON_SCHEMA)


def test_github_commands_are_escaped() -> None:
    finding = Diagnostic("Y039", "50%: a,\nb", span(1, 2, 1, 3, "a,b:c%.yaml"), "so")
    assert render([finding], {}, "github") == (
        "::warning file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=2,endColumn=3,"
        "title=Y039 word-wants-quotes::50%25: a,%0Ab%0Aso\n"
    )
    odd = Diagnostic("Y016", "m\r\n\x1b[2J", span(1, 2, 1, 3, "a\nb\r,::x.yaml"))
    assert render([odd], {}, "github") == (
        "::error file=a%0Ab%0D%2C%3A%3Ax.yaml,line=1,endLine=1,col=2,endColumn=3,"
        "title=Y016 yaml-syntax::m%0D%0A<U+001B>[2J\n"
    )
    over_lines = Diagnostic("Y016", "m", span(1, 2, 3, 4), level="note")
    assert render([over_lines], {}, "github") == (
        "::notice file=f,line=1,endLine=3,title=Y016 yaml-syntax::m\n"
    )


@pytest.mark.parametrize("format", FORMATS)
def test_no_findings_are_no_text_but_json_is_json(format: str) -> None:
    assert (render([], {}, format) == "") is (format != "json")


@settings(derandomize=True, max_examples=150, deadline=None)
@given(
    st.text("ab\t\x1b\u202e\u200b名😀e\u0301: {'\n#", max_size=60),
    st.integers(1, 4),
    st.integers(1, 70),
    st.integers(0, 3),
    st.integers(1, 70),
)
def test_no_place_and_no_text_makes_the_form_fall(
    text: str, line: int, column: int, more: int, end: int
) -> None:
    place = span(line, column, line + more, end)
    for ascii in (False, True):
        out = one(text, place, message=text, ascii=ascii)
        assert all(row.isprintable() for row in out.split("\n"))
        assert all(width(row) <= WIDTH + 20 for row in out.split("\n")[2:] if " | " in row)
    assert all(row.isprintable() for row in visible(text).split("\n"))


def test_a_yaml_finding_looks_like_this() -> None:
    text = 'rummy: 1\nmelds:\n  pair:\n    valid: "x" == y\n'
    assert render(read(text, "pair.yaml")[1], {"pair.yaml": text}) == (
        'error Y017 needs-quotes: `"x" == y` means something else in YAML\n'
        " --> pair.yaml:4:12\n"
        '4 |     valid: "x" == y\n'
        "  |            ^^^^^^^^\n"
        "  = hint: put the value in quotes: valid: '\"x\" == y'\n"
        "\n"
        "1 error\n"
    )
