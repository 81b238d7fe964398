"""Spreadsheets: what the columns mean, what a cell may hold, and merging into what is there."""

import tomllib
from pathlib import Path

import pytest
from tests.interchange.small_files import TWO_FORDS, archive, changed_lines, ods, ods_cell, ods_row

from wargame_core.data.archives import ArchiveError
from wargame_core.data.documents import Problems, parse_toml
from wargame_core.errors import DataError
from wargame_core.forces.order_of_battle import read_oob
from wargame_workshop.interchange.importing import Wishes, import_sheet
from wargame_workshop.interchange.sheet_forms import oob_tables
from wargame_workshop.interchange.sheet_import import import_tables
from wargame_workshop.interchange.tables import read_tables

ROOT = Path(__file__).parents[2]

OOB = """\
source = { document = "ours", basis = "reconstruction" }
id = "small"

[[side]]
id = "blue"
name = "The Blue"
stated = { leaders = 1, infantry = 2 }

[[leader]]
id = "boss"
name = "Boss"
commands = ["blue"]
rating = 5  # decided in play

[[formation]]
id = "blue_first"
name = "First Division"
level = "division"
side = "blue"
arm = "infantry"
units = [
  { id = "blue_first_a", name = "A", arm = "infantry", rating = 1 },  # the best
  { id = "blue_first_b", name = "B", arm = "infantry", rating = 0 },
]
"""


def imported(folder: Path, name: str, text: str | bytes, *, oob: str = OOB, wishes: Wishes | None = None) -> str:
    """The order of battle after a table of some name was imported into it."""
    (folder / "oob.toml").write_text(oob, encoding="utf-8")
    raw = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(raw)
    (change,) = import_sheet(folder / name, folder, wishes or Wishes()).changes
    return change.merged.text


def test_a_changed_rating_changes_its_number_alone(tmp_path: Path) -> None:
    new = imported(tmp_path, "oob.csv", "side,division,unit,arm,rating\nThe Blue,First Division,A,infantry,-2\n")
    assert new == OOB.replace('name = "A", arm = "infantry", rating = 1', 'name = "A", arm = "infantry", rating = -2')


def test_a_unit_that_is_not_listed_stays_until_it_is_pruned(tmp_path: Path) -> None:
    table = "side,division,unit,arm,rating\nblue,First Division,A,infantry,1\n"
    assert imported(tmp_path, "oob.csv", table) == OOB
    pruned = imported(tmp_path, "oob.csv", table, wishes=Wishes(prune=True))
    assert '"blue_first_b"' not in pruned
    assert "stated = { leaders = 1, infantry = 1 }" in pruned
    assert "# the best" in pruned


@pytest.mark.parametrize("game", ["vicksburg", "gettysburg"])
def test_a_packaged_order_of_battle_comes_back_from_its_tables_whole(tmp_path: Path, game: str) -> None:
    path = ROOT / f"plugins/{game}/src/wargame_{game}/data/oob.toml"
    doc, texts = parse_toml(path.read_text(encoding="utf-8"), path), dict[str, str]()
    for name, table in oob_tables(doc.data).items():
        (tmp_path / f"{name}.csv").write_bytes(table.encode())
        merges = import_tables(tmp_path / f"{name}.csv", texts, tmp_path).files
        texts |= {file.name: merged.text for file, merged in merges.items()}
        (same,) = import_tables(tmp_path / f"{name}.csv", {"oob.toml": doc.text}, tmp_path).files.values()
        assert same.text == doc.text
    new, old = (read_oob(parse_toml(text, path), Problems()) for text in (texts["oob.toml"], doc.text))
    assert new is not None
    assert old is not None
    assert (new.formations, new.leaders, new.units) == (old.formations, old.leaders, old.units)


