"""What decides points or refuses a choice can be read before: in the briefing, and in a panel how it stands."""

from collections.abc import Callable

import attrs
import pytest
from tests.altar_of_freedom.kit import bare_board, campaign_of, gettysburg, vicksburg

from wargame_altar_of_freedom.rules.scoring import is_clear
from wargame_altar_of_freedom.table.panels import state_of_the_objectives
from wargame_core import Game, Match

ROUTES = ("Hancock", "Williamsport", "Shepherdstown", "Point of Rocks", "Harpers Ferry")
GAMES = pytest.mark.parametrize("game", [vicksburg, gettysburg], ids=["vicksburg", "gettysburg"])


def briefing(game: Game, **options: str) -> str:
    told = game.sheet(options=options).briefing
    return "\n".join(note.text for part in (told.situation, told.how_to_win, told.special_rules) for note in part)


@GAMES
def test_every_place_and_number_in_a_condition_of_victory_is_named_in_the_briefing(game: Callable[[], Game]) -> None:
    campaign, text = campaign_of(game()), briefing(game())
    words = {2: "two", 3: "three"}
    for line in campaign.awards.values():
        for value in attrs.astuple(line.when):
            for part in value if isinstance(value, tuple) else (value,):
                crossing = campaign.map.crossings.get(part) if isinstance(part, str) else None
                if any(place.name == part for place in campaign.map.places):
                    assert part in text, (line.id, part)
                elif crossing is not None:
                    assert crossing.name in text or crossing.barrier in text, (line.id, part)
                elif isinstance(part, int):
                    assert str(part) in text or words[part] in text, (line.id, part)


def test_raids_tell_their_towns_and_trains_that_they_stand_alone() -> None:
    text = briefing(gettysburg())
    game_map = campaign_of(gettysburg()).map
    virginia = game_map.region("virginia")
    raided = [place.name for place in game_map.places if "raidable" in place.tags and not virginia >> place.space & 1]
    assert len(raided) > 5
    assert f"A raid by a Confederate token fills a baggage train where it stands: {', '.join(raided)};" in text
    assert "each of them once a campaign" in text
    assert "No two baggage trains stand in one space." in text


@GAMES
def test_the_briefing_says_how_many_spaces_are_next_to_a_place(game: Callable[[], Game]) -> None:
    assert "The four spaces with a common side are next to a place" in briefing(game(), adjacent="orthogonal")
    assert "The eight spaces around a place that scores are next to it" in briefing(game(), adjacent="with_diagonals")


@GAMES
def test_the_briefing_names_every_reading_that_is_played(game: Callable[[], Game]) -> None:
    for option in game().options:
        if option.name not in ("fog", "battles"):
            told = {value: briefing(game(), **{option.name: value}) for value in option.choices}
            assert all(f"(option {option.name})" in text for text in told.values())
            assert len(set(told.values())) == len(told), option.name


def test_a_panel_tells_which_routes_home_are_clear_and_what_they_are_worth() -> None:
    board = bare_board(gettysburg(), {"french": "Harpers Ferry", "birney": "Hancock"})
    (line,) = state_of_the_objectives(board)
    clear = [place for place in ROUTES if is_clear(board, "confederate", place, divisions_only=False)]
    assert 0 < len(clear) < 5
    assert line.name == "Confederate -2d6: fewer than two clear routes back to Virginia when the campaign ends"
    assert line.value == f"clear now: {', '.join(clear)} (2 needed)"


def test_every_seat_reads_it() -> None:
    match: Match = gettysburg().start(seed=1)
    assert all("clear now: " in str(match.view(seat).to_json()) for seat in gettysburg().seats)
