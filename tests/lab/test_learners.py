"""Numbers of choices, nets in numpy, and what torch adds: everything with tiny sizes."""

from __future__ import annotations

import io
import json
import random
import sys
import zipfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.core.skirmish_toy import toy

from wargame_battlecry.printed.game_board import SPACE
from wargame_core import Action, Game, View, WargameError, load
from wargame_core.dice import Seeded
from wargame_core.errors import MissingExtra
from wargame_core.flow.players import RandomPlayer
from wargame_lab import encoder
from wargame_lab.playouts import playout

np = pytest.importorskip("numpy", reason="numpy is not installed (extra learnt)")

from wargame_lab.learners.features import RowFeatures, Vocabulary  # noqa: E402
from wargame_lab.learners.nets import ARRAYS, RowNet, RowPlayer, untrained  # noqa: E402

BATTLE = Path(__file__).parents[2] / "plugins/battlecry/src/wargame_battlecry/small_battle.toml"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(BATTLE)


@pytest.fixture(scope="module")
def net(game: Game) -> RowNet:
    vocabulary = Vocabulary.of_game(game)
    return RowNet(vocabulary, untrained(vocabulary, (4, 6, 5), seed=3), {"game": "small-battle"})


def first_view(game: Game, scenario: str | None = None) -> View:
    match = game.start(scenario, seed=1)
    return match.view(match.waiting_for[0])


@pytest.mark.parametrize("name", ["battlecry", "vicksburg", "corinth", "thunder_on_the_mississippi"])
def test_the_numbers_of_any_game_have_their_names_and_follow_from_the_view_alone(name: str) -> None:
    chosen = load(name)
    features = RowFeatures(encoder(chosen), Vocabulary.of([encoder(chosen)]))
    match = chosen.start(seed=5)
    for _ in range(12):
        seat = match.waiting_for[0]
        view = match.view(seat)
        menu = view.choices.head(40)
        position, rows = features.of(view, menu)
        assert position.shape == (len(features.vocabulary.position_names),)
        assert rows.shape == (len(menu), len(features.vocabulary.row_names))
        assert np.isfinite(position).all()
        assert np.isfinite(rows).all()
        again = features.of(View.of(view.world(random.Random(2)), seat), menu)
        assert (again[0] == position).all()
        assert (again[1] == rows).all()
        match.play(menu[len(menu) // 2], seat)


def numbers(game: Game, view: View, menu: list[Action]) -> list[dict[str, float]]:
    vocabulary = Vocabulary.of_game(game)
    _, rows = RowFeatures(encoder(game), vocabulary).of(view, menu)
    return [dict(zip(vocabulary.row_names, row.tolist(), strict=True)) for row in rows]


def test_a_row_says_what_stands_where_its_choice_leads(game: Game) -> None:
    match = game.start(seed=1)
    bot = game.bot("normal", seed=1)
    while match.view(match.waiting_for[0]).choices.head()[0].kind != "move":
        seat = match.waiting_for[0]
        match.play(bot(match.view(seat)), seat)
    view = match.view(match.waiting_for[0])
    moves: list[Any] = [action for action in view.choices.head() if action.kind == "move"]
    for action, row in zip(moves, numbers(game, view, moves), strict=True):
        assert row["action:move"] == 1
        assert row["piece:is own"] == 1
        assert row["piece:kind:infantry"] > 0
        assert row["piece:figures"] == pytest.approx(np.log1p(view.board.figures[action.piece]))
        assert row["target:pieces"] == 0
        assert 0 < row["distance"] <= 0.5  # infantry goes two hexes at the most
        terrain = view.board.battle.tiles[SPACE[action.to]].id
        assert row[f"there:terrain:{terrain}"] == 1


def test_both_seats_see_a_mirrored_battle_alike(game: Game) -> None:
    vocabulary = Vocabulary.of_game(game)
    features = RowFeatures(encoder(game), vocabulary)
    match = game.start(seed=1)
    own = {}
    for seat in game.seats:
        position, _ = features.of(match.view(seat), [])
        named = dict(zip(vocabulary.position_names, position.tolist(), strict=True))
        own[seat] = [named[f"section {section}: own pieces"] for section in range(3)]
    assert own["union"] == own["confederate"][::-1]


def test_names_that_a_net_has_not_learnt_are_not_read(game: Game) -> None:
    narrow = Vocabulary(("play_card",), ("cavalry",), ("ordered",), ("hill",), ("rally",))
    view = first_view(game)
    position, rows = RowFeatures(encoder(game), narrow).of(view, view.choices.head())
    assert position.shape == (len(narrow.position_names),)
    assert rows.shape[1] == len(narrow.row_names)


def test_a_net_plays_a_whole_game_and_chance_enters_only_with_heat(game: Game, net: RowNet) -> None:
    def encoder_of(view: View) -> Any:
        return encoder(game)

    def choices(heat: float, seed: int) -> list[Action]:
        made: list[Action] = []
        player = RowPlayer(net, encoder_of, seed, heat=heat)

        def noting(view: View) -> Action:
            made.append(player(view))
            return made[-1]

        playout(game, {"union": noting, "confederate": RandomPlayer(4)}, Seeded(2, "net"), limit=120)
        return made

    assert choices(0.0, 1) == choices(0.0, 2)
    assert choices(5.0, 1) == choices(5.0, 1)
    assert choices(5.0, 1) != choices(5.0, 2)


def test_a_net_whose_weights_run_over_says_so(game: Game, net: RowNet) -> None:
    huge = {name: np.full_like(weights, 3e38) for name, weights in net.weights.items()}
    player = RowPlayer(RowNet(net.vocabulary, huge, net.made), lambda view: encoder(game))
    with pytest.raises(WargameError, match="no numbers: its weights are too large"):
        player(first_view(game))


def test_a_file_gives_the_net_back(net: RowNet, tmp_path: Path) -> None:
    net.save(tmp_path / "net.npz")
    again = RowNet.load(tmp_path / "net.npz")
    assert (again.vocabulary, again.made) == (net.vocabulary, net.made)
    for name in ARRAYS:
        assert again.weights[name] == pytest.approx(net.weights[name], abs=2e-3)


def rewritten(net: RowNet, path: Path, **changed: Any) -> Path:
    net.save(path)
    with np.load(path) as data:
        arrays = {**data, **changed}
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})
    return path


