"""``wargame export``: a map or battle for Tiled, an order of battle and places as tables, a position for VASSAL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from attrs import frozen

from wargame_console.errors import program
from wargame_console.options import WantedRecord, bundled_options, existing_path, open_game, with_output
from wargame_console.output import Output
from wargame_core.errors import Problem, WargameError
from wargame_workshop.interchange.exports import design_files, vassal_files

if TYPE_CHECKING:
    from wargame_core import Game, Match


@frozen(kw_only=True)
class VassalWishes:
    """What `wargame export vassal` is asked for."""

    module: Path | None
    board: str
    scenario: str | None


@click.command("export", epilog="Example: wargame export tiled my_campaign --out my_campaign/design")
@click.argument("kind", type=click.Choice(["tiled", "sheet", "vassal"]))
@click.argument("name", metavar="GAME|FOLDER|FILE")
@click.option(
    "--out", "target", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), default=Path("design")
)
@click.option(
    "--force", is_flag=True, help="Overwrite files that exist, even if they hold changes that were not imported yet."
)
@bundled_options(
    VassalWishes,
    {
        "module": click.option(
            "--module", metavar="FILE", type=click.Path(path_type=Path), help="The VASSAL module of a game."
        ),
        "board": click.option("--board", metavar="NAME", default="", help="The board, as `new game` was told it."),
        "scenario": click.option("--scenario", metavar="NAME", help="The scenario whose beginning is exported."),
    },
)
@with_output
def export(
    out: Output, wishes: VassalWishes, kind: Literal["tiled", "sheet", "vassal"], name: str, target: Path, force: bool
) -> None:
    """Write a map or a battle as a Tiled map, or an order of battle and places as CSV; `import` reads them back.

    Files go to the folder `design` here, or to --out. Notes, sources and all else that a picture cannot hold stay in
    your files, and an import leaves them as they are. `export vassal GAME --module FILE.vmod` writes the beginning of a
    scenario as a saved game of the module from which the game was begun; with a record in place of GAME, where it ends.
    """
    left_out: tuple[Problem, ...] = ()
    if kind == "vassal" and wishes.module is not None:
        game, match = _position(name, wishes.scenario)
        stem = Path(name).stem if Path(name).is_file() else ""
        files, left_out = vassal_files(game, match, existing_path(wishes.module), wishes.board, stem)
        if game.rules.hidden_information.secrets:
            out.note("the saved game shows everybody where each piece stands, also what a seat does not know yet")
    elif kind != "vassal" and wishes.module is None:
        files = design_files(kind, name)
    else:
        raise click.UsageError(f"--module FILE.vmod goes with {program()} export vassal GAME")
    written_files = _written(files, target, force)
    for problem in left_out:
        out.note(f"left out: {problem}")
    left_out_rows = [problem.to_json() for problem in left_out]
    out.result({"game": name, "kind": kind, "files": written_files, "left_out": left_out_rows}, [*written_files])


def _written(files: dict[str, bytes], target: Path, force: bool) -> list[str]:
    """The names of the files, once they are written. Raises `WargameError` for others that are there already."""
    from wargame_pictures.several_files import write_all

    existing_files = [
        str(target / file) for file in files if (target / file).exists() and not file.endswith("-tiles.png")
    ]
    unchanged_paths = [path for path in existing_files if Path(path).read_bytes() == files[Path(path).name]]
    if set(existing_files) - set(unchanged_paths) and not force:
        file_list = ", ".join(sorted(set(existing_files) - set(unchanged_paths)))
        hint = f"import it first (`{program()} import`), or write over it with --force"
        raise WargameError(f"{file_list} is there already, and differs; {hint}")
    return [str(path) for path in write_all({target / file: raw for file, raw in files.items()}, target)]


def _position(name: str, scenario: str | None) -> tuple[Game, Match]:
    """The game and a match: that of a record, else one that begins."""
    if Path(name).is_file():
        if scenario is not None:
            raise click.UsageError("a record has its scenario: leave out --scenario")
        match, game = WantedRecord(Path(name)).match()
        return game, match
    game, _ = open_game(name)
    return game, game.start(scenario, seed=0)
