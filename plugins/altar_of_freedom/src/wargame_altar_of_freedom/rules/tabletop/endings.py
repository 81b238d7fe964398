"""How a battle ends, who has lost it, and what people may report of one that they fought on their table.

Source: GotW p.13 Fighting the Battle, Ending a Battle (AFI p.13).
Readings: Tabletop battles, The stand-in, Battles that people end, Reports by people.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from attrs import frozen

from wargame_altar_of_freedom.board.actions import BattleReport, Decide
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import EndOfBattle
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, SideInBattle, breaks_at
from wargame_core.authoring import LEGAL, Choices, ListedChoices, Procedure, Ruling, Table, Verdict, refuse
from wargame_core.limits import quote, shorten


@frozen
class BattleResult:
    """How a battle ended: winner, loser, reason, last turn, and who is broken and not rallied.

    ``why`` is what people said of a battle that did not end by the book.
    """

    winner: str
    loser: str
    reason: EndOfBattle
    last_turn: int
    broken: tuple[str, ...]
    ruling: Ruling
    story: tuple[str, ...] = ()
    why: str = ""


@frozen
class Standing:
    """Where one side stands: units that entered, broken ones, and its breakpoint."""

    side: str
    attacking: bool
    entered: int
    broken: int
    breakpoint: int

    @property
    def is_at_breakpoint(self) -> bool:
        """Whether it has reached its breakpoint."""
        return self.broken >= self.breakpoint

    def ruling(self) -> Ruling:
        """The side's line in the ruling."""
        detail = {"entered": self.entered, "broken": self.broken, "breakpoint": self.breakpoint}
        result = f"{self.broken} of {self.entered} broken, breakpoint {self.breakpoint}"
        return Ruling(self.side, result, self.broken, detail=detail)


def side_standing(
    board: CampaignBoard, side: SideInBattle, turn: int, broken_units: frozenset[str], absent: tuple[str, ...] = ()
) -> Standing:
    """A side's standing at the end of a turn.

    Its breakpoint is a share of the brigades that stand, or by option of all that have entered, broken ones too.
    Readings: Breakpoint of an army.

    ``absent`` are divisions held back that have not entered yet.
    """
    entered_units = [unit for unit in side.entered(turn) if unit.division not in absent]
    count = sum(1 for unit in entered_units if unit.id in broken_units)
    breaks = breaks_at(board.campaign, len(entered_units), board.options["breakpoint"])
    return Standing(side.side, side.attacking, len(entered_units), count, breaks)


def possible_standings(
    board: CampaignBoard, side: SideInBattle, turn: int, broken_units: frozenset[str]
) -> Iterator[Standing]:
    """The standings that a side may have had: divisions held back come when their general likes, or never.

    The first is that of all being on the table. A division with a broken brigade must have been there.
    Source: GotW p.12 Deployment (AFI p.12).
    """
    held_back = dict.fromkeys(unit.division for unit in side.units if unit.held_back)
    free_divisions = [
        division
        for division in held_back
        if not any(unit.id in broken_units for unit in side.units if unit.division == division)
    ]
    for size in range(len(free_divisions) + 1):
        for absent_divisions in combinations(free_divisions, size):
            yield side_standing(board, side, turn, broken_units, absent_divisions)


def loser_at_breakpoint(attacker: Standing, defender: Standing) -> str | None:
    """Who has lost by breakpoint; if both have, the larger share broken loses, the attacker when equal.

    Source: GotW p.13 Ending a Battle (AFI p.13). Readings: Breakpoint of an army.
    """
    if attacker.is_at_breakpoint and defender.is_at_breakpoint:
        attackers_share = attacker.broken * defender.entered
        return defender.side if defender.broken * attacker.entered > attackers_share else attacker.side
    if attacker.is_at_breakpoint:
        return attacker.side
    return defender.side if defender.is_at_breakpoint else None


def loser_at_nightfall(attacker: Standing, defender: Standing) -> str:
    """At nightfall the side with more broken brigades has lost; the defender wins ties. Source: GotW p.13."""
    return defender.side if defender.broken > attacker.broken else attacker.side


def end_ruling(
    board: CampaignBoard, loser: str, reason: EndOfBattle, standings: tuple[Standing, Standing], reason_given: str = ""
) -> Ruling:
    """The account of how a battle ended."""
    parts = tuple(side.ruling() for side in standings)
    ending_text = f"by {reason}" if reason.by_the_book else f"({reason.replace('_', ' ')}: {reason_given})"
    return Ruling("Tabletop battle", f"{loser} lost {ending_text}", cite=board.cite("Ending a Battle"), parts=parts)


