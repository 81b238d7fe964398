"""Worked examples of battles, retreats, exchanges and advances, as rulebooks print them."""

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import (
    CHART,
    ONE,
    ZONES,
    a_board,
    at,
    combat,
    ground,
    hexes,
    retreat,
    stand,
    table,
    unit,
)

from wargame_core.authoring import Modifier, Verdict
from wargame_core.charts import Factor, NumberAxis
from wargame_core.errors import RulesError
from wargame_core.maps.masks import mask_of
from wargame_hex_and_counter import Battle, Bombardment, Control, HeldPlace, Level, Losses, Stacking, Victory
from wargame_hex_and_counter.board import actions, events
from wargame_hex_and_counter.rules.binding import USUAL
from wargame_hex_and_counter.rules.phases import announce, with_odds
from wargame_hex_and_counter.rules.results import resolve, sufficient_units
from wargame_laws import drive, first

RED = (unit("r1", 12), unit("r2", 5), unit("r3", 4))


# what a battle comes to


def test_the_ground_of_the_defender_shifts_the_odds() -> None:
    game_map = ground({"0303": "forest"}, {"river": [("0302", "0303"), ("0303", "0402")]})
    pieces = stand(game_map, unit("r1", 12), unit("b1", 4), r1="0302", b1="0303")
    fight = combat(table()).fight(pieces, Battle("red", ("r1",), (at("0303"),)))
    assert (fight.odds, fight.column) == ("3-1", "1-1")
    assert [str(shift) for shift in fight.shifts] == ["-1 forest", "-1 river"]
    best = combat(table(), terrain="best counts").fight(pieces, Battle("red", ("r1",), (at("0303"),)))
    assert best.column == "2-1"


def test_a_hexside_counts_if_all_attack_across_it_or_if_any_does() -> None:
    game_map = ground({}, {"river": [("0302", "0303")]})
    pieces = stand(game_map, unit("r1", 8), unit("r2", 4), unit("b1", 4), r1="0302", r2="0402", b1="0303")
    both = Battle("red", ("r1", "r2"), (at("0303"),))
    assert combat(table()).fight(pieces, both).column == "3-1"
    assert combat(table(), hexsides="if any attacks across").fight(pieces, both).column == "2-1"


def test_a_bank_doubles_the_defence() -> None:
    game_map = ground({}, {"bank": [("0302", "0303")]})
    pieces = stand(game_map, unit("r1", 12), unit("b1", 4), r1="0302", b1="0303")
    fight = combat(table()).fight(pieces, Battle("red", ("r1",), (at("0303"),)))
    assert (str(fight.defence), fight.column) == ("8", "1-1")
    assert "bank: doubled: 8" in str(fight.ruling())


def test_who_attacks_across_a_slope_is_halved_and_down_a_ridge_has_a_column_more() -> None:
    game_map = ground({}, {"slope": [("0302", "0303")]})
    pieces = stand(game_map, unit("r1", 8), unit("r2", 4), unit("b1", 4), r1="0302", r2="0402", b1="0303")
    both = combat(table()).fight(pieces, Battle("red", ("r1", "r2"), (at("0303"),)))
    assert (str(both.attack), both.column) == ("8", "2-1")
    down = stand(ground({}, {"ridge": [("0302", "0303")]}), unit("r1", 8), unit("b1", 4), r1="0302", b1="0303")
    alone = combat(table()).fight(down, Battle("red", ("r1",), (at("0303"),)))
    assert (alone.column, [*map(str, alone.shifts)]) == ("3-1", ["+1 attack across ridge"])


def test_circumstances_of_the_author_shift_too() -> None:
    pieces = stand(ground(), unit("r1", 12), unit("b1", 4), r1="0302", b1="0303")

    def fog(board: Any, battle: Battle) -> list[Modifier]:
        return [Modifier(-1, "fog")]

    fight = combat(table(), shifts=(fog,)).fight(pieces, Battle("red", ("r1",), (at("0303"),)))
    assert str(fight) == "3-1 shifted to 2-1, 4 points short of 3-1"


