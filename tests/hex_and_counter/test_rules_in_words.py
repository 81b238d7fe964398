"""The briefing, the player aids and the menus of a game of hexes and counters say its rules in words."""

import pytest
from attrs import evolve
from tests.corinth.kit import corinth
from tests.hex_and_counter.hex_kit import at, combat, retreat, table
from tests.hex_and_counter.line_game import SCENARIOS, the_line

import wargame_chattanooga
from wargame_core import load
from wargame_hex_and_counter import Advance, Battle, Bombardment, HeldPlace, HexBoard, Stacking, Zones, build
from wargame_hex_and_counter.board.actions import Fight
from wargame_hex_and_counter.board.events import AttackAnnounced, PlaceTaken, PointsSet
from wargame_hex_and_counter.game_files.plugin import packaged
from wargame_hex_and_counter.questions import rules_of
from wargame_hex_and_counter.rules.rules_in_words import rules_in_words


def board() -> HexBoard:
    game = the_line()
    return game.set_up("line", {})


@pytest.mark.parametrize(
    ("zones", "told"),
    [
        (Zones(("infantry", "tanks"), "stops", "forbidden"), "Infantry and tanks exert zones of control"),
        (Zones(("tanks",), "stops", "forbidden"), "A unit in an enemy zone does not move."),
        (Zones(("tanks",), 1, 2), "A unit pays 1 movement point more to enter an enemy zone."),
        (Zones(("tanks",), 1, 2), "A unit pays 2 movement points more to move out of an enemy zone."),
        (Zones(("tanks",), "free", "free", "only as the whole move"), "another, unless that is its whole move."),
        (Zones(("tanks",), "free", "free", negated_by_friends=("supply",)), "lifts the enemy zones there for supply."),
        (Zones((), "free", "free"), "No unit exerts a zone of control."),
    ],
)
def test_zones_say_what_they_are_set_to(zones: Zones, told: str) -> None:
    assert told in " ".join(zones.sentences())


def test_stacking_combat_and_retreat_say_what_they_are_set_to() -> None:
    titles = {"red": "the Reds", "blue": "the Blues"}
    limits = Stacking({"red": 2, "blue": 3}, "steps", free=("leader",))
    assert list(limits.sentences(titles)) == [
        "At most 2 steps of the Reds and 3 steps of the Blues stand in a hex, wherever a move ends.",
        "Not counted: leader.",
    ]
    guns = Bombardment(("artillery",), 2, needs_sight=True, suffers_results=False)
    fighting = combat(table(), must=("attack",), bombardment=guns, advance=Advance("all units", "one unit"))
    text = " ".join(fighting.sentences(board().pieces))
    for told in (
        "Each unit in an enemy zone of control must attack.",
        "Units (artillery) with no enemy next to them attack hexes up to 2 away that they see.",
        "All units of the attacker may advance",
        "One unit of the defender may advance",
    ):
        assert told in text
    assert "A unit that cannot retreat loses a step." in list(retreat(otherwise="loses a step").sentences())


def test_supply_has_a_paragraph_and_a_reference_of_its_own() -> None:
    game = packaged(wargame_chattanooga.DATA)
    (scenario,) = game.scenarios
    rules = {rule.heading: rule for rule in rules_in_words(game, game.set_up(scenario, {}))}
    assert "A unit is in supply where a line" in rules["Supply"].text
    assert "in supply" not in rules["Combat"].text
    assert rules["Supply"].cite != rules["Combat"].cite


def test_a_further_phase_is_told_with_who_takes_part() -> None:
    texts = [text for text, _ in packaged(wargame_chattanooga.DATA).special()]
    assert "Exploitation: a further phase of movement, for cavalry only." in texts


def test_the_briefing_has_each_rule_once_and_says_which_may_change() -> None:
    game = corinth()
    rules = rules_in_words(game, game.set_up("two_days", {}))
    assert [rule.heading for rule in rules] == [
        "Zones of control", "Stacking", "Reinforcements", "Movement", "Combat", "Retreat",
    ]  # fmt: skip
    assert [rule.text.startswith("At the beginning: ") for rule in rules][:3] == [True, True, False]
    briefing = load("corinth").sheet("two_days").briefing
    assert [note.text for note in briefing.rules] == [f"{rule.heading}: {rule.text}" for rule in rules]
    assert "must be attacked" in briefing.text()
    assert "First to act: Confederate." in briefing.text()


def test_the_second_day_says_its_own_duty_and_limit() -> None:
    rules = rules_in_words(corinth(), corinth().set_up("second_day", {}))
    assert any("3 units of Confederate and 2 units of Union" in rule.text for rule in rules)
    assert not any("must be attacked" in rule.text for rule in rules)


def test_the_player_aid_of_an_odds_table_says_what_each_result_means() -> None:
    aid = load("corinth").sheet("two_days").aids[0].text
    assert "Ex  defender eliminated; attacker loses as much" in aid
    limited = str(evolve(table("DR", "defender retreats 1"), most_shifts=1, defence_of_0="last column"))
    assert limited.endswith(
        "DR  defender retreats 1\nShifts come to 1 column at the most.\n" + limited.splitlines()[-1]
    )
    assert limited.splitlines()[-1] == "A defence of 0 is fought in the column 4-1."


def test_the_rules_of_a_game_are_found_under_their_headings() -> None:
    index = rules_of(corinth())
    says = {heading.heading: heading.says for heading in index.headings}
    assert says["Retreat"].startswith("A beaten unit retreats as its owner chooses")
    assert "Night (turn 6)" in says["6. Exceptions"]
    assert "Corinth" in says["Victory"]
    assert not index.findings


def test_a_battle_is_named_by_all_its_hexes() -> None:
    red = Battle("red", ("r1",), (at("0402"), at("0501")), "2-1", "2-1")
    fighting = evolve(board(), battles=(red,))
    assert Fight(at("0501")).text(fighting) == "fight the battle at 0402 and 0501"
    assert AttackAnnounced("r1", at("0501"), "2-1", (red,)).text(fighting) == "R1 attacks 0402 and 0501: 2-1."


def test_sentences_have_no_side_that_holds_1_points() -> None:
    assert PointsSet("red", "replacement points", 1).text(board()) == "Red replacement points: 1."
    assert PlaceTaken("1010", "union").text(corinth().set_up("two_days", {})) == "Corinth is held by Union."
    assert HeldPlace("0401", "red", 6).says(board()) == "+6 if 0401 is held by Red"


def test_reinforcements_stand_in_the_briefing_in_the_order_of_turns() -> None:
    game = the_line()
    late, early = (
        evolve(group, turn=turn) for group, turn in zip(SCENARIOS["line"].reinforcements, (3, 2), strict=True)
    )
    mixed = evolve(game, scenarios={"line": evolve(SCENARIOS["line"], reinforcements=(late, early))})
    notes = [note for note in build(mixed).sheet("line").briefing.situation if "reinforcement" in " ".join(note.tells)]
    assert [note.tells for note in notes] == [("reinforcement_2",), ("reinforcement_1",)]
