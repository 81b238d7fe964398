"""Reading a campaign from its four files: map.toml, oob.toml, deck.toml and campaign.toml.

Names that one file takes from another are checked with line and column like everything else; the problems of all four
are reported together. `wargame_altar_of_freedom.printed.campaign_file` says what else can be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar, cast

import attrs
from attrs import frozen

from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.campaign import Campaign, cite_of
from wargame_altar_of_freedom.printed.campaign_file import (
    ActivationRow,
    AwardRow,
    CampaignFile,
    check_campaign,
    deployed_pieces,
)
from wargame_altar_of_freedom.printed.decks import CardRow, Deck, DeckFile, read_deck
from wargame_core.data import (
    DataFolder,
    Document,
    Names,
    Problems,
    bases_in,
    by_kind,
    check_source,
    one_kind_of,
    structure,
    structure_tagged,
    worded,
)
from wargame_core.errors import DataError
from wargame_core.forces.order_of_battle import OrderOfBattle, OrderOfBattleFile, read_oob
from wargame_core.maps.files.squares import SQUARES, SquareMapFile
from wargame_core.maps.squares import SquareMap

T = TypeVar("T")
FILES = {
    "map.toml": "the theater map",
    "oob.toml": "the orders of battle",
    "deck.toml": "the event cards",
    "campaign.toml": "the numbers, deployments and awards of the campaign",
}
HARD = "hard.toml"
"""A file beside them from which a campaign has a hard player; no rule depends on it."""
NORMAL = "normal.toml"
"""A file beside them with what the normal player judges by in this campaign; no rule depends on it either."""


@frozen
class Vocabulary:
    """What a campaign's files may ask for by name: effects of cards, conditions of awards, special actions.

    Each is a class: its ``kind`` is the name, its fields are the keys that the files may have beside it.
    """

    effects: tuple[type[Any], ...] = ()
    awards: tuple[type[Any], ...] = ()
    special_actions: tuple[type[Any], ...] = ()

    def with_own(self, other_vocabulary: Vocabulary) -> Vocabulary:
        """These words and a campaign's own."""
        return Vocabulary(
            self.effects + other_vocabulary.effects,
            self.awards + other_vocabulary.awards,
            self.special_actions + other_vocabulary.special_actions,
        )


def schemas(vocabulary: Vocabulary) -> Mapping[str, type[object]]:
    """What each file of a campaign's folder may hold, with the words that it may use; editors complete by it."""
    effects: Any = one_kind_of(vocabulary.effects)
    actions: Any = one_kind_of(vocabulary.special_actions)
    card: Any = worded(CardRow, effect=tuple[effects, ...])
    award: Any = worded(AwardRow, when=one_kind_of(vocabulary.awards))
    return {
        "map.toml": SquareMapFile,
        "oob.toml": OrderOfBattleFile,
        "deck.toml": worded(DeckFile, card=tuple[card, ...]),
        "campaign.toml": worded(CampaignFile, award=tuple[award, ...], special_action=tuple[actions, ...]),
    }


def load_campaign(folder: DataFolder, vocabulary: Vocabulary) -> Campaign:
    """The campaign in a folder. Raises `DataError` with every problem of every file."""
    problems = Problems()
    game_map = _part(problems, lambda: SQUARES.load(folder.read("map.toml", FILES["map.toml"])))
    docs: dict[str, Document] = {}
    for name in ("oob.toml", "deck.toml", "campaign.toml"):
        doc = _part(problems, partial(folder.read, name, FILES[name]))
        if doc is not None:
            docs[name] = doc
    oob = read_oob(docs["oob.toml"], problems, lines.ARMS) if "oob.toml" in docs else None
    names = known_names(docs.get("campaign.toml"), game_map, oob)
    effects = by_kind(vocabulary.effects)
    deck = read_deck(docs["deck.toml"], problems, effects, names) if "deck.toml" in docs else None
    campaign = None
    if "campaign.toml" in docs:
        campaign = read_campaign(docs, problems, names, game_map, oob, deck, vocabulary)
    problems.raise_if_any()
    return cast(Campaign, campaign)


def _part(problems: Problems, load: Callable[[], T]) -> T | None:
    """What ``load`` gives, or None after keeping the problems it raised."""
    try:
        return load()
    except DataError as error:
        problems.found.extend(error.problems)
        return None


def known_names(doc: Document | None, game_map: SquareMap | None, oob: OrderOfBattle | None) -> Names:
    """The names that `Ref` fields may hold, of each sort that can be known from what was read."""
    names: dict[str, list[str]] = {}
    if doc is not None:
        names |= _own_names(doc)
    if game_map is not None:
        crossings = game_map.crossings.values()
        names |= {
            "a place": [place.name for place in game_map.places],
            "a tag of a place": [tag for place in game_map.places for tag in place.tags],
            "a crossing": [crossing.id for crossing in crossings],
            "a kind of crossing": [crossing.kind for crossing in crossings],
            "a river": [barrier.name for barrier in game_map.barriers if barrier.kind == "river"],
            "a region": list(dict.fromkeys(game_map.regions)),
            "an entry space": [entry.id for entry in game_map.entries],
        }
    if oob is not None:
        names["a formation"] = [formation.id for formation in oob.formations.values() if not formation.parent]
        names["a division"] = [
            formation.id
            for formation in oob.formations.values()
            if formation.units and formation.status != "unattached"
        ]
    return {sort: list(dict.fromkeys(name_list)) for sort, name_list in names.items()}


