"""The commands: one module each, none of which prints but through a ``Writer``.

Modules of this room import the other rooms only when their command is carried
out, so that help and version cost nothing.
"""
