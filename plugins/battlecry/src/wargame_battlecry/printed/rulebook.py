"""The packaged data, or an owner's: terrain, pieces, deck and battles, read strictly and checked against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from attrs import evolve, frozen

from wargame_battlecry.printed.battle_file import read_battle
from wargame_battlecry.printed.pieces import ARMS, SECTIONS, Battle, Box, Card, Kind, Rulebook, Terrain
from wargame_core.data import DataFolder, Document, Problems, check_source, read_toml, structure

DATA = Path(__file__).parents[1] / "data"
TABLES = ("deck.toml", "pieces.toml", "terrain.toml")
FACES = ("infantry", "infantry", "cavalry", "artillery", "saber", "flag")
T = TypeVar("T")


@frozen
class TerrainFile:
    """The terrain of the game."""

    terrain: tuple[Terrain, ...]


@frozen
class DieRow:
    """[die]: its six faces."""

    faces: tuple[str, ...]


@frozen
class PiecesFile:
    """What the box holds, the die and the kinds of units."""

    box: Box
    die: DieRow
    kind: tuple[Kind, ...]


@frozen
class DeckFile:
    """The command cards."""

    card: tuple[Card, ...]


SCHEMAS = {"deck.toml": DeckFile, "pieces.toml": PiecesFile, "terrain.toml": TerrainFile}


def load_rulebook(overlay: Path | None = None, battle: Path | None = None) -> Rulebook:
    """Everything printed. ``overlay`` is a folder whose files replace ours of the same name; ``battle`` a file to play.

    Battles in the overlay are added. Raises `DataError` with every problem of every file.
    """
    folder, problems = DataFolder(DATA, overlay), Problems()
    book = load_tables(folder, problems)
    problems.done()
    paths = [battle] if battle is not None else [path for path in folder.files() if path.name not in TABLES]
    found: dict[str, Battle] = {}
    for path in paths:
        read = read_battle(path, problems, book)
        if read is not None:
            found[read.id] = read
    problems.done()
    return evolve(book, battles=found)


def load_tables(folder: DataFolder, problems: Problems) -> Rulebook:
    """Terrain, pieces and cards, without battles. Raises `DataError`."""
    terrain = _read(folder, "terrain.toml", TerrainFile, problems)
    pieces = _read(folder, "pieces.toml", PiecesFile, problems)
    deck = _read(folder, "deck.toml", DeckFile, problems)
    problems.done()
    assert terrain is not None
    assert pieces is not None
    assert deck is not None
    return Rulebook(
        {one.id: one for one in terrain[1].terrain},
        {one.id: one for one in pieces[1].kind},
        pieces[1].box,
        {one.id: one for one in deck[1].card},
        {},
    )


def _read(folder: DataFolder, name: str, cls: type[T], problems: Problems) -> tuple[Document, T] | None:
    doc = read_toml(folder.file(name), f"the game's {name}")
    check_source(doc, problems)
    found = structure(doc, cls, problems)
    if found is None:
        return None
    _CHECKS[name](doc, found, problems)
    return doc, found


def _check_terrain(doc: Document, file: Any, problems: Problems) -> None:
    problems.unique(doc, "a terrain", [(("terrain", n, "id"), one.id) for n, one in enumerate(file.terrain)])
    words = {"move": ("free", "stop", "impassable"), "sight": ("free", "blocks", "hill")}
    for n, one in enumerate(file.terrain):
        for field, allowed in words.items():
            problems.reference(doc, ("terrain", n, field), f"a word for {field}", getattr(one, field), allowed)
        for arm in (*one.enter, *one.inside, *one.bars):
            problems.reference(doc, ("terrain", n), "an arm", arm, ARMS)
    if "clear" not in {one.id for one in file.terrain}:
        problems.add(doc, ("terrain",), "E202", "missing: the terrain 'clear'")


def _check_pieces(doc: Document, file: Any, problems: Problems) -> None:
    problems.unique(doc, "a kind", [(("kind", n, "id"), one.id) for n, one in enumerate(file.kind)])
    for n, one in enumerate(file.kind):
        problems.reference(doc, ("kind", n, "arm"), "an arm", one.arm, ARMS)
    if file.die.faces != FACES:
        problems.add(doc, ("die", "faces"), "E608", f"the battle die has the faces {', '.join(FACES)}")


def _check_deck(doc: Document, file: Any, problems: Problems) -> None:
    from wargame_battlecry.rules.card_effects import EFFECTS

    ids = [one.id for one in file.card]
    problems.unique(doc, "a card", [(("card", n, "id"), id) for n, id in enumerate(ids)])
    for n, one in enumerate(file.card):
        problems.reference(doc, ("card", n, "effect"), "an effect", one.effect, EFFECTS)
        if one.mirror:
            problems.reference(doc, ("card", n, "mirror"), "a card", one.mirror, ids)
        for section in (*one.orders, *([one.orders_per_card] if one.orders_per_card else [])):
            problems.reference(doc, ("card", n), "a section", section, SECTIONS)
        if one.count < 1:
            problems.add(doc, ("card", n, "count"), "E609", f"{one.count} copies; a card has at least 1")


_CHECKS = {"terrain.toml": _check_terrain, "pieces.toml": _check_pieces, "deck.toml": _check_deck}
