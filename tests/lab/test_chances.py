"""Chances learnt on views: their terms, the file, how they are learnt and measured."""

import random
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from wargame_altar_of_freedom.board.pieces import Award
from wargame_core import DataError, Game, UnknownName, View, WargameError, load
from wargame_core.chances import ExpectedScore
from wargame_lab.chances.fitting import fitted, fitted_turn_weights
from wargame_lab.chances.games import GameBetweenBots, Position, Sample, played, sample
from wargame_lab.chances.learnt import (
    LearntChances,
    LearntSeat,
    Spread,
    file_lines,
    goal_of,
    lead_of,
    learnt_of,
    read_chances,
    terms_of,
)
from wargame_lab.chances.measuring import measured
from wargame_lab.chances.terms import ViewTerms
from wargame_lab.made_with import made_with

QUICK = "thunder_on_the_mississippi"
EVERY_GAME = ("battlecry", "brices_crossroads", "corinth", "gcacw_on_the_4th_day", "gettysburg", QUICK, "vicksburg")


@pytest.fixture(scope="module")
def game() -> Game:
    return load(QUICK)


def toy(share: float = 0.0) -> LearntChances:
    """Chances of two sides by one term."""
    lead = Spread(4.0, 2.0)
    red = LearntSeat({"points: own": (0.5, 2.0), "constant": (0.0, 1.0)}, ("red",), (Spread(3.0, 1.0),), 1.0, lead)
    return LearntChances("toy", "by hand", 20, 40, "0", {"red": red})


# What a view says.


def test_the_terms_of_a_view_count_points_pieces_and_who_is_near_the_places_of_victory() -> None:
    game = load("corinth")
    view_terms = terms_of(game, game.start(seed=1).view("confederate"))
    terms = view_terms.amounts
    assert (view_terms.elapsed, view_terms.turn_share) == (0, 0.1)
    assert terms["constant"] == terms["scenario two_days"] == 1
    assert terms["pieces: own"] > 5
    assert terms["near confederate_holds_corinth: enemy"] > terms.get("near confederate_holds_corinth: own", 0)


def test_what_pieces_have_done_and_the_step_tell_how_much_of_a_turn_is_over_and_no_side_has_it() -> None:
    game = load("gcacw_on_the_4th_day")
    match, parts, has_fatigue = game.start(seed=4), list[float](), False
    learnt = learnt_of(game)
    assert learnt is not None
    for _ in match.iter_play("normal"):
        if game.rules.turn_of(match.board) > 1 or match.pending is None:
            break
        view_terms = terms_of(game, match.view("union", history=False))
        has_fatigue |= "fatigue" in view_terms.within_turn
        parts.append((view_terms.elapsed_with(learnt.turn_weights) - view_terms.elapsed) / view_terms.turn_share)
        assert not [name for name in view_terms.within_turn if name.endswith(("own", "enemy"))]
    assert has_fatigue
    assert parts[0] < 0.2
    assert 0.6 < parts[-1] <= 1


def test_units_that_are_lost_and_units_that_are_to_come_are_not_the_same() -> None:
    game = load("corinth")
    match = game.start(seed=4)
    before = terms_of(game, match.view("union")).amounts
    board: Any = match.board
    board.lost.add(next(iter(board.at)))
    assert terms_of(game, match.view("union")).amounts != before


def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_chances() -> None:
    game, rng = load("vicksburg"), random.Random(4)
    match = game.start(seed=4)
    players = {seat: game.bot("easy", seed=4) for seat in game.seats}
    for _ in match.iter_play(players):
        if match.seq > 220:
            break
    (seat,) = match.waiting_for
    worlds = [View.of(match.view(seat).world(rng), seat) for _ in range(3)]
    assert len({str(game.chances(view)) for view in (View.of(match.state, seat), *worlds)}) == 1


def test_secret_points_of_the_enemy_change_no_term_of_a_seat() -> None:
    game = load("vicksburg")
    match = game.start(seed=4)
    before = {seat: terms_of(game, match.view(seat)) for seat in game.seats}
    board: Any = match.board
    board.ledger.append(Award("us_battle", "federal", "a battle won", 1, 9, 0))
    after = {seat: terms_of(game, match.view(seat)) for seat in game.seats}
    assert after["confederate"] == before["confederate"]
    assert after["federal"] != before["federal"]


