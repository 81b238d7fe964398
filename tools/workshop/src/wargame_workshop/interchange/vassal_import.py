"""A VASSAL module as the beginning of a folder: its grid, its counters, set-ups and decks; honest about the rest."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import frozen

from wargame_core.data.archives import FOREIGN, Archive
from wargame_core.errors import DataError, Problem
from wargame_workshop.interchange.sheet_forms import csv_text
from wargame_workshop.interchange.vassal_module import BoardGrid, VassalBoard, VassalModule, VassalPiece, picture_size
from wargame_workshop.splices import head_text, new_id, plain_id, terrain_text, value_text


@frozen
class Begun:
    """The files of a folder that a module begins, each with what it is in words, and what could not come.

    ``picture`` is the name and content of the board's, and ``laid`` the text that says how it lies under the map.
    """

    texts: Mapping[str, tuple[str, str]]
    missing: tuple[str, ...]
    picture: tuple[str, bytes] | None = None
    laid: str = ""


def begin_folder(module: VassalModule, board: VassalBoard | None, saved: Iterable[VassalPiece] | None) -> Begun:
    """What a module gives a folder; with ``saved`` pieces the set-up is theirs. Raises `DataError`."""
    texts: dict[str, tuple[str, str]] = {}
    missing = left_out(module, board)
    names: dict[str, str] = {}
    if board is not None:
        text, names = map_text(module, board)
        texts["map.toml"] = text, f"{len(names)} spaces of board {board.name!r}"
        if any(ours != printed for printed, ours in names.items()):
            rows = [{"printed": printed, "space": ours} for printed, ours in names.items()]
            texts["design/spaces.csv"] = csv_text(("printed", "space"), rows), f"{len(rows)} names"
    counters = Counters(module)
    placed = placings(counters, board, saved)
    if listed := list(counters):
        texts["design/counters.csv"] = counters_table(counters), f"{len(listed)} counters"
    if placed:
        text, off = setup_table(placed, names)
        texts["design/setup.csv"] = text, f"{len(placed) - len(off)} units placed"
        if off:
            missing.append(f"{len(off)} pieces off the grid: {', '.join(off[:8])}")
    for name, cards in module.decks.items():
        file = "deck.toml" if len(module.decks) == 1 else f"design/deck_{plain_id(name)}.toml"
        texts[file] = deck_text(module, name, cards), f"{len(cards)} cards of {name!r}"
    picture = underlay(module, board) if board is not None else None
    laid = underlay_text(picture[0], board, names) if picture is not None and board is not None else ""
    return Begun(texts, tuple(missing), picture, laid)


def underlay_text(name: str, board: VassalBoard, names: Mapping[str, str]) -> str:
    """`design/import.toml` with a picture and where two spaces, far from each other, lie on it."""
    grid = board.grid
    at = {names[grid.name(*place)]: grid.middle(*place) for place in grid.spaces()} if grid is not None else {}
    ends = [min(at, key=lambda space: sum(at[space])), max(at, key=lambda space: sum(at[space]))] if at else []
    points = ", ".join(f"{value_text(space)} = [{at[space][0]:.1f}, {at[space][1]:.1f}]" for space in ends)
    return f"[underlay]\nfile = {value_text(name)}\n" + (f"at = {{ {points} }}\n" if ends else "")


def board_of(module: VassalModule, wanted: str) -> VassalBoard | None:
    """The board to take: that of a name, else the one with the most spaces. Raises `DataError` for a wrong name."""

    def size(board: VassalBoard) -> int:
        return sum(1 for _ in board.grid.spaces()) if board.grid is not None else len(board.regions)

    if not wanted:
        boards = (board for board in module.boards if board.grid is not None or board.regions)
        return max(boards, key=size, default=None)
    named = [board for board in module.boards if board.name == wanted]
    if not named:
        names = ", ".join(repr(board.name) for board in module.boards[:12]) or "none"
        raise DataError([Problem(module.path.name, 1, 1, "E710", f"no board {wanted!r}; there are {names}")])
    return named[0]


def map_text(module: VassalModule, board: VassalBoard) -> tuple[str, dict[str, str]]:
    """A map file with the grid of a board, and the names that spaces have in it by what is printed there."""
    title = module.name or module.path.stem
    document = f"the VASSAL module {title} {module.version}".strip()
    if board.grid is None:
        return _areas(document, title, board)
    if next(board.grid.spaces(), None) is None:
        what = f"no space of the grid lies on the board {board.name!r}"
        raise DataError([Problem(module.path.name, 1, 1, "E710", what, "choose another board, or mend its grid")])
    if board.grid.hexes:
        return _hexes(document, title, board.grid)
    return _squares(document, title, board.grid)


def _squares(document: str, title: str, grid: BoardGrid) -> tuple[str, dict[str, str]]:
    places = set(grid.spaces())
    left, top = min(column for column, _ in places), min(row for _, row in places)
    wide, high = max(column for column, _ in places) - left + 1, max(row for _, row in places) - top + 1
    if grid.sideways:
        places, left, top, wide, high = {(r, c) for c, r in places}, top, left, high, wide
    lines = [*head_text(document, title), f"rows = {high}", f"cols = {wide}", "shorthand = 1"]
    terrain = terrain_text({".": "clear"}, ["." * wide] * high)
    names = {}
    for column, row in grid.spaces():
        x, y = (row, column) if grid.sideways else (column, row)
        names[grid.name(column, row)] = f"{y - top},{x - left}"
    return "\n".join([*lines, *terrain, ""]), names


def _hexes(document: str, title: str, grid: BoardGrid) -> tuple[str, dict[str, str]]:
    """A map of hexes. VASSAL's columns are called lines here: with a corner on top they are the rows of our map."""
    as_printed, numbers = _hex_numbers(grid)
    numbering = grid.numbering
    mark = numbering.mark if as_printed else ""
    line_first = numbering.columns_first or not as_printed
    if as_printed:
        line_digits, place_digits = numbering.column_digits, numbering.row_digits
    else:
        line_digits, place_digits = (max(2, len(str(max(pair[axis] for pair in numbers.values())))) for axis in (0, 1))
    lines, places = ("rows", "columns") if grid.sideways else ("columns", "rows")

    # On a board every second line, counted from 0, lies half a hex lower, whatever number is printed in it. Staggered
    # numbers count one more in those lines: number for number they lie higher, and so it is the others that are lower.
    (line, _), (line_number, _) = next(iter(numbers.items()))
    lower = (1 + line_number - line) % 2
    if as_printed and numbering.staggered:
        lower = 1 - lower

    pattern = [lines[0].upper() * line_digits, places[0].upper() * place_digits]
    head = [*head_text(document, title), 'grid = "hex"', f'stagger = "{lines}"']
    head.append(f'shifted = "{"odd" if lower else "even"}"')
    head += [f"numbers = {value_text(mark.join(pattern if line_first else pattern[::-1]))}", "shorthand = 1"]
    line_numbers = [number for number, _ in numbers.values()]
    sheet = ["", "[[sheet]]", f"{lines} = {[min(line_numbers), max(line_numbers)]}"]
    for parity, word in ((1, "odd"), (0, "even")):
        inside = [place for number, place in numbers.values() if number % 2 == parity] or [0]
        sheet.append(f"{places}_{word} = [{min(inside)}, {max(inside)}]")

    names = {}
    for hexagon, (line_number, place_number) in numbers.items():
        digits = [f"{line_number:0{line_digits}}", f"{place_number:0{place_digits}}"]
        names[grid.name(*hexagon)] = mark.join(digits if line_first else digits[::-1])
    return "\n".join([*head, *sheet, ""]), names


