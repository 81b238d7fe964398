"""What is there: the installed plugins, a game's particulars, sources and rules; whether all works, what is missing."""

from __future__ import annotations

import inspect
import re
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Final

import click
from attrs import asdict
from click.shell_completion import get_completion_class

from wargame_console import options
from wargame_console.errors import REFUSED, program
from wargame_console.options import WantedGame, with_game, with_output
from wargame_console.output import Output, StyledLine, in_columns
from wargame_core import WargameError, discover, load
from wargame_core.interfaces import ExtensionPoint
from wargame_core.json_form import JsonObject
from wargame_core.plugins.discovery import (
    GameOfPlugin,
    InstalledPlugin,
    Plugin,
    meaning,
    plugin_of,
    plugins,
    variants_for,
)
from wargame_core.version import __version__

if TYPE_CHECKING:
    from wargame_core import Game


@click.command("list")
@with_output
def list_games(out: Output) -> None:
    """List the installed plugins and their games."""
    installed_plugins = discover()
    lines: list[str | StyledLine] = []
    for candidate in installed_plugins:
        title = candidate.plugin.title if candidate.plugin else "(cannot be used)"
        lines.append(StyledLine(f"{candidate.id}  {title}", {"bold": True}))
        if candidate.problem:
            lines.append(StyledLine(f"  problem: {candidate.problem}", {"fg": "red"}))
        elif candidate.plugin is not None:
            lines += [f"  from {document}" for document in candidate.plugin.documents]
            lines += [f"  game {game.id}: {game.title}" for game in candidate.games]
            lines += [f"  charts: wargame chart {candidate.id}"] * bool(candidate.plugin.charts)
            lines += [f"  odds: wargame odds {candidate.id}"] * bool(candidate.plugin.odds)
    if not installed_plugins:
        lines.append("No plugin is installed, so there is nothing to play: core knows no game of its own.")
    if games := [game.id for candidate in installed_plugins for game in candidate.games]:
        lines += ["", f"Try: {program()} demo {games[0]}, or {program()} info {games[0]}"]
    # whose distribution each is takes time to find out
    out.result({"plugins": [candidate.to_json() for candidate in installed_plugins]} if out.json else {}, lines)


@click.command(epilog="Examples: wargame info vicksburg; wargame info battlecry --scenario shiloh")
@click.option("--sheet", is_flag=True, help="With --json: everything printed that lies on the table, as one object.")
@click.option("--interfaces", is_flag=True, help="Where code of your own comes in: what each promises, an example.")
@with_game("scenario", "options", "data")
def info(out: Output, wanted: WantedGame, sheet: bool, interfaces: bool) -> None:
    """Show one game: documents, seats, scenarios, options, bots; with --scenario its briefing."""
    if interfaces:
        _tell_extension_points(out, wanted.game)
        return
    game, scenario = wanted.open()
    if scenario is not None or sheet:
        game_sheet = game.sheet(scenario, options=wanted.options)
        as_json = (
            game_sheet.to_json()
            if sheet
            else {"scenario": game_sheet.scenario, "briefing": game_sheet.briefing.to_json()}
        )
        out.result(as_json, game_sheet.briefing.text())
        return
    _tell_game(out, game)