# battles that people report

LONGEST_STORY = 1000
"""Characters that a player may tell of a battle. Ours: the other player has to read them."""


def judge_report(board: CampaignBoard, brief: BattleBrief, report: BattleReport) -> Verdict:
    """Whether a reported result can have happened, and if not, why.

    An end that the book does not know needs a word of why, and then holds whatever the losses are.
    Source: GotW p.13 Ending a Battle (AFI p.13). Readings: Battles that people end.
    """
    cite = board.cite("Ending a Battle")
    sides = {side.side for side in brief.sides}
    if report.winner not in sides:
        return refuse("no_such_side", f"{quote(report.winner)} did not fight (sides: {', '.join(sorted(sides))})", cite)
    if report.reason not in tuple(EndOfBattle):
        return refuse(
            "no_such_end", f"{quote(report.reason)} is not an end of a battle ({', '.join(EndOfBattle)})", cite
        )
    if not 1 <= report.last_turn <= brief.turns:
        return refuse("no_such_turn", f"turn {report.last_turn}: this battle has turns 1 to {brief.turns}", cite)
    if report.reason is EndOfBattle.NIGHTFALL and report.last_turn != brief.turns:
        return refuse("not_nightfall", f"night falls after turn {brief.turns}, not {report.last_turn}", cite)
    for part_of_report, text in (("story", report.story), ("reason why", report.why)):
        if len(text) > LONGEST_STORY:
            too_long_text = f"the {part_of_report} has {len(text):,} characters; at most {LONGEST_STORY:,} are told"
            return refuse("story_too_long", too_long_text, cite)
    if not report.reason.by_the_book and not report.why.strip():
        return refuse("why", f"the book knows no end by {report.reason}: say in a word why the battle ended so", cite)
    broken_units = frozenset(report.broken)
    if len(broken_units) != len(report.broken):
        return refuse("twice", "a brigade is named twice among the broken", cite)
    entered_units = {unit.id for side in brief.sides for unit in side.entered(report.last_turn)}
    strangers = sorted(broken_units - entered_units)
    if strangers:
        text = f"{shorten(', '.join(strangers))} had not entered the battle by the end of turn {report.last_turn}"
        return refuse("not_there", text, cite)
    if not report.reason.by_the_book:
        return LEGAL
    verdicts = [verdict for _, verdict in _judged_standings(board, brief, report)]
    return LEGAL if any(verdicts) else verdicts[0]


def _judged_standings(
    board: CampaignBoard, brief: BattleBrief, report: BattleReport
) -> Iterator[tuple[tuple[Standing, Standing], Verdict]]:
    """The standings that a report may mean, each with whether the battle can have ended as reported with it."""
    broken_units = frozenset(report.broken)
    defender = side_standing(board, brief.defender, report.last_turn, broken_units)
    for attacker in possible_standings(board, brief.attacker, report.last_turn, broken_units):
        yield (attacker, defender), _judge_end(board, report, attacker, defender)


def _judge_end(board: CampaignBoard, report: BattleReport, attacker: Standing, defender: Standing) -> Verdict:
    cite = board.cite("Ending a Battle")
    losses = f"{attacker.side} {attacker.ruling().result}; {defender.side} {defender.ruling().result}"
    loser = board.enemy(report.winner)
    by_breakpoint = loser_at_breakpoint(attacker, defender)
    match report.reason:
        case EndOfBattle.BREAKPOINT:
            if by_breakpoint != loser:
                return refuse("not_broken", f"{loser} cannot have lost by breakpoint: {losses}", cite)
        case EndOfBattle.NIGHTFALL:
            if by_breakpoint is not None:
                return refuse("was_broken", f"{by_breakpoint} had reached its breakpoint by nightfall: {losses}", cite)
            if loser_at_nightfall(attacker, defender) != loser:
                lost_fewer_text = f"{loser} did not lose at nightfall (the defender wins ties): {losses}"
                return refuse("fewer_losses", lost_fewer_text, cite)
        case EndOfBattle.CONCEDED | EndOfBattle.BROKEN_OFF | EndOfBattle.AGREED:
            pass  # the book does not know it: any losses will do
        case _:
            assert_never(report.reason)
    return LEGAL


