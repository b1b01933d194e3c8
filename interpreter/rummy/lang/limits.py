"""Bounds of the expression language: a spec from a stranger must never hang.

Each bound has a code of the catalogue (``L95x``) and a test at its edge.
"""

from __future__ import annotations

from typing import Final

MAX_LENGTH: Final = 2_000
"""Characters of one expression (L951)."""
MAX_TOKENS: Final = 400
"""Words, numbers and signs of one expression (L952)."""
MAX_NESTING: Final = 32
"""Levels of one expression as written: parentheses, calls, not, minus (L953)."""
MAX_DIGITS: Final = 9
"""Digits of one number (L954)."""
MAX_SET: Final = 64
"""Items of one ``{...}`` (L955)."""
MAX_LOOPS: Final = 3
"""Item functions and ``where`` inside each other (L956)."""
MAX_DEFINITIONS: Final = 16
"""Definitions that use definitions, one inside the other (L957)."""
MAX_RESULT: Final = 10**12
"""Size of any number that comes out, plus or minus (L958)."""
MAX_COST: Final = 200_000
"""Steps that working out one expression may need (L959)."""
MAX_NODES: Final = 4_000
"""Parts of one expression after all definitions are filled in (L960)."""
MAX_DEPTH: Final = 100
"""Levels of one expression after all definitions are filled in; a row of sums
is one level (L961)."""
MAX_HEIGHT: Final = 250
"""The same with each sum of a row as a level (L961)."""
