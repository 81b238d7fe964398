"""A small hex map's file with everything in it, for tests that read it or spoil it."""

from pathlib import Path

from tests.core.broken_files import problems_in

from wargame_core.data import Problem
from wargame_core.maps.files.hexes import HEXES
from wargame_core.maps.hexes import HexMap

ONE_SHEET = 'source = { document = "x", basis = "text" }\n[map]\nid = "m"\ntitle = "M"\n'

GOOD = """\
source = { document = "made for this test", basis = "reconstruction" }

[map]
id = "small"
title = "Two sheets"
stagger = "columns"
shifted = "even"
scale = [1.2, "miles"]

[[sheet]]
prefix = "N"
columns = [1, 4]
rows_odd = [8, 10]
rows_even = [8, 9]

[[sheet]]
prefix = "S"
columns = [1, 4]
rows_odd = [2, 3]
rows_even = [1, 3]
rows_above = 9

[terrain]
legend = { "." = "clear", w = "woods", "~" = "water" }
closed = ["water"]
grid = [
  "....",
  ".ww.",
  "....",
  "....",
  "..~ ",
]

[[place]]
name = "Alpha"
hex = "N0109"
tags = ["supply"]
objective = "blue"
note = "a note"
in_text = true
confidence = "low"

[[place]]
name = "Wind Gap"
hex = "S0201"
kind = "gap"

[[road]]
kind = "pike"
name = "Alpha pike"
path = ["N0109", "N0209", "N0310", "S0302"]

[[road]]
kind = "road"
paths = [["N0308", "N0408"], ["N0110", "N0209", "S0201"]]

[[hexside]]
kind = "river"
name = "Black River"
sides = ["N0209-N0310", "S0201-N0310", "S0201-S0302"]

[[hexside]]
kind = "creek"
bars = false
sides = ["N0309-N0409", "N0308-N0408"]

[[hexside]]
kind = "ridge"
crossed_by_road = true
sides = ["N0108-N0109", "N0110-N0209"]

[[crossing]]
id = "pike_bridge"
name = "Pike Bridge"
kind = "bridge"
side = "N0310-N0209"
users = ["blue"]
note = "narrow"
in_text = true

[[entry]]
id = "south"
hex = "S0103"
note = "from the south"
"""


def load(tmp_path: Path, text: str) -> HexMap:
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    return HEXES.load(path)


def problems_of(tmp_path: Path, *changes: tuple[str, str]) -> list[Problem]:
    return problems_in(GOOD, changes, lambda text: load(tmp_path, text))
