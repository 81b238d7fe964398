"""The packet of a battle: everything two people need to fight it on their table, as a page, as text and as JSON.

Its parts: the printed pages, the turn track, the report form and the action that its answers make, and base labels to
fold over the edge of a base. Source: GotW p.12-13 Assembling the Tabletop to Broken Brigades, p.20 Base Labels (AFI
p.12-13, 22-24), as facts and in words of our own. Readings: Plan of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, assert_never

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.actions import BattleReport
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import EndOfBattle
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.tabletop import brief as brief_of
from wargame_altar_of_freedom.rules.tabletop.brief import STANDING, BattleBrief, SideInBattle, breaks_at
from wargame_altar_of_freedom.rules.tabletop.endings import LONGEST_STORY
from wargame_altar_of_freedom.rules.tabletop.resolvers import PERMANENT
from wargame_altar_of_freedom.table.battle_plan import table_plan
from wargame_core.flow.visibility import REFEREE
from wargame_core.json_form import JsonObject
from wargame_pictures.paper.handout import (
    FieldKind,
    FormField,
    Handout,
    Paper,
    ReportForm,
    bullets,
    label,
    labels,
    printout,
    sheet,
    table,
)

SIDE_COLORS = ("#2b4a7d", "#8a2f2f")
"""Of the first and the second seat on paper, dark enough for white letters."""
ROSTER = ("No.", "base", "arm", "rating", "division", "square", "comes", "broken")


def battle_packet(board: CampaignBoard, seat: str = REFEREE, paper: Paper = Paper.A4) -> Handout | None:
    """The packet of the battle that waits to be fought, None while none does.

    For the referee it holds everything, for a seat all but what the attacker holds back from it. Its report form
    numbers the brigades of both sides through; the numbers are the same in every packet.
    """
    battle = board.battle
    if battle is None or not battle.turns or battle.loser or len(battle.called) < len(board.campaign.seats):
        return None
    full_brief = brief_of.battle_brief(board)
    numbers = {unit.id: number for number, unit in enumerate(full_brief.units, 1)}
    brief, open_brief = as_known(full_brief, seat), as_known(full_brief, full_brief.defender.side)
    reading = board.options["breakpoint"]
    turns, open_turns = schedule(board.campaign, brief, reading), schedule(board.campaign, open_brief, reading)
    form = report_form(board.campaign, full_brief)
    title = f"{board.campaign.title}, turn {board.turn}: the battle at {full_brief.contact}"
    pages = Pages(board.campaign, open_brief, open_turns, numbers, form, title, board.options)
    secret = held_back(board.campaign, brief, turns, numbers)
    return Handout(
        f"{board.campaign.id}-turn-{board.turn}-battle",
        title,
        printout(title, (*pages.sheets(), *secret), paper),
        _text(pages, brief, turns),
        _data(brief, turns, numbers),
        form if seat in (REFEREE, full_brief.attacker.side) or len(brief.units) == len(full_brief.units) else None,
    )


def as_known(brief: BattleBrief, seat: str) -> BattleBrief:
    """The brief without what the attacker holds back, for anybody but him and the referee."""
    attacker = brief.attacker
    if seat in (REFEREE, attacker.side):
        return brief
    known_brief = evolve(
        attacker,
        units=tuple(unit for unit in attacker.units if not unit.held_back),
        divisions=tuple(division for division in attacker.divisions if not division.held_back),
        generals=tuple(general for general in attacker.generals if not general.held_back),
    )
    return evolve(brief, sides=(known_brief, brief.defender))


def _text(pages: Pages, brief: BattleBrief, turns: tuple[TurnOfBattle, ...]) -> str:
    """The same as the pages say, for a terminal; ``brief`` and ``turns`` are as the reader knows them.

    Base labels are for scissors.
    """
    heading = "TURNS (at the end of each: who arrives; broken brigades that break an army)"
    lines = [pages.title, "", brief.text(pages.numbers), "", heading]
    for turn in turns:
        breaks = ", ".join(f"{strength.side} {strength.in_words}" for strength in turn.strengths)
        lines.append(f"  {turn.number:>2}  {turn.hour}  {breaks}")
        lines += [f"             {side}: {arrival}" for side, arrival in turn.arrivals]
    if held_back_lines := _held_back_lines(brief):
        lines += ["", "HELD BACK (for the attacker only)", *(f"  {line}" for line in held_back_lines)]
    lines += ["", "QUICK REFERENCE", *(f"  {rule}" for rule in pages.rules())]
    lines += ["", pages.form.title.upper(), f"  Form {pages.form.fingerprint}; numbers are those of the bases above."]
    for form_field in pages.form.fields:
        lines.append(f"  {form_field.prompt}")
        match form_field.kind:
            case FieldKind.CHOICE:
                lines += [f"    [ ] {words}" for words in form_field.values.values()]
            case FieldKind.NUMBER:
                lines.append(f"    ____ ({form_field.least} to {form_field.most})")
            case FieldKind.NUMBERS | FieldKind.TEXT:
                lines.append("    ____")
            case _:
                assert_never(form_field.kind)
    return "\n".join(lines)


def _data(brief: BattleBrief, turns: tuple[TurnOfBattle, ...], numbers: dict[str, int]) -> JsonObject:
    battle = brief.to_json()
    for side in battle["sides"]:  # what the stand-in adds is not a rule of the book
        del side["cover"], side["cover_reason"]
    return {
        "battle": battle,
        "turns": [
            {
                "turn": turn.number,
                "hour": turn.hour,
                "arrivals": [{"side": side, "who": arrival} for side, arrival in turn.arrivals],
                "breakpoints": {
                    strength.side: {"bases": strength.bases, "broken": strength.breakpoint}
                    for strength in turn.strengths
                },
            }
            for turn in turns
        ],
        "numbers": {str(numbers[unit.id]): unit.id for unit in brief.units},
    }


# the turn track


@frozen
class Strength:
    """A side at the end of a turn: bases that have entered, and how many broken ones break it.

    Without divisions held back, then with all of them; the two are the same where none is.
    """

    side: str
    bases: int
    breakpoint: int
    bases_with_all: int
    breakpoint_with_all: int

    @property
    def in_words(self) -> str:
        """The breakpoint as the track prints it."""
        extra_words = f"; {self.breakpoint_with_all} with all held back" if self.bases_with_all != self.bases else ""
        return f"{self.breakpoint} of {self.bases}{extra_words}"


@frozen
class TurnOfBattle:
    """An hour of a battle. ``arrivals`` come at its end, in words, by side; ``strengths`` hold at its end."""

    number: int
    hour: str
    arrivals: tuple[tuple[str, str], ...]
    strengths: tuple[Strength, Strength]


def schedule(campaign: Campaign, brief: BattleBrief, reading: str) -> tuple[TurnOfBattle, ...]:
    """The turns of a battle in order, the last of them ending at nightfall, by a reading of the breakpoint."""
    attacker, defender = brief.sides
    return tuple(
        TurnOfBattle(
            number,
            hour_of(brief.first_hour, number),
            tuple((side.side, arrival) for side in brief.sides for arrival in arrivals(side, number)),
            (_strength(campaign, attacker, number, reading), _strength(campaign, defender, number, reading)),
        )
        for number in range(1, brief.turns + 1)
    )


def hour_of(first_hour: str, number: int) -> str:
    """When a turn begins, an hour each: "13:00"."""
    hours, _, minutes = first_hour.partition(":")
    return f"{int(hours) + number - 1:02}:{minutes}"


def arrivals(side: SideInBattle, turn: int) -> list[str]:
    """Who comes at the end of a turn, in words: divisions with their edge, and generals with them."""
    texts = []
    for division in side.divisions:
        if division.arrives == turn and not division.held_back:
            generals = [general.name for general in side.generals if general.rides_with == division.name]
            riding = f" with {' and '.join(generals)}" if generals else ""
            over_edge = f" over the {' or '.join(division.edges)} edge" if division.edges else ""
            texts.append(f"{division.name}{riding}{over_edge} of {division.square}")
    return texts


def _strength(campaign: Campaign, side: SideInBattle, turn: int, reading: str) -> Strength:
    entered_units = side.entered(turn)
    bases, with_all = len(entered_units) - sum(unit.held_back for unit in entered_units), len(entered_units)
    breaks, breaks_with_all = (breaks_at(campaign, count, reading) for count in (bases, with_all))
    return Strength(side.side, bases, breaks, with_all, breaks_with_all)


# the report form

BY_AGREEMENT = frozenset(end_of_battle.value for end_of_battle in EndOfBattle if not end_of_battle.by_the_book)

FIELD_OF = {
    "no_such_side": "winner",
    "no_such_turn": "last_turn",
    "not_nightfall": "last_turn",
    "story_too_long": "story",
    "why": "why",
    "twice": "broken",
    "not_there": "broken",
    "not_broken": "broken",
    "was_broken": "ended",
    "fewer_losses": "broken",
}
"""Which field a reason against a report is about."""


def report_form(campaign: Campaign, brief: BattleBrief) -> ReportForm:
    """What people who fought the battle are asked."""
    units = brief.units

    def action(answers: Mapping[str, Any]) -> BattleReport:
        broken_units = tuple(units[number - 1].id for number in answers["broken"])
        ending = answers["winner"], EndOfBattle(answers["ended"]), answers["last_turn"]
        return BattleReport(*ending, broken_units, answers.get("story", ""), answers.get("why", ""))

    sides = {side.side: in_role(campaign, side) for side in brief.sides}
    return ReportForm(
        f"Report of the battle at {brief.contact}, campaign turn {brief.campaign_turn}",
        as_known(brief, brief.defender.side).digest,  # of all, it would tell the defender what is held back
        (
            FormField("winner", "Who holds the field?", FieldKind.CHOICE, sides),
            FormField("ended", "How did it end?", FieldKind.CHOICE, {end.value: end.in_words for end in EndOfBattle}),
            FormField(
                "last_turn", "Which was the last turn that was played?", FieldKind.NUMBER, least=1, most=brief.turns
            ),
            FormField(
                "broken",
                "Which brigades of both sides are broken and have not rallied? Their numbers, such as 3, 12-14",
                FieldKind.NUMBERS,
                {
                    str(number): f"{unit.name} {unit.rating:+d} ({unit.arm}, {unit.division})"
                    for number, unit in enumerate(units, 1)
                },
            ),
            FormField(
                "why",
                "Why did it end so? A word for the record, needed where it did not end by the book",
                FieldKind.TEXT,
                most=LONGEST_STORY,
                asked_if=("ended", BY_AGREEMENT),
            ),
            FormField("story", "What happened, if you like to tell", FieldKind.TEXT, most=LONGEST_STORY),
        ),
        action,
        FIELD_OF,
    )


def in_role(campaign: Campaign, side: SideInBattle) -> str:
    """A side as rosters and forms call it."""
    return f"{campaign.side_name(side.side)}, the {'attacker' if side.attacking else 'defender'}"


# the pages


@frozen
class Pages:
    """What the pages for both players are made from: what both know. ``numbers`` are those of the report form."""

    campaign: Campaign
    brief: BattleBrief
    turns: tuple[TurnOfBattle, ...]
    numbers: Mapping[str, int]
    form: ReportForm
    title: str
    options: Mapping[str, str]

    def sheets(self) -> Iterator[str]:
        """The sheets in order: plan, rosters, turns and rules, report form, labels."""
        yield self._plan()
        for side in self.brief.sides:
            yield self._roster(side)
        yield self._turns()
        yield self._report()
        yield self._labels()

    def _name(self, side: str) -> str:
        return self.campaign.side_name(side)

    def _plan(self) -> str:
        brief = self.brief
        width, depth = brief.ground.size
        colors = dict(zip(self.campaign.seats, SIDE_COLORS, strict=True))
        return sheet(
            f"<h1>{escape(self.title)}</h1>",
            f"<p>{escape(self._name(brief.attacker.side))} attacks from {escape(brief.approach)}. "
            f"The table is {width} by {depth} feet; first turn {escape(brief.first_hour)}, {brief.turns} turns until "
            f"nightfall at {escape(brief.nightfall)}; turn clock {escape(brief.turn_clock)}.</p>",
            f'<figure class="plan">{table_plan(brief, colors)}</figure>',
            "<h2>The table must show</h2>",
            f'<div class="two">{bullets(brief.features or ("nothing but open ground",))}</div>',
            '<p class="soft">Bends of roads and rivers and the pieces of wood are a suggestion; what the list names is '
            "on the theater map. All else the defender places, and he has the last word in a dispute.</p>",
        )

    def _roster(self, side: SideInBattle) -> str:
        works_lines = [
            f"Earthworks of {earthwork.place}: {earthwork.bonus:+d} for its units that are attacked there."
            for earthwork in self.brief.ground.works
            if earthwork.side == side.side
        ]
        return sheet(
            f"<h1>{escape(in_role(self.campaign, side))}</h1>",
            _generals(side.generals),
            "<h2>Bases</h2>",
            bases(side.units, self.numbers),
            bullets(works_lines),
        )

    def _turns(self) -> str:
        sides = [side.side for side in self.brief.sides]
        rows = [
            (
                str(turn.number),
                turn.hour,
                "; ".join(f"{self._name(side)}: {arrival}" for side, arrival in turn.arrivals) or "–",
                *(strength.in_words for strength in turn.strengths),
                "[ ]",
            )
            for turn in self.turns
        ]
        head = ("turn", "hour", "arrives at its end", *(f"{self._name(side)} breaks at" for side in sides), "")
        return sheet(
            "<h1>Turn track</h1>",
            table(head, rows, numbers=frozenset({0, 1})),
            '<p class="soft">Breaks at: so many broken bases, of so many that have entered by then.</p>',
            "<h2>Quick reference</h2>",
            bullets(self.rules()),
        )

    def rules(self) -> Iterator[str]:
        """The rules of a battle in short, each with its page."""
        campaign, brief = self.campaign, self.brief
        cite = campaign.cite
        share = campaign.breakpoint.fraction
        yield f"The defender deploys first, each division anywhere in its own square [{cite('Deployment')}]."
        yield (
            f"The attacker's division that made contact deploys within 6 inches of the {brief.edge} edge of its "
            f"square; his others in the squares they stand in [{cite('Deployment')}]."
        )
        yield f"Divisions that the attacker holds back come when he likes [{cite('Deployment')}]."
        yield (
            "Reinforcements come at the end of their turn, within 6 inches of the edge they cross "
            f"[{cite('Reinforcement Table')}]."
        )
        yield f"A general is there with the first of his divisions [{cite('Generals Arriving')}]."
        breakpoint_base = "left on the table" if self.options["breakpoint"] == STANDING else "it has had on the table"
        yield (
            f"An army breaks when as many of its bases are broken at the end of a turn as {share.numerator}/"
            f"{share.denominator} of those {breakpoint_base}, rounded {campaign.breakpoint.rounding}, as the turn "
            f"track says; if both break, the larger share loses "
            f"[{cite('Ending a Battle')}]."
        )
        yield (
            f"At {brief.nightfall} the side with more broken bases has lost; the defender wins ties "
            f"[{cite('Ending a Battle')}]."
        )
        losses_are_permanent = self.options["tabletop_losses"] == PERMANENT
        losses = (
            "are lost to the campaign"
            if losses_are_permanent
            else "are broken in the campaign and may rally at the end of turns"
        )
        yield f"Bases that are broken and have not rallied {losses} [{cite('Broken Brigades')}]."
        yield "The battle itself is fought by the main rules of Altar of Freedom; nothing here replaces them."

    def _report(self) -> str:
        rows = []
        for side in self.brief.sides:
            rows.append(f"<h3>{escape(self._name(side.side))}</h3>")
            rows += [
                f"<div>&#9744; <b>{self.numbers[unit.id]}</b> {escape(unit.name)} {unit.rating:+d} "
                f'<span class="soft">{escape(unit.division)}</span></div>'
                for unit in side.units
            ]
        return sheet(
            f"<h1>{escape(self.form.title)}</h1>",
            f'<p class="soft">Form {escape(self.form.fingerprint)}. Give it back: type the answers when the game asks, '
            "or write them into the form's file (wargame battle RECORD --out report.toml) and enter that: "
            "wargame report RECORD report.toml.</p>",
            *(_field(form_field) for form_field in self.form.fields),
            "<h2>Numbers of the bases</h2>",
            f'<div class="two">{"".join(rows)}</div>',
        )

    def _labels(self) -> str:
        parts = ["<h1>Base labels</h1>", '<p class="soft">Cut along the dashes, fold along the dots.</p>']
        for side in self.brief.sides:
            parts.append(f"<h2>{escape(self._name(side.side))}</h2>")
            parts.append(labels(labels_of_units(self.campaign, (unit.id for unit in side.units))))
        return sheet(*parts)


def _held_back_lines(brief: BattleBrief) -> list[str]:
    """Where each division that is held back stands, and over which edges it may come."""
    held_back_divisions = (division for division in brief.attacker.divisions if division.held_back)
    return [
        f"{division.name} stands in {division.square} and may come over its {' or '.join(division.edges)} edge."
        for division in held_back_divisions
    ]


def held_back(
    campaign: Campaign, brief: BattleBrief, turns: tuple[TurnOfBattle, ...], numbers: Mapping[str, int]
) -> Iterator[str]:
    """The sheet for the attacker alone, where anything is held back; ``brief`` and ``turns`` are as he knows them."""
    side = brief.attacker
    held_back_lines = _held_back_lines(brief)
    if not held_back_lines:
        return
    units = [unit for unit in side.units if unit.held_back]
    breaks = [(str(turn.number), turn.hour, turn.strengths[0].in_words) for turn in turns]
    yield sheet(
        f"<h1>{escape(campaign.side_name(side.side))}: held back</h1>",
        '<p class="ours">For the attacker only: the defender does not know what these divisions are until they '
        "come. They count for the breakpoint from the turn they enter.</p>",
        bullets(held_back_lines),
        _generals([general for general in side.generals if general.held_back]),
        "<h2>Bases</h2>",
        bases(units, numbers),
        "<h2>The army breaks at</h2>",
        table(("turn", "hour", "broken bases"), breaks, numbers=frozenset({0, 1})),
        "<h2>Base labels</h2>",
        labels(labels_of_units(campaign, (unit.id for unit in units))),
    )


def bases(units: Iterable[brief_of.UnitOnTable], numbers: Mapping[str, int]) -> str:
    """The roster of some bases, with a box for what breaks."""
    rows = [
        (
            str(numbers[unit.id]),
            unit.name,
            unit.arm,
            f"{unit.rating:+d}",
            unit.division,
            unit.square,
            unit.arrival_text,
            "[ ]",
        )
        for unit in units
    ]
    return table(ROSTER, rows, numbers=frozenset({0, 3}))


def _generals(generals: Sequence[brief_of.GeneralPresent]) -> str:
    if not generals:
        return ""
    rows = []
    for general in generals:
        points = "" if general.priority_points is None else str(general.priority_points)
        arrival_text = (
            f"{general.arrival_text}, with {general.rides_with}" if general.rides_with else general.arrival_text
        )
        rows.append((general.name, general.role, points, ", ".join(general.traits) or "–", arrival_text))
    head = ("general", "commands", "priority points", "traits", "comes")
    return "<h2>Generals</h2>" + table(head, rows, numbers=frozenset({2}))


def _field(form_field: FormField) -> str:
    prompt = f"<h3>{escape(form_field.prompt)}</h3>"
    match form_field.kind:
        case FieldKind.CHOICE:
            return prompt + "".join(f"<div>&#9744; {escape(words)}</div>" for words in form_field.values.values())
        case FieldKind.NUMBER:
            return (
                f'{prompt}<span class="fill"></span> <span class="soft">{form_field.least} to {form_field.most}</span>'
            )
        case FieldKind.NUMBERS | FieldKind.TEXT:
            return f'{prompt}<div class="lines"></div>'
        case _:
            assert_never(form_field.kind)


def end_boxes() -> str:
    """A box to tick for every way in which a battle may have ended."""
    return "".join(f"<div>&#9744; {escape(end_of_battle.in_words)}</div>" for end_of_battle in EndOfBattle)


# base labels


def labels_of_leaders(campaign: Campaign, side: str) -> Iterator[str]:
    """A label for every general of a side and one for his headquarters."""
    for leader in campaign.oob.leaders.values():
        if campaign.oob.side_of(leader) == side:
            role = f"{leader.role} general"
            yield label(leader.name.upper(), "", role)
            yield label(f"{leader.role.upper()} HQ", "", leader.name)


def labels_of_units(campaign: Campaign, units: Iterable[str]) -> Iterator[str]:
    """A label for every brigade and battery."""
    for unit_id in units:
        unit, formation = campaign.oob.units[unit_id], campaign.oob.formation_of(unit_id)
        arm = "" if unit.arm == "infantry" else f"{unit.arm}, "
        yield label(unit.name.upper(), f"{unit.rating:+d}", f"{arm}{formation.name}")
