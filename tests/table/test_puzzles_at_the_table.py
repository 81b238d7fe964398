"""A puzzle at a table: a lesson of one step that asks, from the position of the file to what is said of each choice."""

import json
from pathlib import Path

import pytest
from attrs import evolve
from tests.core.test_lessons import game_called
from tests.table.small_table import SmallTable

from wargame_core import UnknownName
from wargame_core.json_form import JsonObject
from wargame_lab.puzzles import lessons
from wargame_lab.puzzles.files import Puzzle, puzzles_of, read_puzzles
from wargame_lab.puzzles.lessons import taught_lesson
from wargame_table.keeping.rows import Opening
from wargame_table.local import BrowserTable, new_opening
from wargame_table.network.lobby import Lobby
from wargame_table.play.session import TableSession

NAME = "battlecry"
PUZZLE = "puzzle-1"


def first_puzzle() -> Puzzle:
    return puzzles_of(game_called(NAME)).numbered(1)


def choices() -> list[JsonObject]:
    """The choices of the first puzzle, the best one first."""
    return [json.loads(choice.action) for choice in first_puzzle().choice]


def table() -> SmallTable:
    """The first puzzle, its seat and a spectator there."""
    game = game_called(NAME)
    opening = Opening.of_lesson(game, taught_lesson(game, NAME, PUZZLE))
    return SmallTable(game, opening).sit(first_puzzle().seat, "spectator")


def test_the_seat_of_a_puzzle_sees_its_position_and_is_told_no_solution() -> None:
    seat, asked = first_puzzle().seat, table()
    welcome = next(frame for frame in asked.frames[seat] if frame["kind"] == "welcome")
    update = asked.last(seat, "update")
    number = len(puzzles_of(game_called(NAME)).puzzle)
    assert (welcome["lesson"], welcome["puzzles"]) == (f"Puzzle 1 of {number}", number)
    assert sorted(update["lesson"]) == ["do", "heading", "say", "step", "steps", "title"]
    assert [row["action"] for row in update["ask"]["rows"]] != []
    assert asked.session.match.state == first_puzzle().state(game_called(NAME))
    assert "lesson" not in asked.last("spectator", "update")


def test_each_other_choice_is_told_what_it_costs_and_is_not_played() -> None:
    seat, asked = first_puzzle().seat, table()
    _, *others = choices()
    for other in others:
        answer = asked.act(seat, other)
        assert (answer["kind"], answer["code"]) == ("refused", "illegal")
        assert answer["text"].startswith("Not the best: ")
        assert "It costs" in answer["text"]
    assert asked.rows == []


def test_a_puzzle_about_some_choices_lists_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game, puzzle = game_called(NAME), first_puzzle()
    narrow = evolve(puzzle, right=1, bot=None, of=len(puzzle.choice), choice=puzzle.choice[:3])
    file = evolve(puzzles_of(game), puzzle=(narrow,))
    monkeypatch.setattr(lessons, "puzzles_of", lambda game: file)
    asked = SmallTable(game, Opening.of_lesson(game, taught_lesson(game, NAME, PUZZLE))).sit(puzzle.seat)
    ask = asked.last(puzzle.seat, "update")["ask"]
    listed = [json.dumps(row["action"], sort_keys=True) for row in ask["rows"]]
    assert sorted(listed) == sorted(json.dumps(choice, sort_keys=True) for choice in choices()[:3])
    labels = [row["label"] for row in ask["rows"]]
    assert labels == sorted(labels)
    assert not ask["more"]
    assert "does not ask about that choice" in asked.act(puzzle.seat, choices()[3])["text"]


def test_the_best_choice_is_explained_and_the_game_goes_on_against_bots() -> None:
    seat, asked, puzzle = first_puzzle().seat, table(), first_puzzle()
    assert asked.act(seat, choices()[0])["kind"] == "done"
    told = asked.last(seat, "update")["lesson"]
    assert told["heading"].startswith("Right: ")
    assert told["over"]
    assert [line for line in puzzle.why if line not in told["say"]] == []
    assert len([line for line in told["say"] if "%: " in line]) == len(puzzle.choice)
    again = TableSession(asked.session.game, asked.opening, asked.rows)
    assert again.match.state == asked.session.match.state
    assert set(asked.opening.bots) == set(asked.session.game.seats) - {seat}


def test_a_page_without_a_server_opens_a_puzzle_by_its_number() -> None:
    seat = first_puzzle().seat
    opening = new_opening(json.dumps({"game": NAME, "lesson": PUZZLE}))
    hello = {"kind": "hello", "protocol": "wargame-table/4", "key": seat}
    update = json.loads(BrowserTable(opening).hear(json.dumps(hello)))["out"][1]
    assert update["lesson"]["title"].startswith("Puzzle 1 of ")
    with pytest.raises(UnknownName, match="unknown puzzle '999'"):
        new_opening(json.dumps({"game": NAME, "lesson": "puzzle-999"}))


def test_the_lobby_says_whose_seat_each_puzzle_is() -> None:
    games = {game["id"]: game for game in Lobby([NAME, "chattanooga"]).games()}
    assert games[NAME]["puzzles"] == [puzzle.seat for puzzle in puzzles_of(game_called(NAME)).puzzle]
    assert games["chattanooga"]["puzzles"] == []


def test_a_lobby_offers_no_puzzles_of_a_file_with_mistakes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.toml"
    path.write_text("puzzle = 3\n", encoding="utf-8")
    monkeypatch.setattr(lessons, "file_of_puzzles", lambda game: path)
    monkeypatch.setattr(lessons, "puzzles_of", lambda game: read_puzzles(path, NAME))
    assert lessons.seats_of_puzzles(game_called(NAME)) == ()
