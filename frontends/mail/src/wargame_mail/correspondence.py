"""A game by mail: the result of the letters so far, and what the next letter must contain.

A `Correspondence` follows from the letters alone; both players' copies agree after every letter. Rolls are grouped in
*rounds*: all dice between two choices come from one seed, made of one secret of each player; the anchors in the first
two letters fix all secrets. The player who needs dice reveals a secret together with the choice that needs them; the
other adds a secret that nobody could foresee, and sees the dice first, but can no longer change anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame_core.dice import Seeded
from wargame_core.errors import MailError, WargameError
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Ask, AskSecretly, Roll
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_mail.letters import Accept, Chance, Choose, Item, Letter, Offer, Seal, Unseal
from wargame_mail.secrets import dice_seed, follows, seal

STREAM = "mail"
"""The stream of `Seeded` from which the dice of a round are drawn."""


class Correspondence:
    """The state of a game by mail after some letters. ``find`` gives the installed game of a name.

    `match` is the game (None before the second letter), `letters` are those exchanged, `holder` is the seat that writes
    the next letter ("" while anybody may answer the offer). Raises `MailError` for a letter that does not belong here,
    contradicts an earlier letter or breaks the rules; nothing has changed then.
    """

    def __init__(self, find: Callable[[str], Game]) -> None:
        self.find = find
        self.letters: list[Letter] = []
        self.match: Match | None = None
        self.seats: tuple[str, str] | None = None
        self.offer: Offer | None = None
        self.round = 1
        self.secrets: dict[str, str] = {}
        """The secrets shown for the round of dice under way."""
        self.links: dict[str, str] = {}
        """The latest known link of each player's chain."""
        self.sealed: dict[str, str] = {}
        self.shown: JsonObject = {}
        """Choices of a secret step that lie open already, because the other's is sealed."""

    # letters

    @property
    def holder(self) -> str:
        """The seat that writes the next letter; empty before the first one."""
        return self.other(self.letters[-1].sender) if self.letters else ""

    def other(self, seat: str) -> str:
        """The other player's seat."""
        assert self.seats is not None
        return self.seats[1] if seat == self.seats[0] else self.seats[0]

    def receive(self, letter: Letter) -> None:
        """Apply the next letter. Raises `MailError`; nothing has changed then."""
        self._check_place(letter)
        changed = self.copy()
        changed._read(letter)
        self.__dict__.update(changed.__dict__)

    def take_up(self, letter: Letter) -> None:
        """Apply the next letter without a copy. After a `MailError` this correspondence is damaged."""
        self._check_place(letter)
        self._read(letter)

    def copy(self) -> Correspondence:
        """An independent correspondence with the same letters."""
        other = Correspondence(self.find)
        other.__dict__.update(self.__dict__)
        other.letters = list(self.letters)
        for name in ("secrets", "links", "sealed", "shown"):
            setattr(other, name, dict(getattr(self, name)))
        other.match = self.match.fork() if self.match is not None else None
        return other

    def _check_place(self, letter: Letter) -> None:
        expected = len(self.letters) + 1
        if letter.number < expected:
            same = self.letters[letter.number - 1].hash == letter.hash if letter.number > 0 else False
            raise MailError(
                f"letter {letter.number} has been read already"
                if same
                else f"this is another letter {letter.number} than the one read before: {letter.sender} has written "
                "two of them"
            )
        if letter.number > expected:
            raise MailError(f"letter {expected} is missing: this is letter {letter.number}; ask for the one before")
        if self.letters and letter.follows != self.letters[-1].hash:
            raise MailError(f"letter {letter.number} answers another letter {expected - 1} than the one in this folder")
        if not self.letters and letter.follows:
            raise MailError("a first letter follows no other")
        if self.letters and letter.sender != self.holder:
            raise MailError(f"letter {letter.number} is {self.holder}'s to write, not of {quote(letter.sender)}")

    def _read(self, letter: Letter) -> None:
        where = f"letter {letter.number}"
        if not self.letters and not (letter.items and isinstance(letter.items[0], Offer)):
            raise MailError("the first letter must offer a game")
        for item in letter.items:
            try:
                self.add(letter.sender, item)
            except MailError:
                raise
            except WargameError as problem:
                raise MailError(f"{where}: {problem}") from None
        self.letters.append(letter)
        if len(self.letters) > 1 and (missing := self.due(letter.sender)) is not None:
            raise MailError(f"{where} stops too early: {letter.sender} still owes {missing}")

    # items

    def add(self, seat: str, item: Item) -> None:
        """Apply one item of ``seat``'s letter. Raises `MailError`, or what `Match.play` raises."""
        match item:
            case Offer():
                self._offer(seat, item)
            case Accept():
                self._accept(seat, item)
            case Chance():
                self._chance(seat, item)
            case Choose():
                self._choose(seat, item)
            case Seal():
                self._seal(seat, item)
            case Unseal():
                self._unseal(seat, item)

    def _offer(self, seat: str, item: Offer) -> None:
        if self.offer is not None:
            raise MailError("a second offer: a game is offered once, in the first letter")
        game = self.find(item.game)
        if len(game.seats) != 2:
            raise MailError(f"{game.id} has {len(game.seats)} seats; by mail play two")
        if seat not in game.seats:
            raise MailError(f"{game.id} has no seat {quote(seat)} (allowed: {', '.join(game.seats)})")
        for what, offered, here in (
            ("rules", item.rules, game.rules.version),
            ("data", item.data, game.rules.digest),
        ):
            if offered != here:
                raise MailError(f"the other player has other {what} of {game.id} ({quote(offered)}; here: {here})")
        self.seats = (seat, next(name for name in game.seats if name != seat))
        self.offer, self.links[seat] = item, item.anchor

    def _accept(self, seat: str, item: Accept) -> None:
        if self.offer is None or self.match is not None:
            raise MailError("there is no open offer to accept")
        if len(item.anchor) != len(self.offer.anchor) or item.anchor == self.offer.anchor:
            raise MailError("the anchor of the second letter is none, or the other player's")
        game = self.find(self.offer.game)
        self.links[seat] = item.anchor
        self.match = game.start(self.offer.scenario, chance="explicit", **self.offer.options)

    def _chance(self, seat: str, item: Chance) -> None:
        match = self._playing()
        if not isinstance(match.pending, Roll):
            raise MailError(f"{seat} shows a secret, but no dice are to be rolled")
        if seat in self.secrets:
            raise MailError(f"{seat} has shown the secret of this round already")
        if not follows(item.secret, self.links[seat]):
            raise MailError(f"{seat}'s secret of round {self.round} is not the one that was committed to")
        self.secrets[seat], self.links[seat] = item.secret, item.secret
        if len(self.secrets) == 2:
            self._roll_all(match)

    def _roll_all(self, match: Match) -> None:
        """All dice up to the next choice, from the secrets of both players and the round they are for."""
        assert self.letters
        dice = Seeded(dice_seed(self.secrets, f"{self.letters[0].hash}:{self.round}:{match.seq}"), STREAM)
        while isinstance(roll := match.pending, Roll):
            match.roll(dice.draw(match.seq, roll.die, roll.label))
        self.round += 1
        self.secrets.clear()

    def _choose(self, seat: str, item: Choose) -> None:
        match = self._playing()
        if isinstance(match.pending, AskSecretly) and len(match.pending.asks) > 1:
            if self.other(seat) not in self.sealed:
                raise MailError(f"{seat} chooses openly what both choose in secret; it must be sealed")
            if seat in self.shown:
                raise MailError(f"{seat} has made this choice already")
            verdict = match.judge(item.action, seat)
            if not verdict:
                raise MailError(str(verdict))
            self.shown[seat] = item.action
        else:
            match.play(dict(item.action), seat)

    def _seal(self, seat: str, item: Seal) -> None:
        pending = self._playing().pending
        if not isinstance(pending, AskSecretly) or seat not in pending.asks or seat in self.sealed:
            raise MailError(f"{seat} seals a choice that is not asked for")
        self.sealed[seat] = item.commitment

    def _unseal(self, seat: str, item: Unseal) -> None:
        match = self._playing()
        if seat not in self.sealed or self.other(seat) not in self.shown:
            raise MailError(f"{seat} opens a seal before its time")
        if seal(item.action, item.nonce) != self.sealed[seat]:
            raise MailError(f"{seat} shows another choice than the one it had sealed")
        match.play(dict(item.action), seat)
        match.play(dict(self.shown[self.other(seat)]), self.other(seat))
        self.sealed.clear()
        self.shown.clear()

    def _playing(self) -> Match:
        if self.match is None:
            raise MailError("the game has not begun: the second letter must accept the offer")
        return self.match

    # what is due

    def due(self, seat: str) -> str | None:
        """A sentence about what ``seat`` must still put into its letter; None when the letter may be sent."""
        match = self.match
        if match is None:
            return None
        pending = match.pending
        if isinstance(pending, Roll):
            return None if seat in self.secrets else "its secret for the dice"
        if isinstance(pending, Ask):
            return "a choice" if pending.seat == seat else None
        if isinstance(pending, AskSecretly):
            return self._due_in_secret(seat, pending.asks)
        return None

    def _due_in_secret(self, seat: str, asks: Mapping[str, Ask]) -> str | None:
        other = self.other(seat)
        if len(asks) == 1:
            return "a choice" if seat in asks else None
        if seat in self.sealed:
            return "its sealed choice, opened" if other in self.shown else None
        return None if seat in self.shown else "a choice"

    def __repr__(self) -> str:
        return f"<Correspondence of {len(self.letters)} letters: {self.match or self.offer or 'nothing yet'}>"
