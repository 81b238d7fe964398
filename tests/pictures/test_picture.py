"""A board as a picture in layers, and what a screen finds in it."""

import re
import sys
from base64 import b64decode
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from attrs import evolve
from tests.pictures.test_svg import MAPS, SVG, drawn, square, words

import wargame_table
from wargame_core import discover, load
from wargame_core.errors import DataError, MissingExtra, UnknownName, WargameError
from wargame_core.maps.legend import PALETTE
from wargame_core.maps.map import Map
from wargame_pictures import pictures_of
from wargame_pictures.draw import tokens as sides
from wargame_pictures.draw.art import PIECE, GameArt, PieceArt, art_in
from wargame_pictures.draw.faces import contrast
from wargame_pictures.draw.ground import DrawnGround, Spot, map_ground
from wargame_pictures.draw.labels import WrittenName, text_width
from wargame_pictures.draw.picture import LAYERS, Picture, save
from wargame_pictures.draw.side_colors import SHARE_OF_SIDE_COLOR, contrast_ratio, line_colors_of
from wargame_pictures.draw.tokens import Highlight, Marker, PlacedPiece


def picture(board: Map, turned: bool = False) -> Picture:
    tokens = [Marker(1, "One", "blue", "#204080", id="p1"), Marker(2, "Two", "red", "#f0c0b0", "depot", id="p2")]
    return Picture(ground=map_ground(board, turned), markers=tokens)


def test_a_token_that_lies_face_down_tells_its_side_and_no_more_and_one_off_the_map_is_refused() -> None:
    board = next(iter(MAPS.values()))()
    down = Marker(1, "Grant", "blue", "#204080", "depot", True, "asleep", 'p"1', kind="train", value="9")
    svg = evolve(picture(board), markers=(down,)).svg()
    assert not re.search("Grant|asleep|train|>9<", svg)
    assert 'data-piece="p&quot;1"' in svg
    for space in (-1, board.size, 10**6):
        with pytest.raises(WargameError, match=f"blue in space {space}, but the map has 0-{board.size - 1}"):
            evolve(picture(board), markers=(evolve(down, space=space),)).svg()


def test_a_style_sheet_can_tell_what_lies_face_down() -> None:
    board = next(iter(MAPS.values()))()
    one = Marker(1, "Grant", "blue", "#204080", id="p1")
    for marker, is_down in ((one, False), (evolve(one, face_down=True), True)):
        found = re.search(r'class="(piece [^"]*)"', evolve(picture(board), markers=(marker,)).svg())
        assert found is not None
        assert ("face-down" in found[1].split()) is is_down


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
    assert set(re.findall(r"url\(#([^)]+)\)", picture(board).svg())) <= set(named)


def test_boards_of_one_page_share_no_id() -> None:
    crowd = [Marker(space, "One", "blue", "#204080", id=f"p{space}") for space in range(12)]
    drawing = Picture(ground=map_ground(square()), markers=crowd)
    one, other = (
        {element.get("id") for element in drawn(drawing.svg(ids=ids)).iter()} - {None} for ids in ("", "second-")
    )
    assert drawing.names.moved_names
    assert not one & other


def test_every_layer_is_had_alone_with_the_same_view_box() -> None:
    drawing = picture(square())
    whole = drawn(drawing.svg(highlight=["(0,1)"]))
    for layer in LAYERS:
        alone = drawn(drawing.svg(layers=[layer], highlight=["(0,1)"]))
        assert alone.get("viewBox") == whole.get("viewBox")
        assert {group.get("data-layer") for group in alone.iter(f"{SVG}g")} - {None} == {layer}
    (left, top, width, height), (wide, high) = drawing.box, drawing.ground.size
    assert left < 0 > top
    assert (left + width > wide, top + height > high) == (True, True)
    assert evolve(drawing, legend=False).box[3] < height
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
    assert "<title></title>" not in evolve(drawing, marks=[Highlight(8, "#204080")]).svg(highlight=["p1"])
    assert drawing.svg(layers=["overlays"], last_move=["(0,1)", "(0,2)"]).count('data-mark="tint"') == 1
    assert drawing.svg(arrows=[["(0,1)", "(0,2)"]]) != drawing.svg()
    with pytest.raises(UnknownName, match="unknown space 'nix'"):
        drawing.svg(highlight=["nix"])


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
        moved += len(names.moved_names)
        for name in (*names.unmoved_names, *names.moved_names):
            assert name.of is None or not on_each_other(name, drawing.pieces[0])
        for name in names.moved_names:
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


