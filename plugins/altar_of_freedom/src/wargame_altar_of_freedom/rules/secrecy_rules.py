"""For the laws of the library: who may know what in a campaign, in a player's sentences, and what never changes.

With each sentence come boards on which what it hides lies otherwise. It is written from the book and the
readings of its fog of war, apart from what views and events show, to be compared with it.
Source: GotW p.5 Fog of War, p.14 Victory Points (AFI p.5, 14).
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeVar, assert_never

from attrs import evolve

from wargame_altar_of_freedom.board.actions import AllotDice, Deploy, Halt, Move, MoveNext, PlaceToken, Rally
from wargame_altar_of_freedom.board.board import CampaignBoard, Fog
from wargame_altar_of_freedom.board.pieces import Award, Space, Token
from wargame_altar_of_freedom.board.turn_events import TokenSighted
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_core.authoring import Action, Cite, Event, Secrecy, bits, reading
from wargame_core.maps.masks import mask_of

T = TypeVar("T")

TABLE_REACH = 2
"""How far from the contact a table may reach, before it is marked."""


def secrecy_rules(fog_of_war: Cite, victory_points: Cite) -> tuple[Secrecy, ...]:
    """The sentences, with where the campaign's book has them."""
    referee = reading("What a referee announces")
    return (
        Secrecy(
            "Only its side, and a side that was shown it, knows the command, kind and unit of a face-down token. "
            "Whoever saw a token move with a corps knows that it belongs to it. With fog=open all tokens lie open.",
            fog_of_war,
            other_faces,
        ),
        Secrecy(
            "Until the campaign is over, only the side that scores victory points knows them and their dice.",
            victory_points,
            other_points,
        ),
        Secrecy(
            "With fog=referee a side knows of enemy tokens in or next to its own, and sees those that pass there.",
            fog_of_war,
            other_places,
            shows=seen_passing,
        ),
        Secrecy(
            "With fog=referee only its own side knows which tokens have Staff Dice, have moved, retreated or tried a "
            "special action, and which brigades are broken, lost or have tried to rally.",
            referee,
            other_token_states,
            look_alike,
        ),
        Secrecy(
            "Both sides see everything of a contact and of a tabletop battle: who takes part, with which brigades, and "
            "how the dice fall. A division that is called to a battle shows its brigades there.",
            referee,
        ),
        Secrecy(
            "What an attacker holds back from the table lies face down until it comes. If the battle is fought out in "
            "a game of its own, everybody who sees that game knows it from the beginning of the battle.",
            reading("Divisions held back"),
        ),
        Secrecy("Everybody knows the cards, depots, crossings, raids and the number of Staff Dice.", referee),
    )


def _other_sides(board: CampaignBoard, seat: str) -> list[str]:
    """The sides that have secrets from a seat."""
    return [side for side in board.campaign.seats if side != seat]


def _visible_spaces(board: CampaignBoard, seat: str) -> int:
    """Mask of the spaces in or next to a seat's tokens; a spectator has none."""
    near_spaces = 0
    for token_id, space in board.at.items():
        if board.tokens[token_id].side == seat:
            near_spaces |= 1 << space | board.campaign.map.adjacent[space]
    return near_spaces


def _random_part(values: list[T], rng: Random) -> list[T]:
    """Some of the values, at least one where there is one."""
    return rng.sample(values, rng.randint(1, len(values))) if values else []


def other_faces(board: CampaignBoard, seat: str, rng: Random) -> CampaignBoard:
    """Face-down tokens of one side have changed faces, and the faces come in the order in which pieces are listed."""
    board = board.copy()
    match board.fog:
        case Fog.OPEN:
            return board
        case Fog.REFEREE | Fog.FACE_DOWN:
            referee = board.fog is Fog.REFEREE
        case _:
            assert_never(board.fog)
    held_divisions = board.held_divisions()  # when one of these is free is announced
    table = board.battle.block if board.battle is not None and board.battle.attackers else ()
    for side in _other_sides(board, seat):
        known_faces = board.face_up | board.known_faces.get(seat, frozenset())
        face_down = [
            token.id
            for token in board.tokens.values()
            if token.side == side
            and token.id in board.at
            and token.id not in known_faces
            and token.unit not in held_divisions
            and board.at[token.id] not in table  # who takes no part in a battle there is no division
        ]
        face_of = dict(board.tokens)
        for token_id in _random_part(face_down, rng):
            other_id = rng.choice(face_down)
            one, other = face_of[token_id], face_of[other_id]
            if referee or one.command == other.command or not {token_id, other_id} & board.marching_commands.keys():
                face_of[token_id], face_of[other_id] = evolve(other, id=token_id), evolve(one, id=other_id)
                if not referee and one.command != other.command and len({token_id, other_id} & board.moved_tokens) == 1:
                    board.moved_tokens ^= {
                        token_id,
                        other_id,
                    }  # at the end of a march all of the corps count as moved, unseen
        order = {_printed_face(token): number for number, token in enumerate(board.tokens.values())}
        board.tokens = dict(sorted(face_of.items(), key=lambda item: order[_printed_face(item[1])]))
        if referee:
            board.marching_commands = {token_id: board.tokens[token_id].command for token_id in board.marching_commands}
    return board


