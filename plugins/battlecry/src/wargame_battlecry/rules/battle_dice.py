"""Whom a unit may battle, with how many dice, which symbols hit, which flags are ignored, and the odds of it all.

Source: BC150 p.5 Dice, p.8 Battle, Units in Battle, Ranged Combat, p.9 Line of Sight, p.10 Resolving Battles, Melee
Combat, p.11 Hit, p.12 Bolster Morale; the order of the steps is the document's own. Readings: Battle dice, Terrain and
sight.
"""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

from attrs import frozen

from wargame_battlecry.board.board import MAY_BATTLE, BattleBoard, TerrainEffect
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import ADJACENT, DISTANCE, FOE, HEXES, MAP, SIDES, WITHIN, entry_sides
from wargame_battlecry.printed.pieces import HillRule, Limit, Unit, is_general, side_of
from wargame_core import DiceError, Distribution, Ruling
from wargame_core.authoring import LEGAL, Cite, Die, Modifier, Procedure, Table, Verdict, bits, refuse

Log: TypeAlias = "list[Modifier] | None"


def fit_to_battle(board: BattleBoard, unit_id: str) -> bool:
    """Whether a piece is a unit with an order to battle left. Source: BC150 p.8 Battle; Bombard battles twice."""
    if is_general(unit_id) or unit_id not in board.figures or not board.ordered_pieces.get(unit_id, 0) & MAY_BATTLE:
        return False
    return board.times_battled.get(unit_id, 0) < battles_allowed(board, unit_id)


def battles_allowed(board: BattleBoard, unit_id: str) -> int:
    """One battle a turn, two for artillery under Bombard."""
    return 2 if board.reach.get("artillery") and board.battle.units[unit_id].kind.arm == "artillery" else 1


def targets(board: BattleBoard, unit_id: str) -> int:
    """Mask of the hexes a unit may battle from where it stands.

    With an enemy unit adjacent only adjacent ones; a lone general is attacked in melee only; no dice, no battle.
    Source: BC150 p.8 Battle, Units in Battle.
    """
    battle, source = board.battle, board.place[unit_id]
    unit = battle.units[unit_id]
    foe = FOE[unit.side]
    units = board.unit_mask[foe]
    adjacent_hexes = ADJACENT[source]
    target_hexes = 0
    if at_hand := adjacent_hexes & (units | board.general_mask[foe]):
        for target in bits(at_hand):
            if battle_dice(board, unit_id, target):
                target_hexes |= 1 << target
        if adjacent_hexes & units:
            return target_hexes
    if units & WITHIN[source][unit.kind.range + 1]:
        for target in bits(units & WITHIN[source][longest_range(board, unit)]):
            if battle_dice(board, unit_id, target) and sees(board, source, target):
                target_hexes |= 1 << target
    return target_hexes


def judge_target(board: BattleBoard, unit_id: str, target: int) -> Verdict:
    """Whether a unit may battle a hex, in words: too far, no line of sight and what is in the way, or no dice."""
    unit, source = board.battle.units[unit_id], board.place[unit_id]
    foe, hex_name = FOE[unit.side], HEXES[target]
    bit = 1 << target
    distance = DISTANCE[source][target]
    if not (board.unit_mask[foe] | board.general_mask[foe]) & bit:
        return refuse("no_enemy", f"no enemy stands on {hex_name}", cites.BATTLE)
    if distance > 1 and ADJACENT[source] & board.unit_mask[foe]:
        return refuse("adjacent_enemy", "an adjacent enemy unit must be battled first", cites.UNITS_IN_BATTLE)
    if distance > 1 and not board.unit_mask[foe] & bit:
        return refuse("lone_general", "a general alone can only be attacked in melee", cites.LONE_GENERAL)
    reach = longest_range(board, unit)
    if distance > reach:
        text = f"{hex_name} is {distance} hexes away and {board.name(unit_id)} reaches {reach}"
        return refuse("out_of_range", text, cites.RANGED)
    if distance > 1:
        blocking_hexes = in_the_way(board, source, target)
        if blocking_hexes:
            names = ", ".join(HEXES[space] for space in blocking_hexes)
            return refuse(
                "no_line_of_sight", f"{names} blocks the line from {HEXES[source]} to {hex_name}", cites.SIGHT
            )
    if not battle_dice(board, unit_id, target):
        return refuse("no_dice", f"{board.name(unit_id)} has no dice against {hex_name}", cites.RESOLVING)
    return LEGAL


