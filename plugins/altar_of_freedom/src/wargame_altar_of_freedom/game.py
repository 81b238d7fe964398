"""A campaign as a playable game: `campaign_game` turns a folder of data files into a `wargame_core.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wargame_altar_of_freedom.board.actions import ACTIONS
from wargame_altar_of_freedom.board.board import CampaignBoard, Space
from wargame_altar_of_freedom.board.events import EVENTS
from wargame_altar_of_freedom.pictures import (
    campaign_heading,
    campaign_markers,
    campaign_series,
    campaign_weight,
)
from wargame_altar_of_freedom.players import HeuristicPlayer
from wargame_altar_of_freedom.players.belligerent import BelligerentPlayer
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.data_files import CampaignFile, load_campaign
from wargame_altar_of_freedom.rules.award_conditions import ORTHOGONAL, WITH_DIAGONALS
from wargame_altar_of_freedom.rules.deployment import FREE, HISTORICAL
from wargame_altar_of_freedom.rules.possible_worlds import possible_board
from wargame_altar_of_freedom.rules.retreats import LIBERAL, NEAREST_DEPOT
from wargame_altar_of_freedom.rules.sequence import campaign_sequence
from wargame_core import Cite, Game, Option, Scenario
from wargame_core.data import DataFolder
from wargame_core.forces.decks import DeckFile
from wargame_core.forces.oob_file import OrderOfBattleFile
from wargame_core.maps.files.square_format import SquareMapFile

RULES_VERSION = "2"

SCHEMAS: Mapping[str, type[Any]] = {
    "map.toml": SquareMapFile,
    "oob.toml": OrderOfBattleFile,
    "deck.toml": DeckFile,
    "campaign.toml": CampaignFile,
}
"""What reads each file of a campaign's folder."""

SCENARIOS = (
    Scenario(HISTORICAL, "Deployed by the book", "Every token is placed in the first space its briefing allows."),
    Scenario(FREE, "Players deploy", "Both players place their own tokens, as the briefings allow."),
)


def options_of(book: str) -> tuple[Option, ...]:
    """The readings and ways to play that can be chosen before a campaign."""
    fog = Cite(book, "5", "Fog of War")
    return (
        Option(
            "fog",
            "face_down: positions open, faces hidden; referee: each side sees only enemies next to its own; open",
            ("face_down", "referee", "open"),
            "face_down",
            fog,
        ),
        Option(
            "battles",
            "quick: a stand-in fights tabletop battles; reported: people do, and report the result",
            ("quick", "reported"),
            "quick",
            Cite(book, "13", "Fighting the Battle"),
        ),
        Option(
            "tabletop_losses",
            "rally: brigades broken on the table may rally like others; permanent: they are lost",
            ("rally", "permanent"),
            "rally",
            Cite(book, "13", "Broken Brigades"),
        ),
        Option(
            "battle_card",
            "own: three own divisions nearby allow Pitched Battle; both: the enemy needs three as well",
            ("own", "both"),
            "own",
            Cite(book, "9", "Battle Cards"),
        ),
        Option(
            "skirmish_guns",
            "count: artillery bases count as brigades in a skirmish; ignore: they do not",
            ("count", "ignore"),
            "count",
            Cite(book, "10", "Minor Skirmishes"),
        ),
        Option(
            "adjacent",
            "orthogonal: four spaces are next to a place that scores; with_diagonals: eight are",
            (ORTHOGONAL, WITH_DIAGONALS),
            ORTHOGONAL,
            Cite(book, "15", "Victory Points"),
        ),
        Option(
            "retreats",
            "nearest_depot: a retreat ends as near a depot as it can; liberal: no farther from one than it began",
            (NEAREST_DEPOT, LIBERAL),
            NEAREST_DEPOT,
            Cite(book, "11", "Retreating from Battle"),
        ),
    )


def campaign_game(id: str, packaged: Path, documents: tuple[str, ...], overlay: Path | None = None) -> Game:
    """The game of a campaign's data folder, in which files of ``overlay`` replace those of the same name.

    Raises `DataError` with every problem of the files.
    """
    folder = DataFolder(packaged, overlay)
    campaign = load_campaign(folder)

    def set_up(scenario: str, options: Mapping[str, str]) -> CampaignBoard:
        return CampaignBoard(
            campaign=campaign,
            scenario=scenario,
            fog=options["fog"],
            options=dict(options),
            mover=campaign.first_mover,
            known={side: frozenset() for side in campaign.seats},
            staff_dice=dict.fromkeys(campaign.seats, 0),
        )

    def hooks(converter: Any) -> None:
        """Spaces are written as [row, column]."""
        game_map = campaign.map

        def read(value: Any, _: Any) -> Space:
            if not (isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value)):
                raise ValueError(f"a space is written [row, column], not {value!r}")
            if not game_map.holds(*value):
                raise ValueError(f"{value} is off the map (rows 0-{game_map.rows - 1}, columns 0-{game_map.cols - 1})")
            return Space(game_map.space(*value))

        converter.register_structure_hook_func(lambda kind: kind is Space, read)
        converter.register_unstructure_hook_func(lambda kind: kind is Space, lambda space: list(game_map.rowcol(space)))

    return Game(
        id=id,
        title=campaign.title,
        seats=campaign.seats,
        scenarios=SCENARIOS,
        sequence=campaign_sequence(Cite(campaign.book, "6", "Turn Sequence")),
        board=CampaignBoard,
        set_up=set_up,
        actions=ACTIONS,
        events=EVENTS,
        options=options_of(campaign.book),
        documents=documents,
        printed={"campaign": campaign},
        hooks=hooks,
        worlds=possible_board,
        conserved=conservation_laws(campaign),
        turn_of=lambda board: board.turn,
        bots={"heuristic": HeuristicPlayer, "belligerent": BelligerentPlayer},
        rules_version=RULES_VERSION,
        data_digest=folder.digest(),
        data=packaged,
        schemas=SCHEMAS,
        reload=lambda data: campaign_game(id, packaged, documents, data),
        game_map=campaign.map,
        markers=campaign_markers,
        series=campaign_series,
        heading=campaign_heading,
        weight=campaign_weight,
        destroyed_crossings=lambda board: board.destroyed,
    )


def conservation_laws(campaign: Campaign) -> dict[str, Any]:
    """What never changes in a campaign once the counters are handed out."""

    def brigades(board: CampaignBoard) -> bool:
        known = campaign.oob.units.keys()
        return board.broken <= known and board.lost <= known and not board.broken & board.lost

    def tokens(board: CampaignBoard) -> bool:
        return board.at.keys() <= board.tokens.keys()

    def dice(board: CampaignBoard) -> bool:
        return all(count >= 0 for count in board.staff_dice.values())

    def cards(board: CampaignBoard) -> bool:
        return len(set(board.drawn)) == len(board.drawn) <= campaign.turns

    def stacking(board: CampaignBoard) -> bool:
        from wargame_altar_of_freedom.rules.stacking import stacking as taken

        return not any(taken(board, board.tokens[id])[1] >> space & 1 for id, space in board.at.items())

    def sides_apart(board: CampaignBoard) -> bool:
        first, second = campaign.seats
        return not board.mask(first) & board.mask(second)

    return {
        "no brigade appears or is broken and lost at once": brigades,
        "only tokens with a counter stand on the map": tokens,
        "no side owes Staff Dice": dice,
        "no card is drawn twice": cards,
        "no space holds more than the stacking rule allows": stacking,
        "no space holds tokens of both sides": sides_apart,
    }
