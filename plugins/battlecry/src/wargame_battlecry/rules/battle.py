"""Battles, one after the other: dice, hits before flags, casualty checks, the way back, generals alone, ground taken.

Source: BC150 p.8 Battle, p.10 Resolving Battles, p.11 Hit, General Casualty Check, p.12 Unattached General, Retreat,
p.13 General's Retreat. Units go back toward their own edge, a row at a time (Readings: Direction of a retreat). The
text that we have breaks off in the last heading, on page 13 of 21 (Readings: The missing pages); the rest is found or
ours (Readings: Generals).
"""

from collections.abc import Iterator
from functools import partial

from wargame_battlecry.board import actions, battle_events
from wargame_battlecry.board.board import BattleBoard, Stage
from wargame_battlecry.board.turn_events import FightBackOpened, StageEnded
from wargame_battlecry.printed import cites, game_board
from wargame_battlecry.printed.game_board import ADJACENT, DISTANCE, FOE, HEXES, SPACE
from wargame_battlecry.printed.pieces import GeneralId, Unit, is_general, side_of
from wargame_battlecry.rules import battle_dice
from wargame_battlecry.rules.battle_dice import morale, ruling, targets, text, throw_battle_dice
from wargame_battlecry.rules.move import PieceToSpaceChoices, one_step
from wargame_battlecry.rules.victory import settle_victory
from wargame_core.authoring import LEGAL, Action, Procedure, Table, Verdict, bits, refuse
from wargame_core.flow.choices import words_of

RETREAT_HEXES = 3
"""How far a general retreats at most."""


def casualty_check(table: Table[BattleBoard], general: GeneralId, *, unit_lost: bool) -> Procedure[bool]:
    """Whether the general survives: two sabers of two dice hit it with its unit, one saber of one die without.

    Source: BC150 p.11 General Casualty Check.
    """
    dice = 1 if unit_lost else 2
    roll: str = yield from throw_battle_dice(table, dice, "general casualty check", cites.CASUALTY)
    table.record(battle_events.GeneralChecked(general, text(roll)))
    if roll.count("S") < dice:
        return True
    table.record(battle_events.GeneralLost(general, True, "is hit"))
    settle_victory(table)
    return False


def resolve_flags(
    table: Table[BattleBoard], unit: str, flags: int, attacker: int, *, is_checked: bool
) -> Procedure[None]:
    """The owner has ignored what it may and wants to, and the unit has gone back for the rest or lost figures.

    ``is_checked``: its general had a casualty check for this roll. Source: BC150 p.12 Bolster Morale, Retreat.
    """
    board = table.board
    most_flags = min(flags, morale(board, unit, attacker).total)
    if most_flags:
        options = [actions.IgnoreFlags(flag_count) for flag_count in range(most_flags, -1, -1)]
        flag_words = f"{flags} flag{'s' * (flags > 1)} rolled against {board.described_by_sight(unit)}"
        prompt = f"{flag_words}. How many does it ignore? It retreats a hex for each of the others."
        answer = yield from table.ask(side_of(unit), options, prompt, cites.BOLSTER)
        table.record(battle_events.FlagsIgnored(unit, answer.count))
        flags -= answer.count
    if flags:
        hexes = flags
        for bend in board.bends(board.place[unit]):
            hexes = bend.hexes_back(board, unit, hexes)
        yield from go_back(table, unit, hexes, is_checked=is_checked)


def go_back(table: Table[BattleBoard], unit: str, hexes: int, *, is_checked: bool) -> Procedure[None]:
    """The unit has retreated, its owner choosing the way, and lost a figure for each hex that this leaves it short.

    Source: BC150 p.12 Retreat. Readings: Direction of a retreat.
    """
    board = table.board
    side = side_of(unit)
    hexes_left = hexes
    while hexes_left:
        start = board.place[unit]
        ways = ways_back(board, unit, start, hexes_left)
        if not ways:
            break
        hex_back = SPACE[ways[0].to]
        if len(ways) > 1:
            name, hex_word = board.described_by_sight(unit), f"hex{'es' * (hexes_left > 1)}"
            prompt = f"Through which hex does {name} retreat? {hexes_left} {hex_word} to go."
            answer = yield from table.ask(side, ways, prompt, cites.RETREAT)
            hex_back = SPACE[answer.to]
        general_met = board.general_at[hex_back]
        table.record(battle_events.Retreated(unit, HEXES[start], HEXES[hex_back], board.general_at[start]))
        hexes_left = 0 if general_met else hexes_left - 1
    settle_victory(table)
    if hexes_left:
        yield from _lose_instead(table, unit, hexes_left, is_checked=is_checked)


