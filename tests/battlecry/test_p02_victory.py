"""BC150 p.2 How to Win, p.6 Flag Tokens: flags, ground worth flags, special rules of the battles.

Readings: Flags and victory.
"""

from pathlib import Path
from typing import Any

from wargame_battlecry.authoring import NEW_BATTLE
from wargame_battlecry.board.actions import Discard, Done
from wargame_battlecry.board.battle_events import FiguresLost
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.board.turn_events import TurnBegan
from wargame_battlecry.printed.files import load_rulebook
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.printed.pieces import Objective, Rulebook, When
from wargame_battlecry.rules.battle import resolve
from wargame_battlecry.rules.move import carry_out
from wargame_battlecry.rules.sequence import pay_cards, side_owing_cards
from wargame_battlecry.rules.special_rules import VOCABULARY, HandShrinks
from wargame_battlecry.rules.victory import settle_victory
from wargame_core import Match, load
from wargame_core.authoring import Game, Outcome, Table
from wargame_core.flow.procedures import Finished
from wargame_core.maps.masks import mask_of


def mask(*names: str) -> int:
    return mask_of(SPACE[name] for name in names)


def settled(board: BattleBoard, *, turn_start: bool = False) -> bool:
    """Whether the battle ends."""
    try:
        settle_victory(Table(board, ("union", "confederate")), turn_start=turn_start)
    except Finished:
        return True
    return False


def test_the_last_flag_wins_at_once_before_anything_else_is_resolved(lay: Any, run: Any) -> None:
    board = lay({"E4": "union infantry", "E5": "confederate infantry 1"}, generals={"E5": "confederate"})
    board.captured_flags["union"] = 5
    run(lambda t: resolve(t, "u1", SPACE["E5"]), board, "IIII")
    assert board.outcome.winner == "union"
    assert board.outcome.scores == {"union": 6, "confederate": 0}


def test_a_general_is_a_flag_too(lay: Any, run: Any) -> None:
    board = lay({"E4": "union infantry"}, generals={"E5": "confederate"})
    board.captured_flags["union"] = 5
    run(lambda t: resolve(t, "u1", SPACE["E5"]), board, "IIIS")
    assert board.outcome.winner == "union"


def test_ground_counts_while_a_unit_holds_it_and_a_lone_general_does_not(lay: Any) -> None:
    hill = Objective("hill", "union", (mask("E4"),), 1)
    board = lay({"E4": "union infantry"}, objectives=(hill,))
    settled(board)
    assert board.flags("union") == 1
    board.put("u1", SPACE["F4"])
    settled(board)
    assert board.flags("union") == 0
    general = lay({"A1": "union infantry"}, generals={"E4": "union"}, objectives=(hill,))
    settled(general)
    assert general.flags("union") == 0


def test_ground_read_at_the_start_of_a_turn_is_won_then_and_lost_at_once(lay: Any) -> None:
    later = Objective("church", "union", (mask("E4"),), 1, When.START_OF_TURN)
    board = lay({"E4": "union infantry"}, objectives=(later,))
    settled(board)
    assert board.flags("union") == 0
    settled(board, turn_start=True)
    assert board.flags("union") == 1
    board.put("u1", SPACE["F4"])
    settled(board)
    assert board.flags("union") == 0


def test_the_enemys_turn_wins_no_ground_that_is_read_at_the_start_of_the_own(lay: Any) -> None:
    later = Objective("church", "union", (mask("E4"),), 1, When.START_OF_TURN)
    board = lay({"E4": "union infantry"}, objectives=(later,), active="confederate")
    settled(board, turn_start=True)
    assert board.flags("union") == 0


def test_a_captured_flag_stays_when_the_ground_is_left(lay: Any) -> None:
    hill = Objective("hill", "union", (mask("E4"),), 1, When.CAPTURED)
    board = lay({"E4": "union infantry"}, objectives=(hill,))
    settled(board)
    board.put("u1", SPACE["F4"])
    settled(board)
    assert board.flags("union") == 1
    FiguresLost("u1", 4, "hit", 0).apply(board)
    settled(board)
    assert board.flags("union") == 1


def test_a_flag_token_goes_to_the_first_who_enters_and_is_gone_for_the_other(lay: Any) -> None:
    hill = tuple(
        Objective(f"hill-{side}", side, (mask("E4"),), 1, When.CAPTURED, token="hill")
        for side in ("union", "confederate")
    )
    board = lay({"E4": "confederate infantry", "F4": "union infantry"}, objectives=hill)
    settled(board)
    board.put("s1", SPACE["D4"])
    board.put("u1", SPACE["E4"])
    settled(board)
    assert (board.flags("confederate"), board.flags("union")) == (1, 0)


def test_the_designers_words_for_flag_tokens_are_read(tmp_path: Path) -> None:
    text = NEW_BATTLE.replace('side = "union"\nhexes = ["E7"]\nwhen = "continuous"', _TOKEN)
    assert text != NEW_BATTLE
    path = tmp_path / "tokens.toml"
    path.write_text(text, encoding="utf-8")
    battle = load_rulebook(VOCABULARY, battle=path).battles["my-battle"]
    assert [(o.side, o.when, o.token) for o in battle.objectives] == [
        ("union", When.CAPTURED, "r0-E7"),
        ("confederate", When.CAPTURED, "r0-E7"),
    ]


