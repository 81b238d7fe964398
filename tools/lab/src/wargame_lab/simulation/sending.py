"""A check, before processes start, that everything a batch needs can be sent to them."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable, Mapping

from wargame_core.errors import WargameError
from wargame_lab.simulation.batch import Batch
from wargame_lab.simulation.game_lines import name_of


def must_be_sendable(batch: Batch) -> None:
    """Raise `WargameError` for a player or a collecting function that new processes could not import."""
    functions: Mapping[str, object] = {**batch.players, "collect": batch.collect}
    for what, function in functions.items():
        if function is None or isinstance(function, str):
            continue
        if not _is_found_again(function):
            used = "collect" if what == "collect" else f"the player of {what}"
            raise WargameError(
                f"{used} is {name_of(function)}, which another process cannot find: define it at the top of a module "
                "that can be imported (not in a function, a notebook or as a lambda), or give executor= one that sends "
                "functions themselves, as those of dask and ray do (docs/howto/many-games.md)"
            )


def _is_found_again(function: object) -> bool:
    try:
        pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    main = sys.modules.get("__main__")
    typed_in = not hasattr(main, "__file__")  # at a prompt or in a notebook: nobody else can import that
    return not (typed_in and "__main__" in _modules((function,)))


def _modules(parts: Iterable[object]) -> set[str]:
    return {str(getattr(getattr(part, "func", part), "__module__", "")) for part in parts}
