"""Battles of a campaign fought out in Battle Cry, inside the campaign."""

from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import position, vicksburg
from tests.campaign_battles.battles_kit import battlefield, bots, brief, field, fighting, fought
from tests.core.records_of_toys import edited, rewritten

from wargame_altar_of_freedom.board.actions import BattleReport
from wargame_altar_of_freedom.board.board import Fog
from wargame_altar_of_freedom.board.contact_events import BattleFought
from wargame_altar_of_freedom.board.pieces import EndOfBattle
from wargame_altar_of_freedom.rules.tabletop import resolvers as hook
from wargame_altar_of_freedom.rules.tabletop.endings import judge_report
from wargame_altar_of_freedom.rules.tabletop.resolvers import BattleGame
from wargame_battlecry.board.battle_events import PieceMoved
from wargame_battlecry.board.turn_events import CardDrawn
from wargame_campaign_battles.game import BATTLE_CRY, UnitArrived, make, report
from wargame_core import Match, Record, RecordError, Seeded, State, WargameError, load, load_match, verify_record
from wargame_core.flow.inner_games import InnerAction, InnerEvent
from wargame_core.flow.visibility import redact
from wargame_core.interfaces import Interface
from wargame_lab import simulate
from wargame_laws import Trial, laws
from wargame_laws.laws_of_secrets import law_secrets_stay_secret
from wargame_pictures import pictures_of
from wargame_pictures.stories.film import Camera
from wargame_pictures.stories.story import Sentence

NEVER = (
    *("action battle_report", "action deploy", "action fight_with"),
    *("event formation_left_out", "event place_raided", "event token_sighted"),
    *("roll PlaceDivision.begin", "roll _hour", "roll _hour (2)"),
)
"""What needs another campaign, other options, a card that seldom comes, or the stand-in's battles; see the laws of the
campaign itself."""

test_laws = pytest.mark.thorough(
    laws(
        "vicksburg",
        seeds=range(200),
        players=("belligerent", "random", "belligerent"),
        options={"battles": "battle_cry"},
        budget=100,
        unexercised=NEVER,
    )
)


@pytest.mark.thorough
def test_secrets_stay_secret_with_a_referee() -> None:
    players = ("belligerent", "random")
    law_secrets_stay_secret(
        Trial(load("gettysburg"), range(20), players, options={"battles": "battle_cry", "fog": "referee"}, budget=80)
    )


def reports(match: Match) -> list[BattleFought]:
    return [event for entry in match.entries for event in entry.events if isinstance(event, BattleFought)]


def inner_events(match: Match, kind: type[Any]) -> list[Any]:
    told = [event.event for entry in match.entries for event in entry.events if isinstance(event, InnerEvent)]
    return [event for event in told if isinstance(event, kind)]


@pytest.mark.parametrize(
    ("heading", "page"),
    [("Minor Skirmishes", "p.10"), ("3. Move", "p.6"), ("The board", "reconstruction")],
    ids=["of the campaign", "of the battle", "of what brings them together"],
)
def test_every_rule_that_may_be_met_is_explained_in_the_campaign(heading: str, page: str) -> None:
    told = load("vicksburg").start(options={"battles": "battle_cry"}).explain(heading)
    assert page in str(told).splitlines()[0]


def until_hour(match: Match, hour: int) -> Match:
    players = bots()
    while match.board.inner is not None and battlefield(match).hour < hour:
        seat = match.waiting_for[0]
        match.play(players[seat](match.view(seat)), seat)
    return match


# The battle and its report.


@pytest.mark.parametrize("seed", range(10))
def test_every_battle_ends_in_a_report_that_the_book_allows(seed: int) -> None:
    match = fighting(seed)
    boards = []
    players = bots(seed)
    while match.board.inner is not None:
        boards.append(battlefield(match).copy())
        seat = match.waiting_for[0]
        match.play(players[seat](match.view(seat)), seat)
    (ended,) = reports(match)
    broken = {*match.board.broken_brigades, *match.board.lost_brigades}  # type: ignore[attr-defined]
    told = BattleReport(
        ended.winner, ended.reason, ended.last_turn, tuple(u.id for u in brief().units if u.id in broken)
    )
    assert judge_report(field(), brief(), told)
    assert ended.last_turn == boards[-1].hour


