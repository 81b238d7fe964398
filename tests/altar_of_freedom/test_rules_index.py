"""The index of the rules: every heading of the books, every function and test in it exists, its status is honest."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from wargame_altar_of_freedom.printed.campaign import cite_of as cite
from wargame_altar_of_freedom.questions.charts import campaign_rules_index
from wargame_core.plugins.discovery import plugin
from wargame_core.plugins.rules_index import Heading

TESTS = Path(__file__).parents[1]
BOOKS = ("GotW", "AFI")


@cache
def headings(book: str) -> dict[str, Heading]:
    return {one.heading: one for one in campaign_rules_index(book, book).headings}


@pytest.mark.parametrize("book", BOOKS)
def test_every_heading_that_rules_cite_is_in_the_index_with_its_page(book: str) -> None:
    index = headings(book)
    for name in ("Crossing Rivers", "Base Labels", "Quick Reference"):
        where = cite(book, name)
        assert index[where.heading].page == where.page


def test_every_heading_that_the_rules_ask_for_is_in_the_headings_file() -> None:
    package = TESTS.parent / "plugins" / "altar_of_freedom" / "src"
    asked = {name for file in package.rglob("*.py")
             for name in re.findall(r'\bcite\("([A-Z][^"]+)"\)', file.read_text("utf-8"))}  # fmt: skip
    assert len(asked) > 10
    assert asked - set(headings("GotW")) == set()


def test_the_second_book_has_words_and_pages_of_its_own() -> None:
    assert str(cite("AFI", "Crossing Rivers")) == "AFI p.7 Crossing Rivers or Mountains"
    assert cite("AFI", "Quick Reference").page == "25"
    assert str(cite("My book", "Crossing Rivers")) == "My book Crossing Rivers"


def test_each_book_says_in_its_own_words_what_it_leaves_to_its_cards() -> None:
    assert "limited here to a random event" in headings("AFI")["Railroads"].note
    assert "briefings are silent" in headings("GotW")["Railroads"].note
    assert headings("GotW")["Fog of War"].status == "partly"
    assert "groups of four" in headings("AFI")["What You Need to Play"].note


@pytest.mark.parametrize("book", BOOKS)
def test_headings_come_in_the_order_of_the_pages(book: str) -> None:
    pages = [int(one.page) for one in headings(book).values()]
    briefings = pages.index(15)
    assert pages[:briefings] == sorted(pages[:briefings])
    assert min(pages[briefings:]) == 15


def test_every_test_of_a_printed_page_is_named_by_some_heading() -> None:
    written = {f"tests/{folder}/{file.name}" for folder in ("altar_of_freedom", "vicksburg", "gettysburg")
               for file in (TESTS / folder).glob("test_p[0-9]*.py")}  # fmt: skip
    named = {test for book in BOOKS for one in headings(book).values() for test in one.tests}
    assert written - named == set()


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
    assert len(index.to_json()["headings"]) >= 95


def test_a_book_nobody_has_listed_is_shown_without_pages() -> None:
    index = campaign_rules_index("My book", "My campaign")
    assert {one.page for one in index.headings} == {""}


@pytest.mark.parametrize("game", ["vicksburg", "gettysburg"])
def test_no_card_is_said_to_be_printed_so(game: str) -> None:
    """The book prints no card: a name and a wording of ours are marked as ours, and the note says what the text has."""
    data = plugin(game).data
    assert data is not None
    cards = tomllib.loads((data / "deck.toml").read_text("utf-8"))["card"]
    assert {card["basis"] for card in cards} == {"reconstruction"}
    assert any(card["source_note"].startswith("from the text:") for card in cards)
