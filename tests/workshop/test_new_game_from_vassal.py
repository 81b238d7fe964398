"""`wargame new game --from-vassal` begins a game of a module that plays "move and turn over" before it has a rule."""

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.core.cli_table import Run
from tests.interchange.vassal_files import at_start, build, deck, layer, palette, picture, piece, regions, saved

from wargame_core import Game
from wargame_core.plugins.discovery import Plugin, load
from wargame_laws import LAWS, Trial
from wargame_pictures import pictures_of


@pytest.fixture
def begun(
    wargame: Run, installed: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str, Path], tuple[Game, Plugin, str]]]:
    """Begins a game of a module and imports it as if it were installed: the game, its plugin, what was said."""
    names: list[str] = []

    def begin(name: str, module: Path) -> tuple[Game, Plugin, str]:
        said = wargame("new", "game", name, "--from-vassal", str(module))
        monkeypatch.syspath_prepend(str(Path(name, "src").absolute()))
        names.append(f"wargame_{name}")
        plugin: Plugin = importlib.import_module(names[-1]).PLUGIN
        installed(plugin.id, f"from wargame_{name} import PLUGIN")
        return load(plugin.id), plugin, said.output

    yield begin
    for loaded in [module for module in sys.modules if module.partition(".")[0] in names]:
        del sys.modules[loaded]


def obeys_every_law(game: Game) -> bool:
    trial = Trial(game, range(12), "random", budget=12, games=2)
    for law in LAWS:
        law(trial)
    return True


def hexes_with_stacks(path: Path) -> Path:
    """Two sides by their markers, a stack at the start, a counter with a back, markers of nobody, a reserve."""
    numbers = 'first="H" sep="" hType="N" vType="N" hOff="1" vOff="1" hLeading="1" vLeading="1" stagger="false"'
    grid = f'<V.HexGrid dx="42" dy="48" x0="30" y0="24"><V.HexGridNumbering {numbers}/></V.HexGrid>'
    lee = piece("Lee", side="Gray", extra=[layer("lee-back.png")], image="lee.png")
    hill, meade = piece("Hill", side="Gray", image="hill.gif"), piece("Meade", side="Blue")
    lists = palette("Units", ("Lee", lee), ("Hill", hill), ("Meade", meade), ("Works", piece("Works")))
    where = 'useGridLocation="true" location="0302"'
    on_map = at_start("Lee", lee, where) + at_start("Hill", hill, where)
    on_map += at_start("Works", piece("Works"), 'useGridLocation="false" x="72" y="96"') * 2
    files = {f"images/{name}": picture((20, 20)) for name in ("lee.png", "lee-back.png", "hill.gif")}
    return build(path, grid, lists, on_map=on_map, size=(42 * 5, 48 * 4), files=files)


def test_a_module_of_hexes_with_stacks(begun: Callable[[str, Path], tuple[Game, Plugin, str]], tmp_path: Path) -> None:
    game, plugin, said = begun("small_war", hexes_with_stacks(tmp_path / "small.vmod"))
    assert game.seats == ("blue", "gray")
    match = game.start(seed=1)
    places = match.view("blue").board.piece_places()
    assert places == {"lee": "0302", "hill": "0302", "works": "0202", "works_2": "0202"}
    shown = pictures_of(game).svg(match.board, everything=True) or ""
    assert shown.count("<image ") == 3, "Lee, Hill and the board; nobody has drawn Works"
    assert "board.svg" in (plugin.data / "art" / "art.toml").read_text("utf-8") if plugin.data else False
    match.play("take Meade up")
    match.play("Meade to 0101")
    assert match.board.piece_places()["meade"] == "0101", "a reserve comes in"
    match.play("done")
    before = pictures_of(game).svg(match.board, everything=True)
    match.play("turn Lee over")
    assert pictures_of(game).svg(match.board, everything=True) != before, "its back has a picture of its own"
    assert plugin.lint is not None
    assert plugin.lint(plugin.data or Path()) == []
    assert "the pictures belong to the owners of the module" in said
    assert obeys_every_law(game)


