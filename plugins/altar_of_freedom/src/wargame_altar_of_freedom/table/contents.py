"""What a campaign's book supplies, as lists: the orders of battle, both decks, the rules of victory."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from wargame_altar_of_freedom.board.actions import BattleCard
from wargame_altar_of_freedom.board.naming import count
from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.questions.charts import outcome_in_words
from wargame_altar_of_freedom.rules.battle_cards import BATTLE_RESULTS
from wargame_altar_of_freedom.rules.scoring import DRAW, MAJOR, MINOR
from wargame_core.contents import Contents, DeckCard, Listing, OobEntry, Times, VictoryRule, effect_in_words, numbered
from wargame_core.data import Basis
from wargame_core.forces.order_of_battle import Formation, OobLeader

ARRIVALS: Final[Mapping[lines.ArrivalStatus, str]] = {
    "start": "",
    "random_arrival": "comes by an event card",
    "random_release": "may not move before an event card releases it",
    "unattached": "without a counter: joins any battle of its army",
}
"""How a formation comes into play, in words."""
OCCASION_WORDS: Final[Mapping[lines.Occasion, str]] = {
    lines.Occasion.SET_UP: "before deployment",
    lines.Occasion.SKIRMISH_WON: "when a minor skirmish is won",
    lines.Occasion.BATTLE_WON: "when a tabletop battle is won",
    lines.Occasion.SPACE_ENTERED: "when a space is entered",
    lines.Occasion.CROSSING_DESTROYED: "when a crossing is destroyed",
    lines.Occasion.TURN_ENDS: "at the end of a turn",
    lines.Occasion.CAMPAIGN_ENDS: "at the end of the campaign",
}
"""When a line of a briefing is looked at, in words."""
TIMES: Final[Mapping[lines.Limit, Times]] = {
    "each": "each time",
    "every_turn": "every turn",
    "once": "once",
    "once_per_place": "once for each place",
}
"""How often a line scores, in the words of all games."""
EVENTS, BATTLE_CARDS = "events", "battle cards"
"""The two decks."""


def contents_of(campaign: Campaign) -> Contents:
    """All that the campaign's files say of forces, cards and victory; the same in every scenario."""
    return Contents(
        Listing(f"Orders of battle of {campaign.title}", tuple(order_of_battle(campaign))),
        Listing(f"Cards of {campaign.title}", (*event_cards(campaign), *battle_cards(campaign))),
        Listing(f"Victory in {campaign.title}", tuple(victory(campaign))),
        tuple(further_lines(campaign)),
    )


def further_lines(campaign: Campaign) -> Iterator[str]:
    """The ids of what else the briefings print: turns, set-up, depots, and what holds in this campaign only."""
    yield from ("turns", "deploys_first")
    for side in campaign.seats:
        yield from set_up_lines(campaign, side)
    yield from campaign.depots
    yield from map(fortress_line, campaign.fortress)
    yield from map(works_line, campaign.earthworks)
    yield from (choice.id for choice in campaign.set_up_choice)
    yield from (f"same_corps_stacking_{side}" for side in campaign.same_corps_stacking)
    yield from (f"never_with_own_kind_{kind}" for kind in campaign.never_with_own_kind)
    yield from campaign.special_actions


def set_up_lines(campaign: Campaign, side: str) -> Mapping[str, lines.Deployment]:
    """The lines of a side's set-up that name pieces, by id."""
    deployment_lines = [line for line in campaign.deployments if line.side == side and line.pieces]
    return dict(zip(numbered(f"set_up_{side}" for _ in deployment_lines), deployment_lines, strict=True))


def fortress_line(fortress: lines.Fortress) -> str:
    """The id of the line about a fortress."""
    return f"fortress_{fortress.place}"


def works_line(earthworks: lines.Earthworks) -> str:
    """The id of the line about printed earthworks."""
    return f"earthworks_{earthworks.place}"


def _basis(campaign: Campaign, table: str, name: str) -> str:
    return campaign.bases.get((table, name), Basis.TEXT).value


# forces


def order_of_battle(campaign: Campaign) -> Iterator[OobEntry]:
    """Forces, formations, brigades, other counters, depots and generals. Source: the order of battle pages."""
    oob = campaign.oob
    for side in campaign.seats:
        yield _entry_of_side(campaign, side)
        for command in campaign.commands_of(side):
            if command.army_troops and command.id not in oob.formations:
                yield OobEntry(
                    id=command.id,
                    side=side,
                    kind="army troops",
                    name=command.name,
                    parent=side,
                    basis=_basis(campaign, "activation", command.id),
                )
        for formation in oob.all_below(side):
            yield _formation(campaign, formation)
            yield from _units(campaign, formation)
        yield from _further_counters(campaign, side)
        yield from (_leader(campaign, leader) for leader in oob.leaders.values() if oob.side_of(leader) == side)


