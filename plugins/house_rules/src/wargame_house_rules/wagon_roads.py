"""Supply by wagon roads: an army that is cut off from its depots marches slowly and stays broken.

In the campaign books depots give Staff Dice and nothing else: a corps deep in enemy country lacks nothing. Here it
does.
"""

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard, CardEffect
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.board.turn_events import EffectBegan
from wargame_altar_of_freedom.printed.data_files import Vocabulary
from wargame_core.authoring import Step, Table, Variant, after
from wargame_core.maps.masks import flood


def supplied_spaces(board: CampaignBoard, side: str) -> int:
    """Mask of the spaces in or next to a road to a depot of the side on which no enemy token or depot stands."""
    game_map, closed_edges = board.campaign.map, board.closed_crossings(side)
    free_spaces = game_map.enterable & ~board.enemies_seen(side) & ~board.depot_mask(board.enemy(side))
    on_the_roads = sum(
        flood(game_map.passage(True, None, closed_edges), board.depot_mask(side), game_map.size, free_spaces)
    )
    return on_the_roads | game_map.passage(False, None, closed_edges).next(on_the_roads)


def cut_off(board: CampaignBoard, token: Token) -> bool:
    """Whether a token stands on the map where no wagon road leads."""
    return token.id in board.at and not supplied_spaces(board, token.side) >> board.at[token.id] & 1


@frozen
class WagonRoads(CardEffect):
    """A token that no wagon road joins to a depot marches a space less by road, and its brigades do not rally."""

    kind: ClassVar[str] = "wagon_roads"
    lasting: ClassVar[bool] = True
    called: ClassVar[str] = "no wagon road"

    def base_move(self, board: CampaignBoard, token: Token, spaces: int) -> int | None:
        return max(spaces - 1, 1) if cut_off(board, token) else None

    def no_rallying(self, board: CampaignBoard, unit: str) -> bool:
        token = board.token_of_unit(unit)
        return token is not None and cut_off(board, token)

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        names = [token.name for token in board.tokens.values() if cut_off(board, token)]
        yield f"without a wagon road: {', '.join(names) or 'nobody'}", ""


def begin(table: Table[CampaignBoard]) -> None:
    """From the first turn on everybody needs a wagon road."""
    table.record(EffectBegan(WagonRoads()))


VARIANT = Variant(
    id="wagon_roads",
    of=("altar_of_freedom",),
    title="Supply by wagon roads",
    help="A token that stands neither in nor next to a road to a depot of its side, free of enemies, marches a space "
    "less by road, and its brigades do not rally.",
    requires_api=1,
    sequence=(after("Score the set-up", Step("Wagon roads", begin)),),
    words=Vocabulary(effects=(WagonRoads,)),
)
