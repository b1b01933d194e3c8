"""What people see: one writer for every line, cards, tables, a game in words.

This room knows nothing of commands; what it tells comes to it as records.
"""
