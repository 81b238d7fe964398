"""A VASSAL module as the beginning of a folder: its grid, its counters, set-ups and decks; honest about the rest."""

from __future__ import annotations

from collections import Counter as Counting
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from wargame_core.data import value_text
from wargame_core.errors import Problem
from wargame_workshop.interchange.sheet_forms import SETUP_TABLE, csv_text
from wargame_workshop.interchange.vassal_counters import Counters, PlacedCounter, placings
from wargame_workshop.interchange.vassal_grids import Point
from wargame_workshop.interchange.vassal_maps import MapText, write_map
from wargame_workshop.interchange.vassal_module import VassalModule
from wargame_workshop.interchange.vassal_pictures import picture_size
from wargame_workshop.interchange.vassal_places import MapKind, Place, PlacedBoard, Places, boards_missing
from wargame_workshop.interchange.vassal_saves import SavedGame
from wargame_workshop.splices import new_id, plain_id


@frozen
class ModuleFiles:
    """The files of a folder that a module begins, each with what it is in words, and what could not come.

    ``missing`` are kinds of things, ``left_out`` single ones. ``picture`` is the name and content of the board's, and
    ``laid`` the text that says how it lies under the map.
    """

    texts: Mapping[str, tuple[str, str]]
    missing: tuple[str, ...]
    left_out: tuple[Problem, ...] = ()
    picture: tuple[str, bytes] | None = None
    laid: str = ""


def begin_folder(module: VassalModule, places: Places | None, saved: SavedGame | None) -> ModuleFiles:
    """What a module gives a folder; with a ``saved`` game the set-up is that of it. Raises `DataError`."""
    texts: dict[str, tuple[str, str]] = {}
    map_text = write_map(places) if places is not None else None
    if places is not None and map_text is not None:
        boards = ", ".join(repr(placed_board.board.name) for placed_board in places.placed)
        texts["map.toml"] = map_text.text, f"{len(places.names)} spaces of board {boards}"
        rows = [{"printed": place.printed, "space": places.names[place.key]} for place in named_places(places)]
        if any(row["printed"] != row["space"] for row in rows):
            texts["design/spaces.csv"] = csv_text(("printed", "space"), rows), f"{len(rows)} names"
    counters = Counters(module)
    placed_counters = placings(counters, places, saved)
    if counter_list := list(counters):
        texts["design/counters.csv"] = counters_table(counters), f"{len(counter_list)} counters"
    if placed_counters:
        text, count = setup_table(placed_counters)
        texts[SETUP_TABLE] = text, f"{count} units placed"
    for name, cards in module.decks.items():
        file = "deck.toml" if len(module.decks) == 1 else f"design/deck_{plain_id(name)}.toml"
        texts[file] = deck_text(module, name, cards), f"{len(cards)} cards of {name!r}"
    missing_things = kinds_missing(module, places, map_text, [saved] if saved is not None else [])
    left_out = (*module.problems, *off_the_map(module, placed_counters, "the set-up"))
    picture = underlay(module, places.placed[0]) if places is not None else None
    placement_text = underlay_text(picture[0], places) if picture is not None and places is not None else ""
    return ModuleFiles(texts, tuple(missing_things), left_out, picture, placement_text)


def named_places(places: Places) -> Iterator[Place]:
    """The places that have a space on the map."""
    return (place for place in places.all if place.key in places.names)


def points_of(places: Places) -> dict[str, Point]:
    """Where the spaces of our map lie on the map of the module, in pixels; without boxes that the map has elsewhere."""
    points: dict[str, Point] = {}
    for place in named_places(places):
        if place.board < len(places.placed) and (places.kind is MapKind.AREAS or not place.box):
            points.setdefault(places.names[place.key], place.at)
    return points


def underlay_text(name: str, places: Places) -> str:
    """`design/import.toml` with a picture and where two spaces, far from each other, lie on it."""
    first = places.placed[0]
    position_of_space = {
        places.names[place.key]: first.board.spots[place.spot.part, place.spot.cell].at
        for place in named_places(places)
        if place.board == 0 and not place.box and not isinstance(place.spot.cell, str)
    }
    end_spaces = (
        [
            min(position_of_space, key=lambda space: sum(position_of_space[space])),
            max(position_of_space, key=lambda space: sum(position_of_space[space])),
        ]
        if position_of_space
        else []
    )
    points = ", ".join(
        f"{value_text(space)} = [{position_of_space[space][0]:.1f}, {position_of_space[space][1]:.1f}]"
        for space in end_spaces
    )
    return f"[underlay]\nfile = {value_text(name)}\n" + (f"at = {{ {points} }}\n" if end_spaces else "")


def counters_table(counters: Counters) -> str:
    """All counters of a module: id, name, side, pictures, where it is kept, and a column for each marker."""
    rows: list[dict[str, object]] = []
    for counter in counters:
        row: dict[str, object] = {"id": counter.id, "name": counter.name, "side": counter.side, "image": counter.image}
        row |= {"back": counter.back} if counter.back else {}
        row |= {"list": " > ".join(word for word in counter.kept_in if word)}
        rows.append(row | {f"marker {key}": value for key, value in counter.markers.items()})
    columns = ["id", "name", "side", "image", *["back"] * any("back" in row for row in rows), "list"]
    return csv_text(list(dict.fromkeys([*columns, *(key for row in rows for key in row)])), rows)


