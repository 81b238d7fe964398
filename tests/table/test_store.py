"""What is kept is kept: rows once each, keys as hashes, and a full disk loses nothing that was acknowledged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy

from wargame_table.keeping.databases import SqliteStore, open_store
from wargame_table.keeping.rows import Opening, Row
from wargame_table.keeping.store import SECONDS_COUNTED_PRESENT, Present, Store, StoreError
from wargame_table.network.guard import hash_of_key, new_key, role_of

if TYPE_CHECKING:
    from tests.table.cluster import Cluster


def row(n: int, space: int = 1) -> Row:
    return Row(n=n, kind="play", seat="red", body={"kind": "hide", "space": space})


@pytest.fixture
def stores(place: str) -> Iterator[Callable[[], Store]]:
    """Opens the same place again and again, as processes of their own would."""
    with ExitStack() as opened:

        def again() -> Store:
            store = open_store(place)
            opened.callback(store.close)
            return store

        yield again


def test_a_table_comes_back_as_it_was_made(stores: Callable[[], Store]) -> None:
    opening = Opening.of(toy(), None, {"bow": "no"}, {"red": "random"})
    store = stores()
    store.make("t1", opening, {"red": hash_of_key("k")}, 0.0)
    store.append("t1", evolve(row(0), at=7.5))
    again = stores()
    assert again.opening("t1") == opening
    assert again.rows("t1") == [row(0)]
    assert again.rows("t1")[0].at == 7.5
    assert again.keys("t1") == {"red": hash_of_key("k")}
    assert again.opening("t2") is None


def test_what_was_said_lately_goes_to_another_table_in_its_order(stores: Callable[[], Store]) -> None:
    store = stores()
    for i in range(5):
        store.say("t1", "Ann" if i % 2 else "", "red" if i % 2 else "table", f"sentence {i}", float(i), "seats")
    store.carry_sentences("t1", "t2", {"red": "blue"}, 4)
    assert [(said.name, said.seat, said.text, said.to) for said in stores().sentences("t2")] == [
        ("Ann", "blue", "sentence 1", "seats"), ("Ann", "blue", "sentence 3", "seats"),
    ]  # fmt: skip
    store.carry_sentences("t1", "t3", {"red": "red", "table": "table"}, 2)
    assert [said.text for said in store.sentences("t3")] == ["sentence 3", "sentence 4"]
    assert store.sentence_count("t1") == 5


def test_of_two_processes_that_keep_a_row_at_once_one_is_second(stores: Callable[[], Store]) -> None:
    both = [stores(), stores()]
    assert [store.append("t", row(0, space)) for space, store in enumerate(both, 1)] == [True, False]
    assert [store.rows("t") for store in both] == [[row(0, 1)], [row(0, 1)]]


def test_the_same_row_once_more_is_kept_already_and_another_with_its_number_is_second(
    stores: Callable[[], Store],
) -> None:
    store = stores()
    assert [store.append("t", one) for one in (row(0), row(0), row(0, space=2))] == [True, True, False]


def test_what_was_said_is_told_in_its_order(stores: Callable[[], Store]) -> None:
    store = stores()
    for text in ("one", "two", "three"):
        store.say("t", "Ann", "red", text, 0.0)
    assert [sentence.text for sentence in store.sentences("t")] == ["one", "two", "three"]


def test_others_hear_that_a_process_has_written_and_it_does_not_hear_itself(stores: Callable[[], Store]) -> None:
    first, second = stores(), stores()
    for store in (first, second):
        store.news(0.0)
    first.make("t", Opening.of(toy()), {"red": b"old"}, 0.0)
    second.news(0.0)
    writes: list[Callable[[], object]] = [
        lambda: first.append("t", row(0)),
        lambda: first.say("t", "Ann", "red", "hello", 0.0),
        lambda: first.enter("t", "p", [("red", "Ann")], 0.0),
        lambda: first.change_key("t", "red", b"old", b"new"),
    ]
    for write in writes:
        write()
        assert second.news(5.0) in (frozenset("t"), None)
        assert second.news(0.0) == first.news(0.0) == frozenset()


def test_a_table_is_made_whole_or_not_at_all(stores: Callable[[], Store]) -> None:
    store = stores()
    with pytest.raises(StoreError):
        store.make("t", Opening.of(toy()), {"red": hash_of_key("k"), "blue": None}, 0.0)  # type: ignore[dict-item]
    assert store.opening("t") is None
    store.make("t", Opening.of(toy()), {"red": hash_of_key("k")}, 0.0)
    assert stores().opening("t") is not None


def test_who_is_at_screens_of_other_processes_is_known_while_they_give_a_sign(stores: Callable[[], Store]) -> None:
    first, second = stores(), stores()
    first.enter("t", "p1", [("red", "Ann"), ("spectator", "")], 100.0)
    second.enter("t", "p2", [("blue", "Bob")], 100.0)
    assert second.present_elsewhere("t", "p2", 100.0) == [Present("p1", "red", "Ann"), Present("p1", "spectator", "")]
    assert first.present_elsewhere("t", "p1", 100.0) == [Present("p2", "blue", "Bob")]
    first.enter("t", "p1", [], 120.0)
    second.beat("p2", 150.0)
    assert second.present_elsewhere("t", "p2", 150.0) == []
    assert first.present_elsewhere("t", "p1", 150.0 + SECONDS_COUNTED_PRESENT) != []
    assert first.present_elsewhere("t", "p1", 151.0 + SECONDS_COUNTED_PRESENT) == []


def test_a_full_disk_is_said_in_words_and_what_was_kept_stays(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite")
    store._writer._base.execute("pragma max_page_count = 12")
    kept: list[int] = []

    def fill() -> None:
        for number in range(10_000):
            store.append("t", row(number))
            kept.append(number)

    with pytest.raises(StoreError, match="full"):
        fill()
    again = SqliteStore(tmp_path / "tables.sqlite")
    assert len(kept) > 10
    assert [known.n for known in again.rows("t")] == kept


def test_keys_are_kept_as_hashes_only(tmp_path: Path) -> None:
    keys = {role: new_key() for role in ("red", "blue")}
    store = SqliteStore(tmp_path / "tables.sqlite")
    store.make("t", Opening.of(toy()), {role: hash_of_key(key) for role, key in keys.items()}, 0.0)
    store.close()
    assert not any(key.encode() in path.read_bytes() for key in keys.values() for path in tmp_path.iterdir())
    assert [role_of(keys[role], SqliteStore(tmp_path / "tables.sqlite").keys("t")) for role in keys] == list(keys)
    assert role_of("", {"red": hash_of_key("k")}) is None


def test_a_lost_database_is_said_in_words_and_found_again_when_it_is_back(cluster: Cluster) -> None:
    store = open_store(cluster.place())
    store.append("t", row(0))
    cluster.kill()
    with pytest.raises(StoreError, match=r"the database does not answer: .* is kept"):
        store.append("t", row(1))
    with pytest.raises(StoreError):
        store.news(0.0)
    cluster.start()
    assert store.append("t", row(1))
    assert store.rows("t") == [row(0), row(1)]
    store.close()


def test_people_of_a_process_that_ended_leave_no_rows_and_an_older_file_keeps_its_chat_for_all(tmp_path: Path) -> None:
    path = tmp_path / "older.sqlite"
    with closing(sqlite3.connect(path)) as older:
        columns = "i integer primary key, table_id text, at real, name text, seat text, text text"
        older.execute(f"create table said ({columns})")
        older.execute("insert into said values (1, 't', 0, 'Ann', 'red', 'hello')")
        older.commit()
    store = SqliteStore(path)
    assert [(sentence.text, sentence.to) for sentence in store.sentences("t")] == [("hello", "")]
    store.enter("t", "ended", [("red", "Ann")], 0.0)
    store.beat("here", SECONDS_COUNTED_PRESENT + 1.0)
    assert store._read("select * from here") == []
    store.close()
