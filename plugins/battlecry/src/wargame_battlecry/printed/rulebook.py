"""The packaged data, or an owner's: terrain, pieces, deck and battles, read strictly and checked against each other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TypeVar

from attrs import evolve, frozen

from wargame_battlecry.printed.battle_file import read_battle
from wargame_battlecry.printed.game_board import ARMS, SECTIONS
from wargame_battlecry.printed.pieces import Box, CardEffect, CommandCard, Kind, Rulebook, Terrain
from wargame_core.data import DataFolder, Document, Problems, check_source, read_each, read_toml, structure

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
class CommandDeckFile:
    """The command cards."""

    card: tuple[CommandCard, ...]


SCHEMAS = {"deck.toml": CommandDeckFile, "pieces.toml": PiecesFile, "terrain.toml": TerrainFile}


def load_rulebook(
    effects: Mapping[str, CardEffect], overlay: Path | None = None, battle: Path | None = None
) -> Rulebook:
    """Everything printed. ``overlay`` is a folder whose files replace ours of the same name; ``battle`` a file to play.

    ``effects`` are those that the cards of the deck may have. Battles in the overlay are added. Raises `DataError` with
    every problem of every file; where all files are the packaged ones, a battle with a mistake is left out and told in
    ``unread``.
    """
    folder, problems = DataFolder(DATA, overlay), Problems()
    book = load_tables(effects, folder, problems)
    problems.done()
    paths = [battle] if battle is not None else [path for path in folder.files() if path.name not in TABLES]
    files = read_each(paths, lambda path, problems: read_battle(path, problems, book))
    if overlay is not None or battle is not None or not files.sound:
        problems.found += files.problems()
    problems.done()
    return evolve(book, battles={read.id: read for read in files.sound}, unread=files.by_id("battle"))


def load_tables(effects: Mapping[str, CardEffect], folder: DataFolder, problems: Problems) -> Rulebook:
    """Terrain, pieces and cards, without battles. Raises `DataError`."""
    terrain = _read(folder, "terrain.toml", TerrainFile, _check_terrain, problems)
    pieces = _read(folder, "pieces.toml", PiecesFile, _check_pieces, problems)
    deck = _read(folder, "deck.toml", CommandDeckFile, _check_deck, problems, {"a card effect": effects})
    problems.done()
    assert terrain is not None
    assert pieces is not None
    assert deck is not None
    return Rulebook(
        terrain={terrain_kind.id: terrain_kind for terrain_kind in terrain.terrain},
        kinds={kind.id: kind for kind in pieces.kind},
        box=pieces.box,
        cards={card.id: card for card in deck.card},
        effects=effects,
        battles={},
    )


def _read(
    folder: DataFolder,
    name: str,
    cls: type[T],
    check: Callable[[Document, T, Problems], None],
    problems: Problems,
    names: Mapping[str, Collection[str]] | None = None,
) -> T | None:
    """The contents of one file, or None after noting what is wrong with it."""
    doc = read_toml(folder.file(name), f"the game's {name}")
    check_source(doc, problems)
    contents = structure(doc, cls, problems, names=names)
    if contents is not None:
        check(doc, contents, problems)
    return contents


def _check_terrain(doc: Document, file: TerrainFile, problems: Problems) -> None:
    problems.unique(doc, "a terrain", [(("terrain", n, "id"), terrain.id) for n, terrain in enumerate(file.terrain)])
    for n, terrain in enumerate(file.terrain):
        for arm in (*terrain.enter, *terrain.inside, *terrain.bars):
            problems.reference(doc, ("terrain", n), "an arm", arm, ARMS)
    if "clear" not in {terrain.id for terrain in file.terrain}:
        problems.add(doc, ("terrain",), "E202", "missing: the terrain 'clear'")


def _check_pieces(doc: Document, file: PiecesFile, problems: Problems) -> None:
    problems.unique(doc, "a kind", [(("kind", n, "id"), kind.id) for n, kind in enumerate(file.kind)])
    for n, kind in enumerate(file.kind):
        problems.reference(doc, ("kind", n, "arm"), "an arm", kind.arm, ARMS)
    if file.die.faces != FACES:
        problems.add(doc, ("die", "faces"), "E608", f"the battle die has the faces {', '.join(FACES)}")


def _check_deck(doc: Document, file: CommandDeckFile, problems: Problems) -> None:
    names = [card.id for card in file.card]
    problems.unique(doc, "a card", [(("card", n, "id"), name) for n, name in enumerate(names)])
    for n, card in enumerate(file.card):
        if card.mirror:
            problems.reference(doc, ("card", n, "mirror"), "a card", card.mirror, names)
        for section in (*card.orders, *([card.orders_per_card] if card.orders_per_card else [])):
            problems.reference(doc, ("card", n), "a section", section, SECTIONS)
        if card.count < 1:
            problems.add(doc, ("card", n, "count"), "E609", f"{card.count} copies; a card has at least 1")
