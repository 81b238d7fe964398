"""The data of a campaign in the form of its book: orders of battle, points, deployment, tables and single numbers."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.printed_tables import Files, Tables

ARMS = {"infantry": "Infantry division", "cavalry": "Cavalry division", "depot": "Supply Depot"}


def campaign_tables(data: Files) -> Tables:
    """Every table that both books print."""
    campaign, oob = data["campaign"], data["oob"]
    return {
        "orders_of_battle": _orders_of_battle(oob),
        "generals": _generals(oob),
        "pickets": [
            (side, command, row["tokens"]["picket"])
            for row in oob["formation"]
            if "tokens" in row
            for side, command in [_command_of(oob, row["id"])]
        ],
        "units_needed": [
            (side["id"], "generals" if kind == "leaders" else kind, count)
            for side in oob["side"]
            for kind, count in {**side["stated"], **_counts(side.get("printed", {}))}.items()
        ],
        "points": [(row["side"], row["points"], row["id"].partition("_")[2]) for row in campaign["award"]],
        "time_of_day": [
            (die, _by_the_clock(row["start"]), f"{row['turns']} turns") for die, row in campaign["battle_time"].items()
        ],
        "reinforcements": [
            (die, *(f"Turn {turn}" for turn in turns)) for die, turns in campaign["reinforcement"].items()
        ],
        "movement_rates": _rates(campaign["base_move"]),
        "numbers": [*_numbers(campaign, data["deck"])],
    }


def _counts(row: Mapping[str, Any]) -> dict[str, int]:
    return {key: value for key, value in row.items() if isinstance(value, int)}


def _command_of(oob: Files, formation: str) -> tuple[str, str]:
    """The side and the heading that a formation stands under; troops of the army have none."""
    row = next(row for row in oob["formation"] if row["id"] == formation)
    led = {command for leader in oob["leader"] for command in leader["commands"]}
    return row["side"], row["name"].upper() if formation in led else ""


def _orders_of_battle(oob: Files) -> Iterator[tuple[object, ...]]:
    for row in oob["formation"]:
        for unit in row.get("units", ()):
            status = row.get("status", "").replace("_", " ")
            rating = f"{unit['rating']:+d}"
            yield (*_command_of(oob, row["parent"]), row["name"], status, unit["name"], unit["arm"], rating)


def _generals(oob: Files) -> Iterator[tuple[object, ...]]:
    sides = {side["id"] for side in oob["side"]}
    for leader in oob["leader"]:
        command = leader["commands"][0]
        side, heading = (command, "") if command in sides else _command_of(oob, command)
        surname = leader["name"].rpartition(".")[2].split()[-1]
        first, _, last = leader["full_name"].rpartition(" ")
        assert last == surname
        capitals = f"Mc{last[2:].upper()}" if last.startswith("Mc") else last.upper()
        yield side, heading, leader["rank"], f"{first} {capitals}", leader["rating"], "; ".join(leader["traits"])


def _by_the_clock(time: str) -> str:
    hour, minutes = map(int, time.split(":"))
    return f"{hour if hour <= 12 else hour - 12}:{minutes:02d}{'a' if hour < 12 else 'pm'}"


def _rates(base_move: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    pickets = "Pickets/Baggage" if "baggage_train" in base_move else "Pickets"
    assert base_move.get("baggage_train", base_move["picket"]) == base_move["picket"]
    for arm, spaces in base_move.items():
        if arm != "baggage_train":
            yield ARMS.get(arm, pickets), spaces


def _numbers(campaign: Files, deck: Files) -> Iterator[tuple[str, object]]:
    """What the text says in sentences."""
    hour, _, minutes = campaign["nightfall"].partition(":")
    die = campaign["staff_die"]
    corps = {row["side"]: len(row["corps"]) for row in campaign["activation"]}
    base_move = campaign["base_move"]
    assert deck["deck"]["size"] == len(deck["card"])
    yield "turns", campaign["turns"]
    yield "points to win", campaign["points_to_win"]
    yield "event cards", deck["deck"]["size"]
    yield "event cards removed", deck["deck"]["remove_unseen"]
    yield "spaces off the point of contact", campaign["contact_range"]
    yield "divisions for a battle", campaign["divisions_for_battle"]
    yield "special action", campaign["special_action_target"]
    yield "rally", campaign["rally_target"]
    yield "breakpoint percent", Fraction(campaign["breakpoint"]["fraction"]) * 100
    yield "battles end at", f"{int(hour) - 12}:{minutes}pm"
    yield "road bonus", campaign["road_bonus"]
    yield "turn clock", campaign["turn_clock"]
    yield "staff die of 6 counts as", die["counts_as"]["6"]
    yield "faces of the staff die", die["sides"]
    yield "staff dice a token moves by", die["movement_per_token"]
    yield "staff dice a token acts by", die["special_per_token"]
    yield "union corps", corps["federal"]
    yield "confederate corps", corps["confederate"]
    yield "free spaces", base_move["infantry"]
    yield "free spaces of cavalry", base_move["cavalry"]
    yield "free spaces of pickets", base_move["picket"]
    for side in ("confederate", "federal"):
        yield f"{side} depots", sum(depot["side"] == side for depot in campaign["depot"])


def base_labels(oob: Files) -> Iterator[tuple[object, ...]]:
    """The labels of brigades and batteries, with their division as it is shortened on them."""
    for row in oob["formation"]:
        for unit in row.get("units", ()):
            side, _ = _command_of(oob, row["parent"])
            label = "ARTILLERY" if unit["arm"] == "artillery" else unit["name"].upper()
            yield side, label, f"{unit['rating']:+d}", row["name"].replace("Division", "Div.")


def places_of(campaign: Files, who: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """The depots, and where those begin of whom the briefing says it; ``who`` has its names for them."""
    for side in ("federal", "confederate"):
        depots = [depot for depot in campaign["depot"] if depot["side"] == side]
        places = sorted(depot["place"] for depot in depots)
        other = [f"{depot['place']} or {depot['alternative']}" for depot in depots if "alternative" in depot]
        yield side, f"Supply Depot{'s' * (len(depots) > 1)}", other[0] if other else ", ".join(places)
    for row in campaign["deployment"]:
        name = next((row[key][0] for key in ("formations", "divisions") if key in row), "")
        if name in who and row.get("basis") != "reconstruction":
            joined = " or " if row["where"]["kind"] == "at" else ", "
            yield row["side"], who[name], joined.join(sorted(row["where"].get("places", row["where"].get("between"))))
