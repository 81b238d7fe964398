"""What one seat sees at one moment, and the update that brings its screens from one moment to the next.

All screens of a seat show the same, so that an update is made once for all of them. Last what only people know: the
form of a report as a screen shows it, and the action that its answers make.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import takewhile
from typing import Any, Final, TypeAlias

from attrs import field, frozen, has

from wargame_core import SPECTATOR, Game, Match, View, WargameError, discover
from wargame_core.authoring import About, Action, Choices, Product, Sheet, Subsets
from wargame_core.flow.about import about
from wargame_core.flow.inner_games import InnerAction, InnerChoices
from wargame_core.flow.screens import marks_in
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import harmless, quote
from wargame_core.plugins.rules_search import rules_about
from wargame_core.rulings import READINGS
from wargame_pictures import GamePictures, pictures_of
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.picture import Picture, as_image
from wargame_pictures.draw.tokens import Mark, Marker, draw_mark, lay_out_stack, stacks_of
from wargame_pictures.of_games import handout
from wargame_pictures.paper.handout import FieldKind, FormField, Handout, ReportForm
from wargame_table.keeping.rows import Opening
from wargame_table.messages.incoming import MENU, Refused

BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


@frozen
class DrawnBoard:
    """What lies on the sheet as a seat sees it: a row for each piece, and SVG by digest.

    The digests are those of the faces of the pieces, and of the ``marks`` on the sheet in the order in which they lie.
    """

    pieces: Mapping[str, JsonObject]
    faces: Mapping[str, str] = field(factory=dict)
    marks: Sequence[str] = ()
    picture: Picture | None = field(default=None, eq=False)
    """The picture of which it was made."""


def drawn_for(game: Game, view: View, drawn_board_before: DrawnBoard | None = None) -> DrawnBoard:
    """The pieces and marks of a view, each piece with its place, the middle and the scale of its face, and a text.

    Where a game draws nothing the pieces have their places only. ``drawn_board_before`` is what was drawn for the same
    seat
    last: it is returned where nothing else would be drawn now.
    """
    picture = pictures_of(game).picture(view, legend=False)
    if picture is not None and drawn_board_before is not None and _is_same_picture(drawn_board_before.picture, picture):
        return drawn_board_before
    pieces: dict[str, JsonObject] = {piece: {"at": place} for piece, place in view.piece_places.items()}
    if picture is None:
        return DrawnBoard(pieces)
    faces: dict[str, str] = {}
    for space, stack in stacks_of(picture.ground.spots, picture.markers).items():
        for name, row, face in _rows_of_stack(picture.ground, space, stack):
            pieces[name] = row
            faces[row["face"]] = face
    marks = []
    for mark in picture.marks:
        digest, svg = _mark_svg(picture.ground, mark)
        marks.append(digest)
        faces[digest] = svg
    return DrawnBoard(pieces, faces, marks, picture)


def _is_same_picture(picture_before: Picture | None, picture_after: Picture) -> bool:
    """Whether the same lies on the same sheet."""
    return (
        picture_before is not None
        and picture_before.ground is picture_after.ground
        and picture_before.markers == picture_after.markers
        and picture_before.marks == picture_after.marks
    )


@lru_cache(maxsize=4096)
def _rows_of_stack(
    ground: DrawnGround, space: int, stack: tuple[Marker, ...]
) -> tuple[tuple[str, JsonObject, str], ...]:
    """The pieces of a space, each with its id, its row and its face: the same for whoever sees the same there."""
    rows = []
    for height, piece in enumerate(lay_out_stack(ground.spots[space], stack)):
        if not piece.id:
            continue
        row: JsonObject = {"at": piece.at, "x": round(piece.x, 1), "y": round(piece.y, 1)}
        row |= {"face": _digest(piece.face), "side": piece.side, "text": harmless(piece.text)}
        if height:
            row["z"] = height
        if piece.scale != 1:
            row["scale"] = piece.scale
        rows.append((piece.id, row, piece.face))
    return tuple(rows)


@lru_cache(maxsize=1024)
def _mark_svg(ground: DrawnGround, mark: Mark) -> tuple[str, str]:
    """What is marked on a sheet, as SVG with its digest."""
    svg = draw_mark(ground, mark)
    return _digest(svg), svg


def _digest(face: str) -> str:
    return blake2b(face.encode(), digest_size=5).hexdigest()


@lru_cache(maxsize=32)
def _ground(game: Game, scenario: str, options: tuple[tuple[str, str], ...], theme: str) -> str:
    board = game.rules.first_board(scenario, dict(options))
    picture = pictures_of(game).picture(board, SPECTATOR, legend=False)
    return as_image(picture.svg(layers=("sheet",), theme=theme)) if picture is not None else BLANK


def ground_svg(game: Game, opening: Opening, theme: str = "auto") -> str:
    """The printed sheet as a picture, the same for everybody; its 0, 0 is that of `Game.sheet`.

    Raises `UnknownName` for a theme that is not there.
    """
    return _ground(game, opening.scenario, tuple(sorted(opening.options.items())), theme)


MOST_INNER_SHEETS = 8
"""The number of sheets of inner games that are kept."""


@lru_cache(maxsize=32)
def _sheet(game: Game, scenario: str, options: tuple[tuple[str, str], ...]) -> Sheet:
    """The sheet of a game, made once for all tables that play it: it depends on nothing else."""
    return game.sheet(scenario, options=dict(options))


@frozen
class SheetWithPicture:
    """A sheet, and how it is drawn in the colours of a theme."""

    sheet: Sheet
    draw: Callable[[str], str]


class Sheets:
    """The sheets of one table, by digest. Whoever was told a digest may have the sheet."""

    def __init__(self, game: Game, opening: Opening) -> None:
        self._game = game
        sheet = _sheet(game, opening.scenario, tuple(sorted(opening.options.items())))
        self.main = SheetWithPicture(sheet, lambda theme: ground_svg(game, opening, theme))
        self.seat_names = sheet.seat_names
        """What people call the seats."""
        self._inner_sheets: dict[str, SheetWithPicture] = {}
        self._digests: dict[tuple[str, str], str] = {}

    def inner_digest(self, view: View) -> str:
        """The digest of the sheet of the game that is played inside, as far as the seat sees one; empty for none."""
        inner_view, inner_game = view.inner, view.inner_game
        if inner_view is None or inner_game is None:
            return ""
        seat_and_game = view.seat, inner_game.digest
        if self._digests.get(seat_and_game) not in self._inner_sheets:
            laid_sheet = self._lay_out_sheet(view)
            self._digests[seat_and_game] = laid_sheet.sheet.digest
            self._inner_sheets[laid_sheet.sheet.digest] = laid_sheet
            while len(self._inner_sheets) > MOST_INNER_SHEETS:
                del self._inner_sheets[next(iter(self._inner_sheets))]
        return self._digests[seat_and_game]

    def sheet_with(self, digest: str) -> SheetWithPicture | None:
        """The sheet with this digest, None for one that this table has not."""
        return self.main if digest == self.main.sheet.digest else self._inner_sheets.get(digest)

    def _lay_out_sheet(self, view: View) -> SheetWithPicture:
        game, board, seat = self._game.open_on(view.board, view.seat)

        def draw(theme: str) -> str:
            picture = pictures_of(game).picture(board, seat, legend=False)
            return as_image(picture.svg(layers=("sheet",), theme=theme)) if picture is not None else BLANK

        return SheetWithPicture(self._game.sheet_of(view), draw)


MOST_THINGS_AS_ROWS: Final = 2
"""Of so many things every choice is a row; of more some are ticked, which is one control for one decision."""
MOST_CHOICES_AS_MENU: Final = 16
"""So many choices are a menu, and need not be put together."""


_Wrap: TypeAlias = Callable[[Action], Action]


def build_of(view: View) -> JsonObject | None:
    """How a choice of several things is put together; None where the menu will do.

    Of some of several things: ``action`` is the choice of nothing; the names that are chosen, in the order of
    ``things``, stand in the list that ``into`` leads to, key by key; there are at most ``most``.

    Of one thing of each of several rows: ``action`` is the choice of the first of each; what is chosen in a row of
    ``each``, the ``value`` of one of its ``things``, stands where its ``into`` leads.
    """
    wrap_action, choices = _innermost_choices(view.choices.of)
    if isinstance(choices, Subsets) and len(choices.names) > MOST_THINGS_AS_ROWS:
        return _subset_form(choices, view, wrap_action)
    if choices.complete and len(choices) <= MOST_CHOICES_AS_MENU:
        return None
    return _choice_per_place(choices, view, wrap_action) if isinstance(choices, Product) else None


def _subset_form(choices: Subsets, view: View, wrap_action: _Wrap) -> JsonObject:
    empty_action, codec = choices.make(()), view.rules.codec
    bare_action: JsonObject = codec.to_json(wrap_action(empty_action))
    key_path = _keys_to_difference(bare_action, codec.to_json(wrap_action(choices.make(choices.names[:1]))))
    option_rows = []
    for name in choices.names:
        action = wrap_action(choices.make((name,)))
        option_row: JsonObject = {"name": name, "label": harmless(action.text(view.board))}
        if action_facts := action.about(view.board).to_json():
            option_row["about"] = action_facts
        option_rows.append(option_row)
    return {"action": bare_action, "into": key_path, "things": option_rows, "most": choices.most}


def _choice_per_place(choices: Product, view: View, wrap_action: _Wrap) -> JsonObject | None:
    """None where the things chosen stand in no places of their own in an action."""
    usual_parts = [row[0] for row in choices.rows]

    def action_of_parts(parts: Sequence[Any]) -> JsonObject:
        action: JsonObject = view.rules.codec.to_json(wrap_action(choices.make(tuple(parts))))
        return action

    rows, bare_action = [], action_of_parts(usual_parts)
    another = bare_action
    for place, (title, row) in enumerate(zip(choices.titles, choices.rows, strict=True)):
        actions = [action_of_parts([*usual_parts[:place], part, *usual_parts[place + 1 :]]) for part in row]
        if len(row) == 1:
            continue
        key_path = _common([_keys_to_difference(bare_action, action) for action in actions if action != bare_action])
        values = [_part_at_path(action, key_path) for action in actions]
        option_rows = [_option_row(choices, view, part, value) for part, value in zip(row, values, strict=True)]
        rows.append({"title": harmless(title), "into": key_path, "things": option_rows})
        another = put_at(another, key_path, values[-1])
    if another != action_of_parts([row[-1] for row in choices.rows]):
        return None
    return {"action": bare_action, "each": rows}


def _option_row(choices: Product, view: View, part: Any, value: Any) -> JsonObject:
    option_row: JsonObject = {"value": value, "label": harmless(choices.name(part))}
    if has(type(part)) and (subject_json := about(part, view.board).to_json()):
        option_row["about"] = subject_json
    return option_row


def _innermost_choices(choices: Choices) -> tuple[_Wrap, Choices]:
    """The choices of the innermost game, and how an action of it is written as one of the game."""
    games = list[str]()
    while isinstance(choices, InnerChoices):
        games.append(choices.game)
        choices = choices.inner

    def wrap_action(action: Action) -> Action:
        for game in reversed(games):
            action = InnerAction(game, action)
        return action

    return wrap_action, choices


def _keys_to_difference(before: Any, after: Any) -> list[str | int]:
    """The keys that lead to the innermost part in which two actions differ."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        keys: list[Any] = [key for key in before if before[key] != after[key]]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        keys = [number for number, part in enumerate(before) if part != after[number]]
    else:
        return []
    return [keys[0], *_keys_to_difference(before[keys[0]], after[keys[0]])] if len(keys) == 1 else []


