"""A game as one web page: outcome, the board step by step beside the story, decisive moments, charts.

The page contains everything it needs, so it opens offline and can be mailed. Nothing in it depends on the clock or
the machine: the same record gives the same page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from wargame_core import REFEREE, View, WargameError
from wargame_core.flow.events import Board
from wargame_pictures.draw.side_colors import line_colors_of
from wargame_pictures.of_games import pictures_of
from wargame_pictures.stories.notebook import LAYERS
from wargame_pictures.stories.story import Chapter, Sentence, decisive_moments

if TYPE_CHECKING:
    from wargame_core.flow.events import Outcome
    from wargame_core.game import Game
    from wargame_pictures.draw.tokens import Highlight
    from wargame_pictures.stories.film import Film


COLORS: Final = files(__package__).joinpath("colors.css").read_text("utf-8")
"""A style sheet with variables for the page, what is written on it, lines, cards and marks."""
_STYLE: Final = COLORS + files(__package__).joinpath("page.css").read_text("utf-8")


def page(
    game: Game,
    chapters: Sequence[Chapter],
    outcome: Outcome | None,
    *,
    facts: Mapping[str, object] | None = None,
    footer: Iterable[str] = (),
    film: Film | None = None,
) -> str:
    """The page of a game told by `wargame_pictures.stories.story.Narrator`.

    ``facts`` (scenario, seed, players) are written below the title, ``footer`` at the end. With the ``film`` of the
    same story the board is shown step by step beside it. The charts and moments depend on the game's `Presentation`;
    without any the page is the story alone.
    """
    moments = decisive_moments(chapters)
    moment_ids = {id(sentence) for _, sentence in moments}
    sentences = (item for chapter in chapters for item in chapter.items if isinstance(item, Sentence))
    numbers = {id(sentence): number for number, sentence in enumerate(sentences, 1)}  # as those of the film's steps
    if film is not None:
        player = film.player(words=False)
    else:
        player = (board_svg(game, chapters[-1].board) if chapters and chapters[-1].board is not None else None) or ""
    facts_text = " · ".join(
        f"{escape(name)}: {escape(str(value))}" for name, value in (facts or {}).items() if value is not None
    )
    parts = [
        f"<h1>{escape(game.title)}</h1>",
        "".join(f'<p class="soft">{escape(line)}</p>' for line in game.documents),
        f'<p class="soft">{facts_text}</p>' if facts_text else "",
        _outcome(outcome),
        '<div class="game">' if player else "",
        f'<div class="board paper">{player}</div>' if player else "",
        f'<section class="story{"" if player else " plain"}" aria-label="The story" tabindex="0">',
        *(_chapter(chapter, moment_ids, numbers, film is not None) for chapter in chapters),
        "</section>",
        "</div>" if player else "",
        _moments(moments, chapters, numbers, film is not None),
        _charts(game, chapters),
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
    view_or_board: View | Board,
    seat: str | None = None,
    *,
    title: str = "",
    highlight: Iterable[Highlight] = (),
    legend: bool = True,
    size: float | str | None = None,
) -> str | None:
    """A picture of what a seat sees, without spaces for pointers; None for a game without a sheet.

    ``view_or_board`` is a view, or a board with the ``seat`` in whose view it is (without one the referee's).
    `wargame_pictures.pictures_of` draws more: layers, arrows, themes. Raises `WargameError` for a view of another seat.
    """
    if isinstance(view_or_board, View):
        if seat not in (None, view_or_board.seat):
            raise WargameError(
                f"this is the view of {view_or_board.seat}, and {seat} may not see it: take match.view({seat!r})"
            )
        seat = view_or_board.seat
    board = view_or_board.board if isinstance(view_or_board, View) else view_or_board
    picture = pictures_of(game).picture(board, seat or REFEREE, title=title, legend=legend)
    return picture.svg(highlight=highlight, layers=LAYERS, size=size) if picture is not None else None


def _outcome(outcome: Outcome | None) -> str:
    if outcome is None:
        return '<div class="outcome"><strong>Not over yet.</strong></div>'
    winner = _capital(outcome.verdict)
    scores = ", ".join(f"{_capital(seat)} {points}" for seat, points in outcome.scores.items())
    text = outcome.text or (f"Victory points: {scores}" if scores else "")
    return (
        f'<div class="outcome"><strong>{escape(winner)}</strong> ({escape(outcome.level)})'
        f"{f'<p>{escape(text)}</p>' if text else ''}</div>"
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _moments(
    moments: Sequence[tuple[Chapter, Sentence]],
    chapters: Sequence[Chapter],
    numbers: Mapping[int, int],
    has_film: bool,
) -> str:
    """The decisive moments, each with what led to it: the sentences of one answer are one moment."""
    rows: dict[int, tuple[Chapter, list[Sentence]]] = {}
    for chapter, moment in moments:
        rows.setdefault(moment.at, (chapter, []))[1].append(moment)
    items = []
    for answer_number, (chapter, sentences) in rows.items():
        cause = _cause(chapter, answer_number, sentences[0])
        text = " ".join(sentence.text for sentence in (*([cause] if cause is not None else ()), *sentences))
        link = f'<a href="#step-{numbers[id(sentences[-1])]}">{escape(chapter.title)}</a>' if has_film else ""
        items.append(f"<li>{link or escape(chapter.title)}: {escape(text)}</li>")
    return f'<h2>The decisive moments</h2><ol class="moments">{"".join(items)}</ol>' if items else ""


def _cause(chapter: Chapter, answer_number: int, moment: Sentence) -> Sentence | None:
    """The sentence of the same answer that says what led to a moment: the last before it that has a result."""
    sentences_before = [item for item in chapter.items if isinstance(item, Sentence) and item.at == answer_number]
    sentences_before = sentences_before[
        : next(item_number for item_number, item in enumerate(sentences_before) if item is moment)
    ]
    causes = [item for item in sentences_before if getattr(item.event, "ruling", None) is not None]
    return causes[-1] if causes else None


def _charts(game: Game, chapters: Sequence[Chapter]) -> str:
    from wargame_pictures.draw.charts import line_chart

    charts: dict[str, dict[str, list[float]]] = {}
    chapters_with_series = [chapter for chapter in chapters if chapter.series]
    for chapter in chapters_with_series:
        for title, lines in chapter.series.items():
            for name, value in lines.items():
                charts.setdefault(title, {}).setdefault(_capital(name), []).append(value)
    labels = [str(chapter.turn) for chapter in chapters_with_series]
    if not charts:
        return ""
    game_sheet = game.sheet()
    sides = [(seat, game_sheet.names_of_side(seat)) for seat in game.seats]
    colors = line_colors_of(game_sheet)
    drawn_charts = (
        line_chart(lines, labels, f"{_capital(title)} by turn", line_colors(lines, sides, colors))
        for title, lines in charts.items()
    )
    charts_html = "".join(f'<div class="paper">{chart}</div>' for chart in drawn_charts)
    return f'<h2>Turn by turn</h2><div class="charts">{charts_html}</div>'


def line_colors(
    lines: Iterable[str], sides: Sequence[tuple[str, Collection[str]]], side_colors: Mapping[str, str]
) -> dict[str, str]:
    """A colour for each line of a chart: a side's colour for a line named after it, others for the rest.

    ``side_colors`` has those of the sides by seat.
    """
    from wargame_pictures.draw.charts import COLORS

    _, _, *spare_colors = COLORS
    colors: dict[str, str] = {}
    for name in lines:
        matching_sides = [seat for seat, names in sides if any(word.casefold() in name.casefold() for word in names)]
        color = side_colors.get(matching_sides[0]) if len(matching_sides) == 1 else None
        if color is None or color in colors.values():
            color = spare_colors.pop(0) if spare_colors else COLORS[len(colors) % len(COLORS)]
        colors[name] = color
    return colors


def _chapter(chapter: Chapter, moment_ids: set[int], numbers: Mapping[int, int], has_film: bool) -> str:
    items = "".join(
        _sentence_html(item, id(item) in moment_ids, numbers[id(item)] if has_film else 0)
        if isinstance(item, Sentence)
        else (f"<h3>{escape(item.title)}</h3>" if item.title else "<hr>")
        for item in chapter.items
    )
    return f'<section id="turn-{chapter.turn}"><h2>{escape(chapter.title)}</h2>{items}</section>'


def _sentence_html(sentence: Sentence, is_moment: bool, step: int) -> str:
    dice = f' <span class="dice">[{escape("; ".join(sentence.rolls))}]</span>' if sentence.rolls else ""
    step_attributes = f' id="step-{step}" data-step="{step}"' if step else ""
    details = ""
    if sentence.explanation:
        explanation = "<br>".join(map(escape, sentence.explanation))
        details = f'<details class="dice"><summary>how it came about</summary>{explanation}</details>'
    return f"<p{step_attributes}{' class=moment' if is_moment else ''}>{escape(sentence.text)}{dice}</p>{details}"
