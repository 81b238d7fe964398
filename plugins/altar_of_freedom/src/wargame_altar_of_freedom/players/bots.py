"""The players of campaigns by name: one that plays sensibly, and one that looks for fights.

The heuristic player sees what is asked, and hands the question to whoever knows about it. What the enemy's face-down
tokens are likely to be it remembers from where they stood when both sides had deployed: briefings say where divisions
begin, and pickets watch roads.
How strong they are: benchmarks/notes/campaigns.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.players import marching
from wargame_altar_of_freedom.players.activation import Orders
from wargame_altar_of_freedom.players.answers import VALUES, best_by_value, card_to_play
from wargame_altar_of_freedom.players.plan import Plan, campaign_plan, make_plan, turn_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.players.weights import NORMAL, Weights
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import AtPlaces, Deployment, OneAtEach, RoadColumn
from wargame_altar_of_freedom.rules.corps import AllotChoices
from wargame_altar_of_freedom.rules.march import MarchChoices
from wargame_core.authoring import Action
from wargame_core.errors import NeedsPerson
from wargame_core.flow.players import Player, RandomPlayer, Stop, Traits
from wargame_core.flow.view import View
from wargame_core.maps.masks import bits, mask_of

EASY: Final = 3.0
"""The points by which the easy player usually misjudges what standing in a space is worth."""
PERHAPS, SURELY = 0.05, 0.97
"""The least and the greatest chance of being a division that the place of a face-down token tells: pickets may stand
anywhere, and it may have moved since."""


def bots(
    campaign: Campaign,
    easy: Mapping[str, float] | None = None,
    hard: Mapping[str, Weights] | None = None,
    normal: Mapping[str, Weights] | None = None,
) -> Mapping[str, Callable[..., Player]]:
    """The players of a campaign; its easy one may misjudge by more or less than usual in some seats.

    There is a hard one where there are weights for it, by seat; ``normal`` are those of the others where they are not
    `NORMAL`. They are looked at when a player is made.
    """
    usual: Callable[..., Player] = HeuristicPlayer if normal is None else partial(HeuristicPlayer, weights=normal)
    players: dict[str, Callable[..., Player]] = {
        "heuristic": usual,
        "easy": partial(usual, noise=dict.fromkeys(campaign.seats, EASY) | dict(easy or {})),
        "belligerent": BelligerentPlayer,
    }
    if hard is not None:
        players["hard"] = partial(HeuristicPlayer, weights=hard)
    return players


NO_MISJUDGEMENTS: Final[Mapping[str, float]] = MappingProxyType({})
"""Nobody misjudges anything."""
USUAL_WEIGHTS: Final[Mapping[str, Weights]] = MappingProxyType({})
"""Every side judges by `NORMAL`."""


class HeuristicPlayer:
    """Plays a campaign sensibly, by what its data say scores; the same for the same seed and the same views.

    It looks at nothing but the view. What it does not understand it leaves to chance. ``plans`` tells what it is
    about: a sentence at the start of the campaign and one a turn, for its own seat, and for all after the game.
    ``weights`` are what it judges by, by seat; where it has none for a seat, they are `NORMAL`.
    One with ``noise`` misjudges every place by up to so many points, by seat: it slips where little is at stake rather
    than where much is.
    """

    traits = Traits(judge_choices=False)

    def __init__(
        self,
        seed: int = 0,
        *,
        weights: Mapping[str, Weights] = USUAL_WEIGHTS,
        noise: Mapping[str, float] = NO_MISJUDGEMENTS,
    ) -> None:
        self._rng, self._noise, self._seat = random.Random(seed), noise, ""
        self._by_seat, self._weights = dict(weights), NORMAL
        self._fields = Fields()
        self._plan: Plan | None = None
        self._orders = Orders()
        self._faces: Mapping[str, float] = {}
        self._turn = 0
        self._told: int | None = None
        self.plans: list[str] = []

    def __call__(self, view: View, *, stop: Stop | None = None) -> Action:
        """One of ``view.choices``."""
        if view.seat != self._seat:
            self._seat, self._weights = view.seat, self._by_seat.get(view.seat, NORMAL)
            self._orders.doubt = self._misjudgement if self._noise.get(view.seat) else None
        faces = self._remember(view.board, view.seat)
        situation = Situation(view.board, view.seat, self._fields, faces, self._weights)
        choices = view.choices.of
        if choices.by_people:
            raise NeedsPerson(f"{view.seat} is asked {view.prompt!r}: only people who were there can say")
        first = next(iter(choices))
        plan, kind = self.plan(situation), type(first)
        if isinstance(choices, MarchChoices):
            return self._orders.march(situation, plan, choices)
        if isinstance(choices, AllotChoices):
            return self._orders.dice(situation, plan, choices, marching.prices(situation, plan))
        if kind is actions.Nominate:
            self._tell(situation, plan)
            return marching.corps_to_move(situation, plan, choices)
        if kind is actions.MoveNext or kind is actions.EndMarch:
            return self._orders.next_token(situation, plan, choices)
        if kind is actions.PlayBattleCard:
            return card_to_play(situation, self._orders.outlook(situation, plan), choices)
        if kind is actions.SpecialAction:
            return marching.special_action(situation, plan, choices)
        if kind in VALUES:
            return best_by_value(situation, self._orders.outlook(situation, plan), choices, stop)
        return choices.sample(self._rng)

    def _misjudgement(self) -> float:
        """By how many points it misjudges a place now."""
        return self._noise[self._seat] * self._rng.random()

    def _remember(self, board: CampaignBoard, side: str) -> Mapping[str, float]:
        """What the enemy's tokens must be by where they were set up; nothing for who did not see them there."""
        if board.turn < self._turn or not self._turn:
            self._faces = chances_by_place(board, board.enemy(side)) if board.turn == 1 else {}
        self._turn = board.turn
        return self._faces

    def _tell(self, situation: Situation, plan: Plan) -> None:
        """Say what the campaign is about, before the first march, and once a turn what is next."""
        if situation.board.turns_ended != self._told:
            if not self.plans:
                self.plans.append(campaign_plan(situation, plan))
            self.plans.append(turn_plan(situation, plan))
            self._told = situation.board.turns_ended

    def plan(self, situation: Situation) -> Plan:
        """The plan, made anew when anything but the marching corps has moved."""
        if self._plan is None or not self._plan.still_holds(situation):
            self._plan = make_plan(situation)
        return self._plan


