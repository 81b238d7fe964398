"""The counters of a module, each once, with its side, its faces and its markers; and where they begin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from wargame_workshop.interchange.vassal_module import VassalModule
from wargame_workshop.interchange.vassal_pieces import VassalPiece, faces
from wargame_workshop.interchange.vassal_places import Places, on_the_map
from wargame_workshop.interchange.vassal_saves import SavedGame
from wargame_workshop.splices import new_id

SIDE_MARKERS = ("side", "nation", "nationality", "army", "owner", "player", "faction", "country", "power")
"""The names of markers that say whose a counter is, in small letters."""
NO_SIDES = ("solo", "solitaire", "referee", "observer", "moderator", "umpire", "spectator", "both", "all")
"""Entries of the list of players that are none of the sides."""
MOST_SIDES = 8


@frozen
class Counter:
    """A counter of a module, wherever it is kept: a proposed id, its name, side and pictures, its list and markers.

    ``piece`` is the first that was met of it.
    """

    id: str
    name: str
    side: str
    image: str
    back: str
    kept_in: tuple[str, ...]
    markers: Mapping[str, str]
    piece: VassalPiece


class Counters:
    """The counters of a module, each once: in a palette and in a stack, those of a name, picture and markers are one.

    Cards in decks are none.
    """

    def __init__(self, module: VassalModule) -> None:
        self.module, self.sides = module, sides_of(module)
        self._known: dict[object, Counter] = {}
        self._by_number: dict[tuple[str, str], Counter] = {}
        self._taken: set[str] = set()
        for kind_of_place in ("list", "stack"):
            for slot in (slot for slot in module.slots if slot.lies == kind_of_place):
                counter = self.of(slot.entry, slot.piece, slot.kept_in)
                if slot.gpid:
                    self._by_number.setdefault((slot.gpid, slot.piece.name), counter)
        self._cards = {slot.piece.name for slot in module.slots if slot.lies == "deck"}
        self._cards -= {counter.piece.name for counter in self}

    def __iter__(self) -> Iterator[Counter]:
        return iter({counter.id: counter for counter in self._known.values()}.values())

    def is_card(self, piece: VassalPiece) -> bool:
        """Whether a saved piece is a card of a deck and no counter."""
        return piece.name in self._cards

    def of_saved(self, piece: VassalPiece) -> Counter:
        """The counter that a saved piece is: by the number of its slot, else by its name, picture and markers."""
        counter = self._by_number.get((piece.gpid, piece.name)) if piece.gpid else None
        return counter if counter is not None else self.of(piece.name, piece)

    def of(self, entry: str, piece: VassalPiece, kept_in: tuple[str, ...] = ()) -> Counter:
        """The counter that a piece is; one that the lists do not have is new."""
        markers, layers = self.module.markers_of(piece), self.module.layers_of(piece)
        key = (entry, piece.image, tuple(sorted(markers.items())))
        same_piece_key = (piece.name, *key[1:])
        counter = self._known.get(key) or (self._known.get(same_piece_key) if entry == piece.name else None)
        if counter is None:
            front, back_image = faces(piece.image, layers)
            side = self._side(markers, kept_in)
            counter = Counter(new_id(entry, self._taken), entry, side, front, back_image, kept_in, markers, piece)
            self._taken.add(counter.id)
        self._known.setdefault(same_piece_key, counter)
        self._known[key] = counter
        return counter

    def _side(self, markers: Mapping[str, str], kept_in: Iterable[str]) -> str:
        """The side of a counter: what a marker says of it counts before the name of its list."""
        sides = {side.casefold(): side for side in self.sides}
        side_markers = sorted(markers, key=lambda name: name.casefold() not in SIDE_MARKERS)
        words = (*(markers[name] for name in side_markers), *kept_in)
        return next((sides[word.casefold()] for word in words if word.casefold() in sides), "")


def sides_of(module: VassalModule) -> tuple[str, ...]:
    """The sides: the players of the module, else what the first marker of their kind says in few words."""
    if roster := tuple(side for side in module.sides if side.casefold() not in NO_SIDES):
        return roster
    marker_rows = [row for slot in module.slots for row in module.markers_of(slot.piece).items()]
    for marker_name in SIDE_MARKERS:
        values = dict.fromkeys(value for name, value in marker_rows if name.casefold() == marker_name and value)
        if 2 <= len(values) <= MOST_SIDES:
            return tuple(values)
    return ()


@frozen
class PlacedCounter:
    """A counter where it begins: our name of its space, "" off all boards; ``turned`` if its back is up."""

    counter: Counter
    at: str
    turned: bool = False


def placings(counters: Counters, places: Places | None, saved_game: SavedGame | None) -> list[PlacedCounter]:
    """Where counters begin: those of the ``saved_game``, else those that the module sets up. Cards are none."""
    if saved_game is None:
        starts = []
        for setup in counters.module.setups:
            counter = counters.of(setup.name, setup.piece)
            space = places.space_of(setup) if places is not None else ""
            starts.append(PlacedCounter(counter, space, _is_face_down(counter, setup.piece)))
        return starts
    placed_counters, point = [], on_the_map(places, saved_game) if places is not None else None
    for piece in saved_game.pieces:
        if (piece.id and piece.id in saved_game.in_decks) or counters.is_card(piece):
            continue
        counter = counters.of_saved(piece)
        space = ""
        if places is not None and point is not None and (piece.map or not saved_game.boards):
            space = places.space_at(piece.map, *point(piece))
        placed_counters.append(PlacedCounter(counter, space, _is_face_down(counter, piece)))
    return placed_counters


def _is_face_down(counter: Counter, piece: VassalPiece) -> bool:
    """Whether a saved piece shows the back of its counter."""
    visible_pictures = (
        picture for layer, level in zip(piece.layers, piece.levels, strict=True) for picture in layer.at(level)
    )
    return bool(counter.back) and counter.back in visible_pictures
