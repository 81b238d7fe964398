"""``wargame wire``: what a front end sends and gets, as a schema or as TypeScript."""

from __future__ import annotations

import json

import click

from wargame_terminal.output import Output, open_game, with_output


@click.command(epilog="Example: wargame wire vicksburg --typescript > messages.d.ts")
@click.argument("game", required=False)
@click.option("--typescript", is_flag=True, help="TypeScript declarations in place of a JSON Schema.")
@with_output
def wire(out: Output, game: str | None, typescript: bool) -> None:
    """What screens send and get, as a JSON Schema: sheet, view, actions, events, panels.

    Without GAME it is what holds for all games.
    """
    from wargame_table.wire.schema import wire_schema
    from wargame_table.wire.typescript import typescript as declarations

    described = wire_schema(open_game(game)[0].rules if game is not None else None)
    if typescript:
        text = declarations(described)
        out.result({"game": game, "typescript": text}, text.rstrip())
        return
    out.result(described, json.dumps(described, indent=2, ensure_ascii=False))
