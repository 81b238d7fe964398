"""Battle Cry as a picture, in letters and in headlines: the ground, works, objectives, units and generals."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from math import atan2, cos, degrees, sin
from pathlib import Path

from wargame_battlecry.board import actions, battle_events, turn_events
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import COLORS, CORNERS, DIRECTIONS, HEXES, SECTION, SIDES, SPACE
from wargame_battlecry.printed.pieces import Battle, Objective, is_general, side_of
from wargame_battlecry.rules import battle_dice
from wargame_core.authoring import Event, GameEnded
from wargame_core.maps.features import Point
from wargame_core.maps.map import Map, centre, corners, frame
from wargame_core.maps.masks import bits
from wargame_pictures import Presentation
from wargame_pictures.draw.art import art_in
from wargame_pictures.draw.faces import text
from wargame_pictures.draw.ground import DrawnGround, map_ground
from wargame_pictures.draw.labels import Style
from wargame_pictures.draw.letters import Letters
from wargame_pictures.draw.map_sheet import crossing_sign
from wargame_pictures.draw.shapes import COLOR, at, closed_path, loops, number, with_title
from wargame_pictures.draw.terrain import INK, KeyItem
from wargame_pictures.draw.tokens import DARK_LINE, LIGHT_LINE, Art, Marker
from wargame_pictures.scene import Happening, Scene, dice_in_words

FENCE, WORKS = ("#6b4a23", 3, "7 3"), ("#5b3f22", 6, "3 2")
"""Colour, width and dashes of lines along sides."""

ARMS = {"infantry": "M-9 -5.7L9 5.7M-9 5.7L9 -5.7", "cavalry": "M-9 5.7L9 -5.7", "artillery": ""}
"""What stands in the box of an arm."""

STAR = "M0 -7l2 4.6l5 .4l-3.8 3.3l1.1 4.9l-4.3 -2.6l-4.3 2.6l1.1 -4.9l-3.8 -3.3l5 -.4z"

_HOUSE = "M-5 4v-6l5 -4.5l5 4.5v6z"

_PEN = 'fill="#8c4a3a" stroke="#4a241b"'

_SIGNS = {
    "homestead": ((-13.5, -5),),
    "town": ((-13.5, -5), (13.5, -5), (-14, 8)),
}
"""Where houses stand in a hex: beside the unit, not under it."""

LINES = {"union": DARK_LINE, "confederate": LIGHT_LINE}

INKS = {"union": "#fff", "confederate": "#1c1710"}

RIMS = {"union": "#fff", "confederate": "#8f1f17"}

LETTERS = {"infantry": "I", "cavalry": "C", "artillery": "A"}

_SHAPE = {
    "union": "M-14 -11h28v22h-28z",
    "confederate": "M-11 -11h22l3 3v16l-3 3h-22l-3 -3v-16z",
}
"""Counters of one side have square corners, of the other cut ones."""

_GENERAL_OFFSET = (13.5, -12.5)
"""Where a general stands in the hex of a unit, from its middle."""

_FLAG_AT = (-14.5, 14.0)
"""Where the flag of an objective stands in its hex."""

MOST_SEPARATE_HEXES = 4
"""A larger group of hexes that is worth a flag is drawn as one area."""

GROUND = {
    "waterway": "river",
    "sunken_road": "sunken",
    "homestead": "house",
    "fieldwork": "works",
    "entrenchment": "works",
    "devils_den": "rocks",
}
"""Words for the ground of a hex in a map made of letters; other ground is called what it is."""


def presentation(overlay: Path | None, packaged_folder: Path) -> Presentation[BattleBoard]:
    """The functions for pictures and stories; art of an owner may lie in either folder."""
    return Presentation(
        art=art_in(overlay, packaged_folder),
        open=True,
        markers=markers,
        letters=letters,
        ground=ground,
        marks=marks,
        caption=caption,
        weight=weight,
        scene=scene,
        sure=lambda action, _: isinstance(action, (actions.Order, actions.ChooseSection)),
    )


def scene(event: Event, board: BattleBoard) -> Scene | None:
    """How an event is shown on a table; of a battle the symbols that hit are marked."""
    match event:
        case battle_events.Battled(roll=roll, unit=unit, defender=defender, range=distance):
            hitting = battle_dice.letters_that_hit(board, board.battle.units[unit], defender, melee=distance == 1)
            return Scene(Happening.ATTACK, dice=tuple(dice_in_words(roll, battle_dice.SYMBOL, hitting)))
        case battle_events.GeneralChecked(roll=roll) | battle_events.EscapeTried(roll=roll):
            return Scene(Happening.ATTACK, dice=tuple(dice_in_words(roll, battle_dice.SYMBOL)))
        case turn_events.SharpShot(roll=roll):
            return Scene(Happening.ATTACK, dice=tuple(dice_in_words(roll, battle_dice.SYMBOL)))
        case turn_events.CardDiceRolled(roll=roll):
            return Scene(Happening.CARD, dice=tuple(dice_in_words(roll, battle_dice.SYMBOL)))
        case battle_events.FiguresLost(count=count):
            return Scene(Happening.LOSS, count)
        case battle_events.GeneralLost():
            return Scene(Happening.LOSS)
        case battle_events.Retreated() | battle_events.GeneralRetreated():
            return Scene(Happening.RETREAT)
        case turn_events.CardPlayed() | turn_events.FightBackPlayed() | turn_events.CardCopied():
            return Scene(Happening.CARD)
        case turn_events.Ordered():
            return Scene(Happening.ORDER)
        case turn_events.TurnBegan(side=side):
            return Scene(Happening.ROUTINE, by=side)
        case (
            turn_events.OrdersAllowed()
            | turn_events.CardDrawn()
            | turn_events.CardDiscarded()
            | turn_events.DeckShuffled()
        ):
            return Scene(Happening.ROUTINE)
    return None


def weight(event: Event) -> int:
    """How much an event decided: flags decide. The end outweighs all; of units that are lost those at full strength.

    A unit that goes on weighs its figures, which is less than any flag.
    """
    if isinstance(event, GameEnded):
        return 12
    if isinstance(event, battle_events.FiguresLost):
        return 4 + event.count if event.is_eliminated else min(event.count, 3)
    if isinstance(event, battle_events.GeneralLost):
        return 6 if event.captured else 3
    if isinstance(event, battle_events.UnitExited):
        return 5 + event.flags
    return 4 + event.flags if isinstance(event, turn_events.ObjectiveChanged) else 0


def caption(board: BattleBoard) -> str:
    """The flags won and whose turn it is."""
    score = ", ".join(f"{side.capitalize()} {board.flags(side)}" for side in SIDES)
    turn_text = f"; turn {board.turn}, {board.active.capitalize()}" if board.turn else ""
    return f"flags {score} of {board.battle.flags}{turn_text}"


def ground(board: BattleBoard, is_turned: bool) -> DrawnGround:
    """The printed board of a battle, made once for each chair."""
    battle = board.battle

    def art(game_map: Map) -> str:
        return "".join((*_sections(game_map), *_tiles(battle, game_map)))

    return map_ground(battle.map, is_turned, art=art, key=_key(board))


def _sections(game_map: Map) -> Iterator[str]:
    _, height = frame(game_map)
    for name in ("A5", "A9"):
        x, _ = centre(game_map, SPACE[name])
        yield (
            f'<path d="M{number(x)} 0V{number(height)}" stroke="#8a2f2f" stroke-width="2" stroke-dasharray="2 7" '
            'stroke-linecap="round" opacity=".7"/>'
        )


def _tiles(battle: Battle, game_map: Map) -> Iterator[str]:
    for space, tile in enumerate(battle.tiles):
        x, y = centre(game_map, space)
        title = f"{tile.title} {HEXES[space]}"
        if tile.id == "bridge":
            turn = degrees(_flow_direction(game_map, space)) + 90
            yield with_title(title, crossing_sign("bridge", 1.5), f"translate({at((x, y))}) rotate({number(turn)})")
        elif tile.id == "ford":
            yield with_title(title, crossing_sign("ford", 1.2), f"translate({at((x, y - 3))})")
        elif tile.id in _SIGNS:
            houses = "".join(f'<path transform="translate({at(spot)})" d="{_HOUSE}"/>' for spot in _SIGNS[tile.id])
            yield with_title(title, f"<g {_PEN}>{houses}</g>", f"translate({at((x, y))})")
        elif tile.directional:
            yield sides_line(corners(game_map, space), battle.sides[space], title, *FENCE)


def _flow_direction(game_map: Map, space: int) -> float:
    """The direction of the water through a hex, in radians; across the board where it stands alone."""
    x, y = centre(game_map, space)
    waters = [neighbour for neighbour in game_map.neighbours[space] if game_map.terrain[neighbour] == "water"]
    ways = [atan2(centre(game_map, neighbour)[1] - y, centre(game_map, neighbour)[0] - x) for neighbour in waters]
    if not ways:
        return 0.0
    return atan2(sum(sin(2 * way) for way in ways), sum(cos(2 * way) for way in ways)) / 2


def sides_line(outline: Sequence[Point], sides: int, title: str, color: str, width: int, dashes: str) -> str:
    """A line along some sides of a hex, a little inside it; ``sides`` is a mask of directions."""
    x, y = sum(px for px, _ in outline) / 6, sum(py for _, py in outline) / 6
    points = [((px - x) * 0.86 + x, (py - y) * 0.86 + y) for px, py in outline]
    ways = [CORNERS[name] for side_number, name in enumerate(DIRECTIONS) if sides >> side_number & 1]
    data = "".join(f"M{at(points[a])}L{at(points[b])}" for a, b in ways)
    return (
        f'<path d="{data}" fill="none" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dashes}">'
        f"<title>{escape(title)}</title></path>"
    )


def _key(board: BattleBoard) -> Iterator[KeyItem]:
    """What stands on tiles of this battle, works, and the dividing lines."""
    tiles = {tile.id: tile for tile in board.battle.tiles}
    for name in ("homestead", "town"):
        if name in tiles:
            yield KeyItem(f'<path d="{_HOUSE}" transform="translate(12 8)" {_PEN}/>', tiles[name].title)
    for name, scale in (("bridge", 0.9), ("ford", 0.9)):
        if name in tiles:
            yield KeyItem(f'<g transform="translate(12 7)">{crossing_sign(name, scale)}</g>', tiles[name].title)
    lines = {tile.title for tile in tiles.values() if tile.directional and not tile.token}
    if lines:
        yield KeyItem(_legend_line(*FENCE), ", ".join(sorted(lines)))
    titles = {board.book.terrain[work.kind].title for edge_work in board.battle.works.values() for work in edge_work}
    yield KeyItem(_legend_line(*WORKS), ", ".join(sorted(titles | {"fieldwork"})))
    for arm, sign in ARMS.items():
        box = f'<path d="M-9 -5.7h18v11.5h-18z{sign}" fill="none" stroke="{INK}" stroke-width="1.3"/>'
        gun = f'<circle r="3.5" fill="{INK}"/>' if not sign else ""
        yield KeyItem(f'<g transform="translate(12 7)">{box}{gun}</g>', arm)
    yield KeyItem(f'<path d="{STAR}" transform="translate(12 7)" fill="{INK}"/>', "general")
    pips = f'<circle cx="7" cy="7" r="3" fill="{INK}"/><circle cx="17" cy="7" r="3" fill="none" stroke="{INK}"/>'
    yield KeyItem(pips, "figures left, lost")
    if any(unit.label or unit.kind.id != unit.kind.arm for unit in board.battle.units.values()):
        yield KeyItem('<path d="M5 3h14v8h-14z" fill="#ffd24a" stroke="#1c1710" stroke-width=".7"/>', "special unit")
    sections = 'stroke="#8a2f2f" stroke-width="2" stroke-dasharray="2 7" stroke-linecap="round"'
    yield KeyItem(f'<path d="M0 7h24" {sections}/>', "sections")


def _legend_line(color: str, width: int, dashes: str) -> str:
    return f'<path d="M0 7h24" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dashes}"/>'


def marks(board: BattleBoard, seat: str, ground: DrawnGround) -> Iterator[Art]:
    """The works, the flags on ground that is worth some, and the names of the sections before each chair."""
    names, _ = ground.cached("names of sections", lambda: _names_of_sections(ground))
    yield Art(names)
    for name, hex_works in board.works.items():
        for work in hex_works:
            title = f"{board.book.terrain[work.kind].title} {HEXES[SPACE[name]]}"
            yield Art(sides_line(ground.spots[SPACE[name]].outline, work.sides or 63, title, *WORKS))
    key: dict[str, KeyItem | None] = {}
    for objective in board.flagged_objectives():
        side = objective.side
        key.setdefault(
            side, KeyItem(f'<g transform="translate(16 11)">{_flag(side, True)}</g>', f"flags for {side.capitalize()}")
        )
        yield Art(_objective(board, objective, ground), key[side])
        key[side] = None


_SECTION_NAME = Style(9, COLOR["section"], italic=True, spacing=1)


def _names_of_sections(ground: DrawnGround) -> str:
    """Left, center and right of each side, in the margin before its chair."""
    names = []
    for side in SIDES:
        is_far_side = (side == SIDES[0]) == ground.turned
        for name, mask in SECTION[side].items():
            middles = [ground.spots[space].at[0] for space in bits(mask)]
            y = -9.0 if is_far_side else ground.size[1] + 16
            names.append(_SECTION_NAME.write(name.capitalize(), (min(middles) + max(middles)) / 2, y, "middle"))
    return "".join(names)


def _objective(board: BattleBoard, objective: Objective, ground: DrawnGround) -> str:
    """A flag on each hex of an objective, filled while it is held; a large group is outlined and has one flag."""
    is_held, art = objective.id in board.objectives, []
    for group in objective.groups:
        spaces = list(bits(group))
        if len(spaces) > MOST_SEPARATE_HEXES:
            outline = closed_path(loops(ground.spots[space].outline for space in spaces))
            color = LINES[objective.side]
            art.append(f'<path d="{outline}" fill="none" stroke="{color}" stroke-width="2.5" stroke-dasharray="8 4"/>')
            spaces = spaces[:1]
        for space in spaces:
            (x, y), (right_step, down_step) = ground.spots[space].at, _FLAG_AT
            opening_tag = f'<g transform="translate({number(x + right_step)} {number(y + down_step)})">'
            art.append(f"{opening_tag}{_flag(objective.side, is_held, objective.flags)}</g>")
    words = objective.in_words
    attributes = f'class="mark" data-mark="objective" data-side="{objective.side}"'
    return f"<g {attributes}><title>{escape(words)}</title>{''.join(art)}</g>"


def _flag(side: str, is_held: bool, flags: int = 1) -> str:
    fill = COLORS[side] if is_held else "#ffffff"
    ink = INKS[side] if is_held else "#1c1710"
    count_text = (
        f'<text x="-3.2" y="-3.6" font-size="6" font-weight="bold" text-anchor="middle" fill="{ink}">{flags}</text>'
    )
    return (
        '<path d="M0 4V-9" stroke="#1c1710" stroke-width="1.4" stroke-linecap="round"/>'
        f'<path d="M-.6 -9h-7.5l1.8 3.2l-1.8 3.2h7.5z" fill="{fill}" stroke="{LINES[side]}" stroke-width="1.3"/>'
        + (count_text if flags > 1 else "")
    )


def markers(board: BattleBoard, seat: str = "") -> list[Marker]:
    """A token for every unit and general, for pictures and maps in letters."""
    return [*_units(board), *_generals(board)]


def _units(board: BattleBoard) -> Iterator[Marker]:
    units = board.battle.units
    for piece, figures in board.figures.items():
        unit = units[piece]
        special_title = unit.label or (unit.kind.title if unit.kind.id != unit.kind.arm else "")
        face = _unit_face(unit.side, unit.kind.arm, figures, unit.kind.figures, special_title)
        yield _unit(piece, board.place[piece], unit.kind.arm, figures, board.describe(piece), face)


@lru_cache(maxsize=2048)
def _unit(piece: str, space: int, arm: str, figures: int, note: str, face: str) -> Marker:
    side, label = side_of(piece), f"{LETTERS[arm]}{figures}"
    return Marker(space, label, side, COLORS[side], note=note, id=piece, face=face, kind=arm)


@lru_cache(maxsize=256)
def _unit_face(side: str, arm: str, figures: int, full_figures: int, special_mark: str) -> str:
    """The box of an arm, a disc for each figure left and a ring for each lost, a ribbon on special units."""
    color, ink, rim_color = COLORS[side], INKS[side], RIMS[side]
    sign = f'<path d="M-9 -5.7h18v11.4h-18z{ARMS[arm]}" fill="none" stroke="{ink}" stroke-width="1.3"/>'
    if arm == "artillery":
        sign += f'<circle r="3.8" fill="{ink}"/>'
    count = max(full_figures, figures)
    pips = "".join(
        f'<circle cx="{number(6.2 * (pip_number - (count - 1) / 2))}" '
        f'cy="6.9" r="2.3" fill="{ink if pip_number < figures else "none"}" '
        f'stroke="{ink}" stroke-width=".8"/>'
        for pip_number in range(count)
    )
    ribbon = ""
    if special_mark:
        ribbon = '<path d="M-16.5 -14.5h12v8h-12z" fill="#ffd24a" stroke="#1c1710" stroke-width=".7"/>' + text(
            "".join(word[0] for word in special_mark.split())[:2].upper(), -10.5, -10.5, 10, 7, "#1c1710"
        )
    return (
        f'<path d="{_SHAPE[side]}" transform="translate(1 1.3)" fill="#000" fill-opacity=".3"/>'
        f'<path d="{_SHAPE[side]}" fill="{color}" stroke="{rim_color}" stroke-width="1.3"/>'
        '<path d="M-10.5 -9.9h21" stroke="#fff" stroke-width=".8" stroke-opacity=".45"/>'
        f'<g transform="translate(0 -2.9)">{sign}</g>{pips}{ribbon}'
    )


def _generals(board: BattleBoard) -> Iterator[Marker]:
    for piece, space in board.place.items():
        if is_general(piece):
            yield _general(piece, space, board.describe(piece), bool(board.unit_at[space]))


@lru_cache(maxsize=512)
def _general(piece: str, space: int, note: str, with_unit: bool) -> Marker:
    side = side_of(piece)
    star = f'<path d="{STAR}" fill="{"#ffd24a" if side == SIDES[0] else "#8f1f17"}"/>'
    rim_style = f'stroke="{RIMS[side]}" stroke-width="1.4"'
    face = f'<g transform="scale(.82)"><circle r="9" fill="{COLORS[side]}" {rim_style}/>{star}</g>'
    offset = _GENERAL_OFFSET if with_unit else (0.0, 0.0)
    return Marker(space, "G", side, COLORS[side], "flag", note=note, id=piece, face=face, offset=offset, kind="general")


def letters(board: BattleBoard, seat: str = "") -> Mapping[str, Letters]:
    """Units in letters with their arm and figures, generals as stars, and the ground and works of hexes."""
    by_piece = {}
    for space, tile in enumerate(board.battle.tiles):
        kind = next((work.kind for work in board.works.get(HEXES[space], ())), tile.id)
        if kind != "clear":
            by_piece[HEXES[space]] = Letters(GROUND.get(kind, kind.replace("_", " ")))
    for piece, figures in board.figures.items():
        unit = board.battle.units[piece]
        star = "*" if board.general_at[board.place[piece]] else ""
        by_piece[piece] = Letters(f"{unit.kind.arm[0]}{figures}{star}", f"{board.name(piece)} ({figures})")
    for piece, space in board.place.items():
        if is_general(piece):
            by_piece[piece] = Letters("" if board.unit_at[space] else "*", board.name(piece))
    return by_piece