def test_guns_reach_two_hexes_where_they_see() -> None:
    guns = Bombardment(("artillery",), 2, needs_sight=True, suffers_results=False)
    gun, far, near = unit("r1", kind="artillery"), unit("b1"), unit("b2")
    pieces = stand(ground(), gun, far, near, r1="0303", b1="0503", b2="0306")
    rule = combat(table(), bombardment=guns)
    assert hexes(pieces.map, rule.reaches(pieces, "r1")) == ["0503"]
    assert rule.bombards(pieces, "r1", [at("0503")])
    close = pieces.moved("b2", at("0304"))
    assert hexes(pieces.map, rule.reaches(close, "r1")) == ["0304"]
    assert rule.reaches(pieces, "b1") == 0


# announcing


def test_two_join_against_one_hex_and_each_of_two_hexes_must_be_reached_by_all() -> None:
    pieces = stand(ground(), *RED, unit("b1", 3), unit("b2", 2), r1="0302", r2="0402", b1="0303", b2="0503")
    duty = combat(table()).commitments(pieces, "red")
    assert sorted(duty.moves(())) == [("r1", "0303"), ("r2", "0303"), ("r2", "0503")]
    both = duty.add((), "r1", "0303")
    wide = duty.add(duty.add(both, "r2", "0303"), "r2", "0503")  # type: ignore[arg-type]
    assert str(wide) == "R1 does not reach 0503"


def test_everybody_next_to_an_enemy_must_attack_and_every_enemy_be_attacked() -> None:
    pieces = stand(ground(), *RED, unit("b1", 3), unit("b2", 2), r1="0302", r2="0402", b1="0303", b2="0503")
    rule = combat(table(), must=("attack", "be attacked"), one_attack="one hex")
    duty = rule.commitments(pieces, "red")
    refused = "with R2 against 0303 nobody is left for 0503: only R2 reaches 0503"
    assert str(duty.add((), "r2", "0303")) == refused
    assert not isinstance(duty.add((), "r2", "0503"), str)

    def play(t: Any) -> Any:
        yield from announce(t, "Combat", "red", rule, USUAL)

    board = a_board(pieces)
    answers = (actions.Attack("r2", at("0503")), actions.TakeBack("r2"), actions.Attack("r2", at("0503")))
    drive(play, board, *answers, actions.Attack("r1", at("0303")), by="red")
    assert [battle.odds for battle in board.battles] == ["2-1, 1 point short of 3-1", "4-1"]


def test_odds_that_the_table_refuses_keep_a_battle_from_being_announced() -> None:
    crt = table("DR", "defender retreats 1", off_chart="refuse")
    units = (unit("r1", 2), unit("r2", 2), unit("r3", 1), unit("b1", 12), unit("b2", 3))
    pieces = stand(ground(), *units, r1="0302", r2="0402", r3="0202", b1="0303", b2="0504")
    duty = combat(crt, must=("attack",), one_attack="one hex").commitments(pieces, "red")
    added = duty.add((), "r1", "0303")  # 2 to 12 is nothing, with the others 5 to 12
    assert not isinstance(added, Verdict)
    assert str(duty.complete(added)) == "still to be committed: R2, R3"
    freely = combat(crt, one_attack="one hex").commitments(pieces, "red")
    assert str(freely.complete(added)) == "odds: 1/6 is off the chart (allowed: 1/3 and more)"
    assert "r2" in dict(duty.moves(added))
    weak = combat(crt, one_attack="one hex").commitments(pieces.without("r2", "r3"), "red")
    assert list(weak.moves(())) == []
    assert "no group would be allowed: " in str(weak.add((), "r1", "0303"))
    assert weak.missing(()) == ()  # nobody must do what he cannot
    assert combat(table(), must=("attack",)).commitments(pieces, "red").allowed is None
    ends = NumberAxis.ratio("odds", ["1-2 or less", "1-1", "2-1 or more"])
    wide = evolve(crt, chart=evolve(crt.chart, columns=ends, printed=(("DR",) * 3,) * 6))
    assert combat(wide).commitments(pieces, "red").allowed is None  # its ends are open


