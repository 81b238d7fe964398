"""Laws of what lies on the table, and of what a seat is shown beside its view.

The first are about sheets, references, panels, refusals and events, the others about log, digest of knowledge, picture,
paper and numbers.

They apply to games whose sheet has pieces.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from math import prod
from typing import Any, assert_never

from attrs import define, evolve, field

from wargame_core import SPECTATOR, Action, Game, Match, Sheet, State, View, WargameError
from wargame_core.flow.about import CARD, OFF, PIECE, PLACE, About, Names
from wargame_core.flow.entries import Rolled
from wargame_core.flow.events import Board, Event
from wargame_core.flow.explaining import LONGEST_ANSWER
from wargame_core.flow.inner_games import InnerEvent, InnerGameBegan, InnerGameEnded
from wargame_core.flow.panels import Hand, Panel, Score, SequenceOfPlay, Status, Track
from wargame_core.flow.screens import Mark, MarkedSentence, marked_sentence
from wargame_core.json_form import JsonObject
from wargame_core.rulings import Verdict
from wargame_lab.encoding import ROW, Encoder
from wargame_lab.encoding import encoder as encoder_of
from wargame_lab.observations import numbers_of
from wargame_laws.complaints import LawBroken, difference, plain
from wargame_laws.laws_of_choices import mutations
from wargame_laws.trials import Moment, Play, Trial
from wargame_pictures import pictures_of
from wargame_pictures.of_games import handout, turn_orders
from wargame_pictures.paper.handout import Handout


def sheet_of(trial: Trial) -> Sheet | None:
    """The sheet of the game on trial; None if it has no pieces."""
    sheet = trial.game.sheet(trial.scenario, options=trial.options)
    return sheet if sheet.pieces else None


def mistakes_on_screens(trial: Trial) -> tuple[LawBroken | None, LawBroken | None]:
    """What is wrong first on the screens of all seats: a name that is found nowhere, and a piece at a wrong place."""
    if trial.seen_on_screens is not None:
        return trial.seen_on_screens
    unknown_name: LawBroken | None = None
    misplaced_piece: LawBroken | None = None
    for screen, moment, view in _screens_at_moments(trial):
        if unknown_name is None and (name := screen.unknown_in(view)) is not None:
            unknown_name = moment.error(f"{screen.seat} finds nowhere {name}")
        if misplaced_piece is None and (piece := screen.misplaced(view)) is not None:
            misplaced_piece = moment.error(f"{screen.seat} follows the events, and has a piece wrong: {piece}")
        if unknown_name is not None and misplaced_piece is not None:
            break
    trial.seen_on_screens = unknown_name, misplaced_piece
    return trial.seen_on_screens


@define
class TableScreen:
    """A screen that knows no game: the sheet, and where pieces stand by what it has been told."""

    seat: str
    game: Game
    sheet: Sheet
    places: dict[str, str]
    events_seen: int
    known: Mapping[str, set[str]] = field(factory=dict)
    unknown: list[str] = field(factory=list)
    laid_out: str = ""
    around: Mapping[str, str] = field(factory=dict)
    """Where the pieces stood on the game's own map when another sheet was laid out."""

    def watch(self, play: Play) -> Iterator[tuple[Moment | Play, View]]:
        """Each moment of a game and its end, with this seat's view after the events up to it."""
        for moment_or_play in chain[Moment | Play](play, [play]):
            yield moment_or_play, self._catch_up(moment_or_play.match)

    def _catch_up(self, match: Match) -> View:
        view = match.view(self.seat)
        for event in view.events[self.events_seen :]:
            if isinstance(event, (InnerGameBegan, InnerGameEnded)):
                self._lay_out(view, _laid_out(view))
            else:
                self._note_event(event, view.board)
        self.events_seen = len(view.events)
        return view

    def _lay_out(self, view: View, sheet_id: str) -> None:
        """Another sheet lies on the table, as the view says; what stands on it is told with it."""
        if sheet_id == self.laid_out:
            return
        if not self.laid_out:
            self.around = dict(self.places)
        self.laid_out, self.sheet = sheet_id, self.game.sheet_of(view)
        self.places = dict(view.piece_places if sheet_id else self.around)
        self.known = _known_names(self.sheet, view, self.game)

    def _note_event(self, event: Event, board: Board) -> None:
        references = event.about(board)
        for piece in references.pieces if references.to else ():
            if references.to == OFF:
                self.places.pop(piece, None)
            else:
                self.places[piece] = references.to
                self.known["pieces"].add(piece)
        self.unknown += [f"what the event {event.kind} names: {name}" for name in self._unknown_names(references)]
        self.unknown += [f"what a sentence marks: {mark}" for mark in _stray_marks(marked_sentence(event, board))]

    def misplaced(self, view: View) -> str | None:
        """The first piece that is not where the view says; of pieces that come and go by sight only its own count."""
        places_in_view, places = view.piece_places, dict(sorted(self.places.items()))
        if view.rules.hidden_information.sight(view.board) is not None:
            own_pieces = {piece.id for piece in self.sheet.pieces if piece.side == self.seat}
            places_in_view, places = (
                {piece: all_places[piece] for piece in all_places if piece in own_pieces}
                for all_places in (places_in_view, places)
            )
        return difference(places, places_in_view)

    def unknown_in(self, view: View) -> str | None:
        """The first thing named in a view or by the events so far that is neither on the sheet nor on its map."""
        self.known["pieces"].update(view.piece_places)
        strange = [
            f"the place of {piece}: {piece_place}"
            for piece, piece_place in view.piece_places.items()
            if piece_place not in self.known["places"]
        ]
        for action in view.choices if view.asked else ():
            names = self._unknown_names(action.about(view.board))
            strange += [f"what {action.text(view.board)!r} names: {name}" for name in names]
        for panel in view.panels:
            strange += [f"what the panel {panel.id} shows: {name}" for name in self._unknown_names_on(panel)]
        return next(iter((*self.unknown, *strange)), None)

    def _unknown_names(self, references: About) -> list[str]:
        return [
            name
            for kind, names in (
                ("places", references.all_places()),
                ("pieces", references.all_pieces()),
                ("cards", references.cards),
            )
            for name in names
            if name not in self.known[kind]
        ]

    def _unknown_names_on(self, panel: Panel) -> list[str]:
        match panel:
            case Status(lines):
                names = (About(line.pieces, places=line.places) for line in lines)
                return [name for references in names for name in self._unknown_names(references)]
            case Hand(seat, _, cards):
                return [*self._unknown_names(About(cards=cards)), *([] if seat in self.known["seats"] else [seat])]
            case Track(_, _, boxes, track_position) | SequenceOfPlay(boxes, track_position):
                return [] if -1 <= track_position < len(boxes) else [f"box {track_position} of {len(boxes)}"]
            case Score(points):
                return [seat for seat, _ in points if seat not in self.known["seats"]]
            case _:
                assert_never(panel)