def _entry_of_side(campaign: Campaign, side: str) -> OobEntry:
    oob = campaign.oob
    return OobEntry(
        id=side,
        side=side,
        kind="force",
        name=oob.forces[side].name,
        leaders=tuple(leader.id for leader in oob.leaders_of(side)),
        strength=len(oob.units_of(side)),
        basis=_basis(campaign, "side", side),
    )


def _formation(campaign: Campaign, formation: Formation) -> OobEntry:
    piece = campaign.pieces.get(formation.id)
    facts = {}
    if piece is not None:
        facts = {"moves with": campaign.command[piece.command].name, "base move": str(campaign.base_move[piece.kind])}
        facts |= {"sets up": place_in_words} if (place_in_words := set_up_in_words(campaign, formation.id)) else {}
    status = formation.status or "start"
    return OobEntry(
        id=formation.id,
        side=formation.side,
        kind=formation.level,
        name=formation.name,
        parent=formation.parent or formation.side,
        leaders=tuple(leader.id for leader in campaign.oob.leaders_of(formation.id)),
        strength=len(campaign.oob.units_of(formation.id)),
        facts=facts,
        arrival=next(words for name, words in ARRIVALS.items() if name == status),
        unless=_left_out(campaign, formation),
        basis=_basis(campaign, "formation", formation.id),
    )


def _left_out(campaign: Campaign, formation: Formation) -> str:
    formation_ids = {formation.id, *(group.id for group in campaign.oob.above(formation.id))}
    choice = next((choice for choice in campaign.set_up_choice if choice.leave_out in formation_ids), None)
    if choice is not None:
        return f"before deployment the {campaign.side_name(choice.side)} may {choice.text}"
    return "its card may be among those removed unseen" if "arrival" in formation.status else ""


def _units(campaign: Campaign, formation: Formation) -> Iterator[OobEntry]:
    for unit in formation.units:
        yield OobEntry(
            id=unit.id,
            side=formation.side,
            kind=unit.arm,
            name=unit.name,
            parent=formation.id,
            rating=unit.rating,
            strength=1,
            unless=_left_out(campaign, formation),
            basis=_basis(campaign, "formation.units", unit.id),
        )


def _further_counters(campaign: Campaign, side: str) -> Iterator[OobEntry]:
    """Pickets and trains, which have no brigades, and depots."""
    for piece in campaign.pieces.values():
        if piece.side == side and not piece.division:
            place = set_up_in_words(campaign, piece.id)
            facts = {"base move": str(campaign.base_move[piece.kind])} | ({"sets up": place} if place else {})
            yield OobEntry(
                id=piece.id,
                side=side,
                kind=piece.kind,
                name=piece.name,
                parent=piece.formation or piece.command,
                facts=facts,
            )
    for depot in campaign.depots.values():
        if depot.side == side:
            facts = {"Staff Dice": str(depot.value), "captured": str(depot.captured_value)}
            yield OobEntry(
                id=depot.id,
                side=side,
                kind="depot",
                name=f"Depot at {' or '.join(depot.places)}",
                parent=side,
                facts=facts,
                where="" if depot.alternative else _space_id(campaign, depot.place),
                basis=_basis(campaign, "depot.staff_dice", depot.id),
            )


def _leader(campaign: Campaign, leader: OobLeader) -> OobEntry:
    facts = {"rank": leader.rank, "full name": leader.full_name, "role": leader.role}
    return OobEntry(
        id=leader.id,
        side=campaign.oob.side_of(leader),
        kind="leader",
        name=leader.name,
        parent=leader.commands[0],
        rating=leader.rating,
        traits=leader.traits,
        facts={name: value for name, value in facts.items() if value},
        basis=_basis(campaign, "leader", leader.id),
    )


def set_up_in_words(campaign: Campaign, piece: str) -> str:
    """Where a piece is set up; "" for one that comes later."""
    return next((in_words(line.where) for line in campaign.deployments if piece in line.pieces), "")


