"""The turn: cards dealt, played, drawn and given up, Fight Back, and the sequence of play.

Source: BC150 p.6 Deal Command Cards, What to do on a Turn.
"""

from wargame_battlecry.board import actions, turn_events
from wargame_battlecry.board.board import BattleBoard, Stage
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import SIDES
from wargame_battlecry.rules.announce_orders import order_one
from wargame_battlecry.rules.battle import battle_with_one, resolve
from wargame_battlecry.rules.battle_dice import targets
from wargame_battlecry.rules.card_effects import follow
from wargame_battlecry.rules.move import move_again, move_one
from wargame_battlecry.rules.victory import end_without_battles, settle_victory
from wargame_core.authoring import Procedure, Repeat, Sequence, Step, Table, draw_from


def begin_turn(table: Table[BattleBoard]) -> Procedure[None]:
    """The next side's turn begins, ground held at its start is worth flags, and special rules have what they ask for.

    Source: BC150 p.6. Readings: Flags for ground.
    """
    board = table.board
    table.record(turn_events.TurnBegan(board.inactive_side if board.active else board.battle.first, board.turn + 1))
    settle_victory(table, turn_start=True)
    end_without_battles(table)
    for rule in board.rules:
        procedure = rule.begin(table)
        if procedure is not None:
            yield from procedure
    settle_victory(table)


def deal_one(table: Table[BattleBoard]) -> Procedure[None]:
    """One more card is dealt, to each side in turn. Source: BC150 p.6 Deal Command Cards."""
    board = table.board
    first_side = board.battle.first
    short_sides = [side for side in (first_side, *SIDES) if board.hand_counts[side] < board.hand_size[side]]
    yield from _draw_cards(table, min(short_sides, key=lambda side: board.hand_counts[side]))


def all_dealt(board: BattleBoard) -> bool:
    """Whether both hands are full."""
    return all(board.hand_counts[side] >= board.hand_size[side] for side in SIDES)


def _draw_cards(table: Table[BattleBoard], side: str) -> Procedure[None]:
    board = table.board
    if not board.pile_size:
        table.record(turn_events.DeckShuffled())
    cards = draw_from(board.pile, "the command deck")
    card: str = yield from table.roll(cards, f"{side} draws a card", cites.DRAW, seen_by=frozenset({side}))
    table.record(turn_events.CardDrawn(side, card))


def play_a_card(table: Table[BattleBoard]) -> Procedure[None]:
    """The active player has played a card. Source: BC150 p.6 Play a Command Card."""
    board = table.board
    side = board.active
    options = [actions.PlayCard(card) for card in playable(board, side)]
    action = yield from table.ask(
        side, options, "Which card do you play? It says what you may order this turn.", cites.PLAY
    )
    table.record(turn_events.CardPlayed(side, action.card))


def playable(board: BattleBoard, side: str) -> list[str]:
    """The different cards of a hand that may be played in one's own turn.

    Any card, effective or not; Fight Back, which its text keeps for the enemy's turn, only for want of any other, but
    by an option. Source: BC150 p.6 Play a Command Card. Readings: Cards that find nothing.
    """
    cards_in_hand = sorted(set(board.hands[side]))
    if board.any_card:
        return cards_in_hand
    return [card for card in cards_in_hand if not board.book.cards[card].effect.for_enemys_turn] or cards_in_hand


def follow_the_card(table: Table[BattleBoard]) -> Procedure[None]:
    """What the card says is done or prepared. Source: BC150 p.4 Command Cards."""
    yield from follow(table, table.board.acting_card)


def offer_fight_back(table: Table[BattleBoard]) -> Procedure[None]:
    """The defender was asked whether to play Fight Back, whether or not it holds one. Readings: Fight Back."""
    board = table.board
    attacker, defender = board.contact
    options = [actions.FightBack(False)]
    if "fight_back" in board.hands[board.inactive_side]:
        options.append(actions.FightBack(True))
    attack = f"{board.described_by_sight(attacker)} attacked {board.described_by_sight(defender)}"
    prompt = f"{attack}. Do you play Fight Back and battle it at once?"
    action = yield from table.ask(board.inactive_side, options, prompt, cites.R_CARDS)
    if action.play:
        table.record(turn_events.FightBackPlayed(board.inactive_side))
    else:
        table.record(turn_events.FightBackOpened())


def may_fight_back(board: BattleBoard) -> bool:
    """Whether the unit just attacked stands and can battle its attacker: only what everybody sees decides."""
    if not board.contact or board.fighting_back:
        return False
    attacker, defender = board.contact
    if attacker not in board.place or not board.hand_counts[board.inactive_side]:
        return False
    return bool(targets(board, defender) >> board.place[attacker] & 1)


def fight_back_battle(table: Table[BattleBoard]) -> Procedure[None]:
    """The defender has battled its attacker. Readings: Fight Back."""
    board = table.board
    attacker, defender = board.contact
    table.record(turn_events.FightBackOpened())
    yield from resolve(table, defender, board.place[attacker], is_fight_back=True)


