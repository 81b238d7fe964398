"""The version of this library, and the number of the interface that plugins and variants are written for."""

from collections.abc import Callable
from typing import Final

__version__: Final = "0.1.0"

API: Final = 1
"""The number of the plugin interface: `wargame_core.authoring`, the groups of entry points, and every `ExtensionPoint`.

It goes up when something of that goes, wants more, or means something else; what is only added leaves it as it is.
"""
OLDEST_API: Final = 1
"""The oldest interface that this core still keeps."""


def reason_unfit(requires_api: int, distribution: Callable[[], str]) -> str:
    """Why what was written for an interface cannot be used here, and what to install; "" when it can.

    ``distribution`` finds the name of what has to be installed, which takes time, where something has to be.
    """
    if requires_api > API:
        return f"needs plugin interface {requires_api}, this core offers {API}: python -m pip install -U wargame-core"
    if requires_api < OLDEST_API:
        return (
            f"was written for plugin interface {requires_api}, this core offers {OLDEST_API} to {API}: "
            f"python -m pip install -U {distribution()}"
        )
    return ""
