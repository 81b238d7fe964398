"""Engines as players: what they are asked, how many of them run, where a command may be named, and bots as engines."""

import json
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.core.skirmish_toy import toy
from tests.engines.reference import reference_engine

from wargame_core import UnknownName, WargameError, load
from wargame_core.flow.choices import Action
from wargame_core.flow.players import EasyPlayer, Traits
from wargame_core.flow.view import View
from wargame_lab import duel, engine, simulate
from wargame_lab.batches import name_of
from wargame_lab.engines import player as players
from wargame_lab.engines.messages import (
    MENU,
    ChoiceRequest,
    EngineChoice,
    HostHello,
    HostMessage,
    NewGame,
    PlayedGame,
    line_of,
    read_line,
)
from wargame_lab.engines.player import Engine, choose_message, engines_named, say_nothing
from wargame_lab.engines.process import EngineProcess
from wargame_lab.engines.schema import engine_schema
from wargame_lab.engines.serving import BotEngine, serve_bot

HOSTILE = Path(__file__).with_name("hostile.py")
GAMES = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi", "corinth")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


def honest(folder: Path) -> Engine:
    """An engine that takes the first choice, and leaves the numbers of its processes in a folder."""
    return engine([sys.executable, "-I", "-S", str(HOSTILE), "first", str(folder)], tell=say_nothing)


def processes(folder: Path) -> int:
    """How many processes of an engine have begun."""
    return len([path for path in folder.iterdir() if path.name.isdecimal()])


class ByMessages:
    """A player whose choices are made by a `BotEngine`, of which it knows only what is said."""

    traits = Traits(draws_worlds=True, plays_inner_games=True)

    def __init__(self, game: str, bot: str, seed: int) -> None:
        own = load(game)
        self._engine, self._seed, self._asked = BotEngine(own, dict.fromkeys(own.seats, bot)), seed, 0

    def __call__(self, view: View) -> Action:
        played = PlayedGame.of(view, self._seed)
        if not self._asked:
            self._answer(line_of(HostHello(played)))
        self._asked += 1
        answer = self._answer(line_of(choose_message(view, self._asked, 1.0, random.Random(self._asked))))
        choice = read_line(json.dumps(answer))
        assert isinstance(choice, EngineChoice)
        return view.rules.let_in(choice.action)

    def _answer(self, line: str) -> Any:
        return self._engine.answer(json.loads(line))


def actions_of(game: str, player: Any, options: dict[str, str], limit: int) -> Sequence[object]:
    """What is chosen in a game at first."""
    collected = simulate(
        game, player, games=1, seed=5, limit=limit, options=options, collect=lambda view, action: (view.seat, action)
    )
    return collected.games[0].collected


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_chooses_as_an_engine_what_it_chooses_as_a_bot(game: str) -> None:
    def by_messages(*, seed: int) -> ByMessages:
        return ByMessages(game, "heuristic", seed)

    assert actions_of(game, by_messages, {}, 30) == actions_of(game, "heuristic", {}, 30)


def test_an_engine_plays_the_inner_games_too() -> None:
    def by_messages(*, seed: int) -> ByMessages:
        return ByMessages("vicksburg", "heuristic", seed)

    chosen = actions_of("vicksburg", by_messages, {"battles": "battle_cry"}, 363)
    assert any("InnerAction" in repr(choice) for choice in chosen)


def test_the_seed_that_an_engine_is_told_is_not_that_of_the_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []

    def noted(process: EngineProcess, message: HostMessage, send: Any = EngineProcess.send) -> None:
        if isinstance(message, HostHello):
            told.append(message.game.seed)
        send(process, message)

    monkeypatch.setattr(EngineProcess, "send", noted)
    for seed in (1863, 1863, 1864):
        own = honest(tmp_path)
        match = load("battlecry").start(seed=seed)
        next(match.iter_play(own))
        own.close()
    first, again, other = told
    assert first == again != other
    assert not {first, other} & {1863, 1864}
    assert 0 <= first < 2**53  # a number that JavaScript has exactly


