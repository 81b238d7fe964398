"""What a person types before a command: the help, usage lines and proposals of what to type next all say it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

TYPED = "WARGAME_TYPED"
"""The environment variable in which `run.py` says how it was started."""


def program() -> str:
    """``wargame``, or what was typed to start `run.py`; ``python3 run.py`` where that alone was used so far."""
    if typed := os.environ.get(TYPED):
        return typed
    script = Path(sys.prefix).parent / "run.py"
    if Path(sys.argv[0]).stem != "wargame" or shutil.which("wargame") is not None or not script.exists():
        return "wargame"
    return f"python3 {script.name if Path.cwd() == script.parent else script}"
