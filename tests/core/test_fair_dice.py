"""Dice that anybody can audit: bound to a seed before the first roll, the seed told at the end, every die checked."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import Journal, Match, Record, RecordError, load_match, verify_record
from wargame_core.dice import Scripted, commitment, dice_for, new_seed
from wargame_core.records.file_format import chain

GAME = toy()
Rows = list[dict[str, Any]]


def play(match: Match, answers: int = 10**6) -> Match:
    rng = Random(5)
    while match.waiting_for and match.seq < answers:
        seat = match.waiting_for[0]
        match.play(match.choices(seat).sample(rng), seat)
    return match


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The record of a whole game."""
    return play(GAME.start(seed=3)).save(tmp_path / "game.jsonl")


def rewritten(path: Path, change: Callable[[Rows], None]) -> Path:
    """The record with its lines changed by somebody who knows how checks are made."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for row in rows:
        row.pop("check")
    change(rows)
    path.write_text("".join(line + "\n" for line in chain(rows)), "utf-8")
    return path


# ---------------------------------------------------------------------------------------------- the seed
def test_a_seed_that_is_drawn_has_128_bits() -> None:
    seeds = [new_seed() for _ in range(200)]
    assert len(set(seeds)) == 200
    assert max(seeds).bit_length() > 120
    _, seed = dice_for("seeded", None, None)
    assert seed is not None
    assert seed.bit_length() > 90


def test_the_commitment_is_made_before_the_first_roll_and_holds_to_the_end() -> None:
    match = GAME.start(seed=3)
    before = Record.of(match).header["dice"]
    assert Record.of(play(match)).header["dice"] == before
    assert before["commitment"] == commitment(3, match.salt)
    assert GAME.start(seed=3).salt != match.salt


def test_no_seat_gets_the_seed_before_the_end() -> None:
    match = play(GAME.start(seed=987654321), 8)
    for seat in (*GAME.seats, "spectator"):
        text = Record.of(match, seat).text()
        assert "987654321" not in text
        assert match.salt not in text
        assert Record.of(match).header["dice"]["commitment"] in text


def test_at_the_end_everybody_is_told_the_seed() -> None:
    match = play(GAME.start(seed=987654321))
    for seat in GAME.seats:
        told = Record.of(match, seat).revealed
        assert commitment(int(told["seed"]), told["salt"]) == Record.of(match, seat).header["dice"]["commitment"]


def test_a_journal_tells_the_seed_when_it_is_closed_after_the_end(tmp_path: Path) -> None:
    match = GAME.start(seed=3)
    journal = Journal(match, tmp_path / "game.jsonl")
    play(match)
    assert not Record.load(journal.path).revealed
    journal.close()
    assert Record.load(journal.path).revealed["seed"] == "3"


def test_dice_that_were_typed_have_no_seed_and_say_so(tmp_path: Path) -> None:
    match = GAME.start(dice=Scripted([1] * 100))
    path = match.save(tmp_path / "game.jsonl")
    assert Record.of(match).header["dice"] is None
    assert verify_record(path, GAME).dice is None
    assert verify_record(path, GAME, seed=3).first_difference == "the dice of this game had no seed"


# ---------------------------------------------------------------------------------------------- every die
def test_every_die_is_checked(saved: Path) -> None:
    verified = verify_record(saved, GAME)
    assert verified.ok
    assert verified.dice == sum("roll" in line for line in Record.load(saved).lines) > 0


def test_a_game_played_with_other_dice_under_this_seed_is_found(tmp_path: Path) -> None:
    match = play(GAME.start(seed=4))
    record = Record.of(match)
    secret = {"seed": "3", "salt": "ab" * 16}
    header = {**record.header, "dice": {"commitment": commitment(3, secret["salt"])}, "secret": secret}
    path = Record(header, record.lines, revealed=secret).save(tmp_path / "game.jsonl")
    assert "the seed gives" in str(verify_record(path, GAME).first_difference)


def test_a_seed_the_game_was_not_bound_to_is_found(saved: Path) -> None:
    def other(rows: Rows) -> None:
        rows[-1]["seed"] = "4"

    assert "bound to another" in str(verify_record(rewritten(saved, other), GAME).first_difference)
    with pytest.raises(RecordError, match="not played with seed 5"):
        load_match(saved, game=GAME, seed=5)


# ---------------------------------------------------------------------------------------------- every field
def fields() -> Iterator[tuple[str, Any]]:
    """Every field of every kind of line of a record, by the place of its line."""
    record = Record.of(play(GAME.start(seed=3)))
    rows = [dict(record.header), *map(dict, record.lines), {"end": len(record.lines), **record.revealed}]
    seen: set[tuple[str, ...]] = set()
    for number, row in enumerate(rows):
        kind = tuple(sorted(row)) + tuple(sorted(event["kind"] for event in row.get("events", ())))
        if kind not in seen:
            seen.add(kind)
            for key in row:
                yield f"{number}:{key}", (number, key)


def other(value: Any) -> Any:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x" if value else "x"
        case list():
            return [*value, value[0] if value else "x"] if value != [] else ["x"]
        case dict():
            return {**value, "x": "x"}
        case _:
            return {"commitment": "00"}


CANNOT_BE_SEEN = {"core"}
"""Edits that only another copy of the record shows: with which version of the library it was written."""


@pytest.mark.parametrize(("number", "key"), [pytest.param(*place, id=name) for name, place in fields()])
def test_an_edit_of_any_field_is_noticed(saved: Path, number: int, key: str) -> None:
    def change(rows: Rows) -> None:
        rows[number][key] = other(rows[number][key])

    rewritten(saved, change)
    assert verify_record(saved, GAME).ok == (key in CANNOT_BE_SEEN)


def test_hostile_lines_are_refused_in_words(saved: Path) -> None:
    for line in ("[" * 100_000, '{"a":' * 5000, "9" * 5000, '{"n":1,"n":2}', '"\\ud800"'):
        path = saved.with_name("hostile.jsonl")
        path.write_text(saved.read_text("utf-8").splitlines()[0] + "\n" + line + "\n" + "{}\n", "utf-8")
        with pytest.raises(RecordError, match=r"hostile\.jsonl:2: not a line of a record"):
            Record.load(path)
