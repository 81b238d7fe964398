"""Tables as other programs write them, made by the hundred, each with the right answer."""

import tomllib
from pathlib import Path

import pytest
from tests.interchange.foreign_tables import OOB, SIGNS, WRONG, foreign_table

from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import import_sheet

FEW, MANY = 15, 150


def check(seed: int, folder: Path) -> str:
    """Import the table of a seed and compare; returns how it was written."""
    table = foreign_table(seed, folder)
    (folder / "oob.toml").write_text(OOB, encoding="utf-8")
    (folder / table.name).write_bytes(table.raw)
    done = import_sheet(folder / table.name, folder, Wishes())
    (change,) = done.changes
    after = tomllib.loads(change.merged.text)
    units = [unit for row in after["formation"] for unit in row.get("units", ())]
    assert {unit["name"]: unit["rating"] for unit in units} == dict(table.ratings), table.how
    assert change.merged.added == (), table.how
    assert len(done.left_out) == table.left_out, (table.how, list(map(str, done.left_out)))
    assert len(after["formation"]) == 2, table.how
    return table.how


@pytest.mark.parametrize("seed", range(FEW))
def test_a_table_means_the_same_however_it_is_written(tmp_path: Path, seed: int) -> None:
    check(seed, tmp_path)


@pytest.mark.thorough
def test_many_tables_mean_the_same_however_they_are_written(tmp_path: Path) -> None:
    written = ""
    for seed in range(FEW, FEW + MANY):
        folder = tmp_path / str(seed)
        folder.mkdir()
        written += check(seed, folder)
    for way in (*SIGNS, *WRONG, "xlsx", "ods", "utf-16", "cp1252", "latin-1", "empty rows", "';'", r"'\r'"):
        assert way in written
