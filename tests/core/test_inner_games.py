"""A game that holds another one: the laws hold on both levels, and for a league of seasons."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import define, evolve, field
from tests.core.inner_game_toy import Bid, league, season
from tests.core.records_of_toys import rewritten
from tests.core.skirmish_toy import SPACES, Go, Hide, Stay, TokenDrawn, ToyBoard, toy
from tests.laws.broken_toys import breaks, with_rule

from wargame_core import Match, NotYourTurn, Record, Roll, State, load_match, verify_record
from wargame_core.authoring import D6, Event, Game, ListedChoices, Procedure, Public, Table, draw_from
from wargame_core.flow.inner_games import InnerAction, InnerChoices, InnerEvent, InnerGameBegan, outer_pending
from wargame_core.flow.players import RandomPlayer
from wargame_laws import laws
from wargame_laws.laws_of_secrets import law_secrets_stay_secret

test_laws = laws(season, seeds=range(6), budget=120, unexercised={"action result"})
test_laws_of_a_league = pytest.mark.thorough(
    laws(league, seeds=range(4), budget=100, unexercised={"action result"}),
)
test_laws_unwatched = pytest.mark.thorough(
    laws(season, seeds=range(6), budget=100, options={"watched": "no"}, unexercised={"action result"})
)


def hide(space: int) -> InnerAction:
    return InnerAction("toy", Hide(space))


def bids(match: Match, ann: int = 1, bob: int = 0) -> Match:
    match.play(Bid(ann), "ann")
    match.play(Bid(bob), "bob")
    return match


@pytest.fixture
def match() -> Match:
    """Ann has the higher bid and is blue in the toy; bob is to hide red's mine."""
    return bids(season().start(seed=7))


@pytest.fixture
def walking(match: Match) -> Match:
    """The mine lies on the hill, the scout may go."""
    match.play(hide(4), "bob")
    return match


def whole(seed: int = 3, game: Game | None = None) -> Match:
    game = game or season()
    match = game.start(seed=seed)
    match.play_out({seat: RandomPlayer(number) for number, seat in enumerate(game.seats)})
    return match


# What is asked, and of whom.


def test_the_game_inside_asks_the_seats_of_the_game_around_it(match: Match) -> None:
    assert match.waiting_for == ("bob",)
    assert [action.text(match.board) for action in match.choices("bob")] == [
        f"hide the mine in the {place}" for place in ("bridge", "ford", "mill", "hill")
    ]
    with pytest.raises(NotYourTurn, match="ann is not to choose now; waiting for bob"):
        match.play(hide(2), "ann")


def test_its_end_is_heard_as_an_action_of_the_game_around_it() -> None:
    match = whole()
    told = [event.kind for entry in match.entries for event in entry.events if not isinstance(event, InnerEvent)]
    assert told[told.index("inner_game_began") :][:4] == [
        "inner_game_began",
        "inner_game_ended",
        "round_won",
        "round_accepted",
    ]
    assert match.board.inner is None


# What each seat sees.


def test_a_view_has_the_view_inside_as_the_seat_there(walking: Match) -> None:
    ann, bob = walking.view("ann").inner, walking.view("bob").inner
    assert ann is not None
    assert bob is not None
    assert (ann.seat, bob.seat) == ("blue", "red")
    assert (ann.board.mine, bob.board.mine) == (0, 4)
    assert (ann.asked, bob.asked) == (True, False)
    assert set(ann.choices) == {Stay(), Go(1)}


def test_what_happened_in_one_game_inside_is_not_worded_by_the_board_of_the_next() -> None:
    match, rng = season().start(seed=3), Random(3)
    while match.board.round == 1 or match.board.inner is None:  # type: ignore[attr-defined]
        play_one(match, rng)
    play_one(match, rng)  # the mine is hidden there
    began = [event.inner.game.number for event in events_of(match) if isinstance(event, InnerGameBegan)]
    first, second = (
        [event for event in events_of(match) if isinstance(event, InnerEvent) and event.number == number]
        for number in dict.fromkeys(began)
    )
    assert len(first) > len(second) > 0
    assert {event.text(match.board) for event in first} == {""}
    assert "" not in {event.text(match.board) for event in second}


def events_of(match: Match) -> list[Event]:
    return [event for entry in match.entries for event in entry.events]


def test_who_plays_no_part_looks_on_if_he_may() -> None:
    watched, closed = bids(season().start(seed=7)), bids(season().start(seed=7, options={"watched": "no"}))
    seen = watched.view("judge").inner
    assert seen is not None
    assert seen.seat == "spectator"
    for seat in ("judge", "spectator"):
        assert closed.view(seat).inner is None
        assert closed.view(seat).board.inner is None
        assert not [event for event in closed.view(seat).events if isinstance(event, (InnerGameBegan, InnerEvent))]
    assert closed.view("referee").inner is not None


