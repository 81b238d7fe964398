"""The games as environments: the other libraries' own tests are ours."""

import random
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from wargame_core import IllegalAction, Match, UnknownName, WargameError, load
from wargame_core.authoring import D6, EVERYBODY, Counter, CounterSet, Procedure, Table, variant
from wargame_core.errors import MissingExtra
from wargame_core.plugins import variants
from wargame_lab import Pool
from wargame_lab import encoder as encoder_of
from wargame_lab.adapters import rendering
from wargame_lab.adapters.episode import Setting, Shaping, UnrecordedMatch
from wargame_lab.adapters.rendering import Renderer
from wargame_pictures.of_games import GamePictures

QUICK = "thunder_on_the_mississippi"
GAMES = (
    QUICK,
    "battlecry",
    "vicksburg",
    pytest.param("gettysburg", marks=pytest.mark.thorough),
    pytest.param("gcacw_on_the_4th_day", marks=pytest.mark.thorough),
)

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def env() -> Callable[..., Any]:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra pettingzoo)")
    from wargame_lab.adapters.pettingzoo import env

    return env


@pytest.fixture(scope="module")
def seat_env() -> Callable[..., Any]:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra gymnasium)")
    from wargame_lab.adapters.gymnasium import SeatEnv

    return SeatEnv


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_nothing_wrong(env: Callable[..., Any], game: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(env(game, max_cycles=40), num_cycles=60)
    seed_test(lambda: env(game, max_cycles=20), num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_nothing_wrong(seat_env: Callable[..., Any], game: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(seat_env(game, load(game).seats[0], "random", invalid="first"), skip_render_check=True)


@pytest.fixture
def rainy(toy_installed: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the test game with house rules: a die each turn, and a counter for the weather."""
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {})

    @variant(
        "toy", before="Draw tokens", counters=(Counter("sky", "Sky", "sun", ("sun", "rain")), Counter("n", "N", 0))
    )
    def rain(t: Table[Any]) -> Procedure[None]:
        face = yield from t.roll(D6, "the sky", seen_by=EVERYBODY)
        t.record(CounterSet("sky", "rain" if face <= 3 else "sun"))
        t.record(CounterSet("n", face))

    return f"toy+{rain.id}"


def test_environments_of_a_game_with_variants_bear_their_name(
    env: Callable[..., Any], seat_env: Callable[..., Any], rainy: str
) -> None:
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    table = env(rainy, max_cycles=40)
    assert table.metadata["name"] == "toy+rain"
    api_test(table, num_cycles=60)
    check_env(seat_env(rainy, "blue", "random", invalid="first"), skip_render_check=True)


def test_counters_of_variants_are_in_the_observations(rainy: str) -> None:
    game = load(rainy)
    match, encoder, seen = game.start(seed=1), encoder_of(game), set()
    names = encoder.observer.global_names
    for _ in match.iter_play({seat: game.bot("random", seed=1) for seat in game.seats}):
        numbers = dict(zip(names, encoder.view(match.view("blue")).globals, strict=True))
        assert numbers["counter:n"] == match.board.counters["n"]
        seen.add((match.board.counters["sky"], numbers["counter:sky"]))
    assert seen == {("sun", 0.0), ("rain", 1.0)}


def test_several_environments_at_once_see_the_same_as_each_alone(seat_env: Callable[..., Any]) -> None:
    import numpy
    from gymnasium.vector import SyncVectorEnv

    together = SyncVectorEnv([lambda: seat_env(QUICK, "union", max_actions=32)] * 2)
    alone = seat_env(QUICK, "union", max_actions=32)
    seen, _ = together.reset(seed=[3, 4])
    first, _ = alone.reset(seed=3)
    for _ in range(30):
        assert all(numpy.array_equal(seen[part][0], first[part]) for part in first)
        assert numpy.array_equal(seen["action_mask"][0], alone.action_masks())
        seen, *_ = together.step([0, 0])
        first, *_ = alone.step(0)


def test_a_game_ends_with_a_winner_and_a_loser(env: Callable[..., Any]) -> None:
    game = env(QUICK)
    game.reset(seed=3)
    for agent in game.agent_iter():
        seen, _, over, cut, _ = game.last()
        assert not cut
        game.step(None if over else int(seen["action_mask"].nonzero()[0][-1]))
        if not game.agents:
            break
        assert agent in game.possible_agents
    assert game.rewards == {} or sum(game.rewards.values()) == 0


def test_a_learner_may_bring_what_it_sees_and_what_it_gets(env: Callable[..., Any]) -> None:
    def lines(view: Any) -> list[float]:
        return [float(len(view.pieces))]

    game = env(QUICK, observe=lines, rewards=lambda outcome: {"union": 5.0, "confederate": 0.0})
    game.reset(seed=3)
    assert game.observe("union")["observation"].tolist() == [float(len(load(QUICK).start(seed=3).view("union").pieces))]
    while not any(game.terminations.values()):
        game.step(0)
    assert game.rewards == {"union": 5.0, "confederate": 0.0}


def test_a_place_without_a_choice_is_refused_and_nothing_has_changed(env: Callable[..., Any]) -> None:
    game = env(QUICK)
    game.reset(seed=3)
    before = game.observe(game.agent_selection)
    with pytest.raises(IllegalAction, match="place 500 holds no choice: this menu has"):
        game.step(500)
    after = game.observe(game.agent_selection)
    assert all((before[name] == after[name]).all() for name in before)


@pytest.mark.parametrize("name", [QUICK, "vicksburg"])
def test_an_observation_has_the_numbers_of_the_encoder(env: Callable[..., Any], name: str) -> None:
    import numpy

    table, game = env(name), load(name)
    encoder, match = encoder_of(game), game.start(seed=3)
    table.reset(seed=3)
    for _ in range(12):
        seat = table.agent_selection
        expected = numpy.array(encoder.view(match.view(seat)).numbers, dtype=numpy.float32)
        seen = table.observe(seat)
        assert {part: seen[part].shape for part in encoder.observer.shapes} == encoder.observer.shapes
        assert (numpy.concatenate([seen[part].ravel() for part in encoder.observer.shapes]) == expected).all()
        assert seen["rows"][: len(match.choices(seat))].tolist() == [
            list(row) for row in encoder.rows(match.view(seat))
        ]
        assert not any(table.observe(other)["action_mask"].any() for other in table.possible_agents if other != seat)
        last = int(seen["action_mask"].sum()) - 1
        match.play(list(match.choices(seat))[last], seat)
        table.step(last)


def test_a_picture_shows_the_agent_what_its_seat_sees(
    env: Callable[..., Any], seat_env: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(GamePictures, "svg", lambda pictures, view, size=None: drawn.append(view.seat))
    together = env("vicksburg", render_mode="svg")
    alone = seat_env("vicksburg", "confederate", render_mode="svg")
    for game in (together, alone):
        game.reset(seed=1)
        game.render()
    assert drawn == [together.agent_selection, "confederate"]
    assert set(map(str, together.infos.values())) == {"{}"}


def test_pettingzoo_finds_nothing_wrong_with_what_is_shown(env: Callable[..., Any]) -> None:
    pytest.importorskip("cairosvg", reason="CairoSVG is not installed (extra png of wargame-pictures)")
    from pettingzoo.test import render_test

    render_test(lambda render_mode: env(QUICK, max_cycles=3, render_mode=render_mode))


def test_text_is_what_the_seat_sees_and_people_are_shown_it_by_itself(
    env: Callable[..., Any], seat_env: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    silent = seat_env("battlecry", "union", "easy", render_mode="ansi")
    silent.reset(seed=7)
    text = silent.render()
    assert "Which card do you play?" in text
    assert capsys.readouterr().out == ""
    shown = seat_env("battlecry", "union", "easy", render_mode="human")
    shown.reset(seed=7)
    assert capsys.readouterr().out == f"{text}\n\n"
    shown.step(0)
    assert "Which card do you play?" not in capsys.readouterr().out
    together = env("battlecry", render_mode="human")
    together.reset(seed=7)
    together.step(0)
    assert capsys.readouterr().out.count("Hand of union") == 2
    assert together.render() is None


def test_a_film_has_frames_of_one_size_for_whatever_is_played_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    pillow = pytest.importorskip("PIL.Image", reason="Pillow is not installed (extra png of wargame-pictures)")
    pytest.importorskip("numpy", reason="numpy is not installed (extra gymnasium)")

    def png(view: tuple[int, int], form: str, width: int) -> bytes:
        out = BytesIO()
        pillow.new("RGB", view, "black").save(out, "PNG")
        return out.getvalue()

    monkeypatch.setattr(rendering, "in_form", png)
    camera: Any = Renderer("rgb_array")
    wide, high = camera.render((960, 601)), camera.render((960, 1204))
    assert wide.shape == high.shape == (602, 960, 3)
    assert str(wide.dtype) == "uint8"
    assert (wide[:601] == 0).all()
    assert (wide[601] == 255).all()
    assert (high[:, 240:720] == 0).all()
    assert (high[:, :238] == 255).all()
    assert (high[:, 722:] == 255).all()


def test_gymnasium_records_a_film(seat_env: Callable[..., Any], tmp_path: Path) -> None:
    pytest.importorskip("cairosvg", reason="CairoSVG is not installed (extra png of wargame-pictures)")
    pytest.importorskip("moviepy", reason="moviepy is not installed: it asks for an older Pillow than we test with")
    from gymnasium.wrappers import RecordVideo

    game = seat_env("battlecry", "union", "easy", render_mode="rgb_array", max_steps=3)
    film = RecordVideo(game, str(tmp_path), episode_trigger=lambda episode: True)
    film.reset(seed=7)
    for _ in range(3):
        film.step(0)
    film.close()
    (file,) = tmp_path.glob("*.mp4")
    assert file.read_bytes()[4:8] == b"ftyp"


def test_a_mode_that_is_not_there_is_refused_with_those_that_are_and_none_cannot_be_shown(
    env: Callable[..., Any], seat_env: Callable[..., Any]
) -> None:
    modes = ["ansi", "human", "rgb_array", "svg"]
    assert seat_env.metadata == {"render_modes": modes, "render_fps": 4}  # type: ignore[attr-defined]
    assert env(QUICK).metadata["render_modes"] == modes
    said = r"unknown render mode 'film' .*ansi, human, rgb_array, svg"
    with pytest.raises(UnknownName, match=said):
        env(QUICK, render_mode="film")
    with pytest.raises(UnknownName, match=said):
        seat_env(QUICK, "union", render_mode="film")
    with pytest.raises(WargameError, match="was made without a render_mode: ansi, human, rgb_array, svg"):
        seat_env(QUICK, "union", "random").render()


def test_pixels_need_cairosvg_and_a_picture(seat_env: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    game = seat_env(QUICK, "union", "random", render_mode="rgb_array")
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(MissingExtra, match="wargame-pictures\\[png\\]"):
        game.render()
    monkeypatch.setattr(GamePictures, "svg", lambda pictures, view, size=None: None)
    with pytest.raises(WargameError, match="has no picture: render_mode='ansi' shows it as text"):
        game.render()


def test_a_game_of_which_nothing_is_recorded_goes_as_a_match_of_the_same_seed() -> None:
    setting = Setting(QUICK)
    fast, kept = setting.begin(5), setting.begin(5, is_recorded=True)
    assert (type(fast), type(kept)) == (UnrecordedMatch, Match)
    for _ in range(40):
        seat = kept.waiting_for[0]
        action = kept.choices(seat).head(1)[0]
        kept.play(action, seat)
        fast.play(action, seat)
        assert (fast.board, fast.seq, fast.waiting_for) == (kept.board, kept.seq, kept.waiting_for)
    assert (len(fast.entries), len(kept.entries)) == (0, kept.seq + 1)


def test_who_observes_with_a_function_of_his_own_sees_the_events(env: Callable[..., Any]) -> None:
    told = []

    def observe(view: Any) -> list[float]:
        told.append(len(view.events))
        return [0.0]

    table = env(QUICK, observe=observe)
    for _ in range(5):
        table.last()
        table.step(0)
    table.last()
    assert told[-1] > told[0]


def known_now(board: Any, seat: str) -> float:
    """A value that depends on what a seat sees: faces of tokens, and who has moved."""
    return (len(board.moved_tokens) + sum(bool(token.kind) for token in board.tokens.values())) / 100


def test_shaping_gives_the_change_of_what_the_seat_itself_thinks_of_its_chances(
    env: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wargame_core.game.estimated", lambda game, view: None)
    game = evolve(load("vicksburg"), win_probability=known_now)
    table, match = env(game, shaping=Shaping(weight=3.0)), game.start(seed=3)
    table.reset(seed=3)
    got, first, last = dict.fromkeys(game.seats, 0.0), dict[str, float](), dict[str, float]()
    rng, thought = random.Random(3), set[float]()
    for _ in range(150):
        seat = table.agent_selection
        last[seat] = 3 * (2 * game.value(match.view(seat)) - 1)
        first.setdefault(seat, last[seat])
        thought.add(last[seat])
        got[seat] += table.last()[1]
        place = rng.randrange(len(match.choices(seat)))
        match.play(match.choices(seat)[place], seat)
        table.step(place)
    assert first.keys() == set(game.seats)
    assert len(thought) > 2
    assert {seat: got[seat] for seat in last} == pytest.approx({seat: last[seat] - first[seat] for seat in last})


def test_what_was_given_on_the_way_is_taken_back_at_the_end(
    env: Callable[..., Any], seat_env: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wargame_core.game.estimated", lambda game, view: None)
    game = evolve(load(QUICK), win_probability=lambda board, seat: 0.75)
    table, alone = env(game, shaping=Shaping()), seat_env(game, "union", "random", shaping=Shaping(discount=0.5))
    table.reset(seed=3)
    while not any(table.terminations.values()):
        assert set(table.rewards.values()) == {0.0}
        table.step(0)
    assert sorted(table.rewards.values()) == [-1.5, 0.5]
    alone.reset(seed=3)
    rewards, over = [], False
    while not over:
        _, reward, over, *_ = alone.step(0)
        rewards.append(reward)
    assert set(rewards[:-1]) == {-0.25}
    assert rewards[-1] in (0.5, -1.5)


def test_each_game_of_a_seat_draws_its_opponent_from_the_pool(seat_env: Callable[..., Any]) -> None:
    asked = []

    class Follower:
        def __init__(self, seed: int = 0) -> None:
            asked.append(seed)

        def __call__(self, view: Any) -> Any:
            return view.choices[0]

    table = seat_env(QUICK, "union", Pool.of(random=1).plus("follower", Follower))
    for seed in range(8):
        table.reset(seed=seed)
    assert 1 < len(asked) < 9
    assert len(set(asked)) == len(asked)
    table.opponent = "random"
    before = len(asked)
    table.reset(seed=1)
    assert len(asked) == before


@pytest.mark.parametrize("name", ["battlecry", "vicksburg", QUICK, "corinth", "gcacw_on_the_4th_day"])
def test_every_number_lies_within_its_stated_bounds(env: Callable[..., Any], name: str) -> None:
    import numpy

    table, rng = env(name), random.Random(5)
    space = table.observation_space(table.possible_agents[0])
    assert space["rows"].high.max(0).tolist() == [max(1, size - 1) for size in table.encoder.sizes.values()]
    assert all(numpy.isfinite([space[part].low, space[part].high]).all() for part in table.encoder.observer.shapes)
    names = table.encoder.observer.columns
    assert space["pieces"].high[0, names.index("x")] == 1.0
    table.reset(seed=5)
    for _ in range(60):
        seen = table.observe(table.agent_selection)
        assert space.contains(seen)
        table.step(rng.randrange(int(seen["action_mask"].sum())))


def test_what_a_learner_observes_by_itself_has_no_bounds(env: Callable[..., Any]) -> None:
    space = env(QUICK, observe=lambda view: [1e30]).observation_space("union")
    assert not space["observation"].is_bounded("both")
