"""The printed look of charts: as text with aligned columns, and as an HTML table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from attrs import frozen


@frozen
class Block:
    """Columns under a common heading, with their cells by row."""

    title: str
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


@frozen
class TextCard:
    """A card that is text rather than a grid."""

    text: str

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


def text_table(title: str, stub: str, rows: Sequence[str], blocks: Sequence[Block], notes: Sequence[str] = ()) -> str:
    """The chart as on the card: a heading over each block, row labels at the left, notes below."""
    left = max(len(stub), *map(len, rows))
    widths = [_widths(block) for block in blocks]
    spans = [sum(wide) + 2 * len(wide) - 2 for wide in widths]

    def line(label: str, parts: Iterable[str]) -> str:
        return " | ".join([label.ljust(left), *parts]).rstrip()

    def cells(texts: Iterable[Sequence[str]]) -> Iterator[str]:
        for wide, block in zip(widths, texts, strict=True):
            yield "  ".join(text.rjust(space) for text, space in zip(block, wide, strict=True))

    lines = [title]
    if any(block.title for block in blocks):
        lines.append(line("", (block.title.ljust(span) for block, span in zip(blocks, spans, strict=True))))
    lines.append(line(stub, cells(block.columns for block in blocks)))
    lines.append("-+-".join("-" * span for span in (left, *spans)))
    lines += [line(label, cells(block.cells[r] for block in blocks)) for r, label in enumerate(rows)]
    return "\n".join(lines + [f"  {note}" for note in notes])


def _widths(block: Block) -> list[int]:
    widths = [max(map(len, column)) for column in zip(block.columns, *block.cells, strict=True)]
    missing = len(block.title) - (sum(widths) + 2 * len(widths) - 2)
    if missing > 0:  # the heading is wider than what stands below it: widen the first column
        widths[0] += missing
    return widths


def html_table(title: str, stub: str, rows: Sequence[str], blocks: Sequence[Block], notes: Sequence[str] = ()) -> str:
    """The chart as an HTML table with a caption, a heading over each block, and notes below."""
    heads = "".join(f'<th colspan="{len(block.columns)}">{escape(block.title)}</th>' for block in blocks)
    columns = "".join(f"<th>{escape(column)}</th>" for block in blocks for column in block.columns)
    body = "".join(
        f"<tr><th>{escape(label)}</th>"
        + "".join(f"<td>{escape(text)}</td>" for block in blocks for text in block.cells[r])
        + "</tr>"
        for r, label in enumerate(rows)
    )
    below = "".join(f"<br><small>{escape(note)}</small>" for note in notes)
    return (
        f"<table><caption>{escape(title)}</caption><tr><th></th>{heads}</tr>"
        f"<tr><th>{escape(stub)}</th>{columns}</tr>{body}</table>{below}"
    )
