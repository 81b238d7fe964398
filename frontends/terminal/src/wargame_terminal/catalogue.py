"""What is there: the installed plugins, one game's particulars, its sources and the index of its rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wargame_core.errors import WargameError
from wargame_core.json_form import JsonObject
from wargame_core.plugins.discovery import Plugin, discover, load, plugin_of
from wargame_terminal import output
from wargame_terminal.errors import program
from wargame_terminal.output import Output, Styled, WantedGame, table, with_game, with_output

if TYPE_CHECKING:
    from wargame_core.flow.rules import Secrecy
    from wargame_core.game import Game


@click.command("list")
@with_output
def list_games(out: Output) -> None:
    """The installed plugins and their games."""
    installed = discover()
    lines: list[str | Styled] = []
    for candidate in installed:
        title = candidate.plugin.title if candidate.plugin else "(cannot be used)"
        lines.append(Styled(f"{candidate.id}  {title}", {"bold": True}))
        if candidate.problem:
            lines.append(Styled(f"  problem: {candidate.problem}", {"fg": "red"}))
        elif candidate.plugin is not None:
            lines += [f"  from {document}" for document in candidate.plugin.documents]
            lines += [f"  game {game.id}: {game.title}" for game in candidate.plugin.games]
            lines += [f"  charts: wargame chart {candidate.id}"] * bool(candidate.plugin.charts)
            lines += [f"  odds: wargame odds {candidate.id}"] * bool(candidate.plugin.odds)
    if not installed:
        lines.append("No plugin is installed, so there is nothing to play: core knows no game of its own.")
    first = next(
        (candidate.plugin.games[0].id for candidate in installed if candidate.plugin and candidate.plugin.games), None
    )
    if first:
        lines += ["", f"Try: {program()} demo {first}, or {program()} info {first}"]
    # whose distribution each is takes time to find out
    out.result({"plugins": [candidate.to_json() for candidate in installed]} if out.json else {}, lines)


@click.command(epilog="Examples: wargame info vicksburg; wargame info battlecry --scenario shiloh")
@click.option("--sheet", is_flag=True, help="With --json: everything printed that lies on the table, as one object.")
@with_game("scenario", "options", "data")
def info(out: Output, wanted: WantedGame, sheet: bool) -> None:
    """One game: documents, seats, scenarios, options, bots; with --scenario its briefing."""
    chosen, scenario = wanted.open()
    if scenario is not None or sheet:
        printed = chosen.sheet(scenario, **wanted.options)
        as_json = printed.to_json() if sheet else {"scenario": printed.scenario, "briefing": printed.briefing.to_json()}
        out.result(as_json, printed.briefing.text())
        return
    _tell_game(out, chosen)


def _tell_game(out: Output, chosen: Game) -> None:
    bots, folder = list(chosen.bots), _folder_of(chosen)
    as_json: JsonObject = {
        "id": chosen.id,
        "title": chosen.title,
        "documents": list(chosen.documents),
        "seats": list(chosen.seats),
        "scenarios": [
            {"id": scenario.id, "title": scenario.title, "help": scenario.help} for scenario in chosen.scenarios
        ],
        "unread": {name: str(error) for name, error in chosen.rules.unread.items()},
        "options": [
            {
                "name": option.name,
                "help": option.help,
                "choices": list(option.choices),
                "default": option.default,
                "cite": str(option.cite) if option.cite else None,
            }
            for option in chosen.options
        ],
        "bots": bots,
        "secrets": [secret.to_json() for secret in chosen.rules.secrets],
        "rules": chosen.rules.version,
        "data": chosen.rules.digest,
        "folder": str(folder) if folder is not None else None,
        "sequence": str(chosen.rules.sequence),
    }
    lines: list[str | Styled] = [Styled(chosen.title, {"bold": True})]
    lines += [*(f"  {document}" for document in chosen.documents), ""]
    lines += [f"Seats: {', '.join(chosen.seats)}", f"Bots:  {', '.join(bots)}", "", "Scenarios (the first is played):"]
    lines.append(table([(scenario.id, scenario.title, scenario.help) for scenario in chosen.scenarios]))
    lines += [f"Cannot be played: {name}: {error}" for name, error in chosen.rules.unread.items()]
    lines += _options(chosen)
    lines += ["", f"Data files: {folder}"] if folder is not None else []
    lines += _who_may_know_what(chosen)
    lines += ["", "Sequence of play:", *("  " + line for line in str(chosen.rules.sequence).splitlines())]
    out.result(as_json, lines)


def _options(chosen: Game) -> list[str]:
    """What can be chosen before the game."""
    if not chosen.options:
        return []
    lines = ["", "Options (--option NAME=VALUE; the value in brackets is the usual one):"]
    for option in chosen.options:
        values = ", ".join(f"[{choice}]" if choice == option.default else choice for choice in option.choices)
        lines.append(f"  {option.name}: {values}")
        cite = f"  [{option.cite}]" if option.cite else ""
        lines.append(f"      {option.help}{cite}")
    return lines


def _folder_of(chosen: Game) -> Path | None:
    """Where the data files of a game lie: the packaged ones, or a designer's own."""
    if chosen.files.data is not None:
        return chosen.files.data
    try:
        return plugin_of(chosen.id).data
    except WargameError:
        return None


