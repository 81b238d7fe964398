"""A campaign brings an effect of a card, a condition of an award and a special action of its own."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
from attrs import frozen
from tests.altar_of_freedom.kit import board_of
from tests.altar_of_freedom.words import NoRallying

from wargame_altar_of_freedom import campaign_plugin
from wargame_altar_of_freedom.authoring.folders import lint_campaign
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import SpecialActionTried
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.turn_events import StaffDiceSet
from wargame_altar_of_freedom.players.goals import AIMS, goals_of
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.printed.data_files import Vocabulary
from wargame_altar_of_freedom.printed.lines import Occasion, PlaceName
from wargame_altar_of_freedom.rules.rallying import rallies
from wargame_altar_of_freedom.rules.scoring import CONDITIONS, Condition, Places, ScoringOccasion
from wargame_altar_of_freedom.rules.special_actions import SpecialActionRule
from wargame_altar_of_freedom.table.panels import state_of_the_turn
from wargame_core import Game, Match, View, verify_record
from wargame_core.authoring import (
    Action,
    Counter,
    ListedChoices,
    OwnRules,
    Procedure,
    PublicEvent,
    Roll,
    RulesError,
    Step,
    Table,
    after,
)
from wargame_core.data.schema import schema_of
from wargame_core.flow.players import PlaysLike, RandomPlayer, Stop, Tell
from wargame_core.plugins.discovery import Plugin
from wargame_laws import LAWS, Trial
from wargame_laws.laws_of_play import law_everything_comes_up
from wargame_vicksburg.rules import WORDS as VICKSBURG


@frozen
class DepotHeld(Condition):
    """A turn ends with a depot of the side in the place."""

    kind: ClassVar[str] = "depot_held"
    occasion: ClassVar[Occasion] = Occasion.TURN_ENDS
    place: PlaceName

    def scores(self, board: CampaignBoard, side: str, now: ScoringOccasion) -> Places:
        return (self.place,) if board.depot_mask(side) >> board.campaign.space(self.place) & 1 else ()

    def sought_spaces(self, board: CampaignBoard) -> int:
        return 1 << board.campaign.space(self.place)


@frozen
class Forage(SpecialActionRule):
    """A token finds a Staff Die in the countryside."""

    kind: ClassVar[str] = "forage"

    def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
        return ("the countryside",)

    def carry_out(self, t: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
        yield from ()
        t.record(StaffDiceSet(token.side, t.board.staff_dice[token.side] + 1))

    def worth(self, board: CampaignBoard, side: str, target: str) -> float:
        return 0.0


@frozen
class Harangue(Action):
    """Speak to the army, or not."""

    words: str

    def text(self, board: CampaignBoard) -> str:
        return self.words


@frozen
class ZealRose(PublicEvent):
    """A side gives a Staff Die for the zeal of its army."""

    side: str

    def apply(self, board: CampaignBoard) -> None:
        board.staff_dice[self.side] -= 1
        board.counters["zeal"] = int(board.counters["zeal"]) + 1

    def text(self, board: CampaignBoard) -> str:
        return f"The {board.campaign.side_name(self.side)} army cheers."


SPEECHES = ("speak", "say nothing")


def council_of_war(t: Table[CampaignBoard]) -> Procedure[None]:
    """Each side may give a Staff Die for the zeal of its army, twice."""
    for side in sorted((*t.board.campaign.seats, *t.board.campaign.seats)):
        if t.board.staff_dice[side]:
            chosen = yield from t.ask(side, ListedChoices(map(Harangue, SPEECHES)), "Speak to the army?")
            if chosen.words == "speak":
                t.record(ZealRose(side))


class Zealous(PlaysLike):
    """Speaks whenever it can, and plays like the random player otherwise."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(RandomPlayer(seed=seed))

    def __call__(self, view: View, *, stop: Stop | None = None, tell: Tell | None = None) -> Action:
        speech = Harangue("speak")
        return speech if speech in list(view.choices or ()) else super().__call__(view, stop=stop, tell=tell)


AWARD = """
[[award]]
id = "own"
side = "confederate"
points = "1"
limit = "every_turn"
text = "holding Jackson"
when = { kind = "depot_held", place = "Jackson" }
"""
ACTION = """
[[special_action]]
kind = "forage"
"""
OWN = Vocabulary((NoRallying,), (DepotHeld,), (Forage,))


@pytest.fixture
def plugin(tmp_path: Path, campaign_data: Callable[[str], Path]) -> Plugin:
    """Vicksburg, of which a card, a line of a briefing and a special action say what no other campaign says."""
    for file in filter(Path.is_file, campaign_data("vicksburg").iterdir()):
        text = file.read_text(encoding="utf-8")
        if file.name == "deck.toml":
            old = 'kind = "staff_dice_delta"\nside = "federal"\namount = "d3"'
            text = text.replace(old, 'kind = "no_rallying"\nside = "federal"')
        if file.name == "campaign.toml":
            text += AWARD + ACTION
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    own = OwnRules(
        words=OWN.with_own(VICKSBURG),
        sequence=(after("Collect Staff Dice", Step("Council of war", council_of_war)),),
        actions=(Harangue,),
        events=(ZealRose,),
        counters=(Counter("zeal", "Zeal", 0),),
        bots={"zealous": Zealous},
    )
    return campaign_plugin("own_words", "Own words", ("Own words",), tmp_path, own_rules=lambda: own)


