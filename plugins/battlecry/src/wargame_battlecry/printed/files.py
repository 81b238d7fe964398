"""The files of battles and of the box, read strictly and checked against each other.

Source: BC150 p.5 Choose a Battle Scenario, p.6 Review the Staffing Notes. Codes of the checks: E601 off the board, E602
two tiles in one hex, E603 more than the box holds, E604 flags that nobody can win, E605 differs from what is stated,
E606 a unit where it may not stand, E607 covered sides. What cards, special rules and terrain may do is a `Vocabulary`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

from attrs import evolve, field, frozen

from wargame_battlecry.printed import pieces
from wargame_battlecry.printed.game_board import ARMS, DIRECTIONS, FOE, HEXES, SIDES, SIZE, SPACE, Side, sides_mask
from wargame_battlecry.printed.pieces import Battle, CommandCard, GeneralId, Rulebook, Terrain, Vocabulary
from wargame_core import DataError, data
from wargame_core.data import (
    Basis,
    DataFolder,
    Document,
    KeyPath,
    Problems,
    Ref,
    bases_in,
    basis_at,
    one_kind_of,
    structure,
    worded,
)
from wargame_core.forces.order_of_battle import SetUpPlace, check_set_up

HexName = Annotated[str, Ref("a hex of the board", "E601")]
TerrainName = Annotated[str, Ref("a terrain")]
T = TypeVar("T")


# --------------------------------------------------------------------------------------------- what a file may hold
@frozen
class BattleRow:
    """[battle]: ``flags`` to win, and the side that moves ``first``."""

    id: str
    title: str
    flags: int
    first: Side
    number: int = 0
    place: str = ""
    date: str = ""
    group: str = ""


@frozen
class StaffingRow:
    """[union], [confederate]: the hand size, and the numbers of units as stated (checked where given)."""

    commander: str
    hand: int
    infantry: int | None = None
    cavalry: int | None = None
    artillery: int | None = None
    generals: int | None = None


@frozen
class TerrainRow:
    """[[terrain]]: tiles or tokens of one kind; ``sides`` (E, NE, NW, W, SW, SE) are covered."""

    kind: TerrainName
    hexes: tuple[HexName, ...]
    name: str = ""
    sides: tuple[Annotated[str, Ref("a side of a hex")], ...] = ()


@frozen
class UnitPlacementRow:
    """[[unit]]: full-strength units of one kind, one in each hex."""

    side: Side
    kind: Annotated[str, Ref("a kind of unit")]
    hexes: tuple[HexName, ...]
    label: str = ""


@frozen
class GeneralRow:
    """[[general]]"""

    side: Side
    hex: HexName
    name: str = ""


@frozen
class BattleFile:
    """A whole battle file. ``tiles`` states how many hexes of each terrain there are (checked where given)."""

    battle: BattleRow
    union: StaffingRow
    confederate: StaffingRow
    unit: tuple[UnitPlacementRow, ...]
    terrain: tuple[TerrainRow, ...] = ()
    general: tuple[GeneralRow, ...] = ()
    rule: tuple[Any, ...] = ()
    tiles: Mapping[TerrainName, int] = field(factory=dict)


# -------------------------------------------------------------------------------------------------------- the box
DATA = Path(__file__).parents[1] / "data"
TABLES = ("deck.toml", "pieces.toml", "terrain.toml")
"""The files of the box, beside the battles."""
FACES = ("infantry", "infantry", "cavalry", "artillery", "saber", "flag")


@frozen
class TerrainFile:
    """The terrain of the game."""

    terrain: tuple[Terrain, ...]


@frozen
class DieRow:
    """[die]: its six faces."""

    faces: tuple[str, ...]


@frozen
class PiecesFile:
    """What the box holds, the die and the kinds of units."""

    box: pieces.Box
    die: DieRow
    kind: tuple[pieces.Kind, ...]


@frozen
class CommandDeckFile:
    """The command cards."""

    card: tuple[CommandCard, ...]


# --------------------------------------------------------------------------------------------------- the battle
@cache
def schemas(words: Vocabulary) -> Mapping[str, type[Any]]:
    """What each file may hold, by its name: a battle's stands under "my_battle.toml"."""
    effect = {"effect": one_kind_of(words.effects)} if words.effects else {}
    ground = {"effect": one_kind_of(words.terrain) | None} if words.terrain else {}
    rules = {"rule": tuple[one_kind_of(words.rules), ...]} if words.rules else {}  # type: ignore[misc]
    return {
        "my_battle.toml": worded(BattleFile, **rules),
        "deck.toml": worded(CommandDeckFile, card=tuple[worded(CommandCard, **effect), ...]),  # type: ignore[misc]
        "pieces.toml": PiecesFile,
        "terrain.toml": worded(TerrainFile, terrain=tuple[worded(Terrain, **ground), ...]),  # type: ignore[misc]
    }


