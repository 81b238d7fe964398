"""What lies beside the map: points, the state of the turn, losses; what stands on pieces.

Panels are made from a board as a seat sees it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.naming import count, ends_of, of_battle, of_contact, place_called
from wargame_core.authoring import REFEREE
from wargame_core.flow.about import PIECE
from wargame_core.flow.panels import Panel, Score, ScoreLine, Status, StatusLine, Track
from wargame_core.flow.pieces import MapMark, PieceFace


def panels(board: CampaignBoard, seat: str) -> tuple[Panel, ...]:
    """Everything that lies beside the map now, as far as ``board`` shows it to ``seat``."""
    point_panels = points(board, seat)
    other_panels = (
        Status(tuple(losses(board)), "Losses", "losses"),
        Status(tuple(state_of_the_map(board)), "Map", "map"),
        Status(tuple(state_of_the_objectives(board)), "Objectives", "objectives"),
    )
    return (
        *([point_panels] if point_panels is not None else ()),
        Status(tuple(state_of_the_turn(board))),
        *(status for status in other_panels if status.lines),
        Track("turns", "Turns", turn_boxes(board.campaign.turns), board.turn - 1),
    )


def number_panels(board: CampaignBoard, seat: str) -> tuple[Panel, ...]:
    """The numbers of these panels, without words."""
    scores = tuple([(side, board.points(side)) for side in sides_known(board, seat)])
    return Score(scores), Track("turns", "Turns", (), board.turn - 1)


def turn_boxes(turns: int) -> tuple[str, ...]:
    """The boxes of the turn track."""
    return tuple(str(turn) for turn in range(1, turns + 1))


def sides_known(board: CampaignBoard, seat: str) -> tuple[str, ...]:
    """The sides whose victory points a seat knows: its own, all of them when the campaign is over."""
    shows_everything = board.outcome is not None or seat == REFEREE
    return tuple([side for side in board.campaign.seats if shows_everything or side == seat])


def points(board: CampaignBoard, seat: str) -> Score | None:
    """The victory points that a seat knows: its own, all of them when the campaign is over; None where it knows none.

    Source: GotW p.14 Victory Points (AFI p.14).
    """
    campaign, sides = board.campaign, sides_known(board, seat)
    if not sides:
        return None
    ledger = tuple(
        ScoreLine(
            award.side,
            award.points,
            f"turn {award.turn}: {award.what}" + (f" ({place_called(board, award.place)})" if award.place else ""),
            campaign.awards[award.id].cite if award.id in campaign.awards else None,
        )
        for award in board.ledger
    )
    points_needed = tuple((side, campaign.points_to_win) for side in sides)
    return Score(tuple((side, board.points(side)) for side in sides), points_needed, ledger, "Victory points")


def state_of_the_turn(board: CampaignBoard) -> Iterator[StatusLine]:
    """The turn and its card, who moves with what, and the fight that is on."""
    campaign, name = board.campaign, board.campaign.side_name
    yield StatusLine("turn", f"{board.turn} of {campaign.turns}" if board.turn else "set-up")
    if board.drawn_cards:
        cards_left = len(campaign.deck.cards) - len(board.drawn_cards)
        yield StatusLine(
            "event card", f"{campaign.deck.card(board.drawn_cards[-1]).name} ({cards_left} not turned over)"
        )
    for effect in board.effects:
        for text, crossing in effect.says(board):
            places = ends_of(board, crossing) if crossing else ()
            yield StatusLine("from now on" if effect.lasting else "this turn", text, places=places)
    if board.turn:
        yield StatusLine("Staff Dice", ", ".join(f"{name(side)} {board.staff_dice[side]}" for side in campaign.seats))
        yield from _movement(board)
    if board.contact is not None:
        meeting = of_contact(board, board.contact)
        yield StatusLine("contact", board.label(board.contact.space), meeting.pieces, meeting.places)
    if board.battle is not None:
        fight = of_battle(board, board.battle)
        yield StatusLine("tabletop battle", board.label(board.battle.contact.space), fight.pieces, fight.places)
    if board.outcome is not None:
        yield StatusLine("over", board.outcome.text or name(board.outcome.winner or ""))


def _movement(board: CampaignBoard) -> Iterator[StatusLine]:
    campaign = board.campaign
    if board.command:
        yield StatusLine("moving", f"{campaign.side_name(board.mover)}: {campaign.command[board.command].name}")
        yield from _tokens(board, "Staff Dice given to", board.tokens_with_dice)
        yield from _tokens(board, "have moved", board.moved_tokens)
    elif not board.battle_ended_movement:
        yield StatusLine("moves next", campaign.side_name(board.mover))
    moved_commands = [command.name for command in board.campaign.commands if command.id in board.activated_commands]
    if moved_commands:
        yield StatusLine("corps done", ", ".join(moved_commands))


def _tokens(board: CampaignBoard, name: str, tokens: Iterable[str]) -> Iterator[StatusLine]:
    token_list = tuple(sorted(tokens))
    if token_list:
        yield StatusLine(
            name, ", ".join(next(iter(board.names_of(PIECE, token)), token) for token in token_list), token_list
        )


def state_of_the_objectives(board: CampaignBoard) -> Iterator[StatusLine]:
    """How it stands with lines of victory points that look at several places, as far as the board shows it."""
    for line in board.campaign.awards.values():
        if stands_text := line.when.state_in_words(board, line.side):
            yield StatusLine(f"{board.campaign.side_name(line.side)} {line.points}: {line.text}", stands_text)


def losses(board: CampaignBoard) -> Iterator[StatusLine]:
    """The brigades that are broken and those that are lost, by side."""
    campaign = board.campaign
    for side in campaign.seats:
        for loss_kind, units in (("broken", board.broken_brigades), ("lost", board.lost_brigades)):
            side_losses = tuple(sorted(unit for unit in units if campaign.side_of[unit] == side))
            if side_losses:
                names = ", ".join(map(campaign.unit_name, side_losses))
                title = f"{campaign.side_name(side)} {loss_kind}"
                yield StatusLine(title, f"{count(len(side_losses), 'brigade')}: {names}", side_losses)


def state_of_the_map(board: CampaignBoard) -> Iterator[StatusLine]:
    """Crossings that are destroyed, places that are raided, depots in enemy hands, formations that stay away."""
    campaign = board.campaign
    for crossing in sorted(board.destroyed_crossings):
        yield StatusLine("destroyed", campaign.map.crossings[crossing].name, places=ends_of(board, crossing))
    for place in sorted(board.raided_places):
        yield StatusLine("raided", place, places=ends_of(board, place))
    for _, depot in sorted(board.depots.items()):
        dice = count(depot.value, "Staff Die", "Staff Dice")
        depot_text = f"{campaign.side_name(depot.side)} at {board.label(depot.space)} ({dice})"
        depot_kind = "captured depot" if depot.side != depot.builder else "depot"
        yield StatusLine(depot_kind, depot_text, (depot.id,), (board.place_id(depot.space),))
    for formation in sorted(board.left_out):
        yield StatusLine("left out", campaign.oob.formations[formation].name)


def _brigades(board: CampaignBoard) -> Mapping[str, int]:
    brigade_counts, division_of = board.campaign.full_strength, board.campaign.division_of
    if missing_units := board.broken_brigades | board.lost_brigades:
        brigade_counts = Counter(brigade_counts)
        brigade_counts.subtract(division_of[unit] for unit in missing_units)
    return {token.id: brigade_counts[token.unit] for token in board.tokens.values() if token.unit}


PIECE_FACTS: Mapping[str, Callable[[CampaignBoard], Mapping[str, int]]] = {
    "unbroken brigades": _brigades,
    "face up": lambda board: dict.fromkeys(board.face_up, 1),
    "has moved": lambda board: dict.fromkeys(board.moved_tokens, 1),
    "broken": lambda board: dict.fromkeys(board.broken_brigades, 1),
    "lost": lambda board: dict.fromkeys(board.lost_brigades, 1),
    "Staff Dice": lambda board: {depot.id: depot.value for depot in board.depots.values()},
}
"""Of divisions, as far as they are known; of brigades; of depots."""


def face_of(board: CampaignBoard, piece: str) -> PieceFace:
    """What a token or depot shows: of a division its brigades, of a depot its Staff Dice, of a back nothing."""
    if piece in board.depots:
        depot, (name, *_) = board.depots[piece], board.names_of(PIECE, piece)
        return PieceFace(name=name, side=depot.side, kind="depot", values={"Staff Dice": (depot.value,)})
    token = board.tokens[piece]
    if not token.kind:
        return PieceFace(name=token.name, side=token.side, face_down=True)
    brigades = board.campaign.brigades[token.unit] if token.unit else ()
    return PieceFace(
        name=token.name,
        side=token.side,
        kind=token.kind,
        values={"brigades": (len(board.brigades(token)), len(brigades))} if brigades else {},
        marks=("has moved",) if piece in board.moved_tokens else (),
    )


def map_marks(board: CampaignBoard) -> Iterator[MapMark]:
    """The crossings that are destroyed."""
    return (
        MapMark(kind="destroyed", text="destroyed", crossing=crossing) for crossing in sorted(board.destroyed_crossings)
    )


def campaign_series(board: CampaignBoard) -> Mapping[str, Mapping[str, float]]:
    """What is drawn turn by turn: victory points and brigades lost."""
    names = {side: board.campaign.side_name(side) for side in board.campaign.seats}
    side_of = board.campaign.side_of
    return {
        "Victory points": {names[side]: board.points(side) for side in board.campaign.seats},
        "Brigades broken or lost": {
            names[side]: sum(1 for unit in board.broken_brigades | board.lost_brigades if side_of[unit] == side)
            for side in board.campaign.seats
        },
    }
