"""Why a piece, a place or a card cannot be chosen: for everything on the sheet, whatever the question is about.

What a game's choices say of a thing comes first (`Choices.explain`); where they say nothing, the list of choices tells
what the question is about instead. An answer is short, and its best reason stands first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from wargame_core.errors import UnknownName
from wargame_core.flow.about import CARD, OFF, PIECE, PLACE, About, Names
from wargame_core.flow.choices import Action
from wargame_core.flow.inner_games import InnerChoices
from wargame_core.flow.pending import Ask
from wargame_core.flow.rules import Rules
from wargame_core.limits import quote
from wargame_core.maps.map import Map
from wargame_core.names import folded
from wargame_core.rulings import LEGAL, Verdict, refuse

LISTED = 400
"""How many of the listed choices are looked through for what a question is about."""
NAMED = 6
"""How many things that could be chosen an answer names."""
LONGEST_ANSWER = 200
"""The number of characters to which an answer keeps: reasons after the first, and choices, are left out beyond it."""
QUESTION, NAME = 70, 50
"""How many characters of a question, and of the name of what cannot be chosen, an answer quotes."""
KINDS: dict[Names, str] = {PIECE: "pieces", PLACE: "places", CARD: "cards"}
"""What can be asked about, with the word for many of it."""


class Explaining:
    """One question, as the seat that is asked knows it: its choices, and the names of what lies on the table.

    ``board`` is the board as that seat sees it. While an inner game is played, all is about that.
    """

    def __init__(self, rules: Rules, ask: Ask, board: Any) -> None:
        choices, seat = ask.choices, ask.seat
        while isinstance(choices, InnerChoices) and board.inner is not None:
            rules = rules.inner_game(board.inner.game.id, board.inner.game.data).rules
            seat = board.inner.game.seat(seat) or ""
            choices, board = choices.inner, board.inner.board
        self.rules, self.choices, self.prompt, self.board, self.seat = rules, choices, ask.prompt, board, seat

    def of(self, kind: Names, ref: str) -> Verdict:
        """Why the thing with this id cannot be chosen; legal where it can."""
        if ref == OFF:
            is_offered = ref in self._offered_ids(kind)
            return LEGAL if is_offered else refuse("stays_on_the_map", "nothing can leave the map by this choice")
        if not (verdict := self.rules.knows(kind, ref, self.board)):
            unseen_text = f"{quote(ref)} is not on the map, as far as you can see"
            return refuse("not_on_the_map", unseen_text) if kind is PIECE else verdict
        answer = self._verdict_of_choices(kind, ref)
        if answer or ref in self._offered_ids(kind):
            return LEGAL
        return _shortened_verdict(answer if answer is not None else self._not_listed(kind, ref))

    def verdict_on_pair(self, piece: str, kind: Names, ref: str) -> Verdict:
        """Why a piece cannot choose a place, or that of another piece; where the choices do not say it, as `of`."""
        place = ref if kind is PLACE else self.board.piece_places().get(ref, "") if kind is PIECE else ""
        is_on_map = place not in ("", OFF) and self.rules.knows(PLACE, place, self.board)
        answer = self.choices.explain_pair(piece, place) if is_on_map else None
        return self.of(kind, ref) if answer is None else _shortened_verdict(answer)

    def _verdict_of_choices(self, kind: Names, ref: str) -> Verdict | None:
        """What the choices say of a thing, or of where it stands, or of who stands there."""
        verdict = self.choices.explain(kind, ref)
        if verdict is not None or kind is CARD:
            return verdict
        places = self.board.piece_places()
        if kind is PIECE:
            verdict_on_place = self.choices.explain(PLACE, places[ref]) if ref in places else None
            is_no_end = not verdict_on_place and self._side(ref) == self.seat and self._chooses_pieces
            return None if is_no_end else verdict_on_place
        verdicts = [self.choices.explain(PIECE, piece) for piece in self._standing_on(ref)]
        given_verdicts = [verdict for verdict in verdicts if verdict is not None]
        return next((verdict for verdict in given_verdicts if verdict), given_verdicts[0] if given_verdicts else None)

    def _standing_on(self, place: str) -> list[str]:
        return [piece for piece, piece_place in self.board.piece_places().items() if piece_place == place]

    def _side(self, piece: str) -> str:
        """The seat of the side of a piece on the map; "" where that is not known."""
        has_face = self.rules.display.face_of is not None and piece in self.board.piece_places()
        return (
            self.rules.display.face_of(self.board, piece).side
            if has_face and self.rules.display.face_of is not None
            else ""
        )

    @cached_property
    def _listed_actions(self) -> list[Action]:
        """The choices that are looked through."""
        return self.choices.head(LISTED)

    @cached_property
    def _action_subjects(self) -> list[About]:
        return [action.about(self.board) for action in self._listed_actions]

    @property
    def _leads_to_places(self) -> bool:
        """Whether the choices lead to places."""
        return any(subject.to for subject in self._action_subjects)

    @property
    def _chooses_pieces(self) -> bool:
        """Whether the choices are choices of a piece."""
        return bool(self._offered_ids(PIECE))

    def _offered_ids(self, kind: Names) -> list[str]:
        """The things of a kind that the listed choices are choices of, each once.

        Of places that is where choices lead to, or else what they are about; of pieces those on whom they act, and who
        acts where several can.
        """
        abouts = self._action_subjects
        if kind is PLACE:
            refs = [subject.to for subject in abouts] if self._leads_to_places else _places_of(abouts)
        elif kind is CARD:
            refs = [card for subject in abouts for card in subject.cards]
        else:
            pieces_differ = len({subject.pieces for subject in abouts}) > 1
            refs = [piece for subject in abouts for piece in (subject.pieces if pieces_differ else ())]
            refs += [piece for subject in abouts for piece in (subject.target, *subject.targets)]
        return [ref for ref in dict.fromkeys(refs) if ref]

    def _not_listed(self, kind: Names, ref: str) -> Verdict:
        """That a thing is not a choice, for which reason, and what the choices are."""
        code, reason = self._why_not_listed(kind, ref)
        return refuse(code, f"{reason}; {self._choices_in_words(kind, LONGEST_ANSWER - len(reason) - 2)}")

    def _why_not_listed(self, kind: Names, ref: str) -> tuple[str, str]:
        """The code and the words for why none of the listed choices is one of that thing."""
        name, offered_names = _shorten_text(self._name_of_thing(kind, ref), NAME), self._offered_ids(kind)
        if kind is PLACE and self._chooses_pieces and not self._leads_to_places:
            return self._why_nobody_there(ref, name)
        if not offered_names:
            question, mark, _ = self.prompt.partition("?")
            return (
                f"not_about_{KINDS[kind]}",
                f'{name} is not an answer to "{_shorten_text(question + mark, QUESTION)}"',
            )
        if kind is PIECE and self._is_of_others(ref, offered_names):
            return "not_yours", f"{name} is not yours"
        return "not_among", f"{name} is not among the {KINDS[kind]} to choose from"

    def _why_nobody_there(self, place: str, name: str) -> tuple[str, str]:
        """The same of a place, where a piece is chosen."""
        pieces_here = self._standing_on(place)
        if not pieces_here:
            return "nobody_there", f"you see no piece on {name}"
        offered_pieces = self._offered_ids(PIECE)
        if all(self._is_of_others(piece, offered_pieces) for piece in pieces_here):
            return "not_yours", f"{name} holds no piece of yours"
        return "not_among", f"no piece on {name} is among those to choose from"

    def _is_of_others(self, piece: str, offered_pieces: Sequence[str]) -> bool:
        """Whether a piece is of another side, and those that are offered are of the seat that chooses."""
        side = self._side(piece)
        return side not in ("", self.seat) and all(
            self._side(piece_offered) == self.seat for piece_offered in offered_pieces
        )

    def _choices_in_words(self, preferred_kind: Names, room: int) -> str:
        """What can be chosen, in so many characters: a few choices by their labels, else things of that kind first."""
        kinds = [kind for kind in (preferred_kind, PIECE, PLACE, CARD) if self._offered_ids(kind)]
        if len(self._listed_actions) <= NAMED or not kinds:
            labels = [action.text(self.board) for action in self._listed_actions]
            return list_within_room("the choices are" if len(labels) > 1 else "the only choice is", labels, room)
        return list_within_room(
            "choose", [self._name_of_thing(kinds[0], ref) for ref in self._offered_ids(kinds[0])], room
        )

    def _name_of_thing(self, kind: Names, ref: str) -> str:
        return next(iter(self.board.names_of(kind, ref)), ref)

    # Words that a person types

    def named(self, words: str) -> list[tuple[Names, str]]:
        """The things that words mean: an id exactly, else a name or an id in any case, else the beginning of a name."""
        text = words.strip()
        if folded(text) == OFF:
            return [(PLACE, OFF)]
        if exact_matches := [(kind, text) for kind in KINDS if text in self._tellable_ids(kind)]:
            return exact_matches
        folded_text = folded(text)
        names_by_thing = [
            (kind, ref, self._names_of_thing(kind, ref)) for kind in (PIECE, CARD) for ref in self._tellable_ids(kind)
        ]
        places = [(PLACE, ref) for ref in self._place_called(text)]
        if similar_matches := [*((kind, ref) for kind, ref, names in names_by_thing if folded_text in names), *places]:
            return similar_matches
        return [
            (kind, ref)
            for kind, ref, names in names_by_thing
            if folded_text and any(n.startswith(folded_text) for n in names)
        ]

    def _names_of_thing(self, kind: Names, ref: str) -> list[str]:
        return [folded(ref), *(folded(name) for name in self.board.names_of(kind, ref))]

    def _place_called(self, words: str) -> list[str]:
        game_map = self._map_of_places
        if game_map is None:
            names = ((ref, self._names_of_thing(PLACE, ref)) for ref in self._tellable_ids(PLACE))
            return [ref for ref, folded_names in names if folded(words) in folded_names]
        try:
            return [game_map.coordinates(game_map.parse(words))]
        except UnknownName:
            return []

    @property
    def _map_of_places(self) -> Map | None:
        """The map whose spaces are the places; None where the board names them itself."""
        return self.rules.map_of(self.board) if self.board.ids_of(PLACE) is None else None

    def _tellable_ids(self, kind: Names) -> Collection[str]:
        """The ids of a kind that can be told: those that the board names, or that stand on the map."""
        board_ids = self.board.ids_of(kind)
        ids = sorted(board_ids) if isinstance(board_ids, Collection) else []
        if kind is PIECE:
            return list(dict.fromkeys((*ids, *self.board.piece_places())))
        game_map = self._map_of_places if kind is PLACE else None
        return game_map.all_coordinates if game_map is not None else ids

    def verdict_on_words(self, words: str) -> Verdict | None:
        """Why what the words mean cannot be chosen; None where they mean nothing on the table."""
        meanings = self.named(words)
        if not meanings:
            return None
        verdicts = [self.of(kind, ref) for kind, ref in meanings]
        if len(meanings) == 1 or any(verdicts):
            return next((verdict for verdict in verdicts if verdict), verdicts[0])
        names = ", ".join(f"{self._name_of_thing(kind, ref)} ({ref})" for kind, ref in meanings[:NAMED])
        return refuse("ambiguous", f"{quote(words)} may be {names}")


def list_within_room(beginning: str, names: Sequence[str], room: int) -> str:
    """A beginning and as many of the names as there is room for, part of one at least; then how many more there are.

    >>> list_within_room("choose", ["Carr", "Smith", "Hovey"], 22)
    'choose Carr or 2 more'
    >>> list_within_room("choose", ["Carr", "Smith"], 22)
    'choose Carr or Smith'
    """
    for count in range(min(len(names), NAMED), 0, -1):
        first_names, other_count = names[:count], len(names) - count
        last_part = f"{other_count} more" if other_count else first_names[-1]
        other_names = ", ".join(first_names if other_count else first_names[:-1])
        words = f"{beginning} {other_names} or {last_part}" if other_names else f"{beginning} {last_part}"
        if len(words) <= room:
            return words
    rest_text = f" or {len(names) - 1} more" if names[1:] else ""
    return (
        f"{beginning} {_shorten_text(names[0], room - len(beginning) - 1 - len(rest_text))}{rest_text}" if names else ""
    )


def _shorten_text(text: str, longest_length: int) -> str:
    return text if len(text) <= longest_length else f"{text[: max(longest_length - 3, 1)]}..."


def _shortened_verdict(verdict: Verdict) -> Verdict:
    """The first reason, and those after it that fit into an answer."""
    reasons = verdict.shortened().reasons
    short_verdict = Verdict(reasons[:1])
    for reason in reasons[1:]:
        longer_verdict = Verdict((*short_verdict.reasons, reason))
        short_verdict = longer_verdict if len(str(longer_verdict)) <= LONGEST_ANSWER else short_verdict
    return short_verdict


def _places_of(abouts: Sequence[About]) -> list[str]:
    return [place for subject in abouts for place in subject.places]
