"""``wargame mail``: two people play by exchanging letters, without a server."""

import secrets
from collections.abc import Collection
from pathlib import Path

import click
from attrs import frozen

from wargame_console.options import FILE, FOLDER, GAME_OPTIONS, WantedGame, make_bot, seat_names, with_game, with_one
from wargame_console.output import Output
from wargame_console.prompt import Leave
from wargame_core import Game, load
from wargame_core.errors import MailError, UnknownBot
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_core.plugins.discovery import meaning
from wargame_lab.engines.player import engines_named, with_engines
from wargame_mail.correspondence import Correspondence
from wargame_mail.mailbox import PRIVATE, Mailbox
from wargame_terminal.narrator import tell_outcome
from wargame_terminal.session import Session
from wargame_terminal.session_commands import COMMAND_TABLE
from wargame_terminal.signing import private_key

LETTER = click.Path(exists=True, dir_okay=False, path_type=Path)
ON_TRUST = (
    "{title} has secrets, and by mail both machines hold them: only the program keeps each player from looking. "
    "Offer it again with --on-trust if that is understood between you, or play over a server, which tells nobody"
)


@click.group(epilog="Begin with `wargame mail new GAME FOLDER --seat SEAT`; docs/howto/play-by-mail.md shows how.")
def mail() -> None:
    """Play with somebody far away by exchanging small text files; neither side alone decides the dice."""


@frozen
class WantedBox:
    """The folder of a game by mail that a command line means, and what the game is played with."""

    folder: Path
    data: Path | None
    own: Path | None
    """A folder, file or pack that both players have, where the game is none that is installed."""

    def find(self, game: str) -> Game:
        """An installed game by its name, with its house rules, or the reader's own. Raises `MailError` for another one.

        A letter may not name a folder of the reader's machine.
        """
        if self.own is not None:
            if (own_game := load(self.own, self.data)).id != game:
                raise MailError(f"the letter offers {quote(game)}, and {self.own} is {quote(own_game.id)}")
            return own_game
        if isinstance(meaning(game), Path):
            raise MailError(
                f"the letter offers {quote(game)}, which is not an installed game; --game PATH names your own"
            )
        return load(game, self.data)

    def open(self) -> Mailbox:
        """The game in the folder. Raises `MailError`."""
        return Mailbox.open(self.folder, self.find)


OWN = click.option(
    "--game",
    "own",
    metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    help="Your own folder, file or pack that is played; the other player needs the same.",
)
with_box = with_one(
    WantedBox, {"folder": click.argument("folder", type=FOLDER), "data": GAME_OPTIONS["data"], "own": OWN}
)
"""Gives a command its `Output`, and a `WantedBox` of FOLDER, --data and --game."""


KEY = click.option(
    "--key",
    metavar="FILE",
    type=FILE,
    envvar="WARGAME_KEY",
    show_envvar=True,
    help="The file of your private key, as `wargame sign` makes it; without one the game has a key of its own.",
)


@mail.command(epilog="Example: wargame mail new battlecry my_game --seat union --scenario kernstown --on-trust")
@with_game("scenario", "options", "data")
@click.argument("folder", type=FOLDER)
@click.option("--seat", metavar="SEAT", required=True, shell_complete=seat_names, help="The seat that you will play.")
@click.option("--on-trust", is_flag=True, help="Play a game with secrets, which the program alone keeps.")
@KEY
def new(out: Output, wanted: WantedGame, folder: Path, seat: str, on_trust: bool, key: Path | None) -> None:
    """Offer a game: makes your FOLDER and the first letter in it."""
    game, scenario = wanted.open()
    if game.rules.hidden_information.worlds is not None and not on_trust:
        raise MailError(ON_TRUST.format(title=game.title))
    box = Mailbox.offer(folder, game, seat, scenario, wanted.options, key=private_key(key) if key else "")
    _print_next_step(out, box)
    out.result(_summary(box))


BOT = "Let this bot make the choices of your letter: see info; or engine:COMMAND, a program of yours."


@mail.command("open", epilog="Example: wargame mail open my_game 002-red.letter")
@with_box
@click.argument("letter", type=LETTER, required=False)
@click.option("--bot", metavar="NAME", help=BOT)
@KEY
def open_letter(out: Output, wanted: WantedBox, letter: Path | None, bot: str | None, key: Path | None) -> None:
    """Read a LETTER and make your choices; without one, go on choosing. A first letter makes the FOLDER, with --key."""
    if letter is not None and not (wanted.folder / PRIVATE).exists():
        own_private_key = private_key(key) if key else ""
        box = Mailbox.accept(wanted.folder, read_text(letter), wanted.find, letter.name, key=own_private_key)
        offer = box.letters.offer
        assert offer is not None
        [(writer, public_key)] = box.letters.keys.items()
        out.tell(
            f"All letters of {writer} are signed with the key "
            f"{public_key}: only the other player can have written them."
        )
        out.tell(f"You play {box.seat} in {wanted.find(offer.game).title}, {offer.scenario}.")
    else:
        box = wanted.open()
        if letter is not None:
            box.receive(read_text(letter), letter.name)
    if box.match is not None:
        try:
            MailSession(out, box, bot).run()
        except Leave:
            out.say("Until next time: your choices so far are kept.")
    _print_next_step(out, box)
    out.result(_summary(box))


