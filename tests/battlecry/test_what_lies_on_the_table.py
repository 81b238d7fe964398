"""What lies on the table at Battle Cry: what is sent to screens, the sheet, panels, references, menus."""

from __future__ import annotations

import json
from typing import Any

from wargame_core import Game

SAFE = 2**53
"""Whole numbers above it are rounded by many screens."""


def integers(data: Any) -> list[int]:
    """Every whole number in JSON data."""
    if isinstance(data, dict):
        return [number for value in data.values() for number in integers(value)]
    if isinstance(data, list):
        return [number for value in data for number in integers(value)]
    return [data] if isinstance(data, int) else []


def test_masks_stay_out_of_what_is_sent_to_a_screen(game: Game) -> None:
    match = game.start("shiloh", seed=1)
    sent = json.loads(json.dumps(match.view("union").to_json()))
    assert not {"unit_mask", "general_mask", "unit_at", "general_at"} & sent["board"].keys()
    assert max(integers(sent)) <= SAFE
    assert max(integers(match.state.to_json())) > SAFE, "the whole position keeps them"
