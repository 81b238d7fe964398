"""Pictures and paper: how a campaign looks, its box (what is printed beside map, cards and charts), a turn on paper.

A corps commander's own sheet shows his corps and what stands next to it, and nothing else of the army.
Source: GotW p.5 Map Tokens, Fog of War, p.15-23 briefings, orders of battle, base labels (AFI p.5, 15-27), as facts.
Readings: Orders on paper.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from pathlib import Path

from attrs import evolve

from wargame_altar_of_freedom.board import actions, contact_events
from wargame_altar_of_freedom.board.board import CampaignBoard, Fog, spaces_and_neighbours
from wargame_altar_of_freedom.board.pieces import Depot, Token
from wargame_altar_of_freedom.board.turn_events import (
    CorpsNominated,
    DepotChange,
    DepotSetUp,
    DiceAllotted,
    EventCardDrawn,
    MovedBy,
    StaffDiceSet,
    StaffDieRolled,
    TokenMoved,
)
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import PICKET, TRAIN, CommandId
from wargame_altar_of_freedom.table.battle_packet import (
    battle_packet,
    end_boxes,
    labels_of_leaders,
    labels_of_units,
)
from wargame_altar_of_freedom.table.panels import losses, points, state_of_the_map, state_of_the_turn
from wargame_altar_of_freedom.table.sheet import award_in_words
from wargame_core import UnknownName
from wargame_core.authoring import Action, Event, Sheet
from wargame_core.flow.panels import StatusLine
from wargame_core.forces import Formation
from wargame_core.maps.legend import counter_colors
from wargame_pictures import Presentation
from wargame_pictures.draw.art import art_in
from wargame_pictures.draw.faces import Shape
from wargame_pictures.draw.ground import DrawnGround, map_ground
from wargame_pictures.draw.letters import Letters
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.shapes import as_id
from wargame_pictures.draw.terrain import KeyItem
from wargame_pictures.draw.tokens import (
    DARK_LINE,
    LIGHT_LINE,
    Marker,
    badge_of,
    band_key,
    bands,
    corps_keys,
    pip_key,
    shape_keys,
    side_keys,
)
from wargame_pictures.paper.handout import GameBox, Handout, Leaf, PaperToken, bullets, labels, printout, sheet, table
from wargame_pictures.scene import Happening, Scene

LINES = (DARK_LINE, LIGHT_LINE)
"""Of the first and the second seat."""


EVERYDAY_POINTS = 3
"""What a side may score for holding on for another turn; more than that is news."""


def campaign_ground(board: CampaignBoard, is_turned: bool) -> DrawnGround:
    """The map of the campaign, with what stands on its tokens in the legend."""
    return map_ground(board.campaign.map, is_turned, key=_key(board.campaign))


def _key(campaign: Campaign) -> Iterator[KeyItem]:
    signs = {"infantry": "infantry", "cavalry": "cavalry", "depot": "depot", "picket": "picket, or face down"}
    signs |= {"train": "baggage train"} if any(piece.kind == TRAIN for piece in campaign.pieces.values()) else {}
    federal, formations = campaign.command_ids[campaign.seats[0]], campaign.oob.formations
    yield from side_keys([campaign.side_name(side) for side in campaign.seats])
    yield from shape_keys(signs)
    yield pip_key("brigades left, broken")
    yield band_key("corps")
    yield from corps_keys(formations[name].name for name in federal if name in formations)


def campaign_markers(board: CampaignBoard, seat: str) -> list[Marker]:
    """The tokens and depots on a board as the seat's reader sees it, in the order of the data.

    The order in which tokens came into a space would tell what they are.
    """
    campaign, tokens, missing_units = board.campaign, board.tokens, board.broken_brigades | board.lost_brigades
    color, strips = counter_colors(campaign.seats), _strips(campaign)
    markers = [_depot(depot, color[depot.side]) for depot in board.depots.values()]
    for token_id, space in sorted(board.at.items()):
        token = tokens[token_id]
        if token.unit:
            short_name, brigades = campaign.oob.formations[token.unit].short, campaign.brigades[token.unit]
            pips = len(brigades), 0
            if missing_units and (missing_count := len(missing_units.intersection(brigades))):
                pips = len(brigades) - missing_count, missing_count
            markers.append(_division(token, space, color[token.side], short_name, pips, *strips[token.command]))
        else:
            markers.append(_marker_of_other(token, space, color[token.side]))
    return markers


def _strips(campaign: Campaign) -> Mapping[str, tuple[str, str]]:
    """Of every command the colour of its corps, and the name of that corps' badge or ""."""
    federal, formations = campaign.seats[0], campaign.oob.formations
    strips: dict[str, tuple[str, str]] = {}
    for side, commands in campaign.command_ids.items():
        for command, band in bands(commands).items():
            formation = formations.get(command) if side == federal else None
            strips[command] = band, badge_of(formation.name) if formation is not None else ""
    return strips


