"""A turn of a table at an address of its own, which anybody may open who was given it.

It shows what who watches may know, whoever shares it. The address names the rows that are told and has a sign that only
this server can make, so that it opens this one turn and nothing else of the table.
"""

import asyncio
import re
from hashlib import blake2b
from hmac import compare_digest
from typing import Final, Literal, TypeAlias, assert_never, get_args

from wargame_core import SPECTATOR
from wargame_pictures.draw.picture import draws_png, png
from wargame_pictures.stories.recap import recap_of
from wargame_pictures.stories.turn import WIDE, ToldTurn, turn_page, turn_picture, turn_told
from wargame_table.messages.feed import Feed
from wargame_table.messages.incoming import Refused
from wargame_table.network.open_tables import OpenTable

Ending: TypeAlias = Literal["html", "svg", "png"]
"""A turn as a page, and as a picture in two formats."""
ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""What a browser lets such a page do: nothing but to show itself."""
_NAME: Final = re.compile(r"(0|[1-9]\d{0,6})-([1-9]\d{0,6})-([0-9a-f]{16})")


def name_of_turn(table: OpenTable, seat: str) -> str:
    """The name of the turn that ``seat`` reads of, as who watches may know it. Raises `Refused` where there is none."""
    session = table.session
    audience, titles = session.audience, session.sheets.seat_names
    own_feed, public_feed = audience.feed(seat), audience.feed(SPECTATOR)
    match = audience.match_for(seat, session.match)
    sides = {piece.id: piece.side for piece in (*session.sheets.main.sheet.pieces, *match.view(seat).pieces)}
    recap = recap_of(own_feed.rows, seat, titles, sides.get)
    first_row = public_feed.rows_before(own_feed.answer_of(recap.first)) if recap else len(public_feed)
    if first_row >= len(public_feed):
        raise Refused("unavailable", "nothing has happened yet that could be shown to others")
    return f"{first_row}-{len(public_feed)}-{_sign(table, public_feed, first_row, len(public_feed))}"


def turn_called(table: OpenTable, name: str) -> ToldTurn:
    """The turn with a name. Raises `Refused` for a name that is not right, and for what was taken back."""
    name_match, session = _NAME.fullmatch(name), table.session
    feed = session.audience.feed(SPECTATOR)
    first_row, end = (int(name_match[1]), int(name_match[2])) if name_match else (0, 0)
    if (
        name_match is None
        or not first_row < end <= len(feed)
        or not compare_digest(_sign(table, feed, first_row, end), name_match[3])
    ):
        raise Refused("unknown_table", "there is no such turn: it was taken back, or the address is not whole")
    match = session.audience.match_for(SPECTATOR, session.match)
    return turn_told(session.game, match, SPECTATOR, feed.rows[:end], first_row)


async def turn_file(told_turn: ToldTurn, file_ending: Ending, address: str) -> tuple[bytes, str]:
    """A turn in a format, and the media type of that. Raises `Refused` where pictures cannot be made as PNG.

    ``address`` is that of the page, whole or with the beginning that all paths have.
    """
    match file_ending:
        case "html":
            is_whole = address.startswith(("http://", "https://"))
            page_address, image = (address, f"{address}.png" if draws_png() else "") if is_whole else ("", "")
            page = await asyncio.to_thread(turn_page, told_turn, address=page_address, image=image)
            return page.encode(), "text/html"
        case "svg":
            return (await asyncio.to_thread(turn_picture, told_turn)).encode(), "image/svg+xml"
        case "png":
            if not draws_png():
                raise Refused("unavailable", "this server makes no PNG (it lacks CairoSVG): ask for .svg instead")
            return await asyncio.to_thread(lambda: png(turn_picture(told_turn), WIDE)), "image/png"
        case _:
            assert_never(file_ending)


def _sign(table: OpenTable, feed: Feed, first_row: int, end: int) -> str:
    """What shows that this server named the turn, and that the same has happened in it."""
    text = f"{table.id} {first_row} {end} {feed.tags[end - 1]}"
    return blake2b(text.encode(), key=table.session.opening.key("turns"), digest_size=8).hexdigest()
