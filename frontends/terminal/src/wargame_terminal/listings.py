"""``wargame oob``, ``deck`` and ``victory``: what a game's document supplies for a scenario, as text, JSON or CSV."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import click

from wargame_console.options import WantedGame, with_game
from wargame_console.output import Output
from wargame_core import WargameError
from wargame_core.contents import Contents, Listing

PARTS: Final[Mapping[str, Callable[[Contents], Listing[Any]]]] = {
    "order of battle": lambda contents: contents.oob,
    "deck of cards": lambda contents: contents.deck,
    "rules of victory": lambda contents: contents.victory,
}
"""What can be listed, by what people call it."""
AS_CSV = click.option("--csv", "as_csv", is_flag=True, help="As comma-separated values, a line each.")


def _show(output: Output, wanted_game: WantedGame, listed_kind: str, as_csv: bool) -> None:
    game, scenario = wanted_game.open()
    scenario_id = game.rules.scenario(scenario).id
    listing = PARTS[listed_kind](game.contents.get(scenario_id, Contents()))
    if not listing:
        raise WargameError(f"{game.id} lists no {listed_kind} for {scenario_id}; what it has: wargame info {game.id}")
    if as_csv and not output.json:
        click.echo(listing.to_csv(), nl=False)
        return
    output.result({"game": game.id, "scenario": scenario_id, **listing.to_json()}, str(listing))


@click.command(epilog="Examples: wargame oob gettysburg; wargame oob battlecry --scenario shiloh --csv")
@AS_CSV
@with_game("scenario", "data")
def oob(out: Output, wanted: WantedGame, as_csv: bool) -> None:
    """List the order of battle: forces, formations, units and leaders with their printed values."""
    _show(out, wanted, "order of battle", as_csv)


@click.command(epilog="Example: wargame deck vicksburg --json")
@AS_CSV
@with_game("scenario", "data")
def deck(out: Output, wanted: WantedGame, as_csv: bool) -> None:
    """List the cards with their number, their text and where they come from."""
    _show(out, wanted, "deck of cards", as_csv)


@click.command(epilog="Example: wargame victory gcacw_on_the_4th_day --scenario the_battle_continues")
@AS_CSV
@with_game("scenario", "data")
def victory(out: Output, wanted: WantedGame, as_csv: bool) -> None:
    """List the rules of victory: who gets how many points for what and how often, and what ends the game."""
    _show(out, wanted, "rules of victory", as_csv)
