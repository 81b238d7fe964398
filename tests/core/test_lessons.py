"""Lessons: each packaged one goes as its file says, another choice comes back, and mistakes have a file and a line."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from wargame_core import Action, DataError, Game, IllegalAction, Match, UnknownName, load
from wargame_core.lessons import FOLDER, Lesson, find_lesson, lessons_of, read_lesson, rehearse
from wargame_core.plugins.discovery import discover

BEGINNING = """
source = { document = "none", basis = "reconstruction" }
game = "battlecry"
title = "A card"
seat = "union"
seed = 181
ending = "That was a card."
"""
STEP = """
[[step]]
heading = "A card"
say = ["Play it."]
do = "Play Attack Right."
choose = "play Attack Right"
"""


def packaged() -> Iterator[str]:
    """Every packaged lesson as ``game/lesson``."""
    for holder in discover():
        for entry in holder.games:
            lessons = lessons_of(entry.id)
            assert not lessons.unread
            yield from (f"{entry.id}/{lesson.id}" for lesson in lessons.sound)


PACKAGED = list(packaged())


@cache
def game_called(name: str) -> Game:
    return load(name)


def lesson_called(name: str) -> tuple[Lesson, Game]:
    game, _, lesson = name.partition("/")
    return find_lesson(game, lesson), game_called(game)


def written(folder: Path, text: str, name: str = "first") -> Path:
    """A lesson in a folder of lessons."""
    (folder / FOLDER).mkdir(exist_ok=True)
    path = folder / FOLDER / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", PACKAGED)
def test_a_packaged_lesson_goes_as_its_file_says(name: str) -> None:
    lesson, game = lesson_called(name)
    assert [str(problem) for problem in rehearse(lesson, game).found] == []
    assert 8 <= len(lesson.file.step) <= 15


def others(match: Match, seat: str, wanted: Action) -> list[Action]:
    """Some listed choices of a seat beside one, the first few."""
    return [action for action in match.choices(seat).head(5) if action != wanted]


def refused(lesson: Lesson, match: Match, action: Action) -> bool:
    """Whether the lesson refuses a choice, and nothing else does; another way to the same place is the right one."""
    try:
        lesson.choice(match, lesson.file.seat, action)
    except IllegalAction as problem:
        return [reason.code for reason in problem.verdict.reasons] == ["lesson"]
    return False


@pytest.mark.parametrize("name", PACKAGED)
def test_every_other_choice_comes_back_and_the_right_ones_lead_to_the_end(name: str) -> None:
    lesson, game = lesson_called(name)
    match, seat, steps = lesson.start(game), lesson.file.seat, 0
    while not lesson.is_over(match):
        if (reply := lesson.reply(match)) is not None:
            match.play(reply[1], reply[0])
            continue
        page, before = lesson.page(match), match.state
        steps += 1
        assert (page.step, page.steps, page.over) == (steps, len(lesson.file.step), False)
        wanted = next(action for action in match.choices(seat) if action.text(match.view(seat).board) == page.choice)
        comes_back = [action for action in others(match, seat, wanted) if refused(lesson, match, action)]
        assert comes_back or len(match.choices(seat)) <= 2
        assert match.state == before
        match.play(lesson.choice(match, seat, wanted), seat)
    assert steps == len(lesson.file.step)
    assert lesson.page(match).say == (lesson.file.ending,)


def longer_ways(match: Match, seat: str, march: Any) -> Iterator[Action]:
    """Legal marches to the same place that make a bend of two spaces more."""
    game_map, start = match.rules.map_of(match.board), match.board.at[march.token]  # type: ignore[attr-defined]
    assert game_map is not None
    around = game_map.neighbours
    for number, (one, other) in enumerate(pairwise((start, *march.path))):
        for bend in ((first, second) for first in around[one] for second in around[first] if other in around[second]):
            longer = evolve(march, path=(*march.path[:number], *bend, *march.path[number:]))
            if match.judge(longer, seat):
                yield longer


def test_a_longer_way_to_the_place_that_the_lesson_shows_is_right_too() -> None:
    lesson, game = lesson_called("vicksburg/first_turn")
    match, seat, tried = lesson.start(game), lesson.file.seat, 0
    while not lesson.is_over(match):
        if (reply := lesson.reply(match)) is not None:
            match.play(reply[1], reply[0])
            continue
        shown = lesson.page(match).choice
        wanted = next(action for action in match.choices(seat) if action.text(match.view(seat).board) == shown)
        for longer in longer_ways(match, seat, wanted) if wanted.kind == "move" else ():
            assert lesson.choice(match, seat, longer) == wanted
            tried += 1
        match.play(lesson.choice(match, seat, wanted), seat)
    assert tried >= 5


def test_a_choice_that_is_taken_back_takes_the_lesson_back() -> None:
    lesson, game = lesson_called("battlecry/first_turns")
    match = lesson.start(game)
    for words in ("play Attack Right", "order Union infantry u5"):
        match.play(words, "union")
    while (reply := lesson.reply(match)) is not None:
        match.play(reply[1], reply[0])
    match.play("Union infantry u5 (4) at G12 to F11", "union")
    page = lesson.page(match)
    match.undo("union")
    assert (page.step, lesson.page(match).step) == (4, 3)


def test_a_choice_that_the_rules_refuse_is_refused_by_them() -> None:
    lesson, game = lesson_called("battlecry/first_turns")
    match = lesson.start(game)
    action = match.rules.read_action({"kind": "play_card", "card": "bombard"})
    with pytest.raises(IllegalAction) as refused:
        lesson.choice(match, "union", action)
    assert "lesson" not in [reason.code for reason in refused.value.verdict.reasons]


def test_what_a_file_means_and_the_game_does_not_have_is_told_with_its_line(tmp_path: Path) -> None:
    wrong = STEP.replace("play Attack Right", "play Attack Rigth") + 'light = ["piece:u99"]\ncite = "BC150 p.6 Cards"\n'
    path = written(tmp_path, BEGINNING + wrong)
    problems = [str(problem) for problem in rehearse(read_lesson(path), game_called("battlecry")).found]
    assert len(problems) == 3
    assert problems[0].startswith("first.toml:14:10: E301 step[0].light[0]: 'piece:u99' is not anything on the sheet")
    assert problems[1].startswith("first.toml:15:1: E301 step[0].cite: no heading of the rules is 'Cards'")
    assert problems[2].startswith("first.toml:13:1: E301 step[0].choose: Which card do you play?")
    assert "play Attack Right" in problems[2]


def test_a_choice_of_somebody_who_is_not_asked_is_told_with_who_is(tmp_path: Path) -> None:
    then = '[[step.then]]\nseat = "confederate"\nchoose = "play Bombard"\n'
    path = written(tmp_path, BEGINNING + STEP + then)
    (problem,) = rehearse(read_lesson(path), game_called("battlecry")).found
    assert str(problem).startswith("first.toml:14:8: E207 step[0].then[0]: confederate is not asked now; the")


def test_a_story_that_the_dice_do_not_tell_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, BEGINNING + STEP + 'happened = ["Lee surrenders"]\n')
    (problem,) = rehearse(read_lesson(path), game_called("battlecry")).found
    assert "E413 step[0].happened[0]: 'Lee surrenders' was not told since the step before" in str(problem)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BEGINNING, "E202 .*step"),
        (BEGINNING + "step = []", "E202 a lesson has at least one"),
        (BEGINNING + STEP.replace("do =", "does ="), "E201 step.0..does"),
        (BEGINNING + "minutes = 1000\n" + STEP, "E204 minutes|E207 minutes"),
        ("this is [not toml", "E103"),
    ],
)
def test_a_file_with_mistakes_is_refused_by_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_lesson(written(tmp_path, text))


def test_a_lesson_names_a_seat_and_a_scenario_of_its_game(tmp_path: Path) -> None:
    lesson = read_lesson(written(tmp_path, BEGINNING + STEP))
    game = game_called("battlecry")
    (seat,) = rehearse(Lesson("x", evolve(lesson.file, seat="blue"), lesson.document), game).found
    (scenario,) = rehearse(Lesson("x", evolve(lesson.file, scenario="bull"), lesson.document), game).found
    assert "'blue' is not a seat (union, confederate)" in str(seat)
    assert "unknown scenario 'bull'" in str(scenario)


def test_lessons_lie_in_the_folder_of_a_designer_and_a_game_with_variants_has_none(tmp_path: Path) -> None:
    written(tmp_path, BEGINNING + STEP)
    written(tmp_path, "this is [not toml", "second")
    lessons = lessons_of(tmp_path)
    assert [lesson.id for lesson in lessons.sound] == ["first"]
    assert [path.name for path in lessons.unread] == ["second.toml"]
    assert find_lesson(tmp_path).id == "first"
    with pytest.raises(DataError, match=r"second\.toml"):
        find_lesson(tmp_path, "second")
    assert lessons_of("battlecry+rain").sound == ()


def test_a_lesson_that_there_is_not_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"unknown lesson 'frist_turns'.*first_turns"):
        find_lesson("battlecry", "frist_turns")
    with pytest.raises(UnknownName, match=r"has no lesson: a file lessons/NAME\.toml"):
        find_lesson(tmp_path)


ASKING = """
[[step]]
heading = "Which card?"
say = ["One is best."]
do = "Find it."
choose = "play Attack Right"
asks = true
otherwise = "No."
also = ["play Assault Right"]
others = [{ choose = "play Probe Right", say = "Two orders are fewer than three." }]
"""


def test_a_step_that_asks_tells_no_choice_and_says_of_others_why_they_are_worse(tmp_path: Path) -> None:
    game, lesson = game_called("battlecry"), read_lesson(written(tmp_path, BEGINNING + ASKING))
    assert not rehearse(lesson, game).found
    match = lesson.start(game)
    page = lesson.page(match)
    assert (page.do, page.choice, page.light) == ("Find it.", "", ())
    probe, other = match.choices("union").find("play Probe Right"), match.choices("union").find("play Leadership")
    with pytest.raises(IllegalAction, match="Two orders are fewer than three"):
        lesson.choice(match, "union", probe)
    with pytest.raises(IllegalAction, match=r"No\. Nothing was played"):
        lesson.choice(match, "union", other)
    as_good = match.choices("union").find("play Assault Right")
    assert lesson.choice(match, "union", as_good) == as_good
    match.play(lesson.choice(match, "union", match.choices("union").find("play Attack Right")), "union")
    page = lesson.page(match)
    assert (page.over, page.heading, page.say) == (True, "The lesson is over", ("That was a card.",))


def test_a_lesson_may_begin_at_a_position_in_words(tmp_path: Path) -> None:
    game = game_called("battlecry")
    state = game.start(seed=181).state.after({"kind": "play_card", "card": "attack_right"})
    text = f"position = '''\n{state}\n'''"
    orders = STEP.replace("play Attack Right", "order Union infantry u5")
    lesson = read_lesson(written(tmp_path, BEGINNING.replace("seed = 181", f"seed = 7\n{text}") + orders))
    assert not rehearse(lesson, game).found
    assert lesson.start(game).state == state
    wrong = evolve(lesson, file=evolve(lesson.file, position="position nowhere"))
    (problem,) = rehearse(wrong, game).found
    assert "nowhere" in str(problem)


@pytest.mark.parametrize(
    ("choose", "words"),
    [
        ("play Probe Rigth", r"first\.toml:.* E301 step\[0\]\.others\[0\]\.choose"),
        ("play Attack Right", "name another"),
    ],
    ids=["none", "the right one"],
)
def test_what_is_said_of_a_choice_that_is_none_or_the_right_one_is_a_mistake(
    choose: str, words: str, tmp_path: Path
) -> None:
    lesson = read_lesson(written(tmp_path, BEGINNING + ASKING.replace("play Probe Right", choose)))
    (problem,) = rehearse(lesson, game_called("battlecry")).found
    assert re.search(words, str(problem))
    lesson = read_lesson(written(tmp_path, BEGINNING + ASKING.replace("play Assault Right", choose)))
    (problem,) = rehearse(lesson, game_called("battlecry")).found
    assert re.search(words.replace(r"others\[0\]\.choose", r"also\[0\]"), str(problem))
