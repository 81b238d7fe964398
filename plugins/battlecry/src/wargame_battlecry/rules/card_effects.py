"""What the cards do: section cards and the eleven tactic cards. Source: BC150 p.4 Section Cards, Tactic Cards.

The document shows no card; effects as found, readings in decision 0056. `EFFECTS` maps the effect named in the deck
file to its function; each leaves the board ready for orders, moves and battles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from wargame_battlecry.board.actions import Build, ChoosePiece, ChooseSection, Done, PlaceAt
from wargame_battlecry.board.battle_events import (
    FigureRallied,
    GeneralLost,
    PiecePlaced,
    WorkBuilt,
)
from wargame_battlecry.board.board import MAY_BATTLE, BattleBoard, general_with
from wargame_battlecry.board.card_events import CardCopied
from wargame_battlecry.board.turn_events import MarchesLengthened, Ordered, OrdersAllowed
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import BACK, BASELINE, HEXES, SECTION
from wargame_battlecry.printed.pieces import ARMS, FOE, SECTIONS, SIDES, Card
from wargame_battlecry.rules.announce_orders import BY_ARM, allow_by_section, allow_units
from wargame_battlecry.rules.dice import SYMBOL, WORDS, throw
from wargame_battlecry.rules.victory import settle
from wargame_core import Procedure, Table

Effect = Callable[[Table[BattleBoard], Card], "Procedure[None] | None"]


def follow(t: Table[BattleBoard], card: Card) -> Procedure[None]:
    """The card has done what its text says before orders are announced."""
    procedure = EFFECTS[card.effect](t, card)
    if procedure is not None:
        yield from procedure


def orders(t: Table[BattleBoard], card: Card) -> None:
    """Orders by section, or as many as cards held in one section. Source: BC150 p.4 Section Cards."""
    board = t.board
    given = dict(card.orders)
    if card.orders_per_card:
        given[card.orders_per_card] = board.held[board.active] + 1
    allow_by_section(t, *(given.get(name, 0) for name in SECTIONS))


def _mine(board: BattleBoard, arm: str = "") -> list[str]:
    """The active side's units on the board, of one arm or all."""
    units, letter = board.battle.units, board.active[0]
    return [id for id in board.figures if id[0] == letter and (not arm or units[id].kind.arm == arm)]


def _generals(board: BattleBoard, side: str) -> list[str]:
    return [id for id in board.place if id[1] == "g" and id[0] == side[0]]


def _order_all(t: Table[BattleBoard], pieces: Iterable[str], *, bonus: int = 0, again: bool = False) -> None:
    for id in pieces:
        t.record(Ordered(id, bonus=bonus, again=again))


def battle_cry(t: Table[BattleBoard], card: Card) -> Procedure[None]:
    """A die for each card held orders units of the type rolled, a saber any piece; they battle with one more die."""
    board = t.board
    roll: str = yield from throw(t, board.held[board.active] + 1, "Battle Cry", cites.D_CARDS)
    t.record(OrdersAllowed(BY_ARM, (*(roll.count(SYMBOL[arm]) for arm in ARMS), roll.count("S"))))


def bombard(t: Table[BattleBoard], card: Card) -> None:
    """All artillery battles twice, or moves up to three hexes and does not battle."""
    guns = _mine(t.board, "artillery")
    if guns:
        t.record(MarchesLengthened("artillery", 3))
        _order_all(t, guns)
    else:
        allow_units(t, 1)


def construct_fieldworks(t: Table[BattleBoard], card: Card) -> Procedure[None]:
    """Up to three fieldworks stand on different hexes of own units, facing as the builder likes."""
    board = t.board
    built: list[str] = []
    while len(built) < 3:
        sites = [name for name in building_sites(board) if name not in built]
        if not sites:
            break
        options = [Build(name, facing) for name in sites for facing in FACINGS]
        chosen = yield from t.ask(board.active, [*options, Done("building")], "Build where?", cites.D_CARDS)
        if isinstance(chosen, Done):
            return
        t.record(WorkBuilt(chosen.hex, chosen.sides))
        built.append(chosen.hex)
    if not built:
        allow_units(t, 1)


FACINGS = tuple(1 << n | 1 << (n + 1) % 6 for n in range(6))
"""Pairs of neighbouring sides, as bits."""


def building_sites(board: BattleBoard) -> list[str]:
    """The hexes of own units where a fieldwork may be put while tokens are left: no waterway, no third work."""
    laid = sum(len(works) for works in board.works.values())
    if laid >= board.book.box.works:
        return []
    found = []
    for id in _mine(board):
        space = board.place[id]
        if not board.battle.tiles[space].no_works and len(board.works.get(HEXES[space], ())) < 2:
            found.append(HEXES[space])
    return found


def counterattack(t: Table[BattleBoard], card: Card) -> Procedure[None]:
    """The card counts as the opponent's last, left and right exchanged; without one it orders nothing."""
    board = t.board
    last = board.last_card.get(board.foe, "")
    if not copyable(last):
        return
    copied = board.book.cards[last]
    t.record(CardCopied(copied.mirror or last))
    acting = board.acting_card
    if acting.effect != "counterattack":
        yield from follow(t, acting)


def copyable(card: str) -> bool:
    """Whether a Counterattack can copy a card: there must be one, and it may not be Fight Back."""
    return bool(card) and card != "fight_back"


def fight_back(t: Table[BattleBoard], card: Card) -> None:
    """Played in the own turn, for want of any other card, it orders nothing."""


