"""What a campaign player keeps for speed is what the rules and the plain sums say."""

from itertools import product

from attrs import evolve
from tests.altar_of_freedom.kit import position

from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.players.fights import Encounter, Odds, Stakes, best_mix, value_of
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.players.ways import Reaches, staff_die
from wargame_altar_of_freedom.rules import battle_cards
from wargame_altar_of_freedom.rules.movement import TokenMarch, allowances, bars, march_reach

AT = {"loring": "12,15", "stevenson": "11,15", "bowen": "12,16", "carr": "Auburn", "hovey": "13,14"}


def now() -> Situation:
    """A corps with enemies before it."""
    view = position("Move one token", AT, depots=False, moving="cs_mississippi").match.view("confederate")
    return Situation(view.board, "confederate", Fields())


def test_a_corps_finds_the_ends_that_the_rules_allow_however_it_stands() -> None:
    board = now().board
    reaches = Reaches(board, tuple(token.id for token in board.tokens_under(board.command)))
    reaches.stand(board)
    by_name = {token.name.casefold(): token for token in board.tokens_under(board.command)}
    loring, stevenson = (next(by_name[name] for name in by_name if who in name) for who in ("loring", "stevenson"))
    kinds = set()
    for end in board.campaign.map.neighbours[board.at[loring.id]]:
        imagined = board.copy()
        imagined.at[stevenson.id] = Space(end)
        at = {token.id: imagined.at[token.id] for token in board.tokens_under(board.command)}
        reach = reaches.of(loring, at)
        kinds.add(reach.ends)
        for spaces in range(staff_die(board.campaign)[-1] + 1):
            march = TokenMarch(loring, board.at[loring.id], allowances(board, loring, None)[0] + spaces, spaces)
            allowed = march_reach(imagined, march, bars(imagined, loring, loring.side)).ends
            assert reach.ends[spaces] == allowed
        assert reaches.of(loring, at, die=False).ends == reach.ends[:1]
    assert len(kinds) > 1


def test_fights_that_differ_in_the_cards_of_the_defender_are_not_worth_the_same() -> None:
    stakes, odds = Stakes((1.0, 2.0), (7.5, 9.5)), Odds()
    bold = Encounter(4, 3, (2, 3), battle_cards.cards_of(True, False), battle_cards.cards_of(False, True), 0.0)
    meek = evolve(bold, defender_cards=battle_cards.cards_of(False, False))
    assert bold.defender_cards != meek.defender_cards
    for fight in (bold, meek):
        assert odds.values(fight, stakes)[1.0] == Odds().values(fight, stakes)[1.0]


def test_a_fight_is_worth_what_the_best_mixes_of_cards_bring() -> None:
    for cells in product((-1.0, 0.0, 2.0, 3.5), repeat=4):
        table = [[cells[0], cells[1], 0.5], [cells[2], cells[3], 1.0]]
        turned = [[-row[column] for row in table] for column in range(3)]
        mixed = sum(
            p * q * cell
            for p, row in zip(best_mix(table), table, strict=True)
            for q, cell in zip(best_mix(turned), row, strict=True)
        )
        assert value_of(table) == mixed