def _tell_game(output: Output, game: Game) -> None:
    folder = _folder_of(game)
    lines: list[str | StyledLine] = [StyledLine(game.title, {"bold": True})]
    lines += [*(f"  {document}" for document in game.documents), "", f"Seats: {', '.join(game.seats)}"]
    lines.append(f"Bots:  {', '.join(game.bots)}")
    without_hard = "; no bot was measured to beat normal, so there is no hard"
    lines.append(f"Levels, the weakest first: {', '.join(game.levels)}" + without_hard * ("hard" not in game.levels))
    for name, strength in game.strengths.items():
        lines += [f"  {name} {strength}, in {strength.games} games a seat: {strength.command}"]
    lines += ["", "Scenarios (the first is played):"]
    lines.append(in_columns([(scenario.id, scenario.title, scenario.help) for scenario in game.scenarios]))
    lines += [f"Cannot be played: {name}: {error}" for name, error in game.rules.source.unread_scenarios.items()]
    lines += ["", "Options (--option NAME=VALUE; the value in brackets is the usual one):"] if game.options else []
    for option in game.options:
        values = ", ".join(f"[{choice}]" if choice == option.default else choice for choice in option.choices)
        lines += [f"  {option.name}: {values}", f"      {option.help}" + (f"  [{option.cite}]" if option.cite else "")]
    variant_rows = [(variant.id, variant.title, variant.help) for variant in game.rules.additions.variants]
    lines += ["", "Played with these variants:", in_columns(variant_rows)] if variant_rows else []
    other_variants = [variant for variant in variants_for(game) if variant not in game.rules.additions.variants]
    if other_variants:
        lines += ["", "Variants that it can be played with (--variant NAME):"]
        lines.append(in_columns([(variant.id, variant.title, variant.help) for variant in other_variants]))
    lines += ["", f"Data files: {folder}"] if folder is not None else []
    lines += ["", "Who may know what:"] if game.rules.hidden_information.secrets else []
    lines += [f"  {secret}" for secret in game.rules.hidden_information.secrets]
    lines += ["", "Sequence of play:", *("  " + line for line in str(game.rules.sequence).splitlines())]
    output.result(_game_as_json(game, folder), lines)


def _tell_extension_points(output: Output, game: str) -> None:
    by_owner = {owner: list(map(told_of, points)) for owner, points in extension_points_of(game).items()}
    lines: list[str | StyledLine] = []
    for owner, points in by_owner.items():
        lines += [StyledLine(owner, {"bold": True}), "", *(f"{in_words(point)}\n" for point in points)]
    output.result({"game": game, "interfaces": by_owner}, lines)


def _game_as_json(game: Game, folder: Path | None) -> JsonObject:
    return {
        "id": game.id,
        "title": game.title,
        "documents": list(game.documents),
        "seats": list(game.seats),
        "scenarios": [
            {"id": scenario.id, "title": scenario.title, "help": scenario.help} for scenario in game.scenarios
        ],
        "unread": {name: str(error) for name, error in game.rules.source.unread_scenarios.items()},
        "options": [
            {
                "name": option.name,
                "help": option.help,
                "choices": list(option.choices),
                "default": option.default,
                "cite": str(option.cite) if option.cite else None,
            }
            for option in game.options
        ],
        "bots": list(game.bots),
        "strengths": {name: asdict(strength) for name, strength in game.strengths.items()},
        "variants": [variant.id for variant in variants_for(game)],
        "played_with": [variant.id for variant in game.rules.additions.variants],
        "secrets": [secret.to_json() for secret in game.rules.hidden_information.secrets],
        "rules": game.rules.version,
        "data": game.rules.source.digest,
        "folder": str(folder) if folder is not None else None,
        "sequence": str(game.rules.sequence),
    }


def _folder_of(game: Game) -> Path | None:
    """Where the data files of a game lie: the packaged ones, or a designer's own."""
    if game.files.data is not None:
        return game.files.data
    try:
        return plugin_of(game.id).data
    except WargameError:
        return None


@click.command(epilog="Example: wargame sources vicksburg, or wargame sources ./my_campaign")
@click.argument("game", shell_complete=options.game_or_plugin_names)
@options.GAME_OPTIONS["data"]
@with_output
def sources(out: Output, game: str, data: Path | None) -> None:
    """Say where each datum comes from: the document, a public source, a reconstruction or a ruling."""
    from wargame_pictures.paper.account import account

    files = WantedGame(game=game, data=data).data_files()
    if not files:
        raise WargameError(f"{game} has no data files")
    sources_of = account(files)
    out.result({"game": game, **sources_of.to_json()}, str(sources_of))