def longest_range(board: BattleBoard, unit: Unit) -> int:
    """The most hexes over which a unit may battle from where it stands, whatever is in the way."""
    reach = unit.kind.range
    if unit.kind.dice and board.battle.hills >> board.place[unit.id] & 1:
        return reach + 1
    if unit.kind.arm == "cavalry" and board.cavalry_fire and not board.hexes_moved.get(unit.id):
        return 2
    return reach


def may_move_and_battle(board: BattleBoard, unit: Unit) -> int:
    """How far a unit may move and still battle. Source: BC150 p.7 Moving Units, p.8 Ranged Combat (horse artillery)."""
    if unit.kind.arm == "artillery" and board.reach.get("artillery"):
        return 0
    return unit.kind.battle_after


def sees(board: BattleBoard, source: int, target: int) -> bool:
    """Whether nothing obstructs the line from one hex to another.

    A hex cut by the line obstructs alone; hexes that the line only runs along obstruct when there are some on both
    sides of it. Artillery on a hill sees over one friend in an adjacent lower hex. Source: BC150 p.9 Line of Sight.
    """
    blockers = obstructions(board, source, target)
    if MAP.grid.sees(source, target, blockers):
        return True
    overlooked_hexes = _seen_over(board, source) & blockers
    return any(MAP.grid.sees(source, target, blockers & ~(1 << friend)) for friend in bits(overlooked_hexes))


def obstructions(board: BattleBoard, source: int, target: int) -> int:
    """Mask of the hexes that obstruct this line when they lie on it: terrain, units and generals of either side.

    Hills do not when both ends are on hills.
    """
    battle, mask = board.battle, board.battle.blocks
    for side in SIDES:
        mask |= board.unit_mask[side] | board.general_mask[side]
    hills = battle.hills
    if not (hills >> source & 1 and hills >> target & 1):
        mask |= hills
    return mask & ~(1 << source | 1 << target)


def _seen_over(board: BattleBoard, source: int) -> int:
    """Mask of the friends that artillery on a hill sees over. Source: BC150 p.9 Line of Sight, example 8."""
    battle, gun = board.battle, board.unit_at[source]
    if not battle.hills >> source & 1 or not gun or not battle.units[gun].kind.dice:
        return 0
    side = battle.units[gun].side
    friendly_spaces = board.unit_mask[side] | board.general_mask[side]
    return ADJACENT[source] & friendly_spaces & ~battle.hills & ~battle.blocks


def in_the_way(board: BattleBoard, source: int, target: int) -> tuple[int, ...]:
    """The hexes that obstruct a line; none when the target is seen."""
    if sees(board, source, target):
        return ()
    line = MAP.grid.line_of_sight(source, target)
    blockers = obstructions(board, source, target)
    in_line = line.cut & blockers
    if line.left & blockers and line.right & blockers:
        in_line |= (line.left | line.right) & blockers
    return tuple(bits(in_line))


def battle_dice(board: BattleBoard, unit_id: str, target: int, log: Log = None) -> int:
    """The dice of a unit against a hex, 0 when it may not battle it. Sight is asked elsewhere.

    ``log`` collects each step as a `Modifier`; `ruling` prints them. Source: BC150 p.10 Resolving Battles.
    """
    battle, source = board.battle, board.place[unit_id]
    unit = battle.units[unit_id]
    kind = unit.kind
    distance = DISTANCE[source][target]
    if distance > kind.range and distance > longest_range(board, unit):
        return 0
    hexes_moved = board.hexes_moved.get(unit_id, 0)
    if hexes_moved and hexes_moved > may_move_and_battle(board, unit):
        return 0
    dice = _dice_for_range(board, unit, distance, log)
    if hexes_moved and kind.halved and distance > 1:
        lost_dice = dice // 2
        _add_modifier(log, -lost_dice, "moved infantry", cites.RANGED, f"half of {dice}, rounded up")
        dice -= lost_dice
    tile = battle.tiles[source]
    if tile.inside or (hexes_moved and tile.enter):
        for state, limits in (("entered", tile.enter if hexes_moved else None), ("in", tile.inside)):
            limit = limits.get(kind.arm) if limits else None
            if limit is not None:
                dice = _within_limit(dice, limit, distance, f"{state} {tile.title}", log)
                if dice < 0:
                    return 0
    if battle.cover >> target & 1 or board.works:
        dice -= dice_lost_to_ground(board, unit, target, log)
    ground = battle.tiles[target].effect
    if battle.rules or tile.effect is not None or ground is not None:
        for modifier in _rule_modifiers(board, unit_id, target, ground):
            dice += modifier.value
            if log is not None:
                log.append(modifier)
    dice = max(dice, 0)
    bonus = board.bonus.get(unit_id, 0)
    if bonus:
        _add_modifier(log, bonus, "command card", cites.TACTIC_CARDS, board.acting_card.title)
    return dice + bonus


