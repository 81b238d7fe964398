"""A position as a saved game of a VASSAL module: the pieces of the module in the places where ours stand.

The form is that of VASSAL's own sources: commands one after another, each piece a text of its traits and their states,
then a stack for each place, then the boards.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Sequence
from io import BytesIO
from xml.sax.saxutils import escape

from attrs import define, field, frozen

from wargame_core.data.archives import FOREIGN, Archive
from wargame_core.errors import Problem
from wargame_workshop.interchange.vassal_counters import Counter, Counters
from wargame_workshop.interchange.vassal_module import DEEPEST, VassalModule
from wargame_workshop.interchange.vassal_pieces import (
    LAYER_PICTURES,
    VassalPiece,
    joined,
    nested,
    split,
    traits_of,
)
from wargame_workshop.interchange.vassal_places import Place, PlacedBoard, Places
from wargame_workshop.interchange.vassal_saves import BOARDS, ESCAPE, enciphered

KEY = 0x2D
"""The number by which the bytes of a saved game are changed; VASSAL takes any."""
NO_LAYER = "@@-1"
"""How the state of a stack ends that lies on no layer of its own."""
MOMENT = (1980, 1, 1, 0, 0, 0)
"""The time of the files in a saved game, so that the same position gives the same bytes."""


@frozen
class Standing:
    """A piece of a game that stands in a space; ``counter`` is the id of its counter, "" where only names can tell."""

    id: str
    name: str
    space: str
    turned: bool = False
    counter: str = ""


@frozen
class ExportedSave:
    """The bytes of a saved game, how many pieces are in it, and those that are not."""

    content: bytes
    pieces: int
    left_out: tuple[Problem, ...]


def saved_game(places: Places, standings: Iterable[Standing], title: str) -> ExportedSave:
    """A position as a saved game of the module of the places. Raises `DataError` for prototypes without end."""
    module, counters_by_name = places.module, _Known(Counters(places.module))
    stacks: dict[tuple[str, int, int], list[str]] = {}
    commands, left_out = list[str](), list[Problem]()
    for position in standings:
        counter, place = counters_by_name.counter(position), places.by_name.get(position.space)
        if counter is None or place is None:
            reason = (
                "not a counter of the module" if counter is None else f"in {position.space!r}, which no board of it has"
            )
            hint = "choose the module, and the board, of which the game is"
            message = f"{position.name!r} ({position.id}) is {reason}"
            left_out.append(Problem(module.path.name, 1, 1, "E710", message, hint))
            continue
        map_point = (places.boards[place.board].board.map, *_point(place))
        number = str(len(commands) + 1)
        commands.append(_piece(module, counter, number, map_point, is_turned=position.turned))
        stacks.setdefault(map_point, []).append(number)
    count = len(commands)
    for stack_number, ((map_name, x, y), pieces) in enumerate(stacks.items(), count + 1):
        state = joined([map_name, str(x), str(y), *pieces, NO_LAYER], ";")
        commands.append("+/" + joined([str(stack_number), "stack", state], "/"))
    commands += [
        _boards(map_name, places.boards) for map_name in dict.fromkeys(place.board.map for place in places.boards)
    ]
    text = joined(["begin_save", *commands, "end_save"], ESCAPE)
    return ExportedSave(_packed(module, text, title), count, tuple(left_out))


@define
class _Known:
    """The counters of a module by their ids and names."""

    counters: Counters
    by_id: dict[str, Counter] = field(factory=dict)
    by_name: dict[str, list[Counter]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for counter in self.counters:
            self.by_id[counter.id] = counter
            self.by_name.setdefault(counter.name.casefold(), []).append(counter)

    def counter(self, position: Standing) -> Counter | None:
        """The counter of a piece: by its id, else the only one of its name, without a number that tells two apart."""
        if (counter_by_id := self.by_id.get(position.counter or position.id)) is not None:
            return counter_by_id
        for name in (position.name, position.name.rpartition(" ")[0]):
            if len(candidates := self.by_name.get(name.casefold(), [])) == 1:
                return candidates[0]
        return None


def _point(place: Place) -> tuple[int, int]:
    return round(place.at[0]), round(place.at[1])


def _piece(module: VassalModule, counter: Counter, number: str, point: tuple[str, int, int], *, is_turned: bool) -> str:
    """The command that adds a piece: what its prototypes carry stands in it, as when it is taken out of a list."""
    types, states = expanded(module, counter.piece)
    for number_of_trait, kind in enumerate(types):
        fields = split(kind, ";")
        pictures = split(fields[LAYER_PICTURES], ",") if fields[0] == "emb2" and len(fields) > LAYER_PICTURES else []
        if counter.back and counter.back in pictures:
            level = _level(pictures, counter, is_turned=is_turned)
            states[number_of_trait] = joined([str(level), *(split(states[number_of_trait], ";")[1:] or [""])], ";")
    basic_state = split(states[-1], ";")
    gpid = next((slot.gpid for slot in module.slots if slot.piece is counter.piece), "") or counter.piece.gpid
    states[-1] = joined([point[0], str(point[1]), str(point[2]), gpid, *(basic_state[4:] or ["0"])], ";")
    return "+/" + joined([number, nested(types), nested(states)], "/")


def _level(pictures: Sequence[str], counter: Counter, *, is_turned: bool) -> int:
    """Which picture of a layer shows that side of a counter, counted from 1; below 0 for a layer that is off."""
    if is_turned:
        return pictures.index(counter.back) + 1
    picture = counter.image if counter.image in pictures else ""
    return pictures.index(picture) + 1 if picture in pictures else -1


def expanded(module: VassalModule, piece: VassalPiece, depth: int = 0) -> tuple[list[str], list[str]]:
    """The traits of a piece and their states, with those of its prototypes in their places, the basic piece last.

    A prototype that takes parameters, or that the module does not have, stays what it is.
    """
    parts = split(piece.text, "/")
    types, states = list[str](), list[str]()
    traits = traits_of(parts[2])
    trait_states = [*traits_of(parts[3]), *[""] * len(traits)][: len(traits)]
    for kind, state in zip(traits, trait_states, strict=True):
        fields = split(kind, ";")
        prototype = module.prototypes.get(fields[1]) if fields[0] == "prototype" and len(fields) > 1 else None
        if prototype is not None and not any(fields[2:]) and depth < DEEPEST:
            more_types, more_states = expanded(module, prototype, depth + 1)
            types += more_types[:-1]
            states += more_states[:-1]
        else:
            types.append(kind)
            states.append(state)
    return types, states


def _boards(map_name: str, boards: Sequence[PlacedBoard]) -> str:
    """The command that lays out the boards of a map."""
    parts = [map_name + BOARDS]
    for placed_board in (one for one in boards if one.board.map == map_name):
        name = joined([placed_board.board.name, *(["rev"] if placed_board.turned else [])], "/")
        parts += [name, str(placed_board.laid.column), str(placed_board.laid.row)]
    return joined(parts, "\t")


def _packed(module: VassalModule, text: str, title: str) -> bytes:
    """The archive: the saved game, what it is of, and a copy of what the module says of itself."""
    members = {"savedGame": enciphered(text, KEY)}
    metadata = f"<VassalVersion>{escape(module.of_vassal)}</VassalVersion>" if module.of_vassal else ""
    metadata += f"<version>{escape(module.version)}</version><description>{escape(title)}</description>"
    members["savedata"] = f'<?xml version="1.0" encoding="UTF-8"?>\n<data version="1">{metadata}</data>\n'.encode()
    with Archive(module.path, FOREIGN) as archive:
        if "moduledata" in archive.members:
            members["moduledata"] = archive.bytes("moduledata")
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(zipfile.ZipInfo(name, MOMENT), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
