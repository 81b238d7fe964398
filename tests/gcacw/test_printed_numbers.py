"""Every chart of *Thunder on the Mississippi* 1.6, typed a second time, against those played with."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.printed_tables import Files, Tables, laid_out, shipped, typed, unnoticed

CHARTS = {
    "combat": ("difference", "defender", "attacker"),
    "ratio": ("ratio", "modifier"),
    "artillery": ("terrain", "difference"),
    "army_of_relief": ("die", "result"),
    "random_events": ("dice", "turn"),
    "rail": ("hexes", "fatigue"),
    "extended_march": ("die", "organized", "disorganized"),
}
"""The columns of the charts that the data files print as the sheet does."""
OTHERS = (
    "army_of_relief_modifiers",
    "attacks",
    "calendar",
    "cavalry_retreat",
    "combat_modifiers",
    "extended_march_modifiers",
    "flank",
    "force_march",
    "friendly_hex",
    "movement",
    "retreat",
    "sequence_of_play",
    "strategic_events",
    "strategic_movement",
    "terrain",
    "union_army",
    "wagon_hex",
)
SIDES = {"union": "USA", "confederate": "CSA"}
MARCHING = {
    "infantry": "Infantry or Artillery Unit",
    "cavalry": "Cavalry Unit",
    "cavalry mounted_infantry": "Cavalry Unit or Mounted Infantry",
    "infantry artillery": "Infantry or Artillery Unit",
}
LEADING = {
    "infantry": "Infantry Leader",
    "cavalry_division": "Cavalry Division Leader",
    "cavalry_corps": "Cavalry Corps Leader",
    "grand_division": "Grand Division Leader (BTC only)",
}
RELIEF = {
    "turn_15": "turn 15",
    "turns_20_to_30": "turns 20, 25, 30",
    "johnston_sick": "Johnston sick",
    "turn_50_on": "turn 50 and later",
    "davis_pushes_johnston": "Davis pushes",
    "jackson_station_intact": "station stands",
    "box_0": "box 0",
}
MARCH = {
    "normal_3_to_4": "normal 3 to 4",
    "exhausted_2_to_3": "exhausted 2 to 3",
    "exhausted_3_to_4": "exhausted 3 to 4",
    "wagon_train": "wagon train",
    "heat": "heat",
    "out_of_supply": "out of supply",
    "aga_1861": "1861",
    "aga_1861_cavalry": "cavalry in 1861",
    "aga_retreat_march": "retreat march",
    "cavalry": "Union cavalry",
    "cavalry_of_the_potomac": "Union cavalry of the Potomac",
    "garrison": "Union garrison",
    "not_regular_army": "not regular army",
}
CORRECTED: dict[tuple[str, ...], tuple[str, ...]] = {
    ("leader", "CSA", "Cavalry Corps Leader", "2d6+2"): ("leader", "USA", "Cavalry Corps Leader", "2d6+2"),
    ("leader", "CSA", LEADING["grand_division"], "1d6+1"): ("leader", "USA", LEADING["grand_division"], "1d6+1"),
    ("leader", "USA", "", "1d6+1"): ("leader", "USA", "Infantry Leader", "1d6+1"),
}
"""Labels of the movement summary that the text loses or puts wrong: Readings, Labels of the movement summary."""


def lay_out(data: Files) -> Tables:
    return {
        **{name: [*_chart(data[name], *columns)] for name, columns in CHARTS.items()},
        "army_of_relief_modifiers": [*_relief(data["army_of_relief_modifiers"])],
        "attacks": [*_attacks(data)],
        "bands": [*_bands(data)],
        "calendar": [(row["turn"], row["date"]) for row in data["calendar"]["anchor"] if "basis" not in row],
        "cavalry_retreat": [*_cavalry_retreat(data["cavalry_retreat"])],
        "combat_modifiers": [*_combat_modifiers(data["combat_modifiers"])],
        "extended_march_modifiers": [*_march_modifiers(data)],
        "flank": [*_flanks(data["flank"])],
        "force_march": [*_force_march(data["force_march"])],
        "friendly_hex": [*_friends(data)],
        "movement": [*_movement(data["movement"])],
        "retreat": [*_retreats(data["retreat"])],
        "sequence_of_play": [*_phases(data["sequence_of_play"])],
        "strategic_events": [
            (row["dice"], *("; ".join(_events(data["strategic_events"], cell)) for cell in row["turn"]))
            for row in data["strategic_events"]["row"]
        ],
        "strategic_movement": [
            (side.capitalize(), row["fatigue"], *row[side])
            for row in data["strategic_movement"]["row"]
            for side in ("union", "confederate")
        ],
        "numbers": [
            ("last turn", data["calendar"]["last_turn"]),
            ("strategic cycle every", data["calendar"]["strategic_cycle_every"]),
            ("demoralized share", _demoralized_share(data["combat_modifiers"])),
            ("surcharge of loess", data["terrain"]["terrain"]["loess"]["attack_surcharge"]),
        ],
    }


def _chart(chart: Files, rows: str, *columns: str) -> Iterator[tuple[str, ...]]:
    for row in chart["row"]:
        label = row[rows]["label"] if isinstance(row[rows], Mapping) else row[rows]
        cells = (cell for name in columns for cell in ([row[name]] if isinstance(row[name], str) else row[name]))
        yield (label, *cells)


def _bands(data: Files) -> Iterator[tuple[str, str]]:
    """What the charts with several columns are divided by."""
    combat = data["combat"]["columns"]
    yield from (("combat", f"{side} {band}") for side in ("defender", "attacker") for band in combat[side]["bands"])
    yield from (("artillery", band) for band in data["artillery"]["columns"]["difference"]["bands"])
    yield from (("extended march", band) for band in data["extended_march"]["columns"]["disorganized"]["bands"])
    for band in data["random_events"]["columns"]["turn"]["bands"]:
        yield "random events", f"{band['min']}-{band['max']}"


def _demoralized_share(chart: Files) -> str:
    """The part of the defence that must be demoralized to count against it."""
    row = next(row for row in chart["modifier"] if row["id"] == "def.demoralized_2")
    return str(row["when"]["demoralized_2_share"]["min"])


def _relief(chart: Files) -> Iterator[tuple[str, str]]:
    for row in chart["modifier"]:
        turn = row["when"].get("turn")
        when = {15: "turn 15"}.get(turn) if isinstance(turn, int) else None
        if isinstance(turn, list):
            when = f"turns {', '.join(map(str, turn))}"
        elif isinstance(turn, Mapping):
            when = f"turn {turn['min']} and later"
        elif "marker_box" in row["when"]:
            when = f"box {row['when']['marker_box']}"
        yield when or ("" if turn else RELIEF[row["id"]]), f"{row['value']:+d}"


def _attacks(data: Files) -> Iterator[tuple[str, ...]]:
    modifiers = {row["id"]: row for row in data["combat_modifiers"]["modifier"]}
    for row in data["attacks"]["row"]:
        modifier = modifiers.get(f"att.{row['attack']['names'][0]}")
        value = f"{modifier['value']:+d}" if modifier else "None"
        yield (row["attack"]["label"].title(), *row["mp"], value)


def _signed(numbers: Iterable[int]) -> str:
    return " ".join(f"{number:+d}" for number in numbers)


def _value(row: Mapping[str, Any]) -> str:
    match row["value"]:
        case int(value):
            return f"{value:+d}"
        case value:
            return _signed(number for number in value["allowed"] if number) if "allowed" in value else "any"


def _combat_modifiers(chart: Files) -> Iterator[tuple[str, ...]]:
    for row in chart["modifier"]:
        other = dict.fromkeys(case["value"] for case in row.get("cases", ()))
        yield row["side"], row["id"].partition(".")[2], _value(row), _signed(other), " ".join(row.get("games", ()))


def _cavalry_retreat(chart: Files) -> Iterator[tuple[str, ...]]:
    """Its sizes by the limits that they are printed with."""
    limits = {
        "very_large_force": {"min": 3},
        "large_force": {"min": 2, "below": 3},
        "small_force": {"above": "1/2", "max": 1},
        "very_small_force": {"max": "1/2"},
    }
    for row in chart["modifier"]:
        assert row["when"].get("combined_cv") == limits.get(row["id"])
        cases = row.get("cases", ())
        early = "OTR AGA SIV" if cases else " ".join(row.get("games", ()))
        yield row["id"], _value(row), _signed(case["value"] for case in cases), early


def _march_modifiers(data: Files) -> Iterator[tuple[str, ...]]:
    army = data["union_army"]
    values = sorted({army["other_units"], *(row["value"] for row in army["line"])})
    for row in data["extended_march_modifiers"]["modifier"]:
        if isinstance(row["value"], int):
            when = row["when"]
            levels = f"{when.get('side_up')} {when.get('fatigue_from')} to {when.get('fatigue_to')}"
            name = levels if "side_up" in when else MARCH[row["id"]]
            assert when.get("scenario_year", 1861) == 1861
            yield name, _value(row), " ".join(row.get("games", ()))
        else:
            assert row["value"]["allowed"] == values
    for row in army["line"]:
        yield MARCH[row["id"]], f"{row['value']:+d}", " ".join(row["games"])
    yield "other Union", f"{army['other_units']:+d}", ""


def _flanks(chart: Files) -> Iterator[tuple[int, ...]]:
    rows = {row["covered"]: row for row in chart["row"]}
    for covered, friends in ((6, 0), (6, 1), (5, 0), (5, 1), (5, 2)):
        row = rows[str(covered)]
        basic, least = int(row["bonus"]), int(row["least"])
        yield covered, friends, basic, max(basic - friends, least)


def _force_march(chart: Files) -> Iterator[tuple[object, ...]]:
    small, large = chart["columns"]["infantry"]["bands"]
    for row in chart["row"]:
        first, _, last = row["roll"].partition("-")
        for roll in range(int(first), int(last or first) + 1):
            for manpower, lost in zip((small, large), row["infantry"], strict=True):
                if lost != "-":
                    yield "infantry", roll, manpower, lost
            if row["cavalry"] != "-":
                yield "cavalry", roll, "", row["cavalry"]


def _friends(data: Files) -> Iterator[tuple[str, ...]]:
    for row in data["friendly_hex"]["row"]:
        yield (row["value"], *row["terrain"])
    yield "Wagon Train(s)", *(row["wagons"] for row in data["wagon_hex"]["row"])


def _movement(chart: Files) -> Iterator[tuple[str, ...]]:
    for row in chart["roll"]:
        names = MARCHING if row["order"] == "march" else LEADING
        but = ""
        for case in (case for case in row.get("exceptions", ()) if case.get("basis", "text") == "text"):
            when = " ".join(sorted(case["games"]))
            if "first" in case:
                when = f"{case['first']:%b. %-d} to {case['last']:%-d, %Y}"
            least = f" minimum {case['minimum']}" if "minimum" in case else ""
            but = f"{when}: {case['roll']}{least}"
        yield row["order"], SIDES[row["side"]], names[" ".join(row["units"])], row["roll"], but


def _retreats(charts: Files) -> Iterator[tuple[object, ...]]:
    says = {True: "yes", False: "no", None: ""}
    for number in (1, 2):
        for row in charts[f"chart_{number}"]:
            keys = ("way", "farther", "enemy_zoc", "enemy_occupied")
            qualifier = row.get("qualifier", "").replace("_", " ")
            yield number, row["priority"], *row["loss"], qualifier, *(says[row.get(key)] for key in keys)


def _phases(file: Files) -> Iterator[tuple[object, ...]]:
    for number, phase in enumerate(file["phase"], 1):
        yield number, "", phase["name"].upper()
        assert phase.get("every", 5) == 5
        for letter, segment in zip("ABCDEFGHI", phase.get("segments", ()), strict=False):
            yield number, letter, segment["name"].upper()


def _events(chart: Files, cell: str) -> list[str]:
    """The full names of the events in a cell."""
    assert chart["columns"]["turn"]["bands"] == ["5-20", "25-45", "50-70"]
    assert chart["columns"]["turn"]["unit"] == 5
    events = chart["events"].get(cell)
    return [cell] if not events else [chart["names"][event] for event in events]


def printed() -> dict[str, list[tuple[str, ...]]]:
    """The typed tables, with the footnotes of the strategic events and what their text has lost put in their places."""
    tables = typed(Path(__file__).parent / "printed")
    since = {row[0]: row[1:] for row in tables.pop("strategic_events_by_turn")}
    tables["strategic_events"] = sorted(
        (dice, *_by_turns(result.rstrip("&#+%*").replace("McClermand", "McClernand"), since))
        for dice, result in tables["strategic_events"]
    )
    terrains = {"Rough/Hill/ Loess@": "Rough/Hill/Loess@", "Wds/Cty/Mtn": "Woods/City/Mountain"}
    tables["artillery"] = sorted((terrains.get(name, name), *rest) for name, *rest in tables["artillery"])
    tables["movement"] = sorted((*CORRECTED.get(row[:4], row[:4]), row[4]) for row in tables["movement"])
    tables["attacks"] = sorted((name.title(), *rest) for name, *rest in tables["attacks"])
    return tables


def _by_turns(result: str, since: Mapping[str, tuple[str, ...]]) -> tuple[str, str, str]:
    """What a result of the strategic events is on turns 5 to 20, 25 to 45 and 50 to 70."""
    first, _, other = result.partition(" or ")
    if not other:
        both = "; ".join(first.split(" and "))
        return both, both, both
    bonus_from, bonus_through, this_from, this_through = since[other]
    assert (bonus_from, bonus_through, this_from) == ("5", "20", "25")
    return first, other, "No Effect" if this_through == "45" else other


DATA = shipped("wargame_gcacw", *CHARTS, *OTHERS)
EXCUSED = (
    "terrain.",  # movement costs are from another sheet; the surcharge of loess is compared
    "random_events.dice",  # the rows are 2 to 12, which are compared
    "strategic_events.dice",
)


def test_the_charts_have_every_printed_number() -> None:
    assert laid_out(lay_out(DATA)) == printed()


def test_another_number_anywhere_is_noticed() -> None:
    assert unnoticed(DATA, lay_out, EXCUSED) == []