def forced_march(t: Table[BattleBoard], card: Card) -> Procedure[None]:
    """All infantry of one section may move two hexes and battle."""
    board = t.board
    infantry = _mine(board, "infantry")
    own = SECTION[board.active]
    sections = [name for name in SECTIONS if any(own[name] >> board.place[id] & 1 for id in infantry)]
    if not sections:
        allow_units(t, 1)
        return
    chosen = yield from t.ask(board.active, [ChooseSection(name) for name in sections], "Which section?", cites.D_CARDS)
    t.record(MarchesLengthened("infantry", 2))
    _order_all(t, [id for id in infantry if own[chosen.section] >> board.place[id] & 1])


def hit_and_run(t: Table[BattleBoard], card: Card) -> None:
    """All cavalry moves, battles and moves again; generals that are not with cavalry are ordered too."""
    board = t.board
    cavalry = _mine(board, "cavalry")
    if cavalry:
        _order_all(t, cavalry, again=True)
        with_cavalry = {general_with(board, id) for id in cavalry}
        _order_all(t, [id for id in _generals(board, board.active) if id not in with_cavalry])
    else:
        allow_units(t, 1)


def leadership(t: Table[BattleBoard], card: Card) -> None:
    """All generals and the units with them are ordered; their infantry and cavalry battle with one more die."""
    board = t.board
    generals = _generals(board, board.active)
    if generals:
        _order_all(t, generals)
        for general in generals:
            unit = board.unit_at[board.place[general]]
            if unit:
                guns = board.battle.units[unit].kind.arm == "artillery"
                t.record(Ordered(unit, bonus=0 if guns else card.bonus_dice))
    else:
        allow_units(t, 1)


def rally(t: Table[BattleBoard], card: Card) -> Procedure[None]:
    """A die for each card held: each unit symbol returns a figure to a unit of the type, which may battle, not move."""
    board = t.board
    if not any(weak(board, arm) for arm in ARMS):
        allow_units(t, 1)
        return
    roll: str = yield from throw(t, board.held[board.active] + 1, "Rally", cites.D_CARDS)
    for letter in roll:
        arm = WORDS[letter]
        hurt = weak(board, arm) if arm in ARMS else []
        if hurt:
            prompt = f"Rally which {arm}?"
            chosen = yield from t.ask(board.active, [ChoosePiece(id) for id in hurt], prompt, cites.D_CARDS)
            t.record(FigureRallied(chosen.piece))
            if chosen.piece not in board.ordered:
                t.record(Ordered(chosen.piece, MAY_BATTLE))


def weak(board: BattleBoard, arm: str) -> list[str]:
    """The active side's units of an arm that have lost figures."""
    return [id for id in _mine(board, arm) if board.figures[id] < board.battle.units[id].kind.figures]


def sharp_shooter(t: Table[BattleBoard], card: Card) -> Procedure[None]:
    """One die at an enemy general anywhere: a saber eliminates it."""
    board = t.board
    generals = _generals(board, board.foe)
    if not generals:
        allow_units(t, 1)
        return
    chosen = yield from t.ask(board.active, [ChoosePiece(id) for id in generals], "Shoot at which?", cites.D_CARDS)
    roll: str = yield from throw(t, 1, "Sharp Shooter", cites.D_CARDS)
    if roll == "S":
        t.record(GeneralLost(chosen.piece, True, "falls to a sharpshooter"))
        settle(t)


def short_supply(t: Table[BattleBoard], card: Card) -> Procedure[None]:
    """One unit of either side is back at its own edge, in its section, where its player put it."""
    board = t.board
    pieces = [id for id in board.figures if supply_hexes(board, id)]
    if not pieces:
        allow_units(t, 1)
        return
    chosen = yield from t.ask(board.active, [ChoosePiece(id) for id in pieces], "Send back which unit?", cites.D_CARDS)
    id = chosen.piece
    options = [PlaceAt(name) for name in supply_hexes(board, id)]
    placed = yield from t.ask(board.side_of(id), options, f"Place {board.name(id)} where?", cites.D_CARDS)
    t.record(PiecePlaced(id, HEXES[board.place[id]], placed.to, general_with(board, id)))
    settle(t)


def supply_hexes(board: BattleBoard, id: str) -> list[str]:
    """The vacant hexes of the own edge in a unit's section (or sections); if none, of the next row, and so on."""
    side, here = board.side_of(id), board.place[id]
    area = 0
    for mask in SECTION[side].values():
        if mask >> here & 1:
            area |= mask
    taken = board.battle.barred[board.battle.units[id].kind.arm]
    for each in SIDES:
        taken |= board.unit_mask[each] | board.general_mask[each]
    row = BASELINE[side]
    while row:
        vacant = row & area & ~taken
        if vacant:
            return [HEXES[space] for space in range(len(HEXES)) if vacant >> space & 1]
        row = _next_row(row, FOE[side])
    return []


def _next_row(row: int, toward: str) -> int:
    mask = 0
    for space in range(len(HEXES)):
        if row >> space & 1:
            for step in BACK[toward][space]:
                mask |= 1 << step
    return mask


EFFECTS: Mapping[str, Effect] = {
    "orders": orders,
    "battle_cry": battle_cry,
    "bombard": bombard,
    "construct_fieldworks": construct_fieldworks,
    "counterattack": counterattack,
    "fight_back": fight_back,
    "forced_march": forced_march,
    "hit_and_run": hit_and_run,
    "leadership": leadership,
    "rally": rally,
    "sharp_shooter": sharp_shooter,
    "short_supply": short_supply,
}
