"""What goes on the table: the order of battle of both sides, the schedule, and the terrain; as text and as JSON.

Source: GotW p.12-13 Assembling the Tabletop to Ending a Battle (AFI p.12-13). Rulings: decision 0114.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from attrs import asdict, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.tabletop.ground import behind_a_river, edge_of_approach, table_features
from wargame_core.json_types import JsonObject


def army_breakpoint(campaign: Campaign, brigades: int) -> int:
    """How many broken brigades break an army with so many on the table: a quarter, rounded up.

    Source: GotW p.13 Ending a Battle (AFI p.13). Raises ValueError for a negative number.
    """
    if brigades < 0:
        raise ValueError(f"{brigades} brigades; there cannot be fewer than none")
    share = campaign.breakpoint.fraction * brigades
    return ceil(share) if campaign.breakpoint.rounding == "up" else floor(share)


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
    def when(self) -> str:
        """When it comes on the table, in words."""
        if self.held_back:
            return "held back"
        return f"end of turn {self.arrives}" if self.arrives else "at start"


@frozen
class GeneralPresent:
    """A general on the table, there as soon as any division under him is. Source: GotW p.13 Generals Arriving."""

    name: str
    role: str
    traits: tuple[str, ...]
    priority_points: int | str | None


@frozen
class SideInBattle:
    """One side of a battle. ``cover`` is what the stand-in adds to its score, with the reason."""

    side: str
    attacking: bool
    units: tuple[UnitOnTable, ...]
    generals: tuple[GeneralPresent, ...]
    cover: int = 0
    cover_reason: str = ""

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

    def to_json(self) -> JsonObject:
        """The brief as plain JSON data."""
        return asdict(
            self, recurse=True, value_serializer=lambda _, __, value: list(value) if isinstance(value, tuple) else value
        )

    def text(self) -> str:
        """The brief as a sheet to print."""
        ground = ", ".join(f"{space} ({terrain})" for space, terrain in zip(self.spaces, self.terrain, strict=True))
        lines = [
            f"Table: {ground}",
            *(f"  {feature}" for feature in self.features),
            f"Contact at {self.contact}; the attacker comes from {self.approach}, over the {self.edge} edge.",
            f"First turn {self.first_hour}, {self.turns} turns until {self.nightfall}, turn clock {self.turn_clock}.",
        ]
        for side in self.sides:
            lines += ["", f"{side.side.upper()} ({'attacker' if side.attacking else 'defender'})"]
            lines += [
                f"  {general.name} ({general.role}; priority points {general.priority_points}): "
                + (", ".join(general.traits) or "no traits")
                for general in side.generals
            ]
            for unit in side.units:
                lines.append(
                    f"  {unit.name:<28} {unit.arm:<10} {unit.rating:+d}  {unit.division:<28} {unit.square}, {unit.when}"
                )
            if side.cover:
                lines.append(f"  {side.cover_reason}: +{side.cover}")
        return "\n".join(lines)


def battle_brief(board: CampaignBoard) -> BattleBrief:
    """The brief of the battle on the board, when its hour is set and reinforcements are called."""
    battle, campaign = board.open_battle, board.campaign
    contact = battle.contact
    attacking = contact.attacking_side
    defending = board.enemy(attacking)
    terrain = campaign.map.terrain
    return BattleBrief(
        tuple(board.label(space) for space in battle.block),
        tuple(terrain[space] for space in battle.block),
        table_features(board, battle.block),
        board.label(contact.space),
        board.label(contact.origin),
        edge_of_approach(board, contact),
        battle.first_hour,
        campaign.nightfall,
        battle.turns,
        campaign.turn_clock,
        (_side(board, attacking, attacking=True), _side(board, defending, attacking=False)),
    )


def _side(board: CampaignBoard, side: str, *, attacking: bool) -> SideInBattle:
    battle, campaign = board.open_battle, board.campaign
    arrivals = {
        arrival.token: (arrival.turn, arrival.entry)
        for arrival in battle.reinforcements
        if arrival.turn <= battle.turns
    }
    starting = battle.attackers if attacking else battle.defenders
    present: dict[str, tuple[int, int]] = {}
    for token_id in starting:
        space = board.at[token_id] if board.at[token_id] in battle.block else battle.contact.space
        present[token_id] = (0, space)
    for token_id in battle.held_back:
        if attacking:
            present[token_id] = (1, board.at[token_id])
    present |= {token_id: when for token_id, when in arrivals.items() if board.tokens[token_id].side == side}
    units = [
        _unit(board, unit, board.tokens[token_id].name, board.label(space), turn, token_id in battle.held_back)
        for token_id, (turn, space) in present.items()
        for unit in board.brigades(board.tokens[token_id])
    ]
    formations = [board.tokens[token_id].unit for token_id in present]
    for group in campaign.unattached:
        if group.side == side and group.id not in board.left_out:
            gone = board.broken | board.lost
            units += [_unit(board, gun.id, group.name, "with the army", 0) for gun in group.units if gun.id not in gone]
    cover, reason = (0, "") if attacking else _cover(board, side)
    return SideInBattle(side, attacking, tuple(units), _generals(board, side, formations), cover, reason)


def _unit(
    board: CampaignBoard, unit: str, division: str, square: str, arrives: int, held_back: bool = False
) -> UnitOnTable:
    printed = board.campaign.oob.units[unit]
    return UnitOnTable(unit, printed.name, printed.arm, printed.rating, division, square, arrives, held_back)


def _generals(board: CampaignBoard, side: str, divisions: list[str]) -> tuple[GeneralPresent, ...]:
    oob = board.campaign.oob
    over = {side} if divisions else set()
    for division in divisions:
        over |= {division, *(formation.id for formation in oob.above(division))}
    return tuple(
        GeneralPresent(leader.name, leader.role, leader.traits, leader.rating)
        for leader in oob.leaders.values()
        if oob.side_of(leader) == side and over & set(leader.commands)
    )


def _cover(board: CampaignBoard, side: str) -> tuple[int, str]:
    """What the ground gives the defender: earthworks, or woods, a town or a river at the contact. Decision 0115."""
    battle, campaign = board.open_battle, board.campaign
    for works in campaign.earthworks:
        if works.side == side and campaign.space(works.place) == battle.contact.space:
            return works.bonus, f"earthworks of {works.place}"
    ground = campaign.map.terrain[battle.contact.space]
    if ground in ("woods", "town", "city"):
        return 1, ground
    if behind_a_river(board, battle.contact):
        return 1, "river"
    return 0, ""


def mean_rating(units: tuple[UnitOnTable, ...]) -> int:
    """The mean rating, rounded to the nearest whole, halves up; 0 without units."""
    if not units:
        return 0
    return floor(Fraction(sum(unit.rating for unit in units), len(units)) + Fraction(1, 2))