@click.command(epilog="Example: wargame rules vicksburg --status partly, or wargame rules ./my_game")
@click.argument("game", shell_complete=options.game_or_plugin_names)
@click.option(
    "--status", metavar="STATUS", help="Only headings with this status: implemented, partly, not implemented, no rule."
)
@with_output
def rules(out: Output, game: str, status: str | None) -> None:
    """Show the sequence of play, each heading with what implements it, the readings, and who may know what."""
    from collections import Counter

    from attrs import evolve

    plugin = plugin_of(game)
    if plugin.rules is None:
        raise WargameError(f"{plugin.id} has no index of its rules")
    index = plugin.rules()
    if status is not None:
        headings = tuple(heading for heading in index.headings if heading.status == status)
        index = evolve(index, sequence=None, headings=headings, readings=())
    counts = Counter(heading.status or "without code" for heading in index.headings)
    summary = ", ".join(f"{count} {name}" for name, count in counts.items())
    games = [game] if isinstance(meaning(game), Path) else [entry.id for entry in plugin.games]
    all_secrets = (
        [secret for name in games for secret in load(name).rules.hidden_information.secrets] if status is None else []
    )
    secrets = list({str(secret): secret for secret in all_secrets}.values())
    as_json = {
        "game": game,
        **index.to_json(),
        "counts": counts,
        "secrets": [secret.to_json() for secret in secrets],
    }
    parts = [str(index), summary or "no such heading"]
    if secrets:
        parts.insert(1, "\n".join(["Who may know what:", *(f"  {secret}" for secret in secrets)]))
    out.result(as_json, "\n\n".join(parts))


LIBRARIES = ("attrs", "cattrs", "click", "importlib-metadata", "networkx")
EXTRA_REQUIREMENT = re.compile(r"""([\w.-]+)[^;]*;.*\bextra == ["']([\w-]+)["']""")
"""A requirement of a distribution that only an extra has: the package, and the extra."""


@click.command(epilog="Example: wargame doctor --json")
@click.option(
    "--games",
    metavar="NUMBER",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    help="How many games to play of each.",
)
@with_output
def doctor(out: Output, games: int) -> None:
    """Check the installation: versions, plugins, data, extras, and a few games of every game, random against random."""
    versions, extras, installed_plugins = _versions(), _extras(), discover()
    checks = [_check_game(game.id, games) for plugin in installed_plugins for game in plugin.games]
    problems = [plugin.problem for plugin in installed_plugins if plugin.problem]
    problems += [f"{check['game']}: {check['problem']}" for check in checks if check["problem"]]
    as_json = {
        "ok": not problems,
        "versions": versions,
        "plugins": [candidate.to_json() for candidate in installed_plugins],
        "games": checks,
        "extras": {name: not missing_packages for name, missing_packages in extras.items()},
        "problems": problems,
    }
    out.result(as_json, _text(versions, installed_plugins, checks, extras, problems))
    if problems:
        click.get_current_context().exit(REFUSED)


def _versions() -> dict[str, str]:
    import platform

    import importlib_metadata

    versions = {"python": platform.python_version(), "system": platform.system(), "wargame-core": __version__}
    for name in LIBRARIES:
        try:
            versions[name] = importlib_metadata.version(name)
        except importlib_metadata.PackageNotFoundError:
            versions[name] = "missing"
    return versions


def _extras() -> dict[str, list[str]]:
    """By extra, as pip takes it, of every installed distribution of ours: the packages of it that are missing."""
    import importlib_metadata

    installed = {dist.name.lower().replace("_", "-"): dist for dist in importlib_metadata.distributions() if dist.name}
    missing_by_extra: dict[str, list[str]] = {}
    for name, distribution in sorted(installed.items()):
        for requirement in distribution.requires or () if name.startswith("wargame-") else ():
            if (of_extra := EXTRA_REQUIREMENT.match(requirement)) is not None:
                package, extra_name = of_extra.groups()
                missing_packages = missing_by_extra.setdefault(f"{name}[{extra_name}]", [])
                missing_packages += [package] if package.lower().replace("_", "-") not in installed else []
    return missing_by_extra


def _check_game(name: str, games: int) -> JsonObject:
    from wargame_lab.batches import simulate

    check: JsonObject = {"game": name, "rules": None, "data": None, "finished": None, "problem": None}
    try:
        game = load(name)
        check |= {"rules": game.rules.version, "data": game.rules.source.digest}
        check["problem"] = "; ".join(map(str, game.rules.source.unread_scenarios.values())) or None
        if games:
            batch = simulate(game, games=games, seed=1)
            check |= {"finished": len(batch.finished), "decisions_per_second": round(batch.decisions_per_second)}
            if len(batch.finished) < games:
                check["problem"] = f"{games - len(batch.finished)} of {games} games came to no end"
    except Exception as problem:  # whatever it is, the report must still be made
        check["problem"] = f"{type(problem).__name__}: {problem}"
    return check


