"""The sheet of a battle: the board in sections, units and generals as printed, the deck, the die, the charts."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import HEXES, SECTION
from wargame_battlecry.printed.pieces import Kind
from wargame_battlecry.printed.rulebook import FACES
from wargame_battlecry.printed.sides import SECTIONS, SIDES
from wargame_battlecry.questions.charts import battle_die, terrain_effects, units
from wargame_battlecry.rules.move import GENERALS_MOVE
from wargame_battlecry.rules.sequence import BATTLE
from wargame_battlecry.table.briefing import briefing
from wargame_battlecry.table.panels import flag_boxes
from wargame_core.sheet import PlayerAid, Sheet, SheetCard, SheetDie, SheetPiece, SheetSpace, SheetTrack, SideOnSheet


def sheet(drawn: Sheet, board: BattleBoard) -> Sheet:
    """The sheet of a set-up; ``drawn`` has the hexes."""
    battle, book = board.battle, board.book
    return evolve(
        drawn,
        briefing=briefing(board, drawn.briefing),
        sides=tuple(
            SideOnSheet(side, side.capitalize(), side[0].upper(), battle.commanders[side].strip()) for side in SIDES
        ),
        spaces=tuple(_space(board, space, printed) for space, printed in enumerate(drawn.spaces)),
        pieces=tuple(_pieces(board)),
        cards=tuple(
            SheetCard(card.id, card.title, card.text, card.count, "command")
            for card in book.cards.values()
            if card.id not in battle.removed_cards
        ),
        tracks=tuple(SheetTrack(f"flags_{side}", f"{side.capitalize()} flags", flag_boxes(battle)) for side in SIDES),
        dice=(SheetDie("battle die", FACES),),
        aids=(
            PlayerAid("sequence_of_play", "Sequence of play", str(BATTLE), str(cites.TURN)),
            PlayerAid("units", "Units", units(book), str(cites.MOVING_UNITS)),
            PlayerAid("terrain", "Terrain Effects", terrain_effects(book), str(cites.R_TERRAIN)),
            PlayerAid("die", "Battle Die", battle_die(book), str(cites.RESOLVING)),
        ),
    )


def _space(board: BattleBoard, space: int, printed: SheetSpace) -> SheetSpace:
    """A hex with its tile (the picture draws some of them alike) and its sections from either chair."""
    sections = (f"{side} {name}" for side in SIDES for name in SECTIONS if SECTION[side][name] >> space & 1)
    return evolve(printed, terrain=board.battle.tiles[space].id, regions=tuple(sections))


def _pieces(board: BattleBoard) -> Iterator[SheetPiece]:
    for unit in board.battle.units.values():
        facts = {**facts_of(unit.kind), "sets up": HEXES[unit.hex]}
        yield SheetPiece(unit.id, unit.side, unit.kind.id, board.name(unit.id), facts)
    for general in board.battle.generals.values():
        facts = {"move": str(GENERALS_MOVE), "sets up": HEXES[general.hex]}
        yield SheetPiece(general.id, general.side, "general", board.name(general.id), facts)


def facts_of(kind: Kind) -> dict[str, str]:
    """What the reference card says of a kind of unit; distances in hexes, dice by range where they are printed."""
    facts = {
        "figures": str(kind.figures),
        "move": str(kind.move),
        "battles after": str(kind.battle_after),
        "range": str(kind.range),
    }
    by_range = kind.dice or kind.most
    return facts | ({"dice": "/".join(map(str, by_range))} if by_range else {})
