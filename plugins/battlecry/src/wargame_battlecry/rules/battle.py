"""Battles, one after the other: the choice, the dice, hits before flags, and the chance to fight back.

Source: BC150 p.8 Battle, p.10 Resolving Battles, p.11 Hit, p.12 Unattached General.
"""

from __future__ import annotations

from functools import partial

from wargame_battlecry.board.actions import DONE, Attack, Done, Move
from wargame_battlecry.board.battle_events import Battled, FiguresLost, GeneralLost, PieceMoved
from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.board.stages import Stage
from wargame_battlecry.board.turn_events import FightBackOpened, StageEnded
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import ADJACENT, DISTANCE, HEXES, SPACE
from wargame_battlecry.printed.pieces import GeneralId, Unit
from wargame_battlecry.rules.battle_dice import battle_dice, ruling
from wargame_battlecry.rules.dice import text, throw
from wargame_battlecry.rules.forecast import odds_in_words
from wargame_battlecry.rules.generals import casualty_check, general_goes_back
from wargame_battlecry.rules.hits import count_hits
from wargame_battlecry.rules.move import one_step
from wargame_battlecry.rules.piece_to_space import PieceToSpaceChoices
from wargame_battlecry.rules.retreat import resolve_flags
from wargame_battlecry.rules.take_ground import take_ground
from wargame_battlecry.rules.targets import fit_to_battle, judge_target, targets
from wargame_battlecry.rules.victory import settle
from wargame_core.authoring import LEGAL, Action, Procedure, Table, Verdict, refuse
from wargame_core.flow.choices import words_of
from wargame_core.maps.masks import bits


def _attack_on(piece: str, space: int) -> Attack:
    return Attack(piece, HEXES[space])


class BattleChoices(PieceToSpaceChoices):
    """A battle of any unit with an unused order, or no more battles."""

    __slots__ = ()

    def __init__(self, board: BattleBoard) -> None:
        fit = [piece for piece in board.ordered if fit_to_battle(board, piece)]
        super().__init__(board, Stage.BATTLES, fit, partial(targets, board), _attack_on)

    def help(self, action: Action, board: BattleBoard) -> str:
        return odds_in_words(board, action.unit, SPACE[action.target]) if isinstance(action, Attack) else ""

    def likely_pieces(self) -> list[str]:
        return [piece for piece in self.pieces if self.reach(piece)]

    def judge_action(self, action: Action) -> Verdict:
        board = self.board
        if not isinstance(action, Attack):
            return refuse("not_a_battle", f"{words_of(action, board)}: that is no battle", cites.BATTLE)
        if action.unit in board.place and is_general(action.unit):
            return refuse("general", f"{board.name(action.unit)} does not battle: units do", cites.BATTLE)
        if action.unit not in board.figures:
            return refuse("no_unit", f"no unit {action.unit[:40]!r} is on the board", cites.BATTLE)
        if action.unit not in board.ordered:
            return refuse("not_ordered", f"{board.name(action.unit)} has no order", cites.ORDERS)
        if action.unit not in self.pieces:
            return refuse("may_not_battle", f"{board.name(action.unit)} may not battle (again)", cites.BATTLE)
        if action.target not in SPACE:
            return refuse("off_board", f"there is no hex {action.target[:40]!r}", cites.GAME_BOARD)
        if self.reach(action.unit) >> SPACE[action.target] & 1:
            return LEGAL
        return judge_target(board, action.unit, SPACE[action.target])


def battle_with_one(t: Table[BattleBoard]) -> Procedure[None]:
    """One ordered unit has battled, or the battles of this turn are over. Source: BC150 p.8 Battle."""
    board = t.board
    choices = BattleChoices(board)
    if choices.any():
        action = yield from t.ask(board.active, choices, "Battle with which unit, against whom?", cites.BATTLE)
        if not isinstance(action, Done):
            yield from resolve(t, action.unit, SPACE[action.target])
            return
    t.record(StageEnded(Stage.SECOND_MOVES))


