"""How many random cases the property tests try: ``RUMMY_PROFILE`` says.

``ci`` (the default) tries the same moderate number of cases each time, ``dev``
tries other ones at every run, ``long`` tries 20,000 and takes hours. The everyday part
(``-m "not slow"``) tries a quarter of what the whole suite tries.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("RUMMY_PROFILE", "ci")
MANY = 20_000

# whole variants are large draws, and the naive engine is slow on purpose
_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=_SLOW
)
settings.register_profile("dev", deadline=None, suppress_health_check=_SLOW, print_blob=True)
settings.register_profile(
    "long", max_examples=MANY, deadline=None, suppress_health_check=_SLOW, print_blob=True
)


EVERYDAY = 4
"""The part of the cases that the everyday tests try."""
_part = 1


def everyday(markers: str) -> None:
    """Note, before tests are collected, which of them are chosen (``-m``)."""
    global _part
    _part = EVERYDAY if PROFILE == "ci" and markers.strip() == "not slow" else 1


def load() -> None:
    """Make the profile of the environment the one that tests run by."""
    settings.load_profile(PROFILE)


def cases(moderate: int) -> settings:
    """So many cases in the profile ``ci``; as many as the others say in theirs."""
    if PROFILE == "long":
        return settings(max_examples=MANY)
    return settings(max_examples=max(3, moderate // _part))


def rounds(moderate: int) -> int:
    """The same for loops that are no hypothesis tests."""
    return 50 * moderate if PROFILE == "long" else moderate
