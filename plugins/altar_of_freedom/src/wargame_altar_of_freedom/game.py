"""A campaign as a playable game: `campaign_game` turns a folder of data files into a `wargame_core.Game`."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame_altar_of_freedom.board import contact_events, turn_events
from wargame_altar_of_freedom.board.actions import ACTIONS
from wargame_altar_of_freedom.board.board import CampaignBoard, CardEffect, DivisionHeld, Fog
from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.board.turn_events import TokenMoved, TokenPlaced, TurnBegan
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.data_files import HARD, NORMAL, Vocabulary, load_campaign, schemas
from wargame_altar_of_freedom.rules import event_cards, scoring, special_actions
from wargame_altar_of_freedom.rules.deployment import FREE, HISTORICAL
from wargame_altar_of_freedom.rules.march import MARCHES
from wargame_altar_of_freedom.rules.possible_worlds import possible_board
from wargame_altar_of_freedom.rules.readings import options_of
from wargame_altar_of_freedom.rules.secrecy_rules import CONSERVED, secrecy_rules
from wargame_altar_of_freedom.rules.sequence import campaign_sequence
from wargame_altar_of_freedom.rules.tabletop.resolvers import inner_games
from wargame_altar_of_freedom.table import panels
from wargame_core.authoring import (
    Cite,
    Display,
    Game,
    GameFiles,
    Guarantees,
    HiddenInformation,
    JsonTypes,
    OwnRules,
    PieceRights,
    Rules,
    RulesError,
    RulesSource,
    Scenario,
    Sheet,
    Variant,
    events_in,
    pieces_stand_there,
    same,
)
from wargame_core.contents import Contents
from wargame_core.data import DataFolder
from wargame_core.flow.players import Player, Strength
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_core.plugins.discovery import LazyMapping

if TYPE_CHECKING:
    from wargame_altar_of_freedom.players.weights import Weights

RULES_VERSION = "6"

VOCABULARY = Vocabulary(event_cards.EFFECTS, scoring.CONDITIONS, special_actions.SPECIAL_ACTIONS)
"""What the files of every campaign may ask for by name."""


def vocabulary_with(rule_packages: Iterable[OwnRules]) -> Vocabulary:
    """What the files of a campaign may ask for with the words of its own rules and of variants.

    Raises `RulesError` where words are no `Vocabulary`.
    """
    vocabulary = VOCABULARY
    for own_rules in rule_packages:
        words = own_rules.vocabulary()
        if not isinstance(words, Vocabulary | None):
            raise RulesError(f"the words of a campaign are a Vocabulary, not {quote(words)}")
        vocabulary = vocabulary if words is None else vocabulary.with_own(words)
    return vocabulary


EVENTS = events_in(turn_events, contact_events)
"""Every event there is."""

SCENARIOS = (
    Scenario(HISTORICAL, "Deployed by the book", "Every token is placed in the first space its briefing allows."),
    Scenario(FREE, "Players deploy", "Both players place their own tokens, as the briefings allow."),
)


def set_up_board(campaign: Campaign, scenario: str, options: Mapping[str, str]) -> CampaignBoard:
    """The empty board of a campaign, before counters are handed out."""
    return CampaignBoard(
        campaign=campaign,
        scenario=scenario,
        fog=Fog(options["fog"]),
        options=dict(options),
        mover=campaign.first_mover,
        known_faces={side: frozenset() for side in campaign.seats},
        staff_dice=dict.fromkeys(campaign.seats, 0),
    )


JSON_FORMS: Mapping[Any, JsonObject] = {
    Space: {"type": "string"},
    CardEffect: {
        "type": "object",
        "properties": {"kind": {"type": "string"}},
        "required": ["kind"],
        "additionalProperties": {},
    },
}
"""What the hooks write, as JSON Schema: a space by its coordinates; an effect with its kind and its class's fields."""


def json_hooks(campaign: Campaign) -> Callable[[Any], None]:
    """What teaches a converter to read and write the spaces of the campaign's map, and the effects of its cards."""
    effects = {**campaign.card_effects, DivisionHeld.kind: DivisionHeld}

    def read_space(value: object, _: object) -> Space:
        return Space(campaign.map.space_written(value))

    def teach(converter: Any) -> None:
        def read_effect(value: object, _: object) -> CardEffect:
            kind = value.get("kind") if isinstance(value, dict) else None
            if not isinstance(value, dict) or kind not in effects:
                raise ValueError(f"an effect has one of the kinds {', '.join(effects)}; this is {value!r}")
            fields = {key: part for key, part in value.items() if key != "kind"}
            effect: CardEffect = converter.structure(fields, effects[kind])
            return effect

        def write_effect(effect: CardEffect) -> JsonObject:
            return {"kind": effect.kind, **converter.unstructure(effect, type(effect))}

        converter.register_structure_hook_func(lambda kind: kind is Space, read_space)
        converter.register_unstructure_hook_func(lambda kind: kind is Space, campaign.map.write_space)
        converter.register_structure_hook_func(lambda kind: kind is CardEffect, read_effect)
        converter.register_unstructure_hook_func(lambda kind: kind is CardEffect, write_effect)

    return teach


def balance_data() -> object:
    """What these games tell for studies of balance."""
    from wargame_altar_of_freedom.balance import BALANCE

    return BALANCE


GUARANTEES = Guarantees(
    marches=MARCHES,
    pieces=PieceRights(),
    afterwards={TurnBegan: same("turn"), **dict.fromkeys((TokenPlaced, TokenMoved), pieces_stand_there)},
    conserved=CONSERVED,
)
"""What is so in every campaign."""


