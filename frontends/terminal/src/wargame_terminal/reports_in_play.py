"""A report in the middle of a game at the prompt: the packet is written, and a person is asked, whoever is to move."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from wargame_core.flow.visibility import SPECTATOR
from wargame_terminal.command_session import Leave, PlayedAtPrompt
from wargame_terminal.reporting import FormAtPrompt, write_packet

if TYPE_CHECKING:
    from wargame_pictures.paper.handout import Handout


class Reporting(PlayedAtPrompt, Protocol):
    """What a report may use of its session."""

    @property
    def people(self) -> Collection[str]: ...
    @property
    def record(self) -> Path | None: ...
    def read(self, prompt: str) -> str: ...
    def news(self) -> None: ...


def report_at_the_prompt(session: Reporting, seat: str) -> bool:
    """Hand out what is to be fought and ask what happened, for ``seat``; False where the game has no form for it."""
    from wargame_pictures.stories.handouts import handout

    packet = handout(session.game, session.match)
    if packet is None or packet.form is None:
        return False
    session.news()
    together = len(session.people) > 1  # what one of them holds back is then on the last sheet of the page only
    shown = handout(session.game, session.match, SPECTATOR) if together else packet
    _hand_out(session, packet, (shown or packet).text)
    session.out.say("When it is fought, tell here what happened; `help` shows what else can be typed.")

    def read(prompt: str) -> str:
        line = session.read(prompt)
        if line.casefold() in ("quit", "exit"):
            raise Leave
        return line

    match = session.match
    action = FormAtPrompt(session.out, packet, packet.form, read, lambda action: match.judge(action, seat)).ask()
    return session.play(action, seat)


def _hand_out(session: Reporting, packet: Handout, text: str) -> None:
    """Say what is to be fought, and write its packet beside the record where it is not there yet."""
    out = session.out
    out.say()
    out.say(f"── {packet.title} ──", bold=True)
    page = (session.record.parent if session.record is not None else Path()) / f"{packet.name}.html"
    if session.record is not None:
        page = session.record.with_name(f"{session.record.stem}-{packet.name}.html")
    try:
        write_packet(packet, page)
        out.say(f"The packet to print is in {page}: table plan, rosters, turn track, base labels, report form.")
    except OSError as problem:
        out.tell(f"{page}: {problem.strerror}; `packet FILE` writes the packet elsewhere", "  ", fg="red")
    out.say(text)
    out.say()
