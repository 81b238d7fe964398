"""Fighting the battle and what it does to the map: losses, points, the losers' retreat, the victors' room.

Source: GotW p.13 Ending a Battle, Retreating after Battle, Broken Brigades (AFI p.13). Readings: Losers of a battle,
Victors of a battle.
"""

from __future__ import annotations

from attrs import evolve

from wargame_altar_of_freedom.board.actions import PlaceToken
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BattleChanged, BattleFought, BrigadeBroken, BrigadeLost
from wargame_altar_of_freedom.board.pieces import Space, TabletopBattle, Token, in_spaces
from wargame_altar_of_freedom.board.turn_events import TokenPlaced
from wargame_altar_of_freedom.printed.lines import Occasion
from wargame_altar_of_freedom.rules.arrivals import arrive, nearest_free
from wargame_altar_of_freedom.rules.contact import drive_off
from wargame_altar_of_freedom.rules.fog_of_war import reveal, sees_token
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_altar_of_freedom.rules.retreats import Departure, departure, leave_if_empty, retreat
from wargame_altar_of_freedom.rules.scoring import ScoringOccasion, score_at_once
from wargame_altar_of_freedom.rules.tabletop.brief import battle_brief
from wargame_altar_of_freedom.rules.tabletop.resolvers import resolver
from wargame_core.authoring import D6, ListedChoices, Procedure, Table, bits
from wargame_core.maps.masks import mask_of


def fight_battle(t: Table[CampaignBoard]) -> Procedure[None]:
    """The battle is fought; its losses are marked and the winner scores.

    Source: GotW p.13 Fighting the Battle, Ending a Battle, Broken Brigades (AFI p.13). Readings: Losses.
    """
    board = t.board
    battle = board.open_battle
    result = yield from resolver(board.options["battles"])(t, battle_brief(board))
    ended = result.winner, result.loser, result.reason, result.last_turn
    t.record(BattleFought(*ended, result.ruling, result.story, result.why))
    for unit in result.broken:
        t.record(BrigadeBroken(unit, "tabletop battle"))
        if board.options["tabletop_losses"] == "permanent":
            t.record(BrigadeLost(unit))
    arrived = [arrival.token for arrival in battle.reinforcements if arrival.turn <= result.last_turn]
    part = [board.tokens[token_id] for token_id in (*battle.attackers, *battle.defenders, *battle.held_back, *arrived)]
    losers = tuple(token.id for token in part if token.side == result.loser)
    held = board.held_divisions()
    winners = tuple(token.id for token in part if token.side == result.winner and token.unit not in held)
    t.record(BattleChanged(evolve(battle, loser=result.loser, retreating=losers, spreading=winners)))
    for token in part:
        leave_if_empty(t, token)
    yield from score_at_once(t, ScoringOccasion(result.winner), Occasion.BATTLE_WON)


def leaves_the_table(board: CampaignBoard, battle: TabletopBattle, token: Token) -> Departure:
    """How a beaten division leaves the table: by the spaces that it can get to without meeting a victor.

    A division off the map of the table (the contacting one, a reinforcement) leaves from where it came on.
    Source: GotW p.13 Retreating after Battle (AFI p.13). Readings: Losers of a battle.
    """
    table, here = mask_of(battle.block), board.at[token.id]
    if not table >> here & 1:
        arrivals = (arrival.entry for arrival in battle.reinforcements if arrival.token == token.id)
        here = next(arrivals, battle.contact.origin)
    return departure(board, token, here, table if table >> here & 1 else 0)


def next_on_the_map(t: Table[CampaignBoard], token_id: str, battle: TabletopBattle) -> Token | None:
    """The division whose turn it is, struck off the list in ``battle``; None when it has left the map."""
    t.record(BattleChanged(battle))
    return t.board.tokens[token_id] if token_id in t.board.at else None


def retreat_a_loser(t: Table[CampaignBoard]) -> Procedure[None]:
    """The next beaten division retreats d6 spaces from the battlefield; who does not see it sees no die.

    Source: GotW p.13 Retreating after Battle (AFI p.13). Readings: Losers of a battle, What a referee announces.
    """
    board = t.board
    battle = board.open_battle
    token_id, *rest = battle.retreating
    token = next_on_the_map(t, token_id, evolve(battle, retreating=tuple(rest)))
    if token is None:
        return
    cite = board.cite("Retreating after Battle")
    spaces = yield from t.roll(D6, f"retreat of {token.name}", cite, seen_by=sees_token(board, token))
    group = (token, *escorted(board, battle, token))
    yield from retreat(t, group, battle.block, spaces, leaves_the_table(board, battle, token))


def escorted(board: CampaignBoard, battle: TabletopBattle, token: Token) -> tuple[Token, ...]:
    """The baggage trains that leave a space of the battlefield with the last division of theirs in it.

    Source: AFI p.7 Logistical Limitations. Readings: Trains taken.
    """
    space = board.at[token.id]
    there = [other for other in board.tokens_in(space) if other.side == token.side and other is not token]
    if space not in battle.block or any(other.is_division for other in there):
        return ()
    return tuple(other for other in there if other.kind in board.campaign.never_with_own_kind)


def spread_a_victor(t: Table[CampaignBoard]) -> Procedure[None]:
    """The next victorious division takes its space on the battlefield, or, when all are taken, one near it.

    Source: GotW p.13 Retreating after Battle (AFI p.13). Readings: Victors of a battle.
    """
    board = t.board
    battle = board.open_battle
    token_id, *rest = battle.spreading
    token = next_on_the_map(t, token_id, evolve(battle, spreading=tuple(rest)))
    if token is None:
        return
    spaces = victors_spaces(board, battle, token)
    chosen = spaces[0]
    if len(spaces) > 1:
        cite = board.cite("Retreating after Battle")
        choices = ListedChoices((PlaceToken(token_id, space) for space in spaces), cite=cite)
        chosen = (yield from t.ask(token.side, choices, f"Where does {token.name} stand after the battle?", cite)).space
    if chosen not in battle.block and board.mask(board.enemy(token.side)) >> chosen & 1:
        chosen = nearest_free(board, token, chosen)[0]  # an enemy that was not seen stands there
    if chosen != board.at[token_id]:
        left_behind = tuple(other for other in board.tokens_in(chosen) if other.side != token.side)
        reveal(t, left_behind)
        for other in left_behind:
            yield from drive_off(t, other, chosen)
        t.record(TokenPlaced(token_id, chosen, "takes position"))
        yield from arrive(t, token, (chosen,))


def victors_spaces(board: CampaignBoard, battle: TabletopBattle, token: Token) -> list[Space]:
    """The free spaces of the battlefield for a victor; where there are none, the nearest free ones.

    Pickets and trains that the beaten army left there are driven off or taken. Nobody comes into an enemy fortress
    by a battle, even one whose garrison was beaten outside it. Readings: Fortress of Vicksburg.
    """
    here = board.at[token.id]
    taken = stacking(board, token)[1] | board.division_mask(board.enemy(token.side))
    for space, holder in board.campaign.fortresses.items():
        if holder != token.side and space != here:
            taken |= 1 << space
    free = mask_of(battle.block) & board.campaign.map.enterable & ~taken
    if free:
        return list(in_spaces(bits(free)))
    if here not in battle.block:
        return [here]
    return nearest_free(board, token, here, as_known=True)


def end_battle(t: Table[CampaignBoard]) -> None:
    """The battle is over, and with it all movement of the turn. Source: GotW p.11 Tabletop Battles (AFI p.11)."""
    t.record(BattleChanged(None))
