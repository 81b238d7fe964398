"""Modules in all the ways of VASSAL's editor: each counter stands where VASSAL's own location text says it does."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from tests.interchange.foreign_vassal import ForeignModule, module_made, seeds

from wargame_core.data.documents import parse_toml
from wargame_core.maps.files.map_file import read_map, sound_map
from wargame_workshop.interchange.importing import Imported, Wishes, import_vassal
from wargame_workshop.interchange.vassal_module import read_module

ORDINARY, THOROUGH = 15, 150


def text_of(done: Imported, name: str) -> str:
    return next((change.merged.text for change in done.changes if change.path.name == name), "")


def rows_of(done: Imported, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text_of(done, name))))


def wrong_in(module: ForeignModule, folder: Path) -> list[str]:
    """What an import makes of a module and its saved game that is not right."""
    done = import_vassal(module.save, folder, Wishes(module=module.path))
    begun = import_vassal(module.path, folder, Wishes())
    wrong = list[str]()
    doc = parse_toml(text_of(done, "map.toml"), folder / "map.toml")
    wrong += [str(problem) for problem in read_map(doc).problems]
    spaces = sound_map(doc).map
    printed = {row["printed"]: row["space"] for row in rows_of(done, "spaces.csv")}
    stands = {row["unit"]: row["where"] for row in rows_of(done, "setup.csv")}
    faces = {row["name"]: (row["image"], row.get("back", ""), row["side"]) for row in rows_of(done, "counters.csv")}
    for answer in module.answers:
        if faces.get(answer.name) != (answer.front, answer.back, answer.side):
            wrong.append(f"{answer} has {faces.get(answer.name)}")
        right = printed.get(answer.where, answer.where)
        if answer.name != "Works" and stands.get(answer.name, "") != right:
            wrong.append(f"{answer} stands in {stands.get(answer.name)!r}, not {right!r}")
    wrong += [f"{where} is no space" for where in stands.values() if spaces.coordinates(spaces.parse(where)) != where]
    works = {row["unit"]: row["where"] for row in rows_of(begun, "setup.csv")}
    printed = {row["printed"]: row["space"] for row in rows_of(begun, "spaces.csv")}
    ours = sound_map(parse_toml(text_of(begun, "map.toml"), folder / "map.toml")).map
    printed = printed or {ours.coordinates(space): ours.coordinates(space) for space in range(ours.size)}
    wanted = {name: printed[where] for name, where in module.at_start.items() if where in printed}  # else on no board
    wrong += [f"begins {works}, not {wanted}"] if works != wanted else []
    lost = [problem for problem in done.left_out if "cannot be read" in problem.message]
    wrong += [f"{len(lost)} broken pieces are told, not {module.broken}"] if len(lost) != module.broken else []
    read = read_module(module.path)
    if (counted := read.taken + read.not_taken.total()) != module.elements:
        wrong.append(f"{counted} elements are counted, not {module.elements}")
    return wrong


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[pytest.mark.thorough] * (seed > ORDINARY)) for seed in seeds(THOROUGH)],
)
def test_a_module_of_any_kind_comes_as_vassal_has_it(seed: int, tmp_path: Path) -> None:
    module = module_made(tmp_path, seed)
    assert wrong_in(module, tmp_path / "mine") == [], module.ways
