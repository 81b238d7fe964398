"""House rules from outside for the Great Campaigns and for the clock: words, files, a step, a counter and a bot."""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from attrs import evolve, frozen
from tests.gcacw_on_the_4th_day.scenario_folder import new_folder

from wargame_core import DataError, load, verify_record
from wargame_core.authoring import (
    Cite,
    Counter,
    CounterSet,
    Modifier,
    Option,
    RulesError,
    Step,
    Table,
    Variant,
    after,
    refuse,
)
from wargame_core.plugins import variants
from wargame_core.rulings import Verdict
from wargame_core.version import API
from wargame_gcacw.board.action_events import ActionBegan
from wargame_gcacw.board.board import Activation, FieldBoard
from wargame_gcacw.board.turn_events import TurnBegan
from wargame_gcacw.printed.book import Vocabulary
from wargame_gcacw.printed.counters import Arm, Side
from wargame_gcacw.rules.action_cycle import ActionChoices, march_begins
from wargame_gcacw.rules.combat import judge_attack
from wargame_gcacw.rules.march import begin_march, roll_allowance
from wargame_gcacw.rules.retreats import hexes_to_ask
from wargame_gcacw.rules.special_rules import SpecialRule
from wargame_laws import drive, first

GAME = "gcacw_on_the_4th_day"


@frozen
class Blisters(SpecialRule):
    """Infantry of a side marches two points less, and does not attack in haste."""

    kind: ClassVar[str] = "blisters"
    side: Side

    def allowance(self, board: FieldBoard, side: Side, arm: Arm) -> Iterator[Modifier]:
        if (side, arm) == (self.side, "infantry"):
            yield Modifier(-2, "blisters")

    def extended_march(self, board: FieldBoard, unit: str) -> Iterator[Modifier]:
        yield Modifier(9, "blisters")

    def attack(self, board: FieldBoard, unit: str, target: int, how: str) -> Verdict:
        return refuse("blisters", "blisters know no haste") if how == "hasty" else Verdict(())

    def gives_way(self, board: FieldBoard, space: int) -> bool:
        return False

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        yield f"The feet of the {self.side} side are sore.", Cite("House rules", "", "Blisters")


MORE = '[[rule]]\nkind = "blisters"\nside = "union"\n'


def count_days(t: Table[FieldBoard]) -> None:
    t.record(CounterSet("days", int(t.board.counters["days"]) + 1))


@pytest.fixture
def sore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Variant:
    """Variant A with a special rule more, and a count of the days."""
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {})
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "lees_retreat.more.toml").write_text(MORE, "utf-8")
    variant = Variant(
        id="sore",
        of=("gcacw",),
        title="Sore feet",
        help="The Union army is footsore.",
        requires_api=API,
        sequence=(after("Begin the turn", Step("Count the days", count_days)),),
        counters=(Counter("days", "Days so far", 0),),
        options=(Option("boots", "whether boots are worn", ("worn", "new"), "worn"),),
        words=lambda: Vocabulary(rules=(Blisters,)),
        bots={"quick": lambda **_: load(GAME).bot("random", seed=1)},
        data=tmp_path / "more",
    )
    variants.register_variant(variant)
    return variant


def test_a_scenario_is_played_with_words_files_and_a_step_of_a_variant(sore: Variant, tmp_path: Path) -> None:
    game = load(f"{GAME}+sore")
    assert game.rules.source.digest != load(GAME).rules.source.digest
    match = game.start("lees_retreat", seed=7)
    assert Blisters("union") in match.board.scenario.rules  # type: ignore[attr-defined]
    assert Blisters("union") not in game.start("the_battle_continues").board.scenario.rules  # type: ignore[attr-defined]
    assert game.start("lees_retreat", options={"boots": "new"}).options["boots"] == "new"
    match.play_out({seat: game.bot("random", seed=1) for seat in game.seats})
    assert match.board.counters == {"days": 2}
    assert "quick" in game.bots
    assert verify_record(match.save(tmp_path / "sore.jsonl")).ok
    assert game.files.reload is not None
    assert game.files.reload(new_folder(tmp_path)).rules.printed["book"].words.rules[-1] is Blisters
    texts = [note.text for note in game.sheet("lees_retreat").briefing.special_rules]
    assert "The feet of the union side are sore." in texts


