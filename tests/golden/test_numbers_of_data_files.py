"""What the packaged data files say, but for their prose, changes only on purpose.

Numbers that a document prints are typed a second time (`tests/printed_tables.py`). Those that we made up, because the
document lacks them, can be compared with nothing: a river's hex, a depot's worth. A digest of each table of each file
tells that one was changed, and where.
After a change that is meant: ``python3 run.py test --update-golden tests/golden``.
"""

import hashlib
import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files

import pytest
from tests.golden.playthroughs import HERE, compare
from tests.mutants.faults import ROOT

from wargame_core.json_form import canonical

PROSE = {"source", "cite", "source_note", "note", "notes", "text", "title", "label", "help", "in_short"}


def said(data: object) -> object:
    """Values of a data file without their prose."""
    if isinstance(data, dict):
        return {key: said(value) for key, value in data.items() if key not in PROSE}
    return [said(value) for value in data] if isinstance(data, list) else str(data)


def digests() -> Iterator[str]:
    """A line for each packaged data file: its tables, and a digest of each."""
    for folder in sorted(ROOT.glob("plugins/*/src/*/data")):
        data = files(folder.parent.name) / "data"
        for path in sorted(folder.rglob("*.csv")):
            name = path.relative_to(folder).as_posix()
            digest = hashlib.sha256((data / name).read_text("utf-8").encode()).hexdigest()[:8]
            yield f"{folder.parent.name}/{name}: rows {digest}"
        for path in sorted(folder.rglob("*.toml")):
            name = path.relative_to(folder).as_posix()
            tables = tomllib.loads((data / name).read_text("utf-8"))
            kept = {key: hashlib.sha256(canonical(said(table))).hexdigest()[:8] for key, table in tables.items()}
            yield f"{folder.parent.name}/{name}: " + " ".join(
                f"{key} {kept[key]}" for key in sorted(kept.keys() - PROSE)
            )


def test_the_numbers_of_data_files_change_only_on_purpose(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    compare(HERE / "numbers_of_data_files.txt", digests(), request, record_property)
