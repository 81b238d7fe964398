"""A side's plan in a sentence: how it means to win, before its first card, and what each card that it plays is for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.players.card_worth import Prospects, is_infantry_in
from wargame_battlecry.players.evaluation import potential
from wargame_battlecry.printed.command_cards import CardEffect, CommandCard
from wargame_battlecry.printed.game_board import HEXES, SECTION, SECTION_BITS
from wargame_battlecry.printed.sides import FOE, SECTIONS
from wargame_battlecry.rules.move import allowance, destinations
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


def card_plan(board: BattleBoard, seat: str, card: CommandCard, gains: Mapping[str, float]) -> str:
    """What a card is played for: the pieces that gain most by its orders, and where they go or battle from."""
    pieces = WHOM.get(card.effect, _nobody)(Prospects(board, seat, gains), card)
    ranked = sorted((piece for piece in pieces if gains[piece] > 0), key=lambda piece: -gains[piece])
    errands = ", ".join(_errand(board, piece) for piece in ranked[:MOST])
    return f"Play {card.title}: {errands}." if errands else f"Play {card.title}."


def _errand(board: BattleBoard, piece: str) -> str:
    here = board.place[piece]
    name = f"{board.name(piece)} "
    if is_general(piece):
        return f"{name}rides from {HEXES[here]}"
    _, to = potential(board, piece, destinations(board, piece), allowance(board, piece))
    return name + (f"stands at {HEXES[here]}" if to == here else f"goes from {HEXES[here]} to {HEXES[to]}")


def _in_sections(prospects: Prospects, card: CommandCard) -> list[str]:
    """The pieces that gain most, as far as the orders of the sections in which they stand go."""
    board, seat, orders = prospects.board, prospects.seat, dict(card.orders)
    if card.orders_per_card:
        orders[card.orders_per_card] = board.held[seat]
    chosen: list[str] = []
    spent: list[int] = []
    for piece in sorted(prospects.gains, key=lambda piece: -prospects.gains[piece]):
        given = [*spent, SECTION_BITS[seat][board.place[piece]]]
        if all(_fitting(given, sections) <= room for sections, room in _rooms(orders)):
            chosen.append(piece)
            spent = given
    return chosen


def _rooms(orders: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """Every set of sections, as bits, with the orders that a card gives in it."""
    for chosen in range(1, 1 << len(SECTIONS)):
        yield chosen, sum(orders.get(section, 0) for n, section in enumerate(SECTIONS) if chosen >> n & 1)


def _fitting(given: Iterable[int], chosen: int) -> int:
    """How many orders fit no section but those of a set."""
    return sum(not sections & ~chosen for sections in given)


def _infantry(prospects: Prospects, card: CommandCard) -> list[str]:
    """The infantry of the section where it gains most."""
    section = max(SECTIONS, key=prospects.infantry_in)
    area = SECTION[prospects.seat][section]
    return [piece for piece in prospects.gains if is_infantry_in(prospects.board, piece, area)]


def _arm(arm: str) -> Callable[[Prospects, CommandCard], list[str]]:
    def units(prospects: Prospects, card: CommandCard) -> list[str]:
        known = prospects.board.battle.units
        return [piece for piece in prospects.gains if not is_general(piece) and known[piece].kind.arm == arm]

    return units


def _anybody(prospects: Prospects, card: CommandCard) -> list[str]:
    return list(prospects.gains)


def _nobody(prospects: Prospects, card: CommandCard) -> list[str]:
    return []


WHOM: Final[Mapping[CardEffect, Callable[[Prospects, CommandCard], list[str]]]] = {
    CardEffect.ORDERS: _in_sections,
    CardEffect.BATTLE_CRY: _anybody,
    CardEffect.BOMBARD: _arm("artillery"),
    CardEffect.FORCED_MARCH: _infantry,
    CardEffect.HIT_AND_RUN: _arm("cavalry"),
}
"""The pieces that a card may order, by its effect; other effects order nobody that could be named beforehand."""
