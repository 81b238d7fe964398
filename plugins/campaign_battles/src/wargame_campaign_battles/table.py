"""What lies on the table in a campaign's battle: Battle Cry's sheet, with hours and breakpoints in place of flags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from attrs import evolve

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import SIDES
from wargame_battlecry.table import panels as of_battle
from wargame_campaign_battles.board import CampaignBattleBoard
from wargame_campaign_battles.hours import ENDING, HOURS, standings
from wargame_core.flow.panels import Panel, Score, SequenceOfPlay, Status, StatusLine, Track
from wargame_core.sheet import Note, Sheet, SheetPiece, SheetTrack


def panels(board: CampaignBattleBoard, seat: str) -> tuple[Panel, ...]:
    """What lies beside the board: brigades broken against breakpoints, hands, the turn, losses, hours."""
    now = {board.plan.seats[side.side]: side for side in standings(board)}
    return (
        Score(
            tuple((side, now[side].broken) for side in SIDES),
            tuple((side, max(now[side].breakpoint, 1)) for side in SIDES),
            title="Brigades broken, and the breakpoint",
        ),
        *(of_battle.hand(board, side) for side in SIDES),
        Status(tuple(of_battle.turn(board))),
        Status(tuple(losses(board)), "Losses", "losses"),
        Track("hours", "Hours until nightfall", hour_boxes(board), min(board.hour, board.plan.orders.brief.turns) - 1),
        SequenceOfPlay(of_battle.STEPS, of_battle.step_under_way(board)),
    )


def hour_boxes(board: CampaignBattleBoard) -> tuple[str, ...]:
    """The hours of the battle, each as its number."""
    return tuple(str(hour) for hour in range(1, board.plan.orders.brief.turns + 1))


def losses(board: CampaignBattleBoard) -> Iterator[StatusLine]:
    """By side: figures lost, the broken brigades, and those that are yet to come."""
    for side in SIDES:
        units = [unit for unit in board.battle.units.values() if unit.side == side]
        there = [unit for unit in units if unit.id not in board.waiting]
        gone = tuple(unit.id for unit in there if unit.id not in board.figures)
        lost = sum(unit.kind.figures - board.figures.get(unit.id, 0) for unit in there)
        words = f"{lost} figure{'s' * (lost != 1)}, {len(gone)} of {len(there)} brigades broken"
        yield StatusLine(side.capitalize(), words, gone)
        coming: dict[int, list[str]] = {}
        for unit in units:
            if unit.id in board.waiting:
                coming.setdefault(board.waiting[unit.id], []).append(unit.id)
        for hour, due in sorted(coming.items()):
            yield StatusLine(f"{side.capitalize()}, end of hour {hour}", f"{len(due)} to come", tuple(due))


def caption(board: BattleBoard) -> str:
    """The hour and the brigades broken."""
    battle = cast(CampaignBattleBoard, board)
    broken = ", ".join(f"{side.capitalize()} {battle.broken_of(side)}" for side in SIDES)
    return f"hour {battle.hour} of {battle.plan.orders.brief.turns}; brigades broken: {broken}"


def sheet_of(drawn: Sheet, board: CampaignBattleBoard) -> Sheet:
    """The sheet of a campaign's battle: that of Battle Cry, with what is different here."""
    from wargame_battlecry.table.sheet import sheet

    made, brief = sheet(drawn, board), board.plan.orders.brief
    how = (
        Note("A side whose broken brigades reach its breakpoint at the end of an hour has lost.", ENDING),
        Note(
            f"Night falls after hour {brief.turns}: who has more brigades broken has lost, the attacker if equal.",
            ENDING,
        ),
        Note("A brigade is broken when its unit is eliminated. Generals and ground count for nothing.", ENDING),
    )
    hours = Note(f"The first hour is {brief.first_hour}; each side has one turn an hour, the attacker first.", HOURS)
    briefing = evolve(made.briefing, how_to_win=how, special_rules=(hours, *made.briefing.special_rules))
    track = SheetTrack("hours", "Hours until nightfall", hour_boxes(board))
    return evolve(made, briefing=briefing, tracks=(track,), pieces=tuple(_piece(piece, board) for piece in made.pieces))


def _piece(piece: SheetPiece, board: CampaignBattleBoard) -> SheetPiece:
    """A piece with when it comes, where it is not on the board at the start."""
    riding = next((unit for unit, general in board.plan.general_of.items() if general == piece.id), piece.id)
    facts = {name: fact for name, fact in piece.facts.items() if name != "sets up"}
    if riding in board.waiting:
        return evolve(piece, facts={**facts, "comes": f"at the end of hour {board.waiting[riding]}"})
    if riding in board.place:
        return evolve(piece, facts={**facts, "sets up": board.hex_of(riding)})
    return evolve(piece, facts=facts)