def test_where_a_record_ends_becomes_a_saved_game_of_the_module(
    begun: Callable[[str, Path], tuple[Game, Plugin, str]], wargame: Run, tmp_path: Path
) -> None:
    module = hexes_with_stacks(tmp_path / "small.vmod")
    game, _, _ = begun("back_again", module)
    match = game.start(seed=1)
    match.play("take Meade up")
    match.play("Meade to 0101")
    match.play("turn Works over")
    match.save(tmp_path / "fight.json")
    wargame("export", "vassal", str(tmp_path / "fight.json"), "--module", str(module), "--out", str(tmp_path))
    wargame("import", str(tmp_path / "fight.vsav"), "--module", str(module), "--into", str(tmp_path / "again"))
    table = (tmp_path / "again" / "design" / "setup.csv").read_text("utf-8").splitlines()
    assert sorted(table[1:]) == ["Hill,0302", "Lee,0302", "Meade,0101", "Works,0202", "Works,0202"]
    wargame("export", "vassal", "back_again", "--module", str(module), "--out", str(tmp_path))
    assert (tmp_path / "back_again-at_start.vsav").exists()
    said = wargame("export", "vassal", "back_again", exit_code=2).stderr
    assert "--module FILE.vmod goes with" in said


def test_a_module_with_boxes_off_the_grid_obeys_every_law(
    begun: Callable[[str, Path], tuple[Game, Plugin, str]], tmp_path: Path
) -> None:
    """Squares with a holding box below; one side of the roster has no counters, one piece cannot be read."""
    numbers = '<V.SquareGridNumbering first="H" sep="/" hLeading="0" vLeading="0"/>'
    grid = f'<V.ZonedGrid><V.SquareGrid dx="40" dy="40" x0="20" y0="20">{numbers}</V.SquareGrid>'
    grid += '<V.Zone name="Dead" path="0,120;200,120;200,200;0,200"/></V.ZonedGrid>'
    lists = palette("Units", ("Lee", piece("Lee", side="Gray")), ("Lost", "no piece"))
    on_map = at_start("Lee", piece("Lee", side="Gray"), 'useGridLocation="false" x="30" y="150"')
    module = build(tmp_path / "a.vmod", grid, lists, on_map=on_map, size=(200, 200))
    game, plugin, said = begun("boxes", module)
    assert game.seats == ("blue", "gray")
    assert "the piece 'Lost' cannot be read" in said
    match = game.start(seed=1)
    book = game.rules.printed["book"]
    assert book.map.label(book.map.parse(match.board.piece_places()["lee"])) == "Dead"
    assert (book.map.terrain.count("clear"), book.map.terrain.count("box")) == (15, 1)
    assert plugin.lint is not None
    assert plugin.lint(plugin.data or Path()) == []
    assert obeys_every_law(game)


def test_the_picture_of_the_board_lies_under_the_same_spaces(
    begun: Callable[[str, Path], tuple[Game, Plugin, str]], tmp_path: Path
) -> None:
    game, plugin, _ = begun("laid", hexes_with_stacks(tmp_path / "small.vmod"))
    svg = (plugin.data / "art" / "board.svg").read_text("utf-8") if plugin.data else ""
    x, y, wide, high = map(float, (re.search(r'viewBox="([^"]+)"', svg) or [""])[1].split())
    ground = pictures_of(game).ground(game.start(seed=1).board)
    assert ground is not None
    at = {spot.id: spot.at for spot in ground.spots}
    for space, (left, top) in {"0101": (30, 24), "0503": (198, 120), "0202": (72, 96)}.items():
        seen = x + at[space][0] / ground.size[0] * wide, y + at[space][1] / ground.size[1] * high
        assert seen == pytest.approx((left, top), abs=2)