def test_an_office_sheet_with_merged_and_repeated_cells_is_read_as_it_looks(tmp_path: Path) -> None:
    covered, two = "<table:covered-table-cell/>", 'table:number-rows-spanned="2"'
    rows = (
        ods_row("side", "division", "unit", "arm", "rating")
        + f"<table:table-row>{ods_cell('blue', two)}{ods_cell('First Division', two)}"
        + f"{ods_cell('A')}{ods_cell('infantry')}"
        + '<table:table-cell office:value-type="float" office:value="-2"><text:p>-2</text:p></table:table-cell>'
        + '<table:table-cell table:number-columns-repeated="16379"/></table:table-row>'
        + f"<table:table-row>{covered * 2}{ods_cell('B')}{ods_cell('infantry')}{ods_cell('0')}</table:table-row>"
        + '<table:table-row table:number-rows-repeated="1048573"><table:table-cell/></table:table-row>'
    )
    path = ods(tmp_path / "army.ods", {"oob": rows, "notes": ods_row("just a remark")})
    (tmp_path / "oob.toml").write_text(OOB, encoding="utf-8")
    done = import_sheet(path, tmp_path, Wishes())
    assert changed_lines(OOB, done.changes[0].merged.text) == [
        '  { id = "blue_first_a", name = "A", arm = "infantry", rating = -2 },  # the best'
    ]
    assert done.ignored == ("table 'notes'",)


def test_a_workbook_is_read_too(tmp_path: Path) -> None:
    sheet = (
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c>'
        '<c r="B1" t="inlineStr"><is><t>commands</t></is></c></row>'
        '<row r="3"><c r="A3" t="str"><v>Boss</v></c><c r="B3" t="s"><v>1</v></c></row></sheetData></worksheet>'
    )
    parts: dict[str, bytes | str] = {
        "xl/workbook.xml": '<workbook xmlns:r="x"><sheets><sheet name="leaders" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<R><Relationship Id="rId1" Target="worksheets/s.xml"/></R>',
        "xl/sharedStrings.xml": "<sst><si><t>name</t></si><si><r><t>The </t></r><r><t>Blue</t></r></si></sst>",
        "xl/worksheets/s.xml": sheet,
    }
    (table,) = read_tables(archive(tmp_path / "army.xlsx", parts))
    assert table.rows == (("name", "commands"), ("Boss", "The Blue"))
    assert str(table.problem(1, 1, "E301", "no such side")) == "army.xlsx:leaders:B3: E301 no such side"


HEAD = "side,division,unit,arm,rating\n"
REFUSED: dict[str, tuple[str | bytes, str]] = {
    "number": (
        HEAD + "blue,First Division,A,infantry,two\n",
        r"oob.csv:2:5: E204 rating: 'two' is not a whole number; the row is A",
    ),
    "side": (
        HEAD + "bleu,First Division,A,infantry,1\n",
        r"oob.csv:2:1: E301 side: 'bleu' is not a side .*did you mean 'blue'\?",
    ),
    "column": (
        "side,divison,unit,arm,rating\n",
        r"oob.csv:1:2: E720 'divison' is not a column .*did you mean 'division'\?",
    ),
    "missing": ("side,division,unit,arm\n", r"oob.csv:1:1: E721 the column 'rating' is missing"),
    "twice": ("side,unit,unit,arm,rating\n", r"oob.csv:1:3: E302 the column 'unit' is there twice"),
    "empty": (HEAD + "blue,First Division,A,,1\n", r"oob.csv:2:4: E202 arm is missing; the row is A"),
    "nowhere": (HEAD + "blue,,A,infantry,1\n", r"oob.csv:2:3: E304 'A' belongs to no formation"),
    "quote": (HEAD + 'blue,"First,A,infantry,1\n', r"oob.csv:\d:1: E725 not CSV"),
    "zip": (b"PK\3\4rest", r"oob.csv:1:1: E725 this is a spreadsheet called .csv"),
    "control": (HEAD + "blue,First Division,A\x1b[2J,infantry,1\n", r"oob.csv:2:3: E104 the cell has a character"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_table_has_wrong_is_told_with_its_cell(tmp_path: Path, name: str) -> None:
    text, told = REFUSED[name]
    with pytest.raises(DataError, match=told):
        imported(tmp_path, "oob.csv", text)
    assert (tmp_path / "oob.toml").read_text(encoding="utf-8") == OOB


def test_a_date_that_the_spreadsheet_made_is_told_with_sheet_and_cell(tmp_path: Path) -> None:
    date = '<table:table-cell office:value-type="date" office:date-value="2026-01-02"/>'
    path = ods(
        tmp_path / "army.ods", {"setup": ods_row("unit", "where") + f"<table:table-row>{date}</table:table-row>"}
    )
    with pytest.raises(DataError, match=r"army.ods:setup:A2: E722 the spreadsheet has made a date of this"):
        read_tables(path)


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"../content.xml": "<a/>"}, "no plain name"),
        ({"content.xml": b"\0" * 50_000_000}, "times smaller"),
        ({f"f{n}": "" for n in range(6000)}, "6000 files in it"),
        ({"content.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}, "a document type or an entity"),
        ({"other": "x"}, "no content.xml"),
    ],
    ids=["climbing", "bomb", "many", "entity", "other"],
)
def test_hostile_archives_are_refused(tmp_path: Path, members: dict[str, bytes | str], told: str) -> None:
    with pytest.raises((DataError, ArchiveError), match=told):
        read_tables(archive(tmp_path / "a.ods", members))


