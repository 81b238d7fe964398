"""Which spaces make the table, and who starts on it.

Source: GotW p.11 Defining a Battlefield, p.12 Deployment (AFI p.11-12). Readings: Table, Starting on the table.
"""

from __future__ import annotations

from operator import attrgetter

from attrs import evolve

from wargame_altar_of_freedom.board.battle_actions import ChooseBlock, HoldBack
from wargame_altar_of_freedom.board.battle_events import BattleChanged
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.fog_of_war import show_to_both
from wargame_core.authoring import ListedChoices, Procedure, Table
from wargame_core.flow.choices import Subsets

Block = tuple[Space, ...]


def rectangle(campaign: Campaign, row: int, column: int, height: int, width: int) -> Block | None:
    """The spaces of a rectangle of the map, row by row; None when it does not lie on the map."""
    game_map = campaign.map
    if row < 0 or column < 0 or row + height > game_map.rows or column + width > game_map.cols:
        return None
    return tuple(Space(game_map.space(r, c)) for r in range(row, row + height) for c in range(column, column + width))


def small_tables(campaign: Campaign, contact: Space) -> list[Block]:
    """The squares of 2 by 2 spaces that hold the contact: a 4 by 4 foot table. Readings: Table."""
    row, column = campaign.map.rowcol(contact)
    blocks = (rectangle(campaign, row - up, column - left, 2, 2) for up in (1, 0) for left in (1, 0))
    return [block for block in blocks if block is not None]


def larger_tables(campaign: Campaign, block: Block) -> list[Block]:
    """The rectangles of 3 by 2 spaces that hold a 2 by 2 table: 6 by 4 feet. Readings: Table."""
    row, column = campaign.map.rowcol(block[0])
    blocks = (
        rectangle(campaign, row - 1, column, 3, 2),
        rectangle(campaign, row, column - 1, 2, 3),
        rectangle(campaign, row, column, 2, 3),
        rectangle(campaign, row, column, 3, 2),
    )
    return [larger for larger in blocks if larger is not None]


def define_battlefield(t: Table[CampaignBoard]) -> Procedure[None]:
    """The defender marks four spaces around the contact, then the attacker may add two.

    Source: GotW p.11 Defining a Battlefield (AFI p.11).
    """
    board = t.board
    campaign, contact = board.campaign, board.open_battle.contact
    cite = board.cite("Defining a Battlefield")
    defender = contact.side(False, campaign.seats)
    small = ListedChoices(map(ChooseBlock, small_tables(campaign, contact.space)), cite=cite)
    block: Block = (yield from t.ask(defender, small, "Which four spaces are the battlefield?", cite)).spaces
    choices = [ChooseBlock(block), *map(ChooseBlock, larger_tables(campaign, block))]
    chosen = yield from t.ask(
        contact.attacking_side, ListedChoices(choices, cite=cite), "Extend the battlefield?", cite
    )
    battle = evolve(board.open_battle, block=chosen.spaces, extended=len(chosen.spaces) > len(block))
    spaces = ", ".join(board.label(space) for space in chosen.spaces)
    t.record(BattleChanged(battle, f"The table: {spaces}."))


def deploy_on_table(t: Table[CampaignBoard]) -> Procedure[None]:
    """Everything in the marked spaces stands on the table; the attacker may hold divisions back.

    The attacker's division that made contact comes over the edge from its own space. Source: GotW p.12 Deployment.
    """
    board = t.board
    battle = board.open_battle
    contact, side = battle.contact, battle.contact.attacking_side
    inside = [token for token in board.tokens.values() if token.is_division and board.at.get(token.id) in battle.block]
    defenders = tuple(token.id for token in inside if token.side != side)
    others = [token.id for token in inside if token.side == side and token.id != contact.attacker]
    held: tuple[str, ...] = ()
    if others:
        cite = board.cite("Deployment")
        chosen = yield from t.ask(
            side, Subsets(others, HoldBack, attrgetter("tokens"), cite), "Hold divisions back from the table?", cite
        )
        held = chosen.tokens
    attackers = (contact.attacker, *(token for token in others if token not in held))
    battle = evolve(battle, attackers=attackers, defenders=defenders, held_back=held)
    t.record(BattleChanged(battle))
    show_on_table(t, (*attackers, *defenders))


def show_on_table(t: Table[CampaignBoard], tokens: tuple[str, ...]) -> None:
    """Tokens on the table are seen by everybody."""
    show_to_both(t, tuple(t.board.tokens[token_id] for token_id in tokens))
