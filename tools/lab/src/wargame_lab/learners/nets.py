"""A learnt net in numpy alone: it scores the choices of a menu, and is a file of some ten kilobytes.

`wargame_lab.learners.policy` teaches one with torch; here it only plays.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final
from zipfile import BadZipFile

from attrs import asdict, frozen

from wargame_core import Action, View
from wargame_core.errors import MissingExtra, WargameError
from wargame_core.flow.players import Traits
from wargame_core.limits import quote
from wargame_lab.encoding import Encoder
from wargame_lab.learners.features import Array, RowFeatures, Vocabulary

try:
    import numpy as np
except ImportError:
    raise MissingExtra("numpy", "learnt", "wargame-lab") from None

ARRAYS: Final = ("view", "view_bias", "row", "row_bias", "mix", "mix_bias", "score")
"""The weights of a net, in the order in which they are used; a bias belongs to what stands before it."""
LARGEST: Final = 4_000_000
"""The bytes of the largest file that is read."""
UNREADABLE_NET_ERRORS: Final = (
    ArithmeticError, AttributeError, BadZipFile, EOFError, IndexError, KeyError, MemoryError, OSError, RecursionError,
    SyntaxError, TypeError, ValueError,
)  # fmt: skip
"""What reading a file that is no net raises."""
MENU: Final = 2_000
"""The choices of a menu that a player looks at; longer menus are cut off."""
WORDS: Final = "words"
"""The name of the text in a file: the vocabulary, and how the net was made."""


@frozen(eq=False)
class RowNet:
    """A net with a pointer head: it reads the view, reads each row of the menu beside that, and gives each a score.

    ``weights`` has an array for each of `ARRAYS`; ``made`` says how the net was made: game, teacher, seed, games.
    """

    vocabulary: Vocabulary
    weights: Mapping[str, Array]
    made: Mapping[str, str]

    def scores(self, position: Array, rows: Array) -> Array:
        """A score for each row, of any size; their softmax is how likely the net would choose it.

        Raises `WargameError` where the weights are so large that no number comes out.
        """
        weights = self.weights
        width = rows.shape[1]
        # Some processors' matrix products raise the flag of a bad number although every number in and out is good.
        with np.errstate(all="ignore"):
            view_layer = np.maximum(position @ weights["view"] + weights["view_bias"], 0)
            row_layer = np.maximum(
                rows @ weights["row"][:width] + (view_layer @ weights["row"][width:] + weights["row_bias"]), 0
            )
            scores = np.maximum(row_layer @ weights["mix"] + weights["mix_bias"], 0) @ weights["score"][:, 0]
        if not np.isfinite(scores).all():
            game = quote(self.made.get("game", "a game not named"))
            raise WargameError(f"the net of {game} gives scores that are no numbers: its weights are too large")
        return scores

    def save(self, path: Path) -> None:
        """Write the net into a file of numpy's form ``.npz``, with numbers of half precision."""
        words = json.dumps({"vocabulary": asdict(self.vocabulary), "made": dict(self.made)})
        arrays = {name: np.asarray(self.weights[name], dtype=np.float16) for name in ARRAYS}
        with path.open("wb") as file:
            np.savez_compressed(file, **arrays, **{WORDS: np.frombuffer(words.encode(), dtype=np.uint8)})

    @staticmethod
    def load(path: Path) -> RowNet:
        """The net of a file. Raises `WargameError` for a file that is none; no code in a file is ever run."""
        if not path.is_file():
            raise WargameError(f"{path}: there is no such file; python3 -m wargame_lab.learners makes one")
        if path.stat().st_size > LARGEST:
            raise WargameError(f"{path}: a net has at most {LARGEST:,} bytes, not {path.stat().st_size:,}")
        with path.open("rb") as file:
            try:
                return _read_net(file)
            except UNREADABLE_NET_ERRORS as problem:
                raise WargameError(f"{path}: this is no net of wargame_lab.learners: {problem}") from None


def _read_net(file: BinaryIO) -> RowNet:
    with np.load(file, allow_pickle=False) as data:
        if sum(info.file_size for info in data.zip.infolist()) > LARGEST:
            raise ValueError(f"unpacked it has more than {LARGEST:,} bytes")
        words = json.loads(bytes(data[WORDS]))
        weights = {name: np.asarray(data[name], dtype=np.float32) for name in ARRAYS}
    parts = {name: tuple(map(str, names)) for name, names in words["vocabulary"].items()}
    vocabulary = Vocabulary(**parts)
    layer_sizes = [weights[name].shape[-1] for name in ("view", "row", "mix")]
    shapes = {
        "view": (len(vocabulary.position_names), layer_sizes[0]),
        "view_bias": (layer_sizes[0],),
        "row": (len(vocabulary.row_names) + layer_sizes[0], layer_sizes[1]),
        "row_bias": (layer_sizes[1],),
        "mix": (layer_sizes[1], layer_sizes[2]),
        "mix_bias": (layer_sizes[2],),
        "score": (layer_sizes[2], 1),
    }
    for name, shape in shapes.items():
        if weights[name].shape != shape:
            raise ValueError(f"{quote(name)} has the shape {weights[name].shape}, expected {shape}")
        if not np.isfinite(weights[name]).all():
            raise ValueError(f"{quote(name)} holds what is no number")
    return RowNet(vocabulary, weights, {str(name): str(value) for name, value in words["made"].items()})


class RowPlayer:
    """Plays what a net scores highest, or with ``heat`` above 0 by chance, in proportion to the softmax of the scores.

    ``encoder`` gives the encoder of the game and scenario of a view; it is asked once for each scenario.
    """

    traits = Traits(judge_choices=False)

    def __init__(self, net: RowNet, encoder: Callable[[View], Encoder], seed: int = 0, *, heat: float = 0.0) -> None:
        self._net, self._encoder, self._heat = net, encoder, heat
        self._rng = random.Random(seed)
        self._features: tuple[str, RowFeatures] | None = None

    def __call__(self, view: View) -> Action:
        menu = view.choices.head(MENU)
        if len(menu) == 1:
            return menu[0]
        scores = self._net.scores(*self._features_of(view).of(view, menu))
        if self._heat:
            chances = np.exp((scores - scores.max()) / self._heat)
            return self._rng.choices(menu, weights=chances.tolist())[0]
        return menu[int(scores.argmax())]

    def _features_of(self, view: View) -> RowFeatures:
        if self._features is None or self._features[0] != view.scenario:
            self._features = view.scenario, RowFeatures(self._encoder(view), self._net.vocabulary)
        return self._features[1]


def untrained(vocabulary: Vocabulary, widths: Sequence[int] = (32, 48, 32), seed: int = 0) -> dict[str, Any]:
    """Weights to begin with, by chance."""
    rng = np.random.default_rng(seed)
    view, row, mix = widths
    sizes = {
        "view": (len(vocabulary.position_names), view),
        "row": (len(vocabulary.row_names) + view, row),
        "mix": (row, mix),
        "score": (mix, 1),
    }
    weights = {name: rng.normal(0, (2 / size[0]) ** 0.5, size).astype(np.float32) for name, size in sizes.items()}
    return weights | {f"{name}_bias": np.zeros(sizes[name][1], dtype=np.float32) for name in ("view", "row", "mix")}
