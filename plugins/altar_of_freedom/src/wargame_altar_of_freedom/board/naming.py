"""What tokens, places and numbers are called in sentences, and the printed ids that actions and events name.

A token is named by its number, never by what it is.
"""

from collections.abc import Iterable
from fractions import Fraction

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Contact, TabletopBattle
from wargame_core.flow.about import NOTHING, About


def count(number: int, noun: str, plural: str = "") -> str:
    """A number of things in words.

    >>> count(1, "Staff Die", "Staff Dice"), count(0, "space")
    ('1 Staff Die', '0 spaces')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def chance_in_words(least_face: int, sides: int = 6) -> str:
    """What a die must show at least, with the chance of it.

    >>> chance_in_words(4)
    'succeeds on 4 or more (1/2)'
    """
    return f"succeeds on {least_face} or more ({Fraction(max(sides + 1 - least_face, 0), sides)})"


def is_or_are(name: str) -> str:
    """The verb that a name takes.

    >>> is_or_are("Harrisburg Bridges"), is_or_are("Baldwin's Ferry"), is_or_are("XV Corps")
    ('are', 'is', 'is')
    """
    return "are" if name.endswith("s") and not name.endswith(("'s", "ss", "Corps")) else "is"


def name_of(board: CampaignBoard, token: str) -> str:
    """The token's name as the board's reader knows it."""
    known_token = board.tokens.get(token)
    return known_token.name if known_token else f"token {token}"


def unique_name(board: CampaignBoard, token: str) -> str:
    """A token by its name, and by its place too where another one bears the same name: its number nobody can see."""
    twins = _namesakes(board, token)
    if len(twins) == 1:
        return _plain_name(board, token)
    return name_at(board, token) if token in board.at else _numbered_name(_plain_name(board, token), token, twins)


def name_at(board: CampaignBoard, token: str) -> str:
    """A token of the map by its name and its place; of several that are alike there, which one of how many."""
    twins = [twin for twin in _namesakes(board, token) if board.at.get(twin) == board.at[token]]
    return _numbered_name(f"{_plain_name(board, token)} at {board.label(board.at[token])}", token, twins)


def _namesakes(board: CampaignBoard, token: str) -> list[str]:
    """The tokens that bear the name of one, itself included, in the order of their numbers, which are drawn by lot."""
    name = _plain_name(board, token)
    return sorted(other_token for other_token in board.tokens if _plain_name(board, other_token) == name)


def _plain_name(board: CampaignBoard, token: str) -> str:
    """The name of a token without its number, which stands on no counter."""
    return board.tokens[token].name.removesuffix(f" {token}")


def _numbered_name(name: str, token: str, twins: list[str]) -> str:
    return f"{name} ({twins.index(token) + 1} of {len(twins)})" if len(twins) > 1 else name


def about_path(board: CampaignBoard, token: str, origin: int | None, path: Iterable[int]) -> About:
    """A token on its way: the path with the space it leaves from, where that is known."""
    coordinates = board.campaign.map.all_coordinates
    ids = tuple([coordinates[space] for space in (path if origin is None else (origin, *path))])
    return About((token,), ids[0], ids[-1], ids) if ids else About((token,))


def about_tokens(board: CampaignBoard, *tokens: str) -> About:
    """Tokens where they stand."""
    space_of, coordinates = board.at, board.campaign.map.all_coordinates
    places = [coordinates[space_of[token]] for token in tokens if token in space_of]
    return About(tokens, places=tuple(dict.fromkeys(places)))


def ends_of(board: CampaignBoard, name: str) -> tuple[str, ...]:
    """The spaces that a name means: both ends of a crossing, or the space of a place; none for other names."""
    game_map = board.campaign.map
    if name in game_map.crossings:
        return tuple(map(board.place_id, game_map.crossings[name].edge))
    return tuple(board.place_id(place.space) for place in game_map.places if place.name == name)


def place_called(board: CampaignBoard, name: str) -> str:
    """What people call a crossing that is named by its id; a place has its name."""
    crossing = board.campaign.map.crossings.get(name)
    return crossing.name if crossing else name


def places_labelled(board: CampaignBoard, label: str) -> tuple[str, ...]:
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
