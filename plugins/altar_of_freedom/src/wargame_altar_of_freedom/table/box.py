"""What is printed of a campaign beside its map, cards and charts: tokens, point tracks, rosters, labels, forms.

Source: GotW p.5 Map Tokens, p.15-23 briefings, orders of battle, base labels (AFI p.15-27), as facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.table.battle.labels import labels_of_leaders, labels_of_units
from wargame_altar_of_freedom.table.battle.packet_pages import SIDE_COLORS, end_boxes
from wargame_altar_of_freedom.table.briefing import award_in_words
from wargame_core.sheet import Sheet
from wargame_pictures.paper.handout import GameBox, Leaf, PaperToken
from wargame_pictures.paper.pages import bullets, labels, table

BLANK_LINES = 24
"""Lines of the blank form for brigades that are broken."""


def campaign_box(sheet: Sheet, board: CampaignBoard) -> GameBox:
    """The box of a campaign."""
    campaign = board.campaign
    leaves = [
        leaf
        for side in campaign.seats
        for leaf in (_points(campaign, side), _roster(campaign, side), _labels(campaign, side))
    ]
    return GameBox(tuple(_tokens(campaign)), (*leaves, _report(campaign)))


def _tokens(campaign: Campaign) -> Iterator[PaperToken]:
    """The tokens of the map; the backs of a side are all alike, because they lie face down."""
    color = dict(zip(campaign.seats, SIDE_COLORS, strict=True))
    alike: Counter[PaperToken] = Counter()
    for piece in campaign.pieces.values():
        corps = campaign.reference.command[piece.command].name if piece.command else ""
        brigades = f"{len(campaign.reference.brigades[piece.division])} bases" if piece.division else ""
        facts = tuple(fact for fact in (corps, brigades) if fact)
        alike[PaperToken(piece.side, piece.name, piece.kind, color[piece.side], facts)] += 1
    for token, count in alike.items():
        yield PaperToken(token.side, token.name, token.kind, token.color, token.facts, "", count)
    for depot in campaign.depots.values():
        places = tuple(depot.places)
        name = campaign.reference.side_name
        for side, value in ((depot.side, depot.value), (_other(campaign, depot.side), depot.captured_value)):
            facts = (f"{value} Staff Dice", *(() if side == depot.side else ("captured",)))
            yield PaperToken(side, f"Depot {' or '.join(places)}", "depot", color[side], facts, name(side))


def _other(campaign: Campaign, side: str) -> str:
    first, second = campaign.seats
    return second if side == first else first


def _points(campaign: Campaign, side: str) -> Leaf:
    """A side's own lines of the briefing and its track of victory points, for nobody else to see."""
    name = campaign.reference.side_name(side)
    lines = [award_in_words(campaign, line) for line in campaign.awards.values() if line.side == side]
    track = "".join(f"<div>{points}</div>" for points in range(campaign.points_to_win + 1))
    dice = "".join(f"<li>turn {turn}: Staff Dice ____ , saved ____</li>" for turn in range(1, campaign.turns + 1))
    return Leaf(
        f"{name}: victory points",
        f'<p class="ours">For the {escape(name)} player only: points are kept in secret.</p>{bullets(lines)}'
        f'<h2>Victory point track</h2><div class="track">{track}</div><h2>Staff Dice by turn</h2><ul>{dice}</ul>',
    )


def _roster(campaign: Campaign, side: str) -> Leaf:
    """A side's order of battle, with boxes for what is broken and lost."""
    oob = campaign.oob
    leaders = [
        (leader.name, leader.role, "" if leader.rating is None else str(leader.rating), ", ".join(leader.traits))
        for leader in oob.leaders.values()
        if oob.side_of(leader) == side
    ]
    rows = [
        (formation.name, unit.name, unit.arm, f"{unit.rating:+d}", "[ ]", "[ ]")
        for formation in oob.formations.values()
        if formation.side == side
        for unit in formation.units
    ]
    return Leaf(
        f"{campaign.reference.side_name(side)}: order of battle",
        table(("general", "commands", "priority points", "traits"), leaders, numbers=frozenset({2}))
        + "<h2>Bases</h2>"
        + table(("division", "base", "arm", "rating", "broken", "lost"), rows, numbers=frozenset({3})),
    )


def _labels(campaign: Campaign, side: str) -> Leaf:
    units = [unit for unit in campaign.oob.units if campaign.reference.side_of[unit] == side]
    return Leaf(
        f"{campaign.reference.side_name(side)}: base labels",
        '<p class="soft">Cut along the dashes, fold along the dots.</p>'
        + labels((*labels_of_leaders(campaign, side), *labels_of_units(campaign, units))),
    )


def _report(campaign: Campaign) -> Leaf:
    """A blank form for the report of any battle; `wargame battle` makes one with the bases that fight."""
    winners = "".join(f"<div>&#9744; {escape(campaign.reference.side_name(side))}</div>" for side in campaign.seats)
    lines = '<div class="lines"></div>' * BLANK_LINES
    return Leaf(
        "Report of a battle",
        '<p>Campaign turn <span class="fill"></span> at <span class="fill"></span> first hour '
        '<span class="fill"></span></p>'
        f"<h3>Who holds the field?</h3>{winners}<h3>How did it end?</h3>{end_boxes()}"
        '<h3>Last turn played</h3><span class="fill"></span><h3>Why, if not by the book</h3><div class="lines"></div>'
        f'<h3>Bases broken and not rallied</h3><div class="two">{lines}</div>',
    )
