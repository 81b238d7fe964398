"""Which games play which part: each part is played by two games, of ours or of tests, that keep all laws."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_args

import attrs
import pytest
from tests.hex_and_counter import ambush_game, line_game, screen_game
from tests.hex_and_counter.changed_files import Written, game_in, writer
from tests.hex_and_counter.test_files_of_reaction import FILES as JUNCTION
from tests.hex_and_counter.test_files_of_reaction import KINDS, SECTION

import wargame_hex_and_counter
from wargame_hex_and_counter import Binding, HexGame, SideTitle, Way, build
from wargame_hex_and_counter.authoring.lint import lint
from wargame_hex_and_counter.game_files.plugin import packaged
from wargame_laws import laws

HERE: Final = Path(__file__).parent
RIDGE: Final = HERE / "ridge_day"
OURS: Final = ("corinth", "brices_crossroads", "chattanooga")
NOT_PARTS: Final = (Binding, HexGame, SideTitle, Way)
"""Public values of the rules that are no part: what binds parts to a board, the game, its sides, a way back."""
RULES: Final = "wargame_hex_and_counter.rules."

NEVER: Final = ("roll Initiative._roll",)
"""The book says who has the initiative."""
test_laws = laws(lambda: build(game_in(RIDGE)), seeds=range(24), games=2, budget=20, unexercised=NEVER)


def parts() -> list[type[Any]]:
    """The parts that an author may set, by their classes."""
    public = [getattr(wargame_hex_and_counter, name) for name in wargame_hex_and_counter.__all__]
    classes = [one for one in public if isinstance(one, type) and one.__module__.startswith(RULES)]
    return [one for one in classes if attrs.has(one) and one not in NOT_PARTS]


def games(written: Written) -> Iterator[tuple[str, HexGame]]:
    """The games by name; those of a name that differ in a setting count as one."""
    for name in OURS:
        module = import_module(f"wargame_{name}")
        yield name, packaged(module.DATA, getattr(module, "own_rules", None))
    for folder in ("corps_line", "night_march", "ridge_day"):
        yield folder, game_in(HERE / folder)
    for section in KINDS.values():
        yield "junction", game_in(written((SECTION, section)))
    yield "line", line_game.the_line()
    yield from (("ambush", ambush_game.the_ambush(kind)) for kind in get_args(ambush_game.Kind))
    yield from (("screen", screen_game.the_screen(kind)) for kind in get_args(screen_game.Kind))


def used(value: object, seen: set[int]) -> Iterator[type]:
    """The classes of the values of rules that a value holds, through its fields, methods and what functions know."""
    if id(value) in seen or isinstance(value, (str, type)):
        return
    seen.add(id(value))
    if type(value).__module__.startswith(RULES):
        yield type(value)
    for inner in inside(value):
        yield from used(inner, seen)


def inside(value: Any) -> Iterable[object]:
    """What a value holds: its items, its fields, or what a function was made with."""
    if isinstance(value, Mapping):
        return list(value.values())
    if isinstance(value, (tuple, list, set, frozenset)):
        return value
    if attrs.has(type(value)):
        return [getattr(value, one.name, None) for one in attrs.fields(type(value))]
    cells = [cell.cell_contents for cell in getattr(value, "__closure__", None) or ()]
    return [getattr(value, "__self__", None), *getattr(value, "args", ()), *cells]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return writer(JUNCTION, tmp_path_factory)


def test_each_part_is_played_by_two_games(written: Written) -> None:
    played_by = defaultdict[type, set[str]](set)
    for name, game in games(written):
        for part in used(game, set()):
            played_by[part].add(name)
    assert {one.__name__: sorted(played_by[one]) for one in parts() if len(played_by[one]) < 2} == {}


def test_the_ridge_is_without_faults() -> None:
    assert lint(RIDGE) == []
