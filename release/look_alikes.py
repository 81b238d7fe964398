"""Writes the list of letters that look alike, from Unicode's own as the distribution confusable-homoglyphs has it.

``python3 -m release.look_alikes`` after ``pip install confusable-homoglyphs``. A line of the list is a letter or more,
and behind them, as numbers, the letters that look like these; what `unicodedata.normalize` makes of a letter without a
list is left out.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any
from unicodedata import normalize

FILE = Path(__file__).parents[1] / "frontends/table/src/wargame_table/messages/look_alikes.txt"
MARKS = "\u200e\u200f"
"""Marks of direction that the list puts around letters of right-to-left scripts."""
HEADING = """\
# Letters that look alike: from confusables.txt of Unicode (https://www.unicode.org/reports/tr39/), shortened and turned
# round by release/look_alikes.py. Copyright 1991-2023 Unicode, Inc. All rights reserved. Permission is hereby granted,
# free of charge, to any person obtaining a copy of the Unicode data files and any associated documentation (the "Data
# Files") to deal in the Data Files without restriction, including without limitation the rights to use, copy, modify,
# merge, publish, distribute, and/or sell copies of the Data Files, and to permit persons to whom the Data Files are
# furnished to do so, provided that either (a) this copyright and permission notice appear with all copies of the Data
# Files, or (b) this copyright and permission notice appear in associated Documentation. THE DATA FILES ARE PROVIDED "AS
# IS", WITHOUT WARRANTY OF ANY KIND (https://www.unicode.org/license.txt).
"""


def prototype(letter: str, neighbours: Mapping[str, Sequence[str]]) -> str:
    """The letter or letters that stand for all that look like this one: those with the most look-alikes."""
    return max(
        (letter, *neighbours.get(letter, ())),
        key=lambda sign: (len(neighbours.get(sign, ())), -ord(sign[0]), -len(sign)),
    )


def text_of(data: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """The list."""
    neighbours = defaultdict[str, list[str]](list)
    for letter, others in data.items():
        neighbours[letter.strip(MARKS)] += [str(other["c"]).strip(MARKS) for other in others]
    groups = defaultdict[str, list[str]](list)
    for letter in sorted(neighbours):
        shape = prototype(letter, neighbours)
        if len(letter) == 1 and shape != letter and normalize("NFKD", letter) != shape:
            groups[shape].append(f"{ord(letter):X}")
    lines = [f"{shape} {' '.join(letters)}\n" for shape, letters in sorted(groups.items()) if " " not in shape]
    return HEADING + "".join(lines)


if __name__ == "__main__":
    FILE.write_text(
        text_of(import_module("confusable_homoglyphs.confusables").confusables_data), encoding="utf-8", newline="\n"
    )
