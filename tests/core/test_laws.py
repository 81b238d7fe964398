"""The laws hold for the test game; each can fail. Here: laws of play, and how laws are applied."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.core import skirmish_toy as toys
from tests.core.broken_toys import Unlisted, breaks, trial, with_rule
from tests.core.skirmish_toy import SEATS, SEQUENCE, Give, ToyBoard, toy

from wargame_core import UnknownName
from wargame_core.authoring import Choices, Outcome, Procedure, Sequence, Step, Table
from wargame_laws import LAWS, all_laws, laws
from wargame_laws import laws_of_play as playing_laws

test_laws = laws(toy, seeds=range(100), budget=400)


def test_a_dead_end_is_caught() -> None:
    class NoWay(Choices):
        def __iter__(self) -> Iterator[Any]:
            return iter(())

    def dead_end(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [], "Bow?")

    def dead_end_when_listed(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", NoWay(), "Bow?")

    said = r"blue is asked 'Bow\?' and has no choice"
    breaks(playing_laws.law_play_ends, with_rule("Bow", dead_end), rf"seed 0, .* step Toy > Turn > Bow: {said}")
    listed = with_rule("Bow", dead_end_when_listed)
    breaks(playing_laws.law_play_ends, listed, rf"seed 0, answer \d+ \(Toy > Turn > Bow\): {said}")


def test_a_game_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(t: Table[Any]) -> Procedure[None]:
        while True:
            yield from t.ask("blue", [Give("red")], "Again?")

    monkeypatch.setattr("wargame_laws.trials.LIMIT", 50)
    breaks(playing_laws.law_play_ends, with_rule("Bow", endless), "seed 0: the game has not ended after 50 choices")


def test_an_error_in_a_rule_is_caught_with_its_moment() -> None:
    def faulty(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "Bow?")
        raise KeyError("u7")

    message = r"seed 0, answer \d+ \(Toy > Turn > Bow\): KeyError: 'u7'"
    breaks(playing_laws.law_play_ends, with_rule("Bow", faulty), message)


def test_an_error_in_the_set_up_is_caught() -> None:
    def set_up(scenario: str, options: Any) -> ToyBoard:
        raise ValueError("no map")

    breaks(playing_laws.law_play_ends, toy(set_up=set_up), "seed 0, before the first choice: ValueError: no map")


def test_an_outcome_for_nobody_at_the_table_is_caught() -> None:
    def finish(t: Table[Any]) -> None:
        t.finish(Outcome("green", "points"))

    breaks(playing_laws.law_play_ends, with_rule("Count", finish), "'green', who has no seat")


def test_a_rule_with_its_own_random_numbers_is_caught() -> None:
    luck = random.Random(5)

    def finish(t: Table[Any]) -> None:
        t.finish(Outcome(luck.choice(SEATS), "luck", {seat: luck.randrange(10**9) for seat in SEATS}))

    breaks(playing_laws.law_play_ends, with_rule("Count", finish), "played again the game came out differently")


def test_a_rule_that_goes_by_the_order_of_a_set_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: Callable[..., None]
) -> None:
    source = """
from wargame_core.authoring import GameEntry, Outcome, Plugin, Step
from skirmish_toy import SEATS, toy
from wargame_core.authoring import Sequence

def finish(t):
    order = [name for name in {"bridge", "ford", "mill", "hill", "camp", "gap", "gate"}]
    t.finish(Outcome(None, " ".join(order), {}))

def build(data=None):
    return toy(sequence=Sequence("Toy", Step("Count", finish)))

PLUGIN = Plugin(id="by_sets", title="By sets", games=(GameEntry("by_sets", "By sets", build),))
"""
    installed("by_sets", source)
    from wargame_core import load

    game = load("by_sets")
    breaks(playing_laws.law_play_ends, game, "in another process the game came out differently", name="by_sets")


def test_events_in_the_order_of_a_set_are_caught_although_the_game_comes_out_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: Callable[..., None]
) -> None:
    source = """
from wargame_core.authoring import GameEntry, Outcome, Plugin, Sequence, Step
from skirmish_toy import Scored, toy

