"""The campaign system of the Altar of Freedom supplements: everything both campaign books print.

A campaign is a folder of data files; `campaign_plugin` makes a plugin of it. Nothing of the rules is loaded by that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wargame_core.errors import DataError
from wargame_core.interfaces import ExtensionPoint
from wargame_core.plugins.discovery import GameEntry, LazyMapping, Plugin

if TYPE_CHECKING:
    from wargame_core.authoring import Game, OwnRules, Variant
    from wargame_core.contents import Contents
    from wargame_core.flow.players import Strength
    from wargame_core.plugins.questions import CaseFunction, ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex

__all__ = ["PLUGIN", "campaign_plugin"]


def _charts(game: str | None = None) -> Mapping[str, ChartLookup]:
    from wargame_altar_of_freedom.questions.charts import campaign_charts

    return campaign_charts(game)


def _odds(game: str | None = None) -> Mapping[str, Question]:
    from wargame_altar_of_freedom.questions.odds import campaign_odds

    return campaign_odds(game)


def _cases(game: str | None = None) -> Mapping[str, CaseFunction]:
    from wargame_altar_of_freedom.questions.worked_examples import campaign_cases

    return campaign_cases(game)


def _shared_rules() -> RulesIndex:
    from wargame_altar_of_freedom.questions.charts import campaign_rules_index

    return campaign_rules_index("GotW", "The campaign rules of both supplements")


def _lint(path: Path) -> list[str]:
    from wargame_altar_of_freedom.authoring.folders import lint_campaign, missing_own_rules

    return [str(problem) for problem in missing_own_rules(path)] or lint_campaign(path)


def _open_folder(path: Path, variants: tuple[Variant, ...] = ()) -> Game | None:
    from wargame_altar_of_freedom.authoring.folders import missing_own_rules, open_campaign

    if not _is_campaign_folder(path):
        return None
    if problems := missing_own_rules(path):
        raise DataError(problems)
    return open_campaign(path, variants)


def _is_campaign_folder(path: Path) -> bool:
    from wargame_altar_of_freedom.authoring.folders import campaigns_with_own_rules, own_rules_of

    name = own_rules_of(path)
    return name is not None and name not in campaigns_with_own_rules()


def _new_campaign(folder: Path) -> None:
    from wargame_altar_of_freedom.authoring.folders import new_campaign

    new_campaign(folder)


def _new_campaign_with_rules(folder: Path, name: str) -> None:
    from wargame_altar_of_freedom.authoring.folders import new_campaign_with_rules

    new_campaign_with_rules(folder, name)


PLUGIN = Plugin(
    requires_api=1,
    id="altar_of_freedom",
    title="Altar of Freedom campaign system",
    charts=LazyMapping(_charts),
    cases=LazyMapping(_cases),
    odds=LazyMapping(_odds),
    rules=_shared_rules,
    lint=_lint,
    open_folder=_open_folder,
    knows=_is_campaign_folder,
    varied=True,
    scaffold={"campaign": _new_campaign},
    scaffold_rules={"campaign": _new_campaign_with_rules},
    extension_points=(
        ExtensionPoint(
            "wargame_altar_of_freedom.board.board:CardEffect",
            "`effects` of the `Vocabulary` in `words` of `OwnRules` or a `Variant`; `kind` of a [[card.effect]]",
        ),
        ExtensionPoint(
            "wargame_altar_of_freedom.rules.scoring:Condition",
            "`awards` of the `Vocabulary` in `words` of `OwnRules` or a `Variant`; `kind` in `when` of an [[award]]",
        ),
        ExtensionPoint(
            "wargame_altar_of_freedom.rules.special_actions:SpecialActionRule",
            "`special_actions` of the `Vocabulary` in `words`, as the others; `kind` of a [[special_action]]",
        ),
        ExtensionPoint(
            "wargame_altar_of_freedom.rules.tabletop.resolvers:BattleGame",
            "an entry point of the group `wargame_altar_of_freedom.battles`; its name is a value of `battles`",
        ),
    ),
)
"""The system itself: it has no game of its own, but plays any folder of campaign files."""


def _open_with(
    game_id: str, own_rules: Callable[[], OwnRules], path: Path, variants: tuple[Variant, ...] = ()
) -> Game | None:
    """The game in a folder that names the own rules of a campaign."""
    from wargame_altar_of_freedom.authoring.folders import open_campaign

    return open_campaign(path, variants, own_rules()) if _has_rules_of(game_id, path) else None


def _lint_with(own_rules: Callable[[], OwnRules] | None, path: Path) -> list[str]:
    """Every problem of a campaign's files, which may ask for the words of its own rules."""
    from wargame_altar_of_freedom.authoring.folders import lint_campaign
    from wargame_altar_of_freedom.game import vocabulary_with

    return lint_campaign(path, vocabulary_with(() if own_rules is None else (own_rules(),)))


