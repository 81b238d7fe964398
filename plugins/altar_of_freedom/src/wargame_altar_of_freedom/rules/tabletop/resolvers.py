"""Fighting the battle: reported by people who fought it on their table, or by a quick stand-in.

The stand-in is ours and not the game's: the battle rules are another book. Source of what must come back: GotW p.13
Fighting the Battle, Ending a Battle (AFI p.13). Stand-in: decision 0115.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from attrs import frozen

from wargame_altar_of_freedom.board.battle_actions import BattleReport
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.rules.fog_of_war import both_sides
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, SideInBattle, army_breakpoint, mean_rating
from wargame_core.authoring import D6, LEGAL, Choices, Modifier, Procedure, Ruling, Table, Verdict, refuse
from wargame_core.quoting import quote, shorten

BREAKPOINT, NIGHTFALL = "breakpoint", "nightfall"


@frozen
class BattleResult:
    """How a battle ended: winner, loser, "breakpoint" or "nightfall", last turn, and who is broken and not rallied."""

    winner: str
    loser: str
    reason: str
    last_turn: int
    broken: tuple[str, ...]
    ruling: Ruling
    story: tuple[str, ...] = ()


BattleResolver = Callable[[Table[CampaignBoard], BattleBrief], Procedure[BattleResult]]
"""Fights a battle. It may ask and roll like any rule."""


@frozen
class Standing:
    """Where one side stands: units that entered, broken ones, and its breakpoint."""

    side: str
    attacking: bool
    entered: int
    broken: int
    breakpoint: int

    @property
    def reached(self) -> bool:
        """Whether it has reached its breakpoint."""
        return self.broken >= max(self.breakpoint, 1)

    def ruling(self) -> Ruling:
        """The side's line in the ruling."""
        detail = {"entered": self.entered, "broken": self.broken, "breakpoint": self.breakpoint}
        result = f"{self.broken} of {self.entered} broken, breakpoint {self.breakpoint}"
        return Ruling(self.side, result, self.broken, detail=detail)


def standing(
    board: CampaignBoard, side: SideInBattle, turn: int, broken: frozenset[str], absent: tuple[str, ...] = ()
) -> Standing:
    """A side's standing at the end of a turn: every brigade that has entered counts, broken ones too. Decision 0114.

    ``absent`` are divisions held back that have not entered yet.
    """
    entered = [unit for unit in side.entered(turn) if unit.division not in absent]
    count = sum(1 for unit in entered if unit.id in broken)
    return Standing(side.side, side.attacking, len(entered), count, army_breakpoint(board.campaign, len(entered)))


def possible_standings(
    board: CampaignBoard, side: SideInBattle, turn: int, broken: frozenset[str]
) -> Iterator[Standing]:
    """The standings that a side may have had: divisions held back come when their general likes, or never.

    The first is that of all being on the table. A division with a broken brigade must have been there.
    Source: GotW p.12 Deployment (AFI p.12).
    """
    held = dict.fromkeys(unit.division for unit in side.units if unit.held_back)
    free = [division for division in held if not any(u.id in broken for u in side.units if u.division == division)]
    for size in range(len(free) + 1):
        for absent in combinations(free, size):
            yield standing(board, side, turn, broken, absent)


def loser_at_breakpoint(attacker: Standing, defender: Standing) -> str | None:
    """Who has lost by breakpoint; if both have, the larger share broken loses, the attacker when equal.

    Source: GotW p.13 Ending a Battle (AFI p.13). Decision 0114.
    """
    if attacker.reached and defender.reached:
        attackers_share = attacker.broken * defender.entered
        return defender.side if defender.broken * attacker.entered > attackers_share else attacker.side
    if attacker.reached:
        return attacker.side
    return defender.side if defender.reached else None


def loser_at_nightfall(attacker: Standing, defender: Standing) -> str:
    """At nightfall the side with more broken brigades has lost; the defender wins ties. Source: GotW p.13."""
    return defender.side if defender.broken > attacker.broken else attacker.side


def _ruling(board: CampaignBoard, loser: str, reason: str, standings: tuple[Standing, Standing]) -> Ruling:
    parts = tuple(side.ruling() for side in standings)
    return Ruling("Tabletop battle", f"{loser} lost by {reason}", cite=board.cite("Ending a Battle"), parts=parts)


LONGEST_STORY = 1000
"""Characters that a player may tell of a battle. Ours: the other player has to read them."""


