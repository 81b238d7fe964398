"""The answers to all that a campaign asks for beside marches: battle cards, losses, retreats, battlefields, deployment.

`VALUES` has for each kind of action what one is worth; of equal ones the first offered is taken.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.fights import Stakes, encounter, maximin_row, table_of
from wargame_altar_of_freedom.players.marching import success_worth
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.players.stand import Outlook
from wargame_altar_of_freedom.printed.lines import PICKET, Occasion
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_brigades
from wargame_altar_of_freedom.rules.scoring import ScoringOccasion, expected_points
from wargame_altar_of_freedom.rules.special_actions import DestroyCrossing
from wargame_altar_of_freedom.rules.tabletop.endings import CONFIRM
from wargame_core.authoring import Action, Choices
from wargame_core.flow.players import Stop, before
from wargame_core.maps.masks import mask_of

Worth = Callable[[Situation, Outlook, Any], float]
"""What an action is worth."""


def card_to_play(situation: Situation, outlook: Outlook, choices: Choices) -> actions.PlayBattleCard:
    """The Battle Card by the odds of all pairs of cards."""
    board, contact = situation.board, situation.board.open_contact
    attacking = contact.attacking_side == situation.side
    attacker, defenders = board.tokens[contact.attacker], [board.tokens[token] for token in contact.defenders]

    def prize(token: Token, space: int) -> float:
        return outlook.prize(token, space, situation.spaces_of_others(token))

    if attacking:
        ground = prize(attacker, contact.space) - prize(attacker, contact.origin)
    else:
        ground = max(prize(token, contact.space) for token in defenders)
    best = max(_brigades(situation, token) for token in defenders)
    fight = encounter(situation, contact, _brigades(situation, attacker), best)
    table = table_of(fight, Stakes.of(situation, contact.attacking_side, contact.space), ground)
    if not attacking:
        table = [[-row[column] for row in table] for column in range(len(table[0]))]
    cards = fight.attacker_cards if attacking else fight.defender_cards
    card = actions.PlayBattleCard(cards[maximin_row(table)])
    return card if card in choices else cast(actions.PlayBattleCard, next(iter(choices)))


def _brigades(situation: Situation, token: Token) -> int:
    return skirmish_brigades(situation.board, token) if token.kind else round(situation.possible_pieces.brigades)


def weakest_brigade(situation: Situation, outlook: Outlook, action: actions.LoseBrigade) -> float:
    """The lowest rating goes first; of equals guns go first where they do not count in skirmishes, else last."""
    unit = situation.campaign.oob.units[action.unit]
    guns = unit.arm == "artillery"
    spare = guns == (situation.board.options["skirmish_guns"] == "ignore")
    return -unit.rating + 0.5 * spare


def best_brigade(situation: Situation, outlook: Outlook, action: actions.Rally | actions.Done) -> float:
    """Every unspent die tries to rally somebody, the best brigade first; dice do not keep."""
    return -100.0 if isinstance(action, actions.Done) else situation.campaign.oob.units[action.unit].rating


def worth_of_standing(
    situation: Situation, outlook: Outlook, action: actions.RetreatAlong | actions.PlaceToken
) -> float:
    """Fall back, or put a token down, where standing is worth most."""
    space = action.path[-1] if isinstance(action, actions.RetreatAlong) else action.space
    token = situation.board.tokens[action.token]
    friends = [friend_space for friend_space, count in situation.own_divisions.items() for _ in range(count)]
    if situation.board.at.get(token.id) in friends:
        friends.remove(situation.board.at[token.id])
    return outlook.gain(token, space, situation.spaces_of_others(token)) + outlook.risk(token, space, friends)


def deployment(situation: Situation, outlook: Outlook, action: actions.Deploy) -> float:
    """Divisions deploy nearest to what they may want; pickets watch the enemy's roads to it."""
    token = situation.board.tokens[action.token]
    goals = [goal for goal in outlook.plan.goals if not goal.fleeting and (token.kind in goal.takers or goal.guard)]
    if token.kind != PICKET:
        best = max(
            (goal.worth(situation, 1) - 0.3 * situation.field(goal.spaces)(action.space) for goal in goals), default=0
        )
        return best + 0.1 * bool(situation.board.depot_in(action.space))
    depots = situation.board.depot_mask(situation.enemy)
    ways = [
        goal.worth(situation, 1)
        - 0.5 * (situation.enemy_field(goal.spaces)(action.space) + situation.enemy_field(depots)(action.space))
        for goal in goals
        if goal.guard
    ]
    watch = bool(situation.map.crossings_of(action.space)) + 0.0
    return max(ways, default=0.0) + watch