def _rule_modifiers(board: BattleBoard, unit: str, target: int, ground: TerrainEffect | None) -> Iterator[Modifier]:
    """What the special rules of the battle and the ground of either unit change of a unit's dice."""
    for bend in board.bends(board.place[unit]):
        yield from bend.dice(board, unit, target)
    if ground is not None:
        yield from ground.cover(board, unit, target)


def _add_modifier(log: Log, value: int, label: str, cite: Cite, reason: str = "") -> None:
    if log is not None:
        log.append(Modifier(value, label, cite, reason))


def _dice_for_range(board: BattleBoard, unit: Unit, distance: int, log: Log) -> int:
    kind, figures = unit.kind, board.figures[unit.id]
    if log is None and not kind.dice:
        return min(figures, kind.most[distance - 1]) if kind.most else figures
    cite = cites.MELEE if distance == 1 else cites.RANGED
    distance_text = f"{distance} hex{'es' if distance > 1 else ''}"
    if not kind.dice:
        dice = figures
        _add_modifier(log, figures, f"{kind.title} at {distance_text}", cite, "one die a figure")
        if kind.most and dice > kind.most[distance - 1]:
            _add_modifier(
                log, kind.most[distance - 1] - dice, f"{kind.title}", cites.R_DICE, f"{kind.most[distance - 1]} at most"
            )
            dice = kind.most[distance - 1]
        return dice
    dice = kind.dice[distance - 1] if distance <= len(kind.dice) else 1
    cite = cite if distance <= len(kind.dice) else cites.R_TERRAIN
    _add_modifier(
        log,
        dice,
        f"{kind.title} at {distance_text}",
        cite,
        "" if distance <= len(kind.dice) else "one hex further from a hill",
    )
    if kind.scant and figures == 1:
        _add_modifier(log, -1, "one figure left", cite)
        dice -= 1
    return dice


def _within_limit(dice: int, limit: Limit, distance: int, reason: str, log: Log) -> int:
    """Dice under a limit of the ground; negative when it forbids this battle."""
    if limit.dice is not None:
        if distance > len(limit.dice):
            return -1
        dice_limit = limit.dice[distance - 1]
        if dice > dice_limit:
            _add_modifier(log, dice_limit - dice, reason, cites.R_TERRAIN, f"at most {dice_limit} at this range")
            dice = dice_limit
    if limit.lose:
        _add_modifier(log, -limit.lose, reason, cites.R_TERRAIN)
        dice = max(0, dice - limit.lose)
    return dice


def dice_lost_to_ground(board: BattleBoard, unit: Unit, target: int, log: Log = None) -> int:
    """The dice an attacker loses for the target's ground: the best of tile and works, not their sum.

    Readings: Terrain and sight.
    """
    battle, space = board.battle, board.place[unit.id]
    tile = battle.tiles[target]
    best, reason = 0, ""
    if tile.protection:
        if tile.sight == "hill":
            best = _height(board, unit, space, target)
        elif not tile.directional or entry_sides(space, target) & battle.sides[target]:
            best = tile.protection
        reason = f"target on {tile.title}"
    for work in board.works.get(HEXES[target], ()):
        terrain = board.book.terrain[work.kind]
        if terrain.protection > best and (not terrain.directional or entry_sides(space, target) & work.sides):
            best, reason = terrain.protection, f"target behind {terrain.title}"
    if best:
        _add_modifier(log, -best, reason, cites.R_TERRAIN)
    return best


def _height(board: BattleBoard, unit: Unit, source: int, target: int) -> int:
    """The die lost against a hill hex: uphill, and between hill hexes that do not touch. Readings: Hills."""
    if not board.battle.hills >> source & 1 or board.hill_rule is HillRule.PRINTED:
        return 1
    return 0 if unit.kind.arm == "artillery" or DISTANCE[source][target] == 1 else 1


