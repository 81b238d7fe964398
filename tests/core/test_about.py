"""What actions and events are about, read off the marks of their fields."""

from __future__ import annotations

from typing import Annotated, ClassVar

import pytest
from attrs import frozen

from wargame_battlecry.board.actions import Move
from wargame_core import IllegalAction, load
from wargame_core.flow.about import CARD, FROM, PIECE, PLACE, TARGET, TO, about
from wargame_core.flow.choices import Action


class Numbered:
    """A board that writes its spaces as letters and numbers."""

    def place_id(self, space: object) -> str:
        return f"A{space}"


@frozen
class Fire(Action):
    kind: ClassVar[str] = "fire"
    units: Annotated[frozenset[str], PIECE]
    target: Annotated[str | None, TARGET] = None
    at: Annotated[int | None, TO] = None
    start: Annotated[int | None, FROM] = None
    seen: Annotated[tuple[int, ...], PLACE] = ()
    card: Annotated[str, CARD] = ""


def test_sets_come_in_order_and_every_mark_has_its_key() -> None:
    named = about(Fire(frozenset({"b", "a"}), "x", 7, 2, (9, 8), "bombard"), Numbered())
    assert named.to_json() == {
        "pieces": ["a", "b"],
        "from": "A2",
        "to": "A7",
        "places": ["A9", "A8"],
        "target": "x",
        "cards": ["bombard"],
    }
    assert named.all_places() == ("A2", "A7", "A9", "A8")
    assert named.all_pieces() == ("a", "b", "x")


def test_several_targets_are_all_named() -> None:
    @frozen
    class Charge(Action):
        kind: ClassVar[str] = "charge"
        enemies: Annotated[tuple[str, ...], TARGET]

    assert about(Charge(("x", "y")), Numbered()).to_json() == {"target": "x", "targets": ["x", "y"]}
    assert about(Charge(("x",)), Numbered()).to_json() == {"target": "x"}
    assert about(Charge(("x", "y")), Numbered()).all_pieces() == ("x", "y")


def test_a_refusal_says_what_it_is_about() -> None:
    match = load("battlecry").start(seed=3)
    seat = match.to_choose[0]
    refused = match.judge(Move("u2", "E5"), seat)
    assert refused.to_json()["about"] == {"pieces": ["u2"], "from": match.view(seat).pieces["u2"], "to": "E5"}
    with pytest.raises(IllegalAction) as raised:
        match.play(Move("u2", "E5"), seat)
    assert raised.value.verdict.about == refused.about
