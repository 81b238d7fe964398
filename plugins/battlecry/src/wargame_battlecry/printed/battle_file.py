"""Battles read from files: checked, then built into a `Battle`.

Source: BC150 p.5 Choose a Battle Scenario, p.6 Review the Staffing Notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from wargame_battlecry.printed.game_board import (
    ARMS,
    DIRECTIONS,
    FOE,
    HEXES,
    SECTION,
    SIDES,
    SIZE,
    SPACE,
    Arm,
    Section,
    Side,
    sides_mask,
)
from wargame_battlecry.printed.pieces import (
    Battle,
    Exit,
    General,
    GeneralId,
    Objective,
    Rulebook,
    Terrain,
    Unit,
    When,
    Work,
)
from wargame_core.data import Document, Problems, check_source, did_you_mean, read_toml, structure
from wargame_core.forces.set_up import Start, check_set_up
from wargame_core.maps.masks import mask_of

WhileHeld = Literal["continuous", "start_of_turn"]
ForGround = Literal["continuous", "start_of_turn", "captured"]
SideOrEither = Literal["union", "confederate", "either"]


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
class HexFlags:
    """Each of the hexes held by a unit of ``side`` is worth ``flags``: while it is held, or once and for good."""

    kind: ClassVar[str] = "hex_flags"
    side: SideOrEither
    hexes: tuple[str, ...]
    when: ForGround
    flags: int = 1
    text: str = ""


@frozen
class GroupFlags:
    """A unit of ``side`` in every group of hexes at once is worth ``flags``."""

    kind: ClassVar[str] = "group_flags"
    side: Side
    groups: tuple[tuple[str, ...], ...]
    flags: int
    when: ForGround
    text: str = ""


@frozen
class SectionFlags:
    """A section (as ``side`` sees it) without enemy units is worth ``flags``."""

    kind: ClassVar[str] = "section_flags"
    side: Side
    section: Section
    flags: int
    when: WhileHeld
    text: str = ""


@frozen
class ExitFlags:
    """Units of ``side`` may leave the board from these hexes, each for ``flags``."""

    kind: ClassVar[str] = "exit"
    side: Side
    hexes: tuple[str, ...]
    flags: int = 1
    text: str = ""


@frozen
class Closed:
    """Nobody enters these hexes."""

    kind: ClassVar[str] = "closed"
    hexes: tuple[str, ...]
    text: str = ""


@frozen
class Morale:
    """Units of ``side`` in these hexes may ignore flags."""

    kind: ClassVar[str] = "morale"
    side: Side
    hexes: tuple[str, ...]
    ignore_flags: int = 1
    text: str = ""


@frozen
class RemoveCards:
    """Cards left out of the deck."""

    kind: ClassVar[str] = "remove_cards"
    cards: tuple[str, ...]
    text: str = ""


@frozen
class HandShrinks:
    """Each flag ``side`` loses costs it cards of its hand, for good."""

    kind: ClassVar[str] = "hand_shrinks"
    side: Side
    cards: int = 1
    text: str = ""


@frozen
class SeeThrough:
    """Terrain that does not block sight in this battle."""

    kind: ClassVar[str] = "see_through"
    terrain: str
    text: str = ""


@frozen
class Green:
    """Units of these arms retreat further for each flag."""

    kind: ClassVar[str] = "green"
    arms: tuple[Arm, ...]
    hexes_per_flag: int = 2
    text: str = ""


SpecialRule = (
    HexFlags | GroupFlags | SectionFlags | ExitFlags | Closed | Morale | RemoveCards | HandShrinks | SeeThrough | Green
)
"""A [[rule]] of a battle file, told apart by its ``kind``."""


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


KeyPath: TypeAlias = tuple[str | int, ...]


def _hexes(file: BattleFile) -> Iterator[tuple[KeyPath, str]]:
    """Every hex that the file names, with its path."""
    for n, tile in enumerate(file.terrain):
        yield from ((("terrain", n, "hexes", m), name) for m, name in enumerate(tile.hexes))
    for n, unit in enumerate(file.unit):
        yield from ((("unit", n, "hexes", m), name) for m, name in enumerate(unit.hexes))
    yield from ((("general", n, "hex"), general.hex) for n, general in enumerate(file.general))
    for n, rule in enumerate(file.rule):
        if isinstance(rule, (HexFlags, ExitFlags, Closed, Morale)):
            yield from ((("rule", n, "hexes", m), name) for m, name in enumerate(rule.hexes))
        elif isinstance(rule, GroupFlags):
            for m, group in enumerate(rule.groups):
                yield from ((("rule", n, "groups", m, k), name) for k, name in enumerate(group))


def check_names(doc: Document, file: BattleFile, problems: Problems, book: Rulebook) -> None:
    """Note every hex, terrain, kind, side and card that does not exist."""
    for path, name in _hexes(file):
        if name not in SPACE:
            message = f"{name!r} is off the board (rows A C E G I have hexes 1-13, rows B D F H 1-12)"
            problems.add(doc, path, "E601", message, did_you_mean(name, HEXES))
    _check_terrain(doc, file, problems, book)
    for name in file.tiles:
        problems.reference(doc, ("tiles", name), "a terrain", name, book.terrain)
    for n, unit in enumerate(file.unit):
        problems.reference(doc, ("unit", n, "kind"), "a kind of unit", unit.kind, book.kinds)
    for n, rule in enumerate(file.rule):
        if isinstance(rule, RemoveCards):
            for m, card in enumerate(rule.cards):
                problems.reference(doc, ("rule", n, "cards", m), "a card", card, book.cards)
        elif isinstance(rule, SeeThrough):
            problems.reference(doc, ("rule", n, "terrain"), "a terrain", rule.terrain, book.terrain)


def _check_terrain(doc: Document, file: BattleFile, problems: Problems, book: Rulebook) -> None:
    """Note kinds of terrain that do not exist, and covered sides that are missing, meaningless or unknown."""
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


def read_battle(path: Path, problems: Problems, book: Rulebook) -> Battle | None:
    """The battle of a TOML file, or None after noting in ``problems`` all that is wrong with it."""
    doc = read_toml(path, "a battle")
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
    return battle if len(problems) == before else None


def build(file: BattleFile, book: Rulebook) -> Battle:
    """The battle of a file whose names are all known."""
    row, rules, ground = file.battle, file.rule, _ground(file, book)
    return Battle(
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
        closed=_mask(name for rule in rules if isinstance(rule, Closed) for name in rule.hexes),
        objectives=tuple(objective for n, rule in enumerate(rules) for objective in _objectives(n, rule)),
        exits=tuple(Exit(rule.side, _mask(rule.hexes), rule.flags) for rule in rules if isinstance(rule, ExitFlags)),
        morale=tuple((rule.side, _mask(rule.hexes), rule.ignore_flags) for rule in rules if isinstance(rule, Morale)),
        green={arm: rule.hexes_per_flag for rule in rules if isinstance(rule, Green) for arm in rule.arms},
        removed_cards=tuple(card for rule in rules if isinstance(rule, RemoveCards) for card in rule.cards),
        hand_shrinks={rule.side: rule.cards for rule in rules if isinstance(rule, HandShrinks)},
        see_through=frozenset(rule.terrain for rule in rules if isinstance(rule, SeeThrough)),
        rules=tuple(rule.text for rule in rules if rule.text),
    )


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
            unit = Unit(f"{row.side[0]}{counts[row.side]}", row.side, book.kinds[row.kind], SPACE[name], row.label)
            units[unit.id] = unit
    return units


def _generals(file: BattleFile) -> dict[GeneralId, General]:
    """The generals by id: a letter of the side, a g, and a number in the order of the file."""
    generals: dict[GeneralId, General] = {}
    counts = dict.fromkeys(SIDES, 0)
    for row in file.general:
        counts[row.side] += 1
        general = General(GeneralId(f"{row.side[0]}g{counts[row.side]}"), row.side, row.name, SPACE[row.hex])
        generals[general.id] = general
    return generals


def _mask(names: Iterable[str]) -> int:
    return mask_of(SPACE[name] for name in names)


def _objectives(number: int, rule: SpecialRule) -> Iterator[Objective]:
    """The flags for ground that a rule gives; ``number`` is its place in the file."""
    if isinstance(rule, HexFlags):
        for name in rule.hexes:
            token, ground = f"r{number}-{name}", (_mask([name]),)
            for side in SIDES if rule.side == "either" else (rule.side,):
                key = f"{token}-{side}" if rule.side == "either" else token
                yield Objective(key, side, ground, rule.flags, When(rule.when), token=token, text=f"holds {name}")
    elif isinstance(rule, GroupFlags):
        groups = tuple(_mask(group) for group in rule.groups)
        text = "holds " + " and ".join("/".join(group[:4]) + ("..." if len(group) > 4 else "") for group in rule.groups)
        token = f"r{number}"
        yield Objective(token, rule.side, groups, rule.flags, When(rule.when), token=token, text=text)
    elif isinstance(rule, SectionFlags):
        text = f"no {FOE[rule.side]} unit in the {rule.section} section"
        clear_of = SECTION[rule.side][rule.section]
        yield Objective(f"r{number}", rule.side, (), rule.flags, When(rule.when), clear_of, text=text)
