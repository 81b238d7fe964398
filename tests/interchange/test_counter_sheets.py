"""The lists of counters and set-ups that a VASSAL import writes feed what plays: each of the four kinds of folder."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.interchange.vassal_files import at_start, build, palette, piece

from wargame_core.data.documents import parse_toml
from wargame_core.errors import DataError
from wargame_core.json_form import JsonObject
from wargame_core.plugins.discovery import load, plugin_of
from wargame_pictures.several_files import write_all
from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import Imported, files_of, import_sheet, import_vassal

COUNTERS = """\
id,name,side,image,list,marker Arm,marker Rating,marker Manpower
lee,Lee,Gray,a.png,Gray > Longstreet,inf,2,9
stuart,Stuart,Gray,b.png,Gray,cav,,4
meade,Meade,Blue,c.png,Blue > II Corps,,,7
works,Works,,d.png,Markers,,,
"""


@pytest.fixture
def fed(tmp_path: Path) -> Callable[..., JsonObject]:
    """Imports the counters, and a set-up of some, into a folder; returns what one of its files says then."""

    def feed(file: str, *setup: str, counters: str = COUNTERS) -> JsonObject:
        design = tmp_path / "design"
        design.mkdir(exist_ok=True)
        (design / "counters.csv").write_text(counters, "utf-8")
        (design / "setup.csv").write_text("\n".join(["unit,where", *setup, ""]), "utf-8")
        for name in ("counters", "setup") if counters else ("setup",):
            for again in range(2):
                done: Imported = import_sheet(design / f"{name}.csv", tmp_path, Wishes())
                assert not again or not any(change.changes for change in done.changes), f"{name} changes twice"
                write_all(dict(files_of(done)), tmp_path)
        return parse_toml((tmp_path / file).read_text("utf-8"), tmp_path / file).data

    return feed


def test_a_campaign_gets_divisions_and_deployments(tmp_path: Path, fed: Callable[..., JsonObject]) -> None:
    plugin_of("altar_of_freedom").scaffold["campaign"](tmp_path)
    deployments = fed("campaign.toml", "Lee,Oakham", 'meade,"9,9"')["deployment"]
    assert deployments[-2]["where"] == {"kind": "at", "places": ["Oakham"]}
    assert deployments[-1]["where"] == {"kind": "at", "places": ["Barton"]}, "a space with a place"
    oob = parse_toml((tmp_path / "oob.toml").read_text("utf-8"), tmp_path / "oob.toml").data
    rows = {row["name"]: row for row in oob["formation"]}
    assert rows["Lee"]["parent"] == rows["Longstreet"]["id"]
    assert rows["Lee"]["units"] == [{"id": f"{rows['Lee']['id']}_lee", "name": "Lee", "arm": "infantry", "rating": 2}]
    assert [rows[name]["units"][0]["arm"] for name in ("Stuart", "Meade")] == ["cavalry", "infantry"]
    assert "Works" not in rows
    done = import_sheet(tmp_path / "design" / "counters.csv", tmp_path, Wishes())
    assert any("Stuart, Meade: infantry, 0; look them over" in note for note in done.notes)
    (tmp_path / "oob.toml").unlink()  # a campaign that has none yet gets one
    [change] = import_sheet(tmp_path / "design" / "counters.csv", tmp_path, Wishes()).changes
    assert change.path.name == "oob.toml"


def test_a_battle_gets_units(tmp_path: Path, fed: Callable[..., JsonObject]) -> None:
    plugin_of("battlecry").scaffold["battle"](tmp_path)
    design = tmp_path / "design"
    design.mkdir()
    sides = COUNTERS.replace("Gray", "Confederate").replace("Blue", "Union")
    (design / "counters.csv").write_text(sides, "utf-8")
    (design / "setup.csv").write_text("unit,where\nStuart,C3\nMeade,G9\n", "utf-8")
    done = import_sheet(design / "setup.csv", tmp_path, Wishes())
    write_all(dict(files_of(done)), tmp_path)
    units = parse_toml((tmp_path / "my_battle.toml").read_text("utf-8"), tmp_path / "my_battle.toml").data["unit"]
    assert units[-2:] == [
        {"side": "confederate", "kind": "cavalry", "hexes": ["C3"]},
        {"side": "union", "kind": "infantry", "hexes": ["G9"]},
    ]
    assert load(tmp_path / "my_battle.toml").start(seed=1).pending
    assert not any(change.changes for change in import_sheet(design / "setup.csv", tmp_path, Wishes()).changes)


def test_a_scenario_gets_counters_with_their_values_and_hexes(tmp_path: Path, fed: Callable[..., JsonObject]) -> None:
    plugin_of("gcacw_on_the_4th_day").scaffold["scenario"](tmp_path)
    counters = "id,name,side,image,list,marker Tactical,marker Manpower\nown_lee,Own Lee,Confederate,inf.png,X,3,8\n"
    units = fed("my_scenario.toml", "Own Lee,S2601", "csa_jones,S2603", counters=counters)["unit"]
    assert {"unit": "own_lee", "hex": "S2601", "manpower": 8} in units
    assert next(row for row in units if row["unit"] == "csa_jones")["hex"] == "S2603"
    listed = parse_toml((tmp_path / "units.toml").read_text("utf-8"), tmp_path / "units.toml").data["unit"]
    assert {"id": "own_lee", "name": "Own Lee", "side": "confederate", "arm": "infantry", "tactical": 3} in listed


def test_a_module_game_gets_what_another_module_lists(tmp_path: Path, fed: Callable[..., JsonObject]) -> None:
    (tmp_path / "counters.toml").write_text('source = { document = "x" }\n[[counter]]\nid = "a"\nname = "A"\n', "utf-8")
    (tmp_path / "start.toml").write_text('source = { document = "x" }\n[scenario]\nid = "s"\ntitle = "S"\n', "utf-8")
    assert fed("start.toml", "Lee,0101", "works,0202", "works,0303")["piece"] == [
        {"id": "lee", "name": "Lee", "counter": "lee", "at": "0101"},
        {"id": "works", "name": "Works", "counter": "works", "at": "0202"},
        {"id": "works_2", "name": "Works", "counter": "works", "at": "0303"},
    ]


def test_what_a_module_gives_is_read_by_what_follows(tmp_path: Path) -> None:
    plugin_of("altar_of_freedom").scaffold["campaign"](tmp_path / "war")
    lee = piece("Lee", side="Gray")
    numbers = '<V.SquareGridNumbering first="V" sep="," vOff="0" hOff="0" hLeading="0" vLeading="0"/>'
    grid = f'<V.SquareGrid dx="40" dy="40" x0="20" y0="20">{numbers}</V.SquareGrid>'
    module = build(
        tmp_path / "small.vmod",
        grid,
        palette("Gray", ("Lee", lee)),
        on_map=at_start("Lee", lee, 'useGridLocation="true" location="9,9"'),
        size=(480, 480),
    )
    for source, into in ((module, "war"), ("counters.csv", "war"), ("setup.csv", "war")):
        folder = tmp_path / into
        path = source if isinstance(source, Path) else folder / "design" / source
        done = (import_vassal if isinstance(source, Path) else import_sheet)(path, folder, Wishes())
        write_all(dict(files_of(done)), folder)
    deployed = parse_toml((tmp_path / "war/campaign.toml").read_text("utf-8"), Path("campaign.toml")).data["deployment"]
    assert deployed[-1]["where"]["places"] == ["Barton"]


def test_what_nobody_knows_is_refused_with_what_is_known(tmp_path: Path, fed: Callable[..., JsonObject]) -> None:
    plugin_of("altar_of_freedom").scaffold["campaign"](tmp_path)
    with pytest.raises(
        DataError, match=r"setup.csv:2:1: E301 no row of the folder places it: 'Mead' is not a formation"
    ):
        fed("campaign.toml", "Mead,Oakham")
    with pytest.raises(DataError, match=r"1,1 is not a place of map.toml: a deployment is at a place"):
        fed("campaign.toml", 'Lee,"1,1"')
