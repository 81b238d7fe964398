"""What draws units from afar: cut points of lines and raids on them, enemies, objectives, ways off the map."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial

from attrs import frozen

from wargame_core.maps.map import Map
from wargame_core.maps.masks import bits, flood, mask_of
from wargame_gcacw.players.assemblies import assemblies
from wargame_gcacw.players.costs import FAR, distances, from_memory, memoized, memory_of, reachable
from wargame_gcacw.players.lines import (
    Lines,
    gain_without_enemies,
    hexes_connected_to_goals,
    points_of_all_lines,
    reduction,
    total_barred,
    unit_values,
)
from wargame_gcacw.players.situation import Errand, Situation, lines_on, lines_without, march_range, standing_points
from wargame_gcacw.printed.counters import TIRED_OUT, Arm
from wargame_gcacw.rules.leaders_and_objectives import closed_hexes, exit_hexes
from wargame_gcacw.rules.lines_of_communication import all_of, shortest_line

LEAST_LOSS = 3.0
"""How many points a cut must cost to be counted."""


@memoized
def cut_points(lines: Lines) -> Mapping[int, float]:
    """The hexes in which one enemy alone, not screened, would cut lines, with what that would cost."""
    values = (round(value, 1) for value in unit_values(lines).values())
    return lines.remember(
        ("cut points", lines.unbarred_hexes, *lines.start_masks.values(), *values), partial(_find_cut_points, lines)
    )


@memoized
def unscreened_hexes(lines: Lines) -> Mapping[int, float]:
    """The cut points where no infantry near would let lines pass cavalry."""
    return {space: loss for space, loss in cut_points(lines).items() if not lines.screened_hexes >> space & 1}


def _find_cut_points(lines: Lines) -> Mapping[int, float]:
    """A hex is tried only where a line runs by it, and flooded only when no line known before runs around it."""
    losses: dict[int, float] = {}
    for region, starts in _regions(lines):
        for space, hexes in _cut_off(lines, region, starts).items():
            loss = _loss(lines, space, hexes)
            if loss > max(LEAST_LOSS, losses.get(space, 0.0)):
                losses[space] = loss
    return losses


def _regions(lines: Lines) -> Iterator[tuple[int, dict[int, int]]]:
    """Where lines run free, and the first hexes by the hex of each unit that cares for that region."""
    board, outside_north, anywhere = lines.board, dict[int, int](), dict[int, int]()
    for unit, start in lines.start_masks.items():
        stays_out = any(True for _ in lines.search.reductions(board.unit(unit).arm, "north"))
        (outside_north if stays_out else anywhere)[board.units[unit].space] = start
    if outside_north:
        yield lines.unbarred_hexes & ~lines.north, outside_north
    if anywhere:
        yield lines.unbarred_hexes, anywhere


def _cut_off(lines: Lines, region: int, starts: Mapping[int, int]) -> Mapping[int, Collection[int]]:
    """For each hex in which an enemy would cut lines the hexes of the units that he cuts off."""
    connected_hexes = hexes_connected_to_goals(lines, region)  # what lies beyond matters to no line
    remembered_cuts: dict[tuple[int, int], int] = lines.remember(("cut off", connected_hexes), dict)
    new_starts = {space: start for space, start in starts.items() if (space, start) not in remembered_cuts}
    if new_starts:
        cuts = _all_cuts(lines, connected_hexes, new_starts)
        remembered_cuts |= {(space, start): cuts.get(space, 0) for space, start in new_starts.items()}
    cut_off: dict[int, list[int]] = {}
    for space, start in starts.items():
        for cut_space in bits(remembered_cuts[space, start]):
            cut_off.setdefault(cut_space, []).append(space)
    return cut_off


def _all_cuts(lines: Lines, region: int, starts: Mapping[int, int]) -> Mapping[int, int]:
    """For the hex of each unit the hexes (a mask) in which an enemy would cut its line."""
    is_open, zones = lines.search.course.open, lines.board.ground.zone
    cuts: dict[int, int] = {}
    ways = {space: [path] for space, path in _paths(lines, region, starts).items()}
    hexes_on_paths = all_of(path for paths in ways.values() for path in paths)
    for space in bits(hexes_on_paths):
        hexes_on_paths |= zones[space] & is_open
    for space in bits(hexes_on_paths):
        footprint = 1 << space | zones[space]
        crossed_starts = {
            start: starts[start] for start, paths in ways.items() if all(path & footprint for path in paths)
        }
        if crossed_starts:
            ways_around = _paths(lines, region & ~footprint, crossed_starts)
            for start, path in ways_around.items():
                ways[start].append(path)
            for start in crossed_starts.keys() - ways_around.keys():
                cuts[start] = cuts.get(start, 0) | 1 << space
    return cuts


def _paths(lines: Lines, region: int, starts: Mapping[int, int]) -> dict[int, int]:
    """A line for each hex from which one leads, as a mask."""
    course = lines.search.course
    layers = flood(course.ways, course.goals & region, region.bit_count(), region)
    reached_hexes = all_of(layers)
    return {
        space: mask_of(shortest_line(course.ways, layers, start))
        for space, start in starts.items()
        if start & reached_hexes
    }


def _loss(lines: Lines, space: int, hexes: Collection[int]) -> float:
    """What the units of these hexes lose to an enemy in a hex who cuts them off: all, or the way round by the north."""
    board, values = lines.board, unit_values(lines)
    around: int | None = None
    loss = 0.0
    for unit in lines.units:
        if board.units[unit].space in hexes:
            north = reduction(lines, board.unit(unit).arm, "north")
            if north and around is None:
                around = hexes_connected_to_goals(
                    lines, lines.unbarred_hexes & ~(1 << space | board.ground.zone[space])
                )
            goes_round = north and around is not None and lines.start_masks[unit] & around
            loss += min(values[unit], -float(north)) if goes_round else values[unit]
    return loss


# Raids: cuts that several brigades make together
LEAST_CUT = 12.0
"""What a cut must take from the enemy at least to be planned."""
HEXES_TRIED_PER_LINE = 9
"""How many hexes of a line are tried for a cut."""
SAFE_INFANTRY_DISTANCE = (16, 11)
"""How far away infantry must be that it does not come in time, before the last turn and in it."""
APART = 3
"""How many hexes the second raid keeps away from the first, so that nobody opens both cuts at once."""


@frozen
class LineCut:
    """Hexes that cut lines together, and what that may be expected to cost the enemy."""

    hexes: tuple[int, ...] = ()
    value: float = 0.0


def errands(situation: Situation) -> Mapping[str, Errand]:
    """What each brigade is to do: in the best raid, in a second one should that fail, in support of either."""
    errand_of_unit: dict[str, Errand] = {}
    raids: list[LineCut] = []
    for share in situation.weights.raids:
        raid = _best_raid(situation, raids, errand_of_unit)
        riders = _rider_by_hex(situation, raid.hexes, errand_of_unit)
        if raids and len(riders) < len(raid.hexes):
            break
        errand_of_unit |= _errands_of_raid(raid, riders, share)
        raids.append(raid)
    for raid in raids:
        errand_of_unit |= _errands_of_raid(
            raid, _rider_by_hex(situation, raid.hexes, errand_of_unit), situation.weights.support
        )
    return errand_of_unit


def _errands_of_raid(raid: LineCut, riders: Mapping[str, int], share: float) -> Mapping[str, Errand]:
    """The errands of a raid for its riders, who count a share of it."""
    return {unit: Errand(space, share * raid.value / len(raid.hexes)) for unit, space in riders.items()}


def _best_raid(situation: Situation, raids: Sequence[LineCut], busy: Mapping[str, Errand]) -> LineCut:
    """The best raid of the brigades that are not busy, so far from those planned that it outlasts them."""
    free_cavalry = tuple(unit for unit in situation.board.of(situation.side, "cavalry") if unit not in busy)
    hexes_within = situation.board.ground.map.within
    raided_hexes = all_of(hexes_within(space, APART) for raid in raids for space in raid.hexes)
    cuts = (
        [_raid(situation, lines, free_cavalry, raided_hexes) for lines in _lines_alone(situation)]
        if free_cavalry
        else []
    )
    return max(cuts, key=lambda raid: raid.value, default=LineCut())


@memoized
def _lines_alone(situation: Situation) -> Sequence[Lines]:
    """The enemy's lines as if no own cavalry barred them."""
    board = situation.board.copy()
    for unit in situation.board.of(situation.side, "cavalry"):
        board.remove(unit)
    return [lines_on(situation, board, lines.rule) for lines in situation.foe_lines]


