"""The numbers of *On the 4th Day*, typed a second time from its page, against the scenarios that are played."""

from collections.abc import Iterator
from pathlib import Path

from tests.printed_tables import Files, Tables, laid_out, shipped, typed, unnoticed

SCENARIOS = ("lees_retreat", "the_battle_continues")
REDUCTIONS = {"screened_cavalry": 0, "north": 1, "far_east": 2, "in_zone": 3, "off_pike": 4}
"""The columns of the summary chart of reductions."""
BOUNDED = {"extended_march", "force_march", "zone_to_zone"}


def lay_out(data: Files) -> Tables:
    retreat, battle = (data[name] for name in SCENARIOS)
    objectives = next(row for row in battle["rule"] if row["kind"] == "objectives")
    return {
        "loc_reductions": [*_reductions(retreat)],
        "levels_of_lees_retreat": [*_levels(retreat)],
        "levels_of_the_battle_continues": [*_levels(battle)],
        "points_of_lees_retreat": [*_points(retreat)],
        "points_of_the_battle_continues": [*_points(battle)],
        "objectives": [(side, hex_) for side in ("union", "confederate") for hex_ in objectives[side]],
        "numbers": [*_numbers(data)],
    }


def _reductions(scenario: Files) -> Iterator[tuple[object, ...]]:
    line = scenario["victory"][0]
    for arm in ("infantry", "wagon"):
        points = [0] * len(REDUCTIONS)
        for row in line["reduction"]:
            if arm in row["arms"]:
                points[REDUCTIONS[row["why"]]] += row["points"]
        yield arm, *points


def _levels(scenario: Files) -> Iterator[tuple[object, ...]]:
    above: int | None = None
    for level in scenario["level"]:
        least = level.get("at_least", "")
        yield level["title"], least, "" if above is None else above - 1
        above = least


def _points(scenario: Files) -> Iterator[tuple[str, str]]:
    """As the page lists them: lines of one value stand together there."""
    by_causes: dict[tuple[str, int], set[str]] = {}
    for row in scenario["victory"]:
        match row["kind"]:
            case "line_of_communication":
                yield "line of communication", f"{row['points']:+d}"
            case "control":
                yield row["hex"], f"{row['points']:+d}"
            case "exited":
                yield "exit", f"{row['points']:+d}"
                yield "exits at most", row["most"]
            case "trains":
                for loss in ("retreat_hex", "extended_march", "eliminated"):
                    yield f"train {loss}", f"{row[loss]:+d}"
                yield "trains at most", row["most"]
            case "manpower":
                by_causes.setdefault((row["side"], row["points"]), set()).update(row["causes"])
    for (side, points), causes in by_causes.items():
        yield f"{side}: {', '.join(sorted(causes))}", f"{points:+d}"


def _numbers(data: Files) -> Iterator[tuple[str, object]]:
    for name in SCENARIOS:
        scenario = data[name]
        rules = {row["kind"]: row for row in scenario["rule"]}
        first, last = scenario["scenario"]["dates"]
        yield f"{name}: turns", (last - first).days + 1
        yield f"{name}: first day", first
        yield f"{name}: last day", last
        yield f"{name}: rain at tie", rules["rain_after_ties"]["ties"]
        yield f"{name}: ties counted on turn", rules["rain_after_ties"]["turn"]
        (turn,) = rules["rain_all_turn"]["turns"]
        yield f"{name}: rain all turn", turn
        if "first_initiative" in rules:
            yield "first initiative on turn", rules["first_initiative"]["turn"]
        if "night_cycle" in rules:
            yield "night on turn", rules["night_cycle"]["turn"]
            yield "exit beyond row", f"xx{_row(rules['exit']['last_row'])}"
            (turn,) = rules["exit"]["turns"]
            yield "exits on turn", turn
    yield from _line(data["lees_retreat"]["victory"][0])
    trains = [row for row in data["units"]["unit"] if row["arm"] == "wagon"]
    strengths = {
        row["manpower"] for row in data["lees_retreat"]["unit"] if row["unit"] in {row["id"] for row in trains}
    }
    yield "trains", len(trains)
    yield "tactical of trains", "/".join({str(row["tactical"]) for row in trains})
    yield "manpower of trains", "/".join(map(str, strengths))


def _line(line: Files) -> Iterator[tuple[str, object]]:
    """Where lines of communication begin and end, and what they must keep out of."""
    east = {row["arms"][0]: row for row in line["reduction"] if row["why"] == "far_east"}
    yield "screen", line["screen"]
    yield "not into row north", f"xx{_row(line['north'])}"
    yield "not into row south", f"xx{_row(line['south'])}"
    yield "not into column", _column(line["east"])
    yield "goals from", line["goals"][0]
    yield "goals to", line["goals"][-1]
    columns = [int(_column(goal)[:2]) for goal in line["goals"]]
    assert columns == [*range(columns[0], columns[-1] + 1)]
    assert {_row(goal) for goal in line["goals"]} == {"17"}
    yield "far east of wagons north", _column(east["wagon"]["north_column"])
    yield "far east of wagons south", _column(east["wagon"]["column"])
    yield "far east of infantry", _column(east["infantry"]["column"])


def _row(hex_: str) -> str:
    return hex_[3:]


def _column(hex_: str) -> str:
    return f"{hex_[1:3]}xx"


def printed() -> dict[str, list[tuple[str, ...]]]:
    """The typed tables, with the causes of losses in one order."""
    tables = typed(Path(__file__).parent / "printed")
    for name in ("points_of_lees_retreat", "points_of_the_battle_continues"):
        tables[name] = sorted((_in_order(what), points) for what, points in tables[name])
    return tables


def _in_order(what: str) -> str:
    side, colon, causes = what.partition(": ")
    return f"{side}{colon}{', '.join(sorted(causes.split(', ')))}"


DATA = shipped("wargame_gcacw_on_the_4th_day", *SCENARIOS, "units")
EXCUSED = ("units.leader", "units.unit")  # counters are not on the page, but for the wagon trains, which are compared
HALF_OF_A_HEX = (
    "lees_retreat.victory.0.north",  # a hex names a row or a column: its other half says nothing
    "lees_retreat.victory.0.south",
    "lees_retreat.victory.0.east",
    "lees_retreat.victory.0.reduction",
    "lees_retreat.rule.4.last_row",
)


def test_the_scenarios_have_every_printed_number() -> None:
    assert laid_out(lay_out(DATA)) == printed()


def test_another_number_anywhere_is_noticed() -> None:
    assert unnoticed(DATA, lay_out, (*EXCUSED, *HALF_OF_A_HEX)) == []
