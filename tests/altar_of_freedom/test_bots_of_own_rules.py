"""A new rule of an author's changes what the bot chooses: it says what it is worth, and no bot knows its class."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from attrs import frozen
from tests.altar_of_freedom.kit import bare_board, position

from wargame_altar_of_freedom.board.actions import Decide, Done, SpecialAction
from wargame_altar_of_freedom.board.board import CampaignBoard, CardEffect
from wargame_altar_of_freedom.board.pieces import Award, Token
from wargame_altar_of_freedom.board.turn_events import StaffDiceSet
from wargame_altar_of_freedom.game import campaign_game
from wargame_altar_of_freedom.players.bots import HeuristicPlayer
from wargame_altar_of_freedom.players.danger import Threats
from wargame_altar_of_freedom.players.goals import Goal, goals_of
from wargame_altar_of_freedom.players.plan import make_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.data_files import Vocabulary
from wargame_altar_of_freedom.printed.lines import Occasion, PlaceName, Side
from wargame_altar_of_freedom.rules.scoring import Condition, Places, ScoringOccasion
from wargame_altar_of_freedom.rules.special_actions import SpecialActionRule
from wargame_core import Game
from wargame_core.authoring import ListedChoices, OwnRules, Procedure, Roll, Table
from wargame_vicksburg.rules import WORDS as VICKSBURG


@frozen
class Proclaim(SpecialActionRule):
    """Read a proclamation in a place."""

    kind: ClassVar[str] = "proclaim"
    place: PlaceName
    points: int

    def places(self, board: CampaignBoard) -> tuple[str, ...]:
        return (self.place,)

    def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
        return (self.place,) if board.at[token.id] == board.campaign.space(self.place) else ()

    def carry_out(self, t: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
        yield from ()
        t.record(StaffDiceSet(token.side, t.board.staff_dice[token.side] + 1))

    def worth(self, board: CampaignBoard, side: str, target: str) -> float:
        return float(self.points) if side == "federal" else 0.0


@frozen
class SkirmishWonAt(Condition):
    """A skirmish is won in a place."""

    kind: ClassVar[str] = "skirmish_won_at"
    occasion: ClassVar[Occasion] = Occasion.SKIRMISH_WON
    place: PlaceName

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        there = occasion.space == board.campaign.space(self.place)
        return (self.place,) if there and occasion.side == side else ()


@frozen
class Fair(Condition):
    """A turn ends with a division of the side at the fair."""

    kind: ClassVar[str] = "fair"
    occasion: ClassVar[Occasion] = Occasion.TURN_ENDS
    place: PlaceName

    def scores(self, board: CampaignBoard, side: str, occasion: ScoringOccasion) -> Places:
        return (self.place,) if board.division_mask(side) & self.sought_spaces(board) else ()

    def sought_spaces(self, board: CampaignBoard) -> int:
        return 1 << board.campaign.space(self.place)


@frozen
class Sutlers(CardEffect):
    """A side is offered goods, which are not worth their price."""

    kind: ClassVar[str] = "sutlers"
    side: Side
    price: int

    def asked_sides(self, campaign: Campaign) -> Iterable[str]:
        return (self.side,)

    def begin(self, t: Table[CampaignBoard]) -> Procedure[None]:
        yield from t.ask(self.side, ListedChoices([Decide("buy"), Decide("send_them_off")]), "Do you buy?")

    def worth(self, board: CampaignBoard, side: str, answer: str) -> float:
        return 1.0 - self.price if answer == "buy" else 0.0

    def base_move(self, board: CampaignBoard, token: Token, spaces: int) -> int | None:
        return 0 if token.side == self.side else None


WORDS = Vocabulary((Sutlers,), (SkirmishWonAt, Fair), (Proclaim,)).with_own(VICKSBURG)
SCORED = Award("own", "federal", "own", 1, 9, 0, "Raymond", "")
Made = Callable[..., Game]


@pytest.fixture
def made(tmp_path: Path, campaign_data: Callable[[str], Path]) -> Made:
    """Vicksburg with more lines in its campaign file, and a card of sutlers who ask such a price."""

    def make(lines: str = "", price: int = 0) -> Game:
        for file in filter(Path.is_file, campaign_data("vicksburg").iterdir()):
            text = file.read_text(encoding="utf-8")
            if file.name == "deck.toml":
                old = 'kind = "staff_dice_delta"\nside = "federal"\namount = "d3"'
                assert old in text
                text = text.replace(old, f'kind = "sutlers"\nside = "federal"\nprice = {price}')
            (tmp_path / file.name).write_text(text + lines * (file.name == "campaign.toml"), encoding="utf-8")
        return campaign_game("own_rules", tmp_path, (), own_rules=OwnRules(words=WORDS))

    return make


def proclaim(points: int) -> str:
    return f'\n[[special_action]]\nkind = "proclaim"\nplace = "Raymond"\npoints = {points}\n'


def award(when: str, limit: str = "every_turn") -> str:
    lines = ("[[award]]", 'id = "own"', 'side = "federal"', 'points = "9"', f'limit = "{limit}"', 'text = "own"')
    return "\n".join(("", *lines, f"when = {when}", ""))


def seen(game: Game, at: dict[str, str], **changes: Any) -> Situation:
    return Situation(bare_board(game, at, **changes), "federal", Fields())


def goals(game: Game, at: dict[str, str], **changes: Any) -> dict[str, Goal]:
    return {goal.what: goal for goal in goals_of(seen(game, at, **changes))}


@pytest.mark.parametrize(("points", "chosen"), [(6, SpecialAction("carr", "proclaim", "Raymond")), (0, Done())])
def test_a_new_special_action_is_tried_where_it_is_worth_its_staff_die(made: Made, points: int, chosen: object) -> None:
    at = {"carr": "Raymond", "stevenson": "Vicksburg"}
    play = position("Special action", at, game=made(proclaim(points)), moving="us_xiii", dice_left={"federal": 3})
    assert HeuristicPlayer(1)(play.match.view("federal")) == chosen


def test_a_token_is_sent_to_the_place_of_a_new_special_action(made: Made) -> None:
    at = {"carr": "12,12", "stevenson": "Vicksburg"}
    aims = [make_plan(seen(made(proclaim(points)), at)).orders["carr"].goal.what for points in (30, 0)]
    assert aims[0] == "proclaim Raymond"
    assert aims[1] != aims[0]


def test_an_attack_is_worth_more_where_a_new_condition_scores_for_skirmishes(made: Made) -> None:
    at = {"carr": "12,12", "stevenson": "Raymond", "loring": "Jackson"}
    plain = goals(made(), at)
    own = goals(made(award('{ kind = "skirmish_won_at", place = "Raymond" }')), at)
    assert own["attack Raymond"].once > plain["attack Raymond"].once + 1
    assert own["attack Jackson"].once == plain["attack Jackson"].once


@pytest.mark.parametrize(
    ("limit", "ledger", "points"),
    [("every_turn", [], (0, 9)), ("once", [], (9, 0)), ("once", [SCORED], (0, 0)), ("every_turn", [SCORED], (0, 9))],
)
def test_the_place_of_a_new_condition_is_sought_as_often_as_it_scores(
    made: Made, limit: str, ledger: list[Award], points: tuple[float, float]
) -> None:
    game = made(award('{ kind = "fair", place = "Raymond" }', limit))
    goal = goals(game, {"carr": "12,12", "stevenson": "Vicksburg"}, ledger=ledger)["own"]
    assert (goal.once, goal.each_turn) == points


@pytest.mark.parametrize(("price", "answer"), [(0, "buy"), (3, "send_them_off")])
def test_the_question_of_a_new_card_is_answered_by_what_its_effect_says(made: Made, price: int, answer: str) -> None:
    match = made(price=price).start(seed=3, chance="explicit")
    while isinstance(roll := match.pending, Roll) and roll.label != "event card":
        match.roll(roll.die.faces[0])
    match.roll("living_off_the_land")
    assert HeuristicPlayer(1)(match.view("federal")) == Decide(answer)


def test_enemies_whom_a_new_card_halts_are_less_of_a_danger_this_turn(made: Made) -> None:
    game = made()

    def coming(**changes: Any) -> float:
        board = bare_board(game, {"carr": "Raymond", "stevenson": "12,12"}, **changes)
        threats = Threats(Situation(board, "confederate", Fields()))
        return sum(threats.attackers_of(space).number for space in range(board.campaign.map.size))

    halted = [Sutlers("federal", 0)]
    assert coming(effects=halted) < coming()
    assert coming(effects=halted, activated_commands={"us_xiii"}) == coming(activated_commands={"us_xiii"})


def test_a_new_special_action_without_its_worth_is_an_error() -> None:
    @frozen
    class Forage(SpecialActionRule):
        def targets(self, board: CampaignBoard, token: Token) -> tuple[str, ...]:
            return ()

        def carry_out(self, t: Table[CampaignBoard], token: Token, target: str) -> Procedure[None]:
            yield from ()

    with pytest.raises(TypeError, match=r"abstract method '?worth"):
        Forage()  # type: ignore[abstract]