def test_a_screen_is_told_which_game_lies_open(walking: Match) -> None:
    seen = walking.view("ann").to_json()
    told = seen["inner"]
    assert {key: told[key] for key in ("game", "scenario", "seat")} == {
        "game": "toy",
        "scenario": "plain",
        "seat": "blue",
    }
    assert told["cursor"] == ["Toy", "Turn", "Walk"]
    other = bids(season().start(seed=7), ann=0, bob=1).view("ann").to_json()
    assert other["sheet"] == seen["sheet"] == season().sheet_of(walking.view("ann")).digest
    assert season().sheet_of(walking.view("ann")).game == "toy"
    assert "inner" not in season().start(seed=7).view("ann").to_json()


def test_the_story_inside_is_each_seats_own(walking: Match) -> None:
    assert "blue draws a token." in walking.view("bob").log
    assert "blue draws a token." not in walking.view("ann").log


def test_worlds_deal_the_secrets_of_both_games_anew(walking: Match) -> None:
    worlds = [walking.view("ann").world(Random(seed)) for seed in range(40)]
    mines = {world.board.inner.board.mine for world in worlds}  # type: ignore[union-attr]
    purses = {world.board.purses["bob"] for world in worlds}  # type: ignore[attr-defined]
    assert mines == {1, 2, 3, 4}
    assert len(purses) > 1
    assert {world.board.inner.board.purses["blue"] for world in worlds} == {  # type: ignore[union-attr]
        walking.board.inner.board.purses["blue"]  # type: ignore[union-attr]
    }


def test_the_law_of_secrets_looks_inside() -> None:
    class Loud(TokenDrawn):
        def for_seat(self, seat: str, board: Any) -> Event | None:
            return self

    def draw_loudly(t: Table[Any]) -> Procedure[None]:
        for seat in ("blue", "red"):
            token = yield from t.roll(draw_from(t.board.cup, "the cup"), "a token", seen_by=frozenset({seat}))
            t.record(Loud(seat, token))

    leaking = with_rule("Draw tokens", draw_loudly)
    leaks = r"(ann|bob|judge|spectator) what it does not reveal|(ann|bob|judge|spectator) can tell two worlds apart"
    breaks(law_secrets_stay_secret, season(inner_games={"toy": lambda data: leaking}), leaks)


def test_the_law_of_secrets_looks_at_boards_inside() -> None:
    @define
    class Open(ToyBoard):
        purses: Public[dict[str, tuple[int, ...]]] = field(factory=dict)  # everybody sees what was drawn

    def set_up(scenario: str, options: Mapping[str, str]) -> Open:
        return Open(hands=dict.fromkeys(("blue", "red"), (1, 2, 3)), names=SPACES, short=True)

    leaking = toy(board=Open, set_up=set_up)
    breaks(
        law_secrets_stay_secret,
        season(inner_games={"toy": lambda data: leaking}),
        "can tell two worlds apart by its view",
    )


# Taking back, going back, going on.


def test_a_choice_inside_can_be_taken_back(walking: Match) -> None:
    for action in (Go(1), Go(0), Stay()):
        walking.play(InnerAction("toy", action), "ann")
    while walking.view("ann").inner.cursor[-1] != "Walk":  # type: ignore[union-attr]
        seat = walking.waiting_for[0]
        walking.play(next(iter(walking.choices(seat))), seat)
    before = walking.state
    walking.play(InnerAction("toy", Go(1)), "ann")  # it has been there: nobody learns anything
    assert walking.can_undo("ann")
    walking.undo("ann")
    assert walking.state == before
    assert walking.board.inner.board.scout == 0  # type: ignore[union-attr]


def test_every_position_of_both_games_can_be_gone_back_to() -> None:
    match = whole()
    for at in range(0, match.seq, 5):
        fork = match.fork(at)  # goes on to the next choice, as matches with dice do
        again = State.load(match.rules, fork.state.to_json())
        assert again == fork.state
        assert again.board == fork.board


# Records.


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return whole().save(tmp_path / "season.jsonl")


def test_the_record_of_the_game_inside_stands_within_the_record(saved: Path) -> None:
    assert verify_record(saved, season()).ok
    match = load_match(saved, game=season())
    assert Record.of(match).lines == Record.load(saved).lines