@needs_node
def test_an_engine_of_another_language_plays_a_whole_game(tmp_path: Path) -> None:
    bold = engine(["node", str(reference_engine(tmp_path))])
    done = simulate("battlecry", {"union": bold, "confederate": "random"}, seed=4, games=1)
    assert (len(done.finished), done.faults) == (1, [])


@needs_node
@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_it_plays_whole_games_of_all_and_the_same_in_other_processes(game: str, tmp_path: Path) -> None:
    bold = engine(["node", str(reference_engine(tmp_path))])
    batches = [simulate(game, bold, games=2, seed=4, jobs=jobs) for jobs in (1, 2)]
    assert batches[0].games == batches[1].games
    assert (len(batches[0].finished), batches[0].faults) == (2, [])


def test_a_process_goes_on_with_the_next_game_and_no_more_than_four_run(tmp_path: Path) -> None:
    own = honest(tmp_path)
    simulate("battlecry", {"union": own, "confederate": "random"}, games=3, seed=1, limit=20)
    assert processes(tmp_path) == 1
    match = load("battlecry").start(seed=1)
    at_once = [own(seed=seed) for seed in range(6)]
    for player in at_once * 2:
        player(match.view(match.waiting_for[0]))
    assert processes(tmp_path) == players.MOST_ENGINE_PROCESSES
    assert [player.faults for player in at_once] == [[]] * 6
    own.close()


def test_what_is_said_is_what_the_schema_says() -> None:
    schema = engine_schema()
    check = jsonschema.Draft202012Validator(schema)
    view = load("battlecry").start(seed=1).view("union")
    played = PlayedGame.of(view, 7)
    for message in (HostHello(played), NewGame(played), choose_message(view, 1, 2.5, random.Random(1))):
        check.validate(json.loads(line_of(message)))
    check.validate({"kind": "choice", "id": 1, "action": {"kind": "done"}, "chance": 0.5})
    for wrong in ({"kind": "choice", "id": 1}, {"kind": "hello", "protocol": "x", "wants": ["dice"]}, {"kind": "go"}):
        with pytest.raises(jsonschema.ValidationError):
            check.validate(wrong)


def test_a_question_holds_the_view_the_menu_and_whether_that_is_all() -> None:
    view = load("battlecry").start(seed=1).view("union")
    question = choose_message(view, 3, 2.5)
    assert question.view == {**view.to_json(log=False), "menu": view.menu(MENU)}
    assert (question.id, question.complete, question.world) == (3, True, None)


def test_a_world_does_not_tell_how_many_answers_there_were() -> None:
    match = load("vicksburg").start(seed=1)
    for _ in range(20):
        match.play(match.choices()[0])
    question = choose_message(match.view(match.waiting_for[0]), 1, 1.0, random.Random(1))
    assert question.world is not None
    assert question.world["seq"] == len(question.world["answers"]) < match.seq


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("", "an engine is a command, as in engine:'node my_engine.js', not ''"),
        ("node 'engine.js", "is not a command: No closing quotation"),
        ("no_such_program --fast", "there is no program 'no_such_program' on this machine"),
        ([], "an engine is a command"),
    ],
)
def test_a_command_that_is_none_is_refused_before_anything_is_played(command: Any, problem: str) -> None:
    with pytest.raises(WargameError, match=problem):
        engine(command)


def test_an_engine_is_known_by_its_command_and_can_be_sent_to_other_processes(tmp_path: Path) -> None:
    own = engine(f"{sys.executable} -c pass", tell=say_nothing)
    assert pickle.loads(pickle.dumps(own)) == own
    assert name_of(own) == f"engine:{sys.executable} -c pass"
    assert engines_named(["easy", f"engine:{sys.executable} -c pass"]) == {f"engine:{sys.executable} -c pass": own}
    other = engine(f"{sys.executable} -c 1", tell=say_nothing)
    simulate("battlecry", {"union": own, "confederate": "random"}, games=1, out=tmp_path / "a", limit=1)
    with pytest.raises(WargameError, match="a game of another batch"):
        simulate("battlecry", {"union": other, "confederate": "random"}, games=1, out=tmp_path / "a", limit=1)


