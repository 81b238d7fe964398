"""What of a value is different from one before: a question, panel or face that a screen has is not sent again.

A patch refers to the value before, and holds nothing else of it: who has been told that value learns by the patch what
the whole value after it would tell, and nothing more.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NotRequired, TypedDict

from wargame_core import WargameError
from wargame_core.json_form import JsonMapping, JsonObject

QUESTIONS: Final = 8
"""How many of the latest questions a screen keeps, of which patches may tell what is different."""
TAG: Final = re.compile("^[^<M]+|[<M][^<M]*")
"""What pictures are taken apart into: a tag or a subpath, each up to the next."""
SHORTEST: Final = 48
"""A tag that has so many characters at most is not shorter as a reference to another picture."""


class ListPart(TypedDict):
    """A part of a list: ``count`` items of the list before, from number ``first`` on, or items that are ``new``."""

    first: NotRequired[int]
    count: NotRequired[int]
    new: NotRequired[list[Any]]


class FacePart(TypedDict):
    """A part of a picture: ``count`` tags of the picture ``of``, from number ``first`` on, or text that is ``new``."""

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


def patch_between(before: Any, after: Any) -> Patch:
    """The patch that makes ``after`` of ``before``; values are those of JSON.

    >>> patch_between({"rows": [1, 2, 3], "more": False}, {"rows": [2, 3, 4], "more": False})
    {'keys': {'rows': {'parts': [{'first': 1, 'count': 2}, {'new': [4]}]}}}
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        keys = {
            key: patch_between(before[key], value) if key in before else Patch(value=value)
            for key, value in after.items()
            if key not in before or _text(before[key]) != _text(value)
        }
        gone = [key for key in before if key not in after]
        return Patch(keys=keys, gone=gone) if gone else Patch(keys=keys)
    if isinstance(before, list) and isinstance(after, list):
        parts = _parts(before, after)
        return Patch(parts=parts) if any("count" in part for part in parts) else Patch(value=after)
    return Patch(value=after)


def _parts(before: Sequence[Any], after: Sequence[Any]) -> list[ListPart]:
    """Runs of items that stood in the list before, each as long as it goes on there, and what is new between them."""
    texts = [_text(item) for item in before]
    places = {text: number for number, text in reversed([*enumerate(texts)])}
    parts = list[ListPart]()
    next_place = 0
    for item in after:
        text = _text(item)
        is_next = next_place < len(before) and texts[next_place] == text
        place = next_place if is_next else places.get(text)
        last = parts[-1] if parts else ListPart()
        if place is None:
            if "new" in last:
                last["new"].append(item)
            else:
                parts.append(ListPart(new=[item]))
            continue
        if "count" in last and last["first"] + last["count"] == place:
            last["count"] += 1
        else:
            parts.append(ListPart(first=place, count=1))
        next_place = place + 1
    return parts


def _text(value: Any) -> str:
    """A value as text: unlike in Python, 1 and true are two values."""
    return json.dumps(value, sort_keys=True)


def patched(before: Any, patch: Patch) -> Any:
    """The value that a patch makes of the one before. Raises `WargameError` for a patch of another value."""
    if "value" in patch:
        return patch["value"]
    if "parts" in patch and isinstance(before, list):
        return [item for part in patch["parts"] for item in _items(before, part)]
    if "keys" in patch and isinstance(before, Mapping) and {*patch.get("gone", ())} <= before.keys():
        kept = {key: value for key, value in before.items() if key not in patch.get("gone", ())}
        return kept | {key: patched(before.get(key), inner) for key, inner in patch["keys"].items()}
    raise WargameError(f"a patch with {', '.join(sorted(patch)) or 'nothing'} fits no {type(before).__name__}")


def _items(before: Sequence[Any], part: ListPart) -> Sequence[Any]:
    if "new" in part:
        return part["new"]
    first, count = part.get("first", 0), part.get("count", 0)
    if first < 0 or count < 0 or first + count > len(before):
        raise WargameError(f"a patch takes {count} items from number {first} on, of a list of {len(before)}")
    return before[first : first + count]


def _tags(text: str) -> list[str]:
    """A picture in pieces, each of which begins with a tag or with a subpath.

    >>> _tags('<path d="M1 2ZM3 4Z"/>')
    ['<path d="', 'M1 2Z', 'M3 4Z"/>']
    """
    return TAG.findall(text)


def face_between(text: str, index: Mapping[str, tuple[str, int]], tags: Mapping[str, Sequence[str]]) -> list[FacePart]:
    """A picture as parts of others: ``tags`` are those of each picture by its digest, ``index`` finds a tag in them."""
    parts = list[FacePart]()
    for tag in _tags(text):
        last = parts[-1] if parts else FacePart()
        if "of" in last and tags[last["of"]][last["first"] + last["count"] :][:1] == [tag]:
            last["count"] += 1
        elif len(tag) > SHORTEST and tag in index:
            digest, first = index[tag]
            parts.append(FacePart(of=digest, first=first, count=1))
        elif "new" in last:
            last["new"] += tag
        else:
            parts.append(FacePart(new=tag))
    return parts


def face_patched(parts: Sequence[FacePart], faces: Mapping[str, str]) -> str:
    """The picture that parts of others make."""
    return "".join(
        part["new"] if "new" in part else "".join(_tags(faces[part["of"]])[part["first"] :][: part["count"]])
        for part in parts
    )


def _face_patches(faces: Mapping[str, str], faces_before: Mapping[str, str]) -> dict[str, list[FacePart]]:
    """Of these pictures those that are shorter as parts of those before."""
    tags = {digest: _tags(text) for digest, text in faces_before.items()} if faces else {}
    index = {tag: (digest, number) for digest, found in tags.items() for number, tag in enumerate(found)}
    patches = {digest: face_between(text, index, tags) for digest, text in faces.items()}
    return {digest: parts for digest, parts in patches.items() if len(_text(parts)) < len(_text(faces[digest]))}


def with_patches(
    update: JsonMapping,
    asked_before: Sequence[JsonMapping],
    panels_before: JsonMapping,
    faces_before: Mapping[str, str],
) -> JsonObject:
    """An update for a screen that has been told these questions, panels and faces: what it knows of them is left out.

    The question stands under ``patches`` as ``ask``, panels and faces by their ids under ``panels`` and ``faces``.
    """
    message, patches = dict(update), JsonObject()
    if asked_before and "ask" in message:
        ask = message.pop("ask")
        alike = (number for number, asked in enumerate(reversed(asked_before)) if asked["prompt"] == ask["prompt"])
        number = next(alike, 0)
        patches["ask"] = patch_between(asked_before[-1 - number], ask)
        if number:
            patches["asked"] = number
    changed = message.get("panels", {}).get("set", {})
    known = {
        name: patch_between(panels_before[name], panel) for name, panel in changed.items() if name in panels_before
    }
    if known:
        patches["panels"] = known
        fresh = {name: panel for name, panel in changed.items() if name not in known}
        message["panels"] = message["panels"] | {"set": fresh}
    if faces := _face_patches(message.get("faces", {}), faces_before):
        patches["faces"] = faces
        message["faces"] = {digest: text for digest, text in message["faces"].items() if digest not in faces}
    return message | ({"patches": patches} if patches else {})