def test_a_battle_that_has_fallen_below_the_table_is_called_off() -> None:
    crt = table("DR", "defender retreats 1", off_chart="refuse")
    board = a_board(stand(ground(), unit("r1", 1), unit("r2", 5), unit("b1", 9), r1="0302", r2="0301", b1="0303"))
    board.battles = (Battle("red", ("r1", "r2"), (at("0303"),)),)

    def play(t: Any) -> Any:
        yield from resolve(t, combat(crt), USUAL, t.board.battles[0])

    (event,) = drive(play, board)
    assert isinstance(event, events.AttackCalledOff)
    assert event.text(board).startswith("The attack on 0303 is off: ")
    assert "1/9" in event.because
    assert not board.battles


def test_a_result_that_spares_guns_at_a_distance_says_so() -> None:
    guns = Bombardment(("artillery",), 2, needs_sight=False, suffers_results=False)
    board = a_board(stand(ground(), unit("r1", kind="artillery"), unit("b1"), r1="0301", b1="0303"))
    board.battles = (Battle("red", ("r1",), (at("0303"),)),)

    def play(t: Any) -> Any:
        yield from resolve(t, combat(table("AE", "attacker eliminated"), bombardment=guns), USUAL, t.board.battles[0])

    (fought,) = [event for event in drive(play, board, 3) if isinstance(event, events.Fought)]
    assert fought.means == "attacker eliminated, but not whoever fires from a distance"
    assert "r1" in board.at


def test_guns_that_join_no_attack_fire_alone() -> None:
    guns = Bombardment(("artillery",), 2, needs_sight=False, suffers_results=False, joins_attacks=False)
    units = (unit("r1"), unit("r2", kind="artillery"), unit("r3", kind="artillery"), unit("b1"))
    pieces = stand(ground(), *units, r1="0302", r2="0301", r3="0401", b1="0303")
    duty = combat(table(), bombardment=guns).commitments(pieces, "red")
    state = duty.add((), "r1", "0303")
    assert not isinstance(state, Verdict)
    assert "R2 attacks from a distance and does not join the attack of R1" in str(duty.add(state, "r2", "0303"))
    alone = duty.add((), "r2", "0303")
    assert not isinstance(alone, Verdict)
    assert isinstance(duty.add(alone, "r1", "0303"), Verdict)
    assert not isinstance(duty.add(alone, "r3", "0303"), Verdict)  # two batteries fire together
    joined = combat(table(), bombardment=evolve(guns, joins_attacks=True)).commitments(pieces, "red")
    assert not isinstance(joined.add(state, "r2", "0303"), Verdict)
    assert joined.allowed is None


def test_factors_of_the_author_multiply_the_whole_attack() -> None:
    """15 to 3 is 5:1; halved, with the fraction kept, it is 7 1/2 to 3 and 2:1."""
    pieces = stand(ground(), unit("r1", 15), unit("b1", 3), r1="0302", b1="0303")
    half = combat(table(), factors=(lambda board, battle: [Factor(Fraction(1, 2), "mud")],))
    fight = half.fight(pieces, Battle("red", ("r1",), (at("0303"),)))
    assert (fight.attack, fight.column) == (Fraction(15, 2), "2-1")
    assert "mud: halved: 7 1/2" in str(fight.ruling())


# losses


def test_an_exchange_takes_no_unit_beyond_need() -> None:
    assert list(sufficient_units({"A": 4, "B": 4, "C": 3}, 5)) == [("A", "B"), ("A", "C"), ("B", "C")]


def test_in_an_exchange_the_attacker_loses_as_much_as_he_likes_best() -> None:
    units = (unit("r1", 4), unit("r2", 4), unit("r3", 3), unit("b1", 5))
    board = a_board(stand(ground(), *units, r1="0302", r2="0402", r3="0202", b1="0303"))
    rule = combat(table("Ex", "defender eliminated", "attacker loses as much"))
    board.battles = (Battle("red", ("r1", "r2", "r3"), (at("0303"),)),)

    def play(t: Any) -> Any:
        yield from resolve(t, rule, USUAL, t.board.battles[0])

    lost = actions.Lose(("r1", "r3"))
    happened = drive(play, board, 1, lost, actions.AdvanceTo("r2", at("0303")), by="red")
    assert board.at == {"r2": at("0303")}
    assert board.losses == {"blue": 5, "red": 7}
    assert [type(event).__name__ for event in happened] == ["Fought", *["Eliminated"] * 3, "Advanced"]


