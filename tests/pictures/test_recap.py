"""A turn told to who missed it: made of the rows of a seat, with losses by side, ways joined and battles whole."""

from collections.abc import Iterator
from typing import Any

import pytest

from wargame_core import Game, Match, load
from wargame_pictures.stories.recap import LINES, STRETCH, Recap, kind_of, recap_for, recap_of
from wargame_pictures.stories.rows import rows_for

GAMES = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi", "corinth")
TITLES = {"red": "Red", "blue": "Blue"}
SIDES = {"r1": "red", "r2": "red", "b1": "blue"}


def row(text: str, by: str = "", scene: str = "", **about: Any) -> dict[str, Any]:
    """A row in which a piece is called by its id, "the" before it."""
    names = [*about.get("pieces", ()), *filter(None, [about.get("target")])]
    starts = {name: text.find(f"Unit {name}") for name in names}
    marks = [{"start": at, "end": at + 5 + len(name), "piece": name} for name, at in starts.items() if at >= 0]
    found: dict[str, Any] = {"kind": "told", "text": text, "about": about, "marks": marks}
    return found | ({"by": by} if by else {}) | ({"scene": {"as": scene}} if scene else {})


MARCH = row("Unit r1 goes.", "red", pieces=["r1"], **{"from": "A1", "to": "A2"})
MARCH_ON = row("Unit r1 goes on.", pieces=["r1"], **{"from": "A2", "to": "A3"})
ATTACK = row("Unit r1 attacks Unit b1.", "red", "attack", pieces=["r1"], target="b1", places=["A4"])
LOSS = row("Unit b1 loses 2.", scene="loss", pieces=["b1"]) | {"scene": {"as": "loss", "count": 2}}
BACK = row("Unit b1 gives way.", "blue", "retreat", pieces=["b1"], **{"from": "A4", "to": "A5"})
BACK_ON = row("Unit b1 gives way.", scene="retreat", pieces=["b1"], **{"from": "A5", "to": "A6"})
OWN = row("Unit b1 goes.", "blue", pieces=["b1"], **{"from": "A9", "to": "A4"})


def told(*rows: dict[str, Any], seat: str = "blue", **further: Any) -> Recap:
    return recap_of(rows, seat, TITLES, SIDES.get, **further)


def test_a_turn_is_told_with_its_marches_joined_its_battle_whole_and_whose_losses() -> None:
    assert str(told(OWN, MARCH, MARCH_ON, ATTACK, LOSS, BACK, BACK_ON)).splitlines() == [
        "Your losses: Unit at A4 (2).",
        "Red",
        "- Unit from A1 to A3.",
        "- Unit at A3 attacks Unit. Unit loses 2. Unit goes back from A4 to A6.",
    ]
    assert str(told(ATTACK, LOSS, seat="red")) == ""  # one's own attack is no news
    assert (
        told(OWN, MARCH, ATTACK, LOSS, seat="").losses == "Blue losses: Unit at A4 (2)."
    )  # who only watches has no losses


def test_what_was_done_before_a_long_turn_is_found_and_nothing_before_it_is_told() -> None:
    quiet = [row("Red draws.", "red", "routine")] * (3 * STRETCH)
    recap = told(ATTACK, OWN, *quiet, MARCH, *quiet, MARCH_ON)
    assert str(recap) == "Red\n- Unit from A1 to A3."
    assert str(told(*quiet, MARCH, *quiet, MARCH_ON)) == str(recap)


def test_what_is_lost_on_the_way_without_a_sentence_of_its_own_is_told_with_the_way() -> None:
    silent = LOSS | {"text": "", "marks": []}
    recap = told(OWN, ATTACK, silent, BACK, BACK_ON)
    assert recap.losses == "Your losses: Unit at A4 (2)."
    assert recap.parts[0].lines[-1].text == "Unit attacks Unit. Unit goes back from A4 to A6, losing 2."


def test_a_way_by_rail_says_so_and_is_not_joined_to_a_march() -> None:
    by_rail = row("Unit r1 goes by rail from A2 to A9.", pieces=["r1"], **{"from": "A2", "to": "A9"})
    (line,) = told(OWN, MARCH, by_rail).parts[0].lines
    assert (line.text, line.ways) == ("Unit from A1 to A2; Unit by rail from A2 to A9.", (("A1", "A2", "A9"),))


