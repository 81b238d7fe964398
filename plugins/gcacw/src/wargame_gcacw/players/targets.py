"""What draws units from afar: cut points of lines, enemies, objectives, ways off the map; and a plan of it in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final, assert_never

from attrs import frozen

from wargame_core.maps.map import Map
from wargame_core.maps.masks import bits, mask_of
from wargame_gcacw.players import costs
from wargame_gcacw.players.distances import FAR, distances
from wargame_gcacw.players.lines import Lines, relief, unit_values
from wargame_gcacw.players.memo import kept, memory_of, remembered
from wargame_gcacw.players.raids import errands, unscreened
from wargame_gcacw.players.situation import Errand, Situation, lines_without, march_range
from wargame_gcacw.printed.counters import Arm
from wargame_gcacw.printed.scenario import ControlPoints, ExitPoints, LinePoints, ManpowerPoints, TrainPoints
from wargame_gcacw.rules.lines_of_communication import all_of
from wargame_gcacw.rules.special_rules import exit_hexes, exit_of

BLOCK = (0.55, 1.0)
"""What a cut of enemy lines counts before the last turn and in it."""
FAR_REACH = 120
"""Half movement points over which the cut points of lines draw."""
NEAR_REACH = 48
"""The same for enemies and for objectives."""
MOST = 60.0
"""The most points that a target counts."""
GUARDS: Mapping[Arm, tuple[float, int]] = {"cavalry": (0.2, 2), "infantry": (0.25, 1)}
"""What guarding a cut point of the side's lines is worth apart from the cut it prevents, and how many units do it."""
SCREENS = 300
"""For how many sets of hexes it is kept from where infantry screens them."""
SERIOUS = 5.0
"""How many points an enemy must take from the side's lines before distant units go to drive him away."""


class Aim(StrEnum):
    """What a unit is to do at a target, in words that the name of a hex follows."""

    LEAVE = "leave the map by"
    CUT = "cut the enemy's lines at"
    BAR = "stand in the enemy's way at"
    GUARD = "guard our lines at"
    CLEAR = "drive the enemy from our lines at"
    TAKE = "take"
    JOIN = "be where the fighting is, at"


@frozen
class Target:
    """What draws a unit: its way from each hex in half points, what it is worth there, and from how far it draws.

    ``aim`` and the hex ``at`` say in words what it is.
    """

    distances: Sequence[int]
    value: float
    reach: int
    aim: Aim
    at: int


@frozen
class Post:
    """Hexes (a mask) to guard or to clear of an enemy for the side's lines, what that is worth, and who does it."""

    hexes: int
    value: float
    units: Sequence[str]
    aim: Aim


@remembered
def targets(situation: Situation, unit: str) -> Sequence[Target]:
    """What draws a unit."""
    arm = situation.board.unit(unit).arm
    draws: list[Target] = []
    if arm == "cavalry":
        errand = _errands(situation, arm).get(unit)
        if errand is not None:
            draws.append(
                _target(
                    situation, 1 << errand.space, BLOCK[situation.final] * min(MOST, errand.value), FAR_REACH, Aim.CUT
                )
            )
        else:
            draws += _exits(situation, unit)
            draws += _enemy_cut_points(situation, unit)
    if arm in ("infantry", "cavalry"):
        draws += _enemies_on_lines(situation, unit, arm)
        posted = _posts(situation, arm, unit)
        draws += (_target(situation, post.hexes, post.value, FAR_REACH, post.aim) for post in posted)
    if arm in ("infantry", "artillery"):
        draws += _objectives(situation)
        draws += _company(situation, arm)
    return draws


@remembered
def _errands(situation: Situation, arm: Arm) -> Mapping[str, Errand]:
    """The errands of the raid that is planned; before a plan is made, of the one that would be."""
    return errands(situation) if situation.errands is None else situation.errands


