"""The schema and the declarations beside the client are those of today, and within a number things are only added."""

import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.table.small_table import SmallTable

import wargame_table
from wargame_core import Game, load
from wargame_core.json_form import JsonObject
from wargame_table.keeping.rows import Opening
from wargame_table.law_of_the_wire import misfits
from wargame_table.messages.incoming import PROTOCOL, Message
from wargame_table.messages.outgoing import Told
from wargame_table.messages.wire_schema import MESSAGES, ROOTS
from wargame_table.network.client_files import without_comments
from wargame_table.network.server import PACKED
from wargame_table.wire_files import files_loaded_with, wire_files

CLIENT = Path(wargame_table.__file__).with_name("client")
SCHEMA = "wire.schema.json"
READ = ("Said", "OwnKey")
"""What a table reads; all else it tells."""
GAMES = ("vicksburg", "gettysburg", "gcacw_on_the_4th_day", "battlecry", "thunder_on_the_mississippi")


def broken(before: JsonObject, now: JsonObject) -> list[str]:
    """What a screen written for one schema would miss in another, and what of its messages would not be read."""
    seen = set[tuple[str, bool]]()

    def part(old: Any, new: Any, told: bool, where: str) -> Iterator[str]:
        if "$ref" in old and "$ref" in new:
            if (old["$ref"], told) not in seen:
                seen.add((old["$ref"], told))
                yield from part(_named(before, old), _named(now, new), told, old["$ref"].removeprefix("#/$defs/"))
            return
        if "anyOf" in old or "anyOf" in new:
            kinds = _options(new)
            for kind, option in _options(old).items():
                if kind not in kinds:
                    yield f"{where}: {kind} is gone"
                else:
                    yield from part(option, kinds[kind], told, where)
            return
        if missing := {*map(str, old.get("enum", ()))} - {*map(str, new.get("enum", ()))}:
            yield f"{where}: {', '.join(sorted(missing))} is gone"
        for word in ("type", "const"):
            if old.get(word) != new.get(word):
                yield f"{where}: {word} was {old.get(word)}, is {new.get(word)}"
        for limit in ("maxLength", "maxItems"):
            if new.get(limit, 1e9) < old.get(limit, 1e9) and not told:
                yield f"{where}: {limit} is less than it was"
        asked = (old, new) if told else (new, old)  # a table keeps what it promised, and asks for nothing more
        if more := {*asked[0].get("required", ())} - {*asked[1].get("required", ())}:
            yield f"{where}: {', '.join(sorted(more))} {'may be left out now' if told else 'must be there now'}"
        for name, inner in old.get("properties", {}).items():
            if name not in new.get("properties", {}):
                yield f"{where}: {name} is gone"
            else:
                yield from part(inner, new["properties"][name], told, f"{where}.{name}")
        for word in ("items", "additionalProperties"):
            if isinstance(old.get(word), dict) and isinstance(new.get(word), dict):
                yield from part(old[word], new[word], told, f"{where}[]")

    whole = (name for name in (*ROOTS, *MESSAGES) if name in before["$defs"] or name not in now["$defs"])  # or new
    roots = {name: {"$ref": f"#/$defs/{name}"} for name in whole}
    return [text for name, root in roots.items() for text in part(root, root, name not in READ, name)]


def _named(schema: JsonObject, part: JsonObject) -> JsonObject:
    named: JsonObject = schema["$defs"].get(part["$ref"].removeprefix("#/$defs/"), {})
    return named


def _options(part: JsonObject) -> dict[str, JsonObject]:
    return {str(option.get("$ref", option.get("type", option))): option for option in part.get("anyOf", [part])}


def test_schema_and_declarations_beside_the_client_are_those_of_today(request: pytest.FixtureRequest) -> None:
    """A new number begins anew; within one nothing is taken away: see docs/reference/versions.md."""
    kept, made = json.loads((CLIENT / SCHEMA).read_text("utf-8")), wire_files()
    if kept["protocol"] == PROTOCOL:
        assert broken(kept, json.loads(made[SCHEMA])) == [], "the number of the protocol must move with this"
    if request.config.getoption("--update-golden"):
        for name, text in made.items():
            (CLIENT / name).write_text(text, "utf-8")
    stale = [name for name, text in made.items() if (CLIENT / name).read_text("utf-8") != text]
    assert stale == [], "pytest tests/table/test_wire_files.py --update-golden writes them"


def changed(*path: str, **parts: Any) -> JsonObject:
    """The schema of today, with something else in one place; None takes it away."""
    schema: JsonObject = json.loads(wire_files()[SCHEMA])
    place = schema["$defs"]
    for name in path:
        place = place[name]
    for name, value in parts.items():
        if value is None:
            del place[name]
        else:
            place[name] = value
    return schema


