"""The stages of a turn, and the kinds of orders that a card allows in it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Protocol


class Stage(Enum):
    """What a turn has come to. Source: BC150 p.6 What to do on a Turn; second moves are those of Hit and Run.

    The last two name parts of a stage that a player may end: no turn stands in them.
    """

    NOT_BEGUN = ""
    ORDERS = "orders"
    MOVES = "moves"
    BATTLES = "battles"
    SECOND_MOVES = "second moves"
    DRAWS = "draws"
    BUILDING = "building"
    BREAKTHROUGH = "breaking through"


class Slots(Enum):
    """What the orders of a turn are counted by. Source: BC150 p.6 Announce Orders."""

    NONE = ""
    SECTIONS = "sections"
    ARMS = "arms"
    UNITS = "units"


class _HasStage(Protocol):
    stage: Stage


def stage_is_past(stage: Stage) -> Callable[[_HasStage], bool]:
    """A test of a board: whether its turn has left this stage."""
    return lambda board: board.stage is not stage
