"""Positions made by hand: a board with these tokens in these spaces, at the beginning of this step of the sequence.

    play = position("Move one token", {"loring": "Auburn"}, moving="cs_mississippi", dice=[2])
    play.march("loring", "12,15")

Tokens are called by the last part of their piece's id ("loring", "carr"), or by the whole id where that is ambiguous
("us_xiii_smith"); their counters bear the same names, which makes tests easy to read and failures too.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve

import wargame_core
from wargame_altar_of_freedom.board.actions import (
    AllotDice,
    BattleCard,
    Halt,
    LoseBrigade,
    Move,
    MoveNext,
    PlayBattleCard,
    RetreatAlong,
)
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Contact, Depot, Space, TabletopBattle, Token
from wargame_altar_of_freedom.game import campaign_game
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import CommandId, Piece
from wargame_core import Match, Update
from wargame_core.authoring import Event, Game, Verdict
from wargame_gettysburg.rules import OWN
from wargame_laws import BotAsPerson, ScriptedMatch, with_fields

PLUGINS = Path(__file__).parents[2] / "plugins"


@cache
def vicksburg() -> Game:
    """The installed game."""
    return wargame_core.load("vicksburg")


def fought_out(match: Match, *seeds: int) -> Match:
    """A Vicksburg match played to its end by players who look for fights, and make up what people would report."""
    bots = (BotAsPerson(vicksburg().bot("belligerent", seed=seed)) for seed in seeds)
    match.play_out(dict(zip(match.rules.seats, bots, strict=True)))
    return match


@cache
def gettysburg() -> Game:
    """The game of the packaged Gettysburg data, whether or not its plugin is installed."""
    return campaign_game(
        "gettysburg", PLUGINS / "gettysburg" / "src" / "wargame_gettysburg" / "data", (), own_rules=OWN
    )


def campaign_of(game: Game) -> Campaign:
    """What is printed about a game."""
    campaign: Campaign = game.rules.printed["campaign"]
    return campaign


def piece_called(campaign: Campaign, name: str) -> Piece:
    """The piece whose id is, or ends with, the name."""
    found = [piece for piece_id, piece in campaign.pieces.items() if piece_id == name or piece_id.endswith(f"_{name}")]
    assert len(found) == 1, f"{name!r} is {[piece.id for piece in found]}"
    return found[0]


def bare_board(
    game: Game,
    at: Mapping[str, str] | None = None,
    *,
    depots: bool = True,
    reserve: Iterable[str] = (),
    moving: str = "",
    dice_left: Mapping[str, int] | None = None,
    **changes: Any,
) -> CampaignBoard:
    """A board of turn 1 with these tokens in these spaces (names or "row,column"); ``reserve`` have a counter only.

    ``moving`` is the command being moved. ``changes`` are fields of the board; options may be given by name too.
    """
    campaign = campaign_of(game)
    own = {option.name: changes.pop(option.name, option.default) for option in game.options}
    board = game.rules.set_up(changes.pop("scenario", "historical"), game.rules.read_options(own))
    assert isinstance(board, CampaignBoard)
    for name in (*(at or {}), *reserve):
        piece = piece_called(campaign, name)
        board.tokens[name] = Token(name, piece.side, piece.kind, piece.command, piece.division, piece.name, piece.id)
    board.at |= {name: Space(campaign.map.parse(space)) for name, space in (at or {}).items()}
    if depots:
        for one in campaign.depots.values():
            board.depots[one.id] = Depot(one.id, one.side, Space(campaign.space(one.place)), one.value, one.side)
    board.turn, board.drawn_cards = 1, ["thunderstorms"] if "thunderstorms" in campaign.deck.cards else []
    board.staff_dice.update(dice_left or {})
    if moving:
        command = CommandId(moving)
        board.command, board.mover = command, campaign.command[command].side
    return with_fields(board, **changes)


def board_of(match: Match) -> CampaignBoard:
    """The live board of a campaign."""
    assert isinstance(match.board, CampaignBoard)
    return match.board


class Play(ScriptedMatch):
    """A match from a hand-made position, and the words tests use for its moves."""

    @property
    def board(self) -> CampaignBoard:
        """The board after everything that has happened."""
        return board_of(self.match)

    def space(self, name: str) -> Space:
        """The space of a place or of "row,column"."""
        return Space(campaign_of(self.game).map.parse(name))

    def spaces(self, *names: str) -> tuple[Space, ...]:
        return tuple(self.space(name) for name in names)

    def where(self, token: str) -> str | None:
        """Where a token stands: the name of the place or "(row,column)"; None off the map."""
        return self.label(self.board.at[token]) if token in self.board.at else None

    def label(self, space: int) -> str:
        """The name of the place in a space, or "(row,column)"."""
        return campaign_of(self.game).map.label(space)

    def side_of(self, token: str) -> str:
        """The side of a token, which is the one that must be asked about it."""
        return self.board.tokens[token].side

    def take_up(self, token: str) -> Update:
        return self.play(MoveNext(token), self.side_of(token))

    def march(self, token: str, *path: str) -> Update:
        """Take the token up if it is not moving already, and march it."""
        if MoveNext(token) in self.match.choices():
            self.take_up(token)
        return self.play(Move(token, self.spaces(*path)), self.side_of(token))

    def halt(self, token: str) -> Update:
        return self.play(Halt(token), self.side_of(token))

    def cards(self, attacker: str, defender: str) -> Update:
        """Both sides choose their Battle Card."""
        contact = self.board.contact
        assert contact is not None
        seats = self.game.seats
        self.play(PlayBattleCard(BattleCard(attacker)), contact.side(True, seats))
        return self.play(PlayBattleCard(BattleCard(defender)), contact.side(False, seats))

    def retreat(self, token: str, *path: str) -> Update:
        return self.play(RetreatAlong(token, self.spaces(*path)), self.side_of(token))

    def lose(self, unit: str) -> Update:
        return self.play(LoseBrigade(unit), campaign_of(self.game).side_of[unit])

    def allot(self, *tokens: str) -> Update:
        return self.play(AllotDice(tokens))

    def refused(self, action: Any, seat: str | None = None) -> Verdict:
        """The verdict against an action, of which each reason is cited."""
        verdict = super().refused(action, seat)
        for reason in verdict.reasons:
            assert reason.cite is not None or reason.code == "no_such_piece", verdict.to_json()
        return verdict


def position(
    step: str,
    at: Mapping[str, str] | None = None,
    *,
    dice: Iterable[Any] = (),
    game: Game | None = None,
    board: CampaignBoard | None = None,
    **changes: Any,
) -> Play:
    """A match that stands before a step, named by its label (or the end of its path, "March > Move one token")."""
    game = game or vicksburg()
    board = board or bare_board(game, at, **changes)
    return Play.before(game, step, board, dice)


def told(update: Update, *kinds: type[Event]) -> list[Any]:
    """The events of these kinds that an action led to."""
    return [event for event in update.events if isinstance(event, kinds)]


def contact_at(
    board: CampaignBoard, attacker: str, space: str, defenders: Iterable[str] = (), nearby: tuple[int, int] = (1, 1)
) -> Contact:
    """A contact of the attacker, from where it stands, with the defenders in a space."""
    side = board.tokens[attacker].side
    where = Space(board.campaign.map.parse(space))
    return Contact(attacker, side, board.at[attacker], where, tuple(defenders), nearby)


def battle_at(board: CampaignBoard, attacker: str, space: str, *block: str, **changes: Any) -> TabletopBattle:
    """A tabletop battle of the attacker for a space, on a table of these spaces; the defenders stand in them."""
    parse: Callable[[str], int] = board.campaign.map.parse
    spaces = tuple(Space(parse(name)) for name in block)
    enemy = board.enemy(board.tokens[attacker].side)
    there = [token_id for token_id, at in board.at.items() if at in spaces and board.tokens[token_id].is_division]
    battle = TabletopBattle(
        contact_at(board, attacker, space, [token_id for token_id in there if board.at[token_id] == parse(space)]),
        spaces,
        len(spaces) > 4,
        (attacker, *(token_id for token_id in there if board.tokens[token_id].side != enemy and token_id != attacker)),
        tuple(token_id for token_id in there if board.tokens[token_id].side == enemy),
        first_hour="13:00",
        turns=6,
        called=board.campaign.seats,
    )
    return evolve(battle, **changes)
