"""Who may know what in the strategic game: everything."""

from __future__ import annotations

from wargame_core.authoring import Secrecy
from wargame_thunder_on_the_mississippi.printed import cites

SECRETS = (Secrecy("Nothing is hidden: everybody sees every counter, track and die.", cites.SEQUENCE),)
"""Who may know what."""
