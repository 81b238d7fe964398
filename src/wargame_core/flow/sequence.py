"""The sequence of play as data: steps, repeats and a cursor that is a path of labels.

Printing a sequence gives the player-aid card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from inspect import isgeneratorfunction
from typing import Any, NamedTuple, TypeAlias

from attrs import field, frozen

from wargame_core.errors import RulesError, UnknownName
from wargame_core.flow.panels import SequenceOfPlay
from wargame_core.flow.procedures import Procedure, Table
from wargame_core.rulings import Cite

Rule: TypeAlias = Callable[[Table[Any]], "Procedure[None] | None"]
Test: TypeAlias = Callable[[Any], bool]


@frozen
class Step:
    """A procedure that begins at a checkpoint. It is skipped if ``when`` (a test of the board) is false."""

    label: str
    rule: Rule
    cite: Cite | None = None
    when: Test | None = None


@frozen(init=False)
class Sequence:
    """Parts played in order. It is skipped if ``when`` (a test of the board) is false."""

    label: str
    parts: tuple[Part, ...]
    cite: Cite | None = None
    when: Test | None = None

    def __init__(self, label: str, *parts: Part, cite: Cite | None = None, when: Test | None = None) -> None:
        self.__attrs_init__(label, parts, cite, when)

    def __str__(self) -> str:
        return "\n".join(_card_lines(self, ""))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def edited(self, *edits: Edit) -> Sequence:
        """This with changes, one after the other: ``SEQUENCE.edited(after("Score", Step("Rest", rest)))``.

        Raises `UnknownName` where no part has the label of a change, `RulesError` where several have it.
        """
        new_sequence: Sequence | Repeat = self
        for edit in edits:
            paths_known = list(_paths_to_parts(new_sequence, ()))
            paths = [path for path in paths_known if " > ".join(path[-1 - edit.label.count(" > ") :]) == edit.label]
            if not paths:
                raise UnknownName("part of the sequence of play", edit.label, [path[-1] for path in paths_known])
            if len(paths) > 1:
                paths_in_words = " and ".join(repr(" > ".join(path)) for path in paths)
                raise RulesError(
                    f"{edit.label!r} are several parts of the sequence of play: {paths_in_words}; name it so"
                )
            new_sequence = _apply_edit(new_sequence, paths[0], edit)
            if not new_sequence.parts:
                raise RulesError(f"without {edit.label!r} nothing is left to play")
        return Sequence(new_sequence.label, *new_sequence.parts, cite=new_sequence.cite, when=new_sequence.when)


@frozen(init=False)
class Repeat:
    """Parts played in order repeatedly, until ``until`` is true before a round.

    It is skipped if ``when`` (a test of the board, before the first round) is false.
    """

    label: str
    parts: tuple[Part, ...]
    until: Test
    cite: Cite | None = None
    when: Test | None = None

    def __init__(
        self, label: str, *parts: Part, until: Test, cite: Cite | None = None, when: Test | None = None
    ) -> None:
        self.__attrs_init__(label, parts, until, cite, when)


Part: TypeAlias = "Step | Sequence | Repeat"
Cursor: TypeAlias = tuple[str, ...]


@frozen
class Edit:
    """A change of a sequence of play at the one part with a label, as variants make it.

    Attributes:
        label: the label of the part; where several have it, with those around it: ``"March > Contact"``.
        change: what stands there in place of the part.
        says: the change in words.
        alone: whether nobody else can change the same part, because it goes.
    """

    label: str
    change: Callable[[Part], tuple[Part, ...]] = field(repr=False)
    says: str
    alone: bool = False


def before(label: str, *parts: Part) -> Edit:
    """Play ``parts`` before the part with this label."""
    return Edit(label, lambda part: (*parts, part), f"{_part_titles(parts)} before {label}")


def after(label: str, *parts: Part) -> Edit:
    """Play ``parts`` after the part with this label."""
    return Edit(label, lambda part: (part, *parts), f"{_part_titles(parts)} after {label}")


def instead_of(label: str, *parts: Part) -> Edit:
    """Play ``parts`` in place of the part with this label."""
    return Edit(label, lambda part: parts, f"{_part_titles(parts)} instead of {label}", alone=True)


def without(label: str) -> Edit:
    """Leave out the part with this label."""
    return Edit(label, lambda part: (), f"no {label}", alone=True)


def around(label: str, rule: Callable[[Table[Any], Callable[[Table[Any]], Procedure[None]]], Procedure[None]]) -> Edit:
    """Let ``rule(t, printed)`` play the step with this label; ``yield from printed(t)`` plays it as it was.

    >>> def in_the_dark(t, printed):
    ...     if t.board.counters["light"] == "day":
    ...         yield from printed(t)
    >>> around("March", in_the_dark).says
    'March changed'
    """

    def changed_parts(part: Part) -> tuple[Part, ...]:
        if not isinstance(part, Step):
            raise RulesError(f"{label!r} has steps of its own: only a single step can be changed by around()")

        def printed(table: Table[Any]) -> Procedure[None]:
            rule_result = part.rule(table)
            if rule_result is not None:
                yield from rule_result

        def play(table: Table[Any]) -> Procedure[None]:
            yield from rule(table, printed)

        return (Step(part.label, play, part.cite, part.when),)

    return Edit(label, changed_parts, f"{label} changed")


def _part_titles(parts: tuple[Part, ...]) -> str:
    return ", ".join(part.label for part in parts)


def _paths_to_parts(part: Sequence | Repeat, cursor: Cursor) -> Iterator[Cursor]:
    for inner_part in part.parts:
        yield (*cursor, inner_part.label)
        if not isinstance(inner_part, Step):
            yield from _paths_to_parts(inner_part, (*cursor, inner_part.label))


def _apply_edit(part: Sequence | Repeat, path: Cursor, edit: Edit) -> Sequence | Repeat:
    parts: list[Part] = []
    for inner_part in part.parts:
        if inner_part.label != path[0]:
            parts.append(inner_part)
        elif len(path) == 1:
            parts += edit.change(inner_part)
        elif not isinstance(inner_part, Step) and (spliced_part := _apply_edit(inner_part, path[1:], edit)).parts:
            parts.append(spliced_part)
    if isinstance(part, Repeat):
        return Repeat(part.label, *parts, until=part.until, cite=part.cite, when=part.when)
    return Sequence(part.label, *parts, cite=part.cite, when=part.when)


def _card_lines(part: Part, indent: str) -> Iterator[str]:
    cite = f"  [{part.cite}]" if part.cite else ""
    if isinstance(part, Step):
        yield f"{indent}{part.label}{cite}"
        return
    repeat_word = "repeat: " if isinstance(part, Repeat) else ""
    yield f"{indent}{repeat_word}{part.label}{cite}"
    for inner_part in part.parts:
        yield from _card_lines(inner_part, indent + "  ")


def place_in(sequence: Sequence, cursor: Cursor) -> SequenceOfPlay:
    """The steps of a turn, and the index of the one in which the cursor is, -1 for none.

    The steps are the parts of the sequence; if it has only one part, or if the cursor is in a repeated part, the parts
    of that.
    """
    part: Sequence | Repeat = sequence
    depth = 1
    while (inner_turn := _turn_within(part, cursor, depth)) is not None:
        part, depth = inner_turn, depth + 1
    steps = tuple(step.label for step in part.parts)
    return SequenceOfPlay(steps, steps.index(cursor[depth]) if len(cursor) > depth else -1)


def _turn_within(part: Sequence | Repeat, cursor: Cursor, depth: int) -> Sequence | Repeat | None:
    """The part of which ``part`` is only the frame, as a game is of its turns; None for one with steps of its own."""
    inner = part.parts[0]
    if len(part.parts) > 1:
        if isinstance(part, Repeat) or len(cursor) <= depth:
            return None
        inner = next(inner_part for inner_part in part.parts if inner_part.label == cursor[depth])
        return inner if isinstance(inner, Repeat) else None
    return None if isinstance(inner, Step) else inner


class Instruction(NamedTuple):
    """One line of a compiled sequence: if ``test`` is true or missing, play ``rule`` or, without one, go to ``jump``.

    ``waits`` says that the rule may ask or roll, and so needs a checkpoint. It is a tuple because a stepper takes lines
    apart millions of times.
    """

    rule: Rule | None
    test: Test | None
    waits: bool
    jump: int
    path: Cursor
    step: Step | None


@frozen
class Program:
    """A sequence as a flat list of instructions, and the line of each step by its path."""

    lines: tuple[Instruction, ...]
    paths: dict[Cursor, int] = field(eq=False)

    def line_of(self, path: Cursor) -> int:
        """The line of the step at ``path``. Raises KeyError when the sequence has no such step."""
        return self.paths[path]


def compile_sequence(sequence: Sequence) -> Program:
    """The program of a sequence. Raises ValueError when two steps have the same path of labels."""
    lines: list[Instruction] = []
    for part in sequence.parts:
        _compile(part, (sequence.label,), lines)
    paths: dict[Cursor, int] = {}
    for number, line in enumerate(lines):
        if line.step is not None and paths.setdefault(line.path, number) != number:
            raise ValueError(f"two steps are called {' > '.join(line.path)}")
    return Program(tuple(lines), paths)


def _compile(part: Part, cursor: Cursor, lines: list[Instruction]) -> None:
    path = (*cursor, part.label)
    if isinstance(part, Step):
        is_procedure = isgeneratorfunction(part.rule)
        lines.append(Instruction(part.rule, part.when, is_procedure, -1, path, part))
        return
    place_of_skip = len(lines)
    if part.when is not None:
        lines.append(
            _jump_instruction(path, None, place_of_skip)
        )  # where it leads is known when the parts are compiled
    start = len(lines)
    if isinstance(part, Repeat):
        lines.append(_jump_instruction(path, None, start))
    for inner_part in part.parts:
        _compile(inner_part, path, lines)
    if isinstance(part, Repeat):
        lines.append(_jump_instruction(path, None, start))
        lines[start] = _jump_instruction(path, part.until, len(lines))
    if part.when is not None:
        lines[place_of_skip] = _jump_instruction(path, partial(_is_false, part.when), len(lines))


def _is_false(test: Test, board: Any) -> bool:
    return not test(board)


def _jump_instruction(path: Cursor, test: Test | None, target_line: int) -> Instruction:
    return Instruction(None, test, False, target_line, path, None)
