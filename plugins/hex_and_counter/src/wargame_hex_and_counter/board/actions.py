"""What a seat may choose in a game of hexes and counters."""

from __future__ import annotations

from typing import Annotated, Any

from attrs import field, frozen

from wargame_core.authoring import PIECE, TARGET, TO, Action
from wargame_core.flow.choices import sorted_ids
from wargame_hex_and_counter.board.pieces import title_of
from wargame_hex_and_counter.board.reactions import Preference, distance_clause, duration_clause


@frozen
class Move(Action, says="{piece} moves to {to}"):
    """A unit moves."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Enter(Action, says="{piece} arrives at {to}"):
    """A reinforcement comes onto the map."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Attack(Action, says="{piece} attacks {to}"):
    """A unit joins the attack on a hex, or begins one; one that attacks already attacks this hex as well."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class TakeBack(Action, says="{piece} does not attack"):
    """An announced attacker attacks nobody."""

    piece: Annotated[str, PIECE]


@frozen
class Fight(Action):
    """The battle at a hex is fought next, and at every other hex of it."""

    to: Annotated[int, TO]

    def text(self, board: Any) -> str:
        battles = (battle.hexes for battle in getattr(board, "battles", ()) if self.to in battle.hexes)
        return f"fight the battle at {' and '.join(map(board.place, next(battles, (self.to,))))}"


@frozen
class Suffer(Action, says="{what}"):
    """Of two results the side concerned chooses one."""

    what: str


@frozen
class LoseStep(Action, says="{piece} loses a step"):
    """A unit loses a step."""

    piece: Annotated[str, PIECE]


@frozen
class Lose(Action, says="lose {pieces}"):
    """Units are lost in exchange for others."""

    pieces: Annotated[tuple[str, ...], PIECE] = field(converter=sorted_ids)


@frozen
class RetreatTo(Action, says="{piece} retreats to {to}"):
    """A beaten unit goes back."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Push(Action, says="{piece} makes room and goes to {to}"):
    """A friend in the way of a retreat is pushed to another hex."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class AdvanceTo(Action, says="{piece} advances to {to}"):
    """A victor enters a hex that the battle has emptied."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Restore(Action, says="{piece} regains a step"):
    """A reduced unit gets a step back, where it stands."""

    piece: Annotated[str, PIECE]


@frozen
class Rebuild(Action, says="{piece} is rebuilt at {to}"):
    """An eliminated unit comes back to the map with one step."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Recall(Action, says="{piece} is rebuilt and arrives later"):
    """An eliminated unit comes back as a reinforcement, with one step."""

    piece: Annotated[str, PIECE]


@frozen
class GoByRail(Action, says="{piece} goes by rail to {to}"):
    """A unit goes along railroads."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class PutUnder(Action):
    """A unit is put under a counter that lies face down; "" makes a dummy of it."""

    counter: Annotated[str, PIECE]
    piece: Annotated[str, PIECE]

    def text(self, board: Any) -> str:
        piece_name = board.name(self.piece) if self.piece else "nothing"
        return f"{board.name(self.counter)}: {piece_name} lies under it"


@frozen
class EnterBox(Action, says="{piece} goes into {box}"):
    """A unit goes into a box beside the map."""

    piece: Annotated[str, PIECE]
    box: str


@frozen
class LeaveBox(Action, says="{piece} goes from its box to {to}"):
    """A unit goes from a box beside the map onto the map."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Fire(Action, says="{piece} fires at {target}"):
    """A unit fires at an enemy that moves."""

    piece: Annotated[str, PIECE]
    target: Annotated[str, TARGET]


@frozen
class HoldFire(Action, says="nobody fires, or moves in reaction"):
    """Nobody reacts to the enemy that moves, this once."""


@frozen
class AskLater(Action):
    """Nobody reacts, and on this turn nobody asks about these units unless an enemy is within so many hexes."""

    pieces: Annotated[tuple[str, ...], PIECE] = field(converter=sorted_ids)
    within: int

    def text(self, board: Any) -> str:
        names = ", ".join(map(board.name, self.pieces))
        return f"nobody; do not ask about {names} this turn{distance_clause(self.within)}"


@frozen
class AskAgain(Action, says="nobody; ask about {pieces} again"):
    """Nobody reacts, and from now on it is asked about these units again."""

    pieces: Annotated[tuple[str, ...], PIECE] = field(converter=sorted_ids)


@frozen
class NoReactions(Action):
    """Nobody reacts, and up to a turn nobody asks about any unit of the side unless an enemy is so near.

    ``until`` and ``within`` as in a `StandingAnswer`.
    """

    until: int
    within: int

    def text(self, board: Any) -> str:
        return f"nobody; do not ask about any unit{duration_clause(self.until)}{distance_clause(self.within)}"


@frozen
class DoneNoReactions(Action):
    """That is all for this phase, and from now on as with `NoReactions`."""

    until: int
    within: int

    def text(self, board: Any) -> str:
        return f"that is all; do not ask about reactions{duration_clause(self.until)}{distance_clause(self.within)}"


@frozen
class DoneDecideBattles(Action):
    """That is all for this phase, and up to a turn nobody asks the side as battles are fought.

    The usual preferences decide where it has given no other.
    """

    until: int

    def text(self, board: Any) -> str:
        return f"that is all; decide battles for this side{duration_clause(self.until)}"


@frozen
class DoneAskNothing(Action):
    """That is all for this phase, and up to a turn nobody asks the side for reactions, or as battles are fought.

    Nobody of it reacts then, and the usual preferences decide where it has given no other.
    """

    until: int

    def text(self, board: Any) -> str:
        return f"that is all; decide battles and reactions for this side{duration_clause(self.until)}"


@frozen
class DoneAskAgain(Action, says="that is all; ask about everything again"):
    """That is all for this phase, and nothing that the side has said beforehand holds any more."""


@frozen
class Prefer(Action):
    """What a preference says is chosen, and up to a turn nobody asks the side this question again."""

    preference: Preference
    until: int

    def text(self, board: Any) -> str:
        return f"{self.preference}; do not ask about that again{duration_clause(self.until)}"


@frozen
class React(Action, says="{piece} moves to {to} in reaction"):
    """A unit moves because an enemy moves."""

    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Bid(Action, says="{points} for the initiative"):
    """A side offers so many of its points for the initiative."""

    points: int


@frozen
class Activate(Action):
    """The units of a group act in this impulse; the group is a unit, a formation, or the side."""

    group: str

    def text(self, board: Any) -> str:
        units = board.book.units
        return f"{units[self.group].name if self.group in units else title_of(board, self.group)} acts"


@frozen
class PassImpulse(Action, says="pass"):
    """Nobody acts in this impulse."""


@frozen
class Done(Action):
    """That is all for this phase."""

    def text(self, board: Any) -> str:
        return "that is all"


DONE = Done()
"""That is all: the same for every phase."""
ACTIONS: tuple[type[Action], ...] = (
    Move, Enter, Attack, TakeBack, Fight, Suffer, LoseStep, Lose, RetreatTo, Push, AdvanceTo, Done,
)  # fmt: skip
"""Those of every game; a further part brings its own."""
