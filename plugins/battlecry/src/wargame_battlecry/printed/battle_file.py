"""Battles read from files: checked, then built into a `Battle`.

Source: BC150 p.5 Choose a Battle Scenario, p.6 Review the Staffing Notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from wargame_battlecry.printed.battle_checks import check_names, check_pieces
from wargame_battlecry.printed.battle_format import (
    BattleFile,
    Closed,
    Green,
    GroupFlags,
    HandShrinks,
    HexFlags,
    Morale,
    RemoveCards,
    Rule,
    SectionFlags,
    SeeThrough,
)
from wargame_battlecry.printed.game_board import SECTION, SIZE, SPACE, sides_mask
from wargame_battlecry.printed.pieces import FOE, SIDES, Battle, General, Objective, Rulebook, Unit, Work
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
    units: dict[str, Unit] = {}
    counts = dict.fromkeys(SIDES, 0)
    for unit in file.unit:
        for name in unit.hexes:
            counts[unit.side] += 1
            id = f"{unit.side[0]}{counts[unit.side]}"
            units[id] = Unit(id, unit.side, book.kinds[unit.kind], SPACE[name], unit.label)
    generals: dict[str, General] = {}
    counts = dict.fromkeys(SIDES, 0)
    for general in file.general:
        counts[general.side] += 1
        id = f"{general.side[0]}g{counts[general.side]}"
        generals[id] = General(id, general.side, general.name, SPACE[general.hex])
    rules = file.rule
    return Battle(
        id=file.battle.id,
        number=file.battle.number,
        title=file.battle.title,
        place=file.battle.place,
        date=file.battle.date,
        flags=file.battle.flags,
        first=file.battle.first,
        commanders={side: getattr(file, side).commander for side in SIDES},
        hands={side: getattr(file, side).hand for side in SIDES},
        units=units,
        generals=generals,
        tiles=tuple(tiles),
        sides=tuple(sides),
        names=tuple(names),
        works=works,
        closed=_mask(name for rule in rules if isinstance(rule, Closed) for name in rule.hexes),
        objectives=tuple(one for n, rule in enumerate(rules) for one in _objectives(n, rule)),
        morale=tuple((rule.side, _mask(rule.hexes), rule.ignore_flags) for rule in rules if isinstance(rule, Morale)),
        green={arm: rule.hexes_per_flag for rule in rules if isinstance(rule, Green) for arm in rule.arms},
        removed_cards=tuple(card for rule in rules if isinstance(rule, RemoveCards) for card in rule.cards),
        hand_shrinks={rule.side: rule.cards for rule in rules if isinstance(rule, HandShrinks)},
        see_through=frozenset(rule.terrain for rule in rules if isinstance(rule, SeeThrough)),
        rules=tuple(rule.text for rule in rules if rule.text),
    )


def _mask(names: Iterable[str]) -> int:
    return mask_of(SPACE[name] for name in names)


def _objectives(number: int, rule: Rule) -> Iterator[Objective]:
    if isinstance(rule, HexFlags):
        for name in rule.hexes:
            later = rule.when == "start_of_turn"
            yield Objective(f"r{number}-{name}", rule.side, (_mask([name]),), rule.flags, later, text=f"holds {name}")
    elif isinstance(rule, GroupFlags):
        groups = tuple(_mask(group) for group in rule.groups)
        text = "holds " + " and ".join("/".join(group[:4]) + ("..." if len(group) > 4 else "") for group in rule.groups)
        yield Objective(f"r{number}", rule.side, groups, rule.flags, rule.when == "start_of_turn", text=text)
    elif isinstance(rule, SectionFlags):
        area, text = SECTION[rule.side][rule.section], f"no {FOE[rule.side]} unit in the {rule.section} section"
        yield Objective(f"r{number}", rule.side, (), rule.flags, rule.when == "start_of_turn", area, text)
