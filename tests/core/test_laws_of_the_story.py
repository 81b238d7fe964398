"""The laws of the story can fail: for each there are games that break it."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from tests.core.broken_toys import breaks, replaced, trial
from tests.core.skirmish_toy import SEATS, SEQUENCE, Stay, toy

from wargame_core import D6, Game
from wargame_core.authoring import ListedChoices, PublicEvent
from wargame_laws import laws_of_the_table as laws


@pytest.mark.parametrize("law", [laws.law_every_event_is_told_or_silent, laws.law_every_roll_leaves_a_trace])
def test_a_sound_game_keeps_the_laws_of_the_story(law: Any) -> None:
    law(trial(toy()))


def with_event(event: type[PublicEvent]) -> Game:
    return evolve(toy(), rules=evolve(toy().rules, events=(*toy().rules.events, event)))


def test_an_event_without_words_that_does_not_say_so_is_caught() -> None:
    @frozen
    class Forgotten(PublicEvent):
        kind: ClassVar[str] = "forgotten"

    breaks(laws.law_every_event_is_told_or_silent, with_event(Forgotten), "forgotten has no sentence")


def test_a_silent_event_with_words_is_caught() -> None:
    @frozen
    class Loud(PublicEvent):
        kind: ClassVar[str] = "loud"
        silent: ClassVar[bool] = True

        def text(self, board: Any) -> str:
            return "Hear, hear."

    breaks(laws.law_every_event_is_told_or_silent, with_event(Loud), "loud says that it is silent")


def test_a_roll_of_which_nothing_is_told_is_caught() -> None:
    def idle(table: Any) -> Any:
        yield from table.roll_openly(D6, "for nothing", None)
        for _ in range(2):
            yield from table.ask(SEATS[0], ListedChoices([Stay()]), "Go on?", None)

    game = evolve(toy(), rules=evolve(toy().rules, sequence=replaced(SEQUENCE, "Walk", idle)))
    breaks(laws.law_every_roll_leaves_a_trace, game, "nothing is told of the roll 'for nothing'")