def ruling(board: BattleBoard, unit_id: str, target: int) -> Ruling:
    """The dice of `battle_dice`, itemised."""
    steps: list[Modifier] = []
    dice = battle_dice(board, unit_id, target, steps)
    title = f"{board.name(unit_id)} against {HEXES[target]}"
    return Ruling(
        title, dice, 0, tuple(steps), cites.RESOLVING, detail={"range": DISTANCE[board.place[unit_id]][target]}
    )


LETTERS = "ICASF"

WAYS = {"I": 2, "C": 1, "A": 1, "S": 1, "F": 1}
"""How many of the six faces of a die have a symbol."""

SYMBOL = {"infantry": "I", "cavalry": "C", "artillery": "A", "saber": "S", "flag": "F"}

WORDS = {letter: word for word, letter in SYMBOL.items()}

HANDFUL = 5


@frozen
class BattleDice(Die):
    """So many battle dice thrown at once. A result may be given in any order of its letters."""

    def face(self, value: object) -> str:
        sorted_faces = "".join(sorted(value.upper(), key=_letter_rank)) if isinstance(value, str) else value
        if (
            not isinstance(sorted_faces, str)
            or len(sorted_faces) != len(self.faces[0])
            or set(sorted_faces) - set(LETTERS)
        ):
            raise DiceError(
                f"{value!r} is not a throw of {self.name} ({len(self.faces[0])} letters of {' '.join(LETTERS)}: "
                "infantry, cavalry, artillery, saber, flag)"
            )
        return sorted_faces


def _letter_rank(letter: str) -> int:
    return LETTERS.find(letter)


def _throw(count: int) -> BattleDice:
    faces: list[str] = []
    for letters in combinations_with_replacement(LETTERS, count):
        orders = factorial(count) // prod(factorial(letters.count(letter)) for letter in set(letters))
        faces += ["".join(letters)] * (orders * prod(WAYS[letter] for letter in letters))
    return BattleDice(f"{count} battle {'die' if count == 1 else 'dice'}", tuple(faces))


THROWS = (None, *(_throw(count) for count in range(1, HANDFUL + 1)))
"""THROWS[n]: n battle dice, n from 1 to 5."""


def throw_battle_dice(table: Table[BattleBoard], count: int, label: str, cite: Cite | None = None) -> Procedure[str]:
    """The symbols of ``count`` battle dice, thrown by handfuls. Source: BC150 p.5 Dice."""
    if count <= HANDFUL:
        return (yield from table.roll_openly(THROWS[count], label, cite)) if count else ""  # type: ignore[arg-type]
    parts = []
    while count:
        parts.append((yield from table.roll_openly(THROWS[min(count, HANDFUL)], label, cite)))  # type: ignore[arg-type]
        count -= min(count, HANDFUL)
    return "".join(sorted("".join(parts), key=_letter_rank))


def text(roll: str) -> str:
    """A throw in words.

    >>> text("IISF")
    '2 infantry, 1 saber, 1 flag'
    >>> text("ISSFF")
    '1 infantry, 2 sabers, 2 flags'
    """
    counts = [(roll.count(letter), letter) for letter in LETTERS if letter in roll]
    return (
        ", ".join(
            f"{face_count} {WORDS[letter]}{'s' * (face_count > 1 and letter in 'SF')}" for face_count, letter in counts
        )
        or "nothing"
    )


def letters_that_hit(board: BattleBoard, unit: Unit, defender: str, *, melee: bool) -> str:
    """The symbols that are hits: the target's own, sabers in melee (or of units that always score them).

    A lone general is hit by any saber and by nothing else. Source: BC150 p.11 Hit, p.12 Unattached General.
    """
    if is_general(defender):
        return "S"
    symbol = SYMBOL[board.battle.units[defender].kind.arm]
    return symbol + "S" if melee or unit.kind.sharpshooters else symbol


def count_hits(board: BattleBoard, unit: Unit, defender: str, roll: str, *, melee: bool) -> int:
    """Hits of a throw; on a general no more than one counts. Source: BC150 p.11 Hit, p.12 Unattached General."""
    hits = sum(map(roll.count, letters_that_hit(board, unit, defender, melee=melee)))
    return min(hits, 1) if is_general(defender) else hits


