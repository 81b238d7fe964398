"""Events of tokens: counters, places on the map, moves, faces turned over, and whose move it is."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, assert_never

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.event_names import count, name_of
from wargame_altar_of_freedom.board.fog import Fog
from wargame_altar_of_freedom.board.pieces import Space, Token, ids
from wargame_altar_of_freedom.board.references import along
from wargame_altar_of_freedom.board.who_learns import OfOneSide
from wargame_core.authoring import Event, PublicEvent
from wargame_core.flow.about import OFF, PIECE, PLACE, TO, About


@frozen
class CounterTaken(Event):
    """A token got its counter: from now on its id is the number on the back."""

    kind: ClassVar[str] = "counter_taken"
    silent: ClassVar[bool] = True
    token: Token

    def apply(self, board: CampaignBoard) -> None:
        board.tokens[self.token.id] = self.token

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if seat == self.token.side or board.fog is Fog.OPEN else None

    def about(self, board: CampaignBoard) -> About:
        return About((self.token.id,))


@frozen
class TokenPlaced(Event):
    """A token came on the map, or was put elsewhere on it."""

    kind: ClassVar[str] = "token_placed"
    by_sight: ClassVar[bool] = True
    token: Annotated[str, PIECE]
    space: Annotated[Space, TO]
    why: str = "deployed"

    def apply(self, board: CampaignBoard) -> None:
        board.at[self.token] = self.space

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.tokens[self.token].side == seat or board.sees(seat, self.space) else None

    def revealing(self, board: CampaignBoard) -> bool:
        """With a referee a token sees who stands next to it."""
        return board.fog is Fog.REFEREE

    def text(self, board: CampaignBoard) -> str:
        return f"{name_of(board, self.token)} {self.why} at {board.label(self.space)}."


class MovedBy(StrEnum):
    """How a token went along a path."""

    MARCH = "march"
    RETREAT = "retreat"
    RAIL = "rail"

    @property
    def verb(self) -> str:
        """What the story says that the token does."""
        match self:
            case MovedBy.MARCH:
                return "marches"
            case MovedBy.RETREAT:
                return "retreats"
            case MovedBy.RAIL:
                return "rides the cars"
            case _:
                assert_never(self)


@frozen
class TokenMoved(Event):
    """A token went along a path (the spaces entered)."""

    kind: ClassVar[str] = "token_moved"
    by_sight: ClassVar[bool] = True
    token: str
    origin: Space
    path: tuple[Space, ...]
    how: MovedBy = MovedBy.MARCH

    def apply(self, board: CampaignBoard) -> None:
        board.at[self.token] = self.path[-1]

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        if board.fog is not Fog.REFEREE or board.tokens[self.token].side == seat:
            return self
        # Somebody who sees only part of the way learns of the part he sees.
        seen = [space for space in (self.origin, *self.path) if board.sees(seat, space)]
        return TokenSighted(self.token, tuple(seen)) if seen else None

    def revealing(self, board: CampaignBoard) -> bool:
        """With a referee what passes is seen; where a retreat leads tells with whom the token may stand there."""
        return board.fog is Fog.REFEREE or self.how is MovedBy.RETREAT

    def text(self, board: CampaignBoard) -> str:
        # How far a retreat goes is told as it begins, counted from where the enemy is.
        spaces = "" if self.how is MovedBy.RETREAT else f" {len(self.path)}"
        where = f"from {board.label(self.origin)} to {board.label(self.path[-1])}"
        return f"{name_of(board, self.token)} {self.how.verb}{spaces} {where}."

    def about(self, board: CampaignBoard) -> About:
        return along(board, self.token, self.origin, self.path)


@frozen
class TokenSighted(PublicEvent):
    """What a side with a referee learns of an enemy's march: the spaces in which it was seen."""

    kind: ClassVar[str] = "token_sighted"
    token: Annotated[str, PIECE]
    spaces: Annotated[tuple[Space, ...], PLACE]

    def text(self, board: CampaignBoard) -> str:
        return f"Token {self.token} was seen at {', '.join(board.label(space) for space in self.spaces)}."


@frozen
class TokenRemoved(OfOneSide):
    """A token left the map."""

    kind: ClassVar[str] = "token_removed"
    token: str
    why: str

    def apply(self, board: CampaignBoard) -> None:
        board.at.pop(self.token, None)

    def doer(self, board: CampaignBoard) -> str:
        return board.tokens[self.token].side

    def text(self, board: CampaignBoard) -> str:
        return f"{name_of(board, self.token)} leaves the map: {self.why}."

    def about(self, board: CampaignBoard) -> About:
        return About((self.token,), to=OFF)


@frozen
class TokensRevealed(Event):
    """A side is shown the faces of tokens, or (``to`` empty) they are turned over for all."""

    kind: ClassVar[str] = "tokens_revealed"
    reveals: ClassVar[bool] = True
    tokens: tuple[Token, ...]
    to: str = ""

    def apply(self, board: CampaignBoard) -> None:
        ids = {token.id for token in self.tokens}
        if self.to:
            board.known[self.to] = board.known.get(self.to, frozenset()) | ids
        elif board.fog is not Fog.REFEREE:
            board.face_up |= ids
        else:
            for side in board.campaign.seats:
                shown = {
                    token_id for token_id in ids if board.tokens[token_id].side != side and board.shows(side, token_id)
                }
                board.known[side] = board.known.get(side, frozenset()) | shown

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        # Turning a token over shows it only to those who see the space it is in.
        seen = [token for token in self.tokens if token.side == seat or board.shows(seat, token.id)]
        if self.to not in ("", seat) and any(token.side != seat for token in self.tokens):
            seen = [token.turned_down() for token in seen]
        return evolve(self, tokens=tuple(seen)) if seen else None

    def text(self, board: CampaignBoard) -> str:
        names = ", ".join(token.name for token in self.tokens)
        return f"{board.campaign.reference.side_name(self.to) if self.to else 'Everybody'} sees: {names}."

    def about(self, board: CampaignBoard) -> About:
        return About(ids(self.tokens))


@frozen
class TokenTakenUp(OfOneSide):
    """It is this token's turn to move: everybody sees that it belongs to the corps that moves."""

    kind: ClassVar[str] = "token_taken_up"
    silent: ClassVar[bool] = True
    token: Annotated[str, PIECE]

    def apply(self, board: CampaignBoard) -> None:
        board.marched[self.token] = board.command

    def doer(self, board: CampaignBoard) -> str:
        return board.tokens[self.token].side


@frozen
class StaffDieRolled(OfOneSide):
    """The Staff Die of the token that moves now was rolled: it adds ``spaces`` to the move."""

    kind: ClassVar[str] = "staff_die_rolled"
    tells_rolls: ClassVar[bool] = True
    token: Annotated[str, PIECE]
    die: int
    spaces: int

    def doer(self, board: CampaignBoard) -> str:
        return board.tokens[self.token].side

    def text(self, board: CampaignBoard) -> str:
        return f"{name_of(board, self.token)} rolls {self.die}: {count(self.spaces, 'space')} more."


@frozen
class MoveEnded(OfOneSide):
    """A token has made its move."""

    kind: ClassVar[str] = "move_ended"
    silent: ClassVar[bool] = True
    token: Annotated[str, PIECE]

    def apply(self, board: CampaignBoard) -> None:
        board.moved.add(self.token)

    def doer(self, board: CampaignBoard) -> str:
        return board.tokens[self.token].side