def read_battle(doc: Document, problems: Problems, book: Rulebook) -> Battle | None:
    """The battle of a TOML file, or None after noting in ``problems`` all that is wrong with it."""
    found = checked(doc, problems, book)
    return found[1] if found is not None else None


def checked(doc: Document, problems: Problems, book: Rulebook) -> tuple[BattleFile, Battle] | None:
    """What a battle file holds, and the battle; None after noting in ``problems`` all that is wrong with it."""
    count_before = len(problems)
    data.check_source(doc, problems)
    names = {
        "a hex of the board": HEXES,
        "a side of a hex": DIRECTIONS,
        "a terrain": book.terrain,
        "a kind of unit": book.kinds,
        "a card": book.cards,
    }
    file: BattleFile | None = structure(doc, schemas(book.vocabulary)["my_battle.toml"], problems, names=names)
    if file is None:
        return None
    battle = evolve(build(file, book), bases=_bases(doc, file))
    check_pieces(doc, file, battle, problems, book)
    return (file, battle) if len(problems) == count_before else None


def build(file: BattleFile, book: Rulebook) -> Battle:
    """The battle of a file whose names are all known: the pieces on their ground, and then what its rules change."""
    row, ground = file.battle, _ground(file, book)
    battle = Battle(
        id=row.id,
        number=row.number,
        title=row.title,
        place=row.place,
        date=row.date,
        flags=row.flags,
        first=row.first,
        commanders={"union": file.union.commander, "confederate": file.confederate.commander},
        hands={"union": file.union.hand, "confederate": file.confederate.hand},
        units=_units(file, book),
        generals=_generals(file),
        tiles=ground.tiles,
        sides=ground.sides,
        names=ground.names,
        works=ground.works,
        rules=file.rule,
    )
    for number, rule in enumerate(file.rule):
        battle = rule.battle_with(battle, number)
    return battle


def _bases(doc: Document, file: BattleFile) -> dict[str, Basis]:
    """The evidence for each piece, each side and the battle, in the order in which ids are given out."""
    bases = {name: basis_at(doc, (name,)) for name in ("battle", *SIDES)}
    bases |= {f"r{number}": basis_at(doc, ("rule", number)) for number, _ in enumerate(file.rule)}
    for table, id_of, rows in (
        ("unit", pieces.unit_id, [(row.side, len(row.hexes)) for row in file.unit]),
        ("general", pieces.general_id, [(row.side, 1) for row in file.general]),
    ):
        counts = dict.fromkeys(SIDES, 0)
        for row_number, (side, number) in enumerate(rows):
            for _ in range(number):
                counts[side] += 1
                bases[id_of(side, counts[side])] = basis_at(doc, (table, row_number))
    return bases


@frozen
class _Ground:
    """Tiles, covered sides and names by space, and works by hex name."""

    tiles: tuple[Terrain, ...]
    sides: tuple[int, ...]
    names: tuple[str, ...]
    works: dict[str, tuple[pieces.Work, ...]]


def _ground(file: BattleFile, book: Rulebook) -> _Ground:
    tiles, sides, names = [book.terrain["clear"]] * SIZE, [0] * SIZE, [""] * SIZE
    works_by_hex: dict[str, tuple[pieces.Work, ...]] = {}
    for row in file.terrain:
        work_sides = sides_mask(row.sides)
        for name in row.hexes:
            space = SPACE[name]
            names[space] = row.name or names[space]
            if book.terrain[row.kind].token:
                works_by_hex[name] = (*works_by_hex.get(name, ()), pieces.Work(row.kind, work_sides))
            else:
                tiles[space], sides[space] = book.terrain[row.kind], work_sides
    return _Ground(tuple(tiles), tuple(sides), tuple(names), works_by_hex)


