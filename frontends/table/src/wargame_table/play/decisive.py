"""What decided a game, as one seat saw it: the moments at which its chance to win changed most.

Where nobody has learnt chances the points tell, and where there are none the weights of what happened. A moment counts
where something was fought or lost in it; what one reads of it are the rows that the seat was told.
"""

import re
import textwrap
from collections.abc import Sequence
from typing import Final

from attrs import evolve, field, frozen

from wargame_core import SPECTATOR, Game, Match, View
from wargame_core.authoring import Event
from wargame_core.chances import NOTHING_KNOWN
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless
from wargame_pictures import pictures_of
from wargame_pictures.stories.recap import ATTACK, LOSS, RETREAT, RecapLine, kind_of, recap_of
from wargame_table.messages.feed import Feed
from wargame_table.messages.screen import DrawnBoard, drawn_for
from wargame_table.play.agreements import points_of

EVENTS: Final = 3
"""The events that are told."""
_CANDIDATES: Final = 3 * EVENTS
"""The moments that are drawn as they come, so that some are left where others are taken back."""
_TELLING_KINDS: Final = (ATTACK, LOSS, RETREAT)
"""The kinds of rows by which a moment counts, those first that tell most of it."""
_DICE: Final = re.compile(r"\s*\[[^\]]*(?:\]|$)")
_SENTENCE: Final = re.compile(r"(?<=[.!?]) (?=[A-Z])")
_PART: Final = re.compile(r"[,;:] ")
_ROWS_BEFORE: Final = 100
"""The rows before a moment from which its names and places are learnt."""
_LONGEST: Final = 260
"""The characters of a sentence."""


@frozen
class _Worth:
    """How it stands for the seat that is looked at: its chance to win, None where nobody knows, and its lead."""

    chance: float | None
    lead: int

    def change(self, other_worth: "_Worth") -> float:
        """How much is different between two moments; a point is less than any change of a chance that is known."""
        if self.chance is not None and other_worth.chance is not None:
            return abs(other_worth.chance - self.chance)
        return abs(other_worth.lead - self.lead)


@frozen
class _Moment:
    """What a choice led to: the rows that tell it, the turn, how it stood before and after, and what lay there then."""

    first: int
    known: int
    turn: int
    before: _Worth
    after: _Worth
    weight: int
    line: RecapLine = field(factory=lambda: RecapLine(""))
    board: DrawnBoard = field(factory=lambda: DrawnBoard({}), eq=False)

    @property
    def rank(self) -> tuple[float, int, int]:
        """What is more decisive has the greater rank; of two alike the later."""
        return (round(self.before.change(self.after), 4), self.weight, self.known)

    def to_json(self) -> JsonObject:
        """The moment for a screen."""
        line, board = self.line, self.board
        text = harmless(in_short(line.text))
        row: JsonObject = {"known": self.known, "first": self.first, "turn": self.turn, "text": text}
        if self.before.chance is not None and self.after.chance is not None:
            row["chances"] = [round(100 * self.before.chance), round(100 * self.after.chance)]
        attacks = [list(pair) for pair in line.attacks]
        places = list(dict.fromkeys((*line.places, *(place for way in line.ways for place in way))))
        faces = {name: board.faces[name] for name in board.marks} | {
            piece["face"]: board.faces[piece["face"]] for piece in board.pieces.values() if "face" in piece
        }
        return row | {
            "still": {
                "pieces": dict(board.pieces),
                "marks": list(board.marks),
                "faces": faces,
                "named": list(line.pieces),
                "places": places,
                "attacks": attacks,
            }
        }


def in_short(text: str, longest: int = _LONGEST) -> str:
    """A paragraph that fits under a small picture: without its dice, and of a long one how it begins and how it ends.

    A sentence is told whole; one that is too long by itself ends where one of its parts does.

    >>> in_short("They fight [die 6]. One falls. They go on. The other goes back.", longest=45)
    'They fight. … The other goes back.'
    """
    text = _DICE.sub("", text)
    if len(text) <= longest:
        return text
    sentences = _SENTENCE.split(text)
    joined_sentences = " … ".join(dict.fromkeys((sentences[0], sentences[-1])))
    if len(joined_sentences) <= longest:
        return joined_sentences
    end = _whole_parts(sentences[-1], longest)
    return f"… {end}" if len(sentences) > 1 else end


