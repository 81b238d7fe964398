"""Laws of what a player without the document in hand can read: how to win, and what may be refused.

They apply to games that say what their conditions of victory are, ``Rules(..., tools={"laws": lambda: conditions})``,
and to games whose plugin has an index of rules. ``conditions(board)`` gives each condition as its name and its values,
as they were read from the files: whole numbers, names, values of attrs classes with such fields, tuples of these.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

import attrs

from wargame_core import Action, Sheet, UnknownName
from wargame_core.flow.events import Board
from wargame_core.flow.inner_games import InnerAction
from wargame_core.plugins.discovery import index_of, plugin_of
from wargame_core.plugins.rules_index import RulesIndex, plain_heading
from wargame_core.rulings import READINGS, Cite, Reason
from wargame_laws.complaints import LawBroken
from wargame_laws.laws_of_choices import mutations
from wargame_laws.laws_of_the_table import sheet_of
from wargame_laws.trials import Trial

Conditions: TypeAlias = Callable[[Board], Iterable[tuple[str, tuple[object, ...]]]]
"""What ``tools["laws"]`` of a game's rules makes: the conditions of victory on a board, by name."""
TOOL: Final = "laws"
IN_WORDS: Final = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
PROBES: Final = 6
"""The number of actions tried at a moment."""


def law_conditions_of_victory_are_told(trial: Trial) -> None:
    """Every place and number in a condition of victory stands in one paragraph of the briefing, a panel or a chart.

    A row of places is told by its first and its last: "S0117 - S1117".
    """
    conditions: Conditions | None = trial.game.rules.tool(TOOL)
    sheet = sheet_of(trial)
    if conditions is None or sheet is None:
        return
    board = trial.set_up()
    paragraphs = [paragraph.casefold() for paragraph in _paragraphs(trial, sheet, board)]
    places = {name for space in sheet.spaces for name in (space.id, space.label, space.place) if name}
    for name, values in conditions(board):
        for words in _parts(values, places):
            if not any(all(_mentions_word(paragraph, word) for word in words) for paragraph in paragraphs):
                best_paragraph = max(
                    paragraphs, key=lambda paragraph: sum(_mentions_word(paragraph, word) for word in words)
                )
                missing_words = ", ".join(word.last for word in words if not _mentions_word(best_paragraph, word))
                raise LawBroken(
                    f"no paragraph tells all of the condition {name!r}; the best leaves out {missing_words}"
                )


@attrs.frozen
class _Word:
    """A number or name that must be told; a row of names has a ``first`` one."""

    last: str
    first: str = ""


def _paragraphs(trial: Trial, sheet: Sheet, board: Board) -> Iterator[str]:
    """What every player has before the first turn, by paragraphs."""
    briefing = sheet.briefing
    for note in (*briefing.in_short, *briefing.notes):
        yield note.text
    yield from (aid.text for aid in sheet.aids)
    if (panels := trial.game.rules.display.panels) is not None:
        yield from (_flat_text(panel.to_json()) for seat in trial.game.seats for panel in panels(board, seat))


def _flat_text(data: object) -> str:
    match data:
        case dict():
            return " ".join(map(_flat_text, data.values()))
        case list():
            return " ".join(map(_flat_text, data))
    return str(data)


def _parts(values: Iterable[object], places: set[str]) -> Iterator[list[_Word]]:
    """The words of a condition that belong into one paragraph, then those of each value in a row, which has its own."""
    words: list[_Word] = []
    rows: list[object] = []
    for value in values:
        words += _words_of_value(value, places, rows, as_words=True)
    yield words
    for row in rows:
        yield from _parts([row], places)


def _words_of_value(value: object, places: set[str], rows: list[object], as_words: bool = False) -> Iterator[_Word]:
    """The words of a value; strings inside of values are words where they name a place, and all where ``as_words``."""
    match value:
        case bool() | None | Cite():
            return
        case int():
            if value:
                yield _Word(str(abs(value)))
        case str():
            if as_words or value in places:
                yield _Word(value)
        case tuple() if value and all(attrs.has(type(member)) for member in value):
            rows += value
        case tuple() if len(value) > 2 and all(isinstance(member, str) and member in places for member in value):
            yield _Word(value[-1], value[0])
        case tuple():
            for member in value:
                yield from _words_of_value(member, places, rows)
        case _ if "__str__" in vars(type(value)):
            yield _Word(str(value))
        case _:
            for part in attrs.astuple(value, recurse=False):  # type: ignore[arg-type]
                yield from _words_of_value(part, places, rows)


def _mentions_word(paragraph: str, word: _Word) -> bool:
    if word.first and re.search(rf"{re.escape(word.first)} - {re.escape(word.last)}".casefold(), paragraph):
        return True
    text = word.last.casefold()
    number_words = [IN_WORDS[int(text)]] if text.isdecimal() and int(text) < len(IN_WORDS) else []
    return any(re.search(rf"(?<![\w.]){re.escape(form)}(?![\w])", paragraph) for form in (text, *number_words))


def law_what_may_be_refused_can_be_read_before(trial: Trial) -> None:
    """A refusal names the heading or the reading that it follows from, and ``explain`` tells that in words.

    What is not a choice of the moment at all (``not_offered``) needs none. An inner game has laws of its own.
    """
    index = _rules_index(trial)
    if index is None:
        return
    readable = {plain_heading(heading.heading) for heading in index.headings if heading.says}
    readings = {plain_heading(words) for reading in index.readings for words in (reading.heading, reading.part)}
    pool: list[Action] = []
    for moment in trial.moments(0.5):
        choices = moment.match.choices(moment.seat)
        for action in moment.some(pool, PROBES) + moment.some(list(mutations(moment.action, pool)), PROBES):
            for reason in () if isinstance(action, InnerAction) else choices.judge(action).reasons:
                if not _is_readable(reason, readable, readings):
                    raise moment.error(f"{moment.seat} cannot read before what refuses {action}: {reason}")
        pool = [*pool[-200:], moment.action]


def _rules_index(trial: Trial) -> RulesIndex | None:
    try:
        rules = plugin_of(trial.game.rules.id.partition("+")[0]).rules
    except UnknownName:
        return None
    return None if rules is None else index_of(rules)


def _is_readable(reason: Reason, readable: set[str], readings: set[str]) -> bool:
    if reason.cite is None:
        return reason.code == "not_offered"
    if reason.cite.book == READINGS:
        return plain_heading(reason.cite.heading) in readings
    heading = re.sub(r" \([\d.]+\)$", "", reason.cite.heading)  # a chart may be cited with the section it belongs to
    return any(plain_heading(part) in readable for part in (heading, heading.split(", ")[-1]))
