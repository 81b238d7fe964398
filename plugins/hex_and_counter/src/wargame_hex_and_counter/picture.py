"""A position as a picture: counters with strength and movement, zones of control, and the attacks announced."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from wargame_core.authoring import Event
from wargame_hex_and_counter.board import events
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_pictures import Presentation
from wargame_pictures.draw.tokens import Marker
from wargame_pictures.scene import Happening, Scene


def presentation(game: HexGame) -> Presentation[Any]:
    """What a game gives for pictures and stories."""
    return Presentation(
        alike=True,
        markers=partial(markers, game),
        caption=partial(caption, game),
        heading=partial(heading, game),
        weight=weight,
        scene=scene,
    )


def markers(game: HexGame, board: HexBoard, seat: str = "") -> Iterator[Marker]:
    """The counters on the map: sign, strength and movement, steps."""
    pieces = board.pieces
    for unit, space in board.at.items():
        printed, face = game.book.units[unit], pieces.face(unit)
        gone = board.steps.get(unit, 0)
        pips = (printed.steps - gone, gone) if printed.steps > 1 else (0, 0)
        value, arm = f"{face.strength}-{face.move}", game.signs.get(printed.kind, "")
        color = game.sides[printed.side].color
        yield Marker(
            space, printed.name, printed.side, color, id=unit, kind=printed.kind, arm=arm, value=value, pips=pips
        )


def caption(game: HexGame, board: HexBoard) -> str:
    """The turn and the points as they stand."""
    turn = game.turns[max(0, board.turn - 1)]
    return f"{turn}; {game.victory_of(board).scored.capitalize()} points: {game.victory_of(board).ledger(board).total}"


def heading(game: HexGame, event: Event, board: HexBoard) -> str:
    """A part of the story for each turn."""
    return game.turns[event.turn - 1] if isinstance(event, events.TurnBegan) else ""


def weight(event: Event) -> int:
    """Losses are what decides."""
    match event:
        case events.Eliminated(strength=strength) | events.Weakened(strength=strength):
            return strength
        case events.Taken():
            return 3
    return 0


def scene(event: Event, board: HexBoard) -> Scene | None:
    """How an event is shown on a table."""
    match event:
        case events.Fought():
            return Scene(Happening.ATTACK)
        case events.Eliminated(strength=strength) | events.Weakened(strength=strength):
            return Scene(Happening.LOSS, strength)
        case events.Retreated() | events.Pushed():
            return Scene(Happening.RETREAT)
    return None