def _stray_marks(sentence: MarkedSentence) -> Iterator[Mark]:
    """Marks that lie outside their sentence or over one another, or stand for what it is not about."""
    end, references = 0, sentence.about
    subjects = {*references.all_pieces(), *references.all_places(), *references.cards}
    for mark in sentence.marks:
        stands_for = {ref for ref in (mark.piece, mark.place, mark.card) if ref}
        if not (end <= mark.start < mark.end <= len(sentence.text) and len(stands_for) == 1 and stands_for <= subjects):
            yield mark
        end = mark.end


def _screens_at_moments(trial: Trial) -> Iterator[tuple[TableScreen, Moment | Play, View]]:
    """Every seat's view at the recorded moments of all games; nothing while no pieces lie on the sheet."""
    sheet = sheet_of(trial)
    if sheet is None:
        return
    for play in trial.plays():
        start_match = trial.start(play.game.seed)
        for seat in (*trial.game.seats, SPECTATOR):
            first_view = start_match.view(seat)
            known_names = _known_names(sheet, first_view, trial.game)
            screen = TableScreen(seat, trial.game, sheet, first_view.piece_places, len(first_view.events), known_names)
            screen.laid_out = _laid_out(first_view)
            for moment, view in screen.watch(play):
                yield screen, moment, view


