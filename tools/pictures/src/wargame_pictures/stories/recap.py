"""What the others did since a seat last acted, told as turns: who, from where, with what dice, whose losses.

It is made of the rows that the seat was told (`wargame_pictures.stories.rows`) and of nothing else, so it tells no
secret. The table in the browser, the terminal and games by mail show the same recap.

>>> rows = [
...     {"kind": "began", "text": "Red attacks Blue at C3.", "by": "red", "scene": {"as": "attack"},
...      "about": {"pieces": ["r1"], "target": "b1", "places": ["C3"]},
...      "marks": [{"start": 0, "end": 3, "piece": "r1"}, {"start": 12, "end": 16, "piece": "b1"}]},
...     {"kind": "lost", "text": "Blue is destroyed.", "scene": {"as": "loss"},
...      "about": {"pieces": ["b1"], "to": "off"}},
... ]
>>> print(recap_of(rows, "blue", {"red": "Red", "blue": "Blue"}, {"b1": "blue"}.get))
Your losses: Blue at C3 (destroyed).
Red
- Red attacks Blue at C3. Blue is destroyed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from wargame_core.flow.about import OFF
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import shorten
from wargame_core.names import listed
from wargame_pictures.scene import Happening
from wargame_pictures.stories.rows import Doer, rows_for

if TYPE_CHECKING:
    from wargame_core import Game, Match

ATTACK, CARD, LOSS, MOVE, ORDER, RETREAT, ROUTINE = (
    Happening.ATTACK.value,
    Happening.CARD.value,
    Happening.LOSS.value,
    Happening.MOVE.value,
    Happening.ORDER.value,
    Happening.RETREAT.value,
    Happening.ROUTINE.value,
)
NOTE = "note"
OWN_ACTS = (ORDER, MOVE, ATTACK)
"""The kinds of rows with which a seat acts: what came before its latest act is no news to it."""
LINES = 60
"""The latest lines that a recap tells, so that a set-up of a hundred units fits a message; how many came before stands
in a line of its own."""
STRETCH = 400
"""The latest rows that are looked at first; where the seat did nothing among them, four times as many."""
LONGEST_LINE = 1200
"""The characters of a line."""
PLURAL = {
    " is ": " are ",
    " has ": " have ",
    " goes ": " go ",
    " loses ": " lose ",
    " arrives ": " arrive ",
    " retreats ": " retreat ",
    " deploys ": " deploy ",
}
"""How sentences about one piece that go on like this are told of several at once."""
WITHOUT_VERB = (" from ", " by ", " after ")
"""What sentences go on with that are told of several pieces as of one."""
BY_MEANS = re.compile(r" \w+( by \w+) from ")
"""By what means a piece goes, in its sentence."""
SINGULAR_VERB = re.compile(r" [a-z]+s[ :.]")
"""How sentences go on with another verb: they are told of each of several pieces."""


@frozen
class RecapLine:
    """A paragraph of a recap: its text, the pieces, places and cards it names, and how its result came about.

    ``event`` is the number of the row whose result can be explained, -1 for none; ``row`` is that of the first row that
    it tells. ``ways`` are the places through which pieces went, one way for each, and ``attacks`` pairs of pieces, who
    attacked and who was attacked. ``cards`` are those that were put on the table.
    """

    text: str
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    event: int = -1
    explanation: tuple[str, ...] = ()
    row: int = -1
    ways: tuple[tuple[str, ...], ...] = ()
    attacks: tuple[tuple[str, str], ...] = ()
    cards: tuple[str, ...] = ()

    def to_json(self) -> JsonObject:
        """The line for a screen, which asks for the explanation by the number of its row."""
        row: JsonObject = {"text": self.text}
        names = {"pieces": self.pieces, "places": self.places, "cards": self.cards}
        if references := {name: list(ids) for name, ids in names.items() if ids}:
            row["about"] = references
        return row | ({"event": self.event} if self.event >= 0 else {})


@frozen
class RecapPart:
    """What one seat did, or the rules in one step, one thing after the other.

    It has the seat ("" for none), the title of the seat or step ("" for neither), and a line for each thing.
    """

    by: str
    title: str
    lines: tuple[RecapLine, ...]


@frozen
class Recap:
    """What happened since a seat last acted; false where nothing did.

    Attributes:
        losses: a sentence for each side that lost something, or that the reader lost nothing in battle; "" without one.
        parts: what each seat did, in the order of the game.
        first: the number of the first row that it tells.
    """

    losses: str = ""
    parts: tuple[RecapPart, ...] = ()
    first: int = 0

    def __bool__(self) -> bool:
        return bool(self.parts)

    def to_json(self) -> JsonObject:
        """The recap for a screen."""
        parts = [
            {"by": part.by, "lines": [line.to_json() for line in part.lines]}
            | ({} if part.by or not part.title else {"step": part.title})
            for part in self.parts
        ]
        return ({"losses": self.losses} if self.losses else {}) | {"parts": parts, "first": self.first}

    def text_lines(self, explained: bool = False) -> Iterator[str]:
        """The recap in lines of plain text; with ``explained`` each result is followed by how it came about."""
        if self.losses:
            yield self.losses
        for part in self.parts:
            if part.title:
                yield part.title
            for line in part.lines:
                yield f"- {line.text}"
                if explained:
                    yield from (f"    {reason}" for reason in line.explanation)

    def __str__(self) -> str:
        return "\n".join(self.text_lines())


NO_RECAP = Recap()


def recap_for(game: Game, match: Match, seat: str, since: int | None = None) -> Recap:
    """What others did in a match since ``seat`` last acted; with ``since`` all that it learnt after so many
    entries.

    The names are those of the board as the seat sees it at the end.
    """
    view = match.view(seat)
    rows_with_sources = list(rows_for(view, match.entries[since or 0 :]))
    sheet = game.sheet_of(view)
    sides = {piece.id: piece.side for piece in (*sheet.pieces, *view.pieces)}
    titles = {side.seat: side.name for side in sheet.sides}
    rows, sources = [row for row, _ in rows_with_sources], [source for _, source in rows_with_sources]
    first_row = None if since is None else 0
    return recap_of(rows, seat, titles, sides.get, sources, view.piece_places, first_row=first_row)


def recap_of(
    rows: Sequence[JsonMapping],
    seat: str,
    titles: Mapping[str, str],
    side_of: Callable[[str], str | None],
    sources: Sequence[Any] = (),
    places: Mapping[str, str] | None = None,
    first_row: int | None = None,
) -> Recap:
    """What others did since ``seat`` last acted; for who has no seat, what the side that acted last did.

    ``titles`` are the names of the seats, ``side_of`` tells the seat that a piece belongs to, or None; ``sources``
    are what the rows tell, for the explanations of results; ``places`` say where the pieces stand at the end.
    ``first_row`` is the row from which on everything is told, the seat's own doing too.
    """
    seat = seat if seat in titles else ""
    stretch = (
        _latest_stretch(rows, seat, side_of) if first_row is None else _Stretch(0, _heads(rows, 0, side_of), first_row)
    )
    first_places = dict(places or {})
    for row in reversed(rows[stretch.begin :]):
        references = row.get("about", {})
        if start_place := references.get("from") or next(iter(references.get("path", ())), ""):
            first_places |= dict.fromkeys(references.get("pieces", ()), start_place)
    record = _Record(seat, titles, side_of, first_row is not None, at=first_places)
    for number, doer in enumerate(stretch.heads, stretch.begin):
        record.learn(rows[number])
        if number >= stretch.start:
            record.add(number, rows[number], doer, sources[number] if number < len(sources) else None)
    return record.recap(stretch.start)


def kind_of(row: JsonMapping) -> str:
    """What a row is to the eye: the kind of its scene, or what its references tell."""
    if "scene" in row:
        return str(row["scene"]["as"])
    references = row.get("about", {})
    moves = (
        references.get("pieces")
        and references.get("to", OFF) != OFF
        and (references.get("from") or references.get("path"))
    )
    return MOVE if moves else NOTE


def without_ids(text: str, pieces: Sequence[str]) -> str:
    """A sentence without the ids of pieces, which are printed on no counter.

    >>> without_ids("Union infantry u5 retreats.", ["u5"])
    'Union infantry retreats.'
    """
    for piece in pieces:
        if re.search(r"[\d_]", piece):
            text = re.sub(rf"\s*(\({re.escape(piece)}\)|(?<!\w){re.escape(piece)}(?!\w))", "", text)
    return text.strip()


def _heads(rows: Sequence[JsonMapping], first: int, side_of: Callable[[str], str | None]) -> list[Doer]:
    """Whose doing each row from ``first`` on is; an attack is that of who attacks."""
    heads = list[Doer]()
    doer = Doer().of_row(next((row for row in reversed(rows[:first]) if "by" in row), {}))
    for row in rows[first:]:
        doer = doer.of_row(row)
        if doer != Doer() and kind_of(row) == ATTACK:  # whom it hits may have answered a question just before
            attacker = next(filter(None, map(side_of, row.get("about", {}).get("pieces", ()))), "")
            doer = Doer(attacker) if attacker else doer
        heads.append(doer)
    return heads


@frozen
class _Stretch:
    """The rows that are looked at: the number of the first, whose doing each is, and from which on they are told."""

    begin: int
    heads: list[Doer]
    start: int


def _latest_stretch(rows: Sequence[JsonMapping], seat: str, side_of: Callable[[str], str | None]) -> _Stretch:
    """The rows from the latest act of ``seat`` on, and some before them, from which names and places are learnt."""
    size = STRETCH
    while True:
        first = max(0, len(rows) - size)
        heads = _heads(rows, first, side_of)
        start = _start(rows[first:], heads, seat)
        if start is not None or not first:
            return _Stretch(first, heads, first + (_news(rows, heads, seat, 0) if start is None else start))
        size *= 4


def _start(rows: Sequence[JsonMapping], heads: Sequence[Doer], seat: str) -> int | None:
    """The number of the first row of the recap; None where nothing among these rows was done before it."""
    act_rows = [number for number, row in enumerate(rows) if _is_told(row) and kind_of(row) in OWN_ACTS]
    if seat:
        own_row = next((number for number in reversed(act_rows) if heads[number].by == seat), None)
        return None if own_row is None else _news(rows, heads, seat, own_row + 1)
    latest_seat = heads[act_rows[-1]].by if act_rows else ""
    row_before = next((number for number in reversed(act_rows) if heads[number].by != latest_seat), None)
    return None if row_before is None else _news(rows, heads, heads[row_before].by, row_before + 1)


def _news(rows: Sequence[JsonMapping], heads: Sequence[Doer], seat: str, after_row: int) -> int:
    """The number of the first row from ``after_row`` on that tells what somebody else did, with the dice before it."""
    first_row = after_row
    while first_row < len(rows) and not (
        _is_told(rows[first_row]) and heads[first_row].by != seat and kind_of(rows[first_row]) not in (LOSS, RETREAT)
    ):
        first_row += 1
    if first_row < len(rows):
        while first_row > after_row and not rows[first_row - 1].get("text"):
            first_row -= 1
    return first_row


def _is_told(row: JsonMapping) -> bool:
    return bool(row.get("text")) and kind_of(row) != ROUTINE


def _pieces(row: JsonMapping) -> list[str]:
    references = row.get("about", {})
    return [*references.get("pieces", ()), *references.get("targets", ()), *filter(None, [references.get("target")])]


def _attacks(row: JsonMapping) -> list[tuple[str, str]]:
    """Who attacks whom: each that acts, and each that is acted on."""
    references = row.get("about", {})
    targets = [*references.get("targets", ()), *filter(None, [references.get("target")])]
    return [(piece, target) for piece in references.get("pieces", ()) for target in targets]


def _places(row: JsonMapping) -> list[str]:
    references = row.get("about", {})
    named_places = (references.get("from"), references.get("to"), *references.get("places", ()))
    return [place for place in dict.fromkeys(named_places) if place and place != OFF]


@define
class _Statement:
    """A sentence of which the same may hold for several pieces: their names, and how it goes on."""

    subjects: list[str]
    rest: str

    def says_same(self, other: _Statement) -> bool:
        """Whether both can be told in one sentence of all their subjects."""
        if not self.subjects or not other.subjects or self.rest != other.rest:
            return False
        is_of_each = SINGULAR_VERB.match(self.rest) and set(self.subjects).isdisjoint(other.subjects)
        return self._has_plural or bool(is_of_each)

    @property
    def _has_plural(self) -> bool:
        return self.rest.startswith((*PLURAL, *WITHOUT_VERB))

    @property
    def _plural(self) -> str:
        verb = next((verb for verb in PLURAL if self.rest.startswith(verb)), "")
        return PLURAL[verb] + self.rest.removeprefix(verb) if verb else self.rest

    def __str__(self) -> str:
        if len(self.subjects) <= 1:
            return listed(self.subjects) + self.rest
        return f"{'' if self._has_plural else 'Each of '}{listed(self.subjects)}{self._plural}"


@define
class _Paragraph:
    """What becomes one line: rows of one kind, or a battle with all that came of it."""

    doer: Doer
    kind: str
    row: int
    """The number of its first row."""
    statements: list[_Statement] = field(factory=list)
    pieces: dict[str, None] = field(factory=dict)
    places: dict[str, None] = field(factory=dict)
    ways: dict[str, tuple[str, str, str, int]] = field(factory=dict)
    """Of each piece that moved, or gave way last, how it went, where from, where to, and what it lost on its way."""
    paths: dict[str, list[str]] = field(factory=dict)
    """The places through which each piece went."""
    attacks: dict[tuple[str, str], None] = field(factory=dict)
    cards: dict[str, None] = field(factory=dict)
    event: int = -1
    explanation: tuple[str, ...] = ()

    def say(self, statement: _Statement) -> None:
        """Add a sentence, or its subjects to the one before that says the same."""
        if self.statements and self.statements[-1].says_same(statement):
            self.statements[-1].subjects += statement.subjects
        else:
            self.statements.append(statement)

    def withdraw_statement(self, statement: _Statement) -> None:
        """Take back what was said of the subject of a sentence."""
        [subject] = statement.subjects
        for earlier in reversed(self.statements):
            if earlier.rest == statement.rest and subject in earlier.subjects:
                earlier.subjects.remove(subject)
                break
        self.statements = [other for other in self.statements if other.subjects or other.rest != statement.rest]


@define
class _Record:
    """What is noted row by row, until `recap` tells it."""

    seat: str
    titles: Mapping[str, str]
    side_of: Callable[[str], str | None]
    tells_own: bool
    """Whether what the seat itself did is told too, with all of its routine."""
    names: dict[str, str] = field(factory=dict)
    """What sentences call pieces and places."""
    at: dict[str, str] = field(factory=dict)
    """Where pieces were when they were named last."""
    paragraphs: list[_Paragraph] = field(factory=list)
    losses: dict[str, dict[str, str]] = field(factory=dict)
    """By side: what befell each piece that lost something."""
    counts: dict[str, int] = field(factory=dict)
    untold: dict[str, int] = field(factory=dict)
    """What pieces lost by rows without a sentence, which the end of their way tells."""
    rolls: list[str] = field(factory=list)

    def learn(self, row: JsonMapping) -> None:
        """Note the names that a row uses, and where its pieces are."""
        for mark in row.get("marks", ()):
            piece_or_place = mark.get("piece") or mark.get("place")
            if piece_or_place:
                self.names[piece_or_place] = without_ids(
                    row["text"][mark["start"] : mark["end"]], [mark.get("piece", "")]
                )
        references = row.get("about", {})
        moved_pieces, places = references.get("pieces", ()), references.get("places", ())
        if references.get("to", OFF) != OFF:
            self.at |= dict.fromkeys(moved_pieces, references["to"])
        if len(places) == 1:
            self.at |= dict.fromkeys([piece for piece in _pieces(row) if piece not in moved_pieces], places[0])

    def add(self, number: int, row: JsonMapping, doer: Doer, source: Any) -> None:
        """Tell a row: as a paragraph of its own, or in the one that it belongs to."""
        if dice := row.get("dice"):
            if isinstance(dice["face"], int):
                self.rolls.append(f"{dice['for']}: {dice['face']}")
            return
        kind = kind_of(row)
        kind = NOTE if kind == ROUTINE and self.tells_own and doer.by == self.seat else kind
        if kind == LOSS:
            self._lose(row)
        if not row.get("text") or kind == ROUTINE:
            self.rolls = self.rolls if not row.get("text") else []
            return
        paragraph = self._paragraph(number, kind, row, doer)
        paragraph.pieces |= dict.fromkeys(_pieces(row))
        paragraph.places |= dict.fromkeys(_places(row))
        if kind == ATTACK:
            paragraph.attacks |= dict.fromkeys(_attacks(row))
        if kind == CARD:
            paragraph.cards |= dict.fromkeys(row.get("about", {}).get("cards", ()))
        if kind in (MOVE, RETREAT) and self._note_way(paragraph, row, "" if kind == MOVE else " goes back"):
            return
        has_dice = kind in (ATTACK, LOSS, RETREAT) and not getattr(source, "tells_rolls", False)
        rolls = f" [{', '.join(self.rolls)}]" if has_dice and self.rolls else ""
        self.rolls = []
        ruling = getattr(source, "ruling", None)
        if kind == ATTACK and row.get("ruling"):
            paragraph.event = number
            paragraph.explanation = (
                () if ruling is None else tuple(without_ids(reason, _pieces(row)) for reason in ruling.worked())
            )
        paragraph.say(self._statement(row, rolls))

    def _statement(self, row: JsonMapping, rolls: str) -> _Statement:
        """The sentence of a row, with the piece that it begins with apart."""
        text, actors = without_ids(row["text"], _pieces(row)) + rolls, row.get("about", {}).get("pieces", ())
        subject = next(
            (self.names[mark["piece"]] for mark in row.get("marks", ()) if mark.get("piece") and not mark["start"]), ""
        )
        if not subject:
            return _Statement([], text)
        rest_of_text, place = text.removeprefix(subject), self.at.get(actors[0], "") if len(actors) == 1 else ""
        if kind_of(row) == ATTACK and place and place not in rest_of_text:
            rest_of_text = f" at {self.names.get(place, place)}{rest_of_text}"
        return _Statement([subject], rest_of_text)

    def _paragraph(self, number: int, kind: str, row: JsonMapping, doer: Doer) -> _Paragraph:
        """The paragraph that a row belongs to."""
        latest_paragraph = self.paragraphs[-1] if self.paragraphs else None
        if latest_paragraph is not None:
            follows_attack = kind in (LOSS, RETREAT) and latest_paragraph.kind in (ATTACK, LOSS, RETREAT)
            named_pieces = _pieces(row)
            is_aftermath = (
                kind == NOTE
                and latest_paragraph.kind in (ATTACK, LOSS, RETREAT)
                and not latest_paragraph.pieces.keys().isdisjoint(named_pieces)
            )
            says_same = kind == latest_paragraph.kind in (NOTE, ORDER) and latest_paragraph.statements[-1].says_same(
                self._statement(row, "")
            )
            goes_on = doer == latest_paragraph.doer and (kind == latest_paragraph.kind == MOVE or says_same)
            if follows_attack or is_aftermath or goes_on or self._same_battle(latest_paragraph, kind, row, doer):
                return latest_paragraph
            if kind in (LOSS, RETREAT):
                doer = latest_paragraph.doer
        self.paragraphs.append(_Paragraph(doer, kind, number))
        return self.paragraphs[-1]

    def _same_battle(self, latest_paragraph: _Paragraph, kind: str, row: JsonMapping, doer: Doer) -> bool:
        """Whether a row goes on with a battle: it names those who fight already, or nothing at all."""
        if latest_paragraph.kind != ATTACK or kind not in (ATTACK, NOTE):
            return False
        named_pieces = _pieces(row)
        if kind == NOTE:
            return doer == latest_paragraph.doer and not named_pieces and not _places(row)
        return bool(named_pieces) and latest_paragraph.pieces.keys() >= set(named_pieces)

    def _note_way(self, paragraph: _Paragraph, row: JsonMapping, verb: str) -> bool:
        """Note a way, joined to what the piece went just before; False where a row tells of no way."""
        references = row.get("about", {})
        path = references.get("path") or [references.get("from"), references.get("to")]
        pieces = references.get("pieces", ())
        if not pieces or not all(path) or OFF in path:
            return False
        by_means = BY_MEANS.search(row["text"])
        verb = by_means[1] if by_means and not verb else verb
        for piece in pieces:
            earlier_verb, start, end, loss_count = paragraph.ways.get(piece, (verb, "", "", 0))
            goes_on = end == path[0]
            paragraph.paths[piece] = [*paragraph.paths[piece], *path[1:]] if goes_on else [*path]
            if goes_on and verb == earlier_verb:
                paragraph.withdraw_statement(self._way(piece, paragraph.ways[piece]))
            else:
                start, loss_count = path[0], 0
            paragraph.ways[piece] = verb, start, path[-1], loss_count + self.untold.pop(piece, 0)
            paragraph.say(self._way(piece, paragraph.ways[piece]))
        return True

    def _way(self, piece: str, way: tuple[str, str, str, int]) -> _Statement:
        verb, start, end, loss_count = way
        way_in_words = f"{verb} from {self.names.get(start, start)} to {self.names.get(end, end)}"
        loss_words = f", losing {loss_count}" if loss_count else ""
        return _Statement([self.names.get(piece, "a unit")], f"{way_in_words}{loss_words}{'.' if verb else ''}")

    def _lose(self, row: JsonMapping) -> None:
        """Note what a piece lost, and where it stood."""
        scene, references = row["scene"], row.get("about", {})
        for piece in references.get("pieces", ())[:1]:
            side = self.side_of(piece) or ""
            self.counts[piece] = self.counts.get(piece, 0) + scene.get("count", 1)
            if not row.get("text"):
                self.untold[piece] = self.untold.get(piece, 0) + scene.get("count", 1)
            place = self.names.get(self.at.get(piece, ""), self.at.get(piece, ""))
            result = scene.get("result") or ("destroyed" if references.get("to") == OFF else str(self.counts[piece]))
            name = self.names.get(piece, "a unit")
            self.losses.setdefault(side, {})[piece] = f"{name}{f' at {place}' if place else ''} ({result})"

    def recap(self, first_row: int) -> Recap:
        """All that was noted."""
        while self.paragraphs and self.paragraphs[-1].doer.by == self.seat and self.paragraphs[-1].kind == CARD:
            del self.paragraphs[-1]  # one's own card, after which nothing was done yet
        active = {piece for paragraph in self.paragraphs if paragraph.kind != ORDER for piece in paragraph.pieces}
        paragraphs = [
            paragraph
            for paragraph in self.paragraphs
            if paragraph.kind != ORDER or not paragraph.pieces or not paragraph.pieces.keys() <= active
        ]
        parts: list[RecapPart] = []
        if len(paragraphs) > LINES:
            earlier = RecapLine(f"{len(paragraphs) - LINES} things before these: see the log.")
            parts.append(RecapPart("", "", (earlier,)))
        for paragraph in paragraphs[-LINES:]:
            by, title = paragraph.doer.by, self.titles.get(paragraph.doer.by, paragraph.doer.step)
            if not parts or (parts[-1].by, parts[-1].title) != (by, title):
                parts.append(RecapPart(by, title, ()))
            parts[-1] = evolve(parts[-1], lines=(*parts[-1].lines, _line(paragraph)))
        return Recap(self._loss_sentences(), tuple(parts), first_row) if parts else NO_RECAP

    def _loss_sentences(self) -> str:
        sides = sorted(self.losses, key=lambda side: (side != self.seat, side))
        sentences = [f"{self._whose(side)}: {', '.join(self.losses[side].values())}." for side in sides]
        has_battle = any(paragraph.kind == ATTACK for paragraph in self.paragraphs)
        if self.seat and has_battle and self.seat not in self.losses:
            sentences.insert(0, "You lost nothing.")
        return " ".join(sentences)

    def _whose(self, side: str) -> str:
        title = self.titles.get(side, "")
        return "Your losses" if side and side == self.seat else f"{title} losses" if title else "Losses"


def _line(paragraph: _Paragraph) -> RecapLine:
    """A paragraph as a line: moves are joined, what follows a battle stands behind it."""
    sentences = [str(statement) for statement in paragraph.statements]
    if paragraph.kind == MOVE:
        text = "; ".join(sentence.removesuffix(".") for sentence in sentences) + "."
    else:
        text = " ".join(sentences)
    return RecapLine(
        shorten(text, LONGEST_LINE),
        tuple(paragraph.pieces),
        tuple(paragraph.places),
        paragraph.event,
        paragraph.explanation,
        paragraph.row,
        tuple(dict.fromkeys(tuple(path) for path in paragraph.paths.values())),
        tuple(paragraph.attacks),
        tuple(paragraph.cards),
    )
