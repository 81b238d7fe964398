"""The printed pages of a battle's packet.

Source: GotW p.12-13 Assembling the Tabletop to Broken Brigades (AFI p.12-13), as facts and in words of our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from attrs import frozen

from wargame_altar_of_freedom.board.battle_ends import EndOfBattle
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, GeneralPresent, SideInBattle, UnitOnTable
from wargame_altar_of_freedom.table.battle.labels import labels_of_units
from wargame_altar_of_freedom.table.battle.plan import table_plan
from wargame_altar_of_freedom.table.battle.schedule import TurnOfBattle
from wargame_pictures.paper.handout import FieldKind, FormField, ReportForm
from wargame_pictures.paper.pages import bullets, labels, sheet, table

SIDE_COLORS = ("#2b4a7d", "#8a2f2f")
"""Of the first and the second seat on paper, dark enough for white letters."""
ROSTER = ("No.", "base", "arm", "rating", "division", "square", "comes", "broken")


@frozen
class Pages:
    """What the pages for both players are made from: what both know. ``numbers`` are those of the report form."""

    campaign: Campaign
    brief: BattleBrief
    turns: tuple[TurnOfBattle, ...]
    numbers: Mapping[str, int]
    form: ReportForm
    title: str

    def sheets(self) -> Iterator[str]:
        """The sheets in order: plan, rosters, turns and rules, report form, labels."""
        yield self._plan()
        for side in self.brief.sides:
            yield self._roster(side)
        yield self._turns()
        yield self._report()
        yield self._labels()

    def _name(self, side: str) -> str:
        return self.campaign.reference.side_name(side)

    def _plan(self) -> str:
        brief = self.brief
        wide, deep = brief.ground.size
        colors = dict(zip(self.campaign.seats, SIDE_COLORS, strict=True))
        return sheet(
            f"<h1>{escape(self.title)}</h1>",
            f"<p>{escape(self._name(brief.attacker.side))} attacks from {escape(brief.approach)}. "
            f"The table is {wide} by {deep} feet; first turn {escape(brief.first_hour)}, {brief.turns} turns until "
            f"nightfall at {escape(brief.nightfall)}; turn clock {escape(brief.turn_clock)}.</p>",
            f'<figure class="plan">{table_plan(brief, colors)}</figure>',
            "<h2>The table must show</h2>",
            f'<div class="two">{bullets(brief.features or ("nothing but open ground",))}</div>',
            '<p class="soft">Bends of roads and rivers and the pieces of wood are a suggestion; what the list names is '
            "on the theater map. All else the defender places, and he has the last word in a dispute.</p>",
        )

    def _roster(self, side: SideInBattle) -> str:
        role = "attacker" if side.attacking else "defender"
        works = [
            f"Earthworks of {works.place}: {works.bonus:+d} for its units that are attacked there."
            for works in self.brief.ground.works
            if works.side == side.side
        ]
        return sheet(
            f"<h1>{escape(self._name(side.side))}, the {role}</h1>",
            _generals(side.generals),
            "<h2>Bases</h2>",
            bases(side.units, self.numbers),
            bullets(works),
        )

    def _turns(self) -> str:
        sides = [side.side for side in self.brief.sides]
        rows = [
            (
                str(turn.number),
                turn.hour,
                "; ".join(f"{self._name(side)}: {who}" for side, who in turn.arrivals) or "–",
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
            bullets(self._rules()),
        )

    def _rules(self) -> Iterator[str]:
        campaign, brief = self.campaign, self.brief
        cite = campaign.reference.cite
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
        yield (
            f"An army breaks when {share.numerator}/{share.denominator} of the bases it has had on the table, rounded "
            f"{campaign.breakpoint.rounding}, are broken at the end of a turn; if both break, the larger share loses "
            f"[{cite('Ending a Battle')}]."
        )
        yield (
            f"At {brief.nightfall} the side with more broken bases has lost; the defender wins ties "
            f"[{cite('Ending a Battle')}]."
        )
        losses = "are broken in the campaign and may rally at the end of the turn"
        yield f"Bases that are broken and have not rallied {losses} [{cite('Broken Brigades')}]."
        yield "The battle itself is fought by the main rules of Altar of Freedom; nothing here replaces them."

    def _report(self) -> str:
        return sheet(
            f"<h1>{escape(self.form.title)}</h1>",
            f'<p class="soft">Form {escape(self.form.fingerprint)}. Give it back: type the answers when the game asks, '
            "or write them into the form's file (wargame battle RECORD --out report.toml) and enter that: "
            "wargame report RECORD report.toml.</p>",
            *(_field(asked) for asked in self.form.fields),
            "<h2>Numbers of the bases</h2>",
            '<div class="two">'
            + "".join(
                f"<h3>{escape(self._name(side.side))}</h3>"
                + "".join(
                    f"<div>&#9744; <b>{self.numbers[unit.id]}</b> {escape(unit.name)} {unit.rating:+d} "
                    f'<span class="soft">{escape(unit.division)}</span></div>'
                    for unit in side.units
                )
                for side in self.brief.sides
            )
            + "</div>",
        )

    def _labels(self) -> str:
        made = [
            part
            for side in self.brief.sides
            for part in (
                f"<h2>{escape(self._name(side.side))}</h2>",
                labels(labels_of_units(self.campaign, (unit.id for unit in side.units))),
            )
        ]
        return sheet("<h1>Base labels</h1>", '<p class="soft">Cut along the dashes, fold along the dots.</p>', *made)


@frozen
class HeldBack:
    """The sheet for the attacker alone. ``brief`` and ``turns`` are as he knows them."""

    campaign: Campaign
    brief: BattleBrief
    turns: tuple[TurnOfBattle, ...]
    numbers: Mapping[str, int]

    def sheets(self) -> Iterator[str]:
        """The sheet, where anything is held back."""
        side = self.brief.attacker
        held = [division for division in side.divisions if division.held_back]
        if not held:
            return
        units = [unit for unit in side.units if unit.held_back]
        breaks = [(str(turn.number), turn.hour, turn.strengths[0].in_words) for turn in self.turns]
        yield sheet(
            f"<h1>{escape(self.campaign.reference.side_name(side.side))}: held back</h1>",
            '<p class="ours">For the attacker only: the defender does not know what these divisions are until they '
            "come. They count for the breakpoint from the turn they enter.</p>",
            bullets(
                f"{division.name} stands in {division.square} and may come over its {' or '.join(division.edges)} edge."
                for division in held
            ),
            _generals([general for general in side.generals if general.held_back]),
            "<h2>Bases</h2>",
            bases(units, self.numbers),
            "<h2>The army breaks at</h2>",
            table(("turn", "hour", "broken bases"), breaks, numbers=frozenset({0, 1})),
            "<h2>Base labels</h2>",
            labels(labels_of_units(self.campaign, (unit.id for unit in units))),
        )


def bases(units: Iterable[UnitOnTable], numbers: Mapping[str, int]) -> str:
    """The roster of some bases, with a box for what breaks."""
    rows = [(str(numbers[u.id]), u.name, u.arm, f"{u.rating:+d}", u.division, u.square, u.when, "[ ]") for u in units]
    return table(ROSTER, rows, numbers=frozenset({0, 3}))


def _generals(generals: Sequence[GeneralPresent]) -> str:
    if not generals:
        return ""
    rows = [
        (
            general.name,
            general.role,
            "" if general.priority_points is None else str(general.priority_points),
            ", ".join(general.traits) or "–",
            f"{general.when}, with {general.rides_with}" if general.rides_with else general.when,
        )
        for general in generals
    ]
    head = ("general", "commands", "priority points", "traits", "comes")
    return "<h2>Generals</h2>" + table(head, rows, numbers=frozenset({2}))


def _field(asked: FormField) -> str:
    prompt = f"<h3>{escape(asked.prompt)}</h3>"
    match asked.kind:
        case FieldKind.CHOICE:
            return prompt + "".join(f"<div>&#9744; {escape(words)}</div>" for words in asked.values.values())
        case FieldKind.NUMBER:
            return f'{prompt}<span class="fill"></span> <span class="soft">{asked.least} to {asked.most}</span>'
        case _:
            return f'{prompt}<div class="lines"></div>'


def end_boxes() -> str:
    """A box to tick for every way in which a battle may have ended."""
    return "".join(f"<div>&#9744; {escape(end.in_words)}</div>" for end in EndOfBattle)
