"""What the cards do: section cards and the eleven tactic cards. Source: BC150 p.4 Section Cards, Tactic Cards.

The document shows no card; effects as found. Readings: Cards. A card is one function with what it needs on
the board, made a `CardEffect` by `card_effect`; the deck file names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from wargame_battlecry.board import actions, battle_events, turn_events
from wargame_battlecry.board.board import MAY_BATTLE, BattleBoard, Slots, Stage, general_with
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import ARMS, BASELINE, FOE, HEXES, SECTION, SECTIONS, SIDES, a_row_back
from wargame_battlecry.printed.pieces import CardEffect, CommandCard, is_general, side_of
from wargame_battlecry.rules.battle_dice import SYMBOL, WORDS, text, throw
from wargame_battlecry.rules.victory import settle
from wargame_core.authoring import Procedure, Table
from wargame_core.maps.masks import bits

Follow = Callable[[Table[BattleBoard], CommandCard], "Procedure[None] | None"]
Test = Callable[[BattleBoard], bool]


def always(board: BattleBoard) -> bool:
    """What a card needs that works on anything."""
    return True


def card_effect(
    needs: Test = always, *, useful: Test = always, reshuffles: bool = False, through_generals: bool = False
) -> Callable[[Follow], CardEffect]:
    """Make a function the effect of a card, by the name of the function; the rest is as in `CardEffect`."""
    return lambda follow: CardEffect(follow.__name__, follow, needs, useful, reshuffles, through_generals)


def follow(t: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
    """The card has done what its text says before orders are announced, or one unit may be ordered for want of that.

    Source: BC150 p.4 Command Cards. Readings: Cards that find nothing.
    """
    effect = t.board.book.effects[card.effect]
    if not effect.needs(t.board):
        t.record(turn_events.OrdersAllowed(Slots.UNITS, (1,)))
        return
    procedure = effect.follow(t, card)
    if procedure is not None:
        yield from procedure


@card_effect()
def orders(t: Table[BattleBoard], card: CommandCard) -> None:
    """Orders by section, or as many as cards held in one section. Source: BC150 p.4 Section Cards."""
    t.record(turn_events.OrdersAllowed(Slots.SECTIONS, orders_by_section(card, t.board.held[t.board.active] + 1)))


def orders_by_section(card: CommandCard, held: int) -> tuple[int, ...]:
    """The orders that a card gives on the left, in the center and on the right, when so many cards are held with it."""
    given = {**card.orders, card.orders_per_card: held}
    return tuple(given.get(name, 0) for name in SECTIONS)


def own_units(board: BattleBoard, arm: str = "") -> list[str]:
    """The active side's units on the board, of an arm or all."""
    units, side = board.battle.units, board.active
    return [unit for unit in board.figures if units[unit].side == side and (not arm or units[unit].kind.arm == arm)]


def generals_of(board: BattleBoard, side: str) -> list[str]:
    """A side's generals on the board."""
    return [piece for piece in board.place if is_general(piece) and side_of(piece) == side]


def _order_all(t: Table[BattleBoard], pieces: Iterable[str], *, again: bool = False) -> None:
    for piece in pieces:
        t.record(turn_events.Ordered(piece, again=again))


