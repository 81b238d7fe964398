"""Values learnt from games: the file, the value, and the script that learns."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from benchmarks.learn_values import Position, auc, fitted, fitted_with_signs

from wargame_core.errors import DataError
from wargame_lab.learnt_value import LearntValue, chance, read_value

FILE = 'source = { document = "games", basis = "reconstruction" }\n\n[weights]\n"flags" = 0.5\n'


def flags(board: Any) -> dict[str, float]:
    """The only term of a board that is a number."""
    return {"flags": float(board)}


def test_the_value_of_one_seat_is_what_is_left_to_the_other(tmp_path: Path) -> None:
    (tmp_path / "value.toml").write_text(FILE, "utf-8")
    value = read_value(tmp_path / "value.toml", flags, "union")
    assert value == LearntValue(flags, "union", {"flags": 0.5})
    assert value(2, "union") == chance(1.0) > 0.5
    assert value(2, "union") + value(2, "confederate") == pytest.approx(1)
    assert value(-5000, "union") == 0.0


def test_a_file_without_weights_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "value.toml").write_text(FILE.replace("weights", "wieghts"), "utf-8")
    with pytest.raises(DataError, match=r"value.toml.*weights"):
        read_value(tmp_path / "value.toml", flags, "union")


def games(weights: dict[str, float], count: int = 800) -> list[Position]:
    """Positions whose results follow from weights, by chance."""
    rng, positions = random.Random(1), []
    for _ in range(count):
        terms = {name: rng.uniform(-2, 2) for name in weights}
        lead = sum(weights[name] * amount for name, amount in terms.items())
        result = float(rng.random() < chance(lead))
        positions.append(Position(terms, result, 1.0, aim=result))
    return positions


def test_the_weights_that_made_the_results_are_found_again() -> None:
    positions = games({"flags": 1.5, "cards": 0.5})
    assert fitted(positions, ["flags", "cards"]) == pytest.approx({"flags": 1.5, "cards": 0.5}, abs=0.2)


def test_weights_are_learnt_from_leads_where_those_are_given() -> None:
    positions = [Position({"flags": lead}, float(lead > 0), 1.0, aim=chance(0.7 * lead)) for lead in (-2, -1, 1, 2)]
    assert fitted(positions * 200, ["flags"]) == pytest.approx({"flags": 0.7}, abs=0.02)


def test_no_term_speaks_against_its_side() -> None:
    assert fitted_with_signs(games({"flags": 1.5, "lost": -1.0}))["lost"] == 0.0
    assert fitted_with_signs(games({"flags": 1.5, "elapsed": -1.0}))["elapsed"] < -0.5


def test_the_auc_counts_pairs_in_the_right_order() -> None:
    assert auc([(0.9, 1.0), (0.7, 0.0), (0.6, 1.0), (0.1, 0.0)]) == 0.75
    assert auc([(0.9, 1.0)]) == 0.5
