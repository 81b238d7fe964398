"""What a seat sees of the tokens, kept as long as nothing that it follows from changes: few choices change it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from attrs import define

from wargame_altar_of_freedom.board.pieces import Token


class TokensKnown(NamedTuple):
    """What the tokens that a seat sees follow from: all tokens, those seen on the map, and the faces that it knows.

    It is a tuple because each view compares it several times.
    """

    tokens: list[Token]
    on_map: list[str]
    faces: set[str]
    held_back: tuple[str, ...]
    """Tokens whose faces are seen besides, and which are followed no further for that."""


@define(frozen=True, slots=False, eq=False)
class TokensSeen:
    """What a seat sees of the tokens: its own as they are, then those of others by number.

    The order in which others got their tokens would tell what those are.
    """

    seat: str
    known: TokensKnown

    @cached_property
    def own(self) -> frozenset[str]:
        """The seat's own tokens, on the map or not."""
        return frozenset([token.id for token in self.known.tokens if token.side == self.seat])

    @cached_property
    def shown(self) -> dict[str, Token]:
        """The tokens as the seat sees them; to be copied, never changed."""
        known_tokens, on_map = self.known, set(self.known.on_map)
        faces = known_tokens.faces.union(known_tokens.held_back)
        own_tokens = {token.id: token for token in known_tokens.tokens if token.side == self.seat}
        other_tokens = {
            token.id: token if token.id in faces else token.turned_down()
            for token in known_tokens.tokens
            if token.id not in own_tokens and (token.id in faces or token.id in on_map)
        }
        return own_tokens | dict(sorted(other_tokens.items()))

    @cached_property
    def standing(self) -> tuple[str, ...]:
        """The tokens that the seat sees on the map."""
        own_ids, on_map = self.own, self.known.on_map
        return (*[token for token in on_map if token in own_ids], *sorted(set(on_map) - own_ids))

    @cached_property
    def others(self) -> tuple[str, ...]:
        """Those that are followed and not the seat's own, by number."""
        return tuple(sorted(self.followed - self.own))

    @cached_property
    def followed(self) -> frozenset[str]:
        """The tokens of which the seat knows what they do: its own, those on the map, those whose face it knows."""
        return self.own.union(self.known.on_map, self.known.faces)
