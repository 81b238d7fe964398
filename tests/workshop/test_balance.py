"""What studies of balance count: awards, course, levels, and the difference of two versions."""

import pytest
from attrs import evolve

from wargame_core.flow.events import Outcome
from wargame_core.maps.features import NamedPlace, Road
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareGrid
from wargame_lab.comparisons import in_words
from wargame_lab.facts import Facts, ScoredLine
from wargame_lab.playouts import GameResult
from wargame_workshop.balance import report as balance
from wargame_workshop.balance import study as study_of_balance
from wargame_workshop.balance.report import ObservedGame, TurnFacts
from wargame_workshop.balance.study import Study, award_rows, balance_page, balance_text, compare

LINES = {"ford": ("red", "the ford"), "town": ("blue", "the town"), "never": ("blue", "the <moon>")}


def game(index: int, *turns: tuple[float, float], town: float = 0, stands: str = "A1") -> ObservedGame:
    """A game of red and blue by their points after each turn; ``town`` of blue's were for the town, in the last."""
    last = len(turns)
    scored = [ScoredLine("ford", "red", last, turns[-1][0])] if turns[-1][0] else []
    scored += [ScoredLine("town", "blue", last, town, 1.0)] if town else []
    told = tuple(
        TurnFacts(
            turn,
            Facts(
                {"red": red, "blue": blue},
                tuple(scored) if turn == last else (),
                LINES,
                {"u1": ("red", stands)},
                {"u2": "blue"} if red > blue else {},
            ),
        )
        for turn, (red, blue) in enumerate(turns, 1)
    )
    red, blue = turns[-1]
    winner = "red" if red > blue else "blue" if blue > red else None
    outcome = Outcome(winner, "", {"red": int(red), "blue": int(blue)}, "over")
    return ObservedGame(GameResult(index, outcome, last, 10, 5), told)


def study(*games: ObservedGame, title: str = "Toy") -> Study:
    return Study(title, ("red", "blue"), {"red": "random", "blue": "random"}, 1, games)


GAMES = (
    game(0, (1, 0), (3, 0), (3, 4), town=4),
    game(1, (0, 2), (3, 2)),
    game(2, (2, 0), (2, 0)),
    game(3, (0, 0), (2, 2), town=2, stands="A2"),
)


def test_awards_are_counted_by_game_by_turn_and_by_what_they_decide() -> None:
    ford, never, town = balance.awards_of(GAMES)
    assert (ford.games, ford.times, ford.points) == (4, 4, 10)
    assert dict(ford.by_turn) == {3: 1, 2: 3}
    assert (town.games, town.points, town.rolled, town.decides) == (2, 6, 2, 2)
    assert (never.times, never.decides) == (0, 0)
    assert study(*GAMES).doubts() == [
        "W461 award ford (the ford): decides 3 of 4 games",
        "W460 award never (the <moon>): never scored in 4 games",
    ]


def test_the_mean_of_an_award_is_that_of_one_time_however_often_a_game_has_it() -> None:
    twice = evolve(GAMES[1].end, scored=(ScoredLine("ford", "red", 1, 2), ScoredLine("ford", "red", 2, 4)))
    games = (evolve(GAMES[1], turns=(TurnFacts(2, twice),)),)
    head, ford, *_ = award_rows(study(*games))
    row = dict(zip(head, ford, strict=True))
    assert (row["in games"], row["times"], row["mean"]) == ("1", "2", "3.0")


def test_what_decides_every_game_of_its_kind_is_no_doubt() -> None:
    last = [evolve(each.turns[-1], facts=evolve(each.end, granted=frozenset({"ford"}))) for each in GAMES]
    games = (evolve(each, turns=(*each.turns[:-1], end)) for each, end in zip(GAMES, last, strict=True))
    assert [doubt[:16] for doubt in study(*games).doubts()] == ["W460 award never"]


def test_games_are_rescored_with_play_taken_as_given() -> None:
    assert balance.what_if(GAMES, {}) == {"blue": 1, "red": 2, "draw": 1}
    assert balance.what_if(GAMES, {"town": 1.0}) == {"red": 4}
    assert [balance.winner(one, {"ford": 0.0}) for one in GAMES] == ["blue", "blue", "", "blue"]


def test_the_course_tells_leads_comebacks_and_when_it_was_settled() -> None:
    course = balance.course_of(GAMES, ("red", "blue"))
    assert course.lead_changes == 0.5
    assert course.first_leader_lost == 2
    assert course.behind_at_half == 2
    assert (course.settled_early, course.settled_from) == (1, 2)
    assert course.margins[1] == (-0.5, 0.5, 1.25)