def test_steps_are_lost_before_units() -> None:
    board = a_board(stand(ground(), unit("r1", 6, back=3), unit("b1", 6, back=3), r1="0302", b1="0303"))
    rule = combat(table("DR", "defender loses 1 step", "defender retreats 2"))
    board.battles = (Battle("red", ("r1",), (at("0303"),)),)

    def play(t: Any) -> Any:
        yield from resolve(t, rule, USUAL, t.board.battles[0])

    drive(play, board, 1, ("blue", actions.RetreatTo("b1", at("0305"))), ("red", actions.Done()))
    assert (board.steps, board.losses, board.at["b1"]) == ({"b1": 1}, {"blue": 3}, at("0305"))
    board.at["b1"], board.battles = at("0303"), (Battle("red", ("r1",), (at("0303"),)),)
    drive(play, board, 1, ("red", actions.Done()))
    assert "b1" not in board.at
    assert board.losses == {"blue": 6}


def test_of_two_results_the_side_concerned_chooses() -> None:
    board = a_board(stand(ground(), unit("r1", 6), unit("b1", 6, back=3), r1="0302", b1="0303"))
    rule = combat(table("D", "defender loses 1 step or defender retreats 1"))
    board.battles = (Battle("red", ("r1",), (at("0303"),)),)

    def play(t: Any) -> Any:
        yield from resolve(t, rule, USUAL, t.board.battles[0])

    drive(play, board, 1, actions.Suffer("defender loses 1 step"), by="blue")
    assert board.steps == {"b1": 1}


# retreats


def test_a_retreat_ends_as_far_as_the_hex_lies_or_as_many_steps_on() -> None:
    pieces = stand(ground(), unit("b1"), b1="0303")
    ends = retreat().ways_of(pieces, "b1", 2)
    assert {at("0305"), at("0404")} <= set(ends)
    assert at("0403") not in ends
    assert at("0403") in retreat(measured="in steps").ways_of(pieces, "b1", 2)
    assert str(retreat().why_not(pieces, "b1", at("0403"), 2)) == "0403 is 1 from where B1 stood; it retreats 2"


def test_a_unit_that_is_surrounded_is_lost_unless_a_friend_lifts_a_zone() -> None:
    units = (unit("b1"), unit("r1"), unit("r2"), unit("b2"))
    pieces = stand(ground(), *units[:3], b1="0303", r1="0302", r2="0304")
    assert retreat().ways_of(pieces, "b1", 1) == {}
    reasons = str(retreat().why_none(pieces, "b1", 1))
    assert "an enemy is in 0302" in reasons
    assert "0403 is in an enemy zone of control" in reasons
    lifted = evolve(retreat(Stacking(2)), zones=evolve(ZONES, negated_by_friends=("retreat",)))
    helped = stand(ground(), *units, b1="0303", r1="0302", r2="0304", b2="0403")
    assert list(lifted.ways_of(helped, "b1", 1)) == [at("0403")]
    assert list(retreat(Stacking(2), into_zones="only onto friends").ways_of(helped, "b1", 1)) == [at("0403")]


def in_a_corner(*more: str) -> Any:
    """A unit with one open hex, in which a friend stands."""
    units = (unit("b1"), unit("b2"), unit("r1"))
    game_map = ground(dict.fromkeys(("0202", "0203", "0302", "0402", "0403", *more), "water"))
    return stand(game_map, *units, b1="0303", b2="0304", r1="0808")


def test_through_friends_a_unit_goes_on_or_pushes_them_or_is_lost() -> None:
    pieces = in_a_corner()
    assert retreat().ways_of(pieces, "b1", 1) == {}
    on = retreat(friends="let pass").ways_of(pieces, "b1", 1)
    assert set(on) == {at("0305"), at("0204"), at("0404")} & set(on)
    assert at("0305") in on
    pushed = retreat(friends="are pushed").ways_of(pieces, "b1", 1)
    assert pushed[at("0304")].pushed == ("b2",)
    shut = in_a_corner("0203", "0204", "0305", "0404", "0403")
    assert retreat(friends="are pushed").ways_of(shut, "b1", 1) == {}
    assert retreat(friends="let pass").ways_of(shut, "b1", 1) == {}


