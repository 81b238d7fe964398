"""The series and its sheet: games, terrains, where the data are, how the sheet is cited, what parameters are called."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, TypeVar

from attrs import frozen

from wargame_core import Cite, DataError, UnknownName
from wargame_core.charts import ChartCard, ReadCell, read_card
from wargame_core.data import DataFolder, Document, Problems, read_toml, structure
from wargame_core.shapes import OneOf

if TYPE_CHECKING:
    from wargame_gcacw.charts.modifiers import Modifiers

T = TypeVar("T")

DATA: Final = Path(__file__).parents[1] / "data"
SHEET: Final = "GCACW charts 1.6"
"""How the sheet is cited: Thunder on the Mississippi Charts & Tables, version 1.6."""


def cite(heading: str) -> Cite:
    """A place on the sheet."""
    return Cite(SHEET, "", heading)


def read_data_file(name: str, cls: type[T], folder: DataFolder | None = None) -> T:
    """A data file of this package (or of a folder laid over it) as a ``cls``. Raises `DataError`."""
    doc, problems = folder.read(name) if folder else read_toml(DATA / name), Problems()
    return structure_document(doc, cls, problems)


def structure_document(
    doc: Document, cls: type[T], problems: Problems, names: Mapping[str, Collection[str]] | None = None
) -> T:
    """A document as a ``cls``, ``names`` being those it may refer to. Raises `DataError` with all ``problems``."""
    value = structure(doc, cls, problems, names=names or {})
    problems.raise_if_any()
    if value is None:
        raise DataError(problems.found)
    return value


@frozen
class _Games:
    games: Mapping[str, str]


GAMES: Final[Mapping[str, str]] = read_data_file("games.toml", _Games).games
"""Titles of the games of the series by tag."""

EARLY_WAR: Final = frozenset({"OTR", "AGA", "SIV"})
"""The games in which Confederate cavalry counts for more in a retreat."""


@frozen
class Cost:
    """Movement points, dry and in rain; none: it cannot be entered so."""

    dry: float | None = None
    rain: float | None = None


@frozen
class TerrainKind(Cost):
    """What the rules and charts know of a terrain: see data/terrain.toml, which says it all."""

    ways_only: bool = False
    restricts_zones: bool = False
    attack_surcharge: int = 0
    artillery: tuple[str, str] | None = None
    crowding: str = ""


@frozen
class _TerrainFile:
    terrain: Mapping[str, TerrainKind]
    way: Mapping[str, Cost]
    trail_into_mountain: Cost


GROUND: Final = read_data_file("terrain.toml", _TerrainFile)
"""Every terrain and kind of way by name, with movement points."""
TERRAINS: Final = tuple(GROUND.terrain)
"""The terrain of a hex, by the names that maps, charts and facts use."""
WAYS: Final = tuple(GROUND.way)
"""Kinds of ways, the best first; a hexside counts as the best it has."""


def terrain_kind(terrain: str) -> TerrainKind:
    """What is known of a terrain. Raises `UnknownName`."""
    if terrain not in TERRAINS:
        raise UnknownName("terrain", terrain, TERRAINS)
    return GROUND.terrain[terrain]


Printed: TypeAlias = Callable[[], T]
"""Something of the sheet, read from its file when it is first asked for: most games need few of its charts."""


def card(path: Path, read: ReadCell | None = None) -> Printed[ChartCard[Any]]:
    """The card in a file, its cells read by ``read``."""
    return cache(partial(read_card, path, read))


def modifiers(path: Path) -> Printed[Modifiers]:
    """The list of modifiers in a file: for single games, and for terrains."""

    @cache
    def read_file() -> Modifiers:
        from wargame_gcacw.charts.modifiers import read_modifiers

        return read_modifiers(path, tuple(GAMES), {"defender_terrain": TERRAINS, "attacker_terrain": TERRAINS})

    return read_file


def game_tag(tag: str) -> str:
    """``tag`` when a game has it. Raises `UnknownName` listing the tags.

    >>> game_tag("TOM")
    'TOM'
    """
    if tag not in GAMES:
        raise UnknownName("game tag", tag, GAMES)
    return tag


Points = Fraction | int | float | str
"""A combat value in points, written in any way that is exact: 4, "7/2", "3 1/2"."""
GameTag = Annotated[str, OneOf(GAMES), "tag of the game"]
Terrain = Annotated[str, OneOf(TERRAINS), "terrain of the defender's hex"]
Side = Annotated[str, OneOf(("union", "confederate"), {"USA": "union", "CSA": "confederate"}), "whose units"]
AttackKind = Annotated[str, OneOf(("column_of_route", "hasty", "normal", "prepared"))]
UnitKind = Literal["infantry", "artillery", "cavalry", "wagon"]
Turn = Annotated[int, "turn of Thunder on the Mississippi, 1 to 70"]
