"""A declarative rules interpreter for the Rummy family of card games.

The names below are the public API; ``docs/python-api.md`` shows them at work.
They are fetched when first used, so that ``import rummy`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.bots import BOTS
    from rummy.diagnostics import Diagnostic
    from rummy.errors import (
        ActionError,
        AmbiguousAction,
        CardError,
        IllegalAction,
        InvalidAction,
        LogError,
        RummyError,
        SpecError,
        UsageError,
    )
    from rummy.play.engine import Engine
    from rummy.play.examples import run_examples
    from rummy.play.match import Deal, Match
    from rummy.play.view import View
    from rummy.spec.bind import bind
    from rummy.spec.load import examine, load, load_text, shipped

__version__ = "0.1.0"

_ERRORS = (
    "ActionError",
    "AmbiguousAction",
    "CardError",
    "IllegalAction",
    "InvalidAction",
    "LogError",
    "RummyError",
    "SpecError",
    "UsageError",
)
_HOMES = {
    "BOTS": "bots",
    "Deal": "play.match",
    "Diagnostic": "diagnostics",
    "Engine": "play.engine",
    "Match": "play.match",
    "View": "play.view",
    "bind": "spec.bind",
    "examine": "spec.load",
    "load": "spec.load",
    "load_text": "spec.load",
    "run_examples": "play.examples",
    "shipped": "spec.load",
    **dict.fromkeys(_ERRORS, "errors"),
}

__all__ = [
    "BOTS",
    "ActionError",
    "AmbiguousAction",
    "CardError",
    "Deal",
    "Diagnostic",
    "Engine",
    "IllegalAction",
    "InvalidAction",
    "LogError",
    "Match",
    "RummyError",
    "SpecError",
    "UsageError",
    "View",
    "bind",
    "examine",
    "load",
    "load_text",
    "run_examples",
    "shipped",
]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"rummy.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'rummy' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