def _raid(situation: Situation, lines: Lines, free_cavalry: tuple[str, ...], raided_hexes: int) -> LineCut:
    """The one or two hexes whose cut by free brigades may be expected to cost most, outside of those taken (a mask)."""
    points_of_all = points_of_all_lines(lines)
    best = LineCut()
    if points_of_all < LEAST_CUT:
        return best
    for first_hex in _hexes_worth_barring(situation, lines, (), free_cavalry, raided_hexes):
        first_stays = _chance_of_staying(situation, first_hex, lines.rule.screen)
        alone_value = first_stays * (points_of_all - total_barred(lines, (first_hex,)))
        best = max(best, LineCut((first_hex,), alone_value), key=lambda raid: raid.value)
        for second_hex in _hexes_worth_barring(situation, lines, (first_hex,), free_cavalry, raided_hexes):
            second_stays = _chance_of_staying(situation, second_hex, lines.rule.screen)
            both_points = points_of_all - total_barred(lines, (first_hex, second_hex))
            second_points = points_of_all - total_barred(lines, (second_hex,))
            value = (
                first_stays * second_stays * both_points
                + (1 - second_stays) * alone_value
                + (1 - first_stays) * second_stays * second_points
            )
            if value > best.value * 1.15 + 2:
                best = LineCut((first_hex, second_hex), value)
    return best if best.value >= LEAST_CUT else LineCut()


