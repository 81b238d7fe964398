"""What of a value is different from one before: a question, panel or face that a screen has is not sent again.

A patch refers to the value before, and holds nothing else of it: who has been told that value learns by the patch what
the whole value after it would tell, and nothing more.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from itertools import compress, groupby, takewhile
from typing import Any, Final, NotRequired, TypedDict

from attrs import frozen

from wargame_core import WargameError
from wargame_core.json_form import JsonMapping, JsonObject

LONG: Final = 24
"""From so many rows on a question is a long one: a screen keeps the latest of these beside the latest of all."""
WORD: Final = re.compile("^[^ <>M]+|[ <>M][^ <>M]*")
"""What pictures are taken apart into."""
SHORTEST: Final = 48
"""A part of a picture that has so many characters at most is not shorter as a reference to another picture."""


class ListPart(TypedDict):
    """A part of a list: ``count`` items of the list before, from number ``first`` on, or items that are ``new``.

    Or it has a row of ``values`` for each of several objects: these have what ``like`` has, and at each of the paths
    of keys ``at`` a value of their own, in this order.
    """

    first: NotRequired[int]
    count: NotRequired[int]
    new: NotRequired[list[Any]]
    like: NotRequired[dict[str, Any]]
    at: NotRequired[list[list[str]]]
    values: NotRequired[list[list[Any]]]


class FacePart(TypedDict):
    """A part of a picture: ``count`` words of the picture ``of``, from number ``first`` on, or text that is ``new``.

    A word begins with a blank, an angle bracket or an M, and goes up to the next of these.
    """

    of: NotRequired[str]
    first: NotRequired[int]
    count: NotRequired[int]
    new: NotRequired[str]


class Patch(TypedDict):
    """A value made of the value before: the ``parts`` of a list, or of an object what is at ``keys`` and what is gone.

    With ``value`` it is that one, whatever was before. What an object has at other keys stays.
    """

    value: NotRequired[Any]
    keys: NotRequired["dict[str, Patch]"]
    gone: NotRequired[list[str]]
    parts: NotRequired[list[ListPart]]


def patch_between(value_before: Any, value_after: Any) -> Patch:
    """The patch that makes ``value_after`` of ``value_before``; values are those of JSON.

    >>> patch_between({"rows": [1, 2, 3], "more": False}, {"rows": [2, 3, 4], "more": False})
    {'keys': {'rows': {'parts': [{'first': 1, 'count': 2}, {'new': [4]}]}}}
    """
    if isinstance(value_before, Mapping) and isinstance(value_after, Mapping):
        keys = {
            key: patch_between(value_before[key], value) if key in value_before else Patch(value=value)
            for key, value in value_after.items()
            if key not in value_before or _text(value_before[key]) != _text(value)
        }
        gone_keys = [key for key in value_before if key not in value_after]
        return Patch(keys=keys, gone=gone_keys) if gone_keys else Patch(keys=keys)
    if isinstance(value_before, list) and isinstance(value_after, list):
        parts = [part for whole_part in _changed_parts(value_before, value_after) for part in _as_tables(whole_part)]
        return Patch(parts=parts) if any("new" not in part for part in parts) else Patch(value=value_after)
    return Patch(value=value_after)


def _changed_parts(items_before: Sequence[Any], items_after: Sequence[Any]) -> list[ListPart]:
    """Runs of items that stood in the list before, each as long as it goes on there, and what is new between them."""
    texts = [_text(item) for item in items_before]
    places = {text: number for number, text in reversed([*enumerate(texts)])}
    parts = list[ListPart]()
    next_place = 0
    for item in items_after:
        text = _text(item)
        is_next = next_place < len(items_before) and texts[next_place] == text
        place = next_place if is_next else places.get(text)
        last_part = parts[-1] if parts else ListPart()
        if place is None:
            if "new" in last_part:
                last_part["new"].append(item)
            else:
                parts.append(ListPart(new=[item]))
            continue
        if "count" in last_part and last_part["first"] + last_part["count"] == place:
            last_part["count"] += 1
        else:
            parts.append(ListPart(first=place, count=1))
        next_place = place + 1
    return parts


def _as_tables(part: ListPart) -> Iterator[ListPart]:
    """A part of a list, new objects with the same keys as tables where that is shorter."""
    for paths, run in groupby(part.get("new", ()), lambda item: [*_leaf_paths(item)]):
        items = [*run]
        table = _table(items, paths) if len(items) > 1 and () not in paths else None
        whole_part = ListPart(new=items)
        yield whole_part if table is None or len(_text(whole_part)) <= len(_text(table)) else table
    if "count" in part:
        yield part


def _table(items: Sequence[Any], paths: Sequence[tuple[str, ...]]) -> ListPart:
    """Objects with a value at each of these paths of keys, as a table."""
    columns = [[_value_at(item, path) for item in items] for path in paths]
    differs_by_column = [len({_text(value) for value in column}) > 1 for column in columns]
    like_fields: JsonObject = {}
    for path, column, varies in zip(paths, columns, differs_by_column, strict=True):
        _put_at(like_fields, path, None if varies else column[0])  # all keys stand in it, in the order of the objects
    values = [list(row) for row in zip(*compress(columns, differs_by_column), strict=True)] or [[] for _ in items]
    return ListPart(like=like_fields, at=[[*path] for path in compress(paths, differs_by_column)], values=values)


def _leaf_paths(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The paths of keys to all that is no object, or an empty one."""
    if isinstance(value, Mapping) and value:
        for key, inner_value in value.items():
            yield from _leaf_paths(inner_value, (*path, key))
    else:
        yield path


