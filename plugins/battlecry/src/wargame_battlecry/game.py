"""The game as core sees it: options, events, secrets, laws, pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from wargame_battlecry.board import battle_events, turn_events
from wargame_battlecry.board.actions import ACTIONS
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.files import DATA, SCHEMAS, BattleFile, load_rulebook
from wargame_battlecry.printed.game_board import SIDES
from wargame_battlecry.printed.pieces import Battle, Rulebook
from wargame_battlecry.rules.card_effects import EFFECTS
from wargame_battlecry.rules.move import MARCHES
from wargame_battlecry.rules.sequence import BATTLE
from wargame_battlecry.rules.set_up import SECRETS, card_count, piece_count, possible_world, set_up_with
from wargame_battlecry.table.panels import PIECE_FACTS, battle_facts, counts, panels, units_that_fought
from wargame_core.authoring import Game, GameFiles, Numbers, Option, Rules, Scenario
from wargame_core.data import DataFolder
from wargame_core.flow.events import events_in
from wargame_core.flow.players import Player
from wargame_core.plugins.discovery import LazyMapping
from wargame_core.sheet import Sheet

TITLE = "Battle Cry 150"
EVENTS = events_in(turn_events, battle_events)
OPTIONS = (
    Option("cavalry_fire", "whether unmoved cavalry may fire at 2 hexes", ("no", "yes"), "no", cites.RANGED),
    Option(
        "hill_rule",
        "the die lost from hill to hill: not between neighbours and not by artillery (updated), or always (printed)",
        ("updated", "printed"),
        "updated",
        cites.R_TERRAIN,
    ),
    Option(
        "breakthrough",
        "whether cavalry that takes ground may go one hex further and battle in melee once more",
        ("no", "yes"),
        "no",
        cites.R_RETREAT,
    ),
)


def build(overlay: Path | None = None) -> Game:
    """The game of the box, or with an owner's data folder. Raises `DataError` when the data are wrong."""
    return game_of(load_rulebook(EFFECTS, overlay), DataFolder(DATA, overlay).digest(), overlay)


def open_battle(path: Path) -> Game | None:
    """The game of a designer's battle file (a TOML file with a [battle] table), or None for anything else."""
    if path.is_dir() or path.suffix != ".toml" or "[battle]" not in path.read_text(encoding="utf-8", errors="replace"):
        return None
    return game_of(load_rulebook(EFFECTS, battle=path), "", None)


def scenario_of(battle: Battle) -> Scenario:
    """A battle with its title, place and date, to choose."""
    return Scenario(battle.id, f"{battle.title}, {battle.place}" if battle.place else battle.title, battle.date)


def rules_of(book: Rulebook, digest: str, overlay: Path | None) -> Rules:
    """What play needs of a rulebook; ``digest`` stands for the files that it was read from."""

    def pictures() -> object:
        from wargame_battlecry.picture import presentation

        return presentation(overlay, DATA)

    return Rules(
        id="battlecry",
        title=TITLE,
        game_map=lambda board: board.battle.map,
        tools={"pictures": pictures},
        seats=SIDES,
        scenarios=tuple(map(scenario_of, book.battles.values())),
        unread=book.unread,
        sequence=BATTLE,
        board=BattleBoard,
        set_up=set_up_with(book),
        actions=ACTIONS,
        events=EVENTS,
        options=OPTIONS,
        printed={"book": book},
        worlds=possible_world,
        secrets=SECRETS,
        marches=MARCHES,
        conserved={"cards": card_count, "pieces": piece_count},
        turn_of=turn_of,
        panels=panels,
        counts=counts,
        piece_facts=PIECE_FACTS,
        digest=digest,
    )


def game_of(book: Rulebook, digest: str, overlay: Path | None) -> Game:
    """The game of a rulebook."""
    return Game(
        rules=rules_of(book, digest, overlay),
        documents=("Battle Cry 150 Variant",),
        players=LazyMapping(players),
        win_probability=win_probability,
        lay_out=sheet_of,
        numbers=Numbers(series=flags_of, facts=battle_facts, fought=units_that_fought),
        files=GameFiles(
            schemas={"my_battle.toml": BattleFile, **SCHEMAS},
            data=overlay,
            reload=build,
        ),
    )


def players() -> Mapping[str, Callable[..., Player]]:
    """The bots, imported when somebody asks for one."""
    from wargame_battlecry.players.heuristic import BOTS

    return BOTS


def win_probability(board: BattleBoard, seat: str) -> float:
    """An estimate of a seat's chance to win."""
    from wargame_battlecry.players.win_probability import win_probability

    return win_probability(board, seat)


def sheet_of(drawn: Sheet, board: BattleBoard) -> Sheet:
    """The sheet of a set-up; the charts beside it are read only now."""
    from wargame_battlecry.table.sheet import sheet

    return sheet(drawn, board)


def turn_of(board: BattleBoard) -> int:
    """The number of the turn."""
    return board.turn


def flags_of(board: BattleBoard) -> dict[str, dict[str, int]]:
    """The chart of the game: flags by side."""
    return {"flags": {side: board.flags(side) for side in SIDES}}
