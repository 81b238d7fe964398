"""``wargame site``: a folder that plays in the browser and needs no server."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click

from wargame_core.errors import WargameError
from wargame_core.limits import quote
from wargame_table.static_pages import find_runtime, write_site
from wargame_terminal.output import Output, with_output

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


@click.command(epilog="Example: npm pack pyodide@314; wargame site --out public")
@click.argument("games", nargs=-1)
@click.option(
    "--out",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write into.",
)
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path),
    help="The npm package pyodide, as an archive or a folder; without it one that npm has put here.",
)
@click.option(
    "--docs",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Documentation to put in: finished pages, or the folder docs of the sources; without it docs in this folder.",
)
@with_output
def site(out: Output, games: tuple[str, ...], folder: Path, pyodide: Path | None, docs: Path | None) -> None:
    """Write a site that needs no server: all installed games, or those named, against bots in the browser."""
    runtime = find_runtime(pyodide, Path.cwd())
    has_docs = put_docs(folder / "docs", docs, Path.cwd(), out.note)
    written = write_site(folder, games, runtime, docs=has_docs, say=out.note)
    out.say(f"{len(written.games)} games in {folder}, with Python {runtime.version} of the browser")
    for kind, size in sorted(written.sizes.items()):
        out.say(f"  {kind:9} {size / 1e6:6.1f} MB")
    out.say(f"Look at it: python3 -m http.server --directory {folder}")
    out.result(
        {"out": str(folder), "games": list(written.games), "pyodide": runtime.version, "bytes": dict(written.sizes)}
    )