def finish(t):
    for points in {str(number): number for number in {"1", "2", "3", "4", "5", "6", "7"}}.values():
        t.record(Scored("red", int(points)))
    t.finish(Outcome("red", "points", {}))

def build(data=None):
    return toy(sequence=Sequence("Toy", Step("Count", finish)))

PLUGIN = Plugin(id="by_sets", title="By sets", games=(GameEntry("by_sets", "By sets", build),))
"""
    installed("by_sets", source)
    from wargame_core import load

    said = "in another process the game came out differently"
    breaks(playing_laws.law_play_ends, load("by_sets"), said, name="by_sets")


def test_a_step_that_is_never_played_is_caught() -> None:
    law = playing_laws.law_everything_comes_up
    never = Step("Never", toys.bow, when=lambda board: False)
    game = toy(
        sequence=Sequence("Toy", *SEQUENCE.parts[:-1], never, SEQUENCE.parts[-1]),
        actions=(*toy().rules.actions, Unlisted),
    )
    breaks(law, game, "never came up in 20 games: action unlisted, step Toy > Never")
    law(trial(game, unexercised=frozenset({"step Toy > Never", "action unlisted"})))


def test_a_thing_listed_as_unexercised_that_does_come_up_is_caught() -> None:
    law = playing_laws.law_everything_comes_up
    breaks(law, toy(), "but it came up: event scored", unexercised=frozenset({"event scored"}))
    breaks(law, toy(), "the game has no such thing: event scord", unexercised=frozenset({"event scord"}))


def test_the_design_lists_every_law_and_each_has_its_sentence() -> None:
    design = Path(__file__).resolve().parents[2] / "docs/design.md"
    section = design.read_text("utf-8").split("\n## The laws\n")[1].split("\n## ")[0]
    numbers = [int(line.partition(".")[0]) for line in section.splitlines() if line[:1].isdigit()]
    assert numbers == list(range(1, len(all_laws()) + 1))
    assert all(law.__doc__ for law in LAWS)


def test_players_take_turns_over_the_seeds() -> None:
    made: list[tuple[str, int]] = []

    def maker(name: str) -> Any:
        def make(seed: int) -> Any:
            made.append((name, seed))
            return lambda view: view.choices.sample(random.Random(seed))

        return make

    players = ({"blue": maker("a"), "red": maker("b")}, maker("c"))
    playing_laws.law_play_ends(trial(toy(), players=players, seeds=[4, 9]))
    assert [name for name, _ in made] == ["a", "b"] * 3 + ["c", "c"]
    assert len({seed for _, seed in made}) == 4


def test_blocks_are_equal_parts_of_the_seeds_with_their_share_of_what_is_examined() -> None:
    whole = trial(toy(), seeds=range(10), budget=30, games=6)
    blocks = [whole.block(number, 3) for number in (1, 2, 3)]
    assert [seed for block in blocks for seed in block.seeds] == list(range(10))
    assert {(block.games, block.budget) for block in blocks} == {(2, 10)}
    with pytest.raises(UnknownName, match="block"):
        whole.block(4, 3)


def test_players_for_other_seats_are_refused() -> None:
    with pytest.raises(UnknownName, match="seats of players"):
        playing_laws.law_play_ends(trial(toy(), players={"blue": "random", "green": "random"}))


def test_fewer_seeds_can_be_asked_for_on_the_command_line(pytester_like: Callable[..., str]) -> None:
    source = """
from tests.core.skirmish_toy import toy
from wargame_laws import laws

test_laws = laws(toy, seeds=range(40))
"""
    said = pytester_like(source, "--wargame-seeds", "3", "-rs", "-v")
    assert f"{len(all_laws()) - 1} passed, 1 skipped" in said
    assert "what comes up in 40 games may not in 3" in said
    assert "test_laws[play ends]" in said
    said = pytester_like(source, "--wargame-block", "2/8", "-rs", "-v")
    assert f"{len(all_laws()) - 1} passed, 1 skipped" in said
    assert "may not in block 2/8 of them" in said
