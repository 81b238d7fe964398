"""What one seat may keep of a game: no more than its views showed."""

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.core.records_of_toys import played, rewritten
from tests.core.skirmish_toy import SEATS, toy

from wargame_core import REFEREE, SPECTATOR, RecordError, UnknownName, load_match, verify_record
from wargame_core.flow.entries import ChoseTogether, Started
from wargame_core.flow.tags import Tags
from wargame_core.records.record import Record, parse
from wargame_terminal.records import differs_from_copy


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return played().save(tmp_path / "game.jsonl")


def test_a_seats_record_holds_what_its_views_showed_and_nothing_else() -> None:
    match = played()
    tokens = {seat: match.board.purses[seat] for seat in SEATS}  # type: ignore[attr-defined]
    for seat, other in (SEATS, SEATS[::-1]):
        record = Record.of(match, seat)
        events = [event for line in record.lines for event in line["events"]]
        assert events == [match.rules.codec.to_json(event) for event in match.view(seat).events]
        drawn = {who: [e["token"] for e in events if e["kind"] == "token_drawn" and e["seat"] == who] for who in SEATS}
        assert drawn == {seat: list(tokens[seat]), other: [None] * 3}
        cups = [line["roll"] for line in record.lines if line.get("die") == "the cup"]
        assert cups == list(tokens[seat])
        assert "secret" not in record.header
        assert record.header["dice"] == Record.of(match, other).header["dice"]
        assert record.header["seat"] == seat
    assert [line["n"] for line in record.lines] == list(range(len(record.lines)))
    assert "snapshot" not in record.text()


def test_a_seats_record_does_not_tell_of_answers_that_it_did_not_see() -> None:
    """Events that came of another's choice, or of a secret roll, stand with the last answer that the seat saw."""
    match = played()
    for seat in (*SEATS, SPECTATOR):
        lines = Record.of(match, seat).lines
        assert all("action" in line or "roll" in line for line in lines[1:])


def test_what_a_seat_knows_is_the_same_however_what_it_was_told_is_shared_out_among_answers() -> None:
    match = played()
    told = [event for entry in match.entries for event in entry.feeds.get("blue", ())]
    codec, now = match.rules.codec, ()
    apart = [Started(seq=n, cursor=(), events=(), feeds={"blue": (event,)}) for n, event in enumerate(told)]
    together = [Started(seq=0, cursor=(), events=(), feeds={"blue": tuple(told)})]
    assert Tags(b"x").tag(codec, "blue", together, now, {}) == Tags(b"x").tag(codec, "blue", apart, now, {})


def test_of_a_secret_choice_a_seats_record_holds_its_own_part_and_no_roll_of_others() -> None:
    match = played()
    secret = [entry.actions for entry in match.entries if isinstance(entry, ChoseTogether)]
    assert secret
    for seat in SEATS:
        lines = Record.of(match, seat).lines
        own = [match.rules.codec.to_json(chosen[seat]) for chosen in secret]
        assert [line["action"] for line in lines if line.get("action", {}).get("kind") == "play_card"] == own


def test_a_seats_record_is_the_same_from_the_match_and_from_the_saved_record(saved: Path) -> None:
    match = played()
    match.salt = Record.load(saved).header["secret"]["salt"]
    for seat in (*SEATS, SPECTATOR):
        assert Record.load(saved).for_seat(seat, toy().rules) == Record.of(match, seat)
    assert Record.load(saved).for_seat(REFEREE, toy().rules) == Record.load(saved)
    assert Record.of(match, REFEREE) == Record.of(match)
    with pytest.raises(UnknownName, match="unknown seat 'green'"):
        Record.load(saved).for_seat("green", toy().rules)


def test_a_seats_record_can_be_read_but_not_run(saved: Path, toy_installed: None) -> None:
    path = Record.load(saved).for_seat("red", toy().rules).save(saved.with_name("red.jsonl"))
    assert parse(path.read_text("utf-8")) == Record.load(path)
    message = "this is red's own record: it lacks what the seat may not know"
    assert verify_record(path).first_difference == message
    for run in (lambda: load_match(path), lambda: Record.load(path).for_seat("blue", toy().rules)):
        with pytest.raises(RecordError, match=message):
            run()


def test_events_that_do_not_fit_the_board_are_told(saved: Path) -> None:
    def forge(rows: list[dict[str, Any]]) -> None:
        event = next(e for row in rows for e in row.get("events", ()) if e["kind"] == "token_drawn")
        event["token"] = 77

    with pytest.raises(RecordError, match=r"answer \d+: token_drawn does not fit the board: ValueError"):
        Record.load(rewritten(saved, forge)).entries(toy().rules)


def test_a_whole_record_is_held_against_what_a_seat_kept_at_any_time(saved: Path) -> None:
    whole = Record.load(saved)
    for seat in SEATS:
        own = whole.for_seat(seat, toy().rules)
        assert differs_from_copy(whole, own, toy()) is None
        for told in range(8, 14):
            taken = Record.of(played(moves=told), seat).lines
            early = evolve(own, lines=taken, ended=False, revealed={})
            assert differs_from_copy(whole, early, toy()) is None
        longer = evolve(own, lines=(*own.lines, own.lines[-1]))
        assert "goes on after answer" in str(differs_from_copy(whole, longer, toy()))
    with pytest.raises(RecordError, match="not a seat's own record"):
        differs_from_copy(whole, whole, toy())


def test_a_game_that_was_written_anew_as_a_whole_does_not_fit_what_a_seat_kept(tmp_path: Path, saved: Path) -> None:
    own = Record.load(saved).for_seat("blue", toy().rules)
    other = played(seed=4)
    anew = Record.load(other.save(tmp_path / "anew.jsonl"))
    assert verify_record(tmp_path / "anew.jsonl", toy()).ok
    assert str(differs_from_copy(anew, own, toy())).startswith("blue's own record is of another game: its dice is")
    same_header = evolve(anew, header=Record.load(saved).header)
    assert "blue's own record differs at answer" in str(differs_from_copy(same_header, own, toy()))
