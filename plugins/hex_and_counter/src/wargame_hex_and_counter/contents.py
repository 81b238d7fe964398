"""What a game of hexes and counters supplies, as lists: its orders of battle and its rules of victory."""

from __future__ import annotations

from collections.abc import Iterator

from wargame_core.contents import Contents, Listing, OobEntry
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.rules_in_words import rules_in_words
from wargame_hex_and_counter.table import belongs_to, facts, leaves


def contents_of(game: HexGame, scenario: str) -> Contents:
    """The lists of a scenario."""
    chosen_scenario = game.scenarios[scenario]
    board = game.set_up(scenario, {})
    further_ids = [f"reinforcement_{part_number}" for part_number in range(1, len(chosen_scenario.reinforcements) + 1)]
    further_ids += [f"withdrawal_{part_number}" for part_number in range(1, len(chosen_scenario.withdrawals) + 1)]
    further_ids += [f"rule_{part_number}" for part_number in range(1, len(rules_in_words(game, board)) + 1)]
    further_ids += [f"special_{part_number}" for part_number in range(1, len(game.special()) + 1)]
    return Contents(
        Listing(f"Order of battle of {chosen_scenario.title}", tuple(order_of_battle(game, scenario))),
        victory=Listing(f"Victory in {chosen_scenario.title}", tuple(game.victory_of(board).rules(board, game.basis))),
        briefing=("turns", *further_ids),
    )


def order_of_battle(game: HexGame, scenario: str) -> Iterator[OobEntry]:
    """By side its formations, and its units with where they stand or when they come."""
    chosen_scenario, basis, names = game.scenarios[scenario], game.basis.value, game.book.map
    withdrawals = {unit: group for group in chosen_scenario.withdrawals for unit in group.units}
    reinforcements = {unit: group for group in chosen_scenario.reinforcements for unit in group.units}
    for seat, side in game.sides.items():
        units = [
            unit for unit in game.book.units.values() if unit.side == seat and unit.id not in chosen_scenario.absent
        ]
        strength = sum(unit.strength for unit in units)
        yield OobEntry(id=seat, side=seat, kind="force", name=side.title, strength=strength, basis=basis)
        for formation in dict.fromkeys(unit.formation for unit in units if unit.formation):
            of_it = [unit for unit in units if unit.formation == formation]
            yield OobEntry(
                id=belongs_to(of_it[0]),
                side=seat,
                kind="formation",
                name=formation,
                parent=seat,
                strength=sum(unit.strength for unit in of_it),
                basis=basis,
            )
        for unit in units:
            group = reinforcements.get(unit.id)
            yield OobEntry(
                id=unit.id,
                side=seat,
                kind=unit.kind,
                name=unit.name,
                parent=belongs_to(unit),
                strength=unit.strength,
                facts={
                    **{name: value for name, value in facts(unit).items() if name != "strength"},
                    **({"leaves": leaves(game, withdrawals[unit.id])} if unit.id in withdrawals else {}),
                },
                where=names.coordinates(names.parse(chosen_scenario.at[unit.id]))
                if unit.id in chosen_scenario.at
                else "",
                arrival=f"{game.turns[group.turn - 1]}, by {' or '.join(group.at)}" if group else "",
                basis=basis,
            )
