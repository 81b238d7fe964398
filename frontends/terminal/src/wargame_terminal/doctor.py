"""``wargame doctor``: what is installed, whether it works, and what is missing. It never crashes itself."""

from __future__ import annotations

import platform
import re
import sys

import click
from click.shell_completion import get_completion_class

from wargame_core.json_form import JsonObject
from wargame_core.plugins.discovery import InstalledPlugin, discover
from wargame_terminal.errors import REFUSED
from wargame_terminal.output import Output, table, with_output

LIBRARIES = ("attrs", "cattrs", "click", "importlib-metadata", "networkx")
FOR_AN_EXTRA = re.compile(r"""([\w.-]+)[^;]*;.*\bextra == ["']([\w-]+)["']""")
"""A requirement of a distribution that only an extra has: the package, and the extra."""


@click.command(epilog="Example: wargame doctor --json")
@click.option(
    "--games",
    metavar="NUMBER",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    help="Games of the check, each game.",
)
@with_output
def doctor(out: Output, games: int) -> None:
    """Check the installation: versions, plugins, data, extras, and a few games of every game, random against random."""
    versions = _versions()
    extras = _extras()
    installed = discover()
    checks = [check for candidate in installed for check in _check(candidate, games)]
    problems = [candidate.problem for candidate in installed if candidate.problem]
    problems += [f"{check['game']}: {check['problem']}" for check in checks if check["problem"]]
    as_json = {
        "ok": not problems,
        "versions": versions,
        "plugins": [candidate.to_json() for candidate in installed],
        "games": checks,
        "extras": {name: not missing for name, missing in extras.items()},
        "problems": problems,
    }
    out.result(as_json, _text(versions, installed, checks, extras, problems))
    if problems:
        click.get_current_context().exit(REFUSED)


def _versions() -> dict[str, str]:
    import importlib_metadata

    from wargame_core.version import __version__

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

    every = {dist.name.lower().replace("_", "-"): dist for dist in importlib_metadata.distributions() if dist.name}
    found: dict[str, list[str]] = {}
    for name, distribution in sorted(every.items()):
        for requirement in distribution.requires or () if name.startswith("wargame-") else ():
            if (of_extra := FOR_AN_EXTRA.match(requirement)) is not None:
                package, extra = of_extra.groups()
                missing = found.setdefault(f"{name}[{extra}]", [])
                missing += [package] if package.lower().replace("_", "-") not in every else []
    return found


def _check(installed: InstalledPlugin, games: int) -> list[JsonObject]:
    return [_check_game(entry.id, games) for entry in installed.plugin.games] if installed.plugin is not None else []


def _check_game(name: str, games: int) -> JsonObject:
    from wargame_core.plugins.discovery import load
    from wargame_lab.batches import simulate

    check: JsonObject = {"game": name, "rules": None, "data": None, "finished": None, "problem": None}
    try:
        game = load(name)
        check |= {"rules": game.rules.version, "data": game.rules.digest}
        check["problem"] = "; ".join(map(str, game.rules.unread.values())) or None
        if games:
            played = simulate(game, games=games, seed=1)
            check |= {"finished": len(played.finished), "decisions_per_second": round(played.decisions_per_second)}
            if len(played.finished) < games:
                check["problem"] = f"{games - len(played.finished)} of {games} games came to no end"
    except Exception as problem:  # whatever it is, the report must still be made
        check["problem"] = f"{type(problem).__name__}: {problem}"
    return check


def _text(
    versions: dict[str, str],
    installed: list[InstalledPlugin],
    checks: list[JsonObject],
    extras: dict[str, list[str]],
    problems: list[str],
) -> str:
    lines = ["Versions", table(list(versions.items())), "", "Plugins"]
    lines.append(
        table(
            [
                (candidate.id, candidate.distribution, "has a problem" if candidate.problem else "fine")
                for candidate in installed
            ]
        )
    )
    lines += ["", "Games"]
    for check in checks:
        speed = f"{check['finished']} games played, " if check["finished"] is not None else ""
        data = f"data {check['data'][:12]}" if check["data"] else "no data files"
        lines.append(f"  {check['game']}: {'has a problem' if check['problem'] else 'fine'}; {speed}{data}")
    lines += ["", "Extras (nothing needs them but what their name says)"]
    for name, missing in extras.items():
        install = f"missing {', '.join(missing)}: {sys.executable} -m pip install '{name}'"
        lines.append(f"  {name}: {install if missing else 'there'}")
    lines += ["", "Problems", *(f"  {problem}" for problem in problems)] if problems else ["", "No problems."]
    return "\n".join(lines)


SHELLS = ("bash", "zsh", "fish")


@click.command(epilog='Example: wargame completion bash >> ~/.bashrc, then a new shell and "wargame play vi" + Tab')
@click.argument("shell", type=click.Choice(SHELLS))
@with_output
def completion(out: Output, shell: str) -> None:
    """The script that lets a shell complete commands, games, scenarios, seats, bots and options."""
    group = click.get_current_context().find_root().command
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(group, {}, "wargame", "_WARGAME_COMPLETE").source().rstrip()
    out.result({"shell": shell, "script": script}, script)
