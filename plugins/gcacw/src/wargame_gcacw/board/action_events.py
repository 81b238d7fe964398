"""What happens in an action: to leaders, on marches, in combats, assaults and retreats, and to control."""

from typing import Annotated, get_args

from attrs import evolve, frozen

from wargame_core.authoring import FROM, OFF, PATH, PIECE, PLACE, TARGET, TO, About, PublicEvent, Ruling, Table
from wargame_gcacw.board.actions import AttackKind, CombatKind
from wargame_gcacw.board.board import Activation, FieldBoard, March
from wargame_gcacw.charts.results import parse_result
from wargame_gcacw.printed.book import LossCause, show_points
from wargame_gcacw.printed.counters import NATION, TIRED_OUT, LeaderId, Side

CAUSES = {
    "combat": "in combat",
    "retreat": "in retreat",
    "cavalry_retreat": "in a cavalry retreat",
    "extended_march": "by an extended march",
    "force_march": "by a force march",
    "zone_to_zone": "by slipping from one enemy zone to another",
}


@frozen
class ActionBegan(PublicEvent, sets="activation; passed_sides = ()"):
    """A march or the activation of a leader begins; see `board.Activation`."""

    activation: Activation

    def text(self, board: FieldBoard) -> str:
        if not self.activation.leader:
            return ""
        units = ", ".join(board.name(unit_id) for unit_id in self.activation.units)
        return f"{board.name(self.activation.leader)} is activated with {units}."

    def about(self, board: FieldBoard) -> About:
        leader = (self.activation.leader,) if self.activation.leader else ()
        return About((*leader, *self.activation.units))


@frozen
class ActionEnded(PublicEvent, sets="activation = march = None; active = ''; passed_sides = ()", silent=True):
    """A march or an activation is over; who acts next is open."""


@frozen
class LeaderPlaced(PublicEvent):
    """A leader stands with another unit now; without a unit he is out of the game. ``spends``: his one transfer."""

    leader: Annotated[LeaderId, PIECE]
    unit: Annotated[str, TARGET]
    because: str = ""
    spends: bool = False

    def apply(self, board: FieldBoard) -> None:
        board.stranded_leaders.pop(self.leader, None)
        board.cut_off.pop(self.leader, None)
        if self.unit:
            board.leader_with[self.leader] = self.unit
        if self.spends and board.activation is not None:
            board.activation = evolve(board.activation, moves_leader=False)

    def text(self, board: FieldBoard) -> str:
        reason = f" ({self.because})" if self.because else ""
        if not self.unit:
            return f"{board.name(self.leader)} has no unit left to join{reason}."
        return f"{board.name(self.leader)} joins {board.name(self.unit)}{reason}."


@frozen
class LeaderCutOff(PublicEvent):
    """A leader whose unit is gone has none of his within reach: he is off the map until leaders transfer."""

    leader: Annotated[LeaderId, PIECE]

    def apply(self, board: FieldBoard) -> None:
        board.cut_off[self.leader] = board.stranded_leaders.pop(self.leader)

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.leader)} is cut off from his units until leaders transfer."

    def about(self, board: FieldBoard) -> About:
        return About((self.leader,), to=OFF)


@frozen
class AllowanceRolled(PublicEvent):
    """The half points that every unit of the action has."""

    dice: tuple[int, ...]
    allowance: int

    def apply(self, board: FieldBoard) -> None:
        board.activation = evolve(board.the_activation, allowance=self.allowance)

    def text(self, board: FieldBoard) -> str:
        points = show_points(self.allowance)
        return f"{points} movement point{'s' * (points != '1')}."


@frozen
class MarchBegan(PublicEvent):
    """A unit begins to march: it is one fatigue level more tired."""

    unit: Annotated[str, PIECE]
    start: Annotated[str, PLACE]
    allowance: int

    def apply(self, board: FieldBoard) -> None:
        old_unit_state = board.units[self.unit]
        board.change(self.unit, fatigue=min(TIRED_OUT, old_unit_state.fatigue + 1))
        board.march = March(self.unit, self.allowance, self.allowance)
        if board.activation is not None:
            waiting_units = tuple(unit for unit in board.activation.units if unit != self.unit)
            board.activation = evolve(board.activation, units=waiting_units)
        if board.night:
            board.night_marched.add(self.unit)

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.unit)} begins a march in {self.start}."


