"""What a screen has is not sent again: a patch of a question or a panel makes the whole of what was told before."""

import json
import random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from tests.table.small_table import SmallTable

from wargame_core import WargameError, discover, load
from wargame_core.json_form import JsonObject
from wargame_table.keeping.rows import Opening
from wargame_table.law_of_the_wire import misfits
from wargame_table.messages.patches import Patch, QuestionsTold, apply_patch, face_patched, patch_between
from wargame_table.wire_files import wire_files

ATOMS = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "a", "b"])
VALUES = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
)
CHOICES = 30


@given(VALUES, VALUES)
def test_a_patch_makes_the_value_after_of_the_value_before(before: Any, after: Any) -> None:
    patch = json.loads(json.dumps(patch_between(before, after)))
    assert json.dumps(apply_patch(before, patch), sort_keys=True) == json.dumps(after, sort_keys=True)


@given(st.lists(st.fixed_dictionaries({"a": VALUES, "b": st.fixed_dictionaries({"c": ATOMS})}), min_size=2))
def test_objects_with_the_same_keys_are_told_as_tables(after: list[Any]) -> None:
    patch = json.loads(json.dumps(patch_between([None], [None, *after])))
    assert json.dumps(apply_patch([None], patch)) == json.dumps([None, *after])


def test_rows_that_stood_there_before_are_named_by_their_numbers() -> None:
    before, after = [{"label": text} for text in "abcdef"], [{"label": text} for text in "bcdxef"]
    parts = [{"first": 1, "count": 3}, {"new": [{"label": "x"}]}, {"first": 4, "count": 2}]
    assert patch_between({"rows": before}, {"rows": after}) == {"keys": {"rows": {"parts": parts}}}


@pytest.mark.parametrize(
    ("before", "patch", "complaint"),
    [
        ([1, 2], {"parts": [{"first": 1, "count": 2}]}, "a patch takes 2 items from number 1 on, of a list of 2"),
        ({"a": 1}, {"parts": []}, "a patch with parts fits no dict"),
        ([1], {"keys": {}}, "a patch with keys fits no list"),
        ({"a": 1}, {"keys": {}, "gone": ["b"]}, "a patch with gone, keys fits no dict"),
        (None, {}, "a patch with nothing fits no NoneType"),
    ],
)
def test_a_patch_of_another_value_is_refused(before: Any, patch: Patch, complaint: str) -> None:
    with pytest.raises(WargameError, match=complaint):
        apply_patch(before, patch)


class Screen:
    """What a screen that reads patches makes of its updates."""

    def __init__(self) -> None:
        self.asked = QuestionsTold()
        self.pieces: JsonObject = {}
        self.panels: JsonObject = {}
        self.faces: dict[str, str] = {}

    def whole(self, update: JsonObject) -> JsonObject:
        """The update with what only its patches tell."""
        patches, message = update.get("patches", {}), {key: value for key, value in update.items() if key != "patches"}
        if "all" in message.get("pieces", {}):
            self.asked = QuestionsTold()
        if "ask" in patches:
            before = self.asked.long if patches.get("long") else self.asked.latest
            message["ask"] = apply_patch(before, patches["ask"])
        if "ask" in message:
            self.asked = self.asked.with_question(message["ask"])
        for digest, parts in patches.get("faces", {}).items():
            message["faces"] = message["faces"] | {digest: face_patched(parts, self.faces)}
        self.faces |= message.get("faces", {})
        self.panels = self._merged("panels", self.panels, message, patches)
        self.pieces = self._merged("pieces", self.pieces, message, patches)
        return message

    @staticmethod
    def _merged(kind: str, before: JsonObject, message: JsonObject, patches: JsonObject) -> JsonObject:
        """All panels or pieces after a message, in which what patches tell of them is made whole."""
        fresh = {name: apply_patch(before[name], patch) for name, patch in patches.get(kind, {}).items()}
        if fresh:
            message[kind] = message[kind] | {"set": message[kind]["set"] | fresh}
        told = message.get(kind, {})
        kept = {name: row for name, row in before.items() if name not in told.get("gone", ())}
        merged: JsonObject = told.get("all", kept | told.get("set", {}))
        return merged


def size(messages: list[JsonObject]) -> int:
    return sum(len(json.dumps(message)) for message in messages)


@pytest.mark.parametrize("name", [entry.id for plugin in discover() for entry in plugin.games])
def test_a_screen_that_reads_patches_is_told_the_same_in_fewer_bytes(name: str) -> None:
    game, rng = load(name), random.Random(8)
    mine, *others = game.seats
    table = SmallTable(game, evolve(Opening.of(game, bots=dict.fromkeys(others, "random")), seed=8))
    table.join("whole", mine)
    table.join("patched", mine, patches=True)
    for number in range(CHOICES):
        table.let_bots_play()
        if number == CHOICES // 2:
            table.join("late", mine, patches=True)
        rows = table.ask("whole")
        if not rows:
            break
        table.act("whole", rng.choice(rows)["action"])
    updates = {
        screen: [frame for frame in frames if frame["kind"] == "update"] for screen, frames in table.frames.items()
    }
    for screen in ("patched", "late"):
        eye, told = Screen(), updates[screen]
        whole = [eye.whole(update) for update in told]
        assert whole[1:] == updates["whole"][-len(told) + 1 :]
    assert all("patches" not in update for update in updates["whole"])
    assert size(updates["patched"]) <= size(updates["whole"])
    wrong = misfits(json.loads(wire_files()["wire.schema.json"]))
    assert [misfit for update in updates["patched"] if (misfit := wrong("Told", update)) is not None] == []
