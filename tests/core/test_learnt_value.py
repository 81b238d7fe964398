"""Values learnt from games: the file, the value, and the script that learns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from wargame_core.errors import DataError
from wargame_lab.search.learnt_value import LearntValue, chance, read_value

FILE = 'source = { document = "games", basis = "reconstruction" }\n\n[weights]\n"flags" = 0.5\n'


def flags(board: Any) -> dict[str, float]:
    """The only term of a board that is a number."""
    return {"flags": float(board)}


def test_the_value_of_one_seat_is_what_is_left_to_the_other(tmp_path: Path) -> None:
    (tmp_path / "value.toml").write_text(FILE, "utf-8")
    value = read_value(tmp_path / "value.toml", flags, "union")
    assert value == LearntValue(flags, "union", {"flags": 0.5})
    assert value(2, "union") == chance(1.0) > 0.5
    assert value(2, "union") + value(2, "confederate") == pytest.approx(1)
    assert value(-5000, "union") == 0.0


def test_a_file_without_weights_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "value.toml").write_text(FILE.replace("weights", "wieghts"), "utf-8")
    with pytest.raises(DataError, match=r"value.toml.*weights"):
        read_value(tmp_path / "value.toml", flags, "union")