def test_a_module_of_areas_with_decks(
    begun: Callable[[str, Path], tuple[Game, Plugin, str]], wargame: Run, tmp_path: Path
) -> None:
    spots = {"Rome": (100, 100), "Capua": (200, 180), "Carthage": (150, 400), "Utica": (60, 380), "Sea": (140, 260)}
    lists = palette("Rome", ("Legion", piece("Legion"))) + palette("Carthage", ("Elephants", piece("Elephants")))
    on_map = at_start("Legion", piece("Legion"), 'useGridLocation="false" x="104" y="97"') * 2
    on_map += at_start("Elephants", piece("Elephants"), 'useGridLocation="true" location="Utica"')
    on_map += deck("Strategy", "Truce", "Storm", "Storm") + deck("Battle", "Flank")
    sides = ("Rome", "Carthage", "Solo")
    module = build(tmp_path / "a.vmod", regions(**spots), lists, on_map=on_map, sides=sides, size=(300, 500))
    game, plugin, said = begun("two_seas", module)
    assert game.seats == ("rome", "carthage")
    match = game.start(seed=4)
    printed = game.rules.printed["book"]
    assert match.board.piece_places() == {"legion": "rome", "legion_2": "rome", "elephants": "utica"}
    assert "joined, as a first draft" in said
    joins = (plugin.data / "map.toml").read_text("utf-8") if plugin.data else ""
    assert "rome > capua" in joins
    assert not re.search("carthage > rome|rome > carthage", joins)
    match.play("draw from Strategy")
    hand = match.view("rome").board.hands["rome"]
    assert "rome" not in match.view("carthage").board.hands
    assert {card.deck for card in game.sheet().cards} == {"Strategy", "Battle"}
    match.play(f"play {printed.cards[hand[0]].name}")
    assert match.view("carthage").board.played == hand
    out = wargame("export", "vassal", "two_seas", "--module", str(module), "--out", str(tmp_path))
    assert "shows everybody where each piece stands" in out.stderr
    assert obeys_every_law(game)


def test_a_module_of_points_that_begins_from_saved_games(
    begun: Callable[[str, Path], tuple[Game, Plugin, str]], tmp_path: Path
) -> None:
    """No players are named and nothing is set up: whose a counter is says a marker, where it begins two saves."""
    spots = {f"Town {number}": (80 * number, 60 + 50 * (number % 3)) for number in range(1, 7)}
    army = {name: {"Nation": side, "Steps": "2"} for name, side in (("I", "North"), ("II", "North"), ("A", "South"))}
    lists = palette("Armies", *((name, piece(name, markers=told)) for name, told in army.items()))

    def placed(name: str, x: int, y: int) -> str:
        return piece(name, markers=army[name], place=f"Main;{x};{y}")

    early = saved(tmp_path / "1861.vsav", placed("I", 82, 110), placed("A", 400, 160), placed("II", 5, 700))
    late = saved(tmp_path / "1863.vsav", placed("II", 160, 160))
    setups = "".join(f'<V.PredefinedSetup name="{year}" file="{year}.vsav"/>' for year in (1861, 1863))
    files = {path.name: path.read_bytes() for path in (early, late)}
    module = build(
        tmp_path / "p.vmod", regions(**spots), lists, more=setups, sides=("Solitaire",), size=(600, 500), files=files
    )
    game, _, said = begun("rails", module)
    assert game.seats == ("north", "south")
    assert [scenario.title for scenario in game.scenarios] == ["1861", "1863"]
    assert game.start("1861", seed=1).board.piece_places() == {"i": "town_1", "a": "town_5"}
    assert game.start("1863", seed=1).board.piece_places() == {"ii": "town_2"}
    assert "1 pieces of '1861' lie off the grid" in said
    assert obeys_every_law(game)


def test_a_module_that_cannot_be_played_on_is_refused_and_nothing_is_written(wargame: Run, tmp_path: Path) -> None:
    bare = build(tmp_path / "bare.vmod", "", "", size=(10, 10))
    said = wargame("new", "game", "bare", "--from-vassal", str(bare), exit_code=1).stderr
    assert "bare.vmod has no board with a grid or with regions" in said
    assert not Path("bare").exists()
    more = ("--from-vassal", str(bare), "--map", "hex")
    assert "a module brings its map" in wargame("new", "game", "bare", *more, exit_code=2).stderr


def module_of_hexes(path: Path, size: tuple[int, int] = (240, 260)) -> Path:
    """Two units of a side in a hex, one of the other with a back, a marker of nobody; a grid within a zoned one."""
    numbers = 'first="H" sep="" hType="N" vType="N" hOff="1" vOff="1" hLeading="1" vLeading="1" stagger="false"'
    grid = f'<V.HexGrid dx="42" dy="48" x0="30" y0="24"><V.HexGridNumbering {numbers}/></V.HexGrid>'
    grid = f'<V.ZonedGrid>{grid}<V.Zone name="Dead" path="0,190;300,190;300,260;0,260"/></V.ZonedGrid>'
    lee = piece("Lee", markers={"Side": "Gray", "Strength": "4-3", "Movement": "5", "Arm": "Infantry"})
    meade = piece("Meade", extra=[layer("back.png")], markers={"Side": "Blue", "CF": "6", "MA": "4", "Arm": "Cavalry"})
    hunt = piece("Hunt", markers={"Side": "Blue", "Arm": "Artillery"})
    lists = palette("Units", ("Lee", lee), ("Meade", meade), ("Hunt", hunt), ("Works", piece("Works")))
    on_map = at_start("Lee", lee, 'useGridLocation="true" location="0302"') * 2
    on_map += at_start("Meade", meade, 'useGridLocation="true" location="0502"')
    on_map += at_start("Works", piece("Works"), 'useGridLocation="true" location="0101"')
    return build(path, grid, lists, on_map=on_map, size=size)