@frozen
class ExtendedMarched(PublicEvent):
    """The table was consulted for a tired unit; ``result`` is as printed ("NE", "D" or a number)."""

    unit: Annotated[str, PIECE]
    die: int
    result: str
    ruling: Ruling | None = None

    def text(self, board: FieldBoard) -> str:
        effects = {"NE": "no effect", "D": "it is disorganized"}
        return f"Extended march of {board.name(self.unit)}: {effects.get(self.result, f'it loses {self.result}')}."

    def apply(self, board: FieldBoard) -> None:
        if board.unit(self.unit).arm == "wagon" and self.result != "NE":
            board.train_marches[self.unit] = board.train_marches.get(self.unit, 0) + 1


@frozen
class ForceMarched(PublicEvent):
    """A unit marches farther than it should; it is disorganized."""

    unit: Annotated[str, PIECE]
    dice: tuple[int, ...]
    extra: int

    def apply(self, board: FieldBoard) -> None:
        march = board.the_march
        board.march = evolve(march, allowance=march.allowance + self.extra, left=march.left + self.extra)
        board.change(self.unit, disorganized=True)

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.unit)} force marches: {show_points(self.extra)} points more, disorganized."


@frozen
class Marched(PublicEvent):
    """The unit went along a path of hexes, at a cost in half points; ``stopped`` by an enemy zone of control."""

    unit: Annotated[str, PIECE]
    path: Annotated[tuple[str, ...], PATH]
    points: int
    stopped: bool

    def apply(self, board: FieldBoard) -> None:
        space = board.ground.map.parse(self.path[-1])
        board.change(self.unit, space=space, work="")
        points_left = max(0, board.the_march.left - self.points)
        board.march = evolve(board.the_march, left=points_left, fresh=False, stopped=self.stopped)
        board.left_hex.add(self.unit)

    def text(self, board: FieldBoard) -> str:
        stop_words = ", into an enemy zone of control" if self.stopped else ""
        return f"{board.name(self.unit)} goes {' - '.join(self.path)} ({show_points(self.points)}{stop_words})."


@frozen
class PointsSpent(PublicEvent, silent=True):
    """The march lost half points: by an attack, or to retreating cavalry."""

    points: int
    because: str

    def apply(self, board: FieldBoard) -> None:
        board.march = evolve(board.the_march, left=max(0, board.the_march.left - self.points), fresh=False)


@frozen
class MarchEnded(PublicEvent, sets="march = None"):
    """The march is over; ``stays`` is the hex of a ``unit`` that neither moved nor attacked, and empty for others."""

    unit: Annotated[str, PIECE] = ""
    stays: Annotated[str, PLACE] = ""

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.unit)} stays in {self.stays}." if self.stays else ""


@frozen
class ManpowerLost(PublicEvent):
    """A unit lost points of manpower; with none ``left`` it is eliminated.

    ``on_the_way``: within a retreat, whose last event tells the total loss.
    """

    unit: Annotated[str, PIECE]
    points: int
    cause: LossCause
    left: int
    on_the_way: bool = False

    def apply(self, board: FieldBoard) -> None:
        counter = board.unit(self.unit)
        key = f"{counter.side}:{self.cause}:{counter.arm}"
        board.lost_manpower[key] = board.lost_manpower.get(key, 0) + self.points
        if self.left:
            board.change(self.unit, manpower=self.left)
        else:
            eliminate(board, self.unit)

    def text(self, board: FieldBoard) -> str:
        if self.on_the_way and self.left:
            return ""
        elimination_words = "" if self.left else " and is eliminated"
        return f"{board.name(self.unit)} loses {self.points} {CAUSES[self.cause]}{elimination_words}."

    def about(self, board: FieldBoard) -> About:
        return About((self.unit,), to="" if self.left else OFF)


def lose(table: Table[FieldBoard], unit: str, points: int, cause: LossCause, *, on_the_way: bool = False) -> None:
    """Let a unit lose points of manpower, as many as it has."""
    manpower = table.board.units[unit].manpower
    table.record(ManpowerLost(unit, min(points, manpower), cause, max(0, manpower - points), on_the_way))


