"""Battle files: what they may hold, the special rules of a battle, the battle that is made of one, and the checks.

Source: BC150 p.5 Choose a Battle Scenario, p.6 Review the Staffing Notes. Codes of the checks: E601 off the board, E602
two tiles in one hex, E603 more than the box holds, E604 flags that nobody can win, E605 differs from what is stated,
E606 a unit where it may not stand, E607 covered sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from attrs import evolve, field, frozen

from wargame_battlecry.printed.game_board import (
    ARMS,
    DIRECTIONS,
    FOE,
    HEXES,
    SECTIONS,
    SIDES,
    SIZE,
    SPACE,
    Side,
    sides_mask,
)
from wargame_battlecry.printed.pieces import (
    Battle,
    Box,
    CardEffect,
    CommandCard,
    General,
    GeneralId,
    Kind,
    Rulebook,
    Terrain,
    Unit,
    Work,
    general_id,
    unit_id,
)
from wargame_battlecry.printed.special_rules import KeyPath, Named, SpecialRule
from wargame_core.data import (
    DataFolder,
    Document,
    Problems,
    check_source,
    did_you_mean,
    read_each,
    read_toml,
    structure,
)
from wargame_core.forces.set_up import Start, check_set_up


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

    kind: str
    hexes: tuple[str, ...]
    name: str = ""
    sides: tuple[str, ...] = ()


@frozen
class UnitPlacementRow:
    """[[unit]]: full-strength units of one kind, one in each hex."""

    side: Side
    kind: str
    hexes: tuple[str, ...]
    label: str = ""


@frozen
class GeneralRow:
    """[[general]]"""

    side: Side
    hex: str
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
    rule: tuple[SpecialRule, ...] = ()
    tiles: Mapping[str, int] = field(factory=dict)


# --------------------------------------------------------------------------------------------------- the battle
def read_battle(path: Path, problems: Problems, book: Rulebook) -> Battle | None:
    """The battle of a TOML file, or None after noting in ``problems`` all that is wrong with it."""
    read = checked(read_toml(path, "a battle"), problems, book)
    return read[1] if read is not None else None


def checked(doc: Document, problems: Problems, book: Rulebook) -> tuple[BattleFile, Battle] | None:
    """What a battle file holds, and the battle; None after noting in ``problems`` all that is wrong with it."""
    before = len(problems)
    check_source(doc, problems)
    file = structure(doc, BattleFile, problems)
    if file is None:
        return None
    check_names(doc, file, problems, book)
    if len(problems) > before:
        return None
    battle = build(file, book)
    check_pieces(doc, file, battle, problems, book)
    return (file, battle) if len(problems) == before else None


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
        rules=tuple(rule.text for rule in file.rule if rule.text),
    )
    for number, rule in enumerate(file.rule):
        battle = rule.on(battle, number)
    return battle


@frozen
class _Ground:
    """Tiles, covered sides and names by space, and works by hex name."""

    tiles: tuple[Terrain, ...]
    sides: tuple[int, ...]
    names: tuple[str, ...]
    works: dict[str, tuple[Work, ...]]


def _ground(file: BattleFile, book: Rulebook) -> _Ground:
    tiles, sides, names = [book.terrain["clear"]] * SIZE, [0] * SIZE, [""] * SIZE
    works: dict[str, tuple[Work, ...]] = {}
    for row in file.terrain:
        covered = sides_mask(row.sides)
        for name in row.hexes:
            space = SPACE[name]
            names[space] = row.name or names[space]
            if book.terrain[row.kind].token:
                works[name] = (*works.get(name, ()), Work(row.kind, covered))
            else:
                tiles[space], sides[space] = book.terrain[row.kind], covered
    return _Ground(tuple(tiles), tuple(sides), tuple(names), works)


def _units(file: BattleFile, book: Rulebook) -> dict[str, Unit]:
    """The units by id: a letter of the side and a number in the order of the file."""
    units: dict[str, Unit] = {}
    counts = dict.fromkeys(SIDES, 0)
    for row in file.unit:
        for name in row.hexes:
            counts[row.side] += 1
            unit = Unit(unit_id(row.side, counts[row.side]), row.side, book.kinds[row.kind], SPACE[name], row.label)
            units[unit.id] = unit
    return units


def _generals(file: BattleFile) -> dict[GeneralId, General]:
    """The generals by id: a letter of the side, a g, and a number in the order of the file."""
    generals: dict[GeneralId, General] = {}
    counts = dict.fromkeys(SIDES, 0)
    for row in file.general:
        counts[row.side] += 1
        general = General(general_id(row.side, counts[row.side]), row.side, row.name, SPACE[row.hex])
        generals[general.id] = general
    return generals


# ---------------------------------------------------------------------------------------------------- the checks
def check_names(doc: Document, file: BattleFile, problems: Problems, book: Rulebook) -> None:
    """Note every hex, terrain, kind, side and card that does not exist, and covered sides that make no sense."""
    for path, name in _hexes(file):
        if name not in SPACE:
            message = f"{name!r} is off the board (rows A C E G I have hexes 1-13, rows B D F H 1-12)"
            problems.add(doc, path, "E601", message, did_you_mean(name, HEXES))
    for n, row in enumerate(file.terrain):
        if not problems.reference(doc, ("terrain", n, "kind"), "a terrain", row.kind, book.terrain):
            continue
        directional = book.terrain[row.kind].directional
        if directional and not row.sides:
            problems.add(doc, ("terrain", n), "E607", f"{row.kind} needs sides", f"two of {', '.join(DIRECTIONS)}")
        if row.sides and not directional:
            problems.add(doc, ("terrain", n, "sides"), "E607", f"{row.kind} has no covered sides")
        for m, side in enumerate(row.sides):
            problems.reference(doc, ("terrain", n, "sides", m), "a side of a hex", side, DIRECTIONS)
    for name in file.tiles:
        problems.reference(doc, ("tiles", name), "a terrain", name, book.terrain)
    for n, unit in enumerate(file.unit):
        problems.reference(doc, ("unit", n, "kind"), "a kind of unit", unit.kind, book.kinds)
    for n, rule in enumerate(file.rule):
        rule.check(doc, ("rule", n), problems, book)


def _hexes(file: BattleFile) -> Iterator[Named]:
    """Every hex that the file names."""
    for n, tile in enumerate(file.terrain):
        yield from ((("terrain", n, "hexes", m), name) for m, name in enumerate(tile.hexes))
    for n, unit in enumerate(file.unit):
        yield from ((("unit", n, "hexes", m), name) for m, name in enumerate(unit.hexes))
    yield from ((("general", n, "hex"), general.hex) for n, general in enumerate(file.general))
    for n, rule in enumerate(file.rule):
        yield from ((("rule", n, *path), name) for path, name in rule.hexes_named())


def check_pieces(doc: Document, file: BattleFile, battle: Battle, problems: Problems, book: Rulebook) -> None:
    """Note every piece and tile that is too many or stands wrong, and numbers that cannot be."""
    units = list(_unit_starts(file, battle))
    check_set_up(doc, units, problems, limit=1)
    check_set_up(doc, list(_general_starts(file)), problems, there=units, limit=1)
    for start, unit in zip(units, battle.units.values(), strict=True):
        if battle.barred[unit.kind.arm] >> unit.hex & 1:
            message = f"{unit.kind.title} may not stand on {battle.tiles[unit.hex].title}"
            problems.add(doc, start.at, "E606", message)
    _check_tiles(doc, file, problems, book)
    for side in SIDES:
        _check_numbers(doc, file, battle, problems, book, side)
    _check_flags(doc, file, battle, problems)


def _unit_starts(file: BattleFile, battle: Battle) -> Iterator[Start]:
    """Every unit where it stands, in the order of the file."""
    paths = (path for path, _ in _hexes(file) if path[0] == "unit")
    for path, unit in zip(paths, battle.units.values(), strict=True):
        yield Start(unit.label or f"{unit.side} {unit.kind.title}", unit.side, HEXES[unit.hex], path)


def _general_starts(file: BattleFile) -> Iterator[Start]:
    """Every general where he stands."""
    for n, general in enumerate(file.general):
        yield Start(general.name or f"a {general.side} general", general.side, general.hex, ("general", n, "hex"))


def _check_tiles(doc: Document, file: BattleFile, problems: Problems, book: Rulebook) -> None:
    terrain, box = book.terrain, book.box
    tiles: dict[str, str] = {}
    count: Counter[str] = Counter()
    for n, row in enumerate(file.terrain):
        for m, name in enumerate(row.hexes):
            count[row.kind] += 1
            if not terrain[row.kind].token and name in tiles:
                problems.add(doc, ("terrain", n, "hexes", m), "E602", f"{name} already has a {tiles[name]} tile")
            if not terrain[row.kind].token:
                tiles[name] = row.kind
    if len(tiles) > box.tiles:
        problems.add(doc, ("terrain",), "E603", f"{len(tiles)} terrain tiles; the box holds {box.tiles}")
    works = sum(number for kind, number in count.items() if terrain[kind].token)
    if works > box.works:
        problems.add(doc, ("terrain",), "E603", f"{works} work tokens; the box holds {box.works}")
    for kind, stated in file.tiles.items():
        if stated != count[kind]:
            problems.add(doc, ("tiles", kind), "E605", f"{stated} {kind} stated, {count[kind]} placed")


def _check_numbers(
    doc: Document, file: BattleFile, battle: Battle, problems: Problems, book: Rulebook, side: Side
) -> None:
    """Note what a side has more of than the box holds, or not as many of as is stated, and an impossible hand."""
    stated = file.union if side == "union" else file.confederate
    placed: Counter[str] = Counter(unit.kind.arm for unit in battle.units.values() if unit.side == side)
    placed["generals"] = sum(general.side == side for general in battle.generals.values())
    for what in (*ARMS, "generals"):
        number, held = getattr(stated, what), getattr(book.box, what)
        if number is not None and number != placed[what]:
            problems.add(doc, (side, what), "E605", f"{number} {what} stated, {placed[what]} placed")
        if placed[what] > held:
            message = f"the {side} has {placed[what]} {what}; the box holds {held} a side"
            problems.add(doc, _first_row(file, book, side, what), "E603", message)
    if not 1 <= stated.hand <= 10:
        problems.add(doc, (side, "hand"), "E605", f"a hand of {stated.hand} cards; 1 to 10 can be held")


def _first_row(file: BattleFile, book: Rulebook, side: Side, what: str) -> KeyPath:
    """Where the file first places units of an arm, or generals."""
    rows = (n for n, row in enumerate(file.unit) if row.side == side and book.kinds[row.kind].arm == what)
    first = next(rows, None)
    return ("general",) if first is None else ("unit", first)


def _check_flags(doc: Document, file: BattleFile, battle: Battle, problems: Problems) -> None:
    """Note a number of flags that is none, or that a side could not win with everything there is to win."""
    flags = file.battle.flags
    if flags < 1:
        problems.add(doc, ("battle", "flags"), "E604", f"{flags} flags to win; at least 1 is needed")
    for side in SIDES:
        units = sum(unit.side == FOE[side] for unit in battle.units.values())
        generals = sum(general.side == FOE[side] for general in battle.generals.values())
        own = sum(unit.side == side for unit in battle.units.values())
        ground = sum(objective.flags for objective in battle.objectives if objective.side == side)
        exits = own * max((way.flags for way in battle.exits if way.side == side), default=0)
        if flags > units + generals + ground + exits:
            most = f"{units} for units, {generals} for generals, {ground} for ground, {exits} for exits"
            message = f"{flags} flags to win, but the {side} can win no more than {most}"
            problems.add(doc, ("battle", "flags"), "E604", message)


DATA = Path(__file__).parents[1] / "data"
TABLES = ("deck.toml", "pieces.toml", "terrain.toml")
FACES = ("infantry", "infantry", "cavalry", "artillery", "saber", "flag")
T = TypeVar("T")


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

    box: Box
    die: DieRow
    kind: tuple[Kind, ...]


@frozen
class CommandDeckFile:
    """The command cards."""

    card: tuple[CommandCard, ...]


SCHEMAS = {"deck.toml": CommandDeckFile, "pieces.toml": PiecesFile, "terrain.toml": TerrainFile}


def load_rulebook(
    effects: Mapping[str, CardEffect], overlay: Path | None = None, battle: Path | None = None
) -> Rulebook:
    """Everything printed. ``overlay`` is a folder whose files replace ours of the same name; ``battle`` a file to play.

    ``effects`` are those that the cards of the deck may have. Battles in the overlay are added. Raises `DataError` with
    every problem of every file; where all files are the packaged ones, a battle with a mistake is left out and told in
    ``unread``.
    """
    folder, problems = DataFolder(DATA, overlay), Problems()
    book = load_tables(effects, folder, problems)
    problems.done()
    paths = [battle] if battle is not None else [path for path in folder.files() if path.name not in TABLES]
    files = read_each(paths, lambda path, problems: read_battle(path, problems, book))
    if overlay is not None or battle is not None or not files.sound:
        problems.found += files.problems()
    problems.done()
    return evolve(book, battles={read.id: read for read in files.sound}, unread=files.by_id("battle"))


def load_tables(effects: Mapping[str, CardEffect], folder: DataFolder, problems: Problems) -> Rulebook:
    """Terrain, pieces and cards, without battles. Raises `DataError`."""
    terrain = _read(folder, "terrain.toml", TerrainFile, _check_terrain, problems)
    pieces = _read(folder, "pieces.toml", PiecesFile, _check_pieces, problems)
    deck = _read(folder, "deck.toml", CommandDeckFile, _check_deck, problems, {"a card effect": effects})
    problems.done()
    assert terrain is not None
    assert pieces is not None
    assert deck is not None
    return Rulebook(
        terrain={terrain_kind.id: terrain_kind for terrain_kind in terrain.terrain},
        kinds={kind.id: kind for kind in pieces.kind},
        box=pieces.box,
        cards={card.id: card for card in deck.card},
        effects=effects,
        battles={},
    )


def _read(
    folder: DataFolder,
    name: str,
    cls: type[T],
    check: Callable[[Document, T, Problems], None],
    problems: Problems,
    names: Mapping[str, Collection[str]] | None = None,
) -> T | None:
    """The contents of one file, or None after noting what is wrong with it."""
    doc = read_toml(folder.file(name), f"the game's {name}")
    check_source(doc, problems)
    contents = structure(doc, cls, problems, names=names)
    if contents is not None:
        check(doc, contents, problems)
    return contents


def _check_terrain(doc: Document, file: TerrainFile, problems: Problems) -> None:
    problems.unique(doc, "a terrain", [(("terrain", n, "id"), terrain.id) for n, terrain in enumerate(file.terrain)])
    for n, terrain in enumerate(file.terrain):
        for arm in (*terrain.enter, *terrain.inside, *terrain.bars):
            problems.reference(doc, ("terrain", n), "an arm", arm, ARMS)
    if "clear" not in {terrain.id for terrain in file.terrain}:
        problems.add(doc, ("terrain",), "E202", "missing: the terrain 'clear'")


def _check_pieces(doc: Document, file: PiecesFile, problems: Problems) -> None:
    problems.unique(doc, "a kind", [(("kind", n, "id"), kind.id) for n, kind in enumerate(file.kind)])
    for n, kind in enumerate(file.kind):
        problems.reference(doc, ("kind", n, "arm"), "an arm", kind.arm, ARMS)
    if file.die.faces != FACES:
        problems.add(doc, ("die", "faces"), "E608", f"the battle die has the faces {', '.join(FACES)}")


def _check_deck(doc: Document, file: CommandDeckFile, problems: Problems) -> None:
    names = [card.id for card in file.card]
    problems.unique(doc, "a card", [(("card", n, "id"), name) for n, name in enumerate(names)])
    for n, card in enumerate(file.card):
        if card.mirror:
            problems.reference(doc, ("card", n, "mirror"), "a card", card.mirror, names)
        for section in (*card.orders, *([card.orders_per_card] if card.orders_per_card else [])):
            problems.reference(doc, ("card", n), "a section", section, SECTIONS)
        if card.count < 1:
            problems.add(doc, ("card", n, "count"), "E609", f"{card.count} copies; a card has at least 1")
