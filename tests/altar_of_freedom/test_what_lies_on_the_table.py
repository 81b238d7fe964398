"""What lies on the table of a campaign: the sheet and its briefing, panels, and what actions and events name."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from wargame_altar_of_freedom.authoring.folders import new_campaign, open_campaign
from wargame_altar_of_freedom.board.actions import RetreatAlong
from wargame_core import Game, Match, View, load
from wargame_core.flow.about import OFF
from wargame_core.flow.panels import Score, SequenceOfPlay, Status, Track


def played(game: Game, choices: int, seed: int = 3, **options: Any) -> Match:
    """A match after so many choices of players that look for a fight."""
    match = game.start(seed=seed, options=options)
    bots = {seat: game.bot("belligerent", seed=1) for seat in game.seats}
    for number, _ in enumerate(match.iter_play(bots), 1):
        if number >= choices:
            break
    return match


@pytest.fixture(params=["vicksburg", "gettysburg", "a designer's own"])
def campaign(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    if request.param != "a designer's own":
        return load(request.param)
    new_campaign(tmp_path / "own")
    game = open_campaign(tmp_path / "own")
    assert game is not None
    return game


def test_every_campaign_has_its_briefing_cards_aids_and_pieces_from_its_data(campaign: Game) -> None:
    sheet, printed = campaign.sheet(), campaign.rules.printed["campaign"]
    assert [side.name for side in sheet.sides] == [printed.oob.forces[side].name for side in campaign.seats]
    texts = {card.id: card.text for card in sheet.cards}
    assert {card.id: card.text for card in printed.deck.cards.values()}.items() <= texts.items()
    assert {"battle", "skirmish", "retreat"} <= texts.keys()
    pieces = {piece.id for piece in sheet.pieces}
    assert pieces >= printed.oob.units.keys() | printed.depots.keys()
    won = " ".join(note.text for note in sheet.briefing.how_to_win)
    assert all(line.text in won for line in printed.awards.values())
    assert len(sheet.aids) == 8
    assert all(aid.text for aid in sheet.aids)


def test_a_briefing_cites_where_each_rule_is_printed() -> None:
    briefing = load("vicksburg").sheet().briefing
    cites = {str(note.cite) for note in (*briefing.how_to_win, *briefing.special_rules)}
    assert {"GotW p.14 Victory & Defeat", "GotW p.15 Federal Briefing", "GotW p.16 Confederate Briefing"} <= cites
    assert "None" not in cites
    assert briefing.begins == "Federal"
    assert "under Maj. Gen. Ulysses S. Grant" in briefing.text()
    assert "No enemy enters Vicksburg while a division" in briefing.text()


def test_what_lies_hidden_is_part_of_the_briefing() -> None:
    game = load("vicksburg")
    assert "next to its own" in game.sheet(options={"fog": "referee"}).briefing.text()
    assert "face up" in game.sheet(options={"fog": "open"}).briefing.text()
    assert "face down" in game.sheet().briefing.text()


def test_a_counter_on_the_sheet_says_nothing_but_its_side_and_number() -> None:
    sheet = load("gettysburg").sheet()
    backs = [piece for piece in sheet.pieces if piece.kind == "counter"]
    assert {piece.name for piece in backs if piece.side == "federal"} >= {"Federal token F01", "Federal token F30"}
    assert all(not piece.facts for piece in backs)


def test_the_card_of_a_pitched_battle_says_what_it_leads_to() -> None:
    cards = {card.id: card for card in load("vicksburg").sheet().cards}
    assert "against Pitched Battle tabletop battle" in cards["battle"].text
    assert "Attacking" not in cards["retreat"].text


def score_of(view: View) -> Score | None:
    return next((panel for panel in view.panels if isinstance(panel, Score)), None)


def test_a_seat_sees_its_own_points_only_and_a_spectator_none() -> None:
    match = played(load("vicksburg"), 150)
    for seat in ("federal", "confederate"):
        score = score_of(match.view(seat))
        assert score is not None
        assert [side for side, _ in score.points] == [seat]
        assert {line.side for line in score.ledger} == {seat}
        assert score.needed == ((seat, 25),)
        assert sum(line.points for line in score.ledger) == dict(score.points)[seat] != 0
    assert score_of(match.view("spectator")) is None


def test_at_the_end_everybody_sees_both_ledgers() -> None:
    match = played(load("vicksburg"), 10_000)
    assert match.outcome is not None
    score = score_of(match.view("spectator"))
    assert score is not None
    assert dict(score.points) == dict(match.outcome.scores)
    assert {line.side for line in score.ledger} == {"federal", "confederate"}


def test_the_sequence_of_play_shows_the_step_under_way() -> None:
    match = played(load("vicksburg"), 150)
    panel = next(panel for panel in match.view("federal").panels if isinstance(panel, SequenceOfPlay))
    assert match.cursor[-2:] == ("March", "Move one token")
    assert panel.steps[panel.at] == "Corps movement"
    assert panel.steps[:2] == ("Draw event card", "Collect Staff Dice")
    set_up = load("vicksburg").start("free", seed=3).view("federal").panels
    panel = next(panel for panel in set_up if isinstance(panel, SequenceOfPlay))
    assert panel.steps[panel.at] == "Set-up"
    over = played(load("vicksburg"), 10_000).view("federal")
    assert next(panel.at for panel in over.panels if isinstance(panel, SequenceOfPlay)) == -1


def test_the_turn_track_and_the_status_follow_the_turn() -> None:
    match = played(load("vicksburg"), 150)
    track = next(panel for panel in match.view("spectator").panels if isinstance(panel, Track))
    assert track.boxes[track.at] == "3"
    status = next(panel for panel in match.view("spectator").panels if isinstance(panel, Status))
    lines = {line.name: line.value for line in status.lines}
    assert lines["turn"] == "3 of 8"
    assert lines["moving"] == "Federal: XVII Corps"


def test_a_face_down_token_is_named_by_its_number_and_by_nothing_else() -> None:
    match = played(load("vicksburg"), 120)
    units = match.board.campaign.pieces  # type: ignore[attr-defined]
    hidden = {
        token.id
        for token in match.board.tokens.values()  # type: ignore[attr-defined]
        if token.side == "confederate" and not match.board.knows_face("federal", token)  # type: ignore[attr-defined]
    }
    view = match.view("federal")
    named = {piece for row in view.news()["rows"] for piece in row.get("about", {}).get("pieces", ())}
    assert hidden & named
    assert not named & {unit.division for unit in units.values() if unit.division}


@pytest.mark.parametrize("fog", ["face_down", "referee"])
def test_panels_pieces_and_references_are_the_same_in_every_world_a_seat_thinks_possible(fog: str) -> None:
    match, compared = played(load("vicksburg"), 150, fog=fog), 0
    for seat in match.waiting_for:
        view = match.view(seat)
        for number in range(5):
            other = View.of(view.world(Random(number)), seat)
            assert other.pieces == view.pieces
            assert other.panels == view.panels
            assert other.menu() == view.menu()
            compared += 1
    assert compared


def test_a_token_that_left_the_map_is_off() -> None:
    match = played(load("gettysburg"), 10_000, seed=3)
    left = [event for event in match.view("referee").events if event.kind == "token_removed"]
    assert left
    assert all(event.about(match.board).to == OFF for event in left)


def test_a_march_names_its_whole_way_and_a_crossing_both_its_ends() -> None:
    match = played(load("gettysburg"), 10_000, seed=3)
    rows = match.view("referee").news()["rows"]
    march = next(row["about"] for row in rows if row["kind"] == "token_moved")
    assert march["path"][0] == march["from"]
    assert march["path"][-1] == march["to"]
    tried = next(row["about"] for row in rows if row["kind"] == "special_action_tried")
    assert len(tried["places"]) == 2


def test_a_wrong_kind_of_answer_is_refused_in_words() -> None:
    match = played(load("vicksburg"), 150)
    while "Move one token" not in match.cursor or not any(row["action"]["kind"] == "halt" for row in _menu(match)):
        match.play(match.choices().sample(Random(1)))
    verdict = match.judge({"kind": "nominate", "command": "us_xv"})
    assert "marches or halts" in verdict.reasons[0].text
    assert "Nominate(" not in verdict.reasons[0].text


def _menu(match: Match) -> list[dict[str, dict[str, str]]]:
    return match.view(match.waiting_for[0]).menu()


def test_choices_say_their_cost_their_roll_and_what_a_brigade_is_worth() -> None:
    game = load("vicksburg")
    match, helps = game.start(seed=3), dict[str, set[str]]()
    bots = {seat: game.bot("belligerent", seed=1) for seat in game.seats}
    for _ in match.iter_play(bots):
        for seat in match.waiting_for:
            for row in match.view(seat).menu():
                helps.setdefault(row["action"]["kind"], set()).add(row.get("help", ""))
    assert any(" by road" in text for text in helps["move"])
    assert any("; against " in text for text in helps["move"])
    assert helps["special_action"] == {"succeeds on 4 or more (1/2)"}
    assert all(", rating " in text for text in helps["lose_brigade"])


def test_corps_staff_dice_and_retreats_say_what_they_bring() -> None:
    match = load("vicksburg").start(seed=1863)
    board: Any = match.view("federal").board
    corps = next(iter(match.choices()))
    assert corps.help(board) == "4 divisions and 1 other token on the map; 6 Staff Dice left"
    match.play(corps)
    rows = {row["label"]: row.get("help", "") for row in match.view("federal").menu()}
    assert rows["no Staff Dice for this corps"] == ""
    told = "each adds 2 1/2 spaces on average to its march; 5 Staff Dice left after it"
    assert rows["Staff Dice for Hovey's Division"] == told
    enemy = next(space for token, space in board.at.items() if board.tokens[token].side == "confederate")
    token = next(token for token in board.at if board.tokens[token].side == "federal")
    beside = min(board.campaign.map.neighbours[enemy])
    assert RetreatAlong(token, (beside,)).help(board) == "1 space from the nearest enemy"
