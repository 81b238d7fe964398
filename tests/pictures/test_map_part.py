"""A sheet of paper draws of a map what lies on it: a printer's file does not hold the whole map for each sheet."""

import re
from pathlib import Path

import pytest

from wargame_core import load
from wargame_pictures.paper.map_part import MapParts, cropped
from wargame_pictures.paper.pdf import find_browser, write_pdf
from wargame_pictures.paper.printed_game import print_game

MAP = (
    '<defs><path id="hill" d="M0 0h10v10h-10zM500 500h10v10h-10z"/>'
    '<pattern id="grass" width="20" height="20"><path d="M1 1h2"/></pattern></defs>'
    '<use href="#hill" fill="url(#grass)"/><use href="#hill" stroke="#111" stroke-dasharray="1 2"/>'
    '<path d="M0 0H100M700 700H800" stroke-dasharray="1 2"/><path d="M600 600H900" stroke="#222"/>'
    '<g id="names" font-size="10"><text x="5" y="5" font-size="10">here</text>'
    '<text x="600" y="600" font-size="10">there</text></g><use href="#names" stroke="#fff"/>'
    '<g transform="translate(4 4)"><text x="0" y="0">mark</text></g>'
    '<g transform="translate(640 4)"><text x="0" y="0">far</text></g>'
    '<g transform="translate(2.5 2)"><use href="#hill" stroke="#333"/><path d="M0 9H90" stroke-dasharray="9 1"/></g>'
)
HERE = (0.0, 0.0, 50.0, 50.0)


def test_a_sheet_has_the_dashes_names_and_marks_that_lie_on_it() -> None:
    part = MapParts.of(MAP).part(HERE, "1-1")
    assert re.findall("here|there|mark|far", part) == ["here", "mark"]
    dashed = re.findall(r'<path d="([^"]*)"[^>]*stroke-dasharray', part)
    assert dashed == ["M0 0L10 0L10 10L0 10L0 0", "M0 0L100 0", "M0 9L90 9"]
    assert '<use href="#hill" stroke="#333" />' in part  # in a group that is moved a little
    assert 'd="M600 600H900"' in part  # a whole line costs nothing


def test_sheets_of_one_page_have_no_id_twice_and_refer_to_their_own() -> None:
    parts = MapParts.of(MAP)
    page = parts.shared() + "".join(parts.part(HERE, name) for name in ("1-1", "1-2"))
    ids, referred = re.findall(r' id="([^"]+)"', page), re.findall(r'(?:href="#|url\(#)([^")]+)', page)
    assert len(ids) == len(set(ids))
    assert set(referred) <= set(ids)
    assert {"names-1-1", "names-1-2"} <= set(referred)


def test_a_pattern_is_drawn_as_tiles_of_the_window_clipped_by_its_area() -> None:
    part = MapParts.of(MAP).part(HERE, "1-1")
    assert "url(#grass)" not in part
    assert part.count('<use href="#grass-tile"') == 9
    assert '<g clip-path="url(#hill-clip)">' in part


def test_a_map_drawn_small_has_no_names_dashes_and_patterns() -> None:
    plain = MapParts.of(MAP).plain()
    assert not re.search("text|stroke-dasharray|grass", plain)
    assert 'stroke="#222"' in plain


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        ("M100 0L0 0L-100 0", "M100 0L0 0L-100 0"),
        ("M100 100L200 100L25 25", "M200 100L25 25"),
        ("M60 10q-40 0 0 20m200 0l5 5", "M60 10Q20 10 60 30"),
        ("M60 60H90V70Z", ""),
        ("m10 10h5v5z", "M10 10L15 10L15 15L10 10"),
    ],
)
def test_of_a_path_the_strokes_are_left_that_come_into_the_window(data: str, kept: str) -> None:
    assert cropped(data, HERE) == kept


def test_no_sheet_of_a_printed_map_asks_for_a_pattern_which_browsers_print_as_a_picture() -> None:
    page = print_game(load("gettysburg")).page
    assert not re.search(r'fill="url\(#', page)
    assert page.count("-tile") > 100


@pytest.mark.thorough
@pytest.mark.skipif(find_browser() is None, reason="needs Chromium (apt-get install chromium)")
def test_the_largest_packet_has_less_than_ten_megabytes(tmp_path: Path) -> None:

    (tmp_path / "page.html").write_text(print_game(load("gettysburg")).page, "utf-8")
    write_pdf(tmp_path / "page.html", tmp_path / "page.pdf")
    assert (tmp_path / "page.pdf").stat().st_size < 10_000_000
