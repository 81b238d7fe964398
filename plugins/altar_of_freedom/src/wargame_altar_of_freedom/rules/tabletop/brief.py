"""What goes on the table: the order of battle of both sides, the schedule, and the terrain; as text and as JSON.

Source: GotW p.12-13 Assembling the Tabletop to Ending a Battle (AFI p.12-13). Readings: Tabletop battles.
"""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import blake2b
from math import ceil, floor

from attrs import asdict, evolve, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Reinforcement
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.tabletop import ground
from wargame_altar_of_freedom.rules.tabletop.battlefield import spaces_before_the_table
from wargame_altar_of_freedom.rules.tabletop.ground import Cell, TabletopGround, cell_of, side_towards
from wargame_core.json_form import JsonObject


def arrival_in_words(turn: int, held_back: bool) -> str:
    """When something comes on the table: at the start, at the end of a turn, or when its general likes."""
    if held_back:
        return "held back"
    return f"end of turn {turn}" if turn else "at start"


@frozen
class UnitOnTable:
    """A brigade or battery in the battle; ``arrives`` is the turn at whose end it comes, 0 for the start.

    One that is ``held_back`` may come at any time, or never; ``arrives`` is the earliest turn then.
    """

    id: str
    name: str
    arm: str
    rating: int
    division: str
    square: str
    arrives: int
    held_back: bool = False

    @property
    def arrival_text(self) -> str:
        """When it comes on the table, in words."""
        return arrival_in_words(self.arrives, self.held_back)


@frozen
class GeneralPresent:
    """A general on the table, there as soon as any division under him is. Source: GotW p.13 Generals Arriving."""

    name: str
    role: str
    traits: tuple[str, ...]
    priority_points: int | str | None
    arrives: int = 0
    held_back: bool = False
    rides_with: str = ""
    """The first division of his to be there; empty where none has come."""

    @property
    def arrival_text(self) -> str:
        """When he is there, in words."""
        return arrival_in_words(self.arrives, self.held_back)


@frozen
class DivisionInBattle:
    """A division with where it stands or comes on. ``token`` is the number on its back.

    ``at`` is its square; ``edges`` are the edges of that square over which it comes on, empty for one that stands
    there at the start. ``arrives`` and ``held_back`` are as for its units; ``units`` are their ids.
    """

    token: str
    name: str
    command: str
    at: Cell
    square: str
    edges: tuple[str, ...]
    arrives: int
    held_back: bool
    by_road: bool
    units: tuple[str, ...]

    @property
    def arrival_text(self) -> str:
        """When it comes on the table, in words."""
        return arrival_in_words(self.arrives, self.held_back)


@frozen
class SideInBattle:
    """One side of a battle. ``cover`` is what the stand-in adds to its score, with the reason: no packet tells it."""

    side: str
    attacking: bool
    units: tuple[UnitOnTable, ...]
    generals: tuple[GeneralPresent, ...]
    cover: int = 0
    cover_reason: str = ""
    divisions: tuple[DivisionInBattle, ...] = ()
    """Guns of the army that belong to no division are in none of them, but among the units."""

    def entered(self, turn: int) -> tuple[UnitOnTable, ...]:
        """The units that have entered by the end of a turn."""
        return tuple(unit for unit in self.units if unit.arrives <= turn)


