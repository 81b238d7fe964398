"""The shape of campaign.toml, and what can be wrong with a campaign whose files have their shape and whose names exist.

Codes: E603 table of the die, E604 sides, E605 kinds of token and status, E606 activations, E607 deployments, E608 road
column, E609 cards against turns and arrivals, E610 when and how often an award counts, E611 tokens of special actions.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, get_args

from attrs import field, frozen

from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.decks import Deck, Effect
from wargame_altar_of_freedom.printed.lines import DivisionName, FormationId, Piece, RolledPoints, Side, TokenKind
from wargame_core.data import Document, KeyPath, Problems, did_you_mean, one_of
from wargame_core.forces.order_of_battle import OrderOfBattle
from wargame_core.maps.features import edge
from wargame_core.maps.squares import SquareMap
from wargame_core.rulings import Cite


@frozen
class ArmyTroopsRow:
    """``army_troops`` of an [[activation]]: formations and kinds of token that move together but belong to no corps."""

    id: str
    name: str
    formations: tuple[FormationId, ...]
    tokens: tuple[TokenKind, ...] = ()


@frozen
class ActivationRow:
    """[[activation]]: the corps of a side in the order of the document, each moved once a turn."""

    side: Side
    corps: tuple[FormationId, ...]
    army_troops: ArmyTroopsRow | None = None


@frozen
class DeploymentRow:
    """[[deployment]]: what is set up (all divisions of formations, divisions, pickets of formations, tokens); where."""

    side: Side
    where: lines.Where
    formations: tuple[FormationId, ...] = ()
    divisions: tuple[DivisionName, ...] = ()
    pickets: tuple[FormationId, ...] = ()
    tokens: Mapping[TokenKind, int] = field(factory=dict)


@frozen
class AwardRow:
    """[[award]]: victory points; ``when`` is a table with the kind of condition and its arguments.

    Without a ``cite`` of its own a line cites the rule book's paragraph on victory points.
    """

    id: str
    side: Side
    when: Mapping[str, Any]
    points: RolledPoints
    text: str
    cite: Cite | None = None
    limit: lines.Limit = "each"


@frozen(kw_only=True)
class CampaignFile(lines.Numbers):
    """campaign.toml: the numbers of a campaign, then its activations, depots, deployments, awards and actions.

    `own_rules` is the id of the installed campaign whose own rules its files ask for.
    """

    own_rules: str = ""
    activation: tuple[ActivationRow, ...]
    depot: tuple[lines.DepotSite, ...]
    deployment: tuple[DeploymentRow, ...]
    award: tuple[AwardRow, ...]
    special_action: tuple[Mapping[str, Any], ...] = ()


def deployed_pieces(rows: tuple[DeploymentRow, ...], pieces: Mapping[str, Piece]) -> tuple[tuple[str, ...], ...]:
    """The pieces that each deployment sets up."""
    placed_pieces: set[str] = set()
    by_row = []
    for row in rows:
        ids = [
            piece_id
            for piece_id, piece in pieces.items()
            if (piece.division and piece.formation in row.formations and piece.status == "start")
            or (piece.division and piece.division in row.divisions)
            or (piece.kind == lines.PICKET and piece.formation in row.pickets)
        ]
        for kind, count in row.tokens.items():
            same_pieces = [
                piece_id for piece_id, piece in pieces.items() if (piece.side, piece.kind) == (row.side, kind)
            ]
            ids += [piece_id for piece_id in same_pieces if piece_id not in placed_pieces][:count]
        placed_pieces.update(ids)
        by_row.append(tuple(ids))
    return tuple(by_row)


def check_campaign(
    docs: Mapping[str, Document],
    problems: Problems,
    file: CampaignFile,
    game_map: SquareMap | None,
    oob: OrderOfBattle,
    deck: Deck | None,
    pieces: Mapping[str, Piece],
    actions: Mapping[int, Any],
) -> None:
    """Note everything wrong. A part that could not be read is None, and what rests on it is not checked."""
    check = _Checker(docs, problems, file, oob, pieces)
    check.ids()
    check.tables()
    check.sides()
    check.check_kinds()
    check.activations()
    check.deployments()
    if game_map is not None:
        check.road_columns(game_map)
    if deck is not None:
        check.cards(deck)
    check.awards()
    check.new_tokens(actions)


class _Checker:
    """The documents, what was read of them, and the problems so far; a method for each group of rules."""

    def __init__(
        self,
        docs: Mapping[str, Document],
        problems: Problems,
        file: CampaignFile,
        oob: OrderOfBattle,
        pieces: Mapping[str, Piece],
    ) -> None:
        self.docs, self.problems, self.file, self.oob, self.pieces = docs, problems, file, oob, pieces
        self.doc = docs["campaign.toml"]
        self.rows = {formation_id: row_number for row_number, formation_id in enumerate(oob.formations)}

    def add(self, path: Sequence[str | int], code: str, message: str, hint: str = "") -> None:
        self.problems.add(self.doc, path, code, message, hint)

    def ids(self) -> None:
        file = self.file
        for section, kind_of_row, rows in (
            ("award", "an award", file.award),
            ("depot", "a depot", file.depot),
            ("set_up_choice", "a choice", file.set_up_choice),
        ):
            ids = [((section, row_number, "id"), getattr(row, "id", "")) for row_number, row in enumerate(rows)]
            self.problems.unique(self.doc, kind_of_row, ids)
        kinds = [
            (("special_action", row_number, "kind"), str(row.get("kind")))
            for row_number, row in enumerate(file.special_action)
        ]
        self.problems.unique(self.doc, "a special action", kinds)

    # tables of numbers

    def tables(self) -> None:
        file = self.file
        self.check_faces("battle_time", file.battle_time, 6)
        self.check_faces("reinforcement", file.reinforcement, 6)
        for face in file.staff_die.counts_as:
            if not 1 <= face <= file.staff_die.sides:
                message = f"a die of {file.staff_die.sides} sides has no {face}"
                self.add(("staff_die", "counts_as", str(face)), "E603", message)
        night = _minutes(file.nightfall)
        if night is None:
            self.add(("nightfall",), "E603", f"{file.nightfall!r} is not a time such as 19:00")
        for face, time in file.battle_time.items():
            start_minutes, path = _minutes(time.start), ("battle_time", str(face), "start")
            if start_minutes is None:
                self.add(path, "E603", f"{time.start!r} is not a time such as 08:00")
            elif night is not None and start_minutes + 60 * time.turns != night:
                end = f"{(start_minutes + 60 * time.turns) // 60:02}:{start_minutes % 60:02}"
                message = f"{time.turns} hourly turns from {time.start} end at {end}, not at {file.nightfall}"
                self.add(path[:2], "E603", message)
        if re.fullmatch(r"d[1-9]\d*", file.turn_clock) is None:
            self.add(("turn_clock",), "E603", f"{file.turn_clock!r} is not a die such as d10")
        for name in ("turns", "points_to_win", "contact_range", "divisions_for_battle"):
            if getattr(file, name) < 1:
                self.add((name,), "E603", f"{getattr(file, name)} is less than 1")
        for name in ("special_action_target", "rally_target"):
            if not 1 <= getattr(file, name) <= file.staff_die.sides:
                message = f"a die of {file.staff_die.sides} sides has no {getattr(file, name)}"
                self.add((name,), "E603", message)
        if not 0 < file.breakpoint.fraction <= 1:
            self.add(("breakpoint", "fraction"), "E603", f"{file.breakpoint.fraction} is not between 0 and 1")

    def check_faces(self, name: str, table: Mapping[int, object], sides: int) -> None:
        missing_faces = [face for face in range(1, sides + 1) if face not in table]
        extra_faces = [face for face in table if not 1 <= face <= sides]
        if missing_faces:
            self.add((name,), "E603", f"nothing for a roll of {', '.join(map(str, missing_faces))}")
        for face in extra_faces:
            self.add((name, str(face)), "E603", f"a d{sides} has no {face}")

    # sides, kinds, commands

    def sides(self) -> None:
        if sorted(self.file.seats) != sorted(self.oob.forces):
            forces = one_of(self.oob.forces)
            self.add(("seats",), "E604", f"{', '.join(self.file.seats)}, but the order of battle has others{forces}")
        first, second = self.file.seats
        if first[:1].upper() == second[:1].upper():
            message = f"{first} and {second} begin with the same letter, which is what their counters are told apart by"
            self.add(("seats",), "E604", message)

    def check_kinds(self) -> None:
        base_moves = self.file.base_move
        for formation in self.oob.formations.values():
            if formation.units and formation.status != "unattached" and not formation.arm:
                message = f"{formation.name} has no arm, and so no base move; write one that has{one_of(base_moves)}"
                self.problems.add(self.docs["oob.toml"], ("formation", self.rows[formation.id]), "E605", message)
            elif formation.units and formation.status != "unattached" and formation.arm not in base_moves:
                message = f"no base move for {formation.arm!r}, which {formation.name} moves as"
                self.add(("base_move",), "E605", message, did_you_mean(formation.arm, base_moves))
            if formation.status and formation.status not in get_args(lines.ArrivalStatus):
                hint = did_you_mean(formation.status, get_args(lines.ArrivalStatus))
                message = f"{formation.status!r} is not a status{one_of(get_args(lines.ArrivalStatus))}"
                path = ("formation", self.rows[formation.id], "status")
                self.problems.add(self.docs["oob.toml"], path, "E605", message, hint)
            for kind in formation.tokens:
                if kind not in base_moves:
                    self.add(("base_move",), "E605", f"no base move for {kind!r}, which {formation.name} has", "")

    def activations(self) -> None:
        path_of: dict[str, KeyPath] = {}
        named_commands: list[tuple[KeyPath, str]] = []
        for row_number, row in enumerate(self.file.activation):
            named_commands += [
                (("activation", row_number, "corps", item_number), formation_id)
                for item_number, formation_id in enumerate(row.corps)
            ]
            if row.army_troops is not None:
                formations = row.army_troops.formations
                named_commands += [
                    (("activation", row_number, "army_troops", "formations", item_number), formation_id)
                    for item_number, formation_id in enumerate(formations)
                ]
        for path, formation_id in named_commands:
            side = self.file.activation[int(path[1])].side
            if formation_id in path_of:
                line, _ = self.doc.locate(path_of[formation_id])
                self.add(path, "E606", f"{formation_id} is activated twice, first on line {line}")
            elif self.oob.formations[formation_id].side != side:
                self.add(path, "E606", f"{formation_id} is not on the {side} side")
            path_of.setdefault(formation_id, path)
        for formation in self.oob.formations.values():
            if not formation.parent and formation.id not in path_of:
                self.add(("activation",), "E606", f"{formation.id} ({formation.name}) is activated by no side")

    # set-up

    def deployments(self) -> None:
        times: Counter[str] = Counter()
        for row_number, ids in enumerate(deployed_pieces(self.file.deployment, self.pieces)):
            row, path = self.file.deployment[row_number], ("deployment", row_number)
            if not ids:
                self.add(path, "E607", "sets up nothing: nothing that it names starts on the map")
            for piece_id in ids:
                times[piece_id] += 1
                if times[piece_id] == 2:
                    self.add(path, "E607", f"{self.pieces[piece_id].name} ({piece_id}) is set up twice")
                if self.pieces[piece_id].side != row.side:
                    self.add(path, "E607", f"{self.pieces[piece_id].name} ({piece_id}) is not on the {row.side} side")
                if self.pieces[piece_id].status == "random_arrival":
                    self.add(
                        path, "E607", f"{self.pieces[piece_id].name} ({piece_id}) comes by a card and is not set up"
                    )
            if isinstance(row.where, lines.OneAtEach) and len(ids) != len(row.where.places):
                message = f"{len(ids)} pieces for {len(row.where.places)} places: {', '.join(ids)}"
                self.add((*path, "where", "places"), "E607", message)
        for piece_id, piece in self.pieces.items():
            if not times[piece_id] and piece.status != "random_arrival":
                self.add(("deployment",), "E607", f"{piece.name} ({piece_id}) is set up nowhere")

    def road_columns(self, game_map: SquareMap) -> None:
        for row_number, row in enumerate(self.file.deployment):
            if not isinstance(row.where, lines.RoadColumn):
                continue
            path = ("deployment", row_number, "where", "cells")
            cells_off_map = [cell for cell in row.where.cells if not game_map.grid.holds(*cell)]
            if cells_off_map:
                self.add(path, "E608", f"{list(cells_off_map[0])} is off the map")
                continue
            start, end = (game_map.place(name).space for name in row.where.between)
            spaces = [start, *(game_map.grid.space(*cell) for cell in row.where.cells), end]
            for a, b in pairwise(spaces):
                if edge(a, b) not in game_map.links:
                    message = f"no road from {game_map.label(a)} to the next space, {game_map.label(b)}"
                    self.add(path, "E608", message, "list every road space between the two places, in order")

    def cards(self, deck: Deck) -> None:
        cards_left = len(deck.cards) - deck.remove_unseen
        if cards_left != self.file.turns:
            self.add(
                ("turns",),
                "E609",
                f"{self.file.turns} turns, but the deck leaves {cards_left} cards to draw",
                _fit(self.file.turns, cards_left),
            )
        named_divisions = {
            getattr(effect.args, "division", "") for card in deck.cards.values() for effect in card.effects
        }
        for piece_id, piece in self.pieces.items():
            if piece.status in ("random_arrival", "random_release") and piece_id not in named_divisions:
                path = ("formation", self.rows[piece_id], "status")
                message = f"{piece.name} waits for a card, but no card names {piece_id!r}"
                self.problems.add(self.docs["oob.toml"], path, "E609", message)
        for row_number, card in enumerate(deck.cards.values()):
            for item_number, effect in enumerate(card.effects):
                self.effect(("card", row_number, "effect", item_number), effect)
            if card.helps and card.helps not in self.file.seats:
                path = ("card", row_number, "helps")
                self.problems.unknown(self.docs["deck.toml"], path, "E604", "a side", card.helps, self.file.seats)

    def effect(self, path: KeyPath, effect: Effect) -> None:
        """An arrival needs a division that arrives, a release one that is held, a token that comes a base move."""
        division, expected_status = self.pieces.get(getattr(effect.args, "division", "")), effect.args.division_status
        if division is not None and expected_status and division.status != expected_status:
            message = (
                f"{division.name} has the status {division.status!r} in the order of battle, not {expected_status!r}"
            )
            self.problems.add(self.docs["deck.toml"], (*path, "division"), "E609", message)
        if effect.args.brings and effect.args.brings not in self.file.base_move:
            self.add(("base_move",), "E605", f"no base move for {effect.args.brings!r}, which a card brings")

    def new_tokens(self, actions: Mapping[int, Any]) -> None:
        """What a special action puts on the map has to be moved by somebody."""
        for row_number, action in actions.items():
            for side, token in action.brings.items():
                extra = (row.army_troops for row in self.file.activation if row.side == side)
                if not any(troops is not None and token in troops.tokens for troops in extra):
                    message = f"no army troops of the {side} side move a {token}"
                    hint = f"name it in the tokens of [activation.army_troops] of {side}"
                    self.add(("special_action", row_number, "token"), "E611", message, hint)

    def awards(self) -> None:
        for row_number, row in enumerate(self.file.award):
            if row.limit == "once_per_place" and not {"places", "crossings"} & set(row.when):
                self.add(("award", row_number, "limit"), "E610", "once per place, but the condition names no places")


def _minutes(text: str) -> int | None:
    hour, colon, minute = text.partition(":")
    if not colon or len(text) != 5 or not (hour + minute).isdecimal() or int(hour) > 23 or int(minute) > 59:
        return None
    return 60 * int(hour) + int(minute)


def _fit(turns: int, cards: int) -> str:
    """What makes a deck and the turns fit."""
    if cards > turns:
        return f"remove {cards - turns} more unseen (remove_unseen), or play {cards} turns"
    return f"a card may be without effects: blank = {turns - cards} in [deck] adds such cards, to be counted in size"
