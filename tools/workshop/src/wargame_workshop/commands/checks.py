"""``wargame lint``: everything wrong with a folder of data files, one problem a line."""

from pathlib import Path

import click

from wargame_console.errors import OK, REFUSED
from wargame_console.options import existing_path, with_output
from wargame_console.output import Output
from wargame_core.plugins.discovery import opened, plugins
from wargame_workshop.lint import claims, guess_about, parts_of, problems_in


@click.command(epilog="Example: wargame lint ./my_campaign")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--plugin", "name", metavar="PLUGIN", help="Ask only this plugin what it thinks of the files.")
@with_output
def lint(out: Output, folder: Path, name: str | None) -> None:
    """Check a folder (or file) of your own data: FILE:LINE:COLUMN: CODE message.

    A file of a game's folder is checked as part of it. Codes that begin with E are mistakes. With W they are only worth
    a look: a river with a gap, a word used once.
    """
    folder = opened(existing_path(folder))
    installed_plugins = tuple(plugins())
    part = not name and folder.is_file() and not any(claims(plugin, folder) for plugin in installed_plugins)
    part = part and any(claims(plugin, folder.parent) for plugin in installed_plugins)
    if part:
        lines = [line for line in problems_in(folder.parent, None) if parts_of(line).get("file") == folder.name]
    else:
        lines = problems_in(folder, name)
    files = [file.relative_to(folder) for file in sorted(folder.rglob("*.toml"))] if folder.is_dir() else [folder.name]
    mistakes = [line for line in lines if not str(parts_of(line).get("code", "")).startswith("W")]
    as_json = {"ok": not mistakes, "files": list(map(str, files)), "problems": [parts_of(line) for line in lines]}
    if lines and not name and (guess := guess_about(folder.parent if part else folder, lines)):
        out.note(guess)
    if lines:
        out.result(as_json, "\n".join(lines))
        click.get_current_context().exit(REFUSED if mistakes else OK)
    out.result(as_json, "no problems" if files else f"no problems: there is no TOML file in {folder}")