def test_its_rule_bends_allowances_extended_marches_attacks_and_retreats(sore: Variant) -> None:
    game = load(f"{GAME}+sore")
    board = game.rules.first_board("lees_retreat", {})
    assert isinstance(board, FieldBoard)
    drive(lambda t: t.record(TurnBegan("1863-07-04")), board)
    for unit in list(board.units):
        board.remove(unit)
    start, hill = board.ground.map.parse("S3302"), board.ground.map.parse("S3202")
    for unit, space in (("usa_crawford", start), ("csa_robertson", hill)):
        state = game.rules.first_board("lees_retreat", {}).units[unit]  # type: ignore[attr-defined]
        board.put(unit, evolve(state, space=space, fatigue=2, exhausted=True))
    choices = ActionChoices(board, "union")
    [march] = [action for action in choices if action.kind == "march"]
    assert "-2 blisters" in choices.help(march, board)
    assert hexes_to_ask(board, "usa_crawford") == []
    drive(lambda t: t.record(ActionBegan(Activation("union", ("usa_crawford",), ("usa_crawford",)))), board)
    drive(lambda t: roll_allowance(t, "march", "infantry"), board, 3)
    points = board.the_activation.allowance
    assert points == 2 * int(march_begins(board, "usa_crawford", "", is_tired=False).split(": ")[1].split(" ")[0])
    told = drive(lambda t: begin_march(t, "usa_crawford"), board, 1, rest=first)
    [extended] = [event for event in told if event.kind == "extended_marched"]
    assert "blisters" in str(extended.ruling)  # type: ignore[attr-defined]
    assert "no haste" in str(judge_attack(board, "usa_crawford", hill, "hasty"))


def test_a_folder_of_a_designer_takes_variants_too(sore: Variant, tmp_path: Path) -> None:
    folder = new_folder(tmp_path)
    (sore.data / "my_scenario.more.toml").write_text(MORE, "utf-8")  # type: ignore[operator]
    game = load(Path(f"{folder}+sore"))
    assert game.rules.additions.variants == (sore,)
    assert Blisters("union") in game.start().board.scenario.rules  # type: ignore[attr-defined]


def test_a_mistake_in_the_files_of_a_variant_is_told_by_its_own_line(sore: Variant) -> None:
    (sore.data / "lees_retreat.more.toml").write_text(MORE.replace("blisters", "blister"), "utf-8")  # type: ignore[operator]
    with pytest.raises(DataError) as caught:
        load(f"{GAME}+sore").start("lees_retreat")
    [problem] = caught.value.problems
    assert (problem.file, problem.line, problem.code) == ("lees_retreat.more.toml", 2, "E204")
    assert "blisters" in problem.hint


def test_words_of_another_kind_are_refused(sore: Variant) -> None:
    with pytest.raises(RulesError, match="the words of a scenario are a Vocabulary, not 'mud'"):
        load(GAME).with_variants(evolve(sore, words="mud"))


def test_a_rule_of_a_variant_may_hold_in_every_scenario_unasked(sore: Variant) -> None:
    always = evolve(sore, data=None, words=Vocabulary(always=(Blisters("union"),)))
    game = load(GAME).with_variants(always)
    for scenario in game.scenarios:
        assert Blisters("union") in game.start(scenario.id).board.scenario.rules  # type: ignore[attr-defined]


# The clock
def test_the_clock_is_played_with_files_of_a_variant(sore: Variant, tmp_path: Path) -> None:
    (tmp_path / "clock").mkdir()
    (tmp_path / "clock" / "clock.more.toml").write_text('[place.jackson]\nname = "The capital"\n', "utf-8")
    capital = evolve(sore, id="capital", of=("thunder_on_the_mississippi",), words=None, data=tmp_path / "clock")
    capital = evolve(capital, sequence=(), counters=(), options=(), bots={})
    game = load("thunder_on_the_mississippi").with_variants(capital)
    clock = game.rules.printed["book"].clock
    assert (clock.place["jackson"].name, clock.place["jackson"].terrain) == ("The capital", "city")
    assert game.start(seed=1).board.book is game.rules.printed["book"]  # type: ignore[attr-defined]
    with pytest.raises(RulesError, match="the clock takes no words of variants; capital has some"):
        load("thunder_on_the_mississippi").with_variants(evolve(capital, words=Vocabulary()))
