"""Questions from the command line: worked examples, and the odds of an attack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import DIRECTIONS, DISTANCE, SPACE
from wargame_battlecry.printed.pieces import Rulebook
from wargame_battlecry.printed.rulebook import load_rulebook
from wargame_battlecry.questions.forecast import blows
from wargame_battlecry.questions.positions_from_json import layout, space
from wargame_battlecry.rules.battle_dice import battle_dice, ruling
from wargame_battlecry.rules.line_of_sight import sees
from wargame_core import UnknownName
from wargame_core.plugins.questions import CaseFunction, OddsAnswer, OddsQuery, Parameter

KINDS = ("infantry", "cavalry", "artillery", "horse_artillery", "cadets", "bucktails")


def line_of_sight(given: Mapping[str, Any], book: Rulebook | None = None) -> bool:
    """Whether ``source`` sees ``target`` in a lay-out of ``terrain`` and ``units`` (others clear and empty).

    Source: BC150 p.9 Line of Sight.
    """
    board = _board(given, book)
    source, target = space(given["source"]), space(given["target"])
    gun_of = _artillery(board, source)
    return sees(board, source, target, gun_of=gun_of)


def _artillery(board: BattleBoard, here: int) -> str:
    unit = board.unit_at[here]
    return board.battle.units[unit].side if unit and board.battle.units[unit].kind.dice else ""


def count_dice(given: Mapping[str, Any], book: Rulebook | None = None) -> int:
    """The battle dice of the unit on ``source`` against ``target``. Source: BC150 p.10 Resolving Battles."""
    board = _board(given, book)
    unit = board.unit_at[space(given["source"])]
    if not unit:
        raise UnknownName("unit's hex", given["source"], given.get("units", ()))
    return battle_dice(board, unit, space(given["target"]))


def distance(given: Mapping[str, Any]) -> int:
    """Hexes from ``source`` to ``target``."""
    return DISTANCE[space(given["source"])][space(given["target"])]


def _board(given: Mapping[str, Any], book: Rulebook | None) -> BattleBoard:
    active = (given.get("units") or {}).get(given["source"], {}).get("side", "union")
    return layout(
        book or load_rulebook(),
        terrain=given.get("terrain"),
        units=given.get("units"),
        generals=given.get("generals"),
        active=active,
        options=given.get("options"),
    )


def cases() -> Mapping[str, CaseFunction]:
    """The functions of `wargame cases`; the data are read once, when one is first called."""
    read: list[Rulebook] = []

    def with_book(function: Any, given: Mapping[str, Any]) -> Any:
        if not read:
            read.append(load_rulebook())
        return function(given, read[0])

    return {
        "line_of_sight": partial(with_book, line_of_sight),
        "visible": partial(with_book, line_of_sight),
        "battle_dice": partial(with_book, count_dice),
        "distance": distance,
    }


def attack(
    unit: str,
    target: str,
    range: int,
    figures: int | None,
    target_figures: int | None,
    moved: int,
    ground: str,
    target_ground: str,
    bonus: int,
    general: bool,
    supports: int,
) -> OddsAnswer:
    """The odds of one attack along a row of hexes: figures lost, flags to obey, elimination."""
    book = load_rulebook()
    for name in (ground, target_ground):
        if name not in book.terrain:
            raise UnknownName("terrain", name, book.terrain)
    if not 1 <= range <= 6:
        raise UnknownName("range", range, ("1", "2", "3", "4", "5", "6"))
    here, there = "E4", f"E{4 + range}"
    shooter: dict[str, Any] = {"side": "union", "type": unit, "moved": moved, "bonus": bonus}
    victim: dict[str, Any] = {"side": "confederate", "type": target}
    shooter |= {"figures": figures} if figures else {}
    victim |= {"figures": target_figures} if target_figures else {}
    friends = [f"D{4 + range}", f"F{4 + range}", f"E{5 + range}"][:supports]
    board = layout(
        book,
        terrain={here: _facing(book, ground), there: _facing(book, target_ground)},
        units={here: shooter, there: victim, **{one: {"side": "confederate", "type": "infantry"} for one in friends}},
        generals={there: "confederate"} if general else {},
    )
    odds = blows(board, "u1", SPACE[there])
    title = "\n".join(ruling(board, "u1", SPACE[there]).lines())
    return OddsAnswer(
        title,
        {
            "figures lost": odds.map(lambda one: one.lost),
            "flags to obey": odds.map(lambda one: one.flags),
            "eliminated": odds.map(lambda one: "yes" if one.eliminated else "no"),
        },
    )


def _facing(book: Rulebook, terrain: str) -> dict[str, Any]:
    return {"kind": terrain, "sides": DIRECTIONS if book.terrain[terrain].directional else ()}


ATTACK = OddsQuery(
    "attack",
    "One unit attacks another over open ground: figures lost, flags to obey, elimination.",
    (
        Parameter("unit", str, "the attacker", choices=KINDS),
        Parameter("target", str, "the defender", choices=KINDS),
        Parameter("range", int, "hexes between them, 1 for melee"),
        Parameter("figures", int, "figures of the attacker (full strength if left out)", None),
        Parameter("target_figures", int, "figures of the defender (full strength if left out)", None),
        Parameter("moved", int, "hexes the attacker moved this turn", 0),
        Parameter("ground", str, "terrain under the attacker", "clear"),
        Parameter("target_ground", str, "terrain under the defender, facing the attacker", "clear"),
        Parameter("bonus", int, "dice added by a card", 0),
        Parameter("general", bool, "whether a general is with the defender", False),
        Parameter("supports", int, "friends adjacent to the defender, at most 3", 0),
    ),
    attack,
)
