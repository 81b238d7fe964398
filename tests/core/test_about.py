"""What an event, a choice and a refusal are about, and its marks in sentences."""

from itertools import pairwise
from typing import Annotated

import pytest
from attrs import frozen

import wargame_core
from wargame_battlecry.board.actions import Move
from wargame_core import Action, IllegalAction, Match, load
from wargame_core.flow.about import CARD, FROM, PIECE, PLACE, TARGET, TO, About, Names, about
from wargame_core.flow.events import Board
from wargame_core.flow.screens import marks_in


class Numbered:
    """A board that writes its spaces as letters and numbers."""

    def place_id(self, space: object) -> str:
        return f"A{space}"


@frozen
class Fire(Action):
    units: Annotated[frozenset[str], PIECE]
    target: Annotated[str | None, TARGET] = None
    at: Annotated[int | None, TO] = None
    start: Annotated[int | None, FROM] = None
    seen: Annotated[tuple[int, ...], PLACE] = ()
    card: Annotated[str, CARD] = ""


def test_sets_come_in_order_and_every_mark_has_its_key() -> None:
    named = about(Fire(frozenset({"b", "a"}), "x", 7, 2, (9, 8), "bombard"), Numbered())
    assert named.to_json() == {
        "pieces": ["a", "b"],
        "from": "A2",
        "to": "A7",
        "places": ["A9", "A8"],
        "target": "x",
        "cards": ["bombard"],
    }
    assert named.all_places() == ("A2", "A7", "A9", "A8")
    assert named.all_pieces() == ("a", "b", "x")


def test_several_targets_are_all_named() -> None:
    @frozen
    class Charge(Action):
        enemies: Annotated[tuple[str, ...], TARGET]

    assert about(Charge(("x", "y")), Numbered()).to_json() == {"target": "x", "targets": ["x", "y"]}
    assert about(Charge(("x",)), Numbered()).to_json() == {"target": "x"}
    assert about(Charge(("x", "y")), Numbered()).all_pieces() == ("x", "y")


def test_a_refusal_says_what_it_is_about() -> None:
    match = load("battlecry").start(seed=3)
    seat = match.waiting_for[0]
    refused = match.judge(Move("u2", "E5"), seat)
    assert refused.to_json()["about"] == {"pieces": ["u2"], "from": match.view(seat).piece_places["u2"], "to": "E5"}
    with pytest.raises(IllegalAction) as raised:
        match.play(Move("u2", "E5"), seat)
    assert raised.value.verdict.about == refused.about


# Sentences of the story carry marks where they name what they are about.


class Named(Board):
    """A board whose pieces have names."""

    def __init__(self, **names: str) -> None:
        super().__init__()
        self.names = names

    def names_of(self, what: Names, ref: str) -> tuple[str, ...]:
        return (self.names.get(ref, ref),) if what is PIECE else (ref,)


def named(text: str, about: About, **names: str) -> list[tuple[str, str]]:
    """What is marked in a text, and what it stands for."""
    marks = marks_in(text, about, Named(**names))
    assert all(mark.end <= other.start for mark, other in pairwise(marks))
    return [(text[mark.start : mark.end], mark.piece or mark.place or mark.card) for mark in marks]


def test_a_name_within_a_longer_one_or_within_a_word_is_not_marked() -> None:
    about = About(("a", "b"), places=("D1",))
    assert named("Smith's Division, not Smithson, at D12.", about, a="Smith", b="Smith's Division") == [
        ("Smith's Division", "b")
    ]


def test_things_of_one_name_are_marked_in_their_order() -> None:
    assert named("Jones meets Jones and Jones.", About(("a", "b")), a="Jones", b="Jones") == [
        ("Jones", "a"),
        ("Jones", "b"),
        ("Jones", "b"),
    ]


@pytest.mark.parametrize("name", ["vicksburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi"])
def test_every_game_marks_most_sentences_that_are_about_something(name: str) -> None:
    match = play(name, 60)
    rows = [row for row in match.view(match.rules.seats[0]).news()["rows"] if row["text"] and row.get("about")]
    marked = [row for row in rows if "marks" in row]
    assert rows
    assert len(marked) >= 0.95 * len(rows), next(row for row in rows if "marks" not in row)


def test_a_token_that_lies_face_down_is_marked_by_its_number() -> None:
    match = play("vicksburg", 10)
    row = next(
        row
        for row in match.view("federal").news()["rows"]
        if row["kind"] == "token_placed" and "Confederate token" in row["text"]
    )
    mark = row["marks"][0]
    assert row["text"][mark["start"] : mark["end"]] == f"Confederate token {mark['piece']}"


def play(name: str, choices: int) -> Match:
    """A game after so many choices of the book's own bots."""
    game = wargame_core.load(name)
    match = game.start(seed=3)
    players = {seat: game.bot("heuristic", seed=1) for seat in game.seats}
    for _ in range(choices):
        seat = match.waiting_for[0]
        match.play(players[seat](match.view(seat)), seat)
    return match
