"""Raids for supplies, and the baggage trains they fill.

Source: AFI p.8 Special Actions, p.7 Logistical Limitations, p.16 Victory Points. Rulings: decision 0113.
"""

from __future__ import annotations

from wargame_altar_of_freedom import vocabulary as words
from wargame_altar_of_freedom.board import CampaignBoard, Space, Token
from wargame_altar_of_freedom.conditions import Happening, brought_home
from wargame_altar_of_freedom.counters import take_counter
from wargame_altar_of_freedom.happenings import PlaceRaided, TokenPlaced, TokenRemoved
from wargame_altar_of_freedom.rallying import place
from wargame_core import Procedure, Table
from wargame_core.masks import bits


def raid_targets(board: CampaignBoard, token: Token, args: words.Raid) -> tuple[str, ...]:
    """The town or city a token may raid: where it stands, once a campaign, if there is room for the train.

    Source: AFI p.8 Special Actions. Decision 0113.
    """
    space = board.at[token.id]
    found = board.campaign.map.place_at(space)
    if token.side != args.side or found is None or args.place_tag not in found.tags or found.name in board.raided:
        return ()
    return (found.name,) if train_spaces(board, args, space) else ()


def train_spaces(board: CampaignBoard, args: words.Raid, space: int) -> list[Space]:
    """Where a new train goes: the raided space, or a neighbouring one if a train stands there. Decision 0113."""
    trains = {board.at[token.id] for token in board.tokens_of(args.side) if token.kind == args.token}
    if space not in trains:
        return [Space(space)]
    around = board.campaign.map.passage().next(1 << space) & ~board.mask(board.enemy(args.side))
    return [Space(near) for near in bits(around) if near not in trains]


def raid(t: Table, token: Token, target: str, args: words.Raid) -> Procedure[None]:
    """A baggage train stands in the raided place, which cannot be raided again. Source: AFI p.8 Special Actions."""
    board: CampaignBoard = t.board
    t.record(PlaceRaided(target))
    command = next(one.id for one in board.campaign.commands if one.side == args.side and args.token in one.tokens)
    spaces = train_spaces(board, args, board.campaign.space(target))
    train = yield from take_counter(t, args.side, args.token, command, "", "Baggage train")
    if len(spaces) == 1:
        t.record(TokenPlaced(train.id, spaces[0], "is filled"))
    else:
        yield from place(t, train, spaces, "is filled")


def bring_home(t: Table, token: Token, space: Space) -> None:
    """A token that has scored for reaching home leaves the map. Source: AFI p.16 Victory Points. Decision 0113."""
    board: CampaignBoard = t.board
    now = Happening(token.side, token, space)
    for line in board.campaign.reference.awards.get("entered", ()):
        if line.condition == "token_brought_home" and brought_home(board, line.side, line.args, now):
            t.record(TokenRemoved(token.id, "home with its supplies"))
