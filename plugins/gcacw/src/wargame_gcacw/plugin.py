"""What this distribution adds to wargame_core; charts and odds are read when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from wargame_core.plugins import GameEntry, Plugin

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_core.queries import CaseFunction, ChartEntry, OddsQuery
    from wargame_core.rules_index import RulesIndex

V = TypeVar("V")


class Late(Mapping[str, V]):
    """A mapping that is made when it is first looked at: listing plugins must not read twenty charts."""

    def __init__(self, make: Callable[[], Mapping[str, V]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, V]:
        return self._make()

    def __getitem__(self, name: str) -> V:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


def _charts() -> Mapping[str, ChartEntry]:
    from wargame_gcacw.chart_entries import CHARTS

    return CHARTS


def _odds() -> Mapping[str, OddsQuery]:
    from wargame_gcacw.odds import ODDS

    return ODDS


def _cases() -> Mapping[str, CaseFunction]:
    from wargame_gcacw.cases import CASES

    return CASES


def _rules() -> RulesIndex:
    from wargame_gcacw.rules import rules

    return rules()


def _lint(path: Path) -> list[str]:
    from wargame_gcacw.lint import lint

    return lint(path)


def _build(overlay: Path | None = None) -> Game:
    from wargame_gcacw.mississippi.game import build

    return build(overlay)


PLUGIN: Final = Plugin(
    id="gcacw",
    title="Great Campaigns of the American Civil War: series charts",
    documents=("Thunder on the Mississippi Charts & Tables, version 1.6",),
    games=(GameEntry("thunder_on_the_mississippi", "Thunder on the Mississippi: the strategic clock", _build),),
    charts=Late(_charts),
    odds=Late(_odds),
    cases=Late(_cases),
    data=Path(__file__).parent / "data",
    rules=_rules,
    lint=_lint,
)
