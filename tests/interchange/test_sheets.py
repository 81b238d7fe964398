"""Spreadsheets: what the columns mean, what a cell may hold, and merging into what is there."""

import tomllib
import tracemalloc
from pathlib import Path

import pytest
from tests.interchange.small_files import TWO_FORDS, archive, changed_lines, ods, ods_cell, ods_row

from wargame_core.contents import DeckCard, Listing
from wargame_core.data.archives import ArchiveError
from wargame_core.data.documents import Problems, parse_toml
from wargame_core.errors import DataError
from wargame_core.forces.order_of_battle import read_oob
from wargame_workshop.interchange.import_wishes import ImportRequest, Wishes
from wargame_workshop.interchange.importing import import_sheet, run_import
from wargame_workshop.interchange.sheet_forms import FORMS, csv_text, oob_tables
from wargame_workshop.interchange.sheet_import import import_tables
from wargame_workshop.interchange.tables import LONGEST_LINE, MOST_LINES, read_tables

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
    "control": (
        HEAD + "blue,First Division,A\x1b[2J,infantry,1\n",
        r"oob.csv:2:3: E104 the cell has U\+001B \(",
    ),
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
    (table,) = read_tables(path)
    assert [str(problem) for problem in table.left_out] == [
        "army.ods:setup:A2: E722 the spreadsheet has made a date of this (2026-01-02); "
        "format the column as text and write it again"
    ]
    assert table.rows == (("unit", "where"), ("",))


ROW = "blue,First Division,A,infantry,-2\n"
LEFT_OUT: dict[str, tuple[str, str]] = {
    "a row whose number is none": ("blue,First Division,B,infantry,two\n", "oob.csv:3:5: E204 rating: 'two' is not"),
    "a row without what it needs": ("blue,First Division,B,,1\n", "oob.csv:3:4: E202 arm is missing; the row is B"),
    "a row of no side": ("green,First Division,C,infantry,1\n", "oob.csv:3:1: E301 side: 'green' is not a side"),
    "a row of no formation": ("blue,,C,infantry,1\n", "oob.csv:3:3: E304 'C' belongs to no formation"),
    "a row with a control letter": ("blue,First Division,B\a,infantry,1\n", "oob.csv:3:3: E104 the cell has U+0007 ("),
    "a letter without a meaning": ("blue,First Division,\ue000,infantry,1\n", "U+E000 (a character without a name)"),
    "a long note": (f"blue,First Division,{'long ' * 500},infantry,1\n", "oob.csv:3:3: E104 a text of 2,499 letters"),
    "an id that is taken": ("blue,First Division,C,infantry,1,boss\n", "oob.csv:3:6: E302 'boss' is already an id"),
}


@pytest.mark.parametrize("what", LEFT_OUT)
def test_a_row_that_cannot_come_is_left_out_and_named_and_the_others_come(tmp_path: Path, what: str) -> None:
    row, told = LEFT_OUT[what]
    (tmp_path / "oob.toml").write_text(OOB, encoding="utf-8")
    table = tmp_path / "oob.csv"
    table.write_text(HEAD.replace("rating", "rating,id") + ROW.replace("-2", "-2,") + row, encoding="utf-8")
    done = import_sheet(table, tmp_path, Wishes(prune=True))
    (problem,) = done.left_out
    assert told in str(problem)
    assert len(str(problem)) < 400
    (change,) = done.changes
    assert change.merged.text == OOB.replace(
        'name = "A", arm = "infantry", rating = 1', 'name = "A", arm = "infantry", rating = -2'
    )
    assert done.notes == ("nothing was removed (--prune), because something of the table was left out",)
    with pytest.raises(DataError, match=r"oob\.csv:3:"):
        run_import(ImportRequest(table, "sheet", tmp_path, Wishes(strict=True)))


