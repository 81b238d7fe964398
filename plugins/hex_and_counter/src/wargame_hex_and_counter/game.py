"""A game of hexes and counters, ready to play: rules, sheet, pictures and lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from wargame_core.authoring import (
    Display,
    Game,
    GameFiles,
    Guarantees,
    HiddenInformation,
    Marches,
    PieceRights,
    Rules,
    RulesSource,
    Scenario,
    pieces_stand_there,
    same,
)
from wargame_core.contents import Contents
from wargame_core.flow.choices import Random
from wargame_core.flow.panels import Panel
from wargame_core.flow.pieces import MapMark, PieceFace
from wargame_core.plugins.discovery import LazyMapping
from wargame_hex_and_counter.board import events
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.players.bots import bots
from wargame_hex_and_counter.players.nearness import value_of
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.intent import Intent
from wargame_hex_and_counter.rules.interrupted_move import Reaction
from wargame_hex_and_counter.rules.standing_answers import secrecy, without_answers_of_others

if TYPE_CHECKING:
    from wargame_core.sheet import Sheet

MOVES = (events.Moved, events.Arrived, events.Retreated, events.Pushed, events.Advanced, events.Eliminated)
"""The events after which a unit stands somewhere else."""


def has_one_step(event: Any, board: Any) -> bool:
    """Whether a unit that is rebuilt has its last step alone."""
    return bool(board.steps.get(event.piece, 0) == board.book.units[event.piece].steps - 1)


def build(game: HexGame) -> Game:
    """The game, ready to play; pictures and lists are made when somebody asks for them."""
    rules = Rules(
        id=game.id,
        title=game.title,
        game_map=game.book.map,
        tools={"pictures": partial(_presentation, game), "balance": partial(_balance, game)},
        seats=tuple(game.sides),
        scenarios=tuple(Scenario(set_up.id, set_up.title, set_up.about) for set_up in game.scenarios.values()),
        sequence=game.sequence,
        board=game.board,
        set_up=game.set_up,
        actions=game.all_actions(),
        events=game.all_events(),
        printed={"book": game.book},
        turn_of=lambda board: board.turn,
        hidden_information=_hidden_information(game),
        guarantees=_guarantees(game),
        display=Display(
            panels=partial(_panels, game),
            face_of=partial(_face_of, game),
            map_marks=partial(_map_marks, game),
            piece_facts={
                "steps lost": lambda board: board.steps,
                "eliminated": lambda board: dict.fromkeys(board.lost, 1),
            },
        ),
        source=RulesSource(digest=game.digest),
    )
    return Game(
        rules=rules,
        documents=(game.document,),
        files=GameFiles(reload=game.reload),
        lay_out=partial(_sheet, game),
        players=game.players or bots(game),
        win_probability=game.win_probability or value_of(game),
        contents=LazyMapping(partial(contents, game)),
    )


def _guarantees(game: HexGame) -> Guarantees:
    """What is always so in a game of hexes and counters."""
    intent = Intent(game)
    return Guarantees(
        marches=Marches(intent.cut_moves, one_move="a unit moves once a turn"),
        pieces=PieceRights(),
        beforehand=intent.checks_by_event(),
        afterwards={
            events.TurnBegan: same("turn"),
            **dict.fromkeys(MOVES, pieces_stand_there),
            **dict.fromkeys((events.Rebuilt, events.Recalled), has_one_step),
        },
        conserved={"units both lost and on the map": lambda board: board.lost & board.at.keys()},
    )


def _hidden_information(game: HexGame) -> HiddenInformation:
    """Who may know what lies under counters, and what a side wants to be asked."""
    face_down, has_standing_answers = game.face_down, game.has_standing_answers
    secrets = face_down.secrets() if face_down is not None else ()
    deals_under = face_down.worlds if face_down is not None and secrets else None

    def worlds(board_before: Any, board_after: Any, seat: str, rng: Random) -> Any:
        board: Any = deals_under(board_before, board_after, seat, rng) if deals_under is not None else board_before
        return without_answers_of_others(board, seat) if has_standing_answers else board

    if has_standing_answers:
        secrets = (*secrets, secrecy(next((part.cite for part in game.parts if isinstance(part, Reaction)), None)))
    return HiddenInformation(secrets=secrets, worlds=worlds if secrets else None)


def contents(game: HexGame) -> Mapping[str, Contents]:
    """What the document supplies, by scenario."""
    from wargame_hex_and_counter.contents import contents_of

    return {scenario: contents_of(game, scenario) for scenario in game.scenarios}


def _presentation(game: HexGame) -> object:
    from wargame_hex_and_counter.picture import presentation

    return presentation(game)


def _balance(game: HexGame) -> object:
    from wargame_hex_and_counter.balance import balance_of

    return balance_of(game)


def _sheet(game: HexGame, map_sheet: Sheet, board: HexBoard) -> Sheet:
    from wargame_hex_and_counter.table import sheet

    return sheet(game, map_sheet, board)


def _face_of(game: HexGame, board: HexBoard, piece: str) -> PieceFace:
    from wargame_hex_and_counter.table import face_of

    return face_of(game, board, piece)


def _map_marks(game: HexGame, board: HexBoard) -> Iterator[MapMark]:
    from wargame_hex_and_counter.table import map_marks

    return map_marks(game, board)


def _panels(game: HexGame, board: HexBoard, seat: str = "") -> tuple[Panel, ...]:
    from wargame_hex_and_counter.table import panels

    return panels(game, board)
