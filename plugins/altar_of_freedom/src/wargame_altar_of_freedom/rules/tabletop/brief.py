"""What goes on the table: the order of battle of both sides, the schedule, and the terrain; as text and as JSON.

Source: GotW p.12-13 Assembling the Tabletop to Ending a Battle (AFI p.12-13). Readings: Tabletop battles.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor

from attrs import evolve

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contacts import Reinforcement
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.tabletop.ground import (
    behind_a_river,
    edge_of_approach,
    side_towards,
    table_features,
)
from wargame_altar_of_freedom.rules.tabletop.parts_of_a_brief import (
    BattleBrief,
    DivisionInBattle,
    GeneralPresent,
    SideInBattle,
    UnitOnTable,
)
from wargame_altar_of_freedom.rules.tabletop.reinforcements import spaces_before_the_table
from wargame_altar_of_freedom.rules.tabletop.squares import cell_of, ground_of

__all__ = [
    "BattleBrief",
    "DivisionInBattle",
    "GeneralPresent",
    "SideInBattle",
    "UnitOnTable",
    "army_breakpoint",
    "battle_brief",
    "edges_of_arrival",
    "mean_rating",
]


def army_breakpoint(campaign: Campaign, brigades: int) -> int:
    """How many broken brigades break an army with this number on the table: a quarter, rounded up.

    Source: GotW p.13 Ending a Battle (AFI p.13). Raises ValueError for a negative number.
    """
    if brigades < 0:
        raise ValueError(f"{brigades} brigades; there cannot be fewer than none")
    share = campaign.breakpoint.fraction * brigades
    return ceil(share) if campaign.breakpoint.rounding == "up" else floor(share)


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
        ground_of(board, battle.block),
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
            gone = board.broken | board.lost
            units += [_unit(board, gun.id, group.name, "with the army", 0) for gun in group.units if gun.id not in gone]
    cover, reason = (0, "") if attacking else _cover(board, side)
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
        yield _division(board, token_id, space, edges=(edge_of_approach(board, contact),) if comes_on else ())
    for token_id in battle.held_back if attacking else ():
        space = board.at[token_id]
        yield evolve(_division(board, token_id, space, _outer_edges(board, space)), arrives=1, held_back=True)
    for coming in battle.reinforcements:
        if coming.turn <= battle.turns and board.tokens[coming.token].side == side:
            division = _division(board, coming.token, coming.entry, edges_of_arrival(board, coming))
            yield evolve(division, arrives=coming.turn, by_road=coming.by_road)


def edges_of_arrival(board: CampaignBoard, coming: Reinforcement) -> tuple[str, ...]:
    """The edges of its square over which a called division may come on the table."""
    before = spaces_before_the_table(board, coming)
    return tuple(dict.fromkeys(side_towards(board, coming.entry, space) for space in before))


def _division(board: CampaignBoard, token_id: str, space: int, edges: tuple[str, ...]) -> DivisionInBattle:
    token, block = board.tokens[token_id], board.open_battle.block
    command = board.campaign.reference.command[token.command].name
    at, square, units = cell_of(board, block, space), board.label(space), board.brigades(token)
    return DivisionInBattle(token_id, token.name, command, at, square, edges, 0, False, False, units)


def _outer_edges(board: CampaignBoard, space: int) -> tuple[str, ...]:
    """The edges of a square that are edges of the table, for whoever comes when he likes.

    Readings: Edges for arrivals.
    """
    block = board.open_battle.block
    around = (other for other in board.campaign.map.neighbours[space] if other not in block)
    return tuple(dict.fromkeys(side_towards(board, space, other) for other in around))


def _unit(
    board: CampaignBoard, unit: str, division: str, square: str, arrives: int, held_back: bool = False
) -> UnitOnTable:
    printed = board.campaign.oob.units[unit]
    return UnitOnTable(unit, printed.name, printed.arm, printed.rating, division, square, arrives, held_back)


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
                when = division.arrives, division.held_back, division.name
                yield GeneralPresent(leader.name, leader.role, leader.traits, leader.rating, *when)
                break


def _cover(board: CampaignBoard, side: str) -> tuple[int, str]:
    """What the ground gives the defender: earthworks, or woods, a town or a river at the contact.

    Readings: The stand-in.
    """
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
