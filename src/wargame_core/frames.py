"""Rows as a pandas data frame, for every ``to_frame`` method."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wargame_core.errors import MissingExtra
from wargame_core.json_types import JsonMapping

if TYPE_CHECKING:
    import pandas


def frame_of(rows: Iterable[JsonMapping], index: str = "") -> pandas.DataFrame:
    """A data frame with these rows; the column ``index``, if given, becomes its index.

    Raises `MissingExtra` without pandas, which ``pip install 'wargame-core[frames]'`` brings.
    """
    try:
        import pandas
    except ImportError:
        raise MissingExtra("pandas", "frames") from None
    made = pandas.DataFrame(list(rows))
    return made.set_index(index) if index else made
