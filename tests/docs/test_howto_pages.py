"""The how-tos that need no game but their own, done as they say."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.docs.howto_pages import HOWTO, follow, pictures_are_kept
from tests.interchange.test_vassal import HEXES, PLAIN, module
from tests.interchange.vassal_files import piece

DECK = HOWTO.parents[1] / "plugins/vicksburg/src/wargame_vicksburg/data/deck.toml"


def of_cards(folder: Path) -> None:
    (folder / "my_cards").mkdir()
    shutil.copyfile(DECK, folder / "my_cards" / "deck.toml")


def of_imports(folder: Path) -> None:
    module(folder / "small_war.vmod", HEXES.format(PLAIN), piece("Lee", side="Gray"))


@pytest.mark.parametrize(
    ("page", "prepare", "command", "times"),
    [
        ("your-own-card", of_cards, "wargame lint", 6),
        ("your-own-map", Path.exists, "wargame lint", 5),
        ("lessons", Path.exists, "wargame lint", 2),
        ("import-and-export", of_imports, "wargame import", 6),
    ],
)
def test_the_page_works_as_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    page: str,
    prepare: Callable[[Path], None],
    command: str,
    times: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    prepare(tmp_path)
    done = follow((HOWTO / f"{page}.md").read_text("utf-8"), tmp_path)
    assert sum(line.startswith(command) for line in done) >= times
    made = {path.name: path for path in tmp_path.glob("*.svg") if (HOWTO.parent / "images" / path.name).exists()}
    assert len(made) == (2 if page == "your-own-map" else 0)
    pictures_are_kept(made, request.config.getoption("update_golden"))
