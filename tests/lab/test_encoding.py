"""Games as numbers: codes of actions and back, rows of menus, and what a view is as lists of floats."""

import random
from typing import Any

import pytest
from tests.altar_of_freedom.kit import vicksburg
from tests.campaign_battles.battles_kit import fighting
from tests.core import skirmish_toy
from tests.core.seven_powers_toy import Order
from tests.core.skirmish_toy import Hide, Stay, toy

from wargame_altar_of_freedom.board.actions import Move as March
from wargame_altar_of_freedom.board.actions import Nominate
from wargame_altar_of_freedom.printed.lines import CommandId
from wargame_battlecry.board.actions import Move
from wargame_core import MalformedAction, Scripted, WargameError, load
from wargame_core.shapes import shape_of
from wargame_core.sheet import Briefing, Sheet
from wargame_gcacw.board.actions import TakePart
from wargame_lab import encoder as encoder_of
from wargame_lab.encoding import ROW, Count, Domain, Domains, Encoder, Many, Text, YesNo
from wargame_lab.observations import Following, Observer, observation_of


@pytest.fixture(scope="module")
def battle() -> Encoder:
    return encoder_of(load("battlecry"))


def test_a_code_begins_with_the_kind_and_names_things_by_their_number_on_the_sheet(battle: Encoder) -> None:
    kind, piece, to = battle.code(Move("u2", "E5"))
    assert battle.kinds[kind] == "move"
    assert battle.sheet.pieces[piece - 1].id == "u2"
    assert battle.sheet.spaces[to - 1].id == "E5"
    assert battle.action((kind, piece, to)) == Move("u2", "E5")


def test_what_is_not_on_the_sheet_has_no_code(battle: Encoder) -> None:
    with pytest.raises(WargameError, match="'nobody' is none of the 24 pieces of this sheet"):
        battle.code(Move("nobody", "E5"))
    with pytest.raises(WargameError, match="battlecry has no action 'take_part'"):
        battle.code(TakePart(()))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ((), "-1 is none of the 17 kinds"),
        ((99,), "99 is none of the 17 kinds"),
        ((-1,), "-1 is none of the 17 kinds"),
        ((0,), "ends where one of the cards is expected"),
        ((0, 400), "400 is none of the 26 cards"),
        ((0, 27), "27 is none of the 26 cards"),
        ((0, 1, 5), "goes on with 5 after its end"),
    ],
)
def test_numbers_that_are_no_code_are_told(battle: Encoder, code: tuple[int, ...], said: str) -> None:
    with pytest.raises(MalformedAction, match=said):
        battle.action(code)


def test_a_set_is_chosen_one_member_at_a_time() -> None:
    encoder = encoder_of(load("gcacw_on_the_4th_day"))
    action = TakePart(("csa_hood", "csa_pickett"))
    kind, more, hood, again, pickett, end = encoder.code(action)
    assert (more, again, end) == (1, 1, 0)
    assert [encoder.sheet.pieces[number - 1].id for number in (hood, pickett)] == ["csa_hood", "csa_pickett"]
    assert encoder.action((kind, 0)) == TakePart(())


def test_whole_numbers_are_read_back() -> None:
    for value in (0, 1, -1, 2, -2, 10**9, -(10**9)):
        (code,) = Count().write(value)
        assert code >= 0
        assert Count().read(iter((code,))) == value


def test_values_of_a_class_and_pairs_are_read_back_part_by_part() -> None:
    orders, pairs = (Order("a", 3), Order("b", -1)), (("a", 3), ("b", -1))
    for value, hint in ((orders, tuple[Order, ...]), (pairs, tuple[tuple[str, int], ...])):
        shape = shape_of(hint)
        domain = Domains.of(["a", "b"], ["x"], []).of_field(shape) if value is pairs else Domains.open().of_field(shape)
        assert domain.read(iter(tuple(domain.write(value)))) == value


@pytest.mark.parametrize(
    ("domain", "numbers", "said"),
    [
        (YesNo(), (2,), "neither 0"),
        (Text(), (5, 6), "the end of a text"),
        (Text(), (256, 0), "not text"),
        (Many(YesNo()), (1, 1), "another member or the end"),
        (Domains.open().of_field(shape_of(tuple[tuple[bool, int], ...])), (1, 1), "a whole number"),
    ],
)
def test_numbers_outside_a_domain_are_told(domain: Domain, numbers: tuple[int, ...], said: str) -> None:
    with pytest.raises(MalformedAction, match=said):
        domain.read(iter(numbers))


def test_rows_say_what_each_choice_is_about(battle: Encoder) -> None:
    match = load("battlecry").start(seed=3)
    view = match.view(match.waiting_for[0])
    rows = battle.rows(view)
    assert len(rows) == len(view.choices)
    cards = [battle.sheet.cards[row[ROW.index("card")] - 1].id for row in rows]
    assert cards == [action.card for action in list[Any](view.choices)]
    assert battle.rows(view, 2) == rows[:2]
    assert battle.rows(match.view("spectator")) == []


