"""What the files of a game must say together: names that others have, rules that need one another, rows that count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from attrs import frozen

from wargame_core.charts import TIMES, ChartError, OddsTable, ResultEffect, read_shift
from wargame_core.data import Document, KeyPath, Problem, Problems, did_you_mean, one_of
from wargame_core.errors import RulesError, UnknownName
from wargame_core.limits import quote
from wargame_core.maps.hexes import HexMap
from wargame_core.sheet import COLOR
from wargame_hex_and_counter.game_files.scenario_files import PrintedScenario
from wargame_hex_and_counter.game_files.sections import (
    PHASES,
    CombatSection,
    CommandSection,
    ControlLine,
    CountersSection,
    ExceptionSection,
    GameSection,
    LevelSection,
    LossesLine,
    PhaseSection,
    PlayerTurnSection,
    RailSection,
    ReplacementSection,
    SideSection,
    StackingSection,
    SuddenVictorySection,
    SupplySection,
    TurnsSection,
    ZonesSection,
)
from wargame_hex_and_counter.game_files.vocabulary import Vocabulary
from wargame_hex_and_counter.printed.effects import Effect
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.units import Unit
from wargame_hex_and_counter.rules.combat import check_halves, check_strength_of_0
from wargame_hex_and_counter.rules.set_ups import closed_terrain
from wargame_hex_and_counter.rules.weather import WeatherTrack

S = TypeVar("S")
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,59}", re.ASCII)
TAKEN: Final = ("referee", "spectator")
"""Names of seats that every game has."""
SIDES, TURNS, FAR, MOST_POINTS = 8, 200, 20, 9999
"""The most sides, turns, hexes that guns reach, and points of a line of victory."""


@frozen
class GameFacts:
    """What could be read of a game: the sections of game.toml that are right, and the other files."""

    doc: Document
    sections: Mapping[str, Any]
    words: Vocabulary
    game_map: HexMap | None
    units: Mapping[str, Unit] | None
    chart: TerrainChart | None
    table: OddsTable | None

    def section(self, key: str, kind: type[S]) -> S | None:
        """A section that is there and right."""
        content = self.sections.get(key)
        return content if isinstance(content, kind) else None

    def rows(self, key: str, kind: type[S]) -> Sequence[S]:
        """The rows of a [[section]] that is there and right."""
        section_rows = self.sections.get(key, ())
        return [row for row in section_rows if isinstance(row, kind)] if isinstance(section_rows, tuple) else []

    @property
    def sides(self) -> Mapping[str, SideSection]:
        """The sides, where their section is right."""
        side_sections: Mapping[str, SideSection] = self.sections.get("side", {})
        return side_sections

    @property
    def further_phases(self) -> Mapping[str, PhaseSection]:
        """The phases that the game names itself."""
        phase_sections: Mapping[str, PhaseSection] = self.sections.get("phase", {})
        return phase_sections

    def kinds_of_phases(self) -> dict[str, KeyPath]:
        """The kinds of phases that are played, each with the place where one stands first."""
        place_of_kind: dict[str, KeyPath] = {}
        for turn_number, turn in enumerate(self.rows("player_turn", PlayerTurnSection)):
            for phase_number, name in enumerate(turn.phases):
                further = self.further_phases.get(name)
                place_of_kind.setdefault(
                    further.kind if further is not None else name,
                    ("player_turn", turn_number, "phases", phase_number),
                )
        return place_of_kind


def turns_in(facts: GameFacts) -> int:
    """How many turns a game has; very many where that is not known."""
    turns = facts.section("turns", TurnsSection)
    return len(turns.track) if turns is not None else TURNS


def most_in_a_hex(facts: GameFacts, exceptions: Iterable[ExceptionSection]) -> int | None:
    """How many units may stand in a hex at the most, with these exceptions; None where nothing says."""
    stacking = facts.section("stacking", StackingSection)
    if stacking is None or stacking.counts != "units" or stacking.free or stacking.own:
        return None
    limits = [stacking.limit] if isinstance(stacking.limit, int) else list(stacking.limit.values())
    changes = (row.stacking for row in (*facts.rows("exception", ExceptionSection), *exceptions))
    limits += [change.limit for change in changes if change is not None and change.limit is not None]
    largest_limit = max(limits, default=0)
    return largest_limit if largest_limit > 0 else None


def check_game(facts: GameFacts, problems: Problems) -> None:
    """Note what is wrong within game.toml, beyond its single values."""
    _check_names(facts, problems)
    _check_sequence(facts, problems)
    _check_zones(facts, problems)
    _check_numbers(facts, problems)
    _check_levels(facts.doc, problems, facts.rows("level", LevelSection), is_required="level" in facts.sections)
    exceptions = facts.rows("exception", ExceptionSection)
    _check_exceptions(facts, facts.doc, problems, exceptions, (1, turns_in(facts)))
    _check_own(facts, problems)


def _check_names(facts: GameFacts, problems: Problems) -> None:
    """Ids and names that programs use are plain; colours are colours."""
    doc, game = facts.doc, facts.section("game", GameSection)
    name_rule_text = "small letters, digits and _, beginning with a letter"
    if game is not None and not NAME.fullmatch(game.id):
        problems.add(doc, ("game", "id"), "E204", f"{quote(game.id)} is not an id: {name_rule_text}")
    for name, side in facts.sides.items():
        if not NAME.fullmatch(name) or name in TAKEN:
            reason = f"taken: every game has {' and '.join(TAKEN)}" if name in TAKEN else name_rule_text
            problems.add(doc, ("side", name), "E204", f"{quote(name)} cannot be the name of a side ({reason})")
        if side.color and not COLOR.fullmatch(side.color):
            problems.add(doc, ("side", name, "color"), "E204", f'{quote(side.color)} is not a colour, as "#9c5a3c"')
    if "side" in facts.sections and not 2 <= len(facts.sides) <= SIDES:
        problems.add(doc, ("side",), "E205", f"{len(facts.sides)} sides; a game has 2 to {SIDES}")
    counters = facts.section("counters", CountersSection)
    if counters is not None:
        kinds = ((("counters", "kinds", kind_number), kind) for kind_number, kind in enumerate(counters.kinds))
        problems.unique(doc, "a kind of unit", kinds)
        if not counters.kinds:
            problems.add(doc, ("counters", "kinds"), "E204", 'a game has at least one kind of unit: ["infantry"]')
    for name in facts.further_phases:
        if name in PHASES or name in facts.words.phase:
            problems.add(doc, ("phase", name), "E302", f"{quote(name)} is a phase already; give this one another name")


def _check_sequence(facts: GameFacts, problems: Problems) -> None:
    """There are turns; the rules have a section for each phase that is played, and play what they have sections for."""
    doc, kinds_played = facts.doc, facts.kinds_of_phases()
    turns = facts.section("turns", TurnsSection)
    if turns is not None and not 1 <= len(turns.track) <= TURNS:
        problems.add(doc, ("turns", "track"), "E205", f"{len(turns.track)} turns; a game has 1 to {TURNS}")
    player_turns = facts.rows("player_turn", PlayerTurnSection)
    if "player_turn" in facts.sections and not player_turns:
        problems.add(doc, ("player_turn",), "E204", "there is no player turn")
    titles = [(("player_turn", n), row.title or row.side) for n, row in enumerate(player_turns)]
    problems.unique(doc, "a player turn; give this one a title of its own", titles)
    for row_number, row in enumerate(player_turns):
        phases_path = ("player_turn", row_number, "phases")
        problems.unique(
            doc,
            "a phase of this player turn",
            (((*phases_path, phase_number), name) for phase_number, name in enumerate(row.phases)),
        )
    for kind, sections in _NEEDS.items():
        for section in sections:
            if kind in kinds_played and section not in doc.data:
                text = f"there is no section [{section}], which says how"
                problems.add(doc, kinds_played[kind], "E202", f"{quote(kind)} is played: {text}")
            elif kind not in kinds_played and section in facts.sections and "player_turn" in facts.sections:
                problems.add(doc, (section,), "E630", f"no player turn has the phase {quote(kind)}: this is never used")
    has_retreats = facts.table is not None and facts.table.brings(ResultEffect.RETREATS)
    if has_retreats and "combat" in kinds_played and "retreat" not in doc.data:
        text = "the combat table says retreats: there is no section [retreat], which says how"
        problems.add(doc, ("combat", "table"), "E202", text)
    if facts.table is not None and not has_retreats and "retreat" in facts.sections:
        problems.add(doc, ("retreat",), "E630", "no result of the combat table is a retreat: this is never used")


_NEEDS: Final[Mapping[str, Sequence[str]]] = {
    "reinforcement": ("reinforcement",),
    "movement": ("movement",),
    "combat": ("combat", "advance"),
    "rail": ("rail",),
    "replacement": ("replacement",),
    "withdrawal": ("withdrawal",),
}
"""The sections that the rules of a phase stand in, and that nothing else uses."""


def _check_zones(facts: GameFacts, problems: Problems) -> None:
    """Whether a unit goes from zone to zone is said where nothing else says it, and only there."""
    zones = facts.section("zones", ZonesSection)
    if zones is None:
        return
    movements = (("entering", zones.entering), ("leaving", zones.leaving))
    forbidding_lines = [f"{key} = {quote(words)}" for key, words in movements if words == "forbidden"]
    if zones.zone_to_zone is None and not forbidding_lines:
        reason = (
            f"entering = {quote(zones.entering)} and leaving = {quote(zones.leaving)} leave open whether a unit may"
        )
        text = f"{reason} go from one enemy zone straight into the next"
        hint = 'write zone_to_zone = "free", "forbidden" or "only as the whole move"'
        problems.add(facts.doc, ("zones", "leaving"), "E631", text, hint)
    if zones.zone_to_zone is not None and forbidding_lines:
        text = f"{forbidding_lines[0]} says already that nobody goes from one enemy zone into another"
        problems.add(facts.doc, ("zones", "zone_to_zone"), "E631", text, "leave it out")


def _check_numbers(facts: GameFacts, problems: Problems) -> None:
    """Limits, ranges and lengths are numbers that a game can have."""
    doc, stacking = facts.doc, facts.section("stacking", StackingSection)
    if stacking is not None:
        limits = {"": stacking.limit} if isinstance(stacking.limit, int) else stacking.limit
        for side, limit in limits.items():
            if limit < 1:
                limit_path = ("stacking", "limit", side) if side else ("stacking", "limit")
                problems.add(doc, limit_path, "E204", f"{limit}: at least 1 may stand in a hex")
        if missing_sides := [side for side in facts.sides if side not in limits and "" not in limits]:
            problems.add(doc, ("stacking", "limit"), "E202", f"no limit for {', '.join(missing_sides)}")
        if stacking.checked == "end of movement" and (stacking.counts != "units" or stacking.own):
            text = '"end of movement" counts units: only of these is it known whether all can still make room'
            problems.add(doc, ("stacking", "checked"), "E207", text, 'write "after each move" or "always"')
    guns = doc.data.get("bombardment")
    reach = guns.get("range") if isinstance(guns, dict) else None
    if isinstance(reach, int) and not 2 <= reach <= FAR:
        problems.add(doc, ("bombardment", "range"), "E204", f"{reach}: guns reach 2 to {FAR} hexes")
    _check_rail_and_replacement(facts, problems)
    supply = facts.section("supply", SupplySection)
    if supply is not None and supply.along_railroads and "rail" not in doc.data:
        text = "there is no section [rail] that says which railroads there are"
        problems.add(doc, ("supply", "along_railroads"), "E202", text)
    if supply is not None and (supply.isolated is None) != (supply.isolated_after is None):
        text = 'isolation has both, isolated_after = 2 and isolated = "loses a step" or "is eliminated"'
        problems.add(doc, ("supply",), "E202", text)
    if supply is not None and supply.isolated_after is not None and not 1 <= supply.isolated_after <= TURNS:
        text = f"{supply.isolated_after}: a unit is isolated after 1 to {TURNS} turns"
        problems.add(doc, ("supply", "isolated_after"), "E204", text)
    if supply is not None and supply.length is not None and supply.length < 1:
        problems.add(doc, ("supply", "length"), "E204", f"{supply.length}: a line is at least 1 hex long")


def _check_rail_and_replacement(facts: GameFacts, problems: Problems) -> None:
    """What railroads carry, and what is replaced, are numbers that a game can have."""
    doc, rail = facts.doc, facts.section("rail", RailSection)
    numbers: list[tuple[KeyPath, object, int]] = []
    if rail is not None:
        numbers += [(("rail", "capacity"), rail.capacity, 0), (("rail", "hexes"), rail.hexes, 1)]
        numbers += [(("rail", "counts"), rail.counts, 0)]
        if rail.converted_by and rail.friendly == "all":
            text = "all railroads serve both sides: nothing is converted"
            hint = 'write friendly = "not held by the enemy"'
            problems.add(doc, ("rail", "converted_by"), "E207", text, hint)
    replacement = facts.section("replacement", ReplacementSection)
    if replacement is not None:
        numbers += [(("replacement", key), getattr(replacement, key), 0) for key in ("points", "price")]
        numbers += [(("replacement", key), getattr(replacement, key), 1) for key in ("steps_a_unit", "delay")]
        if replacement.supplied and "supply" not in doc.data:
            text = "there is no section [supply] that says who is"
            problems.add(doc, ("replacement", "supplied"), "E202", text)
        if not replacement.rebuilds:
            problems.add(doc, ("replacement", "rebuilds"), "E204", "points bring nobody back: name somebody")
    for number_path, value, least_number in numbers:
        for number in value.values() if isinstance(value, Mapping) else (value,):
            if isinstance(number, int) and number < least_number:
                problems.add(doc, number_path, "E204", f"{number}: it is {least_number} or more")


def _check_levels(doc: Document, problems: Problems, levels: Sequence[LevelSection], *, is_required: bool) -> None:
    """Levels go from most to fewest points, and the last is for all that are left."""
    if is_required and not levels:
        problems.add(doc, ("level",), "E624", "there is no level of victory")
    for row_number, level in enumerate(levels):
        points_above = levels[row_number - 1].at_least if row_number else None
        if level.at_least is None and row_number + 1 < len(levels):
            text = "only the last level is without at_least: no points come to the levels below this one"
            problems.add(doc, ("level", row_number), "E624", text)
        elif level.at_least is not None and points_above is not None and level.at_least >= points_above:
            not_below_text = f"{level.at_least} is not below the {points_above} of the row above"
            text = f"{not_below_text}; levels go from most to fewest points"
            problems.add(doc, ("level", row_number, "at_least"), "E624", text)
    if levels and levels[-1].at_least is not None:
        text = f"fewer points than {levels[-1].at_least} come to no level; the last level has no at_least"
        problems.add(doc, ("level", len(levels) - 1, "at_least"), "E624", text)
    problems.unique(
        doc, "the title of a level", ((("level", n, "title"), level.title) for n, level in enumerate(levels))
    )


# Exceptions


def _check_exceptions(
    facts: GameFacts, doc: Document, problems: Problems, rows: Iterable[ExceptionSection], turns: tuple[int, int]
) -> None:
    """Exceptions say when they hold in turns that are played, and change rules that the game has."""
    for row_number, row in enumerate(rows):
        exception_path: KeyPath = ("exception", row_number)
        for turn_number, turn in enumerate(row.turns):
            if not turns[0] <= turn <= turns[1]:
                text = f"turn {turn}: turns {turns[0]} to {turns[1]} are played"
                problems.add(doc, (*exception_path, "turns", turn_number), "E625", text)
        if row.losses is not None and row.side is None:
            hint = "write whose they are: side = ..."
            problems.add(doc, (*exception_path, "losses"), "E207", "losses are those of a side", hint)
        if row.losses is not None and row.losses < 1:
            problems.add(doc, (*exception_path, "losses"), "E204", f"{row.losses}: at least 1 point of strength")
        if isinstance(row.moving, int) and row.moving < 0:
            problems.add(doc, (*exception_path, "moving"), "E204", f"{row.moving}: movement points are 0 or more")
        limit = row.stacking.limit if row.stacking is not None else None
        if limit is not None and limit < 1:
            problems.add(doc, (*exception_path, "stacking", "limit"), "E204", f"{limit}: at least 1 may stand in a hex")
        _check_effects(doc, problems, exception_path, row)
        if not any(
            (row.without, row.attacking, row.attacked, row.moving is not None, row.zones, row.stacking, row.combat)
        ):
            hint = "write without, attacking, attacked, moving, or a key of zones, stacking or combat"
            problems.add(doc, exception_path, "E630", f"{quote(row.name)} changes nothing", hint)
        for section, change in (("zones", row.zones), ("combat", row.combat)):
            if change is not None and section not in facts.doc.data:
                text = f"the game has no section [{section}] to except from"
                problems.add(doc, (*exception_path, section), "E630", text)
        if row.when and row.when not in facts.words.exception:
            _no_function(problems, doc, (*exception_path, "when"), row.when, facts.words.exception)


def check_table(
    facts: GameFacts, problems: Problems, weather: WeatherTrack | None, scenarios: Iterable[PrintedScenario]
) -> None:
    """Note what the combat table has to say besides: how halves are rounded, and what odds against 0 are (E207)."""
    combat, supply = facts.section("combat", CombatSection), facts.section("supply", SupplySection)
    if combat is None or facts.table is None or facts.units is None or facts.chart is None:
        return
    exceptions = [*facts.rows("exception", ExceptionSection)]
    exceptions += [row for scenario in scenarios for row in scenario.file.exception]
    halves = [f"the exception {quote(row.name)}" for row in exceptions if row.attacking == "halved"]
    for name, section in (("supply", supply), ("command", facts.section("command", CommandSection))):
        if section is not None and "halved" in (section.attacks, section.defends) and section.fractions == "kept":
            halves.append(f"[{name}]")
    halves += [*facts.chart.halving_rows(), *(weather.halving_rows() if weather is not None else ())]
    try:
        check_halves(facts.table, halves)
        if combat.defenders_of_0 == "by the table":
            check_strength_of_0(facts.table, facts.units.values())
    except RulesError as error:
        problems.found.append(Problem(combat.table, 1, 1, "E207", str(error)))


def _check_effects(doc: Document, problems: Problems, key_path: KeyPath, row: ExceptionSection) -> None:
    """What an exception does to attacks is said in words that there are."""
    try:
        Effect.read(row.attacking)
    except ChartError as error:
        problems.add(doc, (*key_path, "attacking"), "E204", str(error))
    if row.attacked in TIMES:
        text = f"{quote(row.attacked)}: attacks on a side are moved, N left or N right; attacking multiplies strengths"
        problems.add(doc, (*key_path, "attacked"), "E204", text)
    elif row.attacked:
        try:
            read_shift(row.attacked, row.attacked)
        except ChartError as error:
            problems.add(doc, (*key_path, "attacked"), "E204", str(error))


# Functions of the game's own


def _check_own(facts: GameFacts, problems: Problems) -> None:
    """Every function that a section names is one that the game brings."""
    for key in ("movement", "zones", "stacking", "reinforcement", "retreat"):
        name = getattr(facts.sections.get(key), "own", "")
        functions: Mapping[str, object] = getattr(facts.words, key)
        if name and name not in functions:
            _no_function(problems, facts.doc, (key, "own"), name, functions)
    combat = facts.section("combat", CombatSection)
    for function_number, name in enumerate(combat.own if combat is not None else ()):
        if name not in facts.words.combat:
            _no_function(problems, facts.doc, ("combat", "own", function_number), name, facts.words.combat)


def _no_function(
    problems: Problems, doc: Document, key_path: KeyPath, name: str, functions: Mapping[str, object]
) -> None:
    list_of_functions = f"; the functions there are: {', '.join(functions)}" if functions else ""
    text = f"{quote(name)} is a rule that no Python of an installed game brings{list_of_functions}"
    hint = did_you_mean(name, functions) or "name the game in own_rules under [game], or delete the line"
    problems.add(doc, key_path, "E301", text, hint)


# Places, rows of the terrain effects chart, and scenarios


def check_places(facts: GameFacts, problems: Problems, scenarios: Mapping[str, PrintedScenario]) -> None:
    """Note places of game.toml that the map has not, control that nothing explains, and units that would never come."""
    _check_places_of(facts, facts.doc, problems, facts.rows("victory", object), _sudden_victories(facts))
    supply = facts.section("supply", SupplySection)
    for side, places in (supply.sources if supply is not None else {}).items():
        for place_number, place in enumerate(places):
            check_place(facts.game_map, facts.doc, problems, ("supply", "sources", side, place_number), place)
    replacement = facts.section("replacement", ReplacementSection)
    for side, places in (replacement.places if replacement is not None else {}).items():
        for place_number, place in enumerate(places):
            check_place(facts.game_map, facts.doc, problems, ("replacement", "places", side, place_number), place)
    _check_control(facts, problems, scenarios)
    kinds_played = facts.kinds_of_phases()
    for scenario in scenarios.values():
        if scenario.set_up.reinforcements and "player_turn" in facts.sections and "reinforcement" not in kinds_played:
            text = "no player turn of game.toml has the phase 'reinforcement': these units would never come"
            problems.add(scenario.doc, ("reinforcement", 0), "E630", text)


def _sudden_victories(facts: GameFacts) -> Sequence[SuddenVictorySection]:
    return facts.rows("sudden_victory", SuddenVictorySection)


def check_place(game_map: HexMap | None, doc: Document, problems: Problems, key_path: KeyPath, name: str) -> None:
    """Note a name that is neither that of a place nor the number of a hex."""
    if game_map is None:
        return
    try:
        game_map.parse(name)
    except UnknownName:
        text = f"{quote(name)} is neither a place nor a hex of the map"
        problems.add(doc, key_path, "E301", text, did_you_mean(name, [place.name for place in game_map.places]))


def _check_places_of(
    facts: GameFacts,
    doc: Document,
    problems: Problems,
    lines: Iterable[object],
    rows: Iterable[SuddenVictorySection],
) -> None:
    """The places in the lines and sudden victories of a file are on the map."""
    for line_number, line in enumerate(lines):
        if isinstance(line, ControlLine | LossesLine) and abs(line.points) > MOST_POINTS:
            text = f"{line.points}: points go from {-MOST_POINTS} to {MOST_POINTS}"
            problems.add(doc, ("victory", line_number, "points"), "E204", text)
        if isinstance(line, ControlLine):
            check_place(facts.game_map, doc, problems, ("victory", line_number, "at"), line.at)
    for line_number, row in enumerate(rows):
        for place_number, place in enumerate(row.holds):
            check_place(facts.game_map, doc, problems, ("sudden_victory", line_number, "holds", place_number), place)
        if not row.holds:
            problems.add(
                doc, ("sudden_victory", line_number, "holds"), "E204", "a sudden victory needs at least one place"
            )


def _check_control(facts: GameFacts, problems: Problems, scenarios: Mapping[str, PrintedScenario]) -> None:
    """How places change hands is said where one counts, and only there."""
    files: list[tuple[Document, Any]] = [(scenario.doc, scenario.file) for scenario in scenarios.values()]
    counts = bool(facts.rows("victory", ControlLine) or _sudden_victories(facts))
    counts = counts or any(
        file.held or file.sudden_victory or any(isinstance(line, ControlLine) for line in file.victory)
        for _, file in files
    )
    if counts and "control" not in facts.doc.data:
        text = 'places are held, and there is no section [control]: by = "entering" or "ending there"'
        problems.add(facts.doc, ("victory",) if "victory" in facts.doc.data else (), "E202", text)
    if not counts and "control" in facts.sections and len(scenarios):
        problems.add(facts.doc, ("control",), "E630", "no place counts for anything: this is never used")


def railroads_held(facts: GameFacts, problems: Problems, doc: Document, given: Mapping[str, str]) -> dict[str, str]:
    """Whom the railroads serve that a scenario names, by hex; notes names that no railroad of the map has."""
    rail, game_map = facts.section("rail", RailSection), facts.game_map
    if not given or game_map is None:
        return {}
    if rail is None or rail.friendly == "all":
        text = 'all railroads serve both sides: [rail] of game.toml has friendly = "not held by the enemy" where not'
        problems.add(doc, ("railroads",), "E630", text)
        return {}
    by_name: dict[str, list[str]] = {}
    for road in game_map.roads:
        if road.kind in rail.along and road.name:
            by_name.setdefault(road.name, []).extend(map(game_map.coordinates, road.path))
    side_of_hex: dict[str, str] = {}
    for name, side in given.items():
        if problems.reference(doc, ("railroads", name), "a railroad of the map", name, by_name):
            side_of_hex |= dict.fromkeys(by_name[name], side)
    return side_of_hex


def check_rows(doc: Document, game_map: HexMap, problems: Problems) -> None:
    """Every row of the terrain effects chart is about something on the map."""
    on_map = {
        "terrain": dict.fromkeys(game_map.terrain),
        "hexside": dict.fromkeys(barrier.kind for barrier in game_map.barriers),
        "road": dict.fromkeys(road.kind for road in game_map.roads),
        "place": dict.fromkeys(place.kind for place in game_map.places),
    }
    missing_in_words = {"terrain": "no hex", "hexside": "no hexside", "road": "no road", "place": "no place"}
    for section, words in on_map.items():
        rows = doc.data.get(section)
        for word in rows if isinstance(rows, dict) else ():
            if word not in words:
                text = f"{missing_in_words[section]} of the map is {quote(word)}{one_of(words)}"
                problems.add(doc, (section, word), "E301", text, did_you_mean(word, words))


def check_scenario(facts: GameFacts, problems: Problems, scenario: PrintedScenario) -> None:
    """Note what is wrong with the rules, the places and the set-up of a scenario."""
    doc, file, set_up = scenario.doc, scenario.file, scenario.set_up
    if not NAME.fullmatch(set_up.id):
        text = f"{quote(set_up.id)} is not an id: small letters, digits and _, beginning with a letter"
        problems.add(doc, ("scenario", "id"), "E204", text)
    _check_exceptions(facts, doc, problems, file.exception, (set_up.begins, set_up.ends))
    _check_levels(doc, problems, file.level, is_required=False)
    _check_places_of(facts, doc, problems, file.victory, file.sudden_victory)
    if facts.chart is None or facts.game_map is None or facts.units is None or not _all_there(facts, set_up):
        return
    for fault in closed_terrain(set_up, facts.game_map, facts.units, facts.chart):
        problems.add(doc, fault.at, fault.code, fault.text)


def _all_there(facts: GameFacts, set_up: Any) -> bool:
    """Whether the units and hexes that a set-up names are there."""
    assert facts.units is not None
    assert facts.game_map is not None
    units = [*set_up.at, *(unit for group in set_up.reinforcements for unit in group.units)]
    units += [unit for group in set_up.withdrawals for unit in group.units]
    hexes = [*set_up.at.values(), *(hex_ for group in set_up.reinforcements for hex_ in group.at)]
    hexes += [hex_ for group in set_up.withdrawals for hex_ in group.returns_at]
    try:
        for hex_ in hexes:
            facts.game_map.parse(hex_)
    except UnknownName:
        return False
    return all(unit in facts.units for unit in units)