def steps_back(board: BattleBoard, unit: str, space: int) -> list[int]:
    """The hexes to which a unit may go back one step: free ones, and a lone friendly general for one without."""
    side = side_of(unit)
    foe = FOE[side]
    general = board.general_at[board.place[unit]]
    barred_hexes = board.unit_mask[foe] | board.general_mask[foe] | board.unit_mask[side]
    barred_hexes |= board.battle.barred_hexes[board.battle.units[unit].kind.arm]
    if general:
        barred_hexes |= board.general_mask[side]
    barred_hexes &= ~(1 << board.place[unit])
    return [step for step in game_board.BACK[side][space] if not barred_hexes >> step & 1]


def ways_back(board: BattleBoard, unit: str, space: int, hexes_left: int) -> list[actions.Retreat]:
    """The steps from which a unit's owner may choose; by an option those that let it complete most of its retreat.

    Readings: Direction of a retreat.
    """
    steps = steps_back(board, unit, space)
    ways = [
        actions.Retreat(HEXES[step], hexes_left - 1 - _retreat_depth(board, unit, step, hexes_left - 1))
        for step in steps
    ]
    if board.retreat_to_any:
        return ways
    fewest_short = min((way.short for way in ways), default=0)
    return [actions.Retreat(way.to) for way in ways if way.short == fewest_short]


def retreat_possible(board: BattleBoard, unit: str, space: int, hexes: int) -> int:
    """How many of so many hexes a unit can go back; all of them where it meets a lone friendly general.

    Its owner takes the way that completes most of it, or by an option any. Readings: Direction of a retreat.
    """
    steps = steps_back(board, unit, space) if hexes else []
    return max((1 + _retreat_depth(board, unit, step, hexes - 1) for step in steps), default=0)


def _retreat_depth(board: BattleBoard, unit: str, space: int, hexes_left: int) -> int:
    """How many more hexes of a retreat can be completed from here; all of it with a lone friendly general."""
    if board.general_mask[side_of(unit)] >> space & 1:
        return hexes_left
    return retreat_possible(board, unit, space, hexes_left)


def _lose_instead(table: Table[BattleBoard], unit: str, hexes: int, *, is_checked: bool) -> Procedure[None]:
    """A figure is lost for each hex not retreated, and the general checked unless it was for the same roll.

    Source: BC150 p.11 General Casualty Check, p.12 Retreat. Readings: Generals of units lost.
    """
    board = table.board
    general = board.general_at[board.place[unit]]
    lost_figures = min(hexes, board.figures[unit])
    table.record(battle_events.FiguresLost(unit, lost_figures, "retreat blocked", board.figures[unit] - lost_figures))
    settle_victory(table)
    is_alive = unit in board.figures
    if not general:
        return
    if not is_checked:
        has_survived = yield from casualty_check(table, general, unit_lost=not is_alive)
        if not has_survived:
            return
    if not is_alive:
        yield from general_goes_back(table, general)


