"""Victory as the files say it: the places that count, and the lines, levels and sudden victories of each scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wargame_core.maps.hexes import HexMap
from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.pieces import Setting
from wargame_hex_and_counter.game_files.scenario_files import ScenarioRulesFile
from wargame_hex_and_counter.game_files.sections import ControlLine, GameFile, LossesLine
from wargame_hex_and_counter.rules.victory import HeldPlace, Level, Losses, SuddenVictory, Victory, VictoryLine, holds
from wargame_hex_and_counter.rules.withdrawals import NotWithdrawn


def places_held(game_map: HexMap, files: Iterable[GameFile | ScenarioRulesFile]) -> tuple[str, ...]:
    """The places that can be held in any scenario."""
    names: dict[int, str] = {}
    for file in files:
        places = [line.at for line in file.victory if isinstance(line, ControlLine)]
        places += [place for sudden_victory_section in file.sudden_victory for place in sudden_victory_section.holds]
        places += list(file.held) if isinstance(file, ScenarioRulesFile) else []
        for name in places:
            names.setdefault(game_map.parse(name), name)
    return tuple(names.values())


def victory_by_files(game: GameFile, scenarios: Mapping[str, ScenarioRulesFile], cite: Cite) -> Setting[Victory]:
    """How points are counted; a function of the board where a scenario has some of its own."""
    usual_victory = _victory_of(game, game, cite)
    own_victories = {
        name: _victory_of(game, file, cite)
        for name, file in scenarios.items()
        if file.victory or file.level or file.sudden_victory or any(group.points for group in file.withdrawal)
    }
    return (lambda board: own_victories.get(board.scenario, usual_victory)) if own_victories else usual_victory


def _victory_of(usual_game_file: GameFile, own_file: GameFile | ScenarioRulesFile, cite: Cite) -> Victory:
    """The lines, levels and sudden victories of a file; where it has none, those of the game.

    A scenario has a line for each of its withdrawals that gives points besides.
    """
    withdrawals = own_file.withdrawal if isinstance(own_file, ScenarioRulesFile) else ()
    not_gone = [NotWithdrawn(group.units, group.turn, group.points) for group in withdrawals if group.points]
    return Victory(
        usual_game_file.game.scored,
        (*map(_victory_line, own_file.victory or usual_game_file.victory), *not_gone),
        tuple(Level(row.title, row.winner or "", row.at_least) for row in own_file.level or usual_game_file.level),
        cite,
        tuple(
            SuddenVictory(
                row.title, row.winner, f"{usual_game_file.side[row.winner].title} holds {' and '.join(row.holds)}",
                holds(row.winner, *row.holds),
            )
            for row in own_file.sudden_victory or usual_game_file.sudden_victory
        ),
    )  # fmt: skip


def _victory_line(line: ControlLine | LossesLine | VictoryLine) -> VictoryLine:
    """A line of victory as the part takes it; one of a game's own is one already."""
    match line:
        case ControlLine(at=place_held, held_by=side, points=points):
            return HeldPlace(place_held, side, points)
        case LossesLine(side=side, points=points):
            return Losses(side, points)
        case _:
            return line
