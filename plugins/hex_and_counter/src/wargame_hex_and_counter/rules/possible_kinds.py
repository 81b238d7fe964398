"""Which of the usual actions and events can come up in a game, by the parts of its phases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, assert_never

from attrs import frozen

from wargame_core.authoring import Action, Event, Repeat, Sequence
from wargame_core.charts import ResultEffect
from wargame_hex_and_counter.board import actions, events
from wargame_hex_and_counter.printed.units import Unit
from wargame_hex_and_counter.rules.arrivals import Arrivals
from wargame_hex_and_counter.rules.boxes import Boxes
from wargame_hex_and_counter.rules.combat import Combat, refuses_some
from wargame_hex_and_counter.rules.control import Control
from wargame_hex_and_counter.rules.movement import Movement
from wargame_hex_and_counter.rules.opportunity_fire import OpportunityFire
from wargame_hex_and_counter.rules.phases import Phase
from wargame_hex_and_counter.rules.rail import Rail
from wargame_hex_and_counter.rules.replacements import Replacements

Kind = type[Action] | type[Event]


@frozen
class PossibleKinds:
    """The actions and events that the phases of a game can bring, in the usual order."""

    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]

    @staticmethod
    def in_phases(sequence: Sequence, units: Mapping[str, Unit]) -> PossibleKinds:
        """What the phases of a sequence of play can bring with these counters.

        An event that a `Binding` makes by a function, and what other steps record, are not among them.
        """
        has_steps = any(unit.steps > 1 for unit in units.values())
        kinds: dict[Kind, None] = {events.TurnBegan: None}
        for phase in phases_of(sequence):
            kinds |= dict.fromkeys((events.PhaseSkipped, *_of_phase(phase, has_steps)))
        known_kinds = (*actions.ACTIONS, *events.EVENTS)
        ordered_kinds = [
            *(kind for kind in known_kinds if kind in kinds),
            *(kind for kind in kinds if kind not in known_kinds),
        ]
        return PossibleKinds(
            tuple(kind for kind in ordered_kinds if issubclass(kind, Action)),
            tuple(kind for kind in ordered_kinds if issubclass(kind, Event)),
        )


def phases_of(part: Sequence | Repeat) -> Iterator[Phase]:
    """The phases of a sequence of play, in order."""
    for inner_part in part.parts:
        if isinstance(inner_part, (Sequence, Repeat)):
            yield from phases_of(inner_part)
        elif isinstance(inner_part, Phase):
            yield inner_part


def _of_phase(phase: Phase, has_steps: bool) -> Iterator[Kind]:
    part, binding = phase.part, phase.binding
    brought_kinds: Iterable[Any]
    match part:
        case Movement():
            brought_kinds = (
                actions.Move,
                actions.Done,
                binding.moved,
                *_by_fire(phase, has_steps),
                *_kinds_at_end(phase),
            )
        case Arrivals():
            payment_events = () if part.pays == "nothing" else (events.EntryPaid,)
            brought_kinds = (actions.Enter, binding.arrived, *payment_events)
        case Replacements() | Rail() | Boxes():
            brought_kinds = (actions.Done, *part.actions, *part.events)
        case Combat():
            if part.out_of_supply is not None and part.out_of_supply.judged == "at its step":
                yield events.SupplyJudged
            if part.out_of_command is not None:
                yield from part.out_of_command.events
            controls = all(isinstance(getattr(entry_rule, "__self__", None), Control) for entry_rule in binding.entered)
            controls = controls and not binding.begins
            if part.takes_preferences:
                yield from (actions.Prefer, events.PreferenceGiven)
            brought_kinds = (
                *_of_combat(part), *(getattr(binding, name) for name in _events_of_combat(part, has_steps, controls)),
            )  # fmt: skip
        case _:
            assert_never(part)
    yield from (kind for kind in (*brought_kinds, binding.skipped) if isinstance(kind, type))
    for entry_rule in binding.entered:
        if isinstance(control := getattr(entry_rule, "__self__", None), Control) and isinstance(control.taken, type):
            yield control.taken


def _kinds_at_end(phase: Phase) -> Iterator[Kind]:
    """What a side may say beforehand as it ends its moves."""
    answers_beforehand = phase.beforehand
    if answers_beforehand is None:
        return
    if answers_beforehand.distances:
        yield from (actions.DoneNoReactions, events.NoReactionsGiven)
    if answers_beforehand.asks_nothing is not None:
        yield from (answers_beforehand.asks_nothing, events.PreferenceGiven)
    yield from (actions.DoneAskAgain, events.AskedAgain)


def _by_fire(phase: Phase, has_steps: bool) -> Iterator[Any]:
    """What becomes of units on the move at which enemies fire."""
    for reaction in phase.reactions:
        if isinstance(reaction, OpportunityFire):
            yield phase.binding.eliminated
            if has_steps and reaction.table.brings(ResultEffect.LOSES_STEPS):
                yield phase.binding.weakened
            if phase.binding.fired_at:
                yield events.FiredAtNobody


def _effects(combat: Combat) -> set[ResultEffect]:
    results = combat.table.results.values()
    effects = {consequence.effect for result in results for choice in result.steps for consequence in choice}
    return effects | {ResultEffect.ELIMINATED} if combat.defenders_of_0 == "are eliminated" else effects


def _of_combat(combat: Combat) -> Iterator[type[Action]]:
    """The actions that come up by the results, the retreats and the advances of combat."""
    effects, advances = _effects(combat), {combat.advance.attacker, combat.advance.defender} != {"nobody"}
    yield from (actions.Attack, actions.TakeBack, actions.Fight, actions.Done)
    if any(len(choice) > 1 for result in combat.table.results.values() for choice in result.steps):
        yield actions.Suffer
    if ResultEffect.LOSES_STEPS in effects:
        yield actions.LoseStep
    if effects & {ResultEffect.LOSES, ResultEffect.LOSES_AS_MUCH}:
        yield actions.Lose
    if ResultEffect.RETREATS in effects:
        yield from (actions.RetreatTo, *((actions.Push,) if combat.retreat.friends == "are pushed" else ()))
    if advances:
        yield actions.AdvanceTo


def _events_of_combat(combat: Combat, has_steps: bool, controls: bool) -> Iterator[str]:
    """The events of a `Binding` that come up by the results, the retreats and the advances of combat.

    An attack is called off where an earlier battle changes a later one: by a push, by guns that have an enemy next to
    them, by a line of supply or command that is cut, by odds that the table refuses, by counters that are turned up, or
    by what an author does where units enter hexes.
    """
    effects, retreat = _effects(combat), combat.retreat
    pushes = ResultEffect.RETREATS in effects and retreat.friends == "are pushed"
    advances = {combat.advance.attacker, combat.advance.defender} != {"nobody"}
    loses_steps = ResultEffect.LOSES_STEPS in effects or (
        ResultEffect.RETREATS in effects and retreat.otherwise == "loses a step"
    )
    may_end_early = combat.bombardment is not None or bool(combat.handicaps)
    possible_events = {
        "announced": True,
        "taken_back": True,
        "fought": True,
        "called_off": pushes or may_end_early or refuses_some(combat.table) or not controls,
        "eliminated": bool(effects),
        "weakened": loses_steps and has_steps,
        "retreated": ResultEffect.RETREATS in effects,
        "pushed": pushes,
        "advanced": advances,
    }
    yield from (name for name, is_brought in possible_events.items() if is_brought)
