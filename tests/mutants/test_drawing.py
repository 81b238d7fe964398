"""Faults drawn from sources: what is changed, what they are called, and what an edit elsewhere leaves alone."""

import pytest
from tests.mutants.drawing import can_be_read, drawn

FILE = "src/wargame_core/odds.py"


def faults_of(source: str, file: str = FILE) -> dict[str, str]:
    """The names of all faults without the file, and the text that each makes of the source."""
    return {one.name.partition("::")[2]: one.applied(source) for one in drawn(file, source)}


@pytest.mark.parametrize(
    ("body", "change", "after"),
    [
        ("return a < b", "compare otherwise 1", "return a <= b"),
        ("return a < b", "always true 1", "return True"),
        ("return a and b", "and for or 1", "return a or b"),
        ("return a and b", "leave out operand 2", "return a"),
        ("return a + b", "calculate otherwise 1", "return a - b"),
        ("return a + b", "return nothing 1", "return None"),
        ("return a if b else 0", "one of two 2", "return 0"),
        ("return not a", "leave out not 1", "return a"),
        ("return min(a, b)", "call another 1", "return max(a, b)"),
        ("return min(a, b)", "argument for call 2", "return b"),
        ("return a.copy()", "object for call 1", "return a"),
        ("return f(a, key=b)", "leave out argument 2", "return f(a)"),
        ("return [x for x in a if x]", "turn round 1", "return [x for x in a if not (x)]"),
        ("return a, 7", "other constant 1", "return a, 8"),
        ("return a, b", "leave out part 1", "return (b,)"),
        ("a.clear()", "leave out statement 1", "pass"),
        ("return t.roll(a, seen_by=b)", "seen by all 1", "return t.roll(a, seen_by=None)"),
        ("return entry.told(a)", "true events 1", "return entry.events"),
        ("return view.board", "true board 1", "return view._now().board"),
    ],
)
def test_a_function_is_changed_in_one_place(body: str, change: str, after: str) -> None:
    source = f"def rule(a, b):\n    {body}\n"
    assert faults_of(source)[f"rule, {change}"] == f"def rule(a, b):\n    {after}\n"


def test_a_field_of_a_board_becomes_public() -> None:
    source = "class Board:\n    hands: Own[dict[str, int]]\n    turn: Public[int] = 1\n"
    public = {name: text for name, text in faults_of(source).items() if "public field" in name}
    assert public == {"Board.hands, public field 1": source.replace("Own", "Public")}


def test_a_name_stays_when_something_else_is_edited() -> None:
    source = "def other():\n    return 1 + 2\n\n\ndef rule(é):\n    return é + 1\n"
    before, after = faults_of(source), faults_of("LONG = 3\n" + source.replace("1 + 2", "4"))
    name = "rule, calculate otherwise 1"
    assert before[name].endswith("return é - 1\n")
    assert after[name].endswith("return é - 1\n")


def test_docstrings_and_annotations_are_left_alone() -> None:
    assert faults_of('def rule(a: int = 0) -> "Board":\n    """What holds."""\n') == {}


def test_numbers_and_flags_of_data_are_changed_by_table_and_key() -> None:
    source = '[terrain]\nrough = { enter = 2 }\ncloses = true # 5\nname = "x1"\n'
    changed = faults_of(source, "plugins/gcacw/terrain.toml")
    assert changed["terrain.rough, other constant 1"] == source.replace("= 2", "= 3")
    assert changed["terrain.closes, other constant 1"] == source.replace("true", "false")


def test_comparisons_of_a_script_are_changed_by_function() -> None:
    source = "// a === b\nexport function same(a, b) {\n  return a === b;\n}\n"
    assert faults_of(source, "frontends/table/client/a.js") == {
        "same, other word 1": source.replace("return a ===", "return a !==")
    }


def test_a_fault_that_cannot_be_read_is_told_from_one_that_can() -> None:
    assert can_be_read("a.py", "x = 1")
    assert not can_be_read("a.py", "x = = 1")
    assert not can_be_read("a.toml", "x = ")
