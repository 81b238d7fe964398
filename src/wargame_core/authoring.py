"""The face for authors of games: what rules, boards, events, actions, sequences and plugins are made of.

Programs that play, watch and simulate find what they need in `wargame_core`.
"""

from typing import TYPE_CHECKING

from wargame_core.dice import D3, D6, D10, Die, die, draw_from
from wargame_core.errors import RulesError, RulesGap
from wargame_core.flow.about import CARD, FROM, OFF, PATH, PIECE, PLACE, TARGET, TO, About, Names
from wargame_core.flow.choices import Action, Choices, ListedChoices, PieceMoves, Product, Subsets
from wargame_core.flow.declarations import (
    Display,
    Guarantees,
    HiddenInformation,
    JsonTypes,
    Marches,
    PieceRights,
    Secrecy,
    named_pieces,
    pieces_stand_there,
    same,
)
from wargame_core.flow.events import (
    Board,
    CounterSet,
    Event,
    GameEnded,
    InnerGame,
    Outcome,
    PublicEvent,
    events_in,
    fold,
)
from wargame_core.flow.panels import Counter
from wargame_core.flow.pending import Ask, AskSecretly, Pending, Roll
from wargame_core.flow.pieces import MapMark, PieceFace
from wargame_core.flow.procedures import EVERYBODY, Procedure, Table
from wargame_core.flow.rules import Option, OwnRules, Rules, RulesSource, Scenario, Variant
from wargame_core.flow.sequence import Repeat, Sequence, Step, after, around, before, instead_of, without
from wargame_core.flow.visibility import (
    OWN,
    PUBLIC,
    REFEREE,
    SECRET,
    SPECTATOR,
    STATIC,
    Own,
    Public,
    Secret,
    Static,
    Visible,
    redact,
)
from wargame_core.game import Game, GameFiles, TableAnswer
from wargame_core.maps.areas import Area, AreaMap, area_map
from wargame_core.maps.masks import bits
from wargame_core.plugins.discovery import GameEntry, Plugin
from wargame_core.plugins.variants import variant
from wargame_core.rulings import LEGAL, Cite, Modifier, Reason, Ruling, Verdict, all_of, reading, refuse

if TYPE_CHECKING:
    from wargame_core.sheet import Briefing, Note, Sheet, SheetCard, SheetPiece, SideOnSheet
else:

    def __getattr__(name: str) -> object:
        """What only a sheet is made of: many classes, which no game needs before somebody looks at its sheet."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from wargame_core import sheet

        return getattr(sheet, name)


__all__ = [
    "CARD",
    "D3",
    "D6",
    "D10",
    "EVERYBODY",
    "FROM",
    "LEGAL",
    "OFF",
    "OWN",
    "PATH",
    "PIECE",
    "PLACE",
    "PUBLIC",
    "REFEREE",
    "SECRET",
    "SPECTATOR",
    "STATIC",
    "TARGET",
    "TO",
    "About",
    "Action",
    "Area",
    "AreaMap",
    "Ask",
    "AskSecretly",
    "Board",
    "Briefing",
    "Choices",
    "Cite",
    "Counter",
    "CounterSet",
    "Die",
    "Display",
    "Event",
    "Game",
    "GameEnded",
    "GameEntry",
    "GameFiles",
    "Guarantees",
    "HiddenInformation",
    "InnerGame",
    "JsonTypes",
    "ListedChoices",
    "MapMark",
    "Marches",
    "Modifier",
    "Names",
    "Note",
    "Option",
    "Outcome",
    "Own",
    "OwnRules",
    "Pending",
    "PieceFace",
    "PieceMoves",
    "PieceRights",
    "Plugin",
    "Procedure",
    "Product",
    "Public",
    "PublicEvent",
    "Reason",
    "Repeat",
    "Roll",
    "Rules",
    "RulesError",
    "RulesGap",
    "RulesSource",
    "Ruling",
    "Scenario",
    "Secrecy",
    "Secret",
    "Sequence",
    "Sheet",
    "SheetCard",
    "SheetPiece",
    "SideOnSheet",
    "Static",
    "Step",
    "Subsets",
    "Table",
    "TableAnswer",
    "Variant",
    "Verdict",
    "Visible",
    "after",
    "all_of",
    "area_map",
    "around",
    "before",
    "bits",
    "die",
    "draw_from",
    "events_in",
    "fold",
    "instead_of",
    "named_pieces",
    "pieces_stand_there",
    "reading",
    "redact",
    "refuse",
    "same",
    "variant",
    "without",
]