def in_words(set_up_place: lines.Where) -> str:
    """Where pieces are set up."""
    match set_up_place:
        case lines.AtPlaces(places, adjacent):
            return f"{'at or next to' if adjacent else 'at'} {' or '.join(places)}"
        case lines.OneAtEach(places, adjacent):
            return f"one each {'at or next to' if adjacent else 'at'} {', '.join(places)}"
        case lines.RoadColumn(places, _):
            return f"on the road from {places[0]} to {places[1]}"
        case lines.NearDivisions(spaces):
            return f"within {count(spaces, 'space')} of a division of its own side"
        case lines.Anywhere():
            return "anywhere"
    assert_never(set_up_place)


# cards


def event_cards(campaign: Campaign) -> Iterator[DeckCard]:
    """The event cards. Source: GotW p.6 Draw Event Card (AFI p.6)."""
    deck = campaign.deck
    unless = f"{deck.remove_unseen} of {len(deck.cards)} are removed unseen" if deck.remove_unseen else ""
    for card in deck.cards.values():
        yield DeckCard(
            id=card.id,
            deck=EVENTS,
            title=card.name,
            text=card.text,
            effect="; ".join(effect_in_words(effect.args) for effect in card.effects),
            side=card.helps,
            unless=unless,
            basis=_basis(campaign, "card", card.id),
            cite=campaign.cite("Draw Event Card"),
        )


def battle_cards(campaign: Campaign) -> Iterator[DeckCard]:
    """The Battle Cards with what they lead to, one of each a side. Source: GotW p.9 Battle Cards (AFI p.9)."""
    for card in BattleCard:
        yield DeckCard(
            id=card.value,
            deck=BATTLE_CARDS,
            title=card.in_words,
            count=len(campaign.seats),
            text=_results_by_card(card),
            effect=_results_by_card(card),
            cite=campaign.cite("Battle Cards"),
        )


def _results_by_card(card: BattleCard) -> str:
    results_of_role: dict[str, list[str]] = {"Attacking": [], "Defending": []}
    for (defence, attack), result in BATTLE_RESULTS.items():
        if attack is card:
            results_of_role["Attacking"].append(f"against {defence.in_words} {outcome_in_words(result)}")
        if defence is card:
            results_of_role["Defending"].append(f"against {attack.in_words} {outcome_in_words(result)}")
    return " ".join(f"{role}: {'; '.join(results)}." for role, results in results_of_role.items() if results)


# victory


def victory(campaign: Campaign) -> Iterator[VictoryRule]:
    """Levels of victory, then what each side scores for. Source: GotW p.14 Victory & Defeat, p.15-16 (AFI p.14-17)."""
    yield from victory_rules(campaign)
    yield from awards(campaign)


def victory_rules(campaign: Campaign) -> Iterator[VictoryRule]:
    """The ways in which a campaign ends. Source: GotW p.14 Victory & Defeat (AFI p.14)."""
    cite, points_needed = campaign.cite("Victory & Defeat"), campaign.points_to_win
    last_turn_text = f"at the end of turn {campaign.turns}"
    yield VictoryRule(
        id="major",
        side="",
        text=f"whoever has {points_needed} points announces it, and the campaign ends at once",
        points=points_needed,
        when="when points are scored",
        times="once",
        level=MAJOR,
        cite=cite,
    )
    for name, level, text in (
        ("minor", MINOR, f"the higher total, with less than {points_needed} points"),
        ("draw", DRAW, "equal totals"),
    ):
        yield VictoryRule(id=name, side="", text=text, when=last_turn_text, times="at the end", level=level, cite=cite)


def awards(campaign: Campaign) -> Iterator[VictoryRule]:
    """What each side scores for, a line of a briefing each. Source: GotW p.15-16 (AFI p.15-17)."""
    for line in campaign.awards.values():
        points = line.points
        yield VictoryRule(
            id=line.id,
            side=line.side,
            text=line.text,
            points=points.fixed,
            dice=str(lines.RolledPoints(0, points.count, points.sides)) if points.count else "",
            when=" or ".join(OCCASION_WORDS[occasion] for occasion in line.when.occasions),
            times=TIMES[line.limit],
            places=tuple(_about(campaign, line)),
            unless="" if not line.when.open else "how often and when, the option towns says",
            basis=_basis(campaign, "award", line.id),
            cite=line.cite,
        )


def _about(campaign: Campaign, line: lines.AwardLine) -> Iterator[str]:
    """The spaces and crossings that a line names, by id."""
    places = getattr(line.when, "places", ()) or filter(None, (getattr(line.when, "place", ""),))
    yield from (_space_id(campaign, place) for place in places)
    yield from getattr(line.when, "crossings", ())


def _space_id(campaign: Campaign, place: str) -> str:
    return campaign.map.coordinates(campaign.space(place))
