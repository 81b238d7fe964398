"""VASSAL modules and saves made by these tests: what of them comes, what cannot, and what is not let in."""

from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from tests.interchange.small_files import archive
from tests.interchange.vassal_files import at_start, build, deck, joined, nested, palette, piece, regions, saved

from wargame_core.data.archives import ArchiveError
from wargame_core.data.documents import parse_toml
from wargame_core.errors import DataError
from wargame_workshop.interchange.import_wishes import ImportRefused, Wishes
from wargame_workshop.interchange.importing import Imported, import_vassal
from wargame_workshop.interchange.map_rows import MapRows
from wargame_workshop.interchange.vassal_pictures import picture_size
from wargame_workshop.interchange.vassal_pieces import PieceLayer, faces, read_piece, split

HEXES = '<V.HexGrid dx="42" dy="48" x0="30" y0="24"><V.HexGridNumbering {}/></V.HexGrid>'
PLAIN = 'first="H" sep="" hType="N" vType="N" hOff="1" vOff="1" hLeading="1" vLeading="1" stagger="false"'
SIZE = (42 * 5, 48 * 4)


def module(path: Path, grid: str, *pieces: str, more: str = "", size: tuple[int, int] = SIZE) -> Path:
    """A module with a board of a grid and a palette of counters."""
    slots = palette("Gray", *((f"unit {n}", text) for n, text in enumerate(pieces)))
    return build(path, grid, slots, on_map=more, size=size)


def imported(folder: Path, path: Path, **wishes: object) -> Imported:
    return import_vassal(path, folder, Wishes(**wishes))  # type: ignore[arg-type]


def text_of(done: Imported, name: str) -> str:
    return next(change.merged.text for change in done.changes if change.path.name == name)


def test_a_grid_of_hexes_becomes_a_map_with_the_same_numbers(tmp_path: Path) -> None:
    done = imported(tmp_path, module(tmp_path / "small.vmod", HEXES.format(PLAIN)))
    board = MapRows(parse_toml(text_of(done, "map.toml"), tmp_path / "map.toml")).reader.map
    assert board.coordinates(0) == "0101"
    zero = PLAIN.replace('hOff="1"', 'hOff="0"')  # numbers may begin at nothing
    text = text_of(imported(tmp_path / "0", module(tmp_path / "0.vmod", HEXES.format(zero))), "map.toml")
    assert MapRows(parse_toml(text, tmp_path / "map.toml")).reader.map.coordinates(0) == "0001"
    around = {board.coordinates(space) for space in board.neighbours[board.parse("0202")]}
    assert around == {"0102", "0103", "0201", "0203", "0302", "0303"}
    assert "terrain, rivers and roads: they are in the picture alone" in done.missing


def test_hexes_with_a_corner_on_top_have_rows(tmp_path: Path) -> None:
    grid = HEXES.replace("<V.HexGrid ", '<V.HexGrid sideways="true" ').format(PLAIN)
    done = imported(tmp_path, module(tmp_path / "small.vmod", grid, size=SIZE[::-1]))
    board = MapRows(parse_toml(text_of(done, "map.toml"), tmp_path / "map.toml")).reader.map
    assert 'stagger = "rows"' in text_of(done, "map.toml")
    around = {board.coordinates(space) for space in board.neighbours[board.parse("0202")]}
    assert around >= {"0201", "0203", "0102", "0103"}


def test_squares_and_regions_become_maps_too(tmp_path: Path) -> None:
    numbers = '<V.SquareGridNumbering first="H" sep="-" hType="A" hOff="0"/>'
    squares = f'<V.SquareGrid dx="40" dy="40" x0="20" y0="20">{numbers}</V.SquareGrid>'
    done = imported(tmp_path, module(tmp_path / "a.vmod", squares, size=(120, 80)))
    data = parse_toml(text_of(done, "map.toml"), tmp_path / "map.toml").data
    assert (data["map"]["rows"], data["map"]["cols"]) == (2, 3)
    assert 'A-01,"(0,0)"' in text_of(done, "spaces.csv")
    bay, port = "Bay &amp; Isle", "Port"
    zones = f'<V.RegionGrid><V.Region name="{bay}" originx="150" originy="20"/>'
    zones += f'<V.Region name="{port}" originx="20" originy="20"/></V.RegionGrid>'
    zones = f'<V.ZonedGrid><V.Zone name="Sea" path="0,0;9,9">{zones}</V.Zone></V.ZonedGrid>'
    done = imported(tmp_path / "b", module(tmp_path / "b.vmod", zones))
    assert parse_toml(text_of(done, "map.toml"), tmp_path / "map.toml").data["area"] == [
        {"id": "bay_isle", "name": "Bay & Isle", "at": [1.5, 0.2]},
        {"id": "port", "name": "Port", "at": [0.2, 0.2]},
    ]