def test_who_is_due_comes_on_at_the_end_of_his_hour() -> None:
    match = until_hour(fighting(), 3)
    arrived = inner_events(match, UnitArrived)
    assert {battlefield(match).plan.brigade[event.unit] for event in arrived} == {
        unit.id for unit in brief().attacker.units if unit.arrives == 2
    }
    assert not battlefield(match).waiting


def test_the_attacker_begins_and_each_side_has_a_turn_an_hour() -> None:
    match = fighting()
    assert battlefield(match).active == "confederate"
    assert battlefield(until_hour(match, 2)).turn == 3


def test_a_side_beaten_by_nightfall_has_more_broken_or_attacked() -> None:
    board = battlefield(fighting())
    board.outcome = None
    from wargame_core.authoring import Outcome

    board.outcome = Outcome("union", "nightfall", {})
    told = report(brief(), board)
    assert (told.winner, told.reason, told.broken) == ("federal", "nightfall", ())


def test_a_report_that_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many(brief: Any, board: Any) -> BattleReport:
        return BattleReport("federal", EndOfBattle.BREAKPOINT, 1, ("nobody",))

    liar = evolve(BATTLE_CRY, report=too_many)
    monkeypatch.setattr(hook, "battle_game", lambda name: liar)
    with pytest.raises(
        WargameError, match="battles=battle_cry reports what cannot have happened: nobody had not entered"
    ):
        fought(fighting())


KNOWN = {"federal": frozenset({"loring", "bowen"}), "confederate": frozenset({"carr", "hovey", "logan"})}
"""The enemy tokens that each side was shown."""


@pytest.mark.parametrize("fog", [Fog.REFEREE, Fog.FACE_DOWN])
def test_what_is_held_back_lies_open_to_who_sees_the_game_that_names_it(fog: Fog) -> None:
    lost = vicksburg().rules.printed["campaign"].brigades["cs_mississippi_forney"][0]
    here = field(fog=fog, known_faces=KNOWN, broken_brigades={lost})
    here.battle = evolve(here.open_battle, attackers=("loring",), held_back=("forney",))
    before = redact(here, "federal")
    assert before.tokens["forney"].unit == ""
    assert before.broken_brigades == (set() if fog is Fog.REFEREE else {lost})
    match: Match = position("Fight", board=here).match
    match.use_dice(Seeded(5))
    views: dict[str, Any] = {seat: match.view(seat).board for seat in ("federal", "spectator")}
    open_to = {seat: view.tokens["forney"].unit != "" for seat, view in views.items() if "forney" in view.tokens}
    assert views["federal"].broken_brigades == {lost}
    assert open_to == {"federal": True} | ({"spectator": True} if fog is Fog.FACE_DOWN else {})
    assert {seat for seat, view in views.items() if view.inner is not None} == open_to.keys()


@pytest.mark.parametrize("fog", [Fog.REFEREE, Fog.FACE_DOWN])
def test_worlds_of_a_battle_have_the_brief_that_both_sides_were_given(fog: Fog) -> None:
    """Bowen comes unseen, Forney is held back; each has lost a brigade, and so has Stevenson, who is not there."""
    brigades = vicksburg().rules.printed["campaign"].brigades
    lost = {name: brigades[f"cs_mississippi_{name}"][0] for name in ("loring", "forney", "stevenson")}
    here = field(fog=fog, known_faces=KNOWN, broken_brigades=set(lost.values()))
    battle = here.open_battle
    here.battle = evolve(battle, attackers=("loring",), held_back=("forney",))
    match: Match = position("Fight", board=here).match
    match.use_dice(Seeded(5))
    seen, watched = match.view("federal").board, match.view("spectator").board
    if fog is Fog.REFEREE:
        assert "bowen" not in seen.at
        assert seen.broken_brigades == {lost["loring"], lost["forney"]}
        assert not watched.broken_brigades
    for seed in range(3):
        world: Any = match.view("federal").world(Random(seed)).board
        assert world.inner.board.plan == battlefield(match).plan
        assert world.broken_brigades >= {lost["loring"], lost["forney"]}
        assert world.at["bowen"] == here.at["bowen"]  # one space by road away there is only this one


