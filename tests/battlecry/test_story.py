"""What the story tells: every elimination once, every roll of dice, what decided the battle."""

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from wargame_battlecry.board.actions import ChoosePiece, Done, Escape, TakeGround
from wargame_battlecry.board.battle_events import Battled, EscapeTried, FiguresLost, GeneralChecked, GeneralLost
from wargame_battlecry.board.turn_events import CardDiceRolled, ObjectiveChanged, SharpShot
from wargame_battlecry.picture import weight
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.printed.pieces import GeneralId
from wargame_battlecry.rules.battle import general_goes_back, resolve
from wargame_battlecry.rules.battle_dice import text
from wargame_battlecry.rules.card_effects import follow
from wargame_core import Ask, Game
from wargame_core.flow.events import GameEnded, Outcome

UNION, SOUTH = "union infantry", "confederate infantry"


def told(events: list[Any], board: Any) -> list[str]:
    return [line for line in (event.text(board) for event in events) if line]


def test_a_unit_that_is_hit_and_then_finished_by_its_blocked_retreat_is_eliminated_once(lay: Any, run: Any) -> None:
    board = lay({"B6": UNION, "A6": "confederate artillery 2"})
    events = run(lambda t: resolve(t, "u1", SPACE["A6"]), board, "AFII", TakeGround("u1", "A6", False), by="union")
    assert told(events, board)[1:] == [
        "Confederate artillery s1 has lost 1 (hit).",
        "Confederate artillery s1 is eliminated (retreat blocked).",
    ]


def test_a_casualty_check_that_is_survived_is_told(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH}, generals={"E6": "confederate"})
    events = run(lambda t: resolve(t, "u1", SPACE["E6"]), board, "ICCC", "SF")
    assert told(events, board)[-1] == "Casualty check for Confederate general sg1: 1 saber, 1 flag."


@pytest.mark.parametrize(("roll", "lines"), [("F", 1), ("S", 2)])
def test_a_sharp_shooter_says_whom_he_aims_at_and_what_he_rolls(lay: Any, run: Any, roll: str, lines: int) -> None:
    board = lay({"E4": UNION, "A7": SOUTH}, generals={"A7": "confederate"})
    card = board.book.cards["sharp_shooter"]
    events = run(lambda t: follow(t, card), board, ChoosePiece("sg1"), roll, by="union")
    assert len(told(events, board)) == lines
    assert told(events, board)[0].startswith("A sharpshooter aims at Confederate general sg1: 1 ")


def test_a_rally_that_brings_nobody_back_and_a_battle_cry_tell_their_dice(lay: Any, run: Any) -> None:
    board = lay({"E4": "union infantry 2"})
    board.hand_counts["union"] = 1
    assert told(run(lambda t: follow(t, board.book.cards["rally"]), board, "SF"), board) == ["Rally: 1 saber, 1 flag."]
    events = run(lambda t: follow(t, board.book.cards["battle_cry"]), board, "IF")
    assert told(events, board) == ["Battle Cry: 1 infantry, 1 flag.", "Orders: 1 infantry."]


def test_an_escape_tells_the_die_of_each_enemy_passed(lay: Any, run: Any) -> None:
    board = lay({"D4": UNION, "D5": UNION}, generals={"E5": "confederate"})
    events = run(lambda t: general_goes_back(t, GeneralId("sg1")), board, Escape(("D4", "C4")), "I", by="confederate")
    assert told(events, board)[0] == "Confederate general sg1 slips through D4: 1 infantry."


def test_a_flag_weighs_more_than_figures_and_the_end_more_than_any_flag() -> None:
    wounds = [weight(FiguresLost("u1", count, "hit", 1)) for count in (1, 2, 3)]
    flags = [
        *(weight(FiguresLost("u1", count, "hit", 0)) for count in (1, 4)),
        weight(GeneralLost(GeneralId("ug1"), True, "is hit")),
        weight(ObjectiveChanged("hill", "union", 1, "holds E7")),
    ]
    assert max(wounds) < min(flags)
    assert max(flags) < weight(GameEnded(Outcome("union", "flags")))


def test_in_thirty_battles_dice_leave_a_trace_units_die_once_and_no_question_has_only_one_way_to_stop(
    game: Game,
) -> None:
    for scenario in game.scenarios:
        match = game.start(scenario.id, seed=7)
        bots = {seat: game.bot("random", seed=7) for seat in game.seats}
        dead: list[str] = []
        for update in islice(match.iter_play(bots), 500):
            events = (*update.events,)
            dead += [event.unit for event in events if isinstance(event, FiguresLost) and event.is_eliminated]
            dice = "".join(str(entry.face) for entry in update.rolls if "battle di" in entry.die)
            traces = [event.roll for event in events if isinstance(event, WITH_DICE)]
            assert counted(text(dice) if dice else "") == sum(map(counted, traces), Counter()), scenario.id
            if isinstance(match.pending, Ask):
                assert not all(isinstance(action, Done) for action in match.pending.choices), scenario.id
        assert len(dead) == len(set(dead)), scenario.id


WITH_DICE = (Battled, CardDiceRolled, EscapeTried, GeneralChecked, SharpShot)


def counted(roll: str) -> Counter[str]:
    """How often each symbol was rolled, from the words of an event."""
    pairs = [part.split() for part in roll.split(", ")] if roll else []
    return Counter({symbol.removesuffix("s"): int(number) for number, symbol in pairs})
