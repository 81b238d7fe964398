"""The regions of a map of squares: the land between its rivers, by letters or by a place in each.

Codes: E207 `between` without letters, E410 regions leak, E411 region in parts, E416 regions do not touch, E417 a place
for each region that does not part the map.
"""

from collections.abc import Collection, Mapping
from functools import partial

from attrs import field, frozen

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.sections import RowShape, letter_rows
from wargame_core.maps.files.shorthand import add_at_letter
from wargame_core.maps.map import Map
from wargame_core.maps.masks import Passage, bits, connected, mask_of
from wargame_core.maps.squares import SquareGrid

Bank = str | tuple[str, ...]
"""One region, or several."""


@frozen
class Regions:
    """[regions]: a letter for each space: the region between barriers of kind `parted_by` that it lies in.

    Instead of legend and grid, `of` may name one place in each region.
    """

    legend: Mapping[str, str] = field(factory=dict)
    grid: tuple[str, ...] | str = ()
    parted_by: str = "river"
    of: Mapping[str, str] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if bool(self.of) == bool(self.grid) or bool(self.of) == bool(self.legend):
            raise ValueError("give legend and grid, or of with a place for each region")

    @property
    def rows(self) -> tuple[str, ...]:
        """The lines of the grid."""
        return letter_rows(self.grid)


class RegionReader:
    """Lays the regions of a map file on its grid; what is wrong is noted by the reader of the file."""

    def __init__(self, reader: MapReader[SquareGrid], regions: Regions | None) -> None:
        self.reader, self.regions, self.grid = reader, regions, reader.grid

    def sides(self, path: KeyPath, banks: tuple[Bank, Bank]) -> list[Edge]:
        """The edges between the regions that a barrier runs between, by the letters of [regions]."""
        words, regions = self._regions_by_letter(), self.regions
        if words is None or regions is None:
            hint = "with `of` the regions are made from the rivers; then give this one a course"
            reason = "between needs the letters of [regions], one for each space"
            self.reader.refuse(path, "E207", reason, hint if regions and regions.of else "")
            return []
        first_bank, second_bank = ((bank,) if isinstance(bank, str) else bank for bank in banks)
        for name in (name for name in (*first_bank, *second_bank) if name not in regions.legend.values()):
            self.reader.whole = False
            self.reader.problems.reference(self.reader.doc, path, "a region", name, regions.legend.values())
        border_edges = [
            (a, b)
            for a in range(self.grid.size)
            for b in self.grid.neighbours[a]
            if a < b
            and (
                (words[a] in first_bank and words[b] in second_bank)
                or (words[a] in second_bank and words[b] in first_bank)
            )
        ]
        if not border_edges and {*first_bank, *second_bank} <= {*regions.legend.values()}:
            self.reader.refuse(path, "E416", "no line runs between these regions; they do not touch")
        return border_edges

    def _regions_by_letter(self) -> tuple[str, ...] | None:
        """The region of each space by its letter, None while the letters do not fit the map."""
        regions, grid = self.regions, self.grid
        if regions is None or [len(row) for row in regions.rows] != [grid.cols] * grid.rows:
            return None
        return tuple(regions.legend.get(letter, "") for letter in "".join(regions.rows))

    def make(self) -> tuple[str, ...]:
        """The region of each space: by its letter, or flooded from a place in each as far as the barriers let."""
        if self.regions is None or not self.regions.of:
            return self._regions_by_letter() or ()
        reader, grid, parted_by = self.reader, self.grid, self.regions.parted_by
        lines = [placed_row for placed_row in reader.rows.of(RowShape.LINES) if placed_row.row.kind == parted_by]
        dry_passage, ground = (
            _dry_steps(grid, {side for placed_row in lines for side in placed_row.sides}),
            reader.ground_of_routes,
        )
        owner: dict[int, str] = {}
        for name, place in self.regions.of.items():
            path: KeyPath = ("regions", "of", name)
            start_space = reader.attempt(path, partial(ground.space, place))
            if start_space is None:
                return ()
            if start_space in owner:
                other_region = f"{owner[start_space]} ({self.regions.of[owner[start_space]]})"
                message = f"{other_region} and {name} ({place}) are one region: no {parted_by} parts them"
                reader.refuse(path, "E417", message, "", [(start_space,)])
                return ()
            owner |= dict.fromkeys(bits(connected(dry_passage, 1 << start_space, (1 << grid.size) - 1)), name)
        ownerless_space = next((space for space in range(grid.size) if space not in owner), None)
        if ownerless_space is not None:
            message = f"the region of {reader.name(ownerless_space)} has no name: {parted_by}s part it from the others"
            reader.refuse(("regions", "of"), "E417", message, "name a place in it", [(ownerless_space,)])
            return ()
        return tuple(owner[space] for space in range(grid.size))

    def check(self, game_map: Map[SquareGrid]) -> None:
        """The barriers must part the map into exactly the regions of the legend."""
        if self.regions is not None and self.regions.legend:
            dry_passage = _dry_steps(self.grid, game_map.edges_on(self.regions.parted_by))
            if not self._has_leak(game_map, dry_passage):
                self._note_divided_regions(game_map, dry_passage, self.regions)

    def _has_leak(self, game_map: Map[SquareGrid], dry_passage: Passage) -> bool:
        """Whether one gets from a region into another without crossing a barrier: noted once a row (E410)."""
        leaking: set[int] = set()
        for a in range(game_map.size):
            for b in bits(dry_passage.next(1 << a)):
                (row, col), names = self.grid.rowcol(a), (self.reader.name(a), self.reader.name(b))
                if game_map.regions[a] != game_map.regions[b] and a < b and row not in leaking:
                    leaking.add(row)
                    parts = zip(names, (game_map.regions[a], game_map.regions[b]), strict=True)
                    message = "no river parts " + " from ".join(f"{name} in {region}" for name, region in parts)
                    hint = "change the letter, or add the missing edge to a river"
                    path = ("regions", "grid", row)
                    add_at_letter(self.reader.doc, self.reader.problems, path, col, "E410", message, hint, [names])
        return bool(leaking)

    def _note_divided_regions(self, game_map: Map[SquareGrid], dry_passage: Passage, regions: Regions) -> None:
        """Note the regions that a barrier runs through (E411)."""
        for letter, name in regions.legend.items():
            region_spaces = mask_of(space for space, word in enumerate(game_map.regions) if word == name)
            first_space = region_spaces & -region_spaces
            other_spaces = region_spaces & ~connected(dry_passage, first_space, game_map.all)
            if other_spaces:
                split_spaces = next(bits(first_space)), next(bits(other_spaces))
                spaces_in_words = " and ".join(map(self.reader.name, split_spaces))
                hint = "give each side of a river its own region"
                message = f"{name} is in parts: rivers lie between {spaces_in_words}"
                self.reader.add(
                    ("regions", "legend", letter), "E411", message, hint, [(space,) for space in split_spaces]
                )


def _dry_steps(grid: SquareGrid, wet_sides: Collection[Edge]) -> Passage:
    """Every step that crosses none of these edges, whatever else lies between."""
    dry_masks: dict[int, int] = {}
    for a, neighbours in enumerate(grid.neighbours):
        for b in neighbours:
            if edge(a, b) not in wet_sides:
                dry_masks[b - a] = dry_masks.get(b - a, 0) | 1 << a
    return Passage(tuple(dry_masks.items()))