def pay_cards(table: Table[BattleBoard]) -> Procedure[None]:
    """One card owed for a flag lost is discarded. Readings: Cards lost at McDowell."""
    board = table.board
    side = side_owing_cards(board)
    cards = sorted(set(board.hands[side]))
    prompt = "Which card do you discard for the flag that you lost?"
    action = yield from table.ask(side, [actions.Discard(card) for card in cards], prompt, cites.R_BOARD)
    table.record(turn_events.CardDiscarded(side, action.card, owed=True))


def side_owing_cards(board: BattleBoard) -> str:
    """The side that has yet to discard for flags lost, or nothing."""
    if not board.cards_owed:
        return ""
    owing = (side for side in SIDES if any(rule.cards_for_a_flag(side) for rule in board.rules))
    return next((side for side in owing if board.hand_counts[side]), "")


def spend_card(table: Table[BattleBoard]) -> None:
    """The card of the turn goes to the discards, after a Battle Cry all of them into the deck. Source: BC150 p.6."""
    reshuffles = table.board.effect.reshuffles
    table.record(turn_events.CardSpent())
    if reshuffles:
        table.record(turn_events.DeckShuffled())


def draw_one(table: Table[BattleBoard]) -> Procedure[None]:
    """One card is drawn: first for a Fight Back played, then by the active player, who draws two after a Scout.

    Source: BC150 p.6 Draw a New Command Card. Readings: Draws.
    """
    yield from _draw_cards(table, side_to_draw(table.board))


def side_to_draw(board: BattleBoard) -> str:
    """The side that is to draw next, or nothing."""
    for side in (board.draws_first, board.active):
        extra_cards = board.acting_card.draw - 1 if side == board.active else 0  # drawn to keep one of them
        if side and board.hand_counts[side] < board.hand_size[side] + extra_cards:
            return side
    return ""


def keep_one(table: Table[BattleBoard]) -> Procedure[None]:
    """The player has discarded one of the cards drawn. Readings: Draws."""
    board = table.board
    side = board.active
    drawn_cards = board.drawn_cards[side]
    options = [actions.Keep(card) for card in sorted(set(drawn_cards))]
    action = yield from table.ask(
        side, options, "Which of the cards you drew do you keep? The other is discarded.", cites.R_CARDS
    )
    discarded_card = next((card for card in drawn_cards if card != action.card), action.card)
    table.record(turn_events.CardDiscarded(side, discarded_card))


def too_many_cards(board: BattleBoard) -> bool:
    """Whether the active player holds a card too many after a Scout's draw."""
    return board.hand_counts[board.active] > board.hand_size[board.active]


def end_turn(table: Table[BattleBoard]) -> None:
    """Nothing of this turn's draws is remembered."""
    table.record(turn_events.DrawsOver())


BATTLE = Sequence(
    "Battle Cry",
    Repeat("Deal", Step("Deal a command card", deal_one, cites.PLAY), until=all_dealt),
    Repeat(
        "Turn",
        Step("Begin the turn", begin_turn, cites.TURN),
        Step("Play a command card", play_a_card, cites.PLAY),
        Step("Follow the card", follow_the_card, cites.COMMAND_CARDS),
        Repeat(
            "Announce orders",
            Step("Order one", order_one, cites.ORDERS),
            until=lambda board: board.stage is not Stage.ORDERS,
            cite=cites.ORDERS,
        ),
        Repeat(
            "Move",
            Step("Move one", move_one, cites.MOVE),
            until=lambda board: board.stage is not Stage.MOVES,
            cite=cites.MOVE,
        ),
        Repeat(
            "Battle",
            Step("Battle with one unit", battle_with_one, cites.BATTLE),
            Repeat(
                "Cards for flags",
                Step("Discard", pay_cards, cites.R_BOARD),
                until=lambda board: not side_owing_cards(board),
            ),
            Step("Fight Back?", offer_fight_back, cites.R_CARDS, when=may_fight_back),
            Step("Fight Back", fight_back_battle, cites.R_CARDS, when=lambda board: board.fighting_back),
            Repeat(
                "Cards for flags again",
                Step("Discard", pay_cards, cites.R_BOARD),
                until=lambda board: not side_owing_cards(board),
            ),
            until=lambda board: board.stage is not Stage.BATTLES,
            cite=cites.BATTLE,
        ),
        Repeat(
            "Second move",
            Step("Move one again", move_again, cites.R_CARDS),
            until=lambda board: board.stage is not Stage.SECOND_MOVES or not board.second_movers,
        ),
        Step("Discard the card", spend_card, cites.PLAY),
        Repeat(
            "Draw",
            Step("Draw a command card", draw_one, cites.DRAW),
            until=lambda board: not side_to_draw(board),
            cite=cites.DRAW,
        ),
        Step("Keep one", keep_one, cites.R_CARDS, when=too_many_cards),
        Step("End the turn", end_turn, cites.TURN),
        until=lambda board: False,
    ),
)