def _hexes_worth_barring(
    situation: Situation, lines: Lines, barred_hexes: tuple[int, ...], free_cavalry: tuple[str, ...], raided_hexes: int
) -> Iterator[int]:
    """The hexes of a line that are worth trying to bar, the safest first, when others are barred already.

    Hexes ``raided_hexes`` (a mask) and those that no ``free_cavalry`` brigade reaches are left out.
    """
    zones, chance_to_reach = situation.board.ground.zone, _hexes_reached(situation, free_cavalry)
    way = (
        _best_line(lines, barred_hexes)
        & ~lines.screened_hexes
        & ~situation.enemies
        & ~mask_of(barred_hexes)
        & ~raided_hexes
    )
    hexes = [space for space in bits(way) if space in chance_to_reach]
    hexes.sort(key=lambda space: (-_chance_of_staying(situation, space, lines.rule.screen), chance_to_reach[space]))
    covered_hexes = 0
    for space in hexes[: 2 * HEXES_TRIED_PER_LINE]:
        if not covered_hexes >> space & 1 or len(hexes) <= HEXES_TRIED_PER_LINE:
            covered_hexes |= 1 << space | zones[space]
            yield space


@memoized
def _best_line(lines: Lines, barred_hexes: tuple[int, ...]) -> int:
    """The way (a mask) of the unit that counts most, around the hexes that are barred; nothing: all are cut off."""
    region, zones, course = lines.unbarred_hexes, lines.board.ground.zone, lines.search.course
    for space in barred_hexes:
        region &= ~(1 << space | zones[space])
    values = unit_values(lines)
    for ground in (region & ~lines.north, region):
        layers = flood(course.ways, course.goals & ground, ground.bit_count(), ground)
        reached_hexes = all_of(layers)
        for unit in sorted(lines.units, key=lambda unit: -values[unit]):
            if lines.start_masks[unit] & reached_hexes:
                return mask_of(shortest_line(course.ways, layers, lines.start_masks[unit]))
    return 0