def campaign_rules(game_id: str, campaign: Campaign, digest: str, art: tuple[Path | None, Path]) -> Rules:
    """What playing a campaign needs; ``digest`` is that of the files it was read from.

    ``art`` are the folders in which pictures may lie: the owner's and the packaged one.
    """

    def pictures() -> object:
        from wargame_altar_of_freedom.table.paper import presentation

        return presentation(*art)

    return Rules(
        id=game_id,
        title=campaign.title,
        game_map=campaign.map,
        tools={"pictures": pictures, "laws": lambda: scoring.conditions_of_victory, "balance": balance_data},
        seats=campaign.seats,
        scenarios=tuple(evolve(scenario, help=f"{campaign.about} {scenario.help}".lstrip()) for scenario in SCENARIOS),
        sequence=campaign_sequence(Cite(campaign.book, "6", "Turn Sequence")),
        board=CampaignBoard,
        set_up=partial(set_up_board, campaign),
        actions=ACTIONS,
        events=EVENTS,
        options=options_of(campaign),
        printed={"campaign": campaign},
        turn_of=lambda board: board.turn,
        inner_games=inner_games(),
        version=RULES_VERSION,
        json_types=JsonTypes(hooks=json_hooks(campaign), schemas=JSON_FORMS),
        hidden_information=HiddenInformation(
            worlds=possible_board,
            secrets=secrecy_rules(campaign.cite("Fog of War"), campaign.cite("Victory Points")),
            sight=CampaignBoard.sight,
        ),
        guarantees=GUARANTEES,
        display=Display(
            panels=panels.panels,
            counts=panels.number_panels,
            face_of=panels.face_of,
            map_marks=panels.map_marks,
            piece_facts=panels.PIECE_FACTS,
        ),
        source=RulesSource(digest=digest),
    )


def schemas_with_players(vocabulary: Vocabulary) -> Mapping[str, type[Any]]:
    """What each file of a campaign's folder may hold, those of its players too."""
    from wargame_altar_of_freedom.players.weights import WeightsFile

    return {**schemas(vocabulary), NORMAL: WeightsFile, HARD: WeightsFile}


def _players(
    campaign: Campaign, folder: DataFolder, easy: Mapping[str, float] | None
) -> Mapping[str, Callable[..., Player]]:
    """The players of a campaign; numbers in files of their own are read when a player is made."""
    from wargame_altar_of_freedom.players.bots import bots

    def weights(name: str) -> "Mapping[str, Weights]":
        from wargame_altar_of_freedom.players.weights import read_weights

        return read_weights(folder, campaign.seats, name)

    normal, hard = (
        LazyMapping(partial(weights, name)) if folder.file(name).is_file() else None for name in (NORMAL, HARD)
    )
    return bots(campaign, easy, hard, normal)


def contents(campaign: Campaign) -> Mapping[str, Contents]:
    """What the campaign's book supplies, in each scenario."""
    from wargame_altar_of_freedom.table.contents import contents_of

    return dict.fromkeys((scenario.id for scenario in SCENARIOS), contents_of(campaign))


def packaged_contents(packaged_folder: Path, own_rules: OwnRules) -> Mapping[str, Contents]:
    """The same, read from a folder of data files; no game is built."""
    return contents(load_campaign(DataFolder(packaged_folder), vocabulary_with((own_rules,))))


def campaign_game(
    game_id: str,
    packaged_folder: Path,
    documents: tuple[str, ...],
    overlay: Path | None = None,
    variants: tuple[Variant, ...] = (),
    *,
    own_rules: OwnRules | None = None,
    easy: Mapping[str, float] | None = None,
    strengths: Mapping[str, Strength] | None = None,
) -> Game:
    """The game of a campaign's data folder, in which files of ``overlay`` replace those of the same name.

    The words and files of ``variants`` are taken, nothing else of them. ``own_rules`` are the rules that only this
    campaign has, ``strengths`` what was measured of its bots. With a `hard.toml` in the folder there is a hard player,
    and what a `normal.toml` says is what the others judge by. Raises `DataError` with every problem of the other files.
    """
    own_rules = own_rules or OwnRules()
    folder = DataFolder(packaged_folder, overlay, variants=tuple(variant.data for variant in variants if variant.data))
    vocabulary = vocabulary_with((own_rules, *variants))
    campaign = load_campaign(folder, vocabulary)
    rules = campaign_rules(game_id, campaign, folder.digest(without=(NORMAL, HARD)), (overlay, packaged_folder))

    def lay_out(sheet: Sheet, board: CampaignBoard) -> Sheet:
        from wargame_altar_of_freedom.table.sheet import campaign_sheet

        return campaign_sheet(sheet, board)

    return Game(
        rules=rules.with_own(own_rules, game_id, campaign.title),
        documents=documents,
        players=LazyMapping(partial(_players, campaign, folder, easy)),
        strengths=strengths or {},
        lay_out=lay_out,
        contents=LazyMapping(partial(contents, campaign)),
        series=panels.campaign_series,
        files=GameFiles(
            data=packaged_folder,
            schemas=LazyMapping(lambda: schemas_with_players(vocabulary)),
            reload=lambda data: campaign_game(
                game_id, packaged_folder, documents, data, variants, own_rules=own_rules, easy=easy, strengths=strengths
            ),
        ),
    ).with_players(own_rules.bots)
