"""`wargame mail`: a game between two folders, as two people would play it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.core.cli_table import Run, told

from wargame_core.records.record import Record


def begin(wargame: Run) -> None:
    wargame("mail", "new", "toy", "mine", "--seat", "blue", "--on-trust")
    wargame("mail", "send", "mine")


def test_a_game_with_secrets_is_offered_only_on_trust(wargame: Run) -> None:
    refused = wargame("mail", "new", "toy", "mine", "--seat", "blue", exit_code=3)
    assert "only the program keeps each player from looking" in refused.stderr
    assert not Path("mine").exists()


def test_two_people_play_a_whole_game_with_numbers(wargame: Run) -> None:
    begin(wargame)
    letter = Path("mine/001-blue.letter")
    folders, number = ["yours", "mine"], 0
    while True:
        folder = folders[number % 2]
        done = told(wargame("mail", "open", folder, letter, "--json", typed="1\n" * 30))
        if not done["ready"]:
            assert done["outcome"] is not None
            break
        letter = Path(told(wargame("mail", "send", folder, "--json"))["letter"])
        number += 1
    checked = wargame("mail", "verify", "mine", "--record", "game.jsonl")
    assert "every one by the rules" in checked.stdout
    assert Record.load(Path("game.jsonl")).ended
    assert wargame("verify", "game.jsonl").exit_code == 0


def test_opening_says_what_to_do_next(wargame: Run) -> None:
    begin(wargame)
    opened = wargame("mail", "open", "yours", "mine/001-blue.letter", typed="quit\n")
    assert "You play red in Toy" in opened.stdout
    assert "Until next time" in opened.stdout
    assert "Go on choosing with: wargame mail open yours" in opened.stdout
    again = wargame("mail", "open", "yours", typed="1\n")
    assert "Your letter is ready: wargame mail send yours" in again.stdout
    waiting = wargame("mail", "open", "mine")
    assert "Now it is red's turn to write." in waiting.stdout


def test_choices_are_taken_back_before_the_letter_is_sent(wargame: Run) -> None:
    begin(wargame)
    wargame("mail", "open", "yours", "mine/001-blue.letter", typed="2\n")
    first = Path("yours/draft.json").read_text("utf-8")
    wargame("mail", "open", "yours", typed="undo\n1\n")
    assert Path("yours/draft.json").read_text("utf-8") == first  # the letter was complete: nothing more is asked


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("mail", "send", "nowhere"), "nowhere holds no game by mail"),
        (("mail", "verify", "nowhere"), "nowhere holds no game by mail"),
        (("mail", "send", "mine"), "it is red's turn to write"),
        (("mail", "open", "mine", "mine/001-blue.letter"), "is one of your own letters"),
        (("mail", "new", "toy", "mine", "--seat", "blue", "--on-trust"), "mine is in use already"),
        (("mail", "new", "toy", "other", "--seat", "green", "--on-trust"), "no seat 'green'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(wargame: Run, words: tuple[str, ...], message: str) -> None:
    begin(wargame)
    refused = wargame(*words, exit_code=3)
    assert message in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_file_that_is_no_letter_is_said_to_be_none(wargame: Run) -> None:
    Path("picture").write_bytes(b"\xff\xfe\x00")
    assert "is no letter: it is not UTF-8 text" in wargame("mail", "open", "mine", "picture", exit_code=3).stderr
    assert not Path("mine").exists()
