"""Pages for printing: one HTML file with everything in it; each part begins on a new sheet of paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from html import escape


class Paper(StrEnum):
    """A size of paper, in portrait format."""

    A4 = "A4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)


MARGIN = 10.0
"""The margin in millimetres that home printers cannot print on."""

_STYLE = """
* { box-sizing: border-box; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; color: #1c1810; background: #e9e4d8; font: 10.5pt/1.4 Georgia, "Times New Roman", serif; }
.sheet { background: #fff; width: WIDTHmm; min-height: HEIGHTmm; margin: 6mm auto; padding: 2mm; overflow: hidden; }
.sheet.wide { width: HEIGHTmm; min-height: WIDTHmm; }
h1 { font-size: 17pt; line-height: 1.15; margin: 0 0 1.5mm; }
h2 { font-size: 13pt; margin: 4.5mm 0 1.5mm; border-bottom: .3mm solid #1c1810; break-after: avoid; }
h3 { font-size: 11pt; margin: 3mm 0 1mm; break-after: avoid; }
p { margin: 0 0 1.5mm; }
ul, ol { margin: 0 0 2mm; padding-left: 5.5mm; }
li { margin: 0 0 .6mm; }
.soft { color: #5a5244; font-size: 9pt; }
.ours { border: .3mm dashed #8a4b16; padding: 1mm 2mm; font-size: 9pt; color: #6b3a10; }
figure { margin: 0; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; max-height: 185mm; }
figure.plan svg { max-height: 150mm; }
table { border-collapse: collapse; width: 100%; font-size: 9.5pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { border: .2mm solid #7d7257; padding: .5mm 1.3mm; text-align: left; vertical-align: top; }
th { background: #efe9da; }
td.n, th.n { text-align: right; white-space: nowrap; }
td.box { width: 7mm; }
.tall td { height: 12mm; }
.labels { display: grid; grid-template-columns: repeat(auto-fill, 31mm); gap: 0; }
.label { border: .2mm dashed #777; height: 22mm; text-align: center; break-inside: avoid; line-height: 1.15;
  display: flex; flex-direction: column; overflow: hidden; }
.label b, .label i { flex: 1; display: flex; flex-direction: column; justify-content: center; font-style: normal;
  font-size: 8pt; line-height: 1.05; }
.label b { border-bottom: .15mm dotted #999; transform: rotate(180deg); }
.label small { font-size: 6.5pt; font-weight: normal; }
.fill { border-bottom: .25mm solid #1c1810; display: inline-block; min-width: 30mm; height: 6mm; }
.lines { border-bottom: .25mm solid #1c1810; height: 8mm; }
.cards { display: grid; grid-template-columns: repeat(3, 63mm); }
.card { width: 63mm; height: 86mm; border: .2mm dashed #777; padding: 4mm; break-inside: avoid; overflow: hidden;
  font-size: 9pt; line-height: 1.3; }
.card b { display: block; font-size: 11.5pt; margin-bottom: 1.5mm; }
.card.back { display: flex; align-items: center; justify-content: center; text-align: center; font-size: 15pt; }
.card.small { font-size: 7.5pt; line-height: 1.22; }
pre { font: 7.6pt/1.22 "DejaVu Sans Mono", Menlo, Consolas, monospace; margin: 0 0 3mm; white-space: pre; }
pre.small { font-size: 5.6pt; }
.aid { break-inside: avoid; }
.two { columns: 2; column-gap: 6mm; }
.track { display: grid; grid-template-columns: repeat(13, 1fr); }
.track div { border: .25mm solid #1c1810; height: 13mm; padding: .5mm 1mm; font-size: 9pt; }
.picture { padding: 0; }
.picture > svg { display: block; }
@media print { body { background: #fff; } .sheet { margin: 0; break-after: page; min-height: 0; }
  .sheet:last-child { break-after: auto; } }
@page { size: PAPER portrait; margin: MARGINmm; }
@page turned { size: PAPER landscape; margin: MARGINmm; }
.sheet.wide { page: turned; }
"""


def sheet(*parts: str, kind: str = "") -> str:
    """A part of a printout that begins on a new sheet of paper; ``kind`` "wide" is for landscape format."""
    inside = "\n".join(part for part in parts if part)
    return f'<section class="{f"sheet {kind}".strip()}">\n{inside}\n</section>'


def printout(title: str, sheets: Iterable[str], paper: Paper = Paper.A4) -> str:
    """A whole HTML file of sheets, ready to print on ``paper``; it needs no file beside it."""
    style = _style(paper)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body>\n"
        + "\n".join(sheets)
        + "\n</body></html>\n"
    )


def on_paper(page: str, paper: Paper) -> str:
    """A printout that was made for A4, for other paper."""
    return page.replace(_style(Paper.A4), _style(paper), 1)


def _style(paper: Paper) -> str:
    width, height = paper.size
    style = _STYLE.replace("WIDTH", f"{width - 2 * MARGIN:g}").replace("HEIGHT", f"{height - 2 * MARGIN:g}")
    return style.replace("PAPER", paper.value).replace("MARGIN", f"{MARGIN:g}")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: frozenset[int] = frozenset()) -> str:
    """An HTML table of texts, which are escaped; columns in ``numbers`` align right. "[ ]" becomes an empty box."""

    def cell(tag: str, column: int, text: str) -> str:
        if text == "[ ]":
            return f'<{tag} class="box"></{tag}>'
        kind = ' class="n"' if column in numbers else ""
        return f"<{tag}{kind}>{escape(text)}</{tag}>"

    def row(tag: str, cells: Sequence[str]) -> str:
        return f"<tr>{''.join(cell(tag, column, text) for column, text in enumerate(cells))}</tr>"

    return (
        f"<table><thead>{row('th', head)}</thead><tbody>{''.join(row('td', cells) for cells in rows)}</tbody></table>"
    )


def bullets(texts: Iterable[str]) -> str:
    """An HTML list of texts, which are escaped."""
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<ul>{items}</ul>" if items else ""


def label(name: str, value: str, below: str) -> str:
    """A label to fold over the edge of a base: the same on front and back, one of them upside down."""
    value = f"[{value}]" if value else ""
    inside = f"<span>{escape(name)}<br>{escape(value)}</span><small>{escape(below)}</small>"
    return f'<div class="label"><b>{inside}</b><i>{inside}</i></div>'


def labels(made: Iterable[str]) -> str:
    """Labels side by side, to cut out."""
    return f'<div class="labels">{"".join(made)}</div>'
