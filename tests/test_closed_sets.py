"""Closed sets: whoever tells their members apart has a word on each, and what bends a rule is known to the bots."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import get_args

import pytest
from attrs import field, frozen
from benchmarks.house import ROOT, all_modules

from wargame_altar_of_freedom.board.board import CardEffect as CampaignCard
from wargame_altar_of_freedom.printed.lines import Occasion
from wargame_altar_of_freedom.rules.scoring import Condition
from wargame_altar_of_freedom.rules.special_actions import SpecialActionRule
from wargame_battlecry.board.board import BattleRule, CardEffect, OrderSlots, Slots, TerrainEffect
from wargame_battlecry.printed.pieces import Objective
from wargame_gcacw.rules.special_rules import SpecialRule, VictoryCondition

ENUMS = {"Enum", "StrEnum", "IntEnum"}


@cache
def nodes() -> tuple[ast.AST, ...]:
    return tuple(node for module in all_modules().values() for node in module.nodes)


def enums() -> frozenset[str]:
    """The names of the enumerations."""
    classes = (node for node in nodes() if isinstance(node, ast.ClassDef))
    return frozenset(cls.name for cls in classes if {ast.unparse(base) for base in cls.bases} & ENUMS)


def unions() -> dict[str, frozenset[str]]:
    """By name, the classes of each union of classes that has a name."""
    found = {}
    for node in nodes():
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias" and node.value is not None:
            parts = ast.unparse(node.value).split(" | ")
            if len(parts) > 1 and all(part.isidentifier() and part[0].isupper() for part in parts):
                found[ast.unparse(node.target)] = frozenset(parts)
    return found


def told_apart(nodes_of_function: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """What a function compares with a member of an enumeration or a class: the subject, and the member as written."""
    for node in nodes_of_function:
        match node:
            case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()], comparators=[right]):
                yield ast.unparse(left).removeprefix("type("), ast.unparse(right)
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[ast.Tuple(elts=members)]):
                yield from ((ast.unparse(left), ast.unparse(member)) for member in members)
            case ast.Call(func=ast.Name("isinstance"), args=[subject, ast.Tuple(elts=classes)]):
                yield from ((ast.unparse(subject), ast.unparse(cls)) for cls in classes)
            case ast.Call(func=ast.Name("isinstance"), args=[subject, cls]):
                yield ast.unparse(subject), ast.unparse(cls)
            case ast.Match(subject=subject, cases=cases):
                for case in cases:
                    yield from ((ast.unparse(subject), member) for member in _members(case.pattern))


def _members(pattern: ast.pattern) -> Iterator[str]:
    match pattern:
        case ast.MatchOr(patterns=patterns):
            for one in patterns:
                yield from _members(one)
        case ast.MatchValue(value=value):
            yield ast.unparse(value)
        case ast.MatchClass(cls=cls):
            yield ast.unparse(cls)
        case ast.MatchAs(pattern=inner) if inner is not None:
            yield from _members(inner)


def half_told(function: ast.AST, known: frozenset[str], closed: dict[str, frozenset[str]]) -> Iterator[str]:
    """The closed sets of which a function tells two members apart without a word on the others."""
    nodes_of_function = tuple(ast.walk(function))
    if any(isinstance(node, ast.Name) and node.id == "assert_never" for node in nodes_of_function):
        return
    by_subject: dict[str, set[str]] = {}
    for subject, member in told_apart(nodes_of_function):
        by_subject.setdefault(subject, set()).add(member)
    for subject, members in by_subject.items():
        for name in known:
            if len([member for member in members if member.startswith(f"{name}.")]) > 1:
                yield f"{subject}: {name}"
        for name, classes in closed.items():
            if 1 < len(members & classes) < len(classes):
                yield f"{subject}: {name}"


def test_whoever_tells_two_members_of_a_closed_set_apart_has_a_word_on_each() -> None:
    known, closed = enums(), unions()
    assert {"Fog", "Stage"} <= known
    assert {"Entry", "Panel", "Slots"} <= closed.keys()
    assert [
        f"{module.path.relative_to(ROOT)}:{node.lineno} {node.name}: {what}"
        for module in all_modules().values()
        for node in module.nodes
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for what in half_told(node, known, closed)
    ] == []


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("def f(x):\n    return 1 if x is Fog.OPEN else 2", []),
        ("def f(x):\n    return 1 if x is Fog.OPEN else 2 if x is Fog.REFEREE else 3", ["x: Fog"]),
        ("def f(x):\n    return x in (Fog.OPEN, Fog.REFEREE)", ["x: Fog"]),
        ("def f(x):\n match x:\n  case Fog.OPEN: pass\n  case Fog.REFEREE: pass", ["x: Fog"]),
        ("def f(x):\n    if isinstance(x, Hand): pass\n    if isinstance(x, Track): pass", ["x: Panel"]),
        ("def f(x, y):\n    if isinstance(x, Hand): pass\n    if isinstance(y, Track): pass", []),
    ],
)
def test_a_function_that_forgets_members_is_found(function: str, expected: list[str]) -> None:
    closed = {"Panel": frozenset({"Hand", "Track", "Score"})}
    assert [*half_told(ast.parse(function), frozenset({"Fog"}), closed)] == expected


def test_each_kind_of_order_slot_says_what_fits_it_and_how_it_is_called() -> None:
    kinds = get_args(Slots)
    assert set(OrderSlots.__subclasses__()) == set(kinds)
    assert len({kind.kind for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert isinstance(kind.names, tuple)


def test_every_occasion_of_an_award_is_one_at_which_a_rule_scores() -> None:
    calls = [node for node in nodes() if isinstance(node, ast.Call)]
    scoring = [call for call in calls if ast.unparse(call.func) in ("score_at_once", "_score")]
    scored = {ast.unparse(argument).rpartition("Occasion.")[2] for call in scoring for argument in call.args}
    assert {occasion.name for occasion in Occasion} <= scored


@frozen
class Hooks:
    """A class of what may bend the rules of a system; ``ignored`` are the hooks that its bots do not ask, and why."""

    base: type
    system: str
    ignored: Mapping[str, str] = field(factory=dict)


FOLLOWED = "bots see on the board what it has done"
POINTS = (
    Hooks(
        CampaignCard,
        "altar_of_freedom",
        {"no_movement_dice": "bots choose among the marches that are offered, and those are without a die then"},
    ),
    Hooks(Condition, "altar_of_freedom"),
    Hooks(SpecialActionRule, "altar_of_freedom", {"carry_out": "`places` tells bots where it is worth trying"}),
    Hooks(
        CardEffect,
        "battlecry",
        {"follow": "`gives` tells bots whom a card orders"},
    ),
    Hooks(
        TerrainEffect,
        "battlecry",
        {
            "hexes_back": "a flag is worth as much to bots however far it drives",
            "ignored_flags": "a flag is worth as much to bots whoever may ignore it",
        },
    ),
    Hooks(
        BattleRule,
        "battlecry",
        {
            "begin": FOLLOWED,
            "cards_for_a_flag": "bots do not count the enemy's cards",
            "hexes_back": "a flag is worth as much to bots however far it drives",
            "ignored_flags": "a flag is worth as much to bots whoever may ignore it",
        },
    ),
    Hooks(Objective, "battlecry"),
    Hooks(SpecialRule, "gcacw"),
    Hooks(VictoryCondition, "gcacw", {"times": "a number for studies of balance"}),
)


def hooks_of(base: type) -> set[str]:
    """The methods by which a subclass bends the rules."""
    members = {name: value for cls in base.__mro__[:-1] for name, value in vars(cls).items()}
    return {name for name, of in members.items() if name[0] != "_" and (callable(of) or isinstance(of, property))}


PLAIN = ast.Constant(None)


@cache
def asked_by_bots(system: str) -> frozenset[str]:
    """The names of what the bots of a system call, and of what those call in turn; procedures they only play."""
    calls: dict[str, set[str]] = {}
    asked: set[str] = set()
    for module in all_modules().values():
        if module.path.is_relative_to(ROOT / "plugins" / system):
            for node in module.nodes:
                if isinstance(node, ast.FunctionDef) and "Procedure" not in ast.unparse(
                    node.returns or ast.Constant("")
                ):
                    parts = [*ast.walk(node)]
                    names = {part.attr for part in parts if isinstance(part, ast.Attribute)}
                    names |= {part.id for part in parts if isinstance(part, ast.Name)}
                    calls.setdefault(node.name, set()).update(names)
                    asked |= names if "players" in module.path.parts else set()
    waiting = list(asked)
    while waiting:
        more = calls.get(waiting.pop(), set()) - asked
        asked |= more
        waiting += more
    return frozenset(asked)


@pytest.mark.parametrize("hooks", POINTS, ids=lambda hooks: f"{hooks.system}.{hooks.base.__name__}")
def test_each_hook_is_known_to_the_bots_or_listed_as_ignored(hooks: Hooks) -> None:
    assert hooks_of(hooks.base) - asked_by_bots(hooks.system) == hooks.ignored.keys()