def test_a_member_that_is_damaged_or_no_xml_is_told_by_its_name(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.ods", {"content.xml": "<a>\n<b></a>"})
    with pytest.raises(DataError, match=r"^a\.ods:content\.xml:2:\d+: E103 not XML"):
        read_tables(path)
    path = ods(tmp_path / "b.ods", {"oob": ods_row("side") * 50})
    raw = path.read_bytes()
    at = raw.index(b"content.xml") + 40
    path.write_bytes(raw[:at] + bytes(8) + raw[at + 8 :])
    with pytest.raises(ArchiveError, match=r"^b\.ods:content\.xml: E106 no zip archive, or damaged"):
        read_tables(path)


def test_places_and_letters_go_into_the_map(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(TWO_FORDS, encoding="utf-8")
    (tmp_path / "places.csv").write_text('name,cell,tags\nAshby,"0,1",depot/rail\nKent,"5,6",\n', encoding="utf-8")
    (change,) = import_sheet(tmp_path / "places.csv", tmp_path, Wishes()).changes
    assert changed_lines(TWO_FORDS, change.merged.text) == [
        "cell = [0, 1]",
        'tags = ["depot", "rail"]',
        'name = "Kent"',
        "cell = [5, 6]",
    ]
    assert change.merged.gone == ("place 'Millbrook'",)
    (tmp_path / "map.csv").write_text("\n".join(",".join(row) for row in ["w..ww...", *ROWS[1:]]), encoding="utf-8")
    (change,) = import_sheet(tmp_path / "map.csv", tmp_path, Wishes()).changes
    assert changed_lines(TWO_FORDS, change.merged.text) == ['  "w..ww...",  # 0']


ROWS = ["...ww...", ".t.w....", ".......t", "..ww....", "..www...", "......t."]


def test_a_set_up_moves_units_with_a_hex_and_deployments_to_one_place(tmp_path: Path) -> None:
    scenario = (
        '[[unit]]\nid = "u1"\nhex = "N0101"\n\n[[deployment]]\nformations = ["f"]\nwhere = { places = ["Kent"] }\n'
    )
    (tmp_path / "scenario.toml").write_text(scenario, encoding="utf-8")
    (tmp_path / "setup.csv").write_text("unit,where\nu1,N0102\nf,Ashby\n", encoding="utf-8")
    (change,) = import_sheet(tmp_path / "setup.csv", tmp_path, Wishes()).changes
    assert change.merged.text == scenario.replace("N0101", "N0102").replace("Kent", "Ashby")


def test_a_division_that_a_table_makes_is_of_the_arm_of_its_brigades(tmp_path: Path) -> None:
    rows = "blue,Horse,Dean,cavalry,0\nblue,Horse,Horse guns,artillery,0\nblue,Park,Heavy,artillery,0\n"
    new = tomllib.loads(imported(tmp_path, "oob.csv", HEAD + rows))
    assert {row["name"]: row["arm"] for row in new["formation"] if row["name"] in ("Horse", "Park")} == {
        "Horse": "cavalry",
        "Park": "artillery",
    }
