"""On which page each supplement prints each heading: what rules cite."""

from __future__ import annotations

from collections.abc import Mapping

_SHARED = {
    "Campaign History": "2",
    "Campaign Design Goals": "3",
    "Map Scale vs. Battle Scale": "3",
    "What's Different?": "3",
    "Basic Game Concepts": "3",
    "What You Need to Play": "4",
    "Orders of Battle": "4",
    "Theater Map": "4",
    "Map Tokens": "4",
    "Cards": "4",
    "Starting Deployment": "5",
    "Fog of War": "5",
    "Turn Sequence": "6",
    "Draw Event Card": "6",
    "Collect Staff Dice": "6",
    "Making the First Move": "6",
    "Movement Rates": "6",
    "Staff Dice": "6",
    "How to Roll Staff Dice": "7",
    "Movement Restrictions": "7",
    "Railroads": "7",
    "Crossing Rivers": "7",
    "Logistical Limitations": "7",
    "Where Are the Generals?": "8",
    "Decoy Divisions": "8",
    "Special Actions": "8",
    "Alternate Movement": "8",
    "Contact with an Enemy Token": "8",
    "Movement Example": "8",
    "Contact is Made": "9",
    "Battle Cards": "9",
    "Reveal Battle Cards": "10",
    "Battle Results Table": "10",
    "Minor Skirmishes": "10",
    "Skirmish Casualties": "11",
    "Retreating from Battle": "11",
    "Blocked Retreats": "11",
    "Contact with Pickets": "11",
    "Capturing Supply Depots": "11",
    "Tabletop Battles": "11",
    "Defining a Battlefield": "11",
    "Battlefield Example": "11",
    "Assembling the Tabletop": "12",
    "Deployment": "12",
    "Time of Day": "12",
    "Calling Reinforcements": "12",
    "Reinforcement Arrival Example": "12",
    "Reinforcement Limitations": "13",
    "Reinforcement Table": "13",
    "Generals Arriving": "13",
    "Turn Clock Size": "13",
    "Fighting the Battle": "13",
    "Ending a Battle": "13",
    "Retreating after Battle": "13",
    "Multi-Day Battles": "13",
    "Broken Brigades": "13",
    "Victory & Defeat": "14",
    "End of Turn": "14",
    "Reconstituting Broken Units": "14",
    "Victory Points": "14",
    "Cheating": "14",
    "Begin New Turn": "14",
    "Federal Briefing": "15",
    "Confederate Briefing": "16",
    "Objectives": "15",
    "Deployment Notes": "15",
    "Theater Map Notes": "15",
    "Quick Reference": "24",
}

_OWN_WORDS = {("AFI", "Crossing Rivers"): "Crossing Rivers or Mountains"}

PAGES: Mapping[str, Mapping[str, str]] = {"GotW": _SHARED, "AFI": {**_SHARED, "Quick Reference": "25"}}
"""Pages by book and heading. The texts we worked from keep the order of the pages but not their numbers: contents
pages and cross references fix the chapters, the rest is reckoned between them (decision 0100). Both briefings have
the notes under the same headings; the first page is given."""


def heading_in(book: str, heading: str) -> str:
    """The heading as this book prints it, where the two differ."""
    return _OWN_WORDS.get((book, heading), heading)