@pytest.fixture
def game(plugin: Plugin) -> Game:
    return plugin.games[0].build(None)


def test_its_files_are_right_for_its_plugin_and_wrong_for_the_system(plugin: Plugin, tmp_path: Path) -> None:
    assert plugin.lint is not None
    assert plugin.lint(tmp_path) == []
    codes = [problem.split(": ")[1][:4] for problem in sorted(lint_campaign(tmp_path))]
    assert codes == ["E601", "E602", "E511", "E511"]


def test_the_schemas_of_its_files_know_its_words(game: Game) -> None:
    shapes = {name: schema_of(cls)["$defs"] for name, cls in game.files.schemas.items()}
    assert shapes["deck.toml"]["NoRallying"]["properties"]["side"]["description"] == "names a side"
    assert shapes["deck.toml"]["NoRallying"]["properties"]["kind"] == {"const": "no_rallying"}
    assert set(shapes["campaign.toml"]["DepotHeld"]["properties"]) >= {"kind", "place"}
    assert shapes["campaign.toml"]["Forage"]["required"] == ["kind"]


def test_two_words_of_one_name_are_refused(tmp_path: Path) -> None:
    own = OwnRules(words=OWN.with_own(Vocabulary((Again,))))
    twice = campaign_plugin("twice", "Twice", ("Twice",), tmp_path, own_rules=lambda: own)
    with pytest.raises(RulesError, match="Again and NoRallying have the same kind 'no_rallying'"):
        twice.games[0].build(None)


@frozen
class Again(NoRallying):
    """An effect that takes the name of another."""


def test_its_effect_holds_and_says_so_and_is_read_back(game: Game) -> None:
    match = game.start(seed=3, chance="explicit")
    while isinstance(roll := match.pending, Roll) and roll.label != "event card":
        match.roll(roll.die.faces[0])
    match.roll("living_off_the_land")
    board = board_of(match)
    assert board.effects == [NoRallying("federal")]
    assert "no Federal brigade rallies" in {line.value for line in state_of_the_turn(board)}
    board.broken_brigades.add(board.campaign.oob.units_of("us_xiii_carr")[0].id)
    assert rallies(board, "federal") == []
    written = game.rules.codec.board_to_json(board)
    assert written["effects"] == [{"kind": "no_rallying", "side": "federal"}]
    read = game.rules.codec.board(written)
    assert isinstance(read, CampaignBoard)
    assert read.effects == board.effects


def test_its_award_scores_and_bots_go_for_it(game: Game) -> None:
    match: Match = game.start(seed=5)
    match.play_out({seat: game.bot("heuristic", seed=n) for n, seat in enumerate(game.seats)})
    board = board_of(match)
    assert {award.place for award in board.ledger if award.id == "own"} == {"Jackson"}
    assert any(goal.what == "guard holding Jackson" for goal in goals_of(Situation(board, "federal", Fields())))


def test_its_special_action_is_offered(game: Game) -> None:
    match = game.start(seed=5)
    random = {seat: game.bot("random", seed=n) for n, seat in enumerate(game.seats)}
    match.play_out(random)
    events = (event for entry in match.entries for event in entry.events)
    assert "forage" in {event.what for event in events if isinstance(event, SpecialActionTried)}


def test_bots_know_every_condition_that_all_campaigns_may_use() -> None:
    """What is no matter of places makes nobody go anywhere."""
    assert {
        condition for condition in CONDITIONS if condition.sought_spaces is not Condition.sought_spaces
    } == AIMS.keys()


def test_a_whole_game_by_its_own_rules(game: Game, tmp_path: Path) -> None:
    """The bots of the system answer a question that only this campaign asks; it is recorded, undone and read back."""
    players = {"federal": game.bot("zealous", seed=1), "confederate": game.bot("heuristic", seed=2)}
    match = game.start(seed=6)
    match.play_out(players)
    events = [event for entry in match.entries for event in entry.events]
    spoken = [event.side for event in events if isinstance(event, ZealRose)]
    assert spoken.count("federal") > 1
    assert match.board.counters == {"zeal": len(spoken)}
    record = match.save(tmp_path / "own.jsonl")
    assert verify_record(record, game).ok


def test_a_choice_of_its_own_is_taken_back(game: Game) -> None:
    match = game.start(seed=6)
    while Harangue("speak") not in list(match.choices()):
        match.play(next(iter(match.choices())))
    (side,) = match.waiting_for
    before = board_of(match).staff_dice.copy()
    match.play(Harangue("speak"))
    assert board_of(match).staff_dice == before | {side: before[side] - 1}
    match.undo()
    assert (board_of(match).staff_dice, board_of(match).counters) == (before, {"zeal": 0})


def test_it_obeys_the_laws(game: Game) -> None:
    trial = Trial(game, range(1), {"federal": "zealous", "confederate": "belligerent"}, budget=5, games=1, ends=1)
    for law in LAWS:
        if law is not law_everything_comes_up:  # one game is too few for that
            law(trial)
