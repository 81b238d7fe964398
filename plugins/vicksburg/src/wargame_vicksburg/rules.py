"""What only the Vicksburg campaign has: a card by which a depot moves to the river.

Source: GotW p.6 Draw Event Card. The cards themselves are reconstructions. Readings: Event cards and railroads.
"""

from typing import ClassVar, Final

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.actions import Decide, PlaceDepot
from wargame_altar_of_freedom.board.board import CampaignBoard, CardEffect
from wargame_altar_of_freedom.board.pieces import as_spaces
from wargame_altar_of_freedom.board.turn_events import DepotChange, DepotSetUp
from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.data_files import Vocabulary
from wargame_core.authoring import ListedChoices, Procedure, Table, bits


@frozen
class RelocateDepot(CardEffect):
    """A side may put one depot of its own build into a space on a river where it has a division."""

    kind: ClassVar[str] = "relocate_depot"
    side: lines.Side
    river: lines.RiverName

    def asked_sides(self, campaign: Campaign) -> tuple[str, ...]:
        return (self.side,)

    def begin(self, table: Table[CampaignBoard]) -> Procedure[None]:
        board, side = table.board, self.side
        own_depots = [depot for depot in board.depots.values() if depot.side == side == depot.builder]
        river = next(barrier for barrier in board.campaign.map.barriers if barrier.name == self.river)
        banks = {space for edge in river.edges for space in edge}
        divisions = as_spaces(bits(board.division_mask(side)))
        spaces = [space for space in divisions if space in banks and board.depot_in(space) is None]
        if not own_depots or not spaces:
            return
        offers = [PlaceDepot(depot.id, space) for depot in own_depots for space in spaces]
        choices = ListedChoices([Decide("leave_it"), *offers], cite=board.cite("Draw Event Card"))
        prompt = f"Do you move your depot to a landing on the {self.river}? Staff Dice are counted after it."
        answer = yield from table.ask(side, choices, prompt, choices.cite)
        if isinstance(answer, PlaceDepot):
            table.record(DepotSetUp(evolve(board.depots[answer.depot], space=answer.space), DepotChange.MOVED))


WORDS: Final = Vocabulary(effects=(RelocateDepot,))
"""What its files may ask for beside the words of the system."""
