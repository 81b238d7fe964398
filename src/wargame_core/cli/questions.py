"""Questions to a plugin: exact odds, printed charts, worked examples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from wargame_core.cli.errors import REFUSED
from wargame_core.cli.output import Output, plugin_of, table, with_output
from wargame_core.errors import UnknownName, WargameError
from wargame_core.plugins.discovery import Plugin
from wargame_core.plugins.questions import Parameter, read_cases, run_cases

FREE = {"ignore_unknown_options": True, "help_option_names": ["-h"]}
"""Settings of a command whose options are the parameters of the question: they pass through, --help too."""


@click.command(context_settings=FREE, epilog="Example: wargame odds vicksburg skirmish --attacker-brigades 4")
@click.argument("plugin")
@click.argument("name", required=False)
@click.argument("parameters", nargs=-1, type=click.UNPROCESSED)
@with_output
def odds(out: Output, plugin: str, name: str | None, parameters: tuple[str, ...]) -> None:
    """Exact odds. Without NAME, the questions of the plugin; with NAME --help, its parameters."""
    if plugin == "--help":
        _show_help(out)
        return
    found = plugin_of(plugin)
    if name is None or name == "--help":
        _list(out, found, "odds", [(one.name, one.help, one.parameters) for one in found.odds.values()])
        return
    if name not in found.odds:
        raise UnknownName("question", name, found.odds)
    query = found.odds[name]
    if "--help" in parameters:
        _describe(out, f"odds {plugin} {name}", query.help, query.parameters)
        return
    answer = query.ask(read_parameters(parameters, query.parameters))
    out.result({"plugin": found.id, "name": name, **answer.to_json()}, answer.text())


@click.command(context_settings=FREE, epilog="Example: wargame chart gcacw combat --attacker 20 --defender 8 --json")
@click.argument("plugin")
@click.argument("name", required=False)
@click.argument("parameters", nargs=-1, type=click.UNPROCESSED)
@with_output
def chart(out: Output, plugin: str, name: str | None, parameters: tuple[str, ...]) -> None:
    """Printed charts: listed, shown as on the card, or (with parameters) looked up."""
    if plugin == "--help":
        _show_help(out)
        return
    found = plugin_of(plugin)
    if name is None or name == "--help":
        _list(out, found, "charts", [(one.id, one.title, one.parameters) for one in found.charts.values()])
        return
    if name not in found.charts:
        raise UnknownName("chart", name, found.charts)
    entry = found.charts[name]
    if "--help" in parameters:
        _describe(out, f"chart {plugin} {name}", entry.title, entry.parameters)
    elif parameters:
        answer = entry.ask(read_parameters(parameters, entry.parameters))
        out.result(answer, table([(key.replace("_", " "), _shown(value)) for key, value in answer.items()]))
    else:
        to_json = getattr(entry.chart, "to_json", None)
        content: Mapping[str, Any] = to_json() if to_json is not None else {}
        card = str(entry.chart)
        told = {"id": entry.id, "title": entry.title, "text": card, **content}
        out.result(told, card if card.startswith(entry.title) else f"{entry.title}\n\n{card}")


@click.command(epilog="Example: wargame cases vicksburg my_examples.json --json")
@click.argument("plugin")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@with_output
def cases(out: Output, plugin: str, file: Path | None) -> None:
    """Run a file of worked examples through the plugin's rules. Without FILE, the functions it may call."""
    found = plugin_of(plugin)
    if file is None:
        lines = [f"Functions of {found.id} for examples:", *(f"  {name}" for name in found.cases)]
        out.result({"plugin": found.id, "functions": list(found.cases)}, "\n".join(lines))
        return
    report = run_cases(found.cases, read_cases(file), file.name)
    out.result(report.to_json(), str(report))
    if not report:
        click.get_current_context().exit(REFUSED)


def read_parameters(words: Sequence[str], known: Iterable[Parameter]) -> dict[str, object]:
    """Words such as ``--name value``, ``--name=value`` or, for yes and no, ``--name``; names keep their dashes.

    Raises `click.UsageError` for a word that is none of these.
    """
    flags = {one.name.replace("_", "-") for one in known if one.kind is bool}
    found: dict[str, object] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--") or word == "--":
            raise click.UsageError(f"{word!r}: a parameter is written --name value")
        name, equals, value = word[2:].partition("=")
        if equals:
            found[name] = value
        elif rest and not rest[0].startswith("--"):
            found[name] = rest.pop(0)
        elif name.replace("_", "-") in flags:
            found[name] = True
        else:
            raise click.UsageError(f"--{name} needs a value")
    return found


def _show_help(out: Output) -> None:
    context = click.get_current_context()
    out.result({"help": context.get_help()}, context.get_help())


def _list(out: Output, plugin: Plugin, what: str, entries: list[tuple[str, str, tuple[Parameter, ...]]]) -> None:
    if not entries:
        raise WargameError(f"{plugin.id} has no {what}")
    told = [{"name": name, "help": about, "parameters": [one.to_json() for one in ps]} for name, about, ps in entries]
    verb = "odds" if what == "odds" else "chart"
    text = f"{plugin.title}: {what}\n\n{table([(name, about) for name, about, _ in entries])}\n\n"
    text += f"Parameters of one: wargame {verb} {plugin.id} {entries[0][0]} --help"
    out.result({"plugin": plugin.id, what: told}, text)


def _describe(out: Output, command: str, about: str, parameters: tuple[Parameter, ...]) -> None:
    rows = []
    for one in parameters:
        usual = "required" if one.required else "may be left out" if one.default is None else f"usually {one.default}"
        values = f" ({', '.join(one.choices)})" if one.choices else ""
        rows.append((f"--{one.name.replace('_', '-')}", one.kind.__name__.lower(), usual, one.help + values))
    text = f"wargame {command}: {about}\n\n{table(rows) or '  no parameters'}"
    out.result({"command": command, "help": about, "parameters": [one.to_json() for one in parameters]}, text)


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
