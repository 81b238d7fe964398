"""Functions behind the `own` keys of game files: each is called with what the part has found, and counts in play."""

import shutil
from pathlib import Path
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from tests.hex_and_counter.test_game_files import change, part

from wargame_core.authoring import Modifier, Step
from wargame_core.data import DataFolder
from wargame_core.errors import DataError, RulesError
from wargame_corinth import DATA
from wargame_corinth.retreats import towards_the_roads
from wargame_hex_and_counter import Combat, HexBoard, HexGame, Movement, Vocabulary, Zones
from wargame_hex_and_counter.game_files.reading import read_game
from wargame_hex_and_counter.rules.arrivals import Arrivals
from wargame_hex_and_counter.rules.possible_kinds import phases_of


@frozen
class UnitsNear:
    """Points for each unit of a side within some hexes of a place."""

    kind: ClassVar[str] = "units_near"
    at: str
    side: str
    within: int
    points: int

    @property
    def id(self) -> str:
        return f"{self.side}_near"

    def points_of(self, board: Any) -> int:
        space = board.book.map.parse(self.at)
        away: list[int] = [board.book.map.distance(board.at[unit], space) for unit in board.pieces.of(self.side)]
        return self.points * sum(hexes <= self.within for hexes in away)

    def says(self, board: Any) -> str:
        return f"{self.points:+d} for each unit of {self.side} near {self.at}"


def no_zones_for_guns(board: Any, zones: Zones) -> Zones:
    return evolve(zones, exerted_by=("infantry",), leaving="free" if board.turn > 2 else zones.leaving)


WORDS = Vocabulary(
    retreat={"towards_the_roads": towards_the_roads},
    combat={"massed": lambda board, battle: [Modifier(1, "massed")] if len(battle.attackers) > 2 else []},
    movement={"tired": lambda pieces, unit: pieces.face(unit).move - 1},
    zones={"no_zones_for_guns": no_zones_for_guns},
    stacking={"guns_are_free": lambda pieces, units: sum(pieces.units[one].kind != "artillery" for one in units)},
    reinforcement={"early": lambda board: [("us_mcpherson", [0])] if board.turn == 3 else []},
    exception={"union_is_beaten": lambda board: board.losses.get("union", 0) > 10},
    phase={"council": lambda side: Step(f"{side} council", lambda t: None)},
    victory=(UnitsNear,),
)
LINE = '[[victory]]\nkind = "units_near"\nat = "Corinth"\nside = "union"\nwithin = 1\npoints = -2\n\n[[level]]'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Corinth with a function behind each section that can have one."""
    folder = Path(shutil.copytree(DATA, tmp_path / "own"))
    change(
        folder,
        "game.toml",
        ('hexsides = "if all attack across"', 'hexsides = "if all attack across"\nown = ["massed"]'),
        ('minimum = "one hex"', 'minimum = "one hex"\nown = "tired"'),
        ('leaving = "forbidden"', 'leaving = "forbidden"\nown = "no_zones_for_guns"'),
        ('checked = "end of movement"', 'checked = "after each move"\nown = "guns_are_free"'),
        ('if_blocked = "waits"', 'if_blocked = "waits"\nown = "early"'),
        ('name = "Night"\nturns = [6]', 'name = "Night"\nwhen = "union_is_beaten"'),
        ('phases = ["reinforcement", ', 'phases = ["council", "reinforcement", '),
        ("[[level]]", LINE),
    )
    return folder


@pytest.fixture
def game(folder: Path) -> HexGame:
    return read_game(DataFolder(folder), WORDS).game


def board_of(game: HexGame, turn: int = 1) -> HexBoard:
    board = game.set_up("two_days", {})
    board.turn = turn
    return board


def test_each_function_counts_in_the_part_that_names_it(game: HexGame) -> None:
    board, later = board_of(game), board_of(game, 3)
    movement, combat = part(game, Movement), part(game, Combat)
    assert isinstance(movement, Movement)
    assert isinstance(combat, Combat)
    assert movement.allowance(board.pieces, "cs_rust") == 4
    zones = [one.pieces.value(movement.zones) for one in (board, later)]
    assert [(one.exerted_by, one.leaving) for one in zones] == [(("infantry",), "forbidden"), (("infantry",), "free")]
    assert board.pieces.value(combat.stacking).stacking_load(board.pieces, ["cs_rust", "cs_lovell_guns"]) == 1
    arrivals = next(one.part for one in phases_of(game.sequence) if isinstance(one.part, Arrivals))
    assert ("us_mcpherson", [0]) in list(arrivals.due(later))
    assert ("us_mcpherson", [0]) not in list(arrivals.due(board))
    assert combat.retreat.ways is towards_the_roads
    assert "confederate council" in str(game.sequence)
    assert len(combat.shifts) == 2


def test_an_exception_holds_when_its_function_says_so(game: HexGame) -> None:
    board = board_of(game)
    fights = next(one for one in phases_of(game.sequence) if isinstance(one.part, Combat))
    assert fights.when is not None
    assert fights.when(board)
    board.losses["union"] = 11
    assert not fights.when(board)


def test_a_line_of_victory_of_ones_own_gives_points(game: HexGame) -> None:
    board = board_of(game)
    assert game.victory_of(board).points(board) == -2  # the siege guns in Battery Robinett
    board.at["us_fuller"] = game.book.map.parse("1009")
    assert game.victory_of(board).points(board) == -4


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('own = ["massed"]', 'own = ["mased"]', "E301 combat.own[0]: 'mased' is a rule .* did you mean 'massed'"),
        ('when = "union_is_beaten"', 'when = "beaten"', r"E301 exception\[0\].when: 'beaten' is a rule that no Python"),
        ("within = 1", "withn = 1", r"E201 victory\[6\].withn: unknown key .* did you mean 'within'"),
        ('kind = "units_near"', 'kind = "units_nere"', r"E204 victory\[6\].kind: 'units_nere' is not a kind"),
        ('["council"', '["counsil"', r"E301 player_turn\[0\].phases\[0\]: 'counsil' is not a phase"),
    ],
)
def test_a_name_that_is_misspelt_is_told(folder: Path, old: str, new: str, told: str) -> None:
    change(folder, "game.toml", (old, new))
    with pytest.raises(DataError, match=told.replace("own[0]", r"own\[0\]")):
        read_game(DataFolder(folder), WORDS)


def test_a_function_that_takes_other_arguments_is_refused() -> None:
    with pytest.raises(RulesError, match=r"Vocabulary\(zones=\), 'x': it is a function called with \(board, zones\)"):
        Vocabulary(zones={"x": lambda board: board})  # type: ignore[dict-item, misc]
    with pytest.raises(RulesError, match="HexBoard has no class variable `kind`, its name in files"):
        Vocabulary(victory=(HexBoard,))
    assert Vocabulary(phase={"a": WORDS.phase["council"]}).with_own(WORDS).phase.keys() == {"a", "council"}
