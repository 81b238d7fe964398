"""Puzzles: found in games of bots, kept in a file, solved at the prompt; and those that come with the games."""

import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner
from tests.core.skirmish_toy import toy

from wargame_console.errors import USAGE
from wargame_core import Action, DataError, Game, State, UnknownName, View, WargameError, discover, load
from wargame_core.lessons import rehearse
from wargame_lab.advice import Advice, RatedChoice, strong_bot
from wargame_lab.companion_files import packaged_file
from wargame_lab.lookahead import SearchTask
from wargame_lab.made_with import made_with
from wargame_lab.puzzles import finding
from wargame_lab.puzzles.asking import MOST_CHOICES, MOST_OF_MANY, PuzzleQuestion
from wargame_lab.puzzles.files import FILE, Puzzle, PuzzleFile, puzzles_of, read_puzzles
from wargame_lab.puzzles.finding import (
    LEAST_LEAD,
    PROOF,
    PUZZLES_OF_ONE_ANSWER,
    RATED_OF_A_GAME,
    STAGES,
    find_puzzles,
    puzzle_at,
    puzzles_of_game,
    puzzles_that_hold,
)
from wargame_lab.puzzles.lessons import lesson_of_puzzle, solution_of
from wargame_terminal import main

QUICK = "thunder_on_the_mississippi"
COMING_WITH = [
    entry.id
    for plugin in discover()
    for entry in plugin.games
    if (path := packaged_file(entry.id, FILE)) is not None and path.is_file()
]


@pytest.fixture(scope="module")
def game() -> Game:
    return load(QUICK)


@pytest.fixture(scope="module")
def file(game: Game) -> PuzzleFile:
    """The puzzles that come with the quickest game."""
    return puzzles_of(game)


def run(*words: str, typed: str = "") -> str:
    done = CliRunner().invoke(main, [*words], input=typed)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("name", COMING_WITH)
def test_the_puzzles_of_a_game_are_positions_whose_choices_are_those_of_the_menu(name: str) -> None:
    game, file = load(name), puzzles_of(load(name))
    for number, puzzle in enumerate(file.puzzle, 1):
        assert not rehearse(lesson_of_puzzle(game, file, number), game).found
        view, actions = puzzle.view(game), puzzle.actions(game)
        assert view.asked
        if puzzle.of is None:
            assert set(actions) == set(view.choices)
        else:
            assert puzzle.of == len(view.choices)
            assert all(action in view.choices for action in actions)
        chances = [choice.chance for choice in puzzle.choice]
        assert chances == sorted(chances, reverse=True)
        assert puzzle.lead >= LEAST_LEAD - 0.0005


def test_the_page_names_the_games_that_come_with_puzzles() -> None:
    page = Path(__file__).parents[2].joinpath("docs/howto/hints-and-puzzles.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|$", page, re.MULTILINE))
    assert listed == {name: str(len(puzzles_of(load(name)).puzzle)) for name in COMING_WITH}
    assert {"battlecry", "vicksburg", "gettysburg", QUICK} <= set(listed)


def test_a_puzzle_holds_when_it_is_rated_again(game: Game, file: PuzzleFile) -> None:
    [again] = puzzles_that_hold(game, file.puzzle[:1])
    assert again.choice[0].action == file.puzzle[0].choice[0].action
    worse = evolve(file.puzzle[0], position=file.puzzle[0].position.replace("\nturn: ", "\nturn: 9"))
    assert list(puzzles_that_hold(game, [worse, evolve(worse, position="position nowhere")])) == []


def test_a_position_in_which_no_choice_is_clearly_the_best_is_no_puzzle(game: Game) -> None:
    state = game.start("siege", seed=5).state
    seat = state.rules.seats[0]
    match = game.go_on(state, seed=1)
    assert puzzle_at(game, state, match.waiting_for[0]) is None
    assert seat in game.seats