@card_effect(reshuffles=True)
def battle_cry(t: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
    """A die for each card held orders units of the type rolled, a saber any piece; they battle with one more die."""
    board = t.board
    roll: str = yield from throw(t, board.held[board.active] + 1, "Battle Cry", cites.R_CARDS)
    t.record(turn_events.CardDiceRolled(card.id, text(roll)))
    t.record(turn_events.OrdersAllowed(Slots.ARMS, (*(roll.count(SYMBOL[arm]) for arm in ARMS), roll.count("S"))))


@card_effect(lambda board: bool(own_units(board, "artillery")))
def bombard(t: Table[BattleBoard], card: CommandCard) -> None:
    """All artillery battles twice, or moves up to three hexes and does not battle."""
    t.record(turn_events.MarchesLengthened("artillery", 3))
    _order_all(t, own_units(t.board, "artillery"))


@card_effect(lambda board: bool(building_sites(board)))
def construct_fieldworks(t: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
    """Up to three fieldworks stand on different hexes of the side's units, facing as the builder likes."""
    board = t.board
    built: list[str] = []
    while len(built) < 3:
        sites = [name for name in building_sites(board) if name not in built]
        if not sites:
            break
        options = [actions.Build(name, facing) for name in sites for facing in FACINGS]
        chosen = yield from t.ask(board.active, [*options, actions.DONE[Stage.BUILDING]], "Build where?", cites.R_CARDS)
        if isinstance(chosen, actions.Done):
            return
        t.record(battle_events.WorkBuilt(chosen.hex, chosen.sides))
        built.append(chosen.hex)


FACINGS = tuple(1 << n | 1 << (n + 1) % 6 for n in range(6))
"""Pairs of neighbouring sides, as bits."""


def building_sites(board: BattleBoard) -> list[str]:
    """The hexes of the side's units where a fieldwork may be put while tokens are left: no waterway, no third work."""
    laid = sum(len(works) for works in board.works.values())
    if laid >= board.book.box.works:
        return []
    spaces = (board.place[unit] for unit in own_units(board))
    return [
        HEXES[space]
        for space in spaces
        if not board.battle.tiles[space].no_works and len(board.works.get(HEXES[space], ())) < 2
    ]


@card_effect(useful=lambda board: copied_card(board, board.active) is not None)
def counterattack(t: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
    """The card counts as the opponent's last, left and right exchanged; without one it orders nothing."""
    copied = copied_card(t.board, t.board.active)
    if copied is None:
        return
    t.record(turn_events.CardCopied(copied.id))
    if copied.effect != counterattack.id:
        yield from follow(t, copied)


def copied_card(board: BattleBoard, side: str) -> CommandCard | None:
    """The card that a Counterattack of a side counts as; None when there is none to copy, or it is Fight Back."""
    cards, last = board.book.cards, board.last_card.get(FOE[side], "")
    return cards[cards[last].mirror or last] if last and last != "fight_back" else None


@card_effect(useful=lambda board: False)
def fight_back(t: Table[BattleBoard], card: CommandCard) -> None:
    """Played in one's own turn, for want of any other card, it orders nothing."""


@card_effect(lambda board: bool(own_units(board, "infantry")))
def forced_march(t: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
    """All infantry of one section may move two hexes and battle."""
    board = t.board
    infantry = own_units(board, "infantry")
    own = SECTION[board.active]
    sections = [name for name in SECTIONS if any(own[name] >> board.place[unit] & 1 for unit in infantry)]
    chosen = yield from t.ask(
        board.active, [actions.ChooseSection(name) for name in sections], "Which section?", cites.R_CARDS
    )
    t.record(turn_events.MarchesLengthened("infantry", 2))
    _order_all(t, [unit for unit in infantry if own[chosen.section] >> board.place[unit] & 1])


@card_effect(lambda board: bool(own_units(board, "cavalry")))
def hit_and_run(t: Table[BattleBoard], card: CommandCard) -> None:
    """All cavalry moves, battles and moves again; generals that are not with cavalry are ordered too."""
    board = t.board
    cavalry = own_units(board, "cavalry")
    _order_all(t, cavalry, again=True)
    with_cavalry = {general_with(board, unit) for unit in cavalry}
    _order_all(t, [general for general in generals_of(board, board.active) if general not in with_cavalry])


@card_effect(lambda board: bool(generals_of(board, board.active)), through_generals=True)
def leadership(t: Table[BattleBoard], card: CommandCard) -> None:
    """All generals and the units with them are ordered; their infantry and cavalry battle with one more die."""
    board = t.board
    generals = generals_of(board, board.active)
    _order_all(t, generals)
    for general in generals:
        unit = board.unit_at[board.place[general]]
        if unit:
            guns = board.battle.units[unit].kind.arm == "artillery"
            t.record(turn_events.Ordered(unit, bonus=0 if guns else card.bonus_dice))


@card_effect(lambda board: any(weak(board, arm) for arm in ARMS))
def rally(t: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
    """A die for each card held: each unit symbol returns a figure to a unit of the type, which may battle, not move."""
    board = t.board
    roll: str = yield from throw(t, board.held[board.active] + 1, "Rally", cites.R_CARDS)
    t.record(turn_events.CardDiceRolled(card.id, text(roll)))
    for letter in roll:
        arm = WORDS[letter]
        hurt = weak(board, arm) if arm in ARMS else []
        if hurt:
            prompt = f"Rally which {arm}?"
            chosen = yield from t.ask(board.active, [actions.ChoosePiece(unit) for unit in hurt], prompt, cites.R_CARDS)
            t.record(battle_events.FigureRallied(chosen.piece))
            if chosen.piece not in board.ordered:
                t.record(turn_events.Ordered(chosen.piece, MAY_BATTLE))


def weak(board: BattleBoard, arm: str) -> list[str]:
    """The active side's units of an arm that have lost figures."""
    return [unit for unit in own_units(board, arm) if board.figures[unit] < board.battle.units[unit].kind.figures]


@card_effect(lambda board: bool(generals_of(board, board.foe)))
def sharp_shooter(t: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
    """One die at an enemy general anywhere: a saber eliminates it."""
    board = t.board
    aims = [actions.ChoosePiece(general) for general in generals_of(board, board.foe)]
    chosen = yield from t.ask(board.active, aims, "Shoot at which?", cites.R_CARDS)
    roll: str = yield from throw(t, 1, "Sharp Shooter", cites.R_CARDS)
    t.record(turn_events.SharpShot(chosen.piece, text(roll)))
    if roll == "S":
        t.record(battle_events.GeneralLost(chosen.piece, True, "falls to a sharpshooter"))
        settle(t)


@card_effect(lambda board: any(supply_hexes(board, unit) for unit in board.figures))
def short_supply(t: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
    """One unit of either side is back at its own edge, in its section, where its player put it."""
    board = t.board
    units = [actions.ChoosePiece(unit) for unit in board.figures if supply_hexes(board, unit)]
    chosen = yield from t.ask(board.active, units, "Send back which unit?", cites.R_CARDS)
    unit = chosen.piece
    options = [actions.PlaceAt(name) for name in supply_hexes(board, unit)]
    placed = yield from t.ask(side_of(unit), options, f"Place {board.name(unit)} where?", cites.R_CARDS)
    t.record(battle_events.PiecePlaced(unit, HEXES[board.place[unit]], placed.to, general_with(board, unit)))
    settle(t)


def supply_hexes(board: BattleBoard, unit: str) -> list[str]:
    """The vacant hexes of its side's edge in a unit's section (or sections); if none, of the next row, and so on."""
    side, here = side_of(unit), board.place[unit]
    area = 0
    for mask in SECTION[side].values():
        if mask >> here & 1:
            area |= mask
    taken = board.battle.barred[board.battle.units[unit].kind.arm]
    for other in SIDES:
        taken |= board.unit_mask[other] | board.general_mask[other]
    row = BASELINE[side]
    while row:
        vacant = row & area & ~taken
        if vacant:
            return [HEXES[space] for space in bits(vacant)]
        row = a_row_back(row, FOE[side])
    return []


EFFECTS: Final[Mapping[str, CardEffect]] = {
    effect.id: effect
    for effect in (
        orders,
        battle_cry,
        bombard,
        construct_fieldworks,
        counterattack,
        fight_back,
        forced_march,
        hit_and_run,
        leadership,
        rally,
        sharp_shooter,
        short_supply,
    )
}
"""The effects of the printed cards. A rulebook may have more."""
