"""BC150 p.2 the thirty battles, p.3 Game Board, p.5 Setup; and everything that can be wrong with a battle file."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import wargame_core
from wargame_battlecry.authoring import NEW_BATTLE, lint, new_battle
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.game import open_battle
from wargame_battlecry.printed.files import DATA, load_rulebook
from wargame_battlecry.printed.game_board import BACK, BASELINE, DISTANCE, HEXES, SECTION, SIDES, SIZE, SPACE
from wargame_battlecry.printed.pieces import Rulebook
from wargame_battlecry.rules.special_rules import VOCABULARY
from wargame_core import DataError, Game
from wargame_core.data import Basis
from wargame_core.maps.masks import bits
from wargame_pictures.paper.account import account


def test_the_board_has_113_hexes_in_nine_rows() -> None:
    assert SIZE == 113
    assert Counter(name[0] for name in HEXES) == {row: 13 if row in "ACEGI" else 12 for row in "ABCDEFGHI"}


def test_ten_hexes_lie_in_two_sections_and_flanks_change_with_the_chair() -> None:
    for side in SIDES:
        left, center, right = SECTION[side].values()
        shared = {HEXES[s] for s in bits(left & center | center & right)}
        assert shared == {"A5", "A9", "C5", "C9", "E5", "E9", "G5", "G9", "I5", "I9"}
        assert left | center | right == (1 << SIZE) - 1
    assert SECTION["union"]["left"] == SECTION["confederate"]["right"]
    assert SECTION["union"]["left"] >> SPACE["I1"] & 1


def test_the_way_back_leads_a_row_toward_the_own_edge() -> None:
    assert [HEXES[s] for s in BACK["union"][SPACE["E5"]]] == ["F4", "F5"]
    assert [HEXES[s] for s in BACK["confederate"][SPACE["E1"]]] == ["D1"]
    assert all(not BACK[side][s] for side in SIDES for s in bits(BASELINE[side]))


def test_thirty_battles_load(book: Rulebook) -> None:
    assert sorted(battle.number for battle in book.battles.values()) == list(range(1, 31))


def test_first_bull_run_is_staffed_as_found(book: Rulebook) -> None:
    battle = book.battles["first-bull-run"]
    assert (battle.first, battle.flags, battle.hands) == ("union", 6, {"union": 6, "confederate": 6})
    assert Counter((u.side, u.kind.arm) for u in battle.units.values()) == {
        ("union", "infantry"): 9,
        ("union", "cavalry"): 1,
        ("union", "artillery"): 1,
        ("confederate", "infantry"): 7,
        ("confederate", "cavalry"): 2,
        ("confederate", "artillery"): 1,
    }


def test_the_deck_has_sixty_cards_of_which_seventeen_are_tactics(book: Rulebook) -> None:
    assert sum(card.count for card in book.cards.values()) == 60
    assert sum(card.count for card in book.cards.values() if card.group == "tactic") == 17


def test_every_set_up_puts_every_piece_on_the_board(game: Game) -> None:
    for scenario in game.scenarios:
        board = game.rules.set_up(scenario.id, game.rules.read_options({}))
        assert isinstance(board, BattleBoard)
        assert set(board.place) == {*board.battle.units, *board.battle.generals}


def test_the_account_of_sources_says_what_is_found_and_what_is_ours() -> None:
    sources = account(sorted(DATA.glob("*.toml")))
    counts = sources.counts
    assert counts[Basis.FOUND] > 50
    assert counts[Basis.RECONSTRUCTION] > 200
    printed = {datum.file for datum in sources.data if datum.path == "battle title, place, date"}
    assert len(printed) == 30
    assert {datum.basis for datum in sources.data if datum.path == "battle title, place, date"} == {Basis.TEXT}


def test_the_packaged_files_have_no_problems() -> None:
    assert [line for path in sorted(DATA.glob("*.toml")) for line in lint(path)] == []


def write(folder: Path, text: str) -> Path:
    path = folder / "my_battle.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_new_battle_can_be_played_as_it_is(tmp_path: Path) -> None:
    new_battle(tmp_path)
    path = tmp_path / "my_battle.toml"
    assert lint(path) == []
    opened = open_battle(path)
    assert opened is not None
    assert [scenario.id for scenario in opened.scenarios] == ["my-battle"]
    assert opened.start(seed=1).pending is not None
    assert wargame_core.load(path).id == "battlecry"


def test_a_file_of_another_kind_is_no_battle(tmp_path: Path) -> None:
    other = tmp_path / "map.toml"
    other.write_text("[map]\n", encoding="utf-8")
    assert open_battle(other) is None
    assert open_battle(tmp_path) is None


MISTAKES = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text("utf-8"))["mistake"]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["what"])
def test_a_battle_file_is_refused_with_file_line_and_column(tmp_path: Path, mistake: dict[str, str]) -> None:
    assert mistake["old"] in NEW_BATTLE
    text = NEW_BATTLE.replace(mistake["old"], mistake["new"], 1)
    path = write(tmp_path, text if "also" not in mistake else text.replace('"C11"', mistake["also"]))
    with pytest.raises(DataError, match=mistake["problem"]):
        load_rulebook(VOCABULARY, battle=path)
    assert lint(path)


GROUND = 'hexes = ["E7"]\nwhen = "continuous"'
MORE_GROUND = 'hexes = ["E7", "E8", "D4"]\nwhen = "captured"'
FIELD = 'side = "confederate"\nhexes = ["E4", "F9", "H4"]\nwhen = "continuous"\n'


@pytest.mark.parametrize(
    ("flags", "rules"),
    [
        (7, ""),  # six units and a general of either side
        (8, f'[[rule]]\nkind = "hex_flags"\nflags = 1\n{FIELD}'),
        (10, f'[[rule]]\nkind = "hex_flags"\nflags = 1\n{FIELD}'),
        (13, '[[rule]]\nkind = "exit"\nside = "confederate"\nhexes = ["I7"]\n'),
    ],
)
def test_generals_ground_and_exits_are_flags_that_can_be_won(tmp_path: Path, flags: int, rules: str) -> None:
    text = NEW_BATTLE.replace("flags = 4", f"flags = {flags}").replace(GROUND, MORE_GROUND)
    union = '[[rule]]\nkind = "exit"\nside = "union"\nhexes = ["A7"]\nflags = 2\n'
    assert lint(write(tmp_path, f"{text}\n{rules}\n{union}")) == []
    over = f"{text}\n{rules}\n{union}".replace(f"flags = {flags}", "flags = 14", 1)
    assert any("E604" in line and "the confederate" in line for line in lint(write(tmp_path, over)))


def test_in_no_battle_do_the_armies_begin_more_than_five_hexes_apart(book: Rulebook) -> None:
    for battle in book.battles.values():
        units = battle.units.values()
        distances = [min(DISTANCE[unit.hex][foe.hex] for foe in units if foe.side != unit.side) for unit in units]
        assert sum(distances) / len(distances) <= 5, battle.id


def test_all_problems_come_at_once(tmp_path: Path) -> None:
    path = write(tmp_path, NEW_BATTLE.replace('"G3"', '"Z3"').replace('kind = "woods"', 'kind = "wods"'))
    assert len(lint(path)) == 2


def test_an_owners_folder_replaces_and_adds_battles(tmp_path: Path) -> None:
    (tmp_path / "001-first-bull-run.toml").write_text(NEW_BATTLE, encoding="utf-8")
    book = load_rulebook(VOCABULARY, tmp_path)
    assert len(book.battles) == 30
    assert "my-battle" in book.battles


def test_a_deck_with_an_effect_nobody_has_written_is_refused(tmp_path: Path) -> None:
    text = (DATA / "deck.toml").read_text("utf-8").replace('kind = "rally"', 'kind = "ralley"')
    (tmp_path / "deck.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"deck\.toml:\d+:\d+: E204 .*'ralley' is not a kind .*did you mean 'rally'"):
        load_rulebook(VOCABULARY, tmp_path)


def test_every_code_is_explained_on_the_page_for_designers() -> None:
    root = Path(__file__).parents[2]
    modules = (root / "plugins/battlecry/src").rglob("*.py")
    used = {code for path in modules for code in re.findall(r'"(E6\d\d)"', path.read_text("utf-8"))}
    page = (root / "docs/howto/your-own-battle.md").read_text("utf-8")
    assert re.findall(r"^\| (E6\d\d) \|", page, re.MULTILINE) == sorted(used)


def test_the_page_for_designers_names_every_kind_of_rule() -> None:
    page = (Path(__file__).parents[2] / "docs/howto/your-own-battle.md").read_text("utf-8")
    assert all(f"| `{kind.kind}` |" in page for kind in VOCABULARY.rules)