def _printed_face(token: Token) -> Token:
    """What is printed on a token, but for its number."""
    return evolve(token, id="")


def other_points(board: CampaignBoard, seat: str, rng: Random) -> CampaignBoard:
    """The other side's dice for points have fallen otherwise, and it has a point more."""
    board = board.copy()
    if board.outcome is not None:
        return board
    for side in _other_sides(board, seat):
        board.ledger = [
            evolve(award, rolled=rng.randint(0, 3)) if award.side == side and award.rolled else award
            for award in board.ledger
        ]
        if board.points(side) + 1 < board.campaign.points_to_win:
            line = next(line for line in board.campaign.awards.values() if line.side == side)
            board.ledger.append(Award(line.id, side, line.text, board.turn, 1, 0))
    return board


def other_places(board: CampaignBoard, seat: str, rng: Random) -> CampaignBoard:
    """With a referee: enemy tokens that the seat cannot see stand elsewhere where it cannot see them."""
    board = board.copy()
    if board.fog is not Fog.REFEREE:
        return board
    visible_spaces, occupied_spaces = _visible_spaces(board, seat), 0
    for space in board.battle.block if board.battle is not None else ():
        visible_spaces |= 1 << space  # both sides see the table
    for space in board.at.values():
        occupied_spaces |= 1 << space
    room = list(bits(board.campaign.map.enterable & ~visible_spaces & ~occupied_spaces))
    rng.shuffle(room)
    engaged_tokens = _engaged_tokens(board)
    unseen_tokens = [
        token_id
        for token_id, space in board.at.items()
        if board.tokens[token_id].side != seat and not visible_spaces >> space & 1 and token_id not in engaged_tokens
    ]
    for token_id, free_space in zip(_random_part(unseen_tokens, rng), room, strict=False):
        board.at[token_id] = Space(free_space)
    return board


def _engaged_tokens(board: CampaignBoard) -> set[str]:
    """The tokens of a contact or a tabletop battle."""
    engaged_tokens: set[str] = set()
    if board.contact is not None:
        engaged_tokens |= {board.contact.attacker, *board.contact.defenders}
    if board.battle is not None:
        battle = board.battle
        engaged_tokens |= {battle.contact.attacker, *battle.contact.defenders, *battle.attackers, *battle.defenders}
        engaged_tokens |= {reinforcement.token for reinforcement in battle.reinforcements}
    return engaged_tokens


def _callable_tokens(board: CampaignBoard) -> set[str]:
    """The tokens that a tabletop battle may yet call: what becomes of their brigades there both sides see."""
    if board.battle is None:
        return set()
    campaign, contact = board.campaign, board.battle.contact
    table = board.battle.block or (contact.space,)
    near_spaces = 0
    for space in table:
        near_spaces |= campaign.map.within(
            space, campaign.reinforcement_range + (0 if board.battle.block else TABLE_REACH)
        )
    return {token_id for token_id, space in board.at.items() if near_spaces >> space & 1}


def seen_passing(board: CampaignBoard, seat: str, event: Event) -> bool:
    """A token was seen in spaces in or next to the seat's own, or on the table of a battle, and nowhere else."""
    visible_spaces = _visible_spaces(board, seat) | (mask_of(board.battle.block) if board.battle is not None else 0)
    return isinstance(event, TokenSighted) and all(visible_spaces >> space & 1 for space in event.spaces)


def other_token_states(board: CampaignBoard, seat: str, rng: Random) -> CampaignBoard:
    """With a referee: other enemy tokens have dice, have moved, retreated or acted; other brigades are broken."""
    board = board.copy()
    if board.fog is not Fog.REFEREE:
        return board
    engaged_tokens = _engaged_tokens(board) | _callable_tokens(board)
    for side in _other_sides(board, seat):
        tokens = [token_id for token_id in board.at if board.tokens[token_id].side == side]
        for doers in (board.tokens_with_dice, board.moved_tokens, board.acted_tokens, board.retreated_tokens):
            if tokens and rng.random() < 0.5:
                doers ^= set(rng.sample(tokens, 1))
        divisions = [
            unit for token_id in tokens if (unit := board.tokens[token_id].unit) and token_id not in engaged_tokens
        ]
        for division in rng.sample(divisions, min(2, len(divisions))):
            brigades = board.campaign.brigades[division]
            unbroken_brigades = [
                unit for unit in brigades if unit not in board.broken_brigades and unit not in board.lost_brigades
            ]
            if len(unbroken_brigades) > 1:
                board.broken_brigades.add(rng.choice(unbroken_brigades))
        if rng.random() < 0.3:  # none at all, and it need not be asked whether it rallies
            whole_again = {
                unit for token_id in tokens if token_id not in engaged_tokens for unit in _brigades(board, token_id)
            }
            board.broken_brigades -= whole_again
        broken_brigades = sorted(unit for unit in board.broken_brigades if board.campaign.side_of[unit] == side)
        if broken_brigades and rng.random() < 0.5:
            board.rally_tried ^= {rng.choice(broken_brigades)}
    return board


