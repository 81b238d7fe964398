"""A board as a picture in layers, and what a screen finds in it."""

from __future__ import annotations

import pytest
from tests.core.test_svg import MAPS, NASTY, SVG, drawn, square, words

from wargame_core.errors import UnknownName
from wargame_core.maps.map import Map
from wargame_pictures.draw.ground import map_ground
from wargame_pictures.draw.labels import WrittenName
from wargame_pictures.draw.picture import LAYERS, Picture
from wargame_pictures.draw.tokens import Marker, PlacedPiece


def picture(board: Map, turned: bool = False) -> Picture:
    tokens = [Marker(1, "One", "blue", "#204080", id="p1"), Marker(2, "Two", "red", "#f0c0b0", "depot", id="p2")]
    return Picture(ground=map_ground(board, turned), markers=tokens)


def test_a_page_can_hold_the_sheet_once_for_many_pictures() -> None:
    drawing = picture(square())
    symbol, shared = drawing.sheet_symbol("sheet"), drawing.svg(shared="sheet", layers=("sheet", "pieces"))
    assert drawn(f'<svg xmlns="http://www.w3.org/2000/svg">{symbol}</svg>')[0][0].get("id") == "sheet"
    assert [element.get("href") for element in drawn(shared).iter(f"{SVG}use")] == ["#sheet"]
    assert len(shared) < len(drawing.svg()) / 2


@pytest.mark.parametrize("kind", MAPS)
def test_every_space_and_piece_of_a_picture_bears_its_id_and_a_name(kind: str) -> None:
    board = MAPS[kind]()
    root = drawn(picture(board).svg())
    spaces = [element for element in root.iter() if element.get("data-space")]
    assert [space.get("data-space") for space in spaces] == [board.coordinates(space) for space in range(board.size)]
    pieces = {element.get("data-piece"): element for element in root.iter() if element.get("data-piece")}
    assert {name: piece.get("data-at") for name, piece in pieces.items()} == {
        "p1": board.coordinates(1),
        "p2": board.coordinates(2),
    }
    assert all(element.findtext(f"{SVG}title") for element in (*spaces, *pieces.values()))
    named = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(named) == len(set(named))


def test_places_and_crossings_bear_their_names() -> None:
    root = drawn(picture(square()).svg(layers=["sheet"]))
    assert {element.get("data-place") for element in root.iter()} - {None} == {NASTY, "Dale", "Hut"}
    crossings = [(one.get("data-crossing"), one.get("data-between")) for one in root.iter() if one.get("data-crossing")]
    assert ("b", "(0,2) (0,3)") in crossings


def test_every_layer_is_had_alone_with_the_same_view_box() -> None:
    drawing = picture(square())
    whole = drawn(drawing.svg(highlight=["(0,1)"]))
    for layer in LAYERS:
        alone = drawn(drawing.svg(layers=[layer], highlight=["(0,1)"]))
        assert alone.get("viewBox") == whole.get("viewBox")
        assert {group.get("data-layer") for group in alone.iter(f"{SVG}g")} - {None} == {layer}
    with pytest.raises(UnknownName, match="unknown layer 'peices'"):
        drawing.svg(layers=["peices"])


def test_a_piece_lies_in_the_middle_of_its_space_in_the_coordinates_of_the_sheet() -> None:
    (one, _) = picture(square()).pieces
    assert (one.x, one.y, one.at) == (60, 20, "(0,1)")


def test_from_the_other_chair_everything_lies_turned_but_upright() -> None:
    board = square()
    (one, _), (wide, high) = picture(board, turned=True).pieces, map_ground(board).size
    assert (one.x, one.y) == (wide - 60, high - 20)
    assert "rotate(180" not in picture(board, turned=True).svg(layers=["pieces"])
    assert map_ground(board, turned=True).rows[0] == (3.5, "0")


def test_highlights_arrows_and_the_last_move_are_named_by_what_is_printed() -> None:
    drawing = picture(square())
    assert drawing.svg(highlight=["p1"]) == drawing.svg(highlight=["(0,1)"])
    assert drawing.svg(layers=["overlays"], last_move=["(0,1)", "(0,2)"]).count('data-mark="tint"') == 1
    assert drawing.svg(arrows=[["(0,1)", "(0,2)"]]) != drawing.svg()
    with pytest.raises(UnknownName, match="unknown space 'nix'"):
        drawing.svg(highlight=["nix"])


