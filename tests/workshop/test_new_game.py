"""`wargame new game` writes a plugin that plays, draws, checks its data and obeys the laws before a line is changed."""

import importlib
import json
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.core.cli_table import Run

from wargame_core import DataError, discover, load
from wargame_core.authoring import D6, Plugin, Procedure, Table
from wargame_lab.lookahead import value_of_outcome
from wargame_laws import LAWS, LawBroken, Trial, extremes
from wargame_laws.laws_of_play import law_events_tell_everything, law_play_ends
from wargame_pictures import pictures_of

SYSTEM = "from wargame_hex_and_counter import PLUGIN"


@pytest.fixture
def written(wargame: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ModuleType]]:
    """Writes a new game and imports its package, as if it were installed."""
    names: list[str] = []

    def write(name: str, *more: str) -> ModuleType:
        wargame("new", "game", name, *more)
        monkeypatch.syspath_prepend(str(Path(name, "src").absolute()))
        names.append(f"wargame_{name}")
        return importlib.import_module(names[-1])

    yield write
    for loaded in [module for module in sys.modules if module.partition(".")[0] in names]:
        del sys.modules[loaded]


@pytest.mark.parametrize(
    ("grid", "seats"), [("hex", "blue,red"), ("square", "north,south,east,west"), ("areas", "a,b,c,d,e,f,g")]
)
def test_the_new_game_plays_draws_and_obeys_every_law(
    written: Callable[..., ModuleType], installed: Callable[[str, str], None], grid: str, seats: str
) -> None:
    plugin = written(f"new_on_{grid}", "--map", grid, "--seats", seats).PLUGIN
    assert isinstance(plugin, Plugin)
    installed(plugin.id, f"from wargame_new_on_{grid} import PLUGIN")
    game = load(plugin.id)  # a game that was not loaded by its name is spared what other processes need
    assert game.rules.source.origin is not None
    assert game.seats == tuple(seats.split(","))
    trial = Trial(game, range(60), "random", budget=18, games=4)
    for law in LAWS:
        law(trial)
    svg = pictures_of(game).svg(game.start(seed=1).board, everything=True) or ""
    assert all(f">{seat.capitalize()} 2<" in svg or f"{seat.capitalize()} 2" in svg for seat in game.seats)
    assert game.sheet().briefing.how_to_win
    rules = {name: test for name, test in _stated(plugin.id, "test_rules.py").items() if name.startswith("test_")}
    assert len(rules) == 3
    for test in rules.values():
        test()
    assert plugin.lint is not None
    assert plugin.lint(plugin.data or Path()) == []


def test_a_new_game_of_hexes_and_counters_obeys_every_law_and_its_files_are_checked(
    wargame: Run, written: Callable[..., ModuleType], installed: Callable[[str, str], None]
) -> None:
    installed("hex_and_counter", SYSTEM)
    plugin = written("new_hexes", "--plugin", "hex_and_counter").PLUGIN
    installed(plugin.id, "from wargame_new_hexes import PLUGIN")
    trial = Trial(load(plugin.id), range(200), "random", budget=18, games=4)
    for law in LAWS:
        law(trial)
    assert plugin.lint(plugin.data) == []
    found = extremes(load(plugin.id), _stated("new_hexes")["BOUNDS"], seeds=range(4))
    assert [extreme.is_exceeded for extreme in found] == [False]
    lines = Path("new_hexes", "src", "wargame_new_hexes", "game.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 120


def _stated(name: str, file: str = "test_laws.py") -> dict[str, Any]:
    stated: dict[str, Any] = {}
    exec(Path(name, "tests", file).read_text("utf-8"), stated)
    return stated


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("map.toml", '"Crossroads"\nhex = "0504"', '"Crossroads"\nhex = "1504"', "map.toml:"),
        ("terrain.toml", "1 left", "2 down", "terrain.toml:8:1: E204"),
        ("crt.toml", "retreats 2", "flees", "crt.toml:"),
        ("counters.toml", "[[4, 3], [2, 3]]", "[[4, -3], [2, 3]]", "counters.toml:8:1: E204"),
        ("standard.toml", '"0203"', '"0299"', "standard.toml:11:1: E301"),
    ],
)
def test_lint_knows_files_of_hexes_and_counters_by_what_is_in_them(
    wargame: Run, installed: Callable[[str, str], None], file: str, old: str, new: str, said: str
) -> None:
    installed("hex_and_counter", SYSTEM)
    wargame("new", "game", "hexes_of_mine", "--plugin", "hex_and_counter")
    Path("hexes_of_mine", "src", "wargame_hexes_of_mine", "data").rename("tables")
    for number, path in enumerate(sorted(Path("tables").iterdir())):
        text = path.read_text("utf-8")
        path.rename(path.with_name(f"{path.stem}.toml" if path.name == file else f"file_{number}.toml"))
        if path.name == file:
            assert old in text
            path.write_text(text.replace(old, new, 1), "utf-8")
    told = wargame("lint", "tables", exit_code=1).stdout.splitlines()
    assert any(line.startswith(said) for line in told), told
    assert all(line.startswith(f"{file}:") for line in told), told


