"""How the secrets of a campaign may lie, given what one side knows: face-down tokens and unseen points.

Used to sample full positions for search and to test that nothing leaks. At the end stands what a side knows, with a
referee, of the enemy in a battle that is fought out: its brief, which both sides have.
Readings: Fog of war, Worlds that a side imagines.
"""

from random import Random

from wargame_altar_of_freedom.board.board import CampaignBoard, Fog, spaces_in_sight
from wargame_altar_of_freedom.board.pieces import DIVISIONS, Reinforcement, Space, Token
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import NO_DIVISION, PICKET, CommandId, DivisionId, Piece
from wargame_altar_of_freedom.rules.corps import movement_over
from wargame_altar_of_freedom.rules.deployment import deploying_side, depots_to_set_up
from wargame_altar_of_freedom.rules.event_cards import divisions_brought
from wargame_altar_of_freedom.rules.rallying import rallying_side, returning_divisions
from wargame_altar_of_freedom.rules.special_actions import may_try
from wargame_altar_of_freedom.rules.tabletop.battlefield import side_to_call
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, SideInBattle, edges_of_arrival
from wargame_altar_of_freedom.rules.tabletop.resolvers import battle_game
from wargame_core.authoring import bits
from wargame_core.errors import HiddenStep


def possible_board(board_before: CampaignBoard, live_board: CampaignBoard, seat: str, rng: Random) -> CampaignBoard:
    """A full board that the seat cannot tell from the true one at the checkpoint ``board_before``.

    ``board_before`` and ``live_board`` are the checkpoint and the live board as the seat sees them. The enemy
    pieces it cannot name are dealt at random to the enemy counters it cannot name; with a referee, what it does not
    see stands somewhere out of sight. Raises `HiddenStep` when with a referee the enemy is at work, or was driven off
    on the march under way from where nobody saw him, or past friends of his whom nobody sees, and when scores told how
    many brigades he has.
    """
    if live_board.fog is Fog.REFEREE and seat not in _acting_sides(board_before, live_board):
        raise HiddenStep(f"with a referee {seat} does not see what the enemy is doing now")
    if live_board.fog is Fog.REFEREE and _knows_scores(live_board) and not _knows_scores(board_before):
        raise HiddenStep(f"{seat} knows by the scores how many brigades fought, and not which are left")
    board = board_before.copy()
    if live_board.fog is Fog.REFEREE:
        _put_where_seen(board, live_board, seat)
    if not _handed_out(board_before, seat):
        return board
    for enemy in board.campaign.seats:
        if enemy != seat:
            _deal_enemy_counters(board, board_before, live_board, enemy, rng)
            if board.fog is Fog.REFEREE:
                _hide_enemy_tokens(board, live_board, seat, enemy, rng)
    return board


def _knows_scores(board: CampaignBoard) -> bool:
    """Whether both sides know the scores of a skirmish."""
    return board.contact is not None and board.contact.fought


def _put_where_seen(board: CampaignBoard, live_board: CampaignBoard, seat: str) -> None:
    """What came into sight on the march under way stood there all the time.

    Raises `HiddenStep` for what was driven off or taken. Readings: Moments that are not imagined.
    """
    vanished_tokens = (
        live_board.known_faces.get(seat, frozenset())
        - board.known_faces.get(seat, frozenset())
        - live_board.at.keys()
        - board.at.keys()
    )
    if vanished_tokens:
        raise HiddenStep(f"{seat} does not know where {live_board.tokens[min(vanished_tokens)].name} stood")
    for token_id, space in board.at.items():
        token = live_board.tokens.get(token_id, board.tokens[token_id])
        has_left = live_board.at.get(token_id, space) != space or (
            token_id not in live_board.at and live_board.knows_occupied(seat, space)
        )
        if token.kind == PICKET and token.side != seat and has_left:
            raise HiddenStep(f"{seat} does not see who stands where {token.name} could have retreated as well")
    for token_id, space in live_board.at.items():
        token = live_board.tokens[token_id]
        if token_id not in board.at and token.side != seat:
            if token.kind and not token.is_division:
                raise HiddenStep(f"{seat} does not know from where {token.name} was driven off")
            board.tokens[token_id], board.at[token_id] = token, space


def _handed_out(board: CampaignBoard, seat: str) -> bool:
    """Whether the tokens have their counters, as far as the seat can tell."""
    if board.turn or board.at or board.depots:
        return True
    return any(token.side == seat for token in board.tokens.values())