def setup_table(placed_counters: Sequence[PlacedCounter]) -> tuple[str, int]:
    """The set-up by our names of spaces, and how many units are in it. Counters of one name are told by their ids."""
    ids: dict[str, set[str]] = {}
    for placed_counter in placed_counters:
        ids.setdefault(placed_counter.counter.name, set()).add(placed_counter.counter.id)
    rows = [
        {"unit": one.counter.name if len(ids[one.counter.name]) == 1 else one.counter.id, "where": one.at}
        for one in placed_counters
        if one.at
    ]
    return csv_text(("unit", "where"), rows), len(rows)


def deck_text(module: VassalModule, name: str, cards: Iterable[str]) -> str:
    """A deck with the names of its cards, whose texts and effects are for the designer to write."""
    used_ids: set[str] = set()
    cards = list(cards)
    lines = [f"source = {value_text({'document': f'the VASSAL module {module.name}', 'basis': 'reconstruction'})}"]
    lines += ["", f"[deck]  # {name}".replace("\n", " "), f"size = {len(cards)}"]
    for card in cards:
        card_id = new_id(card, used_ids)
        used_ids.add(card_id)
        lines += ["", "[[card]]", f"id = {value_text(card_id)}", f"name = {value_text(card)}", 'text = ""']
    return "\n".join([*lines, ""])


def underlay(module: VassalModule, placed_board: PlacedBoard) -> tuple[str, bytes] | None:
    """The picture of a board, with a plain name; None when it is not in the module or no page can show it."""
    with module.pictures() as pictures:
        raw = pictures.read(placed_board.board.image) or b""
    file_ending = Path(placed_board.board.image).suffix.casefold()
    if picture_size(raw) is None or file_ending not in (".png", ".gif", ".jpg", ".jpeg"):
        return None
    return f"underlay{file_ending}", raw


# what could not come


def off_the_map(module: VassalModule, placed_counters: Iterable[PlacedCounter], off_map_text: str) -> list[Problem]:
    """A problem for each counter of a set-up that stands on no board of the game."""
    hint = "place it by hand, or choose another board; a counter in no space may come in during play"
    counts = Counting(placed_counter.counter.name for placed_counter in placed_counters if not placed_counter.at)
    return [
        Problem(
            module.path.name,
            1,
            1,
            "E710",
            f"{name!r} of {off_map_text} lies off the grid" + (f" ({count} times)" if count > 1 else ""),
            hint,
        )
        for name, count in counts.items()
    ]


def kinds_missing(
    module: VassalModule, places: Places | None, map_text: MapText | None, saves: Iterable[SavedGame]
) -> list[str]:
    """The kinds of things that could not come, in sentences, each with its number."""
    lines = ["terrain, rivers and roads: they are in the picture alone", "rules, macros and key commands"]
    if module.unread:
        lines.append(f"{module.unread.total()} traits of counters: {_counted(module.unread)}")
    if module.not_taken:
        lines.append(f"{module.not_taken.total()} elements of the module: {_counted(module.not_taken)}")
    lines += _boards_missing(module, places)
    if places is not None and map_text is not None:
        lines += _spaces_missing(places, map_text)
    for save in saves:
        if places is not None and (missing_boards := boards_missing(places, save)):
            names = ", ".join(dict.fromkeys(missing_boards))
            lines.append(f"the board of the saved game, {names}; --only NAME takes one of them")
    if module.decks:
        lines.append("texts and effects of cards, which are pictures")
    return lines


def _counted(kinds: Counting[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())


def _boards_missing(module: VassalModule, places: Places | None) -> list[str]:
    lines = []
    boards_in_use = [placed.board for placed in places.boards] if places is not None else []
    others = [board for board in module.boards if board not in boards_in_use]
    pictureless_boards = [board.name for board in others if min(board.size) <= 0 and not board.regions]
    if pictureless_boards:
        lines.append(
            f"{len(pictureless_boards)} boards whose size nothing tells "
            f"({', '.join(pictureless_boards)}): put their pictures into the module"
        )
    if parted_boards := [board.name for board in others if board.parted and board.name not in pictureless_boards]:
        lines.append(f"{len(parted_boards)} other boards ({', '.join(parted_boards)}); --only NAME takes one of them")
    if gridless_boards := [board.name for board in others if not board.parted and board.name not in pictureless_boards]:
        lines.append(f"{len(gridless_boards)} boards without grid, regions or zones ({', '.join(gridless_boards)})")
    return lines


def _spaces_missing(places: Places, map_text: MapText) -> list[str]:
    lines = []
    if map_text.merged:
        lines.append(f"{map_text.merged} areas or boxes whose name another one of the board has: they are one with it")
    if map_text.left_out:
        lines.append(f"{map_text.left_out} spaces that are more than a map may have, or lie the other way round")
    if places.kind is MapKind.HEX and not map_text.as_printed:
        boards = ", ".join(repr(placed_board.board.name) for placed_board in places.placed)
        lines.append(f"the numbers of board {boards}: hexes get ours, and design/spaces.csv says which is which")
    return lines
