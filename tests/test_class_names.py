"""A class name stands for one thing, wherever it is read."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache

import pytest
from tests.syntax import STRUCTURE, nodes_of
from tests.test_architecture import PACKAGES, sources

pytestmark = STRUCTURE

ONE_MEANING: dict[str, str] = {
    "Attack": "the action of an attack",
    "Book": "all that is printed for a game of the system",
    "Command": "the pieces that one leader moves together",
    "Done": "the action of doing nothing more of what is asked",
    "Exit": "a special rule: units may leave the map",
    "Halt": "the action of ending a move where the piece stands",
    "HeuristicPlayer": "the bot of the system that weighs what it sees",
    "InitiativeWon": "the event that a side has the initiative",
    "MarchChoices": "where the piece that marches may go",
    "MarchEnded": "the event that a march is over",
    "Marched": "the event of a march",
    "Move": "the action of moving one piece",
    "NothingUnderWay": "the error of a rule that asks for something that is not going on",
    "Numbers": "the plain numbers of a game, as its file names them",
    "Pass": "the action of taking no action now",
    "Retreated": "the event that a unit went back one hex",
    "Situation": "the board as the bot of one side sees it",
    "TurnBegan": "the event that a turn begins",
    "Unit": "a combat unit of the game",
}
"""Names that stand in more than one system, for the same thing in each: docs/decisions/0208."""


@cache
def classes_of(package: str) -> tuple[str, ...]:
    return tuple(node.name for path in sources(package) for node in nodes_of(path) if isinstance(node, ast.ClassDef))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_two_classes_of_a_package_have_one_name(package: str) -> None:
    assert [name for name, count in Counter(classes_of(package)).items() if count > 1] == []


@pytest.mark.parametrize("package", sorted(set(PACKAGES) - {"wargame_core"}))
def test_no_class_of_another_package_has_the_name_of_one_of_core(package: str) -> None:
    assert set(classes_of("wargame_core")) & set(classes_of(package)) == set()


def test_a_name_in_two_packages_means_the_same_in_both() -> None:
    packages = Counter(name for package in PACKAGES for name in set(classes_of(package)))
    assert {name for name, count in packages.items() if count > 1} == set(ONE_MEANING)
