"""Battle Cry 150: thirty Civil War battles; `battle_plugin` makes a plugin of other battles.

Nothing of the rules is loaded by that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from wargame_core.interfaces import ExtensionPoint
from wargame_core.plugins.discovery import GameEntry, LazyMapping, Plugin

if TYPE_CHECKING:
    from wargame_battlecry.game import BattleSet
    from wargame_core.authoring import Game, OwnRules, Variant
    from wargame_core.contents import Contents
    from wargame_core.data import Document
    from wargame_core.plugins.questions import CaseFunction, ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex
    from wargame_workshop.interchange.drawn import DrawnFile

DOCUMENT = "Battle Cry 150 Variant"
PACKAGE = Path(__file__).parent


def battle_plugin(
    game_id: str,
    title: str,
    documents: tuple[str, ...],
    data: Path,
    *,
    own_rules: Callable[[], OwnRules] | None = None,
    description: str = "",
    length: str = "",
) -> Plugin:
    """The plugin of a set of battles: a game of all battle files in the folder ``data``, and checks of such files.

    The folder may have a deck.toml, pieces.toml or terrain.toml besides, which replace those of Battle Cry.
    ``own_rules`` gives the rules that only these battles have: changes of the sequence of play, counters, actions,
    events, bots, and as ``words`` a `Vocabulary` of effects of cards, special rules and effects of terrain. It is a
    function, so that nothing of the rules is loaded before somebody plays. ``description`` and ``length`` are those of
    `GameEntry`.
    """

    def battles(variants: tuple[Variant, ...] = ()) -> BattleSet:
        from wargame_battlecry.game import RULEBOOK_BATTLES, BattleSet

        rules, strengths = (
            RULEBOOK_BATTLES.own_rules if own_rules is None else own_rules(),
            RULEBOOK_BATTLES.strengths if data == RULEBOOK_BATTLES.data else {},
        )
        return BattleSet(game_id, title, documents, data, rules, variants, strengths)

    def build(overlay: Path | None = None, variants: tuple[Variant, ...] = ()) -> Game:
        return battles(variants).game(overlay)

    def lint(path: Path) -> list[str]:
        from wargame_battlecry.authoring import lint

        return lint(path, battles())

    def contents() -> Mapping[str, Contents]:
        return battles().contents()

    games = (GameEntry(game_id, title, build, system="battlecry", varied=True, about=description, length=length),)
    return Plugin(
        requires_api=1,
        id=game_id,
        title=title,
        documents=documents,
        games=games,
        contents=LazyMapping(contents),
        data=data,
        lint=lint,
    )


def _open_folder(path: Path, variants: tuple[Variant, ...] = ()) -> Game | None:
    from wargame_battlecry.game import open_battle

    return open_battle(path, variants)


def _is_battle_file(path: Path) -> bool:
    from wargame_battlecry.game import is_battle

    return is_battle(path)


def _new_battle(folder: Path) -> None:
    from wargame_battlecry.authoring import new_battle

    new_battle(folder)


def _drawn_file(doc: Document) -> DrawnFile | None:
    from wargame_battlecry.authoring import drawn_battle

    return drawn_battle(doc)


def _rules() -> RulesIndex:
    from wargame_battlecry.printed.cites import BOOK
    from wargame_battlecry.rules.sequence import BATTLE
    from wargame_core.plugins.rules_index import Books, build_index

    books = Books((BOOK,), {PACKAGE.name: PACKAGE}, ("battlecry",))
    return build_index(DOCUMENT, PACKAGE / "printed" / "headings.toml", books, BATTLE)


def _charts() -> Mapping[str, ChartLookup]:
    from wargame_battlecry.questions import CHARTS

    return CHARTS


def _odds() -> Mapping[str, Question]:
    from wargame_battlecry.questions import ATTACK

    return {"attack": ATTACK}


def _cases() -> Mapping[str, CaseFunction]:
    from wargame_battlecry.questions import cases

    return cases()


_BOARD = "wargame_battlecry.board.board"
_EXTENSION_POINTS = (
    ExtensionPoint(f"{_BOARD}:BattleRule", "`rules` of a `Vocabulary`, named by `kind` of a `[[rule]]` of a battle"),
    ExtensionPoint("wargame_battlecry.printed.pieces:Objective", "`BattleRule.on` adds it to a battle"),
    ExtensionPoint(f"{_BOARD}:TerrainEffect", "`terrain` of a `Vocabulary`, named by `effect` of a `[[terrain]]`"),
    ExtensionPoint(f"{_BOARD}:CardEffect", "`effects` of a `Vocabulary`, named by `effect` of a `[[card]]`"),
)

PLUGIN = evolve(
    battle_plugin(
        "battlecry",
        "Battle Cry 150",
        (DOCUMENT,),
        PACKAGE / "data",
        description="Thirty battles of the Civil War: play a card, order a few units, and roll for hits. "
        "Enough flags win.",
        length="40 to 50 turns, 35 to 45 minutes against a bot",
    ),
    charts=LazyMapping(_charts),
    odds=LazyMapping(_odds),
    cases=LazyMapping(_cases),
    rules=_rules,
    scaffold={"battle": _new_battle},
    open_folder=_open_folder,
    knows=_is_battle_file,
    varied=True,
    extension_points=_EXTENSION_POINTS,
    drawn_file=_drawn_file,
)
