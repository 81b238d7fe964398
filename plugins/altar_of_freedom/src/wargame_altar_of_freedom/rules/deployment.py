"""Starting deployment: one side places everything, then the other; pickets in the way move aside.

Source: GotW p.5 Starting Deployment, p.15-16 Deployment Notes (AFI p.5, 15-17). Readings: Deployment.
"""

from collections.abc import Iterable, Iterator

from wargame_altar_of_freedom.board.actions import Decide, Deploy, PlaceDepot
from wargame_altar_of_freedom.board.board import CampaignBoard, require
from wargame_altar_of_freedom.board.contact_events import FormationLeftOut
from wargame_altar_of_freedom.board.pieces import Depot, Space, Token
from wargame_altar_of_freedom.board.turn_events import DepotSetUp, TokenPlaced
from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.lines import Deployment, DepotSite, Occasion
from wargame_altar_of_freedom.rules.arrivals import nearest_free, place
from wargame_altar_of_freedom.rules.fog_of_war import show_to_both
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_altar_of_freedom.rules.scoring import FormationIsLeftOut, ScoringOccasion, score_at_once
from wargame_core.authoring import ListedChoices, Procedure, Table, bits
from wargame_core.maps.masks import mask_of

HISTORICAL, FREE = "historical", "free"


def leave_formations_out(table: Table[CampaignBoard]) -> Procedure[None]:
    """A side that may leave a formation out says so. Source: AFI p.15 Victory Points. Readings: Formations left out."""
    board = table.board
    for choice in board.campaign.set_up_choice:
        choices = ListedChoices([Decide("keep_it"), Decide("leave_it_out")], cite=choice.cite)
        prompt = f"Do you {choice.text}?{_worth_left_out(board, choice.leave_out)}"
        answer = yield from table.ask(choice.side, choices, prompt, choice.cite)
        if answer.choice == "leave_it_out":
            table.record(FormationLeftOut(choice.side, choice.leave_out))


def _worth_left_out(board: CampaignBoard, formation: str) -> str:
    """What hangs on leaving a formation out, as a sentence with a blank before it; "" where it scores nothing."""
    awards = [(line.when, line.points) for line in board.campaign.awards.values()]
    points = [
        str(worth)
        for condition, worth in awards
        if isinstance(condition, FormationIsLeftOut) and condition.formation == formation
    ]
    return f" That scores {' and '.join(points)} points, and it fights nowhere in this campaign." if points else ""


def set_up_depots(table: Table[CampaignBoard], side: str) -> Procedure[None]:
    """The side's depots stand at their places; where the briefing names two, it chooses (the first, by the book).

    An enemy picket in such a space moves aside, as for a division. Source: GotW p.5 Starting Deployment, p.15-16
    Deployment Notes (AFI p.5, 15-16). Readings: Displaced tokens.
    """
    board = table.board
    for printed_depot in depots_to_set_up(board, side):
        spaces = [Space(board.campaign.space(place)) for place in printed_depot.places]
        space = spaces[0]
        if len(spaces) > 1 and board.scenario == FREE:
            offers = ListedChoices(
                [PlaceDepot(printed_depot.id, site) for site in spaces], cite=board.cite("Starting Deployment")
            )
            dice = f"{printed_depot.value} Staff Dice a turn while you hold it"
            prompt = f"Where do you set up your supply depot? It gives {dice}."
            answer = yield from table.ask(printed_depot.side, offers, prompt, offers.cite)
            space = answer.space
        table.record(
            DepotSetUp(Depot(printed_depot.id, printed_depot.side, space, printed_depot.value, printed_depot.side))
        )
        show_to_both(table, _enemies_in(board, side, space))
        yield from _make_room(table, side, space)


def _enemies_in(board: CampaignBoard, side: str, space: Space) -> tuple[Token, ...]:
    return tuple(other_token for other_token in board.tokens_in(space) if other_token.side != side)


def _make_room(table: Table[CampaignBoard], side: str, space: Space) -> Procedure[None]:
    """Enemies in a space in which a side sets something up have moved aside."""
    for other_token in _enemies_in(table.board, side, space):
        yield from move_aside(table, other_token)


def depots_to_set_up(board: CampaignBoard, side: str) -> list[DepotSite]:
    """The side's depots that do not stand yet."""
    return [depot for depot in board.campaign.depots.values() if depot.side == side and depot.id not in board.depots]