def test_no_friend_is_pushed_to_where_the_beaten_unit_comes_from() -> None:
    units = (unit("b1"), unit("b2"), unit("b3"))
    around = ("0202", "0203", "0302", "0402", "0403", "0204", "0305", "0404")
    pieces = stand(ground(dict.fromkeys(around, "water")), *units, b1="0303", b2="0304", b3="0304")
    assert retreat(Stacking(2), friends="are pushed").ways_of(pieces, "b1", 1) == {}
    assert str(retreat().why_not(pieces, "b1", 9999, 1)) == "space 9999 is off the map"


def test_a_friend_that_is_pushed_goes_before_the_unit_comes() -> None:
    pieces = in_a_corner()
    board = a_board(stand(pieces.map, *pieces.units.values(), b1="0303", b2="0304", r1="0808"))
    rule = combat(table("DR", "defender retreats 1"), going_back=retreat(friends="are pushed"))
    fight = Battle("red", ("r1",), (at("0303"),))
    reached = evolve(rule, bombardment=Bombardment(("infantry",), 9, needs_sight=False, suffers_results=False))
    board.battles = (fight,)

    def play(t: Any) -> Any:
        yield from resolve(t, reached, USUAL, t.board.battles[0])

    happened = drive(play, board, 1, rest=first)
    kinds = [type(event).__name__ for event in happened]
    assert kinds == ["Fought", "Pushed", "Retreated"]
    assert board.at["b1"] == at("0304")


def test_the_enemy_may_choose_the_way_and_the_author_narrows_it() -> None:
    pieces = stand(ground(), unit("b1"), b1="0303")

    def south(board: Any, ways: Any) -> Any:
        return [way for way in ways if way.end == at("0304")]

    assert list(retreat(ways=south).ways_of(pieces, "b1", 1)) == [at("0304")]
    assert len(retreat(ways=lambda board, ways: []).ways_of(pieces, "b1", 1)) == 6  # one that leaves none is ignored
    board = a_board(stand(ground(), unit("r1", 6), unit("b1", 6), r1="0302", b1="0303"))
    rule = combat(table("DR", "defender retreats 1"), going_back=retreat(chosen_by="enemy"))
    board.battles = (Battle("red", ("r1",), (at("0303"),)),)

    def play(t: Any) -> Any:
        yield from resolve(t, rule, USUAL, t.board.battles[0])

    drive(play, board, 1, actions.RetreatTo("b1", at("0304")), actions.Done(), by="red")


def test_a_unit_without_a_way_is_eliminated_or_loses_a_step() -> None:
    units = (unit("b1", 6, back=3), unit("r1"), unit("r2"))
    for otherwise, left in (("eliminated", None), ("loses a step", at("0303"))):
        board = a_board(stand(ground(), *units, b1="0303", r1="0302", r2="0304"))
        rule = combat(table("DR", "defender retreats 1"), going_back=retreat(otherwise=otherwise))
        board.battles = (Battle("red", ("r1", "r2"), (at("0303"),)),)

        def play(t: Any, rule: Any = rule) -> Any:
            yield from resolve(t, rule, USUAL, t.board.battles[0])

        drive(play, board, 1, rest=lambda pending: actions.Done())
        assert board.at.get("b1") == left


# advance, control, victory


def test_one_of_the_attackers_next_to_the_hex_may_advance() -> None:
    guns = Bombardment(("artillery",), 2, needs_sight=False, suffers_results=False)
    units = (unit("r1", 9), unit("r2", 9), unit("r3", 4, kind="artillery"), unit("b1", 2))
    board = a_board(stand(ground(), *units, r1="0302", r2="0402", r3="0301", b1="0303"))
    rule = combat(table("DE", "defender eliminated"), bombardment=guns)
    board.battles = (Battle("red", ("r1", "r2", "r3"), (at("0303"),)),)
    offered: list[list[Any]] = []

    def play(t: Any) -> Any:
        yield from resolve(t, rule, USUAL, t.board.battles[0])

    def look(listed: list[Any]) -> Any:
        offered.append(listed)
        return listed[0]

    drive(play, board, 1, look, by="red")
    there = at("0303")
    assert offered == [[actions.AdvanceTo("r1", there), actions.AdvanceTo("r2", there), actions.Done()]]