def _hex_numbers(grid: BoardGrid) -> tuple[bool, dict[tuple[int, int], tuple[int, int]]]:
    """Whether our map can have the printed numbers; and line and place of each hex, so numbered, else from 1."""
    spaces = list(grid.spaces())
    if grid.numbering.plain:
        counted = {space: grid.counted(*space) for space in spaces}
        first_line, first_place = grid.numbering.column_start, grid.numbering.row_start
        numbers = {space: (line + first_line, place + first_place) for space, (line, place) in counted.items()}
    else:
        numbers = {(line, place): (line + 1, place + 1) for line, place in spaces}
    if min(map(min, numbers.values())) >= 0:
        return grid.numbering.plain, numbers
    lowest = min(place for _, place in spaces)
    return False, {(line, place): (line + 1, place - lowest + 1) for line, place in spaces}


def _areas(document: str, title: str, board: VassalBoard) -> tuple[str, dict[str, str]]:
    """Regions as areas that nothing joins yet, a hundred pixels to the width of a piece."""
    lines, taken, names = [*head_text(document, title), 'grid = "areas"'], set[str](), dict[str, str]()
    for name, x, y in board.regions:
        if name in names:
            continue
        names[name] = new_id(name, taken)
        taken.add(names[name])
        lines += ["", "[[area]]", f"id = {value_text(names[name])}"]
        lines += [f"name = {value_text(name)}"] if names[name] != name else []
        lines.append(f"at = [{x / 100}, {y / 100}]")
    return "\n".join([*lines, ""]), names


