"""What of a JSON value is different from one before: a question or a panel that a screen has already is not sent again.

A patch refers to the value before, and holds nothing else of it: who has been told that value learns by the patch what
the whole value after it would tell, and nothing more.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from wargame_core import WargameError
from wargame_core.json_form import JsonMapping, JsonObject


class ListPart(TypedDict):
    """A part of a list: ``count`` items of the list before, from number ``first`` on, or items that are ``new``."""

    first: NotRequired[int]
    count: NotRequired[int]
    new: NotRequired[list[Any]]


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


def with_patches(update: JsonMapping, asked_before: JsonMapping | None, panels_before: JsonMapping) -> JsonObject:
    """An update for a screen that has been told this question and these panels: what it knows of them is left out.

    The question stands under ``patches`` as ``ask``, panels by their ids under ``panels``.
    """
    message, patches = dict(update), JsonObject()
    if asked_before is not None and "ask" in message:
        patches["ask"] = patch_between(asked_before, message.pop("ask"))
    changed = message.get("panels", {}).get("set", {})
    known = {
        name: patch_between(panels_before[name], panel) for name, panel in changed.items() if name in panels_before
    }
    if known:
        patches["panels"] = known
        fresh = {name: panel for name, panel in changed.items() if name not in known}
        message["panels"] = message["panels"] | {"set": fresh}
    return message | ({"patches": patches} if patches else {})