@memoized
def _enemy_march_layers(situation: Situation) -> Sequence[int]:
    """Masks of the hexes so far from enemy infantry that may still march: its own, those beside it and so on."""
    board = situation.board
    infantry = mask_of(
        board.units[unit].space
        for unit in board.of(situation.enemy_side, "infantry")
        if not (situation.final and board.units[unit].fatigue >= TIRED_OUT)
    )
    return flood(
        board.ground.map.passage(), infantry, SAFE_INFANTRY_DISTANCE[situation.final] - 1, board.ground.map.all
    )


@memoized
def _chance_of_staying(situation: Situation, space: int, screen: int) -> float:
    """How likely a brigade that bars a hex is there in the end, by how far infantry is."""
    safe, weights = SAFE_INFANTRY_DISTANCE[situation.final], situation.weights
    infantry_distance = next(
        (distance for distance, layer in enumerate(_enemy_march_layers(situation)) if layer >> space & 1), safe
    )
    return weights.stays * max(weights.least_stays, (infantry_distance - screen) / (safe - screen))


@memoized
def _ride_costs(situation: Situation, unit: str) -> Mapping[int, int]:
    """What it costs a brigade to ride to each hex that it may reach before the end."""
    board = situation.board
    return reachable(board.ground, board.units[unit].space, board.rain, False, round(march_range(situation, unit)))


@memoized
def _hexes_reached(situation: Situation, units: tuple[str, ...]) -> Mapping[int, int]:
    """The hexes that some brigade of these reaches before the end, with what that costs."""
    best_costs: dict[int, int] = {}
    for unit in units:
        for space, cost in _ride_costs(situation, unit).items():
            if cost < best_costs.get(space, cost + 1):
                best_costs[space] = cost
    return best_costs


def _rider_by_hex(situation: Situation, hexes: Sequence[int], busy: Mapping[str, Errand]) -> Mapping[str, int]:
    """A brigade for each hex that one reaches, the nearest first."""
    free_cavalry = [unit for unit in situation.board.of(situation.side, "cavalry") if unit not in busy]
    ways = {unit: _ride_costs(situation, unit) for unit in free_cavalry}
    pairs = sorted((ways[unit][space], unit, space) for unit in free_cavalry for space in hexes if space in ways[unit])
    riders: dict[str, int] = {}
    for _, unit, space in pairs:
        if unit not in riders and space not in riders.values():
            riders[unit] = space
    return riders


# What draws a unit
FAR_REACH = 120
"""Half movement points over which the cut points of lines draw."""
NEAR_REACH = 48
"""The same for enemies and for objectives."""
SHARE = 0.25
"""The part of its points that a hex draws with from afar."""
DENIED = 0.5
"""The part of its points for the enemy that a hex is worth to who keeps him from it."""
GATHERING = (1, 14)
"""The same for those who gather for an assault: to be there, and near."""
MOST = 60.0
"""The most points that a target counts."""
GUARDS: Mapping[Arm, tuple[float, int]] = {"cavalry": (0.2, 2), "infantry": (0.25, 1)}
"""What guarding a cut point of the side's lines is worth apart from the cut it prevents, and how many units do it."""
SCREENS = 300
"""For how many sets of hexes it is kept from where infantry screens them."""


class Aim(StrEnum):
    """What a unit is to do at a target, in words that the name of a hex follows."""

    LEAVE = "leave the map by"
    CUT = "cut the enemy's lines at"
    BAR = "stand in the enemy's way at"
    GUARD = "guard our lines at"
    CLEAR = "drive the enemy from our lines at"
    TAKE = "take"
    STAND = "stand at"
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