def _text(
    versions: dict[str, str],
    installed_plugins: list[InstalledPlugin],
    checks: list[JsonObject],
    extras: dict[str, list[str]],
    problems: list[str],
) -> str:
    lines = ["Versions", in_columns(list(versions.items())), "", "Plugins"]
    plugin_rows = [
        (plugin.id, plugin.distribution, "has a problem" if plugin.problem else "fine") for plugin in installed_plugins
    ]
    lines.append(in_columns(plugin_rows))
    lines += ["", "Games"]
    for check in checks:
        speed = f"{check['finished']} games played, " if check["finished"] is not None else ""
        data = f"data {check['data'][:12]}" if check["data"] else "no data files"
        lines.append(f"  {check['game']}: {'has a problem' if check['problem'] else 'fine'}; {speed}{data}")
    lines += ["", "Extras (nothing needs them but what their name says)"]
    for name, missing_packages in extras.items():
        install = f"missing {', '.join(missing_packages)}: {sys.executable} -m pip install '{name}'"
        lines.append(f"  {name}: {install if missing_packages else 'there'}")
    lines += ["", "Problems", *(f"  {problem}" for problem in problems)] if problems else ["", "No problems."]
    return "\n".join(lines)


@click.command(epilog='Example: wargame completion bash >> ~/.bashrc, then a new shell and "wargame play vi" + Tab')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@with_output
def completion(out: Output, shell: str) -> None:
    """Print the script with which a shell completes commands, games, scenarios, seats, bots and options."""
    group = click.get_current_context().find_root().command
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(group, {}, "wargame", "_WARGAME_COMPLETE").source().rstrip()
    out.result({"shell": shell, "script": script}, script)


# Extension points: where code of others comes into a game, of core and its tools and of the system of a game.

CORE: Final = (
    ExtensionPoint("wargame_core.plugins.discovery:Plugin", "an entry point of the group `wargame_core.plugins`"),
    ExtensionPoint("wargame_core.plugins.discovery:GameEntry", "`games` of a `Plugin`; `wargame play ID`"),
    ExtensionPoint(
        "wargame_core.flow.rules:Variant",
        "an entry point of the group `wargame_core.variants` or `@variant` in a cell; `wargame play GAME --variant ID`",
    ),
    ExtensionPoint(
        "wargame_core.flow.players:Player", "`bots` of a `Variant`, `players` of a `Game`, or any seat of a match"
    ),
    ExtensionPoint(
        "wargame_core.maps.grid:Grid", "an entry point of the group `wargame_core.grids`; `grid` of a map file"
    ),
    ExtensionPoint(
        "wargame_core.dice:Die",
        "an entry point of the group `wargame_core.dice`; any field of a data file that is a die; `t.roll(die, ...)`",
    ),
    ExtensionPoint("wargame_core.dice:DiceSource", "`dice` of `Game.start`"),
    ExtensionPoint("wargame_core.flow.pending:Pending", "`yield from t.wait_for(...)` in a procedure"),
    ExtensionPoint(
        "wargame_core.charts.forms:ChartForm",
        "an entry point of the group `wargame_core.charts`; `form` of a chart file",
    ),
    ExtensionPoint(
        "wargame_core.reprs:drawn",
        "an entry point `CLASS.html` or `CLASS.svg` of the group `wargame_core.reprs`",
        "a function of a value of the class, which returns a text",
    ),
    ExtensionPoint(
        "wargame_core.chances:estimated",
        "an entry point of the group `wargame_core.chances`",
        "a function of a game and a view, which returns `Chances` or None",
    ),
    ExtensionPoint(
        "wargame_core.reprs:table_of",
        "the entry point `notebook` of the group `wargame_core.tables`",
        "a function of a match, a seat and bots, which returns a widget",
    ),
    ExtensionPoint(
        "wargame_pictures.of_games:Presentation",
        '`tools={"pictures": ...}` of `Rules`, or `with_presentation` in a variant',
    ),
    ExtensionPoint("wargame_core.plugins.outlets:Outlet", "an entry point of the group `wargame_core.outlets`"),
    ExtensionPoint(
        "wargame_laws:all_laws", "an entry point of the group `wargame_laws.laws`", "a function of a `Trial`"
    ),
    ExtensionPoint(
        "wargame_console.commands:load_command",
        "an entry point of a group `wargame_console.commands.HEADING`, such as `look`, `ask`, `make`",
        "a `click.Command`",
    ),
)