# Found by name.


def test_campaigns_offer_the_battle_games_that_are_installed() -> None:
    option = next(option for option in vicksburg().options if option.name == "battles")
    assert option.choices == ("quick", "reported", "battle_cry")
    assert list(vicksburg().rules.inner_games) == ["battle_cry"]


@pytest.mark.parametrize(
    ("value", "message"),
    [("no.such.module:GAME", "cannot be loaded .*No module named 'no'"), ("json:dumps", "which is not a BattleGame")],
)
def test_a_battle_game_that_cannot_be_loaded_is_told_in_words(
    value: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Interface, "entries", lambda self: {"chess": EntryPoint("chess", value, self.group)})
    hook.battle_game.cache_clear()
    with pytest.raises(WargameError, match=message):
        hook.battle_game("chess")
    hook.battle_game.cache_clear()


def test_a_battle_game_is_four_functions() -> None:
    assert isinstance(BATTLE_CRY, BattleGame)
    with pytest.raises(WargameError, match="is set up from the battle of a campaign, and none is given"):
        make({}).start(seed=1)


# What each side sees.


def test_a_hand_of_cards_is_its_sides_own() -> None:
    match = fighting()
    federal, confederate = match.view("federal").inner, match.view("confederate").inner
    assert federal is not None
    assert confederate is not None
    assert list(federal.board.hands) == ["union"]
    assert list(confederate.board.hands) == ["confederate"]
    told = [event.event for event in match.view("federal").events if isinstance(event, InnerEvent)]
    cards = [event.card for event in told if isinstance(event, CardDrawn) and event.card]
    assert sorted(cards) == sorted(federal.board.hands["union"])


def test_with_a_referee_nobody_else_watches_the_battle() -> None:
    match = fighting(fog="referee")
    assert match.view("spectator").inner is None
    assert match.view("federal").inner is not None
    assert match.view("referee").inner is not None


def test_worlds_of_the_battle_leave_what_is_seen(campaign: Match) -> None:
    hands = set()
    for seed in range(8):
        world = campaign.view("federal").world(Random(seed))
        assert world.board.inner is not None
        board: Any = world.board.inner.board
        assert board.hands["union"] == battlefield(campaign).hands["union"]
        hands.add(board.hands["confederate"])
    assert len(hands) > 1


def test_the_picture_and_the_sheet_are_those_of_the_battle() -> None:
    match, game = fighting(), vicksburg()
    view = match.view("federal")
    assert game.sheet_of(view).game == "battle_cry"
    assert view.to_json()["inner"]["seat"] == "union"
    svg = pictures_of(game).svg(view)
    assert svg is not None
    assert "The battle at Auburn" in svg
    assert set(view.piece_places) == set(battlefield(match).place)


# Undo, saved games, records.


@pytest.mark.parametrize("fog", [Fog.FACE_DOWN, Fog.REFEREE])
def test_a_move_in_the_battle_can_be_taken_back(fog: Fog) -> None:
    """Its hexes are not spaces of the campaign, which with a referee sides watch."""
    match = fighting(fog=fog, known_faces=KNOWN)
    players = bots()
    moved = False
    while not moved:
        seat = match.waiting_for[0]
        before = match.state
        told = match.play(players[seat](match.view(seat)), seat).events
        moved = any(isinstance(event, InnerEvent) and isinstance(event.event, PieceMoved) for event in told)
    assert match.can_undo(seat, exact=False)
    match.undo(seat)
    assert match.state == before


