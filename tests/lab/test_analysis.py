"""A record analysed: the curve, what choices cost, what the dice gave; and the page of it."""

import re
from collections.abc import Sequence
from math import dist
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from click.testing import CliRunner

from wargame_battlecry.board.actions import Move
from wargame_console.errors import USAGE
from wargame_core import Action, Game, Record, RecordError, State, View, load
from wargame_lab import Analysis, analyse
from wargame_lab.activations import Activation, PlannedChoice, PlayedActivation, told_in_short
from wargame_lab.analysis import ERRORS, HARDLY_MOVES, LEAST, MORE_WORLDS, JudgedActivation, MadeChoice, Point, Throw
from wargame_lab.analysts import _Analyst
from wargame_lab.choice_words import words_of_choice
from wargame_lab.judging import FIRST_WORLDS, SECOND_WORLDS, Decision, FollowedActivation, Judge
from wargame_lab.lookahead import Deadline
from wargame_terminal import main

QUICK = "thunder_on_the_mississippi"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(QUICK)


@pytest.fixture(scope="module")
def record(game: Game) -> Record:
    """A short game of the siege between a poor player and a good one."""
    match = game.start("siege", seed=5)
    for _ in match.iter_play({"union": "random", "confederate": "normal"}):
        if match.seq > 120:
            break
    return Record.of(match)


@pytest.fixture(scope="module")
def analysis(game: Game, record: Record) -> Analysis:
    return analyse(record, game, worlds=1)


def test_the_curve_has_the_chances_of_each_seat_after_every_answer(analysis: Analysis, record: Record) -> None:
    assert [point.at for point in analysis.points][-1] == len(record.answers) - 1
    assert all(0 <= chance <= 1 for point in analysis.points for chance in point.chances.values())
    assert analysis.seats == ("union", "confederate")


def test_while_rolls_are_awaited_the_chance_is_the_mean_over_what_may_fall(analysis: Analysis) -> None:
    after = {point.at: point.chances for point in analysis.points}
    starts = {throw.at for throw in analysis.throws}
    ends = [(throw, throw.at + len(throw.rolls)) for throw in analysis.throws]
    single = [(throw, end) for throw, end in ends if end not in starts]  # no other roll follows at once
    assert single
    for throw, end in single:
        for seat, luck in throw.luck.items():
            assert after[end][seat] - after[throw.at][seat] == pytest.approx(luck, abs=1e-9)


def test_what_a_seat_did_is_judged_from_the_first_choice_that_the_bot_would_not_have_made(analysis: Analysis) -> None:
    others = {choice.at for choice in analysis.choices if choice.text != choice.best}
    advised = [one for one in analysis.activations if one.is_advised and one.best]
    assert advised
    assert {one.at for one in advised} <= others
    assert all(one.choices[0] != one.best[0] for one in advised)
    few = {0, 1, 1 + SECOND_WORLDS, FIRST_WORLDS + SECOND_WORLDS}
    assert MORE_WORLDS in {one.worlds for one in analysis.activations} <= {*few, MORE_WORLDS}
    worst = analysis.worst("union")
    costs = [one.cost or 0.0 for one in worst]
    assert costs == sorted(costs, reverse=True)
    assert all(one.worlds == MORE_WORLDS and one.seat == "union" for one in worst)


def test_an_activation_is_over_with_the_turn_and_when_its_part_of_the_sequence_begins_anew() -> None:
    part = ("Turn", "Moves")
    nominate, march, stop, fight = (
        (*part, *step) for step in (("Nominate",), ("March", "Go"), ("March", "Stop"), ("Fight",))
    )

    def lasts(*decisions: tuple[str, tuple[str, ...], int, int]) -> list[bool]:
        activation = Activation("red", nominate, 1, 5)
        return [activation.goes_on([seat], step, turn, at) for seat, step, turn, at in decisions]

    red_marches, blue_stops, red_fights = ("red", march, 1, 6), ("blue", stop, 1, 8), ("red", fight, 1, 9)
    assert lasts(red_marches, blue_stops, red_fights, ("red", nominate, 1, 10)) == [True, True, True, False]
    assert lasts(red_marches, red_fights, ("red", march, 1, 10)) == [True, True, False]
    assert lasts(red_marches, blue_stops, ("red", march, 1, 9)) == [True, True, True]
    assert lasts(red_marches, blue_stops, ("blue", march, 1, 9)) == [True, True, False]  # now blue marches
    assert lasts(("red", march, 2, 6)) == [False]
    assert lasts(("red", ("Turn", "Points"), 1, 6)) == [False]
    assert lasts(("red", nominate, 1, 6)) == [True]  # another choice of the same question
    assert lasts(("red", nominate, 1, 7)) == [False]  # dice fell in between: it is asked for the next one
    assert lasts(("blue", nominate, 1, 6)) == [False]