@mail.command(epilog="Example: wargame mail send my_game")
@with_box
def send(out: Output, wanted: WantedBox) -> None:
    """Write your letter. After that its choices are final; send the file to the other player."""
    box = wanted.open()
    path = box.send()
    out.say(f"{path}: send this file to the other player")
    out.result({**_summary(box), "letter": str(path)})


@mail.command(epilog="Example: wargame mail verify my_game --record game.jsonl")
@click.option("--record", metavar="FILE", type=FILE, help="Keep the game as a record too.")
@with_box
def verify(out: Output, wanted: WantedBox, record: Path | None) -> None:
    """Read all letters again and play them by the rules of this machine."""
    box = wanted.open()
    match = box.letters.match
    letters = len(box.letters.letters)
    answers = match.seq if match is not None else 0
    out.say(f"{letters} letters fit together; {answers} choices and dice follow from them, every one by the rules")
    for seat, key in box.letters.keys.items():
        out.say(f"every letter of {seat} is signed with the key {key}")
    if match is not None and match.outcome is not None:
        tell_outcome(out, match.outcome)
    if record is not None:
        if match is None:
            raise MailError("there is no game to keep yet: the offer is not answered")
        out.say(f"record: {match.save(record)}")
    out.result({**_summary(box), "answers": answers})


class MailSession(Session):
    """The choices of one letter, made at a terminal or by a bot, which leaves a person what only people can say."""

    def __init__(self, output: Output, box: Mailbox, bot: str | None = None) -> None:
        assert box.match is not None
        assert box.letters.offer is not None
        game = box.letters.find(box.letters.offer.game)
        game = with_engines(game, engines_named(filter(None, [bot]), output.note))
        super().__init__(output, game, box.match, (box.seat,), {}, COMMAND_TABLE)
        self.box = box
        if bot is not None and bot not in game.bots:
            raise UnknownBot(bot, game.bots)
        self.bot = make_bot(game, bot, box.seat, secrets.randbits(31)) if bot is not None else None
        earlier = Correspondence(box.letters.find)  # what this player has been told of already
        for letter in box.letters.letters[:-1]:
            earlier.take_up(letter)
        self._told[box.seat] = len(earlier.match.entries) if earlier.match is not None else 0

    def agree_to_hints(self) -> bool:
        """No: the other player is not here to agree."""
        self.refuse("between people a hint is given only if both agree, and the other player is not here")
        return False

    def awaited_seats(self) -> Collection[str]:
        return (self.box.seat,) if self.box.must_choose else ()

    def _turn_of(self, seat: str) -> None:
        if self.bot is None:
            super()._turn_of(seat)
            return
        self._news(seat)
        view = self.match.view(seat)
        action = self.bot(view)
        self.out.tell(f"The bot chooses: {action.text(view.board)}")
        self.make_choice(action, seat)

    def make_choice(self, action: object, seat: str) -> None:
        self.box.play(action)
        self._follow()

    def undo(self, seat: str) -> int:
        self.box.take_back()
        self._follow()
        return len(self.match.view(seat).events)

    def _follow(self) -> None:
        assert self.box.match is not None
        self.match = self.box.match


def _print_next_step(output: Output, box: Mailbox) -> None:
    match = box.match
    if match is not None and match.outcome is not None:
        tell_outcome(output, match.outcome)
    if not box.writes_next_letter:
        output.say(f"Now it is {box.letters.seat_to_write}'s turn to write.")
    elif box.must_choose:
        output.say(f"Go on choosing with: wargame mail open {box.folder}")
    elif box.draft:
        output.say(f"Your letter is ready: wargame mail send {box.folder}")


def _summary(box: Mailbox) -> JsonObject:
    match = box.match
    return {
        "folder": str(box.folder),
        "seat": box.seat,
        "letters": len(box.letters.letters),
        "keys": dict(box.letters.keys),
        "must_choose": box.must_choose,
        "ready": box.writes_next_letter and bool(box.draft) and not box.must_choose,
        "outcome": match.outcome.to_json() if match is not None and match.outcome is not None else None,
    }


def read_text(path: Path) -> str:
    """The text of a letter's file, or of the message that it came in. Raises `MailError` when it is too long."""
    with open(path, "rb") as file:
        raw = file.read(LONGEST + 1)
    if len(raw) > LONGEST:
        raise MailError(f"{path} is not a letter: it has more than {LONGEST:,} bytes")
    return raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "replace")


LONGEST = 1_000_000
"""The bytes that are read of a message with a letter in it."""
