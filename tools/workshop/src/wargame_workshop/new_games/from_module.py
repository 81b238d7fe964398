"""``wargame new game --from-vassal``: a game of the map, counters, set-ups, decks and pictures of a VASSAL module.

It plays "move and turn over" at once, obeys the laws, and waits for its rules.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter as Counting
from collections.abc import Iterable, Mapping, Sequence
from math import dist
from pathlib import Path

from attrs import define, field, frozen

from wargame_core import WargameError
from wargame_core.data import parse_toml, value_text, write_package, write_whole
from wargame_core.maps.files.map_file import sound_map
from wargame_core.maps.map import Map
from wargame_core.plugins.foreign import ForeignCounter, ForeignGame, ForeignSetUp
from wargame_pictures.draw.art import KINDS, PIECE, SHEET
from wargame_pictures.draw.ground import map_ground
from wargame_workshop.interchange.vassal_counters import Counter, Counters, PlacedCounter, placings
from wargame_workshop.interchange.vassal_import import kinds_missing, named_places, points_of, underlay
from wargame_workshop.interchange.vassal_maps import MapText, write_map
from wargame_workshop.interchange.vassal_module import VassalModule, read_module
from wargame_workshop.interchange.vassal_places import MapKind, PlacedBoard, Places, places_of
from wargame_workshop.interchange.vassal_saves import SavedGame, read_games
from wargame_workshop.new_games.beginnings import (
    COLORS,
    NO_SEATS,
    TEMPLATES,
    map_file_classes,
    module_at,
    name_schemas,
    new_name,
    texts_in,
    words_of,
    words_of_map,
)
from wargame_workshop.splices import new_id, plain_id

OWN_TEMPLATES = TEMPLATES.parent / "new_module_game"
LONGEST = 48
"""Letters of the name of a piece or a card: what can be done with it is a line of a menu."""
NEAREST = 8
"""Neighbours of an area that are looked at when joins are drafted."""


@define
class ModuleGame:
    """A new game begun from a module, and in ``notes`` what did not come along or is a first draft."""

    id: str
    module: VassalModule
    places: Places
    saves: Mapping[str, SavedGame]
    notes: list[str] = field(factory=list)

    @staticmethod
    def of(folder: Path, path: Path, board: str = "") -> ModuleGame:
        """The game with the name of its folder. Raises `WargameError` for a module without a board to play on."""
        module = read_module(path)
        saves = read_games(module)
        places = places_of(module, board, saves.values())
        if places is None:
            raise WargameError(_no_board(module))
        return ModuleGame(new_name(folder, "game"), module, places, saves)

    def write(self, folder: Path) -> None:
        """Write the plugin into a new folder."""
        counters = Counters(self.module)
        map_text = write_map(self.places)
        text = map_text.text
        if self.places.kind is MapKind.AREAS:
            text += joins_text([(name, x, y) for name, (x, y) in self._joined().items()])
            self.notes.append("areas that lie near each other are joined, as a first draft: look through map.toml")
        game_map = sound_map(parse_toml(text, Path("map.toml"))).map
        seats = self._seats(counters)
        cast = {
            title: self._cast(title, placed_counters, counters)
            for title, placed_counters in self._set_ups(counters).items()
        }
        title = re.sub(r'["\\$\s]+', " ", self.module.name or self.id).strip()[:60]
        map_file = map_file_classes()[self.places.kind.value]
        words = {**words_of(self.id, title, list(dict.fromkeys(seats.values()))), **words_of_map(map_file)}
        words["class_name"] = "".join(part.capitalize() for part in self.id.split("_"))
        templates = texts_in(TEMPLATES, OWN_TEMPLATES)
        del templates["test_rules.py"]  # tests of rules that a game from a module does not have
        cards = bool(self.module.decks)
        data = (
            write_package(folder, {name: _chosen(template, cards) for name, template in templates.items()}, words)
            / "data"
        )
        source = f"source = {value_text({'document': f'the VASSAL module {title}', 'basis': 'found'})}\n"
        write_whole(data / "map.toml", text)
        write_whole(data / "counters.toml", source + _counters_text(counters, seats))
        for name, file in self._decks_text().items():
            write_whole(data / f"{name}.toml", source + file)
        file_names = {"map", "counters"}
        for scenario, pieces in cast.items():
            file_names.add(name := new_id(scenario, file_names))
            write_whole(data / f"{name}.toml", source + _scenario_text(name, scenario, pieces))
        self._write_art(data / "art", source, [piece for pieces in cast.values() for piece in pieces], game_map)
        with module_at(data.parent / "data.py") as module:
            scenarios = dict.fromkeys(
                (f"{name}.toml" for name in file_names - {"map", "counters"}), module.ScenarioFile
            )
            name_schemas(data, {"map.toml": map_file, "counters.toml": module.CountersFile, **scenarios})
        self._tell(map_text)

    def foreign(self) -> ForeignGame:
        """What a system of hexes and counters needs of the module. Raises `WargameError` for a map without hexes."""
        if self.places.kind is not MapKind.HEX:
            boards = ", ".join(placed_board.board.name for placed_board in self.places.placed)
            raise WargameError(f"the board {boards} has no hexes: leave out --plugin, or name another with --board")
        counters = Counters(self.module)
        map_text = write_map(self.places, hexes_alone=True)
        seats = self._seats(counters)
        units, set_ups = self._units(counters, seats)
        title = self.module.name or self.id
        titles = {seat: side for side, seat in reversed(seats.items())}
        sides = {seat: titles[seat] for seat in dict.fromkeys(seats.values())}
        document = f"the VASSAL module {title} {self.module.version}".strip()
        self._tell(map_text)
        return ForeignGame(title, document, sides, map_text.text, units, set_ups)

    def _units(
        self, counters: Counters, seats: Mapping[str, str]
    ) -> tuple[tuple[ForeignCounter, ...], tuple[ForeignSetUp, ...]]:
        """A unit for each counter, as often as a set-up has it; and where they stand in each set-up."""
        units: dict[tuple[str, int], ForeignCounter] = {}
        set_ups, ids, unit_names = list[ForeignSetUp](), set[str](), set[str]()
        file_names = {"map", "counters", "terrain", "crt"}
        for title, placed_counters in self._set_ups(counters).items():
            counter_counts, place_of_unit = Counting[str](), dict[str, str]()
            for piece in self._cast(title, placed_counters, counters):
                counter = piece.counter
                counter_counts[counter.id] += 1
                if (key := (counter.id, counter_counts[counter.id])) not in units:
                    ids.add(unit := new_id(counter.id, ids))
                    name, side = _called(counter.name, unit_names), seats.get(counter.side, "")
                    units[key] = ForeignCounter(unit, name, side, bool(counter.back), counter.markers)
                if piece.at:
                    place_of_unit[units[key].id] = piece.at
            file_names.add(scenario := new_id(title, file_names))
            set_ups.append(ForeignSetUp(scenario, title, place_of_unit))
        return tuple(units.values()), tuple(set_ups)

    def _tell(self, map_text: MapText) -> None:
        """Note what could not come, as `wargame import` tells it."""
        missing_things = kinds_missing(self.module, self.places, map_text, self.saves.values())
        self.notes += [f"could not come: {line.replace('--only', '--board')}" for line in missing_things]
        if self.module.problems:
            count = len(self.module.problems)
            self.notes.append(f"could not come: {count} pieces that cannot be read")
            self.notes += [f"left out: {problem}" for problem in self.module.problems]

    def _joined(self) -> dict[str, tuple[float, float]]:
        """The areas among which joins are drafted, with their points: boxes are none."""
        areas: dict[str, tuple[float, float]] = {}
        for place in named_places(self.places):
            if not place.box:
                areas.setdefault(self.places.names[place.key], place.at)
        return areas

    def _seats(self, counters: Counters) -> dict[str, str]:
        """The seat of each side: of those that have counters, of all players of the module where not two have any.

        Blue and red where the module names no two sides.
        """
        owning = {counter.side for counter in counters} - {""}
        sides = [side for side in counters.sides if side in owning]
        for side_names in (sides, list(counters.sides)):
            seats = {side: seat for side in side_names[: len(COLORS)] if (seat := plain_id(side)) not in NO_SEATS}
            if len(set(seats.values())) >= 2:
                if side_names is not sides:
                    sides_without_units = ", ".join(side for side in side_names if side not in owning)
                    self.notes.append(f"no counter is marked as one of {sides_without_units}: give counters their side")
                if further_sides := counters.sides[len(COLORS) :] if side_names is not sides else sides[len(COLORS) :]:
                    self.notes.append(
                        f"{len(further_sides)} sides more than a game has colours for: {', '.join(further_sides)}"
                    )
                return seats
        self.notes.append("the module names no two sides: blue and red play")
        return {**dict.fromkeys(counters.sides, "blue"), "blue": "blue", "red": "red"}

    def _set_ups(self, counters: Counters) -> dict[str, list[PlacedCounter]]:
        """By title where counters begin: on the board itself, and in each saved game that the module begins from."""
        set_ups = {"At start": placings(counters, self.places, None)}
        set_ups |= {title: placings(counters, self.places, saved_game) for title, saved_game in self.saves.items()}
        return {title: placed_counters for title, placed_counters in set_ups.items() if placed_counters} or {
            "At start": []
        }

    def _cast(self, title: str, placed_counters: Iterable[PlacedCounter], counters: Counters) -> list[Piece]:
        """The pieces of a set-up, each under a name of its own; counters of sides that begin nowhere may come in."""
        ids, piece_names, pieces, names_off_grid = set[str](), set[str](), list[Piece](), list[str]()
        for placed_counter in placed_counters:
            if placed_counter.at:
                name = _called(placed_counter.counter.name, piece_names)
                pieces.append(
                    Piece(
                        new_id(placed_counter.counter.id, ids),
                        name,
                        placed_counter.counter,
                        placed_counter.at,
                        placed_counter.turned,
                    )
                )
                ids.add(pieces[-1].id)
            else:
                names_off_grid.append(placed_counter.counter.name)
        placed_ids = {piece.counter.id for piece in pieces}
        for counter in counters:
            if counter.id not in placed_ids and counter.side:
                pieces.append(Piece(new_id(counter.id, ids), _called(counter.name, piece_names), counter))
                ids.add(pieces[-1].id)
        if names_off_grid:
            off_grid_list = ", ".join(
                f"{name} {count}" if count > 1 else name for name, count in Counting(names_off_grid).items()
            )
            self.notes.append(
                f"{len(names_off_grid)} pieces of {title!r} lie off the grid and may come in: {off_grid_list}"
            )
        return pieces

    def _decks_text(self) -> dict[str, str]:
        files, card_ids, card_names = dict[str, str](), set[str](), set[str]()
        for title, cards in self.module.decks.items():
            name = new_id(f"deck_{plain_id(title)}", files)
            lines = ["\n[deck]", f"id = {value_text(name)}", f"title = {value_text(title[:LONGEST])}"]
            for card in cards:
                card_ids.add(card_id := new_id(card, card_ids))
                lines += [
                    "\n[[card]]",
                    f"id = {value_text(card_id)}",
                    f"name = {value_text(_called(card, card_names))}",
                ]
            files[name] = "\n".join([*lines, ""])
        if files:
            self.notes.append("texts of cards are pictures in the module: write them into the files of the decks")
        return files

    def _write_art(self, folder: Path, source: str, pieces: Sequence[Piece], game_map: Map) -> None:
        """The pictures of counters and board, with the file that says which is whose."""
        users: dict[tuple[str, str], list[str]] = {}
        for piece in pieces:
            for image, kind in ((piece.counter.back, "over"), (piece.counter.image, "")):
                ids = users.setdefault((image, kind), [])
                ids += [piece.id] if piece.id not in ids else []
        rows, picture_names, unfit_images, missing_images = list[str](), set[str](), list[str](), list[str]()
        with self.module.pictures() as pictures:
            for (image, kind), ids in sorted(users.items(), key=lambda row: row[0][1] != "over"):
                file_ending = Path(image).suffix.casefold() or ".gif"
                content = pictures.read(image)
                if content is None or file_ending not in KINDS or len(content) > PIECE:
                    (unfit_images if content is not None else missing_images).extend(filter(None, [image]))
                    continue
                picture_names.add(name := new_id(Path(image).stem, picture_names))
                write_whole(folder / f"{name}{file_ending}", content)
                row = {"file": f"{name}{file_ending}", "pieces": ids, "kind": kind}
                rows.append(_row_text("piece", row) + "strip = false\n")
        sheet = self._sheet(game_map)
        if sheet:
            write_whole(folder / "board.svg", sheet)
            rows.append('\n[sheet]\nfile = "board.svg"\n')
        if rows:
            write_whole(folder / "art.toml", source + "".join(rows))
            self.notes.append("the pictures belong to the owners of the module: keep them at home")
        if unfit_images:
            self.notes.append(
                f"{len(unfit_images)} pictures are too large or of no known kind: {', '.join(unfit_images)}"
            )
        if missing_images:
            self.notes.append(f"{len(missing_images)} pictures are not in the module: {', '.join(missing_images)}")

    def _sheet(self, game_map: Map) -> str:
        """The pictures of the boards, cut and stretched so that their spaces lie on those of the map; "" without."""
        board_pictures = [
            (placed_board, picture)
            for placed_board in self.places.placed
            if (picture := underlay(self.module, placed_board)) is not None
        ]
        ground = map_ground(game_map)
        points_by_space = {spot.id: spot.at for spot in ground.spots}
        pairs = [
            (points_by_space[space], point)
            for space, point in points_of(self.places).items()
            if space in points_by_space
        ]
        if not board_pictures or len(pairs) < 2:
            return ""
        (ax, bx), (ay, by) = (
            _line([(sheet_point[axis], point[axis]) for sheet_point, point in pairs]) for axis in (0, 1)
        )
        box = " ".join(f"{value:.2f}" for value in (bx, by, ax * ground.size[0], ay * ground.size[1]))
        images = "".join(_image(placed_board, *picture) for placed_board, picture in board_pictures)
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" preserveAspectRatio="none">{images}</svg>\n'
        if len(svg) > SHEET:
            size = sum(len(content) for _, (_, content) in board_pictures)
            self.notes.append(f"the picture of the board stays behind: {size:,} bytes are too many for a page")
            return ""
        return svg


def _no_board(module: VassalModule) -> str:
    """Why there is nothing to play on, in a sentence."""
    if pictureless_boards := [board.name for board in module.boards if min(board.size) <= 0]:
        names = ", ".join(pictureless_boards)
        return f"{module.path.name} has no board of a known size: the pictures of {names} are not in it"
    return f"{module.path.name} has no board with a grid or with regions: there is nothing to play on"


def _image(placed_board: PlacedBoard, name: str, content: bytes) -> str:
    """The picture of a board where it lies on its map."""
    width, height = placed_board.board.size
    address = f"data:{KINDS[Path(name).suffix]};base64,{b64encode(content).decode()}"
    rotation = (
        f' transform="rotate(180 {placed_board.left + width / 2} {placed_board.top + height / 2})"'
        if placed_board.turned
        else ""
    )
    return (
        f'<image href="{address}" x="{placed_board.left}" y="{placed_board.top}" width="{width}" height="{height}" '
        f'preserveAspectRatio="none"{rotation}/>'
    )


@frozen
class Piece:
    """A counter in play, and the space it begins in, if it begins on the map."""

    id: str
    name: str
    counter: Counter
    at: str = ""
    turned: bool = False


def _called(name: str, used_names: set[str]) -> str:
    """A short name that nothing else has."""
    number, stem = 1, " ".join(name.split())[:LONGEST] or "?"
    while (unique_name := stem if number == 1 else f"{stem} {number}") in used_names:
        number += 1
    used_names.add(unique_name)
    return unique_name


def _chosen(template: str, cards: bool) -> str:
    """A template without the lines between `#if cards` and `#end` that do not count."""
    lines, counts = [], True
    for line in template.splitlines():
        if line in ("#if cards", "#else", "#end"):
            counts = {"#if cards": cards, "#else": not cards, "#end": True}[line]
        elif counts:
            lines.append(line)
    return "\n".join([*lines, ""])


def _counters_text(counters: Counters, seats: Mapping[str, str]) -> str:
    rows = []
    for counter in counters:
        row = {"id": counter.id, "name": counter.name[:LONGEST] or counter.id, "side": seats.get(counter.side, "")}
        rows.append(_row_text("counter", {**row, "values": dict(counter.markers)}))
    return "".join(rows)


def _scenario_text(name: str, title: str, pieces: Iterable[Piece]) -> str:
    rows = [f"\n[scenario]\nid = {value_text(name)}\ntitle = {value_text(title)}\n"]
    for piece in pieces:
        row: dict[str, object] = {"id": piece.id, "name": piece.name, "counter": piece.counter.id}
        row |= {"at": piece.at, "over": piece.turned}
        rows.append(_row_text("piece", row))
    return "".join(rows)


def _row_text(table: str, row: Mapping[str, object]) -> str:
    """A row of an array of tables; what is empty is left out."""
    return f"\n[[{table}]]\n" + "".join(f"{key} = {value_text(value)}\n" for key, value in row.items() if value)


def joins_text(areas: Sequence[tuple[str, float, float]]) -> str:
    """A draft of joins: two areas are joined where no third lies in the circle round the two."""
    routes = []
    for name, x, y in areas:
        neighbours = sorted((dist((x, y), (ox, oy)), other, ox, oy) for other, ox, oy in areas if other != name)[
            :NEAREST
        ]
        for distance_across, other_area, ox, oy in neighbours:
            middle_point = (x + ox) / 2, (y + oy) / 2
            is_free = all(
                dist(middle_point, (tx, ty)) >= distance_across / 2
                for _, third, tx, ty in neighbours
                if third != other_area
            )
            if is_free and f"{other_area} > {name}" not in routes and f"{name} > {other_area}" not in routes:
                routes.append(f"{name} > {other_area}")
    route_lines = "".join(f"  {value_text(route)},\n" for route in routes)
    head = '\n[[join]]  # a draft: areas that lie near each other\nkind = "road"\n'
    return f"{head}routes = [\n{route_lines}]\n" if routes else ""


def _line(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Slope and start of the line through pairs, by least squares; slope 1 where they do not say."""
    count, sx, sy = len(pairs), sum(a for a, _ in pairs), sum(b for _, b in pairs)
    spread = sum(a * a for a, _ in pairs) - sx * sx / count
    slope = (sum(a * b for a, b in pairs) - sx * sy / count) / spread if spread > 1e-9 else 1.0
    return slope, (sy - slope * sx) / count
