"""The colour of a side on the sheet is that of its counters, and nothing else than a colour."""

import pytest

from wargame_core import load
from wargame_core.errors import RulesError
from wargame_core.sheet import SideOnSheet


@pytest.mark.parametrize("game", ["corinth", "brices_crossroads"])
def test_confederates_who_come_first_are_not_blue(game: str) -> None:
    colors = {side.seat: side.color for side in load(game).sheet().sides}
    assert colors == {"confederate": "#9c5a3c", "union": "#3b5b92"}


@pytest.mark.parametrize("color", ["red", "#123", "#12345g", "#123456}*{background:url(//elsewhere)}"])
def test_a_color_that_would_be_more_in_a_style_is_refused(color: str) -> None:
    with pytest.raises(RulesError, match="the color of side 'a' is"):
        SideOnSheet("a", "A", "A", color=color)
