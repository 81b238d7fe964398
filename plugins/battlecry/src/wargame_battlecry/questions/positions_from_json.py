"""Small set-ups written as plain data: for worked examples, odds and tests, without a battle file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.board.stages import Stage
from wargame_battlecry.printed.game_board import HEXES, SIZE, SPACE, sides_mask
from wargame_battlecry.printed.pieces import Battle, General, GeneralId, HillRule, Rulebook, Terrain, Unit, Work
from wargame_battlecry.printed.sides import FOE, SIDES
from wargame_core.errors import UnknownName

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
            key = f"{side[0]}{sum(unit.side == side for unit in made.values()) + 1}"
            kind = book.kinds[_known("kind of unit", row["type"], (*book.kinds, GENERAL))]
            made[key] = Unit(key, side, kind, space(name))
    leaders: dict[GeneralId, General] = {}
    for name, side in {**given_generals, **(generals or {})}.items():
        number = sum(general.side == side for general in leaders.values()) + 1
        key = GeneralId(f"{_known('side', side, SIDES)[0]}g{number}")
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