def test_a_place_is_held_by_who_went_through_it_or_by_who_ended_there() -> None:
    for by, holder in (("entering", "blue"), ("ending there", None)):
        board = a_board(stand(ground(), unit("b1"), b1="0303"))
        control = Control(("0303",), by)  # type: ignore[arg-type]

        def play(t: Any, control: Control = control) -> None:
            control.entered(t, "b1", (at("0303"), at("0304")))

        drive(play, board)
        assert board.held.get("0303") == holder


def test_points_come_to_a_level() -> None:
    lines = (HeldPlace("0303", "red", 5), HeldPlace("0304", "red", 3), Losses("blue", 1))
    levels = (
        Level("decisive", "red", 10),
        Level("marginal", "red", 3),
        Level("draw", at_least=-2),
        Level("lost", "blue"),
    )
    victory = Victory("red", lines, levels)
    board = a_board(stand(ground(), unit("b1"), b1="0101"))
    board.held, board.losses = {"0303": "red", "0304": "blue"}, {"blue": 1}
    ledger = victory.ledger(board)
    assert (ledger.total, ledger.result) == (6, "marginal")
    assert [victory.level(points).title for points in (12, 10, 9, 3, 2, -2, -3)] == [
        "decisive", "decisive", "marginal", "marginal", "draw", "draw", "lost",
    ]  # fmt: skip


def test_words_are_checked_in_every_part() -> None:
    with pytest.raises(RulesError, match="chosen_by='attacker'"):
        retreat(chosen_by="attacker")
    with pytest.raises(RulesError, match="one_attack='two hexes'"):
        combat(table(), one_attack="two hexes")
    assert mask_of([at("0101")]) == 1
    assert CHART.missing_rows(ground({"0303": "ice"})) == ["terrain.ice"]
    assert ONE.limit == 1
    assert events.TurnBegan(3).turn == 3


# units of strength 0


def test_units_of_strength_0_attacked_alone_are_eliminated_without_a_die_and_the_victor_advances() -> None:
    rule = combat(table("Ex", "attacker eliminated"), defenders_of_0="are eliminated")
    board = a_board(stand(ground(), unit("r1"), unit("b1", 0), unit("b2", 3), r1="0302", b1="0303", b2="0402"))
    alone, both = Battle("red", ("r1",), (at("0303"),)), Battle("red", ("r1",), (at("0303"), at("0402")))
    assert rule.judge(board.pieces, alone)
    (announced,) = with_odds(rule, board.pieces, (alone,), ())
    assert (announced.column, announced.odds) == ("no defence", "no defence: defender eliminated")
    assert not rule.nothing_defends(board.pieces, both)
    board.battles = (alone,)
    told = drive(
        lambda t: resolve(t, rule, USUAL, alone),
        board,
        ("red", actions.AdvanceTo("r1", at("0303"))),
        seats=("red", "blue"),
    )
    assert [event.text(board) for event in told] == [
        "R1 against 0303: no defence, defender eliminated.",
        "B1 is eliminated: the result of the battle.",
        "R1 advances from 0302 to 0303.",
    ]
    assert USUAL.battles(board) == ()
    assert list(rule.sentences(board.pieces))[-1] == (
        "Units of strength 0 that are attacked alone are eliminated without a die."
    )


def test_a_table_without_odds_against_0_is_enough_where_units_of_strength_0_are_eliminated() -> None:
    rule = combat(table(off_chart="refuse"))
    board = a_board(stand(ground(), unit("r1"), unit("b1", 0), r1="0302", b1="0303"))
    battle = Battle("red", ("r1",), (at("0303"),))
    assert not rule.judge(board.pieces, battle)
    assert evolve(rule, defenders_of_0="are eliminated").judge(board.pieces, battle)
