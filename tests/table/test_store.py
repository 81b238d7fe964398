"""What is kept is kept: rows once each, keys as hashes, and a full disk loses nothing that was acknowledged."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.core.skirmish_toy import toy

from wargame_table.keys import hashed, new_key, role_of
from wargame_table.rows import Opening, Row
from wargame_table.store import Store, StoreError


def row(n: int, space: int = 1) -> Row:
    return Row(n=n, kind="play", seat="red", body={"kind": "hide", "space": space})


def test_a_table_comes_back_as_it_was_made(tmp_path: Path) -> None:
    opening = Opening.of(toy(), None, {"bow": "no"}, {"red": "random"})
    store = Store(tmp_path / "tables.sqlite")
    store.make("t1", opening, {"red": hashed("k")}, 0.0)
    store.append("t1", row(0), 0.0)
    again = Store(tmp_path / "tables.sqlite")
    assert again.opening("t1") == opening
    assert again.rows("t1") == [row(0)]
    assert again.opening("t2") is None


def test_of_two_processes_that_keep_a_row_at_once_one_is_second(tmp_path: Path) -> None:
    stores = [Store(tmp_path / "tables.sqlite") for _ in range(2)]
    seen = stores[1].changed()
    assert [store.append("t", row(0, space), 0.0) for space, store in enumerate(stores, 1)] == [True, False]
    assert [store.rows("t") for store in stores] == [[row(0, 1)], [row(0, 1)]]
    assert stores[1].changed() != seen


def test_a_full_disk_is_said_in_words_and_what_was_kept_stays(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    store._base.execute("pragma max_page_count = 12")
    kept: list[int] = []

    def fill() -> None:
        for number in range(10_000):
            store.append("t", row(number), 0.0)
            kept.append(number)

    with pytest.raises(StoreError, match="full"):
        fill()
    again = Store(tmp_path / "tables.sqlite")
    assert len(kept) > 10
    assert [known.n for known in again.rows("t")] == kept


def test_keys_are_kept_as_hashes_only(tmp_path: Path) -> None:
    keys = {role: new_key() for role in ("red", "blue")}
    store = Store(tmp_path / "tables.sqlite")
    store.make("t", Opening.of(toy()), {role: hashed(key) for role, key in keys.items()}, 0.0)
    store.close()
    assert not any(key.encode() in path.read_bytes() for key in keys.values() for path in tmp_path.iterdir())
    assert [role_of(keys[role], Store(tmp_path / "tables.sqlite").keys("t")) for role in keys] == list(keys)
    assert role_of("", {"red": hashed("k")}) is None


def test_a_file_that_is_no_database_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("these are notes " * 100)
    with pytest.raises(StoreError, match="not a database"):
        Store(tmp_path / "notes.txt")


def test_the_latest_of_what_was_said_is_kept() -> None:
    store = Store()
    for number in range(60):
        store.say("t", "Ann", "red", str(number), 0.0)
    assert [text for _, _, text in store.said("t")] == [str(number) for number in range(10, 60)]
