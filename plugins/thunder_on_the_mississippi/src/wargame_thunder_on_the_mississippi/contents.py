"""What the clock supplies, as lists: its commands, their reinforcements, what ends the game. It has no cards."""

from collections.abc import Iterator, Mapping
from typing import Final

from wargame_core.contents import Contents, Listing, OobEntry, VictoryRule
from wargame_core.data import Basis
from wargame_gcacw.charts.advanced_game import SegmentRule
from wargame_gcacw.printed.counters import NATION, SIDES
from wargame_thunder_on_the_mississippi import printed

SEGMENTS_ON_MAP: Final = frozenset({"vicksburg_siege", "confederate_reorganization"})
"""Segments whose rules speak of units on a map, which the clock does not have."""


def contents_of(book: printed.Book, scenario: str) -> Contents:
    """What a scenario of the clock supplies."""
    title = book.clock.scenario[scenario].title
    return Contents(
        Listing(f"Order of battle of {title}", tuple(order_of_battle(book, scenario))),
        victory=Listing(f"Victory in {title}", tuple(victory(book))),
        briefing=("besieged", *segments_without_map(book)),
    )


def order_of_battle(book: printed.Book, scenario: str) -> Iterator[OobEntry]:
    """By side its commands with their leaders, and the groups that reinforce them."""
    clock, setup = book.clock, book.clock.scenario[scenario]
    for side in SIDES:
        yield OobEntry(id=side, side=side, kind="force", name=NATION[side])
        for name, command in clock.command.items():
            if command.side == side:
                is_on_map = name in setup.places
                facts = {"artillery": str(command.guns)}
                facts |= {"leader": command.leader} if command.leader else {}
                facts |= {"successor": command.successor} if command.successor else {}
                facts |= {"divisions": str(command.units)} if command.units > 1 else {}
                arrived_manpower = sum(
                    clock.group[group].manpower for group in setup.arrived if clock.group[group].command == name
                )
                yield OobEntry(
                    id=name,
                    side=side,
                    kind="command",
                    name=command.name,
                    parent=side,
                    strength=command.manpower + arrived_manpower,
                    facts=facts,
                    arrival="" if is_on_map else "with its first reinforcements",
                    where=setup.places.get(name, ""),
                    basis=book.bases.get(("command", name), Basis.RECONSTRUCTION).value,
                )
        for name, group in clock.group.items():
            if group.side == side:
                is_on_map = name in setup.arrived
                yield OobEntry(
                    id=name,
                    side=side,
                    kind="reinforcements",
                    name=group.name,
                    parent=group.command,
                    strength=group.manpower,
                    arrival="with its command at the start" if is_on_map else _arrival(group),
                    where=group.place,
                    unless=f"by the event {group.by.replace('_', ' ')} only" if group.by and not is_on_map else "",
                    basis=book.bases.get(("group", name), Basis.RECONSTRUCTION).value,
                )


def segments_without_map(book: printed.Book) -> Mapping[str, SegmentRule]:
    """What is done in the segments of the siege and of the relief that need no map, by segment."""
    return {line.segment: line for line in book.effects.segment if line.segment not in SEGMENTS_ON_MAP}


def _arrival(group: printed.Group) -> str:
    return f"on turn {group.turn}" if group.turn else f"by the strategic event {group.by.replace('_', ' ')}"


def victory(book: printed.Book) -> Iterator[VictoryRule]:
    """What ends the game, and for whom."""
    siege, last_turn = book.effects.siege, book.calendar.last_turn
    yield VictoryRule(
        id="surrender",
        side=printed.UNION,
        text=f"the garrison surrenders: two dice reach {siege.surrender_total}, 1 less for each siege point more",
        points=siege.surrender_points,
        when="at the end of each turn with so many siege points",
        times="once",
        level="surrendered",
        basis=Basis.RECONSTRUCTION.value,
        cite=printed.SEQUENCE,
    )
    for name, text in (
        ("stormed", "a fort of level 0 is stormed"),
        ("destroyed", "nothing is left of the garrison"),
    ):
        yield VictoryRule(
            id=name,
            side=printed.UNION,
            text=text,
            when="at once",
            times="once",
            level=name,
            basis=Basis.RECONSTRUCTION.value,
        )
    for name, text, when_text in (
        ("held out", f"Vicksburg has held out to the end of turn {last_turn}", f"at the end of turn {last_turn}"),
        ("relieved", "the army of relief breaks through the lines", "at once"),
    ):
        yield VictoryRule(
            id=name.replace(" ", "_"),
            side=printed.CONFEDERATE,
            text=text,
            when=when_text,
            times="once",
            level=name,
            basis=Basis.RECONSTRUCTION.value,
            cite=printed.SEQUENCE,
        )
