"""The suite has teeth: rules, redaction, undo, dice and records are broken one at a time; each time a test fails.

What survives is explained where it is listed; it may be one in twenty at most.
"""

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from tests.mutants.drawing import drawn
from tests.mutants.faults import ROOT, Fault, copy_distribution, faults, noticed, run_tests, source_of, sources

FAULTS = list(faults())
SHARE = 0.95
"""The least share of the faults that must be noticed."""
LAW_6 = ("tests/mutants/law_of_secrets.py::", "tests/altar_of_freedom/test_secrets_at_rare_moments.py")
"""Where the law of secrets runs by itself: in games, and at positions that play seldom comes to."""


@pytest.mark.thorough
@pytest.mark.parametrize("fault", FAULTS, ids=lambda one: one.name)
def test_a_fault_is_noticed(fault: Fault, tmp_path: Path) -> None:
    seen, said = noticed(fault, tmp_path)
    if fault.survives:
        assert not seen, "this fault is noticed by now: strike what is said of its survival"
    assert seen or fault.survives, f"nobody noticed that {fault.reason}:\n{said[-2000:]}"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "source", sources(), ids=lambda source: "core" if source.parent == ROOT else source.parent.name
)
def test_what_notices_faults_notices_none_in_a_copy_without_one(source: Path, tmp_path: Path) -> None:
    tests = {test for fault in FAULTS if source_of(fault) == source for test in fault.tests}
    code, said = run_tests(copy_distribution(source, tmp_path), sorted(tests))
    assert code == 0 or not tests, said[-3000:]


def test_there_are_two_hundred_faults_and_each_says_something_else() -> None:
    assert len(FAULTS) >= 200
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


def test_few_faults_survive() -> None:
    survivors = [fault for fault in FAULTS if fault.survives]
    assert len(survivors) <= (1 - SHARE) * len(FAULTS)


def test_the_law_of_secrets_alone_notices_fifteen_kinds_of_leaks() -> None:
    leaks = [fault for fault in FAULTS if fault.group == "leaks"]
    assert len([leak for leak in leaks if not leak.survives]) >= 15
    assert all(test.startswith(LAW_6) for leak in leaks for test in leak.tests)


def test_every_fault_fits_the_sources_of_today() -> None:
    texts = {file: (ROOT / file).read_text("utf-8") for file in {fault.file for fault in FAULTS}}
    names = {file: {one.name for one in drawn(file, texts[file])} for file in {one.file for one in FAULTS if one.drawn}}
    for fault in FAULTS:
        if fault.drawn:
            assert fault.drawn in names[fault.file]
        else:
            assert fault.planted(texts[fault.file]) != texts[fault.file], fault.name
        for test in fault.tests:
            assert (ROOT / test.partition("::")[0]).exists(), f"{fault.name}: there is no {test}"


def test_a_fault_that_sets_a_variable_sets_one_that_is_read() -> None:
    """Where a variable was renamed, what was planted may go on to set the old name: such a fault does nothing."""
    idle_faults = []
    for fault in (fault for fault in FAULTS if not fault.drawn and fault.file.endswith(".py")):
        before, after = (_names_set_and_read(text) for text in _texts(fault))
        if after.keys() - before.keys() - {name for name, is_read in after.items() if is_read}:
            idle_faults.append(fault.name)
    assert idle_faults == []


def _texts(fault: Fault) -> tuple[str, str]:
    text = (ROOT / fault.file).read_text("utf-8")
    return text, fault.planted(text)


@cache
def _names_set_and_read(text: str) -> Mapping[str, bool]:
    """The variables that a file sets anywhere, and whether it reads them."""
    names = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
    read_names = {node.id for node in names if not isinstance(node.ctx, ast.Store)}
    return {node.id: node.id in read_names for node in names if isinstance(node.ctx, ast.Store)}


def test_every_test_that_a_fault_names_by_itself_is_there() -> None:
    """What stands in brackets after its name is left to the thorough run, in which the fault would go unnoticed."""
    for fault in FAULTS:
        for file, _, test in (test.partition("::") for test in fault.tests if "::" in test):
            name, text = test.partition("[")[0], (ROOT / file).read_text("utf-8")
            found = re.search(rf"^(async )?def {name}\(|^{name} = ", text, re.MULTILINE)
            assert found is not None, f"{fault.name}: {file} has no {name}"
