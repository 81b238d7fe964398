"""What must be so before an event, by the rules read a second time: one hex at a time, without masks, without floods.

The parts find what is allowed quickly; these checks find it plainly, and share no code with them but what is printed.
A law compares the two in every recorded game of `build`, also in that of a stranger (`Guarantees.beforehand`). What an
author's function decides is taken as it is; a step of an author's own that moves units records events of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar, assert_never

from wargame_core.authoring import Action, Event, Repeat
from wargame_core.authoring import Sequence as Steps
from wargame_core.charts import TIMES, ResultEffect
from wargame_core.flow.declarations import EventCondition
from wargame_core.flow.events import GameEnded
from wargame_core.maps.features import edge
from wargame_hex_and_counter.board import events as happens
from wargame_hex_and_counter.board.actions import Move
from wargame_hex_and_counter.board.reactions import NO_IMPULSE
from wargame_hex_and_counter.printed.weather import Weather
from wargame_hex_and_counter.rules.arrivals import Arrivals
from wargame_hex_and_counter.rules.boxes import Boxes
from wargame_hex_and_counter.rules.combat import Combat
from wargame_hex_and_counter.rules.control import Control
from wargame_hex_and_counter.rules.cup import Cup
from wargame_hex_and_counter.rules.hex_by_hex import PlainBoard, least
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.initiative import BidInitiative, GivenInitiative, Initiative, RolledInitiative
from wargame_hex_and_counter.rules.isolation import Isolation
from wargame_hex_and_counter.rules.movement import Movement
from wargame_hex_and_counter.rules.opportunity_fire import OpportunityFire
from wargame_hex_and_counter.rules.possible_kinds import phases_of
from wargame_hex_and_counter.rules.rail import Rail
from wargame_hex_and_counter.rules.reaction_moves import ReactionMove
from wargame_hex_and_counter.rules.replacements import Replacements
from wargame_hex_and_counter.rules.results import EXCHANGED
from wargame_hex_and_counter.rules.victory import HeldPlace, Losses
from wargame_hex_and_counter.rules.weather import WeatherTrack

T = TypeVar("T")
Past: TypeAlias = Sequence[Event]
"""The events of the game before the one that is looked at."""


class Intent:
    """The checks of a game, each a sentence that is so before an event of some classes."""

    def __init__(self, game: HexGame) -> None:
        self.game, self.phases = game, list(phases_of(game.sequence))

    def checks_by_event(self) -> dict[type[Event], tuple[EventCondition, ...]]:
        """The checks by class of event."""
        nobody_there = (self._nobody_of_the_enemy_stands_there,)
        arrival_checks = (self._the_unit_is_due, self._its_hex_of_entry_is_open, *nobody_there)
        return self._of_further_parts() | {
            happens.TurnBegan: (
                self._no_hex_holds_too_many,
                self._places_are_held_by_who_stands_in_them,
                self._an_exchange_was_paid,
                self._who_was_turned_up_is_there,
            ),
            happens.Moved: (
                self._its_points_suffice,
                self._it_has_not_moved_in_the_phase,
                self._an_exchange_was_paid,
                *nobody_there,
            ),
            happens.Arrived: arrival_checks,
            happens.Retreated: (self._it_goes_as_far_as_a_result_says, self._no_enemy_zone_bars_it, *nobody_there),
            happens.Pushed: (self._it_goes_one_hex, self._no_enemy_zone_bars_it, *nobody_there),
            happens.Advanced: (self._it_goes_one_hex, self._as_many_advance_as_may, *nobody_there),
            happens.Weakened: (self._its_side_loses_the_strength_of_a_step,),
            happens.Eliminated: (self._its_side_loses_its_strength, self._an_exchange_needs_it),
            happens.Fought: (
                self._nobody_was_left_over,
                self._an_exchange_was_paid,
                self._all_attackers_reach_all_hexes,
                self._the_odds_are_those_of_the_strengths,
            ),
            GameEnded: (self._the_points_come_to_that_level,),
        }

    def _of_further_parts(self) -> dict[type[Event], tuple[EventCondition, ...]]:
        """Those of replacements, railroads, supply and command, boxes, reactions, and whose turn it is."""
        nobody_there, judged = (self._nobody_of_the_enemy_stands_there,), (self._these_lack_it_and_nobody_else,)
        return {
            happens.Restored: (self._the_points_pay_for_it, self._a_step_is_missing),
            happens.Rebuilt: (self._the_points_pay_for_it, self._it_comes_back_to_an_open_place),
            happens.Recalled: (self._the_points_pay_for_it,),
            happens.WentByRail: (self._a_railroad_leads_there, self._the_capacity_suffices),
            happens.SupplyJudged: judged,
            happens.CommandJudged: judged,
            happens.IsolationJudged: (*judged, self._each_turn_is_counted_once),
            happens.Withdrawn: (self._it_is_told_to_leave,),
            happens.EnteredBox: (self._the_box_has_room,),
            happens.LeftBox: (self._its_passage_is_over, *nobody_there),
            happens.FiredAt: (self._it_has_not_reacted, self._the_target_is_in_range),
            happens.Reacted: (self._it_has_not_reacted, self._an_enemy_is_near, *nobody_there),
            happens.InitiativeTaken: (self._the_initiative_is_its_own,),
            happens.ImpulseTaken: (self._the_group_has_not_acted, self._the_sides_take_turns),
            happens.ChitDrawn: (self._the_chit_is_in_the_cup,),
        }

    def cut_moves(self, board: Any, action: Action) -> Iterable[tuple[Action, Action]]:
        """Moves cut after a first hex, where a side moves in one phase of a turn and nobody reacts."""
        moving_phases = [phase for phase in self.phases if isinstance(phase.part, Movement)]
        if (
            isinstance(action, Move)
            and not self.repeats_phases
            and len(moving_phases) == len({phase.side for phase in moving_phases})
        ):
            neighbours = board.book.map.neighbours[board.at[action.piece]]
            if not any(phase.reactions for phase in moving_phases):
                yield from ((Move(action.piece, goal), action) for goal in neighbours if goal != action.to)

    # parts of the game

    def parts_in_force(self, kind: type[T], side: str, board: Any) -> list[T]:
        """The parts of a kind by which a side acts in a phase that the weather does not leave out."""
        left_out = self.weather(board).without
        return [
            phase.part
            for phase in self.phases
            if isinstance(phase.part, kind) and phase.side == side and phase.label not in left_out
        ]

    def of_kind(self, kind: type[T]) -> list[T]:
        """The parts of a kind, in phases, beside them, and among what follows from moves."""
        entered_parts = (
            getattr(function, "__self__", None) for phase in self.phases for function in phase.binding.entered
        )
        all_parts = (*(phase.part for phase in self.phases), *self.game.parts, *entered_parts)
        parts = {id(part): part for part in all_parts if isinstance(part, kind)}
        return list(parts.values())

    @property
    def repeats_phases(self) -> bool:
        """Whether phases come up more than once in a turn, as by chits or impulses."""

        def depth(part: Steps | Repeat) -> int:
            depths_inside = [depth(inner_part) for inner_part in part.parts if isinstance(inner_part, (Steps, Repeat))]
            return isinstance(part, Repeat) + max(depths_inside, default=0)

        return depth(self.game.sequence) > 1

    def weather(self, board: Any) -> Any:
        """What the weather does now."""
        track = next(iter(self.of_kind(WeatherTrack)), None)
        return track.current_weather(board) if track is not None else Weather()

    # movement, zones and stacking

    def _its_points_suffice(self, event: Any, board: Any, past: Past) -> bool:
        ground, side = PlainBoard(board), board.book.units[event.piece].side
        return any(self.can_go(ground, movement, event) for movement in self.parts_in_force(Movement, side, board))

    def can_go(self, ground: PlainBoard, movement: Movement, event: Any) -> bool:
        """Whether a unit can go from a hex to another by its movement points, through zones, and where moves end."""
        board, unit = ground.board, ground.board.book.units[event.piece]
        chart, zones = ground.value(movement.chart), ground.value(movement.zones)
        zone = ground.zone(unit.side, zones, chart, "movement")
        by_chart, enemies = ground.step(chart, unit.kind), ground.others(unit.side)
        roads, terrain = ground.roads(movement.along), board.book.map.terrain

        def step(a: int, b: int) -> Fraction | int | None:
            points = by_chart(a, b)
            ends_here = a != event.start and ((a in zone and zones.entering == "stops") or is_stop(a))
            if points is None or b in enemies or ends_here or (movement.along and edge(a, b) not in roads):
                return None
            barred = zones.zone_to_zone == "forbidden" or (zones.zone_to_zone != "free" and a != event.start)
            if a in zone and b in zone and barred:
                return None
            for space, rule in ((a, zones.leaving), (b, zones.entering)):
                if space in zone and rule == "forbidden":
                    return None
                points += rule if space in zone and isinstance(rule, int) else 0
            return points

        def is_stop(space: int) -> bool:
            return unit.kind in chart.terrain[terrain[space]].stops

        most_points = self.most_points(ground, movement, event.piece)
        if event.to in least([event.start], ground.next_to, step, most_points):
            return True
        goes_one = movement.minimum == "one hex" and event.to in ground.next_to(event.start)
        return goes_one and most_points > 0 and step(event.start, event.to) is not None

    def most_points(self, ground: PlainBoard, movement: Movement, unit: str) -> Fraction | int:
        """The movement points of a unit, at most what the weather leaves of the printed ones."""
        points, limit = movement.allowance(ground.board.pieces, unit), self.weather(ground.board).movement
        printed_move: int = ground.board.book.units[unit].faces[ground.board.steps.get(unit, 0)].move
        if limit in TIMES:
            return min(points, max(Fraction(1), printed_move * TIMES[limit] + Fraction(1, 2)))
        return min(points, limit) if isinstance(limit, int) else points

    def _nobody_of_the_enemy_stands_there(self, event: Any, board: Any, past: Past) -> bool:
        return event.to not in PlainBoard(board).others(board.book.units[event.piece].side)

    def _no_hex_holds_too_many(self, event: Any, board: Any, past: Past) -> bool:
        ground, hexes = PlainBoard(board), dict[tuple[str, int], int]()
        for phase in self.phases:
            stacking = ground.value(phase.part.stacking)
            if stacking.counts != "units":
                continue
            hexes.clear()
            for unit, space in board.at.items():
                counter = board.book.units[unit]
                if counter.side == phase.side and counter.kind not in stacking.free:
                    hexes[counter.side, space] = hexes.get((counter.side, space), 0) + 1
            limit = stacking.limit if isinstance(stacking.limit, int) else stacking.limit[phase.side]
            if any(number > limit for number in hexes.values()):
                return False
        return True

    def _places_are_held_by_who_stands_in_them(self, event: Any, board: Any, past: Past) -> bool:
        game_map = board.book.map
        for control in self.of_kind(Control) if board.turn else ():
            places = {game_map.parse(place): game_map.coordinates(game_map.parse(place)) for place in control.places}
            for unit, space in board.at.items():
                counter = board.book.units[unit]
                holds_it = space in places and (not control.kinds or counter.kind in control.kinds)
                if holds_it and board.held.get(places[space], counter.side) != counter.side:
                    return False
        return True

    # arrivals, boxes, withdrawals

    def _the_unit_is_due(self, event: Any, board: Any, past: Past) -> bool:
        groups, arrival = self.game.scenarios[board.scenario].reinforcements, board.coming.get(event.piece)
        turns = [group.turn for group in groups if event.piece in group.units] if arrival is None else [arrival.turn]
        return event.piece not in board.at and event.piece not in board.lost and min(turns, default=0) <= board.turn

    def _its_hex_of_entry_is_open(self, event: Any, board: Any, past: Past) -> bool:
        ground, side = PlainBoard(board), board.book.units[event.piece].side
        for arrivals in self.parts_in_force(Arrivals, side, board):
            entries = {space for unit, spaces in arrivals.due(board) if unit == event.piece for space in spaces}
            if arrivals.if_blocked == "waits" and event.to not in entries:
                continue
            if arrivals.zones is None or arrivals.chart is None or arrivals.blocked_by == ("enemy units",):
                return True
            zone = ground.zone(side, ground.value(arrivals.zones), ground.value(arrivals.chart), "movement")
            if event.to not in zone - (ground.of(side) if "enemy zones" not in arrivals.blocked_by else set()):
                return True
        return False

    def _it_is_told_to_leave(self, event: Any, board: Any, past: Past) -> bool:
        groups = [group for group in self.game.scenarios[board.scenario].withdrawals if event.piece in group.units]
        unit_space, parse_space = board.at.get(event.piece), board.book.map.parse
        leaving_units = [
            group
            for group in groups
            if group.turn <= board.turn
            and (unit_space is None or not group.by or unit_space in map(parse_space, group.by))
        ]
        return bool(leaving_units) and event.piece not in board.lost

    def _the_box_has_room(self, event: Any, board: Any, past: Past) -> bool:
        boxes, side = self.of_kind(Boxes), board.book.units[event.piece].side
        units_inside = [unit for unit, place_in_box in board.in_box.items() if place_in_box.box == event.box]
        number = sum(board.book.units[unit].side == side for unit in units_inside)
        unit_space, parse_space = board.at.get(event.piece), board.book.map.parse
        return any(
            box.name == event.box
            and side in box.sides
            and (unit_space is None or unit_space in map(parse_space, box.entered_from))
            and (box.limit is None or part.counts != "units" or number < box.limit)
            for part in boxes
            for box in part.boxes
        )

    def _its_passage_is_over(self, event: Any, board: Any, past: Past) -> bool:
        entry, parse_space = board.in_box[event.piece], board.book.map.parse
        boxes = [box for part in self.of_kind(Boxes) for box in part.boxes if box.name == entry.box]
        return any(
            board.turn >= entry.turn + box.passage and event.to in map(parse_space, box.leads_to) for box in boxes
        )

    # combat

    def _all_attackers_reach_all_hexes(self, event: Any, board: Any, past: Past) -> bool:
        side, distance = board.book.units[event.attackers[0]].side, board.book.map.distance
        for combat in self.parts_in_force(Combat, side, board):
            guns = combat.bombardment
            reach = [
                guns.range if guns is not None and board.book.units[unit].kind in guns.by else 1
                for unit in event.attackers
            ]
            ways = [
                (distance_reached, board.at[unit])
                for distance_reached, unit in zip(reach, event.attackers, strict=True)
            ]
            if all(
                distance(unit_space, space) <= distance_reached
                for distance_reached, unit_space in ways
                for space in event.hexes
            ):
                return True
        return False

    def _the_odds_are_those_of_the_strengths(self, event: Any, board: Any, past: Past) -> bool:
        """Of strengths that nothing multiplies, on a table of odds; and the ground helps who stands on it."""
        ground, side = PlainBoard(board), board.book.units[event.attackers[0]].side
        for combat in self.parts_in_force(Combat, side, board):
            chart, table = ground.value(combat.chart), combat.table
            rows = [*chart.terrain.values(), *chart.hexside.values(), *chart.place.values()]
            multiplied = any(row.on_defence.times != 1 or row.on_attack.times != 1 for row in rows)
            defenders = [unit for unit, unit_space in board.at.items() if unit_space in event.hexes]
            strength = sum(map(ground.strength, defenders))
            if event.ruling is None or not strength or multiplied or combat.factors or combat.handicaps:
                return True
            attack = sum(map(ground.strength, event.attackers))
            strengths, _, column = str(event.ruling.parts[0].result).partition(", column ")
            if strengths != f"{attack} to {strength}":
                return False
            if table.compares != "odds" or table.columns.unit is not None:
                return True
            labels = [band.label.removesuffix(" or less").removesuffix(" or more") for band in table.columns.bands]
            odds = {label: Fraction(*map(int, label.split("-"))) for label in labels}
            reached_odds = [label for label in labels if Fraction(attack, strength) >= odds[label]]
            shifts = [line.value for part in event.ruling.parts for line in part.modifiers]
            if min(shifts, default=0) > ground.shelter(chart, event.hexes, defenders):
                return False
            return not reached_odds or column.startswith(reached_odds[-1])
        return False

    def _it_goes_as_far_as_a_result_says(self, event: Any, board: Any, past: Past) -> bool:
        distance = board.book.map.distance(event.start, event.to)
        for combat in self.of_kind(Combat):
            steps = [
                consequence
                for result in combat.table.results.values()
                for choice in result.steps
                for consequence in choice
            ]
            lengths = {consequence.amount for consequence in steps if consequence.effect is ResultEffect.RETREATS}
            if combat.retreat.measured == "as the hex lies" and combat.retreat.friends != "let pass":
                goes_that_far = distance in lengths
            else:
                goes_that_far = distance > 0 and (
                    combat.retreat.friends == "let pass" or distance <= max(lengths, default=0)
                )
            if goes_that_far:
                return True
        return False

    def _no_enemy_zone_bars_it(self, event: Any, board: Any, past: Past) -> bool:
        ground, side = PlainBoard(board), board.book.units[event.piece].side
        for retreat in (combat.retreat for combat in self.of_kind(Combat)):
            zone = ground.zone(side, ground.value(retreat.zones), ground.value(retreat.chart), "retreat")
            friendly_spaces = ground.of(side) if retreat.into_zones == "only onto friends" else set()
            if retreat.into_zones == "free" or event.to not in zone - friendly_spaces:
                return True
        return False

    def _it_goes_one_hex(self, event: Any, board: Any, past: Past) -> bool:
        return event.to in PlainBoard(board).next_to(event.start)

    def _its_side_loses_the_strength_of_a_step(self, event: Any, board: Any, past: Past) -> bool:
        faces, steps_lost = board.book.units[event.piece].faces, board.steps.get(event.piece, 0)
        return steps_lost + 1 < len(faces) and bool(
            event.strength == faces[steps_lost].strength - faces[steps_lost + 1].strength
        )

    def _its_side_loses_its_strength(self, event: Any, board: Any, past: Past) -> bool:
        return event.piece in board.at and event.strength == PlainBoard(board).strength(event.piece)

    # what belongs to one battle, or to one phase

    def of_battle(self, past: Past) -> tuple[Any, list[Event]]:
        """The last battle, and what followed from it; None and nothing where none was fought on the turn."""
        following: list[Event] = []
        for event in reversed(past):
            if isinstance(event, happens.Fought):
                return event, following[::-1]
            if isinstance(event, (happens.TurnBegan, happens.AttackAnnounced, happens.Moved)):
                break
            following.append(event)
        return None, []

    def _as_many_advance_as_may(self, event: Any, board: Any, past: Past) -> bool:
        battle, following = self.of_battle(past)
        side = board.book.units[event.piece].side
        attacks = battle is not None and side == board.book.units[battle.attackers[0]].side
        advances_before = [advance_event for advance_event in following if isinstance(advance_event, happens.Advanced)]
        policies = {combat.advance.attacker if attacks else combat.advance.defender for combat in self.of_kind(Combat)}
        as_many = "all units" in policies or ("one unit" in policies and not advances_before)
        return as_many and (not attacks or event.to in battle.hexes)

    def exchange_strengths(self, board: Any, past: Past) -> tuple[int, int]:
        """The strength that the attackers of the last battle owe for that of the others, and what they have paid."""
        battle, following = self.of_battle(past)
        side = board.book.units[battle.attackers[0]].side if battle is not None else ""
        fallen = [event for event in following if isinstance(event, happens.Eliminated)]
        reduced = [event.strength for event in following if isinstance(event, happens.Weakened) and event.side != side]
        strength_paid = sum(
            eliminated.strength for eliminated in fallen if eliminated.because == EXCHANGED and eliminated.side == side
        )
        return sum(eliminated.strength for eliminated in fallen if eliminated.side != side) + sum(
            reduced
        ), strength_paid

    def _an_exchange_needs_it(self, event: Any, board: Any, past: Past) -> bool:
        owed, strength_paid = self.exchange_strengths(board, past)
        battle, _ = self.of_battle(past)
        if event.because != EXCHANGED or event.piece not in battle.attackers:
            return True
        return strength_paid < owed or any(combat.table.brings(ResultEffect.LOSES) for combat in self.of_kind(Combat))

    def _an_exchange_was_paid(self, event: Any, board: Any, past: Past) -> bool:
        owed, strength_paid = self.exchange_strengths(board, past)
        battle, _ = self.of_battle(past)
        guns = {kind for combat in self.of_kind(Combat) if combat.bombardment for kind in combat.bombardment.by}
        return (
            not strength_paid
            or strength_paid >= owed
            or all(board.book.units[unit].kind in guns for unit in battle.attackers if unit in board.at)
        )

    def _it_has_not_moved_in_the_phase(self, event: Any, board: Any, past: Past) -> bool:
        moving_phases = [phase for phase in self.phases if isinstance(phase.part, Movement)]
        if any(phase.reactions for phase in moving_phases) or self.repeats_phases:
            return True
        turn_start = max(
            (number for number, past_event in enumerate(past) if isinstance(past_event, happens.TurnBegan)),
            default=0,
        )
        moves_before = [
            past_event
            for past_event in past[turn_start:]
            if isinstance(past_event, happens.Moved) and past_event.piece == event.piece
        ]
        side = board.book.units[event.piece].side
        return len(moves_before) < len([phase for phase in moving_phases if phase.side == side])

    def _nobody_was_left_over(self, event: Any, board: Any, past: Past) -> bool:
        """As the first battle of a phase is fought, all who must attack do, and all who must be attacked are."""
        last_event = next(
            (
                past_event
                for past_event in reversed(past)
                if not isinstance(past_event, happens.CounterTurnedUp | happens.UnitShown)
            ),
            None,
        )
        if not isinstance(last_event, (happens.AttackAnnounced, happens.AttackTakenBack)):
            return True
        ground, side = PlainBoard(board), board.book.units[event.attackers[0]].side
        for phase in self.phases:
            if phase.side != side or not isinstance(phase.part, Combat) or phase.who is not None:
                continue
            combat, duties = phase.part, ground.value(phase.part.must)
            zones, chart = ground.value(combat.zones), ground.value(combat.chart)
            attacked = {space for battle in board.battles for space in battle.hexes}
            attacking_units = {unit for battle in board.battles for unit in battle.attackers}
            zone = ground.zone(side, zones, chart, "movement")
            own_zone = ground.zone(
                next(other_side for other_side in self.game.sides if other_side != side), zones, chart, "movement"
            )
            idle = [
                unit
                for unit, unit_space in board.at.items()
                if ground.side(unit) == side and unit_space in zone and unit not in attacking_units
            ]
            if "attack" in duties and any(ground.strength(unit) for unit in idle):
                return False
            if "be attacked" in duties and not ground.others(side) & own_zone <= attacked:
                return False
        return True

    # replacements and railroads

    def _the_points_pay_for_it(self, event: Any, board: Any, past: Past) -> bool:
        parts = [part for part in self.parts_in_force(Replacements, event.side, board) if part.name == event.name]
        kind, points_held = board.book.units[event.piece].kind, board.points[event.name][event.side]
        return event.price <= points_held and any(
            callable(part.price) or event.price == (part.price if isinstance(part.price, int) else part.price.get(kind))
            for part in parts
        )

    def _a_step_is_missing(self, event: Any, board: Any, past: Past) -> bool:
        return event.piece in board.at and board.steps.get(event.piece, 0) > 0

    def _it_comes_back_to_an_open_place(self, event: Any, board: Any, past: Past) -> bool:
        ground, parse = PlainBoard(board), board.book.map.parse
        return event.piece in board.lost and any(
            event.to in map(parse, ground.value(replacements.places).get(event.side, ()))
            and event.to not in ground.others(event.side)
            for replacements in self.parts_in_force(Replacements, event.side, board)
        )

    def _a_railroad_leads_there(self, event: Any, board: Any, past: Past) -> bool:
        ground, side = PlainBoard(board), board.book.units[event.piece].side
        return any(
            event.to in ground.by_rail(rail, side, {event.start}, ground.others(side))
            for rail in self.parts_in_force(Rail, side, board)
        )

    def _the_capacity_suffices(self, event: Any, board: Any, past: Past) -> bool:
        ground, side = PlainBoard(board), board.book.units[event.piece].side
        units_gone = [unit for unit, turn in board.by_rail.items() if turn == event.turn and ground.side(unit) == side]
        return event.piece not in units_gone and any(
            sum(rail.count(board.pieces, unit) or 0 for unit in (*units_gone, event.piece))
            <= rail.side_capacity(board.pieces, side)
            for rail in self.parts_in_force(Rail, side, board)
        )

    def _who_was_turned_up_is_there(self, event: Any, board: Any, past: Past) -> bool:
        """Nobody who lay under a counter is neither on the map nor lost, nor has gone elsewhere."""
        units_shown = [unit for unit in getattr(board, "turned_up", {}).values() if unit]
        return all(unit in board.entered_before() for unit in units_shown)

    # supply and command

    def _these_lack_it_and_nobody_else(self, event: Any, board: Any, past: Past) -> bool:
        """Who is found out of supply or command, by lines that are searched hex by hex."""
        ground, command = PlainBoard(board), self.game.out_of_command
        units = [unit for unit in board.at if ground.side(unit) == event.side]
        if not isinstance(event, happens.SupplyJudged):  # a line reaches counters that lie face down, too
            units = [unit for unit in units if not board.book.units[unit].face_down]
        if isinstance(event, happens.CommandJudged):
            if command is None or command.command.measured != "in hexes":
                return True
            return {unit for unit in units if not ground.is_commanded(command.command, unit)} == {*event.units}
        rules = [isolation.out_of_supply for isolation in self.of_kind(Isolation)]
        rules += [combat.out_of_supply for combat in self.of_kind(Combat) if combat.out_of_supply is not None]
        if isinstance(event, happens.IsolationJudged) and rules[0].judged == "at its step":
            return bool(board.out_of_supply & {*units} == {*event.units})
        supplied_units = [ground.supplied(rule.trace, event.side) for rule in rules]
        return any(
            {unit for unit in units if board.at[unit] not in hexes} == {*event.units} for hexes in supplied_units
        )

    def _each_turn_is_counted_once(self, event: Any, board: Any, past: Past) -> bool:
        return all(
            turns == board.isolated.get(unit, 0) + 1 for unit, turns in zip(event.units, event.turns, strict=True)
        )

    # reactions, and whose turn it is

    def _it_has_not_reacted(self, event: Any, board: Any, past: Past) -> bool:
        limits = [fire.limit for fire in self.of_kind(OpportunityFire)]
        is_free = bool(limits) and "once a turn" not in limits
        return is_free or bool(board.reacted.get(event.piece) != event.turn)

    def _the_target_is_in_range(self, event: Any, board: Any, past: Past) -> bool:
        distance = board.book.map.distance(board.at[event.piece], board.at.get(event.target, board.at[event.piece]))
        kind = board.book.units[event.piece].kind
        fires: list[OpportunityFire] = self.of_kind(OpportunityFire)
        return any(kind in fire.by and distance <= fire.range for fire in fires)

    def _an_enemy_is_near(self, event: Any, board: Any, past: Past) -> bool:
        enemies, distance = PlainBoard(board).others(board.book.units[event.piece].side), board.book.map.distance
        moves: list[ReactionMove] = self.of_kind(ReactionMove)
        return any(distance(event.start, space) <= reaction_move.range for reaction_move in moves for space in enemies)

    def _the_initiative_is_its_own(self, event: Any, board: Any, past: Past) -> bool:
        return all(self.has_initiative(initiative, event, board, past) for initiative in self.of_kind(Initiative))

    def has_initiative(self, part: Initiative, event: Any, board: Any, past: Past) -> bool:
        """Whether the book gives a side the initiative, it has rolled higher, or it has paid for it."""
        match part.by:
            case GivenInitiative(turns=turns):
                sides = PlainBoard(board).value(turns)
                return bool(event.side == sides[min(max(board.turn, 1), len(sides)) - 1])
            case RolledInitiative():
                first_roll, second_roll = map(int, event.because.split(" against "))
                return bool(first_roll == second_roll or event.side == part.sides[first_roll < second_roll])
            case BidInitiative():
                last_event = past[-1] if past else None
                is_paid = isinstance(last_event, happens.PointsSet) and last_event.side == event.side
                return bool(is_paid or event.because.startswith("0 "))
            case _:
                assert_never(part.by)

    def _the_group_has_not_acted(self, event: Any, board: Any, past: Past) -> bool:
        impulse_taken = event.impulse
        return not impulse_taken.group or f"{impulse_taken.side} {impulse_taken.group}" not in board.impulse.spent

    def _the_sides_take_turns(self, event: Any, board: Any, past: Past) -> bool:
        impulse_before, impulse_taken = board.impulse, event.impulse
        return bool(
            impulse_taken == NO_IMPULSE
            or (impulse_taken.number == impulse_before.number + 1 and impulse_taken.side != impulse_before.side)
        )

    def _the_chit_is_in_the_cup(self, event: Any, board: Any, past: Past) -> bool:
        chits = [chit for cup in self.of_kind(Cup) for chit in PlainBoard(board).value(cup.chits)]
        count = sum(chit.count for chit in chits if chit.title == event.chit)
        has_ended = any(chit.ends and chit.title == board.drawn_chits[-1] for chit in chits if board.drawn_chits)
        return bool(event.drawn.count(event.chit) <= count and not has_ended)

    def _the_points_come_to_that_level(self, event: Any, board: Any, past: Past) -> bool:
        victory, outcome, points = self.game.victory_of(board), event.outcome, 0
        for line in victory.lines:
            match line:
                case HeldPlace(at=place_held, held_by=side, points=number):
                    place = board.book.map.coordinates(board.book.map.parse(place_held))
                    points += number if board.held.get(place) == side else 0
                case Losses(side=side, points=number):
                    points += number * board.losses.get(side, 0)
                case _:
                    points += line.points_of(board)
        if outcome.level in [sudden.title for sudden in victory.sudden]:
            return any(sudden.when(board) and sudden.title == outcome.level for sudden in victory.sudden)
        reached_levels = [level for level in victory.levels if level.at_least is None or level.at_least <= points]
        best_level = max(reached_levels, key=lambda level: -(10**6) if level.at_least is None else level.at_least)
        return bool(outcome.level == best_level.title and (outcome.winner or "") == best_level.winner)
