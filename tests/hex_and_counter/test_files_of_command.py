"""Command, withdrawals and isolation in text files: what is played, what is told, and the sentence for mistakes."""

import re
from pathlib import Path

import pytest
from tests.hex_and_counter.changed_files import Written, game_in, part, writer
from tests.hex_and_counter.hex_kit import at

from wargame_core.errors import DataError
from wargame_core.maps.masks import bits
from wargame_hex_and_counter import (
    Combat,
    Isolation,
    Movement,
    OutOfCommand,
    Withdrawals,
    build,
)
from wargame_hex_and_counter.contents import contents_of
from wargame_hex_and_counter.players.outlook import Outlook
from wargame_hex_and_counter.players.stand import Stand
from wargame_hex_and_counter.players.terms import LONE_HEADQUARTERS, command
from wargame_hex_and_counter.rules.possible_kinds import phases_of
from wargame_hex_and_counter.table import face_of, panels, situation
from wargame_laws import drive, laws

FILES = Path(__file__).parent / "corps_line"
AS_IT_ACTS = ('exerts_zones = false\njudged = "at its step"', 'judged = "as it acts"')
RARE = ("event attack_called_off",)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return writer(FILES, tmp_path_factory)


test_laws = laws(lambda: build(game_in(FILES)), seeds=range(24), games=2, budget=20, unexercised=RARE)


def test_the_sections_are_the_parts_that_python_sets(written: Written) -> None:
    game = game_in(FILES)
    rule, isolation = part(game, OutOfCommand), part(game, Isolation)
    assert (rule.command.headquarters, rule.command.radius, rule.command.commands) == (("hq",), 3, "its formation")
    assert [rule.command.radius_of(game.book.units[unit]) for unit in ("rhq1", "rhq2")] == [2, 3]
    assert (rule.attacks, rule.defends, rule.moves, rule.judged) == ("not at all", "in full", "halved", "at its step")
    assert (isolation.turns, isolation.then) == (2, "loses a step")
    assert part(game, Withdrawals).otherwise == "waits"
    assert all(one.part.out_of_command is rule for one in phases_of(game.sequence) if isinstance(one.part, Combat))
    assert part(game_in(written(AS_IT_ACTS)), OutOfCommand).judged == "as it acts"


def test_a_player_turn_begins_with_who_is_out_of_command_and_zones_end_with_it() -> None:
    game = game_in(FILES)
    board, movement = game.set_up("day", {}), next(one.part for one in phases_of(game.sequence))
    assert isinstance(movement, Movement)
    red = str(game.sequence).partition("Red player turn")[2]
    assert red.index("Command") < red.index("Movement") < red.index("Withdrawal")

    def zone() -> int:
        pieces = board.pieces
        return pieces.value(movement.zones).zone_mask(pieces, "red", game.chart)

    before = zone()
    board.out_of_command = {"r1", "r2", "r3"}
    assert before & ~zone()
    assert movement.allowance(board.pieces, "r1") == 2


def test_the_counter_and_the_panel_say_who_is_out_of_command_and_for_how_long_out_of_supply(written: Written) -> None:
    game = game_in(written(AS_IT_ACTS))
    board = game.set_up("day", {})
    assert face_of(game, board, "r1").marks == ()
    board.at["r1"], board.isolated = at("0208"), {"r1": 1}
    assert face_of(game, board, "r1").marks == ("out of command", "out of supply for 1 turn")
    status = next(panel for panel in panels(game, board) if hasattr(panel, "lines") and not hasattr(panel, "totals"))
    told = [(line.name, line.value) for line in status.lines]
    assert ("Out of command", "Red Adams") in told
    assert ("Isolation", "Red Adams, 1 of 2") in told


def test_the_briefing_and_the_order_of_battle_say_who_withdraws_and_comes_back() -> None:
    game = game_in(FILES)
    told = [note.text for note in situation(game, game.set_up("day", {}))]
    assert told[-2:] == [
        "Withdrawn Morning, back Afternoon by 0408 or 0608: Blue horse.",
        "Withdrawn Noon by 0601 or 0701: Red Clark.",
    ]
    (row,) = [entry for entry in contents_of(game, "day").oob if entry.id == "r3"]
    assert row.facts["leaves"] == "withdrawn Noon by 0601 or 0701"


def test_a_unit_not_withdrawn_costs_its_points_and_one_that_is_counts_as_no_loss() -> None:
    game = game_in(FILES)
    board, leaving = game.set_up("day", {}), part(game, Withdrawals)
    victory = game.victory_of(board)
    assert victory.points(board) == 0
    board.turn = 3
    assert victory.points(board) == -2
    assert "-2 for Red Clark not withdrawn by turn 3" in str(victory.ledger(board))
    (event,) = drive(leaving.leave("red"), board)
    assert event.text(board) == "Red Clark cannot withdraw: it is not in 0601 or 0701."
    board.at["r3"] = at("0701")
    (event,) = drive(leaving.leave("red"), board)
    assert event.text(board) == "Red Clark withdraws."
    assert ("r3" in board.at, "r3" in board.lost, board.losses, victory.points(board)) == (False, False, {}, 0)


def reds_at_start() -> tuple[Outlook, dict[str, int]]:
    """What the bot sees as the Reds on the first turn, and where their units stand."""
    game = game_in(FILES)
    board = game.set_up("day", {})
    board.turn = 1
    return Outlook(game, board, "red"), {unit: board.at[unit] for unit in board.pieces.of("red")}


