"""House rules from outside for Battle Cry: words, files, steps and a bot that nobody of ours knows of."""

from pathlib import Path

import pytest
from attrs import evolve, frozen

from wargame_battlecry import battle_plugin
from wargame_battlecry.authoring import NEW_BATTLE
from wargame_battlecry.board.board import BattleBoard, BattleRule, CardEffect, Given
from wargame_battlecry.players.heuristic import CardPlans
from wargame_battlecry.players.turn_plan import Situation, deciding_hexes
from wargame_battlecry.printed.files import DATA, HexName
from wargame_battlecry.printed.game_board import SPACE, Side
from wargame_battlecry.printed.pieces import CommandCard, Vocabulary
from wargame_battlecry.rules.card_effects import order_all, units_of
from wargame_battlecry.rules.victory import won_by_a_rule
from wargame_core import DataError, Game, load, verify_record
from wargame_core.authoring import (
    D6,
    EVERYBODY,
    Action,
    Counter,
    CounterSet,
    OwnRules,
    Procedure,
    RulesError,
    Step,
    Table,
    Variant,
    after,
)
from wargame_core.plugins import variants
from wargame_core.version import API


@frozen
class Pray(Action):
    """Pray for better weather, or do not."""

    loudly: bool


@frozen
class Weather(BattleRule):
    """The side that begins its turn prays or not, and a die says how the weather is; in mud one hex a move."""

    kind = "weather"
    mud: int = 2

    def begin(self, t: Table[BattleBoard]) -> Procedure[None]:
        prayer = yield from t.ask(t.board.active, [Pray(True), Pray(False)], "Pray?")
        face = yield from t.roll(D6, "the weather", seen_by=EVERYBODY)
        sky = "mud" if face + prayer.loudly <= self.mud else "fair"
        t.record(CounterSet("weather", sky, f"The weather: {sky}."))

    def march(self, board: BattleBoard, unit: str, hexes: int) -> int:
        return min(hexes, 1) if board.counters["weather"] == "mud" else hexes


@frozen
class Crossroads(BattleRule):
    """A side with a unit on a hex has won, whatever flags there are."""

    kind = "crossroads"
    side: Side
    hex: HexName

    def wins(self, board: BattleBoard, side: str) -> str:
        return f"holds {self.hex}" if self.side == side and board.unit_mask[side] >> SPACE[self.hex] & 1 else ""


@frozen
class Guns(CardEffect):
    """All artillery is ordered."""

    kind = "guns"

    def follow(self, t: Table[BattleBoard], card: CommandCard) -> None:
        order_all(t, Given(units_of(t.board, t.board.active, "artillery")))

    def worth(self, board: BattleBoard, side: str) -> float:
        return 0.5


DECK = """
[[card]]
id = "grand_battery"
title = "Grand Battery"
count = 2
group = "tactic"
effect = { kind = "guns" }
text = "All your artillery is ordered."
"""
RULES = """
[[rule]]
kind = "weather"

[[rule]]
kind = "crossroads"
side = "union"
hex = "E7"
"""
SKY = Counter("weather", "Weather", "fair", ("fair", "mud"))
WORDS = Vocabulary(effects=(Guns,), rules=(Weather, Crossroads))


def count_turns(t: Table[BattleBoard]) -> None:
    t.record(CounterSet("turns", int(t.board.counters["turns"]) + 1))


@pytest.fixture
def mud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Variant:
    """Battle Cry with a card more, a battle more, and at Kernstown weather and a hex that wins the battle."""
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {})
    folder = tmp_path / "mud"
    folder.mkdir()
    (folder / "deck.more.toml").write_text(DECK, "utf-8")
    (folder / "003-kernstown.more.toml").write_text(RULES, "utf-8")
    (folder / "my_battle.toml").write_text(NEW_BATTLE, "utf-8")
    variant = Variant(
        id="mud",
        of=("battlecry",),
        title="Mud",
        help="Weather at Kernstown.",
        requires_api=API,
        sequence=(after("End the turn", Step("Count the turns", count_turns)),),
        counters=(SKY, Counter("turns", "Turns so far", 0)),
        actions=(Pray,),
        words=lambda: WORDS,
        bots={"quick": lambda **_: load("battlecry").bot("random", seed=1)},
        data=folder,
    )
    variants.register_variant(variant)
    return variant


def test_a_battle_is_played_with_words_files_a_step_and_a_bot_of_a_variant(mud: Variant, tmp_path: Path) -> None:
    game = load("battlecry+mud")
    printed = load("battlecry")
    assert "grand_battery" in {card.id for card in game.sheet("kernstown").cards}
    assert {battle.id for battle in game.scenarios} - {battle.id for battle in printed.scenarios} == {"my-battle"}
    assert game.rules.source.digest != printed.rules.source.digest
    assert "quick" in game.bots
    match = game.start("kernstown", seed=7)
    match.play_out({seat: game.bot("heuristic", seed=1) for seat in game.seats})
    assert match.outcome is not None
    assert match.board.counters["turns"]
    assert verify_record(match.save(tmp_path / "mud.jsonl")).ok
    assert game.files.reload is not None
    changed = tmp_path / "changed"
    changed.mkdir()
    (changed / "pieces.toml").write_bytes((DATA / "pieces.toml").read_bytes())
    assert game.files.reload(changed).id == "battlecry+mud"