@lru_cache(maxsize=256)
def _depot(depot: Depot, color: str) -> Marker:
    note = f"depot, {depot.value} Staff Dice"
    return Marker(depot.space, str(depot.value), depot.side, color, "depot", note=note, id=depot.id)


@lru_cache(maxsize=2048)
def _division(token: Token, space: int, color: str, short: str, pips: tuple[int, int], band: str, corps: str) -> Marker:
    """A division that its reader knows, with its brigades: those that are broken or lost as rings."""
    brigade_count, broken_count = pips
    note = f"{token.name} ({token.id}), {brigade_count} brigades" + (
        f", {broken_count} broken or lost" if broken_count else ""
    )
    return Marker(
        space, short, token.side, color, note=note, id=token.id, arm=token.kind, pips=pips, band=band, corps=corps
    )


@lru_cache(maxsize=2048)
def _marker_of_other(token: Token, space: int, color: str) -> Marker:
    """A picket, a baggage train, or a token that its reader does not know."""
    if not token.kind:
        return Marker(space, "?", token.side, color, face_down=True, note=token.name, id=token.id)
    shape: Shape = "picket" if token.kind == PICKET else "train" if token.kind == TRAIN else "block"
    note = f"{token.name} ({token.id})"
    return Marker(space, "", token.side, color, shape, note=note, id=token.id, kind=as_id(token.kind))


def campaign_letters(board: CampaignBoard, seat: str) -> Mapping[str, Letters]:
    """The tokens and depots in letters: its arm and how many brigades it has; what lies face down is a "?"."""
    letters = {depot.id: Letters("d", f"depot, {depot.value} Staff Dice") for depot in board.depots.values()}
    for token_id in board.at:
        token = board.tokens[token_id]
        if not token.kind:
            letters[token_id] = Letters("?", f"{token_id} face down")
        elif token.unit:
            brigades = board.brigades(token)
            arm = board.campaign.oob.formations[token.unit].arm or "infantry"
            note = f"{token.name} ({token_id}), {len(brigades)} brigades"
            letters[token_id] = Letters(f"{arm[0]}{len(brigades)}", note)
        else:
            letters[token_id] = Letters("t" if token.kind == TRAIN else "p", f"{token.name} ({token_id})")
    return letters


def campaign_caption(board: CampaignBoard) -> str:
    """The turn and the Staff Dice left in it. Victory points are secret, so they are not on the picture."""
    if not board.turn:
        return "set-up"
    name = board.campaign.side_name
    dice = ", ".join(f"{name(side)} {dice_left}" for side, dice_left in board.staff_dice.items())
    return f"turn {board.turn} of {board.campaign.turns}{f'; Staff Dice {dice}' if dice else ''}"


def campaign_heading(event: Event, board: CampaignBoard) -> str:
    """The title of a part of the story that begins with this event: a corps' activation, a tabletop battle."""
    campaign = board.campaign
    if isinstance(event, CorpsNominated):
        return f"{campaign.side_name(event.side)}: {campaign.command[event.command].name}"
    if isinstance(event, contact_events.BattleChanged) and event.battle is not None and not event.battle.block:
        return f"Battle at {board.label(event.battle.contact.space)}"
    return ""


def campaign_weight(event: Event) -> int:
    """How decisive an event was: 0 is not worth a headline."""
    if isinstance(event, contact_events.BattleFought):
        return 10
    if isinstance(event, contact_events.PointsScored):
        return abs(event.award.points) if abs(event.award.points) > EVERYDAY_POINTS else 0
    if isinstance(event, contact_events.RetreatBlocked):
        return 6
    if isinstance(event, DepotSetUp) and event.why is DepotChange.CAPTURED:
        return 5
    return 1 if isinstance(event, contact_events.SkirmishFought) else 0


