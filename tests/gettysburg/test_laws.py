"""The laws of the library, on the Gettysburg campaign: face-down tokens, free deployment, and with a referee."""

from __future__ import annotations

from wargame_core.testing import laws

OTHER_CAMPAIGNS = ("event token_sighted",)
"""Sightings are what a feed shows of other events; they are never recorded as such."""

test_laws = laws(
    "gettysburg",
    seeds=range(200),
    players=("belligerent", "random", "belligerent"),
    unexercised=(*OTHER_CAMPAIGNS,),
)
