"""What the parameters of the charts are called and which values they take, said once for every question."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from wargame_core.plugins.questions import OneOf
from wargame_gcacw.charts.series import GAMES, TERRAINS

Points = Fraction | int | float | str
"""A combat value in points, written in any way that is exact: 4, "7/2", "3 1/2"."""
GameTag = Annotated[str, OneOf(GAMES), "tag of the game"]
Terrain = Annotated[str, OneOf(TERRAINS), "terrain of the defender's hex"]
Side = Annotated[str, OneOf(("union", "confederate"), {"USA": "union", "CSA": "confederate"}), "whose units"]
AttackKind = Annotated[str, OneOf(("column_of_route", "hasty", "normal", "prepared"))]
UnitKind = Literal["infantry", "artillery", "cavalry", "wagon"]
Turn = Annotated[int, "turn of Thunder on the Mississippi, 1 to 70"]
