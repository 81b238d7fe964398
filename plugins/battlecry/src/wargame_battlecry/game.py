"""The game as core sees it: set-up, options, secrets, laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from wargame_battlecry.board import battle_events as events
from wargame_battlecry.board import card_events, turn_events
from wargame_battlecry.board.actions import ACTIONS
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.battle_format import BattleFile
from wargame_battlecry.printed.pieces import FOE, SIDES, Rulebook
from wargame_battlecry.printed.rulebook import DATA, SCHEMAS, load_rulebook
from wargame_battlecry.rules.sequence import BATTLE
from wargame_core import Board, Event, Game, Option, Scenario
from wargame_core.data import DataFolder

TITLE = "Battle Cry 150"
EVENTS = (
    turn_events.TurnBegan,
    turn_events.StageEnded,
    turn_events.Ordered,
    turn_events.OrderLost,
    turn_events.OrdersAllowed,
    turn_events.MarchesLengthened,
    events.PieceMoved,
    events.PiecePlaced,
    events.Battled,
    events.FiguresLost,
    events.GeneralLost,
    events.FlagsIgnored,
    events.Retreated,
    events.GeneralRetreated,
    events.GroundTaken,
    events.WorkBuilt,
    events.FigureRallied,
    turn_events.ObjectiveChanged,
    turn_events.ContactMade,
    card_events.CardDrawn,
    card_events.CardPlayed,
    card_events.CardCopied,
    card_events.CardDiscarded,
    card_events.CardSpent,
    card_events.FightBackPlayed,
    card_events.DeckShuffled,
    card_events.DrawsOver,
)
OPTIONS = (
    Option("cavalry_fire", "whether unmoved cavalry may fire at 2 hexes", ("no", "yes"), "no", cites.RANGED),
    Option(
        "hill_rule",
        "the die lost from hill to hill: not between neighbours and not by artillery (updated), or always (printed)",
        ("updated", "printed"),
        "updated",
        cites.D_TERRAIN,
    ),
    Option(
        "breakthrough",
        "whether cavalry that takes ground may go one hex further and battle in melee once more",
        ("no", "yes"),
        "no",
        cites.D_RETREAT,
    ),
)


def build(overlay: Path | None = None) -> Game:
    """The game of the box, or with an owner's data folder. Raises `DataError` when the data are wrong."""
    return game_of(load_rulebook(overlay), DataFolder(DATA, overlay).digest(), overlay)


def open_battle(path: Path) -> Game | None:
    """The game of a designer's battle file (a TOML file with a [battle] table), or None for anything else."""
    if path.is_dir() or path.suffix != ".toml" or "[battle]" not in path.read_text(encoding="utf-8", errors="replace"):
        return None
    return game_of(load_rulebook(battle=path), "", None)


def game_of(book: Rulebook, digest: str, overlay: Path | None) -> Game:
    """The game of a rulebook."""
    from wargame_battlecry.picture import battle_map, markers, picture
    from wargame_battlecry.players.heuristic import BOTS

    return Game(
        id="battlecry",
        title=TITLE,
        seats=SIDES,
        scenarios=tuple(
            Scenario(one.id, f"{one.title}, {one.place}" if one.place else one.title, one.date)
            for one in book.battles.values()
        ),
        sequence=BATTLE,
        board=BattleBoard,
        set_up=set_up_with(book),
        actions=ACTIONS,
        events=EVENTS,
        options=OPTIONS,
        documents=("Battle Cry 150 Variant",),
        printed={"book": book},
        worlds=worlds,
        conserved={"cards": card_count, "pieces": piece_count},
        turn_of=lambda board: int(board.turn),
        bots=BOTS,
        game_map=battle_map,
        markers=markers,
        picture=picture,
        series=lambda board: {"flags": {side: board.flags(side) for side in SIDES}},
        heading=heading,
        weight=weight,
        schemas={"my_battle.toml": BattleFile, **SCHEMAS},
        data_digest=digest,
        data=overlay,
        reload=build,
    )


def heading(event: Event, board: Any) -> str:
    """A turn is a part of the story."""
    return f"Turn {board.turn}: {event.side.capitalize()}" if isinstance(event, turn_events.TurnBegan) else ""


def weight(event: Event) -> int:
    """Flags decide."""
    if isinstance(event, events.FiguresLost):
        return event.count
    return 4 if isinstance(event, (events.GeneralLost, turn_events.ObjectiveChanged)) else 0


def set_up_with(book: Rulebook) -> Callable[[str, Mapping[str, str]], Board]:
    """The function that sets a battle up. Source: BC150 p.5 Setup, p.6 Review the Staffing Notes."""

    def set_up(scenario: str, options: Mapping[str, str]) -> Board:
        battle = book.battles[scenario]
        cards = [c.id for c in book.cards.values() if c.id not in battle.removed_cards for _ in range(c.count)]
        board = BattleBoard(
            book,
            scenario,
            options["cavalry_fire"] == "yes",
            options["hill_rule"],
            options["breakthrough"] == "yes",
            pile=tuple(sorted(cards)),
            pile_size=len(cards),
            hand_size=dict(battle.hands),
            works=dict(battle.works),
        )
        for unit in battle.units.values():
            board.put(unit.id, unit.hex)
            board.figures[unit.id] = unit.kind.figures
        for general in battle.generals.values():
            board.put(general.id, general.hex)
        return board

    return set_up


def worlds(before: BattleBoard, now: BattleBoard, seat: str, rng: Any) -> Board:
    """The checkpoint's board with the secrets filled in by chance: other hands and the draw pile.

    Whatever was printed and is neither discarded nor in play nor held by the seat itself may be anywhere.
    """
    board: BattleBoard = before.copy()
    battle = board.battle
    left = [c.id for c in board.book.cards.values() if c.id not in battle.removed_cards for _ in range(c.count)]
    for card in (*board.discards, *board.hands.get(seat, ()), *([board.card] if board.card else [])):
        left.remove(card)
    rng.shuffle(left)
    for side in SIDES:
        if side != seat:
            hand, left = left[: board.held[side]], left[board.held[side] :]
            board.hands[side] = tuple(sorted(hand))
            if too_many := board.held[side] - board.hand_size[side] if side == board.active else 0:
                board.drawn[side] = tuple(rng.sample(hand, too_many + 1)) if too_many > 0 else ()
    board.pile = tuple(sorted(left))
    return board


def card_count(board: BattleBoard) -> int:
    """Law: no card is lost or made."""
    hands = sum(len(hand) for hand in board.hands.values())
    return hands + len(board.pile) + len(board.discards) + bool(board.card)


def piece_count(board: BattleBoard) -> int:
    """Law: a piece stands where the masks say, and every unit has figures."""
    for side in SIDES:
        units = {id for id in board.figures if board.side_of(id) == side}
        assert board.unit_mask[side].bit_count() == len(units)
        assert not board.unit_mask[side] & board.unit_mask[FOE[side]]
    return len(board.battle.units) + len(board.battle.generals)