def _own_names(doc: Document) -> dict[str, list[str]]:
    """Names that campaign.toml itself gives out, as far as it can be read."""
    names: dict[str, list[str]] = {}
    ignored_problems = Problems()
    sides = structure(doc, tuple[str, ...], ignored_problems, ("seats",))
    if sides is not None:
        names["a side"] = list(sides)
    kinds = structure(doc, dict[str, int], ignored_problems, ("base_move",))
    if kinds is not None:
        names["a token kind"] = list(kinds)
    actions = doc.data.get("special_action")
    if isinstance(actions, list):
        names["a special action"] = [str(action.get("kind")) for action in actions if isinstance(action, dict)]
    rows = structure(doc, tuple[ActivationRow, ...], ignored_problems, ("activation",))
    if rows is not None:
        commands = [command for row in rows for command in row.corps]
        names["a command"] = commands + [row.army_troops.id for row in rows if row.army_troops]
    return names


def read_campaign(
    docs: Mapping[str, Document],
    problems: Problems,
    names: Names,
    game_map: SquareMap | None,
    oob: OrderOfBattle | None,
    deck: Deck | None,
    vocabulary: Vocabulary,
) -> Campaign | None:
    """The campaign of the documents and of what was read from them; or None, with all that is wrong in ``problems``."""
    doc = docs["campaign.toml"]
    check_source(doc, problems)
    file = structure(doc, CampaignFile, problems, names=names)
    awards = _structure_parts(doc, vocabulary.awards, "a condition", "E601", problems, "award", "when", names)
    actions = _structure_parts(
        doc, vocabulary.special_actions, "a special action", "E602", problems, "special_action", "", names
    )
    if file is None or oob is None:
        return None
    commands = _commands(file, oob)
    pieces = _pieces(file, oob, commands)
    check_campaign(docs, problems, file, game_map, oob, deck, pieces, actions)
    if problems or game_map is None or deck is None:
        return None
    rules = cite_of(file.book, "Victory Points")
    return Campaign(
        **{number.name: getattr(file, number.name) for number in attrs.fields(lines.Numbers)},
        map=game_map,
        oob=oob,
        deck=deck,
        commands=commands,
        pieces=pieces,
        depots={depot.id: depot for depot in file.depot},
        deployments=tuple(
            lines.Deployment(row.side, ids, row.where)
            for row, ids in zip(file.deployment, deployed_pieces(file.deployment, pieces), strict=True)
        ),
        awards={
            row.id: lines.AwardLine(row.id, row.side, awards[index], row.points, row.limit, row.text, row.cite or rules)
            for index, row in enumerate(file.award)
        },
        card_effects=by_kind(vocabulary.effects),
        special_actions={action.kind: action for action in actions.values()},
        bases={row: basis for document in docs.values() for row, basis in bases_in(document).items()},
    )


def _structure_parts(
    doc: Document,
    classes: Iterable[type[Any]],
    part_in_words: str,
    code: str,
    problems: Problems,
    section: str,
    key: str,
    names: Names,
) -> dict[int, Any]:
    """The tagged tables of a list of tables (or those under a key of each item), by index."""
    items = doc.data.get(section)
    class_of_kind, parts = by_kind(classes), {}
    for row_number, item in enumerate(items if isinstance(items, list) else ()):
        if isinstance(item, dict) and (not key or key in item):
            path = (section, row_number, key) if key else (section, row_number)
            part = structure_tagged(doc, class_of_kind, part_in_words, code, problems, path, names)
            if part is not None:
                parts[row_number] = part[1]
    return parts


def _commands(file: CampaignFile, oob: OrderOfBattle) -> tuple[lines.Command, ...]:
    commands = []
    for row in file.activation:
        commands += [
            lines.Command(lines.CommandId(formation_id), row.side, oob.formations[formation_id].name, (formation_id,))
            for formation_id in row.corps
        ]
        troops = row.army_troops
        if troops is not None:
            commands.append(
                lines.Command(
                    lines.CommandId(troops.id),
                    row.side,
                    troops.name,
                    troops.formations,
                    troops.tokens,
                    army_troops=True,
                )
            )
    return tuple(commands)


def _pieces(file: CampaignFile, oob: OrderOfBattle, commands: tuple[lines.Command, ...]) -> dict[str, lines.Piece]:
    """Everything that can be a token: divisions, pickets, and the trains that are set up."""
    pieces = []
    for command in commands:
        for formation in (oob.formations[formation_id] for formation_id in command.formations):
            for part in (formation, *oob.all_below(formation.id)):
                if part.units and part.status != "unattached":
                    status = cast(
                        lines.ArrivalStatus, part.status or "start"
                    )  # checked with the rest of the order of battle
                    pieces.append(
                        lines.Piece(
                            part.id,
                            part.side,
                            part.arm,
                            part.name,
                            command.id,
                            formation.id,
                            lines.DivisionId(part.id),
                            status,
                        )
                    )
            for kind, count in formation.tokens.items():
                name = f"{kind.replace('_', ' ').capitalize()} of {formation.short}"
                pieces += [
                    lines.Piece(f"{formation.id}_{kind}_{number}", command.side, kind, name, command.id, formation.id)
                    for number in range(1, count + 1)
                ]
        for kind in command.tokens:
            count = sum(row.tokens.get(kind, 0) for row in file.deployment if row.side == command.side)
            name = kind.replace("_", " ").capitalize()
            pieces += [
                lines.Piece(f"{command.id}_{kind}_{number}", command.side, kind, name, command.id)
                for number in range(1, count + 1)
            ]
    return {piece.id: piece for piece in pieces}
