"""A chart that is text in fixed columns, as a table and paragraphs of a page."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final

from attrs import frozen

_RULE: Final = re.compile(r"-+(?:\+-+)+-*")
_KEYED: Final = re.compile(r"\s*\S+(?: \S+)*\s{2,}\S.*")
_CITED: Final = re.compile(r"(\s*)(\S.*?)\s{2,}(\[.*\])")
FAR_IN: Final = 20
"""From so many blanks on a line goes on in a column of the line before."""
_NUMERIC: Final = re.compile(r"[-+*†≤≥\d/ .:,DRrFfEa@-]*")
"""What stands in a column of numbers: numbers, results, and the dash for none."""
TALL: Final = 16
"""The most rows of a table of two columns that stand below one another."""
SHORT: Final = 4
"""The letters of the longest word in a column that is set in the middle as if it were numbers."""


@frozen
class ChartTable:
    """A table as a chart in fixed columns has it: groups of columns with their heading, their names, and rows.

    Each row has its name first.
    """

    corner: str
    groups: tuple[tuple[str, int], ...]
    """The heading above each group of columns, and how many there are; empty where there is none."""
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def html(self) -> str:
        """The table, whose columns of numbers and short signs are set in the middle."""
        groups = "".join(f'<th colspan="{count}">{escape(title)}</th>' for title, count in self.groups)
        group_row = f"<tr><th></th>{groups}</tr>" if self.groups else ""
        is_short_column = [all(map(_is_short, column)) for column in list(zip(*self.rows, strict=True))[1:]]
        names = "".join(
            _cell(name, "th", is_middle) for name, is_middle in zip(self.names, is_short_column, strict=True)
        )
        rows = (
            f'<th scope="row">{escape(name)}</th>'
            + "".join(_cell(text, "td", is_middle) for text, is_middle in zip(cells, is_short_column, strict=True))
            for name, *cells in self.rows
        )
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        head = f"<thead>{group_row}<tr><th>{escape(self.corner)}</th>{names}</tr></thead>"
        table = f'<table class="chart">{head}<tbody>{body}</tbody></table>'
        return f'<div class="halves">{table}</div>' if self.is_tall else table

    @property
    def is_tall(self) -> bool:
        """Whether it is a list of so many pairs that its halves stand side by side."""
        return len(self.names) == 1 and len(self.rows) > TALL

    @property
    def letters(self) -> int:
        """The letters of its widest row, if no cell is broken."""
        columns = zip((self.corner, *self.names), *self.rows, strict=True)
        return sum(max(map(len, column)) + 2 for column in columns)


def _is_short(text: str) -> bool:
    return len(text) <= SHORT or _NUMERIC.fullmatch(text) is not None


def _cell(text: str, tag: str, is_middle: bool) -> str:
    kind = ' class="mid"' if is_middle else ""
    return f"<{tag}{kind}>{escape(text)}</{tag}>"


def parts_of(text: str) -> Iterator[ChartTable | str]:
    """The tables of a chart, and the lines of text between them."""
    lines, next_line = text.splitlines(), 0
    rules = [number for number, line in enumerate(lines) if _RULE.fullmatch(line)]
    for rule in rules:
        bars = [place for place, sign in enumerate(lines[rule]) if sign == "+"]
        start, end = rule, rule + 1
        while start > next_line and _has_bars(lines[start - 1], bars):
            start -= 1
        while end < len(lines) and _has_bars(lines[end], bars):
            end += 1
        yield from lines[next_line:start]
        yield _table(lines[start:rule], lines[rule + 1 : end], bars)
        next_line = end
    yield from lines[next_line:]


def _has_bars(line: str, bars: Sequence[int]) -> bool:
    return all(line[bar : bar + 1] == "|" for bar in bars)


def _table(heads: Sequence[str], rows: Sequence[str], bars: Sequence[int]) -> ChartTable:
    names = heads[-1] if heads else ""
    width = max(map(len, (names, *rows)), default=0)
    spans = [(start + 1, end) for start, end in zip(bars, (*bars[1:], width), strict=True)]
    columns = [_columns([line[start:end] for line in (names, *rows)], start) for start, end in spans]
    titles = [heads[-2][start:end].strip() for start, end in spans] if len(heads) > 1 else []
    groups = tuple((title, len(spans_of_group)) for title, spans_of_group in zip(titles, columns, strict=False))
    places = [(0, bars[0]), *(place for spans_of_group in columns for place in spans_of_group)]
    corner, *cells = (names[start:end].strip() for start, end in places)
    body = tuple(tuple(line[start:end].strip() for start, end in places) for line in rows)
    return ChartTable(corner, groups, tuple(cells), body)


def _columns(lines: Iterable[str], offset: int) -> list[tuple[int, int]]:
    """Where columns begin and end: they are parted by two blanks at least in every line."""
    lines = tuple(lines)
    width = max(map(len, lines), default=0)
    blank = [all(line[place : place + 1].strip() == "" for line in lines) for place in range(width)]
    runs = [
        (is_blank, [place for place, _ in run])
        for is_blank, run in groupby(enumerate(blank), lambda place_and_blank: place_and_blank[1])
    ]
    gaps = [run for is_blank, run in runs if is_blank and (len(run) > 1 or run[0] in (0, width - 1))]
    edges = [0, *(place for run in gaps for place in (run[0], run[-1] + 1)), width]
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return [(offset + start, offset + end) for start, end in pairs if end > start]


def chart_html(text: str) -> str:
    """A chart as a page shows it: tables, lists of keys and what they mean, and lines as deep as they were written."""
    html_parts: list[str] = []
    for is_in_columns, parts in groupby(parts_of(text), _is_in_columns):
        if is_in_columns:
            html_parts.append(_keys([str(part) for part in parts]))
        else:
            html_parts += (part.html() if isinstance(part, ChartTable) else _line(part) for part in parts)
    return "".join(html_parts)


def _is_in_columns(part: ChartTable | str) -> bool:
    if not isinstance(part, str) or _CITED.fullmatch(part):
        return False
    return _KEYED.fullmatch(part) is not None or part.startswith(" " * FAR_IN)


def _keys(lines: Sequence[str]) -> str:
    """Lines of two columns or more: what stands in the first is a key."""
    first_column, *other_columns = _columns(lines, 0)
    rows: list[tuple[str, Sequence[str]]] = [
        (" ".join(line[slice(*first_column)].split()), [line[slice(*place)].strip() for place in other_columns])
        for line in lines
    ]
    if not other_columns:  # the keys are of any length, and what they mean follows two blanks behind
        rows = [(key, words) for key, *words in (re.split(r"\s{2,}", line.strip(), maxsplit=1) for line in lines)]
    return '<dl class="keys">{}</dl>'.format(
        "".join(f"<dt>{escape(key)}</dt><dd>{escape(' '.join(filter(None, words)))}</dd>" for key, words in rows)
    )


def _line(line: str) -> str:
    if not line.strip():
        return ""
    depth = (len(line) - len(line.lstrip())) / 2
    citation = _CITED.fullmatch(line)
    words = (
        f'{escape(citation[2])} <span class="soft">{escape(citation[3])}</span>' if citation else escape(line.strip())
    )
    return f'<p class="line" style="padding-left:{depth:g}em">{words}</p>'


def has_table(text: str) -> bool:
    """Whether a chart has a table, which is kept together on a page."""
    return any(isinstance(part, ChartTable) for part in parts_of(text))


def letters_of(text: str) -> int:
    """The letters of the widest table of a chart; text finds room on any width."""
    return max((part.letters for part in parts_of(text) if isinstance(part, ChartTable)), default=0)
