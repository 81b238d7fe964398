"""The words for sides, arms and sections. Everything else is built on them."""

from __future__ import annotations

from typing import Literal, TypeAlias

Side: TypeAlias = Literal["union", "confederate"]
Arm: TypeAlias = Literal["infantry", "cavalry", "artillery"]
Section: TypeAlias = Literal["left", "center", "right"]

SIDES: tuple[Side, Side] = ("union", "confederate")
UNION, CONFEDERATE = SIDES
FOE: dict[str, Side] = {"union": "confederate", "confederate": "union"}
ARMS: tuple[Arm, ...] = ("infantry", "cavalry", "artillery")
SECTIONS: tuple[Section, ...] = ("left", "center", "right")
"""The sections of the board in the order of a chair's left hand to its right."""
