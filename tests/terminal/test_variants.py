"""House rules at the command line: named with --variant or behind the game, told by info, kept in records."""

from pathlib import Path

import pytest
from tests.core.cli_table import Run

from wargame_core.authoring import Counter, CounterSet, Step, Variant, before
from wargame_core.plugins import variants
from wargame_core.version import API


@pytest.fixture(autouse=True)
def dusk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {})
    variants.register_variant(
        Variant(
            id="dusk",
            of=("toy",),
            title="Dusk",
            help="It gets dark.",
            requires_api=API,
            sequence=(before("Turn", Step("Dusk", lambda t: t.record(CounterSet("light", "dusk", "It is dusk.")))),),
            counters=(Counter("light", "Light", "day", ("day", "dusk")),),
        )
    )


def test_info_tells_what_a_game_can_be_played_with_and_what_it_is_played_with(wargame: Run) -> None:
    assert "that it can be played with (--variant NAME):\n  dusk  Dusk  It gets dark." in wargame("info", "toy").stdout
    played = wargame("info", "toy", "--variant", "dusk").stdout
    assert played.startswith("Toy with Dusk\n")
    assert "Played with these variants:\n  dusk  Dusk  It gets dark." in played
    assert "that it can be played with" not in played
    assert "House rules: Dusk. It gets dark." in wargame("info", "toy+dusk", "--sheet").stdout


def test_a_game_with_a_variant_is_simulated_recorded_and_verified(wargame: Run, tmp_path: Path) -> None:
    told = wargame("demo", "toy", "--variant", "dusk", "--seed", "3", "--out", str(tmp_path))
    assert told.exit_code == 0, told.output
    [record] = tmp_path.rglob("*.jsonl")
    assert '"game":"toy+dusk"' in record.read_text("utf-8").split("\n")[0]
    assert wargame("verify", str(record)).exit_code == 0
    assert "toy+dusk" in wargame("simulate", "toy", "--variant", "dusk", "--games", "2", "--seed", "1").stdout


def test_a_variant_that_is_not_there_is_refused_with_those_that_are(wargame: Run) -> None:
    told = wargame("info", "toy", "--variant", "dask", exit_code=2)
    assert "unknown variant of toy 'dask' (allowed: dusk); did you mean 'dusk'?" in told.output
