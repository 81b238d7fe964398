"""The documentation of a site: pages that are finished, or made of the sources where those and Sphinx are here."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from wargame_core.errors import WargameError
from wargame_core.limits import quote

BUILD = "build.py"


def put_docs(out: Path, given: Path | None, near: Path, say: Callable[[str], None]) -> bool:
    """Put pages into the folder ``out``; whether there are any.

    ``given`` is a folder of finished pages or of sources; without one the sources in the folder ``near`` are taken,
    if there are some. Raises `WargameError` for a folder that is neither.
    """
    sources = given or near / "docs"
    if given is not None and (given / "index.html").exists():
        shutil.copytree(given, out, dirs_exist_ok=True)
        return True
    if (sources / BUILD).exists():
        return _made(sources, out, say)
    if given is not None:
        raise WargameError(f"{quote(str(given))} has neither index.html nor {BUILD}: no documentation can come from it")
    return False


def _made(sources: Path, out: Path, say: Callable[[str], None]) -> bool:
    say("making the documentation")
    out.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, str(sources / BUILD), "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        say(f"no documentation: {done.stderr.strip() or f'{BUILD} failed with {done.returncode}'}")
    return done.returncode == 0