def test_units_that_fought_in_no_game_are_named_where_the_game_tells() -> None:
    assert balance.never_fought(GAMES) == []
    idle, busy = evolve(GAMES[0], fought={}), evolve(GAMES[1], fought={"u1": "red"})
    assert balance.never_fought((idle, GAMES[2])) == [("u1", "red")]
    assert balance.never_fought((idle, busy)) == []
    assert "\nfought in none of 1 games: u1 (red)\n" in balance_text(study(idle), None)
    assert "<p>fought in none of 1 games: u1 (red).</p>" in balance_page(study(idle), None, None)


def test_roads_along_which_nobody_moved_are_named() -> None:
    board = Map(
        SquareGrid(2, 3),
        roads=(
            Road("North road", "road", (0, 1, 2)),
            Road("South road", "road", (3, 4)),
            Road("South road", "road", (4, 5)),
            Road("Lane", "road", (0, 3)),
        ),
    )
    moved = evolve(GAMES[0], steps=frozenset({frozenset(("(1,1)", "(1,2)")), frozenset(("(0,0)", "(1,1)"))}))
    assert balance.roads_unused((moved, GAMES[1]), board) == ["North road", "Lane"]
    assert balance.roads_unused(GAMES, board) == []


def test_levels_of_victory_lie_about_the_mean_margin() -> None:
    levels = balance.levels_of([float(n) for n in range(-10, 11)])
    assert levels is not None
    assert levels["mean"] == 0
    assert levels["draw"][1] == pytest.approx(0.13 * levels["sd"])
    (low, high), (least, highest) = levels["draw"], levels["major"]
    assert least < low < levels["mean"] < high < highest
    assert -10 < least < highest < 10
    assert balance.levels_of([1.0] * 50) is None


def test_few_games_give_no_verdict_and_many_do() -> None:
    assert study(*GAMES).verdict().startswith("no verdict: 4 games tell a half from")
    many = study(*(game(n, (5, 0)) for n in range(200)))
    assert many.verdict().startswith("red wins more often: red 100%")
    assert "the verdict turns with the bot" in balance_text(many, study(*(game(n, (0, 5)) for n in range(200))))


def test_a_version_against_itself_differs_in_no_game_and_is_not_told_from_chance() -> None:
    rows = compare(study(*GAMES), study(*GAMES))
    assert [(row.second - row.first, row.paired) for row in rows] == [(0, 0)] * 5
    assert not any(row.sure for row in rows)
    assert "games of each version are needed" in in_words(rows)[-1]


def test_the_page_is_one_file_in_which_nothing_is_taken_for_markup() -> None:
    page = balance_page(study(*GAMES, title="<b>Toy</b>"), study(*GAMES), None, ["a < b"])
    assert "&lt;b&gt;Toy" in page
    assert "the &lt;moon&gt;" in page
    assert "<b>Toy" not in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert award_rows(study(*GAMES))[0][:4] == ("award", "side", "in games", "times")


GROUND = Map(
    SquareGrid(1, 5),
    terrain=("clear",) * 5,
    places=(NamedPlace("Fairfield", 4), NamedPlace("Kent", 0)),
)


@pytest.mark.parametrize(
    ("text", "stands", "why"),
    [
        ("control of Fairfield", "(0,1)", "stood at (0,4) at the end of a turn; the nearest came within 3 spaces"),
        ("control of (0,1)", "(0,0)", "the nearest came within one space"),
        ("Kent at the end", "(0,0)", "units of red stood at (0,0), and did not hold it when it counted"),
        ("wear them down", "(0,0)", "no unit of red fought in any game"),
    ],
)
def test_an_award_that_never_scored_is_told_with_why(text: str, stands: str, why: str) -> None:
    facts = Facts({"red": 0, "blue": 0}, (), {"never": ("red", text)}, {"u1": ("red", stands)})
    watched = ObservedGame(game(0, (0, 0)).result, (TurnFacts(1, facts),), fought={})
    [doubt] = evolve(study(watched), game_map=GROUND).doubts()
    assert why in doubt


def test_the_columns_of_a_report_end_with_the_last_turn() -> None:
    spans = study_of_balance.spans_of(range(1, 14))
    assert [turn for span in spans for turn in span] == [*range(1, 14)]
    assert [len(span) for span in spans] == [2] * 6 + [1]
