"""What lint says of a game of text files: every mistake, and where there is none, what is worth a look.

Doubts are W471, an exception that no turn of a scenario can put in force; W472, a hex of entry inside the map; W473,
enemies in contact at the start while movement comes first; W474, duties of combat that cannot always be kept; W475, a
program beside the files; W476, a unit that the ground shuts in; W477, a schema that is not there; W478, a scenario
that the game does not list; W479, a side that has units and no player turn.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from wargame_core.data import DataFolder, Problem, Problems, did_you_mean, one_of, read_toml
from wargame_core.errors import DataError
from wargame_core.rulings import Verdict
from wargame_hex_and_counter.game_files.assembly import PrintedGame
from wargame_hex_and_counter.game_files.reading import GAME, ReadGame, read_game
from wargame_hex_and_counter.game_files.vocabulary import Vocabulary
from wargame_hex_and_counter.rules.combat import Combat
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.movement import Movement
from wargame_hex_and_counter.rules.possible_kinds import phases_of

_SCHEMA: Final = re.compile(r"#:schema (?!\w+://)(\S+)")


def problems_of_folder(path: Path, words: Vocabulary) -> list[str]:
    """What is wrong with a game of text files in a folder, or with one of its files, as lines."""
    folder = path if path.is_dir() else path.parent
    try:
        lines = list(map(str, doubtful_settings(read_game(DataFolder(folder), words)).found))
    except DataError as error:
        lines = [str(problem) for problem in error.problems]
    return lines if path.is_dir() else [line for line in lines if line.startswith(f"{path.name}:")]


def doubtful_settings(game_read: ReadGame) -> Problems:
    """What is worth a look in a game that can be played."""
    problems, printed_game = Problems(), game_read.printed_game
    _programs(printed_game, problems)
    _duties(printed_game, problems)
    _never_in_force(printed_game, problems)
    _entries_inside(printed_game, problems)
    _in_contact(printed_game, game_read.game, problems)
    _shut_in(printed_game, problems)
    _without_schema(game_read, problems)
    _not_listed(game_read, problems)
    _without_turn(printed_game, problems)
    return problems


def _programs(printed_game: PrintedGame, problems: Problems) -> None:
    """The programs beside the files, which nobody runs: functions come from what is installed (W475)."""
    message = "a program beside the files of a game is never run"
    hint = "put the folder into a distribution, and name that with own_rules under [game]"
    for file in sorted(printed_game.doc.path.parent.glob("*.py")):
        problems.found.append(Problem(file.name, 1, 1, "W475", message, hint))


def _shut_in(printed_game: PrintedGame, problems: Problems) -> None:
    """A unit that is set up where the ground lets it go nowhere (W476)."""
    game_map, chart = printed_game.game_map, printed_game.chart
    for scenario in printed_game.scenarios.values():
        for unit, hex_ in scenario.set_up.at.items():
            kind, space = printed_game.units[unit].kind, game_map.parse(hex_)
            if not printed_game.units[unit].faces[0].move or chart.entry_masks(game_map, kind)[space]:
                continue
            cost = chart.step_cost(game_map, kind)
            bars = [
                step_cost
                for neighbour in game_map.neighbours[space]
                if isinstance(step_cost := cost(space, neighbour), Verdict)
            ]
            texts = dict.fromkeys(reason.text for verdict in bars for reason in verdict.reasons)
            text = f"{printed_game.units[unit].name} cannot leave {hex_}: {'; '.join(texts)}"
            problems.add(scenario.doc, ("set_up", unit), "W476", text)


def _without_schema(game_read: ReadGame, problems: Problems) -> None:
    """A file that names a schema which is not there, so that no editor completes its words (W477)."""
    for path in game_read.files:
        schema_line = _SCHEMA.match(path.read_text("utf-8"))
        if schema_line is not None and not (path.parent / schema_line[1]).is_file():
            schemas = sorted(file.relative_to(path.parent).as_posix() for file in path.parent.glob(".schema/*.json"))
            text = f"there is no schema {schema_line[1]}{one_of(schemas)}"
            hint = did_you_mean(schema_line[1], schemas) or "delete the line, or name one of these"
            problems.found.append(Problem(path.name, 1, 1, "W477", text, hint))


def _not_listed(game_read: ReadGame, problems: Problems) -> None:
    """A file of a scenario that [game] does not list, so that nobody can play it (W478)."""
    for path in sorted(game_read.printed_game.doc.path.parent.glob("*.toml")):
        if path in game_read.files:
            continue
        try:
            doc = read_toml(path)
        except DataError as error:
            problems.found.extend(error.problems)
            continue
        if "scenario" in doc.data:
            hint = f'add "{path.name}" to scenarios under [game] of {GAME}'
            problems.add(doc, ("scenario",), "W478", "the game does not list this scenario", hint)


def _without_turn(printed_game: PrintedGame, problems: Problems) -> None:
    """A side whose units never act, since no player turn is its own (W479)."""
    acting_sides = {turn.side for turn in printed_game.file.player_turn}
    for side in dict.fromkeys(unit.side for unit in printed_game.units.values()):
        if side not in acting_sides:
            hint = f'add a [[player_turn]] with side = "{side}"'
            problems.add(printed_game.doc, ("side", side), "W479", f"{side!r} has units and no player turn", hint)


def _duties(printed_game: PrintedGame, problems: Problems) -> None:
    """Attacks on one hex cannot always meet both duties (W474)."""
    combat = printed_game.file.combat
    if combat is not None and combat.one_attack == "one hex" and len(set(combat.must)) > 1:
        text = 'with "one hex", units that must attack cannot always attack every enemy that must be attacked'
        hint = 'those left over are spared; "several hexes" keeps both duties'
        problems.add(printed_game.doc, ("combat", "one_attack"), "W474", text, hint)


def _never_in_force(printed_game: PrintedGame, problems: Problems) -> None:
    """An exception of turns that no scenario plays (W471)."""
    turns_played = {
        turn
        for scenario in printed_game.scenarios.values()
        for turn in range(scenario.set_up.begins, scenario.set_up.ends + 1)
    }
    for exception_number, row in enumerate(printed_game.file.exception):
        if row.turns and not turns_played & set(row.turns):
            text = f"{row.name!r} is never in force: no scenario plays turn {', '.join(map(str, row.turns))}"
            problems.add(printed_game.doc, ("exception", exception_number, "turns"), "W471", text)


def _entries_inside(printed_game: PrintedGame, problems: Problems) -> None:
    """A reinforcement that comes in the middle of the map (W472)."""
    game_map = printed_game.game_map
    for scenario in printed_game.scenarios.values():
        for group_number, group in enumerate(scenario.set_up.reinforcements):
            for hex_number, hex_ in enumerate(group.at):
                if len(game_map.neighbours[game_map.parse(hex_)]) == 6:
                    text = f"{hex_} lies inside the map; reinforcements mostly come by its edge"
                    problems.add(scenario.doc, ("reinforcement", group_number, "at", hex_number), "W472", text)


def _in_contact(printed_game: PrintedGame, game: HexGame, problems: Problems) -> None:
    """Enemies that begin next to each other while movement comes first, and zones hold them (W473)."""
    side, first_phase = printed_game.file.player_turn[0].side, next(phases_of(game.sequence), None)
    movement = next((phase.part for phase in phases_of(game.sequence) if isinstance(phase.part, Movement)), None)
    if movement is None or first_phase is None or isinstance(first_phase.part, Combat):
        return
    for name, scenario in printed_game.scenarios.items():
        board = game.set_up(name, {})
        board.turn = scenario.set_up.begins
        pieces = board.pieces
        zones = pieces.value(movement.zones)
        for unit in pieces.of(side) if zones.leaving == "forbidden" else ():
            if enemies := zones.held_by(pieces, unit, printed_game.chart):
                text = f"{pieces.name(unit)} begins in the zone of {pieces.name(enemies[0])} and cannot move at first"
                problems.add(scenario.doc, ("set_up", unit), "W473", f"{text}: zones.leaving is forbidden")