def general_goes_back(table: Table[BattleBoard], general: GeneralId) -> Procedure[None]:
    """A general left alone has retreated one to three hexes, left the board, slipped through enemies or is taken.

    Source: BC150 p.13 General's Retreat. Readings: Generals on retreat, Escape of a general.
    """
    board = table.board
    side = side_of(general)
    ways = retreats(board, general)
    if ways:
        options = [actions.RetreatGeneral(way_name) for way_name in ways]
        answer = yield from table.ask(
            side, options, f"To which hex does {board.name(general)} retreat?", cites.GENERALS_RETREAT
        )
        _send_general(table, general, answer.to)
    else:
        paths = list(escapes(board, general))
        if not paths:
            table.record(battle_events.GeneralLost(general, True, "has no way out"))
            settle_victory(table)
            return
        prompt = f"By which way does {board.name(general)} try to escape?"
        answer = yield from table.ask(side, [actions.Escape(path) for path in paths], prompt, cites.GENERALS_RETREAT)
        enemies = board.unit_mask[FOE[side]] | board.general_mask[FOE[side]]
        for name in answer.path:
            if name != actions.OFF and enemies >> SPACE[name] & 1:
                roll: str = yield from throw_battle_dice(table, 1, f"escape through {name}", cites.R_GENERALS)
                table.record(battle_events.EscapeTried(general, name, text(roll)))
                if "S" in roll:
                    table.record(battle_events.GeneralLost(general, True, f"is caught at {name}"))
                    settle_victory(table)
                    return
        _send_general(table, general, answer.path[-1])


def _send_general(table: Table[BattleBoard], general: GeneralId, way_name: str) -> None:
    board = table.board
    if way_name == actions.OFF:
        table.record(battle_events.GeneralLost(general, False, "leaves the field"))
    else:
        table.record(battle_events.GeneralRetreated(general, HEXES[board.place[general]], way_name))


def retreats(board: BattleBoard, general: GeneralId) -> list[str]:
    """The ends of a general's retreat: hexes, and "off" when it may or must leave over its own edge.

    One to three hexes, each a row back; friends may be passed. It ends in an empty hex or with a friendly unit that has
    no general. On its own edge it leaves the board. Source: BC150 p.13 General's Retreat.
    Readings: Generals on retreat.
    """
    side = side_of(general)
    foe = FOE[side]
    barred_hexes = board.unit_mask[foe] | board.general_mask[foe] | board.battle.impassable
    occupied_hexes = board.general_mask[side]
    reached_hexes, end_hexes, off_board = 1 << board.place[general], 0, False
    for _ in range(RETREAT_HEXES):
        off_board = off_board or bool(reached_hexes & game_board.BASELINE[side])
        reached_hexes = game_board.hexes_one_row_back(reached_hexes, side) & ~barred_hexes
        end_hexes |= reached_hexes & ~occupied_hexes
    return [HEXES[space] for space in bits(end_hexes)] + ([actions.OFF] if off_board else [])