def test_the_bot_counts_strength_out_of_command() -> None:
    outlook, at_start = reds_at_start()
    assert command(Stand(outlook, at_start)) == 0.0
    alone = command(Stand(outlook, {**at_start, "r1": at("0208")}))
    assert alone < 0.0
    away = {**at_start, "r1": at("0208"), "rhq1": at("0207")}
    assert command(Stand(outlook, away)) == alone, "r2 is left behind"
    assert command(Stand(outlook, {**away, "r2": at("0107")})) == 0.0


def test_the_bot_does_not_count_on_a_headquarters_that_the_next_attack_takes() -> None:
    outlook, at_start = reds_at_start()
    board = outlook.board
    foe = next(unit for unit in board.pieces.of("blue") if board.pieces.face(unit).strength)
    before_foe = next(space for space in bits(outlook.map.adjacent[board.at[foe]]) if space not in board.at.values())
    alone = {**at_start, "rhq1": before_foe}
    covered = {**alone, "r1": before_foe, "r2": before_foe}
    assert command(Stand(outlook, covered)) == 0.0
    assert command(Stand(outlook, alone)) <= -outlook.strength_worth * LONE_HEADQUARTERS


# mistakes

HQ = 'headquarters = ["hq"]'
LEAVING = '[[withdrawal]]\nturn = 3\nunits = ["r3"]'


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (HQ, 'headquarters = ["hqs"]', "E301 command.headquarters.0.: no a kind of unit or a counter|'hqs'.*did you m"),
        (HQ, "headquarters = []", "E204 command.headquarters: there is no headquarters: no counter is of such a kind"),
        ("radius = 3\n", "", "E202 command: no radius is printed on rhq2, bhq, and there is none under .command."),
        ("radius = 3\n", "radius = -1\n", "E204 command.radius: -1: a radius is 0 to 99"),
        ("hq,Red First Corps,1,5,I,,,2", "hq,Red First Corps,1,5,I,,,far", "E203 radius: 'far' is not a whole number"),
        ("Red Clark,4,4,II", "Red Clark,4,4,III", "E630 command.commands: no headquarters commands r3: they would alw"),
        ('exempt = ["cavalry"]\n', "", "E630 command.commands: no headquarters commands rc: .*name kinds in exempt"),
        ('judged = "at its step"\n', "", 'E207 command.exerts_zones: .*write judged = "at its step"'),
        ('commands = "its formation"', 'commands = "its corps"', "E204 command.commands: 'its corps' is not whom a he"),
        ('moves = "halved"', "", "E202 command.moves: missing: one of in full, halved, not at all; the rules must say"),
        ("isolated_after = 2\n", "", "E202 supply: isolation has both, isolated_after = 2 and isolated ="),
        ("isolated_after = 2\n", "isolated_after = 0\n", "E204 supply.isolated_after: 0: a unit is isolated after 1 t"),
        ('isolated = "loses a step"', 'isolated = "dies"', "E204 supply.isolated: 'dies' is not what befalls an isola"),
        (LEAVING, LEAVING.replace("3", "6", 1), "E625 withdrawal.0..turn: turn 6 is not played: turns 1 to 5 are"),
        (LEAVING, LEAVING.replace("r3", "r9"), "E301 withdrawal.0..units.0.: .*'r9'"),
        ('units = ["bc"]', 'units = ["b3"]', "E207 withdrawal.1..units.0.: 'b3' comes on turn 2, and leaves on turn 2"),
        ('units = ["bc"]', 'units = ["r3"]', "E302 withdrawal.1..units.0.: 'r3' is already withdrawn; a unit leaves o"),
        ("returns = 4\n", "returns = 2\n", "E625 withdrawal.1..returns: turn 2: units that leave on turn 2 come back"),
        ("returns = 4\n", "", "E202 withdrawal.1.: a unit that comes back has both, returns .its turn. and returns_at"),
        ('by = ["0601", "0701"]', 'by = ["0601", "0999"]', "E301 withdrawal.0..by.1.: .*0999"),
        ('"combat", "withdrawal"]', '"combat"]', "E630 withdrawal.0.: no player turn of red in game.toml has the phas"),
        ('["reinforcement", ', "[", "E630 withdrawal.1.: .*'reinforcement': these units would never come back"),
        ('[withdrawal]\notherwise = "waits"', "", r"E202 player_turn.*'withdrawal' is played: there is no section \[w"),
        ('otherwise = "waits"', 'otherwise = "stays"', "E204 withdrawal.otherwise: 'stays' is not an end of a withdra"),
    ],
)  # fmt: skip
def test_each_mistake_gets_its_sentence(written: Written, old: str, new: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        game_in(written((old, new)))
    lines = str(caught.value).splitlines()
    assert [line for line in lines if re.search(says, line)], lines
    assert all(re.match(r"\s*[a-z]+\.(toml|csv):\d+:\d+: ", line) for line in lines), lines


def test_a_unit_that_is_absent_is_not_withdrawn(written: Written) -> None:
    absent = (("ends = 5", 'ends = 5\nabsent = ["r3"]'), ('r3 = "0603"\n', ""))
    with pytest.raises(DataError, match=r"E207 withdrawal.0..units.0.: 'r3' is absent from this scenario"):
        game_in(written(*absent))
