"""A side's turn on paper, for campaigns with a referee: what it sees, a form for its orders, slips for notes.

A corps commander's own sheet shows his corps and what stands next to it, and nothing else of the army.
Source: GotW p.5 Fog of War (AFI p.5). Readings: Orders on paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.pictures import campaign_markers
from wargame_altar_of_freedom.printed.vocabulary import CommandId
from wargame_altar_of_freedom.table.panels import losses, points, state_of_the_map, state_of_the_turn
from wargame_core import UnknownName
from wargame_core.flow.panels import StatusLine
from wargame_pictures.draw.ground import map_ground
from wargame_pictures.draw.picture import Picture
from wargame_pictures.paper.handout import Handout
from wargame_pictures.paper.pages import bullets, printout, sheet, table

SLIPS = 4
"""Slips for notes on a sheet."""


def turn_orders(board: CampaignBoard, seat: str, command: str = "") -> Handout:
    """A side's packet for the turn on a board as the side sees it; of one corps only if ``command`` names it.

    Raises `UnknownName` for a seat that commands nothing and a command that is not its own.
    """
    campaign = board.campaign
    if seat not in campaign.seats:
        raise UnknownName("side with orders to give", seat, campaign.seats)
    commands = {own.id: own.name for own in campaign.commands_of(seat)}
    corps = CommandId(command)
    if corps and corps not in commands:
        raise UnknownName(f"command of {seat}", command, commands)
    known = as_corps_commander(board, seat, corps) if corps else board
    whose = commands[corps] if corps else f"{campaign.reference.side_name(seat)} army"
    title = f"{campaign.title}, turn {board.turn}: {whose}"
    own, others = tuple(_tokens(known, seat, mine=True)), tuple(_tokens(known, seat, mine=False))
    facts = [f"{line.name}: {line.value}" for line in _facts(known, seat, alone=bool(command))]
    pages = (_situation(known, seat, title, own, others, facts), _orders(known, title, own), _notes(title))
    lines = [title, "", *facts, "", "Own:", *(f"  {line}" for line in map(_told, _rows(known, own)))]
    lines += ["Enemy in sight:", *(f"  {line}" for line in map(_told, _rows(known, others)))]
    return Handout(
        f"{campaign.id}-turn-{board.turn}-{command or seat}",
        title,
        printout(title, pages),
        "\n".join(lines),
        {
            "turn": board.turn,
            "seat": seat,
            "command": command,
            "facts": facts,
            "own": {token.id: known.place_id(known.at[token.id]) for token in own},
            "enemy": {token.id: known.place_id(known.at[token.id]) for token in others},
        },
    )


def as_corps_commander(board: CampaignBoard, seat: str, command: CommandId) -> CampaignBoard:
    """What of a side's board the commander of one corps knows: his tokens, the enemies next to them, his losses.

    Readings: Orders on paper.
    """
    reference = board.campaign.reference
    known = board.copy()
    own = {token.id for token in board.tokens_of(seat) if token.command == command}
    near = 0
    for token_id in own:
        near |= board.campaign.map.adjacent[board.at[token_id]] | 1 << board.at[token_id]
    enemies = {
        token_id for token_id, space in board.at.items() if board.tokens[token_id].side != seat and near >> space & 1
    }
    known.at = {token_id: space for token_id, space in board.at.items() if token_id in own | enemies}
    units = {unit for token_id in own for unit in reference.brigades.get(board.tokens[token_id].unit, ())}
    known.broken, known.lost = board.broken & units, board.lost & units
    known.ledger = []
    return known


def _tokens(board: CampaignBoard, seat: str, *, mine: bool) -> Iterator[Token]:
    for token_id in sorted(board.at, key=lambda token: (board.at[token], token)):
        if (board.tokens[token_id].side == seat) is mine:
            yield board.tokens[token_id]


def _facts(board: CampaignBoard, seat: str, *, alone: bool) -> Iterator[StatusLine]:
    """What the whole table knows of the turn; with the points and the state of the map for a commander in chief."""
    yield from (line for line in state_of_the_turn(board) if not alone or line.name in ("turn", "event card"))
    score = None if alone else points(board, seat)
    if score is not None:
        yield StatusLine("victory points", ", ".join(f"{count}" for _, count in score.points))
    yield from losses(board)
    if not alone:
        yield from state_of_the_map(board)


def _rows(board: CampaignBoard, tokens: tuple[Token, ...]) -> list[tuple[str, str, str, str]]:
    return [
        (
            token.id,
            token.name,
            board.label(board.at[token.id]),
            f"{len(board.brigades(token))} bases" if token.unit else token.kind or "face down",
        )
        for token in tokens
    ]


def _told(row: tuple[str, str, str, str]) -> str:
    number, name, where, what = row
    return f"{number} {name} at {where}, {what}"


def _situation(
    board: CampaignBoard, seat: str, title: str, own: tuple[Token, ...], others: tuple[Token, ...], facts: list[str]
) -> str:
    markers = tuple(campaign_markers(board, seat))
    picture = Picture(ground=map_ground(board.campaign.map), markers=markers, title=title)
    head = ("token", "name", "where", "what")
    return sheet(
        f"<h1>{escape(title)}</h1>",
        f'<figure class="plan">{picture.svg(theme="print", size="100%")}</figure>',
        bullets(facts),
        "<h2>Own</h2>",
        table(head, _rows(board, own)),
        "<h2>Enemy in sight</h2>",
        table(head, _rows(board, others)) if others else "<p>None.</p>",
    )


def _orders(board: CampaignBoard, title: str, own: tuple[Token, ...]) -> str:
    """The form: for each token where it marches, with a Staff Die or not, and what it does on contact."""
    rows = [(token.id, token.name, board.label(board.at[token.id]), "[ ]", "", "", "") for token in own]
    head = (
        "token",
        "name",
        "from",
        "die",
        "march to, by which spaces",
        "on contact: battle, skirmish, retreat",
        "action",
    )
    return sheet(
        f"<h1>{escape(title)}: orders</h1>",
        '<p>Written at <span class="fill"></span> by <span class="fill"></span></p>',
        f'<div class="tall">{table(head, rows)}</div>',
        '<h3>Which corps first, what to do if, whom to tell</h3><div class="lines"></div><div class="lines"></div>'
        '<div class="lines"></div>',
        '<p class="soft">The referee enters what can be obeyed; the program asks for each choice in its order.</p>',
    )


def _notes(title: str) -> str:
    slip = (
        '<h3>Note</h3><p>From <span class="fill"></span> to <span class="fill"></span> written on turn '
        '<span class="fill"></span></p><div class="lines"></div><div class="lines"></div><div class="lines"></div>'
        '<p class="soft">Referee: delivered on turn <span class="fill"></span></p>'
    )
    return sheet(f"<h1>{escape(title)}: notes</h1>", slip * SLIPS)
