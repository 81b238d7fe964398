"""Laws of what is drawn: a screen that draws its own board from data shows what the picture shows, in colours to read.

The first compares both ways: every counter and mark of a picture with a datum of the same view, and every piece of the
data with a counter. They apply to games that have pictures.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from html import unescape
from itertools import combinations, product
from math import dist
from typing import Any, assert_never

from wargame_core import SPECTATOR, View
from wargame_core.flow.pieces import MapMark, PieceOnMap
from wargame_core.maps.legend import PALETTE
from wargame_core.maps.masks import bits
from wargame_laws.complaints import LawBroken
from wargame_laws.trials import Trial
from wargame_pictures import pictures_of
from wargame_pictures.draw.ground import Spot
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.side_colors import SHARE_OF_SIDE_COLOR, contrast_ratio, mixed, parts_of_color
from wargame_pictures.draw.tokens import Art, DestroyedCrossing, Highlight, Mark, Marker, PathMark
from wargame_pictures.paper.printed_game import print_game

APART = 30.0
"""The least distance of the colours of two sides, of red, green and blue from 0 to 255."""
LEAST_CONTRAST = 4.5
"""The least contrast of words with their paper, as the guidelines for accessible pages reckon it."""
_NUMBER = re.compile(r"\d+ \d+/\d+|\d+(?:[./]\d+)?")
_WRITTEN = re.compile(r"<(?:title|text)\b[^>]*>([^<]*)<")


def law_what_is_drawn_is_told_as_data(trial: Trial) -> None:
    """Every counter, number and mark of a seat's picture is in the data of its view, and every piece there is drawn."""
    spaces = trial.game.sheet(trial.scenario, options=trial.options).spaces
    printed_words = {word.capitalize() for space in spaces for region in space.regions for word in region.split()}
    for moment in trial.moments(0.1):
        for seat in (*trial.game.seats, SPECTATOR):
            view = moment.match.view(seat)
            picture = pictures_of(trial.game).picture(view, legend=False)
            if picture is not None and (flaw := untold_detail(view, picture, printed_words)) is not None:
                raise moment.error(f"the picture of {seat} shows what its data do not: {flaw}")


def law_sides_have_the_colors_of_their_counters(trial: Trial) -> None:
    """The sheet gives each side the colour of its counters, in play and in print; colours differ and can be read.

    A screen writes names and draws lines in that colour mixed with ink, on light paper and on dark.
    """
    sheet = trial.game.sheet(trial.scenario, options=trial.options)
    if not sheet.pieces or pictures_of(trial.game).presentation.markers is None:
        return
    colors = {side.seat: side.color for side in sheet.sides}
    if (flaw := flaw_of_colors(colors)) is not None:
        raise LawBroken(flaw)
    for moment in trial.moments(0.02):
        for seat in trial.game.seats:
            picture = pictures_of(trial.game).picture(moment.match.view(seat), legend=False)
            for marker in picture.markers if picture is not None else ():
                if marker.color != colors.get(marker.side, marker.color):
                    raise moment.error(f"a counter of {marker.side} is {marker.color}, its side {colors[marker.side]}")
    options: dict[str, Any] = dict(trial.options)
    for token in print_game(trial.game, trial.scenario, **options).box.tokens:
        if token.color != colors.get(token.side, token.color):
            raise LawBroken(f"{token.name} of {token.side} is printed {token.color}, its side is {colors[token.side]}")


def flaw_of_colors(colors: Mapping[str, str]) -> str | None:
    """What is wrong first with the colours of sides: none, two alike, or one that is too faint for words."""
    if colorless_seats := [seat for seat, color in colors.items() if not color]:
        return f"the sheet gives {colorless_seats[0]} no color, and its counters have one: see `SideOnSheet.color`"
    for (seat, color), (other_seat, other_color) in combinations(colors.items(), 2):
        if dist(parts_of_color(color), parts_of_color(other_color)) < APART:
            return f"the colors of {seat} and {other_seat} are too alike: {color} and {other_color}"
    for (seat, color), theme in product(colors.items(), (0, 1)):
        text_color = mixed(color, PALETTE["ink"][theme], SHARE_OF_SIDE_COLOR)
        if (ratio := contrast_ratio(text_color, PALETTE["paper"][theme])) < LEAST_CONTRAST:
            return f"{color} of {seat} is too faint on {('light', 'dark')[theme]} paper: its contrast is {ratio:.1f}"
    return None