@frozen
class BattleBrief:
    """Everything people need to fight the battle on their own table, and a resolver to fight it for them.

    ``features`` are what the table must show; ``edge`` is the side of the contact's square the attacker comes over.
    """

    spaces: tuple[str, ...]
    terrain: tuple[str, ...]
    features: tuple[str, ...]
    contact: str
    approach: str
    edge: str
    first_hour: str
    nightfall: str
    turns: int
    turn_clock: str
    sides: tuple[SideInBattle, SideInBattle]
    ground: TabletopGround
    campaign_turn: int

    @property
    def units(self) -> tuple[UnitOnTable, ...]:
        """Every brigade and battery of both sides, the attacker's first, those he holds back last of all.

        Number n of the report is ``units[n - 1]``; a gap in the numbers would tell what is held back.
        """
        units = [unit for side in self.sides for unit in side.units]
        return tuple(sorted(units, key=lambda unit: unit.held_back))

    @property
    def attacker(self) -> SideInBattle:
        """The side that made contact."""
        return self.sides[0]

    @property
    def defender(self) -> SideInBattle:
        """The side that was met."""
        return self.sides[1]

    def side(self, name: str) -> SideInBattle:
        """The side with that name."""
        return self.sides[0] if self.sides[0].side == name else self.sides[1]

    @property
    def digest(self) -> str:
        """A fingerprint of the brief: a report names it, so that nobody reports another battle."""
        text = json.dumps(self.to_json(), ensure_ascii=True, sort_keys=True)
        return blake2b(text.encode(), digest_size=4).hexdigest()

    def to_json(self) -> JsonObject:
        """The brief as plain JSON data."""
        return asdict(
            self, recurse=True, value_serializer=lambda _, __, value: list(value) if isinstance(value, tuple) else value
        )

    def text(self, numbers: Mapping[str, int] | None = None) -> str:
        """The brief as a sheet to print; ``numbers`` of a report form stand before the units."""
        spaces = ", ".join(f"{space} ({terrain})" for space, terrain in zip(self.spaces, self.terrain, strict=True))
        width, depth = self.ground.size
        lines = [
            f"Table, {width} by {depth} feet: {spaces}",
            "The table must show:",
            *(f"  {feature}" for feature in self.features or ("nothing but open ground",)),
            f"Contact at {self.contact}; the attacker comes from {self.approach}, over the {self.edge} edge.",
            f"First turn {self.first_hour}, {self.turns} turns until {self.nightfall}, turn clock {self.turn_clock}.",
        ]
        for side in self.sides:
            lines += ["", f"{side.side.upper()} ({'attacker' if side.attacking else 'defender'})"]
            lines += [
                f"  {general.name} ({general.role}; priority points {general.priority_points}): "
                + (", ".join(general.traits) or "no traits")
                + f"; {general.arrival_text}{f', with {general.rides_with}' if general.rides_with else ''}"
                for general in side.generals
            ]
            for unit in side.units:
                number = f"{numbers[unit.id]:>3} " if numbers is not None else ""
                unit_line = f"{number}{unit.name:<28} {unit.arm:<10} {unit.rating:+d}  {unit.division:<28}"
                lines.append(f"  {unit_line} {unit.square}, {unit.arrival_text}")
        return "\n".join(lines)


# the brief of the battle on the board


def army_breakpoint(campaign: Campaign, brigades: int) -> int:
    """How many broken brigades break an army with this number on the table: a quarter, rounded up.

    Source: GotW p.13 Ending a Battle (AFI p.13). Raises ValueError for a negative number.
    """
    if brigades < 0:
        raise ValueError(f"brigades: {brigades} (allowed: 0 and more)")
    share = campaign.breakpoint.fraction * brigades
    return ceil(share) if campaign.breakpoint.rounding == "up" else floor(share)


STANDING, ENTERED = "standing", "entered"
"""The readings of the brigades "on the table at the end of a given turn": the values of the option ``breakpoint``."""


def breaks_at(campaign: Campaign, unit_count: int, reading: str) -> int:
    """With how many broken brigades an army is beaten of which so many have entered: at least one.

    >>> from wargame_core import load
    >>> vicksburg = load("vicksburg").rules.printed["campaign"]
    >>> breaks_at(vicksburg, 20, ENTERED), breaks_at(vicksburg, 20, STANDING)  # 5 of 20; 4, when 16 are left
    (5, 4)

    Source: GotW p.13 Ending a Battle (AFI p.13). Readings: Breakpoint of an army.
    """
    return next(
        broken_count
        for broken_count in range(1, unit_count + 2)
        if broken_count
        >= army_breakpoint(campaign, max(0, unit_count - broken_count if reading == STANDING else unit_count))
    )


def battle_brief(board: CampaignBoard) -> BattleBrief:
    """The brief of the battle on the board, when its hour is set and reinforcements are called."""
    battle, campaign = board.open_battle, board.campaign
    contact = battle.contact
    attacking = contact.attacking_side
    defending_side = board.enemy(attacking)
    terrain = campaign.map.terrain
    return BattleBrief(
        tuple(board.label(space) for space in battle.block),
        tuple(terrain[space] for space in battle.block),
        ground.table_features(board, battle.block),
        board.label(contact.space),
        board.label(contact.origin),
        ground.edge_of_approach(board, contact),
        battle.first_hour,
        campaign.nightfall,
        battle.turns,
        campaign.turn_clock,
        (_side(board, attacking, attacking=True), _side(board, defending_side, attacking=False)),
        ground.ground_of(board, battle.block),
        board.turn,
    )


def _side(board: CampaignBoard, side: str, *, attacking: bool) -> SideInBattle:
    divisions = tuple(_divisions(board, side, attacking=attacking))
    units = [
        _unit(board, unit, division.name, division.square, division.arrives, division.held_back)
        for division in divisions
        for unit in division.units
    ]
    for group in board.campaign.unattached:
        if group.side == side and group.id not in board.left_out:
            absent_units = board.broken_brigades | board.lost_brigades
            units += [
                _unit(board, gun.id, group.name, "with the army", 0)
                for gun in group.units
                if gun.id not in absent_units
            ]
    cover, reason = (0, "") if attacking else _defender_cover(board, side)
    return SideInBattle(
        side, attacking, tuple(units), tuple(_generals(board, side, divisions)), cover, reason, divisions
    )


