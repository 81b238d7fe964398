"""The checks of a battle file: names and hexes, pieces and tiles, the box, the numbers stated.

Codes: E601 off the board, E602 two tiles in one hex, E603 more than the box holds, E604 flags that nobody can
win, E605 differs from what is stated, E606 a unit where it may not stand, E607 covered sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from wargame_battlecry.printed.battle_format import (
    BattleFile,
    Closed,
    ExitFlags,
    GroupFlags,
    HexFlags,
    Morale,
    RemoveCards,
    SeeThrough,
)
from wargame_battlecry.printed.game_board import DIRECTIONS, HEXES, SPACE
from wargame_battlecry.printed.pieces import Battle, Rulebook
from wargame_battlecry.printed.sides import ARMS, FOE, SIDES, Side
from wargame_core.data import Document, Problems, did_you_mean
from wargame_core.forces.set_up import Start, check_set_up

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
