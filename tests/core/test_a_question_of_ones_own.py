"""A kind of question that core does not know, written by a game: whoever of some seats answers first decides.

The game: each seat is dealt three numbers that nobody else sees. Three prizes are turned up, one after another; the
first seat that plays a number takes the prize if its number is at least as high, and loses the number either way. A
seat that waits leaves the prize to the other.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import define, evolve, field, frozen
from tests.core.cli_table import Run, told
from tests.table.small_table import SmallTable

from wargame_core import Match, NotYourTurn, Session, load_match, verify_record
from wargame_core.authoring import (
    Action,
    Ask,
    Board,
    Cite,
    Game,
    HiddenInformation,
    ListedChoices,
    Outcome,
    Own,
    Pending,
    Procedure,
    Public,
    PublicEvent,
    Repeat,
    Rules,
    Scenario,
    Secrecy,
    Secret,
    Sequence,
    Step,
    Table,
    draw_from,
)
from wargame_core.errors import RulesError
from wargame_core.flow.entries import Chose
from wargame_core.flow.pending import Answer
from wargame_core.version import API
from wargame_laws import drive, laws
from wargame_mail.mailbox import Mailbox
from wargame_table.keeping.rows import Opening

SEATS = ("blue", "red")
NUMBERS = (1, 2, 3, 4, 5, 6)
PRIZES = (2, 3, 4, 5)
BOOK = Cite("Window", "1", "Prizes")
PLUGIN = """
from tests.core.test_a_question_of_ones_own import BOOK, window
from wargame_core.authoring import GameEntry, Plugin
PLUGIN = Plugin(id="window", title="Window", games=(GameEntry("window", "Window", window),), requires_api={api})
"""


class AskFirst(Pending):
    """Whoever of these seats answers first decides; the answer is its choice, by its seat."""

    def __init__(self, asks: Iterable[Ask]) -> None:
        self._asks = {ask.seat: ask for ask in asks}

    @property
    def asks(self) -> Mapping[str, Ask]:
        return self._asks

    def answered(self, commits: Mapping[str, Action]) -> Answer | None:
        return dict(commits) or None


@define
class WindowBoard(Board):
    hands: Own[dict[str, tuple[int, ...]]] = field(factory=lambda: dict.fromkeys(SEATS, ()))
    held: Public[dict[str, int]] = field(factory=lambda: dict.fromkeys(SEATS, 0))
    cup: Secret[tuple[int, ...]] = NUMBERS
    prizes: Public[tuple[int, ...]] = PRIZES
    prize: Public[int] = 0
    spent: Public[tuple[int, ...]] = ()
    score: Public[dict[str, int]] = field(factory=lambda: dict.fromkeys(SEATS, 0))
    turn: Public[int] = 1


@frozen
class Play(Action):
    number: int

    def text(self, board: Any) -> str:
        return f"play the {self.number}"


@frozen
class Wait(Action):
    def text(self, board: Any) -> str:
        return "wait"


@frozen
class Dealt(PublicEvent, reveals=True, says="{seat} is dealt a number."):
    seat: str
    number: int | None

    def apply(self, board: WindowBoard) -> None:
        assert self.number is not None
        board.hands[self.seat] = (*board.hands[self.seat], self.number)
        board.held[self.seat] += 1
        board.cup = tuple(number for number in board.cup if number != self.number)

    def for_seat(self, seat: str, board: Any) -> "Dealt":
        return self if seat == self.seat else evolve(self, number=None)


@frozen
class TurnedUp(PublicEvent, says="The prize is {prize}."):
    prize: int

    def apply(self, board: WindowBoard) -> None:
        board.prize = self.prize
        board.prizes = tuple(prize for prize in board.prizes if prize != self.prize)


@frozen
class Played(PublicEvent, reveals=True, says="{seat} plays the {number}."):
    seat: str
    number: int
    scored: int

    def apply(self, board: WindowBoard) -> None:
        board.hands[self.seat] = tuple(number for number in board.hands[self.seat] if number != self.number)
        board.held[self.seat] -= 1
        board.spent = (*board.spent, self.number)
        board.score[self.seat] += self.scored


@frozen
class PrizeLeft(PublicEvent, says="Nobody takes the {prize}."):
    prize: int

    def apply(self, board: WindowBoard) -> None:
        board.prize = 0


@frozen
class TurnEnded(PublicEvent, silent=True):
    def apply(self, board: WindowBoard) -> None:
        board.turn += 1


def deal(t: Table[WindowBoard]) -> Procedure[None]:
    for seat in SEATS * 3:
        cup = draw_from(t.board.cup, "the cup")
        number = yield from t.roll(cup, f"{seat}'s number", BOOK, seen_by=frozenset({seat}))
        t.record(Dealt(seat, number))


def turn_up(t: Table[WindowBoard]) -> Procedure[None]:
    prize = yield from t.roll_openly(draw_from(t.board.prizes, "the prizes"), "the prize", BOOK)
    t.record(TurnedUp(prize))


def offer(board: WindowBoard, seat: str) -> Ask:
    choices = ListedChoices((*map(Play, board.hands[seat]), Wait()))
    return Ask(seat, choices, f"Who takes the {board.prize}?", BOOK)


def window_of(t: Table[WindowBoard]) -> Procedure[None]:
    """Whoever answers first decides; a seat that waits leaves the prize to the other."""
    ((seat, action),) = (yield from t.wait_for(AskFirst([offer(t.board, seat) for seat in SEATS]))).items()
    if isinstance(action, Wait):
        (seat,) = (other for other in SEATS if other != seat)
        ask = offer(t.board, seat)
        action = yield from t.ask(seat, ask.choices, ask.prompt, BOOK)
    if isinstance(action, Play):
        t.record(Played(seat, action.number, t.board.prize if action.number >= t.board.prize else 0))
    else:
        t.record(PrizeLeft(t.board.prize))


def count(t: Table[WindowBoard]) -> None:
    blue, red = (t.board.score[seat] for seat in SEATS)
    t.finish(Outcome(None if blue == red else "blue" if blue > red else "red", "prizes", dict(t.board.score)))


def other_hands(board: Any, seat: str, rng: Random) -> Any:
    """The numbers that a seat does not see lie otherwise."""
    board = board.copy()
    other = next(name for name in SEATS if name != seat) if seat in SEATS else ""
    names = [other] if other else list(SEATS)
    numbers = [*board.cup, *(number for name in names for number in board.hands[name])]
    rng.shuffle(numbers)
    for name in names:
        held = len(board.hands[name])
        board.hands[name], numbers = tuple(numbers[:held]), numbers[held:]
    board.cup = tuple(sorted(numbers))
    return board


def worlds(before: Any, now: Any, seat: str, rng: Random) -> Any:
    """The position with the numbers that a seat does not see dealt anew."""
    board = before.copy()
    known = {*board.spent, *board.hands.get(seat, ())}
    unseen = [number for number in NUMBERS if number not in known]
    rng.shuffle(unseen)
    for name in SEATS:
        if name != seat:
            board.hands[name], unseen = tuple(unseen[: board.held[name]]), unseen[board.held[name] :]
    board.cup = tuple(sorted(unseen))
    return board


def window(data: Path | None = None) -> Game:
    rules = Rules(
        id="window",
        title="Window",
        seats=SEATS,
        scenarios=(Scenario("plain", "Plain"),),
        sequence=Sequence(
            "Window",
            Step("Deal", deal, BOOK),
            Repeat(
                "Turn",
                Step("Turn up a prize", turn_up, BOOK),
                Step("Window", window_of, BOOK),
                Step("Next turn", lambda t: t.record(TurnEnded())),
                until=lambda board: board.turn > 3,
            ),
            Step("Count", count),
        ),
        board=WindowBoard,
        set_up=lambda scenario, options: WindowBoard(),
        actions=(Play, Wait),
        events=(Dealt, TurnedUp, Played, PrizeLeft, TurnEnded),
        turn_of=lambda board: board.turn,
        hidden_information=HiddenInformation(
            secrets=(Secrecy("Numbers in hand are known to who holds them.", BOOK, other_hands),), worlds=worlds
        ),
    )
    return Game(rules=rules)


test_laws = laws(window, seeds=range(40), budget=60)


def at_the_window(seed: int = 7) -> Match:
    return window().start(seed=seed)


def play_on(match: Match, seed: int = 1) -> Match:
    """Play to the end; whoever happens to be quicker answers first."""
    rng = Random(seed)
    while match.waiting_for:
        seat = rng.choice(match.waiting_for)
        match.play(match.choices(seat).sample(rng), seat)
    return match


def test_all_are_asked_and_the_first_answer_counts() -> None:
    match = at_the_window()
    assert match.waiting_for == SEATS
    assert [match.view(seat).waiting_for for seat in SEATS] == [SEATS, SEATS]
    seen = match.view("blue").at
    board: Any = match.board
    number = board.hands["red"][0]
    update = match.play(Play(number), "red")
    assert isinstance(update.entries[0], Chose)
    assert (update.entries[0].seat, match.commits, board.spent) == ("red", {}, (number,))
    with pytest.raises(NotYourTurn, match="the game has moved on"):
        match.play(Wait(), "blue", at=seen)


def test_who_is_asked_must_be_said() -> None:
    with pytest.raises(NotYourTurn, match=r"several seats may choose \(blue, red\); say which one this is"):
        at_the_window().play(Wait())


def test_who_waits_leaves_the_choice_to_the_other() -> None:
    match = at_the_window()
    match.play(Wait(), "red")
    assert match.waiting_for == ("blue",)
    assert match.can_undo("red") is False  # blue has been asked since


@pytest.mark.parametrize("seed", range(5))
def test_a_game_is_saved_in_the_middle_goes_on_and_verifies(seed: int, tmp_path: Path) -> None:
    match = at_the_window(seed)
    match.play(Wait(), "red")
    again = load_match(match.save(tmp_path / "half.jsonl"), window())
    assert play_on(again).outcome == play_on(match).outcome
    whole = match.save(tmp_path / "whole.jsonl")
    assert verify_record(whole, game=window())
    assert match.state == load_match(whole, window()).state
    assert match.fork(at=12).play_out() is not None


def test_a_position_in_the_middle_is_a_value() -> None:
    match = at_the_window()
    state = match.state.after(Wait(), "red")
    assert state.to_json() == type(state).load(state.rules, json.loads(json.dumps(state.to_json()))).to_json()
    assert [str(choice) for choice in state.choices("blue")] == [str(choice) for choice in match.choices("blue")]


def test_a_rule_that_asks_so_is_tried_by_itself() -> None:
    board = WindowBoard(hands={"blue": (5,), "red": (6,)}, prize=4)
    events = drive(window_of, board, ("red", Play(6)))
    assert [event.kind for event in events] == ["played"]


def test_a_seat_without_a_choice_is_an_authors_mistake() -> None:
    def asks_nobody(t: Table[WindowBoard]) -> Procedure[None]:
        yield from t.wait_for(AskFirst([Ask("blue", ListedChoices(()), "What?")]))

    with pytest.raises(RulesError, match="blue is asked 'What\\?' and has no choice"):
        drive(asks_nobody, WindowBoard())


def test_it_plays_at_the_terminal(installed: Any, wargame: Run) -> None:
    installed("window", PLUGIN.replace("{api}", str(API)))
    found = told(wargame("play", "window", "--seed", "7", "--json"))
    assert found["decisions"] >= 3
    text = wargame("play", "window", "--seat", "blue", "--seed", "3", typed="1\n" * 12).stdout
    assert "Who takes the" in text
    assert "victory points: blue" in text


def test_it_plays_at_a_table_with_two_screens() -> None:
    table, rng = SmallTable(window()), Random(4)
    table.sit(*SEATS, "spectator")
    late = 0
    while table.session.match.outcome is None:
        asked = [seat for seat in SEATS if table.ask(seat)]
        first, ats = rng.choice(asked), {seat: table.at(seat) for seat in asked}
        assert table.act(first, rng.choice(table.ask(first))["action"])["kind"] == "done"
        for second in asked:
            if second != first:
                late += 1
                assert table.act(second, {"kind": "wait"}, at=ats[second])["code"] == "stale"
    assert late == 3


def test_bots_leave_people_the_first_answer_at_a_table() -> None:
    game = window()
    table = SmallTable(game, Opening.of(game, bots={"red": "random"}))
    table.sit("blue")
    assert table.ask("blue")
    assert table.session.bot_to_think is None
    table.act("blue", {"kind": "wait"})
    assert table.session.bot_to_think == "red"


def test_bots_leave_people_the_first_answer_in_a_session() -> None:
    session = Session(window().start(seed=7), {"red": "random"})
    assert (session.bot_asked, session.let_bots_play()) == ("", 0)
    assert session.play({"kind": "wait"}, "blue")
    assert session.bot_asked == "red"
    bots_only = Session(window().start(seed=7), dict.fromkeys(SEATS, "random"))
    assert bots_only.let_bots_play() >= 3
    assert bots_only.match.outcome is not None


def test_it_plays_by_mail(tmp_path: Path) -> None:
    game = window()
    pen = Mailbox.offer(tmp_path / "blue", game, "blue")
    other = Mailbox.accept(tmp_path / "red", pen.send().read_text("utf-8"), lambda name: game)
    pen, other, rng = other, pen, Random(2)
    while pen.letters.match is None or pen.letters.match.outcome is None:
        while pen.must_choose:
            assert pen.match is not None
            pen.play(pen.match.view(pen.seat).choices.sample(rng))
        other.receive(pen.send().read_text("utf-8"))
        pen, other = other, pen
    assert other.letters.match is not None
    assert other.letters.match.outcome == pen.letters.match.outcome
