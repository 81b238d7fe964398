"""Parts that no game of ours has, brought by a stranger's distribution: everything of ours works with them."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.core import acme
from tests.core.council_toy import DECK, LIMIT, SEATS, Losses, Plot, Raid, Vote, council
from tests.core.seven_powers_toy import seven_powers

from wargame_core import DataError, IllegalAction, Match, load
from wargame_core.authoring import D6, Variant
from wargame_core.charts import read_card
from wargame_core.flow.entries import ChoseTogether
from wargame_laws import laws
from wargame_pictures import Presentation
from wargame_pictures import of_games as pictures
from wargame_pictures.draw.tokens import Marker
from wargame_pictures.of_games import with_presentation

BROUGHT = {"wargame_core.plugins": {"council": "PLUGIN"}, "wargame_core.charts": {"council.raids": "RaidTable"}}


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the stranger's distribution were installed."""
    acme.install(monkeypatch, BROUGHT, "tests.core.council_toy")


test_laws = laws(council, seeds=range(20), budget=60)


# a combat table of a new kind

RAIDS = Path(__file__).with_name("council_raids.toml")


def test_a_combat_table_of_losses_answers_with_walls_and_exact_odds() -> None:
    table: Any = read_card(RAIDS).only
    assert (table.at(6, Raid(2)), table.at(6, Raid(3, walls=1))) == (Losses(1, 3), Losses(1, 3))
    assert table.at(1, Raid(1, walls=2)) == Losses(1, 0)
    assert table.odds(D6.odds, Raid(3)).p(Losses(0, 2)) == Fraction(1, 3)


def test_a_combat_table_with_a_hole_is_refused_by_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "council_raids.toml"
    path.write_text(RAIDS.read_text("utf-8").replace('"4-5"', '"5"'), encoding="utf-8")
    with pytest.raises(DataError, match=r"council_raids\.toml:2:1: E207 form: "):
        load("council", tmp_path)


# orders that all plot in secret and reveal together


def at(step: str, turn: int = 1, seed: int = 7) -> Match:
    """A match in which this step has just begun; until then everybody takes the first choice."""
    match = load("council").start(seed=seed)
    while match.cursor[-1] != step or board(match).turn < turn:
        first(match)
    return match


def board(match: Match) -> Any:
    return match.board


def first(match: Match) -> None:
    """One seat takes its first choice."""
    seat = match.waiting_for[0]
    match.play(next(iter(match.choices(seat))), seat)


def test_plots_are_revealed_together_and_until_then_can_be_taken_back() -> None:
    match = at("Plots")
    hands = {seat: board(match).hands[seat] for seat in SEATS}
    before = match.view("birch").to_json()
    match.play(Plot(hands["cedar"][0], "ash"), "cedar")
    match.play(Plot(hands["ash"][0]), "ash")
    assert match.view("birch").to_json() == before
    match.undo("cedar")
    match.play(Plot(hands["cedar"][1], "birch"), "cedar")
    update = match.play(Plot(hands["birch"][0], "cedar"), "birch")
    revealed = update.entries[0]
    assert isinstance(revealed, ChoseTogether)
    assert list(revealed.actions) == list(SEATS)
    assert [event.kind for event in update.events][:4] == ["spent", "spent", "spent", "built"]
    assert not match.can_undo("birch")


# a deck with reshuffles, and a limit of hands


def test_who_holds_too_much_throws_away_in_secret_and_the_discards_become_the_deck() -> None:
    match = at("Hand limit", turn=2)
    assert (board(match).left, set(board(match).held.values()), match.waiting_for) == (0, {LIMIT + 1}, SEATS)
    assert match.view("ash").board.pile == ()
    for _ in SEATS:
        first(match)
    assert set(board(match).held.values()) == {LIMIT}
    match = at("Hand limit", turn=3)
    assert "The discards are the deck again." in match.view("spectator").log
    now = board(match)
    assert sorted((*now.pile, *now.discards, *sum(now.hands.values(), ()))) == sorted(DECK)
    mine = match.view("ash").board
    assert (mine.hands, mine.held) == ({"ash": now.hands["ash"]}, now.held)


# victory by judgement of the seats


def vote(*ballots: str) -> Match:
    """The end of a game: each ballot names whom ash, birch and cedar vote for, by their first letters."""
    match = at("Judgement")
    for ballot in ballots:
        for seat, letter in zip(SEATS, ballot, strict=True):
            match.play(Vote(next(power for power in SEATS if power[0] == letter)), seat)
    return match


def test_nobody_judges_himself_and_after_a_tie_only_the_tied_are_judged() -> None:
    match = vote()
    refused = match.judge(Vote("ash"), "ash")
    assert (refused.codes, str(refused)) == (("own_cause",), "nobody judges himself [Council p.3 Judgement]")
    with pytest.raises(IllegalAction, match="nobody judges himself"):
        match.play(Vote("ash"), "ash")
    match = vote("bca")
    assert match.outcome is None
    assert {seat: len(match.choices(seat)) for seat in SEATS} == {"ash": 2, "birch": 2, "cedar": 2}


@pytest.mark.parametrize(
    ("ballots", "winner", "together"),
    [
        (["bab"], "birch", ()),
        (["bca", "cca"], "cedar", ()),
        (["bca", "bca"], None, SEATS),
    ],
)
def test_a_judgement_ends_the_game_and_a_second_tie_is_shared(
    ballots: list[str], winner: str | None, together: tuple[str, ...]
) -> None:
    outcome = vote(*ballots).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.together) == (winner, together)


# pictures of counters


def test_a_variant_draws_the_counters_of_somebody_elses_game() -> None:
    def flags(given: Presentation[Any]) -> Presentation[Any]:
        def markers(seen: Any, seat: str) -> Iterator[Marker]:
            assert given.markers is not None
            for marker in given.markers(seen, seat):
                yield evolve(marker, face='<circle r="0.4" class="mine"/>')

        return evolve(given, markers=markers)

    brought = Variant(
        id="mine",
        of=("seven_powers",),
        title="Mine",
        help="Other counters.",
        change=with_presentation(flags),
        requires_api=1,
    )
    printed = seven_powers()
    varied = evolve(printed, rules=printed.rules.varied(brought))
    drawn = [pictures.pictures_of(game).svg(game.start(seed=1).view("ash")) or "" for game in (printed, varied)]
    assert [svg.count('class="mine"') > 0 for svg in drawn] == [False, True]
