"""Letters of the tiles of an exported map, three by five pixels each, to tell words of like colours apart."""

from __future__ import annotations

from typing import Final

_ROWS: Final = {
    "A": "25755", "B": "65656", "C": "34443", "D": "65556", "E": "74647", "F": "74644", "G": "34553", "H": "55755",
    "I": "72227", "J": "11153", "K": "55655", "L": "44447", "M": "57755", "N": "65555", "O": "25552", "P": "65644",
    "Q": "25563", "R": "65655", "S": "34216", "T": "72222", "U": "55557", "V": "55552", "W": "55775", "X": "55255",
    "Y": "55222", "Z": "71247", "0": "75557", "1": "26227", "2": "61247", "3": "61216", "4": "55711", "5": "74616",
    "6": "34652", "7": "71122", "8": "25252", "9": "25316", ".": "00002", ",": "00024", "-": "00700", "+": "02720",
    "*": "05250", "=": "07070", "^": "25000", "~": "03600", "#": "57575", "/": "11244", ":": "02020", "?": "61202",
}  # fmt: skip
"""Five rows of three pixels each, a digit a row: 4, 2 and 1 are the pixels from the left."""


def letter_pixels(letter: str, size: tuple[int, int]) -> frozenset[tuple[int, int]]:
    """The pixels of a tile that its letter covers, in the middle; capitals are larger than small letters.

    Empty for a letter that has no form here.
    """
    rows = _ROWS.get(letter.upper(), "") if len(letter) == 1 else ""
    large = max(1, min(size) // 10)
    dot = large if letter != letter.lower() or letter == letter.upper() else max(1, large * 2 // 3)
    left, top = (size[0] - 3 * dot) // 2, (size[1] - 5 * dot) // 2
    return frozenset(
        (left + column * dot + x, top + row * dot + y)
        for row, digit in enumerate(rows)
        for column in range(3)
        if int(digit) >> (2 - column) & 1
        for x in range(dot)
        for y in range(dot)
    )
