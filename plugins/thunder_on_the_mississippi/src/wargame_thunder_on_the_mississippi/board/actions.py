"""What the players choose: operations of their commands, and what the tables leave to them."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import frozen

from wargame_core.authoring import Action
from wargame_core.flow.about import PIECE, PLACE, TARGET, TO
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import BRIDGEHEAD, FortId


@frozen
class Pass(Action):
    """No operation now."""

    kind: ClassVar[str] = "pass"

    def text(self, board: ClockBoard) -> str:
        return "pass"


@frozen
class MarchByRoad(Action):
    """A command marches along a road; at its end it may have to attack."""

    kind: ClassVar[str] = "march"
    command: Annotated[str, PIECE]
    to: Annotated[str, TO]

    def text(self, board: ClockBoard) -> str:
        road = board.roads(self.command).get(self.to, 0)
        done = board.progress.get(self.command, 0) if board.heading.get(self.command) == self.to else 0
        return f"{board.name(self.command)}: march to {board.book.places[self.to].name} ({done} of {road} MP)"


@frozen
class Assault(Action):
    """A Union command in the lines assaults a fort."""

    kind: ClassVar[str] = "assault"
    command: Annotated[str, PIECE]
    fort: Annotated[FortId, PLACE]

    def text(self, board: ClockBoard) -> str:
        return f"{board.name(self.command)}: assault the {board.fort(self.fort)}"


@frozen
class Sortie(Action):
    """The garrison attacks a Union command in the lines."""

    kind: ClassVar[str] = "sortie"
    target: Annotated[str, TARGET]

    def text(self, board: ClockBoard) -> str:
        return f"the garrison: sortie against {board.name(self.target)}"


@frozen
class Dig(Action):
    """The garrison works on a fort."""

    kind: ClassVar[str] = "dig"
    fort: Annotated[FortId, PLACE]

    def text(self, board: ClockBoard) -> str:
        return f"the garrison: dig at the {board.fort(self.fort)}"


@frozen
class Wreck(Action):
    """A Union command in Jackson destroys the railroad station."""

    kind: ClassVar[str] = "wreck"
    command: Annotated[str, PIECE]

    def text(self, board: ClockBoard) -> str:
        return f"{board.name(self.command)}: destroy the railroad station in Jackson"


@frozen
class Repair(Action):
    """A Confederate command in Jackson repairs the railroad station."""

    kind: ClassVar[str] = "repair"
    command: Annotated[str, PIECE]

    def text(self, board: ClockBoard) -> str:
        return f"{board.name(self.command)}: repair the railroad station in Jackson"


@frozen
class Attack(Action):
    """Which enemy command is attacked at the end of a march."""

    kind: ClassVar[str] = "attack"
    target: Annotated[str, TARGET]

    def text(self, board: ClockBoard) -> str:
        return f"attack {board.name(self.target)}"


@frozen
class TakeInitiative(Action):
    """The Union takes the initiative by Union Intelligence (or leaves it)."""

    kind: ClassVar[str] = "take_initiative"
    take: bool

    def text(self, board: ClockBoard) -> str:
        return "take the initiative" if self.take else "leave it to the Confederates"


@frozen
class Transfer(Action):
    """Grant goes to a command, or stays with it."""

    kind: ClassVar[str] = "transfer"
    command: Annotated[str, PIECE]

    def text(self, board: ClockBoard) -> str:
        return f"{'stay' if board.grant == self.command else 'go'} with {board.name(self.command)}"


@frozen
class Attach(Action):
    """The garrison's reserve goes to a fort, or stays there."""

    kind: ClassVar[str] = "attach"
    fort: Annotated[FortId, PLACE]

    def text(self, board: ClockBoard) -> str:
        return board.fort(self.fort)


@frozen
class PickFort(Action):
    """Which fort is mined or worn down."""

    kind: ClassVar[str] = "pick_fort"
    fort: Annotated[FortId, PLACE]

    def text(self, board: ClockBoard) -> str:
        return board.fort(self.fort)


@frozen
class PlaceDepot(Action):
    """Where the Union depot is from now on."""

    kind: ClassVar[str] = "place_depot"
    place: Annotated[str, PLACE]

    def text(self, board: ClockBoard) -> str:
        return "on the river at Grand Gulf" if self.place == BRIDGEHEAD else "on the Yazoo, behind the lines"


@frozen
class Detach(Action):
    """A Union command joins the army of maneuver, or returns to the siege; with no command, all stays as it is."""

    kind: ClassVar[str] = "detach"
    command: Annotated[str, PIECE] = ""

    def text(self, board: ClockBoard) -> str:
        if not self.command:
            return "leave things as they are"
        to = "the siege" if self.command in board.maneuver else "the army of maneuver"
        return f"{board.name(self.command)} to {to}"


ACTIONS = (
    Pass,
    MarchByRoad,
    Assault,
    Sortie,
    Dig,
    Wreck,
    Repair,
    Attack,
    TakeInitiative,
    Transfer,
    Attach,
    PickFort,
    PlaceDepot,
    Detach,
)