def filled_in(folder: Path) -> None:
    """What a designer does: takes the rules out of their comments, and fills in the numbers that are missing."""
    for file in folder.glob("*.toml"):
        text = file.read_text("utf-8")
        file.write_text(re.sub(r"^# (?=\[\[|[A-Za-z_]+ = )", "", text, flags=re.MULTILINE), "utf-8")
    counters = folder / "counters.csv"
    counters.write_text(counters.read_text("utf-8").replace("artillery,Hunt,,", "artillery,Hunt,3,4"), "utf-8")


def test_a_module_of_hexes_becomes_a_folder_whose_rules_wait_and_lint_leads_to_a_game(
    wargame: Run, installed: Callable[[str, str], None], tmp_path: Path
) -> None:
    module = module_of_hexes(tmp_path / "war.vmod")
    installed("hex_and_counter", "from wargame_hex_and_counter import PLUGIN")
    said = wargame("new", "hex-game", "fight", "--from-vassal", str(module)).output
    assert "every hex is clear" in said
    assert "1 units tell no strength or movement" in said
    assert "1 units have a back" in said
    folder = Path("fight")
    missing = wargame("lint", "./fight", exit_code=1).output
    for line in (
        "game.toml:8:2: E202 game.scored: missing: text; the rules must say whose the points are",
        "zones.entering: missing: one of free, stops, forbidden, costs 2; the rules must say what happens",
        "turns.track: missing",
        "E202 strength: missing: a whole number",
        "crt.toml:1:1: E202 row: missing",
        "at_start.toml:3:2: E202 scenario.ends: missing",
    ):
        assert line in missing, missing
    for file, schema in (("game.toml", "game"), ("crt.toml", "crt"), ("at_start.toml", "scenario")):
        assert (folder / file).read_text("utf-8").startswith(f"#:schema .schema/{schema}.json\n")
        assert (folder / ".schema" / f"{schema}.json").is_file()
    filled_in(folder)
    assert wargame("lint", "./fight").output.strip() == "no problems"
    game = load(folder)
    assert (game.id, game.seats) == ("fight", ("blue", "gray"))
    board: Any = game.start(seed=1).board
    assert board.piece_places() == {"lee": "0302", "lee_2": "0302", "meade": "0502"}
    units = board.book.units
    assert [(units[one].kind, units[one].strength, units[one].faces[0].move) for one in ("lee", "meade", "hunt")] == [
        ("infantry", 4, 5),
        ("cavalry", 6, 4),
        ("artillery", 3, 4),
    ]
    assert units["meade"].steps == 1, "a back is a second step only where somebody says so"
    trial = Trial(game, range(2), "random", budget=4, games=1)
    for law in LAWS:
        if law.__name__ in ("law_play_ends", "law_offered_means_legal", "law_conditions_of_victory_are_told"):
            law(trial)


def test_what_is_no_module_of_hexes_is_refused_and_nothing_is_written(
    wargame: Run, installed: Callable[[str, str], None], tmp_path: Path
) -> None:
    installed("hex_and_counter", "from wargame_hex_and_counter import PLUGIN")
    units = palette("Units", ("Lee", piece("Lee", markers={"Side": "Gray"})))
    areas = build(tmp_path / "areas.vmod", regions(Rome=(10, 10), Capua=(90, 90)), units, size=(100, 100))
    said = wargame("new", "hex-game", "b", "--from-vassal", str(areas), exit_code=1).stderr
    assert "has no hexes" in said
    assert not Path("b").exists()
    module = module_of_hexes(tmp_path / "war.vmod")
    said = wargame("new", "campaign", "b", "--from-vassal", str(module), exit_code=2).stderr
    assert "new KIND FOLDER; the kinds: game, hex-game" in said
