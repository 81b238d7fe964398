"""The parts that few games have, as their sections say them: boxes, counters face down, and who acts when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, assert_never

from attrs import evolve

from wargame_core.names import listed
from wargame_core.rulings import Cite, Modifier
from wargame_hex_and_counter.board.pieces import Pieces, Setting
from wargame_hex_and_counter.game_files.further_sections import (
    BidInitiativeSection,
    BoxesSection,
    BoxSection,
    FaceDownSection,
    GivenInitiativeSection,
    ImpulsesSection,
    LotSection,
    ReactionMovesSection,
    RolledInitiativeSection,
)
from wargame_hex_and_counter.game_files.sections import CommandSection, GameFile
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.rules.boxes import Box, Boxes
from wargame_hex_and_counter.rules.command import Command, OutOfCommand
from wargame_hex_and_counter.rules.face_down import FaceDown, Lot
from wargame_hex_and_counter.rules.impulses import Impulses
from wargame_hex_and_counter.rules.initiative import (
    BidInitiative,
    GivenInitiative,
    Initiative,
    RolledInitiative,
)
from wargame_hex_and_counter.rules.movement import Movement
from wargame_hex_and_counter.rules.reaction_moves import ReactionMove
from wargame_hex_and_counter.rules.stacking import Stacking
from wargame_hex_and_counter.rules.zones import Zones

InitiativeSection: TypeAlias = RolledInitiativeSection | GivenInitiativeSection | BidInitiativeSection


def boxes_of(
    rows: Sequence[BoxSection],
    section: BoxesSection | None,
    stacking: Setting[Stacking],
    chart: Setting[TerrainChart],
    zones: Setting[Zones],
    cite: Cite,
) -> Boxes:
    """The boxes beside the map."""
    section = section or BoxesSection()
    boxes = tuple(
        Box(
            name=row.name,
            sides=row.sides,
            entered_from=row.entered_from,
            leads_to=row.leads_to,
            onward=row.onward,
            passage=row.passage,
            limit=row.limit,
        )
        for row in rows
    )
    return Boxes(
        boxes=boxes, stacking=stacking, counts=section.counts, blocked_by=section.blocked_by, chart=chart, zones=zones,
        cite=cite,
    )  # fmt: skip


def face_down_of(section: FaceDownSection, rows: Sequence[LotSection], cite: Cite) -> FaceDown:
    """The counters that lie face down."""
    lots = tuple(Lot(row.counters, row.units) for row in rows)
    return FaceDown(lots=lots, known_to=section.known_to, found=section.found, put_by=section.put_by, cite=cite)


def initiative_of(section: InitiativeSection, sides: Iterable[str], cite: Cite) -> Initiative:
    """The initiative of two sides."""
    match section:
        case RolledInitiativeSection():
            modifiers = (_initiative_modifiers(section.adds),) if section.adds else ()
            rule: RolledInitiative | GivenInitiative | BidInitiative = RolledInitiative(
                die=section.die, ties=section.ties or "", modifiers=modifiers
            )
        case GivenInitiativeSection(turns=turns):
            rule = GivenInitiative(turns)
        case BidInitiativeSection():
            rule = BidInitiative(points=section.name, ties=section.ties, each_turn=section.each_turn)
        case _:
            assert_never(section)
    return Initiative(sides=tuple(sides), by=rule, cite=cite)


def _initiative_modifiers(added_by_side: Mapping[str, int]) -> Callable[[Any, str], Iterable[Modifier]]:
    """What a side adds to its die for the initiative."""
    return lambda board, side: [Modifier(added_by_side[side], "added to the die")] if side in added_by_side else []


def impulses_of(section: ImpulsesSection, sides: Iterable[str], cite: Cite) -> Impulses:
    """The impulses of sides, the first of which begins where nobody has the initiative."""
    return Impulses(sides=tuple(sides), groups=section.groups, ends_below=section.ends_below, cite=cite)


def reaction_move_of(section: ReactionMovesSection, movement: Movement, cite: Cite) -> ReactionMove:
    """The moves in reaction, by the movement that units have in their own turn."""
    usual_allowance, moves = movement.allowance, section.moves

    def points(pieces: Pieces, unit: str) -> Fraction | int:
        match moves:
            case "in full":
                return usual_allowance(pieces, unit)
            case "halved":
                return usual_allowance(pieces, unit) * Fraction(1, 2)
            case int():
                return min(moves, usual_allowance(pieces, unit))
            case _:
                assert_never(moves)

    def may_react(pieces: Pieces, unit: str) -> bool:
        counter = pieces.units[unit]
        return counter.kind in section.by and (not section.formations or counter.formation in section.formations)

    by_reaction = evolve(movement, allowance=points, cite=cite)
    return ReactionMove(movement=by_reaction, range=section.range, who=may_react, asks_later=section.asks_later)


def command_of(
    section: CommandSection, chart: Setting[TerrainChart], zones: Setting[Zones], cite: Cite | None
) -> Command:
    """Who is in command."""
    return Command(
        headquarters=section.headquarters, commands=section.commands, chart=chart, zones=zones, radius=section.radius,
        measured=section.measured, blocked_by=section.blocked_by, exempt=section.exempt, sides=section.sides, cite=cite,
    )  # fmt: skip


def out_of_command_of(
    section: CommandSection, chart: Setting[TerrainChart], zones: Setting[Zones], cite: Cite
) -> OutOfCommand:
    """What units out of command do."""
    return OutOfCommand(
        command=command_of(section, chart, zones, cite), attacks=section.attacks, defends=section.defends,
        moves=section.moves, fractions=section.fractions, judged=section.judged,
    )  # fmt: skip


def sentences_of(file: GameFile, phase_titles: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What the sections say that no part does, each with the chapter where it stands."""
    for name, phase in file.phase.items():
        unit_text = f", for {listed(phase.units)} only" if phase.units else ""
        way_text = f", along {listed(phase.along, 'or')} only" if phase.along else ""
        yield f"{phase_titles[name]}: a further phase of {phase.kind}{unit_text}{way_text}.", phase.kind
    match file.initiative:
        case RolledInitiativeSection(adds=added_by_side) if added_by_side:
            additions = listed(f"{file.side[side].title} adds {number}" for side, number in added_by_side.items())
            yield f"{additions} to the die for the initiative.", "initiative"
    if (rail := file.rail) is not None and rail.converted_by:
        conversion_text = (
            "that it enters" if rail.converted == "entering" else "in which its move, retreat or advance ends"
        )
        units = listed(rail.converted_by)
        yield (
            f"A railroad hex {conversion_text} serves the side of a unit from then on ({units}), and no enemy.",
            "rail",
        )
    if file.command is not None and not file.command.exerts_zones:
        yield "A unit out of command exerts no zone of control.", "command"
    if file.face_down is not None and file.opportunity_fire is not None:
        yield "A counter that is fired at on the move is turned up before, and its move ends.", "opportunity_fire"
    if (reaction := file.reaction_moves) is not None:
        reacting_in_words = listed(reaction.by) + (f" of {listed(reaction.formations)}" if reaction.formations else "")
        points_text = f"up to {reaction.moves} points" if isinstance(reaction.moves, int) else reaction.moves
        yield f"Units that may react: {reacting_in_words}; they move {points_text}.", "reaction_moves"
