"""Positions in words, as people read and type them: ``print(state)``. `position_reading` reads them.

A position names its game and step; then come the fields of the board, a line for each piece, and the answers that the
step has had. Whatever is as the scenario sets it up is left out, and so is what follows from the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import define, evolve, field

from wargame_core.flow.about import PIECE
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board, InnerGame
from wargame_core.flow.menu import Menu
from wargame_core.flow.notation import in_words
from wargame_core.flow.pending import Answer, Ask, ask_of
from wargame_core.flow.position_words import Column, PositionWords
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import OVER, Position, Runner, begun
from wargame_core.flow.visibility import COUNTERS, hides_nothing, redact
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless
from wargame_core.names import folded
from wargame_core.odds import natural
from wargame_core.shapes import ListShape, MapShape, Shape

POSITION: Final = "position"
OPTIONS: Final = "options"
STEP: Final = "step"
ANSWERS: Final = "answers"
BEGUN: Final = "begun"
THEN: Final = "then"
SEEN_BY: Final = "seen_by"
HEADS: Final = (POSITION, OPTIONS, STEP, ANSWERS, BEGUN, THEN, SEEN_BY)
"""The words with which lines begin that are neither of a field nor of a piece."""
IS_OVER: Final = "over"
ROLL: Final = "roll"
REPORT: Final = "report"
LISTED: Final = 1_000
"""Choices of a menu with more are written with their fields, not by their labels."""
WIDTH: Final = 110


def text_of(position: Position) -> str:
    """The whole position in words, secrets included."""
    return "\n".join(_position_lines(position))


def _position_lines(position: Position, inner_game: InnerGame | None = None) -> Iterator[str]:
    """The lines of a position; ``inner_game`` is what it is a position of, within another."""
    rules = position.rules
    yield from _head_lines(rules, position.scenario, position.options)
    path = rules.program.lines[position.line].path if position.line != OVER else (IS_OVER,)
    yield f"{STEP} {' > '.join(path)}"
    yield f"{ANSWERS} {position.seq}"
    if inner_game is not None:
        yield f"{BEGUN} {inner_game.number}"
    words = PositionWords.of(rules, position.scenario, position.options)
    board = position.checkpoint
    yield from BoardInWords(words, board, rules.codec.board_to_json(board), is_whole=True).lines()
    runner = begun(evolve(position, answers=(), inner=None))
    if answer_lines := list(_answer_lines(runner, position)):
        yield from ("", THEN, *answer_lines)
    yield ""
    if position.inner is not None:
        yield from _position_lines(position.inner.position, position.inner.game)
    else:
        yield from _question_remarks(runner, position.commits)


def seen_text(
    rules: Rules, seat: str, scenario: str, options: Mapping[str, str], cursor: Iterable[str], board: Board
) -> str:
    """What a seat knows of a position, in words; ``board`` is the board as it sees it."""
    words = PositionWords.of(rules, scenario, options)
    lines = [
        *_head_lines(rules, scenario, options),
        f"{STEP} {' > '.join(cursor) or IS_OVER}",
        f"{SEEN_BY} {in_words(seat)}",
        *BoardInWords(words, board, rules.codec.view_to_json(board), is_whole=False).lines(),
    ]
    return "\n".join(lines)


def _head_lines(rules: Rules, scenario: str, options: Mapping[str, str]) -> Iterator[str]:
    yield f"{POSITION} {in_words(rules.id)} {in_words(scenario)}"
    defaults = {option.name: option.default for option in rules.options}
    chosen_options = [f"{name} {in_words(value)}" for name, value in options.items() if value != defaults.get(name)]
    if chosen_options:
        yield f"{OPTIONS} {', '.join(chosen_options)}"


# the board


@define
class BoardInWords:
    """One board in words. ``is_whole``: nothing is hidden from who reads it, so what follows can be worked out."""

    words: PositionWords
    board: Board
    data: JsonObject
    is_whole: bool
    _cells: dict[str, dict[str, str]] = field(factory=dict, init=False)
    _fields: list[str] = field(factory=list, init=False)

    def lines(self) -> Iterator[str]:
        """The lines of fields, then those of pieces, each after an empty line."""
        self._cells = {piece: {} for piece in sorted(self._pieces(), key=natural)}
        for name, shape in self.words.shapes.items():
            self._tell(name, shape)
        if self._fields:
            yield from ("", *self._fields)
        if self._cells:
            yield from ("", *(self._piece_line(piece, cells) for piece, cells in self._cells.items()))

    def _pieces(self) -> set[str]:
        place = self.words.place_column
        return {*self.board.piece_places(), *(self.data.get(place.field, ()) if place is not None else ())}

    def _tell(self, name: str, shape: Shape) -> None:
        if name not in self.data and name != COUNTERS:
            return  # no screen gets it
        data = self.data.get(name, {})
        if name in self.words.follows and (self.is_whole or hides_nothing(type(self.board))):
            data = self._what_does_not_follow(name, data)
            if data is None:
                return
        if name in self.words.piece_fields:
            data = self._tell_of_pieces(name, data)
            if not data:
                return
        elif data == self.words.data_when_untold(name) and name not in self.words.follows:
            return
        sheet_data, base = self.words.say(data, shape), self.words.data_when_untold(name)
        if isinstance(sheet_data, dict) and self.words.worded(name) is not None:
            sheet_data = {
                piece: self.words.word_of(name, self.board, piece) or value for piece, value in sheet_data.items()
            }
        if not self.is_whole and sheet_data in ([], {}):
            return  # it is empty, or the seat does not know it
        has_lost_keys = self.is_whole and isinstance(shape, MapShape) and not _mapping_keys(base) <= _mapping_keys(data)
        self._fields += field_lines(name, sheet_data, shape, is_one_line=has_lost_keys)

    def _what_does_not_follow(self, name: str, data: Any) -> Any:
        """The part of a field that the others do not give; None where they give it all."""
        result = self.words.worked_out(name, self.board, self.words.without(name, self.board))
        shape = self.words.shapes[name]
        following_value = self.words.rules.codec.converter.unstructure(result, shape.declared)
        if following_value == data:
            return None
        if isinstance(shape, MapShape) and isinstance(data, dict) and data.keys() == following_value.keys():
            return {key: value for key, value in data.items() if following_value[key] != value} or None
        if isinstance(shape, MapShape) and isinstance(data, list) and len(data) == len(following_value):
            return [pair for pair in data if pair not in following_value] or None
        return data

    def _tell_of_pieces(self, name: str, data: Any) -> Any:
        """Put on the lines of pieces what is told of them; what is left is of pieces without a line."""
        shape = self.words.shapes[name]
        for piece in data:
            if piece in self._cells:
                of_piece = self._cells[piece]
                of_piece |= self._cells_of(name, shape, piece, data[piece]) if isinstance(data, dict) else {name: ""}
        if isinstance(data, dict):
            return {piece: value for piece, value in data.items() if piece not in self._cells}
        return [piece for piece in data if piece not in self._cells]

    def _cells_of(self, name: str, shape: Shape, piece: str, data: Any) -> dict[str, str]:
        if word := self.words.word_of(name, self.board, piece):
            return {name: in_words(word)}
        columns, of_field = self.words.columns, self.words.parts_of(name)
        if of_field and isinstance(data, dict) and data.get("id", piece) == piece:
            cells = {
                part: self._value_in_words(columns[part], data[part])
                for part in data
                if part != "id" and not self.words.is_default(of_field[part], data[part])
            }
            return cells or {name: "{}"}
        return {name: self._value_in_words(columns[name], data)}

    def _value_in_words(self, column: Column, data: Any) -> str:
        return in_words(self.words.say(data, column.shape, place=column is self.words.place_column))

    def _piece_line(self, piece: str, cells: dict[str, str]) -> str:
        words, place = [json.dumps(piece) if piece in HEADS else in_words(piece)], self.words.place_column
        kind = kind_of(self.words, self.board, piece)
        if kind:
            words.append(kind)
        if place is not None and place.name in cells:
            place_word = cells[place.name].strip('"')
            if self.words.is_place(place_word) and " " not in place_word:
                words.append(place_word)
                cells = {name: value for name, value in cells.items() if name != place.name}
        words += [f"{name} {value}" if value else name for name, value in cells.items()]
        name = next(iter(self.board.names_of(PIECE, piece)), piece)
        return " ".join(words) + (f"  # {harmless(name)}" if name != piece else "")


def kind_of(words: PositionWords, board: Board, piece: str) -> str:
    """The kind of a piece as a word of its line; "" where the game tells none, or one that means something else."""
    if words.rules.display.face_of is None or piece not in board.piece_places():
        return ""
    kind = words.rules.display.face_of(board, piece).kind.replace(" ", "_")
    is_free = kind and kind not in words.columns and in_words(kind) == kind and not words.is_place(kind)
    return kind if is_free else ""


def _mapping_keys(data: Any) -> set[str]:
    """The keys of a mapping as JSON writes it, as words."""
    return {in_words(key) for key, _ in (data.items() if isinstance(data, dict) else data)}


def field_lines(name: str, said_value: Any, shape: Shape, is_one_line: bool) -> list[str]:
    """The lines of one field; a mapping with more than words in it has a line for each of its keys, or is in one."""
    if not isinstance(shape, MapShape) or not isinstance(said_value, Mapping) or not said_value:
        return _wrapped(f"{name}:", said_value, shape)
    if any(isinstance(value, (Mapping, list)) for value in said_value.values()) and not is_one_line:
        return [
            line for key, item in said_value.items() for line in _wrapped(f"{name} {in_words(key)}:", item, shape.value)
        ]
    return _wrap_items(f"{name}:", [f"{in_words(key)} {in_words(value)}" for key, value in said_value.items()])


def _wrapped(head: str, sheet_data: Any, shape: Shape) -> list[str]:
    if (
        isinstance(shape, ListShape)
        and isinstance(sheet_data, list)
        and sheet_data
        and not isinstance(sheet_data[0], list)
    ):
        return _wrap_items(head, [in_words(value) for value in sheet_data])
    return [f"{head} {in_words(sheet_data)}"]


def _wrap_items(head: str, items: list[str]) -> list[str]:
    """The items behind a head, on further lines where one is full; those begin with blanks."""
    lines = [head]
    for number, item in enumerate(items):
        item_text = item + ("," if number < len(items) - 1 else "")
        if len(lines[-1]) + 1 + len(item_text) > WIDTH and lines[-1].strip():
            lines.append("   ")
        lines[-1] += f" {item_text}"
    return lines


# answers and questions


def _answer_lines(runner: Runner, position: Position) -> Iterator[str]:
    """A line for each answer since the step began, and for each secret choice that waits; ``runner`` follows them."""
    for answer in position.answers:
        yield from _answer(runner, answer)
        runner.go_on(answer)
    for seat, action in position.commits.items():
        yield _choice_line(runner, seat, action) if position.inner is None else _said_plainly(runner, seat, action)


def _answer(runner: Runner, answer: Answer) -> Iterator[str]:
    pending = runner.pending
    if runner.play is not None:
        yield f"{REPORT}: {in_words(runner.rules.codec.to_json(answer))}"
    elif pending is not None and (roll := pending.chance) is not None:
        yield f"{ROLL} {in_words(roll.label)}: {in_words(answer)}"
    elif pending is not None:
        for seat, action in pending.chosen(answer).items():
            yield _choice_line(runner, seat, action)


def _choice_line(runner: Runner, seat: str, action: Action) -> str:
    rules = runner.rules
    ask = ask_of(runner.pending, seat, rules.seats)
    label = _unique_label(ask, redact(runner.board, seat), action)
    return f"{in_words(seat)}: {label}" if label else _said_plainly(runner, seat, action)


def _said_plainly(runner: Runner, seat: str, action: Action) -> str:
    """A choice that no label tells, with its fields."""
    return f"{in_words(seat)}: {in_words(runner.rules.codec.to_json(action))}"


def _unique_label(ask: Ask, board: Board, action: Action) -> str:
    """The label by which `Menu.find` finds the action and no other; "" where none does."""
    first_actions = Menu(ask, lambda: board).head(LISTED + 1)
    label = action.text(board)
    namesakes = [other_action for other_action in first_actions if folded(other_action.text(board)) == folded(label)]
    is_plain = label.isprintable() and label == label.strip() and not label.startswith(("{", "#", '"'))
    return label if len(first_actions) <= LISTED and namesakes == [action] and label and is_plain else ""


def _question_remarks(runner: Runner, commits: Mapping[str, Action]) -> Iterator[str]:
    """Remarks that say whose question it is, or how the game has ended."""
    pending = runner.pending
    if pending is None or runner.line == OVER:
        yield f"# {harmless(str(runner.outcome or IS_OVER))}"
    elif (roll := pending.chance) is not None:
        yield f"# a roll waits: {harmless(roll.label)} ({roll.die})"
    else:
        for seat in pending.waiting(commits):
            yield f"# {seat} is asked: {harmless(pending.asks[seat].prompt)}"
