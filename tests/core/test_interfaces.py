"""Every extension point tells its type, how it is found, what it promises and may not do, by an example that runs."""

from collections.abc import Callable
from typing import Any

import importlib_metadata
import pytest
from tests.conftest import ROOT, TOY_PLUGIN, script
from tests.core.cli_table import Run, told
from tests.golden.playthroughs import compare

from wargame_core.interfaces import ExtensionPoint, entry_points
from wargame_core.plugins.discovery import plugins
from wargame_terminal.catalogue import CORE, extension_points_of, is_there, told_of

EXTENSION_POINTS = [*CORE, *(point for plugin in plugins() for point in plugin.extension_points)]
PAGE = ROOT / "docs" / "reference" / "interfaces.md"

SYSTEM = """
from wargame_core.authoring import Plugin
from wargame_core.interfaces import ExtensionPoint

class Effect:
    \"\"\"What a card does.

    It promises to end.

    It may not look at hands.

    Example::

        class Rain:
            def begin(self):
                pass
    \"\"\"

    def begin(self): ...

EFFECTS = ExtensionPoint("rain_plugin:Effect", "`effect` of a card")
PLUGIN = Plugin("rain", "The rain system", extension_points=(EFFECTS,), requires_api=1)
"""
PLAYED_BY_IT = TOY_PLUGIN.replace('"Toy", build)', '"Toy", build, "rain")')


@pytest.mark.parametrize("point", EXTENSION_POINTS, ids=lambda point: point.of)
def test_a_door_says_what_it_promises_and_its_example_runs(point: ExtensionPoint) -> None:
    words = told_of(point)
    assert [key for key, text in words.items() if not text] == []
    assert len(words["example"].splitlines()) <= 20
    exec(compile(words["example"], point.of, "exec"), {"__name__": "example"})


def test_the_page_shows_every_door(request: pytest.FixtureRequest, record_property: Callable[[str, Any], None]) -> None:
    compare(PAGE, script(ROOT / "docs" / "interfaces.py").page(), request, record_property)


def test_info_shows_the_doors_of_a_plugin(installed: Callable[[str, str], None], wargame: Run) -> None:
    installed("rain", SYSTEM)
    assert list(extension_points_of("toy")) == ["Every game"]
    shown = wargame("info", "rain", "--interfaces").output
    assert "The rain system\n\nEffect\n  What a card does.\n  Type: a subclass of Effect, which may have begin" in shown
    (effect,) = told(wargame("info", "rain", "--interfaces", "--json"))["interfaces"]["The rain system"]
    assert (effect["promises"], effect["found"]) == ("It promises to end.", "`effect` of a card")
    wargame("info", "hail", "--interfaces", exit_code=2)


def test_a_game_has_the_doors_of_its_system(installed: Callable[[str, str], None]) -> None:
    installed("toy", PLAYED_BY_IT)
    installed("rain", SYSTEM)
    core, (effect,) = extension_points_of("toy").values()
    assert (len(core), effect.of) == (len(CORE), "rain_plugin:Effect")


def test_what_is_not_installed_has_no_door() -> None:
    assert not is_there(ExtensionPoint("wargame_of_nobody:Rule", "nowhere"))


def test_entry_points_are_read_once_and_again_when_something_is_installed(
    installed: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, groups = importlib_metadata.entry_points, list[str]()

    def noted(group: str) -> Any:
        groups.append(group)
        return read(group=group)

    monkeypatch.setattr(importlib_metadata, "entry_points", noted)
    before = {entry.name for entry in entry_points("wargame_core.plugins")}
    assert {entry.name for entry in entry_points("wargame_core.plugins")} == before
    assert groups == ["wargame_core.plugins"]
    installed("toy", TOY_PLUGIN)
    assert {entry.name for entry in entry_points("wargame_core.plugins")} == before | {"toy"}
