"""A campaign's battle as a game to be played inside the campaign, and the report that comes of it.

To Battle Cry it adds hours, arrivals, and the end by breakpoint or nightfall. Source: CB p.3 Hours and arrivals, How it
ends. Readings: What is ours.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Annotated, cast

from attrs import define, evolve, field, frozen

from wargame_altar_of_freedom.board.actions import BattleReport
from wargame_altar_of_freedom.board.pieces import EndOfBattle
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief
from wargame_altar_of_freedom.rules.tabletop.endings import Standing, loser_at_breakpoint, loser_at_nightfall
from wargame_altar_of_freedom.rules.tabletop.resolvers import BattleGame
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.game import EVENTS, RULEBOOK_BATTLES
from wargame_battlecry.printed.game_board import HEXES, SIDES, SPACE
from wargame_battlecry.printed.pieces import NO_GENERAL, GeneralId, Rulebook
from wargame_battlecry.rules.sequence import BATTLE
from wargame_battlecry.rules.set_up import bare_board
from wargame_battlecry.table import panels as of_battle
from wargame_campaign_battles.orders import orders_json, read_orders
from wargame_campaign_battles.translation import (
    BattlePlan,
    Body,
    battle_cry_box,
    places_for,
    plan_of,
    seats_of,
    translation,
)
from wargame_core.authoring import (
    Cite,
    Game,
    Outcome,
    Public,
    PublicEvent,
    Scenario,
    Sequence,
    Static,
    Step,
    Table,
)
from wargame_core.errors import WargameError
from wargame_core.flow.about import PIECE, TO
from wargame_core.flow.panels import Panel, Score, SequenceOfPlay, Status, StatusLine, Track
from wargame_core.flow.sequence import after
from wargame_core.json_form import JsonMapping
from wargame_core.plugins.discovery import rule_of
from wargame_core.rulings import RuleText
from wargame_core.sheet import Note, Sheet, SheetPiece, SheetTrack

ID = "battle_cry"
TITLE = "A campaign's battle in Battle Cry"
BOOK = "CB"


@define
class CampaignBattleBoard(BattleBoard):
    """Everything on the table of a campaign's battle."""

    plan: Static[BattlePlan] = field(kw_only=True)
    hour: Public[int] = 1
    """The hour that is being fought: a turn of the campaign's battle."""
    waiting: Public[dict[str, int]] = field(factory=dict)
    """The units yet to come, with the hour at whose end each is due."""

    def broken_brigades(self) -> frozenset[str]:
        """The brigades whose units are lost."""
        absent_brigades = self.plan.brigade.keys() - self.figures.keys() - self.waiting.keys()
        return frozenset(self.plan.brigade[unit] for unit in absent_brigades)


@frozen
class UnitArrived(PublicEvent, says="{unit} comes on the field at {to}."):
    """A unit came on the board, with its general if one rides with it."""

    unit: Annotated[str, PIECE]
    to: Annotated[str, TO]
    general: Annotated[GeneralId, PIECE] = NO_GENERAL

    def apply(self, board: CampaignBattleBoard) -> None:
        board.figures[self.unit] = board.battle.units[self.unit].kind.figures
        board.put_with(self.unit, SPACE[self.to], self.general)
        del board.waiting[self.unit]


@frozen
class HourEnded(PublicEvent, sets="hour = hour + 1", says="Hour {hour} of {board.plan.orders.brief.turns} is over."):
    """An hour is over, and the next one begins."""

    hour: int


# ------------------------------------------------------------------------------------------------- the hours
HOURS, ENDING = Cite(BOOK, "3", "Hours and arrivals"), Cite(BOOK, "3", "How it ends")


def hour_is_over(board: CampaignBattleBoard) -> bool:
    """Whether both sides have had their turns of the hour."""
    return board.turn % (2 * translation().hour.turns) == 0


def end_the_hour(table: Table[CampaignBattleBoard]) -> None:
    """Who is due comes on; then a side that has reached its breakpoint, or lost at nightfall, is beaten.

    Source: CB p.3 Hours and arrivals, How it ends.
    """
    board = table.board
    for body in board.plan.bodies_due(board.hour, board.waiting):
        _bring_on(table, body)
    attacker, defender = standings(board)
    loser, reason = loser_at_breakpoint(attacker, defender), EndOfBattle.BREAKPOINT
    if loser is None and board.hour == board.plan.orders.brief.turns:
        loser, reason = loser_at_nightfall(attacker, defender), EndOfBattle.NIGHTFALL
    if loser is None:
        table.record(HourEnded(board.hour))
        return
    seats = board.plan.seats
    winner = next(seat for side, seat in seats.items() if side != loser)
    scores: dict[str, int] = {seats[side.side]: side.broken for side in (attacker, defender)}
    condition_text = (
        "has reached its breakpoint" if reason is EndOfBattle.BREAKPOINT else "has the worse of it at nightfall"
    )
    text = (
        f"{seats[loser].capitalize()} {condition_text} "
        f"({scores[seats[loser]]} brigades broken): {winner.capitalize()} wins."
    )
    table.finish(Outcome(winner, str(reason), scores, text))


