"""Why a piece, a place or a card cannot be chosen: for everything on the sheet, whatever the question is about.

What a game's choices say of a thing comes first (`Choices.explain`); where they say nothing, what they list tells
whether the thing is among it, and what else is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from wargame_core.errors import UnknownName
from wargame_core.flow.about import CARD, OFF, PIECE, PLACE, About, Names
from wargame_core.flow.child import ChildChoices
from wargame_core.flow.pending import Ask
from wargame_core.flow.rules import Rules
from wargame_core.limits import quote
from wargame_core.maps.map import Map
from wargame_core.names import folded
from wargame_core.rulings import LEGAL, Verdict, refuse

LISTED = 400
"""How many of the listed choices are looked through for what a question is about."""
NAMED = 6
"""How many things a refusal names that could be chosen."""
KINDS: dict[Names, str] = {PIECE: "pieces", PLACE: "places", CARD: "cards"}
"""What can be asked about, with the word for many of it."""


class Explaining:
    """One question, as the seat that is asked knows it: its choices, and the names of what lies on the table.

    ``board`` is the board as that seat sees it. While an inner game is played, all is about that.
    """

    def __init__(self, rules: Rules, ask: Ask, board: Any) -> None:
        choices = ask.choices
        while isinstance(choices, ChildChoices) and board.child is not None:
            rules = rules.game_inside(board.child.game.id, board.child.game.data).rules
            choices, board = choices.inside, board.child.board
        self.rules, self.choices, self.prompt, self.board = rules, choices, ask.prompt, board

    def of(self, what: Names, ref: str) -> Verdict:
        """Why the thing with this id cannot be chosen; legal where it can."""
        if ref == OFF:
            leaves = ref in self._offered(what)
            return LEGAL if leaves else refuse("stays_on_the_map", "nothing can leave the map by this choice")
        if not (known := self.rules.knows(what, ref, self.board)):
            unseen = f"{quote(ref)} is not on the map, as far as you can see"
            return refuse("not_on_the_map", unseen) if what is PIECE else known
        told = self._by_the_rules(what, ref)
        if told:
            return told
        offered = self._offered(what)
        if ref in offered:
            return LEGAL
        return (told if told is not None else self._not_listed(what, ref, offered)).shortened()

    def of_pair(self, piece: str, what: Names, ref: str) -> Verdict:
        """Why a piece cannot choose a place, or that of another piece; where the choices do not say it, as `of`."""
        place = ref if what is PLACE else self.board.piece_places().get(ref, "") if what is PIECE else ""
        there = place not in ("", OFF) and self.rules.knows(PLACE, place, self.board)
        told = self.choices.explain_pair(piece, place) if there else None
        return self.of(what, ref) if told is None else told.shortened()

    def _by_the_rules(self, what: Names, ref: str) -> Verdict | None:
        """What the choices say of a thing, or of where it stands, or of who stands there."""
        verdict = self.choices.explain(what, ref)
        if verdict is not None or what is CARD:
            return verdict
        places = self.board.piece_places()
        if what is PIECE:
            return self.choices.explain(PLACE, places[ref]) if ref in places else None
        verdicts = [self.choices.explain(PIECE, piece) for piece, place in places.items() if place == ref]
        told = [verdict for verdict in verdicts if verdict is not None]
        return next((verdict for verdict in told if verdict), told[0] if told else None)

    def _offered(self, what: Names) -> list[str]:
        """The things of a kind that the listed choices are choices of, each once.

        Of places that is where choices lead to, or else what they are about; of pieces those on whom they act, and who
        acts where several can.
        """
        abouts = [action.about(self.board) for action in self.choices.head(LISTED)]
        if what is PLACE:
            found = [about.to for about in abouts] if any(about.to for about in abouts) else _places_of(abouts)
        elif what is CARD:
            found = [card for about in abouts for card in about.cards]
        else:
            several = len({about.pieces for about in abouts}) > 1
            found = [piece for about in abouts for piece in (about.pieces if several else ())]
            found += [piece for about in abouts for piece in (about.target, *about.targets)]
        return [ref for ref in dict.fromkeys(found) if ref]

    def _not_listed(self, what: Names, ref: str, offered: Sequence[str]) -> Verdict:
        """That a thing is not among what is offered, and what is."""
        name = self._name(what, ref)
        if not offered:
            return refuse(f"not_about_{KINDS[what]}", f"{name}: this question is not about {KINDS[what]}")
        others = ", ".join(self._name(what, other) for other in offered[:NAMED])
        more = f" and {len(offered) - NAMED} more" if len(offered) > NAMED else ""
        return refuse("not_among", f"{name} cannot be chosen now; {others}{more} can")

    def _name(self, what: Names, ref: str) -> str:
        return next(iter(self.board.names_of(what, ref)), ref)

    # Words that a person types

    def named(self, words: str) -> list[tuple[Names, str]]:
        """The things that words mean: an id exactly, else a name or an id in any case, else the beginning of a name."""
        wanted = words.strip()
        if folded(wanted) == OFF:
            return [(PLACE, OFF)]
        if exact := [(what, wanted) for what in KINDS if wanted in self._ids(what)]:
            return exact
        meant = folded(wanted)
        called = [(what, ref, self._called(what, ref)) for what in (PIECE, CARD) for ref in self._ids(what)]
        places = [(PLACE, ref) for ref in self._place_called(wanted)]
        if alike := [*((what, ref) for what, ref, names in called if meant in names), *places]:
            return alike
        return [(what, ref) for what, ref, names in called if meant and any(n.startswith(meant) for n in names)]

    def _called(self, what: Names, ref: str) -> list[str]:
        return [folded(ref), *(folded(name) for name in self.board.names_of(what, ref))]

    def _place_called(self, words: str) -> list[str]:
        game_map = self._map_of_places
        if game_map is None:
            names = ((ref, self._called(PLACE, ref)) for ref in self._ids(PLACE))
            return [ref for ref, called in names if folded(words) in called]
        try:
            return [game_map.coordinates(game_map.parse(words))]
        except UnknownName:
            return []

    @property
    def _map_of_places(self) -> Map | None:
        """The map whose spaces are the places; None where the board names them itself."""
        return self.rules.map_of(self.board) if self.board.ids_of(PLACE) is None else None

    def _ids(self, what: Names) -> Collection[str]:
        """The ids of a kind that can be told: those that the board names, or that stand on the map."""
        told = self.board.ids_of(what)
        ids = sorted(told) if isinstance(told, Collection) else []
        if what is PIECE:
            return list(dict.fromkeys((*ids, *self.board.piece_places())))
        game_map = self._map_of_places if what is PLACE else None
        return game_map.all_coordinates if game_map is not None else ids

    def of_words(self, words: str) -> Verdict | None:
        """Why what the words mean cannot be chosen; None where they mean nothing on the table."""
        meant = self.named(words)
        if not meant:
            return None
        verdicts = [self.of(what, ref) for what, ref in meant]
        if len(meant) == 1 or any(verdicts):
            return next((verdict for verdict in verdicts if verdict), verdicts[0])
        names = ", ".join(f"{self._name(what, ref)} ({ref})" for what, ref in meant[:NAMED])
        return refuse("ambiguous", f"{quote(words)} may be {names}")


def _places_of(abouts: Sequence[About]) -> list[str]:
    return [place for about in abouts for place in about.places]
