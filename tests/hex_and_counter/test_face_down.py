"""Counters that lie face down: the worked examples of dummies and untried units, and what tells nothing of them."""

import random
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import ONE, at, combat, ground, movement, table, unit
from tests.hex_and_counter.screen_game import HIDDEN, LOTS, VICTORY, back, the_screen

from wargame_core import Game
from wargame_core.authoring import PublicEvent, Sequence, Step
from wargame_core.errors import RulesError
from wargame_core.flow.visibility import redact
from wargame_hex_and_counter import Binding, Book, FaceDown, HexBoard, HexGame, HiddenBoard, Lot, Pieces, build, phase
from wargame_hex_and_counter.board.actions import Attack, Done, Move, PutUnder
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.events import CounterTurnedUp, PutUnderCounter
from wargame_hex_and_counter.picture import letters, markers
from wargame_hex_and_counter.rules.combat import Combat
from wargame_hex_and_counter.rules.phases import fight, move
from wargame_hex_and_counter.rules.results import resolve
from wargame_hex_and_counter.table import face_of, panels
from wargame_laws import LawBroken, Trial, drive, every_way
from wargame_laws.laws_of_secrets import law_secrets_stay_secret

UNITS = (back("r1"), back("r2"), back("r3"), unit("r11"), unit("b1"), unit("b2"))
LOT = Lot(("r1", "r2", "r3"), ("r11",))
DUMMIES = FaceDown(lots=(LOT,), known_to="its side", found="next to an enemy")
MOVEMENT = movement(stacking=ONE)


def a_board(under: dict[str, str] | None = None, **where: str) -> HiddenBoard:
    """Counters of red where they lie, with what lies under them; blue's units."""
    board = HiddenBoard(
        book=Book(ground(), {one.id: one for one in UNITS}),
        scenario="test",
        at={unit_: at(place) for unit_, place in where.items()},
    )
    if under is not None:
        board.under, board.face_down = {"red": under}, set(under)
    return board


def binding(part: FaceDown) -> Binding:
    return Binding(entered=(part.entered,), begins=(part.begins,))


def test_the_enemy_sees_counters_that_are_alike_and_contact_shows_the_unit_and_removes_the_dummy() -> None:
    board = a_board({"r1": "r11", "r2": ""}, r1="0303", r2="0503", b1="0406")
    seen = redact(board, "blue")
    assert [face_of(the_game(), seen, counter).name for counter in ("r1", "r2")] == ["Counter r1", "Counter r2"]
    assert seen.under == {}
    told = drive(
        lambda t: move(t, "Movement", "blue", MOVEMENT, binding(DUMMIES)), board, Move("b1", at("0403")), by="blue"
    )
    assert [event.text(board) for event in told][1:] == [
        "Counter r1 is turned up: R11.",
        "R11 stands at 0303.",
        "Counter r2 is turned up: a dummy.",
    ]
    assert board.at == {"b1": at("0403"), "r11": at("0303")}
    assert (board.turned_up, board.face_down) == ({"r1": "r11", "r2": ""}, set())


def the_game() -> HexGame:
    return the_screen("screen")


def test_a_counter_that_comes_next_to_an_enemy_on_its_way_is_turned_up() -> None:
    board = a_board({"r1": "", "r2": "r11"}, r1="0301", r2="0801", b1="0303")
    far, near = Move("r2", at("0701")), Move("r1", at("0302"))
    drive(lambda t: move(t, "Movement", "red", MOVEMENT, binding(DUMMIES)), board, far, near, by="red")
    assert board.at == {"r2": at("0701"), "b1": at("0303")}
    in_battle = evolve(DUMMIES, found="in battle")
    board = a_board({"r1": ""}, r1="0301", b1="0303")
    drive(lambda t: move(t, "Movement", "red", MOVEMENT, binding(in_battle)), board, near, by="red")
    assert board.at["r1"] == at("0302")


def test_units_are_put_by_chance_each_as_likely_and_only_their_side_is_told() -> None:
    chances: dict[str, Fraction] = {}
    for chance, events, after in every_way(DUMMIES.put, a_board(), seats=("red", "blue")):
        (place,) = (counter for counter, piece in after.under["red"].items() if piece)
        chances[place] = chances.get(place, Fraction(0)) + chance
        assert after.face_down == {"r1", "r2", "r3"}
        told = [event.for_seat("blue", after) for event in events]
        assert [event.text(after) for event in told if event is not None] == [
            f"Under Counter {counter} lies a unit or nothing." for counter in ("r1", "r2", "r3")
        ]
        assert all(event.for_seat("red", after) == event for event in events)
    assert chances == {counter: Fraction(1, 3) for counter in ("r1", "r2", "r3")}


