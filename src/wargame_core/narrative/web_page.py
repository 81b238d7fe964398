"""A game as one web page: outcome, charts, decisive moments, a map for every turn and the whole story.

The page holds everything itself, so that it opens offline and can be mailed. Nothing in it depends on the clock or the
machine: the same record gives the same page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame_core.flow.visibility import REFEREE
from wargame_core.narrative.story import Chapter, PartBegins, Sentence, decisive

if TYPE_CHECKING:
    from wargame_core.draw.marks import Highlight
    from wargame_core.flow.events import Outcome
    from wargame_core.game import Game

MOST_PICTURES = 40
"""Of longer games only every second turn (or third, ...) gets a picture: a page must stay light enough to mail."""

SHOWN = ("sheet", "pieces", "overlays")
SHEET = "board-sheet"
"""The id of the one copy of the sheet on a page."""

_STYLE = """
:root { color-scheme: light dark; --page: #fbf8f1; --ink: #26211a; --soft: #6b6254; --line: #d9d0bd; --card: #fffdf6;
  --mark: #8a4b16; }
@media (prefers-color-scheme: dark) { :root { --page: #1d1b18; --ink: #e9e3d6; --soft: #a89f8e; --line: #423d35;
  --card: #26231f; --mark: #e0a668; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.2rem 1rem 4rem; max-width: 62rem; background: var(--page); color: var(--ink);
  font: 1rem/1.55 Georgia, "Times New Roman", serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .6rem 0 .2rem; }
h2 { font-size: 1.35rem; margin: 2.4rem 0 .6rem; padding-top: .8rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.02rem; margin: 1.1rem 0 .1rem; color: var(--mark); }
p { margin: .25rem 0; }
.soft, figcaption { color: var(--soft); font-size: .92rem; }
.outcome { background: var(--card); border: 1px solid var(--line); border-left: .4rem solid var(--mark);
  border-radius: .4rem; padding: .8rem 1rem; margin: 1rem 0; }
.outcome strong { font-size: 1.2rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem; }
.paper { background: #fffdf6; border: 1px solid var(--line); border-radius: .4rem; padding: .4rem; margin: .6rem 0;
  overflow-x: auto; }
.paper svg { display: block; width: 100%; height: auto; }
nav a { display: inline-block; padding: .1rem .5rem; margin: .15rem .1rem; border: 1px solid var(--line);
  border-radius: 1rem; text-decoration: none; }
a { color: var(--mark); }
hr { border: 0; margin: .7rem 0; }
ol.moments { padding-left: 1.3rem; }
ol.moments li { margin: .3rem 0; }
details { margin: .4rem 0; }
summary { cursor: pointer; color: var(--mark); }
.dice { color: var(--soft); font-size: .85rem; }
.moment { border-left: .2rem solid var(--mark); padding-left: .5rem; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .6rem; }
@media (max-width: 40rem) { .map svg { min-width: 40rem; } h1 { font-size: 1.5rem; } }
@media print { details { display: block; } .paper { break-inside: avoid; } }
"""


def page(
    game: Game,
    chapters: Sequence[Chapter],
    outcome: Outcome | None,
    *,
    facts: Mapping[str, object] | None = None,
    footer: Iterable[str] = (),
) -> str:
    """The page of a game told by `wargame_core.narrative.story.Narrator`.

    ``facts`` stand under the title (scenario, seed, who played), ``footer`` lines at the end. Which maps, charts and
    moments there are depends on what the game offers (see `Game`); without any it is the story alone.
    """
    moments = decisive(chapters)
    marked = {id(sentence) for _, sentence in moments}
    every = -(-len(chapters) // MOST_PICTURES)
    parts = [
        f"<h1>{escape(game.title)}</h1>",
        "".join(f'<p class="soft">{escape(line)}</p>' for line in game.documents),
        _facts(facts or {}),
        _outcome(outcome),
        _moments(moments),
        _charts(chapters),
        _sheet(game, chapters),
        _nav(chapters),
        *(_chapter(game, chapter, marked, number, every) for number, chapter in enumerate(chapters)),
        f"<footer>{''.join(f'<p class=soft>{escape(line)}</p>' for line in footer)}</footer>",
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(game.title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body></html>\n"
    )


def board_svg(
    game: Game,
    board: Any,
    seat: str = REFEREE,
    *,
    title: str = "",
    highlight: Iterable[Highlight] = (),
    legend: bool = True,
    shared: str = "",
) -> str | None:
    """A picture of a board as ``seat`` knows it, without hooks for pointers; None when there is nothing to draw on.

    ``board`` must be that seat's own (`View.board`). `Game.board_svg` draws more: layers, arrows, a size.
    """
    if shared and board.child is not None:
        board = evolve(board, child=None)  # the ground that the page shares is of the game around it
    drawn = game.picture(board, seat, title=title, legend=legend)
    return drawn.svg(highlight=highlight, layers=SHOWN, shared=shared) if drawn is not None else None


def _facts(facts: Mapping[str, object]) -> str:
    shown = " · ".join(f"{escape(name)}: {escape(str(value))}" for name, value in facts.items() if value is not None)
    return f'<p class="soft">{shown}</p>' if shown else ""


def _outcome(outcome: Outcome | None) -> str:
    if outcome is None:
        return '<div class="outcome"><strong>Not over yet.</strong></div>'
    winner = f"{_capital(outcome.winner)} wins" if outcome.winner else "Nobody wins"
    scores = ", ".join(f"{_capital(seat)} {points}" for seat, points in outcome.scores.items())
    text = outcome.text or (f"Victory points: {scores}" if scores else "")
    return (
        f'<div class="outcome"><strong>{escape(winner)}</strong> ({escape(outcome.level)})'
        f"{f'<p>{escape(text)}</p>' if text else ''}</div>"
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _moments(moments: Sequence[tuple[Chapter, Sentence]]) -> str:
    if not moments:
        return ""
    rows = "".join(
        f'<li>{escape(told.text)} <a href="#turn-{chapter.turn}">{escape(chapter.title)}</a></li>'
        for chapter, told in moments
    )
    return f'<h2>The decisive moments</h2><ol class="moments">{rows}</ol>'


def _charts(chapters: Sequence[Chapter]) -> str:
    from wargame_core.draw.line_charts import line_chart

    charts: dict[str, dict[str, list[float]]] = {}
    counted = [chapter for chapter in chapters if chapter.series]
    for chapter in counted:
        for title, lines in chapter.series.items():
            for name, value in lines.items():
                charts.setdefault(title, {}).setdefault(_capital(name), []).append(value)
    labels = [str(chapter.turn) for chapter in counted]
    drawn = "".join(
        f'<div class="paper">{line_chart(lines, labels, f"{title} by turn")}</div>' for title, lines in charts.items()
    )
    return f'<h2>Turn by turn</h2><div class="charts">{drawn}</div>' if drawn else ""


def _sheet(game: Game, chapters: Sequence[Chapter]) -> str:
    drawn = game.picture(chapters[0].board) if chapters else None
    if drawn is None:
        return ""
    hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {hidden}>{drawn.sheet_symbol(SHEET)}</svg>'


def _nav(chapters: Sequence[Chapter]) -> str:
    links = " ".join(f'<a href="#turn-{chapter.turn}">{escape(chapter.title)}</a>' for chapter in chapters)
    return f"<nav>{links}</nav>" if len(chapters) > 1 else ""


def _chapter(game: Game, chapter: Chapter, marked: set[int], number: int, every: int) -> str:
    told = [sentence for sentence in chapter.items if isinstance(sentence, Sentence)]
    picture = None
    if chapter.board is not None and number % every == 0:
        title = f"End of: {chapter.title}"
        picture = board_svg(game, chapter.board, title=title, legend=number == 0, shared=SHEET)
    figure = f'<figure class="paper map" style="margin-inline:0">{picture}</figure>' if picture else ""
    summary = f"<summary>The whole story ({len(told)} {'sentence' if len(told) == 1 else 'sentences'})</summary>"
    items = "".join(
        _told(item, id(item) in marked) if isinstance(item, Sentence) else _part(item) for item in chapter.items
    )
    return (
        f'<section id="turn-{chapter.turn}"><h2>{escape(chapter.title)}</h2>{figure}'
        f"<details{' open' if not figure else ''}>{summary}{items}</details></section>"
    )


def _part(part: PartBegins) -> str:
    return f"<h3>{escape(part.title)}</h3>" if part.title else "<hr>"


def _told(sentence: Sentence, moment: bool) -> str:
    dice = f' <span class="dice">[{escape("; ".join(sentence.rolls))}]</span>' if sentence.rolls else ""
    return f"<p{' class=moment' if moment else ''}>{escape(sentence.text)}{dice}</p>"