def _laid_out(view: View) -> str:
    """The sheet that lies on the table, by what a view says of it: empty for the game's own."""
    return view.inner_game.digest if view.inner is not None and view.inner_game is not None else ""


def _known_names(sheet: Sheet, view: View, game: Game) -> dict[str, set[str]]:
    """What a screen may hear of with this sheet before it."""
    inner_seats = game.inner(view.inner_game).seats if view.inner is not None and view.inner_game is not None else ()
    return {
        "places": {space.id for space in sheet.spaces},
        "pieces": {piece.id for piece in sheet.pieces} | set(view.piece_places),
        "cards": {card.id for card in sheet.cards},
        "seats": {*game.seats, *inner_seats},
    }


SAFE = 2**53
"""The greatest whole number that screens store exactly, because they use floating point."""
LONGEST = 500
"""The greatest number of characters of a refusal."""
PROBES = 6
"""The number of actions tried at a moment."""


def law_the_sheet_is_printed_matter(trial: Trial) -> None:
    """Made twice, a sheet is the same plain data; ids are unique; it has a briefing, sides and texts of cards.

    No two ids differ only in capital and small letters, which people do not type with care.
    """
    sheet = sheet_of(trial)
    if sheet is None:
        return
    second_sheet = trial.game.sheet(trial.scenario, options=trial.options)
    data = sheet.to_json()
    if (flaw := difference(data, plain(data)) or difference(data, second_sheet.to_json())) is not None:
        raise LawBroken(f"the sheet is not the same plain data each time: {flaw}")
    for name in ("spaces", "crossings", "pieces", "cards", "tracks", "aids"):
        ids = [part.id for part in getattr(sheet, name)]
        if repeated_ids := sorted({part_id for part_id in ids if not part_id or ids.count(part_id) > 1}):
            raise LawBroken(f"{name} on the sheet have no id, or the same: {repeated_ids}")
    names_in_small: dict[str, str] = {}
    for name in chain((space.id for space in sheet.spaces), sheet.names):
        if (other_name := names_in_small.setdefault(name.casefold(), name)) != name:
            raise LawBroken(f"{other_name} and {name} on the sheet differ only in capital and small letters")
    seats = [side.seat for side in sheet.sides]
    if tuple(seats) != trial.game.seats or len({side.letter for side in sheet.sides}) != len(seats):
        raise LawBroken(f"the sides on the sheet are {seats}, each with a letter of its own, not {trial.game.seats}")
    if not (sheet.briefing.title and sheet.briefing.situation and sheet.briefing.how_to_win):
        raise LawBroken("the briefing says too little: it has a title, a situation and how to win")
    if silent := [card.id for card in sheet.cards if not card.text]:
        raise LawBroken(f"cards without text: {silent}")


def law_what_is_named_lies_on_the_table(trial: Trial) -> None:
    """Menus, stories and panels name only places, pieces and cards that a seat finds on the sheet or on its map."""
    if (problem := mistakes_on_screens(trial)[0]) is not None:
        raise problem


def law_pieces_follow_their_references(trial: Trial) -> None:
    """Moving pieces by the references of events alone leads to the places that the view shows."""
    if (problem := mistakes_on_screens(trial)[1]) is not None:
        raise problem


def law_screens_can_count_what_they_get(trial: Trial) -> None:
    """No whole number in a view, a story or a sheet is too large for a screen to store exactly."""
    sheet = sheet_of(trial)
    if sheet is None:
        return
    if (flaw := _too_big(sheet.to_json())) is not None:
        raise LawBroken(f"on the sheet stands {flaw}")
    for moment in trial.moments(0.5):
        for seat in (*trial.game.seats, SPECTATOR):
            view = moment.match.view(seat)
            if (flaw := _too_big([view.to_json(), view.news()])) is not None:
                raise moment.error(f"{seat} is sent {flaw}")


def _too_big(data: object) -> int | None:
    values: Iterable[object] = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    if isinstance(data, int) and abs(data) > SAFE:
        return data
    return next((flaw for value in values if (flaw := _too_big(value)) is not None), None)


