"""What every campaign plugin offers: `campaign_plugin` makes a `Plugin` of a folder of data files."""

from __future__ import annotations

from pathlib import Path

from wargame_altar_of_freedom.cases import campaign_cases
from wargame_altar_of_freedom.folders import lint_campaign, open_campaign
from wargame_altar_of_freedom.game import campaign_game
from wargame_altar_of_freedom.odds import campaign_odds
from wargame_core import Game, GameEntry, Plugin

SYSTEM = Plugin(
    id="altar_of_freedom",
    title="Altar of Freedom campaign system",
    cases=campaign_cases(),
    odds=campaign_odds(),
    lint=lint_campaign,
    open_folder=open_campaign,
)
"""The system itself: it has no game of its own, but plays any folder of campaign files."""


def campaign_plugin(id: str, title: str, documents: tuple[str, ...], data: Path) -> Plugin:
    """The plugin of one campaign: its game, worked examples, odds and checks, all from its data folder."""

    def build(overlay: Path | None = None) -> Game:
        return campaign_game(id, data, documents, overlay)

    return Plugin(
        id=id,
        title=title,
        documents=documents,
        games=(GameEntry(id, title, build),),
        cases=campaign_cases(id),
        odds=campaign_odds(id),
        data=data,
        lint=lint_campaign,
    )