def undeployed_lines(board: CampaignBoard, side: str) -> list[tuple[Deployment, list[Token]]]:
    """The lines of a side's briefing with tokens still to be placed, in order, with those tokens."""
    by_piece = {token.piece: token for token in board.tokens.values() if token.id not in board.at}
    waiting_pieces = by_piece.keys()
    return [
        (line, [by_piece[piece] for piece in line.pieces if piece in waiting_pieces])
        for line in board.campaign.deployments
        if line.side == side and not waiting_pieces.isdisjoint(line.pieces)
    ]


def deploying_side(board: CampaignBoard) -> str | None:
    """One side until everything of it stands, then the other; None when both do.

    Source: GotW p.5 Starting Deployment (AFI p.5).
    """
    first_side = board.campaign.deploys_first
    for side in (first_side, board.enemy(first_side)):
        if depots_to_set_up(board, side) or undeployed_lines(board, side):
            return side
    return None


def all_deployed(board: CampaignBoard) -> bool:
    """Whether everything that starts on the map stands there."""
    return deploying_side(board) is None


def deployment_spaces(
    board: CampaignBoard, line: Deployment, token: Token, *, as_known: bool = False
) -> Iterator[Space]:
    """Where a token may be placed under a line of its briefing as far as its side knows, the named spaces first.

    Enemy pickets in the way move aside for a division; ``as_known``, a token whose face its side does not know may be
    one. Where everything the briefing allows is taken, the nearest free spaces will do. Source: GotW p.15-16 Deployment
    Notes. Readings: Order of deployment.
    """
    closed_spaces = stacking(board, token)[1] | board.depot_mask(board.enemy(token.side))
    closed_spaces |= _blocking_spaces(board, token, as_known=as_known) & board.enemies_seen(token.side)
    open_ground = board.campaign.map.enterable & ~closed_spaces
    first_space, any_open = None, False
    for space in _zone(board, line, token):
        first_space = space if first_space is None else first_space
        if open_ground >> space & 1:
            open_ground ^= 1 << space
            any_open = True
            yield space
    if not any_open and first_space is not None:
        yield from nearest_free(board, token, first_space, as_known=True)


def _blocking_spaces(board: CampaignBoard, token: Token, *, as_known: bool = False) -> int:
    """Mask of the spaces with enemies that do not make room for a token: pickets do, for a division."""
    enemy = board.enemy(token.side)
    if not token.is_division or not as_known:
        return board.division_mask(enemy) if token.is_division else board.mask(enemy)
    divisions_in_the_way = (
        other_token.id
        for other_token in board.tokens_of(enemy)
        if other_token.is_division and board.knows_face(token.side, other_token)
    )
    return mask_of(board.at[token_id] for token_id in divisions_in_the_way)


def _clear(board: CampaignBoard, token: Token, space: Space) -> Space:
    """The space, or one near it where an unseen enemy stands there. Readings: Displaced tokens."""
    return nearest_free(board, token, space)[0] if _blocking_spaces(board, token) >> space & 1 else space


def _zone(board: CampaignBoard, line: Deployment, token: Token) -> Iterator[Space]:
    where, game_map = line.where, board.campaign.map
    if isinstance(where, lines.RoadColumn):
        for row, column in where.cells:
            yield Space(game_map.grid.space(row, column))
    elif isinstance(where, lines.Anywhere):
        yield from _picket_spaces(board, token)
        yield from map(Space, bits(game_map.enterable))
    elif isinstance(where, lines.NearDivisions):
        divisions = list(bits(board.division_mask(token.side)))
        yield from _roads_first(
            board, (space for division in divisions for space in _spaces_near(board, division, where.spaces))
        )
    else:
        places = where.places if isinstance(where, lines.AtPlaces) else _open_places(board, line, where)
        spaces = [board.campaign.space(place) for place in places]
        yield from map(Space, spaces)
        if where.adjacent:
            yield from _roads_first(board, (neighbour for space in spaces for neighbour in _same_bank(board, space)))


def _roads_first(board: CampaignBoard, spaces: Iterable[Space]) -> Iterator[Space]:
    """The spaces on roads before the others: off the roads a token has no base move.

    Readings: Deployment by the book.
    """
    passage = board.campaign.map.passage(True)
    on_roads = 0
    for _, leaving_mask in passage.steps:
        on_roads |= leaving_mask
    yield from sorted(spaces, key=lambda space: not on_roads >> space & 1)


def _spaces_near(board: CampaignBoard, space: int, distance: int) -> Iterator[Space]:
    yield from map(Space, bits(board.campaign.map.within(space, distance)))


def _same_bank(board: CampaignBoard, space: int) -> Iterator[Space]:
    """The neighbours of a space that no major river parts from it. Readings: Next to a place."""
    rivers = board.campaign.map.edges_on("river")
    for neighbour in board.campaign.map.neighbours[space]:
        if (min(neighbour, space), max(neighbour, space)) not in rivers:
            yield Space(neighbour)


