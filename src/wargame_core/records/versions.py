"""Which rules and data files a game was played under, as the header of its record says."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from wargame_core.flow.history import PlayedUnder
from wargame_core.flow.rules import Rules
from wargame_core.json_form import JsonMapping, JsonObject


def in_header(under: Sequence[PlayedUnder], rules: Rules) -> JsonObject:
    """The keys of a header for the versions a match was played under, today's if it never changed them."""
    first, *later = under or (PlayedUnder(0, rules.version, rules.digest),)
    went_on = {"went_on": [attrs.asdict(version) for version in later]} if later else {}
    return {"rules": first.rules, "data": first.data, **went_on}


def versions_of(header: JsonMapping) -> tuple[PlayedUnder, ...]:
    """The versions that a header names, in their order."""
    later = (PlayedUnder(**row) for row in header.get("went_on", ()))
    return PlayedUnder(0, header["rules"], header["data"]), *later


def going_on_under(header: JsonMapping, rules: Rules, answers: int) -> tuple[PlayedUnder, ...]:
    """The versions of a record that goes on after so many answers, today's last."""
    before = versions_of(header)
    if (before[-1].rules, before[-1].data) == (rules.version, rules.digest):
        return before
    return *(version for version in before if not version.n or version.n < answers), PlayedUnder(
        answers, rules.version, rules.digest
    )


def other_data(header: JsonMapping, rules: Rules) -> str | None:
    """A sentence where the game was not played with today's data files, or not all of it."""
    first, *later = versions_of(header)
    changed = [version for version in later if version.data != rules.digest]
    if first.data == rules.digest:
        return f"from answer {changed[0].n} on the game was played with other data files" if changed else None
    sentence = f"the data files of {rules.id} are not those the game was {'begun' if later else 'played'} with"
    return f"{sentence}; it went on with others from answer {later[0].n}" if later else sentence


def other_rules(header: JsonMapping, rules: Rules) -> str | None:
    """A sentence where the game was not played with today's rules, or not all of it."""
    for version in versions_of(header):
        if version.rules != rules.version:
            since = f" from answer {version.n} on" if version.n else ""
            return f"the game was played with rules {version.rules} of {rules.id}{since}; here they are {rules.version}"
    return None
