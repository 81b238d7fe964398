"""What a view tells of an event does not change while the game goes on."""

from itertools import islice

import pytest

from wargame_core import REFEREE, load


@pytest.mark.parametrize("name", ["battlecry", "vicksburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi"])
def test_a_log_tells_what_was_told(name: str) -> None:
    match = load(name).start(seed=1)
    told = [event.text(match.board) for event in match.view(REFEREE).events]
    for update in islice(match.iter_play("random"), 120):
        told += [event.text(match.board) for event in update.events]
    assert match.view(REFEREE).log == [text for text in told if text]
