"""Questions about small lay-outs of hexes: worked examples, and the odds of an attack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final

from attrs import evolve

from wargame_battlecry.board.board import BattleBoard, Stage
from wargame_battlecry.printed.game_board import DIRECTIONS, DISTANCE, FOE, HEXES, SIDES, SIZE, SPACE, sides_mask
from wargame_battlecry.printed.pieces import (
    Battle,
    General,
    GeneralId,
    HillRule,
    Rulebook,
    Terrain,
    Unit,
    Work,
    general_id,
    unit_id,
)
from wargame_battlecry.printed.rulebook import load_rulebook
from wargame_battlecry.rules import battle_dice as rules_of_dice
from wargame_battlecry.rules.battle import blows
from wargame_battlecry.rules.battle_dice import sees
from wargame_battlecry.rules.card_effects import EFFECTS
from wargame_core.errors import UnknownName
from wargame_core.json_form import JsonObject
from wargame_core.plugins.questions import (
    CaseFunction,
    Given,
    OddsAnswer,
    OneOf,
    Question,
    Rule,
    example,
    question,
)

GENERAL = "general"


def space(name: str) -> int:
    """The space of a printed hex name. Raises `UnknownName`."""
    if name not in SPACE:
        raise UnknownName("hex", name, HEXES)
    return SPACE[name]


def layout(
    book: Rulebook,
    *,
    terrain: Mapping[str, Any] | None = None,
    units: Mapping[str, Mapping[str, Any]] | None = None,
    generals: Mapping[str, str] | None = None,
    active: str = "union",
    options: Mapping[str, str] | None = None,
    **battle: Any,
) -> BattleBoard:
    """A board in the battle stage of a turn of ``active``, both hands full.

    ``terrain`` maps hexes to a terrain, or to {"kind", "sides"}, or to a list of such (a tile and tokens). ``units``
    maps hexes to {"side", "type"} and, as wanted, "figures", "moved" (hexes this turn), "bonus" (dice of a card).
    ``generals`` maps hexes to sides; a lone general may stand among the units too, as the type "general". Further
    arguments are fields of the `Battle`. Raises `UnknownName`.
    """
    tiles: list[Terrain] = [book.terrain["clear"]] * SIZE
    covered = [0] * SIZE
    works: dict[str, tuple[Work, ...]] = {}
    for name, given in (terrain or {}).items():
        for entry in given if isinstance(given, (list, tuple)) else [given]:
            row = {"kind": entry} if isinstance(entry, str) else entry
            terrain_id = _known("terrain", row["kind"], book.terrain)
            mask = sides_mask(tuple(row.get("sides", ())))
            if book.terrain[terrain_id].token:
                works[name] = (*works.get(name, ()), Work(terrain_id, mask))
            else:
                tiles[space(name)], covered[space(name)] = book.terrain[terrain_id], mask
    given_units = units or {}
    given_generals = {name: row["side"] for name, row in given_units.items() if row["type"] == GENERAL}
    made: dict[str, Unit] = {}
    for name, row in given_units.items():
        if row["type"] != GENERAL:
            side = _known("side", row["side"], SIDES)
            key = unit_id(side, sum(unit.side == side for unit in made.values()) + 1)
            kind = book.kinds[_known("kind of unit", row["type"], (*book.kinds, GENERAL))]
            made[key] = Unit(key, side, kind, space(name))
    leaders: dict[GeneralId, General] = {}
    for name, side in {**given_generals, **(generals or {})}.items():
        number = sum(general.side == side for general in leaders.values()) + 1
        key = general_id(_known("side", side, SIDES), number)
        leaders[key] = General(key, side, "", space(name))
    fought = Battle(
        "layout", 0, "layout", "", "", 6, active, dict.fromkeys(SIDES, ""), dict.fromkeys(SIDES, 5), made, leaders,
        tuple(tiles), tuple(covered), ("",) * SIZE, works,
    )  # fmt: skip
    return _set_out(evolve(book, battles={"layout": evolve(fought, **battle)}), units or {}, active, options or {})


def _set_out(
    book: Rulebook, units: Mapping[str, Mapping[str, Any]], active: str, options: Mapping[str, str]
) -> BattleBoard:
    battle = book.battles["layout"]
    fire, through = (options.get(name) == "yes" for name in ("cavalry_fire", "breakthrough"))
    board = BattleBoard(book, "layout", fire, HillRule(options.get("hill_rule", HillRule.UPDATED)), through)
    board.works = dict(battle.works)
    board.hand_size, board.held = dict(battle.hands), dict(battle.hands)
    board.hands = {side: ("probe_center",) * cards for side, cards in battle.hands.items()}
    board.turn, board.active, board.stage = 1, active, Stage.BATTLES
    board.card = board.acting = "leadership"
    for piece, unit in battle.units.items():
        board.put(piece, unit.hex)
        row = units[HEXES[unit.hex]]
        board.figures[piece] = row.get("figures", unit.kind.figures)
        if unit.side == active:
            board.ordered[piece] = 3
        if row.get("moved"):
            board.moved[piece] = int(row["moved"])
        if row.get("bonus"):
            board.bonus[piece] = row["bonus"]
    for piece, general in battle.generals.items():
        board.put(piece, general.hex)
    board.last_card[FOE[active]] = ""
    return board


def _known(what: str, name: Any, allowed: Any) -> str:
    if name not in allowed:
        raise UnknownName(what, name, allowed)
    return str(name)


KINDS: Final = ("infantry", "cavalry", "artillery", "horse_artillery", "cadets", "bucktails")
UnitKind = Annotated[str, OneOf(KINDS)]
Hexes = Given
"""Something by the hex it lies on."""


@lru_cache(maxsize=1)  # the packaged data do not change while a program runs
def printed_book() -> Rulebook:
    """The packaged rulebook."""
    return load_rulebook(EFFECTS)


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
    here, there = space(source), space(target)
    return sees(board, here, there, gun_of=_artillery(board, here))


def _artillery(board: BattleBoard, here: int) -> str:
    unit = board.unit_at[here]
    return board.battle.units[unit].side if unit and board.battle.units[unit].kind.dice else ""


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
    unit = board.unit_at[space(source)]
    if not unit:
        raise UnknownName("unit's hex", source, units or ())
    return rules_of_dice.battle_dice(board, unit, space(target))


def distance(source: str, target: str) -> int:
    """Hexes from ``source`` to ``target``."""
    return DISTANCE[space(source)][space(target)]


def _board(
    source: str, terrain: Hexes | None, units: Hexes | None, generals: Hexes | None, options: Mapping[str, str] | None
) -> BattleBoard:
    active = (units or {}).get(source, {}).get("side", "union")
    return layout(printed_book(), terrain=terrain, units=units, generals=generals, active=active, options=options)


def _example(function: Rule) -> CaseFunction:
    """A function for worked examples; keys that it does not know are for people."""
    answer = example(function)
    names = {parameter.name for parameter in question(function).parameters}
    return lambda given: answer({key: value for key, value in given.items() if key in names})


def cases() -> Mapping[str, CaseFunction]:
    """The functions of `wargame cases`; the data are read once, when one is first called."""
    named = {
        "line_of_sight": line_of_sight,
        "visible": line_of_sight,
        "battle_dice": battle_dice,
        "distance": distance,
    }
    return {name: _example(function) for name, function in named.items()}


def attack(
    unit: UnitKind,
    target: UnitKind,
    range: int,  # noqa: A002 - the name of the parameter on the command line
    figures: int | None = None,
    target_figures: int | None = None,
    moved: int = 0,
    ground: str = "clear",
    target_ground: str = "clear",
    bonus: int = 0,
    general: bool = False,
    supports: int = 0,
) -> OddsAnswer:
    """One unit attacks another over open ground: figures lost, flags to obey, elimination.

    Args:
        unit: the attacker
        target: the defender
        range: hexes between them, 1 for melee
        figures: figures of the attacker (full strength if left out)
        target_figures: figures of the defender (full strength if left out)
        moved: hexes the attacker moved this turn
        ground: terrain under the attacker
        target_ground: terrain under the defender, facing the attacker
        bonus: dice added by a card
        general: whether a general is with the defender
        supports: friends adjacent to the defender, at most 3
    """
    book = printed_book()
    for name in (ground, target_ground):
        if name not in book.terrain:
            raise UnknownName("terrain", name, book.terrain)
    if not 1 <= range <= 6:
        raise UnknownName("range", range, ("1", "2", "3", "4", "5", "6"))
    here, there = "E4", f"E{4 + range}"
    shooter: JsonObject = {"side": "union", "type": unit, "moved": moved, "bonus": bonus}
    victim: JsonObject = {"side": "confederate", "type": target}
    shooter |= {"figures": figures} if figures else {}
    victim |= {"figures": target_figures} if target_figures else {}
    friends = [f"D{4 + range}", f"F{4 + range}", f"E{5 + range}"][:supports]
    board = layout(
        book,
        terrain={here: _facing(book, ground), there: _facing(book, target_ground)},
        units={
            here: shooter,
            there: victim,
            **{friend: {"side": "confederate", "type": "infantry"} for friend in friends},
        },
        generals={there: "confederate"} if general else {},
    )
    odds = blows(board, "u1", SPACE[there])
    return OddsAnswer(
        "\n".join(rules_of_dice.ruling(board, "u1", SPACE[there]).lines()),
        {
            "figures lost": odds.map(lambda blow: blow.lost),
            "flags to obey": odds.map(lambda blow: blow.flags),
            "eliminated": odds.map(lambda blow: "yes" if blow.eliminated else "no"),
        },
    )


def _facing(book: Rulebook, terrain: str) -> JsonObject:
    return {"kind": terrain, "sides": DIRECTIONS if book.terrain[terrain].directional else ()}


ATTACK: Final[Question] = question(attack)