def test_a_battle_goes_on_from_a_saved_position() -> None:
    match = until_hour(fighting(), 2)
    again = Match.of(State.load(match.rules, match.state.to_json()), dice=match.dice)
    assert again.state == match.state
    assert fought(again, 3).state == fought(match, 3).state


@pytest.fixture(scope="module")
def campaign() -> Match:
    """A campaign in which a battle is being fought, and has come to its second hour."""
    game = vicksburg()
    match = game.start(seed=9, options={"battles": "battle_cry"})
    players = {seat: game.bot("belligerent", seed=3 + number) for number, seat in enumerate(game.seats)}
    for _ in match.iter_play(players):
        if match.board.inner is not None and battlefield(match).turn > 2:
            return match
    raise AssertionError("this campaign has no battle")


@pytest.fixture
def saved(campaign: Match, tmp_path: Path) -> Path:
    return campaign.save(tmp_path / "campaign.jsonl")


def test_a_record_of_a_campaign_holds_its_battle(campaign: Match, saved: Path) -> None:
    assert verify_record(saved, vicksburg()).ok
    again = load_match(saved, game=vicksburg())
    assert again.state == campaign.state
    assert Record.load(saved).for_seat("federal", vicksburg().rules).text() != Record.load(saved).text()


def drawn(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return next(
        event["event"]
        for row in rows
        for event in row.get("events", ())
        if event["kind"] == "inner_event" and event["event"]["kind"] == CardDrawn.kind
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: drawn(rows).update(card="king_of_hearts"), "event 1 was"),
        (
            lambda rows: rows.remove(next(row for row in rows if row.get("action", {}).get("kind") == "inner_action")),
            "missing",
        ),
    ],
)
def test_a_battle_that_was_edited_or_cut_is_told_of(saved: Path, change: Any, message: str) -> None:
    result = verify_record(rewritten(saved, change), vicksburg())
    assert not result.ok
    assert message in str(result.first_difference)


def test_a_battle_that_was_changed_in_the_file_is_told_of(saved: Path) -> None:
    with pytest.raises(RecordError, match=r"this line \(or one before it\) was changed after it was written"):
        Record.load(
            edited(saved, lambda lines: [line.replace('"kind":"play_card"', '"kind":"play_cart"') for line in lines])
        )


# Simulations.


def test_campaigns_with_battles_are_simulated() -> None:
    options = {"battles": "battle_cry"}
    first, again = (simulate("vicksburg", "belligerent", games=2, seed=3, options=options) for _ in range(2))
    assert first.games == again.games


@pytest.mark.thorough
def test_workers_change_no_result() -> None:
    options = {"battles": "battle_cry"}
    one, two = (simulate("vicksburg", "belligerent", games=8, seed=3, options=options, jobs=jobs) for jobs in (1, 2))
    assert one.games == two.games


def test_a_choice_of_the_campaign_is_refused_during_its_battle() -> None:
    match = fighting()
    seat = match.waiting_for[0]
    verdict = match.judge(BattleReport("federal", EndOfBattle.NIGHTFALL, 6, ()), seat)
    assert "battle_cry is being played: a choice in that game is wanted" in str(verdict)
    assert all(isinstance(action, InnerAction) for action in match.choices(seat))


def test_a_film_shows_the_board_of_the_battle_in_its_steps() -> None:
    match, camera = fighting(), Camera(vicksburg())
    theater = evolve(match.board, inner=None)
    for text, board in (("march", theater), ("battle", match.board), ("shot", match.board), ("peace", theater)):
        camera.take(Sentence(text, 1), board)
    film = camera.film
    assert [step.data.get("b") for step in film.steps] == [None, 1, None, 0]
    drawn = pictures_of(vicksburg()).picture(match.board, everything=True)
    assert drawn is not None
    assert [sheet.ground.id for sheet in film.sheets] == ["map-vicksburg-1863", drawn.ground.id]
    assert [row[0] for row in film.steps[1].data["p"]] == [piece.id for piece in drawn.pieces]
    assert "p" not in film.steps[3].data  # it is as it was when it was shown last
    assert 'data-board="1" style="display:none"' in film.player()
