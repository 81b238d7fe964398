"""What a choice of a campaign costs or brings, for a player who points at it; all as the asked seat knows it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.event_names import count
from wargame_altar_of_freedom.printed.vocabulary import CommandId
from wargame_core.exact import show

FAR = 6
"""Spaces beyond which an enemy does not matter."""


def corps_in_words(board: CampaignBoard, command: CommandId) -> str:
    """The tokens of a corps on the map, and the Staff Dice there are for them."""
    tokens = [token for token in board.tokens.values() if token.command == command and token.id in board.at]
    if not tokens:
        return ""
    divisions = sum(token.is_division for token in tokens)
    others = len(tokens) - divisions
    words = [count(divisions, "division")] * bool(divisions) + [count(others, "other token")] * bool(others)
    left = board.staff_dice.get(tokens[0].side, 0)
    return f"{' and '.join(words)} on the map; {count(left, 'Staff Die', 'Staff Dice')} left"


def dice_in_words(board: CampaignBoard, tokens: tuple[str, ...]) -> str:
    """What a Staff Die adds to a march on average, and how many are left after these."""
    if not tokens:
        return ""
    die = board.campaign.staff_die
    mean = Fraction(sum(die.spaces(face) for face in range(1, die.sides + 1)), die.sides)
    left = board.staff_dice.get(board.tokens[tokens[0]].side, 0) - len(tokens)
    return (
        f"each adds {show(mean)} spaces on average to its march; {count(left, 'Staff Die', 'Staff Dice')} left after it"
    )


def retreat_in_words(board: CampaignBoard, token: str, end: int) -> str:
    """How far from the nearest enemy that is seen a retreat ends."""
    enemies, within = board.enemies_seen(board.tokens[token].side), board.campaign.map.within
    near = next((spaces for spaces in range(1, FAR + 1) if within(end, spaces) & enemies), None)
    return (
        f"more than {FAR} spaces from any enemy" if near is None else f"{count(near, 'space')} from the nearest enemy"
    )


def calls_in_words(board: CampaignBoard, tokens: Iterable[str]) -> str:
    """How far the divisions that are called stand from the fight, by the map alone."""
    if board.battle is None:
        return ""
    table, within = board.battle.contact.space, board.campaign.map.within
    far = {
        token: next((spaces for spaces in range(FAR + 1) if within(table, spaces) >> board.at[token] & 1), FAR + 1)
        for token in tokens
        if token in board.at
    }
    return ", ".join(f"{board.tokens[token].name} {count(spaces, 'space')} away" for token, spaces in far.items())