def test_it_begins_with_three_bounds_and_keeps_them(
    written: Callable[..., ModuleType], installed: Callable[[str, str], None]
) -> None:
    plugin = written("bounded").PLUGIN
    installed(plugin.id, "from wargame_bounded import PLUGIN")
    bounds = _stated("bounded")["BOUNDS"]
    found = extremes(load(plugin.id), bounds, seeds=range(6))
    assert len(found) == len(bounds) == 3
    assert not [str(extreme) for extreme in found if extreme.is_exceeded]


def test_its_bot_of_one_function_wins_against_chance(
    written: Callable[..., ModuleType], installed: Callable[[str, str], None]
) -> None:
    plugin = written("valued").PLUGIN
    installed(plugin.id, "from wargame_valued import PLUGIN")
    game, wins = load(plugin.id), 0.0
    for seed in range(100, 160):
        seat, other = game.seats if seed % 2 else game.seats[::-1]
        players = {seat: game.bot("heuristic", seed=seed), other: game.bot("random", seed=seed)}
        match = game.start(seed=seed)
        for _ in match.iter_play(players):
            pass
        wins += value_of_outcome(match.outcome, seat)
    assert wins > 0.55 * 60, "of 100 games it wins 42 and loses 21"


@pytest.mark.parametrize("face", D6.faces)
def test_a_mistake_on_one_face_of_its_attack_is_found_in_an_ordinary_run(
    written: Callable[..., ModuleType], monkeypatch: pytest.MonkeyPatch, face: int
) -> None:
    """Random play hardly ever fights: ten games roll a few faces a few times, and the others are tried beside them."""
    plugin = written(f"planted_{face}").PLUGIN
    module = importlib.import_module(f"wargame_planted_{face}.game")

    def planted(mistake: Callable[[Any, Any], object]) -> Trial:
        def attack(t: Table[Any], chosen: Any) -> Procedure[None]:
            die = yield from t.roll_openly(D6, "the attack")
            if die == face:
                mistake(t, chosen)
            t.record(module.Repulsed(chosen.piece, chosen.target))

        monkeypatch.setattr(module, "attack", attack)
        return Trial(plugin.games[0].build(None), range(100), games=10, ends=10)

    with pytest.raises(LawBroken, match="IndexError"):
        law_play_ends(planted(lambda t, chosen: list[int]()[face]))
    with pytest.raises(LawBroken, match="folding the events gives another board: at has the keys"):
        law_events_tell_everything(planted(lambda t, chosen: t.board.at.pop(chosen.target)))


def test_its_data_are_checked_with_file_and_line(written: Callable[..., ModuleType]) -> None:
    plugin = written("checked_game").PLUGIN
    mine = Path("mine")
    mine.mkdir()
    text = (plugin.data / "standard.toml").read_text("utf-8")
    (mine / "standard.toml").write_text(text.replace('at = "0201"', 'at = "0299"'), "utf-8")
    with pytest.raises(DataError, match=r"standard.toml:11:1: E301 piece\[0\].at: '0299' is not a space"):
        plugin.games[0].build(mine)
    assert plugin.lint(mine)[0].startswith("standard.toml:11:1: E301")