def eliminate(board: FieldBoard, unit: str) -> None:
    """Take a unit out of the game, and out of the march and action under way."""
    board.remove(unit)
    board.eliminated_units = (*board.eliminated_units, unit)
    if board.march is not None and board.march.unit == unit:
        board.march = None
    if board.activation is not None and unit in board.activation.units:
        board.activation = evolve(board.activation, units=tuple(u for u in board.activation.units if u != unit))


@frozen
class Disorganized(PublicEvent, sets="change(unit, disorganized=True)"):
    """A unit is disorganized; ``because`` ends the sentence of the story."""

    unit: Annotated[str, PIECE]
    because: str = ""

    def text(self, board: FieldBoard) -> str:
        reason = f" {self.because}" if self.because else ""
        return f"{board.name(self.unit)} is disorganized{reason}."


@frozen
class Suffered(PublicEvent):
    """What a unit's state became by a combat result, losses of manpower apart."""

    unit: Annotated[str, PIECE]
    fatigue: int
    disorganized: bool
    demoralized: int

    def apply(self, board: FieldBoard) -> None:
        board.change(self.unit, fatigue=self.fatigue, disorganized=self.disorganized, demoralized=self.demoralized)

    def text(self, board: FieldBoard) -> str:
        words = [f"fatigue {self.fatigue}"] + ["disorganized"] * self.disorganized
        words += [f"demoralized-{self.demoralized}"] if self.demoralized else []
        return f"{board.name(self.unit)} after the combat: {', '.join(words)}."


@frozen
class Tired(PublicEvent, silent=True):
    """A unit gained fatigue levels outside a march."""

    unit: Annotated[str, PIECE]
    levels: int = 1

    def apply(self, board: FieldBoard) -> None:
        old_unit_state = board.units[self.unit]
        board.change(self.unit, fatigue=min(TIRED_OUT, old_unit_state.fatigue + self.levels))


@frozen
class AssaultOrdered(PublicEvent):
    """A leader orders an assault: his command value less the die says how many units may take part."""

    leader: Annotated[LeaderId, PIECE]
    target: Annotated[str, PLACE]
    die: int
    units: int

    def apply(self, board: FieldBoard) -> None:
        board.passed_sides = ()
        if not self.units:
            board.failed_orders.add(self.leader)

    def text(self, board: FieldBoard) -> str:
        units_in_words = f"up to {self.units} units" if self.units > 1 else "one unit" if self.units else "nobody"
        return f"{board.name(self.leader)} orders an assault on {self.target}; {units_in_words} may take part."


@frozen
class Fought(PublicEvent):
    """A combat: both dice, and both results as printed. The ruling is there when somebody watches."""

    attackers: Annotated[tuple[str, ...], PIECE]
    defenders: Annotated[tuple[str, ...], TARGET]
    target: Annotated[str, PLACE]
    how: CombatKind
    attacker_die: int
    defender_die: int
    artillery_die: int
    attacker: str
    defender: str
    ruling: Ruling | None = None

    def text(self, board: FieldBoard) -> str:
        attackers_in_words = ", ".join(board.name(unit_id) for unit_id in self.attackers)
        defenders_in_words = ", ".join(board.name(unit_id) for unit_id in self.defenders)
        manner_in_words = self.how.replace("_", " ") + (" attack" if self.how in get_args(AttackKind) else "")
        defender, attacker = (f"{raw} ({parse_result(raw).words})" for raw in (self.defender, self.attacker))
        return (
            f"{attackers_in_words}: {manner_in_words} on {defenders_in_words} "
            f"in {self.target}: defender {defender}, attacker {attacker}."
        )


@frozen
class Retreated(PublicEvent, silent=True):
    """A unit went back one hex; its works are lost. ``by_combat``: a combat drove it, or it gave way after one."""

    unit: Annotated[str, PIECE]
    start: Annotated[str, FROM]
    to: Annotated[str, TO]
    by_combat: bool = True

    def apply(self, board: FieldBoard) -> None:
        board.change(self.unit, space=board.ground.map.parse(self.to), work="")
        board.left_hex.add(self.unit)
        if self.by_combat and board.unit(self.unit).arm == "wagon":
            board.train_retreats[self.unit] = board.train_retreats.get(self.unit, 0) + 1


