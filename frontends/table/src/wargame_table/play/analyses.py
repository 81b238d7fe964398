"""A game that is over, analysed for those who played it: see `wargame_lab.analysis`."""

from collections.abc import Mapping
from typing import Final

from wargame_core import Game, Match, Record
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless
from wargame_lab.analysis import Analysis, ChanceBalance, ChanceFall, JudgedActivation, TurningPoint
from wargame_lab.analysts import analyse
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
            "amounts": _amounts(point.leads if analysis.in_points else point.chances, analysis.in_points),
        }
        for point in analysis.curve(MOST_ROWS)
    ]
    return {
        "bot": analysis.bot,
        "rows": rows,
        "turning_points": [_turning_point_told(point, feed) for point in analysis.turning_points()],
        "falls": [_fall_told(fall, feed) for fall in analysis.falls()],
        "hardly_moves": analysis.hardly_moves,
        "in_points": analysis.in_points,
        "balance": {seat: _balance_told(analysis.balance(seat)) for seat in analysis.seats},
        "worst": {seat: [_activation_told(one, feed) for one in analysis.worst(seat)] for seat in analysis.seats},
        "choice_count": len(analysis.choices),
        "unjudged_count": analysis.unjudged_count,
    }


def _activation_told(one: JudgedActivation, feed: Feed) -> JsonObject:
    return {
        "known": feed.rows_up_to(one.at),
        "turn": one.turn,
        "step": harmless(one.step),
        "text": harmless(one.line),
        "best": harmless(one.best_line),
        "cost": _amount(one.cost or 0.0, one.in_points),
        "worth": _amount(one.worth, one.in_points),
        "error": _amount(one.error, one.in_points),
        "in_points": one.in_points,
        "is_advised": one.is_advised,
        "why": [harmless(sentence) for sentence in one.why],
    }


def _turning_point_told(point: TurningPoint, feed: Feed) -> JsonObject:
    return {
        "known": feed.rows_up_to(point.at),
        "turn": point.turn,
        "seat": point.seat,
        "text": harmless(point.text),
        "rolls": [harmless(roll) for roll in point.rolls],
        "amounts": _amounts(point.changes, point.in_points),
    }


def _balance_told(balance: ChanceBalance) -> JsonObject:
    return {
        "first": _percent(balance.first),
        "luck": _percent(balance.luck),
        "remainder": _percent(balance.remainder),
        "last": _percent(balance.last),
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


def _amounts(of_seats: Mapping[str, float], in_points: bool) -> JsonObject:
    return {seat: _amount(amount, in_points) for seat, amount in of_seats.items()}


def _amount(amount: float, in_points: bool) -> float:
    """Points as they are, and a share of the chance to win in percent."""
    return round(amount, 1) if in_points else _percent(amount)


def _percent(share: float) -> float:
    return round(share * 100, 1)
