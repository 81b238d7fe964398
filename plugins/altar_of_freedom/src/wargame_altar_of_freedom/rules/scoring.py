"""Victory points: what the lines of a briefing score for, secret, fixed plus dice; 25 end the campaign.

Source: GotW p.14 Victory & Defeat, Victory Points, p.15-16 briefings (AFI p.14-17). Rulings on "adjacent", "units" and
timing. Readings: Victory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, Literal

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import PointsScored
from wargame_altar_of_freedom.board.pieces import Award, Space, Token
from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.lines import AwardLine, Limit, Occasion, PlaceName
from wargame_core.authoring import Outcome, Procedure, Table
from wargame_core.maps.masks import mask_of
from wargame_core.maps.squares import SquareGrid

# scoring


def score_at_once(
    table: Table[CampaignBoard], scoring_occasion: ScoringOccasion, occasion: Occasion
) -> Procedure[None]:
    """Score what has just happened, for both sides; whoever reaches the limit with it wins at once.

    Source: GotW p.14 Victory & Defeat (AFI p.14).
    """
    if (yield from _score(table, occasion, scoring_occasion)):
        yield from declare_victory(table)


def score_turn(table: Table[CampaignBoard]) -> Procedure[None]:
    """Score what the end of the turn is worth to both sides, then see whether the campaign is decided.

    Source: GotW p.14 End of Turn, Victory Points (AFI p.14).
    """
    yield from _score(table, Occasion.TURN_ENDS)
    yield from declare_victory(table)


def _score(
    table: Table[CampaignBoard], occasion: Occasion, scoring_occasion: ScoringOccasion | None = None
) -> Procedure[bool]:
    """Score every line of an occasion; whether any of them did."""
    has_scored = False
    for line in table.board.campaign.awards_at[occasion]:
        places = line.when.scores(table.board, line.side, scoring_occasion or ScoringOccasion(line.side))
        if places:
            has_scored |= yield from _score_line(table, line, places)
    return has_scored


def _score_line(table: Table[CampaignBoard], line: AwardLine, places: Places) -> Procedure[bool]:
    board = table.board
    has_scored = False
    for place in places:
        if is_spent(board, line, place):
            continue
        rolls = []
        for die in line.points.dice:
            face = yield from table.roll(die, f"points: {line.text}", line.cite, seen_by=frozenset({line.side}))
            rolls.append(face)
        fixed_points = line.points.fixed
        award = Award(
            line.id,
            line.side,
            line.text,
            board.turn,
            fixed_points,
            line.points.total(rolls) - fixed_points,
            place,
            str(line.cite),
        )
        table.record(PointsScored(award))
        has_scored = True
    return has_scored


def expected_points(board: CampaignBoard, side: str, occasion: Occasion, scoring_occasion: ScoringOccasion) -> float:
    """The points in the mean that something would bring a side if it happened now, less those that the other would get.

    Lines that have scored for good bring nothing.
    """
    points = 0.0
    for line in board.campaign.awards_at[occasion]:
        places = line.when.scores(board, line.side, scoring_occasion)
        times = sum(not is_spent(board, line, place) for place in places)
        points += line.points.mean * times * (1 if line.side == side else -1)
    return points


def is_spent(board: CampaignBoard, line: AwardLine, place: str) -> bool:
    """Whether a line that scores once (in all, or for each place) has scored already."""
    limit = how_often(board, line)
    if limit == "once":
        return any(award.id == line.id for award in board.ledger)
    if limit == "once_per_place":
        return any(award.id == line.id and award.place == place for award in board.ledger)
    return False


def how_often(board: CampaignBoard, line: AwardLine) -> Limit:
    """How often a line scores: as its file says, but where the book does not say it and an option decides.

    Readings: Once or each turn.
    """
    return "every_turn" if line.when.open and board.options["towns"] == EACH_TURN else line.limit


ANNOUNCED, LESS_PENALTY = "announced", "less_penalty"
"""The readings of what 25 points are worth when the campaign's end costs points: values of ``major_victory``."""


def declare_victory(table: Table[CampaignBoard]) -> Procedure[None]:
    """A side with 25 points announces it, and the campaign ends at once.

    By option the announcement stands, whatever the end of the campaign would have been worth.
    Source: GotW p.14 Victory & Defeat (AFI p.14). Readings: End of a campaign.
    """
    board = table.board
    totals = {side: board.points(side) for side in board.campaign.seats}
    if max(totals.values()) < board.campaign.points_to_win:
        return
    if board.options.get("major_victory") == ANNOUNCED:
        table.finish(_outcome(board, totals, MAJOR))
    yield from decide_campaign(table)