def battlefield(situation: Situation, outlook: Outlook, action: actions.ChooseBlock) -> float:
    """The table with more of one's own brigades on it, fewer of the enemy's, one's own works, but no garrison."""
    block = mask_of(action.spaces)
    board, points = situation.board, 0.0
    for token_id, space in board.at.items():
        if block >> space & 1:
            token = board.tokens[token_id]
            points += situation.brigades(token) * (
                1 if token.side == situation.side else -situation.enemy_divisions[space]
            )
    for fortress, side in situation.campaign.fortresses.items():
        if side == situation.side and block >> fortress & 1:
            points -= 10  # its garrison would not fight, or would have to leave when beaten
    for earthwork in situation.campaign.earthworks:
        if block >> situation.campaign.space(earthwork.place) & 1:
            points += 4 * earthwork.bonus * (1 if earthwork.side == situation.side else -1)
    return points


def token_to_inspect(situation: Situation, outlook: Outlook, action: actions.Inspect) -> float:
    """Look at the tokens nearest to one's own divisions."""
    board = situation.board
    for token_id, space in board.at.items():
        if action.target in (token_id, board.label(space)):
            return situation.friends_within(space, 3) + 0.5 * situation.friends_within(space, 6)
    return 0.0


def decision(situation: Situation, outlook: Outlook, action: actions.Decide) -> float:
    """Crossings by what their loss costs the enemy; what is offered at set-up by the points it brings.

    What an event card asks beside that its effects know.
    """
    if action.choice in situation.map.crossings:
        return success_worth(situation, outlook.plan, DestroyCrossing(), action.choice)
    if action.choice == "leave_it_out":
        return formation_left_out(situation)
    if action.choice == CONFIRM:
        return 1.0  # who plays against a bot has fought for both
    board = situation.board
    effects = board.campaign.deck.card(board.drawn_cards[-1]).effects if board.drawn_cards else ()
    return float(sum(effect.args.worth(board, situation.side, action.choice) for effect in effects))


def formation_left_out(situation: Situation) -> float:
    """The points for leaving a formation out, less what its divisions may be expected to earn."""
    points = 0.0
    for choice in situation.campaign.set_up_choice:
        if choice.side == situation.side:
            divisions = [
                piece for piece in situation.campaign.pieces.values() if piece.side == situation.side and piece.division
            ]
            pieces = [piece for piece in divisions if piece.formation == choice.leave_out]
            points -= situation.campaign.points_to_win * len(pieces) / max(len(divisions), 1)
            board = situation.board.copy()
            board.left_out = {*board.left_out, choice.leave_out}
            points += expected_points(board, situation.side, Occasion.SET_UP, ScoringOccasion(situation.side))
    return points


VALUES: Mapping[type[Action], Worth] = {
    actions.LoseBrigade: weakest_brigade,
    actions.Rally: best_brigade,
    actions.Done: best_brigade,
    actions.Fight: lambda situation, _, action: situation.brigades(situation.board.tokens[action.token]),
    actions.RetreatAlong: worth_of_standing,
    actions.PlaceToken: worth_of_standing,
    actions.Deploy: deployment,
    actions.PlaceDepot: lambda situation, _, action: min(
        situation.enemy_distance(1 << action.space), 40
    ),  # far from the enemy
    actions.ChooseBlock: battlefield,
    actions.HoldBack: lambda situation, _, action: -len(action.tokens),  # everybody fights from the start
    actions.CallReinforcements: lambda situation, _, action: len(action.tokens),  # all who are near are called
    actions.ComeBy: lambda situation, _, action: 0.0,  # the way offered first is expected to be the soonest
    actions.Inspect: token_to_inspect,
    actions.Decide: decision,
}
"""What an action of each kind is worth."""


def best_by_value(situation: Situation, outlook: Outlook, offers: Iterable[Action], stop: Stop | None = None) -> Action:
    """The action worth most, of those weighed before ``stop`` was set; the first offered of equal ones.

    Tokens deploy in the order of their numbers: any order by what they are would tell it.
    """
    deploys = [action for action in offers if isinstance(action, actions.Deploy)]
    first = min((action.token for action in deploys), default="")
    best, *other_deployments = [action for action in deploys if action.token == first] or offers
    best_value = VALUES[type(best)](situation, outlook, best)
    for action in before(stop, other_deployments):
        worth = VALUES[type(action)](situation, outlook, action)
        if worth > best_value + 1e-9:
            best, best_value = action, worth
    return best
