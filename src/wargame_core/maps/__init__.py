"""Maps: spaces, what stands on them and between them, movement and lines of sight.

>>> from wargame_core.maps import bits, mask_of
>>> list(bits(mask_of([5, 2])))
[2, 5]
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING, Any

_HOMES = {
    "areas": "Area AreaGrid AreaMap area_map",
    "features": "Barrier Crossing EntrySpace NamedPlace Road Stream edge",
    "files.map_file": "load_map read_map",
    "grid": "Grid",
    "hexes": "HexGrid HexMap",
    "map": "Map",
    "masks": "bits mask_of",
    "movement": "Reach judge_step reach step_cost",
    "squares": "SquareGrid SquareMap",
}
"""Where the names of this face stand: a module is imported when one of its names is first asked for."""

if TYPE_CHECKING:
    from wargame_core.maps.areas import Area as Area
    from wargame_core.maps.areas import AreaGrid as AreaGrid
    from wargame_core.maps.areas import AreaMap as AreaMap
    from wargame_core.maps.areas import area_map as area_map
    from wargame_core.maps.features import Barrier as Barrier
    from wargame_core.maps.features import Crossing as Crossing
    from wargame_core.maps.features import EntrySpace as EntrySpace
    from wargame_core.maps.features import NamedPlace as NamedPlace
    from wargame_core.maps.features import Road as Road
    from wargame_core.maps.features import Stream as Stream
    from wargame_core.maps.features import edge as edge
    from wargame_core.maps.files.map_file import load_map as load_map
    from wargame_core.maps.files.map_file import read_map as read_map
    from wargame_core.maps.grid import Grid as Grid
    from wargame_core.maps.hexes import HexGrid as HexGrid
    from wargame_core.maps.hexes import HexMap as HexMap
    from wargame_core.maps.map import Map as Map
    from wargame_core.maps.masks import bits as bits
    from wargame_core.maps.masks import mask_of as mask_of
    from wargame_core.maps.movement import Reach as Reach
    from wargame_core.maps.movement import judge_step as judge_step
    from wargame_core.maps.movement import reach as reach
    from wargame_core.maps.movement import step_cost as step_cost
    from wargame_core.maps.squares import SquareGrid as SquareGrid
    from wargame_core.maps.squares import SquareMap as SquareMap
else:

    def __getattr__(name: str) -> Any:
        home_module = next((module for module, names in _HOMES.items() if name in names.split()), None)
        if home_module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(_import_module(f"{__name__}.{home_module}"), name)
        return value


def __dir__() -> list[str]:
    return __all__


__all__ = sorted(name for names in _HOMES.values() for name in names.split())
