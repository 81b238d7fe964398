"""What an event is to the eye: an order, a march, an attack with its dice, a loss, a retreat, a card on the table.

A game says so in its `Presentation`; a screen that knows no game shows it at a pace by its weight, and counts it.
"""

from collections.abc import Iterator, Mapping
from enum import Enum

from attrs import frozen

from wargame_core.json_form import JsonObject


class Happening(Enum):
    """The kinds of scenes."""

    ORDER = "order"
    MOVE = "move"
    ATTACK = "attack"
    LOSS = "loss"
    RETREAT = "retreat"
    CARD = "card"
    ROUTINE = "routine"
    """What a turn needs to go on and nobody asks for afterwards; a recap leaves it out."""


@frozen
class ShownDie:
    """A die on the table: its face in a word or a number, and whether it hits."""

    face: str
    hit: bool = False


@frozen
class Scene:
    """How an event is shown: what it is, how many were lost by it, and its dice, where they are symbols or hit.

    ``by`` is the seat that acts from here on, where an event tells: rules may let a seat act without a question.
    ``result`` is what befell a unit by a loss, in a word, where it neither left the map nor lost ``count`` points.
    """

    happening: Happening
    count: int = 1
    dice: tuple[ShownDie, ...] = ()
    by: str = ""
    result: str = ""

    def to_json(self) -> JsonObject:
        """The scene for a screen."""
        scene: JsonObject = {"as": self.happening.value}
        if self.count != 1:
            scene["count"] = self.count
        if self.result:
            scene["result"] = self.result
        if self.dice:
            scene["dice"] = [{"face": die.face} | ({"hit": True} if die.hit else {}) for die in self.dice]
        return scene


def dice_in_words(text: str, letters: Mapping[str, str], hitting: str = "") -> Iterator[ShownDie]:
    """The dice of a text such as "2 infantry, 1 flag"; ``letters`` are those of words, ``hitting`` those that hit.

    >>> [die.face for die in dice_in_words("2 infantry, 2 flags", {"infantry": "I", "flag": "F"})]
    ['infantry', 'infantry', 'flag', 'flag']
    """
    for part in text.split(", "):
        count, _, word = part.partition(" ")
        word = word if word in letters or word.removesuffix("s") not in letters else word.removesuffix("s")
        for _ in range(int(count) if count.isdigit() else 0):
            yield ShownDie(word, letters.get(word, "-") in hitting)