def test_a_duel_names_engines_by_their_commands(tmp_path: Path) -> None:
    own = honest(tmp_path)
    result = duel("battlecry", own, "random", games=4, seed=1, limit=10)
    assert result.first == str(own)
    assert result.faults == []


def test_no_engine_becomes_the_usual_bot_of_a_game_without_bots() -> None:
    own = engine(f"{sys.executable} -c pass")
    game = toy().with_further_bots({"engine": own})
    assert {"engine", "random"} <= game.bots.keys()
    assert isinstance(game.bot("easy"), EasyPlayer)
    assert type(game.bot("normal")).__name__ == "RandomPlayer"


MESSAGES = [
    ('{"kind": "choose", "id": 1, "world": null}', "a question came before any game"),
    ('{"kind": "hello", "protocol": "wargame-engine/9"}', "the game speaks 'wargame-engine/9', this engine"),
    ("e2e4", "this is not what a game says to an engine: 'e2e4'"),
    ('{"id": 1}', "this is not what a game says to an engine"),
]


@pytest.mark.parametrize(("line", "problem"), MESSAGES)
def test_a_bot_as_an_engine_says_what_it_cannot_answer(line: str, problem: str) -> None:
    with pytest.raises(WargameError, match=problem):
        serve_bot(BotEngine(toy(), {"blue": "random"}), [line], lambda _: None)


def test_a_bot_as_an_engine_plays_only_the_same_game_of_the_same_version() -> None:
    view = load("battlecry").start(seed=1).view("union")
    hello = line_of(HostHello(PlayedGame.of(view, 1)))
    with pytest.raises(WargameError, match="the id of the game is 'battlecry', and here 'toy'"):
        serve_bot(BotEngine(toy(), {}), [hello], lambda _: None)


def test_a_seat_that_cannot_imagine_a_position_gets_none_and_a_bot_says_that_it_needs_one() -> None:
    view = load("battlecry").start(seed=1).view("union")
    question = line_of(ChoiceRequest(1, 1.0, choose_message(view, 1, 1.0).view, True))
    own = load("battlecry")
    lines = [line_of(HostHello(PlayedGame.of(view, 1))), question]
    with pytest.raises(WargameError, match="union cannot imagine a full position now"):
        serve_bot(BotEngine(own, dict.fromkeys(own.seats, "random")), lines, lambda _: None)


def test_the_command_lets_a_bot_be_an_engine_that_prints_nothing_else() -> None:
    match = load("battlecry").start(seed=1)
    view = match.view("union")
    lines = [line_of(HostHello(PlayedGame.of(view, 1))), line_of(choose_message(view, 1, 1.0, random.Random(1)))]
    script = "from wargame_terminal import main; main()"
    command = [sys.executable, "-c", script, "engine", "battlecry", "--bot", "easy"]
    done = subprocess.run(command, input="".join(lines), capture_output=True, text=True, check=True)
    hello, choice = map(json.loads, done.stdout.splitlines())
    assert hello == {"kind": "hello", "protocol": "wargame-engine/1", "name": "easy", "wants": ["world"]}
    assert match.judge(choice["action"], "union")


def test_no_string_that_names_a_bot_is_run(tmp_path: Path) -> None:
    word = f"engine:touch {tmp_path / 'run'}"
    for attempt in (
        lambda: simulate("battlecry", word, games=1),
        lambda: duel("battlecry", word, "random", games=2),
        lambda: load("battlecry").bot(word),
        lambda: load("battlecry").start(seed=1).play_out(word),
    ):
        with pytest.raises(UnknownName, match="unknown bot 'engine:touch"):
            attempt()
    assert not (tmp_path / "run").exists()