def test_a_cell_that_the_row_can_be_without_is_left_out_alone(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(TWO_FORDS, encoding="utf-8")
    table = 'name,cell,kind,lat,extra\nAshby,"0,1",town,north,\nKent,"5,6",town,,note\nFar,"5,99",town,,\n'
    (tmp_path / "places.csv").write_text(table, encoding="utf-8")
    done = import_sheet(tmp_path / "places.csv", tmp_path, Wishes())
    assert [str(problem).partition(";")[0] for problem in done.left_out] == [
        f"places.csv:1:5: E720 'extra' is not a column ({', '.join(FORMS['places'].columns)})",
        "places.csv:2:4: E204 lat: 'north' is not a number",
        "places.csv:4:1: E403 'Far': place[3].cell: (5,99) is off the map (rows 0-5, columns 0-7)",
    ]
    (change,) = done.changes
    assert '"Kent"' in change.merged.text
    assert '"Far"' not in change.merged.text
    assert "cell = [0, 1]" in change.merged.text


def test_letters_that_are_none_leave_their_spaces_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(TWO_FORDS, encoding="utf-8")
    rows = [",".join(row) for row in ["w..ww...", *ROWS[1:]]]
    rows[1] = ".,town,,z,.,.,.,."
    (tmp_path / "map.csv").write_text("\n".join(rows), encoding="utf-8")
    done = import_sheet(tmp_path / "map.csv", tmp_path, Wishes())
    assert changed_lines(TWO_FORDS, done.changes[0].merged.text) == ['  "w..ww...",  # 0', '  ".t.w....",  # 1'][:1]
    assert [str(problem).partition(";")[0] for problem in done.left_out] == [
        "map.csv:2:2: E204 'town' is not one letter",
        "map.csv:2:3: E204 the cell is empty",
        "map.csv:2:4: E402 'z' is not in the legend (. clear, w woods, t town)",
    ]


def test_names_that_differ_in_signs_alone_are_one_and_stay_as_they_are_written(tmp_path: Path) -> None:
    oob = OOB.replace("First Division", "Reed's Own \u2013 First")
    row = "THE\u00a0BLUE,Reed\u2019s Own - First\u200b,\u200eA,infantry,-2\n"
    new = imported(tmp_path, "oob.csv", HEAD + row, oob=oob)
    assert new == oob.replace('name = "A", arm = "infantry", rating = 1', 'name = "A", arm = "infantry", rating = -2')


def test_names_that_differ_in_small_letters_alone_are_told_apart_where_both_are_there(tmp_path: Path) -> None:
    oob = OOB.replace('"B"', '"a"')
    new = imported(tmp_path, "oob.csv", HEAD + "blue,First Division,a,infantry,7\n", oob=oob)
    assert new == oob.replace('name = "a", arm = "infantry", rating = 0', 'name = "a", arm = "infantry", rating = 7')


FORMULAS = ("=1+1", "+sum(A1)", "-cmd", "@name", "\tindented", "'=quoted", "''-2", "-2", "+3", "'tis", "plain")


def test_what_looks_like_a_formula_is_written_with_an_apostrophe_and_read_back_without(tmp_path: Path) -> None:
    text = csv_text(("name", "commands"), [{"name": name, "commands": "x"} for name in FORMULAS])
    written = [line.partition(",")[0] for line in text.splitlines()[1:]]
    assert [cell.startswith("'") for cell in written] == [*[True] * 7, False, False, True, False]
    (tmp_path / "leaders.csv").write_text(text, encoding="utf-8", newline="")
    (table,) = read_tables(tmp_path / "leaders.csv")
    assert [row[0] for row in table.rows[1:]] == [name.strip() for name in FORMULAS]


def test_a_listing_as_csv_has_no_formula_either() -> None:
    cards = Listing("deck", (DeckCard(id="@a", deck="=d", title="-2"),))
    assert "'@a,'=d,-2,1" in cards.to_csv()


def test_a_line_without_an_end_is_refused_before_it_is_held_in_memory(tmp_path: Path) -> None:
    (tmp_path / "oob.csv").write_bytes(HEAD.encode() + b"x" * (LONGEST_LINE + 2))
    tracemalloc.start()
    try:
        with pytest.raises(DataError, match=r"oob.csv:2:1: E104 a line of more than 1,000,000 letters"):
            read_tables(tmp_path / "oob.csv")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"../content.xml": "<a/>"}, "not a plain name"),
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


def test_a_file_of_empty_lines_is_refused(tmp_path: Path) -> None:
    (tmp_path / "oob.csv").write_bytes(HEAD.encode() + b"\n" * MOST_LINES)
    with pytest.raises(DataError, match=r"oob.csv:200001:1: E104 more than 200,000 lines; delete the empty ones"):
        read_tables(tmp_path / "oob.csv")
