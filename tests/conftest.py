"""Makes the folders beside this file importable: ``from strategies import decks``."""

import profiles
import pytest

profiles.load()


def pytest_configure(config: pytest.Config) -> None:
    """The everyday part of the tests tries fewer random cases."""
    profiles.everyday(str(config.option.markexpr))
