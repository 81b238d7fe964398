"""``wargame fmt``: rewrites roads of map files in short or long form, or says in full what they mean."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wargame_console.errors import REFUSED
from wargame_console.options import existing_path, with_output
from wargame_console.output import Output
from wargame_core.errors import WargameError
from wargame_core.maps.files.map_file import is_map_file

if TYPE_CHECKING:
    from wargame_core.data.documents import Document


@click.command(epilog="Example: wargame fmt ./my_campaign --shorten")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--shorten", "way", flag_value="shorten", help="Write paths as routes and lines as courses.")
@click.option("--expand", "way", flag_value="expand", help="Write routes, courses and sides in full.")
@click.option("--check", is_flag=True, help="Change nothing; exit code 1 if there is something to change.")
@with_output
def fmt(out: Output, path: Path, way: str | None, check: bool) -> None:
    """Refresh the lines `#: ...` that say what each route and course of a map means, or rewrite the routes themselves.

    Whatever is written, the map is exactly the same, and comments, order and blank lines stay. A road in short form is
    filled in by a rule that never changes; the `#:` line shows when it has moved because the map changed under it.
    """
    from wargame_core.data.documents import read_toml
    from wargame_core.data.files import write_whole

    existing_path(path)
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    maps = [file for file in files if is_map_file(file)]
    if not maps:
        raise WargameError(f"{path} is not a map file, nor a folder with one; other files have no short forms")
    changed_files = []
    for file in maps:
        doc = read_toml(file, "a map file")
        text = _ways()[way or "notes"](doc)
        if text != doc.text:
            changed_files.append(str(file))
            if not check:
                write_whole(file, text)
    verb = "to change" if check else "changed"
    lines = "\n".join(f"{verb}: {name}" for name in changed_files) or "nothing to change"
    out.result({"changed": changed_files, "written": bool(changed_files) and not check}, lines)
    if check and changed_files:
        click.get_current_context().exit(REFUSED)


def _ways() -> dict[str, Callable[[Document], str]]:
    from wargame_workshop.maps.tidying import expand, shorten, with_notes

    return {"shorten": shorten, "expand": expand, "notes": with_notes}