def law_why_not_is_answered(trial: Trial) -> None:
    """Whoever asks why a thing of the sheet cannot be chosen gets a short verdict, which agrees with what is legal.

    It has at most `LONGEST_ANSWER` characters, and never says only what the question is not about.
    """
    sheet = sheet_of(trial)
    if sheet is None:
        return
    printed_things = [
        *((PLACE, space.id) for space in sheet.spaces),
        *((PIECE, piece.id) for piece in sheet.pieces),
        *((CARD, card.id) for card in sheet.cards),
    ]
    for moment in trial.moments(0.1):
        match, choices = moment.match, moment.match.choices(moment.seat)
        if match.board.inner is not None:
            continue  # its own sheet is asked about in the laws of its own game
        abouts = [action.about(match.view(moment.seat).board) for action in choices.head(LISTED)]
        offered_things = set(chain.from_iterable(map(_meant_by, abouts)))
        things_named = set(chain.from_iterable(map(_things_of, abouts)))
        places = match.view(moment.seat).piece_places
        things_named |= {
            (PLACE, places[ref]) for name_kind, ref in things_named if name_kind is PIECE and ref in places
        }
        things_named |= {(PIECE, piece) for piece, place in places.items() if (PLACE, place) in things_named}
        for kind, ref in {*moment.some(printed_things, ASKED), *moment.some(sorted(offered_things, key=str), ASKED)}:
            verdict = match.explain(**{_KINDS[kind]: ref}, seat=moment.seat)
            if not isinstance(verdict, Verdict) or not (verdict or str(verdict)):
                raise moment.error(f"why not {ref}: {verdict!r}")
            if len(text := str(verdict)) > LONGEST_ANSWER:
                raise moment.error(f"why not {ref}: more than {LONGEST_ANSWER} characters: {text}")
            if any(code.startswith("not_about") for code in verdict.codes) and ";" not in text:
                raise moment.error(f"why not {ref}: {text}, and no word of what can be chosen")
            if not verdict and (kind, ref) in offered_things:
                raise moment.error(f"{ref} can be chosen, and {moment.seat} is told: {verdict}")
            menu_tells_all = choices.complete and len(abouts) < LISTED and any(kind is kind for kind, _ in things_named)
            if verdict and menu_tells_all and (kind, ref) not in things_named:
                raise moment.error(f"{moment.seat} is told that {ref} can be chosen, and no choice kind it")
        if other_seats := [seat for seat in trial.game.seats if seat not in match.waiting_for]:
            kind, ref = moment.some(printed_things, 1)[0]
            if match.explain(**{_KINDS[kind]: ref}, seat=other_seats[0]):
                raise moment.error(f"{other_seats[0]} is not asked, and is told that {ref} can be chosen")


ASKED, LISTED = 12, 60
"""How many things of the sheet, and of what is offered, are asked about at a moment; how many choices are looked at."""
_KINDS: dict[Names, str] = {PLACE: "place", PIECE: "piece", CARD: "card"}


def _meant_by(references: About) -> Iterator[tuple[Names, str]]:
    """What a choice is the choice of: where it leads to, on whom it acts, which card it plays."""
    yield from ((PLACE, place) for place in (references.to,) if place and place != OFF)
    yield from ((PIECE, piece) for piece in (references.target, *references.targets) if piece)
    yield from ((CARD, card) for card in references.cards)


def _things_of(references: About) -> Iterator[tuple[Names, str]]:
    """Everything that a choice names."""
    yield from ((PLACE, place) for place in references.all_places())
    yield from ((PIECE, piece) for piece in references.all_pieces())
    yield from ((CARD, card) for card in references.cards)


def law_refusals_are_sentences(trial: Trial) -> None:
    """Refusals are short sentences that show no values as Python code."""
    if sheet_of(trial) is None:
        return
    python_code = re.compile(
        rf"\b({'|'.join(action.__name__ for action in trial.game.rules.actions)})\(\w*=?|<class |\\x"
    )
    pool: list[Action] = []
    for moment in trial.moments(0.5):
        choices = moment.match.choices(moment.seat)
        for action in moment.some(pool, PROBES) + moment.some(list(mutations(moment.action, pool)), PROBES):
            for reason in choices.judge(action).reasons:
                if python_code.search(reason.text) or len(reason.text) > LONGEST:
                    raise moment.error(f"{moment.seat} reads on trying {action}: {reason.text}")
        pool = [*pool[-200:], moment.action]


