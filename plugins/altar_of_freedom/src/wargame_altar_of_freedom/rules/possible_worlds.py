"""How the secrets of a campaign may lie, given what one side knows: face-down tokens and unseen points.

Used to sample full positions for search and to test that nothing leaks. At the end stands what a side knows, with a
referee, of the enemy in a battle that is fought out: its brief, which both sides have.
Readings: Fog of war, Worlds that a side imagines.
"""

from random import Random

from wargame_altar_of_freedom.board.board import CampaignBoard, Fog, in_sight
from wargame_altar_of_freedom.board.pieces import DIVISIONS, Reinforcement, Space, Token
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import NO_DIVISION, PICKET, CommandId, DivisionId, Piece
from wargame_altar_of_freedom.rules.corps import movement_over
from wargame_altar_of_freedom.rules.deployment import deploying_side, depots_to_set_up
from wargame_altar_of_freedom.rules.event_cards import divisions_brought
from wargame_altar_of_freedom.rules.rallying import rallying_side, returning
from wargame_altar_of_freedom.rules.special_actions import may_try
from wargame_altar_of_freedom.rules.tabletop.battlefield import side_to_call
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, SideInBattle, edges_of_arrival
from wargame_altar_of_freedom.rules.tabletop.resolvers import battle_game
from wargame_core.authoring import bits
from wargame_core.errors import HiddenStep


def possible_board(before: CampaignBoard, now: CampaignBoard, seat: str, rng: Random) -> CampaignBoard:
    """A full board that the seat cannot tell from the true one at the checkpoint ``before``.

    ``before`` and ``now`` are the checkpoint and the live board as the seat sees them. The enemy pieces it cannot name
    are dealt at random to the enemy counters it cannot name; with a referee, what it does not see stands somewhere
    out of sight. Raises `HiddenStep` when with a referee the enemy is at work, or was driven off on the march under way
    from where nobody saw him, or past friends of his whom nobody sees, and when scores told how many brigades he has.
    """
    if now.fog is Fog.REFEREE and seat not in _at_work(before, now):
        raise HiddenStep(f"with a referee {seat} does not see what the enemy is doing now")
    if now.fog is Fog.REFEREE and _fought(now) and not _fought(before):
        raise HiddenStep(f"{seat} knows by the scores how many brigades fought, and not which are left")
    board = before.copy()
    if now.fog is Fog.REFEREE:
        _put_where_seen(board, now, seat)
    if not _handed_out(before, seat):
        return board
    for enemy in board.campaign.seats:
        if enemy != seat:
            _deal(board, before, now, enemy, rng)
            if board.fog is Fog.REFEREE:
                _hide(board, now, seat, enemy, rng)
    return board


def _fought(board: CampaignBoard) -> bool:
    """Whether both sides know the scores of a skirmish."""
    return board.contact is not None and board.contact.fought


def _put_where_seen(board: CampaignBoard, now: CampaignBoard, seat: str) -> None:
    """What came into sight on the march under way stood there all the time.

    Raises `HiddenStep` for what was driven off or taken. Readings: Moments that are not imagined.
    """
    gone = now.known.get(seat, frozenset()) - board.known.get(seat, frozenset()) - now.at.keys() - board.at.keys()
    if gone:
        raise HiddenStep(f"{seat} does not know where {now.tokens[min(gone)].name} stood")
    for token_id, space in board.at.items():
        token = now.tokens.get(token_id, board.tokens[token_id])
        left = now.at.get(token_id, space) != space or (token_id not in now.at and now.sees(seat, space))
        if token.kind == PICKET and token.side != seat and left:
            raise HiddenStep(f"{seat} does not see who stands where {token.name} could have retreated as well")
    for token_id, space in now.at.items():
        token = now.tokens[token_id]
        if token_id not in board.at and token.side != seat:
            if token.kind and not token.is_division:
                raise HiddenStep(f"{seat} does not know from where {token.name} was driven off")
            board.tokens[token_id], board.at[token_id] = token, space


def _handed_out(board: CampaignBoard, seat: str) -> bool:
    """Whether the tokens have their counters, as far as the seat can tell."""
    if board.turn or board.at or board.depots:
        return True
    return any(token.side == seat for token in board.tokens.values())


