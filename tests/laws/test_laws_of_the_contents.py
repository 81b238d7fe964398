"""The law of what a document supplies finds what is set up, dealt or scored without being listed."""

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from wargame_core import Game, load
from wargame_core.contents import Contents, Listing, OobEntry
from wargame_laws import Trial
from wargame_laws.complaints import LawBroken
from wargame_laws.laws_of_the_contents import (
    law_every_printed_line_is_told,
    law_what_is_set_up_dealt_or_scored_is_listed,
)

CLOCK, VARIANT = "thunder_on_the_mississippi", "lees_retreat"


def with_lines(game: Game, scenario: str, part: str, change: Any) -> Game:
    """The game with one of its lists changed by a function of its lines."""
    contents = game.contents[scenario]
    listing: Listing[Any] = getattr(contents, part)
    lists: dict[str, Any] = {part: evolve(listing, entries=change(listing.entries))}
    return evolve(game, contents={scenario: evolve(contents, **lists)})


def without(*ids: str) -> Any:
    return lambda lines: tuple(line for line in lines if line.id not in ids)


def changed(name: str, **values: Any) -> Any:
    return lambda lines: tuple(evolve(line, **values) if line.id == name else line for line in lines)


def law_of(game: Game, scenario: str) -> None:
    law_what_is_set_up_dealt_or_scored_is_listed(Trial(game, range(1), scenario=scenario, budget=5))


@pytest.mark.parametrize(
    ("scenario", "part", "change", "flaw"),
    [
        ("shiloh", "oob", without("u3"), "pieces on the sheet that are not in the order of battle: u3"),
        ("shiloh", "oob", without("union"), "u1 belongs to or is led by union, not in the order of battle"),
        ("shiloh", "oob", changed("u3", where="Z99"), "places of the set-up that are not in the sheet: Z99"),
        ("shiloh", "oob", changed("u3", id="u2"), r"several lines have the same id, or none: \['u2'\]"),
        ("shiloh", "deck", without("scout_left"), "cards on the sheet that are not in the deck: scout_left"),
        ("shiloh", "deck", changed("scout_left", count=9), r"counts other copies than the sheet: \['scout_left'\]"),
        ("shiloh", "victory", without("union_units"), "lines that score that are not in victory: union_units"),
        ("shiloh", "victory", changed("union_units", level="x", id="y"), "lines that score that are not in victory"),
        (
            "shiloh",
            "victory",
            without("flags", "no_battle"),
            "the game ends with .* which is not a level of victory listed",
        ),
    ],
)
def test_what_is_not_listed_or_listed_otherwise_breaks_the_law(
    scenario: str, part: str, change: Any, flaw: str
) -> None:
    game = load("battlecry")
    with pytest.raises(LawBroken, match=flaw):
        law_of(with_lines(game, scenario, part, change), scenario)


def test_what_is_listed_and_cannot_be_dealt_or_scored_must_say_why() -> None:
    game = load("battlecry")
    more = game.contents["shiloh"].deck["scout_left"]
    listed = with_lines(game, "shiloh", "deck", lambda lines: (*lines, evolve(more, id="scout_all")))
    with pytest.raises(LawBroken, match="cards listed that are not in the sheet: scout_all"):
        law_of(listed, "shiloh")
    law_of(
        with_lines(game, "shiloh", "deck", lambda lines: (*lines, evolve(more, id="s", unless="not made"))), "shiloh"
    )
    rule = evolve(game.contents["shiloh"].victory["union_units"], id="union_hats")
    with pytest.raises(LawBroken, match="rules of victory that are not in the board's account: union_hats"):
        law_of(with_lines(game, "shiloh", "victory", lambda lines: (*lines, rule)), "shiloh")


def test_each_printed_line_must_be_told_and_what_is_told_be_listed() -> None:
    game = load("battlecry")
    law_every_printed_line_is_told(Trial(game, range(1), scenario="shiloh", budget=5))
    contents = game.contents["shiloh"]
    silent = evolve(game, contents={"shiloh": evolve(contents, briefing=(*contents.briefing, "fog", "mud"))})
    with pytest.raises(LawBroken, match="printed lines that are not in the briefing: fog, mud"):
        law_every_printed_line_is_told(Trial(silent, range(1), scenario="shiloh", budget=5))
    listed = with_lines(game, "shiloh", "victory", without("no_battle"))
    with pytest.raises(LawBroken, match=r"lines that the briefing tells that are not in the lists .*: no_battle"):
        law_every_printed_line_is_told(Trial(listed, range(1), scenario="shiloh", budget=5))


def test_a_game_without_lists_is_not_looked_at() -> None:
    law_of(evolve(load("battlecry"), contents={}), "shiloh")


def test_an_owners_files_show_in_the_lists(tmp_path: Path) -> None:
    game = load("vicksburg")
    packaged = (game.files.data or tmp_path) / "oob.toml"
    (tmp_path / "oob.toml").write_text(
        packaged.read_text("utf-8").replace('name = "McClernand"', 'name = "Ord"'), "utf-8"
    )
    leaders: Listing[OobEntry] = load("vicksburg", data=tmp_path).oobs["historical"]
    assert leaders["us_xiii_general"].name == "Ord"
    assert game.oobs["historical"]["us_xiii_general"].name == "McClernand"


@pytest.mark.parametrize("name", ["vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", CLOCK])
def test_the_lists_of_a_plugin_are_those_of_its_game(name: str) -> None:
    from wargame_core.plugins.discovery import plugin

    game, listed = load(name), plugin(name).contents
    assert list(listed) == [scenario.id for scenario in game.scenarios]
    first = next(iter(listed))
    assert listed[first] == game.contents[first]
    assert isinstance(listed[first], Contents)
