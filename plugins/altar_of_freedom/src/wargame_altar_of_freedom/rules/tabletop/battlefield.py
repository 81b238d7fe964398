"""Setting a battle up: which spaces make the table, who starts on it, at what hour, and who marches to the guns.

Source: GotW p.11 Defining a Battlefield, p.12 Deployment, Time of Day, p.12-13 Calling Reinforcements, Reinforcement
Table (AFI p.11-13). Readings: Tabletop battles.
"""

from fractions import Fraction
from operator import attrgetter

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.actions import CallReinforcements, ChooseBlock, ComeBy, HoldBack
from wargame_altar_of_freedom.board.board import CampaignBoard, require
from wargame_altar_of_freedom.board.contact_events import BattleChanged
from wargame_altar_of_freedom.board.naming import count
from wargame_altar_of_freedom.board.pieces import Reinforcement, Space, Token
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import BattleTime
from wargame_altar_of_freedom.rules.fog_of_war import both_sides, show_to_both
from wargame_core import UnknownName
from wargame_core.authoring import D6, ListedChoices, Procedure, Subsets, Table, bits
from wargame_core.maps.masks import Passage, flood, mask_of

Block = tuple[Space, ...]


def rectangle(campaign: Campaign, row: int, column: int, height: int, width: int) -> Block | None:
    """The spaces of a rectangle of the map, row by row; None when it does not lie on the map."""
    game_map = campaign.map
    if row < 0 or column < 0 or row + height > game_map.grid.rows or column + width > game_map.grid.cols:
        return None
    rows, columns = range(row, row + height), range(column, column + width)
    return tuple(Space(game_map.grid.space(row, column)) for row in rows for column in columns)


def small_tables(campaign: Campaign, contact: Space) -> list[Block]:
    """The squares of 2 by 2 spaces that hold the contact: a 4 by 4 foot table. Readings: Table."""
    row, column = campaign.map.grid.rowcol(contact)
    blocks = (
        rectangle(campaign, row - rows_up, column - columns_left, 2, 2) for rows_up in (1, 0) for columns_left in (1, 0)
    )
    return [block for block in blocks if block is not None]


def larger_tables(campaign: Campaign, block: Block) -> list[Block]:
    """The rectangles of 3 by 2 spaces that hold a 2 by 2 table: 6 by 4 feet. Readings: Table."""
    row, column = campaign.map.grid.rowcol(block[0])
    blocks = (
        rectangle(campaign, row - 1, column, 3, 2),
        rectangle(campaign, row, column - 1, 2, 3),
        rectangle(campaign, row, column, 2, 3),
        rectangle(campaign, row, column, 3, 2),
    )
    return [table for table in blocks if table is not None]


def define_battlefield(table: Table[CampaignBoard]) -> Procedure[None]:
    """The defender marks four spaces around the contact, then the attacker may add two.

    Source: GotW p.11 Defining a Battlefield (AFI p.11).
    """
    board = table.board
    campaign, contact = board.campaign, board.open_battle.contact
    cite = board.cite("Defining a Battlefield")
    defender = contact.side(False, campaign.seats)
    small = ListedChoices(map(ChooseBlock, small_tables(campaign, contact.space)), cite=cite)
    block: Block = (yield from table.ask(defender, small, "Which four spaces are the battlefield?", cite)).spaces
    choices = [ChooseBlock(block), *map(ChooseBlock, larger_tables(campaign, block))]
    answer = yield from table.ask(
        contact.attacking_side, ListedChoices(choices, cite=cite), "Extend the battlefield?", cite
    )
    battle = evolve(board.open_battle, block=answer.spaces, extended=len(answer.spaces) > len(block))
    spaces = ", ".join(board.label(space) for space in answer.spaces)
    table.record(BattleChanged(battle, f"The table: {spaces}."))


STAYS, SORTIE_RETREATS, FIGHTS = "stays", "sortie_retreats", "fights"
"""The readings of what a lost fight does to the garrison of a fortress: the values of the option ``garrison``."""


def in_its_fortress(board: CampaignBoard, token: Token) -> bool:
    """Whether a division stands in a fortress of its side."""
    return board.campaign.fortresses.get(board.at[token.id]) == token.side


def keeps_off_the_table(board: CampaignBoard, token: Token) -> bool:
    """Whether a division stands in a fortress of its side and so on no table beside it, unless it comes out.

    Source: GotW p.15 Theater Map Notes. Readings: Fortress of Vicksburg.
    """
    return board.options.get("garrison") != FIGHTS and in_its_fortress(board, token)


def returns_to_fortress(board: CampaignBoard, token: Token) -> bool:
    """Whether a division that came out of its fortress, and is beaten, goes back into it and retreats no farther.

    It is one ruling for battles and minor skirmishes. Readings: Fortress of Vicksburg.
    """
    return board.options.get("garrison") == STAYS and in_its_fortress(board, token)


