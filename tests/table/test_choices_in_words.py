"""What a person reads of a question: no id of a piece, and on the map what the question speaks of."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from wargame_core import Game, View, load
from wargame_core.flow.entries import Rolled
from wargame_pictures.stories.recap import without_ids
from wargame_table.messages.screen import ask_of

GAMES = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi", "corinth")


def pieces_of(row: Any) -> list[str]:
    about = row.get("about", {})
    return [*about.get("pieces", ()), *about.get("targets", ()), *filter(None, [about.get("target")])]


def words_shown(ask: Any) -> Iterator[str]:
    """The words of a question as the page shows them: labels that would read alike keep their ids."""
    plain = [without_ids(row["label"], pieces_of(row)) for row in ask["rows"]]
    counts = Counter(plain)
    for row, label in zip(ask["rows"], plain, strict=True):
        yield label if counts[label] == 1 else row["label"]
    yield from (thing["label"] for thing in ask.get("build", {}).get("things", ()))
    yield without_ids(ask["prompt"], pieces_of(ask))


def views_of(game: Game, questions: int, seed: int = 1863) -> Iterator[View]:
    match = game.start(seed=seed)
    bots = {seat: game.bot("random", seed=seed) for seat in game.seats}
    while match.waiting_for and questions:
        view, questions = match.view(match.waiting_for[0]), questions - 1
        yield view
        match.play(bots[view.seat](view), view.seat)


def offers_no_id(name: str, questions: int) -> None:
    game = load(name)
    printed = {piece.id for piece in game.sheet().pieces}
    for view in views_of(game, questions):
        ids = {piece for piece in printed | {piece.id for piece in view.pieces} if re.search(r"\d|_", piece)}
        for words in words_shown(ask_of(view)):
            assert not ids & set(re.findall(r"[\w.'-]+", words)), (view.prompt, words)


@pytest.mark.parametrize("name", GAMES)
def test_no_id_is_offered_to_a_person(name: str) -> None:
    offers_no_id(name, 60)


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_no_id_is_offered_in_a_long_game(name: str) -> None:
    offers_no_id(name, 600)


def test_enemies_that_lie_face_down_are_told_by_their_places() -> None:
    views = (view for view in views_of(load("vicksburg"), 400, seed=0) if "do you look at" in (view.prompt or ""))
    labels = [row["label"] for row in ask_of(next(views))["rows"]]
    assert labels[0].startswith("look at Confederate token at ")
    assert len(set(labels)) == len(labels)


def test_a_question_shows_the_unit_that_it_speaks_of() -> None:
    views = (view for view in views_of(load("battlecry"), 200) if "retreat" in (view.prompt or ""))
    ask = ask_of(next(views))
    (place,) = ask["about"]["places"]
    assert f"at {place} retreat" in ask["prompt"]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_die_is_for_names_no_id(name: str) -> None:
    game = load(name)
    match = game.start(seed=1863)
    for _ in match.iter_play(dict.fromkeys(game.seats, "normal")):
        if match.seq > 400:
            break
    ids = {piece.id for piece in game.sheet().pieces if re.search(r"\d|_", piece.id)}
    labels = {entry.label for entry in match.entries if isinstance(entry, Rolled)}
    assert labels
    assert [label for label in labels if ids & set(re.findall(r"[\w-]+", label))] == []