def _target(situation: Situation, hexes: int, value: float, reach: int, aim: Aim) -> Target:
    first = (hexes & -hexes).bit_length() - 1
    board = situation.board
    return Target(distances(board.ground, hexes, board.rain, reach), value, reach, aim, first)


def _exits(situation: Situation, unit: str) -> Iterator[Target]:
    """The way off the map, in the turns in which it is open."""
    leave = exit_of(situation.board, unit)
    if leave is not None and situation.board.turn in leave.turns:
        yield _target(
            situation, exit_hexes(situation.board, unit), max(0.0, situation.exit_value), NEAR_REACH, Aim.LEAVE
        )


def _enemy_cut_points(situation: Situation, unit: str) -> Iterator[Target]:
    """The cut points of the enemy's lines that the unit may reach in what is left of the game."""
    board = situation.board
    for lines in lines_without(situation, unit):
        points = unscreened(lines)
        hexes = mask_of(points)
        far = distances(board.ground, hexes, board.rain, FAR_REACH)[board.units[unit].space] if points else FAR
        if far <= march_range(situation, unit):
            value = BLOCK[situation.final] * min(MOST, max(points.values()))
            yield _target(situation, hexes, value, FAR_REACH, Aim.CUT)


def _enemies_on_lines(situation: Situation, unit: str, arm: Arm) -> Iterator[Target]:
    """The nearest of the enemies that count lines."""
    board = situation.board
    distance, start = board.ground.map.distance, board.units[unit].space
    for lines in situation.foe_lines:
        hexes = [board.units[enemy].space for enemy, value in unit_values(lines).items() if value > 0]
        if hexes:
            nearest = min(hexes, key=lambda space: distance(start, space))
            yield _target(situation, 1 << nearest, 3.0 if arm == "infantry" else 1.0, NEAR_REACH, Aim.BAR)


def _objectives(situation: Situation) -> Iterator[Target]:
    """The objectives that the enemy has."""
    for space, points in situation.objectives.items():
        if situation.board.control.get(space) == situation.foe:
            yield _target(situation, 1 << space, 0.25 * points, NEAR_REACH, Aim.TAKE)


def _company(situation: Situation, arm: Arm) -> Iterator[Target]:
    """Infantry for artillery; the enemy for the infantry of a side without lines."""
    board = situation.board
    if arm == "artillery" or not situation.own_lines:
        hexes = board.mask(situation.side, "infantry") if arm == "artillery" else situation.enemies
        if hexes:
            yield _target(situation, hexes, 0.8, NEAR_REACH, Aim.JOIN)


def _posts(situation: Situation, arm: Arm, unit: str) -> Iterator[Post]:
    return (post for post in posts(situation, arm) if unit in post.units)


@remembered
def posts(situation: Situation, arm: Arm) -> Sequence[Post]:
    """The cut points of the side's lines and the enemies on them, the worst first, with the units that go there."""
    share, many = GUARDS[arm]
    filled: list[Post] = []
    for lines in situation.own_lines:
        free = list(situation.board.of(situation.side, arm))
        for loss, hexes, enemy in sorted(_dangers(situation, lines), reverse=True):
            if arm == "infantry" and not enemy:
                hexes = _screen(situation, lines, hexes)
            units = _nearest(situation, hexes, free)[:many]
            free = [unit for unit in free if unit not in units]
            aim = Aim.CLEAR if enemy else Aim.GUARD
            filled.append(Post(hexes, share * (2 if enemy else 1) * min(MOST, loss), units, aim))
    return filled


@remembered
def _dangers(situation: Situation, lines: Lines) -> Sequence[tuple[float, int, bool]]:
    """What the side's lines lose or may lose, in which hexes, and whether an enemy is there already."""
    points = unscreened(lines)
    parts = clusters(situation.board.ground.map, mask_of(points))
    dangers = [(max(points[space] for space in bits(part)), part, False) for part in parts]
    enemies = bits(situation.board.mask(situation.foe, "infantry", "cavalry"))
    losses = {space: relief(lines, space) for space in enemies}
    return dangers + [(loss, 1 << space, True) for space, loss in losses.items() if loss > SERIOUS]


