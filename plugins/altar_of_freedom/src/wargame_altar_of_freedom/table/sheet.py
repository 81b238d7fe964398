"""The sheet of a campaign, from its data: counters, forces, cards, dice, player aids, and the briefing."""

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve

from wargame_altar_of_freedom.board.board import CampaignBoard, Fog
from wargame_altar_of_freedom.board.naming import count
from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.questions.charts import player_aids
from wargame_altar_of_freedom.rules.readings import readings_told
from wargame_altar_of_freedom.rules.scoring import how_often
from wargame_altar_of_freedom.table.contents import (
    battle_cards,
    event_cards,
    fortress_line,
    in_words,
    set_up_lines,
    victory_rules,
    works_line,
)
from wargame_altar_of_freedom.table.panels import turn_boxes
from wargame_core.authoring import Briefing, Note, Sheet, SheetCard, SheetPiece, SideOnSheet
from wargame_core.forces.order_of_battle import OobLeader
from wargame_core.maps.legend import counter_colors
from wargame_core.sheet import SheetDie, SheetTrack

SIGNS: Final[Mapping[str, tuple[str, ...]]] = {
    "battle": ("swords",),
    "skirmish": ("infantry",),
    "retreat": ("back",),
    "place_division": ("infantry", "march"),
    "forbid_cross_country": ("rain",),
    "close_crossings": ("river",),
    "staff_dice_delta": ("die",),
    "forbid_movement_dice": ("die", "back"),
    "reveal_tokens": ("eye",),
    "special_action_target": ("target",),
    "rail_move": ("rail",),
    "roll_to_destroy": ("river", "target"),
    "relocate_depot": ("wagon",),
    "release_division": ("infantry", "march"),
    "base_move_set": ("march",),
    "add_picket": ("flag",),
}
"""What is pictured on a card, by its id or the kind of its effect."""
COUNTER = "counter"
"""The kind of the back of a map token: what it is, is not printed there."""


def campaign_sheet(sheet: Sheet, board: CampaignBoard) -> Sheet:
    """The sheet of a campaign, the map of which is drawn already."""
    campaign = board.campaign
    return evolve(
        sheet,
        briefing=briefing(board, sheet.briefing),
        sides=tuple(
            SideOnSheet(side, campaign.oob.forces[side].name, side[0].upper(), commander_of(campaign, side), color)
            for side, color in counter_colors(campaign.seats).items()
        ),
        pieces=(*counters(campaign), *depots(campaign), *divisions(campaign), *brigades(campaign)),
        cards=tuple(cards(campaign)),
        tracks=(SheetTrack("turns", "Turns", turn_boxes(campaign.turns)),),
        dice=dice(campaign),
        aids=player_aids(campaign),
    )


def counters(campaign: Campaign) -> Iterator[SheetPiece]:
    """The backs of all map tokens, by the number that stands on each."""
    name = campaign.side_name
    for side in campaign.seats:
        for number in campaign.counter_numbers[side]:
            yield SheetPiece(number, side, COUNTER, f"{name(side)} token {number}")


def depots(campaign: Campaign) -> Iterator[SheetPiece]:
    """The depots with what they give their builder and an enemy who takes them."""
    for depot in campaign.depots.values():
        facts = {"Staff Dice": str(depot.value), "captured": str(depot.captured_value)}
        places = " or ".join(depot.places)
        yield SheetPiece(depot.id, depot.side, "depot", f"Depot at {places}", facts)


def divisions(campaign: Campaign) -> Iterator[SheetPiece]:
    """The divisions with their corps, their base move in spaces and the number of their brigades."""
    for piece in campaign.pieces.values():
        if piece.division:
            facts = {
                "moves with": campaign.command[piece.command].name,
                "base move": str(campaign.base_move[piece.kind]),
                "brigades": str(len(campaign.brigades[piece.division])),
            }
            if piece.status != "start":
                facts["comes by"] = "event card" if piece.status == "random_arrival" else "release by event card"
            yield SheetPiece(piece.division, piece.side, piece.kind, piece.name, facts)


def brigades(campaign: Campaign) -> Iterator[SheetPiece]:
    """The brigades and batteries with their ratings."""
    for formation in campaign.oob.formations.values():
        for unit in formation.units:
            facts = {"rating": f"{unit.rating:+d}", "belongs to": formation.name}
            yield SheetPiece(unit.id, formation.side, unit.arm, unit.name, facts)


