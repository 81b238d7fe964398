"""The shape of campaign.toml: a class for each kind of table in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from wargame_altar_of_freedom.printed.lines import DepotSite, Limit, Numbers, Piece, Where
from wargame_altar_of_freedom.printed.points import RolledPoints
from wargame_altar_of_freedom.printed.vocabulary import PICKET, DivisionName, FormationId, Side, TokenKind
from wargame_core.rulings import Cite


@frozen
class ArmyTroopsRow:
    """``army_troops`` of an [[activation]]: formations and kinds of token that move together but belong to no corps."""

    id: str
    name: str
    formations: tuple[FormationId, ...]
    tokens: tuple[TokenKind, ...] = ()


@frozen
class ActivationRow:
    """[[activation]]: the corps of a side in the order of the document, each moved once a turn."""

    side: Side
    corps: tuple[FormationId, ...]
    army_troops: ArmyTroopsRow | None = None


@frozen
class DeploymentRow:
    """[[deployment]]: what is set up (all divisions of formations, divisions, pickets of formations, tokens); where."""

    side: Side
    where: Where
    formations: tuple[FormationId, ...] = ()
    divisions: tuple[DivisionName, ...] = ()
    pickets: tuple[FormationId, ...] = ()
    tokens: Mapping[TokenKind, int] = field(factory=dict)


@frozen
class AwardRow:
    """[[award]]: victory points; ``when`` is a table with the kind of condition and its arguments.

    Without a ``cite`` of its own a line cites the rule book's paragraph on victory points.
    """

    id: str
    side: Side
    when: Mapping[str, Any]
    points: RolledPoints
    text: str
    cite: Cite | None = None
    limit: Limit = "each"


@frozen(kw_only=True)
class CampaignFile(Numbers):
    """campaign.toml: the numbers of a campaign, then its activations, depots, deployments, awards and actions."""

    activation: tuple[ActivationRow, ...]
    depot: tuple[DepotSite, ...]
    deployment: tuple[DeploymentRow, ...]
    award: tuple[AwardRow, ...]
    special_action: tuple[Mapping[str, Any], ...] = ()


def deployed(rows: tuple[DeploymentRow, ...], pieces: Mapping[str, Piece]) -> tuple[tuple[str, ...], ...]:
    """The pieces that each deployment sets up."""
    placed: set[str] = set()
    by_row = []
    for row in rows:
        ids = [
            piece_id
            for piece_id, piece in pieces.items()
            if (piece.division and piece.formation in row.formations and piece.status == "start")
            or (piece.division and piece.division in row.divisions)
            or (piece.kind == PICKET and piece.formation in row.pickets)
        ]
        for kind, count in row.tokens.items():
            alike = [piece_id for piece_id, piece in pieces.items() if (piece.side, piece.kind) == (row.side, kind)]
            ids += [piece_id for piece_id in alike if piece_id not in placed][:count]
        placed.update(ids)
        by_row.append(tuple(ids))
    return tuple(by_row)