def campaign_scene(event: Event, board: CampaignBoard) -> Scene | None:
    """How an event is shown on a table."""
    match event:
        case contact_events.ContactMade() | contact_events.SkirmishFought() | contact_events.BattleFought():
            return Scene(Happening.ATTACK)
        case contact_events.BrigadeBroken():
            return Scene(Happening.LOSS, result="broken")
        case contact_events.BrigadeLost():
            return Scene(Happening.LOSS, result="lost")
        case TokenMoved(how=MovedBy.RETREAT):
            return Scene(Happening.RETREAT)
        case DiceAllotted() | StaffDiceSet() | StaffDieRolled():
            return Scene(Happening.ROUTINE)
        case contact_events.RetreatBegan(tokens=tokens):
            return Scene(Happening.RETREAT, len(tokens))
        case EventCardDrawn() | contact_events.CardsRevealed():
            return Scene(Happening.CARD)
        case CorpsNominated(side=side):
            return Scene(Happening.ORDER, by=side)  # the last corps of a side is nominated unasked
    return None


def surely_quiet(action: Action, board: CampaignBoard) -> bool:
    """Whether a choice certainly rolls no die and shows nothing: a march of a corps that goes on, away from enemies."""
    match action:
        case actions.Nominate() | actions.AllotDice() | actions.PlaceDepot():
            return True
        case actions.MoveNext(token=token):
            return token not in board.tokens_with_dice
        case actions.Move(token=token, path=path) if board.fog is not Fog.REFEREE:
            mover = board.tokens[token]
            enemy, corps = board.enemy(mover.side), mover.command
            corps_tokens = {
                other.id for other in board.tokens.values() if other.command == corps and other.id in board.at
            }
            clear = not spaces_and_neighbours(board, path) & (board.mask(enemy) | board.depot_mask(enemy))
            return clear and mover.is_division and bool(corps_tokens - board.moved_tokens - {token})
    return False


# the box

BLANK_LINES = 18
"""Lines of the blank form for brigades that are broken."""


def campaign_box(sheet: Sheet, board: CampaignBoard) -> GameBox:
    """The box of a campaign."""
    campaign = board.campaign
    leaves = [
        leaf
        for side in campaign.seats
        for leaf in (_points_leaf(board, side), _roster(campaign, side), _labels(campaign, side))
    ]
    return GameBox(tuple(_paper_tokens(campaign)), (*leaves, _report(campaign)))


def _paper_tokens(campaign: Campaign) -> Iterator[PaperToken]:
    """The tokens of the map; the backs of a side are all alike, because they lie face down."""
    color = counter_colors(campaign.seats)
    paper_token_counts: Counter[PaperToken] = Counter()
    for piece in campaign.pieces.values():
        corps = campaign.command[piece.command].name if piece.command else ""
        count = len(campaign.brigades[piece.division]) if piece.division else 0
        arm = (campaign.oob.formations[piece.division].arm or "infantry") if piece.division else ""
        facts = tuple(fact for fact in (corps, f"{count} bases" if count else "") if fact)
        token = PaperToken(piece.side, piece.name, piece.kind, color[piece.side], facts, arm=arm)
        paper_token_counts[evolve(token, pips=(count, 0))] += 1
    for token, copies in paper_token_counts.items():
        yield evolve(token, count=copies)
    for depot in campaign.depots.values():
        for side in sorted(campaign.seats, key=lambda seat: seat != depot.side):
            builder = side == depot.side
            facts = (f"{depot.value} Staff Dice",) if builder else (f"{depot.captured_value} Staff Dice", "captured")
            name = f"Depot {' or '.join(depot.places)}"
            value = str(depot.value if builder else depot.captured_value)
            yield PaperToken(side, name, "depot", color[side], facts, campaign.side_name(side), value=value)


def _points_leaf(board: CampaignBoard, side: str) -> Leaf:
    """A side's own lines of the briefing and its track of victory points, for nobody else to see."""
    campaign = board.campaign
    name = campaign.side_name(side)
    lines = [award_in_words(board, line) for line in campaign.awards.values() if line.side == side]
    track = "".join(f"<div>{points}</div>" for points in range(campaign.points_to_win + 1))
    dice = "".join(f"<li>turn {turn}: Staff Dice ____ , saved ____</li>" for turn in range(1, campaign.turns + 1))
    return Leaf(
        f"{name}: victory points",
        f'<p class="ours">For the {escape(name)} player only: points are kept in secret.</p>{bullets(lines)}'
        f'<h2>Victory point track</h2><div class="track">{track}</div>'
        f'<h2>Staff Dice by turn</h2><ul class="two">{dice}</ul>',
        side,
    )


def _roster(campaign: Campaign, side: str) -> Leaf:
    """A side's order of battle, with boxes for what is broken and lost."""
    oob = campaign.oob
    leaders = [
        (leader.name, leader.role, "" if leader.rating is None else str(leader.rating), ", ".join(leader.traits))
        for leader in oob.leaders.values()
        if oob.side_of(leader) == side
    ]
    divisions = (formation for formation in oob.formations.values() if formation.side == side and formation.units)
    return Leaf(
        f"{campaign.side_name(side)}: order of battle",
        table(("general", "commands", "priority points", "traits"), leaders, numbers=frozenset({2}))
        + f'<h2>Bases</h2><div class="two roster">{"".join(map(_roster_of_division, divisions))}</div>',
        side,
    )


