"""What the cards do: section cards and the eleven tactic cards. Source: BC150 p.4 Section Cards, Tactic Cards.

The document shows no card; effects as found. Readings: Cards. An effect is one class: its fields are what the deck file
may say of it. A battle may bring more.
"""

from collections.abc import Mapping

from attrs import field, frozen

from wargame_battlecry.board import actions, battle_events, turn_events
from wargame_battlecry.board.board import (
    MAY_BATTLE,
    AnyUnit,
    Arms,
    BattleBoard,
    CardEffect,
    Given,
    Sections,
    Stage,
    general_with,
)
from wargame_battlecry.printed import cites, game_board
from wargame_battlecry.printed.game_board import ARMS, FOE, HEXES, SECTION, SECTIONS, SIDES, Section
from wargame_battlecry.printed.pieces import CommandCard, is_general, side_of
from wargame_battlecry.rules.battle_dice import SYMBOL, WORDS, text, throw_battle_dice
from wargame_battlecry.rules.victory import settle_victory
from wargame_core.authoring import Procedure, Table, bits

FLAG = 3.0
"""What a flag is worth, in figures."""


def follow(table: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
    """The card has done what its text says before orders are announced, or one unit may be ordered for want of that.

    Source: BC150 p.4 Command Cards. Readings: Cards that find nothing.
    """
    if not card.effect.has_something_to_do(table.board):
        table.record(turn_events.OrdersAllowed(AnyUnit(), (1,)))
        return
    procedure = card.effect.follow(table, card)
    if procedure is not None:
        yield from procedure


@frozen
class SectionOrders(CardEffect):
    """Orders by section, or as many as cards held in one section. Source: BC150 p.4 Section Cards."""

    kind = "orders"
    orders: Mapping[Section, int] = field(factory=dict)
    per_card: Section | None = None

    def by_section(self, held_cards: int) -> tuple[int, ...]:
        """The orders on the left, in the center and on the right, when so many cards are held with this one."""
        return tuple(held_cards if name == self.per_card else self.orders.get(name, 0) for name in SECTIONS)

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> None:
        held_cards = table.board.hand_counts[table.board.active] + 1
        table.record(turn_events.OrdersAllowed(Sections(), self.by_section(held_cards)))

    def worth(self, board: BattleBoard, side: str) -> float:
        return 0.0


def units_of(board: BattleBoard, side: str, arm: str = "") -> tuple[str, ...]:
    """A side's units on the board, of an arm or all."""
    units = board.battle.units
    return tuple(
        unit for unit in board.figures if units[unit].side == side and (not arm or units[unit].kind.arm == arm)
    )


def generals_of(board: BattleBoard, side: str) -> tuple[str, ...]:
    """A side's generals on the board."""
    return tuple(piece for piece in board.place if is_general(piece) and side_of(piece) == side)


def order_all(table: Table[BattleBoard], orders_given: Given, *, section: str = "") -> None:
    """All pieces of a way to act, which may be those of a ``section``, are ordered and march as far as it says."""
    for arm, hexes in orders_given.reach.items():
        table.record(turn_events.MarchesLengthened(arm, hexes, section))
    for piece in orders_given.pieces:
        table.record(turn_events.Ordered(piece))


@frozen
class BattleCry(CardEffect):
    """A die for each card held orders units of the type rolled, a saber any piece; they battle with one more die."""

    kind = "battle_cry"
    orders_count = 1.3
    reshuffles = True
    bonus_dice: int = 1

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
        roll: str = yield from throw_battle_dice(
            table, table.board.hand_counts[table.board.active] + 1, "Battle Cry", cites.R_CARDS
        )
        table.record(turn_events.CardDiceRolled(card.id, text(roll)))
        orders = (*(roll.count(SYMBOL[arm]) for arm in ARMS), roll.count("S"))
        table.record(turn_events.OrdersAllowed(Arms(), orders))

    def worth(self, board: BattleBoard, side: str) -> float:
        return 0.0


@frozen
class Bombard(CardEffect):
    """All artillery battles twice, or moves up to three hexes and does not battle."""

    kind = "bombard"
    battles = 2.0

    def gives(self, board: BattleBoard, side: str) -> tuple[Given, ...]:
        return (Given(units_of(board, side, "artillery"), {"artillery": 3}),)

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> None:
        order_all(table, *self.gives(table.board, table.board.active))

    def worth(self, board: BattleBoard, side: str) -> float:
        return 0.0


@frozen
class ConstructFieldworks(CardEffect):
    """Up to three fieldworks stand on different hexes of the side's units, facing as the builder likes."""

    kind = "construct_fieldworks"

    def has_something_to_do(self, board: BattleBoard) -> bool:
        return bool(building_sites(board))

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
        board, done_action = table.board, actions.DONE[Stage.BUILDING]
        built_works: list[str] = []
        while len(built_works) < 3:
            sites = [name for name in building_sites(board) if name not in built_works]
            if not sites:
                break
            options = [actions.Build(name, facing_sides) for name in sites for facing_sides in FACINGS]
            prompt = "On which hex of your units do you build a fieldwork, and facing which way?"
            answer = yield from table.ask(board.active, [*options, done_action], prompt, cites.R_CARDS)
            if isinstance(answer, actions.Done):
                return
            table.record(battle_events.WorkBuilt(answer.hex, answer.sides))
            built_works.append(answer.hex)

    def worth(self, board: BattleBoard, side: str) -> float:
        return 0.5


FACINGS = tuple(1 << side_index | 1 << (side_index + 1) % 6 for side_index in range(6))
"""Pairs of neighbouring sides, as bits."""


def building_sites(board: BattleBoard) -> list[str]:
    """The hexes of the side's units where a fieldwork may be put while tokens are left: no waterway, no third work."""
    works_laid = sum(len(hex_works) for hex_works in board.works.values())
    if works_laid >= board.book.box.works:
        return []
    spaces = (board.place[unit] for unit in units_of(board, board.active))
    return [
        HEXES[space]
        for space in spaces
        if not board.battle.tiles[space].no_works and len(board.works.get(HEXES[space], ())) < 2
    ]


@frozen
class Counterattack(CardEffect):
    """The card counts as the opponent's last, left and right exchanged; without one it orders nothing."""

    kind = "counterattack"

    def useful(self, board: BattleBoard) -> bool:
        return copied_card(board, board.active) is not None

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
        copied = copied_card(table.board, table.board.active)
        if copied is None:
            return
        table.record(turn_events.CardCopied(copied.id))
        if not isinstance(copied.effect, Counterattack):
            yield from follow(table, copied)

    def worth(self, board: BattleBoard, side: str) -> float:
        """What an unknown card may bring: one that it copies counts as that."""
        return 0.6


def copied_card(board: BattleBoard, side: str) -> CommandCard | None:
    """The card that a Counterattack of a side counts as; None when there is none to copy, or it is Fight Back."""
    cards, last_card = board.book.cards, board.last_card.get(FOE[side], "")
    return cards[cards[last_card].mirror or last_card] if last_card and last_card != "fight_back" else None


@frozen
class FightBackHeld(CardEffect):
    """Played in one's own turn, usually for want of any other card, it orders nothing."""

    kind = "fight_back"
    for_enemys_turn = True

    def useful(self, board: BattleBoard) -> bool:
        return False

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> None:
        """Nothing is ordered."""

    def worth(self, board: BattleBoard, side: str) -> float:
        """It is worth keeping for the enemy's turn."""
        return 1.5


@frozen
class ForcedMarch(CardEffect):
    """All infantry of one section may move two hexes and battle."""

    kind = "forced_march"

    def gives(self, board: BattleBoard, side: str) -> tuple[Given, ...]:
        return tuple(self.march(board, side, section) for section in SECTIONS)

    def march(self, board: BattleBoard, side: str, section: str) -> Given:
        """The infantry of a section, which marches two hexes."""
        area, infantry = SECTION[side][section], units_of(board, side, "infantry")
        return Given(tuple(unit for unit in infantry if area >> board.place[unit] & 1), {"infantry": 2})

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
        board = table.board
        sections = [name for name in SECTIONS if self.march(board, board.active, name).pieces]
        options = [actions.ChooseSection(name) for name in sections]
        answer = yield from table.ask(
            board.active, options, "In which section may all your infantry march two hexes?", cites.R_CARDS
        )
        order_all(table, self.march(board, board.active, answer.section), section=answer.section)

    def worth(self, board: BattleBoard, side: str) -> float:
        return 0.2


@frozen
class HitAndRun(CardEffect):
    """All cavalry moves, battles and moves again; generals that are not with cavalry are ordered too."""

    kind = "hit_and_run"
    orders_count = 1.2

    def gives(self, board: BattleBoard, side: str) -> tuple[Given, ...]:
        return (Given(units_of(board, side, "cavalry")),)

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> None:
        board = table.board
        (orders_given,) = self.gives(board, board.active)
        for piece in orders_given.pieces:
            table.record(turn_events.Ordered(piece, again=True))
        with_cavalry = {general_with(board, unit) for unit in orders_given.pieces}
        generals = (general for general in generals_of(board, board.active) if general not in with_cavalry)
        order_all(table, Given(tuple(generals)))

    def worth(self, board: BattleBoard, side: str) -> float:
        return 0.0


@frozen
class Leadership(CardEffect):
    """All generals and the units with them are ordered; their infantry and cavalry battle with one more die."""

    kind = "leadership"
    battles = 1.25
    through_generals = True
    bonus_dice: int = 1

    def has_something_to_do(self, board: BattleBoard) -> bool:
        return bool(generals_of(board, board.active))

    def gives(self, board: BattleBoard, side: str) -> tuple[Given, ...]:
        led_units = (board.unit_at[board.place[general]] for general in generals_of(board, side))
        return (Given(tuple(filter(None, led_units))),)

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> None:
        board = table.board
        (orders_given,) = self.gives(board, board.active)
        order_all(table, Given(generals_of(board, board.active)))
        for unit in orders_given.pieces:
            guns = board.battle.units[unit].kind.arm == "artillery"
            table.record(turn_events.Ordered(unit, bonus=0 if guns else self.bonus_dice))

    def worth(self, board: BattleBoard, side: str) -> float:
        return 0.1


@frozen
class Rally(CardEffect):
    """A die for each card held: each unit symbol returns a figure to a unit of the type, which may battle, not move."""

    kind = "rally"

    def has_something_to_do(self, board: BattleBoard) -> bool:
        return any(weak(board, arm) for arm in ARMS)

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
        board = table.board
        roll: str = yield from throw_battle_dice(table, board.hand_counts[board.active] + 1, "Rally", cites.R_CARDS)
        table.record(turn_events.CardDiceRolled(card.id, text(roll)))
        for arm in (WORDS[letter] for letter in roll):
            choices = [actions.ChoosePiece(unit) for unit in weak(board, arm)] if arm in ARMS else []
            if choices:
                answer = yield from table.ask(
                    board.active, choices, f"Which {arm} unit gets a lost figure back?", cites.R_CARDS
                )
                table.record(battle_events.FigureRallied(answer.piece))
                if answer.piece not in board.ordered_pieces:
                    table.record(turn_events.Ordered(answer.piece, MAY_BATTLE))

    def worth(self, board: BattleBoard, side: str) -> float:
        return 1.0


def weak(board: BattleBoard, arm: str) -> list[str]:
    """The active side's units of an arm that have lost figures."""
    units = board.battle.units
    return [unit for unit in units_of(board, board.active, arm) if board.figures[unit] < units[unit].kind.figures]


@frozen
class SharpShooter(CardEffect):
    """One die at an enemy general anywhere: a saber eliminates it."""

    kind = "sharp_shooter"

    def has_something_to_do(self, board: BattleBoard) -> bool:
        return bool(generals_of(board, board.inactive_side))

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
        board = table.board
        aims = [actions.ChoosePiece(general) for general in generals_of(board, board.inactive_side)]
        answer = yield from table.ask(
            board.active, aims, "Which enemy general is shot at? A saber on one die eliminates him.", cites.R_CARDS
        )
        roll: str = yield from throw_battle_dice(table, 1, "Sharp Shooter", cites.R_CARDS)
        table.record(turn_events.SharpShot(answer.piece, text(roll)))
        if roll == "S":
            table.record(battle_events.GeneralLost(answer.piece, True, "falls to a sharpshooter"))
            settle_victory(table)

    def worth(self, board: BattleBoard, side: str) -> float:
        """A flag on one face of six, and fewer units with a general."""
        return 0.3 + FLAG / 6


@frozen
class ShortSupply(CardEffect):
    """One unit of either side is back at its own edge, in its section, where its player put it."""

    kind = "short_supply"

    def has_something_to_do(self, board: BattleBoard) -> bool:
        return any(supply_hexes(board, unit) for unit in board.figures)

    def follow(self, table: Table[BattleBoard], card: CommandCard) -> Procedure[None]:
        board = table.board
        units = [actions.ChoosePiece(unit) for unit in board.figures if supply_hexes(board, unit)]
        answer = yield from table.ask(
            board.active, units, "Which unit goes back to its own edge of the map?", cites.R_CARDS
        )
        unit = answer.piece
        options = [actions.PlaceAt(name) for name in supply_hexes(board, unit)]
        supply_answer = yield from table.ask(
            side_of(unit), options, f"On which hex of its edge do you put {board.name(unit)}?", cites.R_CARDS
        )
        table.record(
            battle_events.PiecePlaced(unit, HEXES[board.place[unit]], supply_answer.to, general_with(board, unit))
        )
        settle_victory(table)

    def worth(self, board: BattleBoard, side: str) -> float:
        return 1.0


def supply_hexes(board: BattleBoard, unit: str) -> list[str]:
    """The vacant hexes of its side's edge in a unit's section (or sections); if none, of the next row, and so on."""
    side, start = side_of(unit), board.place[unit]
    area = 0
    for mask in SECTION[side].values():
        if mask >> start & 1:
            area |= mask
    closed_hexes = board.battle.barred_hexes[board.battle.units[unit].kind.arm]
    for other_side in SIDES:
        closed_hexes |= board.unit_mask[other_side] | board.general_mask[other_side]
    row = game_board.BASELINE[side]
    while row:
        vacant = row & area & ~closed_hexes
        if vacant:
            return [HEXES[space] for space in bits(vacant)]
        row = game_board.hexes_one_row_back(row, FOE[side])
    return []


EFFECTS: tuple[type[CardEffect], ...] = (
    SectionOrders,
    BattleCry,
    Bombard,
    ConstructFieldworks,
    Counterattack,
    FightBackHeld,
    ForcedMarch,
    HitAndRun,
    Leadership,
    Rally,
    SharpShooter,
    ShortSupply,
)
"""The effects of the printed cards."""