def _screen(situation: Situation, lines: Lines, hexes: int) -> int:
    """The hexes with ways from which infantry screens cavalry in some hexes."""
    ground, far = situation.board.ground, lines.rule.screen

    def make() -> int:
        return ground.way_hexes & all_of(ground.map.within(space, far) for space in bits(hexes))

    return kept(memory_of(ground.map, "screens"), SCREENS, (hexes, far), make)


def _nearest(situation: Situation, hexes: int, units: Sequence[str]) -> Sequence[str]:
    """The units that can get there in what is left of the game, the nearest first."""
    board = situation.board
    way = distances(board.ground, hexes, board.rain, FAR_REACH)
    far = {unit: way[board.units[unit].space] for unit in units}
    return sorted((unit for unit in units if far[unit] <= march_range(situation, unit)), key=lambda unit: far[unit])


def clusters(game_map: Map, spaces: int) -> Iterator[int]:
    """The connected parts of a set of hexes."""
    while spaces:
        part = edge = spaces & -spaces
        while edge:
            edge = mask_of(near for space in bits(edge) for near in game_map.neighbours[space]) & spaces & ~part
            part |= edge
        yield part
        spaces &= ~part


AIMS_NAMED: Final = 4
"""Aims that one sentence names."""


def scenario_plan(situation: Situation) -> str:
    """What a side is after by the victory points of its scenario, those that count most first."""
    return _sentence(list(dict.fromkeys(_aims(situation)))[: AIMS_NAMED + 1])


def _aims(situation: Situation) -> Iterator[str]:
    board, side = situation.board, situation.side
    victory = board.scenario.victory
    gain = costs.sign(board.scenario, side)
    for rule in sorted(victory, key=lambda rule: -abs(getattr(rule, "points", 0) or getattr(rule, "eliminated", 0))):
        match rule:
            case LinePoints():
                arms = " and ".join("trains" if arm == "wagon" else arm for arm in rule.arms)
                ours = f"keep the lines of communication of {arms} open"
                yield ours if rule.side == side else f"cut the lines of communication of the enemy's {arms}"
            case TrainPoints():
                yield "bring the trains home" if rule.side == side else "fall on the enemy's trains"
            case ControlPoints():
                where = board.ground.label(board.ground.map.parse(rule.hex))
                yield f"hold or take {where}" if gain * rule.points > 0 else f"keep the enemy from {where}"
            case ManpowerPoints():
                yield "spare men" if rule.side == side else "wear the enemy down"
            case ExitPoints():
                if rule.side == side:
                    yield f"lead up to {rule.most} units off the map"
            case _:
                assert_never(rule)


def turn_plan(situation: Situation) -> str:
    """What the units of a side are drawn to, and how many to each, the strongest draw first."""
    board = situation.board
    counts: dict[str, int] = {}
    worth: dict[str, float] = {}
    for unit in board.of(situation.side):
        rated = [(_pull(target, board.units[unit].space), target) for target in targets(situation, unit)]
        pull, target = max(rated, key=lambda row: row[0], default=(0.0, None))
        if target is not None and pull > 0:
            what = f"{target.aim} {board.ground.label(target.at)}"
            counts[what] = counts.get(what, 0) + 1
            worth[what] = worth.get(what, 0.0) + pull
    ranked = sorted(counts, key=lambda what: (-worth[what], what))
    return _sentence([f"{what} ({counts[what]})" for what in ranked[:AIMS_NAMED]])


def _pull(target: Target, space: int) -> float:
    """What a target is worth to a unit, less the farther it is."""
    far = target.distances[space]
    return target.value * (1 - far / target.reach) if far < target.reach else 0.0


def _sentence(parts: Sequence[str]) -> str:
    text = ", ".join(parts) if parts else "stand where we are"
    return f"{text[0].upper()}{text[1:]}."
