"""A record analysed: the curve, what choices cost, what the dice gave; and the page of it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from wargame_console.errors import USAGE
from wargame_core import Game, Record, RecordError, load
from wargame_lab import Analysis, analyse
from wargame_lab.analysis import MORE_WORLDS, JudgedChoice, Point, Throw
from wargame_terminal import main

QUICK = "thunder_on_the_mississippi"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(QUICK)


@pytest.fixture(scope="module")
def record(game: Game) -> Record:
    """A short game of the siege between a poor player and a good one."""
    match = game.start("siege", seed=5)
    for _ in match.iter_play({"union": "random", "confederate": "normal"}):
        if match.seq > 120:
            break
    return Record.of(match)


@pytest.fixture(scope="module")
def analysis(game: Game, record: Record) -> Analysis:
    return analyse(record, game, worlds=1)


def test_the_curve_has_the_chances_of_each_seat_after_every_answer(analysis: Analysis, record: Record) -> None:
    assert [point.at for point in analysis.points][-1] == len(record.answers) - 1
    assert all(0 <= chance <= 1 for point in analysis.points for chance in point.chances.values())
    assert analysis.seats == ("union", "confederate")


def test_a_choice_that_the_bot_would_have_made_costs_nothing_and_is_not_played_on(analysis: Analysis) -> None:
    same = [choice for choice in analysis.choices if choice.text == choice.best]
    assert same
    assert {(choice.cost, choice.worlds) for choice in same} == {(0.0, 0)}


def test_other_choices_are_played_on_in_worlds_of_their_seat_and_the_worst_in_more(analysis: Analysis) -> None:
    others = [choice for choice in analysis.choices if choice.worlds]
    assert {choice.worlds for choice in others} == {1, MORE_WORLDS}
    worst = analysis.worst("union")
    costs = [choice.cost or 0.0 for choice in worst]
    assert costs == sorted(costs, reverse=True)
    assert all(choice.worlds == MORE_WORLDS and choice.seat == "union" for choice in worst)


def test_luck_is_what_a_face_gave_beside_the_mean_of_all_faces(analysis: Analysis, game: Game, record: Record) -> None:
    assert analysis.throws
    throw = max(analysis.throws, key=lambda throw: max(map(abs, throw.luck.values()), default=0.0))
    state = game.start("siege", seed=5).state
    assert state.rules.id == record.header["game"]
    assert set(throw.luck) <= set(game.seats)
    assert analysis.luck("union") == pytest.approx(sum(one.luck.get("union", 0.0) for one in analysis.throws))
    assert sum(abs(analysis.luck(seat)) for seat in game.seats) < 2


def test_an_analysis_is_text_and_json(analysis: Analysis) -> None:
    text = "\n".join(analysis.lines())
    assert "the dice gave" in text
    assert "s of processor time" in text
    assert "Confederate: the dice gave" in text
    assert analysis.to_json()["bot"] in ("hard", "normal")


def test_the_worst_choices_are_those_that_cost_something_in_many_worlds() -> None:
    def choice(at: int, cost: float | None, worlds: int, error: float = 0.0) -> JudgedChoice:
        return JudgedChoice(at, 1, "red", "March", "go", "stay", cost, worlds, error)

    choices = (
        choice(1, 0.1, MORE_WORLDS),
        choice(2, 0.3, MORE_WORLDS),
        choice(3, 0.9, 2),
        choice(4, None, MORE_WORLDS),
        choice(5, 0.004, MORE_WORLDS),
        choice(6, 0.2, MORE_WORLDS, 0.11),
    )
    told = Analysis("toy", "first", "", "hard", (Point(0, 1, {"red": 0.5}),), choices, (Throw(1, 1, "die", "6", {}),))
    assert [one.at for one in told.worst("red")] == [2, 1]
    assert told.luck("red") == 0


def test_the_turning_points_are_told_with_the_rolls_that_changed_a_chance() -> None:
    choices = [JudgedChoice(at, turn, "red", "March", f"go {at}", "stay") for at, turn in ((2, 1), (4, 1), (5, 2))]
    points = [Point(at, 1, {"red": chance}) for at, chance in ((0, 0.1), (2, 0.5), (4, 0.502), (5, 0.7), (7, 0.6))]
    throws = (Throw(3, 1, "cards", "A", {"red": 0.0}), Throw(6, 2, "attack", "3", {"red": -0.2}))
    told = Analysis("toy", "first", "", "hard", points, choices, throws)
    first, second = told.turning_points()
    assert (first.text, round(first.changes["red"], 3), first.rolls) == ("go 4", 0.198, ())
    assert (second.text, round(second.changes["red"], 3), second.rolls) == ("go 5", -0.1, ("attack: 3",))
    assert "  turn 2: red: go 5 [attack: 3]" in list(told.lines())
    assert "and 1 rolls that changed a chance" in list(told.lines())[-1]


def test_a_seats_own_record_is_not_analysed(game: Game, record: Record) -> None:
    with pytest.raises(RecordError, match="own record"):
        analyse(record.for_seat("union", game.rules), game)


def test_the_command_prints_the_analysis_and_writes_a_page_with_curve_and_boards(
    record: Record, tmp_path: Path, game: Game
) -> None:
    path, page = record.save(tmp_path / "game.jsonl"), tmp_path / "page.html"
    done = CliRunner().invoke(main, ["analyse", str(path), "--worlds", "1", "--out", str(page)])
    assert done.exit_code == 0, done.output
    assert "the dice gave" in done.output
    html = page.read_text("utf-8")
    assert "Chance to win, by turn" in html
    assert html.count("<h2>What cost") == 2
    assert "<h2>What cost Union most</h2>" in html
    refused = CliRunner().invoke(main, ["analyse", str(path), "--bot", "nobody"])
    assert refused.exit_code == USAGE
    assert "nobody" in refused.output


def test_with_no_time_the_curve_is_told_and_choices_that_differ_are_not_judged(record: Record, game: Game) -> None:
    hurried = analyse(record, game, seconds=0)
    assert len(hurried.points) == len(record.answers)
    assert hurried.unjudged == sum(choice.text != choice.best for choice in hurried.choices) > 0
    assert not any(hurried.worst(seat) for seat in game.seats)
    assert f"{hurried.unjudged} of them not judged" in "\n".join(hurried.lines())
