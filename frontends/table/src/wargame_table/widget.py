"""``match.table()``: the table in a cell of a notebook, with the same client and the same session as everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import anywidget
import traitlets
from attrs import evolve

from wargame_core import SPECTATOR, Game, Match
from wargame_core.flow.players import PlayerLike
from wargame_table.local import LiveSession, LocalTable, Outgoing, Reply, join_modules

PAUSE = 0.15
"""Seconds between choices of bots, so that people can follow."""
_ANSWERS = {"sheet", "picture", "record"}


_TABLES: WeakKeyDictionary[Match, WeakSet[TableWidget]] = WeakKeyDictionary()
"""The tables of each match: what is played at one is shown at all."""


class TableWidget(anywidget.AnyWidget):  # type: ignore[misc]  # not read by mypy: see pyproject
    """A match as a widget. ``match`` is the live one: what a cell plays is shown after `refresh`."""

    _esm = join_modules("widget_transport")
    seat = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(640).tag(sync=True)

    def __init__(
        self,
        match: Match,
        seat: str | None = None,
        bots: PlayerLike | Mapping[str, PlayerLike] | None = None,
        height: int = 640,
        game: Game | None = None,
    ) -> None:
        """The table of ``match`` as ``seat`` sees it: without one, as the first seat that no bot plays.

        ``bots`` play by seat, or one plays all seats: a bot's name, a player, or what makes one from ``seed=``.
        ``game`` is the match's game, where it has a sheet or bots of its own and is not installed. Raises `UnknownName`
        for a seat or a bot that is not there, `WargameError` for what is not a player.
        """
        game = game if game is not None else game_of(match)
        session = LiveSession(game, match, bots)
        people = [name for name in game.seats if name not in session.bots]
        shown_seat = match.rules.seat(seat) if seat is not None else next(iter(people), SPECTATOR)
        super().__init__(seat=shown_seat, height=height)
        self.match = match
        self._table = LocalTable(session)
        self._thinking = False
        self.on_msg(self._heard)
        _TABLES.setdefault(match, WeakSet()).add(self)
        self._let_bots_play()

    def refresh(self) -> None:
        """Show what was played without the table, and let bots answer it."""
        self._tell(self._table.session.updates())
        self._let_bots_play()

    def __repr__(self) -> str:
        return f"<Table of {self.match.rules.id} for {self.seat}>"

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The table, and for readers without a kernel the board as it is now."""
        bundle = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/plain": repr(self), "text/html": self.match.view(self.seat)._repr_html_()}, metadata

    def _heard(self, _: object, content: Mapping[str, Any], __: object) -> None:
        """Something that a view of the widget sent."""
        view = str(content.get("from", ""))
        if "say" in content:
            self._do(self._table.hear(view, content["say"]))
            self._let_bots_play()
        elif content.get("what") in _ANSWERS:
            value = getattr(self._table, content["what"])(*content.get("given", ()))
            self.send({"to": view, "answer": content.get("ask"), "value": value})
        elif content.get("bye"):
            self._tell(self._table.leave(view))

    def _do(self, reply: Reply) -> None:
        self._tell(reply.messages)
        if reply.row is not None:
            self._tell(self._table.confirm_row(reply.row))
            for other_table in _TABLES[self.match] - {self}:
                other_table.refresh()

    def _tell(self, messages: Outgoing) -> None:
        for view, message in messages:
            self.send({"to": view, "hear": message})

    def _let_bots_play(self) -> None:
        """Have bots choose: one after the other while the kernel is idle, all at once where it has no loop."""
        if self._thinking:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while (reply := self._table.think()) is not None:
                self._do(reply)
            return
        if self._table.session.bot_to_think is not None:
            self._thinking = True
            loop.call_later(PAUSE, self._think)

    def _think(self) -> None:
        self._thinking = False
        if (reply := self._table.think()) is not None:
            self._do(reply)
            self._let_bots_play()


def game_of(match: Match) -> Game:
    """The game of a match: as it was loaded, or else its bare rules with the bots that every game has."""
    origin = match.rules.source.origin
    game = origin.find(*origin.args) if origin is not None else None
    return evolve(game, rules=match.rules) if isinstance(game, Game) else Game(rules=match.rules)
