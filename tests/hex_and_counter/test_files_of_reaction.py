"""Initiative, impulses, reaction moves and railroads that change hands in text files, and the sentence for mistakes."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.changed_files import Written, game_in, part, writer
from tests.hex_and_counter.hex_kit import at

import wargame_core
from wargame_core.authoring import Table
from wargame_core.errors import DataError, RulesError
from wargame_hex_and_counter import (
    BidInitiative,
    GivenInitiative,
    HiddenStandingBoard,
    Impulses,
    Initiative,
    Rail,
    ReactionMove,
    RolledInitiative,
    build,
)
from wargame_hex_and_counter.board.actions import Activate, Done, Fire, Move, PassImpulse
from wargame_hex_and_counter.rules.possible_kinds import phases_of
from wargame_lab import simulate
from wargame_laws import drive, laws

FILES = Path(__file__).parent / "junction"
ROLLED = 'kind = "rolled"\nties = "blue"\nadds = { red = 1 }'
SECTION = f"[initiative]\n{ROLLED}"
GIVEN = 'kind = "given"\nturns = ["red", "blue"]'
BID = 'kind = "bid"\nname = "orders"\nties = "red"\neach_turn = { red = 2, blue = 3 }'
IMPULSES = '[impulses]\ngroups = "a formation"\nends_below = "2d6"'
SUPPLY = (
    '[supply]\nsources = { red = ["0401"] }\nblocked_by = []\nattacks = "halved"\ndefends = "in full"\n'
    "along_railroads = true"
)
KINDS = {"rolled": SECTION, "given": f"[initiative]\n{GIVEN}", "bid": f"[initiative]\n{BID}", "impulses": IMPULSES}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return writer(FILES, tmp_path_factory)


test_laws = laws(lambda: build(game_in(FILES)), seeds=range(120), games=2, budget=20)


@pytest.mark.parametrize("kind", KINDS)
def test_each_way_to_say_who_acts_is_played_to_the_end(kind: str, written: Written) -> None:
    game = build(game_in(written((SECTION, KINDS[kind]))))
    assert len(simulate(game, "random", games=3, seed=1).finished) == 3


def test_the_sections_are_the_parts_that_python_sets(written: Written) -> None:
    game = game_in(FILES)
    initiative, reaction = part(game, Initiative), part(game, ReactionMove)
    assert game.board is HiddenStandingBoard
    assert isinstance(initiative.by, RolledInitiative)
    assert (initiative.sides, initiative.by.ties, initiative.by.die.name) == (("red", "blue"), "blue", "d6")
    assert [one.value for given in initiative.by.modifiers for one in given(None, "red")] == [1]
    assert [one.value for given in initiative.by.modifiers for one in given(None, "blue")] == []
    assert (reaction.range, reaction.asks_later) == (2, (2, 1, 0))
    assert part(game_in(written((ROLLED, GIVEN))), Initiative).by == GivenInitiative(("red", "blue"))
    bid = BidInitiative(points="orders", ties="red", each_turn={"red": 2, "blue": 3})
    assert part(game_in(written((ROLLED, BID))), Initiative).by == bid
    impulses = part(game_in(written((SECTION, IMPULSES))), Impulses)
    assert (impulses.sides, impulses.groups, str(impulses.ends_below.name)) == (("red", "blue"), "a formation", "2d6")


@pytest.mark.parametrize(("moves", "far"), [('"halved"', 3), ('"in full"', 6), ("2", 2), ("9", 6)])
def test_horse_of_the_reserve_reacts_as_far_as_the_file_says(written: Written, moves: str, far: int) -> None:
    game = game_in(written(('moves = "halved"', f"moves = {moves}")))
    reaction, board = part(game, ReactionMove), game.set_up("day", {})
    board.turn = 1
    assert reaction.units_ready(board, board.pieces, "r21") == ["b20"]
    assert reaction.movement.allowance(board.pieces, "b20") == far


def test_who_has_the_initiative_acts_first_after_all_that_comes_at_the_start_of_the_turn() -> None:
    match = build(game_in(FILES)).start(seed=1)
    match.play_out("random")
    card = str(game_in(FILES).sequence)
    titles = ("Red arrivals", "Blue arrivals", "Initiative", "Red player turn, first", "Blue player turn, second")
    assert [card.index(title) for title in titles] == sorted(card.index(title) for title in titles)
    events = [type(event).__name__ for entry in match.entries for event in entry.events]
    assert Counter(events)["InitiativeTaken"] == 4
    assert events.index("Arrived") < [n for n, name in enumerate(events) if name == "InitiativeTaken"][1]


def test_a_bid_has_the_points_of_each_turn(written: Written) -> None:
    game = game_in(written((ROLLED, BID)))
    board, initiative = game.set_up("day", {}), part(game, Initiative)
    asked = drive(initiative.decide, board, {"red": initiative.actions[0](2), "blue": initiative.actions[0](3)})
    assert [event.text(board) for event in asked][:2] == ["Red orders: 2.", "Blue orders: 3."]
    assert (board.initiative, board.points) == ("blue", {"orders": {"red": 2, "blue": 0}})


def test_only_the_units_of_an_impulse_move_and_arrivals_come_before_them(written: Written) -> None:
    game = game_in(written((SECTION, IMPULSES)))
    impulses, board = part(game, Impulses), game.set_up("day", {})
    drive(impulses.choose, board, ("red", Activate("Line")))
    assert [unit for unit in board.at if impulses.acts(board.pieces, unit)] == ["r21", "r30"]
    drive(impulses.choose, board, ("blue", PassImpulse()))
    assert not impulses.acting("blue")(board)
    card = str(game.sequence)
    assert card.index("Red arrivals") < card.index("First impulse") < card.index("Who acts")


# railroads that change hands


def test_infantry_takes_a_railroad_hex_for_its_side_and_horse_does_not() -> None:
    game = game_in(FILES)
    board, entered = game.set_up("day", {}), next(phases_of(game.sequence)).binding.entered
    assert (board.held["0403"], board.held["0405"], board.held["0404"]) == ("red", "blue", "blue")
    rail = part(game, Rail)
    assert not rail.friendly_hexes(board.pieces, "red") >> at("0405") & 1
    for unit, holder in (("r20", "blue"), ("r21", "red")):

        def enter(t: Table[Any], unit: str = unit) -> None:
            for follows in entered:
                assert follows(t, unit, (at("0405"),)) is None

        events = drive(enter, board)
        assert board.held["0405"] == holder
    assert [event.text(board) for event in events] == ["The railroad at 0405 serves Red."]
    assert rail.friendly_hexes(board.pieces, "red") >> at("0405") & 1


def test_the_briefing_says_who_reacts_who_converts_and_who_adds() -> None:
    told = " ".join(text for text, _ in game_in(FILES).special())
    for words in (
        "Red adds 1 to the die for the initiative.",
        "A railroad hex that it enters serves the side of a unit from then on (infantry), and no enemy.",
        "A counter that is fired at on the move is turned up before, and its move ends.",
        "Units that may react: cavalry of Reserve; they move halved.",
    ):
        assert words in told


# fire at counters that lie face down


def under_fire(under: str, *, seen: bool = True) -> tuple[list[str], Any]:
    """What happens when a counter with something under it goes where guns fire at it."""
    game = game_in(FILES)
    board: Any = game.set_up("day", {})
    board.turn = 1
    board.at = {"r1": at("0502"), "b30": at("0505")}
    board.under, board.face_down = {"red": {"r1": under}}, {"r1"}
    moving = next(one for one in phases_of(game.sequence) if one.label == "Movement")
    answers = [("red", Move("r1", at("0503"))), ("blue", Fire("b30", "r1")), *([6] if under else []), ("red", Done())]
    events = drive(moving.rule, board, *answers)
    return [event.text(board) for event in events], board


def test_fire_at_a_counter_turns_it_up_and_falls_on_the_unit_under_it() -> None:
    told, board = under_fire("r11")
    assert told == [
        "Red patrol 1 moves from 0502 to 0503.",
        "Red patrol 1 is turned up: Red guards.",
        "Red guards stands at 0503.",
        "Blue guns fires at Red guards: L, defender loses 1 step.",
        "Red guards loses a step.",
    ]
    assert (board.at["r11"], board.steps, board.reacted) == (at("0503"), {"r11": 1}, {"b30": 1})


def test_fire_at_a_dummy_is_spent() -> None:
    told, board = under_fire("")
    assert told[1:] == ["Red patrol 1 is turned up: a dummy.", "Blue guns fires, and nobody is there."]
    assert (board.reacted, board.losses, "r1" in board.at) == ({"b30": 1}, {}, False)


def test_fire_at_counters_face_down_needs_what_turns_them_up(written: Written) -> None:
    game = game_in(FILES)
    moving = next(one for one in phases_of(game.sequence) if one.label == "Movement")
    bare = evolve(moving, binding=evolve(moving.binding, fired_at=()))
    with pytest.raises(RulesError, match=r"fired at, and need Binding\(fired_at=\(FACE_DOWN.fired_at,\)\)"):
        evolve(game, sequence=type(game.sequence)("The junction", bare))


# mistakes


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('kind = "rolled"', 'kind = "roll"', r"initiative.*'roll'.*rolled"),
        ('kind = "rolled"\n', "", r"E2\d\d initiative"),
        ('ties = "blue"', 'ties = "bleu"', "initiative.ties: 'bleu' is not a side .*did you mean 'blue'"),
        ('ties = "blue"', 'die = "six"', "initiative.die"),
        ("adds = { red = 1 }", "adds = { red = 500 }", "E204 initiative.adds.red: 500: it is -99 to 99"),
        (ROLLED, 'kind = "given"\nturns = []', "E205 initiative.turns: 0 turns: the initiative is given for 1 to 4"),
        (ROLLED, BID.replace("red = 2", "red = -1"), "E204 initiative.each_turn.red: -1: it is 0 to 99"),
        (SECTION, f"{SECTION}\n\n[[chit]]\ntitle = 'x'\nends = true", "E207 initiative: ..chit.. says already whose"),
        (SECTION, "", "E630 player_turn.0..comes: player turns come in their order: .*leave it out"),
        (SECTION, IMPULSES.replace("a formation", "a corps"), "E204 impulses.groups: 'a corps' is not what acts"),
        (SECTION, IMPULSES.replace("2d6", "99"), "impulses.ends_below"),
        ("range = 2\nmoves", "range = 0\nmoves", "E204 reaction_moves.range: 0: units react 1 to 20 hexes far"),
        ('moves = "halved"', 'moves = "half"', "reaction_moves.moves: 'half'"),
        ('moves = "halved"', "moves = 0", "E204 reaction_moves.moves: 0: a unit moves by 1 movement point or more"),
        ('moves = "halved"', "", "E202 reaction_moves.moves: missing"),
        ('["Reserve"]', '["Reserves"]', r"E301 reaction_moves.formations.0.: no unit .*did you mean 'Reserve'"),
        ('by = ["cavalry"]', "by = []", "E204 reaction_moves.by: no kind of unit reacts"),
        ('by = ["cavalry"]', 'by = ["horse"]', "reaction_moves.by.0.: 'horse' is not a kind of unit"),
        ('friendly = "not held by the enemy"', 'friendly = "all"', "E207 rail.converted_by: all railroads serve both"),
        ('converted_by = ["infantry"]', 'converted_by = ["engineer"]', "rail.converted_by.0.: 'engineer' is not"),
        ("[rail]", f"{SUPPLY}\n\n[rial]", r"E202 supply.along_railroads: there is no section \[rail\] that says which"),
        ('"Northern line" =', '"Northern lin" =', "E301 railroads.*Northern lin.*did you mean 'Northern line'"),
        ('"Southern line" = "blue"', '"Southern line" = "green"', "railroads.*'green' is not a side"),
    ],
)
def test_each_mistake_gets_its_sentence(written: Written, old: str, new: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        game_in(written((old, new)))
    lines = str(caught.value).splitlines()
    assert [line for line in lines if re.search(says, line)], lines
    assert all(re.match(r"\s*[a-z]+\.(toml|csv):\d+:\d+: ", line) for line in lines), lines


def test_arrivals_in_impulses_and_a_side_without_impulses_are_told(written: Written) -> None:
    inside = '[[player_turn]]\nside = "red"\ntitle = "Red arrivals"\nphases = ["reinforcement"]\ncomes = "at the start'
    with pytest.raises(DataError, match=r'E207 player_turn.*give it a player turn of its own with comes = "at the sta'):
        game_in(written((SECTION, IMPULSES), (inside, inside.replace("comes = ", "# "))))
    phases = 'side = "blue"\nphases = ["rail", "movement", "combat"]'
    with pytest.raises(DataError, match="E202 impulses: blue has impulses, and no player turn that comes as its side"):
        game_in(written((SECTION, IMPULSES), (phases, f'{phases}\ncomes = "at the end of the turn"')))


def test_initiative_of_three_sides_is_told(written: Written) -> None:
    third = '[side.green]\ntitle = "Green"\n\n[counters]'
    with pytest.raises(DataError, match="E207 initiative: one of two sides has the initiative; the game has 3: red"):
        game_in(written(("[counters]", third)))


def test_a_game_of_reaction_moves_alone_has_a_board_for_standing_answers(written: Written) -> None:
    text = (FILES / "game.toml").read_text("utf-8")
    fire = text[text.index("[opportunity_fire]") : text.index("[reaction_moves]")]
    game = game_in(written((fire, "")))
    assert game.board is HiddenStandingBoard
    assert [type(one).__name__ for one in phases_of(game.sequence) if one.reactions] != []
    assert wargame_core.load(FILES).id == "junction"
