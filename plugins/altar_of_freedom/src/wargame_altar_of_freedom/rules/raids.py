"""Raids for supplies, and the baggage trains they fill.

Source: AFI p.8 Special Actions, p.7 Logistical Limitations, p.16 Victory Points. Readings: Raids and baggage trains.
"""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.campaign_events import PlaceRaided
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.board.token_events import TokenRemoved
from wargame_altar_of_freedom.printed import vocabulary as words
from wargame_altar_of_freedom.printed.conditions import Occasion, TokenBroughtHome
from wargame_altar_of_freedom.printed.vocabulary import NO_DIVISION
from wargame_altar_of_freedom.rules.award_conditions import ScoringOccasion, brought_home
from wargame_altar_of_freedom.rules.counters import take_counter
from wargame_altar_of_freedom.rules.fog_of_war import reveal
from wargame_altar_of_freedom.rules.rallying import place
from wargame_altar_of_freedom.rules.scoring import score_at_once
from wargame_core.authoring import Procedure, Table
from wargame_core.maps.masks import bits


def raid_targets(board: CampaignBoard, token: Token, args: words.Raid) -> tuple[str, ...]:
    """The town or city a token may raid: where it stands, once a campaign, if there is room for the train.

    Source: AFI p.8 Special Actions. Readings: Places to raid.
    """
    space = board.at[token.id]
    if token.side != args.side or not train_spaces(board, args, space):
        return ()
    here = (place for place in board.campaign.map.places if place.space == space and args.place_tag in place.tags)
    return tuple(place.name for place in here if place.name not in board.raided)


def train_spaces(board: CampaignBoard, args: words.Raid, space: int) -> list[Space]:
    """Where a new train goes: the raided space, or one next to it on the same bank if a train stands there.

    Source: AFI p.7 Logistical Limitations. Readings: Trains taken.
    """
    trains = {board.at[token.id] for token in board.tokens_of(args.side) if token.kind == args.token}
    if space not in trains or args.token not in board.campaign.never_with_own_kind:
        return [Space(space)]
    game_map, enemy = board.campaign.map, board.enemy(args.side)
    rivers = frozenset(game_map.edges_on("river"))
    around = game_map.passage(False, None, rivers).next(1 << space) & game_map.enterable
    around &= ~board.mask(enemy) & ~board.depot_mask(enemy)
    return [Space(near) for near in bits(around) if near not in trains]


def raid(t: Table[CampaignBoard], token: Token, target: str, args: words.Raid) -> Procedure[None]:
    """A baggage train stands in the raided place, which cannot be raided again. Source: AFI p.8 Special Actions."""
    board = t.board
    t.record(PlaceRaided(target))
    command = next(
        command.id for command in board.campaign.commands if command.side == args.side and args.token in command.tokens
    )
    spaces = train_spaces(board, args, board.campaign.space(target))
    train = yield from take_counter(
        t, args.side, args.token, command, NO_DIVISION, args.token.replace("_", " ").capitalize()
    )
    yield from place(t, train, spaces, "is filled", board.cite("Special Actions"))
    reveal(t, (train,))


def enter(t: Table[CampaignBoard], token: Token, space: Space) -> Procedure[None]:
    """Entering a space scores what it is worth; a token that has scored for reaching home leaves the map.

    Source: AFI p.16 Victory Points. Readings: Trains home.
    """
    board = t.board
    now = ScoringOccasion(token.side, token, space)
    home = any(
        brought_home(board, line.side, line.args, now)
        for line in board.campaign.reference.awards[Occasion.SPACE_ENTERED]
        if isinstance(line.args, TokenBroughtHome)
    )
    if home:  # that it leaves the map shows what it was
        reveal(t, (token,))
    yield from score_at_once(t, now, Occasion.SPACE_ENTERED)
    if home:
        t.record(TokenRemoved(token.id, "home with its supplies"))