def decide_campaign(table: Table[CampaignBoard]) -> Procedure[None]:
    """The campaign is over: what its end is worth is scored, then the higher total wins.

    With 25 points after that it is a major strategic victory, otherwise a minor one; equal totals are a draw.
    Source: GotW p.14 Victory & Defeat (AFI p.14), AFI p.16 Victory Points. Readings: End of a campaign.
    """
    board = table.board
    yield from _score(table, Occasion.CAMPAIGN_ENDS)
    totals = {side: board.points(side) for side in board.campaign.seats}
    major = max(totals.values()) >= board.campaign.points_to_win
    table.finish(_outcome(board, totals, MAJOR if major else MINOR))


MAJOR, MINOR, DRAW = "major strategic victory", "minor strategic victory", "draw"
"""The ways in which a campaign ends."""


def _outcome(board: CampaignBoard, totals: dict[str, int], level: str) -> Outcome:
    name = board.campaign.side_name
    first_seat, second_seat = board.campaign.seats
    score = f"{name(first_seat)} {totals[first_seat]}, {name(second_seat)} {totals[second_seat]}"
    if totals[first_seat] == totals[second_seat]:
        return Outcome(None, DRAW, totals, f"The campaign is a draw. Victory points: {score}.")
    winner = first_seat if totals[first_seat] > totals[second_seat] else second_seat
    return Outcome(winner, level, totals, f"{name(winner)} wins a {level}. Victory points: {score}.")


def conditions_of_victory(board: CampaignBoard) -> Iterator[tuple[str, tuple[object, ...]]]:
    """What a player has to know of the conditions of victory, by the names of the lines, as the file has it."""
    campaign = board.campaign
    yield "victory", (campaign.points_to_win,)
    for line in campaign.awards.values():
        crossings = getattr(line.when, "crossings", ())
        yield line.id, (line.points, line.when, *(campaign.map.crossing(name).name for name in crossings))


# what lines score for


@frozen
class ScoringOccasion:
    """What has just happened, as far as a condition may care: whose doing, with which token, where, from where."""

    side: str
    token: Token | None = None
    space: Space | None = None
    crossing: str = ""
    came_from: Space | None = None


Places = tuple[str, ...]
"""The places that score; "" stands for no place in particular."""
NO: Places = ()
ONCE: Places = ("",)


@frozen
class Condition:
    """What a line scores for. A subclass is one condition: its fields are what a file may say of it, by its ``kind``.

    ``occasion`` is when it is looked at. `scores` tests it; the sentence for players is the ``text`` of the line.

    It promises the same places for the same board, and in `sought` where players go for them.

    It may not ask, roll, change the board or remember what it saw.

    Example::

        from attrs import frozen
        from wargame_altar_of_freedom.printed.data_files import Vocabulary
        from wargame_altar_of_freedom.printed.lines import Occasion, PlaceName
        from wargame_altar_of_freedom.rules.scoring import Condition


        @frozen
        class DepotHeld(Condition):
            kind = "depot_held"
            occasion = Occasion.TURN_ENDS
            place: PlaceName

            def scores(self, board, side, now):
                return (self.place,) if board.depot_mask(side) >> board.campaign.space(self.place) & 1 else ()


        WORDS = Vocabulary(awards=(DepotHeld,))
    """

    kind: ClassVar[str] = ""
    occasion: ClassVar[Occasion]
    open: ClassVar[bool] = False
    """Whether the book leaves open how often and when it scores, which the option ``towns`` reads."""
    looks_around: ClassVar[bool] = False
    """Whether the spaces next to a place count, which the option ``adjacent`` reads."""

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        """The places that score for the side of the line."""
        raise NotImplementedError(f"{type(self).__name__} must say which places score")

    def sought_spaces(self, board: CampaignBoard) -> int:
        """Mask of the spaces to which the side that scores wants to go for it, and the other to keep it away from.

        Players who know nothing else of a condition go by it. Empty where it is no matter of places.
        """
        return 0

    @property
    def occasions(self) -> tuple[Occasion, ...]:
        """All occasions at which it is looked at."""
        return (self.occasion,)

    def explanation(self, board: CampaignBoard) -> str:
        """What the ``text`` of a line leaves out, for the briefing; empty where it says everything."""
        return ""

    def state_in_words(self, board: CampaignBoard, side: str) -> str:
        """How it stands for the side of the line on this board, for a panel; empty where that is plain to see."""
        return ""


@frozen
class SkirmishWon(Condition):
    """A minor skirmish is won. Source: GotW p.15-16 Victory Points."""

    kind: ClassVar[str] = "skirmish_won"
    occasion: ClassVar[Occasion] = Occasion.SKIRMISH_WON

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        return ONCE if occasion.side == side else NO