def _value_at(value: Any, path: Sequence[str]) -> Any:
    """What an object has at a path of keys."""
    for key in path:
        value = value[key]
    return value


def _put_at(item: JsonObject, path: Sequence[str], value: Any) -> None:
    for key in path[:-1]:
        item = item.setdefault(key, {})
    item[path[-1]] = value


def _text(value: Any) -> str:
    """A value as text: unlike in Python, 1 and true are two values."""
    return json.dumps(value, sort_keys=True)


def apply_patch(value_before: Any, patch: Patch) -> Any:
    """The value that a patch makes of the one before. Raises `WargameError` for a patch of another value."""
    if "value" in patch:
        return patch["value"]
    if "parts" in patch and isinstance(value_before, list):
        return [item for part in patch["parts"] for item in _items(value_before, part)]
    if "keys" in patch and isinstance(value_before, Mapping) and {*patch.get("gone", ())} <= value_before.keys():
        kept_items = {key: value for key, value in value_before.items() if key not in patch.get("gone", ())}
        return kept_items | {key: apply_patch(value_before.get(key), inner) for key, inner in patch["keys"].items()}
    raise WargameError(f"a patch with {', '.join(sorted(patch)) or 'nothing'} fits no {type(value_before).__name__}")


def _items(items_before: Sequence[Any], part: ListPart) -> Sequence[Any]:
    if "new" in part:
        return part["new"]
    if "values" in part:
        items = [deepcopy(part["like"]) for _ in part["values"]]
        for item, values in zip(items, part["values"], strict=True):
            for path, value in zip(part["at"], values, strict=True):
                _put_at(item, path, value)
        return items
    first, count = part.get("first", 0), part.get("count", 0)
    if first < 0 or count < 0 or first + count > len(items_before):
        raise WargameError(f"a patch takes {count} items from number {first} on, of a list of {len(items_before)}")
    return items_before[first : first + count]


@frozen
class QuestionsTold:
    """The questions that a screen keeps, of which patches tell what is different: the latest, and the last long one."""

    latest: JsonMapping | None = None
    long: JsonMapping | None = None

    def with_question(self, ask: JsonMapping) -> "QuestionsTold":
        """The same after another question."""
        return QuestionsTold(ask, ask if len(ask.get("rows", ())) >= LONG else self.long)


