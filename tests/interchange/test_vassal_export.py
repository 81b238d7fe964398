"""Positions as saved games of VASSAL: their grammar, and what is read back of them."""

import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from tests.interchange.small_files import archive
from tests.interchange.test_vassal import HEXES, PLAIN, SIZE
from tests.interchange.vassal_files import build, joined, layer, nested, palette, piece, saved

from wargame_workshop.interchange import vassal_pieces
from wargame_workshop.interchange.vassal_counters import Counters, placings
from wargame_workshop.interchange.vassal_export import Standing, saved_game
from wargame_workshop.interchange.vassal_maps import write_map
from wargame_workshop.interchange.vassal_module import read_module
from wargame_workshop.interchange.vassal_places import Places, places_of
from wargame_workshop.interchange.vassal_saves import commands_of, deciphered, enciphered, read_save

PIECE = "+/7/mark;Side\tpiece;;;a.png;A\\/B/Blue\tMain;30;24;12;1;OldZone;x"


def of_prototypes(path: Path) -> Places:
    """A module with a counter whose layer stands in its prototype."""
    inner = joined(["+", "null", nested([layer("", "back.png"), "piece;;;;"]), nested(["1;", "null;0;0;;0"])], "/")
    proto = f'<V.PrototypeDefinition name="Horse">{escape(inner)}</V.PrototypeDefinition>'
    lee = piece("Lee", side="Gray", extra=["prototype;Horse", "rotate;6;false"])
    module = build(path, HEXES.format(PLAIN), palette("Gray", ("Lee", lee)), on_map=proto, size=SIZE)
    places = places_of(read_module(module), "")
    assert places is not None
    write_map(places)
    return places


def text_of(content: bytes, folder: Path) -> str:
    (folder / "out.vsav").write_bytes(content)
    with zipfile.ZipFile(folder / "out.vsav") as packed:
        return deciphered(packed.read("savedGame"))


def test_a_piece_carries_what_its_prototype_carries_and_shows_its_back(tmp_path: Path) -> None:
    places = of_prototypes(tmp_path / "a.vmod")
    done = saved_game(places, [Standing("lee", "Lee", "0302", turned=True)], "Second day")
    first, lee, stack, boards, last = commands_of(text_of(done.content, tmp_path))
    assert (first, last) == ("begin_save", "end_save")
    read = vassal_pieces.read_piece(lee)
    assert read is not None
    assert (read.name, read.map, read.x, read.y, read.gpid) == ("Lee", "Main", 114, 72, "12")
    assert (read.prototypes, read.levels, read.unread) == ((), (2,), ("rotate",))
    assert stack == "+/2/stack/Main;114;72;1;@@-1"
    assert boards == "MainBoardPicker\tField\t0\t0"
    again = placings(Counters(places.module), places, read_save(tmp_path / "out.vsav"))
    assert [(one.counter.id, one.at, one.turned) for one in again] == [("lee", "0302", True)]


def test_the_same_position_gives_the_same_bytes_with_what_vassal_wants_to_know(tmp_path: Path) -> None:
    places = of_prototypes(tmp_path / "a.vmod")
    standing = [Standing("lee", "Lee", "0302")]
    content = saved_game(places, standing, "A & B").content
    assert content == saved_game(places, standing, "A & B").content
    text_of(content, tmp_path)
    with zipfile.ZipFile(tmp_path / "out.vsav") as packed:
        assert packed.namelist() == ["savedGame", "savedata", "moduledata"]
        assert b"<description>A &amp; B</description>" in packed.read("savedata")


def test_what_the_module_has_not_is_named(tmp_path: Path) -> None:
    places = of_prototypes(tmp_path / "a.vmod")
    done = saved_game(places, [Standing("jackson", "Jackson", "0302"), Standing("lee_2", "Lee 2", "9999")], "")
    assert [problem.message for problem in done.left_out] == [
        "'Jackson' (jackson) is not a counter of the module",
        "'Lee 2' (lee_2) is in '9999', which no board of it has",
    ]
    assert done.pieces == 0


@pytest.mark.parametrize("command", [PIECE, "+/8/stack/Main;30;24;7;@@0", "MainBoardPicker\tField\t0\t0"])
def test_what_vassal_wrote_goes_through_unchanged(command: str, tmp_path: Path) -> None:
    """Commands typed as VASSAL's sources write them, taken apart to their last part and put together again."""
    path = saved(tmp_path / "a.vsav", command)
    assert read_save(path).unread == 0
    with zipfile.ZipFile(path) as packed:
        raw = packed.read("savedGame")
    assert enciphered(deciphered(raw), 0x5A) == raw
    mark = "\t" if "\t" in command and not command.startswith("+") else "/"
    parts = vassal_pieces.split(command, mark)
    if command == PIECE:
        parts[2:4] = (vassal_pieces.nested(vassal_pieces.traits_of(part)) for part in parts[2:4])
    assert vassal_pieces.joined(parts, mark) == command


def test_parts_that_look_quoted_or_end_with_a_backslash_come_back() -> None:
    for parts in (["a\\", "b"], ["'quoted'", ""], ["a/b", "c\\/d", "'"], ["", "x"]):
        assert vassal_pieces.split(vassal_pieces.joined(parts, "/"), "/") == parts


def test_a_card_in_a_deck_is_no_counter_on_the_map(tmp_path: Path) -> None:
    places = of_prototypes(tmp_path / "a.vmod")
    card = piece("Lee", side="Gray", place="Main;114;60").replace("null", "5", 1)
    path = saved(tmp_path / "a.vsav", card, "+/9/deck;x/Main;114;60;false;5")
    assert placings(Counters(places.module), places, read_save(path)) == []


def test_a_saved_game_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="no savedGame in it"):
        read_save(archive(tmp_path / "a.vsav", {"other": ""}))
