"""Battles read from files: checked, then built into a `Battle`.

Source: BC150 p.5 Choose a Battle Scenario, p.6 Review the Staffing Notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from wargame_battlecry.printed.battle_checks import check_names, check_pieces
from wargame_battlecry.printed.battle_format import (
    BattleFile,
    Closed,
    ExitFlags,
    Green,
    GroupFlags,
    HandShrinks,
    HexFlags,
    Morale,
    RemoveCards,
    SectionFlags,
    SeeThrough,
    SpecialRule,
)
from wargame_battlecry.printed.game_board import SECTION, SIZE, SPACE, sides_mask
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
from wargame_battlecry.printed.sides import FOE, SIDES
from wargame_core.data import Problems, check_source, read_toml, structure
from wargame_core.maps.masks import mask_of


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