def law_every_event_is_told_or_silent(trial: Trial) -> None:
    """Every class of event has a sentence of its own, or says by ``silent`` that it needs none; never both."""
    for event in trial.game.rules.events:
        has_words = event.text is not Event.text
        if event.silent and has_words:
            raise LawBroken(f"the event {event.kind} says that it is silent, and has a sentence")
        if not event.silent and not has_words:
            raise LawBroken(f"the event {event.kind} has no sentence; if that is meant it says silent = True")


def law_every_roll_leaves_a_trace(trial: Trial) -> None:
    """A roll that everybody sees is followed by a sentence, at the latest by what the next choice leads to."""
    for play in trial.plays():
        list(play)
        for label in _untold_rolls(play):
            raise play.error(f"nothing is told of the roll {label!r}")


def _untold_rolls(play: Play) -> list[str]:
    """The labels of open rolls that two choices, or the end, came after without a sentence."""
    board, waiting_rolls, overdue_rolls, missed_rolls = play.match.board, list[str](), list[str](), list[str]()
    for entry in play.match.entries:
        if entry.actions:
            missed_rolls += overdue_rolls
            waiting_rolls, overdue_rolls = [], waiting_rolls
        elif isinstance(entry, Rolled) and entry.seen_by is None:
            waiting_rolls.append(entry.label)
        if any(_is_told(event, board) for event in entry.events):
            waiting_rolls, overdue_rolls = [], []
    return [*missed_rolls, *overdue_rolls, *waiting_rolls]


def _is_told(event: Event, board: Board) -> bool:
    """Whether an event has a sentence; one of an inner game that is over is told by its class, its board is gone."""
    if isinstance(event, InnerEvent) and event.inner_on(board) is None:
        inner_event = event.event
        while isinstance(inner_event, InnerEvent):
            inner_event = inner_event.event
        return type(inner_event).text is not Event.text
    return bool(event.text(board))


SHARE = 0.01
"""The share of moments at which the map is compared in letters."""
PANE = (200, 60)


def law_the_table_tells_no_secrets(trial: Trial) -> None:
    """Worlds a seat cannot tell apart have the same pieces, panels, menus and story for it, references included.

    So have its log, the digest of its knowledge, its picture, its map in letters, and what it may print: the packet of
    a battle, its orders.
    """
    if sheet_of(trial) is None or trial.game.rules.hidden_information.worlds is None:
        return
    for number, play in enumerate(trial.plays(0.5)):
        for moment in play:
            for seat in trial.game.seats:
                try:
                    state = moment.match.state
                    own_commits = {name: action for name, action in state.commits.items() if name == seat}
                    truth, world = evolve(state, commits=own_commits), moment.match.view(seat).world(moment.rng)
                    pane = PANE if moment.rng.random() < SHARE and trial.game.rules.source.origin is not None else None
                    pair = [_what_lies_before(trial.game, state, seat, moment, pane) for state in (truth, world)]
                except WargameError:
                    continue  # not every step can be imagined, nor every choice be made in another world
                if None in pair:
                    continue
                if (flaw := difference(*pair)) is not None:
                    raise moment.error(f"{seat} can tell two worlds apart by what lies on the table: {flaw}")
        if not number:
            _log_is_the_story(trial, play)


def _log_is_the_story(trial: Trial, play: Play) -> None:
    """Raise `LawBroken` where the log of a game does not say to a seat what its story says."""
    for seat in (*trial.game.seats, SPECTATOR):
        view = play.match.view(seat)
        if (flaw := difference(view.log, [row["text"] for row in view.news()["rows"] if row["text"]])) is not None:
            raise play.error(f"the log of {seat} is not its story: {flaw}")


