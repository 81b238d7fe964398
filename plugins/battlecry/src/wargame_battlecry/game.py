"""The game as core sees it: options, events, secrets, laws, pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from wargame_battlecry.board import battle_events, turn_events
from wargame_battlecry.board.actions import ACTIONS, ChoosePiece
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.files import DATA, load_rulebook, schemas
from wargame_battlecry.printed.game_board import SIDES
from wargame_battlecry.printed.pieces import Rulebook, Vocabulary
from wargame_battlecry.rules.move import MARCHES
from wargame_battlecry.rules.sequence import BATTLE
from wargame_battlecry.rules.set_up import SECRETS, card_count, piece_count, possible_world, set_up_with
from wargame_battlecry.rules.special_rules import VOCABULARY
from wargame_battlecry.rules.victory import conditions_of_victory
from wargame_battlecry.table.panels import (
    PIECE_FACTS,
    face_of,
    map_marks,
    number_panels,
    panels,
)
from wargame_core.authoring import (
    Display,
    Game,
    GameFiles,
    Guarantees,
    HiddenInformation,
    Option,
    OwnRules,
    PieceRights,
    Rules,
    RulesError,
    RulesSource,
    Scenario,
    Variant,
    pieces_stand_there,
    same,
)
from wargame_core.contents import Contents
from wargame_core.data import DataFolder
from wargame_core.flow.events import events_in
from wargame_core.flow.players import Player, Strength
from wargame_core.limits import quote
from wargame_core.plugins.discovery import LazyMapping, MadeByName

if TYPE_CHECKING:
    from wargame_core.sheet import Sheet

EVENTS = events_in(turn_events, battle_events)
MOVES = (
    battle_events.PieceMoved,
    battle_events.PiecePlaced,
    battle_events.Retreated,
    battle_events.GeneralRetreated,
    battle_events.GroundTaken,
)
"""The events after which a piece stands somewhere else."""
OPTIONS = (
    Option("cavalry_fire", "whether unmoved cavalry may fire at 2 hexes", ("no", "yes"), "no", cites.RANGED),
    Option(
        "hill_rule",
        "the die lost from hill to hill: not between neighbours and not by artillery (updated), or always (printed)",
        ("updated", "printed"),
        "updated",
        cites.R_TERRAIN,
    ),
    Option(
        "breakthrough",
        "whether cavalry that takes ground may go one hex further and battle in melee once more",
        ("no", "yes"),
        "no",
        cites.R_RETREAT,
    ),
    Option(
        "retreat_hex",
        "any: the owner of a unit that goes back may choose any open hex; most: one that leads back as far as any does",
        ("any", "most"),
        "any",
        cites.R_RETREAT,
    ),
    Option(
        "second_move",
        "stays: cavalry that a general has joined this turn makes no second move of Hit and Run; rides: he goes along",
        ("stays", "rides"),
        "stays",
        cites.ATTACHED,
    ),
    Option(
        "battery_figures",
        "the figures of a battery: three, as the document's list of pieces has them, or two, as in the first edition",
        ("three", "two"),
        "three",
        cites.COMPONENTS,
        before="two",
    ),
    Option(
        "take_ground",
        "any: infantry and cavalry may take the ground won in melee; led: only with a general, whatever the terrain",
        ("any", "led"),
        "any",
        cites.TAKE_GROUND,
    ),
    Option(
        "any_card",
        "whether a Fight Back may be thrown away in one's own turn while another card is held",
        ("no", "yes"),
        "no",
        cites.PLAY,
    ),
)
RULES_VERSION = "2"
"""Goes up when a record might lead to another board; it is in every record."""


def balance_data() -> object:
    """What these games tell for studies of balance."""
    from wargame_battlecry.balance import BALANCE

    return BALANCE


@frozen
class BattleSet:
    """Battles in a folder, with the rules that only they have: a plugin's, or Battle Cry's own thirty.

    Of ``variants`` the words and the files are taken, nothing else. ``strengths`` were measured in its own battles.
    """

    id: str
    title: str
    documents: tuple[str, ...]
    data: Path
    own_rules: OwnRules = field(factory=OwnRules)
    variants: tuple[Variant, ...] = ()
    strengths: Mapping[str, Strength] = field(factory=dict)

    def words(self) -> Vocabulary:
        """What the files may say. Raises `RulesError` where words are no `Vocabulary`, or one of them is taken."""
        vocabulary = VOCABULARY
        for own_rules in (self.own_rules, *self.variants):
            words = own_rules.vocabulary()
            if not isinstance(words, Vocabulary | None):
                raise RulesError(f"the words of a battle are a Vocabulary, not {quote(words)}")
            vocabulary = vocabulary if words is None else vocabulary.with_own(words)
        return vocabulary

    def game(self, overlay: Path | None = None, battle: Path | None = None) -> Game:
        """The game, with an owner's folder, or of one ``battle`` file alone. Raises `DataError` and `RulesError`."""
        folders = tuple(variant.data for variant in self.variants if variant.data)
        book = load_rulebook(self.words(), overlay, battle, self.data, folders)
        digest = "" if battle is not None else DataFolder(self.data, overlay, variants=folders).digest()
        game = self.of(book, digest, overlay)
        strengths = self.strengths if self.variants == () and overlay is battle is None else {}
        return evolve(game, strengths=strengths, files=evolve(game.files, reload=lambda data: self.game(data, battle)))

    def contents(self) -> Mapping[str, Contents]:
        """What the packaged battles supply, by scenario; no game is built. Raises `DataError`."""
        return contents(load_rulebook(self.words(), packaged_folder=self.data))

    def of(self, book: Rulebook, digest: str = "", overlay: Path | None = None) -> Game:
        """The game of a rulebook; ``digest`` stands for the files that it was read from."""
        return Game(
            rules=self._rules(book, digest, overlay).with_own(self.own_rules, self.id, self.title),
            documents=self.documents,
            players=LazyMapping(players),
            lay_out=sheet_of,
            contents=LazyMapping(partial(contents, book)),
            series=flags_of,
            files=GameFiles(schemas=schemas(book.vocabulary), data=overlay),
        ).with_players(self.own_rules.bots)

    def _rules(self, book: Rulebook, digest: str, overlay: Path | None) -> Rules:
        def pictures() -> object:
            from wargame_battlecry.picture import presentation

            return presentation(overlay, self.data)

        return Rules(
            id=self.id,
            title=self.title,
            version=RULES_VERSION,
            game_map=lambda board: board.battle.map,
            tools={"pictures": pictures, "laws": lambda: conditions_of_victory, "balance": balance_data},
            seats=SIDES,
            scenarios=tuple(
                Scenario(row.id, f"{row.title}, {row.place}" if row.place else row.title, row.date)
                for row in book.rows.values()
            ),
            sequence=BATTLE,
            board=BattleBoard,
            set_up=set_up_with(book),
            actions=ACTIONS,
            events=EVENTS,
            options=OPTIONS,
            printed={"book": book},
            turn_of=lambda board: board.turn,
            source=RulesSource(unread_scenarios=book.unread, digest=digest),
            hidden_information=HiddenInformation(worlds=possible_world, secrets=SECRETS),
            guarantees=Guarantees(
                marches=MARCHES,
                pieces=PieceRights(of_others={ChoosePiece: "the cards Sharp Shooter and Short Supply"}),
                afterwards={turn_events.TurnBegan: same("turn"), **dict.fromkeys(MOVES, pieces_stand_there)},
                conserved={"cards": card_count, "pieces": piece_count},
            ),
            display=Display(
                panels=panels, counts=number_panels, face_of=face_of, map_marks=map_marks, piece_facts=PIECE_FACTS
            ),
        )


