"""The laws of every game on both variants, with and without the options."""

import pytest
from tests.gcacw_on_the_4th_day.bounds import OBJECTIVES, field_bounds

from wargame_laws import laws

GAME = "gcacw_on_the_4th_day"
NIGHT = tuple(
    f"step Campaign > Turn > Night {step}"
    for step in (
        "falls",
        "action cycle > Initiative",
        "action cycle > Choose an action",
        "action cycle > Marches > Begin a march",
        "action cycle > Marches > March > March on",
        "action cycle > End the action",
    )
)
SURRENDER = "event surrendered"  # a unit cut off on all sides: test_retreating has it
REFUSALS = ("action refuse_flanks", "event flanks_refused")

test_laws_of_lees_retreat = laws(
    GAME,
    scenario="lees_retreat",
    seeds=range(100),
    games=3,
    budget=30,
    bounds=field_bounds(),
    unexercised=("event control_taken", SURRENDER, *REFUSALS),
)
test_laws_of_the_battle_that_continues_with_all_options = pytest.mark.thorough(
    laws(
        GAME,
        scenario="the_battle_continues",
        options={"tired_march": "yes", "refuse_flanks": "yes", "entrench": "action"},
        seeds=range(100),
        budget=60,
        bounds=(*field_bounds(marches=5), OBJECTIVES),
        unexercised=("event exited", SURRENDER, *NIGHT),
    )
)
