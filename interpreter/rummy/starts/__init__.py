"""Files to start from: a house rule upon a game, or a small whole game.

Both are sound as they are written: lint finds nothing, their examples hold, and
they can be played. Comments in them say what to change first.
"""
