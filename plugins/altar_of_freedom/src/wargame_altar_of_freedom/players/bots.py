"""The players of campaigns by name; one of them searches: before each of its corps marches it tries some plans.

How strong it is: benchmarks/notes/campaigns.md.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from math import log
from pathlib import Path
from typing import Any, Final

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.players.heuristic import HeuristicPlayer, Kept, chances_by_place
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import Occasion
from wargame_altar_of_freedom.rules import scoring
from wargame_altar_of_freedom.rules.march import MarchChoices
from wargame_core.authoring import Action
from wargame_core.flow.players import Player, RandomPlayer
from wargame_core.flow.view import View
from wargame_core.maps.masks import bits
from wargame_lab.lookahead import LearntValue, Value, read_value
from wargame_lab.search_players import PolicySearchPlayer


def bots(value: Value, *, search_is_hard: bool = False) -> Mapping[str, Callable[..., Player]]:
    """The players of a campaign with this value of the ends of its turns.

    ``search_is_hard`` says that its search was measured to be stronger than the heuristic player.
    """
    search = partial(PlanSearchPlayer, value=value)
    hard = search if search_is_hard else HeuristicPlayer
    return {"heuristic": HeuristicPlayer, "search": search, "belligerent": BelligerentPlayer, "hard": hard}


class BelligerentPlayer(RandomPlayer):
    """Marches at the nearest enemy and commits to battle three times in four; otherwise chooses at random."""

    def __call__(self, view: View) -> Action:
        options = view.choices
        if self._rng.random() > 0.75:
            return options.sample(self._rng)
        if isinstance(options, MarchChoices):
            return self._towards_enemy(view, options)
        action = options.sample(self._rng)
        if isinstance(action, actions.AllotDice | actions.CallReinforcements | actions.EndMarch):
            return most_tokens(options)
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


def most_tokens(choices: Iterable[Action]) -> Action:
    """The choice that names the most tokens."""
    return max(choices, key=lambda action: len(getattr(action, "tokens", getattr(action, "token", ""))))


DRAWS: Final = 5
"""The number of plans with other aims that are compared with the usual one."""
TRIES: Final = 48
"""Tries before a march."""


class PlanSearchPlayer(PolicySearchPlayer):
    """Thinks before each of its corps marches, by what the turn brings.

    ``seconds``, ``iterations`` and ``jobs`` say how long, as in `PolicySearchPlayer`. The players share what they
    worked out, and remember what the starting deployment tells (`face_down`), whichever of them was asked then.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        value: Value,
        seconds: float = 1.0,
        iterations: int | None = TRIES,
        jobs: int = 1,
    ) -> None:
        kept = self._kept = Kept()
        self._last_turn = 0  # that of the last question
        super().__init__(
            seed,
            policies={plan_name(draw): partial(HeuristicPlayer, draw=draw, kept=kept) for draw in range(DRAWS + 1)},
            value=value,
            turns=1,
            occasion=before_a_march,
            likely=partial(as_deployed, kept),
            doubt=1.0,
            least=4,
            seconds=seconds,
            iterations=iterations,
            jobs=jobs,
        )

    def __call__(self, view: View) -> Action:
        board: CampaignBoard = view.board
        if board.turn == 1 and self._last_turn != 1:
            self._kept.faces = {side: chances_by_place(board, board.enemy(side)) for side in board.campaign.seats}
        self._last_turn = board.turn
        return super().__call__(view)


def plan_name(draw: int) -> str:
    """What a way to play is called."""
    return f"other aims, draw {draw}" if draw else "the usual aims"


def as_deployed(kept: Kept, board: CampaignBoard, seat: str) -> float:
    """How likely the enemy's tokens are what they are in a world, by where they were set up; as a logarithm."""
    chances = kept.faces.get(seat, {})
    tokens = (token for token in board.tokens_of(board.enemy(seat)) if token.id in chances)
    return sum(log(chances[token.id] if token.is_division else 1 - chances[token.id]) for token in tokens)


def before_a_march(view: View) -> Hashable:
    """The turn and the number of corps that have moved, where a corps is to be named; otherwise nothing."""
    choices, board = view.choices, view.board
    if isinstance(choices, MarchChoices) or not isinstance(next(iter(choices)), actions.Nominate):
        return None
    return board.turns_ended, len(board.activated)


