"""Battle Cry 150: thirty Civil War battles."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from wargame_core.plugins.discovery import GameEntry, LazyMapping, Plugin

if TYPE_CHECKING:
    from wargame_core.data import Document
    from wargame_core.game import Game
    from wargame_core.plugins.questions import ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex
    from wargame_core.plugins.worked_examples import CaseFunction
    from wargame_workshop.interchange.drawn import DrawnFile

DOCUMENT = "Battle Cry 150 Variant"
PACKAGE = Path(__file__).parent


def _build(data: Path | None = None) -> Game:
    from wargame_battlecry.game import build

    return build(data)


def _open_folder(path: Path) -> Game | None:
    from wargame_battlecry.game import open_battle

    return open_battle(path)


def _new_battle(folder: Path) -> None:
    from wargame_battlecry.authoring import new_battle

    new_battle(folder)


def _lint(path: Path) -> list[str]:
    from wargame_battlecry.authoring import lint

    return lint(path)


def _drawn_file(doc: Document) -> DrawnFile | None:
    from wargame_battlecry.authoring import drawn_battle

    return drawn_battle(doc)


def _rules() -> RulesIndex:
    from wargame_battlecry.printed.cites import BOOK
    from wargame_battlecry.rules.sequence import BATTLE
    from wargame_core.plugins.rules_index import Books, build_index

    where = Books((BOOK,), {PACKAGE.name: PACKAGE}, ("battlecry",))
    return build_index(DOCUMENT, PACKAGE / "printed" / "headings.toml", where, BATTLE)


def _charts() -> Mapping[str, ChartLookup]:
    from wargame_battlecry.questions import CHARTS

    return CHARTS


def _odds() -> Mapping[str, Question]:
    from wargame_battlecry.questions import ATTACK

    return {"attack": ATTACK}


def _cases() -> Mapping[str, CaseFunction]:
    from wargame_battlecry.questions import cases

    return cases()


PLUGIN = Plugin(
    requires_api=1,
    id="battlecry",
    title="Battle Cry 150",
    documents=(DOCUMENT,),
    games=(GameEntry("battlecry", "Battle Cry 150", _build),),
    charts=LazyMapping(_charts),
    odds=LazyMapping(_odds),
    cases=LazyMapping(_cases),
    data=PACKAGE / "data",
    rules=_rules,
    lint=_lint,
    scaffold={"battle": _new_battle},
    open_folder=_open_folder,
    drawn_file=_drawn_file,
)