@frozen
class Counter:
    """A counter of a module, wherever it is kept: a proposed id, its name, side and pictures, its list and markers."""

    id: str
    name: str
    side: str
    image: str
    back: str
    kept_in: tuple[str, ...]
    markers: Mapping[str, str]


class Counters:
    """The counters of a module, each once: in a palette and in a stack, those of a name, picture and markers are one.

    Cards in decks are none.
    """

    def __init__(self, module: VassalModule) -> None:
        self.module, self.sides = module, sides_of(module)
        self._known: dict[object, Counter] = {}
        self._taken: set[str] = set()
        for lies in ("list", "stack"):
            for slot in (slot for slot in module.slots if slot.lies == lies):
                self.of(slot.entry, slot.piece, slot.kept_in)

    def __iter__(self) -> Iterator[Counter]:
        return iter({counter.id: counter for counter in self._known.values()}.values())

    def of(self, entry: str, piece: VassalPiece, kept_in: tuple[str, ...] = ()) -> Counter:
        """The counter that a piece is; one that the lists do not have is new."""
        markers = self.module.markers_of(piece)
        key = (entry, piece.image, tuple(sorted(markers.items())))
        other = (piece.name, *key[1:])
        known = self._known.get(key) or (self._known.get(other) if entry == piece.name else None)
        if known is None:
            front, *more = dict.fromkeys(filter(None, (piece.image, *piece.layers))) or [""]
            back = more[-1] if more else ""
            side = self._side(markers, kept_in)
            known = Counter(new_id(entry, self._taken), entry, side, front, back, kept_in, markers)
            self._taken.add(known.id)
        self._known.setdefault(other, known)
        self._known[key] = known
        return known

    def _side(self, markers: Mapping[str, str], kept_in: Iterable[str]) -> str:
        """The side of a counter: what a marker says of it counts before the name of its list."""
        sides = {side.casefold(): side for side in self.sides}
        told = sorted(markers, key=lambda name: name.casefold() not in SIDE_MARKERS)
        words = (*(markers[name] for name in told), *kept_in)
        return next((sides[word.casefold()] for word in words if word.casefold() in sides), "")


SIDE_MARKERS = ("side", "nation", "nationality", "army", "owner", "player", "faction", "country", "power")
"""The names of markers that say whose a counter is, in small letters."""
NO_SIDES = ("solo", "solitaire", "referee", "observer", "moderator", "umpire", "spectator", "both", "all")
"""Entries of the list of players that are none of the sides."""


def sides_of(module: VassalModule) -> tuple[str, ...]:
    """The sides: the players of the module, else what the first marker of their kind says in few words."""
    if roster := tuple(side for side in module.sides if side.casefold() not in NO_SIDES):
        return roster
    told = [row for slot in module.slots for row in module.markers_of(slot.piece).items()]
    for wanted in SIDE_MARKERS:
        values = dict.fromkeys(value for name, value in told if name.casefold() == wanted and value)
        if 2 <= len(values) <= MOST_SIDES:
            return tuple(values)
    return ()


MOST_SIDES = 8


def counters_table(counters: Counters) -> str:
    """All counters of a module: id, name, side, pictures, where it is kept, and a column for each marker."""
    rows: list[dict[str, object]] = []
    for one in counters:
        row: dict[str, object] = {"id": one.id, "name": one.name, "side": one.side, "image": one.image}
        row |= {"back": one.back} if one.back else {}
        row |= {"list": " > ".join(word for word in one.kept_in if word)}
        rows.append(row | {f"marker {key}": value for key, value in one.markers.items()})
    columns = ["id", "name", "side", "image", *["back"] * any("back" in row for row in rows), "list"]
    return csv_text(list(dict.fromkeys([*columns, *(key for row in rows for key in row)])), rows)


