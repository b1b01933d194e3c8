"""Makes the folders beside this file importable: ``from strategies import decks``."""

import profiles

profiles.load()
