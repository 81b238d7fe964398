"""Questions about small lay-outs of hexes: worked examples, the odds of an attack, and the quick-reference tables."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Final

from attrs import evolve, frozen

from wargame_battlecry.board.board import MAY_BATTLE, MAY_MOVE, BattleBoard, Stage
from wargame_battlecry.printed import files as battle_file
from wargame_battlecry.printed import game_board
from wargame_battlecry.printed.files import DATA, FACES, load_tables
from wargame_battlecry.printed.game_board import DISTANCE, FOE, HEXES, SIDES, SPACE, Side
from wargame_battlecry.printed.pieces import Kind, Limit, Rulebook, Terrain
from wargame_battlecry.rules import battle_dice as rules_of_dice
from wargame_battlecry.rules.attack_results import attack_results
from wargame_battlecry.rules.battle import may_take_ground, retreats
from wargame_battlecry.rules.battle_dice import attack_odds, sees
from wargame_battlecry.rules.sequence import playable
from wargame_battlecry.rules.set_up import set_up_with
from wargame_battlecry.rules.special_rules import VOCABULARY
from wargame_core.charts import Block, TextCard, text_table
from wargame_core.data import DataFolder, Problems
from wargame_core.errors import UnknownName
from wargame_core.json_form import JsonObject
from wargame_core.odds_answers import OddsAnswer
from wargame_core.plugins import questions
from wargame_core.shapes import OneOf

GENERAL: Final = "general"
USUAL: Final = {
    "cavalry_fire": "no",
    "hill_rule": "updated",
    "breakthrough": "no",
    "retreat_hex": "any",
    "second_move": "stays",
    "battery_figures": "three",
    "take_ground": "any",
    "any_card": "no",
}
"""The options of the game where a question names no others."""


def space(name: str) -> int:
    """The space of a printed hex name. Raises `UnknownName`."""
    return SPACE[_allowed_name("hex", name, HEXES)]


def layout(
    book: Rulebook,
    *,
    terrain: Mapping[str, Any] | None = None,
    units: Mapping[str, Mapping[str, Any]] | None = None,
    generals: Mapping[str, str] | None = None,
    active: Side = "union",
    options: Mapping[str, str] | None = None,
    **battle: Any,
) -> BattleBoard:
    """A board in the battle stage of a turn of ``active``, both hands full.

    ``terrain`` maps hexes to a terrain, or to {"kind", "sides"}, or to a list of such (a tile and tokens). ``units``
    maps hexes to {"side", "type"} and, as wanted, "figures", "moved" (hexes this turn), "bonus" (dice of a card).
    ``generals`` maps hexes to sides; a lone general may stand among the units too, as the type "general". Further
    arguments are fields of the `Battle`. Raises `UnknownName`.
    """
    rows = {_allowed_name("hex", name, HEXES): row for name, row in (units or {}).items()}
    leaders = {name: row["side"] for name, row in rows.items() if row["type"] == GENERAL} | dict(generals or {})
    kinds = (*book.kinds, GENERAL)
    file = battle_file.BattleFile(
        battle_file.BattleRow("layout", "layout", 6, active),
        battle_file.StaffingRow("", 5),
        battle_file.StaffingRow("", 5),
        tuple(
            battle_file.UnitPlacementRow(_side(row["side"]), _allowed_name("kind of unit", row["type"], kinds), (name,))
            for name, row in rows.items()
            if row["type"] != GENERAL
        ),
        tuple(_tiles(book, terrain or {})),
        tuple(battle_file.GeneralRow(_side(side), _allowed_name("hex", name, HEXES)) for name, side in leaders.items()),
    )
    battle_of_layout = evolve(battle_file.build(file, book), **battle)
    board = set_up_with(evolve(book, battles={"layout": battle_of_layout}))("layout", USUAL | dict(options or {}))
    board.pile, board.pile_size, board.hand_counts = (), 0, dict(battle_of_layout.hands)
    board.hands = {side: ("probe_center",) * cards for side, cards in battle_of_layout.hands.items()}
    board.turn, board.active, board.stage = 1, active, Stage.BATTLES
    board.card = board.acting = "leadership"
    board.last_card[FOE[active]] = ""
    for piece, unit in board.battle.units.items():
        row = rows[HEXES[unit.hex]]
        board.figures[piece] = row.get("figures", unit.kind.figures)
        if unit.side == active:
            board.ordered_pieces[piece] = MAY_MOVE | MAY_BATTLE
        if row.get("moved"):
            board.hexes_moved[piece] = int(row["moved"])
        if row.get("bonus"):
            board.bonus[piece] = row["bonus"]
    return board


def _tiles(book: Rulebook, terrain: Mapping[str, Any]) -> Iterator[battle_file.TerrainRow]:
    for name, entries in terrain.items():
        for entry in entries if isinstance(entries, (list, tuple)) else [entries]:
            row = {"kind": entry} if isinstance(entry, str) else entry
            kind = _allowed_name("terrain", row["kind"], book.terrain)
            yield battle_file.TerrainRow(kind, (_allowed_name("hex", name, HEXES),), sides=tuple(row.get("sides", ())))


def _allowed_name(named_thing: str, name: Any, allowed_names: Iterable[str]) -> str:
    """A name that is among those allowed. Raises `UnknownName`."""
    if name not in allowed_names:
        raise UnknownName(named_thing, name, allowed_names)
    return str(name)


def _side(name: Any) -> Side:
    return game_board.UNION if _allowed_name("side", name, SIDES) == game_board.UNION else game_board.CONFEDERATE


KINDS: Final = ("infantry", "cavalry", "artillery", "horse_artillery", "cadets", "bucktails")
UnitKind = Annotated[str, OneOf(KINDS)]
Hexes = questions.Given
"""Something by the hex it lies on."""


@lru_cache(maxsize=1)  # the packaged data do not change while a program runs
def printed_book() -> Rulebook:
    """The packaged rulebook."""
    return load_tables(VOCABULARY, DataFolder(DATA), Problems())


def line_of_sight(
    source: str,
    target: str,
    terrain: Hexes | None = None,
    units: Hexes | None = None,
    generals: Hexes | None = None,
    options: Mapping[str, str] | None = None,
) -> bool:
    """Whether ``source`` sees ``target`` in a lay-out of ``terrain`` and ``units`` (others clear and empty).

    Source: BC150 p.9 Line of Sight.
    """
    board = _board(source, terrain, units, generals, options)
    return sees(board, space(source), space(target))


def battle_dice(
    source: str,
    target: str,
    terrain: Hexes | None = None,
    units: Hexes | None = None,
    generals: Hexes | None = None,
    options: Mapping[str, str] | None = None,
) -> int:
    """The battle dice of the unit on ``source`` against ``target``. Source: BC150 p.10 Resolving Battles."""
    board = _board(source, terrain, units, generals, options)
    return rules_of_dice.battle_dice(board, _unit(board, source), space(target))


def figures(unit: UnitKind, options: Mapping[str, str] | None = None) -> int:
    """The figures of a unit at full strength. Source: BC150 p.2 Components. Readings: Figures of a battery."""
    board = layout(printed_book(), units={"E5": {"side": "union", "type": unit}}, options=options)
    return board.figures["u1"]


def eliminates(
    source: str,
    target: str,
    terrain: Hexes | None = None,
    units: Hexes | None = None,
    options: Mapping[str, str] | None = None,
) -> Fraction:
    """The chance that the unit on ``source`` eliminates that on ``target`` at once. Source: BC150 p.11 Hit."""
    board = _board(source, terrain, units, None, options)
    return attack_odds(board, _unit(board, source), space(target)).p(lambda blow: blow.is_eliminated)


def flags_ignored(
    target: str,
    source: str,
    terrain: Hexes | None = None,
    units: Hexes | None = None,
    generals: Hexes | None = None,
) -> int:
    """The flags that the unit on ``target`` may ignore when it is attacked from ``source``.

    Source: BC150 p.8 Generals in Battle (Embolden Troops), p.12 Bolster Morale.
    """
    board = _board(source, terrain, units, generals, None)
    return rules_of_dice.morale(board, _unit(board, target), space(source)).total


def takes_ground(
    source: str,
    target: str,
    terrain: Hexes | None = None,
    units: Hexes | None = None,
    generals: Hexes | None = None,
    options: Mapping[str, str] | None = None,
) -> bool:
    """Whether the unit on ``source`` may take ``target``, from which it has just driven the enemy.

    Source: BC150 Take Ground. Readings: Taking ground.
    """
    board = _board(source, terrain, units, generals, options)
    return may_take_ground(board, _unit(board, source), space(target))


def generals_retreats(
    source: str,
    terrain: Hexes | None = None,
    units: Hexes | None = None,
    generals: Hexes | None = None,
) -> Sequence[str]:
    """Where the general alone on ``source`` may retreat to: hexes, and "off" for off the board.

    Source: BC150 p.13 General's Retreat. Readings: Generals on retreat.
    """
    board = _board(source, terrain, units, generals, None)
    general = board.general_at[space(source)]
    if not general:
        raise UnknownName("general's hex", source, generals or ())
    return retreats(board, general)


def cards_to_play(
    hand: Sequence[str], enemys_last: str = "", options: Mapping[str, str] | None = None
) -> Sequence[str]:
    """The cards of a hand that may be played in one's own turn, by their ids. Readings: Cards that find nothing.

    ``enemys_last`` is what the enemy's last card counted as. Source: BC150 p.6 Play a Command Card.
    """
    book = printed_book()
    board = layout(book, units={"E5": {"side": "union", "type": "infantry"}}, options=options)
    board.hands["union"] = tuple(_allowed_name("card", card, book.cards) for card in hand)
    board.last_card["confederate"] = enemys_last and _allowed_name("card", enemys_last, book.cards)
    return playable(board, "union")


def _unit(board: BattleBoard, hex_name: str) -> str:
    """The unit on a hex. Raises `UnknownName`."""
    unit = board.unit_at[space(hex_name)]
    if not unit:
        raise UnknownName("unit's hex", hex_name, [HEXES[board.place[unit]] for unit in board.figures])
    return unit


def distance(source: str, target: str) -> int:
    """Hexes from ``source`` to ``target``."""
    return DISTANCE[space(source)][space(target)]


def _board(
    source: str, terrain: Hexes | None, units: Hexes | None, generals: Hexes | None, options: Mapping[str, str] | None
) -> BattleBoard:
    active = (units or {}).get(source, {}).get("side", "union")
    return layout(printed_book(), terrain=terrain, units=units, generals=generals, active=active, options=options)


def _example(function: questions.Rule) -> questions.CaseFunction:
    """A function for worked examples; keys that it does not know are for people."""
    answer = questions.example(function)
    names = {parameter.name for parameter in questions.question(function).parameters}
    return lambda arguments: answer({key: value for key, value in arguments.items() if key in names})


def cases() -> Mapping[str, questions.CaseFunction]:
    """The functions of `wargame cases`; the data are read once, when one is first called."""
    rule_of_name: dict[str, questions.Rule] = {
        "line_of_sight": line_of_sight,
        "visible": line_of_sight,
        "battle_dice": battle_dice,
        "distance": distance,
        "figures": figures,
        "eliminates": eliminates,
        "flags_ignored": flags_ignored,
        "takes_ground": takes_ground,
        "generals_retreats": generals_retreats,
        "cards_to_play": cards_to_play,
    }
    return {name: _example(function) for name, function in rule_of_name.items()}


UNLIMITED_RETREAT: Final = 99
"""More hexes than any retreat has."""


def odds_of_attack(
    unit: UnitKind,
    target: UnitKind = "infantry",
    range: int = 1,  # noqa: A002 - the name of the parameter on the command line
    figures: int | None = None,
    target_figures: int | None = None,
    moved: int = 0,
    ground: str = "clear",
    on: str = "clear",
    bonus: int = 0,
    general: bool = False,
    supports: int = 0,
    way_back: int | None = None,
) -> OddsAnswer:
    """One unit attacks another over open ground: figures lost, flags, retreat, elimination, the general.

    Args:
        unit: the attacker
        target: the defender
        range: hexes between them, 1 for melee
        figures: figures of the attacker (full strength if left out)
        target_figures: figures of the defender (full strength if left out)
        moved: hexes the attacker moved this turn
        ground: terrain under the attacker
        on: terrain under the defender, facing the attacker
        bonus: dice added by a card
        general: whether a general is with the defender
        supports: friends adjacent to the defender, at most 3
        way_back: hexes that the defender can go back (as many as it must if left out)
    """
    book = printed_book()
    for name in (ground, on):
        if name not in book.terrain:
            raise UnknownName("terrain", name, book.terrain)
    if not 1 <= range <= 6:
        raise UnknownName("range", range, ("1", "2", "3", "4", "5", "6"))
    source, target_name = "E4", f"E{4 + range}"
    shooter: JsonObject = {"side": "union", "type": unit, "moved": moved, "bonus": bonus}
    victim: JsonObject = {"side": "confederate", "type": target}
    shooter |= {"figures": figures} if figures else {}
    victim |= {"figures": target_figures} if target_figures else {}
    friend_hexes = [f"D{4 + range}", f"F{4 + range}", f"E{5 + range}"][:supports]
    board = layout(
        book,
        terrain={source: _facing(book, ground), target_name: _facing(book, on)},
        units={
            source: shooter,
            target_name: victim,
            **{friend: {"side": "confederate", "type": "infantry"} for friend in friend_hexes},
        },
        generals={target_name: "confederate"} if general else {},
    )
    return OddsAnswer(
        "\n".join(rules_of_dice.ruling(board, "u1", SPACE[target_name]).lines()),
        attack_results(board, "u1", SPACE[target_name], UNLIMITED_RETREAT if way_back is None else way_back),
        {
            "figures lost": lambda result: result.lost,
            "flags to obey": lambda result: result.flags,
            "eliminated": lambda result: result.is_eliminated,
        }
        | ({"general lost": lambda result: result.general_lost} if general else {}),
    )


def _facing(book: Rulebook, terrain: str) -> JsonObject:
    return {"kind": terrain, "sides": game_board.DIRECTIONS if book.terrain[terrain].directional else ()}


ATTACK: Final[questions.Question] = questions.question(odds_of_attack)


LONGEST_RANGE: Final = 5


@frozen
class BookCard:
    """A table of the game; its data are read when it is first shown."""

    draw: Callable[[Rulebook], str]

    def __str__(self) -> str:
        return self.draw(printed_book())

    def _repr_html_(self) -> str:
        return TextCard(str(self))._repr_html_()


def _table(title: str, stub: str, columns: Sequence[str], rows: Mapping[str, Sequence[str]], *notes: str) -> str:
    return text_table(title, stub, tuple(rows), (Block("", tuple(columns), tuple(map(tuple, rows.values()))),), notes)


def full_dice(kind: Kind, distance: int) -> int:
    """The dice of a unit at full strength that has not moved, at a distance in hexes, in clear ground."""
    if distance > kind.range:
        return 0
    dice = kind.dice[distance - 1] if kind.dice else kind.figures
    return min(dice, kind.most[distance - 1]) if kind.most else dice


def units(book: Rulebook, *, small_batteries: bool = False) -> str:
    """Figures, moves and dice by kind of unit; ``small_batteries``: with option `battery_figures=two`.

    Source: BC150 p.7 Moving Units, p.8 Ranged Combat, p.10 Melee Combat.
    """
    ranges = range(1, LONGEST_RANGE + 1)
    rows = {
        kind.title: [
            str(kind.first_edition or kind.figures if small_batteries else kind.figures),
            str(kind.move),
            str(kind.battle_after),
            *(str(full_dice(kind, distance) or "-") for distance in ranges),
        ]
        for kind in book.kinds.values()
    }
    return _table(
        "Units",
        "unit",
        ["figures", "move", "battles after", *(f"range {distance}" for distance in ranges)],
        rows,
        "dice of a unit at full strength that has not moved; range 1 is melee",
        "infantry and cavalry roll one die a figure; ranged dice of infantry that moved are halved, rounded up",
        "a battery with 1 figure rolls 1 die less; battles after: the most hexes moved after which it may battle",
        f"a battery has {'2' if small_batteries else '3'} figures: option battery_figures, three or two",
    )


def _limit(limit: Limit) -> str:
    if limit.dice is not None:
        return "/".join(map(str, limit.dice)) or "no battle"
    return f"{limit.lose} less"


def _limits(limits: Mapping[game_board.Arm, Limit]) -> str:
    return ", ".join(f"{arm} {_limit(limit)}" for arm, limit in limits.items()) or "-"


def terrain_effects(book: Rulebook) -> str:
    """What terrain does to moves, sight and dice. Readings: Terrain and sight."""
    rows = {
        terrain.title: [
            terrain.move + (f", not {' or '.join(sorted(terrain.bars))}" if terrain.bars else ""),
            terrain.sight,
            f"-{terrain.protection}" if terrain.protection else "-",
            str(terrain.ignore_flags or "-"),
            _limits(terrain.enter),
            _limits(terrain.inside),
        ]
        for terrain in book.terrain.values()
    }
    return _table(
        "Terrain Effects",
        "terrain",
        ["move", "sight", "protection", "flags ignored", "dice on entering", "dice inside"],
        rows,
        "protection: dice that the attacker of a target there loses; dice by range 1/2/3, nothing beyond the list",
        "our text ends before the terrain pages: found on public pages or ours, Readings: Terrain without pages",
    )


def battle_die(book: Rulebook) -> str:
    """The six faces. Source: BC150 p.5 Dice."""
    counts = {face: FACES.count(face) for face in dict.fromkeys(FACES)}
    return _table("Battle Die", "face", ["of 6"], {face: [str(count)] for face, count in counts.items()})


def unit_dice(unit: UnitKind, distance: int) -> Mapping[str, int]:
    """the dice of a unit at full strength that has not moved

    Args:
        unit: kind of unit
        distance: hexes to the target, 1 for melee
    """
    if not 1 <= distance <= LONGEST_RANGE:
        raise UnknownName("distance", distance, map(str, range(1, LONGEST_RANGE + 1)))
    kind = printed_book().kinds[unit]
    return {"dice": full_dice(kind, distance), "figures": kind.figures, "move": kind.move}


def terrain(kind: str) -> JsonObject:
    """what a kind of terrain does

    Args:
        kind: woods, hill, town ...
    """
    book = printed_book()
    if kind not in book.terrain:
        raise UnknownName("terrain", kind, book.terrain)
    row: Terrain = book.terrain[kind]
    return {
        "title": row.title,
        "move": row.move,
        "sight": row.sight,
        "protection": row.protection,
        "ignore_flags": row.ignore_flags,
        "bars": sorted(row.bars),
        "enter": {arm: _limit(limit) for arm, limit in row.enter.items()},
        "inside": {arm: _limit(limit) for arm, limit in row.inside.items()},
    }


CHARTS: Final[Mapping[str, questions.ChartLookup]] = {
    "units": questions.ChartLookup("Units", BookCard(units), questions.question(unit_dice)),
    "terrain": questions.ChartLookup("Terrain Effects", BookCard(terrain_effects), questions.question(terrain)),
    "die": questions.ChartLookup("Battle Die", BookCard(battle_die)),
}
"""Every chart of the game by name."""
