"""The numbers of units that an order of battle states, kept true while a table changes what it lists."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from wargame_core.data.splices import Splices


def restated(before: str, after: str) -> str:
    """The text after an import, with new numbers for those sides whose numbers were right before.

    A number that was wrong stays, and is told by the checks as before.
    """
    old, new = tomllib.loads(before), tomllib.loads(after)
    right = {side["id"] for side in old.get("side", ()) if _same(side.get("stated", {}), _listed(old, side["id"]))}
    known = {side["id"] for side in old.get("side", ())}
    splices = Splices(after)
    for number, side in enumerate(new.get("side", ())):
        listed = _listed(new, side["id"])
        if ("stated" in side and _same(side["stated"], listed)) or side["id"] in known - right:
            continue
        if "stated" in side:
            splices.replace(("side", number, "stated"), listed)
        else:
            splices.add_key(("side", number), "stated", listed)
    return splices.text() if splices else after


def _same(stated: Mapping[str, int], listed: Mapping[str, int]) -> bool:
    return all(stated.get(what, 0) == listed.get(what, 0) for what in {*stated, *listed})


def _listed(data: Mapping[str, Any], side: str) -> dict[str, int]:
    above = {row.get("id"): row.get("parent") or row.get("side") for row in data.get("formation", ())}

    def side_of(group: object) -> object:
        seen: set[object] = set()
        while group in above and group not in seen:
            seen.add(group)
            group = above[group]
        return group

    rows = [row for row in data.get("formation", ()) if side_of(row.get("id")) == side]
    arms = [unit.get("arm", "") for row in rows for unit in row.get("units", ())]
    leaders = sum(side_of(row["commands"][0]) == side for row in data.get("leader", ()) if row.get("commands"))
    return {"leaders": leaders} | {arm: arms.count(arm) for arm in sorted(set(arms))}
