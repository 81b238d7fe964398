"""``wargame site``: a folder that plays in the browser and needs no server."""

from __future__ import annotations

from pathlib import Path

import click

from wargame_table.static_site.build import write_site
from wargame_table.static_site.documentation import put_docs
from wargame_table.static_site.runtime import find_runtime
from wargame_terminal.output import Output, with_output


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
