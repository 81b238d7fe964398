"""Charts printed side by side on one card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from attrs import frozen

from wargame_core.charts.bands import ChartError
from wargame_core.charts.chart import Chart
from wargame_core.charts.printing import Block, html_table, text_table
from wargame_core.errors import UnknownName
from wargame_core.json_form import JsonObject

C = TypeVar("C")


@frozen
class ChartCard(Generic[C]):
    """Charts that share their rows, printed side by side: the losses of attacker and defender, several dates.

    ``card["defender"]`` is the chart of that block.
    """

    id: str
    title: str
    charts: Mapping[str, Chart[C]]
    notes: tuple[str, ...] = ()
    stub: str = ""

    def __getitem__(self, block: str) -> Chart[C]:
        if block not in self.charts:
            raise UnknownName(f"block of {self.title}", block, self.charts)
        return self.charts[block]

    def __iter__(self) -> Iterator[str]:
        return iter(self.charts)

    @property
    def only(self) -> Chart[C]:
        """The chart of a card that holds one. Raises `ChartError` when it holds several."""
        if len(self.charts) != 1:
            raise ChartError(f"{self.title} holds {len(self.charts)} charts: {', '.join(self.charts)}")
        return next(iter(self.charts.values()))

    def _parts(self) -> tuple[str, str, tuple[str, ...], list[Block], tuple[str, ...]]:
        rows = next(iter(self.charts.values())).rows
        return (
            self.title,
            self.stub or rows.name,
            rows.labels,
            [chart.block() for chart in self.charts.values()],
            self.notes,
        )

    def to_json(self) -> JsonObject:
        """The charts by block, as printed."""
        charts = {block: chart.to_json() for block, chart in self.charts.items()}
        return {"id": self.id, "title": self.title, "charts": charts, "notes": list(self.notes)}

    def __str__(self) -> str:
        return text_table(*self._parts())

    def _repr_html_(self) -> str:
        return html_table(*self._parts())
