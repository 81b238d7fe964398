"""Battles of a campaign settled by a stranger's game, found by its entry point: a parley by dice and nerve."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from attrs import define, frozen
from tests.altar_of_freedom.kit import position
from tests.campaign_battles.battles_kit import field

from wargame_altar_of_freedom.board.actions import BattleReport
from wargame_altar_of_freedom.board.contact_events import BattleFought
from wargame_altar_of_freedom.board.pieces import EndOfBattle
from wargame_altar_of_freedom.rules.tabletop import resolvers
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief
from wargame_altar_of_freedom.rules.tabletop.resolvers import BattleGame, Breakpoints
from wargame_core import Match, Seeded
from wargame_core.authoring import (
    D6,
    Action,
    Ask,
    Board,
    Game,
    ListedChoices,
    Outcome,
    Procedure,
    Rules,
    Scenario,
    Sequence,
    Static,
    Step,
    Table,
)
from wargame_core.interfaces import Interface
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_vicksburg import PLUGIN as VICKSBURG

SEATS = ("attacker", "defender")


@define
class ParleyBoard(Board):
    strengths: Static[dict[str, int]]


@frozen
class Answer(Action):
    """What a commander sends the other."""

    stands: bool

    def text(self, board: Any) -> str:
        return "stand" if self.stands else "yield"


def parley(t: Table[ParleyBoard]) -> Procedure[None]:
    """Who yields alone has lost; else a die and the strength of each side decide, and a tie is the defender's."""
    asks = [Ask(seat, ListedChoices([Answer(True), Answer(False)]), "Stand or yield?") for seat in SEATS]
    answers = yield from t.ask_secretly(asks)
    scores = {}
    for seat in SEATS:
        die = yield from t.roll_openly(D6, f"the nerve of the {seat}")
        scores[seat] = die + t.board.strengths[seat] + 100 * answers[seat].stands
    t.finish(Outcome("attacker" if scores["attacker"] > scores["defender"] else "defender", "conceded"))


def make(data: JsonMapping) -> Game:
    strengths = dict(data.get("strengths", {}))
    rules = Rules(
        id="parley",
        seats=SEATS,
        scenarios=(Scenario("parley", "A parley"),),
        sequence=Sequence("Parley", Step("Parley", parley)),
        board=ParleyBoard,
        set_up=lambda scenario, options: ParleyBoard(strengths),
        actions=(Answer,),
        events=(),
        printed={"strengths": strengths},
    )
    return Game(rules=rules)


def handed_over(brief: BattleBrief, breakpoints: Breakpoints) -> JsonObject:
    sides = zip(SEATS, brief.sides, strict=True)
    return {"strengths": {seat: len(side.units) for seat, side in sides}}


def seats(brief: BattleBrief) -> dict[str, str]:
    return {side.side: seat for seat, side in zip(SEATS, brief.sides, strict=True)}


def report(brief: BattleBrief, board: ParleyBoard) -> BattleReport:
    assert board.outcome is not None
    winner = next(side for side, seat in seats(brief).items() if seat == board.outcome.winner)
    return BattleReport(winner, EndOfBattle.CONCEDED, 1, (), why="a parley")


PARLEY = BattleGame(make, handed_over, seats, report)


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the stranger's distribution were installed, and the campaigns read anew."""
    entry = EntryPoint("parley", f"{__name__}:PARLEY", resolvers.BATTLES.group)
    monkeypatch.setattr(Interface, "entries", lambda self: {"parley": entry} if self is resolvers.BATTLES else {})
    for found in (resolvers.battle_games, resolvers.battle_game):
        found.cache_clear()
    yield
    for found in (resolvers.battle_games, resolvers.battle_game):
        found.cache_clear()


def campaign() -> Game:
    """Vicksburg as it is built where the stranger's distribution is installed."""
    return VICKSBURG.games[0].build(None)


def test_a_campaign_offers_it_and_tells_its_result() -> None:
    game = campaign()
    (battles,) = [option for option in game.options if option.name == "battles"]
    assert battles.choices == ("quick", "reported", "parley")
    match: Match = position("Fight", board=field(game, battles="parley"), game=game).match
    assert match.waiting_for == ("confederate", "federal")  # the attacker first
    for seat in match.waiting_for:
        assert match.view(seat).prompt == "Stand or yield?"
    stands, yields = list(match.choices("confederate"))
    match.play(yields, "federal")
    match.play(stands, "confederate")
    match.use_dice(Seeded(1))
    (told,) = [event for entry in match.entries for event in entry.events if isinstance(event, BattleFought)]
    assert (told.winner, told.reason, told.why) == ("confederate", EndOfBattle.CONCEDED, "a parley")