def standings(board: CampaignBattleBoard) -> tuple[Standing, Standing]:
    """Where attacker and defender stand at the end of the hour under way."""
    orders, broken_brigades = board.plan.orders, board.broken_brigades()
    attacker, defender = (orders.standing(side.side, board.hour, broken_brigades) for side in orders.brief.sides)
    return attacker, defender


def _bring_on(table: Table[CampaignBattleBoard], body: Body) -> None:
    """Every unit of a body for which there is room comes on over its edge, away from the enemy; others try again."""
    board, plan = table.board, table.board.plan
    seat = plan.seats[body.side]
    waiting_units = [unit for brigade in body.brigades if (unit := plan.unit_of[brigade]) in board.waiting]
    enemy = board.unit_mask["confederate" if seat == "union" else "union"]
    generals = board.general_mask["union"] | board.general_mask["confederate"]

    def is_free(unit: str, space: int) -> bool:
        closed_hexes = board.battle.barred_hexes[board.battle.units[unit].kind.arm] | generals
        return not board.unit_at[space] and not closed_hexes >> space & 1

    for unit, space in places_for(plan.chart, body, waiting_units, is_free, enemy).items():
        table.record(UnitArrived(unit, HEXES[space], plan.general_of.get(unit, NO_GENERAL)))


END_OF_HOUR = Step("End the hour", end_the_hour, HOURS, when=hour_is_over)
CAMPAIGN_BATTLE = Sequence("Campaign battle", *BATTLE.edited(after("End the turn", END_OF_HOUR)).parts)


# ---------------------------------------------------------------------------------------------- on the table
def panels(board: CampaignBattleBoard, seat: str) -> tuple[Panel, ...]:
    """What lies beside the board: brigades broken against breakpoints, hands, the turn, losses, hours."""
    standing_of_side = {board.plan.seats[side.side]: side for side in standings(board)}
    return (
        Score(
            tuple((side, standing_of_side[side].broken) for side in SIDES),
            tuple((side, max(standing_of_side[side].breakpoint, 1)) for side in SIDES),
            title="Brigades broken, and the breakpoint",
        ),
        *(of_battle.hand(board, side) for side in SIDES),
        Status(tuple(of_battle.turn(board))),
        Status(tuple(losses(board)), "Losses", "losses"),
        Track("hours", "Hours until nightfall", hour_boxes(board), min(board.hour, board.plan.orders.brief.turns) - 1),
        SequenceOfPlay(of_battle.STEPS, of_battle.step_under_way(board)),
    )


def hour_boxes(board: CampaignBattleBoard) -> tuple[str, ...]:
    """The hours of the battle, each as its number."""
    return tuple(str(hour) for hour in range(1, board.plan.orders.brief.turns + 1))


def losses(board: CampaignBattleBoard) -> Iterator[StatusLine]:
    """By side: figures lost, the broken brigades, and those that are yet to come."""
    for side in SIDES:
        units = [unit for unit in board.battle.units.values() if unit.side == side]
        entered_units = [unit for unit in units if unit.id not in board.waiting]
        eliminated_units = tuple(unit.id for unit in entered_units if unit.id not in board.figures)
        lost_figures = sum(unit.kind.figures - board.figures.get(unit.id, 0) for unit in entered_units)
        figures = f"{lost_figures} figure{'s' * (lost_figures != 1)}"
        words = f"{figures}, {len(eliminated_units)} of {len(entered_units)} brigades broken"
        yield StatusLine(side.capitalize(), words, eliminated_units)
        arrivals: dict[int, list[str]] = {}
        for unit in units:
            if unit.id in board.waiting:
                arrivals.setdefault(board.waiting[unit.id], []).append(unit.id)
        for hour, ids in sorted(arrivals.items()):
            yield StatusLine(f"{side.capitalize()}, end of hour {hour}", f"{len(ids)} to come", tuple(ids))


def caption(board: BattleBoard) -> str:
    """The hour and the brigades broken."""
    battle = cast(CampaignBattleBoard, board)
    broken_count = {battle.plan.seats[side.side]: side.broken for side in standings(battle)}
    words = ", ".join(f"{side.capitalize()} {broken_count[side]}" for side in SIDES)
    return f"hour {battle.hour} of {battle.plan.orders.brief.turns}; brigades broken: {words}"


