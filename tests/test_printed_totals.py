"""What is printed stays: counted in the data files and on boards of whole games, by other ways than the rules count."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from wargame_core import Match, load


def printed(package: str, name: str) -> dict[str, Any]:
    """A packaged file as it is written."""
    return tomllib.loads((files(package) / "data" / name).read_text("utf-8"))


def bots_of(match: Match, bot: str, seed: int = 4) -> dict[str, Any]:
    """A bot for each seat."""
    return {seat: load(match.rules.id).bot(bot, seed=seed) for seat in match.rules.seats}


def boards(game: str, scenario: str | None, bot: str, seed: int = 4) -> Iterator[Any]:
    """The board before each tenth choice of a game between bots, and the last one."""
    match: Match = load(game).start(scenario, seed=seed)
    yield match.board
    for number, _ in enumerate(match.iter_play(bots_of(match, bot, seed), history=False)):
        if number % 10 == 0:
            yield match.board
    yield match.board


def test_each_command_card_is_in_a_hand_the_pile_the_discards_or_on_the_table() -> None:
    deck = Counter({row["id"]: row["count"] for row in printed("wargame_battlecry", "deck.toml")["card"]})
    for board in boards("battlecry", "mcdowell", "random"):
        hands = [card for hand in board.hands.values() for card in hand]
        table = [board.card] if board.card else []
        assert Counter([*hands, *board.pile, *board.discards, *table]) == deck


def test_each_unit_of_a_battle_stands_or_is_eliminated_or_has_left_with_its_printed_figures() -> None:
    """All figures of the counters that were set up are on the board or were told of as lost, less those told of as
    rallied; so with generals."""
    battle = printed("wargame_battlecry", "015-mcdowell.toml")
    full = {row["arm"]: row["figures"] for row in printed("wargame_battlecry", "pieces.toml")["kind"][:3]}
    sides = {"u": "union", "s": "confederate"}
    match: Any = load("battlecry").start("mcdowell", seed=4)
    start = dict(match.board.figures)
    for letter, side in sides.items():
        assert sum(count for unit, count in start.items() if unit[0] == letter) == sum(
            battle[side][arm] * figures for arm, figures in full.items()
        )
        assert sum(piece.startswith(f"{letter}g") for piece in match.board.place) == battle[side]["generals"]
    fought = 0
    for _ in match.iter_play(bots_of(match, "heuristic"), history=False):
        if match.seq % 20 and match.outcome is None:
            continue
        told = [event for entry in match.entries for event in entry.events]
        lost, left = Counter[str](), set[str]()
        for event in told:
            match event.kind:
                case "figures_lost":
                    lost[event.unit] += event.count
                case "figure_rallied":
                    lost[event.unit] -= 1
                case "unit_exited":
                    left |= {event.unit, event.general}
                case "general_lost":
                    left.add(event.general)
        board = match.board
        here = {unit: count - lost[unit] for unit, count in start.items() if unit not in left}
        assert dict(board.figures) == {unit: count for unit, count in here.items() if count}
        assert min(here.values()) >= 0
        units = set(start) & set(board.place)
        assert units == set(board.figures) == {unit for unit in board.unit_at if unit}
        generals = {piece for piece in left if piece[1:2] == "g"} | (set(board.place) - units)
        assert len(generals) == battle["union"]["generals"] + battle["confederate"]["generals"]
        fought += sum(lost.values()) > 0
    assert fought


def test_each_unit_and_leader_of_lees_retreat_is_on_the_map_eliminated_or_gone_with_its_printed_manpower() -> None:
    package = "wargame_gcacw_on_the_4th_day"
    rows = [*printed(package, "setup.toml")["unit"], *printed(package, "lees_retreat.toml")["unit"]]
    strength = {row["unit"]: row["manpower"] for row in rows}
    side_of = {row["id"]: row["side"] for row in printed(package, "units.toml")["unit"]}
    leaders = {row["id"] for row in printed(package, "units.toml")["leader"]}
    for board in boards("gcacw_on_the_4th_day", "lees_retreat", "random"):
        out_of_the_game = leaders - {*board.leader_with, *board.stranded_leaders, *board.cut_off}
        assert not [unit for leader in out_of_the_game for unit in board.book.named_by[leader] if unit in board.units]
        assert Counter([*board.units, *board.eliminated_units, *board.exited_units]) == Counter(list(strength))
        for side in ("union", "confederate"):
            here = sum(now.manpower for unit, now in board.units.items() if side_of[unit] == side)
            left = sum(points for unit, points in board.exited_units.items() if side_of[unit] == side)
            lost = sum(points for why, points in board.lost_manpower.items() if why.startswith(side))
            assert here + left + lost == sum(points for unit, points in strength.items() if side_of[unit] == side)


@pytest.mark.parametrize("game", ["vicksburg", "gettysburg"])
def test_a_campaign_has_the_brigades_and_tokens_of_its_order_of_battle_and_no_more(game: str) -> None:
    """Exactly those: a token is where it was told to be, a brigade broken that was told of and has not rallied."""
    formations = printed(f"wargame_{game}", "oob.toml")["formation"]
    brigades = {unit["id"] for row in formations for unit in row.get("units", ())}
    divisions = Counter(
        row["id"] for row in formations if row["level"] == "division" and row.get("status") != "unattached"
    )
    pickets = +Counter({row["id"]: row.get("tokens", {}).get("picket", 0) for row in formations})
    cards = printed(f"wargame_{game}", "deck.toml")["card"]
    effects = ((card["id"], effect) for card in cards for effect in card.get("effect", ()))
    called = {card: effect["formation"] for card, effect in effects if effect["kind"] == "add_picket"}
    deployment = printed(f"wargame_{game}", "campaign.toml")["deployment"]
    trains = sum(row.get("tokens", {}).get("baggage_train", 0) for row in deployment)
    match: Any = load(game).start(seed=4)
    told = [event for entry in match.entries for event in entry.events]
    broken, at = set[str](), dict[str, int]()
    for update in match.iter_play(bots_of(match, "belligerent"), history=False):
        told += update.events
        if match.seq % 20 and match.outcome is None:
            continue
        for event in told:
            match event.kind:
                case "brigade_broken":
                    broken.add(event.unit)
                case "rally_tried" if event.rallied:
                    broken.discard(event.unit)
                case "token_placed":
                    at[event.token] = event.space
                case "token_moved":
                    at[event.token] = event.path[-1] if event.path else event.origin
                case "token_removed":
                    at.pop(event.token, None)
        told.clear()
        board = match.board
        assert set(board.broken_brigades) | board.lost_brigades == broken <= brigades
        assert board.at == at
        assert set(at) <= set(board.tokens)
        out = board.left_out
        here = Counter(token.unit for token in board.tokens.values() if token.is_division)
        assert here == Counter({unit: count for unit, count in divisions.items() if unit not in out})
        more = Counter(called[card] for card in board.drawn_cards if card in called)
        assert Counter(token.command for token in board.tokens.values() if token.kind == "picket") == pickets + more
        filled = len(board.raided_places)  # each place that is raided fills a train
        assert sum(token.kind == "baggage_train" for token in board.tokens.values()) == trains + filled
    assert match.outcome is not None


def test_the_strategic_clock_has_the_manpower_of_its_sheet_and_of_the_groups_that_came() -> None:
    sheet = printed("wargame_thunder_on_the_mississippi", "clock.toml")
    groups = sheet["group"]
    first: dict[str, int] = {}
    for board in boards("thunder_on_the_mississippi", "campaign", "random"):
        for side in ("union", "confederate"):
            here = sum(board.units[command].manpower for command in board.commands(side))
            came = sum(
                row["manpower"] for name, row in groups.items() if row["side"] == side and name in board.past_events
            )
            total = here + board.lost_manpower[side] - came
            assert total == first.setdefault(side, total)
