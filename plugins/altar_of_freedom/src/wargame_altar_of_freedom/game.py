"""A campaign as a playable game: `campaign_game` turns a folder of data files into a `wargame_core.Game`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

from attrs import frozen

from wargame_altar_of_freedom.board.actions import ACTIONS
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.events import EVENTS
from wargame_altar_of_freedom.board.fog import Fog
from wargame_altar_of_freedom.board.json_hooks import JSON_FORMS, json_hooks
from wargame_altar_of_freedom.printed import pages
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.campaign_format import CampaignFile
from wargame_altar_of_freedom.printed.data_files import load_campaign
from wargame_altar_of_freedom.questions.balance_facts import campaign_facts, campaign_series, divisions_that_fought
from wargame_altar_of_freedom.rules.award_conditions import ORTHOGONAL, WITH_DIAGONALS
from wargame_altar_of_freedom.rules.conservation import CONSERVED
from wargame_altar_of_freedom.rules.deployment import FREE, HISTORICAL
from wargame_altar_of_freedom.rules.marches_cut_short import MARCHES
from wargame_altar_of_freedom.rules.possible_worlds import possible_board
from wargame_altar_of_freedom.rules.retreat_ways import LIBERAL, NEAREST_DEPOT
from wargame_altar_of_freedom.rules.sequence import campaign_sequence
from wargame_altar_of_freedom.rules.tabletop.fought import battle_games, games_inside
from wargame_altar_of_freedom.rules.who_may_know_what import who_may_know_what
from wargame_altar_of_freedom.table.panels import counts, panels
from wargame_altar_of_freedom.table.piece_facts import PIECE_FACTS
from wargame_core.authoring import Cite, Game, GameFiles, Numbers, Option, Rules, Scenario
from wargame_core.data import DataFolder
from wargame_core.flow.players import Player
from wargame_core.forces.decks import DeckFile
from wargame_core.forces.oob_file import OrderOfBattleFile
from wargame_core.maps.files.square_format import SquareMapFile
from wargame_core.plugins.lazy_mapping import LazyMapping
from wargame_core.sheet import Sheet

RULES_VERSION = "5"

SCHEMAS: Mapping[str, type[object]] = {
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


@frozen
class Reading:
    """A reading of a rule, or a way to play it, that can be chosen before a campaign.

    The first value is the usual one, unless the campaign's file says otherwise.
    """

    name: str
    text: str
    values: tuple[str, ...]
    heading: str
    needs_people: frozenset[str] = frozenset()


READINGS = (
    Reading(
        "fog",
        "face_down: positions open, faces hidden; referee: each side sees only enemies next to its own; open",
        tuple(map(str, Fog)),
        "Fog of War",
    ),
    Reading(
        "battles",
        "quick: a stand-in fights tabletop battles; reported: people do, and report the result; "
        "any other: they are fought out in that game, inside the campaign",
        ("quick", "reported"),
        "Fighting the Battle",
        frozenset({"reported"}),
    ),
    Reading(
        "tabletop_losses",
        "rally: brigades broken on the table may rally like others; permanent: they are lost",
        ("rally", "permanent"),
        "Broken Brigades",
    ),
    Reading(
        "battle_card",
        "own: three own divisions nearby allow Pitched Battle; both: the enemy needs three as well",
        ("own", "both"),
        "Battle Cards",
    ),
    Reading(
        "skirmish_guns",
        "count: artillery bases count as brigades in a skirmish; ignore: they do not",
        ("count", "ignore"),
        "Minor Skirmishes",
    ),
    Reading(
        "adjacent",
        "orthogonal: four spaces are next to a place that scores; with_diagonals: eight are",
        (ORTHOGONAL, WITH_DIAGONALS),
        "Victory Points",
    ),
    Reading(
        "retreats",
        "nearest_depot: a retreat ends as near a depot as it can; liberal: no farther from one than it began",
        (NEAREST_DEPOT, LIBERAL),
        "Retreating from Battle",
    ),
)
"""What can be chosen before a campaign."""


def options_of(campaign: Campaign) -> tuple[Option, ...]:
    """The options of a campaign, each with where its book prints the rule."""
    cite = campaign.reference.cite
    return tuple(
        Option(
            reading.name,
            reading.text,
            (*reading.values, *battle_games()) if reading.name == "battles" else reading.values,
            getattr(campaign.readings, reading.name, reading.values[0]),
            cite(reading.heading),
            reading.needs_people,
        )
        for reading in READINGS
    )


def set_up_board(campaign: Campaign, scenario: str, options: Mapping[str, str]) -> CampaignBoard:
    """The empty board of a campaign, before counters are handed out."""
    return CampaignBoard(
        campaign=campaign,
        scenario=scenario,
        fog=Fog(options["fog"]),
        options=dict(options),
        mover=campaign.first_mover,
        known={side: frozenset() for side in campaign.seats},
        staff_dice=dict.fromkeys(campaign.seats, 0),
    )


def campaign_rules(game_id: str, campaign: Campaign, digest: str, art: tuple[Path | None, Path]) -> Rules:
    """What playing a campaign needs; ``digest`` is that of the files it was read from.

    ``art`` are the folders in which pictures may lie: the owner's and the packaged one.
    """

    def pictures() -> object:
        from wargame_altar_of_freedom.presentation import presentation

        return presentation(*art)

    return Rules(
        id=game_id,
        title=campaign.title,
        game_map=campaign.map,
        tools={"pictures": pictures},
        seats=campaign.seats,
        scenarios=SCENARIOS,
        sequence=campaign_sequence(Cite(campaign.book, "6", "Turn Sequence")),
        board=CampaignBoard,
        set_up=partial(set_up_board, campaign),
        actions=ACTIONS,
        events=EVENTS,
        options=options_of(campaign),
        printed={"campaign": campaign},
        hooks=json_hooks(campaign.map),
        json_forms=JSON_FORMS,
        worlds=possible_board,
        secrets=who_may_know_what(pages.cite(campaign.book, "Fog of War"), pages.cite(campaign.book, "Victory Points")),
        sight=CampaignBoard.sight,
        marches=MARCHES,
        conserved=CONSERVED,
        turn_of=lambda board: board.turn,
        holds=games_inside(),
        panels=panels,
        counts=counts,
        piece_facts=PIECE_FACTS,
        version=RULES_VERSION,
        digest=digest,
    )


def campaign_game(
    game_id: str,
    packaged: Path,
    documents: tuple[str, ...],
    overlay: Path | None = None,
    *,
    search_is_hard: bool = False,
) -> Game:
    """The game of a campaign's data folder, in which files of ``overlay`` replace those of the same name.

    ``search_is_hard`` says that its search was measured to be stronger than the heuristic player. Raises `DataError`
    with every problem of the files.
    """
    folder = DataFolder(packaged, overlay)
    campaign = load_campaign(folder)

    def players() -> Mapping[str, Callable[..., Player]]:
        from wargame_altar_of_freedom.players.bots import bots
        from wargame_altar_of_freedom.players.win_probability import turn_end_value

        return bots(turn_end_value(campaign), search_is_hard=search_is_hard)

    @cache
    def value() -> Callable[[CampaignBoard, str], float]:
        from wargame_altar_of_freedom.players.win_probability import win_probability_of

        return win_probability_of(campaign)

    def lay_out(sheet: Sheet, board: CampaignBoard) -> Sheet:
        from wargame_altar_of_freedom.table.sheet import campaign_sheet

        return campaign_sheet(sheet, board)

    return Game(
        rules=campaign_rules(game_id, campaign, folder.digest(), (overlay, packaged)),
        documents=documents,
        players=LazyMapping(players),
        win_probability=lambda board, seat: value()(board, seat),
        lay_out=lay_out,
        numbers=Numbers(series=campaign_series, facts=campaign_facts, fought=divisions_that_fought),
        files=GameFiles(
            data=packaged,
            schemas=SCHEMAS,
            reload=lambda data: campaign_game(game_id, packaged, documents, data, search_is_hard=search_is_hard),
        ),
    )
