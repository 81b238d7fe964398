"""Journals: records that grow with the game, and lose at most the decision in hand."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.core.skirmish_toy import Go, Hide, PlayCard, Stay, toy

from wargame_core import Journal, Match, Record, Scripted, load_match, verify_record


def on(match: Match) -> Record:
    assert isinstance(match.journal, Journal)
    return Record.load(match.journal.path)


def play(match: Match, moves: int = 1000, seed: int = 3) -> None:
    rng = random.Random(seed)
    while match.waiting_for and moves:
        match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
        moves -= 1


def before_a_walk() -> Match:
    """A match at a choice that can be taken back."""
    match = toy().start(dice=Scripted([5, 3, 6, 1, 2, 1]))
    for action, seat in ((Hide(4), "red"), (Go(1), "blue"), (Go(0), "blue"), (Stay(), "blue")):
        match.play(action, seat)
    for seat in ("blue", "red"):
        match.play(PlayCard(1), seat)
    return match


def test_after_every_choice_the_file_holds_the_game_so_far(tmp_path: Path) -> None:
    match = toy().start(seed=3)
    Journal(match, tmp_path / "game.jsonl")
    while match.waiting_for:
        assert on(match).answers == Record.of(match).answers
        assert on(match).commits == Record.of(match).commits
        assert verify_record(tmp_path / "game.jsonl", toy()).ok
        play(match, moves=1, seed=match.seq)
    assert on(match).answers == Record.of(match).answers
    assert not on(match).ended


def test_a_choice_taken_back_is_taken_out_of_the_journal(tmp_path: Path) -> None:
    match = before_a_walk()
    Journal(match, tmp_path / "game.jsonl")
    before = on(match)
    match.play(Go(1))
    assert len(on(match).lines) == len(before.lines) + 1
    match.undo()
    assert on(match) == before
    match.play(Go(1))
    assert on(match).lines == Record.of(match).lines


def test_a_file_that_could_not_be_cut_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = before_a_walk()
    Journal(match, tmp_path / "game.jsonl")
    match.play(Go(1))

    def unwilling(*_: Any) -> None:
        raise OSError("input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", unwilling)
        with pytest.raises(OSError, match="input/output"):
            match.undo()
    match.play(Stay(), "blue")
    assert on(match).lines == Record.of(match).lines


def test_a_choice_made_in_secret_is_kept_and_can_be_taken_back(tmp_path: Path) -> None:
    match = toy().start(seed=3)
    Journal(match, tmp_path / "game.jsonl")
    match.play(Hide(4))
    match.play(Stay())
    match.play(PlayCard(1), "red")
    loaded = load_match(tmp_path / "game.jsonl", game=toy(), seed=3)
    assert loaded.state == match.state
    assert loaded.state.commits == {"red": PlayCard(1)}
    match.undo("red")
    assert load_match(tmp_path / "game.jsonl", game=toy()).state.commits == {}
    match.play(PlayCard(2), "red")
    match.play(PlayCard(3), "blue")
    assert load_match(tmp_path / "game.jsonl", game=toy(), seed=3).state == match.state
    assert verify_record(tmp_path / "game.jsonl", toy()).ok


def test_a_journal_cut_in_the_middle_of_a_line_goes_on_from_the_choice_before(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    match = toy().start(seed=3)
    Journal(match, path)
    play(match, moves=5)
    expected = match.state
    match.play(next(iter(match.choices(match.waiting_for[0]))), match.waiting_for[0])
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-1]) + lines[-1][:30], "utf-8")
    assert verify_record(path, toy()).first_difference == f"{path}:{len(lines)}: the last line is cut off"
    loaded = load_match(path, game=toy(), seed=3)
    assert loaded.state == expected
    Journal(loaded, path)
    play(loaded)
    assert verify_record(path, toy()).ok


def test_a_write_that_fails_is_not_counted_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = toy().start(seed=3)
    journal = Journal(match, tmp_path / "game.jsonl")

    def full(*_: Any) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="disk full"):
            match.play(Hide(4))
    match.play(Stay())
    assert on(match).lines == Record.of(match).lines
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="disk full"):
            match.play(PlayCard(1), "blue")
    journal.close()
    assert Record.load(journal.path) == Record({**Record.of(match).header, "journal": True}, Record.of(match).lines)


TESTS = Path(__file__).parent
CRASHING = """
import os, random, signal, sys
from skirmish_toy import toy
from wargame_core.records.record import Journal

match = toy().start(seed=3)
Journal(match, sys.argv[1])
rng = random.Random(3)
for _ in range(int(sys.argv[2])):
    match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
print("playing", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs a signal that nothing can catch")
@pytest.mark.parametrize("moves", [0, 1, 6, 11])
def test_a_game_whose_process_is_killed_is_resumed_where_it_stood(tmp_path: Path, moves: int) -> None:
    path = tmp_path / "game.jsonl"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (TESTS, TESTS.parent.parent)))}
    command = [sys.executable, "-c", CRASHING, str(path), str(moves)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, "playing\n"), done.stderr
    there = toy().start(seed=3)
    play(there, moves=moves)
    resumed = load_match(path, game=toy(), seed=3)
    assert resumed.state == there.state
    assert verify_record(path, toy()).ok
    Journal(resumed, path)
    play(resumed)
    assert verify_record(path, toy()).ok
    assert resumed.outcome is not None
