"""Turns and cards that do not fit, blank cards, and ratings out of range."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from wargame_altar_of_freedom.authoring.folders import lint_campaign, new_campaign, open_campaign
from wargame_lab.batches import simulate
from wargame_terminal import main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_campaign(tmp_path / "mine")
    return tmp_path / "mine"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_more_turns_than_cards_are_told_with_the_blank_cards_that_make_them_fit(folder: Path) -> None:
    change(folder / "campaign.toml", "turns = 4 ", "turns = 6 ")
    (problem,) = lint_campaign(folder)
    assert "E609 turns: 6 turns, but the deck leaves 4 cards to draw" in problem
    assert "blank = 2 in [deck] adds such cards, to be counted in size" in problem
    change(folder / "deck.toml", "size = 5", "size = 7\nblank = 2")
    assert lint_campaign(folder) == []
    game = open_campaign(folder)
    assert game is not None
    assert sum(card.id.startswith("blank_") for card in game.rules.printed["campaign"].deck.cards.values()) == 2
    assert [done.turns for done in simulate(game, "random", games=3, seed=1).games] == [6, 6, 6]


def test_more_cards_than_turns_are_told_with_how_to_leave_some_out(folder: Path) -> None:
    change(folder / "campaign.toml", "turns = 4 ", "turns = 3 ")
    assert "remove 1 more unseen (remove_unseen), or play 4 turns" in lint_campaign(folder)[0]


@pytest.mark.parametrize(("size", "blank", "code"), [(6, 2, "E512"), (4, -1, "E513"), (100_005, 100_000, "E513")])
def test_blank_cards_are_counted_and_limited(folder: Path, size: int, blank: int, code: str) -> None:
    change(folder / "deck.toml", "size = 5", f"size = {size}\nblank = {blank}")
    assert any(code in line for line in lint_campaign(folder))


def test_a_rating_that_no_brigade_has_is_doubtful_and_does_not_stop_play(folder: Path) -> None:
    change(
        folder / "oob.toml",
        'name = "Ross", arm = "infantry", rating = 1',
        'name = "Ross", arm = "infantry", rating = 9',
    )
    done = CliRunner().invoke(main, ["lint", str(folder)])
    assert done.exit_code == 0
    assert "W471 formation[7].units[0].rating: Ross has 9; ratings of units go from -3 to 3" in done.output
    assert open_campaign(folder) is not None


def test_a_misspelt_kind_of_crossing_is_doubted_where_it_stands(folder: Path) -> None:
    change(folder / "map.toml", 'kind = "ferry"', 'kind = "fery"')
    change(folder / "deck.toml", 'crossing_kind = "ferry"', 'crossing_kind = "fery"')
    done = CliRunner().invoke(main, ["lint", str(folder)])
    assert done.exit_code == 0
    assert (
        "W454 crossing[1].kind: 'fery' is used once, and is not a usual kind of crossing (bridge, ferry, ford); "
        "did you mean 'ferry'?"
    ) in done.output