def morale(board: BattleBoard, unit: str, attacker: int) -> Ruling:
    """How many flags a unit may ignore against an attacker in a hex: its general, its supports, its ground.

    Source: BC150 p.12 Bolster Morale. Readings: Tile and work together, Supports.
    """
    space, side = board.place[unit], side_of(unit)
    lines = []
    if board.general_at[space]:
        lines.append(Modifier(1, "attached general", cites.BOLSTER))
    supports = (ADJACENT[space] & (board.unit_mask[side] | board.general_mask[side])).bit_count()
    if supports >= 2:
        lines.append(Modifier(1, "supported", cites.BOLSTER, f"{supports} friends adjacent"))
    tile = board.battle.tiles[space]
    is_covered = not tile.directional or entry_sides(attacker, space) & board.battle.sides[space]
    best, reason = tile.ignore_flags if is_covered else 0, tile.title
    for work in board.works.get(HEXES[space], ()):
        terrain = board.book.terrain[work.kind]
        if terrain.ignore_flags > best and (not terrain.directional or entry_sides(attacker, space) & work.sides):
            best, reason = terrain.ignore_flags, terrain.title
    if best:
        lines.append(Modifier(best, reason, cites.R_TERRAIN))
    for bend in board.bends(space):
        lines += bend.ignored_flags(board, unit, attacker)
    return Ruling("flags that may be ignored", sum(line.value for line in lines), 0, tuple(lines), cites.BOLSTER)


@frozen(order=True)
class Blow:
    """One result of an attack: figures lost, whether that is the last, and flags that must be obeyed.

    ``flags`` are those left when the owner ignores all it may; ``rolled`` those on the dice.
    """

    lost: int
    is_eliminated: bool
    rolled: int
    flags: int
    general_checked: bool

    def to_json(self) -> dict[str, int | bool]:
        return {
            "lost": self.lost,
            "eliminated": self.is_eliminated,
            "rolled": self.rolled,
            "flags": self.flags,
            "general_checked": self.general_checked,
        }

    def __str__(self) -> str:
        if self.is_eliminated:
            return "eliminated"
        return f"{self.lost} lost, {self.flags} of {self.rolled} flags to obey"


def symbol_odds(count: int) -> Distribution[str]:
    """The symbols of so many battle dice."""
    odds: Distribution[str] = Distribution.certain("")
    while count > 0:
        die = THROWS[min(count, HANDFUL)]
        assert die is not None
        odds = odds.combine(Distribution.of(die), lambda a, b: "".join(sorted(a + b)))
        count -= HANDFUL
    return odds


def attack_odds(board: BattleBoard, unit_id: str, target: int) -> Distribution[Blow]:
    """The exact odds of a unit's attack on a hex, up to the owner's choices. Source: BC150 p.10 Resolving Battles."""
    unit = board.battle.units[unit_id]
    odds = symbol_odds(battle_dice(board, unit_id, target))
    if unit.kind.sharpshooters:
        odds = odds.then(_with_added_dice(lambda roll: symbol_odds(roll.count("S"))))
    defender = board.unit_at[target] or board.general_at[target]
    melee = DISTANCE[board.place[unit_id]][target] == 1
    if is_general(defender):
        hits = odds.map(lambda roll: count_hits(board, unit, defender, roll, melee=melee))
        return hits.map(lambda figures_hit: Blow(figures_hit, bool(figures_hit), 0, 0, False))
    figures = board.figures[defender]
    with_general = bool(board.general_at[target])
    may_ignore = morale(board, defender, board.place[unit_id]).total

    def blow(roll: str) -> Blow:
        lost_figures = min(figures, count_hits(board, unit, defender, roll, melee=melee))
        flags = 0 if lost_figures == figures else roll.count("F")
        return Blow(
            lost_figures,
            lost_figures == figures,
            flags,
            max(0, flags - may_ignore),
            bool(lost_figures) and with_general,
        )

    return odds.map(blow)


def odds_in_words(board: BattleBoard, unit: str, target: int) -> str:
    """What a unit's attack on a hex may come to: "3 dice: hits 88 %, eliminates 12 %, drives back 34 %"."""
    dice, odds = battle_dice(board, unit, target), attack_odds(board, unit, target)
    results: tuple[tuple[str, Callable[[Blow], bool]], ...] = (
        ("hits", lambda blow: blow.lost > 0),
        ("eliminates", lambda blow: blow.is_eliminated),
        ("drives back", lambda blow: blow.flags > 0),
    )
    chances = (f"{name} {float(odds.p(test)):.0%}" for name, test in results)
    return f"{dice} {'die' if dice == 1 else 'dice'}: {', '.join(chances).replace('%', ' %')}"


def _with_added_dice(added_dice: Callable[[str], Distribution[str]]) -> Callable[[str], Distribution[str]]:
    return lambda roll: added_dice(roll).map(lambda extra_dice: "".join(sorted(roll + extra_dice)))
