"""The sheet of a battle: the board in sections, units and generals as printed, the deck, the die, the charts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import evolve

from wargame_battlecry.board.board import BattleBoard, BattleRule, CardEffect
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.files import FACES
from wargame_battlecry.printed.game_board import COLORS, HEXES, SECTION, SECTIONS, SIDES, sides_of
from wargame_battlecry.printed.pieces import Battle, HillRule, Kind, Objective, When
from wargame_battlecry.questions import battle_die, terrain_effects, units
from wargame_battlecry.rules.card_effects import SectionOrders
from wargame_battlecry.rules.move import GENERALS_MOVE
from wargame_battlecry.rules.sequence import BATTLE
from wargame_battlecry.table.panels import captured_line, captures, flag_boxes, ground_line
from wargame_core.contents import numbered
from wargame_core.maps.legend import terrain_color
from wargame_core.maps.masks import bits
from wargame_core.sheet import (
    Briefing,
    Note,
    PlayerAid,
    Sheet,
    SheetCard,
    SheetDie,
    SheetEdge,
    SheetLegend,
    SheetPiece,
    SheetSpace,
    SheetTrack,
    SideOnSheet,
    legend_line,
    rounded,
)

HELD: Final = {
    When.CONTINUOUS: "while it is so",
    When.START_OF_TURN: "from the start of one's own turn, while it is so",
    When.CAPTURED: "for good",
}


def briefing(board: BattleBoard, briefing_drawn: Briefing) -> Briefing:
    """The briefing of the battle that a board is set up for; ``briefing_drawn`` has its sources."""
    battle = board.battle
    return Briefing(
        battle.title,
        tuple(situation(battle)),
        battle.first.capitalize(),
        tuple(battle.hands.items()),
        tuple(how_to_win(battle, board.book.deck_size)),
        tuple(special_rules(board)),
        sources=briefing_drawn.sources,
    )


def situation(battle: Battle) -> Iterator[Note]:
    """Where and when it was, and what each side commands."""
    place_and_date = [words for words in (battle.place, battle.date) if words]
    yield Note(f"{battle.title}{': ' if place_and_date else ''}{', '.join(place_and_date)}.")
    for side in SIDES:
        kinds = Counter(unit.kind.title for unit in battle.units.values() if unit.side == side)
        generals = [general.name for general in battle.generals.values() if general.side == side]
        staffing = [f"{count} {kind}" for kind, count in kinds.items()]
        if generals:
            general_names = [name for name in generals if name]
            name_list = f" ({', '.join(general_names)})" if general_names else ""
            staffing.append(f"{len(generals)} general{'s' * (len(generals) != 1)}{name_list}")
        commander = battle.commanders[side]
        yield Note(
            f"{side.capitalize()}{f', under {commander}' if commander else ''}: {', '.join(staffing)}.",
            cites.R_BOARD,
            (side,),
        )


def how_to_win(battle: Battle, turns_to_a_draw: int) -> Iterator[Note]:
    """The flags that win, what is worth flags, and after how many turns without a battle nobody wins."""
    yield Note(f"The first side with {battle.flags} flags wins at once.", cites.HOW_TO_WIN, ("flags",))
    flag_rule = "Each enemy unit eliminated and each enemy general taken is a flag."
    yield Note(
        flag_rule,
        cites.FLAG_TOKENS,
        tuple(captured_line(side, capture) for side in SIDES for capture in captures(battle)),
    )
    ground: dict[str, dict[str, None]] = {}
    for objective in battle.objectives:
        ground.setdefault(ground_worth(battle, objective), {})[ground_line(objective)] = None
    yield from (Note(text, cites.FLAG_TOKENS, tuple(ids)) for text, ids in ground.items())
    for way in battle.exits:
        names = ", ".join(HEXES[space] for space in bits(way.hexes))
        flags_text = f"{way.flags} flag{'s' * (way.flags != 1)}"
        yield Note(
            f"{way.side.capitalize()} units may leave the board from {names}: {flags_text} each.", cites.MOVING_UNITS
        )
    nobody = f"Nobody wins once {turns_to_a_draw} turns in a row have passed without a battle."
    yield Note(nobody, cites.R_FLAGS, ("no_battle",))


def ground_worth(battle: Battle, objective: Objective) -> str:
    """What ground is worth, and for how long: hexes that are worth the same by themselves are told together."""
    side = objective.side.capitalize()
    flags = f"{objective.flags} flag{'s' * (objective.flags != 1)}"
    same_objectives = [other for other in battle.objectives if _terms(other) == _terms(objective)]
    if len(objective.ground()) == 1 and len(same_objectives) > 1:
        names = ", ".join(HEXES[space] for other in same_objectives for space in other.ground())
        return f"{side} holds any of {names}: {flags} each, {HELD[objective.when]}."
    return f"{side} {objective.text}: {flags}, {HELD[objective.when]}."


def _terms(objective: Objective) -> tuple[str, int, When, int]:
    """What objectives must share to be told together; the last is how many hexes one is about."""
    return objective.side, objective.flags, objective.when, len(objective.ground())


def rule_lines(rules: Iterable[BattleRule]) -> Mapping[str, BattleRule]:
    """Rules of a battle by id, as they follow one another in its file."""
    rule_list = tuple(rules)
    return dict(zip(numbered(rule.kind for rule in rule_list), rule_list, strict=True))


def special_rules(board: BattleBoard) -> Iterator[Note]:
    """The rules of this battle in the words of its file, and the options that are chosen."""
    battle = board.battle
    for name, rule in rule_lines(board.rules).items():
        if text := rule.says(battle):
            yield Note(text, cites.R_BOARD, (name,))
    missing_titles = [board.book.cards[card].title for card in battle.removed_cards]
    if missing_titles:
        yield Note(f"Not in the deck: {', '.join(missing_titles)}.", cites.COMMAND_CARDS)
    if board.cavalry_fire:
        yield Note("Option: cavalry that has not moved may fire at 2 hexes.", cites.RANGED)
    if board.hill_rule is HillRule.PRINTED:
        yield Note("Option: from hill to hill a die is always lost.", cites.R_TERRAIN)
    if board.breakthrough:
        yield Note(
            "Option: cavalry that takes ground may go one hex further and battle in melee once more.", cites.R_RETREAT
        )


def sheet(drawn_sheet: Sheet, board: BattleBoard) -> Sheet:
    """The sheet of a set-up; ``drawn_sheet`` has the hexes."""
    battle, book = board.battle, board.book
    return evolve(
        drawn_sheet,
        briefing=briefing(board, drawn_sheet.briefing),
        sides=tuple(
            SideOnSheet(side, side.capitalize(), side[0].upper(), battle.commanders[side].strip(), COLORS[side])
            for side in SIDES
        ),
        spaces=tuple(_space(board, space, printed_space) for space, printed_space in enumerate(drawn_sheet.spaces)),
        edges=tuple(_edges(board)),
        legend=tuple(_legend(board)),
        pieces=tuple(_pieces(board)),
        cards=tuple(
            SheetCard(card.id, card.title, card.text, card.count, "command", signs(card.effect))
            for card in book.cards.values()
            if card.id not in battle.removed_cards
        ),
        tracks=tuple(SheetTrack(f"flags_{side}", f"{side.capitalize()} flags", flag_boxes(battle)) for side in SIDES),
        dice=(SheetDie("battle die", FACES),),
        aids=(
            PlayerAid("sequence_of_play", "Sequence of play", str(BATTLE), str(cites.TURN)),
            PlayerAid("units", "Units", units(book, small_batteries=board.small_batteries), str(cites.MOVING_UNITS)),
            PlayerAid("terrain", "Terrain Effects", terrain_effects(book), str(cites.R_TERRAIN)),
            PlayerAid("die", "Battle Die", battle_die(book), str(cites.RESOLVING)),
        ),
    )


TACTICS: Final[Mapping[str, tuple[str, ...]]] = {
    "battle_cry": ("infantry", "swords"),
    "bombard": ("artillery",),
    "construct_fieldworks": ("works",),
    "counterattack": ("shield", "swords"),
    "fight_back": ("shield",),
    "forced_march": ("infantry", "march"),
    "hit_and_run": ("cavalry", "back"),
    "leadership": ("star",),
    "rally": ("flag",),
    "sharp_shooter": ("target",),
    "short_supply": ("wagon", "back"),
}
"""What is pictured on the tactic cards, by the kind of their effects."""


def signs(effect: CardEffect) -> tuple[str, ...]:
    """What is pictured on a card: a word for each order by its section, or what a tactic is about."""
    if not isinstance(effect, SectionOrders):
        return TACTICS.get(effect.kind, ())
    if effect.per_card is not None:
        return effect.per_card, "hand"
    return tuple(name for name in SECTIONS for _ in range(effect.orders.get(name, 0)))


def _space(board: BattleBoard, space: int, printed_space: SheetSpace) -> SheetSpace:
    """A hex with its tile (the picture draws some of them alike) and its sections from either chair."""
    sections = (f"{side} {name}" for side in SIDES for name in SECTIONS if SECTION[side][name] >> space & 1)
    return evolve(printed_space, terrain=board.battle.tiles[space].id, regions=tuple(sections))


def _edges(board: BattleBoard) -> Iterator[SheetEdge]:
    """The sides of hexes that fences, walls and the like cover: the hex that they protect is named first."""
    for space, tile in enumerate(board.battle.tiles):
        if tile.directional:
            for neighbour, (start, end) in sides_of(space, board.battle.sides[space]):
                yield SheetEdge((HEXES[space], neighbour), tile.id, (rounded(start), rounded(end)))


def _legend(board: BattleBoard) -> Iterator[SheetLegend]:
    """The tiles of the battle: those that are drawn alike have one colour."""
    battle_map = board.battle.map
    for space, tile in {tile.id: (space, tile) for space, tile in enumerate(board.battle.tiles)}.values():
        color = terrain_color(battle_map, battle_map.terrain[space]) if battle_map.terrain else "ground"
        yield legend_line("terrain", tile.id, color, tile.title)
        if tile.directional:
            yield legend_line("edge", tile.id, "wood-edge", tile.title)


def _pieces(board: BattleBoard) -> Iterator[SheetPiece]:
    for unit in board.battle.units.values():
        facts = {**facts_of(unit.kind), "sets up": HEXES[unit.hex]}
        yield SheetPiece(unit.id, unit.side, unit.kind.id, board.name(unit.id), facts)
    for general in board.battle.generals.values():
        facts = {**general_facts(), "sets up": HEXES[general.hex]}
        yield SheetPiece(general.id, general.side, "general", board.name(general.id), facts)


def general_facts() -> dict[str, str]:
    """What the rules say of every general; distances in hexes."""
    return {"move": str(GENERALS_MOVE)}


def facts_of(kind: Kind) -> dict[str, str]:
    """What the reference card says of a kind of unit; distances in hexes, dice by range where they are printed."""
    facts = {
        "figures": str(kind.figures),
        "move": str(kind.move),
        "battles after": str(kind.battle_after),
        "range": str(kind.range),
    }
    by_range = kind.dice or kind.most
    return facts | ({"dice": "/".join(map(str, by_range))} if by_range else {})