# Pictures of one's own in place of what core draws.


SOURCE = 'source = { document = "ours", basis = "reconstruction" }\n'
BLUE = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
FIELD = DrawnGround(
    "field", "", (100, 60), (Spot("A1", "A1", (50, 30), ((0, 0), (100, 0), (100, 60), (0, 60))),), "<g/>"
)
UNIT = Marker(0, "1st", "blue", "#26477f", id="u1", kind="infantry", pips=(3, 1))


def art_of(folder: Path, text: str) -> GameArt:
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "blue.svg").write_bytes(BLUE)
    (folder / "art" / "art.toml").write_text(SOURCE + text, "utf-8")
    art = art_in(None, folder)
    assert art is not None
    return art


def dressed(art: GameArt, *markers: Marker, ground: DrawnGround = FIELD) -> str:
    return art.dress(Picture(ground=ground, markers=markers)).svg()


def test_a_piece_is_shown_by_its_picture_as_an_image_in_which_no_script_runs(tmp_path: Path) -> None:
    svg = dressed(art_of(tmp_path, '[[piece]]\nfile = "blue.svg"\nside = "blue"\nkind = "infantry"\n'), UNIT)
    (image,) = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}image")
    kind, _, content = image.attrib["href"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert b64decode(content) == BLUE
    assert "<script" not in svg


def test_what_is_left_of_a_unit_stands_below_its_picture_unless_it_is_not_wanted(tmp_path: Path) -> None:
    rule = '[[piece]]\nfile = "blue.svg"\n'
    assert ">3-1<" in dressed(art_of(tmp_path, rule), UNIT)
    assert ">3-1<" not in dressed(art_of(tmp_path, f"{rule}strip = false\n"), UNIT)


@pytest.mark.parametrize("rule", [PieceArt(""), PieceArt("", pieces=("u1",)), PieceArt("", kind="infantry")])
def test_no_picture_tells_what_lies_face_down(rule: PieceArt) -> None:
    hidden = evolve(UNIT, face_down=True)
    assert not rule.fits(hidden)
    backs = GameArt(((evolve(rule, back=True, pieces=(), kind=""), "data:,"),))
    assert dressed(backs, hidden) == dressed(backs, evolve(hidden, kind="cavalry", label="2nd", pips=(1, 1)))


def test_a_picture_lies_over_the_whole_sheet_and_upside_down_from_the_other_chair(tmp_path: Path) -> None:
    art = art_of(tmp_path, '[sheet]\nfile = "blue.svg"\n')
    assert 'x="0" y="0" width="100" height="60" preserveAspectRatio="none"' in dressed(art)
    assert "rotate(180 50 30)" not in dressed(art)
    assert "rotate(180 50 30)" in dressed(art, ground=evolve(FIELD, turned=True))
    assert 'data-space="A1"' in dressed(art)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[[piece]]\nfile = "gone.svg"\n',
            "E301 piece[0].file: 'gone.svg' is not a picture beside this file (blue.svg",
        ),
        ('[[piece]]\nfile = "../blue.svg"\n', "E301 piece[0].file: '../blue.svg' is not a picture beside this file"),
        ('[[piece]]\nfile = "art.toml"\n', "E301 piece[0].file: 'art.toml' is not a picture"),
        ('[[piece]]\nfile = "blue.svg"\nsides = "blue"\n', "E201 piece[0].sides"),
        ('[sheet]\nfile = "large.png"\n', ""),
        (
            '[[piece]]\nfile = "large.png"\n',
            f"E207 piece[0].file: large.png has 70,000 bytes; such a picture has at most {PIECE:,}",
        ),
    ],
)
def test_a_mistake_is_reported_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    art_of(tmp_path, "")
    (tmp_path / "art" / "large.png").write_bytes(b"0" * 70_000)
    if not said:
        art_of(tmp_path, text)
        return
    with pytest.raises(DataError) as problem:
        art_of(tmp_path, text)
    assert "art.toml:" in str(problem.value)
    assert said in str(problem.value)


# The colours of pictures: three themes, and sides that stay apart in grey.


LIGHT = [light for light, _, _ in PALETTE.values()]


@pytest.mark.parametrize("theme", range(3))
def test_the_two_sides_stay_apart_in_grey(theme: int) -> None:
    one, other = PALETTE["side-1"][theme], PALETTE["side-2"][theme]
    assert (PALETTE["side-1"][0], PALETTE["side-2"][0]) == (sides.DARK, sides.LIGHT)
    assert contrast_ratio(one, other) > 3
    assert contrast(sides.DARK) != contrast(sides.LIGHT)


