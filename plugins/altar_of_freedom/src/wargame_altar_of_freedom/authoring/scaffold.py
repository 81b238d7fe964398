"""`wargame new campaign FOLDER`: a tiny campaign that can be played at once, to be changed into one's own."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from wargame_core.data import write_new

TEMPLATE_ID, TEMPLATE_TITLE = "my_campaign", "My campaign"


def new_campaign(folder: Path) -> None:
    """Write the four files of a small campaign into the folder, which is made if need be; it gives them their id.

    Two corps a side, a map of 12 by 12 spaces, five cards, four turns. Raises `FileExistsError` rather than replace a
    file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     new_campaign(Path(place, "two_towns"))
    ...     [file.name for file in sorted(Path(place, "two_towns").iterdir())]
    ['campaign.toml', 'deck.toml', 'map.toml', 'oob.toml']
    """
    game_id, title = names_for(folder)
    for packaged in sorted(files(__package__).joinpath("template").iterdir(), key=lambda file: file.name):
        text = packaged.read_text(encoding="utf-8").replace(TEMPLATE_ID, game_id).replace(TEMPLATE_TITLE, title)
        write_new(folder / packaged.name, text)


def names_for(folder: Path) -> tuple[str, str]:
    """The id and title of a campaign in a folder of that name.

    >>> names_for(Path("games/Two Towns 1862"))
    ('two_towns_1862', 'Two Towns 1862')
    >>> names_for(Path("my_campaign"))
    ('my_campaign', 'My campaign')
    """
    name = folder.resolve().name
    game_id = re.sub(r"\W+", "_", name.lower()).strip("_") or TEMPLATE_ID
    title = re.sub(r'["\\\s_-]+', " ", name).strip() or TEMPLATE_TITLE
    return game_id, title[0].upper() + title[1:]