def test_a_side_may_put_its_units_itself() -> None:
    chosen = evolve(DUMMIES, put_by="its side")
    board = a_board()
    answers = PutUnder("r1", ""), PutUnder("r2", "r11"), PutUnder("r3", "")
    assert [answer.text(board) for answer in answers[:2]] == [
        "Counter r1: nothing lies under it", "Counter r2: R11 lies under it",
    ]  # fmt: skip
    drive(chosen.put, board, *answers, by="red")
    assert board.under == {"red": {"r1": "", "r2": "r11", "r3": ""}}


def test_an_untried_unit_is_drawn_as_it_first_fights_and_one_of_strength_0_goes() -> None:
    units = (back("r1"), back("r2"), back("r3"), unit("r12", 2), unit("r14", 4), unit("b1"))
    part = FaceDown(lots=(Lot(("r1", "r2", "r3"), ("r12", "r14")),), known_to="nobody", found="in battle")
    board = evolve(a_board(), book=Book(ground(), {one.id: one for one in units}))
    board.at = {"r1": at("0302"), "r2": at("0801"), "b1": at("0303")}
    strengths: dict[int, Fraction] = {}
    for chance, _, after in every_way(lambda t: part.turn_up(t, ["r1"]), board):
        strength = after.pieces.face(after.turned_up["r1"]).strength if after.turned_up["r1"] else 0
        strengths[strength] = strengths.get(strength, Fraction(0)) + chance
    assert strengths == {0: Fraction(1, 3), 2: Fraction(1, 3), 4: Fraction(1, 3)}
    drive(lambda t: part.turn_up(t, ["r1"]), board, "r14")
    second = {after.turned_up["r2"]: chance for chance, _, after in every_way(lambda t: part.turn_up(t, ["r2"]), board)}
    assert second == {"r12": Fraction(1, 2), "": Fraction(1, 2)}


def attacked(part: FaceDown, board: HiddenBoard, *answers: Any) -> list[str]:
    """The sentences of a combat phase of blue against counters of red."""
    rule: Combat = combat(table("Ex", "defender eliminated"), must=())
    told = drive(
        lambda t: fight(t, "Combat", "blue", rule, binding(part)), board, *answers, seats=("red", "blue"),
    )  # fmt: skip
    return [event.text(board) for event in told]


def test_odds_against_a_counter_are_not_known_until_the_battle() -> None:
    part = evolve(DUMMIES, found="in battle")
    board = a_board({"r1": "r11"}, r1="0302", b1="0303")
    told = attacked(part, board, ("blue", Attack("b1", at("0302"))), 3, ("blue", Done()))
    assert told[0] == "B1 attacks 0302: not known: Counter r1 face down."
    assert told[1:3] == ["Counter r1 is turned up: R11.", "R11 stands at 0302."]
    assert board.lost == {"r11"}


def test_an_attack_on_a_dummy_or_by_one_is_called_off() -> None:
    part = evolve(DUMMIES, found="in battle")
    board = a_board({"r1": ""}, r1="0302", b1="0303")
    told = attacked(part, board, ("blue", Attack("b1", at("0302"))))
    assert told[-2:] == ["Counter r1 is turned up: a dummy.", "The attack on 0302 is off: nobody is left to fight."]
    board = a_board({"r1": "", "r2": "r11"}, r1="0302", r2="0402", b1="0303")
    battle = Battle("red", ("r1", "r2"), (at("0303"),))
    board.battles = (battle,)
    rule = combat(table("Ex", "attacker eliminated"))
    drive(lambda t: resolve(t, rule, binding(part), battle), board, 1, seats=("red", "blue"))
    assert board.lost == {"r11"}
    assert not board.battles


def test_a_later_battle_finds_the_unit_in_place_of_its_counter() -> None:
    board = a_board({"r1": "r11", "r2": ""}, r1="0302", r2="0801", b1="0303")
    board.battles = (Battle("red", ("r1", "r2"), (at("0303"),)),)
    CounterTurnedUp("red", "r1", "r11").apply(board)
    CounterTurnedUp("red", "r2", "").apply(board)
    assert board.battles[0].attackers == ("r11",)


def test_a_battle_of_counters_that_nothing_turns_up_says_what_the_binding_lacks() -> None:
    board = a_board({"r1": "r11"}, r1="0302", b1="0303")
    battle = Battle("blue", ("b1",), (at("0302"),))
    board.battles = (battle,)
    with pytest.raises(RulesError, match=r"Counter r1 is face down as its battle is fought: `FaceDown.begins` in Bind"):
        drive(lambda t: resolve(t, combat(table()), Binding(), battle), board, seats=("red", "blue"))
    with pytest.raises(RulesError, match=r"nothing was put under Counter r1: `FaceDown.put` is a step"):
        drive(lambda t: DUMMIES.turn_up(t, ["r1"]), a_board(r1="0302"))