@frozen
class RetreatEnded(PublicEvent):
    """A unit has gone back along these hexes, the first of them the one it left, and lost manpower on its way."""

    unit: Annotated[str, PIECE]
    path: Annotated[tuple[str, ...], PATH]
    lost: int = 0

    def text(self, board: FieldBoard) -> str:
        loss_words = f" and loses {self.lost}" if self.lost else ""
        return f"{board.name(self.unit)} retreats {' - '.join(self.path)}{loss_words}."


@frozen
class Surrendered(PublicEvent, says="{unit} cannot complete its retreat and surrenders."):
    """A unit that could not complete its retreat is eliminated; its manpower counts as lost in retreat."""

    unit: Annotated[str, PIECE]

    def apply(self, board: FieldBoard) -> None:
        counter = board.unit(self.unit)
        key = f"{counter.side}:retreat:{counter.arm}"
        board.lost_manpower[key] = board.lost_manpower.get(key, 0) + board.units[self.unit].manpower
        eliminate(board, self.unit)

    def about(self, board: FieldBoard) -> About:
        return About((self.unit,), to=OFF)


@frozen
class CavalryRetreated(PublicEvent):
    """The cavalry of a hex gives way: its modified roll, and the half points it costs the active unit."""

    hex: Annotated[str, PLACE]
    units: Annotated[tuple[str, ...], PIECE]
    die: int
    total: int
    cost: int

    def apply(self, board: FieldBoard) -> None:
        if board.march is not None:
            board.march = evolve(board.march, left=max(0, board.march.left - self.cost))

    def text(self, board: FieldBoard) -> str:
        names = ", ".join(board.name(unit_id) for unit_id in self.units)
        verb = "retreats" if len(self.units) == 1 else "retreat"
        costs = f", which costs the march {show_points(self.cost)} MP" if self.cost else ""
        return f"{names} in {self.hex} {verb} before the enemy (modified roll {self.total}){costs}."


@frozen
class WayCleared(PublicEvent, silent=True):
    """The enemies that stopped a march are gone and the unit stands in no enemy zone any more: it may go on."""

    unit: Annotated[str, PIECE]

    def apply(self, board: FieldBoard) -> None:
        if board.march is not None and board.march.unit == self.unit:
            board.march = evolve(board.march, stopped=False)


@frozen
class Advanced(PublicEvent):
    """A unit advanced after combat into the hex the enemy left; its works are lost."""

    unit: Annotated[str, PIECE]
    start: Annotated[str, FROM]
    to: Annotated[str, TO]

    def apply(self, board: FieldBoard) -> None:
        board.change(self.unit, space=board.ground.map.parse(self.to), work="")
        board.left_hex.add(self.unit)
        if board.march is not None and board.march.unit == self.unit:
            board.march = evolve(board.march, stopped=False)

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.unit)} advances into {self.to}."


@frozen
class ControlTaken(PublicEvent):
    """Infantry of a side entered an objective."""

    side: Side
    hex: Annotated[str, PLACE]

    def apply(self, board: FieldBoard) -> None:
        board.control[board.ground.map.parse(self.hex)] = self.side

    def text(self, board: FieldBoard) -> str:
        hex_label = board.ground.label(board.ground.map.parse(self.hex))
        return f"The {NATION[self.side]} side takes control of {hex_label}."


@frozen
class Exited(PublicEvent):
    """A unit left the map for good; ``driven``: by a retreat, which counts as no exit."""

    unit: Annotated[str, PIECE]
    hex: Annotated[str, PLACE]
    driven: bool = False

    def apply(self, board: FieldBoard) -> None:
        board.exited_units[self.unit] = board.units[self.unit].manpower
        if self.driven:
            board.driven_off.add(self.unit)
        board.remove(self.unit)
        board.march = None

    def text(self, board: FieldBoard) -> str:
        driven_text = "is driven off" if self.driven else "leaves"
        return f"{board.name(self.unit)} {driven_text} the map by {self.hex}."

    def about(self, board: FieldBoard) -> About:
        return About((self.unit,), to=OFF, places=(self.hex,))
