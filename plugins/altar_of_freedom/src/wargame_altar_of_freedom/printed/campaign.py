"""A campaign as printed: every number, place, force, card and award of one supplement, in one frozen value.

Rules read a `Campaign` and never ask which one it is. `printed.data_files` makes it from files.
"""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from wargame_altar_of_freedom.printed.reference import Reference
from wargame_altar_of_freedom.printed.supplement import Supplement


@frozen(kw_only=True, eq=False, slots=False, repr=False)
class Campaign(Supplement):
    """Everything printed about one campaign, and tables of what rules ask of it. Compared by identity."""

    def __repr__(self) -> str:
        return f"<Campaign {self.id}: {self.title}>"

    @cached_property
    def reference(self) -> Reference:
        """Tables of what rules ask about the printed matter, made once."""
        return Reference(self)
