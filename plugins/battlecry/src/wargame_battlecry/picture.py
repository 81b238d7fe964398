"""The battlefield as a picture."""

from __future__ import annotations

from typing import Any


def picture(view: Any, **settings: Any) -> str:
    """The board as SVG."""
    return ""
