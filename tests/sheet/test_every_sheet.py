"""Every shipped variant has a sound sheet in all formats, whatever option is chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from reading import spec
from rummy.errors import SpecError
from rummy.render import width
from rummy.sheet import html, make, markdown, text
from rummy.sheet.document import Document, lines
from rummy.sheet.marks import CODE, spans
from rummy.sheet.page import page
from rummy.spec.files import shipped
from rummy.spec.model import Option
from rummy.spec.settings import option_text

NAMES = [path.stem for path in shipped()]
VOID = {"meta", "br", "hr", "img", "link"}
REPR = re.compile(
    r"\b(Node|Const|Local|Name|Expr|Place|Clause)\(|<rummy|object at 0x|\bNone\b|\bTrue\b|\bFalse\b"
)


class Reader(HTMLParser):
    """Counts what a page has, and fails where tags do not close in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.seen: dict[str, int] = {}
        self.headings: list[int] = []
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.unnamed = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] = self.seen.get(tag, 0) + 1
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        self.loads += [str(given[name]) for name in ("src", "href") if name in given]
        if given.get("role") == "img" and not given.get("aria-label"):
            self.unnamed += 1
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"{tag} closes {self.open[-3:]}"
        self.open.pop()


def looked_at(document: Document) -> None:
    """Fails where a sheet is not fit to be read."""
    for line in lines(document):
        told = "".join(piece if kind != CODE else "code" for kind, piece in spans(line))
        assert not re.search(r"[{}]|==|\[[^\]]*/[^\]]*\]", told), line
        assert not REPR.search(told), line
        assert "  " not in told and " ," not in told and "\0" not in line, line
    written = text(document)
    assert all(width(line) <= 80 for line in written.splitlines())
    assert "\ue000" not in written + markdown(document) + html(document)
    reader = Reader()
    reader.feed(html(document))
    reader.close()
    assert not reader.open
    assert reader.seen["h1"] == 1
    assert reader.seen.get("table", 0) == reader.seen.get("caption", 0)
    assert not reader.loads and not reader.unnamed
    assert len(set(reader.ids)) == len(reader.ids)
    assert all(b <= a + 1 for a, b in zip(reader.headings, reader.headings[1:], strict=False))


def others(option: Option) -> Iterator[str]:
    """Values of an option that are not the usual one: all words, the ends of a range."""
    if option.kind == "number":
        values = {option.low, option.high, *(value for _, value in option.names)}
    else:
        values = set(range(len(option.words)))
    yield from (option_text(option, value) for value in sorted(values) if value != option.default)


@pytest.mark.parametrize("name", NAMES)
def test_the_sheet_of_a_variant_is_sound(name: str) -> None:
    looked_at(make(spec(name)))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_variant_is_sound(name: str) -> None:
    looked_at(page(spec(name), name))


@pytest.mark.parametrize("name", NAMES)
def test_the_sheet_for_the_most_players_is_sound(name: str) -> None:
    looked_at(make(spec(name), {}, spec(name).players[1]))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_sheet_is_sound_with_every_other_value_of_every_option(name: str) -> None:
    usual = text(make(spec(name)))
    for option in spec(name).options:
        for value in others(option):
            try:
                document = make(spec(name), {option.name: value})
            except SpecError:  # no pack for this: what lint is for
                continue
            looked_at(document)
            assert text(document) != usual, f"{option.name}={value} changes nothing"


def test_markdown_shows_no_text_as_a_mark_of_its_own() -> None:
    document = Document("A *b* _c_ <d> [e](f) `g` # h | i", "1. not a list", ())
    told = markdown(document)
    assert told.startswith("# A \\*b\\* \\_c\\_ \\<d\\> \\[e\\](f) \\`g\\` \\# h \\| i\n")
    assert "\n1\\. not a list\n" in told


def test_html_shows_no_text_as_a_tag_of_its_own() -> None:
    told = html(Document("<script>alert(1)</script>", "a & b", ()))
    assert "<script" not in told and "&lt;script&gt;" in told and "a &amp; b" in told
