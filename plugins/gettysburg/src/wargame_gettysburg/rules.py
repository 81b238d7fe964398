"""What only the Gettysburg campaign has: effects of its cards, and raids.

Source: AFI p.6 Draw Event Card, p.7 Logistical Limitations, p.8 Special Actions. The cards themselves are
reconstructions. Readings: Event cards and railroads, Raids and baggage trains.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from attrs import frozen

from wargame_altar_of_freedom.board.actions import Decide
from wargame_altar_of_freedom.board.board import CampaignBoard, CardEffect, DivisionHeld
from wargame_altar_of_freedom.board.contact_events import CrossingDestroyed, PlaceRaided
from wargame_altar_of_freedom.board.pieces import Space, Token, as_spaces
from wargame_altar_of_freedom.board.turn_events import CardRolled, EffectSpent
from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.data_files import Vocabulary
from wargame_altar_of_freedom.rules.arrivals import place
from wargame_altar_of_freedom.rules.fog_of_war import reveal, take_counter
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_altar_of_freedom.rules.scoring import ScoringOccasion, score_at_once
from wargame_altar_of_freedom.rules.special_actions import SpecialActionRule
from wargame_core.authoring import D6, ListedChoices, OwnRules, Procedure, Table, bits


@frozen
class ReleaseDivision(CardEffect):
    """A division that was fixed moves like any other from now on, for good."""

    kind: ClassVar[str] = "release_division"
    division_status: ClassVar[str] = "random_release"
    division: lines.DivisionName

    def begin(self, table: Table[CampaignBoard]) -> Procedure[None]:
        yield from ()
        held_effect = DivisionHeld(self.division)
        if held_effect in table.board.effects:
            table.record(EffectSpent(held_effect))


@frozen
class BaseMoveSet(CardEffect):
    """Tokens of one kind have this base move, in spaces."""

    kind: ClassVar[str] = "base_move_set"
    token: lines.TokenKind
    value: int

    def base_move(self, board: CampaignBoard, token: Token, spaces: int) -> int | None:
        return self.value if token.kind == self.token else None

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        yield f"base move of {self.token.replace('_', ' ')} {self.value}", ""


@frozen
class RollToDestroy(CardEffect):
    """A side may roll a d6 for one crossing with no enemy token at either end; ``target`` or more destroys it."""

    kind: ClassVar[str] = "roll_to_destroy"
    side: lines.Side
    river: lines.RiverName
    crossing_kind: lines.CrossingKind
    target: int

    def asked_sides(self, campaign: Campaign) -> tuple[str, ...]:
        return (self.side,)

    def begin(self, table: Table[CampaignBoard]) -> Procedure[None]:
        board, cite = table.board, table.board.cite("Draw Event Card")
        seen_enemies, enemies = board.enemies_seen(self.side), board.mask(board.enemy(self.side))
        targets = [
            crossing.id
            for crossing in board.campaign.map.crossings.values()
            if crossing.barrier == self.river
            and crossing.kind == self.crossing_kind
            and crossing.id not in board.destroyed_crossings
            and not any(seen_enemies >> space & 1 for space in crossing.edge)
        ]
        if not targets:
            return
        choices = ListedChoices([*map(Decide, targets), Decide("none")], cite=cite)
        prompt = f"Which crossing of the {self.river} do you have raided, if any?"
        answer = yield from table.ask(self.side, choices, prompt, cite)
        if answer.choice == "none":
            return
        face = yield from table.roll_openly(D6, f"raid on {answer.choice}", cite)
        crossing = board.campaign.map.crossings[answer.choice]
        succeeds = face >= self.target and not any(enemies >> space & 1 for space in crossing.edge)
        table.record(CardRolled((face,), f"the raid on {crossing.name} {'succeeds' if succeeds else 'fails'}"))
        if succeeds:
            table.record(CrossingDestroyed(answer.choice))
            yield from score_at_once(
                table, ScoringOccasion(self.side, crossing=answer.choice), lines.Occasion.CROSSING_DESTROYED
            )


@frozen
class AddPicket(CardEffect):
    """A formation gets one more picket, at one of these places where no enemy token stands."""

    kind: ClassVar[str] = "add_picket"
    brings: ClassVar[str] = lines.PICKET
    side: lines.Side
    formation: lines.FormationId
    places: tuple[lines.PlaceName, ...]

    def asked_sides(self, campaign: Campaign) -> tuple[str, ...]:
        return (self.side,)

    def begin(self, table: Table[CampaignBoard]) -> Procedure[None]:
        board = table.board
        enemies = board.enemies_seen(self.side) | board.depot_mask(board.enemy(self.side))
        places = as_spaces(map(board.campaign.space, self.places))
        spaces = [space for space in places if not enemies >> space & 1]
        if not spaces:
            return
        command = next(command.id for command in board.campaign.commands if self.formation in command.formations)
        picket = yield from take_counter(table, self.side, lines.PICKET, command, lines.NO_DIVISION, "Militia picket")
        spaces = [space for space in spaces if not stacking(board, picket)[1] >> space & 1]
        yield from place(table, picket, spaces, "arrives", board.cite("Draw Event Card"))
        reveal(table, (picket,))


@frozen
class Raid(SpecialActionRule):
    """A token of the side in a place with this tag puts a ``token`` there; each place once a campaign.

    None in the region ``home``. Source: AFI p.8 Special Actions, p.7 Logistical Limitations. Readings: Raids
    and baggage trains.
    """

    kind: ClassVar[str] = "raid"
    side: lines.Side
    place_tag: lines.PlaceTag
    token: lines.TokenKind
    home: lines.RegionName

    @property
    def brings(self) -> Mapping[str, str]:
        return {self.side: self.token}

    def new_tokens(self, campaign: Campaign) -> Mapping[str, int]:
        return {self.side: sum(self.place_tag in place.tags for place in campaign.map.places)}

    def explanation(self, board: CampaignBoard) -> str:
        side, train = board.campaign.side_name(self.side), self.token.replace("_", " ")
        places = ", ".join(self.raidable(board))
        return f"A raid by a {side} token fills a {train} where it stands: {places}; each of them once a campaign."

    def raidable(self, board: CampaignBoard) -> Iterator[str]:
        """The places that can be raided once in this campaign."""
        home_region = board.campaign.map.region(self.home)
        for town in board.campaign.map.places:
            if self.place_tag in town.tags and not home_region >> town.space & 1:
                yield town.name

    def places(self, board: CampaignBoard) -> tuple[str, ...]:
        """Those that have not been raided yet."""
        return tuple(name for name in self.raidable(board) if name not in board.raided_places)

    def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
        """The town or city in which the token stands, once a campaign, if there is room for the train."""
        space = board.at[token.id]
        place_names = [place.name for place in board.campaign.map.places if place.space == space]
        if token.side != self.side or not place_names or not self.train_spaces(board, space):
            return ()
        return tuple(name for name in self.places(board) if name in place_names)

    def train_spaces(self, board: CampaignBoard, space: int) -> list[Space]:
        """Where a new train goes: the raided space, or one next to it on the same bank if a train stands there."""
        trains = {board.at[token.id] for token in board.tokens_of(self.side) if token.kind == self.token}
        if space not in trains or self.token not in board.campaign.never_with_own_kind:
            return [Space(space)]
        game_map, enemy = board.campaign.map, board.enemy(self.side)
        rivers = frozenset(game_map.edges_on("river"))
        spaces_around = game_map.passage(False, None, rivers).next(1 << space) & game_map.enterable
        spaces_around &= ~board.mask(enemy) & ~board.depot_mask(enemy)
        return [neighbour for neighbour in as_spaces(bits(spaces_around)) if neighbour not in trains]

    def carry_out(self, table: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
        """A baggage train stands in the raided place, which cannot be raided again."""
        campaign = table.board.campaign
        table.record(PlaceRaided(target))
        moved_by = (command.id for command in campaign.commands_of(self.side) if self.token in command.tokens)
        spaces = self.train_spaces(table.board, campaign.space(target))
        name = self.token.replace("_", " ").capitalize()
        train = yield from take_counter(table, self.side, self.token, next(moved_by), lines.NO_DIVISION, name)
        yield from place(table, train, spaces, "is filled", table.board.cite("Special Actions"))
        reveal(table, (train,))

    def worth(self, board: CampaignBoard, side: str, target: str) -> float:
        """Nothing by itself: what the train scores at home follows from what the raid brings."""
        return 0.0


WORDS: Final = Vocabulary(effects=(ReleaseDivision, BaseMoveSet, RollToDestroy, AddPicket), special_actions=(Raid,))
"""What its files may ask for beside the words of the system."""
OWN: Final = OwnRules(words=WORDS)
"""What only this campaign has: the words of its files."""