@memoized
def targets(situation: Situation, unit: str) -> Sequence[Target]:
    """What draws a unit."""
    arm = situation.board.unit(unit).arm
    draws: list[Target] = []
    if arm == "cavalry":
        errand = _errands(situation, arm).get(unit)
        if errand is not None:
            errand_worth = situation.weights.block[situation.final] * min(MOST, errand.value)
            draws.append(_target(situation, 1 << errand.space, errand_worth, FAR_REACH, Aim.CUT))
        else:
            draws += _exits(situation, unit)
            draws += _enemy_cut_points(situation, unit)
    if arm in ("infantry", "cavalry"):
        draws += _enemies_on_lines(situation, unit, arm)
        unit_posts = (post for post in posts(situation, arm) if unit in post.units)
        draws += (_target(situation, post.hexes, post.value, FAR_REACH, post.aim) for post in unit_posts)
    standing = standing_values(situation, unit)
    draws += (_target(situation, 1 << space, SHARE * worth, NEAR_REACH, Aim.STAND) for space, worth in standing.items())
    if arm in ("infantry", "artillery"):
        enemy_hexes = {hex for hex, side in situation.board.control.items() if side == situation.enemy_side}
        objectives = ((space, points) for space, points in situation.objectives.items() if space in enemy_hexes)
        draws += (_target(situation, 1 << space, SHARE * points, NEAR_REACH, Aim.TAKE) for space, points in objectives)
        for assembly in assemblies(situation, unit):
            draws += (_target(situation, 1 << assembly.space, assembly.value, reach, Aim.JOIN) for reach in GATHERING)
        draws += _company(situation, arm)
    return draws


@memoized
def standing_values(situation: Situation, unit: str) -> Mapping[int, float]:
    """By hex what it is worth that a unit stands there at the end, or keeps an enemy from it."""
    values = {space: DENIED * worth for space, worth in situation.denial_worth.items()}
    for space, worth in standing_points(situation, unit).items():
        values[space] = values.get(space, 0.0) + worth
    return {space: value for space, value in values.items() if value}


@memoized
def _errands(situation: Situation, arm: Arm) -> Mapping[str, Errand]:
    """The errands of the raid that is planned; before a plan is made, of the one that would be."""
    return errands(situation) if situation.errands is None else situation.errands


def _target(situation: Situation, hexes: int, value: float, reach: int, aim: Aim) -> Target:
    first_hex = (hexes & -hexes).bit_length() - 1
    board, factor = situation.board, _factors(situation)[aim]
    return Target(distances(board.ground, hexes, board.rain, reach), factor * value, reach, aim, first_hex)


@memoized
def _factors(situation: Situation) -> Mapping[Aim, float]:
    """What each aim counts: a factor."""
    weights = situation.weights
    return {
        Aim.LEAVE: weights.leave,
        Aim.CUT: weights.cut,
        Aim.BAR: weights.bar,
        Aim.GUARD: weights.guard,
        Aim.CLEAR: weights.clear,
        Aim.TAKE: weights.take,
        Aim.STAND: weights.stand,
        Aim.JOIN: weights.join,
    }


def _exits(situation: Situation, unit: str) -> Iterator[Target]:
    """The way off the map, in the turns in which it is open."""
    hexes = exit_hexes(situation.board, unit) & ~closed_hexes(situation.board, unit)
    if hexes:
        yield _target(situation, hexes, max(0.0, situation.exit_value), NEAR_REACH, Aim.LEAVE)


def _enemy_cut_points(situation: Situation, unit: str) -> Iterator[Target]:
    """The cut points of the enemy's lines that the unit may reach in what is left of the game."""
    board = situation.board
    for lines in lines_without(situation, unit):
        points = unscreened_hexes(lines)
        hexes = mask_of(points)
        distance = distances(board.ground, hexes, board.rain, FAR_REACH)[board.units[unit].space] if points else FAR
        if distance <= march_range(situation, unit):
            value = situation.weights.block[situation.final] * min(MOST, max(points.values()))
            yield _target(situation, hexes, value, FAR_REACH, Aim.CUT)