def cards(campaign: Campaign) -> Iterator[SheetCard]:
    """The cards of both decks with what is pictured on them."""
    events = campaign.deck.cards
    for card in (*event_cards(campaign), *battle_cards(campaign)):
        kinds = [effect.kind for effect in events[card.id].effects] if card.id in events else [card.id]
        sign = next((SIGNS[kind] for kind in kinds if kind in SIGNS), ("flag",))
        yield SheetCard(card.id, card.title, card.text, card.count, card.deck, sign)


def dice(campaign: Campaign) -> tuple[SheetDie, ...]:
    """The dice: d6 and d3 for rolls, and the Staff Die with what its faces count as."""
    staff = campaign.staff_die
    faces = (
        f"{face} (counts {staff.counts_as[face]})" if face in staff.counts_as else str(face)
        for face in range(1, staff.sides + 1)
    )
    return SheetDie("d6", tuple("123456")), SheetDie("d3", tuple("123")), SheetDie("Staff Die", tuple(faces))


# the briefing: who is where, who begins, how to win, what is special

FOG = {
    Fog.FACE_DOWN: "Tokens lie face down: everybody sees where they stand, nobody what an enemy token is.",
    Fog.REFEREE: "A referee keeps the map: a side sees only enemy tokens in spaces next to its own.",
    Fog.OPEN: "All tokens lie face up.",
}
LIMITS = {"each": "", "every_turn": " (every turn)", "once": " (once)", "once_per_place": " (once for each place)"}
"""How often an award counts, in words."""


def briefing(board: CampaignBoard, scenario: Briefing) -> Briefing:
    """The briefing of a campaign in the words of its data files, each paragraph with where it is printed.

    ``scenario`` says how it is set up.
    """
    campaign = board.campaign
    return Briefing(
        f"{campaign.title}. {scenario.title}",
        (*situation(campaign), *scenario.situation),
        campaign.side_name(campaign.first_mover),
        how_to_win=tuple(how_to_win(board)),
        special_rules=tuple(special_rules(board)),
        in_short=tuple(in_short(campaign)),
        sources=scenario.sources,
    )


def _name_with_rank(leader: OobLeader) -> str:
    return f"{leader.rank} {leader.full_name or leader.name}".strip()


def commander_of(campaign: Campaign, side: str) -> str:
    """The commander in chief of a side with his rank; "" where the order of battle names none."""
    formations = campaign.oob.formations
    for leader in campaign.oob.leaders.values():
        if side in leader.commands:
            return _name_with_rank(leader)
    for leader in campaign.oob.leaders.values():
        if "army" in leader.role and any(
            formations[formation_id].side == side for formation_id in leader.commands if formation_id in formations
        ):
            return _name_with_rank(leader)
    return ""


def situation(campaign: Campaign) -> Iterator[Note]:
    """The armies with their corps and commanders, and where they are set up."""
    name = campaign.side_name
    yield Note(f"A campaign of {count(campaign.turns, 'turn')}.", tells=("turns",))
    for side in campaign.seats:
        commander = commander_of(campaign, side)
        commander_words = f" under {commander}" if commander else ""
        corps = ", ".join(_corps(campaign, command) for command in campaign.command_ids[side])
        yield Note(f"{name(side)}: {campaign.oob.forces[side].name}{commander_words}: {corps}.", tells=(side,))
    yield Note(
        f"{name(campaign.deploys_first)} sets up first.", campaign.cite("Starting Deployment"), ("deploys_first",)
    )
    for side in campaign.seats:
        set_up = {
            id_: f"{', '.join(dict.fromkeys(campaign.pieces[piece].name for piece in line.pieces))} "
            f"{in_words(line.where)}"
            for id_, line in set_up_lines(campaign, side).items()
        }
        text = f"{name(side)} set-up: {'; '.join(set_up.values())}."
        yield Note(text, campaign.cite("Starting Deployment"), tuple(set_up))
    for side in campaign.seats:
        depot_words = {depot.id: _depot_in_words(depot) for depot in campaign.depots.values() if depot.side == side}
        if depot_words:
            text = f"{name(side)} depots: {'; '.join(depot_words.values())}."
            yield Note(text, campaign.cite("Supply Depots"), tuple(depot_words))


