"""Standing answers: who is asked less, what others learn of it (nothing), and how many letters a game by mail takes."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from benchmarks.letters import BEFOREHAND, NeverReacts, letters_of
from benchmarks.letters import played as played_by_bots
from tests.hex_and_counter.ambush_game import BINDING, COMBAT, UNITS, game

import wargame_corinth
from wargame_core import Action, Match, View, load, verify_record
from wargame_core.errors import RulesError
from wargame_core.flow.entries import Chose
from wargame_core.flow.players import RandomPlayer
from wargame_hex_and_counter import AnswersBeforehand, HexBoard, phase
from wargame_hex_and_counter.board.actions import (
    AskAgain,
    AskLater,
    Done,
    DoneAskAgain,
    DoneAskNothing,
    DoneDecideBattles,
    DoneNoReactions,
    HoldFire,
    Move,
    Prefer,
)
from wargame_hex_and_counter.board.board import StandingBoard
from wargame_hex_and_counter.board.reactions import QUESTIONS, UNTIL_GAME_ENDS, StandingAnswer, StandingPreference
from wargame_hex_and_counter.game_files.plugin import packaged
from wargame_hex_and_counter.rules.standing_answers import preference_status, standing_status
from wargame_lab import simulate
from wargame_lab.adapters.episode import Episode, Setting
from wargame_lab.lookahead import Lookahead, SearchTask, tries
from wargame_mail.mailbox import Mailbox

AMBUSH = game("initiative")
UNITS_OF = {side: [one.id for one in UNITS if one.side == side] for side in AMBUSH.seats}


class Holds:
    """Plays by chance and never reacts; with ``stands`` it says so beforehand, once for all that may be asked about."""

    def __init__(self, seed: int, *, stands: bool) -> None:
        self.by_chance, self.stands, self.asked = RandomPlayer(seed), stands, 0

    def __call__(self, view: View) -> Action:
        actions = list(view.choices)
        if HoldFire() not in actions:
            return self.by_chance(view)
        self.asked += 1
        never = [action for action in actions if isinstance(action, AskLater) and action.within == 0]
        return max(never, key=lambda action: len(action.pieces)) if self.stands and never else HoldFire()


def played(seed: int, *, stands: bool) -> tuple[int, int, Match]:
    """How often sides were asked for a reaction, how many units moved, and the match."""
    match, players = AMBUSH.start(seed=seed), {seat: Holds(seed, stands=stands) for seat in AMBUSH.seats}
    match.play_out(players)
    chosen = (action for entry in match.entries if isinstance(entry, Chose) for action in entry.actions.values())
    moves = sum(isinstance(action, Move) for action in chosen)
    return sum(player.asked for player in players.values()), moves, match


def test_who_says_once_what_is_to_be_done_is_asked_less_than_once_a_move(tmp_path: Path) -> None:
    games = [played(seed, stands=True) for seed in range(6)]
    often = [played(seed, stands=False) for seed in range(6)]
    asked, moves = (sum(numbers) for numbers in zip(*((asked, moves) for asked, moves, _ in games), strict=True))
    assert asked < moves < sum(asked for asked, _, _ in often)
    assert verify_record(games[0][2].save(tmp_path / "game.jsonl"), AMBUSH).ok


def test_a_game_of_a_batch_in_which_sides_answer_beforehand_is_played_again_as_it_was() -> None:
    simulation = simulate(AMBUSH, "random", games=6, seed=3)
    replays = [simulation.replay(index, AMBUSH) for index in range(6)]
    for result, match in zip(simulation.games, replays, strict=True):
        assert (match.outcome, match.seq) == (result.outcome, result.decisions + result.rolls)


def test_no_seat_of_an_environment_is_asked_what_it_has_answered_beforehand() -> None:
    pytest.importorskip("numpy")
    setting = Setting(AMBUSH)
    episode, by_chance = Episode(setting, setting.encoder(), setting.begin(3, is_recorded=True)), Random(3)
    asked = 0
    while episode.seat:
        assert episode.match.standing_answer is None
        asked += 1
        episode.play(by_chance.randrange(len(episode.menu)))
    chosen = (entry.actions for entry in episode.match.entries if isinstance(entry, Chose))
    assert asked < sum(len(actions) for actions in chosen)


def may_be_asked(board: Any, seat: str) -> float:
    """The more the fewer answers of a seat stand."""
    return 1 / (1 + len(board.standing.get(seat, ())))


def test_a_choice_is_tried_as_it_is_also_where_its_seat_has_answered_beforehand() -> None:
    match = to_a_question(stands=True)
    (seat,) = match.waiting_for
    task = SearchTask.of(match.view(seat), 1, Lookahead(value=may_be_asked, choices=1))
    asks_again = next(action for action in match.choices() if isinstance(action, AskAgain))
    held, asked_again = tries(task, [HoldFire(), asks_again], 0)
    assert asked_again.worth > held.worth


def to_a_question(stands: bool) -> Match:
    """A match that waits for what a side does about an enemy on its way, with an answer that stands or without."""
    match = AMBUSH.start(seed=1)
    (other,) = {*AMBUSH.seats} - {*match.waiting_for}
    never = {unit: {"until": 1, "within": 0} for unit in UNITS_OF[other]}
    match = Match.of(match.state.set(standing={other: never} if stands else {}), seed=1)
    by_chance = RandomPlayer(1)
    while match.waiting_for != (other,):
        match.play(by_chance(match.view(match.waiting_for[0])))
    return match


def test_the_question_is_put_all_the_same_and_only_its_seat_sees_that_it_is_answered() -> None:
    asked, answered = to_a_question(stands=False), to_a_question(stands=True)
    (seat,) = answered.waiting_for
    (other,) = {*AMBUSH.seats} - {seat}
    assert (answered.standing_answer, answered.view(seat).standing_answer) == ((seat, HoldFire()), HoldFire())
    assert (asked.standing_answer, asked.view(seat).standing_answer) == (None, None)
    assert answered.view(other).standing_answer is None
    assert asked.view(other).to_json() | {"at": ""} == answered.view(other).to_json() | {"at": ""}
    assert any(isinstance(action, AskAgain) for action in answered.choices())
    assert not any(isinstance(action, AskAgain) for action in asked.choices())


@pytest.mark.parametrize("answer", [HoldFire, lambda match: next(a for a in match.choices() if a.kind == "ask_later")])
def test_the_record_of_another_seat_does_not_say_what_a_side_wants_to_be_asked(
    answer: Callable[..., Action], tmp_path: Path
) -> None:
    match, by_chance = AMBUSH.start(seed=1), RandomPlayer(1)
    other = match.waiting_for[0]
    while match.waiting_for == (other,):
        match.play(by_chance(match.view(other)))
    match.play(HoldFire() if answer is HoldFire else answer(match))
    told = match.save(tmp_path / "other.jsonl", other).read_text("utf-8")
    assert "ask_later" not in told
    assert "hold_fire" not in told
    assert "StandingAnswer" not in told


# for the whole side, as it ends its moves


def board_of(match: Match) -> StandingBoard:
    """The board of a match, all of it."""
    board = match.board
    assert isinstance(board, StandingBoard)
    return board


def begun() -> tuple[Match, str, str]:
    """A match in which a side moves, with this side and the other."""
    match = AMBUSH.start(seed=1)
    (mover,) = match.waiting_for
    return match, mover, next(seat for seat in AMBUSH.seats if seat != mover)


def to_the_end_of_the_attacks(match: Match, side: str) -> None:
    """Nobody of a side attacks, and it is done."""
    while match.waiting_for == (side,):
        match.play(Done())


def by_chance(match: Match, seed: int, stop: Callable[[], bool]) -> None:
    """Both sides play by chance, and say nothing that holds for long, until something holds."""
    player = RandomPlayer(seed)
    while not stop():
        action = player(match.view(match.waiting_for[0]))
        if not isinstance(action, BEFOREHAND):
            match.play(action)


def test_a_side_says_as_it_ends_its_moves_up_to_which_turn_nobody_of_it_reacts() -> None:
    match, mover, _ = begun()
    to_the_next = DoneNoReactions(2, 0)
    assert list(match.choices().of.endings()) == [
        Done(), *(DoneNoReactions(2, within) for within in (2, 1, 0)), DoneAskNothing(2),
        *(DoneNoReactions(UNTIL_GAME_ENDS, within) for within in (2, 1, 0)), DoneAskNothing(UNTIL_GAME_ENDS),
    ]  # fmt: skip
    says = "that is all; do not ask about reactions until turn 2 is over"
    assert match.choices().labels[-8:][2] == says
    match.play(to_the_next)
    assert set(board_of(match).standing[mover].values()) == {StandingAnswer(2, 0)}
    assert board_of(match).standing[mover].keys() == set(UNITS_OF[mover])
    assert list(standing_status(match.board)) == [("Not asked about", "any unit until turn 2 is over")]
    to_the_end_of_the_attacks(match, mover)
    asked: list[int] = []

    def asks_on_turn_3() -> bool:
        if match.waiting_for == (mover,) and HoldFire() in match.choices().of.endings():
            asked.append(board_of(match).turn)
            assert (match.standing_answer == (mover, HoldFire())) == (board_of(match).turn < 3)
        return board_of(match).turn == 3 and 3 in asked

    by_chance(match, 4, asks_on_turn_3)
    assert {turn < 3 for turn in asked} == {True, False}


def test_a_side_that_has_moved_all_its_units_still_says_beforehand_what_it_is_asked() -> None:
    match, mover, _ = begun()
    while moves := [action for action in match.choices() if isinstance(action, Move)]:
        match.play(moves[0])
    assert (match.waiting_for, match.cursor[-1]) == ((mover,), "Movement")
    assert "is that all?" in (match.view(mover).prompt or "")
    assert DoneNoReactions(2, 0) in match.choices()
    match.play(DoneNoReactions(2, 0))
    assert set(board_of(match).standing[mover].values()) == {StandingAnswer(2, 0)}


def test_a_game_without_reactions_lets_its_battles_be_decided_and_names_no_reactions() -> None:
    match = load("corinth").start(seed=1)
    while Done() not in (endings := match.choices().of.endings()):
        match.play(next(iter(match.choices())))
    assert list(endings) == [Done(), DoneDecideBattles(2), DoneDecideBattles(UNTIL_GAME_ENDS)]
    (side,) = match.waiting_for
    match.play(DoneDecideBattles(UNTIL_GAME_ENDS))
    assert board_of(match).preferences[side].keys() == set(QUESTIONS.values())
    assert not board_of(match).standing.get(side)
    assert not [text for text in map(str, match.choices().labels) if "reaction" in text]
    assert "decide battles for this side in this game" in match.entries[-1].actions[side].text(match.board)


def test_what_a_side_said_as_it_ended_its_moves_it_takes_back_in_the_same_place() -> None:
    match, mover, _ = begun()
    match.play(DoneAskNothing(UNTIL_GAME_ENDS))
    assert board_of(match).preferences[mover].keys() == set(QUESTIONS.values())

    def moves_again() -> bool:
        return match.waiting_for == (mover,) and board_of(match).turn == 2 and match.cursor[-1] == "Movement"

    by_chance(match, 2, lambda: moves_again() and Done() in match.choices().of.endings())
    again = match.choices().of.endings()[-1]
    assert isinstance(again, DoneAskAgain)
    match.play(again)
    assert (board_of(match).standing[mover], board_of(match).preferences[mover]) == ({}, {})


def test_who_is_asked_nothing_keeps_the_preferences_that_it_has_given() -> None:
    match, mover, _ = begun()
    given = {mover: {"advance": {"preference": "nobody advances", "until": 1}}}
    match = Match.of(match.state.set(preferences=given), seed=1)
    match.play(DoneAskNothing(2))
    preferences = board_of(match).preferences[mover]
    assert preferences["advance"] == StandingPreference("nobody advances", 2)
    assert preferences["loss"] == StandingPreference("the weakest is lost", 2)
    assert ("Not asked in battle", "nobody advances until turn 2 is over") in list(preference_status(match.board))


@pytest.mark.parametrize("said", [DoneNoReactions(UNTIL_GAME_ENDS, 1), DoneAskNothing(2)])
def test_nobody_else_learns_that_a_side_said_something_as_it_ended_its_moves(said: Action, tmp_path: Path) -> None:
    silent, speaker, other = begun()
    speaking = begun()[0]
    silent.play(Done())
    speaking.play(said)
    assert speaking.view(other).to_json() | {"at": ""} == silent.view(other).to_json() | {"at": ""}
    told = [
        match.save(tmp_path / f"{name}.jsonl", other).read_text("utf-8")
        for name, match in (("silent", silent), ("speaking", speaking))
    ]
    assert "StandingAnswer" not in told[1]
    assert said.kind not in told[1]
    without_checks = [re.sub('"check":"[0-9a-f]+"', "", text).splitlines()[1:] for text in told]
    assert without_checks[0] == without_checks[1]
    assert (bool(board_of(speaking).standing[speaker]), board_of(silent).standing[speaker]) == (True, {})


# what is asked as battles are fought


SEEDS = {"next battle": 20, "loss": 3, "retreat": 1, "advance": 1}
"""By question a game in which somebody is asked it."""


def battle_question(question: str) -> Match:
    """A match that waits for a side which is asked a question of its battles."""
    seed = SEEDS[question]
    match, player = AMBUSH.start(seed=seed), AMBUSH.bot("normal", seed=seed)
    while match.waiting_for:
        offered = [one for one in match.choices().of.endings() if isinstance(one, Prefer)]
        if any(QUESTIONS[one.preference] == question for one in offered):
            return match
        match.play(player(match.view(match.waiting_for[0])))
    raise AssertionError(f"nobody is asked about {question}")


@pytest.mark.parametrize("question", ["next battle", "loss", "retreat", "advance"])
def test_a_preference_chooses_at_once_and_stands_when_the_same_is_asked_again(question: str, tmp_path: Path) -> None:
    match = battle_question(question)
    (seat,) = match.waiting_for
    (other,) = {*AMBUSH.seats} - {seat}
    menu = list(match.choices())
    prefer = next(one for one in menu if isinstance(one, Prefer) and one.until == UNTIL_GAME_ENDS)
    standing = StandingPreference(prefer.preference, UNTIL_GAME_ENDS)
    preferences = {**board_of(match).preferences, seat: {question: standing}}
    asked_again = Match.of(match.state.set(preferences=preferences), seed=1)
    assert asked_again.standing_answer is not None
    usual = asked_again.standing_answer[1]
    assert usual in menu
    assert not isinstance(usual, Prefer)
    by_hand, by_preference = match.fork(), match.fork()
    by_hand.play(usual)
    by_preference.play(prefer)
    assert board_of(by_preference).preferences[seat] == {question: standing}
    assert by_preference.view(other).to_json() | {"at": ""} == by_hand.view(other).to_json() | {"at": ""}
    told = by_preference.save(tmp_path / "other.jsonl", other).read_text("utf-8")
    assert "prefer" not in told.replace('"preferences"', "")


# by mail


def test_what_was_said_in_one_letter_is_chosen_without_another(tmp_path: Path) -> None:
    players = {seat: Holds(2, stands=True) for seat in AMBUSH.seats}
    first = Mailbox.offer(tmp_path / "first", AMBUSH, AMBUSH.seats[0])
    pen, other = Mailbox.accept(tmp_path / "second", first.send().read_text("utf-8"), lambda name: AMBUSH), first
    while pen.match is None or pen.match.outcome is None:
        while pen.must_choose:
            assert pen.match is not None
            pen.play(players[pen.seat](pen.match.view(pen.seat)))
        other.receive(pen.send().read_text("utf-8"))
        pen, other = other, pen
    assert other.match is not None
    assert other.match.state == pen.match.state
    holds = [entry for entry in pen.match.entries if isinstance(entry, Chose) and entry.action == HoldFire()]
    written = "".join(letter.text() for letter in pen.letters.letters).count("hold_fire")
    assert written < len(holds)


def by_mail(folder: Path, *, says_so: bool) -> Mailbox:
    """A game by mail between two players who never react, played to its end."""
    players = {seat: NeverReacts(RandomPlayer(3), says_so) for seat in AMBUSH.seats}
    first = Mailbox.offer(folder / "first", AMBUSH, AMBUSH.seats[0])
    pen, other = Mailbox.accept(folder / "second", first.send().read_text("utf-8"), lambda name: AMBUSH), first
    while pen.match is None or pen.match.outcome is None:
        while pen.must_choose:
            assert pen.match is not None
            pen.play(players[pen.seat](pen.match.view(pen.seat)))
        other.receive(pen.send().read_text("utf-8"))
        pen, other = other, pen
    if pen.draft:
        pen.send()  # what ends the game, and only who writes it knows
    return pen


@pytest.mark.parametrize("says_so", [False, True])
def test_the_benchmark_counts_the_letters_that_a_game_by_mail_takes(says_so: bool, tmp_path: Path) -> None:
    box = by_mail(tmp_path, says_so=says_so)
    assert box.match is not None
    assert letters_of(box.match, AMBUSH).total() == len(box.letters.letters)


def test_a_game_by_mail_takes_a_third_of_the_letters_where_sides_say_beforehand_what_they_choose() -> None:
    asked, standing = (
        sum(letters_of(played_by_bots(AMBUSH, "normal", seed, says_so=says_so), AMBUSH).total() for seed in range(2))
        for says_so in (False, True)
    )
    assert standing * 3 <= asked


# what is refused as a game is made


def test_what_is_said_beforehand_needs_a_phase_of_movement_and_a_board_that_keeps_it() -> None:
    with pytest.raises(RulesError, match=r"phase\('Combat', beforehand=\): sides say it after Movement, not Combat"):
        phase("Combat", "red", COMBAT, BINDING, beforehand=AnswersBeforehand())
    corinth = packaged(wargame_corinth.DATA, wargame_corinth.own_rules)
    assert corinth.has_standing_answers
    with pytest.raises(RulesError, match=r"board=HexBoard\): phase\('Movement', beforehand=\) needs a StandingBoard"):
        evolve(corinth, board=HexBoard)


def test_bots_that_hold_a_line_say_nothing_beforehand() -> None:
    match = AMBUSH.start(seed=20)
    match.play_out("normal")
    chosen = {action.kind for entry in match.entries if isinstance(entry, Chose) for action in entry.actions.values()}
    assert {"attack", "hold_fire", "advance_to"} & chosen
    assert not chosen & {kind.kind for kind in BEFOREHAND}
