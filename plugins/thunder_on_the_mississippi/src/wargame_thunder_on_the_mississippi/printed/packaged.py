"""What finding the plugin needs to know before anything is read: its title and the folder of its files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

TITLE: Final = "Thunder on the Mississippi: the strategic clock"
DATA: Final = Path(__file__).parents[1] / "data"
