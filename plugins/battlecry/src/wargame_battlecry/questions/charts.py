"""The quick-reference tables, drawn from the data that the rules use: units and their dice, terrain, the die."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import frozen

from wargame_battlecry.printed.pieces import Kind, Limit, Rulebook, Terrain
from wargame_battlecry.printed.rulebook import FACES
from wargame_battlecry.questions.queries import UnitKind, printed_book
from wargame_core import UnknownName
from wargame_core.charts import Block, TextCard, text_table
from wargame_core.json_form import JsonObject
from wargame_core.plugins import questions

LONGEST_RANGE: Final = 5


@frozen
class BookCard:
    """A table of the game; its data are read when it is first shown."""

    draw: Callable[[Rulebook], str]

    def __str__(self) -> str:
        return self.draw(printed_book())

    def _repr_html_(self) -> str:
        return TextCard(str(self))._repr_html_()


def _table(title: str, stub: str, columns: Sequence[str], rows: Mapping[str, Sequence[str]], *notes: str) -> str:
    return text_table(title, stub, tuple(rows), (Block("", tuple(columns), tuple(map(tuple, rows.values()))),), notes)


def full_dice(kind: Kind, distance: int) -> int:
    """The dice of a unit at full strength that has not moved, at a distance in hexes, in clear ground."""
    if distance > kind.range:
        return 0
    dice = kind.dice[distance - 1] if kind.dice else kind.figures
    return min(dice, kind.most[distance - 1]) if kind.most else dice


def units(book: Rulebook) -> str:
    """Figures, moves and dice by kind of unit. Source: BC150 p.7 Moving Units, p.8 Ranged Combat, p.10 Melee Combat."""
    ranges = range(1, LONGEST_RANGE + 1)
    rows = {
        kind.title: [
            str(kind.figures),
            str(kind.move),
            str(kind.battle_after),
            *(str(full_dice(kind, distance) or "-") for distance in ranges),
        ]
        for kind in book.kinds.values()
    }
    return _table(
        "Units",
        "unit",
        ["figures", "move", "battles after", *(f"range {distance}" for distance in ranges)],
        rows,
        "dice of a unit at full strength that has not moved; range 1 is melee",
        "infantry and cavalry roll one die a figure; ranged dice of infantry that moved are halved, rounded up",
        "a battery with 1 figure rolls 1 die less; battles after: the most hexes moved after which it may battle",
    )


def _limit(limit: Limit) -> str:
    if limit.dice is not None:
        return "/".join(map(str, limit.dice)) or "no battle"
    return f"{limit.lose} less"


def _limits(limits: Mapping[str, Limit]) -> str:
    return ", ".join(f"{arm} {_limit(limit)}" for arm, limit in limits.items()) or "-"


def terrain_effects(book: Rulebook) -> str:
    """What terrain does to moves, sight and dice. Readings: Terrain and sight."""
    rows = {
        terrain.title: [
            terrain.move + (f", not {' or '.join(sorted(terrain.bars))}" if terrain.bars else ""),
            terrain.sight,
            f"-{terrain.protection}" if terrain.protection else "-",
            str(terrain.ignore_flags or "-"),
            _limits(terrain.enter),
            _limits(terrain.inside),
        ]
        for terrain in book.terrain.values()
    }
    return _table(
        "Terrain Effects",
        "terrain",
        ["move", "sight", "protection", "flags ignored", "dice on entering", "dice inside"],
        rows,
        "protection: dice that the attacker of a target there loses; dice by range 1/2/3, nothing beyond the list",
        "the document ends before its terrain pages: found on public pages or ours, Readings: Terrain without pages",
    )


def battle_die(book: Rulebook) -> str:
    """The six faces. Source: BC150 p.5 Dice."""
    counts = {face: FACES.count(face) for face in dict.fromkeys(FACES)}
    return _table("Battle Die", "face", ["of 6"], {face: [str(count)] for face, count in counts.items()})


def unit_dice(unit: UnitKind, distance: int) -> Mapping[str, int]:
    """the dice of a unit at full strength that has not moved

    Args:
        unit: kind of unit
        distance: hexes to the target, 1 for melee
    """
    if not 1 <= distance <= LONGEST_RANGE:
        raise UnknownName("distance", distance, map(str, range(1, LONGEST_RANGE + 1)))
    kind = printed_book().kinds[unit]
    return {"dice": full_dice(kind, distance), "figures": kind.figures, "move": kind.move}


def terrain(kind: str) -> JsonObject:
    """what a kind of terrain does

    Args:
        kind: woods, hill, town ...
    """
    book = printed_book()
    if kind not in book.terrain:
        raise UnknownName("terrain", kind, book.terrain)
    row: Terrain = book.terrain[kind]
    return {
        "title": row.title,
        "move": row.move,
        "sight": row.sight,
        "protection": row.protection,
        "ignore_flags": row.ignore_flags,
        "bars": sorted(row.bars),
        "enter": {arm: _limit(limit) for arm, limit in row.enter.items()},
        "inside": {arm: _limit(limit) for arm, limit in row.inside.items()},
    }


CHARTS: Final[Mapping[str, questions.ChartLookup]] = {
    "units": questions.ChartLookup("Units", BookCard(units), questions.question(unit_dice)),
    "terrain": questions.ChartLookup("Terrain Effects", BookCard(terrain_effects), questions.question(terrain)),
    "die": questions.ChartLookup("Battle Die", BookCard(battle_die)),
}
"""Every chart of the game by name."""