def deploy_on_table(table: Table[CampaignBoard]) -> Procedure[None]:
    """Everything in the marked spaces stands on the table but a garrison; the attacker may hold divisions back.

    The attacker's division that made contact comes over the edge from its own space. Source: GotW p.12 Deployment.
    Readings: Fortress of Vicksburg.
    """
    board = table.board
    battle = board.open_battle
    contact, side = battle.contact, battle.contact.attacking_side
    table_divisions = [
        token for token in board.tokens.values() if token.is_division and board.at.get(token.id) in battle.block
    ]
    table_divisions = [token for token in table_divisions if not keeps_off_the_table(board, token)]
    defenders = tuple(token.id for token in table_divisions if token.side != side)
    choosable_divisions = [token.id for token in table_divisions if token.side == side and token.id != contact.attacker]
    held_back: tuple[str, ...] = ()
    if choosable_divisions:
        cite = board.cite("Deployment")
        answer = yield from table.ask(
            side,
            Subsets(choosable_divisions, HoldBack, attrgetter("tokens"), cite),
            "Hold divisions back from the table?",
            cite,
        )
        held_back = answer.tokens
    attackers = (contact.attacker, *(token for token in choosable_divisions if token not in held_back))
    battle = evolve(battle, attackers=attackers, defenders=defenders, held_back=held_back)
    table.record(BattleChanged(battle))
    show_on_table(table, (*attackers, *defenders))


def show_on_table(table: Table[CampaignBoard], tokens: tuple[str, ...]) -> None:
    """Tokens on the table are seen by everybody."""
    show_to_both(table, tuple(table.board.tokens[token_id] for token_id in tokens))


def battle_hours(campaign: Campaign, die: int) -> BattleTime:
    """First hour and number of hourly turns for the attacker's die. Source: GotW p.12 Time of Day (AFI p.12).

    Raises `DiceError` for what is not a face of a d6.
    """
    return campaign.battle_time[D6.face(die)]


def roll_time_of_day(table: Table[CampaignBoard]) -> Procedure[None]:
    """The attacker rolls for the hour at which the battle begins. Source: GotW p.12 Time of Day (AFI p.12)."""
    board = table.board
    die = yield from table.roll(D6, "time of day", board.cite("Time of Day"), seen_by=both_sides(board))
    hours = battle_hours(board.campaign, die)
    battle = evolve(board.open_battle, first_hour=hours.start, turns=hours.turns)
    table.record(
        BattleChanged(battle, f"The battle begins at {hours.start} ({die}): {hours.turns} turns until nightfall.")
    )


def arrival_turn(campaign: Campaign, spaces: int, die: int, by_road: bool) -> int:
    """At the end of which battle turn a division arrives; +1 to the die all by road, above 6 counts as 6.

    Source: GotW p.13 Reinforcement Table (AFI p.13). Raises `UnknownName` for a distance the table does not have.
    """
    if not 1 <= spaces <= campaign.reinforcement_range:
        raise UnknownName("spaces away", spaces, range(1, campaign.reinforcement_range + 1))
    modified_die = min(D6.face(die) + (campaign.road_bonus if by_road else 0), max(campaign.reinforcement))
    return campaign.reinforcement[modified_die][spaces - 1]


@frozen
class Approach:
    """A way to the battlefield: how many spaces, along roads or not, and the space of the table it leads to."""

    spaces: int
    by_road: bool
    entry: Space


def approaches(board: CampaignBoard, token: Token) -> list[Approach]:
    """The shortest way by road and the shortest at all to each space of the table within reach, the soonest first.

    No enemy token, closed line or destroyed crossing is on the way, and none on the space of the table it leads to;
    friends do not block. Source: GotW p.12-13 Reinforcement Arrival Example, Reinforcement Limitations (AFI p.12-13).
    Readings: Calling reinforcements, Way to the guns.
    """
    by_road = _shortest(board, token, by_road=True)
    # A way that takes no less time than one by road into the same space is not worth a question.
    road_ways = {(way.entry, way.spaces) for way in by_road}
    cross_country_ways = [
        way for way in _shortest(board, token, by_road=False) if (way.entry, way.spaces) not in road_ways
    ]
    return sorted(
        (*by_road, *cross_country_ways), key=lambda way: (mean_arrival(board.campaign, way), not way.by_road, way.entry)
    )


def _ways_from_outside(board: CampaignBoard, token: Token, *, by_road: bool) -> tuple[Passage, list[int], int]:
    """How a division marches to the table: the steps, the layers of spaces before it, and the spaces it may enter."""
    game_map, table = board.campaign.map, mask_of(board.open_battle.block)
    free_spaces = game_map.enterable & ~board.enemies_seen(token.side)
    for space, holder in board.campaign.fortresses.items():
        if holder != token.side and board.division_mask(holder) >> space & 1:
            free_spaces &= ~(1 << space)
    passage = game_map.passage(by_road, None, board.closed_crossings(token.side))
    reach = board.campaign.reinforcement_range
    start = 1 << board.at[token.id]  # a garrison stands among the spaces of the table and comes into another one
    return passage, flood(passage, start, reach, free_spaces & ~table)[:reach], free_spaces & table & ~start