def test_a_special_rule_asks_and_rolls_when_a_turn_begins(mud: Variant) -> None:
    match = load("battlecry+mud").start("kernstown", seed=3)
    assert list(match.choices().of) == [Pray(True), Pray(False)]
    match.play(Pray(False))
    board = match.board
    assert isinstance(board, BattleBoard)
    assert board.turn == 1
    assert board.counters["weather"] in SKY.boxes
    assert [line for line in match.view(board.active).log if line.startswith("The weather: ")]


def test_the_card_of_a_variant_is_in_the_deck_and_bots_weigh_it(mud: Variant) -> None:
    match = load("battlecry").with_variants(mud).start("kernstown", seed=3)
    board = match.board
    assert isinstance(board, BattleBoard)
    assert [card for pile in (*board.hands.values(), board.pile) for card in pile].count("grand_battery") == 2
    worth, plan = CardPlans(Situation(board, "union")).of(board.book.cards["grand_battery"])
    assert worth == 0.5
    assert plan is None


def test_a_designers_battle_file_takes_variants_and_additions_too(mud: Variant, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(NEW_BATTLE.replace('"my-battle"', '"mine"'), "utf-8")
    assert mud.data is not None
    (mud.data / "mine.more.toml").write_text(RULES, "utf-8")
    game = load(Path(f"{tmp_path / 'mine.toml'}+mud"))
    assert (game.id, [battle.id for battle in game.scenarios]) == ("battlecry+mud", ["mine"])
    board = game.start("mine", seed=1).board
    assert isinstance(board, BattleBoard)
    assert [rule.kind for rule in board.rules] == ["hex_flags", "weather", "crossroads"]
    assert game.rules.printed["book"].cards["grand_battery"].count == 2


def test_a_mistake_in_the_files_of_a_variant_is_told_by_its_own_line(mud: Variant) -> None:
    assert mud.data is not None
    (mud.data / "deck.more.toml").write_text(DECK.replace('"guns"', '"gunz"'), "utf-8")
    with pytest.raises(DataError) as caught:
        load("battlecry+mud")
    [problem] = caught.value.problems
    assert (problem.file, problem.line) == ("deck.more.toml", 7)
    assert "guns" in problem.hint
    (mud.data / "deck.more.toml").unlink()
    (mud.data / "003-kernstown.more.toml").write_text(RULES.replace("E7", "E77"), "utf-8")
    with pytest.raises(DataError, match=r"003-kernstown\.more\.toml:8:1: E601 rule\[\d+\]\.hex: 'E77'"):
        load("battlecry+mud").start("kernstown")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("mud", "the words of a battle are a Vocabulary, not 'mud'"),
        (Vocabulary(rules=(Weather, type("Again", (BattleRule,), {"kind": "weather"}))), "Again and"),
    ],
)
def test_words_that_cannot_be_taken_are_refused(mud: Variant, words: object, problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        load("battlecry").with_variants(evolve(mud, words=words))


@pytest.fixture
def own(tmp_path: Path) -> Game:
    """Battles of one's own that bring a counter, an action, a step and a bot besides their words."""

    def own() -> OwnRules:
        return OwnRules(
            words=WORDS,
            counters=(SKY, Counter("turns", "Turns so far", 0)),
            actions=(Pray,),
            sequence=(after("End the turn", Step("Count the turns", count_turns)),),
            bots={"quick": lambda **_: load("battlecry").bot("random", seed=1)},
        )

    (tmp_path / "my_battle.toml").write_text(NEW_BATTLE + RULES, "utf-8")
    (entry,) = battle_plugin("own_battles", "Own battles", ("Own battles",), tmp_path, own_rules=own).games
    assert (entry.system, entry.varied) == ("battlecry", True)
    game = entry.build(None)
    assert isinstance(game, Game)
    return game


def test_battles_of_ones_own_bring_counters_actions_steps_and_bots(own: Game) -> None:
    match = own.start(seed=5)
    assert list(match.choices().of) == [Pray(True), Pray(False)]
    assert "quick" in own.bots
    assert [panel for panel in match.view("union").panels if "Weather" in str(panel)]
    match.play_out({seat: own.bot("random", seed=2) for seat in own.seats})
    assert match.board.counters["turns"]


@pytest.fixture
def board(own: Game) -> BattleBoard:
    """The first turn of the Union, which wins on E7."""
    board = own.rules.set_up("my-battle", own.rules.read_options({}))
    assert isinstance(board, BattleBoard)
    board.turn, board.active = 1, "union"
    return board


def test_bots_weigh_a_victory_by_the_rule_itself(board: BattleBoard) -> None:
    assert deciding_hexes(board.copy(), "u1") == 1 << SPACE["E7"]
    assert deciding_hexes(board.copy(), "s1") == 0
    now = Situation(board, "union", begins=True)
    worth = []
    for name in ("E7", "F6", "I1"):
        now.board.put("u1", SPACE[name])
        worth.append(now.enemies.deciding_worth("u1"))
    assert worth == sorted(worth, reverse=True)
    assert worth[-1] > 0
    against = Situation(board, "confederate", begins=True)
    against.board.put("s1", SPACE["E7"])
    assert against.enemies.deciding_worth("s1") > 0


def test_a_bot_takes_the_hex_that_wins_the_battle(board: BattleBoard) -> None:
    board.put("u1", SPACE["F6"])
    plan = CardPlans(Situation(board, "union", begins=True)).with_orders(["u1"])
    assert [(order.piece, order.to) for order in plan.orders] == [("u1", SPACE["E7"])]
    board.put("u1", SPACE["E7"])
    assert won_by_a_rule(board, "union") == ("crossroads", "holds E7")
