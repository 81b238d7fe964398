"""Questions of chance from the set-up of a scenario."""

from __future__ import annotations

from fractions import Fraction

import pytest

from wargame_core import UnknownName
from wargame_core.plugins.discovery import plugin
from wargame_core.plugins.questions import QueryError

HOOD = {"scenario": "the_battle_continues", "attackers": "csa_hood, McLaws", "target": "S3203", "how": "assault"}


def test_an_assault_from_the_set_up_has_exact_odds_for_both_sides() -> None:
    answer = plugin("gcacw_on_the_4th_day").odds["attack"].ask({**HOOD, "leader": "ldr_longstreet"})
    assert answer.title.startswith("Hood, McLaws (assault) against Barnes, Ayres, Crawford, Art Res-1 in S3203")
    assert set(answer.distributions) == {"defender", "attacker"}
    for odds in answer.distributions.values():
        assert sum(chance for _, chance in odds.items()) == Fraction(1)


def test_attackers_may_have_moved_first_and_rain_makes_it_harder() -> None:
    query = plugin("gcacw_on_the_4th_day").odds["attack"]
    where = {"scenario": "lees_retreat", "attackers": "usa_wright", "target": "S3103", "start": "S3104"}
    dry, wet = (query.ask({**where, "rain": rain}).distributions["defender"] for rain in ("no", "yes"))
    assert wet.p("-") > dry.p("-")


def test_wrong_names_and_empty_hexes_are_refused() -> None:
    query = plugin("gcacw_on_the_4th_day").odds["attack"]
    with pytest.raises(UnknownName, match="csa_hod"):
        query.ask({**HOOD, "attackers": "csa_hod"})
    with pytest.raises(UnknownName, match="charge"):
        query.ask({**HOOD, "how": "charge"})
    with pytest.raises(QueryError, match="nobody stands in S1907 at the start"):
        query.ask({**HOOD, "target": "S1907"})