def _depot_in_words(depot: lines.DepotSite) -> str:
    """Where a depot is set up, and what it gives each turn."""
    place_text = " or ".join(depot.places) + (", as its owner chooses" if depot.alternative else "")
    capture_words = f"to an enemy who captures it {depot.captured_value}"
    return f"{place_text}: {count(depot.value, 'Staff Die', 'Staff Dice')} each turn to its builder, {capture_words}"


def _corps(campaign: Campaign, command: lines.CommandId) -> str:
    printed_command = campaign.command[command]
    leaders = campaign.oob.leaders.values()
    leaders_in_words = [
        _name_with_rank(leader) for leader in leaders if set(leader.commands) & set(printed_command.formations)
    ]
    return f"{printed_command.name} ({leaders_in_words[0]})" if leaders_in_words else printed_command.name


def how_to_win(board: CampaignBoard) -> Iterator[Note]:
    """The points that win, and what each side gets points for."""
    campaign = board.campaign
    points_needed = campaign.points_to_win
    yield Note(
        f"{points_needed} victory points win a major strategic victory at once. "
        "After the last turn the higher total wins a "
        f"minor one, with less than {points_needed}; equal totals are a draw. Each side knows only its own points.",
        campaign.cite("Victory & Defeat"),
        tuple(rule.id for rule in victory_rules(campaign)),
    )
    for line in campaign.awards.values():
        yield Note(award_in_words(board, line), line.cite, (line.id,))


def in_short(campaign: Campaign) -> Iterator[Note]:
    """How to win in a few lines, where the campaign's file has some."""
    if campaign.in_short:
        points = (
            f"{campaign.points_to_win} victory points win at once; after turn {campaign.turns} the higher total wins"
        )
        yield Note(f"{points}. Each side knows only its own.", campaign.cite("Victory & Defeat"))
    for line in campaign.in_short:
        yield Note(line.text, line.cite)


def award_in_words(board: CampaignBoard, line: lines.AwardLine) -> str:
    """A line of a briefing: who gets how many points for what, and how often."""
    explanation = line.when.explanation(board)
    explanation_words, limit = f" ({explanation})" if explanation else "", LIMITS[how_often(board, line)]
    return f"{board.campaign.side_name(line.side)} {line.points}: {line.text}{explanation_words}{limit}."


def special_rules(board: CampaignBoard) -> Iterator[Note]:
    """What holds in this campaign and its set-up only: places, stacks, special actions, fog."""
    campaign = board.campaign
    cite, name = campaign.cite, campaign.side_name
    yield Note(FOG[board.fog], cite("Fog of War"))
    for fortress in campaign.fortress:
        text = f"No enemy enters {fortress.place} while a division of the {name(fortress.side)} is in it."
        yield Note(text, fortress.cite, (fortress_line(fortress),))
    for earthwork in campaign.earthworks:
        units_text = f"{name(earthwork.side)} units behind the works of {earthwork.place}"
        text = f"In a tabletop battle {units_text} have {earthwork.bonus:+d}."
        yield Note(text, earthwork.cite, (works_line(earthwork),))
    for choice in campaign.set_up_choice:
        yield Note(f"Before deployment the {name(choice.side)} may {choice.text}.", choice.cite, (choice.id,))
    for side in campaign.same_corps_stacking:
        text = f"{name(side)} divisions of one corps may share a space and pass through each other."
        yield Note(text, cite("Logistical Limitations"), (f"same_corps_stacking_{side}",))
    for kind in campaign.never_with_own_kind:
        text = f"No two {kind.replace('_', ' ')}s stand in one space."
        yield Note(text, cite("Logistical Limitations"), (f"never_with_own_kind_{kind}",))
    actions = ", ".join(kind.replace("_", " ") for kind in campaign.special_actions)
    if actions:
        text = f"Special actions ({campaign.special_action_target} or more on a Staff Die): {actions}."
        yield Note(text, cite("Special Actions"), tuple(campaign.special_actions))
    for action in campaign.special_actions.values():
        if explanation := action.explanation(board):
            yield Note(explanation, cite("Special Actions"))
    for reading_words, where in readings_told(campaign, board.options):
        yield Note(reading_words, where)