def _open_places(board: CampaignBoard, line: Deployment, one_at_each: lines.OneAtEach) -> list[str]:
    """The places of a one-at-each line at or next to which none of its pieces stands yet; all when none is left."""
    token_of = {token.piece: token.id for token in board.tokens.values()}
    piece_spaces = [board.at[token_of[piece]] for piece in line.pieces if token_of.get(piece) in board.at]
    distance_between = board.campaign.map.distance
    open_places = [
        place
        for place in one_at_each.places
        if all(distance_between(board.campaign.space(place), space) > 1 for space in piece_spaces)
    ]
    return open_places or list(one_at_each.places)


def _picket_spaces(board: CampaignBoard, token: Token) -> Iterator[Space]:
    """The ends of crossings on the banks where the side has depots: where a picket is placed by the book."""
    game_map = board.campaign.map
    regions = game_map.regions or ("",) * game_map.size
    home_regions = {regions[space] for space in bits(board.depot_mask(token.side))}
    own_spaces = board.mask(token.side)
    for crossing in game_map.crossings.values():
        if not any(own_spaces >> space & 1 for space in crossing.edge):
            yield from (Space(space) for space in crossing.edge if regions[space] in home_regions)


def deploy_one(table: Table[CampaignBoard]) -> Procedure[None]:
    """A side sets its depots up, then its tokens: by the book all of them, else the one that its owner chooses.

    Source: GotW p.5 Starting Deployment (AFI p.5). Readings: Next to a place, Order of deployment.
    """
    board = table.board
    side = require(deploying_side(board), "side that deploys")
    if depots_to_set_up(board, side):
        yield from set_up_depots(table, side)
    elif board.scenario == FREE:
        yield from _deploy_as_chosen(table, side)
    else:
        _deploy_by_the_book(table, side)


def _deploy_as_chosen(table: Table[CampaignBoard], side: str) -> Procedure[None]:
    """One token, any that still has to be placed: an order of its own would tell the enemy what the tokens are."""
    board = table.board
    offers = [
        Deploy(token.id, space)
        for line, tokens in undeployed_lines(board, side)
        for token in tokens
        for space in deployment_spaces(board, line, token, as_known=True)
    ]
    choices = ListedChoices(offers, cite=board.cite("Starting Deployment"))
    answer = yield from table.ask(
        side, choices, "Which token do you deploy next, and in which space of its briefing?", choices.cite
    )
    show_to_both(table, _enemies_in(board, side, answer.space))
    space = _clear(board, board.tokens[answer.token], answer.space)
    yield from _make_room(table, side, space)
    table.record(TokenPlaced(answer.token, space, "deploys"))


def _deploy_by_the_book(table: Table[CampaignBoard], side: str) -> None:
    """All tokens where the briefing has them first, told in the order of their numbers: the briefing's tells faces."""
    board = table.board
    plan = board.copy()
    while waiting_lines := undeployed_lines(plan, side):
        line, (token, *_) = waiting_lines[0]
        space = _clear(plan, token, next(deployment_spaces(plan, line, token)))
        for other_token in plan.tokens_in(space):
            if other_token.side != side:
                plan.at[other_token.id] = nearest_free(plan, other_token, space, barred_spaces=1 << space)[0]
        plan.at[token.id] = space
    moved_tokens = {token_id: space for token_id, space in plan.at.items() if board.at.get(token_id) != space}
    for token_id in sorted(moved_tokens, key=lambda token_id: (token_id not in board.at, token_id)):
        reason = "moves aside" if token_id in board.at else "deploys"
        table.record(TokenPlaced(token_id, moved_tokens[token_id], reason))


def move_aside(table: Table[CampaignBoard], picket: Token) -> Procedure[None]:
    """A picket on whose space an enemy division or depot is set up goes to the nearest empty space of its choice.

    Empty as far as its side knows: an offer tells nothing that a referee hides.
    Source: GotW p.16 Deployment Notes. Readings: Displaced tokens.
    """
    board = table.board
    space = board.at[picket.id]
    spaces = nearest_free(board, picket, space, barred_spaces=1 << space, as_known=True)
    cite = board.cite("Starting Deployment")
    yield from place(table, picket, spaces, "moves aside", cite, barred_spaces=1 << space)


def score_set_up(table: Table[CampaignBoard]) -> Procedure[None]:
    """Points that the set-up itself is worth. Source: AFI p.15 Victory Points."""
    for side in table.board.campaign.seats:
        yield from score_at_once(table, ScoringOccasion(side), Occasion.SET_UP)
