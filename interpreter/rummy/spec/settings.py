"""Values of options: from what somebody wrote to a number, and back."""

from __future__ import annotations

from rummy.spec.model import Option
from rummy.spelling import did_you_mean

YES = ("true", "yes", "on")
NO = ("false", "no", "off")


def option_value(option: Option, given: str | int | bool) -> tuple[int | None, str]:
    """The value of an option from what somebody wrote, or why it is none."""
    if isinstance(given, bool):
        given = "true" if given else "false"
    text = str(given).strip()
    if option.kind == "flag":
        if text.lower() in YES:
            return 1, ""
        if text.lower() in NO:
            return 0, ""
        return None, f"{option.name}={text}: say yes or no"
    if option.kind == "word":
        plain = text.lower().replace("-", "_")
        if plain in option.words:
            return option.words.index(plain), ""
        near = did_you_mean(text, option.words)
        known = f"choose {' or '.join(option.words)}"
        return None, f"{option.name}={text}: {near + ' ' if near else ''}{known}"
    names = dict(option.names)
    if text.lower() in names:
        return names[text.lower()], ""
    words = f" or {', '.join(names)}" if names else ""
    known = f"a number in {option.low}..{option.high}{words}"
    if not text.removeprefix("-").isascii() or not text.removeprefix("-").isdigit():
        near = did_you_mean(text, names)
        return None, f"{option.name}={text}: {near + ' ' if near else ''}it takes {known}"
    if len(text) > 11 or not option.low <= int(text) <= option.high:
        return None, f"{option.name}={text}: it takes {known}"
    return int(text), ""


def option_text(option: Option, value: int) -> str:
    """The value of an option as people write it."""
    if option.kind == "number":
        return next((name for name, number in option.names if number == value), str(value))
    return option.words[value]