def prototype(name: str, marker: str, *others: str) -> str:
    kinds = [*(f"prototype;{other}" for other in others), f"mark;{marker}", "piece;;;;"]
    text = joined(["+", "null", nested(kinds), nested([*[""] * len(others), name, "null;0;0;;0"])], "/")
    return f'<V.PrototypeDefinition name="{name}">{escape(text)}</V.PrototypeDefinition>'


def test_prototypes_that_all_name_each_other_are_worked_out_once(tmp_path: Path) -> None:
    names = [f"p{number}" for number in range(40)]
    more = "".join(prototype(name, f"M{name}", *names) for name in names)
    field = module(tmp_path / "a.vmod", HEXES.format(PLAIN), piece("A", extra=["prototype;p0"]), more=more)
    assert "marker Mp39" in text_of(imported(tmp_path, field), "counters.csv").splitlines()[0]


def test_too_many_prototypes_within_each_other_are_refused(tmp_path: Path) -> None:
    more = "".join(prototype(f"p{number}", "M", f"p{number + 1}") for number in range(200))
    field = module(tmp_path / "a.vmod", HEXES.format(PLAIN), piece("A", extra=["prototype;p0"]), more=more)
    with pytest.raises(DataError, match="E104 more than 100 prototypes, each within another"):
        imported(tmp_path, field)


@pytest.mark.parametrize("grid", ["HexGrid", "SquareGrid"])
def test_a_grid_without_a_space_on_its_board_is_refused(tmp_path: Path, grid: str) -> None:
    drawn = f'<V.{grid} dx="0.00001" dy="48" x0="9000" y0="9000"/>'
    with pytest.raises(DataError, match=r"E710 no space of the grid lies on the board 'Field'; choose another board"):
        imported(tmp_path, module(tmp_path / "a.vmod", drawn))


def test_counters_come_with_their_markers_and_those_of_their_prototypes(tmp_path: Path) -> None:
    prototype = joined(["+", "null", nested(["mark;Arm", "piece;;;;"]), nested(["cavalry", "null;0;0;;0"])], "/")
    more = f'<V.PrototypeDefinition name="Horse">{escape(prototype)}</V.PrototypeDefinition>'
    light = piece("A. P. Hill (Light/Div.)", side="Gray", extra=["prototype;Horse", "rotate;6;false"])
    done = imported(tmp_path, module(tmp_path / "small.vmod", HEXES.format(PLAIN), light, more=more))
    assert text_of(done, "counters.csv").splitlines() == [
        "id,name,side,image,list,marker Arm,marker Side,marker Strength",
        "unit_0,unit 0,Gray,a.png,Gray,cavalry,Gray,4",
    ]
    assert "1 traits of counters: rotate 1" in done.missing


def test_set_ups_go_by_printed_name_or_by_point_and_decks_bring_names(tmp_path: Path) -> None:
    lee = piece("Lee", side="Gray")
    more = at_start("Lee", lee, 'useGridLocation="true" location="0302"')
    more += at_start("Hill", lee, 'useGridLocation="false" x="72" y="96"')
    more += at_start("Odd", lee, 'useGridLocation="true" location="Box"')
    more += '<V.SetupStack name="===== DECKS ====="/>' + deck("Events", "Rain", "Sun")
    done = imported(tmp_path, module(tmp_path / "small.vmod", HEXES.format(PLAIN), more=more))
    assert text_of(done, "setup.csv").splitlines() == ["unit,where", "Lee,0302", "Hill,0202"]
    assert [problem.message for problem in done.left_out] == ["'Odd' of the set-up lies off the grid"]
    cards_of_the_deck = parse_toml(text_of(done, "deck.toml"), tmp_path / "deck.toml").data["card"]
    assert [card["name"] for card in cards_of_the_deck] == ["Rain", "Sun"]


def test_a_saved_game_places_counters_on_the_grid_of_its_module(tmp_path: Path) -> None:
    war = module(tmp_path / "small.vmod", HEXES.format(PLAIN))
    pieces = piece("Lee", place="Main;114;60"), "+/9/stack/Main;1;2;9;@@0", piece("Off", place="Pool;9;9")
    game = saved(tmp_path / "game.vsav", *pieces)
    assert text_of(imported(tmp_path, game, module=war), "setup.csv").splitlines() == ["unit,where", "Lee,0302"]
    with pytest.raises(ImportRefused, match=r"--module"):
        imported(tmp_path, game)


def test_pieces_are_read_with_every_backslash() -> None:
    deep = read_piece(piece("A; B\\C", side="Blue", extra=["rotate;1", "hide;2", "emb2;x"]))
    assert deep is not None
    assert (deep.name, deep.markers) == ("A; B\\C", {"Side": "Blue", "Strength": "4"})
    assert deep.unread == ("rotate", "hide", "emb2")
    assert split(r"a\/b/'\c'", "/") == ["a/b", "\\c"]
    assert read_piece("+/1/stack/Main;1;2") is None


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"other": "x"}, r"E710 no buildFile in it"),
        (
            {"buildFile.xml": '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'},
            r"buildFile.xml:1:\d+: E104 not let in: a document type",
        ),
        ({"buildFile.xml": "<a><b></a>"}, r"buildFile.xml:1:\d+: E103 not XML"),
        ({"../../x": "x", "buildFile.xml": "<a/>"}, "is not a plain name"),
        ({"buildFile.xml": b"\0" * 30_000_000}, "times smaller"),
    ],
)
def test_hostile_modules_are_refused(tmp_path: Path, members: dict[str, bytes | str], told: str) -> None:
    with pytest.raises((DataError, ArchiveError), match=told):
        imported(tmp_path, archive(tmp_path / "a.vmod", members))