class ReportChoices(Choices):
    """Every result that can have happened. Only people know which did; listed are two for each side, as patterns.

    ``contested``: the defender has contested an end that the book does not know, so that only one by the book is taken.
    """

    __slots__ = ("board", "brief", "contested", "reports")
    complete = False
    by_people = True

    def __init__(self, board: CampaignBoard, brief: BattleBrief, is_contested: bool = False) -> None:
        self.board, self.brief, self.contested = board, brief, is_contested
        self.reports = tuple(self._patterns())

    def _patterns(self) -> Iterator[BattleReport]:
        brief = self.brief
        for loser, winner in (brief.sides, brief.sides[::-1]):
            units = [unit.id for unit in loser.entered(brief.turns)]
            brigades_needed = breaks_at(self.board.campaign, len(units), self.board.options["breakpoint"])
            for report in (
                BattleReport(winner.side, EndOfBattle.BREAKPOINT, brief.turns, tuple(units[:brigades_needed])),
                BattleReport(
                    winner.side, EndOfBattle.NIGHTFALL, brief.turns, tuple(units[: 0 if loser.attacking else 1])
                ),
            ):
                if judge_report(self.board, brief, report):
                    yield report

    def __iter__(self) -> Iterator[BattleReport]:
        return iter(self.reports)

    def __len__(self) -> int:
        return len(self.reports)

    def judge(self, action: object) -> Verdict:
        if not isinstance(action, BattleReport):
            text = "the result of the battle on your table is wanted: a battle_report"
            return refuse("not_offered", text, self.board.cite("Ending a Battle"))
        if self.contested and action.reason in tuple(EndOfBattle) and not action.reason.by_the_book:
            text = f"the end by {action.reason} was contested: report how it ended by the book"
            return refuse("contested", text, self.board.cite("Ending a Battle"))
        return judge_report(self.board, self.brief, action)


CONFIRM, CONTEST = "confirm", "contest"
"""What the defender says of an end that the book does not know."""


def result_reported(table: Table[CampaignBoard], brief: BattleBrief) -> Procedure[BattleResult]:
    """People fight the battle on their table; the attacking seat reports what happened.

    Where a bot has that seat, whoever lets it play asks a person in its place. An end that the book does not know needs
    the word of the defender where it costs him anything. Source: GotW p.13 Fighting the Battle (AFI p.13).
    Readings: Reports by people, Battles that people end.
    """
    board = table.board
    cite = board.cite("Fighting the Battle")
    attacker, defender = brief.attacker.side, brief.defender.side
    report = yield from table.ask(attacker, ReportChoices(board, brief), "What happened on the table?", cite)
    if not report.reason.by_the_book and costs_the_defender(brief, report):
        choices = ListedChoices([Decide(CONFIRM), Decide(CONTEST)], cite=cite)
        confirmation = yield from table.ask(defender, choices, _asks_defender(board, brief, report), cite)
        if confirmation.choice == CONTEST:
            prompt = f"{board.campaign.side_name(defender)} contests that: what happened on the table, by the book?"
            report = yield from table.ask(attacker, ReportChoices(board, brief, is_contested=True), prompt, cite)
    return result_of(board, brief, report)


def costs_the_defender(brief: BattleBrief, report: BattleReport) -> bool:
    """Whether a report says that the defender lost the battle, or a brigade."""
    return report.winner != brief.defender.side or bool(_broken_defenders(brief, report))


def _broken_defenders(brief: BattleBrief, report: BattleReport) -> set[str]:
    """The brigades of the defender that a report says are broken."""
    return {unit.id for unit in brief.defender.units} & set(report.broken)


def _asks_defender(board: CampaignBoard, brief: BattleBrief, report: BattleReport) -> str:
    """What a defender is asked who is said to have lost the battle or brigades."""
    count, own_count = len(report.broken), len(_broken_defenders(brief, report))
    losses = f"{count} brigade{'s' * (count != 1)} broken" + f", {own_count} of them yours" * (count > 0)
    outcome_text = f"{report.reason.in_words} (turn {report.last_turn}, {losses}; {quote(report.why)})"
    return f"{board.campaign.side_name(report.winner)} is reported to have won: {outcome_text}. Was it so?"


def result_of(board: CampaignBoard, brief: BattleBrief, report: BattleReport) -> BattleResult:
    """The results of a report that has been found possible."""
    standings = next(sides for sides, verdict in _judged_standings(board, brief, report) if verdict)
    loser = board.enemy(report.winner)
    ruling = end_ruling(board, loser, report.reason, standings, report.why)
    story = (report.story,) if report.story else ()
    return BattleResult(report.winner, loser, report.reason, report.last_turn, report.broken, ruling, story, report.why)
