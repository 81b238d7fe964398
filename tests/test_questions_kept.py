"""What people ask on the command line keeps its answers: commands with the JSON that each once gave."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from wargame_core.plugins.discovery import plugin
from wargame_core.plugins.worked_examples import run_cases
from wargame_terminal import main

KEPT: dict[str, Any] = json.loads((Path(__file__).parent / "questions_kept.json").read_text("utf-8"))
"""Answers by command. Help texts are left out: they may be worded better."""

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "examples_kept.json").read_text("utf-8"))
"""Worked examples with every key and spelling that was ever taken, and the answers they had."""
GROWING = {"functions", "choices", "parameters"}
"""Lists in which more may stand than before."""


def lost(kept: Any, now: Any, where: str = "") -> list[str]:
    """Where an answer of today lacks or contradicts what was answered before. Parameters and charts may be added."""
    if isinstance(kept, dict) and isinstance(now, dict):
        return [
            problem
            for key, value in kept.items()
            for problem in (lost(value, now[key], f"{where}.{key}") if key in now else [f"{where}.{key} is missing"])
        ]
    if isinstance(kept, list) and isinstance(now, list) and kept and isinstance(kept[0], dict) and "name" in kept[0]:
        names = {row["name"]: row for row in now}
        return lost({row["name"]: row for row in kept}, names, where)
    if isinstance(kept, list) and isinstance(now, list) and where.rpartition(".")[2] in GROWING:
        return [f"{where}: {name} is missing" for name in kept if name not in now]
    return [] if kept == now else [f"{where}: {kept!r} became {now!r}"]


@pytest.mark.parametrize("command", KEPT)
def test_a_question_on_the_command_line_keeps_its_answer(command: str) -> None:
    done = CliRunner().invoke(main, [*shlex.split(command), "--json"])
    assert done.exit_code == 0, done.stderr
    assert lost(KEPT[command], json.loads(done.stdout)) == []


@pytest.mark.parametrize("kept", EXAMPLES, ids=[f"{n}-{row['function']}" for n, row in enumerate(EXAMPLES)])
def test_every_spelling_of_a_worked_example_is_still_taken(kept: dict[str, Any]) -> None:
    case = {"in": kept["in"], "out": kept["out"]}
    examples = {"examples": [{"id": "kept", "function": kept["function"], "cases": [case]}]}
    assert run_cases(plugin(kept["plugin"]).cases, examples).failures == ()


def test_an_answer_that_changed_would_be_noticed() -> None:
    kept = {"rows": [{"name": "turn", "kind": "int"}], "answer": 5, "functions": ["rally"]}
    now = {"rows": [{"name": "turn", "kind": "text"}], "functions": ["reach"]}
    assert lost(kept, now) == [
        ".rows.turn.kind: 'int' became 'text'",
        ".answer is missing",
        ".functions: rally is missing",
    ]
