"""Coming to a space: where a token may be put down, the depots it captures, the points that entering is worth.

Source: GotW p.11 Capturing Supply Depots, p.15 Victory Points (AFI p.11, 16).
Readings: Retreats, Depots, Raids and baggage trains.
"""

from attrs import evolve

from wargame_altar_of_freedom.board.actions import PlaceToken
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Depot, Space, Token, as_spaces
from wargame_altar_of_freedom.board.turn_events import DepotChange, DepotSetUp, TokenPlaced, TokenRemoved
from wargame_altar_of_freedom.printed.lines import Occasion
from wargame_altar_of_freedom.rules.fog_of_war import reveal
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_altar_of_freedom.rules.scoring import ScoringOccasion, TokenBroughtHome, score_at_once
from wargame_core.authoring import Cite, ListedChoices, Procedure, Table, bits


def free_spaces_near(board: CampaignBoard, token: Token, space: int) -> list[Space]:
    """The space and its neighbours on the same bank that the token may stand in, as far as its side knows."""
    game_map = board.campaign.map
    spaces_around = game_map.passage().next(1 << space) | 1 << space
    spaces_around &= game_map.enterable & ~stacking(board, token)[1] & ~board.enemies_seen(token.side)
    river = game_map.edges_on("river")
    return [
        Space(near_space)
        for near_space in (space, *game_map.neighbours[space])
        if spaces_around >> near_space & 1 and (min(near_space, space), max(near_space, space)) not in river
    ]


def nearest_free(
    board: CampaignBoard,
    token: Token,
    space: int,
    *,
    by_road: bool = False,
    barred_spaces: int = 0,
    as_known: bool = False,
) -> list[Space]:
    """The free spaces (none of the mask ``barred_spaces``) nearest to a space, over land or along roads; or none.

    Free in truth, or as far as the token's side knows.
    """
    game_map, enemy = board.campaign.map, board.enemy(token.side)
    enemies = board.enemies_seen(token.side) if as_known else board.mask(enemy)
    bad = barred_spaces | stacking(board, token)[1] | enemies | board.depot_mask(enemy)
    passage = game_map.passage(True, None, board.closed_crossings(token.side)) if by_road else game_map.passage()
    visited = 1 << space
    frontier = visited
    while frontier:
        good_spaces = frontier & game_map.enterable & ~bad
        if good_spaces:
            return list(as_spaces(bits(good_spaces)))
        frontier = passage.next(frontier) & ~visited
        visited |= frontier
    return []


def place(
    table: Table[CampaignBoard], token: Token, spaces: list[Space], reason: str, cite: Cite, *, barred_spaces: int = 0
) -> Procedure[None]:
    """Put a token down in one of the spaces, its owner's choice; near it if an enemy that was not seen is there.

    Never in one of the mask ``barred_spaces``.
    """
    if not spaces:
        return
    board = table.board
    space = spaces[0]
    if len(spaces) > 1:
        choices = ListedChoices((PlaceToken(token.id, free_space) for free_space in spaces), cite=cite)
        answer = yield from table.ask(token.side, choices, f"In which of these spaces do you put {token.name}?", cite)
        space = answer.space
    if board.mask(board.enemy(token.side)) >> space & 1:
        space = nearest_free(board, token, space, barred_spaces=barred_spaces)[0]
    table.record(TokenPlaced(token.id, space, reason))


def arrive(
    table: Table[CampaignBoard], token: Token, entered_spaces: tuple[Space, ...], came_from: Space | None = None
) -> Procedure[None]:
    """What entering spaces brings at once: captured depots and points for first entry.

    Source: GotW p.11 Capturing Supply Depots, p.15 Victory Points.
    """
    take_depots(table, token, entered_spaces)
    yield from enter_all(table, token, entered_spaces, came_from)


def enter_all(
    table: Table[CampaignBoard], token: Token, entered_spaces: tuple[Space, ...], came_from: Space | None
) -> Procedure[None]:
    """Each space of a way is entered in turn, as long as the token is on the map."""
    for space in entered_spaces:
        if token.id in table.board.at:
            yield from enter(table, token, space, came_from)
        came_from = space


def enter(table: Table[CampaignBoard], token: Token, space: Space, came_from: Space | None) -> Procedure[None]:
    """Entering a space scores what it is worth; a token that has scored for reaching home leaves the map.

    Source: AFI p.16 Victory Points. Readings: Trains home.
    """
    board = table.board
    occasion = ScoringOccasion(token.side, token, space, came_from=came_from)
    home_award_lines = [
        line
        for line in board.campaign.awards_at[Occasion.SPACE_ENTERED]
        if isinstance(line.when, TokenBroughtHome) and line.when.scores(board, line.side, occasion)
    ]
    if home_award_lines:  # that it leaves the map shows what it was
        reveal(table, (token,))
    yield from score_at_once(table, occasion, Occasion.SPACE_ENTERED)
    if home_award_lines:
        table.record(TokenRemoved(token.id, "home with its supplies"))


def take_depots(table: Table[CampaignBoard], token: Token, entered_spaces: tuple[Space, ...]) -> None:
    """A division captures the enemy depots in the spaces it enters. Source: GotW p.11 Capturing Supply Depots."""
    for space in entered_spaces if token.is_division else ():
        depot = table.board.depot_in(space)
        if depot is not None and depot.side != token.side:
            capture_depot(table, depot, token.side)


def capture_depot(table: Table[CampaignBoard], depot: Depot, side: str) -> None:
    """An unguarded depot changes hands; it is worth its captured value to the enemy and its own to its builder.

    Source: GotW p.11 Capturing Supply Depots (AFI p.11). Readings: Guards and captures.
    """
    worth = table.board.campaign.depots[depot.id].staff_dice
    value = worth.value if side == depot.builder else worth.captured
    table.record(DepotSetUp(evolve(depot, side=side, value=value), DepotChange.CAPTURED))