def escapes(board: BattleBoard, general: GeneralId) -> Iterator[tuple[str, ...]]:
    """The paths through enemies, one to three hexes long, for a general that cannot retreat.

    Readings: Escape of a general.
    """
    side = side_of(general)
    foe = FOE[side]
    occupied_hexes = board.unit_mask[foe] | board.general_mask[foe] | board.general_mask[side]
    back_direction, edge, barred_hexes = game_board.BACK[side], game_board.BASELINE[side], board.battle.impassable

    def ways_onward(space: int, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(path) == RETREAT_HEXES:
            return
        if edge >> space & 1:
            yield (*path, actions.OFF)
        for step in back_direction[space]:
            if not barred_hexes >> step & 1:
                way = (*path, HEXES[step])
                if not occupied_hexes >> step & 1:
                    yield way
                yield from ways_onward(step, way)

    return ways_onward(board.place[general], ())


_NO_FURTHER = actions.DONE[Stage.BREAKTHROUGH]


def battle_with_one(table: Table[BattleBoard]) -> Procedure[None]:
    """One ordered unit has battled, or the battles of this turn are over. Source: BC150 p.8 Battle."""
    board = table.board
    choices = BattleChoices(board)
    if choices.any():
        action = yield from table.ask(
            board.active, choices, "Which ordered unit battles, and which enemy does it attack?", cites.BATTLE
        )
        if not isinstance(action, actions.Done):
            yield from resolve(table, action.unit, SPACE[action.target])
            return
    table.record(StageEnded(Stage.SECOND_MOVES))


def resolve(
    table: Table[BattleBoard], unit_id: str, target: int, *, is_fight_back: bool = False, is_second: bool = False
) -> Procedure[None]:
    """A battle, wholly resolved: dice, hits, casualty check, flags, ground taken.

    ``is_fight_back``: it is a Fight Back; ``is_second``: the second melee of a breakthrough. Source: BC150 p.10
    Resolving Battles.
    """
    board = table.board
    unit, start = board.battle.units[unit_id], board.place[unit_id]
    distance = DISTANCE[start][target]
    melee = distance == 1
    defender = board.unit_at[target] or board.general_at[target]
    watched_ruling = ruling(board, unit_id, target) if table.events is not None else None
    roll = yield from _throw_battle_dice(table, unit, target)
    hits, flags = battle_dice.count_hits(board, unit, defender, roll, melee=melee), roll.count("F")
    flags_on_unit = 0 if is_general(defender) else flags
    table.record(
        battle_events.Battled(
            unit_id, HEXES[target], defender, distance, text(roll), hits, flags_on_unit, watched_ruling, is_second
        )
    )
    if is_general(defender):
        yield from _lone_general_attacked(table, defender, hits)
    else:
        yield from _unit_hit(table, defender, hits, flags, start)
    if melee and unit_id in board.figures and not board.unit_at[target] and not board.general_at[target]:
        has_entered = yield from take_ground(table, unit_id, target)
        if has_entered and board.breakthrough and unit.kind.arm == "cavalry" and not is_fight_back and not is_second:
            yield from break_through(table, unit_id)
    if not is_fight_back and board.place.get(defender) == target and not is_general(defender):
        table.record(FightBackOpened((unit_id, defender)))


def _throw_battle_dice(table: Table[BattleBoard], unit: Unit, target: int) -> Procedure[str]:
    """The symbols of a unit's battle dice; sharpshooters roll each saber once more.

    Readings: Sabers of the Bucktails.
    """
    dice = battle_dice.battle_dice(table.board, unit.id, target)
    roll: str = yield from throw_battle_dice(table, dice, f"{dice} battle dice", cites.RESOLVING)
    if unit.kind.sharpshooters and "S" in roll:
        roll += yield from throw_battle_dice(table, roll.count("S"), "sabers rolled once more", cites.R_BOARD)
    return roll


def _lone_general_attacked(table: Table[BattleBoard], general: GeneralId, hits: int) -> Procedure[None]:
    """The general is taken, or has got away. Source: BC150 p.12 Unattached General."""
    if hits:
        table.record(battle_events.GeneralLost(general, True, "is cut down"))
        settle_victory(table)
    else:
        yield from general_goes_back(table, general)


def _unit_hit(table: Table[BattleBoard], unit: str, hits: int, flags: int, attacker: int) -> Procedure[None]:
    """Figures are gone, the general checked, flags obeyed or ignored. Source: BC150 p.11 Hit."""
    board = table.board
    general = board.general_at[board.place[unit]]
    lost_figures = min(hits, board.figures[unit])
    if lost_figures:
        table.record(battle_events.FiguresLost(unit, lost_figures, "hit", board.figures[unit] - lost_figures))
        settle_victory(table)
    is_alive = unit in board.figures
    if lost_figures and general:
        has_survived = yield from casualty_check(table, general, unit_lost=not is_alive)
        if has_survived and not is_alive:
            yield from general_goes_back(table, general)
    if is_alive and flags:
        yield from resolve_flags(table, unit, flags, attacker, is_checked=bool(lost_figures and general))


def may_take_ground(board: BattleBoard, unit: str, space: int) -> bool:
    """Whether infantry or cavalry may enter the hex it has just won: empty, and ground it may stand on.

    By an option only with a general, and then also ground that only other arms may enter. Source: BC150 Take Ground.
    Readings: Taking ground.
    """
    kind = board.battle.units[unit].kind
    if kind.arm == "artillery" or board.unit_at[space] or board.general_at[space]:
        return False
    if not board.only_led_take_ground:
        return not board.battle.barred_hexes[kind.arm] >> space & 1
    return bool(board.general_at[board.place[unit]]) and not board.battle.impassable >> space & 1


def take_ground(table: Table[BattleBoard], unit: str, space: int) -> Procedure[bool]:
    """Whether the unit, with its general, has entered the hex: its player may choose not to."""
    board = table.board
    if not may_take_ground(board, unit, space):
        return False
    options = [actions.TakeGround(unit, HEXES[space], enter) for enter in (True, False)]
    answer = yield from table.ask(
        side_of(unit),
        options,
        f"Does {board.described_by_sight(unit)} take the ground that the enemy left, {HEXES[space]}?",
        cites.R_RETREAT,
    )
    if answer.enter:
        start = board.place[unit]
        table.record(battle_events.GroundTaken(unit, HEXES[start], HEXES[space], board.general_at[start]))
        settle_victory(table)
    return bool(answer.enter)


def break_through(table: Table[BattleBoard], unit: str) -> Procedure[None]:
    """Cavalry that has taken ground has gone a hex further and battled in melee again, as far as it wanted and could.

    An option, off by default. Ground that stops a move ends it; the further hex, and so the second melee, takes the
    place of a second move.
    Readings: Breakthrough after melee.
    """
    board = table.board
    if board.battle.stopping_hexes >> board.place[unit] & 1:
        return
    moves = [actions.Move(unit, HEXES[space]) for space in bits(one_step(board, unit))]
    if moves:
        prompt = "Does the cavalry break through, one hex further?"
        answer = yield from table.ask(board.active, [*moves, _NO_FURTHER], prompt, cites.R_RETREAT)
        if isinstance(answer, actions.Move):
            start = board.place[unit]
            table.record(
                battle_events.PieceMoved(unit, HEXES[start], answer.to, 1, board.general_at[start], again=True)
            )
            settle_victory(table)
    enemies = [actions.Attack(unit, HEXES[space]) for space in bits(targets(board, unit) & ADJACENT[board.place[unit]])]
    if enemies:
        prompt = "Whom does the cavalry that broke through battle, if anybody?"
        answer = yield from table.ask(board.active, [*enemies, _NO_FURTHER], prompt, cites.R_RETREAT)
        if isinstance(answer, actions.Attack):
            yield from resolve(table, unit, SPACE[answer.target], is_second=True)


def _attack_on(piece: str, space: int) -> actions.Attack:
    return actions.Attack(piece, HEXES[space])


class BattleChoices(PieceToSpaceChoices):
    """A battle of any unit with an unused order, or no more battles."""

    __slots__ = ()

    def __init__(self, board: BattleBoard) -> None:
        fit_pieces = [piece for piece in board.ordered_pieces if battle_dice.fit_to_battle(board, piece)]
        super().__init__(board, Stage.BATTLES, fit_pieces, partial(targets, board), _attack_on)

    def help(self, action: Action, board: BattleBoard) -> str:
        if not isinstance(action, actions.Attack):
            return ""
        return battle_dice.odds_in_words(board, action.unit, SPACE[action.target])

    def likely_pieces(self) -> list[str]:
        return [piece for piece in self.pieces if self.reach(piece)]

    def judge_action(self, action: Action) -> Verdict:
        board = self.board
        if not isinstance(action, actions.Attack):
            return refuse("not_a_battle", f"{words_of(action, board)}: that is not a battle", cites.BATTLE)
        if action.unit in board.place and is_general(action.unit):
            return refuse("general", f"{board.name(action.unit)} does not battle: units do", cites.BATTLE)
        if action.unit not in board.figures:
            return refuse("no_unit", f"no unit {action.unit[:40]!r} is on the board", cites.BATTLE)
        if action.unit not in board.ordered_pieces:
            return refuse("not_ordered", f"{board.name(action.unit)} has no order", cites.ORDERS)
        if action.unit not in self.pieces:
            return refuse("may_not_battle", f"{board.name(action.unit)} may not battle (again)", cites.BATTLE)
        if action.target not in SPACE:
            return refuse("off_board", f"there is no hex {action.target[:40]!r}", cites.GAME_BOARD)
        if self.reach(action.unit) >> SPACE[action.target] & 1:
            return LEGAL
        return battle_dice.judge_target(board, action.unit, SPACE[action.target])