def test_what_several_did_is_told_in_one_sentence() -> None:
    rows = [row(f"Unit {piece} is ordered.", "red", "order", pieces=[piece]) for piece in ("r1", "r2")]
    assert [line.text for line in told(*rows).parts[0].lines] == ["Unit and Unit are ordered."]
    further = [row(f"Unit {piece} goes.", "red", pieces=[piece], **{"from": "A1", "to": "A2"}) for piece in SIDES]
    assert [line.text for line in told(*rows, *further).parts[0].lines] == ["Unit, Unit and Unit from A1 to A2."]


def test_what_happens_to_each_of_several_is_told_once_and_twice_to_one_twice() -> None:
    rows = [row(f"Unit {piece} digs in.", "red", pieces=[piece]) for piece in ("north", "south", "west", "west")]
    texts = [line.text for line in told(*rows).parts[0].lines]
    assert texts == ["Each of Unit north, Unit south and Unit west digs in.", "Unit west digs in."]


def test_dice_stand_behind_the_attack_that_they_decided_and_how_it_came_about_is_there() -> None:
    class Source:
        ruling = type("Ruled", (), {"worked": staticmethod(lambda: ["+1 hill r1"])})

    dice = {"kind": "rolled", "dice": {"die": "d6", "face": 5, "for": "attack"}, "by": "red"}
    recap = told(dice, ATTACK | {"ruling": True}, sources=[None, Source()])
    (line,) = recap.parts[0].lines
    assert line.text == "Unit attacks Unit. [attack: 5]"
    assert (line.event, line.explanation) == (1, ("+1 hill",))
    assert list(recap.text_lines(explained=True))[-1] == "    +1 hill"


def test_a_long_turn_ends_with_its_latest_lines_and_says_how_many_came_before() -> None:
    recap = told(*(row(f"Thing {number} happens.", "red", "card") for number in range(LINES + 7)))
    assert recap.parts[0].lines[0].text == "7 things before these: see the log."
    assert recap.parts[-1].lines[-1].text == f"Thing {LINES + 6} happens."


def test_what_a_turn_needs_to_go_on_is_left_out_unless_it_is_ones_own() -> None:
    routine = row("Red draws.", "red", "routine")
    assert not told(routine)
    assert not told(OWN, row("Blue draws.", "", "routine"))
    assert str(told(OWN, MARCH, row("Blue draws.", "blue", "routine"))) == "Red\n- Unit from A1 to A2."
    assert str(told(row("Blue draws.", "blue", "routine"), first_row=0)) == "Blue\n- Blue draws."


def test_a_line_names_the_cards_that_were_played_and_no_card_that_was_drawn() -> None:
    played, drawn = row("Red plays c1.", "red", "card", cards=["c1"]), row("Red draws c2.", "red", cards=["c2"])
    lines = [line for part in told(OWN, played, drawn).parts for line in part.lines]
    assert [(line.text, line.cards) for line in lines] == [("Red plays c1.", ("c1",)), ("Red draws c2.", ())]
    assert [line.to_json().get("about") for line in lines] == [{"cards": ["c1"]}, None]


def asked_for(game: Game, turns: int) -> Iterator[tuple[Match, str]]:
    """A game of bots by chance, stopped at each question."""
    match = game.start(seed=1863)
    bots = {seat: game.bot("random", seed=7) for seat in game.seats}
    while match.waiting_for and turns:
        seat, turns = match.waiting_for[0], turns - 1
        yield match, seat
        match.play(bots[seat](match.view(seat)), seat)


@pytest.mark.parametrize("name", GAMES)
def test_whoever_was_away_reads_every_loss_of_the_others_turn_and_no_id(name: str) -> None:
    game, recaps = load(name), 0
    for number, (match, seat) in enumerate(asked_for(game, 90)):
        if number % 6:
            continue
        recap = recap_for(game, match, seat)
        recaps += bool(recap)
        rows = [told_row for told_row, _ in rows_for(match.view(seat), match.entries)]
        text = str(recap)
        for lost in rows[recap.first :] if recap else ():
            if kind_of(lost) == "loss" and lost.get("text"):
                assert recap.losses
        ids = {piece for found in rows for piece in found.get("about", {}).get("pieces", ())}
        words = set(text.replace(",", " ").replace(".", " ").replace("(", " ").replace(")", " ").split())
        assert not {piece for piece in ids if "_" in piece} & words, text
    assert recaps


def test_an_attack_is_the_doing_of_who_attacks_also_right_after_a_question_to_the_other_side() -> None:
    answer = row("Unit b1 stands.", "blue")
    assert [part.by for part in told(OWN, answer, ATTACK, LOSS).parts] == ["red"]
    assert str(told(MARCH, answer, ATTACK, LOSS, seat="red")) == ""
    assert not told(OWN, answer, ATTACK, LOSS, MARCH, seat="").losses.startswith("Red")