def _units(file: BattleFile, book: Rulebook) -> dict[str, pieces.Unit]:
    """The units by id: a letter of the side and a number in the order of the file."""
    units: dict[str, pieces.Unit] = {}
    counts = dict.fromkeys(SIDES, 0)
    for row in file.unit:
        for name in row.hexes:
            counts[row.side] += 1
            unit = pieces.Unit(
                pieces.unit_id(row.side, counts[row.side]), row.side, book.kinds[row.kind], SPACE[name], row.label
            )
            units[unit.id] = unit
    return units


def _generals(file: BattleFile) -> dict[GeneralId, pieces.General]:
    """The generals by id: a letter of the side, a g, and a number in the order of the file."""
    generals: dict[GeneralId, pieces.General] = {}
    counts = dict.fromkeys(SIDES, 0)
    for row in file.general:
        counts[row.side] += 1
        general = pieces.General(pieces.general_id(row.side, counts[row.side]), row.side, row.name, SPACE[row.hex])
        generals[general.id] = general
    return generals


# ---------------------------------------------------------------------------------------------------- the checks
def check_pieces(doc: Document, file: BattleFile, battle: Battle, problems: Problems, book: Rulebook) -> None:
    """Note every piece and tile that is too many or stands wrong, and numbers that cannot be."""
    units = list(_unit_starts(file, battle))
    check_set_up(doc, units, problems, limit=1)
    check_set_up(doc, list(_general_starts(file)), problems, there=units, limit=1)
    for start, unit in zip(units, battle.units.values(), strict=True):
        if battle.barred_hexes[unit.kind.arm] >> unit.hex & 1:
            message = f"{unit.kind.title} may not stand on {battle.tiles[unit.hex].title}"
            problems.add(doc, start.at, "E606", message)
    _check_sides(doc, file, problems, book)
    _check_tiles(doc, file, problems, book)
    for side in SIDES:
        _check_numbers(doc, file, battle, problems, book, side)
    _check_flags(doc, file, battle, problems)


def _unit_starts(file: BattleFile, battle: Battle) -> Iterator[SetUpPlace]:
    """Every unit where it stands, in the order of the file."""
    paths = (
        ("unit", row_number, "hexes", item_number)
        for row_number, row in enumerate(file.unit)
        for item_number, _ in enumerate(row.hexes)
    )
    for path, unit in zip(paths, battle.units.values(), strict=True):
        yield SetUpPlace(unit.label or f"{unit.side} {unit.kind.title}", unit.side, HEXES[unit.hex], path)


def _general_starts(file: BattleFile) -> Iterator[SetUpPlace]:
    """Every general where he stands."""
    for row_number, general in enumerate(file.general):
        yield SetUpPlace(
            general.name or f"a {general.side} general", general.side, general.hex, ("general", row_number, "hex")
        )


def _check_sides(doc: Document, file: BattleFile, problems: Problems, book: Rulebook) -> None:
    """Note covered sides that are missing or make no sense."""
    for row_number, row in enumerate(file.terrain):
        is_directional = book.terrain[row.kind].directional
        if is_directional and not row.sides:
            problems.add(
                doc, ("terrain", row_number), "E607", f"{row.kind} needs sides", f"two of {', '.join(DIRECTIONS)}"
            )
        if row.sides and not is_directional:
            problems.add(doc, ("terrain", row_number, "sides"), "E607", f"{row.kind} has no covered sides")


def _check_tiles(doc: Document, file: BattleFile, problems: Problems, book: Rulebook) -> None:
    terrain, box = book.terrain, book.box
    tiles: dict[str, str] = {}
    count: Counter[str] = Counter()
    for row_number, row in enumerate(file.terrain):
        for item_number, name in enumerate(row.hexes):
            count[row.kind] += 1
            if not terrain[row.kind].token and name in tiles:
                problems.add(
                    doc,
                    ("terrain", row_number, "hexes", item_number),
                    "E602",
                    f"{name} already has a {tiles[name]} tile",
                )
            if not terrain[row.kind].token:
                tiles[name] = row.kind
    if len(tiles) > box.tiles:
        problems.add(doc, ("terrain",), "E603", f"{len(tiles)} terrain tiles; the box holds {box.tiles}")
    token_count = sum(number for kind, number in count.items() if terrain[kind].token)
    if token_count > box.works:
        problems.add(doc, ("terrain",), "E603", f"{token_count} work tokens; the box holds {box.works}")
    for kind, stated_count in file.tiles.items():
        if stated_count != count[kind]:
            problems.add(doc, ("tiles", kind), "E605", f"{stated_count} {kind} stated, {count[kind]} placed")