def _part_at_path(part: Any, key_path: Sequence[str | int]) -> Any:
    for key in key_path:
        part = part[key]
    return part


def _common(ways: Sequence[Sequence[str | int]]) -> list[str | int]:
    """The keys with which all begin."""
    return [keys[0] for keys in takewhile(lambda keys: len(set(keys)) == 1, zip(*ways, strict=False))]


def put_at(part: Any, key_path: Sequence[str | int], value: Any) -> Any:
    """An action with something else where the keys lead."""
    if not key_path:
        return value
    first_key, *further_keys = key_path
    new_part = part.copy()
    new_part[first_key] = put_at(part[first_key], further_keys, value)
    return new_part


def ask_of(view: View, first: int = 0, only: Sequence[Action] = ()) -> JsonObject:
    """What a seat is asked: prompt, source, and the rows of its menu from number ``first`` on.

    With ``only`` the rows are of these choices and no others.
    """
    pictures, actions = pictures_of(view), only or ([] if view.choices.by_people else menu_actions(view.choices, first))
    rows = [_row(view, action, pictures) for action in actions]
    ask: JsonObject = {"prompt": harmless(view.prompt or ""), "rows": rows[:MENU], "more": len(rows) > MENU}
    if subject := subject_of(view).to_json():
        ask["about"] = subject
    if only:
        pass
    elif view.choices.abridged:
        ask["abridged"] = True
    elif not view.choices.complete and (ways := ways_of(rows[:MENU])):
        ask["ways"] = ways
    if not first and not only and (build := build_of(view)) is not None:
        ask["build"] = build
    return ask | ({"cite": str(view.cite)} if view.cite is not None else {})


