"""Editors that know the schemas of chart files find nothing wrong with those of the series."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import wargame_gcacw
from wargame_core.charts.files import CardData, EventsData, ModifiersData
from wargame_core.data.schema import schema_of

DATA = Path(wargame_gcacw.__file__).parent / "data"


def test_every_chart_of_the_series_fits_the_schema_of_its_kind() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema checks the schemas (extra dev)")
    kinds = {
        kind: jsonschema.Draft202012Validator(schema_of(*classes))
        for kind, classes in {
            "chart": (CardData,),
            "events": (CardData, EventsData),
            "modifiers": (ModifiersData,),
        }.items()
    }
    seen = []
    for path in sorted(DATA.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        kind = "modifiers" if "modifier" in data else "events" if "conversion" in data or "dice" in data else "chart"
        if kind == "chart" and "columns" not in data:
            continue
        seen.append(kind)
        assert [(path.name, error.message) for error in kinds[kind].iter_errors(data)] == []
    assert set(seen) == set(kinds)
    assert len(seen) > 15