Placing = tuple[Counter, str]
"""A counter, and what is printed in the space where it begins; empty off the grid."""


def placings(counters: Counters, board: VassalBoard | None, saved: Iterable[VassalPiece] | None) -> list[Placing]:
    """Where counters begin: the ``saved`` ones, else those that the module sets up on the board."""
    if saved is None:
        setups = [setup for setup in counters.module.setups if board is None or setup.board in ("", board.name)]
        return [
            (counters.of(setup.name, setup.piece), setup.location or _printed_at(board, setup.x, setup.y))
            for setup in setups
        ]
    if board is None:
        return []
    here = [piece for piece in saved if piece.map in ("", board.map, board.name)]
    return [(counters.of(piece.name, piece), _printed_at(board, piece.x, piece.y)) for piece in here]


NEAR = 60
"""Pixels within which a point belongs to a region."""


def _printed_at(board: VassalBoard | None, x: int, y: int) -> str:
    """What is printed in the space of a point: of a grid, else of the nearest region; "" where there is none."""
    if board is None:
        return ""
    if board.grid is not None:
        return board.grid.printed_at(x, y)
    near = [((left - x) ** 2 + (top - y) ** 2, name) for name, left, top in board.regions]
    distance, name = min(near, default=(NEAR**2, ""))
    return name if distance < NEAR**2 else ""


def setup_table(placed: Iterable[Placing], names: Mapping[str, str]) -> tuple[str, list[str]]:
    """The set-up by our names of spaces, and what lies off the grid. Counters of one name are told by their ids."""
    rows, off = [], []
    placed = list(placed)
    ids: dict[str, set[str]] = {}
    for counter, _ in placed:
        ids.setdefault(counter.name, set()).add(counter.id)
    for counter, where in placed:
        if where in names:
            rows.append({"unit": counter.name if len(ids[counter.name]) == 1 else counter.id, "where": names[where]})
        else:
            off.append(counter.name)
    return csv_text(("unit", "where"), rows), off


def deck_text(module: VassalModule, name: str, cards: Iterable[str]) -> str:
    """A deck with the names of its cards, whose texts and effects are for the designer to write."""
    taken: set[str] = set()
    cards = list(cards)
    lines = [f"source = {value_text({'document': f'the VASSAL module {module.name}', 'basis': 'reconstruction'})}"]
    lines += ["", f"[deck]  # {name}".replace("\n", " "), f"size = {len(cards)}"]
    for card in cards:
        card_id = new_id(card, taken)
        taken.add(card_id)
        lines += ["", "[[card]]", f"id = {value_text(card_id)}", f"name = {value_text(card)}", 'text = ""']
    return "\n".join([*lines, ""])


def underlay(module: VassalModule, board: VassalBoard) -> tuple[str, bytes] | None:
    """The picture of a board, with a plain name; None when it is not in the module or is no picture."""
    with Archive(module.path, FOREIGN) as archive:
        member = f"images/{board.image}"
        raw = archive.bytes(member) if board.image and member in archive.members else b""
    ending = Path(board.image).suffix.casefold()
    if picture_size(raw) is None or ending not in (".png", ".gif", ".jpg", ".jpeg"):
        return None
    return f"underlay{ending}", raw


def left_out(module: VassalModule, board: VassalBoard | None) -> list[str]:
    """What could not come, in sentences."""
    lines = ["terrain, rivers and roads: they are in the picture alone", "rules, macros and key commands"]
    if module.unread:
        kinds = ", ".join(f"{kind} {count}" for kind, count in module.unread.most_common(8))
        lines.append(f"{sum(module.unread.values())} traits of counters: {kinds}")
    if module.broken:
        lines.append(f"{module.broken} pieces that cannot be read")
    others = [other.name for other in module.boards if board is None or other is not board]
    if others:
        lines.append(f"{len(others)} other boards ({', '.join(others[:6])}); --only NAME takes one of them")
    if board is not None and board.grid is not None and board.regions:
        lines.append(f"{len(board.regions)} regions beside the grid")
    if board is not None and board.grid is not None and board.grid.hexes and not board.grid.numbering.plain:
        lines.append(f"the numbers of board {board.name!r}: hexes get ours, and design/spaces.csv says which is which")
    if module.decks:
        lines.append("texts and effects of cards, which are pictures")
    return lines