# what face-down tokens are likely to be


def chances_by_place(board: CampaignBoard, side: str) -> Mapping[str, float]:
    """For every token of a side on the map the chance that it is a division, as the other side may estimate.

    The enemy's lines of deployment are printed in his briefing, which both sides may have read.
    """
    at = {token_id: space for token_id, space in board.at.items() if board.tokens[token_id].side == side}
    chances = dict.fromkeys(at, 0.0)
    count = 0
    for line in board.campaign.deployments:
        pieces = (board.campaign.pieces[piece] for piece in line.pieces if line.side == side)
        divisions = sum(1 for piece in pieces if piece.division and piece.formation not in board.left_out)
        zone_mask = _zone(board, line) if divisions else 0
        zone_tokens = [token_id for token_id, space in at.items() if zone_mask >> space & 1]
        for token_id in zone_tokens:
            chances[token_id] += divisions / len(zone_tokens)
        count += divisions
    elsewhere = [token_id for token_id, chance in chances.items() if not chance]
    missing_count = count - sum(min(1.0, chance) for chance in chances.values())
    for token_id in elsewhere:
        chances[token_id] = missing_count / len(elsewhere)
    return {token_id: min(max(chance, PERHAPS), SURELY) for token_id, chance in chances.items()}


def _zone(board: CampaignBoard, line: Deployment) -> int:
    """Mask of the spaces in which a line puts its tokens; empty where it names none."""
    where, campaign = line.where, board.campaign
    if isinstance(where, RoadColumn):
        return mask_of(campaign.map.grid.space(row, column) for row, column in where.cells)
    if not isinstance(where, AtPlaces | OneAtEach):
        return 0
    spaces = [campaign.space(place) for place in where.places]
    adjacent_spaces = (
        mask_of(adjacent_spaces for space in spaces for adjacent_spaces in campaign.map.neighbours[space])
        if where.adjacent
        else 0
    )
    return mask_of(spaces) | adjacent_spaces


# the other players


class BelligerentPlayer(RandomPlayer):
    """Marches at the nearest enemy and commits to battle three times in four; otherwise chooses at random."""

    def __call__(self, view: View) -> Action:
        options = view.choices.of
        if self._rng.random() > 0.75:
            return options.sample(self._rng)
        if isinstance(options, MarchChoices):
            return self._towards_enemy(view, options)
        action = options.sample(self._rng)
        if isinstance(action, actions.AllotDice | actions.CallReinforcements | actions.EndMarch):
            most_tokens: Action = max(
                options, key=lambda offer: len(getattr(offer, "tokens", getattr(offer, "token", "")))
            )
            return most_tokens
        if isinstance(action, actions.PlayBattleCard) and actions.PlayBattleCard(actions.BATTLE) in options:
            return actions.PlayBattleCard(actions.BATTLE)
        return action

    def _towards_enemy(self, view: View, choices: MarchChoices) -> Action:
        board = view.board
        enemies = list(bits(board.mask(board.enemy(view.seat))))
        ends = list(bits(choices.ends))
        if not enemies or not ends:
            return choices.sample(self._rng)
        distance = board.campaign.map.distance
        return choices.move_to(min(ends, key=lambda end: min(distance(end, enemy) for enemy in enemies)))
