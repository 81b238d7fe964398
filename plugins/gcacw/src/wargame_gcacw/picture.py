"""A position as a picture: counters, zones of control, lines of communication."""

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from wargame_core.authoring import Event
from wargame_core.maps.map import Map
from wargame_core.maps.masks import mask_of
from wargame_core.odds import show
from wargame_gcacw.board import action_events, actions, turn_events
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.board.turn_events import day
from wargame_gcacw.printed.counters import COLORS, NATION, SIDES, Arm, Side
from wargame_gcacw.rules.victory_points import lines
from wargame_pictures import Presentation
from wargame_pictures.draw.art import art_in
from wargame_pictures.draw.faces import Badge
from wargame_pictures.draw.ground import DrawnGround, map_ground
from wargame_pictures.draw.letters import Letters
from wargame_pictures.draw.terrain import KeyItem
from wargame_pictures.draw.tokens import (
    DARK_LINE,
    LIGHT_LINE,
    Highlight,
    Mark,
    Marker,
    PathMark,
    badge_keys,
    badge_of,
    band_key,
    bands,
    corps_keys,
    shape_keys,
    side_keys,
)
from wargame_pictures.scene import Happening, Scene, ShownDie


def presentation(overlay: Path | None, packaged_folder: Path) -> Presentation[FieldBoard]:
    """What a scenario gives for pictures and stories; art of an owner may lie in either folder."""
    return Presentation(
        art=art_in(overlay, packaged_folder),
        alike=True,
        markers=markers,
        marks=marks,
        ground=ground,
        caption=caption,
        letters=letters,
        heading=heading,
        weight=weight,
        scene=scene,
        sure=lambda action, _: isinstance(action, (actions.TakeAlong, actions.RetreatNext)),
    )


def scene(event: Event, board: FieldBoard) -> Scene | None:
    """How an event is shown on a table."""
    match event:
        case action_events.Fought(attacker_die=attack, defender_die=defence, artillery_die=guns):
            dice = tuple(ShownDie(str(die)) for die in (attack, defence, guns) if die)
            return Scene(Happening.ATTACK, dice=dice)
        case action_events.ManpowerLost(points=points):
            return Scene(Happening.LOSS, points)
        case action_events.Surrendered():
            return Scene(Happening.LOSS, result="surrendered")
        case action_events.Retreated() | action_events.CavalryRetreated() | action_events.RetreatEnded():
            return Scene(Happening.RETREAT)
        case action_events.ActionBegan() | action_events.AssaultOrdered() | turn_events.Passed():
            return Scene(Happening.ORDER)
        case action_events.MarchBegan() | action_events.AllowanceRolled() | turn_events.InitiativeWon():
            return Scene(Happening.ROUTINE)
    return None


LINES: Final = {"union": DARK_LINE, "confederate": LIGHT_LINE}
LINE: Final = "#7a3b8f"


SIGNS: Final = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "wagon": "wagons",
    "leader": "leader",
}
STATES: Final[dict[Badge, str]] = {
    ("F2", "plain"): "fatigue 2",
    ("E", "plain"): "exhausted",
    ("D", "warning"): "disorganized",
    ("-1", "alarm"): "demoralized",
    ("W", "plain"): "in works",
}


def ground(board: FieldBoard, is_turned: bool) -> DrawnGround:
    """The map, with what stands on counters in its legend."""
    return map_ground(board.ground.map, is_turned, key=_key(board))


def _key(board: FieldBoard) -> Iterator[KeyItem]:
    yield from side_keys([NATION[side] for side in SIDES])
    yield from shape_keys(SIGNS)
    yield band_key("corps")
    yield from corps_keys(corps_of(board, unit) for unit in board.book.units if board.unit(unit).side == SIDES[0])
    yield from badge_keys(STATES)


def markers(board: FieldBoard, seat: str = "") -> Iterator[Marker]:
    """The units as counters, each with its arm, combat value and state, over them their leaders."""
    for leader, unit in board.leader_with.items():
        side, name = board.leader(leader).side, board.name(leader)
        yield Marker(board.units[unit].space, name, side, COLORS[side], "flag", note=name, id=leader, kind="leader")
    strips = board.book.latest("strips of corps", None, partial(_strips, board), 1)
    for unit_id, state in board.units.items():
        counter, (band, corps) = board.unit(unit_id), strips[unit_id]
        yield _counter(unit_id, counter.name, counter.side, counter.arm, state, board.condition(unit_id), band, corps)