def test_a_choice_that_changes_nothing_but_who_chooses_changes_no_chance() -> None:
    game = load("battlecry")
    match, before, handed_over = game.start(seed=4), "", 0
    chances = dict[str, float]()
    for _ in match.iter_play("normal"):
        board = str(match.board)
        now = {seat: game.chances(match.view(seat, history=False)).win for seat in game.seats}
        if board == before:
            handed_over += 1
            assert now == chances
        before, chances = board, now
        if match.seq > 150:
            break
    assert handed_over


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_game_of_ours_has_learnt_chances_of_each_seat_and_scenario(name: str) -> None:
    game = load(name)
    learnt = learnt_of(game)
    assert learnt is not None
    assert learnt.seat.keys() == set(game.seats)
    for scenario in (game.scenarios[0], game.scenarios[len(game.scenarios) - 1]):
        match = game.start(scenario, seed=2)
        for _ in match.iter_play("normal"):  # while nothing stands on the map there is little to tell a chance by
            if game.rules.turn_of(match.board) > 0:
                break
        chances = [game.chances(match.view(seat)) for seat in game.seats]
        assert all(0 < one.win < 1 and "games between bots" in one.basis for one in chances)
        assert sum(one.win for one in chances) == pytest.approx(1, abs=0.25)
        assert all(score.spread > 0 for one in chances for score in one.scores.values())


def test_a_game_with_variants_has_the_chances_of_the_game_and_a_spectator_has_none(game: Game) -> None:
    varied = load("vicksburg").with_variants("wagon_roads")
    plain = learnt_of(load("vicksburg"))
    assert learnt_of(varied) == plain
    assert "learnt" in varied.chances(varied.start(seed=1).view("federal")).basis
    assert game.chances(game.start(seed=1).view("spectator")).win == 0.5


def test_the_chances_of_a_game_that_is_over_are_its_outcome(game: Game) -> None:
    match = game.start(seed=1)
    for _ in match.iter_play("random"):
        pass
    assert match.outcome is not None
    worth = {seat: game.chances(match.view(seat)).win for seat in game.seats}
    assert worth == {seat: match.outcome.worth(seat) for seat in game.seats}
    assert game.chances(match.view("union")).scores["union"] == ExpectedScore(match.outcome.scores["union"], 0.0)


# What is read, and what follows from it.


def test_chances_follow_from_terms_weights_and_the_expected_lead_in_its_spread() -> None:
    view_terms = ViewTerms({"constant": 1.0, "points: own": 2.0, "unheard of": 9.0}, {}, 0.5)
    chances = toy().chances("red", view_terms, goal=2.0)
    assert chances.scores == {"red": ExpectedScore(5.0, 2.0)}
    assert chances.win == pytest.approx(1 / (1 + 2.718281828 ** -(1.0 + (5.0 - 2.0) / 3.0)))


def test_what_tells_how_far_a_turn_is_moves_the_part_of_the_game_that_is_over_within_the_turn() -> None:
    view_terms = ViewTerms({"pieces: own": 4.0}, {"step 2": 1.0, "fatigue": 3.0}, 0.5, 0.1)
    assert view_terms.elapsed_with({}) == 0.5
    assert view_terms.elapsed_with({"step 2": 0.1, "fatigue": 0.2}) == pytest.approx(0.57)
    assert view_terms.elapsed_with({"fatigue": 9.0}) == pytest.approx(0.6)
    assert view_terms.elapsed_with({"fatigue": -9.0}) == 0.5
    assert view_terms.with_late(0.5) == {"pieces: own": 4.0, "pieces: own late": 2.0}
    by_points = ViewTerms({}, {"fatigue": 3.0}, 0.5)
    assert by_points.elapsed_with({"fatigue": 9.0}) == 0.5


def test_a_lead_is_over_all_others_or_over_the_goal_of_the_only_side_that_is_scored() -> None:
    assert lead_of({"red": 5, "blue": 3, "green": 4}, "red", goal=9) == -2
    assert lead_of({"red": 5}, "red", goal=3) == 2
    assert lead_of({"red": 5}, "blue", goal=3) == -2
    assert goal_of(load("corinth"), "second_day", "confederate") == 9.5
    assert goal_of(load("corinth"), "two_days", "confederate") == 71.5


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "chances.toml"
    for learnt in (toy(), evolve(toy(), turn_weights={"step 2": 0.5, "constant": 0.25})):
        path.write_text("\n".join(file_lines(learnt)), "utf-8")
        read_chances.cache_clear()
        assert read_chances(path) == learnt


def test_a_file_without_weights_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "chances.toml"
    path.write_text("\n".join(file_lines(toy())).replace("weights]", "wieghts]"), "utf-8")
    with pytest.raises(DataError, match=r"chances.toml.*weights"):
        read_chances(path)


# Learning and measuring.