def _what_lies_before(game: Game, state: State, seat: str, moment: Moment, pane: tuple[int, int] | None) -> Any:
    """What a seat has before it, before and after the choice of the moment if it is its own; None if that revealed.

    With ``pane`` the map is drawn in letters too.
    """
    match = Match.of(state, chance="explicit")
    parts: list[JsonObject] = [_table_facts(match.view(seat)) | _printed_for(game, match, seat)]
    if pane is not None:
        parts.append(match.view(seat).letters(*pane, whole=True).to_json())
    if match.waiting_for == (seat,) and moment.seat == seat:
        match.play(moment.action, seat)
        if any(event.revealing(match.board) for entry in match.entries for event in entry.events):
            return None
        view = match.view(seat)
        parts.append(_table_facts(view) | {"log": view.log, "knowledge": match.knowledge(seat)})
    return plain(parts)


def _table_facts(view: View) -> JsonObject:
    panels = [panel.to_json() for panel in view.panels]
    on_map = [part.to_json() for part in (*view.pieces, *view.marks)]
    return {"pieces": on_map, "panels": panels, "menu": view.menu(), "story": view.news()["rows"]}


def _printed_for(game: Game, match: Match, seat: str) -> JsonObject:
    """What is drawn and printed for a seat."""
    picture = pictures_of(game).picture(match.view(seat), legend=False)
    try:
        orders = turn_orders(game, match, seat)
    except WargameError:
        orders = None  # this seat has no orders to give
    picture_texts = [repr((picture.markers, picture.marks, picture.caption))] if picture is not None else []
    return {
        "picture": picture_texts,
        "packet": _handout_texts(handout(game, match, seat)),
        "orders": _handout_texts(orders),
    }


def _handout_texts(handout: Handout | None) -> list[str]:
    return [handout.page, handout.text, handout.json_text()] if handout is not None else []


CODED = 30
"""The number of choices of a menu whose codes are decoded."""


def law_numbers_tell_what_the_view_tells(trial: Trial) -> None:
    """Every choice is the action of its code; observations have their shape; equal views give equal numbers."""
    encoder = encoder_of(trial.game, trial.scenario, **trial.options)
    if not encoder.sheet.pieces:
        return
    for moment in trial.moments(0.1):
        view = moment.match.view(moment.seat)
        _read_back(encoder, moment, view)
        _same_shape(encoder, view)
        view_numbers, panel_numbers = sorted(numbers_of(view.counts)), sorted(numbers_of(view.own_panels))
        if view_numbers != panel_numbers:
            raise moment.error(f"learners are told {view_numbers}, but the panels show {panel_numbers}")
        _numbers_in_other_world(encoder, moment, view)


def _read_back(encoder: Encoder, moment: Moment, view: View) -> None:
    """Raise `LawBroken` for a choice whose code is not the code of it alone: one of two with the same is read wrong."""
    for action in islice(view.choices, CODED):
        code = encoder.code(action)
        if (action_read := encoder.action(code)) != action:
            raise moment.error(f"{action} has the code {code}, which is read back as {action_read}")


def _same_shape(encoder: Encoder, view: View) -> None:
    encoded_view, observer, rows = encoder.view(view), encoder.observer, encoder.rows(view, CODED)
    sizes = encoder.sizes.values()
    shape = (
        {len(plane) for plane in encoded_view.planes.values()} <= {len(encoder.sheet.spaces)},
        {len(row) for row in encoded_view.pieces} <= {len(observer.columns)},
        len(encoded_view.pieces) == len(encoder.sheet.pieces),
        len(encoded_view.globals) == len(observer.global_names),
        len(encoded_view.numbers) == sum(map(prod, observer.shapes.values())),
        {len(row) for row in rows} <= {len(ROW)},
        all(0 <= number < size for row in rows for number, size in zip(row, sizes, strict=True)),
    )
    if not all(shape):
        raise LawBroken(f"the numbers of a view have another shape than their names: {shape}")


def _numbers_in_other_world(encoder: Encoder, moment: Moment, view: View) -> None:
    """Raise `LawBroken` if numbers differ where only what is hidden does: also how many answers there were unseen."""
    try:
        world = view.world(moment.rng)
        other_view = View.of(evolve(world, seq=world.seq + 1), moment.seat)
    except WargameError:
        return  # not every step can be imagined
    if encoder.view(other_view) != encoder.view(view) or encoder.rows(other_view, CODED) != encoder.rows(view, CODED):
        raise moment.error(f"{moment.seat} can tell two worlds apart by their numbers")
