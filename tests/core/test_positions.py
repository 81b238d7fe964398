"""Every key and list item of a TOML text is found where it stands."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from wargame_core.data.toml_positions import Path, positions


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    """Every path in parsed data, tables and lists included."""
    children: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield (*at, key)
        yield from paths(child, (*at, key))


SAMPLES = {
    "comments_and_dotted_keys": (
        '# top = 1\nname = "x" # [not.a.table]\n\n  site . "google.com" = true\n',
        {("name",): (2, 1), ("site",): (4, 3), ("site", "google.com"): (4, 10)},
    ),
    "arrays_of_tables_inside_arrays_of_tables": (
        "[[corps]]\n[[corps.unit]]\nrating = 1\n[[corps.unit]]\nrating = 2\n[[corps]]\n[[corps.unit]]\nrating = 3\n",
        {
            ("corps", 0): (1, 3),
            ("corps", 0, "unit", 1, "rating"): (5, 1),
            ("corps", 1, "unit", 0, "rating"): (8, 1),
        },
    ),
    "a_table_inside_the_last_array_element": (
        "[[corps]]\n[corps.leader]\nname = 'Lee'\n[[corps]]\n[corps.leader]\n'full name' = 'R. E. Lee'\n",
        {("corps", 0, "leader", "name"): (3, 1), ("corps", 1, "leader", "full name"): (6, 1)},
    ),
    "inline_tables_in_arrays_across_lines": (
        "units = [ # two\n  { id = 'a', sizes = [1,\n 2] },\n\n  { id = 'b' } , # last\n]\nend = 1\n",
        {
            ("units", 0): (2, 3),
            ("units", 0, "sizes", 1): (3, 2),
            ("units", 1, "id"): (5, 5),
            ("end",): (7, 1),
        },
    ),
    "multi_line_strings_that_look_like_tables": (
        'a = """\n[[no]]\nno = 1 \\"""\n""\n"""""\nb = \'\'\'\n[no]\'\'\'\nc = \'#]\' \nd = "\\"#"\ne = 1',
        {("a",): (1, 1), ("b",): (6, 1), ("c",): (8, 1), ("d",): (9, 1), ("e",): (10, 1)},
    ),
    "dates_with_a_space_and_windows_line_ends": (
        "day = 1863-05-17 08:00:00\r\nlist = [1863-05-17 08:00:00, 2]\r\nlast = inf\r\n",
        {("day",): (1, 1), ("list", 1): (2, 30), ("last",): (3, 1)},
    ),
    "a_table_named_before_its_parent_is_found_at_its_own_header": (
        "[a.b]\nc = 1\n[a]\nd = 2\n",
        {("a",): (3, 2), ("a", "b"): (1, 4), ("a", "d"): (4, 1)},
    ),
}


@pytest.mark.parametrize(("text", "where"), SAMPLES.values(), ids=SAMPLES)
def test_positions_are_those_a_person_would_point_at(text: str, where: dict[Path, tuple[int, int]]) -> None:
    found = positions(text)
    assert {path: found.get(path) for path in where} == where
    assert set(found) == set(paths(tomllib.loads(text)))


words = st.text("ab.,#=\"'[]{}\\ \n\té中", max_size=6)
bare = st.text("abcXYZ_-019", min_size=1, max_size=5)


def quoted(text: str) -> str:
    escaped = "".join(f"\\U{ord(one):08x}" if ord(one) < 32 or one in '"\\\x7f' else one for one in text)
    return f'"{escaped}"'


keys = bare | words.map(quoted)
strings = words.map(quoted) | words.map(lambda text: '""' + quoted(text) + '""' if text else '""')
gaps = st.sampled_from(["", " ", "\n", " # note [x] = {\n", "\r\n  "])
scalars = strings | st.integers().map(str) | st.sampled_from(["true", "1.5e3", "1863-05-17 08:00:00", "'#=]'"])


@st.composite
def lists(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    parts = [draw(gaps) + draw(values) + draw(gaps) for _ in range(draw(st.integers(0, 3)))]
    return "[" + ",".join(parts) + draw(gaps) + "]"


@st.composite
def inline_tables(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    names = draw(st.lists(keys, max_size=3, unique_by=lambda key: next(iter(tomllib.loads(f"{key}=1")))))
    return "{" + ", ".join(f" {name} = {draw(values)}" for name in names) + " }"


values = st.recursive(scalars, lambda inner: lists(inner) | inline_tables(inner), max_leaves=8)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """TOML texts: the parts are random, so many do not parse and are left out."""
    lines = []
    for _ in range(draw(st.integers(0, 8))):
        name = draw(st.lists(keys, min_size=1, max_size=3).map(".".join))
        form = draw(st.sampled_from(["{} = {}", "{} = {}", "[{}]", "[[{}]]", "[[{}]] # note"]))
        lines.append(draw(gaps) + form.format(name, draw(values)))
    return "\n".join(lines)


@given(documents())
def test_every_key_tomllib_finds_stands_on_the_line_named(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        reject()
    found = positions(text)
    lines = text.split("\n")
    assert set(found) == set(paths(data))
    for path, (line, column) in found.items():
        rest = lines[line - 1][column - 1 :]
        if isinstance(path[-1], str):
            assert rest.startswith((path[-1], quoted(path[-1]))), (path, rest)
        else:
            assert rest.strip(), (path, rest)
