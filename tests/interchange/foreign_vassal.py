"""Modules of VASSAL in all the ways in which its editor writes them, made at random, with the right answers known.

The answers are worked out here from what VASSAL's reference manual says of grids, never by our reader.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape, quoteattr

from attrs import define, field, frozen
from tests.interchange.small_files import archive
from tests.interchange.vassal_files import joined, layer, nested, picture, saved

GRIDS = ("hexes", "hexes sideways", "squares", "regions")
PICTURES = ("png", "millimetres", "view box", "none")
BOARDS = "V.module.map.boardPicker"
ROWS, COLUMNS = 5, 6
BELOW = 180
"""Pixels of a board below its grid, for zones."""


@frozen
class Answer:
    """What is right of a counter: its pictures, its side, what VASSAL calls its place ("" for none), its side up."""

    name: str
    front: str
    back: str
    side: str
    where: str
    turned: bool = False


@define
class ForeignModule:
    """A module, a saved game of it, the answers, and how many elements its build file has."""

    path: Path
    save: Path
    answers: list[Answer] = field(factory=list)
    at_start: dict[str, str] = field(factory=dict)
    layers: dict[str, list[str]] = field(factory=dict)
    """The pictures of the layer of each counter."""
    elements: int = 0
    broken: int = 0
    ways: tuple[str, ...] = ()


@frozen
class GridMade:
    """A grid of a kind on a board: its text, and for each of its places the name and a point in the middle."""

    text: str
    places: dict[str, tuple[float, float]]
    size: tuple[int, int]


def grid_of(rng: Random, kind: str, first: int, *, below: int) -> GridMade:
    """A grid whose columns are numbered from a number on, with so many pixels of the board below it."""
    if kind == "regions":
        names = [f"Town {first + n}" for n in range(ROWS)]
        points = {name: (60 + 130 * n, 60 + rng.randrange(200)) for n, name in enumerate(names)}
        rows = "".join(f'<V.Region name="{name}" originx="{x}" originy="{y}"/>' for name, (x, y) in points.items())
        return GridMade(f"<V.RegionGrid>{rows}</V.RegionGrid>", dict(points), (130 * ROWS, 320))
    hexes, sideways = kind != "squares", kind == "hexes sideways"
    dx, dy = rng.choice(((42, 48), (70, 80), (52.5, 60))) if hexes else rng.choice(((40, 40), (50, 30)))
    x0, y0, start = dx / 2, dy / 2, rng.choice((0, 1, 5))
    stagger, row_first, mark = hexes and rng.random() < 0.5, rng.random() < 0.3, rng.choice(("", "."))
    down = rng.random() < 0.25
    wide, high = round(dx * COLUMNS), round(dy * ROWS + (dy / 2 if hexes else 0))
    size = (high, wide) if sideways else (wide, high)
    columns_down, rows_down = (False, down) if not sideways else (down, False)
    whole = (max(size[0], 200), size[1] + below) if below else size
    step = dx if hexes and not sideways else dy  # VASSAL takes the width of a hex here, whatever one expects
    most_rows = int((whole[0] if sideways else whole[1]) / step + 0.5)
    places = {}
    for column in range(COLUMNS):
        for row in range(ROWS):
            lower = dy / 2 if hexes and column % 2 else 0
            x, y = x0 + column * dx, y0 + row * dy + lower
            number = (most_rows - row if down else row) + ((-1 if down else 1) if stagger and column % 2 else 0)
            words = [
                f"{column + first:02}",
                f"{number + start:02}" if number + start >= 0 else f"-{-number - start:02}",
            ]
            places[mark.join(words[::-1] if row_first else words)] = (y, x) if sideways else (x, y)
    tag = "Hex" if hexes else "Square"
    numbering = (
        f'<V.{tag}GridNumbering first="{"V" if row_first else "H"}" sep="{mark}" hType="N" vType="N" hOff="{first}" '
        f'vOff="{start}" hLeading="1" vLeading="1" hDescend="{str(columns_down).lower()}" '
        f'vDescend="{str(rows_down).lower()}" stagger="{str(stagger).lower()}"/>'
    )
    text = f'<V.{tag}Grid dx="{dx}" dy="{dy}" x0="{x0}" y0="{y0}" sideways="{str(sideways).lower()}">'
    return GridMade(f"{text}{numbering}</V.{tag}Grid>", places, size)


def board_of(rng: Random, name: str, kind: str, first: int, *, zoned: bool) -> tuple[GridMade, str]:
    """A board with a grid; below it perhaps a zone without a grid and a track of squares, and a zone on the grid."""
    made = grid_of(rng, kind, first, below=BELOW if zoned else 0)
    if not zoned:
        return made, made.text
    wide, high = made.size
    on_grid = f"0,0;{wide},0;{wide},{high};0,{high}"
    names = {f"{name} dead": (wide / 4, high + 60.0)}
    track = (
        '<V.SquareGrid dx="50" dy="50" x0="25" y0="{y}"><V.SquareGridNumbering first="H" hOff="1" vOff="1" hType="N" '
    )
    track += 'vType="N" hLeading="0" vLeading="0" sep="/"/></V.SquareGrid>'
    for turn in range(1, 5):
        names[f"{name} turn {turn}/1"] = (25 + 50 * (turn - 1), high + 145.0)
    zones = [
        (f"{name} dead", f"0,{high};{wide},{high};{wide},{high + 120};0,{high + 120}", "$name$", "false", ""),
        (
            f"{name} turn",
            f"0,{high + 120};200,{high + 120};200,{high + 170};0,{high + 170}",
            "$name$ $gridLocation$",
            "false",
            track.format(y=high + 145),
        ),
        ("Country", on_grid, "$gridLocation$", "true", ""),
    ]
    rng.shuffle(zones)
    rows = "".join(
        f'<V.Zone name="{title}" path="{path}" locationFormat="{told}" useParentGrid="{parent}">{inner}</V.Zone>'
        for title, path, told, parent, inner in zones
    )
    text = f"<V.ZonedGrid>{made.text}{rows}</V.ZonedGrid>"
    return GridMade(text, {**made.places, **names}, (max(wide, 200), high + BELOW)), text


def pictured(rng: Random, kind: str, name: str, size: tuple[int, int]) -> tuple[str, dict[str, bytes | str]]:
    """The attributes of a board with a picture of a kind, and its file."""
    wide, high = size
    match kind:
        case "png":
            return f'image="{name}.png"', {f"images/{name}.png": picture(size)}
        case "millimetres":
            sides = f"height='{high * 25.4 / 96}mm' width='{wide * 25.4 / 96}mm'"
            svg = f"<?xml version='1.0'?><!-- a map --><svg\n {sides}/>"
        case "view box":
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"/>'
        case _:
            return f'width="{wide}" height="{high}"', {}
    return f'image="{name}.svg"', {f"images/{name}.svg": svg}


def module_made(folder: Path, seed: int) -> ForeignModule:
    """A module by a seed, with a saved game that lies on all its boards."""
    rng = Random(seed)
    kind = GRIDS[seed % len(GRIDS)]
    zoned, padding = rng.random() < 0.6, rng.choice(((0, 0), (30, 50)))
    shows, count = rng.choice(PICTURES), rng.choice((1, 1, 2))
    ways = (kind, shows, f"{count} boards", f"padding {padding[0]}", "zones" if zoned else "no zones")
    module = ForeignModule(folder / "war.vmod", folder / "war.vsav", ways=ways)
    boards, files, laid, spots = list[str](), dict[str, bytes | str](), list[str](), dict[str, tuple[float, float]]()
    left = padding[0]
    for n in range(count):
        name = ("West", "East")[n]
        made, text = board_of(rng, name, kind, 1 + 40 * n, zoned=zoned)
        told, more = pictured(rng, shows, name.lower(), made.size)
        boards.append(f'<{BOARDS}.Board name="{name}" {told}>{text}</{BOARDS}.Board>')
        files |= more
        turned = rng.random() < 0.2
        laid += [f"{name}/rev" if turned else name, str(n), "0"]
        for place, (x, y) in made.places.items():
            x, y = (made.size[0] - x, made.size[1] - y) if turned else (x, y)
            spots[place] = left + x, padding[1] + y
        left += made.size[0]
    counters, prototypes = _counters(rng, module, spots)
    begins = rng.choice(sorted(spots))
    at_board, at_name = ("East", begins) if count > 1 and _on_east(spots, begins, made.size, left) else ("West", begins)
    module.at_start = {"Works": begins}
    stack = (
        f'<V.module.map.SetupStack name="s" owningBoard="{at_board}" useGridLocation="true" location="{at_name}" x="0" '
        f'y="0">{_slot("Works", "mark;Side", "Blue", "works.png")}</V.module.map.SetupStack>'
    )
    module.answers.append(Answer("Works", "works.png", "", "Blue", ""))
    module.broken = rng.randrange(3)
    lost = "".join(f'<V.PieceSlot entryName="lost {n}">a damaged text {n}</V.PieceSlot>' for n in range(module.broken))
    nobody = "".join(f"<V.{tag}/>" for tag in rng.sample(("DiceButton", "Inventory", "Chatter", "NotesWindow"), 2))
    own, added = counters[: len(counters) // 2], counters[len(counters) // 2 :]
    text = (
        '<?xml version="1.0"?><V.build.GameModule name="War" version="2">'
        f"<V.PlayerRoster><entry>Blue</entry><entry>Red</entry></V.PlayerRoster>{prototypes}{nobody}"
        f'<V.module.Map mapName="Main" edgeWidth="{padding[0]}" edgeHeight="{padding[1]}">'
        f"<V.BoardPicker>{''.join(boards)}</V.BoardPicker>{stack}</V.module.Map>"
        f"<V.PieceWindow>{''.join(own)}{lost}</V.PieceWindow></V.build.GameModule>"
    )
    extension = (
        '<?xml version="1.0"?><V.build.module.ModuleExtension module="War" version="1"><V.ExtensionElement '
        f'target="V.build.module.PieceWindow">{"".join(added)}</V.ExtensionElement></V.build.module.ModuleExtension>'
    )
    module.elements = sum(one.count("<V.") + one.count("<entry>") for one in (text, extension))
    archive(module.path, {"buildFile.xml": text, **files})
    (folder / "war_ext").mkdir()
    archive(folder / "war_ext" / "more.vmdx", {"buildFile.xml": extension})
    _saved(rng, module, spots, laid)
    return module


def _on_east(spots: dict[str, tuple[float, float]], name: str, size: tuple[int, int], right: float) -> bool:
    return spots[name][0] >= right - size[0]


def _slot(name: str, kinds: str, states: str, image: str, gpid: str = "") -> str:
    text = joined(["+", "null", nested([*filter(None, kinds.split("\n")), f"piece;;;{image};{name}"]), ""], "/")
    state = nested([*(states.split("\n") if kinds else ()), f"null;0;0;{gpid};0"])
    text = text[:-1] + "/" + state.replace("/", "\\/") if not text.endswith("//") else text[:-1] + state
    return f"<V.PieceSlot entryName={quoteattr(name)} gpid={quoteattr(gpid)}>{escape(text)}</V.PieceSlot>"


def _counters(rng: Random, module: ForeignModule, spots: dict[str, tuple[float, float]]) -> tuple[list[str], str]:
    """The slots of counters, their prototypes, and what is right of each. Faces stand in the counter or a prototype."""
    slots, prototypes = list[str](), list[str]()
    for n in range(rng.randint(6, 12)):
        name, side = f"Unit {n}", ("Blue", "Red")[n % 2]
        own_front, in_prototype = rng.random() < 0.5, rng.random() < 0.6
        front, back = f"u{n}.png", f"u{n}b.png" if rng.random() < 0.8 else ""
        pictures = [*([] if own_front else [front]), *filter(None, [back])]
        shown = layer(*pictures) if pictures else ""
        level = "-1;" if own_front else "1;"
        kinds, states = ["mark;Side"], [side]
        if shown and in_prototype:
            kinds, states = [f"prototype;P{n}", *kinds], ["", *states]
            inner = joined(["+", "null", nested([shown, "piece;;;;"]), nested([level, "null;0;0;;0"])], "/")
            prototypes.append(f'<V.PrototypeDefinition name="P{n}">{escape(inner)}</V.PrototypeDefinition>')
        elif shown:
            kinds, states = [shown, *kinds], [level, *states]
        slots.append(_slot(name, "\n".join(kinds), "\n".join(states), front if own_front else "", str(100 + n)))
        where = rng.choice([*sorted(spots), ""]) if rng.random() < 0.9 else ""
        module.answers.append(Answer(name, front, back, side, where, bool(back) and rng.random() < 0.4))
        module.layers[name] = pictures
    return slots, f"<V.PrototypesContainer>{''.join(prototypes)}</V.PrototypesContainer>"


def _saved(rng: Random, module: ForeignModule, spots: dict[str, tuple[float, float]], laid: list[str]) -> None:
    """A saved game: pieces as they are once taken out of a list, without prototypes, each a little beside its place."""
    commands = [joined(["MainBoardPicker", *laid], "\t")]
    for n, answer in enumerate(one for one in module.answers if one.name != "Works"):
        x, y = spots.get(answer.where, (-500.0, -500.0))
        x, y = round(x + rng.uniform(-6, 6)), round(y + rng.uniform(-6, 6))
        pictures = module.layers[answer.name]
        image = "" if answer.front in pictures else answer.front
        level = pictures.index(answer.back) + 1 if answer.turned else 1 if answer.front in pictures else -1
        shown, state = ([layer(*pictures)], [f"{level};"]) if pictures else ([], [])
        kinds = nested([*shown, "mark;Side", f"piece;;;{image};{answer.name}"])
        states = nested([*state, answer.side, f"Main;{x};{y};{100 + n};0"])
        commands.append(joined(["+", str(1000 + n), kinds, states], "/"))
    saved(module.save, *commands)


def seeds(count: int) -> Iterator[int]:
    """As many seeds, of which each kind of grid has its share."""
    yield from range(1, count + 1)
