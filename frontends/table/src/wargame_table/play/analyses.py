"""A game that is over, analysed for those who played it: see `wargame_lab.analysis`."""

from typing import Final

from wargame_core import Game, Match, Record
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless
from wargame_lab.analysis import Analysis, ChanceFall, JudgedActivation, TurningPoint, analyse
from wargame_table.messages.feed import Feed

ANALYSIS_SECONDS: Final = 60.0
"""Seconds after which no further choice is judged."""
MOST_ROWS: Final = 150
"""The greatest number of moments whose chances are told."""


def analysis_of(match: Match, game: Game) -> Analysis:
    """A match that is over, analysed in about a minute. Raises `RecordError`."""
    return analyse(Record.of(match), game, seconds=ANALYSIS_SECONDS)


def analysis_told(analysis: Analysis, feed: Feed) -> JsonObject:
    """What is told of an analysis: the curve, the luck, the choices of each seat that cost it most.

    ``feed`` is that of the seat that is told, which knew of so many events then.
    """
    rows = [
        {
            "known": feed.rows_up_to(point.at),
            "turn": point.turn,
            "percent": {seat: _percent(chance) for seat, chance in point.chances.items()},
        }
        for point in analysis.curve(MOST_ROWS)
    ]
    return {
        "bot": analysis.bot,
        "rows": rows,
        "turning_points": [_turning_point_told(point, feed) for point in analysis.turning_points()],
        "falls": [_fall_told(fall, feed) for fall in analysis.falls()],
        "hardly_moves": analysis.hardly_moves,
        "luck": {seat: _percent(analysis.luck(seat)) for seat in analysis.seats},
        "worst": {seat: [_activation_told(one, feed) for one in analysis.worst(seat)] for seat in analysis.seats},
        "choices": len(analysis.choices),
        "unjudged": analysis.unjudged,
    }


def _activation_told(one: JudgedActivation, feed: Feed) -> JsonObject:
    return {
        "known": feed.rows_up_to(one.at),
        "turn": one.turn,
        "step": harmless(one.step),
        "text": harmless(one.line),
        "best": harmless(one.best_line),
        "percent": _percent(one.cost or 0.0),
        "why": [harmless(sentence) for sentence in one.why],
        "error": _percent(one.error),
    }


def _turning_point_told(point: TurningPoint, feed: Feed) -> JsonObject:
    return {
        "known": feed.rows_up_to(point.at),
        "turn": point.turn,
        "text": harmless(point.text),
        "rolls": [harmless(roll) for roll in point.rolls],
        "percent": {seat: _percent(change) for seat, change in point.changes.items()},
    }


def _fall_told(fall: ChanceFall, feed: Feed) -> JsonObject:
    return {
        "known": feed.rows_up_to(fall.first_at),
        "turn": fall.first_turn,
        "last_turn": fall.last_turn,
        "seat": fall.seat,
        "before": _percent(fall.before),
        "after": _percent(fall.after),
    }


def _percent(share: float) -> float:
    return round(share * 100, 1)
