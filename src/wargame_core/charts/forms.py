"""Forms of charts that a distribution brings: a table with shifts of columns, a track, results by ranges."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import field, frozen

from wargame_core.charts.axes import Name, NameAxis
from wargame_core.charts.chart import Chart, EvenOdd
from wargame_core.interfaces import Interface
from wargame_core.rulings import Cite

ReadCell = Callable[[str], Any]
"""Makes a value of the text of a cell. Raises ValueError."""
SINGLE = NameAxis("", (Name("", ("",)),))
"""The columns of a chart that has one."""


@frozen
class EvenOddCell:
    """A cell whose whole number depends on whether a die is even or odd."""

    even: int
    odd: int


Words = Mapping[str, int | EvenOddCell]
"""Signs in cells that stand for whole numbers."""


def cell_words(words: Words) -> dict[str, Any]:
    """The values that signs stand for, as `number_cells` takes them."""
    return {
        text: EvenOdd(cell.even, cell.odd) if isinstance(cell, EvenOddCell) else cell for text, cell in words.items()
    }


@frozen(kw_only=True)
class ChartForm(ABC):
    """A chart file of a form of its own. A subclass adds fields for what its files say, and makes the chart of them.

    The chart is a `Chart`, or a subclass with a `place` of its own that says in which cell a look-up ends; looking up,
    exact odds and printing follow from that. `cells` are signs that stand for whole numbers.

    It promises that its chart follows from the file alone, and that every cell can be read by ``read``.

    It may not roll, nor ask the board: what shifts a look-up comes with it.

    Example::

        from attrs import frozen
        from wargame_core.charts import SINGLE, Chart, ChartForm, NumberAxis

        @frozen(kw_only=True)
        class Track(ChartForm):
            box: tuple[str, ...]  # a key of the file: box = ["Clear", "Rain"]

            def chart(self, read):
                boxes = NumberAxis.of("box", [str(n) for n in range(len(self.box))], off_chart="clamp")
                return Chart.of(self.id, self.title, boxes, SINGLE, [[text] for text in self.box], read)

        assert Track(form="acme.track", id="sky", title="Sky", box=("Clear", "Rain")).chart(str).at(7) == "Rain"
    """

    form: str
    id: str
    title: str
    cells: Words = field(factory=dict)
    cite: Cite | None = None
    notes: tuple[str, ...] = ()

    @abstractmethod
    def chart(self, read_cell: ReadCell) -> Chart[Any]:
        """The chart, its cells read by ``read_cell``. Raises ValueError (such as `ChartError`) for what cannot be
        one."""

    def mistakes(self) -> Iterable[tuple[tuple[str | int, ...], str]]:
        """What is wrong with the file: the keys that lead to it, and a sentence."""
        return ()


INTERFACE = Interface("wargame_core.charts", "a form of charts", (ChartForm,))