def test_a_picture_is_as_large_as_is_wanted() -> None:
    drawing = picture(square())
    box = [float(number) for number in (drawn(drawing.svg()).get("viewBox") or "").split()]
    wide = drawn(drawing.svg(size="180mm"))
    assert wide.get("width") == "180mm"
    assert float((wide.get("height") or "").removesuffix("mm")) == pytest.approx(180 * box[3] / box[2], abs=0.1)
    assert drawn(drawing.svg(size="100%")).get("height") is None


def on_each_other(name: WrittenName, piece: PlacedPiece) -> bool:
    """Whether a piece lies on a name by more than its rim."""
    wide, high = piece.wide / 2 - 1, piece.high / 2 - 1
    return any(
        left < piece.x + wide and right > piece.x - wide and top < piece.y + high and foot > piece.y - high
        for left, top, right, foot in name.boxes
    )


@pytest.mark.parametrize("kind", MAPS)
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_name_that_a_counter_would_cover_is_written_once_and_elsewhere(kind: str, scale: float) -> None:
    board, moved = MAPS[kind](), 0
    bare = Picture(ground=map_ground(board), text_scale=scale)
    for space in range(board.size):
        counter = Marker(space, "One", "blue", "#204080", id="p1")
        drawing = Picture(ground=map_ground(board), markers=[counter], text_scale=scale)
        names, svg = drawing.names, drawing.svg(theme="light")
        moved += len(names.moved)
        for name in (*names.stay, *names.moved):
            assert name.of is None or not on_each_other(name, drawing.pieces[0])
        for name in names.moved:
            assert svg.count(name.svg) == 1
            assert svg.index(name.svg) > svg.index('data-piece="p1"')
            assert words(svg).count(name.text) == words(bare.svg()).count(name.text)
    assert moved


def test_a_name_far_from_what_it_names_has_a_line_to_it() -> None:
    board = square()
    crowd = [Marker(space, "One", "blue", "#204080", id=f"p{space}") for space in range(board.size) if space % 6 < 4]
    drawing = Picture(ground=map_ground(board), markers=crowd)
    assert drawing.names.lines
    assert drawing.names.lines in drawing.svg(theme="light")


def test_layers_that_are_drawn_alone_have_every_name_on_the_sheet() -> None:
    board = square()
    crowd = [Marker(space, "One", "blue", "#204080", id=f"p{space}") for space in range(12)]
    crowded = Picture(ground=map_ground(board), markers=crowd)
    assert crowded.names.moved
    sheet = crowded.svg(layers=["sheet"])
    assert sheet == Picture(ground=map_ground(board)).svg(layers=["sheet"])
    assert sheet.count(" data-of=") == len([name for name in (*crowded.names.stay, *crowded.names.moved) if name.of])
    alone = crowded.svg(layers=["pieces"])
    assert not [name for name in crowded.names.moved if name.svg in alone]


def sizes(svg: str, within: str) -> list[float]:
    groups = [
        group for group in drawn(svg).iter(f"{SVG}g") if within in group.get("class", "").split() or group.get(within)
    ]
    return [float(text.get("font-size") or 0) for group in groups for text in group.iter(f"{SVG}text")]


def test_text_is_as_large_as_is_wanted_and_counters_stay() -> None:
    drawing = picture(square())
    usual, large = drawing.svg(), drawing.svg(text_scale=1.5)
    assert max(sizes(large, "writing")) == 1.5 * max(sizes(usual, "writing"))
    assert sizes(large, "data-piece") == sizes(usual, "data-piece")
    assert "*var(--wg-text-scale,1))" in usual
    assert "{font-size:calc(17px*var(--wg-text-scale,1.5))}" in large
    assert "--wg-text-scale" not in drawing.svg(theme="light", text_scale=1.5)
    with pytest.raises(ValueError, match="text_scale"):
        drawing.svg(text_scale=7)


def test_two_boards_on_a_page_can_have_ids_of_their_own() -> None:
    def ids(before: str) -> set[str]:
        return {element.get("id", "") for element in drawn(picture(square()).svg(ids=before)).iter()} - {""}

    assert not ids("left-") & ids("right-")


def test_the_line_round_the_map_is_not_clipped_with_the_sheet() -> None:
    drawing = picture(square())
    sheet = drawing.svg(layers=["sheet"], theme="light")
    assert drawing.ground.edge
    assert sheet.index(drawing.ground.edge) > sheet.index("</svg>")