RULEBOOK_BATTLES = BattleSet(
    "battlecry",
    "Battle Cry 150",
    ("Battle Cry 150 Variant",),
    DATA,
    strengths={
        "easy": Strength(
            "normal",
            {"union": 0.17, "confederate": 0.26},
            210,
            "wargame simulate battlecry --bot SEAT=easy --scenario all --games 7 --seed 2101",
        ),
        "hard": Strength(
            "normal",
            {"union": 0.58, "confederate": 0.66},
            420,
            "wargame simulate battlecry --bot SEAT=hard --scenario all --games 14 --seed 2105",
        ),
        "learnt": Strength(
            "normal",
            {"union": 0.18, "confederate": 0.26},
            210,
            "wargame simulate battlecry --bot SEAT=learnt --scenario all --games 7 --seed 2107",
        ),
    },
)
"""The battles of the box and of its supplements."""


def open_battle(path: Path, variants: tuple[Variant, ...] = ()) -> Game | None:
    """The game of a designer's battle file (a TOML file with a [battle] table), or None for anything else."""
    return evolve(RULEBOOK_BATTLES, variants=variants).game(battle=path) if is_battle(path) else None


def is_battle(path: Path) -> bool:
    """Whether a path is a designer's battle file: one with a table [battle], whatever else is in it."""
    return path.suffix == ".toml" and path.is_file() and "[battle]" in path.read_text("utf-8", errors="replace")


def players() -> Mapping[str, Callable[..., Player]]:
    """The bots, imported when somebody asks for one."""
    from wargame_battlecry.players.heuristic import BOTS
    from wargame_battlecry.players.learnt import learnt_player

    return {**BOTS, "learnt": partial(learnt_player, lay_out=sheet_of)}


def contents(book: Rulebook) -> Mapping[str, Contents]:
    """What each battle of a rulebook supplies, read when it is asked for."""
    from wargame_battlecry.contents import contents_of

    return MadeByName(book.battles, partial(contents_of, book))


def sheet_of(map_sheet: Sheet, board: BattleBoard) -> Sheet:
    """The sheet of a set-up; the charts beside it are read only now."""
    from wargame_battlecry.table.sheet import sheet

    return sheet(map_sheet, board)


def flags_of(board: BattleBoard) -> dict[str, dict[str, int]]:
    """The chart of the game: flags by side."""
    return {"flags": {side: board.flags(side) for side in SIDES}}