def test_a_broken_scenario_keeps_nobody_from_the_other_and_is_named(
    wargame: Run, written: Callable[..., ModuleType], installed: Callable[[str, str], None]
) -> None:
    plugin = written("half_broken").PLUGIN
    installed("half_broken", "from wargame_half_broken import PLUGIN")
    broken = plugin.data / "trial.toml"
    text = broken.read_text("utf-8")
    for wrong, said in (("this is [no toml", "trial.toml:1:6: E103"), (text.replace("id =", "di =", 1), "E201")):
        broken.write_text(wrong, "utf-8")
        assert [plugin.problem for plugin in discover() if plugin.id == "half_broken"] == [None]
        game = plugin.games[0].build(None)
        assert [scenario.id for scenario in game.scenarios] == ["standard"]
        assert game.start(seed=1).pending is not None
        with pytest.raises(DataError, match=said):
            game.start("trial")
        assert "Cannot be played: trial: trial.toml:" in wargame("info", "half_broken").stdout
        assert said in wargame("lint", str(plugin.data), exit_code=1).stdout
    broken.write_text(text.replace('side = "blue"', 'side = "blu"'), "utf-8")
    assert "9:1: E301 piece[0].side: 'blu' is not a side (blue, red)" in plugin.lint(plugin.data)[0]
    broken.write_text(text.replace('"trial"', '"standard"'), "utf-8")
    assert "E302 scenario.id: 'standard' is already the id of another scenario" in plugin.lint(plugin.data)[0]


def test_editors_find_a_schema_for_each_of_its_files(wargame: Run) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema checks the schemas (extra dev)")
    for grid in ("hex", "square", "areas"):
        told = json.loads(wargame("new", "game", f"on_{grid}", "--map", grid, "--json").stdout)["files"]
        files = {path for path in map(str, Path(f"on_{grid}").rglob("*")) if Path(path).is_file()}
        assert set(told) == {path for path in files if ".schema" not in path}  # which are for editors
        data = Path(f"on_{grid}", "src", f"wargame_on_{grid}", "data")
        for name in ("map", "standard", "trial"):
            text = (data / f"{name}.toml").read_text("utf-8")
            assert text.startswith(f"#:schema .schema/{name}.json\n")
            schema = json.loads((data / ".schema" / f"{name}.json").read_text("utf-8"))
            assert list(jsonschema.Draft202012Validator(schema).iter_errors(tomllib.loads(text))) == []


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("new", "game"), 2, "say where to"),
        (("new", "game", "x1", "--plugin", "toy"), 2, "is a system that writes one: none, with no other"),
        (("new", "game", "x1", "--map", "hexes"), 2, "unknown map 'hexes' (allowed: hex, square, areas); did you mean"),
        (("new", "game", "x1", "--seats", "blue"), 1, "1 seats (blue): name 2 to 8, each once"),
        (("new", "game", "x1", "--seats", "blue,blue"), 1, "2 seats (blue, blue): name 2 to 8, each once"),
        (("new", "game", "x1", "--seats", "Blue,red"), 1, "'Blue' cannot be a seat"),
        (("new", "game", "x1", "--seats", "referee,red"), 1, "'referee' cannot be a seat"),
        (("new", "game", "1914"), 1, "'1914' cannot be a game's name: begin it with a letter"),
        (("new", "game", "class"), 1, "'class' cannot be a game's name: that is a word of Python"),
        (("new", "game", "кампания"), 1, "it has the letters a to z, digits and _, and not 'к', as in my_game"),
        (("new", "game", "x1 поход"), 1, "and not 'п'"),
        (("new", "game", "toy"), 1, "the plugin toy of"),
        (("new", "road", "x1", "--map", "hex"), 2, "--map and --seats are of"),
    ],
)
def test_what_cannot_be_written_is_refused_and_nothing_is_there(
    wargame: Run, arguments: tuple[str, ...], code: int, said: str
) -> None:
    assert said in wargame(*arguments, exit_code=code).stderr
    assert not any(Path(name).exists() for name in ("x1", "1914", "class", "toy", "кампания", "x1 поход"))