def subject_of(view: View) -> About:
    """The pieces and the places of pieces that a question names, so that a screen shows of what it speaks."""
    board = view.board.inner.board if view.board.inner is not None else view.board
    piece_places = view.piece_places
    words = view.prompt or ""
    marks = marks_in(words, About(tuple(piece_places), places=tuple(dict.fromkeys(piece_places.values()))), board)
    pieces = dict.fromkeys(mark.piece for mark in marks if mark.piece)
    places = dict.fromkeys(mark.place for mark in marks if mark.place)
    return About(tuple(pieces), places=tuple(places))


def menu_actions(choices: Choices, first_row: int) -> list[Action]:
    """The actions of a menu from number ``first_row`` on, one more than is sent at once if there are so many.

    Those of a menu that is sent in parts begin with what ends the step, so that it is in the first part.
    """
    listed_actions = choices.head(first_row + MENU + 1)
    if first_row + len(listed_actions) > MENU:
        endings = choices.endings()
        listed_actions = [*endings, *(action for action in listed_actions if action not in endings)]
    return listed_actions[first_row : first_row + MENU + 1]


def _row(view: View, action: Action, pictures: GamePictures) -> JsonObject:
    """A row of a menu; `sure` stands in those that certainly roll no die and show nothing."""
    row = view.row(action)
    row["label"] = harmless(row["label"])
    return row | ({"sure": True} if pictures.is_sure(action, view.board) else {})