def _whole_parts(sentence: str, longest: int) -> str:
    """As much of a sentence as has so many characters, up to the end of one of its parts."""
    if len(sentence) <= longest:
        return sentence
    part_ends = [end_match.start() for end_match in _PART.finditer(sentence, 0, longest)]
    return f"{sentence[: part_ends[-1]]} …" if part_ends else textwrap.shorten(sentence, longest, placeholder=" …")


class DecisiveEvents:
    """Looks at every moment of a game as ``seat`` sees it, and tells the most decisive ones at its end."""

    def __init__(self, game: Game, seat: str) -> None:
        self._game, self._seat = game, seat
        self._subject = seat if seat in game.seats else game.seats[0]
        self._found: list[_Moment] = []
        self._worths: list[tuple[int, _Worth]] = []

    def add(self, match: Match, view: View, feed: Feed, kept_rows: int) -> None:
        """A moment has come, with ``feed`` told up to it; of the rows before it so many hold still."""
        self._found = [moment for moment in self._found if moment.known <= kept_rows]
        while len(self._worths) > 1 and self._worths[-1][0] > kept_rows:
            self._worths.pop()
        if match.outcome is not None or view.inner is not None:
            return
        first_row, worth_before = self._worths[-1] if self._worths else (0, None)
        worth_after = self._worth(match, view)
        self._worths.append((len(feed), worth_after))
        if worth_before is None or len(feed) == first_row:
            return
        turn, weight = self._game.rules.turn_of(view.board), self._weight(feed.sources[first_row:])
        moment = _Moment(first_row, len(feed), turn, worth_before, worth_after, weight)
        ranks = sorted(moment.rank for moment in self._found)[-_CANDIDATES:]
        if not (worth_before.change(worth_after) or weight) or (len(ranks) == _CANDIDATES and moment.rank <= ranks[0]):
            return
        if (line := self._line(view, feed, first_row)) is not None:
            self._found.append(evolve(moment, line=line, board=drawn_for(self._game, view)))

    def told_events(self) -> list[JsonObject]:
        """The most decisive events, in the order in which they happened."""
        best_moments = sorted(self._found, key=lambda moment: moment.rank)[-EVENTS:]
        return [moment.to_json() for moment in sorted(best_moments, key=lambda moment: moment.known)]

    def _worth(self, match: Match, view: View) -> _Worth:
        subject_view = view if view.seat == self._subject else match.view(self._subject)
        chances = self._game.chances(subject_view)
        points = points_of(view.panels)
        other_points = [points[side] for side in points if side != self._subject]
        lead = points.get(self._subject, 0) - max(other_points, default=0)
        return _Worth(None if chances.basis == NOTHING_KNOWN else chances.win, lead)

    def _weight(self, sources: Sequence[object]) -> int:
        weight = pictures_of(self._game).presentation.weight
        return sum(weight(event) for event in sources if isinstance(event, Event)) if weight is not None else 0

    def _line(self, view: View, feed: Feed, first_row: int) -> RecapLine | None:
        """The paragraph that tells a moment: of its first fight, else of its first loss or retreat."""
        start = max(0, first_row - _ROWS_BEFORE)
        rows = feed.rows[start:]
        kinds = [kind_of(row) if row.get("text") else "" for row in rows[first_row - start :]]
        number = next((kinds.index(kind) + first_row - start for kind in _TELLING_KINDS if kind in kinds), None)
        if number is None:
            return None
        sheet = self._game.sheet_of(view)
        sides = {piece.id: piece.side for piece in (*sheet.pieces, *view.pieces)}
        titles = {side.seat: side.name for side in sheet.sides}
        recap = recap_of(rows, SPECTATOR, titles, sides.get, places=view.piece_places, first_row=first_row - start)
        lines = [line for part in recap.parts for line in part.lines if line.row <= number]
        return lines[-1] if lines else None
