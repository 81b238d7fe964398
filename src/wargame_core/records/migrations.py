"""Records of older rules in the words of today's, so that today's rules can check them and go on with them."""

from __future__ import annotations

from attrs import evolve

from wargame_core.flow.rules import Rules
from wargame_core.records.record import Record


def as_of_today(record: Record, rules: Rules) -> Record:
    """The record as today's rules would have written it; as it is where no chain of migrations leads there."""
    if "went_on" in record.header:
        return record  # some of its lines are in the words of other rules than its first
    version, chain, left = record.header["rules"], [], dict(rules.migrations)
    while version != rules.version:
        migration = left.pop(version, None)
        if migration is None or record.header["game"] != rules.id:
            return record
        chain.append(migration.line)
        version = migration.to
    lines = record.lines
    for line_of_next in chain:
        lines = tuple(line_of_next(line, record.header) for line in lines)
    return evolve(record, header={**record.header, "rules": version}, lines=lines) if chain else record
