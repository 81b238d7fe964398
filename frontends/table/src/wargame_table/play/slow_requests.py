"""Requests that take time, answered from what is kept, so that any process or thread can do them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import assert_never

from attrs import frozen

from wargame_core import REFEREE, Game, Match, WargameError, load
from wargame_core.flow.aftermath import position_without_secrets, stories_after
from wargame_core.flow.panels import Score
from wargame_core.flow.players import Player, Stop
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless
from wargame_core.plugins.discovery import SIGN
from wargame_lab.analysis import Analysis
from wargame_lab.hints import Candidate, hint_of
from wargame_lab.lookahead import Deadline
from wargame_table.keeping.rows import AGAIN, CLOSE, UNDO, Opening, Row, match_to_continue, play_row
from wargame_table.messages.feed import Feed, follow_moments
from wargame_table.messages.incoming import (
    AnalysisRequest,
    CourseRequest,
    FilmRequest,
    Forecast,
    HintRequest,
    Refused,
    Work,
)
from wargame_table.messages.screen import Sheets, drawn_for
from wargame_table.play.agreements import points_of
from wargame_table.play.analyses import analysis_of, analysis_told
from wargame_table.play.decisive import DecisiveEvents
from wargame_table.play.people import BotChoice, Bots

STEPS = 400
"""Positions that one forecast looks at; a step is one to four thousandths of a second."""
SHOWN = 12
"""Outcomes that are sent; the rest is one sum."""
LARGEST = 100_000
"""The largest denominator that is written as a fraction."""
HINT_SECONDS = 5.0
"""The seconds after which a hint tells what has been rated."""


def forecast(match: Match, action: object, seat: str, steps: int = STEPS) -> JsonObject:
    """The likeliest stories that ``action`` may lead to before anybody chooses again, each with its chance.

    They are those of the position as the seat knows it. Raises `Refused` where something is hidden from the seat, as
    far as it knows, where the action is not legal, and where more than ``steps`` positions would have to be looked at.
    """
    if match.pending is None or match.pending.secret or match.waiting_for != (seat,):
        raise Refused("unavailable", "the chances depend on what others choose now")
    if (position := position_without_secrets(match.view(seat))) is None:
        raise Refused("unavailable", "the chances depend on what you may not see")
    checked_action = match.rules.let_in(action)
    if not (verdict := match.judge(checked_action, seat)):
        raise Refused("illegal", str(verdict), verdict)
    try:
        chances = stories_after(position, checked_action, seat, steps)
    except WargameError as problem:
        raise Refused("unavailable", str(problem)) from None
    likely = sorted(chances.items(), key=lambda item: (-item[1], item[0]))
    outcomes = [
        {"chance": chance_text(chance), "percent": round(float(chance) * 100, 1), "text": harmless(" ".join(story))}
        for story, chance in likely[:SHOWN]
    ]
    rest_chance = sum((chance for _, chance in likely[SHOWN:]), Fraction(0))
    return {
        "outcomes": outcomes,
        **({"others": len(likely) - SHOWN, "rest": chance_text(rest_chance)} if rest_chance else {}),
    }


def chance_text(chance: Fraction) -> str:
    """A chance as people write it.

    >>> chance_text(Fraction(5, 36)), chance_text(Fraction(1, 46656 * 6))
    ('5/36', '0.0004 %')
    """
    return str(chance) if chance.denominator <= LARGEST else f"{float(chance) * 100:.4f} %"


def hint(game: Game, match: Match, seat: str, stop: Stop | None = None) -> JsonObject:
    """Three choices that a seat might make, by what it sees. Raises `Refused` where it has nothing to choose."""
    try:
        advice = hint_of(game, match.view(seat), stop=Deadline(seconds=HINT_SECONDS) if stop is None else stop)
    except WargameError as problem:
        raise Refused("unavailable", str(problem)) from None
    note = {"note": advice.note} if advice.note else {}
    return {
        "percent": _percent(advice.chance),
        "choices": [_advised(candidate) for candidate in advice.candidates],
        **note,
    }


def _advised(candidate: Candidate) -> JsonObject:
    chance, error = candidate.chance, candidate.error
    rating = {"percent": _percent(chance), "error": _percent(error)} if chance is not None else {}
    harmless_reasons = [harmless(sentence) for sentence in candidate.reasons()]
    return {"action": candidate.action, "text": harmless(candidate.text), **rating, "why": harmless_reasons}


def _percent(chance: float) -> float:
    return round(chance * 100, 1)


@frozen
class _FilmMoment:
    """A moment: how many events the seat had been told, and what lay on which sheet."""

    event_count: int
    sheet: str
    pieces: Mapping[str, JsonObject]
    marks: Sequence[str]


def positions_of(game: Game, opening: Opening, rows: Sequence[Row]) -> Iterator[tuple[Match, bool]]:
    """The match that rows lead to, as it goes on, and each time whether something was taken back."""
    match, first_row = match_to_continue(game, opening, rows)
    yield match, False
    for row in rows[first_row:]:
        match = play_row(match, row)
        yield match, row.kind == UNDO


def film_of(game: Game, sheets: Sheets, moments: Iterable[tuple[Match, bool]], seat: str) -> JsonObject:
    """A frame for every moment that the seat knew of: how many events it had been told, and the pieces that changed.

    With the faces of all of them, and the sheets of the inner games, on which their moments are shown. What
    was taken back is not in it. The moments are as those of `positions_of`.
    """
    feed = Feed(seat, b"film")
    film_moments: list[_FilmMoment] = []
    faces: dict[str, str] = {}
    inner_sheets: dict[str, JsonObject] = {}
    for _, view, row_count, taken_back in follow_moments(feed, moments):
        if taken_back:
            while len(film_moments) > 1 and film_moments[-1].event_count > row_count:
                film_moments.pop()
        sheet = sheets.inner_digest(view)
        if sheet and sheet not in inner_sheets and (laid_sheet := sheets.sheet_with(sheet)) is not None:
            inner_sheets[sheet] = {"sheet": laid_sheet.sheet.to_json(), "picture": laid_sheet.draw("auto")}
        contents = drawn_for(game, view)
        faces |= contents.faces
        film_moment = _FilmMoment(len(feed), sheet, dict(contents.pieces), list(contents.marks))
        if not film_moments or film_moments[-1] != film_moment:
            film_moments.append(film_moment)
    return {"frames": list(_frames(film_moments)), "faces": faces, "sheets": inner_sheets}


def _frames(film_moments: list[_FilmMoment]) -> Iterator[JsonObject]:
    film_moment_before = _FilmMoment(0, "", {}, [])
    for film_moment in film_moments:
        old_pieces = film_moment_before.pieces if film_moment_before.sheet == film_moment.sheet else {}
        changed_pieces = {piece: row for piece, row in film_moment.pieces.items() if old_pieces.get(piece) != row}
        frame: JsonObject = {"known": film_moment.event_count}
        if film_moment_before.sheet != film_moment.sheet:
            frame["pieces"] = {"all": changed_pieces}
        else:
            frame["pieces"] = {
                "set": changed_pieces,
                "gone": [piece for piece in old_pieces if piece not in film_moment.pieces],
            }
        if film_moment.sheet:
            frame["sheet"] = film_moment.sheet
        if film_moment_before.marks != film_moment.marks:
            frame["marks"] = film_moment.marks
        yield frame
        film_moment_before = film_moment


def course_of(game: Game, moments: Iterable[tuple[Match, bool]], seat: str, is_closed: bool = False) -> JsonObject:
    """How the score came to be, as ``seat`` saw it: a row for each change of it and for each new turn.

    Once the game is over, by its rules or ``is_closed`` by its people, it is as it was, since everybody may read the
    record, and what decided it is told too. What was taken back is not in it. The moments are as those of
    `positions_of`.
    """
    feed, title, decisive = Feed(seat, b"course"), "", DecisiveEvents(game, seat)
    seen_rows, true_rows = list[JsonObject](), list[JsonObject]()
    for match, own_view, row_count, taken_back in follow_moments(feed, moments):
        full_view, turn = match.view(REFEREE), game.rules.turn_of(own_view.board)
        decisive.add(match, own_view, feed, row_count)
        title = next((panel.title for panel in own_view.panels if isinstance(panel, Score)), title)
        for rows, view in ((seen_rows, own_view), (true_rows, full_view)):
            while taken_back and len(rows) > 1 and rows[-1]["known"] > row_count:
                rows.pop()
            points = points_of(view.panels)
            if not rows or (rows[-1]["turn"], rows[-1]["points"]) != (turn, points):
                rows.append({"known": len(feed), "turn": turn, "points": points})
    is_over = is_closed or match.outcome is not None
    course = {"title": title, "rows": true_rows if is_over else seen_rows}
    return course | ({"decisive": decisive.told_events()} if is_over else {})


def answer_of(
    game: Game,
    sheets: Sheets,
    moments: Iterable[tuple[Match, bool]],
    seat: str,
    work: Work,
    is_closed: bool = False,
    analyse: Callable[[Match, Game], Analysis] = analysis_of,
) -> JsonObject:
    """The answer to a request of ``seat``, or a refusal: what all moments make, or chances at the last one.

    ``is_closed`` says that people have ended the game; ``analyse`` analyses it.
    """
    try:
        match work:
            case CourseRequest():
                return {"kind": "course", "id": work.id, **course_of(game, moments, seat, is_closed)}
            case FilmRequest():
                return {"kind": "film", "id": work.id, **film_of(game, sheets, moments, seat)}
            case AnalysisRequest():
                feed = Feed(seat, b"analysis")
                *_, (match, *_) = follow_moments(feed, moments)
                return {"kind": "analysis", "id": work.id, **analysis_told(analyse(match, game), feed)}
            case Forecast():
                *_, (match, _) = moments
                return {"kind": "forecast", "id": work.id, **forecast(match, dict(work.action), seat)}
            case HintRequest():
                *_, (match, _) = moments
                return {"kind": "hint", "id": work.id, **hint(game, match, seat)}
            case _:
                assert_never(work)
    except Refused as problem:
        return problem.to_json(work.id)
    except WargameError as problem:
        return Refused("unavailable", str(problem)).to_json(work.id)


KEPT = 20
"""Matches that a worker keeps, and analyses."""


VARIED = 20
"""Games with variants that a process keeps."""
_games: dict[str, Game] = {}
_offered_bots: dict[str, Callable[..., Player]] = {}
_matches: dict[str, tuple[Match, int, Bots]] = {}
_analyses: dict[tuple[str, int], Analysis] = {}
"""By table and number of its rows."""


def offer_bots(bots: Mapping[str, Callable[..., Player]]) -> None:
    """From now on the games of this process have these bots too, in place of those that were offered before."""
    if bots != _offered_bots:
        _offered_bots.clear()
        _offered_bots.update(bots)
        _games.clear()


def game_called(name: str) -> Game:
    """An installed game with the bots offered, read once in a process; the latest of those with variants stay."""
    if (game := _games.get(name)) is None:
        game = _games[name] = load(name).with_further_bots(_offered_bots)
        with_variants = [read_name for read_name in _games if SIGN in read_name]
        for old_name in with_variants[:-VARIED]:
            _games.pop(old_name, None)
    return game


def choose(table: str, opening: Opening, rows: Sequence[Row], seat: str, bot: str) -> BotChoice:
    """What a bot chooses from what its seat sees. Chance is drawn anew each time: the choice is kept."""
    game = game_called(opening.game)
    match, rows_played, bots = _matches.pop(table, (None, 0, Bots(game, opening)))
    if match is None or rows_played > len(rows):
        (match, rows_played), bots = match_to_continue(game, opening, rows), Bots(game, opening)
    for row in rows[rows_played:]:
        match = play_row(match, row)
        bots.follow(row)
    _matches[table] = match, len(rows), bots
    while len(_matches) > KEPT:
        del _matches[next(iter(_matches))]
    return bots.think(match, len(rows), seat, bot)


def analysis_at_table(
    table: str, opening: Opening, rows: Sequence[Row], seat: str, request: AnalysisRequest
) -> JsonObject:
    """The analysis of a table's game, which is worked out once for all its seats."""

    def analyse(match: Match, game: Game) -> Analysis:
        key = table, len(rows)
        if key not in _analyses:
            _analyses[key] = analysis_of(match, game)
            while len(_analyses) > KEPT:
                del _analyses[next(iter(_analyses))]
        return _analyses[key]

    return _answer(opening, rows, seat, request, analyse)


def work(opening: Opening, rows: Sequence[Row], seat: str, request: Work) -> JsonObject:
    """The answer to a request that takes time."""
    return _answer(opening, rows, seat, request, analysis_of)


def _answer(
    opening: Opening, rows: Sequence[Row], seat: str, request: Work, analyse: Callable[[Match, Game], Analysis]
) -> JsonObject:
    game = game_called(opening.game)
    is_closed = any(row.kind in (CLOSE, AGAIN) for row in rows)
    return answer_of(game, Sheets(game, opening), positions_of(game, opening, rows), seat, request, is_closed, analyse)
