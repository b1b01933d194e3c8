"""Makes the folders beside this file importable: ``from strategies import decks``."""