def test_a_column_of_rows_has_a_size(battle: Encoder) -> None:
    sizes, sheet = battle.sizes, battle.sheet
    assert tuple(sizes) == ROW
    assert (sizes["kind"], sizes["card"]) == (len(battle.kinds) + 1, len(sheet.cards) + 1)
    assert sizes["piece"] == sizes["target"] == len(sheet.pieces) + 1
    assert sizes["to"] == len(sheet.spaces) + 2  # nothing, and off the map


def test_what_names_nothing_of_the_sheet_is_the_word_of_a_row() -> None:
    campaign, word = encoder_of(load("vicksburg")), ROW.index("word")
    board: Any = vicksburg().start(seed=1).board
    here, there = (campaign._row(Nominate(CommandId(command)), board)[word] for command in ("us_xiii", "us_xv"))
    assert 0 < here < campaign.sizes["word"]
    assert 0 < there != here
    token = next(iter(board.at))
    assert campaign._row(March(token, (board.at[token],)), board)[word] == 0  # a path names spaces


def test_a_view_in_numbers_names_everything(battle: Encoder) -> None:
    match = load("battlecry").start(seed=3)
    view = match.view("union")
    seen, observer = battle.view(view), battle.observer
    numbers = dict(zip(observer.global_names, seen.globals, strict=True))
    assert (numbers["seat:union"], numbers["seat:confederate"]) == (1, 0)
    assert numbers["hand:union"] == sum(numbers[f"card:{card.id}"] for card in battle.sheet.cards)
    row = dict(zip(observer.columns, seen.pieces[0], strict=True))
    piece = battle.sheet.pieces[0]
    assert row["on_map"] == row[f"side:{piece.side}"] == row[f"kind:{piece.kind}"] == 1
    assert row["figures"] == view.board.figures.get(piece.id, 0)
    assert sum(seen.planes["pieces:union"]) == sum(
        piece.side == "union" and piece.id in view.piece_places for piece in battle.sheet.pieces
    )
    assert len(seen.numbers) == sum(map(len, seen.planes.values())) + sum(map(len, seen.pieces)) + len(seen.globals)


def test_choices_of_a_game_inside_have_codes_and_rows_of_their_own() -> None:
    match = fighting(battles="battle_cry")
    campaign = encoder_of(vicksburg(), battles="battle_cry")
    seat = match.waiting_for[0]
    view = match.view(seat)
    menu = list(view.choices)
    codes = {campaign.code(action) for action in menu}
    assert len(codes) == len(menu)
    assert all(campaign.action(campaign.code(action)) == action for action in menu)
    assert {campaign.kinds[code[0]] for code in codes} == {"inner_action"}
    inner = campaign.before(view)
    assert inner.sheet != campaign.sheet
    assert inner is campaign.before(match.view(seat))
    assert view.inner is not None
    assert campaign.rows(view) == [(len(campaign.kinds) + row[0], *row[1:]) for row in inner.rows(view.inner)]
    assert len(campaign.view(view).numbers) == len(campaign.view(vicksburg().start(seed=1).view(seat)).numbers)
    with pytest.raises(MalformedAction, match="7 is none of the 1 inner games of vicksburg"):
        campaign.action((len(campaign.kinds) - 1, 7))


def test_learners_are_not_told_that_another_seat_has_chosen_in_secret() -> None:
    match = toy().start(dice=Scripted([5, 3, 6]))
    match.play(Hide(4), "red")
    match.play(Stay(), "blue")
    observer = Observer(match.rules, Sheet("toy", "", "", {}, Briefing("")))
    before = observation_of(observer, match.view("blue"))
    match.play(skirmish_toy.PlayCard(1), "red")
    assert match.waiting_for == ("blue",)
    assert observation_of(observer, match.view("blue")) == before


@pytest.mark.parametrize("options", [{}, {"fog": "referee"}])
def test_followed_views_have_the_same_numbers_as_each_alone(options: dict[str, Any]) -> None:
    match, rng = load("vicksburg").start(seed=5, options=options), random.Random(5)
    encoder = encoder_of(load("vicksburg"), **options)
    observer = encoder.observer
    followed = {seat: Following(observer, observer.numbers_of_printed.copy()) for seat in match.rules.seats}
    for number in range(160):
        if number % 8 < 2:  # several choices may lie between two views of a seat
            for seat, following in followed.items():
                following.follow(match.view(seat, history=False))
                assert tuple(following.numbers) == encoder.view(match.view(seat, history=False)).numbers
        match.play(match.choices(match.waiting_for[0]).sample(rng))