_TOKEN = 'side = "either"\nhexes = ["E7"]\nwhen = "captured"'


def test_groups_must_be_held_together(lay: Any) -> None:
    both = Objective("both", "union", (mask("E4"), mask("E6", "E7")), 3)
    board = lay({"E4": "union infantry", "E8": "union infantry"}, objectives=(both,))
    settled(board)
    assert board.flags("union") == 0
    board.put("u2", SPACE["E7"])
    settled(board)
    assert board.flags("union") == 3


def test_a_section_clear_of_the_enemy_counts_until_he_enters(lay: Any) -> None:
    clear = Objective("clear", "confederate", (), 2, clear_of=mask("E4", "E5"))
    board = lay({"E7": "union infantry", "A1": "confederate infantry"}, objectives=(clear,))
    settled(board)
    assert board.flags("confederate") == 2
    board.put("u1", SPACE["E5"])
    settled(board)
    assert board.flags("confederate") == 0


def test_when_both_have_enough_the_moving_player_wins(lay: Any) -> None:
    for active in ("union", "confederate"):
        board = lay({"E4": "union infantry"}, active=active)
        board.captured_flags.update(union=6, confederate=6)
        assert settled(board)
        assert board.outcome.winner == active


def test_a_move_onto_the_last_flag_wins(lay: Any, run: Any) -> None:
    hill = Objective("hill", "union", (mask("E5"),), 1)
    board = lay({"E4": "union infantry"}, objectives=(hill,))
    board.captured_flags["union"] = 5
    table = Table(board, ("union", "confederate"))
    carry_out(table, "u1", SPACE["E5"])
    assert settled(board)


def test_where_hands_shrink_a_lost_flag_costs_a_card_down_to_one(lay: Any, run: Any) -> None:
    board = lay({"E4": "union infantry", "E6": "union infantry"}, rules=(HandShrinks("union"),))
    board.hands = {"union": ("attack_left", "rally"), "confederate": ()}
    board.hand_counts, board.hand_size = {"union": 2, "confederate": 0}, {"union": 2, "confederate": 5}
    FiguresLost("u1", 4, "hit", 0).apply(board)
    assert side_owing_cards(board)
    run(pay_cards, board, Discard("rally"), by="union")
    assert board.hands["union"] == ("attack_left",)
    FiguresLost("u2", 4, "hit", 0).apply(board)
    assert not side_owing_cards(board)


def test_shiloh_counts_confederates_on_row_i(game: Game) -> None:
    board = game.rules.set_up("shiloh", game.rules.read_options({}))
    assert isinstance(board, BattleBoard)
    TurnBegan("confederate", 1).apply(board)
    enemy = board.unit_at[SPACE["I5"]]
    if enemy:
        FiguresLost(enemy, 4, "hit", 0).apply(board)
    before = board.flags("confederate")
    board.put("s1", SPACE["I5"])
    settled(board)
    assert board.flags("confederate") == before + 1


def test_new_hope_church_is_fought_without_construct_fieldworks(game: Game, book: Rulebook) -> None:
    board = game.rules.set_up("new-hope-church", game.rules.read_options({}))
    assert isinstance(board, BattleBoard)
    assert "construct_fieldworks" not in board.pile
    assert board.pile_size == len(board.pile) == 59
    assert "construct_fieldworks" in book.cards


def test_closed_rivers_are_entered_only_by_the_bridge(game: Game) -> None:
    board = game.rules.set_up("fredericksburg", game.rules.read_options({}))
    assert isinstance(board, BattleBoard)
    assert board.battle.impassable == mask("E13", "F12", "G12", "I11")


def idle(match: Match, turns: int) -> None:
    """Both sides play their cards and do nothing with them."""
    while match.outcome is None and board_of(match).turn <= turns:
        seat = match.waiting_for[0]
        choices = match.choices(seat).head()
        match.play(next((choice for choice in choices if isinstance(choice, Done)), choices[0]), seat)


def board_of(match: Match) -> BattleBoard:
    board = match.board
    assert isinstance(board, BattleBoard)
    return board


def outcome_of(match: Match) -> Outcome | None:
    return match.outcome


def test_two_sides_that_do_not_fight_have_a_draw_after_as_many_turns_as_there_are_cards() -> None:
    match = load("battlecry").start("kernstown", seed=1)
    idle(match, 59)
    assert outcome_of(match) is None
    assert board_of(match).turns_without_battle == 59
    idle(match, 60)
    outcome = outcome_of(match)
    assert outcome is not None
    assert (outcome.winner, outcome.winners) == (None, ("union", "confederate"))
    assert "Nobody has battled for 60 turns" in outcome.text


def test_one_battle_makes_the_turns_without_one_begin_anew(lay: Any, run: Any) -> None:
    board = lay({"E4": "union infantry", "E5": "confederate infantry 4"})
    board.turns_without_battle = 59
    run(lambda t: resolve(t, "u1", SPACE["E5"]), board, "CCCC")
    TurnBegan("confederate", board.turn + 1).apply(board)
    assert board.turns_without_battle == 0