@pytest.mark.parametrize(
    ("worths", "right"),
    [
        ([(0.6, 0.7), (0.6, 0.7), (0.4, 0.5), (0.3, 0.3)], 2),
        ([(0.6, 0.7), (0.58, 0.68), (0.4, 0.5)], None),  # by too little
        ([(0.98, 0.99), (0.4, 0.5), (0.3, 0.4)], None),  # won already
        ([(0.6, 0.7), (0.4, 0.5), (0.3, 0.3), (0.3, 0.3)], 1),
        ([(0.6, 0.7), (0.4, 0.5), (0.4, 0.5), (0.4, 0.5)], None),  # all others come to the same
        ([(0.6, 0.7), (0.6, 0.7), (0.4, 0.5)], None),  # most are right, and without one of them two are left
        ([(0.6, 0.7), (0.6, 0.7), (0.4, 0.5), (0.3, 0.4)], 2),
        (
            [(0.6, 0.7), (0.6, 0.7), (0.6, 0.7), (0.4, 0.5), (0.3, 0.4)],
            1,
        ),  # one of those that come to the same is asked
        ([(0.6, 0.7), (0.7, 0.6), (0.4, 0.5)], None),  # as good in the mean, by another way
    ],
)
def test_choices_that_come_to_the_same_in_every_world_are_right_together(
    worths: list[tuple[float, ...]], right: int | None, game: Game, file: PuzzleFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = file.puzzle[0]
    by_action = dict(zip(puzzle.actions(game), worths, strict=False))
    question = PuzzleQuestion(tuple(by_action), whole=True)
    monkeypatch.setattr(PuzzleQuestion, "of", lambda *_: question)

    def rated(task: SearchTask, actions: Sequence[Action], worlds: range) -> list[RatedChoice]:
        return [RatedChoice(one, tuple(by_action[one][world % 2] for world in worlds)) for one in actions]

    monkeypatch.setattr(finding, "rate_choices", rated)
    found = puzzle_at(game, puzzle.state(game), puzzle.seat)
    assert (found.right if found is not None else None) == right


def rate_by(monkeypatch: pytest.MonkeyPatch, chances: Callable[[int, int], float]) -> list[range]:
    """Rate the choices by their places in the menu and the number of the world; the worlds asked for are kept."""
    asked: list[range] = []

    def rated(task: SearchTask, actions: Sequence[Action], worlds: range) -> list[RatedChoice]:
        asked.append(worlds)
        places = {action: place for place, action in enumerate(task.view.choices)}
        return [RatedChoice(one, tuple(chances(places[one], world) for world in worlds)) for one in actions]

    monkeypatch.setattr(finding, "rate_choices", rated)
    return asked


def test_the_best_choice_is_a_puzzle_also_where_the_bot_would_choose_another_and_that_is_told(
    game: Game, file: PuzzleFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = file.puzzle[0]
    view, state = puzzle.view(game), puzzle.state(game)
    chosen = list(view.choices).index(Advice.of(game.bot(strong_bot(game), seed=finding.SEED), view).action)
    good = (chosen + 1) % len(view.choices)
    rate_by(monkeypatch, lambda place, world: 0.6 if place == good else 0.5 if place == chosen else 0.4 - place / 100)
    found = puzzle_at(game, state, puzzle.seat)
    assert found is not None
    assert (found.bot, found.why) == (2, ())
    assert found.lead == pytest.approx(0.1)
    labels = found.labels(game)
    assert [line for line in solution_of(found, labels) if "a strong bot would" in line] == [
        f"50%: {labels[1]} (what a strong bot would choose)"
    ]
    rate_by(monkeypatch, lambda place, world: 0.6 if place == chosen else 0.5 - place / 100)
    found = puzzle_at(game, state, puzzle.seat)
    assert found is not None
    assert found.bot is None


def test_the_choice_that_stood_out_is_proved_in_worlds_that_did_not_choose_it(
    game: Game, file: PuzzleFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = file.puzzle[0]
    state = puzzle.state(game)
    asked = rate_by(
        monkeypatch, lambda place, world: 0.6 if place == (0 if world < PROOF[0].start else 1) else 0.5 - place / 100
    )
    assert puzzle_at(game, state, puzzle.seat) is None
    assert asked == [*STAGES, PROOF[0]]
    assert not {world for worlds in PROOF for world in worlds} & {world for worlds in STAGES for world in worlds}
    asked = rate_by(monkeypatch, lambda place, world: 0.5)
    assert puzzle_at(game, state, puzzle.seat) is None
    assert asked == [STAGES[0]]


def test_decisions_at_which_most_is_at_stake_are_rated_first_and_those_of_decided_games_never(
    game: Game, file: PuzzleFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    decisions = [(puzzle.state(game), puzzle.seat) for puzzle in file.puzzle]
    stakes = {state: LEAST_LEAD * place for place, (state, _) in enumerate(decisions)}
    looked: list[State] = []
    monkeypatch.setattr(finding, "stake_at", lambda game, state, seat: stakes[state])
    monkeypatch.setattr(finding, "puzzle_at", lambda game, state, seat: looked.append(state))
    monkeypatch.setattr(finding, "_decisions", lambda *_: decisions)
    assert list(puzzles_of_game(game, 5, 0)) == []
    assert looked == [state for state, _ in reversed(decisions[1:])][:RATED_OF_A_GAME]
    monkeypatch.setattr(finding, "puzzle_at", lambda game, state, seat: file.puzzle[0])
    kinds = len({finding._kind(state) for state, _ in decisions[1:]})
    assert list(puzzles_of_game(game, 5, 0)) == [file.puzzle[0]] * min(kinds, finding.PUZZLES_OF_A_GAME)
    monkeypatch.undo()
    monkeypatch.setattr(finding, "UNDECIDED", (2.0, 3.0))
    assert finding._decisions(game, random.Random(1), 0) == []


def test_of_a_long_menu_a_few_choices_of_one_unit_are_asked_that_differ_in_what_follows() -> None:
    game = load("corinth")
    match = game.start("two_days", seed=3)
    while len(match.choices()) <= MOST_CHOICES:
        match.play(match.choices()[0])
    view = match.view(match.waiting_for[0])
    question = PuzzleQuestion.of(game, view, 5)
    assert question == PuzzleQuestion.of(game, view, 5)
    assert question is not None
    assert not question.whole
    assert len({action.about(view.board).pieces for action in question.actions}) == 1
    rated = [RatedChoice(action, (0.6 - place // 2 * 0.02,)) for place, action in enumerate(question.actions)]
    best, *others = question.asked(view, rated, 0.03)
    assert best is rated[0]
    assert others == [rated[place] for place in range(4, len(rated), 2)][: MOST_OF_MANY - 1]


def test_answers_to_questions_to_come_are_not_asked() -> None:
    game = load("brices_crossroads")
    view = puzzles_of(game).puzzle[0].view(game)
    question = PuzzleQuestion.of(game, view, 5)
    assert question is not None
    assert [action.kind for action in view.choices if action not in question.actions] == ["prefer"] * 4


def test_a_puzzle_about_some_choices_lists_these_and_says_so(game: Game, file: PuzzleFile, tmp_path: Path) -> None:
    puzzle = next(
        puzzle for puzzle in file.puzzle if len(puzzle.choice) > 3 and puzzle.right == 1 and puzzle.bot is None
    )
    narrow = evolve(puzzle, of=len(puzzle.choice), choice=puzzle.choice[:3])
    path = tmp_path / "narrow.toml"
    evolve(file, puzzle=(narrow,)).save(path)
    unasked = puzzle.choice[3].action
    text = " ".join(run("puzzle", QUICK, "--file", str(path), typed=f"{unasked}\n{puzzle.choice[0].action}\n").split())
    assert f"There are {len(puzzle.choice)} choices here. The puzzle asks about 3 of them: those listed." in text
    assert "The puzzle does not ask about that choice." in text
    assert "Right: " in text
    lesson = lesson_of_puzzle(game, read_puzzles(path, QUICK), 1)
    match = lesson.start(game)
    assert set(lesson.only(match)) == set(narrow.actions(game))
    labels = [action.text(match.view(narrow.seat).board) for action in lesson.only(match)]
    assert labels == sorted(labels)
    match.play(narrow.actions(game)[0])
    assert lesson.only(match) == ()


def test_questions_of_each_kind_take_turns() -> None:
    game = load("battlecry")
    states = [puzzle.state(game) for puzzle in puzzles_of(game).puzzle]
    drawn = finding._drawn(random.Random(1), [(state, "union") for state in states])
    kinds = [state.cursor[-1] for state, _ in drawn]
    different = len(set(kinds))
    assert len(drawn) == len(states)
    assert different > 1
    assert len(set(kinds[:different])) == different


def test_the_finder_goes_on_with_a_file_and_tells_after_each_game(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "GLANCED_OF_A_GAME", 2)
    told: list[int] = []
    begun = PuzzleFile(game=game.id, seed=5, games=3)
    found = find_puzzles(game, begun, 5, lambda file: told.append(file.games))
    assert told == [4, 5]
    assert (found.games, found.made_with) == (5, made_with(game.id))
    once, twice = list(puzzles_of_game(game, 5, 3)), list(puzzles_of_game(game, 5, 3))
    assert once == twice


def test_puzzles_of_other_rules_are_rated_anew_before_the_finder_goes_on(
    game: Game, file: PuzzleFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Puzzle] = []

    def none_holds(game: Game, puzzles: tuple[Puzzle, ...]) -> list[Puzzle]:
        asked.extend(puzzles)
        return []

    monkeypatch.setattr(finding, "puzzles_that_hold", none_holds)
    old = evolve(file, made_with="another", puzzle=file.puzzle[:2])
    assert find_puzzles(game, old, old.games, lambda file: None).puzzle == ()
    assert asked == list(file.puzzle[:2])
    monkeypatch.setattr(finding, "puzzles_that_hold", lambda game, puzzles: puzzles)
    many = evolve(file, made_with="another", puzzle=(*file.puzzle[:1] * 5, file.puzzle[1]))
    different = len({(puzzle.seat, puzzle.choice[0].action) for puzzle in many.puzzle})
    assert len(find_puzzles(game, many, many.games, lambda file: None).puzzle) == PUZZLES_OF_ONE_ANSWER + different - 1
    same = evolve(old, made_with=made_with(game.id))
    assert find_puzzles(game, same, same.games, lambda file: None).puzzle == same.puzzle


def test_a_file_is_written_and_read_back(game: Game, file: PuzzleFile, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    odd = evolve(file.puzzle[0], right=2, bot=3, why=('He said "no".', "It's one\nof two."), line=())
    told = evolve(file, puzzle=(odd, *file.puzzle[1:]))
    told.save(path)
    assert puzzles_of(game, path) == told
    told = evolve(told, puzzle=(evolve(odd, position="one ''' two"),))
    told.save(path)
    assert puzzles_of(game, path) == told


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (f'game = "{QUICK}"', 'game = "battlecry"', "puzzles of battlecry, not of"),
        ("turn = ", "turns = ", "turns"),
        ('{"kind"', '{{"kind"', "not JSON"),
        ("lead = 0", 'lead = "much" # ', "lead"),
        ("chance = 0", "chance = true # ", "."),
        ("lead = 0", "right = 0\nlead = 0", "at least one is right"),
        ("lead = 0", "right = 99\nlead = 0", "at least one is right"),
        ("lead = 0", "of = 1\nlead = 0", "are no part of 1"),
        ("lead = 0", "bot = 1\nlead = 0", "a bot that is wrong makes choice 2 to"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    old: str, new: str, words: str, file: PuzzleFile, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.toml"
    evolve(file, puzzle=(evolve(file.puzzle[0], right=1, bot=None),)).save(path)
    path.write_text(path.read_text("utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=words) as caught:
        read_puzzles(path, QUICK)
    assert "wrong.toml:" in str(caught.value)


def test_a_puzzle_with_a_hostile_position_or_action_is_an_error_in_words(game: Game, file: PuzzleFile) -> None:
    with pytest.raises(DataError):
        evolve(file.puzzle[0], position="position nowhere\n" * 1000).state(game)
    with pytest.raises(WargameError):
        evolve(file.puzzle[0], choice=(evolve(file.puzzle[0].choice[0], action='{"kind": "fly"}'),)).actions(game)
    with pytest.raises(UnknownName, match="1 to"):
        file.numbered(len(file.puzzle) + 1)


def test_the_right_answer_is_told_and_explained_and_nothing_else_is_played(game: Game, file: PuzzleFile) -> None:
    puzzle = file.numbered(1)
    view, best = puzzle.view(game), puzzle.actions(game)[0]
    text = run("puzzle", QUICK, "--number", "1", typed=f"{puzzle.choice[0].action}\n")
    flat = " ".join(text.split())
    assert (f"Right: {best.text(view.board)} " if puzzle.right == 1 else "Right ") in flat
    assert flat.count("%") >= len(puzzle.choice)
    assert isinstance(view, View)


def test_another_answer_is_told_what_it_costs_and_a_hint_is_refused(file: PuzzleFile) -> None:
    worst = file.numbered(1).choice[-1]
    text = " ".join(run("puzzle", QUICK, "--number", "1", typed=f"hint\n{worst.action}\n").split())
    assert "a hint would be the solution" in text
    assert "Not the best" in text
    assert "It costs" in text
    assert "The best choice:" in " ".join(run("puzzle", QUICK, "--number", "1", typed="quit\n").split())


def test_a_puzzle_is_printed_as_json(file: PuzzleFile) -> None:
    printed = json.loads(run("puzzle", QUICK, "--number", "1", "--json"))
    assert printed["position"] == file.puzzle[0].position
    assert printed["choices"][0]["action"] == json.loads(file.puzzle[0].choice[0].action)


def test_the_command_finds_puzzles_into_a_file_and_goes_on_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "GLANCED_OF_A_GAME", 1)
    path = tmp_path / "found.toml"
    assert "from 2 games" in run("puzzles", QUICK, "--games", "2", "--out", str(path), "--seed", "9")
    assert json.loads(run("puzzles", QUICK, "--games", "3", "--out", str(path), "--json"))["games"] == 3
    assert read_puzzles(path, QUICK).seed == 9
    refused = CliRunner().invoke(main, ["puzzles", QUICK, "--games", "4", "--out", str(path), "--seed", "8"])
    assert refused.exit_code == USAGE
    assert "seed 9" in " ".join(refused.output.split())


def test_a_game_without_puzzles_says_how_they_are_found() -> None:
    with pytest.raises(WargameError, match="wargame puzzles toy --out FILE"):
        puzzles_of(toy())
