"""Whether the set-ups of a game keep its rules: terrain that units may enter, and no more in a hex than may stand.

A unit that never moves may stand anywhere: the points of terrain say nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import frozen

from wargame_core.data import KeyPath, Problems
from wargame_core.errors import RulesError
from wargame_core.maps.hexes import HexMap
from wargame_core.rulings import Verdict
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.printed.scenarios import SetUp
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.units import Unit
from wargame_hex_and_counter.rules.stacking import Stacking


@frozen
class SetUpFault:
    """What is wrong with a set-up: the key of its file that says it, the code of the problem, and the problem."""

    at: KeyPath
    code: str
    text: str


def check_set_ups(scenarios: Mapping[str, SetUp], faults_of: Callable[[str], Iterable[SetUpFault]]) -> None:
    """Raise `DataError` with every fault of set-ups from files, by line; `RulesError` for one that is in no file."""
    problems = Problems()
    for scenario, set_up in scenarios.items():
        for fault in faults_of(scenario):
            if set_up.file is None:
                raise RulesError(f"scenario {scenario!r}: {fault.text}")
            problems.add(set_up.file, fault.at, fault.code, fault.text)
    problems.raise_if_any()


def closed_terrain(
    set_up: SetUp, game_map: HexMap, units: Mapping[str, Unit], chart: TerrainChart
) -> Iterator[SetUpFault]:
    """Units that are set up, or due to arrive, in terrain that they may not enter."""
    for unit, hex_ in set_up.at.items():
        if reason := _reason_closed(game_map, units[unit], chart, hex_):
            yield SetUpFault(("set_up", unit), "E307", f"{units[unit].name} cannot be set up in {hex_}: {reason}")
    for group_number, group in enumerate(set_up.reinforcements):
        for hex_number, hex_ in enumerate(group.at):
            for unit in group.units:
                if reason := _reason_closed(game_map, units[unit], chart, hex_):
                    hex_path = ("reinforcement", group_number, "at", hex_number)
                    yield SetUpFault(hex_path, "E307", f"{units[unit].name} cannot arrive in {hex_}: {reason}")
    for group_number, withdrawal in enumerate(set_up.withdrawals):
        for hex_number, hex_ in enumerate(withdrawal.returns_at):
            for unit in withdrawal.units:
                if reason := _reason_closed(game_map, units[unit], chart, hex_):
                    hex_path = ("withdrawal", group_number, "returns_at", hex_number)
                    yield SetUpFault(hex_path, "E307", f"{units[unit].name} cannot come back in {hex_}: {reason}")


def _reason_closed(game_map: HexMap, unit: Unit, chart: TerrainChart, hex_: str) -> str:
    """Why a unit may not enter a hex; "" where it may, and be it along a road only."""
    space, step = game_map.parse(hex_), chart.step_cost(game_map, unit.kind)
    by_terrain = chart.entered(game_map, unit.kind, space)
    if not isinstance(by_terrain, Verdict) or not any(face.move for face in unit.faces):
        return ""
    open_from = (
        neighbour for neighbour in game_map.neighbours[space] if not isinstance(step(neighbour, space), Verdict)
    )
    return "" if next(open_from, None) is not None else str(by_terrain)


def too_many(pieces: Pieces, stackings: Iterable[Stacking]) -> Iterator[SetUpFault]:
    """Hexes in which more are set up than may stand there, each told with its units and the limit."""
    crowded_spaces: set[int] = set()
    for stacking in stackings:
        for side in dict.fromkeys(pieces.units[unit].side for unit in pieces.at):
            for space in stacking.overstacked_hexes(pieces, side):
                if space not in crowded_spaces:
                    crowded_spaces.add(space)
                    last_unit = pieces.stacks[space][-1]
                    yield SetUpFault(
                        ("set_up", last_unit), "E306", stacking.overstacking_text(pieces, space, pieces.stacks[space])
                    )
