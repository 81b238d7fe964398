"""A position as a picture: counters with strength and movement, zones of control, and the attacks announced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from wargame_core.authoring import Event
from wargame_hex_and_counter.board import events
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.board.pieces import title_of
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_pictures import Presentation
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.labels import Style, text_width
from wargame_pictures.draw.letters import Letters
from wargame_pictures.draw.tokens import Art, Mark, Marker, PathMark
from wargame_pictures.scene import Happening, Scene

ODDS: Final = Style(10, "#2a2118", "bold")
PLATE: Final = 'fill="#fffdf4" stroke="#2a2118" stroke-width=".8"'
"""How the odds of an attack stand on its target."""


def presentation(game: HexGame) -> Presentation[Any]:
    """What a game gives for pictures and stories."""
    return Presentation(
        alike=True,
        markers=partial(markers, game),
        marks=partial(marks, game),
        letters=partial(letters, game),
        caption=partial(caption, game),
        heading=partial(heading, game),
        weight=weight,
        scene=scene,
    )


def markers(game: HexGame, board: HexBoard, seat: str = "") -> Iterator[Marker]:
    """The counters on the map: sign, strength and movement, steps."""
    pieces = board.pieces
    for unit, space in board.at.items():
        counter, face = game.book.units[unit], pieces.face(unit)
        steps_lost = board.steps.get(unit, 0)
        pips = (counter.steps - steps_lost, steps_lost) if counter.steps > 1 else (0, 0)
        value, arm = f"{face.strength}-{face.move}", game.signs.get(counter.kind, "")
        color = game.sides[counter.side].color
        if counter.face_down:
            note = board.with_what_lies_under(unit)
            yield Marker(space, "?", counter.side, color, face_down=True, note=note, id=unit)
            continue
        yield Marker(
            space, counter.name, counter.side, color, id=unit, kind=counter.kind, arm=arm, value=value, pips=pips
        )


def marks(game: HexGame, board: HexBoard, seat: str, ground: DrawnGround) -> Iterator[Mark]:
    """An arrow from each attacker to each hex that it attacks, and on the hex what the attack comes to."""
    word = "attack announced"
    for battle in board.battles:
        color = game.sides[battle.attacker].color
        for unit in battle.attackers:
            for space in battle.hexes:
                yield PathMark((board.at[unit], space), color, word, 3)
                word = ""
    for battle in board.battles:
        column = battle.column or "?"
        for space in battle.hexes:
            x, y = ground.spots[space].at
            width = text_width(column, ODDS.size) + 8
            box = f'<rect x="{x - width / 2:.1f}" y="{y + 8:.1f}" width="{width:.1f}" height="13" rx="3" {PLATE}/>'
            yield Art(box + ODDS.write(column, x, y + 18, "middle"))


def letters(game: HexGame, board: HexBoard, seat: str = "") -> Mapping[str, Letters]:
    """The units in letters: kind and strength; a list says who they are."""
    pieces, by_piece = board.pieces, {}
    for unit in board.at:
        counter, face = game.book.units[unit], pieces.face(unit)
        if counter.face_down:
            by_piece[unit] = Letters("?", board.with_what_lies_under(unit))
            continue
        weak = f", {count} of {counter.steps} steps lost" if (count := board.steps.get(unit, 0)) else ""
        by_piece[unit] = Letters(
            f"{counter.kind[0]}{face.strength}", f"{counter.name} {face.strength}-{face.move}{weak}"
        )
    return by_piece


def caption(game: HexGame, board: HexBoard) -> str:
    """The turn, the weather and the points as they stand."""
    turn = game.turns[max(0, board.turn - 1)] + (f", {board.weather}" if board.weather else "")
    victory = game.victory_of(board)
    return f"{turn}; {title_of(board, victory.scored)} points: {victory.points(board)}"


def heading(game: HexGame, event: Event, board: HexBoard) -> str:
    """A part of the story for each turn."""
    return game.turns[event.turn - 1] if isinstance(event, events.TurnBegan) else ""


def weight(event: Event) -> int:
    """Losses are what decides."""
    match event:
        case events.Eliminated(strength=strength) | events.Weakened(strength=strength):
            return strength
        case events.PlaceTaken():
            return 3
    return 0


def scene(event: Event, board: HexBoard) -> Scene | None:
    """How an event is shown on a table."""
    match event:
        case events.Fought():
            return Scene(Happening.ATTACK)
        case events.Eliminated(strength=strength):
            return Scene(Happening.LOSS, strength)
        case events.Weakened():
            return Scene(Happening.LOSS)
        case events.Retreated() | events.Pushed():
            return Scene(Happening.RETREAT)
        case (
            events.TurnBegan()
            | events.AttackAnnounced()
            | events.AttackTakenBack()
            | events.PhaseSkipped()
            | events.CupFilled()
        ):
            return Scene(Happening.ROUTINE)
    return None