def ways_of(rows: Sequence[JsonMapping]) -> list[JsonObject]:
    """How the rows of a menu that go along a path are put together from other places, for each piece that may go.

    ``action`` is a row's without its path; the places entered, as ``places`` writes them by their printed ids, stand
    in the list that ``into`` leads to, key by key. ``start`` is where the way begins, ``pieces`` are those that go it.
    """
    ways: dict[str, JsonObject] = {}
    for row in rows:
        row_facts = row.get("about", {})
        path = row_facts.get("path", ())
        lists = [*_lists(row["action"], len(path) - 1)] if len(path) > 1 else []
        if len(lists) != 1:
            continue
        [(key_path, places)] = lists
        bare_action = put_at(row["action"], key_path, [])
        way = ways.setdefault(
            json.dumps([bare_action, path[0]]),
            {
                "action": bare_action,
                "into": key_path,
                "start": path[0],
                "pieces": row_facts.get("pieces", []),
                "places": {},
            },
        )
        way["places"].update(zip(path[1:], places, strict=True))
    return list(ways.values())


def _lists(part: JsonMapping, size: int, keys: tuple[str, ...] = ()) -> Iterator[tuple[list[str], list[Any]]]:
    """The lists of so many things in an action, each with the keys that lead to it."""
    for key, value in part.items():
        if isinstance(value, dict):
            yield from _lists(value, size, (*keys, key))
        elif isinstance(value, list) and len(value) == size:
            yield [*keys, key], value


