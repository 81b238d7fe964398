"""What a notebook shows of a game: the board as a seat sees it, what that seat is asked, and its choices.

A match or a state is shown as the seat that is asked sees it, or as a spectator sees it when none is asked; a view as
its own seat sees it. So a picture never shows more than a seat may know.
"""

from functools import partial
from html import escape

from wargame_core import Match, State, View, WargameError
from wargame_core.flow.events import Board, fold
from wargame_core.flow.panels import Score
from wargame_core.flow.rules import HasRules
from wargame_core.flow.visibility import SPECTATOR, redact
from wargame_core.limits import harmless
from wargame_core.records.record import Record
from wargame_core.replays import game_of
from wargame_pictures.draw.picture import with_style
from wargame_pictures.of_games import pictures_of

CHOICES = 12
"""The number of choices that are listed; of the others, only their number is shown."""
LAYERS = ("sheet", "pieces", "overlays")
"""The layers drawn: a notebook needs no spaces for pointers."""
WIDEST = 1100
"""The greatest width in pixels; on a narrower page the picture shrinks with the page."""


def position_html(position: Match | State) -> str:
    """A match or a position, as the seat that is asked sees it, as HTML; a pending roll only if it may know it."""
    view_of = position.view if isinstance(position, Match) else partial(View.of, position)
    roll, seats = position.chance, view_of(SPECTATOR).waiting_for
    html = view_html(view_of(seats[0] if seats else SPECTATOR), position.scenario)
    if roll is None:
        return html
    return f"{html}<p>A roll is due{f': {_text(roll.label)}' if roll.seen_by is None else ''}.</p>"


def view_html(view: View, scenario: str = "") -> str:
    """The board of a view with what its seat is asked, its choices and the points, as HTML."""
    step_in_words = " &gt; ".join(map(_text, view.cursor)) or "the game is over"
    titles = {scenario_row.id: scenario_row.title for scenario_row in view.rules.scenarios}
    scenario_note = f", {_text(titles[scenario])}" if scenario in titles else ""
    head = f"<p><b>{_text(view.rules.title)}</b>{scenario_note}: {step_in_words}, as {_text(view.seat)} sees it</p>"
    parts = [head, _picture(view, view.board, view.seat), *_points(view)]
    if view.outcome is not None:
        parts.append(f"<p><b>{_text(view.outcome.text or view.outcome.level)}</b></p>")
    elif view.asked:
        parts.append(_question(view))
    elif view.waiting_for:
        parts.append(f"<p>Waiting for {_text(' and '.join(view.waiting_for))}.</p>")
    return f'<div style="max-width:{WIDEST}px;text-align:left">{"".join(parts)}</div>'


def record_html(record: Record) -> str:
    """The facts of a record, and its last board as everybody may see it, as HTML; a seat's own record has no board."""
    header = record.header
    facts = [("game", header.get("game")), ("scenario", header.get("scenario")), ("answers", len(record.answers))]
    facts += [("ended", "yes" if record.ended else "no")]
    rows = "".join(f"<tr><td>{_text(name)}</td><td>{_text(value)}</td></tr>" for name, value in facts)
    try:
        game = game_of(header)
        first_board = game.rules.first_board(header["scenario"], record.options(game.rules))
        board = fold(first_board, (event for entry in record.entries(game.rules) for event in entry.events))
        board_html = _picture(game, redact(board, SPECTATOR), SPECTATOR)
    except WargameError as problem:
        board_html = f"<p>{_text(problem)}</p>"
    return f'<div style="max-width:{WIDEST}px;text-align:left"><table>{rows}</table>{board_html}</div>'


def _picture(game: HasRules, board: Board, seat: str) -> str:
    """The board as wide as the page and no higher than leaves room below it; nothing for a game without a picture."""
    return with_style(pictures_of(game).svg(board, seat, layers=LAYERS, size="100%") or "", "max-height:72vh")


def _points(view: View) -> list[str]:
    scores = [panel for panel in view.panels if isinstance(panel, Score)]
    return [
        f"<p>{_text(score.title)}: {_text(', '.join(f'{side} {points}' for side, points in score.points))}</p>"
        for score in scores
    ]


def _question(view: View) -> str:
    rows = view.menu(limit=CHOICES + 1)
    items = "".join(
        f"<li>{_text(row['label'])}" + (f" <small>({_text(row['help'])})</small>" if "help" in row else "") + "</li>"
        for row in rows[:CHOICES]
    )
    overflow = f"<p>... and {len(view.choices) - CHOICES} more</p>" if len(rows) > CHOICES else ""
    cite = f" <small>[{_text(view.cite)}]</small>" if view.cite else ""
    return f"<p><b>{_text(view.prompt)}</b>{cite}</p><ol>{items}</ol>{overflow}"


def _text(value: object) -> str:
    return escape(harmless(str(value)))