def _divisions(board: CampaignBoard, side: str, *, attacking: bool) -> Iterator[DivisionInBattle]:
    """The divisions of a side: those on the table, those held back, then the reinforcements that come in time."""
    battle = board.open_battle
    contact = battle.contact
    for token_id in battle.attackers if attacking else battle.defenders:
        comes_on = board.at[token_id] not in battle.block
        space = contact.space if comes_on else board.at[token_id]
        yield _division(board, token_id, space, edges=(ground.edge_of_approach(board, contact),) if comes_on else ())
    for token_id in battle.held_back if attacking else ():
        space = board.at[token_id]
        yield evolve(_division(board, token_id, space, _outer_edges(board, space)), arrives=1, held_back=True)
    for arrival in battle.reinforcements:
        if arrival.turn <= battle.turns and board.tokens[arrival.token].side == side:
            division = _division(board, arrival.token, arrival.entry, edges_of_arrival(board, arrival))
            yield evolve(division, arrives=arrival.turn, by_road=arrival.by_road)


def edges_of_arrival(board: CampaignBoard, reinforcement: Reinforcement) -> tuple[str, ...]:
    """The edges of its square over which a called division may come on the table."""
    spaces_before = spaces_before_the_table(board, reinforcement)
    return tuple(dict.fromkeys(side_towards(board, reinforcement.entry, space) for space in spaces_before))


def _division(board: CampaignBoard, token_id: str, space: int, edges: tuple[str, ...]) -> DivisionInBattle:
    token, block = board.tokens[token_id], board.open_battle.block
    command = board.campaign.command[token.command].name
    cell, square, units = cell_of(board, block, space), board.label(space), board.brigades(token)
    return DivisionInBattle(token_id, token.name, command, cell, square, edges, 0, False, False, units)


def _outer_edges(board: CampaignBoard, space: int) -> tuple[str, ...]:
    """The edges of a square that are edges of the table, for whoever comes when he likes.

    Readings: Edges for arrivals.
    """
    block = board.open_battle.block
    outer_neighbours = (neighbour for neighbour in board.campaign.map.neighbours[space] if neighbour not in block)
    return tuple(dict.fromkeys(side_towards(board, space, neighbour) for neighbour in outer_neighbours))


def _unit(
    board: CampaignBoard, unit: str, division: str, square: str, arrival_turn: int, held_back: bool = False
) -> UnitOnTable:
    printed_unit = board.campaign.oob.units[unit]
    return UnitOnTable(
        unit, printed_unit.name, printed_unit.arm, printed_unit.rating, division, square, arrival_turn, held_back
    )


def _generals(board: CampaignBoard, side: str, divisions: tuple[DivisionInBattle, ...]) -> Iterator[GeneralPresent]:
    """The generals of a side, each there with the first of his divisions. Source: GotW p.13 Generals Arriving."""
    oob = board.campaign.oob
    soonest = sorted(divisions, key=lambda division: (division.held_back, division.arrives))
    for leader in oob.leaders.values():
        if oob.side_of(leader) != side:
            continue
        for division in soonest:
            unit = board.tokens[division.token].unit
            if {side, unit, *(formation.id for formation in oob.above(unit))} & set(leader.commands):
                arrival = division.arrives, division.held_back, division.name
                yield GeneralPresent(leader.name, leader.role, leader.traits, leader.rating, *arrival)
                break


def _defender_cover(board: CampaignBoard, side: str) -> tuple[int, str]:
    """What the ground gives the defender: earthworks, or woods, a town or a river at the contact.

    Readings: The stand-in.
    """
    battle, campaign = board.open_battle, board.campaign
    for earthworks in campaign.earthworks:
        if earthworks.side == side and campaign.space(earthworks.place) == battle.contact.space:
            return earthworks.bonus, f"earthworks of {earthworks.place}"
    terrain = campaign.map.terrain[battle.contact.space]
    if terrain in ("woods", "town", "city"):
        return 1, terrain
    if ground.behind_a_river(board, battle.contact):
        return 1, "river"
    return 0, ""


def mean_rating(units: tuple[UnitOnTable, ...]) -> int:
    """The mean rating, rounded to the nearest whole, halves up; 0 without units."""
    if not units:
        return 0
    return floor(Fraction(sum(unit.rating for unit in units), len(units)) + Fraction(1, 2))
