"""The index of the rules: every heading of the books, every function and test in it exists, its status is honest."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from wargame_altar_of_freedom.printed.pages import PAGES, heading_in
from wargame_altar_of_freedom.questions.rules_index import OF_ONE_BOOK, PRINTED_BELOW, campaign_rules_index
from wargame_core.plugins.discovery import plugin
from wargame_core.plugins.rules_index import Heading

TESTS = Path(__file__).parents[1]
BOOKS = ("GotW", "AFI")


def headings(book: str) -> dict[str, Heading]:
    return {one.heading: one for one in campaign_rules_index(book, book).headings}


@pytest.mark.parametrize("book", BOOKS)
def test_every_heading_that_rules_cite_is_in_the_index_with_its_page(book: str) -> None:
    index = headings(book)
    below = {name for names in PRINTED_BELOW[book].values() for name in names}
    assert {heading_in(book, heading): page for heading, page in PAGES[book].items()} == {
        heading: one.page for heading, one in index.items() if heading not in below
    }
    assert below <= set(index)


@pytest.mark.parametrize("book", BOOKS)
def test_headings_come_in_the_order_of_the_pages(book: str) -> None:
    pages = [int(one.page) for one in headings(book).values()]
    briefings = pages.index(15)
    assert pages[:briefings] == sorted(pages[:briefings])
    assert min(pages[briefings:]) == 15


@pytest.mark.parametrize("book", BOOKS)
def test_every_test_file_named_exists(book: str) -> None:
    named = {test for one in headings(book).values() for test in one.tests}
    assert {test for test in named if not (TESTS.parent / test).is_file()} == set()
    assert len(named) > 15


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_called_implemented_has_functions_or_data_and_tests(book: str) -> None:
    for one in headings(book).values():
        assert one.status in ("implemented", "partly", "no rule")
        if one.status == "implemented" and one.heading not in ("Quick Reference",):
            assert one.tests, one.heading
            assert one.functions or "data" in one.note, one.heading
        if one.status == "partly":
            assert one.note, f"{one.heading}: what is missing?"


def test_every_test_of_a_printed_page_is_named_by_some_heading() -> None:
    written = {f"tests/{folder}/{file.name}" for folder in ("altar_of_freedom", "vicksburg", "gettysburg")
               for file in (TESTS / folder).glob("test_p[0-9]*.py")}  # fmt: skip
    named = {test for book in BOOKS for one in headings(book).values() for test in one.tests}
    assert written - named == set()


@pytest.mark.parametrize("book", BOOKS)
def test_every_function_says_what_it_does_and_where_that_is_printed_or_decided(book: str) -> None:
    bare = set()
    for one in headings(book).values():
        for function in one.functions:
            module = inspect.getdoc(inspect.getmodule(function)) or ""
            if not re.search(r"[Dd]ecision|AFI p\.|GotW p\.", f"{inspect.getdoc(function)} {module}"):
                bare.add(function.__qualname__)
    assert bare == set()


def test_what_one_book_adds_belongs_to_headings_of_the_index() -> None:
    shared = set(headings("GotW"))
    for book, added in OF_ONE_BOOK.items():
        assert book in BOOKS
        assert set(added) <= shared


@pytest.mark.parametrize(
    ("name", "document", "words"),
    [
        ("vicksburg", "Gibraltar of the West (2016)", "p.10   Minor Skirmishes: implemented"),
        ("gettysburg", "A Formidable Invasion (2018)", "p.7    Crossing Rivers or Mountains: implemented"),
        ("altar_of_freedom", "The campaign rules of both supplements", "p.13   Fighting the Battle: partly"),
    ],
)
def test_plugins_show_their_index(name: str, document: str, words: str) -> None:
    rules = plugin(name).rules
    assert rules is not None
    index = rules()
    assert index.document == document
    assert words in str(index)
    assert len(index.to_json()["headings"]) >= len(PAGES["GotW"])


def test_a_book_nobody_has_listed_is_shown_without_pages() -> None:
    index = campaign_rules_index("My book", "My campaign")
    assert {one.page for one in index.headings} == {""}


def test_every_decision_that_the_rules_cite_has_a_page() -> None:
    root = TESTS.parent
    sources = [file for name in ("altar_of_freedom", "vicksburg", "gettysburg")
               for file in (root / "plugins" / name / "src").rglob("*.py")]  # fmt: skip
    cited = {number for file in sources for number in re.findall(r"\b01\d\d\b", file.read_text("utf-8"))}
    written = {file.name[:4] for file in (root / "docs" / "decisions").glob("01*.md")}
    assert cited - written == set()


def test_all_sixty_three_readings_are_settled_on_some_page() -> None:
    pages = (TESTS.parent / "docs" / "decisions").glob("01*.md")
    settled = {
        int(number)
        for page in pages
        for some in re.findall(r"rulings? (\d+(?:(?:, | and )\d+)*)", page.read_text("utf-8"))
        for number in re.findall(r"\d+", some)
    }
    assert settled == set(range(1, 64))
