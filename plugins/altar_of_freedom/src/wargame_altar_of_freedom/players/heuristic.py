"""The player: sees what is asked, and hands the question to whoever knows about it.

What the enemy's face-down tokens are likely to be it remembers from where they stood when both sides had deployed.
Briefings say where divisions begin, and pickets watch roads: what was set up where divisions had to be is one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from wargame_altar_of_freedom.board.actions import (
    Deploy,
    EndMarch,
    MoveNext,
    Nominate,
    PlayBattleCard,
    SpecialAction,
)
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.players import marching
from wargame_altar_of_freedom.players.fights import Odds, card_to_play
from wargame_altar_of_freedom.players.minor_choices import VALUES, best_by_value, best_deployment
from wargame_altar_of_freedom.players.plan import Plan, campaign_plan, make_plan, turn_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.printed.lines import AtPlaces, Deployment, OneAtEach, RoadColumn
from wargame_altar_of_freedom.rules.corps import AllotChoices
from wargame_altar_of_freedom.rules.deployment import all_deployed
from wargame_altar_of_freedom.rules.march_options import MarchChoices
from wargame_core.authoring import Action
from wargame_core.errors import NeedsPerson
from wargame_core.flow.players import Traits
from wargame_core.flow.view import View
from wargame_core.maps.masks import mask_of


class Kept:
    """What players share: what they worked out, which stays in its process, and what they remember.

    ``faces`` is for each side how likely the tokens of the other are divisions, by where they were set up.
    """

    def __init__(self, faces: Mapping[str, Mapping[str, float]] | None = None) -> None:
        self.fields, self.odds = Fields(), Odds()
        self.faces = {} if faces is None else faces

    def __reduce__(self) -> tuple[type[Kept], tuple[Mapping[str, Mapping[str, float]]]]:
        return Kept, (self.faces,)


class HeuristicPlayer:
    """Plays a campaign sensibly, by what its data say scores; the same for the same seed and the same views.

    It looks at nothing but the view. What it does not understand it leaves to chance. ``plans`` tells what it is
    about: a sentence at the start of the campaign and one a turn, for its own seat, and for all after the game.
    One with a ``draw`` has other aims (`drawn_aims`); players that play in turn may share what they ``kept``.
    """

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0, *, draw: int = 0, kept: Kept | None = None) -> None:
        self._rng, self._draw = random.Random(seed), draw
        self._kept = kept or Kept()
        self._fields, self._odds = self._kept.fields, self._kept.odds
        self._plan: Plan | None = None
        self._faces: Mapping[str, float] = {}
        self._turn = -1
        self._told: int | None = None
        self.plans: list[str] = []

    def __call__(self, view: View) -> Action:
        """One of ``view.choices``."""
        now = Situation(view.board, view.seat, self._fields, self._remember(view.board, view.seat))
        choices = view.choices
        if choices.by_people:
            raise NeedsPerson(f"{view.seat} is asked {view.prompt!r}: only people who were there can say")
        if isinstance(choices, MarchChoices):
            return marching.best_march(
                now, self.plan(now), self._odds, now.board.tokens[choices.march.token.id], choices
            )
        if isinstance(choices, AllotChoices):
            return marching.dice_for(now, self.plan(now), choices)
        first = next(iter(choices))
        kind = type(first)
        if kind is Nominate:
            self._tell(now)
            return marching.corps_to_move(now, self.plan(now), choices)
        if kind is MoveNext or kind is EndMarch:
            return marching.token_to_move(now, self.plan(now), choices)
        if kind is PlayBattleCard:
            return card_to_play(now, self.plan(now), self._odds, choices, self._rng.random())
        if kind is SpecialAction:
            return marching.special_action(now, self.plan(now), choices)
        if kind is Deploy:
            return best_deployment(now, self.plan(now), choices)
        if kind in VALUES:
            return best_by_value(now, self.plan(now), choices)
        return choices.sample(self._rng)

    def _remember(self, board: CampaignBoard, side: str) -> Mapping[str, float]:
        """What the enemy's tokens must be by where they were set up; nothing for who did not see them there."""
        turn = turns_since_deployment(board)
        if turn < self._turn or self._turn < 0:
            seen = chances_by_place(board, board.enemy(side)) if turn == 0 else {}
            self._faces = self._kept.faces.get(side, seen) if turn >= 0 else seen
        self._turn = turn
        return self._faces

    def _tell(self, now: Situation) -> None:
        """Say what the campaign is about, before the first march, and once a turn what is next."""
        if now.board.turns_ended != self._told:
            plan = self.plan(now)
            if not self.plans:
                self.plans.append(campaign_plan(now, plan))
            self.plans.append(turn_plan(now, plan))
            self._told = now.board.turns_ended

    def plan(self, now: Situation) -> Plan:
        """The plan, made anew when anything but the marching corps has moved."""
        if self._plan is None or not self._plan.holds(now):
            self._plan = make_plan(now, self._draw)
        return self._plan


# what face-down tokens are likely to be

PERHAPS, SURELY = 0.05, 0.97
"""The least and the most that a place tells of a token: it may have moved since, and pickets may stand anywhere."""


def turns_since_deployment(board: CampaignBoard) -> int:
    """How many turns have ended since both sides deployed; -1 as long as one of them has not."""
    return board.turns_ended if all_deployed(board) else -1


def chances_by_place(board: CampaignBoard, side: str) -> Mapping[str, float]:
    """For every token of a side on the map the chance that it is a division, as the other side may estimate.

    The enemy's lines of deployment are printed in his briefing, which both sides may have read.
    """
    at = {token_id: space for token_id, space in board.at.items() if board.tokens[token_id].side == side}
    chances = dict.fromkeys(at, 0.0)
    placed = 0
    for line in board.campaign.deployments:
        divisions = _divisions(board, line) if line.side == side else 0
        zone = _zone(board, line) if divisions else 0
        there = [token_id for token_id, space in at.items() if zone >> space & 1]
        for token_id in there:
            chances[token_id] += divisions / len(there)
        placed += divisions
    elsewhere = [token_id for token_id, chance in chances.items() if not chance]
    missing = placed - sum(min(1.0, chance) for chance in chances.values())
    for token_id in elsewhere:
        chances[token_id] = missing / len(elsewhere)
    return {token_id: min(max(chance, PERHAPS), SURELY) for token_id, chance in chances.items()}


def _divisions(board: CampaignBoard, line: Deployment) -> int:
    """How many divisions a line of a briefing puts on the map."""
    pieces = (board.campaign.pieces[piece] for piece in line.pieces)
    return sum(1 for piece in pieces if piece.division and piece.formation not in board.left_out)


def _zone(board: CampaignBoard, line: Deployment) -> int:
    """Mask of the spaces in which a line puts its tokens; empty where it names none."""
    where, campaign = line.where, board.campaign
    if isinstance(where, RoadColumn):
        return mask_of(campaign.map.grid.space(row, column) for row, column in where.cells)
    if not isinstance(where, AtPlaces | OneAtEach):
        return 0
    spaces = [campaign.space(place) for place in where.places]
    near = mask_of(near for space in spaces for near in campaign.map.neighbours[space]) if where.adjacent else 0
    return mask_of(spaces) | near
