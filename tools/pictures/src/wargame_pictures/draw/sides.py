"""The colours of two sides: one dark and one light, so that they differ in grey too; the shapes also differ."""

from __future__ import annotations

DARK, LIGHT = "#27457a", "#e2c3a4"
"""The counters of the first and of the second side."""
DARK_LINE, LIGHT_LINE = "#2a4d8f", "#a23b2a"
"""Lines and tints of the same sides."""
