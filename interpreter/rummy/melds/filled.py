"""Whether a hand might have the melds that it needs before it may set any aside.

Only kinds that take no wild card are looked at: the natural cards alone tell
that such a meld is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.melds.enumerate import Finder
from rummy.melds.needs import Needs

if TYPE_CHECKING:
    from rummy.melds.plans import Plans


class Filled:
    """Answers under some rules."""

    def __init__(self, plans: Plans) -> None:
        wild = {job.kind for cell in plans.cells for job in cell.jobs if job.wild_faces}
        self._natural = {
            kind: Finder(plans.book, {kind}) for kind in range(len(plans.kinds)) if kind not in wild
        }
        """The kinds that take no wild card, each with what finds its melds."""

    def possible(self, bag: int, needs: Needs) -> bool:
        """Whether there is a meld for each need that takes no wild card; no: it lacks one."""
        for kind, least in needs:
            finder = self._natural.get(kind)
            if finder is not None and all(shape.size < least for shape in finder.find(bag)):
                return False
        return True
