"""Records: whole files or none; damage is named by its line."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from tests.core.records_of_toys import edited, played, rewritten
from tests.core.skirmish_toy import SEATS, Hide, toy

from wargame_core import REFEREE, SPECTATOR, RecordError
from wargame_core.records.record import Record
from wargame_core.records.verification import load_match, verify


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return Record.of(played()).save(tmp_path / "game.jsonl")


def test_a_saved_game_is_loaded_as_it_was_and_goes_on(tmp_path: Path) -> None:
    match = played(moves=7)
    path = Record.of(match).save(tmp_path / "deep" / "down" / "game.jsonl")
    loaded = load_match(path, seed=3, game=toy())
    assert loaded.state == match.state
    assert Record.of(loaded) == Record.of(match)
    for seat in (*SEATS, SPECTATOR, REFEREE):
        assert loaded.view(seat).to_json() == match.view(seat).to_json()
    rng = random.Random(8)
    while match.to_choose:
        seat = match.to_choose[0]
        action = match.choices(seat).sample(rng)
        match.play(action, seat)
        loaded.play(action, seat)
    assert loaded.state == match.state
    assert loaded.outcome is not None


def test_a_game_with_explicit_chance_goes_on_with_it(tmp_path: Path) -> None:
    match = toy().start(chance="explicit")
    match.play(Hide(2))
    path = Record.of(match).save(tmp_path / "game.jsonl")
    loaded = load_match(path, game=toy(), chance="explicit")
    assert str(loaded.pending) == str(match.pending) == 'Roll(the cup, "blue\'s token")'
    assert loaded.state == match.state
    assert load_match(path, game=toy(), seed=1).to_choose == ("blue",)


def test_a_crash_between_writing_and_renaming_leaves_the_old_file(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, new = saved.read_bytes(), Record.of(played(moves=2))

    def crash(source: Any, target: Any) -> None:
        assert Path(source).read_text("utf-8") == new.text()
        raise OSError("power failure")

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(OSError, match="power failure"):
        new.save(saved)
    assert saved.read_bytes() == before
    assert os.listdir(saved.parent) == ["game.jsonl"]


def test_an_edited_line_is_named(saved: Path) -> None:
    def cheat(lines: list[str]) -> None:
        at = next(number for number, line in enumerate(lines) if '"roll"' in line)
        lines[at] = lines[at].replace('"roll":', '"roll":1')

    edited(saved, cheat)
    with pytest.raises(RecordError, match=r"game\.jsonl:5: this line \(or one before it\) was changed after it was"):
        Record.load(saved)
    assert "was changed after it was written" in str(verify(saved, toy()).first_difference)


def test_a_line_cut_in_the_middle_is_told_and_the_rest_is_kept(saved: Path) -> None:
    whole = Record.load(saved)
    end = saved.read_text("utf-8").splitlines()[-1]
    saved.write_bytes(saved.read_bytes()[: -len(end) - 40])
    record = Record.load(saved)
    assert (record.ended, record.torn) == (False, f"{saved}:{len(whole.lines) + 1}: the last line is cut off")
    assert record.lines == whole.lines[:-1]
    assert verify(saved, toy()).first_difference == record.torn


def test_whole_lines_missing_at_the_end_are_told(saved: Path) -> None:
    edited(saved, lambda lines: lines[:-3])
    assert not Record.load(saved).ended
    assert verify(saved, toy()).first_difference == f"{saved}: the record has no end line: it is cut short"


def test_a_record_of_a_future_format_asks_for_an_upgrade(saved: Path) -> None:
    edited(saved, lambda lines: [lines[0].replace('"format":1', '"format":9'), *lines[1:]])
    with pytest.raises(RecordError, match=r"game\.jsonl:1: record format 9 is newer .* \(1\); upgrade wargame-core"):
        Record.load(saved)


@pytest.mark.parametrize("key", ["core", "game", "rules", "data", "scenario", "options", "seats", "dice"])
def test_a_header_that_lacks_a_key_or_has_it_wrong_is_refused(saved: Path, key: str) -> None:
    with pytest.raises(RecordError, match=rf"game\.jsonl:1: a header has '{key}' 7, which is not of its type"):
        Record.load(rewritten(saved, lambda rows: rows[0].update({key: 7})))
    with pytest.raises(RecordError, match=rf"game\.jsonl:1: the header has no '{key}'"):
        Record.load(rewritten(saved, lambda rows: rows[0].pop(key)))
