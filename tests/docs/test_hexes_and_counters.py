"""docs/howto/hexes-and-counters.md: its files make a game that obeys every law, in at most 200 lines."""

import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from tests.docs.howto_pages import HOWTO, blocks

from wargame_core import Game
from wargame_laws import LAWS, Trial

PAGE = (HOWTO / "hexes-and-counters.md").read_text("utf-8")


@pytest.fixture(scope="module")
def crossroads(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    folder = tmp_path_factory.mktemp("crossroads")
    for language, words, text in blocks(PAGE):
        if words:
            assert language in ("toml", "python")
            (folder / words[0]).write_text(text, encoding="utf-8")
    spec = spec_from_file_location("crossroads_game", folder / "game.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["crossroads_game"] = module
    spec.loader.exec_module(module)
    yield module.GAME
    del sys.modules["crossroads_game"]


def test_the_rulebook_has_at_most_two_hundred_lines() -> None:
    (source,) = (text for language, words, text in blocks(PAGE) if words == ["game.py"])
    assert len([line for line in source.splitlines() if line.strip()]) <= 200


@pytest.fixture(scope="module")
def trial(crossroads: Game) -> Trial:
    return Trial(crossroads, range(40), budget=20)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_game_of_the_page_obeys_every_law(law: Callable[[Trial], None], trial: Trial) -> None:
    law(trial)
