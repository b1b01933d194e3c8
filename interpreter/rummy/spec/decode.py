"""From bytes to text: UTF-8 only, with the line breaks that all programs share."""

from __future__ import annotations

import codecs
import re

from rummy.diagnostics import Diagnostic, start_of
from rummy.spec.offsets import Source

MOST_BYTES = 256 * 1024
MOST_STRANGE = 20
"""With more control characters than this a file is called no text at all."""

UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
BREAKS = re.compile("[\x85\u2028\u2029]|\r(?!\n)")
STRANGE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"
)


def decode(data: bytes | str, file: str) -> tuple[str | None, list[Diagnostic]]:
    """The text with lines ended by LF and without a byte-order mark, or why not."""
    if len(data) > MOST_BYTES:
        message = f"the file is larger than {MOST_BYTES // 1024} KiB"
        return None, [Diagnostic("L901", message, start_of(file))]
    if isinstance(data, bytes):
        text, findings = _decode_bytes(data, file)
        if text is None:
            return None, findings
    else:
        text = data
        if not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
            message = f"the file is larger than {MOST_BYTES // 1024} KiB"
            return None, [Diagnostic("L901", message, start_of(file))]
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    findings = _odd_characters(text, file)
    return (None if findings else text), findings


def _decode_bytes(data: bytes, file: str) -> tuple[str | None, list[Diagnostic]]:
    if data.startswith(UTF16_MARKS):
        hint = "save it as UTF-8 in your editor"
        return None, [Diagnostic("Y001", "the file is UTF-16, not UTF-8", start_of(file), hint)]
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        binary = len(re.findall(rb"[\x00-\x08\x0e-\x1a]", data[:4096])) > MOST_STRANGE
        if binary or b"\0" in data[:4096]:
            hint = "a spec is a text file, saved as UTF-8"
            return None, [Diagnostic("Y003", "this is no text file", start_of(file), hint)]
        # Columns count what an editor shows, so the mark and CR LF go first.
        source = Source(file, before.removeprefix("\ufeff").replace("\r\n", "\n"))
        place = source.span(len(source.text), len(source.text))
        byte = f"byte 0x{data[error.start]:02X} at position {error.start}"
        hint = "save it as UTF-8 in your editor"
        return None, [Diagnostic("Y001", f"the file is not UTF-8: {byte}", place, hint)]


def _odd_characters(text: str, file: str) -> list[Diagnostic]:
    """Characters that no spec has: the first of each kind."""
    source = Source(file, text)
    strange = list(STRANGE.finditer(text))
    if len(strange) > MOST_STRANGE:
        hint = "a spec is a text file, saved as UTF-8"
        return [Diagnostic("Y003", "this is no text file", start_of(file), hint)]
    findings: list[Diagnostic] = []
    seen: set[str] = set()
    for code, hint, matches in (
        ("Y003", "take it away", strange),
        ("Y004", "end lines with LF or CR LF", BREAKS.finditer(text)),
    ):
        for match in matches:
            character = match.group()
            if character not in seen:
                seen.add(character)
                name = f"U+{ord(character):04X}"
                what = "line break" if code == "Y004" else "character"
                message = f"the {what} {name} is not allowed in a spec"
                place = source.span(match.start(), match.end())
                findings.append(Diagnostic(code, message, place, hint))
    return findings
