"""`wargame import` of what is damaged, of another kind or hostile: where it is wrong, what to do, nothing written."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.interchange.small_files import TWO_FORDS, archive, exported, ods, ods_cell, ods_row, thing
from tests.interchange.test_sheets import HEAD, OOB

from wargame_terminal import main

Run = Callable[..., Result]
COLUMNS = ods_row("side", "division", "unit", "arm", "rating")
TWO_WIDE = 'table:number-columns-spanned="2"'
ACROSS = (
    f"<table:table-row>{ods_cell('blue', TWO_WIDE)}"
    f"<table:covered-table-cell/>{ods_cell('A')}{ods_cell('infantry')}{ods_cell('1')}</table:table-row>"
)


@pytest.fixture
def wargame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Types a command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words: object, exit_code: int = 0) -> Result:
        done = CliRunner().invoke(main, [str(word) for word in words])
        assert done.exit_code == exit_code, done.output
        return done

    return run


def tiled(change: Callable[[dict[str, Any]], object] = lambda drawn: None) -> bytes:
    drawn = exported(TWO_FORDS)
    change(drawn)
    return json.dumps(drawn, indent=1).encode()


def sheet(folder: Path, name: str, rows: str) -> bytes:
    return ods(folder / "any.ods", {name: rows}).read_bytes()


WRONG: dict[str, tuple[str, bytes | Callable[[Path], bytes], str]] = {
    "a Tiled map cut off": ("a.tmj", tiled()[:-200], r"a\.tmj:\d+:\d+: E103 not JSON: .*; save it or fetch it again"),
    "an empty Tiled map": ("a.tmj", b"", r"a\.tmj:1:1: E103 not JSON: .*; save it or fetch it again"),
    "a Tiled map of hexes": (
        "a.tmj",
        tiled(lambda drawn: drawn.update(orientation="hexagonal", staggeraxis="x", hexsidelength=20)),
        r"a\.tmj:1:1: E706 this map is of hexes staggered along x, and map.toml of squares; export the file to Tiled",
    ),
    "a Tiled map of another size": (
        "a.tmj",
        tiled(lambda drawn: drawn.update(width=9)),
        r"a\.tmj:1:1: E706 this map has 9 x 6 tiles, and map.toml 8 x 6; export",
    ),
    "XML cut off": ("a.tmx", b"<map version='1'><layer>", r"a\.tmx:1:\d+: E103 not XML: .*; save it or fetch it again"),
    "an empty table": ("oob.csv", b"\xef\xbb\xbf\n;;\n", r"oob\.csv:1:1: E721 there is nothing in this table; the"),
    "a table cut off": ("oob.csv", (HEAD + 'blue,"First').encode(), r"oob\.csv:2:1: E725 not CSV: .*; a quotation"),
    "cells merged across columns": (
        "a.ods",
        lambda folder: sheet(folder, "oob", COLUMNS + ACROSS),
        r"a\.ods:oob:B2: E726 one cell was made of side and division; part the cells again and write the division",
    ),
    "a formula that failed": (
        "a.ods",
        lambda folder: sheet(folder, "oob", COLUMNS + ods_row("blue", "First Division", "A", "infantry", "#REF!")),
        r"a\.ods:oob:E2: E722 the formula in this cell has no value \(#REF!\); mend the formula",
    ),
    "a sheet of no form": (
        "a.ods",
        lambda folder: sheet(folder, "Sheet &lt;1&gt;", ods_row("x", "y")),
        r"a\.ods:Sheet <1>:A1: E724 this table is of no known form .*; name it after one of these",
    ),
    "a spreadsheet cut off": (
        "a.ods",
        lambda folder: sheet(folder, "oob", COLUMNS)[:-40],
        r"a\.ods:1:1: E106 no zip archive, or damaged or cut off .*; save it or fetch it again",
    ),
    "a workbook that is none": ("a.xlsx", b"PK\3\4" + bytes(30), r"a\.xlsx:1:1: E106 .*; save it or fetch it again"),
    "a module cut off": (
        "a.vmod",
        lambda folder: archive(folder / "any.vmod", {"buildFile.xml": b"<a/>" * 99}).read_bytes()[:-60],
        r"a\.vmod:1:1: E106 no zip archive, or damaged or cut off .*; save it or fetch it again",
    ),
    "geography cut off": ("a.geojson", b'{"features": [{', r"a\.geojson:1:\d+: E103 not JSON: .*; save it or fetch it"),
    "geography of another kind": ("a.geojson", b'{"type": "Topology"}', r"a\.geojson:1:1: E707 this is not GeoJSON; "),
    "a file of no kind": ("a.doc", b"hello", r"a\.doc: what is this\? Say tiled, sheet, .* or tabletop before it"),
}


@pytest.mark.parametrize("what", WRONG)
def test_it_is_told_where_it_is_wrong_and_what_to_do_and_nothing_is_written(wargame: Run, what: str) -> None:
    name, made, said = WRONG[what]
    source, folder = Path("given"), Path("mine")
    source.mkdir()
    folder.mkdir()
    (source / name).write_bytes(made if isinstance(made, bytes) else made(source))
    (folder / "map.toml").write_text(TWO_FORDS, encoding="utf-8")
    (folder / "oob.toml").write_text(OOB, encoding="utf-8")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    done = wargame("import", source / name, "--into", folder, exit_code=1 if "E106" in said or "what is" in said else 3)
    (line,) = done.stderr.splitlines()
    assert line.endswith("; nothing was written")
    assert re.search(said, line), line
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_what_is_left_out_is_named_and_a_strict_import_refuses_it(wargame: Run) -> None:
    Path("mine").mkdir()
    Path("mine/map.toml").write_text(TWO_FORDS, encoding="utf-8")
    Path("a.tmj").write_bytes(tiled(lambda drawn: thing(drawn, "road").update(type="<img src=x>")))
    told = r"a\.tmj:\d+:\d+: E204 object 6: kind: '<img src=x>' is not allowed here \(road, rail\)"
    refused = wargame("import", "a.tmj", "--into", "mine", "--strict", exit_code=3).output
    assert re.search(told, refused)
    assert "nothing was written" in refused
    assert sorted(path.name for path in Path("mine").rglob("*")) == ["map.toml"]
    done = wargame("import", "a.tmj", "--into", "mine").output
    assert re.search(rf"left out: 1 thing \(--strict refuses the file instead\)\n  {told}", done)
    assert "shown in mine/design/map-left-out.svg" in done
    assert Path("mine/map.toml").read_text(encoding="utf-8") == TWO_FORDS