def _roster_of_division(division: Formation) -> str:
    """The bases of a division under its name."""
    rows = [(unit.name, unit.arm, f"{unit.rating:+d}", "[ ]", "[ ]") for unit in division.units]
    return table((division.name, "arm", "rating", "broken", "lost"), rows, numbers=frozenset({2}))


def _labels(campaign: Campaign, side: str) -> Leaf:
    units = [unit for unit in campaign.oob.units if campaign.side_of[unit] == side]
    return Leaf(
        f"{campaign.side_name(side)}: base labels",
        '<p class="soft">Cut along the dashes, fold along the dots.</p>'
        + labels((*labels_of_leaders(campaign, side), *labels_of_units(campaign, units))),
        side,
    )


def _report(campaign: Campaign) -> Leaf:
    """A blank form for the report of any battle; `wargame battle` makes one with the bases that fight."""
    winners = "".join(f"<div>&#9744; {escape(campaign.side_name(side))}</div>" for side in campaign.seats)
    lines = '<div class="lines"></div>' * BLANK_LINES
    return Leaf(
        "Report of a battle",
        '<p>Campaign turn <span class="fill"></span> at <span class="fill"></span> first hour '
        '<span class="fill"></span></p>'
        f"<h3>Who holds the field?</h3>{winners}<h3>How did it end?</h3>{end_boxes()}"
        '<h3>Last turn played</h3><span class="fill"></span><h3>Why, if not by the book</h3><div class="lines"></div>'
        f'<h3>Bases broken and not rallied</h3><div class="two">{lines}</div>',
    )


# a turn on paper

SLIPS = 4
"""Slips for notes on a sheet."""


def turn_orders(board: CampaignBoard, seat: str, command: str = "") -> Handout:
    """A side's packet for the turn on a board as the side sees it; of one corps only if ``command`` names it.

    Raises `UnknownName` for a seat that commands nothing and a command that is not its own.
    """
    campaign = board.campaign
    if seat not in campaign.seats:
        raise UnknownName("side with orders to give", seat, campaign.seats)
    commands = {own_command.id: own_command.name for own_command in campaign.commands_of(seat)}
    corps = CommandId(command)
    if corps and corps not in commands:
        raise UnknownName(f"command of {seat}", command, commands)
    known_board = as_corps_commander(board, seat, corps) if corps else board
    whose_command = commands[corps] if corps else f"{campaign.side_name(seat)} army"
    title = f"{campaign.title}, turn {board.turn}: {whose_command}"
    own_tokens, enemy_tokens = (
        tuple(_tokens(known_board, seat, is_own=True)),
        tuple(_tokens(known_board, seat, is_own=False)),
    )
    facts = [f"{line.name}: {line.value}" for line in _status_lines(known_board, seat, for_corps=bool(command))]
    pages = (
        _situation(known_board, seat, title, own_tokens, enemy_tokens, facts),
        _orders(known_board, title, own_tokens),
        _notes(title),
    )
    lines = [title, "", *facts]
    for heading, tokens in (("\nOwn:", own_tokens), ("Enemy in sight:", enemy_tokens)):
        rows = _rows(known_board, tokens)
        lines += [heading, *(f"  {number} {name} at {place}, {text}" for number, name, place, text in rows)]
    return Handout(
        f"{campaign.id}-turn-{board.turn}-{command or seat}",
        title,
        printout(title, pages),
        "\n".join(lines),
        {
            "turn": board.turn,
            "seat": seat,
            "command": command,
            "facts": facts,
            "own": {token.id: known_board.place_id(known_board.at[token.id]) for token in own_tokens},
            "enemy": {token.id: known_board.place_id(known_board.at[token.id]) for token in enemy_tokens},
        },
    )