def test_a_board_of_a_huge_picture_and_a_cut_off_save_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"a board of 90000 x 90000 pixels"):
        imported(tmp_path, module(tmp_path / "a.vmod", HEXES.format(PLAIN), size=(90_000, 90_000)))
    war = module(tmp_path / "b.vmod", HEXES.format(PLAIN))
    with pytest.raises(DataError, match=r"E710 the saved game cannot be deciphered"):
        imported(tmp_path, archive(tmp_path / "g.vsav", {"savedGame": "!VCSK5a0"}), module=war)


def test_a_counter_in_the_palette_and_in_a_stack_is_one_and_its_marker_says_whose_it_is(tmp_path: Path) -> None:
    lee = piece("Lee", side="Gray")
    more = at_start("Lee", lee, 'useGridLocation="true" location="0302"')
    path = build(tmp_path / "a.vmod", HEXES.format(PLAIN), palette("Blue", ("Lee", lee)), on_map=more, size=SIZE)
    done = imported(tmp_path, path)
    assert text_of(done, "counters.csv").splitlines()[1:] == ["lee,Lee,Gray,a.png,Blue,Gray,4"]
    assert text_of(done, "setup.csv").splitlines()[1:] == ["Lee,0302"]


def test_an_extension_says_which_module_it_is_of(tmp_path: Path) -> None:
    more = palette("More", ("Hill", piece("Hill", side="Gray")))
    target = '<V.ExtensionElement target="VASSAL.build.module.PieceWindow">'
    text = f'<V.ModuleExtension module="Small War">{target}{more}</V.ExtensionElement></V.ModuleExtension>'
    extension = archive(tmp_path / "more.vmdx", {"buildFile": text})
    with pytest.raises(ImportRefused, match=r"an extension adds to a module: say which .* --module"):
        imported(tmp_path, extension)
    war = module(tmp_path / "small.vmod", HEXES.format(PLAIN), piece("Lee", side="Gray"))
    rows = text_of(imported(tmp_path, extension, module=war), "counters.csv").splitlines()[1:]
    assert [row.split(",")[1] for row in rows] == ["unit 0", "Hill"]


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ('<svg width="210mm" height="105mm" viewBox="0 0 793.7 396.85">', (794, 397)),
        ("<?xml version='1.0'?><!-- > --><svg height='50' width='100px'>", (100, 50)),
        ('<svg width="2in" height="1.5in">', (192, 144)),
        ('<svg width="100%" height="100%" viewBox="-5,-5, 300,200">', (300, 200)),
        ('<svg width="600" viewBox="0 0 300 200">', (600, 400)),
        ('<svg:svg xmlns:svg="s" width="36pt" height="4.5pc">', (48, 72)),
        ('<svg width="100%" height="100%">', None),
        ('<svg width="0" height="10">', None),
    ],
)
def test_the_size_of_an_svg_is_told_in_any_unit(head: str, size: tuple[int, int] | None) -> None:
    assert picture_size(head.encode()) == size


def test_layers_that_mark_a_counter_are_no_side_of_it() -> None:
    step, moved = (
        PieceLayer("Step", ("f.png", "b.png"), always_on=True),
        PieceLayer("Moved", ("m.png",), always_on=False),
    )
    assert faces("", [moved, step]) == ("f.png", "b.png")
    assert faces("own.png", [moved]) == ("own.png", "m.png"), "where there is nothing else"
    assert faces("own.png", [PieceLayer("", ("", "b.png"), always_on=False)]) == ("own.png", "b.png")
    assert faces("", []) == ("", "")


@pytest.mark.parametrize(
    ("grid", "told"),
    [
        (regions(**{f"r{n}": (n, n) for n in range(5_000)}), "5,000 regions of board 'Field'; at most 4,000 are read"),
        (
            "<V.ZonedGrid>"
            + HEXES.format(PLAIN).replace('dx="42" dy="48"', 'dx="4" dy="4"')
            + f'<V.Zone name="a" path="{";".join(f"{n},{n % 7}" for n in range(9_000))}"/>' * 9
            + "</V.ZonedGrid>",
            "the grid is too fine, or there are too many zones",
        ),
    ],
)
def test_a_board_that_would_take_minutes_is_refused(grid: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=f"E104 .*{told}"):
        imported(tmp_path, module(tmp_path / "a.vmod", grid, size=(900, 900)))