def test_in_another_world_a_seat_does_what_it_did_as_far_as_that_is_possible(game: Game) -> None:
    match = game.start("siege", seed=5)
    seat = match.waiting_for[0]
    first, other = list(match.choices(seat))[:2]
    step = match.state.cursor
    played = PlayedActivation(
        [PlannedChoice(step, first), PlannedChoice(("elsewhere",), first), PlannedChoice(step, other)],
        Activation(seat, step, 1, match.seq),
        lambda view: pytest.fail("the player is asked though a choice is possible"),
    )
    view = match.view(seat)
    played.see([seat], step, 1, match.seq)
    assert played.choose(view) == first
    played.see([seat], step, 1, match.seq + 1)
    assert played.choose(view) == other
    played.see([seat], step, 2, match.seq + 2)
    assert played.choose(view) is None
    assert played.told == [first.text(view.board), other.text(view.board)]


def test_what_is_chosen_after_a_roll_is_not_told_of_another_world(game: Game) -> None:
    match = game.start("siege", seed=5)
    (seat,), step, view = match.waiting_for, match.state.cursor, match.view(match.waiting_for[0])
    first = next(iter(view.choices))
    played = PlayedActivation([PlannedChoice(step, first)], Activation(seat, step, 1, match.seq), lambda view: first)
    for at in (0, 1, 3, 4):  # a roll between the second choice and the third
        played.see([seat], (*step, "March") if at else step, 1, match.seq + at)
        played.choose(view)
    assert played.told == [first.text(view.board)] * 2


def test_choices_after_a_roll_are_judged_by_themselves(analysis: Analysis, record: Record) -> None:
    rolls = {line["n"] for line in record.lines if "roll" in line}
    for one in analysis.activations:
        answers = [choice.at for choice in analysis.choices if choice.seat == one.seat and choice.at >= one.at]
        last = answers[: len(one.choices)][-1]
        assert not rolls & set(range(one.at, last)), one


def test_luck_is_what_a_face_gave_beside_the_mean_of_all_faces(analysis: Analysis, game: Game, record: Record) -> None:
    assert analysis.throws
    throw = max(analysis.throws, key=lambda throw: max(map(abs, throw.luck.values()), default=0.0))
    state = game.start("siege", seed=5).state
    assert state.rules.id == record.header["game"]
    assert set(throw.luck) <= set(game.seats)
    sums = {seat: sum(one.luck.get(seat, 0.0) for one in analysis.throws) for seat in game.seats}
    assert analysis.luck("union") == pytest.approx((sums["union"] - sums["confederate"]) / 2)
    assert analysis.luck("confederate") == pytest.approx(-analysis.luck("union"))


def test_the_chance_at_first_the_dice_and_the_rest_add_up_to_the_chance_in_the_end(analysis: Analysis) -> None:
    balances = [analysis.balance(seat) for seat in analysis.seats]
    for one in balances:
        assert one.first + one.luck + one.remainder == pytest.approx(one.last)
    assert sum(one.first for one in balances) == sum(one.last for one in balances) == pytest.approx(1)
    lines = list(analysis.lines())
    assert any(re.match(r"Union: \d+% at first, [+-]\d+% by dice and cards, .*: \d+% now", line) for line in lines)


