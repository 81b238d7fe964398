"""What lies on the table at Battle Cry: what is sent to screens, the sheet, panels, references, menus."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from wargame_battlecry.board.actions import Attack, Escape, Move, Order, TakeGround
from wargame_battlecry.board.battle_events import FiguresLost, GeneralLost, UnitExited
from wargame_battlecry.board.board import Sections, Stage
from wargame_battlecry.board.turn_events import CardDrawn, ObjectiveChanged
from wargame_battlecry.printed.game_board import HEXES, SPACE
from wargame_battlecry.printed.pieces import GeneralId, Rulebook
from wargame_battlecry.rules.announce_orders import OrderChoices
from wargame_battlecry.rules.battle import BattleChoices
from wargame_battlecry.rules.battle_dice import odds_in_words
from wargame_battlecry.rules.move import MoveChoices
from wargame_battlecry.table.panels import STEPS, panels
from wargame_core import Game, Outcome, load
from wargame_core.flow.about import NOTHING, OFF, PIECE, PLACE, About
from wargame_laws import LAWS, Trial, laws_of_the_table

SAFE = 2**53
"""Whole numbers above it are rounded by many screens."""


def integers(data: Any) -> list[int]:
    """Every whole number in JSON data."""
    if isinstance(data, dict):
        return [number for value in data.values() for number in integers(value)]
    if isinstance(data, list):
        return [number for value in data for number in integers(value)]
    return [data] if isinstance(data, int) else []


def test_masks_stay_out_of_what_is_sent_to_a_screen(game: Game) -> None:
    match = game.start("shiloh", seed=1)
    sent = json.loads(json.dumps(match.view("union").to_json()))
    assert not {"unit_mask", "general_mask", "unit_at", "general_at"} & sent["board"].keys()
    assert max(integers(sent)) <= SAFE
    assert max(integers(match.state.to_json())) > SAFE, "the whole position keeps them"


def test_a_move_and_a_battle_say_whom_they_are_about(lay: Any) -> None:
    board = lay({"E5": "union infantry", "E6": "confederate artillery"})
    assert Move("u1", "F5").about(board).to_json() == {"pieces": ["u1"], "from": "E5", "to": "F5"}
    named = Attack("u1", "E6").about(board).to_json()
    assert named == {"pieces": ["u1"], "from": "E5", "places": ["E6"], "target": "s1"}


def test_a_piece_that_leaves_the_board_goes_off(lay: Any) -> None:
    board = lay({"E5": "union infantry"}, generals={"E5": "union"})
    assert FiguresLost("u1", 1, "hit", 3).about(board).to == ""
    assert FiguresLost("u1", 4, "hit", 0).about(board).to == OFF
    assert GeneralLost(GeneralId("ug1"), True, "is hit").about(board).to == OFF
    assert UnitExited("u1", "I5", 1, GeneralId("ug1")).about(board) == About(("u1", "ug1"), origin="I5", to=OFF)
    assert Escape(("F5", "off")).about(board) == About(to=OFF, places=("F5", "off"))


def test_staying_moves_nobody(lay: Any) -> None:
    board = lay({"E5": "union infantry"})
    assert TakeGround("u1", "E6", True).about(board) == About(("u1",), "E5", "E6")
    assert TakeGround("u1", "E6", False).about(board) == About(("u1",), places=("E6",))


def test_a_card_that_nobody_else_sees_is_named_to_who_draws_it(lay: Any) -> None:
    board = lay({"E5": "union infantry"})
    drawn = CardDrawn("union", "rally")
    assert drawn.for_seat("union", board).about(board).cards == ("rally",)
    hidden = drawn.for_seat("confederate", board)
    assert hidden.about(board) == NOTHING


def test_flags_for_ground_name_the_ground(game: Game) -> None:
    board: Any = game.rules.set_up("gettysburg-devils-den", game.rules.read_options({}))
    changed = ObjectiveChanged("r1", "confederate", 3, "")
    assert changed.about(board).places == ("E10", "F6", "G2", "H2", "H3")


def test_a_view_says_where_each_piece_stands(game: Game) -> None:
    view = game.start("shiloh", seed=1).view("spectator")
    assert view.piece_places == {piece: HEXES[space] for piece, space in sorted(view.board.place.items())}


def panel(board: Any, name: str) -> dict[str, Any]:
    """A panel of a board as JSON data."""
    return next(found.to_json() for found in panels(board, "union") if found.id == name)


def test_the_sheet_has_every_piece_card_face_and_chart_of_every_battle(game: Game, book: Rulebook) -> None:
    for scenario in game.scenarios:
        battle, sheet = book.battles[scenario.id], game.sheet(scenario.id)
        assert [piece.id for piece in sheet.pieces] == [*battle.units, *battle.generals]
        assert {card.id for card in sheet.cards} == book.cards.keys() - set(battle.removed_cards)
        assert all(card.text == book.cards[card.id].text for card in sheet.cards)
        assert [side.commander for side in sheet.sides] == [battle.commanders[side.seat] for side in sheet.sides]
        assert [space.terrain for space in sheet.spaces] == [tile.id for tile in battle.tiles]
        assert [space.id for space in sheet.spaces] == list(HEXES)
        assert sheet.dice[0].faces == ("infantry", "infantry", "cavalry", "artillery", "saber", "flag")
        assert [aid.id for aid in sheet.aids] == ["sequence_of_play", "units", "terrain", "die"]


def test_a_piece_on_the_sheet_tells_what_its_kind_can_do(game: Game) -> None:
    pieces = {piece.id: piece for piece in game.sheet("shiloh").pieces}
    battery = next(piece for piece in pieces.values() if piece.kind == "artillery")
    assert {"figures": "3", "move": "1", "battles after": "0", "range": "5", "dice": "5/4/3/2/1"}.items() <= (
        battery.facts.items()
    )
    assert pieces["sg1"].name == "General A. S. Johnston"
    assert pieces["sg1"].facts["move"] == "3"


def test_a_hex_on_a_dividing_line_is_in_two_sections_of_either_chair(game: Game) -> None:
    spaces = {space.id: space.regions for space in game.sheet("shiloh").spaces}
    assert spaces["A1"] == ("union left", "confederate right")
    assert spaces["A5"] == ("union left", "union center", "confederate center", "confederate right")


def test_the_briefing_says_who_fights_how_to_win_and_what_is_special(game: Game, book: Rulebook) -> None:
    text = game.sheet("shiloh").briefing.text()
    assert "Union, under Ulysses S. Grant: 8 infantry, 3 artillery, 2 generals (Prentiss, Grant)." in text
    assert "The first side with 6 flags wins at once.  [BC150 p.2 How to Win]" in text
    assert "Confederate holds any of I1, I2, I3," in text
    assert "1 flag each, while it is so." in text
    assert "First to act: Confederate." in text
    assert "Hands: union 5, confederate 5." in text
    for scenario in game.scenarios:
        briefing, rules = game.sheet(scenario.id).briefing, book.battles[scenario.id].rules
        assert {note.text for note in briefing.special_rules} >= {rule.text for rule in rules if rule.text}
        assert all(note.cite for note in (*briefing.how_to_win, *briefing.special_rules))


def test_the_briefing_tells_options_cards_left_out_and_groups_of_ground(game: Game) -> None:
    rules = {"cavalry_fire": "yes", "hill_rule": "printed", "breakthrough": "yes"}
    told = [note.text for note in game.sheet("new-hope-church", options=rules).briefing.special_rules]
    assert "Not in the deck: Construct Fieldworks." in told
    assert len([text for text in told if text.startswith("Option: ")]) == 3
    assert not [note for note in game.sheet("shiloh").briefing.special_rules if note.text.startswith("Option")]
    won = [note.text for note in game.sheet("gettysburg-devils-den").briefing.how_to_win]
    assert (
        won[-2]
        == "Confederate holds E10 and F6 and G2/H2/H3: 3 flags, from the start of one's own turn, while it is so."
    )


def test_the_score_says_what_the_flags_are_for(game: Game) -> None:
    board: Any = game.rules.set_up("gettysburg-devils-den", game.rules.read_options({}))
    board.captured_flags["union"] = 2
    board.objectives["r1"] = 3
    score = panel(board, "score")
    assert score["points"] == {"union": 2, "confederate": 3}
    assert score["needed"] == {"union": 6, "confederate": 6}
    assert [(line["side"], line["points"], line["text"]) for line in score["ledger"]] == [
        ("union", 2, "units and generals"),
        ("confederate", 3, "holds E10 and F6 and G2/H2/H3"),
    ]
    assert panel(board, "flags_confederate")["at"] == 3


def test_a_hand_is_shown_to_its_seat_and_counted_for_others(game: Game) -> None:
    match = game.start("shiloh", seed=3)
    own, other = (
        {row["id"]: row for row in match.view(seat).to_json()["panels"] if row["panel"] == "hand"}["hand_union"]
        for seat in ("union", "confederate")
    )
    board: Any = match.board
    assert own["cards"] == list(board.hands["union"])
    assert other["cards"] == []
    assert own["count"] == other["count"] == 5


def test_the_status_names_who_has_yet_to_act_and_the_card_in_force(lay: Any) -> None:
    board = lay({"E5": "union infantry", "E6": "confederate artillery", "F5": "union cavalry"})
    lines = {line["name"]: line for line in panel(board, "status")["lines"]}
    assert lines["card"]["value"] == "Leadership"
    assert lines["yet to battle"]["pieces"] == ["u1", "u2"]
    board.stage, board.hexes_moved = Stage.MOVES, {"u1": 1}
    lines = {line["name"]: line for line in panel(board, "status")["lines"]}
    assert lines["yet to move"]["pieces"] == ["u2"]


def test_orders_left_works_and_bonus_dice_are_told(lay: Any) -> None:
    board = lay({"E5": "union infantry"}, terrain={"G3": "fieldwork"})
    board.stage, board.slots, board.allowed_orders, board.spent_orders = Stage.ORDERS, Sections(), (2, 0, 1), (1,)
    board.bonus, board.contact, board.cards_owed = {"u1": 1}, ("u1", "u1"), 2
    board.discards, board.acting = ("rally",), "bombard"
    lines = {line["name"]: line for line in panel(board, "status")["lines"]}
    assert lines["orders"]["value"] == "2 on the left, 1 on the right; 1 given"
    assert lines["extra dice"] == {"name": "extra dice", "value": "1", "pieces": ["u1"]}
    assert lines["fieldworks"]["places"] == ["G3"]
    assert lines["last discard"]["value"] == "Rally"
    assert lines["card"]["value"] == "Leadership, as Bombard"
    assert lines["cards owed"]["value"] == "2 to discard for flags lost"
    assert "may fight back" in lines


def test_losses_count_figures_and_name_what_is_off_the_board(lay: Any) -> None:
    board = lay({"E5": "union infantry 3", "E6": "confederate artillery"}, generals={"E5": "union"})
    board.remove_piece("ug1")
    board.remove_unit("s1")
    union, confederate = panel(board, "losses")["lines"]
    assert union == {"name": "Union", "value": "1 figure, off the board Union general ug1", "pieces": ["ug1"]}
    assert confederate["value"] == "3 figures, off the board Confederate artillery s1"


def test_the_sequence_of_play_shows_the_step_under_way(game: Game, lay: Any) -> None:
    match = game.start("shiloh", seed=3)
    assert panel(match.board, "sequence")["at"] == STEPS.index("Play a command card")
    match.play(next(iter(match.choices())))
    assert panel(match.board, "sequence")["at"] > STEPS.index("Play a command card")
    board = lay({"E5": "union infantry"})
    for stage in Stage:
        board.stage = stage
        assert 0 <= panel(board, "sequence")["at"] < len(STEPS)
    board.stage = Stage.SECOND_MOVES
    assert panel(board, "sequence")["at"] == STEPS.index("Draw a command card")  # nobody moves a second time
    board.second_movers = {"u1"}
    assert panel(board, "sequence")["at"] == STEPS.index("Second move")
    board.outcome = Outcome("union", "flags")
    assert panel(board, "sequence")["at"] == -1


def test_a_battle_names_its_target_and_distance_and_tells_the_odds(lay: Any) -> None:
    board = lay({"E5": "union infantry", "E6": "confederate artillery", "G3": "union artillery"})
    board.stage = Stage.BATTLES
    menu = BattleChoices(board)
    told = {action.text(board): menu.help(action, board) for action in menu}
    assert told["Union infantry u1 (4) at E5 battles Confederate artillery s1 (3) at E6 in melee"] == (
        "4 dice: hits 80 %, eliminates 11 %, drives back 49 %"
    )
    assert "Union artillery u2 (3) at G3 battles Confederate artillery s1 (3) at E6 over 4 hexes" in told
    assert told["no more battles"] == ""
    board = lay({"E5": "union infantry 1", "E6": "confederate artillery"})  # artillery or saber hits a battery
    assert odds_in_words(board, "u1", SPACE["E6"]) == "1 die: hits 33 %, eliminates 0 %, drives back 17 %"


def test_a_move_tells_its_ground_its_length_and_what_it_leaves_of_the_battle(lay: Any) -> None:
    board = lay(
        {"E5": "union infantry", "C3": "union artillery", "G9": "union cavalry"},
        terrain={"E6": "woods", "E4": "homestead"},
        generals={"I1": "union"},
    )
    board.stage, board.ordered_pieces = Stage.MOVES, dict.fromkeys(("u1", "u2", "u3", "ug1"), 3)
    menu = MoveChoices(board)
    told = {
        (action.piece, action.to): (action.text(board), menu.help(action, board))
        for action in menu
        if isinstance(action, Move)
    }
    assert told["u1", "E6"] == (
        "Union infantry u1 (4) at E5 to E6, woods",
        "1 of 1 hexes; battle dice after entering woods: at most 2/1 by range",
    )
    assert told["u1", "E4"][1] == "1 of 1 hexes; battle dice after entering homestead: 1 less"
    assert told["u1", "F5"] == ("Union infantry u1 (4) at E5 to F5", "1 of 1 hexes")
    assert told["u2", "C4"][1] == "1 of 1 hexes; no battle afterwards"
    assert told["u3", "G11"][1] == "2 of 3 hexes"
    assert told["ug1", "I3"][1] == "2 of 3 hexes"


def test_cards_in_a_menu_tell_their_text(game: Game, book: Rulebook) -> None:
    rows = game.start("shiloh", seed=3).view("confederate").menu()
    assert {row["about"]["cards"][0]: row["help"] for row in rows} == {
        row["action"]["card"]: book.cards[row["action"]["card"]].text for row in rows
    }


def test_refusals_name_an_action_as_its_menu_does(lay: Any) -> None:
    board = lay({"E5": "union infantry", "E6": "confederate artillery"})
    assert "Union infantry u1 (4) at E5 to F5: that is not a battle" in str(
        BattleChoices(board).judge(Move("u1", "F5"))
    )
    assert "attack: that is not a move" in str(MoveChoices(board).judge(Attack("nobody", "E6")))
    assert "order Union infantry u1 (4) at E5: that is not a move" in str(MoveChoices(board).judge(Order("u1")))
    assert "that is not an order" in str(OrderChoices(board).judge(Move("u1", "F5")))
    assert len(str(MoveChoices(board).judge(Move("x" * 10_000, "F5")))) < 200


def test_a_person_may_name_a_piece_by_its_id_its_name_or_its_general(game: Game) -> None:
    board: Any = game.rules.set_up("shiloh", game.rules.read_options({}))
    assert board.piece_named("u3") == "u3"
    assert board.piece_named(" union INFANTRY u3 ") == "u3"
    assert board.piece_named("Hardee") == board.piece_named("General Hardee") == "sg2"
    assert board.piece_named("A. S. Johnston") == board.piece_named("johnston") == "sg1"
    assert board.piece_named("Lee") == board.piece_named("") == ""
    board.remove_piece("sg2")
    assert board.piece_named("Hardee") == ""


def test_asking_about_a_piece_tells_what_it_may_do_or_why_not(lay: Any) -> None:
    board = lay(
        {"E5": "union infantry", "A1": "union artillery", "E6": "confederate artillery"}, generals={"I9": "union"}
    )
    battles = BattleChoices(board)
    assert battles.explain(PIECE, "u1")
    assert battles.explain(PIECE, "s1") is None, "an enemy is asked about by where it stands"
    assert battles.explain(PLACE, "E6")
    assert "can reach nothing" in str(battles.explain(PIECE, "u2"))
    assert "does not battle: units do" in str(battles.explain(PIECE, "ug1"))
    del board.ordered_pieces["u2"]
    assert "Union artillery u2 has no order" in str(BattleChoices(board).explain(PIECE, "u2"))
    board.stage = Stage.MOVES
    assert MoveChoices(board).explain(PIECE, "u1")
    assert "has no order" in str(MoveChoices(board).explain(PIECE, "u2"))


TABLE_LAWS = [law for law in LAWS if law.__module__ == laws_of_the_table.__name__]


@pytest.mark.thorough
@pytest.mark.parametrize("law", TABLE_LAWS)
def test_the_laws_of_the_table_hold_in_all_thirty_battles(law: Callable[[Trial], None], game: Game) -> None:
    for seed, scenario in enumerate(game.scenarios):
        law(Trial(load("battlecry"), range(seed, seed + 2), ("heuristic", "random"), scenario.id, budget=24))