def spaces_before_the_table(board: CampaignBoard, reinforcement: Reinforcement) -> list[Space]:
    """The spaces from which a called division may take its last step on the table.

    Source: GotW p.12 Calling Reinforcements (AFI p.12).
    """
    token = board.tokens[reinforcement.token]
    passage, layers, _ = _ways_from_outside(board, token, by_road=reinforcement.by_road)
    last_spaces = layers[reinforcement.spaces - 1] if reinforcement.spaces <= len(layers) else 0
    return [Space(space) for space in bits(last_spaces & passage.before[reinforcement.entry])]


def _shortest(board: CampaignBoard, token: Token, *, by_road: bool) -> list[Approach]:
    """The shortest way to each space of the table that can be reached from outside it."""
    passage, layers, free_spaces = _ways_from_outside(board, token, by_road=by_road)
    ways = []
    for depth, layer in enumerate(layers):
        reached_spaces = passage.next(layer) & free_spaces
        ways += [Approach(depth + 1, by_road, Space(entry)) for entry in bits(reached_spaces)]
        free_spaces &= ~reached_spaces
    return ways


def mean_arrival(campaign: Campaign, way: Approach) -> Fraction:
    """At the end of which turn a division comes by a way on the average."""
    return Fraction(sum(arrival_turn(campaign, way.spaces, die, way.by_road) for die in D6.faces), len(D6))


def best_approach(board: CampaignBoard, token: Token) -> Approach | None:
    """The way that brings the division to the table soonest on the average, by road when equal."""
    return next(iter(approaches(board, token)), None)


def callable_divisions(board: CampaignBoard, side: str) -> list[Token]:
    """The side's divisions that are not on the table, near enough to reach it, and not fixed in place."""
    battle, held_divisions = board.open_battle, board.held_divisions()
    battle_tokens = {*battle.attackers, *battle.defenders, *battle.held_back}
    return [
        token
        for token in board.tokens_of(side)
        if token.is_division
        and token.id not in battle_tokens
        and token.unit not in held_divisions
        and best_approach(board, token) is not None
    ]


def side_to_call(board: CampaignBoard) -> str | None:
    """Attacker first, then the defender. Source: GotW p.13 Reinforcement Limitations (AFI p.13)."""
    battle = board.open_battle
    attacking_side = battle.contact.attacking_side
    return next((side for side in (attacking_side, board.enemy(attacking_side)) if side not in battle.called), None)


def call_reinforcements(table: Table[CampaignBoard]) -> Procedure[None]:
    """One side calls nearby divisions; each comes by the way its owner says and rolls for its time of arrival.

    Source: GotW p.12 Calling Reinforcements (AFI p.12).
    """
    board = table.board
    side = require(side_to_call(board), "side that calls")
    cite = board.cite("Calling Reinforcements")
    division_ids = [token.id for token in callable_divisions(board, side)]
    called_divisions: tuple[str, ...] = ()
    if division_ids:
        choices = Subsets(division_ids, CallReinforcements, attrgetter("tokens"), cite, largest_first=True)
        called_divisions = (yield from table.ask(side, choices, "Which divisions march to the guns?", cite)).tokens
    show_on_table(table, called_divisions)  # the dice that follow name them
    for token_id in called_divisions:
        reinforcement = yield from _march_to_the_guns(table, board.tokens[token_id])
        battle = board.open_battle
        battle = evolve(battle, reinforcements=(*battle.reinforcements, reinforcement))
        table.record(BattleChanged(battle, f"{_arrival_in_words(board, reinforcement)}."))
    battle = evolve(board.open_battle, called=(*board.open_battle.called, side))
    number = count(len(called_divisions), "division") if called_divisions else "no divisions"
    table.record(BattleChanged(battle, f"{board.campaign.side_name(side)} calls {number} to the battle."))


def _march_to_the_guns(t: Table[CampaignBoard], token: Token) -> Procedure[Reinforcement]:
    """The owner says by which way a division comes, then it rolls. Source: GotW p.12 Calling Reinforcements."""
    board = t.board
    way, *other_ways = approaches(board, token)
    if other_ways:
        cite = board.cite("Calling Reinforcements")
        ways = [ComeBy(token.id, way.entry, way.by_road) for way in (way, *other_ways)]
        prompt = f"By which way does {token.name} come?"
        answer = yield from t.ask(token.side, ListedChoices(ways, cite=cite), prompt, cite)
        way = next(way for way in (way, *other_ways) if (way.entry, way.by_road) == (answer.entry, answer.by_road))
    table = board.cite("Reinforcement Table")
    die = yield from t.roll(D6, f"arrival of {token.name}", table, seen_by=both_sides(board))
    turn = arrival_turn(board.campaign, way.spaces, die, way.by_road)
    return Reinforcement(token.id, way.spaces, way.by_road, die, turn, way.entry)


def _arrival_in_words(board: CampaignBoard, reinforcement: Reinforcement) -> str:
    return (
        f"{board.tokens[reinforcement.token].name} comes {count(reinforcement.spaces, 'space')} "
        f"{'by road' if reinforcement.by_road else 'cross country'} "
        f"({reinforcement.die}): end of turn {reinforcement.turn}"
    )
