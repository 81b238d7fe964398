"""A set of battles from outside brings a card, special rules, a terrain effect and a victory condition of its own."""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from wargame_battlecry import battle_plugin
from wargame_battlecry.authoring import NEW_BATTLE, lint
from wargame_battlecry.board.board import BattleBoard, BattleRule, CardEffect, Given, TerrainEffect
from wargame_battlecry.players.heuristic import CardPlans
from wargame_battlecry.players.turn_plan import Situation
from wargame_battlecry.printed.files import DATA, HexName
from wargame_battlecry.printed.game_board import SPACE, Arm, Side
from wargame_battlecry.printed.pieces import Battle, CommandCard, Objective, Vocabulary, side_of
from wargame_battlecry.rules.battle_dice import morale, ruling
from wargame_battlecry.rules.card_effects import follow, order_all, units_of
from wargame_battlecry.rules.move import allowance
from wargame_battlecry.rules.victory import settle_victory
from wargame_core import DataError, Game
from wargame_core.authoring import Modifier, OwnRules, Plugin, Procedure, RulesError, Table
from wargame_core.data.schema import schema_of


@frozen
class AllOf(CardEffect):
    """All units of an arm are ordered."""

    kind = "all_of"
    arm: Arm

    def gives(self, board: BattleBoard, side: str) -> tuple[Given, ...]:
        return (Given(units_of(board, side, self.arm)),)

    def follow(self, t: Table[BattleBoard], card: CommandCard) -> None:
        order_all(t, *self.gives(t.board, t.board.active))

    def worth(self, board: BattleBoard, side: str) -> float:
        return 0.0


@frozen
class Rain(BattleRule):
    """Who fires over more than a hex has a die less, and nobody moves further than a hex."""

    kind = "rain"

    def dice(self, board: BattleBoard, unit: str, target: int) -> Iterable[Modifier]:
        if target not in (board.place[unit], *board.battle.map.neighbours[board.place[unit]]):
            yield Modifier(-1, "rain")

    def march(self, board: BattleBoard, unit: str, hexes: int) -> int:
        return min(hexes, 1)

    def says(self, battle: Battle) -> str:
        return "It rains: a die less at a distance, and one hex a move."


@frozen
class Veterans(BattleRule):
    """Units of a side ignore a flag."""

    kind = "veterans"
    side: Side

    def ignored_flags(self, board: BattleBoard, unit: str, attacker: int) -> Iterable[Modifier]:
        if side_of(unit) == self.side:
            yield Modifier(1, "veterans")


@frozen
class LastStand(BattleRule):
    """A side that stands alone on a hex has won, whatever flags there are."""

    kind = "last_stand"
    side: Side
    hex: HexName

    def wins(self, board: BattleBoard, side: str) -> str:
        return f"stands on {self.hex}" if self.side == side and board.unit_mask[side] >> SPACE[self.hex] & 1 else ""


@frozen
class MostFigures(Objective):
    """Flags for more figures than the enemy has."""

    def holds(self, board: Any) -> bool:
        figures = {"union": 0, "confederate": 0}
        for unit, left in board.figures.items():
            figures[side_of(unit)] += left
        return figures[self.side] > sum(figures.values()) - figures[self.side]


@frozen
class Superiority(BattleRule):
    """A side with more figures has a flag for it."""

    kind = "superiority"
    side: Side

    def battle_with(self, battle: Battle, number: int) -> Battle:
        return battle.with_objectives([MostFigures(f"r{number}", self.side, (), 1, text="has more figures")])


@frozen
class Bog(TerrainEffect):
    """Units in it battle with fewer dice, and those that attack them too."""

    kind = "bog"
    dice_lost: int = 1

    def dice(self, board: BattleBoard, unit: str, target: int) -> Iterable[Modifier]:
        yield Modifier(-self.dice_lost, "in the bog")

    def cover(self, board: BattleBoard, unit: str, target: int) -> Iterable[Modifier]:
        yield Modifier(-1, "across the bog")


OWN = Vocabulary(effects=(AllOf,), rules=(Rain, Veterans, LastStand, Superiority), terrain=(Bog,))
RULES = """
[[rule]]
kind = "rain"

[[rule]]
kind = "veterans"
side = "union"

[[rule]]
kind = "last_stand"
side = "union"
hex = "A1"

[[rule]]
kind = "superiority"
side = "confederate"
"""
GROUND = """
[[terrain]]
id = "bog"
title = "Bog"
effect = { kind = "bog" }
"""


@pytest.fixture
def plugin(tmp_path: Path) -> Plugin:
    """The new battle of designers with rules of its own, a Bombard for all infantry, and a bog for its woods."""
    (tmp_path / "my_battle.toml").write_text(NEW_BATTLE.replace('"woods"', '"bog"') + RULES, encoding="utf-8")
    deck = (
        (DATA / "deck.toml").read_text("utf-8").replace('{ kind = "bombard" }', '{ kind = "all_of", arm = "infantry" }')
    )
    (tmp_path / "deck.toml").write_text(deck, encoding="utf-8")
    (tmp_path / "terrain.toml").write_text((DATA / "terrain.toml").read_text("utf-8") + GROUND, encoding="utf-8")
    return battle_plugin(
        "own_battles", "Own battles", ("Own battles",), tmp_path, own_rules=lambda: OwnRules(words=OWN)
    )


@pytest.fixture
def game(plugin: Plugin) -> Game:
    return plugin.games[0].build(None)


@pytest.fixture
def board(game: Game) -> BattleBoard:
    board = game.rules.set_up("my-battle", game.rules.read_options({}))
    assert isinstance(board, BattleBoard)
    board.turn, board.active, board.card, board.acting = 1, "union", "bombard", "bombard"
    return board


