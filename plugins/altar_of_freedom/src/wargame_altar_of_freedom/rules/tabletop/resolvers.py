"""Fighting the battle, and what it does to the map: losses, points, the losers' retreat, the victors' room.

It is fought by people, who report it, by a quick stand-in, or in an inner game of the campaign.
The stand-in is ours and not the game's: the battle rules are another book. A distribution offers a game in which
battles are fought out by a `BattleGame` in an entry point of the group of `BATTLES`; the entry's name is the value of
the option ``battles``. The campaign hands over a brief and gets a report, which is judged like one of people.

Source: GotW p.13 Fighting the Battle, Ending a Battle, Retreating after Battle, Broken Brigades (AFI p.13).
Readings: Losers of a battle, Victors of a battle, The stand-in, Battles fought in another game.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.actions import BattleReport, PlaceToken
from wargame_altar_of_freedom.board.board import CampaignBoard, Fog
from wargame_altar_of_freedom.board.contact_events import BattleChanged, BattleFought, BrigadeBroken, BrigadeLost
from wargame_altar_of_freedom.board.pieces import EndOfBattle, Space, TabletopBattle, Token, as_spaces
from wargame_altar_of_freedom.board.turn_events import TokenPlaced
from wargame_altar_of_freedom.printed.lines import Occasion
from wargame_altar_of_freedom.rules.arrivals import arrive, nearest_free
from wargame_altar_of_freedom.rules.contact import drive_off
from wargame_altar_of_freedom.rules.fog_of_war import both_sides, reveal, sees_token
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_altar_of_freedom.rules.retreats import AT_LEAST, Departure, departure, leave_if_empty, retreat
from wargame_altar_of_freedom.rules.scoring import ScoringOccasion, score_at_once
from wargame_altar_of_freedom.rules.tabletop import endings
from wargame_altar_of_freedom.rules.tabletop.battlefield import returns_to_fortress
from wargame_altar_of_freedom.rules.tabletop.brief import (
    BattleBrief,
    SideInBattle,
    battle_brief,
    breaks_at,
    mean_rating,
)
from wargame_core.authoring import D6, InnerGame, ListedChoices, Modifier, Procedure, Ruling, Table, bits
from wargame_core.errors import WargameError
from wargame_core.flow.rules import HasRules
from wargame_core.interfaces import Interface
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.maps.masks import flood, mask_of

PERMANENT, RALLY = "permanent", "rally"
"""The readings of what becomes of brigades broken on the table: the values of the option ``tabletop_losses``."""


def fight_battle(table: Table[CampaignBoard]) -> Procedure[None]:
    """The battle is fought; its losses are marked and the winner scores.

    Source: GotW p.13 Fighting the Battle, Ending a Battle, Broken Brigades (AFI p.13). Readings: Losses.
    """
    board = table.board
    battle = board.open_battle
    result = yield from resolver(board.options["battles"])(table, battle_brief(board))
    ending = result.winner, result.loser, result.reason, result.last_turn
    table.record(BattleFought(*ending, result.ruling, result.story, result.why))
    for unit in result.broken:
        table.record(BrigadeBroken(unit, "tabletop battle"))
        if board.options["tabletop_losses"] == PERMANENT:
            table.record(BrigadeLost(unit))
    arrived_tokens = [arrival.token for arrival in battle.reinforcements if arrival.turn <= result.last_turn]
    part = [
        board.tokens[token_id]
        for token_id in (*battle.attackers, *battle.defenders, *battle.held_back, *arrived_tokens)
    ]
    losers = tuple(token.id for token in part if token.side == result.loser)
    held_divisions = board.held_divisions()
    winners = tuple(token.id for token in part if token.side == result.winner and token.unit not in held_divisions)
    table.record(BattleChanged(evolve(battle, loser=result.loser, retreating=losers, spreading=winners)))
    for token in part:
        leave_if_empty(table, token)
    yield from score_at_once(table, ScoringOccasion(result.winner), Occasion.BATTLE_WON)


def leaves_the_table(board: CampaignBoard, battle: TabletopBattle, token: Token) -> Departure:
    """How a beaten division leaves the table: by the spaces that it can get to without meeting a victor.

    A division off the map of the table (the contacting one, a reinforcement) leaves from where it came on.
    Source: GotW p.13 Retreating after Battle (AFI p.13). Readings: Losers of a battle.
    """
    table, exit_space = mask_of(battle.block), board.at[token.id]
    if not table >> exit_space & 1:
        arrivals = (arrival.entry for arrival in battle.reinforcements if arrival.token == token.id)
        exit_space = next(arrivals, battle.contact.origin)
    return departure(board, token, exit_space, table if table >> exit_space & 1 else 0)


def next_on_the_map(table: Table[CampaignBoard], token_id: str, battle: TabletopBattle) -> Token | None:
    """The division whose turn it is, struck off the list in ``battle``; None when it has left the map."""
    table.record(BattleChanged(battle))
    return table.board.tokens[token_id] if token_id in table.board.at else None


def retreat_a_loser(table: Table[CampaignBoard]) -> Procedure[None]:
    """The next beaten division retreats d6 spaces from the battlefield or farther; who does not see it sees no die.

    One that attacked out of its fortress, or was called out of it, goes back into it instead. Source: GotW p.13
    Retreating after Battle (AFI p.13). Readings: Losers of a battle, At least d6, What a referee announces, Fortress
    of Vicksburg.
    """
    board = table.board
    battle = board.open_battle
    token_id, *other_tokens = battle.retreating
    token = next_on_the_map(table, token_id, evolve(battle, retreating=tuple(other_tokens)))
    if token is None:
        return
    if returns_to_fortress(board, token):
        table.record(
            BattleChanged(board.open_battle, f"{token.name} goes back into {board.label(board.at[token_id])}.")
        )
        return
    cite = board.cite("Retreating after Battle")
    spaces = yield from table.roll(D6, f"retreat of {token.name}", cite, seen_by=sees_token(board, token))
    group = (token, *escorted_trains(board, battle, token))
    start, must_go_farther = leaves_the_table(board, battle, token), board.options["losers"] == AT_LEAST
    yield from retreat(table, group, battle.block, spaces, start, must_go_farther=must_go_farther)


def escorted_trains(board: CampaignBoard, battle: TabletopBattle, token: Token) -> tuple[Token, ...]:
    """The baggage trains that leave a space of the battlefield with the last division of theirs in it.

    Source: AFI p.7 Logistical Limitations. Readings: Trains taken.
    """
    space = board.at[token.id]
    space_tokens = [
        other_token
        for other_token in board.tokens_in(space)
        if other_token.side == token.side and other_token is not token
    ]
    if space not in battle.block or any(other_token.is_division for other_token in space_tokens):
        return ()
    return tuple(other_token for other_token in space_tokens if other_token.kind in board.campaign.never_with_own_kind)


def spread_a_victor(table: Table[CampaignBoard]) -> Procedure[None]:
    """The next victorious division takes its space on the battlefield, or, when all are taken, one near it.

    Source: GotW p.13 Retreating after Battle (AFI p.13). Readings: Victors of a battle.
    """
    board = table.board
    battle = board.open_battle
    token_id, *other_tokens = battle.spreading
    token = next_on_the_map(table, token_id, evolve(battle, spreading=tuple(other_tokens)))
    if token is None:
        return
    spaces = victors_spaces(board, battle, token)
    answer = spaces[0]
    if len(spaces) > 1:
        cite = board.cite("Retreating after Battle")
        choices = ListedChoices((PlaceToken(token_id, space) for space in spaces), cite=cite)
        answer = (
            yield from table.ask(token.side, choices, f"Where does {token.name} stand after the battle?", cite)
        ).space
    enemy = board.enemy(token.side)
    enemies = board.division_mask(enemy) if answer in battle.block else board.mask(enemy)
    if enemies >> answer & 1:
        answer = nearest_free(board, token, answer)[0]  # an enemy that was not seen stands there
    if answer != board.at[token_id]:
        left_behind = tuple(other_token for other_token in board.tokens_in(answer) if other_token.side != token.side)
        reveal(table, left_behind)
        for other in left_behind:
            yield from drive_off(table, other, answer)
        came_from = board.at[token_id]
        table.record(TokenPlaced(token_id, answer, "takes position"))
        yield from arrive(table, token, (answer,), came_from)


FARTHEST_VICTOR = 6
"""The spaces of a march from the farthest division that can be called, three away, across the largest battlefield."""


def victors_spaces(board: CampaignBoard, battle: TabletopBattle, token: Token) -> list[Space]:
    """The free spaces of the battlefield for a victor; where there are none, the nearest free ones.

    All of them are spaces to which a march leads from where it fought or came on, over no closed line, round the enemy
    divisions that its side knows of. Pickets and trains that the beaten army left there are driven off or taken. Nobody
    comes into an enemy fortress by a battle, even one whose garrison was beaten outside it.
    Readings: Victors of a battle, Fortress of Vicksburg.
    """
    start_space = board.at[token.id]
    divisions = board.enemy_divisions_known(token.side)
    closed_spaces = stacking(board, token)[1] | divisions
    for space, holder in board.campaign.fortresses.items():
        if holder != token.side and space != start_space:
            closed_spaces |= 1 << space
    game_map = board.campaign.map
    passage = game_map.passage(False, None, board.closed_crossings(token.side))
    ground = game_map.enterable & ~divisions
    marches = flood(passage, 1 << start_space, FARTHEST_VICTOR, ground)
    free_spaces = mask_of(battle.block) & sum(marches) & ~closed_spaces
    if free_spaces:
        return list(as_spaces(bits(free_spaces)))
    if start_space not in battle.block:
        return [start_space]
    closed_spaces |= board.enemies_seen(token.side) | board.depot_mask(board.enemy(token.side))
    nearest_spaces = next((layer & ~closed_spaces for layer in marches if layer & ~closed_spaces), 1 << start_space)
    return list(as_spaces(bits(nearest_spaces)))


def end_battle(table: Table[CampaignBoard]) -> None:
    """The battle is over, and with it all movement of the turn. Source: GotW p.11 Tabletop Battles (AFI p.11)."""
    table.record(BattleChanged(None))


# who fights it

BattleResolver = Callable[[Table[CampaignBoard], BattleBrief], Procedure[endings.BattleResult]]
"""Fights a battle. It may ask and roll like any rule."""

BASES_A_POINT = 8
"""Unbroken bases that weigh as much as one point of the die. Readings: The stand-in."""
LEAD_BREAKING_TWO = 7
"""By how many points a side is lower when two of its bases break. Readings: The stand-in."""


def quick_battle(table: Table[CampaignBoard], brief: BattleBrief) -> Procedure[endings.BattleResult]:
    """A stand-in for the battle: an hourly die each, weight and quality of the unbroken bases, and cover.

    Each hour d6 + unbroken bases / `BASES_A_POINT` (down) + mean rating, and the defender's cover; the lower side
    breaks one base, two if lower by `LEAD_BREAKING_TWO` or more, the worst first; each broken base comes back on a 6.
    Readings: The stand-in.
    """
    board = table.board
    broken_units: frozenset[str] = frozenset()
    story: list[str] = []
    for turn in range(1, brief.turns + 1):
        broken_units, sentence = yield from _hour(table, brief, turn, broken_units)
        story.append(sentence)
        attacker, defender = (endings.side_standing(board, side, turn, broken_units) for side in brief.sides)
        loser, reason = endings.loser_at_breakpoint(attacker, defender), EndOfBattle.BREAKPOINT
        if loser is None and turn == brief.turns:
            loser, reason = endings.loser_at_nightfall(attacker, defender), EndOfBattle.NIGHTFALL
        if loser is not None:
            ruling = endings.end_ruling(board, loser, reason, (attacker, defender))
            broken_brigades = tuple(unit.id for side in brief.sides for unit in side.units if unit.id in broken_units)
            return endings.BattleResult(board.enemy(loser), loser, reason, turn, broken_brigades, ruling, tuple(story))
    raise AssertionError("the last hour always has a loser")


def hour_score(side: SideInBattle, turn: int, broken_units: frozenset[str], die: int) -> Ruling:
    """A side's score in one hour of the stand-in. Readings: The stand-in."""
    # What arrives at the end of a turn fights from the next one on.
    fighting = tuple(unit for unit in side.entered(turn - 1) if unit.id not in broken_units)
    modifiers = [
        Modifier(die, "die"),
        Modifier(len(fighting) // BASES_A_POINT, "weight", because=f"{len(fighting)} unbroken bases"),
        Modifier(mean_rating(fighting), "quality", because="mean rating"),
    ]
    if side.cover:
        modifiers.append(Modifier(side.cover, "cover", because=side.cover_reason))
    return Ruling(side.side, sum(modifier.value for modifier in modifiers), 0, tuple(modifiers))


def _hour(
    table: Table[CampaignBoard], brief: BattleBrief, turn: int, broken_units: frozenset[str]
) -> Procedure[tuple[frozenset[str], str]]:
    board = table.board
    scores, rolls = [], []
    for side in brief.sides:
        die = yield from table.roll(D6, f"battle turn {turn}: {side.side}", seen_by=both_sides(board))
        scores.append(hour_score(side, turn, broken_units, die).total)
        rolls.append(f"{board.campaign.side_name(side.side)} {scores[-1]} (rolled {die})")
    difference = scores[0] - scores[1]
    if difference:
        worse = brief.defender if difference > 0 else brief.attacker
        unbroken_units = [unit for unit in worse.entered(turn - 1) if unit.id not in broken_units]
        unbroken_units.sort(key=lambda unit: (unit.rating, unit.id))
        broken_units |= {unit.id for unit in unbroken_units[: 2 if abs(difference) >= LEAD_BREAKING_TWO else 1]}
    die_of_side = {}
    for unit in sorted(broken_units):
        name = board.campaign.oob.units[unit].name
        die_of_side[unit] = yield from table.roll(D6, f"{name} returns on 6", seen_by=both_sides(board))
    broken_units -= {unit for unit, die in die_of_side.items() if die == 6}
    counts = [sum(1 for unit in side.units if unit.id in broken_units) for side in brief.sides]
    tries_text = ", ".join(f"{board.campaign.oob.units[unit].name} {die}" for unit, die in die_of_side.items())
    returns = f"; on a 6 return {tries_text}" if tries_text else ""
    return (
        broken_units,
        f"Battle turn {turn}: {rolls[0]}, {rolls[1]}{returns}; broken so far {counts[0]} and {counts[1]}.",
    )


RESOLVERS: Mapping[str, BattleResolver] = {"quick": quick_battle, "reported": endings.result_reported}
"""The ways to fight a battle that every campaign has, by the value of the option ``battles``."""


def resolver(name: str) -> BattleResolver:
    """The way to fight a battle that a value of the option ``battles`` names.

    Readings: Battles fought in another game.
    """
    return RESOLVERS[name] if name in RESOLVERS else partial(fight_out, name)


# battles fought out in another game

Breakpoints = Mapping[str, tuple[int, ...]]
"""By side, how many broken brigades beat it at the end of each turn of the battle."""


@frozen
class BattleGame:
    """A game in which battles of campaigns are fought out.

    It promises a game that is the same for the same data, and a report that the book allows.

    It may not look at the campaign: all it knows is the brief.

    Attributes:
        make: makes the game of a battle from its plain data; with none, any such game.
        data: the plain data of a battle, the same for the same brief and breakpoints.
        seats: the seat there of each side of the campaign.
        report: what the campaign hears of a battle, made from the last board of it.
        brief: the brief again, from the data of a battle. Without it no world can be drawn, with a referee, for a side
            that does not see all who take part (`wargame_core.flow.view.View.world`).

    Example::

        from wargame_altar_of_freedom.board.actions import BattleReport
        from wargame_altar_of_freedom.board.pieces import EndOfBattle
        from wargame_altar_of_freedom.rules.tabletop.resolvers import BattleGame

        def make(data): ...  # a Game with two seats, "attacker" and "defender", of the plain data

        PARLEY = BattleGame(
            make,
            data=lambda brief, breakpoints: {"units": [len(side.units) for side in brief.sides]},
            seats=lambda brief: {brief.attacker.side: "attacker", brief.defender.side: "defender"},
            report=lambda brief, board: BattleReport(
                getattr(brief, board.outcome.winner).side, EndOfBattle.CONCEDED, 1, (), why="a parley"),
        )
    """

    make: Callable[[JsonMapping], HasRules]
    data: Callable[[BattleBrief, Breakpoints], JsonObject]
    seats: Callable[[BattleBrief], Mapping[str, str]]
    report: Callable[[BattleBrief, Any], BattleReport]
    brief: Callable[[JsonMapping], BattleBrief] | None = None


BATTLES = Interface("wargame_altar_of_freedom.battles", "a game for battles", (BattleGame,), classes=False)


@lru_cache(maxsize=1)
def battle_games() -> tuple[str, ...]:
    """The names of the games in which battles can be fought out here."""
    return tuple(sorted(BATTLES.entries()))


@lru_cache(maxsize=8)
def battle_game(name: str) -> BattleGame:
    """A game in which battles can be fought out. Raises `NotInstalled` when it cannot be loaded or is another thing."""
    game: BattleGame = BATTLES.load(name)
    return game


def inner_games() -> Mapping[str, Callable[[JsonMapping], HasRules]]:
    """What makes the inner games of a campaign, by name; none is loaded before it is needed."""
    return {name: partial(_make, name) for name in battle_games()}


def _make(name: str, data: JsonMapping) -> HasRules:
    return battle_game(name).make(data)


def breakpoints(board: CampaignBoard, brief: BattleBrief) -> Breakpoints:
    """By side, its breakpoint at the end of each turn. Source: GotW p.13 Ending a Battle (AFI p.13)."""
    campaign, reading, turns = board.campaign, board.options["breakpoint"], range(1, brief.turns + 1)
    return {
        side.side: tuple(breaks_at(campaign, len(side.entered(turn)), reading) for turn in turns)
        for side in brief.sides
    }


def fight_out(name: str, table: Table[CampaignBoard], brief: BattleBrief) -> Procedure[endings.BattleResult]:
    """The battle is played as an inner game, and its end is its report.

    Raises `WargameError` for a report that the book does not allow. Source: GotW p.13 Fighting the Battle (AFI p.13).
    """
    board, game = table.board, battle_game(name)
    inner_game = InnerGame(
        name, game.seats(brief), game.data(brief, breakpoints(board, brief)), watched=board.fog is not Fog.REFEREE
    )
    report: BattleReport = yield from table.play(inner_game, partial(game.report, brief))
    verdict = endings.judge_report(board, brief, report)
    if not verdict:
        raise WargameError(f"battles={name} reports what cannot have happened: {verdict.reasons[0].text}")
    return endings.result_of(board, brief, report)