@lru_cache(maxsize=2048)
def _words(text: str) -> Sequence[str]:
    """A picture in pieces, each of which begins with a sign that divides tags, attributes or subpaths.

    >>> _words('<path d="M1 2ZM3 4Z"/>')
    ('<path', ' d="', 'M1', ' 2Z', 'M3', ' 4Z"/', '>')
    """
    return tuple(WORD.findall(text))


def face_between(
    text: str, places: Mapping[str, tuple[str, int]], words: Mapping[str, Sequence[str]]
) -> list[FacePart]:
    """A picture as parts of others: ``words`` are theirs, by its digest, and ``places`` finds a word in them."""
    parts, wanted_words, done_count = list[FacePart](), _words(text), 0
    digest, end = "", 0  # where the latest part that was found ends
    while done_count < len(wanted_words):
        word = wanted_words[done_count]
        word_places = [places[word]] if word in places else []
        if word in words.get(digest, ())[end:]:
            word_places.append((digest, words[digest].index(word, end)))
        runs = (
            (_length_of_run(wanted_words, done_count, words[name], first), name, first) for name, first in word_places
        )
        count, name, first = max(runs, default=(0, "", 0))
        if sum(map(len, wanted_words[done_count : done_count + count])) > SHORTEST:
            parts.append(FacePart(of=name, first=first, count=count))
            digest, end, done_count = name, first + count, done_count + count
            continue
        if parts and "new" in parts[-1]:
            parts[-1]["new"] += word
        else:
            parts.append(FacePart(new=word))
        done_count += 1
    return parts


def _length_of_run(wanted_words: Sequence[str], done_count: int, words: Sequence[str], first: int) -> int:
    """How many words from these places on are the same."""
    pairs = zip(wanted_words[done_count:], words[first:], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def face_patched(parts: Sequence[FacePart], faces: Mapping[str, str]) -> str:
    """The picture that parts of others make."""
    return "".join(
        part["new"] if "new" in part else "".join(_words(faces[part["of"]])[part["first"] :][: part["count"]])
        for part in parts
    )


def _face_patches(faces: Mapping[str, str], faces_before: Mapping[str, str]) -> dict[str, list[FacePart]]:
    """Of these pictures those that are shorter as parts of those before."""
    words = {digest: _words(text) for digest, text in faces_before.items()} if faces else {}
    places = {
        word: (digest, number) for digest, words_of_face in words.items() for number, word in enumerate(words_of_face)
    }
    patches = {digest: face_between(text, places, words) for digest, text in faces.items()}
    return {digest: parts for digest, parts in patches.items() if len(_text(parts)) < len(_text(faces[digest]))}


def with_patches(
    update: JsonMapping,
    asked_before: QuestionsTold,
    panels_before: JsonMapping,
    pieces_before: JsonMapping,
    faces_before: Mapping[str, str],
) -> JsonObject:
    """An update for a screen that has been told these questions, panels, pieces and faces: what it knows is left out.

    The question stands under ``patches`` as ``ask``, the others by their ids under ``panels``, ``pieces`` and
    ``faces``.
    """
    message, patches = dict(update), JsonObject()
    if asked_before.latest is not None and "ask" in message:
        ask, ask_before = message.pop("ask"), asked_before.latest
        if (long_ask := asked_before.long) is not None and ask_before["prompt"] != ask["prompt"] == long_ask["prompt"]:
            ask_before, patches["long"] = long_ask, True
        patches["ask"] = patch_between(ask_before, ask)
    for kind, all_before in (("panels", panels_before), ("pieces", pieces_before)):
        changed_rows = message.get(kind, {}).get("set", {})
        patched_rows = {
            name: patch_between(all_before[name], row) for name, row in changed_rows.items() if name in all_before
        }
        if patched_rows:
            patches[kind] = patched_rows
            new_rows = {name: row for name, row in changed_rows.items() if name not in patched_rows}
            message[kind] = message[kind] | {"set": new_rows}
    if faces := _face_patches(message.get("faces", {}), faces_before):
        patches["faces"] = faces
        message["faces"] = {digest: text for digest, text in message["faces"].items() if digest not in faces}
    return message | ({"patches": patches} if patches else {})
