"""Whole games of every kind by mail, with every kind of cheat on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from wargame_core import load
from wargame_core.errors import MailError
from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.records.record import Record
from wargame_core.records.verification import verify
from wargame_mail.correspondence import Chance, Choose, Correspondence, Letter, Offer, Seal, SecretChain, Unseal
from wargame_mail.mailbox import Mailbox

GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")
SEEDS = {"vicksburg": 60}
"""Games in which all kinds of cheats find their moment, one choice more of a secret one too; 7 where none stands."""
SECRETS = ("vicksburg",)
"""A game with face-down tokens and secret choices: the others take longer and wait for --thorough."""
OF_SECRET_CHOICES = {"open_choice", "other_choice"}
"""Cheats for which two must choose in secret at the same time."""
Items = list[Any]


def other_secret(items: Items) -> Items | None:
    """Dice of the cheat's own choosing."""
    return [Chance(SecretChain().secret(1)) if isinstance(i, Chance) else i for i in items]


def other_letters(items: Items) -> Items | None:
    """The right secret, spelled so that other dice would come of it."""
    return [Chance(i.secret.upper()) if isinstance(i, Chance) else i for i in items]


def one_secret_more(items: Items) -> Items | None:
    """Another throw after the dice have fallen."""
    return [*items, Chance(SecretChain().secret(1))]


def another_offer(items: Items) -> Items | None:
    """A new game in the middle of this one."""
    return [*items, Offer("battlecry", "mcdowell", {}, "1", "", SecretChain().anchor)]


def one_choice_more(items: Items) -> Items | None:
    """The last choice again, which nobody asked for."""
    last = next((item for item in reversed(items) if isinstance(item, Choose)), None)
    return None if last is None else [*items, last]


def no_secret(items: Items) -> Items | None:
    """Dice left out."""
    return [i for i in items if not isinstance(i, Chance)]


def illegal_choice(items: Items) -> Items | None:
    """A choice that the rules do not know."""
    return [Choose({"kind": "win_the_game"}) if isinstance(i, Choose) else i for i in items]


def no_choice(items: Items) -> Items | None:
    """A letter that stops before the choice."""
    last = next((n for n, item in enumerate(items) if isinstance(item, (Choose, Seal))), None)
    return None if last is None else items[:last]


def open_choice(items: Items) -> Items | None:
    """A secret choice made openly."""
    return [Choose({"kind": "x"}) if isinstance(i, Seal) else i for i in items]


def other_choice(items: Items) -> Items | None:
    """Another choice than the sealed one."""
    return [evolve(i, nonce=i.nonce + "0") if isinstance(i, Unseal) else i for i in items]


CHEATS: tuple[Callable[[Items], Items | None], ...] = (
    other_secret,
    other_letters,
    one_secret_more,
    another_offer,
    no_secret,
    illegal_choice,
    no_choice,
    one_choice_more,
    open_choice,
    other_choice,
)


def lost(letter: Letter) -> str:
    """The letter after one that never came."""
    return evolve_letter(letter, number=letter.number + 1).text()


def forged(letter: Letter) -> str:
    """A letter in the other's name."""
    return evolve_letter(letter, sender="nobody").text()


def of_another_past(letter: Letter) -> str:
    """An answer to a letter that was never sent."""
    return evolve_letter(letter, follows="0" * len(letter.follows)).text()


def edited(letter: Letter) -> str:
    """A letter that somebody changed on its way."""
    return letter.text().replace(letter.sender, letter.sender + "s", 1)


def cut_off(letter: Letter) -> str:
    """Half a letter."""
    return letter.text()[: len(letter.text()) // 2]


ON_THE_WAY: tuple[Callable[[Letter], str], ...] = (lost, forged, of_another_past, edited, cut_off)


def evolve_letter(letter: Letter, **changes: Any) -> Letter:
    """A letter with changes and a hash that fits them."""
    return evolve(letter, **changes)


def play(folder: Path, game: Game, seed: int) -> tuple[Mailbox, Mailbox, set[str]]:
    """A whole game between two random players, each letter tried with the cheats that fit it before it is sent."""
    rng, caught = Random(seed), set[str]()
    first = Mailbox.offer(folder / "first", game, game.seats[0])
    pen, other = Mailbox.accept(folder / "second", first.send().read_text("utf-8"), lambda name: game), first
    while pen.letters.match is None or pen.letters.match.outcome is None:
        while pen.must_choose:
            pen.play(match_of(pen).view(pen.seat).choices.sample(rng))
        for cheat in CHEATS:
            if cheat.__name__ in OF_SECRET_CHOICES or rng.random() < 0.2:
                caught |= try_to_cheat(pen, other, cheat)
        for change in ON_THE_WAY:
            if rng.random() < 0.05 and pen.letters.letters:
                caught.add(change.__name__)
                refused(other, change(letter_of(pen)))
        other.receive(pen.send().read_text("utf-8"))
        pen, other = other, pen
    return pen, other, caught


def try_to_cheat(pen: Mailbox, other: Mailbox, cheat: Callable[[Items], Items | None]) -> set[str]:
    """Send the letter with the cheat in it; the name of the cheat when there was one to catch."""
    honest = letter_of(pen)
    items = cheat(list(honest.items))
    if items is None or tuple(items) == honest.items:
        return set()
    refused(other, evolve_letter(honest, items=tuple(items)).text())
    return {cheat.__name__}


def letter_of(pen: Mailbox) -> Letter:
    """The honest letter that is about to be sent."""
    return Letter(len(pen.letters.letters) + 1, pen.seat, pen.letters.letters[-1].hash, tuple(pen.draft))


def refused(other: Mailbox, text: str) -> None:
    """The letter is not taken in, and nothing has changed."""
    before = list(other.letters.letters)
    with pytest.raises(MailError):
        other.receive(text)
    assert other.letters.letters == before


def match_of(box: Mailbox) -> Match:
    assert box.match is not None
    return box.match


@pytest.mark.parametrize(
    "name", [name if name in SECRETS else pytest.param(name, marks=pytest.mark.thorough) for name in GAMES]
)
def test_a_whole_game_is_the_same_on_both_sides_and_no_cheat_gets_through(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda file: None)  # a disk is not what is tried here, and waits
    chance = Random(SEEDS.get(name, 7))  # the same game every time: its dice come from both players' secrets
    monkeypatch.setattr("secrets.token_hex", lambda size: chance.randbytes(size).hex())
    game = load(name)
    pen, other, caught = play(tmp_path, game, SEEDS.get(name, 7))
    assert match_of(pen).board == match_of(other).board
    every = {cheat.__name__ for cheat in (*CHEATS, *ON_THE_WAY)}
    assert every - caught <= (set() if name in SECRETS else OF_SECRET_CHOICES)
    again = Correspondence(lambda name: game)
    for letter in pen.letters.letters:
        again.receive(letter)
    assert again.match is not None
    assert again.match.entries == match_of(pen).entries
    assert verify(Record.of(match_of(pen)).save(tmp_path / "game.jsonl"), game).ok
