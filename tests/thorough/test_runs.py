"""What is kept of thorough runs fits the tests and the history."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.thorough import blocks
from tests.thorough.blocks import (
    GAMES,
    ROOT,
    Run,
    blocks_of,
    complaints,
    counted,
    due,
    files_of,
    git,
    keep,
    part_of,
    places_of,
    runs,
)

HEAD = git("rev-parse", "HEAD")
GREEN = Run("faults of mail", HEAD or "", "3.11.7", 26, 25, 1, 2.5)
COUNTS = {"faults of mail": 26}


@pytest.fixture
def unchanged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing has changed since any commit of the history."""
    if HEAD is None or git("rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("needs the history of this tree (git clone, not shallow)")
    cached, run = blocks.changed_since, blocks.git
    cached.cache_clear()
    monkeypatch.setattr(blocks, "git", lambda *words: "" if words[0] == "diff" else run(*words))
    yield
    cached.cache_clear()


def test_what_is_kept_fits_the_tests_and_the_history(every_test: tuple[pytest.Item, ...]) -> None:
    if HEAD is None or git("rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("needs the history of this tree (git clone, not shallow)")
    files = {path for path in (ROOT / "tests").rglob("test_*.py") if "golden" not in path.parts}
    if missing := files - {item.path for item in every_test}:
        pytest.skip(f"only part of the tests was collected: without {min(missing).name}")
    assert complaints(runs(), counted(every_test)) == []


def test_every_block_is_named_by_what_its_tests_are_about(every_test: tuple[pytest.Item, ...]) -> None:
    for block in counted(every_test):
        assert [place for place in places_of(block) if not (ROOT / place).exists()] == []
    for item in every_test:
        for block in blocks_of(item):
            assert item.nodeid.startswith(tuple(files_of(block))), f"{block} would run without {item.nodeid}"


def test_a_law_belongs_to_each_part_of_a_block_that_is_cut_and_a_fault_to_one(
    every_test: tuple[pytest.Item, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "SPLIT", {})
    known = counted(every_test)
    monkeypatch.setattr(blocks, "SPLIT", dict.fromkeys(known, 2))
    cut = counted(every_test)
    for block, count in known.items():
        parts = [cut[f"{block} 1/2"], cut[f"{block} 2/2"]]
        assert parts == [count] * 2 if block.startswith("laws") else sum(parts) == count
    assert part_of("laws of the tree 2/3") == ("laws", "the tree", "2/3")
    assert part_of("faults of mail") == ("faults", "mail", "")


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({}, None),
        ({"commit": "0" * 40}, "commit 0000000000000000000000000000000000000000 is not in the history"),
        ({"passed": 26}, "26 passed and 1 skipped are not the 26 collected"),
        ({"passed": 0, "skipped": 26}, "0 passed and 26 skipped are not the 26 collected"),
        ({"collected": 27, "passed": 26}, "27 tests were collected, now 26, and nothing has changed"),
        ({"block": "faults of male"}, "no test belongs to it"),
    ],
)
@pytest.mark.usefixtures("unchanged")
def test_a_run_that_cannot_have_been_is_refused(changed: dict[str, Any], complaint: str | None) -> None:
    run = evolve(GREEN, **changed)
    wanted = [f"tests/thorough/runs.toml, {run.block}: {complaint}"] if complaint else []
    assert complaints([run], COUNTS) == wanted


@pytest.mark.usefixtures("unchanged")
def test_a_block_is_due_when_what_it_rests_on_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert due([], COUNTS) == {"faults of mail": "never run"}
    assert due([GREEN], COUNTS) == {}
    assert due([GREEN], {"faults of mail": 27}) == {"faults of mail": f"26 tests at {GREEN.commit[:8]}, 27 now"}
    fewer = due([evolve(GREEN, games=20)], COUNTS)
    assert fewer == {"faults of mail": f"20 games a battery at {GREEN.commit[:8]}, {GAMES} are asked for"}
    assert "not in the history" in due([evolve(GREEN, commit="0" * 40)], COUNTS)["faults of mail"]
    for file, again in (("frontends/mail/src/wargame_mail/letters.py", True), ("plugins/vicksburg/README.md", False)):
        monkeypatch.setattr(blocks, "places_of", lambda block: ("frontends/mail",))
        monkeypatch.setattr(blocks, "changed_since", lambda commit, file=file: frozenset([file]))
        assert ("faults of mail" in due([GREEN], COUNTS)) == again
    assert complaints([evolve(GREEN, collected=27, passed=26)], COUNTS) != []


def test_laws_of_a_game_rest_on_its_plugin_and_on_what_that_needs() -> None:
    places = places_of("laws of vicksburg 2/3")
    assert {"src", "tests/vicksburg", "plugins/vicksburg", "plugins/altar_of_freedom"} <= set(places)
    assert "plugins/battlecry" not in places
    assert {"plugins/battlecry", "plugins/vicksburg"} <= set(places_of("tests of table"))


def test_runs_are_kept_one_a_block_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "RUNS", tmp_path / "runs.toml")
    (tmp_path / "runs.toml").write_text("", "utf-8")
    other = evolve(GREEN, block="laws of core", minutes=11.0)
    for run in (evolve(GREEN, python="3.14.8"), other, GREEN):
        keep(run)
    assert runs() == [GREEN, other]
