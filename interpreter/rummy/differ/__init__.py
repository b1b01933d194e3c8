"""What is different between two specs: by their keys, in words, and in lines.

The keys are those of the two documents, each put together with its bases. The words
are those of the rule sheets, so that a change is told as it is felt at the table.
"""

from rummy.differ.difference import Difference, difference

__all__ = ["Difference", "difference"]
