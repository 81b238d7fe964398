"""What actions and events of a campaign name, in printed ids: a token by its number, never by what it is."""

from __future__ import annotations

from collections.abc import Iterable

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contacts import Contact, TabletopBattle
from wargame_core.flow.about import NOTHING, About


def along(board: CampaignBoard, token: str, origin: int | None, path: Iterable[int]) -> About:
    """A token on its way: the path with the space it leaves from, where that is known."""
    spaces = (*(() if origin is None else (origin,)), *path)
    ids = tuple(map(board.place_id, spaces))
    return About((token,), ids[0], ids[-1], ids) if ids else About((token,))


def standing(board: CampaignBoard, *tokens: str) -> About:
    """Tokens where they stand."""
    places = (board.place_id(board.at[token]) for token in tokens if token in board.at)
    return About(tokens, places=tuple(dict.fromkeys(places)))


def ends_of(board: CampaignBoard, name: str) -> tuple[str, ...]:
    """The spaces that a name means: both ends of a crossing, or the space of a place; none for other names."""
    game_map = board.campaign.map
    if name in game_map.crossings:
        return tuple(map(board.place_id, game_map.crossings[name].edge))
    return tuple(board.place_id(place.space) for place in game_map.places if place.name == name)


def labelled(board: CampaignBoard, label: str) -> tuple[str, ...]:
    """The space that the board labels so, among those where tokens stand."""
    return tuple(dict.fromkeys(board.place_id(space) for space in board.at.values() if board.label(space) == label))


def of_contact(board: CampaignBoard, contact: Contact) -> About:
    """Who meets whom, and where."""
    tokens = (contact.attacker, *contact.defenders)
    return About(tokens, places=(board.place_id(contact.space),), target=contact.defenders[0])


def by_name(board: CampaignBoard, *names: str) -> About:
    """The tokens that are called so, as far as the board shows their faces."""
    tokens = {token.name: token.id for token in board.tokens.values() if token.kind}
    return About(tuple(tokens[name] for name in names if name in tokens))


def of_battle(board: CampaignBoard, battle: TabletopBattle | None) -> About:
    """Who fights a tabletop battle, and on which spaces."""
    if battle is None:
        return NOTHING
    tokens = (*battle.attackers, *battle.defenders, *battle.held_back)
    fought_on = battle.block or (battle.contact.space,)
    return About(
        tokens or (battle.contact.attacker, *battle.contact.defenders), places=tuple(map(board.place_id, fought_on))
    )
