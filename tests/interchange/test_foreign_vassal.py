"""Modules in all the ways of VASSAL's editor: each counter stands where VASSAL's own location text says it does."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from tests.interchange.foreign_vassal import ForeignModule, module_made, seeds

from wargame_core.data.documents import parse_toml
from wargame_core.maps.files.map_file import read_map, sound_map
from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import Imported, import_vassal
from wargame_workshop.interchange.vassal_counters import Counters, PlacedCounter, placings
from wargame_workshop.interchange.vassal_export import Standing, saved_game
from wargame_workshop.interchange.vassal_maps import write_map
from wargame_workshop.interchange.vassal_module import read_module
from wargame_workshop.interchange.vassal_places import places_of
from wargame_workshop.interchange.vassal_saves import read_save

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
    wrong += [
        f"{where} is not a space" for where in stands.values() if spaces.coordinates(spaces.parse(where)) != where
    ]
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


def wrong_when_saved(module: ForeignModule, folder: Path) -> list[str]:
    """What is not the same once the position of a saved game was written as a saved game and read again."""
    read, save = read_module(module.path), read_save(module.save)
    places = places_of(read, "", [save])
    assert places is not None
    write_map(places)
    before = [one for one in placings(Counters(read), places, save) if one.at]
    turned = {answer.name: answer.turned for answer in module.answers}
    wrong = [f"{one} lies on the wrong side" for one in before if one.turned != turned[one.counter.name]]
    standing = [Standing(str(n), one.counter.name, one.at, one.turned, one.counter.id) for n, one in enumerate(before)]
    done = saved_game(places, standing, "again")
    (folder / "again.vsav").write_bytes(done.content)
    again = read_save(folder / "again.vsav")
    after = placings(Counters(read), places, again)
    wrong += [f"{was} became {now}" for was, now in zip(before, after, strict=True) if not same(was, now)]
    wrong += [str(problem) for problem in done.left_out]
    wrong += [] if again.boards == save.boards else [f"the boards {save.boards} became {again.boards}"]
    return wrong + ([] if again.unread == 0 else [f"{again.unread} commands mean nothing"])


def same(was: PlacedCounter, now: PlacedCounter) -> bool:
    return (was.counter.id, was.at, was.turned) == (now.counter.id, now.at, now.turned)


ALL = [pytest.param(seed, marks=[pytest.mark.thorough] * (seed > ORDINARY)) for seed in seeds(THOROUGH)]


@pytest.mark.parametrize("seed", ALL)
def test_a_module_of_any_kind_comes_as_vassal_has_it(seed: int, tmp_path: Path) -> None:
    module = module_made(tmp_path, seed)
    assert wrong_in(module, tmp_path / "mine") == [], module.ways
    assert wrong_when_saved(module, tmp_path) == [], module.ways
