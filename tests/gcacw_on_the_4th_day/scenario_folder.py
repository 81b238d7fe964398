"""A designer's folder of a scenario, and ways to spoil it."""

from pathlib import Path

from wargame_gcacw.game import ScenarioSet, write_scenario
from wargame_gcacw_on_the_4th_day import PLUGIN
from wargame_gcacw_on_the_4th_day.rules import OWN

assert PLUGIN.data is not None
DATA: Path = PLUGIN.data
SCENARIOS = ScenarioSet(PLUGIN.id, PLUGIN.title, PLUGIN.documents, DATA, OWN)
MINE = "my_scenario.toml"


def new_folder(tmp_path: Path) -> Path:
    """A designer's folder as `wargame new scenario` makes it."""
    write_scenario(tmp_path / "mine", DATA)
    return tmp_path / "mine"


def change(folder: Path, old: str, new: str, name: str = MINE) -> str:
    """Change one place of a file; the file as it is then."""
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text.replace(old, new)


def line_of(text: str, mark: str) -> int:
    """The line, from 1, on which ``mark`` stands for the only time."""
    assert text.count(mark) == 1, f"{mark!r} stands {text.count(mark)} times"
    return text[: text.index(mark)].count("\n") + 1