def resolve(
    t: Table[BattleBoard], unit_id: str, target: int, *, back: bool = False, again: bool = False
) -> Procedure[None]:
    """A battle, wholly resolved: dice, hits, casualty check, flags, ground taken.

    ``back``: it is a Fight Back; ``again``: the second melee of a breakthrough. Source: BC150 p.10 Resolving Battles.
    """
    board = t.board
    unit, here = board.battle.units[unit_id], board.place[unit_id]
    distance = DISTANCE[here][target]
    melee = distance == 1
    defender = board.unit_at[target] or board.general_at[target]
    watched = ruling(board, unit_id, target) if t.events is not None else None
    roll = yield from _throw_battle_dice(t, unit, target)
    hits, flags = count_hits(board, unit, defender, roll, melee=melee), roll.count("F")
    flags_on_unit = 0 if is_general(defender) else flags
    t.record(Battled(unit_id, HEXES[target], defender, distance, text(roll), hits, flags_on_unit, watched))
    if is_general(defender):
        yield from _lone_general_attacked(t, defender, hits)
    else:
        yield from _unit_hit(t, defender, hits, flags, here)
    if melee and unit_id in board.figures and not board.unit_at[target] and not board.general_at[target]:
        entered = yield from take_ground(t, unit_id, target)
        if entered and board.breakthrough and unit.kind.arm == "cavalry" and not back and not again:
            yield from break_through(t, unit_id)
    if not back and board.place.get(defender) == target and not is_general(defender):
        t.record(FightBackOpened((unit_id, defender)))


def _throw_battle_dice(t: Table[BattleBoard], unit: Unit, target: int) -> Procedure[str]:
    """The symbols of a unit's battle dice; sharpshooters roll each saber once more.

    Readings: Sabers of the Bucktails.
    """
    dice = battle_dice(t.board, unit.id, target)
    roll: str = yield from throw(t, dice, f"{dice} battle dice", cites.RESOLVING)
    if unit.kind.sharpshooters and "S" in roll:
        roll += yield from throw(t, roll.count("S"), "sabers rolled once more", cites.R_BOARD)
    return roll


def break_through(t: Table[BattleBoard], unit: str) -> Procedure[None]:
    """Cavalry that has taken ground has gone a hex further and battled in melee again, as far as it wanted and could.

    An option, off by default. Ground that stops a move ends it. Readings: Breakthrough after melee.
    """
    board = t.board
    if board.battle.stops >> board.place[unit] & 1:
        return
    moves = [Move(unit, HEXES[space]) for space in bits(one_step(board, unit))]
    if moves:
        prompt = "Break through: one hex further?"
        chosen = yield from t.ask(board.active, [*moves, _NO_FURTHER], prompt, cites.R_RETREAT)
        if isinstance(chosen, Move):
            here = board.place[unit]
            t.record(PieceMoved(unit, HEXES[here], chosen.to, 1, board.general_at[here]))
            settle(t)
    enemies = [Attack(unit, HEXES[space]) for space in bits(targets(board, unit) & ADJACENT[board.place[unit]])]
    if enemies:
        prompt = "Break through: battle again?"
        chosen = yield from t.ask(board.active, [*enemies, _NO_FURTHER], prompt, cites.R_RETREAT)
        if isinstance(chosen, Attack):
            yield from resolve(t, unit, SPACE[chosen.target], again=True)


_NO_FURTHER = DONE[Stage.BREAKTHROUGH]


def _lone_general_attacked(t: Table[BattleBoard], general: GeneralId, hits: int) -> Procedure[None]:
    """The general is taken, or has got away. Source: BC150 p.12 Unattached General."""
    if hits:
        t.record(GeneralLost(general, True, "is cut down"))
        settle(t)
    else:
        yield from general_goes_back(t, general)


def _unit_hit(t: Table[BattleBoard], unit: str, hits: int, flags: int, attacker: int) -> Procedure[None]:
    """Figures are gone, the general checked, flags obeyed or ignored. Source: BC150 p.11 Hit."""
    board = t.board
    general = board.general_at[board.place[unit]]
    lost = min(hits, board.figures[unit])
    if lost:
        t.record(FiguresLost(unit, lost, "hit", board.figures[unit] - lost))
        settle(t)
    alive = unit in board.figures
    if lost and general:
        survived = yield from casualty_check(t, general, unit_lost=not alive)
        if survived and not alive:
            yield from general_goes_back(t, general)
    if alive and flags:
        yield from resolve_flags(t, unit, flags, attacker, checked=bool(lost and general))
