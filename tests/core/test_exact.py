"""Numbers are read exactly, however they are written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from wargame_core.exact import NotANumber, exact, show


@pytest.mark.parametrize("written", [3.5, "3.5", "7/2", "3 1/2", "3½", Fraction(7, 2)])
def test_a_half_can_be_written_in_every_usual_way(written: object) -> None:
    assert exact(written) == Fraction(7, 2)


def test_a_lone_half_sign_is_a_half() -> None:
    assert exact("½") == Fraction(1, 2)


@pytest.mark.parametrize("written", ["", "many", "1/0", True, None, [3], "3 1", "nan"])
def test_what_is_no_number_is_refused(written: object) -> None:
    with pytest.raises(NotANumber, match=r"is not a number \(write 3"):
        exact(written)


@pytest.mark.parametrize("written", [-3.5, "-3 1/2", "−3½", "-7/2"])
def test_negative_numbers_keep_their_sign(written: object) -> None:
    assert exact(written) == Fraction(-7, 2)


@pytest.mark.parametrize("number", [Fraction(n, 4) for n in range(-9, 10)])
def test_a_shown_number_reads_back(number: Fraction) -> None:
    assert exact(show(number)) == number
