"""How fast the GCACW charts answer, and icepool beside them. Every function returns one number; see `BENCHMARKS`."""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Final

from wargame_gcacw.charts.combat import Combat, combat_outcome, outcome_distribution, resolve_combat
from wargame_gcacw.charts.results import combat_cell

FACTS: Final = {
    "action": "march",
    "attack_type": "hasty",
    "defender_terrain": "rolling",
    "hexside": "creek",
    "attacker_nation": "union",
    "attacker_type": "infantry",
}


def a_combat() -> Combat:
    """A hasty attack over a creek with a starred artillery cell and five covered hexes."""
    return Combat(attacker=20, defender=8, attacker_guns=8, defender_guns=3, covered=5, friendly_covered=1, facts=FACTS)


def _seconds(work: Callable[[], Any], times: int) -> float:
    """Seconds for one call: the best of five rounds, so that a busy machine disturbs little."""
    rounds = []
    for _ in range(5):
        start = perf_counter()
        for _ in range(times):
            work()
        rounds.append((perf_counter() - start) / times)
    return min(rounds)


def combats_a_second() -> float:
    """Combats resolved a second from the bare situation: facts checked, all modifiers, both results; no ruling."""
    return 1 / _seconds(lambda: combat_outcome(a_combat(), attacker_die=5, defender_die=2, artillery_die=4), 4000)


def rolls_a_second() -> float:
    """Rolls resolved a second for one combat whose situation is known already."""
    combat = a_combat()
    return 1 / _seconds(lambda: combat_outcome(combat, attacker_die=5, defender_die=2, artillery_die=4), 40000)


def rulings_a_second() -> float:
    """Combats a second with the full account of every modifier."""
    combat = a_combat()
    return 1 / _seconds(lambda: resolve_combat(combat, attacker_die=5, defender_die=2, artillery_die=4), 1000)


def distribution_ms() -> float:
    """Milliseconds for the exact distribution of one combat from the bare situation."""
    return 1000 * _seconds(lambda: outcome_distribution(a_combat()), 50)


def distribution_ms_with_icepool() -> float:
    """Milliseconds for the same distribution computed by icepool from the same modifiers and chart."""
    import icepool

    def with_icepool() -> Any:
        combat = a_combat()
        known = combat.prepared
        guns = icepool.d6.map(lambda face: known.attacker_modifiers[face % 2])
        difference = icepool.d6 - icepool.d6 + guns - known.defender_modifier
        return difference.map(lambda total: tuple(map(str, combat_cell(combat.attacker, combat.defender, total))))

    chances = {tuple(pair): count for pair, count in with_icepool().items()}
    ours = outcome_distribution(a_combat())
    if {pair: chance * 216 for pair, chance in ours.items()} != chances:
        raise AssertionError("icepool computes another distribution")
    return 1000 * _seconds(with_icepool, 50)


def clocks_a_second() -> float:
    """Whole games a second of the strategic clock, 70 turns, nobody acting: the tables and their events alone."""
    from wargame_lab.batches import simulate

    batches = (simulate("thunder_on_the_mississippi", "watchful", games=40, seed=seed) for seed in range(3))
    return 40 / min(batch.seconds for batch in batches)


BENCHMARKS: Final[Mapping[str, Callable[[], float]]] = {
    "combats a second": combats_a_second,
    "rolls of one combat a second": rolls_a_second,
    "rulings a second": rulings_a_second,
    "exact distribution of one combat, ms": distribution_ms,
    "the same with icepool, ms": distribution_ms_with_icepool,
    "games of the strategic clock a second": clocks_a_second,
}


if __name__ == "__main__":
    for name, benchmark in BENCHMARKS.items():
        print(f"{name:<40}{benchmark():>14,.2f}")
