"""Questions to a plugin: exact odds, printed charts, worked examples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from wargame_core.cli.errors import REFUSED
from wargame_core.cli.output import Output, table, with_output
from wargame_core.cli.shell_completion import game_or_plugin_names
from wargame_core.errors import UnknownName, WargameError
from wargame_core.json_types import JsonMapping
from wargame_core.plugins.discovery import Plugin, plugin_of
from wargame_core.plugins.questions import ChartLookup, Parameter, Question, read_cases, run_cases

FREE = {"ignore_unknown_options": True, "help_option_names": ["-h"]}
"""Settings of a command whose options are the parameters of the question: they pass through, --help too."""


@click.command(
    context_settings=FREE, epilog="Example: wargame odds vicksburg skirmish --attacker-brigades 4 --defender-brigades 3"
)
@click.argument("plugin", shell_complete=game_or_plugin_names)
@click.argument("name", required=False)
@click.argument("parameters", nargs=-1, type=click.UNPROCESSED)
@with_output
def odds(out: Output, plugin: str, name: str | None, parameters: tuple[str, ...]) -> None:
    """Exact odds. Without NAME, the questions of the plugin; with NAME --help, its parameters."""
    if asked := _choose(out, "odds", plugin, name, parameters):
        owner, name, query = asked
        answer = query.ask(read_parameters(parameters, query.parameters))
        out.result({"plugin": owner.id, "name": name, **answer.to_json()}, answer.text())


@click.command(
    context_settings=FREE, epilog="Example: wargame chart gcacw combat --attacker 20 --defender 8 --difference 5"
)
@click.argument("plugin", shell_complete=game_or_plugin_names)
@click.argument("name", required=False)
@click.argument("parameters", nargs=-1, type=click.UNPROCESSED)
@with_output
def chart(out: Output, plugin: str, name: str | None, parameters: tuple[str, ...]) -> None:
    """Printed charts: listed, shown as on the card, or (with parameters) looked up."""
    asked = _choose(out, "chart", plugin, name, parameters)
    if asked is None:
        return
    _, name, entry = asked
    if parameters:
        answer = entry.ask(read_parameters(parameters, entry.parameters))
        out.result(answer, table([(key.replace("_", " "), _shown(value)) for key, value in answer.items()]))
        return
    to_json = getattr(entry.card, "to_json", None)
    content: JsonMapping = to_json() if to_json is not None else {}
    card = str(entry.card)
    shown = {"id": name, "title": entry.title, "text": card, **content}
    out.result(shown, card if card.startswith(entry.title) else f"{entry.title}\n\n{card}")


@click.command(epilog="Example: wargame cases vicksburg my_examples.json --json")
@click.argument("plugin", shell_complete=game_or_plugin_names)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@with_output
def cases(out: Output, plugin: str, file: Path | None) -> None:
    """Run a file of worked examples through the plugin's rules. Without FILE, the functions it may call."""
    owner = plugin_of(plugin)
    if file is None:
        lines = [f"Functions of {owner.id} for examples:", *(f"  {name}" for name in owner.cases)]
        out.result({"plugin": owner.id, "functions": list(owner.cases)}, "\n".join(lines))
        return
    report = run_cases(owner.cases, read_cases(file), file.name)
    out.result(report.to_json(), str(report))
    if not report:
        click.get_current_context().exit(REFUSED)


def read_parameters(words: Sequence[str], known: Iterable[Parameter]) -> dict[str, object]:
    """Words such as ``--name value``, ``--name=value`` or, for yes and no, ``--name``; names keep their dashes.

    Raises `click.UsageError` for a word that is none of these.
    """
    flags = {parameter.name.replace("_", "-") for parameter in known if parameter.kind is bool}
    given: dict[str, object] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--") or word == "--":
            raise click.UsageError(f"{word!r}: a parameter is written --name value")
        name, equals, value = word[2:].partition("=")
        if equals:
            given[name] = value
        elif rest and not rest[0].startswith("--"):
            given[name] = rest.pop(0)
        elif name.replace("_", "-") in flags:
            given[name] = True
        else:
            raise click.UsageError(f"--{name} needs a value")
    return given


def _choose(
    out: Output, verb: str, plugin: str, name: str | None, parameters: tuple[str, ...]
) -> tuple[Plugin, str, Any] | None:
    """The question or chart that is asked; None when the list of them or help was asked for, and told."""
    if plugin == "--help":
        context = click.get_current_context()
        out.result({"help": context.get_help()}, context.get_help())
        return None
    owner = plugin_of(plugin)
    entries: Mapping[str, Any] = owner.odds if verb == "odds" else owner.charts
    if name is None or name == "--help":
        _list(out, owner, verb, entries)
    elif name not in entries:
        raise UnknownName("question" if verb == "odds" else "chart", name, entries)
    elif "--help" in parameters:
        _describe(out, f"{verb} {plugin} {name}", _about(entries[name]), entries[name].parameters)
    else:
        return owner, name, entries[name]
    return None


def _about(entry: Question | ChartLookup) -> str:
    return entry.title if isinstance(entry, ChartLookup) else entry.help


def _list(out: Output, plugin: Plugin, verb: str, entries: Mapping[str, Question | ChartLookup]) -> None:
    what = "odds" if verb == "odds" else "charts"
    if not entries:
        raise WargameError(f"{plugin.id} has no {what}")
    rows = [(name, _about(entry), entry.parameters) for name, entry in entries.items()]
    told = [
        {"name": name, "help": about, "parameters": [parameter.to_json() for parameter in ps]}
        for name, about, ps in rows
    ]
    text = f"{plugin.title}: {what}\n\n{table([(name, about) for name, about, _ in rows])}\n\n"
    text += f"Parameters of one: wargame {verb} {plugin.id} {rows[0][0]} --help"
    out.result({"plugin": plugin.id, what: told}, text)


def _describe(out: Output, command: str, about: str, parameters: tuple[Parameter, ...]) -> None:
    rows = []
    for given in parameters:
        default = "may be left out" if given.default is None else f"usually {given.default}"
        usual = "required" if given.required else default
        values = f" ({', '.join(given.choices)})" if given.choices else ""
        rows.append((f"--{given.name.replace('_', '-')}", given.kind.__name__.lower(), usual, given.help + values))
    text = f"wargame {command}: {about}\n\n{table(rows) or '  no parameters'}"
    out.result(
        {"command": command, "help": about, "parameters": [parameter.to_json() for parameter in parameters]}, text
    )


def _shown(value: object) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
