"""``wargame print``: a game to be played on a real table, from its data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wargame_core.errors import UnknownName
from wargame_core.plugins.discovery import looks_like_a_path, plugin_of
from wargame_terminal.output import Output, data_option, game_options, open_game, scenario_option, with_output

if TYPE_CHECKING:
    from wargame_core.data.provenance import Account


@click.command("print", epilog="Example: wargame print vicksburg --out vicksburg-box --paper letter --space 25")
@click.argument("game")
@click.option(
    "--out",
    "folder",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder; GAME-print if not given.",
)
@click.option("--paper", type=click.Choice(["A4", "letter"]), default="A4", show_default=True)
@click.option(
    "--space",
    metavar="NUMBER",
    type=float,
    default=20.0,
    show_default=True,
    help="Width of a space of the map in millimetres.",
)
@scenario_option
@game_options
@data_option
@with_output
def print_command(
    out: Output,
    game: str,
    folder: Path | None,
    paper: str,
    space: float,
    scenario: str | None,
    options: dict[str, object],
    data: Path | None,
) -> None:
    """Print a game: map over several sheets, tokens, cards, briefings, charts; one page to print, and SVG pictures."""
    from wargame_pictures.paper.box import print_game
    from wargame_pictures.paper.pages import Paper

    chosen, scenario = open_game(game, data, scenario)
    account = _account(game, data)
    made = print_game(chosen, scenario, paper=Paper(paper), space=space, account=account, **options)
    files = made.write(folder or Path(f"{chosen.id}-print"))
    lines = [f"{files[0]}: open it in a browser and print it on {paper} at 100 percent", *made.contents]
    lines.append(f"{len(files) - 1} pictures beside it (map and tokens as SVG)")
    as_json = {"game": chosen.id, "out": str(files[0].parent), "paper": paper, "files": [file.name for file in files]}
    out.result({**as_json, "contents": list(made.contents)}, lines[0] + "".join(f"\n  {line}" for line in lines[1:]))


def _account(game: str, data: Path | None) -> Account | None:
    """What the data of a game rest on; None for one without data files."""
    from wargame_core.data.documents import DataFolder
    from wargame_core.data.provenance import account

    if looks_like_a_path(game) or Path(game).is_dir():
        files = tuple(sorted(Path(game).glob("*.toml"))) if Path(game).is_dir() else ()
        return account(files) if files else None
    try:
        plugin = plugin_of(game)
    except UnknownName:
        return None
    return account(DataFolder(plugin.data, data).files()) if plugin.data is not None else None
