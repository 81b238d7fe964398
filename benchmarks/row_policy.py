"""A policy of stable-baselines3 that scores the rows of the menu; `benchmarks.environments` lets MaskablePPO learn it.

A place of the menu means something else at each decision, so a usual network with an output for each place learns
next to nothing. This one scores each row by itself, beside what it has read from the whole position.
"""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from wargame_lab.encoding import ROW

WIDTH = 8
HIDDEN = 32
BUCKETS = 128
"""The words of a column that are kept apart; higher numbers share those."""


class RowScores(BaseFeaturesExtractor):  # type: ignore[misc]
    """The score of each place of the menu, followed by what was read from the position."""

    def __init__(self, space: spaces.Dict, sizes: Mapping[str, int]) -> None:
        places = space["action_mask"].shape[0]
        super().__init__(space, places + HIDDEN)
        length = sum(int(torch.tensor(space[name].shape).prod()) for name in ("planes", "pieces", "globals"))
        self.position = nn.Sequential(nn.Linear(length, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh())
        self.columns = nn.ModuleList(nn.Embedding(min(sizes[column], BUCKETS), WIDTH) for column in ROW)
        self.row = nn.Sequential(nn.Linear(WIDTH * len(ROW) + HIDDEN, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))

    def forward(self, seen: dict[str, Tensor]) -> Tensor:
        flat = torch.cat([seen[name].flatten(1) for name in ("planes", "pieces", "globals")], dim=1)
        position = self.position(flat.sign() * flat.abs().log1p())
        longest = max(1, int(seen["action_mask"].sum(1).max()))  # the choices stand at the front of every menu
        rows = seen["rows"][:, :longest].long()
        words = [column(rows[:, :, number] % column.num_embeddings) for number, column in enumerate(self.columns)]
        beside = position.unsqueeze(1).expand(-1, rows.shape[1], -1)
        scores = self.row(torch.cat([*words, beside], dim=2)).squeeze(2)
        empty = scores.new_zeros(scores.shape[0], seen["rows"].shape[1] - longest)
        return torch.cat([scores, empty, position], dim=1)


class Scores(nn.Module):  # type: ignore[misc]
    """The scores among the features: the policy's own output, nothing learnt on top."""

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places = places

    def forward(self, features: Tensor) -> Tensor:
        return features[:, : self.places]


class RowPolicy(MaskableMultiInputActorCriticPolicy):  # type: ignore[misc]
    """A policy over `RowScores`; the value is read from the position alone."""

    def __init__(self, *arguments: Any, sizes: Mapping[str, int], **settings: Any) -> None:
        settings |= {
            "features_extractor_class": RowScores,
            "features_extractor_kwargs": {"sizes": sizes},
            "net_arch": {"pi": [], "vf": [HIDDEN]},
        }
        super().__init__(*arguments, **settings)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Scores(self.action_space.n)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def actions(learner: Any) -> Callable[[dict[str, Any]], int]:
    """A function that chooses as the learner would in earnest: what it likes best."""

    def choose(seen: dict[str, Any]) -> int:
        action, _ = learner.predict(seen, action_masks=seen["action_mask"].astype(bool), deterministic=True)
        return int(action)

    return choose
