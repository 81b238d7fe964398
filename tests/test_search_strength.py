"""The measure of search against the heuristic player goes on where it stopped, and counts what is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from benchmarks import search_strength


def line(pair: int, seat: str, won: float, tries: int = 60) -> str:
    """A game as the file keeps it."""
    kind = {"game": "battlecry", "scenario": "x", "against": "heuristic", "tries": tries, "seconds": None, "seed": 1}
    return json.dumps({**kind, "pair": pair, "seat": seat, "won": won, "cpu": 2.0}) + "\n"


def test_games_that_are_there_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(line(0, "union", 1.0) + line(0, "confederate", 0.0) + line(1, "union", 1.0)[:40], "utf-8")
    asked: list[tuple[int, str]] = []

    def played(game: Any, kind: Any, pair: int, seat: str) -> dict[str, Any]:
        asked.append((pair, seat))
        return {"won": 1.0, "cpu": 1.0}

    monkeypatch.setattr(search_strength, "played", played)
    command = ["battlecry", str(file), "--tries", "60", "--pairs", "2", "--scenario", "x"]
    assert search_strength.main(command) == 0
    assert asked == [(1, "union"), (1, "confederate")]
    assert search_strength.main(command) == 0
    assert len(asked) == 2
    assert len(search_strength.games_in(file)) == 4


def test_the_table_counts_each_kind_of_games_by_itself_with_an_interval() -> None:
    text = line(0, "union", 1.0) + line(0, "confederate", 0.5) + line(0, "union", 0.0, tries=9)
    rows = list(search_strength.table([json.loads(row) for row in text.splitlines()]))
    assert rows[2].startswith("| battlecry | x | 60 tries, against heuristic, seed 1 | 2 | 75.0% | ")
    assert rows[2].endswith("| - | union 1 of 1, confederate 0.5 of 1 | 2.0 |")
    assert "| 9 tries, " in rows[3]


def test_pairs_that_come_out_alike_leave_no_doubt_where_single_games_do() -> None:
    text = "".join(line(pair, "union", 1.0) + line(pair, "confederate", 0.5) for pair in range(9))
    (row,) = list(search_strength.table([json.loads(row) for row in text.splitlines()]))[2:]
    assert "| 18 | 75.0% | 54.8% to 91.0% | 75.0% to 75.0% |" in row


@pytest.mark.parametrize("text", ['{"game": 7}\n', "[1]\n", "wargame\n"])
@pytest.mark.parametrize("options", [["battlecry"], ["--table"]])
def test_a_file_of_other_lines_is_refused_in_a_sentence_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, options: list[str]
) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text(line(0, "union", 1.0) + text + '{"half', "utf-8")
    assert search_strength.main([*options, str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"{file}:2: ")
    assert len(told.err.splitlines()) == 1
    assert file.read_text("utf-8").endswith('{"half')
