"""What today's rules say to a record, and what stays true of it whatever they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.core.records_of_toys import bow_otherwise, played, rewritten
from tests.core.skirmish_toy import Give, toy
from tests.laws.broken_toys import with_rule

from wargame_core import Match, RecordError
from wargame_core.authoring import Procedure, Table
from wargame_core.records.record import Record
from wargame_core.records.verification import load_match, verify


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return Record.of(played()).save(tmp_path / "game.jsonl")


def bow_for_points(t: Table[Any]) -> Procedure[None]:
    from tests.core.skirmish_toy import Scored

    yield from t.ask("blue", [Give("red")], "Bow?")
    t.record(Scored("red", 1))


def bow_twice(t: Table[Any]) -> Procedure[None]:
    yield from t.ask("blue", [Give("red")], "Bow?")
    yield from t.ask("blue", [Give("red")], "Bow again?")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (
            bow_for_points,
            'event 1 was {"kind": "turn_ended"} and is now {"kind": "scored", "seat": "red", "points"',
        ),
        (bow_otherwise, "the rules now say: give red is not one of the 1 choices now (give blue)"),
        (bow_twice, "events that followed: 1 then, 0 now"),
    ],
)
def test_verify_tells_in_words_where_todays_rules_first_differ(saved: Path, rule: Any, message: str) -> None:
    bow = next(line for line in Record.load(saved).answers if line["at"][-1:] == ["Bow"])
    result = verify(saved, with_rule("Bow", rule))
    assert not result.ok
    assert str(result.first_difference).startswith(f"answer {bow['n']} (Turn > Bow): ")
    assert message in str(result.first_difference)
    assert set(result.to_json()) == {"ok", "first_difference", "answers", "dice", "readable"}


def test_verify_plays_a_game_once_its_dice_included(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, begin = [], Match.begin

    def counted(*args: Any, **settings: Any) -> Match:
        begun.append(args)
        return begin(*args, **settings)

    monkeypatch.setattr(Match, "begin", counted)
    result = verify(saved, toy())
    assert result.ok
    assert result.dice
    assert len(begun) == 1


def test_verify_notices_other_data_and_another_snapshot(saved: Path) -> None:
    other = verify(saved, toy(digest="abc"))
    assert other.first_difference == "the data files of toy are not those the game was played with"

    def forge(rows: list[dict[str, Any]]) -> None:
        [row for row in rows if "snapshot" in row][1]["snapshot"]["board"]["score"] = {"red": 99}

    forged = verify(rewritten(saved, forge), toy())
    assert "the snapshot after it differs in score" in str(forged.first_difference)


def test_verify_notices_that_header_and_end_tell_other_salts(saved: Path) -> None:
    result = verify(rewritten(saved, lambda rows: rows[0]["secret"].update(salt="0" * 32)), toy())
    assert result.first_difference == "the header has another seed or salt than the end tells"


def test_verify_compares_what_events_say_and_not_only_their_kinds(saved: Path) -> None:
    def forge(rows: list[dict[str, Any]]) -> None:
        events = [event for row in rows for event in row.get("events", ()) if event["kind"] == "scored"]
        events[0]["points"] += 1

    result = verify(rewritten(saved, forge), toy())
    assert 'was {"kind": "scored"' in str(result.first_difference)


def test_verify_raises_nothing_for_a_record_that_cannot_be_run(saved: Path, tmp_path: Path) -> None:
    assert verify(tmp_path / "none.jsonl").first_difference == f"{tmp_path / 'none.jsonl'}: there is no such file"
    unknown = str(verify(saved).first_difference)
    assert unknown.startswith("no installed plugin has the game of this record: unknown game 'toy'")
    rewritten(saved, lambda rows: rows[0].update(scenario="grand"))
    assert "toy has no scenario 'grand'" in str(verify(saved, toy()).first_difference)


def test_a_game_whose_rules_changed_goes_on_from_its_last_snapshot_with_its_whole_story(tmp_path: Path) -> None:
    match = played(moves=13)
    path = Record.of(match).save(tmp_path / "game.jsonl")
    new_rules = with_rule("Bow", bow_for_points)
    with pytest.raises(RecordError, match=r"Bow.*; to go on from the last snapshot all the same, use rerun=False"):
        load_match(path, game=new_rules)
    loaded = load_match(path, game=new_rules, rerun=False, seed=3)
    assert loaded.board.turn == match.board.turn  # type: ignore[attr-defined]
    told, live = loaded.view("blue").log, match.view("blue").log
    assert told == live[: len(told)] != []
    assert Record.of(loaded).save(path)
    assert "Bow" in str(verify(path, new_rules).first_difference)  # it says so, and can still go on
    again = load_match(path, game=new_rules, rerun=False, seed=3)
    assert again.state == loaded.state
    assert Record.of(again) == Record.of(loaded)
    while again.to_choose:
        again.play(next(iter(again.choices(again.to_choose[0]))), again.to_choose[0])
    assert again.outcome is not None