def _who_may_know_what(chosen: Game) -> list[str | Styled]:
    """What the game hides from whom, in the sentences that its laws hold it to."""
    lines: list[str | Styled] = ["", "Who may know what:"] if chosen.rules.secrets else []
    return [*lines, *(f"  {secret}" for secret in chosen.rules.secrets)]


@click.command(epilog="Example: wargame sources vicksburg, or wargame sources ./my_campaign")
@click.argument("game", shell_complete=output.game_or_plugin_names)
@output.OF_A_GAME["data"]
@with_output
def sources(out: Output, game: str, data: Path | None) -> None:
    """Where each datum comes from: the document, a public source, a reconstruction or a ruling."""
    from wargame_core.data.provenance import account

    files = WantedGame(game=game, data=data).data_files()
    if not files:
        raise WargameError(f"{game} has no data files")
    sources_of = account(files)
    out.result({"game": game, **sources_of.to_json()}, str(sources_of))


@click.command(epilog="Example: wargame rules vicksburg --status partly")
@click.argument("game", shell_complete=output.game_or_plugin_names)
@click.option(
    "--status", metavar="STATUS", help="Only headings with this status: implemented, partly, not implemented, no rule."
)
@with_output
def rules(out: Output, game: str, status: str | None) -> None:
    """The sequence of play, each heading of the document with what carries it, its readings, and who may know what."""
    from attrs import evolve

    plugin = plugin_of(game)
    if plugin.rules is None:
        raise WargameError(f"{plugin.id} has no index of its rules")
    index = plugin.rules()
    if status is not None:
        headings = tuple(heading for heading in index.headings if heading.status == status)
        index = evolve(index, sequence=None, headings=headings, readings=())
    counts: dict[str, int] = {}
    for heading in index.headings:
        status_of = heading.status or "without a carrier"
        counts[status_of] = counts.get(status_of, 0) + 1
    summary = ", ".join(f"{count} {name}" for name, count in counts.items())
    secrets = _secrets_of(plugin) if status is None else []
    as_json = {"game": game, **index.to_json(), "counts": counts, "secrets": [secret.to_json() for secret in secrets]}
    parts = [str(index), summary or "no such heading"]
    if secrets:
        parts.insert(1, "\n".join(["Who may know what:", *(f"  {secret}" for secret in secrets)]))
    out.result(as_json, "\n\n".join(parts))


def _secrets_of(plugin: Plugin) -> list[Secrecy]:
    """What the games of a plugin say of who may know what, each sentence once."""
    return list({str(secret): secret for entry in plugin.games for secret in load(entry.id).rules.secrets}.values())
