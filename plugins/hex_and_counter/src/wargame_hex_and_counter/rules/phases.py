"""Phases: what a side does with each of its units, once, until it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, assert_never

from attrs import evolve

from wargame_core.authoring import PieceMoves, Procedure, Step, Table
from wargame_core.charts import OffChart
from wargame_core.flow.choices import Random
from wargame_core.flow.commitments import CommitmentChoices, State
from wargame_core.rulings import Verdict, refuse
from wargame_hex_and_counter.board.actions import Attack, Done, Enter, Move, TakeBack
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.rules.arrivals import Arrivals
from wargame_hex_and_counter.rules.binding import USUAL, Binding
from wargame_hex_and_counter.rules.combat import Combat, groups_of
from wargame_hex_and_counter.rules.movement import Movement
from wargame_hex_and_counter.rules.rail import Rail, travel
from wargame_hex_and_counter.rules.replacements import Replacements, Who, rebuild
from wargame_hex_and_counter.rules.results import next_battle, resolve
from wargame_hex_and_counter.rules.stacking import names_in


def phase(
    label: str,
    side: str,
    part: Movement | Combat | Arrivals | Replacements | Rail,
    binding: Binding = USUAL,
    *,
    who: Who | None = None,
    when: Callable[[Any], bool] | None = None,
) -> Step:
    """A step of the sequence of play in which a side acts by one part of the rulebook.

    ``who`` says which units take part; the phase is skipped where ``when``, a test of the board, is false.
    """
    match part:
        case Movement():

            def play(t: Table[Any]) -> Procedure[None]:
                yield from move(t, label, side, part, binding, who)

        case Combat():

            def play(t: Table[Any]) -> Procedure[None]:
                yield from fight(t, label, side, part, binding)

        case Arrivals():

            def play(t: Table[Any]) -> Procedure[None]:
                yield from arrive(t, label, side, part, binding)

        case Replacements():

            def play(t: Table[Any]) -> Procedure[None]:
                yield from rebuild(t, label, side, part, binding, who)

        case Rail():

            def play(t: Table[Any]) -> Procedure[None]:
                yield from travel(t, label, side, part, binding, who)

        case _:
            assert_never(part)

    return Step(label, play, part.cite, when)


def move(
    t: Table[Any], label: str, side: str, movement: Movement, binding: Binding, who: Who | None = None
) -> Procedure[None]:
    """Each unit of a side moves once, in any order, until the side is done."""
    pieces = binding.pieces(t.board)
    waiting = [unit for unit in pieces.of(side) if who is None or who(pieces, unit)]
    total, done = len(waiting), 0
    while waiting:
        menu = Moves(binding.pieces(t.board), waiting, movement, side)
        if not menu.any() and menu.finished():
            return
        prompt = f"{side.capitalize()} {label.lower()}, {done} of {total}: who moves?"
        chosen = yield from t.ask(side, menu, prompt, movement.cite)
        if isinstance(chosen, Done):
            return
        path = movement.reach(menu.state, chosen.piece, until=chosen.to).path(chosen.to)
        t.record(binding.moved(chosen.piece, path[0], chosen.to))
        binding.has_entered(t, chosen.piece, path[1:])
        waiting.remove(chosen.piece)
        done += 1


class Moves(PieceMoves):
    """Where each unit that has not moved can go; to be done, where no hex holds too many."""

    __slots__ = ("_spaces", "movement", "side", "state")

    def __init__(self, pieces: Pieces, waiting: list[str], movement: Movement, side: str) -> None:
        self.state, self.movement, self.side = pieces, movement, side
        self._spaces: dict[str, int] = {}
        super().__init__(
            tuple(waiting), self._ends, Move, cite=movement.cite, done=Done(), why_not=self._why_not,
            parse=pieces.map.parse,
        )  # fmt: skip

    def any(self) -> bool:
        """Whether any unit can move: asked before every choice, and when a phase is played again from its beginning."""
        stacking = self.state.value(self.movement.stacking)
        if stacking.checked != "end of movement" or not stacking.excess(self.state, self.side):
            for unit in self.pieces:
                if self.movement.surely_moves(self.state, unit):
                    return True
        return super().any()

    def spaces(self, unit: str) -> int:
        """Mask of the hexes that a unit can go to, whoever of its side stands there."""
        if unit not in self._spaces:
            self._spaces[unit] = self.movement.spaces(self.state, unit)
        return self._spaces[unit]

    def _ends(self, unit: str) -> int:
        return self.movement.ends(self.state, unit, self.spaces(unit), lambda: _OpenTo(self))

    def _why_not(self, unit: str, space: int) -> Verdict:
        why = self.movement.why_not(self.state, unit, space)
        return why and refuse("stacking", "too many would be left in a hex: nobody could make room", self.cite)

    def finished(self) -> Verdict:
        """Whether the phase may end: no hex holds too many."""
        stacking = self.state.value(self.movement.stacking)
        excess = stacking.excess(self.state, self.side) if stacking.checked == "end of movement" else []
        text = f"too many stand in {names_in(self.state, excess)}; at most {stacking.limit}"
        return refuse("stacking", text, stacking.cite) if excess else Verdict()

    def judge(self, action: Any) -> Verdict:
        return self.finished() if action == self.done else super().judge(action)

    def __iter__(self) -> Any:
        return (action for action in super().__iter__() if action != self.done or self.finished())

    def __len__(self) -> int:
        return super().__len__() - (not self.finished())

    def sample(self, rng: Random) -> Any:
        action = super().sample(rng)
        while action == self.done and not self.finished():
            ahead = [unit for unit in self.pieces if self.reach(unit)]
            unit = ahead[int(rng.random() * len(ahead))]
            action = PieceMoves([unit], self.reach, Move).sample(rng)
        return action


class _OpenTo(Mapping[str, int]):
    """Where each unit that has not moved can go, whoever stands there, as masks; each is found when it is asked for."""

    def __init__(self, moves: Moves) -> None:
        self._moves = moves

    def __getitem__(self, unit: str) -> int:
        return self._moves.spaces(unit)

    def __contains__(self, unit: object) -> bool:
        return unit in self._moves.pieces

    def __iter__(self) -> Iterator[str]:
        return iter(self._moves.pieces)

    def __len__(self) -> int:
        return len(self._moves.pieces)


def arrive(t: Table[Any], label: str, side: str, arrivals: Arrivals, binding: Binding) -> Procedure[None]:
    """Everybody due has come, or waits."""
    while True:
        pieces = binding.pieces(t.board)
        ends = arrivals.ends(pieces, side)
        if not ends:
            return
        menu = PieceMoves(list(ends), ends.__getitem__, Enter, cite=arrivals.cite, parse=pieces.map.parse)
        chosen = yield from t.ask(
            side, menu, f"{side.capitalize()} {label.lower()}, {len(ends)} due: who arrives, and where?", arrivals.cite
        )
        t.record(binding.arrived(chosen.piece, chosen.to))
        binding.has_entered(t, chosen.piece, (chosen.to,))


def fight(t: Table[Any], label: str, side: str, combat: Combat, binding: Binding) -> Procedure[None]:
    """All attacks of a side are announced, unit by unit; then each is fought, in the order that it chooses."""
    yield from announce(t, label, side, combat, binding)
    while binding.battles(t.board):
        battle = yield from next_battle(t, binding, side, combat)
        yield from resolve(t, combat, binding, battle)


def announce(t: Table[Any], label: str, side: str, combat: Combat, binding: Binding) -> Procedure[None]:
    """The attacks that a side announces stand on the board; nobody who must attack or be attacked is left over."""
    pieces = binding.pieces(t.board)
    duty, name, read = combat.commitments(pieces, side), pieces.map.coordinates, pieces.map.space_written
    state: State = ()
    back: set[str] = set()
    while duty.members:
        state = groups_of(binding.battles(t.board), name)
        if duty.complete(state) and next(duty.moves(state), None) is None:
            return
        committed = [unit for group in state for unit in group.members if unit not in back]
        menu = CommitmentChoices(
            duty,
            state,
            lambda unit, target: Attack(unit, read(target) if target else 0),
            lambda attack: (attack.piece, name(attack.to) if 0 <= attack.to < pieces.map.size else "no hex"),
            done=Done(),
            back=TakeBack,
            may_be_taken_back=committed,
        )
        attacking = sum(len(group.members) for group in state)
        prompt = f"{side.capitalize()} {label.lower()}, {attacking} of {len(duty.members)} attack: who is next?"
        chosen = yield from t.ask(side, menu, prompt, combat.cite)
        if isinstance(chosen, Done):
            return
        if isinstance(chosen, TakeBack):
            back.add(chosen.piece)
            left = duty.take_back(state, chosen.piece)
            assert not isinstance(left, Verdict)
            rest = with_odds(combat, pieces, combat.battles(pieces, side, left), binding.battles(t.board))
            t.record(binding.taken_back(chosen.piece, rest))
            continue
        added = duty.add(state, chosen.piece, name(chosen.to))
        assert not isinstance(added, Verdict)
        battles = with_odds(combat, pieces, combat.battles(pieces, side, added), binding.battles(t.board))
        mine = next(battle for battle in battles if chosen.piece in battle.attackers)
        t.record(binding.announced(chosen.piece, chosen.to, mine.odds, battles))


def with_odds(
    combat: Combat, pieces: Pieces, battles: tuple[Battle, ...], known: tuple[Battle, ...]
) -> tuple[Battle, ...]:
    """Battles with what each comes to; those that are known already are not counted again."""
    by_units = {(battle.attackers, battle.hexes): battle for battle in known}
    return tuple(
        by_units.get((battle.attackers, battle.hexes)) or _with_its_odds(combat, pieces, battle) for battle in battles
    )


def _with_its_odds(combat: Combat, pieces: Pieces, battle: Battle) -> Battle:
    try:
        fight = combat.fight(pieces, battle)
        return evolve(battle, column=fight.column, odds=str(fight))
    except OffChart as error:
        return evolve(battle, odds=str(error))
