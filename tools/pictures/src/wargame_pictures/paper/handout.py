"""A handout: what a game gives people to use away from the screen, such as the packet of a battle to be fought."""

from __future__ import annotations

import json

from attrs import frozen

from wargame_core.json_form import JsonObject
from wargame_pictures.paper.forms import ReportForm


@frozen
class Handout:
    """A packet of pages for people at a table, made from a position; the same facts in three formats.

    ``name`` is a stem for file names. ``page`` is a whole HTML page that prints, ``text`` is for a terminal, ``data``
    is plain JSON data. ``form`` are the questions, if the game waits for a report.
    """

    name: str
    title: str
    page: str
    text: str
    data: JsonObject
    form: ReportForm | None = None

    def json_text(self) -> str:
        """``data`` as the text of a JSON file."""
        return json.dumps(self.data, indent=1) + "\n"
