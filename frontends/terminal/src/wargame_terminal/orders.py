"""``wargame orders``: a side's turn on paper, for a campaign with a referee."""

from __future__ import annotations

from pathlib import Path

import click

from wargame_core.errors import WargameError
from wargame_core.json_form import JsonObject
from wargame_pictures.paper.pages import Paper
from wargame_terminal.battles import open_match, paper_option
from wargame_terminal.output import Output, data_option, with_output
from wargame_terminal.records import FILE, game_option


@click.command(epilog="Example: wargame orders game.jsonl --seat federal --command us_xiii --out mcclernand.html")
@click.argument("record", type=FILE)
@click.option("--seat", metavar="SEAT", required=True, help="The side.")
@click.option("--command", metavar="COMMAND", default="", help="One command of it: what its leader sees, and no more.")
@click.option("--out", "target", metavar="FILE", type=FILE, help="The file: .html to print, .txt or .json.")
@paper_option
@game_option
@data_option
@with_output
def orders(
    out: Output,
    record: Path,
    seat: str,
    command: str,
    target: Path | None,
    paper: str,
    game: str | None,
    data: Path | None,
) -> None:
    """Print a side's turn for players who give the referee their orders on paper: what it sees, a form, note slips."""
    from wargame_pictures.stories.handouts import turn_orders
    from wargame_terminal.reporting import write_packet

    match, chosen = open_match(record, game, data)
    packet = turn_orders(chosen, match, seat, command)
    if packet is None:
        raise WargameError(f"{chosen.id} has no orders on paper")
    as_json: JsonObject = {"game": chosen.id, "title": packet.title, "seat": seat, "command": command}
    if target is not None:
        written = write_packet(packet, target, Paper(paper))
        out.result({**as_json, "out": str(written)}, f"{written}: {packet.title}")
    else:
        out.result({**as_json, "orders": dict(packet.data)}, packet.text)
