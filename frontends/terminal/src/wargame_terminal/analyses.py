"""A game that was played, analysed: the curve of the chances, the worst choices, the luck of the dice."""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

import click

from wargame_console.options import FILE, WantedRecord, with_record
from wargame_console.output import Output
from wargame_core import Game, Record
from wargame_core.data import write_whole
from wargame_core.flow.visibility import redact
from wargame_lab import Analysis
from wargame_lab import analyse as analysed
from wargame_lab.analysis import JudgedActivation, seat_name
from wargame_lab.analysts import WORLDS
from wargame_pictures.draw.charts import line_chart
from wargame_pictures.stories.story import board_at
from wargame_pictures.stories.web_page import COLORS, board_svg

MOST_POINTS: Final = 120
"""The greatest number of points of the curve on the page."""
STYLE: Final = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font-family: serif; }
svg { max-width: 100%; height: auto; } table { border-collapse: collapse; } td, th { padding: .2rem .6rem; }
dt { font-weight: bold; } dd { margin: 0 0 .5rem; }
"""


@click.command(epilog="Example: wargame analyse demo-out/vicksburg.jsonl --out analysis.html")
@click.option("--bot", metavar="BOT", default="", help="Who says what it would have done; the strongest level.")
@click.option(
    "--worlds",
    metavar="NUMBER",
    type=click.IntRange(1, 100),
    default=WORLDS,
    show_default=True,
    help="In how many worlds each activation is played on first in which the bot would have chosen otherwise.",
)
@click.option(
    "--seconds",
    metavar="NUMBER",
    type=click.FloatRange(min=0),
    help="After so many seconds no further choice is judged; those before the greatest losses come first.",
)
@click.option("--out", "target", metavar="FILE", type=FILE, help="Also write a page with curve and boards (.html).")
@with_record
def analyse(
    out: Output, wanted: WantedRecord, bot: str, worlds: int, seconds: float | None, target: Path | None
) -> None:
    """Say what the choices of a game cost, and what the dice gave.

    The chances are those that were learnt from games between bots. Each activation is compared with what a strong bot
    would have done, and those before a great loss with other choices too, by what its seat knew.
    """
    record, game = wanted.load()
    analysis = analysed(record, game, bot=bot, worlds=worlds, seconds=seconds)
    text = "\n".join(analysis.lines())
    if target is not None:
        write_whole(target, page(game, record, analysis))
        text += f"\n{target}: the page"
    out.result({"analysis": analysis.to_json(), "out": str(target) if target is not None else None}, text)


def page(game: Game, record: Record, analysis: Analysis) -> str:
    """The analysis as one HTML file: the curve, the luck, the worst choices of each seat with the board it saw."""
    parts = [
        f"<h1>{escape(game.title)}</h1>",
        f"<p>{escape(analysis.outcome)}</p>",
        _curve(analysis),
        "<p>Each chance is what its seat could expect by what it saw, as learnt from games between bots.</p>",
        *([f"<p><strong>{escape(analysis.warning)}.</strong></p>"] if analysis.warning else []),
        "<h2>What changed the chances</h2>",
        "<dl>",
        *(
            f"<dt>{escape(seat_name(seat))}</dt><dd>{escape(analysis.told_balance(seat))}</dd>"
            for seat in analysis.seats
        ),
        "</dl>",
        *_turning_points(analysis),
        *_worst(game, record, analysis),
        f"<footer><p>{len(analysis.choices)} choices in {analysis.seconds:.0f} s of processor time.</p></footer>",
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(game.title)}: analysis</title><style>{COLORS}{STYLE}</style></head>\n<body>\n"
        + "\n".join(filter(None, parts))
        + "\n</body></html>\n"
    )


def _curve(analysis: Analysis) -> str:
    plotted_points = analysis.curve(MOST_POINTS)
    share = 1 if analysis.in_points else 100
    curves = [point.leads if analysis.in_points else point.chances for point in plotted_points]
    series = {seat_name(seat): [share * curve[seat] for curve in curves] for seat in analysis.seats}
    curve_title = "Expected lead at the end in points" if analysis.in_points else "Chance to win in percent"
    return line_chart(series, [str(point.turn) for point in plotted_points], f"{curve_title}, by turn", size="100%")


def _turning_points(analysis: Analysis) -> Iterator[str]:
    rows = [
        f"<li>Turn {point.turn}, answer {point.at}: {escape(analysis.told_moment(point))}: "
        f"<b>{escape(analysis.told_changes(point))}</b><br>{'<br>'.join(map(escape, point.rolls))}</li>"
        for point in analysis.turning_points()
    ]
    if rows:
        yield f"<h2>Where the dice changed {'the lead' if analysis.in_points else 'the chances'} most</h2>"
        yield "<p>Beside the mean over all that might have been rolled or drawn.</p>"
        yield f"<ul>{''.join(rows)}</ul>"
    yield from (f"<p>{escape(analysis.told_fall(fall))}.</p>" for fall in analysis.falls())


def _worst(game: Game, record: Record, analysis: Analysis) -> Iterator[str]:
    for seat in analysis.seats:
        yield f"<h2>What cost {escape(seat_name(seat))} most</h2>"
        worst = analysis.worst(seat)
        if not worst:
            text = analysis.told_nothing(seat)
            yield f"<p>{escape(text[0].upper() + text[1:])}.</p>"
        for one in worst:
            yield from _activation(game, record, one)


def _activation(game: Game, record: Record, one: JudgedActivation) -> Iterator[str]:
    yield f"<h3>Turn {one.turn}: {escape(one.told_cost)}</h3>"
    yield f"<p>{escape(one.step)}, answer {one.at}.</p>"
    yield f"<dl><dt>What was done</dt><dd>{escape(one.line)}</dd>"
    yield f"<dt>{escape(one.adviser[0].upper() + one.adviser[1:])}</dt><dd>{escape(one.best_line)}</dd></dl>"
    yield from (f"<p>{escape(sentence)}</p>" for sentence in one.why)
    board = redact(board_at(record, game, one.at), one.seat)
    yield board_svg(game, board, one.seat, size="100%") or ""
