"""Where the printed sequence of play and the tables stand on the sheet."""

from __future__ import annotations

from wargame_gcacw.charts.series import cite

SEQUENCE = cite("Advanced Game Sequence of Play")
RANDOM_EVENTS = cite("Random Events Table")
STRATEGIC_EVENTS = cite("Strategic Events Table")
ARMY_OF_RELIEF = cite("Army of Relief Table")
MOVEMENT = cite("Movement Summary")
COMBAT = cite("Combat Chart (7.4)")
EXTENDED_MARCH = cite("Extended March Table")