@frozen
class BattleWon(Condition):
    """A tabletop battle is won. Source: GotW p.15-16 Victory Points."""

    kind: ClassVar[str] = "battle_won"
    occasion: ClassVar[Occasion] = Occasion.BATTLE_WON

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        return ONCE if occasion.side == side else NO


@frozen
class FirstEntry(Condition):
    """A division of the side enters one of the places for the first time. Source: GotW p.15 Victory Points."""

    kind: ClassVar[str] = "first_entry"
    occasion: ClassVar[Occasion] = Occasion.SPACE_ENTERED
    places: tuple[PlaceName, ...]

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        if occasion.side != side or occasion.token is None or not occasion.token.is_division:
            return NO
        if occasion.space is None or board.campaign.map.place_at(occasion.space) is None:
            return NO
        return tuple(place for place in self.places if board.campaign.space(place) == occasion.space)

    def sought_spaces(self, board: CampaignBoard) -> int:
        return mask_of(map(board.campaign.space, self.places))


@frozen
class CrossingIsDestroyed(Condition):
    """One of the crossings is destroyed, whoever does it. Source: AFI p.15 Victory Points. Readings: Victory."""

    kind: ClassVar[str] = "crossing_destroyed"
    occasion: ClassVar[Occasion] = Occasion.CROSSING_DESTROYED
    crossings: tuple[lines.CrossingId, ...]

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        return (occasion.crossing,) if occasion.crossing in self.crossings else NO

    def explanation(self, board: CampaignBoard) -> str:
        return ", ".join(board.campaign.map.crossing(name).name for name in self.crossings)

    def sought_spaces(self, board: CampaignBoard) -> int:
        crossings = map(board.campaign.map.crossing, self.crossings)
        return mask_of(space for crossing in crossings for space in crossing.edge)


@frozen
class TokenBroughtHome(Condition):
    """A token of this kind comes into the region from elsewhere, and leaves the map. Source: AFI p.16 Victory Points.

    Readings: Victory.
    """

    kind: ClassVar[str] = "token_brought_home"
    occasion: ClassVar[Occasion] = Occasion.SPACE_ENTERED
    token: lines.TokenKind
    region: lines.RegionName

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        token = occasion.token
        if occasion.side != side or token is None or token.kind != self.token or occasion.space is None:
            return NO
        home_region = board.campaign.map.region(self.region)
        was_there = occasion.came_from is not None and home_region >> occasion.came_from & 1
        return ONCE if home_region >> occasion.space & 1 and not was_there else NO

    def sought_spaces(self, board: CampaignBoard) -> int:
        return board.campaign.map.region(self.region)


@frozen
class TurnEndsOccupied(Condition):
    """A turn ends with a division of the side in the place. Source: GotW p.15 Victory Points."""

    kind: ClassVar[str] = "turn_ends_occupied"
    occasion: ClassVar[Occasion] = Occasion.TURN_ENDS
    place: PlaceName

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        return (self.place,) if board.division_mask(side) >> board.campaign.space(self.place) & 1 else NO

    def sought_spaces(self, board: CampaignBoard) -> int:
        return 1 << board.campaign.space(self.place)


WHEN_TURN_ENDS, EACH_TURN, ON_ENTRY = "once", "each_turn", "on_entry"
"""The readings of "occupy", where no more is printed: the values of the option ``towns``."""


@frozen
class Occupied(TurnEndsOccupied):
    """A division of the side occupies the place; when, and how often that scores, the option ``towns`` says.

    Source: AFI p.16 Victory Points. Readings: Once or each turn.
    """

    kind: ClassVar[str] = "occupied"
    open: ClassVar[bool] = True

    @property
    def occasions(self) -> tuple[Occasion, ...]:
        return (Occasion.TURN_ENDS, Occasion.SPACE_ENTERED)

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        if board.options["towns"] != ON_ENTRY:
            return NO if occasion.token else super().scores(board, side, occasion)
        division_entered = occasion.side == side and occasion.token is not None and occasion.token.is_division
        return (self.place,) if division_entered and occasion.space == board.campaign.space(self.place) else NO

    def explanation(self, board: CampaignBoard) -> str:
        return "as soon as a division enters" if board.options["towns"] == ON_ENTRY else "at the end of a turn"


@frozen
class TurnEndsBesieged(Condition):
    """A turn ends with divisions of the side in at least ``spaces`` of the spaces next to the place, and none in it.

    Source: GotW p.15 Objectives.
    """

    kind: ClassVar[str] = "turn_ends_besieged"
    looks_around: ClassVar[bool] = True
    occasion: ClassVar[Occasion] = Occasion.TURN_ENDS
    place: PlaceName
    spaces: int

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        divisions = board.division_mask(side)
        divisions_inside = divisions >> board.campaign.space(self.place) & 1
        return (
            (self.place,)
            if not divisions_inside and (divisions & self.sought_spaces(board)).bit_count() >= self.spaces
            else NO
        )

    def sought_spaces(self, board: CampaignBoard) -> int:
        return spaces_beside(board, board.campaign.space(self.place))


