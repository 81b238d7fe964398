"""A view as SVG, PNG and text by itself; what pictures refuse, in words; no secret without being asked for."""

from pathlib import Path
from typing import Any

import pytest

from wargame_core import Game, Match, View, WargameError, load
from wargame_core.errors import MissingExtra
from wargame_core.flow import view as view_module
from wargame_pictures import pictures_of, save


@pytest.fixture(scope="module")
def game() -> Game:
    return load("battlecry")


@pytest.fixture(scope="module")
def match(game: Game) -> Match:
    return game.start(seed=1863)


@pytest.fixture(scope="module")
def view(match: Match) -> View:
    return match.view("union")


def test_a_view_is_its_own_picture(game: Game, view: View) -> None:
    assert view.svg() == pictures_of(game).svg(view)
    assert 'width="300"' in view.svg(300)[:200]
    assert 'width="180mm"' in view.svg("180mm")[:200]


def test_a_view_is_bytes_of_png(view: View) -> None:
    pytest.importorskip("cairosvg", reason="CairoSVG is not installed (extra png)")
    image = view.png(200)
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(image[16:20], "big") == 200


@pytest.mark.parametrize("width", [0, -3, 10_001, 1.5, "wide", True])
def test_a_width_that_is_none_is_refused(view: View, width: Any) -> None:
    with pytest.raises(WargameError, match="a picture is 1 to 10,000 pixels wide, not "):
        view.png(width)


@pytest.mark.parametrize("size", ["big", "", "-5", -5, 0, "1e400", float("nan"), float("inf"), True, '5" onload="x'])
def test_a_size_that_is_none_is_refused(view: View, size: Any) -> None:
    with pytest.raises(WargameError, match=r"a picture cannot have the size .*pixels above 0, or one with its unit"):
        view.svg(size)


def test_a_board_is_drawn_for_a_seat_or_whole_only_when_asked(match: Match) -> None:
    campaign = load("vicksburg").start(seed=1)
    pictures = pictures_of(campaign)
    with pytest.raises(WargameError, match=r"whose eyes is this board for.*everything=True draws all secrets"):
        pictures.svg(campaign.board)
    whole = pictures.svg(campaign.board, everything=True)
    assert whole == pictures.svg(campaign.board, "referee")
    assert whole != campaign.view("federal").svg()
    with pytest.raises(WargameError, match="shows everything, or what seat 'federal' sees"):
        pictures.svg(campaign.board, "federal", everything=True)
    with pytest.raises(WargameError, match="a view is drawn as its own seat sees it"):
        pictures.svg(campaign.view("federal"), everything=True)


def test_what_is_no_picture_is_said_in_words(game: Game, match: Match, view: View) -> None:
    asked: list[tuple[Any, str]] = [
        (lambda: pictures_of("battlecry"), r"not of 'battlecry'; load\('battlecry'\) makes a game"),  # type: ignore[arg-type]
        (lambda: pictures_of(None), "pictures of a game, match, state or view, not of None"),  # type: ignore[arg-type]
        (lambda: pictures_of(game).svg(match), r"a picture is drawn of a view, match.view\(seat\), or a board"),  # type: ignore[arg-type]
        (lambda: pictures_of(game).svg("union"), "not of 'union'"),  # type: ignore[arg-type]
        (
            lambda: pictures_of(load("vicksburg")).svg(view),
            "the pictures of vicksburg, and this is a view of battlecry",
        ),
        (
            lambda: pictures_of(load("vicksburg")).svg(match.board, "federal"),
            "the pictures of vicksburg, and this is a board of another game",
        ),
    ]
    for ask, said in asked:
        with pytest.raises(WargameError, match=said):
            ask()


@pytest.mark.parametrize("name", ["x.gif", "x", "x.jpeg", "x.png.exe"])
def test_a_picture_is_not_saved_under_an_ending_that_it_is_not(view: View, tmp_path: Path, name: str) -> None:
    with pytest.raises(WargameError, match=r"a picture is saved as \.svg, \.png, \.pdf, not as "):
        save(view.svg(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["battlecry", "vicksburg", "gcacw_on_the_4th_day"])
@pytest.mark.parametrize(("width", "height"), [(80, 30), (40, 12), (20, 6), (120, 60)])
def test_a_text_is_no_wider_and_no_higher_than_asked(name: str, width: int, height: int) -> None:
    match = load(name).start(seed=1)
    lines = match.view(match.waiting_for[0]).text(width, height).splitlines()
    assert len(lines) <= height
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize("size", [(-3, None), (19, None), (80, 5), (80, -1)])
def test_a_text_too_small_to_read_is_refused(view: View, size: tuple[int, int | None]) -> None:
    with pytest.raises(WargameError, match="at least 20 columns and 6 lines, and not width="):
        view.text(*size)


def test_without_pictures_a_view_is_told_in_words(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object) -> None:
        raise MissingExtra("wargame-pictures")

    monkeypatch.setattr(view_module, "in_form", nothing)
    text = str(view)
    assert text.startswith("No map: ")
    assert "wargame-pictures" in text.splitlines()[0] + text.splitlines()[1]
    assert view.prompt is not None
    assert view.prompt in text
    assert view.choices.labels[0] in text
    assert "Hand" in text
    places = set(view.piece_places.values())
    assert all(f"{place}: " in text for place in places)
    assert len(view.text(60, 10).splitlines()) == 10
    with pytest.raises(MissingExtra):
        view.svg()