def test_a_game_goes_on_from_a_record_that_ends_inside(walking: Match, tmp_path: Path) -> None:
    path = walking.save(tmp_path / "season.jsonl")
    again = load_match(path, game=season())
    assert again.state == walking.state
    players = {seat: RandomPlayer(3) for seat in walking.rules.seats}
    walking.play_out(players)
    again.play_out({seat: RandomPlayer(3) for seat in again.rules.seats})
    assert again.state == walking.state


def test_a_seats_record_tells_what_it_saw_of_the_game_inside(saved: Path) -> None:
    own = Record.load(saved).for_seat("ann", season().rules).text()
    assert '"kind":"mine_hidden","space":0' in own
    assert '"kind":"mine_hidden","space":0' not in Record.load(saved).text()


def inner(rows: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The first event of the inner game of a kind."""
    told = (event for row in rows for event in row.get("events", ()) if event["kind"] == "inner_event")
    return next(event for event in told if event["event"]["kind"] == kind)


def cut(rows: list[dict[str, Any]]) -> None:
    rows[:] = [row for row in rows if row.get("action", {}).get("action", {}).get("kind") != "hide"]
    rows[-1]["end"] = len(rows) - 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: inner(rows, "mine_hidden")["event"].update(space=2), "event 1 was"),
        (lambda rows: inner(rows, "mine_hidden").update(game="chess"), "event 1 was"),
        (cut, "the rules now say: no roll is pending"),
    ],
)
def test_an_edited_game_inside_is_found_by_verify(saved: Path, change: Callable[[Any], Any], message: str) -> None:
    result = verify_record(rewritten(saved, change), season())
    assert not result.ok
    assert message in str(result.first_difference)


# Bots and simulations.


def test_a_bot_has_games_inside_played_by_a_bot_of_theirs() -> None:
    class Careful:
        """Never walks; told by the seat it plays that it is in the toy."""

        def __init__(self, seed: int = 0) -> None:
            self._random = RandomPlayer(seed)

        def __call__(self, view: Any) -> Any:
            assert view.seat in ("blue", "red")
            return Stay() if Stay() in view.choices else self._random(view)

    class Bidder:
        def __init__(self, seed: int = 0) -> None:
            self._random = RandomPlayer(seed)

        def __call__(self, view: Any) -> Any:
            assert view.inner is None
            return self._random(view)

    game = season(players={"own": Bidder}, inner_games={"toy": lambda data: toy(players={"own": Careful})})
    match = game.start(seed=2)
    match.play_out({seat: game.bot("own", seed=4) for seat in game.seats})
    walks = [event.event for entry in match.entries for event in entry.events if isinstance(event, InnerEvent)]
    assert match.outcome is not None
    assert not [event for event in walks if event.kind == "walked"]


# What an inner game asks and rolls, as the seats of the game around it are asked and shown it.


def test_rolls_of_a_game_that_nobody_watches_are_seen_by_its_players() -> None:
    game = bids(season().start(seed=7, options={"watched": "no"})).view("referee").inner_game
    assert game is not None
    for watched, seen_by in ((False, frozenset({"ann", "bob"})), (True, None)):
        asked = outer_pending(Roll(D6, "what only they know", seen_by=None), evolve(game, watched=watched))
        assert isinstance(asked, Roll)
        assert asked.seen_by == seen_by


def test_a_choice_of_another_game_is_no_choice_here() -> None:
    choices = InnerChoices("toy", ListedChoices([Go(1)]))
    assert choices.judge(InnerAction("toy", Go(1)))
    assert choices.judge(InnerAction("chess", Go(1))).codes == ("not_offered",)


# Matches that go on from a position, also from one inside an inner game: they are forked as they stand.


@pytest.mark.parametrize("outer", [season, league])
def test_a_match_begun_in_the_middle_is_forked_as_it_stands(outer: Callable[[], Game]) -> None:
    match, rng = outer().start(seed=7), Random(7)
    for _ in range(25):
        play_one(match, rng)
        begun = Match.of(match.state, dice=match.dice, entries=match.entries)
        known = [(begun.seq, begun.state, str(begun.pending))]
        for _ in range(2):
            play_one(begun, rng)
            if not begun.commits:
                known.append((begun.seq, begun.state, str(begun.pending)))
        for at, state, pending in known:
            fork = begun.fork(at)
            assert (str(fork.pending), evolve(fork.state, commits={})) == (pending, evolve(state, commits={}))
            assert fork.fork().state == fork.state
        assert begun.fork().state == begun.state


def play_one(match: Match, rng: Random) -> None:
    """Play one choice at random, if somebody is asked."""
    if match.waiting_for:
        seat = rng.choice(match.waiting_for)
        match.play(match.choices(seat).sample(rng), seat)
