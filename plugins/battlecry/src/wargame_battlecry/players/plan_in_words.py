"""A side's plan in a sentence: how it means to win, before its first card, and what each card that it plays is for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.players.turn_plan import PlannedOrder
from wargame_battlecry.printed.command_cards import CommandCard
from wargame_battlecry.printed.game_board import HEXES, SECTION
from wargame_battlecry.printed.sides import FOE, SECTIONS
from wargame_battlecry.rules.move import OFF_BOARD
from wargame_core.maps.masks import bits

MOST: Final = 3
"""Pieces that one sentence names."""


def battle_plan(board: BattleBoard, seat: str) -> str:
    """How a side means to win: where it is strongest and weakest by figures, the ground and exits that bring flags."""
    return f"Win {board.battle.flags} flags: {', '.join(_aims(board, seat))}."


def _aims(board: BattleBoard, seat: str) -> Iterator[str]:
    figures = {section: _figures(board, seat, section) for section in SECTIONS}
    ranked = sorted(SECTIONS, key=lambda section: figures[section][1] - figures[section][0])
    for aim, section in (("press", ranked[0]), ("be careful", ranked[-1])):
        own, enemy = figures[section]
        yield f"{aim} {_where(section)} ({own} figures to {enemy})"
    ground = {space for objective in board.battle.objectives if objective.side == seat for space in objective.ground()}
    if ground:
        yield f"hold or take {', '.join(HEXES[space] for space in sorted(ground)[:MOST])}"
    for leave in board.battle.exits:
        if leave.side == seat:
            yield f"lead units off the board from {', '.join(HEXES[space] for space in list(bits(leave.hexes))[:MOST])}"


def _where(section: str) -> str:
    return f"in the {section}" if section == "center" else f"on the {section}"


def _figures(board: BattleBoard, seat: str, section: str) -> tuple[int, int]:
    """The figures of a side and of its enemy in a section, as the side sees it."""
    area, counts = SECTION[seat][section], {seat: 0, FOE[seat]: 0}
    for unit, figures in board.figures.items():
        if area >> board.place[unit] & 1:
            counts[board.side_of(unit)] += figures
    return counts[seat], counts[FOE[seat]]


def card_plan(board: BattleBoard, card: CommandCard, planned: Sequence[PlannedOrder]) -> str:
    """What a card is played for: the pieces that gain most by its orders, and where they go or battle from."""
    ranked = sorted(planned, key=lambda order: -order.gain)
    orders = ", ".join(_in_words(board, order) for order in ranked[:MOST])
    return f"Play {card.title}: {orders}." if orders else f"Play {card.title}."


def _in_words(board: BattleBoard, order: PlannedOrder) -> str:
    here, name = HEXES[board.place[order.piece]], board.name(order.piece)
    if order.to == OFF_BOARD:
        return f"{name} leaves the board from {here}"
    if is_general(order.piece):
        return f"{name} rides from {here}"
    way = f"stands at {here}" if HEXES[order.to] == here else f"goes from {here} to {HEXES[order.to]}"
    against = f" against {HEXES[order.attack.target]}" if order.attack.target >= 0 else ""
    return f"{name} {way}{against}"