def _acting_sides(board: CampaignBoard, live_board: CampaignBoard) -> tuple[str, ...]:
    """The sides that see the step under way from inside: ``board`` is as it was at its beginning."""
    battle = board.battle
    if not live_board.turn:
        return _deploying(board)
    if live_board.turn > board.turn:
        return _asked_by_card(live_board) or board.campaign.seats
    if battle is not None and battle.block and not battle.attackers:
        return (battle.contact.attacking_side,)
    if battle is not None and battle.loser:
        return (battle.loser,) if battle.retreating else (board.enemy(battle.loser),)
    if battle is not None and battle.turns:
        calling = side_to_call(board)
        return (calling,) if calling else board.campaign.seats
    if board.contact is not None or battle is not None:
        return board.campaign.seats
    if board.turn > board.turns_ended and not board.command and movement_over(board):
        if rallying := rallying_side(board):
            return (rallying,)
        return tuple(token.side for token in returning_divisions(board)[:1])
    return (board.mover,)


def _deploying(board: CampaignBoard) -> tuple[str, ...]:
    """The side that sets up: the second side's depots, which everybody sees, tell that the first has done so."""
    first_side = board.campaign.deploys_first
    if not board.tokens:
        return board.campaign.seats
    if depots_to_set_up(board, board.enemy(first_side)):
        return (first_side,)
    # What the second side has still to place the first does not see.
    return (deploying_side(board) or board.enemy(first_side),)


def _asked_by_card(board: CampaignBoard) -> tuple[str, ...]:
    """The sides that the card turned over last may ask something."""
    effects = board.campaign.deck.card(board.drawn_cards[-1]).effects
    return tuple({side for effect in effects for side in effect.args.asked_sides(board.campaign)})


def _deal_enemy_counters(
    board: CampaignBoard, board_before: CampaignBoard, live_board: CampaignBoard, enemy: str, rng: Random
) -> None:
    """Give every enemy counter on the board a face, and every enemy piece a counter."""
    campaign, commands = board.campaign, live_board.marching_commands
    tokens = (*board_before.tokens.items(), *live_board.tokens.items())
    faces = {token_id: token for token_id, token in tokens if token.kind}
    for token_id, unit in divisions_in_the_brief(live_board, enemy).items():
        faces.setdefault(token_id, Token.of(token_id, _piece_of(campaign, unit)))
    identified_pieces = {token.piece for token in faces.values()}
    counters = [token_id for token_id, token in board.tokens.items() if token.side == enemy and token_id not in faces]
    pieces = [
        piece
        for piece in campaign.pieces.values()
        if piece.side == enemy and piece.id not in identified_pieces and piece.formation not in board.left_out
    ]
    pieces_to_come = [
        piece for piece in pieces if piece.status == "random_arrival" and piece.division not in divisions_brought(board)
    ]
    pieces = [piece for piece in pieces if piece not in pieces_to_come]
    rng.shuffle(pieces)
    divisions = _divisions_on_the_table(board_before)
    if board.command and board.mover == enemy and rng.random() < ACTING_TOKEN_SHARE:
        candidates = [token_id for token_id in counters if commands.get(token_id, board.command) == board.command]
        _let_one_act(board, candidates, faces, pieces, rng)
        counters = [token_id for token_id in counters if token_id not in faces]
    # Tokens of which something is known come first: only some pieces fit them.
    for token_id in sorted(counters, key=lambda token_id: (token_id not in divisions, token_id not in commands)):
        command, division = commands.get(token_id, ""), divisions.get(token_id)
        fitting_pieces = [
            piece
            for piece in pieces
            if (not command or piece.command == command) and (division in (None, piece.kind in DIVISIONS))
        ]
        if fitting_pieces:
            pieces.remove(fitting_pieces[0])
            faces[token_id] = Token.of(token_id, fitting_pieces[0])
        else:
            faces[token_id] = Token(token_id, enemy, PICKET, CommandId(command), NO_DIVISION, "Picket")
    board.tokens.update({token_id: token for token_id, token in faces.items() if token_id in board.tokens})
    unused_counters = [number for number in campaign.counter_numbers[enemy] if number not in {*board.tokens, *faces}]
    rng.shuffle(unused_counters)  # a number tells nothing, of what is not on the map either
    for piece, token_id in zip((*pieces, *pieces_to_come), unused_counters, strict=False):
        board.tokens[token_id] = Token.of(token_id, piece)


def _piece_of(campaign: Campaign, division: DivisionId) -> Piece:
    return next(piece for piece in campaign.pieces.values() if piece.division == division)


ACTING_TOKEN_SHARE = 1 / 8
"""The share of worlds in which a token stands of the active corps that may try a special action, where one can."""


