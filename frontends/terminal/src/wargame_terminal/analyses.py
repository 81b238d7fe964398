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
from wargame_lab.analysis import HARDLY_MOVES, WORLDS, JudgedActivation
from wargame_pictures.draw.charts import line_chart
from wargame_pictures.stories.story import board_at
from wargame_pictures.stories.web_page import COLORS, board_svg

MOST_POINTS: Final = 120
"""The greatest number of points of the curve on the page."""
STYLE: Final = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font-family: serif; }
svg { max-width: 100%; height: auto; } table { border-collapse: collapse; } td, th { padding: .2rem .6rem; }
"""


@click.command(epilog="Example: wargame analyse demo-out/vicksburg.jsonl --out analysis.html")
@click.option("--bot", metavar="BOT", default="", help="Who says what it would have done; the strongest level.")
@click.option(
    "--worlds",
    metavar="NUMBER",
    type=click.IntRange(1, 100),
    default=WORLDS,
    show_default=True,
    help="In how many worlds each activation is played on in which the bot would have chosen otherwise.",
)
@click.option("--out", "target", metavar="FILE", type=FILE, help="Also write a page with curve and boards (.html).")
@with_record
def analyse(out: Output, wanted: WantedRecord, bot: str, worlds: int, target: Path | None) -> None:
    """Say what the choices of a game cost, and what the dice gave.

    The chances are those that were learnt from games between bots. Each activation is compared with what a strong bot
    would have done, by what its seat knew.
    """
    record, game = wanted.load()
    analysis = analysed(record, game, bot=bot, worlds=worlds)
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
        *([f"<p><strong>{escape(HARDLY_MOVES)}.</strong></p>"] if analysis.hardly_moves else []),
        "<h2>What the dice gave</h2>",
        "<table>",
        *(
            f"<tr><td>{escape(analysis.title(seat))}</td><td>{analysis.luck(seat):+.0%}</td></tr>"
            for seat in analysis.seats
        ),
        "</table>",
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
    series = {analysis.title(seat): [point.chances[seat] for point in plotted_points] for seat in analysis.seats}
    return line_chart(series, [str(point.turn) for point in plotted_points], "Chance to win, by turn", size="100%")


def _turning_points(analysis: Analysis) -> Iterator[str]:
    rows = [
        f"<li>Turn {point.turn}, {escape(analysis.title(point.seat))}: "
        f"{escape(point.text + analysis.told_rolls(point))}: <b>{escape(analysis.told_changes(point))}</b></li>"
        for point in analysis.turning_points()
    ]
    if rows:
        yield "<h2>Where the chances changed most</h2>"
        yield "<p>By a choice and by the dice that followed it, until the next choice.</p>"
        yield f"<ul>{''.join(rows)}</ul>"
    yield from (f"<p>{escape(analysis.told_fall(chance_fall))}.</p>" for chance_fall in analysis.falls())


def _worst(game: Game, record: Record, analysis: Analysis) -> Iterator[str]:
    for seat in analysis.seats:
        yield f"<h2>What cost {escape(analysis.title(seat))} most</h2>"
        worst_judged_activations = analysis.worst(seat)
        if not worst_judged_activations:
            text = analysis.told_nothing(seat)
            yield f"<p>{escape(text[0].upper() + text[1:])}.</p>"
        for judged_activation in worst_judged_activations:
            yield from _activation(game, record, judged_activation, analysis.bot)


def _activation(game: Game, record: Record, judged_activation: JudgedActivation, bot: str) -> Iterator[str]:
    cost = (
        f"{judged_activation.cost:.0%}, give or take {judged_activation.error:.0%}"
        if judged_activation.cost is not None
        else "?"
    )
    yield (
        f"<h3>Turn {judged_activation.turn}, from answer {judged_activation.at}: {escape(judged_activation.line)}</h3>"
    )
    yield f"<p>{escape(judged_activation.step)}. It cost {cost}; instead, {escape(bot)}:"
    yield f"<b>{escape(judged_activation.best_line)}</b>.</p>"
    yield from (f"<p>{escape(sentence)}</p>" for sentence in judged_activation.why)
    board = redact(board_at(record, game, judged_activation.at), judged_activation.seat)
    yield board_svg(game, board, judged_activation.seat, size="100%") or ""