@pytest.mark.parametrize(
    ("lot", "message"),
    [
        (Lot(("r1", "r9"), ()), "there is no counter 'r9'"),
        (Lot(("r1", "r11"), ()), "'r11' is not face down: the counters of a lot are face down"),
        (Lot(("r1",), ("r2",)), "'r2' is face down: the counters of a lot"),
        (Lot(("r1",), ("b1",)), "of one side, not of red and blue"),
        (Lot(("r1",), ("r11", "r12")), "2 units for 1 counters: each has its own"),
    ],
)
def test_a_lot_that_does_not_fit_the_counters_is_refused(lot: Lot, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        lot.check({one.id: one for one in (*UNITS, unit("r12"))})


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(RulesError, match="'r1' is in two lots"):
        evolve(DUMMIES, lots=(LOT, Lot(("r1",), ())))
    with pytest.raises(RulesError, match="nobody puts what nobody knows"):
        evolve(DUMMIES, known_to="nobody", put_by="its side")
    with pytest.raises(RulesError, match=r"found='at night'"):
        evolve(DUMMIES, found="at night")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="needs a HiddenBoard"):
        evolve(the_game(), board=HexBoard)
    with pytest.raises(RulesError, match="are face down: HexGame"):
        evolve(the_game(), parts=())
    fewer = FaceDown(lots=LOTS[:1], known_to="nobody", found="in battle")
    with pytest.raises(RulesError, match="b1, b2, b3 and b4 are face down and in no lot"):
        evolve(the_game(), parts=(fewer,))


def test_a_side_is_shown_what_lies_under_its_own_counters() -> None:
    game = the_game()
    board = game.set_up("screen", {})
    assert isinstance(board, HiddenBoard)
    drive(HIDDEN["screen"].put, board, "r11", "r12", "r13", "a dummy", "b11", "b12", "b13", "a dummy")
    own, other = redact(board, "red"), redact(board, "blue")
    assert face_of(game, own, "r1").name == "Counter r1: R11"
    assert face_of(game, other, "r1").name == "Counter r1"
    assert face_of(game, own, "r4").name == "Counter r4: a dummy"
    assert next(mark for mark in markers(game, other) if mark.id == "r1").face_down
    assert letters(game, own)["r1"].long == "Counter r1: R11"
    told = [line for panel in panels(game, other) for line in getattr(panel, "lines", ())]
    assert [line.value for line in told if "Red face down" in line.name] == ["4 counters, under them R11, R12, R13"]
    assert [line.value for line in told if line.name == "Counter b4"] == ["a dummy"]


def test_the_worlds_of_a_seat_have_what_was_turned_up_where_it_was() -> None:
    board = a_board({"r1": "", "r2": "r11", "r3": ""}, r1="0302", r2="0801", r3="0805", b1="0303")
    after = board.copy()
    CounterTurnedUp("red", "r1", "").apply(after)
    worlds = {
        tuple(
            DUMMIES.worlds(redact(board, "blue"), redact(after, "blue"), "blue", random.Random(n)).under["red"].items()
        )
        for n in range(20)
    }
    assert worlds == {
        (("r1", ""), ("r2", "r11"), ("r3", "")),
        (("r1", ""), ("r2", ""), ("r3", "r11")),
    }
    assert DUMMIES.worlds(redact(board, "red"), redact(after, "red"), "red", random.Random(1)).under == board.under


# planted faults


def with_movement_by_what_lies_under(game: HexGame) -> Game:
    """Blue moves one hex where a counter of red is a dummy, which blue's menus tell."""

    def allowance(pieces: Pieces, unit: str) -> int:
        return 1 if pieces.board.under["red"]["r1"] == "" else pieces.face(unit).move

    steps = Sequence(
        "The screen",
        Step("Set up", HIDDEN["screen"].put),
        phase("Movement", "blue", movement(stacking=ONE, allowance=allowance)),
        Step("Count the points", VICTORY.end),
    )
    return build(evolve(game, sequence=steps))


def test_a_menu_that_follows_from_what_lies_under_a_counter_of_the_enemy_breaks_the_law_of_secrets() -> None:
    with pytest.raises(LawBroken, match="blue"):
        law_secrets_stay_secret(Trial(with_movement_by_what_lies_under(the_game()), range(5), games=5, ends=5))


def test_an_event_that_all_are_told_breaks_the_law_of_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PutUnderCounter, "for_seat", PublicEvent.for_seat)
    with pytest.raises(LawBroken):
        law_secrets_stay_secret(Trial(build(the_screen("choice")), range(5), games=5, ends=5))