def _let_one_act(
    board: CampaignBoard, candidates: list[str], faces: dict[str, Token], pieces: list[Piece], rng: Random
) -> None:
    """One of the tokens ``candidates`` that stands where a special action can be tried is of the active corps."""
    able_pieces = [piece for piece in pieces if piece.command == board.command]
    acted_tokens = board.acted_tokens | board.retreated_tokens
    actors = [
        (token_id, piece)
        for token_id in candidates
        for piece in able_pieces
        if token_id in board.at and token_id not in acted_tokens and may_try(board, Token.of(token_id, piece))
    ]
    if actors:
        token_id, piece = rng.choice(actors)
        pieces.remove(piece)
        faces[token_id] = Token.of(token_id, piece)


def _divisions_on_the_table(board: CampaignBoard) -> dict[str, bool]:
    """Of the tokens on the table of a battle, whether they are divisions: all that are take part, or are held back."""
    battle = board.battle
    if battle is None or not battle.attackers:
        return {}
    part = {
        *battle.attackers,
        *battle.defenders,
        *battle.held_back,
        *(arrival.token for arrival in battle.reinforcements),
    }
    return {token_id: token_id in part for token_id, space in board.at.items() if space in battle.block}


def _hide_enemy_tokens(board: CampaignBoard, live_board: CampaignBoard, seat: str, enemy: str, rng: Random) -> None:
    """Put the enemy tokens that the seat does not see far from its own, where there is room."""
    game_map = board.campaign.map
    arrived_divisions = divisions_brought(board)
    near_spaces = 0
    for own_space in bits(board.mask(seat) | live_board.mask(seat)):
        near_spaces |= game_map.within(own_space, OUT_OF_SIGHT)
    fits_the_brief(
        board, live_board, enemy, game_map.enterable & ~spaces_in_sight(live_board, seat) & ~board.mask(enemy), rng
    )
    room = list(bits(game_map.enterable & ~near_spaces & ~board.mask(enemy)))
    for token_id, token in board.tokens.items():
        piece = board.campaign.pieces.get(token.piece)
        off_map = piece is None or (piece.status == "random_arrival" and piece.division not in arrived_divisions)
        if token.side == enemy and token_id not in board.at and not off_map and room:
            board.at[token_id] = Space(room.pop(int(rng.random() * len(room))))


OUT_OF_SIGHT = 6
"""Spaces from any of the seat's tokens at which an unseen enemy is imagined: further than any of them can move."""


# battles that are fought out


def divisions_in_the_brief(live_board: CampaignBoard, enemy: str) -> dict[str, DivisionId]:
    """The enemy's divisions in a battle that is fought out, by token, held back or not: the brief names them."""
    brief, division_of = _known_brief(live_board), live_board.campaign.division_of
    if brief is None:
        return {}
    return {part.token: division_of[part.units[0]] for part in brief.side(enemy).divisions if part.units}


def fits_the_brief(board: CampaignBoard, live_board: CampaignBoard, enemy: str, room: int, rng: Random) -> None:
    """Change ``board``, a world that is being drawn, so that the battle in it has the brief that is known.

    ``room`` is a mask of spaces where nobody would see a token of the enemy. Without a battle that is fought out in
    another game nothing changes: no brief is known.
    """
    brief = _known_brief(live_board)
    if brief is None or live_board.battle is None:
        return
    _break_who_is_absent(board, brief.side(enemy))
    edges = {division.token: division.edges for division in brief.side(enemy).divisions}
    for arrival in live_board.battle.reinforcements:
        if arrival.token in edges and arrival.token not in board.at and board.tokens[arrival.token].side == enemy:
            _stand_on_the_way(board, arrival, edges[arrival.token], room, rng)


def _known_brief(live_board: CampaignBoard) -> BattleBrief | None:
    if live_board.inner is None:
        return None
    brief_of = battle_game(live_board.inner.game.id).brief
    return None if brief_of is None else brief_of(live_board.inner.game.data)


def _break_who_is_absent(board: CampaignBoard, side: SideInBattle) -> None:
    """The brigades of the divisions in the battle that are not in its brief are broken."""
    present = {unit.id for unit in side.units}
    board.broken_brigades |= {
        unit for part in side.divisions for unit in board.brigades(board.tokens[part.token]) if unit not in present
    }


def _stand_on_the_way(
    board: CampaignBoard, reinforcement: Reinforcement, edges: tuple[str, ...], room: int, rng: Random
) -> None:
    """Put a division in a space of ``room`` from which it comes over these edges, if there is one."""
    start_spaces = list(bits(room & board.campaign.map.within(reinforcement.entry, reinforcement.spaces)))
    rng.shuffle(start_spaces)
    for space in start_spaces:
        board.at[reinforcement.token] = Space(space)
        if edges_of_arrival(board, reinforcement) == edges:
            return
    board.at.pop(reinforcement.token, None)
