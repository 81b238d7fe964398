"""One person's screen of a session, for any toolkit: what it shows, and what clicks on it do.

It holds what every screen needs beside its widgets: the latest update, the story so far, what was clicked on, and the
sentence about the last click. A toolkit draws its attributes and calls its methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Self, TypeVar

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.flow.menu_steps import MenuStep, OfferedChoice, menu_steps
from wargame_core.flow.panels import lines_of
from wargame_core.flow.players import PlayerLike
from wargame_core.flow.screens import MenuRow
from wargame_core.flow.view import View
from wargame_core.match import Match
from wargame_core.rulings import Verdict
from wargame_core.sessions.session import Session

T = TypeVar("T")


@frozen
class ScreenButton:
    """Something that a person can press at a `SeatScreen`: its label, and what pressing it does."""

    label: str
    press: Callable[[], object]


class SeatScreen:
    """One person's screen of a session, to be called from any thread. `Session.lock` holds it still while it is drawn.

    >>> from wargame_core import load
    >>> screen = SeatScreen.against_bots(load("vicksburg").start(seed=1863))
    >>> [row["label"] for row in screen.rows]
    ['move XIII Corps', 'move XV Corps', 'move XVII Corps']
    >>> screen.click("(8,8)")
    >>> screen.said
    "Confederate token C18 is the enemy's [GotW p.6 Making the First Move]"
    >>> screen.play(screen.rows[0])
    >>> screen.prompt
    'Which tokens of XIII Corps march further by a Staff Die? There are 6 left for this turn.'

    Attributes:
        session: the session.
        seat: the seat of its person.
        update: the view that it shows, as JSON: see `Session.update`.
        sheet: the `Sheet` that this view is on; another one while another game is played inside.
        story: the sentences of what has happened, the latest last.
        prompt: what the seat is asked, or whom the game waits for, or how it ended.
        panels: what lies beside the board, as lines of text.
        picked: the ids clicked on since the last choice, each of which every row shown names.
        said: why the last click or choice did nothing; "" where it did something.
    """

    def __init__(self, session: Session, seat: str = "") -> None:
        """The screen of a seat, or of the first one that a person plays.

        Raises `UnknownName`, and `WargameError` for a match of bare rules, which has no sheet.
        """
        if session.match.game is None:
            raise WargameError("a match of bare rules has no sheet to show: start it with Game.start")
        self.session, self.seat = session, session.match.rules.seat(seat or session.people[0])
        self._game = session.match.game
        self._story_sentences: list[str] = []
        self._old_sentence_count = 0
        self._played_labels: list[str] = []
        self._taken_back = ""
        self._open_groups: list[tuple[int, ...]] = []
        self._show("")

    @classmethod
    def against_bots(cls, match: Match, seat: str = "", bot: PlayerLike = "normal") -> Self:
        """The screen of a person who plays a seat, or the first one, against bots that choose in their own thread.

        Raises as `Session`.
        """
        seats = match.rules.seats
        person = match.rules.seat(seat or seats[0])
        session = Session(match, {other_seat: bot for other_seat in seats if other_seat != person})
        session.start_bots()
        return cls(session, person)

    def _show(self, since: str) -> None:
        """Show the position of this moment, and add to the story what has happened since another one."""
        self.update = self.session.update(self.seat, since)
        self.picked: tuple[str, ...] = ()
        self._open_groups = []
        self.said = ""
        self.look(self._read)
        news = self.update["news"]
        kept_count = len(self._story_sentences) - news["drop"]
        self._old_sentence_count = min(self._old_sentence_count, kept_count)
        self._story_sentences[kept_count:] = [row["text"] for row in news["rows"]]
        self.story = [text for text in self._story_sentences if text]

    @property
    def news(self) -> list[str]:
        """The sentences since the person's last choice, that choice included, or which choice was taken back."""
        taken_back = [f"Taken back: {self._taken_back}."] if self._taken_back else []
        return [*taken_back, *(text for text in self._story_sentences[self._old_sentence_count :] if text)]

    def _read(self, view: View) -> None:
        self.sheet: Any = self._game.sheet_of(view)
        waiting_text = f"waiting for {' and '.join(view.waiting_for)}"
        self.prompt = str(view.outcome) if view.outcome is not None else view.prompt or waiting_text
        self.panels = [line for panel in view.panels for line in lines_of(panel, self.sheet.names)]

    def refresh(self) -> bool:
        """Show what the session has come to; False where nothing has changed for this seat."""
        with self.session.lock:
            if self.look(lambda view: view.at) == self.update["at"]:
                return False
            self._show(self.update["at"])
            return True

    def look(self, from_view: Callable[[View], T]) -> T:
        """What ``from_view`` makes of the view of this seat, such as a picture: see `Session.look`."""
        return self.session.look(self.seat, from_view)

    @property
    def rows(self) -> list[MenuRow]:
        """The rows of the menu to be shown: those that name everything picked."""
        rows = self.update["menu"]
        for picked_id in self.picked:
            rows = self._rows_naming(rows, picked_id)
        return [rows[number] for number in self._open_groups[-1]] if self._open_groups else rows

    @property
    def steps(self) -> list[MenuStep]:
        """The menu to be shown in steps: of a short one its rows, of a long one groups of rows to `pick` from.

        The numbers in a step are those of `rows`.
        """
        return menu_steps(self.rows)

    def pick(self, step: MenuStep) -> None:
        """Play the row of a step, or show the steps of its group; `back` shows those before.

        A step that is not among `steps` any more does nothing, and `said` says so.
        """
        with self.session.lock:
            self.said = ""
            if step not in self.steps:
                self.said = f"{step.label} is not in the menu any more"
            elif len(step.rows) == 1:
                self.play(self.rows[step.rows[0]])
            else:
                step_shown = self._open_groups[-1] if self._open_groups else None
                self._open_groups.append(
                    step.rows if step_shown is None else tuple(step_shown[number] for number in step.rows)
                )

    def back(self) -> bool:
        """Show the steps before the last `pick`, or all rows again after clicks; False where all are shown."""
        with self.session.lock:
            self.said = ""
            if self._open_groups:
                self._open_groups.pop()
                return True
            picked_things, self.picked = self.picked, ()
            return bool(picked_things)

    @property
    def buttons(self) -> list[ScreenButton]:
        """All that can be pressed at this moment: the steps of the menu, then what goes back and what stops bots.

        The latter are "show all again", "take the last choice back", "stop the bots" and "let the bots go on".
        """
        session = self.session
        buttons = [ScreenButton(step.label, partial(self.pick, step)) for step in self.steps]
        if self._open_groups or self.picked:
            buttons.append(ScreenButton("show all again", self.back))
        if self.update["can_undo"]:
            buttons.append(ScreenButton("take the last choice back", self.undo))
        if session.bots_paused:
            buttons.append(ScreenButton("let the bots go on", session.resume_bots))
        elif self.thinking:
            buttons.append(ScreenButton("stop the bots", session.pause_bots))
        return buttons

    @property
    def cards(self) -> list[Any]:
        """The cards in the hand of the seat, as far as it sees them: each a `SheetCard`."""
        hands = [panel for panel in self.update["panels"] if panel["panel"] == "hand" and panel["seat"] == self.seat]
        card_ids = [name for hand_panel in hands for name in hand_panel["cards"]]
        cards_by_id = {card.id: card for card in self.sheet.cards}
        return [cards_by_id[name] for name in dict.fromkeys(card_ids) if name in cards_by_id]

    @property
    def thinking(self) -> str:
        """The seat of the bot that is to choose, "" where none is or where `Session.pause_bots` holds it."""
        return "" if self.session.bots_paused else self.session.bot_asked

    @property
    def lit(self) -> list[str]:
        """The ids of the spaces and pieces on the map that are picked, or that a row shown names.

        In a long menu a group of rows has the first thing that each of them names: the pieces, and no places yet.
        """
        on_map = {piece["id"] for piece in self.update["pieces"]} | {space.id for space in self.sheet.spaces}
        rows, things_named = self.rows, list(self.picked)
        for step in menu_steps(rows):
            for number in step.rows:
                row_refs = _named_by(rows[number])
                things_named += row_refs if len(step.rows) == 1 else OfferedChoice.read(rows[number]).references[:1]
        return [ref for ref in dict.fromkeys(things_named) if ref in on_map]

    @property
    def lit_spaces(self) -> frozenset[str]:
        """The ids of the spaces of `lit`, and of those in which its pieces stand."""
        lit_references, spaces = set(self.lit), {space.id for space in self.sheet.spaces}
        stand = {piece["at"] for piece in self.update["pieces"] if piece["id"] in lit_references}
        return frozenset(stand | lit_references & spaces)

    def _rows_naming(self, rows: list[MenuRow], picked_id: str) -> list[MenuRow]:
        """The rows that name a thing; where none does, those that name what stands there, or where it stands."""
        pieces = self.update["pieces"]
        related_ids = {piece["id"] for piece in pieces if piece["at"] == picked_id}
        related_ids |= {piece["at"] for piece in pieces if piece["id"] == picked_id}
        exact_rows = [row for row in rows if picked_id in _named_by(row)]
        return exact_rows or [row for row in rows if not related_ids.isdisjoint(_named_by(row))]

    def click(self, reference: str) -> None:
        """A click on a space, piece or card, by its id: the rows that name it are shown, or `said` says why none does.

        A further click picks one of them; when only one row is left then, it is played. So a second click on the same
        thing plays its only row. "", a click beside everything, shows all rows again.
        """
        with self.session.lock:
            self.said = ""
            rows, self._open_groups = self._rows_naming(self.rows, reference), []
            if not reference:
                self.picked = ()
            elif self.picked and len(rows) == 1:
                self.play(rows[0])
            elif rows:
                self.picked = tuple(dict.fromkeys((*self.picked, reference)))
            elif self._rows_naming(self.update["menu"], reference):
                self.picked = (reference,)
            else:
                self.picked, self.said = (), self.why_not(reference)

    def why_not(self, reference: str) -> str:
        """Why the seat cannot choose a thing, by its id, or by words as in `Match.explain`; "legal" where it can."""
        explain, seat = self.session.explain, self.seat
        if any(piece["id"] == reference for piece in self.update["pieces"]):
            explanation = explain(seat=seat, piece=reference)
        elif any(space.id == reference for space in self.sheet.spaces):
            explanation = explain(seat=seat, place=reference)
        elif any(card.id == reference for card in self.sheet.cards):
            explanation = explain(seat=seat, card=reference)
        else:
            explanation = explain(reference, seat)
        return str(explanation)

    def play(self, row: MenuRow) -> None:
        """Play a row of the menu; where it is refused, `said` says why."""
        with self.session.lock:
            told_count = len(self._story_sentences)
            if self._after(self.session.play(row["action"], self.seat, at=self.update["at"])):
                self._old_sentence_count, self._taken_back = told_count, ""
                self._played_labels.append(row["label"])

    def undo(self) -> None:
        """Take the last choice back; where it stands, `said` says why."""
        with self.session.lock:
            if self._after(self.session.undo(self.seat, at=self.update["at"])):
                self._old_sentence_count = len(self._story_sentences)
                self._taken_back = self._played_labels.pop() if self._played_labels else "the last choice"

    def _after(self, verdict: Verdict) -> bool:
        self.refresh()
        self.picked, self.said, self._open_groups = (), "" if verdict else str(verdict), []
        return bool(verdict)


def _named_by(row: MenuRow) -> Iterator[str]:
    """The ids of all that a row is about."""
    for reference in row.get("about", {}).values():
        if isinstance(reference, str):
            yield reference
        else:
            yield from reference