def test_its_files_are_right_for_its_plugin_and_wrong_for_battle_cry(plugin: Plugin, tmp_path: Path) -> None:
    assert plugin.lint is not None
    assert plugin.lint(tmp_path) == plugin.lint(tmp_path / "my_battle.toml") == []
    wrong = "\n".join(lint(tmp_path))
    assert "'all_of' is not a kind" in wrong
    assert "'bog' is not an effect of terrain" in wrong


def test_a_mistake_in_its_own_words_is_told_like_any_other(plugin: Plugin, tmp_path: Path) -> None:
    path = tmp_path / "my_battle.toml"
    path.write_text(path.read_text("utf-8").replace('hex = "A1"', 'hex = "A14"\nhexx = 1'), encoding="utf-8")
    assert plugin.lint is not None
    wrong = "\n".join(plugin.lint(path))
    assert "E601 rule[3].hex: 'A14' is not a hex of the board" in wrong
    assert "E201 rule[3].hexx: unknown key (text, side, hex, kind); did you mean 'hex'?" in wrong
    with pytest.raises(DataError, match="E601"):
        plugin.games[0].build(None).start("my-battle")


def test_the_schema_of_its_files_knows_its_words(game: Game) -> None:
    assert game.files is not None
    shapes = {name: schema_of(cls)["$defs"] for name, cls in game.files.schemas.items()}
    assert set(shapes["my_battle.toml"]["LastStand"]["properties"]) >= {"kind", "side", "hex", "text"}
    assert shapes["deck.toml"]["AllOf"]["description"] == "All units of an arm are ordered."
    assert "dice_lost" in shapes["terrain.toml"]["Bog"]["properties"]


def test_two_words_of_one_name_are_refused() -> None:
    @frozen
    class Closed(BattleRule):
        """A rule that takes the name of another."""

        kind = "rain"

    with pytest.raises(RulesError, match="Closed and Rain have the same kind 'rain'"):
        OWN.with_own(Vocabulary(rules=(Closed,)))


def test_its_card_orders_what_it_says_and_a_bot_plans_it(board: BattleBoard, run: Any) -> None:
    run(lambda t: follow(t, board.acting_card), board, by="union")
    assert set(board.ordered_pieces) == set(units_of(board, "union", "infantry"))
    worth, plan = CardPlans(Situation(board, "union")).of(board.acting_card)
    assert worth > 0
    assert plan is not None


def test_rain_bog_and_veterans_count_and_say_so(board: BattleBoard, game: Game) -> None:
    board.put("u1", SPACE["D6"])
    board.put("s1", SPACE["D4"])
    lines = "\n".join(ruling(board, "u1", SPACE["D4"]).lines())
    assert "rain" in lines
    assert "across the bog" in lines
    assert "in the bog" in "\n".join(ruling(board, "s1", SPACE["D6"]).lines())
    board.reach = {"infantry": 2}
    assert allowance(board, "u1") == 1
    assert "veterans" in {line.label for line in morale(board, "u1", SPACE["D4"]).modifiers}
    assert "It rains" in game.sheet("my-battle").briefing.text()


def test_its_flags_and_its_end_of_the_battle_are_won(board: BattleBoard, run: Any) -> None:
    def settled(t: Table[BattleBoard]) -> Procedure[None]:
        yield from ()
        settle_victory(t)

    board.figures["u1"] -= 1
    run(settled, board)
    assert board.flags("confederate") == 1
    board.put("u1", SPACE["A1"])
    run(settled, board)
    assert board.outcome is not None
    assert (board.outcome.winner, board.outcome.level) == ("union", "last_stand")
    assert "Union stands on A1 and wins" in board.outcome.text


def test_the_page_of_rules_of_ones_own_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs/howto/your-own-battle-rules.md").read_text(encoding="utf-8")
    blocks = [part.partition("\n") for part in page.split("```")[1::2]]
    code, rules = ("\n".join(text for kind, _, text in blocks if kind == wanted) for wanted in ("python", "toml"))
    (tmp_path / "data").mkdir()
    battle = NEW_BATTLE + rules.replace(_entry_point(rules), "")
    (tmp_path / "data" / "my_battle.toml").write_text(battle, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "my_battles_of_the_page.py").write_text(code, encoding="utf-8")
    game = import_module("my_battles_of_the_page").PLUGIN.games[0].build(None)
    assert "The powder of the Union is wet." in game.sheet("my-battle").briefing.text()
    board = game.rules.set_up("my-battle", game.rules.read_options({}))
    board.put("u1", SPACE["D6"])
    board.put("s1", SPACE["D4"])
    assert "-1 wet powder" in "\n".join(ruling(board, "u1", SPACE["D4"]).lines())
    board.put("s1", SPACE["D3"])
    board.counters["fog"] = "fog"
    assert "-9 fog" in "\n".join(ruling(board, "u1", SPACE["D3"]).lines())
    match = game.start(seed=1)
    assert [line for line in match.view("union").log if line.startswith("The sky: ")]


def _entry_point(rules: str) -> str:
    """The lines of a pyproject.toml on the page, which stand in no battle file."""
    return "\n".join(line for line in rules.splitlines() if "entry-points" in line or "PLUGIN" in line)


def test_bots_play_it_to_the_end_and_a_record_reads_back(game: Game) -> None:
    match = game.start(seed=2)
    match.play_out({seat: game.bot("heuristic", seed=n) for n, seat in enumerate(game.seats)})
    assert match.outcome is not None
    again = game.rules.codec.board(game.rules.codec.board_to_json(match.state.board))
    assert again == match.state.board
