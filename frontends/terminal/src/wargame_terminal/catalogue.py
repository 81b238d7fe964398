"""What is there: the installed plugins, one game's particulars, its sources and the index of its rules."""

from __future__ import annotations

import inspect
import os
import pydoc
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.visibility import REFEREE
from wargame_core.json_form import JsonObject
from wargame_core.plugins.discovery import Plugin, discover, load, plugin_of
from wargame_core.rulings import READINGS, Ruling
from wargame_terminal import output
from wargame_terminal.errors import program
from wargame_terminal.output import Output, Styled, WantedGame, WantedRecord, table, with_game, with_output
from wargame_terminal.records import check_at

if TYPE_CHECKING:
    from wargame_core.flow.events import Event
    from wargame_core.flow.rules import Secrecy
    from wargame_core.game import Game
    from wargame_core.plugins.rules_index import Heading, RuleReading
    from wargame_core.records.record import Record
    from wargame_core.sheet import SheetCard


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
    out.result({"plugins": [candidate.to_json() for candidate in installed]}, lines)


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


@click.command(epilog="Examples: wargame explain demo-out/vicksburg.jsonl --at 57; wargame explain vicksburg retreat")
@click.argument("subject")
@click.argument("words", nargs=-1)
@click.option(
    "--at", metavar="NUMBER", type=click.IntRange(0), help="Explain what followed from answer number AT of a record."
)
@output.OF_A_RECORD["game"]
@output.OF_A_GAME["data"]
@with_output
def explain(
    out: Output, subject: str, words: tuple[str, ...], at: int | None, game: str | None, data: Path | None
) -> None:
    """Why something happened: the rulings of a record (one with --at), or a game's rules about some words."""
    if at is None and not os.path.isfile(subject):
        explain_rules(out, subject, words)
        return
    record, chosen = WantedRecord(Path(subject), game, data).load()
    check_at(record, at)
    if at is None:
        _list_rulings(out, record, chosen, subject)
    else:
        _explain_answer(out, record, chosen, at)


def rulings_of(event: Event) -> Iterator[Ruling]:
    """The computed results an event carries."""
    ruling = getattr(event, "ruling", None)
    if isinstance(ruling, Ruling):
        yield ruling


def _list_rulings(out: Output, record: Record, game: Game, file: str) -> None:
    from wargame_pictures.stories.story import entries_of

    rulings = [
        (entry.seq, ruling)
        for entry in entries_of(record, game)
        for event in entry.events
        for ruling in rulings_of(event)
    ]
    rows = [(str(at), f"{ruling.title}: {ruling.result}") for at, ruling in rulings]
    text = table([("answer", "ruling"), *rows]) + f"\n\nEach with every modifier: wargame explain {file} --at ANSWER"
    as_json = [{"at": at, "title": ruling.title, "result": ruling.to_json()["result"]} for at, ruling in rulings]
    out.result({"game": game.id, "rulings": as_json}, text if rulings else "no rule was computed in this record")


def _explain_answer(out: Output, record: Record, game: Game, at: int) -> None:
    from wargame_core.flow.entries import Started
    from wargame_pictures.stories.story import Narrator, Sentence, entries_of, first_board, read_into

    narrator = Narrator(game, first_board(record, game), record.header.get("seat", REFEREE))
    lines, story, rulings, answer = [], [], [], {}
    for row, entry in zip(record.answers, entries_of(record, game), strict=True):
        items = read_into(narrator, entry)
        if entry.seq == at and not isinstance(entry, Started):
            lines.append(f"Answer {at}" + (f": {' > '.join(entry.cursor)}" if entry.cursor else ""))
            story = [item.text for item in items if isinstance(item, Sentence)]
            rulings = [ruling for event in entry.events for ruling in rulings_of(event)]
            answer = {key: value for key, value in row.items() if key not in ("n", "at", "events")}
            break
    if "roll" in answer:
        lines.append(f"Roll: {answer['label']} ({answer['die']}): {answer['roll']}")
    chosen = answer.get("secret") or ({answer.get("seat"): answer["action"]} if "action" in answer else {})
    lines += [f"{seat or 'this seat'} chose {action}" for seat, action in chosen.items()]
    lines += ["", *story]
    for ruling in rulings:
        lines += ["", str(ruling)]
    if not rulings:
        lines += ["", f"No rule was computed here; `{program()} explain FILE` lists where some were."]
    data = {"at": at, "answer": answer, "story": story, "rulings": [ruling.to_json() for ruling in rulings]}
    out.result(data, "\n".join(lines))


def explain_rules(out: Output, name: str, words: tuple[str, ...]) -> None:
    """Print the headings, readings and cards that contain all of the words. Raises `UnknownName`."""
    data, text = rules_about(name, words)
    out.result(data, text)


def rules_about(name: str, words: tuple[str, ...]) -> tuple[JsonObject, str]:
    """The headings, readings and cards of a plugin that contain some words, as data and text. Raises `UnknownName`."""
    plugin = plugin_of(name)
    if plugin.rules is None:
        raise WargameError(f"{plugin.id} has no index of its rules")
    index = plugin.rules()
    wanted = " ".join(words).casefold().removeprefix(f"{READINGS}: ".casefold())
    headings = [heading for heading in index.headings if wanted in heading.heading.casefold()]
    readings = [
        reading
        for reading in index.readings
        if wanted in reading.heading.casefold() or wanted == reading.part.casefold()
    ]
    every = _cards_of(plugin) if wanted else ()
    cards = [card for card in every if wanted in card.title.casefold()]
    if not headings and not readings and not cards:
        known = [row.heading for rows in (index.headings, index.readings) for row in rows]
        sort = "heading or card" if every else "heading"
        raise UnknownName(sort, " ".join(words), [*known, *(card.title for card in every)])
    parts = [_heading_in_full(heading) for heading in headings]
    parts += [_reading_in_full(reading) for reading in readings]
    parts += [f"{card.title} (a card)\n  {card.text}" for card in cards]
    as_json = {
        "plugin": plugin.id,
        "headings": [heading.to_json() for heading in headings],
        "readings": [reading.to_json() for reading in readings],
        "cards": [{"id": card.id, "title": card.title, "text": card.text} for card in cards],
    }
    return as_json, "\n\n".join(parts)


def _cards_of(plugin: Plugin) -> list[SheetCard]:
    """The cards of a plugin's games, each once."""
    from wargame_core.plugins.discovery import load

    cards = (card for entry in plugin.games for card in load(entry.id).sheet().cards)
    return list({(card.title, card.text): card for card in cards}.values())


def _reading_in_full(reading: RuleReading) -> str:
    """A reading with its question, our answer, and where the document leaves it open."""
    options = [f"option {name}" for name in reading.options]
    paragraphs = (reading.question, reading.answer, f"[{'; '.join((*reading.sources, *options))}]")
    filled = [textwrap.fill(text, 100, initial_indent="  ", subsequent_indent="  ") for text in paragraphs]
    return "\n".join([f"{READINGS}: {reading.heading} ({reading.part})", *filled])


def _heading_in_full(heading: Heading) -> str:
    """A heading with what became of it, and what the functions that carry it promise."""
    lines = [f"p.{heading.page} {heading}" if heading.page else str(heading)]
    for function in heading.functions:
        lines.append(f"  {function}")
        carrier = pydoc.locate(function)
        docstring = inspect.getdoc(carrier) if carrier is not None else None
        lines += [f"    {line}".rstrip() for line in (docstring or "").splitlines()]
    return "\n".join(lines)