def judge_report(board: CampaignBoard, brief: BattleBrief, report: BattleReport) -> Verdict:
    """Whether a reported result can have happened, and if not, why. Source: GotW p.13 Ending a Battle (AFI p.13)."""
    cite = board.cite("Ending a Battle")
    sides = {side.side for side in brief.sides}
    if report.winner not in sides:
        return refuse("no_such_side", f"{quote(report.winner)} did not fight (sides: {', '.join(sorted(sides))})", cite)
    if report.reason not in (BREAKPOINT, NIGHTFALL):
        return refuse(
            "no_such_reason", f"a battle ends by {BREAKPOINT} or {NIGHTFALL}, not {quote(report.reason)}", cite
        )
    if not 1 <= report.last_turn <= brief.turns:
        return refuse("no_such_turn", f"turn {report.last_turn}: this battle has turns 1 to {brief.turns}", cite)
    if report.reason == NIGHTFALL and report.last_turn != brief.turns:
        return refuse("not_nightfall", f"night falls after turn {brief.turns}, not {report.last_turn}", cite)
    if len(report.story) > LONGEST_STORY:
        text = f"the story has {len(report.story):,} characters; at most {LONGEST_STORY:,} are told"
        return refuse("story_too_long", text, cite)
    broken = frozenset(report.broken)
    if len(broken) != len(report.broken):
        return refuse("twice", "a brigade is named twice among the broken", cite)
    there = {unit.id for side in brief.sides for unit in side.entered(report.last_turn)}
    strangers = sorted(broken - there)
    if strangers:
        text = f"{shorten(', '.join(strangers))} had not entered the battle by the end of turn {report.last_turn}"
        return refuse("not_there", text, cite)
    verdicts = [verdict for _, verdict in _judged_standings(board, brief, report)]
    return LEGAL if any(verdicts) else verdicts[0]


def _judged_standings(
    board: CampaignBoard, brief: BattleBrief, report: BattleReport
) -> Iterator[tuple[tuple[Standing, Standing], Verdict]]:
    """The standings that a report may mean, each with whether the battle can have ended as reported with it."""
    broken = frozenset(report.broken)
    defender = standing(board, brief.defender, report.last_turn, broken)
    for attacker in possible_standings(board, brief.attacker, report.last_turn, broken):
        yield (attacker, defender), _judge_end(board, report, attacker, defender)


def _judge_end(board: CampaignBoard, report: BattleReport, attacker: Standing, defender: Standing) -> Verdict:
    cite = board.cite("Ending a Battle")
    told = f"{attacker.side} {attacker.ruling().result}; {defender.side} {defender.ruling().result}"
    loser = board.enemy(report.winner)
    by_breakpoint = loser_at_breakpoint(attacker, defender)
    if report.reason == BREAKPOINT and by_breakpoint != loser:
        return refuse("not_broken", f"{loser} cannot have lost by breakpoint: {told}", cite)
    if report.reason == NIGHTFALL:
        if by_breakpoint is not None:
            return refuse("was_broken", f"{by_breakpoint} had reached its breakpoint by nightfall: {told}", cite)
        if loser_at_nightfall(attacker, defender) != loser:
            return refuse("fewer_losses", f"{loser} did not lose at nightfall (the defender wins ties): {told}", cite)
    return LEGAL