def test_games_are_played_in_pairs_and_positions_are_taken_after_the_opening(game: Game) -> None:
    plain, mixed = played(game, 3, range(2))
    assert plain.opening == 0 < mixed.opening <= len(plain.choices) / 2
    assert GameBetweenBots.from_json(mixed.to_json()) == mixed
    one = sample(game, mixed, count=5)
    assert len(one.positions) == 5
    assert one.worth.keys() == set(game.seats)
    assert all(position.terms["union"].amounts["constant"] == 1 for position in one.positions)
    assert all(0 <= position.turn_part < 1 for position in one.positions)


def of_points(points: int, number: int) -> Sample:
    """A game in which the points of red at two moments tell how it ends, but for a surprise in one of four games."""
    won = float(points > 0) if number % 4 else float(points <= 0)
    terms = {"constant": 1.0, "points: own": float(points)}
    positions = [
        Position(
            turn,
            0.5,
            {
                "red": ViewTerms(terms | {"has moved: own": float(turn)}, {}, turn / 4),
                "blue": ViewTerms({"constant": 1.0}, {}, turn / 4),
            },
        )
        for turn in (1, 2)
    ]
    scores = {"red": 10 * points + number % 3, "blue": 0}
    return Sample(
        "first", {"red": won, "blue": 1 - won}, scores, positions, {"red": {"has moved: own": 0.1}, "blue": {}}
    )


SAMPLES = [of_points(number % 7 - 3, number) for number in range(80)]


def test_learnt_weights_tell_the_score_and_how_often_a_lead_wins(game: Game) -> None:
    red = fitted(game, SAMPLES, "red")
    names = {name.removesuffix(" late") for name in red.weights}
    assert names == {"constant", "points: own"}  # what a piece has done in a turn does not last
    learnt = LearntChances("toy", "", 80, 160, "", {"red": red})
    views = [ViewTerms({"constant": 1.0, "points: own": points}, {}, 0.5) for points in (-3.0, 3.0)]
    chances = [learnt.chances("red", view_terms, 0.0) for view_terms in views]
    assert chances[0].scores["red"].mean == pytest.approx(-29, abs=2)
    assert chances[1].scores["red"].mean == pytest.approx(31, abs=2)
    assert [one.win for one in chances] == pytest.approx([0.2, 0.8], abs=0.13)


def test_points_are_learnt_where_they_are_won_within_the_turns_of_a_short_game(game: Game) -> None:
    samples = []
    for one in SAMPLES:
        amounts = one.positions[1].terms["red"].amounts
        red = ViewTerms(amounts | {"points: own": amounts["points: own"] / 3}, {}, 0.0)
        early = Position(1, 0.0, {"red": red, "blue": ViewTerms({"constant": 1.0}, {}, 0.0)})
        samples.append(evolve(one, positions=[early, one.positions[1]], turn_variances={"red": {}, "blue": {}}))
    assert "points: own" in fitted(game, samples, "red").weights


def test_how_much_of_a_turn_is_over_is_learnt_from_what_pieces_have_done_in_it() -> None:
    rng, samples = random.Random(3), []
    for _ in range(30):
        views = [
            ViewTerms({}, {"constant": 1.0, "fatigue": 4 * part, "noise": rng.random()}, 0.25, 0.25)
            for part in (0.1, 0.5, 0.9)
        ]
        positions = [Position(2, one.within_turn["fatigue"] / 4, {"red": one}) for one in views]
        samples.append(Sample("first", {"red": 1.0}, {}, positions, {"red": {}}))
    weights = fitted_turn_weights(samples)
    parts = [(one.elapsed_with(weights) - 0.25) / 0.25 for one in views]
    assert parts == pytest.approx([0.1, 0.5, 0.9], abs=0.06)
    assert fitted_turn_weights(SAMPLES) == {}


def test_a_measurement_says_by_tenths_what_was_said_and_what_came(game: Game) -> None:
    seats = {seat: fitted(game, SAMPLES, seat) for seat in ("red", "blue")}
    found = measured(game, LearntChances("toy", "", 80, 160, "", seats), SAMPLES[:40], SAMPLES[40:])
    assert found.games == 40
    assert found.sum_of_seats == pytest.approx(1, abs=0.1)
    assert sum(tenth.positions for tenth in found.tenths) == 80
    assert found.brier < found.brier_of_constant
    assert [row.when for row in found.moments] == [1, 2]
    assert "add up to" in "\n".join(found.lines())


def test_few_games_are_no_base_for_chances(game: Game) -> None:
    with pytest.raises(WargameError, match="at least 20 games; here are 3"):
        fitted(game, SAMPLES[:3], "red")


# With which rules and bots something was made.


def test_rules_and_bots_have_a_digest_that_games_of_one_system_do_not_share() -> None:
    assert made_with("vicksburg") == made_with("vicksburg+wagon_roads") != made_with("gettysburg")
    with pytest.raises(UnknownName, match="chess"):
        made_with("chess")