class Evil:
    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return pytest.fail, ("a file of a net ran code",)


def text(value: object) -> Any:
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


@pytest.mark.parametrize(
    "changed",
    [
        {"row": None},
        {"words": None},
        {"words": np.zeros(3, dtype=np.uint8)},
        {"words": text({"vocabulary": {"colours": []}, "made": {}})},
        {"words": text([])},
        {"row": np.zeros((2, 2), dtype=np.float16)},
        {"score": np.zeros((), dtype=np.float16)},
        {"view_bias": np.full(4, np.nan, dtype=np.float16)},
        {"mix": np.array([Evil()], dtype=object)},
        {"row": np.zeros(4_100_000, dtype=np.uint8)},
    ],
    ids=["no rows", "no words", "broken words", "other words", "a list", "shape", "no shape", "nan", "code", "large"],
)
def test_a_file_that_is_no_net_is_refused_in_words(net: RowNet, tmp_path: Path, changed: dict[str, Any]) -> None:
    with pytest.raises(WargameError, match=r"net\.npz: (this is no net|a net has at most)"):
        RowNet.load(rewritten(net, tmp_path / "net.npz", **changed))


def test_neither_a_text_nor_a_missing_file_nor_a_false_length_is_read(net: RowNet, tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    with pytest.raises(WargameError, match="there is no such file"):
        RowNet.load(path)
    path.write_text("a net")
    with pytest.raises(WargameError, match="this is no net"):
        RowNet.load(path)
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f2", "fortran_order": False, "shape": (10**15,)})
    net.save(path)
    with np.load(path) as data:
        arrays = dict(data)
    with zipfile.ZipFile(path, "w") as file:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, array)
            file.writestr(f"{name}.npy", header.getvalue() if name == "row" else content.getvalue())
    with pytest.raises(WargameError, match="this is no net"):
        RowNet.load(path)


def test_the_environment_gives_what_a_policy_reads(game: Game) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra gymnasium)")
    from wargame_lab.adapters.gymnasium import ChoiceEnv

    env = ChoiceEnv(game, "union", "random", max_actions=64)
    seen, _ = env.reset(seed=3)
    over = False
    for _ in range(500):
        assert env.observation_space.contains(seen)
        count = int(seen["action_mask"].sum())
        assert seen["rows"][:count].any(axis=1).all()
        assert not seen["rows"][count:].any()
        if over:
            break
        seen, _, over, _, _ = env.step(count - 1)
    assert over
    narrow = Vocabulary(("play_card",), (), (), (), ())
    assert ChoiceEnv(game, "union", "random", vocabulary=narrow).vocabulary == narrow


def test_without_torch_a_policy_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "wargame_lab.learners.policy", raising=False)
    with pytest.raises(MissingExtra, match=r"this needs torch; .*wargame-lab\[torch\]"):
        import_module("wargame_lab.learners.policy")


# With torch.


@pytest.fixture
def torch() -> Any:
    return pytest.importorskip("torch", reason="torch is not installed (extra torch)")