def sheet_of(map_sheet: Sheet, board: CampaignBattleBoard) -> Sheet:
    """The sheet of a campaign's battle: that of Battle Cry, with what is different here."""
    from wargame_battlecry.table.sheet import sheet

    usual, brief = sheet(map_sheet, board), board.plan.orders.brief
    endings = (
        "A side whose broken brigades reach its breakpoint at the end of an hour has lost.",
        f"Night falls after hour {brief.turns}: who has more brigades broken has lost, the attacker if equal.",
        "A brigade is broken when its unit is eliminated. Generals and ground count for nothing.",
    )
    notes = tuple(Note(ending, ENDING) for ending in endings)
    hours = Note(f"The first hour is {brief.first_hour}; each side has one turn an hour, the attacker first.", HOURS)
    briefing = evolve(usual.briefing, how_to_win=notes, special_rules=(hours, *usual.briefing.special_rules))
    track = SheetTrack("hours", "Hours until nightfall", hour_boxes(board))
    pieces = tuple(_piece(piece, board) for piece in usual.pieces)
    return evolve(usual, briefing=briefing, tracks=(track,), pieces=pieces)


def _piece(piece: SheetPiece, board: CampaignBattleBoard) -> SheetPiece:
    """A piece with when it comes, where it is not on the board at the start."""
    riding = next((unit for unit, general in board.plan.general_of.items() if general == piece.id), piece.id)
    facts = {name: fact for name, fact in piece.facts.items() if name != "sets up"}
    if riding in board.waiting:
        return evolve(piece, facts={**facts, "comes": f"at the end of hour {board.waiting[riding]}"})
    if riding in board.place:
        return evolve(piece, facts={**facts, "sets up": board.hex_of(riding)})
    return evolve(piece, facts=facts)


# ------------------------------------------------------------------------------------------- for the campaign
def make(data: JsonMapping) -> Game:
    """The game of a battle; of no battle in particular when there are no data. Raises `RecordError`."""
    return _game_of_text(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=64)
def _game_of_text(text: str) -> Game:
    data = json.loads(text)
    plan = plan_of(read_orders(data), battle_cry_box()) if data else None
    battles = {plan.battle.id: plan.battle} if plan is not None else {}
    book = evolve(battle_cry_box(), battles=battles)
    base = RULEBOOK_BATTLES.of(book)
    title = plan.battle.title if plan is not None else TITLE

    def pictures() -> object:
        return evolve(base.rules.tool("pictures"), caption=caption)

    def rule_text(heading: str) -> RuleText | None:
        return rule_of("campaign_battles", heading) or rule_of("battlecry", heading)

    rules = evolve(
        base.rules,
        id=ID,
        title=TITLE,
        tools={"pictures": pictures, "balance": base.rules.tools["balance"]},
        scenarios=(Scenario("battle", title),),
        sequence=CAMPAIGN_BATTLE,
        board=CampaignBattleBoard,
        set_up=lambda scenario, options: set_up(book, plan, options),
        events=(*EVENTS, UnitArrived, HourEnded),
        printed={"book": book, "plan": plan},
        display=evolve(base.rules.display, panels=panels, counts=None),
        turn_of=lambda board: board.hour,
        source=evolve(base.rules.source, rule_text=rule_text),
    )
    return Game(rules=rules, documents=base.documents, players=base.players, lay_out=sheet_of)


def set_up(book: Rulebook, plan: BattlePlan | None, options: Mapping[str, str]) -> CampaignBattleBoard:
    """The board of a battle before cards are dealt: units that are there stand, the others wait."""
    if plan is None:
        raise WargameError(f"{ID} is set up from the battle of a campaign, and none is given")
    board = bare_board(partial(CampaignBattleBoard, plan=plan), book, plan.battle, options)
    for body in plan.bodies:
        for unit in (plan.unit_of[brigade] for brigade in body.brigades):
            if unit not in plan.places:
                board.waiting[unit] = max(body.arrives, 1)
            else:
                board.put_with(unit, plan.places[unit], plan.general_of.get(unit, NO_GENERAL))
                board.figures[unit] = board.battle.units[unit].kind.figures
    return board


def report(brief: BattleBrief, board: CampaignBattleBoard) -> BattleReport:
    """What the campaign hears of a battle that is over: who won and how, the last hour, the broken brigades.

    Source: CB p.3 The report.
    """
    outcome = board.outcome
    assert outcome is not None
    assert outcome.winner is not None
    winner = board.plan.side_of_seat[outcome.winner]
    broken_brigades = board.broken_brigades()
    lost_units = tuple(unit.id for unit in brief.units if unit.id in broken_brigades)
    return BattleReport(winner, EndOfBattle(outcome.level), board.hour, lost_units)


BATTLE_CRY = BattleGame(
    make, orders_json, lambda brief: dict(seats_of(brief)), report, lambda data: read_orders(data).brief
)
"""Battles of campaigns in Battle Cry, as campaigns find them by their entry point."""
