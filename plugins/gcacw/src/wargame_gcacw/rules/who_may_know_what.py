"""Who may know what in the standard game: everything."""

from __future__ import annotations

from wargame_core.authoring import Secrecy
from wargame_gcacw.printed import cites

SECRETS = (Secrecy("Nothing is hidden: everybody sees every counter, track and die.", cites.SEQUENCE),)
"""Who may know what."""
