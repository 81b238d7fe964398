"""What a campaign player keeps for speed is what the rules and the plain sums say."""

from tests.altar_of_freedom.kit import position

from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.players.ways import Reaches, staff_die
from wargame_altar_of_freedom.rules.movement import TokenMarch, allowances, march_reach, obstacles

AT = {"loring": "12,15", "stevenson": "11,15", "bowen": "12,16", "carr": "Auburn", "hovey": "13,14"}


def now() -> Situation:
    """A corps with enemies before it."""
    view = position("Move one token", AT, depots=False, moving="cs_mississippi").match.view("confederate")
    return Situation(view.board, "confederate", Fields())


def test_a_corps_finds_the_ends_that_the_rules_allow_however_it_stands() -> None:
    board = now().board
    reaches = Reaches(board, tuple(token.id for token in board.tokens_under(board.command)))
    by_name = {token.name.casefold(): token for token in board.tokens_under(board.command)}
    loring, stevenson = (next(by_name[name] for name in by_name if who in name) for who in ("loring", "stevenson"))
    kinds = set()
    for end in board.campaign.map.neighbours[board.at[loring.id]]:
        imagined = board.copy()
        imagined.at[stevenson.id] = Space(end)
        at = {token.id: imagined.at[token.id] for token in board.tokens_under(board.command)}
        reach = reaches.of(loring, at)
        kinds.add(reach)
        for spaces in range(staff_die(board.campaign)[-1] + 1):
            march = TokenMarch(loring, board.at[loring.id], allowances(board, loring, None)[0] + spaces, spaces)
            allowed = march_reach(imagined, march, obstacles(imagined, loring, loring.side)).ends
            assert reach[spaces] == allowed
    assert len(kinds) > 1