def _has_rules_of(game_id: str, path: Path) -> bool:
    """Whether a folder names the own rules of a campaign."""
    from wargame_altar_of_freedom.authoring.folders import own_rules_of

    return own_rules_of(path) == game_id


def campaign_plugin(
    game_id: str,
    title: str,
    documents: tuple[str, ...],
    data: Path,
    *,
    own_rules: Callable[[], OwnRules] | None = None,
    easy_errors: Mapping[str, float] | None = None,
    strengths: Callable[[], Mapping[str, Strength]] | None = None,
    length: str = "",
) -> Plugin:
    """The plugin of one campaign: its game, worked examples, odds and checks, all from its data folder.

    With ``own_rules`` it opens every folder of campaign files that says ``own_rules = "GAME_ID"``.
    ``own_rules`` gives the rules that only this campaign has: changes of the sequence of play, counters, actions, bots,
    and as ``words`` a `Vocabulary` of effects of cards, conditions of awards and special actions. It is a function, so
    that nothing of the rules is loaded before somebody plays. ``easy_errors`` is by how many points its easy player
    misjudges what standing in a space is worth, by seat, where not by as many as usual; ``strengths`` gives what was
    measured of its bots, ``length`` tells how long a game lasts, as `GameEntry` says.
    """

    def build(overlay: Path | None = None, variants: tuple[Variant, ...] = ()) -> Game:
        from wargame_altar_of_freedom.game import campaign_game

        rules = None if own_rules is None else own_rules()
        results = strengths() if strengths is not None and overlay is None and not variants else {}
        return campaign_game(
            game_id, data, documents, overlay, variants, own_rules=rules, easy=easy_errors, strengths=results
        )

    def contents() -> Mapping[str, Contents]:
        from wargame_altar_of_freedom.game import packaged_contents
        from wargame_core.authoring import OwnRules

        return packaged_contents(data, OwnRules() if own_rules is None else own_rules())

    def rules() -> RulesIndex:
        from wargame_altar_of_freedom.questions.charts import campaign_rules_index

        campaign = build().rules
        return campaign_rules_index(campaign.printed["campaign"].book, documents[0], campaign.sequence, (data.parent,))

    return Plugin(
        requires_api=1,
        id=game_id,
        title=title,
        documents=documents,
        games=(GameEntry(game_id, title, build, system=PLUGIN.id, varied=True, length=length),),
        charts=LazyMapping(partial(_charts, game_id)),
        contents=LazyMapping(contents),
        cases=LazyMapping(partial(_cases, game_id)),
        odds=LazyMapping(partial(_odds, game_id)),
        data=data,
        rules=rules,
        lint=partial(_lint_with, own_rules),
        open_folder=None if own_rules is None else partial(_open_with, game_id, own_rules),
        knows=None if own_rules is None else partial(_has_rules_of, game_id),
        varied=own_rules is not None,
    )
