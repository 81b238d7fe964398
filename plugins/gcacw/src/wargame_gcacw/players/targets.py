"""What draws units from afar: thin places of the lines of both sides, prey, objectives, the ways off the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from wargame_core.maps.masks import bits, mask_of
from wargame_gcacw.players.distance_fields import FAR, distances
from wargame_gcacw.players.situation import Situation, clusters
from wargame_gcacw.printed.counters_and_rules import Arm
from wargame_gcacw.rules.movement_costs import exit_of, exit_rows

BLOCK = (0.55, 1.0)
"""What a cut of enemy lines counts before the last turn and in it."""
ERRAND = 120
"""Half movement points over which a distant aim still draws."""
NEAR = 48
"""The same for the enemy himself and for objectives."""
MOST = 60.0
"""The most that an aim counts."""
WATCH: Mapping[str, tuple[float, int]] = {"cavalry": (0.2, 2), "infantry": (0.25, 1)}
"""What a watch over a thin place of the own lines counts beside the cut it prevents, and how many go."""
SERIOUS = 5.0
"""How many points an enemy must take from the own lines to be driven away from afar."""
Errand = tuple[int, float, int]
"""Goals (a mask), what they are worth, and from how far they draw."""


class Errands(Situation):
    """The board as a side sees it, with what draws each of its units."""

    def errands(self, unit: str) -> list[tuple[Mapping[int, int], float, int]]:
        """What draws a unit: how far each hex is from it, what it is worth, and from how far it draws."""
        found = self._all_errands.get(unit)
        if found is None:
            wagon = self.board.unit(unit).arm == "wagon"
            found = self._all_errands[unit] = [
                (distances(self.board.ground, goals, self.board.rain, wagon), worth, reach)
                for goals, worth, reach in self._find_errands(unit)
            ]
        return found

    @cached_property
    def _all_errands(self) -> dict[str, list[tuple[Mapping[int, int], float, int]]]:
        return {}

    def _find_errands(self, unit: str) -> Iterator[Errand]:
        board, arm = self.board, self.board.unit(unit).arm
        if arm == "cavalry":
            leave = exit_of(board, unit)
            if leave is not None and board.turn in leave.turns:
                yield exit_rows(board.ground, leave), max(0.0, self.exit_worth()), NEAR
            for lines in self.lines_without(unit):
                open_ones = {space: less for space, less in lines.vital.items() if not lines.screened >> space & 1}
                far = distances(board.ground, mask_of(open_ones), board.rain).get(board.units[unit].space, FAR)
                if open_ones and far <= self.range(unit):
                    yield mask_of(open_ones), BLOCK[self.final] * min(MOST, max(open_ones.values())), ERRAND
        if arm in ("infantry", "cavalry"):
            for lines in self.foe_lines:
                prey = [board.units[id].space for id in lines.units if lines.standing[id] > 0]
                if prey:
                    distance, here = board.ground.map.distance, board.units[unit].space
                    nearest = min(prey, key=lambda space: distance(here, space))
                    yield 1 << nearest, 3.0 if arm == "infantry" else 1.0, NEAR
            yield from self._watches(unit, arm)
        if arm in ("infantry", "artillery"):
            for space, points in self.objectives.items():
                if board.control.get(space) == self.foe:
                    yield 1 << space, 0.25 * points, NEAR
            if arm == "artillery" or not self.own_lines:
                mates = board.mask(self.side, "infantry") if arm == "artillery" else self.enemies
                if mates:
                    yield mates, 0.8, NEAR

    def _watches(self, unit: str, arm: Arm) -> Iterator[Errand]:
        """What the unit has to watch or to clear for the own lines, if it is one of those told off for it."""
        for goals, worth, units in self._posts[arm]:
            if unit in units:
                yield goals, worth, ERRAND

    @cached_property
    def _posts(self) -> dict[str, list[tuple[int, float, list[str]]]]:
        """For both arms the thin places of the own lines and the enemies on them: goals, worth, units told off."""
        found: dict[str, list[tuple[int, float, list[str]]]] = {"cavalry": [], "infantry": []}
        for lines in self.own_lines:
            map = self.board.ground.map
            thin = {space: less for space, less in lines.vital.items() if not lines.screened >> space & 1}
            tasks = [(max(thin[space] for space in bits(one)), one, False) for one in clusters(map, mask_of(thin))]
            barred = {space: lines.relief(space) for space in self.foes("infantry", "cavalry")}
            tasks += [(less, 1 << space, True) for space, less in barred.items() if less > SERIOUS]
            for arm, (share, many) in WATCH.items():
                free = list(self.board.of(self.side, arm))  # type: ignore[arg-type]
                for worst, goals, enemy in sorted(tasks, reverse=True):
                    if arm == "infantry" and not enemy:
                        around = mask_of(
                            near for one in bits(goals) for near in bits(map.within(one, lines.rule.screen))
                        )
                        goals = around & self.board.ground.way_hexes
                    units = self._nearest(goals, free, many)
                    free = [id for id in free if id not in units]
                    found[arm].append((goals, share * (2 if enemy else 1) * min(MOST, worst), units))
        return found

    def _nearest(self, goals: int, units: list[str], many: int) -> list[str]:
        """The units that can be first at a goal."""
        field = distances(self.board.ground, goals, self.board.rain)
        far = {id: field.get(self.board.units[id].space, FAR) for id in units}
        able = [id for id in units if far[id] <= self.range(id)]
        return sorted(able, key=lambda id: far[id])[:many]
