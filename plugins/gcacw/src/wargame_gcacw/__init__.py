"""Great Campaigns of the American Civil War: the series charts, and the tables of Thunder on the Mississippi."""

from __future__ import annotations

from wargame_gcacw.plugin import PLUGIN

__all__ = ["PLUGIN"]