def test_what_a_roll_decided_counts_once_the_losses_that_it_brings_have_been_taken() -> None:
    game = load("corinth")
    match = game.start(seed=4107)
    for _ in match.iter_play("normal"):
        if any(match.choices(seat).head(1)[0].kind == "lose" for seat in match.waiting_for):
            break
    (seat,) = match.waiting_for
    match.play(next(iter(match.choices(seat))), seat)
    analyst = _Analyst(game, Record.of(match), "normal", 1, Deadline(seconds=0))
    found = analyst.analysis()
    before, after = (analyst.points[place].chances[seat] for place in (-2, -1))
    assert before - after > LEAST  # the roll alone would seem to be better than it was
    assert analyst._settling_kinds == {"lose"}
    settled = max(found.throws, key=lambda throw: throw.at)
    unsettled = before - analyst.points[-3].chances[seat]
    assert settled.luck[seat] < unsettled


def test_an_analysis_is_text_and_json(analysis: Analysis) -> None:
    text = "\n".join(analysis.lines())
    assert "by dice and cards" in text
    assert "s of processor time" in text
    assert analysis.to_json()["bot"] in ("hard", "normal")


def test_the_worst_choices_are_those_that_cost_something_in_many_worlds() -> None:
    def judged(at: int, cost: float | None, worlds: int, error: float = 0.0) -> JudgedActivation:
        return JudgedActivation(at, 1, "red", "March", ("go", "halt"), ("stay", "halt"), cost, worlds, error)

    activations = (
        judged(1, 0.1, MORE_WORLDS),
        judged(2, 0.3, MORE_WORLDS),
        judged(3, 0.9, 2),
        judged(4, None, 0),
        judged(5, 0.01, MORE_WORLDS),
        judged(6, 0.2, MORE_WORLDS, 0.11),
    )
    points, throws = (Point(0, 1, {"red": 0.5}),), (Throw(1, 1, ("die: 6",), {}),)
    told = Analysis("toy", "first", "", "hard", points, (), activations, throws)
    assert [one.at for one in told.worst("red")] == [2, 1]
    assert (told.luck("red"), told.unjudged_count) == (0, 2)
    assert "    instead, a strong bot: stay; the rest as in the game" in list(told.lines())
    unknown = evolve(told, activations=(evolve(activations[0], is_advised=False),))
    assert "    instead, what came out better: stay; the rest as in the game" in list(unknown.lines())


def test_what_cost_points_in_a_game_that_was_nearly_decided_is_told_after_what_cost_a_chance() -> None:
    def judged(at: int, cost: float, error: float, least: float | None = None) -> JudgedActivation:
        one = JudgedActivation(at, 1, "red", "March", ("go",), ("stay",), cost, MORE_WORLDS, error, worth=0.3)
        return one if least is None else evolve(one, in_points=True, least=least)

    activations = judged(1, 0.1, 0.02), judged(2, 2.5, 0.4, 1.0), judged(3, 0.8, 0.01, 1.0), judged(4, 0.001, 0.0)
    told = Analysis("toy", "first", "", "hard", (Point(0, 1, {"red": 0.5}),), (), activations, ())
    assert [one.at for one in told.worst("red")] == [1, 2]
    lines = list(told.lines())
    assert "    cost 10% of the chance to win, give or take 2%: 30% instead of 40%" in lines
    assert "    cost 2.5 points of the lead at the end, give or take 0.4: +0.3 instead of +2.8" in lines
    assert "give or take 1%" in judged(1, 0.1, 0.001).told_cost
    assert evolve(judged(1, 0.046, 0.01), worth=0.706).told_cost.startswith("4% of the chance")  # 71 instead of 75


def test_another_order_of_the_same_choices_is_told_to_nobody() -> None:
    one = JudgedActivation(1, 1, "red", "March", ("go", "halt"), ("halt", "go"), 0.2, MORE_WORLDS, 0.01)
    told = Analysis("toy", "first", "", "hard", (Point(0, 1, {"red": 0.5}),), (), (one,), ())
    assert told.worst("red") == []
    assert evolve(told, activations=(evolve(one, best=("halt",)),)).worst("red")


def test_of_two_activations_the_choices_that_differ_are_told_and_of_many_the_first() -> None:
    one = JudgedActivation(1, 1, "red", "March", ("go", "halt"), ("halt",))
    assert (one.line, one.best_line) == ("go", "halt")
    assert evolve(one, best=("rest", "halt")).best_line == "rest; the rest as in the game"
    assert told_in_short([str(number) for number in range(10)]) == "0; 1; 2; 3; 4; 5; and 4 more"