@pytest.mark.parametrize("game", ["vicksburg", "corinth", "thunder_on_the_mississippi"])
def test_lines_of_a_side_can_be_seen_on_light_and_on_dark(game: str) -> None:
    colors = line_colors_of(load(game).sheet())
    assert len(set(colors.values())) == 2
    assert all(contrast_ratio(color, PALETTE["paper"][theme]) >= 3 for color in colors.values() for theme in (0, 1))


def test_a_screen_mixes_the_colour_of_a_side_with_as_much_ink_as_the_laws_try() -> None:
    page = (Path(wargame_table.__file__).parent / "client/theme.js").read_text("utf-8")
    assert f"color-mix(in srgb,${{color}} {SHARE_OF_SIDE_COLOR:.0%},var(--wg-ink))" in page


@pytest.mark.parametrize("theme", range(3))
@pytest.mark.parametrize("writing", ["ink", "name", "margin", "note", "river-name", "stream-name", "crossing-name"])
def test_writing_can_be_read_on_the_ground(writing: str, theme: int) -> None:
    assert contrast_ratio(PALETTE[writing][theme], PALETTE["ground"][theme]) > 4.5


def test_a_picture_follows_its_reader_by_variables_for_what_it_has() -> None:
    svg = picture(square()).svg()
    (style,) = re.findall("<style>(.*)</style>", svg)
    assert "prefers-color-scheme:dark" in style
    assert "@media print" in style
    used = set(re.findall(r"var\((--wg-[a-z0-9-]+)\)", style))
    assert all(style.count(f"{name}:") == 3 for name in used)
    assert "--wg-woods" in used
    assert "--wg-orchard" not in used


def test_programs_without_variables_ignore_the_style_sheets_and_see_the_light_theme() -> None:
    drawing = picture(square())
    svg = drawing.svg()
    for style in re.findall("<style>(.*?)</style>", svg):
        assert re.fullmatch(r"@supports \(color:var\(--\w+\)\)\{.*\}", style)
    assert "paint-order" not in svg
    assert re.sub("<style>.*?</style>", "", svg) == drawing.svg(theme="light")


@pytest.mark.parametrize(("ending", "written"), [("svg", b"<svg"), ("png", b"png <svg"), ("PDF", b"pdf <svg")])
def test_a_picture_is_written_as_its_name_says(
    ending: str, written: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cairo = SimpleNamespace(svg2png=lambda bytestring: b"png " + bytestring, svg2pdf=lambda bytestring: b"pdf <svg")
    monkeypatch.setitem(sys.modules, "cairosvg", cairo)
    assert save("<svg", tmp_path / f"board.{ending}").read_bytes() == written


def test_a_png_takes_an_extra_and_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(MissingExtra, match=r"wargame-pictures\[png\]"):
        save("<svg/>", tmp_path / "board.png")
    assert not list(tmp_path.iterdir())


def test_the_page_of_the_table_has_the_colours_of_both_themes() -> None:
    page = (Path(wargame_table.__file__).parent / "client/palette.js").read_text("utf-8")
    pairs = [f"{light[1:]}{dark[1:]}" for light, dark, _ in PALETTE.values() if light != dark]
    assert page.split("`")[1].split() == pairs


LETTER_HIGH = 9
"""The height of the N above a compass, with its distance."""


@pytest.mark.parametrize("name", [entry.id for plugin in discover() for entry in plugin.games])
def test_the_title_of_a_sheet_ends_before_its_compass_whose_letter_is_on_the_sheet(name: str) -> None:
    game = load(name)
    picture = pictures_of(game).picture(game.start(seed=1).view(game.seats[0]), legend=False)
    assert picture is not None
    svg = picture.svg()
    title = re.search(r'<text x="0" y="-28" font-size="([\d.]+)"[^>]*letter-spacing="([\d.]+)"[^>]*>([^<]*)<', svg)
    compass = re.search(r'<g transform="translate\(([\d.]+) (-[\d.]+)\)"><path d="M0 -([\d.]+)L', svg)
    if title is not None and compass is not None:
        told, spacing = unescape(title[3]), float(title[2])
        x, y, radius = map(float, compass.groups())
        assert text_width(told, float(title[1])) + spacing * len(told) < x - radius
        assert y - radius - LETTER_HIGH > picture.box[1]
