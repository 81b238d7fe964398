"""What is printed of a campaign: tokens, secret point tracks, orders of battle, base labels, blank forms."""

from html import unescape

from tests.altar_of_freedom.kit import campaign_of, vicksburg

from wargame_altar_of_freedom.table.paper import campaign_box
from wargame_pictures.paper.handout import GameBox


def box() -> GameBox:
    game = vicksburg()
    return campaign_box(game.sheet(), game.rules.first_board(None, {}))  # type: ignore[arg-type]


def test_every_piece_of_the_map_has_a_token_and_backs_tell_nothing() -> None:
    campaign, tokens = campaign_of(vicksburg()), box().tokens
    on_map = [token for token in tokens if token.kind != "depot"]
    assert sum(token.count for token in on_map) == len(campaign.pieces)
    assert {token.back for token in on_map} == {""}
    depots = [token for token in tokens if token.kind == "depot"]
    assert len(depots) == 2 * len(campaign.depots)


def test_each_commander_has_three_battle_cards() -> None:
    cards = [card for card in vicksburg().sheet().cards if card.deck == "battle cards"]
    assert {card.title: card.count for card in cards} == {"Pitched Battle": 2, "Skirmish": 2, "Retreat": 2}


def test_each_side_reads_its_own_lines_of_points_with_a_track_to_the_last_point() -> None:
    leaves = {leaf.title: unescape(leaf.html) for leaf in box().leaves}
    federal, confederate = leaves["Federal: victory points"], leaves["Confederate: victory points"]
    for line in campaign_of(vicksburg()).awards.values():
        own, other = (federal, confederate) if line.side == "federal" else (confederate, federal)
        assert f"{line.side.capitalize()} {line.points}: {line.text}" in own
        assert f"{line.side.capitalize()} {line.points}: {line.text}" not in other
    assert all(f"<div>{points}</div>" in federal for points in (0, 13, 25))


def test_rosters_and_labels_name_every_base_and_general() -> None:
    campaign, leaves = campaign_of(vicksburg()), {leaf.title: unescape(leaf.html) for leaf in box().leaves}
    for unit_id, unit in campaign.oob.units.items():
        side = campaign.side_of[unit_id].capitalize()
        assert unit.name in leaves[f"{side}: order of battle"]
        assert unit.name.upper() in leaves[f"{side}: base labels"]
    for leader in campaign.oob.leaders.values():
        assert leader.name.upper() in leaves[f"{campaign.oob.side_of(leader).capitalize()}: base labels"]
    assert "the loser conceded" in leaves["Report of a battle"]
