"""``wargame explain``: why something happened in a record, and what implements a heading of the rules."""

from __future__ import annotations

import inspect
import os
import pydoc
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.entries import Started
from wargame_core.flow.visibility import REFEREE
from wargame_core.json_form import JsonObject
from wargame_core.plugins.discovery import Plugin, plugin_of
from wargame_core.plugins.rules_index import Heading
from wargame_core.rulings import Ruling
from wargame_core.sheet import SheetCard
from wargame_terminal.output import Output, data_option, table, with_output
from wargame_terminal.records import check_at, game_option, load_record
from wargame_terminal.typed_name import program

if TYPE_CHECKING:
    from wargame_core.flow.events import Event
    from wargame_core.game import Game
    from wargame_core.records.record import Record


@click.command(epilog="Examples: wargame explain demo-out/vicksburg.jsonl --at 57; wargame explain vicksburg retreat")
@click.argument("subject")
@click.argument("words", nargs=-1)
@click.option(
    "--at", metavar="NUMBER", type=click.IntRange(0), help="Explain what followed from answer number AT of a record."
)
@game_option
@data_option
@with_output
def explain(
    out: Output, subject: str, words: tuple[str, ...], at: int | None, game: str | None, data: Path | None
) -> None:
    """Why something happened: the rulings of a record (one with --at), or a game's rules about some words."""
    if at is None and not os.path.isfile(subject):
        explain_rules(out, subject, words)
        return
    record, chosen = load_record(Path(subject), game, data)
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
    """Print the headings and cards that contain all of the words. Raises `UnknownName`."""
    data, text = rules_about(name, words)
    out.result(data, text)


def rules_about(name: str, words: tuple[str, ...]) -> tuple[JsonObject, str]:
    """The headings and cards of a plugin that contain all of some words, as data and as text. Raises `UnknownName`."""
    plugin = plugin_of(name)
    if plugin.rules is None:
        raise WargameError(f"{plugin.id} has no index of its rules")
    index = plugin.rules()
    wanted = " ".join(words).casefold()
    headings = [heading for heading in index.headings if wanted in heading.heading.casefold()]
    every = _cards_of(plugin) if wanted else ()
    cards = [card for card in every if wanted in card.title.casefold()]
    if not headings and not cards:
        known = [*(heading.heading for heading in index.headings), *(card.title for card in every)]
        raise UnknownName("heading or card" if every else "heading", " ".join(words), known)
    parts = [_heading_in_full(heading) for heading in headings]
    parts += [f"{card.title} (a card)\n  {card.text}" for card in cards]
    as_json = {
        "plugin": plugin.id,
        "headings": [heading.to_json() for heading in headings],
        "cards": [{"id": card.id, "title": card.title, "text": card.text} for card in cards],
    }
    return as_json, "\n\n".join(parts)


def _cards_of(plugin: Plugin) -> list[SheetCard]:
    """The cards of a plugin's games, each once."""
    from wargame_core.plugins.discovery import load

    cards = (card for entry in plugin.games for card in load(entry.id).sheet().cards)
    return list({(card.title, card.text): card for card in cards}.values())


def _heading_in_full(heading: Heading) -> str:
    """A heading with what became of it, and what the functions that carry it promise."""
    lines = [f"p.{heading.page} {heading}" if heading.page else str(heading)]
    for function in heading.functions:
        lines.append(f"  {function}")
        carrier = pydoc.locate(function)
        docstring = inspect.getdoc(carrier) if carrier is not None else None
        lines += [f"    {line}".rstrip() for line in (docstring or "").splitlines()]
    return "\n".join(lines)
