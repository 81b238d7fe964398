"""The test game as a plugin with one of everything that the command line uses. Installed by `toy_plugin`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen
from tests.core.skirmish_toy import SPACES, CardPlayed, Scored, ToyBoard, toy

from wargame_core import Distribution, WargameError
from wargame_core.authoring import Event, Game, GameEntry, Plugin
from wargame_core.data import Problems, read_toml, structure
from wargame_core.maps.features import NamedPlace
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareGrid
from wargame_core.odds_answers import OddsAnswer
from wargame_core.plugins.questions import ChartLookup, question
from wargame_core.plugins.rules_index import Heading, RuleReading, RulesIndex
from wargame_pictures.draw.map_svg import Marker

ROAD = Map(
    SquareGrid(1, 5),
    id="road",
    title="The road",
    places=tuple(NamedPlace(name, space) for space, name in enumerate(SPACES)),
)


@frozen
class RoadFile:
    """A road."""

    length: int
    name: str = ""


def markers(board: ToyBoard, seat: str) -> list[Marker]:
    found = [Marker(board.scout, "Scout", "blue", "#2a4d8f")]
    return [*found, Marker(board.mine, "Mine", "red", "#a23b2a", "flag")] if board.mine else found


def heading(event: Event, board: ToyBoard) -> str:
    return f"{event.seat} shows a card" if isinstance(event, CardPlayed) else ""


def weight(event: Event) -> int:
    return event.points if isinstance(event, Scored) else 0


def build(data: Path | None = None) -> Game:
    if data is not None and (data / "road.toml").exists():
        problems = Problems()
        structure(read_toml(data / "road.toml"), RoadFile, problems)
        problems.raise_if_any()
    return toy(
        data=data,
        digest="" if data is None else data.name,
        game_map=ROAD,
        markers=markers,
        series=lambda board: {"Points": dict(board.score)},
        heading=heading,
        weight=weight,
        schemas={"road.toml": RoadFile},
    )


def lint(folder: Path) -> list[str]:
    found = []
    for file in [folder] if folder.is_file() else sorted(folder.glob("road.toml")):
        problems = Problems()
        structure(read_toml(file), RoadFile, problems)
        found += [str(problem) for problem in problems.found]
    return found


def write_road(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "road.toml").write_text("length = 5\n", encoding="utf-8")


def open_folder(path: Path) -> Game | None:
    if not (path / "road.toml").exists() and path.name != "road.toml":
        return None
    return build(path if path.is_dir() else None)


def chance(at_least: int, faces: int = 6) -> OddsAnswer:
    """a die of so many faces

    Args:
        faces: faces of the die
        at_least: what is needed
    """
    if faces < 1:
        raise WargameError(f"a die has 1 face or more, not {faces} [Toy p.1 Duel]")
    rolled = Distribution.uniform(range(1, faces + 1))
    return OddsAnswer(f"{at_least} or more", rolled, {"success": lambda face: face >= at_least})


def hit(die: int, woods: bool = False) -> Mapping[str, Any]:
    """Hits

    Args:
        die: the die
        woods: whether in woods
    """
    return {"row": f"die {die}", "result": "hit" if die - woods > 3 else "miss"}


def double(given: Mapping[str, Any]) -> Any:
    return given["n"] * 2


PLUGIN = Plugin(
    requires_api=1,
    id="toy",
    title="Toy plugin",
    documents=("Toy rules (2020)",),
    games=(GameEntry("toy", "Toy", build),),
    charts={"hits": ChartLookup("Hits", "die  1-3  4-6\n     miss hit", question(hit))},
    odds={"chance": question(chance)},
    cases={"double": double},
    data=Path(__file__).parent / "toy_data",
    rules=lambda: RulesIndex(
        "Toy rules",
        (
            Heading(
                *("1", "Duel", ("tests.core.skirmish_toy.duel",), ("test_duel",)),
                says="Both roll a die, and the higher wins.",
                example="Blue rolls 4 and red 2: blue wins.",
            ),
            Heading("2", "Walking", status="partly", note="no wagons", rulings=("Scouts",)),
        ),
        toy().rules.sequence,
        (RuleReading("Pieces", "Scouts", "May a scout swim?", "No.", ("Toy p.2 Walking",), ("bow",)),),
    ),
    lint=lint,
    scaffold={"road": write_road},
    open_folder=open_folder,
)