@pytest.mark.parametrize(
    ("path", "parts", "complaint"),
    [
        (("Update", "properties"), {"marks": None}, ["Update: marks is gone"]),
        (("Update", "properties"), {"more": {"type": "string"}}, []),
        (("Update", "properties", "marks"), {"items": {"type": "integer"}}, ["Update.marks.*: type was string.*"]),
        (("Welcome",), {"required": ["kind"]}, ["Welcome: .* may be left out now"]),
        (("Told",), {"anyOf": [{"$ref": "#/$defs/Update"}]}, [".* is gone"] * (len(get_args(Told)) - 1)),
        (("Refusal", "properties", "code"), {"enum": ["stale"]}, ["Refusal.code: .*illegal.* gone"]),
        (("Act",), {"required": ["kind", "id", "at", "action", "mood"]}, ["Act: mood must be there now"]),
        (("Act",), {"required": ["kind"]}, []),
        (("Say", "properties", "text"), {"maxLength": 5}, ["Say.text: maxLength is less than it was"]),
        (("Said",), {"anyOf": [{"$ref": "#/$defs/Act"}]}, [".* is gone"] * (len(get_args(Message)) - 1)),
        (("Sheet", "properties", "digest"), {"type": "integer"}, ["Sheet.digest: type was string, is integer"]),
    ],
)
def test_what_is_taken_away_or_asked_for_is_noticed_and_what_is_added_is_not(
    path: tuple[str, ...], parts: JsonObject, complaint: list[str]
) -> None:
    found = broken(changed(), changed(*path, **parts))
    assert len(found) == len(complaint), found
    assert all(re.fullmatch(expected, text) for expected, text in zip(complaint, found, strict=True)), found


def requests_of(update: JsonObject) -> Iterator[JsonObject]:
    """One request of each kind that a table of the test's can answer."""
    action = update["ask"]["rows"][0]["action"]
    yield {"kind": "judge", "action": action}
    yield {"kind": "forecast", "action": action}
    yield {"kind": "explain", "what": "nothing"}
    yield {"kind": "explain", "event": 0}
    yield {"kind": "rows", "at": update["at"], "first": 1}
    yield {"kind": "film"}
    yield {"kind": "rules"}
    yield {"kind": "say", "text": "Well played", "to": "seats"}
    yield {"kind": "act", "at": "stale", "action": action}
    yield {"kind": "act", "at": update["at"], "action": action}
    yield {"kind": "undo", "at": update["at"]}


@pytest.mark.parametrize("name", ["toy", *GAMES])
def test_all_that_is_said_at_a_table_fits_the_schema(name: str) -> None:
    game: Game = toy() if name == "toy" else load(name)
    wrong = misfits(json.loads(wire_files()[SCHEMA]))
    table = SmallTable(game, evolve(Opening.of(game, bots={game.seats[0]: "random"}), seed=1863)).sit(*game.seats)
    for _ in range(6):
        table.let_bots_play(table.session.n + 20)
        for seat in game.seats[1:]:
            if "ask" in (update := table.last(seat, "update")):
                for number, asked in enumerate(requests_of(update)):
                    said = {**asked, "id": f"{number}"}
                    assert wrong("Said", said) is None
                    assert table.tell(seat, said)["id"] == said["id"]
    for frames in table.frames.values():
        for message in frames:
            assert (misfit := wrong("Told", message)) is None, (misfit, message["kind"])
    assert len({message["kind"] for message in table.frames[game.seats[1]]}) >= 9


@pytest.mark.parametrize("name", GAMES)
def test_the_first_load_of_any_game_is_under_206_kb_on_the_wire(name: str) -> None:
    """What a table's page asks for: client, fonts, sheet, picture and first update, each packed as servers pack it."""
    game = load(name)
    table = SmallTable(game, evolve(Opening.of(game), seed=1863)).sit(game.seats[0])
    laid = table.session.sheets.main
    # with what somebody opens, with the end, or only in lessons:
    later = {"curve.js", "devices.js", "game_analysis.js", "guest.js", "lesson.js", "result_page.js", "whole_turn.js"}
    later |= {"film.js", "games.js", "polling.js", "report.js", "rules.js", "still_picture.js"}
    later |= set() if laid.sheet.cards else {"engravings.js"}  # and this with the first card
    sent = [_as_sent(CLIENT / file) for file in files_loaded_with("table.html") - later]
    written = [laid.sheet.to_json(), *table.frames[game.seats[0]]]
    sent += [laid.draw("auto").encode(), *(json.dumps(part, separators=(",", ":")).encode() for part in written)]
    assert sum(len(zlib.compress(part, PACKED)) for part in sent) < 206_000


def _as_sent(path: Path) -> bytes:
    raw = path.read_bytes()
    return without_comments(raw.decode()).encode() if path.suffix == ".js" else raw
