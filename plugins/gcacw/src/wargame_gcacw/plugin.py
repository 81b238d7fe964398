"""What this distribution adds to wargame_core; charts and odds are read when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from wargame_core.plugins.discovery import Plugin

if TYPE_CHECKING:
    from wargame_core.plugins.questions import CaseFunction, ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex

V = TypeVar("V")


class LazyMapping(Mapping[str, V]):
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


def _charts() -> Mapping[str, ChartLookup]:
    from wargame_gcacw.questions.chart_questions import CHARTS

    return CHARTS


def _odds() -> Mapping[str, Question]:
    from wargame_gcacw.questions.chart_odds import ODDS

    return ODDS


def _cases() -> Mapping[str, CaseFunction]:
    from wargame_gcacw.questions.chart_examples import CASES

    return CASES


def _rules() -> RulesIndex:
    from wargame_gcacw.questions.chart_rules_index import rules

    return rules()


def _lint(path: Path) -> list[str]:
    from wargame_gcacw.authoring.lint import lint

    return lint(path)


PLUGIN: Final = Plugin(
    id="gcacw",
    title="Great Campaigns of the American Civil War: series charts",
    documents=("Thunder on the Mississippi Charts & Tables, version 1.6",),
    charts=LazyMapping(_charts),
    odds=LazyMapping(_odds),
    cases=LazyMapping(_cases),
    data=Path(__file__).parent / "data",
    rules=_rules,
    lint=_lint,
)
