"""Functions are short, modules hold one idea, names stand for one thing, and everything public says what it is."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from benchmarks.house import LONG_FUNCTION, all_modules, function_lengths, modules_of, nodes_of, packages, too_long


def test_no_function_is_so_long_that_it_has_two_subjects() -> None:
    long = {module.name: module.long_functions for module in all_modules().values()}
    assert {name: functions for name, functions in long.items() if functions} == {}


def test_a_module_so_long_that_it_may_hold_two_ideas_is_told_and_no_mistake(
    record_property: Callable[[str, object], None],
) -> None:
    """The summary of pytest shows it."""
    told = list(too_long(all_modules().values()))
    if told:
        record_property("advice", "\n".join(["worth a second look, because long:", *told]))
    assert all(line.endswith(" lines") for line in told)


@pytest.mark.parametrize("package", packages())
def test_a_class_name_is_one_thing_within_a_distribution(package: str) -> None:
    names = Counter(
        node.name
        for module in modules_of(packages()[package])
        for node in getattr(module.nodes[0], "body", ())
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in names.items() if count > 1] == []


def undescribed(tree: ast.Module) -> Iterator[str]:
    """The public classes and functions of a module without a docstring, and the module itself as ""."""
    if ast.get_docstring(tree) is None:
        yield ""
    for node in tree.body:
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef() if not node.name.startswith("_"):
                if ast.get_docstring(node) is None:
                    yield node.name


def test_every_module_and_its_public_classes_and_functions_say_what_they_are() -> None:
    trees = {module.name: module.nodes[0] for module in all_modules().values()}
    silent = {name: list(undescribed(tree)) for name, tree in trees.items() if isinstance(tree, ast.Module)}
    assert {name: parts for name, parts in silent.items() if parts} == {}


def test_a_long_function_is_seen_and_its_docstring_is_not_counted() -> None:
    docstring = '    """One.\n' + "\n" * 50 + '    """\n'
    assert list(function_lengths(nodes_of("def short():\n" + docstring + "    pass\n"))) == [("short", 1)]
    long = "class A:\n def long(self):\n" + "  pass\n" * (LONG_FUNCTION + 1)
    assert list(function_lengths(nodes_of(long))) == [("long", LONG_FUNCTION + 1)]


def test_what_has_no_docstring_is_seen() -> None:
    assert list(undescribed(ast.parse("class Unit: ...\ndef _inner(): ..."))) == ["", "Unit"]
    assert list(undescribed(ast.parse('"""Units."""\nasync def move():\n    """Move."""'))) == []