@frozen
class TurnEndsClear(Condition):
    """A turn ends with no enemy in or next to the place; ``enemy`` says whether pickets count as well.

    Source: GotW p.16 Victory Points.
    """

    kind: ClassVar[str] = "turn_ends_clear"
    looks_around: ClassVar[bool] = True
    occasion: ClassVar[Occasion] = Occasion.TURN_ENDS
    place: PlaceName
    enemy: Literal["units", "divisions"]

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        return (self.place,) if is_clear(board, side, self.place, self.enemy == "divisions") else NO

    def sought_spaces(self, board: CampaignBoard) -> int:
        return in_or_beside(board, self.place)


@frozen
class FewClearRoutes(Condition):
    """The campaign ends with fewer than ``needed`` of the places free of enemy units in and next to them.

    Source: AFI p.16 Victory Points.
    """

    kind: ClassVar[str] = "few_clear_routes"
    looks_around: ClassVar[bool] = True
    occasion: ClassVar[Occasion] = Occasion.CAMPAIGN_ENDS
    places: tuple[PlaceName, ...]
    needed: int

    def clear(self, board: CampaignBoard, side: str) -> Places:
        """The places that are free of enemy units now."""
        return clear_places(board, side, self.places, divisions_only=False)

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        return ONCE if len(self.clear(board, side)) < self.needed else NO

    def explanation(self, board: CampaignBoard) -> str:
        *places, last_place = self.places
        return (
            f"the routes lead over {', '.join(places)} and {last_place}; "
            "one is clear while no enemy unit stands there or "
            f"next to it, and {self.needed} are needed"
        )

    def state_in_words(self, board: CampaignBoard, side: str) -> str:
        return f"clear now: {', '.join(self.clear(board, side)) or 'none'} ({self.needed} needed)"

    def sought_spaces(self, board: CampaignBoard) -> int:
        near_spaces = 0
        for place in self.places:
            near_spaces |= in_or_beside(board, place)
        return near_spaces


@frozen
class FormationIsLeftOut(Condition):
    """The side chose at set-up to leave the formation out. Source: AFI p.15 Victory Points.

    Readings: Formations left out.
    """

    kind: ClassVar[str] = "formation_left_out"
    occasion: ClassVar[Occasion] = Occasion.SET_UP
    formation: lines.FormationId

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        return ONCE if occasion.side == side and self.formation in board.left_out else NO


CONDITIONS: Final = (
    SkirmishWon, BattleWon, FirstEntry, CrossingIsDestroyed, TokenBroughtHome, TurnEndsOccupied, Occupied,
    TurnEndsBesieged, TurnEndsClear, FewClearRoutes, FormationIsLeftOut,
)  # fmt: skip
"""The conditions that every campaign may use."""
ORTHOGONAL, WITH_DIAGONALS = "orthogonal", "with_diagonals"
"""The readings of "adjacent" in the briefings' victory points: the values of the option ``adjacent``."""


def spaces_beside(board: CampaignBoard, space: int) -> int:
    """Mask of the spaces next to one, whatever lies between, as the option ``adjacent`` reads the victory points.

    Source: GotW p.15-16 Objectives, Victory Points (AFI p.15-16). Readings: Adjacent places, Units that count.
    """
    game_map = board.campaign.map
    if board.options["adjacent"] == ORTHOGONAL:
        return game_map.adjacent[space]
    near_spaces: int = game_map.cached(("around", space), lambda: _neighbours(game_map.grid, space))
    return near_spaces


def _neighbours(grid: SquareGrid, space: int) -> int:
    row, column = grid.rowcol(space)
    cells = ((row + row_step, column + column_step) for row_step in (-1, 0, 1) for column_step in (-1, 0, 1))
    return mask_of(grid.space(*cell) for cell in cells if grid.holds(*cell)) & ~(1 << space)


def in_or_beside(board: CampaignBoard, place: str) -> int:
    """Mask of the space of a place and of those next to it."""
    space = board.campaign.space(place)
    return spaces_beside(board, space) | 1 << space


def is_clear(board: CampaignBoard, side: str, place: str, divisions_only: bool) -> bool:
    """Whether no enemy of the side stands in the place or next to it."""
    return bool(clear_places(board, side, (place,), divisions_only))


def clear_places(board: CampaignBoard, side: str, places: Places, divisions_only: bool) -> Places:
    """Those of the places in which and next to which no enemy of the side stands."""
    enemy = board.enemy(side)
    enemies = board.division_mask(enemy) if divisions_only else board.mask(enemy)
    return tuple(place for place in places if not enemies & in_or_beside(board, place))