# what a campaign promises to either side as the board stands: the value that a search goes by

POINTS: Final = 10.0
"""So many victory points are one unit of a term."""
ENTERED: Final = (scoring.FirstEntry, scoring.TurnEndsOccupied, scoring.TurnEndsBesieged)
NEAR: Final = 8
"""From this distance on, in spaces, a division counts nothing for a place."""


def features(board: CampaignBoard) -> dict[str, float]:
    """Terms for the first side: points, what the turn and those after it would score as the board stands, strength."""
    first, second = board.campaign.seats
    turns = board.campaign.turns
    elapsed = min(1.0, board.turns_ended / turns)
    ahead = (board.points(first) - board.points(second)) / POINTS
    now, later = _standing(board, first)
    entering, threatening = (
        _near(board, first, ENTERED, own=True),
        _near(board, first, (scoring.TurnEndsClear,), own=False),
    )
    depots = _depots(board, first) - _depots(board, second)
    early = 1 - elapsed
    return {
        "constant": 1.0,
        "elapsed": elapsed,
        "points": ahead,
        "points by time": ahead * elapsed,
        "this turn": now / POINTS,
        "later turns": later / POINTS,
        "entering": entering / POINTS,
        "entering early": entering / POINTS * early,
        "guarding": _near(board, first, ENTERED, own=False) / POINTS,
        "threatening": threatening / POINTS,
        "threatening early": threatening / POINTS * early,
        "brigades": _brigades(board, first) - _brigades(board, second),
        "depots": depots / 10,
        "depots early": depots / 10 * early,
    }


def _standing(board: CampaignBoard, first: str) -> tuple[float, float]:
    """The points of the first side less those of the other for the end of this turn, and of those that follow."""
    left = max(0, board.campaign.turns - board.turns_ended - 1)
    now = later = 0.0
    for line in board.campaign.awards_at[Occasion.TURN_ENDS]:
        places = line.when.scores(board, line.side, scoring.ScoringOccasion(line.side))
        scored = sum(1 for place in places if not scoring.spent(board, line, place))
        points = scored * line.points.mean * (1 if line.side == first else -1)
        now += points
        if line.limit == "every_turn":
            later += points * left
    return now, later


def _near(board: CampaignBoard, first: str, conditions: tuple[type[scoring.Condition], ...], *, own: bool) -> float:
    """The points to be had at places, by how near divisions are to them: of the side that scores there, or the other.

    Enemies who lie face down count as divisions.
    """
    distance, near = board.campaign.map.distance, 0.0
    divisions = {side: _division_spaces(board, side) for side in board.campaign.seats}
    for line in board.campaign.awards.values():
        if not isinstance(line.when, conditions):
            continue
        when: Any = line.when
        points = line.points.mean * (1 if line.side == first else -1)
        spaces = divisions[line.side if own else board.enemy(line.side)]
        for place in when.places if isinstance(when, scoring.FirstEntry) else (when.place,):
            if not scoring.spent(board, line, place):
                goal = board.campaign.space(place)
                near += points * sum(max(0, NEAR - distance(space, goal)) for space in spaces) / NEAR
    return near


def _division_spaces(board: CampaignBoard, side: str) -> list[int]:
    return [board.at[token.id] for token in board.tokens_of(side) if token.is_division or not token.kind]


def _brigades(board: CampaignBoard, side: str) -> float:
    """The tens of brigades that a side has lost, broken ones by half; less than nothing."""
    side_of = board.campaign.side_of
    lost = sum(1 for unit in board.lost if side_of.get(unit) == side)
    broken = sum(1 for unit in board.broken if side_of.get(unit) == side)
    return -(lost + broken / 2) / 10


def _depots(board: CampaignBoard, side: str) -> int:
    return sum(depot.value for depot in board.depots.values() if depot.side == side)


def win_probability_of(campaign: Campaign) -> LearntValue:
    """The chance that a side of a campaign wins. The weights are the same for all campaigns."""
    return read_value(Path(__file__).with_name("win_probability.toml"), features, campaign.seats[0])


def turn_end_value(campaign: Campaign) -> LearntValue:
    """The same terms with weights learnt from the lead at the end, for the ends of turns: what a search goes by."""
    return read_value(Path(__file__).with_name("search_value.toml"), features, campaign.seats[0])