def untold_detail(view: View, picture: Picture, printed_words: Collection[str] = ()) -> str | None:
    """The first thing that a picture shows and the data of its view do not tell, or that they tell and it omits.

    ``printed_words`` are words that always stand on the board.
    """
    pieces, marks, spots = {piece.id: piece for piece in view.pieces}, view.marks, picture.ground.spots
    carriers = {name: piece for piece in pieces.values() for name in piece.carries}
    for marker in picture.markers:
        if (flaw := _of_counter(marker, spots[marker.space].id, pieces, carriers)) is not None:
            return flaw
    if omitted_pieces := pieces.keys() - {marker.id for marker in picture.markers}:
        return f"no counter for {min(omitted_pieces)}, which the data have"
    if (flaw := _of_stacks(picture, pieces)) is not None:
        return flaw
    return next(
        (flaw for mark in picture.marks if (flaw := _of_mark(mark, spots, marks, printed_words)) is not None), None
    )


def _of_counter(
    marker: Marker, place: str, pieces: Mapping[str, PieceOnMap], carriers: Mapping[str, PieceOnMap]
) -> str | None:
    """What a counter shows that its datum does not have."""
    if marker.id in carriers:
        return (
            None if carriers[marker.id].at == place else f"{marker.id} is drawn in {place}, apart from who carries it"
        )
    if marker.id not in pieces:
        return f"a counter {marker.id or marker.label!r}, which is not a piece of the data"
    piece = pieces[marker.id]
    if (piece.at, piece.side, piece.face_down) != (place, marker.side, marker.face_down):
        facing_side = "down" if marker.face_down else "up"
        of_marker = f"{marker.id} of {marker.side} in {place}, {facing_side}"
        return f"{of_marker}, and the data have {piece}; `Display.face_of` makes them"
    if marker.face_down:
        return None if not (piece.values or piece.marks or piece.kind) else f"{piece}, which lies face down"
    numbers = {number for value in piece.values.values() for number in value}
    name_numbers = set(_NUMBER.findall(piece.name))
    for number in _NUMBER.findall(f"{marker.value} {'' if marker.face == '' else marker.label}"):
        if number not in name_numbers and sum(map(Fraction, number.split())) not in numbers:
            return f"{marker.id} shows {number}, and its values are {dict(piece.values)}"
    steps_left, steps_lost = marker.pips
    if steps_left + steps_lost and (steps_left, steps_left + steps_lost) not in piece.values.values():
        return f"{marker.id} shows {steps_left} of {steps_left + steps_lost}, and its values are {dict(piece.values)}"
    if len(marker.badges) > len(piece.marks):
        return f"{marker.id} shows {marker.badges}, and its marks are {piece.marks}"
    return None


def _of_stacks(picture: Picture, pieces: Mapping[str, PieceOnMap]) -> str | None:
    """A stack that is drawn in another order than the data have."""
    stacks: dict[int, list[str]] = {}
    for marker in picture.markers:
        if marker.id in pieces:
            stacks.setdefault(marker.space, []).append(marker.id)
    for stack in stacks.values():
        if stack != sorted(stack, key=lambda piece: pieces[piece].order):
            return f"a stack drawn as {stack}, which the data have in another order"
    return None


def _of_mark(
    mark: Mark, spots: Sequence[Spot], marks: Collection[MapMark], printed_words: Collection[str]
) -> str | None:
    """What a mark shows that no datum has."""
    match mark:
        case Highlight(mask=mask):
            places = {spots[space].id for space in bits(mask)}
            return (
                None
                if any(places == set(map_mark.places) for map_mark in marks)
                else f"{mark.label} on {sorted(places)[:5]}"
            )
        case PathMark(spaces=spaces):
            path = tuple(spots[space].id for space in spaces)
            is_told = any(path == map_mark.path[: len(path)] for map_mark in marks)
            return None if is_told else f"{mark.label or 'a path'} through {path[:5]}"
        case DestroyedCrossing(crossing=crossing):
            return None if any(map_mark.crossing == crossing for map_mark in marks) else f"{crossing} crossed out"
        case Art(svg=svg):
            words = {*printed_words, *(map_mark.text for map_mark in marks)}
            return next((f"the words {text!r}" for text in _texts_in_drawing(svg) if text not in words), None)
        case _:
            assert_never(mark)


def _texts_in_drawing(svg: str) -> Iterator[str]:
    """What is written in a drawing, and what its parts are called."""
    return (unescape(text) for text in _WRITTEN.findall(svg) if text)