def as_corps_commander(board: CampaignBoard, seat: str, command: CommandId) -> CampaignBoard:
    """What of a side's board the commander of one corps knows: his tokens, the enemies next to them, his losses.

    Readings: Orders on paper.
    """
    campaign = board.campaign
    known_board = board.copy()
    own_tokens = {token.id for token in board.tokens_of(seat) if token.command == command}
    near_spaces = spaces_and_neighbours(board, (board.at[token_id] for token_id in own_tokens))
    enemies = {
        token_id
        for token_id, space in board.at.items()
        if board.tokens[token_id].side != seat and near_spaces >> space & 1
    }
    known_board.at = {token_id: space for token_id, space in board.at.items() if token_id in own_tokens | enemies}
    units = {unit for token_id in own_tokens for unit in campaign.brigades.get(board.tokens[token_id].unit, ())}
    known_board.broken_brigades, known_board.lost_brigades = board.broken_brigades & units, board.lost_brigades & units
    known_board.ledger = []
    return known_board


def _tokens(board: CampaignBoard, seat: str, *, is_own: bool) -> Iterator[Token]:
    for token_id in sorted(board.at, key=lambda token: (board.at[token], token)):
        if (board.tokens[token_id].side == seat) is is_own:
            yield board.tokens[token_id]


def _status_lines(board: CampaignBoard, seat: str, *, for_corps: bool) -> Iterator[StatusLine]:
    """What the whole table knows of the turn; with the points and the state of the map for a commander in chief."""
    yield from (line for line in state_of_the_turn(board) if not for_corps or line.name in ("turn", "event card"))
    score = None if for_corps else points(board, seat)
    if score is not None:
        yield StatusLine("victory points", ", ".join(f"{count}" for _, count in score.points))
    yield from losses(board)
    if not for_corps:
        yield from state_of_the_map(board)


def _rows(board: CampaignBoard, tokens: tuple[Token, ...]) -> list[tuple[str, str, str, str]]:
    def row_text(token: Token) -> str:
        return f"{len(board.brigades(token))} bases" if token.unit else token.kind or "face down"

    return [(token.id, token.name, board.label(board.at[token.id]), row_text(token)) for token in tokens]


def _situation(
    board: CampaignBoard,
    seat: str,
    title: str,
    own_tokens: tuple[Token, ...],
    enemy_tokens: tuple[Token, ...],
    facts: list[str],
) -> str:
    markers = tuple(campaign_markers(board, seat))
    picture = Picture(ground=map_ground(board.campaign.map), markers=markers, title=title)
    head = ("token", "name", "where", "what")
    return sheet(
        f"<h1>{escape(title)}</h1>",
        f'<figure class="plan">{picture.svg(theme="print", size="100%")}</figure>',
        bullets(facts),
        "<h2>Own</h2>",
        table(head, _rows(board, own_tokens)),
        "<h2>Enemy in sight</h2>",
        table(head, _rows(board, enemy_tokens)) if enemy_tokens else "<p>None.</p>",
    )


def _orders(board: CampaignBoard, title: str, own_tokens: tuple[Token, ...]) -> str:
    """The form: for each token where it marches, with a Staff Die or not, and what it does on contact."""
    rows = [(token.id, token.name, board.label(board.at[token.id]), "[ ]", "", "", "") for token in own_tokens]
    column_headings = "march to, by which spaces", "on contact: battle, skirmish, retreat", "action"
    head = ("token", "name", "from", "die", *column_headings)
    return sheet(
        f"<h1>{escape(title)}: orders</h1>",
        '<p>Written at <span class="fill"></span> by <span class="fill"></span></p>',
        f'<div class="tall">{table(head, rows)}</div>',
        '<h3>Which corps first, what to do if, whom to tell</h3><div class="lines"></div><div class="lines"></div>'
        '<div class="lines"></div>',
        '<p class="soft">The referee enters what can be obeyed; the program asks for each choice in its order.</p>',
    )


def _notes(title: str) -> str:
    slip = (
        '<h3>Note</h3><p>From <span class="fill"></span> to <span class="fill"></span> written on turn '
        '<span class="fill"></span></p><div class="lines"></div><div class="lines"></div><div class="lines"></div>'
        '<p class="soft">Referee: delivered on turn <span class="fill"></span></p>'
    )
    return sheet(f"<h1>{escape(title)}: notes</h1>", slip * SLIPS)


# everything that a campaign gives for pictures, stories and paper


def presentation(overlay: Path | None, packaged_folder: Path) -> Presentation[CampaignBoard]:
    """The functions for pictures; art of the campaign or its owner may lie in either folder."""
    return Presentation(
        art=art_in(overlay, packaged_folder),
        markers=campaign_markers,
        ground=campaign_ground,
        caption=campaign_caption,
        letters=campaign_letters,
        heading=campaign_heading,
        weight=campaign_weight,
        scene=campaign_scene,
        sure=surely_quiet,
        destroyed_crossings=lambda board: board.destroyed_crossings,
        handout=battle_packet,
        box=campaign_box,
        orders=turn_orders,
    )
