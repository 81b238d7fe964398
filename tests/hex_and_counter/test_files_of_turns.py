"""What game.toml says of chits and of opportunity fire, and the sentence for each mistake."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from wargame_brices_crossroads import DATA
from wargame_core.data import DataFolder
from wargame_core.errors import DataError
from wargame_hex_and_counter import AnswersBeforehand, Cup, HexGame, Movement, ReactionMove
from wargame_hex_and_counter.game_files.reading import read_game
from wargame_hex_and_counter.rules.possible_kinds import phases_of

Written = Callable[[str, str], HexGame]


def ends_of_moves(game: HexGame) -> list[AnswersBeforehand | None]:
    """What each side may say beforehand as it ends its moves."""
    return [one.beforehand for one in phases_of(game.sequence) if isinstance(one.part, Movement)]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A function of a text of game.toml and another one in its place that reads the game so written."""

    def read(old: str, new: str) -> HexGame:
        folder = tmp_path / "game"
        shutil.copytree(DATA, folder, dirs_exist_ok=True)
        text = (DATA / "game.toml").read_text("utf-8")
        assert old in text
        (folder / "game.toml").write_text(text.replace(old, new, 1), "utf-8")
        return read_game(DataFolder(folder)).game

    return read


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("range = 3", "range = 0", "E204 opportunity_fire.range: 0: units fire 1 to 20 hexes far"),
        ('["enters"]', "[]", "E204 opportunity_fire.fires_when: nothing lets units fire"),
        ('["enters"]', '["enter"]', "did you mean 'enters'"),
        ('limit = "once a turn"', 'limit = "once"', "opportunity_fire.limit: 'once'"),
        ('terrain = "counts"', 'terrain = "counts"\nasks_later = [2, 99]', r"asks_later\[1\]: 99: it is 0 to 20 hexes"),
        (
            'checked = "after each move"',
            'checked = "end of movement"',
            "E207 opportunity_fire.stops: 'a hit' ends a move",
        ),
        ('by = ["artillery"]', 'by = ["gun"]', "opportunity_fire.by"),
        ('"fire.toml"', '"../fire.toml"', "is not the name of a file beside game.toml"),
        ('formation = "Forrest"', 'formation = "Forest"', "E301 chit.*did you mean 'Forrest'"),
        ('formation = "Forrest"', "count = 0", "count: 0: there is at least 1 of a chit"),
        ('title = "Buford\'s division"', 'title = "Forrest\'s division"', "a chit; write count for several"),
        (
            'title = "Forrest himself"\nside = "confederate"',
            'title = "Heat"',
            "'Heat' is for nobody: write side, or ends",
        ),
    ],
)
def test_each_mistake_gets_its_sentence(written: Written, old: str, new: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        written(old, new)


def test_a_side_without_a_chit_and_fire_without_movement_are_named(written: Written) -> None:
    text = (DATA / "game.toml").read_text("utf-8")
    chits = text[text.index('[[chit]]\ntitle = "Grierson\'s cavalry"') : text.index("[[player_turn]]")]
    with pytest.raises(DataError, match="there is no chit of union, whose units would never act"):
        written(chits, "")
    turns = text[text.index("[[player_turn]]") : text.index("# 3. Stacking")]
    with pytest.raises(DataError, match="no player turn has the phase 'movement': this is never used"):
        written(turns, turns.replace('"movement", ', ""))


def test_a_chit_that_ends_the_drawing_is_for_nobody_and_sides_may_be_asked_each_time(written: Written) -> None:
    game = written("[[player_turn]]", '[[chit]]\ntitle = "The heat"\nends = true\n\n[[player_turn]]')
    cup = next(part for part in game.parts if isinstance(part, Cup))
    assert cup.chits_of(game.set_up("forrest", {}))[-1].ends
    not_asked, asked = 'terrain = "counts"', 'terrain = "counts"\nasks_later = []'
    text = (DATA / "game.toml").read_text("utf-8")
    between = text[text.index("[opportunity_fire]") : text.index("[retreat]")]
    game = written(not_asked, asked)
    assert ends_of_moves(game) == [AnswersBeforehand((), in_battles=True)] * 2
    game = written("takes_preferences = true\n", "")
    assert ends_of_moves(game) == [AnswersBeforehand((2, 1, 0))] * 2
    game = written(between, between.replace(not_asked, asked).replace("takes_preferences = true\n", ""))
    assert ends_of_moves(game) == [None, None]
    assert not game.has_standing_answers
    fire = next(phase.reactions[0] for phase in phases_of(game.sequence) if phase.reactions)
    assert not isinstance(fire, ReactionMove)
    assert [action.__name__ for action in fire.actions] == ["Fire", "HoldFire"]
