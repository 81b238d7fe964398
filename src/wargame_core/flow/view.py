"""What one seat may know of a game at one moment: board, question, choices, events, panels, and possible worlds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NoReturn, TypeAlias, TypeVar, cast

from attrs import evolve

from wargame_core.errors import HiddenStep, MissingExtra, NotYourTurn, StaleView, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry
from wargame_core.flow.events import Board, Event, InnerGame, Outcome
from wargame_core.flow.inner_games import InnerAction
from wargame_core.flow.letters import Letters
from wargame_core.flow.menu import Menu
from wargame_core.flow.panels import Panel, Panels, SequenceOfPlay
from wargame_core.flow.pending import NO_COMMITS, Ask
from wargame_core.flow.pieces import MapMark, Pieces, pieces_on
from wargame_core.flow.position_text import seen_text
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import InnerPosition, Runner
from wargame_core.flow.screens import InnerScreen, MenuRow, Screen, StoryNews, story_row
from wargame_core.flow.sequence import Cursor, place_in
from wargame_core.flow.state import State
from wargame_core.flow.tags import Tags, kept_of, told_tag
from wargame_core.flow.view_in_words import in_words
from wargame_core.flow.visibility import REFEREE, hides_nothing, redact
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless, quote
from wargame_core.reprs import drawn, in_form
from wargame_core.rulings import Cite

T = TypeVar("T")
Worlds: TypeAlias = Callable[[Any, Any, str, Random], Board]
"""How a game draws what a seat cannot see: `HiddenInformation.worlds`."""

WORLDS_TRIED = 30
"""The greatest number of worlds drawn until one fits what has happened in the present step."""
NARROWEST = 20
"""The fewest columns of a text."""
LOWEST = 6
"""The fewest lines of a text."""
WIDEST = 10_000
"""The most pixels of the width of a picture."""
WORLDS_TRIED_AT_FIRST = 400
"""The same where nothing has happened in it, no game within it either: one must fit, perhaps one in fifty only."""
ERRORS_OF_IMPOSSIBLE_WORLDS = (WargameError, LookupError, ValueError, TypeError, AttributeError)
"""The errors that rules raise in a world in which what was chosen is impossible."""


class View:
    """What one seat may know of a game at one moment, and nothing else.

    Players (people, front ends, bots) get views and never a state. Everything is computed when it is asked for. Once
    the game has gone on, a view raises `StaleView` for all but its seat, scenario, options and rules.
    """

    __slots__ = (
        "_ask",
        "_at",
        "_board",
        "_commits",
        "_entries",
        "_entry_count",
        "_feed",
        "_imagined",
        "_runner",
        "_seq",
        "_sheet_of",
        "_tags",
        "_undo",
        "outer",
        "seat",
    )

    def __init__(
        self,
        runner: Runner,
        seat: str,
        commits: Mapping[str, Action] | None = None,
        entries: Sequence[Entry] = (),
        undo: Callable[[str], bool] | None = None,
        tags: Tags | None = None,
        sheet_of: Callable[[View], Any] | None = None,
        outer_view: View | None = None,
    ) -> None:
        self.outer = outer_view
        """The view of the outer game; None if this is not an inner game."""
        self._runner, self.seat, self._commits, self._entries = runner, seat, commits, entries
        self._seq, self._entry_count = runner.seq, len(entries)
        self._feed: Sequence[Event] | None = None if entries else ()
        self._board: Any = None
        pending = runner.pending
        self._ask = pending.ask(seat, commits or NO_COMMITS) if pending is not None else None
        self._undo, self._tags, self._at, self._sheet_of = undo, tags, "", sheet_of
        self._imagined: tuple[Worlds, Board, State] | None = None

    @staticmethod
    def of(state: State, seat: str) -> View:
        """What ``seat`` may know of a position, without its story. Raises `UnknownName`."""
        return View(state.look(), state.rules.seat(seat), state.commits)

    def _now(self) -> Runner:
        if self._runner.seq != self._seq:
            raise StaleView("the game has moved on since this view was taken: take a new one")
        return self._runner

    @property
    def scenario(self) -> str:
        """The id of the scenario that is played."""
        return self._runner.scenario

    @property
    def options(self) -> Mapping[str, str]:
        """The value of every option."""
        return self._runner.options

    @property
    def rules(self) -> Rules:
        """The rules of the game: printed matter, no secrets."""
        return self._runner.rules

    @property
    def everything(self) -> bool:
        """Whether this is the referee's view."""
        return self.seat == REFEREE

    @property
    def at(self) -> str:
        """A tag for the history of the game as this seat knows it: the ``at`` of `Match.play`, `Match.undo` and `news`.

        It reveals nothing, not even the number of answers. It is "" in the view of a state.
        """
        if not self._at and self._tags is not None:
            self._at = f"{self.knowledge}-{told_tag(self._digests)}"
        return self._at

    @property
    def knowledge(self) -> str:
        """A digest of all that this seat was told, has chosen and is asked now; "" in the view of a state."""
        runner = self._now()
        if self._tags is None:
            return ""
        question = (self.prompt, runner.cursor, self.waiting_for)
        told_entries = self._entries[: self._entry_count]
        return self._tags.tag(self.rules.codec, self.seat, told_entries, question, self._commits or {})

    @property
    def _digests(self) -> Sequence[bytes]:
        """The digests of the events so far, each of all up to it."""
        self._now()
        tags, entries = self._tags, self._entries[: self._entry_count]
        return tags.told(self.rules.codec, self.seat, entries) if tags is not None else ()

    @property
    def sheet(self) -> str:
        """The digest of the sheet that this view's pieces, places and cards are on: see `Game.sheet_of`.

        It changes when an inner game begins or ends, whose sheet is then to be laid out. It is "" in the view of a
        state, and in a match of bare rules.
        """
        return self._sheet_of(self).digest if self._now() is not None and self._sheet_of is not None else ""

    @property
    def can_undo(self) -> bool:
        """Whether this seat may take its last choice back."""
        return self._now() is not None and self._undo is not None and self._undo(self.seat)

    @property
    def board(self) -> Any:
        """The board as this seat sees it."""
        runner = self._now()
        if self._board is None:
            self._board = redact(runner.board, self.seat)
        return self._board

    @property
    def inner(self) -> View | None:
        """The inner game as this seat sees it there; None while none is played, or if this seat may not watch it.

        The question, choices, pieces and panels of the outer view are then those of the inner game, and name things of
        its sheet: see `Game.sheet_of`.
        """
        runner, game = self._now(), self.inner_game
        seat = game.seat(self.seat) if game is not None else None
        if runner.inner is None or game is None or seat is None:
            return None
        commits = {
            game.seats[outer_seat]: action.action
            for outer_seat, action in (self._commits or {}).items()
            if isinstance(action, InnerAction)
        }
        return View(runner.inner, seat, commits, outer_view=self)

    @property
    def inner_game(self) -> InnerGame | None:
        """Which inner game is played, and by whom; None without one."""
        return self._now().inner_game

    # What the seat is asked

    @property
    def prompt(self) -> str | None:
        """What this seat is asked; None when it is not asked anything."""
        return ask.prompt if (ask := self._asks()) else None

    @property
    def cite(self) -> Cite | None:
        """Where the rule that asks is printed, if this seat is asked."""
        return ask.cite if (ask := self._asks()) else None

    @property
    def standing_answer(self) -> Action | None:
        """What this seat has said beforehand that it will choose; None where it is to be asked, or asked nothing."""
        return ask.standing_answer if (ask := self._asks()) else None

    @property
    def choices(self) -> Menu:
        """The actions this seat may choose from, with their labels. Raises `NotYourTurn` when it is asked nothing."""
        if (ask := self._asks()) is None:
            raise NotYourTurn(f"{self.seat} is not asked anything now")
        return Menu(ask, lambda: self.board)

    @property
    def asked(self) -> bool:
        """Whether this seat is to choose now."""
        return self._asks() is not None

    def _asks(self) -> Ask | None:
        if self._runner.seq != self._seq:
            self._now()
        return self._ask

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats that are to choose now; in a secret choice all of them, whoever has chosen already."""
        pending = self._now().pending
        return tuple(pending.asks) if pending is not None else ()

    @property
    def cursor(self) -> Cursor:
        """Where the game is in its sequence of play; the seat that is asked also sees the part of that step."""
        inner_step = (self._ask.step,) if self._ask is not None and self._ask.step else ()
        return (*self._now().cursor, *inner_step)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._now().outcome

    # What its screen shows

    @property
    def events(self) -> Sequence[Event]:
        """All events so far as this seat knows them (empty in the view of a state)."""
        self._now()
        if self._feed is None:
            self._feed = [event for entry in self._entries[: self._entry_count] for event in entry.told(self.seat)]
        return self._feed

    @property
    def log(self) -> list[str]:
        """The story so far, a sentence for each event; control characters are written as their numbers."""
        return [harmless(text) for text in (event.text(self.board) for event in self.events) if text]

    def menu(self, limit: int | None = None) -> list[JsonObject]:
        """The choices as rows of label and JSON action, at most ``limit`` of them.

        ``about`` says what a row names, in the ids of the sheet, and ``help`` says more about it; empty ones are left
        out. The menu is empty for questions that only people can answer (`Choices.by_people`).
        """
        if (ask := self._asks()) is None or ask.choices.by_people:
            return []
        return [self.row(action) for action in ask.choices.head(limit)]

    def row(self, action: Action) -> JsonObject:
        """A choice as a row of the menu."""
        board, ask = self.board, self._ask
        row: MenuRow = {"label": action.text(board), "action": self.rules.codec.to_json(action)}
        if subject_json := action.about(board).to_json():
            row["about"] = subject_json
        if ask is not None and (help_text := ask.choices.help(action, board)):
            row["help"] = help_text
        return cast(JsonObject, row)

    @property
    def forced(self) -> bool:
        """Whether there is only one answer; a screen may give it by itself after a moment."""
        return (ask := self._asks()) is not None and len(ask.choices.head(2)) == 1

    @property
    def panels(self) -> Panels:
        """What lies beside the board, as this seat may know it: score, hand, status, tracks, sequence of play.

        By number or by id, as in ``view.panels["score"]``.

        If the game's panels contain no sequence of play, the steps of the turn are added.
        """
        return self.own_panels if (inner_view := self.inner) is None else inner_view.panels

    @property
    def own_panels(self) -> Panels:
        """The panels of this game, also while an inner game is played."""
        return Panels(self._shown_by(self.rules.display.panels))

    @property
    def counts(self) -> tuple[Panel, ...]:
        """The panels of this game that hold numbers, without words where the game can make them so."""
        return self._shown_by(self.rules.display.counts or self.rules.display.panels)

    def _shown_by(self, panels: Callable[[Any, str], tuple[Panel, ...]] | None) -> tuple[Panel, ...]:
        if panels is None:
            return ()
        panel_list = panels(self.board, self.seat)
        for panel in panel_list:
            if isinstance(panel, SequenceOfPlay):
                return panel_list
        rules, cursor = self.rules, self._runner.cursor
        return (*panel_list, rules.places_in_turn.get(cursor) or place_in(rules.sequence, cursor))

    @property
    def piece_places(self) -> dict[str, str]:
        """The place of each piece on the map that this seat sees, in the ids of the sheet, in their order."""
        if (inner_view := self.inner) is not None:
            return inner_view.piece_places
        return dict(sorted(self.board.piece_places().items()))

    @property
    def pieces(self) -> Pieces:
        """The pieces on the map that this seat sees, with what their counters show it, by number or by id.

        >>> from wargame_core import load
        >>> first = load("battlecry").start(seed=1862).view("union").pieces["u1"]
        >>> first.name, first.at, first.values["figures"]
        ('Union infantry u1', 'G3', (4, 4))
        """
        if (inner_view := self.inner) is not None:
            return inner_view.pieces
        return Pieces(pieces_on(self.board, self.rules.display.face_of))

    @property
    def marks(self) -> tuple[MapMark, ...]:
        """What else lies on the map now: works, zones, flags, crossings that are destroyed."""
        if (inner_view := self.inner) is not None:
            return inner_view.marks
        return tuple(self.rules.display.map_marks(self.board))

    def news(self, since: str = "") -> StoryNews:
        """What has happened since the view whose `at` was ``since``; everything without one.

        A screen that has the rows up to then drops the last ``drop`` of them, which were taken back, and appends
        ``rows``; its next ``since`` is ``at``. That holds after any number of choices and undos, and in another process
        that goes on with the match. A row has kind, sentence (``text``, "" for an event without one), what it is about,
        and marks where the sentence names that. It names what the seat knew when it was told: a row of a face-down
        piece stays as it is when the piece is turned up. A screen that keeps its own copy of the board moves pieces by
        ``about``, also for a row without a sentence. Raises `MalformedAction` for what is no ``at``.
        """
        had, kept_events = kept_of(since, self._digests)
        rows = [story_row(event, self.board) for event in self.events[kept_events:]]
        return {"at": self.at, "drop": had - kept_events, "rows": rows}

    def to_json(self, menu: bool = True, log: bool = True) -> JsonObject:
        """The view as plain JSON data for this seat's screen, with menu and log if wanted."""
        screen: Screen = {
            "game": self.rules.id,
            "sheet": self.sheet,
            "seat": self.seat,
            "at": self.at,
            "cursor": list(self.cursor),
            "board": self.rules.codec.view_to_json(self.board),
            "pieces": [piece.to_json() for piece in self.pieces],
            "marks": [mark.to_json() for mark in self.marks],
            "prompt": self.prompt,
            "waiting_for": list(self.waiting_for),
            "menu": cast(list[MenuRow], self.menu() if menu else []),
            "forced": self.forced,
            "panels": [panel.to_json() for panel in self.panels],
            "can_undo": self.can_undo,
            "outcome": self.outcome.to_json() if self.outcome else None,
            "log": self.log if log else [],
        }
        if (inner_screen := self._inner_screen()) is not None:
            screen["inner"] = inner_screen
        return dict(screen)

    def _inner_screen(self) -> InnerScreen | None:
        """Which inner game is played, for a screen that must lay out another sheet; None while none is."""
        inner_view, game = self.inner, self.inner_game
        if inner_view is None or game is None:
            return None
        screen: InnerScreen = {
            "game": game.id,
            "scenario": inner_view.scenario,
            "seat": inner_view.seat,
            "cursor": list(inner_view.cursor),
        }
        if (innermost := inner_view._inner_screen()) is not None:
            screen["inner"] = innermost
        return screen

    # Worlds that the seat thinks possible

    def world(self, rng: Random) -> State:
        """A full state that this seat cannot distinguish from the true one, with secrets drawn by ``rng``.

        In a game without secrets it is the position itself without the secret choices of others. Worlds in which the
        present step could not have come this far are drawn again. Raises `HiddenStep` while another seat does something
        that this one does not see, `WargameError` if the game has no ``worlds``.
        """

        def checked_state(world: State) -> State:
            self._check_same_question(world.look())
            return world

        return self.draw(rng, checked_state)

    def in_motion(self, rng: Random, entries: list[Entry]) -> Runner:
        """One of the worlds as a running game that keeps ``entries`` of what happens."""

        def started(world: State) -> Runner:
            runner = world.runner(entries=entries, with_checkpoints=False)
            self._check_same_question(runner)
            return runner

        return self.draw(rng, started)

    def draw(self, rng: Random, run: Callable[[State], T]) -> T:
        """What ``run`` makes of the first world drawn in which the answers of the present step are possible.

        ``run`` must look at the world or run it; unlike `world` this does not ask who is to choose there.
        """
        worlds, checkpoint, position = self._imagined = self._imagined or self._common_to_worlds()
        problem: Exception = HiddenStep("none was tried")
        has_begun = position.answers or position.inner is not None
        for _ in range(WORLDS_TRIED if has_begun else WORLDS_TRIED_AT_FIRST):
            board = worlds(checkpoint, self.board, self.seat, rng)
            try:
                return run(evolve(position, checkpoint=board, inner=self._imagined_inner_position(position.inner, rng)))
            except HiddenStep:
                raise
            except ERRORS_OF_IMPOSSIBLE_WORLDS as impossible:
                problem = impossible
        raise WargameError(
            f"in no world drawn could the present step have come so far: {problem!r}; worlds(before, now) gets both "
            f"boards as {self.seat} sees them, without what is hidden"
        ) from problem

    def _common_to_worlds(self) -> tuple[Worlds, Board, State]:
        """What all the worlds have in common, computed once: how the game draws them, the checkpoint, the position."""
        runner = self._now()
        worlds = runner.rules.hidden_information.worlds or (_only_world if hides_nothing(runner.rules.board) else None)
        if worlds is None:
            raise WargameError(f"{runner.rules.id} does not say how its secrets may lie")
        own_commits = {seat: action for seat, action in (self._commits or {}).items() if seat == self.seat}
        position = State.of(runner, own_commits)
        return worlds, redact(position.checkpoint, self.seat), position

    def _check_same_question(self, world: Runner) -> None:
        """Raises `HiddenStep` for a world in which another seat is asked: what that seat is at cannot be imagined."""
        asked_seats = tuple(world.pending.asks) if world.pending is not None else ()
        if asked_seats and asked_seats != self.waiting_for:
            raise HiddenStep(f"{self.seat} does not see what another seat is doing now")

    def _imagined_inner_position(self, position: InnerPosition | None, rng: Random) -> InnerPosition | None:
        """The inner game with secrets drawn again. Raises `HiddenStep` for a seat that may not watch it."""
        if position is None:
            return None
        inner_view = self.inner
        if inner_view is None:
            raise HiddenStep(f"{self.seat} does not see the inner game")
        return InnerPosition(position.game, inner_view.world(rng))

    def position(self) -> str:
        """What this seat knows of the position, in the words of ``print(state)``; the inner game while one is played.

        `Game.position` does not read it, since what the seat does not know is missing.
        """
        if (inner_view := self.inner) is not None:
            return inner_view.position()
        lines = [seen_text(self.rules, self.seat, self.scenario, self.options, self.cursor, self.board)]
        if self.prompt is not None:
            lines += ["", f"# {self.seat} is asked: {harmless(self.prompt)}"]
        elif self.waiting_for:
            lines += ["", f"# {', '.join(self.waiting_for)} to choose"]
        return "\n".join(lines)

    def text(self, width: int = 80, height: int | None = None) -> str:
        """What this seat sees, as text: the map in letters, then who stands where, score, hand and question.

        It has at most ``height`` lines: the map shows the part around the question, and what else does not fit is told
        as a number of lines; without ``height`` the map has 24 lines and nothing is left out. Without
        wargame-pictures, which draws the map, it is all but the map, and a line that says so. Raises `WargameError` for
        a width below 20 or a height below 6.
        """
        if width < NARROWEST or (height is not None and height < LOWEST):
            raise WargameError(
                f"a text has at least {NARROWEST} columns and {LOWEST} lines, and not width={width}, height={height}"
            )
        try:
            return str(in_form(self, "text", width, height))
        except MissingExtra as missing_extra:
            return in_words(self, width, height, str(missing_extra))

    def svg(self, size: float | str | None = None) -> str:
        """The board as this seat sees it, as SVG: so many pixels wide, or as wide as "180mm" or "100%".

        Raises `MissingExtra` without wargame-pictures, and `WargameError` for another size, or a game without a
        picture.
        """
        return str(self._picture(in_form(self, "svg", size)))

    def png(self, width: int = 1400) -> bytes:
        """The board as this seat sees it, as PNG, so many pixels wide: for a chat, or an answer by HTTP.

        Raises `MissingExtra` without wargame-pictures and CairoSVG, and `WargameError` for a width that is no whole
        number from 1 to 10,000, or a game without a picture.
        """
        if type(width) is not int or not 1 <= width <= WIDEST:
            raise WargameError(f"a picture is 1 to {WIDEST:,} pixels wide, not {quote(width)}")
        return bytes(self._picture(in_form(self, "png", width)))

    def _picture(self, drawn_picture: Any) -> Any:
        if drawn_picture is None:
            raise WargameError(f"{self.rules.id} has no picture: view.text() shows it as text")
        return drawn_picture

    def letters(self, width: int = 80, height: int = 24, *, centre: str = "", whole: bool = False) -> Letters:
        """The board as this seat sees it in a pane of so many columns and lines, a cell for each character.

        ``centre`` is the id of a space of the sheet; without it the part shown lies around what the question is about,
        or else the last event, or else the seat's own pieces. A larger pane around the same centre shows all that a
        smaller one shows. With ``whole`` the whole map is shown at the largest scale that fits: from a few letters for
        each space on it has roads, rivers and names. While an inner game is played, that is drawn.

        Raises `UnknownName` for a centre that is no space, `MissingExtra` without wargame-pictures, `WargameError` for
        a game that was not loaded by name.
        """
        letters: Letters = in_form(self, "letters", width, height, centre, whole)
        return letters

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str | None:
        return drawn(self, "html") if self._runner.seq == self._seq else None

    def __reduce__(self) -> NoReturn:
        raise WargameError("a view cannot be pickled, it looks at a running game: send view.to_json()")

    def __repr__(self) -> str:
        if self._runner.seq != self._seq:
            return f"<View of {self.seat}: the game has moved on since it was taken>"
        return f"<View of {self.seat} at {' > '.join(self.cursor) or 'the end'}: {self.prompt or 'nothing to choose'}>"


def _only_world(checkpoint: Board, board: Board, seat: str, rng: Random) -> Board:
    """The only world of a game that hides nothing."""
    return checkpoint