def extension_points_of(game: str | Path) -> dict[str, tuple[ExtensionPoint, ...]]:
    """The extension points of a game, by what has them: core, its system, and its own plugin if it has some.

    ``game`` is the id of a game or plugin, with variants or without, or a designer's folder. What a distribution has
    that is not installed is left out. Raises `UnknownName`.
    """
    match meaning(game):
        case GameOfPlugin(plugin, entry):
            owners = [candidate for candidate in plugins() if candidate.id == entry.system] + [plugin]
        case Plugin() as plugin:
            owners = [plugin]
        case Path() as path:
            owners = [candidate for candidate in plugins() if candidate.game_in(path) is not None][:1]
        case None:
            owners = [plugin_of(str(game))]
    their_extension_points = {owner.title: owner.extension_points for owner in owners if owner.extension_points}
    return {"Every game": tuple(filter(is_there, CORE)), **their_extension_points}


def is_there(point: ExtensionPoint) -> bool:
    """Whether the distribution that has the class or function is installed."""
    return find_spec(point.of.partition(":")[0].partition(".")[0]) is not None


BEGINNINGS: Final = {"promises": "It promises", "may_not": "It may not"}
"""What the paragraphs of a docstring begin with that are told apart."""


def told_of(point: ExtensionPoint) -> dict[str, str]:
    """All that is told of an extension point, most of it read from the docstring of its class or function."""
    module, _, name = point.of.partition(":")
    value = getattr(import_module(module), name)
    text, _, example = (inspect.getdoc(value) or "").partition("Example::\n")
    point_facts = {"name": name, "of": point.of, "type": point.brings or _type(value), "found": point.found}
    point_facts |= {"is": " ".join(text.partition("\n\n")[0].split()), "promises": "", "may_not": ""}
    for paragraph in text.split("\n\n"):
        for key, words in BEGINNINGS.items():
            if paragraph.startswith(words):
                point_facts[key] = " ".join(paragraph.split())
    return point_facts | {"example": dedent(example).strip()}


def _type(value: Any) -> str:
    """What is to be brought: a function, a subclass with its members, or a value with its fields."""
    if not isinstance(value, type):
        return f"{value.__name__}({', '.join(inspect.signature(value).parameters)})"
    abstract = [name for name, part in vars(value).items() if _is_abstract(part)]
    if abstract:
        return f"a subclass of {value.__name__} with {', '.join(abstract)}"
    if getattr(value, "_is_protocol", False):
        members = [name for name in vars(value) if name == "__call__" or name[0] != "_"]
        return f"anything with {', '.join(members)}"
    members = [name for name, part in vars(value).items() if name[0] != "_" and inspect.isfunction(part)]
    parameters = inspect.signature(value).parameters
    required_parameters = [name for name, part in parameters.items() if part.default is part.empty]
    if required_parameters or not members:
        return f"a value: {value.__name__}({', '.join([*required_parameters, '...'][: len(parameters)])})"
    return f"a subclass of {value.__name__}, which may have {', '.join(members)}"


def _is_abstract(part: Any) -> bool:
    """Whether a member is to be written; cached properties keep that from their function."""
    return bool(getattr(getattr(part, "func", part), "__isabstractmethod__", False))


def in_words(told: dict[str, str]) -> str:
    """What `told_of` an extension point, for people at a terminal."""
    lines = [told["is"], f"Type: {told['type']}", f"Found: {told['found']}", told["promises"], told["may_not"]]
    example = ["Example:", *("    " + line for line in told["example"].splitlines())]
    return "\n".join([told["name"], *(f"  {line}".rstrip() for line in (*lines, *example))])
