"""Dice from a seed can be checked by anybody: the documented formula, face by face."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest

from wargame_core import D6, DiceError, Seeded
from wargame_core.dice import Scripted, die


@pytest.mark.parametrize("seed", [0, 1863, -5, 2**40])
@pytest.mark.parametrize("sides", [2, 3, 6, 10, 52])
def test_a_seeded_draw_is_the_documented_hash_of_seed_stream_and_number(seed: int, sides: int) -> None:
    dice = Seeded(seed, stream="game-17")
    for seq in range(40):
        digest = blake2b(f"game-17:{seq}".encode(), digest_size=8, key=str(seed).encode()).digest()
        assert dice.draw(seq, die(sides)) == 1 + int.from_bytes(digest, "big") * sides // 2**64


def test_every_face_comes_up_about_as_often_as_any_other() -> None:
    faces = Counter(Seeded(1).draw(seq, D6) for seq in range(6000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(900 < count < 1100 for count in faces.values())


def test_a_face_is_one_of_the_die_and_of_its_kind() -> None:
    assert D6.face(1) == 1
    for value in (0, 7, True, 1.0, "1", None):
        with pytest.raises(DiceError, match="is not a face of d6"):
            D6.face(value)


def test_scripted_dice_come_in_their_order_and_fit_the_die() -> None:
    dice = Scripted([3, 7, 1])
    assert dice.draw(0, D6) == 3
    with pytest.raises(DiceError, match="7 is not a face of d6"):
        dice.draw(1, D6)
    with pytest.raises(DiceError, match="2 scripted dice were not used: 7, 1"):
        dice.done()