def _at_work(board: CampaignBoard, now: CampaignBoard) -> tuple[str, ...]:
    """The sides that see the step under way from inside: ``board`` is as it was at its beginning."""
    battle = board.battle
    if not now.turn:
        return _deploying(board)
    if now.turn > board.turn:
        return _asked_by_card(now) or board.campaign.seats
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
        return tuple(token.side for token in returning(board)[:1])
    return (board.mover,)


def _deploying(board: CampaignBoard) -> tuple[str, ...]:
    """The side that sets up: the second side's depots, which everybody sees, tell that the first has done so."""
    first = board.campaign.deploys_first
    if not board.tokens:
        return board.campaign.seats
    if depots_to_set_up(board, board.enemy(first)):
        return (first,)
    # What the second side has still to place the first does not see.
    return (deploying_side(board) or board.enemy(first),)


def _asked_by_card(board: CampaignBoard) -> tuple[str, ...]:
    """The sides that the card turned over last may ask something."""
    effects = board.campaign.deck.card(board.drawn[-1]).effects
    return tuple({side for effect in effects for side in effect.args.asked(board.campaign)})


def _deal(board: CampaignBoard, before: CampaignBoard, now: CampaignBoard, enemy: str, rng: Random) -> None:
    """Give every enemy counter on the board a face, and every enemy piece a counter."""
    campaign = board.campaign
    faces = {token_id: token for seen in (before, now) for token_id, token in seen.tokens.items() if token.kind}
    for token_id, unit in divisions_in_the_brief(now, enemy).items():
        faces.setdefault(token_id, _face(token_id, _piece_of(campaign, unit)))
    named = {token.piece for token in faces.values()}
    counters = [token_id for token_id, token in board.tokens.items() if token.side == enemy and token_id not in faces]
    arrived = divisions_brought(board)
    pieces = [
        piece
        for piece in campaign.pieces.values()
        if piece.side == enemy and piece.id not in named and piece.formation not in board.left_out
    ]
    coming = [piece for piece in pieces if piece.status == "random_arrival" and piece.division not in arrived]
    pieces = [piece for piece in pieces if piece not in coming]
    rng.shuffle(pieces)
    divisions = _divisions_on_the_table(before)
    if board.command and board.mover == enemy and rng.random() < ACTING:
        there = [token_id for token_id in counters if now.marched.get(token_id, board.command) == board.command]
        _let_one_act(board, there, faces, pieces, rng)
        counters = [token_id for token_id in counters if token_id not in faces]
    # Tokens of which something is known come first: only some pieces fit them.
    for token_id in sorted(counters, key=lambda token_id: (token_id not in divisions, token_id not in now.marched)):
        command, division = now.marched.get(token_id, ""), divisions.get(token_id)
        fits = [
            piece
            for piece in pieces
            if (not command or piece.command == command) and (division in (None, piece.kind in DIVISIONS))
        ]
        if fits:
            pieces.remove(fits[0])
            faces[token_id] = _face(token_id, fits[0])
        else:
            faces[token_id] = Token(token_id, enemy, PICKET, CommandId(command), NO_DIVISION, "Picket")
    board.tokens.update({token_id: token for token_id, token in faces.items() if token_id in board.tokens})
    unused = [number for number in campaign.counter_numbers[enemy] if number not in {*board.tokens, *faces}]
    rng.shuffle(unused)  # a number tells nothing, of what is not on the map either
    for piece, token_id in zip((*pieces, *coming), unused, strict=False):
        board.tokens[token_id] = _face(token_id, piece)


def _piece_of(campaign: Campaign, division: DivisionId) -> Piece:
    return next(piece for piece in campaign.pieces.values() if piece.division == division)


ACTING = 1 / 8
"""The share of worlds in which a token stands of the active corps that may try a special action, where one can."""


def _let_one_act(
    board: CampaignBoard, there: list[str], faces: dict[str, Token], pieces: list[Piece], rng: Random
) -> None:
    """One of the tokens ``there`` that stands where a special action can be tried is of the active corps."""
    able = [piece for piece in pieces if piece.command == board.command]
    done = board.acted | board.retreated
    actors = [
        (token_id, piece)
        for token_id in there
        for piece in able
        if token_id in board.at and token_id not in done and may_try(board, _face(token_id, piece))
    ]
    if actors:
        token_id, piece = rng.choice(actors)
        pieces.remove(piece)
        faces[token_id] = _face(token_id, piece)


