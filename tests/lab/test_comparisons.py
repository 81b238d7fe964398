"""Two versions of a game beside each other: house rules are measured on the same seeds, chance is told from rules."""

from collections.abc import Sequence
from typing import Any

import pytest

from wargame_core import Outcome, UnknownName, WargameError, load
from wargame_core.authoring import (
    D6,
    EVERYBODY,
    Counter,
    CounterSet,
    Option,
    Procedure,
    RulesError,
    Table,
    Variant,
    variant,
    without,
)
from wargame_core.plugins import variants
from wargame_core.version import API
from wargame_lab import compare, simulate
from wargame_lab.comparisons import Comparison, differences
from wargame_lab.playouts import GameResult


@pytest.fixture(autouse=True)
def toy(toy_installed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {})


def skies(t: Table[Any]) -> Procedure[None]:
    """A die for the weather."""
    face = yield from t.roll(D6, "the weather", seen_by=EVERYBODY)
    t.record(CounterSet("weather", "rain" if face <= 3 else "sun", "The weather."))


def made_in_a_cell(**more: Any) -> Variant:
    return variant(
        "toy", before="Draw tokens", counters=(Counter("weather", "Weather", "sun", ("sun", "rain")),), **more
    )(skies)


def no_walk() -> Variant:
    made = Variant(
        id="no_walk", of=("toy",), title="No walk", help="Nobody walks.", requires_api=API, sequence=(without("Walk"),)
    )
    variants.register_variant(made)
    return made


def games(won: Sequence[str | None], points: Sequence[dict[str, int]] = ()) -> list[GameResult]:
    scores = points or [{}] * len(won)
    return [GameResult(n, Outcome(seat, "", scores[n]), 4, 20, 5) for n, seat in enumerate(won)]


def test_a_variant_is_measured_beside_the_printed_game_on_the_same_seeds() -> None:
    game = load("toy")
    result = compare(game, game.with_variants(no_walk()), "random", games=20, seed=3)
    assert [row.what for row in result.rows][:2] == ["share of games won by blue", "share of games won by red"]
    assert result.rows[-1].what == "turns a game"
    assert result.first.games == simulate("toy", "random", games=20, seed=3).games
    assert result.second.games == simulate("toy+no_walk", "random", games=20, seed=3).games
    assert str(result).startswith("toy+no_walk beside toy: 20 games of each, seed 3:\n  share of games won by blue: ")
    assert "<th>toy+no_walk</th>" in result._repr_html_()
    assert result.to_frame().loc["turns a game", "games"] == 20
    assert [row["what"] for row in result.to_json()["differences"]] == list(result.to_frame().index)


def test_a_game_beside_itself_differs_in_nothing() -> None:
    result = compare("toy", "toy", "random", games=12, seed=1)
    assert {row.second - row.first for row in result.rows} == {0}
    assert not any(row.sure for row in result.rows)
    assert str(result).count(": not to be told from chance") == len(result.rows)


def test_chance_is_told_from_rules() -> None:
    blue, red = games(["blue"] * 100), games(["red"] * 100)
    assert all(row.sure for row in differences(("blue", "red"), blue, red) if "share" in row.what)
    few = differences(("blue", "red"), blue[:2], red[:2])
    assert not any(row.sure for row in few), "two games are sure of nothing, however they end"
    even = games(["blue", "red"] * 50)
    assert not differences(("blue", "red"), even, games(["red", "blue"] * 50))[0].sure


def test_draws_points_of_one_side_and_margins_are_told_where_there_are_some() -> None:
    def told(points: dict[str, int], winner: str | None = "blue") -> list[str]:
        both = games([winner] * 3, [points] * 3)
        return [row.what for row in differences(("blue", "red"), both, both)][2:-1]

    assert told({}) == []
    assert told({"red": 3}) == ["points of red"]
    assert told({"red": 3, "blue": 4}) == ["margin of blue in points"]
    assert told({}, None) == ["share of games drawn"]


def test_a_variant_of_a_cell_is_known_to_processes() -> None:
    game = load("toy").with_variants(made_in_a_cell())
    alone = compare("toy", game, "random", games=16, seed=3)
    assert compare("toy", game, "random", games=16, seed=3, jobs=2).second.games == alone.second.games


def test_where_no_copies_of_a_process_are_made_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_lab.playouts.get_all_start_methods", lambda: ["spawn"])
    game = load("toy").with_variants(made_in_a_cell())
    with pytest.raises(WargameError, match=r"skies was made in this program.*jobs=1.*wargame new variant"):
        simulate(game, games=4, jobs=2)
    assert len(simulate(game, games=4).games) == 4


def test_a_variant_that_was_made_anew_is_not_taken_for_the_old_one() -> None:
    game = load("toy").with_variants(made_in_a_cell())
    made_in_a_cell(title="Another sky")
    with pytest.raises(RulesError, match="'skies' was made anew since"):
        simulate(game, games=4, jobs=2)


def test_an_option_of_one_version_is_for_that_one() -> None:
    option = Option("storms", "Whether it storms.", ("no", "yes"), "no")
    game = load("toy").with_variants(made_in_a_cell(options=(option,)))
    result = compare("toy", game, "random", games=2, seed=1, options={"storms": "yes"})
    assert (result.first.batch.options.get("storms"), result.second.batch.options["storms"]) == (None, "yes")
    with pytest.raises(UnknownName, match="stroms"):
        compare("toy", game, "random", games=2, options={"stroms": "yes"})


def test_games_of_other_seats_are_no_versions_of_one() -> None:
    with pytest.raises(WargameError, match="toy and vicksburg have other seats"):
        compare("toy", "vicksburg")


def test_progress_counts_the_games_of_both() -> None:
    steps: list[tuple[int, int]] = []
    compared = compare("toy", "toy", "random", games=3, seed=1, progress=lambda *so: steps.append(so))
    assert isinstance(compared, Comparison)
    assert steps == sorted(steps)  # each of the two begins by telling where it is
    assert sorted(set(steps)) == [(n, 6) for n in range(7)]
