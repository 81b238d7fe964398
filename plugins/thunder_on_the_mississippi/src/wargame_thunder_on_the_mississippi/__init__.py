"""Thunder on the Mississippi: the strategic clock of 70 turns, its operations of our own making.

Readings: Five places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from wargame_core.plugins.discovery import GameEntry, LazyMapping, Plugin

if TYPE_CHECKING:
    from wargame_core.authoring import Variant
    from wargame_core.contents import Contents
    from wargame_core.game import Game
    from wargame_core.plugins.questions import ChartLookup
    from wargame_core.plugins.rules_index import Heading, RulesIndex

ID = "thunder_on_the_mississippi"
TITLE = "Thunder on the Mississippi: the strategic clock"
DOCUMENT = "Thunder on the Mississippi Charts & Tables, version 1.6"
PACKAGE = Path(__file__).parent


def _build(data: Path | None = None, variants: tuple[Variant, ...] = ()) -> Game:
    from wargame_thunder_on_the_mississippi.game import build

    return build(data, variants)


def _charts() -> Mapping[str, ChartLookup]:
    from wargame_gcacw.questions.chart_questions import CHARTS

    return CHARTS


def _contents() -> Mapping[str, Contents]:
    from wargame_thunder_on_the_mississippi.game import packaged_contents

    return packaged_contents()


def _rules() -> RulesIndex:
    import wargame_gcacw
    from wargame_core.plugins.rules_index import Books, build_index
    from wargame_gcacw.charts.series import SHEET
    from wargame_thunder_on_the_mississippi.rules.sequence import ADVANCED_GAME

    system = Path(wargame_gcacw.__file__).parent
    books = Books((SHEET,), {PACKAGE.name: PACKAGE}, (ID,), beside=(system,))
    index = build_index(DOCUMENT, PACKAGE / "rules" / "headings.toml", books, ADVANCED_GAME)
    return evolve(index, headings=(*index.headings, *_events(index.headings)))


def _events(headings: Sequence[Heading]) -> Iterator[Heading]:
    """Every event of both tables under its printed name and its letters in full, with what it does."""
    from wargame_gcacw.charts.advanced_game import EFFECTS, RANDOM, STRATEGIC

    for title, table in (("Random Events Table", RANDOM), ("Strategic Events Table", STRATEGIC)):
        of_table = next(heading for heading in headings if heading.heading == title)
        for event, event_name in table.names.items():
            in_full = event.replace("_", " ")
            effect_words = "; ".join(EFFECTS.of(event)) or "nothing happens"
            names = {event_name.rstrip("^+"), in_full.capitalize(), in_full.removeprefix("confederate ").capitalize()}
            for name in sorted(names):
                event_text = f"An event of the {title}: {effect_words}."
                yield evolve(of_table, heading=name, says=event_text, note="", status="implemented")


def _lint(path: Path) -> list[str]:
    from wargame_thunder_on_the_mississippi.printed import lint

    return lint(path)


PLUGIN = Plugin(
    requires_api=1,
    id=ID,
    title=TITLE,
    documents=(DOCUMENT,),
    games=(GameEntry(ID, TITLE, _build, varied=True, length="60 to 70 turns, 40 to 45 minutes against a bot"),),
    charts=LazyMapping(_charts),
    contents=LazyMapping(_contents),
    data=PACKAGE / "data",
    rules=_rules,
    lint=_lint,
)