def _enemies_on_lines(situation: Situation, unit: str, arm: Arm) -> Iterator[Target]:
    """The nearest of the enemies that count lines."""
    board = situation.board
    distance, start = board.ground.map.distance, board.units[unit].space
    for lines in situation.foe_lines:
        hexes = [board.units[enemy].space for enemy, value in unit_values(lines).items() if value > 0]
        if hexes:
            nearest_hex = min(hexes, key=lambda space: distance(start, space))
            yield _target(situation, 1 << nearest_hex, 3.0 if arm == "infantry" else 1.0, NEAR_REACH, Aim.BAR)


def _company(situation: Situation, arm: Arm) -> Iterator[Target]:
    """Infantry for artillery; the enemy for the infantry of a side without lines."""
    board = situation.board
    if arm == "artillery" or not situation.own_lines:
        hexes = board.mask(situation.side, "infantry") if arm == "artillery" else situation.enemies
        if hexes:
            yield _target(situation, hexes, 0.8, NEAR_REACH, Aim.JOIN)


@memoized
def posts(situation: Situation, arm: Arm) -> Sequence[Post]:
    """The cut points of the side's lines and the enemies on them, the worst first, with the units that go there."""
    share, post_count = GUARDS[arm]
    filled_posts: list[Post] = []
    for lines in situation.own_lines:
        free_units = list(situation.board.of(situation.side, arm))
        for loss, hexes, enemy in sorted(_dangers(situation, lines), reverse=True):
            if arm == "infantry" and not enemy:
                hexes = _screening_hexes(situation, lines, hexes)
            units = _nearest(situation, hexes, free_units)[:post_count]
            free_units = [unit for unit in free_units if unit not in units]
            aim = Aim.CLEAR if enemy else Aim.GUARD
            filled_posts.append(Post(hexes, share * (2 if enemy else 1) * min(MOST, loss), units, aim))
    return filled_posts


@memoized
def _dangers(situation: Situation, lines: Lines) -> Sequence[tuple[float, int, bool]]:
    """What the side's lines lose or may lose, in which hexes, and whether an enemy is there already."""
    points = unscreened_hexes(lines)
    parts = clusters(situation.board.ground.map, mask_of(points))
    dangers = [(max(points[space] for space in bits(part)), part, False) for part in parts]
    enemies = bits(situation.board.mask(situation.enemy_side, "infantry", "cavalry"))
    losses = {space: gain_without_enemies(lines, space) for space in enemies}
    return dangers + [(loss, 1 << space, True) for space, loss in losses.items() if loss > situation.weights.serious]


def _screening_hexes(situation: Situation, lines: Lines, hexes: int) -> int:
    """The hexes with ways from which infantry screens cavalry in some hexes."""
    ground, screen_distance = situation.board.ground, lines.rule.screen

    def make_screen() -> int:
        return ground.way_hexes & all_of(ground.map.within(space, screen_distance) for space in bits(hexes))

    return from_memory(memory_of(ground.map, "screens"), SCREENS, (hexes, screen_distance), make_screen)


def _nearest(situation: Situation, hexes: int, units: Sequence[str]) -> Sequence[str]:
    """The units that can get there in what is left of the game, the nearest first."""
    board = situation.board
    way = distances(board.ground, hexes, board.rain, FAR_REACH)
    distance_by_unit = {unit: way[board.units[unit].space] for unit in units}
    return sorted(
        (unit for unit in units if distance_by_unit[unit] <= march_range(situation, unit)),
        key=lambda unit: distance_by_unit[unit],
    )


def clusters(game_map: Map, spaces: int) -> Iterator[int]:
    """The connected parts of a set of hexes."""
    while spaces:
        part = edge = spaces & -spaces
        while edge:
            edge = (
                mask_of(neighbour for space in bits(edge) for neighbour in game_map.neighbours[space]) & spaces & ~part
            )
            part |= edge
        yield part
        spaces &= ~part