def _strips(board: FieldBoard) -> Mapping[str, tuple[str, str]]:
    """Of every counter the colour of its corps and the name of that corps' badge; empty texts for neither."""
    corps = {unit_id: corps_of(board, unit_id) for unit_id in board.book.units}
    band = bands(dict.fromkeys(filter(None, corps.values())))
    return {
        unit_id: (band.get(name, ""), badge_of(name) if board.unit(unit_id).side == SIDES[0] else "")
        for unit_id, name in corps.items()
    }


@lru_cache(maxsize=4096)
def _counter(
    unit_id: str, name: str, side: Side, arm: Arm, state: UnitState, condition: str, band: str, corps: str
) -> Marker:
    return Marker(
        state.space,
        name.partition(" (")[0],
        side,
        COLORS[side],
        note=condition,
        id=unit_id,
        arm=arm,
        value=show(state.value),
        badges=tuple(badges(state)),
        band=band,
        corps=corps,
    )


def corps_of(board: FieldBoard, unit: str) -> str:
    """The corps of a unit, or that it is itself; "" for neither."""
    return next(iter(board.unit(unit).commands), badge_of(board.name(unit)))


def letters(board: FieldBoard, seat: str = "") -> Mapping[str, Letters]:
    """The units in letters: arm and combat value, with a star where a leader is; a list says who, and how they are."""
    leaders: dict[str, list[str]] = {}
    for leader, unit_id in board.leader_with.items():
        leaders.setdefault(unit_id, []).append(leader)
    by_piece: dict[str, Letters] = {}
    for unit_id, state in board.units.items():
        leaders_here = leaders.get(unit_id, ())
        label = f"{board.unit(unit_id).arm[0]}{show(state.value)}{'*' if leaders_here else ''}"
        by_piece |= {
            leader: Letters("", f"{board.name(leader)} with {board.describe(unit_id)}") for leader in leaders_here
        }
        by_piece[unit_id] = Letters(
            label,
            board.condition(unit_id) + (f" with {' and '.join(map(board.name, leaders_here))}" if leaders_here else ""),
        )
    return by_piece


def badges(state: UnitState) -> Iterator[Badge]:
    """What is wrong with a unit: fatigue, exhausted, disorganized, demoralized, and the works it stands in."""
    if state.fatigue:
        yield f"F{state.fatigue}", "plain"
    if state.exhausted:
        yield "E", "plain"
    if state.disorganized:
        yield "D", "warning"
    if state.demoralized:
        yield f"-{state.demoralized}", "alarm"
    if state.work:
        yield "W", "plain"


def ways_home(board: FieldBoard) -> Iterator[PathMark]:
    """The lines of communication there are, each drawn to where it meets one drawn before."""
    covered_hexes, label = 0, "lines of communication"
    for line in lines(board):
        if line.blocked or not line.path:
            continue
        path = [board.units[line.unit].space, *_spaces(board.ground.map, line.path)]
        end = next(
            (index for index, space_there in enumerate(path) if index and covered_hexes >> space_there & 1),
            len(path) - 1,
        )
        yield PathMark(tuple(path[: end + 1]), LINE, label, 2.2)
        covered_hexes |= mask_of(path)
        label = ""


@lru_cache(maxsize=1024)
def _spaces(game_map: Map, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(map(game_map.parse, names))


def caption(board: FieldBoard) -> str:
    """The turn, its day and its weather."""
    if not board.turn:
        return "set-up"
    scenario = board.scenario
    today = day(scenario.dates[board.turn - 1].isoformat())
    return f"turn {board.turn} of {scenario.turns}, {today}{', rain' if board.rain else ''}"


def marks(board: FieldBoard, seat: str, ground: DrawnGround) -> Iterator[Mark]:
    """Zones of control and lines of communication, under the counters."""
    for side in SIDES:
        if zone := board.zone(side):
            yield Highlight(zone, LINES[side], f"{NATION[side]} zones of control", side)
    yield from ways_home(board)


def heading(event: Event, board: FieldBoard) -> str:
    """A turn is a part of the story, and so is the night."""
    if isinstance(event, turn_events.TurnBegan):
        return f"Turn {board.turn}: {turn_events.day(event.date)}"
    return "Night" if isinstance(event, turn_events.CycleBegan) and event.night else ""


def weight(event: Event) -> int:
    """Losses and ground decide: most of all a unit that is gone, least of all what a march wears off."""
    if isinstance(event, action_events.ManpowerLost):
        if not event.left:
            return event.points + 6
        return event.points if event.cause in ("combat", "retreat") else event.points // 2
    return 5 if isinstance(event, (action_events.ControlTaken, action_events.Surrendered)) else 0