def _brigades(board: CampaignBoard, token_id: str) -> tuple[str, ...]:
    """The brigades of a token's division, broken or not."""
    unit = board.tokens[token_id].unit
    return board.campaign.brigades[unit] if unit else ()


def look_alike(board: CampaignBoard, seat: str, action: Action, other_action: Action) -> bool:
    """With a referee: which brigade rallies, which tokens get Staff Dice, which moves next and where it goes unseen."""
    if board.fog is not Fog.REFEREE:
        return False
    match action, other_action:
        case Rally(), Rally():
            return True
        case AllotDice(), AllotDice():
            return len(action.tokens) == len(other_action.tokens)
        case MoveNext(), MoveNext():
            return True
        case (Move(), Move()) | (Halt(), Halt()) | (PlaceToken(), PlaceToken()) | (Deploy(), Deploy()):
            visible_spaces = _visible_spaces(board, seat) | _announced_spaces(board)
            return (
                board.battle is None
                and not (_spaces_passed(board, action) | _spaces_passed(board, other_action)) & visible_spaces
            )
    return False


def _spaces_passed(board: CampaignBoard, action: Action) -> int:
    """Mask of the spaces that a token leaves, enters or stands in by a choice."""
    mask = 0
    match action:
        case Move(path=path):
            mask = mask_of(path)
        case PlaceToken(space=space) | Deploy(space=space):
            mask = 1 << space
    token_id = getattr(action, "token", "")
    return mask | 1 << board.at[token_id] if token_id in board.at else mask


def _announced_spaces(board: CampaignBoard) -> int:
    """Mask of the spaces where what is done is announced: depots, and places that may be raided or scored for."""
    depots = (depot.space for depot in board.depots.values())
    return mask_of(depots) | mask_of(place.space for place in board.campaign.map.places)


# what never changes once the counters are handed out


def brigades(board: CampaignBoard) -> bool:
    """No brigade is unknown, or broken and lost at once."""
    units = board.campaign.oob.units.keys()
    return (
        board.broken_brigades <= units
        and board.lost_brigades <= units
        and not board.broken_brigades & board.lost_brigades
    )


def tokens(board: CampaignBoard) -> bool:
    """Only tokens with a counter stand on the map."""
    return board.at.keys() <= board.tokens.keys()


def pieces(board: CampaignBoard) -> bool:
    """From the first turn on each printed piece that is not left out has one counter, and no piece has two."""
    if not board.turn:
        return True
    printed_pieces = [piece.id for piece in board.campaign.pieces.values() if piece.formation not in board.left_out]
    return sorted(token.piece for token in board.tokens.values() if token.piece) == sorted(printed_pieces)


def dice(board: CampaignBoard) -> bool:
    """No side owes Staff Dice."""
    return all(count >= 0 for count in board.staff_dice.values())


def cards(board: CampaignBoard) -> bool:
    """No card is drawn twice, and none after the last turn."""
    return len(set(board.drawn_cards)) == len(board.drawn_cards) <= board.campaign.turns


def stacks(board: CampaignBoard) -> bool:
    """No token stands where stacking forbids it. Source: GotW p.7 Logistical Limitations (AFI p.7)."""
    return not any(stacking(board, board.tokens[token_id])[1] >> space & 1 for token_id, space in board.at.items())


def sides_apart(board: CampaignBoard) -> bool:
    """No space holds tokens of both sides."""
    first_seat, second_seat = board.campaign.seats
    return not board.mask(first_seat) & board.mask(second_seat)


CONSERVED: Mapping[str, Callable[[CampaignBoard], bool]] = {
    "no brigade appears or is broken and lost at once": brigades,
    "only tokens with a counter stand on the map": tokens,
    "each printed piece has one counter": pieces,
    "no side owes Staff Dice": dice,
    "no card is drawn twice": cards,
    "no space holds more than the stacking rule allows": stacks,
    "no space holds tokens of both sides": sides_apart,
}
"""What holds at every decision of a campaign, by its name."""
