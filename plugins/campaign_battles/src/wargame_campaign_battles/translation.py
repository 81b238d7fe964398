"""A battle of a campaign made into one of Battle Cry: ground, units, generals, hands, who comes when.

The numbers are read from data so that a designer can see and change them. All of them are ours. Source: CB p.1 What is
ours, p.2 The ground, Brigades, Generals and hands. Readings: What is ours, Brigades, Generals and hands.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

from attrs import define, evolve, field, frozen

from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, GeneralPresent, SideInBattle, UnitOnTable
from wargame_altar_of_freedom.rules.tabletop.ground import Cell, Square, TabletopGround, Water
from wargame_battlecry.printed import files as rulebook
from wargame_battlecry.printed.game_board import ARMS, HEXES, MAP, ROW, SIDES, SIZE, WIDTHS, WITHIN, Side, sides_mask
from wargame_battlecry.printed.pieces import Battle, General, GeneralId, Kind, Rulebook, Unit, Work, general_id, unit_id
from wargame_battlecry.rules.special_rules import VOCABULARY
from wargame_campaign_battles.orders import Orders
from wargame_core.data import DataFolder, Problems, check_source, read_toml, structure
from wargame_core.maps.masks import mask_of

DATA = Path(__file__).parent / "data"


@frozen
class FiguresRow:
    """[figures]: how many figures, at ``most``, a rating adds to those of the box or takes from them."""

    most: int


@frozen
class HandRow:
    """[hand]: what makes a hand of cards larger or smaller."""

    base: int
    least: int
    most: int
    many_points: int
    few_points: int
    unknown_points: int
    good: tuple[str, ...]
    bad: tuple[str, ...]


@frozen
class HourRow:
    """[hour]: turns of each side in an hour."""

    turns: int


@frozen
class GroundRow:
    """[terrain.NAME]: ``kind`` of tile on ``share`` percent of the hexes of a square of this terrain."""

    kind: str
    share: int


@frozen
class BuiltRow:
    """[place.KIND]: so many hexes of a ``kind`` of tile for a place of this kind."""

    kind: str
    hexes: int


@frozen
class Translation:
    """How a battle of a campaign becomes one of Battle Cry, in numbers. What is not named stays clear ground."""

    figures: FiguresRow
    hand: HandRow
    hour: HourRow
    terrain: Mapping[str, GroundRow]
    place: Mapping[str, BuiltRow]


@lru_cache(maxsize=1)
def translation() -> Translation:
    """The packaged numbers. Raises `DataError` when the file is wrong."""
    problems = Problems()
    doc = read_toml(DATA / "translation.toml", "the translation")
    check_source(doc, problems)
    numbers = structure(doc, Translation, problems)
    problems.raise_if_any()
    assert numbers is not None
    return numbers


@lru_cache(maxsize=1)
def battle_cry_box() -> Rulebook:
    """The box of Battle Cry: its terrain, cards and kinds of units, without its battles."""
    return rulebook.load_tables(VOCABULARY, DataFolder(rulebook.DATA, None), Problems())


ROWS, ACROSS = len(WIDTHS), max(WIDTHS)
LEFTMOST = min(MAP.grid.doubled(space)[0] for space in range(SIZE))
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
Point = tuple[float, float]
"""A place on the table in squares: how far east, and how far south, of its north-west corner."""


@frozen
class TableOnBoard:
    """Where the hexes of the board lie on the table: ``foot`` is the edge of the table at the Union's side of it.

    Source: CB p.1 The board. Readings: The board.
    """

    ground: TabletopGround
    foot: str

    def middle_of_hex(self, space: int) -> Point:
        """The middle of a hex on the table."""
        x, y = ((MAP.grid.doubled(space)[0] - LEFTMOST) / 2 + 0.5) / ACROSS, (ROW[space] + 0.5) / ROWS
        east, south = {"south": (x, y), "north": (1 - x, 1 - y), "east": (y, 1 - x), "west": (1 - y, x)}[self.foot]
        return east * self.ground.columns, south * self.ground.rows

    def square_of_hex(self, space: int) -> Cell:
        """The square that a hex lies in."""
        east, south = self.middle_of_hex(space)
        return min(int(south), self.ground.rows - 1), min(int(east), self.ground.columns - 1)

    def hexes(self, cell: Cell) -> list[int]:
        """The hexes of a square, those nearest its middle first."""
        middle_point = cell[1] + 0.5, cell[0] + 0.5
        cell_hexes = [space for space in range(SIZE) if self.square_of_hex(space) == cell]
        return sorted(cell_hexes, key=lambda space: (_distance(self.middle_of_hex(space), middle_point), space))

    def from_edge(self, space: int, cell: Cell, edge: str) -> tuple[float, float]:
        """How far a hex is from an edge of a square, and from the middle of that edge."""
        east, south = self.middle_of_hex(space)
        row, column = cell
        depth = {"north": south - row, "south": row + 1 - south, "west": east - column, "east": column + 1 - east}[edge]
        distance_along = abs(east - column - 0.5) if edge in ("north", "south") else abs(south - row - 0.5)
        return abs(round(depth, 3)), round(distance_along, 3)

    def nearest(self, point: Point) -> int:
        """The hex nearest a point of the table."""
        return min(range(SIZE), key=lambda space: (round(_distance(self.middle_of_hex(space), point), 6), space))


def _distance(first_point: Point, second_point: Point) -> float:
    return float((first_point[0] - second_point[0]) ** 2 + (first_point[1] - second_point[1]) ** 2)


@define
class Tiles:
    """The tile of every hex that is not clear, and the names of hexes."""

    chart: TableOnBoard
    kinds: dict[int, str] = field(factory=dict)
    names: dict[int, str] = field(factory=dict)


def tiles_of(chart: TableOnBoard) -> Tiles:
    """The tiles of a table. Source: CB p.2 The ground."""
    tiles = Tiles(chart)
    for square in chart.ground.squares:
        _cover_square(tiles, square)
    roads = {space for way in chart.ground.ways if way.kind != "stream" for space in _hexes_along(chart, way.cells)}
    for space in roads:  # a road runs through open ground
        tiles.kinds.pop(space, None)
    for stream in (way for way in chart.ground.ways if way.kind == "stream"):
        _add_waterway(tiles, _hexes_along(chart, stream.cells), roads, stream.name)
    for water in chart.ground.waters:
        _add_line(tiles, water, roads)
    for square in chart.ground.squares:
        _build(tiles, square)
    return tiles


def _cover_square(tiles: Tiles, square: Square) -> None:
    """The terrain of a square on its share of hexes; which of them follows from its name."""
    row = translation().terrain.get(square.terrain)
    if row is not None:
        hexes = tiles.chart.hexes(square.at)
        hexes.sort(key=lambda space: blake2b(f"{square.id} {HEXES[space]}".encode(), digest_size=8).hexdigest())
        tiles.kinds |= dict.fromkeys(hexes[: round(len(hexes) * row.share / 100)], row.kind)


def _build(tiles: Tiles, square: Square) -> None:
    """The place of a square, nearest its middle, where no water runs."""
    row = translation().place.get(square.place_kind) if square.place else None
    for space in tiles.chart.hexes(square.at)[: row.hexes] if row is not None else ():
        if row is not None and tiles.kinds.get(space) not in ("bridge", "waterway"):
            tiles.kinds[space], tiles.names[space] = row.kind, square.place


def _add_waterway(tiles: Tiles, hexes: Iterable[int], roads: set[int], name: str) -> None:
    for space in hexes:
        tiles.kinds[space] = "bridge" if space in roads else "waterway"
        tiles.names.setdefault(space, name)


def _add_line(tiles: Tiles, water: Water, roads: set[int]) -> None:
    """A line between two squares: hills for a ridge, else a river, with its crossing or bridges where roads run."""
    table_cells = {square.at for square in tiles.chart.ground.squares}
    if not table_cells.issuperset(water.between):
        return
    hexes = list(dict.fromkeys(map(tiles.chart.nearest, _border(*water.between))))
    if water.kind == RIDGE:
        tiles.kinds |= {space: "hill" for space in hexes if space not in roads}
        return
    _add_waterway(tiles, hexes, set() if water.crossing else roads, water.name)
    if water.crossing and not water.destroyed:
        space = hexes[len(hexes) // 2]
        tiles.kinds[space] = "bridge" if water.crossing_kind == "bridge" else "ford"
        tiles.names[space] = water.crossing


RIDGE = "ridge"
"""The kind of a barrier that is high ground and no water."""
OFFSET_BESIDE_LINE = 0.01
"""How far beside a line between squares its hexes are looked for, so that it is one hex wide."""
POINTS = 12
"""Points looked at along a line of one square, besides its beginning."""


def _border(first_cell: Cell, second_cell: Cell) -> Iterator[Point]:
    """Points along the line between two squares that share a side."""
    row, column = max(first_cell[0], second_cell[0]), max(first_cell[1], second_cell[1])
    for number in range(POINTS):
        share = (number + 0.5) / POINTS
        yield (
            (column + share, row - OFFSET_BESIDE_LINE)
            if first_cell[1] == second_cell[1]
            else (column - OFFSET_BESIDE_LINE, row + share)
        )


def _hexes_along(chart: TableOnBoard, cells: tuple[Cell, ...]) -> list[int]:
    """The hexes along a way from the middle of one square to that of the next, within the table."""
    spaces: dict[int, None] = {}
    for (row, column), (next_row, next_column) in pairwise(cells):
        for step in range(POINTS + 1):
            share = step / POINTS
            east = column + 0.5 + share * (next_column - column)
            south = row + 0.5 + share * (next_row - row)
            if 0 <= east <= chart.ground.columns and 0 <= south <= chart.ground.rows:
                spaces.setdefault(chart.nearest((east, south)))
    return list(spaces)


APART = 2
"""Hexes between enemies at the start, and those that arrive, where there is room."""


@frozen
class Body:
    """Brigades that stand or come together: a division, or the guns of an army. ``edges`` is where it comes on."""

    name: str
    side: str
    at: Cell
    edges: tuple[str, ...]
    arrives: int
    brigades: tuple[str, ...]


def bodies_of(side: SideInBattle, contact: Cell) -> tuple[Body, ...]:
    """The divisions of a side in the order of the brief; guns of the army stand where the armies met."""
    bodies = [
        Body(division.name, side.side, division.at, division.edges, division.arrives, division.units)
        for division in side.divisions
    ]
    body_brigades = {brigade for body in bodies for brigade in body.brigades}
    guns = tuple(unit.id for unit in side.units if unit.id not in body_brigades)
    if guns:
        cell, edges = (bodies[0].at, bodies[0].edges) if bodies else (contact, ())
        bodies.append(Body("Guns of the army", side.side, cell, edges, 0, guns))
    return tuple(bodies)


def places_for(
    chart: TableOnBoard, body: Body, units: Iterable[str], is_free: Callable[[str, int], bool], enemies: int
) -> dict[str, int]:
    """A free hex for each of the units in turn, as far as there are any: in its square, at its edge or in the middle.

    ``is_free`` says whether a hex is open to one of them; ``enemies`` is a mask of hexes that it keeps away from.
    Source: CB p.2 Deployment. Readings: Deployment.
    """
    order = sorted(range(SIZE), key=lambda space: _arrival_rank(chart, body, space, enemies))
    place_of_unit: dict[str, int] = {}
    for unit in units:
        space = next((space for space in order if space not in place_of_unit.values() and is_free(unit, space)), None)
        if space is not None:
            place_of_unit[unit] = space
    return place_of_unit


def _arrival_rank(chart: TableOnBoard, body: Body, space: int, enemies: int) -> tuple[float, ...]:
    """The smaller the better: away from the enemy, in the square, near its edge (or its middle)."""
    is_near_enemy = bool(WITHIN[space][APART] & enemies)
    is_outside = chart.square_of_hex(space) != body.at
    if body.edges:
        edge_distance = min(chart.from_edge(space, body.at, edge) for edge in body.edges)
        return is_outside, is_near_enemy, *edge_distance, space
    middle_point = body.at[1] + 0.5, body.at[0] + 0.5
    return is_near_enemy, is_outside, round(_distance(chart.middle_of_hex(space), middle_point), 3), space


UNREACHABLE_FLAGS = 99
"""Flags that nobody wins by: a battle of a campaign ends by breakpoint or nightfall."""


@frozen(slots=False)
class BattlePlan:
    """A battle as it is set up, and all that comes later. Keys of units and generals are those of Battle Cry."""

    orders: Orders
    chart: TableOnBoard
    battle: Battle
    brigade: Mapping[str, str]
    """By unit: the brigade of the campaign that it stands for."""
    seats: Mapping[str, Side]
    """By side of the campaign: whom it plays."""
    bodies: tuple[Body, ...]
    general_of: Mapping[str, GeneralId]
    """By unit: the general who comes with it."""
    places: Mapping[str, int] = field(factory=dict)
    """By unit that stands on the board at the start: its hex."""

    @cached_property
    def unit_of(self) -> Mapping[str, str]:
        """By brigade: its unit."""
        return {brigade: unit for unit, brigade in self.brigade.items()}

    @property
    def side_of_seat(self) -> Mapping[str, str]:
        """By side of Battle Cry: the side of the campaign."""
        return {seat: side for side, seat in self.seats.items()}

    def bodies_due(self, hour: int, waiting: Mapping[str, int]) -> tuple[Body, ...]:
        """The bodies of which something is due by the end of an hour, the earliest first."""
        due = (body for body in self.bodies if body.arrives <= hour)
        coming = (body for body in due if any(self.unit_of[brigade] in waiting for brigade in body.brigades))
        return tuple(sorted(coming, key=lambda body: body.arrives))


def seats_of(brief: BattleBrief) -> dict[str, Side]:
    """Who of a campaign plays whom: sides of these names play their own, else the attacker plays the Union."""
    sides = brief.attacker.side, brief.defender.side
    if "confederate" in sides:
        return {side: "confederate" if side == "confederate" else "union" for side in sides}
    return dict(zip(sides, SIDES, strict=True))


def plan_of(orders: Orders, book: Rulebook) -> BattlePlan:
    """The battle of a brief. The same brief gives the same battle."""
    brief = orders.brief
    seats = seats_of(brief)
    foot = brief.edge if seats[brief.attacker.side] == "union" else OPPOSITE[brief.edge]
    chart = TableOnBoard(brief.ground, foot)
    contact = next(square.at for square in brief.ground.squares if square.label == brief.contact)
    bodies = tuple(body for side in brief.sides for body in bodies_of(side, contact))
    units, brigade, generals, rides_with = _armies(brief, seats)
    tiles = tiles_of(chart)
    battle = Battle(
        id="battle",
        number=0,
        title=title_of(brief.contact),
        place="",
        date=f"turn {brief.campaign_turn}",
        flags=UNREACHABLE_FLAGS,
        first=seats[brief.attacker.side],
        commanders={
            seats[side.side]: next((general.name for general in at_the_start(side)), "") for side in brief.sides
        },
        hands={seats[side.side]: hand_of(side) for side in brief.sides},
        units=units,
        generals=generals,
        tiles=tuple(book.terrain[tiles.kinds.get(space, "clear")] for space in range(SIZE)),
        sides=(0,) * SIZE,
        names=tuple(tiles.names.get(space, "") for space in range(SIZE)),
        works={},
    )
    plan = BattlePlan(orders, chart, battle, brigade, seats, bodies, {})
    places = _start_hexes(plan)
    units = {unit.id: evolve(unit, hex=places.get(unit.id, 0)) for unit in battle.units.values()}
    battle = evolve(battle, units=units, works=_works(plan, places))
    return evolve(plan, battle=battle, places=places, general_of=_generals_with_units(plan, rides_with))


def title_of(contact: str) -> str:
    """What a battle is called after the space in which the armies met: by its place, or by where it lies."""
    name = contact.partition(") ")[2] if contact.startswith("(") else f"at {contact}"
    return f"The battle {name}"


def _generals_with_units(plan: BattlePlan, rides_with: Mapping[GeneralId, str]) -> dict[str, GeneralId]:
    """By unit, the general who comes with it: of the division that he rides with, the first without a general."""
    general_of_unit: dict[str, GeneralId] = {}
    for general, division in rides_with.items():
        side = plan.side_of_seat[plan.battle.generals[general].side]
        brigades = (
            brigade for body in plan.bodies if (body.name, body.side) == (division, side) for brigade in body.brigades
        )
        unit = next(
            (plan.unit_of[brigade] for brigade in brigades if plan.unit_of[brigade] not in general_of_unit), None
        )
        if unit is not None:
            general_of_unit[unit] = general
    return general_of_unit


def _armies(
    brief: BattleBrief, seats: Mapping[str, Side]
) -> tuple[dict[str, Unit], dict[str, str], dict[GeneralId, General], dict[GeneralId, str]]:
    """A unit for every brigade and battery, not yet on the board, and the brigade that each stands for.

    Then the generals who ride with a division, and with which.
    """
    units, brigade, generals, rides_with = {}, {}, {}, {}
    for side in brief.sides:
        seat = seats[side.side]
        for number, fighting in enumerate(side.units, 1):
            unit = Unit(unit_id(seat, number), seat, kind_of(fighting), 0, fighting.name)
            units[unit.id], brigade[unit.id] = unit, fighting.id
        for number, present in enumerate((who for who in side.generals if who.rides_with), 1):
            general = General(general_id(seat, number), seat, present.name, 0)
            generals[general.id], rides_with[general.id] = general, present.rides_with
    return units, brigade, generals, rides_with


def kind_of(unit: UnitOnTable) -> Kind:
    """What a brigade becomes: a unit of its arm, with more figures the better it is. Source: CB p.2 Brigades."""
    rating_limit = translation().figures.most
    extra_figures = max(-rating_limit, min(rating_limit, unit.rating))
    kind = battle_cry_box().kinds[unit.arm if unit.arm in ARMS else "infantry"]
    figures = max(1, kind.figures + extra_figures)
    first_edition = max(1, kind.first_edition + extra_figures) if kind.first_edition else 0
    return evolve(kind, id=f"{kind.arm}_{figures}", figures=figures, first_edition=first_edition)


def at_the_start(side: SideInBattle) -> list[GeneralPresent]:
    """The generals of a side who are there when the battle begins, the one with most points first: he leads."""
    generals = [general for general in side.generals if not general.arrives and not general.held_back]
    return sorted(generals, key=points_of, reverse=True)


def points_of(general: GeneralPresent) -> int:
    """The priority points of a general, a printed "?" as the number that the translation has for it."""
    points = general.priority_points
    return points if isinstance(points, int) else translation().hand.unknown_points


def hand_of(side: SideInBattle) -> int:
    """The cards of a side: by the points of its leading general and the traits of all who are there at the start.

    Source: CB p.2 Generals and hands.
    """
    row, generals = translation().hand, at_the_start(side)
    if not generals:
        return row.least
    points = points_of(generals[0])
    traits = [trait for general in generals for trait in general.traits]
    tone = sum(trait in row.good for trait in traits) - sum(trait in row.bad for trait in traits)
    size = row.base + (points >= row.many_points) - (points <= row.few_points) + (tone > 0) - (tone < 0)
    return max(row.least, min(row.most, size))


def _start_hexes(plan: BattlePlan) -> dict[str, int]:
    """The hexes of the units that stand on the board at the start, the attacker's first."""
    battle, places = plan.battle, dict[str, int]()
    sides = {unit.id: plan.side_of_seat[unit.side] for unit in battle.units.values()}

    def is_free(unit: str, space: int) -> bool:
        return space not in places.values() and not battle.barred_hexes[battle.units[unit].kind.arm] >> space & 1

    for body in plan.bodies:
        if not body.arrives:
            unit_ids = [plan.unit_of[brigade] for brigade in body.brigades]
            enemies = mask_of({space for unit, space in places.items() if sides[unit] != body.side})
            places |= places_for(plan.chart, body, unit_ids, is_free, enemies)
    return places


FACING = {"union": ("NW", "NE"), "confederate": ("SW", "SE")}


def _works(plan: BattlePlan, places: Mapping[str, int]) -> dict[str, tuple[Work, ...]]:
    """Works in front of brigades that stand in a square with earthworks of their side: entrenched where they add 2.

    Source: CB p.2 The ground.
    """
    works_by_hex: dict[str, tuple[Work, ...]] = {}
    for dug in plan.chart.ground.works:
        seat = plan.seats[dug.side]
        kind, sides = ("entrenchment", 0) if dug.bonus > 1 else ("fieldwork", sides_mask(FACING[seat]))
        for unit, space in places.items():
            if plan.battle.units[unit].side == seat and plan.chart.square_of_hex(space) == dug.at:
                works_by_hex[HEXES[space]] = (Work(kind, sides),)
    return works_by_hex
