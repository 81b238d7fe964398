"""`wargame new variant` writes house rules that are installed, played, told and lawful before a line is changed."""

import importlib
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.core.cli_table import Run

from wargame_core import UnknownName, load
from wargame_terminal import main

GAMES = ("toy", "vicksburg", "battlecry", "gcacw_on_the_4th_day", "gettysburg")


@pytest.fixture
def written(tmp_path: Path, toy_installed: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Writes a variant of a game and installs it, for this process and those it starts; returns its folder."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, game: str) -> Path:
        done = CliRunner().invoke(main, ["new", "variant", name, "--of", game])
        assert done.exit_code == 0, done.output
        folder, site = tmp_path / name, tmp_path / "site"
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
        shutil.copytree(folder / "src", site, dirs_exist_ok=True)
        info = site / f"{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n", "utf-8")
        rows = project["entry-points"]["wargame_core.variants"].items()
        (info / "entry_points.txt").write_text(
            "[wargame_core.variants]\n" + "".join(f"{key} = {value}\n" for key, value in rows), "utf-8"
        )
        importlib.invalidate_caches()
        monkeypatch.delitem(sys.modules, f"wargame_{name}", raising=False)
        return folder

    return write


@pytest.mark.parametrize("game", GAMES)
def test_a_new_variant_plays_and_says_what_it_does(written: Callable[[str, str], Path], game: str) -> None:
    written("heavy_rain", game)
    changed = load(f"{game}+heavy_rain")
    assert str(changed.rules.sequence).count("The sky") == 1
    assert "House rules: Heavy rain. Each turn a die decides" in changed.sheet().briefing.text()
    match = changed.start(seed=1)
    for number, _ in enumerate(match.iter_play({seat: changed.bot("random", seed=1) for seat in changed.seats})):
        if any(line.startswith("The sky: ") for line in match.view("spectator").log) or number > 300:
            break
    assert any(line.startswith("The sky: ") for line in match.view("spectator").log)
    told = CliRunner().invoke(main, ["info", game, "--variant", "heavy_rain"])
    assert "heavy_rain  Heavy rain" in told.output


@pytest.mark.parametrize(
    "game", ["toy", *(pytest.param(game, marks=pytest.mark.thorough) for game in ("vicksburg", "battlecry"))]
)
def test_its_own_tests_are_green(
    written: Callable[[str, str], Path], pytester_like: Callable[..., str], game: str
) -> None:
    folder = written("heavy_rain", game)
    said = pytester_like((folder / "tests/test_laws.py").read_text("utf-8"), "-q", "-n", "0")
    assert " passed" in said, said
    assert "failed" not in said


def test_a_demo_plays_with_it_and_its_record_is_verified(written: Callable[[str, str], Path], tmp_path: Path) -> None:
    written("heavy_rain", "toy")
    out = tmp_path / "demo"
    done = CliRunner().invoke(main, ["demo", "toy", "--variant", "heavy_rain", "--seed", "3", "--out", str(out)])
    assert done.exit_code == 0, done.output
    [record] = out.rglob("*.jsonl")
    assert CliRunner().invoke(main, ["verify", str(record)]).exit_code == 0


def test_it_is_installed_by_pip(written: Callable[[str, str], Path], tmp_path: Path) -> None:
    folder, target = written("heavy_rain", "toy"), tmp_path / "target"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(target), str(folder)], check=True, capture_output=True)
    [entry_points] = target.glob("wargame_heavy_rain-*.dist-info/entry_points.txt")
    assert "heavy_rain = wargame_heavy_rain:VARIANT" in entry_points.read_text("utf-8")
    assert (target / "wargame_heavy_rain/py.typed").exists()


def test_what_cannot_be_is_refused_and_nothing_is_written(wargame: Run) -> None:
    said = wargame("new", "variant", "rain", "--of", "tooy", exit_code=2).output
    assert "'tooy'" in said
    assert "did you mean 'toy'" in said
    assert "--of GAME goes with wargame new variant FOLDER" in wargame("new", "variant", "rain", exit_code=2).output
    assert "--of GAME goes with" in wargame("new", "game", "rain", "--of", "toy", exit_code=2).output
    assert not Path("rain").exists()
    wargame("new", "variant", "rain", "--of", "toy")
    assert "rain" in wargame("new", "variant", "rain", "--of", "toy", exit_code=1).output, "a folder that is taken"


def test_a_variant_of_one_game_is_none_of_another(written: Callable[[str, str], Path]) -> None:
    written("heavy_rain", "vicksburg")
    with pytest.raises(UnknownName, match="variant of battlecry 'heavy_rain'"):
        load("battlecry+heavy_rain")
