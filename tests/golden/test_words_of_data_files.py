"""Sentences of the packaged data files name the numbers, sides, flanks and places of the fields beside them.

A number, side, flank or place that a sentence names and no field of the same table or of those around it says is
listed in ``words_of_data_files.txt``, with its sentence: somebody has looked at each. So a wrong number of a card,
note, label, briefing or lesson is noticed, and so is a field that was changed without its sentence. After a change that
is meant: ``python3 run.py test --update-golden tests/golden``; read each line that it adds.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from typing import Any, Final, TypeAlias

import pytest
from tests.golden.playthroughs import HERE, compare
from tests.mutants.faults import ROOT

Names: TypeAlias = frozenset[str]
PROSE: Final = frozenset({
    "about", "course", "do", "effect", "ending", "help", "in_short", "label", "note", "notes", "otherwise", "route",
    "rule", "say", "text", "title", "why",
})  # fmt: skip
"""The keys of sentences, however short they are."""
SOURCES: Final = frozenset({"source", "source_note", "cite", "document", "basis", "edition"})
"""What says where a datum is from names pages, which are no numbers of the game."""
IN_WORDS: Final = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10",
}  # fmt: skip
FROM_PLAY: Final = frozenset({"choose", "happened"})
"""What a lesson takes from the labels and the story of its game, and its own test compares with them."""
SIDES: Final = ("union", "confederate", "federal", "blue", "gray", "usa", "csa", "rebel", "yankee")
FLANK: Final = re.compile(r"\b(left|center|right)\b(?= (?:flank )?(?:section|flank))")
SENTENCE: Final = 4
"""Words of a value that is a sentence under any key; shorter ones are codes."""
NUMBER: Final = re.compile(r"(?<![\w.#])\d+(?![\w.]\w)")
NAME: Final = re.compile(r"\b[A-Z][\w']+(?: [A-Z][\w']+)*")


def is_sentence(key: str, value: object) -> bool:
    return isinstance(value, str) and key not in SOURCES | FROM_PLAY and (key in PROSE or value.count(" ") >= SENTENCE)


def named(sentence: str, places: Names) -> list[str]:
    """The numbers, sides, flanks and places that a sentence names, in order."""
    words = re.findall(r"[a-z]+", sentence.lower())
    numbers = [number.lstrip("0") or "0" for number in NUMBER.findall(sentence)]
    sides = [side for word in words for side in SIDES if word in (side, f"{side}s")]
    in_words = [IN_WORDS[word] for word in words if word in IN_WORDS]
    flanks = FLANK.findall(sentence.lower())
    return [*numbers, *in_words, *sides, *flanks, *(name for name in NAME.findall(sentence) if name in places)]


def facts(key: str, value: object, places: Mapping[str, str]) -> Iterator[str]:
    """What a field says that is no sentence: its numbers, how many entries it has, words, keys, names of ids."""
    match value:
        case bool():
            return
        case int() | float():
            yield str(value).lstrip("-")
        case dict():
            for below, inner in value.items():
                yield below
                yield from facts(below, inner, places)
        case list():
            yield str(len(value))
            for inner in value:
                yield from facts(key, inner, places)
        case str() if key in FROM_PLAY:
            yield from named(value, frozenset(places.values()))
        case str() if key not in SOURCES and not is_sentence(key, value):
            yield from (number.lstrip("0") or "0" for number in re.findall(r"\d+", value))
            yield from (side for side in SIDES if re.search(rf"(?<![a-z]){side}", value.lower()))
            yield value
            yield places.get(value, value)


def unexplained(data: Any, places: Mapping[str, str], around: frozenset[str] = frozenset()) -> Iterator[str]:
    """What sentences name that no field beside or around them says."""
    if isinstance(data, list):
        for entry in data:
            yield from unexplained(entry, places, around)
    if not isinstance(data, dict):
        return
    beside = around | {
        fact for key, value in data.items() if not _is_tables(value) for fact in facts(key, value, places)
    }
    around |= {
        fact for key, value in data.items() if isinstance(value, str | int) for fact in facts(key, value, places)
    }
    for key, value in data.items():
        sentences = value if isinstance(value, list) else [value]
        for sentence in (one for one in sentences if is_sentence(key, one)):
            if missing := [name for name in named(sentence, frozenset(places.values())) if name not in beside]:
                yield f"{key}: {', '.join(missing)} | {sentence}"
        yield from unexplained(value, places, around)


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(entry, dict) for entry in value)


def places_of(tables: Mapping[str, Any]) -> dict[str, str]:
    """The names of places by their ids, from all data files of a distribution."""
    places: dict[str, str] = {}

    def collect(data: Any) -> None:
        for entry in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
            collect(entry)
        if isinstance(data, dict) and isinstance(data.get("name"), str) and NAME.fullmatch(data["name"]):
            places[str(data.get("id", data["name"]))] = data["name"]

    collect(tables)
    return places


def lines() -> Iterator[str]:
    for folder in sorted(ROOT.glob("plugins/*/src/*/data")):
        names = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.toml"))]
        package = files(folder.parent.name) / "data"
        tables = {name: tomllib.loads((package / name).read_text("utf-8")) for name in names}
        places = places_of(tables)
        for name, data in tables.items():
            yield from (f"{folder.parent.name}/{name}: {line}" for line in unexplained(data, places))


def test_sentences_of_data_files_name_what_the_fields_beside_them_say(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    compare(HERE / "words_of_data_files.txt", lines(), request, record_property)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"label": "4 or more", "at_least": 3}, ["label: 4 | 4 or more"]),
        ({"text": "Draw three cards.", "cards": 3}, []),
        ({"text": "Draw three cards.", "cards": 4}, ["text: 3 | Draw three cards."]),
        (
            {"side": "union", "goals": [{"text": "The Confederates win."}]},
            ["text: confederate | The Confederates win."],
        ),
        ({"side": "union", "goals": [{"text": "The Union wins."}]}, []),
        ({"orders": {"right": 1}, "text": "Order 1 unit in the right section."}, []),
        (
            {"orders": {"right": 1}, "text": "Order 1 unit in the left section."},
            ["text: left | Order 1 unit in the left section."],
        ),
        ({"place": "raymond", "note": "Raymond is held."}, []),
        ({"place": "clinton", "note": "Raymond is held."}, ["note: Raymond | Raymond is held."]),
        (
            {"title": "March", "cite": "p. 7", "choose": "to Raymond", "do": "March to Clinton."},
            ["do: Clinton | March to Clinton."],
        ),
    ],
)
def test_a_wrong_number_side_flank_or_place_of_a_sentence_is_listed(entry: dict[str, Any], said: list[str]) -> None:
    assert [*unexplained(entry, {"raymond": "Raymond", "clinton": "Clinton"})] == said
