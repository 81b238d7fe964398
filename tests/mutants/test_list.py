"""The list of broken rules is true of the rules as they are: a text that has moved would be tried in vain."""

from __future__ import annotations

import pytest
from tests.mutants.test_mutants import MUTANTS, ROOT, named


@pytest.mark.parametrize("mutant", MUTANTS, ids=named)
def test_what_is_broken_stands_once_in_its_file_and_its_tests_exist(mutant: dict[str, str]) -> None:
    assert (ROOT / mutant["file"]).read_text("utf-8").count(mutant["old"]) == 1
    assert [test for test in mutant["tests"] if not (ROOT / test.partition("::")[0]).exists()] == []