@lru_cache(maxsize=64)
def length_of(game: str) -> str:
    """How long a game with this id lasts, in words; "" where nobody knows."""
    return next((entry.length for plugin in discover() for entry in plugin.games if entry.id == game), "")


def rules_at_hand(game: Game) -> list[JsonObject]:
    """What may be looked up while a game is played: each with a heading, where it stands, and its paragraphs.

    House rules come first, then the headings of the document with what is ruled about them, then the other readings.
    """
    rows = [
        _looked_up(variant.title, "house rules", (variant.help, *variant.briefing))
        for variant in game.rules.additions.variants
    ]
    try:
        rules_index = rules_about(game.id)
    except WargameError:  # a game without an index of its rules
        return rows
    rows += [_looked_up(heading.rule.heading, heading.where, heading.paragraphs) for heading in rules_index.headings]
    return rows + [
        _looked_up(reading.heading, f"{READINGS}: {reading.part}", reading.paragraphs)
        for reading in rules_index.readings_beside
    ]


def _looked_up(heading: str, place: str, paragraphs: Iterable[str]) -> JsonObject:
    return {"heading": harmless(heading), "where": harmless(place), "text": [harmless(text) for text in paragraphs]}


def packet_for(game: Game, match: Match, seat: str) -> Handout:
    """What a seat is given to print now. Raises `Refused` where there is nothing."""
    packet = handout(game, match, seat)
    if packet is None:
        raise Refused("unavailable", "nothing waits to be fought on a table of yours")
    return packet


def form_of(game: Game, match: Match, view: View) -> ReportForm | None:
    """The form that the seat of a view is to fill in now; None when it is asked for no report."""
    if not view.asked or not view.choices.by_people:
        return None
    packet = handout(game, match, view.seat)
    return packet.form if packet is not None else None


def form_to_json(form: ReportForm) -> JsonObject:
    """A form for a screen: its title, and its fields in order."""
    return {"title": harmless(form.title), "fields": [_field_to_json(form_field) for form_field in form.fields]}


def _field_to_json(form_field: FormField) -> JsonObject:
    row: JsonObject = {"key": form_field.key, "prompt": harmless(form_field.prompt), "kind": form_field.kind.value}
    if form_field.values:
        row["values"] = [[value, harmless(words)] for value, words in form_field.values.items()]
    if form_field.kind is FieldKind.NUMBER:
        row["least"] = form_field.least
    if form_field.most:
        row["most"] = form_field.most
    if form_field.asked_if is not None:
        row["asked_if"] = [form_field.asked_if[0], sorted(form_field.asked_if[1])]
    return row


def check_answers(form: ReportForm, values: JsonMapping) -> JsonMapping:
    """The answers to the fields that are asked. Raises `Refused` with the first thing that is wrong, and where."""
    unknown_keys = [key for key in values if key not in {form_field.key for form_field in form.fields}]
    if unknown_keys:
        raise Refused("malformed", f"{quote(unknown_keys[0])} is not a field of this form")
    answers: JsonObject = {}
    for form_field in form.fields:
        value = values.get(form_field.key, form_field.empty)
        if isinstance(value, str):
            value = value.strip()
        if not form_field.is_asked(answers):
            continue
        if (complaint := form_field.complaint(value)) is not None:
            raise Refused("malformed", f"{form_field.prompt}: {complaint[1]}")
        answers[form_field.key] = value
    return answers


def action_of(game: Game, match: Match, seat: str, values: JsonMapping) -> JsonMapping:
    """The action that a report of ``seat`` stands for, as JSON. Raises `Refused`."""
    form = form_of(game, match, match.view(seat))
    if form is None:
        raise Refused("not_asked", "you are asked for no report now")
    answers = check_answers(form, values)
    try:
        action: JsonMapping = match.rules.codec.to_json(form.action(answers))
    except WargameError as problem:
        raise Refused("malformed", str(problem)) from None
    return action