def _divisions_on_the_table(board: CampaignBoard) -> dict[str, bool]:
    """Of the tokens on the table of a battle, whether they are divisions: all that are take part, or are held back."""
    battle = board.battle
    if battle is None or not battle.attackers:
        return {}
    part = {*battle.attackers, *battle.defenders, *battle.held_back, *(came.token for came in battle.reinforcements)}
    return {token_id: token_id in part for token_id, space in board.at.items() if space in battle.block}


def _face(token_id: str, piece: Piece) -> Token:
    return Token(token_id, piece.side, piece.kind, piece.command, piece.division, piece.name, piece.id)


def _hide(board: CampaignBoard, now: CampaignBoard, seat: str, enemy: str, rng: Random) -> None:
    """Put the enemy tokens that the seat does not see far from its own, where there is room."""
    game_map = board.campaign.map
    arrived = divisions_brought(board)
    near = 0
    for own in bits(board.mask(seat) | now.mask(seat)):
        near |= game_map.within(own, OUT_OF_SIGHT)
    fits_the_brief(board, now, enemy, game_map.enterable & ~in_sight(now, seat) & ~board.mask(enemy), rng)
    room = list(bits(game_map.enterable & ~near & ~board.mask(enemy)))
    for token_id, token in board.tokens.items():
        piece = board.campaign.pieces.get(token.piece)
        off_map = piece is None or (piece.status == "random_arrival" and piece.division not in arrived)
        if token.side == enemy and token_id not in board.at and not off_map and room:
            board.at[token_id] = Space(room.pop(int(rng.random() * len(room))))


OUT_OF_SIGHT = 6
"""Spaces from any of the seat's tokens at which an unseen enemy is imagined: further than any of them can move."""


# battles that are fought out


def divisions_in_the_brief(now: CampaignBoard, enemy: str) -> dict[str, DivisionId]:
    """The enemy's divisions in a battle that is fought out, by token, held back or not: the brief names them."""
    brief, division_of = _known_brief(now), now.campaign.division_of
    if brief is None:
        return {}
    return {part.token: division_of[part.units[0]] for part in brief.side(enemy).divisions if part.units}


def fits_the_brief(board: CampaignBoard, now: CampaignBoard, enemy: str, room: int, rng: Random) -> None:
    """Change ``board``, a world that is being drawn, so that the battle in it has the brief that is known.

    ``room`` is a mask of spaces where nobody would see a token of the enemy. Without a battle that is fought out in
    another game nothing changes: no brief is known.
    """
    brief = _known_brief(now)
    if brief is None or now.battle is None:
        return
    _break_who_is_absent(board, brief.side(enemy))
    edges = {division.token: division.edges for division in brief.side(enemy).divisions}
    for coming in now.battle.reinforcements:
        if coming.token in edges and coming.token not in board.at and board.tokens[coming.token].side == enemy:
            _stand_on_the_way(board, coming, edges[coming.token], room, rng)


def _known_brief(now: CampaignBoard) -> BattleBrief | None:
    if now.inner is None:
        return None
    brief_of = battle_game(now.inner.game.id).brief
    return None if brief_of is None else brief_of(now.inner.game.data)


def _break_who_is_absent(board: CampaignBoard, side: SideInBattle) -> None:
    """The brigades of the divisions in the battle that are not in its brief are broken."""
    present = {unit.id for unit in side.units}
    board.broken |= {
        unit for part in side.divisions for unit in board.brigades(board.tokens[part.token]) if unit not in present
    }


def _stand_on_the_way(
    board: CampaignBoard, coming: Reinforcement, edges: tuple[str, ...], room: int, rng: Random
) -> None:
    """Put a division in a space of ``room`` from which it comes over these edges, if there is one."""
    near = list(bits(room & board.campaign.map.within(coming.entry, coming.spaces)))
    rng.shuffle(near)
    for space in near:
        board.at[coming.token] = Space(space)
        if edges_of_arrival(board, coming) == edges:
            return
    board.at.pop(coming.token, None)
