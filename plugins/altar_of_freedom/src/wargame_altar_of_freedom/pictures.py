"""How a campaign looks: its tokens on the map, in letters, and which events are worth a headline."""

from __future__ import annotations

from collections.abc import Mapping

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import (
    BattleChanged,
    BattleFought,
    PointsScored,
    RetreatBlocked,
    SkirmishFought,
)
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.turn_events import CorpsNominated, DepotChange, DepotSetUp
from wargame_altar_of_freedom.printed.lines import PICKET, TRAIN
from wargame_core.authoring import Event
from wargame_pictures.draw.counter_keys import pip_key, shape_keys, side_keys
from wargame_pictures.draw.faces import Shape
from wargame_pictures.draw.ground import DrawnGround, map_ground
from wargame_pictures.draw.letters import Letters
from wargame_pictures.draw.shapes import as_id
from wargame_pictures.draw.sides import DARK, DARK_LINE, LIGHT, LIGHT_LINE
from wargame_pictures.draw.tokens import Marker

COLORS = (DARK, LIGHT)
"""Of the first and the second seat."""
LINES = (DARK_LINE, LIGHT_LINE)


EVERYDAY_POINTS = 3
"""What a side may score for holding on for another turn; more than that is news."""


def campaign_ground(board: CampaignBoard, turned: bool) -> DrawnGround:
    """The map of the campaign, with what stands on its tokens in the legend."""
    campaign = board.campaign
    signs = {"infantry": "infantry", "cavalry": "cavalry", "depot": "depot", "picket": "picket, or face down"}
    signs |= {"train": "baggage train"} if any(piece.kind == TRAIN for piece in campaign.pieces.values()) else {}
    key = (
        *side_keys([campaign.side_name(side) for side in campaign.seats]),
        *shape_keys(signs),
        pip_key("brigades left, broken"),
    )
    return map_ground(campaign.map, turned, key=key)


def campaign_markers(board: CampaignBoard, seat: str) -> list[Marker]:
    """The tokens and depots on a board as the seat's reader sees it."""
    color = dict(zip(board.campaign.seats, COLORS, strict=True))
    markers = [
        Marker(
            depot.space,
            str(depot.value),
            depot.side,
            color[depot.side],
            "depot",
            note=f"depot, {depot.value} Staff Dice",
            id=depot.id,
        )
        for depot in board.depots.values()
    ]
    for token_id, space in board.at.items():
        token = board.tokens[token_id]
        if not token.kind:
            markers.append(
                Marker(space, "?", token.side, color[token.side], face_down=True, note=token.name, id=token_id)
            )
            continue
        markers.append(_face_up(board, token, space, color[token.side]))
    return markers


def campaign_letters(board: CampaignBoard, seat: str) -> Mapping[str, Letters]:
    """The tokens and depots in letters: its arm and how many brigades it has; what lies face down is a "?"."""
    shown = {depot.id: Letters("d", f"depot, {depot.value} Staff Dice") for depot in board.depots.values()}
    for token_id in board.at:
        token = board.tokens[token_id]
        if not token.kind:
            shown[token_id] = Letters("?", f"{token_id} face down")
        elif token.unit:
            brigades = board.brigades(token)
            arm = board.campaign.oob.formations[token.unit].arm or "infantry"
            shown[token_id] = Letters(
                f"{arm[0]}{len(brigades)}", f"{token.name} ({token_id}), {len(brigades)} brigades"
            )
        else:
            shown[token_id] = Letters("t" if token.kind == TRAIN else "p", f"{token.name} ({token_id})")
    return shown


def _face_up(board: CampaignBoard, token: Token, space: int, color: str) -> Marker:
    """A token that its reader knows: a division with its brigades, those that are broken or lost as rings."""
    shape: Shape = "picket" if token.kind == PICKET else "train" if token.kind == TRAIN else "block"
    note = f"{token.name} ({token.id})"
    if not token.unit:
        return Marker(space, "", token.side, color, shape, note=note, id=token.id, kind=as_id(token.kind))
    unit = board.campaign.oob.formations[token.unit]
    there = len(board.brigades(token))
    gone = len(unit.units) - there
    note += f", {there} brigades" + (f", {gone} broken or lost" if gone else "")
    pips = (there, gone)
    return Marker(space, unit.short, token.side, color, note=note, id=token.id, arm=token.kind, pips=pips)


def campaign_caption(board: CampaignBoard) -> str:
    """The turn and the Staff Dice left in it. Victory points are secret, so they are not on the picture."""
    if not board.turn:
        return "set-up"
    name = board.campaign.side_name
    dice = ", ".join(f"{name(side)} {left}" for side, left in board.staff_dice.items())
    return f"turn {board.turn} of {board.campaign.turns}{f'; Staff Dice {dice}' if dice else ''}"


def campaign_heading(event: Event, board: CampaignBoard) -> str:
    """The title of a part of the story that begins with this event: a corps' activation, a tabletop battle."""
    campaign = board.campaign
    if isinstance(event, CorpsNominated):
        return f"{campaign.side_name(event.side)}: {campaign.command[event.command].name}"
    if isinstance(event, BattleChanged) and event.battle is not None and not event.battle.block:
        return f"Battle at {board.label(event.battle.contact.space)}"
    return ""


def campaign_weight(event: Event) -> int:
    """How decisive an event was: 0 is not worth a headline."""
    if isinstance(event, BattleFought):
        return 10
    if isinstance(event, PointsScored):
        return abs(event.award.points) if abs(event.award.points) > EVERYDAY_POINTS else 0
    if isinstance(event, RetreatBlocked):
        return 6
    if isinstance(event, DepotSetUp) and event.why is DepotChange.CAPTURED:
        return 5
    return 1 if isinstance(event, SkirmishFought) else 0
