"""The text of a Tiled map, whatever is drawn in it: its layers and objects as Tiled writes them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from wargame_workshop.interchange.sketch import Pixel


class TiledWriter:
    """Writes a map on a ``grid``, the keys that say its orientation and size; places have so many ``digits`` at most.

    Layers and objects are numbered in the order in which they are made.
    """

    def __init__(self, grid: Mapping[str, Any], digits: int = 3) -> None:
        self.grid, self.digits = grid, digits
        self.layers: list[dict[str, Any]] = []
        self.objects = 0

    def layer(self, name: str, kind: str, **layer_fields: Any) -> None:
        """Add a layer with what is in it."""
        head = {"id": len(self.layers) + 1, "name": name, "type": kind, "visible": True, "opacity": 1, "x": 0, "y": 0}
        self.layers.append({**head, **layer_fields})

    def thing(
        self, name: str, kind: str, points: Sequence[Pixel], shape: str = "", **object_fields: Any
    ) -> dict[str, Any]:
        """An object for a layer: a "point", "polyline" or "polygon", or a tile, of which ``object_fields`` says
        which."""
        self.objects += 1
        left, top = points[0]
        x, y = rounded(points[0], self.digits)
        head = {"id": self.objects, "name": name, "type": kind, "x": x, "y": y, "width": 0, "height": 0}
        way = [dict(zip("xy", rounded((px - left, py - top), self.digits), strict=True)) for px, py in points]
        shape_fields = {shape: True if shape == "point" else way} if shape else {}
        return {**head, "rotation": 0, "visible": True, **object_fields, **shape_fields}

    def text(self, **map_fields: Any) -> str:
        """The `.tmj` with all layers."""
        head = {"type": "map", "version": "1.10", "tiledversion": "1.11.0", **self.grid, "renderorder": "right-down"}
        counts = {"compressionlevel": -1, "nextlayerid": len(self.layers) + 1, "nextobjectid": self.objects + 1}
        return tiled_text({**head, "infinite": False, **counts, "tilesets": [], **map_fields, "layers": self.layers})


def rounded(point: Pixel, digits: int = 3) -> Pixel:
    """A point with so many decimals at most; whole numbers without a point."""
    x, y = (int(value) if value == int(value) else round(value, digits) for value in point)
    return x, y


def tiled_text(data: dict[str, Any]) -> str:
    """JSON with a line for each object and each row of tiles, so that a change is seen in a comparison."""
    width = data["width"]
    layers = []
    for layer in data["layers"]:
        rest_of_layer = {key: value for key, value in layer.items() if key not in ("data", "objects")}
        head = json.dumps(rest_of_layer, ensure_ascii=False)[:-1]
        if "data" in layer:
            rows = [layer["data"][row_start : row_start + width] for row_start in range(0, len(layer["data"]), width)]
            lines = ",\n   ".join(", ".join(map(str, row)) for row in rows)
            layers.append(f'  {head}, "data": [\n   {lines}]}}')
        else:
            lines = ",\n   ".join(json.dumps(tiled_object, ensure_ascii=False) for tiled_object in layer["objects"])
            layers.append(f'  {head}, "objects": [\n   {lines}]}}')
    rest_of_layer = {key: value for key, value in data.items() if key not in ("layers", "tilesets")}
    tilesets = ",\n  ".join(json.dumps(tileset, ensure_ascii=False) for tileset in data["tilesets"])
    header = ",\n ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in rest_of_layer.items())
    layers_text = ",\n".join(layers)
    return f'{{{header},\n "tilesets": [\n  {tilesets}],\n "layers": [\n{layers_text}]}}\n'