def _check_numbers(
    doc: Document, file: BattleFile, battle: Battle, problems: Problems, book: Rulebook, side: Side
) -> None:
    """Note what a side has more of than the box holds, or not as many of as is stated, and an impossible hand."""
    stated_army = file.union if side == "union" else file.confederate
    count_of_arm: Counter[str] = Counter(unit.kind.arm for unit in battle.units.values() if unit.side == side)
    count_of_arm["generals"] = sum(general.side == side for general in battle.generals.values())
    for kind in (*ARMS, "generals"):
        number, box_count = getattr(stated_army, kind), getattr(book.box, kind)
        if number is not None and number != count_of_arm[kind]:
            problems.add(doc, (side, kind), "E605", f"{number} {kind} stated, {count_of_arm[kind]} placed")
        if count_of_arm[kind] > box_count:
            message = f"the {side} has {count_of_arm[kind]} {kind}; the box holds {box_count} a side"
            problems.add(doc, _first_row(file, book, side, kind), "E603", message)
    if not 1 <= stated_army.hand <= 10:
        problems.add(doc, (side, "hand"), "E605", f"a hand of {stated_army.hand} cards; 1 to 10 can be held")


def _first_row(file: BattleFile, book: Rulebook, side: Side, kind: str) -> KeyPath:
    """Where the file first places units of an arm, or generals."""
    rows = (
        row_number for row_number, row in enumerate(file.unit) if row.side == side and book.kinds[row.kind].arm == kind
    )
    first_row = next(rows, None)
    return ("general",) if first_row is None else ("unit", first_row)


def _check_flags(doc: Document, file: BattleFile, battle: Battle, problems: Problems) -> None:
    """Note a number of flags that is none, or that a side could not win with everything there is to win."""
    flags = file.battle.flags
    if flags < 1:
        problems.add(doc, ("battle", "flags"), "E604", f"{flags} flags to win; at least 1 is needed")
    for side in SIDES:
        units = sum(unit.side == FOE[side] for unit in battle.units.values())
        generals = sum(general.side == FOE[side] for general in battle.generals.values())
        side_units = sum(unit.side == side for unit in battle.units.values())
        ground = sum(objective.flags for objective in battle.objectives if objective.side == side)
        exits = side_units * max((way.flags for way in battle.exits if way.side == side), default=0)
        if flags > units + generals + ground + exits:
            possible_flags = f"{units} for units, {generals} for generals, {ground} for ground, {exits} for exits"
            message = f"{flags} flags to win, but the {side} can win no more than {possible_flags}"
            problems.add(doc, ("battle", "flags"), "E604", message)


# ---------------------------------------------------------------------------------------------------- the folder
class Battles(Mapping[str, Battle]):
    """Battles by id, each read from its file when it is first asked for: a mistake in it is a `DataError` then."""

    def __init__(self, names: Mapping[str, str], folder: DataFolder, book: Rulebook) -> None:
        self._names, self._folder, self._book = names, folder, book
        self._read: dict[str, Battle] = {}

    def __getitem__(self, name: str) -> Battle:
        try:
            return self._read[name]
        except KeyError:
            problems = Problems()
            battle = read_battle(self._folder.read(self._names[name], "a battle"), problems, self._book)
            problems.raise_if_any()
            assert battle is not None
            self._read[name] = battle
            return battle

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def load_rulebook(
    words: Vocabulary,
    overlay: Path | None = None,
    battle: Path | None = None,
    packaged_folder: Path = DATA,
    variants: tuple[Path, ...] = (),
) -> Rulebook:
    """Everything printed. ``overlay`` is a folder whose files replace packaged ones; ``battle`` a file to play.

    ``words`` are those that the files may use, ``variants`` the folders of variants that are played. The box is that of
    Battle Cry where the folder ``packaged_folder`` holds no other. Battles in the other folders are added. Raises
    `DataError` with every problem of every file. Packaged battles are read when they are asked for; one of which not
    even the title can be read is told in ``unread``.
    """
    problems = Problems()
    book = load_tables(words, DataFolder(packaged_folder, overlay, DATA, variants), problems)
    folder = DataFolder(packaged_folder if battle is None else battle.parent, overlay, None, variants)
    files = [folder.file(name) for name in folder.names() if name not in TABLES]
    paths = files if battle is None else [battle]
    rows = data.read_each(paths, battle_row)
    names = {row.id: row for row in rows.sound}
    sound = [path.name for path in paths if path not in rows.unread]
    battles = Battles(dict(zip((row.id for row in rows.sound), sound, strict=True)), folder, book)
    if overlay is not None or battle is not None or not names:
        problems.found += rows.problems()
        for name in battles:
            try:
                battles[name]
            except DataError as error:
                problems.found += error.problems
    problems.raise_if_any()
    return evolve(book, battles=battles, rows=names, unread=rows.by_id("battle"))


