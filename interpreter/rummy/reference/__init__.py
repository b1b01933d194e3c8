"""The naive engine: obviously right and slow, the law for the fast one.

It shares with the fast engine the cards, the typed trees and their plain walk,
and nothing else: no planner, no solver, no generated source.
"""
