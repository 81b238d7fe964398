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
        places += [place for sudden in file.sudden_victory for place in sudden.holds]
        places += list(file.held) if isinstance(file, ScenarioRulesFile) else []
        for name in places:
            names.setdefault(game_map.parse(name), name)
    return tuple(names.values())


def victory_by_files(game: GameFile, scenarios: Mapping[str, ScenarioRulesFile], cite: Cite) -> Setting[Victory]:
    """How points are counted; a function of the board where a scenario has some of its own."""
    usual = _victory_of(game, game, cite)
    own = {
        name: _victory_of(game, file, cite)
        for name, file in scenarios.items()
        if file.victory or file.level or file.sudden_victory or any(group.points for group in file.withdrawal)
    }
    return (lambda board: own.get(board.scenario, usual)) if own else usual


def _victory_of(usual: GameFile, own: GameFile | ScenarioRulesFile, cite: Cite) -> Victory:
    """The lines, levels and sudden victories of a file; where it has none, those of the game.

    A scenario has a line for each of its withdrawals that gives points besides.
    """
    leaving = own.withdrawal if isinstance(own, ScenarioRulesFile) else ()
    not_gone = [NotWithdrawn(group.units, group.turn, group.points) for group in leaving if group.points]
    return Victory(
        usual.game.scored,
        (*map(_line, own.victory or usual.victory), *not_gone),
        tuple(Level(row.title, row.winner or "", row.at_least) for row in own.level or usual.level),
        cite,
        tuple(
            SuddenVictory(
                row.title, row.winner, f"{usual.side[row.winner].title} holds {' and '.join(row.holds)}",
                holds(row.winner, *row.holds),
            )
            for row in own.sudden_victory or usual.sudden_victory
        ),
    )  # fmt: skip


def _line(line: ControlLine | LossesLine | VictoryLine) -> VictoryLine:
    """A line of victory as the part takes it; one of a game's own is one already."""
    match line:
        case ControlLine(at=at, held_by=side, points=points):
            return HeldPlace(at, side, points)
        case LossesLine(side=side, points=points):
            return Losses(side, points)
        case _:
            return line