def battle_row(path: Path, problems: Problems) -> BattleRow | None:
    """The [battle] of a file, without the rest of it."""
    text = path.read_text("utf-8", "replace")
    table = re.search(r"^\[battle\]$.*?(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL)
    if table is not None:
        row = structure(data.parse_toml(table[0], path), BattleRow, Problems(), ("battle",))
        if row is not None:
            return row
    return structure(data.read_toml(path, "a battle"), BattleRow, problems, ("battle",))


def load_tables(words: Vocabulary, folder: DataFolder, problems: Problems) -> Rulebook:
    """Terrain, pieces and cards, without battles. Raises `DataError`."""
    shapes = schemas(words)

    def read_table(name: str, check: Callable[[Document, Any, Problems], None]) -> Any:
        doc = folder.read(name, f"the game's {name}")
        data.check_source(doc, problems)
        contents = structure(doc, shapes[name], problems)
        if contents is not None:
            check(doc, contents, problems)
        return contents

    bases: dict[tuple[str, str], Basis] = {}

    def check_deck(doc: Document, file: CommandDeckFile, problems: Problems) -> None:
        _check_deck(doc, file, problems)
        bases.update(bases_in(doc))

    terrain: TerrainFile = read_table("terrain.toml", _check_terrain)
    box: PiecesFile = read_table("pieces.toml", _check_pieces)
    deck: CommandDeckFile = read_table("deck.toml", check_deck)
    problems.raise_if_any()
    return Rulebook(
        terrain={ground.id: ground for ground in terrain.terrain},
        kinds={kind.id: kind for kind in box.kind},
        box=box.box,
        cards={card.id: card for card in deck.card},
        vocabulary=words,
        battles={},
        bases=bases,
    )


def _check_terrain(doc: Document, file: TerrainFile, problems: Problems) -> None:
    problems.unique(doc, "a terrain", [(("terrain", n, "id"), terrain.id) for n, terrain in enumerate(file.terrain)])
    for row_number, terrain in enumerate(file.terrain):
        if isinstance(terrain.effect, dict):  # nothing may be said of it, as no words for it are known
            effect_path, kind = ("terrain", row_number, "effect", "kind"), terrain.effect.get("kind")
            problems.unknown(doc, effect_path, "E204", "an effect of terrain", kind, ())
    if "clear" not in {terrain.id for terrain in file.terrain}:
        problems.add(doc, ("terrain",), "E202", "missing: the terrain 'clear'")


def _check_pieces(doc: Document, file: PiecesFile, problems: Problems) -> None:
    problems.unique(doc, "a kind", [(("kind", row_number, "id"), kind.id) for row_number, kind in enumerate(file.kind)])
    if file.die.faces != FACES:
        problems.add(doc, ("die", "faces"), "E608", f"the battle die has the faces {', '.join(FACES)}")


def _check_deck(doc: Document, file: CommandDeckFile, problems: Problems) -> None:
    names = [card.id for card in file.card]
    problems.unique(doc, "a card", [(("card", n, "id"), name) for n, name in enumerate(names)])
    for row_number, card in enumerate(file.card):
        if card.mirror:
            problems.reference(doc, ("card", row_number, "mirror"), "a card", card.mirror, names)
        if card.count < 1:
            problems.add(doc, ("card", row_number, "count"), "E609", f"{card.count} copies; a card has at least 1")
