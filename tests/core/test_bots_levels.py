"""Easy and normal: every game has them, and hard where it was measured; and bots say what they plan."""

import re
from itertools import islice
from typing import Any

import pytest
from click.testing import CliRunner
from tests.core.skirmish_toy import toy

import wargame_core
from wargame_core.flow.players import EasyPlayer, RandomPlayer, Traits, levels_of, plans_of
from wargame_pictures.stories.film import Camera
from wargame_pictures.stories.story import Narrator, Sentence, TurnBegins
from wargame_table.network.lobby import game_to_json
from wargame_terminal import main
from wargame_terminal.narrator import NewPlans, watch


class First:
    """Takes the first choice."""

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def __call__(self, view: Any) -> Any:
        return next(iter(view.choices))


class Thinker(First):
    """Another player."""


def test_normal_is_the_heuristic_and_a_search_is_no_level_by_itself() -> None:
    levels = levels_of({"heuristic": First, "search": Thinker})
    assert levels["normal"] is First
    assert "hard" not in levels


def test_without_bots_of_its_own_a_game_is_played_at_random_at_every_level() -> None:
    levels = levels_of({})
    assert levels["normal"] is RandomPlayer
    assert isinstance(levels["easy"](seed=1), EasyPlayer)


def test_a_game_may_bring_a_level_of_its_own() -> None:
    assert levels_of({"heuristic": First, "easy": Thinker})["easy"] is Thinker


def test_an_easy_player_plays_like_the_other_but_slips() -> None:
    game = wargame_core.load("vicksburg")
    easy, first = EasyPlayer(3, player_class=First), First()
    match = game.start(seed=1)
    alike = slips = 0
    for _ in range(60):
        view = match.view(match.waiting_for[0])
        action = easy(view)
        assert view.choices.judge(action)
        same = action == first(view)
        alike, slips = alike + same, slips + (not same)
        match.play(action, view.seat)
    assert alike > 3 * slips > 0


def test_the_same_seed_slips_alike() -> None:
    game = wargame_core.load("vicksburg")

    def told(seed: int) -> list[str]:
        players = {seat: game.bot("easy", seed=seed) for seat in game.seats}
        return [f"{update}" for update in islice(game.start(seed=1).iter_play(players), 60)]

    assert told(5) == told(5) != told(6)


@pytest.mark.parametrize("name", ["battlecry", "thunder_on_the_mississippi", "vicksburg", "gcacw_on_the_4th_day"])
def test_a_level_is_offered_only_if_it_plays_otherwise_and_is_measured_by_its_seats(name: str) -> None:
    chosen = wargame_core.load(name)
    levels = [chosen.bots[level] for level in ("easy", "normal", "hard") if level in chosen.bots]
    assert len({id(level) for level in levels}) == len(levels)
    for bot, strength in chosen.strengths.items():
        assert {bot, strength.against} <= chosen.bots.keys()
        assert strength.won.keys() == set(chosen.seats)
        command = re.fullmatch(
            r"wargame simulate (\w+) --bot SEAT=(\w+)( --scenario all)? --games (\d+) --seed \d+", strength.command
        )
        assert command is not None
        times = len(chosen.scenarios) if command[3] else 1
        assert (command[1], command[2], times * int(command[4])) == (name, bot, strength.games)


def test_info_and_lobby_tell_what_was_measured() -> None:
    game = wargame_core.load("vicksburg")
    easy = game.strengths["easy"]
    told = CliRunner().invoke(main, ["info", "vicksburg"]).output
    assert f"  easy {easy}, in {easy.games} games a seat: {easy.command}\n" in told
    assert game_to_json(game, ())["strengths"]["easy"]["won"] == easy.won


# What players say they are about: told beside the story, and to nobody else while the game goes on.


class Planner(RandomPlayer):
    """Says a sentence at each of its first two choices."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.plans: list[str] = []

    def __call__(self, view: Any) -> Any:
        if len(self.plans) < 2:
            self.plans.append(f"Plan {len(self.plans) + 1}.")
        return super().__call__(view)


def test_plans_are_told_once_in_the_story_before_what_follows_from_them() -> None:
    game = toy()
    camera = Camera(game)
    players = {seat: Planner(n) for n, seat in enumerate(game.seats)}
    narrator = watch(game, game.start(seed=3), players, camera=camera.take, tells_plans=True)
    told = [item.text for chapter in narrator.chapters for item in chapter.items if isinstance(item, Sentence)]
    plans = [text for text in told if text.startswith("Plan of ")]
    assert sorted(plans) == sorted(f"Plan of {seat}: Plan {n}." for seat in game.seats for n in (1, 2))
    assert len(camera.film.steps) == len(told)
    assert told.index(plans[0]) < len(told) - 1


def test_an_easy_player_tells_the_plans_of_the_one_it_is_like() -> None:
    game = toy()
    match = game.start(seed=1)
    easy = EasyPlayer(1, player_class=Planner, slip=0.0)
    easy(match.view(match.waiting_for[0]))
    assert list(easy.plans) == ["Plan 1."]


@pytest.mark.parametrize("name", ["vicksburg", "gettysburg"])
def test_a_campaign_bot_says_what_the_campaign_is_about_and_then_a_sentence_a_turn(name: str) -> None:
    import wargame_core

    game = wargame_core.load(name)
    match = game.start(seed=4)
    players = {seat: game.bot("heuristic", seed=1) for seat in game.seats}
    while game.rules.turn_of(match.board) < 3:
        seat = match.waiting_for[0]
        match.play(players[seat](match.view(seat)), seat)
    for player in players.values():
        plans = plans_of(player)
        assert len(plans) == 3
        assert all(plan.endswith(".") and "_" not in plan for plan in plans)


def test_a_plan_stands_under_the_heading_of_what_follows_from_it() -> None:
    game = toy()
    match = game.start(seed=3)
    match.play_out({seat: RandomPlayer(seed=n) for n, seat in enumerate(game.seats)})
    narrator = Narrator(game, game.rules.set_up(match.scenario, match.options))
    narrator.remark("To the hill.")
    items = [item for entry in match.entries for item in narrator.add(entry)]
    sentences = [item for item in items if isinstance(item, Sentence)]
    assert (sentences[0].text, sentences[0].event) == ("To the hill.", None)
    assert [item.event for item in sentences].count(None) == 1
    assert isinstance(items[0], TurnBegins)
    assert items.index(sentences[1]) == items.index(sentences[0]) + 1


def test_plans_told_together_are_one_sentence_of_their_seat() -> None:
    player = Planner()
    plans = NewPlans({"red": player})
    player.plans = ["To the hill.", "Left foot first."]
    assert list(plans.since_last_time()) == ["Plan of red: To the hill. Left foot first."]
    assert not list(plans.since_last_time())