class ReportChoices(Choices):
    """Every result that can have happened. Offered are two for each side, as patterns; any possible one is accepted."""

    __slots__ = ("board", "brief", "reports")
    complete = False

    def __init__(self, board: CampaignBoard, brief: BattleBrief) -> None:
        self.board, self.brief = board, brief
        self.reports = tuple(self._patterns())

    def _patterns(self) -> Iterator[BattleReport]:
        brief = self.brief
        for loser, winner in (brief.sides, brief.sides[::-1]):
            units = [unit.id for unit in loser.entered(brief.turns)]
            needed = max(army_breakpoint(self.board.campaign, len(units)), 1)
            for report in (
                BattleReport(winner.side, BREAKPOINT, brief.turns, tuple(units[:needed])),
                BattleReport(winner.side, NIGHTFALL, brief.turns, tuple(units[: 0 if loser.attacking else 1])),
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
        return judge_report(self.board, self.brief, action)


def reported(t: Table[CampaignBoard], brief: BattleBrief) -> Procedure[BattleResult]:
    """People fight the battle on their table; the attacking seat reports what happened.

    Source: GotW p.13 Fighting the Battle (AFI p.13).
    """
    board = t.board
    cite = board.cite("Fighting the Battle")
    report = yield from t.ask(brief.attacker.side, ReportChoices(board, brief), "What happened on the table?", cite)
    standings = next(sides for sides, possible in _judged_standings(board, brief, report) if possible)
    loser = board.enemy(report.winner)
    ruling = _ruling(board, loser, report.reason, standings)
    story = (report.story,) if report.story else ()
    return BattleResult(report.winner, loser, report.reason, report.last_turn, report.broken, ruling, story)


def quick(t: Table[CampaignBoard], brief: BattleBrief) -> Procedure[BattleResult]:
    """A stand-in for the battle: an hourly die each, weight and quality of the unbroken bases, and cover.

    Each hour d6 + unbroken bases / 4 (down) + mean rating, and the defender's cover; the lower side breaks one base,
    two if lower by 4 or more, the worst first; each broken base comes back on a 6. Decision 0115.
    """
    board = t.board
    broken: frozenset[str] = frozenset()
    story: list[str] = []
    for turn in range(1, brief.turns + 1):
        broken, told = yield from _hour(t, brief, turn, broken)
        story.append(told)
        attacker, defender = (standing(board, side, turn, broken) for side in brief.sides)
        loser, reason = loser_at_breakpoint(attacker, defender), BREAKPOINT
        if loser is None and turn == brief.turns:
            loser, reason = loser_at_nightfall(attacker, defender), NIGHTFALL
        if loser is not None:
            ruling = _ruling(board, loser, reason, (attacker, defender))
            lost = tuple(unit.id for side in brief.sides for unit in side.units if unit.id in broken)
            return BattleResult(board.enemy(loser), loser, reason, turn, lost, ruling, tuple(story))
    raise AssertionError("the last hour always has a loser")


def hour_score(side: SideInBattle, turn: int, broken: frozenset[str], die: int) -> Ruling:
    """A side's score in one hour of the stand-in. Decision 0115."""
    # What arrives at the end of a turn fights from the next one on.
    fighting = tuple(unit for unit in side.entered(turn - 1) if unit.id not in broken)
    modifiers = [
        Modifier(die, "die"),
        Modifier(len(fighting) // 4, "weight", because=f"{len(fighting)} unbroken bases"),
        Modifier(mean_rating(fighting), "quality", because="mean rating"),
    ]
    if side.cover:
        modifiers.append(Modifier(side.cover, "cover", because=side.cover_reason))
    return Ruling(side.side, sum(modifier.value for modifier in modifiers), 0, tuple(modifiers))


def _hour(
    t: Table[CampaignBoard], brief: BattleBrief, turn: int, broken: frozenset[str]
) -> Procedure[tuple[frozenset[str], str]]:
    board = t.board
    scores, told = [], []
    for side in brief.sides:
        die = yield from t.roll(D6, f"battle turn {turn}: {side.side}", seen_by=both_sides(board))
        scores.append(hour_score(side, turn, broken, die).total)
        told.append(f"{board.campaign.reference.side_name(side.side)} {scores[-1]} (rolled {die})")
    difference = scores[0] - scores[1]
    if difference:
        worse = brief.defender if difference > 0 else brief.attacker
        whole = [unit for unit in worse.entered(turn - 1) if unit.id not in broken]
        whole.sort(key=lambda unit: (unit.rating, unit.id))
        broken |= {unit.id for unit in whole[: 2 if abs(difference) >= 4 else 1]}
    rolled = {}
    for unit in sorted(broken):
        rolled[unit] = yield from t.roll(D6, f"{unit} returns on 6", seen_by=both_sides(board))
    broken -= {unit for unit, die in rolled.items() if die == 6}
    counts = [sum(1 for unit in side.units if unit.id in broken) for side in brief.sides]
    tries = ", ".join(f"{board.campaign.oob.units[unit].name} {die}" for unit, die in rolled.items())
    returns = f"; on a 6 return {tries}" if tries else ""
    return broken, f"Battle turn {turn}: {told[0]}, {told[1]}{returns}; broken so far {counts[0]} and {counts[1]}."


RESOLVERS: Mapping[str, BattleResolver] = {"quick": quick, "reported": reported}
"""The ways to fight a battle, by the value of the option ``battles``."""
