"""What lies beside the board: flags with what they are for, hands, the state of the turn, losses.

Made from a board as a seat sees it: of the other hand it shows the number of cards.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, assert_never

from wargame_battlecry.board.board import BattleBoard, Stage
from wargame_battlecry.board.turn_events import orders_in_words
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import HEXES, SIDES, SPACE, Side, sides_of
from wargame_battlecry.printed.pieces import Battle, Objective, side_of
from wargame_battlecry.rules.battle_dice import fit_to_battle
from wargame_battlecry.rules.move import has_a_move
from wargame_core.flow.panels import Hand, Panel, Score, ScoreLine, SequenceOfPlay, Status, StatusLine, Track
from wargame_core.flow.pieces import MapMark, PieceFace

STEPS: Final = (
    "Deal command cards",
    "Play a command card",
    "Announce orders",
    "Move",
    "Battle",
    "Second move",
    "Draw a command card",
)
"""The steps of a turn; the first is done once, the second move belongs to Hit and Run."""

_STEP: Final = {
    Stage.NOT_BEGUN: 0,
    Stage.ORDERS: 2,
    Stage.BUILDING: 2,
    Stage.MOVES: 3,
    Stage.BATTLES: 4,
    Stage.BREAKTHROUGH: 4,
    Stage.SECOND_MOVES: 5,
    Stage.DRAWS: 6,
}


def panels(board: BattleBoard, seat: str) -> tuple[Panel, ...]:
    """Everything that lies beside the board now, as far as ``board`` shows it."""
    return (
        score(board),
        *(hand(board, side) for side in SIDES),
        Status(tuple(turn(board))),
        Status(tuple(losses(board)), "Losses", "losses"),
        *(_track(board, side) for side in SIDES),
        SequenceOfPlay(STEPS, step_under_way(board)),
    )


def number_panels(board: BattleBoard, seat: str) -> tuple[Panel, ...]:
    """The numbers of these panels, without words."""
    flags_won, flags_needed = flags(board), board.battle.flags
    return (
        Score(flags_won),
        *(hand(board, side) for side in SIDES),
        *(Track(f"flags_{side}", "", (), min(count, flags_needed)) for side, count in flags_won),
        SequenceOfPlay((), step_under_way(board)),
    )


def flags(board: BattleBoard) -> tuple[tuple[str, int], ...]:
    """The flags of each side."""
    return tuple((side, board.flags(side)) for side in SIDES)


def flag_boxes(battle: Battle) -> tuple[str, ...]:
    """The spaces of a victory stand: 0 to the flags that win."""
    return tuple(str(flags) for flags in range(battle.flags + 1))


def _track(board: BattleBoard, side: str) -> Track:
    boxes, flag_position = flag_boxes(board.battle), min(board.flags(side), board.battle.flags)
    return Track(f"flags_{side}", f"{side.capitalize()} flags", boxes, flag_position)


def score(board: BattleBoard) -> Score:
    """The flags of each side, those that win, and what they are for."""
    lines = []
    for side in SIDES:
        if board.captured_flags[side]:
            for_what = "units and generals" + (" and exits" if board.battle.exit_flags.get(side) else "")
            lines.append(ScoreLine(side, board.captured_flags[side], for_what, cites.FLAG_TOKENS))
        for objective in board.battle.objectives:
            if objective.side == side and objective.id in board.objectives:
                lines.append(ScoreLine(side, board.objectives[objective.id], objective.text, cites.FLAG_TOKENS))
    return Score(flags(board), tuple((side, board.battle.flags) for side in SIDES), tuple(lines), "Flags")


def hand(board: BattleBoard, side: str) -> Hand:
    """The cards of a hand where they are seen, and how many they are."""
    cards = tuple(board.hands.get(side, ()))
    return Hand(side, board.hand_counts[side], cards, id=f"hand_{side}")


def turn(board: BattleBoard) -> Iterator[StatusLine]:
    """Whose turn it is, its card and orders, who has yet to act, the works built and the deck."""
    yield StatusLine("turn", f"{board.turn}, {board.active.capitalize()}" if board.turn else "cards are dealt")
    if board.card:
        copy_words = f", as {board.acting_card.title}" if board.acting != board.card else ""
        yield StatusLine("card", board.book.cards[board.card].title + copy_words)
    if board.stage is Stage.ORDERS and board.allowed_orders:
        yield StatusLine(
            "orders", f"{orders_in_words(board.slots, board.allowed_orders)}; {len(board.spent_orders)} given"
        )
    yield from _yet_to_act(board)
    for bonus in sorted(set(board.bonus.values())):
        pieces = tuple(piece for piece, dice in sorted(board.bonus.items()) if dice == bonus and piece in board.place)
        yield StatusLine("extra dice", str(bonus), pieces)
    if board.contact:
        yield StatusLine("may fight back", board.name(board.contact[1]), board.contact)
    if board.cards_owed:
        yield StatusLine("cards owed", f"{board.cards_owed} to discard for flags lost")
    hex_names = sorted(board.works)
    if hex_names:
        works_laid = sum(len(board.works[name]) for name in hex_names)
        yield StatusLine("fieldworks", f"{works_laid} of {board.book.box.works} on the board", places=tuple(hex_names))
    yield StatusLine("deck", f"{board.pile_size} cards, {len(board.discards)} discarded")
    if board.discards:
        yield StatusLine("last discard", board.book.cards[board.discards[-1]].title)


def _yet_to_act(board: BattleBoard) -> Iterator[StatusLine]:
    """The ordered pieces that have a move, a battle or a second move left in the stage under way."""
    pieces = sorted(piece for piece in board.ordered_pieces if piece in board.place)
    match board.stage:
        case Stage.BATTLES:
            name, waiting_pieces = "yet to battle", [piece for piece in pieces if fit_to_battle(board, piece)]
        case Stage.MOVES:
            name, waiting_pieces = "yet to move", [piece for piece in pieces if has_a_move(board, board.stage, piece)]
        case Stage.SECOND_MOVES:
            name, waiting_pieces = "second move", [piece for piece in pieces if has_a_move(board, board.stage, piece)]
        case Stage.NOT_BEGUN | Stage.ORDERS | Stage.DRAWS | Stage.BUILDING | Stage.BREAKTHROUGH:
            name, waiting_pieces = "ordered", pieces
        case _:
            assert_never(board.stage)
    if waiting_pieces:
        yield StatusLine(name, f"{len(waiting_pieces)} piece{'s' * (len(waiting_pieces) != 1)}", tuple(waiting_pieces))


def losses(board: BattleBoard) -> Iterator[StatusLine]:
    """By side: figures lost, and the units and generals that are off the board."""
    lost_figures = dict(board.battle.strength)
    for unit, figures in board.figures.items():
        lost_figures[side_of(unit)] -= figures
    name_of_piece, place = board.battle.display_names, board.place
    pieces_off_board = [piece for piece in name_of_piece if piece not in place]
    for side in SIDES:
        lost_pieces = tuple([piece for piece in pieces_off_board if side_of(piece) == side])
        words = f"{lost_figures[side]} figure{'s' * (lost_figures[side] != 1)}"
        words += f", off the board {', '.join([name_of_piece[piece] for piece in lost_pieces])}" if lost_pieces else ""
        yield StatusLine(side.capitalize(), words, lost_pieces)


def step_under_way(board: BattleBoard) -> int:
    """The step of `STEPS` that is being played, -1 when the battle is over."""
    if board.outcome is not None:
        return -1
    match board.stage:
        case Stage.ORDERS:
            return _STEP[board.stage] if board.card else 1
        case Stage.SECOND_MOVES:
            return _STEP[
                board.stage if board.second_movers else Stage.DRAWS
            ]  # nobody has moved again, or everybody has
        case Stage.NOT_BEGUN | Stage.MOVES | Stage.BATTLES | Stage.DRAWS | Stage.BUILDING | Stage.BREAKTHROUGH:
            return _STEP[board.stage]
        case _:
            assert_never(board.stage)


def captures(battle: Battle) -> tuple[str, ...]:
    """What a side takes for flags: units and generals, or all together where units may leave the board for flags.

    There the board tells no more than the sum.
    """
    return ("captured",) if battle.exits else ("units", "generals")


def captured_line(side: Side, captured_kind: str) -> str:
    """The id of the flags that a side wins by taking pieces: "units", "generals", or all together."""
    return f"{side}_{captured_kind}"


def ground_line(objective: Objective) -> str:
    """The id of the flags for ground; the same where the words are the same."""
    return f"{objective.side}_{objective.text}".replace(" ", "_")


PIECE_FACTS: Mapping[str, Callable[[BattleBoard], Mapping[str, int]]] = {
    "figures": lambda board: board.figures,
    "ordered": lambda board: dict.fromkeys(board.ordered_pieces, 1),
    "hexes moved": lambda board: board.hexes_moved,
    "battles fought": lambda board: board.times_battled,
}
"""Figures left, and what a piece has done in this turn."""


def face_of(board: BattleBoard, piece: str) -> PieceFace:
    """What a piece shows: a unit its figures, and whether it is ordered; a general stands with his unit."""
    side, name = side_of(piece), board.name(piece)
    order_marks = ("ordered",) if piece in board.ordered_pieces else ()
    if piece not in board.figures:
        return PieceFace(name=name, side=side, kind="general", marks=order_marks)
    unit, figures = board.battle.units[piece], board.figures[piece]
    special_marks = (unit.label,) if unit.label else ()
    return PieceFace(
        name=name,
        side=side,
        kind=unit.kind.id,
        values={"figures": (figures, max(figures, unit.kind.figures))},
        marks=(*special_marks, *order_marks),
    )


def map_marks(board: BattleBoard) -> Iterator[MapMark]:
    """The works, and the flags on ground that is worth some: held or not."""
    for name, hex_works in board.works.items():
        for work in hex_works:
            edges = tuple((name, neighbour) for neighbour, _ in sides_of(SPACE[name], work.sides)) if work.sides else ()
            text = f"{board.book.terrain[work.kind].title} {name}"
            yield MapMark(kind=work.kind, text=text, places=(name,), edges=edges)
    for objective in board.flagged_objectives():
        is_held = objective.id in board.objectives
        yield MapMark(
            kind="flag taken" if is_held else "flag",
            text=objective.in_words,
            side=objective.side,
            places=tuple(HEXES[space] for space in objective.ground()),
        )