def moments(throws: Sequence[Throw], choices: Sequence[MadeChoice], *, outcome: str = "") -> Analysis:
    """A game of red against blue with some rolls."""
    points = [Point(at, 1 + at // 10, {"red": 0.5, "blue": 0.5}) for at in range(20)]
    return Analysis("toy", "first", outcome, "hard", points, choices, (), throws)


def rolled(at: int, luck: float, step: str = "Turn > Attack > Die", label: str = "attack") -> Throw:
    return Throw(at, 1 + at // 10, (f"{label}: 6",), {"red": luck, "blue": -luck}, step=step)


GO = MadeChoice(2, 1, "red", "Turn > Attack > Attack one", "go", "stay")


def test_the_turning_points_are_told_with_the_rolls_that_changed_a_chance() -> None:
    later = evolve(GO, at=12, turn=2, text="go on")
    told = moments([rolled(3, 0.0), rolled(4, 0.2), rolled(13, -0.1), rolled(14, -0.06)], [GO, later], outcome="red")
    first, second = told.turning_points()
    assert (first.text, first.changes["red"], first.rolls) == ("go", 0.2, ("attack: 6",))
    assert second.changes == pytest.approx({"red": -0.16, "blue": 0.16})
    assert second.rolls == ("attack: 6 (Red -10%)", "attack: 6 (Red -6%)")
    lines = list(told.lines())
    place = lines.index("  turn 1, answer 2: Red: go")
    assert lines[place + 1 : place + 3] == ["    attack: 6", "    Red +20%"]
    assert "and 3 rolls that changed a chance" in lines[-1]
    assert told.told_moment(evolve(first, text="Red infantry goes")) == "Red infantry goes"  # it says whose it is


def test_a_choice_alone_is_no_turning_point() -> None:
    assert moments([], [GO]).turning_points() == []


def test_an_answer_of_the_other_side_belongs_to_the_turning_point_that_it_answers() -> None:
    answer = MadeChoice(4, 1, "blue", "Turn > Attack > Retreat", "retreat", "retreat", is_answer=True)
    (point,) = moments([rolled(3, 0.1), rolled(5, 0.2)], [GO, answer]).turning_points()
    assert point.text == "go"
    assert point.changes["red"] == pytest.approx(0.3)


def test_what_is_rolled_in_another_part_of_a_turn_follows_from_no_choice() -> None:
    card = rolled(5, 0.2, "Turn > Draw a card", "card")
    weather = rolled(10, -0.1, "Turn > Weather", "weather")
    before = rolled(1, 0.3, "Turn > Supply", "supply")
    told = moments([before, rolled(3, 0.1), card, weather], [GO])
    assert [(one.seat, one.text, one.rolls) for one in told.turning_points()] == [
        ("", "Supply", ("supply: 6",)),
        ("red", "go", ("attack: 6",)),
        ("", "Draw a card", ("card: 6",)),
        ("", "Weather", ("weather: 6",)),
    ]
    assert "  turn 2, answer 10: Weather" in list(told.lines())


def test_the_set_up_is_no_part_of_the_curve() -> None:
    chances = (0.9, 0.1, 0.5, 0.6)
    points = [Point(at, max(0, at - 1), {"red": chance}) for at, chance in enumerate(chances)]
    choices = [MadeChoice(at, max(0, at - 1), "red", "March", f"go {at}", "stay") for at in range(3)]
    told = Analysis("toy", "first", "", "hard", points, choices, (), ())
    assert [point.at for point in told.curve(9)] == [2, 3]
    assert not told.turning_points()
    assert not told.falls()
    without_turns = evolve(told, points=[evolve(point, turn=0) for point in points])
    assert [point.at for point in without_turns.curve(9)] == [0, 1, 2, 3]


def test_a_game_whose_chances_stand_still_is_told_in_points() -> None:
    points = [Point(at, 1, {"red": 0.97}, {"red": lead}) for at, lead in enumerate((7.0, 7.2, 3.2, 3.3))]
    throw = Throw(2, 1, ("attack: 6",), {"red": 0.0, "blue": 0.0}, {"red": -4.0, "blue": 4.0}, "Turn > Attack > Die")
    told = Analysis("toy", "first", "", "hard", points, (GO,), (), (throw,))
    assert (told.hardly_moves, told.in_points) == (True, True)
    two_seats = [evolve(point, chances={"red": 0.97, "blue": 0.03}, leads={"red": 1, "blue": -1}) for point in points]
    (point,) = evolve(told, points=two_seats).turning_points()
    assert (point.text, point.in_points, told.told_changes(point)) == ("go", True, "Red -4.0 points")
    assert "The dice changed the lead most after" in list(evolve(told, points=two_seats).lines())
    assert not evolve(told, points=[evolve(point, leads={}) for point in points]).in_points


def analysed(chances: Sequence[float], *, outcome: str = "") -> Analysis:
    """A game of red against blue with a choice of red before each point of the curve, two choices a turn."""
    points = [Point(at, 1 + at // 2, {"red": chance, "blue": 1 - chance}) for at, chance in enumerate(chances)]
    choices = [MadeChoice(at, 1 + at // 2, "red", "March", f"go {at}", "stay") for at in range(len(chances) - 1)]
    return Analysis("toy", "first", outcome, "hard", points, choices, (), ())


def test_what_a_seat_loses_bit_by_bit_over_several_turns_is_told() -> None:
    told = analysed([0.6, 0.9, 0.5, 0.4, 0.3, 0.35, 0.3, 1.0], outcome="red wins")
    (fall,) = told.falls()
    assert (fall.seat, fall.first_at, fall.last_at, fall.first_turn, fall.last_turn) == ("red", 0, 4, 1, 3)
    assert "From turn 1 to turn 3 the chance of Red to win fell from 60% to 30%" in list(told.lines())
    assert [fall.seat for fall in evolve(told, choices=()).falls()] == ["red"]
    one_roll = Throw(2, 2, ("attack: 1",), {"red": -0.3, "blue": 0.3})
    assert not evolve(told, throws=(one_roll,)).falls()  # one turning point says it
    assert not analysed([0.6, 0.6, 0.5, 0.4, 0.3, 0.3]).falls()  # the whole game


def test_chances_that_stand_still_are_said_to_tell_little_and_seats_without_faults_how_much_was_compared() -> None:
    told = list(analysed([0.95, 0.96, 0.97, 0.95, 0.0], outcome="blue wins").lines())
    assert f"{HARDLY_MOVES}: they tell little of it" in told
    assert any(line.startswith("Blue: 5% at first, +0% by dice and cards") for line in told)
    assert told.count("  what choices cost was not judged") == 2
    free = JudgedActivation(0, 1, "red", "March", ("go",), ("stay",), 0.0, MORE_WORLDS)
    one_judged = evolve(analysed([0.95, 0.96]), activations=(free,))
    assert one_judged.told_nothing("red").startswith("other ways were tried at 1 of 1 moments")
    assert not analysed([0.5, 0.7]).warning


def test_of_many_rolls_after_a_choice_those_are_told_that_changed_most_and_how_many_more_there_were() -> None:
    throws = [rolled(at, at / 100 if at != 5 else -0.3, label=f"roll {at}") for at in range(3, 9)]
    (point,) = moments([*throws, rolled(9, 0.001)], [GO]).turning_points()
    assert [told.partition(":")[0] for told in point.rolls] == [*(f"roll {at}" for at in (5, 6, 7, 8)), "2 more"]


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("gcacw_on_the_4th_day", "move", r"[A-Z][\w .()]+: march to \w\d{4}( \(.+\)| \w+ of .+)?"),
        ("gcacw_on_the_4th_day", "halt", r"[A-Z][\w .()-]+: halt"),
        ("battlecry", "retreat", r"(Union|Confederate) (infantry|cavalry|artillery) [us]\d+: retreat to .+"),
        ("vicksburg", "move", r"[A-Z][\w. ]+('s Division|Corps|Command|Infantry|Cav. Division)?: march \d+ to .+"),
        ("vicksburg", "nominate", r"move [A-Z].+"),
        ("corinth", "move", r"[\w .']+ moves to (\d{4}( \w+ of [A-Z].+)?|[A-Z].+)"),
    ],
)
def test_a_choice_away_from_its_menu_says_who_acts_and_what_place_is_near(name: str, kind: str, words: str) -> None:
    game = load(name)
    match = game.start(seed=3)
    found = set[str]()
    for _ in match.iter_play(dict.fromkeys(game.seats, "random")):
        for seat in match.waiting_for:
            view = match.view(seat)
            found |= {words_of_choice(game, one, view) for one in view.choices.head(20) if one.kind == kind}
        if found or match.seq > 600:
            break
    assert found
    assert [told for told in found if not re.fullmatch(words, told)] == []


def test_a_place_is_named_beside_a_space_only_where_it_is_near() -> None:
    game = load("battlecry")
    match = game.start("first-bull-run", seed=3)
    sheet, view = game.sheet("first-bull-run"), match.view("union")
    house = next(space for space in sheet.spaces if space.place == "Henry House")
    spaces = {space.id: space for space in sheet.spaces}
    near = next(spaces[link] for link in house.links if not spaces[link].place)
    far = max(sheet.spaces, key=lambda space: dist(space.at, house.at))
    told = [words_of_choice(game, Move("u1", space.id), view) for space in (near, far)]
    assert re.search(rf"{near.id} \w+ of Henry House", told[0])
    assert told[1].endswith(f" to {far.id}")


def test_a_march_onto_an_enemy_says_against_whom_it_is() -> None:
    game = load("vicksburg")
    match, found = game.start(seed=3), dict[str, str]()
    for _ in match.iter_play(dict.fromkeys(game.seats, "normal")):
        for seat in match.waiting_for:
            view = match.view(seat)
            enemies = {piece.at: piece.name for piece in view.pieces if piece.side != seat}
            marches = [one for one in view.choices.head(200) if one.kind == "move"]
            found |= {words_of_choice(game, one, view): enemies.get(one.about(view.board).to, "") for one in marches}
        if any(found.values()):
            break
    assert any(found.values())
    assert [told for told, enemy in found.items() if (" against " in told) != bool(enemy)] == []


def test_a_seats_own_record_is_not_analysed(game: Game, record: Record) -> None:
    with pytest.raises(RecordError, match="own record"):
        analyse(record.for_seat("union", game.rules), game)


def test_the_command_prints_the_analysis_and_writes_a_page_with_curve_and_boards(
    record: Record, tmp_path: Path, game: Game
) -> None:
    path, page = record.save(tmp_path / "game.jsonl"), tmp_path / "page.html"
    done = CliRunner().invoke(main, ["analyse", str(path), "--worlds", "1", "--out", str(page)])
    assert done.exit_code == 0, done.output
    assert "by dice and cards" in done.output
    html = page.read_text("utf-8")
    assert "Chance to win in percent, by turn" in html
    assert html.count("<h2>What cost") == 2
    assert "<h2>What cost Union most</h2>" in html
    refused = CliRunner().invoke(main, ["analyse", str(path), "--bot", "nobody"])
    assert refused.exit_code == USAGE
    assert "nobody" in refused.output


def test_with_no_time_the_curve_is_told_and_choices_that_differ_are_not_judged(record: Record, game: Game) -> None:
    hurried = analyse(record, game, seconds=0)
    assert len(hurried.points) == len(record.answers)
    assert hurried.unjudged_count >= sum(choice.text != choice.best for choice in hurried.choices) > 0
    assert not any(hurried.worst(seat) for seat in game.seats)
    assert f"{hurried.unjudged_count} of them not judged" in "\n".join(hurried.lines())


def test_a_card_that_was_drawn_is_told_by_its_title() -> None:
    game = load("vicksburg")
    match = game.start(seed=1863)
    for _ in match.iter_play(dict.fromkeys(game.seats, "random")):
        if match.seq > 60:
            break
    rolls = [roll for one in analyse(Record.of(match), game, seconds=0).throws for roll in one.rolls]
    drawn = {roll.removeprefix("event card: ") for roll in rolls if roll.startswith("event card: ")}
    assert drawn
    assert drawn <= {card.title for card in game.sheet().cards}


def test_dice_that_fall_at_once_are_one_throw_with_what_it_led_to() -> None:
    game = load("vicksburg")
    match = game.start(seed=1)
    for _ in match.iter_play({"federal": "normal", "confederate": "easy"}):
        pass
    throws = analyse(Record.of(match), game, seconds=0).throws
    skirmishes = [one for one in throws if one.rolls[0].startswith("attacker's skirmish die")]
    assert skirmishes
    assert all(len(one.rolls) == 2 and one.result.startswith("Minor skirmish") for one in skirmishes)
    assert all(one.error == 0 for one in skirmishes)  # the mean over two dice is exact
    battles = [one for one in throws if one.rolls[0].startswith("battle turn 1")]
    assert battles
    for battle in battles:
        assert re.match(r"(Federal|Confederate) wins the battle|Nobody", battle.result), battle.result
        assert battle.told_rolls.startswith(f"{len(battle.rolls)} rolls, the first battle turn 1")
        assert battle.error > 0


def test_the_mean_of_two_rolls_with_many_faces_together_is_drawn() -> None:
    game = load("battlecry")
    match = game.start("first-bull-run", seed=11)
    players = {
        seat: game.bot(level, seed=11 + n)
        for n, (seat, level) in enumerate(zip(game.seats, ("normal", "easy"), strict=True))
    }
    for _ in match.iter_play(players):
        if match.seq > 200:
            break
    throws = analyse(Record.of(match), game, seconds=0).throws
    checked = [one for one in throws if len(one.rolls) == 2 and one.rolls[1].startswith("general casualty check")]
    assert checked
    assert all(one.error > 0 for one in checked)
    assert all(one.error == 0 for one in throws if len(one.rolls) == 1)


def test_a_choice_that_names_nothing_says_in_which_step_it_is_made() -> None:
    game = load("corinth")
    match = game.start(seed=5)
    for _ in match.iter_play("normal"):
        (seat,) = match.waiting_for
        view = match.view(seat)
        done = [one for one in view.choices.head(200) if one.text(view.board) == "that is all"]
        if done:
            break
    assert words_of_choice(game, done[0], view) == f"{view.cursor[-1]}: that is all"


def judged_alone(game: Game, state: State, seat: str, action: Action) -> JudgedActivation:
    """An activation of one choice, which the bot would have made too."""
    turn = game.rules.turn_of(state.board)
    activation = Activation(seat, state.cursor, turn, state.seq)
    decision = Decision(state.seq, turn, "Turn", state, activation)
    planned, text = PlannedChoice(state.cursor, action), action.text(View.of(state, seat).board)
    followed = FollowedActivation(seat, activation, [planned], [text], [decision])
    points = [Point(at, 1, dict.fromkeys(game.seats, 0.5)) for at in (state.seq, state.seq + 1)]
    (one,) = Judge(game, "normal", [followed], points, 1, 1, Deadline()).judged()
    return one


def test_what_a_choice_costs_is_the_same_whatever_the_seat_did_not_know() -> None:
    game = load("battlecry")
    match = game.start("first-bull-run", seed=7)
    (seat,) = match.waiting_for
    view = match.view(seat)
    other = view.world(Random(5))
    assert other != match.state  # the enemy holds other cards there
    found, elsewhere = (judged_alone(game, state, seat, next(iter(view.choices))) for state in (match.state, other))
    assert found.cost is not None
    assert found == elsewhere


def test_a_blunder_that_the_bot_shares_is_found_and_measured_in_fresh_worlds() -> None:
    game = load("battlecry")
    match = game.start("first-bull-run", seed=7)
    for _ in match.iter_play(dict.fromkeys(game.seats, "normal")):
        seat = match.waiting_for[0]
        shots = [one for one in match.choices(seat) if one.kind == "attack"] if match.view(seat).asked else []
        if len(shots) > 1:
            break
    done = next(one for one in match.choices(seat) if one.kind == "done")
    one = judged_alone(game, match.state, seat, done)
    assert (one.is_advised, one.worlds, one.why) == (False, MORE_WORLDS, ())
    assert (one.cost or 0) > ERRORS * one.error
    assert "battles" in one.best_line
