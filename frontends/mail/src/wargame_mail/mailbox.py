"""A player's folder of a game by mail: the private file, the letters exchanged, and the letter being written.

private.json             the player's seat, secrets and private key: never sent, never shown
001-red.letter ...       every letter, sent and received
draft.json               the content of the next letter so far
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import define, field

from wargame_core import Game, Match
from wargame_core.data.files import all_or_nothing, write_whole
from wargame_core.errors import MailError
from wargame_core.json_form import JsonObject
from wargame_core.limits import LETTER, LimitError, Limits, read_json
from wargame_mail import correspondence as mail
from wargame_mail.correspondence import Accept, Chance, Choose, Correspondence, Item, Letter, Offer, Seal, SecretChain
from wargame_mail.mailed_text import letter_in
from wargame_mail.signatures import is_key, new_key, public_half

PRIVATE, DRAFT = "private.json", "draft.json"
_KEPT = Limits(text=LETTER.characters * 2)
"""The limits of a file of our own, which may contain a whole letter as one text."""


@define
class Mailbox:
    """One player's side of a game by mail, saved in ``folder``. Every change is on disk before the call returns."""

    folder: Path
    seat: str
    chain: SecretChain
    key: str = field(repr=False)
    """The private key that signs this player's letters."""
    letters: Correspondence
    sealed: JsonObject = field(factory=dict)
    """The player's own sealed choice: action and nonce."""
    draft: list[Item] = field(factory=list)
    written: Correspondence = field(init=False)
    """The game including the draft, as the player sees it."""
    _private: str = field(default="", init=False, repr=False)
    """The content of the private file, so that it is written only when that changes."""

    def __attrs_post_init__(self) -> None:
        self._add_draft()

    def _add_draft(self) -> None:
        """Add the draft to the letters exchanged."""
        self.written = self.letters.copy()
        for item in self.draft:
            self.written.add(self.seat, item)

    # begin and open

    @staticmethod
    def offer(
        folder: Path,
        game: Game,
        seat: str,
        scenario: str | None = None,
        options: Mapping[str, object] | None = None,
        *,
        key: str = "",
    ) -> Mailbox:
        """A new game by mail, in a folder that is empty or does not exist yet; its first letter is ready to be sent.

        ``key`` is the player's private key; without one the game has a key of its own.
        Raises `MailError` for a folder in use or a game that is not for two players, `UnknownName` for wrong names.
        """
        _new_folder(folder)
        chain, key = SecretChain(), key or new_key()
        chosen_options = game.rules.read_options(options or {})
        rules, data = game.rules.version, game.rules.source.digest
        box = Mailbox(folder, seat, chain, key, Correspondence(lambda name: game))
        scenario_id = game.rules.scenario(scenario).id
        with all_or_nothing(folder):
            box._add(Offer(game.id, scenario_id, chosen_options, rules, data, chain.anchor, public_half(key)))
            box._save()
        return box

    @staticmethod
    def accept(
        folder: Path, letter: str, find: Callable[[str], Game], name: str = "the letter", *, key: str = ""
    ) -> Mailbox:
        """The other player's side of an offered game, with the answer begun; ``key`` as in `offer`.

        Raises `MailError`.
        """
        first_letter = letter_in(letter, name)
        correspondence = Correspondence(find).after(first_letter)
        _new_folder(folder)
        box = Mailbox(folder, correspondence.seat_to_write, SecretChain(), key or new_key(), correspondence)
        with all_or_nothing(folder):
            write_whole(box._path(first_letter), first_letter.text())
            box._add(box._acceptance())
            box._go_on()
            box._save()
        return box

    @staticmethod
    def open(folder: Path, find: Callable[[str], Game]) -> Mailbox:
        """A game by mail from its folder. Raises `MailError` for a folder that contains none or was changed."""
        private = _read(folder / PRIVATE)
        correspondence = Correspondence(find)
        for path in sorted(folder.glob("[0-9]*.letter")):
            correspondence.take_up(mail.read_letter(path.read_text(encoding="utf-8"), str(path)))
        if not (is_key(private["root"]) and is_key(private["key"])):
            raise MailError(f"{folder / PRIVATE} was changed: root and key are 64 hexadecimal digits")
        chain = SecretChain(private["root"])
        items: list[Item] = []
        if (folder / DRAFT).exists():
            draft = _read(folder / DRAFT)
            if draft["number"] == len(correspondence.letters) + 1:
                items.extend(mail.read_letter(draft["items"], str(folder / DRAFT)).items)
        return Mailbox(folder, private["seat"], chain, private["key"], correspondence, private["sealed"], items)

    # play

    @property
    def match(self) -> Match | None:
        """The game, including the choices of the letter being written; None until the offer is accepted."""
        return self.written.match

    @property
    def must_choose(self) -> bool:
        """Whether the player has a choice to make before the letter can be sent."""
        return self.writes_next_letter and self.written.reminder_text(self.seat) == "a choice"

    @property
    def writes_next_letter(self) -> bool:
        """Whether this player writes the next letter."""
        return not self.letters.letters or self.letters.seat_to_write == self.seat

    def receive(self, text: str, name: str = "the letter") -> Letter:
        """Apply the other player's letter, with the dice and revealed choices that follow from it.

        Raises `MailError`; nothing has changed then.
        """
        letter = letter_in(text, name)
        if letter.sender == self.seat:
            raise MailError(f"{name} is one of your own letters")
        self.letters = self.letters.after(letter)
        write_whole(self._path(letter), letter.text())
        self.draft, self.written = [], self.letters.copy()
        self._go_on()
        self._save()
        return letter

    def play(self, action: object) -> None:
        """Make the player's choice. Raises `NotYourTurn`, `IllegalAction` or `MalformedAction`."""
        match = self._writing()
        data = action if isinstance(action, Mapping) else match.rules.codec.to_json(action)
        if self.written.chooses_in_secret(match) and not self.written.sealed:
            match.fork().play(dict(data), self.seat)  # refuses what may not be chosen
            nonce = mail.new_nonce()
            self.sealed = {"action": dict(data), "nonce": nonce}
            self._add(Seal(mail.seal(data, nonce)))
        else:
            self._add(Choose(dict(data)))
        self._go_on()
        self._save()

    def take_back(self) -> None:
        """Delete the choices of the letter being written; dice already rolled stay."""
        if any(isinstance(item, Seal) for item in self.draft):
            self.sealed = {}
        self.draft, self.written = [], self.letters.copy()
        if self.written.match is None and self.letters.letters:
            self._add(self._acceptance())
        self._go_on()
        self._save()

    def send(self) -> Path:
        """Write the letter into the folder and return its path. Raises `MailError` when it may not be sent yet."""
        if not self.writes_next_letter:
            raise MailError(f"it is {self.letters.seat_to_write}'s turn to write; wait for the letter")
        if (due_item := self.written.reminder_text(self.seat)) is not None:
            raise MailError(f"the letter cannot be sent yet: it still needs {due_item}")
        if not self.draft:
            raise MailError("there is nothing to send: the game is over")
        letter = self._letter()
        self.letters = self.letters.after(letter)
        path = self._path(letter)
        write_whole(path, letter.text())
        self.draft, self.written = [], self.letters.copy()
        self._save()
        return path

    # within

    def _writing(self) -> Match:
        if not self.must_choose or self.match is None:
            raise MailError(
                "there is nothing to choose: "
                + ("send the letter" if self.writes_next_letter else "wait for the letter")
            )
        return self.match

    def _go_on(self) -> None:
        """Add what needs no choice: the secret for dice, the seal opened."""
        while self.writes_next_letter and (match := self.written.match) is not None:
            if match.chance is not None and self.seat not in self.written.secrets:
                self._add(Chance(self.chain.secret(self.written.round)))
            elif self.seat in self.written.sealed and self.written.other_seat(self.seat) in self.written.shown:
                self._add(mail.Unseal(self.sealed["action"], self.sealed["nonce"]))
            else:
                return

    def _add(self, item: Item) -> None:
        try:
            self.written.add(self.seat, item)
        except Exception:
            self._add_draft()  # what the item did before it was refused
            raise
        self.draft.append(item)

    def _acceptance(self) -> Accept:
        return Accept(self.chain.anchor, public_half(self.key))

    def _letter(self) -> Letter:
        earlier = self.letters.letters
        letter = Letter(len(earlier) + 1, self.seat, earlier[-1].hash if earlier else "", tuple(self.draft))
        return letter.signed(self.key)

    def _path(self, letter: Letter) -> Path:
        return self.folder / f"{letter.number:03}-{letter.sender}.letter"

    def _save(self) -> None:
        values = {"seat": self.seat, "root": self.chain.root, "key": self.key, "sealed": self.sealed}
        private_text = json.dumps(values, indent=1) + "\n"
        if private_text != self._private:
            write_whole(self.folder / PRIVATE, private_text, is_private=True)
            self._private = private_text
        letter = self._letter()
        write_whole(self.folder / DRAFT, json.dumps({"number": letter.number, "items": letter.text()}, indent=1) + "\n")


def _new_folder(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()):
        raise MailError(f"{folder} is in use already; give a new folder")


def _read(path: Path) -> JsonObject:
    try:
        data = read_json(path.read_text(encoding="utf-8"), _KEPT)
    except FileNotFoundError:
        raise MailError(f"{path.parent} holds no game by mail: there is no {path.name}") from None
    except (LimitError, UnicodeDecodeError) as problem:
        raise MailError(f"{path} cannot be read: {problem}") from None
    kinds: Mapping[str, Mapping[str, type]] = {
        PRIVATE: {"seat": str, "root": str, "key": str, "sealed": dict},
        DRAFT: {"number": int, "items": str},
    }
    type_by_key = kinds[path.name]
    if not isinstance(data, dict) or {key: type(value) for key, value in data.items()} != type_by_key:
        raise MailError(f"{path} was changed: it holds {', '.join(type_by_key)} and nothing else")
    return data