def batch(torch: Any, game: Game, vocabulary: Vocabulary) -> tuple[Any, Any, Any]:
    """Two views of the battle in a batch with places that hold no choice."""
    features, views = RowFeatures(encoder(game), vocabulary), [first_view(game)]
    match = game.start(seed=2)
    match.play(match.choices(match.waiting_for[0])[0], match.waiting_for[0])
    views.append(match.view(match.waiting_for[0]))
    places = 12
    position, rows = [], np.zeros((2, places, len(vocabulary.row_names)), dtype=np.float32)
    mask = np.zeros((2, places), dtype=np.int8)
    for number, view in enumerate(views):
        menu = view.choices.head(places)
        seen, rows[number, : len(menu)] = features.of(view, menu)
        position.append(seen)
        mask[number, : len(menu)] = 1
    return torch.tensor(np.stack(position)), torch.tensor(rows), torch.tensor(mask)


def test_a_policy_chooses_only_what_the_mask_shows_and_as_its_net_does(torch: Any, game: Game) -> None:
    from wargame_lab.learners.policy import RowPolicy

    vocabulary = Vocabulary.of_game(game)
    policy = RowPolicy(vocabulary, (4, 6, 5), seed=2)
    position, rows, mask = batch(torch, game, vocabulary)
    chances, value = policy(position, rows, mask)
    assert chances.exp().sum(1).tolist() == pytest.approx([1, 1])
    assert (chances.exp()[mask == 0] == 0).all()
    assert value.shape == (2,)
    net = policy.net()
    for number in range(2):
        count = int(mask[number].sum())
        scores = net.scores(position[number].numpy(), rows[number, :count].numpy())
        expected = scores - np.log(np.exp(scores - scores.max()).sum()) - scores.max()
        assert chances[number, :count].tolist() == pytest.approx(expected.tolist(), abs=1e-4)


def test_a_step_of_a_policy_gradient_makes_a_choice_likelier(torch: Any, game: Game) -> None:
    from wargame_lab.learners.policy import RowPolicy

    vocabulary = Vocabulary.of_game(game)
    policy = RowPolicy(vocabulary)
    seen = batch(torch, game, vocabulary)
    optimizer = torch.optim.SGD(policy.parameters(), lr=0.001)
    before = policy(*seen)[0][:, 1]
    (-before.sum()).backward()
    optimizer.step()
    assert (policy(*seen)[0][:, 1] > before).all()


def test_a_saved_policy_goes_on_where_it_was(torch: Any, game: Game, tmp_path: Path) -> None:
    from wargame_lab.learners.policy import RowPolicy

    vocabulary = Vocabulary.of_game(game)
    policy = RowPolicy(vocabulary, (4, 6, 5), seed=2)
    policy.save(tmp_path / "net.npz", {"seed": "2"})
    assert RowNet.load(tmp_path / "net.npz").made == {"seed": "2"}
    seen = batch(torch, game, vocabulary)
    again = RowPolicy.load(tmp_path / "net.npz")(*seen)[0]
    assert again.exp().flatten().tolist() == pytest.approx(policy(*seen)[0].exp().flatten().tolist(), abs=0.01)


def test_a_pupil_comes_to_choose_like_its_teacher_and_the_same_lessons_teach_the_same(torch: Any, game: Game) -> None:
    from wargame_lab.learners.imitation import Teaching, imitate, measured

    lines: list[str] = []
    teaching = Teaching(game, [game.rules.scenarios[0].id], ["union"])
    first, again = (imitate(teaching, 20, 2, say=lines.append).net() for _ in range(2))
    assert all((first.weights[name] == again.weights[name]).all() for name in ARRAYS)
    alike = [int(line.split("%")[0].split()[-1]) for line in lines[:2]]
    assert alike[-1] > alike[0]
    won = measured(teaching, partial(RowPlayer, first, teaching.encoder), ["random"], 2)
    assert won["random"][1] == 2


def test_the_command_writes_a_net_and_refuses_in_words(
    torch: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from wargame_lab.learners.__main__ import main

    out = tmp_path / "net.npz"
    words = [str(BATTLE), "--out", str(out), "--seat", "union"]
    assert main([*words, "--games", "2", "--rounds", "1", "--measure", "1", "--against", "random"]) == 0
    assert RowNet.load(out).made["command"].startswith("python3 -m wargame_lab.learners")
    assert "of 1 against random" in capsys.readouterr().out
    assert main([*words, "--teacher", "nobody"]) == 1
    assert "unknown bot 'nobody'" in capsys.readouterr().err
    assert main([*words, "--games", "0"]) == 1
    assert "--games 0: at least 1 is needed" in capsys.readouterr().err


def test_a_game_without_places_has_numbers_for_who_is_asked_and_for_who_is_not() -> None:
    game = toy()
    match, features = game.start(seed=1), RowFeatures(encoder(game), Vocabulary.of([encoder(game)]))
    position, rows = features.of(match.view("red"), match.view("red").choices.head())
    other, none = features.of(match.view("blue"), [])
    assert len(position) == len(other) == len(features.vocabulary.position_names)
    assert (len(rows), len(none)) == (4, 0)
