"""A policy over the rows of a menu, for torch: a pointer head, with a value for learners that want one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wargame_core.errors import MissingExtra
from wargame_lab.learners.features import Vocabulary
from wargame_lab.learners.nets import ARRAYS, RowNet, untrained

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    raise MissingExtra("torch", "torch", "wargame-lab") from None


class RowPolicy(nn.Module):  # type: ignore[misc]
    """A net that reads a view, reads each row of the menu beside it, and scores the rows.

    A batch is ``position`` (views by `Vocabulary.position_names`), ``rows`` (views by places of the menu by
    `Vocabulary.row_names`) and ``mask`` (views by places, true where a choice stands), as `RowFeatures` and
    `wargame_lab.adapters.gymnasium.ChoiceEnv` give them. `forward` gives the logarithm of each choice's chance, minus
    infinity where none stands, and the value of each view.
    """

    def __init__(self, vocabulary: Vocabulary, widths: tuple[int, int, int] = (32, 48, 32), seed: int = 0) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        arrays = untrained(vocabulary, widths, seed)
        self.weights = nn.ParameterDict({name: nn.Parameter(torch.tensor(arrays[name])) for name in ARRAYS})
        self.value = nn.Linear(widths[0], 1)

    def scores(self, position: Tensor, rows: Tensor, view: Tensor) -> Tensor:
        """The score of each row, where menus stand one after the other: ``view`` is the number of each row's view."""
        w = self.weights
        width = rows.shape[1]
        view_terms = self._seen(position) @ w["row"][width:] + w["row_bias"]
        row_layer = torch.relu(rows @ w["row"][:width] + view_terms[view])
        return (torch.relu(row_layer @ w["mix"] + w["mix_bias"]) @ w["score"]).squeeze(1)

    def forward(self, position: Tensor, rows: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of the chance of each place of the menus, and the value of each view."""
        is_choice = mask.bool()
        view = torch.arange(len(mask), device=mask.device).unsqueeze(1).expand_as(is_choice)[is_choice]
        logits = torch.full(mask.shape, -torch.inf, device=mask.device)
        logits = logits.masked_scatter(is_choice, self.scores(position, rows[is_choice], view))
        return torch.log_softmax(logits, dim=1), self.value(self._seen(position)).squeeze(1)

    def _seen(self, position: Tensor) -> Tensor:
        return torch.relu(position @ self.weights["view"] + self.weights["view_bias"])

    def net(self, made_with: Mapping[str, str] | None = None) -> RowNet:
        """The same net for numpy, which plays and is saved without torch; it has no value."""
        weights = {name: self.weights[name].detach().cpu().numpy().copy() for name in ARRAYS}
        return RowNet(self.vocabulary, weights, dict(made_with or {}))

    def save(self, path: Path, made_with: Mapping[str, str] | None = None) -> None:
        """Write the scores' weights into a file that `RowNet.load` and `RowPolicy.load` read."""
        self.net(made_with).save(path)

    @staticmethod
    def load(path: Path) -> RowPolicy:
        """A policy that goes on from a file; its value begins anew. Raises `WargameError` as `RowNet.load`."""
        return RowPolicy.of(RowNet.load(path))

    @staticmethod
    def of(net: RowNet) -> RowPolicy:
        """A policy that goes on from a net; its value begins anew."""
        view, row, mix = (net.weights[name].shape[1] for name in ("view", "row", "mix"))
        policy = RowPolicy(net.vocabulary, (view, row, mix))
        state: dict[str, Any] = {f"weights.{name}": torch.tensor(net.weights[name]) for name in ARRAYS}
        policy.load_state_dict(state, strict=False)
        return policy
